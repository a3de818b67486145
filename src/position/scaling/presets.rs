//! Released models' RoPE, as their config.json has it: buttons for the controls and rows for comparisons.
//!
//! Every number was read in a copy of the model's own file (`source` names the model; where copies stand is said in
//! `tests/fixtures/rope_configs.json`), and the same file through Hugging Face's code gives the same frequencies
//! (`tests/rope_configs.rs`). Llama 2 Long was never released: its numbers are its paper's.

use super::RopeType;
use super::phi;
use super::yarn::Truncate;
use crate::position::rope::Params;

/// One model's setting.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// A name for links and tests.
    pub id: &'static str,
    pub name: &'static str,
    /// The model's file on Hugging Face, or the paper: said alike in every language.
    pub source: &'static str,
    /// Dimensions of a head that turn.
    pub rotary_dim: usize,
    pub rope_type: RopeType,
    pub base: f64,
    /// s; 1 where nothing is stretched.
    pub factor: f64,
    /// L: the length before stretching; `max_position_embeddings` where nothing is stretched.
    pub original_max_position_embeddings: f64,
    /// The length that the model is said to reach.
    pub max_position_embeddings: f64,
    more: More,
}

/// What a rule has beyond base, factor and length.
#[derive(Clone, Copy, Debug)]
enum More {
    Nothing,
    /// YaRN's mscale and mscale_all_dim.
    Mscale(f64, f64),
    /// YaRN with bounds that are not rounded.
    Untruncated,
    /// Phi-3.5's lists.
    Phi,
}

impl Preset {
    /// The parameters of the controls; everything that the model does not set is at its default.
    pub fn params(&self) -> Params {
        let plain = Params {
            rope_type: self.rope_type,
            base: self.base,
            factor: self.factor,
            original_max_position_embeddings: self.original_max_position_embeddings,
            ..Params::default()
        };
        match self.more {
            More::Nothing => plain,
            More::Mscale(mscale, all) => Params { mscale: Some(mscale), mscale_all_dim: Some(all), ..plain },
            More::Untruncated => Params { truncate: Truncate::False, ..plain },
            More::Phi => Params {
                short_factor: phi::SHORT_FACTOR.to_vec(),
                long_factor: phi::LONG_FACTOR.to_vec(),
                ..plain
            },
        }
    }
}

/// A model with plain RoPE.
const fn plain(
    id: &'static str,
    name: &'static str,
    source: &'static str,
    rotary_dim: usize,
    base: f64,
    length: f64,
) -> Preset {
    Preset {
        id,
        name,
        source,
        rotary_dim,
        rope_type: RopeType::Default,
        base,
        factor: 1.0,
        original_max_position_embeddings: length,
        max_position_embeddings: length,
        more: More::Nothing,
    }
}

/// `model` stretched by a rule from `original` to `length`.
const fn stretched(model: Preset, rope_type: RopeType, factor: f64, original: f64, length: f64) -> Preset {
    Preset {
        rope_type,
        factor,
        original_max_position_embeddings: original,
        max_position_embeddings: length,
        ..model
    }
}

const LLAMA_3_1_8B: Preset =
    plain("llama-3.1-8b", "Llama 3.1 8B", "meta-llama/Llama-3.1-8B, config.json", 128, 500_000.0, 131_072.0);
const LLAMA_3_2_1B: Preset =
    plain("llama-3.2-1b", "Llama 3.2 1B", "meta-llama/Llama-3.2-1B, config.json", 64, 500_000.0, 131_072.0);
const QWEN_2_5_YARN: Preset = plain(
    "qwen2.5-7b-yarn",
    "Qwen2.5-7B (YaRN)",
    "Qwen/Qwen2.5-7B-Instruct, README.md",
    128,
    1_000_000.0,
    32_768.0,
);
const DEEPSEEK_V3: Preset =
    plain("deepseek-v3", "DeepSeek-V3", "deepseek-ai/DeepSeek-V3-0324, config.json", 64, 10_000.0, 163_840.0);
const PHI_3_5_MINI: Preset = plain(
    "phi-3.5-mini",
    "Phi-3.5-mini",
    "microsoft/Phi-3.5-mini-instruct, config.json",
    96,
    10_000.0,
    131_072.0,
);
const GPT_OSS_20B: Preset =
    plain("gpt-oss-20b", "gpt-oss-20b", "openai/gpt-oss-20b, config.json", 64, 150_000.0, 131_072.0);

/// The models, oldest first.
pub const PRESETS: &[Preset] = &[
    plain("llama-7b", "LLaMA 7B", "huggyllama/llama-7b, config.json", 128, 10_000.0, 2048.0),
    plain("llama-2-7b", "Llama 2 7B", "meta-llama/Llama-2-7b-hf, config.json", 128, 10_000.0, 4096.0),
    plain(
        "codellama-7b",
        "Code Llama 7B",
        "codellama/CodeLlama-7b-hf, config.json",
        128,
        1_000_000.0,
        16_384.0,
    ),
    plain("llama-2-long", "Llama 2 Long 7B", "Xiong et al. 2023, arXiv 2309.16039", 128, 500_000.0, 32_768.0),
    plain(
        "mistral-7b-v0.1",
        "Mistral 7B v0.1",
        "mistralai/Mistral-7B-v0.1, config.json",
        128,
        10_000.0,
        32_768.0,
    ),
    plain("llama-3-8b", "Llama 3 8B", "meta-llama/Meta-Llama-3-8B, config.json", 128, 500_000.0, 8192.0),
    stretched(LLAMA_3_1_8B, RopeType::Llama3, 8.0, 8192.0, 131_072.0),
    Preset { more: More::Phi, ..stretched(PHI_3_5_MINI, RopeType::Longrope, 32.0, 4096.0, 131_072.0) },
    plain("qwen2.5-7b", "Qwen2.5-7B", "Qwen/Qwen2.5-7B-Instruct, config.json", 128, 1_000_000.0, 32_768.0),
    stretched(QWEN_2_5_YARN, RopeType::Yarn, 4.0, 32_768.0, 131_072.0),
    stretched(LLAMA_3_2_1B, RopeType::Llama3, 32.0, 8192.0, 131_072.0),
    Preset {
        more: More::Mscale(1.0, 1.0),
        ..stretched(DEEPSEEK_V3, RopeType::Yarn, 40.0, 4096.0, 163_840.0)
    },
    plain("qwen3-0.6b", "Qwen3-0.6B", "Qwen/Qwen3-0.6B, config.json", 128, 1_000_000.0, 40_960.0),
    plain("qwen3-8b", "Qwen3-8B", "Qwen/Qwen3-8B, config.json", 128, 1_000_000.0, 40_960.0),
    Preset { more: More::Untruncated, ..stretched(GPT_OSS_20B, RopeType::Yarn, 32.0, 4096.0, 131_072.0) },
];

/// The preset called `id`.
pub fn by_id(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::scaling;

    #[test]
    fn every_preset_is_defined_and_has_an_id_of_its_own() {
        for preset in PRESETS {
            let params = preset.params();
            assert_eq!(scaling::problem(preset.rope_type, preset.rotary_dim, &params), None, "{}", preset.id);
            assert_eq!(by_id(preset.id).map(|found| found.name), Some(preset.name));
            assert!(preset.max_position_embeddings >= preset.original_max_position_embeddings);
        }
        assert!(by_id("gpt-2").is_none());
    }
}
