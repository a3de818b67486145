//! What can stand beside each other in a comparison: every scheme, and RoPE once more for each of its extensions
//! and maps of positions.

use super::parameter::Choice;
use super::property::{UsedBy, whole};
use super::remap::PositionMap;
use super::scaling::{RopeType, presets::PRESETS};
use super::{Params, SCHEMES, Scheme};
use std::sync::OnceLock;

/// A scheme, perhaps with one of its choices fixed. All other parameters stay the reader's, so sliders move all alike.
#[derive(Clone, Copy)]
pub struct Variant {
    /// The scheme's own id, or that of the choice which is fixed.
    pub id: &'static str,
    pub scheme: &'static dyn Scheme,
    fixed: Option<(RopeType, PositionMap)>,
}

impl Variant {
    /// Authors, title, year and where it was published; and the year.
    pub fn published(&self) -> (&'static str, u16) {
        let info = self.scheme.info();
        let of_scheme = (info.citation, info.year);
        match self.fixed {
            None | Some((RopeType::Default, PositionMap::None)) => of_scheme,
            Some((RopeType::Default, map)) => map.published().unwrap_or(of_scheme),
            Some((rope_type, _)) => (rope_type.method().citation, rope_type.method().year),
        }
    }

    /// Models that use it: the scheme's, for an extension those whose configuration names it. Maps of positions need no
    /// training, so no model is released with one.
    pub fn models(&self) -> Vec<UsedBy> {
        match self.fixed {
            None | Some((RopeType::Default, PositionMap::None)) => self.scheme.models().to_vec(),
            Some((RopeType::Default, _)) => Vec::new(),
            Some((rope_type, _)) => {
                let named = PRESETS.iter().filter(|preset| preset.rope_type == rope_type);
                named.map(|preset| whole(preset.name)).collect()
            }
        }
    }

    /// Whether the variant decides the parameter `key`, whatever the reader sets.
    pub fn fixes(&self, key: &str) -> bool {
        self.fixed.is_some() && matches!(key, "rope_type" | "position_map")
    }

    /// The reader's parameters with this variant's choice.
    pub fn params(&self, params: &Params) -> Params {
        let mut params = params.clone();
        if let Some((rope_type, position_map)) = self.fixed {
            params.rope.rope_type = rope_type;
            params.remap.position_map = position_map;
        }
        params
    }
}

/// All variants, in the order of the list of schemes; RoPE's follow it.
pub fn all() -> &'static [Variant] {
    static ALL: OnceLock<Vec<Variant>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Vec::new();
        for &scheme in SCHEMES {
            let id = scheme.info().id;
            if id != "rope" {
                all.push(Variant { id, scheme, fixed: None });
                continue;
            }
            let fixed = |id, rope_type, map| Variant { id, scheme, fixed: Some((rope_type, map)) };
            for &rope_type in RopeType::ALL {
                let id = if rope_type == RopeType::Default { id } else { rope_type.id() };
                all.push(fixed(id, rope_type, PositionMap::None));
            }
            for &map in PositionMap::ALL.iter().filter(|map| **map != PositionMap::None) {
                all.push(fixed(map.id(), RopeType::Default, map));
            }
        }
        all
    })
}

/// The variant called `id`.
pub fn by_id(id: &str) -> Option<&'static Variant> {
    all().iter().find(|variant| variant.id == id)
}

/// The ids of [`all`].
pub fn ids() -> &'static [&'static str] {
    static IDS: OnceLock<Vec<&'static str>> = OnceLock::new();
    IDS.get_or_init(|| all().iter().map(|variant| variant.id).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_an_id_of_its_own_and_fixes_its_choice() {
        let mut ids = ids().to_vec();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all().len());
        assert!(SCHEMES.iter().all(|scheme| by_id(scheme.info().id).is_some()));
        let yarn = by_id("yarn").unwrap().params(&Params::default());
        assert_eq!(yarn.rope.rope_type, RopeType::Yarn);
        let rerope = by_id("rerope").unwrap().params(&yarn);
        assert_eq!(
            (rerope.rope.rope_type, rerope.remap.position_map),
            (RopeType::Default, PositionMap::Rerope)
        );
        let plain = by_id("rope").unwrap().params(&yarn);
        assert_eq!(plain.rope.rope_type, RopeType::Default);
        assert!(by_id("yarn").unwrap().published().0.contains("2309.00071"));
        assert!(by_id("self_extend").unwrap().published().0.contains("2401.01325"));
        assert!(by_id("llama3").unwrap().models().iter().any(|used| used.model.contains("3.1")));
        assert!(by_id("yarn").unwrap().fixes("rope_type") && !by_id("t5").unwrap().fixes("rope_type"));
    }
}
