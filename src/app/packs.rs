//! The vocabularies: each pack is fetched and read once, whoever asks for it, and each has a status of its own.

use super::download;
use super::load_error::LoadError;
use crate::tokenize::{TextTokenizer, VOCABULARIES, Vocabulary};
use leptos::prelude::*;
use std::collections::HashMap;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use web_sys::AbortController;

/// Where a vocabulary is.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// Nobody asked for it.
    Away,
    /// So many bytes of [`Vocabulary::bytes`] are there.
    Coming {
        got: u32,
    },
    /// The reader stopped it on its way.
    Stopped,
    Failed(LoadError),
    Here,
}

/// All vocabularies. A handle: copied into every closure.
#[derive(Clone, Copy)]
pub struct Packs {
    /// In the order of [`VOCABULARIES`].
    statuses: [RwSignal<Status>; VOCABULARIES.len()],
    shelf: StoredValue<Shelf, LocalStorage>,
}

#[derive(Default)]
struct Shelf {
    here: HashMap<&'static str, Rc<TextTokenizer>>,
    /// What can stop the requests under way, and which request of all it is.
    coming: HashMap<&'static str, (u64, Option<AbortController>)>,
    requests: u64,
    listener: Option<Rc<dyn Fn(&'static Vocabulary)>>,
}

impl Packs {
    /// Those that need no pack are there at once.
    pub fn new() -> Self {
        let built_in = VOCABULARIES.iter().filter_map(|v| Some((v.id, Rc::new(TextTokenizer::built_in(v)?))));
        let shelf = Shelf { here: built_in.collect(), ..Shelf::default() };
        let statuses = [(); VOCABULARIES.len()].map(|()| RwSignal::new(Status::Away));
        for (status, vocabulary) in statuses.iter().zip(VOCABULARIES) {
            if shelf.here.contains_key(vocabulary.id) {
                status.set(Status::Here);
            }
        }
        Packs { statuses, shelf: StoredValue::new_local(shelf) }
    }

    /// The status of a vocabulary, to be followed; `None` if there is no such vocabulary.
    pub fn status(self, id: &str) -> Option<RwSignal<Status>> {
        let at = VOCABULARIES.iter().position(|vocabulary| vocabulary.id == id)?;
        self.statuses.get(at).copied()
    }

    /// The tokenizer, if it is there.
    pub fn get(self, id: &str) -> Option<Rc<TextTokenizer>> {
        self.shelf.with_value(|shelf| shelf.here.get(id).cloned())
    }

    /// Calls `listener` whenever a vocabulary has come or will not come. There is one listener: the page's text.
    pub fn listen(self, listener: impl Fn(&'static Vocabulary) + 'static) {
        self.shelf.update_value(|shelf| shelf.listener = Some(Rc::new(listener)));
    }

    /// Fetches a vocabulary that is neither there nor on its way.
    pub fn want(self, vocabulary: &'static Vocabulary) {
        let Some(status) = self.status(vocabulary.id) else { return };
        if matches!(status.get_untracked(), Status::Here | Status::Coming { .. }) {
            return;
        }
        let stop = AbortController::new().ok();
        let mut request = 0;
        self.shelf.update_value(|shelf| {
            shelf.requests += 1;
            request = shelf.requests;
            shelf.coming.insert(vocabulary.id, (request, stop.clone()));
        });
        status.set(Status::Coming { got: 0 });
        spawn_local(async move {
            let got = |got| {
                if self.is_under_way(vocabulary, request) {
                    status.set(Status::Coming { got });
                }
            };
            let signal = stop.map(|stop| stop.signal());
            let bytes = download::pack(vocabulary.file, vocabulary.bytes, signal.as_ref(), got).await;
            if self.is_under_way(vocabulary, request) {
                let read =
                    |bytes: Vec<u8>| TextTokenizer::from_pack(vocabulary, &bytes).map_err(LoadError::Pack);
                self.put(vocabulary, status, bytes.and_then(read));
            }
        });
    }

    /// Gives up a vocabulary on its way.
    pub fn stop(self, vocabulary: &'static Vocabulary) {
        let Some(status) = self.status(vocabulary.id) else { return };
        let mut under_way = None;
        self.shelf.update_value(|shelf| under_way = shelf.coming.remove(vocabulary.id));
        if let Some((_, stop)) = under_way {
            if let Some(stop) = stop {
                stop.abort();
            }
            status.set(Status::Stopped);
        }
    }

    /// Whether this is the request that the vocabulary waits for: not one that was stopped.
    fn is_under_way(self, vocabulary: &Vocabulary, request: u64) -> bool {
        let of = |shelf: &Shelf| shelf.coming.get(vocabulary.id).is_some_and(|(now, _)| *now == request);
        self.shelf.with_value(of)
    }

    fn put(
        self,
        vocabulary: &'static Vocabulary,
        status: RwSignal<Status>,
        read: Result<TextTokenizer, LoadError>,
    ) {
        let mut listener = None;
        let mut now = Status::Here;
        self.shelf.update_value(|shelf| {
            shelf.coming.remove(vocabulary.id);
            listener = shelf.listener.clone();
            match read {
                Ok(tokenizer) => drop(shelf.here.insert(vocabulary.id, Rc::new(tokenizer))),
                Err(why) => now = Status::Failed(why),
            }
        });
        status.set(now);
        if let Some(listener) = listener {
            listener(vocabulary);
        }
    }
}
