//! Whisper's log-mel spectrogram, the torchaudio-style one, and where they differ.

use super::frame::traced;
use crate::picture::format::significant;
use crate::picture::paint::Scale;
use crate::sound::{Frames, upright};
use crate::store::Store;
use crate::tokenize::audio::mel::Filterbank;
use crate::tokenize::audio::trace::FrameTrace;
use crate::widget::{Heat, Heatmap, Trust};
use leptos::prelude::*;
use std::rc::Rc;

/// Share of the window's height that each picture takes.
const TALL: f64 = 0.34;

/// The pictures of one window of sound.
#[derive(Clone)]
struct Pictures {
    whisper: Heat,
    torchaudio: Heat,
    difference: Heat,
}

#[component]
pub fn Spectrograms() -> impl IntoView {
    let store = Store::here();
    let lane = store.sound;
    let pictures = RwSignal::new_local(None::<Pictures>);
    Effect::new(move |_| {
        if let Some(frames) = lane.frames.get() {
            pictures.set(Some(Pictures::of(&frames)));
        }
    });
    let (band, hover) = (RwSignal::new(10_usize), RwSignal::new(None::<(usize, usize)>));
    let bands = store.get(move |s| crate::sound::params(s).n_mels);
    let cell = Signal::derive(move || {
        let row = bands.get().saturating_sub(1 + band.get());
        hover.get().unwrap_or_else(|| (row, lane.frame(store)))
    });
    let pick = Callback::new(move |(row, frame): (usize, usize)| {
        band.set(bands.get_untracked().saturating_sub(1 + row));
        store.set("frame", &frame.to_string());
    });
    let map = move |part: fn(Pictures) -> Heat, name: fn(&crate::strings::Sound) -> &'static str| {
        let axes = Signal::derive(move || (store.strings().sound.band, store.strings().sound.frame));
        view! {
            <Heatmap
                heat=move || pictures.get().map(part)
                cell=cell
                hover=Callback::new(move |at| hover.set(at))
                pick=pick
                name=Signal::derive(move || name(store.strings().sound).to_string())
                tall=TALL
                axes=axes
            />
        }
    };
    let traced = traced(store);
    let steps = move || {
        let (_, frame) = traced.get()?;
        Some(arithmetic(store, &frame, band.get().min(bands.get().saturating_sub(1))))
    };
    view! {
        <div data-testid="whisper">{map(|p| p.whisper, |s| s.whisper)}</div>
        <p class="mono arithmetic" data-testid="arithmetic">{steps}</p>
        <Equality/>
        <h3>{store.t(|s| s.sound.torchaudio)}</h3>
        <p class="hint">{store.t(|s| s.sound.torchaudio_hint)}</p>
        {map(|p| p.torchaudio, |s| s.torchaudio)}
        <h3>{store.t(|s| s.sound.difference)}</h3>
        <p class="hint">{store.t(|s| s.sound.difference_hint)}</p>
        {map(|p| p.difference, |s| s.difference)}
    }
}

/// What the tests compared these numbers with, or that no model was trained on such a setting.
#[component]
fn Equality() -> impl IntoView {
    let store = Store::here();
    let params = store.get(crate::sound::params);
    let subjects = Signal::derive(move || {
        if params.get().is_whisper() { vec!["log_mel_whisper", "log_mel_torchaudio"] } else { Vec::new() }
    });
    view! {
        <Trust subjects=subjects seeded=false computed=false/>
        {move || (!params.get().is_whisper()).then(|| view! { <p class="hint" data-testid="not-whisper">{store.strings().sound.not_whisper}</p> })}
    }
}

impl Pictures {
    fn of(frames: &Frames) -> Self {
        let labels = |bank: Filterbank| {
            let middles = bank.points.iter().skip(1).take(bank.rows.len()).rev();
            Rc::new(middles.map(|hz| format!("{} Hz", significant(*hz, 3))).collect::<Vec<_>>())
        };
        let params = &frames.whisper.params;
        let slaney = labels(frames.whisper.recipe.filterbank(params));
        let htk = labels(frames.torchaudio.recipe.filterbank(params));
        let heat = |values, rows: &Rc<Vec<String>>, scale| Heat {
            values: Rc::new(upright(values)),
            rows: Rc::clone(rows),
            cols: Rc::default(),
            scale,
            square: false,
            top: None,
            device: None,
        };
        Pictures {
            whisper: heat(&frames.whisper.values, &slaney, Scale::Span),
            torchaudio: heat(&frames.torchaudio.values, &htk, Scale::Span),
            difference: heat(
                &frames.difference,
                &Rc::new((0..params.n_mels).rev().map(|m| m.to_string()).collect()),
                Scale::Diverging,
            ),
        }
    }
}

/// From the band's energy to Whisper's number.
fn arithmetic(store: Store, frame: &FrameTrace, band: usize) -> String {
    let at = |values: &[f64]| values.get(band).copied().unwrap_or(f64::NAN);
    let number = |x: f64| significant(x, 4);
    let (log, clamped) = (at(&frame.log), frame.clamped.as_deref().map_or(f64::NAN, at));
    (store.strings().sound.arithmetic)(
        band,
        [&number(at(&frame.energies.mel)), &number(log), &number(clamped), &number(at(frame.output()))],
    )
}
