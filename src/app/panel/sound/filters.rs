//! The mel filterbanks: Slaney's, which Whisper uses, and HTK's, torchaudio's default, over one frequency axis.

use super::{KHZ, axis, curve};
use crate::picture::format::significant;
use crate::store::Store;
use crate::tokenize::audio::mel::{Filterbank, MelScale, MelShape};
use crate::widget::{Curves, Plot, Trust};
use leptos::prelude::*;

#[component]
pub fn Filters() -> impl IntoView {
    let store = Store::here();
    let shape = Memo::new(move |_| {
        store.state.with(|s| {
            let params = crate::sound::params(s);
            (params.n_mels, params.window_length)
        })
    });
    let banks = Memo::new(move |_| {
        let (n_mels, n_fft) = shape.get();
        MelScale::ALL.map(|scale| Filterbank::new(MelShape::whole(scale, n_mels, n_fft)))
    });
    let curves = move || Some(banks.with(|banks| draw(store, banks)));
    let heights = move || {
        banks.with(|[slaney, _]| {
            let (first, last) = (slaney.height(0), slaney.height(slaney.rows.len().saturating_sub(1)));
            (store.strings().sound.heights)(&significant(first, 2), &significant(last, 2))
        })
    };
    let empty = move || {
        banks.with(|banks| {
            let many = banks.each_ref().map(|bank| bank.empty_rows().len());
            (many != [0, 0]).then(|| (store.strings().sound.empty_bands)(many[0], many[1]))
        })
    };
    let name = Signal::derive(move || store.strings().sound.filters.to_string());
    let subjects = Signal::derive(move || match shape.get() {
        (80 | 128, 400) => vec!["mel_filters_slaney", "mel_filters_htk"],
        _ => Vec::new(),
    });
    view! {
        <section class="card" style="--c: var(--tokens)" data-testid="filters">
            <h2>{move || (store.strings().sound.filters_title)(shape.get().0)}</h2>
            <p class="lead">{store.t(|s| s.sound.filters_lead)} {store.t(|s| s.gap)} {heights} {store.t(|s| s.gap)} {empty}</p>
            <Plot curves=curves name=name height=240.0/>
            <Trust subjects=subjects seeded=false computed=false/>
        </section>
    }
}

/// Every triangle, each bank as one line that returns along the axis. Heights are relative to the bank's own highest:
/// the areas of Slaney's are 1, so that they are a hundredth as high as HTK's.
fn draw(store: Store, banks: &[Filterbank; 2]) -> Curves {
    let s = &store.strings().sound;
    let line = |bank: &Filterbank, name: &str, color| {
        let bands = bank.rows.len();
        let top = (0..bands).fold(f64::MIN_POSITIVE, |top, m| bank.height(m).max(top));
        let points = bank.points.windows(3).enumerate().flat_map(|(m, corners)| {
            let height = bank.height(m) / top;
            corners.iter().map(|hz| hz / KHZ).zip([0.0, height, 0.0]).collect::<Vec<_>>()
        });
        curve(name, points.collect(), color)
    };
    let [slaney, htk] = banks;
    Curves {
        x: axis(s.khz_axis, 0.0, 8.0),
        y: axis(s.height_axis, 0.0, 1.05),
        curves: vec![
            line(htk, "HTK (torchaudio)", "--vectors"),
            line(slaney, "Slaney (Whisper)", "--tokens"),
        ],
        shade: Vec::new(),
        upright: Vec::new(),
        level: Vec::new(),
    }
}
