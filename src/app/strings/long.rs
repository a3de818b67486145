//! The strings of the long map, in every language.

use crate::picture::format::grouped;

pub struct Long {
    /// Its name in the rail.
    pub stage: &'static str,
    /// Query, its index, key, its index, weight.
    pub title: fn(&str, usize, &str, usize, &str) -> String,
    pub title_plain: &'static str,
    /// How many tokens the text has, and the map.
    pub repeated: fn(usize, usize) -> String,
    /// How many keys a column covers.
    pub sampled: fn(usize) -> String,
    pub every_cell: &'static str,
    /// Weights at both ends of the colours.
    pub colours: fn(&str, &str) -> String,
    pub closer: &'static str,
    pub farther: &'static str,
    pub all: &'static str,
    pub overview: &'static str,
    pub hint: &'static str,
    /// Of n tokens: queries from, to, keys from, to.
    pub summary: fn(usize, [usize; 2], [usize; 2]) -> String,
    /// Query and key, their distance.
    pub logit: &'static str,
    pub normalizer: &'static str,
    pub weight: &'static str,
    pub too_long: fn(usize) -> String,
    pub past_table: fn(usize) -> String,
    /// The control's name, and the least that it may be.
    pub at_least: fn(&str, usize) -> String,
    /// The control's name.
    pub undefined: fn(&str) -> String,
}

pub const EN: Long = Long {
    stage: "Long range",
    title: |query, i, key, j, weight| {
        format!("“{query}” at {} gives {weight} of its attention to “{key}” at {}", grouped(i), grouped(j))
    },
    title_plain: "Who looks at whom, far away",
    repeated: |text, n| {
        if n <= text {
            format!("The text's first {} tokens.", grouped(n))
        } else {
            let many = if text == 1 { "one token" } else { &format!("{} tokens", grouped(text)) };
            format!("The text's own {many}, repeated to {}.", grouped(n))
        }
    },
    sampled: |keys| {
        format!(
            "A row of pixels is one query, scored against every key; a column shows the largest weight among the {} keys it covers, so that thin lines stay visible.",
            grouped(keys)
        )
    },
    every_cell: "Close enough: every cell is one weight.",
    colours: |low, high| {
        format!("Colours are logarithmic, from {low} to the largest weight, {high}, in any view.")
    },
    closer: "Closer",
    farther: "Farther",
    all: "All",
    overview: "The whole map, and the part in view",
    hint: "Drag to move, pinch or Ctrl + wheel to zoom. With the picture in focus: wheel, + − 0, arrow keys for the cell, Shift + arrow keys for the view.",
    summary: |n, [q0, q1], [k0, k1]| {
        format!(
            "Attention map of {} tokens; in view: queries {} to {}, keys {} to {}",
            grouped(n),
            grouped(q0),
            grouped(q1),
            grouped(k0),
            grouped(k1)
        )
    },
    logit: "logit z",
    normalizer: "ln Σ exp z over all its keys",
    weight: "weight",
    too_long: |longest| {
        format!(
            "This scheme has a vector for every distance and head: with these sizes a map goes up to {} tokens. The last picture stays.",
            grouped(longest)
        )
    },
    past_table: |rows| {
        format!(
            "This scheme's table has {} positions and none beyond: a longer text cannot be placed. The last picture stays.",
            grouped(rows)
        )
    },
    undefined: |name| format!("The scheme is undefined with this value of “{name}”. The last picture stays."),
    at_least: |name, least| format!("{name} must be at least {least} here. The last picture stays."),
};

pub const ZH: Long = Long {
    stage: "长距离",
    title: |query, i, key, j, weight| {
        format!("第 {} 位的“{query}”把 {weight} 的注意力给了第 {} 位的“{key}”", grouped(i), grouped(j))
    },
    title_plain: "远处谁在看谁",
    repeated: |text, n| {
        if n <= text {
            format!("用的是文本的前 {} 个词元。", grouped(n))
        } else {
            format!("把文本自己的 {} 个词元反复排到 {} 个。", grouped(text), grouped(n))
        }
    },
    sampled: |keys| {
        format!(
            "一行像素是一个查询，它同所有的键都算过分；一列像素显示它所含 {} 个键里最大的权重，细线因此不会丢失。",
            grouped(keys)
        )
    },
    every_cell: "已经放得够大：一格就是一个权重。",
    colours: |low, high| format!("颜色按对数排列，从 {low} 到最大的权重 {high}，移动和缩放时不变。"),
    closer: "放大",
    farther: "缩小",
    all: "全图",
    overview: "全图，以及当前看到的部分",
    hint: "拖动可移动，双指或 Ctrl + 滚轮可缩放。图获得焦点后：滚轮、+ − 0 缩放，方向键移动格子，Shift + 方向键移动视野。",
    summary: |n, [q0, q1], [k0, k1]| {
        format!(
            "{} 个词元的注意力图；当前看到查询 {} 到 {}，键 {} 到 {}",
            grouped(n),
            grouped(q0),
            grouped(q1),
            grouped(k0),
            grouped(k1)
        )
    },
    logit: "logit z",
    normalizer: "对全部键的 ln Σ exp z",
    weight: "权重",
    too_long: |longest| {
        format!(
            "这个方案给每个头的每种距离都配一个向量：在现在的尺寸下，图最长到 {} 个词元。先保留上一幅图。",
            grouped(longest)
        )
    },
    past_table: |rows| {
        format!("这个方案的表只有 {} 个位置，再长的文本就没有位置可用了。先保留上一幅图。", grouped(rows))
    },
    undefined: |name| format!("“{name}”取这个值时，这个方案没有定义。先保留上一幅图。"),
    at_least: |name, least| format!("这里的{name}至少要 {least}。先保留上一幅图。"),
};
