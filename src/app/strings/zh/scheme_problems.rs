//! 方案无法计算的原因。

use crate::position::problem::{Problem, What};
use crate::position::scaling;

/// 一句话说明方案为何算不出来。
pub fn scheme(problem: &Problem) -> String {
    match &problem.what {
        What::PastTable { rows, n } => {
            format!("表只有 {rows} 行，文本却有 {n} 个词元：从位置 {rows} 起没有对应的行。")
        }
        What::AtLeast { least } => format!("{} 至少要是 {least}。", problem.key),
        What::OddRotaryDim { rotary_dim } => odd(*rotary_dim),
        What::RotaryDimNotOfTwoAxes { rotary_dim } => {
            format!("行与列要分到同样多的维度对，而 {rotary_dim} 不是 4 的倍数。")
        }
        What::SectionCount { got } => format!("M-RoPE 要分三段，这里给了 {got} 段。"),
        What::SectionNotWhole => "每一段都必须是整数个维度对。".into(),
        What::SectionSum { sum, pairs } => format!("各段加起来是 {sum} 对，而要旋转的有 {pairs} 对。"),
        What::MapNeedsOneAxis => "位置重映射只对每个词元一个位置有定义，坐标轴须为一维。".into(),
        What::Scaling(what) => extension(what),
    }
}

fn odd(rotary_dim: usize) -> String {
    format!("维度要成对旋转，{rotary_dim} 维凑不成对。")
}

fn extension(problem: &scaling::Problem) -> String {
    use scaling::Problem as P;
    match problem {
        P::OddRotaryDim { rotary_dim } => odd(*rotary_dim),
        P::NoPairs => "没有可以旋转的维度。".into(),
        P::OnePair => "只有 2 维时 NTK 缩放没有定义：指数 d/(d − 2) 的分母为零。".into(),
        P::Base { base } => format!("底数必须大于 1，而不是 {base}。"),
        P::FactorBelowOne { factor } => format!("因子 {factor} 会把上下文缩短：s 至少为 1。"),
        P::OriginalLength { length } => format!("训练长度 {length} 对这条规则来说太短。"),
        P::Turns { name, value } => format!("{name} 是圈数，必须大于 0，而不是 {value}。"),
        P::FrequencyFactors { low, high } => {
            format!("high_freq_factor（{high}）必须大于 low_freq_factor（{low}），后者又必须大于 0。")
        }
        P::AttentionFactor { value } => format!("注意力因子必须大于 0，而不是 {value}。"),
        P::ListLength { list, given, needed } => {
            format!("{list} 要给每一对一个因子：应有 {needed} 个，给了 {given} 个。")
        }
        P::ListValue { list, pair, value } => {
            format!("{list} 在第 {pair} 对除以 {value}：每个因子都必须大于 0。")
        }
    }
}
