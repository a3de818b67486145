//! The map of words, for files: what is on the screen, laid out for the width of a page, and beside its points the nearest
//! words as numbers.

use super::numbers::Mapped;
use super::places::{Places, place};
use crate::export::{ROOM, Scene, Source, Table, inks};
use crate::picture::format::percent;
use crate::store::Store;
use crate::theme;
use locus::export::points::{self, Point, Shape};
use locus::export::scene::{Anchor, Inks, Item};

const SMALL: f64 = 13.0;

pub fn source(store: Store, m: &Mapped) -> Source {
    Source::Drawn { scene: scene(store, m), table: table(store, m) }
}

fn scene(store: Store, m: &Mapped) -> Scene {
    let (p, inks) = (place(m, ROOM), inks());
    let s = &store.strings().meaning.map;
    let mut out = Scene::new(p.size[0], p.size[1]);
    axes(store, &mut out, m, &p, &inks);
    let colors = ["--vectors", "--order"].map(theme::color);
    let look = |second: bool| if second { (Shape::Square, colors[1]) } else { (Shape::Dot, colors[0]) };
    let words = m.rows.iter().zip(&p.points).zip(&p.labels).map(|((row, at), label)| {
        let (shape, color) = look(m.of.language(*row) == "zh");
        Point { at: *at, shape, color, name: m.of.table.word(*row), label: *label, chosen: false }
    });
    points::draw(&mut out, &words.collect::<Vec<_>>(), &inks);
    if m.of.source.languages.len() > 1 {
        let [first, second] = [false, true].map(look);
        let entries = [(first.0, first.1, s.languages[0]), (second.0, second.1, s.languages[1])];
        points::legend(&mut out, &entries, &inks);
    }
    out
}

/// The lines through the origin with what they are.
fn axes(store: Store, out: &mut Scene, m: &Mapped, p: &Places, inks: &Inks) {
    let ([x, y], [width, height]) = (p.origin, p.size);
    for points in [[[0.0, y], [width, y]], [[x, 0.0], [x, height]]] {
        out.items.push(Item::Line { points: points.to_vec(), color: inks.line, width: 1.0 });
    }
    let s = &store.strings().meaning.map;
    let name = |which: usize| (s.axis)(which + 1, &percent(m.map.explained[which] as f32));
    // Below the words, which may stand anywhere on the map.
    out.height += 20.0;
    let at = out.height - 5.0;
    out.text([0.0, at], format!("{} →", name(0)), SMALL, Anchor::Start, inks.soft);
    out.text([width, at], format!("↑ {}", name(1)), SMALL, Anchor::End, inks.soft);
}

fn table(store: Store, m: &Mapped) -> Table {
    let s = &store.strings().meaning.map;
    let word = |at: usize| m.rows.get(at).map_or("", |row| m.of.table.word(*row)).to_owned();
    let row = |(at, (near, [x, y])): (usize, (&crate::embed::word_vectors::map::Near, &[f64; 2]))| {
        let nearest = [word(near.in_table), word(near.on_map)].map(Into::into);
        let [in_table, on_map] = nearest;
        vec![word(at).into(), (*x).into(), (*y).into(), in_table, near.cosine.into(), on_map]
    };
    let columns = [s.col_word, "x", "y", s.col_near, "cos", s.col_near_map].map(str::to_owned);
    Table { columns: columns.into(), rows: m.near.iter().zip(&m.map.points).enumerate().map(row).collect() }
}
