//! The source stage against recorded answers: ignore rules, categories, slugs; and the walk of a tree.

use std::collections::BTreeMap;

use docs::diagnostic::Severity;
use docs::source::category::{FileCategory, category, category_when_imported};
use docs::source::collision::collisions;
use docs::source::ignore_rules::{IgnoreRules, PathKind};
use docs::system::memory::MemorySystem;
use docs::system::os::OsSystem;
use docs::system::walk::{self, Files, Walk, WalkOptions, hash_files};
use docs::system::{FileKind, System, Utf8Path};
use docs::text::{Slug, SourcePath, SourceText};
use serde_json::Value;

/// The lines of a vector file; empty when it is not there.
fn vectors(name: &str) -> Vec<Value> {
    let path = format!("{}/../shared/vectors/{name}.ndjson", env!("CARGO_MANIFEST_DIR"));
    match OsSystem::new().read_text(Utf8Path::new(&path)) {
        Ok(Some(text)) => text.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect(),
        _ => {
            eprintln!("skipped: {path} is not there");
            Vec::new()
        }
    }
}

#[test]
fn pg_05_ignore_rules_agree_with_the_vectors() {
    for case in vectors("mintignore") {
        let globs: Vec<&str> = case["globs"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let path = SourcePath::new(case["path"].as_str().unwrap());
        let ignored = IgnoreRules::new(&globs.join("\n")).is_ignored(&path, PathKind::File);
        assert_eq!(Some(ignored), case["ignored"].as_bool(), "{case}");
    }
}

#[test]
fn categories_agree_with_the_vectors() {
    for case in vectors("file-category") {
        let path = SourcePath::new(case["path"].as_str().unwrap());
        assert_eq!(vector_name(category(&path)), case["category"].as_str(), "{case}");
        assert_eq!(vector_name(category_when_imported(&path)), case["categoryImported"].as_str(), "{case}");
    }
}

fn vector_name(category: FileCategory) -> Option<&'static str> {
    use docs::source::category::DataFormat;
    Some(match category {
        FileCategory::Page | FileCategory::Slot => "page",
        FileCategory::Snippet => "snippet-v2",
        FileCategory::LegacySnippet => "snippet",
        FileCategory::Config => "docsConfig",
        FileCategory::LegacyConfig => "mintConfig",
        FileCategory::IgnoreFile => "mintIgnore",
        FileCategory::GeneratedOverride => "generatedStaticFile",
        FileCategory::Skill => "skillFile",
        FileCategory::ApiCandidate(DataFormat::Json) => "potentialJsonOpenApiSpec",
        FileCategory::ApiCandidate(DataFormat::Yaml) => "potentialYamlOpenApiSpec",
        FileCategory::StyleSheet => "css",
        FileCategory::Script => "js",
        FileCategory::Texts => "potentialJsonOpenApiSpec",
        FileCategory::Static => "staticFile",
        FileCategory::Template
        | FileCategory::Lock
        | FileCategory::Routes
        | FileCategory::Remote
        | FileCategory::Unpublished => {
            return None;
        }
    })
}

#[test]
fn pg_01_04_slugs_agree_with_the_vectors() {
    for case in vectors("slash-index") {
        assert_eq!(Some(Slug::new(case["in"].as_str().unwrap()).route()), case["out"].as_str(), "{case}");
    }
    for case in vectors("slug-to-title") {
        assert_eq!(Some(&*Slug::new(case["in"].as_str().unwrap()).title()), case["out"].as_str(), "{case}");
    }
    for case in vectors("relative-path") {
        assert_eq!(Some(Slug::new(case["in"].as_str().unwrap()).as_str()), case["out"].as_str(), "{case}");
    }
}

#[test]
fn pg_05_ignore_rules_follow_gitignore_syntax() {
    let text = "  drafts/  \n*.{bak,tmp}\n!README.md\nsecret/\n!secret/open.mdx\n\\#odd.mdx\n[ab].mdx\nx[";
    let (rules, diagnostics) = IgnoreRules::parse(&SourceText::new(SourcePath::new(".mintignore"), text));
    let file = |path: &str| rules.is_ignored(&SourcePath::new(path), PathKind::File);
    assert!(file("a/DRAFTS/b/c.mdx"));
    assert!(!file("drafts"), "`drafts/` names a folder only");
    assert!(rules.is_ignored(&SourcePath::new("drafts"), PathKind::Folder));
    assert!(!file("a.bak"), "braces are plain text");
    assert!(file("a.{bak,tmp}"));
    assert!(!file("readme.md"), "a built-in pattern can be undone");
    assert!(file("LICENSE.md"));
    assert!(file("secret/open.mdx"), "nothing comes back below an ignored folder");
    assert!(file("#odd.mdx"));
    assert!(file("a.mdx") && !file("c.mdx"));
    assert!(!file(".mintlify/skills/x/skill.md") && !file(".mintlify/deep/er/api.yml"));
    assert!(file(".mintlify/deep/page.mdx"));
    assert!(diagnostics.len() <= 1, "{diagnostics:?}");
}

#[test]
fn categories_look_at_root_folders_and_lower_case() {
    let of = |path: &str| category(&SourcePath::new(path));
    assert_eq!(of("_snippets/a.mdx"), FileCategory::LegacySnippet);
    assert_eq!(of("Snippets/A.MDX"), FileCategory::Snippet);
    assert_eq!(of("a/_snippets/a.mdx"), FileCategory::Page);
    assert_eq!(of("a/skill.md"), FileCategory::Page);
    assert_eq!(of(".env"), FileCategory::Unpublished);
    assert_eq!(of("id_rsa"), FileCategory::Unpublished);
    assert_eq!(of("a/Docs.JSON"), FileCategory::Config);
    assert_eq!(of("snippets/a.css"), FileCategory::StyleSheet);
}

#[test]
fn collisions_name_both_files_and_keep_the_one_without_capitals() {
    let paths = [
        "Guide.mdx",
        "a.md",
        "a.mdx",
        "a/index.mdx",
        "guide.mdx",
        "img/A.png",
        "img/a.png",
        "x.jsx",
        "X.jsx",
    ];
    let paths: Vec<SourcePath> = paths.into_iter().map(SourcePath::new).collect();
    let (found, diagnostics) = collisions(paths.iter().map(|path| (path, category(path))));
    let found: Vec<(&str, &str)> = found.iter().map(|c| (c.loser.as_str(), c.winner.as_str())).collect();
    let expected =
        [("Guide.mdx", "guide.mdx"), ("a.md", "a.mdx"), ("a/index.mdx", "a.mdx"), ("img/A.png", "img/a.png")];
    assert_eq!(found, expected);
    assert!(diagnostics[0].message.contains("`Guide.mdx`") && diagnostics[0].message.contains("`guide.mdx`"));
    let composed = [SourcePath::new("caf\u{e9}.mdx"), SourcePath::new("cafe\u{301}.mdx")];
    assert_eq!(collisions(composed.iter().map(|path| (path, FileCategory::Page))).0.len(), 1);
}

#[test]
fn pg_07_a_note_that_loses_its_address_is_no_error() {
    let errors = |paths: [&str; 2]| {
        let paths = paths.map(SourcePath::new);
        let (_, diagnostics) = collisions(paths.iter().map(|path| (path, category(path))));
        assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
        diagnostics.iter().filter(|problem| problem.severity == Severity::Error).count()
    };
    assert_eq!(errors(["AGENTS.md", "agents.mdx"]), 0);
    assert_eq!(errors(["guides/CLAUDE.md", "guides/claude/index.mdx"]), 0);
    assert_eq!(errors(["Guide.md", "guide.mdx"]), 1);
}

#[test]
fn pg_07_of_a_text_in_both_formats_the_newer_is_published() {
    let winner = |paths: [&str; 2]| {
        let paths = paths.map(SourcePath::new);
        let (found, _) = collisions(paths.iter().map(|path| (path, category(path))));
        found.first().map(|collision| collision.winner.to_string())
    };
    assert_eq!(winner(["a.md", "a.mdx"]).as_deref(), Some("a.mdx"));
    assert_eq!(winner(["a.md", "a/index.mdx"]).as_deref(), Some("a.md"));
    assert_eq!(winner(["Blockchain.mdx", "blockchain.md"]).as_deref(), Some("Blockchain.mdx"));
    assert_eq!(winner(["b.mdx", "a.md"]), None);
}

fn scan(system: &dyn System, root: &str, mintignore: &str) -> Walk {
    let rules = IgnoreRules::new(mintignore);
    let ignored = |path: &SourcePath, kind: FileKind| {
        rules.matches(path, if kind == FileKind::Directory { PathKind::Folder } else { PathKind::File })
    };
    let options =
        WalkOptions { ignored: &ignored, excluded: &[SourcePath::new("dist")], files: Files::Listed };
    walk::walk(system, Utf8Path::new(root), &options)
}

fn paths(walk: &Walk) -> Vec<&str> {
    walk.files.iter().map(|file| file.path.as_str()).collect()
}

fn codes(walk: &Walk) -> BTreeMap<&str, &str> {
    let of = |d: &'static str| d;
    walk.diagnostics.iter().map(|d| (d.location.as_ref().unwrap().path.as_str(), of(d.code))).collect()
}

fn odd_tree() -> MemorySystem {
    let system = MemorySystem::with_files([
        ("/p/docs.json", "{}"),
        ("/p/b.mdx", "b"),
        ("/p/a/z.mdx", "z"),
        ("/p/a.mdx", "a"),
        ("/p/.hidden/x.png", "x"),
        ("/p/drafts/x.mdx", "x"),
        ("/p/.git/config", "secret"),
        ("/p/.docs/cache", "c"),
        ("/p/dist/index.html", "old"),
        ("/p/guide/dist/kept.mdx", "k"),
        ("/outside/secret.mdx", "s"),
    ]);
    system.place_link("/p/shared", "a");
    system.place_link("/p/a/loop", "..");
    system.place_link("/p/leak.mdx", "/outside/secret.mdx");
    system.place_link("/p/leaks", "../outside");
    system.place_link("/p/gone.mdx", "nowhere.mdx");
    system.place_link("/p/git", ".git");
    system.place_link("/p/drafts-ok.mdx", "drafts/x.mdx");
    system.place_special("/p/pipe.mdx");
    system.place_unreadable("/p/locked.mdx");
    system
}

#[test]
fn a_walk_lists_the_tree_in_order_and_tells_what_it_leaves_out() {
    let system = odd_tree();
    let found = scan(&system, "/p", "drafts/");
    let expected = [
        ".hidden/x.png",
        "a.mdx",
        "a/z.mdx",
        "b.mdx",
        "docs.json",
        "drafts-ok.mdx",
        "guide/dist/kept.mdx",
        "locked.mdx",
        "shared/z.mdx",
    ];
    assert_eq!(paths(&found), expected);
    let expected = BTreeMap::from([
        ("a/loop", "link-cycle"),
        ("git", "link-leaves-project"),
        ("gone.mdx", "dangling-link"),
        ("leak.mdx", "link-leaves-project"),
        ("leaks", "link-leaves-project"),
        ("pipe.mdx", "special-file"),
        ("shared/loop", "link-cycle"),
    ]);
    assert_eq!(codes(&found), expected);
    let hashes = hash_files(&system, Utf8Path::new("/p"), &found.files, &());
    let failed: Vec<&str> = hashes.iter().filter_map(|hash| Some(hash.as_ref().err()?.code)).collect();
    assert_eq!(failed, ["unreadable-file"]);
    system.reverse_listings();
    assert_eq!(scan(&system, "/p", "drafts/"), found, "the order of listings does not matter");
}

#[test]
fn links_that_point_at_each_other_end() {
    let system = MemorySystem::with_files([("/p/a/1.mdx", "1"), ("/p/b/2.mdx", "2"), ("/p/c/3.mdx", "3")]);
    for from in ["a", "b", "c"] {
        for to in ["a", "b", "c"] {
            system.place_link(&format!("/p/{from}/to-{to}"), &format!("../{to}"));
        }
    }
    let found = scan(&system, "/p", "");
    assert!(paths(&found).contains(&"a/to-b/to-c/3.mdx"));
    assert!(found.files.len() < 50);
}

#[cfg(unix)]
#[test]
#[allow(clippy::disallowed_methods, reason = "the test sets up a real disk")]
fn a_walk_of_a_real_disk_does_not_hang_or_leak() {
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret.mdx"), "secret").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir_all(root.join("a/b")).unwrap();
    fs::write(root.join("a/b/page.mdx"), "page").unwrap();
    fs::write(root.join(OsStr::from_bytes(b"bad\xff.mdx")), "x").unwrap();
    fs::write(root.join("back\\slash.mdx"), "x").unwrap();
    symlink(outside.path().join("secret.mdx"), root.join("leak.mdx")).unwrap();
    symlink(outside.path(), root.join("leaks")).unwrap();
    symlink("..", root.join("a/up")).unwrap();
    symlink("b", root.join("a/c")).unwrap();
    symlink("self", root.join("self")).unwrap();
    let made =
        std::process::Command::new("mkfifo").arg(root.join("pipe.mdx")).status().is_ok_and(|s| s.success());
    let system = OsSystem::new();
    let root = root.to_str().unwrap();
    let found = scan(&system, root, "");
    assert_eq!(paths(&found), ["a/b/page.mdx", "a/c/page.mdx"]);
    let codes = codes(&found);
    assert_eq!(codes.get("a/up"), Some(&"link-cycle"));
    assert_eq!(codes.get("leak.mdx"), Some(&"link-leaves-project"));
    assert_eq!(codes.get("leaks"), Some(&"link-leaves-project"));
    assert_eq!(codes.get("bad\u{fffd}.mdx"), Some(&"file-name-not-utf8"));
    assert_eq!(codes.get("back/slash.mdx"), Some(&"unusable-file-name"));
    assert!(codes.contains_key("self"));
    if made {
        assert_eq!(codes.get("pipe.mdx"), Some(&"special-file"));
        assert!(
            system.read(Utf8Path::new(root).join("pipe.mdx").as_path()).is_err(),
            "a pipe is not waited for"
        );
    }
}

#[test]
fn the_memory_system_resolves_links() {
    let system = MemorySystem::with_files([("/a/b/f", "x")]);
    system.place_link("/l", "a/b");
    assert_eq!(system.read(Utf8Path::new("/l/f")).unwrap(), b"x");
    assert_eq!(system.canonicalize(Utf8Path::new("/l/../b/./f")).unwrap(), "/a/b/f");
}
