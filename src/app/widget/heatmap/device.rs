//! Cells that the GPU holds are painted by it, on a canvas of their own over the other.

use crate::attention::Stage;
use crate::compute::gpu::{GpuView, PaintRule, Pixels, Top};
use crate::picture::paint::Paint;
use crate::store::Store;
use leptos::html::Canvas;
use leptos::prelude::*;
use web_sys::HtmlCanvasElement;

/// Paints from the device that the engine holds now.
#[derive(Clone, Copy)]
pub struct Painter {
    store: Store,
    view: StoredValue<Option<GpuView>, LocalStorage>,
}

/// A painter for `canvas`; `None` until there is a device and the canvas is on the page.
pub fn painter(store: Store, canvas: NodeRef<Canvas>) -> RwSignal<Option<Painter>, LocalStorage> {
    let painter = RwSignal::new_local(None);
    Effect::new(move |_| {
        let Some(canvas) = canvas.get() else { return };
        let view = store
            .engine
            .with_value(|e| e.gpu.as_ref().and_then(|gpu| gpu.view(&canvas, Pixels::PerCell).ok()));
        if view.is_some() {
            painter.set(Some(Painter { store, view: StoredValue::new_local(view) }));
        }
    });
    painter
}

impl Painter {
    /// Whether the device painted head and stage; if it did not, the cells must be drawn otherwise.
    pub fn paint(self, (head, stage): (usize, Stage), paint: &Paint) -> bool {
        let rule = PaintRule { paint: paint.clone(), top: Top::Measured };
        let painted = self.view.try_with_value(|view| {
            self.store.engine.with_value(|engine| match (&engine.gpu, view) {
                (Some(gpu), Some(view)) => gpu.paint(view, head, stage, &rule).is_ok(),
                _ => false,
            })
        });
        painted.unwrap_or(false)
    }
}

/// Shows the device's canvas or the other.
pub fn show(plain: &HtmlCanvasElement, device: Option<&HtmlCanvasElement>, on_device: bool) {
    let set = |canvas: &HtmlCanvasElement, visible: bool| {
        let value = if visible { "visible" } else { "hidden" };
        let _ = web_sys::HtmlElement::style(canvas).set_property("visibility", value);
    };
    set(plain, !on_device);
    if let Some(device) = device {
        set(device, on_device);
    }
}
