//! What stands around a picture in a file: its title above, below it parameters, source and link.

use super::About;
use super::letters::{bold, flow, plain, width, wrap};
use super::scene::{Anchor, Inks, Item, Scene, Text};

const MARGIN: f64 = 24.0;
const TITLE: f64 = 19.0;
const NAME: f64 = 14.0;
const SMALL: f64 = 12.0;
/// The most lines of the title, and of each line below.
const LINES: usize = 3;
/// Pictures are laid out in so many pixels; a page is no narrower than half of it.
pub const ROOM: f64 = 912.0;

/// The whole page: title, picture, and what a reader needs to find and to cite it.
pub fn draw(about: &About, picture: Scene, inks: &Inks) -> Scene {
    let room = picture.width.max(ROOM / 2.0);
    let mut out = Scene::new(room + 2.0 * MARGIN, MARGIN);
    for line in wrap(&about.title, room, bold(TITLE), LINES) {
        let (at, color) = ([MARGIN, out.height + 0.8 * TITLE], inks.ink);
        let text = Text { at, text: line, size: TITLE, bold: true, anchor: Anchor::Start, turn: 0.0, color };
        out.items.push(Item::Text(text));
        out.height += 1.3 * TITLE;
    }
    for line in wrap(&about.name, room, plain(NAME), 1) {
        out.text([MARGIN, out.height + 0.9 * NAME], line, NAME, Anchor::Start, inks.soft);
        out.height += 1.4 * NAME;
    }
    let (top, height) = (out.height + 10.0, picture.height);
    out.place(picture, [MARGIN, top]);
    out.height = top + height + 14.0;
    let rule = vec![[MARGIN, out.height], [MARGIN + room, out.height]];
    out.items.push(Item::Line { points: rule, color: inks.line, width: 1.0 });
    out.height += 6.0;
    for text in small(about) {
        for line in wrap(&text, room, plain(SMALL), LINES) {
            out.height += 1.4 * SMALL;
            out.text([MARGIN, out.height], line, SMALL, Anchor::Start, inks.soft);
        }
    }
    out.height = (out.height + MARGIN).ceil();
    out.width = out.width.ceil();
    out.items.insert(0, Item::Rect { at: [0.0, 0.0, out.width, out.height], fill: inks.paper });
    out
}

fn small(about: &About) -> Vec<String> {
    let parameters: Vec<_> = about
        .parameters
        .iter()
        .map(|(key, value)| format!("{key} = {}", value.replace(['\r', '\n', '\t'], " ")))
        .collect();
    vec![parameters.join(" · "), about.citation.clone(), about.permalink.clone(), about.made_with.clone()]
}

/// The names of curves with a stroke of their colour and pattern each, in lines that fit.
pub fn legend(entries: &[(String, [u8; 3], bool)], room: f64, inks: &Inks) -> Scene {
    const STROKE: f64 = 24.0;
    let places = flow(entries.iter().map(|(name, ..)| STROKE + 8.0 + width(name, plain(13.0)) + 18.0), room);
    let height = places.last().map_or(0.0, |(_, line)| 22.0 + 20.0 * *line as f64);
    let mut out = Scene::new(room, height);
    for ((name, color, dashed), (x, line)) in entries.iter().zip(places) {
        let y = 12.0 + 20.0 * line as f64;
        let strokes: &[[f64; 2]] =
            if *dashed { &[[0.0, 6.0], [9.0, 15.0], [18.0, 24.0]] } else { &[[0.0, STROKE]] };
        for [from, to] in strokes {
            let points = vec![[x + from, y], [x + to, y]];
            out.items.push(Item::Line { points, color: *color, width: 3.0 });
        }
        out.text([x + STROKE + 6.0, y + 4.5], name.clone(), 13.0, Anchor::Start, inks.ink);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bold title of one line too many for its letters, at the usual width of a picture.
    #[test]
    fn a_title_stays_on_the_page() {
        let inks = Inks { paper: [255; 3], ink: [0; 3], soft: [99; 3], line: [200; 3] };
        let title = "49,408 tokens × 512 numbers: 25.3 M parameters, 40 % of the model with its embedding and output weights tied";
        let about = About {
            title: title.to_owned(),
            permalink: "https://example.org/".repeat(30),
            ..About::default()
        };
        let page = draw(&about, Scene::new(ROOM, 100.0), &inks);
        let mut titles = 0;
        for item in &page.items {
            let Item::Text(text) = item else { continue };
            let face = if text.bold { bold(text.size) } else { plain(text.size) };
            assert!(text.at[0] + width(&text.text, face) <= page.width - MARGIN, "{}", text.text);
            titles += usize::from(text.bold);
        }
        assert_eq!(titles, 2);
    }
}
