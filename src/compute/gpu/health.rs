//! A device can be lost at any moment, and reports most errors long after the call that caused them.
//!
//! Both end here: the first fault is kept, every later call returns it, and whoever listens is told once. So
//! no error is only a line in the console, and none is a panic.

use super::super::{ComputeError, Loss};
use super::connect::member;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Watches one device.
#[derive(Default)]
pub(super) struct Watch {
    fault: RefCell<Option<ComputeError>>,
    listener: RefCell<Option<Box<dyn FnOnce(ComputeError)>>>,
    /// Kept because the browser calls it as long as the device reports errors.
    on_error: RefCell<Option<Closure<dyn FnMut(JsValue)>>>,
}

impl Watch {
    /// Begins to watch. Uses the browser's own device: wgpu's callbacks must be `Send`, which nothing here is.
    pub fn over(device: &wgpu::Device) -> Rc<Self> {
        let watch = Rc::new(Watch::default());
        let Some(device) = device.as_webgpu() else { return watch };

        let lost = JsFuture::from(device.lost());
        let on_lost = Rc::downgrade(&watch);
        spawn_local(async move {
            if let (Ok(info), Some(watch)) = (lost.await, on_lost.upgrade()) {
                watch.fail(ComputeError::DeviceLost(Loss::Said(info.message())));
            }
        });

        let weak = Rc::downgrade(&watch);
        let on_error = Closure::new(move |event: JsValue| {
            if let Some(watch) = weak.upgrade() {
                let message = member(&member(&event, "error"), "message").as_string();
                watch.fail(ComputeError::Gpu(message.unwrap_or_else(|| "unknown error".to_owned())));
            }
        });
        device.set_onuncapturederror(Some(on_error.as_ref().unchecked_ref()));
        watch.on_error.replace(Some(on_error));
        watch
    }

    /// The first fault, if there was one.
    pub fn check(&self) -> Result<(), ComputeError> {
        self.fault.borrow().clone().map_or(Ok(()), Err)
    }

    /// The fault behind an operation that the browser refused. If none is known yet, the device is being lost:
    /// the promise that says why resolves a little later.
    pub fn fault_or_lost(&self, doing: &'static str) -> ComputeError {
        self.fault.borrow().clone().unwrap_or(ComputeError::DeviceLost(Loss::Stopped(doing)))
    }

    /// Keeps the first fault and tells the listener.
    fn fail(&self, fault: ComputeError) {
        if self.fault.borrow().is_some() {
            return;
        }
        self.fault.replace(Some(fault.clone()));
        // Taken out before the call: the listener may drop or ask whatever it likes.
        let listener = self.listener.take();
        if let Some(tell) = listener {
            tell(fault);
        }
    }

    /// Sets the one listener; calls it at once if there is a fault already.
    pub fn listen(&self, tell: impl FnOnce(ComputeError) + 'static) {
        match self.check() {
            Ok(()) => drop(self.listener.replace(Some(Box::new(tell)))),
            Err(fault) => tell(fault),
        }
    }

    /// Forgets the listener: the loss that follows is wanted.
    pub fn close(&self, device: &wgpu::Device) {
        self.listener.take();
        if let Some(device) = device.as_webgpu() {
            device.set_onuncapturederror(None);
        }
        self.fail(ComputeError::DeviceLost(Loss::Closed));
    }
}
