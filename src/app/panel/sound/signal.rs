//! The sound itself: the window that is looked at as a waveform, and one frame of it step by step.

use super::frame::{OneFrame, traced};
use super::{FrameSettings, FrameSlider, axis, curve};
use crate::signal::audio::Audio;
use crate::sound::{Frames, Listen, What};
use crate::store::Store;
use crate::tokenize::audio::SAMPLE_RATE;
use crate::widget::{Curves, Grab, Plot, Sheet};
use leptos::prelude::*;

/// Columns of the waveform: as many as a card has pixels.
const COLUMNS: usize = 640;

#[component]
pub fn SoundSignal() -> impl IntoView {
    let store = Store::here();
    let lane = store.sound;
    let traced = traced(store);
    let title = move || {
        lane.frames.with(|frames| {
            let samples = frames.as_ref()?.samples.len();
            Some((store.strings().sound.signal_title)(samples, samples as f64 / f64::from(SAMPLE_RATE)))
        })
    };
    let envelope = Memo::new(move |_| lane.frames.with(|frames| frames.as_ref().map(|f| envelope(f))));
    let curves = move || {
        let points = envelope.get()?;
        Some(waveform(store, points, traced.with(|t| t.as_ref().map_or(0, |(at, _)| *at))))
    };
    let grab = Callback::new(move |grab: Grab| {
        let hop = store.state.with_untracked(|s| crate::sound::params(s).hop_seconds());
        store.set("frame", &(grab.x / hop).round().max(0.0).to_string());
        true
    });
    let name = Signal::derive(move || store.strings().sound.waveform.to_string());
    view! {
        <div class="two sounded">
            <div class="stack">
                <section class="card" style="--c: var(--signal)">
                    <h2>{title}</h2>
                    <p class="lead">{store.t(|s| s.sound.signal_lead)}</p>
                    <Plot curves=curves name=name height=220.0 grab=grab/>
                    <Listen what=What::Original/>
                </section>
                <OneFrame traced/>
            </div>
            <Sheet accent="signal">
                <FrameSlider/>
                <FrameSettings/>
            </Sheet>
        </div>
    }
}

/// A zigzag between the lowest and highest sample of each stretch: time in seconds of the window.
fn envelope(frames: &Frames) -> Vec<(f64, f64)> {
    let Ok(mixed) = Audio::mono(frames.samples.clone(), SAMPLE_RATE) else { return Vec::new() };
    let step = mixed.audio.seconds() / COLUMNS as f64;
    let extents = mixed.audio.overview(COLUMNS);
    let both = extents.iter().enumerate().flat_map(|(at, extent)| {
        let t = (at as f64 + 0.5) * step;
        [(t, f64::from(extent.low)), (t, f64::from(extent.high))]
    });
    both.collect()
}

fn waveform(store: Store, points: Vec<(f64, f64)>, at: usize) -> Curves {
    let s = &store.strings().sound;
    let params = store.state.with(crate::sound::params);
    let top = points.iter().fold(1e-3_f64, |a, (_, y)| a.max(y.abs())) * 1.06;
    let (middle, half) = (at as f64 * params.hop_seconds(), params.window_seconds() / 2.0);
    Curves {
        x: axis(s.time_axis, 0.0, points.last().map_or(1.0, |point| point.0)),
        y: axis(s.value_axis, -top, top),
        shade: vec![((middle - half).max(0.0), middle + half)],
        upright: vec![(middle, (s.frame_n)(at))],
        level: Vec::new(),
        curves: vec![curve("", points, "--signal")],
    }
}
