//! Texts as some editors of Windows save them.

/// A text in UTF-16 that begins with the mark of its order of bytes; `None` for anything else.
pub fn utf16_decoded(bytes: &[u8]) -> Option<String> {
    let (unit, text): (fn([u8; 2]) -> u16, _) = match bytes {
        [0xff, 0xfe, text @ ..] => (u16::from_le_bytes, text),
        [0xfe, 0xff, text @ ..] => (u16::from_be_bytes, text),
        _ => return None,
    };
    let (pairs, _) = text.as_chunks::<2>();
    String::from_utf16(&pairs.iter().copied().map(unit).collect::<Vec<_>>()).ok()
}
