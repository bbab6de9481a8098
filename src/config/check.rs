//! Validation: compares a tree with its description and hands on what is usable.
//!
//! Every problem of every file is found in one run (CFG-04). A part that is not usable is left out of the
//! result, so that the rest of the configuration still counts.

mod keys;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map as JsonMap, Value};

use crate::diagnostic::{Diagnostic, Location, Severity, did_you_mean};
use crate::text::SourceText;

use super::form::{Form, Verdict};
use super::json::{Json, JsonValue, Member, Place};
use super::schema::{Field, List, Map, Object, Presence, Shape, Standing, Unique};
use keys::Repeated;

/// Collects the problems of one configuration.
pub struct Checker<'a> {
    sources: &'a [SourceText],
    /// What was found so far.
    pub diagnostics: Vec<Diagnostic>,
    /// The worst that a problem may be at this point.
    ceiling: Severity,
    /// Keys and indices down to this point, as messages show them.
    path: String,
    /// The theme, when it is already known.
    theme: Option<String>,
    /// Unknown keys that were reported already, by object and key.
    repeated: BTreeMap<(&'static str, String), Repeated>,
}

impl<'a> Checker<'a> {
    /// A checker for values of these files.
    pub fn new(sources: &'a [SourceText]) -> Self {
        Self {
            sources,
            diagnostics: Vec::new(),
            ceiling: Severity::Error,
            path: String::new(),
            theme: None,
            repeated: BTreeMap::new(),
        }
    }

    /// The root: everything in it is checked, nothing is dropped because of a neighbour. Keys in `skip` are
    /// left to the caller.
    pub fn root(&mut self, json: &Json, object: &Object, skip: &[&str]) -> JsonMap<String, Value> {
        if !matches!(json.value, JsonValue::Object(_)) {
            self.wrong_type(json, "an object");
            return JsonMap::new();
        }
        self.theme = json.get("theme").and_then(Json::text).map(str::to_owned);
        self.fields(json, object, skip).0
    }

    /// Checks the fields of an object except `skip`, and its unknown keys. The second value tells whether
    /// every required field is there.
    pub fn fields(
        &mut self,
        json: &Json,
        object: &Object,
        skip: &[&str],
    ) -> (JsonMap<String, Value>, Complete) {
        let mut values = JsonMap::new();
        let mut complete = Complete::Yes;
        for field in object.fields.iter().filter(|field| !skip.contains(&field.key)) {
            match json.get(field.key) {
                Some(value) => match self.within(field.key, |this| this.field(value, field)) {
                    Some(value) => drop(values.insert(field.key.to_owned(), value)),
                    None if field.presence == Presence::Required => complete = Complete::No,
                    None => {}
                },
                None if field.presence == Presence::Required => {
                    complete = Complete::No;
                    self.missing(json, field);
                }
                None => {}
            }
        }
        self.unknown_keys(json, object);
        for rule in object.rules {
            if self.rule(json, *rule) == Complete::No {
                complete = Complete::No;
            }
        }
        (values, complete)
    }

    /// Runs `check` with `key` added to the path.
    pub fn within<T>(&mut self, key: &str, check: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.path.len();
        if !self.path.is_empty() && !key.starts_with('[') {
            self.path.push('.');
        }
        self.path.push_str(key);
        let result = check(self);
        self.path.truncate(length);
        result
    }

    /// Runs `check` with nothing worse than a warning.
    pub fn softly<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        self.below(Severity::Warning, check)
    }

    fn below<T>(&mut self, ceiling: Severity, check: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.ceiling, ceiling);
        let result = check(self);
        self.ceiling = before;
        result
    }

    /// Runs `check` and hands back its problems instead of keeping them.
    pub fn apart<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> (T, Vec<Diagnostic>) {
        let before = std::mem::take(&mut self.diagnostics);
        let result = check(self);
        (result, std::mem::replace(&mut self.diagnostics, before))
    }

    /// Where a place is.
    pub fn location(&self, place: Place) -> Option<Location> {
        self.sources.get(place.source).map(|source| Location::at(source, place.span))
    }

    /// Adds a problem, no worse than the ceiling.
    pub fn report(&mut self, code: &'static str, place: Place, message: String, hint: impl Into<String>) {
        let mut diagnostic = Diagnostic::error(code, message);
        diagnostic.severity = self.ceiling;
        let hint = hint.into();
        diagnostic.hint = (!hint.is_empty()).then_some(hint);
        diagnostic.location = self.location(place);
        self.diagnostics.push(diagnostic);
    }

    /// Adds a warning.
    pub fn warn(&mut self, code: &'static str, place: Place, message: String, hint: impl Into<String>) {
        self.softly(|this| this.report(code, place, message, hint));
    }

    /// The path down to this point, in back quotes.
    pub fn name(&self) -> String {
        if self.path.is_empty() { "the configuration".to_owned() } else { format!("`{}`", self.path) }
    }

    /// Checks one value of a field.
    pub fn field(&mut self, json: &Json, field: &Field) -> Option<Value> {
        match field.standing {
            Standing::Contract => self.value(json, &field.shape),
            Standing::Addition => self.softly(|this| this.value(json, &field.shape)),
        }
    }

    /// Checks a value; `None` when it is not usable.
    pub fn value(&mut self, json: &Json, shape: &Shape) -> Option<Value> {
        match (shape, &json.value) {
            (_, JsonValue::Broken) => None,
            (Shape::Either(shapes), _) => match shapes.iter().find(|shape| fits(json, shape)) {
                Some(shape) => self.value(json, shape),
                None => {
                    self.wrong_type(json, &expected_type(shape));
                    None
                }
            },
            (Shape::Text(form), JsonValue::Text(text)) => self.text(json, *form, text),
            (Shape::Choice(choices), JsonValue::Text(text)) => self.choice(json, choices, text),
            (Shape::Flag, JsonValue::Bool(flag)) => Some(Value::Bool(*flag)),
            (Shape::Number, JsonValue::Number(text)) => match serde_json::from_str(text) {
                Ok(number) => Some(Value::Number(number)),
                Err(_) => {
                    self.wrong_type(json, "a number within reason");
                    None
                }
            },
            (Shape::Object(object), JsonValue::Object(_)) => {
                let (values, complete) = self.fields(json, object, &[]);
                // An incomplete `colors` still tells the other colours.
                (complete == Complete::Yes || object.name == "colors").then_some(Value::Object(values))
            }
            (Shape::List(list), JsonValue::Array(elements)) => Some(self.list(json, list, elements)),
            (Shape::Map(map), JsonValue::Object(members)) => Some(self.map(map, members)),
            _ => {
                self.wrong_type(json, &expected_type(shape));
                None
            }
        }
    }

    fn text(&mut self, json: &Json, form: Form, text: &str) -> Option<Value> {
        let shown = shown(text);
        match form.judge(text) {
            Verdict::Good(value) => return Some(Value::String(value)),
            Verdict::Doubtful(value, sentence, hint) => {
                self.warn(
                    "config-doubtful-value",
                    json.place,
                    format!("{}: {shown} {sentence}", self.name()),
                    hint,
                );
                return Some(Value::String(value));
            }
            Verdict::Uncommon(sentence, hint) => {
                let message = format!("{}: {shown} {sentence}", self.name());
                self.below(Severity::Note, |this| {
                    this.report("config-doubtful-value", json.place, message, hint);
                });
                return Some(Value::String(text.to_owned()));
            }
            Verdict::Withheld(sentence, hint) => {
                self.warn(
                    "config-unsafe-link",
                    json.place,
                    format!("{}: {shown} {sentence}", self.name()),
                    hint,
                );
                return None;
            }
            Verdict::Unusable(sentence) => {
                self.warn(
                    "integration-bad-value",
                    json.place,
                    format!("{}: {shown} {sentence}", self.name()),
                    "this third party is not loaded: write the value as its own pages show it",
                );
                return Some(Value::String(String::new()));
            }
            Verdict::Bad if form == Form::Theme => {
                let meant = did_you_mean(text, super::form::THEMES.iter().copied());
                let meant = meant.map(|name| format!("did you mean {name}? ")).unwrap_or_default();
                let message =
                    format!("{shown} is not a theme: the themes are {}", super::form::THEMES.join(", "));
                self.report(
                    "unknown-theme",
                    json.place,
                    message,
                    format!("{meant}the site is shown with mint"),
                );
            }
            Verdict::Bad if form == Form::CodeTheme => {
                return self.choice(json, super::code_themes::NAMES, text);
            }
            Verdict::Bad if form == Form::SampleLanguage => {
                let names = super::api::SAMPLE_LANGUAGES;
                let known = names.iter().flat_map(|names| names.iter().copied());
                let hint = match did_you_mean(text, known) {
                    Some(meant) => format!("did you mean \"{meant}\"?"),
                    None => {
                        let first: Vec<&str> =
                            names.iter().filter_map(|names| names.first().copied()).collect();
                        format!("there are {}", first.join(", "))
                    }
                };
                let message = format!("{}: no samples are made in {shown}", self.name());
                self.warn("config-bad-value", json.place, message, hint);
            }
            Verdict::Bad => {
                let message = format!("{} is {shown}, expected {}", self.name(), form.expected());
                self.report("config-bad-value", json.place, message, "");
                // It was written: nothing else may stand in for it.
                return form.is_of_third_party().then(|| Value::String(String::new()));
            }
        }
        None
    }

    fn choice(&mut self, json: &Json, choices: &[&str], text: &str) -> Option<Value> {
        if choices.contains(&text) {
            return Some(Value::String(text.to_owned()));
        }
        let hint = match did_you_mean(text, choices.iter().copied()) {
            Some(meant) => format!("did you mean \"{meant}\"?"),
            None => String::new(),
        };
        let message = format!("{} is {}, expected one of {}", self.name(), shown(text), choices.join(", "));
        self.report("config-bad-value", json.place, message, hint);
        None
    }

    fn list(&mut self, json: &Json, list: &List, elements: &[Json]) -> Value {
        self.list_length(json, list);
        let mut seen = BTreeSet::new();
        let mut values = Vec::new();
        for (index, element) in elements.iter().enumerate() {
            let Some(value) = self.within(&format!("[{index}]"), |this| this.value(element, &list.item))
            else {
                continue;
            };
            let key = match list.unique {
                Unique::Nothing => None,
                Unique::Text => value.as_str(),
                Unique::Key(key) => value.get(key).and_then(Value::as_str),
            };
            if let Some(key) = key.filter(|key| !seen.insert((*key).to_owned())) {
                let message = format!("{} lists {} twice", self.name(), shown(key));
                self.report(
                    "config-duplicate-entry",
                    element.place,
                    message,
                    "remove one of them: the first counts",
                );
                continue;
            }
            values.push(value);
        }
        Value::Array(values)
    }

    /// Reports an array that is too short or too long.
    pub fn list_length(&mut self, json: &Json, list: &List) {
        let count = json.elements().len();
        let message = if count < list.min {
            format!("{} is empty, expected at least one entry", self.name())
        } else if let Some(max) = list.max.filter(|max| count > *max) {
            format!("{} has {count} entries, expected at most {max}", self.name())
        } else {
            return;
        };
        self.report("config-bad-length", json.place, message, "");
    }

    fn map(&mut self, map: &Map, members: &[Member]) -> Value {
        let mut values = JsonMap::new();
        for member in members {
            if !map.keys.is_empty() && !map.keys.contains(&member.key.as_str()) {
                let meant = did_you_mean(&member.key, map.keys.iter().copied());
                let hint = match meant {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => format!("known keys: {}", map.keys.join(", ")),
                };
                let message = format!("{} has no key `{}`", self.name(), member.key);
                self.report("config-unknown-key", member.place, message, hint);
                continue;
            }
            if let Some(value) = self.within(&member.key, |this| this.value(&member.value, &map.value)) {
                values.insert(member.key.clone(), value);
            }
        }
        Value::Object(values)
    }

    /// Reports a value of the wrong type.
    pub fn wrong_type(&mut self, json: &Json, expected: &str) {
        let what = match &json.value {
            JsonValue::Number(text) => format!("the number {text}"),
            JsonValue::Bool(flag) => format!("the boolean {flag}"),
            JsonValue::Text(text) => format!("the string {}", shown(text)),
            _ => json.kind().to_owned(),
        };
        let message = format!("{} is {what}, expected {expected}", self.name());
        self.report("config-wrong-type", json.place, message, "");
    }
}

/// Whether every required field is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Complete {
    Yes,
    No,
}

/// A text in quotes, cut at 60 characters.
pub fn shown(text: &str) -> String {
    let mut cut: String = text.chars().take(60).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    format!("{cut:?}")
}

/// Whether the JSON type of `json` is the one that `shape` describes.
fn fits(json: &Json, shape: &Shape) -> bool {
    match (shape, &json.value) {
        (Shape::Either(shapes), _) => shapes.iter().any(|shape| fits(json, shape)),
        (Shape::Text(_) | Shape::Choice(_), JsonValue::Text(_))
        | (Shape::Flag, JsonValue::Bool(_))
        | (Shape::Number, JsonValue::Number(_))
        | (Shape::Object(_) | Shape::Map(_), JsonValue::Object(_))
        | (Shape::List(_), JsonValue::Array(_)) => true,
        _ => false,
    }
}

fn expected_type(shape: &Shape) -> String {
    match shape {
        Shape::Text(Form::Any) => "a string".to_owned(),
        Shape::Text(form) => form.expected(),
        Shape::Choice(choices) => format!("one of {}", choices.join(", ")),
        Shape::Flag => "true or false".to_owned(),
        Shape::Number => "a number".to_owned(),
        Shape::Object(_) | Shape::Map(_) => "an object".to_owned(),
        Shape::List(_) => "an array".to_owned(),
        Shape::Either(shapes) => shapes.iter().map(expected_type).collect::<Vec<_>>().join(", or "),
    }
}
