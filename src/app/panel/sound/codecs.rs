//! What real codecs send per second, beside what the reader's setting would.

use crate::picture::format::{grouped, significant};
use crate::store::Store;
use crate::tokenize::audio::codec::{self, CODECS, Codec};
use crate::widget::Trust;
use leptos::prelude::*;

#[component]
pub fn Codecs() -> impl IntoView {
    let store = Store::here();
    let rows = CODECS
        .iter()
        .flat_map(|codec| codec.kbps.iter().map(move |kbps| (codec, *kbps)))
        .map(|(codec, kbps)| row(codec, kbps))
        .collect_view();
    let here = move || {
        let (params, n_q, size) = store.state.with(|s| {
            (crate::sound::params(s), s.media.n_codebooks as usize, s.media.codebook_size as usize)
        });
        let rate = 1.0 / params.hop_seconds();
        let bits = codec::bits_per_second(rate, n_q, size);
        view! {
            <tr class="here">
                <th scope="row">{store.strings().sound.here}</th>
                <td>{significant(rate, 4)}</td><td>{size}</td><td>{n_q}</td>
                <td>{per_second(rate * n_q as f64)}</td><td>{grouped(bits.round() as u64)}</td>
            </tr>
        }
    };
    view! {
        <section class="card" style="--c: var(--tokens)" data-testid="codecs">
            <h2>{store.t(|s| s.sound.codecs_title)}</h2>
            <p class="lead">{store.t(|s| s.sound.codecs_lead)}</p>
            <div class="tablewrap" tabindex="0">
                <table class="data">
                    <thead><tr>
                        <th scope="col">{store.t(|s| s.sound.col_codec)}</th>
                        <th scope="col">"f (Hz)"</th>
                        <th scope="col">"K"</th>
                        <th scope="col">"n_q"</th>
                        <th scope="col">{store.t(|s| s.sound.col_tokens)}</th>
                        <th scope="col">{store.t(|s| s.sound.col_bits)}</th>
                    </tr></thead>
                    <tbody>{here} {rows}</tbody>
                </table>
            </div>
            <p class="hint"><cite lang="en">{CODECS.iter().map(|codec| format!("{}: {}", codec.name, codec.source)).collect::<Vec<_>>().join(" · ")}</cite></p>
            <Trust subjects=Signal::derive(|| vec!["codec_rates"]) seeded=false computed=false/>
        </section>
    }
}

fn row(codec: &'static Codec, kbps: f64) -> impl IntoView {
    let setting = codec.at(kbps);
    view! {
        <tr>
            <th scope="row">{codec.name}</th>
            <td>{significant(setting.frame_rate, 4)}</td>
            <td>{codec.codebook_size}</td>
            <td>{setting.n_q}</td>
            <td>{per_second(setting.tokens_per_second)}</td>
            <td>{grouped(setting.bits_per_second.round() as u64)}</td>
        </tr>
    }
}

/// Grouped as the bits beside it are; a rate below a thousand need not be whole.
fn per_second(tokens: f64) -> String {
    if tokens < 1000.0 { significant(tokens, 4) } else { grouped(tokens.round() as u64) }
}
