//! Sentences for the reader about what was wrong, by the control that caused it.

use super::{Lock, focus};
use crate::state::{Notice, Problem};
use crate::store::{GpuStatus, Store};
use crate::strings::Strings;
use leptos::prelude::*;

/// The sentence for a notice.
pub fn sentence(notice: &Notice, s: &Strings) -> String {
    let Notice { origin, key, given, problem } = notice;
    let p = &s.problem;
    match problem {
        Problem::UnknownKey => (p.unknown_key)(*origin, key),
        Problem::NotANumber => (p.not_a_number)(key, given),
        Problem::Clamped { .. } if key == "v" => (p.newer_link)(given),
        Problem::Clamped { to } => (p.clamped)(key, given, to),
        Problem::Rounded { to } => (p.rounded)(key, given, to),
        Problem::FewerHeads { heads, shown } => (p.fewer_heads)(given, *heads, *shown),
        Problem::FewerTokens { tokens } => (p.fewer_tokens)(key, given, *tokens),
        Problem::NotText => (p.not_text)(key, given),
        Problem::NotAChoice { choices } => (p.not_a_choice)(key, given, &choices.join(s.comma)),
        Problem::TooLong { max_chars } => (p.too_long)(key, *max_chars),
        Problem::BadList => (p.bad_list)(key),
        Problem::LeftOut { names } => (p.left_out)(key, names),
        Problem::CutLink => p.cut_link.to_string(),
        Problem::BrokenLink => p.broken_link.to_string(),
    }
}

/// What is wrong with one field, under its control, and whether the link locked it.
#[component]
pub fn KeyNotice(key: &'static str) -> impl IntoView {
    let store = Store::here();
    let found = move || {
        let found = store.notices.with(|all| all.iter().find(|notice| notice.key == key).cloned());
        found.map(|notice| view! { <p class="bad" role="status">{sentence(&notice, store.strings())}</p> })
    };
    view! { <Lock key=key/> {found} }
}

/// More sentences than this at once are folded away.
const MOST: usize = 8;

/// All that a link got wrong, at the top of the page, until dismissed.
#[component]
pub fn Notices() -> impl IntoView {
    let store = Store::here();
    let list = move || {
        let strings = store.strings();
        store.notices.with(|all| {
            let line = |notice: &Notice| view! { <p class="notice" data-key=notice.key.clone()>{sentence(notice, strings)}</p> };
            let (first, rest) = all.split_at(all.len().min(MOST));
            let more = (!rest.is_empty()).then(|| {
                let all = rest.iter().map(line).collect_view();
                view! { <details><summary class="notice">{(strings.problem.more)(rest.len())}</summary>{all}</details> }
            });
            let shown = first.iter().map(line).collect_view();
            view! { {shown} {more} }
        })
    };
    let dismiss = move |_| {
        let of = store.notices.with_untracked(|all| all.first().map(|notice| notice.key.clone()));
        store.notices.set(Vec::new());
        focus::to_control(&of.unwrap_or_default());
    };
    view! {
        <div class="notices" role="status" data-testid="notices">
            {move || match store.gpu.get() {
                GpuStatus::Lost(why) => {
                    let p = &store.strings().problem;
                    Some(view! { <p class="notice">{(p.gpu_lost)(&(p.gpu_reason)(&why))}</p> })
                }
                _ => None,
            }}
            {list}
            <Show when=move || store.notices.with(|all| !all.is_empty())>
                <p class="notice"><button on:click=dismiss>{store.t(|s| s.shell.dismiss)}</button></p>
            </Show>
        </div>
    }
}
