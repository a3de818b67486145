//! YaRN's ramp with its two boundaries to drag: each sets the β that puts it there.

use super::curves::{self, short};
use super::numbers::Numbers;
use crate::position::scaling::yarn::{self, YarnRamp};
use crate::store::Store;
use crate::widget::{LEFT, Plot, RIGHT};
use leptos::html::Div;
use leptos::prelude::*;
use std::sync::Arc;

/// One end of the ramp.
#[derive(Clone, Copy, PartialEq)]
enum Bound {
    /// Up to here pairs are kept: β fast.
    Kept,
    /// From here on they are divided by s: β slow.
    Divided,
}

impl Bound {
    fn key(self) -> &'static str {
        match self {
            Bound::Kept => "beta_fast",
            Bound::Divided => "beta_slow",
        }
    }

    /// The pair at which it stands, by the ramp in force.
    fn pair(self, n: &Numbers) -> f64 {
        let paper = n.setting.params.yarn_ramp == YarnRamp::Paper;
        match (self, paper) {
            (Bound::Kept, false) => n.ramp.low,
            (Bound::Divided, false) => n.ramp.high,
            (Bound::Kept, true) => n.ramp.turning_fast,
            (Bound::Divided, true) => n.ramp.turning_slow,
        }
    }

    /// The β that puts it at `pair`.
    fn beta_at(self, pair: f64, n: &Numbers) -> f64 {
        let (d, params) = (n.setting.rotary_dim, &n.setting.params);
        match self {
            Bound::Kept => yarn::beta_fast_at(pair, d, params),
            Bound::Divided => yarn::beta_slow_at(pair, d, params),
        }
    }

    fn beta(self, n: &Numbers) -> f64 {
        match self {
            Bound::Kept => n.setting.params.beta_fast,
            Bound::Divided => n.setting.params.beta_slow,
        }
    }
}

#[component]
pub fn Ramp(numbers: Memo<Option<Arc<Numbers>>>, height: f64) -> impl IntoView {
    let store = Store::here();
    let frame = NodeRef::<Div>::new();
    let plot = move || numbers.get().map(|n| curves::ramp(store, &n));
    let name = Signal::derive(move || store.strings().context.ramp_axis.to_string());
    view! {
        <div class="ramp" node_ref=frame>
            <Plot curves=plot name=name height=height/>
            <Handle bound=Bound::Kept numbers frame height/>
            <Handle bound=Bound::Divided numbers frame height/>
        </div>
    }
}

/// A boundary: a slider without a track. The mouse and a finger drag it, ← → move it by a pair.
#[component]
fn Handle(
    bound: Bound,
    numbers: Memo<Option<Arc<Numbers>>>,
    frame: NodeRef<Div>,
    height: f64,
) -> impl IntoView {
    let store = Store::here();
    let last = move || {
        numbers.with(|n| n.as_ref().map_or(1, |n| n.setting.rotary_dim / 2).saturating_sub(1).max(1)) as f64
    };
    let pair = Memo::new(move |_| numbers.with(|n| n.as_ref().map_or(0.0, |n| bound.pair(n))));
    let put = move |pair: f64| {
        let beta = numbers.with_untracked(|n| n.as_ref().map(|n| bound.beta_at(pair, n)));
        if let Some(beta) = beta {
            // Four digits are finer than a pointer, and keep links short.
            store.set(bound.key(), &format!("{beta:.3e}").parse().unwrap_or(beta).to_string());
        }
    };
    let held = StoredValue::new(false);
    let drag = move |event: &web_sys::PointerEvent| {
        let Some(frame) = frame.get_untracked() else { return };
        let left = frame.get_bounding_client_rect().left();
        let width = f64::from(frame.client_width()) - LEFT - RIGHT;
        let share = (f64::from(event.client_x()) - left - LEFT) / width.max(1.0);
        put(share.clamp(0.0, 1.0) * untrack(last));
    };
    let style = move || {
        let share = (pair.get() / last()).clamp(0.0, 1.0);
        format!(
            "left: calc({LEFT}px + (100% - {}px) * {share:.4}); height: {}px",
            LEFT + RIGHT,
            height - 44.0
        )
    };
    let at = match bound {
        Bound::Kept => 0,
        Bound::Divided => 1,
    };
    view! {
        <div
            class="bound"
            role="slider"
            tabindex="0"
            data-testid=bound.key()
            aria-label=move || store.strings().context.boundary[at]
            aria-orientation="horizontal"
            aria-valuemin="0"
            aria-valuemax=last
            aria-valuenow=move || pair.get().clamp(0.0, last())
            aria-valuetext=move || {
                let beta = numbers.with(|n| n.as_ref().map_or(0.0, |n| bound.beta(n)));
                (store.strings().context.boundary_at)(&short(pair.get()), &short(beta))
            }
            style=style
            on:pointerdown=move |event| {
                held.set_value(true);
                let target = event_target::<web_sys::Element>(&event);
                let _ = target.set_pointer_capture(event.pointer_id());
            }
            on:pointermove=move |event| if held.get_value() { drag(&event) }
            on:pointerup=move |_| held.set_value(false)
            on:pointercancel=move |_| held.set_value(false)
            on:keydown=move |event| {
                let by = match event.key().as_str() {
                    "ArrowRight" | "ArrowUp" => 1.0,
                    "ArrowLeft" | "ArrowDown" => -1.0,
                    _ => return,
                };
                event.prevent_default();
                put((pair.get_untracked() + by).clamp(0.0, untrack(last)));
            }
        ></div>
    }
}
