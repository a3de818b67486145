//! The reader's own tokenizer file, read here because a large one takes seconds. `app::panel::microscope::reading` tells
//! what is sent and answered.

use super::parcel::Parcel;
use js_sys::Uint8Array;
use locus::tokenize::own::{MAX_BYTES, OwnError, Tables};
use locus::tokenize::pre_tokenize::Pattern;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

/// Bytes that are read at a time.
const PIECE: usize = 1 << 20;

/// A file to its tables; the share that is told is that of its bytes.
pub async fn tokenizer(args: &Parcel, progress: &mut dyn FnMut(f32) -> bool) -> Result<Parcel, JsValue> {
    let blob: Blob = args.get(0).dyn_into()?;
    let pattern = Pattern::ALL.get(args.size_at(1)).copied().unwrap_or(Pattern::Cl100k);
    let size = blob.size() as usize;
    let read = if size > MAX_BYTES {
        Err(OwnError::TooLarge(size))
    } else {
        Tables::read(&bytes(&blob, size, progress).await?, pattern)
    };
    Ok(match read {
        Ok(tables) => {
            let packed = tables.pack();
            Parcel::new().text("ok").text(&packed.head).bytes(&packed.bytes).ids(&packed.numbers)
        }
        Err(error) => Parcel::new().text("refused").text(&serde_json::to_string(&error).unwrap_or_default()),
    })
}

async fn bytes(blob: &Blob, size: usize, progress: &mut dyn FnMut(f32) -> bool) -> Result<Vec<u8>, JsValue> {
    let mut bytes = Vec::with_capacity(size);
    while bytes.len() < size {
        let to = (bytes.len() + PIECE).min(size);
        let piece = blob.slice_with_f64_and_f64(bytes.len() as f64, to as f64)?;
        let piece = Uint8Array::new(&JsFuture::from(piece.array_buffer()).await?).to_vec();
        if piece.is_empty() {
            return Err(JsError::new("the file ended early").into());
        }
        bytes.extend(piece);
        progress(bytes.len() as f32 / size as f32);
    }
    Ok(bytes)
}
