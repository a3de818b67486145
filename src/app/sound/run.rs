//! The lane's run: one token for every two frames, or the frames' codes.

use super::jobs::{Codes, Frames};
use super::work;
use crate::embed::projection::Modality;
use crate::embed::runs::{Kind, Run};
use crate::embed::sequence::{Piece, Segment};
use crate::matrix::Matrix;
use crate::pipeline::MAX_TOKENS;
use crate::store::Store;
use crate::tokenize::audio::routes::Lengths;
use leptos::prelude::*;
use ndarray::s;
use std::rc::Rc;

/// Makes the run that the state names of what is there.
pub fn build(store: Store) {
    let lane = store.sound;
    let Some(frames) = lane.frames.get_untracked() else { return };
    let seconds = lane.recording.with_untracked(|r| r.as_ref().map_or(0.0, |r| r.overview.facts.seconds));
    let (kind, start, size) = store
        .state
        .with_untracked(|s| (s.media.audio_tokens, work::start(s, seconds), s.media.codebook_size as u32));
    let run = match (kind, lane.codes.get_untracked()) {
        ("frames", _) => Some(vectors(&frames, start)),
        (_, Some(codes)) if !super::is_behind(store) => Some(coded(&frames, &codes, size, start)),
        _ => None,
    };
    if run.is_some() {
        lane.run.set_value(run);
    }
}

/// What the convolution stem makes of the frames. It is given as many as the tokens that can be shown need: the last one
/// sees two more frames.
fn vectors(frames: &Frames, start: f64) -> Run {
    let values = &frames.whisper.values;
    let n = Lengths::of(frames.samples.len(), &frames.whisper.params).after_conv;
    let rows = values.nrows().min(2 * MAX_TOKENS + 2);
    Run {
        kind: Kind::Audio,
        pieces: (0..n).map(|row| Piece::Vector(Modality::Audio, row)).collect(),
        labels: labels(frames, start, n.min(MAX_TOKENS), 2.0),
        segment: Segment::Text(n),
        vectors: Some((Modality::Audio, Rc::new(values.slice(s![..rows, ..]).to_owned()))),
    }
}

/// One code after the other: the levels of a frame, then those of the next. Every level has ids of its own.
fn coded(frames: &Frames, codes: &Codes, size: u32, start: f64) -> Run {
    let n = frames.whisper.values.nrows();
    let levels = codes.ids.len().checked_div(n).unwrap_or(0);
    let id = |frame: usize, level: usize| {
        let code = codes.ids.get(level * n + frame).copied().unwrap_or_default();
        Piece::Code(Modality::Audio, level as u32 * size + code)
    };
    let pieces: Vec<_> = (0..n).flat_map(|frame| (0..levels).map(move |level| id(frame, level))).collect();
    let labels = labels(frames, start, n.min(MAX_TOKENS.div_ceil(levels.max(1))), 1.0)
        .into_iter()
        .flat_map(|time| {
            (1..=levels).map(move |level| if levels == 1 { time.clone() } else { format!("{time} q{level}") })
        })
        .take(MAX_TOKENS)
        .collect();
    Run { kind: Kind::Audio, segment: Segment::Text(pieces.len()), pieces, labels, vectors: None }
}

/// When each of the first tokens begins, `frames_each` frames a token.
fn labels(frames: &Frames, start: f64, tokens: usize, frames_each: f64) -> Vec<String> {
    let step = frames.whisper.params.hop_seconds() * frames_each;
    let decimals = if step < 0.01 { 3 } else { 2 };
    (0..tokens).map(|token| format!("{:.decimals$} s", start + token as f64 * step)).collect()
}

/// The spectrogram as it is drawn: time to the right, frequency upwards.
pub fn upright(values: &Matrix) -> Matrix {
    values.slice(s![.., ..;-1]).t().as_standard_layout().into_owned()
}
