//! Compressed bytes that a browser can read, too: the one place that names libdeflater, which compresses twice as
//! fast as what is written in Rust, and miniz_oxide, which reads and cannot be led astray by what it reads.
//!
//! The same bytes give the same bytes on every machine: what libdeflate finds does not depend on the processor.

use std::cell::RefCell;

use libdeflater::{CompressionLvl, Compressor};
use miniz_oxide::inflate::decompress_to_vec;

/// How hard is looked for repetitions. What an index is made of has few: twice the time saves one hundredth of it.
const LEVEL: i32 = 1;
/// For what is made once and read often.
const HARD: i32 = 10;

thread_local! {
    /// Half a megabyte of tables, kept for the next index.
    static COMPRESSOR: RefCell<Option<Compressor>> = const { RefCell::new(None) };
}

/// The bytes as a raw DEFLATE stream.
pub fn deflate(bytes: &[u8]) -> Vec<u8> {
    COMPRESSOR.with_borrow_mut(|kept| compress(kept.get_or_insert_with(|| compressor(LEVEL)), bytes))
}

/// The same for what is made once and read often.
pub fn deflate_hard(bytes: &[u8]) -> Vec<u8> {
    compress(&mut compressor(HARD), bytes)
}

/// What [`deflate`] was given; `None` for anything else.
pub fn inflate(bytes: &[u8]) -> Option<Vec<u8>> {
    decompress_to_vec(bytes).ok()
}

fn compressor(level: i32) -> Compressor {
    Compressor::new(CompressionLvl::new(level).unwrap_or_default())
}

fn compress(compressor: &mut Compressor, bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0; compressor.deflate_compress_bound(bytes.len())];
    // The bound is room enough for any bytes, so there is no failure to tell.
    let length = compressor.deflate_compress(bytes, &mut out).unwrap_or_default();
    out.truncate(length);
    out.shrink_to_fit();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_is_read_again() {
        let noise: Vec<u8> =
            (0..100_000u64).map(|at| (at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8).collect();
        for bytes in [&b""[..], b"a", &[7; 70_000], &noise] {
            assert_eq!(inflate(&deflate(bytes)).as_deref(), Some(bytes));
            assert_eq!(inflate(&deflate_hard(bytes)).as_deref(), Some(bytes));
        }
    }
}
