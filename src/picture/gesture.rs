//! What fingers and keys do to a [`Viewport`]. Points are shares of the window.

use super::viewport::Viewport;

type Point = (f64, f64);

/// Pointers on the picture: one drags, two pinch.
#[derive(Clone, Debug, Default)]
pub struct Hands {
    down: Vec<(i32, Point)>,
    /// Where the first one went down, until it has moved away from there.
    still: Option<Point>,
}

/// A pointer that moved less than this share of the window has pressed, not dragged.
const TREMBLE: f64 = 0.012;

impl Hands {
    pub fn down(&mut self, id: i32, at: Point) {
        self.down.retain(|(other, _)| *other != id);
        self.down.push((id, at));
        self.still = (self.down.len() == 1).then_some(at);
    }

    /// The window after a pointer has moved; `None` if it is not down, or has only trembled.
    pub fn moved(&mut self, id: i32, to: Point, view: &Viewport) -> Option<Viewport> {
        if self.still.is_some_and(|from| distance(from, to) < TREMBLE) {
            return None;
        }
        self.still = None;
        let before: Vec<Point> = self.down.iter().map(|(_, at)| *at).collect();
        self.down.iter_mut().find(|(other, _)| *other == id)?.1 = to;
        let after: Vec<Point> = self.down.iter().map(|(_, at)| *at).collect();
        match (&before[..], &after[..]) {
            ([from], [to]) => Some(view.pan(from.0 - to.0, from.1 - to.1)),
            ([a, b, ..], [c, d, ..]) => {
                let (from, to) = (middle(*a, *b), middle(*c, *d));
                let closer = view.zoom(distance(*a, *b) / distance(*c, *d).max(1e-6), from);
                Some(closer.pan(from.0 - to.0, from.1 - to.1))
            }
            _ => None,
        }
    }

    /// Lifts a pointer; where it pressed if it did not drag.
    pub fn up(&mut self, id: i32) -> Option<Point> {
        self.down.retain(|(other, _)| *other != id);
        self.still.take().filter(|_| self.down.is_empty())
    }

    pub fn any(&self) -> bool {
        !self.down.is_empty()
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

fn middle(a: Point, b: Point) -> Point {
    ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Asked {
    View(Viewport),
    Cell(usize, usize),
}

/// How much closer one press or click brings the picture.
pub const CLOSER: f64 = 0.5;

/// Arrows move the cell, with shift the window; page keys move the window by most of itself; + and − zoom about the
/// cell, 0 shows everything. `None` for keys that are not ours.
pub fn key(key: &str, shift: bool, view: &Viewport, (i, j): (usize, usize)) -> Option<Asked> {
    const PAGE: f64 = 0.8;
    const NUDGE: f64 = 0.1;
    let last = view.n.checked_sub(1)?;
    // From afar a single cell cannot be seen: the cell moves by about what the eye tells apart.
    let step = ((view.size / 128.0) as usize).max(1);
    let (dx, dy) = match key {
        "ArrowLeft" => (-1.0, 0.0),
        "ArrowRight" => (1.0, 0.0),
        "ArrowUp" => (0.0, -1.0),
        "ArrowDown" => (0.0, 1.0),
        "PageUp" => return Some(Asked::View(view.pan(0.0, -PAGE))),
        "PageDown" => return Some(Asked::View(view.pan(0.0, PAGE))),
        "Home" => return Some(Asked::Cell(i, 0)),
        "End" => return Some(Asked::Cell(i, last)),
        "+" | "=" => return Some(Asked::View(view.zoom(CLOSER, about(view, (i, j))))),
        "-" | "_" | "−" => return Some(Asked::View(view.zoom(1.0 / CLOSER, about(view, (i, j))))),
        "0" => return Some(Asked::View(Viewport::whole(view.n))),
        _ => return None,
    };
    if shift {
        return Some(Asked::View(view.pan(dx * NUDGE, dy * NUDGE)));
    }
    let moved = |at: usize, by: f64| at.saturating_add_signed(by as isize * step as isize).min(last);
    Some(Asked::Cell(moved(i, dy), moved(j, dx)))
}

/// The cell's share of the window, or the middle if it is outside.
pub fn about(view: &Viewport, (i, j): (usize, usize)) -> Point {
    let share = |at: usize, edge: f64| (at as f64 + 0.5 - edge) / view.size;
    let (x, y) = (share(j, view.k), share(i, view.q));
    if (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y) { (x, y) } else { (0.5, 0.5) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: Viewport = Viewport { n: 1000, q: 200.0, k: 400.0, size: 100.0 };

    #[test]
    fn one_finger_drags_what_is_under_it() {
        let mut hands = Hands::default();
        assert_eq!(hands.moved(1, (0.5, 0.5), &VIEW), None);
        hands.down(1, (0.5, 0.5));
        assert_eq!(hands.moved(1, (0.505, 0.5), &VIEW), None);
        let view = hands.moved(1, (0.25, 0.5), &VIEW).unwrap();
        assert_eq!(view.cell((0.25, 0.5)), VIEW.cell((0.5, 0.5)));
        assert_eq!(hands.up(1), None);
        assert!(!hands.any());
    }

    #[test]
    fn a_press_is_no_drag() {
        let mut hands = Hands::default();
        hands.down(1, (0.5, 0.5));
        assert_eq!(hands.up(1), Some((0.5, 0.5)));
    }

    #[test]
    fn two_fingers_zoom_and_keep_what_is_between_them() {
        let mut hands = Hands::default();
        hands.down(1, (0.4, 0.5));
        hands.down(2, (0.6, 0.5));
        let view = hands.moved(2, (0.8, 0.5), &VIEW).unwrap();
        assert!((view.size - 50.0).abs() < 1e-9, "{}", view.size);
        assert!((view.k + 0.6 * view.size - 450.0).abs() < 1e-9, "the key between the fingers: {view:?}");
        assert_eq!(hands.up(1), None);
        assert_eq!(hands.up(2), None);
    }

    #[test]
    fn keys_move_the_cell_the_window_and_the_size() {
        let press = |name| key(name, false, &VIEW, (250, 450));
        assert_eq!(press("ArrowDown"), Some(Asked::Cell(251, 450)));
        assert_eq!(press("End"), Some(Asked::Cell(250, 999)));
        assert_eq!(press("0"), Some(Asked::View(Viewport::whole(1000))));
        assert_eq!(press("+"), Some(Asked::View(VIEW.zoom(CLOSER, (0.505, 0.505)))));
        assert_eq!(press("PageDown"), Some(Asked::View(VIEW.pan(0.0, 0.8))));
        assert_eq!(key("ArrowLeft", true, &VIEW, (0, 0)), Some(Asked::View(VIEW.pan(-0.1, 0.0))));
        assert_eq!(key("ArrowLeft", false, &VIEW, (0, 0)), Some(Asked::Cell(0, 0)));
        assert_eq!(key("ArrowRight", false, &Viewport::whole(1000), (0, 995)), Some(Asked::Cell(0, 999)));
        assert_eq!(press("a"), None);
        assert_eq!(about(&VIEW, (0, 0)), (0.5, 0.5));
    }
}
