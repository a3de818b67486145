//! 多种模态合成的一列。

use crate::strings::mixed::Mixed;

pub const MIXED: Mixed = Mixed {
    title: |n, kinds| format!("{n} 个词元、{kinds} 种来源排成一列：从这里起，它们只是同一个矩阵的各行"),
    lead: "文本、图块和声音帧变成向量的办法不同；之后读取它们的是同一组 W_Q、W_K、W_V。只有 [PAD] 谁也不看。",
    kinds: ["特殊词元", "文本", "图片", "声音"],
    order: "各部分的次序",
    order_hint: "把一个部分拖到别处；用键盘：空格拿起，← → 移动，空格放下。",
    add: "添加：",
    remove: |part| format!("去掉 {part}"),
    cut: |shown, all| format!("这里本应有 {all} 个词元，只显示前 {shown} 个。"),
    cost: "各部分的开销",
    kind: "部分",
    tokens: "词元数",
    pairs: "为它计算的分数",
    pairs_title: |kind, share| format!("{share} 的分数是为“{kind}”的词元计算的"),
    where_it_looks: "各部分在看哪里",
    mass_lead: "当前注意力头里，该行的一个查询分给该列所有键的注意力之和，按查询取平均。",
    looks: |query, key, share| format!("{query} → {key}：{share}"),
    ids: "位置编号：一个数，还是三个数",
    ids_lead: "如果一路数下去，一张图片会把后面的文本推得很远。M-RoPE 让图块用自己的行号和列号，图片后面的文本从它较长的一边接着数。",
    id_axis: "位置编号",
    place_axis: "在序列中的位置",
    axes: ["一个轴", "M-RoPE 时间", "M-RoPE 高", "M-RoPE 宽"],
    largest: |one, three| format!("最后一个编号：一个轴时是 {one}，三个轴时是 {three}。"),
};
