//! What the rail says of a sound on its way to vectors.

use crate::store::Store;
use crate::strings::Strings;
use leptos::prelude::*;

/// The name of a stage, where it is another than for text. `route` is what becomes tokens.
pub fn heading(s: &Strings, route: &str, panel: &str) -> Option<&'static str> {
    match (panel, route) {
        ("tokens", "frames") => Some(s.sound.stage_frames),
        ("tokens", _) => Some(s.sound.stage_codes),
        ("vectors", "frames") => Some(s.sound.stage_stem),
        _ => None,
    }
}

/// The live shape under it.
pub fn shape(store: Store, route: &str, panel: &str) -> Option<String> {
    let s = store.strings();
    store.sound.frames.with(|frames| {
        let frames = frames.as_ref()?;
        match (panel, route) {
            ("signal", _) => Some((s.sound.samples)(frames.samples.len())),
            ("tokens", "frames") => {
                let (n, n_mels) = frames.whisper.values.dim();
                Some(format!("{n} × {n_mels}"))
            }
            _ => None,
        }
    })
}
