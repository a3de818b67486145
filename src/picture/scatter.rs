//! Points of a plane in a picture, both axes at one scale, so that distances keep their ratios.

/// Where points stand in pixels: x to the right, y downwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    pub points: Vec<[f64; 2]>,
    /// The pixel where the plane's origin is.
    pub origin: [f64; 2],
}

/// `points` (x to the right, y upwards) as large as fits `size` with `margin` pixels left on all sides, in the middle.
/// Points that all lie in one place stand in the middle; coordinates that are no numbers count as 0.
pub fn fit(points: &[[f64; 2]], size: [f64; 2], margin: f64) -> Scatter {
    let sound = |x: f64| if x.is_finite() { x } else { 0.0 };
    let ends = |axis: usize| {
        let all = points.iter().map(|point| sound(point[axis]));
        let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        if low <= high { (low, high) } else { (0.0, 0.0) }
    };
    let (x, y) = (ends(0), ends(1));
    let room = |axis: usize, (low, high): (f64, f64)| {
        let free = (size[axis] - 2.0 * margin).max(1.0);
        if high > low { free / (high - low) } else { f64::INFINITY }
    };
    let scale = room(0, x).min(room(1, y));
    let scale = if scale.is_finite() { scale } else { 1.0 };
    let middle = |(low, high): (f64, f64)| (low + high) / 2.0;
    let place = |[px, py]: [f64; 2]| {
        let (right, up) = ((sound(px) - middle(x)) * scale, (sound(py) - middle(y)) * scale);
        [size[0] / 2.0 + right, size[1] / 2.0 - up]
    };
    Scatter { points: points.iter().map(|point| place(*point)).collect(), origin: place([0.0, 0.0]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_scale_for_both_axes() {
        let scatter = fit(&[[0.0, 0.0], [2.0, 1.0]], [220.0, 220.0], 10.0);
        assert_eq!(scatter.points, [[10.0, 160.0], [210.0, 60.0]]);
        assert_eq!(scatter.origin, [10.0, 160.0]);
    }

    #[test]
    fn one_place_is_the_middle() {
        assert_eq!(fit(&[[3.0, 3.0]; 2], [100.0, 50.0], 10.0).points, [[50.0, 25.0]; 2]);
        assert_eq!(fit(&[[f64::NAN, 0.0]], [100.0, 50.0], 10.0).points, [[50.0, 25.0]]);
        assert!(fit(&[], [100.0, 50.0], 10.0).points.is_empty());
    }

    #[test]
    fn a_picture_smaller_than_its_margin_still_has_points() {
        let points = fit(&[[0.0, 0.0], [1.0, 1.0]], [10.0, 10.0], 20.0).points;
        assert!(points.iter().flatten().all(|x| (0.0..=10.0).contains(x)));
    }
}
