//! Where the picture comes from: a sample that ships with the page, or the reader's own file.

use super::jobs::Refusal;
use crate::download;
use crate::load_error::LoadError;
use web_sys::Blob;

/// A sample: `public/pictures/manifest.json` says where it is from.
pub struct Sample {
    pub id: &'static str,
    pub credit: &'static str,
    /// CC0; else it is in the public domain.
    pub cc0: bool,
}

pub const SAMPLES: &[Sample] = &[
    Sample { id: "chelsea", credit: "Stéfan van der Walt", cc0: true },
    Sample { id: "coffee", credit: "Rachel Michetti", cc0: true },
    Sample { id: "rocket", credit: "SpaceX", cc0: false },
];

/// A file with a number of its own: the worker decodes a number once.
#[derive(Clone)]
pub struct Source {
    /// The value of `image`.
    pub id: &'static str,
    pub number: f64,
    pub blob: Blob,
}

fn file(id: &str) -> String {
    format!("pictures/{id}.webp")
}

/// Whether the page came with the sample.
pub fn has(sample: &Sample) -> bool {
    download::inside(&file(sample.id))
}

/// Fetches a sample.
pub async fn sample(id: &str) -> Result<Blob, Refusal> {
    download::blob(&file(id)).await.map_err(|why| match why {
        LoadError::NotInside => Refusal::new("not_inside"),
        _ => Refusal::new("network"),
    })
}
