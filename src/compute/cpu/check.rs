//! Whether q, k, v, rotation and bias go together: asked once per head, so that the kernels need not ask.

use crate::compute::check::{self, wrong};
use crate::compute::{Attend, ComputeError, Qkv};
use crate::position::rope::Rotation;

/// The sizes of one head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub n: usize,
    pub head_dim: usize,
}

/// The sizes of head `head`, if everything fits them.
///
/// # Errors
/// [`ComputeError::Shape`] naming the first thing that does not fit.
pub fn fits(qkv: &Qkv, how: &Attend, head: usize) -> Result<Size, ComputeError> {
    let (n_heads, n, head_dim) = qkv.q.dim();
    projections(qkv)?;
    if head >= n_heads {
        return Err(wrong("the number of heads", &[n_heads], &[head + 1]));
    }
    let far = how.remapped.iter().flat_map(|far| [&far.q, &far.k]);
    for rotation in how.rotation.as_deref().into_iter().chain(far) {
        turns(rotation, n, head_dim)?;
    }
    if let Some(relative) = &how.relative {
        check::relative(relative, n_heads, n, head_dim)?;
    }
    if let Some(bias) = &how.distance_bias {
        let want = [n_heads, (2 * n).saturating_sub(1)];
        if bias.shape() != want {
            return Err(wrong("the distance bias", bias.shape(), &want));
        }
    }
    Ok(Size { n, head_dim })
}

/// Whether `rotation` has a row for each of `n` tokens and no more pairs than `head_dim` has.
fn turns(rotation: &Rotation, n: usize, head_dim: usize) -> Result<(), ComputeError> {
    let (rows, pairs) = rotation.cos.dim();
    if rows < n || 2 * pairs > head_dim {
        return Err(wrong("the rotation table", &[rows, pairs], &[n, head_dim / 2]));
    }
    if rotation.sin.dim() != rotation.cos.dim() {
        return Err(wrong("the sine table", rotation.sin.shape(), rotation.cos.shape()));
    }
    Ok(())
}

/// Whether q, k and v are of one shape, with at least one dimension.
///
/// # Errors
/// [`ComputeError::Shape`] naming the first that is not.
pub fn projections(qkv: &Qkv) -> Result<(), ComputeError> {
    let (n_heads, n, head_dim) = qkv.q.dim();
    let want = [n_heads, n, head_dim.max(1)];
    for (what, heads) in [("q", &qkv.q), ("k", &qkv.k), ("v", &qkv.v)] {
        if heads.shape() != want {
            return Err(wrong(what, heads.shape(), &want));
        }
    }
    Ok(())
}
