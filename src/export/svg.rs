//! A scene as SVG: text stays text, lines stay lines, and cells are rectangles as long as they are few enough.

use super::numbers::Pixels;
use super::scene::{Anchor, Item, Rgb, Scene, Text};
use super::{About, json};
use std::fmt::Write;

/// Up to so many cells are drawn as rectangles; more become one picture, which every program can still open.
pub const MOST_CELLS: usize = 16_384;

const FONT: &str = "system-ui, 'Segoe UI', 'Helvetica Neue', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/// The file. `embed` makes a `data:` address of a raster, for cells beyond [`MOST_CELLS`]; where it cannot, they are
/// rectangles after all.
pub fn write(about: &About, scene: &Scene, embed: &dyn Fn(&Pixels) -> Option<String>) -> String {
    let (w, h) = (number(scene.width), number(scene.height));
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
         viewBox=\"0 0 {w} {h}\" role=\"img\" font-family=\"{FONT}\">\n"
    );
    let lines: Vec<_> = about.lines().into_iter().map(|(name, text)| format!("{name}: {text}")).collect();
    let _ = writeln!(out, "<title>{}</title>", escape(&about.title));
    let _ = writeln!(out, "<desc>{}</desc>", escape(&lines.join("\n")));
    let _ = writeln!(out, "<metadata>{}</metadata>", escape(json::metadata(about).trim_end()));
    scene.items.iter().for_each(|item| one(&mut out, item, embed));
    out.push_str("</svg>\n");
    out
}

fn one(out: &mut String, item: &Item, embed: &dyn Fn(&Pixels) -> Option<String>) {
    // Writing to a String cannot fail.
    let _ = match item {
        Item::Rect { at, fill } => writeln!(out, "<rect {} fill=\"{}\"/>", place(at), hex(fill)),
        Item::Line { points, color, width } => writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
            list(points),
            hex(color),
            number(*width)
        ),
        Item::Area { points, fill } => {
            writeln!(out, "<polygon points=\"{}\" fill=\"{}\"/>", list(points), hex(fill))
        }
        Item::Circle { at: [x, y], radius, color, filled } => {
            let (fill, stroke) = if *filled { (hex(color), None) } else { ("none".into(), Some(hex(color))) };
            let stroke = stroke.map_or(String::new(), |stroke| format!(" stroke=\"{stroke}\""));
            let (x, y, radius) = (number(*x), number(*y), number(*radius));
            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"{stroke}/>")
        }
        Item::Text(text) => write_text(out, text),
        Item::Cells { at, pixels } => {
            let many = pixels.rows * pixels.cols > MOST_CELLS;
            match many.then(|| embed(pixels)).flatten() {
                Some(address) => writeln!(
                    out,
                    "<image {} preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" href=\"{address}\"/>",
                    place(at)
                ),
                None => cells(out, at, pixels),
            }
        }
    };
}

fn cells(out: &mut String, [x, y, w, h]: &[f64; 4], pixels: &Pixels) -> std::fmt::Result {
    writeln!(out, "<g shape-rendering=\"crispEdges\">")?;
    let (cell_w, cell_h) = (w / pixels.cols.max(1) as f64, h / pixels.rows.max(1) as f64);
    for (at, colour) in pixels.rgba.as_chunks::<4>().0.iter().enumerate() {
        let (row, col) = (at / pixels.cols.max(1), at % pixels.cols.max(1));
        let rect = [x + col as f64 * cell_w, y + row as f64 * cell_h, cell_w, cell_h];
        let [r, g, b, _] = *colour;
        writeln!(out, "<rect {} fill=\"{}\"/>", place(&rect), hex(&[r, g, b]))?;
    }
    writeln!(out, "</g>")
}

fn write_text(out: &mut String, text: &Text) -> std::fmt::Result {
    let [x, y] = text.at.map(number);
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let bold = if text.bold { " font-weight=\"600\"" } else { "" };
    let turn = match text.turn {
        0.0 => String::new(),
        turn => format!(" transform=\"rotate({} {x} {y})\"", number(turn)),
    };
    let (size, color, words) = (number(text.size), hex(&text.color), escape(&text.text));
    writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{color}\"{anchor}{bold}{turn}>{words}</text>"
    )
}

fn place([x, y, w, h]: &[f64; 4]) -> String {
    format!("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(*x), number(*y), number(*w), number(*h))
}

fn list(points: &[[f64; 2]]) -> String {
    points.iter().map(|[x, y]| format!("{},{}", number(*x), number(*y))).collect::<Vec<_>>().join(" ")
}

/// Hundredths of a pixel.
fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

fn hex([r, g, b]: &Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Text as XML has it; characters that XML 1.0 forbids (§2.2) are shown as �.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(c),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::numbers::tests::{about, grid};
    use crate::export::{Inks, frame, grids};

    const INKS: Inks = Inks { paper: [255; 3], ink: [0; 3], soft: [99; 3], line: [200; 3] };

    #[test]
    fn every_kind_of_item() {
        let mut scene = Scene::new(10.0, 5.5);
        scene.text([1.0, 2.0], "a<&\u{1}", 12.0, Anchor::End, [1, 2, 255]);
        scene.items.push(Item::Line { points: vec![[0.0, 1.0], [2.005, -0.001]], color: [0; 3], width: 1.5 });
        let pixels = Pixels { rows: 1, cols: 2, rgba: vec![255, 0, 0, 255, 0, 255, 0, 255] };
        scene.items.push(Item::Cells { at: [0.0, 0.0, 4.0, 1.0], pixels });
        let svg = write(&About { title: "T".into(), ..About::default() }, &scene, &|_| None);
        let body: Vec<_> = svg.lines().skip_while(|line| !line.starts_with("<text")).collect();
        assert_eq!(
            body,
            [
                "<text x=\"1\" y=\"2\" font-size=\"12\" fill=\"#0102ff\" text-anchor=\"end\">a&lt;&amp;\u{fffd}</text>",
                "<polyline points=\"0,1 2,0\" fill=\"none\" stroke=\"#000000\" stroke-width=\"1.5\" stroke-linejoin=\"round\"/>",
                "<g shape-rendering=\"crispEdges\">",
                "<rect x=\"0\" y=\"0\" width=\"2\" height=\"1\" fill=\"#ff0000\"/>",
                "<rect x=\"2\" y=\"0\" width=\"2\" height=\"1\" fill=\"#00ff00\"/>",
                "</g>",
                "</svg>",
            ]
        );
        assert!(svg.contains("width=\"10\" height=\"5.5\" viewBox=\"0 0 10 5.5\""));
    }

    #[test]
    fn a_matrix_has_title_labels_bar_and_link() {
        let scene = frame::draw(&about(), grids::draw(&[grid("")], frame::ROOM, &INKS), &INKS);
        let svg = write(&about(), &scene, &|_| None);
        for text in [
            "<title>Who, &quot;why&quot;</title>",
            ">狗</text>",
            ">query</text>",
            ">0.10</text>",
            "scheme = rope",
            ">https://x/#v=1</text>",
            ">Su et al.</text>",
        ] {
            assert!(svg.contains(text), "{text} is missing in {svg}");
        }
        assert_eq!(svg.matches("fill=\"#ff0000\"").count(), 1, "the one cell at the high end is red");
    }

    #[test]
    fn many_cells_become_one_picture() {
        let mut scene = Scene::new(10.0, 10.0);
        let pixels = Pixels { rows: 129, cols: 128, rgba: vec![0; 129 * 128 * 4] };
        scene.items.push(Item::Cells { at: [0.0, 0.0, 10.0, 10.0], pixels });
        let svg = write(&About::default(), &scene, &|_| Some("data:image/png;base64,AAAA".to_owned()));
        assert!(svg.contains("href=\"data:image/png;base64,AAAA\"") && !svg.contains("<rect"));
    }
}
