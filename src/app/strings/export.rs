//! What is said where a picture is taken away.

pub struct Export {
    /// The button; what opens under it, for those who hear it.
    pub save: &'static str,
    pub label: &'static str,
    pub copy: &'static str,
    pub print: &'static str,
    /// The name of the file.
    pub saved: fn(&str) -> String,
    pub copied: &'static str,
    pub nothing: &'static str,
    pub outdated: &'static str,
    pub too_large: &'static str,
    pub network: &'static str,
    pub canvas: &'static str,
    pub clipboard: &'static str,
    /// What scripts asked for and the page does not have: a picture, a format; what there is.
    pub no_picture: fn(&str, &str) -> String,
    pub no_format: fn(&str, &str) -> String,
}
