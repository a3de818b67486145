//! 次序实验。

use super::apart;
use crate::strings::Permutation;

pub const PERMUTATION: Permutation = Permutation {
    title_equivariant: "调换词元的次序：输出的行跟着换位，此外什么都不变",
    title_ask: "拖动一个词元：它的输出行会跟着走吗？",
    title_invite_same: "拖动一个词元：它的输出行跟着换位，数值不变",
    title_invite_changed: |why| format!("拖动一个词元：在{}下，输出行不只是换位，数值也变了", apart(why)),
    title_broken: |why, changed, of| format!("在{}下，{of} 行输出里有 {changed} 行随次序而变", apart(why)),
    lead: "X 按原来的次序排列各个向量，PX 是同样的行按调换后的次序排列。如果 PX 的输出就是 X 的输出按同样方式换行，就说注意力是等变的。",
    shuffle: "打乱",
    swap: "首尾互换",
    reset: "恢复原序",
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
    identity: "现在是原来的次序：请拖动一个词元。",
    in_f64: "以双精度计算",
};
