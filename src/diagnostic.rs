//! Problems, written for the author of the page: a code, a place, a plain sentence, a hint.
//!
//! Diagnostics are values that stages return; nothing here prints. A diagnostic carries the line it
//! talks about, so that showing it needs no file and a remembered one stays true.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Deserializer, Serialize};

use crate::text::{SourcePath, SourceText, Span};

pub mod annotations;
pub mod codes;
pub mod conflict;
pub mod render;
pub mod sarif;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The build ends with exit code 1; everything else is still written.
    Error,
    /// Worth a look; exit code 1 only with `--strict`.
    Warning,
    /// Good to know; never a reason to fail.
    Note,
}

/// Where a problem is. `line == 0` means the file as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Location {
    /// The file.
    pub path: SourcePath,
    /// Line from 1, or 0 for the whole file.
    pub line: u32,
    /// Column in characters from 1, or 0 for the whole file.
    pub column: u32,
    /// Length of the marked piece in characters, within its first line; at least 1.
    pub length: u32,
    /// At most 400 characters of that line, those around the piece.
    pub excerpt: String,
    /// How much of the line stands before them, in the measure of `column`.
    pub skipped: u32,
}

/// Lines longer than this are measured in bytes: counting the characters of one for each problem in it takes
/// time that grows with the square of its length.
pub(crate) const LONG_LINE: usize = 16 * 1024;
/// Most characters of a line that are kept.
const LONGEST_EXCERPT: usize = 400;
/// How many of them stand before a piece that is not near the beginning of its line.
const BEFORE_PIECE: usize = 100;

impl Location {
    /// The file as a whole.
    pub fn file(path: &SourcePath) -> Self {
        Self { path: path.clone(), line: 0, column: 0, length: 0, excerpt: String::new(), skipped: 0 }
    }

    /// A place in a text.
    pub fn at(source: &SourceText, span: Span) -> Self {
        let (source, span) = source.as_written(span);
        let start = source.position(span.start);
        let end = source.position(span.end);
        let line = source.line(start.line);
        // Only the beginning of a line is shown, and a line can be as long as a page.
        let width = if line.len() > LONG_LINE { line.len() } else { line.chars().count() };
        let rest = (width as u32 + 1).saturating_sub(start.column).max(1);
        let length =
            if end.line == start.line { end.column.saturating_sub(start.column).max(1) } else { rest };
        let before = start.column.saturating_sub(1) as usize;
        let (skipped, shown) = around(line, before);
        Self {
            path: source.path.clone(),
            line: start.line,
            column: start.column,
            length: length.min(rest),
            excerpt: shown.chars().take(LONGEST_EXCERPT).collect(),
            skipped,
        }
    }

    /// Where in the excerpt the piece begins, in characters.
    pub(crate) fn start_in_excerpt(&self) -> usize {
        self.column.saturating_sub(1).saturating_sub(self.skipped) as usize
    }
}

/// What is shown of a line whose piece begins after `before` characters, and how much stands before that. Columns that
/// are large enough may be bytes.
fn around(line: &str, before: usize) -> (u32, &str) {
    if before + BEFORE_PIECE <= LONGEST_EXCERPT {
        return (0, line);
    }
    if before > LONG_LINE {
        let piece = line.floor_char_boundary(before);
        let shown: usize = line[..piece].chars().rev().take(BEFORE_PIECE).map(char::len_utf8).sum();
        // What is shown counts characters, as the piece in it does.
        return ((before - line[piece - shown..piece].chars().count()) as u32, &line[piece - shown..]);
    }
    let skipped = before - BEFORE_PIECE;
    let at = line.char_indices().nth(skipped).map_or(line.len(), |(at, _)| at);
    (skipped as u32, &line[at..])
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Diagnostic {
    /// Permanent kebab-case name, for example `unknown-component`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// A plain sentence, lower case, without a full stop, naming the thing.
    pub message: String,
    /// Where, when a place is known.
    pub location: Option<Location>,
    /// What to do about it.
    pub hint: Option<String>,
    /// The page that takes in the file of the place, where that is another one; in a report the first of them.
    pub page: Option<SourcePath>,
}

/// A diagnostic as it comes from a store.
#[derive(Deserialize)]
struct StoredDiagnostic {
    code: String,
    severity: Severity,
    message: String,
    location: Option<Location>,
    hint: Option<String>,
    page: Option<SourcePath>,
}

impl<'de> Deserialize<'de> for Diagnostic {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let StoredDiagnostic { code, severity, message, location, hint, page } =
            StoredDiagnostic::deserialize(deserializer)?;
        Ok(Self { code: permanent(code), severity, message, location, hint, page })
    }
}

/// Keeps each code once for the life of the process; there are only as many as this program has.
fn permanent(code: String) -> &'static str {
    static CODES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut codes = CODES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = codes.get(code.as_str()) {
        return known;
    }
    let code: &'static str = Box::leak(code.into_boxed_str());
    codes.insert(code);
    code
}

impl Diagnostic {
    /// What it says, without the number of further cases that are not told by themselves, and without its pages.
    pub fn without_number(&self) -> &str {
        let end = [MORE_CASES, MORE_PLACES, SHOWN_ON].iter().filter_map(|mark| self.message.find(mark)).min();
        end.and_then(|end| self.message.get(..end)).unwrap_or(&self.message)
    }

    /// A problem that makes the build exit with 1.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, message.into())
    }

    /// Something that is good to know.
    pub fn note(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Note, message.into())
    }

    /// A problem that is only told.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, message.into())
    }

    fn new(code: &'static str, severity: Severity, message: String) -> Self {
        Self { code, severity, message, location: None, hint: None, page: None }
    }

    /// Adds a place in a text.
    pub fn at(mut self, source: &SourceText, span: Span) -> Self {
        self.location = Some(Location::at(source, span));
        self
    }

    /// Adds a place that is already computed.
    pub fn located(mut self, location: Location) -> Self {
        self.location = Some(location);
        self
    }

    /// Adds the file as a whole as the place.
    pub fn in_file(mut self, path: &SourcePath) -> Self {
        self.location = Some(Location::file(path));
        self
    }

    /// Adds the page whose problem it is, where its place is in a snippet or a component.
    pub fn on_page(mut self, page: &SourcePath) -> Self {
        const TAKEN_IN: [&str; 6] = ["mdx", "md", "jsx", "tsx", "js", "ts"];
        let is_taken_in = |path: &SourcePath| path != page && TAKEN_IN.contains(&path.extension().as_str());
        self.page = self.location.as_ref().filter(|place| is_taken_in(&place.path)).map(|_| page.clone());
        self
    }

    /// Adds what to do about it.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Most problems that one file's text is told about.
pub const MOST_PROBLEMS: usize = 1_000;

/// Adds the problem that `make` makes, unless the file has so many that nobody reads them: then one sentence
/// says so, and making them, which reads the line each stands on, is spared.
pub fn push_limited(diagnostics: &mut Vec<Diagnostic>, make: impl FnOnce() -> Diagnostic) {
    if diagnostics.len() < MOST_PROBLEMS {
        diagnostics.push(make());
    } else if diagnostics.len() == MOST_PROBLEMS {
        let mut last = make();
        // Among those not shown may be errors.
        last.severity = Severity::Error;
        last.code = "too-many-problems";
        last.message =
            format!("this file has more than {MOST_PROBLEMS} problems, so no more are shown from here on");
        last.hint = Some("correct the ones above first".to_owned());
        diagnostics.push(last);
    }
}

/// Leaves one of the problems with a code, the first by its place, which says how many more there are: for what
/// an author decides once and not at each place.
pub fn tell_once(problems: &mut Vec<Diagnostic>, code: &str) {
    let place = |problem: &Diagnostic| {
        let place = problem.location.as_ref();
        (place.map(|place| (place.path.clone(), place.line, place.column)), problem.message.clone())
    };
    let all = problems.extract_if(.., |problem| problem.code == code);
    let mut all: Vec<Diagnostic> = all.collect();
    all.sort_by_cached_key(place);
    let messages: BTreeSet<&str> = all.iter().map(|problem| problem.message.as_str()).collect();
    let more = messages.len().saturating_sub(1);
    let Some(mut first) = all.into_iter().next() else { return };
    match more {
        0 => {}
        1 => first.message.push_str(&format!("{MORE_CASES}one more such case")),
        more => first.message.push_str(&format!("{MORE_CASES}{more} more such cases")),
    }
    problems.push(first);
}

/// What stands in a message before the number of further cases, and of further places.
const MORE_CASES: &str = "; this site has ";
const MORE_PLACES: &str = "; so it is in ";

/// Leaves one of those problems with a code that say the same, the first by its place, which says in how many more
/// places it is so: what is corrected in one way everywhere.
pub fn tell_each_once(problems: &mut Vec<Diagnostic>, code: &str) {
    tell_one_of(problems, code, |a, b| a.message == b.message);
}

/// Leaves one of those problems with a code that say the same of a file, as [`tell_each_once`] does of all files: what is
/// missing at many places of a page, for one reason.
pub fn tell_once_a_file(problems: &mut Vec<Diagnostic>, code: &str) {
    let path = |problem: &Diagnostic| problem.location.as_ref().map(|place| place.path.clone());
    tell_one_of(problems, code, |a, b| a.message == b.message && path(a) == path(b));
}

fn tell_one_of(
    problems: &mut Vec<Diagnostic>,
    code: &str,
    is_same: impl Fn(&Diagnostic, &Diagnostic) -> bool,
) {
    let mut all: Vec<Diagnostic> = problems.extract_if(.., |problem| problem.code == code).collect();
    let place = |problem: &Diagnostic| {
        problem.location.as_ref().map(|place| (place.path.clone(), place.line, place.column))
    };
    all.sort_by_cached_key(|problem| (problem.message.clone(), place(problem)));
    all.dedup();
    for same in all.chunk_by(is_same) {
        let [first, others @ ..] = same else { continue };
        let mut first = first.clone();
        match others.len() {
            0 => {}
            1 => first.message.push_str(&format!("{MORE_PLACES}one more place")),
            more => first.message.push_str(&format!("{MORE_PLACES}{more} more places")),
        }
        problems.push(first);
    }
}

/// Most places that a hint names.
const NAMED_PLACES: usize = 5;

/// Leaves one of those problems with a code that say the same, the first by its place, whose hint names the others: the
/// navigations of several versions and languages often have the same entries.
pub fn tell_with_places(problems: &mut Vec<Diagnostic>, code: &str) {
    let mut all: Vec<Diagnostic> = problems.extract_if(.., |problem| problem.code == code).collect();
    all.sort_by(|a, b| (&a.message, &a.location).cmp(&(&b.message, &b.location)));
    all.dedup_by(|a, b| a.message == b.message && a.location == b.location);
    for same in all.chunk_by(|a, b| a.message == b.message) {
        let [first, others @ ..] = same else { continue };
        let mut first = first.clone();
        let line =
            |problem: &Diagnostic| problem.location.as_ref().map(|place| (place.path.clone(), place.line));
        let name = |other: &Diagnostic| {
            let Location { path, line: number, column, .. } = other.location.as_ref()?;
            Some(match (number, line(other) == line(&first)) {
                (0, _) => path.to_string(),
                (_, false) => format!("{path}:{number}"),
                (_, true) => format!("{path}:{number}:{column}"),
            })
        };
        let mut places: Vec<String> = others.iter().filter_map(name).take(NAMED_PLACES).collect();
        match others.len() - places.len().min(others.len()) {
            0 => {}
            1 => places.push("one more place".to_owned()),
            more => places.push(format!("{more} more places")),
        }
        if !places.is_empty() {
            let hint = first.hint.take().map(|hint| format!("{hint}; ")).unwrap_or_default();
            first.hint = Some(format!("{hint}also at {}", places.join(", ")));
        }
        problems.push(first);
    }
}

/// What stands in a message before the pages that take in the file of the place.
const SHOWN_ON: &str = "; it is shown on ";
/// Most of them that are named.
const NAMED_PAGES: usize = 3;

/// The pages that take in the files of problems, by place, code and message.
pub struct PagesOfProblems(BTreeMap<(Option<Location>, &'static str, String), BTreeSet<SourcePath>>);

impl PagesOfProblems {
    /// Takes the pages out of the problems, which are the same then for all pages of a snippet.
    pub fn of(problems: &mut [Diagnostic]) -> Self {
        let mut pages: BTreeMap<_, BTreeSet<SourcePath>> = BTreeMap::new();
        for problem in problems {
            let Some(page) = problem.page.take() else { continue };
            let key = (problem.location.clone(), problem.code, problem.message.clone());
            pages.entry(key).or_default().insert(page);
        }
        Self(pages)
    }

    /// Names them in each problem, of which each is there once.
    pub fn tell(&self, problems: &mut [Diagnostic]) {
        for problem in problems.iter_mut().filter(|_| !self.0.is_empty()) {
            let key = (problem.location.clone(), problem.code, problem.message.clone());
            let Some(pages) = self.0.get(&key) else { continue };
            problem.page = pages.first().cloned();
            let named: Vec<String> = pages.iter().take(NAMED_PAGES).map(|page| format!("`{page}`")).collect();
            problem.message.push_str(SHOWN_ON);
            problem.message.push_str(&match (named.as_slice(), pages.len() - named.len()) {
                ([all @ .., last], 0) if !all.is_empty() => format!("{} and {last}", all.join(", ")),
                (_, 0) => named.concat(),
                (_, more) => format!("{} and {more} more", named.join(", ")),
            });
        }
    }
}

/// The entry of `candidates` that `word` was probably meant to be: at most a third of its letters
/// away (at least one), the nearest first, earlier ones on a tie.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    let allowed = (length / 3).max(1);
    let word_in_lower_case = word.to_lowercase();
    candidates
        .into_iter()
        // Letters that one has more are letters away. Lower case is as long, but for a few letters.
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= allowed + 1)
        .map(|candidate| {
            (strsim::damerau_levenshtein(&word_in_lower_case, &candidate.to_lowercase()), candidate)
        })
        .filter(|(distance, candidate)| *distance <= allowed && *candidate != word)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
