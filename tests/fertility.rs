//! Fertility of the vocabularies that we ship, on the bilingual text that we ship.

use locus::tokenize::align::align;
use locus::tokenize::fertility::{Bilingual, bilingual, by_script};
use locus::tokenize::{TextTokenizer, VOCABULARIES};

fn tokenizers() -> Vec<TextTokenizer> {
    let tokenizer = |vocabulary| {
        TextTokenizer::built_in(vocabulary).unwrap_or_else(|| {
            let path = format!("{}/public/packs/{}", env!("CARGO_MANIFEST_DIR"), vocabulary.file);
            TextTokenizer::from_pack(vocabulary, &std::fs::read(path).unwrap()).unwrap()
        })
    };
    VOCABULARIES.iter().map(tokenizer).collect()
}

/// What the popular claims say, checked: GPT-2 takes four characters of English and less than one of Chinese to a token.
#[test]
fn english_and_chinese_cost_what_was_measured() {
    for tokenizer in tokenizers() {
        let name = tokenizer.vocabulary().id;
        let measured = Bilingual::measure(|text| tokenizer.encode(text)).unwrap();
        let (en, zh) = (measured.english, measured.chinese);
        println!(
            "{name}: en {} tokens / {} characters / {} words, {:.3} characters a token, {:.3} tokens a word; zh {} tokens / {} characters, {:.3} characters a token, unknown {}; premium {:.3}",
            en.tokens,
            en.characters,
            en.words,
            en.characters_per_token(),
            en.tokens_per_word(),
            zh.tokens,
            zh.characters,
            zh.characters_per_token(),
            zh.unknown,
            measured.premium(),
        );
        match name {
            "gpt2" => {
                assert!((4.0..5.5).contains(&en.characters_per_token()));
                assert!((0.4..0.7).contains(&zh.characters_per_token()));
                assert!(measured.premium() > 2.0);
            }
            // most Chinese characters are unknown to it: few tokens are no bargain
            "bert" => assert!(zh.unknown > zh.tokens / 3),
            "unigram" => assert!((0.5..1.5).contains(&measured.premium())),
            _ => {}
        }
        // the languages apart: a text of one language has letters of one script
        let text = bilingual::chinese();
        let [(_, latin), (_, han)] = by_script(&text, &tokenizer.encode(&text).unwrap());
        assert_eq!(latin.characters, 0);
        assert!(han.tokens > 0.0 && han.tokens <= zh.tokens as f64);
    }
}

#[test]
fn rows_of_all_tokenizers_lie_over_the_same_characters() {
    let text = format!("{}\n{}\n👨‍👩‍👧 e\u{301} 🇨🇳", bilingual::english(), bilingual::chinese());
    let spans = |tokenizer: &TextTokenizer| -> Vec<_> {
        tokenizer.encode(&text).unwrap().into_iter().map(|token| token.span).collect()
    };
    let spans: Vec<Vec<_>> = tokenizers().iter().map(spans).collect();
    let aligned = align(&text, &spans);
    for (row, spans) in aligned.rows.iter().zip(&spans) {
        assert_eq!(row.iter().map(|block| block.tokens.len()).sum::<usize>(), spans.len());
        assert!(row.windows(2).all(|pair| pair[0].columns.end <= pair[1].columns.start));
        for column in &aligned.shared {
            assert!(row.iter().all(|block| !(block.columns.start < *column && *column < block.columns.end)));
        }
    }
    assert!(aligned.shared.len() > 100);
}
