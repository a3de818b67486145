//! Words inside a PNG file: `iTXt` chunks (PNG, third edition, §11.3.3.4), UTF-8 and not compressed, after the header.

/// Signature (8), and the header chunk: length (4), name (4), data (13), checksum (4).
const HEADER_ENDS: usize = 8 + 25;

/// `png` with a chunk for each keyword and text; what is no PNG is given back as it is.
pub fn with_texts(png: &[u8], texts: &[(&str, &str)]) -> Vec<u8> {
    let is_png = png.starts_with(b"\x89PNG\r\n\x1a\n") && png.get(12..16) == Some(b"IHDR".as_slice());
    let (Some(head), Some(rest), true) = (png.get(..HEADER_ENDS), png.get(HEADER_ENDS..), is_png) else {
        return png.to_vec();
    };
    let chunks = texts.iter().flat_map(|(keyword, text)| chunk(keyword, text));
    head.iter().copied().chain(chunks).chain(rest.iter().copied()).collect()
}

fn chunk(keyword: &str, text: &str) -> Vec<u8> {
    // name, then: keyword, 0, not compressed, method 0, no language tag 0, no translated keyword 0, text
    let mut body = b"iTXt".to_vec();
    body.extend_from_slice(keyword.as_bytes());
    body.extend_from_slice(&[0; 5]);
    body.extend_from_slice(text.as_bytes());
    let length = u32::try_from(body.len() - 4).unwrap_or(0);
    let mut out = length.to_be_bytes().to_vec();
    out.extend_from_slice(&body);
    out.extend_from_slice(&crc(&body).to_be_bytes());
    out
}

/// The checksum of PNG, appendix D: polynomial 0xEDB88320, inverted before and after.
fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    };
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One black pixel.
    const PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55\
        \0\0\0\x0aIDAT\x78\x9c\x63\x60\0\0\0\x02\0\x01\x48\xaf\xa4\x71\0\0\0\0IEND\xae\x42\x60\x82";

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        assert_eq!(crc(b"IEND"), 0xae42_6082);
        assert_eq!(crc(&PIXEL[12..29]).to_be_bytes(), PIXEL[29..33]);
    }

    #[test]
    fn texts_stand_after_the_header() {
        let file = with_texts(PIXEL, &[("Title", "狗")]);
        assert_eq!(&file[..33], &PIXEL[..33]);
        let chunk = &file[33..file.len() - (PIXEL.len() - 33)];
        assert_eq!(&chunk[..8], b"\0\0\0\x0diTXt");
        assert_eq!(&chunk[8..21], "Title\0\0\0\0\0狗".as_bytes());
        assert_eq!(chunk[21..], crc(&chunk[4..21]).to_be_bytes());
        assert!(file.ends_with(&PIXEL[33..]));
    }

    #[test]
    fn what_is_no_png_stays() {
        assert_eq!(with_texts(b"GIF89a", &[("a", "b")]), b"GIF89a");
        assert_eq!(with_texts(b"\x89PNG\r\n\x1a\n", &[("a", "b")]), b"\x89PNG\r\n\x1a\n");
    }
}
