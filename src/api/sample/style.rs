//! How a parameter's value becomes text: `style` and `explode` of OpenAPI.

use serde_json::Value;

use crate::text::encode_part;

/// The styles of OpenAPI 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Simple,
    Label,
    Matrix,
    Form,
    SpaceDelimited,
    PipeDelimited,
    DeepObject,
}

/// Which characters of a value are written as `%XX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escape {
    /// None: headers, and forms that a library encodes.
    Nothing,
    /// All but unreserved ones.
    Reserved,
    /// Reserved ones that do not end a value stay (`allowReserved`).
    Separators,
}

/// The shape of one value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub style: Style,
    /// Each item for itself.
    pub explode: bool,
    pub escape: Escape,
}

/// Deepest nesting that keys in brackets name.
const MAX_DEPTH: usize = 8;

impl Style {
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "simple" => Self::Simple,
            "label" => Self::Label,
            "matrix" => Self::Matrix,
            "form" | "cookie" => Self::Form,
            "spaceDelimited" => Self::SpaceDelimited,
            "pipeDelimited" => Self::PipeDelimited,
            "deepObject" => Self::DeepObject,
            _ => return None,
        })
    }

    /// What stands between the items of a list that is one value.
    fn delimiter(self, escape: Escape) -> &'static str {
        match (self, escape) {
            (Self::SpaceDelimited, Escape::Nothing) => " ",
            (Self::SpaceDelimited, _) => "%20",
            (Self::PipeDelimited, Escape::Nothing) => "|",
            (Self::PipeDelimited, _) => "%7C",
            _ => ",",
        }
    }
}

/// A scalar as it stands in an address or header; what is nested deeper than the styles go is JSON.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        value => value.to_string(),
    }
}

/// Text with what an address needs. A placeholder such as `<api-key>` stays: it is there to be replaced.
pub(super) fn escaped(text: &str, escape: Escape) -> String {
    match escape {
        _ if is_placeholder(text) => text.to_owned(),
        Escape::Nothing => text.to_owned(),
        Escape::Reserved => encode_part(text, ":"),
        Escape::Separators => encode_part(text, ":/?@!$'()*,;="),
    }
}

/// Whether a text is there to be replaced.
fn is_placeholder(text: &str) -> bool {
    text.starts_with('<')
        && text.ends_with('>')
        && text.chars().all(|c| c.is_alphanumeric() || "<>-_".contains(c))
}

impl Shape {
    /// The pairs of a query, a form or a cookie.
    pub(super) fn pairs(self, name: &str, value: &Value) -> Vec<(String, String)> {
        let key = |text: &str| match self.escape {
            Escape::Nothing => text.to_owned(),
            _ if is_placeholder(text) => text.to_owned(),
            _ => encode_part(text, ""),
        };
        match value {
            _ if self.style == Style::DeepObject && (value.is_object() || value.is_array()) => {
                let mut pairs = Vec::new();
                self.deep(name.to_owned(), value, 0, &mut pairs);
                pairs.into_iter().map(|(name, value)| (key(&name), value)).collect()
            }
            Value::Array(items) if self.explode => {
                items.iter().map(|item| (key(name), self.text(item))).collect()
            }
            Value::Object(members) if self.explode => {
                members.iter().map(|(member, value)| (key(member), self.text(value))).collect()
            }
            value => vec![(key(name), self.joined(value, self.style.delimiter(self.escape)))],
        }
    }

    /// The text of a path parameter or header.
    pub(super) fn inline(self, name: &str, value: &Value) -> String {
        let named =
            |text: String| if text.is_empty() { format!(";{name}") } else { format!(";{name}={text}") };
        match (self.style, value) {
            (Style::Label, Value::Array(_) | Value::Object(_)) if self.explode => {
                format!(".{}", self.joined(value, "."))
            }
            (Style::Label, _) => format!(".{}", self.joined(value, ",")),
            (Style::Matrix, Value::Array(items)) if self.explode => {
                items.iter().map(|item| named(self.text(item))).collect()
            }
            (Style::Matrix, Value::Object(_)) if self.explode => format!(";{}", self.joined(value, ";")),
            (Style::Matrix, _) => named(self.joined(value, ",")),
            // Nothing but `simple` is said of them in version 3, and version 2.0 knows others.
            (Style::PipeDelimited | Style::SpaceDelimited, Value::Array(_)) => {
                self.joined(value, self.style.delimiter(self.escape))
            }
            _ => self.joined(value, ","),
        }
    }

    /// Items and members with something between them.
    fn joined(self, value: &Value, delimiter: &str) -> String {
        let parts: Vec<String> = match value {
            Value::Array(items) => items.iter().map(|item| self.text(item)).collect(),
            Value::Object(members) => members
                .iter()
                .map(|(name, value)| {
                    let between = if self.explode { "=" } else { delimiter };
                    format!("{}{between}{}", escaped(name, self.escape), self.text(value))
                })
                .collect(),
            value => return self.text(value),
        };
        parts.join(delimiter)
    }

    fn deep(self, name: String, value: &Value, depth: usize, pairs: &mut Vec<(String, String)>) {
        match value {
            Value::Object(members) if depth < MAX_DEPTH => members
                .iter()
                .for_each(|(member, value)| self.deep(format!("{name}[{member}]"), value, depth + 1, pairs)),
            // The specification says nothing of lists; servers that read keys in brackets take `name[]` for one more
            // item. What has keys of its own needs a number, or two items would be read as one.
            Value::Array(items) if depth < MAX_DEPTH => items.iter().enumerate().for_each(|(at, item)| {
                let key = match item.is_object() || item.is_array() {
                    true => format!("{name}[{at}]"),
                    false => format!("{name}[]"),
                };
                self.deep(key, item, depth + 1, pairs);
            }),
            value => pairs.push((name, self.text(value))),
        }
    }

    fn text(self, value: &Value) -> String {
        escaped(&plain(value), self.escape)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shape(style: Style, explode: bool) -> Shape {
        Shape { style, explode, escape: Escape::Reserved }
    }

    fn query(style: Style, explode: bool, value: &Value) -> String {
        let pairs = shape(style, explode).pairs("color", value);
        pairs.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
    }

    /// The table of the OpenAPI specification, "Style Examples".
    #[test]
    fn oas_58_styles_are_those_of_the_specification() {
        let list = json!(["blue", "black", "brown"]);
        let object = json!({ "R": 100, "G": 200 });
        let inline = |style, explode, value: &Value| shape(style, explode).inline("color", value);
        for (style, explode, of_list, of_object) in [
            (Style::Matrix, false, ";color=blue,black,brown", ";color=R,100,G,200"),
            (Style::Matrix, true, ";color=blue;color=black;color=brown", ";R=100;G=200"),
            (Style::Label, false, ".blue,black,brown", ".R,100,G,200"),
            (Style::Label, true, ".blue.black.brown", ".R=100.G=200"),
            (Style::Simple, false, "blue,black,brown", "R,100,G,200"),
            (Style::Simple, true, "blue,black,brown", "R=100,G=200"),
        ] {
            assert_eq!(inline(style, explode, &list), of_list);
            assert_eq!(inline(style, explode, &object), of_object);
        }
        for (style, explode, of_list, of_object) in [
            (Style::Form, false, "color=blue,black,brown", "color=R,100,G,200"),
            (Style::Form, true, "color=blue&color=black&color=brown", "R=100&G=200"),
            (Style::SpaceDelimited, false, "color=blue%20black%20brown", "color=R%20100%20G%20200"),
            (Style::PipeDelimited, false, "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200"),
        ] {
            assert_eq!(query(style, explode, &list), of_list);
            assert_eq!(query(style, explode, &object), of_object);
        }
        assert_eq!(query(Style::DeepObject, true, &object), "color%5BR%5D=100&color%5BG%5D=200");
        let nested = json!({ "a": { "b": [1, 2] } });
        assert_eq!(
            query(Style::DeepObject, true, &nested),
            "color%5Ba%5D%5Bb%5D%5B%5D=1&color%5Ba%5D%5Bb%5D%5B%5D=2"
        );
        assert_eq!(query(Style::DeepObject, true, &json!(["a", 1])), "color%5B%5D=a&color%5B%5D=1");
        let objects = json!([{ "a": 1 }, { "a": [2] }]);
        assert_eq!(
            query(Style::DeepObject, true, &objects),
            "color%5B0%5D%5Ba%5D=1&color%5B1%5D%5Ba%5D%5B%5D=2"
        );
        assert_eq!(inline(Style::Matrix, false, &json!("")), ";color");
    }

    #[test]
    fn oas_58_only_placeholders_keep_their_brackets() {
        assert_eq!(escaped("<api-key>", Escape::Reserved), "<api-key>");
        assert_eq!(escaped("a<b> c&d", Escape::Reserved), "a%3Cb%3E%20c%26d");
        assert_eq!(escaped("/a?b#c&d", Escape::Separators), "/a?b%23c%26d");
    }
}
