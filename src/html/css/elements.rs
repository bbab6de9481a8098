//! Rules of a project's style sheets for elements as such: `* { padding: 0 }`, `a { color: green }`.
//!
//! Sites are written for a page whose looks come from classes, and a class wins over `*` and over the name of an
//! element. Such rules are for what nothing else gives a look. So they stand in the lowest layer, with the rules of the
//! program that are of the same kind, where these two compete as they would in one sheet. Whatever names a class, an
//! id, an attribute or a state stays outside of all layers and wins.

use std::borrow::Cow;

use super::first;

/// Where the rules go.
const LAYER: &str = "@layer reset{";

/// The sheet with its rules for elements in the lowest layer, each where it stood. What says `!important`, what has
/// rules inside, what is in a layer already, and rules for `html` and `body`, which nothing competes with, stay as
/// they are. So does a sheet that cannot be read.
pub fn elements_below(css: &str) -> Cow<'_, str> {
    let mut out = String::with_capacity(css.len() + LAYER.len() + 1);
    match push_rules(&mut out, css) {
        Some(()) if out != css => Cow::Owned(out),
        _ => Cow::Borrowed(css),
    }
}

/// Copies the rules of a sheet or of what `@media` and the like have inside. `None` when they cannot be read.
fn push_rules(out: &mut String, css: &str) -> Option<()> {
    let mut rest = css;
    while let Some(at) = find(rest, b"{;}")? {
        let (before, behind) = rest.split_at(at);
        match behind.as_bytes().first()? {
            b'{' => {
                let (block, behind) = split_block(&behind[1..])?;
                push_rule(out, before, block)?;
                rest = behind;
            }
            b';' => {
                out.push_str(&rest[..=at]);
                rest = &rest[at + 1..];
            }
            _ => return None,
        }
    }
    out.push_str(rest);
    Some(())
}

fn push_rule(out: &mut String, before: &str, block: &str) -> Option<()> {
    let (space, head) = before.split_at(start(before)?);
    out.push_str(space);
    if let Some(at_rule) = head.strip_prefix('@') {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let name = at_rule.split(|c| !is_name(c)).next().unwrap_or_default().to_ascii_lowercase();
        out.push_str(head);
        out.push('{');
        if matches!(name.as_str(), "media" | "supports" | "container") {
            push_rules(out, block)?;
        } else {
            out.push_str(block);
        }
        out.push('}');
        return Some(());
    }
    let (elements, others): (Vec<&str>, Vec<&str>) =
        split(head, b',')?.into_iter().partition(|selector| is_for_elements(selector));
    let declarations: Vec<&str> = match find(block, b"{")? {
        None => split(block, b';')?
            .into_iter()
            .filter(|one| start(one).is_some_and(|at| at < one.len()))
            .collect(),
        Some(_) => Vec::new(),
    };
    let (important, plain): (Vec<&str>, Vec<&str>) =
        declarations.into_iter().partition(|declaration| is_important(declaration));
    if elements.is_empty() || plain.is_empty() {
        out.extend([head, "{", block, "}"]);
    } else if others.is_empty() && important.is_empty() {
        out.extend([LAYER, head, "{", block, "}}"]);
    } else {
        let elements = elements.join(",");
        out.extend([LAYER, elements.trim(), "{", plain.join(";").trim_end(), "}}"]);
        if !important.is_empty() {
            out.extend([elements.trim(), "{", important.join(";").trim_end(), "}"]);
        }
        if !others.is_empty() {
            out.extend([others.join(",").trim(), "{", block, "}"]);
        }
    }
    Some(())
}

/// Whether a selector is made of the names of elements and `*` alone. What is drawn before and behind an element
/// belongs to it.
fn is_for_elements(selector: &str) -> bool {
    let selector = selector.trim().to_ascii_lowercase();
    let drawn = ["::before", "::after", ":before", ":after"];
    let element = drawn.iter().find_map(|suffix| selector.strip_suffix(suffix));
    let is_drawn = element.is_some();
    let element = element.unwrap_or(&selector);
    let is_name = |name: &str| {
        name == "*"
            || (name.starts_with(|c: char| c.is_ascii_lowercase())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'))
    };
    let names = || element.split(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '+' | '~'));
    let is_whole = names().filter(|name| !name.is_empty()).all(is_name);
    match names().next_back() {
        Some("html" | "body") => false,
        Some("") => is_drawn && is_whole,
        Some(_) => is_whole,
        None => false,
    }
}

fn is_important(declaration: &str) -> bool {
    let mark = declaration.rsplit_once('!').map(|(_, mark)| mark.trim_start());
    mark.and_then(|mark| mark.get(..9)).is_some_and(|mark| mark.eq_ignore_ascii_case("important"))
}

/// Where the text begins that is neither white space nor a comment; its end when there is none.
fn start(css: &str) -> Option<usize> {
    let mut rest = css.trim_start();
    while rest.starts_with("/*") {
        let (_, comment) = first(rest)?;
        rest = rest[comment..].trim_start();
    }
    Some(css.len() - rest.len())
}

/// The parts between `mark`s that are not in strings, comments or brackets.
fn split(css: &str, mark: u8) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let mut rest = css;
    while let Some(at) = find(rest, &[mark])? {
        parts.push(&rest[..at]);
        rest = &rest[at + 1..];
    }
    parts.push(rest);
    Some(parts)
}

/// The inside of a block that has just begun, and what is behind it.
fn split_block(css: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    let mut from = 0;
    loop {
        let at = from + find(css.get(from..)?, b"{}")??;
        match (css.as_bytes().get(at)?, depth) {
            (b'{', _) => depth += 1,
            (_, 0) => return Some((&css[..at], &css[at + 1..])),
            (_, _) => depth -= 1,
        }
        from = at + 1;
    }
}

/// Where the first of `marks` is that is not in a string, a comment or brackets. The outer `None`: what began one of
/// these does not end.
fn find(css: &str, marks: &[u8]) -> Option<Option<usize>> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(byte) = css.as_bytes().get(at) {
        match byte {
            byte if depth == 0 && marks.contains(byte) => return Some(Some(at)),
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        let (_, length) = first(&css[at..])?;
        at += length;
    }
    (depth == 0).then_some(None)
}

#[cfg(test)]
mod tests {
    use super::elements_below;

    #[track_caller]
    fn becomes(css: &str, expected: &str) {
        assert_eq!(elements_below(css), expected);
    }

    #[track_caller]
    fn stays(css: &str) {
        becomes(css, css);
    }

    #[test]
    fn css_01_rules_for_elements_stand_in_the_lowest_layer() {
        becomes(
            "/* a { } */\n* { margin: 0 }\n.b > a, #c { d: e }\n",
            "/* a { } */\n@layer reset{* { margin: 0 }}\n.b > a, #c { d: e }\n",
        );
        becomes("*,*::before , ::after{a:b}", "@layer reset{*,*::before , ::after{a:b}}");
        becomes("body > main a + p:after { a: b }", "@layer reset{body > main a + p:after { a: b }}");
        // What they stand in stays around them.
        becomes(
            "@import 'x.css';\n@media print { @supports (a: b) { p { a: b } .c { d: e } } }",
            "@import 'x.css';\n@media print { @supports (a: b) { @layer reset{p { a: b }} .c { d: e } } }",
        );
    }

    #[test]
    fn css_01_rules_that_say_more_than_elements_are_left() {
        stays("html, body { a: b } :root { --a: b } body::before { a: b }");
        stays("a:hover { b: c } ::selection { b: c } a[b] { c: d } :is(a, b) { c: d } h1#a { b: c }");
        stays("@layer base { a { b: c } } @keyframes a { from { b: c } 50% { b: c } } @font-face { a: b }");
        stays("a { color: b; &:hover { c: d } }");
        stays("a {} b { } * { /* c: d */ }");
    }

    #[test]
    fn css_01_what_is_important_and_who_else_is_meant_are_parted() {
        becomes("p { a: b; c: d !IMPORTANT }", "@layer reset{p{ a: b}}p{ c: d !IMPORTANT}");
        stays("p { a: b ! important; }");
        becomes(
            "html, h1, .c, h2 { a: \"},;\"; b: url(x;y'), url(\"z)\") }",
            "@layer reset{h1, h2{ a: \"},;\"; b: url(x;y'), url(\"z)\")}}html, .c{ a: \"},;\"; b: url(x;y'), url(\"z)\") }",
        );
    }

    #[test]
    fn css_01_a_sheet_that_cannot_be_read_is_left() {
        for broken in [
            "a { b: c",
            "a { b: c } }",
            "a { b: 'c } d { e: f }\n",
            "a { b: (c } d { e: f }",
            "a { b: c } /*",
        ] {
            stays(broken);
        }
    }
}
