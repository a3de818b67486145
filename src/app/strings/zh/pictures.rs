//! 各方案的图：中文。

use crate::position::learned::Source;
use crate::strings::pictures::Pictures;

pub static PICTURES: Pictures = Pictures {
    claim,
    at: |row_axis, row, col_axis, col, value| {
        format!("{}，{} → {value}", named(row_axis, row), named(col_axis, col))
    },
    seeded: "这种方案要学习的数，在这里是由种子生成的随机数。",
    plus_terms: "+ 各项",
    maps: "logit 的各项",
    sum: "和 = logit",
    position: "位置 p",
    position_p: |p| format!("p = {p}"),
    distance_r: "距离 r = j − i",
    far: "距离 |i − j|（对数轴）",
    row: "表中的行",
    bucket: "桶",
    left: "左边的键",
    right: "右边的键",
    table_loading: "训练好的表正在路上",
    table_failed: |why| format!("训练好的表没有加载成功：{why}。现在显示的是由种子生成的随机表。"),
    past_table: |rows, n| {
        format!(
            "序列有 {n} 个词元，表只有 {rows} 行：位置 {rows} 没有行可查，BERT、GPT-2 到这里就报错。选一种缩放规则之前，什么都不会加上。"
        )
    },
    stretched: |rows, n| {
        if rows == 1 {
            return format!("全部 {n} 个位置都用这仅有的一行：再也分不出先后。");
        }
        format!("{rows} 行拉伸成 {n} 行：每个词元落在两行之间，所有位置的向量都和原来不同了。")
    },
    source: |source| match source {
        Source::Trained { used, columns } if used == columns => {
            format!("all-MiniLM-L6-v2 训练好的表，全部 {columns} 列（Apache-2.0）。")
        }
        Source::Trained { used, columns } => {
            format!(
                "all-MiniLM-L6-v2 训练好的表共 {columns} 列，这里用前 {used} 列（Apache-2.0）；把 d_model 调到 {columns} 可看到全部。"
            )
        }
        Source::NotLoaded => "由种子生成的随机数：还没有加载训练好的表。".into(),
        Source::TooWide { columns } => {
            format!("由种子生成的随机数：训练好的表只有 {columns} 列，把 d_model 调小才能看到它。")
        }
    },
    component: |k, share| format!("第 {k} 主成分（占方差 {share}）"),
    path: "表的所有行",
    this_text: "当前输入的位置",
    no_path: "各行之间没有两个不同的方向，画不出轨迹。",
    turn: |i, p, k| format!("第 {i} 个频率：从位置 {p} 到 {p} + {k}"),
    no_pair: "宽度为奇数，这个频率没有余弦。",
    turn_gap: |gap| format!("M_k 乘位置 p 的一对，与位置 p + k 的一对之差：{gap}。"),
    u_v: "这个头的 u 和 v",
    memory: |m| format!("前 {m} 个词元是记忆（灰色的行）：供后面的词元作键，自己不提问。"),
    code: "p2c，δ(i, j)：代码",
    paper: "p2c，δ(j, i)：论文",
    apart: |gap| format!("两者的最大差：{gap}。"),
    needs_p2c: "当前设置没有 p2c 项，请选一个含有它的。",
    shift_axis: "平移 s",
    score: "(R q)·(R k)",
    both_move: "查询和键一起移",
    query_moves: "只移查询",
    shifted: |s, score, change| {
        format!("m + {s}、n + {s} 处的分数：{score}。所有平移中的最大变化：{change}。")
    },
    one_axis: "这张图只适用于每个词元一个位置号：请把坐标轴设为一维。",
    trained_pairing: "原来的配对",
    mixed_up: "另一种配对",
    permuted: "另一种，已重排",
    mixed_gap: |mixed, permuted| format!("最大差：配对用混时 {mixed}，重排维度之后 {permuted}。"),
    form_gap: |form, logits, weights| format!("{form}：logits 与论文最多差 {logits}，权重最多差 {weights}。"),
    forms_need_causal: "只有在因果掩码下三种写法才一致：没有掩码时，论文的对称形式向两边下降。",
    grid: ["行", "列"],
    time: ["t", "h", "w"],
    axis: "坐标轴",
    ids: "位置号",
    map: "相对位置 g(i, j)",
    off_the_grid: |off, all| {
        format!(
            "{all} 个词元中有 {off} 个不在图块网格上，都在 (0, 0)：两个轴分不出文本和声音词元之间的先后。M-RoPE 和一维坐标分得出。"
        )
    },
    turning: |r, d| format!("{d} 个维度中有 {r} 个在转。"),
    no_turn: "没有一个维度在转：不旋转，RoPE 就没有位置信息。请调大旋转的比例。",
    farthest_on_axes: |all| format!("相距最远的：{all}。"),
    farthest: |g, n| format!("{n} 个词元里相距最远的两个，相对位置是 {g}。"),
    query_scale: |p, length, scale| {
        format!(
            "ReRoPE 还可以把查询乘以 max(1, ln(p + 1)/ln L)，使超出训练长度后的注意力更集中。这里没有乘；p = {p}、L = {length} 时应乘 {scale}。"
        )
    },
};

fn named(axis: &str, at: &str) -> String {
    if axis.is_empty() { at.to_string() } else { format!("{axis}：{at}") }
}

fn claim(scheme: &str, picture: &str) -> &'static str {
    match (scheme, picture) {
        (_, "score") => "同一距离上全部分数的平均，取自掩码和 softmax 之前。",
        (_, "terms") => "每个 logit 都是这几张图同一格之和；各图共用一个色标，都取自掩码之前。",
        ("sinusoidal", "table") => "快的波在前几列，慢的波在后几列：没有两行相同。",
        ("sinusoidal", "turn") => {
            "不管 p 是多少，同一个矩阵 M_k 都把位置 p 的一对变成位置 p + k 的一对：走 k 步在哪里都是转同样的角度。"
        }
        ("learned", "table") => "没有什么规定第 6 行跟在第 5 行后面：有什么次序，全是学来的。",
        ("learned", "trajectory") => {
            "一个点是表的一行，沿着各行差别最大的两个方向看，相邻的位置连成线：训练出的表走出一条路，随机的表到处乱跳。"
        }
        ("learned", "cosines") => "任意两行的余弦：对角线旁的亮带，就是训练学到的“远近”。",
        ("shaw", "vectors") => "从 −k 到 k，每个距离 r = j − i 一行：查询除了与键相乘，还与它相乘。",
        ("shaw", "rows") => "每一对词元取表的哪一行。超出 ±k，都取第一行或最后一行。",
        ("transformer_xl", "vectors") => "每个头学两个代替查询的向量：u 问内容，v 问距离。",
        ("t5", "staircase") => "近的距离各占一桶，之后的桶按等比加宽，超过最大距离只剩一桶。",
        ("t5", "bias") => {
            "在距离 r = j − i 上，各头给 q·k 加多少：一个阶梯函数。这里是随机数，模型里是学来的。"
        }
        ("t5", "rows") => "每一对词元的桶号：沿对角线不变，因为它只取决于 r = j − i。",
        ("deberta", "indexing") => "论文写的是 (j, i) 的行，发布的代码查的是 (i, j) 的行：不是同一项。",
        ("deberta", "staircase") => "一个距离取表的哪一行：各占一行；有对数桶时，远的距离共用一行。",
        ("alibi", "bias") => "每个头一条线：陡的只看近邻，平的看全文。",
        ("alibi", "forms") => "三个库写出三种 logits：在因果掩码下，每一行只差一个常数，softmax 看不见它。",
        ("rope", "clocks") => "快的几对在一句话里转许多圈，慢的几乎不动：合起来就能分辨远近。",
        ("rope", "frequency" | "wavelength") => {
            "阴影里的对在训练长度内转不满一圈：若不放慢，更长的文本会让它们遇到没见过的角度。"
        }
        ("rope", "cosine") => {
            "每条线是一对维度的角度余弦随距离的变化；超过训练长度，若不放慢，转得慢的对会取到从没有过的值。"
        }
        ("rope", "shift") => "m 和 n 一起移，分数不变，因为转动只看 m − n；只移一个，分数就来回摆。",
        ("rope", "dims") => "一行是一个词元，一列是头的一个维度：所转角度的余弦。灰色的维度不转。",
        ("rope", "map") => "每个查询在多远的相对位置看每个键：有了重映射，远的距离换成了更小的。",
        ("rope", "mixed") => {
            "按一种配对训练的权重，用另一种配对运行，分数全错却不报错；把维度重排一下就对了。"
        }
        _ => "",
    }
}
