//! `docs check`: everything that is wrong, told in the form that people, programs or forges read.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::json;

use super::arguments::{CheckArguments, CheckFormat, CheckScope, CheckSwitch, Detail};
use super::build::{color, count, every_problem, log, open_to_look, options, refuse};
use super::progress::Bar;
use super::{Exit, complain, print};
use crate::authoring::edits::{TextEdit, apply, diff};
use crate::authoring::fixes::{Fix, edits};
use crate::diagnostic::annotations::annotations;
use crate::diagnostic::render::Color;
use crate::diagnostic::sarif::sarif;
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::check::External;
use crate::engine::{Engine, Report};

use crate::source::ignore_rules::{IgnoreRules, PathKind};
use crate::system::{System, SystemError, Utf8Path};
use crate::text::SourcePath;

/// What is told of links.
const OF_LINKS: &[&str] = &[
    "broken-anchor",
    "broken-link",
    "link-without-address",
    "lost-external-link",
    "missing-image",
    "nav-page-missing",
    "undefined-reference",
];
/// What is told of accessibility.
const OF_ACCESSIBILITY: &[&str] = &[
    "duplicate-id",
    "frame-without-title",
    LOW_CONTRAST,
    "heading-level-1",
    "heading-level-skipped",
    "link-without-text",
    MISSING_ALT,
    "table-without-header",
];
const LOW_CONTRAST: &str = "low-contrast";
const MISSING_ALT: &str = "missing-alt";

/// Checks a project, and tells about it.
pub fn run(system: Arc<dyn System>, arguments: &CheckArguments) -> Exit {
    let color = color(&*system);
    let options = match options(&*system, &arguments.build) {
        Ok(options) => options,
        Err(problem) => return refuse_in(problem, color, arguments),
    };
    let mut engine = match open_to_look(system.clone(), &options, log(&system, &arguments.build)) {
        Ok(engine) => engine,
        Err(problem) => return refuse_in(problem, color, arguments),
    };
    let external = if arguments.has(CheckSwitch::External) { External::Asked } else { External::Trusted };
    let detail = arguments.build.detail;
    let bar = Bar::new(detail);
    let mut report = engine.check(external, &bar);
    bar.clear();
    if arguments.has(CheckSwitch::Fix) {
        match fix(&*system, &mut engine, &options.root, arguments, &report) {
            Ok(0) => {}
            // What is left is told.
            Ok(_) if !arguments.has(CheckSwitch::DryRun) => report = engine.check(external, &bar),
            Ok(_) => {}
            Err(error) => {
                complain(&format!("error: {error}\n"));
                return Exit::Problems;
            }
        }
    }
    let is_of_files = of_files(arguments);
    if !arguments.files.is_empty() && !engine.has_source(&is_of_files) {
        // A pattern with a slip in it would pass for ever.
        complain(&format!("error: there is no file of `--files {}`\n", arguments.files.join(",")));
        return Exit::Usage;
    }
    let is_wanted = wanted(arguments);
    report.diagnostics.retain(is_wanted);
    report.diagnostics.sort_by_key(|problem| problem.severity);
    let failed = report.diagnostics.iter().any(|problem| {
        problem.severity != Severity::Note
            || arguments.has(CheckSwitch::Strict)
            || arguments.scope != CheckScope::Everything
    });
    let folder = || in_repository(&*system, &options.root).unwrap_or_else(|| folder(&options.root));
    match arguments.format {
        CheckFormat::Text => {
            complain(&every_problem(&report.diagnostics, color, detail));
            if detail != Detail::Quiet {
                complain(&summary(&report));
            }
        }
        CheckFormat::Json => print(&format!("{}\n", json_report(&report, failed))),
        CheckFormat::Sarif => print(&format!("{:#}\n", sarif(&report.diagnostics, &folder()))),
        CheckFormat::Github => {
            print(&annotations(&report.diagnostics, &folder()));
            if detail != Detail::Quiet {
                complain(&summary(&report));
            }
        }
    }
    // The process ends: nothing of what it knows is given back one by one.
    std::mem::forget(engine);
    if failed { Exit::Problems } else { Exit::Built }
}

/// Corrects what is safe to correct, and shows it; the number of places.
fn fix(
    system: &dyn System,
    engine: &mut Engine,
    root: &Utf8Path,
    arguments: &CheckArguments,
    report: &Report,
) -> Result<usize, SystemError> {
    let is_of_files = of_files(arguments);
    let fixes = engine.fixes(&report.diagnostics);
    let mut shown = String::new();
    let (mut places, mut files) = (0, 0);
    let mut kinds: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for of_file in fixes.chunk_by(|a, b| a.place.path == b.place.path) {
        let Some(Fix { place, .. }) = of_file.first() else { continue };
        let path = root.join(place.path.as_str());
        let bytes = system.read(&path)?;
        let Ok(text) = std::str::from_utf8(&bytes) else { continue };
        let of_each = edits(text, of_file);
        if of_each.is_empty() || !is_of_files(&place.path) {
            continue;
        }
        places += of_each.len();
        of_each.iter().for_each(|(kind, _)| *kinds.entry(kind.words()).or_insert(0) += 1);
        let edits: Vec<TextEdit> = of_each.into_iter().flat_map(|(_, edits)| edits).collect();
        shown.push_str(&diff(place.path.as_str(), text, &edits));
        if !arguments.has(CheckSwitch::DryRun) {
            system.write_through(&path, apply(text, &edits).as_bytes())?;
        }
        files += 1;
    }
    let what = if arguments.has(CheckSwitch::DryRun) { "would be corrected" } else { "corrected" };
    let kinds: Vec<String> = kinds
        .into_iter()
        .map(|((one, several), number)| format!("{number} {}", if number == 1 { one } else { several }))
        .collect();
    let kinds = if kinds.is_empty() { String::new() } else { format!(": {}", kinds.join(", ")) };
    complain(&format!("{shown}{} in {} {what}{kinds}\n\n", count(places, "place"), count(files, "file")));
    Ok(places)
}

/// What is told of all problems.
fn wanted(arguments: &CheckArguments) -> impl Fn(&Diagnostic) -> bool + use<'_> {
    let is_of_files = of_files(arguments);
    let scope = arguments.scope;
    let mut left_out = Vec::new();
    if arguments.has(CheckSwitch::SkipContrast) {
        left_out.push(LOW_CONTRAST);
    }
    if arguments.has(CheckSwitch::SkipAltText) {
        left_out.push(MISSING_ALT);
    }
    move |problem| {
        let is_of_scope = match scope {
            CheckScope::Everything => true,
            CheckScope::Links => OF_LINKS.contains(&problem.code) || problem.code.starts_with("redirect-"),
            CheckScope::Accessibility => OF_ACCESSIBILITY.contains(&problem.code),
        };
        // What has no place is the site's.
        let path = problem.location.as_ref().map(|place| &place.path);
        let is_of_files = path.map_or(arguments.files.is_empty(), &is_of_files);
        is_of_scope && is_of_files && !left_out.contains(&problem.code)
    }
}

/// Whether a file is one of those that are asked for.
fn of_files(arguments: &CheckArguments) -> impl Fn(&SourcePath) -> bool {
    let patterns = (!arguments.files.is_empty()).then(|| IgnoreRules::new(&arguments.files.join("\n")));
    move |path| patterns.as_ref().is_none_or(|patterns| patterns.matches(path, PathKind::File))
}

/// A check that cannot begin, in the form that was asked for.
fn refuse_in(problem: Diagnostic, color: Color, arguments: &CheckArguments) -> Exit {
    match arguments.format {
        CheckFormat::Text => return refuse(&problem, color, &arguments.build),
        CheckFormat::Json => {
            let report = Report { diagnostics: vec![problem], ..Report::default() };
            print(&format!("{}\n", json_report(&report, true)));
        }
        CheckFormat::Sarif => print(&format!("{:#}\n", sarif(&[problem], ""))),
        CheckFormat::Github => print(&annotations(&[problem], "")),
    }
    Exit::Problems
}

/// The project as seen from the root of its repository, where forges see paths from; `None` when it is in none.
fn in_repository(system: &dyn System, root: &Utf8Path) -> Option<String> {
    let answer = system.git(root, &["rev-parse", "--show-prefix"]).ok()?;
    Some(String::from_utf8(answer).ok()?.trim_end_matches(['\r', '\n']).to_owned())
}

/// The project as seen from where the command stands, for paths.
fn folder(root: &Utf8Path) -> String {
    let root = root.as_str().trim_start_matches("./").trim_end_matches('/');
    if root.is_empty() || root == "." { String::new() } else { format!("{root}/") }
}

fn summary(report: &Report) -> String {
    let of = |severity, word| (report.count(severity), word);
    let counts = [of(Severity::Error, "error"), of(Severity::Warning, "warning"), of(Severity::Note, "note")];
    let told: Vec<String> = counts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| count(number, word))
        .collect();
    let told = if told.is_empty() { "no problems".to_owned() } else { told.join(", ") };
    format!("{} checked: {told}, {:.2} s\n", count(report.pages, "page"), report.elapsed.as_secs_f64())
}

fn json_report(report: &Report, failed: bool) -> serde_json::Value {
    json!({
        "ok": !failed,
        "pages": report.pages,
        "errors": report.count(Severity::Error),
        "warnings": report.count(Severity::Warning),
        "notes": report.count(Severity::Note),
        "seconds": report.elapsed.as_secs_f64(),
        "diagnostics": report.diagnostics,
    })
}
