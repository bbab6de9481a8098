//! Texts as some editors of Windows save them.

/// A text in UTF-16 that begins with the mark of its order of bytes; `None` for anything else.
pub fn utf16_decoded(bytes: &[u8]) -> Option<String> {
    let unit = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let (pairs, _) = bytes[2..].as_chunks::<2>();
    String::from_utf16(&pairs.iter().map(|pair| unit(*pair)).collect::<Vec<_>>()).ok()
}
