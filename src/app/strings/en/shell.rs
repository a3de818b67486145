//! The frame of the page in English.

use super::counted;
use crate::load_error::LoadError;
use crate::picture::format::grouped;
use crate::strings::{Samples, Shell};

pub const SHELL: Shell = Shell {
    title: "Locus: how a Transformer knows where",
    tagline: "how a Transformer knows where",
    text_label: "Text",
    text_unread: "The browser could not read this text file.",
    text_placeholder: "Type a sentence in any language",
    tokenizer: "Tokenizer",
    pipeline: "Pipeline",
    labs: "Labs",
    labs_words: "Words",
    stage_signal: "Signal",
    stage_tokens: "Tokens",
    stage_vectors: "Vectors",
    stage_position: "Position",
    stage_attention: "Attention",
    stage_order: "Order",
    stage_compare: "Compare",
    stage_microscope: "Microscope",
    word_nth: |n| format!("word {n}"),
    schemes: |n| if n == 1 { "1 scheme".into() } else { format!("{n} schemes") },
    characters: |n| counted(n, "character"),
    ids: |n| counted(n, "id"),
    ids_of: |shown, total| format!("{} of {} ids", grouped(shown), grouped(total)),
    enters: ["enters nowhere", "added to x", "rotates q, k", "bias on logits", "term of the score"],
    equivariant: "equivariant",
    not_equivariant: "order matters",
    loading: |name| format!("Loading the {name} vocabulary"),
    loading_short: |percent| format!("loading … {percent}\u{a0}%"),
    load_failed: |name, why, shown| {
        format!("The {name} vocabulary did not load: {why}. The pictures show the text as “{shown}” cuts it.")
    },
    load_reason: |error| match error {
        LoadError::Http(status) => format!("the host answered HTTP {status}"),
        LoadError::Network => "the network did not answer".into(),
        LoadError::NotInside => "it is not in this single file, only in the whole site".into(),
        LoadError::Empty => "the answer is empty".into(),
        LoadError::TooLarge => "the file is too large".into(),
        LoadError::Pack(error) => error.to_string(),
        LoadError::Tokenize(error) => error.to_string(),
    },
    panel_loading: |name| format!("Loading the panel “{name}”"),
    panel_failed: |name| format!("The panel “{name}” did not load: one of its files could not be fetched."),
    retry: "Try again",
    dismiss: "Dismiss",
    theme_dark: "Dark",
    theme_light: "Light",
    computed: |backend, ms| {
        if ms < 0.1 { format!("{backend} · < 0.1 ms") } else { format!("{backend} · {ms:.1} ms") }
    },
    empty: "There is no text yet. Type a word above, or choose a sample.",
    no_parts: "No part of the sequence has a token. The stage “Signal” is where parts are put in.",
    no_tokens: "This vocabulary makes no token of this text.",
    cut_tokens: |shown, total| {
        format!("The pictures show the first {} of {} tokens.", grouped(shown), grouped(total))
    },
    seeded: "Embedding and projections are seeded random numbers, not a trained model.",
    equal_to: |what, gap| match gap {
        "0" => format!("reference checked: exactly equal to {what}"),
        _ => format!("reference checked: equal to {what} within {gap}"),
    },
    reference: |own, _| own,
    footer: "Everything is computed in this browser. Nothing you type leaves the page.",
    tokens_strip: "Tokens",
    skip: "Skip to the picture",
};

pub const SAMPLES: Samples = Samples {
    dog: "狗咬人",
    dog_swapped: "人咬狗",
    english: ("English", "The dog bites the man, and the man bites the dog."),
    chinese: ("Chinese", "狗咬人不是新闻，人咬狗才是新闻。"),
    code: ("Code", "for i in range(10):\n    print(i * i)"),
    emoji: ("Emoji", "👩‍🚀 sees a 🐕‍🦺 and a 🇨🇳 flag 👍🏽"),
    mixed: ("Mixed", "RoPE 旋转 q and k；ALiBi 给 logits 加偏置 🙂"),
    long: (
        "Long",
        "When a sentence grows long, the tokens at its far end stand hundreds of positions away from those at its beginning, and every positional scheme has to say what such a distance means. A rotary scheme turns each pair of dimensions by an angle that grows with the position; the fast pairs go round many times within a sentence, the slow ones hardly move. A linear bias takes away a little more for every step. And without any position at all, attention sees a bag of words, in which the first and the last are as close as neighbours.",
    ),
};
