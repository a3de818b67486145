//! Words with their cosines as bars: a list of buttons with one tab stop.

use crate::export::{Save, Source, Table};
use crate::picture::format::fixed;
use crate::widget::roving;
use leptos::prelude::*;

/// One word.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub word: String,
    /// BCP 47.
    pub language: &'static str,
    pub cosine: f64,
    /// What is said beside it, such as that it was an input.
    pub note: Option<&'static str>,
}

/// Where a bar begins and how wide it is, in per cent of the track: from 0 to the cosine, in a track that ends at 1 and
/// begins at the lowest cosine or 0.
fn stretch(cosine: f64, lowest: f64) -> (f64, f64) {
    let low = lowest.min(0.0);
    let at = |x: f64| (x.min(1.0) - low) / (1.0 - low) * 100.0;
    let (from, to) = (at(cosine.min(0.0)), at(cosine.max(0.0)));
    (from, to - from)
}

/// `pick` hears the index of the word that is chosen; `chosen` is the index of the one that is.
#[component]
pub fn Bars(
    #[prop(into)] bars: Signal<Vec<Bar>>,
    #[prop(into)] name: Signal<String>,
    #[prop(into)] pick: Callback<usize>,
    #[prop(optional, into)] chosen: Option<Signal<usize>>,
    /// What choosing a word does, for those who hear it.
    #[prop(optional, into)]
    action: Option<Callback<String, String>>,
    /// Whether every row keeps room for a note, so that the bars of all have one scale.
    #[prop(optional)]
    noted: bool,
) -> impl IntoView {
    let rows = move || {
        let all = bars.get();
        let lowest = all.iter().map(|bar| bar.cosine).fold(0.0, f64::min);
        let first = chosen.map_or(0, |chosen| chosen.get_untracked());
        let row = |(at, bar): (usize, Bar)| {
            let (left, width) = stretch(bar.cosine, lowest);
            let pressed = chosen.map(|chosen| move || (chosen.get() == at).to_string());
            let title = action.map(|action| action.run(bar.word.clone()));
            view! {
                <li>
                    <button
                        type="button"
                        tabindex=roving::stop(at == first)
                        aria-pressed=pressed
                        title=title
                        on:click=move |_| pick.run(at)
                    >
                        <b lang=bar.language>{bar.word}</b>
                        <span class="track" aria-hidden="true">
                            <i class:neg=bar.cosine < 0.0 style=format!("left: {left:.2}%; width: {width:.2}%")></i>
                        </span>
                        <span class="mono">{fixed(bar.cosine, 3)}</span>
                        {bar.note.map(|note| view! { <small>{note}</small> })}
                    </button>
                </li>
            }
        };
        all.into_iter().enumerate().map(row).collect_view()
    };
    let source = move || {
        let row = |bar: Bar| vec![bar.word.into(), bar.cosine.into()];
        let columns = vec![name.get(), "cos".to_owned()];
        Some(Source::Table(Table { columns, rows: bars.get().into_iter().map(row).collect() }))
    };
    view! {
        <ol
            class="word-bars"
            class:noted=noted
            aria-label=name
            on:keydown=|event| {
                roving::step(&event);
            }
            on:focusin=|event| roving::focused(&event)
        >
            {rows}
        </ol>
        <Save source name kind="words"/>
    }
}
