//! Values of HTTP headers: bytes that stand for the first 256 characters, as browsers read and write them.

/// Every byte as the character of its number.
pub fn latin1_decoded(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// The bytes of a text; one with other characters than these is written as UTF-8.
pub fn latin1_encoded(text: &str) -> Vec<u8> {
    let bytes: Result<Vec<u8>, _> = text.chars().map(u8::try_from).collect();
    bytes.unwrap_or_else(|_| text.as_bytes().to_vec())
}
