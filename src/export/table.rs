//! A table as a picture: its first rows and columns, and how many more the number files hold.

use super::letters::{fit, plain, width};
use super::numbers::{Table, Value};
use super::scene::{Anchor, Inks, Item, Scene};
use crate::picture::format;

/// What is drawn of a long table; the files of numbers hold all of it.
const ROWS: usize = 40;
const COLUMNS: usize = 12;
const SIZE: f64 = 13.0;
const ROW: f64 = 21.0;
const PAD: f64 = 14.0;
/// The widest column.
const WIDEST: f64 = 260.0;

/// The table within `room` pixels; columns that do not fit are left out.
pub fn draw(table: &Table, room: f64, inks: &Inks) -> Scene {
    let shown = |row: &Vec<Value>, at: usize| row.get(at).map_or(String::new(), cell);
    let wide = |at: usize| {
        let cells = table.rows.iter().take(ROWS).map(|row| width(&shown(row, at), plain(SIZE)));
        let head = table.columns.get(at).map_or(0.0, |name| width(name, plain(SIZE)));
        (cells.fold(head, f64::max).min(WIDEST) + PAD).ceil()
    };
    let mut edges = vec![0.0];
    for at in 0..table.columns.len().min(COLUMNS) {
        let next = edges.last().copied().unwrap_or(0.0) + wide(at);
        if next > room && at > 0 {
            break;
        }
        edges.push(next);
    }
    let rows = table.rows.len().min(ROWS);
    let right = edges.last().copied().unwrap_or(0.0);
    let mut out = Scene::new(right, ROW * (rows + 1) as f64 + 8.0);
    for (at, edge) in edges.windows(2).enumerate() {
        let numbers = table.rows.iter().any(|row| matches!(row.get(at), Some(Value::Number(_))));
        let (x, anchor) =
            if numbers { (edge[1] - PAD / 2.0, Anchor::End) } else { (edge[0] + PAD / 2.0, Anchor::Start) };
        let mut put = |line: usize, text: &str, color| {
            let fitted = fit(text, edge[1] - edge[0] - PAD + 2.0, plain(SIZE));
            out.text([x, ROW * line as f64 + 15.0], fitted, SIZE, anchor, color);
        };
        put(0, table.columns.get(at).map_or("", String::as_str), inks.soft);
        for (line, row) in table.rows.iter().take(rows).enumerate() {
            put(line + 1, &shown(row, at), inks.ink);
        }
    }
    for line in 0..=rows {
        let y = ROW * (line + 1) as f64;
        out.items.push(Item::Line { points: vec![[0.0, y], [right, y]], color: inks.line, width: 1.0 });
    }
    let hidden = [table.rows.len() - rows, table.columns.len() + 1 - edges.len()];
    if hidden != [0, 0] {
        let text = format!("… + {} × {}", format::grouped(hidden[0]), hidden[1]);
        let text = if hidden[1] == 0 { format!("… + {}", format::grouped(hidden[0])) } else { text };
        out.text([PAD / 2.0, out.height + 8.0], text, SIZE, Anchor::Start, inks.soft);
        out.height += ROW;
    }
    out
}

fn cell(value: &Value) -> String {
    match value {
        Value::Text(text) => text.replace(['\r', '\n', '\t'], " "),
        Value::Number(x) if x.is_nan() => "–".to_owned(),
        Value::Number(x) if *x == x.trunc() && x.abs() < 1e15 => {
            let sign = if *x < 0.0 { "−" } else { "" };
            format!("{sign}{}", format::grouped(x.abs() as u64))
        }
        Value::Number(x) => format::significant(*x, 4),
    }
}
