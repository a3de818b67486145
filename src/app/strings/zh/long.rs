//! 长距离图。

use crate::picture::format::grouped;
use crate::strings::Long;

pub const LONG: Long = Long {
    stage: "长距离",
    title: |query, i, key, j, weight| {
        format!("第 {} 位的“{query}”把 {weight} 的注意力给了第 {} 位的“{key}”", grouped(i), grouped(j))
    },
    title_plain: "远处谁在看谁",
    repeated: |text, n| {
        if n <= text {
            format!("用的是输入的前 {} 个词元。", grouped(n))
        } else {
            format!("把输入自己的 {} 个词元反复排到 {} 个。", grouped(text), grouped(n))
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
    table: "行是查询，列是键。每个数是图上这一块里最大的权重。",
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
            "这个方案给每个头的每种距离都配一个向量：在现在的尺寸下，图最长到 {} 个词元。",
            grouped(longest)
        )
    },
};
