//! Fetches what the state's `lesson` names, and enters its step.

use super::go;
use crate::download;
use crate::lesson::format::{Lesson, MAX_BYTES};
use crate::lesson::problem::Fatal;
use crate::lesson::session::Loaded;
use crate::lesson::source::{Source, source};
use crate::load_error::LoadError;
use crate::store::Store;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;

/// Keeps the lesson that the state names loaded; where a link or a script asks for a step as it is, its settings are set.
pub fn follow(store: Store) {
    let named = store.get(move |s| s.lesson.lesson.clone());
    Effect::new(move |_| {
        let name = named.get();
        let known =
            store.lesson.loaded.with_untracked(|loaded| loaded.as_ref().is_some_and(|l| l.of == name));
        if !known {
            want(store, name);
        }
    });
    let place = store.get(move |s| s.lesson.clone());
    Effect::new(move |_| {
        let (place, asked) = (place.get(), store.lesson.asked.get());
        let here = store.lesson.loaded.with(|loaded| loaded.as_ref().is_some_and(|l| l.of == place.lesson));
        if here && (asked || store.state.with_untracked(|s| s.is_bare())) {
            // Setting it would call this effect again, without end where the step’s settings are the page’s own.
            if asked {
                store.lesson.asked.set(false);
            }
            go::settle(store);
        }
    });
}

fn want(store: Store, name: String) {
    let mut request = 0;
    store.lesson.requests.update_value(|requests| {
        *requests += 1;
        request = *requests;
    });
    spawn_local(async move {
        let lesson = match source(&name) {
            Source::None => return store.lesson.loaded.set(None),
            Source::Own => store.lesson.own.get_value().ok_or(Fatal::NotHere),
            Source::Foreign => Err(Fatal::OtherOrigin),
            Source::Shipped(name) => shipped(&name).await,
            Source::Relative(path) => at(&path).await,
        };
        if store.lesson.requests.get_value() == request {
            store.lesson.loaded.set(Some(Loaded { of: name, lesson }));
        }
    });
}

/// A lesson of the folder that ships.
pub async fn shipped(name: &str) -> Result<Rc<Lesson>, Fatal> {
    fetched(&format!("lessons/{name}.json")).await
}

/// A lesson at an address on this host: however it is spelled, it must not lead to another.
async fn at(path: &str) -> Result<Rc<Lesson>, Fatal> {
    let resolved =
        document().base_uri().ok().flatten().and_then(|base| web_sys::Url::new_with_base(path, &base).ok());
    let url = resolved.ok_or(Fatal::OtherOrigin)?;
    let own = window().location().origin().unwrap_or_default();
    if url.origin() != own {
        return Err(Fatal::OtherOrigin);
    }
    fetched(&url.href()).await
}

async fn fetched(url: &str) -> Result<Rc<Lesson>, Fatal> {
    let bytes = download::bounded(url, MAX_BYTES, None, |_| ()).await.map_err(|why| match why {
        LoadError::TooLarge => Fatal::TooLarge { most: MAX_BYTES },
        other => Fatal::Fetch(other),
    })?;
    Lesson::read(&bytes).map(Rc::new)
}
