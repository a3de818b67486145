//! A device that is lost or complains in the middle of work: an error from every method, no panic.

use crate::canvas::canvas;
use crate::case::{gpu, small};
use crate::gpu_paint::rule;
use locus::attention::Stage;
use locus::compute::gpu::{GpuAttention, Pixels, Top};
use locus::compute::{AttentionBackend, ComputeError};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen_test::wasm_bindgen_test;

fn lost<T: std::fmt::Debug>(result: Result<T, ComputeError>) {
    assert!(matches!(result, Err(ComputeError::DeviceLost(_))), "{result:?}");
}

/// Collects what `on_lost` says.
fn listen(gpu: &GpuAttention) -> Rc<RefCell<Vec<ComputeError>>> {
    let said = Rc::new(RefCell::new(Vec::new()));
    let heard = said.clone();
    gpu.on_lost(move |why| heard.borrow_mut().push(why));
    said
}

#[wasm_bindgen_test]
async fn losing_the_device_in_the_middle_of_work() {
    let mut gpu = gpu().await;
    let said = listen(&gpu);
    let case = small();
    let qkv = case.run(&mut gpu);
    let view = gpu.view(&canvas(9, 9), Pixels::PerCell).unwrap();
    gpu.paint(&view, 0, Stage::Weights, &rule(Top::Measured)).unwrap();

    let under_way = gpu.request(Stage::Weights).unwrap();
    gpu.destroy();
    // Nobody has been told yet: these reach a dead device, and only must not panic.
    let _ = gpu.attend(&case.attend());
    let _ = gpu.paint(&view, 0, Stage::Dot, &rule(Top::Measured));
    lost(under_way.await);
    gpu.finished().await;

    assert_eq!(said.borrow().len(), 1, "told once: {said:?}");
    assert!(matches!(said.borrow()[0], ComputeError::DeviceLost(_)), "{said:?}");
    lost(gpu.check());
    lost(gpu.load(qkv));
    lost(gpu.attend(&case.attend()));
    lost(gpu.read(Stage::Output).await);
    lost(gpu.top(0, Stage::Dot).await);
    lost(gpu.paint(&view, 0, Stage::Weights, &rule(Top::Fixed)));
    lost(gpu.view(&canvas(9, 9), Pixels::PerCell).map(drop));

    // Who asks late is told at once.
    assert_eq!(*listen(&gpu).borrow(), *said.borrow());
}

#[wasm_bindgen_test]
async fn another_device_works_after_one_was_lost() {
    let first = gpu().await;
    first.destroy();
    let mut second = gpu().await;
    small().run(&mut second);
    assert!(second.read(Stage::Weights).await.is_ok());
}

#[wasm_bindgen_test]
async fn dropping_the_backend_tells_nobody() {
    let mut gpu = gpu().await;
    let said = listen(&gpu);
    small().run(&mut gpu);
    let under_way = gpu.request(Stage::Weights).unwrap();
    drop(gpu);
    lost(under_way.await);
    assert!(said.borrow().is_empty(), "{said:?}");
}

#[wasm_bindgen_test]
async fn an_error_that_no_call_returns_is_not_only_in_the_console() {
    // The browser's own device, to provoke an error behind the backend's back.
    js_sys::eval(
        "globalThis.keptRequestDevice = GPUAdapter.prototype.requestDevice;
         GPUAdapter.prototype.requestDevice = async function (wanted) {
             return (globalThis.lastDevice = await keptRequestDevice.call(this, wanted));
         }",
    )
    .unwrap();
    let mut gpu = gpu().await;
    js_sys::eval("GPUAdapter.prototype.requestDevice = keptRequestDevice").unwrap();
    let said = listen(&gpu);
    small().run(&mut gpu);
    js_sys::eval(
        "lastDevice.createBuffer({ size: 4, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE })",
    )
    .unwrap();
    gpu.finished().await;
    while said.borrow().is_empty() {
        gpu.finished().await; // the error event is a task of its own
    }
    assert!(matches!(said.borrow()[0], ComputeError::Gpu(_)), "{said:?}");
    assert!(matches!(gpu.attend(&small().attend()), Err(ComputeError::Gpu(_))));
}

#[wasm_bindgen_test]
async fn a_canvas_of_another_kind_is_refused() {
    let gpu = gpu().await;
    let canvas = canvas(4, 4);
    canvas.get_context("2d").unwrap();
    assert!(matches!(gpu.view(&canvas, Pixels::PerCell).map(drop), Err(ComputeError::Gpu(_))));
    assert_eq!(gpu.check(), Ok(()));
}
