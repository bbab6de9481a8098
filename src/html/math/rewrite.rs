//! Commands that authors know from other readers of TeX, in words of ours: `\bm`, `\tag`, `\pmod`, `\R` (TXT-07).
//!
//! It knows commands and braces, not what they mean; a formula without such a command stays as it is.

use std::borrow::Cow;

/// What becomes of a command.
#[derive(Clone, Copy)]
enum Action {
    /// Another text in its place; arguments stay where they are.
    Replace(&'static str),
    /// So many arguments go with it.
    Drop(usize),
    /// What stands before and after its argument.
    Around(&'static str, &'static str),
}

use Action::{Around, Drop, Replace};

const COMMANDS: &[(&str, Action)] = &[
    ("N", Replace("\\mathbb{N}")),
    ("R", Replace("\\mathbb{R}")),
    ("Z", Replace("\\mathbb{Z}")),
    ("argmax", Replace("\\operatorname*{arg\\,max}")),
    ("argmin", Replace("\\operatorname*{arg\\,min}")),
    ("bm", Replace("\\boldsymbol")),
    ("bmod", Replace("\\mathbin{\\operatorname{mod}}")),
    ("boxed", Around("\\left|\\overline{\\underline{\\,", "\\,}}\\right|")),
    ("hphantom", Drop(1)),
    ("href", Drop(1)),
    ("label", Drop(1)),
    ("mathbbm", Replace("\\mathbb")),
    ("mathscr", Replace("\\mathcal")),
    ("mod", Replace("\\quad\\operatorname{mod}\\,")),
    ("nonumber", Replace("")),
    ("notag", Replace("")),
    ("phantom", Drop(1)),
    ("pmod", Around("\\quad(\\operatorname{mod}\\,", ")")),
    ("sgn", Replace("\\operatorname{sgn}")),
    ("tag", Around("\\qquad\\text{(", ")}")),
    ("tr", Replace("\\operatorname{tr}")),
    ("vphantom", Drop(1)),
];

/// The formula in words that the reader knows.
pub(super) fn rewrite(tex: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut kept = 0;
    let mut at = 0;
    while let Some(found) = tex.get(at..).and_then(|rest| rest.find('\\')) {
        let start = at + found;
        let after = &tex[start + 1..];
        let length = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let name = &after[..length];
        // `\\` and other signs are one character long.
        at = start + 1 + length.max(after.chars().next().map_or(0, char::len_utf8));
        let Some((_, action)) = COMMANDS.iter().find(|(known, _)| *known == name) else { continue };
        out.push_str(&tex[kept..start]);
        let mut end = start + 1 + length;
        match action {
            Replace(text) => {
                out.push_str(text);
                // The letter after a command must not become part of another.
                if text.ends_with(|c: char| c.is_ascii_alphabetic())
                    && tex[end..].starts_with(|c: char| c.is_ascii_alphabetic())
                {
                    out.push(' ');
                }
            }
            Drop(count) => {
                for _ in 0..*count {
                    end = argument(tex, end).1;
                }
            }
            Around(before, behind) => {
                let star = usize::from(name == "tag" && tex[end..].starts_with('*'));
                let (inside, after) = argument(tex, end + star);
                out.push_str(before);
                out.push_str(&rewrite_once(inside));
                out.push_str(behind);
                end = after;
            }
        }
        kept = end;
        at = end;
    }
    if kept == 0 && out.is_empty() {
        return Cow::Borrowed(tex);
    }
    out.push_str(&tex[kept..]);
    Cow::Owned(out)
}

/// An argument's own commands; deeper ones in arguments of arguments are left as they are.
fn rewrite_once(inside: &str) -> Cow<'_, str> {
    if inside.contains("\\boxed") || inside.contains("\\pmod") || inside.contains("\\tag") {
        return Cow::Borrowed(inside);
    }
    rewrite(inside)
}

/// The argument at a place, without its braces, and where it ends.
fn argument(tex: &str, from: usize) -> (&str, usize) {
    let rest = tex.get(from..).unwrap_or_default();
    let start = from + (rest.len() - rest.trim_start().len());
    let rest = tex.get(start..).unwrap_or_default();
    if !rest.starts_with('{') {
        let length = rest.chars().next().map_or(0, char::len_utf8);
        return (&rest[..length], start + length);
    }
    let mut depth = 0usize;
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return (&rest[1..at], start + at + 1);
                }
            }
            _ => {}
        }
    }
    (&rest[1..], tex.len())
}

#[cfg(test)]
mod tests {
    use super::rewrite;

    #[test]
    fn known_commands_become_others() {
        for (tex, expected) in [
            ("a+b \\alpha \\\\tag", "a+b \\alpha \\\\tag"),
            ("\\bm{x}\\Rightarrow \\R^n", "\\boldsymbol{x}\\Rightarrow \\mathbb{R}^n"),
            ("x \\tag{1.2}", "x \\qquad\\text{(1.2)}"),
            ("x \\tag*{A}", "x \\qquad\\text{(A)}"),
            ("x \\label{eq:{1}} y\\nonumber", "x  y"),
            ("a \\pmod{n+\\R} b", "a \\quad(\\operatorname{mod}\\,n+\\mathbb{R}) b"),
            ("\\pmod n", "\\quad(\\operatorname{mod}\\,n)"),
            ("\\pmod{", "\\quad(\\operatorname{mod}\\,)"),
            ("\\bm é\\", "\\boldsymbol é\\"),
        ] {
            assert_eq!(rewrite(tex), expected, "{tex}");
        }
        let deep = "\\boxed{".repeat(10_000);
        let _ = rewrite(&deep);
    }
}
