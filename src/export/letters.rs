//! How wide a text is where nobody can measure it: a file is read with other fonts than the screen's.

/// Size in pixels, and whether the letters are bold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    pub size: f64,
    pub bold: bool,
}

/// Letters of the usual weight.
pub fn plain(size: f64) -> Face {
    Face { size, bold: false }
}

pub fn bold(size: f64) -> Face {
    Face { size, bold: true }
}

/// How much wider bold letters are than those of the usual weight, at most; full-width ones are as wide.
const BOLD: f64 = 1.16;

/// The width of a character in sizes of its font: at least that of DejaVu Sans, the widest of the fonts that systems show
/// pages in, so that a text takes no more room than it is given.
fn advance(c: char) -> f64 {
    match c {
        ' ' | 'i' | 'j' | 'l' | 'I' | 'J' | '.' | ',' | ':' | ';' | '|' | '/' | '\\' | '\'' | '·' | '‘'
        | '’' => 0.35,
        '!' | 'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' => 0.44,
        '"' | '`' | '*' | '_' | 's' | 'z' | 'c' | '“' | '”' | '–' => 0.58,
        'm' | 'M' | 'W' | '%' | '@' | '—' | '…' => 1.0,
        'w' | '&' | '+' | '=' | '<' | '>' | '~' | '^' | '#' => 0.85,
        'A'..='Z' | '$' => 0.79,
        // subscripts and superscripts
        '\u{2070}'..='\u{209c}' | '²' | '³' | '¹' => 0.45,
        // arrows and mathematical signs
        '\u{2190}'..='\u{22ff}' | '×' | '±' => 0.85,
        '\0'..='\u{7f}' => 0.64,
        '\u{80}'..='\u{2e7f}' => 0.8,
        '\u{1f000}'.. => 1.4,
        _ => 1.03,
    }
}

/// At least how wide a text is.
pub fn width(text: &str, face: Face) -> f64 {
    let heavy = |c: char| if face.bold && (c as u32) < 0x2e80 { BOLD } else { 1.0 };
    text.chars().map(|c| advance(c) * heavy(c)).sum::<f64>() * face.size
}

/// The beginning of a text that fits in `room`, with … where it is cut.
pub fn fit(text: &str, room: f64, face: Face) -> String {
    if width(text, face) <= room {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut taken = width("…", face);
    for c in text.chars() {
        taken += width(c.encode_utf8(&mut [0; 4]), face);
        if taken > room {
            break;
        }
        out.push(c);
    }
    out + "…"
}

/// A text in lines no wider than `room`: broken at spaces, at CJK characters, and where a word is too long within it.
pub fn wrap(text: &str, room: f64, face: Face, most: usize) -> Vec<String> {
    let (mut lines, mut line, mut since_break) = (Vec::new(), String::new(), String::new());
    for c in text.chars() {
        let own = width(c.encode_utf8(&mut [0; 4]), face);
        // A space at the end of a line takes no room.
        let too_wide =
            |line: &str, word: &str| c != ' ' && width(line, face) + width(word, face) + own > room;
        while too_wide(&line, &since_break) && !(line.is_empty() && since_break.is_empty()) {
            if line.is_empty() {
                line = std::mem::take(&mut since_break);
            }
            lines.push(std::mem::take(&mut line).trim().to_owned());
        }
        since_break.push(c);
        if c == ' ' || (c as u32) >= 0x2e80 {
            line.push_str(&std::mem::take(&mut since_break));
        }
    }
    line.push_str(&since_break);
    lines.push(line.trim().to_owned());
    lines.retain(|line| !line.is_empty());
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            // Wider than the room with its dots, it loses its end.
            *last = match format!("{last} …") {
                whole if width(&whole, face) <= room => whole,
                _ => fit(&format!("{last}……"), room, face),
            };
        }
    }
    lines
}

/// Where entries of these widths stand that follow each other in lines of `room`: from the left, and in which line.
pub fn flow(widths: impl Iterator<Item = f64>, room: f64) -> Vec<(f64, usize)> {
    let (mut x, mut line) = (0.0, 0);
    let place = |wide: f64| {
        if x > 0.0 && x + wide > room {
            (x, line) = (0.0, line + 1);
        }
        let at = (x, line);
        x += wide;
        at
    };
    widths.map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_flow_into_lines_and_a_wide_one_has_its_own() {
        let places = flow([40.0, 60.0, 1.0, 300.0, 5.0].into_iter(), 100.0);
        assert_eq!(places, [(0.0, 0), (40.0, 0), (0.0, 1), (0.0, 2), (0.0, 3)]);
        assert!(flow([].into_iter(), 100.0).is_empty());
    }

    #[test]
    fn lines_fit_and_lose_nothing() {
        let text = "how a Transformer knows where 狗咬人狗咬人狗咬人 https://example.org/a/very/long/address";
        for face in [plain(12.0), bold(12.0)] {
            let lines = wrap(text, 120.0, face, 20);
            assert!(lines.iter().all(|line| width(line, face) <= 120.0), "{lines:?}");
            let bare = |text: &str| text.chars().filter(|c| *c != ' ').collect::<String>();
            assert_eq!(bare(&lines.concat()), bare(text));
        }
    }

    #[test]
    fn too_many_lines_end_in_dots() {
        let lines = wrap(&"word ".repeat(50), 100.0, plain(12.0), 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…') && width(&lines[1], plain(12.0)) <= 100.0, "{lines:?}");
        assert_eq!(fit("狗咬人", 1.0, plain(12.0)), "…");
    }

    /// Advances of DejaVu Sans and DejaVu Sans Bold in 2048ths, as their files have them.
    #[test]
    fn no_letter_is_wider_than_is_thought() {
        let known = [
            (' ', 651, 713),
            ('i', 569, 702),
            ('l', 569, 702),
            ('.', 651, 778),
            ('/', 690, 748),
            ('t', 803, 979),
            ('r', 842, 1010),
            ('-', 739, 850),
            ('a', 1255, 1382),
            ('e', 1260, 1389),
            ('n', 1298, 1458),
            ('d', 1300, 1466),
            ('s', 1067, 1219),
            ('c', 1126, 1214),
            ('m', 1995, 2134),
            ('w', 1675, 1892),
            ('0', 1303, 1425),
            ('A', 1401, 1585),
            ('V', 1401, 1585),
            ('N', 1532, 1714),
            ('D', 1577, 1700),
            ('O', 1612, 1741),
            ('M', 1767, 2038),
            ('W', 2025, 2259),
            ('%', 1946, 2052),
            ('=', 1716, 1716),
            ('—', 2048, 2048),
            ('…', 2048, 2048),
            ('θ', 1253, 1407),
            ('Δ', 1401, 1585),
            ('→', 1716, 1716),
        ];
        for (c, regular, heavy) in known {
            let text = c.to_string();
            assert!(
                width(&text, plain(2048.0)) >= f64::from(regular),
                "{c}: {}",
                width(&text, plain(2048.0))
            );
            assert!(width(&text, bold(2048.0)) >= f64::from(heavy), "{c}: {}", width(&text, bold(2048.0)));
        }
    }
}
