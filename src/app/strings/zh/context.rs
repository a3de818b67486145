//! 上下文扩展实验室。

use crate::picture::format::grouped;
use crate::strings::Context;

pub const CONTEXT: Context = Context {
    stage: "上下文",
    title: |out, pairs, target| {
        format!("长到 {} 个词元时，{pairs} 对维度中有 {out} 对会遇到训练中没见过的角度", grouped(target))
    },
    title_none: |target| format!("长到 {} 个词元时，没有一对维度会遇到训练中没见过的角度", grouped(target)),
    under: |name, s, out| match out {
        0 => format!("用 {name}（s = {s}）则一对也没有"),
        n => format!("用 {name}（s = {s}）则有 {n} 对"),
    },
    unstretched: |name| format!("s = 1 的 {name} 什么也不改变"),
    lead: "训练中转满过一圈的对见过所有角度；转得慢的对没有，文本变长就会遇到新角度。各种方法放慢各对的方式不同。这里不作任何继续训练。",
    others_stretched: |s| format!("s = 1 不作扩展，所以其他方法按两个长度所需的 s = {s} 画出。"),
    nothing_to_stretch: "目标长度没有超过训练长度：不需要扩展，所有方法都用 s = 1。",
    illustration: "LongRoPE 的 λ 是为每个模型搜索出来的；没有给出列表时，按 Phi-3.5 的形状画。",
    abf: |base| format!("ABF，b = {base}"),
    plain: "未扩展的 RoPE",
    slowdown: |name, times| {
        if matches!(times, "1" | "1.00") {
            format!("用 {name}，最慢的一对转速不变")
        } else {
            format!("用 {name}，最慢的一对转速降为 1/{times}")
        }
    },
    unfinished: |n, all, length| match n {
        0 => format!("{all} 对在 L = {} 内都能转满一圈", grouped(length)),
        n => format!("{all} 对中有 {n} 对在 L = {} 内转不满一圈", grouped(length)),
    },
    unfinished_caption: "阴影：波长超过训练长度的对。文本变长时，进入新角度的正是它们。",
    reach: |name, out, pairs| match out {
        0 => format!("{name}：{pairs} 对中没有一对到达新角度"),
        n => format!("{name}：{pairs} 对中有 {n} 对到达新角度"),
    },
    reach_axis: "最大角度（弧度）",
    reach_caption: "虚线是训练中见过的 L·θᵢ。一整圈以上没有新角度；一整圈以下，高出虚线的就是新角度。",
    seen: "训练中见过，L·θᵢ",
    in_range: "目标长度处，在范围内",
    out_of_range: "目标长度处，超出范围",
    whole_turn: "一整圈 2π",
    trained: |n| format!("L = {}", grouped(n)),
    target: |n| format!("T = {}", grouped(n)),
    ramp: |kept, blended, divided, s| {
        format!("YaRN 保持 {kept} 对不变，过渡 {blended} 对，把 {divided} 对除以 {s}")
    },
    ramp_axis: "插值的比例",
    ramp_caption: "0 保持 θᵢ，1 除以 s。拖动边界，或选中后按 ← →，即改变 β fast 或 β slow。",
    ramp_code: "按序号线性（代码）",
    ramp_paper: "按圈数线性（论文）",
    boundary: ["不变的对的边界", "除以 s 的对的边界"],
    boundary_at: |pair, beta| format!("第 {pair} 对，β = {beta}"),
    score: |name, with, without| format!("距离为 T 时，平均分数用 {name} 是 {with}，不扩展是 {without}"),
    score_plain: |without| format!("距离为 T 时，未扩展的 RoPE 平均分数是 {without}"),
    score_axis: "平均余弦 × m²",
    score_caption: |near, with, without, far, far_with, far_without| {
        format!(
            "近处的键，Δ = {near}：{with}（不扩展 {without}）。远处的键，Δ = {far}：{far_with}（不扩展 {far_without}）。图中每一列是其中各距离的精确平均，各对权重相同。"
        )
    },
    temperature: |m, from, to, top, top_to| {
        format!("m = {m} 使注意力更集中：熵 {from} → {to} 奈特，最大权重 {top} → {top_to}")
    },
    temperature_off: |name| format!("{name} 没有注意力因子：softmax 不变"),
    weight_axis: "权重",
    rank_axis: "键（按名次）",
    without_factor: "softmax(z)",
    with_factor: "softmax(m²·z)",
    temperature_caption: |keys| {
        format!("{keys} 个由种子生成的 logits，N(0, 4)。m 乘在 cos 与 sin 上，因此 logits 乘以 m²。")
    },
    linked: |s| format!("随两个长度变化（T/L，限于 1 … 64）：s = {s}。"),
    unset: |s| format!("s = 1，什么也不放慢；按两个长度（T/L，限于 1 … 64）应为 {s}。"),
    unlinked: |s| format!("手动设定；按两个长度（T/L，限于 1 … 64）应为 {s}。"),
    link: "跟随长度",
    models: "模型",
    choose_model: "选择模型……",
    from_model: |source| format!("出处：{source}"),
    paste: "粘贴 config.json",
    paste_hint: "Hugging Face 上任何模型的都可以；内容不会离开浏览器",
    understood: "读懂的内容",
    theta_is_default: "配置里没有底数，这是该模型类自己的默认值。",
    layer_types: |n| format!("这个模型有 {n} 种层，各用各的 RoPE。要看哪一种："),
    softmax_multiplier: |x| format!("该模型还把 softmax 的缩放乘以 {x}，图中未计入。"),
    table: |name, target| format!("{name} 在文本长 {} 个词元时的 inv_freq（float32）", grouped(target)),
    col_pair: "维度对",
    col_inv_freq: "inv_freq",
    col_wavelength: "波长",
    convention: |id| {
        Some(match id {
            "default" => "i 是维度对的序号，从 0 起；d 是旋转的维数",
            "abf" => "rope_type 为 default，换更大的底数并继续训练，此后不再用别的规则",
            "linear" => "除以 s 的是频率，等于把位置除以 s",
            "ntk" => "静态：任何长度都用同一个底数；不是 Hugging Face 的 rope_type",
            "dynamic" => "n 是当前长度，至少为 L；所有位置都用当前 n 的频率",
            "yarn" => {
                "过渡段 ρ 按维度对的序号线性变化（各家代码，yarn_ramp=code），或按 L 内的圈数线性变化（论文）；m 乘在 cos 与 sin 上"
            }
            "longrope" => "n > L 时才用 long_factor（transformers 5.x）；注意力因子在任何长度都起作用",
            "llama3" => "没有注意力因子；波长恰在边界上的归过渡段，两种算法在那里相等",
            _ => return None,
        })
    },
};
