//! What neural codecs send per second.
//!
//! ```text
//! f = rate / hop frames a second;  tokens/s = f · n_q;  bits/s = f · n_q · log2 K
//! ```
//!
//! Sources: facebookresearch/encodec `quantization/vq.py` (K = 1024; n_q = ⌊bandwidth · 1000 / (f · 10)⌋) and its
//! model cards (24 kHz: hop 320, f = 75; 48 kHz: hop 320, f = 150, stereo); SoundStream (Zeghidour et al. 2021,
//! 24 kHz, strides 2·4·5·8 = 320; the 50 Hz variant at 16 kHz that AudioLM uses, Borsos et al. 2022).

/// A codec: how often a frame comes and what its codebooks hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Codec {
    pub name: &'static str,
    /// Samples per second.
    pub rate: u32,
    /// Samples per frame of codes.
    pub hop: u32,
    /// Codes per codebook: K.
    pub codebook_size: u32,
    /// The bitrates that the model offers, in kbit/s.
    pub kbps: &'static [f64],
    /// Where the numbers are from.
    pub source: &'static str,
}

/// The codecs of the table.
#[rustfmt::skip] // a table: one line a row
pub const CODECS: &[Codec] = &[
    Codec { name: "EnCodec 24 kHz", rate: 24_000, hop: 320, codebook_size: 1024, kbps: &[1.5, 3.0, 6.0, 12.0, 24.0], source: "facebookresearch/encodec, encodec_model_24khz" },
    Codec { name: "EnCodec 48 kHz", rate: 48_000, hop: 320, codebook_size: 1024, kbps: &[3.0, 6.0, 12.0, 24.0], source: "facebookresearch/encodec, encodec_model_48khz" },
    Codec { name: "SoundStream 24 kHz", rate: 24_000, hop: 320, codebook_size: 1024, kbps: &[3.0, 6.0, 12.0, 18.0], source: "Zeghidour et al. 2021, SoundStream" },
    Codec { name: "SoundStream (AudioLM)", rate: 16_000, hop: 320, codebook_size: 1024, kbps: &[6.0], source: "Borsos et al. 2022, AudioLM, section III-B" },
];

/// One setting of a codec.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Frames per second, f.
    pub frame_rate: f64,
    /// log2 K.
    pub bits_per_codebook: f64,
    /// Codebooks used, n_q.
    pub n_q: usize,
    pub tokens_per_second: f64,
    pub bits_per_second: f64,
}

impl Codec {
    /// Frames per second.
    pub fn frame_rate(&self) -> f64 {
        f64::from(self.rate) / f64::from(self.hop.max(1))
    }

    /// Frames of a recording of so many seconds: ⌈samples/hop⌉, since every convolution of stride s pads its input to a
    /// multiple of s (encodec `modules/conv.py`, `get_extra_padding_for_conv1d`).
    pub fn frames(&self, seconds: f64) -> usize {
        ((seconds * f64::from(self.rate)).round() / f64::from(self.hop.max(1))).ceil() as usize
    }

    /// What a bitrate buys: as many codebooks as fit into it.
    pub fn at(&self, kbps: f64) -> Setting {
        let per_codebook = bits_per_second(self.frame_rate(), 1, self.codebook_size as usize);
        self.with_codebooks((kbps * 1000.0 / per_codebook).floor().max(0.0) as usize)
    }

    /// With so many codebooks.
    pub fn with_codebooks(&self, n_q: usize) -> Setting {
        let (frame_rate, size) = (self.frame_rate(), self.codebook_size as usize);
        Setting {
            frame_rate,
            bits_per_codebook: bits(size),
            n_q,
            tokens_per_second: frame_rate * n_q as f64,
            bits_per_second: bits_per_second(frame_rate, n_q, size),
        }
    }
}

/// log2 K: what one code of K says.
pub fn bits(codebook_size: usize) -> f64 {
    (codebook_size.max(1) as f64).log2()
}

/// f · n_q · log2 K.
pub fn bits_per_second(frame_rate: f64, n_q: usize, codebook_size: usize) -> f64 {
    frame_rate * n_q as f64 * bits(codebook_size)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// encodec's README: 1.5 … 24 kbps are 2 … 32 codebooks at 24 kHz.
    #[test]
    fn every_offered_bitrate_is_used_up_by_whole_codebooks() {
        let n_q =
            |codec: &Codec| -> Vec<usize> { codec.kbps.iter().map(|&kbps| codec.at(kbps).n_q).collect() };
        assert_eq!(n_q(&CODECS[0]), [2, 4, 8, 16, 32]);
        assert_eq!(n_q(&CODECS[1]), [2, 4, 8, 16]);
        for codec in CODECS {
            for &kbps in codec.kbps {
                assert_eq!(codec.at(kbps).bits_per_second, kbps * 1000.0, "{} {kbps}", codec.name);
            }
        }
    }

    #[test]
    fn a_frame_begun_is_a_frame() {
        assert_eq!(CODECS[0].frames(30.0), 2_250);
        assert_eq!(CODECS[0].frames(2.99), 225); // 71,760 samples are 224.25 hops
        assert_eq!(CODECS[0].frames(0.0), 0);
    }

    #[test]
    fn a_bitrate_too_small_buys_nothing() {
        assert_eq!(CODECS[0].at(0.5).n_q, 0);
        assert_eq!(CODECS[0].at(-1.0).tokens_per_second, 0.0);
    }
}
