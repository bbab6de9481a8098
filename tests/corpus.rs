//! Real documentation sets: each builds without a panic, and with every page.

use std::path::Path;

use rayon::prelude::*;

use crate::site::Site;

#[test]
fn real_sets_build_with_every_page() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let Ok(entries) = std::fs::read_dir(&corpus) else {
        eprintln!("skipped: the real documentation sets are not on this machine");
        return;
    };
    let mut sets: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("docs.json").is_file())
        .collect();
    sets.sort();
    assert!(!sets.is_empty());
    // Large sets take long without optimisation; `DOCS_CORPUS=all` builds them, too.
    let all = std::env::var("DOCS_CORPUS").is_ok_and(|value| value == "all");
    let failures: Vec<String> = sets.par_iter().flat_map(|set| failures_of(set, all)).collect();
    assert!(failures.is_empty(), "{failures:#?}");
}

fn failures_of(set: &Path, all: bool) -> Vec<String> {
    let name = set.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut site = Site::copy_of(set).jobs(1);
    let pages: Vec<String> =
        site.sources().into_keys().filter(|path| path.ends_with(".mdx") || path.ends_with(".md")).collect();
    if pages.len() > 150 && !all {
        eprintln!("skipped: {name} has {} pages", pages.len());
        return Vec::new();
    }
    let built = site.build();
    let mut failures: Vec<String> = built
        .problems()
        .into_iter()
        .filter(|problem| problem.starts_with("internal-error"))
        .map(|problem| format!("{name}: {problem}"))
        .collect();
    // A file that another one imports, that only some readers may see or that is no page by its name has no
    // page of its own; whatever else is Markdown has.
    let published = |path: &str| {
        let slug = path.rsplit_once('.').map_or(path, |(slug, _)| slug);
        let route = slug.strip_suffix("/index").unwrap_or(if slug == "index" { "" } else { slug });
        let file = format!("{route}/index.html").trim_start_matches('/').to_owned();
        built.files().contains_key(&file)
    };
    for entry in listed(&serde_json::from_str(&site.source("docs.json")).unwrap_or_default()) {
        let slug = entry.trim_matches('/');
        let source = pages.iter().find(|path| path.rsplit_once('.').is_some_and(|(stem, _)| stem == slug));
        if let Some(source) = source
            && !published(source)
            && !site.source(source).contains("\ngroups:")
        {
            failures.push(format!("{name}: `{source}` is in the navigation and has no page"));
        }
    }
    failures
}

/// Every text of a `pages` list.
fn listed(value: &serde_json::Value) -> Vec<String> {
    let mut found = Vec::new();
    match value {
        serde_json::Value::Object(object) => {
            for (key, value) in object {
                if key == "pages"
                    && let Some(list) = value.as_array()
                {
                    found.extend(list.iter().filter_map(|entry| entry.as_str().map(str::to_owned)));
                }
                found.extend(listed(value));
            }
        }
        serde_json::Value::Array(list) => list.iter().for_each(|value| found.extend(listed(value))),
        _ => {}
    }
    found
}
