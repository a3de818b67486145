//! The pipeline with a scheme that enters everywhere at once: every number it shows is the reference's, and a
//! parameter recomputes what it touches and nothing else.

use locus::attention::reference::{self, How, Stages, Term};
use locus::attention::{Mask, Stage};
use locus::embed::sequence::Sequence;
use locus::matrix::{Heads, Matrix, Matrix64, max_abs_diff, to_f64};
use locus::pipeline::{Pipeline, Settings, Step};
use locus::position::relative::{DistanceTable, Relative};
use locus::position::remap::Remapped;
use locus::position::rope::{Angles, Pairing};
use locus::position::scaling::Frequencies;
use locus::position::{Entry, Params, SCHEMES, Scheme, SchemeInfo, Sizes, none};
use ndarray::{Array2, Axis};

const IDS: [u32; 9] = [3, 1, 4, 1, 5, 9, 2, 6, 5];
const WINDOW: usize = 3;

/// Adds, rotates, re-maps, multiplies with tables and adds a bias. ALiBi's `slope_scale` stands for a parameter of
/// what is added to the embedding, `base` for one of the rotation; it reads no other.
struct Everywhere;

static INFO: SchemeInfo = SchemeInfo {
    id: "everywhere",
    name: "Everywhere",
    entry: Entry::AddedToEmbedding,
    citation: "",
    year: 0,
    mathml: "",
    convention: "",
};

/// Some number between −1 and 1.
fn noise(x: usize) -> f32 {
    ((x * 7919 + 13) % 101) as f32 / 50.5 - 1.0
}

fn table(sizes: Sizes, salt: usize) -> DistanceTable {
    let rows = Heads::from_shape_fn((sizes.n_heads, 3, sizes.head_dim), |(h, r, c)| {
        noise(salt + 31 * h + 5 * r + 11 * c)
    });
    // behind, itself, ahead
    let index = (0..2 * sizes.n - 1).map(|d| (d + 2).saturating_sub(sizes.n).min(2)).collect();
    DistanceTable { rows, index }
}

impl Scheme for Everywhere {
    fn info(&self) -> &'static SchemeInfo {
        &INFO
    }

    fn added(&self, sizes: Sizes, params: &Params) -> Option<Matrix> {
        let scale = params.alibi.slope_scale as f32;
        Some(Matrix::from_shape_fn((sizes.n, sizes.d_model), |(p, c)| scale * noise(p + 17 * c)))
    }

    fn angles(&self, sizes: Sizes, params: &Params) -> Option<Angles> {
        Some(turns(sizes, params, 1.0))
    }

    fn remapped(&self, sizes: Sizes, params: &Params) -> Option<Remapped> {
        let (q, k) = (turns(sizes, params, 0.5), turns(sizes, params, 0.25));
        Some(Remapped { window: WINDOW, q, k })
    }

    fn distance_bias(&self, sizes: Sizes, _params: &Params) -> Option<Array2<f32>> {
        Some(Array2::from_shape_fn((sizes.n_heads, 2 * sizes.n - 1), |(h, d)| noise(h + 3 * d)))
    }

    fn relative(&self, sizes: Sizes, _params: &Params) -> Option<Relative> {
        Some(Relative {
            query: Some(table(sizes, 1)),
            key: Some(table(sizes, 2)),
            key_vector: Some(Matrix::from_shape_fn((sizes.n_heads, sizes.head_dim), |(h, c)| noise(h + c))),
            value: Some(table(sizes, 3)),
        })
    }

    fn scale(&self, _head_dim: usize, _params: &Params) -> f64 {
        0.4
    }
}

fn turns(sizes: Sizes, params: &Params, speed: f64) -> Angles {
    let freq = Frequencies { inv_freq: vec![1.0, 1.0 / params.rope.base.ln()], attention_factor: 1.0 };
    Angles::at((0..sizes.n).map(|p| speed * p as f64), &freq, Pairing::Interleaved)
}

fn settings(scheme: &'static dyn Scheme, mask: Mask, change: impl Fn(&mut Params)) -> Settings {
    let mut params = Params::default();
    change(&mut params);
    Settings { seed: 5, d_model: 16, n_heads: 2, common: 0.5, scheme, params, mask, padding: 0 }
}

/// Runs to the end and tells which heads were computed.
fn run(pipeline: &mut Pipeline) -> Vec<usize> {
    let mut heads = Vec::new();
    loop {
        match pipeline.step(0) {
            Step::Head(head) => heads.push(head),
            Step::Idle => return heads,
            _ => {}
        }
    }
}

fn computed(settings: &Settings) -> Pipeline {
    let mut pipeline = Pipeline::new(settings.clone());
    pipeline.set(&Sequence::text(&IDS), settings.clone());
    run(&mut pipeline);
    assert_eq!(pipeline.fault(), None);
    pipeline
}

/// The reference's stages of one head, from the pipeline's own q, k and v.
fn reference(pipeline: &Pipeline, head: usize) -> Stages {
    let (sizes, settings) = (pipeline.sizes(), pipeline.settings());
    let (scheme, params) = (settings.scheme, &settings.params);
    let qkv = pipeline.qkv().expect("computed");
    let of = |heads: &Heads| to_f64(&heads.index_axis(Axis(0), head).to_owned());
    let (angles, remapped) = (scheme.angles(sizes, params), scheme.remapped(sizes, params));
    let (relative, bias) = (scheme.relative(sizes, params), scheme.distance_bias(sizes, params));
    let n = sizes.n;
    let bias =
        bias.map(|bias| Matrix64::from_shape_fn((n, n), |(i, j)| f64::from(bias[[head, j + n - 1 - i]])));
    let how = How {
        rotate: angles.as_ref(),
        remapped: remapped.as_ref(),
        relative: relative.as_ref().map(|relative| (relative, head)),
        bias: bias.as_ref(),
        memory: scheme.memory(n, params),
        ..How::plain(scheme.scale(sizes.head_dim, params), settings.mask)
    };
    reference::attend(of(&qkv.q).view(), of(&qkv.k).view(), of(&qkv.v).view(), &how)
}

fn gap(ours: &Matrix, reference: &Matrix64) -> f64 {
    max_abs_diff(to_f64(ours).view(), reference.view()).expect("one shape")
}

/// Every stage and term of every head is the reference's, and the terms add up to the logits. Returns the terms.
fn check(pipeline: &Pipeline, what: &str) -> Vec<Term> {
    let mut names = Vec::new();
    for head in 0..2 {
        let want = reference(pipeline, head);
        for (stage, want) in [
            (Stage::Dot, &want.dot),
            (Stage::Scaled, &want.scaled),
            (Stage::Biased, &want.biased),
            (Stage::Masked, &want.masked),
            (Stage::Weights, &want.weights),
            (Stage::Output, &want.output),
        ] {
            let got = pipeline.stage(head, stage).expect("computed");
            assert!(gap(&got, want) < 1e-5, "{what}, {stage:?}: {}", gap(&got, want));
        }
        let terms = pipeline.terms(head).expect("computed");
        names = terms.iter().map(|(term, _)| *term).collect();
        assert_eq!(names, want.terms.iter().map(|(term, _)| *term).collect::<Vec<_>>(), "{what}");
        for ((term, got), (_, want)) in terms.iter().zip(&want.terms) {
            assert!(gap(got, want) < 1e-5, "{what}, {term:?}: {}", gap(got, want));
        }
        assert_eq!(pipeline.terms_under(head, &pipeline.settings().params).as_ref(), Some(&terms), "{what}");
        for (i, j) in [(0, 8), (8, 0), (4, 4)] {
            let cell = pipeline.cell_terms(head, i, j).expect("a pair");
            assert_eq!(cell.len(), terms.len(), "{what}");
            for ((term, got), (named, all)) in cell.into_iter().zip(&terms) {
                assert!(term == *named && (got - all[[i, j]]).abs() < 1e-5, "{what}, {term:?} ({i}, {j})");
            }
        }
        let sum = terms.iter().fold(Matrix::zeros((9, 9)), |sum, (_, term)| sum + term);
        assert!(gap(&sum, &want.biased) < 1e-5, "{what}");
    }
    names
}

#[test]
fn every_stage_and_term_is_the_references() {
    use Term::{Bias, KeyPosition, KeyVector, QueryKey, QueryPosition};
    for mask in [Mask::Full, Mask::Causal] {
        let names = check(&computed(&settings(&Everywhere, mask, |_| ())), "everywhere");
        assert_eq!(names, [QueryKey, QueryPosition, KeyPosition, KeyVector, Bias]);
    }
}

#[test]
fn every_scheme_of_the_list_is_computed_as_the_reference_does() {
    for &scheme in SCHEMES {
        for mask in [Mask::Full, Mask::Causal] {
            check(&computed(&settings(scheme, mask, |_| ())), scheme.info().id);
        }
    }
}

/// A cell alone is the cell of its stage to the bit, and the two rows that are shown for it are those it came from.
#[test]
fn a_cell_is_what_its_stage_shows() {
    for scheme in [&Everywhere as &'static dyn Scheme, &none::None] {
        let pipeline = computed(&settings(scheme, Mask::Causal, |_| ()));
        for stage in [Stage::Dot, Stage::Scaled, Stage::Biased, Stage::Masked, Stage::Weights] {
            let all = pipeline.stage(1, stage).expect("computed");
            for ((i, j), &want) in all.indexed_iter() {
                assert_eq!(pipeline.cell(1, stage, i, j), Some(want), "{stage:?} ({i}, {j})");
            }
        }
        assert_eq!(pipeline.cell(1, Stage::Biased, 9, 0), None);
        assert_eq!(pipeline.cell_terms(1, 9, 0), None);
        let dot = pipeline.stage(1, Stage::Dot).expect("computed");
        for (i, j) in [(8, 0), (0, 8), (4, 2)] {
            let [q, k] = pipeline.rotated_pair(1, i, j).expect("a pair");
            let product: f32 = q.iter().zip(&k).map(|(a, b)| a * b).sum();
            assert!((product - dot[[i, j]]).abs() < 1e-5);
        }
    }
}

/// What `change` recomputes: whether q, k and v, and which heads. The numbers are those of a pipeline made anew.
fn recomputed(change: impl Fn(&mut Settings)) -> (bool, Vec<usize>) {
    let mut now = settings(&Everywhere, Mask::Full, |_| ());
    let mut pipeline = computed(&now);
    let revision = pipeline.qkv_revision();
    change(&mut now);
    pipeline.set(&Sequence::text(&IDS), now.clone());
    let heads = run(&mut pipeline);
    assert!(pipeline.heads_fresh() && pipeline.output().is_some());
    let anew = computed(&now);
    for head in 0..now.n_heads {
        assert_eq!(pipeline.weights(head), anew.weights(head));
        assert_eq!(pipeline.head_output(head), anew.head_output(head));
    }
    assert_eq!(pipeline.output(), anew.output());
    assert_eq!(pipeline.added(), anew.added());
    (pipeline.qkv_revision() != revision, heads)
}

#[test]
fn a_parameter_recomputes_what_it_touches() {
    assert_eq!(recomputed(|_| ()), (false, vec![]));
    // Read by no method of the scheme.
    assert_eq!(recomputed(|s| s.params.rope.factor = 8.0), (false, vec![]));
    assert_eq!(recomputed(|s| s.params.rope.base = 50.0), (false, vec![0, 1]));
    assert_eq!(recomputed(|s| s.params.alibi.slope_scale = 2.0), (true, vec![0, 1]));
    assert_eq!(recomputed(|s| s.mask = Mask::Causal), (false, vec![0, 1]));
    assert_eq!(recomputed(|s| s.scheme = &none::None), (true, vec![0, 1]));
    assert_eq!(recomputed(|s| s.n_heads = 4), (true, vec![0, 1, 2, 3]));
    assert_eq!(recomputed(|s| s.seed = 6), (true, vec![0, 1]));
}

/// From a change on nothing counts as fresh until the scheme has been asked.
#[test]
fn nothing_is_fresh_before_the_scheme_is_asked() {
    let before = settings(&Everywhere, Mask::Full, |_| ());
    let mut pipeline = computed(&before);
    assert!(pipeline.is_fresh(0) && pipeline.attend().is_some());
    pipeline.set(&Sequence::text(&IDS), settings(&Everywhere, Mask::Full, |params| params.rope.factor = 8.0));
    assert!(!pipeline.is_fresh(0) && !pipeline.heads_fresh() && pipeline.attend().is_none());
    while pipeline.prepare() != Step::Ready {}
    assert!(pipeline.is_fresh(0) && pipeline.heads_fresh());
}
