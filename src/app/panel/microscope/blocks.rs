//! Blocks over columns: the one way in which trees, look-ups and lattices are drawn here. A column is a byte or a
//! character; a block covers the columns that it stands for, and what is not made yet keeps its room.

use super::lens::Lens;
use crate::widget::roving;
use leptos::prelude::*;
use std::ops::Range;

/// What stands over columns.
pub struct Head {
    pub columns: Range<usize>,
    pub text: String,
}

/// Something that a step made.
pub struct Mark {
    pub row: usize,
    pub columns: Range<usize>,
    pub text: String,
    pub note: String,
    /// How it is drawn: a class of the style sheet.
    pub class: &'static str,
    /// How it is drawn once all steps are made.
    pub in_the_end: &'static str,
    /// The step that makes it, from 1; 0 for what is there at first.
    pub made: usize,
    /// The step that takes it into another.
    pub taken: Option<usize>,
    /// What is said of it.
    pub said: String,
}

/// A line down from a block to the one that it became, where rows lie between.
pub struct Stem {
    pub columns: Range<usize>,
    pub rows: Range<usize>,
    pub made: usize,
}

#[derive(Default)]
pub struct Drawing {
    pub columns: usize,
    /// What a block of one column says beside its text needs so many pixels; none where it says nothing.
    pub least: Option<u32>,
    pub heads: Vec<Head>,
    pub marks: Vec<Mark>,
    pub stems: Vec<Stem>,
}

/// Grid lines are counted from 1, and the heads stand in the first row.
fn area(columns: &Range<usize>, rows: Range<usize>) -> String {
    format!("grid-area: {} / {} / {} / {}", rows.start + 2, columns.start + 1, rows.end + 2, columns.end + 1)
}

pub fn blocks(lens: Lens, name: String, drawing: Drawing) -> impl IntoView {
    let Drawing { columns, least, heads, marks, stems } = drawing;
    let least = least.map_or_else(String::new, |least| format!("; --least: {least}px"));
    let heads = heads.into_iter().map(|head| {
        let (start, end) = (head.columns.start + 1, head.columns.end + 1);
        view! { <span class="over" aria-hidden="true" style=format!("grid-area: 1 / {start} / 2 / {end}")>{head.text}</span> }
    });
    let heads = heads.collect_view();
    let stems = stems.into_iter().map(|Stem { columns, rows, made }| {
        let state = move || if lens.step.get() >= made { "here" } else { "future" };
        view! { <i class="stem" aria-hidden="true" data-state=state style=area(&columns, rows)></i> }
    });
    let stems = stems.collect_view();
    let marks = marks.into_iter().enumerate().map(|(nth, mark)| block(lens, nth == 0, mark)).collect_view();
    view! {
        <div
            class="blocks"
            role="group"
            aria-label=name
            data-testid="blocks"
            style=format!("--n: {}{least}", columns.max(1))
            on:keydown=|event| {
                roving::step(&event);
            }
            on:focusin=|event| roving::focused(&event)
        >
            {heads}
            {stems}
            {marks}
        </div>
    }
}

fn block(lens: Lens, first: bool, mark: Mark) -> impl IntoView {
    let Mark { row, columns, text, note, class, in_the_end, made, taken, said } = mark;
    let state = move || {
        let step = lens.step.get();
        match taken {
            _ if made > step => "future",
            Some(taken) if taken <= step => "gone",
            _ if made == step && made > 0 => "now",
            _ => "here",
        }
    };
    let class = move || {
        if lens.step.get() == lens.steps.get() {
            format!("block {in_the_end}")
        } else {
            format!("block {class}")
        }
    };
    let point = StoredValue::new(said.clone());
    let tell = move || lens.pointed.set(point.get_value());
    view! {
        <button
            type="button"
            class=class
            data-state=state
            tabindex=roving::stop(first)
            aria-label=said
            style=area(&columns, row..row + 1)
            on:focus=move |_| tell()
            on:mouseenter=move |_| tell()
            on:click=move |_| tell()
            on:blur=move |_| lens.pointed.set(String::new())
            on:mouseleave=move |_| lens.pointed.set(String::new())
        >
            <b>{text}</b>
            {(!note.is_empty()).then(|| view! { <i>{note}</i> })}
        </button>
    }
}
