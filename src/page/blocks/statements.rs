//! `import` and `export` statements between the blocks of a page.

use super::super::expression;
use super::super::mask::is_plain_markdown;
use super::{Event, Line, Scanner};
use crate::diagnostic::{Diagnostic, push_limited};
use crate::text::Span;

impl Scanner<'_> {
    /// `import …` and `export …`, up to the blank line after which it parses.
    pub(super) fn module(&mut self, line: Line, diagnostics: &mut Vec<Diagnostic>) -> bool {
        let content = self.content(line);
        let keyword = content.starts_with("import ")
            || content.starts_with("import{")
            || content.starts_with("export ");
        if !keyword || line.indent > 0 || !self.module_allowed {
            return false;
        }
        let parses = |end: usize| expression::check_module(&self.text[line.start..end]).is_ok();
        let mut end = line.end;
        // Blank lines may stand inside a function: extend while the code is unfinished.
        for _ in 0..200 {
            end = self.paragraph_end(end);
            if parses(end) {
                return self.statement(line, end);
            }
            if end >= self.text.len() {
                break;
            }
            while end < self.text.len() && self.line(end).content == self.line(end).end {
                end = self.line(end).next;
            }
        }
        // A statement may also be followed by text without a blank line between.
        let mut end = line.next;
        for _ in 0..40 {
            if parses(end) {
                return self.statement(line, end);
            }
            if end >= self.text.len() {
                break;
            }
            end = self.line(end).next;
        }
        // Prose that happens to begin with the word is prose.
        if is_plain_markdown(self.source) {
            return false;
        }
        let statement =
            ["import {", "import * ", "export const ", "export default ", "export function ", "export let "];
        if statement.iter().any(|start| content.starts_with(start)) || content.contains(" from ") {
            let end = self.paragraph_end(line.end);
            if let Err((message, offset)) = expression::check_module(&self.text[line.start..end]) {
                push_limited(diagnostics, || self.unreadable(line.start, end, &message, offset));
            }
            self.pos = end;
            return true;
        }
        false
    }

    fn statement(&mut self, line: Line, end: usize) -> bool {
        self.events.push(Event::Module(Span::new(line.start, end)));
        self.pos = end;
        true
    }

    /// The problem of a statement at the offset of the offending character in it.
    fn unreadable(&self, start: usize, end: usize, message: &str, offset: u32) -> Diagnostic {
        let mut at = (start + offset as usize).min(end);
        // Code that ends too early: the mark stands on its last line, not below it.
        if at == end {
            at = start + self.text[start..end].trim_end().len();
        }
        Diagnostic::error(
            "unreadable-module",
            format!("this statement is not valid JavaScript: {}", expression::plain(message)),
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
