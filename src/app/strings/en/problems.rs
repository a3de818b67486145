//! Bad values, and the GPU, in English.

use crate::compute::ComputeError;
use crate::state::Origin;
use crate::strings::Problems;

pub const PROBLEMS: Problems = Problems {
    unknown_key: |origin, key| {
        let who = match origin {
            Origin::Link => "The link",
            Origin::File => "The file",
            Origin::Script => "A script",
            Origin::Lesson => "The lesson",
            Origin::Control => "A control",
        };
        format!("{who} sets “{key}”, which this version does not know.")
    },
    not_a_number: |key, given| format!("“{given}” is not a number, so {key} stays as it was."),
    clamped: |key, given, to| format!("{given} is out of range for {key}: {to} is used."),
    rounded: |key, given, to| format!("{given} lies between two steps of {key}: {to}, the nearest, is used."),
    fewer_heads: |given, heads, shown| {
        if heads == 1 {
            format!("head {given} is not there: the only one is head 0.")
        } else {
            format!("head {given} is not there: there are {heads}, from 0. Head {shown} is shown.")
        }
    },
    fewer_tokens: |key, given, tokens| {
        format!("{key} {given} is not there: there are {tokens} tokens, from 0. The last one is taken.")
    },
    not_text: |key, given| format!("{key} must be a string, not {given}, so it stays as it was."),
    not_a_blob: "setInput takes a File or a Blob.",
    more: |n| format!("And {n} more values were not understood."),
    not_an_object: |given| {
        format!("locus.set takes an object such as {{ scheme: 'rope' }}, not {given}; nothing was changed.")
    },
    not_a_choice: |key, given, choices| format!("{key} has no choice “{given}”. It can be {choices}."),
    too_long: |key, max| format!("{key} is longer than {max} characters: the beginning is used."),
    bad_list: |key| format!("The list for {key} is not of the right form, so it stays as it was."),
    newer_link: |v| {
        format!("This was made by version {v}, which this page does not know; what it understood is shown.")
    },
    left_out: |key, names| {
        format!("{key} names what this version does not know: {names}. The rest of it holds.")
    },
    cut_link: "The end of this link is missing; what came through is shown.",
    broken_link: "The packed text of this link is damaged and was left out; the rest is shown.",
    gpu_reason: |error| match error {
        ComputeError::NoAdapter(why) => why.to_string(),
        ComputeError::DeviceLost(why) => why.to_string().trim_end_matches('.').to_string(),
        other => other.to_string(),
    },
    gpu_lost: |why| {
        format!("The WebGPU device was lost ({why}). The CPU has taken over with the same settings.")
    },
    no_gpu: |why| format!("WebGPU is not available here ({why}). The CPU computes instead."),
};
