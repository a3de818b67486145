//! Byte strings by id, end to end: 200,000 separate vectors would cost more than their bytes.

/// Pieces by id. A piece may be empty where an id is not used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByteStrings {
    bytes: Vec<u8>,
    /// Where each piece ends in `bytes`.
    ends: Vec<u32>,
}

impl ByteStrings {
    pub fn with_capacity(pieces: usize, bytes: usize) -> Self {
        ByteStrings { bytes: Vec::with_capacity(bytes), ends: Vec::with_capacity(pieces) }
    }

    /// Of the pieces end to end, and where each ends. None if the ends do not fit the bytes.
    pub fn from_parts(bytes: Vec<u8>, ends: Vec<u32>) -> Option<Self> {
        let fits = ends.is_sorted() && ends.last().map_or(0, |end| *end as usize) == bytes.len();
        fits.then_some(ByteStrings { bytes, ends })
    }

    /// All pieces end to end.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where each piece ends in [`ByteStrings::bytes`].
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// Adds the next id's piece.
    pub fn push(&mut self, piece: &[u8]) {
        self.bytes.extend_from_slice(piece);
        self.ends.push(self.bytes.len() as u32);
    }

    /// Adds the next id's piece as one piece behind another. None if one of them is not there yet.
    pub fn push_joined(&mut self, left: u32, right: u32) -> Option<()> {
        let (left, right) = (self.range(left)?, self.range(right)?);
        self.bytes.extend_from_within(left);
        self.bytes.extend_from_within(right);
        self.ends.push(self.bytes.len() as u32);
        Some(())
    }

    pub fn get(&self, id: u32) -> Option<&[u8]> {
        self.bytes.get(self.range(id)?)
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bytes of all pieces together.
    pub fn total(&self) -> usize {
        self.bytes.len()
    }

    /// The pieces in id order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len() as u32).map(|id| self.get(id).unwrap_or_default())
    }

    fn range(&self, id: u32) -> Option<std::ops::Range<usize>> {
        let end = *self.ends.get(id as usize)? as usize;
        let start = match id.checked_sub(1) {
            Some(before) => *self.ends.get(before as usize)? as usize,
            None => 0,
        };
        Some(start..end)
    }
}

impl<'a> FromIterator<&'a [u8]> for ByteStrings {
    fn from_iter<I: IntoIterator<Item = &'a [u8]>>(pieces: I) -> Self {
        let mut strings = ByteStrings::default();
        pieces.into_iter().for_each(|piece| strings.push(piece));
        strings
    }
}
