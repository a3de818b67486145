//! Where the reader brings a signal: the choice of its kind, and under it what that kind needs.

use crate::store::Store;
use crate::widget::{Choice, Lock, guard};
use crate::{image, sound};
use leptos::prelude::*;

/// `text` is the box for text.
#[component]
pub fn Bar(text: ViewFn) -> impl IntoView {
    let store = Store::here();
    let mode = store.get(|s| s.mode);
    let has = move |lane: &'static str| move || mode.get() == lane || mode.get() == "mixed";
    view! {
        <div class="modes"><Choice key="mode"/></div>
        <Show when=has("text")>{text.run()}</Show>
        <Show when=has("image")><fieldset {..guard("image")}><image::Bar/><Lock key="image"/></fieldset></Show>
        <Show when=has("audio")><fieldset {..guard("sound")}><sound::Bar/><Lock key="sound"/></fieldset></Show>
    }
}
