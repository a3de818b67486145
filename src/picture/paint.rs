//! How a number becomes the colour of its cell. The WGSL twin is `compute/gpu/shaders/paint.wgsl`: keep in sync.

/// Whether a picture's scale starts at zero or is centred on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// 0 … top.
    Sequential,
    /// −top … top, zero in the middle of the colour map.
    Diverging,
    /// From the lowest value that there is to the highest. A rule of it counts from that lowest value on.
    Span,
}

/// A colour rule: value → position in a 256-entry colour map.
#[derive(Clone, Debug, PartialEq)]
pub struct Paint {
    /// 256 RGBA colours, from the low end to the high end.
    pub lut: [[u8; 4]; 256],
    pub scale: Scale,
    /// The value at the high end; > 0. Values beyond are clamped.
    pub top: f32,
    /// Exponent on |value|/top: 1 is linear, 0.5 lifts small weights.
    pub gamma: f32,
    /// Colour of cells that hold no finite number. Masked logits are −∞; whoever paints weights makes those that
    /// the mask forbids −∞ first, since their 0 is not a small weight (the WGSL twin knows the mask and needs no −∞).
    pub masked: [u8; 4],
}

impl Paint {
    /// The colour of `value`: t = (|value|/top)^gamma clamped to 0…1, mirrored for diverging scales, then the
    /// nearest of the 256 entries. Non-finite values take the masked colour.
    pub fn color(&self, value: f32) -> [u8; 4] {
        if !value.is_finite() {
            return self.masked;
        }
        let t = self.lifted((value.abs() / self.top).min(1.0));
        let t = match self.scale {
            Scale::Sequential | Scale::Span if value < 0.0 => 0.0,
            Scale::Sequential | Scale::Span => t,
            Scale::Diverging => 0.5 + 0.5 * t.copysign(value),
        };
        self.lut[((t * 255.0 + 0.5) as usize).min(255)]
    }

    /// share^gamma; the two exponents in use need no power function.
    fn lifted(&self, share: f32) -> f32 {
        match self.gamma {
            1.0 => share,
            0.5 => share.sqrt(),
            gamma => share.powf(gamma),
        }
    }

    /// The colours of `values`: 4 bytes a value, same order.
    pub fn raster(&self, values: &[f32]) -> Vec<u8> {
        let mut rgba = vec![0; 4 * values.len()];
        let (pixels, _) = rgba.as_chunks_mut::<4>();
        for (pixel, &value) in pixels.iter_mut().zip(values) {
            *pixel = self.color(value);
        }
        rgba
    }
}
