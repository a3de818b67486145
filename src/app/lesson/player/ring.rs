//! The ring around the controls that a step is about, and their names: a rule, so that it also holds for controls that are
//! mounted later, and on a phone keeps them in the folded sheet.

use crate::store::Store;
use leptos::prelude::*;

/// Rings the controls of the fields `keys`, which are names of the schema.
#[component]
pub fn Ring(keys: Vec<&'static str>) -> impl IntoView {
    let each = |form: fn(&str) -> String| keys.iter().map(|key| form(key)).collect::<Vec<_>>().join(", ");
    let rule = (!keys.is_empty()).then(|| {
        let ringed = each(|key| match key {
            "panel" => ".rail [aria-current=step]".into(),
            key => format!("main [data-key={key}], #f-{key}"),
        });
        let kept = each(|key| format!(".card.controls.folded > [data-key={key}]:not(.handle)"));
        // A dashed outline is told from the focus without any colour.
        format!(
            "{ringed} {{ outline: 3px dashed var(--order); outline-offset: 4px; border-radius: 6px; }} {kept} {{ display: block !important; }}"
        )
    });
    view! { <style>{rule}</style> }
}

/// The names of the ringed controls, for those who do not see the ring.
pub fn names(store: Store, keys: &[&'static str]) -> String {
    let s = store.strings();
    keys.iter().map(|key| s.control(key)).collect::<Vec<_>>().join(if s.tag == "zh" { "、" } else { ", " })
}
