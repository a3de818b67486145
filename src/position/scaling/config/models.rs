//! What the model classes of transformers 5.24 supply where a configuration is silent.

/// A class's own values.
#[derive(Clone, Copy, Debug)]
pub struct Defaults {
    /// b.
    pub theta: f64,
    /// b of the layers with sliding attention, where the class gives them one of their own.
    pub local_theta: Option<f64>,
    /// `None`: hidden_size / num_attention_heads.
    pub head_dim: Option<usize>,
    pub partial_rotary_factor: f64,
}

impl Default for Defaults {
    fn default() -> Self {
        PLAIN
    }
}

/// `PreTrainedConfig`'s: b = 10,000, the whole head.
const PLAIN: Defaults =
    Defaults { theta: 10_000.0, local_theta: None, head_dim: None, partial_rotary_factor: 1.0 };

const fn theta(theta: f64) -> Defaults {
    Defaults { theta, ..PLAIN }
}

const fn partial(partial_rotary_factor: f64) -> Defaults {
    Defaults { partial_rotary_factor, ..PLAIN }
}

const fn wide(head_dim: usize) -> Defaults {
    Defaults { head_dim: Some(head_dim), ..PLAIN }
}

const GEMMA_3: Defaults = Defaults { theta: 1e6, local_theta: Some(10_000.0), ..wide(256) };
const MODERN_BERT: Defaults = Defaults { theta: 160_000.0, local_theta: Some(10_000.0), ..PLAIN };

/// Model types that rotate whether or not their configuration has a key of RoPE's.
const MODELS: &[(&str, Defaults)] = &[
    ("apertus", theta(12e6)),
    ("arcee", PLAIN),
    ("bitnet", theta(500_000.0)),
    ("codegen", PLAIN),
    ("cohere", theta(500_000.0)),
    ("cohere2", PLAIN),
    ("deepseek_v2", PLAIN),
    ("deepseek_v3", PLAIN),
    ("exaone4", PLAIN),
    ("falcon", PLAIN),
    ("gemma", wide(256)),
    ("gemma2", wide(256)),
    ("gemma3", GEMMA_3),
    ("gemma3_text", GEMMA_3),
    ("glm", Defaults { partial_rotary_factor: 0.5, ..wide(128) }),
    ("glm4", Defaults { partial_rotary_factor: 0.5, ..wide(128) }),
    ("gpt_neox", partial(0.25)),
    ("gpt_oss", Defaults { theta: 150_000.0, ..wide(64) }),
    ("gptj", PLAIN),
    ("granite", PLAIN),
    ("internlm3", wide(128)),
    ("llama", PLAIN),
    ("ministral3", wide(128)),
    ("mistral", PLAIN),
    ("mixtral", theta(1e6)),
    ("modernbert", MODERN_BERT),
    ("nemotron", partial(0.5)),
    ("olmo", PLAIN),
    ("olmo2", PLAIN),
    ("olmoe", PLAIN),
    ("persimmon", partial(0.5)),
    ("phi", partial(0.5)),
    ("phi3", PLAIN),
    ("qwen2", PLAIN),
    ("qwen2_moe", PLAIN),
    ("qwen3", wide(128)),
    ("qwen3_moe", PLAIN),
    ("qwen3_next", partial(0.25)),
    ("smollm3", theta(2e6)),
    ("stablelm", partial(0.25)),
    ("starcoder2", PLAIN),
];

/// The defaults of `model_type`, if it is one that is known to rotate.
pub fn by_type(model_type: &str) -> Option<&'static Defaults> {
    MODELS.iter().find(|(name, _)| *name == model_type).map(|(_, defaults)| defaults)
}
