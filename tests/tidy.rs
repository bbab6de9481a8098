//! The shape of the source: sizes of files, and who may name what.

use std::collections::BTreeMap;
use std::path::Path;

use crate::site::folder;

/// Crates, and the modules that may name them.
const NAMED_ONLY_IN: &[(&str, &[&str])] = &[
    ("salsa::", &["db.rs", "db/", "queries.rs", "queries/"]),
    // The module of this name is `page::markdown`; the crate is known by what it offers.
    ("markdown::mdast", &["page/markdown.rs", "page/markdown/"]),
    ("markdown::to_mdast", &["page/markdown.rs", "page/markdown/"]),
    ("markdown::ParseOptions", &["page/markdown.rs", "page/markdown/"]),
    ("minijinja::", &["html/template.rs", "html/template/"]),
    ("indicatif::", &["cli/progress.rs"]),
    ("lsp_server::", &["lsp.rs"]),
    ("lexopt::", &["cli/arguments.rs", "cli/arguments/"]),
    ("ignore::", &["source/ignore_rules.rs"]),
    ("imagesize::", &["source/image_size.rs"]),
    ("blake3::", &["hash.rs"]),
    ("lz4_flex::", &["store/record.rs"]),
    ("oxc_parser::", &["page/expression.rs", "page/expression/"]),
    ("rquickjs::", &["page/script/engine.rs", "page/script/engine/"]),
    ("syntect::", &["html/code/highlight.rs", "html/code/highlight/"]),
    ("pulldown_latex::", &["html/math.rs"]),
    ("serde_saphyr::", &["yaml.rs"]),
    ("jsonc_parser::", &["config/json.rs"]),
    ("strsim::", &["diagnostic.rs"]),
    ("notify::", &["system/notices.rs"]),
    ("ctrlc::", &["system/os.rs"]),
    ("hyper::", &["serve/http.rs"]),
    ("tokio::", &["serve/http.rs"]),
    // The second writes Rust programs for readers.
    ("std::fs", &["system/os.rs", "api/sample/rust.rs"]),
    ("std::env", &["system/os.rs"]),
];

/// Stages, and the modules that they may not know.
const KNOWS_NOTHING_OF: &[(&str, &[&str])] = &[
    (
        "text.rs",
        &[
            "system", "config", "page", "api", "site", "html", "output", "db", "queries", "engine", "watch",
            "cli",
        ],
    ),
    (
        "hash.rs",
        &[
            "system", "config", "page", "api", "site", "html", "output", "db", "queries", "engine", "watch",
            "cli",
        ],
    ),
    (
        "diagnostic",
        &[
            "system", "config", "page", "api", "site", "html", "output", "db", "queries", "engine", "watch",
            "cli",
        ],
    ),
    (
        "system",
        &["config", "page", "api", "site", "html", "output", "db", "queries", "engine", "watch", "cli"],
    ),
    (
        "source",
        &["config", "page", "api", "site", "html", "output", "db", "queries", "engine", "watch", "cli"],
    ),
    (
        "config",
        &["system", "page", "api", "site", "html", "output", "db", "queries", "engine", "watch", "cli"],
    ),
    ("page", &["system", "site", "html", "output", "db", "queries", "engine", "watch", "cli"]),
    ("api", &["system", "site", "html", "output", "db", "queries", "engine", "watch", "cli"]),
    ("site", &["system", "html", "output", "db", "queries", "engine", "watch", "cli"]),
    ("html", &["system", "output", "db", "queries", "engine", "watch", "cli"]),
    ("output", &["config", "page", "api", "site", "html", "db", "queries", "engine", "watch", "cli"]),
    (
        "store",
        &["config", "page", "api", "site", "html", "output", "db", "queries", "engine", "watch", "cli"],
    ),
    ("db", &["output", "queries", "engine", "watch", "cli"]),
    ("queries", &["output", "engine", "watch", "cli"]),
    ("engine", &["watch", "cli"]),
    ("watch", &["cli"]),
];

fn sources() -> BTreeMap<String, String> {
    let files = folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let files = files.into_iter().filter(|(path, _)| path.ends_with(".rs"));
    files.map(|(path, bytes)| (path, String::from_utf8(bytes).expect("UTF-8"))).collect()
}

/// The lines of code, without comments.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
}

#[test]
fn no_source_file_is_long() {
    let long: Vec<String> = sources()
        .iter()
        .filter(|(_, text)| text.lines().count() > 600)
        .map(|(path, text)| format!("{path}: {} lines", text.lines().count()))
        .collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn modules_begin_with_what_they_are() {
    let silent: Vec<String> =
        sources().into_iter().filter(|(_, text)| !text.starts_with("//!")).map(|(path, _)| path).collect();
    assert!(silent.is_empty(), "no module comment: {silent:#?}");
}

#[test]
fn every_crate_is_named_by_one_module() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        for (line, code) in code(&text) {
            for (name, homes) in NAMED_ONLY_IN {
                let home =
                    homes.iter().any(|home| path == *home || (home.ends_with('/') && path.starts_with(home)));
                let found = code.match_indices(name).any(|(at, _)| {
                    !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
                });
                if found && !home {
                    wrong.push(format!("{path}:{line}: {}", code.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn arrows_point_one_way() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let Some((_, unknown)) = KNOWS_NOTHING_OF.iter().find(|(stage, _)| {
            path == *stage || path == format!("{stage}.rs") || path.starts_with(&format!("{stage}/"))
        }) else {
            continue;
        };
        let body = text.split("#[cfg(test)]").next().unwrap_or("");
        for (line, code) in code(body) {
            for name in *unknown {
                if code.contains(&format!("crate::{name}::")) || code.contains(&format!("crate::{name};")) {
                    wrong.push(format!("{path}:{line}: {}", code.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
