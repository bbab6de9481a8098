//! `import` and `export` statements between the blocks of a page.

use super::super::ast::{Node, NodeKind};
use super::super::expression::{self, NoModule};
use super::super::jsx;
use super::super::mask::{self, is_plain_markdown};
use super::{Event, Line, Scanner};
use crate::diagnostic::{Diagnostic, push_limited};
use crate::text::Span;

/// What some lines are.
enum Reading {
    /// Statements.
    Whole,
    /// They may be the beginning of one.
    Unfinished,
    Broken,
}

/// Whether a line may be the first of a statement.
pub(super) fn begins(content: &str) -> bool {
    ["import ", "import{", "export "].iter().any(|start| content.starts_with(start))
}

impl Scanner<'_> {
    /// `import …` and `export …`, up to the blank line after which it parses.
    pub(super) fn module(&mut self, line: Line, diagnostics: &mut Vec<Diagnostic>) -> bool {
        let content = self.content(line);
        if !begins(content) || line.indent > 0 || !self.module_allowed {
            return false;
        }
        if let Some(end) = self.statement_end(line) {
            return self.statement(line, end);
        }
        // A statement may also be followed by text without a blank line between.
        let mut end = line.next;
        for _ in 0..40 {
            match self.read_module(line.start, end) {
                Reading::Whole => return self.statement(line, end),
                Reading::Unfinished if end < self.text.len() => end = self.line(end).next,
                Reading::Unfinished | Reading::Broken => break,
            }
        }
        // Prose that happens to begin with the word is prose.
        if is_plain_markdown(self.source) {
            return false;
        }
        let statement =
            ["import {", "import * ", "export const ", "export default ", "export function ", "export let "];
        if statement.iter().any(|start| content.starts_with(start)) || content.contains(" from ") {
            let end = self.paragraph_end(line.end);
            if let Err(problem) = expression::check_module(&self.text[line.start..end]) {
                push_limited(diagnostics, || self.unreadable(line.start, end, &problem));
            }
            self.pos = end;
            return true;
        }
        false
    }

    /// A block in braces over several lines that is certainly meant as code and is none: one problem, and shown
    /// as it is written. Cut into lines it would be many.
    pub(super) fn broken_code(&mut self, line: Line, diagnostics: &mut Vec<Diagnostic>) -> bool {
        if !self.content(line).starts_with('{') || is_plain_markdown(self.source) {
            return false;
        }
        let Some(end) = jsx::expression_end(self.text, line.content, &mut self.patience) else {
            return false;
        };
        let inner = &self.text[line.content + 1..end - 1];
        let rest = self.line(end);
        let is_code = end > line.end
            && rest.content == rest.end
            && ["=> ", "=>\n", "? (", "&& ("].iter().any(|sign| inner.contains(sign));
        if !is_code {
            return false;
        }
        let Err(problem) = expression::check(inner) else { return false };
        self.patience.spend(16 * (end - line.content));
        push_limited(diagnostics, || {
            Diagnostic::warning(
                "invalid-expression",
                format!(
                    "`{}` is not a JavaScript expression ({problem}), so it is shown as text",
                    mask::shorten(inner)
                ),
            )
            .at(self.source, Span::new(line.content, end))
            .hint("check that each tag, brace and parenthesis in it is closed")
        });
        let written = self.text[line.content..end].to_owned();
        self.push_node(Node::leaf(NodeKind::Broken(written), Span::new(line.content, end)), rest.next);
        true
    }

    /// The end of the paragraph with which the statement at `line` is whole: blank lines may stand inside a function,
    /// and with every earlier paragraph the code is unfinished. A long function has many: those that look as if the
    /// statement went on are asked only when none of the others is its end.
    fn statement_end(&mut self, line: Line) -> Option<usize> {
        let first = self.paragraph_end(line.end);
        match self.read_module(line.start, first) {
            Reading::Whole => Some(first),
            Reading::Broken => None,
            Reading::Unfinished => self
                .whole_behind(line.start, first, |code| !goes_on(code))
                .or_else(|| self.whole_behind(line.start, first, |_| true)),
        }
    }

    /// The first end of a paragraph behind `end` with which the statement is whole, of those that are likely.
    fn whole_behind(&mut self, start: usize, mut end: usize, is_likely: fn(&str) -> bool) -> Option<usize> {
        loop {
            while end < self.text.len() && self.line(end).content == self.line(end).end {
                end = self.line(end).next;
            }
            if end >= self.text.len() || self.statement_patience.is_exhausted() {
                return None;
            }
            let before = end;
            end = self.paragraph_end(end);
            if !is_likely(&self.text[start..end]) {
                self.statement_patience.spend(end - before);
                continue;
            }
            match self.read_module(start, end) {
                Reading::Whole => return Some(end),
                Reading::Unfinished => {}
                Reading::Broken => return None,
            }
        }
    }

    /// Reads some lines as statements; what is spent on lines that never become any is limited for a page.
    fn read_module(&mut self, start: usize, end: usize) -> Reading {
        match expression::check_module(&self.text[start..end]) {
            Ok(()) => Reading::Whole,
            Err(problem) => {
                self.statement_patience.spend(end - start);
                let goes_on = problem.is_unfinished && !self.statement_patience.is_exhausted();
                if goes_on { Reading::Unfinished } else { Reading::Broken }
            }
        }
    }

    fn statement(&mut self, line: Line, end: usize) -> bool {
        self.events.push(Event::Module(Span::new(line.start, end)));
        self.pos = end;
        true
    }

    /// The problem of a statement at the offset of the offending character in it.
    fn unreadable(&self, start: usize, end: usize, problem: &NoModule) -> Diagnostic {
        let mut at = (start + problem.offset as usize).min(end);
        // Code that ends too early: the mark stands on its last line, not below it.
        if at == end {
            at = start + self.text[start..end].trim_end().len();
        }
        Diagnostic::error(
            "unreadable-module",
            format!("this statement is not valid JavaScript: {}", expression::plain(&problem.message)),
        )
        .at(self.source, Span::new(at, at + 1))
        .hint("correct it up to the next blank line; until then what it imports or exports is missing")
    }

    /// The end of the line before the next blank line.
    fn paragraph_end(&self, from: usize) -> usize {
        let mut end = self.line(from.min(self.text.len())).end;
        while end < self.text.len() {
            let next = self.line(end + 1);
            if next.content == next.end {
                break;
            }
            end = next.end;
        }
        end
    }
}

/// Whether the last line of a code says that more follows: it stands inside something, or ends with a sign that wants
/// something behind it.
fn goes_on(code: &str) -> bool {
    let last = code.lines().next_back().unwrap_or_default();
    let is_inside = last.starts_with([' ', '\t']);
    is_inside || last.trim_end().ends_with(['(', '[', '{', ',', '=', '>', '&', '|', '?', ':', '+', '`'])
}
