//! Every sentence of the page, once per language: a file for each part of the page says which sentences it has, and the
//! folder of each language holds a file of the same name. A missing string does not compile; a sentence with numbers
//! in it is a function, so that each language has its own word order. Adding a language is one file, its folder
//! and one line in [`LANGUAGES`].

pub mod around;
mod compare;
mod complaints;
mod context;
pub mod economics;
mod en;
pub mod export;
pub mod image;
mod lesson;
mod long;
pub mod meaning;
mod microscope;
mod mixed;
pub mod offline;
mod permutation;
mod pictures;
mod problems;
pub mod share;
mod shell;
mod sound;
mod stages;
pub mod tokenizers;
pub mod training;
mod widgets;
pub mod words;
mod zh;

pub use around::Around;
pub use compare::Compare;
pub use complaints::Complaints;
pub use context::Context;
pub use economics::Economics;
pub use lesson::Lesson;
pub use long::Long;
pub use meaning::Meaning;
pub use microscope::Microscope;
pub use mixed::Mixed;
pub use offline::Offline;
pub use permutation::Permutation;
pub use problems::Problems;
pub use shell::{Samples, Shell};
pub use sound::Sound;
pub use stages::{Attention, Position, Signal, Tokens, Vectors};
pub use training::Training;
pub use widgets::{Controls, Picture};

/// All strings of one language.
pub struct Strings {
    /// BCP 47 tag.
    pub tag: &'static str,
    /// The language's own name, for the switch.
    pub own_name: &'static str,
    /// Between two sentences of a line: Chinese puts nothing behind its full stop.
    pub gap: &'static str,
    /// Between a name and what is said of it.
    pub colon: &'static str,
    /// Between the parts of a list.
    pub comma: &'static str,
    pub shell: Shell,
    pub samples: Samples,
    /// Links, frames and files.
    pub share: &'static share::Share,
    pub signal: Signal,
    pub tokens: Tokens,
    pub vectors: Vectors,
    pub image: image::Image,
    pub sound: &'static Sound,
    pub position: Position,
    pub attention: Attention,
    pub permutation: Permutation,
    pub compare: Compare,
    pub controls: Controls,
    pub picture: Picture,
    /// Taking a picture away.
    pub export: &'static export::Export,
    pub lesson: &'static Lesson,
    pub long: Long,
    pub around: &'static Around,
    pub microscope: &'static Microscope,
    pub economics: &'static Economics,
    pub meaning: &'static Meaning,
    /// A sequence of several modalities.
    pub mixed: &'static Mixed,
    /// The pictures of the schemes.
    pub pictures: &'static pictures::Pictures,
    pub problem: Problems,
    /// Why a scheme, a rule or a pasted configuration cannot be computed.
    pub complaint: Complaints,
    pub context: Context,
    pub training: &'static Training,
    pub offline: &'static Offline,
    /// Tokenizers side by side.
    pub side: &'static tokenizers::Tokenizers,
    /// Names of controls, choices and schemes.
    pub words: &'static words::Words,
}

impl Strings {
    /// What the reader knows the control of `key` by.
    pub fn control(&self, key: &'static str) -> &'static str {
        match key {
            "text" => self.shell.text_label,
            "panel" => self.shell.pipeline,
            key => self.words.label(key),
        }
    }
}

/// id and strings of every language, in the order of the switch.
pub const LANGUAGES: &[(&str, &Strings)] = &[("en", &en::STRINGS), ("zh", &zh::STRINGS)];

/// The strings of `id`; English for an unknown one.
pub fn by_id(id: &str) -> &'static Strings {
    LANGUAGES.iter().find(|(tag, _)| *tag == id).map_or(&en::STRINGS, |(_, strings)| strings)
}

/// The language for a browser that asks for `tag` (such as `zh-CN`).
pub fn for_browser(tag: &str) -> &'static str {
    let primary = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    LANGUAGES.iter().find(|(id, _)| *id == primary).map_or("en", |(id, _)| id)
}
