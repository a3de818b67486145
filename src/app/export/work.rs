//! From a picture on the page to a file. All of this is reached through [`super::module`] only, so that it is not part of
//! what the first picture waits for.

mod about;
mod paint;
mod png;

use super::{Entry, Failure, Format, ROOM, Source, inks};
use crate::store::Store;
use crate::theme;
use crate::widget::paper;
use leptos::prelude::{GetUntracked, untrack};
use locus::export::frame;
use locus::export::{About, Numbers, Scene, Table, csv, grids, json, npy, svg, table};
use wasm_bindgen::JsValue;
use web_sys::Blob;

/// The most numbers of a file: a text file of them has some tens of megabytes.
const MOST: usize = 4_000_000;

/// Height of a plot in a file.
const TALL: f64 = 420.0;

/// One file that is wanted.
pub struct Job {
    pub store: Store,
    pub entry: Entry,
    pub format: Format,
}

/// Makes the file.
pub async fn make(job: Job) -> Result<Blob, Failure> {
    if job.store.outdated.get_untracked() {
        return Err(Failure::Outdated); // it would carry the name and the link of settings that it is not of
    }
    let source = untrack(|| (job.entry.picture.source)()).ok_or(Failure::Nothing)?;
    if size(&source) > MOST {
        return Err(Failure::TooLarge);
    }
    let about = about::of(&job);
    let kind = job.format;
    if kind == Format::Png {
        let bytes = png::of(&about, &drawn(&about, &source)).await?;
        return blob(&js_sys::Uint8Array::from(bytes.as_slice()).into(), kind);
    }
    if kind == Format::Svg {
        let scene = drawn(&about, &source);
        return blob(&svg::write(&about, &scene, &|pixels| png::address(pixels)).into(), kind);
    }
    let numbers = numbers(source);
    match kind {
        Format::Csv => blob(&csv::write(&about, &numbers).into(), kind),
        Format::Npy => blob(&js_sys::Uint8Array::from(npy::write(&numbers).as_slice()).into(), kind),
        _ => blob(&json::write(&about, &numbers).into(), kind),
    }
}

fn blob(content: &JsValue, format: Format) -> Result<Blob, Failure> {
    // A Blob takes a list of texts or buffers alike; a slice of it can be given a type.
    let whole = Blob::new_with_str_sequence(&js_sys::Array::of1(content)).map_err(|_| Failure::Canvas)?;
    let typed = whole.slice_with_f64_and_f64_and_content_type(0.0, whole.size(), format.media_type());
    typed.map_err(|_| Failure::Canvas)
}

fn size(source: &Source) -> usize {
    let of_table = |table: &Table| table.rows.len() * table.columns.len();
    match source {
        Source::Grids(grids) => grids.iter().map(|grid| grid.values.len()).sum(),
        Source::Plot { table: Some(table), .. } | Source::Drawn { table, .. } | Source::Table(table) => {
            of_table(table)
        }
        Source::Plot { curves, .. } => curves.curves.iter().map(|curve| 2 * curve.points.len()).sum(),
    }
}

fn numbers(source: Source) -> Numbers {
    match source {
        Source::Grids(grids) => Numbers::Grids(grids),
        Source::Plot { table: Some(table), .. } | Source::Drawn { table, .. } | Source::Table(table) => {
            Numbers::Table(table)
        }
        Source::Plot { curves, .. } => {
            let named: Vec<_> =
                curves.curves.iter().map(|curve| (curve.name.clone(), curve.points.as_slice())).collect();
            Numbers::Table(Table::of_curves(&curves.x.label, &curves.y.label, &named))
        }
    }
}

/// The picture with what stands around it.
fn drawn(about: &About, source: &Source) -> Scene {
    let inks = inks();
    let picture = match source {
        Source::Grids(all) => grids::draw(all, ROOM, &inks),
        Source::Table(rows) => table::draw(rows, ROOM, &inks),
        Source::Drawn { scene, .. } => scene.clone(),
        Source::Plot { curves, marks, .. } => {
            let mut scene = paper(curves, marks, ROOM, TALL);
            let named = curves.curves.iter().filter(|curve| !curve.name.is_empty());
            let entries: Vec<_> =
                named.map(|curve| (curve.name.clone(), theme::color(curve.color), curve.dashed)).collect();
            let legend = frame::legend(&entries, ROOM, &inks);
            let top = scene.height;
            scene.height += legend.height;
            scene.place(legend, [0.0, top]);
            scene
        }
    };
    frame::draw(about, picture, &inks)
}
