//! The checksum of packs, for tests that craft one.

/// FNV-1a as in the format: makes damage pass the checksum, so that what lies behind it is tested too.
pub fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let covered = bytes.iter().take(12).chain(bytes.iter().skip(20));
    let hash = covered.fold(0xCBF2_9CE4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
    });
    if let Some(field) = bytes.get_mut(12..20) {
        field.copy_from_slice(&hash.to_le_bytes());
    }
    bytes
}
