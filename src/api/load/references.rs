//! References of a description that lead nowhere, or back to themselves.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{MAX_PROBLEMS, MAX_REPORTED_REFERENCES, ReferenceAt, Report};
use crate::api::ApiDescription;
use crate::api::pointer::unescaped;
use crate::api::resolve::MAX_STEPS;
use crate::diagnostic::{Diagnostic, did_you_mean};

impl Report<'_> {
    /// Tells about `$ref`s that lead nowhere, or back to themselves.
    pub(super) fn references(&mut self, description: &ApiDescription) {
        let mut seen = BTreeSet::new();
        let mut circles = BTreeSet::new();
        let mut broken = 0;
        for document in description.documents() {
            for (place, reference) in document.references() {
                let (base, pointer) = reference.split_once('#').unwrap_or((&reference, ""));
                // A file that is not there has been told about; an anchor is found nowhere.
                if description.document(base).is_none() || !seen.insert(reference.clone()) {
                    continue;
                }
                if description.target(&reference).is_some() {
                    self.circle(description, &reference, &mut circles, (document, place));
                    continue;
                }
                broken += 1;
                if broken > MAX_REPORTED_REFERENCES {
                    continue;
                }
                let (parent, name) = pointer.rsplit_once('/').unwrap_or(("", pointer));
                let names = description.document(base).map(|found| found.names(parent)).unwrap_or_default();
                let hint = match did_you_mean(name, names.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{base}#{parent}/{near}`?"),
                    None => "define it, or remove the reference; the part is shown without it".to_owned(),
                };
                let message = format!("`{reference}` does not exist");
                let diagnostic = Diagnostic::error("api-reference-broken", message).hint(hint);
                self.push_at(diagnostic, (document, place));
            }
        }
        if broken > MAX_REPORTED_REFERENCES {
            let message = format!("{} more references lead nowhere", broken - MAX_REPORTED_REFERENCES);
            self.push(Diagnostic::error("api-reference-broken", message), None);
        }
    }

    /// Tells of a reference that leads back to itself, once for all that are on the way.
    fn circle(
        &mut self,
        description: &ApiDescription,
        reference: &str,
        told: &mut BTreeSet<String>,
        at: ReferenceAt<'_>,
    ) {
        if told.contains(reference) || told.len() > MAX_PROBLEMS {
            return;
        }
        let Some(members) = circle_of(description, reference) else { return };
        let names: Vec<String> =
            members.iter().skip(1).chain(members.first()).map(|name| format!("`{name}`")).collect();
        let message = format!("`{reference}` leads to {}: nothing defines it", names.join(", then to "));
        let diagnostic = Diagnostic::error("api-reference-broken", message)
            .hint("define one of them; what refers to them is shown without it");
        told.extend(members);
        // Where it is defined as the next one, when that is known: others that refer to it are right.
        let keys: Option<Vec<String>> = reference.strip_prefix("#/").map(|pointer| {
            pointer.split('/').map(unescaped).chain(std::iter::once("$ref".to_owned())).collect()
        });
        let keys = keys.as_ref().map(|keys| keys.iter().map(String::as_str).collect::<Vec<&str>>());
        match keys.and_then(|keys| self.places.of_keys(&keys)) {
            Some(span) => self.push(diagnostic, Some(span)),
            None => self.push_at(diagnostic, at),
        }
    }
}

/// The references that a reference leads to, one to the next, when the last one is the first again and none of them says
/// anything else.
fn circle_of(description: &ApiDescription, reference: &str) -> Option<Vec<String>> {
    let mut members = vec![reference.to_owned()];
    while members.len() <= MAX_STEPS {
        let current = members.last()?;
        let next = description.reference_at(current)?;
        let says_more = |(key, value): (&String, &Value)| {
            key != "$ref" && !matches!(key.as_str(), "description" | "summary") && !value.is_null()
        };
        if description.target(current)?.as_object()?.iter().any(says_more) {
            return None;
        }
        if next == reference {
            return Some(members);
        }
        if members.iter().any(|known| known == next) {
            return None;
        }
        members.push(next.to_owned());
    }
    None
}
