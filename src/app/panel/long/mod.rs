//! One head's attention over thousands of tokens: a window on it that zooms and pans, the whole beside it, and the
//! exact number under the cursor.

mod axes;
mod cells;
mod data;
mod engine;
mod export;
mod map;
mod overview;
mod readout;
mod table;
mod work;

pub use data::data;
pub use engine::LongEngine;
pub use work::is_behind;

use super::outdated::{self, Outdated};
use super::scheme_controls::SchemeControls;
use super::shared::{BackendControl, HeadSlider, ModelControls};
use crate::compute::BackendKind;
use crate::compute::long::{Cell, Refused};
use crate::export::Save;
use crate::picture::format;
use crate::picture::viewport::Viewport;
use crate::store::Store;
use crate::strings::Strings;
use crate::widget::{Choice, Preset, Sheet, Slider, references};
use leptos::prelude::*;

const LENGTHS: &[Preset] = &[
    Preset { name: "1,024", value: "1024" },
    Preset { name: "4,096", value: "4096" },
    Preset { name: "32,768", value: "32768" },
];

/// What the parts of the panel share.
#[derive(Clone, Copy)]
struct Look {
    store: Store,
    n: Memo<usize>,
    view: Memo<Viewport>,
    /// What is pointed at.
    hover: RwSignal<Option<(usize, usize)>>,
    /// The cell to explain: what is pointed at, else what was chosen.
    cell: Memo<(usize, usize)>,
    /// Its numbers, once the map stands.
    numbers: Memo<Option<Cell>>,
}

impl Look {
    fn new(store: Store) -> Self {
        let n = store.get(|s| s.long_n as usize);
        let view = store.get(|s| Viewport::new(s.long_n as usize, s.view_q, s.view_k, s.view_size));
        let hover = RwSignal::new(None);
        let chosen = store.get(|s| (s.long_query as usize, s.long_key as usize));
        let cell = Memo::new(move |_| {
            let (last, (i, j)) = (n.get().saturating_sub(1), hover.get().unwrap_or(chosen.get()));
            (i.min(last), j.min(last))
        });
        let numbers = Memo::new(move |_| {
            let _ = store.long_drawn.get();
            let (i, j) = cell.get();
            store.engine.try_update_value(|engine| engine.long.picture.cell(i, j)).flatten()
        });
        Look { store, n, view, hover, cell, numbers }
    }

    /// The label of the token at position `p`: the text's own, repeated.
    fn label(self, p: usize) -> String {
        self.store.input.with(|input| {
            let labels = input.as_ref().map(|input| &input.labels);
            labels.and_then(|labels| labels.get(p % labels.len().max(1))).cloned().unwrap_or_default()
        })
    }

    fn pick(self, (i, j): (usize, usize)) {
        self.store.state.update(|s| (s.long_query, s.long_key) = (i as u64, j as u64));
        self.store.look(self.view.get_untracked());
    }
}

#[component]
pub fn Long() -> impl IntoView {
    let store = Store::here();
    let look = Look::new(store);
    work::follow(look);
    let refusal = refusal(store);
    let s = move || &store.strings().long;
    let title = move || {
        let (i, j) = look.cell.get();
        match look.numbers.get() {
            Some(cell) => {
                (s().title)(&look.label(i), i, &look.label(j), j, &format::significant(cell.weight, 3))
            }
            None => s().title_plain.to_string(),
        }
    };
    view! {
        <div class="three long-first">
            <Outdated why=refusal/>
            <section class="card" style="--c: var(--attention)">
                <h2 class="finding">{title}</h2>
                <map::Map look=look/>
                <readout::Readout look=look/>
                <table::Twin look=look/>
                <Save source=move || export::source(look) kind="map"/>
                <Trust why=refusal/>
            </section>
            <section class="card wide" style="--c: var(--attention)">
                <h3>{move || s().overview}</h3>
                <overview::Overview look=look/>
                <Caption look=look/>
            </section>
            <Sheet accent="attention">
                <Slider key="long_n" presets=LENGTHS/>
                <p class="bad" role="status" data-testid="long-refused">{move || refusal.get()}</p>
                <HeadSlider/>
                <SchemeControls/>
                <ModelControls/>
                <Choice key="colormap"/>
                <BackendControl/>
            </Sheet>
        </div>
    }
}

/// What is repeated, what a pixel shows, what the colours mean.
#[component]
fn Caption(look: Look) -> impl IntoView {
    let store = look.store;
    let repeated = move || {
        let text = store.input.with(|input| input.as_ref().map_or(0, |input| input.len()));
        (store.strings().long.repeated)(text, look.n.get())
    };
    let covered = move || {
        let _ = store.long_drawn.get();
        let many = store.engine.with_value(|engine| {
            let raster = &engine.long.picture.shown()?.raster;
            Some((raster.covers.cols / raster.cols().max(1) as f64).ceil() as usize)
        });
        let s = &store.strings().long;
        many.map(|many| if many > 1 { (s.sampled)(many) } else { s.every_cell.to_string() })
    };
    let colours = move || {
        let _ = store.long_drawn.get();
        let span = store.engine.with_value(|engine| engine.long.picture.span())?;
        let [low, high] = [span.low, span.high].map(|ln| format::significant(f64::from(ln).exp(), 2));
        Some((store.strings().long.colours)(&low, &high))
    };
    view! {
        <p class="lead">{repeated} {store.t(|s| s.gap)} {covered} {store.t(|s| s.gap)} {colours}</p>
        <p class="hint">{store.t(|s| s.long.hint)}</p>
    }
}

/// Why there is no map of these settings, in one sentence.
fn refusal(store: Store) -> Signal<Option<String>> {
    Signal::derive(move || {
        let _ = store.long_drawn.get();
        sentence(store, store.strings())
    })
}

/// [`refusal`] as it is now, for scripts.
pub fn refused(store: Store) -> Option<String> {
    untrack(|| sentence(store, store.strings()))
}

fn sentence(store: Store, s: &Strings) -> Option<String> {
    match store.engine.with_value(|engine| engine.long.picture.refused().cloned())? {
        Refused::TooLong { longest } => Some((s.long.too_long)(longest)),
        Refused::Problem(problem) => Some(outdated::sentence(s, &problem)),
        Refused::Nothing => None,
    }
}

/// What drew the picture, how long it took, and what the tests compared the scheme with.
#[component]
fn Trust(why: Signal<Option<String>>) -> impl IntoView {
    let store = Store::here();
    let badge = move || {
        let _ = store.long_drawn.get();
        let (backend, ms) = store.engine.with_value(|engine| (engine.long.backend, engine.long.ms));
        let name = if backend == BackendKind::Gpu { "GPU" } else { "CPU" };
        (store.strings().shell.computed)(name, ms)
    };
    let subjects = store.get(crate::schemes::subjects);
    view! {
        <p class="trust">
            <span class="badge" data-testid="long-backend">{badge}</span>
            {move || why.with(Option::is_none).then(|| references(store, subjects.into()))}
            <span>{store.t(|s| s.shell.seeded)}</span>
        </p>
    }
}
