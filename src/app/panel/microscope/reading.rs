//! Reading the reader's own file in the worker; `modules/signals/tokenizer.rs` is the far end.

use crate::parcel::Parcel;
use crate::tokenize::own::{OwnError, Packed, Tables};
use crate::tokenize::pre_tokenize::Pattern;
use crate::worker::Job;
use web_sys::File;

/// A file; the pattern is for one that names none.
pub struct ReadTokenizer {
    pub file: File,
    pub pattern: Pattern,
}

impl Job for ReadTokenizer {
    const NAME: &'static str = "tokenizer";
    const STOPS: bool = true;
    type Answer = Result<Tables, OwnError>;

    fn pack(self) -> Parcel {
        let pattern = Pattern::ALL.iter().position(|pattern| *pattern == self.pattern).unwrap_or_default();
        Parcel::new().value(&self.file).number(pattern as f64)
    }

    fn unpack(answer: &Parcel) -> Option<Self::Answer> {
        let head = answer.text_at(1);
        if answer.text_at(0) != "ok" {
            return serde_json::from_str(&head).ok().map(Err);
        }
        let packed = Packed { head, bytes: answer.bytes_at(2), numbers: answer.ids_at(3) };
        packed.unpack().map(Ok)
    }
}
