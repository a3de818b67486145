//! The `tokenizers` library as a WebAssembly module of its own, which the page loads with the first vocabulary that
//! needs it. `app::library` is its other end: keep the exported names in sync.

fn main() {}

#[cfg(target_arch = "wasm32")]
mod module {
    use locus::pack::{PackError, Pieces};
    use locus::tokenize::{self, Crate, Library};
    use wasm_bindgen::prelude::*;

    /// A model that is ready to encode.
    #[wasm_bindgen]
    pub struct Encoder(Box<dyn tokenize::Encoder>);

    /// See [`Library::word_piece`]. `lines` are the pieces, each ended by a newline.
    #[wasm_bindgen]
    pub fn word_piece(lines: String, n: usize, unknown: u32) -> Result<Encoder, JsError> {
        Ok(Encoder(Crate.word_piece(&pieces(lines, n)?, unknown)?))
    }

    fn pieces(lines: String, n: usize) -> Result<Pieces, PackError> {
        Pieces::from_lines(lines.into_bytes(), n as u32)
    }

    #[wasm_bindgen]
    impl Encoder {
        /// The number of ids n, the n ids, then 2n offsets (see [`tokenize::Encoded`]).
        pub fn encode(&self, text: &str) -> Result<Vec<u32>, JsError> {
            let encoded = self.0.encode(text)?;
            let n = encoded.ids.len() as u32;
            Ok([vec![n], encoded.ids, encoded.offsets].concat())
        }
    }
}
