//! The picture lane: from what the reader brought to a run of patches.

mod bar;
mod camera;
mod codes;
mod cut;
mod grid;
mod jobs;
mod look;
mod rail;
mod source;
mod strip;

pub use bar::{Bar, refused};
pub use cut::{Cut, POOL, Picture};
pub use grid::{Lattice, PatchGrid, Shades, picture_canvas};
pub use jobs::{Featured, Features, Notes, Refusal};
pub use look::{first_token, look_at, patch, patch_of_token};
pub use rail::{heading, shape};
pub use source::SAMPLES;
pub use strip::Thumbnails;

use super::store::Store;
use super::worker::{NoAnswer, Worker};
use super::{driver, input};
use crate::embed::runs::Run;
use cut::How;
use jobs::{Fitted, Square};
use leptos::prelude::*;
use source::Source;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use web_sys::Blob;

/// What the reader is told of the picture on its way.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    Idle,
    /// Fetching or decoding.
    Coming,
    /// Fitting a codebook: the share that is done.
    Fitting(f64),
}

/// What the lane keeps between refreshes. Copied into every closure, as [`Store`] is.
#[derive(Clone, Copy)]
pub struct Lane {
    /// Decodes; keeps the last photo.
    decoder: StoredValue<Worker, LocalStorage>,
    /// Fits.
    fitter: StoredValue<Worker, LocalStorage>,
    /// Computes feature maps.
    featurer: StoredValue<Worker, LocalStorage>,
    source: StoredValue<Option<Source>, LocalStorage>,
    /// The reader's own file, which they can come back to after a look at a sample.
    own: RwSignal<Option<Source>, LocalStorage>,
    /// The side and fit of the picture that is there or asked for.
    asked: StoredValue<Option<Asked>>,
    picture: StoredValue<Option<Rc<Picture>>, LocalStorage>,
    /// What is asked of the fitter or came from it.
    fitted: StoredValue<Option<(Asked, How, Option<Rc<Fitted>>)>, LocalStorage>,
    /// The picture on the screen, and how it is cut.
    pub shown: RwSignal<Option<Rc<Picture>>, LocalStorage>,
    pub cut: RwSignal<Option<Rc<Cut>>, LocalStorage>,
    pub status: RwSignal<Status>,
    /// Why the last file is not what is shown: the last good picture stays.
    pub refused: RwSignal<Option<Refusal>>,
    /// Counts what the reader chose or brought, so that each is decoded once and only the newest is shown.
    files: StoredValue<f64>,
    /// The sample that is being fetched, and its number.
    fetching: StoredValue<Option<(&'static str, f64)>>,
}

/// A picture of one file: number, side, fit.
type Asked = (f64, u64, &'static str);

impl Lane {
    pub fn new() -> Self {
        Lane {
            decoder: StoredValue::new_local(Worker::new()),
            fitter: StoredValue::new_local(Worker::new()),
            featurer: StoredValue::new_local(Worker::new()),
            source: StoredValue::new_local(None),
            own: RwSignal::new_local(None),
            asked: StoredValue::new(None),
            picture: StoredValue::new_local(None),
            fitted: StoredValue::new_local(None),
            shown: RwSignal::new_local(None),
            cut: RwSignal::new_local(None),
            status: RwSignal::new(Status::Idle),
            refused: RwSignal::new(None),
            files: StoredValue::new(0.0),
            fetching: StoredValue::new(None),
        }
    }

    /// The worker for what takes long and is neither the picture itself nor its codes.
    pub fn featurer(self) -> Worker {
        self.featurer.get_value()
    }

    /// Whether a picture is on its way that will change what stands on the screen.
    pub fn is_coming(self) -> bool {
        self.status.get_untracked() != Status::Idle
    }
}

/// Whether the sequence waits for a picture that is on its way.
pub fn is_behind(store: Store) -> bool {
    store.image.is_coming() && store.state.with_untracked(|s| matches!(s.mode, "image" | "mixed"))
}

/// Brings the run up to date with the state; whether that is done already. What takes long ends in [`arrived`].
pub fn refresh(store: Store) -> bool {
    let lane = store.image;
    let (id, side, fit) =
        store.state.with_untracked(|s| (s.media.image, s.media.image_size, s.media.image_fit));
    match lane.source.get_value() {
        Some(source) if source.id == id => square(store, source, side, fit),
        before => {
            if before.is_some() {
                lane.refused.set(None); // it was about another choice
            }
            match lane.own.get_untracked() {
                Some(own) if id == "own" => again(store, own),
                None if id == "own" => missing(store),
                _ => fetch(store, id),
            }
        }
    }
    !lane.is_coming()
}

/// Something that the run is made of has come; `done` if the run is up to date with it.
fn arrived(store: Store, done: bool) {
    if done {
        input::lane_ready(store);
    }
}

/// A link says “own”, but carries no picture: the first sample stands in.
fn missing(store: Store) {
    let sample = SAMPLES.first().map_or("", |sample| sample.id);
    store.state.update(|s| s.media.image = sample);
    refresh(store);
    store.image.refused.set(Some(Refusal::new("own_missing")));
}

/// Shows a file that came before. It takes a number of its own, so that a sample that is still being fetched is not shown
/// after it; the worker decodes it anew.
fn again(store: Store, own: Source) {
    let lane = store.image;
    let source = Source { number: next_number(store), ..own };
    lane.fetching.set_value(None);
    lane.source.set_value(Some(source));
    refresh(store);
}

fn fetch(store: Store, id: &'static str) {
    let lane = store.image;
    if lane.fetching.get_value() == Some((id, lane.files.get_value())) {
        return;
    }
    let number = next_number(store);
    lane.fetching.set_value(Some((id, number)));
    lane.status.set(Status::Coming);
    spawn_local(async move {
        let blob = source::sample(id).await;
        if lane.files.get_value() != number {
            return; // the reader has chosen or brought another one
        }
        lane.fetching.set_value(None);
        match blob {
            Ok(blob) => {
                lane.source.set_value(Some(Source { id, number, blob }));
                arrived(store, refresh(store));
            }
            Err(why) => refuse(store, why),
        }
    });
}

/// Takes the reader's own file. What stood before stays until it is decoded, or for good if it cannot be.
pub async fn bring(store: Store, blob: Blob) -> Result<(), Refusal> {
    let lane = store.image;
    let (side, fit) = store.state.with_untracked(|s| (s.media.image_size, s.media.image_fit));
    let source = Source { id: "own", number: next_number(store), blob };
    let before = lane.asked.get_value();
    lane.refused.set(None);
    lane.status.set(Status::Coming);
    lane.asked.set_value(Some((source.number, side, fit)));
    match decoded(store, &source, side, fit).await {
        Ok(picture) => {
            lane.own.set(Some(source.clone()));
            lane.source.set_value(Some(source));
            store.state.update(|s| {
                s.media.image = "own";
                if !matches!(s.mode, "image" | "mixed") {
                    s.mode = "image";
                }
            });
            super::location::changed(store, false);
            lane.picture.set_value(Some(Rc::new(picture)));
            lane.status.set(Status::Idle);
            // the reader may have moved on to another side while this one was decoded
            arrived(store, refresh(store));
            Ok(())
        }
        Err(why) => {
            let why = why.unwrap_or_else(|| Refusal::new("replaced"));
            lane.asked.set_value(before);
            refuse(store, why.clone());
            // the sample that it came before, unless a newer file did the same to it
            let newest = lane.files.get_value() == source.number;
            let there = lane.source.with_value(|source| source.as_ref().map(|source| source.id));
            if newest && there != Some(store.state.with_untracked(|s| s.media.image)) {
                arrived(store, refresh(store));
            }
            Err(why)
        }
    }
}

fn next_number(store: Store) -> f64 {
    let next = store.image.files.try_update_value(|files| {
        *files += 1.0;
        *files
    });
    next.unwrap_or_default()
}

/// Sees to it that the picture there is has this side and fit.
fn square(store: Store, source: Source, side: u64, fit: &'static str) {
    let lane = store.image;
    let asked = (source.number, side, fit);
    if lane.asked.get_value() == Some(asked) {
        if lane.status.get_untracked() != Status::Coming {
            cut_up(store);
        }
        return;
    }
    lane.asked.set_value(Some(asked));
    lane.status.set(Status::Coming);
    spawn_local(async move {
        match decoded(store, &source, side, fit).await {
            Ok(picture) => {
                lane.picture.set_value(Some(Rc::new(picture)));
                arrived(store, cut_up(store));
            }
            Err(None) => {}
            Err(Some(why)) => {
                lane.asked.set_value(None);
                refuse(store, why);
            }
        }
    });
}

/// `Err(None)` if a newer picture was asked for.
async fn decoded(
    store: Store,
    source: &Source,
    side: u64,
    fit: &'static str,
) -> Result<Picture, Option<Refusal>> {
    let job = Square { number: source.number, blob: source.blob.clone().into(), side, fit };
    let worker = store.image.decoder.get_value();
    match worker.run(job, |_| ()).await {
        Ok(Ok(squared)) => Ok(Picture::new(squared)),
        Ok(Err(why)) => Err(Some(why)),
        Err(NoAnswer::Replaced) => Err(None),
        Err(NoAnswer::Failed(_)) => Err(Some(Refusal::new("failed"))),
    }
}

/// Cuts the picture as the state says; codes come from the worker. Whether it is cut.
fn cut_up(store: Store) -> bool {
    let lane = store.image;
    let (Some(picture), how) = (lane.picture.get_value(), store.state.with_untracked(How::of)) else {
        return false;
    };
    let same = lane.cut.with_untracked(|cut| {
        cut.as_ref().is_some_and(|cut| cut.how == how && Rc::ptr_eq(&cut.picture, &picture))
    });
    let fitted = if how.route == "codes" && !same {
        match codes::fitted(store, &picture, &how) {
            Some(fitted) => Some(fitted),
            None => return false, // on its way
        }
    } else {
        None
    };
    lane.status.set(Status::Idle);
    if !lane.shown.with_untracked(|shown| shown.as_ref().is_some_and(|shown| Rc::ptr_eq(shown, &picture))) {
        lane.shown.set(Some(Rc::clone(&picture)));
    }
    if !same {
        lane.cut.set(Some(Rc::new(Cut::new(picture, how, fitted))));
    }
    true
}

/// Says why; whoever waits for a picture is told.
pub fn refuse(store: Store, why: Refusal) {
    store.image.status.set(Status::Idle);
    store.image.refused.set(Some(why));
    driver::give_up(store);
}

/// The newest run.
pub fn run(store: Store) -> Option<Run> {
    store.image.cut.with_untracked(|cut| cut.as_ref().map(|cut| cut.run.clone()))
}
