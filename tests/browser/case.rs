//! One setting of the sliders, as the backend takes it and as the f64 reference takes it.

use locus::attention::Mask;
use locus::attention::reference::{self, How, Stages};
use locus::compute::gpu::GpuAttention;
use locus::compute::{Attend, AttentionBackend, Qkv, RemappedRotation};
use locus::embed::random;
use locus::matrix::{Heads, Matrix, Matrix64, to_f64};
use locus::position::alibi;
use locus::position::relative::{DistanceTable, Relative};
use locus::position::remap::Remapped;
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
    /// Terms of content and distance.
    Terms(Terms),
    /// RoPE, and other turns for pairs from this distance on.
    Remapped(Frequencies, Pairing, usize),
    /// Both, and ALiBi.
    Everything(Terms, Frequencies, usize),
}

/// Which terms of content and distance there are.
#[derive(Clone, Copy)]
pub struct Terms {
    pub query: bool,
    pub key: bool,
    pub key_vector: bool,
    pub value: bool,
    /// Distances are clipped to this.
    pub clip: usize,
    /// All heads have the same tables.
    pub shared: bool,
}

impl Terms {
    pub const ALL: Terms =
        Terms { query: true, key: true, key_vector: true, value: true, clip: 7, shared: false };
    pub const NONE: Terms = Terms { query: false, key: false, key_vector: false, value: false, ..Terms::ALL };
}

/// What of a scheme enters.
#[derive(Default)]
struct Parts {
    rotate: Option<Angles>,
    remapped: Option<Remapped>,
    relative: Option<Relative>,
    slopes: Option<Params>,
}

#[derive(Clone)]
pub struct Case {
    pub n_heads: usize,
    pub n: usize,
    pub head_dim: usize,
    pub position: Position,
    pub mask: Mask,
    /// Keys at the end that no query sees.
    pub padding: usize,
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

    fn parts(&self) -> Parts {
        let n = self.n;
        let far = |freq: &Frequencies, pairing, window| {
            let at =
                |slope: f64, start: f64| Angles::at((0..n).map(|p| start + slope * p as f64), freq, pairing);
            Some(Remapped { window, q: at(0.25, 3.0), k: at(0.5, 0.0) })
        };
        match &self.position {
            Position::None => Parts::default(),
            Position::Rope(freq, pairing) => {
                Parts { rotate: Some(Angles::new(n, freq, *pairing)), ..Parts::default() }
            }
            Position::Alibi(params) => Parts { slopes: Some(params.clone()), ..Parts::default() },
            Position::Terms(terms) => Parts { relative: Some(self.relative(*terms)), ..Parts::default() },
            Position::Remapped(freq, pairing, window) => Parts {
                rotate: Some(Angles::new(n, freq, *pairing)),
                remapped: far(freq, *pairing, *window),
                ..Parts::default()
            },
            Position::Everything(terms, freq, window) => Parts {
                rotate: Some(Angles::new(n, freq, Pairing::Interleaved)),
                remapped: far(freq, Pairing::HalfSplit, *window),
                relative: Some(self.relative(*terms)),
                slopes: Some(Params::default()),
            },
        }
    }

    /// Tables of N(0, 1/4) entries, other ones for each term.
    fn relative(&self, terms: Terms) -> Relative {
        let far = self.n.saturating_sub(1);
        let clip = terms.clip.min(far);
        let index =
            (0..(2 * self.n).saturating_sub(1)).map(|d| d.clamp(far - clip, far + clip) - (far - clip));
        let heads = if terms.shared { 1 } else { self.n_heads };
        let random = |stream, size: usize| {
            let mut values = vec![0.0; size];
            random::fill_row(&mut values, 8, stream);
            values.into_iter().map(|x| x / 2.0).collect::<Vec<f32>>()
        };
        let table = |present: bool, stream| {
            let shape = (heads, 2 * clip + 1, self.head_dim);
            let rows = Heads::from_shape_vec(shape, random(stream, shape.0 * shape.1 * shape.2)).unwrap();
            present.then(|| DistanceTable { rows, index: index.clone().collect() })
        };
        let shape = (self.n_heads, self.head_dim);
        let u = Matrix::from_shape_vec(shape, random(4, shape.0 * shape.1)).unwrap();
        Relative {
            query: table(terms.query, 1),
            key: table(terms.key, 2),
            key_vector: terms.key_vector.then_some(u),
            value: table(terms.value, 3),
        }
    }

    /// Queries at the beginning that see nothing: where there is padding, half as many.
    fn memory(&self) -> usize {
        self.padding / 2
    }

    pub fn attend(&self) -> Attend {
        let Parts { rotate, remapped, relative, slopes } = self.parts();
        Attend {
            rotation: rotate.map(|angles| Rc::new(Rotation::of(&angles))),
            remapped: remapped.map(|remapped| Rc::new(RemappedRotation::of(&remapped))),
            relative: relative.map(Rc::new),
            distance_bias: slopes
                .and_then(|params| alibi::Alibi.distance_bias(self.sizes(), &params))
                .map(Rc::new),
            padding: self.padding,
            memory: self.memory(),
            ..Attend::plain(1.0 / (self.head_dim as f32).sqrt(), self.mask)
        }
    }

    /// One head by the plain f64 function, from the same f32 inputs.
    pub fn reference(&self, qkv: &Qkv, head: usize) -> Stages {
        let slice = |heads: &Heads| to_f64(&heads.index_axis(ndarray::Axis(0), head).to_owned());
        let Parts { rotate, remapped, relative, slopes } = self.parts();
        let bias = slopes.map(|params| {
            let slope = alibi::slopes_in_force(self.n_heads, &params.alibi)[head];
            Matrix64::from_shape_fn((self.n, self.n), |(i, j)| alibi::bias(slope, i, j))
        });
        let how = How {
            rotate: rotate.as_ref(),
            remapped: remapped.as_ref(),
            relative: relative.as_ref().map(|relative| (relative, head)),
            bias: bias.as_ref(),
            padding: self.padding,
            memory: self.memory(),
            ..How::plain(1.0 / (self.head_dim as f64).sqrt(), self.mask)
        };
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
    Case { n_heads: 2, n: 9, head_dim: 6, position: Position::None, mask: Mask::Causal, padding: 0 }
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

pub async fn sleep(ms: i32) {
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
