//! GPU numbers against `attention::reference` in f64, over what the sliders can reach.

use crate::case::{Case, Position, Terms, gpu, say, slopes_times, small};
use locus::attention::{Mask, Stage};
use locus::compute::gpu::GpuAttention;
use locus::compute::{Attend, AttentionBackend, ComputeError, Qkv};
use locus::matrix::{Heads, Matrix64, max_abs_diff, to_f64};
use locus::position::rope::{self, Pairing};
use locus::position::scaling::{RopeType, frequencies};
use std::rc::Rc;
use wasm_bindgen_test::wasm_bindgen_test;

/// Largest absolute difference allowed for a weight (the tolerance table's figure for GPU against CPU).
const WEIGHT: f64 = 1e-5;
/// For q·k, the logits and the outputs: relative to the largest value, since f32 sums of that size are compared.
const RELATIVE: f64 = 2e-6;

fn rope(rotary_dim: usize, pairing: Pairing, base: f64) -> Position {
    Position::Rope(frequencies(rotary_dim, &rope::Params { base, ..Default::default() }), pairing)
}

/// YaRN with an attention factor of its own.
fn yarn(rotary_dim: usize, pairing: Pairing, factor: f64, attention_factor: Option<f64>) -> Position {
    let params = rope::Params {
        rope_type: RopeType::Yarn,
        factor,
        attention_factor,
        original_max_position_embeddings: 256.0,
        ..Default::default()
    };
    Position::Rope(frequencies(rotary_dim, &params), pairing)
}

fn alibi(slope_scale: f64) -> Position {
    Position::Alibi(slopes_times(slope_scale))
}

/// Checks every stage of some heads of one case, and what must hold exactly. Returns the largest difference of a
/// weight.
async fn check(gpu: &mut GpuAttention, case: &Case, heads: &[usize]) -> f64 {
    let mut largest_gap = 0.0_f64;
    let what = format!("{} heads, n {}, head_dim {}", case.n_heads, case.n, case.head_dim);
    let qkv = case.run(gpu);
    let weights = gpu.read(Stage::Weights).await.unwrap();
    check_rows(&weights, &case.attend(), &what);
    let stages = [Stage::Dot, Stage::Scaled, Stage::Biased, Stage::Masked, Stage::Output];
    let mut read = Vec::new();
    for stage in stages {
        read.push((stage, gpu.read(stage).await.unwrap()));
    }
    for &head in heads {
        let want = case.reference(&qkv, head);
        let gap = gap(&weights, head, &want.weights);
        assert!(gap <= WEIGHT, "{what}, head {head}: weights differ by {gap:e}");
        largest_gap = largest_gap.max(gap);
        for (stage, got) in &read {
            let want = match stage {
                Stage::Dot => &want.dot,
                Stage::Scaled => &want.scaled,
                Stage::Biased => &want.biased,
                Stage::Masked => &want.masked,
                Stage::Weights | Stage::Output => &want.output,
            };
            let largest = want.iter().filter(|x| x.is_finite()).fold(1.0_f64, |a, x| a.max(x.abs()));
            let gap = self::gap(got, head, want) / largest;
            assert!(
                gap <= RELATIVE,
                "{what}, head {head}: {stage:?} differs by {gap:e} of its largest value"
            );
        }
    }
    largest_gap
}

fn gap(got: &Heads, head: usize, want: &Matrix64) -> f64 {
    let got = to_f64(&got.index_axis(ndarray::Axis(0), head).to_owned());
    max_abs_diff(got.view(), want.view()).expect("the same shape")
}

/// Rows sum to 1, those of memory to 0, and what is masked is 0 to the bit.
fn check_rows(weights: &Heads, how: &Attend, what: &str) {
    let n = weights.dim().1;
    for ((head, i, j), &weight) in weights.indexed_iter() {
        assert!(
            how.allows(i, j, n) || weight.to_bits() == 0,
            "{what}: masked ({head}, {i}, {j}) is {weight}"
        );
    }
    for (at, row) in weights.rows().into_iter().enumerate() {
        let sum: f64 = row.iter().map(|&w| f64::from(w)).sum();
        let whole = if how.seen(at % n, n) == 0 { 0.0 } else { 1.0 };
        assert!((sum - whole).abs() < 1e-5, "{what}: a row sums to {sum}");
    }
}

/// Every case under both masks, without padding and with; says how near the weights come.
async fn check_all(name: &str, cases: impl IntoIterator<Item = (usize, usize, usize, Position)>) {
    let mut gpu = gpu().await;
    let mut largest_gap = 0.0_f64;
    for (n_heads, n, head_dim, position) in cases {
        for (mask, padding) in [(Mask::Causal, 0), (Mask::Full, 0), (Mask::Full, n / 3)] {
            let case = Case { n_heads, n, head_dim, position: position.clone(), mask, padding };
            let all: Vec<usize> = (0..n_heads).collect();
            let some = if n <= 64 { all } else { vec![0, n_heads - 1] };
            largest_gap = largest_gap.max(check(&mut gpu, &case, &some).await);
        }
    }
    say(&format!("GPU against f64, {name}: weights within {largest_gap:.1e}"));
}

#[wasm_bindgen_test]
async fn without_position_any_shape() {
    // One token; just under, at and over the sizes of workgroups and blocks; every remainder of head_dim by 4;
    // the narrowest and widest heads that d_model and n_heads can make.
    let shapes = [
        (1, 1, 2),
        (4, 1, 64),
        (2, 3, 5),
        (3, 31, 6),
        (1, 32, 2),
        (2, 33, 8),
        (32, 65, 2),
        (5, 127, 10),
        (1, 128, 512),
    ];
    check_all("no position", shapes.map(|(h, n, d)| (h, n, d, Position::None))).await;
}

#[wasm_bindgen_test]
async fn rope_from_the_smallest_to_the_largest_base() {
    use Pairing::{HalfSplit, Interleaved};
    let mut cases = Vec::new();
    for pairing in [HalfSplit, Interleaved] {
        for base in [1e2, 1e4, 1e7] {
            cases.push((2, 61, 16, rope(16, pairing, base)));
        }
        // One pair; partial rotary: 16 of 64 and 2 of 6 dimensions turn.
        cases.push((3, 40, 2, rope(2, pairing, 1e4)));
        cases.push((2, 50, 64, rope(16, pairing, 1e4)));
        cases.push((2, 50, 6, rope(2, pairing, 5e5)));
    }
    check_all("RoPE", cases).await;
}

#[wasm_bindgen_test]
async fn yarn_up_to_its_largest_attention_factor() {
    use Pairing::{HalfSplit, Interleaved};
    check_all(
        "YaRN",
        [
            (2, 90, 64, yarn(64, HalfSplit, 4.0, None)),
            (2, 90, 64, yarn(64, Interleaved, 64.0, None)),
            (2, 64, 32, yarn(32, HalfSplit, 64.0, Some(1.42))),
        ],
    )
    .await;
}

#[wasm_bindgen_test]
async fn alibi_from_no_slope_to_eight_times() {
    let mut cases: Vec<_> = [0.0, 0.5, 1.0, 8.0].into_iter().map(|scale| (8, 60, 8, alibi(scale))).collect();
    cases.push((12, 33, 4, alibi(1.0)));
    cases.push((32, 48, 4, alibi(8.0)));
    check_all("ALiBi", cases).await;
}

#[wasm_bindgen_test]
async fn terms_of_content_and_distance_one_by_one_and_all() {
    let terms = [
        Terms { query: true, ..Terms::NONE },
        Terms { key: true, ..Terms::NONE },
        Terms { key_vector: true, ..Terms::NONE },
        Terms { value: true, ..Terms::NONE },
        Terms::ALL,
        Terms { shared: true, clip: 1000, ..Terms::ALL },
    ];
    let mut cases = Vec::new();
    for terms in terms {
        cases.push((3, 39, 6, Position::Terms(terms)));
        cases.push((2, 66, 16, Position::Terms(terms)));
    }
    cases.push((4, 1, 2, Position::Terms(Terms::ALL)));
    check_all("terms of content and distance", cases).await;
}

#[wasm_bindgen_test]
async fn far_pairs_turn_otherwise() {
    let freq = |rotary_dim| frequencies(rotary_dim, &rope::Params::default());
    let mut cases = Vec::new();
    for pairing in [Pairing::HalfSplit, Pairing::Interleaved] {
        for window in [0, 1, 2, 5, 31, 64, 65, usize::MAX] {
            cases.push((2, 65, 8, Position::Remapped(freq(8), pairing, window)));
        }
        // Partial rotary: 6 of 10 dimensions turn.
        cases.push((2, 34, 10, Position::Remapped(freq(6), pairing, 9)));
    }
    cases.push((2, 70, 12, Position::Everything(Terms::ALL, freq(12), 20)));
    cases.push((1, 1, 4, Position::Everything(Terms::ALL, freq(4), 1)));
    check_all("far pairs", cases).await;
}

#[wasm_bindgen_test]
async fn long_texts() {
    let mut gpu = gpu().await;
    let cases = [
        (8, 512, 64, yarn(64, Pairing::HalfSplit, 8.0, Some(1.42))),
        (4, 511, 32, rope(32, Pairing::Interleaved, 1e7)),
        (8, 512, 16, alibi(8.0)),
        (
            4,
            512,
            32,
            Position::Everything(
                Terms { clip: 511, ..Terms::ALL },
                frequencies(32, &Default::default()),
                128,
            ),
        ),
    ];
    for (n_heads, n, head_dim, position) in cases {
        let case = Case { n_heads, n, head_dim, position, mask: Mask::Causal, padding: 0 };
        let gap = check(&mut gpu, &case, &[0, n_heads - 1]).await;
        say(&format!("GPU against f64, {n_heads} heads × {n} × {head_dim}: weights within {gap:.1e}"));
    }
}

#[wasm_bindgen_test]
async fn a_large_logit_does_not_overflow() {
    let mut gpu = gpu().await;
    let case = Case { mask: Mask::Full, ..small() };
    let mut qkv = Rc::unwrap_or_clone(case.qkv());
    qkv.q *= 1000.0;
    gpu.load(Rc::new(qkv.clone())).unwrap();
    gpu.attend(&case.attend()).unwrap();
    let weights = gpu.read(Stage::Weights).await.unwrap();
    check_rows(&weights, &case.attend(), "logits of thousands");
    // The rows are nearly one-hot: the largest logit takes it all.
    let want = case.reference(&qkv, 0).weights;
    let top = |row: Vec<f64>| (0..row.len()).max_by(|&a, &b| row[a].total_cmp(&row[b]));
    for i in 0..case.n {
        let got = weights.index_axis(ndarray::Axis(0), 0).row(i).mapv(f64::from).to_vec();
        assert_eq!(top(got), top(want.row(i).to_vec()));
    }
}

#[wasm_bindgen_test]
async fn nothing_is_left_of_the_last_pass() {
    let mut gpu = gpu().await;
    let rope = Case { n: 70, head_dim: 8, position: rope(8, Pairing::HalfSplit, 1e4), ..small() };
    let alibi = Case { n: 70, head_dim: 8, position: alibi(1.0), ..small() };
    let smaller = Case { n: 5, ..small() };
    let freq = frequencies(8, &Default::default());
    let all = Case { position: Position::Everything(Terms::ALL, freq, 9), ..rope.clone() };
    for case in [&rope, &all, &alibi, &smaller, &all, &rope] {
        check(&mut gpu, case, &[0, 1]).await;
    }
    // A position slider moves: only `attend`.
    for case in [&alibi, &all, &alibi] {
        gpu.attend(&case.attend()).unwrap();
        let got = gpu.read(Stage::Weights).await.unwrap();
        assert!(gap(&got, 1, &case.reference(&rope.qkv(), 1).weights) <= WEIGHT);
    }
}

#[wasm_bindgen_test]
async fn a_request_keeps_the_numbers_of_its_moment() {
    let mut gpu = gpu().await;
    let before = Case { position: alibi(0.0), ..small() };
    let after = Case { position: alibi(8.0), ..small() };
    let qkv = before.run(&mut gpu);
    let early = gpu.request(Stage::Masked).unwrap();
    gpu.attend(&after.attend()).unwrap();
    let late = gpu.request(Stage::Masked).unwrap();
    let (early, late) = (early.await.unwrap(), late.await.unwrap());
    assert!(gap(&early, 1, &before.reference(&qkv, 1).masked) < 1e-5);
    assert!(gap(&late, 1, &after.reference(&qkv, 1).masked) < 1e-5);
}

#[wasm_bindgen_test]
async fn an_empty_text_is_an_empty_matrix() {
    let mut gpu = gpu().await;
    Case { n: 0, ..small() }.run(&mut gpu);
    assert_eq!(gpu.read(Stage::Weights).await.unwrap().dim(), (2, 0, 0));
    assert_eq!(gpu.read(Stage::Output).await.unwrap().dim(), (2, 0, 6));
    assert_eq!(gpu.top(0, Stage::Dot).await.unwrap(), 0.0);
}

#[wasm_bindgen_test]
async fn what_does_not_fit_is_refused_and_the_last_pass_stays() {
    let mut gpu = gpu().await;
    assert_eq!(gpu.attend(&small().attend()), Err(ComputeError::NothingYet));
    assert_eq!(gpu.read(Stage::Dot).await, Err(ComputeError::NothingYet));
    let qkv = small().run(&mut gpu);

    // 60,000 tokens: a score matrix of 13 GiB.
    let heads = || Heads::zeros((1, 60_000, 2));
    let huge = gpu.load(Rc::new(Qkv { q: heads(), k: heads(), v: heads() }));
    assert!(matches!(huge, Err(ComputeError::TooLarge { bytes: 14_400_000_000, .. })), "{huge:?}");

    let other = Case { n: 10, position: rope(6, Pairing::HalfSplit, 1e4), ..small() }.attend();
    assert!(matches!(gpu.attend(&other), Err(ComputeError::Shape { what: "the cosine table", .. })));
    let other = Case { n: 10, position: alibi(1.0), ..small() }.attend();
    assert!(matches!(gpu.attend(&other), Err(ComputeError::Shape { what: "the position bias", .. })));
    let other = Case { n: 10, position: Position::Terms(Terms::ALL), ..small() }.attend();
    assert!(matches!(gpu.attend(&other), Err(ComputeError::Shape { what: "the table for queries", .. })));
    let uneven = Qkv { k: Heads::zeros((2, 9, 4)), ..Rc::unwrap_or_clone(qkv.clone()) };
    assert!(matches!(gpu.load(Rc::new(uneven)), Err(ComputeError::Shape { what: "k", .. })));

    let got = gpu.read(Stage::Weights).await.unwrap();
    assert!(gap(&got, 1, &small().reference(&qkv, 1).weights) <= WEIGHT);
}
