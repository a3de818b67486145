//! Words that belong to a key or an id rather than to a place on the page: names of controls and of choices, and what
//! is said of each scheme. Tables, so that a new parameter or scheme is a new line; tests/state.rs sees that none is
//! missing in any language.

/// What the page says of one scheme.
pub struct SchemeWords {
    /// The value of `scheme`.
    pub id: &'static str,
    /// In menus.
    pub name: &'static str,
    /// What its panel shows, as a claim.
    pub title: &'static str,
    pub lead: &'static str,
    /// The convention chosen, where it is not told in the scheme's own English.
    pub convention: Option<&'static str>,
}

/// The tables of one language.
pub struct Words {
    /// (key, name, hint or nothing), in several lists
    pub labels: &'static [&'static [(&'static str, &'static str, &'static str)]],
    /// (key, (id, name) for each choice), in several lists
    pub choices: &'static [&'static [(&'static str, &'static [(&'static str, &'static str)])]],
    pub schemes: &'static [SchemeWords],
    /// (variant, name): RoPE's extensions in a comparison.
    pub variants: &'static [(&'static str, &'static str)],
}

impl Words {
    /// The name of the control for `key`; the key itself where there is none.
    pub fn label(&self, key: &'static str) -> &'static str {
        self.labels.iter().copied().flatten().find(|(k, ..)| *k == key).map_or(key, |(_, name, _)| name)
    }

    /// The second, smaller line of the control's name.
    pub fn hint(&self, key: &str) -> Option<&'static str> {
        let all = self.labels.iter().copied().flatten();
        all.into_iter().find(|(k, ..)| *k == key).map(|(.., hint)| *hint).filter(|hint| !hint.is_empty())
    }

    /// The name of the choice `id` of `key`; the id itself where there is none.
    pub fn choice(&self, key: &str, id: &'static str) -> &'static str {
        if key == "scheme" {
            return self.scheme(id).map_or(id, |words| words.name);
        }
        let mut all = self.choices.iter().copied().flatten();
        let choices = all.find(|(k, _)| *k == key).map_or(&[][..], |(_, choices)| choices);
        choices.iter().find(|(i, _)| *i == id).map_or(id, |(_, name)| name)
    }

    pub fn scheme(&self, id: &str) -> Option<&'static SchemeWords> {
        self.schemes.iter().find(|words| words.id == id)
    }

    /// The name of a variant in a comparison.
    pub fn variant(&self, id: &'static str) -> &'static str {
        let named = self.variants.iter().find(|(variant, _)| *variant == id).map(|(_, name)| *name);
        named.or_else(|| self.scheme(id).map(|words| words.name)).unwrap_or(id)
    }
}
