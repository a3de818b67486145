//! Bytes become numbers around 0, as the model was trained on them.
//!
//! ```text
//! unit      x/255                         0 … 1
//! half      (x/255 − ½)/½ = x/127.5 − 1   −1 … 1      ViT: mean and standard deviation ½ for all channels
//! imagenet  (x/255 − mean_c)/std_c        about −2.1 … 2.6      DeiT, MAE, Swin, CLIP's cousins
//! ```
//!
//! The means of the last are (0.485, 0.456, 0.406), the deviations (0.229, 0.224, 0.225): torchvision's.

use crate::signal::image::Image;
use ndarray::{Array3, ArrayView3};

const MEAN: [f32; 3] = [0.485, 0.456, 0.406];
const STD: [f32; 3] = [0.229, 0.224, 0.225];

/// Which numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Normalisation {
    Unit,
    /// ViT's.
    Half,
    ImageNet,
}

impl Normalisation {
    /// The number of a byte (0 … 255, or between) of channel 0, 1 or 2.
    pub fn number(self, byte: f32, channel: usize) -> f32 {
        match self {
            Normalisation::Unit => byte / 255.0,
            Normalisation::Half => byte / 127.5 - 1.0,
            Normalisation::ImageNet => (byte / 255.0 - at(MEAN, channel)) / at(STD, channel),
        }
    }

    /// The byte of a number, rounded and cut to 0 … 255.
    pub fn byte(self, number: f32, channel: usize) -> u8 {
        let byte = match self {
            Normalisation::Unit => number * 255.0,
            Normalisation::Half => (number + 1.0) * 127.5,
            Normalisation::ImageNet => (number * at(STD, channel) + at(MEAN, channel)) * 255.0,
        };
        // the conversion cuts off what is out of range and makes 0 of NaN
        byte.round() as u8
    }
}

fn at(of: [f32; 3], channel: usize) -> f32 {
    of.get(channel).copied().unwrap_or(0.5)
}

/// The bytes of a picture as [row, column, channel], 0 … 255.
pub fn pixels(image: &Image) -> Array3<f32> {
    let width = image.width() as usize;
    let at = |(row, column, channel)| (row * width + column) * 3 + channel;
    Array3::from_shape_fn((image.height() as usize, width, 3), |place| {
        image.rgb().get(at(place)).copied().map_or(0.0, f32::from)
    })
}

/// The numbers that a model is given, [row, column, channel].
pub fn normalise(image: &Image, how: Normalisation) -> Array3<f32> {
    let mut numbers = pixels(image);
    numbers.indexed_iter_mut().for_each(|((_, _, channel), x)| *x = how.number(*x, channel));
    numbers
}

/// The bytes R, G, B of normalised numbers [row, column, 3], row by row: what the model has seen, or has made.
pub fn to_rgb(numbers: ArrayView3<f32>, how: Normalisation) -> Vec<u8> {
    numbers.indexed_iter().map(|((_, _, channel), &x)| how.byte(x, channel)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Normalisation; 3] = [Normalisation::Unit, Normalisation::Half, Normalisation::ImageNet];

    #[test]
    fn black_white_and_the_mean() {
        assert_eq!([0.0, 127.5, 255.0].map(|x| Normalisation::Half.number(x, 1)), [-1.0, 0.0, 1.0]);
        assert_eq!(Normalisation::Unit.number(255.0, 0), 1.0);
        assert!(Normalisation::ImageNet.number(0.456 * 255.0, 1).abs() < 1e-6);
        assert!((Normalisation::ImageNet.number(255.0, 2) - 2.64).abs() < 1e-6);
    }

    #[test]
    fn every_byte_comes_back() {
        let image = Image::from_rgb(16, 16, (0..768).map(|i| (i / 3) as u8).collect()).unwrap();
        for how in ALL {
            assert_eq!(to_rgb(normalise(&image, how).view(), how), image.rgb());
        }
        assert_eq!([f32::NAN, -9.0, 9.0].map(|x| Normalisation::Half.byte(x, 0)), [0, 0, 255]);
    }
}
