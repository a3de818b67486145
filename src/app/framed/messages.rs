//! The protocol `locus/1` between a panel in a frame and the page around it; EMBED.md documents it. Only the parent
//! window is heard and answered. What it sends is data: states go through the schema as a link's do.
//!
//! Before the parent has spoken, nobody knows whose page it is: only `ready` and `resize` are sent then, which tell
//! nothing of the reader. After that, everything goes to the origin that spoke.

use crate::api::{self, put};
use crate::state::State;
use crate::store::Store;
use crate::strings::share::Messages;
use js_sys::{Object, Reflect};
use leptos::prelude::*;
use std::cell::RefCell;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// The version of the protocol.
const VERSION: f64 = 1.0;

/// An `id` of more characters is none.
const LONGEST_ID: usize = 100;

thread_local! {
    /// The origin of the parent once it has spoken, as postMessage wants it.
    static PARENT: RefCell<Option<String>> = const { RefCell::new(None) };
    /// The state that was told last.
    static TOLD: RefCell<Option<State>> = const { RefCell::new(None) };
}

/// Hears the parent, and tells it what the protocol says without being asked.
pub fn follow(store: Store) {
    let hear = window_event_listener_untyped("message", move |event| {
        if let Ok(event) = event.dyn_into::<web_sys::MessageEvent>() {
            heard(store, &event);
        }
    });
    on_cleanup(move || hear.remove());
    crate::driver::when_drawn(store, move || {
        let message = message("ready");
        put(&message, "version", &env!("CARGO_PKG_VERSION").into());
        put(&message, "panel", &store.state.with_untracked(|s| s.panel).into());
        post(&message, "*");
        follow_height();
    });
    let cell = store.get(|s| (s.query, s.key));
    Effect::new(move |before: Option<(u64, u64)>| {
        let now = cell.get();
        if before.is_some_and(|before| before != now) {
            let message = message("select");
            put(&message, "query", &(now.0 as f64).into());
            put(&message, "key", &(now.1 as f64).into());
            tell(&message);
        }
        now
    });
    Effect::new(move |_| {
        let rested = store.rested.get() > 0;
        let told = || TOLD.with_borrow(|told| store.state.with_untracked(|now| told.as_ref() == Some(now)));
        if rested && PARENT.with_borrow(Option::is_some) && !told() {
            tell(&state(store));
        }
    });
}

fn message(kind: &str) -> Object {
    let message = Object::new();
    put(&message, "locus", &VERSION.into());
    put(&message, "type", &kind.into());
    message
}

fn state(store: Store) -> Object {
    TOLD.set(Some(store.state.get_untracked()));
    let message = message("state");
    put(&message, "state", &api::get(store));
    put(&message, "notices", &api::notices(store));
    message
}

/// The parent window, if this one has any.
fn parent() -> Option<web_sys::Window> {
    let own = window();
    own.parent().ok().flatten().filter(|parent| !Object::is(parent, &own))
}

fn post(message: &Object, origin: &str) {
    if let Some(parent) = parent() {
        let _ = parent.post_message(message, origin);
    }
}

/// To the parent, if it has spoken.
fn tell(message: &Object) {
    if let Some(origin) = PARENT.with_borrow(Clone::clone) {
        post(message, &origin);
    }
}

/// Sends the height of what is shown, and again whenever it changes.
fn follow_height() {
    let Some(body) = document().body() else { return };
    let watched = body.clone();
    let follow = Closure::<dyn FnMut()>::new(move || {
        let message = message("resize");
        put(&message, "height", &watched.get_bounding_client_rect().height().ceil().into());
        post(&message, "*");
    });
    if let Ok(observer) = web_sys::ResizeObserver::new(follow.as_ref().unchecked_ref()) {
        observer.observe(&body);
        follow.forget(); // lives as long as the page
    }
}

/// One message that was understood: what it asks.
enum Asked {
    Get,
    /// An object of fields.
    Set(JsValue),
    Export(String),
}

fn heard(store: Store, event: &web_sys::MessageEvent) {
    let from_parent =
        parent().is_some_and(|parent| event.source().is_some_and(|source| Object::is(&source, &parent)));
    let data = event.data();
    // Other scripts of that page speak other languages.
    if !from_parent || !data.is_object() || !Reflect::has(&data, &"locus".into()).unwrap_or(false) {
        return;
    }
    // A parent without an origin (a sandboxed page, a file) can be named by none.
    let origin = Some(event.origin()).filter(|o| !o.is_empty() && o != "null").unwrap_or_else(|| "*".into());
    PARENT.set(Some(origin.clone()));
    let id = property(&data, "id");
    let id = if is_id(&id) { id } else { JsValue::UNDEFINED };
    let s = &store.strings_untracked().share.messages;
    match understood(&data, s) {
        Ok(asked) => spawn_local(answer(store, asked, id, origin)),
        Err(sentence) => reply(&error(&sentence), &id, &origin),
    }
}

fn is_id(id: &JsValue) -> bool {
    id.as_f64().is_some() || id.as_string().is_some_and(|id| id.chars().count() <= LONGEST_ID)
}

fn property(target: &JsValue, name: &str) -> JsValue {
    Reflect::get(target, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

fn understood(data: &JsValue, s: &Messages) -> Result<Asked, String> {
    let text = |name: &'static str| property(data, name).as_string().ok_or_else(|| (s.not_a_string)(name));
    if property(data, "locus").as_f64() != Some(VERSION) {
        return Err(s.version.to_string());
    }
    let id = property(data, "id");
    if !id.is_undefined() && !is_id(&id) {
        return Err(s.id.to_string());
    }
    match text("type")?.as_str() {
        "get" => Ok(Asked::Get),
        "set" => {
            let fields = property(data, "state");
            if api::is_plain(&fields) { Ok(Asked::Set(fields)) } else { Err(s.not_an_object.to_string()) }
        }
        "export" => text("name").map(Asked::Export),
        "theme" => text("theme").map(|theme| Asked::Set(one("theme", &theme))),
        "lang" => text("lang").map(|lang| Asked::Set(one("lang", &lang))),
        other => Err((s.unknown_type)(&other.chars().take(40).collect::<String>())),
    }
}

fn one(key: &str, value: &str) -> JsValue {
    let fields = Object::new();
    put(&fields, key, &value.into());
    fields.into()
}

async fn answer(store: Store, asked: Asked, id: JsValue, origin: String) {
    let s = &store.strings_untracked().share.messages;
    let message = match asked {
        Asked::Get => state(store),
        Asked::Set(fields) => match JsFuture::from(api::set(store, &fields)).await {
            Ok(_) => state(store),
            Err(_) => error(s.not_an_object),
        },
        Asked::Export(name) => {
            let found = api::data::data(store, &name);
            if found.is_object() {
                let message = message("export");
                put(&message, "data", &found);
                message
            } else {
                error(&(s.no_data)(&name.chars().take(40).collect::<String>()))
            }
        }
    };
    reply(&message, &id, &origin);
}

fn error(sentence: &str) -> Object {
    let message = message("error");
    put(&message, "message", &sentence.into());
    message
}

fn reply(message: &Object, id: &JsValue, origin: &str) {
    if !id.is_undefined() {
        put(message, "id", id);
    }
    post(message, origin);
}
