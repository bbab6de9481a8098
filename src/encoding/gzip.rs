//! Files as servers hand them out: gzip around DEFLATE; the one place that names crc32fast. The same bytes give the
//! same bytes on every machine, which libraries that do it all do not promise.

use super::deflate::deflate_hard;

/// No name, no time, and nothing about the machine.
const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];

/// The bytes as a file of gzip.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = HEAD.to_vec();
    out.extend(deflate_hard(bytes));
    out.extend(crc32fast::hash(bytes).to_le_bytes());
    // The length is told modulo 2^32.
    out.extend((bytes.len() as u32).to_le_bytes());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn out_04_gzip_is_what_others_read() {
        let text = "The same line.\n".repeat(100);
        let packed = gzip(text.as_bytes());
        let (head, rest) = packed.split_at(HEAD.len());
        let (body, end) = rest.split_at(rest.len() - 8);
        assert_eq!((head, super::super::inflate(body).as_deref()), (&HEAD[..], Some(text.as_bytes())));
        assert_eq!(end[4..], 1500u32.to_le_bytes());
        let digits = gzip(b"123456789");
        let sum = digits.len() - 8..digits.len() - 4;
        assert_eq!(digits[sum], 0xcbf4_3926_u32.to_le_bytes(), "the check value of CRC-32");
        assert_eq!(packed, gzip(text.as_bytes()));
    }
}
