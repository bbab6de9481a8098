//! `docs openapi-diff`: what differs between two descriptions of one API.

use std::fmt::Write;
use std::sync::Arc;

use serde_json::{Value, json};

use super::arguments::OpenapiDiffArguments;
use super::build::{color, problems};
use super::described::Described;
use super::{Exit, complain, print};
use crate::api::changes::{Change, Changes, changes};
use crate::api::{ApiDescription, ApiKind, Operation, OperationKind};
use crate::diagnostic::Severity;
use crate::system::System;

/// Compares both, and prints what is different.
pub fn run(system: Arc<dyn System>, arguments: &OpenapiDiffArguments) -> Exit {
    let read = |path: &str| -> Result<ApiDescription, String> {
        let Described { description, diagnostics, .. } =
            Described::read(&*system, path).map_err(|problem| format!("error: {problem}\n"))?;
        let described = description.filter(|description| description.kind == ApiKind::OpenApi);
        described.ok_or_else(|| {
            let errors: Vec<_> =
                diagnostics.into_iter().filter(|problem| problem.severity == Severity::Error).collect();
            match errors.is_empty() {
                true => format!("error: `{path}` is no OpenAPI description\n"),
                false => problems(&errors, color(&*system)),
            }
        })
    };
    let (old, new) = match (read(&arguments.old), read(&arguments.new)) {
        (Ok(old), Ok(new)) => (old, new),
        (old, new) => {
            [old, new].iter().filter_map(|read| read.as_ref().err()).for_each(|problem| complain(problem));
            return Exit::Problems;
        }
    };
    let changes = changes(&old, &new);
    match arguments.json {
        true => print(&format!("{:#}\n", as_json(&changes))),
        false => print(&plainly(&changes)),
    }
    if arguments.strict && changes.breaks() { Exit::Problems } else { Exit::Built }
}

/// The same as text.
fn plainly(changes: &Changes<'_>) -> String {
    if changes.is_empty() {
        return "There are no differences.\n".to_owned();
    }
    let mut parts = vec![
        ("Breaking changes", differing(changes, true)),
        ("Removed", listed(&changes.removed)),
        ("Added", listed(&changes.added)),
        ("Other changes", differing(changes, false)),
    ];
    parts.retain(|(_, lines)| !lines.is_empty());
    let parts: Vec<String> = parts.iter().map(|(title, lines)| format!("{title}\n{lines}")).collect();
    parts.join("\n")
}

fn listed(operations: &[&Operation]) -> String {
    operations.iter().map(|operation| format!("  {}\n", name(operation))).collect()
}

/// The operations with changes of this kind, each with a line for each.
fn differing(changes: &Changes<'_>, breaking: bool) -> String {
    let mut lines = String::new();
    let shared = ("all operations".to_owned(), &changes.shared);
    let own = changes.changed.iter().map(|(operation, all)| (name(operation), all));
    for (name, all) in std::iter::once(shared).chain(own) {
        let all: Vec<&Change> = all.iter().filter(|change| change.breaks == breaking).collect();
        if !all.is_empty() {
            let _ = writeln!(lines, "  {name}");
        }
        for Change { place, keyword, before, after, .. } in all {
            let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "–".to_owned());
            let what = [Some(place.as_str()).filter(|place| !place.is_empty()), *keyword];
            let what: Vec<&str> = what.into_iter().flatten().collect();
            let _ = writeln!(lines, "    {}: {} → {}", what.join(" "), value(before), value(after));
        }
    }
    lines
}

fn name(operation: &Operation) -> String {
    match operation.kind {
        OperationKind::Path => format!("{} {}", operation.method.to_uppercase(), operation.path),
        OperationKind::Webhook => format!("webhook {}", operation.path),
    }
}

fn as_json(changes: &Changes<'_>) -> Value {
    let names = |operations: &[&Operation]| -> Vec<String> {
        operations.iter().map(|operation| name(operation)).collect()
    };
    let changed: Vec<Value> = changes
        .changed
        .iter()
        .map(|(operation, all)| json!({ "operation": name(operation), "changes": all }))
        .collect();
    json!({
        "breaking": changes.breaks(),
        "removed": names(&changes.removed),
        "added": names(&changes.added),
        "changed": changed,
        "shared": changes.shared,
    })
}
