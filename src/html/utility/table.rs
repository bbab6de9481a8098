//! The table of utilities: which declarations a name stands for.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::value::{self, Kind};

/// What a name stands for.
pub struct Found {
    pub line: usize,
    /// What inside the element the declarations are for.
    pub inside: &'static str,
    pub declarations: String,
}

/// Looks up a class without its variants.
pub fn find(name: &str) -> Option<Found> {
    if let Some(property) = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return own_property(property);
    }
    if let Some(line) = TABLE.exact.get(name) {
        return TABLE.lines.get(*line)?.found(*line, "");
    }
    let (name, sign) = match name.strip_prefix('-') {
        Some(rest) => (rest, Sign::Minus),
        None => (name, Sign::Plus),
    };
    let end = name.find('[').unwrap_or(name.len());
    let places = name.get(..end)?.rmatch_indices('-').map(|(at, _)| at);
    places.into_iter().find_map(|at| {
        let (prefix, value) = (&name[..at], &name[at + 1..]);
        let lines = TABLE.prefixes.get(prefix)?;
        lines.iter().find_map(|number| {
            let line = TABLE.lines.get(*number)?;
            if sign == Sign::Minus && !line.has_negative {
                return None;
            }
            let value = line.values.iter().find_map(|kind| value::resolve(kind, value))?;
            let value = if sign == Sign::Minus { negated(&value)? } else { value };
            line.found(*number, &value)
        })
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

/// `[property:value]`.
fn own_property(text: &str) -> Option<Found> {
    let (property, value) = text.split_once(':')?;
    let is_name = !property.is_empty() && property.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let value = value::arbitrary(value);
    let declarations = (is_name && !value.is_empty()).then(|| format!("{property}:{value}"))?;
    Some(Found { line: usize::MAX, inside: "", declarations })
}

/// A length or number with the other sign.
fn negated(value: &str) -> Option<String> {
    if value.starts_with('0') && !value.starts_with("0.") {
        return Some(value.to_owned());
    }
    match value.chars().next()? {
        '-' => value.get(1..).map(str::to_owned),
        c if c.is_ascii_digit() || c == '.' => Some(format!("-{value}")),
        _ if value.contains('(') => Some(format!("calc({value} * -1)")),
        _ => None,
    }
}

struct Table {
    lines: Vec<Line>,
    exact: BTreeMap<&'static str, usize>,
    /// Lines of each prefix, in their order.
    prefixes: BTreeMap<&'static str, Vec<usize>>,
}

struct Line {
    values: Vec<Kind>,
    has_negative: bool,
    inside: &'static str,
    /// `$` is the value, `%name` a piece that several share.
    declarations: String,
}

impl Line {
    fn found(&self, line: usize, value: &str) -> Option<Found> {
        Some(Found { line, inside: self.inside, declarations: self.declarations.replace('$', value) })
    }
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { lines: Vec::new(), exact: BTreeMap::new(), prefixes: BTreeMap::new() };
    for row in include_str!("utilities.txt").lines().filter(|row| !row.starts_with('#')) {
        let columns: Vec<&'static str> = row.split('\t').collect();
        let (name, values, rest) = match columns.as_slice() {
            [name, values, rest] => (*name, *values, *rest),
            [name, rest] => (*name, "", *rest),
            _ => continue,
        };
        let (inside, declarations) = rest.split_once('{').unwrap_or(("", rest));
        let declarations =
            PIECES.iter().fold(declarations.to_owned(), |text, (name, piece)| text.replace(name, piece));
        match name.strip_suffix("-*") {
            Some(prefix) => table.prefixes.entry(prefix).or_default().push(table.lines.len()),
            None => drop(table.exact.insert(name, table.lines.len())),
        }
        let words = values.split(' ').filter(|word| !word.is_empty());
        table.lines.push(Line {
            has_negative: values.starts_with("- "),
            values: words.filter(|word| *word != "-").map(Kind::read).collect(),
            inside: inside.trim_end(),
            declarations,
        });
    }
    table
});

/// Pieces that stand in several lines; those that hold others come first.
const PIECES: [(&str, &str); 11] = [
    (
        "%ring",
        "--tw-ring-offset-shadow:var(--tw-ring-inset,) 0 0 0 var(--tw-ring-offset-width,0px) \
         var(--tw-ring-offset-color,#fff);%shadow",
    ),
    (
        "%shadow",
        "box-shadow:var(--tw-ring-offset-shadow,0 0 #0000),var(--tw-ring-shadow,0 0 #0000),var(--tw-shadow,0 0 #0000)",
    ),
    (
        "%filter",
        "filter:var(--tw-blur,) var(--tw-brightness,) var(--tw-contrast,) var(--tw-grayscale,) \
         var(--tw-hue-rotate,) var(--tw-invert,) var(--tw-saturate,) var(--tw-sepia,) var(--tw-drop-shadow,)",
    ),
    ("%backdrop", "-webkit-backdrop-filter:%behind;backdrop-filter:%behind"),
    (
        "%behind",
        "var(--tw-backdrop-blur,) var(--tw-backdrop-brightness,) var(--tw-backdrop-contrast,) \
         var(--tw-backdrop-grayscale,) var(--tw-backdrop-hue-rotate,) var(--tw-backdrop-invert,) \
         var(--tw-backdrop-opacity,) var(--tw-backdrop-saturate,) var(--tw-backdrop-sepia,)",
    ),
    ("%transform", "transform:translate(var(--tw-translate-x,0),var(--tw-translate-y,0)) %turned"),
    (
        "%turned",
        "rotate(var(--tw-rotate,0)) skewX(var(--tw-skew-x,0)) skewY(var(--tw-skew-y,0)) \
         scaleX(var(--tw-scale-x,1)) scaleY(var(--tw-scale-y,1))",
    ),
    ("%touch", "touch-action:var(--tw-pan-x,) var(--tw-pan-y,) var(--tw-pinch-zoom,)"),
    (
        "%numeric",
        "font-variant-numeric:var(--tw-ordinal,) var(--tw-slashed-zero,) var(--tw-numeric-figure,) \
         var(--tw-numeric-spacing,) var(--tw-numeric-fraction,)",
    ),
    (
        "%contain",
        "contain:var(--tw-contain-size,) var(--tw-contain-layout,) var(--tw-contain-paint,) var(--tw-contain-style,)",
    ),
    ("%transition", "transition-timing-function:cubic-bezier(.4,0,.2,1);transition-duration:150ms"),
];
