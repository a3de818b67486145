//! The tables of the compare panel: what is known of each variant, which rows are listed and in which order.

use super::Settings;
use crate::attention::criteria::{CRITERIA, Finding};
use crate::choices;
use crate::position::Entry;
use crate::position::property::{Limit, UsedBy};
use crate::position::reach::Learned;
use crate::position::variants::{self, Variant};

/// The findings of one variant, in the order of [`CRITERIA`]; a finding is missing where the variant is not defined.
pub type Findings = Vec<Option<Finding>>;

choices! {
    /// What the tables can be sorted by.
    pub enum Column {
        /// The order of the list of schemes.
        List = "list",
        Name = "name",
        Entry = "entry",
        Learned = "learned",
        Limit = "limit",
        Year = "year",
        Unique = "unique",
        Bounded = "bounded",
        Relative = "relative",
        Extrapolating = "extrapolating",
        Deterministic = "deterministic",
    }
}

choices! {
    /// Which schemes are listed, by where they enter.
    pub enum Filter {
        All = "all",
        Nowhere = "nowhere",
        Added = "added",
        Rotates = "rotates",
        Bias = "bias",
        Term = "term",
    }
}

impl Filter {
    /// Whether a scheme that enters at `entry` is listed.
    pub fn passes(self, entry: Entry) -> bool {
        let wanted = match self {
            Filter::All => return true,
            Filter::Nowhere => Entry::Nowhere,
            Filter::Added => Entry::AddedToEmbedding,
            Filter::Rotates => Entry::RotatesQueryKey,
            Filter::Bias => Entry::BiasOnLogits,
            Filter::Term => Entry::TermOfScore,
        };
        entry == wanted
    }
}

/// What is known of one variant under the present parameters and sizes.
#[derive(Clone)]
pub struct Properties {
    pub variant: &'static Variant,
    pub entry: Entry,
    /// How many numbers a model of the present sizes learns for its positions.
    pub learned: Learned,
    /// What stands in the way of longer texts.
    pub limit: Limit,
    pub models: Vec<UsedBy>,
    pub citation: &'static str,
    pub year: u16,
}

/// The properties of every variant that `filter` lets through, for a text of `n` tokens, in the order of the list.
pub fn properties(settings: &Settings, n: usize, filter: Filter) -> Vec<Properties> {
    let of = |variant: &'static Variant| {
        let (params, sizes) = (variant.params(&settings.params), settings.sizes(n));
        let (citation, year) = variant.published();
        Properties {
            variant,
            entry: variant.scheme.info().entry,
            learned: variant.scheme.learned(sizes, &params),
            limit: variant.scheme.limit(sizes, &params),
            models: variant.models(),
            citation,
            year,
        }
    };
    variants::all().iter().map(of).filter(|row| filter.passes(row.entry)).collect()
}

/// The widest model that the criteria are measured in, (d_model, n_heads): the work grows with both, and a verdict hardly
/// changes.
pub const LARGEST: (usize, usize) = (64, 4);

/// The model in which the criteria are measured: the reader's own as far as [`LARGEST`] allows, (d_model, n_heads).
pub fn measured_in(d_model: usize, n_heads: usize) -> (usize, usize) {
    (d_model.min(LARGEST.0), n_heads.min(LARGEST.1))
}

/// The five criteria of `variant` for a training length of `n` tokens, in the model of [`measured_in`].
pub fn findings(settings: &Settings, variant: &Variant, n: usize) -> Findings {
    let params = variant.params(&settings.params);
    let (d_model, n_heads) = measured_in(settings.d_model, settings.n_heads);
    let how = Settings { scheme: variant.scheme, params, d_model, n_heads, ..settings.clone() };
    super::criteria(&how, n).into_iter().map(|(_, finding)| finding).collect()
}

/// Sorts the rows by a column; rows alike keep the order of the list, whichever the direction. `name` is the reader's,
/// `found` the findings of a variant as far as they are measured: those without stand last.
pub fn sort(
    rows: &mut [Properties],
    column: Column,
    descending: bool,
    name: impl Fn(&Variant) -> String,
    found: impl Fn(&Variant) -> Option<Findings>,
) {
    let measured = |row: &Properties, at: usize| {
        let finding = found(row.variant).and_then(|all| all.get(at).copied().flatten());
        finding.map(|finding| finding.measured)
    };
    let criterion = |id: &str| CRITERIA.iter().position(|criterion| criterion.id == id).unwrap_or(usize::MAX);
    match column {
        Column::List if descending => rows.reverse(),
        Column::List => {}
        Column::Name => by_key(rows, descending, |row| name(row.variant).to_lowercase()),
        Column::Entry => by_key(rows, descending, |row| row.entry as usize),
        Column::Learned => by_key(rows, descending, |row| row.learned.total(1)),
        Column::Limit => by_key(rows, descending, |row| severity(row.limit)),
        Column::Year => by_key(rows, descending, |row| row.year),
        Column::Unique => by_number(rows, descending, |row| measured(row, criterion("unique"))),
        Column::Bounded => by_number(rows, descending, |row| measured(row, criterion("bounded"))),
        Column::Relative => by_number(rows, descending, |row| measured(row, criterion("relative"))),
        Column::Extrapolating => by_number(rows, descending, |row| measured(row, criterion("extrapolating"))),
        Column::Deterministic => by_number(rows, descending, |row| measured(row, criterion("deterministic"))),
    }
}

fn by_key<K: Ord>(rows: &mut [Properties], descending: bool, key: impl Fn(&Properties) -> K) {
    rows.sort_by(|a, b| {
        let order = key(a).cmp(&key(b));
        if descending { order.reverse() } else { order }
    });
}

fn by_number(rows: &mut [Properties], descending: bool, key: impl Fn(&Properties) -> Option<f64>) {
    rows.sort_by(|a, b| match (key(a), key(b)) {
        (Some(a), Some(b)) if descending => b.total_cmp(&a),
        (Some(a), Some(b)) => a.total_cmp(&b),
        (a, b) => a.is_none().cmp(&b.is_none()),
    });
}

/// From no limit to a hard one: kinds first, the shorter of two of a kind last.
fn severity(limit: Limit) -> (usize, std::cmp::Reverse<usize>) {
    let (kind, length) = match limit {
        Limit::Nothing => (0, 0),
        Limit::Clipped(distance) => (1, distance),
        Limit::Fades(distance) => (2, distance),
        Limit::UnseenAngles => (3, 0),
        Limit::UnseenValues => (4, 0),
        Limit::Rows(rows) => (5, rows),
    };
    (kind, std::cmp::Reverse(length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention::Mask;
    use crate::position::parameter::Choice;
    use crate::position::{Params, none};

    fn settings() -> Settings {
        let scheme = &none::None;
        Settings {
            seed: 1,
            d_model: 32,
            n_heads: 4,
            common: 0.5,
            scheme,
            params: Params::default(),
            mask: Mask::Full,
            padding: 0,
        }
    }

    fn ids(rows: &[Properties]) -> Vec<&'static str> {
        rows.iter().map(|row| row.variant.id).collect()
    }

    #[test]
    fn every_variant_is_listed_once_and_filters_share_them_out() {
        assert_eq!(ids(&properties(&settings(), 5, Filter::All)), variants::ids());
        let parts = Filter::ALL.iter().filter(|filter| **filter != Filter::All);
        let listed: usize = parts.map(|filter| properties(&settings(), 5, *filter).len()).sum();
        assert_eq!(listed, variants::all().len());
    }

    #[test]
    fn every_row_is_published_somewhere() {
        let rows = properties(&settings(), 5, Filter::All);
        assert!(
            rows.iter().all(|row| row.variant.id == "none" || (row.year > 2016 && row.citation.len() > 20))
        );
    }

    #[test]
    fn columns_sort_both_ways_and_what_is_not_measured_stands_last() {
        let all = properties(&settings(), 5, Filter::All);
        let sorted = |column, descending, found: &dyn Fn(&Variant) -> Option<Findings>| {
            let mut rows = all.clone();
            sort(&mut rows, column, descending, |variant| variant.id.to_string(), found);
            rows
        };
        let nothing = |_: &Variant| None;
        for column in Column::ALL {
            let mut both = [false, true].map(|descending| ids(&sorted(*column, descending, &nothing)));
            both.iter_mut().for_each(|ids| ids.sort_unstable());
            assert_eq!(both[0], both[1], "{column:?} loses rows");
        }
        let years: Vec<_> = sorted(Column::Year, true, &nothing).iter().map(|row| row.year).collect();
        assert!(years.is_sorted_by(|a, b| a >= b) && years.first() > years.last());
        let some = |variant: &Variant| {
            let finding = |measured| Some(Finding { measured, threshold: 0.0, holds: true });
            (variant.id != "none").then(|| vec![finding(variant.id.len() as f64); 5])
        };
        for descending in [false, true] {
            let by_unique = sorted(Column::Unique, descending, &some);
            assert_eq!(by_unique.last().unwrap().variant.id, "none");
            let lengths: Vec<_> = ids(&by_unique)[..by_unique.len() - 1].iter().map(|id| id.len()).collect();
            assert!(if descending { lengths.is_sorted_by(|a, b| a >= b) } else { lengths.is_sorted() });
        }
    }

    #[test]
    fn findings_are_those_of_the_variants_own_parameters() {
        let all = findings(&settings(), variants::by_id("alibi").unwrap(), 16);
        assert_eq!(all.len(), CRITERIA.len());
        assert!(all[2].unwrap().holds, "ALiBi is relative");
        assert!(!findings(&settings(), variants::by_id("sinusoidal").unwrap(), 16)[2].unwrap().holds);
    }
}
