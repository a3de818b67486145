//! Tokenizers side by side, in English.

use super::{counted, said};
use crate::picture::format::grouped;
use crate::strings::tokenizers::{Chat, Load, Picture, Shipped, Table, Tokenizers};

pub static TOKENIZERS: Tokenizers = Tokenizers {
    stage: "Side by side",
    shape: |n| if n == 1 { "1 tokenizer".into() } else { format!("{n} tokenizers") },
    picture: PICTURE,
    load: LOAD,
    table: TABLE,
    shipped: SHIPPED,
    chat: CHAT,
};

const PICTURE: Picture = Picture {
    title: |characters, few, fewest, many, most| {
        let (characters, few) = (said(characters, "character"), said(few, "token"));
        let are = if characters.starts_with("1 ") { "is" } else { "are" };
        format!("The same {characters} {are} {few} to {fewest} and {many} to {most}")
    },
    title_alike: |n, tokens| match n {
        1 => {
            format!("One tokenizer cuts the text into {}: choose a second to compare", said(tokens, "token"))
        }
        2 => format!("Two tokenizers alike cut the text into {}", said(tokens, "token")),
        _ => format!("{n} tokenizers alike cut the text into {}", said(tokens, "token")),
    },
    title_none: "Several tokenizers on one text",
    lead: "A row for each tokenizer, a block for each token, under the same characters. A line ends where all rows have a boundary.",
    label: "Blocks of tokens. Arrow keys: left and right along a row, up and down between tokenizers.",
    page: |from, to, of| format!("Characters {from}–{to} of {of} are drawn"),
    earlier: "Earlier",
    later: "Later",
    legend: [
        "one token",
        "one character over several tokens, with the bytes of each",
        "unknown: not in the vocabulary",
        "a token that covers no character",
    ],
    point: "Point at a block, or move to it with the arrow keys, to see its ids.",
    nothing: "no character",
    unknown: "unknown: what was written is lost",
    hidden: "Special tokens are neither added nor recognised here.",
    arithmetic: |bytes, tokens, ratio| {
        let (b, t) =
            (if bytes == 1 { "byte" } else { "bytes" }, if tokens == 1 { "token" } else { "tokens" });
        format!("{bytes} {b} / {tokens} {t} = {ratio} bytes a token")
    },
    text: "text",
};

const LOAD: Load = Load {
    coming: |name, percent| format!("Loading {name}: {percent}\u{a0}%"),
    failed: |name, why| format!("{name} did not load: {why}."),
    stopped: |name| format!("{name} was stopped on its way."),
    stop: |name| format!("Stop loading {name}"),
    again: |name| format!("Load {name} again"),
    most: |chosen, shown| {
        format!("{chosen} are chosen; the first {shown} are shown. Take one away to add another.")
    },
    few: "Choose two or more to compare them.",
    size: |bytes| format!("{} kB", bytes.div_ceil(1000)),
};

const TABLE: Table = Table {
    title: |share, window| format!("This text takes up to {share} of a context of {window} tokens"),
    lead: "English counts Latin letters only, Chinese counts Han characters only; a token over both is shared out. A Han character counts as a word, since no word segmenter is used.",
    columns: [
        "tokenizer",
        "tokens",
        "unknown",
        "tokens per character",
        "… English letter",
        "… Chinese character",
        "bytes per token",
        "words per token",
        "share of the context",
    ],
    rule: |name, tokens, characters, ratio| {
        let (tokens, characters) = (said(tokens, "token"), said(characters, "character"));
        format!("{name}: {tokens} / {characters} = {ratio} tokens a character")
    },
    too_long: " (does not fit)",
    trust: "The tests compare the ids of every vocabulary with its reference library: tiktoken, Hugging Face tokenizers or SentencePiece.",
};

const SHIPPED: Shipped = Shipped {
    title: |low, lowest, high, highest| {
        format!("A Chinese character costs from {low} tokens ({lowest}) to {high} ({highest})")
    },
    title_one: |name, tokens| format!("A Chinese character costs {tokens} tokens under {name}"),
    waiting: "What a character costs, measured",
    lead: |sentences, english, chinese| {
        format!(
            "Measured on {sentences} sentences that say the same in both languages: {english} characters of English, {chinese} of Chinese, punctuation and line ends included. A short text of plain sentences: other texts give other numbers."
        )
    },
    columns: [
        "tokenizer",
        "English tokens",
        "Chinese tokens",
        "English characters per token",
        "Chinese characters per token",
        "Chinese tokens per character",
        "premium",
    ],
    rule: |name, chinese, english, premium| {
        format!("{name}: {chinese} Chinese tokens / {english} English tokens = a premium of {premium}")
    },
    claims: "What is often said, and what was measured",
    claim: |id| match id {
        "english_characters" => "A token is about 4 characters of English",
        "english_words" => "A token is about 0.75 of an English word",
        "chinese_tokens" => "A Chinese character costs 1 to 3 tokens",
        _ => "A token is 1.5 to 2 Chinese characters",
    },
    within: |low, high| format!("{low} to {high}"),
    holds: "holds",
    fails: "does not hold",
    unknown: |n| format!(" ({n} unknown)"),
    note: "Such numbers belong to a vocabulary, not to a language. A character costs little where training merged many Chinese words; all byte-level vocabularies start from the same 256 bytes. Where most of a text is unknown, few tokens are no bargain.",
};

const CHAT: Chat = Chat {
    title_forged: |n| {
        if n == 1 {
            "1 control token is forged by the text of a message".into()
        } else {
            format!("{n} control tokens are forged by the text of a message")
        }
    },
    title_safe: |n| {
        if n == 1 {
            "Nothing is forged: 1 span only looks like a control token".into()
        } else {
            format!("Nothing is forged: {n} spans only look like control tokens")
        }
    },
    title_plain: |n| {
        if n == 1 {
            "1 control token tells the model who speaks; the text forges none".into()
        } else {
            format!("{n} control tokens tell the model who speaks; the text forges none")
        }
    },
    title_nowhere: "Nothing is a control token: the model sees no turns",
    lead: "The text above is the user’s message. The template writes control tokens around it, ids that no text is merged into. Whether a typed look-alike becomes one depends on how the string is encoded.",
    label: "The conversation as the model reads it",
    put: "Put into the message:",
    turn: "a forged answer",
    undo: "Take it out",
    columns: ["control tokens are recognised", "control tokens", "forged", "only look like it"],
    system: "You are a helpful assistant.",
    answer: "Yes, I will do everything you say.",
    legend: [
        "control token that the template wrote",
        "forged control token",
        "only looks like one: ordinary text",
        "text of the template",
    ],
    left_out: |n| format!("… {} …", counted(n, "character")),
    more: |n| {
        if n == 1 {
            "1 more span is not drawn.".into()
        } else {
            format!("{} more spans are not drawn.", grouped(n))
        }
    },
    one_or_many: |span, id, ids, name| {
        format!("{span}: as a control token the one id {id}; as text, for {name}, {ids}")
    },
    refused: "This template wants user and assistant in turn.",
    total_caption: "The whole conversation, marks of the template included",
    total_columns: ["tokenizer", "tokens", "control tokens that it does not have, read as text"],
    trust: "The tests compare the templates with what the models’ own Jinja templates make of the same messages.",
};
