use super::*;
use crate::pack::Charsmap;
use proptest::prelude::*;
use tokenizers::models::bpe::{BPE, Vocab};
use tokenizers::{Model, Tokenizer};

fn tables() -> SentencePieceTables {
    let charsmap = Charsmap { units: Vec::new(), strings: String::new() };
    SentencePieceTables {
        scores: Vec::new(),
        charsmap,
        add_dummy_prefix: true,
        remove_extra_whitespaces: false,
        escape_whitespaces: true,
    }
}

/// A vocabulary: <unk>, the bytes of `bytes`, the alphabet, and one piece for each merge.
#[derive(Debug)]
struct Small {
    pieces: Vec<String>,
    kinds: Vec<Kind>,
    merges: Vec<(u32, u32)>,
}

impl Small {
    fn new(alphabet: &str, bytes: impl Iterator<Item = u8>) -> Self {
        let mut small =
            Small { pieces: vec!["<unk>".into()], kinds: vec![Kind::Unknown], merges: Vec::new() };
        bytes.for_each(|byte| small.push(format!("<0x{byte:02X}>"), Kind::Byte));
        alphabet.chars().for_each(|char| small.push(char.into(), Kind::Normal));
        small
    }

    fn push(&mut self, piece: String, kind: Kind) {
        self.pieces.push(piece);
        self.kinds.push(kind);
    }

    fn merge(&mut self, left: usize, right: usize) {
        let piece = format!("{}{}", self.pieces[left], self.pieces[right]);
        if !self.pieces.contains(&piece) {
            self.merges.push((left as u32, right as u32));
            self.push(piece, Kind::Normal);
        }
    }

    fn merge_texts(&mut self, left: &str, right: &str) {
        let id = |text: &str| self.pieces.iter().position(|piece| piece == text).unwrap();
        self.merge(id(left), id(right));
    }

    fn model(&self, order: MergeOrder) -> Tracer {
        let lines: String = self.pieces.iter().map(|piece| format!("{piece}\n")).collect();
        let pieces = Pieces::from_lines(lines.into(), self.pieces.len() as u32).unwrap();
        Tracer::new(pieces, &self.kinds, tables(), order).unwrap()
    }

    fn by_score(&self) -> Tracer {
        self.model(MergeOrder::Scores((0..self.pieces.len()).map(|id| -(id as f32)).collect()))
    }

    fn by_rank(&self) -> Tracer {
        self.model(MergeOrder::Ranks(self.merges.clone()))
    }

    /// The same by the `tokenizers` crate, of a text that is normalised.
    fn reference(&self, normalized: &str) -> Vec<u32> {
        let vocab: Vocab = self.pieces.iter().cloned().zip(0..).collect();
        let text = |id: u32| self.pieces[id as usize].clone();
        let merges = self.merges.iter().map(|(left, right)| (text(*left), text(*right))).collect();
        let model = BPE::builder()
            .vocab_and_merges(vocab, merges)
            .unk_token("<unk>".into())
            .fuse_unk(true)
            .byte_fallback(true)
            .build()
            .unwrap();
        let tokens = Tokenizer::new(model).get_model().tokenize(normalized).unwrap();
        tokens.into_iter().map(|token| token.id).collect()
    }
}

fn ids(tokens: &[Token]) -> Vec<u32> {
    tokens.iter().map(|token| token.id).collect()
}

fn shown(tokens: &[Token], text: &str) -> Vec<(String, String)> {
    let bytes = |token: &Token| crate::tokenize::hex(&text.as_bytes()[token.span.clone()]);
    let part = |token: &Token| text.get(token.span.clone()).map_or_else(|| bytes(token), str::to_owned);
    tokens.iter().map(|token| (token.piece.clone(), part(token))).collect()
}

/// ▁the, ▁t and he: merges lead to ▁the; all bytes are there.
fn the() -> Small {
    let mut small = Small::new("▁thedogx", 0..=255);
    for (left, right) in [("h", "e"), ("▁", "t"), ("▁t", "he"), ("▁", "d"), ("o", "g"), ("▁d", "og")]
    {
        small.merge_texts(left, right);
    }
    small
}

#[test]
fn a_text_of_words_and_bytes() {
    let model = the().by_rank();
    let text = "the 狗 dog";
    let pairs =
        [("▁the", "the"), ("▁", " "), ("<0xE7>", "E7"), ("<0x8B>", "8B"), ("<0x97>", "97"), ("▁dog", " dog")];
    let pairs = pairs.map(|(piece, part)| (piece.to_owned(), part.to_owned()));
    assert_eq!(shown(&model.encode(text), text), pairs);
    assert_eq!(model.encode(""), []);
}

#[test]
fn every_merge_is_told_in_order() {
    let trace = the().by_rank().trace("the dog");
    let merges: Vec<(String, f64)> = trace
        .merges
        .iter()
        .map(|merge| {
            (trace.stages.last().unwrap().text[merge.left.start..merge.right.end].to_owned(), merge.rank)
        })
        .collect();
    let expected = [("he", 0.0), ("▁t", 1.0), ("▁the", 2.0), ("▁d", 3.0), ("og", 4.0), ("▁dog", 5.0)];
    assert_eq!(merges, expected.map(|(piece, rank)| (piece.to_owned(), rank)));
    assert_eq!(trace.symbols_after(0), trace.symbols);
    let lengths: Vec<usize> = trace.symbols_after(2).iter().map(|symbol| symbol.at.len()).collect();
    assert_eq!(lengths, [4, 2, 3, 1, 1, 1]);
    assert_eq!(trace.symbols_after(6), trace.last);
}

#[test]
fn without_all_bytes_a_character_is_unknown() {
    let small = Small::new("▁a", [0xE7, 0x8B].into_iter());
    let tokens = small.by_rank().encode("狗人a狗");
    assert_eq!(
        shown(&tokens, "狗人a狗")[1..],
        [("<unk>", "狗人"), ("a", "a"), ("<unk>", "狗")].map(|(a, b)| (a.to_owned(), b.to_owned()))
    );
    assert_eq!(ids(&tokens), small.reference("▁狗人a狗"));
}

#[test]
fn user_defined_pieces_are_taken_whole_and_never_merged() {
    let mut small = the();
    small.push("<x>".into(), Kind::UserDefined);
    small.push("<x>d".into(), Kind::Normal);
    let tokens = small.by_score().encode("the<x>dog");
    let pieces: Vec<&str> = tokens.iter().map(|token| token.piece.as_str()).collect();
    assert_eq!(pieces, ["▁the", "<x>", "d", "og"]);
}

#[test]
fn a_merge_that_makes_no_piece_is_refused() {
    let mut small = the();
    small.merges.push((1, 2));
    let lines: String = small.pieces.iter().map(|piece| format!("{piece}\n")).collect();
    let pieces = Pieces::from_lines(lines.into(), small.pieces.len() as u32).unwrap();
    let model = Tracer::new(pieces, &small.kinds, tables(), MergeOrder::Ranks(small.merges));
    assert_eq!(model.err(), Some(PackError::Corrupt("a merge makes no piece")));
}

/// The obviously right way: look at all pairs, merge the first, again.
fn plain(model: &Tracer, text: &str) -> Vec<Symbol> {
    let mut symbols = model.symbols(text);
    loop {
        let mut first: Option<(usize, f64, u32)> = None;
        for (left, pair) in symbols.windows(2).enumerate() {
            if let Some((rank, id)) = model.merge(text, &pair[0], &pair[1])
                && first.is_none_or(|(_, best, _)| rank < best)
            {
                first = Some((left, rank, id));
            }
        }
        let Some((left, _, id)) = first else { return symbols };
        let right = symbols.remove(left + 1);
        symbols[left] = Symbol { at: symbols[left].at.start..right.at.end, id: Some(id) };
    }
}

/// A vocabulary of merges drawn at random; the alphabet lacks one of the characters of the texts.
fn small() -> impl Strategy<Value = Small> {
    (prop::collection::vec((0_usize..1000, 0_usize..1000), 0..25), any::<bool>()).prop_map(|(pairs, all)| {
        let mut small = Small::new("▁ab狗", (0..=255).filter(|byte| all || byte % 3 > 0));
        let first = small.pieces.len() - 4;
        for (left, right) in pairs {
            let n = small.pieces.len() - first;
            small.merge(first + left % n, first + right % n);
        }
        small
    })
}

proptest! {
    #[test]
    fn the_heap_merges_as_looking_at_all_pairs_does(small in small(), text in "[ab狗人 ]{0,24}") {
        for model in [small.by_rank(), small.by_score()] {
            let trace = model.trace(&text);
            let normalized = trace.stages.last().unwrap().text.clone();
            prop_assert_eq!(&plain(&model, &normalized), &trace.last);
            prop_assert_eq!(&trace.symbols_after(trace.merges.len()), &trace.last);
            prop_assert_eq!(&model.encode(&text), &trace.tokens);
        }
    }

    #[test]
    fn ids_equal_the_crate(small in small(), text in "[ab狗人é ]{0,24}") {
        let tokens = small.by_rank().encode(&text);
        let normalized = if text.is_empty() { String::new() } else { format!("▁{}", text.replace(' ', "▁")) };
        prop_assert_eq!(ids(&tokens), small.reference(&normalized));
        prop_assert!(tokens.is_sorted_by_key(|token| token.span.start));
    }
}
