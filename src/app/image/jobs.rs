//! What the worker does with pictures; `modules/signals/picture.rs` is the far end.

use crate::parcel::Parcel;
use crate::signal::image::Image;
use crate::tokenize::image::patch::Grid;
use crate::tokenize::image::vq;
use crate::worker::Job;
use wasm_bindgen::JsValue;

/// Side of [`Squared::preview`].
const PREVIEW: u32 = 320;

/// Decode a file (once for each `number`) and make it side × side.
pub struct Square {
    pub number: f64,
    pub blob: JsValue,
    pub side: u64,
    pub fit: &'static str,
}

/// What came of it.
pub struct Squared {
    /// Size of the picture as it was decoded.
    pub width: u32,
    pub height: u32,
    pub notes: Notes,
    pub image: Image,
    /// All of it, squashed to a square, to be shown stretched back.
    pub preview: Image,
}

/// What decoding left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    pub animated: bool,
    pub sixteen_bits: bool,
    pub cmyk: bool,
}

/// Why there is no picture; the code is one of `strings::Image::refused`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub code: String,
    pub width: usize,
    pub height: usize,
}

impl Refusal {
    pub fn new(code: &str) -> Self {
        Refusal { code: code.to_string(), width: 0, height: 0 }
    }
}

impl Job for Square {
    const NAME: &'static str = "picture";
    const STOPS: bool = false;
    type Answer = Result<Squared, Refusal>;

    fn pack(self) -> Parcel {
        let parcel = Parcel::new().number(self.number).value(&self.blob).number(self.side as f64);
        parcel.text(self.fit).number(PREVIEW.into())
    }

    fn unpack(answer: &Parcel) -> Option<Self::Answer> {
        let code = answer.text_at(0);
        let (width, height) = (answer.size_at(1), answer.size_at(2));
        if code != "ok" {
            return Some(Err(Refusal { code, width, height }));
        }
        let flag = |at| answer.number_at(at) == 1.0;
        let square = |at| {
            let rgb = answer.bytes_at(at);
            let side = (rgb.len() / 3).isqrt() as u32;
            Image::from_rgb(side, side, rgb).ok()
        };
        Some(Ok(Squared {
            width: width as u32,
            height: height as u32,
            notes: Notes { animated: flag(3), sixteen_bits: flag(4), cmyk: flag(5) },
            image: square(6)?,
            preview: square(7)?,
        }))
    }
}

/// Fit a codebook on a square picture's own patches.
pub struct FitCodes {
    pub image: Image,
    pub patch: u64,
    pub codes: u64,
    pub seed: u64,
}

/// The fitted codebook.
pub struct Fitted {
    /// The code of every whole patch.
    pub ids: Vec<u32>,
    /// The picture made of codes: whole patches only.
    pub image: Image,
    /// This codebook's error.
    pub error: vq::Error,
    /// Errors of smaller and larger ones, this one among them.
    pub curve: Vec<vq::Error>,
}

/// Updates of the codes, at most: patches settle in 10 to 20.
const ITERATIONS: usize = 12;
/// The sizes of the curve.
const SIZES: [u32; 8] = [2, 4, 8, 16, 32, 64, 128, 256];

impl Job for FitCodes {
    const NAME: &'static str = "codes";
    const STOPS: bool = true;
    type Answer = Fitted;

    fn pack(self) -> Parcel {
        let side = self.image.width();
        let patches = Grid::of(side as usize, side as usize, 3, self.patch as usize).patches();
        let sizes: Vec<u32> = SIZES.into_iter().filter(|size| *size as usize <= patches).collect();
        let numbers =
            [side.into(), self.patch as f64, self.codes as f64, ITERATIONS as f64, self.seed as f64];
        numbers.into_iter().fold(Parcel::new().bytes(self.image.rgb()), Parcel::number).ids(&sizes)
    }

    fn unpack(answer: &Parcel) -> Option<Fitted> {
        let rgb = answer.bytes_at(1);
        let side = (rgb.len() / 3).isqrt() as u32;
        let floats = answer.floats_at(3);
        let mut errors = floats.as_chunks::<4>().0.iter().map(|&[codes, mse, psnr, bits]| vq::Error {
            codes: codes as usize,
            mse: mse.into(),
            psnr: psnr.into(),
            bits_per_token: bits.into(),
        });
        let error = errors.next()?;
        let image = Image::from_rgb(side, side, rgb).ok()?;
        Some(Fitted { ids: answer.ids_at(0), image, error, curve: vq::curve(error, errors) })
    }
}

/// Flatten the feature map of a seeded convolution stack.
pub struct Features {
    pub image: Image,
    pub seed: u64,
}

/// Mean over the channels at every place of the last map, row by row.
pub struct Featured {
    pub means: Vec<f32>,
}

impl Job for Features {
    const NAME: &'static str = "features";
    const STOPS: bool = true;
    type Answer = Featured;

    fn pack(self) -> Parcel {
        let side = self.image.width();
        Parcel::new().bytes(self.image.rgb()).number(side.into()).number(self.seed as f64)
    }

    fn unpack(answer: &Parcel) -> Option<Featured> {
        Some(Featured { means: answer.floats_at(0) })
    }
}
