//! One canvas that shows one head and stage, drawn on the device.

use super::super::ComputeError;
use super::GpuAttention;
use super::buffers::allocate;
use super::connect::Gpu;
use super::pipelines::bind;
use super::uniform::{Shape, stage_code};
use crate::attention::Stage;
use crate::picture::paint::{Paint, Scale};
use std::cell::{Cell, RefCell};
use web_sys::HtmlCanvasElement;
use wgpu::BufferUsages as Usage;

/// How many pixels a view's canvas has. Its size on the page is the style sheet's business
/// (`image-rendering: pixelated` keeps the cells crisp when they are enlarged).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pixels {
    /// One per cell: the canvas is resized to the picture, n × n.
    PerCell,
    /// As many as the canvas has: each shows the cell under its centre. For thumbnails of long texts.
    OfCanvas,
}

/// Where the high end of the colour scale is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Top {
    /// [`Paint::top`].
    Fixed,
    /// The largest |value| of the head, found on the device; [`GpuAttention::top`] tells it to the colour bar.
    Measured,
}

/// A colour rule and where its scale ends.
#[derive(Clone, Debug, PartialEq)]
pub struct PaintRule {
    pub paint: Paint,
    pub top: Top,
}

/// A canvas with a WebGPU context. It lives as long as its device: after a loss, a new canvas element is needed,
/// since a canvas never changes the kind of its context.
pub struct GpuView {
    canvas: HtmlCanvasElement,
    surface: wgpu::Surface<'static>,
    pixels: Pixels,
    /// The size that the surface was last configured for.
    configured: Cell<(u32, u32)>,
    uniform: wgpu::Buffer,
    lut: wgpu::Buffer,
    /// The colour map that `lut` holds.
    lut_held: RefCell<Option<[[u8; 4]; 256]>>,
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
            uniform: allocate(gpu, "view", 48, Usage::UNIFORM | Usage::COPY_DST),
            lut: allocate(gpu, "colour map", 1024, Usage::STORAGE | Usage::COPY_DST),
            lut_held: RefCell::new(None),
        })
    }

    /// Draws the cells of one head and stage of the last pass. Nothing is read back. A head that does not exist
    /// is not drawn.
    pub fn paint(
        &self,
        view: &GpuView,
        head: usize,
        stage: Stage,
        rule: &PaintRule,
    ) -> Result<(), ComputeError> {
        let pass = match rule.top {
            Top::Measured => self.measure(stage)?,
            Top::Fixed => {
                self.check()?;
                self.pass.as_ref().ok_or(ComputeError::NothingYet)?
            }
        };
        if pass.shape.is_empty() || head >= pass.shape.n_heads {
            return Ok(());
        }
        let gpu = &self.gpu;
        let size = view.configure(gpu, pass.shape.grid(stage));
        view.upload(gpu, &uniform(pass.shape, head, stage, size, rule), &rule.paint.lut);

        let b = &self.buffers;
        let buffers = [&b.params, &view.uniform, b.stored(stage), &b.bias.buffer, &b.tops.buffer, &view.lut];
        let bindings = bind(gpu, &self.pipelines.paint.get_bind_group_layout(0), &buffers);
        view.draw(gpu, &self.pipelines.paint, &bindings)
    }
}

impl GpuView {
    /// Gives the canvas its size in pixels and the surface the same; returns it.
    fn configure(&self, gpu: &Gpu, (rows, cols): (usize, usize)) -> (u32, u32) {
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
        size
    }

    fn upload(&self, gpu: &Gpu, uniform: &[u32; 12], lut: &[[u8; 4]; 256]) {
        gpu.queue.write_buffer(&self.uniform, 0, bytemuck::cast_slice(uniform));
        if self.lut_held.borrow().as_ref() != Some(lut) {
            gpu.queue.write_buffer(&self.lut, 0, lut.as_flattened());
            self.lut_held.replace(Some(*lut));
        }
    }

    fn draw(
        &self,
        gpu: &Gpu,
        pipeline: &wgpu::RenderPipeline,
        bindings: &wgpu::BindGroup,
    ) -> Result<(), ComputeError> {
        use wgpu::CurrentSurfaceTexture::{Suboptimal, Success};
        let (Success(frame) | Suboptimal(frame)) = self.surface.get_current_texture() else {
            return Err(gpu.health.fault_or_lost("drawing"));
        };
        let target = frame.texture.create_view(&Default::default());
        let attachment = wgpu::RenderPassColorAttachment {
            view: &target,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                store: wgpu::StoreOp::Store,
            },
        };
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(attachment)],
            ..Default::default()
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, bindings, &[]);
        pass.draw(0..3, 0..1);
        drop(pass);
        gpu.queue.submit([encoder.finish()]);
        gpu.queue.present(frame);
        Ok(())
    }
}

impl Drop for GpuView {
    fn drop(&mut self) {
        self.uniform.destroy();
        self.lut.destroy();
    }
}

/// `View` of shaders/paint.wgsl, padded to whole 16 bytes.
fn uniform(shape: Shape, head: usize, stage: Stage, size: (u32, u32), rule: &PaintRule) -> [u32; 12] {
    let (rows, cols) = shape.grid(stage);
    let top = match rule.top {
        Top::Fixed => rule.paint.top,
        Top::Measured => 0.0,
    };
    [
        head as u32,
        stage_code(stage),
        rows as u32,
        cols as u32,
        shape.stored_row(stage) as u32,
        size.0,
        size.1,
        (rule.paint.scale == Scale::Diverging).into(),
        top.to_bits(),
        rule.paint.gamma.to_bits(),
        u32::from_le_bytes(rule.paint.masked),
        0,
    ]
}
