//! Whisper's two convolutions: lengths, and how one number of one vector comes about.

use crate::embed::conv_stem::{ConvStem, StemTrace};
use crate::picture::format::significant;
use crate::store::Store;
use leptos::prelude::*;

#[component]
pub fn Convolutions() -> impl IntoView {
    let store = Store::here();
    let kind = store.get(|s| s.media.audio_tokens);
    let size = store.get(move |s| (s.d_model as usize, s.seed));
    let query = store.get(|s| s.query as usize);
    let stem = Memo::new(move |_| {
        let (d, seed) = size.get();
        let n_mels = store.sound.frames.with(|frames| frames.as_ref().map(|f| f.whisper.values.ncols()))?;
        Some(ConvStem::seeded(n_mels, d, seed))
    });
    let lengths = move || {
        let (d, _) = size.get();
        let (t, n_mels) =
            store.sound.frames.with(|frames| frames.as_ref().map(|f| f.whisper.values.dim()))?;
        let (first, second) = stem.with(|stem| {
            let stem = stem.as_ref()?;
            let first = stem.conv1.length(t);
            Some((first, stem.conv2.length(first)))
        })?;
        Some(view! {
            <p class="enter">
                <span>{format!("{t} × {n_mels}")}</span> "conv 3, s = 1, GELU →"
                <span>{format!("{first} × {d}")}</span> "conv 3, s = 2, GELU →"
                <span class="here">{format!("{second} × {d}")}</span>
            </p>
        })
    };
    let traced = move || {
        let at = query.get();
        let trace = store
            .sound
            .frames
            .with(|frames| stem.with(|stem| stem.as_ref()?.trace(&frames.as_ref()?.whisper.values, at, 0)))?;
        let _ = store.head_drawn.get();
        let (c, x) = (
            store.state.with(|s| s.common),
            store
                .engine
                .with_value(|engine| engine.pipeline.embedding().and_then(|x| x.get((at, 0)).copied())),
        );
        let mixed =
            x.map(|x| (store.strings().sound.mixed_in)(&significant(c, 2), at, &significant(x.into(), 4)));
        Some(view! {
            <p class="hint">{(store.strings().sound.reach)(at, 2 * at as isize - 2, 2 * at + 2)}</p>
            <p class="mono arithmetic" data-testid="stem">{equation(at, &trace)}</p>
            <p class="hint">{mixed}</p>
        })
    };
    let title = move || {
        let t = store.sound.frames.with(|frames| frames.as_ref().map(|f| f.whisper.values.nrows()))?;
        let n = stem.with(|stem| stem.as_ref().map(|stem| stem.conv2.length(stem.conv1.length(t))))?;
        Some((store.strings().sound.stem_title)(t, n))
    };
    view! {
        <Show when=move || kind.get() == "frames">
            <section class="card stem" style="--c: var(--vectors)" data-testid="convolutions">
                <h2>{title}</h2>
                <p class="lead">{store.t(|s| s.sound.stem_lead)}</p>
                {lengths}
                {traced}
            </section>
        </Show>
    }
}

/// e = gelu(b + Σ), with the numbers of the three taps.
fn equation(at: usize, trace: &StemTrace) -> String {
    let [a, b, c] = trace.parts.map(|part| significant(part, 4));
    format!(
        "e[{at}, 0] = gelu(h[{}]·W₀ + h[{}]·W₁ + h[{}]·W₂ + b) = gelu({a} + {b} + {c} + {}) = gelu({}) = {}",
        trace.first,
        trace.first + 1,
        trace.first + 2,
        significant(trace.bias, 2),
        significant(trace.sum, 4),
        significant(trace.output, 4)
    )
    .replace("[-", "[−")
}
