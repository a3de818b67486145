//! The criteria are measurements: the probe against the reference, and what is known of the schemes against the verdicts.

use crate::*;
use locus::attention::criteria::{CRITERIA, Finding, Probe, TRAINING_LENGTH, seed_gap, total_variation};
use locus::attention::sampled::{Placed, Token};
use locus::position::{Scheme, by_id};

const SIZES: Sizes = Sizes { n: TRAINING_LENGTH, d_model: 128, n_heads: 8, head_dim: 16 };

fn finding(scheme: &dyn Scheme, id: &str, params: &Params) -> Finding {
    let probe = Probe::new(scheme, SIZES, params, 0.5);
    let criterion = CRITERIA.iter().find(|criterion| criterion.id == id).unwrap();
    (criterion.judge)(&probe).unwrap()
}

/// The chosen cells are the reference's, for every scheme of the list.
#[test]
fn sampled_logits_are_those_of_the_reference() {
    let sizes = Sizes { n: 23, d_model: 24, n_heads: 2, head_dim: 12 };
    for scheme in SCHEMES {
        let params = Params { seed: 5, ..Default::default() };
        let w = |which| to_f64(&weights(which, 24, 2, 5, 0.5));
        let x = to_f64(&lookup(&[3], 24, 5, 0.2)).row(0).to_owned();
        let token = Token { x: x.clone(), w_q: w(Projection::Query), w_k: w(Projection::Key) };
        let placed = Placed::new(&token, *scheme, sizes, &params).unwrap();
        let (queries, keys) = ([0, 7, 22, 3], [22, 0, 7, 8, 13]);
        let got = placed.logits(&queries, &keys);

        let table = scheme.distance_bias(sizes, &params);
        let layer = Layer {
            added: scheme.added(sizes, &params).map(|added| to_f64(&added)),
            rotate: scheme.angles(sizes, &params),
            remapped: scheme.remapped(sizes, &params),
            relative: scheme.relative(sizes, &params),
            bias: table.map_or_else(Vec::new, |table| {
                let bias = |h| Matrix64::from_shape_fn((23, 23), |(i, j)| f64::from(table[[h, j + 22 - i]]));
                (0..2).map(bias).collect()
            }),
            scale: Some(scheme.scale(12, &params)),
            ..Layer::plain(
                [token.w_q.clone(), token.w_k.clone(), w(Projection::Value), w(Projection::Output)],
                2,
                Mask::Full,
            )
        };
        let alike = Matrix64::from_shape_fn((23, 24), |(_, c)| x[c]);
        for (head, stages) in layer.heads(&alike).unwrap().iter().enumerate() {
            for (a, i) in queries.into_iter().enumerate() {
                for (b, j) in keys.into_iter().enumerate() {
                    let gap = got[head][[a, b]] - stages.biased[[i, j]];
                    assert!(gap.abs() < 1e-11, "{}: ({i}, {j}) {gap}", scheme.info().id);
                }
            }
        }
    }
}

/// What is known of each scheme, from its formula or its paper, in the order of the criteria: y, n, or - where it hangs on
/// the seeded table.
#[test]
fn verdicts_follow_what_is_known() {
    let expected = [
        ("none", "nyyny"),
        ("sinusoidal", "yynny"),
        ("sinusoidal_2d", "yynny"),
        ("learned", "y-nnn"),
        ("shaw", "yyynn"),
        ("transformer_xl", "yyynn"),
        ("t5", "yyy-n"),
        ("deberta", "yyynn"),
        ("rope", "yyyny"),
        ("alibi", "ynyyy"),
    ];
    let params = Params::default();
    for (id, verdicts) in expected {
        let scheme = by_id(id).unwrap();
        let probe = Probe::new(scheme, SIZES, &params, 0.5);
        for (criterion, expected) in CRITERIA.iter().zip(verdicts.chars()).filter(|(_, known)| *known != '-')
        {
            let found = (criterion.judge)(&probe).unwrap();
            assert_eq!(found.holds, expected == 'y', "{id} {}: {found:?}", criterion.id);
        }
    }
}

/// The numbers themselves, where a formula gives them.
#[test]
fn measured_numbers_are_what_the_formulas_say() {
    let none = by_id("none").unwrap();
    let params = Params::default();
    assert_eq!(finding(none, "unique", &params).measured, 0.0);
    assert_eq!(finding(none, "relative", &params).measured, 0.0);
    // 1/N on N keys, 1/4N on 4N: three quarters lie elsewhere
    assert!((finding(none, "extrapolating", &params).measured - 0.75).abs() < 1e-9);
    // −m Δ grows as the length
    let alibi = by_id("alibi").unwrap();
    let grows = finding(alibi, "bounded", &params).measured;
    let exact = (511.0_f64 / 127.0).ln() / 4.0_f64.ln();
    assert!((grows - exact).abs() < 1e-6, "{grows} {exact}");
    // equal logits and slope m: a geometric series in e^−m at both lengths
    let geometric = |m: f64| {
        let row = |n: i32| {
            let sum: f64 = (0..n).map(|delta| (-m * f64::from(delta)).exp()).sum();
            (0..n).map(|delta| (-m * f64::from(delta)).exp() / sum).collect::<Vec<_>>()
        };
        total_variation(&row(128), &row(512))
    };
    let mean = alibi::slopes(8).into_iter().map(geometric).sum::<f64>() / 8.0;
    let measured = finding(alibi, "extrapolating", &params).measured;
    assert!((measured - mean).abs() < 1e-6, "{measured} {mean}");
    // without slopes ALiBi is NoPE
    let flat =
        Params { alibi: alibi::Params { slope_scale: 0.0, ..Default::default() }, ..Default::default() };
    assert_eq!(finding(alibi, "unique", &flat).measured, 0.0);
    assert_eq!(finding(alibi, "bounded", &flat).measured, 0.0);
}

/// A table of 200 rows has values at the training length of 128 and none at four times that.
#[test]
fn past_the_last_row_there_is_nothing() {
    let learned = locus::position::learned::Params { max_position_embeddings: 200, ..Default::default() };
    let params = Params { learned, ..Default::default() };
    let found = finding(by_id("learned").unwrap(), "extrapolating", &params);
    assert!(found.measured == f64::INFINITY && !found.holds);
    assert!(finding(by_id("learned").unwrap(), "bounded", &params).measured.is_finite());
    assert_eq!(finding(by_id("learned").unwrap(), "deterministic", &params).measured, 200.0 * 128.0);
}

#[test]
fn what_must_be_moved() {
    assert_eq!(total_variation(&[1.0], &[0.0, 1.0]), 1.0);
    assert_eq!(total_variation(&[0.5, 0.5], &[0.25, 0.25, 0.25, 0.25]), 0.5);
    assert_eq!(total_variation(&[], &[]), 0.0);
}

/// A scheme with tables from the seed says how many numbers a model learns for them.
#[test]
fn what_depends_on_the_seed_is_counted_as_learned() {
    let (sizes, params) = (Sizes { n: 16, d_model: 32, n_heads: 4, head_dim: 8 }, Params::default());
    for scheme in SCHEMES {
        let probe = Probe::new(*scheme, sizes, &params, 0.5);
        let learned = scheme.learned(sizes, &params).total(1);
        if seed_gap(&probe).unwrap() > 0.0 {
            assert!(learned > 0, "{} has seeded tables and states no learned parameters", scheme.info().id);
        }
    }
}

/// Sizes that do not go together, or no text to speak of, give no finding rather than a panic.
#[test]
fn an_undefined_probe_finds_nothing() {
    let params = Params::default();
    for scheme in SCHEMES {
        for sizes in [Sizes { head_dim: 5, ..SIZES }, Sizes { n: 1, ..SIZES }, Sizes { n: 0, ..SIZES }] {
            let probe = Probe::new(*scheme, sizes, &params, 0.5);
            assert!(CRITERIA.iter().all(|criterion| (criterion.judge)(&probe).is_none()));
        }
    }
}

/// What the page shows is the doc comment of the function that judges, word for word, and one sentence.
#[test]
fn definitions_are_the_doc_comments() {
    let source = include_str!("../../src/attention/criteria.rs").replace("\n/// ", " ");
    assert_eq!(CRITERIA.len(), 5);
    for criterion in CRITERIA {
        let head = format!("\n {}\n", criterion.definition);
        let after =
            source.split(&head).nth(1).unwrap_or_else(|| panic!("{} has another comment", criterion.id));
        let function = format!("pub fn {}(", criterion.id);
        assert!(after.contains(&function), "{}", criterion.id);
        assert!(criterion.definition.ends_with('.') && criterion.definition.matches(". ").count() == 0);
    }
}
