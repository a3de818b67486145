//! The tokenizer under the microscope.

use crate::picture::format::grouped;
use crate::strings::microscope::Microscope;
use crate::tokenize::bpe::dropout::DropoutError;
use crate::tokenize::pre_tokenize::Rule;
use crate::tokenize::stage::StageKind;

/// “1 merge”, “2 merges”.
fn count(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

/// How many different cuts there were in `of` times of drawing, which `times` says.
fn different(distinct: usize, of: usize, times: &str) -> String {
    match (distinct, of) {
        (1, 1) => format!("one cut in {times}"),
        (1, 2) => "the same cut both times".to_owned(),
        (1, _) => format!("the same cut in all {times}"),
        _ => format!("{} in {times}", count(distinct, "different cut", "different cuts")),
    }
}

pub const MICROSCOPE: Microscope = Microscope {
    no_text: "There is no text to look at",
    claim_merges: |word, merges, tokens| {
        format!(
            "“{word}” takes {} to become {}",
            count(merges, "merge", "merges"),
            count(tokens, "token", "tokens")
        )
    },
    claim_whole: |word| format!("“{word}” is a piece as a whole: no merge is tried"),
    claim_pieces: |word, pieces, lookups| {
        format!(
            "“{word}” becomes {} after {}",
            count(pieces, "piece", "pieces"),
            count(lookups, "look-up", "look-ups")
        )
    },
    claim_unknown: |word, first| {
        format!(
            "No piece begins at “{first}”, so all of “{word}” becomes one [UNK]: the model never learns which word it was"
        )
    },
    claim_too_many: |word, chars| {
        format!("“{word}” has {chars} characters, more than 100: it becomes one [UNK] without any look-up")
    },
    claim_ways: |word, ways, pieces, share| {
        format!(
            "“{word}” can be cut in {ways} ways; the likeliest, {}, has {share} of the probability",
            count(pieces, "token", "tokens")
        )
    },
    claim_one_way: |word, tokens| {
        format!("“{word}” can be cut in one way only, which is {}", count(tokens, "token", "tokens"))
    },
    claim_character: |word, code, id| format!("“{word}” is {code}: its id is the code point itself, {id}"),
    claim_control: |word, id| {
        format!("“{word}” is found whole, before anything is cut: control token {id}, which no merge made")
    },
    claim_lost: |word| {
        format!(
            "“{word}” becomes no token at all: this vocabulary has no piece for any part of it, and the text is lost"
        )
    },
    too_long: |word, symbols| format!("“{word}” has {symbols} symbols: too long to be drawn step by step"),
    part: |nth, of| {
        format!(
            "(Part {nth} of {of} of a word too long to draw, cut between tokens, which changes nothing inside.)"
        )
    },
    lead_bytes: "Byte-level BPE: the word’s UTF-8 bytes, then always the neighbours whose merge was learnt earliest, until no two neighbours can merge. No byte is ever unknown.",
    lead_characters: "SentencePiece BPE: ▁ stands for the space; merges join characters, and a character that is no piece falls back to its UTF-8 bytes.",
    lead_word_piece: "WordPiece: at each place the longest piece of the vocabulary wins; ## marks what continues a word. If one place has none, the whole word is lost.",
    lead_unigram: "Unigram: every piece of the vocabulary has a probability; of all ways to cut the text the most probable one is taken, found from left to right (Viterbi). A character that no piece holds is unknown and costs a penalty instead.",
    lead_char: "There are no steps to see: each character is its own token, with no vocabulary behind it. Choose another tokenizer to see one at work.",
    words_label: "Words of the text",
    word: |word, nth, tokens| format!("word {nth}, {word}, {}", count(tokens, "token", "tokens")),
    words: |from, to, all| format!("Words {} to {} of {}.", grouped(from), grouped(to), grouped(all)),
    earlier: "Earlier words",
    later: "Later words",
    keys: "Arrow keys move from word to word, and inside the picture from block to block.",
    step_of: |step, steps| format!("{step} of {steps}"),
    play: "Play",
    pause: "Pause",
    first: "To the beginning",
    back: "A step back",
    forward: "A step forward",
    last: "To the end",
    tree: "Merge tree",
    tree_bytes: "First row: the bytes as the vocabulary prints them (Ġ is the space), and in hexadecimal. Every block below is a merge with its rank; thick ones are the tokens.",
    tree_characters: "First row: the characters, or bytes such as <0xE7>. Every block below is a merge with its rank; thick ones are the tokens.",
    now: |step| match step {
        0 => "At first, with the rank of each pair".to_owned(),
        1 => "After 1 merge, with the rank of each pair".to_owned(),
        n => format!("After {n} merges, with the rank of each pair"),
    },
    pairs: "Symbols with the ranks of their pairs",
    merge: |nth, left, right, rank, of| match of {
        1 => format!("Merge {nth}: “{left}” + “{right}”, rank {rank}, the only pair that can merge"),
        n => format!("Merge {nth}: “{left}” + “{right}”, rank {rank}, the lowest of {n}"),
    },
    becomes: |name, piece, id| {
        if name == piece {
            format!(", becomes “{name}”, id {id}.")
        } else {
            format!(", becomes “{name}” ({piece} in the vocabulary), id {id}.")
        }
    },
    byte: |hex, stand_in, id| format!("Byte {hex}, printed as {stand_in}, id {id}."),
    symbol: |name, id| format!("“{name}”, id {id}."),
    pair: |left, right, rank, lowest| {
        let end = if lowest { "the lowest: it merges next" } else { "not the lowest: it has to wait" };
        format!("“{left}” + “{right}” has rank {rank}, {end}.")
    },
    no_pair: |left, right| format!("“{left}” + “{right}” is no merge of this vocabulary."),
    begins: |symbols, bytes| {
        let what = if bytes { count(symbols, "byte", "bytes") } else { count(symbols, "symbol", "symbols") };
        format!("No merge yet: {what}.")
    },
    whole: "ignore_merges: the whole word was looked up first, and found.",
    no_rank: |n| {
        format!(
            "No pair has a rank: {} left.",
            if n == 1 { "1 token is".to_owned() } else { format!("{n} tokens are") }
        )
    },
    lookups: "Look-ups, the longest candidate first",
    lookups_hint: "Each row is one look-up, the longest candidate first; a full block was found.",
    found: |nth, candidate, id| format!("Look-up {nth}: “{candidate}” is in the vocabulary, id {id}."),
    not_found: |nth, candidate| format!("Look-up {nth}: “{candidate}” is not in the vocabulary."),
    unknown: " Nothing shorter is left: the whole word is [UNK].",
    too_many_characters: |chars| format!("{chars} characters: more than 100 are never looked up."),
    longest_first: |chars| format!("No look-up yet: {}.", count(chars, "character", "characters")),
    nothing_yet: |word| format!("{word} = ?"),
    lattice: "Lattice of pieces",
    lattice_hint: "Each block is a piece over the characters it covers, with log p. In the end the best path is thick; on the way, the best piece that ends at each place.",
    edge: |piece, id, log_p, before, sum, posterior| {
        format!(
            "“{piece}”, id {id}: log p {log_p}, best sum before it {before}, with it {sum}; it is in {posterior} of all cuts, by probability."
        )
    },
    edge_unknown: "An unknown character: the least log p of all pieces, less 10.",
    unknown_characters: |characters, penalty, joined| {
        let end = if joined { " SentencePiece joins unknown neighbours to one token." } else { "" };
        format!(
            "Unknown here: {characters}. No piece holds an unknown character: its {penalty} is no log p but a penalty.{end}"
        )
    },
    viterbi_begins: |n| format!("No piece yet: {} to reach.", count(n, "place", "places")),
    viterbi: |node, of, piece, sum| match of {
        1 => format!("Place {node}: only “{piece}” ends here; the sum of log p is {sum}."),
        n => {
            format!("Place {node}: of {n} pieces that end here “{piece}” is best; the sum of log p is {sum}.")
        }
    },
    no_way: "no way",
    more: |n| format!(" {} not drawn.", count(n, "more is", "more are")),
    n_best: |k| if k == 1 { "The likeliest cut".into() } else { format!("The {k} likeliest cuts") },
    col_path: "cut",
    col_share: "probability",
    col_times: "drawn",
    col_drawn: "expected",
    yes: "yes",
    no: "no",
    cols_merges: ["step", "pair", "rank", "piece", "id"],
    cols_lookups: ["step", "characters", "found", "candidate", "id"],
    cols_ways: ["places", "piece", "log p", "posterior", "id"],
    dropout_claim: |p, distinct, of| {
        format!("BPE-dropout with p = {p}: {}", different(distinct, of, &count(of, "sample", "samples")))
    },
    dropout_lead: "In training, each possible merge is dropped with probability p at every step, so that a model sees one word cut in several ways. At p = 0 it is BPE, at p = 1 nothing merges.",
    dropout_long: |n| format!("Words of more than {n} symbols are not cut at random here."),
    dropout_error: |error| match error {
        DropoutError::Probability(p) => format!("The probability p must be between 0 and 1, not {p}."),
        DropoutError::TooLong(n) => {
            format!("The exact distribution is worked out for words of at most 14 symbols; this one has {n}.")
        }
    },
    samples: "Samples",
    exact: "Exact distribution",
    rest: |n, share| {
        if n == 1 { format!("1 more, {share}.") } else { format!("{} more, {share} together.", grouped(n)) }
    },
    rest_drawn: |n, times| format!("{} more, drawn {} together.", grouped(n), count(times, "time", "times")),
    draws: |n, t, distinct| format!("T = {t}: {}", different(distinct, n, &count(n, "draw", "draws"))),
    draws_claim: "The best cut is one of many: the others can be drawn",
    draws_claim_one: "There is one cut only: every draw gives it",
    draws_lead: "Subword regularisation trains on cuts drawn with P^(1/T): T = 0 always takes the best, T = 1 draws by the model’s own probabilities, a large T draws all cuts alike.",
    stages_claim: |changing, words| {
        let first = match changing {
            0 => "The normaliser changes nothing".to_owned(),
            1 => "One stage of the normaliser changes the text".to_owned(),
            n => format!("{n} stages of the normaliser change the text"),
        };
        format!("{first}; then it is cut into {}", count(words, "word", "words"))
    },
    stages_lead: "What happens before: no step of one word looks at another.",
    stage_name: |kind| match kind {
        StageKind::CleanText => "Control characters out, all white space to spaces",
        StageKind::SpaceCjk => "Spaces around Chinese characters",
        StageKind::Decompose => "Decompose (NFD)",
        StageKind::StripMarks => "Strip accents",
        StageKind::Lowercase => "Lowercase",
        StageKind::Compose => "Compose (NFC)",
        StageKind::Charsmap => "Character map (like NFKC)",
        StageKind::JoinSpaces => "Join spaces",
        StageKind::DummyPrefix => "Put a space (or prefix) in front",
        StageKind::Replace => "Replace",
        StageKind::EscapeSpaces => "Write spaces as ▁",
        StageKind::TrimEnd => "Spaces at the end out",
    },
    changes: |n| match n {
        0 => "changes nothing".to_owned(),
        n => count(n, "change", "changes"),
    },
    split: |nth| format!("Split {nth}"),
    pieces: |n| count(n, "piece", "pieces"),
    pattern: "The regular expression, alternative by alternative",
    rule_name: |rule| match rule {
        Rule::Contraction => "contraction",
        Rule::Letters => "letters",
        Rule::LettersToSmall => "capitals, then small letters",
        Rule::Capitals => "capitals",
        Rule::SignAndLetters => "a sign and letters",
        Rule::Cjk => "Chinese characters and kana",
        Rule::Digits => "digits",
        Rule::Signs => "signs",
        Rule::LineEnds => "up to the line end",
        Rule::SpacesBefore => "white space but its last character",
        Rule::Spaces => "white space",
        Rule::Between => "between two matches",
    },
    equal: |algorithm| match algorithm {
        1 => "ids equal to Hugging Face tokenizers’ on 6,790 texts",
        2 => "ids equal to SentencePiece’s on 6,790 texts",
        3 => "Unicode’s own numbers",
        4 => "ids equal to Hugging Face tokenizers’ on 6,790 texts",
        _ => "ids equal to tiktoken’s or Hugging Face tokenizers’ on 6,790 texts",
    },
    special: |content, id, tokens| {
        format!(
            "“{content}” is also a special token, id {id}. Typed as text it stays text and is cut into {}; only a chat template or a program that asks for it puts the id itself.",
            count(tokens, "token", "tokens")
        )
    },
    own_used: |name, page| {
        format!(
            "Your file {name}, read in this page; it goes nowhere. Only the microscope uses it: the header, the rail and the other panels stay with {page}."
        )
    },
    own_choose: "Your own tokenizer …",
    own_hint: |most| {
        format!(
            "A tokenizer.json or .tiktoken file of at most {most} MiB, chosen or dropped here. It is read in this page and goes nowhere."
        )
    },
    own_kinds: "What can be read: byte-level BPE; BPE over characters with the pre-tokeniser Metaspace, Whitespace, WhitespaceSplit or none; BERT’s uncased WordPiece; SentencePiece’s Unigram.",
    own_pattern: "Pattern for .tiktoken, which names none",
    own_reading: "Reading the file …",
    own_cancel: "Cancel",
    own_unread: "The file could not be read.",
    own_leave: "Back to the page’s tokenizer",
    own_error: |error| {
        let text = error.to_string();
        let mut chars = text.chars();
        let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
        format!("{first}{}.", chars.as_str())
    },
};
