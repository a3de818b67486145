//! Pieces and ids of a file, checked: no id twice, none too large.

use super::error::Place;
use super::{MAX_ID, OwnError};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Pieces by id; None where an id is not used.
pub struct Vocab {
    pub by_id: Vec<Option<String>>,
    pub ids: HashMap<String, u32>,
}

impl Vocab {
    /// `{piece: id}`, as BPE and WordPiece have it.
    pub fn from_object(object: &Map<String, Value>) -> Result<Self, OwnError> {
        let mut vocab = Vocab { by_id: Vec::new(), ids: HashMap::with_capacity(object.len()) };
        for (piece, id) in object {
            let id = id.as_u64().ok_or_else(|| OwnError::Wrong(Place::IdOf(piece.clone())))?;
            vocab.insert(piece, id)?;
        }
        Ok(vocab)
    }

    pub fn insert(&mut self, piece: &str, asked: u64) -> Result<(), OwnError> {
        let id = u32::try_from(asked).ok().filter(|id| *id <= MAX_ID);
        let id = id.ok_or_else(|| OwnError::LargeId(asked, piece.to_owned()))?;
        if self.by_id.len() <= id as usize {
            self.by_id.resize(id as usize + 1, None);
        }
        match self.by_id.get_mut(id as usize) {
            Some(Some(other)) => return Err(OwnError::DuplicateId(other.clone(), piece.to_owned(), id)),
            Some(free) => *free = Some(piece.to_owned()),
            None => {}
        }
        match self.ids.insert(piece.to_owned(), id) {
            Some(other) => Err(OwnError::DuplicatePiece(piece.to_owned(), other, id)),
            None => Ok(()),
        }
    }
}
