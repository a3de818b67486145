//! 中文。

mod compare;
mod context;
mod image;
mod media;
mod pictures;
mod problems;
mod words;

use super::*;
use crate::compute::{Loss, NoGpu};
use crate::pack::PackError;
use crate::tokenize::TokenizeError;

pub static STRINGS: Strings = Strings {
    tag: "zh",
    own_name: "中文",
    shell: Shell {
        title: "Locus：Transformer 怎样知道“谁在哪里”",
        tagline: "Transformer 怎样知道“谁在哪里”",
        text_label: "文本",
        text_placeholder: "输入任意语言的一句话",
        tokenizer: "分词器",
        pipeline: "流水线",
        stage_signal: "信号",
        stage_tokens: |name| format!("词元 · {name}"),
        stage_vectors: "向量",
        stage_position: |name| format!("位置 · {name}"),
        stage_attention: "注意力",
        stage_order: "次序",
        characters: |n| format!("{n} 个字符"),
        ids: |n| format!("{n} 个 id"),
        ids_of: |shown, total| format!("{total} 个 id 的前 {shown} 个"),
        enters: ["不注入位置", "加到 x 上", "旋转 q、k", "给 logits 加偏置", "给分数加一项"],
        equivariant: "等变",
        not_equivariant: "次序有影响",
        stage_compare: "对比",
        schemes: |n| format!("{n} 种方案"),
        loading: |name| format!("正在加载 {name} 词表"),
        loading_short: |percent| format!("加载中 {percent}%"),
        load_failed: |name, why, shown| {
            format!("{name} 词表没有加载成功：{why}。图中仍是按“{shown}”切分的结果。")
        },
        load_reason,
        retry: "重试",
        dismiss: "知道了",
        theme_dark: "深色",
        theme_light: "浅色",
        copy_link: "复制链接",
        copied: "已复制",
        copy_failed: "请复制地址栏",
        computed: |backend, ms| {
            if ms < 0.1 {
                format!("{backend} · 不到 0.1 毫秒")
            } else {
                format!("{backend} · {ms:.1} 毫秒")
            }
        },
        empty: "还没有文本。请在上面输入，或点选一个例子。",
        no_tokens: "这个词表没有从这段文本切出任何词元。",
        cut_tokens: |shown, total| format!("全文 {total} 个词元，图中只画前 {shown} 个。"),
        seeded: "嵌入表和投影矩阵是由种子生成的随机数，不是训练好的模型。",
        equal_to: |what, gap| format!("参考实现已核对：与 {what} 之差不超过 {gap}"),
        reference,
        footer: "全部计算都在这个浏览器里完成，您输入的内容不会离开本页。",
        tokens_strip: "词元",
        skip: "跳到图",
    },
    samples: Samples {
        dog: "狗咬人",
        dog_swapped: "人咬狗",
        english: ("英文", "The dog bites the man, and the man bites the dog."),
        chinese: ("中文", "狗咬人不是新闻，人咬狗才是新闻。"),
        code: ("代码", "for i in range(10):\n    print(i * i)"),
        emoji: ("表情", "👩‍🚀 看见一只 🐕‍🦺 和一面 🇨🇳 👍🏽"),
        mixed: ("混排", "RoPE 旋转 q and k；ALiBi 给 logits 加偏置 🙂"),
        long: (
            "长文",
            "句子一长，末尾的词元离开头就有几百个位置那么远，每一种位置编码都得回答：这样的距离意味着什么？旋转式编码让每一对维度转过一个随位置增大的角度，快的几对在一句话里转了许多圈，慢的几对几乎不动。线性偏置则每远一步就多扣一点分。如果完全没有位置信息，注意力看到的只是一袋词，第一个和最后一个同相邻的两个一样近。",
        ),
    },
    signal: Signal {
        title: |chars, bytes| format!("{chars} 个字符，编成 UTF-8 是 {bytes} 个字节"),
        lead: "文本是一串 Unicode 码点，每个码点存成一到四个字节。字节级分词器就从这些字节开始。",
        more: |n| format!("还有 {n} 个"),
    },
    tokens: Tokens {
        title: |chars, tokens| format!("{chars} 个字符切成了 {tokens} 个词元"),
        lead: "词元是固定词表里的一个条目；送进模型的只有它的编号。",
        split_lead: |n| format!("有 {n} 个字符各被切成了多个词元：整字照样显示，下面是它的字节片段。"),
        unknown_lead: |n| format!("有 {n} 处不在这个词表里，变成了“未知”词元，原来写的是什么就丢失了。"),
        characters: "字符",
        bytes: "字节",
        tokens: "词元",
        per_token: "每词元字符数",
        bytes_per_token: "每词元字节数",
        vocabulary: "词表",
        vocabulary_size: |n| format!("{n} 个条目"),
        algorithm: ["字节级 BPE", "WordPiece", "Unigram", "一个字符一个词元"],
        kilobytes: |n| format!("{} kB", n.div_ceil(1000)),
        vocabulary_name: |id| (id == "char").then_some("单个字符"),
        col_index: "位置",
        col_token: "词元",
        col_id: "id",
        col_bytes: "UTF-8 字节",
        table: "词元表",
    },
    vectors: Vectors {
        title: |n, d| format!("每个 id 从表里取出一行：X 是 {n} × {d}"),
        lead: "一行是一个词元，一列是一个维度；蓝为负，橙为正。同一个词元无论站在哪里，行都一样：到这里为止还没有任何次序信息。",
        row_of: |i, token, id| format!("第 {i} 行“{token}”，id {id}"),
        one_hot: |id, size| {
            format!("长 {size} 的 one-hot 向量，只有第 {id} 位是 1，乘以 W 就等于 W 的第 {id} 行")
        },
        same_rows: |n| format!("这段文本里有 {n} 个词元在别处还有一个相同的自己：它们的行逐位相等。"),
        dimension: "维度",
    },
    position: Position {
        title_yarn: |s| format!("YaRN 保留高频维度对，把低频维度对的频率降为 1/{s}"),
        lead_yarn: "在训练长度内转了很多圈的对保持原频率，转不满一圈的按因子放慢，中间线性过渡。cos 与 sin 再乘上注意力因子。",
        chain: ["x", "+ P", "W_Q、W_K", "旋转 q、k", "q·k / √d", "+ 偏置", "softmax"],
        pair: "第 i 对",
        distance: "距离 Δ = i − j",
        frequency_axis: "θᵢ（弧度／位置）",
        wavelength_axis: "转一圈所需位置数",
        cosine_axis: "cos(Δ·θᵢ)",
        score_axis: "平均分数",
        bias_axis: "加在 logit 上的偏置",
        unscaled: "未扩展",
        in_force: "当前",
        trained: |n| format!("训练长度 {n}"),
        target: |n| format!("扩展后长度 {n}"),
        pair_n: |i| format!("第 {i} 对"),
        mean_all: "各对相等时",
        mean_text: "当前文本、当前头",
        unfinished: |n, all| format!("{all} 对中有 {n} 对在训练长度内转不满一圈"),
        head_n: |h| format!("第 {h} 头"),
        drag_slopes: "拖动一条线；或让图获得焦点后按 ↑ 让当前头的线更陡，按 ↓ 更平。",
        reset_slopes: "恢复原论文的斜率",
        where_enters: "从哪里注入",
        none_picture: "没有表，没有旋转，没有偏置",
        clock_label: |pair, turn| format!("第 {pair} 对：相差 {turn} 圈"),
        clocks_caption: |cell, delta, instead| {
            let why = if instead {
                "所选格子在对角线上，那里两针总是重合，所以换了一对。"
            } else {
                ""
            };
            format!("{cell}：Δ = {delta}。长针是查询，短针是键，下面是两针相差的圈数。{why}")
        },
        cut_below: "线在下面继续",
        slope_n: |head, slope| format!("第 {head} 头：斜率 {slope}"),
        title_yarn_off: "因子为 1 的 YaRN 不改变任何频率：请调大 s",
    },
    attention: Attention {
        title: |query, key, weight| format!("“{query}”把 {weight} 的注意力给了“{key}”"),
        title_stage: |stage, query, key, value| format!("“{query}”对“{key}”的{stage}：{value}"),
        title_plain: "谁在看谁",
        lead: "行是查询，列是键；权重的每一行之和为 1。指向一个格子，或用方向键移动。",
        lead_scores: "行是查询，列是键；蓝为负，橙为正。指向一个格子，或用方向键移动。",
        lead_output: "一行是一个词元，一列是这个头的一个维度：各键的 v 按该行注意力加权平均。",
        thumbs: "全部注意力头",
        terms: "点积逐项展开",
        masked_cell: "被掩码：键 j 在查询 i 之后",
        who: "谁在看谁",
    },
    permutation: Permutation {
        title_equivariant: "调换词元的次序：输出的行跟着换位，此外什么都不变",
        title_ask: "拖动一个词元：它的输出行会跟着走吗？",
        title_invite_same: "拖动一个词元：它的输出行跟着换位，数值不变",
        title_invite_changed: |why| format!("拖动一个词元：在{why}下，输出行不只是换位，数值也变了"),
        title_broken: |why, changed, of| format!("在{why}下，{of} 行输出里有 {changed} 行随次序而变"),
        lead: "X 按原文次序排列各个向量，PX 是同样的行按您的次序排列。如果 PX 的输出就是 X 的输出按同样方式换行，就说注意力是等变的。",
        shuffle: "打乱",
        swap: "首尾互换",
        reset: "原文次序",
        drag_hint: "拖动一个词元。用键盘：空格拿起，← → 移动，空格放下。",
        token_place: |at, of| format!("，第 {at} 位，共 {of} 位"),
        moved: |token, at| format!("{token} 现在在第 {at} 位"),
        x: "X",
        px: "PX",
        out_x: "Attention(X)",
        out_px: "Attention(PX)",
        equivariant: "等变",
        not_equivariant: "不等变",
        invariant: "不变",
        not_invariant: "会变",
        largest: "输出各行的最大差",
        pooled: "各行平均后的最大差",
        compare_rotated: "把第一个词元移到末尾，在各种方案下",
        reversal: "全部可见时的 ALiBi 用 |i − j|，从右往左读也一样：所以唯独完全倒序，它分辨不出来。",
        compare: "同样的调换，在各种方案下",
        condition: "方案与掩码",
        rows_gap: "输出的各行",
        pooled_gap: "平均池化后",
        with_causal: |name| format!("{name}，因果掩码"),
        first_tokens: |n| format!("实验只用前 {n} 个词元。"),
        identity: "现在是原文次序：请拖动一个词元。",
        in_f64: "以双精度计算",
    },
    compare: compare::COMPARE,
    controls: Controls { label: "控制", head_dim: |d| format!("head_dim = {d}"), auto: "自动" },
    picture: Picture {
        heatmap: "热力图",
        query_key: |i, q, j, k, value| format!("查询 {i}“{q}”，键 {j}“{k}”：{value}"),
        row_col: |i, row, j, value| format!("第 {i} 行“{row}”，第 {j} 维：{value}"),
        masked: "被掩码",
        show_table: "显示为表格",
        hide_table: "收起表格",
        table_cut: |n| format!("表格只列出前 {n} 行、前 {n} 列。"),
        query: "查询 i",
        key: "键 j",
        keys_hint: "方向键移动格子",
        readout: |i, q, j, k| format!("查询 {i}“{q}” · 键 {j}“{k}”"),
        plot: |what| format!("曲线图：{what}"),
    },
    pictures: &pictures::PICTURES,
    complaint: problems::COMPLAINTS,
    context: context::CONTEXT,
    words: &words::WORDS,
    long: long::ZH,
    sound: &super::sound::ZH,
    image: image::IMAGE,
    problem: Problems {
        unknown_key: |origin, key| {
            let who = match origin {
                Origin::Link => "链接",
                Origin::Script => "脚本",
                Origin::Control => "控件",
            };
            format!("{who}设置了“{key}”，这个版本不认识它。")
        },
        not_a_number: |key, given| format!("“{given}”不是数字，{key} 保持原值。"),
        clamped: |key, given, to| format!("{given} 超出了 {key} 的范围，改用 {to}。"),
        rounded: |key, given, to| format!("{given} 落在 {key} 的两档之间，取最近的 {to}。"),
        fewer_heads: |given, heads, shown| {
            format!("没有 head {given}：一共 {heads} 个头，从 0 数起。现在显示第 {shown} 头。")
        },
        fewer_tokens: |key, given, tokens| {
            format!("没有 {key} {given}：全文共 {tokens} 个词元，从 0 数起。取最后一个。")
        },
        not_text: |key, given| format!("{key} 必须是字符串，{given} 不是；保持原值。"),
        not_a_blob: "setInput 需要一个 File 或 Blob。",
        not_an_object: |given| {
            format!("locus.set 要的是对象，例如 {{ scheme: 'rope' }}，{given} 不是；什么都没有改动。")
        },
        not_a_choice: |key, given, choices| format!("{key} 没有“{given}”这个选项，可选：{choices}。"),
        too_long: |key, max| format!("{key} 超过 {max} 个字符，只取开头部分。"),
        bad_list: |key| format!("{key} 的列表格式不对，保持原值。"),
        newer_link: |v| format!("这个链接的版本是 {v}，本页不认识；能看懂的部分已经显示。"),
        gpu_reason,
        gpu_lost: |why| format!("WebGPU 设备丢失（{why}）。已改由 CPU 计算，设置不变。"),
        no_gpu: |why| format!("这里用不了 WebGPU（{why}），改由 CPU 计算。"),
    },
};

/// Why the GPU is not used. What the browser says in its own words is quoted.
fn gpu_reason(error: &ComputeError) -> String {
    match error {
        ComputeError::NoAdapter(why) => no_gpu(why),
        ComputeError::DeviceLost(Loss::Said(words)) => quoted("浏览器的说明", words),
        ComputeError::DeviceLost(Loss::Stopped(_)) => "工作到一半时停止了".into(),
        ComputeError::DeviceLost(Loss::Closed) => "已关闭".into(),
        ComputeError::Gpu(words) => quoted("WebGPU 报告了一个错误", words),
        ComputeError::TooLarge { bytes, limit, .. } => {
            format!("需要 {bytes} 字节，超过了这个设备的上限 {limit}")
        }
        ComputeError::Shape { .. } | ComputeError::NothingYet => "数据与计算不匹配".into(),
    }
}

fn no_gpu(why: &NoGpu) -> String {
    match why {
        NoGpu::InsecurePage => "本页不是经 https 或从本机打开的，浏览器只在这两种情况下提供 WebGPU".into(),
        NoGpu::NoWebGpu => "这个浏览器没有它".into(),
        NoGpu::NoAdapter => "浏览器有 WebGPU，但没有找到可用的图形适配器".into(),
        NoGpu::NoDevice(words) => quoted("图形适配器没有给出设备", words),
        NoGpu::Silent { seconds } => format!("图形适配器 {seconds} 秒内没有响应"),
    }
}

fn quoted(what: &str, words: &str) -> String {
    match words.trim_end_matches('.') {
        "" => what.to_string(),
        words => format!("{what}：“{words}”"),
    }
}

fn load_reason(error: &LoadError) -> String {
    match error {
        LoadError::Http(status) => format!("服务器返回 HTTP {status}"),
        LoadError::Network => "网络没有响应".into(),
        LoadError::Empty => "收到的内容是空的".into(),
        LoadError::TooLarge => "文件太大".into(),
        LoadError::Pack(error) => pack_reason(error),
        LoadError::Tokenize(TokenizeError::Tokenizer(_)) => "分词器出错了".into(),
        LoadError::Tokenize(TokenizeError::Uncovered { covered, len }) => {
            format!("词元只覆盖了全文 {len} 个字节中的 {covered} 个")
        }
    }
}

fn pack_reason(error: &PackError) -> String {
    match error {
        PackError::NotAPack => "这不是词表包".into(),
        PackError::Version { found, expected } => format!("词表包的版本是 {found}，应为 {expected}"),
        PackError::Truncated(_) => "词表包不完整，中途断了".into(),
        PackError::Checksum => "词表包在传输中损坏，校验和不符".into(),
        PackError::TooLarge { got, limit, .. } => format!("词表包要求的大小 {got} 超过了上限 {limit}"),
        PackError::Corrupt(_) => "词表包已损坏".into(),
        PackError::Algorithm { .. } => "词表包里装的是另一种词表".into(),
    }
}

/// What the golden tests compared with. `tests/strings.rs` holds names and versions against the tests' own words.
fn reference(own: &'static str, subject: &str) -> &'static str {
    match subject {
        "attention" => "torch 1.13 的 nn.MultiheadAttention",
        "attention_rope" => "独立实现的 float64 注意力（numpy 1.26.4），RoPE 两种配对方式",
        "attention_alibi" => "独立实现的 float64 注意力（numpy 1.26.4），ALiBi",
        "attention_shaw" => {
            "Hugging Face transformers 4.46.3 的 BertSelfAttention（relative_key）；值项另行独立计算（numpy 1.26.4）"
        }
        "attention_t5" => "Hugging Face transformers 4.46.3 的 T5Attention",
        "shaw" => "按论文式 3–5 独立逐项计算的 float64 结果（numpy 1.26.4）",
        "transformer_xl" => {
            "原作者代码 kimiyoung/transformer-xl 的 RelPartialLearnableMultiHeadAttn（float64）"
        }
        "t5_buckets" => {
            "Hugging Face transformers 4.46.3 的 T5Attention._relative_position_bucket（float32）"
        }
        "deberta" => {
            "Hugging Face transformers 4.46.3 的 deberta DisentangledSelfAttention（float64）；论文式的 p2c 另行独立计算"
        }
        "deberta_log_buckets" => "Hugging Face transformers 4.46.3 的 deberta_v2 make_log_bucket_position",
        "attention_added" => "独立实现的 float64 注意力（numpy 1.26.4），位置加到嵌入上",
        "alibi_slopes" => "原作者代码里的 get_slopes（ofirpress/attention_with_linear_biases）",
        "inv_freq_linear_float32" => "Hugging Face transformers 5.24.0，rope_type 为 linear（float32）",
        "inv_freq_ntk_float32" => {
            "Hugging Face transformers 4.46.3，rope_type 为 default，底数同 jquesnelle/yarn（float32）"
        }
        "inv_freq_dynamic_float32" => "Hugging Face transformers 5.24.0，rope_type 为 dynamic（float32）",
        "inv_freq_longrope_float32" => "Hugging Face transformers 5.24.0，rope_type 为 longrope（float32）",
        "inv_freq_llama3_float32" => "Hugging Face transformers 5.24.0，rope_type 为 llama3（float32）",
        "rope_partial" => {
            "Hugging Face transformers 4.46.3 的 llama（前后对半，同 GPT-NeoX）与 gptj 的函数，只用于前面的旋转维度"
        }
        "rope_2d" => "Hugging Face transformers 4.46.3 的 qwen2_vl VisionRotaryEmbedding",
        "mrope" => "Hugging Face transformers 4.46.3 的 qwen2_vl（分段）与 5.24.0 的 qwen3_vl（交错）",
        "self_extend" => "datamllab/LongLM 的位置与掩码代码，在 torch 里重新运行",
        "rerope" => "bojone/rerope 的位置与掩码规则，重新运行",
        "sinusoidal_shift" => "独立计算的 float64 平移矩阵 M_k（numpy 1.26.4）",
        "sinusoidal_concatenated" => "按 Transformer-XL 的排列独立计算的 float64 表（numpy 1.26.4）",
        "sinusoidal_whisper" => "按 Whisper 的排列独立计算的 float64 表（numpy 1.26.4）",
        "sinusoidal_whisper_float32" => "openai-whisper 20250625 的 sinusoids（float32）",
        "inv_freq_default_float32" => "Hugging Face transformers 4.46.3，rope_type 为 default（float32）",
        "inv_freq_yarn_float32" => "Hugging Face transformers 5.24.0，rope_type 为 yarn（float32）",
        "rope_apply" => {
            "Hugging Face transformers 4.46.3 的 llama（前后对半）与 gptj（相邻交错）、Meta llama-models 的 apply_rotary_emb"
        }
        "patch_order" => "einops 与 torch 1.13 的 nn.functional.unfold",
        "patch_projection" => "Hugging Face transformers 4.46.3 的 ViTEmbeddings（float64）",
        "patch_counts" => "独立的算术",
        "position_resize_bilinear" => {
            "scipy 1.17.1 的 ndimage.zoom（一阶），同 google-research/vision_transformer"
        }
        "position_resize_bicubic" => {
            "torch 1.13 的 F.interpolate（bicubic，align_corners=False），同 DINO 与 Hugging Face"
        }
        "picture_resize" => "torch 1.13 的 F.interpolate（bilinear，align_corners=False）",
        "swin" => "按 microsoft/Swin-Transformer 的 PatchMerging 独立计算",
        "kmeans" | "kmeans_labels" => "facebookresearch/encodec 的 core_vq.kmeans（float64）",
        "log_mel_whisper" => "openai-whisper 20250625 的 log_mel_spectrogram（float32）",
        "mel_filters_slaney" => "openai-whisper 的 assets/mel_filters.npz（float32）",
        "rvq" => "facebookresearch/encodec 的 core_vq ResidualVectorQuantization（float64）",
        "codec_rates" => "facebookresearch/encodec 的 quantization/vq.py 公式",
        "sinusoidal_2d" => {
            "Hugging Face transformers 4.46.3 的 vit_mae get_2d_sincos_pos_embed（频率为 float32）"
        }
        "sinusoidal" => "独立计算的 float64 正弦表（numpy 1.26.4）",
        "sinusoidal_float32" => {
            "Hugging Face transformers 4.46.3 的 distilbert create_sinusoidal_embeddings（float32）"
        }
        _ => own,
    }
}
