//! The `tokenizers` crate's models of our packs, with the real regular expressions.
#![allow(dead_code, reason = "each test uses some of them")]

use locus::pack::{Kind, Pack, Pieces};
use locus::tokenize::bpe::Bpe;
use locus::tokenize::byte_bpe::ByteBpe;
use locus::tokenize::byte_level;
use locus::tokenize::pre_tokenize::Pattern;
use tokenizers::models::bpe::{BPE, Vocab};
use tokenizers::models::wordpiece::WordPiece;
use tokenizers::normalizers::bert::BertNormalizer;
use tokenizers::normalizers::{NFC, Prepend, Replace, Sequence as Normalizers};
use tokenizers::pre_tokenizers::PreTokenizerWrapper;
use tokenizers::pre_tokenizers::bert::BertPreTokenizer;
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::pre_tokenizers::sequence::Sequence;
use tokenizers::pre_tokenizers::split::{Split, SplitPattern};
use tokenizers::{SplitDelimiterBehavior, Tokenizer};

fn display(model: &Bpe, id: u32) -> String {
    model.piece(id).unwrap().iter().map(|byte| byte_level::char_of(*byte)).collect()
}

pub fn byte_level(ours: &ByteBpe) -> Tokenizer {
    let model = ours.model();
    let ids = (0..model.strings().len() as u32).filter(|id| !model.piece(*id).unwrap().is_empty());
    let vocab: Vocab = ids.map(|id| (display(model, id), id)).collect();
    let merges = model.merges().map(|(left, right)| (display(model, left), display(model, right))).collect();
    let mut tokenizer = Tokenizer::new(BPE::builder().vocab_and_merges(vocab, merges).build().unwrap());
    let split = |expression| {
        Split::new(SplitPattern::Regex(expression), SplitDelimiterBehavior::Isolated, false).unwrap().into()
    };
    let mut stages: Vec<PreTokenizerWrapper> = ours.pattern().expressions().map(split).collect();
    stages.push(ByteLevel::new(false, false, false).into());
    tokenizer.with_pre_tokenizer(Some(Sequence::new(stages)));
    if ours.pattern() == Pattern::Qwen2 {
        tokenizer.with_normalizer(Some(NFC)).unwrap();
    }
    tokenizer
}

/// Every two normal pieces that make a third, in the order of the upstream file: by result, left and right, pieces of
/// ▁ alone last.
pub fn sentencepiece(pack: &Pack) -> Tokenizer {
    let vocab: Vocab = pack.pieces.iter().map(str::to_owned).zip(0..).collect();
    let normal = |piece: &str| vocab.get(piece).is_some_and(|id| pack.kinds[*id as usize] == Kind::Normal);
    let mut merges = Vec::new();
    for piece in pack.pieces.iter().filter(|piece| normal(piece)) {
        for (at, _) in piece.char_indices().skip(1) {
            let (left, right) = piece.split_at(at);
            if normal(left) && normal(right) {
                let space = piece.chars().all(|character| character == '▁');
                merges.push((
                    space,
                    vocab[piece],
                    vocab[left],
                    vocab[right],
                    left.to_owned(),
                    right.to_owned(),
                ));
            }
        }
    }
    merges.sort();
    let merges = merges.into_iter().map(|(_, _, _, _, left, right)| (left, right)).collect();
    let builder = BPE::builder().vocab_and_merges(vocab, merges).unk_token("<unk>".into());
    let mut tokenizer = Tokenizer::new(builder.fuse_unk(true).byte_fallback(true).build().unwrap());
    let stages = vec![Prepend::new("▁".into()).into(), Replace::new(" ", "▁").unwrap().into()];
    tokenizer.with_normalizer(Some(Normalizers::new(stages))).unwrap();
    tokenizer
}

/// BERT's uncased WordPiece.
pub fn word_piece(pieces: &Pieces, unknown: u32) -> Tokenizer {
    let model = WordPiece::builder()
        .vocab(pieces.iter().map(str::to_owned).zip(0..).collect::<Vocab>())
        .unk_token(pieces.get(unknown).unwrap().to_owned())
        .max_input_chars_per_word(100)
        .build()
        .unwrap();
    let mut tokenizer = Tokenizer::new(model);
    let (clean_text, handle_chinese_chars, strip_accents, lowercase) = (true, true, Some(true), true);
    let normalizer = BertNormalizer::new(clean_text, handle_chinese_chars, strip_accents, lowercase);
    tokenizer.with_normalizer(Some(normalizer)).unwrap();
    tokenizer.with_pre_tokenizer(Some(BertPreTokenizer));
    tokenizer
}
