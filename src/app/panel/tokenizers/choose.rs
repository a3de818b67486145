//! Which tokenizers stand side by side, and where their packs are.

use super::name;
use crate::load_error::LoadError;
use crate::packs::Status;
use crate::state::State;
use crate::store::Store;
use crate::tokenize::{VOCABULARIES, Vocabulary};
use crate::widget::{KeyNotice, focus, guard, retry, roving};
use leptos::prelude::*;

const KEY: &str = "tokenizers";

/// A chip for every vocabulary there is.
#[component]
pub fn Chips() -> impl IntoView {
    let store = Store::here();
    let chosen = store.get(|s| s.tokenizers.clone());
    let chip = |(at, vocabulary): (usize, &'static Vocabulary)| {
        let id = vocabulary.id;
        let away = move || {
            let here = store.packs.status(id).is_some_and(|status| status.get() == Status::Here);
            (!here).then(|| (store.strings().side.load.size)(vocabulary.bytes))
        };
        view! {
            <button
                type="button"
                class="chip"
                data-vocabulary=id
                tabindex=roving::stop(at == 0)
                aria-pressed=move || chosen.with(|chosen| chosen.contains(&id)).to_string()
                on:click=move |_| toggle(store, vocabulary)
            >
                {move || name(store, id)}
                {move || away().map(|size| view! { " " <small>{size}</small> })}
            </button>
        }
    };
    let chips = VOCABULARIES.iter().enumerate().map(chip).collect_view();
    let note = move || {
        let s = &store.strings().side.load;
        match chosen.with(Vec::len) {
            0 | 1 => Some(s.few.to_string()),
            n if n > State::MOST_TOKENIZERS => Some((s.most)(n, State::MOST_TOKENIZERS)),
            _ => None,
        }
    };
    view! {
        <fieldset class:in-use=move || store.in_use.with(|used| used == KEY) {..guard(KEY)}>
            <legend>{store.t(|s| s.words.label(KEY))}</legend>
            <div
                class="chips variants"
                data-testid="vocabularies"
                on:keydown=|event| {
                    roving::step(&event);
                }
                on:focusin=|event| roving::focused(&event)
            >
                {chips}
            </div>
            <p class="bad" role="status" data-testid="how-many">{note}</p>
            <KeyNotice key=KEY/>
        </fieldset>
    }
}

/// Adds a vocabulary or takes it away. What the reader adds is asked for, even if it was stopped before.
fn toggle(store: Store, vocabulary: &'static Vocabulary) {
    let chosen = store.state.with_untracked(|s| s.tokenizers_toggled(vocabulary.id));
    let added = chosen.contains(&vocabulary.id);
    store.set(KEY, &chosen.join("-"));
    if added && store.state.with_untracked(|s| s.shown_tokenizers().iter().any(|v| v.id == vocabulary.id)) {
        store.packs.want(vocabulary);
    }
}

/// A line for every chosen vocabulary that is not there.
#[component]
pub fn Loading() -> impl IntoView {
    let store = Store::here();
    let shown = store.get(|s| s.shown_tokenizers());
    view! {
        <ul class="packs" data-testid="packs">
            <For each=move || shown.get() key=|vocabulary| vocabulary.id children=move |v| view! { <Line vocabulary=v/> }/>
        </ul>
    }
}

#[component]
fn Line(vocabulary: &'static Vocabulary) -> impl IntoView {
    let store = Store::here();
    let id = vocabulary.id;
    let got = move || match store.packs.status(id).map(|status| status.get()) {
        Some(Status::Coming { got }) => got,
        _ => 0,
    };
    // The line is made anew when it is of another kind, not at every byte.
    let status = Memo::new(move |_| match store.packs.status(id).map(|status| status.get()) {
        Some(Status::Coming { .. }) => Status::Coming { got: 0 },
        other => other.unwrap_or(Status::Here),
    });
    // What the page's own text waits for is not ours to stop.
    let own = store.get(|s| s.tokenizer);
    // The button goes: the keyboard stays with the chips.
    let again = move |_| {
        focus::to_control(KEY);
        store.packs.want(vocabulary);
    };
    let stop = move |()| {
        focus::to_control(KEY);
        store.packs.stop(vocabulary);
    };
    let failed = move |sentence: String, why: Option<&LoadError>| {
        let label = (store.strings().side.load.again)(&name(store, id));
        view! {
            <li class="bad" role="status" data-pack=id>
                {sentence} " "
                {retry(store, why, Some(label), again)}
            </li>
        }
        .into_any()
    };
    move || {
        let s = store.strings();
        match status.get() {
            Status::Here | Status::Away => ().into_any(),
            Status::Coming { .. } => {
                let own = Signal::derive(move || own.get() == id);
                view! { <Coming vocabulary got=Signal::derive(got) stop=Callback::new(stop) own/> }.into_any()
            }
            Status::Stopped => failed((s.side.load.stopped)(&name(store, id)), None),
            Status::Failed(why) => {
                failed((s.side.load.failed)(&name(store, id), &(s.shell.load_reason)(&why)), Some(&why))
            }
        }
    }
}

#[component]
fn Coming(
    vocabulary: &'static Vocabulary,
    got: Signal<u32>,
    stop: Callback<()>,
    own: Signal<bool>,
) -> impl IntoView {
    let store = Store::here();
    let id = vocabulary.id;
    let percent = move || (u64::from(got.get()) * 100 / u64::from(vocabulary.bytes.max(1))).min(100) as u32;
    let label = move || (store.strings().side.load.stop)(&name(store, id));
    view! {
        <li data-pack=id>
            <span>{move || (store.strings().side.load.coming)(&name(store, id), percent())}</span>
            <progress max=vocabulary.bytes value=move || got.get() aria-label=move || name(store, id)></progress>
            <Show when=move || !own.get()>
                <button class="btn" aria-label=label on:click=move |_| stop.run(())>"×"</button>
            </Show>
        </li>
    }
}
