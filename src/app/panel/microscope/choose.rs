//! Where single characters are the tokens there is nothing to take apart: the tokenizers that can be looked at.

use crate::panel::vocabulary_name;
use crate::store::Store;
use crate::tokenize::{Vocabulary, vocabulary};
use crate::widget::focus;
use leptos::prelude::*;

pub fn choose(store: Store) -> impl IntoView {
    let chip = |vocabulary: &'static Vocabulary| {
        let go = move |_| {
            focus::to_control("tokenizer"); // the button goes
            store.set("tokenizer", vocabulary.id);
        };
        view! {
            <button type="button" class="chip" on:click=go>
                {move || vocabulary_name(store.strings(), vocabulary.id)} " "
                <small>{move || (store.strings().side.load.size)(vocabulary.bytes)}</small>
            </button>
        }
    };
    let chips = vocabulary::packed().map(chip).collect_view();
    view! { <div class="chips variants" data-testid="choose-tokenizer">{chips}</div> }
}
