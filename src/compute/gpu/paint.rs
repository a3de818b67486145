//! The picture of one head and stage, drawn on the device: by which rule, with what, into which texture.
//!
//! One pipeline and one set of bindings serve both targets: the canvas of a [`super::GpuView`] and a texture off
//! the screen whose pixels are read back. So what is true of the one's colours is true of the other's.

use super::super::ComputeError;
use super::GpuAttention;
use super::buffers::allocate;
use super::connect::Gpu;
use super::pipelines::bind;
use super::read::Copy;
use super::uniform::{Shape, stage_code};
use crate::attention::Stage;
use crate::picture::paint::{Paint, Scale};
use std::cell::RefCell;
use wgpu::BufferUsages as Usage;

/// Where the high end of the colour scale is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Top {
    /// [`Paint::top`].
    Fixed,
    /// The largest |value| of the head, found on the device; [`GpuAttention::top`] tells it to the colour bar.
    Measured,
}

/// A colour rule and where its scale ends.
///
/// Cells that the mask forbids (j > i, or [PAD]) take [`Paint::masked`] in [`Stage::Masked`], where they are −∞, and in
/// [`Stage::Weights`] too: they hold no weight, which is not the same as a small one.
#[derive(Clone, Debug, PartialEq)]
pub struct PaintRule {
    pub paint: Paint,
    pub top: Top,
}

/// What is drawn.
pub(super) struct Picture<'a> {
    shape: Shape,
    head: usize,
    stage: Stage,
    rule: &'a PaintRule,
}

impl Picture<'_> {
    /// Rows and columns.
    pub fn grid(&self) -> (usize, usize) {
        self.shape.grid(self.stage)
    }

    /// `View` of shaders/paint.wgsl for a target of `width` × `height` pixels, padded to whole 16 bytes.
    fn uniform(&self, width: u32, height: u32) -> [u32; 12] {
        let (rows, cols) = self.grid();
        let Paint { scale, top, gamma, masked, .. } = self.rule.paint;
        let top = match self.rule.top {
            Top::Fixed => top,
            Top::Measured => 0.0,
        };
        [
            self.head as u32,
            stage_code(self.stage),
            rows as u32,
            cols as u32,
            self.shape.stored_row(self.stage) as u32,
            width,
            height,
            (scale == Scale::Diverging).into(),
            top.to_bits(),
            gamma.to_bits(),
            u32::from_le_bytes(masked),
            0,
        ]
    }
}

/// The part of the device's memory that one target needs for itself.
pub(super) struct Brush {
    uniform: wgpu::Buffer,
    lut: wgpu::Buffer,
    /// The colour map that `lut` holds.
    lut_held: RefCell<Option<[[u8; 4]; 256]>>,
}

impl Brush {
    pub fn new(gpu: &Gpu) -> Self {
        Brush {
            uniform: allocate(gpu, "view", 48, Usage::UNIFORM | Usage::COPY_DST),
            lut: allocate(gpu, "colour map", 1024, Usage::STORAGE | Usage::COPY_DST),
            lut_held: RefCell::new(None),
        }
    }

    /// Takes up the colours of `picture`; the map only if it is another one than before.
    fn dip(&self, gpu: &Gpu, picture: &Picture, width: u32, height: u32) {
        let uniform = picture.uniform(width, height);
        gpu.queue.write_buffer(&self.uniform, 0, bytemuck::cast_slice(&uniform));
        let lut = &picture.rule.paint.lut;
        if self.lut_held.borrow().as_ref() != Some(lut) {
            gpu.queue.write_buffer(&self.lut, 0, lut.as_flattened());
            self.lut_held.replace(Some(*lut));
        }
    }
}

impl Drop for Brush {
    fn drop(&mut self) {
        self.uniform.destroy();
        self.lut.destroy();
    }
}

impl GpuAttention {
    /// What there is to draw of the last pass, its maximum measured if the rule needs it; `None` for an empty text
    /// and for a head that does not exist.
    pub(super) fn picture<'a>(
        &self,
        head: usize,
        stage: Stage,
        rule: &'a PaintRule,
    ) -> Result<Option<Picture<'a>>, ComputeError> {
        self.check()?;
        let pass = match rule.top {
            Top::Measured => self.measure(stage)?,
            Top::Fixed => self.pass.as_ref().ok_or(ComputeError::NothingYet)?,
        };
        let shape = pass.shape;
        let exists = !shape.is_empty() && head < shape.n_heads;
        Ok(exists.then_some(Picture { shape, head, stage, rule }))
    }

    /// Submits the drawing of `picture` over all of `target`, which has [`Gpu::canvas_format`].
    pub(super) fn draw(&self, brush: &Brush, picture: &Picture, target: &wgpu::Texture) {
        let (gpu, b, pipeline) = (&self.gpu, &self.buffers, &self.pipelines.paint);
        brush.dip(gpu, picture, target.width(), target.height());
        let stored = b.stored(picture.stage);
        let buffers = [&b.near.params, &brush.uniform, stored, b.shift(), &b.tops.buffer, &brush.lut];
        let bindings = bind(gpu, &pipeline.get_bind_group_layout(0), &buffers);

        let attachment = wgpu::RenderPassColorAttachment {
            view: &target.create_view(&Default::default()),
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
        pass.set_bind_group(0, &bindings, &[]);
        pass.draw(0..3, 0..1);
        drop(pass);
        gpu.queue.submit([encoder.finish()]);
    }

    /// The pixels that [`Self::paint`] would show on a canvas of `width` × `height`, read back: RGBA with
    /// premultiplied alpha, row by row from the top; all zero where there is nothing to draw. Drawn at the call, so
    /// a later `attend` does not change what the future yields; it borrows nothing. For tests and for browsers that
    /// compute on a device but cannot show its canvases.
    ///
    /// # Errors
    /// [`ComputeError::TooLarge`] beyond what the device has textures for; those of [`Self::paint`].
    pub fn paint_pixels(
        &self,
        head: usize,
        stage: Stage,
        rule: &PaintRule,
        width: u32,
        height: u32,
    ) -> impl Future<Output = Result<Vec<u8>, ComputeError>> + use<> {
        let drawn = self.draw_apart(head, stage, rule, width, height);
        async move {
            match drawn? {
                Some(drawn) => drawn.pixels().await,
                None => Ok(vec![0; 4 * width as usize * height as usize]),
            }
        }
    }

    /// Draws to a texture of its own and submits the copy of it; `None` if there is nothing to draw.
    fn draw_apart(
        &self,
        head: usize,
        stage: Stage,
        rule: &PaintRule,
        width: u32,
        height: u32,
    ) -> Result<Option<Drawn>, ComputeError> {
        let gpu = &self.gpu;
        let (side, largest) = (width.max(height), gpu.limits.max_texture_dimension_2d);
        if side > largest {
            let [bytes, limit] = [side, largest].map(|pixels| 4 * u64::from(pixels));
            return Err(ComputeError::TooLarge { what: "one side of a picture", bytes, limit });
        }
        let picture = self.picture(head, stage, rule)?.filter(|_| width > 0 && height > 0);
        let Some(picture) = picture else { return Ok(None) };
        // WebGPU copies rows of a texture only to multiples of 256 bytes.
        let row = (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let copy = Copy::room(gpu, u64::from(row) * u64::from(height))?;

        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("picture"),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: gpu.canvas_format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        self.draw(&Brush::new(gpu), &picture, &texture);
        copy.take_texture(gpu, &texture, row);
        texture.destroy();
        let blue_first = gpu.canvas_format == wgpu::TextureFormat::Bgra8Unorm;
        Ok(Some(Drawn { copy, width: 4 * width as usize, row: row as usize, blue_first }))
    }
}

/// A picture on its way back.
struct Drawn {
    copy: Copy,
    /// Bytes of a row of pixels.
    width: usize,
    /// Bytes from one row of the copy to the next.
    row: usize,
    /// BGRA rather than RGBA.
    blue_first: bool,
}

impl Drawn {
    async fn pixels(self) -> Result<Vec<u8>, ComputeError> {
        let Drawn { copy, width, row, blue_first } = self;
        let padded = copy.bytes().await?;
        let mut pixels: Vec<u8> =
            padded.chunks(row).flat_map(|row| row.iter().take(width)).copied().collect();
        if blue_first {
            pixels.as_chunks_mut::<4>().0.iter_mut().for_each(|pixel| pixel.swap(0, 2));
        }
        Ok(pixels)
    }
}
