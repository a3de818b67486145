//! The link and the frame that come out.

use super::choices::Choices;
use super::clipboard::Copied;
use crate::rail;
use crate::state::hash::MAX_LINK;
use crate::store::Store;
use leptos::prelude::*;

/// Longer links are cut by some mail and chat programs, in characters.
const SAFE_LINK: usize = 2_000;

/// What a frame may ask the browser for; the page works without any of it.
const ALLOW: &str = "clipboard-write; fullscreen; microphone; camera";

/// The height of a frame that nothing adjusts, in CSS pixels.
const HEIGHT: u32 = 640;
const HEIGHTS: std::ops::RangeInclusive<u32> = 200..=4_000;

#[component]
pub fn Link(choices: Choices) -> impl IntoView {
    let store = Store::here();
    let link = Memo::new(move |_| choices.link(false));
    let told = move || {
        let s = store.strings().share;
        match link.with(String::len) {
            n if n > MAX_LINK => view! { <p class="bad" role="status" data-testid="share-length">{(s.too_long)(n, MAX_LINK)}</p> }.into_any(),
            n if n > SAFE_LINK => view! { <p class="hint" role="status" data-testid="share-length">{(s.long)(n)}</p> }.into_any(),
            n => view! { <p class="hint" role="status" data-testid="share-length">{(s.length)(n)}</p> }.into_any(),
        }
    };
    let fits = move || link.with(String::len) <= MAX_LINK;
    let own = store.get(|s| {
        let has = |lane: &str| s.mode == lane || s.mode == "mixed";
        (has("image") && s.media.image == "own") || (has("audio") && s.media.sound == "own")
    });
    view! {
        <section>
            <h3>{store.t(|s| s.share.link)}</h3>
            <Show when=fits><Copied id="share-link" label=|s| s.share.link text=link rows=3/></Show>
            {told}
            <Show when=move || own.get()><p class="hint">{store.t(|s| s.share.own_signal)}</p></Show>
        </section>
    }
}

#[component]
pub fn Frame(choices: Choices) -> impl IntoView {
    let store = Store::here();
    let height = RwSignal::new(HEIGHT);
    let link = Memo::new(move |_| choices.link(true));
    let (panel, name) = (store.get(|s| s.panel), rail::names(store));
    let snippet = Memo::new(move |_| {
        let s = store.strings().share;
        let title = (s.frame_title)(name(panel.get()));
        format!(
            "<iframe src=\"{}\" title=\"{}\" width=\"100%\" height=\"{}\" style=\"border: 0\" loading=\"lazy\" allow=\"{ALLOW}\"></iframe>",
            escaped(&link.get()),
            escaped(&title),
            height.get()
        )
    });
    let fits = move || link.with(String::len) <= MAX_LINK;
    view! {
        <Show when=fits>
            <section>
                <h3>{store.t(|s| s.share.frame)}</h3>
                <Copied id="share-frame" label=|s| s.share.frame text=snippet rows=4/>
                <p class="hint">
                    <label class="pick">
                        {store.t(|s| s.share.height)}
                        <input
                            type="number"
                            min=*HEIGHTS.start()
                            max=*HEIGHTS.end()
                            prop:value=move || height.get().to_string()
                            on:change=move |event| {
                                let given = event_target_value(&event).parse().unwrap_or(HEIGHT);
                                height.set(given.clamp(*HEIGHTS.start(), *HEIGHTS.end()));
                            }
                        />
                    </label>
                    " " {store.t(|s| s.share.frame_hint)}
                </p>
            </section>
        </Show>
    }
}

/// `text` within the quotes of an HTML attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}
