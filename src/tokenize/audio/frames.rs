//! A signal cut into frames that overlap.
//!
//! As torch.stft(center=True, pad_mode="reflect"): ⌊n_fft/2⌋ samples are mirrored at both ends without repeating the
//! edge sample (x[h], …, x[1] | x | x[N−2], …), and frame k is the padded samples k·hop … k·hop + n_fft − 1, so that
//! its middle is sample k·hop of the signal. n_fft is even here.

/// x[N − 1 + i] is x[N − 1 − i], and x[−i] is x[i]. The signal must be longer than `pad`.
pub fn reflected(samples: &[f32], at: isize) -> f32 {
    let last = samples.len() as isize - 1;
    let index = if at < 0 {
        -at
    } else if at > last {
        2 * last - at
    } else {
        at
    };
    usize::try_from(index).ok().and_then(|index| samples.get(index)).copied().unwrap_or(0.0)
}

/// How many frames a centred transform has: 1 + ⌊N / hop⌋.
pub fn count(n_samples: usize, hop: usize) -> usize {
    1 + n_samples / hop.max(1)
}

/// Writes frame k of the padded signal; `frame` has n_fft elements.
pub fn frame(samples: &[f32], k: usize, hop: usize, frame: &mut [f32]) {
    let start = (k * hop) as isize - (frame.len() / 2) as isize;
    let inside = usize::try_from(start).ok().and_then(|start| samples.get(start..start + frame.len()));
    match inside {
        Some(inside) => frame.copy_from_slice(inside),
        None => {
            for (at, x) in (start..).zip(frame) {
                *x = reflected(samples, at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_are_mirrored_without_the_edge() {
        let samples: Vec<f32> = (0..10).map(|n| n as f32).collect();
        let mut first = [0.0; 8];
        frame(&samples, 0, 3, &mut first);
        assert_eq!(first, [4.0, 3.0, 2.0, 1.0, 0.0, 1.0, 2.0, 3.0]);
        let mut last = [0.0; 8];
        frame(&samples, count(10, 3) - 1, 3, &mut last);
        assert_eq!(last, [5.0, 6.0, 7.0, 8.0, 9.0, 8.0, 7.0, 6.0]);
    }

    #[test]
    fn the_middle_of_a_frame_is_its_sample() {
        let samples: Vec<f32> = (0..100).map(|n| n as f32).collect();
        for k in 0..count(100, 7) {
            let mut buffer = [0.0; 20];
            frame(&samples, k, 7, &mut buffer);
            if k * 7 < 100 {
                assert_eq!(buffer[10], (k * 7) as f32);
            }
        }
    }
}
