//! One canvas that shows one head and stage, drawn on the device.

use super::super::ComputeError;
use super::GpuAttention;
use super::connect::Gpu;
use super::paint::{Brush, PaintRule};
use crate::attention::Stage;
use std::cell::Cell;
use web_sys::HtmlCanvasElement;

/// How many pixels a view's canvas has. Its size on the page is the style sheet's business
/// (`image-rendering: pixelated` keeps the cells crisp when they are enlarged).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pixels {
    /// One per cell: the canvas is resized to the picture, n × n.
    PerCell,
    /// As many as the canvas has: each shows the cell under its centre. For thumbnails of long texts.
    OfCanvas,
}

/// A canvas with a WebGPU context. It lives as long as its device: after a loss, a new canvas element is needed,
/// since a canvas never changes the kind of its context.
pub struct GpuView {
    canvas: HtmlCanvasElement,
    surface: wgpu::Surface<'static>,
    pixels: Pixels,
    /// The size that the surface was last configured for.
    configured: Cell<(u32, u32)>,
    brush: Brush,
}

impl GpuAttention {
    /// A view that draws to `canvas`.
    ///
    /// # Errors
    /// [`ComputeError::Gpu`] if the canvas has a context of another kind already.
    pub fn view(&self, canvas: &HtmlCanvasElement, pixels: Pixels) -> Result<GpuView, ComputeError> {
        self.check()?;
        let gpu = &self.gpu;
        let surface = gpu
            .instance
            .create_surface(wgpu::SurfaceTarget::Canvas(canvas.clone()))
            .map_err(|e| ComputeError::Gpu(e.to_string()))?;
        Ok(GpuView {
            canvas: canvas.clone(),
            surface,
            pixels,
            configured: Cell::new((0, 0)),
            brush: Brush::new(gpu),
        })
    }

    /// Draws the cells of one head and stage of the last pass. Nothing is read back. A head that does not exist
    /// is not drawn. Which cells are masked: [`PaintRule`].
    pub fn paint(
        &self,
        view: &GpuView,
        head: usize,
        stage: Stage,
        rule: &PaintRule,
    ) -> Result<(), ComputeError> {
        let Some(picture) = self.picture(head, stage, rule)? else { return Ok(()) };
        view.configure(&self.gpu, picture.grid());
        let frame = view.frame(&self.gpu)?;
        self.draw(&view.brush, &picture, &frame.texture);
        self.gpu.queue.present(frame);
        Ok(())
    }
}

impl GpuView {
    /// Gives the canvas its size in pixels and the surface the same.
    fn configure(&self, gpu: &Gpu, (rows, cols): (usize, usize)) {
        let largest = gpu.limits.max_texture_dimension_2d;
        let (width, height) = match self.pixels {
            Pixels::PerCell => (cols as u32, rows as u32),
            Pixels::OfCanvas => (self.canvas.width(), self.canvas.height()),
        };
        let size = (width.clamp(1, largest), height.clamp(1, largest));
        if self.configured.get() != size {
            self.surface.configure(
                &gpu.device,
                &wgpu::SurfaceConfiguration {
                    usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
                    format: gpu.canvas_format,
                    color_space: wgpu::SurfaceColorSpace::Srgb,
                    width: size.0,
                    height: size.1,
                    present_mode: wgpu::PresentMode::Fifo,
                    desired_maximum_frame_latency: 2,
                    alpha_mode: wgpu::CompositeAlphaMode::PreMultiplied,
                    view_formats: Vec::new(),
                },
            );
            self.configured.set(size);
        }
    }

    /// The texture that the canvas shows next.
    fn frame(&self, gpu: &Gpu) -> Result<wgpu::SurfaceTexture, ComputeError> {
        use wgpu::CurrentSurfaceTexture::{Suboptimal, Success};
        match self.surface.get_current_texture() {
            Success(frame) | Suboptimal(frame) => Ok(frame),
            _ => Err(gpu.health.fault_or_lost("drawing")),
        }
    }
}
