//! What a build tells about itself: `--report`, `--timings`, `docs explain`.

use serde_json::Value;

use crate::process::{Ended, Files, Workplace, before_and_after, program};

fn read(place: &Workplace, path: &str) -> Value {
    let text = std::fs::read_to_string(place.path(path)).expect("the file is written");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn eng_09_a_report_weighs_what_pages_load() {
    let (mut sources, _) = before_and_after();
    sources.insert("big.zip".to_owned(), vec![7; 300_000]);
    let place = Workplace::new(&sources);
    place.build_with(&["--report", "report.json"], &[]).succeeded();
    let report = read(&place, "report.json");
    assert_eq!(report["largestAssets"][0], serde_json::json!({ "file": "big.zip", "bytes": 300_000 }));
    let classes = report["pageClasses"].as_array().expect("a list");
    assert!(classes.iter().all(|class| class["overBudget"] == false), "{classes:#?}");
    let bytes = |name: &str| classes[0][name].as_u64().expect("bytes");
    assert!(bytes("scriptBytes") > 3_000 && bytes("styleBytes") > 3_000, "{classes:#?}");
    assert!(classes[0]["pages"].as_u64() >= classes[classes.len() - 1]["pages"].as_u64());

    // A script of the project that cannot be compressed is in every page.
    let mut state = 1_u32;
    let mut number = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8).to_string()
    };
    let script: String = (0..10_000).map(|_| number() + ",").collect();
    sources.insert("heavy.js".to_owned(), format!("window.heavy = [{script}]").into_bytes());
    let place = Workplace::new(&sources);
    let ended = place.build_with(&["--report", "report.json"], &[]).succeeded();
    assert!(ended.stderr.contains("and pages like it"), "{}", ended.stderr);
    let report = read(&place, "report.json");
    assert_eq!(report["pageClasses"][0]["overBudget"], true);
    assert!(report["diagnostics"]["codes"]["over-budget"].as_u64() >= Some(1), "{report:#}");
    assert_eq!(place.build_with(&["--report", "report.json", "--strict"], &[]).code, Some(1));
    // Who asks for no report is not told.
    let ended = place.build_with(&[], &[]).succeeded();
    assert!(!ended.stderr.contains("and pages like it"), "{}", ended.stderr);
}

/// What a page loads follows from its bytes: no other page is read after an edit.
#[test]
fn eng_09_only_pages_that_are_new_are_weighed() {
    let (mut sources, _) = before_and_after();
    let place = Workplace::new(&sources);
    let weighed = |place: &Workplace| {
        place.build_with(&["--report", "report.json"], &[]).succeeded();
        let report = read(place, "report.json");
        let count = |what: &str| report["queries"]["page_loads"][what].as_u64().expect("a count");
        ((count("run"), count("reused")), report["pageClasses"].clone())
    };
    let ((read_at_first, known), _) = weighed(&place);
    assert!(read_at_first > 7 && known == 0, "{read_at_first} {known}");
    assert_eq!(weighed(&place).0, (0, read_at_first));
    // A page that loads more than before.
    let page = String::from_utf8(sources["guide/page-1.mdx"].clone()).expect("UTF-8");
    let page = page + "\n\n```mermaid\ngraph LR; a-->b\n```\n\n<Tabs><Tab title=\"A\">A</Tab></Tabs>\n";
    sources.insert("guide/page-1.mdx".to_owned(), page.into_bytes());
    place.set_sources(&sources);
    let (counts, classes) = weighed(&place);
    assert_eq!(counts, (1, read_at_first - 1));
    assert_eq!(classes, weighed(&Workplace::new(&sources)).1);
    // What is damaged is read again.
    for pack in std::fs::read_dir(place.path("site/.docs/cache")).expect("a store") {
        let pack = pack.expect("a pack").path();
        if pack.is_file() {
            let bytes = std::fs::read(&pack).expect("a pack");
            std::fs::write(&pack, bytes.iter().map(|byte| byte ^ 1).collect::<Vec<_>>()).expect("a pack");
        }
    }
    assert_eq!(weighed(&place), ((read_at_first, 0), classes));
}

#[test]
fn a_report_says_what_a_build_did() {
    let (before, after) = before_and_after();
    let place = Workplace::new(&before);
    place.build_with(&["--report", "report.json", "--timings", "trace.json"], &[]).succeeded();
    let report = read(&place, "report.json");
    assert_eq!(report["pages"]["total"], 7);
    assert_eq!((&report["pages"]["rendered"], &report["pages"]["reused"]), (&7.into(), &0.into()));
    assert_eq!(report["queries"]["render_body"]["run"], 7, "{report:#}");
    let phases: Vec<&str> = report["phases"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|phase| phase["name"].as_str())
        .collect();
    assert_eq!(phases, ["scan", "read", "render", "copy", "check"]);
    assert_eq!(report["slowestPages"].as_array().map(Vec::len), Some(7));
    let largest = report["largestPages"].as_array().expect("a list");
    assert!(largest[0]["bytes"].as_u64() >= largest[6]["bytes"].as_u64());
    let bytes: u64 = place
        .out()
        .iter()
        .filter(|(path, _)| !path.starts_with(".docs-"))
        .map(|(_, bytes)| bytes.len() as u64)
        .sum();
    assert_eq!(report["files"]["bytesWritten"], bytes);
    if cfg!(target_os = "linux") {
        assert!(report["peakMemoryBytes"].as_u64().is_some_and(|bytes| bytes > 1 << 20), "{report:#}");
    }
    assert_eq!(report["diagnostics"]["errors"], 0);

    let trace = read(&place, "trace.json");
    let events = trace["traceEvents"].as_array().expect("a list");
    let named = |name: &str| events.iter().filter(|event| event["name"] == name).count();
    assert_eq!((named("scan"), named("render")), (1, 1), "{trace:#}");
    assert!(named("write pages") >= 1 && named("render bodies") >= 1, "{trace:#}");
    for event in events.iter().filter(|event| event["ph"] == "X") {
        assert!(event["ts"].is_f64() && event["dur"].as_f64().is_some_and(|length| length >= 0.0), "{event}");
        assert!(event["tid"].as_u64().is_some_and(|thread| thread < 100), "{event}");
    }

    // Nothing to do.
    place.build_with(&["--report", "report.json"], &[]).succeeded();
    let report = read(&place, "report.json");
    assert_eq!((&report["pages"]["rendered"], &report["files"]["bytesWritten"]), (&0.into(), &0.into()));

    place.set_sources(&after);
    place.build_with(&["--report", "report.json"], &[]).succeeded();
    let report = read(&place, "report.json");
    assert!(report["files"]["deleted"].as_u64() >= Some(1), "{report:#}");
}

#[test]
fn a_report_that_cannot_be_written_is_an_error() {
    let (before, _) = before_and_after();
    let place = Workplace::new(&before);
    let ended = place.build_with(&["--report", "no/such/folder/report.json"], &[]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("no/such/folder/report.json"), "{}", ended.stderr);
}

fn explain(place: &Workplace, path: &str) -> String {
    let mut command = program();
    command.current_dir(place.path("")).args(["explain", path, "site", "--out", "out"]);
    let ended = Ended::from(command.output().expect("the program starts"));
    ended.succeeded().stdout
}

/// The style sheet of a built site.
fn style(place: &Workplace) -> String {
    let files = place.files("out");
    files.into_keys().find(|path| path.starts_with("_docs/style-")).expect("a style sheet")
}

#[test]
fn an_output_that_is_current_damaged_new_or_nothing_is_explained() {
    let (before, after) = before_and_after();
    let place = Workplace::new(&before);
    assert!(explain(&place, "guide/page-1").contains("no build has made it yet"));
    place.build().succeeded();
    for name in ["guide/page-1", "guide/page-1/index.html", "guide/page-1.mdx", "images/p.svg"] {
        let text = explain(&place, name);
        assert!(text.contains("up to date"), "{name}: {text}");
    }
    for name in ["404.html", &style(&place)] {
        assert!(explain(&place, name).contains("up to date"), "{name}");
    }
    place.set_folder("out/guide/page-1", &Files::new());
    assert!(explain(&place, "guide/page-1").contains("on disk"), "{}", explain(&place, "guide/page-1"));
    place.build().succeeded();
    place.set_sources(&after);
    assert!(explain(&place, "guide/new").contains("no build has made it yet"));
    let mut command = program();
    command.current_dir(place.path("")).args(["explain", "nothing/here", "site", "--out", "out"]);
    let ended = Ended::from(command.output().expect("the program starts"));
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("nothing/here"), "{}", ended.stderr);
}

#[test]
fn reasons_are_named() {
    let (before, _) = before_and_after();
    let place = Workplace::new(&before);
    let edited = |path: &str, from: &str, to: &str| {
        let mut sources = before.clone();
        let text = String::from_utf8(sources[path].clone()).expect("UTF-8");
        assert!(text.contains(from));
        sources.insert(path.to_owned(), text.replace(from, to).into_bytes());
        place.set_sources(&before);
        place.build().succeeded();
        place.set_sources(&sources);
    };
    edited("guide/page-1.mdx", "A heading", "Another heading");
    let text = explain(&place, "guide/page-1");
    assert!(text.contains("`guide/page-1.mdx` was edited"), "{text}");
    assert!(explain(&place, "guide/page-2").contains("up to date"));
    edited("snippets/part.mdx", "Shared", "Other");
    let text = explain(&place, "guide/page-1");
    assert!(text.contains("`snippets/part.mdx`, which it shows"), "{text}");
    edited("docs.json", "#166534", "#9A3412");
    assert!(explain(&place, "guide/page-1").contains("up to date"));
    assert!(explain(&place, "404.html").contains("up to date"));
    let text = explain(&place, &style(&place));
    assert!(text.contains("colours, fonts or code themes"), "{text}");
    edited("docs.json", "Small", "Other");
    let text = explain(&place, "guide/page-1");
    assert!(text.contains("surrounds all pages") && !text.contains("was edited"), "{text}");
    assert!(explain(&place, "404.html").contains("frame around all pages"));
    edited("guide/page-1.mdx", "title: Page 1", "title: Other");
    let text = explain(&place, "guide/page-3");
    assert!(text.contains("navigation of its section"), "{text}");
}
