//! Points with names beside them, as a map of words or of models has them; where the names stand is `picture::labels`'
//! concern.

use super::letters::{flow, plain, width};
use super::scene::{Anchor, Inks, Item, Rgb, Scene};

/// Size of a name, and from the upper edge of its line to the baseline.
const NAME: f64 = 14.0;
const BASELINE: f64 = 13.5;
/// Half of a point, and of a chosen one.
const SMALL: f64 = 4.0;
const LARGE: f64 = 6.0;
/// Half of a cross.
const CROSS: f64 = 8.5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Dot,
    Square,
    Cross,
}

/// One point.
#[derive(Clone, Debug, PartialEq)]
pub struct Point<'a> {
    pub at: [f64; 2],
    pub shape: Shape,
    pub color: Rgb,
    pub name: &'a str,
    /// The left upper corner of the name from the point; none where it found no room.
    pub label: Option<[f64; 2]>,
    /// A chosen point has a ring.
    pub chosen: bool,
}

/// Adds the points, and then their names, so that no point covers one.
pub fn draw(out: &mut Scene, points: &[Point], inks: &Inks) {
    for point in points {
        if point.chosen {
            shape(out, point.shape, point.at, LARGE + 3.0, inks.ink);
            shape(out, point.shape, point.at, LARGE + 1.0, inks.paper);
        }
        let half = if point.chosen { LARGE } else { SMALL };
        shape(
            out,
            point.shape,
            point.at,
            if point.shape == Shape::Cross { CROSS } else { half },
            point.color,
        );
    }
    for Point { at: [x, y], label, name, .. } in points {
        if let Some([dx, dy]) = label {
            out.text([x + dx, y + dy + BASELINE], *name, NAME, Anchor::Start, inks.ink);
        }
    }
}

fn shape(out: &mut Scene, shape: Shape, [x, y]: [f64; 2], half: f64, color: Rgb) {
    let line = |points: Vec<[f64; 2]>| Item::Line { points, color, width: 2.0 };
    match shape {
        Shape::Dot => out.items.push(Item::Circle { at: [x, y], radius: half, color, filled: true }),
        Shape::Square => {
            out.items.push(Item::Rect { at: [x - half, y - half, 2.0 * half, 2.0 * half], fill: color });
        }
        Shape::Cross => {
            out.items.push(line(vec![[x - half, y], [x + half, y]]));
            out.items.push(line(vec![[x, y - half], [x, y + half]]));
        }
    }
}

/// Adds below what is drawn what the shapes stand for, in lines that fit.
pub fn legend(out: &mut Scene, entries: &[(Shape, Rgb, &str)], inks: &Inks) {
    const SIZE: f64 = 13.0;
    const LINE: f64 = 22.0;
    let wide = |name: &str| 18.0 + width(name, plain(SIZE)) + 18.0;
    let places = flow(entries.iter().map(|(.., name)| wide(name)), out.width);
    let top = out.height + LINE + 4.0;
    out.height = top;
    for ((kind, color, name), (x, line)) in entries.iter().zip(places) {
        out.height = top + LINE * line as f64;
        let y = out.height - 9.0;
        shape(out, *kind, [x + 7.0, y], if *kind == Shape::Cross { 6.5 } else { 4.5 }, *color);
        out.text([x + 18.0, y + 4.5], *name, SIZE, Anchor::Start, inks.ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INKS: Inks = Inks { paper: [255; 3], ink: [0; 3], soft: [99; 3], line: [200; 3] };

    #[test]
    fn a_name_stands_where_its_label_found_room_or_not_at_all() {
        let point = |name, label, chosen| Point {
            at: [50.0, 40.0],
            shape: Shape::Dot,
            color: [1, 2, 3],
            name,
            label,
            chosen,
        };
        let mut out = Scene::new(200.0, 100.0);
        draw(&mut out, &[point("near", Some([9.0, -9.0]), true), point("none", None, false)], &INKS);
        let texts: Vec<_> = out
            .items
            .iter()
            .filter_map(|item| if let Item::Text(t) = item { Some(t) } else { None })
            .collect();
        assert_eq!(texts.len(), 1);
        assert_eq!((texts[0].text.as_str(), texts[0].at), ("near", [59.0, 44.5]));
        // ring, paper and dot of the chosen one, and the other's dot
        assert_eq!(out.items.iter().filter(|item| matches!(item, Item::Circle { .. })).count(), 4);
    }

    #[test]
    fn a_legend_is_below_and_within_the_picture() {
        let mut out = Scene::new(200.0, 100.0);
        let name = "some name that takes room";
        legend(
            &mut out,
            &[(Shape::Dot, [0; 3], name), (Shape::Square, [0; 3], name), (Shape::Cross, [0; 3], "x")],
            &INKS,
        );
        assert!(out.height >= 148.0);
        for item in &out.items {
            let Item::Text(text) = item else { continue };
            assert!(text.at[1] > 100.0 && text.at[1] <= out.height);
            assert!(text.at[0] + width(&text.text, plain(13.0)) <= 220.0);
        }
    }
}
