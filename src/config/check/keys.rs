//! Checks over the keys of an object: unknown, older and missing ones, and rules over several keys.

use super::{Checker, Complete, expected_type, shown};
use crate::config::containers::leads_somewhere;
use crate::config::json::{Json, JsonValue, MINIMAL, Place};
use crate::config::schema::{Field, Object, Rule, Unknown};
use crate::diagnostic::{Diagnostic, Location, did_you_mean};
use crate::text::Span;

/// A warning that stands for several places.
pub struct Repeated {
    message: String,
    others: Vec<Location>,
}

impl Checker<'_> {
    /// Reports keys that `object` does not describe.
    pub fn unknown_keys(&mut self, json: &Json, object: &Object) {
        for member in json.members() {
            let key = member.key.as_str();
            if object.fields.iter().any(|field| field.key == key) {
                continue;
            }
            let refused = match object.unknown {
                Unknown::Tolerated => false,
                Unknown::Refused => true,
                Unknown::RefusedWithout(other) => json.get(other).is_none(),
            };
            let full = self.within(key, |this| this.name());
            let place = self.location(member.place);
            if let Some(earlier) = self.repeated.get_mut(&(object.name, key.to_owned())).filter(|_| !refused)
            {
                earlier.others.extend(place);
                continue;
            }
            let unsupported =
                object.unsupported.iter().find(|(known, _)| *known == key).map(|(_, what)| *what);
            let retired = object.retired.iter().find(|(old, _)| *old == key).map(|(_, new)| *new);
            let (code, message, hint) = match retired {
                _ if unsupported.is_some() => (
                    "config-unsupported-key",
                    format!(
                        "{full} is known but not supported: {} are not made",
                        unsupported.unwrap_or("pages")
                    ),
                    "list pages of your own there; the key may stay for other tools".to_owned(),
                ),
                Some("") => {
                    ("config-legacy-key", format!("{full} is no setting of docs.json"), REMOVE.to_owned())
                }
                Some(new) => {
                    let hint = format!("write {new} instead");
                    ("config-legacy-key", format!("{full} is no setting of docs.json"), hint)
                }
                None => {
                    let meant = did_you_mean(key, object.fields.iter().map(|field| field.key));
                    let hint = meant.map(|meant| format!("did you mean `{meant}`?"));
                    (
                        "config-unknown-key",
                        format!("{full} is not a known key"),
                        hint.unwrap_or(REMOVE.to_owned()),
                    )
                }
            };
            if refused {
                self.report(code, member.place, message, hint);
            } else {
                let repeated = Repeated { message: message.clone(), others: Vec::new() };
                self.repeated.insert((object.name, key.to_owned()), repeated);
                self.warn(code, member.place, message, hint);
            }
        }
    }

    /// All problems. A key that is unknown at many places is one warning that lists the other places.
    pub fn finish(self) -> Vec<Diagnostic> {
        let mut diagnostics = self.diagnostics;
        for Repeated { message, others } in
            self.repeated.into_values().filter(|repeated| !repeated.others.is_empty())
        {
            let Some(first) = diagnostics.iter_mut().find(|diagnostic| diagnostic.message == message) else {
                continue;
            };
            let mut places: Vec<String> =
                others.iter().take(5).map(|at| format!("{}:{}", at.path, at.line)).collect();
            if others.len() > places.len() {
                places.push(format!("{} more places", others.len() - places.len()));
            }
            let hint = first.hint.take().unwrap_or_default();
            first.hint = Some(format!("{hint}; also at {}", places.join(", ")));
        }
        diagnostics
    }

    /// Reports that a key of the root is missing.
    pub fn missing_key(&mut self, json: &Json, object: &Object, key: &str) {
        if let Some(field) = object.fields.iter().find(|field| field.key == key)
            && matches!(json.value, JsonValue::Object(_))
        {
            self.missing(json, field);
        }
    }

    /// Reports that a field of this object is missing.
    pub(super) fn missing(&mut self, json: &Json, field: &Field) {
        let name = self.within(field.key, |this| this.name());
        let hint = match self.path.is_empty() {
            true => MINIMAL.to_owned(),
            false => format!("expected {}", expected_type(&field.shape)),
        };
        // The opening bracket is enough of a place: the object may be the whole file.
        let start = json.place.span.start as usize;
        let place = Place { span: Span::new(start, start + 1), ..json.place };
        self.report("config-missing-key", place, format!("{name} is missing"), hint);
    }

    /// Checks a rule over several keys.
    pub(super) fn rule(&mut self, json: &Json, rule: Rule) -> Complete {
        let kind = json.get("type").and_then(Json::text);
        match rule {
            Rule::Needs(key, other) => {
                if let Some(value) = json.get(key).filter(|_| json.get(other).is_none()) {
                    let message =
                        format!("{} needs `{other}` beside it", self.within(key, |this| this.name()));
                    self.report("config-missing-key", value.place, message, format!("add `{other}`"));
                }
            }
            Rule::RequiredUnlessType(key, kinds) => {
                if json.get(key).is_none() && !kind.is_some_and(|kind| kinds.contains(&kind)) {
                    let message = format!("{} is missing", self.within(key, |this| this.name()));
                    self.report("config-missing-key", json.place, message, "expected a string");
                    return Complete::No;
                }
            }
            Rule::Repository => {
                let href = json.get("href").and_then(|href| href.text().map(|text| (href.place, text)));
                if let Some((place, text)) = href.filter(|_| kind == Some("github"))
                    && !is_repository(text)
                {
                    let message = format!("{}: {} is not a repository on GitHub", self.name(), shown(text));
                    let hint = "expected an address such as https://github.com/owner/name";
                    self.warn("config-doubtful-value", place, message, hint);
                }
            }
            Rule::NotToBeHad(key, sentence) => {
                if let Some(value) = json.get(key).filter(|value| value.value == JsonValue::Bool(false)) {
                    let hint = "protect it where it is served";
                    self.warn("config-doubtful-value", value.place, format!("`{key}`: {sentence}"), hint);
                }
            }
            Rule::LeadsSomewhere => {
                let members = json.members();
                if !members.is_empty() && !members.iter().any(|member| leads_somewhere(&member.key)) {
                    let message = format!("{} has neither pages nor `href`, so it is left out", self.name());
                    let hint = "give it pages or an address, or remove it";
                    self.warn("config-doubtful-value", json.place, message, hint);
                } else if json.get("hidden").is_none() && is_without_entries(json) {
                    let message = format!("{} has no page, so it is left out", self.name());
                    let hint = "give it pages or an address, or remove it";
                    self.warn("config-doubtful-value", json.place, message, hint);
                }
            }
            Rule::NotApplied(key, hint) => {
                if let Some(value) = json.get(key) {
                    let message = format!("`{key}` is known but not supported, so it has no effect");
                    self.warn("config-unsupported-key", value.place, message, hint);
                }
            }
            Rule::OnlyInTheme(key, theme) => {
                if let Some(value) = json.get(key).filter(|_| self.theme.as_deref() != Some(theme)) {
                    let message = format!("`{key}` is only shown by the theme {theme}");
                    self.warn(
                        "config-doubtful-value",
                        value.place,
                        message,
                        "remove it, or choose that theme",
                    );
                }
            }
        }
        Complete::Yes
    }
}

/// Whether all that a division, or a group in it, has is lists of pages and groups without an entry. Of a list of groups
/// that is empty the list itself is told.
fn is_without_entries(json: &Json) -> bool {
    let is_empty = |list: &Json| {
        let JsonValue::Array(entries) = &list.value else { return false };
        entries.iter().all(|entry| matches!(entry.value, JsonValue::Object(_)) && is_without_entries(entry))
    };
    let is_way = |key: &str| leads_somewhere(key) || matches!(key, "root" | "$ref");
    let mut ways = json.members().iter().filter(|member| is_way(&member.key)).peekable();
    ways.peek().is_some()
        && ways.all(|member| match member.key.as_str() {
            "pages" => is_empty(&member.value),
            "groups" => !member.value.elements().is_empty() && is_empty(&member.value),
            _ => false,
        })
}

const REMOVE: &str = "remove it: it has no effect";

fn is_repository(text: &str) -> bool {
    let Some((_, rest)) = text.split_once("://") else { return false };
    let mut segments = rest.split('/').filter(|segment| !segment.is_empty());
    let host = segments.next().unwrap_or("").to_ascii_lowercase();
    (host == "github.com" || host == "www.github.com" || host.starts_with("github."))
        && segments.next().is_some()
}
