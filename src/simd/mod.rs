//! Four f32 lanes: 128-bit SIMD in the browser, plain arrays that the compiler vectorises elsewhere.
//!
//! Both give the same bits: no operation here fuses a product with a sum. Relaxed SIMD, which may, is not
//! used: not every browser has it.

pub mod panel;

use core::ops::{Add, Mul, Sub};

/// Number of lanes.
pub const LANES: usize = 4;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm as imp;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use portable as imp;

/// Four f32 numbers, treated alike.
#[derive(Clone, Copy)]
pub struct F32x4(imp::Lanes);

impl F32x4 {
    #[inline(always)]
    pub fn splat(x: f32) -> Self {
        F32x4(imp::splat(x))
    }

    #[inline(always)]
    pub fn load(x: &[f32; LANES]) -> Self {
        F32x4(imp::load(*x))
    }

    #[inline(always)]
    pub fn to_array(self) -> [f32; LANES] {
        imp::store(self.0)
    }

    /// Lane by lane, `other` where it is the larger one, else `self` (so a NaN in `self` stays).
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        F32x4(imp::max(self.0, other.0))
    }

    /// Lane by lane, `other` where it is the smaller one, else `self` (so a NaN in `self` stays).
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        F32x4(imp::min(self.0, other.0))
    }

    /// `self`, but 0 in the lanes where `x` < `limit`.
    #[inline(always)]
    pub fn zero_where_below(self, x: Self, limit: Self) -> Self {
        F32x4(imp::zero_where_below(self.0, x.0, limit.0))
    }

    /// self · 2ᵏ, where k is the integer in the low bits of `k_bits` (see `compute/cpu/exp.rs`). Both self and the
    /// product must be normal numbers: the exponent field is added to, nothing else.
    #[inline(always)]
    pub fn times_two_to_the(self, k_bits: Self) -> Self {
        F32x4(imp::times_two_to_the(self.0, k_bits.0))
    }

    /// The largest lane.
    #[inline(always)]
    pub fn max_lane(self) -> f32 {
        let [a, b, c, d] = self.to_array();
        a.max(b).max(c.max(d))
    }

    /// The sum of the lanes, in f64.
    #[inline(always)]
    pub fn sum(self) -> f64 {
        let [a, b, c, d] = self.to_array().map(f64::from);
        (a + b) + (c + d)
    }
}

impl Add for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        F32x4(imp::add(self.0, other.0))
    }
}

impl Sub for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        F32x4(imp::sub(self.0, other.0))
    }
}

impl Mul for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        F32x4(imp::mul(self.0, other.0))
    }
}

/// WebAssembly's 128-bit instructions, one each.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use core::arch::wasm32::*;

    pub type Lanes = v128;

    pub use core::arch::wasm32::{
        f32x4_add as add, f32x4_mul as mul, f32x4_pmax as max, f32x4_pmin as min, f32x4_splat as splat,
        f32x4_sub as sub,
    };

    #[inline(always)]
    pub fn load([a, b, c, d]: [f32; 4]) -> Lanes {
        f32x4(a, b, c, d)
    }

    #[inline(always)]
    pub fn store(x: Lanes) -> [f32; 4] {
        [
            f32x4_extract_lane::<0>(x),
            f32x4_extract_lane::<1>(x),
            f32x4_extract_lane::<2>(x),
            f32x4_extract_lane::<3>(x),
        ]
    }

    #[inline(always)]
    pub fn zero_where_below(value: Lanes, x: Lanes, limit: Lanes) -> Lanes {
        v128_andnot(value, f32x4_lt(x, limit))
    }

    #[inline(always)]
    pub fn times_two_to_the(x: Lanes, k_bits: Lanes) -> Lanes {
        i32x4_add(x, i32x4_shl(k_bits, 23))
    }
}

/// The same on any machine.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable {
    pub type Lanes = [f32; 4];

    #[inline(always)]
    fn zip(a: Lanes, b: Lanes, f: impl Fn(f32, f32) -> f32) -> Lanes {
        [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
    }

    #[inline(always)]
    pub fn splat(x: f32) -> Lanes {
        [x; 4]
    }

    #[inline(always)]
    pub fn load(x: [f32; 4]) -> Lanes {
        x
    }

    #[inline(always)]
    pub fn store(x: Lanes) -> [f32; 4] {
        x
    }

    #[inline(always)]
    pub fn add(a: Lanes, b: Lanes) -> Lanes {
        zip(a, b, |a, b| a + b)
    }

    #[inline(always)]
    pub fn sub(a: Lanes, b: Lanes) -> Lanes {
        zip(a, b, |a, b| a - b)
    }

    #[inline(always)]
    pub fn mul(a: Lanes, b: Lanes) -> Lanes {
        zip(a, b, |a, b| a * b)
    }

    #[inline(always)]
    pub fn max(a: Lanes, b: Lanes) -> Lanes {
        zip(a, b, |a, b| if a < b { b } else { a })
    }

    #[inline(always)]
    pub fn min(a: Lanes, b: Lanes) -> Lanes {
        zip(a, b, |a, b| if b < a { b } else { a })
    }

    #[inline(always)]
    pub fn zero_where_below(value: Lanes, x: Lanes, limit: Lanes) -> Lanes {
        let below = zip(x, limit, |x, limit| if x < limit { 1.0 } else { 0.0 });
        zip(value, below, |value, below| if below == 1.0 { 0.0 } else { value })
    }

    #[inline(always)]
    pub fn times_two_to_the(x: Lanes, k_bits: Lanes) -> Lanes {
        zip(x, k_bits, |x, k| f32::from_bits(x.to_bits().wrapping_add(k.to_bits() << 23)))
    }
}
