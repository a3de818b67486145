//! Each way of having no WebGPU has a reason of its own.

use locus::compute::gpu::{GpuAttention, connect};
use locus::compute::{ComputeError, NoGpu};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;

/// What `GpuAttention::new` says while `object.name` is `value` (all JavaScript); then the true one is put back.
async fn refusal(object: &str, name: &str, value: &str) -> NoGpu {
    let replace = format!(
        "(() => {{
            const kept = Object.getOwnPropertyDescriptor({object}, '{name}');
            Object.defineProperty({object}, '{name}', {{ value: {value}, configurable: true }});
            return () => kept ? Object.defineProperty({object}, '{name}', kept) : delete {object}.{name};
        }})()"
    );
    let restore: js_sys::Function = js_sys::eval(&replace).expect("it can be replaced").unchecked_into();
    let found = GpuAttention::new().await;
    restore.call0(&restore).expect("it can be put back");
    match found {
        Err(ComputeError::NoAdapter(why)) => why,
        Err(other) => panic!("another error: {other}"),
        Ok(_) => panic!("a GPU was found"),
    }
}

#[wasm_bindgen_test]
async fn every_absence_has_its_reason() {
    let insecure = refusal("globalThis", "isSecureContext", "false").await;
    let no_gpu = refusal("navigator", "gpu", "undefined").await;
    let no_adapter = refusal("navigator.gpu", "requestAdapter", "async () => null").await;
    let ask = || refusal("GPUAdapter.prototype", "requestDevice", "async () => { throw new Error('no') }");
    let mut no_device = ask().await;
    // Another test may have taken the GPU away a moment ago: the browser needs seconds to bring it back.
    for _ in 0..40 {
        if no_device != NoGpu::NoAdapter {
            break;
        }
        crate::case::sleep(500).await;
        no_device = ask().await;
    }

    assert_eq!([insecure, no_gpu, no_adapter], [NoGpu::InsecurePage, NoGpu::NoWebGpu, NoGpu::NoAdapter]);
    assert!(matches!(no_device, NoGpu::NoDevice(_)), "{no_device}");
}

#[wasm_bindgen_test]
async fn the_probe_alone_says_what_can_be_said_without_asking_for_an_adapter() {
    assert_eq!(connect::probe(), Ok(()));
    js_sys::eval("Object.defineProperty(navigator, 'gpu', { value: undefined, configurable: true })")
        .unwrap();
    let probed = connect::probe();
    js_sys::eval("delete navigator.gpu").unwrap();
    assert_eq!(probed, Err(ComputeError::NoAdapter(NoGpu::NoWebGpu)));
    assert_eq!(connect::probe(), Ok(()));
}
