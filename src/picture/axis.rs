//! Axes: where a value stands between two ends, linear or logarithmic, and which round values to name.

/// One axis of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub label: String,
    pub min: f64,
    pub max: f64,
    /// Equal ratios stand equally far apart; both ends must be positive.
    pub log: bool,
}

impl Axis {
    /// A logarithmic axis from `low` to `high`, both positive, with a little room. It ends on half decades, so that it
    /// stands still while a slider moves the curves by little.
    pub fn half_decades(label: String, low: f64, high: f64) -> Self {
        let half = |x: f64, round: fn(f64) -> f64| 10f64.powf(round(2.0 * x.log10()) / 2.0);
        Axis { label, min: half(low * 0.9, f64::floor), max: half(high * 1.1, f64::ceil), log: true }
    }

    /// 0 at `min`, 1 at `max`.
    pub fn share(&self, value: f64) -> f64 {
        let (low, high, at) = (self.warp(self.min), self.warp(self.max), self.warp(value));
        if high == low { 0.5 } else { (at - low) / (high - low) }
    }

    /// The value at a share: the inverse of [`Axis::share`].
    pub fn value(&self, share: f64) -> f64 {
        let (low, high) = (self.warp(self.min), self.warp(self.max));
        let at = low + (high - low) * share;
        if self.log { at.exp() } else { at }
    }

    fn warp(&self, value: f64) -> f64 {
        if self.log { value.max(f64::MIN_POSITIVE).ln() } else { value }
    }

    /// At most `most` round values within the ends.
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        if self.log { self.decades(most) } else { self.rounds(most) }
    }

    fn decades(&self, most: usize) -> Vec<f64> {
        let (first, last) = (self.min.log10().ceil() as i32, self.max.log10().floor() as i32);
        let many = (last - first + 1).max(0) as usize;
        let every = many.div_ceil(most.max(1)).max(1);
        (first..=last).step_by(every).map(|exponent| 10f64.powi(exponent)).collect()
    }

    fn rounds(&self, most: usize) -> Vec<f64> {
        let span = self.max - self.min;
        if span <= 0.0 || !span.is_finite() {
            return vec![self.min];
        }
        let rough = span / most.max(1) as f64;
        let power = 10f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= rough).unwrap_or(rough);
        let (first, last) = ((self.min / step).ceil() as i64, (self.max / step).floor() as i64);
        (first..=last).map(|k| k as f64 * step).collect()
    }

    /// A tick as text. All ticks of an axis are spelled alike: in full, or all as powers of ten (but 0 and 1).
    pub fn name(&self, value: f64) -> String {
        let bare = (!self.log && value.abs() < 1e-12) || value.abs() == 1.0;
        let all_plain = || self.ticks(9).into_iter().chain([value]).all(plain);
        if bare || all_plain() {
            let rounded = (value * 1e6).round() / 1e6;
            rounded.to_string().replace('-', "−")
        } else {
            // Three digits at most, and none that are zeros: 1e5, 2.5e4.
            let rounded: f64 = format!("{value:.2e}").parse().unwrap_or(value);
            format!("{rounded:e}").replace('-', "−")
        }
    }
}

/// Whether a value is short enough to be written in full.
fn plain(value: f64) -> bool {
    value.abs() < 1e-12 || (1e-3..1e4).contains(&value.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_of_half_decades_holds_its_values_and_stands_still() {
        let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-12;
        let root = 10f64.sqrt();
        let first = Axis::half_decades(String::new(), 2e-5, 700.0);
        assert!(near(first.min, 1e-5) && near(first.max, 1e3), "{first:?}");
        assert_eq!(first, Axis::half_decades(String::new(), 2.5e-5, 800.0));
        let next = Axis::half_decades(String::new(), 4e-5, 950.0);
        assert!(near(next.min, root * 1e-5) && near(next.max, root * 1e3), "{next:?}");
    }

    fn axis(min: f64, max: f64, log: bool) -> Axis {
        Axis { label: String::new(), min, max, log }
    }

    #[test]
    fn share_and_value_are_inverse() {
        for axis in [axis(-3.0, 9.0, false), axis(1e-5, 1.0, true)] {
            for share in [0.0, 0.25, 0.5, 1.0] {
                assert!((axis.share(axis.value(share)) - share).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn names_are_short() {
        let name = |value| axis(0.0, 1.0, false).name(value);
        assert_eq!([name(0.5), name(-8.0), name(1e5), name(25_000.000_000_1)], ["0.5", "−8", "1e5", "2.5e4"]);
        assert_eq!(name(1e-5), "1e−5");
    }

    #[test]
    fn one_axis_has_one_style() {
        let names = |axis: Axis| axis.ticks(9).iter().map(|tick| axis.name(*tick)).collect::<Vec<_>>();
        assert_eq!(names(axis(0.8e-4, 1.3, true)), ["1e−4", "1e−3", "1e−2", "1e−1", "1"]);
        assert_eq!(names(axis(0.5e-3, 1.3, true)), ["0.001", "0.01", "0.1", "1"]);
        assert_eq!(names(axis(0.0, 2e4, false))[..3], ["0", "5e3", "1e4"]);
    }

    #[test]
    fn ticks_are_round_and_within_the_ends() {
        assert_eq!(axis(0.0, 10.0, false).ticks(5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(axis(0.002, 3.0, true).ticks(5), [0.01, 0.1, 1.0]);
        assert_eq!(axis(1.0, 1.0, false).ticks(5), [1.0]);
    }
}
