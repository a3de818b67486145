//! A native range with a number box beside it, bound to one field of the schema.

use super::swipe::Swipe;
use super::{KeyNotice, guard};
use crate::state::{self, Kind, Value};
use crate::store::Store;
use leptos::html::Input;
use leptos::prelude::*;

/// A value that people know, as a button.
#[derive(Clone, Copy)]
pub struct Preset {
    pub name: &'static str,
    pub value: &'static str,
}

/// Steps of the range: fine enough for any screen.
const STEPS: f64 = 1000.0;

/// How the range's position relates to the value.
#[derive(Clone, Copy)]
struct Ruler {
    min: f64,
    max: f64,
    log: bool,
    whole: bool,
    step: f64,
}

impl Ruler {
    fn of(kind: Kind) -> Option<Self> {
        Some(match kind {
            Kind::Integer { min, max, step } => Ruler {
                min: min as f64,
                max: max as f64,
                // A range over many orders of magnitude moves in ratios.
                log: min > 0 && max / min >= 128,
                whole: true,
                step: step as f64,
            },
            Kind::Number { min, max, log } => Ruler { min, max, log, whole: false, step: 0.0 },
            Kind::AutoNumber { min, max } => Ruler { min, max, log: false, whole: false, step: 0.0 },
            _ => return None,
        })
    }

    /// Attributes of the range: it counts in steps of the value where those are few, else in [`STEPS`].
    fn range(self) -> (f64, f64, f64) {
        if self.whole && !self.log { (self.min, self.max, self.step) } else { (0.0, STEPS, 1.0) }
    }

    fn to_range(self, value: f64) -> f64 {
        if self.whole && !self.log {
            return value;
        }
        let share = if self.log {
            (value / self.min).ln() / (self.max / self.min).ln()
        } else {
            (value - self.min) / (self.max - self.min)
        };
        (share * STEPS).round()
    }

    /// The value at a position, rounded to what a reader would type.
    fn value_at(self, at: f64) -> f64 {
        if self.whole && !self.log {
            return at;
        }
        let share = (at / STEPS).clamp(0.0, 1.0);
        let value = if share <= 0.0 {
            self.min
        } else if share >= 1.0 {
            self.max
        } else if self.log {
            self.min * (self.max / self.min).powf(share)
        } else {
            self.min + (self.max - self.min) * share
        };
        if self.whole { value.round() } else { four_digits(value) }
    }
}

/// Fewer would make neighbouring positions of a range from 0.1 to 32 the same value, and an arrow key stick there.
fn four_digits(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// The slider of the field `key`.
#[component]
pub fn Slider(
    key: &'static str,
    #[prop(default = &[])] presets: &'static [Preset],
    /// The value that `auto` stands for, for fields that have it.
    #[prop(optional, into)]
    auto: Option<Signal<f64>>,
    /// The largest value that makes sense now, where it depends on another field.
    #[prop(optional, into)]
    limit: Option<Signal<f64>>,
    /// The value on the screen, where it need not be the state's.
    #[prop(optional, into)]
    shows: Option<Signal<f64>>,
    /// Takes what the reader sets, where that is more than the field.
    #[prop(optional, into)]
    put: Option<Callback<String>>,
    /// The range moves in steps of this; the number box takes every value.
    #[prop(optional)]
    stride: Option<f64>,
) -> impl IntoView {
    let store = Store::here();
    let Some(ruler) = state::field(key).and_then(|field| Ruler::of(field.kind)) else {
        return ().into_any();
    };
    let read = store.get(move |s| state::field(key).map(|field| field.get(s)));
    let value = Memo::new(move |_| match (shows, read.get()) {
        (Some(shows), _) => shows.get(),
        (None, Some(Value::Integer(n))) => n as f64,
        (None, Some(Value::Number(x))) => x,
        _ => auto.map_or(ruler.min, |auto| auto.get()),
    });
    let is_auto = Memo::new(move |_| read.get() == Some(Value::Auto));
    let put = move |raw: &str| match put {
        Some(put) => put.run(raw.to_string()),
        None => store.set(key, raw),
    };
    let (low, high, step) = ruler.range();
    let step = stride.unwrap_or(step);
    let id = format!("f-{key}");
    let range_id = format!("r-{key}");
    let buttons = presets
        .iter()
        .map(|preset| {
            let number: f64 = preset.value.parse().unwrap_or(f64::NAN);
            view! {
                <button type="button" aria-pressed=move || (value.get() == number).to_string() on:click=move |_| put(preset.value)>
                    {preset.name}
                </button>
            }
        })
        .collect_view();
    let top = move || limit.map_or(high, |limit| ruler.to_range(limit.get()));
    let swipe = Swipe::new();
    let take = move |range: &web_sys::HtmlInputElement| {
        if let Ok(at) = range.value().parse::<f64>() {
            put(&ruler.value_at(at).to_string());
        }
    };
    let show = move || ruler.to_range(value.get()).to_string();
    let range = event_target::<web_sys::HtmlInputElement>;
    let bar = NodeRef::<Input>::new();
    keep_range(bar, move || top().to_string(), show);
    view! {
        <fieldset class="sl" class:in-use=move || store.in_use.with(|used| used == key) {..guard(key)}>
            <div class="head">
                <label for=range_id.clone()>
                    {store.t(move |s| s.words.label(key))}
                    {move || store.strings().words.hint(key).map(|hint| view! { <small>{hint}</small> })}
                </label>
                <input
                    type="number"
                    id=id
                    aria-label=store.t(move |s| s.words.label(key))
                    min=ruler.min
                    max=move || limit.map_or(ruler.max, |limit| limit.get())
                    step="any"
                    prop:value=move || shown(value.get())
                    on:change=move |event| {
                        put(&event_target_value(&event));
                        // What was refused or clamped must not stand in the box.
                        event_target::<web_sys::HtmlInputElement>(&event).set_value(&shown(value.get_untracked()));
                    }
                />
            </div>
            <input
                type="range"
                id=range_id
                node_ref=bar
                min=low
                step=step
                aria-valuetext=move || shown(value.get())
                on:input=move |event| {
                    if swipe.settled() {
                        take(&range(&event));
                    }
                }
                on:pointerdown=move |event| swipe.down(&event)
                on:pointermove=move |event| {
                    if swipe.moved(&event) {
                        take(&range(&event));
                    }
                }
                on:pointerup=move |event| {
                    if swipe.ended() {
                        take(&range(&event));
                    }
                }
                on:pointercancel=move |event| {
                    if swipe.ended() {
                        range(&event).set_value(&untrack(show));
                    }
                }
            />
            <div class="presets">
                {buttons}
                {auto.map(|_| view! {
                    <button type="button" aria-pressed=move || is_auto.get().to_string() on:click=move |_| put("auto")>
                        {store.t(|s| s.controls.auto)}
                    </button>
                })}
            </div>
            <KeyNotice key=key/>
        </fieldset>
    }
    .into_any()
}

/// Keeps the largest value and the value of a range up to date, one after the other: a browser clamps what is set to the
/// largest there is, so a value that was set before its limit grew would stay where it was cut off.
pub fn keep_range(
    range: NodeRef<Input>,
    largest: impl Fn() -> String + 'static,
    value: impl Fn() -> String + 'static,
) {
    Effect::new(move |_| {
        let (Some(range), largest, value) = (range.get(), largest(), value()) else { return };
        if range.max() != largest {
            range.set_max(&largest); // it would be laid out anew
        }
        range.set_value(&value);
    });
}

/// The value as the number box shows it.
fn shown(value: f64) -> String {
    if value.fract() == 0.0 { value.to_string() } else { format!("{}", (value * 1e6).round() / 1e6) }
}
