//! One setting of the sliders, as the backend takes it and as the f64 reference takes it.

use locus::attention::Mask;
use locus::attention::reference::{self, How, Stages};
use locus::compute::gpu::GpuAttention;
use locus::compute::{Attend, AttentionBackend, Qkv};
use locus::embed::random;
use locus::matrix::{Heads, Matrix64, to_f64};
use locus::position::alibi;
use locus::position::rope::{Angles, Pairing, Rotation};
use locus::position::scaling::Frequencies;
use locus::position::{Params, Scheme, Sizes};
use std::rc::Rc;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::console_log;

/// What enters besides q, k and v.
#[derive(Clone)]
pub enum Position {
    None,
    Rope(Frequencies, Pairing),
    Alibi(Params),
}

#[derive(Clone)]
pub struct Case {
    pub n_heads: usize,
    pub n: usize,
    pub head_dim: usize,
    pub position: Position,
    pub mask: Mask,
}

impl Case {
    /// N(0, 1) entries, as the seeded projections of the page give.
    pub fn qkv(&self) -> Rc<Qkv> {
        let heads = |stream| {
            let mut values = vec![0.0; self.n_heads * self.n * self.head_dim];
            random::fill_row(&mut values, 7, stream);
            Heads::from_shape_vec((self.n_heads, self.n, self.head_dim), values).unwrap()
        };
        Rc::new(Qkv { q: heads(1), k: heads(2), v: heads(3) })
    }

    fn sizes(&self) -> Sizes {
        let d_model = self.n_heads * self.head_dim;
        Sizes { n: self.n, d_model, n_heads: self.n_heads, head_dim: self.head_dim }
    }

    pub fn attend(&self) -> Attend {
        let rotation = match &self.position {
            Position::Rope(freq, pairing) => Some(Rc::new(Rotation::table(self.n, freq, *pairing))),
            _ => None,
        };
        let distance_bias = match &self.position {
            Position::Alibi(params) => alibi::Alibi.distance_bias(self.sizes(), params).map(Rc::new),
            _ => None,
        };
        Attend { rotation, distance_bias, ..Attend::plain(1.0 / (self.head_dim as f32).sqrt(), self.mask) }
    }

    /// One head by the plain f64 function, from the same f32 inputs.
    pub fn reference(&self, qkv: &Qkv, head: usize) -> Stages {
        let slice = |heads: &Heads| to_f64(&heads.index_axis(ndarray::Axis(0), head).to_owned());
        let bias = match &self.position {
            Position::Alibi(params) => {
                let slope = alibi::slopes_in_force(self.n_heads, &params.alibi)[head];
                Some(Matrix64::from_shape_fn((self.n, self.n), |(i, j)| alibi::bias(slope, i, j)))
            }
            _ => None,
        };
        let rotate = match &self.position {
            Position::Rope(freq, pairing) => Some(Angles::new(self.n, freq, *pairing)),
            _ => None,
        };
        let scale = 1.0 / (self.head_dim as f64).sqrt();
        let how = How { rotate: rotate.as_ref(), bias: bias.as_ref(), ..How::plain(scale, self.mask) };
        reference::attend(slice(&qkv.q).view(), slice(&qkv.k).view(), slice(&qkv.v).view(), &how)
    }

    /// Loads and attends; returns the inputs.
    pub fn run(&self, gpu: &mut GpuAttention) -> Rc<Qkv> {
        let qkv = self.qkv();
        gpu.load(qkv.clone()).unwrap();
        gpu.attend(&self.attend()).unwrap();
        qkv
    }
}

/// ALiBi with every slope multiplied.
pub fn slopes_times(slope_scale: f64) -> Params {
    let alibi = alibi::Params { slope_scale, ..Default::default() };
    Params { alibi, ..Default::default() }
}

/// A small causal case without position, for tests of something else.
pub fn small() -> Case {
    Case { n_heads: 2, n: 9, head_dim: 6, position: Position::None, mask: Mask::Causal }
}

/// A GPU, or a failed test: webdriver.json asks for a software adapter. When a test has lost its device the browser
/// may be restarting the process that holds them all, and has no adapter until then: asked again for some seconds.
pub async fn gpu() -> GpuAttention {
    const TRIES: usize = 20;
    for _ in 1..TRIES {
        match GpuAttention::new().await {
            Ok(gpu) => return gpu,
            Err(error) => console_log!("asking again: {error}"),
        }
        sleep(500).await;
    }
    GpuAttention::new().await.expect("a software adapter")
}

async fn sleep(ms: i32) {
    let timer = js_sys::Promise::new(&mut |done, _| {
        let window = web_sys::window().expect("a window");
        window.set_timeout_with_callback_and_timeout_and_arguments_0(&done, ms).expect("a timer");
    });
    JsFuture::from(timer).await.expect("a timer never fails");
}

/// Prints a line among the results. (`console_log!` shows only what tests that fail have said.)
pub fn say(line: &str) {
    let results = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id("output"));
    let results = results.expect("the runner's page");
    let so_far = results.text_content().unwrap_or_default();
    results.set_text_content(Some(&format!("{so_far}{line}\n")));
}
