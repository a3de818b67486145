//! The sinusoid: its table, and one pair of it turned by M_k.

use super::common::{self, settings};
use crate::matrix::max_abs_diff;
use crate::picture::format::{gap, significant};
use crate::position::sinusoidal::{BASE, Shift, shift};
use crate::store::Store;
use crate::widget::Slider;
use leptos::prelude::*;
use ndarray::ArrayView;

pub fn show(store: Store, picture: &'static str) -> AnyView {
    match picture {
        "turn" => view! { <Turn/> }.into_any(),
        "score" => common::score(store),
        _ => common::added_table(store, Some(1.0)).into_any(),
    }
}

/// Frequency, position, step, and what M_k makes of the pair there.
type Step = (usize, usize, usize, Shift);

/// The pair of the chosen frequency at the chosen query, moved by the chosen step; nothing where it is no pair.
fn step(store: Store) -> Option<Step> {
    let (d, i, p, k) =
        store.state.with(|s| (s.d_model as usize, s.pair as usize, s.query as usize, s.shift as usize));
    let layout = settings(store).params.sinusoidal.sinusoidal_layout;
    let i = i.min((d / 2).saturating_sub(1));
    let p = p.min(common::tokens(store).saturating_sub(1));
    layout.pair(i, d)?;
    Some((i, p, k, shift(p as f64, k as f64, layout.omega(i, d, BASE))))
}

/// The circle of one pair, and M_k with its numbers.
#[component]
fn Turn() -> impl IntoView {
    let store = Store::here();
    let step = Memo::new(move |_| step(store));
    let last = Signal::derive(move || (store.state.with(|s| s.d_model / 2).max(1) - 1) as f64);
    let drawn = move || match step.get() {
        Some(step) => {
            view! { <div class="circle">{circle(store, &step)} {product(store, &step)}</div> }.into_any()
        }
        None => view! { <p class="soft">{store.t(|s| s.pictures.no_pair)}</p> }.into_any(),
    };
    view! {
        {drawn}
        <div class="own">
            <Slider key="pair" limit=last/>
            <Slider key="shift"/>
        </div>
    }
}

/// The unit circle with cosine to the right and sine upwards: the pair at p, and at p + k.
fn circle(store: Store, (i, p, k, step): &Step) -> impl IntoView {
    let label = (store.strings().pictures.turn)(*i, *p, *k);
    let at = |[sin, cos]: [f64; 2], length: f64| {
        (format!("{:.2}", 60.0 + length * cos), format!("{:.2}", 60.0 - length * sin))
    };
    let ((fx, fy), (tx, ty)) = (at(step.from, 46.0), at(step.moved, 46.0));
    let ((fnx, fny), (tnx, tny)) = (at(step.from, 53.0), at(step.moved, 53.0));
    view! {
        <svg viewBox="0 0 120 120" role="img" aria-label=label>
            <circle cx="60" cy="60" r="46" class="face"></circle>
            <line x1="60" y1="14" x2="60" y2="106" class="face"></line>
            <line x1="14" y1="60" x2="106" y2="60" class="face"></line>
            <line x1="60" y1="60" x2=fx y2=fy class="from"></line>
            <line x1="60" y1="60" x2=tx y2=ty class="there"></line>
            <text x=fnx y=fny text-anchor="middle">"p"</text>
            <text x=tnx y=tny text-anchor="middle">"p+k"</text>
        </svg>
    }
}

/// M_k · (pair at p) = (pair at p + k), in numbers, and how far the two sides are apart.
fn product(store: Store, (i, p, k, step): &Step) -> impl IntoView {
    let [[a, b], [c, d]] = step.matrix;
    let number = |x: f64| format!("{:>6}", significant(x, 3));
    let pair = |[sin, cos]: [f64; 2]| [number(sin), number(cos)];
    let ([sin, cos], [moved_sin, moved_cos]) = (pair(step.from), pair(step.moved));
    let text = format!(
        "M_{k} · [sin {p}ω, cos {p}ω]ᵀ\n\n⎡{} {}⎤ ⎡{sin}⎤   ⎡{moved_sin}⎤\n⎣{} {}⎦ ⎣{cos}⎦ = ⎣{moved_cos}⎦",
        number(a),
        number(b),
        number(c),
        number(d)
    );
    let apart = max_abs_diff(ArrayView::from(&step.moved), ArrayView::from(&step.there)).unwrap_or(f64::NAN);
    let s = &store.strings().pictures;
    view! {
        <div>
            <p class="hint">{(s.turn)(*i, *p, *k)}</p>
            <pre class="numbers" tabindex="0">{text}</pre>
            <p class="hint">{(s.turn_gap)(&gap(apart))}</p>
        </div>
    }
}
