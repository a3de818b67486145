//! The GPU on the page: connecting, when it is used, and what happens when it is lost.

use super::driver;
use super::store::{GpuStatus, Store};
use crate::attention::{Mask, Stage};
use crate::compute::cpu::{self, HeadResult, Scratch};
use crate::compute::gpu::{GpuAttention, PaintRule, Pixels, Top};
use crate::compute::{Attend, AttentionBackend, BackendKind, ComputeError, NoGpu, Qkv};
use crate::matrix::Heads;
use crate::picture::paint::{Paint, Scale};
use crate::position::Sizes;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::HtmlCanvasElement;

/// How long a browser may take to give a device.
const PATIENCE: Duration = Duration::from_secs(5);

/// Measured on this machine: when the GPU is the faster one. Work is counted in multiply-adds of the scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossover {
    /// Milliseconds per unit of work on the CPU.
    cpu: f64,
    /// Milliseconds per pass on the GPU whatever its size, and per unit of work.
    gpu_fixed: f64,
    gpu: f64,
}

impl Crossover {
    fn faster(self, sizes: Sizes) -> BackendKind {
        let work = work(sizes.n_heads, sizes.n, sizes.head_dim);
        if self.gpu_fixed + self.gpu * work < self.cpu * work { BackendKind::Gpu } else { BackendKind::Cpu }
    }
}

fn work(n_heads: usize, n: usize, head_dim: usize) -> f64 {
    (n_heads * n * n * head_dim) as f64
}

/// Which backend computes the next picture of `sizes`.
pub fn choose(store: Store, sizes: Sizes) -> BackendKind {
    let wanted = store.state.with_untracked(|s| s.backend);
    store.engine.with_value(|engine| match (wanted, &engine.gpu, engine.crossover) {
        ("gpu", Some(_), _) => BackendKind::Gpu,
        ("auto", Some(_), Some(crossover)) => crossover.faster(sizes),
        _ => BackendKind::Cpu,
    })
}

/// Whether a picture has to wait for the GPU because the reader asked for it.
pub fn awaited(store: Store) -> bool {
    let wanted = store.state.with_untracked(|s| s.backend == "gpu");
    wanted && matches!(store.gpu.get_untracked(), GpuStatus::Unknown | GpuStatus::Connecting)
}

/// Connects once, unless the reader wants the CPU. The page works meanwhile.
pub fn connect(store: Store) {
    let unwanted = store.state.with_untracked(|s| s.backend == "cpu");
    if unwanted || store.gpu.get_untracked() != GpuStatus::Unknown {
        return;
    }
    store.gpu.set(GpuStatus::Connecting);
    set_timeout(move || give_up(store), PATIENCE);
    spawn_local(async move {
        match open().await {
            Ok(Opened { gpu, canvas, crossover }) => {
                gpu.on_lost(move |why| lost(store, why));
                store.engine.update_value(|engine| {
                    engine.gpu = Some(gpu);
                    engine.gpu_canvas = canvas;
                    engine.gpu_revision = None;
                    engine.crossover = Some(crossover);
                });
                store.gpu_epoch.update(|epoch| *epoch += 1);
                store.gpu.set(GpuStatus::Ready);
            }
            Err(error) => store.gpu.set(GpuStatus::Absent(error)),
        }
        driver::again(store);
    });
}

/// A device, whether it can draw to canvases, and when it pays.
struct Opened {
    gpu: GpuAttention,
    canvas: bool,
    crossover: Crossover,
}

async fn open() -> Result<Opened, ComputeError> {
    let mut gpu = GpuAttention::new().await?;
    let canvas = canvas_shows(&mut gpu).await;
    if !canvas {
        // The trial may have cost the device: software adapters lose it over a canvas.
        gpu = GpuAttention::new().await?;
    }
    let crossover = measure(&mut gpu).await?;
    Ok(Opened { gpu, canvas, crossover })
}

/// Whether what the device paints on a canvas can be seen there. Some browsers compute on a software adapter but
/// cannot show its canvases; then the numbers are read back and painted by the CPU.
async fn canvas_shows(gpu: &mut GpuAttention) -> bool {
    const COLOR: [u8; 4] = [200, 100, 50, 255];
    let paint = Paint { lut: [COLOR; 256], scale: Scale::Sequential, top: 1.0, gamma: 1.0, masked: COLOR };
    let (qkv, how) = sample(1, 2, 2);
    let Some(canvas) = canvas_of(2) else { return false };
    let painted = gpu.load(qkv).and_then(|()| gpu.attend(&how)).and_then(|()| {
        let view = gpu.view(&canvas, Pixels::PerCell)?;
        gpu.paint(&view, 0, Stage::Weights, &PaintRule { paint, top: Top::Fixed })
    });
    let seen = painted.is_ok()
        && pixel(&canvas).is_some_and(|p| p.iter().zip(COLOR).all(|(a, b)| a.abs_diff(b) < 4));
    gpu.finished().await;
    seen && gpu.check().is_ok()
}

fn canvas_of(side: u32) -> Option<HtmlCanvasElement> {
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(side);
    canvas.set_height(side);
    Some(canvas)
}

/// The first pixel of `canvas` as another canvas sees it.
fn pixel(canvas: &HtmlCanvasElement) -> Option<Vec<u8>> {
    let context = canvas_of(2)?.get_context("2d").ok()??;
    let context: web_sys::CanvasRenderingContext2d = context.dyn_into().ok()?;
    context.draw_image_with_html_canvas_element(canvas, 0.0, 0.0).ok()?;
    Some(context.get_image_data(0.0, 0.0, 1.0, 1.0).ok()?.data().0)
}

/// A driver that hangs never answers, but whoever waits for a picture must be: the CPU's stands. An adapter that
/// comes later is still taken.
fn give_up(store: Store) {
    if store.gpu.get_untracked() == GpuStatus::Connecting {
        let silent = NoGpu::Silent { seconds: PATIENCE.as_secs() };
        store.gpu.set(GpuStatus::Absent(ComputeError::NoAdapter(silent)));
        driver::again(store);
    }
}

/// The device is gone: the CPU takes over with the same settings, and the reader is told.
pub fn lost(store: Store, why: ComputeError) {
    let dropped = store.engine.try_update_value(|engine| engine.gpu.take());
    if dropped.flatten().is_some() {
        store.gpu.set(GpuStatus::Lost(why));
        driver::again(store);
    }
}

/// Times both backends on two small passes.
async fn measure(gpu: &mut GpuAttention) -> Result<Crossover, ComputeError> {
    const HEADS: usize = 4;
    const WIDTH: usize = 32;
    let (small, large) = (32, 192);
    let cpu = cpu_time(1, large, WIDTH)? / work(1, large, WIDTH);
    // The first pass pays for things that later ones do not.
    gpu_time(gpu, HEADS, small, WIDTH).await?;
    let fixed = gpu_time(gpu, HEADS, small, WIDTH).await?;
    let all = gpu_time(gpu, HEADS, large, WIDTH).await?;
    let extra = work(HEADS, large, WIDTH) - work(HEADS, small, WIDTH);
    Ok(Crossover { cpu, gpu_fixed: fixed, gpu: ((all - fixed) / extra).max(0.0) })
}

fn sample(n_heads: usize, n: usize, head_dim: usize) -> (Rc<Qkv>, Attend) {
    let x = Heads::from_shape_fn((n_heads, n, head_dim), |(h, i, c)| ((h + 3 * i + 7 * c) as f32).sin());
    let qkv = Rc::new(Qkv { q: x.clone(), k: x.clone(), v: x });
    (qkv, Attend::plain(1.0 / (head_dim as f32).sqrt(), Mask::Full))
}

fn cpu_time(n_heads: usize, n: usize, head_dim: usize) -> Result<f64, ComputeError> {
    let (qkv, how) = sample(n_heads, n, head_dim);
    let (mut out, mut scratch) = (HeadResult::default(), Scratch::default());
    cpu::attend_head(&qkv, &how, 0, &mut out, &mut scratch)?;
    let start = driver::now();
    cpu::attend_head(&qkv, &how, 0, &mut out, &mut scratch)?;
    Ok((driver::now() - start).max(0.01))
}

async fn gpu_time(
    gpu: &mut GpuAttention,
    n_heads: usize,
    n: usize,
    head_dim: usize,
) -> Result<f64, ComputeError> {
    let (qkv, how) = sample(n_heads, n, head_dim);
    gpu.load(qkv)?;
    let start = driver::now();
    gpu.attend(&how)?;
    gpu.finished().await;
    gpu.check()?;
    Ok((driver::now() - start).max(0.01))
}
