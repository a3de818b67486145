//! What the rail says of a sound on its way to vectors.

use crate::store::Store;
use leptos::prelude::*;

/// The name of a stage, where it is another than for text.
pub fn heading(store: Store, panel: &str) -> Option<&'static str> {
    let s = store.strings();
    match (panel, store.state.with(|s| (s.mode, s.media.audio_tokens))) {
        ("tokens", ("audio", "frames")) => Some(s.sound.stage_frames),
        ("tokens", ("audio", _)) => Some(s.sound.stage_codes),
        ("vectors", ("audio", "frames")) => Some(s.sound.stage_stem),
        _ => None,
    }
}

/// The live shape under it.
pub fn shape(store: Store, panel: &str) -> Option<String> {
    let (mode, kind) = store.state.with(|s| (s.mode, s.media.audio_tokens));
    let s = store.strings();
    store.sound.frames.with(|frames| {
        let frames = frames.as_ref().filter(|_| mode == "audio")?;
        match (panel, kind) {
            ("signal", _) => Some((s.sound.samples)(frames.samples.len())),
            ("tokens", "frames") => {
                let (n, n_mels) = frames.whisper.values.dim();
                Some(format!("{n} × {n_mels}"))
            }
            _ => None,
        }
    })
}
