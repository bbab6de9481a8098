//! Whether an SVG file is a drawing in the colour of the text, like the icons of a library (CFG-21).
//!
//! Reads colours only, without understanding the drawing: what is not plainly black or white keeps its own.

use std::collections::BTreeSet;

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
pub enum Ink {
    /// One of black, white, `currentColor`: it may have the colour of the text around it.
    Text,
    /// Colours that mean something.
    #[default]
    Own,
}

/// The ink of an SVG file.
pub fn ink(bytes: &[u8]) -> Ink {
    let Ok(text) = std::str::from_utf8(bytes) else { return Ink::Own };
    if !text.contains("<svg") || ["<image", "<foreignObject", "<filter"].iter().any(|tag| text.contains(tag))
    {
        return Ink::Own;
    }
    let mut shades = BTreeSet::new();
    let mut rest = text;
    while let Some(at) = ["fill", "stroke", "color"].iter().filter_map(|name| rest.find(name)).min() {
        // What cuts shapes out is not seen itself.
        if let Some(end) = hidden_end(rest, at) {
            rest = &rest[end..];
            continue;
        }
        rest = rest[at..].trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let Some(value) = rest.trim_start().strip_prefix(['=', ':']) else { continue };
        let value = value.trim_start().trim_start_matches(['"', '\'']).trim_start();
        let end = value.find(['"', '\'', ';', '}', '<', '>', '!']).unwrap_or(value.len());
        match shade(value[..end].trim()) {
            Some(Shade::None) => {}
            Some(shade) => drop(shades.insert(shade)),
            None => return Ink::Own,
        }
    }
    if shades.len() > 1 { Ink::Own } else { Ink::Text }
}

/// The end of the `<clipPath>` or `<mask>` that begins before `at`.
fn hidden_end(text: &str, at: usize) -> Option<usize> {
    ["clipPath", "mask"].iter().find_map(|name| {
        let start = text[..at].find(&format!("<{name}"))?;
        let end = text[start..].find(&format!("</{name}>"))?;
        Some(start + end).filter(|end| *end > at)
    })
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shade {
    None,
    Dark,
    Light,
}

fn shade(color: &str) -> Option<Shade> {
    let color = color.to_ascii_lowercase();
    Some(match color.as_str() {
        "" | "none" | "transparent" | "inherit" => Shade::None,
        "currentcolor" | "black" | "#000" | "#000000" | "#000f" | "#000000ff" | "rgb(0,0,0)"
        | "rgb(0 0 0)" => Shade::Dark,
        "white" | "#fff" | "#ffffff" | "#ffff" | "#ffffffff" => Shade::Light,
        color => return grey(color),
    })
}

/// Nearly black: `#111`, `#0a0a0a`, `#1a1a1a`.
fn grey(color: &str) -> Option<Shade> {
    let digits = color.strip_prefix('#').filter(|digits| digits.is_ascii())?;
    let pair = |at: usize| match digits.len() {
        3 => u8::from_str_radix(&digits[at..=at].repeat(2), 16).ok(),
        6 => u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).ok(),
        _ => None,
    };
    let channels = [pair(0)?, pair(1)?, pair(2)?];
    let spread = channels.iter().max()? - channels.iter().min()?;
    (spread <= 16 && *channels.iter().max()? <= 0x40).then_some(Shade::Dark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_drawings_from_pictures() {
        let svg = |inside: &str| ink(format!("<svg>{inside}</svg>").as_bytes());
        assert_eq!(svg("<path d='M0 0'/>"), Ink::Text);
        assert_eq!(svg(r##"<path fill="#0A0A0A" stroke="none" fill-rule="evenodd"/>"##), Ink::Text);
        assert_eq!(
            svg(r#"<path stroke="currentColor"/><clipPath><path fill="white"/></clipPath>"#),
            Ink::Text
        );
        assert_eq!(svg(r#"<path style="fill: white"/>"#), Ink::Text);
        assert_eq!(svg(r##"<path fill="#5865F2"/>"##), Ink::Own);
        assert_eq!(svg(r#"<rect fill="black"/><path fill="white"/>"#), Ink::Own);
        assert_eq!(svg("<style>.a{fill:red}</style>"), Ink::Own);
        assert_eq!(svg(r#"<image href="x.png"/>"#), Ink::Own);
        assert_eq!(ink(b"\x89PNG"), Ink::Own);
    }
}
