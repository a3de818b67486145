//! 五个阶段的面板。

use crate::picture::format::grouped;
use crate::strings::{Attention, Position, Signal, Tokens, Vectors};

pub const SIGNAL: Signal = Signal {
    title: |chars, bytes| format!("{} 个字符，编成 UTF-8 是 {} 个字节", grouped(chars), grouped(bytes)),
    lead: "文本是一串 Unicode 码点，每个码点存成一到四个字节。字节级分词器就从这些字节开始。",
    more: |n| format!("还有 {} 个", grouped(n)),
};

pub const TOKENS: Tokens = Tokens {
    title: |chars, tokens| format!("{} 个字符切成了 {} 个词元", grouped(chars), grouped(tokens)),
    lead: "词元是固定词表里的一个条目；送进模型的只有它的编号。",
    split_lead: |n, first| {
        format!(
            "{}有 {n} 个看上去的字符各被切成了多个词元：整字照样显示，下面是它的字节片段。",
            if first { "在显示的部分里，" } else { "" }
        )
    },
    unknown_lead: |n| format!("有 {n} 处不在这个词表里，变成了“未知”词元，原来写的是什么就丢失了。"),
    characters: "字符",
    bytes: "字节",
    tokens: "词元",
    per_token: "每词元字符数",
    bytes_per_token: "每词元字节数",
    vocabulary: "词表",
    vocabulary_size: |n| format!("{} 个条目", grouped(n)),
    specials: "写在文本里的特殊标记（如 [CLS]）只当普通文字。",
    algorithm: ["字节级 BPE", "WordPiece", "Unigram", "一个字符一个词元", "SentencePiece BPE"],
    kilobytes: |n| format!("{} kB", n.div_ceil(1000)),
    vocabulary_name: |id| (id == "char").then_some("单个字符"),
    col_index: "位置",
    col_token: "词元",
    col_id: "id",
    col_bytes: "UTF-8 字节",
    table: "词元表",
};

pub const VECTORS: Vectors = Vectors {
    title: |n, d| format!("每个 id 从表里取出一行：X 是 {n} × {d}"),
    lead: "一行是一个词元，一列是一个维度；蓝为负，橙为正。同一个词元无论站在哪里，行都一样：到这里为止还没有任何次序信息。",
    row_of: |i, token, id| format!("第 {i} 行“{token}”，id {id}"),
    one_hot: |id, size| {
        format!("长 {size} 的 one-hot 向量，只有第 {id} 位是 1，乘以 W 就等于 W 的第 {id} 行")
    },
    same_rows: |n| format!("有 {n} 个词元在别处还有一个相同的自己：它们的行逐位相等。"),
    dimension: "维度",
};

pub const POSITION: Position = Position {
    title_stretched: |rule, times| format!("{rule}：最慢的一对，转速降为 1/{times}"),
    title_unstretched: |rule| format!("按现在的设置，{rule} 没有放慢最慢的一对：请调大 s"),
    lead_stretched: |rule| match rule {
        "linear" => "位置插值：所有频率一律除以因子，好比词元站得更密，相邻的就更难分辨。",
        "ntk" => {
            "不用同一个因子，而是换一个更大的底数：最快的一对不变，最慢的一对按因子放慢，其余介于两者之间。"
        }
        "dynamic" => "同 NTK-aware 一样调大底数，但跟着当前长度变：不超过训练长度时什么也不改。",
        "longrope" => {
            "每一对各有一个搜索出来的因子：训练长度以内用一张表，超出后换另一张。cos 与 sin 再乘上注意力因子。"
        }
        "llama3" => "短波长不变，长波长除以因子，两条界线之间平滑过渡。",
        _ => {
            "在训练长度内转了很多圈的对保持原频率，转不满一圈的按因子放慢，中间线性过渡。cos 与 sin 再乘上注意力因子。"
        }
    },
    chain: ["x", "+ P", "W_Q、W_K", "旋转 q、k", "q·k / √d", "+ 偏置", "softmax"],
    pair: "第 i 对",
    distance: "距离 Δ = i − j",
    distance_on_axis: "该对所用坐标轴上的距离 Δ",
    frequency_axis: "θᵢ（弧度/位置）",
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
    mean_text: "当前输入、当前头",
    unfinished: |n, all| match n {
        0 => format!("{all} 对在训练长度内都能转满一圈"),
        n => format!("{all} 对中有 {n} 对在训练长度内转不满一圈"),
    },
    head_n: |h| format!("第 {h} 头"),
    drag_slopes: "拖动一条线；或让图获得焦点后按 ↑ 让当前头的线更陡，按 ↓ 更平。",
    reset_slopes: "恢复原论文的斜率",
    where_enters: "从哪里注入",
    none_picture: "没有表，没有旋转，没有偏置",
    clock_label: |pair, turn| format!("第 {pair} 对：相差 {turn} 圈"),
    lead_grid: "一半维度对转过“行号 × θᵢ”的角度，另一半转过“列号 × θᵢ”，所以分数知道查询和键隔了几行、几列。",
    lead_time: "每个词元有三个位置号：时间、高、宽。每对维度按其中一个转动，所以分数知道三个轴上各隔多远；在文本里三个号相同。",
    delta_on: |axis, delta| format!("{axis} Δ = {delta}"),
    clocks_caption: |cell, delta, instead| {
        let why = if instead {
            "所选格子在对角线上，那里两针总是重合，所以换了一对。"
        } else {
            ""
        };
        format!("{cell}：{delta}。长针是查询，短针是键，下面是两针相差的圈数。{why}")
    },
    cut_below: "线在下面继续",
    slope_n: |head, slope| format!("第 {head} 头：斜率 {slope}"),
};

pub const ATTENTION: Attention = Attention {
    title: |query, key, weight| format!("“{query}”把 {weight} 的注意力给了“{key}”"),
    title_stage: |stage, query, key, value| format!("“{query}”对“{key}”，“{stage}”一步：{value}"),
    title_memory: |token| format!("“{token}”是记忆：它只给后面的词元作键，自己不发出查询"),
    title_plain: "谁在看谁",
    lead: "行是查询，列是键；权重的每一行之和为 1。指向一个格子，或用方向键移动。",
    lead_scores: "行是查询，列是键；蓝为负，橙为正。指向一个格子，或用方向键移动。",
    lead_output: "一行是一个词元，一列是这个头的一个维度：各键的 v 按该行注意力加权平均。",
    thumbs: "全部注意力头",
    terms: "点积逐项展开",
    masked_cell: "被掩码：键 j 在查询 i 之后",
    who: "谁在看谁",
};
