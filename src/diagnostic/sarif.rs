//! Diagnostics as SARIF 2.1.0, which code scanning of forges and editors read.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::codes::{self, Code};
use super::{Diagnostic, Severity};
use crate::text::encode_path;

/// One run with all problems. `folder` stands before each path: that of the project as seen from where paths begin;
/// empty, or with a slash at its end.
pub fn sarif(diagnostics: &[Diagnostic], folder: &str) -> Value {
    let mut rules: BTreeMap<&str, usize> = diagnostics.iter().map(|problem| (problem.code, 0)).collect();
    rules.values_mut().enumerate().for_each(|(number, place)| *place = number);
    let listed: Vec<Value> = rules.keys().map(|code| rule(code)).collect();
    let results: Vec<Value> =
        diagnostics.iter().map(|problem| result(problem, rules.get(problem.code).copied(), folder)).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "docs",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": listed,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// What there is to say about a code, where forges show it beside the problems.
fn rule(code: &str) -> Value {
    let Some(Code { means, example, fix, .. }) = codes::find(code) else { return json!({ "id": code }) };
    let first = means.split_inclusive(". ").next().unwrap_or(means).trim_end();
    json!({
        "id": code,
        "shortDescription": { "text": first },
        "fullDescription": { "text": means },
        "help": { "text": format!("{means} For example: {example}\n{fix}") },
    })
}

fn result(problem: &Diagnostic, rule: Option<usize>, folder: &str) -> Value {
    let level = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let text = match &problem.hint {
        Some(hint) => format!("{}. {hint}", problem.message),
        None => problem.message.clone(),
    };
    let mut result = json!({
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": level,
        "message": { "text": text },
    });
    if let Some(location) = &problem.location {
        let path = encode_path(&format!("{folder}{}", location.path));
        let mut place = json!({ "artifactLocation": { "uri": path } });
        if location.line > 0 {
            place["region"] = json!({
                "startLine": location.line,
                "startColumn": location.column.max(1),
                "endColumn": location.column.max(1) + location.length,
            });
        }
        result["locations"] = json!([{ "physicalLocation": place }]);
    }
    result
}
