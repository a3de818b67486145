//! Curves on a canvas, drawn by plotters, with a legend and a table-free accessible name.

mod draw;
mod probe;
mod surface;

pub use draw::{LEFT, RIGHT, paper};

use super::{resize, sight};
use crate::export::{Save, Source, Table};
pub use crate::picture::axis::Axis;
use crate::store::Store;
use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use probe::Probe;

/// One line of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    /// The style sheet's name of its colour, such as `--position`.
    pub color: &'static str,
    pub strong: bool,
    pub dashed: bool,
}

/// A plot's contents.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    pub x: Axis,
    pub y: Axis,
    pub curves: Vec<Curve>,
    /// Shaded stretches of the x axis.
    pub shade: Vec<(f64, f64)>,
    /// Upright lines with a name.
    pub upright: Vec<(f64, String)>,
    /// Level lines with a name.
    pub level: Vec<(f64, String)>,
}

/// A point with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub x: f64,
    pub y: f64,
    pub name: String,
}

/// How far from a line a finger can take it, in CSS pixels: half its width. Elsewhere it scrolls the page.
const FINGER: f64 = 24.0;

/// A drag on the plot: where in data coordinates, and whether it just began.
#[derive(Clone, Copy, Debug)]
pub struct Grab {
    pub x: f64,
    pub y: f64,
    /// How far above or below a line it can be taken: a mouse takes the nearest, wherever that is.
    pub reach: f64,
    pub begins: bool,
}

/// What ↑ and ↓ change, for those who hear the plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    pub now: f64,
    pub max: f64,
    pub text: String,
}

/// The widget. `curves` is followed.
#[component]
pub fn Plot(
    curves: impl Fn() -> Option<Curves> + 'static,
    #[prop(into)] name: Signal<String>,
    #[prop(default = 340.0)] height: f64,
    /// Hears drags; says whether there was something to take where one began.
    #[prop(optional, into)]
    grab: Option<Callback<Grab, bool>>,
    /// Hears ↑ (+1) and ↓ (−1).
    #[prop(optional, into)]
    nudge: Option<Callback<f64>>,
    /// What they change.
    #[prop(optional, into)]
    value: Option<Signal<Level>>,
    /// Points that have a name.
    #[prop(optional, into)]
    marks: Option<Signal<Vec<Mark>>>,
    /// The numbers for files, where they are not those of the curves.
    #[prop(optional, into)]
    table: Option<Callback<(), Option<Table>>>,
) -> impl IntoView {
    let store = Store::here();
    let (frame, canvas) = (NodeRef::<Div>::new(), NodeRef::<Canvas>::new());
    let width = resize::width_of(frame);
    let seen = sight::of(frame);
    let shown = RwSignal::new(None::<Curves>);
    let area = StoredValue::new(draw::Area::default());
    let ground = NodeRef::<Canvas>::new();
    let drawn = StoredValue::new(None::<draw::Ground>);
    let probe = Probe::new(shown, area);
    Effect::new(move |_| {
        // Out of sight it follows no drag; what is read aloud or printed is right once the reader rests.
        let next = if seen.get() {
            curves()
        } else {
            let _ = (store.rested.get(), store.language.get());
            untrack(&curves)
        };
        if next.is_some() && shown.with_untracked(|before| *before != next) {
            shown.set(next);
        }
    });
    Effect::new(move |_| {
        let _ = store.dark.get();
        let (width, Some(lines), Some(ground)) = (width.get(), canvas.get(), ground.get()) else { return };
        let sheets = draw::Sheets { lines, ground };
        let marks = marks.map(|marks| marks.get()).unwrap_or_default();
        shown.with(|curves| {
            if let (Some(curves), true) = (curves, width > 0.0) {
                let mut place = None;
                drawn.update_value(|drawn| {
                    place = draw::draw(&sheets, drawn, curves, &marks, (width, height))
                });
                if let Some(place) = place {
                    area.set_value(place);
                }
            }
        });
    });
    let holding = StoredValue::new(false);
    let to_data = move |event: &web_sys::PointerEvent| {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let area = area.get_value();
        shown.with_untracked(|c| {
            let c = c.as_ref()?;
            let at = c.y.value(area.share_y(y));
            let pixel = (c.y.max - c.y.min) * (area.share_y(y - 0.5) - area.share_y(y + 0.5)).abs();
            let reach = if event.pointer_type() == "touch" { FINGER * pixel } else { f64::INFINITY };
            Some((c.x.value(area.share_x(x)), at, reach))
        })
    };
    let send = move |event: &web_sys::PointerEvent, begins| match (grab, to_data(event)) {
        (Some(grab), Some((x, y, reach))) => grab.run(Grab { x, y, reach, begins }),
        _ => false,
    };
    // Which curves there are changes seldom, their points with every movement of a slider.
    let named = Memo::new(move |_| {
        let name = |c: &Curve| (!c.name.is_empty()).then(|| (c.name.clone(), c.color, c.dashed));
        shown.with(|curves| Some(curves.as_ref()?.curves.iter().filter_map(name).collect::<Vec<_>>()))
    });
    let legend = move || {
        let entries = named.get()?.into_iter().map(|(name, color, dashed)| {
            let line = if dashed { "dashed" } else { "solid" };
            let style = format!("border-color: var({color}); border-top-style: {line}");
            view! { <li><span style=style></span>{name}</li> }
        });
        Some(view! { <ul class="legend">{entries.collect_view()}</ul> })
    };
    let source = move || {
        let marks = marks.map(|marks| marks.get()).unwrap_or_default();
        // Out of sight the plot may be behind.
        let curves = shown.get_untracked()?;
        Some(Source::Plot { curves, marks, table: table.and_then(|table| table.run(())) })
    };
    // A canvas that nothing was drawn on is half as high as it is wide: what follows would jump when the plot comes.
    let tall = format!("height: {height}px");
    view! {
        <div class="plot" node_ref=frame>
            <canvas
                node_ref=canvas
                role="slider"
                aria-orientation=if value.is_some() { "vertical" } else { "horizontal" }
                aria-valuemin="0"
                aria-valuemax=move || value.map_or_else(|| probe.place().1.to_string(), |value| value.with(|v| v.max.to_string()))
                aria-valuenow=move || value.map_or_else(|| probe.place().0.to_string(), |value| value.with(|v| v.now.to_string()))
                aria-valuetext=move || value.map_or_else(|| probe.spoken(), |value| value.with(|v| v.text.clone()))
                tabindex="0"
                aria-label=move || (store.strings().picture.plot)(&name.get())
                style=format!("{tall}; {}", if grab.is_some() { "touch-action: pan-y; cursor: ns-resize" } else { "" })
                on:pointerdown=move |event| {
                    let taken = send(&event, true);
                    holding.set_value(taken);
                    if !taken {
                        probe.point(f64::from(event.offset_x()));
                    }
                    if let (true, Some(canvas)) = (taken, canvas.get_untracked()) {
                        let _ = canvas.set_pointer_capture(event.pointer_id());
                    }
                }
                on:touchstart=move |event| {
                    // A finger on a line moves it; anywhere else it scrolls the page.
                    if holding.get_value() && event.cancelable() {
                        event.prevent_default();
                    }
                }
                on:pointermove=move |event| {
                    if holding.get_value() {
                        send(&event, false);
                        probe.leave();
                    } else {
                        probe.point(f64::from(event.offset_x()));
                    }
                }
                on:pointerleave=move |event| {
                    // What a finger pointed at stays until it points elsewhere.
                    if event.pointer_type() != "touch" {
                        probe.leave();
                    }
                }
                on:blur=move |_| probe.leave()
                on:pointerup=move |_| holding.set_value(false)
                on:pointercancel=move |_| holding.set_value(false)
                on:keydown=move |event| {
                    let by = match event.key().as_str() {
                        "ArrowUp" => 1.0,
                        "ArrowDown" => -1.0,
                        side @ ("ArrowRight" | "ArrowLeft") => {
                            event.prevent_default();
                            return probe.step(if side == "ArrowRight" { 1 } else { -1 });
                        }
                        "Escape" => return probe.leave(),
                        _ => return,
                    };
                    if let Some(nudge) = nudge {
                        event.prevent_default();
                        nudge.run(by);
                    }
                }
            ></canvas>
            <canvas class="ground" node_ref=ground style=tall.clone() aria-hidden="true"></canvas>
            {probe.view()}
            {legend}
        </div>
        <Save source=source kind="curves" name/>
    }
}
