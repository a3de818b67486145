//! 算不出来的原因，以及粘贴的配置为何读不懂。

use crate::picture::format::significant;
use crate::position::problem::What;
use crate::position::scaling::config::ConfigError;
use crate::position::scaling::{Problem, Warning};
use crate::strings::Complaints;

pub const COMPLAINTS: Complaints = Complaints {
    problem,
    of: |control, why| format!("{control}：{why}"),
    outdated: |why| format!("这些设置无法计算，所以下面显示的属于别的设置。{why}"),
    warning,
    config,
};

fn problem(what: &What) -> String {
    match what {
        What::PastTable { rows, n } => {
            format!("位置表只有 {rows} 行，序列却有 {n} 个词元：超出的词元没有位置。")
        }
        What::AtLeast { least } => format!("在其他设置不变时，这里不能小于 {least}。"),
        What::OddRotaryDim { rotary_dim } => odd(*rotary_dim),
        What::RotaryDimNotOfTwoAxes { rotary_dim } => {
            format!("二维 RoPE 要把旋转维度平分给两个轴，维数须是 4 的倍数，{rotary_dim} 不是。")
        }
        What::SectionCount { got } => format!("M-RoPE 分时间、高、宽三段，这里给了 {got} 段。"),
        What::SectionNotWhole => "每段的维度对数必须是整数。".into(),
        What::SectionSum { sum, pairs } => format!("各段之和是 {sum}，而每个头有 {pairs} 对维度。"),
        What::MapNeedsOneAxis => {
            "位置重映射只适用于每个词元一个位置的情形：请选一维坐标，或关闭重映射。".into()
        }
        What::Scaling(problem) => scaling(problem),
    }
}

fn odd(rotary_dim: usize) -> String {
    format!("维度成对旋转，而 {rotary_dim} 是奇数。")
}

fn scaling(problem: &Problem) -> String {
    match problem {
        Problem::OddRotaryDim { rotary_dim } => odd(*rotary_dim),
        Problem::NoPairs => "没有旋转的维度，也就没有可扩展的维度对。".into(),
        Problem::OnePair => "d = 2 时 NTK 的指数 d/(d − 2) 分母为零：只有一对维度时此法没有定义。".into(),
        Problem::Base { base } => format!("底数必须大于 1，{} 不行。", number(*base)),
        Problem::FactorBelowOne { factor } => {
            format!("扩展因子 {} 会缩短上下文：s 至少为 1。", number(*factor))
        }
        Problem::OriginalLength { length } => {
            format!("训练长度为 {} 时无从扩展：L 必须更大。", number(*length))
        }
        Problem::Turns { name, value } => format!("{name} 是圈数，必须大于 0，{} 不行。", number(*value)),
        Problem::FrequencyFactors { low, high } => format!(
            "high_freq_factor（{}）必须大于 low_freq_factor（{}），后者又必须大于 0。",
            number(*high),
            number(*low)
        ),
        Problem::AttentionFactor { value } => format!("注意力因子必须大于 0，{} 不行。", number(*value)),
        Problem::ListLength { list, given, needed } => {
            format!("{list} 有 {given} 个数，而维度有 {needed} 对：LongRoPE 每对各需一个。")
        }
        Problem::ListValue { list, pair, value } => {
            format!("{list} 中第 {pair} 对的值是 {}：它作除数，必须大于 0。", number(*value))
        }
    }
}

fn warning(warning: &Warning) -> String {
    match warning {
        Warning::BetasReversed { beta_fast, beta_slow } => format!(
            "β fast（{}）小于 β slow（{}）：过渡段反了，转得快的对被放慢，转得慢的对反而不变。",
            number(*beta_fast),
            number(*beta_slow)
        ),
        Warning::RampReversed { low, high } => format!(
            "过渡段两端交错了（{} > {}）：对现在的 β 来说 L 过短或过长，所有的对都受到同样的处理。",
            number(*low),
            number(*high)
        ),
    }
}

fn config(error: &ConfigError) -> String {
    match error {
        ConfigError::TooLong { bytes, max } => {
            format!("{bytes} 字节作为 config.json 太长了，最多读 {max} 字节。")
        }
        ConfigError::NotJson { line, column } => {
            format!("这不是 JSON：读到第 {line} 行第 {column} 列时停下。")
        }
        ConfigError::NotAnObject => "这是 JSON，但不是 config.json 那样的对象 { … }。".into(),
        ConfigError::NoHeads => {
            "这不是注意力模型的配置：既没有 head_dim，也没有 hidden_size 与 num_attention_heads。".into()
        }
        ConfigError::NoRope { model_type } => match model_type {
            Some(name) => format!("“{name}”不作旋转：配置里没有提到 RoPE。"),
            None => "这个模型不作旋转：配置里没有提到 RoPE。".into(),
        },
        ConfigError::UnknownRopeType { name } => format!("本页不认识 rope_type “{name}”。"),
        ConfigError::Missing { key } => format!("这种方法需要 {key}，配置里没有。"),
        ConfigError::WrongKind { key } => format!("{key} 的值类型不对。"),
        ConfigError::OutOfRange { key, value } => format!("{key} = {} 没有意义。", number(*value)),
        ConfigError::Rope { layer_type: Some(layer), problem } => format!("{layer}：{}", scaling(problem)),
        ConfigError::Rope { layer_type: None, problem } => scaling(problem),
    }
}

fn number(x: f64) -> String {
    if x.fract() == 0.0 && x.abs() < 1e9 { x.to_string() } else { significant(x, 4) }
}
