//! `docs build --watch`: a line for each revision.
//!
//! Problems are told when they appear. Errors that stay are named again, in one line, until they are gone.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use serde_json::json;

use super::Exit;
use super::arguments::{BuildArguments, Detail, Poll, Switch};
use super::build::{color, count, log, options, problems, problems_in, refuse, summary, times};
use super::progress::Bar;
use crate::diagnostic::render::Color;
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{Course, Engine, Fate, Report, UnreadableConfig};
use crate::queries::CONFIG_FILE;
use crate::system::os::before_interrupt;
use crate::system::{System, Utf8Path, Utf8PathBuf};
use crate::text::SourcePath;
use crate::watch::Event;
use crate::watch::session::{self, Audience, Ended, Message, Revision, Verdict};
use crate::watch::tree::Place;
use crate::watch::watcher::{self, Mode, Started};

/// Files that are named when a revision is told.
const MOST_NAMED: usize = 3;

/// Builds, and builds again after every change.
pub fn run(system: Arc<dyn System>, arguments: &BuildArguments) -> Exit {
    let color = color(&*system);
    let opened = options(&*system, arguments).and_then(|options| {
        let engine = Engine::open(system.clone(), &options, log(&system, arguments))?;
        let root = system.canonicalize(&options.root).map_err(|error| {
            Diagnostic::error("unreadable-file", error.to_string()).hint("check that you may read it")
        })?;
        Ok((engine, root))
    });
    let (mut engine, root) = match opened {
        Ok(opened) => opened,
        Err(problem) => return refuse(&problem, color, arguments),
    };
    engine.on_unreadable_config(UnreadableConfig::LastSite);
    let bar = Bar::new(arguments.detail);
    let mut teller = Teller::new(&bar, color, arguments, engine.out());
    match watch(system, engine, root, arguments.poll, (&bar, &mut teller)) {
        Ended::Stopped => Exit::Interrupted,
        Ended::NobodyListens => Exit::Built,
    }
}

/// Builds until the end is asked for.
pub(super) fn watch(
    system: Arc<dyn System>,
    engine: Engine,
    root: Utf8PathBuf,
    poll: Option<Poll>,
    (bar, audience): (&Bar, &mut dyn Shown),
) -> Ended {
    let excluded = engine.output_inside().cloned().into_iter().collect();
    let place = Place { root, excluded, named: engine.named() };
    let mode = match poll {
        None => Mode::Native,
        Some(Poll::Adaptive) => Mode::Poll(None),
        Some(Poll::Every(milliseconds)) => Mode::Poll(Some(Duration::from_millis(milliseconds))),
    };
    let (outbox, inbox) = channel();
    let interrupted = outbox.clone();
    before_interrupt(move || {
        let _ = interrupted.send(Message::Event(Event::Stop));
    });
    let events = outbox.clone();
    // Before the first scan, so that nothing happens unseen in between.
    let started = watcher::start(
        system.clone(),
        place,
        mode,
        Box::new(move |event| events.send(Message::Event(event)).is_ok()),
    );
    if let Started::Fallback(reason) = &started {
        audience.remark(&format!("watching by looking again and again: {reason}\n"));
    }
    session::run(&*system, engine, &inbox, outbox, bar, audience)
}

/// Somebody who hears of revisions, and of what else there is to say.
pub(super) trait Shown: Audience {
    /// Lines for who sits in front of the program.
    fn remark(&mut self, text: &str);
}

/// Writes what happened.
pub(super) struct Teller<'a> {
    bar: &'a Bar,
    color: Color,
    json: bool,
    detail: Detail,
    out: Utf8PathBuf,
    /// Problems of the last revision.
    known: Known,
}

impl Audience for Teller<'_> {
    fn revision(&mut self, revision: &Revision<'_>) -> Verdict {
        self.bar.clear();
        let report = revision.report;
        let (now, mut new) = compare(&self.known, &report.diagnostics);
        if report.course == Course::Held && now != self.known {
            // Somebody is looking for the place.
            new = report.diagnostics.clone();
        }
        let told = |problems| problems_in(problems, self.color, self.detail);
        let text = if self.json {
            json_line(revision, &new)
        } else if self.detail == Detail::Quiet {
            told(&new) + &told(&report.advice)
        } else if revision.number == 1 && report.course == Course::Finished {
            told(&new) + &summary(report, self.out.as_str()) + &self.times(report) + &advised(report)
        } else {
            // An edit without any effect is nobody's concern.
            let is_new =
                report.written + report.deleted > 0 || !new.is_empty() || !now.keys().eq(self.known.keys());
            let nothing = !is_new && report.advice.is_empty();
            let line = || told(&new) + &told(&report.advice) + &line(report, &new) + &self.times(report);
            if nothing { String::new() } else { line() }
        };
        match report.course {
            // What else is wrong is not known, so it is not forgotten.
            Course::Held => self.known.extend(now),
            Course::Finished | Course::Cancelled | Course::Stopped => self.known = now,
        }
        self.say(&text)
    }

    fn fallback(&mut self) {
        self.say("watching by looking again and again: the notifications of the system ended\n");
    }
}

impl Shown for Teller<'_> {
    fn remark(&mut self, text: &str) {
        self.say(text);
    }
}

impl<'a> Teller<'a> {
    pub(super) fn new(bar: &'a Bar, color: Color, arguments: &BuildArguments, out: &Utf8Path) -> Self {
        let json = arguments.has(Switch::Json);
        Self { bar, color, json, detail: arguments.detail, out: out.to_owned(), known: Known::new() }
    }

    fn times(&self, report: &Report) -> String {
        if self.detail == Detail::Verbose { times(report) } else { String::new() }
    }

    /// JSON goes to standard output, text to standard error, as in a single build.
    fn say(&self, text: &str) -> Verdict {
        if text.is_empty() {
            return Verdict::GoOn;
        }
        let written = match (self.json, text.starts_with('{')) {
            (true, true) => {
                let mut out = std::io::stdout().lock();
                out.write_all(text.as_bytes()).and_then(|()| out.flush())
            }
            (true, false) => Ok(()),
            (false, _) => std::io::stderr().lock().write_all(text.as_bytes()),
        };
        if written.is_ok() { Verdict::GoOn } else { Verdict::End }
    }
}

/// What problems are, by what stays the same while lines move: code, file and message, each with how it was shown.
type Known = BTreeMap<(&'static str, Option<SourcePath>, String), Vec<String>>;

/// All problems, and those that were not there before.
fn compare(known: &Known, problems_now: &[Diagnostic]) -> (Known, Vec<Diagnostic>) {
    let shown = |problem: &Diagnostic| problems(std::slice::from_ref(problem), Color::Never);
    let path = |problem: &Diagnostic| problem.location.as_ref().map(|at| at.path.clone());
    let key = |problem: &Diagnostic| (problem.code, path(problem), problem.message.clone());
    let mut now = Known::new();
    for problem in problems_now {
        now.entry(key(problem)).or_default().push(shown(problem));
    }
    let mut left: BTreeMap<_, usize> = BTreeMap::new();
    for (key, all) in &now {
        left.insert(key.clone(), all.len().saturating_sub(known.get(key).map_or(0, Vec::len)));
    }
    let mut is_new = |problem: &Diagnostic| {
        let key = key(problem);
        let Some(left) = left.get_mut(&key).filter(|left| **left > 0) else { return false };
        let was_there = known.get(&key).is_some_and(|before| before.contains(&shown(problem)));
        if !was_there {
            *left -= 1;
        }
        !was_there
    };
    let new = problems_now.iter().filter(|problem| is_new(problem)).cloned().collect();
    (now, new)
}

/// `✓ 3 pages, 18 ms (guides/a.mdx)`, and the errors that remain.
fn line(report: &Report, new: &[Diagnostic]) -> String {
    let new_errors = new.iter().filter(|problem| problem.severity == Severity::Error).count();
    let mut parts = Vec::new();
    if new_errors > 0 {
        parts.push(count(new_errors, "error"));
    }
    if report.course == Course::Held {
        let first = report.changed.keys().any(|path| path.as_str() == CONFIG_FILE)
            && report.changed.values().all(|fate| *fate == Fate::New);
        let stays = if first { "there is nothing to show before it is gone" } else { "the last site stays" };
        parts.push(stays.to_owned());
    } else if report.pages_written > 0 || report.written + report.deleted == 0 {
        parts.push(count(report.pages_written, "page"));
    } else if report.written > 0 {
        parts.push(count(report.written, "file"));
    }
    // Files that hold parts of many pages come and go with every edit: that is nobody's concern.
    if report.pages_gone > 0 {
        parts.push(format!("{} removed", count(report.pages_gone, "page")));
    } else if report.written == 0 && report.deleted > 0 {
        parts.push(format!("{} removed", count(report.deleted, "file")));
    }
    parts.push(elapsed(report.elapsed));
    let files = changed(report);
    let mark = if new_errors > 0 { '✗' } else { '✓' };
    let mut text = format!("{mark} {}{files}\n", parts.join(", "));
    let old: Vec<&Diagnostic> = report
        .diagnostics
        .iter()
        .filter(|problem| problem.severity == Severity::Error && !new.contains(problem))
        .collect();
    if let [first, rest @ ..] = &old[..] {
        let verb = if rest.is_empty() { "remains" } else { "remain" };
        let place = first.location.as_ref().map(|at| at.path.to_string());
        let places: BTreeSet<_> =
            old.iter().filter_map(|problem| problem.location.as_ref()).map(|at| &at.path).collect();
        let place = match (place, places.len()) {
            (Some(place), 2..) => format!(" ({place} and {} more)", places.len() - 1),
            (Some(place), _) => format!(" ({place})"),
            (None, _) => String::new(),
        };
        text.push_str(&format!("{} {verb}{place}\n", count(old.len(), "error")));
    }
    text
}

/// The files that changed, the first few by name: ` (a.mdx removed, b.mdx new)`.
fn changed(report: &Report) -> String {
    // At first all are.
    let is_first = report.changed.get(CONFIG_FILE) == Some(&Fate::New);
    if is_first && report.changed.len() > 1 {
        return String::new();
    }
    let name = |(path, fate): (&SourcePath, &Fate)| match fate {
        Fate::Edited => path.to_string(),
        Fate::New => format!("{path} new"),
        Fate::Gone => format!("{path} removed"),
    };
    let mut names: Vec<String> = report.changed.iter().take(MOST_NAMED).map(name).collect();
    match report.changed.len().saturating_sub(names.len()) {
        0 if names.is_empty() => return String::new(),
        0 => {}
        more => names.push(format!("{more} more")),
    }
    format!(" ({})", names.join(", "))
}

/// How much pages could do better.
fn advised(report: &Report) -> String {
    match report.advised {
        0 => String::new(),
        number => format!("{} could be better: `docs check` tells which\n", count(number, "place")),
    }
}

fn elapsed(time: Duration) -> String {
    match time.as_millis() {
        milliseconds if milliseconds < 10_000 => format!("{milliseconds} ms"),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

/// One object on one line. `diagnostics` has the problems that are new.
fn json_line(revision: &Revision<'_>, new: &[Diagnostic]) -> String {
    let report = revision.report;
    // Before the first build nothing was known, so all files would be listed.
    let files: Vec<&SourcePath> = report.changed.keys().filter(|_| revision.number > 1).collect();
    let line = json!({
        "revision": revision.number,
        "held": report.course == Course::Held,
        "pages": report.pages,
        "pages_written": report.pages_written,
        "written": report.written,
        "deleted": report.deleted,
        "elapsed_ms": u64::try_from(report.elapsed.as_millis()).unwrap_or(u64::MAX),
        "files": files,
        "errors": report.count(Severity::Error),
        "warnings": report.count(Severity::Warning),
        "diagnostics": new,
        "advice": report.advice,
        "advised": report.advised,
    });
    format!("{line}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{SourceText, Span};

    fn problem(text: &str, at: usize) -> Diagnostic {
        let source = SourceText::new(SourcePath::new("a.mdx"), text);
        Diagnostic::warning("broken-link", "the link leads nowhere").at(&source, Span::new(at, at + 1))
    }

    #[test]
    fn a_problem_that_moved_is_not_told_again() {
        let (known, new) = compare(&Known::new(), &[problem("[x](/nope)", 0)]);
        assert_eq!(new.len(), 1);
        let moved = problem("words, [x](/nope)", 7);
        let (known, new) = compare(&known, std::slice::from_ref(&moved));
        assert_eq!(new, []);
        let second = problem("words, [x](/nope) [x](/nope)", 18);
        let (known, new) = compare(&known, &[problem("words, [x](/nope) [x](/nope)", 7), second]);
        assert_eq!(new.len(), 1);
        assert_eq!(compare(&known, &[moved]).1, []);
    }

    #[test]
    fn cli_02_a_line_says_what_became_of_pages_and_files() {
        let changed = |files: &[(&str, Fate)]| {
            files.iter().map(|(path, fate)| (SourcePath::new(path), *fate)).collect::<BTreeMap<_, _>>()
        };
        let elapsed = Duration::from_millis(9);
        let edited = Report {
            pages_written: 1,
            written: 4,
            deleted: 3,
            changed: changed(&[("a.mdx", Fate::Edited)]),
            elapsed,
            ..Report::default()
        };
        assert_eq!(line(&edited, &[]), "✓ 1 page, 9 ms (a.mdx)\n");
        let renamed = Report {
            pages_written: 4,
            pages_gone: 1,
            changed: changed(&[("a.mdx", Fate::Gone), ("b.mdx", Fate::New)]),
            ..edited.clone()
        };
        assert_eq!(line(&renamed, &[]), "✓ 4 pages, 1 page removed, 9 ms (a.mdx removed, b.mdx new)\n");
        let many = ["a.mdx", "b.mdx", "c.mdx", "d.mdx", "e.mdx"].map(|path| (path, Fate::Edited));
        let checkout = Report { pages_written: 5, changed: changed(&many), ..edited.clone() };
        assert_eq!(line(&checkout, &[]), "✓ 5 pages, 9 ms (a.mdx, b.mdx, c.mdx, 2 more)\n");
        let file =
            Report { deleted: 1, changed: changed(&[("x.txt", Fate::Gone)]), elapsed, ..Report::default() };
        assert_eq!(line(&file, &[]), "✓ 1 file removed, 9 ms (x.txt removed)\n");
    }
}
