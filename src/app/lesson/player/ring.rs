//! The ring around the controls that a step is about, and their names: a rule, so that it also holds for controls that are
//! mounted later, and on a phone keeps them in the folded sheet.

use crate::store::Store;
use js_sys::{Array, Function, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

const SHEETS: &str = "adoptedStyleSheets";

/// Rings the controls of the fields `keys`, which are names of the schema.
#[component]
pub fn Ring(keys: Vec<&'static str>) -> impl IntoView {
    if !keys.is_empty() {
        let _ = adopt(&rule(&keys));
    }
}

fn rule(keys: &[&'static str]) -> String {
    let each = |form: fn(&str) -> String| keys.iter().map(|key| form(key)).collect::<Vec<_>>().join(", ");
    let ringed = each(|key| match key {
        "panel" => ".rail [aria-current=step]".into(),
        key => format!("main [data-key={key}], #f-{key}"),
    });
    let kept = each(|key| format!(".card.controls.folded > [data-key={key}]:not(.handle)"));
    // A dashed outline is told from the focus without any colour.
    format!(
        "{ringed} {{ outline: 3px dashed var(--order); outline-offset: 4px; border-radius: 6px; }} {kept} {{ display: block !important; }}"
    )
}

/// Puts a style sheet of `rules` on the page until the owner is gone. Content security policies forbid `<style>`, not
/// sheets made by a script that they allow; `None` in browsers without those (before 2023).
fn adopt(rules: &str) -> Option<()> {
    let make: Function = Reflect::get(&window(), &"CSSStyleSheet".into()).ok()?.dyn_into().ok()?;
    let sheet = Reflect::construct(&make, &Array::new()).ok()?;
    let replace: Function = Reflect::get(&sheet, &"replaceSync".into()).ok()?.dyn_into().ok()?;
    replace.call1(&sheet, &rules.into()).ok()?;
    let all = others(&sheet)?;
    all.push(&sheet);
    Reflect::set(&document(), &SHEETS.into(), &all).ok()?;
    let sheet = StoredValue::new_local(sheet);
    on_cleanup(move || {
        if let Some(left) = sheet.try_with_value(others).flatten() {
            let _ = Reflect::set(&document(), &SHEETS.into(), &left);
        }
    });
    Some(())
}

/// The sheets that scripts have put on the page, without `sheet`.
fn others(sheet: &JsValue) -> Option<Array> {
    let all = Reflect::get(&document(), &SHEETS.into()).ok().filter(|all| !all.is_undefined())?;
    Some(Array::from(&all).iter().filter(|other| !js_sys::Object::is(other, sheet)).collect())
}

/// The names of the ringed controls, for those who do not see the ring.
pub fn names(store: Store, keys: &[&'static str]) -> String {
    let s = store.strings();
    keys.iter().map(|key| s.control(key)).collect::<Vec<_>>().join(if s.tag == "zh" { "、" } else { ", " })
}
