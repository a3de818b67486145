//! The frames, and the codes that can stand for them.

use super::codecs::Codecs;
use super::codes::DiscreteTokens;
use super::filters::Filters;
use super::routes::Routes;
use super::spectrograms::Spectrograms;
use super::{FrameSettings, FrameSlider};
use crate::picture::format::significant;
use crate::sound::{Listen, What};
use crate::store::Store;
use crate::widget::{Choice, Sheet, Slider, Strip};
use leptos::prelude::*;

#[component]
pub fn SoundTokens() -> impl IntoView {
    let store = Store::here();
    let title = move || {
        store.sound.frames.with(|frames| {
            let frames = frames.as_ref()?;
            let (n, n_mels) = frames.whisper.values.dim();
            let ms = significant(frames.whisper.params.hop_seconds() * 1000.0, 3);
            Some((store.strings().sound.tokens_title)(n, n_mels, &ms))
        })
    };
    view! {
        <Strip/>
        <div class="two sounded">
            <div class="stack">
                <section class="card" style="--c: var(--tokens)">
                    <h2>{title}</h2>
                    <p class="lead">{store.t(|s| s.sound.tokens_lead)}</p>
                    <TradeOff/>
                    <Spectrograms/>
                    <div class="listens">
                        <Listen what=What::Original/>
                        <Listen what=What::Frames/>
                    </div>
                    <p class="hint">{store.t(|s| s.sound.listen_hint)}</p>
                </section>
                <Routes/>
                <DiscreteTokens/>
                <Codecs/>
                <Filters/>
            </div>
            <Sheet accent="tokens">
                <FrameSettings/>
                <FrameSlider/>
                <Choice key="audio_tokens"/>
                <Slider key="codebook_size"/>
                <Slider key="n_codebooks"/>
            </Sheet>
        </div>
    }
}

/// A long window tells tones apart and smears time; a short one the other way round.
#[component]
fn TradeOff() -> impl IntoView {
    let store = Store::here();
    let rows = move || {
        let params = store.state.with(crate::sound::params);
        let s = store.strings().sound;
        let ms = |seconds: f64| format!("{} ms", significant(seconds * 1000.0, 3));
        let bins = params.bins().to_string();
        [
            (s.delta_t, ms(params.window_seconds())),
            (s.delta_f, format!("{} Hz", significant(params.bin_hz(), 3))),
            (s.product, significant(params.window_seconds() * params.bin_hz(), 3)),
            (s.hop, ms(params.hop_seconds())),
            (s.bins, bins),
        ]
        .map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> })
        .collect_view()
    };
    view! { <dl class="stats" data-testid="trade-off">{rows}</dl> }
}
