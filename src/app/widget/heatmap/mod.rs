//! A matrix as coloured cells, with labels, a colour bar, a cell cursor and a table twin.
//!
//! Pointing at a cell shows it; a click or the arrow keys choose it. The picture is one focusable element
//! that speaks the chosen cell.

pub mod bounds;
pub mod cells;
mod device;
mod export;
mod overlay;
mod small;
mod spoken;
mod table;

pub use small::{Ramp, SmallMap, lifted};
pub use table::Table;

use super::frame::{Cell, Frame, arrows, pointing};
use super::resize;
use crate::attention::Stage;
use crate::export::{Save, Source};
use crate::matrix::Matrix;
use crate::picture::layout::{self, Layout, Wanted};
use crate::picture::paint::{Paint, Scale};
use crate::picture::{colormap, format};
use crate::store::Store;
use crate::theme;
use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use spoken::{parted, speak};
use std::borrow::Cow;
use std::rc::Rc;

/// What a heatmap shows.
#[derive(Clone)]
pub struct Heat {
    pub values: Rc<Matrix>,
    pub rows: Rc<Vec<String>>,
    /// Column labels; empty for plain indices.
    pub cols: Rc<Vec<String>>,
    pub scale: Scale,
    /// Whether cells are square (n × n) or fill the width (n × d).
    pub square: bool,
    /// The value at the high end; the largest in the matrix if not given.
    pub top: Option<f32>,
    /// Head and stage, if the GPU holds these cells: it paints them, and `values` may be a moment older.
    pub device: Option<(usize, Stage)>,
}

impl Heat {
    /// Whether both look alike for certain: the very same numbers and labels, and the same scale.
    pub fn same_picture(&self, other: &Heat) -> bool {
        Rc::ptr_eq(&self.values, &other.values)
            && Rc::ptr_eq(&self.rows, &other.rows)
            && (self.scale, self.top) == (other.scale, other.top)
    }

    /// The largest size of any finite value.
    pub fn largest(&self) -> f32 {
        self.values.iter().filter(|x| x.is_finite()).fold(0.0_f32, |a, &b| a.max(b.abs()))
    }

    /// The values at both ends of the colours.
    fn ends(&self) -> (f32, f32) {
        let finite = || self.values.iter().copied().filter(|x| x.is_finite());
        let top = self.top.unwrap_or_else(|| self.largest()).max(1e-12);
        match self.scale {
            Scale::Sequential => (0.0, top),
            Scale::Diverging => (-top, top),
            Scale::Span => {
                let low = finite().reduce(f32::min).unwrap_or(0.0);
                let high = self.top.or_else(|| finite().reduce(f32::max)).unwrap_or(1.0);
                (low, high.max(low + 1e-6))
            }
        }
    }

    /// `rule` with this picture's own top; `ends` are its [`Heat::ends`], which it takes a look at every cell to find.
    fn paint(&self, rule: Paint, (low, high): (f32, f32)) -> Paint {
        Paint { top: if self.scale == Scale::Span { high - low } else { high }, ..rule }
    }

    /// The numbers as the rule counts them.
    fn counted(&self) -> Cow<'_, Matrix> {
        match self.scale {
            Scale::Span => {
                let low = self.ends().0;
                Cow::Owned(self.values.mapv(|x| x - low))
            }
            _ => Cow::Borrowed(&self.values),
        }
    }

    /// The value of a cell as text.
    pub fn text(&self, (i, j): Cell, masked: &str) -> String {
        match self.values.get((i, j)) {
            Some(x) if x.is_finite() => format::short(*x),
            Some(_) => masked.to_string(),
            None => String::new(),
        }
    }

    fn label(labels: &[String], at: usize) -> String {
        labels.get(at).cloned().unwrap_or_else(|| at.to_string())
    }
}

/// What the axes and the colour bar say. It changes more rarely than the numbers.
#[derive(Clone, PartialEq)]
struct Frame {
    rows: Rc<Vec<String>>,
    cols: Rc<Vec<String>>,
    size: (usize, usize),
    square: bool,
    scale: Scale,
}

impl Frame {
    fn of(heat: &Heat) -> Self {
        let (rows, cols) = (Rc::clone(&heat.rows), Rc::clone(&heat.cols));
        Frame { rows, cols, size: heat.values.dim(), square: heat.square, scale: heat.scale }
    }

    /// Where the parts stand in `width`, at most `max_height` high.
    fn arrange(&self, width: f64, max_height: f64) -> Layout {
        let (rows, cols) = self.size;
        let longest = |labels: &[String], many: usize| {
            labels.iter().take(many).map(|l| overlay::label_width(l)).fold(18.0, f64::max)
        };
        layout::place(&Wanted {
            rows,
            cols,
            width,
            max_height,
            square: self.square,
            left: longest(&self.rows, rows).min(width * 0.22) + 30.0,
            below: if self.cols.is_empty() {
                38.0
            } else {
                longest(&self.cols, cols).min(84.0) * 0.75 + 36.0
            },
            right: layout::BAR,
        })
    }
}

/// The colour rule of `scale` under the present theme and colour map, for values up to 1.
pub fn rule(scale: Scale, map: &str) -> Paint {
    let [r, g, b] = theme::color("--card");
    let [mr, mg, mb] = theme::color("--wash");
    let sequential = scale != Scale::Diverging;
    Paint {
        lut: if sequential { colormap::sequential(map) } else { colormap::diverging([r, g, b]) },
        scale,
        top: 1.0,
        gamma: if scale == Scale::Sequential { 0.5 } else { 1.0 },
        masked: [mr, mg, mb, 255],
    }
}

/// The widget. `heat` is followed; `cell` is the chosen cell, `hover` hears what is pointed at, `pick` what is chosen.
#[component]
pub fn Heatmap(
    heat: impl Fn() -> Option<Heat> + 'static,
    #[prop(into)] cell: Signal<Cell>,
    #[prop(into)] hover: Callback<Option<Cell>>,
    #[prop(into)] pick: Callback<Cell>,
    /// What the picture shows, for its accessible name.
    #[prop(into)]
    name: Signal<String>,
    /// Share of the window's height that the picture may take.
    #[prop(default = 0.62)]
    tall: f64,
    /// What rows and columns are, where they are neither query and key nor token and dimension.
    #[prop(optional, into)]
    axes: Option<Signal<(&'static str, &'static str)>>,
) -> impl IntoView {
    let named = axes;
    let store = Store::here();
    let frame = NodeRef::<Div>::new();
    let [cells, axes, bar, over] = [(); 4].map(|()| NodeRef::<Canvas>::new());
    let width = resize::width_of(frame);
    let window_height = resize::window_height();
    let shown = RwSignal::new_local(None::<Heat>);
    let labels = RwSignal::new_local(None::<Frame>);
    let colormap = store.get(|s| s.colormap);
    let dark = store.dark;
    let rule = Memo::new(move |_| {
        let (map, _) = (colormap.get(), dark.get());
        labels.with(|labels| labels.as_ref().map(|labels| rule(labels.scale, map)))
    });
    let place = Memo::new(move |_| {
        let max_height = (window_height.get() * tall).max(220.0);
        labels.with(|labels| labels.as_ref().map(|labels| labels.arrange(width.get(), max_height)))
    });
    let ends = RwSignal::new((0.0_f32, 1.0_f32));
    let device_canvas = NodeRef::<Canvas>::new();
    let device = device::painter(store, device_canvas);

    Effect::new(move |_| {
        let Some(heat) = heat() else { return };
        let frame = Frame::of(&heat);
        if labels.with_untracked(|old| old.as_ref() != Some(&frame)) {
            labels.set(Some(frame));
        }
        shown.set(Some(heat));
    });
    Effect::new(move |_| {
        let (Some(heat), Some(rule), Some(canvas)) = (shown.get(), rule.get(), cells.get()) else { return };
        let found = heat.ends();
        let paint = heat.paint(rule, found);
        let on_device = heat.device.is_some_and(|at| device.get().is_some_and(|d| d.paint(at, &paint)));
        if !on_device {
            cells::draw(&canvas, &heat.counted(), &paint);
        }
        device::show(&canvas, device_canvas.get().as_ref(), on_device);
        // Under a causal mask the largest weight is always 1: writing numbers takes longer than comparing them.
        if ends.get_untracked() != found {
            ends.set(found);
        }
    });
    Effect::new(move |_| {
        let (Some(labels), Some(layout), Some(canvas)) = (labels.get(), place.get(), axes.get()) else {
            return;
        };
        let Some(rule) = rule.get() else { return };
        let s = store.strings();
        let names = match named {
            Some(named) => named.get(),
            None if labels.square => (s.picture.query, s.picture.key),
            None => ("", s.vectors.dimension),
        };
        let Frame { rows, cols, square, .. } = labels;
        let runs = bounds::of(store, &rows);
        let axes = overlay::Axes { rows, cols, names, runs, columns: square };
        overlay::axes(&canvas, &axes, &layout, cell.get(), Some(&rule));
        for canvas in [cells.get(), device_canvas.get()].into_iter().flatten() {
            cells::place(&canvas, &layout);
        }
        if let Some(canvas) = bar.get() {
            overlay::place_numbers(&canvas, &layout);
        }
    });
    Effect::new(move |_| {
        let (Some(layout), Some(canvas)) = (place.get(), bar.get()) else { return };
        let _ = dark.get();
        overlay::bar_numbers(&canvas, &layout, ends.get());
    });
    Effect::new(move |_| {
        let (Some(layout), Some(canvas)) = (place.get(), over.get()) else { return };
        let _ = dark.get();
        overlay::cursor(&canvas, &layout, cell.get());
    });

    let hit = move |event: &web_sys::MouseEvent| {
        place.get_untracked().and_then(|layout| layout.hit(event.offset_x().into(), event.offset_y().into()))
    };
    let size = move || shown.with_untracked(|heat| heat.as_ref().map(|heat| heat.values.dim()));
    let told = Signal::derive(move || {
        let (strings, axes) = (store.strings(), named.map(|named| named.get()));
        shown
            .with(|heat| heat.as_ref().map(|heat| speak(heat, cell.get(), axes, strings)).unwrap_or_default())
    });
    let spoken = Signal::derive(move || told.with(|(sentence, _)| sentence.clone()));
    let square = Memo::new(move |_| shown.with(|heat| heat.as_ref().is_some_and(|heat| heat.square)));
    let source = move || {
        let s = store.strings_untracked();
        let names = match named {
            Some(named) => named.get(),
            None if square.get() => (s.picture.query, s.picture.key),
            None => ("", s.vectors.dimension),
        };
        let rule = rule.get()?;
        shown.with(|heat| Some(Source::Grids(vec![heat.as_ref()?.grid(String::new(), names, rule)])))
    };
    view! {
        // In sight while the picture is: on a phone it sticks to the top of the screen.
        <p class="cell-line" class:square=move || square.get() data-testid="cell" aria-hidden="true">
            {move || told.with(|(sentence, value)| {
                let (place, value) = parted(sentence, value);
                view! { <span>{place.to_owned()}</span> {value.to_owned()} }
            })}
        </p>
        <Frame class="heat" node_ref=frame name keys=arrows(size, cell, pick) spoken>
            <canvas class="cells" node_ref=cells aria-hidden="true"></canvas>
            {move || {
                // A canvas never changes the kind of its context: a new device needs a new one.
                let epoch = store.gpu_epoch.get();
                (epoch > 0).then(|| view! { <canvas class="cells" node_ref=device_canvas aria-hidden="true"></canvas> })
            }}
            <canvas class="axes" node_ref=axes aria-hidden="true"></canvas>
            <canvas class="bar" node_ref=bar aria-hidden="true"></canvas>
            <canvas class="over" node_ref=over aria-hidden="true" {..pointing(hit, hover, pick)}></canvas>
        </Frame>
        <div class="twins">
            <Table shown=shown/>
            <Save source kind="map" name/>
        </div>
    }
}
