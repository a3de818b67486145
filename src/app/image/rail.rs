//! What the rail says of a picture: headings and live shapes of the first stages.

use crate::picture::format::grouped;
use crate::store::Store;
use crate::strings::Strings;
use leptos::prelude::*;

/// The heading of a stage that a picture calls by another name than a text. `route` is what becomes tokens.
pub fn heading(s: &Strings, route: &str, panel: &str) -> Option<&'static str> {
    match panel {
        "signal" => Some(s.image.stage_signal),
        "tokens" => Some(match route {
            "codes" => s.image.stage_codes,
            "pooled" => s.image.stage_pooled,
            _ => s.image.stage_patches,
        }),
        _ => None,
    }
}

/// The live shape under it.
pub fn shape(store: Store, panel: &str) -> Option<String> {
    let (side, total) = store
        .image
        .cut
        .with(|cut| cut.as_ref().map(|cut| (cut.picture.side(), cut.tokens.0 * cut.tokens.1)))?;
    match panel {
        "signal" => Some(format!("{side} × {side} × 3")),
        "tokens" => Some(format!("{} + 1", grouped(total))),
        _ => None,
    }
}
