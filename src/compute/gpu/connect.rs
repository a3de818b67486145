//! Finding a device, and saying in one sentence what is missing if there is none.
//!
//! Asked in this order, since each makes sense only after the one before: is the page a secure context, does
//! the browser have `navigator.gpu`, does it really return an adapter, does the adapter give a device.

use super::super::{ComputeError, NoGpu};
use super::health::Watch;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};

/// An open device and what is needed beside it.
pub(super) struct Gpu {
    pub instance: wgpu::Instance,
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    pub limits: wgpu::Limits,
    pub adapter_name: String,
    /// The format in which the browser shows a canvas without a conversion; never an sRGB one.
    pub canvas_format: wgpu::TextureFormat,
    pub health: Rc<Watch>,
}

impl Gpu {
    /// Asks for the adapter and its device, with the largest buffers that the adapter offers.
    pub async fn connect() -> Result<Self, ComputeError> {
        probe()?;
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let adapter = instance
            .request_adapter(&wgpu::RequestAdapterOptions::default())
            .await
            .map_err(|_| ComputeError::NoAdapter(NoGpu::NoAdapter))?;
        let offered = adapter.limits();
        let limits = wgpu::Limits {
            max_buffer_size: offered.max_buffer_size,
            max_storage_buffer_binding_size: offered.max_storage_buffer_binding_size,
            ..wgpu::Limits::default()
        };
        let wanted = wgpu::DeviceDescriptor { required_limits: limits, ..Default::default() };
        let (device, queue) = adapter
            .request_device(&wanted)
            .await
            .map_err(|e| ComputeError::NoAdapter(NoGpu::NoDevice(e.to_string())))?;
        Ok(Gpu {
            limits: device.limits(),
            adapter_name: adapter.get_info().name,
            canvas_format: canvas_format(),
            health: Watch::over(&device),
            instance,
            device,
            queue,
        })
    }

    /// Stops listening and gives the device back.
    pub fn close(&self) {
        self.health.close(&self.device);
        self.device.destroy();
    }
}

/// Whether this page may use WebGPU at all; whether there is an adapter shows only when one is asked for.
///
/// # Errors
/// [`ComputeError::NoAdapter`], a different reason for an insecure page and for a browser without WebGPU.
pub fn probe() -> Result<(), ComputeError> {
    let page = js_sys::global();
    if member(&page, "isSecureContext").as_bool() != Some(true) {
        return Err(ComputeError::NoAdapter(NoGpu::InsecurePage));
    }
    let gpu = navigator_gpu();
    if gpu.is_undefined() || gpu.is_null() {
        return Err(ComputeError::NoAdapter(NoGpu::NoWebGpu));
    }
    Ok(())
}

/// `navigator.gpu`, in a page and in a worker alike.
fn navigator_gpu() -> JsValue {
    member(&member(&js_sys::global(), "navigator"), "gpu")
}

/// `object[name]`, undefined if it has none or is not an object.
pub(super) fn member(object: &JsValue, name: &str) -> JsValue {
    js_sys::Reflect::get(object, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

/// `navigator.gpu.getPreferredCanvasFormat()`: either `bgra8unorm` or `rgba8unorm`, both without sRGB
/// conversion, so that the bytes of a colour map are shown as they are.
fn canvas_format() -> wgpu::TextureFormat {
    let gpu = navigator_gpu();
    let preferred = member(&gpu, "getPreferredCanvasFormat")
        .dyn_into::<js_sys::Function>()
        .and_then(|ask| ask.call0(&gpu))
        .unwrap_or(JsValue::UNDEFINED);
    match preferred.as_string().as_deref() {
        Some("rgba8unorm") => wgpu::TextureFormat::Rgba8Unorm,
        _ => wgpu::TextureFormat::Bgra8Unorm,
    }
}
