//! Running text: links, pictures, elements, braces, and what else generators write between words.

use super::address::{Found, Places, is_external, split};
use super::attributes::Attributes;
use super::emoji::emoji;
use super::formulas::{formula, unescaped};
use super::notes::Notes;
use super::tags::{attribute, converted, of_scheme};
use super::{Plan, Style};
use crate::page::jsx::{Patience, TagKind, decode_entities, parse_tag};
use crate::text::{SourcePath, encode_path, has_scheme};
use std::collections::{BTreeMap, BTreeSet};

/// What pages refer to.
#[derive(Debug, Default)]
pub(crate) struct Used {
    /// Places on pages: page and id.
    pub places: BTreeSet<(SourcePath, String)>,
    pub files: BTreeSet<SourcePath>,
    /// Texts that pages import, by their new path.
    pub parts: BTreeMap<SourcePath, String>,
    /// Descriptions of APIs that pages show operations of, by their new path.
    pub descriptions: BTreeSet<String>,
}

/// One page while it is rewritten.
pub(crate) struct Cx<'a> {
    pub places: &'a Places<'a>,
    /// The file that the words stand in.
    pub path: &'a SourcePath,
    /// The page whose address they have.
    pub page: &'a SourcePath,
    /// Whether it is MDX already, so that braces and elements mean what they mean here.
    pub is_mdx: bool,
    pub notes: &'a mut Notes,
    pub used: &'a mut Used,
    pub line: usize,
    /// Components that are open, with what closes each.
    pub open: Vec<(String, String)>,
    /// Names of addresses that stand elsewhere on the page, with these.
    pub definitions: BTreeMap<String, String>,
    /// Components of the project, which are not taken over.
    pub strangers: BTreeSet<String>,
    /// Names of elements that are closed on the page.
    pub closed: BTreeSet<String>,
    /// How many bytes of other files may still be included.
    pub room: usize,
    /// How often a heading had an id.
    pub ids: BTreeMap<String, usize>,
    /// Labels of tabs by their values.
    pub labels: Vec<(String, String)>,
    /// Names and paths of snippets that the page shows and did not import itself.
    pub snippets: Vec<(String, SourcePath)>,
}

impl Cx<'_> {
    pub fn style(&self) -> Style {
        self.places.plan.style
    }

    /// The name of the component that shows a snippet.
    pub fn snippet_name(&mut self, path: &SourcePath) -> String {
        if let Some((name, _)) = self.snippets.iter().find(|(_, known)| known == path) {
            return name.clone();
        }
        let stem = path.file_name().split('.').next().unwrap_or_default();
        let words = stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        // Behind these words no name is that of another component, and none begins with a digit.
        let mut name = format!("Shared{}", words.map(capital).collect::<String>());
        while self.snippets.iter().any(|(known, _)| *known == name) {
            name.push('2');
        }
        self.snippets.push((name.clone(), path.clone()));
        name
    }

    /// The imports of these snippets, and a blank line.
    pub fn snippet_imports(&mut self) -> Vec<String> {
        let imports = self.snippets.drain(..).map(|(name, path)| format!("import {name} from \"/{path}\""));
        let mut lines: Vec<String> = imports.collect();
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines
    }

    fn place(&self) -> String {
        format!("{}:{}", self.path, self.line)
    }

    pub fn dropped(&mut self, text: impl Into<String>) {
        self.notes.dropped(self.place(), text);
    }

    pub fn review(&mut self, text: impl Into<String>) {
        self.notes.review(self.place(), text);
    }

    /// An address as it is in the new site.
    pub fn address(&mut self, address: &str, is_media: bool) -> String {
        let trimmed = address.trim();
        if trimmed.is_empty() || is_external(trimmed) {
            return trimmed.to_owned();
        }
        let (path, suffix) = split(trimmed);
        if path.is_empty() {
            if let Some(id) = suffix.strip_prefix('#') {
                self.used.places.insert((self.page.clone(), id.to_owned()));
            }
            return trimmed.to_owned();
        }
        // A text that pages import has links from where it lies, or from the page that shows it.
        let found = self.places.find(self.path, path).or_else(|| self.places.find(self.page, path));
        match found {
            Some(Found::Page(page)) if !is_media => {
                if let Some((_, id)) = suffix.split_once('#') {
                    self.used.places.insert((page.clone(), id.to_owned()));
                }
                format!("{}{suffix}", self.places.page_url(&page))
            }
            Some(Found::File(file)) => match self.places.file_target(&file) {
                Some(target) => {
                    self.used.files.insert(file);
                    format!("/{}{suffix}", encode_path(&target))
                }
                None => trimmed.to_owned(),
            },
            _ => trimmed.to_owned(),
        }
    }
}

/// Rewrites text without code blocks.
pub(crate) fn convert(text: &str, cx: &mut Cx<'_>) -> String {
    let first = cx.line;
    let mut patience = Patience::new(text.len());
    let mut out = String::with_capacity(text.len() + 32);
    let plan = cx.places.plan;
    let has_dollars = !(plan.math && cx.is_mdx) && text.matches('$').count() > 1;
    let (mut at, mut reached) = (0, 0);
    while let Some(c) = text[at..].chars().next() {
        cx.line += text[reached..at].matches('\n').count();
        reached = at;
        let rest = &text[at..];
        let (new, length) = match c {
            '`' => code_in(text, at, cx),
            '$' | '\\'
                if plan.math
                    && let Some((new, length)) = formula(rest, cx.style()) =>
            {
                (on_lines_of_its_own(new, text, at, length), length)
            }
            '\\' => {
                let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                (rest[..length].to_owned(), length)
            }
            '<' => angle(text, at, &mut patience, cx),
            // A place that is named, and nothing that is shown.
            '[' if cx.style() == Style::Python && rest.starts_with("[](){") => {
                let (new, length) = link(text, at + 1, &mut out, cx);
                (new.strip_prefix("]()").unwrap_or(&new).to_owned(), length + 1)
            }
            ']' if matches!(cx.style(), Style::Python | Style::Vue)
                && let Some(found) = marked_reference(rest, &mut out, cx) =>
            {
                found
            }
            ']' if cx.style() == Style::Python && rest.starts_with("][") => reference(rest, &mut out, cx),
            '!' if rest.starts_with("![") => ("![".to_owned(), 2),
            ']' if rest.starts_with("](") => link(text, at, &mut out, cx),
            '[' if is_line_start(text, at) => definition(rest, cx).unwrap_or(("[".to_owned(), 1)),
            // Here two of them on a line would be around a formula.
            '$' if has_dollars && !rest.starts_with("${") => ("\\$".to_owned(), 1),
            '{' | '}' if !cx.is_mdx => braces(rest, &mut out, cx),
            ':' | '+' | '=' | '^' | '~' if cx.style() == Style::Python || plan.emoji => {
                let marked = if cx.style() == Style::Python { python(rest, &out, plan) } else { None };
                let marked = marked.or_else(|| emoji(rest, &out).filter(|_| plan.emoji));
                marked.unwrap_or((c.to_string(), 1))
            }
            _ => (c.to_string(), c.len_utf8()),
        };
        out.push_str(&new);
        at += length;
    }
    cx.line = first;
    out
}

/// A formula in an environment that has its lines for itself: between lines with dollars no line of it is one of a list.
fn on_lines_of_its_own(formula: String, text: &str, at: usize, length: usize) -> String {
    let environment = formula.strip_prefix("$$").and_then(|rest| rest.strip_suffix("$$"));
    let environment = environment.filter(|inner| inner.starts_with("\\begin{"));
    let ends_line = text[at + length..].lines().next().is_none_or(|line| line.trim().is_empty());
    match environment.filter(|_| ends_line && is_line_start(text, at)) {
        Some(inner) => {
            let indent = text[..at].rsplit('\n').next().unwrap_or_default();
            format!("$$\n{indent}{inner}\n{indent}$$")
        }
        None => formula,
    }
}

/// Code between ticks. In a table of Python's Markdown a bar in it does not end the cell.
fn code_in(text: &str, at: usize, cx: &Cx<'_>) -> (String, usize) {
    let (code, length) = code(&text[at..]);
    let is_cell = || {
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        line.trim_start().starts_with('|') || text.lines().any(is_delimiter)
    };
    match cx.style() == Style::Python && code.contains('|') && is_cell() {
        true => (code.replace("\\|", "|").replace('|', "\\|"), length),
        false => (code, length),
    }
}

/// Whether a line is that below the head of a table.
fn is_delimiter(line: &str) -> bool {
    line.contains('|')
        && line.contains("--")
        && line.trim().chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// Code between ticks, as it is.
fn code(rest: &str) -> (String, usize) {
    let ticks = rest.len() - rest.trim_start_matches('`').len();
    let mut from = ticks;
    while let Some(found) = rest[from..].find('`') {
        let start = from + found;
        let run = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        if run == ticks {
            return (rest[..start + run].to_owned(), start + run);
        }
        from = start + run;
    }
    (rest[..ticks].to_owned(), ticks)
}

/// `<`: a comment, an address, an element, or text.
fn angle(text: &str, at: usize, patience: &mut Patience, cx: &mut Cx<'_>) -> (String, usize) {
    let rest = &text[at..];
    if let Some(comment) = rest.strip_prefix("<!--") {
        let (inner, length) = match comment.find("-->") {
            Some(end) => (&comment[..end], end + 7),
            None => (comment, rest.len()),
        };
        return (comment_as_expression(inner), length);
    }
    if let Some(end) = rest.find('>').filter(|end| !rest[..*end].contains([' ', '\n'])) {
        let inner = &rest[1..end];
        let is_mail = inner.contains('@') && !inner.contains(['/', '"', '\'']) && inner.contains('.');
        if has_scheme(inner)
            && inner.contains(':')
            && inner.split(':').nth(1).is_some_and(|rest| !rest.is_empty())
        {
            return (format!("[{inner}]({inner})"), end + 1);
        }
        if is_mail {
            return (format!("[{inner}](mailto:{inner})"), end + 1);
        }
    }
    match parse_tag(text, at, patience) {
        Some(tag) if tag.name.is_empty() && tag.kind != TagKind::SelfClosing && !cx.is_mdx => {
            ("\\<".to_owned(), 1)
        }
        Some(tag) => {
            let raw = text[tag.span.start as usize..tag.span.end as usize].to_owned();
            match converted(&tag, &raw, cx) {
                Some(new) => (new, raw.len()),
                None => ("\\<".to_owned(), 1),
            }
        }
        None if cx.is_mdx => ("<".to_owned(), 1),
        // Only what stands alone needs no mark: `a < b`.
        None if rest[1..].starts_with(char::is_whitespace) => ("<".to_owned(), 1),
        None => ("\\<".to_owned(), 1),
    }
}

/// A comment of HTML as MDX writes it.
pub(crate) fn comment_as_expression(inner: &str) -> String {
    match inner.trim() {
        "" => String::new(),
        inner => format!("{{/* {} */}}", inner.replace("*/", "* /")),
    }
}

/// `](address "title"){attributes}` behind the text of a link or picture.
fn link(text: &str, at: usize, before: &mut String, cx: &mut Cx<'_>) -> (String, usize) {
    let rest = &text[at..];
    let Some(end) = closing(rest) else { return ("]".to_owned(), 1) };
    let inner = &rest[2..end];
    let (address, title) = destination(inner);
    let opening = opening_bracket(before);
    let is_media = opening.is_some_and(|at| before[..at].ends_with('!'));
    tell_malformed(inner.trim(), &title, cx);
    let (address, class) = if is_media { of_scheme(&address, cx) } else { (address.as_str(), None) };
    let new = cx.address(address, is_media);
    let new = if new.contains([' ', '(', ')']) && !new.starts_with('<') { format!("<{new}>") } else { new };
    let mut length = end + 1;
    let mut out = format!("]({new}{title})");
    let mut looks = class.map(|class| attribute("className", class)).unwrap_or_default();
    if matches!(cx.style(), Style::Python | Style::Vue)
        && let Some((attributes, more)) = Attributes::at(&rest[length..])
    {
        length += more;
        out.push_str(&behind(&attributes, cx));
        looks.push_str(&attributes.size());
    }
    if let (Some(at), true, false) = (opening, is_media, looks.is_empty()) {
        return (picture(before, at, &new, &looks), length);
    }
    (out, length)
}

/// What of attributes stands behind a link; the others are told.
fn behind(attributes: &Attributes, cx: &mut Cx<'_>) -> String {
    if !attributes.is_silent() {
        cx.dropped(format!("the attributes `{{{}}}`: Markdown here has none", attributes.told));
    }
    attributes.id.as_ref().map(|id| format!("<a{} />", attribute("id", id))).unwrap_or_default()
}

/// A picture with a size is an element, since Markdown has no place for one. `at` is the bracket before its text.
fn picture(before: &mut String, at: usize, address: &str, looks: &str) -> String {
    let alt = attribute("alt", &super::blocks::plain(&before[at + 1..]));
    before.truncate(at - 1);
    format!("<img{}{alt}{looks} />", attribute("src", address.trim_matches(['<', '>'])))
}

/// `]{attributes}`, `][]{attributes}` and `][name]{attributes}` behind the text of a link or picture whose address stands
/// elsewhere on the page.
fn marked_reference(rest: &str, before: &mut String, cx: &mut Cx<'_>) -> Option<(String, usize)> {
    if cx.definitions.is_empty() {
        return None;
    }
    let label = rest.strip_prefix("][").and_then(|rest| rest.lines().next()?.split_once(']'));
    let label = label.map(|(label, _)| label);
    let end = label.map_or(1, |label| label.len() + 3);
    let (attributes, more) = Attributes::at(rest.get(end..)?)?;
    let opening = opening_bracket(before)?;
    let name = label.filter(|label| !label.is_empty()).unwrap_or(&before[opening + 1..]).to_lowercase();
    let target = cx.definitions.get(&name)?.clone();
    let is_picture = before[..opening].ends_with('!');
    let after = behind(&attributes, cx);
    let size = attributes.size();
    if !is_picture || size.is_empty() {
        return Some((format!("{}{after}", &rest[..end]), end + more));
    }
    let (address, title) = destination(&target);
    let (address, class) = of_scheme(&address, cx);
    let address = cx.address(address, true);
    let class = class.map(|class| attribute("className", class)).unwrap_or_default();
    let title = title.trim().trim_matches(['"', '\'', '(', ')']);
    let title = if title.is_empty() { String::new() } else { attribute("title", title) };
    Some((picture(before, opening, &address, &format!("{title}{class}{size}")), end + more))
}

/// Tells of what stands between the brackets of a link and makes none of it, or another one than was meant.
fn tell_malformed(inner: &str, title: &str, cx: &mut Cx<'_>) {
    let title = title.trim();
    let closing = match title.chars().next() {
        Some('(') => Some(')'),
        Some(quote @ ('"' | '\'')) => Some(quote),
        _ => None,
    };
    let end = closing.and_then(|closing| Some(title[1..].rfind(closing)? + 1 + closing.len_utf8()));
    match end.map(|end| title[end..].trim()) {
        Some("") => {}
        Some(stray) => {
            let stray = stray.to_owned();
            cx.review(format!(
                "`({inner})` is no address: `{stray}` stands behind the title, so the link is text"
            ));
        }
        None if !title.is_empty() => {
            cx.review(format!("`({inner})` is no address: its title has no end, so the link is text"));
        }
        // Python's Markdown takes it, Markdown does not.
        None if cx.style() != Style::Python && !inner.starts_with('<') && inner.contains([' ', '\t']) => {
            cx.review(format!(
                "the address `{inner}` has a space, so this was text; it is written as `<{inner}>` now"
            ));
        }
        None => {}
    }
}

/// `][name]` behind the text of a link whose address stands elsewhere on the page, or is known to a plug-in alone.
fn reference(rest: &str, out: &mut String, cx: &mut Cx<'_>) -> (String, usize) {
    let Some(end) = rest[2..].find(']').map(|end| end + 2) else { return ("]".to_owned(), 1) };
    let label = rest[2..end].to_lowercase();
    let opening = opening_bracket(out);
    let shown = opening.map(|at| out[at + 1..].to_lowercase()).unwrap_or_default();
    match opening {
        Some(at) if !cx.definitions.contains_key(if label.is_empty() { &shown } else { &label }) => {
            cx.dropped("links to what is made from code: their texts are there");
            out.remove(at);
            (String::new(), end + 1)
        }
        _ => (rest[..=end].to_owned(), end + 1),
    }
}

/// Most bytes of the text of a link: it is looked for from each end of one.
const LONGEST_TEXT: usize = 5_000;

/// Where the bracket of the link's text is that ends here.
fn opening_bracket(before: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in before.bytes().enumerate().rev().take(LONGEST_TEXT) {
        match byte {
            b']' => depth += 1,
            b'[' if depth == 0 => return Some(at),
            b'[' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The `)` that ends the address.
fn closing(rest: &str) -> Option<usize> {
    let mut depth = 0usize;
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, byte) in rest.bytes().enumerate().skip(2) {
        match byte {
            _ if std::mem::take(&mut is_escaped) => {}
            b'\\' => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            b'(' if !is_quoted => depth += 1,
            b')' if !is_quoted && depth == 0 => return Some(at),
            b')' if !is_quoted => depth -= 1,
            b'\n' if rest[at + 1..].starts_with('\n') => return None,
            _ => {}
        }
    }
    None
}

/// The text and the address of the link that a line begins with.
pub(crate) fn link_at(line: &str) -> Option<(&str, String)> {
    let end = line.strip_prefix('[')?.find("](")? + 1;
    let length = closing(&line[end..])?;
    Some((&line[1..end], destination(&line[end + 2..end + length]).0))
}

/// The address as it is meant, and the title as it is written.
fn destination(inner: &str) -> (String, String) {
    let inner = inner.trim();
    // What a sign stands for is kept from being read as more than a part of the address.
    let meant = |address: &str| match decode_entities(&unescaped(address)) {
        decoded if decoded == address => decoded,
        decoded => decoded.replace('{', "%7B").replace('}', "%7D").replace('<', "%3C").replace('>', "%3E"),
    };
    if let Some((address, title)) = inner.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
        return (meant(address), title.to_owned());
    }
    match inner.find(|c: char| c.is_whitespace()) {
        Some(at) if inner[at..].trim_start().starts_with(['"', '\'', '(']) => {
            (meant(&inner[..at]), format!(" {}", inner[at..].trim()))
        }
        _ => (meant(inner), String::new()),
    }
}

/// `[name]: address` at the beginning of a line.
fn definition(rest: &str, cx: &mut Cx<'_>) -> Option<(String, usize)> {
    let line = rest.lines().next()?;
    let (name, target) = line.split_once("]:")?;
    if name.starts_with("[^") || name.contains(['(', '`']) || target.trim().is_empty() {
        return None;
    }
    let (address, title) = destination(target);
    Some((format!("{name}]: {}{title}", cx.address(&address, false)), line.len()))
}

fn is_line_start(text: &str, at: usize) -> bool {
    text[..at].rsplit('\n').next().is_none_or(|line| line.trim().is_empty())
}

/// Braces in Markdown: attributes, something that the generator fills in, or text.
fn braces(rest: &str, out: &mut String, cx: &mut Cx<'_>) -> (String, usize) {
    if cx.style() == Style::Python
        && let Some((attributes, length)) = Attributes::at(rest)
        && (rest.starts_with("{:")
            || attributes.is_certain()
            || attributes.is_list() && may_have(out, &rest[length..]))
    {
        if let Some(id) = &attributes.id {
            return (format!("<a{} />", attribute("id", id)), length);
        }
        cx.dropped(format!("the attributes `{{{}}}`: Markdown here has none", attributes.told));
        let kept = out.trim_end_matches(' ').len();
        out.truncate(kept);
        return (String::new(), length);
    }
    if cx.style() == Style::Vue && rest.starts_with("{{") {
        cx.review("what stands in `{{ }}` was filled in by Vue; it is text now");
    }
    (format!("\\{}", &rest[..1]), 1)
}

/// Whether attributes may stand behind a text: right behind something marked, or alone on their line.
fn may_have(before: &str, after: &str) -> bool {
    let is_alone =
        is_line_start(before, before.len()) && after.lines().next().is_none_or(|line| line.trim().is_empty());
    is_alone || before.ends_with([')', ']', '*', '_', '`', '>', '~'])
}

/// Icons, keys and marks of Python's extensions.
fn python(rest: &str, before: &str, plan: &Plan) -> Option<(String, usize)> {
    for set in [":material-", ":fontawesome-", ":octicons-", ":simple-"] {
        if let Some(name) = rest.strip_prefix(set) {
            let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-')?;
            let mut length = set.len() + end + 1;
            name[end..].strip_prefix(':')?;
            length += Attributes::at(&rest[length..]).map_or(0, |(_, length)| length);
            let gap = usize::from(rest[length..].starts_with(' '));
            return Some((String::new(), length + gap));
        }
    }
    if let Some(keys) = rest.strip_prefix("++").and_then(|rest| rest.split_once("++")).map(|(keys, _)| keys)
        && !keys.is_empty()
        && keys.chars().all(|c| c.is_ascii_alphanumeric() || "+-\"".contains(c))
    {
        let shown: Vec<String> =
            keys.split('+').map(|key| format!("<kbd>{}</kbd>", capital(key.trim_matches('"')))).collect();
        return Some((shown.join("+"), keys.len() + 4));
    }
    for (mark, element) in [("==", "mark"), ("^^", "ins")] {
        if let Some(inner) =
            rest.strip_prefix(mark).and_then(|rest| rest.split_once(mark)).map(|(inner, _)| inner)
            && !inner.is_empty()
            && !inner.contains(['\n', '`', '=', '<'])
            && !inner.starts_with(' ')
        {
            return Some((format!("<{element}>{inner}</{element}>"), inner.len() + 4));
        }
    }
    // One word between single signs; two of them are another mark, and `[^1]` is a note.
    for (mark, element, is_on) in [('~', "sub", plan.low), ('^', "sup", plan.high)] {
        let Some(inner) = rest.strip_prefix(mark).filter(|_| is_on && !before.ends_with('[')) else {
            continue;
        };
        if inner.starts_with(mark) {
            return Some((rest[..2].to_owned(), 2));
        }
        let is_end = |c: char| c == mark || c.is_whitespace() || "`<{$".contains(c);
        let end = inner.find(is_end).filter(|end| *end > 0 && inner[*end..].starts_with(mark))?;
        return Some((format!("<{element}>{}</{element}>", &inner[..end]), end + 2));
    }
    None
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
