//! Dollar signs that are none of a formula, whatever stands between two of them (TXT-07).

/// Whether what stands at `from..to`, between single dollar signs, is text: from one placeholder of a template to the next
/// (`${a} and ${b}`), or with the end of a tag in it, which no formula has.
pub(super) fn is_text_between(chunk: &str, (from, to): (usize, usize)) -> bool {
    let begins_name =
        |at: usize| chunk.get(at..).is_some_and(|rest| rest.starts_with('{') || rest.starts_with("\\{"));
    let body = chunk.get(from..to).unwrap_or_default();
    let ends_tag = |(at, _): (usize, &str)| body[at + 2..].starts_with(|c: char| c.is_ascii_alphabetic());
    begins_name(from) && begins_name(to + 1) || body.match_indices("</").any(ends_tag)
}

#[cfg(test)]
mod tests {
    use super::is_text_between;

    #[test]
    fn txt_07_placeholders_are_no_formulas() {
        for (text, wanted) in [
            ("$\\{a}</code> to <code>$\\{b}", true),
            ("${min} and ${max}", true),
            ("$x</b> <b>$", true),
            ("${a}^2$ is", false),
            ("$a < /b$", false),
            ("$x$ {y}", false),
        ] {
            let end = text[1..].find('$').expect("a second one") + 1;
            assert_eq!(is_text_between(text, (1, end)), wanted, "{text}");
        }
    }
}
