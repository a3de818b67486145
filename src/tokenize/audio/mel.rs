//! Mel filterbanks: overlapping triangles that gather FFT bins into bands as wide as the ear's.
//!
//! ```text
//! HTK      mel(f) = 2595 log10(1 + f/700)
//! Slaney   mel(f) = 3f/200 below 1 kHz, 15 + 27 ln(f/1000)/ln 6.4 above
//! p_0 … p_{M+1}: M + 2 frequencies equally far apart in mel
//! w_m(f) = max(0, min((f − p_m)/(p_{m+1} − p_m), (p_{m+2} − f)/(p_{m+2} − p_{m+1}))) · 2/(p_{m+2} − p_m)
//! ```
//!
//! The last factor (every triangle has area 1) goes with Slaney's scale, as in librosa's `filters.mel` and the
//! `mel_filters.npz` of openai-whisper; HTK's triangles keep the height 1, as torchaudio's `melscale_fbanks` by default.
//! FFT bin b lies at b · rate / n_fft. A triangle narrower than a bin may hold none: its band is always silent.

/// Which scale, and the height that goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MelScale {
    /// Linear below 1 kHz, logarithmic above; triangles of area 1. Whisper's.
    Slaney,
    /// One logarithm; triangles of height 1. torchaudio's default.
    Htk,
}

impl MelScale {
    pub const ALL: [MelScale; 2] = [MelScale::Slaney, MelScale::Htk];

    /// Hz → mel.
    pub fn mel(self, hz: f64) -> f64 {
        match self {
            MelScale::Htk => 2595.0 * (1.0 + hz / 700.0).log10(),
            MelScale::Slaney if hz < 1000.0 => hz * 3.0 / 200.0,
            MelScale::Slaney => 15.0 + 27.0 * (hz / 1000.0).ln() / 6.4_f64.ln(),
        }
    }

    /// mel → Hz.
    pub fn hz(self, mel: f64) -> f64 {
        match self {
            MelScale::Htk => 700.0 * (10_f64.powf(mel / 2595.0) - 1.0),
            MelScale::Slaney if mel < 15.0 => mel * 200.0 / 3.0,
            MelScale::Slaney => 1000.0 * ((mel - 15.0) * 6.4_f64.ln() / 27.0).exp(),
        }
    }
}

/// What determines a filterbank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MelShape {
    pub scale: MelScale,
    pub n_mels: usize,
    pub n_fft: usize,
    /// Samples per second.
    pub rate: f64,
    /// The band that the triangles divide, in Hz.
    pub low: f64,
    pub high: f64,
}

impl MelShape {
    /// The whole band of 16 kHz sound.
    pub fn whole(scale: MelScale, n_mels: usize, n_fft: usize) -> Self {
        let rate = f64::from(super::SAMPLE_RATE);
        MelShape { scale, n_mels, n_fft, rate, low: 0.0, high: rate / 2.0 }
    }
}

/// The weights of one triangle that are not 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The first FFT bin.
    pub start: usize,
    pub weights: Vec<f64>,
}

/// M triangles over n_fft/2 + 1 bins.
#[derive(Clone, Debug, PartialEq)]
pub struct Filterbank {
    pub shape: MelShape,
    /// p_0 … p_{M+1}: triangle m rises from p_m to p_{m+1} and falls to p_{m+2}. In Hz.
    pub points: Vec<f64>,
    pub rows: Vec<Row>,
}

impl Filterbank {
    pub fn new(shape: MelShape) -> Self {
        let (low, high) = (shape.scale.mel(shape.low), shape.scale.mel(shape.high));
        let step = (high - low) / (shape.n_mels + 1) as f64;
        let points: Vec<f64> = (0..shape.n_mels + 2).map(|i| shape.scale.hz(low + step * i as f64)).collect();
        let rows = points.windows(3).map(|corners| row(&shape, corners)).collect();
        Filterbank { shape, points, rows }
    }

    /// Height of triangle m where it is highest, which need not be at a bin; 0 if there is no such triangle.
    pub fn height(&self, m: usize) -> f64 {
        let Some(&[left, _, right]) = self.points.get(m..m + 3) else { return 0.0 };
        match self.shape.scale {
            MelScale::Slaney => 2.0 / (right - left),
            MelScale::Htk => 1.0,
        }
    }

    /// Bins of the spectrum: n_fft/2 + 1.
    pub fn bins(&self) -> usize {
        self.shape.n_fft / 2 + 1
    }

    /// Bands whose triangle holds no bin: always silent.
    pub fn empty_rows(&self) -> Vec<usize> {
        let empty = |(m, row): (usize, &Row)| row.weights.is_empty().then_some(m);
        self.rows.iter().enumerate().filter_map(empty).collect()
    }

    /// The energy of each band: W · power.
    pub fn apply(&self, power: &[f64]) -> Vec<f64> {
        let energy = |row: &Row| {
            let bins = power.iter().skip(row.start);
            bins.zip(&row.weights).map(|(power, weight)| power * weight).sum()
        };
        self.rows.iter().map(energy).collect()
    }

    /// W as one row after another in f32, without the zeros.
    pub fn packed(&self) -> Packed {
        let mut packed = Packed { ranges: Vec::with_capacity(self.rows.len()), weights: Vec::new() };
        for row in &self.rows {
            packed.ranges.push((row.start, row.weights.len()));
            packed.weights.extend(row.weights.iter().map(|&w| w as f32));
        }
        packed
    }
}

/// A filterbank as the fast path reads it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packed {
    /// First bin and number of bins of each row.
    ranges: Vec<(usize, usize)>,
    weights: Vec<f32>,
}

impl Packed {
    /// Writes the energy of each band of one frame.
    pub fn apply(&self, power: &[f32], energies: &mut [f32]) {
        let mut weights = self.weights.as_slice();
        for (&(start, length), energy) in self.ranges.iter().zip(energies) {
            let (now, later) = weights.split_at(length.min(weights.len()));
            let bins = power.get(start..start + length).unwrap_or_default();
            *energy = now.iter().zip(bins).map(|(weight, power)| weight * power).sum();
            weights = later;
        }
    }

    /// Adds Wᵀ · energies to `bins`.
    pub fn spread(&self, energies: &[f32], bins: &mut [f32]) {
        let mut weights = self.weights.as_slice();
        for (&(start, length), energy) in self.ranges.iter().zip(energies) {
            let (now, later) = weights.split_at(length.min(weights.len()));
            for (bin, weight) in bins.iter_mut().skip(start).zip(now) {
                *bin += weight * energy;
            }
            weights = later;
        }
    }
}

/// One triangle, sampled at the bins.
fn row(shape: &MelShape, corners: &[f64]) -> Row {
    let &[left, top, right] = corners else { return Row::default() };
    let height = match shape.scale {
        MelScale::Slaney => 2.0 / (right - left),
        MelScale::Htk => 1.0,
    };
    let weight = |bin: usize| {
        let f = bin as f64 * shape.rate / shape.n_fft as f64;
        ((f - left) / (top - left)).min((right - f) / (right - top)).max(0.0) * height
    };
    let mut bins = (0..=shape.n_fft / 2).skip_while(|&bin| weight(bin) == 0.0).peekable();
    let start = bins.peek().copied().unwrap_or(0);
    Row { start, weights: bins.map(weight).take_while(|&weight| weight > 0.0).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dense(bank: &Filterbank, m: usize) -> Vec<f64> {
        let mut dense = vec![0.0; bank.bins()];
        for (bin, weight) in dense[bank.rows[m].start..].iter_mut().zip(&bank.rows[m].weights) {
            *bin = *weight;
        }
        dense
    }

    #[test]
    fn the_scales_are_their_own_inverses() {
        for scale in MelScale::ALL {
            for hz in [0.0, 60.0, 999.0, 1000.0, 1001.0, 7_900.0] {
                assert!((scale.hz(scale.mel(hz)) - hz).abs() < 1e-9, "{scale:?} {hz}");
            }
        }
        assert!((MelScale::Htk.mel(1000.0) - 999.985).abs() < 1e-2);
        assert_eq!(MelScale::Slaney.mel(1000.0), 15.0);
    }

    /// Above 1 kHz Slaney's scale is a constant-Q bank: every triangle's width is the same share of its centre.
    #[test]
    fn above_one_kilohertz_the_width_goes_with_the_centre() {
        for n_mels in [80, 128] {
            let bank = Filterbank::new(MelShape::whole(MelScale::Slaney, n_mels, 400));
            let q: Vec<f64> = bank
                .points
                .windows(3)
                .filter(|corners| corners[0] >= 1000.0)
                .map(|corners| corners[1] / (corners[2] - corners[0]))
                .collect();
            assert!(q.len() > n_mels / 2);
            assert!(q.iter().all(|x| (x - q[0]).abs() < 1e-9 * q[0]), "{q:?}");
        }
    }

    /// Neighbouring triangles of height 1 add up to 1 between the first and the last top.
    #[test]
    fn htk_triangles_share_every_bin() {
        let bank = Filterbank::new(MelShape::whole(MelScale::Htk, 40, 1024));
        let mut sum = vec![0.0; bank.bins()];
        for m in 0..40 {
            sum.iter_mut().zip(dense(&bank, m)).for_each(|(sum, weight)| *sum += weight);
        }
        for (bin, sum) in sum.iter().enumerate() {
            let f = bin as f64 * 16_000.0 / 1024.0;
            if f >= bank.points[1] && f <= bank.points[40] {
                assert!((sum - 1.0).abs() < 1e-12, "{f} Hz: {sum}");
            }
        }
    }

    #[test]
    fn slaney_triangles_have_area_one() {
        // bins of 1 Hz
        let bank = Filterbank::new(MelShape::whole(MelScale::Slaney, 80, 16_000));
        for row in &bank.rows {
            let area: f64 = row.weights.iter().sum();
            assert!((area - 1.0).abs() < 2e-3, "{area}");
        }
    }

    #[test]
    fn with_128_bands_some_triangles_hold_no_bin() {
        let empty = |scale, n_mels| Filterbank::new(MelShape::whole(scale, n_mels, 400)).empty_rows();
        assert_eq!(empty(MelScale::Htk, 128), [0, 3, 6, 13]);
        assert!(empty(MelScale::Htk, 80).is_empty() && empty(MelScale::Slaney, 128).is_empty());
    }

    #[test]
    fn packed_is_the_same_matrix() {
        let bank = Filterbank::new(MelShape::whole(MelScale::Htk, 128, 400));
        let power: Vec<f64> = (0..bank.bins()).map(|bin| (bin % 7) as f64 + 0.5).collect();
        let power_f32: Vec<f32> = power.iter().map(|&p| p as f32).collect();
        let (packed, want) = (bank.packed(), bank.apply(&power));
        let mut got = vec![0.0; 128];
        packed.apply(&power_f32, &mut got);
        assert!(got.iter().zip(&want).all(|(got, want)| (f64::from(*got) - want).abs() < 1e-4));
        // ⟨W p, 1⟩ = ⟨p, Wᵀ 1⟩
        let mut spread = vec![0.0; bank.bins()];
        packed.spread(&[1.0; 128], &mut spread);
        let (left, right): (f32, f32) =
            (got.iter().sum(), spread.iter().zip(&power_f32).map(|(s, p)| s * p).sum());
        assert!((left - right).abs() < 1e-3 * left);
    }
}
