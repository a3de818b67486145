//! What every component shares: the state, what was wrong with it, the encoded text and the engine.

use super::engine::Engine;
use super::gate::{Gates, gate};
use super::input::{self, Input, TextInput};
use super::lesson;
use super::packs::Packs;
use super::parts::Parts;
use super::positions::TableLoading;
use super::state::{self, Notice, Origin, State, Touch};
use super::strings::{self, Strings};
use super::vocabulary::{self, Loading};
use super::{driver, image, location, sound, theme};
use crate::compute::{BackendKind, ComputeError};
use crate::picture::viewport::Viewport;
use crate::position::problem::Problem;
use crate::tokenize::TokenizeError;
use leptos::prelude::*;
use std::rc::Rc;

/// What stands on the screen. Views that draw from the engine follow this signal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// Counts the pictures of the head on the screen.
    pub head: u64,
    /// Counts the completed passes over all heads.
    pub all: u64,
    pub backend: BackendKind,
}

/// Why the GPU is not used, or that it may be.
#[derive(Clone, Debug, PartialEq)]
pub enum GpuStatus {
    Unknown,
    Connecting,
    Ready,
    Absent(ComputeError),
    Lost(ComputeError),
}

/// Handles to everything shared; copied into every closure.
#[derive(Clone, Copy)]
pub struct Store {
    pub state: RwSignal<State>,
    gates: Gates,
    pub notices: RwSignal<Vec<Notice>>,
    pub input: RwSignal<Option<Rc<Input>>, LocalStorage>,
    /// The text as it was last cut.
    pub text: StoredValue<Option<Rc<TextInput>>, LocalStorage>,
    /// Which panels are there.
    pub parts: Parts,
    pub lesson: lesson::Session,
    pub image: image::Lane,
    pub sound: sound::Lane,
    /// The vocabularies that are there, and those on their way.
    pub packs: Packs,
    /// Why the text could not be cut by a vocabulary that is there.
    pub refused: RwSignal<Option<TokenizeError>>,
    /// What the reader is told of the vocabulary that cuts the text.
    pub loading: Memo<Loading>,
    /// The trained position table on its way.
    pub table: RwSignal<TableLoading>,
    pub drawn: RwSignal<Drawn>,
    /// Counts the pictures of the head on the screen: what views of one head follow.
    pub head_drawn: Memo<u64>,
    /// Counts the slices in which maps of the compare panel were computed.
    pub compared: RwSignal<u64>,
    /// Milliseconds that the picture on the screen took to compute.
    pub ms: RwSignal<f64>,
    pub gpu: RwSignal<GpuStatus>,
    /// Counts the devices: a canvas that drew from a lost one is replaced.
    pub gpu_epoch: RwSignal<u64>,
    /// Counts the pictures of the long map.
    pub long_drawn: RwSignal<u64>,
    pub engine: StoredValue<Engine, LocalStorage>,
    pub language: Memo<&'static str>,
    /// Whether the page is dark now.
    pub dark: Memo<bool>,
    /// Whether the reader folded the controls to the one in use or opened them, on screens where they are a sheet;
    /// `None` until they did either.
    pub sheet_folded: RwSignal<Option<bool>>,
    /// The field whose control was used last; empty before the first.
    pub in_use: RwSignal<String>,
    /// The gap of the order experiment with the first token moved to the end; `None` until it is measured.
    pub order_gap: RwSignal<Option<f64>>,
    /// Counts the times that the address was written: what needs not follow a drag follows this.
    pub rested: RwSignal<u64>,
    /// Who chose the cell, until it is known whether the text has as many tokens; the reader's own choices always exist.
    pub cell_from: StoredValue<Option<Origin>>,
    /// Whether the panel on the screen shows pictures of other settings, as the present ones cannot be computed.
    pub outdated: RwSignal<bool>,
    /// Whether the dialog that makes links is open.
    pub sharing: RwSignal<bool>,
    /// The cell that is pointed at.
    pub hover: RwSignal<Option<(usize, usize)>>,
    /// Why the scheme in force cannot be computed; the last good picture stays.
    pub problem: Memo<Option<Problem>>,
    /// The cell to explain: what is pointed at, else what was chosen; always within the picture.
    pub cell: Memo<(usize, usize)>,
}

impl Store {
    /// The store for a page that opens with a state, and what was wrong with it. Call once, inside the root component.
    pub fn new((first, notices): (State, Vec<Notice>)) -> Self {
        let engine = Engine::new(state::settings(&first));
        let state = RwSignal::new(first);
        let browser = window().navigator().language().unwrap_or_default();
        let preferred = strings::for_browser(&browser);
        let gates = Gates::new(state);
        let language = gates.follow(move |s| if s.lang == "auto" { preferred } else { s.lang });
        let input = RwSignal::new_local(None::<Rc<Input>>);
        let hover = RwSignal::new(None);
        let chosen = gates.follow(|s| (s.query as usize, s.key as usize));
        let cell = Memo::new(move |_| {
            let last = input.with(|input| input.as_ref().map_or(0, |i| i.len().saturating_sub(1)));
            let (i, j) = hover.get().unwrap_or_else(|| chosen.get());
            (i.min(last), j.min(last))
        });
        let problem = gate(move || {
            let n = input.with(|input| input.as_ref().map_or(0, |i| i.len()));
            let settings = state.with(state::settings);
            settings.scheme.problem(settings.sizes(n), &settings.params)
        });
        let (packs, refused) = (Packs::new(), RwSignal::new(None));
        let drawn = RwSignal::new(Drawn { head: 0, all: 0, backend: BackendKind::Cpu });
        Store {
            state,
            gates,
            head_drawn: Memo::new(move |_| drawn.with(|d| d.head)),
            notices: RwSignal::new(notices),
            input,
            text: StoredValue::new_local(None),
            parts: Parts::new(),
            lesson: lesson::Session::new(),
            image: image::Lane::new(),
            sound: sound::Lane::new(),
            packs,
            refused,
            loading: vocabulary::loading(gates, packs, refused),
            table: RwSignal::new(TableLoading::Idle),
            drawn,
            compared: RwSignal::new(0),
            ms: RwSignal::new(0.0),
            gpu: RwSignal::new(GpuStatus::Unknown),
            gpu_epoch: RwSignal::new(0),
            long_drawn: RwSignal::new(0),
            engine: StoredValue::new_local(engine),
            language,
            dark: theme::dark(gates),
            sheet_folded: RwSignal::new(None),
            in_use: RwSignal::new(String::new()),
            order_gap: RwSignal::new(None),
            rested: RwSignal::new(0),
            cell_from: StoredValue::new(Some(Origin::Link)),
            outdated: RwSignal::new(false),
            sharing: RwSignal::new(false),
            hover,
            problem,
            cell,
        }
    }

    /// The store of the surrounding page.
    pub fn here() -> Self {
        // Every component is mounted below App, which provides it.
        use_context().unwrap_or_else(|| Store::new(Default::default()))
    }

    /// One value of the state, followed; who follows it hears of nothing else in the state.
    pub fn get<T: PartialEq + Clone + Send + Sync + 'static>(
        self,
        read: impl Fn(&State) -> T + 'static,
    ) -> Memo<T> {
        self.gates.follow(read)
    }

    /// Sets one field from its text form; what was wrong is kept for the sentence by the control. What the link locks or
    /// hides stays, whichever way the reader came to it.
    pub fn set(self, key: &str, raw: &str) {
        if self.state.with_untracked(|s| s.touch(key) != Touch::Free) {
            return;
        }
        let mut problem = None;
        self.state.update(|s| problem = state::apply(s, Origin::Control, key, raw));
        let stale = self.notices.with_untracked(|all| all.iter().any(|notice| notice.key == key));
        if stale || problem.is_some() {
            self.notices.update(|all| {
                all.retain(|notice| notice.key != key);
                all.extend(problem);
            });
        }
        if input::is_made_of(key, self.state.with_untracked(|s| s.mode)) {
            input::refresh(self);
        }
        if key == "backend" {
            if matches!(self.gpu.get_untracked(), GpuStatus::Lost(_) | GpuStatus::Absent(_)) && raw == "gpu" {
                self.gpu.set(GpuStatus::Unknown); // asked for anew: try again
            }
            driver::again(self);
        }
        driver::poke(self);
        location::changed(self, key == "panel");
    }

    /// Hears which cell is chosen.
    pub fn pick(self) -> Callback<(usize, usize)> {
        Callback::new(move |(i, j): (usize, usize)| {
            self.set("query", &i.to_string());
            self.set("key", &j.to_string());
        })
    }

    /// Hears which cell is pointed at.
    pub fn point(self) -> Callback<Option<(usize, usize)>> {
        Callback::new(move |cell| self.hover.set(cell))
    }

    /// Shows another part of the long map. Nothing that the pipeline computes depends on it.
    pub fn look(self, view: Viewport) {
        let rounded = |x: f64| (x * 1000.0).round() / 1000.0;
        self.state.update(|s| {
            s.view_size = if view.is_whole() { 0.0 } else { rounded(view.size) };
            (s.view_q, s.view_k) = (rounded(view.q), rounded(view.k));
        });
        location::changed(self, false);
    }

    /// The strings of the present language, followed.
    pub fn strings(self) -> &'static Strings {
        strings::by_id(self.language.get())
    }

    /// The strings of the present language, for what is said once.
    pub fn strings_untracked(self) -> &'static Strings {
        strings::by_id(self.language.get_untracked())
    }

    /// A closure for a view: one string of the present language.
    pub fn t<R: 'static>(
        self,
        pick: impl Fn(&'static Strings) -> R + Copy + Send + Sync + 'static,
    ) -> impl Fn() -> R + Copy + Send + Sync + 'static {
        move || pick(self.strings())
    }
}
