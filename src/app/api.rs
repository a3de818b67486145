//! `window.locus`: the page's JavaScript API, for course authors and tests. Documented in the README.

mod config;
pub mod data;

pub use data::data;

use super::state::{self, Kind, Notice, Origin, Problem, Value, fields};
use super::store::Store;
use super::{driver, export, input, location, panel, vocabulary};
use js_sys::{Array, Function, Object, Promise, Reflect};
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// Puts `locus` on the window.
pub fn install(store: Store) {
    let api = Object::new();
    put(&api, "version", &env!("CARGO_PKG_VERSION").into());
    put(&api, "ready", &drawn(store, || JsValue::UNDEFINED));
    put(&api, "drawn", &function0(move || drawn(store, || JsValue::UNDEFINED).into()));
    put(&api, "get", &function0(move || get(store).into()));
    put(&api, "set", &function1(move |partial| set(store, &partial).into()));
    put(&api, "data", &function1(move |name| data(store, &name.as_string().unwrap_or_default())));
    put(&api, "names", &data::names());
    put(&api, "config", &function1(move |text| config::config(store, &text.as_string().unwrap_or_default())));
    put(&api, "setInput", &function1(move |file| set_input(store, file).into()));
    put(
        &api,
        "exports",
        &function0(|| export::names().into_iter().map(JsValue::from).collect::<Array>().into()),
    );
    put(&api, "export", &function2(move |name, format| take(store, &name, &format).into()));
    put(&api, "notices", &function0(move || notices(store).into()));
    put(&window(), "locus", &api);
}

/// Sets a property; a frozen target is left as it is.
pub fn put(target: &JsValue, name: &str, value: &JsValue) {
    let _ = Reflect::set(target, &name.into(), value);
}

fn function0(call: impl Fn() -> JsValue + 'static) -> JsValue {
    Closure::<dyn Fn() -> JsValue>::new(call).into_js_value()
}

fn function1(call: impl Fn(JsValue) -> JsValue + 'static) -> JsValue {
    Closure::<dyn Fn(JsValue) -> JsValue>::new(call).into_js_value()
}

fn function2(call: impl Fn(JsValue, JsValue) -> JsValue + 'static) -> JsValue {
    Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(call).into_js_value()
}

/// A promise for the file of a picture: the panel's first if none is named. Rejects with one sentence.
fn take(store: Store, name: &JsValue, format: &JsValue) -> Promise {
    // `export('png')` names no picture.
    let alone =
        format.is_undefined().then(|| name.as_string().and_then(|id| export::Format::of(&id))).flatten();
    let (name, wanted) = match alone {
        Some(format) => (None, Ok(format)),
        None => {
            let id = format.as_string().unwrap_or_default();
            (name.as_string(), export::Format::of(&id).ok_or(id))
        }
    };
    wasm_bindgen_futures::future_to_promise(async move {
        let strings = store.strings_untracked();
        let s = strings.export;
        let fail = |sentence: &str| JsValue::from(js_sys::Error::new(sentence));
        let formats = || export::Format::ALL.map(export::Format::id).join(strings.comma);
        let format = wanted.map_err(|id| fail(&(s.no_format)(&id, &formats())))?;
        let found = export::find(name.as_deref());
        let missing =
            || (s.no_picture)(&name.clone().unwrap_or_default(), &export::names().join(strings.comma));
        let entry = found.ok_or_else(|| fail(&missing()))?;
        let made = export::file(store, entry, format).await;
        made.map(JsValue::from).map_err(|failure| fail(failure.sentence(store)))
    })
}

/// A promise that resolves with `value()` once the picture of the present state is complete.
pub fn drawn(store: Store, value: impl Fn() -> JsValue + Clone + 'static) -> Promise {
    Promise::new(&mut |resolve: Function, _| {
        let value = value.clone();
        driver::when_drawn(store, move || {
            let _ = resolve.call1(&JsValue::UNDEFINED, &value());
        });
    })
}

/// The whole state as a plain object.
pub fn get(store: Store) -> Object {
    // One text crosses to JavaScript faster than each value by itself.
    let pairs: Vec<String> = store.state.with_untracked(|state| {
        fields().map(|field| format!("\"{}\":{}", field.key, json(&field.get(state)))).collect()
    });
    let object = js_sys::JSON::parse(&format!("{{{}}}", pairs.join(",")));
    object.map(JsCast::unchecked_into).unwrap_or_default()
}

fn json(value: &Value) -> String {
    match value {
        Value::Integer(n) => n.to_string(),
        // The state holds finite numbers only, and these are JSON's as Rust writes them.
        Value::Number(x) => x.to_string(),
        Value::Order(order) => format!("{order:?}"),
        other => serde_json::Value::from(other.to_text()).to_string(),
    }
}

/// Sets what `partial` names; resolves with the resulting state once its picture is complete. Values out of
/// range are clamped, nonsense leaves the field; `notices()` says which. Rejects what is no plain object.
pub fn set(store: Store, partial: &JsValue) -> Promise {
    if !is_plain(partial) {
        let strings = store.strings_untracked();
        return Promise::reject(
            &js_sys::TypeError::new(&(strings.problem.not_an_object)(&spelled(partial))).into(),
        );
    }
    let entries = Object::entries(partial.unchecked_ref());
    let (mut pairs, mut problems) = (Vec::new(), Vec::new());
    for (key, value) in entries.iter().filter_map(|entry| pair(&entry)) {
        if value.is_string() || !is_text(&key) {
            pairs.push((key, raw(&value)));
        } else {
            problems.push(Notice::new(Origin::Script, &key, &raw(&value), Problem::NotText));
        }
    }
    // Nobody is told of a change that is none.
    store.state.maybe_update(|s| {
        problems.extend(state::apply_all(s, Origin::Script, &pairs));
        !pairs.is_empty()
    });
    store.notices.maybe_update(|all| {
        *all != problems && {
            *all = problems;
            true
        }
    });
    let mode = store.state.with_untracked(|s| s.mode);
    if !pairs.is_empty() && pairs.iter().all(|(key, _)| matches!(key.as_str(), "lesson" | "lesson_step")) {
        store.lesson.asked.set(true);
    }
    let other_input = pairs.iter().any(|(key, _)| input::is_made_of(key, mode));
    if other_input || pairs.iter().any(|(key, _)| matches!(key.as_str(), "query" | "key")) {
        store.cell_from.set_value(Some(Origin::Script));
    }
    location::changed(store, pairs.iter().any(|(key, _)| key == "panel"));
    if other_input {
        input::refresh(store);
    } else {
        vocabulary::name_missing_cell(store);
    }
    if pairs.iter().any(|(key, _)| key == "backend") {
        driver::again(store);
    }
    drawn(store, move || get(store).into())
}

/// Takes a file as if the reader had chosen it: resolves with the state once its picture is complete, rejects with the
/// sentence that the reader would see.
fn set_input(store: Store, file: JsValue) -> Promise {
    let Ok(file) = file.dyn_into::<web_sys::Blob>() else {
        let strings = store.strings_untracked();
        return Promise::reject(&js_sys::TypeError::new(strings.problem.not_a_blob).into());
    };
    wasm_bindgen_futures::future_to_promise(async move {
        let state = async {
            input::bring(store, file).await?;
            let state = wasm_bindgen_futures::JsFuture::from(drawn(store, move || get(store).into())).await;
            // A sound can be read and still be too short for a frame.
            input::refused(store).map_or(Ok(state), Err)
        };
        state.await.map_err(|sentence: String| js_sys::Error::new(&sentence))?
    })
}

/// Whether a value is an object as `{ … }` makes it, of this page or of another one.
pub fn is_plain(value: &JsValue) -> bool {
    let is_root = |prototype: &Object| prototype.is_null() || Object::get_prototype_of(prototype).is_null();
    value.is_object() && !value.is_array() && is_root(&Object::get_prototype_of(value))
}

fn pair(entry: &JsValue) -> Option<(String, JsValue)> {
    let entry: &Array = entry.dyn_ref()?;
    Some((entry.get(0).as_string()?, entry.get(1)))
}

/// Whether the field takes any text: then a number or `null` would pass for its own spelling.
fn is_text(key: &str) -> bool {
    state::field(key).is_some_and(|field| matches!(field.kind, Kind::Text { .. }))
}

/// A value as an error names it: JSON, or what it says of itself.
fn spelled(value: &JsValue) -> String {
    let json = js_sys::JSON::stringify(value).ok().and_then(|text| text.as_string());
    json.filter(|text| text.len() <= 80).unwrap_or_else(|| js_string(value))
}

/// A JavaScript value in the form in which a hash would spell it.
fn raw(value: &JsValue) -> String {
    if let Some(list) = value.dyn_ref::<Array>() {
        return list.iter().map(|item| raw(&item)).collect::<Vec<_>>().join("-");
    }
    value.as_string().unwrap_or_else(|| js_sys::JsString::from(JsValue::from(js_string(value))).into())
}

/// `String(value)`, or nothing where even that throws.
fn js_string(value: &JsValue) -> String {
    string(value).ok().and_then(|text| text.as_string()).unwrap_or_default()
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_name = String)]
    fn string(value: &JsValue) -> Result<JsValue, JsValue>;
}

/// What was wrong with the last values set, and why what they say cannot be computed, as sentences in the page's
/// language.
pub fn notices(store: Store) -> Array {
    let strings = store.strings_untracked();
    let problem = store.problem.with_untracked(|found| {
        found
            .as_ref()
            .map(|problem| format!("{}: {}", problem.key, (strings.complaint.problem)(&problem.what)))
    });
    store.notices.with_untracked(|all| {
        let refused = all.iter().map(|notice| super::widget::sentence(notice, strings));
        let shown = store.state.with_untracked(|s| s.panel);
        let other = || if shown == "long" { panel::long_refused(store) } else { None };
        refused.chain(problem.or_else(other)).map(JsValue::from).collect()
    })
}
