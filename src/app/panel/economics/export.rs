//! The plane of tables for files: what is on the screen, laid out for the width of a page.

use super::plane::{BOTTOM, LEFT, Plane, plane};
use super::{count, table_of};
use crate::economics::{Model, PRESETS, Parameters};
use crate::export::{ROOM, Scene, Source, Table, inks};
use crate::picture::format::{SI, compact};
use crate::store::Store;
use crate::theme;
use leptos::prelude::With;
use locus::export::points::{self, Point, Shape};
use locus::export::scene::{Anchor, Inks, Item};

/// The names along the axes, and at the lines.
const SMALL: f64 = 12.5;

pub fn source(store: Store, own: &Model) -> Source {
    Source::Drawn { scene: scene(store, own), table: table(store, own) }
}

fn scene(store: Store, own: &Model) -> Scene {
    let (p, inks) = (plane(own, ROOM, store.strings().economics.surface.axes[1]), inks());
    let mut out = Scene::new(p.size[0], p.size[1]);
    grid(store, &mut out, &p, &inks);
    let colors = ["--vectors", "--order"].map(theme::color);
    let chosen = store.state.with(|s| s.economics.cost_model);
    let look = |tied: bool| if tied { (Shape::Dot, colors[0]) } else { (Shape::Square, colors[1]) };
    let models = PRESETS.iter().zip(&p.points).zip(&p.labels).map(|((model, at), label)| {
        let (shape, color) = look(model.tied);
        Point { at: *at, shape, color, name: model.name, label: *label, chosen: model.id == chosen }
    });
    let here =
        Point { at: p.here, shape: Shape::Cross, color: inks.ink, name: "", label: None, chosen: false };
    let all: Vec<Point> = [here].into_iter().chain(models).collect();
    points::draw(&mut out, &all, &inks);
    let s = &store.strings().economics.surface;
    let [tied, untied] = [true, false].map(look);
    let entries =
        [(tied.0, tied.1, s.tied[0]), (untied.0, untied.1, s.tied[1]), (Shape::Cross, inks.ink, s.here)];
    points::legend(&mut out, &entries, &inks);
    out
}

/// Axes with their numbers, and the lines of equal size.
fn grid(store: Store, out: &mut Scene, p: &Plane, inks: &Inks) {
    let [width, height] = p.size;
    let bottom = height - BOTTOM;
    let line = |points: [[f64; 2]; 2], width| Item::Line { points: points.to_vec(), color: inks.line, width };
    out.items.push(line([[LEFT, bottom], [width, bottom]], 1.0));
    out.items.push(line([[LEFT, 0.0], [LEFT, bottom]], 1.0));
    for level in &p.levels {
        out.items.push(line(level.ends, 1.5));
        if let Some(at) = level.named {
            out.text(at, level.name.clone(), SMALL, Anchor::Start, inks.soft);
        }
    }
    out.items.extend(p.leads.iter().map(|ends| line(*ends, 1.0)));
    for (value, x) in &p.ticks_v {
        out.text([*x, bottom + 16.0], compact(*value, SI), SMALL, Anchor::Middle, inks.soft);
    }
    for (value, y) in &p.ticks_d {
        out.text([LEFT - 6.0, y + 4.0], count(*value as u64), SMALL, Anchor::End, inks.soft);
    }
    let [below, beside] = store.strings().economics.surface.axes;
    out.text([width - 6.0, height - 8.0], below, SMALL, Anchor::End, inks.soft);
    out.text([LEFT + 6.0, 16.0], beside, SMALL, Anchor::Start, inks.soft);
}

/// The models and the reader's own table.
fn table(store: Store, own: &Model) -> Table {
    let s = &store.strings().economics.surface;
    let all = PRESETS.iter().map(|model| (model.name, model)).chain([(s.here, own)]);
    let row = |(name, model): (&str, &Model)| {
        let sizes = [model.vocab_size as f64, model.d_model as f64, table_of(model).with_head() as f64];
        let share = Parameters::of(model).vocabulary_share();
        let tied = s.tied[usize::from(!model.tied)];
        let head = [name.into(), tied.into()];
        head.into_iter().chain(sizes.map(Into::into)).chain([share.into()]).collect()
    };
    let columns = [s.col_model, s.col_head, "V", "d", s.col_parameters, s.col_share].map(str::to_owned);
    Table { columns: columns.into(), rows: all.map(row).collect() }
}
