//! Formulas: what stands between dollars, or between brackets with backslashes, is TeX and no Markdown.

use super::Style;

/// The formula that a text begins with, as it is written here, and how long it was; `None` when it begins with none.
pub(crate) fn formula(rest: &str, style: Style) -> Option<(String, usize)> {
    let found = between_dollars(rest).or_else(|| between_brackets(rest, style)).or_else(|| environment(rest));
    let (marks, body, length) = found?;
    // mdBook's formulas are what its Markdown leaves of them.
    let body = if style == Style::Plain { unescaped(body) } else { body.to_owned() };
    Some((format!("{marks}{body}{marks}"), length))
}

/// `$x$` and `$$x$$`; `$5 and $6` are prices. Each search ends at the next run of as many dollars, so that all of them
/// together look at a text a few times.
fn between_dollars(rest: &str) -> Option<(&str, &str, usize)> {
    let bytes = rest.as_bytes();
    let opening = bytes.iter().take(3).take_while(|byte| **byte == b'$').count();
    let (mut at, mut end) = (opening, None);
    while (1..=2).contains(&opening) && at < bytes.len() {
        match bytes[at] {
            b'`' => return None,
            b'\\' => at += 2,
            b'$' => {
                let closing = bytes[at..].iter().take_while(|byte| **byte == b'$').count();
                if closing == opening {
                    end = Some(at);
                    break;
                }
                at += closing;
            }
            _ => at += 1,
        }
    }
    let (body, after) = (&rest[opening..end?], &rest[end? + opening..]);
    let is_price = body.starts_with(|c: char| c.is_ascii_digit())
        && body.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(char::is_whitespace)
        && !body.contains(['\\', '^', '_', '=', '{']);
    // `${a}/${b}` are two names.
    let is_name = body.starts_with('{') && after.starts_with('{');
    let is_formula = opening == 2
        || !body.starts_with(char::is_whitespace)
            && !body.ends_with(char::is_whitespace)
            && !after.starts_with(|c: char| c.is_ascii_digit())
            && !body.contains("</")
            && !is_price
            && !is_name;
    (is_formula && !body.trim().is_empty()).then(|| (&rest[..opening], body, 2 * opening + body.len()))
}

/// `\(x\)` and `\[x\]` of `arithmatex`, `\\(x\\)` and `\\[x\\]` of mdBook.
fn between_brackets(rest: &str, style: Style) -> Option<(&'static str, &str, usize)> {
    let backslash = match style {
        Style::Plain => "\\\\",
        Style::Python => "\\",
        _ => return None,
    };
    let inner = rest.strip_prefix(backslash)?;
    let (marks, open, close) = match inner.chars().next()? {
        '(' => ("$", '(', ')'),
        '[' => ("$$", '[', ']'),
        _ => return None,
    };
    let inner = &inner[1..];
    let mut at = 0;
    loop {
        at += inner[at..].find(backslash)? + backslash.len();
        let next = &inner[at..];
        if next.starts_with(close) {
            break;
        } else if next.starts_with(open) {
            return None;
        } else if next.starts_with(backslash) {
            // A new line of TeX, whatever follows it.
            at += backslash.len();
        }
    }
    let body = &inner[..at - backslash.len()];
    let length = backslash.len() + 1 + at + 1;
    // Between single dollars no blank may stand at the ends.
    let body = if marks == "$" { body.trim() } else { body };
    (!body.trim().is_empty() && !body.contains(['$', '`'])).then_some((marks, body, length))
}

/// Most bytes of one of them.
const LONGEST: usize = 5_000;
/// Environments that are a formula by themselves; others are within one.
const DISPLAYED: &[&str] = &[
    "align",
    "alignat",
    "array",
    "cases",
    "displaymath",
    "eqnarray",
    "equation",
    "flalign",
    "gather",
    "matrix",
    "bmatrix",
    "math",
    "multline",
    "pmatrix",
    "split",
];

/// `\begin{equation} … \end{equation}` without anything around it, as MathJax reads it.
fn environment(rest: &str) -> Option<(&'static str, &str, usize)> {
    let inner = rest.strip_prefix("\\begin{")?;
    let name = &inner[..inner.bytes().take(20).position(|byte| byte == b'}')?];
    if !DISPLAYED.contains(&name.strip_suffix('*').unwrap_or(name)) {
        return None;
    }
    // Environments lie in each other like brackets; none is longer than a paragraph.
    let paragraph = &rest[..rest.floor_char_boundary(LONGEST)];
    let paragraph = paragraph.split("\n\n").next().unwrap_or(paragraph);
    let (mut depth, mut at) = (0usize, 0);
    loop {
        at += paragraph[at..].find('\\')?;
        let next = &paragraph[at + 1..];
        if next.starts_with("begin{") {
            depth += 1;
        } else if next.starts_with("end{") {
            depth -= 1;
            if depth == 0 {
                break;
            }
        }
        at += 1 + next.chars().next().map_or(0, char::len_utf8);
    }
    let end = format!("\\end{{{name}}}");
    let length = at + end.len();
    (paragraph[at..].starts_with(&end) && !paragraph[..length].contains(['$', '`'])).then_some((
        "$$",
        &paragraph[..length],
        length,
    ))
}

/// A text without the backslashes that mark signs of Markdown as text.
pub(crate) fn unescaped(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text.chars().peekable());
    while let Some(c) = rest.next() {
        match rest.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() => out.extend(rest.next()),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_and_brackets() {
        let told = |text, style| formula(text, style).map(|(new, length)| (new, &text[length..]));
        let same = |text| told(text, Style::Vue).map(|(new, _)| new);
        for text in ["$x_{1}$", "$$ \\frac{a}{b} $$", "$a \\$ b$", "$5 = x$"] {
            assert_eq!(same(text), Some(text.to_owned()));
        }
        for text in ["$5 and $6", "${a}/${b}", "$", "$$", "$$$$$", "$`a`$", "$a</b>$", "$ a$", "\\(x\\)"] {
            assert_eq!(same(text), None, "{text}");
        }
        assert_eq!(told("\\( x_{1} \\), y", Style::Python), Some(("$x_{1}$".to_owned(), ", y")));
        assert_eq!(
            told("\\[ a \\\\[2pt] b \\] y", Style::Python),
            Some(("$$ a \\\\[2pt] b $$".to_owned(), " y"))
        );
        assert_eq!(told("\\\\[ x\\_1 \\\\]", Style::Plain), Some(("$$ x_1 $$".to_owned(), "")));
        assert_eq!(told("\\( a \\( b \\)", Style::Python), None);
        let nested = "\\begin{align*} \\begin{split} a \\\\ b \\end{split} \\end{align*}";
        assert_eq!(
            formula(&format!("{nested}, y"), Style::Vue),
            Some((format!("$${nested}$$"), nested.len()))
        );
        for text in
            ["\\begin{document} a \\end{document}", "\\begin{align} a \\end{split}", "\\begin{align} a"]
        {
            assert_eq!(told(text, Style::Vue), None, "{text}");
        }
    }
}
