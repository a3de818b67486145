//! 数值核对所用的参考。

/// What the golden tests compared with. `tests/strings.rs` holds names and versions against the tests' own words.
pub fn reference(own: &'static str, subject: &str) -> &'static str {
    match subject {
        "attention" => "torch 1.13 的 nn.MultiheadAttention",
        "attention_rope" => "独立实现的 float64 注意力（numpy 1.26.4），RoPE 两种配对方式",
        "mla" => {
            "按 deepseek-ai/DeepSeek-V3 的 inference/model.py（naive 与 absorb）独立实现的 float64 层（numpy 1.26.4）"
        }
        "attention_gqa" => "Hugging Face transformers 4.46.3 的 repeat_kv，所有头共用一个键值头",
        "attention_linear" => {
            "独立实现的 float64 注意力（numpy 1.26.4），elu + 1，归一化同 idiap/fast-transformers"
        }
        "log_mel_whisper" => "openai-whisper 20250625 的 log_mel_spectrogram（float32）",
        "mel_filters_slaney" => "openai-whisper 的 assets/mel_filters.npz（float32）",
        "rvq" => "facebookresearch/encodec 的 core_vq ResidualVectorQuantization（float64）",
        "codec_rates" => "facebookresearch/encodec 的 quantization/vq.py 公式",
        "sinusoidal_2d" => {
            "Hugging Face transformers 4.46.3 的 vit_mae get_2d_sincos_pos_embed（频率为 float32）"
        }
        "cosine" => "torch 1.13 的 nn.functional.cosine_similarity 与 numpy 1.26.4",
        "analogy" => "独立算出的 float64 排名（numpy 1.26.4）",
        "pca" => "numpy 1.26.4 对居中后的表所做的 SVD",
        "counts" => "官方配置尺寸的独立计算结果",
        "attention_alibi" => "独立实现的 float64 注意力（numpy 1.26.4），ALiBi",
        "attention_shaw" => {
            "Hugging Face transformers 4.46.3 的 BertSelfAttention（relative_key）；值项另行独立计算（numpy 1.26.4）"
        }
        "attention_t5" => "Hugging Face transformers 4.46.3 的 T5Attention",
        "shaw" => "按论文式 3–5 独立逐项计算的 float64 结果（numpy 1.26.4）",
        "transformer_xl" => {
            "原作者代码 kimiyoung/transformer-xl 的 RelPartialLearnableMultiHeadAttn（float64）"
        }
        "t5_buckets" => {
            "Hugging Face transformers 4.46.3 的 T5Attention._relative_position_bucket（float32）"
        }
        "deberta" => {
            "Hugging Face transformers 4.46.3 的 deberta DisentangledSelfAttention（float64）；论文式的 p2c 另行独立计算"
        }
        "deberta_log_buckets" => "Hugging Face transformers 4.46.3 的 deberta_v2 make_log_bucket_position",
        "attention_added" => "独立实现的 float64 注意力（numpy 1.26.4），位置加到嵌入上",
        "alibi_slopes" => "原作者代码里的 get_slopes（ofirpress/attention_with_linear_biases）",
        "inv_freq_linear_float32" => "Hugging Face transformers 5.24.0，rope_type 为 linear（float32）",
        "inv_freq_ntk_float32" => {
            "Hugging Face transformers 4.46.3，rope_type 为 default，底数同 jquesnelle/yarn（float32）"
        }
        "inv_freq_dynamic_float32" => "Hugging Face transformers 5.24.0，rope_type 为 dynamic（float32）",
        "inv_freq_longrope_float32" => "Hugging Face transformers 5.24.0，rope_type 为 longrope（float32）",
        "inv_freq_llama3_float32" => "Hugging Face transformers 5.24.0，rope_type 为 llama3（float32）",
        "rope_partial" => {
            "Hugging Face transformers 4.46.3 的 llama（前后对半，同 GPT-NeoX）与 gptj 的函数，只用于前面的旋转维度"
        }
        "rope_2d" => "Hugging Face transformers 4.46.3 的 qwen2_vl VisionRotaryEmbedding",
        "mrope" => "Hugging Face transformers 4.46.3 的 qwen2_vl（分段）与 5.24.0 的 qwen3_vl（交错）",
        "self_extend" => "datamllab/LongLM 的位置与掩码代码，在 torch 里重新运行",
        "rerope" => "bojone/rerope 的位置与掩码规则，重新运行",
        "sinusoidal_shift" => "独立计算的 float64 平移矩阵 M_k（numpy 1.26.4）",
        "sinusoidal_concatenated" => "按 Transformer-XL 的排列独立计算的 float64 表（numpy 1.26.4）",
        "sinusoidal_whisper" => "按 Whisper 的排列独立计算的 float64 表（numpy 1.26.4）",
        "sinusoidal_whisper_float32" => "openai-whisper 20250625 的 sinusoids（float32）",
        "inv_freq_default_float32" => "Hugging Face transformers 4.46.3，rope_type 为 default（float32）",
        "inv_freq_yarn_float32" => "Hugging Face transformers 5.24.0，rope_type 为 yarn（float32）",
        "rope_apply" => {
            "Hugging Face transformers 4.46.3 的 llama（前后对半）与 gptj（相邻交错）、Meta llama-models 的 apply_rotary_emb"
        }
        "sinusoidal" => "独立计算的 float64 正弦表（numpy 1.26.4）",
        "sinusoidal_float32" => {
            "Hugging Face transformers 4.46.3 的 distilbert create_sinusoidal_embeddings（float32）"
        }
        _ => own,
    }
}
