//! Lines that stand for the text of another file.

use super::super::Style;
use super::super::fence::Info;
use super::{Blocks, Fence, fence_marks};
use crate::text::SourcePath;

/// What a file costs beside its bytes, of those that a page may include.
const EACH: usize = 1024;

/// A file, and which part of it.
struct Wanted<'w> {
    path: &'w str,
    /// Lines from and to, or the name of a part.
    part: Option<&'w str>,
}

impl Blocks<'_, '_> {
    /// Lines outside of code that stand for files; how many they are.
    pub(super) fn included(&mut self, indent: &str, line: &str, rest: &[String]) -> Option<usize> {
        let style = self.cx.style();
        let line = line.trim_end();
        let commented = || {
            let inner = line.strip_prefix("<!--")?.strip_suffix("-->")?;
            inner.trim().strip_prefix("@include:").map(str::trim)
        };
        let as_text = match style {
            Style::Vue => commented().map(|named| (vec![named], 1)),
            _ => named_by(rest, style),
        };
        if let Some((names, taken)) = as_text {
            self.flush();
            for named in names {
                let Some(lines) = self.lines_of(&Wanted::read(named)) else {
                    self.missing(named);
                    continue;
                };
                let lines = self.inner(&lines, 1);
                self.out.extend(lines.into_iter().map(|line| moved(indent, line)));
            }
            return Some(taken);
        }
        let as_code = match style {
            Style::Vue => line.strip_prefix("<<<").map(str::trim),
            Style::Python => {
                line.strip_prefix("{*").and_then(|inner| inner.strip_suffix("*}")).map(str::trim)
            }
            _ => None,
        };
        let named = as_code?;
        self.flush();
        let (path, more) = named.split_at(named.find(['{', ' ', '[']).unwrap_or(named.len()));
        let wanted = Wanted::read(path);
        let Some(code) = self.lines_of(&wanted) else {
            self.missing(path);
            return Some(1);
        };
        let language = wanted.path.rsplit_once('.').map_or("", |(_, ending)| ending);
        let highlights =
            more.trim().strip_prefix("hl[").and_then(|rest| rest.split_once(']')).map(|(lines, _)| {
                let lines: Vec<String> =
                    lines.split(',').map(|range| range.trim().replace(':', "-")).collect();
                format!("{{{}}}", lines.join(","))
            });
        let info = format!("{language} {}", highlights.as_deref().unwrap_or(more));
        let marks = fence_marks(code.iter().map(String::as_str));
        self.out.push(format!("{marks}{}", Info::read(&info, style).write()));
        self.out.extend(code);
        self.out.push(marks.to_owned());
        Some(1)
    }

    /// Code with the files in it that its lines name.
    pub(super) fn with_included(&mut self, code: Vec<String>) -> Vec<String> {
        let style = self.cx.style();
        let mut out = Vec::with_capacity(code.len());
        let mut at = 0;
        while let Some(line) = code.get(at) {
            let Some((names, taken)) = named_by(&code[at..], style) else {
                match self.with_files(line) {
                    Some(text) => out.extend(text.split('\n').map(str::to_owned)),
                    None => out.push(line.clone()),
                }
                at += 1;
                continue;
            };
            let indent = &line[..line.len() - line.trim_start().len()];
            for named in names {
                match self.lines_of(&Wanted::read(named)) {
                    Some(lines) => out.extend(lines.into_iter().map(|line| moved(indent, line))),
                    None => {
                        self.missing(named);
                        out.extend((taken == 1).then(|| line.clone()));
                    }
                }
            }
            at += taken;
        }
        out
    }

    /// A line with the files in it that it names between its words; `None` when there are none.
    pub(super) fn with_files(&mut self, line: &str) -> Option<String> {
        let style = self.cx.style();
        let (opening, closing) = marks(style)?;
        if !line.contains(opening) || Fence::open(line).is_some() {
            return None;
        }
        let (mut out, mut rest) = (String::new(), line);
        while let Some(at) = rest.find(opening) {
            let (before, tag) = rest.split_at(at);
            let Some(end) = tag.find(closing).map(|end| end + closing.len()) else { break };
            let (tag, after) = tag.split_at(end);
            out.push_str(before);
            rest = after;
            // A line that is nothing else is a block of its own; so is what a file brings in.
            let is_whole = out.trim().is_empty() && after.trim().is_empty();
            match between(tag, style) {
                _ if tag.starts_with("{{#title") => {}
                _ if before.ends_with('\\') => out.push_str(tag),
                Some(_) if is_whole => return None,
                Some(named) => match self.lines_of(&Wanted::read(named)) {
                    Some(lines) => out.push_str(lines.join("\n").trim_end()),
                    None => {
                        self.missing(named);
                        out.push_str(tag);
                    }
                },
                None => out.push_str(tag),
            }
        }
        out.push_str(rest);
        Some(out)
    }

    fn missing(&mut self, named: &str) {
        self.cx.review(format!("`{named}` is to be included here, and was not found"));
    }

    fn lines_of(&mut self, wanted: &Wanted<'_>) -> Option<Vec<String>> {
        let plan = self.cx.places.plan;
        let beside = self.cx.path.parent();
        let config = plan.config.parent();
        let candidates = match wanted.path.strip_prefix("@/") {
            Some(rest) => vec![format!("{}/{rest}", plan.root)],
            None => {
                let beside = [&beside, &plan.root, &config];
                let folders = plan.includes.iter().chain(beside);
                let mut all: Vec<_> = folders.map(|folder| format!("{folder}/{}", wanted.path)).collect();
                all.push(wanted.path.trim_start_matches("../").to_owned());
                all
            }
        };
        let text = candidates
            .iter()
            .filter_map(|path| SourcePath::checked(path))
            .find_map(|path| self.cx.places.files.text(&path))?;
        // Files may include each other, again and again.
        self.cx.room = self.cx.room.checked_sub(text.len() + EACH)?;
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let Some(part) = wanted.part else {
            // Front matter of a page is not shown.
            let has_front = wanted.path.ends_with(".md") && lines.first().is_some_and(|line| line == "---");
            let body = lines.iter().skip(1).position(|line| line == "---").filter(|_| has_front);
            return Some(lines[body.map_or(0, |end| end + 2)..].to_vec());
        };
        part_of(&lines, part)
    }
}

impl<'w> Wanted<'w> {
    fn read(named: &'w str) -> Self {
        let named = named.trim();
        if let Some((path, lines)) = named.strip_suffix(']').and_then(|named| named.split_once("[ln:")) {
            return Self { path: path.trim(), part: Some(lines) };
        }
        let (path, part) = match named.split_once('#') {
            Some((path, region)) => (path, Some(region)),
            None => match named.split_once(':') {
                Some((path, part)) => (path, Some(part)),
                None => (named, None),
            },
        };
        let (path, part) = match path.split_once('{') {
            Some((path, lines)) => (path, Some(lines.trim_end_matches('}'))),
            None => (path, part),
        };
        Self { path: path.trim(), part }
    }
}

/// Lines by their numbers (`3:10`, `3,10`, `3-10`), or between the marks of a part.
fn part_of(lines: &[String], part: &str) -> Option<Vec<String>> {
    let mut numbers = part.split([':', ',', '-']).map(|number| number.trim().parse::<usize>().ok());
    if part.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | ',' | '-' | ' ')) {
        let from = numbers.next().flatten().unwrap_or(1).max(1);
        let to = numbers.next().map_or(from, |to| to.unwrap_or(lines.len())).min(lines.len());
        return lines.get(from - 1..to.max(from - 1)).map(<[String]>::to_vec);
    }
    let is_mark = |line: &str, words: &[&str]| {
        words.iter().any(|word| line.contains(word))
            && line
                .split(|c: char| c.is_whitespace() || matches!(c, ']' | '"'))
                .any(|word| word == part || word.rsplit(':').next() == Some(part))
    };
    let start = lines.iter().position(|line| {
        is_mark(line, &["#region", "ANCHOR:", "--8<-- [start"]) || line.contains(&format!("[start:{part}]"))
    })?;
    let end = lines.iter().skip(start + 1).position(|line| {
        is_mark(line, &["#endregion", "ANCHOR_END:"])
            || line.contains("#endregion")
            || line.contains(&format!("[end:{part}]"))
    });
    let end = end.map_or(lines.len(), |end| start + 1 + end);
    let is_any_mark = |line: &&String| {
        !["ANCHOR", "#region", "#endregion", "--8<--"].iter().any(|mark| line.contains(mark))
    };
    Some(lines[start + 1..end].iter().filter(is_any_mark).cloned().collect())
}

/// The files that the lines which begin here stand for, and how many lines do.
fn named_by(rest: &[String], style: Style) -> Option<(Vec<&str>, usize)> {
    let line = rest.first()?.trim();
    let own = match marked(line) {
        Some("") if style == Style::Python => {
            let end = rest.iter().skip(1).position(|line| marked(line.trim()) == Some(""))? + 1;
            let names = rest[1..end].iter().map(|line| line.trim().trim_matches(['"', '\'']));
            // Behind `;` stands what is left out for now.
            let names = names.filter(|name| !name.is_empty() && !name.starts_with(';'));
            return Some((names.collect(), end + 1));
        }
        Some(named) if style == Style::Python => {
            let quote = named.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            named[1..].strip_suffix(quote)
        }
        _ => between(line, style),
    };
    Some((vec![own?], 1))
}

/// What stands behind the scissors of a snippet, `--8<--`.
fn marked(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('-')?.trim_start_matches('-').strip_prefix("8<-")?;
    Some(rest.trim_start_matches('-').trim())
}

/// What stands around the name of a file: `{{#include file}}` of mdBook, `{!file!}` of extensions of MkDocs.
fn marks(style: Style) -> Option<(&'static str, &'static str)> {
    match style {
        Style::Plain => Some(("{{#", "}}")),
        Style::Python => Some(("{!", "!}")),
        _ => None,
    }
}

/// The file that a text names which is nothing else.
fn between(text: &str, style: Style) -> Option<&str> {
    let (opening, closing) = marks(style)?;
    let (inner, after) = text.strip_prefix(opening)?.split_once(closing)?;
    if !after.is_empty() {
        return None;
    }
    if style == Style::Python {
        // Signs in front say how deep to look, and whether to move what is found.
        let named = inner.trim().trim_start_matches(['+', '-', '>']).trim();
        return Some(named).filter(|named| !named.is_empty());
    }
    let (word, named) = inner.split_once(' ')?;
    let named = named.split_whitespace().next()?;
    matches!(word, "include" | "rustdoc_include" | "playground" | "playpen").then_some(named)
}

/// A line of a file, as far to the right as what names it.
fn moved(indent: &str, line: String) -> String {
    if line.is_empty() { line } else { format!("{indent}{line}") }
}
