//! Numbers as the reader sees them: four significant digits, a true minus sign, no trailing noise.

/// `x` with `digits` significant digits; scientific below 1e−3 and from 1e6.
pub fn significant(x: f64, digits: usize) -> String {
    if x == 0.0 {
        return "0".to_string();
    }
    if !x.is_finite() {
        let sign = if x < 0.0 { "−" } else { "" };
        return if x.is_nan() { "NaN".to_string() } else { format!("{sign}∞") };
    }
    let text = if (1e-3..1e6).contains(&x.abs()) {
        let whole = x.abs().log10().floor() as i32 + 1;
        let decimals = (digits as i32 - whole).max(0) as usize;
        format!("{x:.decimals$}")
    } else {
        format!("{x:.*e}", digits.saturating_sub(1))
    };
    text.replace('-', "−")
}

/// Four significant digits.
pub fn short(x: f32) -> String {
    significant(f64::from(x), 4)
}

/// `x` rounded to float32, with the nine significant digits that tell any two of them apart: C's `%.9g`.
pub fn float32(x: f64) -> String {
    let scientific = format!("{:.8e}", f64::from(x as f32));
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let trimmed = |text: &str| text.trim_end_matches('0').trim_end_matches('.').to_string();
    match exponent.parse::<i32>() {
        Ok(power @ -4..9) => {
            let fixed = format!("{:.*}", (8 - power) as usize, f64::from(x as f32));
            if power == 8 { fixed } else { trimmed(&fixed) }
        }
        Ok(power) => format!("{}e{power:+03}", trimmed(digits)),
        Err(_) => scientific,
    }
}

/// A difference: `4e−16` where it is small, two digits where it is not; exact zero stays `0`.
pub fn gap(x: f64) -> String {
    match x {
        0.0 => "0".to_string(),
        x if x.abs() < 0.01 => format!("{x:.0e}").replace('-', "−"),
        x => significant(x, 2),
    }
}

/// `x` with so many decimals and a true minus sign; what rounds to zero has none.
pub fn fixed(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    let is_zero = text.trim_start_matches('-').bytes().all(|b| matches!(b, b'0' | b'.'));
    if is_zero { text.trim_start_matches('-').to_string() } else { text.replace('-', "−") }
}

/// A whole number in groups of three: 32,768. Any type of number: `usize` has 32 bits in a browser, and models have more
/// parameters than that.
pub fn grouped(n: impl TryInto<u64>) -> String {
    let digits = n.try_into().unwrap_or(u64::MAX).to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `x` to four digits with a unit for its thousands: 155.6 M is `compact(155_582_464.0, COUNT)`.
pub fn compact(x: f64, units: [&str; 6]) -> String {
    let power = if x.abs() >= 1.0 { (x.abs().log10() / 3.0 + 1e-9).floor() as usize } else { 0 };
    let power = power.min(units.len() - 1);
    let number = significant(x / 1000f64.powi(power as i32), 4);
    let number =
        if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { &number };
    let unit = units.get(power).copied().unwrap_or_default();
    if unit.is_empty() { number.to_string() } else { format!("{number} {unit}") }
}

/// Thousands, millions, billions, as models are counted.
pub const COUNT: [&str; 6] = ["", "k", "M", "B", "T", "Q"];
/// The same as SI has it.
pub const SI: [&str; 6] = ["", "k", "M", "G", "T", "P"];

/// A share as a percentage.
pub fn percent(x: f32) -> String {
    per_cent(&format!("{:.1}", f64::from(x) * 100.0))
}

/// A number and its per cent sign, which no line's end parts.
pub fn per_cent(number: &str) -> String {
    format!("{number}\u{a0}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_decimals_have_a_true_minus() {
        assert_eq!([0.3554, -0.25, -0.0001].map(|x| fixed(x, 3)), ["0.355", "−0.250", "0.000"]);
    }

    #[test]
    fn a_number_keeps_its_per_cent_sign() {
        assert_eq!([percent(0.81), per_cent("10")], ["81.0\u{a0}%", "10\u{a0}%"]);
    }

    #[test]
    fn compact_numbers_have_a_unit() {
        let texts = [155_582_464.0, 8.03e9, 999.0, 1000.0, 0.0, 4.1e19].map(|x| compact(x, COUNT));
        assert_eq!(texts, ["155.6 M", "8.03 B", "999", "1 k", "0", "41000 Q"]);
    }

    #[test]
    fn groups_of_three() {
        assert_eq!(
            [0_u64, 999, 1000, 32_768, 1_234_567].map(grouped),
            ["0", "999", "1,000", "32,768", "1,234,567"]
        );
        assert_eq!(grouped(4_328_521_728_u64), "4,328,521,728");
    }

    /// As Python prints `'%.9g' % numpy.float32(x)`.
    #[test]
    fn float32_has_nine_digits() {
        let text: Vec<_> =
            [1.0, 0.1, 0.865_964_323, 1e-4, 2.5e-5, 123_456_789.0, 1e9, 0.0].map(float32).into();
        assert_eq!(
            text,
            [
                "1",
                "0.100000001",
                "0.865964293",
                "9.99999975e-05",
                "2.49999994e-05",
                "123456792",
                "1e+09",
                "0"
            ]
        );
    }
}
