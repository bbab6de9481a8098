//! Writes Markdown: blocks and their distance, the prefix of quotes and lists, and text that stays text.
//!
//! What is written is CommonMark with the tables, task lists, footnotes and strikethrough of GitHub, and is read
//! the same by a parser of MDX: whatever could be syntax to either of them gets a backslash, and nothing else,
//! because people read this. Not here: what a node becomes (`block`, `inline`, `component`).

use crate::text::bytes::lines;

/// Where text stands, as far as it decides about line breaks and escapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// In a paragraph: lines break where the author broke them.
    #[default]
    Paragraph,
    /// In a heading or a label: one line.
    Line,
    /// In a cell of a table: one line, and bars are escaped.
    Cell,
}

/// How a block follows the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// After an empty line.
    Apart,
    /// On the next line.
    Joined,
}

/// What was written last in the present container: lists that touch would become one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Last {
    #[default]
    Other,
    /// A list whose items have this mark.
    List(char),
    /// A list that further entries of its kind continue.
    Entries(char),
}

/// The text so far.
#[derive(Debug, Default)]
pub(super) struct Writer {
    out: String,
    /// What every line begins with: the marks of quotes, the blanks of list items.
    prefix: String,
    /// Where the content of the present line begins.
    line: usize,
    /// Nothing has been written since the container began.
    fresh: bool,
    pub last: Last,
    /// The level of the headings of a group of sections that has just ended, such as tabs: text that follows is
    /// not part of the last of them, and a rule says so.
    pub group: Option<u8>,
    /// Inside an item of a tight list.
    pub tight: bool,
    pub place: Place,
    /// Inside the text of a link: brackets are escaped.
    pub in_link: bool,
    /// Where the text of the present link begins, before which its bracket will be put.
    pub link_text: Option<usize>,
    /// The line that a mark of a link or of emphasis will be put before: what stands first there is not first.
    marked: Option<usize>,
}

impl Writer {
    pub fn new() -> Self {
        Self { fresh: true, ..Self::default() }
    }

    /// The finished text with a line break at its end; empty when there is nothing.
    pub fn finish(mut self) -> String {
        self.out.truncate(self.out.trim_end().len());
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    /// Whether a quote or a list is open.
    pub fn is_nested(&self) -> bool {
        !self.prefix.is_empty()
    }

    /// Whether nothing has been written since the container began.
    pub fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Begins a block.
    pub fn begin(&mut self, start: Start) {
        self.last = Last::Other;
        if std::mem::take(&mut self.fresh) {
            self.line = self.out.len();
            return;
        }
        if self.group.take().is_some() {
            self.begin(Start::Apart);
            self.out.push_str("---");
        }
        self.trim_line();
        if start == Start::Apart {
            self.out.push('\n');
            self.out.push_str(self.prefix.trim_end());
        }
        self.line_break();
    }

    /// Begins a block that needs no empty line before it in a tight list.
    pub fn begin_here(&mut self) {
        self.begin(if self.tight { Start::Joined } else { Start::Apart });
    }

    /// Begins a block and writes it; when nothing comes of it, it never was. Whether something came.
    pub fn block(&mut self, start: Start) -> Block {
        let block = Block {
            length: self.out.len(),
            line: self.line,
            fresh: self.fresh,
            last: self.last,
            group: self.group,
            content: 0,
        };
        self.begin(start);
        Block { content: self.out.len(), ..block }
    }

    /// Ends a block. Whether it has content.
    pub fn end(&mut self, block: &Block) -> bool {
        self.trim_line();
        if self.out.len() > block.content {
            return true;
        }
        self.out.truncate(block.length);
        self.line = block.line;
        self.fresh = block.fresh;
        self.last = block.last;
        self.group = block.group;
        false
    }

    /// Ends the line.
    pub fn line_break(&mut self) {
        self.out.push('\n');
        self.out.push_str(&self.prefix);
        self.line = self.out.len();
    }

    /// Begins an item, a quote or a note: `mark` stands in front of its first line, `rest` of the others.
    /// Gives what [`Writer::leave`] needs.
    pub fn enter(&mut self, mark: &str, rest: &str) -> Outer {
        self.out.push_str(mark);
        self.line = self.out.len();
        let outer = Outer { prefix: self.prefix.len(), tight: self.tight, group: self.group.take() };
        self.prefix.push_str(rest);
        self.fresh = true;
        outer
    }

    pub fn leave(&mut self, outer: &Outer) {
        self.prefix.truncate(outer.prefix);
        self.tight = outer.tight;
        self.group = outer.group;
        self.last = Last::Other;
        self.trim_line();
        if std::mem::take(&mut self.fresh) {
            // A mark without anything behind it.
            self.out.truncate(self.out.trim_end_matches(' ').len());
            self.line = self.line.min(self.out.len());
        }
    }

    /// Drops blanks at the end of the present line.
    pub fn trim_line(&mut self) {
        let line = self.out.get(self.line..).unwrap_or_default();
        let kept = line.trim_end_matches([' ', '\t']).len();
        self.out.truncate(self.line + kept);
    }

    /// Puts syntax down as it is.
    pub fn raw(&mut self, syntax: &str) {
        self.out.push_str(syntax);
    }

    /// Lines of code or of markup, which are never changed.
    pub fn lines(&mut self, text: &str) {
        for (number, line) in lines(text).enumerate() {
            if number > 0 {
                self.out.push('\n');
                let prefix = if line.is_empty() { self.prefix.trim_end() } else { &self.prefix };
                self.out.push_str(prefix);
            }
            self.out.push_str(line);
        }
        self.line = self.out.len();
    }

    /// Nothing stands on the present line yet.
    pub fn at_line_start(&self) -> bool {
        self.out.len() <= self.line
    }

    /// The character before, on the present line.
    pub fn before(&self) -> Option<char> {
        self.out.get(self.line..).and_then(|line| line.chars().next_back())
    }

    /// A blank, unless there is one, or the line was just broken.
    pub fn space(&mut self) {
        if !self.at_line_start() && !self.out.ends_with(' ') && !self.out.ends_with("<br />") {
            self.out.push(' ');
        }
    }

    /// The present position, for [`Writer::take`].
    pub fn mark(&mut self) -> Mark {
        Mark { length: self.out.len(), line: self.line, marked: self.marked }
    }

    /// The same, when what follows will stand behind a mark.
    pub fn mark_before(&mut self) -> Mark {
        let mark = self.mark();
        self.marked = Some(self.line);
        mark
    }

    /// Takes what was written since `mark` away again.
    pub fn take(&mut self, mark: &Mark) -> String {
        self.line = mark.line;
        self.marked = mark.marked;
        self.out.split_off(mark.length.min(self.out.len()))
    }

    /// Puts back what was taken, between two marks. Blanks at its ends go outside of them, where marks of
    /// emphasis need them.
    pub fn wrap(&mut self, inner: &str, open: &str, close: &str) {
        let content = inner.trim_matches([' ', '\n']);
        if content.is_empty() {
            if !inner.is_empty() {
                self.space();
            }
            return;
        }
        if inner.starts_with([' ', '\n']) {
            self.space();
        }
        self.out.push_str(open);
        self.out.push_str(content);
        self.out.push_str(close);
        if let Some(at) = content.rfind('\n') {
            self.line = self.out.len() - close.len() - content.len() + at + 1 + self.prefix.len();
        }
        if inner.ends_with([' ', '\n']) {
            self.space();
        }
    }

    /// A line break that is meant.
    pub fn hard_break(&mut self) {
        self.trim_line();
        if self.at_line_start() {
            return;
        }
        match self.place {
            Place::Paragraph => {
                self.out.push('\\');
                self.line_break();
            }
            Place::Line => self.space(),
            Place::Cell => self.out.push_str("<br />"),
        }
    }

    /// Text. `after` is the character that follows it in the same line, as far as it is known.
    pub fn text(&mut self, text: &str, after: Option<char>) {
        let mut lines = text.split('\n').peekable();
        let mut first = true;
        while let Some(line) = lines.next() {
            if !std::mem::take(&mut first) {
                self.soft_break();
            }
            let after = if lines.peek().is_some() { Some('\n') } else { after };
            self.text_line(line, after);
        }
    }

    fn soft_break(&mut self) {
        self.trim_line();
        if self.at_line_start() {
            return;
        }
        match self.place {
            Place::Paragraph => self.line_break(),
            Place::Line | Place::Cell => self.out.push(' '),
        }
    }

    fn text_line(&mut self, line: &str, after: Option<char>) {
        let mut rest = line;
        if self.at_line_start() || self.out.ends_with(' ') {
            rest = rest.trim_start_matches([' ', '\t']);
        }
        if self.at_line_start() && self.place == Place::Paragraph && self.marked != Some(self.line) {
            rest = self.line_start(rest);
        }
        let bytes = rest.as_bytes();
        let mut start = 0;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if !SPECIAL[usize::from(byte)] {
                at += 1;
                continue;
            }
            if matches!(byte, b' ' | b'\t') {
                let end = bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count() + at;
                self.out.push_str(&rest[start..at]);
                self.out.push(' ');
                start = end;
                at = end;
                continue;
            }
            self.out.push_str(&rest[start..at]);
            start = at;
            at += 1;
            let next = rest[at..].chars().next().or(after);
            if self.needs_escape(byte, self.before(), next, &rest[at..]) {
                self.out.push('\\');
            }
        }
        self.out.push_str(&rest[start..]);
    }

    fn needs_escape(&self, byte: u8, before: Option<char>, next: Option<char>, rest: &str) -> bool {
        let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        match byte {
            b'\\' => next.is_none_or(|c| c.is_ascii_punctuation() || c == '\n'),
            b'*' => {
                self.marked.is_some() || !(before.is_some() && blank(before) && next.is_some() && blank(next))
            }
            b'_' => !(word(before) && word(next)),
            // One that can only open never pairs with another.
            b'~' => !(blank(before) && next.is_some_and(|c| c != '~' && !c.is_whitespace())),
            b'`' | b'$' | b'{' => true,
            b'[' => {
                self.in_link
                    || next.is_none_or(|c| c == '^')
                    || (self.at_line_start() && (rest.starts_with(" ]") || rest.starts_with("x]")))
            }
            b']' => self.in_link || next.is_none_or(|c| matches!(c, '(' | '[' | ':')),
            b'<' => next.is_none_or(|c| c.is_alphabetic() || matches!(c, '/' | '!' | '?' | '>' | '_' | '$')),
            b'&' => is_entity(rest),
            b'!' => next == Some('['),
            b'|' => self.place == Place::Cell,
            _ => false,
        }
    }

    /// Takes away the meaning that the first characters of a line would have. Gives what is left to write.
    fn line_start<'t>(&mut self, line: &'t str) -> &'t str {
        let Some(first) = line.bytes().next() else { return line };
        let ends_word = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t']);
        let is_mark = match first {
            b'#' => {
                let rest = line.trim_start_matches('#');
                line.len() - rest.len() <= 6 && ends_word(rest)
            }
            b'>' => true,
            b'+' => ends_word(&line[1..]),
            b'-' => {
                ends_word(&line[1..]) || line.bytes().all(|byte| matches!(byte, b'-' | b' ' | b'|' | b':'))
            }
            b'=' => line.trim_end().bytes().all(|byte| byte == b'='),
            b'|' | b':' => line.bytes().all(|byte| matches!(byte, b'-' | b' ' | b'|' | b':')),
            b'0'..=b'9' => {
                let digits = line.bytes().take_while(u8::is_ascii_digit).count();
                let rest = &line[digits..];
                if digits <= 9 && rest.starts_with(['.', ')']) && ends_word(&rest[1..]) {
                    self.out.push_str(&line[..digits]);
                    self.out.push('\\');
                    self.out.push_str(&rest[..1]);
                    return &rest[1..];
                }
                false
            }
            _ => false,
        };
        if !is_mark {
            return line;
        }
        self.out.push('\\');
        self.out.push_str(&line[..1]);
        &line[1..]
    }

    /// Code in a line.
    pub fn code(&mut self, code: &str) {
        let code = code.replace('\n', " ");
        let mut code = code.as_str();
        let barred;
        if self.place == Place::Cell && code.contains('|') {
            barred = code.replace('|', "\\|");
            code = &barred;
        }
        if code.trim().is_empty() {
            return;
        }
        // Two runs of marks beside each other would be one.
        let stands_alone = self.at_line_start() || self.link_text == Some(self.out.len());
        if self.out.ends_with('`') && !stands_alone {
            self.out.push_str("<code>");
            self.text(code, Some('<'));
            self.out.push_str("</code>");
            return;
        }
        let fence = "`".repeat(longest_run(code, '`') + 1);
        let padded = code.starts_with('`')
            || code.ends_with('`')
            || (code.starts_with(' ') && code.ends_with(' ') && code.len() > 1);
        self.out.push_str(&fence);
        if padded {
            self.out.push(' ');
        }
        self.out.push_str(code);
        if padded {
            self.out.push(' ');
        }
        self.out.push_str(&fence);
    }

    /// A fenced block.
    pub fn fence(&mut self, info: &str, code: &str) {
        let info = info.split_whitespace().collect::<Vec<_>>().join(" ");
        let mark = if info.contains('`') { '~' } else { '`' };
        let length = longest_run(code, mark).saturating_add(1).max(3);
        let fence = mark.to_string().repeat(length);
        self.begin_here();
        self.raw(&fence);
        self.raw(&info);
        self.line_break();
        self.lines(code);
        self.line_break();
        self.raw(&fence);
    }

    /// The text of a heading behind its mark.
    pub fn heading(&mut self, mark: &str, text: &str) {
        let text = text.trim();
        self.out.push_str(mark);
        // Signs at the end would be taken for the end of the heading.
        let kept = text.trim_end_matches('#');
        if kept.len() < text.len() && (kept.is_empty() || kept.ends_with(' ')) {
            self.out.push_str(kept);
            self.out.push('\\');
            self.out.push_str(&text[kept.len()..]);
        } else {
            self.out.push_str(text);
        }
    }

    /// `[`, before the text of a link. An exclamation mark in front of it would make it a picture.
    pub fn open_link(&mut self) {
        if self.out.ends_with('!') && !self.out.ends_with("\\!") && !self.at_line_start() {
            self.out.pop();
            self.out.push_str("\\!");
        }
        self.out.push('[');
    }

    /// `](address "title")`.
    pub fn close_link(&mut self, url: &str, title: Option<&str>) {
        self.out.push_str("](");
        for c in url.chars() {
            match c {
                ' ' => self.out.push_str("%20"),
                '<' => self.out.push_str("%3C"),
                '>' => self.out.push_str("%3E"),
                '{' => self.out.push_str("%7B"),
                '}' => self.out.push_str("%7D"),
                '|' => self.out.push_str("%7C"),
                '\\' => self.out.push_str("%5C"),
                '$' => self.out.push_str("%24"),
                '(' => self.out.push_str("%28"),
                ')' => self.out.push_str("%29"),
                c if c.is_control() => {}
                c => self.out.push(c),
            }
        }
        if let Some(title) = title.filter(|title| !title.trim().is_empty()) {
            self.out.push_str(" \"");
            for c in title.chars() {
                match c {
                    '"' | '\\' => {
                        self.out.push('\\');
                        self.out.push(c);
                    }
                    '{' | '<' | '$' | '|' => {
                        self.out.push('\\');
                        self.out.push(c);
                    }
                    '\n' => self.out.push(' '),
                    c => self.out.push(c),
                }
            }
            self.out.push('"');
        }
        self.out.push(')');
    }
}

/// A position in the text.
pub(super) struct Mark {
    pub length: usize,
    line: usize,
    marked: Option<usize>,
}

/// What the state was outside of a container.
pub(super) struct Outer {
    prefix: usize,
    tight: bool,
    group: Option<u8>,
}

/// A block that may turn out to be empty.
pub(super) struct Block {
    length: usize,
    line: usize,
    fresh: bool,
    last: Last,
    group: Option<u8>,
    content: usize,
}

const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let mut at = 0;
    let marks = b"\\*_~`[]<&${!| \t";
    while at < marks.len() {
        table[marks[at] as usize] = true;
        at += 1;
    }
    table
};

/// Whether text behind `&` makes it a character reference.
fn is_entity(rest: &str) -> bool {
    let name = rest.bytes().take(32).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    name > 0 && rest.as_bytes().get(name) == Some(&b';')
}

pub(super) fn longest_run(text: &str, mark: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == mark { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}
