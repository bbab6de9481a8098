//! The font service: addresses of the style sheets of a family, and the faces in such a sheet.
//!
//! The service answers with what the asking program can use. To a current browser it names WOFF2 files, one for each
//! group of characters, so that readers load only those that a page has.

use super::lock::RemoteFace;
use crate::text::encode_part;

/// Where families come from unless `docs fetch` is told otherwise.
pub const FONT_SERVICE: &str = "https://fonts.googleapis.com";

/// The browser that the service is told about: one that knows WOFF2, variable fonts and `unicode-range`.
pub const USER_AGENT: &str =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

/// Style sheets to ask for, one after the other until one is there: a variable font with italics, one without, then
/// the usual weights one by one, and at last whatever there is.
pub fn sheet_urls(service: &str, family: &str) -> Vec<String> {
    let service = service.trim_end_matches('/');
    let name = encoded(family.trim());
    vec![
        format!("{service}/css2?family={name}:ital,wght@0,100..900;1,100..900&display=swap"),
        format!("{service}/css2?family={name}:wght@100..900&display=swap"),
        format!("{service}/css?family={name}:400,400italic,500,600,700,700italic&display=swap"),
        format!("{service}/css2?family={name}&display=swap"),
    ]
}

/// A name in the query of an address: spaces are `+`.
fn encoded(name: &str) -> String {
    encode_part(name, " ").replace(' ', "+")
}

/// The faces of a style sheet in their order. Several weights in one file are one face; a face without a file at an
/// address is left out.
pub fn faces(css: &str) -> Vec<RemoteFace> {
    let mut found: Vec<RemoteFace> = Vec::new();
    for rule in css.split("@font-face").skip(1) {
        let Some(body) = rule.split_once('{').and_then(|(_, rest)| rest.split_once('}')) else { continue };
        let Some(face) = face(body.0) else { continue };
        let same = found
            .iter_mut()
            .find(|known| known.url == face.url && known.style == face.style && known.range == face.range);
        match same {
            Some(known) => known.weight = joined(&known.weight, &face.weight),
            None => found.push(face),
        }
    }
    found
}

fn face(declarations: &str) -> Option<RemoteFace> {
    let mut face =
        RemoteFace { style: "normal".to_owned(), weight: "400".to_owned(), ..RemoteFace::default() };
    let mut rest = declarations;
    while let Some((name, after)) = rest.split_once(':') {
        let end = end_of_value(after);
        let value = after[..end].trim();
        match name.trim().trim_start_matches(';').trim().to_ascii_lowercase().as_str() {
            "font-style" if value.starts_with("italic") || value.starts_with("oblique") => {
                face.style = "italic".to_owned();
            }
            "font-weight" => face.weight = weight(value)?,
            "unicode-range" => face.range = range(value)?,
            "src" => face.url = address(value)?,
            _ => {}
        }
        rest = after.get(end + 1..).unwrap_or_default();
    }
    super::is_remote(&face.url).then_some(face)
}

/// Where a value ends: at a semicolon outside of quotes and brackets.
fn end_of_value(text: &str) -> usize {
    let mut quote = None;
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth = depth.saturating_sub(1),
            (None, ';') if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

fn address(source: &str) -> Option<String> {
    let inner = source.split_once("url(")?.1.split_once(')')?.0;
    let url = inner.trim().trim_matches(['"', '\'']).trim();
    (!url.is_empty() && !url.contains(char::is_whitespace)).then(|| url.to_owned())
}

fn weight(value: &str) -> Option<String> {
    let numbers: Option<Vec<u16>> = value
        .split_whitespace()
        .map(|word| match word {
            "normal" => Some(400),
            "bold" => Some(700),
            word => word.parse().ok().filter(|number| (1..=1000).contains(number)),
        })
        .collect();
    match numbers?[..] {
        [one] => Some(one.to_string()),
        [from, to] => Some(format!("{} {}", from.min(to), from.max(to))),
        _ => None,
    }
}

/// Only what a range may consist of, so that nothing else gets into the site's style sheet.
fn range(value: &str) -> Option<String> {
    let parts: Vec<&str> = value.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let fits = |part: &&str| {
        part.strip_prefix("U+").or_else(|| part.strip_prefix("u+")).is_some_and(|rest| {
            !rest.is_empty() && rest.chars().all(|c| c.is_ascii_hexdigit() || matches!(c, '-' | '?'))
        })
    };
    parts.iter().all(fits).then(|| parts.join(","))
}

fn joined(one: &str, other: &str) -> String {
    let numbers = one.split(' ').chain(other.split(' ')).filter_map(|word| word.parse::<u16>().ok());
    let numbers: Vec<u16> = numbers.collect();
    match (numbers.iter().min(), numbers.iter().max()) {
        (Some(from), Some(to)) if from != to => format!("{from} {to}"),
        _ => one.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cfg_19_faces_of_a_style_sheet() {
        let css = "/* latin */ @font-face { font-family: 'A B'; font-style: italic; font-weight: 400;\n\
            src: url(https://f/a.woff2) format('woff2'); unicode-range: U+0000-00FF, U+0131; }\n\
            @font-face{font-family:A;font-style:italic;font-weight:700;src:url('https://f/a.woff2');unicode-range:U+0000-00FF,U+0131}\
            @font-face{font-weight:100 900;src:local(x),url(\"https://f/v.woff2\")}\
            @font-face{src:url(data:font/woff2;base64,AA)}@font-face{unicode-range:U+41}</style>;src:url(https://x)}";
        let face = |url: &str, style: &str, weight: &str, range: &str| RemoteFace {
            url: url.into(),
            style: style.into(),
            weight: weight.into(),
            range: range.into(),
        };
        let expected = [
            face("https://f/a.woff2", "italic", "400 700", "U+0000-00FF,U+0131"),
            face("https://f/v.woff2", "normal", "100 900", ""),
        ];
        assert_eq!(faces(css), expected);
        for broken in
            ["@font-face", "@font-face{", "@font-face{src:url(}", "@font-face{:;:}", "é@font-face{é:é;é}"]
        {
            assert_eq!(faces(broken), []);
        }
    }

    #[test]
    fn cfg_19_names_in_addresses() {
        let first = &sheet_urls("https://s/", " Open Sans & é")[3];
        assert_eq!(first, "https://s/css2?family=Open+Sans+%26+%C3%A9&display=swap");
    }
}
