//! How alike the positions of the grid's places are, under every way to say where a patch stands.

use super::common::{chosen, lattice, look, of, shades, spoken};
use crate::embed::similarity::cosine;
use crate::image::{Lattice, PatchGrid};
use crate::matrix::{Matrix64, to_f64};
use crate::picture::format::significant;
use crate::picture::paint::Scale;
use crate::position::grid::{cosine_map, resized, turned};
use crate::position::resize::Resize;
use crate::position::rope_axes::{self, Axes};
use crate::position::{Sizes, learned, rope, sinusoidal, sinusoidal_2d};
use crate::state;
use crate::store::Store;
use leptos::prelude::*;
use std::rc::Rc;

/// The grid on which the learned table was: ViT's 224/16.
const TRAINED: usize = 14;
/// Larger grids are not drawn: their tables would cost more than a frame.
const MOST: usize = 4096;

/// What the tables depend on.
#[derive(Clone, PartialEq)]
struct Of {
    rows: usize,
    columns: usize,
    sizes: Sizes,
    seed: u64,
    learned: learned::Params,
    rope: rope::Params,
    axes: rope_axes::Params,
}

/// A way to say where a patch stands: id of its words, and a row a place.
struct Table {
    id: &'static str,
    rows: Matrix64,
}

fn tables(of: &Of) -> Vec<Table> {
    let Of { rows, columns, sizes, seed, .. } = of;
    let (n, d) = (rows * columns, sizes.d_model);
    let learned = learned::table(d, &of.learned, *seed);
    let learned = to_f64(&learned.slice(ndarray::s![..learned.nrows().min(TRAINED * TRAINED), ..]).to_owned());
    let stretch = |rule| resized(&learned, (TRAINED, TRAINED), (*rows, *columns), rule);
    let turns = |axes| {
        let params = rope_axes::Params { rope_axes: axes, grid_width: *columns, ..of.axes.clone() };
        rope_axes::angles(*sizes, &of.rope, &params, &[]).map(|angles| turned(&angles.angle))
    };
    let all = [
        ("sinusoidal", Some(sinusoidal::table(n, d))),
        ("sinusoidal_2d", Some(sinusoidal_2d::table(*rows, *columns, d))),
        ("bilinear", stretch(Resize::Bilinear)),
        ("bicubic", stretch(Resize::Bicubic)),
        ("rope_1d", turns(Axes::One)),
        ("rope_2d", turns(Axes::Two)),
    ];
    all.into_iter().filter_map(|(id, rows)| Some(Table { id, rows: rows? })).collect()
}

#[component]
pub fn Similarity() -> impl IntoView {
    let store = Store::here();
    let size = Memo::new(move |_| {
        let (rows, columns) = super::common::of(store, |cut| (cut.grid.rows, cut.grid.columns));
        let settings = store.state.with(state::settings);
        let params = settings.params.clone();
        let sizes = settings.sizes(rows * columns);
        Of { rows, columns, sizes, seed: settings.seed, learned: params.learned, rope: params.rope, axes: params.axes }
    });
    let made = Signal::derive_local(move || {
        let of = size.get();
        Rc::new(if of.rows * of.columns <= MOST { tables(&of) } else { Vec::new() })
    });
    let kept = RwSignal::new_local(Rc::new(Vec::<Table>::new()));
    Effect::new(move |_| kept.set(made.get()));
    let ids = Memo::new(move |_| kept.with(|tables| tables.iter().map(|table| table.id).collect::<Vec<_>>()));
    let maps = move || {
        ids.get().into_iter().enumerate().map(|(at, id)| view! { <Map tables=kept at id/> }).collect_view()
    };
    let differ = move || {
        let found = kept.with(|tables| {
            let of = |id| tables.iter().find(|table| table.id == id);
            let (bilinear, bicubic) = (of("bilinear")?, of("bicubic")?);
            let pairs = bilinear.rows.rows().into_iter().zip(bicubic.rows.rows());
            Some(pairs.map(|(a, b)| cosine(a, b)).fold(1.0, f64::min))
        })?;
        let size = size.with(|of| (of.rows, of.columns));
        Some((store.strings().image.resized_differ)(TRAINED, size, &significant(found, 3)))
    };
    let too_many = move || {
        let n = size.with(|of| of.rows * of.columns);
        (n > MOST).then(|| (store.strings().image.too_many_places)(n, MOST))
    };
    let at = chosen(store);
    let title = move || {
        let patch = at.get();
        let columns = of(store, |cut| cut.grid.columns).max(1);
        (store.strings().image.similarity_title)(patch, patch / columns, patch % columns)
    };
    view! {
        <section class="card similarity" style="--c: var(--position)" data-testid="similarity">
            <h2>{title}</h2>
            <p class="lead">{store.t(|s| s.image.similarity_lead)}</p>
            <div class="maps">{maps}</div>
            <p class="hint">{too_many}</p>
            <p class="hint">{differ}</p>
        </section>
    }
}

/// The cosine of the chosen patch's position with every other's.
#[component]
fn Map(tables: RwSignal<Rc<Vec<Table>>, LocalStorage>, at: usize, id: &'static str) -> impl IntoView {
    let store = Store::here();
    let patch = chosen(store);
    let cosines = Memo::new(move |_| {
        tables.with(|tables| tables.get(at).map(|table| cosine_map(&table.rows, patch.get())).unwrap_or_default())
    });
    let tints = Signal::derive(move || {
        let values: Vec<f32> = cosines.with(|cosines| cosines.iter().map(|c| *c as f32).collect());
        let size = of(store, |cut| (cut.grid.rows, cut.grid.columns));
        Some(shades(store, &values, size, Scale::Diverging, 1.0, 255))
    });
    // The maps lie on the grid alone: what is padded or cut off has no position.
    let own = lattice(store);
    let bare = Signal::derive(move || {
        own.get().map(|lattice| Lattice { side: 0.0, ..lattice })
    });
    let value = move |at: usize| cosines.with_untracked(|cosines| cosines.get(at).map(|c| significant(*c, 3)));
    let name = Signal::derive(move || (store.strings().image.similarity_of)(id).to_string());
    view! {
        <figure>
            <PatchGrid
                picture=Signal::derive_local(|| None)
                lattice=bare
                shades=tints
                chosen=patch
                pick=look()
                name=name
                spoken=spoken(store, value)
                lines=false
            />
            <figcaption>{move || name.get()}</figcaption>
        </figure>
    }
}
