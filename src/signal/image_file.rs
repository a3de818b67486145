//! What the first bytes of a picture's file say, before anything is decoded: its size, and what decoding to 8-bit sRGB
//! will lose. The crate `imagesize` finds the size; the rest are bytes at fixed places of each format.
//!
//! PNG: W3C PNG 3rd edition §11.2.2 (bit depth), §11.3.2.2 (acTL). GIF: GIF89a §20, §26. JPEG: ITU-T T.81 §B.2.2.
//! WebP: RFC 9649 §2.7.1. HEIF, AVIF and MP4 share a container (ISO/IEC 14496-12 §4.3); its brand tells them apart.

use super::image::{ImageError, pixels};
use imagesize::{Compression, ImageType};

/// As much of a file as may be needed: JPEG's size may stand behind a large preview and colour profile.
pub const HEAD: usize = 1 << 20;

/// What is known before decoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    pub width: u32,
    pub height: u32,
    /// There are more pictures in it; the first one counts.
    pub animated: bool,
    /// 16 bits a channel; 8 are kept.
    pub sixteen_bits: bool,
    /// Four inks instead of three lights.
    pub cmyk: bool,
    /// Compressed as HEVC, which most browsers cannot decode.
    pub heic: bool,
}

/// Why it is not even tried to decode it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    #[error("the file is empty")]
    Empty,
    #[error("no picture's file begins so")]
    NotAPicture,
    #[error("an SVG has no pixels")]
    Svg,
    #[error("this is a video")]
    Video,
    #[error("the file's header is damaged")]
    Damaged,
    #[error(transparent)]
    Size(#[from] ImageError),
}

/// Looks at the first [`HEAD`] bytes of a file, or all if it is shorter.
pub fn look(head: &[u8]) -> Result<Facts, FileError> {
    if head.is_empty() {
        return Err(FileError::Empty);
    }
    if is_svg(head) {
        return Err(FileError::Svg);
    }
    let Ok(kind) = imagesize::image_type(head) else {
        return Err(if is_video(head) { FileError::Video } else { FileError::NotAPicture });
    };
    // A container of an unknown brand, in which no picture is found, is a film.
    let without_size = if kind == ImageType::Heif(Compression::Unknown) { FileError::Video } else { FileError::Damaged };
    let size = imagesize::blob_size(head).map_err(|_| without_size)?;
    let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
    let (width, height) = (side(size.width), side(size.height));
    pixels(width, height)?;
    Ok(Facts {
        width,
        height,
        animated: match kind {
            ImageType::Gif => gif_frames(head) > 1 || finds(head, b"NETSCAPE2.0"),
            ImageType::Png => png_is_animated(head),
            // the flags of the extended header
            ImageType::Webp => head.get(12..16) == Some(b"VP8X") && head.get(20).is_some_and(|flags| flags & 2 != 0),
            _ => false,
        },
        sixteen_bits: kind == ImageType::Png && head.get(24) == Some(&16),
        cmyk: kind == ImageType::Jpeg && jpeg_components(head) == Some(4),
        heic: matches!(kind, ImageType::Heif(Compression::Hevc)),
    })
}

fn finds(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

/// Text that opens with a tag and names `<svg` early.
fn is_svg(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    text.starts_with(b"<") && finds(text.get(..4096).unwrap_or(text), b"<svg")
}

/// MP4 and QuickTime (a container that holds no picture of a known kind), Matroska and WebM, AVI.
fn is_video(head: &[u8]) -> bool {
    head.get(4..8) == Some(b"ftyp")
        || head.starts_with(&[0x1A, 0x45, 0xDF, 0xA3])
        || (head.starts_with(b"RIFF") && head.get(8..12) == Some(b"AVI "))
}

/// Whether the chunk acTL stands before the pixels.
fn png_is_animated(head: &[u8]) -> bool {
    let mut at = 8;
    while let Some(chunk) = head.get(at..).filter(|rest| rest.len() >= 8) {
        match chunk.get(4..8) {
            Some(b"acTL") => return true,
            Some(b"IDAT") | None => return false,
            Some(_) => {}
        }
        // length, name, data, checksum
        let length = chunk.first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes));
        at += 12 + length as usize;
    }
    false
}

/// Image descriptors, as far as the bytes go.
fn gif_frames(head: &[u8]) -> usize {
    let palette = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let byte = |at: usize| head.get(at).copied();
    let mut at = 13 + byte(10).map_or(0, palette);
    let mut frames = 0;
    while let Some(block) = byte(at) {
        match block {
            // extension: introducer, label
            0x21 => at += 2,
            0x2C => {
                frames += 1;
                // descriptor, its palette, the code size
                at += 11 + byte(at + 9).map_or(0, palette);
            }
            _ => break,
        }
        // blocks of up to 255 bytes, the last one empty
        while let Some(length) = byte(at) {
            at += 1 + usize::from(length);
            if length == 0 {
                break;
            }
        }
    }
    frames
}

/// Components of the frame (SOF), if it is among the bytes.
fn jpeg_components(head: &[u8]) -> Option<u8> {
    let mut at = 2;
    loop {
        let segment = head.get(at..)?;
        let (&[0xFF, marker], rest) = segment.split_first_chunk()? else { return None };
        // SOF0 … SOF15 without DHT, JPG and DAC
        if (0xC0..=0xCF).contains(&marker) && !matches!(marker, 0xC4 | 0xC8 | 0xCC) {
            return rest.get(7).copied();
        }
        // fill bytes may repeat 0xFF; everything else before the scan has a length
        at += if marker == 0xFF { 1 } else { 2 + usize::from(u16::from_be_bytes(*rest.first_chunk()?)) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32, depth: u8, extra: &[u8]) -> Vec<u8> {
        let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
        let ihdr = [&[0, 0, 0, 13], &b"IHDR"[..], &size, &[depth, 2, 0, 0, 0], &[0; 4]].concat();
        [&b"\x89PNG\r\n\x1a\n"[..], &ihdr, extra, &[0, 0, 0, 0], b"IDAT"].concat()
    }

    #[test]
    fn a_png_tells_its_size_depth_and_frames() {
        let plain = Facts { width: 640, height: 480, animated: false, sixteen_bits: false, cmyk: false, heic: false };
        assert_eq!(look(&png(640, 480, 8, &[])), Ok(plain));
        assert_eq!(look(&png(640, 480, 16, &[])), Ok(Facts { sixteen_bits: true, ..plain }));
        let actl = [&[0, 0, 0, 8], &b"acTL"[..], &[0; 12]].concat();
        assert_eq!(look(&png(640, 480, 8, &actl)), Ok(Facts { animated: true, ..plain }));
        let size = Err(FileError::Size(ImageError::TooLarge { width: 20_000, height: 20_000 }));
        assert_eq!(look(&png(20_000, 20_000, 8, &[])), size);
        assert_eq!(look(&png(1, 1, 8, &[])[..12]), Err(FileError::Damaged));
    }

    fn gif(frames: usize) -> Vec<u8> {
        let frame = [0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0x80, 0, 0, 0, 9, 9, 9, 2, 3, 1, 2, 3, 0];
        let pause = [0x21, 0xF9, 4, 0, 0, 0, 0, 0];
        let head = [&b"GIF89a"[..], &[2, 0, 2, 0, 0x80, 0, 0], &[0; 6]].concat();
        let all = (0..frames).flat_map(|_| [&pause[..], &frame[..]].concat()).collect();
        [head, all, vec![0x3B]].concat()
    }

    #[test]
    fn frames_of_a_gif_are_counted() {
        for frames in 0..4 {
            assert_eq!(gif_frames(&gif(frames)), frames);
        }
        assert!(!look(&gif(1)).unwrap().animated && look(&gif(2)).unwrap().animated);
        let whole = gif(2);
        assert!((0..whole.len()).all(|end| gif_frames(&whole[..end]) <= 2));
    }

    #[test]
    fn four_inks_are_noticed() {
        let jpeg = |components: u8| {
            let sof = [0xFF, 0xC0, 0, 8 + 3 * components, 8, 0, 7, 0, 9, components];
            let per = [1, 0x11, 0].repeat(usize::from(components));
            [&[0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0], &sof[..], &per].concat()
        };
        let facts = look(&jpeg(4)).unwrap();
        assert!(facts.cmyk && (facts.width, facts.height) == (9, 7));
        assert!(!look(&jpeg(3)).unwrap().cmyk);
        assert_eq!(jpeg_components(&jpeg(4)[..11]), None);
    }

    #[test]
    fn what_is_no_picture_is_named() {
        assert_eq!(look(&[]), Err(FileError::Empty));
        assert_eq!(look(b"hello, world, this is a text"), Err(FileError::NotAPicture));
        assert_eq!(look(b"<?xml version='1.0'?>\n<svg xmlns='x'/>"), Err(FileError::Svg));
        assert_eq!(look(b"\xEF\xBB\xBF <svg width='1'/>"), Err(FileError::Svg));
        assert_eq!(look(b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\0"), Err(FileError::Video));
        assert_eq!(look(b"\x1A\x45\xDF\xA3 and so on and on"), Err(FileError::Video));
    }
}
