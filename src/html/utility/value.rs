//! Values of utilities: scales, colours, and what an author writes in brackets.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A value that a line of the table takes.
pub enum Kind {
    /// A word, and what it stands for.
    Word(&'static str, String),
    /// `@name`: a scale, with what follows a colon.
    Scale(&'static str, &'static str),
    /// `[kind]`: a value in brackets.
    Brackets(&'static str),
}

impl Kind {
    /// Reads a word of the table.
    pub fn read(word: &'static str) -> Self {
        if let Some(kind) = word.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            return Self::Brackets(kind);
        }
        if let Some(scale) = word.strip_prefix('@') {
            let (name, of) = scale.split_once(':').unwrap_or((scale, ""));
            return Self::Scale(name, of);
        }
        match word.split_once('=') {
            Some((name, value)) => Self::Word(name, value.replace('_', " ")),
            None => Self::Word(word, word.to_owned()),
        }
    }
}

/// The CSS of a value; `None` when it is not of this kind.
pub fn resolve(kind: &Kind, value: &str) -> Option<String> {
    match kind {
        Kind::Word(name, css) => (*name == value).then(|| css.clone()),
        Kind::Scale("color", of) => color(value, of),
        Kind::Scale("text", _) => text_size(value),
        Kind::Scale(name, _) => scale(name, value),
        Kind::Brackets(kind) => bracketed(kind, value),
    }
}

fn scale(name: &str, value: &str) -> Option<String> {
    let words = |list: &[(&str, &str)]| {
        list.iter().find(|(word, _)| *word == value).map(|(_, css)| (*css).to_owned())
    };
    let whole =
        |most: u32| value.parse().ok().filter(|n: &u32| (1..=most).contains(n)).map(|n| n.to_string());
    let hundredth = |allowed: &[u32]| {
        value.parse().ok().filter(|n| allowed.contains(n)).map(|n: u32| number(f64::from(n) / 100.0))
    };
    match name {
        "space" => space(value),
        "part" => part(value),
        "twelve" => whole(12),
        "thirteen" => whole(13),
        "six" => whole(6),
        "grow" => hundredth(&[0, 50, 75, 90, 95, 100, 105, 110, 125, 150]),
        "bright" => hundredth(&[0, 50, 75, 90, 95, 100, 105, 110, 125, 150, 200]),
        "opacity" => value
            .parse()
            .ok()
            .filter(|n: &u32| *n <= 100 && n.is_multiple_of(5))
            .map(|n| number(f64::from(n) / 100.0)),
        "percent" => {
            let number = value.strip_suffix('%')?;
            number.parse().ok().filter(|n: &u32| *n <= 100 && n.is_multiple_of(5)).map(|n| format!("{n}%"))
        }
        "fit" => words(&[("min", "min-content"), ("max", "max-content"), ("fit", "fit-content")]),
        "line" => words(&[("0", "0px"), ("2", "2px"), ("4", "4px"), ("8", "8px")]),
        "page" => words(PAGE),
        "round" => words(ROUND),
        "shadow" => words(SHADOW),
        "blend" => BLEND.contains(&value).then(|| value.to_owned()),
        _ => None,
    }
}

#[rustfmt::skip]
const PAGE: &[(&str, &str)] = &[
    ("xs", "20rem"), ("sm", "24rem"), ("md", "28rem"), ("lg", "32rem"), ("xl", "36rem"), ("2xl", "42rem"),
    ("3xl", "48rem"), ("4xl", "56rem"), ("5xl", "64rem"), ("6xl", "72rem"), ("7xl", "80rem"),
];

#[rustfmt::skip]
const ROUND: &[(&str, &str)] = &[
    ("none", "0px"), ("sm", ".125rem"), ("md", ".375rem"), ("lg", ".5rem"), ("xl", ".75rem"), ("2xl", "1rem"),
    ("3xl", "1.5rem"), ("full", "9999px"),
];

const SHADOW: &[(&str, &str)] = &[
    ("sm", "0 1px 2px 0 var(--tw-shadow-color,rgb(0 0 0 / .05))"),
    (
        "md",
        "0 4px 6px -1px var(--tw-shadow-color,rgb(0 0 0 / .1)),0 2px 4px -2px var(--tw-shadow-color,rgb(0 0 0 / .1))",
    ),
    (
        "lg",
        "0 10px 15px -3px var(--tw-shadow-color,rgb(0 0 0 / .1)),0 4px 6px -4px var(--tw-shadow-color,rgb(0 0 0 / .1))",
    ),
    (
        "xl",
        "0 20px 25px -5px var(--tw-shadow-color,rgb(0 0 0 / .1)),0 8px 10px -6px var(--tw-shadow-color,rgb(0 0 0 / .1))",
    ),
    ("2xl", "0 25px 50px -12px var(--tw-shadow-color,rgb(0 0 0 / .25))"),
    ("inner", "inset 0 2px 4px 0 var(--tw-shadow-color,rgb(0 0 0 / .05))"),
];

#[rustfmt::skip]
const BLEND: &[&str] = &[
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
    "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity",
];

/// Sizes of text with their line heights.
#[rustfmt::skip]
const TEXT: &[(&str, &str, &str)] = &[
    ("xs", ".75rem", "1rem"), ("sm", ".875rem", "1.25rem"), ("base", "1rem", "1.5rem"), ("lg", "1.125rem", "1.75rem"),
    ("xl", "1.25rem", "1.75rem"), ("2xl", "1.5rem", "2rem"), ("3xl", "1.875rem", "2.25rem"), ("4xl", "2.25rem", "2.5rem"),
    ("5xl", "3rem", "1"), ("6xl", "3.75rem", "1"), ("7xl", "4.5rem", "1"), ("8xl", "6rem", "1"), ("9xl", "8rem", "1"),
];

fn number(value: f64) -> String {
    let text = value.to_string();
    text.strip_prefix("0.").map_or(text.clone(), |rest| format!(".{rest}"))
}

/// Multiples of a quarter of the text's size.
fn space(value: &str) -> Option<String> {
    const HALVES: [&str; 4] = ["0.5", "1.5", "2.5", "3.5"];
    const LARGE: [u32; 17] = [14, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 72, 80, 96];
    match value {
        "0" => return Some("0px".to_owned()),
        "px" => return Some("1px".to_owned()),
        _ => {}
    }
    let known = HALVES.contains(&value) || value.parse().is_ok_and(|n: u32| n <= 12 || LARGE.contains(&n));
    let quarters: f64 = value.parse().ok().filter(|_| known && !value.starts_with('+'))?;
    Some(format!("{}rem", number(quarters / 4.0)))
}

fn part(value: &str) -> Option<String> {
    if value == "full" {
        return Some("100%".to_owned());
    }
    let (top, bottom) = value.split_once('/')?;
    let (top, bottom): (u32, u32) = (top.parse().ok()?, bottom.parse().ok()?);
    let known = matches!(bottom, 2..=6 | 12) && top > 0 && top < bottom;
    let percent = f64::from(top) / f64::from(bottom) * 100.0;
    known.then(|| format!("{}%", number((percent * 1e6).round() / 1e6)))
}

fn text_size(value: &str) -> Option<String> {
    let (size, line) = value.split_once('/').map_or((value, None), |(size, line)| (size, Some(line)));
    let (_, size, own) = TEXT.iter().find(|(name, ..)| *name == size)?;
    let line = match line {
        None => (*own).to_owned(),
        Some(line) => line_height(line)?,
    };
    Some(format!("{size};line-height:{line}"))
}

/// What `leading-…` takes.
fn line_height(value: &str) -> Option<String> {
    #[rustfmt::skip]
    const NAMED: &[(&str, &str)] = &[
        ("none", "1"), ("tight", "1.25"), ("snug", "1.375"), ("normal", "1.5"), ("relaxed", "1.625"), ("loose", "2"),
    ];
    let named = NAMED.iter().find(|(name, _)| *name == value).map(|(_, css)| (*css).to_owned());
    named.or_else(|| bracketed("any", value)).or_else(|| space(value))
}

/// Red, green and blue of the palette, with their shades; each line of the table is a colour.
static PALETTE: LazyLock<BTreeMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let lines = include_str!("colors.txt").lines().filter_map(|line| line.split_once(": "));
    lines.map(|(name, shades)| (name, shades.split(' ').collect())).collect()
});

const SHADES: [&str; 11] = ["50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950"];

/// A colour with `/opacity` behind it; `of` names the variable that holds the opacity otherwise.
fn color(value: &str, of: &str) -> Option<String> {
    let (name, opacity) = match value.rsplit_once('/') {
        Some((name, opacity)) => (name, Some(self::opacity(opacity)?)),
        None => (value, None),
    };
    let mixed = |name: &str| match &opacity {
        Some(opacity) => format!("color-mix(in srgb,{name} calc({opacity} * 100%),transparent)"),
        None => name.to_owned(),
    };
    match name {
        "inherit" => return opacity.is_none().then(|| name.to_owned()),
        "current" => return Some(mixed("currentColor")),
        "transparent" => return Some(name.to_owned()),
        _ => {}
    }
    let channels = named_channels(name)?;
    Some(rgb(&channels, opacity.as_deref(), of))
}

fn rgb(channels: &str, opacity: Option<&str>, of: &str) -> String {
    match opacity {
        Some(opacity) => format!("rgb({channels} / {opacity})"),
        None if of.is_empty() => format!("rgb({channels})"),
        None => format!("rgb({channels} / var(--tw-{of}-opacity,1))"),
    }
}

fn named_channels(name: &str) -> Option<String> {
    match name {
        "black" => return Some("0 0 0".to_owned()),
        "white" => return Some("255 255 255".to_owned()),
        "primary" | "primary-light" | "primary-dark" | "background-light" | "background-dark" => {
            return Some(format!("var(--{name})"));
        }
        _ => {}
    }
    let (color, shade) = name.rsplit_once('-')?;
    let at = SHADES.iter().position(|known| *known == shade)?;
    // The site's own greys.
    if color == "gray" {
        return Some(format!("var(--gray-{shade})"));
    }
    hex_channels(PALETTE.get(color)?.get(at)?)
}

fn hex_channels(digits: &str) -> Option<String> {
    let long: String = match digits.len() {
        3 => digits.chars().flat_map(|c| [c, c]).collect(),
        6 => digits.to_owned(),
        _ => return None,
    };
    let channel = |at: usize| u8::from_str_radix(long.get(at..at + 2)?, 16).ok();
    Some(format!("{} {} {}", channel(0)?, channel(2)?, channel(4)?))
}

/// `50`, `[.35]`.
fn opacity(text: &str) -> Option<String> {
    if let Some(own) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let plain =
            own.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '%' | '(' | ')' | '-'));
        return match own.strip_suffix('%') {
            Some(percent) => percent.parse::<f64>().ok().map(|percent| number(percent / 100.0)),
            None => (plain && !own.is_empty()).then(|| own.to_owned()),
        };
    }
    text.parse::<u32>()
        .ok()
        .filter(|percent| *percent <= 100)
        .map(|percent| number(f64::from(percent) / 100.0))
}

/// A value in brackets, when it is of a kind: `[#fff]`, `[length:var(--x)]`.
fn bracketed(kind: &str, value: &str) -> Option<String> {
    let (value, after) = match super::split(value, '/').as_slice() {
        [value] => (*value, None),
        [value, after] => (*value, Some(*after)),
        _ => return None,
    };
    let inner = value.strip_prefix('[')?.strip_suffix(']')?;
    let (hint, inner) = match inner.split_once(':') {
        Some((hint, rest)) if HINTS.contains(&hint) => (Some(hint), rest),
        _ => (None, inner),
    };
    let css = arbitrary(inner);
    if css.is_empty() {
        return None;
    }
    let fits = match (kind, hint) {
        ("any", _) => true,
        ("color", Some(hint)) => hint == "color",
        ("color", None) => is_color(&css),
        ("length", Some(hint)) => {
            matches!(hint, "length" | "percentage" | "number" | "absolute-size" | "line-width")
        }
        ("length", None) => is_length(&css),
        ("size", hint) => matches!(hint, Some("length" | "size" | "bg-size" | "percentage")),
        ("position", Some(hint)) => hint == "position",
        ("position", None) => PLACES.contains(&css.split(' ').next().unwrap_or_default()),
        ("image", Some(hint)) => matches!(hint, "url" | "image"),
        ("image", None) => css.starts_with("url(") || css.contains("gradient(") || css.starts_with("image"),
        ("shadow", Some(hint)) => hint == "shadow",
        ("shadow", None) => !is_color(&css) && !css.starts_with("var("),
        ("family", Some(hint)) => matches!(hint, "family-name" | "generic-name"),
        ("family", None) => {
            css.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '"' | '\''))
                && !css.starts_with("var(")
        }
        ("list" | "tracks", _) => true,
        _ => false,
    };
    if !fits {
        return None;
    }
    match after {
        None if kind == "shadow" => Some(recolorable(&css)),
        None if kind == "tracks" => Some(super::split(&css, ',').join(" ")),
        None => Some(css),
        Some(line) if kind == "length" => {
            let line = line_height(line)?;
            Some(format!("{css};line-height:{line}"))
        }
        Some(opacity) if kind == "color" || hint == Some("color") => {
            let opacity = self::opacity(opacity)?;
            Some(match css.strip_prefix('#').and_then(hex_channels) {
                Some(channels) => rgb(&channels, Some(&opacity), ""),
                None => format!("color-mix(in srgb,{css} calc({opacity} * 100%),transparent)"),
            })
        }
        Some(_) => None,
    }
}

/// Shadows whose colours give way to that of another class.
fn recolorable(css: &str) -> String {
    let one = |shadow: &str| {
        let words = super::split(shadow.trim(), ' ').into_iter().filter(|word| !word.is_empty());
        let words = words.map(|word| match is_color(word) {
            true => format!("var(--tw-shadow-color,{word})"),
            false => word.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    super::split(css, ',').into_iter().map(one).collect::<Vec<_>>().join(",")
}

const PLACES: [&str; 5] = ["center", "top", "right", "bottom", "left"];

#[rustfmt::skip]
const HINTS: &[&str] = &[
    "length", "percentage", "number", "color", "url", "image", "position", "size", "bg-size", "shadow",
    "family-name", "generic-name", "absolute-size", "line-width", "any",
];

/// Text in brackets as CSS: `_` is a space, operators in `calc` get theirs.
pub fn arbitrary(text: &str) -> String {
    let text = text.trim();
    // Addresses stay as they are.
    let address_end = text.strip_prefix("url(").and_then(|rest| rest.find(')')).map_or(0, |end| end + 4);
    let (address, rest) = text.split_at(address_end);
    let spaced = format!("{address}{}", rest.replace('_', " "));
    if ["calc(", "min(", "max(", "clamp("].iter().any(|name| spaced.contains(name)) {
        with_operators(&spaced)
    } else {
        spaced
    }
}

fn with_operators(text: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars() {
        let after_number = word.starts_with(|c: char| c.is_ascii_digit() || c == '.')
            || word.is_empty() && out.ends_with(')');
        match c {
            '+' | '*' | '/' => out.extend([&*std::mem::take(&mut word), " ", &c.to_string(), " "]),
            '-' if after_number => out.extend([&*std::mem::take(&mut word), " - "]),
            c if c.is_ascii_alphanumeric() || matches!(c, '.' | '%' | '-') => word.push(c),
            c => {
                out.push_str(&std::mem::take(&mut word));
                out.push(c);
            }
        }
    }
    out.push_str(&word);
    out.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn is_color(css: &str) -> bool {
    const FUNCTIONS: [&str; 11] = [
        "rgb(",
        "rgba(",
        "hsl(",
        "hsla(",
        "hwb(",
        "lab(",
        "lch(",
        "oklab(",
        "oklch(",
        "color(",
        "color-mix(",
    ];
    #[rustfmt::skip]
    const NAMES: &[&str] = &[
        "black", "white", "red", "green", "blue", "yellow", "orange", "purple", "pink", "gray", "grey", "brown",
        "cyan", "magenta", "teal", "navy", "gold", "silver", "lime", "maroon", "olive", "aqua", "fuchsia", "indigo",
        "violet", "crimson", "coral", "salmon", "tomato", "transparent", "currentColor", "currentcolor",
        "rebeccapurple", "inherit",
    ];
    css.starts_with('#') || FUNCTIONS.iter().any(|name| css.starts_with(name)) || NAMES.contains(&css)
}

fn is_length(css: &str) -> bool {
    let number = css.trim_start_matches(['-', '+']);
    number.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        || ["calc(", "min(", "max(", "clamp("].iter().any(|name| css.starts_with(name))
}
