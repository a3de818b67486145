//! 词表与长度的成本。

use crate::economics::Reach;
use crate::picture::format::grouped;
use crate::strings::economics::{Cache, Cost, Economics, Rank, Saving, Share, Surface};

pub const LABELS: &[(&str, &str, &str)] = &[
    ("cost_model", "模型", ""),
    ("vocab_size", "词表大小 V", "vocab_size，含补齐的行"),
    ("hidden_size", "宽度 d", "hidden_size"),
    ("lm_head", "输出头", "tie_word_embeddings"),
    ("embedding_rank", "秩 r", "低秩分解的表"),
    ("cost_length", "长度 n", "词元数"),
    ("fewer_tokens", "词元减少", "同一段文本，百分比"),
];

pub const CHOICES: &[(&str, &[(&str, &str)])] = &[
    (
        "cost_model",
        &[
            ("bert_base", "BERT base"),
            ("gpt2", "GPT-2 small"),
            ("qwen3_0_6b", "Qwen3 0.6B"),
            ("gemma3_1b", "Gemma 3 1B"),
            ("llama2_7b", "Llama 2 7B"),
            ("mistral_7b", "Mistral 7B"),
            ("qwen2_5_7b", "Qwen2.5 7B"),
            ("llama3_1_8b", "Llama 3.1 8B"),
            ("gpt_oss_20b", "gpt-oss-20b"),
            ("deepseek_v3", "DeepSeek-V3"),
        ],
    ),
    ("lm_head", &[("tied", "与嵌入共享"), ("untied", "独立")]),
];

pub static ECONOMICS: Economics = Economics {
    stage: "成本",
    lead: "每个点都是一个真实模型的配置，每条线上的表一样大（含输出头）。词表越大，文本切得越短，表却越长：省下多少、付出多少，看下面。",
    models: "模型",
    own: "自定义的表",
    back: |name| format!("恢复 {name} 的表"),
    from: |source, without_mtp| {
        let left_out = if without_mtp { "不含多词元预测（MTP）模块。" } else { "" };
        format!("尺寸出处：{source}。{left_out}")
    },
    surface: Surface {
        title: |v, d, parameters, share| {
            format!("词表 {v}、宽度 {d}，要 {parameters} 个参数，占整个模型的 {share}")
        },
        picture: "词表大小与宽度；方向键在模型之间移动，回车选用",
        axes: ["词表大小 V", "宽度 d"],
        readout: |name, v, d, tied, parameters, share| {
            if tied {
                format!("{name}：{v} × {d} = {parameters}，输出头就是这张表；占模型的 {share}")
            } else {
                format!("{name}：2 × {v} × {d} = {parameters}，输出头独立；占模型的 {share}")
            }
        },
        here: "当前",
        tied: ["共享输出头", "独立输出头"],
        hint: "线上标的是表与输出头的参数总数，输出头按当前设置计算。",
        col_model: "模型",
        col_parameters: "表与输出头",
        col_share: "占比",
        col_head: "输出头",
    },
    share: Share {
        title: |percent, total| format!("表与输出头占 {total} 个参数的 {percent}"),
        lead: "模型越小，词表就越显沉重。与嵌入共享的输出头不再多花参数，小模型因此多采用共享。",
        parts: ["嵌入", "输出头", "位置与类型", "注意力", "前馈层", "归一化等"],
        active: |active, total| {
            format!("一个词元只经过 {total} 中的 {active}：没被选中的专家闲着，嵌入表也只取一行。")
        },
        published: |source| format!("按原配置算出的总数与公布的一致：{source}。"),
    },
    rank: Rank {
        saves: |even, r, factors, table, less| {
            format!(
                "秩不超过 {even} 时，两个因子比整张表小：r = {r} 时是 {factors}，原来是 {table}，少了 {less}"
            )
        },
        wastes: |even, r, factors, table| {
            format!("r = {r} 时两个因子共 {factors}，并不比整张表的 {table} 少：秩不超过 {even} 才省")
        },
        lead: "ALBERT（Lan 等，2020）把表写成 V × r 与 r × d 的乘积。如今的大模型并不这样做：这里的配置用的全是整张表。",
        axis: "秩 r",
        factors: "V·r + r·d",
        table: "V·d",
        even: |r| format!("r = {r}"),
    },
    cache: Cache {
        title: |n, own, all| format!("{n} 个词元的缓存占 {own}；若每个头都各存键和值，要 {all}"),
        title_same: |n, own| format!("{n} 个词元的缓存占 {own}：每个头都有自己的键和值"),
        lead: "前面每个词元要留下的东西：所有层的键和值，一条序列，每个数 2 字节。",
        length: "长度（词元）",
        bytes: "字节",
        multi_head: "多头",
        multi_query: "多查询",
        own_grouped: |heads, kv| {
            if heads == kv {
                format!("原配置：{heads} 个头，kv 头一样多")
            } else if kv == 1 {
                format!("原配置：{heads} 个头，1 个 kv 头（MQA）")
            } else {
                format!("原配置：{heads} 个头，{kv} 个 kv 头（GQA）")
            }
        },
        own_latent: "原配置：潜在注意力（MLA）",
        legend: |name, numbers, gib| format!("{name}：每层每个词元 {numbers} 个数，共 {gib}"),
        window: |size| format!("带窗口的层最多保留 {size} 个词元。"),
        encoder: "编码器一次读完全文，不留缓存；这里算的是假如要留的话。",
        past: |context| format!("这个模型是按 {context} 个词元设计的。"),
    },
    cost: Cost {
        title: |n, operations, share| format!("读入 {n} 个词元要 {operations} 次运算，其中注意力占 {share}"),
        lead: |reach| {
            let attention = match reach {
                Reach::Whole => "注意力要给每一对词元打分，随长度的平方增长。".to_string(),
                Reach::Mixed { window, full, layers } => format!(
                    "{layers} 层中有 {full} 层的注意力给每一对词元打分，随长度的平方增长；其余各层每个词元最多给 {} 个键打分。",
                    grouped(window)
                ),
                Reach::Bounded { window } => format!(
                    "注意力中每个词元最多给 {0} 个键打分：长度不超过 {0} 时按平方增长，再长就是线性增长。",
                    grouped(window)
                ),
            };
            format!("一次乘法加一次加法算两次运算。权重对每个词元的开销相同；{attention}")
        },
        operations: "运算次数",
        weights: "权重，线性",
        attention: |reach| match reach {
            Reach::Whole => "注意力，平方".into(),
            Reach::Mixed { window, full, layers } => {
                format!("注意力，平方；超过 {} 后只在 {layers} 层中的 {full} 层", grouped(window))
            }
            Reach::Bounded { window } => format!("注意力，{} 以内平方，之后线性", grouped(window)),
        },
        decode: |operations, attention, weights, cache| {
            format!(
                "再生成一个词元：{operations} 次运算，其中注意力 {attention}。要读 {weights} 的权重和 {cache} 的缓存，在多数设备上，时间就花在这上面。"
            )
        },
    },
    saving: Saving {
        title: |percent, cache, attention| {
            format!("词元少 {percent}，缓存省 {cache}，读入时的注意力省 {attention}")
        },
        lead: "同一段文本切得更短，凡是随长度增长的开销都能省，但省得不一样多。",
        what: "项目",
        saved: "省下",
        grows: "随长度",
        rows: ["缓存", "读入：权重", "读入：注意力", "读入：合计", "下一个词元：注意力"],
        linear: "线性增长",
        cache: |reach| match reach {
            Reach::Whole => "线性增长".into(),
            Reach::Mixed { window, full, layers } => {
                format!("线性增长；超过 {} 后只在 {layers} 层中的 {full} 层", grouped(window))
            }
            Reach::Bounded { window } => format!("{} 以内线性增长，之后不再增长", grouped(window)),
        },
        attention: |reach| match reach {
            Reach::Whole => "按平方增长".into(),
            Reach::Mixed { window, full, layers } => {
                format!("按平方增长；超过 {} 后只在 {layers} 层中的 {full} 层", grouped(window))
            }
            Reach::Bounded { window } => format!("{} 以内按平方增长，之后线性增长", grouped(window)),
        },
        both: |reach| match reach {
            Reach::Bounded { window } => format!("{} 以内介于两者之间，之后线性增长", grouped(window)),
            _ => "介于两者之间".into(),
        },
    },
};
