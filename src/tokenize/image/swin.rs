//! Swin's pyramid: after each stage 2 × 2 tokens become one, and attention stays within windows.
//!
//! ```text
//! stage s = 0, 1 …   side H/(4·2^s)   tokens side²   channels C·2^s
//! merge              [x(0,0) ‖ x(1,0) ‖ x(0,1) ‖ x(1,1)] → LayerNorm(4C) → Linear 4C → 2C without bias
//!                    2·4C + 4C·2C = 8C² + 8C parameters; tokens ÷ 4
//! window of (r, c)   ⌊r/M⌋, ⌊c/M⌋; shifted: of ((r − ⌊M/2⌋) mod side, (c − ⌊M/2⌋) mod side)
//! ```
//!
//! Liu et al. 2021, arXiv 2103.14030, §3; `PatchMerging`, `window_partition` and the shift mask of
//! microsoft/Swin-Transformer. In (a, b) above a is the row within the 2 × 2 block. Tokens fall by 4, not by 2, and
//! merging does learn.

/// One stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Tokens a side.
    pub side: usize,
    pub tokens: usize,
    pub channels: usize,
    /// Windows of M × M, the last of a row filled up where M does not divide the side.
    pub windows: usize,
    /// 8C² + 8C; 0 after the last stage, which merges nothing.
    pub merge_parameters: u64,
    /// Pairs that attention compares: M² · M² a window.
    pub window_pairs: u64,
    /// What it would compare without windows: tokens².
    pub global_pairs: u64,
}

/// How the pyramid is built. [`Pyramid::default`] is Swin-T on 224 × 224.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pyramid {
    /// Pixels a side.
    pub image: usize,
    /// Pixels a side of a patch of the first stage.
    pub patch: usize,
    /// C.
    pub channels: usize,
    /// M: tokens a side of a window.
    pub window: usize,
    pub stages: usize,
}

impl Default for Pyramid {
    fn default() -> Self {
        Pyramid { image: 224, patch: 4, channels: 96, window: 7, stages: 4 }
    }
}

/// 8C² + 8C: what merging stage with C channels into 2C learns.
pub fn merge_parameters(channels: usize) -> u64 {
    let c = channels as u64;
    8 * c * c + 8 * c
}

impl Pyramid {
    /// Every stage. An odd side is padded by a row and a column before it is merged, as Swin does.
    pub fn stages(&self) -> Vec<Stage> {
        let mut side = self.image.div_ceil(self.patch.max(1));
        let mut channels = self.channels;
        let mut stages = Vec::with_capacity(self.stages);
        for s in 0..self.stages {
            let last = s + 1 == self.stages;
            stages.push(self.stage(side, channels, last));
            side = side.div_ceil(2);
            channels = channels.saturating_mul(2);
        }
        stages
    }

    fn stage(&self, side: usize, channels: usize, last: bool) -> Stage {
        let (m, tokens) = (effective_window(side, self.window), side * side);
        let windows = side.div_ceil(m).pow(2);
        Stage {
            side,
            tokens,
            channels,
            windows,
            merge_parameters: if last { 0 } else { merge_parameters(channels) },
            window_pairs: windows as u64 * (m as u64).pow(4),
            global_pairs: (tokens as u64).pow(2),
        }
    }
}

/// Whether the grid is filled up for its windows: M does not divide the side.
pub fn is_padded(side: usize, window: usize) -> bool {
    !side.is_multiple_of(effective_window(side, window))
}

/// M, or the side where that is smaller; at least 1.
pub fn effective_window(side: usize, window: usize) -> usize {
    window.min(side).max(1)
}

/// By how much windows are shifted in every other layer: ⌊M/2⌋, and 0 where one window holds the whole side.
pub fn shift(side: usize, window: usize) -> usize {
    if side <= window { 0 } else { window / 2 }
}

/// The group of every token of side × side, row by row: tokens attend to those with the same number.
///
/// Shifted by `shift` the windows cross the borders of the plain ones. They come from rolling the grid, so some hold
/// tokens from opposite edges; those do not see each other (Swin's mask), and so have numbers of their own. Numbers are
/// counted from 0 as they first occur. A side that M does not divide is filled up at the end before it is rolled.
pub fn windows(side: usize, window: usize, shift: usize) -> Vec<usize> {
    let m = effective_window(side, window);
    let (padded, shift) = (side.next_multiple_of(m), shift % m);
    // along one side: the window after the roll, and whether the token came round the edge
    let part = |at: usize| ((at + padded - shift) % padded / m, at < shift);
    let parts = (0..side * side).map(|token| (part(token / side), part(token % side)));
    let mut seen = Vec::new();
    let mut number = |key| {
        seen.iter().position(|known| *known == key).unwrap_or_else(|| {
            seen.push(key);
            seen.len() - 1
        })
    };
    parts.map(&mut number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swin_t_by_the_paper() {
        let stages = Pyramid::default().stages();
        assert_eq!(stages.iter().map(|s| s.tokens).collect::<Vec<_>>(), [3136, 784, 196, 49]);
        assert_eq!(stages[0].merge_parameters, 74_496);
        assert_eq!((stages[3].channels, stages[3].windows, stages[3].merge_parameters), (768, 1, 0));
        // the last stage is one window: global after all
        assert_eq!(stages[3].window_pairs, stages[3].global_pairs);
    }

    #[test]
    fn plain_windows_are_squares() {
        assert_eq!(windows(4, 2, 0), [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
        assert_eq!(windows(2, 7, 0), [0; 4]);
    }

    /// 4 × 4 in windows of 2 shifted by 1: the middle is one group, edges and corners are split.
    #[test]
    fn shifted_windows_do_not_see_across_the_edge() {
        let rows = windows(4, 2, 1);
        assert_eq!(rows, [0, 1, 1, 2, 3, 4, 4, 5, 3, 4, 4, 5, 6, 7, 7, 8]);
    }

    #[test]
    fn one_window_is_not_shifted() {
        assert_eq!((shift(7, 7), shift(14, 7), shift(1, 7)), (0, 3, 0));
        assert_eq!(windows(0, 7, 3), [0_usize; 0]);
        assert_eq!(windows(1, 1, 5), [0]);
        // 5 filled up to 6, rolled by 1: 0 | 1 2 | 3 4 (and the filler in the window of 0)
        assert_eq!(windows(5, 2, 1)[..5], [0, 1, 1, 2, 2]);
    }

    #[test]
    fn odd_sides_are_padded() {
        let odd = Pyramid { image: 30, patch: 4, window: 7, channels: 8, stages: 3 }.stages();
        assert_eq!(odd.iter().map(|s| s.side).collect::<Vec<_>>(), [8, 4, 2]);
        assert_eq!(odd.iter().map(|s| s.windows).collect::<Vec<_>>(), [4, 1, 1]);
        assert_eq!(Pyramid { image: 0, patch: 0, ..Pyramid::default() }.stages()[0].tokens, 0);
    }
}
