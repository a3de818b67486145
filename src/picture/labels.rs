//! Labels beside points, none over another.
//!
//! A label is tried at eight places around its point, then at the same places farther away, and takes the first where it covers
//! no label before it and no point, and is clearly nearer to its own point than to any other. Labels that come first have the better places; one for which there is no place is left
//! out, so that what is drawn can be read. (The classical greedy choice: Christensen, Marks & Shieber 1995, ACM TOG 14, §3.)

/// What a plan of labels needs; all in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan<'a> {
    /// Where the points are: x to the right, y downwards.
    pub points: &'a [[f64; 2]],
    /// Width and height of each point's label.
    pub sizes: &'a [[f64; 2]],
    /// Width and height of the picture; labels stay inside.
    pub bounds: [f64; 2],
    /// Distance of a label from its point, and radius within which no label may come to any point.
    pub gap: f64,
    /// Boxes that no label may cover either: left, top, right, bottom.
    pub taken: &'a [[f64; 4]],
    /// How many rings of eight places are tried; a label in ring r begins r gaps farther out.
    pub rings: usize,
}

/// An axis-parallel box: left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Box4([f64; 4]);

impl Box4 {
    fn at([x, y]: [f64; 2], [width, height]: [f64; 2]) -> Self {
        Box4([x, y, x + width, y + height])
    }

    fn overlaps(self, Box4(other): Box4) -> bool {
        let Box4(own) = self;
        own[0] < other[2] && other[0] < own[2] && own[1] < other[3] && other[1] < own[3]
    }

    /// How far a point is from the box.
    fn distance(self, [x, y]: [f64; 2]) -> f64 {
        let Box4([left, top, right, bottom]) = self;
        (left - x).max(x - right).max(0.0).hypot((top - y).max(y - bottom).max(0.0))
    }

    fn is_within(self, [width, height]: [f64; 2]) -> bool {
        let Box4([left, top, right, bottom]) = self;
        left >= 0.0 && top >= 0.0 && right <= width && bottom <= height
    }
}

/// How many times as far as its own point every other is from a label at least.
const CLEARLY: f64 = 1.15;

/// Whether nobody takes the label for that of another point. Points nearly at one place part their labels as they can.
fn is_clearly_of(own: Box4, of: usize, plan: &Plan) -> bool {
    let Some(point) = plan.points.get(of) else { return false };
    let near = own.distance(*point);
    plan.points.iter().enumerate().filter(|(other, _)| *other != of).all(|(_, other)| {
        let apart = (other[0] - point[0]).hypot(other[1] - point[1]);
        own.distance(*other) >= if apart > plan.gap { near * CLEARLY } else { near }
    })
}

/// For each point where its label's left upper corner is, as an offset from the point; `None` for a label without a place.
/// Points without a size, or with one that is not a number, get none.
pub fn place(plan: &Plan) -> Vec<Option<[f64; 2]>> {
    let Plan { points, gap, .. } = *plan;
    let dot = |[x, y]: &[f64; 2]| Box4([x - gap / 2.0, y - gap / 2.0, x + gap / 2.0, y + gap / 2.0]);
    let dots: Vec<Box4> = points.iter().map(dot).collect();
    let mut taken: Vec<Box4> = plan.taken.iter().copied().map(Box4).collect();
    let mut offset_of = |(index, point): (usize, &[f64; 2])| {
        let size = *plan.sizes.get(index)?;
        let free = |offset: &[f64; 2]| {
            let own = Box4::at([point[0] + offset[0], point[1] + offset[1]], size);
            own.is_within(plan.bounds)
                && !taken.iter().chain(&dots).any(|other| own.overlaps(*other))
                && is_clearly_of(own, index, plan)
        };
        let offset = (1..=plan.rings).flat_map(|ring| offsets(size, gap * ring as f64)).find(free)?;
        taken.push(Box4::at([point[0] + offset[0], point[1] + offset[1]], size));
        Some(offset)
    };
    points.iter().enumerate().map(&mut offset_of).collect()
}

/// Eight places: right, left, above, below, then the corners.
fn offsets([width, height]: [f64; 2], gap: f64) -> [[f64; 2]; 8] {
    let (left, right, mid_x) = (-gap - width, gap, -width / 2.0);
    let (above, below, mid_y) = (-gap - height, gap, -height / 2.0);
    [
        [right, mid_y],
        [left, mid_y],
        [mid_x, above],
        [mid_x, below],
        [right, above],
        [right, below],
        [left, above],
        [left, below],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan<'a>(points: &'a [[f64; 2]], sizes: &'a [[f64; 2]]) -> Plan<'a> {
        Plan { points, sizes, bounds: [400.0, 300.0], gap: 6.0, taken: &[], rings: 4 }
    }

    /// Points by a small linear congruence, so that some lie close together.
    fn scattered(n: usize) -> Vec<[f64; 2]> {
        let mut state = 7_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 / f64::from(1_u32 << 31)
        };
        (0..n).map(|_| [next() * 400.0, next() * 300.0]).collect()
    }

    #[test]
    fn a_lone_label_stands_to_the_right_or_where_there_is_room() {
        let size = [[40.0, 12.0]];
        assert_eq!(place(&plan(&[[100.0, 100.0]], &size)), [Some([6.0, -6.0])]);
        assert_eq!(place(&plan(&[[395.0, 100.0]], &size)), [Some([-46.0, -6.0])]);
        assert_eq!(place(&plan(&[[395.0, 0.0]], &size)), [Some([-46.0, 6.0])]);
    }

    #[test]
    fn no_label_covers_what_stands_there_already() {
        let size = [[40.0, 12.0]];
        let taken = [[120.0, 90.0, 130.0, 110.0]];
        let plan = Plan { taken: &taken, ..plan(&[[100.0, 100.0]], &size) };
        assert_eq!(place(&plan), [Some([-46.0, -6.0])]);
    }

    #[test]
    fn two_at_one_place_are_put_apart() {
        let offsets = place(&plan(&[[100.0, 100.0]; 2], &[[40.0, 12.0]; 2]));
        assert_eq!(offsets, [Some([6.0, -6.0]), Some([-46.0, -6.0])]);
    }

    #[test]
    fn no_label_covers_another_or_a_point_or_leaves_the_picture() {
        let points = scattered(120);
        let sizes: Vec<[f64; 2]> = (0..120).map(|i| [16.0 + f64::from(i % 7) * 6.0, 12.0]).collect();
        let offsets = place(&plan(&points, &sizes));
        let boxes: Vec<Box4> = (points.iter().zip(&sizes).zip(&offsets))
            .filter_map(|((point, size), offset)| {
                offset.map(|offset| Box4::at([point[0] + offset[0], point[1] + offset[1]], *size))
            })
            .collect();
        assert!(boxes.len() > 60, "only {} placed", boxes.len());
        for (index, own) in boxes.iter().enumerate() {
            assert!(own.is_within([400.0, 300.0]));
            assert!(boxes.iter().skip(index + 1).all(|other| !own.overlaps(*other)));
            assert!(points.iter().all(|point| !own.overlaps(Box4([point[0], point[1], point[0], point[1]]))));
        }
    }

    #[test]
    fn a_label_is_nearest_to_its_own_point() {
        let points = scattered(80);
        let sizes = [[30.0, 12.0]; 80];
        let offsets = place(&plan(&points, &sizes));
        assert!(offsets.iter().flatten().count() > 40);
        for (index, (point, offset)) in points.iter().zip(&offsets).enumerate() {
            let Some(offset) = offset else { continue };
            let own = Box4::at([point[0] + offset[0], point[1] + offset[1]], [30.0, 12.0]);
            let others = points.iter().enumerate().filter(|(other, _)| *other != index);
            assert!(others.map(|(_, other)| own.distance(*other)).all(|d| d >= own.distance(*point)));
        }
        // beside its own point it would stand beside the other as well
        let two = [[100.0, 100.0], [150.0, 100.0]];
        assert_eq!(place(&plan(&two, &[[40.0, 12.0]; 2]))[0], Some([-46.0, -6.0]));
    }

    #[test]
    fn what_cannot_be_placed_is_left_out() {
        assert_eq!(place(&plan(&[[10.0, 10.0]], &[[500.0, 12.0]])), [None]);
        assert_eq!(place(&plan(&[[10.0, 10.0]], &[[f64::NAN, 12.0]])), [None]);
        assert_eq!(place(&plan(&[[10.0, 10.0]], &[])), [None]);
        assert!(place(&plan(&[], &[])).is_empty());
    }
}
