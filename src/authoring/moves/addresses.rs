//! Where addresses stand in a text: links and images of Markdown, attributes, imports, front matter, style sheets.
//!
//! It looks for the forms in the text itself, because the tree of a page does not say where an address stands. What
//! the tree does say is where code and formulas are: nothing is an address there.

use std::ops::Range;

use crate::page::ast::{Node, NodeKind};
use crate::page::{clean_text, parse_document};
use crate::source::category::{FileCategory, category};
use crate::text::{SourcePath, SourceText};

/// Attributes and keys that hold addresses.
const NAMES: &[&str] =
    &["href", "src", "file", "img", "image", "poster", "url", "to", "icon", "data", "action", "link"];

/// Keys of front matter that hold texts, whatever these look like.
const TEXTS: &[&str] = &[
    "title",
    "sidebarTitle",
    "description",
    "tag",
    "keywords",
    "author",
    "version",
    "og:title",
    "og:description",
    "twitter:title",
    "twitter:description",
];
const ICON: &str = "icon";
/// The text among these that is Markdown, with links in it.
const DESCRIPTION: &str = "description";

/// Something that may be an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub range: Range<usize>,
    pub text: String,
    pub form: Form,
}

/// How it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `[text](…)`: white space and parentheses are encoded.
    Markdown,
    Quoted,
    Import,
}

impl Form {
    /// A path as it is written in this form.
    pub fn encoded(self, path: &str) -> String {
        let must = |c: char| match self {
            Self::Markdown => matches!(c, ' ' | '(' | ')' | '<' | '>' | '%' | '#' | '?'),
            Self::Quoted => matches!(c, '"' | '\'' | '`' | '%' | '#' | '?'),
            Self::Import => false,
        };
        path.chars().map(|c| if must(c) { format!("%{:02X}", c as u32) } else { c.to_string() }).collect()
    }
}

/// All of them, in order.
pub fn addresses(path: &SourcePath, text: &str) -> Vec<Address> {
    let kind = category(path);
    if kind == FileCategory::StyleSheet {
        return in_style(text);
    }
    // Places are told of a text with `\n` as line ends; with others all bytes keep their places but those.
    let has_same_places = clean_text(text) == text;
    let cleaned =
        if has_same_places { text.to_owned() } else { text.replace("\r\n", " \n").replace('\r', "\n") };
    let cleaned = match cleaned.strip_prefix('\u{feff}') {
        Some(rest) => format!("   {rest}"),
        None => cleaned,
    };
    let is_page = matches!(path.extension().as_str(), "mdx" | "md");
    let mut code = Vec::new();
    let mut body = 0;
    if is_page {
        let document = parse_document(SourceText::new(path.clone(), cleaned.as_str()));
        gather_code(&document.nodes, &mut code);
        code.sort_by_key(|range| range.start);
        body = front_matter_end(&cleaned);
    }
    let head = cleaned.get(..body).unwrap_or_default();
    let mut found = front_matter(head);
    found.append(&mut in_description(head));
    let is_code = |at: usize| {
        let next = code.partition_point(|range: &Range<usize>| range.start <= at);
        next.checked_sub(1).and_then(|index| code.get(index)).is_some_and(|range| at < range.end)
    };
    let mut scanner = Scanner { text: &cleaned, found: Vec::new() };
    scanner.run(body, &is_code);
    found.append(&mut scanner.found);
    found.retain(|address| text.get(address.range.clone()) == Some(address.text.as_str()));
    found.sort_by_key(|address| address.range.start);
    found.dedup_by(|later, earlier| later.range.start < earlier.range.end);
    found
}

/// Ranges in which nothing is a link.
fn gather_code(nodes: &[Node], code: &mut Vec<Range<usize>>) {
    for node in nodes {
        match node.kind {
            NodeKind::CodeBlock { .. }
            | NodeKind::InlineCode(_)
            | NodeKind::MathBlock(_)
            | NodeKind::InlineMath(_) => {
                code.push(node.span.start as usize..node.span.end as usize);
            }
            _ => gather_code(&node.children, code),
        }
    }
}

/// Where the body begins.
fn front_matter_end(text: &str) -> usize {
    let Some(rest) = text.strip_prefix("---\n").or_else(|| text.strip_prefix("--- \n")) else { return 0 };
    let start = text.len() - rest.len();
    let mut at = start;
    for line in rest.split_inclusive('\n') {
        at += line.len();
        if line.trim_end() == "---" {
            return at;
        }
    }
    0
}

/// Values of front matter with a slash in them.
fn front_matter(text: &str) -> Vec<Address> {
    let mut found = Vec::new();
    for (at, key, line) in front_lines(text) {
        let mut from = 0;
        // `openapi: "file METHOD /path"` begins with a file; what is compared is two.
        let files = if key == "openapi-changes" { 2 } else { 1 };
        let values = values(line).into_iter().filter(|_| !TEXTS.contains(&key));
        for value in values.flat_map(|value| value.trim().trim_matches(['"', '\'']).split(' ').take(files)) {
            let Some(start) = line
                .get(from..)
                .and_then(|rest| rest.find(value))
                .filter(|_| value.contains('/') && (key != ICON || is_file(value)))
            else {
                continue;
            };
            let range = at + from + start..at + from + start + value.len();
            from += start + value.len();
            found.push(Address { range, text: value.to_owned(), form: Form::Quoted });
        }
    }
    found
}

/// The lines of front matter: where each begins, and the key that it belongs to.
fn front_lines(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let (mut at, mut key) = (0, "");
    text.split_inclusive('\n').map(move |line| {
        if !line.starts_with([' ', '\t', '-', '#']) && !line.trim().is_empty() {
            let name = line.split_once(": ").map_or(line.trim_end().trim_end_matches(':'), |(name, _)| name);
            key = name.trim_matches(['"', '\'']);
        }
        let start = at;
        at += line.len();
        (start, key, line)
    })
}

/// The links of the description, which may go on over several lines.
fn in_description(text: &str) -> Vec<Address> {
    let mut scanner = Scanner { text, found: Vec::new() };
    for (at, _, line) in front_lines(text).filter(|(_, key, _)| *key == DESCRIPTION) {
        for (inner, _) in line.match_indices("](") {
            scanner.inline(at + inner + 2);
        }
    }
    scanner.found
}

/// Whether what is written as an icon is a file, and no name of a library.
fn is_file(icon: &str) -> bool {
    icon.starts_with('/') || icon.contains('.')
}

/// The value of a line: behind its key, which may have a colon itself (`og:image`), or that of a list. Of a list in one
/// line each.
fn values(line: &str) -> Vec<&str> {
    let behind_key = line.split_once(": ").map(|(_, value)| value);
    let Some(value) = behind_key.or_else(|| line.trim_start().strip_prefix('-')) else { return Vec::new() };
    if !value.trim_start().starts_with(['[', '{']) {
        return vec![value];
    }
    let parts = value.split(['[', ']', '{', '}', ',']);
    parts.map(|part| part.split_once(": ").map_or(part, |(_, value)| value)).collect()
}

/// `url(…)` of style sheets.
fn in_style(text: &str) -> Vec<Address> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("url(") {
        let rest = text.get(at + 4..).unwrap_or_default();
        let inner = rest.split(')').next().unwrap_or_default();
        let bare = inner.trim().trim_matches(['"', '\'']);
        if let Some(start) = rest.find(bare).filter(|_| !bare.is_empty()).map(|start| at + 4 + start) {
            found.push(Address {
                range: start..start + bare.len(),
                text: bare.to_owned(),
                form: Form::Quoted,
            });
        }
    }
    found
}

struct Scanner<'a> {
    text: &'a str,
    found: Vec<Address>,
}

impl Scanner<'_> {
    fn run(&mut self, from: usize, is_code: &dyn Fn(usize) -> bool) {
        let mut at = from;
        let mut is_line_start = true;
        while let Some(c) = self.text.get(at..).and_then(|rest| rest.chars().next()) {
            let begins_line = std::mem::replace(&mut is_line_start, c == '\n');
            if !is_code(at) {
                match c {
                    ']' if self.text.get(at + 1..).is_some_and(|rest| rest.starts_with('(')) => {
                        self.inline(at + 2)
                    }
                    '"' | '\'' | '`' => self.quoted(at, c),
                    _ if begins_line => self.definition(at),
                    _ => {}
                }
            }
            at += c.len_utf8();
        }
    }

    fn push(&mut self, range: Range<usize>, form: Form) {
        if let Some(text) = self.text.get(range.clone()).filter(|text| !text.is_empty()) {
            let text = text.to_owned();
            self.found.push(Address { range, text, form });
        }
    }

    /// The destination of a link, after `](`.
    fn inline(&mut self, at: usize) {
        let rest = self.text.get(at..).unwrap_or_default();
        let blank = rest.len() - rest.trim_start().len();
        self.destination(at + blank, true);
    }

    fn destination(&mut self, start: usize, in_parentheses: bool) {
        let rest = self.text.get(start..).unwrap_or_default();
        if let Some(inner) = rest.strip_prefix('<') {
            let end = inner.find(['>', '\n']).unwrap_or(0);
            return self.push(start + 1..start + 1 + end, Form::Markdown);
        }
        let mut depth = 0usize;
        let end = rest.find(|c: char| {
            match c {
                '(' => depth += 1,
                ')' if depth == 0 => return in_parentheses,
                ')' => depth -= 1,
                _ => {}
            }
            c.is_whitespace()
        });
        self.push(start..start + end.unwrap_or(rest.len()), Form::Markdown);
    }

    /// `[label]: destination` at the beginning of a line.
    fn definition(&mut self, at: usize) {
        let line = self.text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let trimmed = line.trim_start_matches([' ', '>', '\t']);
        if !trimmed.starts_with('[') || trimmed.starts_with("[^") {
            return;
        }
        let Some(colon) = trimmed.find("]:") else { return };
        let after = trimmed.get(colon + 2..).unwrap_or_default();
        let start = at + (line.len() - after.len()) + (after.len() - after.trim_start().len());
        self.destination(start, false);
    }

    /// A string after the name of an attribute that holds addresses, or after `from` or `import`.
    fn quoted(&mut self, at: usize, quote: char) {
        let before = self.text.get(..at).unwrap_or_default().trim_end();
        let rest = self.text.get(at + 1..).unwrap_or_default();
        let Some(end) = rest
            .find([quote, '\n'])
            .filter(|end| rest.get(*end..).is_some_and(|rest| rest.starts_with(quote)))
        else {
            return;
        };
        let range = at + 1..at + 1 + end;
        let word = |text: &str| -> String {
            let text = text.trim_end().trim_end_matches(['"', '\'']);
            let start = text.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |at| at + 1);
            text.get(start..).unwrap_or_default().to_owned()
        };
        let opened = before.strip_suffix('{').unwrap_or(before).trim_end();
        let name = opened.strip_suffix(['=', ':']).map(word);
        if name.as_deref().is_some_and(|name| NAMES.contains(&name)) {
            if name.as_deref() != Some(ICON) || rest.get(..end).is_some_and(is_file) {
                self.push(range, Form::Quoted);
            }
            return;
        }
        if name.is_some_and(|name| name.eq_ignore_ascii_case("srcset")) {
            // Each with its width or density behind it.
            let mut start = range.start;
            for one in rest.get(..end).unwrap_or_default().split(',') {
                let blank = one.len() - one.trim_start().len();
                let length = one.trim_start().find(char::is_whitespace).unwrap_or(one.len() - blank);
                // A blank would end it.
                self.push(start + blank..start + blank + length, Form::Markdown);
                start += one.len() + 1;
            }
            return;
        }
        if matches!(word(before).as_str(), "from" | "import") && quote != '`' {
            self.push(range, Form::Import);
        }
    }
}
