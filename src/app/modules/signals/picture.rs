//! Jobs of pictures. The struct of the same name on the page (`app::image::jobs`) tells what is sent and answered.

use super::parcel::Parcel;
use js_sys::{Promise, Uint8Array};
use locus::signal::image::{Image, ImageError, pixels};
use locus::signal::image_file::{self, Facts, FileError};
use locus::tokenize::image::feature_map::{STRIDE_32, feature_map, flatten};
use locus::tokenize::image::normalise::{Normalisation, normalise, to_rgb};
use locus::tokenize::image::patch::{Edge, fit_to_patch};
use locus::tokenize::image::resize::{self, Filter, Fit};
use locus::tokenize::image::vq;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ImageBitmap, OffscreenCanvas, OffscreenCanvasRenderingContext2d};

#[wasm_bindgen]
extern "C" {
    /// The same on a page and in a worker.
    #[wasm_bindgen(js_name = createImageBitmap, catch)]
    fn create_image_bitmap(blob: &Blob) -> Result<Promise, JsValue>;
}

/// Pixels that are fetched at a time: a copy of a whole photo would take 50 MB more.
const STRIP: u32 = 1 << 20;

/// A decoded file.
struct Decoded {
    number: f64,
    facts: Facts,
    image: Image,
    /// All of it, squashed to a square by the browser: to be looked at only.
    preview: Image,
}

thread_local! {
    /// The one that was decoded last: another side or fit of it needs no decoding.
    static LAST: RefCell<Option<Decoded>> = const { RefCell::new(None) };
}

/// Decodes, cuts out or squashes, and resizes.
pub async fn picture(args: &Parcel) -> Result<Parcel, JsValue> {
    let number = args.number_at(0);
    let known = LAST.with_borrow(|last| last.as_ref().is_some_and(|last| last.number == number));
    if !known {
        let blob: Blob = args.get(1).unchecked_into();
        let head = blob.slice_with_f64_and_f64(0.0, image_file::HEAD as f64)?;
        let head = Uint8Array::new(&JsFuture::from(head.array_buffer()).await?).to_vec();
        let facts = match image_file::look(&head) {
            Ok(facts) => facts,
            Err(why) => return Ok(refusal(why)),
        };
        // The browser's own words for what it cannot decode differ and help nobody.
        match decode(&blob, args.size_at(4) as u32).await {
            Ok((image, preview)) => LAST.set(Some(Decoded { number, facts, image, preview })),
            Err(_) => return Ok(Parcel::new().text(if facts.heic { "heic" } else { "broken" })),
        }
    }
    let side = args.size_at(2) as u32;
    let fit = if args.text_at(3) == "stretch" { Fit::Squash } else { Fit::CentreSquare };
    LAST.with_borrow(|last| last.as_ref().map(|decoded| answer(decoded, side, fit)))
        .ok_or_else(|| JsError::new("the picture is gone").into())
}

/// `code`, then width and height where it is about them.
fn refusal(why: FileError) -> Parcel {
    use ImageError::{Empty, TooLarge};
    let (code, size) = match why {
        FileError::Empty => ("empty", None),
        FileError::NotAPicture => ("unknown", None),
        FileError::Svg => ("svg", None),
        FileError::Video => ("video", None),
        FileError::Size(TooLarge { width, height }) => ("too_large", Some((width, height))),
        FileError::Size(Empty { .. }) => ("empty", None),
        FileError::Damaged | FileError::Size(_) => ("broken", None),
    };
    let (width, height) = size.unwrap_or_default();
    Parcel::new().text(code).number(width.into()).number(height.into())
}

/// All pixels, and a small square of them; transparent ones are laid over white.
async fn decode(blob: &Blob, preview: u32) -> Result<(Image, Image), JsValue> {
    let bitmap: ImageBitmap = JsFuture::from(create_image_bitmap(blob)?).await?.unchecked_into();
    let (width, height) = (bitmap.width(), bitmap.height());
    pixels(width, height).map_err(wrong)?;
    let rows = (STRIP / width).clamp(1, height);
    let canvas = Canvas::new(width, rows)?;
    let mut rgb = Vec::with_capacity(width as usize * height as usize * 3);
    let mut top = 0;
    while top < height {
        let strip = canvas.read(&bitmap, top, height, rows.min(height - top))?;
        rgb.extend_from_slice(strip.rgb());
        top += rows;
    }
    let small = Canvas::new(preview, preview)?.read(&bitmap, 0, preview, preview)?;
    bitmap.close();
    Ok((Image::from_rgb(width, height, rgb).map_err(wrong)?, small))
}

fn wrong(error: ImageError) -> JsError {
    JsError::new(&error.to_string())
}

/// A canvas whose pixels are only read.
struct Canvas {
    context: OffscreenCanvasRenderingContext2d,
    width: u32,
    rows: u32,
}

impl Canvas {
    fn new(width: u32, rows: u32) -> Result<Self, JsValue> {
        let options = js_sys::Object::new();
        // They are better kept where the CPU can reach them.
        js_sys::Reflect::set(&options, &"willReadFrequently".into(), &true.into())?;
        let context = OffscreenCanvas::new(width, rows)?.get_context_with_context_options("2d", &options)?;
        Ok(Canvas { context: context.ok_or(JsValue::NULL)?.unchecked_into(), width, rows })
    }

    /// `count` rows of the bitmap from `top` on, of it stretched to the canvas's width and `height`.
    fn read(&self, bitmap: &ImageBitmap, top: u32, height: u32, count: u32) -> Result<Image, JsValue> {
        let (width, rows) = (f64::from(self.width), f64::from(self.rows));
        self.context.clear_rect(0.0, 0.0, width, rows);
        self.context.draw_image_with_image_bitmap_and_dw_and_dh(
            bitmap,
            0.0,
            -f64::from(top),
            width,
            height.into(),
        )?;
        let data = self.context.get_image_data(0.0, 0.0, width, count.into())?;
        Ok(Image::from_rgba(self.width, count, &data.data().0).map_err(wrong)?)
    }
}

fn answer(Decoded { facts, image, preview, .. }: &Decoded, side: u32, fit: Fit) -> Parcel {
    let square = resize::square(image, side, fit, Filter::Bilinear);
    let flags = [facts.animated, facts.sixteen_bits, facts.cmyk].map(|flag| f64::from(u8::from(flag)));
    let parcel = Parcel::new().text("ok").number(image.width().into()).number(image.height().into());
    let parcel = flags.into_iter().fold(parcel, Parcel::number);
    parcel.bytes(square.as_ref().map_or(&[], |square| square.rgb())).bytes(preview.rgb())
}

/// Fits a codebook on the picture's own patches, and the error for other sizes of it.
pub fn codes(args: &Parcel, progress: &mut dyn FnMut(f32) -> bool) -> Parcel {
    let (side, patch) = (args.size_at(1) as u32, args.size_at(2));
    let (codes, iterations, seed) = (args.size_at(3), args.size_at(4), args.number_at(5) as u64);
    let sizes: Vec<usize> = args.ids_at(6).into_iter().map(|size| size as usize).collect();
    let Ok(image) = Image::from_rgb(side, side, args.bytes_at(0)) else { return Parcel::new() };
    let numbers = normalise(&image, Normalisation::Unit);
    let numbers = fit_to_patch(numbers.view(), patch, Edge::Crop.of_side(side as usize, patch));
    let own = 1.0 / (1 + sizes.len()) as f32;
    let quantised =
        vq::quantise(numbers.view(), patch, (codes, iterations, seed), &mut |share| progress(share * own));
    let curve = vq::errors(numbers.view(), patch, (&sizes, iterations, seed), &mut |share| {
        progress(own + share * (1.0 - own))
    });
    let errors: Vec<f32> = std::iter::once(&quantised.error)
        .chain(&curve)
        .flat_map(|error| {
            [error.codes as f32, error.mse as f32, error.psnr as f32, error.bits_per_token as f32]
        })
        .collect();
    let codebook = quantised.fit.kmeans.centroids.as_standard_layout();
    Parcel::new()
        .ids(&quantised.fit.assignments)
        .bytes(&to_rgb(quantised.pixels.view(), Normalisation::Unit))
        .floats(codebook.as_slice().unwrap_or_default())
        .floats(&errors)
}

/// The last map of a seeded convolution stack, [`STRIDE_32`], averaged over its channels.
pub fn features(args: &Parcel) -> Parcel {
    let side = args.size_at(1) as u32;
    let Ok(image) = Image::from_rgb(side, side, args.bytes_at(0)) else { return Parcel::new() };
    let numbers = normalise(&image, Normalisation::ImageNet);
    let tokens = flatten(feature_map(numbers.view(), &STRIDE_32, args.number_at(2) as u64).view());
    let means: Vec<f32> = tokens.rows().into_iter().map(|token| token.mean().unwrap_or(0.0)).collect();
    Parcel::new().floats(&means)
}
