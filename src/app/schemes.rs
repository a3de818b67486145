//! What the page shows of each scheme besides its words: one line a scheme. `panel::position::picture` has the
//! component behind each picture.

use super::state::State;
use crate::attention::reference::Term;
use crate::position::remap::PositionMap;
use crate::position::rope_axes::Axes;
use crate::position::scaling::RopeType;
use crate::position::sinusoidal::Layout;
use std::sync::OnceLock;

/// One scheme's page.
pub struct Page {
    pub scheme: &'static str,
    /// Its pictures, values of the state key `curve`. The first is shown where the reader chose none of them.
    pub pictures: &'static [&'static str],
    /// Signs for the terms of its logit, as its equation has them.
    pub terms: &'static [(Term, &'static str)],
    /// Whether what a model would learn of it is random here.
    pub seeded: bool,
    /// What its numbers were compared with: subjects of the golden tests.
    subjects: fn(&State) -> Vec<&'static str>,
}

use Term::{Bias, KeyPosition, KeyVector, QueryKey, QueryPosition};

const PAGES: &[Page] = &[
    Page { scheme: "none", pictures: &["score"], terms: &[], seeded: false, subjects: |_| vec!["attention"] },
    Page {
        scheme: "sinusoidal",
        pictures: &["table", "turn", "score"],
        terms: &[],
        seeded: false,
        subjects: sinusoidal,
    },
    Page {
        scheme: "sinusoidal_2d",
        pictures: &["score"],
        terms: &[],
        seeded: false,
        subjects: |_| vec!["sinusoidal_2d"],
    },
    Page {
        scheme: "learned",
        pictures: &["table", "trajectory", "cosines", "score"],
        terms: &[],
        seeded: false,
        subjects: |_| vec!["attention_added"],
    },
    Page {
        scheme: "shaw",
        pictures: &["terms", "vectors", "rows", "score"],
        terms: &[(QueryKey, "q·k"), (QueryPosition, "q·aᴷ")],
        seeded: true,
        subjects: |_| vec!["shaw", "attention_shaw"],
    },
    Page {
        scheme: "transformer_xl",
        pictures: &["terms", "vectors", "score"],
        terms: &[(QueryKey, "q·k"), (QueryPosition, "q·R"), (KeyVector, "u·k"), (Bias, "v·R")],
        seeded: true,
        subjects: |_| vec!["transformer_xl"],
    },
    Page {
        scheme: "t5",
        pictures: &["staircase", "bias", "rows", "terms", "score"],
        terms: &[(QueryKey, "q·k"), (Bias, "B")],
        seeded: true,
        subjects: |_| vec!["t5_buckets", "attention_t5"],
    },
    Page {
        scheme: "deberta",
        pictures: &["terms", "indexing", "staircase", "score"],
        terms: &[(QueryKey, "c2c"), (QueryPosition, "c2p"), (KeyPosition, "p2c")],
        seeded: true,
        subjects: |s| match s.params.deberta.position_buckets {
            0 => vec!["deberta"],
            _ => vec!["deberta", "deberta_log_buckets"],
        },
    },
    Page {
        scheme: "rope",
        pictures: &["frequency", "wavelength", "cosine", "score", "clocks", "shift", "dims", "map", "mixed"],
        terms: &[],
        seeded: false,
        subjects: rope,
    },
    Page {
        scheme: "alibi",
        pictures: &["bias", "forms", "terms", "score"],
        terms: &[(QueryKey, "q·k"), (Bias, "(−m·Δ)")],
        seeded: false,
        subjects: |_| vec!["alibi_slopes", "attention_alibi"],
    },
];

fn sinusoidal(s: &State) -> Vec<&'static str> {
    match s.params.sinusoidal.sinusoidal_layout {
        _ if (s.panel, s.curve) == ("position", "turn") => vec!["sinusoidal_shift"],
        Layout::Interleaved => vec!["sinusoidal", "sinusoidal_float32"],
        Layout::Concatenated => vec!["sinusoidal_concatenated"],
        Layout::Whisper => vec!["sinusoidal_whisper", "sinusoidal_whisper_float32"],
    }
}

fn rope(s: &State) -> Vec<&'static str> {
    let params = &s.params;
    let frequencies = match params.rope.rope_type {
        RopeType::Default => "attention_rope",
        RopeType::Linear => "inv_freq_linear_float32",
        RopeType::Ntk => "inv_freq_ntk_float32",
        RopeType::Dynamic => "inv_freq_dynamic_float32",
        RopeType::Yarn => "inv_freq_yarn_float32",
        RopeType::Longrope => "inv_freq_longrope_float32",
        RopeType::Llama3 => "inv_freq_llama3_float32",
    };
    let turns = match params.axes.rope_axes {
        Axes::One if params.axes.partial_rotary_factor < 1.0 => "rope_partial",
        Axes::One => "rope_apply",
        Axes::Two => "rope_2d",
        Axes::Three => "mrope",
    };
    let map = match params.remap.position_map {
        PositionMap::None => None,
        PositionMap::SelfExtend => Some("self_extend"),
        PositionMap::Rerope | PositionMap::LeakyRerope => Some("rerope"),
    };
    [frequencies, turns].into_iter().chain(map).collect()
}

/// The page of a scheme; that of no scheme for an unknown one.
pub fn page(scheme: &str) -> &'static Page {
    PAGES.iter().find(|page| page.scheme == scheme).unwrap_or(&PAGES[0])
}

/// The golden subjects of the scheme and parameters in force.
pub fn subjects(state: &State) -> Vec<&'static str> {
    (page(state.scheme).subjects)(state)
}

impl Page {
    /// The picture in force where the reader chose `curve`.
    pub fn picture(&self, curve: &'static str) -> &'static str {
        if self.pictures.contains(&curve) { curve } else { self.pictures.first().copied().unwrap_or("score") }
    }

    /// The sign for a term.
    pub fn term(&self, term: Term) -> &'static str {
        self.terms.iter().find(|(t, _)| *t == term).map_or("", |(_, sign)| sign)
    }
}

/// The pictures of all schemes, each once: RoPE's first, whose frequencies are the default.
pub fn pictures() -> &'static [&'static str] {
    static ALL: OnceLock<Vec<&'static str>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = page("rope").pictures.to_vec();
        for id in PAGES.iter().flat_map(|page| page.pictures) {
            if !all.contains(id) {
                all.push(id);
            }
        }
        all
    })
}
