//! What the panel with tokenizers side by side says.

pub struct Tokenizers {
    /// Its name in the rail, and how many stand there.
    pub stage: &'static str,
    pub shape: fn(usize) -> String,
    pub picture: Picture,
    pub load: Load,
    pub table: Table,
    pub shipped: Shipped,
    pub chat: Chat,
}

pub struct Picture {
    /// Characters; the fewest tokens and whose; the most and whose.
    pub title: fn(&str, &str, &str, &str, &str) -> String,
    /// Tokenizers, tokens.
    pub title_alike: fn(usize, &str) -> String,
    pub title_none: &'static str,
    pub lead: &'static str,
    /// How it is read by keyboard.
    pub label: &'static str,
    /// First, last and number of characters.
    pub page: fn(&str, &str, &str) -> String,
    pub earlier: &'static str,
    pub later: &'static str,
    pub legend: [&'static str; 4],
    pub point: &'static str,
    /// The text of a block without text.
    pub nothing: &'static str,
    pub unknown: &'static str,
    pub hidden: &'static str,
    /// Bytes, tokens, bytes per token.
    pub arithmetic: fn(usize, usize, &str) -> String,
    pub text: &'static str,
}

pub struct Load {
    /// Vocabulary, percent.
    pub coming: fn(&str, u32) -> String,
    pub failed: fn(&str, &str) -> String,
    pub stopped: fn(&str) -> String,
    pub stop: fn(&str) -> String,
    pub again: fn(&str) -> String,
    /// Chosen, shown.
    pub most: fn(usize, usize) -> String,
    pub few: &'static str,
    pub size: fn(u32) -> String,
}

pub struct Table {
    pub title: fn(&str, &str) -> String,
    pub lead: &'static str,
    pub columns: [&'static str; 9],
    /// Vocabulary, tokens, characters, tokens per character.
    pub rule: fn(&str, &str, &str, &str) -> String,
    /// In brackets, behind a share.
    pub too_long: &'static str,
    pub trust: &'static str,
}

pub struct Shipped {
    /// The lowest and the highest number of tokens per Chinese character, and whose.
    pub title: fn(&str, &str, &str, &str) -> String,
    pub title_one: fn(&str, &str) -> String,
    pub waiting: &'static str,
    /// Sentences; characters of each side.
    pub lead: fn(usize, &str, &str) -> String,
    pub columns: [&'static str; 7],
    /// Vocabulary, Chinese tokens, English tokens, premium.
    pub rule: fn(&str, &str, &str, &str) -> String,
    pub claims: &'static str,
    pub claim: fn(&str) -> &'static str,
    /// Lower and upper end of what counts as right.
    pub within: fn(&str, &str) -> String,
    pub holds: &'static str,
    pub fails: &'static str,
    pub unknown: fn(&str) -> String,
    pub note: &'static str,
}

pub struct Chat {
    /// Forged tokens.
    pub title_forged: fn(usize) -> String,
    /// Spans that only look like control tokens.
    pub title_safe: fn(usize) -> String,
    pub title_plain: fn(usize) -> String,
    pub title_nowhere: &'static str,
    pub lead: &'static str,
    pub label: &'static str,
    pub put: &'static str,
    pub turn: &'static str,
    pub undo: &'static str,
    pub columns: [&'static str; 4],
    pub system: &'static str,
    pub answer: &'static str,
    pub legend: [&'static str; 4],
    /// Characters that are left out.
    pub left_out: fn(usize) -> String,
    pub more: fn(usize) -> String,
    /// A span, its id as a control token, and its ids as text.
    pub one_or_many: fn(&str, u32, &str, &str) -> String,
    pub refused: &'static str,
    pub total_caption: &'static str,
    pub total_columns: [&'static str; 3],
    pub trust: &'static str,
}
