//! A lesson's text as elements: text nodes, `<strong>` and `<code>`, never HTML from the file.

use crate::lesson::markup::{self, Run};
use leptos::prelude::*;

/// The paragraphs of `text`.
pub fn paragraphs(text: &str) -> AnyView {
    let all = markup::paragraphs(text).into_iter().map(|runs| view! { <p>{runs_view(runs)}</p> });
    all.collect_view().into_any()
}

/// One line of `text`.
pub fn line(text: &str) -> AnyView {
    runs_view(markup::runs(text)).into_any()
}

fn runs_view(runs: Vec<Run>) -> impl IntoView {
    runs.into_iter()
        .map(|run| match run {
            Run::Plain(text) => text.into_any(),
            Run::Strong(text) => view! { <strong>{text}</strong> }.into_any(),
            Run::Code(text) => view! { <code>{text}</code> }.into_any(),
        })
        .collect_view()
}
