//! What a file says of itself.

/// Title, parameters, link and source: the same in every format.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// What the picture shows, as the card on the screen says it.
    pub title: String,
    /// The picture's own name where a card has several; empty otherwise.
    pub name: String,
    /// The state keys that differ from the defaults, as the link spells them.
    pub parameters: Vec<(String, String)>,
    /// The address that opens this state again.
    pub permalink: String,
    /// Authors, title, year and place of what is shown.
    pub citation: String,
    /// The program and its version.
    pub made_with: String,
}

impl About {
    /// Name and text of every line, in the order in which all formats write them; empty ones are left out.
    pub fn lines(&self) -> Vec<(&str, String)> {
        let parameters: Vec<_> =
            self.parameters.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let all = [
            ("title", self.title.clone()),
            ("picture", self.name.clone()),
            ("parameters", parameters.join("; ")),
            ("permalink", self.permalink.clone()),
            ("citation", self.citation.clone()),
            ("made with", self.made_with.clone()),
        ];
        all.into_iter().filter(|(_, text)| !text.is_empty()).collect()
    }
}
