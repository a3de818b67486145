//! The bench page's Rust side: what `measure/*.mjs` and the comparison with other libraries call.
//!
//! Built by `scripts/bench.sh` in the release profile, as the site is. On the host it does nothing.

fn main() {}

#[cfg(target_arch = "wasm32")]
mod page {
    use locus::attention::Mask;
    use locus::compute::cpu::{CpuAttention, Packed, matmul_into};
    use locus::compute::{Attend, AttentionBackend, Qkv};
    use locus::matrix::{Heads, Matrix};
    use locus::pack::Pack;
    use locus::position::rope::{Pairing, Rotation};
    use locus::position::scaling::Frequencies;
    use locus::tokenize::audio::log_mel::{self, Params, Recipe};
    use locus::tokenize::byte_bpe::ByteBpe;
    use std::rc::Rc;
    use wasm_bindgen::prelude::*;

    fn js<E: std::fmt::Display>(error: E) -> JsError {
        JsError::new(&error.to_string())
    }

    /// A number in −1 … 1 that varies with `x` as noise does.
    fn noise(x: usize) -> f32 {
        (x as u32).wrapping_mul(2_654_435_761).wrapping_add(97) as f32 / 2_147_483_648.0 - 1.0
    }

    /// Attention over `n_heads` heads of n × `head_dim` on the CPU.
    #[wasm_bindgen]
    pub struct AttentionBench {
        size: (usize, usize, usize),
        mask: Mask,
        cpu: CpuAttention,
    }

    #[wasm_bindgen]
    impl AttentionBench {
        #[wasm_bindgen(constructor)]
        pub fn new(n_heads: usize, n: usize, head_dim: usize, causal: bool) -> Self {
            let mask = if causal { Mask::Causal } else { Mask::Full };
            AttentionBench { size: (n_heads, n, head_dim), mask, cpu: CpuAttention::default() }
        }

        /// Loads q, k and v, each `[n_heads][n][head_dim]`.
        pub fn load(&mut self, q: Vec<f32>, k: Vec<f32>, v: Vec<f32>) -> Result<(), JsError> {
            let heads = |x| Heads::from_shape_vec(self.size, x).map_err(js);
            let qkv = Qkv { q: heads(q)?, k: heads(k)?, v: heads(v)? };
            self.cpu.load(Rc::new(qkv)).map_err(js)
        }

        /// Loads numbers that look random.
        pub fn load_noise(&mut self) -> Result<(), JsError> {
            let (n_heads, n, head_dim) = self.size;
            let some = |salt: usize| (0..n_heads * n * head_dim).map(|x| noise(x + salt)).collect();
            self.load(some(0), some(1 << 24), some(1 << 25))
        }

        /// Weights and output of all heads, without a positional scheme.
        pub fn attend(&mut self) -> Result<(), JsError> {
            self.pass(None)
        }

        /// What one step of a RoPE slider costs: tables of cos and sin for `base`, then weights and output of all heads.
        pub fn slide(&mut self, base: f64) -> Result<(), JsError> {
            let (_, n, head_dim) = self.size;
            let theta = |i: usize| base.powf(-(2.0 * i as f64) / head_dim as f64);
            let freq =
                Frequencies { inv_freq: (0..head_dim / 2).map(theta).collect(), attention_factor: 1.0 };
            self.pass(Some(Rc::new(Rotation::table(n, &freq, Pairing::HalfSplit))))
        }

        fn pass(&mut self, rotation: Option<Rc<Rotation>>) -> Result<(), JsError> {
            let scale = 1.0 / (self.size.2 as f32).sqrt();
            self.cpu.attend(&Attend { rotation, ..Attend::plain(scale, self.mask) }).map_err(js)
        }

        /// The output of the last pass, `[n_heads][n][head_dim]`.
        pub fn output(&self) -> Vec<f32> {
            let heads = (0..self.size.0).filter_map(|head| self.cpu.head(head));
            heads.flat_map(|head| head.output.as_slice().unwrap_or_default()).copied().collect()
        }
    }

    /// Whisper's log-mel spectrogram of 16 kHz samples, `[n_mels][frames]` as other libraries hand it out.
    #[wasm_bindgen]
    pub fn log_mel(samples: &[f32], n_mels: usize) -> Result<Vec<f32>, JsError> {
        let params = Params { n_mels, ..Params::default() };
        let found = log_mel::log_mel(samples, params, Recipe::Whisper, &mut |_| true).map_err(js)?;
        Ok(found.values.t().iter().copied().collect())
    }

    /// A byte-level vocabulary, as the page makes it of a pack.
    #[wasm_bindgen]
    pub struct Encoder(ByteBpe);

    #[wasm_bindgen]
    impl Encoder {
        #[wasm_bindgen(constructor)]
        pub fn new(pack: &[u8]) -> Result<Encoder, JsError> {
            Ok(Encoder(ByteBpe::from_pack(Pack::read(pack).map_err(js)?).map_err(js)?))
        }

        /// The ids of a text; what looks like a control token is text.
        pub fn encode(&self, text: &str) -> Vec<u32> {
            self.0.ids(text)
        }
    }

    /// One product of m × k and k × n, with its memory kept.
    #[wasm_bindgen]
    pub struct MatmulBench {
        a: Matrix,
        b: Matrix,
        out: Matrix,
        packed: Packed,
    }

    #[wasm_bindgen]
    impl MatmulBench {
        #[wasm_bindgen(constructor)]
        pub fn new(m: usize, k: usize, n: usize) -> Self {
            let a = Matrix::from_shape_fn((m, k), |(i, j)| noise(i * k + j));
            let b = Matrix::from_shape_fn((k, n), |(i, j)| noise(i * n + j));
            MatmulBench { a, b, out: Matrix::zeros((m, n)), packed: Packed::default() }
        }

        pub fn run(&mut self) {
            matmul_into(self.a.view(), self.b.view(), &mut self.out, &mut self.packed);
        }
    }
}
