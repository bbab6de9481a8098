//! The info string of a code fence: a language, then options and title words in any order.
//!
//! Reads behaviour 7 (features CODE-02 to CODE-10). Nothing is rejected: what is not an option belongs
//! to the title. It does not look at the code and does not know which languages exist.

/// What the info string of one code block says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CodeMeta {
    /// The language as written, without options that were glued to it; `None` when the fence has none.
    pub language: Option<String>,
    /// Header label; empty when there is none.
    pub title: String,
    /// Icon beside the title.
    pub icon: Option<String>,
    /// Line numbers (CODE-06).
    pub lines: Option<bool>,
    /// Soft wrap of long lines (CODE-07).
    pub wrap: Option<bool>,
    /// Collapsed with a button that shows the rest (CODE-07).
    pub expandable: Option<bool>,
    /// Highlighted line numbers from 1, without duplicates, in the order written (CODE-04).
    pub highlight: Vec<u32>,
    /// Line numbers that stay sharp while the others are dimmed (CODE-05).
    pub focus: Vec<u32>,
    /// Name of a colour theme for this block only.
    pub theme: Option<String>,
    /// Type information on hover was asked for (CODE-09).
    pub twoslash: bool,
    /// No copy button (CODE-10).
    pub nocopy: bool,
    /// The `lang` option.
    pub lang: Option<String>,
    /// Corner of the controls of a diagram.
    pub placement: Option<String>,
    /// Controls of a diagram on or off.
    pub actions: Option<bool>,
}

/// At most this many line numbers are kept of one block, so that `{1-4000000000}` costs nothing.
const MAX_LINE_NUMBERS: usize = 20_000;

const KEYS: [&str; 13] = [
    "title",
    "icon",
    "lines",
    "wrap",
    "expandable",
    "highlight",
    "focus",
    "theme",
    "twoslash",
    "nocopy",
    "lang",
    "placement",
    "actions",
];

/// Reads the language word and the rest of an info string (behaviour 7).
pub fn parse_meta(lang: Option<&str>, meta: &str) -> CodeMeta {
    let mut out = CodeMeta::default();
    let mut explicit_title = None;
    let mut words: Vec<&str> = Vec::new();

    let (language, glued) = split_language(lang.unwrap_or_default());
    if language.eq_ignore_ascii_case("nocopy") {
        out.nocopy = true;
        out.language = Some("text".to_owned());
    } else if !language.is_empty() {
        out.language = Some(language.to_owned());
    }

    for word in Words::of(glued).chain(Words::of(meta)) {
        match word {
            Word::Lines(text) => add_line_numbers(&mut out.highlight, text),
            Word::Option(key, value) => match key.as_str() {
                "title" => explicit_title = value.text().map(str::to_owned).or(explicit_title),
                "icon" => out.icon = value.text().map(str::to_owned).or(out.icon.take()),
                "theme" => out.theme = value.text().map(str::to_owned).or(out.theme.take()),
                "lang" => out.lang = value.text().map(str::to_owned).or(out.lang.take()),
                "placement" => out.placement = value.text().map(str::to_owned).or(out.placement.take()),
                "lines" => out.lines = value.flag().or(out.lines),
                "wrap" => out.wrap = value.flag().or(out.wrap),
                "expandable" => out.expandable = value.flag().or(out.expandable),
                "twoslash" => out.twoslash = value.flag().unwrap_or(out.twoslash),
                "nocopy" => out.nocopy = value.flag().unwrap_or(out.nocopy),
                "actions" => out.actions = value.switch().or(out.actions),
                "highlight" => add_line_numbers(&mut out.highlight, value.inner()),
                _ => add_line_numbers(&mut out.focus, value.inner()),
            },
            Word::Plain(word) => {
                // A flag counts in any letter case, but only its lower-case form leaves the title.
                let known = set_flag(&mut out, word);
                if !known || word.bytes().any(|byte| byte.is_ascii_uppercase()) {
                    words.push(word);
                }
            }
        }
    }

    out.title = explicit_title.filter(|title| !title.is_empty()).unwrap_or_else(|| words.join(" "));
    out
}

/// `js{1,3}` is the language `js` and the meta `{1,3}`.
fn split_language(lang: &str) -> (&str, &str) {
    match lang.find('{') {
        Some(at) if is_line_list(lang[at..].trim_start_matches('{').trim_end_matches('}')) => {
            lang.split_at(at)
        }
        _ => (lang, ""),
    }
}

fn set_flag(out: &mut CodeMeta, word: &str) -> bool {
    match word.to_ascii_lowercase().as_str() {
        "lines" => out.lines = Some(true),
        "wrap" => out.wrap = Some(true),
        "expandable" | "[expandable]" => out.expandable = Some(true),
        "twoslash" => out.twoslash = true,
        "nocopy" => out.nocopy = true,
        _ => return false,
    }
    true
}

/// Adds `1,3-5` to a list of line numbers; ranges are inclusive, numbers that stand already are left.
fn add_line_numbers(list: &mut Vec<u32>, text: &str) {
    let mut seen: std::collections::BTreeSet<u32> = list.iter().copied().collect();
    let is_noise = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '[' | ']' | '"' | '\'');
    for part in text.split(',') {
        let part = part.trim_matches(is_noise);
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (Ok(first), Ok(last)) = (first.trim().parse::<u32>(), last.trim().parse::<u32>()) else {
            continue;
        };
        for number in first..=last {
            if list.len() >= MAX_LINE_NUMBERS {
                return;
            }
            if seen.insert(number) {
                list.push(number);
            }
        }
    }
}

fn is_line_list(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, ',' | '-'))
}

/// The value of `key=value`.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value<'a> {
    /// `x`
    Bare(&'a str),
    /// `"x"` or `'x'`, without its quotes
    Quoted(&'a str),
    /// `{x}`, without its braces
    Braced(&'a str),
}

impl<'a> Value<'a> {
    fn inner(self) -> &'a str {
        match self {
            Self::Bare(text) | Self::Quoted(text) | Self::Braced(text) => text,
        }
    }

    /// The value of an option that takes text: an expression counts only when it is a string.
    fn text(self) -> Option<&'a str> {
        match self {
            Self::Bare(text) | Self::Quoted(text) => Some(text),
            Self::Braced(text) => {
                quoted(text.trim()).filter(|(_, rest)| rest.is_empty()).map(|(text, _)| text)
            }
        }
    }

    /// The value of a flag; `{true}` is not recognised (behaviour 7).
    fn flag(self) -> Option<bool> {
        match self {
            Self::Bare(text) | Self::Quoted(text) => truth(text),
            Self::Braced(_) => None,
        }
    }

    /// The value of an option that is written as a component property.
    fn switch(self) -> Option<bool> {
        truth(self.inner())
    }
}

fn truth(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

#[derive(Debug, PartialEq)]
enum Word<'a> {
    /// `{1,3-5}`
    Lines(&'a str),
    /// A known key, in lower case, with its value
    Option(String, Value<'a>),
    /// Anything else
    Plain(&'a str),
}

/// Splits an info string at white space, keeping quotes and braces together. Quoted text without a key
/// and `/pattern/` words are left out.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        Self { rest: text }
    }

    fn take(&mut self, rest: &'a str) {
        self.rest = rest;
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.is_empty() {
                return None;
            }
            if let Some((_, rest)) = quoted(self.rest).or_else(|| pattern(self.rest)) {
                self.take(rest);
                continue;
            }
            if let Some((inner, rest)) = braced(self.rest)
                && is_line_list(inner)
            {
                self.take(rest);
                return Some(Word::Lines(inner));
            }
            if let Some((key, after)) = known_key(self.rest) {
                let (value, rest) = if let Some((inner, rest)) = quoted(after) {
                    (Value::Quoted(inner), rest)
                } else if let Some((inner, rest)) = braced(after) {
                    (Value::Braced(inner), rest)
                } else {
                    let (inner, rest) = bare(after);
                    (Value::Bare(inner), rest)
                };
                self.take(rest);
                return Some(Word::Option(key, value));
            }
            let (word, rest) = unknown(self.rest);
            self.take(rest);
            return Some(Word::Plain(word));
        }
    }
}

/// `key=` at the start, when the key is one of ours.
fn known_key(text: &str) -> Option<(String, &str)> {
    let (key, after) = text.split_once('=')?;
    let key = key.to_ascii_lowercase();
    KEYS.contains(&key.as_str()).then_some((key, after))
}

/// A word up to white space.
fn bare(text: &str) -> (&str, &str) {
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// A word that is no option; `key="two words"` stays in one piece.
fn unknown(text: &str) -> (&str, &str) {
    let (word, rest) = bare(text);
    if let Some(equals) = word.find('=')
        && equals > 0
        && let Some((_, rest)) = quoted(&text[equals + 1..])
    {
        return text.split_at(text.len() - rest.len());
    }
    (word, rest)
}

/// `"x"` or `'x'` at the start, followed by white space or the end: the inside and what follows.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (inner, rest) = text[1..].split_once(quote)?;
    Some((inner, rest))
}

/// `{x}` at the start, nested braces included.
fn braced(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some((&text[1..at], &text[at + 1..]));
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// `/pattern/` as a word of its own.
fn pattern(text: &str) -> Option<(&str, &str)> {
    let body = text.strip_prefix('/').filter(|body| !body.starts_with(char::is_whitespace))?;
    let (inner, rest) = body.split_once('/')?;
    let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
    (ends && !inner.is_empty()).then_some((inner, rest))
}
