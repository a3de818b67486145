//! Panels of the sound lane: what the stages show in mode audio.

mod codecs;
mod codes;
mod filters;
mod frame;
mod routes;
mod signal;
mod spectrograms;
mod tokens;
mod vectors;

pub use signal::SoundSignal;
pub use tokens::SoundTokens;
pub use vectors::Convolutions;

use crate::store::Store;
use crate::widget::{Axis, Curve, Slider};
use leptos::prelude::*;

/// Hz to the number on a frequency axis.
const KHZ: f64 = 1000.0;

fn curve(name: impl Into<String>, points: Vec<(f64, f64)>, color: &'static str) -> Curve {
    Curve { name: name.into(), points, color, strong: false, dashed: false }
}

fn axis(label: &str, min: f64, max: f64) -> Axis {
    Axis { label: label.to_string(), min, max, log: false }
}

/// The frame that is looked at, of those that there are.
#[component]
fn FrameSlider() -> impl IntoView {
    let store = Store::here();
    let last = Signal::derive(move || {
        store.sound.frames.with(|frames| {
            frames.as_ref().map_or(0, |frames| frames.whisper.values.nrows().saturating_sub(1)) as f64
        })
    });
    view! { <Slider key="frame" limit=last/> }
}

/// Settings of the spectrogram, with Whisper's as buttons.
#[component]
fn FrameSettings() -> impl IntoView {
    use crate::widget::{Choice, Preset};
    const HOP: &[Preset] = &[Preset { name: "Whisper", value: "160" }];
    const WINDOW: &[Preset] = &[Preset { name: "Whisper", value: "400" }];
    view! {
        <Choice key="n_mels"/>
        <Slider key="hop_length" presets=HOP/>
        <Slider key="win_length" presets=WINDOW/>
    }
}
