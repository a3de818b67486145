//! The context-extension lab in English.

use crate::picture::format::grouped;
use crate::strings::Context;

pub const CONTEXT: Context = Context {
    stage: "Context",
    title: |out, pairs, target| {
        format!(
            "At {} tokens {out} of {pairs} pairs {} angles never seen in training",
            grouped(target),
            if out == 1 { "meets" } else { "meet" }
        )
    },
    title_none: |target| {
        format!("At {} tokens no pair meets an angle that training has not shown", grouped(target))
    },
    under: |name, s, out| match out {
        0 => format!("under {name} with s = {s} none does"),
        n => format!("under {name} with s = {s} it is {n}"),
    },
    unstretched: |name| format!("{name} with s = 1 changes nothing"),
    lead: "A pair that went round the whole circle in training has seen every angle; a slower one has not, and a longer text takes it to new ones. Each method slows pairs in its own way. Nothing is trained further here.",
    others_stretched: |s| {
        format!(
            "s = 1 stretches nothing, so the other methods are drawn with s = {s}, which the lengths ask for."
        )
    },
    nothing_to_stretch: "The target is within the training length: there is nothing to stretch, and s = 1 for all methods.",
    illustration: "LongRoPE’s λ are searched for each model: without a list of its own, the shape of Phi-3.5’s is drawn.",
    abf: |base| format!("ABF, b = {base}"),
    plain: "Plain RoPE",
    slowdown: |name, times| {
        if matches!(times, "1" | "1.00") {
            format!("Under {name} the slowest pair turns as fast as before")
        } else {
            format!("Under {name} the slowest pair turns {times} times slower")
        }
    },
    unfinished: |n, all, length| {
        let n = if n == 0 { "None".to_owned() } else { n.to_string() };
        format!("{n} of {all} pairs never complete a turn within L = {}", grouped(length))
    },
    unfinished_caption: "Shaded: pairs whose wavelength is longer than the training length. They are the ones that a longer text takes to new angles.",
    reach: |name, out, pairs| match out {
        0 => format!("{name}: none of {pairs} pairs reaches new angles"),
        1 => format!("{name}: 1 of {pairs} pairs reaches new angles"),
        n => format!("{name}: {n} of {pairs} pairs reach new angles"),
    },
    reach_axis: "largest angle (radians)",
    reach_caption: "The dashed line is what training showed, L·θᵢ. Above a whole turn nothing is new; below it, whatever lies over the dashed line is.",
    seen: "seen in training, L·θᵢ",
    in_range: "at the target, in range",
    out_of_range: "at the target, out of range",
    whole_turn: "a whole turn, 2π",
    trained: |n| format!("L = {}", grouped(n)),
    target: |n| format!("T = {}", grouped(n)),
    ramp: |kept, blended, divided, s| {
        let pairs = if kept == 1 { "pair" } else { "pairs" };
        format!("YaRN keeps {kept} {pairs}, blends {blended} and divides {divided} by {s}")
    },
    ramp_axis: "share interpolated",
    ramp_caption: "0 keeps θᵢ, 1 divides it by s. Drag a boundary, or focus it and use ← →: it sets β fast or β slow.",
    ramp_code: "linear in the index (code)",
    ramp_paper: "linear in turns (paper)",
    boundary: ["Boundary of the kept pairs", "Boundary of the divided pairs"],
    boundary_at: |pair, beta| format!("pair {pair}, β = {beta}"),
    score: |name, with, without| {
        format!("At distance T the mean score is {with} under {name}, {without} without extension")
    },
    score_plain: |without| format!("At distance T the mean score of plain RoPE is {without}"),
    score_axis: "mean cosine × m²",
    score_caption: |near, with, without, far, far_with, far_without| {
        format!(
            "Near key, Δ = {near}: {with} ({without} without). Far key, Δ = {far}: {far_with} ({far_without}). Each column is the exact mean over its distances; all pairs weigh the same."
        )
    },
    temperature: |m, from, to, top, top_to| {
        format!("m = {m} sharpens: entropy {from} → {to} nats, largest weight {top} → {top_to}")
    },
    temperature_off: |name| format!("{name} has no attention factor: the softmax stays as it is"),
    weight_axis: "weight",
    rank_axis: "keys, by rank",
    without_factor: "softmax(z)",
    with_factor: "softmax(m²·z)",
    temperature_caption: |keys| {
        format!("{keys} seeded logits, N(0, 4). m multiplies cos and sin, so the logits by m².")
    },
    linked: |s| format!("Follows the lengths, T/L within 1 … 64: s = {s}."),
    unset: |s| format!("s = 1 stretches nothing; the lengths, T/L within 1 … 64, ask for {s}."),
    unlinked: |s| format!("Set by hand; by the lengths, T/L within 1 … 64, it would be {s}."),
    link: "Follow the lengths",
    models: "Model",
    choose_model: "choose a model …",
    from_model: |source| format!("from {source}"),
    paste: "Paste a config.json",
    paste_hint: "of any model on Hugging Face; it stays in this browser",
    understood: "Understood",
    theta_is_default: "The configuration has no base; this is the model class’s own.",
    layer_types: |n| format!("Its layers are of {n} kinds, each with a RoPE of its own. Show:"),
    softmax_multiplier: |x| {
        format!("The model also multiplies its softmax scale by {x}, which the pictures leave out.")
    },
    table: |name, target| format!("inv_freq of {name} for a text of {} tokens, as float32", grouped(target)),
    col_pair: "pair",
    col_inv_freq: "inv_freq",
    col_wavelength: "wavelength",
    convention: |_| None,
};
