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

/// Roughly how wide a text is at `size`: CJK and emoji are square, other letters a little over half.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| if (c as u32) < 0x2e80 { 0.56 } else { 1.03 }).sum::<f64>() * size
}

/// The beginning of a text that fits in `room`, with … where it is cut.
pub fn fit(text: &str, room: f64, size: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars() {
        if width(&out, size) + width("M…", size) > room {
            break;
        }
        out.push(c);
    }
    out + "…"
}

/// A text in lines no wider than `room`: broken at spaces, at CJK characters, and where a word is too long within it.
pub fn wrap(text: &str, room: f64, size: f64, most: usize) -> Vec<String> {
    let (mut lines, mut line, mut since_break) = (Vec::new(), String::new(), String::new());
    for c in text.chars() {
        let may_break = c == ' ' || (c as u32) >= 0x2e80;
        since_break.push(c);
        if width(&line, size) + width(&since_break, size) > room {
            if line.is_empty() {
                line = std::mem::take(&mut since_break);
            }
            lines.push(std::mem::take(&mut line).trim().to_owned());
        }
        if may_break {
            line.push_str(&std::mem::take(&mut since_break));
        }
    }
    line.push_str(&since_break);
    lines.push(line.trim().to_owned());
    lines.retain(|line| !line.is_empty());
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = fit(&format!("{last} {}", "…".repeat(1)), room, size);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_lose_nothing() {
        let text = "how a Transformer knows where 狗咬人狗咬人狗咬人 https://example.org/a/very/long/address";
        let lines = wrap(text, 120.0, 12.0, 20);
        assert!(lines.iter().all(|line| width(line, 12.0) <= 120.0 + 14.0), "{lines:?}");
        let bare = |text: &str| text.chars().filter(|c| *c != ' ').collect::<String>();
        assert_eq!(bare(&lines.concat()), bare(text));
    }

    #[test]
    fn too_many_lines_end_in_dots() {
        let lines = wrap(&"word ".repeat(50), 100.0, 12.0, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…'), "{lines:?}");
        assert_eq!(fit("狗咬人", 1.0, 12.0), "…");
    }
}
