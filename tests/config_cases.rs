//! `docs.json`: verdicts on recorded cases, real configurations, and how problems are told.

use std::path::PathBuf;
use std::sync::Arc;

use docs::config::navigation::Level;
use docs::config::{ParsedConfig, json_schema, parse_config};
use docs::diagnostic::{Diagnostic, Severity};
use docs::text::SourcePath;
use serde_json::Value;

const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared");

/// Cases that were refused in the generation that the specification describes and are accepted by the
/// reference today: a configuration that the reference accepts never fails the build. Name and reason.
const ACCEPTED_SINCE: &[(&str, &str)] = &[
    ("icons/tabler", "a third icon library"),
    ("navbar/link-github", "a link to a repository needs no label"),
    (r#"navbar/primary/{"type":"button","label":"x","href":"/y"}"#, "a path works and warns"),
    ("footer/no-header", "a column needs no title"),
    ("footer/href//d/", "a path works"),
    ("href///x.y", "an address without scheme works and warns"),
    ("href/#x", "an anchor works and warns"),
    ("contextual/grok", "a newer assistant"),
    ("contextual/devin", "a newer assistant"),
    ("contextual/windsurf", "a newer editor"),
    ("contextual/add-mcp", "a newer action"),
    (r#"api/openapi/[{"source":"a.json","directory":"d"}]"#, "several descriptions with folders"),
    (r#"api/openapi/{"source":"a.json","overlays":["o.yaml"]}"#, "overlays"),
    (r#"integrations/onetrust/{"domainScript":"x"}"#, "a newer integration"),
    (r#"integrations/clarity/{"projectId":"x"}"#, "a newer integration"),
    (r#"integrations/adobe/{"launchUrl":"https://x.y"}"#, "a newer integration"),
    (r#"integrations/transcend/{"bundleId":"a-b"}"#, "a newer integration"),
    ("nav/language/fr-ca", "a newer language code"),
    ("nav/language/sv", "a newer language code"),
    ("nav/language/da", "a newer language code"),
    ("nav/language/nl", "a newer language code"),
    ("nav/language/uk", "a newer language code"),
    ("nav/language/uz", "a newer language code"),
    ("nav/language/fi", "a newer language code"),
    ("nav/global/tabs", "a path is an address"),
    ("nav/global/products", "products may be global"),
    ("nav/global/pages", "a path is an address"),
];

fn parse(text: &str) -> ParsedConfig {
    parse_config(&SourcePath::new("docs.json"), text, &|_| None)
}

fn errors(parsed: &ParsedConfig) -> Vec<&Diagnostic> {
    parsed.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).collect()
}

fn told(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.location.as_ref().map(|at| format!("{}:{}:{}", at.path, at.line, at.column));
    let hint = diagnostic.hint.as_deref().unwrap_or("-");
    format!(
        "{:?} {} {} {} ({hint})",
        diagnostic.severity,
        place.unwrap_or_default(),
        diagnostic.code,
        diagnostic.message
    )
}

#[test]
fn recorded_verdicts() {
    let Ok(text) = std::fs::read_to_string(format!("{SHARED}/vectors/config-cases.ndjson")) else {
        eprintln!("skipped: recorded cases are not here");
        return;
    };
    let mut wrong = Vec::new();
    let mut seen = 0;
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let name = case["name"].as_str().unwrap();
        let parsed = parse(&serde_json::to_string_pretty(&case["config"]).unwrap());
        let accepted = errors(&parsed).is_empty();
        let recorded = case["okEra"].as_bool().unwrap();
        assert!(
            parsed.diagnostics.iter().all(|d| d.code != "config-not-read"),
            "{name}: {:?}",
            parsed.diagnostics
        );
        let told: Vec<String> = parsed.diagnostics.iter().map(told).collect();
        match ACCEPTED_SINCE.iter().find(|(exception, _)| *exception == name) {
            Some((_, reason)) => {
                seen += 1;
                assert_eq!(
                    (recorded, &case["ok"]),
                    (false, &Value::Bool(true)),
                    "{name}: no exception any more"
                );
                assert!(accepted, "{name} ({reason}): {told:?}");
            }
            None if accepted != recorded => {
                wrong.push(format!(
                    "{name}: recorded {recorded} (today {}), ours {accepted} {told:#?}",
                    case["ok"]
                ));
            }
            None => {}
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
    assert_eq!(seen, ACCEPTED_SINCE.len(), "an exception names a case that does not exist");
}

/// The folders of the real documentation sets with the text of their `docs.json`.
fn real_sets() -> Vec<(PathBuf, String)> {
    let Ok(folders) = std::fs::read_dir(format!("{SHARED}/corpus")) else {
        eprintln!("skipped: real documentation sets are not here");
        return Vec::new();
    };
    let mut sets: Vec<(PathBuf, String)> = folders
        .filter_map(|folder| {
            let folder = folder.ok()?.path();
            let text = std::fs::read_to_string(folder.join("docs.json")).ok()?;
            Some((folder, text))
        })
        .collect();
    sets.sort();
    sets
}

#[test]
fn real_configurations_have_no_errors() {
    for (folder, text) in real_sets() {
        let read =
            |path: &SourcePath| std::fs::read_to_string(folder.join(path.as_str())).ok().map(Arc::from);
        let parsed = parse_config(&SourcePath::new("docs.json"), &text, &read);
        let told: Vec<String> = parsed.diagnostics.iter().map(told).collect();
        eprintln!("{}\n  {}", folder.display(), told.join("\n  "));
        assert!(errors(&parsed).is_empty(), "{}: {told:#?}", folder.display());
        assert_ne!(*parsed.config.navigation, Level::default(), "{}", folder.display());
        assert_ne!(parsed.config.identity.name, "Documentation");
        let known = ["config-legacy-key", "config-unknown-key", "config-doubtful-value"];
        assert!(
            parsed.diagnostics.iter().all(|d| known.contains(&d.code)),
            "{}: {told:#?}",
            folder.display()
        );
    }
}

#[test]
fn schema_accepts_real_configurations() {
    let schema = json_schema();
    for (folder, text) in real_sets() {
        let value: Value = serde_json::from_str(&text).unwrap();
        let problems = validate(&schema, &schema, &value, "#");
        assert!(problems.is_empty(), "{}: {problems:#?}", folder.display());
    }
}

/// The schema agrees with the verdicts, except where a rule cannot be told in a schema or is only a warning.
#[test]
fn schema_agrees_with_the_verdicts() {
    let Ok(text) = std::fs::read_to_string(format!("{SHARED}/vectors/config-cases.ndjson")) else {
        eprintln!("skipped: recorded cases are not here");
        return;
    };
    let schema = json_schema();
    let mut differing = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let parsed = parse(&case["config"].to_string());
        let problems = validate(&schema, &schema, &case["config"], "#");
        if errors(&parsed).is_empty() && parsed.diagnostics.is_empty() && !problems.is_empty() {
            differing.push(format!("{}: {problems:?}", case["name"]));
        }
    }
    assert!(differing.is_empty(), "refused by the schema only: {differing:#?}");
}

/// Validates the keywords that the schema uses.
pub fn validate(root: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let Value::Object(keywords) = schema else {
        return if *schema == Value::Bool(false) { vec![format!("{at} is not allowed")] } else { Vec::new() };
    };
    let fails = |schema: &Value| !validate(root, schema, value, at).is_empty();
    let mut problems = Vec::new();
    let mut refuse = |is_refused: bool, keyword: &str| {
        if is_refused {
            problems.push(format!("{at}: {keyword}: {value}"));
        }
    };
    let text = value.as_str();
    let items = value.as_array();
    let object = value.as_object();
    let length = |limit: &Value| limit.as_u64().unwrap() as usize;
    let mut inner = Vec::new();
    for (keyword, argument) in keywords {
        match keyword.as_str() {
            "$ref" => {
                let target =
                    root.pointer(argument.as_str().unwrap().trim_start_matches('#')).expect("a definition");
                inner.extend(validate(root, target, value, at));
            }
            "type" => {
                let is_type = match argument.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "number" => value.is_number(),
                    other => panic!("type {other}"),
                };
                refuse(!is_type, keyword);
            }
            "enum" => refuse(!argument.as_array().unwrap().contains(value), keyword),
            "minLength" => refuse(text.is_some_and(|text| text.chars().count() < length(argument)), keyword),
            "minItems" => refuse(items.is_some_and(|items| items.len() < length(argument)), keyword),
            "maxItems" => refuse(items.is_some_and(|items| items.len() > length(argument)), keyword),
            "uniqueItems" => {
                let repeats =
                    |items: &Vec<Value>| (1..items.len()).any(|at| items[..at].contains(&items[at]));
                refuse(items.is_some_and(repeats), keyword);
            }
            "required" => {
                let missing = argument
                    .as_array()
                    .unwrap()
                    .iter()
                    .any(|key| object.is_some_and(|object| !object.contains_key(key.as_str().unwrap())));
                refuse(missing, keyword);
            }
            "dependentRequired" => {
                let lacks = |(key, others): (&String, &Value)| {
                    object.is_some_and(|object| {
                        let others = others.as_array().unwrap();
                        object.contains_key(key)
                            && others.iter().any(|other| !object.contains_key(other.as_str().unwrap()))
                    })
                };
                refuse(argument.as_object().unwrap().iter().any(lacks), keyword);
            }
            "properties" => {
                for (key, schema) in argument.as_object().unwrap() {
                    if let Some(value) = object.and_then(|object| object.get(key)) {
                        inner.extend(validate(root, schema, value, &format!("{at}/{key}")));
                    }
                }
            }
            "additionalProperties" => {
                let known = keywords.get("properties").and_then(Value::as_object);
                for (key, value) in object.into_iter().flatten() {
                    if !known.is_some_and(|known| known.contains_key(key)) {
                        inner.extend(validate(root, argument, value, &format!("{at}/{key}")));
                    }
                }
            }
            "items" => {
                for (index, item) in items.into_iter().flatten().enumerate() {
                    inner.extend(validate(root, argument, item, &format!("{at}/{index}")));
                }
            }
            "anyOf" => refuse(argument.as_array().unwrap().iter().all(fails), keyword),
            "if" => {
                let branch = if fails(argument) { "else" } else { "then" };
                if let Some(schema) = keywords.get(branch) {
                    inner.extend(validate(root, schema, value, at));
                }
            }
            // Patterns and formats are left to the build: they are the same words as its own checks.
            "pattern" | "format" => {}
            "then" | "else" | "description" | "default" | "title" | "$schema" | "$defs" => {}
            other => panic!("the schema uses {other}, which this test does not know"),
        }
    }
    problems.extend(inner);
    problems
}
