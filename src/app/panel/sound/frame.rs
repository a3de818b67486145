//! One frame, step by step: its samples, the Hann window over them, what is left, its spectrum.

use super::{KHZ, axis, curve};
use crate::picture::format::significant;
use crate::store::Store;
use crate::tokenize::audio::trace::{self, FrameTrace};
use crate::widget::{Axis, Curve, Curves, Plot};
use leptos::prelude::*;

/// The chosen frame of Whisper's spectrogram with every step kept.
pub fn traced(store: Store) -> Memo<Option<(usize, FrameTrace)>> {
    let lane = store.sound;
    Memo::new(move |_| {
        let at = lane.frame(store);
        lane.frames.with(|frames| {
            let frames = frames.as_ref()?;
            Some((at, trace::frame(&frames.samples, &frames.whisper, at)?))
        })
    })
}

#[component]
pub fn OneFrame(traced: Memo<Option<(usize, FrameTrace)>>) -> impl IntoView {
    let store = Store::here();
    let title = move || {
        let (at, frame) = traced.get()?;
        let hop = store.state.with(|s| s.media.hop_length as usize);
        Some((store.strings().sound.frame_title)(at, frame.energies.samples.len(), at * hop))
    };
    let plot = |draw: fn(Store, &FrameTrace) -> Curves| {
        move || traced.with(|traced| Some(draw(store, &traced.as_ref()?.1)))
    };
    let name = move |pick: fn(&crate::strings::Sound) -> &'static str| {
        Signal::derive(move || pick(store.strings().sound).to_string())
    };
    view! {
        <section class="card" style="--c: var(--signal)" data-testid="one-frame">
            <h2>{title}</h2>
            <p class="lead">{store.t(|s| s.sound.frame_lead)}</p>
            <div class="pair">
                <div>
                    <h3>{store.t(|s| s.sound.samples_and_window)}</h3>
                    <Plot curves=plot(samples) name=name(|s| s.samples_and_window) height=210.0/>
                </div>
                <div>
                    <h3>{store.t(|s| s.sound.windowed)}</h3>
                    <Plot curves=plot(windowed) name=name(|s| s.windowed) height=210.0/>
                </div>
            </div>
            <h3>{store.t(|s| s.sound.spectrum)}</h3>
            <Plot curves=plot(spectrum) name=name(|s| s.spectrum) height=240.0/>
            <p class="hint mono">{move || Some(loudest(store, &traced.get()?.1))}</p>
        </section>
    }
}

fn indexed(values: &[f64]) -> Vec<(f64, f64)> {
    values.iter().enumerate().map(|(i, v)| (i as f64, *v)).collect()
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(1e-4, |a, b| a.max(b.abs()))
}

/// m from 0, symmetric about 0.
fn over_samples(store: Store, values: &[f64], curves: Vec<Curve>) -> Curves {
    let top = largest(values) * 1.08;
    let last = values.len().saturating_sub(1).max(1) as f64;
    let s = &store.strings().sound;
    Curves {
        x: axis(s.sample_axis, 0.0, last),
        y: axis(s.value_axis, -top, top),
        curves,
        shade: Vec::new(),
        upright: Vec::new(),
        level: vec![(0.0, String::new())],
    }
}

fn samples(store: Store, frame: &FrameTrace) -> Curves {
    let e = &frame.energies;
    let (top, s) = (largest(&e.samples), &store.strings().sound);
    let window: Vec<f64> = e.window.iter().map(|w| w * top).collect();
    let curves = vec![
        curve(s.samples_curve, indexed(&e.samples), "--signal"),
        Curve { dashed: true, ..curve(s.window_curve, indexed(&window), "--position") },
    ];
    over_samples(store, &e.samples, curves)
}

fn windowed(store: Store, frame: &FrameTrace) -> Curves {
    let e = &frame.energies;
    over_samples(store, &e.samples, vec![curve("", indexed(&e.windowed), "--signal")])
}

/// Ten powers of ten below the loudest bin: what an f32 spectrum can tell apart.
fn spectrum(store: Store, frame: &FrameTrace) -> Curves {
    let power = &frame.energies.power;
    let top = largest(power);
    let floor = top * 1e-10;
    let hz = store.state.with_untracked(|s| crate::sound::params(s).bin_hz());
    let points = power.iter().enumerate().map(|(bin, p)| (bin as f64 * hz / KHZ, p.max(floor))).collect();
    let s = &store.strings().sound;
    Curves {
        x: axis(s.khz_axis, 0.0, 8.0),
        y: Axis { label: s.power_axis.to_string(), min: floor, max: top * 3.0, log: true },
        curves: vec![Curve { strong: true, ..curve("", points, "--tokens") }],
        shade: Vec::new(),
        upright: Vec::new(),
        level: Vec::new(),
    }
}

/// The loudest bin and what it says.
fn loudest(store: Store, frame: &FrameTrace) -> String {
    let power = &frame.energies.power;
    let found =
        power.iter().enumerate().fold((0, 0.0), |best, (bin, p)| if *p > best.1 { (bin, *p) } else { best });
    let hz = store.state.with(|s| crate::sound::params(s).bin_hz());
    (store.strings().sound.loudest)(found.0, &significant(found.0 as f64 * hz, 4), &significant(found.1, 4))
}
