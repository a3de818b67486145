//! The tokenizer under the microscope.

use crate::tokenize::bpe::dropout::DropoutError;
use crate::tokenize::own::OwnError;
use crate::tokenize::pre_tokenize::Rule;
use crate::tokenize::stage::StageKind;

pub struct Microscope {
    pub no_text: &'static str,
    /// A word, its merges, its tokens.
    pub claim_merges: fn(&str, usize, usize) -> String,
    pub claim_whole: fn(&str) -> String,
    /// A word, its pieces, the look-ups.
    pub claim_pieces: fn(&str, usize, usize) -> String,
    /// A word, and the character at which nothing begins.
    pub claim_unknown: fn(&str, &str) -> String,
    pub claim_too_many: fn(&str, usize) -> String,
    /// A word, the ways to cut it, the pieces of the best, its share of the probability.
    pub claim_ways: fn(&str, &str, usize, &str) -> String,
    /// A word that can be cut in one way, and its tokens.
    pub claim_one_way: fn(&str, usize) -> String,
    /// A character, as U+ and as a number.
    pub claim_character: fn(&str, &str, u32) -> String,
    /// A control token and its id.
    pub claim_control: fn(&str, u32) -> String,
    /// A word of which the vocabulary has no piece.
    pub claim_lost: fn(&str) -> String,
    pub too_long: fn(&str, usize) -> String,
    /// Which part of a long word, of how many.
    pub part: fn(usize, usize) -> String,
    pub lead_bytes: &'static str,
    pub lead_characters: &'static str,
    pub lead_word_piece: &'static str,
    pub lead_unigram: &'static str,
    pub lead_char: &'static str,
    pub words_label: &'static str,
    /// A word, its number, its tokens.
    pub word: fn(&str, usize, usize) -> String,
    /// From, to, of all.
    pub words: fn(usize, usize, usize) -> String,
    pub earlier: &'static str,
    pub later: &'static str,
    pub keys: &'static str,
    pub step_of: fn(usize, usize) -> String,
    pub play: &'static str,
    pub pause: &'static str,
    pub first: &'static str,
    pub back: &'static str,
    pub forward: &'static str,
    pub last: &'static str,
    pub tree: &'static str,
    pub tree_bytes: &'static str,
    pub tree_characters: &'static str,
    /// After so many merges.
    pub now: fn(usize) -> String,
    pub pairs: &'static str,
    /// Number, left, right, rank, how many could have merged.
    pub merge: fn(usize, &str, &str, &str, usize) -> String,
    /// What it becomes: name, the vocabulary's spelling, id.
    pub becomes: fn(&str, &str, u32) -> String,
    /// Byte, stand-in, id.
    pub byte: fn(&str, &str, u32) -> String,
    pub symbol: fn(&str, u32) -> String,
    /// Left, right, rank, whether it is the lowest.
    pub pair: fn(&str, &str, &str, bool) -> String,
    pub no_pair: fn(&str, &str) -> String,
    /// Symbols, and whether they are bytes.
    pub begins: fn(usize, bool) -> String,
    pub whole: &'static str,
    /// How many tokens there are in the end.
    pub no_rank: fn(usize) -> String,
    pub lookups: &'static str,
    pub lookups_hint: &'static str,
    /// Number, candidate, id.
    pub found: fn(usize, &str, u32) -> String,
    pub not_found: fn(usize, &str) -> String,
    pub unknown: &'static str,
    pub too_many_characters: fn(usize) -> String,
    pub longest_first: fn(usize) -> String,
    pub nothing_yet: fn(&str) -> String,
    pub lattice: &'static str,
    pub lattice_hint: &'static str,
    /// Piece, id, log p, best sum before, best sum with it, posterior.
    pub edge: fn(&str, u32, &str, &str, &str, &str) -> String,
    pub edge_unknown: &'static str,
    /// The unknown characters of the best path, what each costs, and whether some stand side by side.
    pub unknown_characters: fn(&str, &str, bool) -> String,
    pub viterbi_begins: fn(usize) -> String,
    /// Place, pieces that end there, the best one, its sum.
    pub viterbi: fn(usize, usize, &str, &str) -> String,
    pub no_way: &'static str,
    pub more: fn(usize) -> String,
    pub n_best: fn(usize) -> String,
    pub col_path: &'static str,
    pub col_share: &'static str,
    pub col_times: &'static str,
    pub col_drawn: &'static str,
    pub yes: &'static str,
    pub no: &'static str,
    pub cols_merges: [&'static str; 5],
    pub cols_lookups: [&'static str; 5],
    pub cols_ways: [&'static str; 5],
    /// p, how many different ones, of how many.
    pub dropout_claim: fn(&str, usize, usize) -> String,
    pub dropout_lead: &'static str,
    pub dropout_long: fn(usize) -> String,
    pub dropout_error: fn(&DropoutError) -> String,
    pub samples: &'static str,
    pub exact: &'static str,
    /// How many more, and their share together.
    pub rest: fn(usize, &str) -> String,
    /// How many more, and how often they were drawn together.
    pub rest_drawn: fn(usize, usize) -> String,
    /// Draws, temperature, how many different ones.
    pub draws: fn(usize, &str, usize) -> String,
    pub draws_claim: &'static str,
    pub draws_claim_one: &'static str,
    pub draws_lead: &'static str,
    /// Stages that changed something, words.
    pub stages_claim: fn(usize, usize) -> String,
    pub stages_lead: &'static str,
    pub stage_name: fn(StageKind) -> &'static str,
    pub changes: fn(usize) -> String,
    pub split: fn(usize) -> String,
    pub pieces: fn(usize) -> String,
    pub pattern: &'static str,
    pub rule_name: fn(Rule) -> &'static str,
    /// By algorithm: what the tests compared with.
    pub equal: fn(usize) -> &'static str,
    /// A special token, its id, and how many tokens its text is.
    pub special: fn(&str, u32, usize) -> String,
    /// The file, and the page's tokenizer.
    pub own_used: fn(&str, &str) -> String,
    pub own_choose: &'static str,
    /// The largest file that is read, in MiB.
    pub own_hint: fn(usize) -> String,
    pub own_kinds: &'static str,
    pub own_pattern: &'static str,
    pub own_reading: &'static str,
    pub own_cancel: &'static str,
    pub own_unread: &'static str,
    pub own_leave: &'static str,
    pub own_error: fn(&OwnError) -> String,
}
