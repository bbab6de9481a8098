//! Files as servers hand them out: gzip around DEFLATE. The same bytes give the same bytes on every machine.

use super::deflate::deflate_hard;

/// No name, no time, and nothing about the machine.
const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];

/// The bytes as a file of gzip.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = HEAD.to_vec();
    out.extend(deflate_hard(bytes));
    out.extend(crc32(bytes).to_le_bytes());
    // The length is told modulo 2^32.
    out.extend((bytes.len() as u32).to_le_bytes());
    out
}

/// The check sum of gzip: CRC-32 with the reflected polynomial of ISO 3309.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| CRCS[((crc ^ u32::from(*byte)) & 0xff) as usize] ^ (crc >> 8);
    !bytes.iter().fold(!0, step)
}

/// The check sum of each byte.
static CRCS: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn out_04_gzip_is_what_others_read() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926, "the check value of CRC-32");
        let text = "The same line.\n".repeat(100);
        let packed = gzip(text.as_bytes());
        let (head, rest) = packed.split_at(HEAD.len());
        let (body, end) = rest.split_at(rest.len() - 8);
        assert_eq!((head, super::super::inflate(body).as_deref()), (&HEAD[..], Some(text.as_bytes())));
        assert_eq!(end[4..], 1500u32.to_le_bytes());
        assert_eq!(packed, gzip(text.as_bytes()));
    }
}
