//! English.

mod compare;
mod context;
mod image;
mod media;
mod pictures;
mod problems;
mod words;

use super::*;

pub static STRINGS: Strings = Strings {
    tag: "en",
    own_name: "English",
    shell: Shell {
        title: "Locus: how a Transformer knows where",
        tagline: "how a Transformer knows where",
        text_label: "Text",
        text_placeholder: "Type a sentence in any language",
        tokenizer: "Tokenizer",
        pipeline: "Pipeline",
        stage_signal: "Signal",
        stage_tokens: |name| format!("Tokens · {name}"),
        stage_vectors: "Vectors",
        stage_position: |name| format!("Position · {name}"),
        stage_attention: "Attention",
        stage_order: "Order",
        stage_compare: "Compare",
        schemes: |n| if n == 1 { "1 scheme".into() } else { format!("{n} schemes") },
        characters: |n| if n == 1 { "1 character".into() } else { format!("{n} characters") },
        ids: |n| if n == 1 { "1 id".into() } else { format!("{n} ids") },
        ids_of: |shown, total| format!("{shown} of {total} ids"),
        enters: ["enters nowhere", "added to x", "rotates q, k", "bias on logits", "term of the score"],
        equivariant: "equivariant",
        not_equivariant: "order matters",
        loading: |name| format!("Loading the {name} vocabulary"),
        loading_short: |percent| format!("loading … {percent} %"),
        load_failed: |name, why, shown| {
            format!(
                "The {name} vocabulary did not load: {why}. The pictures show the text as “{shown}” cuts it."
            )
        },
        load_reason: |error| match error {
            LoadError::Http(status) => format!("the host answered HTTP {status}"),
            LoadError::Network => "the network did not answer".into(),
            LoadError::Empty => "the answer is empty".into(),
            LoadError::TooLarge => "the file is too large".into(),
            LoadError::Pack(error) => error.to_string(),
            LoadError::Tokenize(error) => error.to_string(),
        },
        retry: "Try again",
        dismiss: "Dismiss",
        theme_dark: "Dark",
        theme_light: "Light",
        copy_link: "Copy link",
        copied: "Copied",
        copy_failed: "Copy the address bar",
        computed: |backend, ms| {
            if ms < 0.1 { format!("{backend} · < 0.1 ms") } else { format!("{backend} · {ms:.1} ms") }
        },
        empty: "There is no text yet. Type a word above, or choose a sample.",
        no_tokens: "This vocabulary makes no token of this text.",
        cut_tokens: |shown, total| format!("The pictures show the first {shown} of {total} tokens."),
        seeded: "Embedding and projections are seeded random numbers, not a trained model.",
        equal_to: |what, gap| format!("reference checked: equal to {what} within {gap}"),
        reference: |own, _| own,
        footer: "Everything is computed in this browser. Nothing you type leaves the page.",
        tokens_strip: "Tokens",
        skip: "Skip to the picture",
    },
    samples: Samples {
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
    },
    signal: Signal {
        title: |chars, bytes| format!("{chars} characters are {bytes} bytes of UTF-8"),
        lead: "A text is a row of Unicode code points, and each is stored as one to four bytes. Byte-level tokenizers start from these bytes.",
        more: |n| format!("and {n} more"),
    },
    tokens: Tokens {
        title: |chars, tokens| format!("{chars} characters become {tokens} tokens"),
        lead: "A token is an entry of a fixed vocabulary; what goes on into the model is only its number.",
        split_lead: |n| {
            if n == 1 {
                "One character is cut into several tokens: it is shown whole, with its byte pieces under it."
                    .into()
            } else {
                format!(
                    "{n} characters are cut into several tokens each: they are shown whole, with their byte pieces under them."
                )
            }
        },
        unknown_lead: |n| {
            if n == 1 {
                "One piece is not in this vocabulary and became the unknown token: whatever it said is lost."
                    .into()
            } else {
                format!(
                    "{n} pieces are not in this vocabulary and became the unknown token: whatever they said is lost."
                )
            }
        },
        characters: "characters",
        bytes: "bytes",
        tokens: "tokens",
        per_token: "characters per token",
        bytes_per_token: "bytes per token",
        vocabulary: "Vocabulary",
        vocabulary_size: |n| format!("{n} entries"),
        algorithm: ["byte-level BPE", "WordPiece", "Unigram", "one character, one token"],
        kilobytes: |n| format!("{} kB", n.div_ceil(1000)),
        vocabulary_name: |id| (id == "char").then_some("Characters"),
        col_index: "position",
        col_token: "token",
        col_id: "id",
        col_bytes: "UTF-8 bytes",
        table: "Tokens as a table",
    },
    vectors: Vectors {
        title: |n, d| format!("Each id picks one row of a table: X is {n} × {d}"),
        lead: "Row = token, column = dimension. Blue is negative, orange positive. The same token has the same row wherever it stands: nothing here knows an order.",
        row_of: |i, token, id| format!("Row {i} “{token}”, id {id}"),
        one_hot: |id, size| {
            format!("one-hot vector of {size} entries, a single 1 at place {id}, times W = row {id} of W")
        },
        same_rows: |n| {
            format!(
                "{n} tokens of this text have an identical twin at another position: their rows are equal to the last bit."
            )
        },
        dimension: "dimension",
    },
    position: Position {
        title_yarn: |s| format!("YaRN keeps the fast pairs and slows the slow ones {s} times"),
        lead_yarn: "Pairs that turn often within the training length keep their frequency, those that never finish a turn are slowed by the factor, with a ramp between. Cos and sin are multiplied by the attention factor.",
        chain: ["x", "+ P", "W_Q, W_K", "rotate q, k", "q·k / √d", "+ bias", "softmax"],
        pair: "pair i",
        distance: "distance Δ = i − j",
        frequency_axis: "θᵢ (radians per position)",
        wavelength_axis: "positions per turn",
        cosine_axis: "cos(Δ·θᵢ)",
        score_axis: "mean score",
        bias_axis: "bias on the logit",
        unscaled: "unscaled",
        in_force: "in force",
        trained: |n| format!("training length {n}"),
        target: |n| format!("stretched length {n}"),
        pair_n: |i| format!("pair {i}"),
        mean_all: "all pairs equal",
        mean_text: "this text, this head",
        unfinished: |n, all| format!("{n} of {all} pairs never finish a turn within the training length"),
        head_n: |h| format!("head {h}"),
        drag_slopes: "Drag a line, or focus the plot: ↑ makes the line of the head on the screen steeper, ↓ flatter.",
        reset_slopes: "Back to the authors' slopes",
        where_enters: "Where it enters",
        none_picture: "no table, no rotation, no bias",
        clock_label: |pair, turn| format!("pair {pair}: {turn} turns apart"),
        clocks_caption: |cell, delta, instead| {
            let why = if instead {
                " The chosen cell lies on the diagonal, where all hands agree, so these stand in for it."
            } else {
                ""
            };
            format!("{cell}: Δ = {delta}. Long hand: query, short hand: key, below: turns between them.{why}")
        },
        cut_below: "lines go on below",
        slope_n: |head, slope| format!("head {head}: slope {slope}"),
        title_yarn_off: "YaRN with factor 1 keeps every frequency: raise s",
    },
    attention: Attention {
        title: |query, key, weight| format!("“{query}” gives {weight} of its attention to “{key}”"),
        title_stage: |stage, query, key, value| format!("{stage} of “{query}” with “{key}” is {value}"),
        title_plain: "Who looks at whom",
        lead: "Row = query, column = key; each row of the weights sums to 1. Point at a cell, or move with the arrow keys.",
        lead_scores: "Row = query, column = key. Blue is negative, orange positive. Point at a cell, or move with the arrow keys.",
        lead_output: "Row = token, column = dimension of this head: the values of the keys, weighted by the row of attention.",
        thumbs: "All heads",
        terms: "The dot product, term by term",
        masked_cell: "masked: key j comes after query i",
        who: "Who looks at whom",
    },
    permutation: Permutation {
        title_equivariant: "Reorder the tokens: the output rows move along, and nothing else changes",
        title_ask: "Drag a token: does its output row follow?",
        title_invite_same: "Drag a token: its output row moves along with it, and its numbers stay the same",
        title_invite_changed: |why| {
            format!("Drag a token: under {why}, output rows do not just move, their numbers change")
        },
        title_broken: |why, changed, of| {
            format!("Under {why}, {changed} of {of} output rows change with the order")
        },
        lead: "X holds the vectors in the text's order, PX the same rows in yours. Attention is equivariant if its output for PX is its output for X with the rows moved the same way.",
        shuffle: "Shuffle",
        swap: "Swap first and last",
        reset: "Text order",
        drag_hint: "Drag a token. With the keyboard: Space picks it up, ← → move it, Space puts it down.",
        token_place: |at, of| format!(", place {at} of {of}"),
        moved: |token, at| format!("{token} is now at place {at}"),
        x: "X",
        px: "PX",
        out_x: "Attention(X)",
        out_px: "Attention(PX)",
        equivariant: "equivariant",
        not_equivariant: "not equivariant",
        invariant: "invariant",
        not_invariant: "not invariant",
        largest: "largest difference of the output rows",
        pooled: "largest difference of their mean",
        compare_rotated: "The first token moved to the end, under every scheme",
        reversal: "ALiBi under a full mask uses |i − j|, which is the same read from the right: an exact reversal is the one order that it cannot tell from the text’s own.",
        compare: "The same reordering under every scheme",
        condition: "scheme and mask",
        rows_gap: "rows of the output",
        pooled_gap: "mean-pooled output",
        with_causal: |name| format!("{name}, causal mask"),
        first_tokens: |n| format!("The experiment uses the first {n} tokens."),
        identity: "The order is the text's own: drag a token.",
        in_f64: "computed in double precision",
    },
    compare: compare::COMPARE,
    controls: Controls { label: "Controls", head_dim: |d| format!("head_dim = {d}"), auto: "auto" },
    picture: Picture {
        heatmap: "heatmap",
        query_key: |i, q, j, k, value| format!("query {i} “{q}”, key {j} “{k}”: {value}"),
        row_col: |i, row, j, value| format!("row {i} “{row}”, dimension {j}: {value}"),
        masked: "masked",
        show_table: "Show as table",
        hide_table: "Hide table",
        table_cut: |n| format!("The table shows the first {n} rows and columns."),
        query: "query i",
        key: "key j",
        keys_hint: "arrow keys move the cell",
        readout: |i, q, j, k| format!("query {i} “{q}” · key {j} “{k}”"),
        plot: |what| format!("plot: {what}"),
    },
    pictures: &pictures::PICTURES,
    complaint: problems::COMPLAINTS,
    context: context::CONTEXT,
    words: &words::WORDS,
    long: long::EN,
    sound: &super::sound::EN,
    image: image::IMAGE,
    problem: Problems {
        unknown_key: |origin, key| {
            let who = match origin {
                Origin::Link => "The link",
                Origin::Script => "A script",
                Origin::Control => "A control",
            };
            format!("{who} sets “{key}”, which this version does not know.")
        },
        not_a_number: |key, given| format!("“{given}” is not a number, so {key} stays as it was."),
        clamped: |key, given, to| format!("{given} is out of range for {key}: {to} is used."),
        rounded: |key, given, to| {
            format!("{given} lies between two steps of {key}: {to}, the nearest, is used.")
        },
        fewer_heads: |given, heads, shown| {
            if heads == 1 {
                format!("head {given} is not there: the only one is head 0.")
            } else {
                format!("head {given} is not there: there are {heads}, from 0. Head {shown} is shown.")
            }
        },
        fewer_tokens: |key, given, tokens| {
            format!(
                "{key} {given} is not there: the text has {tokens} tokens, from 0. The last one is taken."
            )
        },
        not_text: |key, given| format!("{key} must be a string, not {given}, so it stays as it was."),
        not_a_blob: "setInput takes a File or a Blob.",
        not_an_object: |given| {
            format!(
                "locus.set takes an object such as {{ scheme: 'rope' }}, not {given}; nothing was changed."
            )
        },
        not_a_choice: |key, given, choices| format!("{key} has no choice “{given}”. It can be {choices}."),
        too_long: |key, max| format!("{key} is longer than {max} characters: the beginning is used."),
        bad_list: |key| format!("The list for {key} is not of the right form, so it stays as it was."),
        newer_link: |v| {
            format!("This link says version {v}, which this page does not know; what it understood is shown.")
        },
        gpu_reason: |error| match error {
            ComputeError::NoAdapter(why) => why.to_string(),
            ComputeError::DeviceLost(why) => why.to_string().trim_end_matches('.').to_string(),
            other => other.to_string(),
        },
        gpu_lost: |why| {
            format!("The WebGPU device was lost ({why}). The CPU has taken over with the same settings.")
        },
        no_gpu: |why| format!("WebGPU is not available here ({why}). The CPU computes instead."),
    },
};
