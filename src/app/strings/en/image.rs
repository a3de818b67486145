//! What the page says of pictures in English.

use super::super::image::Image;
use super::{counted, said};
use crate::picture::format::grouped;
use crate::signal::image::{MAX_PIXELS, MAX_SIDE};

pub const IMAGE: Image = Image {
    samples: "Sample pictures",
    choose: "Choose a file …",
    drop: "or drop one anywhere, or paste one. It stays on your machine.",
    camera: "Camera",
    shoot: "Take the picture",
    camera_close: "Close the camera",
    credit: |author, cc0| format!("Photo: {author}, {}.", if cc0 { "CC0" } else { "public domain" }),
    coming: "Reading the picture …",
    fitting: "Fitting a codebook on this picture’s patches …",
    refused,
    note_animated: "This is an animation: its first frame is shown.",
    note_sixteen: "16 bits a channel were reduced to 8.",
    note_cmyk: "A CMYK file: your browser has turned its inks into RGB.",
    note_one_pixel: "1 × 1 pixel: every patch has the same colour.",
    stage_signal: "Picture",
    stage_patches: "Patches",
    stage_codes: "Codes",
    stage_pooled: "Means of patches",
    grid: "grid of patches",
    keys_hint: "Arrow keys move from patch to patch, Home and End along the row",
    place: |patch, row, column| format!("patch {patch}, row {row}, column {column}"),
    grid_name: |rows, columns| format!("The picture in {rows} × {columns} patches"),
    hidden: "hidden",
    signal_title: |width, height, side| format!("{width} × {height} pixels become {side} × {side}"),
    signal_lead: "A model takes pictures of one size only. The part inside the frame is brought to that size; where it shrinks, no pixel is skipped. What lies outside never reaches the model.",
    whole: "The picture as it came",
    square: "The square that the model is given",
    region: |(width, height), (w, h), (left, top)| {
        if (width, height) == (w, h) {
            format!("All of {width} × {height}, squeezed or kept as it is.")
        } else {
            format!("Of {width} × {height} the middle {w} × {h} is used, from column {left}, row {top} on.")
        }
    },
    squared: |side, numbers| format!("{side} × {side} pixels × 3 channels = {} numbers.", grouped(numbers)),
    tokens_title: |route, (rows, columns, p), n| match route {
        "codes" => {
            let verb = if n == 1 { "becomes" } else { "become" };
            format!(
                "{rows} × {columns} {} {verb} {}: {} with [CLS]",
                patches(rows * columns),
                counted(n, "code"),
                counted(n + 1, "token")
            )
        }
        "pooled" => format!(
            "{rows} × {columns} patches, averaged 2 × 2, become {}: {} with [CLS]",
            grouped(n),
            counted(n + 1, "token")
        ),
        _ => format!(
            "{rows} × {columns} {} of {p} × {p} pixels: N = {}, {} with [CLS]",
            patches(n),
            grouped(n),
            counted(n + 1, "token")
        ),
    },
    tokens_lead: |route| match route {
        "codes" => {
            "Each patch becomes the number of the nearest code in a codebook that was fitted on this very picture. From there on it is a word like any other."
        }
        "pooled" => {
            "Four neighbours become one token, their mean. The sequence is four times shorter, and what differed among the four is gone."
        }
        _ => {
            "Each square becomes one token: its pixels, read in a fixed order, are a vector. Nothing in the vector says where the square stood."
        }
    },
    padded: |side, p, added| {
        format!(
            "{side} is no multiple of {p}: {added} rows and columns of zeros are added at the bottom and on the right."
        )
    },
    cropped: |side, p, left| {
        format!("{side} is no multiple of {p}: the last {left} rows and columns are dropped.")
    },
    patch_too_large: |patch, side| {
        format!(
            "A patch of {patch} is larger than the picture of {side} × {side}: to leave something of it, the picture is filled up with zeros to one patch."
        )
    },
    masked: |hidden, all| {
        format!(
            "{} of {} patches are hidden. Here they stay in their places as [MASK], as MAE’s decoder sees them; MAE’s encoder is given only the {} others.",
            grouped(hidden),
            grouped(all),
            grouped(all - hidden)
        )
    },
    sequence: "The sequence",
    unrolled: |patch, p, k| format!("Patch {patch}: {p} × {p} × 3 = {} numbers", grouped(k)),
    normalised: "Each byte x stands as x/127.5 − 1, from −1 to 1, as ViT was fed. The bands are read like text, 3P numbers a line. The order with the thicker line is the one in use; the other holds the same numbers elsewhere.",
    code: |id| format!("code {id}"),
    index_map: "Which code each patch became.",
    reconstruction: "The picture made of codes alone.",
    code_error: |codes, bits, mse, psnr| {
        format!("{codes} codes, {bits} bits a token: mean squared error {mse} of the range 0 … 1, {psnr} dB.")
    },
    too_many_codes: |codes, patches| {
        let of = if patches == 1 { "patch" } else { "patches" };
        format!(
            "{} codes are fitted on {} {of}: many a patch has a code of its own, which is learning by heart, and a small error says nothing. Take fewer codes or smaller patches to see a real codebook.",
            grouped(codes),
            grouped(patches)
        )
    },
    codes_axis: "codes K",
    error_axis: "mean squared error",
    budget_title: "Half the patch side costs sixteen times the attention",
    budget_lead: "Tokens with [CLS], and below the pairs that one head compares, for the sides and patches of known models.",
    budget_own: |(side, p), route, tokens, pairs| {
        let averaged = if route == "pooled" { ", averaged 2 × 2" } else { "" };
        format!(
            "Yours, {side} px in patches of {p}{averaged}: {}, {}.",
            said(tokens, "token"),
            said(pairs, "pair")
        )
    },
    swin_title: "Swin: four times fewer tokens at every merge",
    swin_lead: "Patches of 4 × 4; after each stage 2 × 2 neighbours are joined, 4C numbers, and a learned matrix makes 2C of them. Attention stays within windows of 7 × 7.",
    swin_columns: ["stage", "grid", "tokens", "channels", "merge learns", "window pairs", "all pairs"],
    swin_windows: "Left the windows of one layer, right those of the next, shifted by half a window: what one colour holds sees each other. Pieces that met by wrapping round stay apart.",
    swin_padded: |window, sides| {
        format!(
            "Windows of {window} × {window} do not fill {sides} evenly: Swin pads such a grid, and its window pairs count the padding, too."
        )
    },
    swin_shift: |side, shift| format!("Windows on {side} × {side} tokens, shifted by {shift}"),
    features_title: "A feature map is a sequence, too",
    features_lead: "Five convolutions with stride 2; the last map read row by row gives tokens, as DETR does. Weights are seeded random numbers; the colour is the mean over channels.",
    features_columns: ["layer", "map", "stride", "sees"],
    features_told: |tokens, jump, field| {
        let apart = if tokens == 1 {
            "1 token, which".to_owned()
        } else {
            format!("{tokens} tokens, {jump} pixels apart, each of which")
        };
        format!("{apart} sees {field} × {field} pixels: unlike patches they overlap.")
    },
    fewer_title: |n, few, queries| {
        format!("{} become {} by averaging, and {queries} by a resampler", counted(n, "token"), grouped(few))
    },
    fewer_lead: "Language models pay for every token of a picture. Averaging keeps the grid; a resampler asks a fixed number of questions instead.",
    pooled_to: |n, m, few| format!("{}, averaged {m} × {m}: {}", counted(n, "token"), grouped(few)),
    resampler: |m, shown| {
        format!(
            "A resampler of {m} queries: {m} tokens, however many patches there are. Seeded weights. Where query q looks, for the first {shown}:"
        )
    },
    resampler_query: "Query of the resampler",
    resampler_covers: |shown, all| {
        format!(
            "The map covers the picture’s first {} of {} tokens: the page computes with no more.",
            grouped(shown),
            grouped(all)
        )
    },
    vectors_title: |n, d| {
        let verb = if n == 1 { "becomes" } else { "become" };
        format!("{} {verb} a matrix of {} × {d}", counted(n, "token"), grouped(n))
    },
    vectors_lead: "A patch’s numbers times one shared matrix E, plus b. From here on nothing tells a patch from a word. E is seeded, not trained.",
    row_of: |at, label| format!("Row {at}, {label}"),
    product: |k, d, sum, shared| {
        format!(
            "x ({}) · E ({} × {d}) + b. Number 0: {sum}. With the part that all rows share: {shared}",
            grouped(k),
            grouped(k)
        )
    },
    code_row: |id, codes| {
        format!("Code {id} of {codes} picks its row of a seeded table, as a word’s id does.")
    },
    mask_row: "A hidden patch: one learned vector for all of them, here a seeded one.",
    special_row: |label| {
        format!("{label} stands for no patch: a row of its own, learned in a model, seeded here.")
    },
    similarity_title: |patch, row, column| {
        format!("How alike every position is to that of patch {patch} (row {row}, column {column})")
    },
    similarity_lead: "Cosine of the position vectors, orange alike, blue opposed. One dimension knows only the order of reading: the neighbour below is a whole row away.",
    similarity_of: |id| match id {
        "sinusoidal" => "Sinusoidal, 1-D",
        "sinusoidal_2d" => "2-D sin-cos (MAE)",
        "bilinear" => "Learned, resized bilinearly (ViT)",
        "bicubic" => "Learned, resized bicubically (DINO, Hugging Face)",
        "rope_1d" => "RoPE, 1-D",
        _ => "RoPE, 2-D",
    },
    resized_differ: |trained, (rows, columns), cosine| {
        if (rows, columns) == (trained, trained) {
            return format!(
                "The learned table’s first {} rows are taken as a grid of {trained} × {trained}, which is the grid here: nothing is stretched. Another patch side shows what the two rules do.",
                trained * trained
            );
        }
        format!(
            "The learned table’s first {0} rows, taken as a grid of {trained} × {trained}, are stretched to {rows} × {columns}. It is no vision model’s own, so do not look for neighbourhoods in it; what the two rules make of one row has a cosine of at least {cosine}.",
            trained * trained
        )
    },
    too_many_places: |n, most| format!("{} places: maps are drawn for up to {}.", grouped(n), grouped(most)),
    attended: |label, elsewhere| {
        format!(
            "Where {label} looks: the brighter, the more. {elsewhere} of its attention goes to tokens that are no patch."
        )
    },
};

fn patches(n: usize) -> &'static str {
    if n == 1 { "patch" } else { "patches" }
}

fn refused(code: &str, width: usize, height: usize) -> String {
    match code {
        "empty" => "This file is empty.".to_string(),
        "unknown" => "This is no picture that a browser could read. Try PNG, JPEG, WebP or AVIF.".to_string(),
        "svg" => "An SVG is drawing instructions and has no pixels of its own. Save it as PNG in the size you want.".to_string(),
        "video" => "This is a video. Take a single frame of it as a picture.".to_string(),
        "heic" => "Your browser cannot read HEIC. Save the photo as JPEG, or open this page in Safari.".to_string(),
        "broken" => "The file is damaged or incomplete: your browser cannot decode it.".to_string(),
        "too_large" => format!(
            "{} × {} pixels are too many: up to {} million pixels and {} a side are read.",
            grouped(width),
            grouped(height),
            MAX_PIXELS / 1_000_000,
            grouped(MAX_SIDE)
        ),
        "network" => "The sample did not arrive. Are you offline? Choose another picture, or try again.".to_string(),
        "not_inside" => {
            "This sample is not in this single file, only in the whole site. Choose another picture.".to_string()
        }
        "own_missing" => "The link was made with a picture that it cannot carry. Here is the first sample.".to_string(),
        "camera_refused" => "The camera was not allowed. Your browser’s settings for this page can change that.".to_string(),
        "camera_missing" => "No camera was found.".to_string(),
        "camera_failed" => "The camera could not be opened; another program may be using it.".to_string(),
        "replaced" => "A newer picture took its place.".to_string(),
        _ => "The picture could not be read: there may not be enough memory.".to_string(),
    }
}
