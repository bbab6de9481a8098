//! A normal form of style rules, so that two sheets that do the same look the same.
//!
//! Both sheets go through it alike. It takes rules apart (what is around them, selector, property, value), lets
//! later declarations win, puts variables in where they are used, and writes numbers, colours and sums in one way.
//! Custom properties themselves are left out: what they do shows in what uses them.

use std::collections::{BTreeMap, BTreeSet};

/// What the sheet says about an element with `classes`, one line for each property.
pub fn normal(css: &str, classes: &[&str]) -> BTreeSet<String> {
    let mut rules = Vec::new();
    collect(css, "", &mut rules);
    let mut out = BTreeSet::new();
    let mut elements: BTreeMap<(String, String), BTreeMap<String, String>> = BTreeMap::new();
    for (around, selector, declarations) in rules {
        if let Some(name) = selector.strip_prefix("@keyframes ") {
            out.insert(format!("@keyframes {name} {}", frames(&declarations)));
            continue;
        }
        for selector in selectors(&selector, classes) {
            let element = elements.entry((around.clone(), selector)).or_default();
            for (property, value) in self::declarations(&declarations) {
                let settled = element.get(&property).is_some_and(|old| old.ends_with("!important"));
                if !settled || value.ends_with("!important") {
                    element.insert(property, value);
                }
            }
        }
    }
    let plain = elements.get(&(String::new(), "&".to_owned())).cloned().unwrap_or_default();
    for ((around, selector), element) in &elements {
        let find = |name: &str| {
            let own =
                element.get(name).or_else(|| plain.get(name)).map(|value| value.replace("!important", ""));
            own.or_else(|| {
                INITIAL.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        for (property, value) in element {
            let unprefixed = property.trim_start_matches("-webkit-").trim_start_matches("-moz-");
            if property.starts_with("--tw-") || unprefixed != property && element.contains_key(unprefixed) {
                continue;
            }
            let value = self::value(&with_variables(value, &find, 0));
            out.insert(format!("{around} {selector} {property}:{value}"));
        }
    }
    out
}

/// What variables of Tailwind hold where nothing sets them.
const INITIAL: [(&str, &str); 11] = [
    ("--tw-content", "\"\""),
    ("--tw-border-spacing-x", "0"),
    ("--tw-border-spacing-y", "0"),
    ("--tw-translate-x", "0"),
    ("--tw-translate-y", "0"),
    ("--tw-rotate", "0"),
    ("--tw-skew-x", "0"),
    ("--tw-skew-y", "0"),
    ("--tw-scale-x", "1"),
    ("--tw-scale-y", "1"),
    ("--tw-scroll-snap-strictness", "proximity"),
];

/// As [`INITIAL`], for those of rings and shadows; all others are empty.
const RINGS: [(&str, &str); 6] = [
    ("--tw-ring-offset-width", "0px"),
    ("--tw-ring-offset-color", "#fff"),
    ("--tw-ring-color", "rgb(59 130 246 / .5)"),
    ("--tw-ring-offset-shadow", "0 0 #0000"),
    ("--tw-ring-shadow", "0 0 #0000"),
    ("--tw-shadow", "0 0 #0000"),
];

type Rule = (String, String, String);

fn collect(css: &str, around: &str, rules: &mut Vec<Rule>) {
    for (prelude, body) in blocks(css) {
        let prelude = prelude.trim();
        if prelude.starts_with("@layer") {
            collect(body, around, rules);
        } else if prelude.starts_with("@keyframes") {
            rules.push((String::new(), prelude.to_owned(), body.to_owned()));
        } else if prelude.starts_with("@property") {
        } else if prelude.starts_with('@') {
            let condition: String = prelude
                .replace(": ", ":")
                .replace("@media(", "@media (")
                .replace("@supports(", "@supports (");
            collect(body, format!("{around} {condition}").trim(), rules);
        } else {
            rules.push((around.to_owned(), prelude.to_owned(), body.to_owned()));
        }
    }
}

/// `prelude { body }`, one after another.
fn blocks(css: &str) -> Vec<(&str, &str)> {
    let (mut found, mut depth, mut from, mut open, mut quote) = (Vec::new(), 0, 0, 0, None);
    let mut escaped = false;
    for (at, c) in css.char_indices() {
        if std::mem::take(&mut escaped) {
            continue;
        }
        match (quote, c) {
            (_, '\\') => escaped = true,
            (Some(end), c) if c == end => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '{') => {
                if depth == 0 {
                    open = at;
                }
                depth += 1;
            }
            (None, '}') => {
                depth -= 1;
                if depth == 0 {
                    found.push((&css[from..open], &css[open + 1..at]));
                    from = at + 1;
                }
            }
            _ => {}
        }
    }
    found
}

fn frames(body: &str) -> String {
    let mut all: Vec<String> = Vec::new();
    for (at, body) in blocks(body) {
        let said: BTreeMap<String, String> =
            declarations(body).into_iter().map(|(p, v)| (p, value(&v))).collect();
        let mut places: Vec<String> =
            at.split(',').map(|place| place.trim().replace("from", "0%").replace("to", "100%")).collect();
        places.sort();
        all.push(format!("{places:?}{said:?}"));
    }
    all.sort();
    all.concat()
}

/// The selectors of a list; `&` stands for the classes.
fn selectors(list: &str, classes: &[&str]) -> Vec<String> {
    let mut plain = String::new();
    let mut rest = list.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            plain.push(c);
            continue;
        }
        let mut hex = String::new();
        while let Some(digit) = rest.next_if(char::is_ascii_hexdigit) {
            hex.push(digit);
        }
        if hex.is_empty() {
            plain.extend(rest.next());
        } else {
            rest.next_if_eq(&' ');
            plain.extend(u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32));
        }
    }
    let mut classes = classes.to_vec();
    classes.sort_by_key(|class| std::cmp::Reverse(class.len()));
    for class in classes {
        plain = plain.replace(&format!(".{class}"), "&");
    }
    let mut plain = tight(&plain, &['>', '~', '+', ',']).replace('\'', "\"");
    // Where a mode is asked for does not matter: it is that of the whole page.
    let mut modes = String::new();
    for mode in [
        ":where(.dark,.dark *)",
        ":where([dir=\"ltr\"],[dir=\"ltr\"] *)",
        ":where([dir=\"rtl\"],[dir=\"rtl\"] *)",
    ] {
        if plain.contains(mode) {
            plain = plain.replace(mode, "");
            modes.push_str(mode);
        }
    }
    let mut out: Vec<String> = split(&plain, ',').into_iter().map(|one| one.trim().to_owned()).collect();
    if let [only] = out.as_slice()
        && let Some((inner, tail)) = only.strip_prefix(":is(").and_then(|rest| rest.split_once(')'))
    {
        out = split(inner, ',').into_iter().map(|one| format!("{}{tail}", one.trim())).collect();
    }
    out.into_iter().map(|one| format!("{modes}{one}")).collect()
}

fn declarations(body: &str) -> Vec<(String, String)> {
    let parts = split(body, ';').into_iter().filter_map(|one| one.split_once(':'));
    parts.map(|(property, value)| (property.trim().to_owned(), value.trim().to_owned())).collect()
}

/// Splits at a character outside parentheses, brackets and quotes.
fn split(text: &str, at: char) -> Vec<&str> {
    let (mut depth, mut from, mut quote, mut parts) = (0_i32, 0, None, Vec::new());
    for (offset, c) in text.char_indices() {
        match (quote, c) {
            (Some(end), c) if c == end => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth -= 1,
            (None, c) if c == at && depth == 0 => {
                parts.push(&text[from..offset]);
                from = offset + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

fn with_variables(text: &str, find: &dyn Fn(&str) -> Option<String>, depth: usize) -> String {
    let Some(at) = text.find("var(").filter(|_| depth < 20) else { return text.to_owned() };
    let inside = &text[at + 4..];
    let mut open = 1;
    let end = inside.char_indices().find(|(_, c)| {
        open += i32::from(*c == '(') - i32::from(*c == ')');
        open == 0
    });
    let Some((end, _)) = end else { return text.to_owned() };
    let (name, fallback) = match inside[..end].split_once(',') {
        Some((name, fallback)) => (name.trim(), Some(fallback)),
        None => (inside[..end].trim(), None),
    };
    let ring = || RINGS.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
    let own = find(name).or_else(ring).or_else(|| fallback.map(str::to_owned));
    let own = own.or_else(|| name.starts_with("--tw-").then(String::new));
    let own = own.map_or_else(|| format!("\u{1}{name})"), |own| with_variables(&own, find, depth + 1));
    let rest = with_variables(&inside[end + 1..], find, depth + 1);
    format!("{}{own}{rest}", &text[..at])
}

/// Removes white space around some characters.
fn tight(text: &str, around: &[char]) -> String {
    let words = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    around.iter().fold(words, |text, c| {
        text.replace(&format!(" {c}"), &c.to_string()).replace(&format!("{c} "), &c.to_string())
    })
}

/// One way of writing a value.
fn value(text: &str) -> String {
    let text = tight(text, &[',', '(', ')', '/', '!'])
        .replace(')', ") ")
        .replace('\'', "\"")
        .replace('\u{1}', "var(");
    let text = tight(&text, &[',']).replace(" )", ")");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        let function = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .filter(|at| rest[*at..].starts_with('('));
        let token = if let Some(at) = function.filter(|_| c.is_ascii_alphabetic()) {
            let end = closing(rest, at);
            let (name, inner) = (&rest[..at], &rest[at + 1..end.saturating_sub(1).max(at + 1)]);
            rest = &rest[end..];
            function_value(name, inner)
        } else if c == '#' {
            let end = rest[1..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(rest.len(), |at| at + 1);
            let token = hex(&rest[1..end]);
            rest = &rest[end..];
            token
        } else if c == '"' {
            let end = rest[1..].find('"').map_or(rest.len(), |at| at + 2);
            let token = rest[..end].to_owned();
            rest = &rest[end..];
            token
        } else if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '%' | '_') {
            let end = rest
                .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '%' | '_')))
                .unwrap_or(rest.len());
            let token = word(&rest[..end]);
            rest = &rest[end..];
            token
        } else {
            rest = &rest[c.len_utf8()..];
            c.to_string()
        };
        out.push_str(&token);
    }
    tight(&out, &[',', '/'])
}

fn closing(text: &str, open: usize) -> usize {
    let mut depth = 0;
    let end = text[open..].char_indices().find(|(_, c)| {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        depth == 0
    });
    end.map_or(text.len(), |(at, _)| open + at + 1)
}

fn function_value(name: &str, inner: &str) -> String {
    match name {
        "rgb" | "rgba" => {
            let inner = value(inner);
            let mut parts: Vec<String> =
                inner.split([' ', ',', '/']).filter(|part| !part.is_empty()).map(str::to_owned).collect();
            if let Some(alpha) = parts.get_mut(3).filter(|alpha| alpha.ends_with('%')) {
                let percent: f64 = alpha.trim_end_matches('%').parse().unwrap_or_default();
                *alpha = word(&(percent / 100.0).to_string());
            }
            let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            match parts.as_slice() {
                [_, _, _, alpha] if *alpha == "0" => "transparent".to_owned(),
                [r, g, b, "1"] | [r, g, b] => format!("rgb({r} {g} {b})"),
                [channels, "1"] => format!("rgb({channels})"),
                [channels, alpha] if *alpha == "0" && channels.starts_with("var(") => {
                    "transparent".to_owned()
                }
                parts => format!("rgb({})", parts.join(" ")),
            }
        }
        "hsl" | "hsla" => {
            let inner = value(inner).replace([',', '/'], " ");
            format!("hsl({})", inner.strip_suffix(" 1").unwrap_or(&inner))
        }
        "color-mix" => {
            let inner = value(inner);
            let mixed =
                inner.strip_prefix("in srgb,rgb(").and_then(|rest| rest.strip_suffix("%,transparent"));
            match mixed.and_then(|mixed| mixed.split_once(") ")) {
                Some((channels, share)) => function_value("rgb", &format!("{channels} / {share}%")),
                None => format!("color-mix({inner})"),
            }
        }
        "calc" => sum(inner).unwrap_or_else(|| format!("calc({})", value(inner))),
        "url" | "var" => format!("{name}({inner})"),
        _ => format!("{name}({})", value(inner)),
    }
}

/// Sums and products of plain numbers with units.
fn sum(text: &str) -> Option<String> {
    let text = text.replace('*', " * ").replace('/', " / ");
    let parts = split(text.trim(), ' ').into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
    let number = |part: &str| -> Option<(f64, String)> {
        let part = match part
            .strip_prefix("calc(")
            .or_else(|| part.strip_prefix('('))
            .and_then(|rest| rest.strip_suffix(')'))
        {
            Some(inner) => sum(inner)?,
            None => part.to_owned(),
        };
        let end = part.find(|c: char| c.is_ascii_alphabetic() || c == '%').unwrap_or(part.len());
        Some((part[..end].parse().ok()?, part[end..].to_owned()))
    };
    let mut parts = parts.into_iter();
    let (mut total, mut unit) = number(parts.next()?)?;
    while let Some(operator) = parts.next() {
        let (right, right_unit) = number(parts.next()?)?;
        match operator {
            "*" => total *= right,
            "/" => total /= right,
            "+" if unit == right_unit || total == 0.0 || right == 0.0 => total += right,
            "-" if unit == right_unit || total == 0.0 || right == 0.0 => total -= right,
            _ => return None,
        }
        if unit.is_empty() || total == right {
            unit = right_unit;
        }
    }
    Some(word(&format!("{total}{unit}")))
}

fn word(text: &str) -> String {
    let text = text.strip_prefix("tw-").unwrap_or(text);
    let end = text.find(|c: char| c.is_ascii_alphabetic() || c == '%').unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    match digits.parse::<f64>() {
        Ok(number) => {
            let number = (number * 1e5).round() / 1e5;
            if number == 0.0 {
                "0".to_owned()
            } else if unit == "s" {
                format!("{}ms", number * 1e3)
            } else {
                format!("{number}{unit}")
            }
        }
        Err(_) => match text.to_ascii_lowercase().as_str() {
            "black" => "rgb(0 0 0)".to_owned(),
            "white" => "rgb(255 255 255)".to_owned(),
            "rebeccapurple" => "rgb(102 51 153)".to_owned(),
            _ if text.starts_with("--") => text.to_owned(),
            word => word.to_owned(),
        },
    }
}

fn hex(digits: &str) -> String {
    let long: String =
        if digits.len() < 5 { digits.chars().flat_map(|c| [c, c]).collect() } else { digits.to_owned() };
    let channel = |at: usize| long.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    match (channel(0), channel(2), channel(4), channel(6)) {
        (Some(_), Some(_), Some(_), Some(0)) => "transparent".to_owned(),
        (Some(r), Some(g), Some(b), None | Some(255)) => format!("rgb({r} {g} {b})"),
        (Some(r), Some(g), Some(b), Some(a)) => {
            format!("rgb({r} {g} {b} {})", word(&format!("{:.4}", f64::from(a) / 255.0)))
        }
        _ => format!("#{digits}"),
    }
}
