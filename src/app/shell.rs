//! The frame around the panels: header, text, rail.

use super::panel::{Panel, vocabulary_name};
use super::state::PANELS;
use super::store::Store;
use super::strings::{self, LANGUAGES};
use super::vocabulary::Loading;
use super::widget::{Notices, PANEL, SkipLink};
use super::{api, image, input, location, positions, theme};
use crate::attention::permutation::ROUNDING;
use crate::picture::format;
use crate::pipeline::rotated;
use crate::position::Entry;
use crate::position::scaling::RopeType;
use crate::tokenize::{self, VOCABULARIES};
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::JsCast;

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let store = Store::new(&window().location().hash().unwrap_or_default());
    provide_context(store);
    theme::follow(store);
    location::follow(store);
    input::refresh(store);
    positions::follow(store);
    api::install(store);
    view! {
        <SkipLink/>
        <Header/>
        <main>
            <input::Bar text=ViewFn::from(|| view! { <TextInput/> })/>
            <Notices/>
            <Progress/>
            <Rail/>
            <Cut/>
            <Show when=move || store.input.with(Option::is_some)>
                <Show
                    when=move || store.input.with(|input| input.as_ref().is_some_and(|i| !i.is_empty()))
                    fallback=move || view! { <p class="card" data-testid="empty">{move || {
                        let s = &store.strings().shell;
                        if store.state.with(|s| s.text.is_empty()) { s.empty } else { s.no_tokens }
                    }}</p> }
                >
                    <div id=PANEL><Panel/></div>
                </Show>
            </Show>
            <footer>
                <span>{store.t(|s| s.shell.footer)}</span>
                <span>"Locus " {env!("CARGO_PKG_VERSION")}</span>
            </footer>
        </main>
    }
}

#[component]
fn Header() -> impl IntoView {
    let store = Store::here();
    let copied = RwSignal::new(None::<bool>);
    let copy = move |_| {
        let link = location::permalink(store);
        leptos::task::spawn_local(async move {
            let done =
                wasm_bindgen_futures::JsFuture::from(window().navigator().clipboard().write_text(&link))
                    .await;
            copied.set(Some(done.is_ok()));
            set_timeout(move || copied.set(None), Duration::from_secs(2));
        });
    };
    // One button for all: it keeps the focus while what it says changes.
    let other = move || {
        let at = LANGUAGES.iter().position(|(id, _)| *id == store.language.get()).unwrap_or(0);
        LANGUAGES.iter().cycle().nth(at + 1).copied()
    };
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
                <button
                    class="btn"
                    lang=move || other().map_or("", |(_, strings)| strings.tag)
                    data-testid="language"
                    on:click=switch
                >
                    {move || other().map_or("", |(_, strings)| strings.own_name)}
                </button>
                <button class="btn" data-testid="theme" on:click=move |_| store.set("theme", if store.dark.get() { "light" } else { "dark" })>
                    {move || if store.dark.get() { store.strings().shell.theme_light } else { store.strings().shell.theme_dark }}
                </button>
                <button class="btn" on:click=copy aria-live="polite">
                    {move || {
                        let s = &store.strings().shell;
                        match copied.get() {
                            None => s.copy_link,
                            Some(true) => s.copied,
                            Some(false) => s.copy_failed,
                        }
                    }}
                </button>
            </div>
        </header>
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
            <textarea
                rows="1"
                dir="auto"
                spellcheck="false"
                aria-label=store.t(|s| s.shell.text_label)
                placeholder=store.t(|s| s.shell.text_placeholder)
                prop:value=move || text.get()
                on:input=move |event| store.set("text", &event_target_value(&event))
            ></textarea>
            <label class="pick">
                <span>{store.t(|s| s.shell.tokenizer)}</span>
                <select prop:value=move || tokenizer.get() on:change=move |event| store.set("tokenizer", &event_target_value(&event))>{options}</select>
            </label>
            <div class="chips samples">{samples}</div>
        </div>
    }
}

/// A vocabulary on its way, or why it did not come.
#[component]
fn Progress() -> impl IntoView {
    let store = Store::here();
    let name = |id: &str| tokenize::by_id(id).map_or("", |v| v.name);
    move || {
        match store.loading.get() {
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
                    let shown = vocabulary_name(s, shown_vocabulary(store));
                    (s.shell.load_failed)(name(vocabulary), &(s.shell.load_reason)(&why), &shown)
                }
                <button class="btn" on:click=move |_| input::refresh(store)>{store.t(|s| s.shell.retry)}</button>
            </p>
        }
        .into_any(),
    }
    }
}

/// What of a long text is shown.
#[component]
fn Cut() -> impl IntoView {
    let store = Store::here();
    move || {
        let input = store.input.get()?;
        let s = &store.strings().shell;
        let tokens = (input.total_tokens > input.len())
            .then(|| (s.cut_tokens)(input.len(), input.total_tokens));
        tokens.map(|text| view! { <p class="hint" data-testid="cut">{text}</p> })
    }
}

/// The five stages with their live shapes, and beside them the order of tokens and the comparison of schemes. Choosing one brings its panel.
#[component]
fn Rail() -> impl IntoView {
    let store = Store::here();
    let panel = store.get(|s| s.panel);
    measure_order(store);
    let cells = PANELS
        .iter()
        .map(|id| {
            let href = move || {
                let _ = store.rested.get();
                let state = store.state.get_untracked();
                format!("#{}", super::state::hash::write(&super::state::State { panel: id, ..state }))
            };
            let choose = move |event: web_sys::MouseEvent| {
                if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
                    event.prevent_default();
                    store.set("panel", id);
                }
            };
            view! {
                <a
                    href=href
                    class:aside=matches!(*id, "context" | "permutation" | "compare" | "long")
                    style=format!("--c: var(--{})", accent(id))
                    data-panel=*id
                    aria-current=move || (panel.get() == *id).then_some("step")
                    on:click=choose
                >
                    <small>{move || heading(store, id)}</small>
                    <span>{move || shape(store, id)}</span>
                </a>
            }
        })
        .collect_view();
    let nav = NodeRef::<leptos::html::Nav>::new();
    Effect::new(move |_| {
        let (panel, Some(nav)) = (panel.get(), nav.get()) else { return };
        let current = nav.query_selector(&format!("[data-panel={panel}]")).ok().flatten();
        if let Some(current) = current.and_then(|link| link.dyn_into::<web_sys::HtmlElement>().ok()) {
            // Only the rail itself scrolls: on a phone it is wider than the screen.
            nav.set_scroll_left(current.offset_left() - (nav.client_width() - current.offset_width()) / 2);
        }
    });
    view! { <nav class="rail" node_ref=nav aria-label=store.t(|s| s.shell.pipeline)>{cells}</nav> }
}

fn accent(panel: &str) -> &str {
    match panel {
        "permutation" => "order",
        "long" => "attention",
        "context" => "position",
        stage => stage,
    }
}

fn heading(store: Store, panel: &str) -> String {
    if let Some(of_sound) = super::sound::heading(store, panel) {
        return of_sound;
    }
    let s = &store.strings().shell;
    if let Some(own) = image::heading(store, panel) {
        return own.to_string();
    }
    match panel {
        "signal" => s.stage_signal.to_string(),
        "tokens" => {
            let name = vocabulary_name(store.strings(), shown_vocabulary(store));
            (s.stage_tokens)(&name)
        }
        "vectors" => s.stage_vectors.to_string(),
        "position" => {
            let (scheme, yarn) = store.state.with(|s| (s.scheme, s.params.rope.rope_type == RopeType::Yarn));
            let name = if scheme == "rope" && yarn { "YaRN" } else { store.strings().words.variant(scheme) };
            (s.stage_position)(name)
        }
        "attention" => s.stage_attention.to_string(),
        "long" => store.strings().long.stage.to_string(),
        "compare" => s.stage_compare.to_string(),
        "context" => store.strings().context.stage.to_string(),
        _ => s.stage_order.to_string(),
    }
}

/// The vocabulary that the rail and the pictures speak of: the chosen one, or where it did not come, the one before.
fn shown_vocabulary(store: Store) -> &'static str {
    let failed = matches!(store.loading.get(), Loading::Failed { .. });
    let before = store.input.with(|input| input.as_ref().and_then(|i| Some(i.text.as_ref()?.vocabulary))).filter(|_| failed);
    before.unwrap_or_else(|| store.state.with(|s| s.tokenizer))
}

/// The live shape under a stage's name. While a vocabulary is on its way, nobody knows how many tokens there are.
fn shape(store: Store, panel: &str) -> String {
    if let Some(of_sound) = super::sound::shape(store, panel) {
        return of_sound;
    }
    let s = &store.strings().shell;
    if let (Loading::Bytes { got, of, .. }, "tokens" | "vectors" | "attention") = (store.loading.get(), panel)
    {
        let percent = (u64::from(got) * 100 / u64::from(of.max(1))).min(100);
        return if panel == "tokens" { (s.loading_short)(percent as u32) } else { "…".to_string() };
    }
    if let Some(own) = image::shape(store, panel) {
        return own;
    }
    let n = store.input.with(|input| input.as_ref().map_or(0, |i| i.len()));
    let (d, heads) = store.state.with(|s| (s.d_model, s.n_heads));
    match panel {
        "signal" => (s.characters)(store.state.with(|s| s.text.chars().count())),
        "tokens" => {
            let total = store.input.with(|input| input.as_ref().map_or(0, |i| i.total_tokens));
            if total > n { (s.ids_of)(n, total) } else { (s.ids)(n) }
        }
        "vectors" => format!("{n} × {d}"),
        "position" => {
            let entry = super::panel::entry(store.state.with(|s| s.scheme));
            let at = match entry {
                Entry::Nowhere => 0,
                Entry::AddedToEmbedding => 1,
                Entry::RotatesQueryKey => 2,
                Entry::BiasOnLogits => 3,
                Entry::TermOfScore => 4,
            };
            s.enters[at].to_string()
        }
        "attention" => format!("{heads} × {n} × {n}"),
        "long" => format::grouped(store.state.with(|s| s.long_n as usize)),
        "compare" => (s.schemes)(store.state.with(|s| s.compare.len())),
        "context" => store
            .state
            .with(|s| format!("{} → {}", s.params.rope.original_max_position_embeddings, s.target_length)),
        _ => order(s, store.order_gap.get()),
    }
}

/// Whether moving the first token to the end leaves every output row what it was: computed, not asserted. Not
/// worth a frame of a drag, so it follows when the reader rests.
fn measure_order(store: Store) {
    let all = Memo::new(move |_| store.drawn.get().all);
    let measure = leptos::leptos_dom::helpers::debounce(Duration::from_millis(250), move |_: u64| {
        let found = store.engine.with_value(|engine| {
            let p = &engine.pipeline;
            let n = p.experiment_size();
            (n > 1).then(|| p.experiment(p.settings(), &rotated(n))).flatten().map(|o| o.equivariance_gap)
        });
        let _ = store.order_gap.try_set(found);
    });
    let measure = StoredValue::new_local(measure);
    Effect::new(move |_| {
        let pass = all.get();
        measure.update_value(|measure| measure(pass));
    });
}

fn order(s: &strings::Shell, gap: Option<f64>) -> String {
    match gap {
        None => "–".to_string(),
        Some(gap) if gap < ROUNDING => format!("{} {}", s.equivariant, format::gap(gap)),
        Some(_) => s.not_equivariant.to_string(),
    }
}
