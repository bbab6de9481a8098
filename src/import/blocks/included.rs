//! Lines that stand for the text of another file.

use super::super::Style;
use super::super::fence::Info;
use super::{Blocks, Fence, fence_marks};
use crate::text::SourcePath;

/// A file, and which part of it.
struct Wanted<'w> {
    path: &'w str,
    /// Lines from and to, or the name of a part.
    part: Option<&'w str>,
}

impl Blocks<'_, '_> {
    /// A line outside of code that stands for a file; the number of lines that it took.
    pub(super) fn included(&mut self, line: &str) -> Option<usize> {
        let style = self.cx.style();
        let line = line.trim_end();
        let as_text = match style {
            Style::Vue => line
                .strip_prefix("<!--")
                .and_then(|inner| inner.strip_suffix("-->")?.trim().strip_prefix("@include:").map(str::trim)),
            Style::Python => marked(line),
            Style::Plain => braced(line),
            _ => None,
        };
        if let Some(named) = as_text {
            self.flush();
            let wanted = Wanted::read(named);
            match self.lines_of(&wanted) {
                Some(lines) => {
                    let lines = self.inner(&lines, 1);
                    self.out.extend(lines);
                }
                None => self.missing(named),
            }
            return Some(1);
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
        if !matches!(style, Style::Python | Style::Plain) {
            return code;
        }
        let mut out = Vec::with_capacity(code.len());
        for line in code {
            let named = match style {
                Style::Python => marked(line.trim()),
                _ => braced(line.trim()),
            };
            let Some(named) = named else {
                out.push(line);
                continue;
            };
            match self.lines_of(&Wanted::read(named)) {
                Some(lines) => out.extend(lines),
                None => {
                    self.missing(named);
                    out.push(line.clone());
                }
            }
        }
        out
    }

    /// A line of mdBook with the files in it that it names between its words; `None` when there are none.
    pub(super) fn with_files(&mut self, line: &str) -> Option<String> {
        if self.cx.style() != Style::Plain || !line.contains("{{#") || Fence::open(line).is_some() {
            return None;
        }
        let (mut out, mut rest) = (String::new(), line);
        while let Some(at) = rest.find("{{#") {
            let (before, tag) = rest.split_at(at);
            let Some(end) = tag.find("}}").map(|end| end + 2) else { break };
            let (tag, after) = tag.split_at(end);
            out.push_str(before);
            rest = after;
            // A line that is nothing else is a block of its own; so is what a file brings in.
            let is_whole = out.trim().is_empty() && after.trim().is_empty();
            match braced(tag) {
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

    fn lines_of(&self, wanted: &Wanted<'_>) -> Option<Vec<String>> {
        let plan = self.cx.places.plan;
        let beside = self.cx.path.parent();
        let config = plan.config.parent();
        let candidates = match wanted.path.strip_prefix("@/") {
            Some(rest) => vec![format!("{}/{rest}", plan.root)],
            None => vec![
                format!("{beside}/{}", wanted.path),
                format!("{}/{}", plan.root, wanted.path),
                format!("{config}/{}", wanted.path),
                wanted.path.trim_start_matches("../").to_owned(),
            ],
        };
        let text = candidates
            .iter()
            .filter_map(|path| SourcePath::checked(path))
            .find_map(|path| self.cx.places.files.text(&path))?;
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

/// `--8<-- "file"`.
fn marked(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("--8<--")?.trim();
    rest.strip_prefix('"')?.strip_suffix('"')
}

/// `{{#include file}}`.
fn braced(line: &str) -> Option<&str> {
    let inner = line.trim().strip_prefix("{{#")?.split_once("}}")?.0;
    let (word, named) = inner.split_once(' ')?;
    let named = named.split_whitespace().next()?;
    matches!(word, "include" | "rustdoc_include" | "playground" | "playpen").then_some(named)
}
