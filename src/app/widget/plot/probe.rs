//! What the curves say at the place that is pointed at, or reached with ← and →: a line, and a box beside it.

use super::draw::Area;
use super::{Axis, Curve, Curves};
use crate::picture::format::significant;
use leptos::prelude::*;

/// Digits of a value.
const DIGITS: usize = 4;
/// A curve of fewer points is pointed at between them as well.
const FEW: usize = 12;
/// Past this share of the axis the box stands on the left of the line.
const TURN: f64 = 0.5;

/// Handles; copied into every closure.
#[derive(Clone, Copy)]
pub struct Probe {
    shown: RwSignal<Option<Curves>>,
    /// Where the data stand.
    area: StoredValue<Area>,
    /// The place, as x.
    at: RwSignal<Option<f64>>,
}

/// A curve's name, its colour, and what it says.
type Reading = (String, &'static str, String);

impl Probe {
    pub fn new(shown: RwSignal<Option<Curves>>, area: StoredValue<Area>) -> Self {
        Probe { shown, area, at: RwSignal::new(None) }
    }

    /// Points at a pixel from the left edge.
    pub fn point(self, pixel: f64) {
        let share = self.area.get_value().share_x(pixel);
        let at = self.shown.with_untracked(|curves| {
            let curves = curves.as_ref()?;
            nearest(curves, curves.x.value(share))
        });
        self.go(at);
    }

    pub fn leave(self) {
        self.go(None);
    }

    /// Goes on by so many of the longest curve's points; from nowhere to the first, or backwards to the last.
    pub fn step(self, by: isize) {
        let at = self.shown.with_untracked(|curves| {
            let points = &longest(curves.as_ref()?)?.points;
            let last = points.len().checked_sub(1)?;
            let next = match self.index(points) {
                Some(now) => now.saturating_add_signed(by).min(last),
                None if by > 0 => 0,
                None => last,
            };
            points.get(next).map(|point| point.0)
        });
        self.go(at);
    }

    fn go(self, at: Option<f64>) {
        if self.at.get_untracked() != at {
            self.at.set(at);
        }
    }

    fn index(self, points: &[(f64, f64)]) -> Option<usize> {
        let at = self.at.get_untracked()?;
        points.iter().position(|point| point.0 >= at)
    }

    /// The place among how many there are, for those who step through them.
    pub fn place(self) -> (usize, usize) {
        let at = self.at.get();
        self.shown.with(|curves| {
            let points = curves.as_ref().and_then(longest).map_or(&[][..], |curve| &curve.points);
            let index = at.and_then(|at| points.iter().position(|point| point.0 >= at));
            (index.unwrap_or_default(), points.len().saturating_sub(1))
        })
    }

    /// The place as it is named, and what every curve says there; nothing while nothing is pointed at.
    fn readings(self) -> Option<(String, Vec<Reading>)> {
        let at = self.at.get()?;
        self.shown.with(|curves| {
            let curves = curves.as_ref()?;
            let lone = curves.curves.len() == 1;
            let of = |curve: &Curve| {
                let name = if curve.name.is_empty() && lone { &curves.y.label } else { &curve.name };
                let value = value_at(curves, curve, at).filter(|_| !name.is_empty())?;
                Some((name.clone(), curve.color, significant(value, DIGITS)))
            };
            let found: Vec<Reading> = curves.curves.iter().filter_map(of).collect();
            let place = format!("{} = {}", curves.x.label, spelled(&curves.x, at));
            (!found.is_empty()).then_some((place, found))
        })
    }

    /// The same in one line.
    pub fn spoken(self) -> String {
        self.readings().map_or_else(String::new, |(place, found)| {
            let said = found.into_iter().map(|(name, _, value)| format!("{name}: {value}"));
            [place].into_iter().chain(said).collect::<Vec<_>>().join(" · ")
        })
    }

    /// The line and the box. Nothing can be pointed at in them.
    pub fn view(self) -> impl IntoView {
        move || {
            let (place, found) = self.readings()?;
            let share = self.at.get().and_then(|at| self.shown.with(|c| Some(c.as_ref()?.x.share(at))))?;
            let area = self.area.get_value();
            let (x, top, bottom) = (area.x_at(share), area.top, area.bottom);
            let place_of = format!("left: {x:.1}px; top: {top:.1}px; height: {:.1}px", bottom - top);
            let side = if share > TURN { "translateX(calc(-100% - 8px))" } else { "translateX(8px)" };
            let row = |(name, color, value): Reading| {
                view! { <span><i style=format!("background: var({color})")></i>{name} " " <b>{value}</b></span> }
            };
            Some(view! {
                <div class="probe" aria-hidden="true" data-testid="probe" style=place_of>
                    <div style=format!("transform: {side}")><em>{place}</em>{found.into_iter().map(row).collect_view()}</div>
                </div>
            })
        }
    }
}

/// A place in full, where the axis names only round ones.
fn spelled(axis: &Axis, at: f64) -> String {
    if at.fract() == 0.0 && at.abs() < 1e9 { axis.name(at) } else { significant(at, DIGITS) }
}

fn longest(curves: &Curves) -> Option<&Curve> {
    curves.curves.iter().max_by_key(|curve| curve.points.len())
}

/// The x of the longest curve's point that is nearest to `x` on the axis; of curves of a few points the place itself.
fn nearest(curves: &Curves, x: f64) -> Option<f64> {
    let points = &longest(curves)?.points;
    if points.len() < FEW {
        let whole = !curves.x.log && curves.x.max - curves.x.min > 50.0;
        return Some(if whole { x.round() } else { x });
    }
    let share = curves.x.share(x);
    let away = |point: &&(f64, f64)| (curves.x.share(point.0) - share).abs();
    points.iter().min_by(|a, b| away(a).total_cmp(&away(b))).map(|point| point.0)
}

/// What a curve says at `x`: at its point there, or where the line drawn between the two beside it stands. Nothing past its
/// ends, nor of a path that comes back.
fn value_at(curves: &Curves, curve: &Curve, x: f64) -> Option<f64> {
    if !curve.points.is_sorted_by(|a, b| a.0 <= b.0) {
        return None;
    }
    let after = curve.points.iter().position(|point| point.0 >= x)?;
    let (x1, y1) = *curve.points.get(after)?;
    if x1 == x {
        return Some(y1).filter(|y| y.is_finite());
    }
    let (x0, y0) = *curve.points.get(after.checked_sub(1)?)?;
    let [from, at, to] = [x0, x, x1].map(|x| curves.x.share(x));
    let [low, high] = [y0, y1].map(|y| curves.y.share(y));
    Some(curves.y.value(low + (high - low) * (at - from) / (to - from))).filter(|y| y.is_finite())
}
