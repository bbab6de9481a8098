//! Names of plain letters: most words of a text and nearly all of its code, read byte by byte and without a copy where
//! they have no capitals. What else a name may have is for [`super::words`].

/// What a byte may be in a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Never in one.
    Between,
    Small,
    Digit,
    Capital,
    /// `_`, `-`, `.`: in a name where a letter follows.
    Joint,
    /// Part of a character that is not ASCII.
    Other,
}

const KINDS: [Kind; 256] = {
    let mut kinds = [Kind::Between; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b'a'..=b'z' => Kind::Small,
            b'0'..=b'9' => Kind::Digit,
            b'A'..=b'Z' => Kind::Capital,
            b'_' | b'-' | b'.' => Kind::Joint,
            0x80.. => Kind::Other,
            _ => Kind::Between,
        };
        byte += 1;
    }
    kinds
};

/// What stands at `at`; nothing of a name behind the end.
#[inline]
pub(super) fn kind(bytes: &[u8], at: usize) -> Kind {
    bytes.get(at).map_or(Kind::Between, |byte| KINDS[usize::from(*byte)])
}

/// Where the next word begins, or a character that is not ASCII.
#[inline]
pub(super) fn beginning(bytes: &[u8], mut at: usize) -> Option<usize> {
    while let Some(byte) = bytes.get(at) {
        if !matches!(KINDS[usize::from(*byte)], Kind::Between | Kind::Joint) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// A name.
pub(super) struct Name {
    pub end: usize,
    pub has_capitals: bool,
}

/// Reads the name that begins at `at`, and puts its parts behind those in `parts`. `None` when it has characters that are
/// not ASCII.
#[inline]
pub(super) fn name(bytes: &[u8], at: usize, parts: &mut Vec<(usize, usize)>) -> Option<Name> {
    let (mut start, mut end, mut has_capitals) = (at, at, false);
    loop {
        end += run(bytes, end);
        match kind(bytes, end) {
            // Where a run of eight has just ended.
            Kind::Small | Kind::Digit => continue,
            Kind::Capital => {
                has_capitals = true;
                if start < end && begins_part(bytes, end) {
                    parts.push((start, end));
                    start = end;
                }
            }
            Kind::Joint => match kind(bytes, end + 1) {
                Kind::Between | Kind::Joint => break,
                Kind::Other => return None,
                Kind::Small | Kind::Digit | Kind::Capital => {
                    parts.push((start, end));
                    start = end + 1;
                }
            },
            Kind::Other => return None,
            Kind::Between => break,
        }
        end += 1;
    }
    parts.push((start, end));
    Some(Name { end, has_capitals })
}

/// How many of the next eight bytes are small letters and digits, one behind the other. All of them are looked at at
/// once: words are of any length, and a processor cannot guess where a loop over their letters ends.
#[inline]
fn run(bytes: &[u8], at: usize) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const TOP: u64 = 0x80 * EACH;
    let eight = match bytes[at..].first_chunk() {
        Some(eight) => u64::from_le_bytes(*eight),
        None => bytes[at..].iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)),
    };
    // No sum goes beyond its byte: both of what is added have the top bit unset.
    let low = eight & !TOP;
    let from = |byte: u8| low + EACH * u64::from(0x80 - byte);
    let small = from(b'a') & !from(b'z' + 1);
    let digit = from(b'0') & !from(b'9' + 1);
    let others = !((small | digit) & !eight) & TOP;
    others.trailing_zeros() as usize / 8
}

/// Whether the capital at `at` begins a part of its name: `createUser`, `HTTPServer`; but `APIs` is one word.
fn begins_part(bytes: &[u8], at: usize) -> bool {
    match kind(bytes, at - 1) {
        Kind::Small => true,
        Kind::Capital => {
            let is_plural = bytes.get(at + 1) == Some(&b's') && kind(bytes, at + 2) != Kind::Small;
            kind(bytes, at + 1) == Kind::Small && !is_plural
        }
        _ => false,
    }
}
