//! Attributes behind a piece of Markdown: `{ #id .class key="value" }` of Python's Markdown and of VitePress.

use super::tags::attribute;

/// Attributes that are lost without anybody seeing it.
const SILENT: &[&str] = &["width", "height", "align", "loading", "target", "rel", "title"];

/// A list of attributes.
#[derive(Debug, Default)]
pub(crate) struct Attributes {
    pub id: Option<String>,
    /// As it was written, without the braces.
    pub told: String,
    classes: Vec<String>,
    pairs: Vec<(String, String)>,
    /// Names without a value.
    words: Vec<String>,
}

impl Attributes {
    /// The list that a text begins with, and its length. It ends on its line, and holds no other.
    pub fn at(rest: &str) -> Option<(Self, usize)> {
        let inner = rest.strip_prefix('{')?;
        let end = inner.find(['{', '}', '\n']).filter(|end| inner[*end..].starts_with('}'))?;
        Some((Self::read(&inner[..end])?, end + 2))
    }

    /// What stands between the braces; `None` when it is something else.
    pub fn read(inner: &str) -> Option<Self> {
        let told = inner.trim_start_matches(':').trim();
        let mut out = Self { told: told.to_owned(), ..Self::default() };
        let mut rest = told;
        while !rest.is_empty() {
            let (word, after) =
                rest.split_at(rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len()));
            rest = after;
            if let Some(value) = after.strip_prefix('=') {
                let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
                let (value, after) = match quote {
                    Some(quote) => value[1..].split_once(quote)?,
                    None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
                };
                if !is_name(word) || value.is_empty() {
                    return None;
                }
                out.pairs.push((word.to_owned(), value.to_owned()));
                rest = after;
            } else if let Some(id) = word.strip_prefix('#').filter(|id| !id.is_empty()) {
                out.id = Some(id.to_owned());
            } else if let Some(class) = word.strip_prefix('.').filter(|class| is_name(class)) {
                out.classes.push(class.to_owned());
            } else if is_name(word) {
                out.words.push(word.to_owned());
            } else {
                return None;
            }
            rest = rest.trim_start();
        }
        out.id = out.id.take().or_else(|| out.get("id").map(str::to_owned));
        Some(out).filter(|out| !out.told.is_empty())
    }

    /// Whether nothing but a list of attributes is written like that, wherever it stands.
    pub fn is_certain(&self) -> bool {
        self.id.is_some() || !self.classes.is_empty()
    }

    /// Whether it is one behind what may have attributes: `{name}` is a word in braces everywhere.
    pub fn is_list(&self) -> bool {
        self.is_certain() || !self.pairs.is_empty() || self.words.iter().all(|word| word.starts_with("data-"))
    }

    /// Whether readers miss nothing without it.
    pub fn is_silent(&self) -> bool {
        self.id.is_some()
            || self.classes.iter().all(|class| class.starts_with("md-button"))
                && self
                    .words
                    .iter()
                    .chain(self.pairs.iter().map(|(name, _)| name))
                    .all(|name| name.starts_with("data-") || SILENT.contains(&name.as_str()))
    }

    /// The width and height among them, as an element has them.
    pub fn size(&self) -> String {
        let given = |name: &str| self.get(name).map(|value| attribute(name, value));
        ["width", "height"].into_iter().filter_map(given).collect()
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '-')
        && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_what_is_none() {
        let read =
            |text| Attributes::at(text).map(|(list, length)| (list.is_certain(), list.is_list(), length));
        assert_eq!(read("{ #own .cls } x"), Some((true, true, 13)));
        assert_eq!(read("{: title=\"a tip\" }"), Some((false, true, 18)));
        assert_eq!(read("{ data-x }"), Some((false, true, 10)));
        assert_eq!(read("{braces}"), Some((false, false, 8)));
        for text in ["{}", "{{ x }}", "{...a}", "{ a: 1 }", "{ a", "{ a=\"b }", "{% x %}"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
