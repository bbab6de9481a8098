//! What is different, in words: for a terminal, as Markdown for a comment below a pull request, and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Comparison, Fate, Files, PageChange, Redirect};
use crate::diagnostic::{Diagnostic, Severity};

/// Most lines of one kind that are told in words; a page has them all.
const MOST_TOLD: usize = 50;

/// What the states are called.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// What was compared with, as it was asked for: `origin/main`.
    pub asked: &'a str,
    /// The commit.
    pub commit: &'a str,
    /// Where the new state can be seen, without a slash at its end.
    pub preview: Option<&'a str>,
}

impl Names<'_> {
    /// `origin/main (3f2c1ab)`
    pub(super) fn base(&self) -> String {
        format!("{} ({})", self.asked, self.commit.get(..7).unwrap_or(self.commit))
    }

    /// Where a page can be seen.
    pub(super) fn link(&self, page: &PageChange) -> Option<String> {
        let is_there = !matches!(page.fate, Fate::Gone(_));
        self.preview.filter(|_| is_there).map(|preview| format!("{preview}{}", page.address))
    }
}

impl Comparison {
    /// `3 pages changed, 1 new, 2 gone`
    pub fn summary(&self) -> String {
        let counted = [
            (self.count(|fate| matches!(fate, Fate::Changed)), "changed"),
            (self.count(|fate| matches!(fate, Fate::New)), "new"),
            (self.count(|fate| matches!(fate, Fate::Moved { .. })), "moved"),
            (self.count(|fate| matches!(fate, Fate::Gone(_))), "gone"),
        ];
        let mut parts: Vec<String> = Vec::new();
        for (number, word) in counted.into_iter().filter(|(number, _)| *number > 0) {
            parts.push(if parts.is_empty() {
                format!("{} {word}", counted_as(number, "page"))
            } else {
                format!("{number} {word}")
            });
        }
        let files = self.files.new.len() + self.files.changed.len() + self.files.gone.len();
        if files > 0 {
            parts.push(counted_as(files, "other file"));
        }
        if self.reframed > 0 {
            parts.push(format!("{} with other surroundings only", counted_as(self.reframed, "page")));
        }
        if !self.new_problems.is_empty() {
            parts.push(counted_as(self.new_problems.len(), "new problem"));
        }
        if parts.is_empty() { "no difference".to_owned() } else { parts.join(", ") }
    }
}

impl PageChange {
    /// `+3 −1`
    pub(super) fn amount(&self) -> String {
        match (self.added, self.removed) {
            (0, 0) => String::new(),
            (added, 0) => format!("+{added}"),
            (0, removed) => format!("−{removed}"),
            (added, removed) => format!("+{added} −{removed}"),
        }
    }

    /// What happened, in words.
    pub(super) fn words(&self) -> String {
        match &self.fate {
            Fate::New => "new".to_owned(),
            Fate::Changed => "changed".to_owned(),
            Fate::Moved { from, redirect: Redirect::There } => format!("moved from {from}"),
            Fate::Moved { from, redirect: Redirect::Missing } => format!("moved from {from}, no redirect"),
            Fate::Gone(Redirect::There) => "gone, with a redirect".to_owned(),
            Fate::Gone(Redirect::Missing) => "gone, no redirect".to_owned(),
        }
    }

    fn sign(&self) -> char {
        match self.fate {
            Fate::New => '+',
            Fate::Changed => '~',
            Fate::Moved { .. } => '>',
            Fate::Gone(_) => '-',
        }
    }
}

impl Files {
    /// All of them, each with what happened.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let kinds = [("new", &self.new), ("changed", &self.changed), ("gone", &self.gone)];
        kinds.into_iter().flat_map(|(word, files)| files.iter().map(move |file| (word, file.as_str())))
    }
}

/// For a terminal.
pub fn plainly(comparison: &Comparison, names: &Names<'_>) -> String {
    let mut out = String::new();
    let widest = comparison.pages.iter().take(MOST_TOLD).map(|page| page.address.chars().count()).max();
    let width = widest.unwrap_or_default().min(60);
    for page in comparison.pages.iter().take(MOST_TOLD) {
        let what = if page.fate == Fate::Changed { page.amount() } else { page.words() };
        let line = format!("  {} {:width$}  {what}", page.sign(), page.address);
        let _ = writeln!(out, "{}", line.trim_end());
    }
    rest(&mut out, comparison.pages.len(), "pages");
    for (word, file) in comparison.files.all().take(MOST_TOLD) {
        let _ = writeln!(out, "  {word:7} {file}");
    }
    rest(&mut out, comparison.files.all().count(), "files");
    let problems = grouped(&comparison.new_problems);
    for Group { first, places } in problems.iter().take(MOST_TOLD) {
        let word = if first.severity == Severity::Error { "error" } else { "warning" };
        let at = placed(places).map(|at| format!("  {at}")).unwrap_or_default();
        let _ = writeln!(out, "  {word}: {}{at}", first.message);
    }
    rest(&mut out, problems.len(), "problems");
    let solved = match comparison.solved {
        0 => String::new(),
        solved => format!("; {} less", counted_as(solved, "problem")),
    };
    let _ = writeln!(out, "since {}: {}{solved}", names.base(), comparison.summary());
    out
}

/// For a comment below a pull request.
pub fn as_markdown(comparison: &Comparison, names: &Names<'_>) -> String {
    let mut out = format!("### Documentation: {}\n", comparison.summary());
    if !comparison.pages.is_empty() {
        out.push_str("\n| Page | | Lines |\n|---|---|--:|\n");
        for page in comparison.pages.iter().take(MOST_TOLD) {
            let name = if page.title.is_empty() { &page.address } else { &page.title };
            let shown = match names.link(page) {
                Some(link) => format!("[{}](<{}>)", cell(name), link.replace(['<', '>'], "")),
                None => cell(name),
            };
            let _ = writeln!(
                out,
                "| {shown} {} | {} | {} |",
                code(&page.address),
                cell(&page.words()),
                page.amount()
            );
        }
        rest(&mut out, comparison.pages.len(), "pages");
    }
    if comparison.files.all().next().is_some() {
        out.push_str("\n**Other files**\n\n");
        for (word, file) in comparison.files.all().take(MOST_TOLD) {
            let _ = writeln!(out, "- {} {word}", code(file));
        }
        rest(&mut out, comparison.files.all().count(), "files");
    }
    if !comparison.new_problems.is_empty() {
        out.push_str("\n**New problems**\n\n");
        let problems = grouped(&comparison.new_problems);
        for Group { first, places } in problems.iter().take(MOST_TOLD) {
            let words =
                spans(&first.message).map(|(is_code, text)| if is_code { code(text) } else { cell(text) });
            let at = placed(places).map(|at| format!(" ({})", cell(&at))).unwrap_or_default();
            let _ = writeln!(out, "- {}{at}", words.collect::<String>());
        }
        rest(&mut out, problems.len(), "problems");
    }
    let _ = writeln!(out, "\nCompared with {}.", cell(&names.base()));
    out
}

/// For programs.
pub fn as_json(comparison: &Comparison, names: &Names<'_>) -> Value {
    let page = |page: &PageChange| {
        let (fate, from, redirect) = match &page.fate {
            Fate::New => ("new", None, None),
            Fate::Changed => ("changed", None, None),
            Fate::Moved { from, redirect } => ("moved", Some(from), Some(redirect)),
            Fate::Gone(redirect) => ("gone", None, Some(redirect)),
        };
        let mut value = json!({
            "address": page.address, "title": page.title, "fate": fate, "added": page.added, "removed": page.removed,
        });
        if let Some(from) = from {
            value["from"] = json!(from);
        }
        if let Some(redirect) = redirect {
            value["redirect"] = json!(*redirect == Redirect::There);
        }
        value
    };
    json!({
        "version": 1,
        "since": { "name": names.asked, "commit": names.commit },
        "pages": comparison.pages.iter().map(page).collect::<Vec<_>>(),
        "reframed": comparison.reframed,
        "files": {
            "new": comparison.files.new, "changed": comparison.files.changed, "gone": comparison.files.gone,
        },
        "newProblems": comparison.new_problems,
        "solvedProblems": comparison.solved,
    })
}

/// Problems that say the same.
pub(super) struct Group<'a> {
    pub first: &'a Diagnostic,
    pub places: Vec<String>,
}

/// Problems by what they say, in their order: a page that is gone is missed by many.
pub(super) fn grouped(problems: &[Diagnostic]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut known: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for problem in problems {
        let at = *known.entry((problem.code, &problem.message)).or_insert(groups.len());
        if at == groups.len() {
            groups.push(Group { first: problem, places: Vec::new() });
        }
        groups[at].places.extend(place(problem));
    }
    groups
}

/// `docs.json:3:7`
fn place(problem: &Diagnostic) -> Option<String> {
    let location = problem.location.as_ref()?;
    Some(match location.line {
        0 => location.path.to_string(),
        line => format!("{}:{line}:{}", location.path, location.column),
    })
}

/// The first place, and how many more.
pub(super) fn placed(places: &[String]) -> Option<String> {
    let first = places.first()?;
    Some(match places.len() {
        1 => first.clone(),
        2 => format!("{first} and 1 other place"),
        number => format!("{first} and {} other places", number - 1),
    })
}

/// The pieces of a message; `true`: it stands in backticks.
pub(super) fn spans(message: &str) -> impl Iterator<Item = (bool, &str)> {
    message.split('`').enumerate().map(|(at, text)| (at % 2 == 1, text)).filter(|(_, text)| !text.is_empty())
}

/// How many are not told.
fn rest(out: &mut String, number: usize, what: &str) {
    if number > MOST_TOLD {
        let _ = writeln!(out, "\n… and {} more {what}", number - MOST_TOLD);
    }
}

/// `1 page`, `3 pages`
fn counted_as(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Text that stays text in a cell of a table.
fn cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '\\' | '|' | '<' | '>' | '[' | ']' | '*' | '_' | '`' | '@' | '#' | '&' | '!' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

/// Text as code, in a cell of a table too.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'").replace('|', "\\|").replace(['\n', '\r'], " "))
}
