//! Real configurations, and what is published of them.

use super::model::{Attention, Mlp, Model, Norms, Published, What, Window};
use crate::attention::mla;

/// Norms with a weight only, two in each layer and one behind the last.
const RMS: Norms = Norms { per_layer: 2, outside: 1, bias: false };
const LAYER_NORM: Norms = Norms { bias: true, ..RMS };

/// No biases, no norms of q and k, no sinks.
const fn grouped(n_heads: usize, n_kv_heads: usize, head_dim: usize) -> Attention {
    Attention::Grouped {
        n_heads,
        n_kv_heads,
        head_dim,
        qkv_bias: false,
        output_bias: false,
        qk_norm: false,
        sinks: false,
    }
}

const fn gated(d_ff: u64) -> Mlp {
    Mlp::Dense { d_ff, gated: true, bias: false }
}

/// A decoder with RoPE, RMSNorm and a head of its own, as LLaMA has them.
const LLAMA: Model = Model {
    id: "",
    name: "",
    source: "",
    without_mtp: false,
    published: &[],
    vocab_size: 32_000,
    d_model: 4096,
    layers: 32,
    tied: false,
    position_rows: 0,
    type_rows: 0,
    pooler: false,
    attention: grouped(32, 32, 128),
    window: None,
    mlp: gated(11_008),
    norms: RMS,
    bidirectional: false,
    context: 4096,
};

/// An exact count.
const fn exact(what: What, parameters: u64, source: &'static str) -> Published {
    Published { what, parameters, rounded_to: 1, source }
}

const fn rounded(what: What, parameters: u64, rounded_to: u64, source: &'static str) -> Published {
    Published { what, parameters, rounded_to, source }
}

const MILLION: u64 = 1_000_000;
const BILLION: u64 = 1_000_000_000;
const HUB: &str = "Hugging Face hub, safetensors";

/// The models whose sizes can be chosen, small ones first.
pub const PRESETS: &[Model] = &[
    BERT_BASE,
    GPT_2_SMALL,
    QWEN3_0_6B,
    GEMMA_3_1B,
    LLAMA_2_7B,
    MISTRAL_7B,
    QWEN2_5_7B,
    LLAMA_3_1_8B,
    GPT_OSS_20B,
    DEEPSEEK_V3,
];

/// The ids of [`PRESETS`], in their order.
pub fn ids() -> &'static [&'static str] {
    static IDS: std::sync::OnceLock<Vec<&'static str>> = std::sync::OnceLock::new();
    IDS.get_or_init(|| PRESETS.iter().map(|model| model.id).collect())
}

/// The preset whose id is `id`.
pub fn by_id(id: &str) -> Option<&'static Model> {
    PRESETS.iter().find(|model| model.id == id)
}

const BERT_BASE: Model = Model {
    id: "bert_base",
    name: "BERT base uncased",
    source: "google-bert/bert-base-uncased, config.json; transformers 5.24.0, BertConfig",
    published: &[
        exact(What::Total, 109_482_240, HUB),
        rounded(What::Total, 110 * MILLION, 10 * MILLION, "Devlin et al. 2019, arXiv 1810.04805, §3"),
    ],
    vocab_size: 30_522,
    d_model: 768,
    layers: 12,
    tied: true,
    position_rows: 512,
    type_rows: 2,
    pooler: true,
    attention: biased(12, 64),
    mlp: Mlp::Dense { d_ff: 3072, gated: false, bias: true },
    norms: LAYER_NORM,
    bidirectional: true,
    context: 512,
    ..LLAMA
};

const GPT_2_SMALL: Model = Model {
    id: "gpt2",
    name: "GPT-2 small",
    source: "openai-community/gpt2, config.json; transformers 5.24.0, GPT2Config",
    published: &[
        exact(What::Total, 124_439_808, HUB),
        rounded(What::Total, 124 * MILLION, MILLION, "openai/gpt-2, README.md"),
    ],
    vocab_size: 50_257,
    d_model: 768,
    layers: 12,
    tied: true,
    position_rows: 1024,
    attention: biased(12, 64),
    mlp: Mlp::Dense { d_ff: 3072, gated: false, bias: true },
    norms: LAYER_NORM,
    context: 1024,
    ..LLAMA
};

const fn biased(n_heads: usize, head_dim: usize) -> Attention {
    Attention::Grouped {
        n_heads,
        n_kv_heads: n_heads,
        head_dim,
        qkv_bias: true,
        output_bias: true,
        qk_norm: false,
        sinks: false,
    }
}

const QWEN3_0_6B: Model = Model {
    id: "qwen3_0_6b",
    name: "Qwen3 0.6B",
    source: "Qwen/Qwen3-0.6B, config.json",
    published: &[
        rounded(What::Total, 600 * MILLION, 100 * MILLION, "Qwen/Qwen3-0.6B, README.md"),
        rounded(What::WithoutEmbedding, 440 * MILLION, 10 * MILLION, "Qwen/Qwen3-0.6B, README.md"),
    ],
    vocab_size: 151_936,
    d_model: 1024,
    layers: 28,
    tied: true,
    attention: Attention::Grouped {
        n_heads: 16,
        n_kv_heads: 8,
        head_dim: 128,
        qkv_bias: false,
        output_bias: false,
        qk_norm: true,
        sinks: false,
    },
    mlp: gated(3072),
    context: 40_960,
    ..LLAMA
};

const GEMMA_3_1B: Model = Model {
    id: "gemma3_1b",
    name: "Gemma 3 1B",
    source: "google/gemma-3-1b-it, config.json; Gemma 3 Technical Report, arXiv 2503.19786",
    published: &[
        exact(What::Total, 999_885_952, HUB),
        rounded(What::WithoutEmbedding, 698 * MILLION, MILLION, "arXiv 2503.19786, Table 1"),
    ],
    vocab_size: 262_144,
    d_model: 1152,
    layers: 26,
    tied: true,
    attention: Attention::Grouped {
        n_heads: 4,
        n_kv_heads: 1,
        head_dim: 256,
        qkv_bias: false,
        output_bias: false,
        qk_norm: true,
        sinks: false,
    },
    window: Some(Window { size: 512, full_every: 6 }),
    mlp: gated(6912),
    norms: Norms { per_layer: 4, ..RMS },
    context: 32_768,
    ..LLAMA
};

const LLAMA_2_7B: Model = Model {
    id: "llama2_7b",
    name: "Llama 2 7B",
    source: "meta-llama/Llama-2-7b-hf, config.json",
    published: &[exact(What::Total, 6_738_415_616, HUB)],
    ..LLAMA
};

const MISTRAL_7B: Model = Model {
    id: "mistral_7b",
    name: "Mistral 7B v0.1",
    source: "mistralai/Mistral-7B-v0.1, config.json; Jiang et al. 2023, arXiv 2310.06825, Table 1",
    published: &[exact(What::Total, 7_241_732_096, HUB)],
    attention: grouped(32, 8, 128),
    window: Some(Window { size: 4096, full_every: 0 }),
    mlp: gated(14_336),
    context: 32_768,
    ..LLAMA
};

const QWEN2_5_7B: Model = Model {
    id: "qwen2_5_7b",
    name: "Qwen2.5 7B",
    source: "Qwen/Qwen2.5-7B, config.json",
    published: &[
        exact(What::Total, 7_615_616_512, HUB),
        rounded(What::WithoutEmbedding, 6530 * MILLION, 10 * MILLION, "Qwen/Qwen2.5-7B, README.md"),
    ],
    vocab_size: 152_064,
    d_model: 3584,
    layers: 28,
    attention: Attention::Grouped {
        n_heads: 28,
        n_kv_heads: 4,
        head_dim: 128,
        qkv_bias: true,
        output_bias: false,
        qk_norm: false,
        sinks: false,
    },
    mlp: gated(18_944),
    context: 131_072,
    ..LLAMA
};

const LLAMA_3_1_8B: Model = Model {
    id: "llama3_1_8b",
    name: "Llama 3.1 8B",
    source: "meta-llama/Llama-3.1-8B, config.json",
    published: &[exact(What::Total, 8_030_261_248, HUB)],
    vocab_size: 128_256,
    attention: grouped(32, 8, 128),
    mlp: gated(14_336),
    context: 131_072,
    ..LLAMA
};

const GPT_OSS_20B: Model = Model {
    id: "gpt_oss_20b",
    name: "gpt-oss-20b",
    source: "openai/gpt-oss-20b, config.json",
    published: &[
        exact(
            What::Total,
            20_914_757_184,
            "openai/gpt-oss-20b, safetensors; arXiv 2508.10925, Table 1 (20.91 B)",
        ),
        rounded(What::Active, 3610 * MILLION, 10 * MILLION, "gpt-oss Model Card, arXiv 2508.10925, Table 1"),
    ],
    vocab_size: 201_088,
    d_model: 2880,
    layers: 24,
    attention: Attention::Grouped {
        n_heads: 64,
        n_kv_heads: 8,
        head_dim: 64,
        qkv_bias: true,
        output_bias: true,
        qk_norm: false,
        sinks: true,
    },
    window: Some(Window { size: 128, full_every: 2 }),
    mlp: Mlp::Experts {
        dense_layers: 0,
        dense_d_ff: 0,
        routed: 32,
        shared: 0,
        chosen: 4,
        d_ff: 2880,
        bias: true,
        router_bias: true,
    },
    context: 131_072,
    ..LLAMA
};

const DEEPSEEK_V3: Model = Model {
    id: "deepseek_v3",
    name: "DeepSeek-V3",
    source: "deepseek-ai/DeepSeek-V3, config.json",
    without_mtp: true,
    published: &[
        exact(What::Total, 671_026_419_200, "deepseek-ai/DeepSeek-V3, safetensors; README.md (671 B)"),
        rounded(What::Active, 37 * BILLION, BILLION, "deepseek-ai/DeepSeek-V3, README.md"),
    ],
    vocab_size: 129_280,
    d_model: 7168,
    layers: 61,
    attention: Attention::Latent { shape: mla::DEEPSEEK_V3, q_lora_rank: 1536 },
    mlp: Mlp::Experts {
        dense_layers: 3,
        dense_d_ff: 18_432,
        routed: 256,
        shared: 1,
        chosen: 8,
        d_ff: 2048,
        bias: false,
        router_bias: true,
    },
    context: 163_840,
    ..LLAMA
};
