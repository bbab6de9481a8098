//! `docs build`.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use super::arguments::{BuildArguments, CachePlace, Detail, Switch, UrlStyleArgument};
use super::progress::Bar;
use super::project::{folder_named, is_site};
use super::{Exit, complain, print, report};
use crate::db::{Checks, Echo, QueryLog, Restricted, Settings, ThirdParties};
use crate::diagnostic::render::{Color, render};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{
    CACHE_FOLDER, CACHE_SIZE, CacheOptions, Course, Engine, Options, Phase, Report, Reuse, Trust,
    UnreadableConfig,
};
use crate::site::hosting::Precompress;
use crate::system::{Links, System, SystemError, Utf8Path, Utf8PathBuf};
use crate::text::{Addresses, UrlStyle};
use crate::trace::Trace;

/// Problems that are no errors and are shown in full; more than that nobody reads on a terminal.
const MOST_SHOWN: usize = 50;

/// The output directory of a site that is not written.
const UNWRITTEN: &str = ".docs/unwritten";

/// What a site is without whose address nobody told (SEO-05). No problem: it opens from anywhere as it is.
const NO_ADDRESS: &str = "without --site-url URL there is no sitemap.xml, and pages by themselves name no address for \
                          search engines and networks\n";

/// Builds once and tells about it.
pub fn run(system: Arc<dyn System>, arguments: &BuildArguments) -> Exit {
    let color = color(&*system);
    let options = match options(&*system, arguments) {
        Ok(options) => options,
        Err(problem) => return refuse(&problem, color, arguments),
    };
    let mut engine = match Engine::open(system.clone(), &options, log(&system, arguments)) {
        Ok(engine) => engine,
        Err(problem) => return refuse(&problem, color, arguments),
    };
    engine.on_unreadable_config(UnreadableConfig::LastSite);
    let bar = Bar::new(arguments.detail);
    let begin = system.monotonic();
    let mut report = engine.build_once(&bar);
    bar.clear();
    let told = tell_files(&*system, arguments, &mut engine, &mut report, begin);
    let failed = told.is_err()
        || report.count(Severity::Error) > 0
        || (arguments.has(Switch::Strict) && report.count(Severity::Warning) > 0);
    if arguments.has(Switch::Json) {
        print(&format!("{}\n", json_report(&report, engine.out().as_str(), failed)));
    } else {
        let mut text = problems_in(&report.diagnostics, color, arguments.detail);
        if arguments.detail != Detail::Quiet {
            let is_told = arguments.site_url.is_none() && report.course != Course::Held;
            text.push_str(if is_told { NO_ADDRESS } else { "" });
            text.push_str(&match report.course {
                Course::Stopped => stopped(&report, engine.out().as_str()),
                Course::Held => held(&report, engine.out().as_str()),
                _ => summary(&report, engine.out().as_str()),
            });
        }
        if arguments.detail == Detail::Verbose {
            text.push_str(&times(&report));
            let kept = engine.store_statistics();
            text.push_str(&format!("  of earlier builds: {} used, {} new\n", kept.hits, kept.puts));
        }
        complain(&text);
    }
    // The process ends. Giving back the memory of every page by itself takes longer than what is left to do.
    std::mem::forget((engine, report));
    if failed { Exit::Problems } else { Exit::Built }
}

/// Opens a project that is only looked at: what lies where a build would write is no reason to refuse that.
pub(super) fn open_to_look(
    system: Arc<dyn System>,
    options: &Options,
    log: QueryLog,
) -> Result<Engine, Diagnostic> {
    Engine::open(system.clone(), options, log.clone()).or_else(|_| {
        let out = options.root.join(UNWRITTEN);
        Engine::open(system, &Options { out, ..options.clone() }, log)
    })
}

/// The record of queries and times, when something asks for it.
pub(super) fn log(system: &Arc<dyn System>, arguments: &BuildArguments) -> QueryLog {
    let is_told = arguments.report.is_some() || arguments.timings.is_some();
    let log = match system.env_var("DOCS_LOG").as_deref() {
        Some("queries") => QueryLog::on(Echo::On),
        _ if is_told => QueryLog::on(Echo::Off),
        _ => QueryLog::off(),
    };
    log.with_trace(if is_told { Trace::on(system.clone()) } else { Trace::off() })
}

/// Writes the files of `--report` and `--timings`.
fn tell_files(
    system: &dyn System,
    arguments: &BuildArguments,
    engine: &mut Engine,
    built: &mut Report,
    begin: Duration,
) -> Result<(), SystemError> {
    let write = |path: &str, value: serde_json::Value| {
        system.write_through(Utf8Path::new(path), format!("{value:#}\n").as_bytes()).inspect_err(|error| {
            complain(&format!("error: {error}\n"));
        })
    };
    if let Some(path) = &arguments.report {
        write(path, report::report(system, built, engine))?;
    }
    if let Some(path) = &arguments.timings {
        write(path, report::timings(built, engine.log(), begin))?;
    }
    Ok(())
}

pub(super) fn options(system: &dyn System, arguments: &BuildArguments) -> Result<Options, Diagnostic> {
    let root = match &arguments.dir {
        Some(dir) => {
            let dir = folder_named(dir);
            if !is_site(system, &dir) {
                return Err(no_config(system, &dir));
            }
            dir
        }
        None => {
            let candidates = [Utf8PathBuf::from("."), Utf8PathBuf::from("docs")];
            match candidates.into_iter().find(|dir| is_site(system, dir)) {
                Some(dir) => dir,
                None => return Err(no_config_here()),
            }
        }
    };
    let style = match arguments.url_style {
        UrlStyleArgument::Dir => UrlStyle::Directory,
        UrlStyleArgument::File => UrlStyle::File,
    };
    let restricted =
        if arguments.has(Switch::IncludeRestricted) { Restricted::Included } else { Restricted::LeftOut };
    let cache = cache_options(&root, &arguments.cache);
    let addresses = Addresses::new(&arguments.base, style);
    let least = if arguments.has(Switch::Strict) { Severity::Warning } else { Severity::Error };
    Ok(Options {
        cache: Some(cache),
        checks: if system.env_var("DOCS_VERIFY").as_deref() == Some("1") { Checks::On } else { Checks::Off },
        root,
        out: Utf8PathBuf::from(arguments.out.as_deref().unwrap_or("dist")),
        settings: Settings {
            site_url: arguments.site_url.as_deref().map(|address| addresses.up_to_base(address).to_owned()),
            addresses,
            restricted,
            host: arguments.host,
            precompress: if arguments.has(Switch::Precompress) { Precompress::On } else { Precompress::Off },
            third_parties: ThirdParties::Included,
        },
        jobs: arguments.jobs,
        trust: if arguments.has(Switch::TrustMtime) { Trust::Metadata } else { Trust::Contents },
        stop_at: arguments.has(Switch::FailFast).then_some(least),
        reuse: if arguments.has(Switch::NoCache) { Reuse::Off } else { Reuse::On },
    })
}

/// Which store a project at `root` uses.
pub(super) fn cache_options(root: &Utf8Path, place: &CachePlace) -> CacheOptions {
    CacheOptions {
        directory: place.dir.as_ref().map_or_else(|| root.join(CACHE_FOLDER), Utf8PathBuf::from),
        limit: place.size.unwrap_or(CACHE_SIZE),
    }
}

fn no_config(system: &dyn System, dir: &Utf8PathBuf) -> Diagnostic {
    if system.metadata(dir, Links::Follow).is_err() {
        return Diagnostic::error("no-config", format!("there is no folder `{dir}`"))
            .hint("name the folder that holds `docs.json`");
    }
    let problem = Diagnostic::error("no-config", format!("there is no `docs.json` in `{dir}`"));
    problem.hint("name the folder that holds it; `docs explain no-config` shows the smallest one")
}

/// No folder was named.
fn no_config_here() -> Diagnostic {
    let problem = Diagnostic::error("no-config", "there is no `docs.json` here, and none in a folder `docs`");
    problem.hint(
        "if you have a site, name its folder, as in `docs build path/to/docs`; if you have pages, `docs explain \
         no-config` shows the smallest docs.json for them; to begin from nothing, `docs new my-docs`",
    )
}

/// A build that cannot begin.
pub(super) fn refuse(problem: &Diagnostic, color: Color, arguments: &BuildArguments) -> Exit {
    if arguments.has(Switch::Json) {
        print(&format!("{}\n", json!({ "ok": false, "diagnostics": [problem] })));
    } else {
        complain(&render(problem, color));
    }
    if problem.code == "output-in-use" { Exit::Usage } else { Exit::Problems }
}

pub(super) fn color(system: &dyn System) -> Color {
    let wanted = system.env_var("NO_COLOR").is_none_or(|value| value.is_empty());
    if wanted && std::io::stderr().is_terminal() { Color::Always } else { Color::Never }
}

/// All errors, the first warnings and notes, and what else there is by kind.
pub(super) fn problems(diagnostics: &[Diagnostic], color: Color) -> String {
    problems_in(diagnostics, color, Detail::Usual)
}

/// The same without notes, or without a limit.
pub(super) fn problems_in(diagnostics: &[Diagnostic], color: Color, detail: Detail) -> String {
    listed(diagnostics, color, detail, if detail == Detail::Verbose { usize::MAX } else { MOST_SHOWN })
}

/// Every one of them, as who asks for a check wants them.
pub(super) fn every_problem(diagnostics: &[Diagnostic], color: Color, detail: Detail) -> String {
    listed(diagnostics, color, detail, usize::MAX)
}

fn listed(diagnostics: &[Diagnostic], color: Color, detail: Detail, most: usize) -> String {
    let mut out = String::new();
    for (severity, word) in [(Severity::Error, ""), (Severity::Warning, "warning"), (Severity::Note, "note")]
    {
        if severity == Severity::Note && detail == Detail::Quiet {
            continue;
        }
        let all = || diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity);
        let mut shown = shares(all().map(|diagnostic| diagnostic.code), most);
        let mut rest: BTreeMap<&str, usize> = BTreeMap::new();
        for diagnostic in all() {
            let left = shown.entry(diagnostic.code).or_default();
            if *left == 0 && severity != Severity::Error {
                *rest.entry(diagnostic.code).or_default() += 1;
                continue;
            }
            *left = left.saturating_sub(1);
            out.push_str(&render(diagnostic, color));
            out.push('\n');
        }
        let total: usize = rest.values().sum();
        if total > 0 {
            let mut kinds: Vec<(&str, usize)> = rest.into_iter().collect();
            kinds.sort_by_key(|(code, number)| (std::cmp::Reverse(*number), *code));
            let kinds: Vec<String> = kinds.iter().map(|(code, number)| format!("{number} {code}")).collect();
            out.push_str(&format!(
                "… and {} more: {}; `--verbose` shows all\n\n",
                count(total, word),
                kinds.join(", ")
            ));
        }
    }
    out
}

/// How many problems of each kind are among `most`: rare kinds are there as a whole, and frequent ones share what is left.
fn shares<'c>(codes: impl Iterator<Item = &'c str>, most: usize) -> BTreeMap<&'c str, usize> {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    codes.for_each(|code| *kinds.entry(code).or_default() += 1);
    let mut rarest: Vec<(&str, usize)> = kinds.into_iter().collect();
    rarest.sort_by_key(|(_, number)| *number);
    let (mut left, mut kinds) = (most, rarest.len());
    let share = |(code, number): (&'c str, usize)| {
        let share = number.min(left.div_ceil(kinds.max(1)));
        (left, kinds) = (left - share, kinds - 1);
        (code, share)
    };
    rarest.into_iter().map(share).collect()
}

pub(super) fn count(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

pub(super) fn summary(report: &Report, out: &str) -> String {
    let errors = report.count(Severity::Error);
    let warnings = report.count(Severity::Warning);
    let problems = match (errors, warnings) {
        (0, 0) => "no problems".to_owned(),
        _ => format!("{}, {}", count(errors, "error"), count(warnings, "warning")),
    };
    format!(
        "{} in {out}: {} written, {} unchanged, {problems}, {:.2} s\n",
        count(report.pages, "page"),
        report.written,
        report.unchanged,
        report.elapsed.as_secs_f64(),
    )
}

/// The last line of a build that a problem ended (`--fail-fast`).
fn stopped(report: &Report, out: &str) -> String {
    format!(
        "stopped at the first problem: {}, {}; {out} is not what the sources say, {:.2} s\n",
        count(report.count(Severity::Error), "error"),
        count(report.count(Severity::Warning), "warning"),
        report.elapsed.as_secs_f64(),
    )
}

/// The last line of a build whose configuration cannot be read: a site by the defaults is not what the author means.
fn held(report: &Report, out: &str) -> String {
    format!(
        "nothing was written, {out} stays as it is: {}, {:.2} s\n",
        count(report.count(Severity::Error), "error"),
        report.elapsed.as_secs_f64(),
    )
}

/// Where the time of a build went.
pub(super) fn times(report: &Report) -> String {
    let time = |(phase, time): &(Phase, Duration)| {
        format!("{} {:.2} s", format!("{phase:?}").to_lowercase(), time.as_secs_f64())
    };
    let times: Vec<String> = report.phases.iter().map(time).collect();
    if times.is_empty() { String::new() } else { format!("  {}\n", times.join(", ")) }
}

fn json_report(report: &Report, out: &str, failed: bool) -> serde_json::Value {
    let phases: serde_json::Map<String, serde_json::Value> = report
        .phases
        .iter()
        .map(|(phase, duration)| (format!("{phase:?}").to_lowercase(), json!(duration.as_secs_f64())))
        .collect();
    json!({
        "ok": !failed,
        "out": out,
        "held": report.course == Course::Held,
        "pages": report.pages,
        "written": report.written,
        "unchanged": report.unchanged,
        "deleted": report.deleted,
        "errors": report.count(Severity::Error),
        "warnings": report.count(Severity::Warning),
        "seconds": report.elapsed.as_secs_f64(),
        "phases": phases,
        "diagnostics": report.diagnostics,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frequent_kind_leaves_room_for_the_others() {
        let codes =
            || std::iter::repeat_n("links", 900).chain(std::iter::repeat_n("icons", 30)).chain(["one"]);
        assert_eq!(shares(codes(), 50), BTreeMap::from([("icons", 25), ("links", 24), ("one", 1)]));
        assert_eq!(shares(codes(), usize::MAX), BTreeMap::from([("icons", 30), ("links", 900), ("one", 1)]));
        assert_eq!(shares(std::iter::empty(), 50), BTreeMap::new());
        // More kinds than room: the rarest, and among these the first by name.
        assert_eq!(shares(["c", "b", "a"].into_iter(), 2), BTreeMap::from([("a", 1), ("b", 1), ("c", 0)]));
    }
}
