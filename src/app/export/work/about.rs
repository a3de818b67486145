//! What a file says of itself: the card's own words, the state, and whom to cite.

use super::Job;
use crate::location;
use crate::position::parameter::Choice;
use crate::position::variants::by_id;
use crate::state::{State, hash};
use leptos::prelude::*;
use locus::export::About;
use web_sys::Element;

/// Panels whose pictures follow the scheme in force.
const OF_SCHEME: &[&str] = &["position", "attention", "permutation", "compare", "context", "long"];

const MADE_WITH: &str = concat!("Locus ", env!("CARGO_PKG_VERSION"));

pub fn of(job: &Job) -> About {
    let store = job.store;
    let card = job.entry.element.closest(".card").ok().flatten();
    let words = |selector: &str| card.as_ref().and_then(|card| text(card, selector));
    let name = job.entry.picture.name.get_untracked();
    let title = words("h2").or_else(|| words("h3")).unwrap_or_else(|| name.clone());
    let (parameters, of_scheme) = store.state.with_untracked(|s| (hash::differing(s, false), citation(s)));
    let parameters = parameters.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    About {
        name: if name == title { String::new() } else { name },
        title,
        parameters,
        permalink: location::permalink(store),
        citation: words("cite").or(of_scheme).unwrap_or_else(|| own()),
        made_with: MADE_WITH.to_owned(),
    }
}

/// The words of an element in the card, as they are shown.
fn text(card: &Element, selector: &str) -> Option<String> {
    let found = card.query_selector(selector).ok().flatten()?;
    let words = found.text_content()?.split_whitespace().collect::<Vec<_>>().join(" ");
    (!words.is_empty()).then_some(words)
}

/// Who published the scheme in force, or the rule that extends it.
fn citation(state: &State) -> Option<String> {
    if !OF_SCHEME.contains(&state.panel) {
        return None;
    }
    // A scheme's choices have their own entries; the default ones are the scheme itself.
    let params = &state.params;
    let choices = [params.rope.rope_type.id(), params.remap.position_map.id()];
    let choice = choices.into_iter().filter(|_| state.scheme == "rope").filter_map(by_id);
    let choice = choice.filter(|variant| variant.fixes("rope_type")).last();
    let found = choice.or_else(|| by_id(state.scheme))?;
    Some(found.published().0.to_owned())
}

/// Where nobody else's method is shown, the page itself is what to cite.
fn own() -> String {
    format!("{MADE_WITH}, {}", location::home())
}
