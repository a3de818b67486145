//! Rows of blocks under the same characters, a page of the text at a time; one block is pointed at or chosen.

use super::html::{self, CELL, ROW, SPACE};
use super::lane::{Lane, Seen};
use super::lines::Lines;
use super::name;
use crate::picture::format::grouped;
use crate::picture::token_rows::TokenRows;
use crate::store::Store;
use crate::widget::resize;
use leptos::html::Div;
use leptos::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use wasm_bindgen::JsCast;

/// So many characters are drawn at once: six rows of them are made within a frame.
const MOST: usize = 240;

/// Narrower than this, rows bear their ids instead of their names.
const NARROW: f64 = 560.0;

/// What is drawn.
pub struct Drawn {
    seen: Arc<Seen>,
    rows: TokenRows,
    pub pages: Vec<Range<usize>>,
    pub page: usize,
    gutter: f64,
    pub lines: Vec<Arc<str>>,
}

/// A row and a block of it.
type At = (usize, usize);

#[component]
pub fn Picture(lane: Lane) -> impl IntoView {
    let store = Store::here();
    let node = NodeRef::<Div>::new();
    let width = resize::width_of(node);
    let page = RwSignal::new(0);
    let hover = lane.hover;
    let drawn = Memo::new_with_compare(
        move |_| {
            // There is no width before the element is on the page.
            let width = Some(width.get()).filter(|width| *width > 0.0)?;
            Some(Arc::new(draw(store, lane.seen.get()?, page.get(), width)))
        },
        |_, _| true,
    );
    let lines = Lines::of(drawn);
    let busy = Memo::new(move |_| lane.is_busy(store) || lines.behind.get());
    let count = Memo::new(move |_| lines.count());
    let line = move |index: usize| {
        let html = Memo::new(move |_| lines.html(index));
        view! { <div class="tkline" inner_html=move || html.get().to_string()></div> }
    };
    let height = move || {
        let rows = lane.seen.with(|seen| seen.as_ref().map_or(0, |seen| seen.cuts.len()));
        format!("--line: {}px; --row: {ROW}px", rows as f64 * ROW + SPACE)
    };
    let cursor = move || drawn.with(|d| d.as_ref().and_then(|d| place(d, lane.at())));
    view! {
        <div
            class="tkrows"
            node_ref=node
            tabindex="0"
            role="group"
            aria-label=store.t(|s| s.side.picture.label)
            aria-describedby="side-readout"
            aria-busy=move || busy.get().to_string()
            data-testid="blocks"
            style=height
            on:pointermove=move |event| hover.set(under(&event))
            on:pointerleave=move |_| hover.set(None)
            on:pointerdown=move |event| {
                if let Some(at) = under(&event) {
                    lane.chosen.set(at);
                }
            }
            on:keydown=move |event| {
                if let Some(to) = step(lane, &event) {
                    event.prevent_default();
                    hover.set(None);
                    lane.chosen.set(to);
                    follow(lane, drawn, page);
                }
            }
        >
            <For each=move || 0..count.get() key=|index| *index children=line/>
            {move || cursor().map(|style| view! { <div class="tkcursor" style=style></div> })}
        </div>
        <Pager drawn page/>
        <ul class="legend tklegend">
            {["tk even", "tk cut", "tk unk", "tk void"].into_iter().enumerate().map(|(at, class)| view! {
                <li><span class=class></span>{store.t(move |s| s.side.picture.legend.get(at).copied())}</li>
            }).collect_view()}
        </ul>
    }
}

fn draw(store: Store, seen: Arc<Seen>, page: usize, width: f64) -> Drawn {
    let narrow = width < NARROW;
    let gutter = if narrow { 84.0 } else { 132.0 };
    let pages = seen.alignment.pages(MOST);
    let page = page.min(pages.len().saturating_sub(1));
    let columns = pages.get(page).cloned().unwrap_or_default();
    let room = ((width - gutter) / CELL).floor().max(8.0);
    let rows = TokenRows::new(&seen.text, &seen.alignment, columns, room, |row, block| {
        seen.cuts.get(row).map_or(0.0, |cut| html::wanted(cut, &seen.text, block))
    });
    let of = |id: &str| if narrow { id.to_string() } else { name(store, id) };
    let names: Vec<String> = seen.cuts.iter().map(|cut| of(cut.vocabulary.id)).collect();
    let lines = rows.lines.iter().map(|line| html::line(&seen, &rows, line, &names, gutter).into()).collect();
    Drawn { rows, pages, page, gutter, lines, seen }
}

/// Where the frame around a block stands.
fn place(drawn: &Drawn, (row, block): At) -> Option<String> {
    let place = drawn.rows.place(drawn.seen.alignment.rows.get(row)?.get(block)?)?;
    let line = drawn.seen.cuts.len() as f64 * ROW + SPACE;
    Some(format!(
        "left:{:.1}px;top:{:.1}px;width:{:.1}px",
        drawn.gutter + place.left * CELL,
        place.line as f64 * line + row as f64 * ROW,
        place.width * CELL - 1.0
    ))
}

/// The block under the pointer.
fn under(event: &web_sys::PointerEvent) -> Option<At> {
    let element: web_sys::Element = event.target()?.dyn_into().ok()?;
    let number = |selector: &str, name: &str| {
        element.closest(selector).ok()??.get_attribute(name)?.parse::<usize>().ok()
    };
    Some((number("[data-row]", "data-row")?, number("[data-b]", "data-b")?))
}

/// Where a key leads from the chosen block.
fn step(lane: Lane, event: &web_sys::KeyboardEvent) -> Option<At> {
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return None;
    }
    let seen = lane.seen.get_untracked()?;
    let rows = &seen.alignment.rows;
    let (row, block) = lane.chosen.get_untracked();
    let row = row.min(rows.len().checked_sub(1)?);
    let last = rows.get(row)?.len().checked_sub(1)?;
    let block = block.min(last);
    let column = rows.get(row)?.get(block)?.columns.start;
    let to = |row: usize| Some((row, seen.alignment.block_at(row, column)?));
    match event.key().as_str() {
        "ArrowLeft" => Some((row, block.saturating_sub(1))),
        "ArrowRight" => Some((row, (block + 1).min(last))),
        "ArrowUp" => to(row.saturating_sub(1)),
        "ArrowDown" => to((row + 1).min(rows.len() - 1)),
        "Home" => Some((row, 0)),
        "End" => Some((row, last)),
        _ => None,
    }
}

/// Turns to the page on which the chosen block begins.
fn follow(lane: Lane, drawn: Memo<Option<Arc<Drawn>>>, page: RwSignal<usize>) {
    let Some(drawn) = drawn.get_untracked() else { return };
    let (row, block) = lane.chosen.get_untracked();
    let block = drawn.seen.alignment.rows.get(row).and_then(|blocks| blocks.get(block));
    let Some(column) = block.map(|block| block.columns.start) else { return };
    let to = drawn.pages.partition_point(|page| page.end <= column).min(drawn.pages.len().saturating_sub(1));
    if to != drawn.page {
        page.set(to);
    }
}

/// Which characters are drawn, and the way to the others.
#[component]
fn Pager(drawn: Memo<Option<Arc<Drawn>>>, page: RwSignal<usize>) -> impl IntoView {
    let store = Store::here();
    let pages = Memo::new(move |_| drawn.with(|d| d.as_ref().map(|d| (d.page, d.pages.clone()))));
    let many = Memo::new(move |_| pages.with(|p| p.as_ref().is_some_and(|(_, all)| all.len() > 1)));
    let at = move || pages.with(|p| p.as_ref().map_or((0, 0), |(page, all)| (*page, all.len())));
    let said = move || {
        let (page, all) = pages.get()?;
        let of = all.last().map_or(0, |last| last.end);
        let now = all.get(page)?;
        let s = &store.strings().side.picture;
        Some((s.page)(&grouped(now.start + 1), &grouped(now.end), &grouped(of)))
    };
    view! {
        <Show when=move || many.get()>
            <p class="pager" data-testid="pager">
                <button class="btn" disabled=move || at().0 == 0 on:click=move |_| page.set(untrack(at).0.saturating_sub(1))>{store.t(|s| s.side.picture.earlier)}</button>
                <span role="status">{said}</span>
                <button class="btn" disabled=move || { let (now, all) = at(); now + 1 >= all } on:click=move |_| page.set(untrack(at).0 + 1)>{store.t(|s| s.side.picture.later)}</button>
            </p>
        </Show>
    }
}
