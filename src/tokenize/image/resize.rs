//! A picture of any size becomes S × S pixels, as models are fed.
//!
//! ```text
//! new[p] = Σ_q k((q + ½ − x)/s) old[q] / Σ_q k((q + ½ − x)/s),   x = (p + ½) · old/new,  s = max(1, old/new)
//! bilinear  k(t) = 1 − |t|                                    for |t| < 1
//! bicubic   k(t) = Keys' cubic with a = −½                    for |t| < 2
//! ```
//!
//! along rows, then along columns. With s the kernel grows with the picture it shrinks, so that no pixel is skipped
//! (antialiasing): this is Pillow's `resize`, in which ViT's pictures were prepared. Hugging Face's `ViTImageProcessor`
//! squashes the whole picture to S × S with the bilinear kernel; DeiT, MAE and timm cut out the centre and take the
//! bicubic one (timm's `crop_pct` and MAE's 256 → 224 leave a margin that is not cut off here). Bytes are averaged as
//! they are, in sRGB, as all of them do.
//!
//! [`plain`] is the formula; [`square`] does the same with the crate `fast_image_resize`, which makes bytes of what comes
//! out of either pass, as Pillow does: a channel may differ by one, and by more where the bicubic kernel overshoots
//! black or white at an edge between the passes.

use crate::signal::image::{Image, ImageError};
use fast_image_resize::images::{TypedCroppedImage, TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x3;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use ndarray::{Array2, Array3, ArrayView3, Axis};

/// The largest side that a model's input is given here.
pub const MAX_SIDE: u32 = 1024;

/// What a picture that is no square becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// The largest square in its middle; the rest is lost.
    CentreSquare,
    /// All of it, squashed: shapes change.
    Squash,
}

/// The kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    Bilinear,
    /// Keys with a = −½ (Catmull-Rom). Tables of positions are stretched with another a: [`crate::position`].
    Bicubic,
}

/// A part of a picture, in its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

/// The part of a picture that is used. Where an odd number of rows or columns is left over, the smaller half is cut off
/// at the top or left.
pub fn region(width: u32, height: u32, fit: Fit) -> Region {
    let side = width.min(height);
    match fit {
        Fit::CentreSquare => {
            Region { left: (width - side) / 2, top: (height - side) / 2, width: side, height: side }
        }
        Fit::Squash => Region { left: 0, top: 0, width, height },
    }
}

/// The picture as side × side pixels; `side` from 1 to [`MAX_SIDE`]. A small picture is magnified.
pub fn square(image: &Image, side: u32, fit: Fit, filter: Filter) -> Result<Image, ImageError> {
    let part = region(image.width(), image.height(), fit);
    let filter = match filter {
        Filter::Bilinear => FilterType::Bilinear,
        Filter::Bicubic => FilterType::CatmullRom,
    };
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(filter));
    let side = side.clamp(1, MAX_SIDE);
    let bytes = side as usize * side as usize * 3;
    let mut rgb = vec![0; bytes];
    // cannot happen: the picture has the bytes of its size, and the part lies within it
    let failed = ImageError::ByteCount { got: image.rgb().len(), expected: bytes };
    let from = TypedImageRef::<U8x3>::from_buffer(image.width(), image.height(), image.rgb());
    let to = TypedImage::<U8x3>::from_buffer(side, side, &mut rgb);
    let (from, mut to) = from.ok().zip(to.ok()).ok_or(failed)?;
    // cut out first: given a region the crate would let its border see the pixels outside
    let Region { left, top, width, height } = part;
    let cut = TypedCroppedImage::from_ref(&from, left, top, width, height).map_err(|_| failed)?;
    Resizer::new().resize_typed(&cut, &mut to, &options).map_err(|_| failed)?;
    Image::from_rgb(side, side, rgb)
}

/// k(t).
fn kernel(filter: Filter, t: f64) -> f64 {
    const A: f64 = -0.5;
    match (filter, t.abs()) {
        (Filter::Bilinear, t) => (1.0 - t).max(0.0),
        (Filter::Bicubic, t) if t < 1.0 => ((A + 2.0) * t - (A + 3.0)) * t * t + 1.0,
        (Filter::Bicubic, t) if t < 2.0 => A * (((t - 5.0) * t + 8.0) * t - 4.0),
        (Filter::Bicubic, _) => 0.0,
    }
}

/// new × old: how much of each old pixel is in each new one. Rows sum to 1.
pub fn weights(old: usize, new: usize, filter: Filter) -> Array2<f64> {
    let ratio = old as f64 / new.max(1) as f64;
    let mut weights = Array2::from_shape_fn((new, old), |(p, q)| {
        let gap = q as f64 + 0.5 - (p as f64 + 0.5) * ratio;
        kernel(filter, gap / ratio.max(1.0))
    });
    for mut row in weights.rows_mut() {
        let sum = row.sum();
        row.mapv_inplace(|weight| weight / sum);
    }
    weights
}

/// The formula: [row, column, channel] numbers to `rows` × `columns`, unrounded.
pub fn plain(pixels: ArrayView3<f64>, rows: usize, columns: usize, filter: Filter) -> Array3<f64> {
    let (old_rows, old_columns, channels) = pixels.dim();
    let (down, across) = (weights(old_rows, rows, filter), weights(old_columns, columns, filter));
    let mut out = Array3::zeros((rows, columns, channels));
    for channel in 0..channels {
        let plane = pixels.index_axis(Axis(2), channel);
        out.index_axis_mut(Axis(2), channel).assign(&down.dot(&plane).dot(&across.t()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture with edges, slopes and noise, far enough from black and white for the kernel's overshoot.
    fn picture(width: u32, height: u32) -> Image {
        let pixel = |i: usize| 60 + ((i * i) % 251) as u8 / 4 + if i % 97 < 40 { 60 } else { 0 };
        let rgb = (0..width as usize * height as usize * 3).map(pixel).collect();
        Image::from_rgb(width, height, rgb).unwrap()
    }

    #[test]
    fn the_middle_is_used() {
        let wide = Region { left: 1, top: 0, width: 3, height: 3 };
        assert_eq!(region(6, 3, Fit::CentreSquare), wide);
        assert_eq!(region(3, 8, Fit::CentreSquare), Region { left: 0, top: 2, width: 3, height: 3 });
        assert_eq!(region(6, 3, Fit::Squash), Region { left: 0, top: 0, width: 6, height: 3 });
    }

    #[test]
    fn the_fast_one_is_the_formula() {
        let image = picture(61, 40);
        let all = super::super::normalise::pixels(&image).mapv(f64::from);
        for (fit, filter, side) in [
            (Fit::CentreSquare, Filter::Bilinear, 16),
            (Fit::CentreSquare, Filter::Bicubic, 16),
            (Fit::Squash, Filter::Bicubic, 7),
            (Fit::Squash, Filter::Bilinear, 100),
            (Fit::CentreSquare, Filter::Bicubic, 53),
        ] {
            let Region { left, top, width, height } = region(61, 40, fit);
            let (x, y) = (left as usize..(left + width) as usize, top as usize..(top + height) as usize);
            let exact = plain(all.slice(ndarray::s![y, x, ..]), side, side, filter);
            let fast = square(&image, side as u32, fit, filter).unwrap();
            let worst = fast
                .rgb()
                .iter()
                .zip(exact.iter())
                .map(|(&byte, x)| (f64::from(byte) - x.clamp(0.0, 255.0)).abs())
                .fold(0.0, f64::max);
            // half a byte from each pass, the first one times Σ|weight| ≤ 1¼
            assert!(worst < 1.2, "{fit:?} {filter:?} {side}: {worst}");
        }
    }

    #[test]
    fn one_pixel_fills_the_square_and_the_same_size_changes_nothing() {
        let dot = Image::from_rgb(1, 1, vec![9, 8, 7]).unwrap();
        for filter in [Filter::Bilinear, Filter::Bicubic] {
            let big = square(&dot, 5, Fit::CentreSquare, filter).unwrap();
            assert_eq!(big.rgb(), [9, 8, 7].repeat(25));
            let image = picture(8, 8);
            assert_eq!(square(&image, 8, Fit::CentreSquare, filter), Ok(image));
        }
        let line = picture(500, 1);
        assert_eq!(square(&line, 4, Fit::CentreSquare, Filter::Bilinear).unwrap().width(), 4);
        assert_eq!(square(&line, 4, Fit::Squash, Filter::Bicubic).unwrap().height(), 4);
    }

    #[test]
    fn every_old_pixel_counts_when_a_picture_shrinks() {
        let weights = weights(40, 4, Filter::Bilinear);
        assert!(weights.columns().into_iter().all(|column| column.sum() > 0.0));
        assert!(weights.rows().into_iter().all(|row| (row.sum() - 1.0).abs() < 1e-14));
    }
}
