//! inv_freq pair by pair, as float32 prints it, and what it was compared with.

use super::controls::subject;
use super::numbers::{Numbers, name};
use crate::picture::format::{float32, significant};
use crate::store::Store;
use crate::widget::Trust;
use leptos::prelude::*;
use std::sync::Arc;

/// Rows are made while the table is open only: a slider need not wait for cells that nobody sees.
#[component]
pub fn InvFreq(numbers: Memo<Option<Arc<Numbers>>>) -> impl IntoView {
    let store = Store::here();
    let open = RwSignal::new(false);
    let heading = move || {
        numbers
            .get()
            .map(|n| (store.strings().context.table)(name(store, n.in_force.id), n.setting.target as u64))
    };
    let rows = move || {
        let n = numbers.get().filter(|_| open.get())?;
        let drawn = &n.in_force.drawn;
        let row = |(i, (theta, wavelength)): (usize, (&f64, &f64))| {
            format!(
                "<tr><th scope=\"row\">{i}</th><td>{}</td><td>{}</td></tr>",
                float32(*theta),
                significant(*wavelength, 6)
            )
        };
        Some(
            drawn
                .frequencies
                .inv_freq
                .iter()
                .zip(&drawn.wavelengths)
                .enumerate()
                .map(row)
                .collect::<String>(),
        )
    };
    let in_force = Memo::new(move |_| numbers.with(|n| n.as_ref().map(|n| n.setting.params.rope_type)));
    let subjects = Signal::derive(move || in_force.get().map(subject).into_iter().collect::<Vec<_>>());
    view! {
        <details
            class="inv-freq"
            data-testid="inv-freq"
            on:toggle=move |event| open.set(event_target::<web_sys::Element>(&event).has_attribute("open"))
        >
            <summary>{heading}</summary>
            <div class="tablewrap" tabindex="0" role="region" aria-label=heading>
                <table class="data">
                    <thead>
                        <tr>
                            <th scope="col">{store.t(|s| s.context.col_pair)}</th>
                            <th scope="col">{store.t(|s| s.context.col_inv_freq)}</th>
                            <th scope="col">{store.t(|s| s.context.col_wavelength)}</th>
                        </tr>
                    </thead>
                    <tbody inner_html=move || rows().unwrap_or_default()></tbody>
                </table>
            </div>
        </details>
        <Trust subjects=subjects seeded=false computed=false/>
    }
}
