//! Where addresses end: those of links, and bare ones (`https://x.y`), which go on to the next blank for the Markdown
//! parser, in texts that have none.

/// Does the last word before a piece hold a bare address?
pub(super) fn ends_in_address(before: &[u8]) -> bool {
    let from = before.len().saturating_sub(2_000);
    let word = before[from..]
        .rsplit(|byte| byte.is_ascii_whitespace() || matches!(byte, b'}' | b'<'))
        .next()
        .unwrap_or_default();
    word.windows(3).any(|part| part == b"://")
        || word.windows(4).any(|part| part == b"www.")
        || word.contains(&b'@')
}

/// Whether a chunk may have an address that a [sign](ending_sign) ends.
pub(super) fn has_ending_sign(chunk: &str) -> bool {
    (chunk.contains("://") || chunk.contains("www.")) && !chunk.is_ascii() && chunk.contains(ENDING)
}

/// The sign of a Chinese or Japanese sentence at the beginning of a text. No address has one as it is, and the sentence
/// goes on behind it without a blank. Each is of three bytes, which a piece needs.
pub(super) fn ending_sign(rest: &str) -> Option<char> {
    rest.chars().next().filter(|sign| ENDING.contains(sign))
}

/// One past the `)` of a link destination that starts at `pos == '('`; nothing in it is syntax.
pub(super) fn destination_end(bytes: &[u8], pos: usize) -> usize {
    let mut depth = 0usize;
    for (offset, byte) in bytes[pos..].iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return pos + offset + 1;
                }
            }
            b'\n' => break,
            _ => {}
        }
    }
    pos + 1
}

const ENDING: &[char] = &[
    '、', '。', '〈', '〉', '《', '》', '「', '」', '『', '』', '【', '】', '，', '：', '；', '！', '？',
    '（', '）',
];

#[cfg(test)]
mod tests {
    use super::{ENDING, ends_in_address};

    #[test]
    fn a_piece_has_room_for_each_sign() {
        assert!(ENDING.iter().all(|sign| sign.len_utf8() == 3));
    }

    #[test]
    fn the_last_word_counts() {
        for (text, wanted) in [
            ("见 https://a.b/c", true),
            ("www.a.b", true),
            ("https://a.b 见", false),
            ("https://a.b}", false),
        ] {
            assert_eq!(ends_in_address(text.as_bytes()), wanted, "{text}");
        }
    }
}
