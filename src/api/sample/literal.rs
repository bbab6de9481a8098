//! Texts and values as they are written in programs, so that none of them can leave its quotes.

use std::fmt::Write;

use serde_json::Value;

/// How a language writes a character that has no place between its quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    /// `\x00`.
    Hex,
    /// `\u0000`.
    Unicode,
    /// `\u{0}`.
    Braces,
    /// `\000`; hexadecimal ones have no end in C, and those of Java are read before the quotes.
    Octal,
}

/// The quotes of a language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quotes {
    pub mark: char,
    /// Characters besides the mark and the backslash that get a backslash.
    pub special: &'static str,
    pub control: Control,
}

impl Quotes {
    /// A text between quotes, on one line.
    pub(super) fn text(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len() + 2);
        out.push(self.mark);
        let (plain, rest) = text.split_at(plain_length(text));
        out.push_str(plain);
        for c in rest.chars() {
            match c {
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                c if c == self.mark || c == '\\' || self.special.contains(c) => {
                    out.push('\\');
                    out.push(c);
                }
                c if must_be_named(c) => self.named(c, &mut out),
                c => out.push(c),
            }
        }
        out.push(self.mark);
        out
    }

    fn named(self, c: char, out: &mut String) {
        let code = u32::from(c);
        match self.control {
            Control::Hex if code < 0x100 => out.push_str(&format!("\\x{code:02x}")),
            Control::Hex | Control::Unicode => {
                c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
            }
            Control::Braces => out.push_str(&format!("\\u{{{code:x}}}")),
            Control::Octal if code < 0x80 => out.push_str(&format!("\\{code:03o}")),
            Control::Octal => out.push(c),
        }
    }
}

/// How much of a text needs nothing: no language has a letter or a digit that does.
fn plain_length(text: &str) -> usize {
    let is_special = |byte: u8| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'-' | b' ');
    text.bytes().position(is_special).unwrap_or(text.len())
}

/// Control characters, ends of lines that are not ASCII, and what turns the direction of text (CVE-2021-42574).
pub(super) fn must_be_named(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Whether a text may stand between marks that keep lines.
pub(super) fn is_plain_block(text: &str) -> bool {
    let is_usual = |byte| matches!(byte, b'\n' | b' '..=b'~');
    text.bytes().all(is_usual) || !text.chars().any(|c| c != '\n' && must_be_named(c))
}

/// How a language writes data.
pub(super) struct Data {
    pub null: &'static str,
    pub yes: &'static str,
    pub no: &'static str,
    /// What a text stands in when nothing in it needs more.
    pub mark: char,
    pub text: fn(&str) -> String,
    /// A name in an object.
    pub key: fn(&str) -> String,
    /// What stands behind it.
    pub behind_key: &'static str,
    pub object: (&'static str, &'static str),
    pub empty_object: &'static str,
    pub array: (&'static str, &'static str),
    pub indent: &'static str,
}

impl Data {
    /// A value over several lines; the first is not indented, the others by `depth` more.
    pub(super) fn value(&self, value: &Value, depth: usize) -> String {
        let mut out = String::new();
        self.write(value, depth, &mut out);
        out
    }

    fn write(&self, value: &Value, depth: usize, out: &mut String) {
        match value {
            Value::Null => out.push_str(self.null),
            Value::Bool(true) => out.push_str(self.yes),
            Value::Bool(false) => out.push_str(self.no),
            // Writing to a string never fails.
            Value::Number(number) => drop(write!(out, "{number}")),
            Value::String(text) if plain_length(text) == text.len() => {
                out.push(self.mark);
                out.push_str(text);
                out.push(self.mark);
            }
            Value::String(text) => out.push_str(&(self.text)(text)),
            Value::Object(members) if members.is_empty() => out.push_str(self.empty_object),
            Value::Array(items) if items.is_empty() => {
                out.push_str(self.array.0);
                out.push_str(self.array.1);
            }
            Value::Array(items) => {
                out.push_str(self.array.0);
                for (index, item) in items.iter().enumerate() {
                    self.next_line(index, depth + 1, out);
                    self.write(item, depth + 1, out);
                }
                self.next_line(0, depth, out);
                out.push_str(self.array.1);
            }
            Value::Object(members) => {
                out.push_str(self.object.0);
                for (index, (name, value)) in members.iter().enumerate() {
                    self.next_line(index, depth + 1, out);
                    out.push_str(&(self.key)(name));
                    out.push_str(self.behind_key);
                    self.write(value, depth + 1, out);
                }
                self.next_line(0, depth, out);
                out.push_str(self.object.1);
            }
        }
    }

    fn next_line(&self, index: usize, depth: usize, out: &mut String) {
        out.push_str(if index > 0 { ",\n" } else { "\n" });
        out.reserve(depth * self.indent.len());
        out.extend(std::iter::repeat_n(self.indent, depth));
    }
}

/// Whether languages whose numbers are floating-point would change a number; then JSON is sent as text.
pub(super) fn loses_digits(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            let whole = number.as_i64().map(i64::unsigned_abs).or_else(|| number.as_u64());
            whole.is_some_and(|whole| whole > (1 << 53))
        }
        Value::Array(items) => items.iter().any(loses_digits),
        Value::Object(members) => members.values().any(loses_digits),
        _ => false,
    }
}

/// Every line of a text behind an indent.
pub(super) fn indented(text: &str, indent: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    for (index, line) in text.lines().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        if !line.is_empty() {
            out.push_str(indent);
            out.push_str(line);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oas_58_no_text_leaves_its_quotes() {
        let double = |special, control| Quotes { mark: '"', special, control };
        let hard = "a\"b\\c\n$x\0\u{202e}é";
        assert_eq!(double("", Control::Hex).text(hard), "\"a\\\"b\\\\c\\n$x\\x00\\u202eé\"");
        assert_eq!(double("$", Control::Unicode).text(hard), "\"a\\\"b\\\\c\\n\\$x\\u0000\\u202eé\"");
        assert_eq!(double("", Control::Octal).text("\u{1}2"), "\"\\0012\"");
        assert_eq!(double("", Control::Braces).text("\0"), "\"\\u{0}\"");
    }
}
