//! The lines of a page: code blocks, admonitions, tabs and what else stands in lines of its own. What lies between is
//! running text (`inline`).

use super::Style;
use super::fence::{Around, Info, without_comments, without_hidden};
use super::inline::{Cx, comment_as_expression, convert};
use super::tags::attribute;
use crate::page::admonition::callout;
use crate::page::jsx::{Patience, parse_tag};

mod containers;
mod definitions;
mod gitbook;
mod included;
mod modules;
mod preformatted;
mod tables;

/// Deepest nesting that is rewritten.
const MAX_DEPTH: usize = 40;
/// Most lines that are looked through for the end of a tag.
const MOST_TAG_LINES: usize = 300;

/// Rewrites lines; `number` is that of the first.
pub(crate) fn rewrite(lines: &[String], number: usize, cx: &mut Cx<'_>) -> Vec<String> {
    Blocks::of(cx, 0).all(lines, number)
}

pub(super) struct Blocks<'b, 'a> {
    cx: &'b mut Cx<'a>,
    out: Vec<String>,
    /// Running text that is not rewritten yet, and the number of its first line.
    text: Vec<String>,
    text_at: usize,
    /// Containers with colons that are open: how many colons, and what closes them.
    open: Vec<(usize, String)>,
    /// Whether the last text without space in front began an entry of a list.
    in_list: bool,
    /// What a tag said of the code block that follows it.
    around: Option<Around>,
    depth: usize,
}

impl<'b, 'a> Blocks<'b, 'a> {
    fn of(cx: &'b mut Cx<'a>, depth: usize) -> Self {
        let (out, text, open) = (Vec::new(), Vec::new(), Vec::new());
        Self { cx, out, text, text_at: 0, open, in_list: false, around: None, depth }
    }
}

impl Blocks<'_, '_> {
    fn all(mut self, lines: &[String], number: usize) -> Vec<String> {
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            self.cx.line = number + at;
            let taken = self.one(line, &lines[at..], number + at);
            at += taken.max(1);
        }
        self.flush();
        while let Some((_, closing)) = self.open.pop() {
            self.block(&closing);
        }
        self.out
    }

    /// Rewrites what begins with a line; the number of lines that it took.
    fn one(&mut self, line: &str, rest: &[String], number: usize) -> usize {
        let style = self.cx.style();
        let expanded = self.with_files(line);
        let line = expanded.as_deref().unwrap_or(line);
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        if trimmed.is_empty() {
            self.flush();
            self.out.push(String::new());
            return 1;
        }
        if let Some(fence) = Fence::open(line) {
            self.flush();
            return self.fence(&fence, rest);
        }
        if self.cx.is_mdx
            && indent == 0
            && self.text.iter().all(|line| line.trim_start().starts_with("<!--"))
            && (line.starts_with("import ") || line.starts_with("export "))
            && let Some(taken) = self.module(rest)
        {
            return taken;
        }
        if trimmed.starts_with("<!--") {
            if let Some(taken) = self.included(&line[..indent], trimmed, rest) {
                return taken;
            }
            let end = rest.iter().position(|line| line.contains("-->")).filter(|end| *end > 0);
            if let Some(end) = end {
                self.flush();
                let text = rest[..=end].join("\n");
                let (inner, after) = text.split_once("-->").unwrap_or((&text, ""));
                self.out.push(comment_as_expression(inner.trim_start().trim_start_matches("<!--")));
                self.out.extend((!after.trim().is_empty()).then(|| convert(after, self.cx)));
                return end + 1;
            }
        }
        if let Some(taken) = self.container(line, trimmed, indent, rest, number) {
            return taken;
        }
        if self.cx.is_mdx
            && let Some(lines) = tag_lines(rest)
        {
            // A tag with blank lines in it is one all the same.
            if self.text.is_empty() {
                self.text_at = number;
            }
            self.text.extend_from_slice(&rest[..lines]);
            return lines;
        }
        if !self.cx.is_mdx
            && trimmed.starts_with("<pre")
            && let Some(taken) = self.preformatted(&line[..indent], rest)
        {
            return taken;
        }
        if style == Style::GitBook
            && trimmed.starts_with("<table")
            && let Some(taken) = self.table(&line[..indent], rest, number)
        {
            return taken;
        }
        if style == Style::Python && self.text.is_empty() {
            if trimmed.starts_with("*[") && trimmed.contains("]: ") {
                self.cx
                    .dropped("abbreviations (`*[HTML]: …`): where one wants explaining, write a `<Tooltip>`");
                return 1;
            }
            if indent < 4
                && let Some(taken) = self.definitions(rest, number)
            {
                return taken;
            }
        }
        if matches!(style, Style::Vue | Style::Python | Style::GitBook | Style::Plain | Style::Astro)
            && let Some(taken) = self.included(&line[..indent], trimmed, rest)
        {
            return taken;
        }
        if matches!(trimmed.trim_end(), "[TOC]" | "[[toc]]" | "[[TOC]]") {
            return 1;
        }
        if let Some((marks, title)) = heading(trimmed) {
            self.flush();
            self.in_list = false;
            let title = self.heading(title, marks.len());
            self.out.push(format!("{}{marks} {title}", &line[..indent]));
            return 1;
        }
        if indent >= 4 && !self.cx.is_mdx && !self.in_list && self.text.is_empty() {
            return self.indented(rest);
        }
        if indent < 2 {
            self.in_list = is_entry(trimmed);
        }
        if self.text.is_empty() {
            self.text_at = number;
        }
        let is_statement = trimmed.starts_with("import ") || trimmed.starts_with("export ");
        // A paragraph that begins like a statement of JavaScript.
        self.text.push(match (!self.cx.is_mdx && indent == 0 && is_statement, line.get(1..)) {
            (true, Some(rest)) => format!("&#{};{rest}", line.as_bytes()[0]),
            _ => line.to_owned(),
        });
        1
    }

    fn flush(&mut self) {
        if self.text.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.text).join("\n");
        let line = std::mem::replace(&mut self.cx.line, self.text_at);
        let new = convert(&text, self.cx);
        self.cx.line = line;
        self.out.extend(new.split('\n').map(|line| line.trim_end_matches('\r').to_owned()));
    }

    /// A line that stands alone: Markdown around it stays Markdown.
    fn block(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        if self.out.last().is_some_and(|last| !last.is_empty()) {
            self.out.push(String::new());
        }
        self.out.push(line.to_owned());
        self.out.push(String::new());
    }

    /// Rewrites lines that stand inside of something.
    fn inner(&mut self, lines: &[String], number: usize) -> Vec<String> {
        if self.depth >= MAX_DEPTH {
            return lines.to_vec();
        }
        Blocks::of(self.cx, self.depth + 1).all(lines, number)
    }

    /// The text of a heading, with its own id where the generator's would be missing.
    fn heading(&mut self, title: &str, level: usize) -> String {
        let (title, id) = super::headings::heading_parts(title, self.cx.style());
        let text = convert(&title, self.cx);
        match id {
            Some(id) => format!("{text} {{#{id}}}"),
            None => {
                let id = self.cx.heading_id(&title, &text, level);
                format!("{text}{id}")
            }
        }
    }

    /// A code block, up to its end.
    fn fence(&mut self, fence: &Fence, rest: &[String]) -> usize {
        let end = rest.iter().skip(1).position(|line| fence.is_end(line)).map_or(rest.len(), |at| at + 1);
        let mut info = Info::read(&fence.info, self.cx.style());
        let mut code: Vec<String> = rest[1..end].to_vec();
        if matches!(self.cx.style(), Style::Mdx) {
            let (kept, marked) = without_comments(code);
            info.mark(&marked);
            code = kept;
        }
        let mut code = self.with_included(code);
        if self.cx.style() == Style::Plain {
            let (kept, is_less) = without_hidden(code, &info);
            code = kept;
            if is_less {
                self.cx.dropped("lines of code that readers did not see (`# …`)");
            }
        }
        if let Some(around) = self.around.take() {
            info.within(around);
        }
        self.out.push(format!("{}{}{}", fence.indent, fence.marks, info.write()));
        self.out.extend(code);
        self.out.push(format!("{}{}", fence.indent, fence.marks));
        (end + 1).min(rest.len())
    }

    /// Code that is known by its indentation, which MDX does not know.
    fn indented(&mut self, rest: &[String]) -> usize {
        let is_code =
            |line: &String| line.starts_with("    ") || line.starts_with('\t') || line.trim().is_empty();
        let mut end = rest.iter().position(|line| !is_code(line)).unwrap_or(rest.len());
        while end > 0 && rest[end - 1].trim().is_empty() {
            end -= 1;
        }
        let code = rest[..end].iter().map(|line| {
            line.strip_prefix('\t').or(line.strip_prefix("    ")).unwrap_or(line.trim_start()).to_owned()
        });
        let code: Vec<String> = code.collect();
        let marks = if code.iter().any(|line| line.contains("```")) { "~~~~" } else { "```" };
        self.out.push(marks.to_owned());
        self.out.extend(code);
        self.out.push(marks.to_owned());
        end
    }
}

/// The beginning of a code block.
pub(super) struct Fence {
    indent: String,
    marks: String,
    info: String,
}

impl Fence {
    pub fn open(line: &str) -> Option<Self> {
        let start = line.find(|c: char| !matches!(c, ' ' | '\t' | '>'))?;
        let (mut indent, mut rest) = line.split_at(start);
        // A block that begins on the line of an entry of a list.
        let marker = rest.find(['`', '~']).filter(|at| *at > 0 && *at < 6);
        if let Some(at) = marker
            && is_entry(rest)
            && rest[..at].trim_end().len() < 4
            && rest[at..].starts_with("```")
        {
            (indent, rest) = line.split_at(start + at);
        }
        let mark = rest.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let info = rest.trim_start_matches(mark);
        let count = rest.len() - info.len();
        if count < 3 || mark == '`' && info.contains('`') {
            return None;
        }
        Some(Self {
            indent: indent.to_owned(),
            marks: rest[..count].to_owned(),
            info: info.trim().to_owned(),
        })
    }

    pub fn is_end(&self, line: &str) -> bool {
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '>');
        line.len() >= self.marks.len()
            && self.marks.chars().next().is_some_and(|mark| line.chars().all(|c| c == mark))
    }
}

/// Whether a line begins an entry of a list.
pub(crate) fn is_entry(line: &str) -> bool {
    let bullet = line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ");
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    bullet || digits > 0 && (line[digits..].starts_with(". ") || line[digits..].starts_with(") "))
}

/// The marks around code that may hold such marks itself.
pub(super) fn fence_marks<'c>(mut code: impl Iterator<Item = &'c str>) -> &'static str {
    if code.any(|line| line.contains("```")) { "````" } else { "```" }
}

/// How many lines the tags take that begin here, when that is more than one: the last of a line may go on in others,
/// and on the line that ends it another may begin.
fn tag_lines(rest: &[String]) -> Option<usize> {
    if !rest.first()?.contains('<') {
        return None;
    }
    let text = rest.iter().take(MOST_TAG_LINES).map(String::as_str).collect::<Vec<_>>().join("\n");
    let mut patience = Patience::new(text.len());
    let (mut at, mut ticks) = (0, false);
    let line_end = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end);
    let mut end = line_end(0);
    while at < end {
        let next = text[at..].chars().next()?;
        ticks ^= next == '`';
        let tag = if next == '<' && !ticks { parse_tag(&text, at, &mut patience) } else { None };
        at = tag.map_or(at + next.len_utf8(), |tag| (tag.span.end as usize).max(at + 1));
        end = end.max(line_end(at));
    }
    let lines = 1 + text[..end].matches('\n').count();
    (lines > 1).then_some(lines)
}

/// The marks and the text of a heading.
pub(crate) fn heading(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    ((1..=6).contains(&level) && rest.starts_with([' ', '\t'])).then(|| (&line[..level], rest.trim()))
}

/// The opening tag of a callout with a title.
fn callout_tag(kind: &str, title: &str) -> (String, String) {
    let name = callout(kind).unwrap_or("Note");
    // A kind that is not known here is at least named.
    let title = match (title.trim(), callout(kind)) {
        ("", None) => {
            let mut letters = kind.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
        }
        (title, _) => plain(title),
    };
    let title = if title.is_empty() { String::new() } else { attribute("title", &title) };
    (format!("<{name}{title}>"), format!("</{name}>"))
}

/// A text of one line without marks of Markdown.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '['
            && let Some((label, after)) = rest[1..].split_once("](")
            && let Some((_, after)) = after.split_once(')')
        {
            out.push_str(label);
            rest = after;
            continue;
        }
        if c == '<'
            && let Some(end) = rest.find('>')
            && rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!')
        {
            rest = &rest[end + 1..];
            continue;
        }
        let next = rest[c.len_utf8()..].chars().next();
        if c == '\\' && next.is_some_and(|next| next.is_ascii_punctuation()) {
            out.extend(next);
            rest = &rest[2..];
            continue;
        }
        if c != '`' && !(c == '*' && (next == Some('*') || rest.len() < text.len() || text.contains("**"))) {
            out.push(c);
        }
        rest = &rest[c.len_utf8()..];
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
