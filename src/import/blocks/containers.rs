//! Admonitions, tabs and groups of code, of all generators.

use super::super::Style;
use super::super::tags::attribute;
use super::{Blocks, Fence, callout_tag, plain};
use crate::page::admonition::{callout, without_brackets};

impl Blocks<'_, '_> {
    /// Rewrites a container that begins with this line; the number of lines that it took.
    pub(super) fn container(
        &mut self,
        line: &str,
        trimmed: &str,
        indent: usize,
        rest: &[String],
        number: usize,
    ) -> Option<usize> {
        let style = self.cx.style();
        match style {
            Style::Mdx | Style::Astro | Style::Vue if trimmed.starts_with(":::") => {
                return self.colons(&line[..indent], trimmed, rest);
            }
            Style::Python if ["!!!", "???"].iter().any(|mark| trimmed.starts_with(mark)) => {
                return self.admonition(&line[..indent], trimmed, rest, number);
            }
            Style::Python if trimmed.starts_with("::: ") => {
                let (_, taken) = inside(&line[..indent], rest);
                self.flush();
                self.cx.dropped("`:::` of `mkdocstrings`: pages made from code are not taken over");
                return Some(taken);
            }
            Style::Python if trimmed.starts_with("===") && tab_title(trimmed).is_some() => {
                return Some(self.tabs(&line[..indent], rest, number));
            }
            Style::GitBook | Style::Vue if trimmed.starts_with("{%") => {
                return self.tag(&line[..indent], trimmed, rest);
            }
            Style::Vue if ["<script", "<style"].iter().any(|tag| trimmed.starts_with(tag)) => {
                let name = if trimmed.starts_with("<script") { "script" } else { "style" };
                let end = rest.iter().position(|line| line.contains(&format!("</{name}>")))?;
                self.flush();
                self.cx.dropped(format!("`<{name}>` of a page is for Vue"));
                return Some(end + 1);
            }
            _ => {}
        }
        if trimmed.starts_with("> [!") {
            return self.alert(&line[..indent], trimmed, rest, number);
        }
        None
    }

    /// `:::note Title`, up to the line that closes it, which may be of another container: what is between is read as it
    /// comes.
    fn colons(&mut self, indent: &str, line: &str, rest: &[String]) -> Option<usize> {
        let words = line.trim_start_matches(':');
        let count = line.len() - words.len();
        let words = words.trim();
        if words.is_empty() {
            // The innermost of that many colons, else the innermost.
            let at = self
                .open
                .iter()
                .rposition(|(colons, _)| *colons == count)
                .or(self.open.len().checked_sub(1))?;
            let closed: Vec<String> = self.open.drain(at..).map(|(_, closing)| closing).rev().collect();
            self.flush();
            for closing in closed {
                self.block(&closing);
            }
            return Some(1);
        }
        let kind: String =
            words.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect();
        let after = words[kind.len()..].trim_start();
        let title = without_brackets(after);
        // `{icon="heart"}`: attributes, and no title.
        let title = if title.starts_with('{') && title.trim_end().ends_with('}') { "" } else { title };
        let (opening, closing) = match kind.as_str() {
            "" => return None,
            "details" => {
                let title = if title.trim().is_empty() { "Details".to_owned() } else { plain(title) };
                (format!("<Accordion{}>", attribute("title", &title)), "</Accordion>".to_owned())
            }
            "code-group" => return Some(self.code_group(indent, rest)),
            "raw" | "v-pre" => (String::new(), String::new()),
            "tabs" => ("<Tabs>".to_owned(), "</Tabs>".to_owned()),
            kind if callout(kind).is_some() => callout_tag(kind, title),
            kind => {
                self.cx.review(format!("`:::{kind}` has no counterpart: it is a note with that title"));
                callout_tag(kind, title)
            }
        };
        self.flush();
        self.open.push((count, if closing.is_empty() { closing } else { format!("{indent}{closing}") }));
        if !opening.is_empty() {
            self.block(&format!("{indent}{opening}"));
        }
        Some(1)
    }

    /// `::: code-group`: code blocks whose titles are tabs.
    fn code_group(&mut self, indent: &str, rest: &[String]) -> usize {
        self.flush();
        self.block(&format!("{indent}<CodeGroup>"));
        let mut at = 1;
        while let Some(line) = rest.get(at) {
            at += 1;
            if let Some(fence) = Fence::open(line) {
                at += self.fence(&fence, &rest[at - 1..]) - 1;
                self.out.push(String::new());
            } else if line.trim_start().starts_with(":::") {
                break;
            } else if line.trim_start().starts_with("<<<") {
                self.included(indent, line.trim_start(), &rest[at - 1..]);
            }
        }
        self.block(&format!("{indent}</CodeGroup>"));
        at
    }

    /// `!!! note "Title"` and `??? note "Title"`, with what stands further to the right below.
    fn admonition(&mut self, indent: &str, line: &str, rest: &[String], number: usize) -> Option<usize> {
        let (mark, words) = line.split_at(3);
        let words = words.strip_prefix('+').map_or((false, words), |words| (true, words));
        let (is_open, words) = (words.0, words.1.trim());
        let (kinds, title) = match words.split_once('"') {
            Some((kinds, title)) => (kinds.trim(), title.trim_end().trim_end_matches('"')),
            None => (words, ""),
        };
        let kind = kinds.split_whitespace().next().unwrap_or("note");
        if !kind.starts_with(|c: char| c.is_alphabetic()) {
            return None;
        }
        let (body, taken) = inside(indent, rest);
        self.flush();
        let (opening, closing) = if mark == "???" {
            let title = if title.is_empty() { capital(kind) } else { plain(title) };
            let is_open = if is_open { " defaultOpen" } else { "" };
            (format!("<Accordion{}{is_open}>", attribute("title", &title)), "</Accordion>".to_owned())
        } else {
            callout_tag(kind, &title.replace("\\\"", "\""))
        };
        self.wrapped(indent, &opening, &closing, &body, number + 1);
        Some(taken)
    }

    /// `=== "Title"` and those that follow it.
    fn tabs(&mut self, indent: &str, rest: &[String], number: usize) -> usize {
        self.flush();
        self.block(&format!("{indent}<Tabs>"));
        let mut at = 0;
        while let Some(line) = rest.get(at) {
            let own = line.len() - line.trim_start().len() == indent.len();
            let Some(title) = tab_title(line.trim_start()).filter(|_| own) else { break };
            let opening = format!("<Tab{}>", attribute("title", &plain(title)));
            let (body, taken) = inside(indent, &rest[at..]);
            self.wrapped(indent, &opening, "</Tab>", &body, number + at + 1);
            at += taken;
            // Others are meant to begin a new set.
            let is_new = rest.get(at).is_some_and(|line| line.trim_start().starts_with("===!"));
            if is_new {
                break;
            }
        }
        self.block(&format!("{indent}</Tabs>"));
        at
    }

    pub(super) fn wrapped(
        &mut self,
        indent: &str,
        opening: &str,
        closing: &str,
        body: &[String],
        number: usize,
    ) {
        let inner = self.inner(body, number);
        // What held nothing but what is left out.
        if inner.iter().all(|line| line.trim().is_empty()) && body.iter().any(|line| !line.trim().is_empty())
        {
            return;
        }
        self.block(&format!("{indent}{opening}"));
        self.out.extend(inner.into_iter().map(|line| match line.is_empty() {
            true => line,
            false => format!("{indent}{line}"),
        }));
        self.block(&format!("{indent}{closing}"));
    }

    /// `> [!NOTE]`, as GitHub shows it.
    fn alert(&mut self, indent: &str, line: &str, rest: &[String], number: usize) -> Option<usize> {
        let (kind, title) = line.strip_prefix("> [!")?.split_once(']')?;
        callout(kind)?;
        self.flush();
        let quoted = |line: &&String| line.trim_start().starts_with('>');
        let taken = rest.iter().take_while(quoted).count();
        let body: Vec<String> = rest[1..taken]
            .iter()
            .map(|line| {
                let line = line.trim_start().trim_start_matches('>');
                line.strip_prefix(' ').unwrap_or(line).to_owned()
            })
            .collect();
        let (opening, closing) = callout_tag(kind, title.trim_start_matches(['-', '+']));
        self.wrapped(indent, &opening, &closing, &body, number + 1);
        Some(taken)
    }
}

/// The lines below the first that stand further to the right, moved to the left, and how many lines that is with it.
fn inside(indent: &str, rest: &[String]) -> (Vec<String>, usize) {
    let deeper = indent.len() + 4;
    let is_inside = |line: &String| {
        line.trim().is_empty() || line.len() - line.trim_start().len() >= deeper || line.starts_with('\t')
    };
    let mut end = 1 + rest.iter().skip(1).position(|line| !is_inside(line)).unwrap_or(rest.len() - 1);
    let taken = end;
    while end > 1 && rest[end - 1].trim().is_empty() {
        end -= 1;
    }
    let moved = |line: &String| match line.strip_prefix('\t') {
        Some(rest) => rest.to_owned(),
        None => line.get(deeper..).unwrap_or(line.trim_start()).to_owned(),
    };
    (rest[1..end].iter().map(moved).collect(), taken)
}

/// The title of `=== "Title"`.
fn tab_title(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("===")?.trim_start_matches(['!', '+']).trim();
    rest.strip_prefix('"')?.strip_suffix('"')
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
