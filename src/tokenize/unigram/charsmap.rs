//! Longest-match replacement by SentencePiece's precompiled character map.
//!
//! The map is a double array (Aoe 1989) in the layout of darts-clone: the child of node `p` by label `c` is
//! `base(p) ^ c` if that unit's label is `c`. A unit's bits: 0–7 label (bit 31 marks a value), 8 "a value hangs
//! below", 9 the offset is in steps of 256, 10–30 offset. The value is where the replacement starts in `strings`.

use crate::pack::Charsmap;

impl Charsmap {
    /// The longest rule at the start of `text`: the bytes it takes and what it puts in their place.
    pub(super) fn longest_match(&self, text: &str) -> Option<(usize, &str)> {
        let mut base = offset(*self.units.first()?);
        let mut longest = None;
        for (length, label) in (1..).zip(text.bytes()) {
            let node = base ^ u32::from(label);
            let Some(unit) = self.unit(node).filter(|unit| unit & 0x8000_00FF == u32::from(label)) else {
                break;
            };
            base = node ^ offset(unit);
            if unit & 0x100 != 0 {
                longest = self.unit(base).map(|value| (length, value & 0x7FFF_FFFF));
            }
        }
        let (length, start) = longest?;
        let replacement = self.strings.get(start as usize..)?.split('\0').next()?;
        text.is_char_boundary(length).then_some((length, replacement))
    }

    fn unit(&self, node: u32) -> Option<u32> {
        self.units.get(node as usize).copied()
    }
}

fn offset(unit: u32) -> u32 {
    (unit >> 10) << ((unit & 0x200) >> 6)
}
