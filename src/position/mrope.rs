//! M-RoPE: three position ids (time, height, width) a token, and each pair of dimensions turns by one of them.
//!
//! ```text
//! text    t = h = w = id                       (then M-RoPE is RoPE)
//! visual  t = start + frame, h = start + row, w = start + column      of the grid after patch merging
//! pair i  turns by θ_i · ids[axis(i)]
//! ```
//!
//! Qwen2-VL (Wang et al. 2024, arXiv 2409.12191, §2.1) cuts the pairs in three runs, `mrope_section`; Qwen3-VL
//! takes the axes in turn, so that each has fast and slow pairs. Two rules are in use for the first id behind a
//! visual block; they differ for videos of more frames than rows and columns ([`NextId`]).

use crate::choices;
pub use crate::embed::sequence::Segment;
use crate::matrix::Matrix64;

choices! {
    /// The id of the first token behind a visual block.
    pub enum NextId {
        /// start + max(height, width): Hugging Face transformers 5.x.
        MaxSide = "max_side",
        /// The largest of all ids so far, plus 1: Qwen2-VL as first released (transformers 4.46).
        MaxId = "max_id",
    }
}

choices! {
    /// Which pairs an axis owns: Hugging Face's `mrope_interleaved`, false and true.
    pub enum Sections {
        /// The first `section[0]` pairs turn by time, the next by height, the rest by width: Qwen2-VL.
        Chunked = "chunked",
        /// T, H, W, T, H, W … while height and width have pairs left, then T: Qwen3-VL.
        Interleaved = "interleaved",
    }
}

/// (t, h, w) of every token of a sequence, from 0.
pub fn position_ids(sequence: &[Segment], rule: NextId) -> Vec<[usize; 3]> {
    let (mut ids, mut next) = (Vec::new(), 0);
    for segment in sequence {
        match *segment {
            Segment::Text(n) => {
                ids.extend((next..next + n).map(|id| [id; 3]));
                next += n;
            }
            Segment::Visual { frames, rows, columns } => {
                for t in 0..frames {
                    let place = move |h| (0..columns).map(move |w| [next + t, next + h, next + w]);
                    ids.extend((0..rows).flat_map(place));
                }
                next += match rule {
                    _ if frames * rows * columns == 0 => 0,
                    NextId::MaxSide => rows.max(columns),
                    NextId::MaxId => frames.max(rows).max(columns),
                };
            }
        }
    }
    ids
}

/// Which of (t, h, w) pair `i` turns by.
pub fn axis(i: usize, section: [usize; 3], sections: Sections) -> usize {
    let [t, h, w] = section;
    match sections {
        Sections::Chunked if i < t => 0,
        Sections::Chunked if i < t + h => 1,
        Sections::Chunked => 2,
        Sections::Interleaved => match i % 3 {
            1 if i < 3 * h => 1,
            2 if i < 3 * w => 2,
            _ => 0,
        },
    }
}

/// Sections in Qwen2-VL's proportion 16 : 24 : 24 for any number of pairs; time has what is left.
pub fn proportional_section(pairs: usize) -> [usize; 3] {
    let side = pairs * 3 / 8;
    [pairs - 2 * side, side, side]
}

/// n × pairs: θ_i times the id on the axis of pair i.
pub fn angles(ids: &[[usize; 3]], inv_freq: &[f64], section: [usize; 3], sections: Sections) -> Matrix64 {
    let mut angle = Matrix64::zeros((ids.len(), inv_freq.len()));
    for (mut row, id) in angle.rows_mut().into_iter().zip(ids) {
        for (i, (angle, theta)) in row.iter_mut().zip(inv_freq).enumerate() {
            *angle = id[axis(i, section, sections)] as f64 * theta;
        }
    }
    angle
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMAGE: Segment = Segment::Visual { frames: 1, rows: 2, columns: 3 };

    #[test]
    fn an_image_counts_rows_and_columns_from_where_it_starts() {
        let ids = position_ids(&[Segment::Text(1), IMAGE, Segment::Text(2)], NextId::MaxSide);
        let expected = [
            [0, 0, 0],
            [1, 1, 1],
            [1, 1, 2],
            [1, 1, 3],
            [1, 2, 1],
            [1, 2, 2],
            [1, 2, 3],
            [4, 4, 4],
            [5, 5, 5],
        ];
        assert_eq!(ids, expected);
    }

    /// Equal for images; different for a video of more frames than rows and columns.
    #[test]
    fn the_two_rules_differ_for_long_videos_only() {
        let after = |frames, rule| {
            let video = Segment::Visual { frames, rows: 2, columns: 3 };
            position_ids(&[Segment::Text(5), video, Segment::Text(1)], rule).last().copied()
        };
        for frames in [1, 3] {
            assert_eq!(after(frames, NextId::MaxSide), Some([8; 3]));
            assert_eq!(after(frames, NextId::MaxId), Some([8; 3]));
        }
        assert_eq!(after(10, NextId::MaxSide), Some([8; 3]));
        assert_eq!(after(10, NextId::MaxId), Some([15; 3]));
    }

    #[test]
    fn the_published_sections_own_their_pairs() {
        let count = |section, sections| {
            let mut count = [0; 3];
            (0..64).for_each(|i| count[axis(i, section, sections)] += 1);
            count
        };
        assert_eq!(count([16, 24, 24], Sections::Chunked), [16, 24, 24]);
        assert_eq!(count([24, 20, 20], Sections::Interleaved), [24, 20, 20]);
        let axes: Vec<_> = (0..8).map(|i| axis(i, [4, 2, 2], Sections::Interleaved)).collect();
        assert_eq!(axes, [0, 1, 2, 0, 1, 2, 0, 0]);
        assert_eq!(proportional_section(64), [16, 24, 24]);
        assert_eq!(proportional_section(8), [2, 3, 3]);
        assert_eq!(
            (0..99).map(proportional_section).map(|s| s.iter().sum::<usize>()).collect::<Vec<_>>(),
            (0..99).collect::<Vec<_>>()
        );
    }

    #[test]
    fn empty_segments_take_no_ids() {
        let empty = Segment::Visual { frames: 3, rows: 0, columns: 9 };
        for rule in [NextId::MaxSide, NextId::MaxId] {
            assert_eq!(position_ids(&[Segment::Text(0), empty, Segment::Text(1)], rule), [[0; 3]]);
            assert!(position_ids(&[], rule).is_empty());
        }
    }
}
