//! Names of the controls for pictures, sound and mixed sequences in English.

pub const LABELS: &[(&str, &str, &str)] = &[
    ("mode", "Signal", ""),
    ("image", "Picture", ""),
    ("image_fit", "Made square by", ""),
    ("image_size", "Side in pixels", ""),
    ("patch_size", "Patch side P", ""),
    ("patch_order", "Order of a patch’s numbers", ""),
    ("patch_edge", "Pixels beyond whole patches", ""),
    ("image_tokens", "A picture’s token is", ""),
    ("mask_ratio", "Share of hidden patches", ""),
    ("patch", "Patch", "counted row by row from 0"),
    ("sound", "Sound", ""),
    ("sound_start", "Window begins at", "seconds"),
    ("n_mels", "Mel bands", ""),
    ("hop_length", "Hop", "samples between frames"),
    ("win_length", "Window", "samples of a frame"),
    ("audio_tokens", "A sound’s token is", ""),
    ("frame", "Frame", "counted from 0"),
    ("codebook_size", "Codes in a codebook K", ""),
    ("n_codebooks", "Levels n_q", ""),
    ("parts", "Parts", ""),
    ("pad_to", "[PAD] up to", "tokens; 0 adds none"),
];

pub const CHOICES: &[(&str, &[(&str, &str)])] = &[
    ("mode", &[("text", "Text"), ("image", "Picture"), ("audio", "Sound"), ("mixed", "All in one")]),
    ("image", &[("chelsea", "Cat"), ("coffee", "Coffee"), ("rocket", "Rocket"), ("own", "Your own")]),
    ("image_fit", &[("crop", "cropping"), ("stretch", "squeezing")]),
    ("patch_order", &[("hwc", "row, column, channel"), ("chw", "channel, row, column")]),
    ("patch_edge", &[("crop", "cut off"), ("pad", "padded")]),
    ("image_tokens", &[("patches", "a patch"), ("codes", "a code"), ("pooled", "a mean of 2 × 2")]),
    ("sound", &[("speech", "Speech"), ("chirp", "Chirp"), ("own", "Your own")]),
    ("n_mels", &[("80", "80"), ("128", "128")]),
    ("audio_tokens", &[("frames", "a frame pair"), ("semantic", "a k-means id"), ("codes", "RVQ codes")]),
    (
        "parts",
        &[
            ("cls", "[CLS]"),
            ("text", "text"),
            ("sep", "[SEP]"),
            ("image", "[IMG] patches"),
            ("audio", "[AUD] frames"),
            ("pad", "[PAD]"),
        ],
    ),
];
