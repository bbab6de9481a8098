//! Commands that authors know from other readers of TeX, in words of ours: `\bm`, `\tag`, `\pmod`, `\R` (TXT-07).
//!
//! It knows commands and braces, not what they mean; a formula without such a command stays as it is. The words of
//! text that is in a formula are in `text`.

use std::borrow::Cow;

mod text;

/// What becomes of a command.
#[derive(Clone, Copy)]
enum Action {
    /// Another text in its place; arguments stay where they are.
    Replace(&'static str),
    /// So many arguments go with it, and the one in brackets.
    Drop(usize),
    /// What stands before and after its argument.
    Around(&'static str, &'static str),
    /// Text, in the style of this command.
    Text(&'static str),
    /// A name that is read letter by letter.
    Name(&'static str),
}

use Action::{Around, Drop, Name, Replace, Text};

const COMMANDS: &[(&str, Action)] = &[
    ("argmax", Replace("\\operatorname*{arg\\,max}")),
    ("argmin", Replace("\\operatorname*{arg\\,min}")),
    ("Bbb", Replace("\\mathbb")),
    ("bcancel", Replace("\\cancel")),
    ("bm", Replace("\\boldsymbol")),
    ("bmod", Replace("\\mathbin{\\operatorname{mod}}")),
    ("bold", Replace("\\boldsymbol")),
    ("boxed", Around("\\left|\\overline{\\underline{\\,", "\\,}}\\right|")),
    ("bra", Around("\\langle ", "|")),
    ("braket", Around("\\langle ", "\\rangle ")),
    ("emph", Text("textit")),
    ("ensuremath", Replace("")),
    ("eqref", Around("\\text{(", ")}")),
    ("hbox", Text("text")),
    ("hphantom", Drop(1)),
    ("href", Drop(1)),
    ("Huge", Replace("")),
    ("huge", Replace("")),
    ("ket", Around("|", "\\rangle ")),
    ("label", Drop(1)),
    ("LARGE", Replace("")),
    ("Large", Replace("")),
    ("large", Replace("")),
    ("llbracket", Replace("[\\![")),
    ("mathbbm", Replace("\\mathbb")),
    ("mathds", Replace("\\mathbb")),
    ("mathscr", Replace("\\mathcal")),
    ("mbox", Text("text")),
    ("mod", Replace("\\quad\\operatorname{mod}\\,")),
    ("N", Replace("\\mathbb{N}")),
    ("newline", Replace("\\\\")),
    ("nicefrac", Replace("\\tfrac")),
    ("nonumber", Replace("")),
    ("normalsize", Replace("")),
    ("notag", Replace("")),
    ("operatorname", Name("operatorname")),
    ("phantom", Drop(1)),
    ("pmb", Replace("\\boldsymbol")),
    ("pmod", Around("\\quad(\\operatorname{mod}\\,", ")")),
    ("Pr", Replace("\\operatorname{Pr}")),
    ("R", Replace("\\mathbb{R}")),
    ("raisebox", Drop(1)),
    ("ref", Text("text")),
    ("rrbracket", Replace("]\\!]")),
    ("rule", Drop(2)),
    ("sfrac", Replace("\\tfrac")),
    ("sgn", Replace("\\operatorname{sgn}")),
    ("small", Replace("")),
    ("smash", Drop(0)),
    ("sout", Replace("\\cancel")),
    ("tag", Around("\\qquad\\text{(", ")}")),
    ("text", Text("text")),
    ("textbackslash", Replace("\\backslash")),
    ("textbf", Text("textbf")),
    ("textdegree", Replace("\\degree")),
    ("textgreater", Replace("\\gt")),
    ("textit", Text("textit")),
    ("textless", Replace("\\lt")),
    ("textnormal", Text("text")),
    ("textrm", Text("text")),
    ("textsc", Text("text")),
    ("textsf", Text("textsf")),
    ("texttt", Text("texttt")),
    ("textup", Text("text")),
    ("tiny", Replace("")),
    ("tr", Replace("\\operatorname{tr}")),
    ("url", Text("texttt")),
    ("vphantom", Drop(1)),
    ("xcancel", Replace("\\cancel")),
    ("Z", Replace("\\mathbb{Z}")),
];

/// Commands that stand between what they are about, and what is said before it.
const BETWEEN: &[(&str, &str)] =
    &[("over", "\\frac"), ("choose", "\\binom"), ("atop", "\\genfrac{}{}{0pt}{}")];
/// Most of them in a formula.
const MAX_BETWEEN: usize = 20;

/// What becomes of text in a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextForm {
    /// Commands and formulas in it are read.
    Read,
    /// It is shown letter by letter: what cannot be read otherwise.
    Letters,
}

/// The formula in words that the reader knows.
pub(super) fn rewrite(tex: &str, text: TextForm) -> Cow<'_, str> {
    match before(tex) {
        Some(moved) => Cow::Owned(words(&moved, text).into_owned()),
        None => words(tex, text),
    }
}

/// `a \over b` as `\frac{a}{b}`; `None` when there is no such command.
fn before(tex: &str) -> Option<String> {
    let mut moved = first_before(tex)?;
    for _ in 1..MAX_BETWEEN {
        match first_before(&moved) {
            Some(next) => moved = next,
            None => break,
        }
    }
    Some(moved)
}

fn first_before(tex: &str) -> Option<String> {
    // Where the groups begin that are open, and the command with the group that it is in.
    let mut open = vec![0];
    let mut found: Option<(usize, usize, usize, &str)> = None;
    let mut at = 0;
    let end = loop {
        let Some(c) = tex.get(at..).and_then(|rest| rest.chars().next()) else { break tex.len() };
        let name = tex.get(at + 1..).filter(|_| c == '\\').unwrap_or_default();
        let length = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
        let (name, behind) = name.split_at(length);
        let next = at + c.len_utf8() + length;
        let is_inside = found.is_some_and(|(_, _, depth, _)| depth == open.len());
        let (opens, closes, parts) = match c {
            '{' => (true, false, false),
            '}' => (false, true, false),
            '&' => (false, false, true),
            '\\' => (
                matches!(name, "left" | "begin"),
                matches!(name, "right" | "end"),
                name.is_empty() && behind.starts_with('\\'),
            ),
            _ => (false, false, false),
        };
        if (closes || parts) && is_inside {
            break at;
        }
        at = match name {
            // The sign or name behind it belongs to it.
            "left" | "right" | "begin" | "end" => argument(tex, next).1,
            // `\\` and other signs are one character long.
            "" if c == '\\' => next + behind.chars().next().map_or(0, char::len_utf8),
            _ => next,
        };
        if opens {
            open.push(at);
        } else if closes && open.len() > 1 {
            open.pop();
        } else if let Some(start) = open.last_mut().filter(|_| parts) {
            *start = at;
        }
        if found.is_none()
            && let Some((_, before)) = BETWEEN.iter().find(|(known, _)| *known == name)
        {
            found = Some((*open.last().unwrap_or(&0), next - name.len() - 1, open.len(), before));
        }
    };
    let (start, at, _, before) = found?;
    let rest = tex[at + 1..].trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let after = tex.len() - rest.len();
    let (left, right) = (&tex[start..at], &tex[after.min(end)..end]);
    Some(format!("{}{before}{{{}}}{{{}}}{}", &tex[..start], left.trim(), right.trim(), &tex[end..]))
}

fn words(tex: &str, text: TextForm) -> Cow<'_, str> {
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
            Replace(other) => {
                out.push_str(other);
                // The letter after a command must not become part of another.
                if other.ends_with(|c: char| c.is_ascii_alphabetic())
                    && tex[end..].starts_with(|c: char| c.is_ascii_alphabetic())
                {
                    out.push(' ');
                }
            }
            Drop(count) => {
                if tex[end..].starts_with('[') {
                    end = tex[end..].find(']').map_or(end, |close| end + close + 1);
                }
                for _ in 0..*count {
                    end = argument(tex, end).1;
                }
            }
            Text(style) if text == TextForm::Letters => out.push_str(&format!("\\{style}")),
            Text(style) => {
                let (inside, after) = argument(tex, end);
                out.push_str(&text::written(style, inside));
                end = after;
            }
            Name(command) => {
                let star = usize::from(tex[end..].starts_with('*'));
                let (inside, after) = argument(tex, end + star);
                let inside = words(inside, text).replace("\\_", "_");
                out.push_str(&format!("\\{command}{}{{{inside}}}", if star == 1 { "*" } else { "" }));
                end = after;
            }
            Around(before, behind) => {
                let star = usize::from(name == "tag" && tex[end..].starts_with('*'));
                let (inside, after) = argument(tex, end + star);
                out.push_str(before);
                out.push_str(&rewrite_once(inside, text));
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
fn rewrite_once(inside: &str, text: TextForm) -> Cow<'_, str> {
    const NESTED: &[&str] = &["\\boxed", "\\pmod", "\\tag", "\\bra", "\\ket", "\\eqref"];
    if NESTED.iter().any(|command| inside.contains(command)) {
        return Cow::Borrowed(inside);
    }
    words(inside, text)
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
    use super::{TextForm, rewrite};

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
            ("a \\over b", "\\frac{a}{b}"),
            ("x = {n+1 \\choose k}^2", "x = {\\binom{n+1}{k}}^2"),
            ("{a \\over {b \\over c}} \\overline x", "{\\frac{a}{{\\frac{b}{c}}}} \\overline x"),
            ("a \\over", "\\frac{a}{}"),
            ("{\\over", "{\\frac{}{}"),
            ("\\operatorname*{loss\\_fn}", "\\operatorname*{loss_fn}"),
            ("\\mbox{a b}", "\\text{a b}"),
            ("\\left( a \\over b \\right) + c", "\\left(\\frac{a}{b}\\right) + c"),
            ("x & a \\over b \\\\ c", "x &\\frac{a}{b}\\\\ c"),
            ("\\smash[b]{x} \\rule[-1ex]{1cm}{1pt} y", "{x}  y"),
            ("\\operatorname{\\bm x}", "\\operatorname{\\boldsymbol x}"),
        ] {
            assert_eq!(rewrite(tex, TextForm::Read), expected, "{tex}");
        }
        let deep = "\\boxed{".repeat(10_000);
        let _ = rewrite(&deep, TextForm::Read);
    }
}
