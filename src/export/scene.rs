//! A picture as a list of shapes and texts, in CSS pixels: written to SVG as it is, and painted on a canvas for PNG.

use super::numbers::Pixels;

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// The colours of everything that stands for no number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inks {
    pub paper: Rgb,
    pub ink: Rgb,
    pub soft: Rgb,
    pub line: Rgb,
}

/// Which end of a text stands at its x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Left, top, width, height.
    Rect {
        at: [f64; 4],
        fill: Rgb,
    },
    Line {
        points: Vec<[f64; 2]>,
        color: Rgb,
        width: f64,
    },
    Area {
        points: Vec<[f64; 2]>,
        fill: Rgb,
    },
    Circle {
        at: [f64; 2],
        radius: f64,
        color: Rgb,
        filled: bool,
    },
    Text(Text),
    /// Cells of one size, or the pixels of a picture, in a rectangle.
    Cells {
        at: [f64; 4],
        pixels: Pixels,
    },
}

/// A line of text; y is its alphabetic baseline, so that every program that reads the file puts it in the same place.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    pub at: [f64; 2],
    pub text: String,
    pub size: f64,
    pub bold: bool,
    pub anchor: Anchor,
    /// Degrees, clockwise, around `at`.
    pub turn: f64,
    pub color: Rgb,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub width: f64,
    pub height: f64,
    pub items: Vec<Item>,
}

impl Scene {
    pub fn new(width: f64, height: f64) -> Self {
        Scene { width, height, items: Vec::new() }
    }

    /// Adds a line of text.
    pub fn text(&mut self, at: [f64; 2], text: impl Into<String>, size: f64, anchor: Anchor, color: Rgb) {
        let text = Text { at, text: text.into(), size, bold: false, anchor, turn: 0.0, color };
        self.items.push(Item::Text(text));
    }

    /// Adds all of `other`, moved by `by`.
    pub fn place(&mut self, other: Scene, by: [f64; 2]) {
        self.items.extend(other.items.into_iter().map(|item| moved(item, by)));
    }
}

fn moved(item: Item, [dx, dy]: [f64; 2]) -> Item {
    let rect = |[x, y, w, h]: [f64; 4]| [x + dx, y + dy, w, h];
    let point = |[x, y]: [f64; 2]| [x + dx, y + dy];
    let all = |points: Vec<[f64; 2]>| points.into_iter().map(point).collect();
    match item {
        Item::Rect { at, fill } => Item::Rect { at: rect(at), fill },
        Item::Cells { at, pixels } => Item::Cells { at: rect(at), pixels },
        Item::Line { points, color, width } => Item::Line { points: all(points), color, width },
        Item::Area { points, fill } => Item::Area { points: all(points), fill },
        Item::Circle { at, radius, color, filled } => Item::Circle { at: point(at), radius, color, filled },
        Item::Text(text) => Item::Text(Text { at: point(text.at), ..text }),
    }
}
