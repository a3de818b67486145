//! The "geometric" loss as a toy: follow its gradient to the minimum that erases all positions.

use super::card::Card;
use crate::matrix::Matrix64;
use crate::picture::format::significant;
use crate::position::geodesic::{Ends, Manifold, Moment, descend, least_loss, seeded};
use crate::store::Store;
use leptos::prelude::*;

const CITATION: &str =
    "Descent with the step of Polyak, Introduction to Optimization, 1987 (1969): (L − L*) / ‖g‖²";

/// States of the path, in a plane, so that it can be drawn.
const STATES: usize = 8;
const WIDTH: usize = 2;
const STEPS: usize = 100;
/// What the picture keeps free around the path.
const MARGIN: f64 = 0.2;

#[component]
pub fn Geodesic() -> impl IntoView {
    let store = Store::here();
    let sphere = RwSignal::new(false);
    let held = RwSignal::new(false);
    let step = RwSignal::new(STEPS);
    let seed = store.get(|s| s.seed);
    let of = move || {
        let manifold = if sphere.get() { Manifold::Sphere } else { Manifold::Flat };
        let ends = if held.get() { Ends::Held } else { Ends::Free };
        (seeded(STATES, WIDTH, seed.get(), manifold), manifold, ends)
    };
    let moments = Memo::new(move |_| {
        let (start, manifold, ends) = of();
        descend(&start, manifold, ends, STEPS)
    });
    let least = Memo::new(move |_| {
        let (start, manifold, ends) = of();
        least_loss(&start, manifold, ends)
    });
    let title = Signal::derive(move || {
        let s = &store.strings().around.geodesic;
        let now = |m: &Moment| {
            let loss = significant(m.loss, 3);
            match held.get() {
                true => (s.title_held)(step.get(), &loss, &significant(least.get(), 3)),
                false => (s.title)(step.get(), &loss, &significant(m.spread, 2)),
            }
        };
        moments.with(|all| all.get(step.get()).map(now)).unwrap_or_default()
    });
    let lead = Signal::derive(move || store.strings().around.geodesic.lead);
    view! {
        <Card id="geodesic" title lead citation=CITATION subjects=&[] seeded=false accent="position">
            <p class="bad" data-testid="unsupported">{store.t(|s| s.around.geodesic.unsupported)}</p>
            <Path moments step sphere/>
            <Step step/>
            <div class="choices">
                <Either chosen=sphere legend=|s| s.manifold names=|s| [s.flat, s.sphere]/>
                <Either chosen=held legend=|s| s.ends names=|s| [s.free, s.held]/>
            </div>
            <p class="finding-line">{move || store.strings().around.geodesic.conclusion[usize::from(held.get())]}</p>
        </Card>
    }
}

type Words = crate::strings::around::Geodesic;

/// Two buttons, one of which is pressed.
#[component]
fn Either(
    chosen: RwSignal<bool>,
    legend: fn(&Words) -> &'static str,
    names: fn(&Words) -> [&'static str; 2],
) -> impl IntoView {
    let store = Store::here();
    let button = |(at, second): (usize, bool)| {
        view! {
            <button type="button" aria-pressed=move || (chosen.get() == second).to_string() on:click=move |_| chosen.set(second)>
                {move || names(&store.strings().around.geodesic)[at]}
            </button>
        }
    };
    view! {
        <fieldset>
            <legend>{move || legend(&store.strings().around.geodesic)}</legend>
            <div class="seg" style="--columns: 2">{[(0, false), (1, true)].into_iter().map(button).collect_view()}</div>
        </fieldset>
    }
}

/// How far the descent has gone.
#[component]
fn Step(step: RwSignal<usize>) -> impl IntoView {
    let store = Store::here();
    view! {
        <div class="steps">
            <label for="geodesic-step">
                <span>{store.t(|s| s.around.geodesic.step)}</span> <span class="mono">{move || step.get()}</span>
            </label>
            <input
                type="range"
                id="geodesic-step"
                min="0"
                max=STEPS
                prop:value=move || step.get().to_string()
                on:input=move |event| {
                    if let Ok(at) = event_target_value(&event).parse::<usize>() {
                        step.set(at.min(STEPS));
                    }
                }
            />
        </div>
    }
}

/// The path at the start and now.
#[component]
fn Path(moments: Memo<Vec<Moment>>, step: RwSignal<usize>, sphere: RwSignal<bool>) -> impl IntoView {
    let store = Store::here();
    let label = move || (store.strings().around.geodesic.picture)(STATES, step.get());
    let drawn = move || {
        moments.with(|all| {
            let start = all.first().map(|m| path(&m.states, "start"));
            let now = all.get(step.get()).map(|m| path(&m.states, "now"));
            view! { {start} {now} }
        })
    };
    // The whole circle, or where the path begins: it only gets shorter.
    let window = move || {
        let around = 1.0 + MARGIN;
        let own = moments.with(|all| all.first().map(|m| window_of(&m.states))).filter(|_| !sphere.get());
        let [x, y, width, height] = own.unwrap_or([-around, -around, 2.0 * around, 2.0 * around]);
        format!("{x:.3} {y:.3} {width:.3} {height:.3}")
    };
    let circle = move || sphere.get().then(|| view! { <circle class="face" cx="0" cy="0" r="1"></circle> });
    let legend = move || {
        let s = &store.strings().around.geodesic;
        let entry = |name: &'static str, color: &str| {
            view! { <li><span style=format!("border-color: var({color})")></span>{name}</li> }
        };
        view! { {entry(s.start, "--edge")} {entry(s.now, "--position")} }
    };
    view! {
        <svg class="path" viewBox=window role="img" aria-label=label>
            {circle}
            {drawn}
        </svg>
        <ul class="legend" aria-hidden="true">{legend}</ul>
    }
}

/// Where the states stand; y grows downwards in a picture.
fn places(states: &Matrix64) -> Vec<(f64, f64)> {
    states.rows().into_iter().filter_map(|row| Some((*row.first()?, -*row.get(1)?))).collect()
}

/// Left, top, width and height of the states with a margin.
fn window_of(states: &Matrix64) -> [f64; 4] {
    let ends = |of: fn(&(f64, f64)) -> f64| {
        let all = places(states);
        let (low, high) = all.iter().map(of).fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)));
        (low - MARGIN, high - low + 2.0 * MARGIN)
    };
    let ((x, width), (y, height)) = (ends(|place| place.0), ends(|place| place.1));
    [x, y, width, height]
}

/// The states as dots, joined in their order.
fn path(states: &Matrix64, class: &'static str) -> impl IntoView + use<> {
    let places = places(states);
    let line = places.iter().map(|(x, y)| format!("{x:.3},{y:.3}")).collect::<Vec<_>>().join(" ");
    let dots = places.into_iter().map(|(x, y)| {
        view! { <circle class=class cx=format!("{x:.3}") cy=format!("{y:.3}") r="0.045"></circle> }
    });
    view! { <polyline class=class points=line></polyline> {dots.collect_view()} }
}
