//! Shaw, Transformer-XL, T5 and DeBERTa: what each term may depend on, and where distances stop to differ.

use crate::*;
use locus::position::deberta;
use locus::position::deberta_index::{Index, LogBuckets, P2cIndexing};
use locus::position::t5_buckets::{Buckets, Direction};
use locus::position::{shaw, t5, transformer_xl};

const CELLS: usize = 7;

fn matrix(rows: usize, cols: usize) -> impl Strategy<Value = Matrix64> {
    prop::collection::vec(-3.0..3.0_f64, rows * cols)
        .prop_map(move |values| Matrix64::from_shape_vec((rows, cols), values).unwrap())
}

/// The same row n times: tokens without a difference, so that only position can make one.
fn repeated(row: &Array1<f64>, n: usize) -> Matrix64 {
    Matrix64::from_shape_fn((n, row.len()), |(_, c)| row[c])
}

/// Whether entry (i, j) depends on i − j only.
fn is_toeplitz(terms: &Matrix64) -> bool {
    let (rows, cols) = terms.dim();
    (1..rows).all(|i| (1..cols).all(|j| (terms[[i, j]] - terms[[i - 1, j - 1]]).abs() < 1e-12))
}

fn direction() -> impl Strategy<Value = Direction> {
    prop_oneof![Just(Direction::Bidirectional), Just(Direction::Causal)]
}

fn indexing() -> impl Strategy<Value = P2cIndexing> {
    prop_oneof![Just(P2cIndexing::Code), Just(P2cIndexing::Paper)]
}

/// An index with or without log buckets, for tables of 2·span rows.
fn index() -> impl Strategy<Value = Index> {
    (1_usize..600, any::<bool>(), 2_usize..2000).prop_map(|(span, bucketed, max)| {
        let buckets = LogBuckets::new(span, max).ok().filter(|_| bucketed);
        Index { span, buckets }
    })
}

proptest! {
    #[test]
    fn shaw_terms_of_equal_tokens_depend_on_the_distance_only(
        q in vector(4), k in vector(4), clip in 0_usize..5, seed in matrix(9, 4),
    ) {
        let a = seed.slice(ndarray::s![..2 * clip + 1, ..]);
        let terms = shaw::terms(repeated(&q, CELLS).view(), repeated(&k, CELLS).view(), a);
        for (name, term) in terms.named() {
            prop_assert!(is_toeplitz(&term), "{}", name);
        }
    }

    /// Beyond the clip every key of one side gets the same term.
    #[test]
    fn shaw_is_constant_beyond_the_clip(clip in 0_usize..3000, beyond in 0_i64..5000) {
        let k = clip as i64;
        prop_assert_eq!(shaw::row(k + beyond, clip), 2 * clip);
        prop_assert_eq!(shaw::row(-k - beyond, clip), 0);
        prop_assert!((-k..k).all(|r| shaw::row(r, clip) + 1 == shaw::row(r + 1, clip)));
    }

    /// With equal weights for all keys, the value term is the mean of the rows that a query's distances take.
    #[test]
    fn the_value_term_is_the_weighted_mean_of_rows(a in matrix(5, 3), i in 0_usize..CELLS) {
        let even = Matrix64::from_elem((CELLS, CELLS), 1.0 / CELLS as f64);
        let term = shaw::value_term(even.view(), a.view());
        let rows: Vec<usize> = (0..CELLS).map(|j| shaw::row(j as i64 - i as i64, 2)).collect();
        let mean = a.select(Axis(0), &rows).mean_axis(Axis(0)).unwrap();
        prop_assert!(max_abs_diff(term.row(i), mean.view()).unwrap() < 1e-12);
    }

    #[test]
    fn transformer_xl_terms_of_equal_tokens_depend_on_the_distance_only(
        q in vector(3), k in vector(3), w_r in matrix(6, 3), u in vector(3), v in vector(3), mem_len in 0_usize..4,
    ) {
        let learned = transformer_xl::Learned { w_r: w_r.view(), u: u.view(), v: v.view() };
        let keys = repeated(&k, CELLS + mem_len);
        let terms = transformer_xl::terms(repeated(&q, CELLS).view(), keys.view(), learned);
        for (name, term) in terms.named() {
            prop_assert!(is_toeplitz(&term), "{}", name);
        }
    }

    /// Memory is the earlier part of the text: the rows of the current segment are the last rows of the whole.
    #[test]
    fn transformer_xl_memory_is_the_earlier_text(
        q in matrix(CELLS, 3), k in matrix(CELLS, 3), w_r in matrix(6, 3), u in vector(3), v in vector(3),
        mem_len in 0_usize..CELLS,
    ) {
        let learned = transformer_xl::Learned { w_r: w_r.view(), u: u.view(), v: v.view() };
        let whole = transformer_xl::terms(q.view(), k.view(), learned);
        let current = ndarray::s![mem_len.., ..];
        let segment = transformer_xl::terms(q.slice(current), k.view(), learned);
        for ((name, all), (_, part)) in whole.named().into_iter().zip(segment.named()) {
            prop_assert!(max_abs_diff(all.slice(current), part.view()).unwrap() < 1e-12, "{}", name);
        }
    }

    /// The paper's own derivation: with u = the query's content and v = u, the four terms are the dot product of two
    /// vectors to which position was added, (q + u)·(k + R W_R).
    #[test]
    fn transformer_xl_terms_are_one_product_expanded(
        q in matrix(4, 3), k in matrix(4, 3), w_r in matrix(6, 3), u in vector(3),
    ) {
        let learned = transformer_xl::Learned { w_r: w_r.view(), u: u.view(), v: u.view() };
        let terms = transformer_xl::terms(q.view(), k.view(), learned);
        let sum = terms.named().into_iter().fold(Matrix64::zeros((4, 4)), |sum, (_, term)| sum + term);
        let whole = Matrix64::from_shape_fn((4, 4), |(i, j)| {
            let r = transformer_xl::sinusoid(i as i64 - j as i64, 6).dot(&w_r);
            (&q.row(i) + &u).dot(&(&k.row(j) + &r))
        });
        prop_assert!(max_abs_diff(sum.view(), whole.view()).unwrap() < 1e-10);
    }

    /// Any two numbers either are refused or give buckets within the table that never fall as |r| grows; the first
    /// are one distance each and from `last_from` on there is one.
    #[test]
    fn t5_buckets_are_within_the_table_and_monotone(
        num in 0_usize..200, max in 0_usize..3000, direction in direction(), far in 0_i64..1_000_000,
    ) {
        let Ok(rule) = Buckets::new(num, max, direction) else {
            let side = if direction == Direction::Causal { num } else { num / 2 };
            prop_assert!(side < 2 || max <= side / 2);
            return Ok(());
        };
        for sign in [-1, 1] {
            let of = |x: i64| rule.of(sign * x);
            prop_assert!((0..max as i64 + 5).all(|x| of(x) <= of(x + 1)));
            prop_assert!(of(far) < num && of(max as i64) == of(max as i64 + far));
        }
        let last = rule.last_from() as i64;
        prop_assert!(last <= max as i64 && rule.of(-last) == rule.of(-far.max(last)));
        prop_assert!(rule.of(1 - last) < rule.of(-last));
        // the two sides share no bucket but, causal, that of the query itself
        match direction {
            Direction::Bidirectional => prop_assert_eq!(rule.of(far.max(1)), rule.of(-far.max(1)) + num / 2),
            Direction::Causal => prop_assert_eq!(rule.of(far), 0),
        }
    }

    #[test]
    fn t5_bias_depends_on_the_distance_only(column in vector(32), direction in direction()) {
        let rule = Buckets::new(32, 128, direction).unwrap();
        let none = Matrix64::zeros((40, 2));
        prop_assert!(is_toeplitz(&t5::terms(none.view(), none.view(), column.view(), &rule).position));
    }

    #[test]
    fn deberta_rows_are_within_the_table(index in index(), delta in -5000_i64..5000, indexing in indexing()) {
        prop_assert!(index.row(delta) < 2 * index.span);
        prop_assert!(index.p2c_row(delta, indexing) < 2 * index.span);
        prop_assert!(index.row(delta) <= index.row(delta + 1));
    }

    /// Without buckets the clip begins at −k and at k − 1.
    #[test]
    fn deberta_is_constant_beyond_the_clip(span in 1_usize..2000, beyond in 0_i64..3000) {
        let (index, k) = (Index { span, buckets: None }, span as i64);
        prop_assert_eq!(index.row(k - 1 + beyond), 2 * span - 1);
        prop_assert_eq!(index.row(-k - beyond), 0);
    }

    #[test]
    fn log_buckets_are_odd_and_never_turn_back(buckets in 0_usize..600, max in 0_usize..3000) {
        let Ok(rule) = LogBuckets::new(buckets, max) else {
            prop_assert!(buckets < 2 || max < buckets / 2 + 2);
            return Ok(());
        };
        let mid = (buckets / 2) as i64;
        prop_assert!((0..=mid).all(|delta| rule.of(delta) == delta));
        prop_assert!((0..2 * max as i64).all(|delta| rule.of(delta) <= rule.of(delta + 1)));
        prop_assert!((0..2 * max as i64).all(|delta| rule.of(-delta) == -rule.of(delta)));
        prop_assert_eq!(rule.of(max as i64 - 1), 2 * mid - 1);
    }

    #[test]
    fn deberta_terms_of_equal_tokens_depend_on_the_distance_only(
        q in vector(3), k in vector(3), key in matrix(6, 3), query in matrix(6, 3), indexing in indexing(),
    ) {
        let tables = deberta::Tables { key: key.view(), query: query.view() };
        let index = Index { span: 3, buckets: None };
        let (q, k) = (repeated(&q, CELLS), repeated(&k, CELLS));
        for (name, term) in deberta::terms(q.view(), k.view(), tables, index, indexing).named() {
            prop_assert!(is_toeplitz(&term), "{}", name);
        }
    }

    /// Both indexings of p2c are equal on the diagonal, and everywhere if the table does not tell left from right.
    #[test]
    fn paper_and_code_agree_where_the_index_is_symmetric(
        q in matrix(CELLS, 3), k in matrix(CELLS, 3), key in matrix(8, 3), query in matrix(8, 3),
    ) {
        let p2c = |query: &Matrix64, indexing| {
            let tables = deberta::Tables { key: key.view(), query: query.view() };
            let index = Index { span: 4, buckets: None };
            deberta::terms(q.view(), k.view(), tables, index, indexing).p2c
        };
        let (code, paper) = (p2c(&query, P2cIndexing::Code), p2c(&query, P2cIndexing::Paper));
        prop_assert_eq!(code.diag(), paper.diag());
        // row 4 is Δ = 0; rows 4 ± t are Δ = ± t, and row 0 (Δ ≤ −4) mirrors row 7 (Δ ≥ 3)
        let mirrored = query.select(Axis(0), &[7, 7, 6, 5, 4, 5, 6, 7]);
        prop_assert_eq!(p2c(&mirrored, P2cIndexing::Code), p2c(&mirrored, P2cIndexing::Paper));
    }
}
