//! Which patch is looked at, and which token of the sequence is its.

use crate::embed::runs::Kind;
use crate::store::Store;
use leptos::prelude::*;

/// The patch that is looked at; always one of the grid, 0 where there is none.
pub fn patch(store: Store) -> usize {
    let last = store.image.cut.with(|cut| cut.as_ref().map_or(0, |cut| cut.grid.patches().saturating_sub(1)));
    store.state.with(|s| s.media.patch as usize).min(last)
}

/// Where the run of patches stands in the sequence.
pub fn first_token(store: Store) -> Option<usize> {
    let input = store.input.get()?;
    input.runs.iter().find(|(kind, _)| *kind == Kind::Image).map(|(_, range)| range.start)
}

/// The patch of token `at` of the sequence.
pub fn patch_of_token(store: Store, at: usize) -> Option<usize> {
    let token = at.checked_sub(first_token(store)?)?;
    store.image.cut.with(|cut| {
        let cut = cut.as_ref()?;
        Some(cut.patch_of(token)).filter(|patch| *patch < cut.grid.patches())
    })
}

/// Looks at a patch; its token is the query, if it is in the sequence.
pub fn look_at(store: Store, patch: usize) {
    store.set("patch", &patch.to_string());
    let token = untrack(|| {
        let token = store.image.cut.with(|cut| cut.as_ref().map(|cut| cut.token_of(patch)))?;
        Some(first_token(store)? + token)
    });
    let n = store.input.with_untracked(|input| input.as_ref().map_or(0, |input| input.len()));
    if let Some(token) = token.filter(|token| *token < n) {
        store.set("query", &token.to_string());
    }
}
