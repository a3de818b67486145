//! The two routes as lanes: how long the sequence is on each.

use crate::picture::format::grouped;
use crate::store::Store;
use crate::tokenize::audio::codec::CODECS;
use crate::tokenize::audio::routes::{Lengths, SEMANTIC_RATES};
use crate::tokenize::audio::{SAMPLE_RATE, WHISPER_SECONDS};
use leptos::prelude::*;

/// A bar of a lane.
struct Bar {
    name: String,
    length: usize,
}

#[component]
pub fn Routes() -> impl IntoView {
    let store = Store::here();
    let lanes = move || {
        let samples = store.sound.frames.with(|frames| frames.as_ref().map(|f| f.samples.len()))?;
        Some(lanes(store, samples))
    };
    let padded = move || {
        let params = store.state.with(crate::sound::params);
        let lengths = Lengths::of(WHISPER_SECONDS * SAMPLE_RATE as usize, &params);
        (store.strings().sound.thirty)(lengths.mel_frames, lengths.after_conv, params.is_whisper())
    };
    view! {
        <section class="card" style="--c: var(--tokens)" data-testid="routes">
            <h2>{store.t(|s| s.sound.routes_title)}</h2>
            <p class="lead">{store.t(|s| s.sound.routes_lead)} {store.t(|s| s.gap)} {padded}</p>
            {lanes}
        </section>
    }
}

fn lanes(store: Store, samples: usize) -> impl IntoView + use<> {
    let s = store.strings().sound;
    let (params, levels) = store.state.with(|s| (crate::sound::params(s), s.media.n_codebooks as usize));
    let lengths = Lengths::of(samples, &params);
    let seconds = samples as f64 / f64::from(SAMPLE_RATE);
    let bar = |name: &str, length| Bar { name: name.to_string(), length };
    let continuous = vec![bar(s.lane_mel, lengths.mel_frames), bar(s.lane_conv, lengths.after_conv)];
    let mut discrete: Vec<Bar> = SEMANTIC_RATES
        .iter()
        .zip(lengths.semantic)
        .map(|(rate, length)| Bar { name: (s.lane_semantic)(*rate as usize), length })
        .collect();
    discrete.push(Bar { name: (s.lane_here)(levels), length: lengths.mel_frames * levels });
    if let Some(codec) = CODECS.first() {
        let setting = codec.at(6.0);
        discrete.push(Bar {
            name: (s.lane_codec)(codec.name, setting.n_q),
            length: codec.frames(seconds) * setting.n_q,
        });
    }
    let longest = continuous.iter().chain(&discrete).map(|bar| bar.length).max().unwrap_or(1).max(1);
    let lane = |title: &'static str, bars: Vec<Bar>, color: &'static str| {
        let rows = bars.into_iter().map(|bar| {
            let share = bar.length as f64 / longest as f64 * 100.0;
            view! {
                <li>
                    <span>{bar.name}</span>
                    <b>{grouped(bar.length)}</b>
                    <i style=format!("width: {share:.2}%; background: var({color})")></i>
                </li>
            }
        });
        view! { <div><h3>{title}</h3><ul class="lanes">{rows.collect_view()}</ul></div> }
    };
    view! {
        <div class="pair">
            {lane(s.continuous, continuous, "--vectors")}
            {lane(s.discrete, discrete, "--tokens")}
        </div>
    }
}
