//! The short cut for front matter as most pages have it: names and one-line texts, one field a line.
//!
//! What is not certain to come out as from the parser is refused here, and nothing is lost but time. Not here: numbers,
//! lists, text over several lines.

use serde_json::{Map, Value};

/// Words that are no text, or are none in some version of YAML.
const WORDS: [&str; 13] =
    ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf", "infinity", "undefined"];

/// The fields of a text that holds nothing else.
pub(super) fn fields(text: &str) -> Option<Map<String, Value>> {
    let mut fields = Map::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (name, value) = field(line)?;
        if fields.insert(name.to_owned(), value).is_some() {
            return None;
        }
    }
    (!fields.is_empty()).then_some(fields)
}

fn field(line: &str) -> Option<(&str, Value)> {
    let length =
        line.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')).count();
    let (name, rest) = line.split_at(length);
    let written = rest.strip_prefix(": ")?.trim_matches(' ');
    if !name.starts_with(|c: char| c.is_ascii_alphabetic())
        || is_word(name)
        || written.chars().any(is_special)
    {
        return None;
    }
    let value = match *written.as_bytes().first()? {
        quote @ (b'"' | b'\'') => {
            let inside = written[1..].strip_suffix(quote as char)?;
            if inside.bytes().any(|byte| byte == quote || byte == b'\\') {
                return None;
            }
            Value::from(inside)
        }
        _ if written == "true" || written == "false" => Value::from(written == "true"),
        first if first.is_ascii_alphabetic() || first >= 0x80 => {
            let is_text = !is_word(written) && !written.contains(": ") && !written.contains(" #");
            (is_text && !written.ends_with(':')).then(|| Value::from(written))?
        }
        _ => return None,
    };
    Some((name, value))
}

fn is_word(text: &str) -> bool {
    WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Characters that YAML reads as ends of lines, or not at all.
fn is_special(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::super::{DuplicateKeyPolicy, parse_strictly};
    use super::fields;
    use serde_json::Value;

    const PIECES: [&str; 44] = [
        "title",
        "a-b",
        "_x",
        "true",
        "no",
        "Null",
        "y",
        "1",
        "-",
        "- ",
        ": ",
        ":",
        " ",
        "  ",
        "\n",
        "\n\n",
        "\"",
        "'",
        "\\",
        "#",
        " #",
        "x",
        "two words",
        "é",
        "日本",
        "👍",
        "\u{a0}",
        "\t",
        "[",
        "]",
        "{",
        "}",
        "&",
        "*",
        "!",
        "|",
        ">",
        "%",
        "@",
        "`",
        ",",
        "?",
        "..",
        "title: ",
    ];

    /// Every text that is taken comes out as from the parser.
    #[test]
    fn what_is_plain_is_read_as_the_parser_does() {
        let mut state = 0x5eed_u64;
        let mut next = |most: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % most
        };
        let mut taken = 0;
        for _ in 0..60_000 {
            let mut text = String::new();
            for _ in 0..1 + next(3) {
                text.push_str(["title: ", "b: ", "c_d: ", "e-1:  "][next(4)]);
                (0..next(5)).for_each(|_| text.push_str(PIECES[next(PIECES.len())]));
                text.push_str(["\n", "", " \n"][next(3)]);
            }
            if let Some(fields) = fields(&text) {
                taken += 1;
                assert_eq!(
                    parse_strictly(&text, DuplicateKeyPolicy::LastWins).ok(),
                    Some(Value::Object(fields)),
                    "{text:?}"
                );
            }
        }
        assert!(taken > 3_000, "{taken}");
    }
}
