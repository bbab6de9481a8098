//! Text inside a formula: `\\text{50\\% of \\textit{all} $x_i$}` (TXT-07).
//!
//! The reader takes such an argument letter by letter; here escapes become the signs that they stand for, and what is
//! more than text (another style, a formula, a command) stands beside the text. Not here: formulas.

use super::TextForm;

/// A sign for an escape that the reader can be given as it is.
const SIGNS: &[(char, char)] = &[('_', '_'), ('$', '$'), ('#', '#'), ('&', '&'), (' ', ' ')];

/// `\\style{inside}` as one group.
pub(super) fn written(style: &str, inside: &str) -> String {
    let mut pieces = Pieces { style, done: Vec::new(), text: String::new() };
    let mut rest = inside;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            '\\' => command(after, &mut pieces),
            '$' => match after.split_once('$') {
                Some((formula, after)) => {
                    pieces.formula(&super::words(formula, TextForm::Read));
                    after
                }
                None => {
                    pieces.text.push('$');
                    after
                }
            },
            '{' | '}' => after,
            '~' => {
                pieces.text.push('\u{a0}');
                after
            }
            c => {
                pieces.text.push(c);
                after
            }
        };
    }
    pieces.finish()
}

/// What follows a backslash; gives what is left.
fn command<'t>(after: &'t str, pieces: &mut Pieces<'_>) -> &'t str {
    let length = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
    if length > 0 {
        let name = &after[..length];
        let inner = super::COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, action)| *action);
        return match inner {
            Some(super::Text(style)) => {
                let (inside, end) = super::argument(after, length);
                pieces.formula(&written(style, inside));
                &after[end..]
            }
            _ => {
                pieces.formula(&super::words(&format!("\\{name} "), TextForm::Read));
                after[length..].trim_start()
            }
        };
    }
    let Some(sign) = after.chars().next() else { return after };
    match SIGNS.iter().find(|(escape, _)| *escape == sign) {
        Some((_, sign)) => pieces.text.push(*sign),
        None => pieces.formula(&format!("\\{sign}")),
    }
    &after[sign.len_utf8()..]
}

/// Text and formulas in turn.
struct Pieces<'s> {
    style: &'s str,
    done: Vec<String>,
    text: String,
}

impl Pieces<'_> {
    fn formula(&mut self, tex: &str) {
        self.flush();
        self.done.push(tex.to_owned());
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.done.push(format!("\\{}{{{}}}", self.style, self.text));
            self.text.clear();
        }
    }

    /// One piece as it is, several as a group.
    fn finish(mut self) -> String {
        self.flush();
        match self.done.as_slice() {
            [] => format!("\\{}{{}}", self.style),
            [only] => only.clone(),
            several => format!("{{{}}}", several.concat()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn text_is_text_and_the_rest_stands_beside_it() {
        for (inside, expected) in [
            ("a b", "\\text{a b}"),
            ("", "\\text{}"),
            ("in\\_channels", "\\text{in_channels}"),
            ("50\\% off", "{\\text{50}\\%\\text{ off}}"),
            ("if $x > 0$ then", "{\\text{if }x > 0\\text{ then}}"),
            ("see \\textit{this}.", "{\\text{see }\\textit{this}\\text{.}}"),
            ("\\mu s", "{\\mu \\text{s}}"),
            ("a {b}~c $5", "\\text{a b\u{a0}c $5}"),
            ("\\", "\\text{}"),
        ] {
            assert_eq!(written("text", inside), expected, "{inside}");
        }
        let deep = "\\text{".repeat(90);
        assert!(written("text", &deep).contains("\\text"));
    }
}
