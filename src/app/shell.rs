//! The frame around the panels: header, text, rail.

use super::lesson::{LessonButton, LessonPlace};
use super::panel::{Panel, vocabulary_name};
use super::rail::Rail;
use super::state::{State, Touch, panel};
use super::store::Store;
use super::strings::LANGUAGES;
use super::vocabulary::{self, Loading};
use super::widget::{Lock, Notices, PANEL, SkipLink, focus, guard, retry, touch};
use super::{api, export, framed, input, location, offline, parts, positions, theme};
use crate::tokenize::{self, VOCABULARIES};
use leptos::prelude::*;

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let store = Store::new(location::read());
    provide_context(store);
    framed::follow(store);
    theme::follow(store);
    location::follow(store);
    vocabulary::follow(store);
    input::open_doors(store);
    input::refresh(store);
    positions::follow(store);
    parts::follow(store);
    api::install(store);
    offline::follow(store);
    export::follow_print();
    let alone = store.get(State::is_embedded);
    let whole = move || !alone.get();
    let panel_alone = store.get(|s| panel(s.panel).is_some_and(|panel| panel.alone));
    // Its controls are the way out of a sequence of nothing.
    let builds = store.get(|s| s.mode == "mixed" && s.panel == "signal");
    let has_something = Memo::new(move |_| {
        panel_alone.get()
            || builds.get()
            || store.input.with(|input| input.as_ref().is_some_and(|i| !i.is_empty()))
    });
    view! {
        <Show when=whole>
            <SkipLink/>
            <Header/>
            <offline::UpdateBar/>
        </Show>
        <main>
            <LessonPlace/>
            <Show when=whole><input::Bar text=ViewFn::from(|| view! { <TextInput/> })/></Show>
            <Notices/>
            <Progress/>
            <Show when=whole><Rail/></Show>
            <Cut/>
            <Show when=move || store.input.with(Option::is_some)>
                <Show
                    when=move || has_something.get()
                    fallback=move || view! { <p class="card" data-testid="empty">{move || {
                        let s = &store.strings().shell;
                        store.state.with(|state| match state.mode {
                            "mixed" => s.no_parts,
                            _ if state.text.is_empty() => s.empty,
                            _ => s.no_tokens,
                        })
                    }}</p> }
                >
                    <div id=PANEL><parts::Coming/><Panel/></div>
                </Show>
            </Show>
            <export::PrintNote/>
            <Show when=whole fallback=|| view! { <framed::Foot/> }>
                <footer>
                    <span>{store.t(|s| s.shell.footer)}</span>
                    <offline::Dialog/>
                    <span>"Locus " {env!("CARGO_PKG_VERSION")}</span>
                </footer>
            </Show>
        </main>
    }
}

#[component]
fn Header() -> impl IntoView {
    let store = Store::here();
    // One button for all: it keeps the focus while what it says changes.
    let other = move || {
        let at = LANGUAGES.iter().position(|(id, _)| *id == store.language.get()).unwrap_or(0);
        LANGUAGES.iter().cycle().nth(at + 1).copied()
    };
    let (language, theme) = (touch(store, "lang"), touch(store, "theme"));
    let switch = move |_| {
        if let Some((id, _)) = untrack(other) {
            store.set("lang", id);
        }
    };
    view! {
        <header class="top">
            <h1>"Locus"</h1>
            <span class="tagline">{store.t(|s| s.shell.tagline)}</span>
            <div class="right">
                <LessonButton/>
                <button
                    class="btn"
                    hidden=move || language.get() == Touch::Hidden
                    disabled=move || language.get() == Touch::Locked
                    lang=move || other().map_or("", |(_, strings)| strings.tag)
                    data-testid="language"
                    on:click=switch
                >
                    {move || other().map_or("", |(_, strings)| strings.own_name)}
                </button>
                <button
                    class="btn"
                    data-testid="theme"
                    hidden=move || theme.get() == Touch::Hidden
                    disabled=move || theme.get() == Touch::Locked
                    on:click=move |_| store.set("theme", if store.dark.get() { "light" } else { "dark" })
                >
                    {move || if store.dark.get() { store.strings().shell.theme_light } else { store.strings().shell.theme_dark }}
                </button>
                <button class="btn" data-testid="share" aria-haspopup="dialog" on:click=move |_| store.sharing.set(true)>
                    {store.t(|s| s.share.title)}
                </button>
            </div>
        </header>
        <parts::Tool name="share" open=store.sharing title=Signal::derive(move || store.strings().share.title.to_string())/>
    }
}

#[component]
fn TextInput() -> impl IntoView {
    let store = Store::here();
    let text = store.get(|s| s.text.clone());
    let tokenizer = store.get(|s| s.tokenizer);
    let samples = move || {
        let s = &store.strings().samples;
        let named = [s.english, s.chinese, s.code, s.emoji, s.mixed, s.long];
        let plain = [(s.dog, s.dog), (s.dog_swapped, s.dog_swapped)];
        plain
            .into_iter()
            .chain(named)
            .map(|(name, sample)| {
                view! { <button class="chip" aria-pressed=move || (text.get() == sample).to_string() on:click=move |_| store.set("text", sample)>{name}</button> }
            })
            .collect_view()
    };
    let options = VOCABULARIES
        .iter()
        .map(|v| view! { <option value=v.id selected=move || tokenizer.get() == v.id>{move || vocabulary_name(store.strings(), v.id)}</option> })
        .collect_view();
    view! {
        <div class="input">
            <fieldset class="guard" {..guard("text")}>
            <textarea
                id="f-text"
                rows="1"
                dir="auto"
                spellcheck="false"
                aria-label=store.t(|s| s.shell.text_label)
                placeholder=store.t(|s| s.shell.text_placeholder)
                prop:value=move || text.get()
                on:input=move |event| store.set("text", &event_target_value(&event))
            ></textarea>
            <Lock key="text"/>
            </fieldset>
            <fieldset class="guard" {..guard("tokenizer")}>
            <label class="pick">
                <span>{store.t(|s| s.shell.tokenizer)}</span>
                <select id="f-tokenizer" prop:value=move || tokenizer.get() on:change=move |event| store.set("tokenizer", &event_target_value(&event))>{options}</select>
            </label>
            <Lock key="tokenizer"/>
            </fieldset>
            <Show when=move || touch(store, "text").get() == Touch::Free><div class="chips samples">{samples}</div></Show>
        </div>
    }
}

/// A vocabulary on its way, or why it did not come.
#[component]
fn Progress() -> impl IntoView {
    let store = Store::here();
    let name = |id: &str| tokenize::by_id(id).map_or("", |v| v.name);
    let again = move |_| {
        focus::to_control("tokenizer"); // the button goes
        input::refresh(store);
    };
    move || match store.loading.get() {
        Loading::Idle => ().into_any(),
        Loading::Bytes { vocabulary, got, of } => view! {
            <p class="load" role="status">
                {(store.strings().shell.loading)(name(vocabulary))}
                <progress max=of value=got></progress>
            </p>
        }
        .into_any(),
        Loading::Failed { vocabulary, why } => view! {
            <p class="load bad" role="alert" data-testid="load-failed">
                {
                    let s = store.strings();
                    let shown = vocabulary_name(s, vocabulary::shown(store));
                    (s.shell.load_failed)(name(vocabulary), &(s.shell.load_reason)(&why), &shown)
                }
                {retry(store, Some(&why), None, again)}
            </p>
        }
        .into_any(),
    }
}

/// What of a long text is shown.
#[component]
fn Cut() -> impl IntoView {
    let store = Store::here();
    move || {
        let input = store.input.get()?;
        let s = &store.strings().shell;
        let tokens =
            (input.total_tokens > input.len()).then(|| (s.cut_tokens)(input.len(), input.total_tokens));
        tokens.map(|text| view! { <p class="hint" data-testid="cut">{text}</p> })
    }
}
