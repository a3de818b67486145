//! The panels of the page, in the order in which the rail shows them. Adding a panel is one line here.

use std::sync::OnceLock;

/// Where on the rail a panel stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// A stage of the one picture, from signal to attention.
    Stage,
    /// A question of its own that is asked of those stages.
    Lab,
    /// How text becomes tokens and what the vectors mean, in depth.
    Words,
}

/// A panel as the rail knows it.
#[derive(Clone, Copy, Debug)]
pub struct Panel {
    pub id: &'static str,
    pub group: Group,
    /// The colour that it bears: a name among the accents of `style/tokens.css`.
    pub accent: &'static str,
    /// Whether it has something to show without any input.
    pub alone: bool,
}

impl Panel {
    const fn alone(self) -> Panel {
        Panel { alone: true, ..self }
    }
}

const fn stage(id: &'static str) -> Panel {
    Panel { id, group: Group::Stage, accent: id, alone: false }
}

const fn words(id: &'static str) -> Panel {
    Panel { id, group: Group::Words, accent: "tokens", alone: false }
}

const fn lab(id: &'static str, accent: &'static str) -> Panel {
    Panel { id, group: Group::Lab, accent, alone: false }
}

pub const PANELS: &[Panel] = &[
    stage("signal"),
    stage("tokens"),
    stage("vectors"),
    stage("position"),
    stage("attention"),
    lab("permutation", "order"),
    lab("compare", "compare"),
    lab("context", "position").alone(),
    lab("long", "attention"),
    lab("around", "attention"),
    words("microscope"),
    words("tokenizers"),
    words("training").alone(),
    words("economics").alone(),
    words("meaning").alone(),
];

/// The panels of `group`.
pub fn panels(group: Group) -> impl Iterator<Item = &'static Panel> {
    PANELS.iter().filter(move |panel| panel.group == group)
}

/// The ids of all panels.
pub fn panel_ids() -> &'static [&'static str] {
    static IDS: OnceLock<Vec<&'static str>> = OnceLock::new();
    IDS.get_or_init(|| PANELS.iter().map(|panel| panel.id).collect())
}

/// The panel whose id is `id`.
pub fn panel(id: &str) -> Option<&'static Panel> {
    PANELS.iter().find(|panel| panel.id == id)
}
