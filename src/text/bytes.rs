//! Where a byte or a few of them stand in a text, as quickly as the processor tells: the one place that names memchr.

pub(crate) use memchr::memchr as first;
pub(crate) use memchr::memchr3 as first_of;
pub(crate) use memchr::memmem::find;

/// Everywhere where something stands in a text. The last of these is found faster than by going backwards.
pub(crate) fn places<'t>(text: &'t [u8], part: &'t [u8]) -> impl Iterator<Item = usize> + 't {
    memchr::memmem::find_iter(text, part)
}

/// How often something stands in a text.
pub(crate) fn count(text: &[u8], part: &[u8]) -> usize {
    places(text, part).count()
}

/// What stands between line breaks: one more than there are of them. Lines are short.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest.take()?;
        let Some(end) = first_near(b'\n', text.as_bytes()) else { return Some(text) };
        let (line, after) = text.split_at(end);
        rest = Some(&after[1..]);
        Some(line)
    })
}

/// Words of eight bytes that are looked at before the way to the quicker search is worth it.
const NEAR: usize = 3;
/// The lowest bit of each byte, and the highest.
const LOWEST: u64 = u64::from_le_bytes([0x01; 8]);
const HIGHEST: u64 = u64::from_le_bytes([0x80; 8]);

/// [`first`] for what is mostly near: names, values and words of coloured code are short.
pub(crate) fn first_near(byte: u8, bytes: &[u8]) -> Option<usize> {
    near(bytes, |word| marks(word, byte), |far| first(byte, far))
}

/// The first of two bytes, likewise.
pub(crate) fn first_of_two_near(a: u8, b: u8, bytes: &[u8]) -> Option<usize> {
    near(bytes, |word| marks(word, a) | marks(word, b), |far| memchr::memchr2(a, b, far))
}

fn near(bytes: &[u8], marks: impl Fn(u64) -> u64, far: impl Fn(&[u8]) -> Option<usize>) -> Option<usize> {
    let (words, _) = bytes.as_chunks::<8>();
    let mut at = 0;
    for word in words.iter().take(NEAR) {
        let found = marks(u64::from_le_bytes(*word));
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    let rest = &bytes[at..];
    if rest.len() >= 8 {
        return far(rest).map(|found| at + found);
    }
    // The last bytes as a word with those before them, which are looked through.
    let found = match bytes.last_chunk() {
        Some(last) => marks(u64::from_le_bytes(*last)).checked_shr(8 * (8 - rest.len()) as u32).unwrap_or(0),
        None => marks(rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))),
    };
    let found = found.trailing_zeros() as usize / 8;
    (found < rest.len()).then_some(at + found)
}

/// A word whose lowest bit that is set is the highest bit of its first such byte; without a bit if it has none.
fn marks(word: u64, byte: u8) -> u64 {
    let others = word ^ (LOWEST * u64::from(byte));
    others.wrapping_sub(LOWEST) & !others & HIGHEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_what_stands_between_breaks() {
        for text in ["", "\n", "a", "a\n", "\na\n\nbc\r\n", "é\n“x”, and more than three words\nb"] {
            assert_eq!(lines(text).collect::<Vec<_>>(), text.split('\n').collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_near_is_found_as_what_is_far() {
        for length in 0..60 {
            // Bytes that differ from what is looked for by one bit, by one, and in their highest bit alone.
            let mut bytes: Vec<u8> = (0..length).map(|at| [b'#', b'!', 0xa2, 0, 0xff][at % 5]).collect();
            assert_eq!(first_near(b'"', &bytes), None);
            for at in (0..bytes.len()).rev() {
                bytes[at] = b'"';
                assert_eq!(
                    (first_near(b'"', &bytes), first_of_two_near(b'>', b'"', &bytes)),
                    (Some(at), Some(at))
                );
                assert_eq!(first_of_two_near(b'"', b'#', &bytes), memchr::memchr2(b'"', b'#', &bytes));
            }
        }
    }
}
