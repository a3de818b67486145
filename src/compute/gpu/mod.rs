//! The WebGPU backend: all heads at once in compute shaders, pictures drawn without read-back.
//!
//! ```text
//!  load    q, k, v ─────────────► device
//!  attend  tables, params ──────► device    rotate → dot → softmax → output   (shaders/*.wgsl, one job each)
//!  paint   one head, one stage    ► canvas    top (once per stage) → paint
//!  read    one stage              ◄ device
//! ```
//!
//! A scheme that turns far pairs otherwise adds a rotate → dot for i > j and one for i < j; one with terms of content
//! and distance adds relative before the softmax, and values after the output.
//!
//! Angles are never formed on the device (WGSL promises sin and cos to about 2⁻¹¹ only), no shader knows how
//! wide a subgroup is, and what is masked is skipped rather than set to −∞, about which WGSL promises nothing.
//!
//! Everything that can be absent or go wrong is a [`ComputeError`]: see [`connect`] for what is asked in which
//! order, [`health`] for a device that is lost later. `dot`, `weights` and `output` stay on the device; the
//! other stages are made from `dot` where they are drawn or read.

mod buffers;
pub mod connect;
mod health;
mod long;
mod paint;
mod pass;
mod pipelines;
mod read;
mod uniform;
mod view;

use super::{Attend, AttentionBackend, BackendKind, ComputeError, Qkv};
use crate::attention::Stage;
use crate::matrix::Heads;
use buffers::Buffers;
use connect::Gpu;
use pass::Pass;
use pipelines::Pipelines;
use std::cell::Cell;
use std::rc::Rc;
use uniform::Shape;

pub use long::GpuLong;
pub use paint::{PaintRule, Top};
pub use view::{GpuView, Pixels};

/// Attention on the reader's GPU. One device; any number of [`GpuView`]s draw from it.
pub struct GpuAttention {
    gpu: Gpu,
    pipelines: Pipelines,
    buffers: Buffers,
    /// What `load` brought.
    loaded: Option<Shape>,
    /// What the last `attend` computed; `None` after a new `load`.
    pass: Option<Pass>,
    /// One bit per stage: its maximum stands in `tops` for the last pass.
    measured: Cell<u32>,
}

impl GpuAttention {
    /// Connects to a GPU and compiles the shaders.
    ///
    /// # Errors
    /// [`ComputeError::NoAdapter`] with a sentence that says what is missing: the secure context,
    /// `navigator.gpu`, an adapter, or a device. [`ComputeError::Gpu`] if a shader is refused.
    pub async fn new() -> Result<Self, ComputeError> {
        let gpu = Gpu::connect().await?;
        let pipelines = Pipelines::compile(&gpu).await?;
        let buffers = Buffers::new(&gpu);
        Ok(GpuAttention { gpu, pipelines, buffers, loaded: None, pass: None, measured: Cell::new(0) })
    }

    /// What the browser calls the adapter, for the page's "drawn by …".
    pub fn adapter_name(&self) -> &str {
        &self.gpu.adapter_name
    }

    /// Calls `tell` with the reason, once, when the device is lost or reports an error that no call returned:
    /// at once if that has happened already. It may drop this object.
    pub fn on_lost(&self, tell: impl FnOnce(ComputeError) + 'static) {
        self.gpu.health.listen(tell);
    }

    /// Whether the device still works. Every other method says the same first.
    pub fn check(&self) -> Result<(), ComputeError> {
        self.gpu.health.check()
    }

    /// Loses the device, as a driver reset would. For tests.
    pub fn destroy(&self) {
        self.gpu.device.destroy();
    }

    /// Resolves when all submitted work is done: `attend` and `paint` only submit. For timing.
    pub fn finished(&self) -> impl Future<Output = ()> + use<> {
        read::finished(&self.gpu)
    }

    /// Asks for the values of one stage of the last pass as they are now; a later `attend` does not change
    /// what the future yields. Borrows nothing, so that a slider can go on moving while it is awaited.
    pub fn request(
        &self,
        stage: Stage,
    ) -> Result<impl Future<Output = Result<Heads, ComputeError>> + use<>, ComputeError> {
        self.gpu.health.check()?;
        let pass = self.pass.as_ref().ok_or(ComputeError::NothingYet)?;
        read::request(&self.gpu, &self.buffers, pass, stage)
    }

    /// The largest finite |value| of one stage, one per head: the high ends that [`Top::Measured`] paints with.
    pub fn tops(
        &self,
        stage: Stage,
    ) -> Result<impl Future<Output = Result<Vec<f32>, ComputeError>> + use<>, ComputeError> {
        let pass = self.measure(stage)?;
        read::request_tops(&self.gpu, &self.buffers, pass, stage)
    }

    /// [`Self::tops`] of one head; 0 for a head that does not exist.
    pub async fn top(&self, head: usize, stage: Stage) -> Result<f32, ComputeError> {
        Ok(self.tops(stage)?.await?.get(head).copied().unwrap_or(0.0))
    }

    /// Makes sure that `tops` on the device holds the maxima of `stage` for the last pass, which it returns.
    fn measure(&self, stage: Stage) -> Result<&Pass, ComputeError> {
        self.gpu.health.check()?;
        let pass = self.pass.as_ref().ok_or(ComputeError::NothingYet)?;
        let bit = 1 << uniform::stage_code(stage);
        if self.measured.get() & bit == 0 {
            pass.measure(&self.gpu, &self.pipelines, &self.buffers, stage);
            self.measured.set(self.measured.get() | bit);
        }
        Ok(pass)
    }
}

impl AttentionBackend for GpuAttention {
    fn kind(&self) -> BackendKind {
        BackendKind::Gpu
    }

    fn load(&mut self, qkv: Rc<Qkv>) -> Result<(), ComputeError> {
        self.gpu.health.check()?;
        let shape = Shape::of(&qkv)?;
        self.buffers.load(&self.gpu, shape, &qkv)?;
        self.loaded = Some(shape);
        self.pass = None;
        Ok(())
    }

    fn attend(&mut self, how: &Attend) -> Result<(), ComputeError> {
        self.gpu.health.check()?;
        let shape = self.loaded.ok_or(ComputeError::NothingYet)?;
        let pass = Pass::new(shape, how)?;
        self.buffers.position(&self.gpu, &pass)?;
        pass.submit(&self.gpu, &self.pipelines, &self.buffers);
        self.measured.set(0);
        self.pass = Some(pass);
        Ok(())
    }

    async fn read(&mut self, stage: Stage) -> Result<Heads, ComputeError> {
        self.request(stage)?.await
    }
}

impl Drop for GpuAttention {
    /// Frees the device's memory now rather than when the browser collects garbage.
    fn drop(&mut self) {
        self.gpu.close();
    }
}
