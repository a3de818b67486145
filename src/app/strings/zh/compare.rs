//! 对比面板的中文。

use super::apart;
use crate::picture::format::grouped;
use crate::position::property::{Limit, Scope, UsedBy};
use crate::strings::Compare;

pub const COMPARE: Compare = Compare {
    title_most: |variant, alike, query, share| {
        let who = match alike {
            0 => apart(variant),
            n => format!("{}等 {} 种方案", apart(variant), n + 1),
        };
        format!("在{who}下，“{query}”有 {share} 的注意力换了地方，是图中各方案里最多的")
    },
    title_alike: |query| format!("在图中各方案下，“{query}”看的都是同样的词元"),
    title_empty: "选几种方案，并排对比",
    lead_weights: "同样的词元、同样的投影、同一个头，只有位置方案不同。指向任意一张图里的格子，或用方向键移动。",
    lead_difference: "每张图都减去没有位置时的那张：橙色的格子多得了注意力，蓝色的少了，纸色的不变。",
    scale_shared: "所有的图共用一把色标",
    scale_own: "各图有自己的色标，图与图之间不能比颜色",
    scale_difference: "权重减去没有位置时的权重，所有的图共用一把色标",
    own_top: "该图最大值",
    top: |top| format!("色标到 {top}"),
    maps: "并排的图",
    remove: |name| format!("移除 {name}"),
    last_good: "图仍是上一次的结果。",
    variant: "方案",
    weight: "权重",
    difference: "与“无”之差",
    moved: "整行换了地方的",
    properties: "这些方案是什么",
    properties_lead: "要学的参数按当前尺寸、一层来数；长度限制按当前的设置来说。",
    models: "用它的模型",
    citation: "出处",
    learned: |learned| match (learned.once, learned.per_layer) {
        (0, 0) => "无".into(),
        (once, 0) => format!("全模型 {}", grouped(once)),
        (0, layer) => format!("每层 {}", grouped(layer)),
        (once, layer) => format!("全模型 {}，另每层 {}", grouped(once), grouped(layer)),
    },
    limit: |limit| match limit {
        Limit::Nothing => "公式本身没有限制".into(),
        Limit::Rows(rows) => format!("表只有 {rows} 行"),
        Limit::UnseenValues => "训练时没见过的位置值".into(),
        Limit::UnseenAngles => "训练时没见过的角度".into(),
        Limit::Clipped(distance) => format!("往回看，距离从 {distance} 起不再区分"),
        Limit::Fades(distance) => format!("逐渐淡出：最平缓的头可及 {distance} 个词元"),
    },
    used_by: |used: &UsedBy| match used.scope {
        Scope::Whole => used.model.into(),
        Scope::Encoder => format!("{}（编码器）", used.model),
        Scope::EveryNthLayer(n) => format!("{}（每 {n} 层中的一层）", used.model),
        Scope::FullAttentionLayers => format!("{}（全注意力层）", used.model),
        Scope::Dimensions(dims) => format!("{}（每头 {dims} 维）", used.model),
    },
    no_models: "–",
    criteria: "五条标准，逐条测量",
    criteria_lead: |n, times, (d_model, heads)| {
        format!(
            "每个位置都放同一个词元，训练长度取 {n}，再看它的 {times} 倍，模型宽 {d_model}、有 {heads} 个头。结论只就这次测量而言：投影是种子生成的，不是训练好的模型。"
        )
    },
    definition,
    definition_hint: "指向或用 Tab 移到一条标准，这里就显示它的定义。",
    holds: "是",
    fails: "否",
    undefined: "无定义",
};

fn definition(own: &'static str, id: &str) -> &'static str {
    match id {
        "unique" => {
            "训练长度内，没有两个位置的 logits 行相同：任意两行之差的最小值，与最大的 logit 之比超过 1e−5。"
        }
        "bounded" => {
            "位置给 logit 带来的改变不会无限增大：从训练长度到它的四倍，最大的改变增长得比长度的平方根慢。所示的数是增长的指数。"
        }
        "relative" => {
            "logit 只取决于距离：在训练长度内把查询和键一起移动，logit 的变化不超过最大 logit 的 1e−5。"
        }
        "extrapolating" => {
            "四倍训练长度处有值，而且最后一个词元的注意力按距离来看（各头平均），至多有四分之一落在与训练长度时不同的地方。"
        }
        "deterministic" => {
            "没有要学的东西：方案自己没有参数，换一个种子，logits 不变。所示的数是一层里要学的参数个数。"
        }
        _ => own,
    }
}
