//! Recorded answers about API descriptions: file names, references, front matter; and every description of
//! the real documentation sets.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use docs::api::load::{load_description, sniff};
use docs::api::reference::{find_among, parse_api_front_matter, parse_channel_reference, parse_reference};
use docs::api::slug::clean_file_name;
use docs::api::{ApiDescription, ApiTarget, Visibility, document, generated_pages, page_of};
use docs::config::api::Api;
use docs::page::ast::Node;
use docs::text::SourcePath;
use serde_json::{Map, Value, json};

const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared");

fn vectors(name: &str) -> Vec<Value> {
    let path = format!("{SHARED}/vectors/{name}.ndjson");
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("skipped: {path} does not exist");
        return Vec::new();
    };
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

#[test]
fn file_names_match_the_vectors() {
    for case in vectors("openapi-filenames") {
        assert_eq!(json!(clean_file_name(text(&case["in"]))), case["out"], "{}", case["in"]);
    }
}

#[test]
fn references_match_the_vectors() {
    for case in vectors("openapi-ref") {
        let answer = parse_reference(text(&case["in"])).map_or(Value::Null, |reference| {
            let (method, endpoint) = match reference.target {
                ApiTarget::Operation { method, path } => (method, path),
                ApiTarget::Webhook { name } => ("webhook".to_owned(), name),
                ApiTarget::Channel { id } => ("channel".to_owned(), id),
                ApiTarget::Schema { reference, .. } => ("schema".to_owned(), reference),
                ApiTarget::Tag { name } | ApiTarget::Model { name } | ApiTarget::Graphql { name, .. } => {
                    ("tag".to_owned(), name)
                }
            };
            let mut answer = json!({ "method": method, "endpoint": endpoint });
            if let Some(file) = reference.file {
                answer["filename"] = json!(file);
            }
            answer
        });
        assert_eq!(answer, case["out"], "{}", case["in"]);
    }
}

#[test]
fn api_front_matter_matches_the_vectors() {
    for case in vectors("api-frontmatter") {
        let answer = parse_api_front_matter(text(&case["in"])).map_or(Value::Null, |endpoint| {
            let mut answer = json!({ "path": endpoint.path, "method": endpoint.method });
            if let Some(server) = endpoint.server {
                answer["servers"] = json!([{ "url": server }]);
            }
            answer
        });
        assert_eq!(answer, case["out"], "{}", case["in"]);
    }
}

/// The files of the navigation vectors.
fn navigation_files() -> Map<String, Value> {
    let files = vectors("nav-cases").into_iter().find(|case| case["name"] == "__files__");
    files.and_then(|case| case["files"].as_object().cloned()).unwrap_or_default()
}

fn loaded(path: &str, text: &str) -> ApiDescription {
    let (description, diagnostics) = load_description(&SourcePath::new(path), text);
    description.unwrap_or_else(|| panic!("{path}: {diagnostics:?}"))
}

/// Every generated entry of the recorded navigations, wherever it stands.
fn generated_entries<'a>(value: &'a Value, entries: &mut Vec<&'a Value>) {
    match value {
        Value::Object(map)
            if ["openapi", "asyncapi"].iter().any(|key| map.get(*key).is_some_and(Value::is_string)) =>
        {
            entries.push(value);
        }
        Value::Object(map) => map.values().for_each(|value| generated_entries(value, entries)),
        Value::Array(items) => items.iter().for_each(|item| generated_entries(item, entries)),
        _ => {}
    }
}

#[test]
fn generated_pages_match_the_navigation_vectors() {
    let files = navigation_files();
    let mut checked = 0;
    for case in vectors("nav-cases") {
        let mut entries = Vec::new();
        generated_entries(&case["nav"], &mut entries);
        for entry in entries {
            let (reference, is_channel) = match entry.get("openapi") {
                Some(openapi) => (parse_reference(text(openapi)).unwrap(), false),
                None => (parse_channel_reference(text(&entry["asyncapi"])).unwrap(), true),
            };
            let file = reference.file.clone().unwrap_or_default();
            let name = file.trim_start_matches('/');
            let description = loaded(name, text(&files[name]));
            let directory =
                text(&entry["href"]).trim_start_matches('/').split('/').next().unwrap_or("").to_owned();
            let found = description.find(&reference.target).unwrap();
            let page = page_of(&description, found, Some(&directory));
            assert_eq!(format!("/{}", page.slug), text(&entry["href"]), "{}", case["name"]);
            assert_eq!(page.title, text(&entry["title"]));
            assert_eq!(page.description.as_deref().unwrap_or(""), entry.get("description").map_or("", text));
            assert_eq!(json!(page.reference_text()), entry[if is_channel { "asyncapi" } else { "openapi" }]);
            checked += 1;
        }
    }
    if !files.is_empty() {
        assert!(checked > 5, "{checked}");
    }
}

#[test]
fn the_recorded_description_is_grouped_as_stated() {
    let files = navigation_files();
    let Some(source) = files.get("openapi.yaml") else { return };
    let description = loaded("openapi.yaml", text(source));
    let pages = generated_pages(&description, None);
    let groups: Vec<&str> = pages.groups.iter().map(|group| group.name.as_str()).collect();
    assert_eq!(groups, ["Pet Things", "API Reference", "Ünïcode tag", "A/B Tag"]);
    let slugs: Vec<&str> = pages.groups[0].pages.iter().map(|page| page.slug.as_str()).collect();
    let expected = [
        "api-reference/pets/list-all-pets",
        "api-reference/pets/put-pets",
        "api-reference/pets/create-a-pet-v20-please!",
        "api-reference/pets/delete-pets",
        "api-reference/pets/opt-pets",
        "api-reference/pets/head-pets",
        "api-reference/pets/patch-pets",
        "api-reference/pets/trace-pets",
        "api-reference/pets/get-pets",
        "api-reference/pets/delete--now",
        "api-reference/pets/same",
        "api-reference/pets/get-xmint2",
        "api-reference/pets/petgone",
    ];
    assert_eq!(slugs, expected);
    let all: Vec<&str> = pages.groups[1].pages.iter().map(|page| page.slug.as_str()).collect();
    for slug in ["api-reference/same", "api-reference/same-1", "custom/path", "api-reference/new-pet-hook"] {
        assert!(all.contains(&slug), "{slug}: {all:?}");
    }
    let mint = pages.groups[1].pages.iter().find(|page| page.slug.as_str() == "custom/path").unwrap();
    assert_eq!((mint.title.as_str(), mint.visibility), ("My T", Visibility::Hidden));
    assert_eq!(mint.groups, ["pathgroup", "opgroup"]);
    assert_eq!(pages.unlisted.len(), 1);
    let excluded = parse_reference("GET /excluded").unwrap();
    assert!(description.find(&excluded.target).is_err());
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_below(&path, found);
        } else if path.extension().is_some_and(|e| e == "json" || e == "yaml" || e == "yml") {
            found.push(path);
        }
    }
}

fn count(nodes: &[Node]) -> usize {
    nodes.iter().map(|node| 1 + count(&node.children)).sum()
}

/// Every text of a `$ref` but those in examples.
fn references<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let is_data = key.starts_with("x-")
                    || matches!(
                        key.as_str(),
                        "example" | "examples" | "default" | "const" | "enum" | "value"
                    );
                match value {
                    Value::String(text) if key == "$ref" => found.push(text),
                    value if !is_data => references(value, found),
                    _ => {}
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[test]
fn oas_03_every_real_reference_resolves_or_is_reported() {
    let corpus = PathBuf::from(format!("{SHARED}/corpus"));
    if !corpus.exists() {
        eprintln!("skipped: {} does not exist", corpus.display());
        return;
    }
    let mut files = Vec::new();
    files_below(&corpus, &mut files);
    let (mut resolved, mut reported) = (0, 0);
    for file in files {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let path = SourcePath::new(&file.strip_prefix(&corpus).unwrap().to_string_lossy());
        if sniff(&path, &text).is_none() {
            continue;
        }
        let (Some(description), problems) = load_description(&path, &text) else { continue };
        let whole = docs::yaml::parse_yaml(&text).or_else(|_| serde_json::from_str(&text)).unwrap();
        let mut found = Vec::new();
        references(&whole, &mut found);
        for reference in found {
            let pointer =
                reference.strip_prefix('#').map(|pointer| pointer.replace("%7B", "{").replace("%7D", "}"));
            let is_there = pointer.is_some_and(|pointer| whole.pointer(&pointer).is_some());
            assert_eq!(description.target(reference).is_some(), is_there, "{path}: {reference}");
            if is_there {
                resolved += 1;
                continue;
            }
            let name = reference.split('#').next().unwrap_or("").trim_start_matches("./");
            let told = |message: &str| {
                message.contains(&format!("`{reference}`"))
                    || message.contains("more references lead nowhere")
                    || (!name.is_empty() && message.contains(name))
            };
            assert!(problems.iter().any(|problem| told(&problem.message)), "{path}: {reference}");
            reported += 1;
        }
    }
    eprintln!("{resolved} references resolve, {reported} are reported");
    assert!(resolved > 2_000);
}

#[test]
fn every_real_description_makes_documents() {
    let corpus = PathBuf::from(format!("{SHARED}/corpus"));
    if !corpus.exists() {
        eprintln!("skipped: {} does not exist", corpus.display());
        return;
    }
    let mut files = Vec::new();
    files_below(&corpus, &mut files);
    let (mut descriptions, mut documents, mut nodes, mut largest) = (0, 0, 0, 0);
    let mut diagnostics = Vec::new();
    let start = Instant::now();
    for file in files {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let path = SourcePath::new(&file.strip_prefix(&corpus).unwrap().to_string_lossy());
        if sniff(&path, &text).is_none() {
            continue;
        }
        let (description, problems) = load_description(&path, &text);
        diagnostics.extend(problems);
        let Some(description) = description else { continue };
        descriptions += 1;
        for operation in description.operations.iter().filter(|operation| !operation.x_excluded) {
            let body = document::operation_document(
                &description,
                operation,
                document::Manner::english(&Api::default()),
            );
            assert!(!body.is_empty(), "{path} {} {}", operation.method, operation.path);
            documents += 1;
            nodes += count(&body);
            largest = largest.max(count(&body));
        }
        for channel in &description.channels {
            assert!(
                !document::channel_document(
                    &description,
                    channel,
                    document::Manner::english(&Api::default())
                )
                .is_empty(),
                "{path} {}",
                channel.id
            );
            documents += 1;
        }
        let pages = generated_pages(&description, None);
        let made: usize =
            pages.groups.iter().map(|group| group.pages.len()).sum::<usize>() + pages.unlisted.len();
        let shown = description.operations.iter().filter(|operation| !operation.x_excluded).count()
            + description.channels.iter().filter(|channel| !channel.x_excluded).count();
        assert_eq!(made, shown, "{path}");
        assert!(made > 0, "{path}");
    }
    eprintln!(
        "{descriptions} descriptions, {documents} documents, {nodes} nodes (largest {largest}), {:?}",
        start.elapsed()
    );
    for problem in &diagnostics {
        eprintln!("{} {}", problem.code, problem.message);
    }
    assert!(descriptions > 50 && documents > 500);
}

/// The `openapi` and `asyncapi` lines of a set's pages.
fn front_matter_references(folder: &Path, found: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            front_matter_references(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "mdx") {
            let text = fs::read_to_string(&path).unwrap_or_default();
            let line = text
                .lines()
                .take(12)
                .find(|line| line.starts_with("openapi: ") || line.starts_with("asyncapi: "));
            found.extend(line.map(str::to_owned));
        }
    }
}

#[test]
fn real_front_matter_finds_its_operations() {
    let Ok(sets) = fs::read_dir(format!("{SHARED}/corpus")) else {
        eprintln!("skipped: {SHARED}/corpus does not exist");
        return;
    };
    let (mut found, mut missing) = (0, Vec::new());
    for set in sets.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        let (mut files, mut references, mut descriptions) = (Vec::new(), Vec::new(), Vec::new());
        files_below(&set, &mut files);
        front_matter_references(&set, &mut references);
        for file in files {
            let path = SourcePath::new(&file.strip_prefix(&set).unwrap().to_string_lossy());
            let text = fs::read_to_string(&file).unwrap_or_default();
            if sniff(&path, &text).is_some() {
                descriptions.extend(load_description(&path, &text).0);
            }
        }
        if descriptions.is_empty() {
            continue;
        }
        for line in references {
            let (key, value) = line.split_once(": ").unwrap();
            let value = value.trim().trim_matches(['"', '\'']);
            let parsed =
                if key == "asyncapi" { parse_channel_reference(value) } else { parse_reference(value) };
            match parsed.and_then(|reference| find_among(&reference, &descriptions).ok()) {
                Some(_) => found += 1,
                None => missing.push(format!("{}: {line}", set.display())),
            }
        }
    }
    eprintln!("{found} found, {} missing: {missing:#?}", missing.len());
    assert!(found > 200 && missing.len() * 10 < found);
}
