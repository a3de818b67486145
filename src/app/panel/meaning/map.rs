//! The reader's words on their first two principal components: a dot and a label each, and lines to the nearest words.

use super::export;
use super::field::TextField;
use super::loader::Loader;
use super::numbers::{self, Mapped};
use super::places::{self, Places};
use crate::export::Save;
use crate::picture::format::{fixed, percent};
use crate::store::Store;
use crate::widget::{Trust, TwinButton, resize, roving};
use leptos::html::Div;
use leptos::prelude::*;
use std::sync::Arc;

type Shared = Memo<Option<Arc<Mapped>>>;

#[component]
pub fn Map(loader: Loader) -> impl IntoView {
    let store = Store::here();
    let list = store.get(|s| s.meaning.word_list.clone());
    let mapped = Memo::new(move |before: Option<&Option<Arc<Mapped>>>| {
        let last = || before.cloned().flatten();
        let found = loader.shown.get().and_then(|of| list.with(|list| numbers::mapped(&of, list)));
        found.map(Arc::new).or_else(last)
    });
    let error = Signal::derive(move || {
        let of = loader.shown.get()?;
        list.with(|list| numbers::map_complaint(store, &of, list))
    });
    let title = move || {
        mapped.get().map_or_else(|| store.strings().meaning.map.too_few.to_owned(), |m| title(store, &m))
    };
    let twin = RwSignal::new(false);
    view! {
        <section class="card" style="--c: var(--vectors)" data-card="map">
            <h2 data-testid="map-title">{title}</h2>
            <p class="lead">{store.t(|s| s.meaning.map.lead)}</p>
            <Show when=move || mapped.with(Option::is_some)>
                <Picture mapped/>
                <TwinButton open=twin/>
                <Save source=move || Some(export::source(store, &*mapped.get()?))/>
                {move || twin.get().then(|| mapped.get().map(|m| table(store, &m)))}
            </Show>
            <TextField key="word_list" error rows=3/>
            <Trust subjects=Signal::stored(vec!["pca"]) seeded=false computed=false/>
        </section>
    }
}

/// The dots stay in place while one of them is looked at.
#[component]
fn Picture(mapped: Shared) -> impl IntoView {
    let store = Store::here();
    let frame = NodeRef::<Div>::new();
    let width = resize::width_of(frame);
    let (chosen, pointed) = (RwSignal::new(0usize), RwSignal::new(None::<usize>));
    let at = Memo::new(move |_| {
        let many = mapped.with(|m| m.as_ref().map_or(0, |m| m.rows.len()));
        pointed.get().unwrap_or_else(|| chosen.get()).min(many.saturating_sub(1))
    });
    let placed = Memo::new(move |_| {
        let (m, width) = (mapped.get()?, width.get());
        (width > 0.0).then(|| Arc::new(places::place(&m, width)))
    });
    let height = move || placed.with(|p| p.as_ref().map_or(300.0, |p| p.size[1]));
    let dots = move || {
        let (m, p) = (mapped.get()?, placed.get()?);
        Some(
            m.rows.iter().enumerate().map(|(i, _)| dot(store, &m, &p, i, at, chosen, pointed)).collect_view(),
        )
    };
    let lines = move || Some(lines(mapped.get()?.as_ref(), placed.get()?.as_ref(), at.get()));
    let axes = move || placed.get().map(|p| axes(&p));
    let names = move || mapped.get().map(|m| m.map.explained.map(|share| percent(share as f32)));
    let axis =
        move |which: usize| names().map(|names| (store.strings().meaning.map.axis)(which + 1, &names[which]));
    let unnamed = move || {
        let many = placed.with(|p| p.as_ref().map_or(0, |p| p.unnamed()));
        (many > 0).then(|| (store.strings().meaning.map.unnamed)(many))
    };
    view! {
        <p class="map-axes hint"><span>{move || axis(0)} " →"</span> <span>"↑ " {move || axis(1)}</span></p>
        <div
            class="word-map"
            node_ref=frame
            role="group"
            aria-label=move || (store.strings().meaning.map.picture)(mapped.with(|m| m.as_ref().map_or(0, |m| m.rows.len())))
            style=move || format!("height: {:.0}px", height())
            on:keydown=|event| {
                roving::step(&event);
            }
            on:focusin=|event| roving::focused(&event)
        >
            <svg aria-hidden="true">{axes}{lines}</svg>
            {dots}
        </div>
        <p class="cell-line" data-testid="map-readout" role="status">{move || mapped.get().map(|m| readout(store, &m, at.get()))}</p>
        <p class="hint">{unnamed}</p>
        <ul class="legend" aria-hidden="true">
            {move || mapped.get().map(|m| legend(store, &m))}
        </ul>
    }
}

/// One word: a button on its point, and its label where there is room.
fn dot(
    store: Store,
    m: &Mapped,
    p: &Places,
    i: usize,
    at: Memo<usize>,
    chosen: RwSignal<usize>,
    pointed: RwSignal<Option<usize>>,
) -> impl IntoView + use<> {
    let [x, y] = p.points.get(i).copied().unwrap_or_default();
    let row = m.rows.get(i).copied().unwrap_or_default();
    let (word, language) = (m.of.table.word(row).to_owned(), m.of.language(row));
    let label = p.labels.get(i).copied().flatten().map(|[dx, dy]| {
        view! {
            <span
                class="name"
                class:zh=language == "zh"
                class:now=move || at.get() == i
                lang=language
                aria-hidden="true"
                style=format!("left: {:.1}px; top: {:.1}px", x + dx, y + dy)
            >
                {word}
            </span>
        }
    });
    view! {
        {label}
        <button
            type="button"
            class="dot"
            class:zh=language == "zh"
            class:now=move || at.get() == i
            lang=language
            tabindex=roving::stop(i == chosen.get_untracked())
            aria-label=readout(store, m, i)
            style=format!("left: {x:.1}px; top: {y:.1}px")
            on:focus=move |_| chosen.set(i)
            on:click=move |_| chosen.set(i)
            on:pointerenter=move |_| pointed.set(Some(i))
            on:pointerleave=move |_| pointed.set(None)
        ></button>
    }
}

/// The lines through the origin.
fn axes(p: &Places) -> impl IntoView + use<> {
    let ([x, y], [width, height]) = (p.origin, p.size);
    view! {
        <line class="axis" x1="0" x2=width y1=y y2=y></line>
        <line class="axis" x1=x x2=x y1="0" y2=height></line>
    }
}

/// From the word that is looked at to its nearest on the map, and in the table.
fn lines(m: &Mapped, p: &Places, at: usize) -> Option<impl IntoView + use<>> {
    let near = m.near.get(at)?;
    let [x, y] = *p.points.get(at)?;
    let line = |to: usize, class: &'static str| {
        let [x2, y2] = *p.points.get(to)?;
        Some(view! { <line class=class x1=x y1=y x2=x2 y2=y2></line> })
    };
    let on_map = near.misleads().then(|| line(near.on_map, "on-map"));
    Some(view! { {on_map} {line(near.in_table, "in-table")} })
}

fn readout(store: Store, m: &Mapped, at: usize) -> String {
    let s = &store.strings().meaning.map;
    let word = |at: usize| m.rows.get(at).map_or("", |row| m.of.table.word(*row));
    let (Some(near), Some([x, y])) = (m.near.get(at), m.map.points.get(at)) else { return String::new() };
    let first =
        (s.readout)(word(at), &fixed(*x, 2), &fixed(*y, 2), word(near.in_table), &fixed(near.cosine, 3));
    let second = if near.misleads() { (s.on_map)(word(near.on_map)) } else { s.same_on_map.to_owned() };
    let between = if store.language.get_untracked() == "zh" { "；" } else { "; " };
    format!("{first}{between}{second}")
}

fn legend(store: Store, m: &Mapped) -> impl IntoView + use<> {
    let s = &store.strings().meaning.map;
    let two = m.of.source.languages.len() > 1;
    let mark = |class: &'static str, name: &'static str| view! { <li><i class=class></i>{name}</li> };
    view! {
        {two.then(|| view! { {mark("dot", s.languages[0])} {mark("dot zh", s.languages[1])} })}
        {mark("in-table", s.in_table)}
        {mark("on-map", s.col_near_map)}
    }
}

fn title(store: Store, m: &Mapped) -> String {
    let wrong = m.near.iter().filter(|near| near.misleads()).count();
    let both = percent(m.map.explained_together() as f32);
    (store.strings().meaning.map.title)(&both, wrong, m.rows.len())
}

fn table(store: Store, m: &Mapped) -> impl IntoView + use<> {
    let s = &store.strings().meaning.map;
    let word = |at: usize| m.rows.get(at).map_or("", |row| m.of.table.word(*row)).to_owned();
    let row = |(at, (near, [x, y])): (usize, (&crate::embed::word_vectors::map::Near, &[f64; 2]))| {
        view! {
            <tr>
                <th scope="row">{word(at)}</th>
                <td>{fixed(*x, 3)}</td>
                <td>{fixed(*y, 3)}</td>
                <td>{word(near.in_table)}</td>
                <td>{fixed(near.cosine, 3)}</td>
                <td>{word(near.on_map)}</td>
            </tr>
        }
    };
    view! {
        <div class="tablewrap" tabindex="0" role="region" aria-label=(s.picture)(m.rows.len())>
            <table class="data">
                <thead><tr>
                    <th scope="col">{s.col_word}</th>
                    <th scope="col">"x"</th>
                    <th scope="col">"y"</th>
                    <th scope="col">{s.col_near}</th>
                    <th scope="col">"cos"</th>
                    <th scope="col">{s.col_near_map}</th>
                </tr></thead>
                <tbody>{m.near.iter().zip(&m.map.points).enumerate().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}
