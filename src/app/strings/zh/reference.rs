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
        "alibi_bias" => {
            "独立计算的偏置，以及 Hugging Face transformers 4.46.3 的 bloom 与 mpt（各行可差一个常数）"
        }
        "alibi_slopes_float32" => "Hugging Face transformers 4.46.3 的 bloom build_alibi_tensor（float32）",
        "bpe_dropout" => "对所有切法的独立递推计算（Provilkov 等）",
        "deberta_attention" => {
            "Hugging Face transformers 4.46.3 的 deberta DisentangledSelfAttention（float64）；论文式的 p2c 另行独立计算"
        }
        "inv_freq_default" | "inv_freq_dynamic" | "inv_freq_linear" | "inv_freq_llama3" | "inv_freq_ntk" => {
            "独立计算的 float64 频率（numpy 1.26.4）"
        }
        "inv_freq_longrope" | "inv_freq_yarn" => "独立计算的 float64 频率与注意力因子（numpy 1.26.4）",
        "kmeans" | "kmeans_labels" => "facebookresearch/encodec 的 core_vq.kmeans（float64）",
        "log_mel_30_seconds" => "openai-whisper 20250625 的 log_mel_spectrogram（float32），补到 30 秒",
        "log_mel_torchaudio" => "torchaudio 0.13.1 的 MelSpectrogram 与自然对数（float32）",
        "mel_filters_htk" => "torchaudio 0.13.1 的 functional.melscale_fbanks（float32）",
        "patch_counts" => "独立计算的结果",
        "patch_order" => "einops 与 torch 1.13 的 nn.functional.unfold",
        "patch_projection" => "Hugging Face transformers 4.46.3 的 ViTEmbeddings（float64）",
        "picture_resize" => "torch 1.13 的 F.interpolate（双线性，align_corners=False）",
        "position_resize_bicubic" => {
            "torch 1.13 的 F.interpolate（双三次，align_corners=False），同 DINO 与 Hugging Face"
        }
        "position_resize_bilinear" => {
            "scipy 1.17.1 的 ndimage.zoom（一阶），同 google-research/vision_transformer"
        }
        "rerope_query_scale" => "bojone/rerope 的查询缩放，重新运行",
        "rope_decay" => "独立计算的 float64 求和（numpy 1.26.4）",
        "rope_stretched_base" => "独立计算的 NTK-aware 与动态缩放的 float64 底数 b′（numpy 1.26.4）",
        "sinusoidal_dot" => "独立计算的 float64 内积（numpy 1.26.4）",
        "swin" => "按 microsoft/Swin-Transformer 的 PatchMerging 独立计算的结果",
        "unigram" => "Hugging Face tokenizers 0.20.3 的 Unigram，以及对所有切法的枚举",
        "unigram_posterior" => "对所有切法的枚举",
        "wordpiece_scores" => "Hugging Face 课程第 6 章的公式",
        _ => own,
    }
}
