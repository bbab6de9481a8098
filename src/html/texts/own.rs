//! Texts of the interface as a project words them: `i18n/LANGUAGE.json` in place of some of the program's (I18N-02).
//!
//! The file has the parts and keys of the tables beside this module. What it does not say stays as it is; what it says
//! of something that is not there, or leaves out a placeholder, is told.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::config::json::{Json, JsonValue, parse};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::text::SourceText;

use super::Texts;

/// Folder of the files.
pub const TEXT_FOLDER: &str = "i18n";

/// `base` with the texts of a project's file.
pub fn own_texts(base: &Texts, file: &SourceText) -> (Texts, Vec<Diagnostic>) {
    let (json, mut problems) = parse(file, 0);
    let known = serde_json::to_value(base).unwrap_or_default();
    let (Some(json), Value::Object(mut texts)) = (json, known) else { return (base.clone(), problems) };
    let mut reader = Reader { file, problems: Vec::new() };
    reader.parts(&json, &mut texts);
    problems.append(&mut reader.problems);
    (serde_json::from_value(Value::Object(texts)).unwrap_or_else(|_| base.clone()), problems)
}

struct Reader<'f> {
    file: &'f SourceText,
    problems: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn warn(&mut self, code: &'static str, json: &Json, message: String, hint: String) {
        let problem = Diagnostic::warning(code, message).at(self.file, json.place.span);
        self.problems.push(if hint.is_empty() { problem } else { problem.hint(hint) });
    }

    fn parts(&mut self, json: &Json, texts: &mut Map<String, Value>) {
        if !matches!(json.value, JsonValue::Object(_)) {
            let names: Vec<&str> = texts.keys().map(String::as_str).collect();
            let message = format!("a file of texts is an object with {}", names.join(", "));
            return self.warn("text-not-usable", json, message, String::new());
        }
        for member in json.members().iter().filter(|member| member.key != "$schema") {
            match texts.get_mut(&member.key) {
                Some(Value::Object(part)) => self.part(&member.key, &member.value, part),
                _ => self.unknown(&member.key, &member.value, texts),
            }
        }
    }

    fn part(&mut self, name: &str, json: &Json, part: &mut Map<String, Value>) {
        if !matches!(json.value, JsonValue::Object(_)) {
            let message = format!("`{name}` is {}, expected an object of texts", json.kind());
            return self.warn("text-not-usable", json, message, String::new());
        }
        for member in json.members() {
            let Some(known) = part.get(&member.key).and_then(Value::as_str) else {
                self.unknown(&member.key, &member.value, part);
                continue;
            };
            let Some(text) = member.value.text().filter(|text| !text.trim().is_empty()) else {
                let message = format!("`{name}.{}` is not a text", member.key);
                self.warn("text-not-usable", &member.value, message, String::new());
                continue;
            };
            if placeholders(text) != placeholders(known) {
                let message =
                    format!("`{name}.{}` has other placeholders than the text it stands for", member.key);
                let hint = format!("the program's own is {known:?}; it is used");
                self.warn("text-placeholders", &member.value, message, hint);
                continue;
            }
            part.insert(member.key.clone(), Value::String(text.to_owned()));
        }
    }

    fn unknown(&mut self, key: &str, json: &Json, known: &Map<String, Value>) {
        let hint = match did_you_mean(key, known.keys().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("there are {}", known.keys().map(String::as_str).collect::<Vec<_>>().join(", ")),
        };
        self.warn("unknown-text", json, format!("the interface has no text `{key}`"), hint);
    }
}

/// What stands in braces in a text.
pub(super) fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
}
