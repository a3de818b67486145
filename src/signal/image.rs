//! A picture: RGB, 8 bits a channel, row by row from the top left; bounded before memory is taken for it.
//!
//! What the browser decodes is sRGB with straight (not premultiplied) alpha. Transparent pixels are laid over white,
//! as a page would show them; models have no fourth channel.

/// No side is longer than this: beyond it browsers' canvases do not go either.
pub const MAX_SIDE: u32 = 16_384;
/// No picture has more pixels than this: what today's telephones take (50 megapixels), 150 MB of RGB.
pub const MAX_PIXELS: u64 = 50_331_648;

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    #[error("the picture has no pixels: {width} × {height}")]
    Empty { width: u32, height: u32 },
    #[error(
        "the picture is too large: {width} × {height}, the limit is {MAX_PIXELS} pixels and {MAX_SIDE} a side"
    )]
    TooLarge { width: u32, height: u32 },
    #[error("the picture has {got} bytes where {expected} are needed")]
    ByteCount { got: usize, expected: usize },
}

/// A picture that has been checked: `rgb` holds width · height · 3 bytes, at least three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

/// The pixels of a picture of this size, if such a picture may be. To be asked before anything is decoded.
pub fn pixels(width: u32, height: u32) -> Result<usize, ImageError> {
    let pixels = u64::from(width) * u64::from(height);
    match pixels {
        0 => Err(ImageError::Empty { width, height }),
        _ if width > MAX_SIDE || height > MAX_SIDE || pixels > MAX_PIXELS => {
            Err(ImageError::TooLarge { width, height })
        }
        _ => Ok(pixels as usize),
    }
}

impl Image {
    /// A picture of width · height · 3 bytes R, G, B.
    pub fn from_rgb(width: u32, height: u32, rgb: Vec<u8>) -> Result<Self, ImageError> {
        check(width, height, 3, rgb.len())?;
        Ok(Image { width, height, rgb })
    }

    /// A picture of width · height · 4 bytes R, G, B, A with straight alpha, laid over white:
    /// c′ = 255 + (c − 255) α/255, rounded to the nearest.
    pub fn from_rgba(width: u32, height: u32, rgba: &[u8]) -> Result<Self, ImageError> {
        check(width, height, 4, rgba.len())?;
        let mut rgb = vec![0; rgba.len() / 4 * 3];
        let (to, from) = (rgb.as_chunks_mut::<3>().0, rgba.as_chunks::<4>().0);
        for (to, &[r, g, b, alpha]) in to.iter_mut().zip(from) {
            *to = [r, g, b].map(|c| over_white(c, alpha));
        }
        Ok(Image { width, height, rgb })
    }

    /// Columns, at least 1.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows, at least 1.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// R, G, B of every pixel, row by row.
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    /// R, G, B, 255 of every pixel, as a canvas takes them.
    pub fn rgba(&self) -> Vec<u8> {
        let mut rgba = Vec::with_capacity(self.rgb.len() / 3 * 4);
        for pixel in self.rgb.chunks_exact(3) {
            rgba.extend_from_slice(pixel);
            rgba.push(u8::MAX);
        }
        rgba
    }
}

/// Whether `got` bytes are a picture of this size.
fn check(width: u32, height: u32, channels: usize, got: usize) -> Result<(), ImageError> {
    let expected = pixels(width, height)? * channels;
    if got == expected { Ok(()) } else { Err(ImageError::ByteCount { got, expected }) }
}

/// One channel of a pixel on a white page.
fn over_white(channel: u8, alpha: u8) -> u8 {
    // x/255 rounded, exact for x ≤ 255², without a division: t = x + 128, (t + t/256)/256
    let t = u32::from(u8::MAX - channel) * u32::from(alpha) + 128;
    u8::MAX - ((t + (t >> 8)) >> 8) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_bounded_before_bytes_are_looked_at() {
        let large = |width, height| pixels(width, height) == Err(ImageError::TooLarge { width, height });
        assert!(large(20_000, 20_000) && large(MAX_SIDE + 1, 1) && large(u32::MAX, u32::MAX));
        assert_eq!(pixels(4000, 3000), Ok(12_000_000));
        assert_eq!(Image::from_rgb(0, 7, Vec::new()), Err(ImageError::Empty { width: 0, height: 7 }));
        let short = Err(ImageError::ByteCount { got: 5, expected: 6 });
        assert_eq!(Image::from_rgb(2, 1, vec![0; 5]), short);
        assert!(Image::from_rgba(1, 1, &[0; 3]).is_err());
        assert_eq!(Image::from_rgb(1, 1, vec![1, 2, 3]).unwrap().rgba(), [1, 2, 3, 255]);
    }

    #[test]
    fn transparent_is_white_and_half_is_half() {
        let rgba = [10, 20, 30, 255, 10, 20, 30, 0, 0, 255, 100, 128];
        let image = Image::from_rgba(3, 1, &rgba).unwrap();
        assert_eq!(image.rgb(), [10, 20, 30, 255, 255, 255, 127, 255, 177]);
    }

    /// Against the formula in f64, every channel value with every alpha.
    #[test]
    fn over_white_is_rounded_to_the_nearest() {
        for (channel, alpha) in (0..=255_u8).flat_map(|c| (0..=255_u8).map(move |a| (c, a))) {
            let exact = 255.0 + (f64::from(channel) - 255.0) * f64::from(alpha) / 255.0;
            assert!((f64::from(over_white(channel, alpha)) - exact).abs() <= 0.5, "{channel} {alpha}");
        }
    }
}
