//! `docs cache` and the options of `docs build` that concern the store.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const CONFIG: &str = r##"{
  "theme": "mint", "name": "Small", "colors": { "primary": "#166534" }, "navigation": { "pages": ["index"] }
}"##;

/// A project that was built once.
fn built() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    std::fs::write(folder.path().join("docs.json"), CONFIG).expect("a file");
    let code: String = (0..40).map(|number| format!("```bash\necho {number}\n```\n\n")).collect();
    std::fs::write(folder.path().join("index.mdx"), format!("# Home\n\n{code}")).expect("a file");
    let output = run(folder.path(), &["build"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    folder
}

fn run(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_docs"));
    command.args(arguments).current_dir(directory).env("NO_COLOR", "1");
    command.output().expect("the program starts")
}

/// Runs `docs cache … --json`.
fn ask(directory: &Path, arguments: &[&str]) -> (Option<i32>, Value) {
    let output = run(directory, &[&["cache"], arguments, &["--json"]].concat());
    (output.status.code(), serde_json::from_slice(&output.stdout).expect("JSON"))
}

fn packs(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pack"));
    paths.sort();
    paths
}

#[test]
fn stats_count_and_verify_finds_nothing_wrong() {
    let project = built();
    let (code, stats) = ask(project.path(), &["stats"]);
    assert_eq!((code, &stats["ok"]), (Some(0), &Value::Bool(true)));
    assert_eq!(stats["ours"]["packs"], 1);
    let records = stats["ours"]["records"].as_u64().expect("a number");
    assert!(records > 0 && stats["others"]["records"] == 0, "{stats}");
    let (code, verified) = ask(project.path(), &["verify", "."]);
    assert_eq!((code, verified["sound"].as_u64()), (Some(0), Some(records)), "{verified}");
    let text = run(project.path(), &["cache", "stats"]);
    assert!(String::from_utf8_lossy(&text.stdout).contains("this program"), "{text:?}");
    let nowhere = TempDir::new().expect("a temporary folder");
    let (code, stats) = ask(nowhere.path(), &["stats"]);
    assert_eq!((code, &stats["ours"]["packs"]), (Some(0), &Value::from(0)));
    assert!(!nowhere.path().join(".docs").exists(), "looking makes nothing");
}

#[test]
fn damage_is_found_and_dropped_and_nothing_fails() {
    let project = built();
    let cache = project.path().join(".docs/cache");
    let pack = packs(&cache).remove(0);
    let mut bytes = std::fs::read(&pack).expect("a pack");
    // In the value of the first record.
    bytes[64 + 64 + 2] ^= 1;
    std::fs::write(&pack, bytes).expect("a pack");
    let output = run(project.path(), &["cache", "verify"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("docs cache gc"), "{output:?}");
    let (code, collected) = ask(project.path(), &["gc"]);
    assert_eq!((code, &collected["damaged"]), (Some(0), &Value::from(1)), "{collected}");
    assert_eq!(ask(project.path(), &["verify"]).0, Some(0));
    assert_eq!(run(project.path(), &["build"]).status.code(), Some(0));
    let (_, collected) = ask(project.path(), &["gc", "--cache-size", "1kB"]);
    assert!(collected["bytes_after"].as_u64().is_some_and(|after| after <= 1000), "{collected}");
    assert_eq!(run(project.path(), &["build"]).status.code(), Some(0));
}

#[test]
fn clear_removes_our_files_only() {
    let project = built();
    run(project.path(), &["build", "--trust-mtime"]);
    let cache = project.path().join(".docs/cache");
    assert!(cache.join("stamps").is_file());
    std::fs::write(cache.join("mine.pack"), "not ours").expect("a file");
    std::fs::write(cache.join("notes.txt"), "not ours").expect("a file");
    let (code, cleared) = ask(project.path(), &["clear"]);
    assert_eq!(code, Some(0));
    assert!(cleared["bytes_dropped"].as_u64().is_some_and(|bytes| bytes > 0), "{cleared}");
    assert_eq!(packs(&cache), [cache.join("mine.pack")]);
    assert!(cache.join("notes.txt").is_file() && !cache.join("stamps").exists());
    assert_eq!(ask(project.path(), &["stats"]).1["ours"]["packs"], 0);
}

#[test]
fn the_cache_may_be_elsewhere() {
    let project = built();
    let elsewhere = TempDir::new().expect("a temporary folder");
    let place = elsewhere.path().join("deep/cache");
    let place_text = place.to_str().expect("UTF-8");
    let output = run(project.path(), &["build", "--cache-dir", place_text, "--cache-size", "500MB"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(packs(&place).len(), 1);
    let (code, stats) = ask(elsewhere.path(), &["stats", "--cache-dir", "deep/cache"]);
    assert_eq!((code, &stats["ours"]["packs"]), (Some(0), &Value::from(1)));
    // A file where the cache should be: a warning, and the site is built.
    std::fs::write(elsewhere.path().join("file"), "").expect("a file");
    let file = elsewhere.path().join("file");
    let output = run(project.path(), &["build", "--cache-dir", file.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("cache-unusable"), "{output:?}");
}

#[test]
fn wrong_usage_is_told() {
    let folder = TempDir::new().expect("a temporary folder");
    for arguments in [
        &["cache"][..],
        &["cache", "purge"],
        &["cache", "stats", ".", "."],
        &["cache", "gc", "--cache-size", "much"],
        &["cache", "gc", "--cache-size", "-1"],
        &["cache", "gc", "--cache-size", "5 apples"],
        &["build", "--cache-size", "2XB"],
        &["build", "--cache-size", "99999999999TiB"],
    ] {
        assert_eq!(run(folder.path(), arguments).status.code(), Some(2), "{arguments:?}");
    }
    let help = run(folder.path(), &["cache", "--help"]);
    assert!(String::from_utf8_lossy(&help.stdout).contains("verify"));
}

#[test]
fn several_builds_share_a_cache() {
    let project = built();
    let folder = TempDir::new().expect("a temporary folder");
    let cache = folder.path().join("cache");
    let cache = cache.to_str().expect("UTF-8");
    let start = |number: usize| {
        let out = folder.path().join(format!("out{number}"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_docs"));
        command.args(["build", "--json", "--cache-dir", cache, "--out"]).arg(out);
        command.current_dir(project.path()).stdout(Stdio::null()).spawn().expect("the program starts")
    };
    for round in 0..2 {
        let builds: Vec<_> = (0..4).map(|number| start(round * 4 + number)).collect();
        for mut build in builds {
            assert!(build.wait().expect("it ends").success());
        }
    }
    assert_eq!(ask(project.path(), &["verify", "--cache-dir", cache]).0, Some(0));
    let page = |number: usize| std::fs::read(folder.path().join(format!("out{number}/index.html")));
    let first = page(0).expect("a page");
    assert!((1..8).all(|number| page(number).expect("a page") == first));
}
