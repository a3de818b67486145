//! Whether the order of tokens matters under what is set: computed, not asserted.

use crate::attention::permutation::ROUNDING;
use crate::picture::format;
use crate::pipeline::rotated;
use crate::store::Store;
use crate::strings::Shell;
use leptos::prelude::*;
use std::time::Duration;

/// How long the reader must rest: the experiment is not worth a frame of a drag.
const REST: Duration = Duration::from_millis(250);

/// Keeps `store.order_gap`: how far the output rows move when the first token goes to the end.
pub fn measure(store: Store) {
    let all = Memo::new(move |_| store.drawn.get().all);
    let measure = leptos::leptos_dom::helpers::debounce(REST, move |_: u64| {
        let found = store.engine.with_value(|engine| {
            let p = &engine.pipeline;
            let n = p.experiment_size();
            (n > 1).then(|| p.experiment(p.settings(), &rotated(n))).flatten().map(|o| o.equivariance_gap)
        });
        let _ = store.order_gap.try_set(found);
    });
    let measure = StoredValue::new_local(measure);
    Effect::new(move |_| {
        let pass = all.get();
        measure.update_value(|measure| measure(pass));
    });
}

/// The verdict on a measured gap.
pub fn verdict(s: &Shell, gap: Option<f64>) -> String {
    match gap {
        None => "–".to_string(),
        Some(gap) if gap < ROUNDING => format!("{} {}", s.equivariant, format::gap(gap)),
        Some(_) => s.not_equivariant.to_string(),
    }
}
