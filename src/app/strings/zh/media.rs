//! 图像、声音和混合序列的控件名称。

pub const LABELS: &[(&str, &str, &str)] = &[
    ("mode", "信号", ""),
    ("image", "图片", ""),
    ("image_fit", "变成正方形的方式", ""),
    ("image_size", "边长（像素）", ""),
    ("patch_size", "图块边长 P", ""),
    ("patch_order", "图块内数字的顺序", ""),
    ("patch_edge", "凑不满一个图块的像素", ""),
    ("image_tokens", "图片的词元是", ""),
    ("mask_ratio", "遮住的图块比例", ""),
    ("patch", "图块", "逐行编号，从 0 开始"),
    ("sound", "声音", ""),
    ("sound_start", "窗口起点", "秒"),
    ("n_mels", "梅尔频带数", ""),
    ("hop_length", "帧移", "相邻两帧相隔的采样点数"),
    ("win_length", "窗长", "一帧的采样点数"),
    ("audio_tokens", "声音的词元是", ""),
    ("frame", "帧", "从 0 开始编号"),
    ("codebook_size", "码本大小 K", ""),
    ("n_codebooks", "量化层数 n_q", ""),
    ("parts", "组成部分", ""),
    ("pad_to", "用 [PAD] 补到", "词元数；0 表示不补"),
];

pub const CHOICES: &[(&str, &[(&str, &str)])] = &[
    ("mode", &[("text", "文本"), ("image", "图片"), ("audio", "声音"), ("mixed", "合为一列")]),
    ("image", &[("chelsea", "猫"), ("coffee", "咖啡"), ("rocket", "火箭"), ("own", "自己的")]),
    ("image_fit", &[("crop", "裁剪"), ("stretch", "拉伸")]),
    ("patch_order", &[("hwc", "行、列、通道"), ("chw", "通道、行、列")]),
    ("patch_edge", &[("crop", "裁掉"), ("pad", "补零")]),
    ("image_tokens", &[("patches", "一个图块"), ("codes", "一个码字"), ("pooled", "2 × 2 的均值")]),
    ("sound", &[("speech", "语音"), ("chirp", "扫频音"), ("own", "自己的")]),
    ("n_mels", &[("80", "80"), ("128", "128")]),
    ("audio_tokens", &[("frames", "一对帧"), ("semantic", "k-means 编号"), ("codes", "RVQ 码字")]),
    (
        "parts",
        &[
            ("cls", "[CLS]"),
            ("text", "文本"),
            ("sep", "[SEP]"),
            ("image", "[IMG] 图块"),
            ("audio", "[AUD] 帧"),
            ("pad", "[PAD]"),
        ],
    ),
];
