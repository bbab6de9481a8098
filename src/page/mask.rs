//! Hides from the Markdown parser what is not Markdown: JSX tags, expressions, math, comments.
//!
//! Each such piece is overwritten by a brace pair filled with blanks, of the same length, so that every
//! offset stays true; the parser reports the pair as an expression, and the piece is put back by its
//! offset. Characters that only look like syntax (`1 <2`, `{not code`) become control characters that
//! [`unmask`] turns back. The parser thus never sees JSX, which it can neither survive nor read fast.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::admonition::Directives;
use super::expression;
use super::jsx::broken::read_broken;
use super::jsx::{self, Patience, Tag, TagKind};
use super::markdown::Definitions;
use crate::diagnostic::{Diagnostic, push_limited};
use crate::text::{SourceText, Span};

mod address;
mod dollars;
mod emphasis;
mod flood;
mod lines;
mod problems;
mod quotes;

use address::{destination_end, ending_sign, ends_in_address, has_ending_sign};
use dollars::is_text_between;
pub use emphasis::has_bold;
pub use flood::{floods_with_links, is_flooded};
use lines::{angle_definition_end, ends_paragraph, fence_end, is_blank_line, line_before};
pub use lines::{code_span_end, is_break, is_heading, list_marker, opening_fence, strip_containers};
use problems::autolink_length;
pub use problems::{broken_tag, complete_void, html_comment, is_plain_markdown};
use quotes::unquoted;

const LESS: char = '\u{2}';
const OPEN_BRACE: char = '\u{3}';
const CLOSE_BRACE: char = '\u{4}';
const OPEN_BRACKET: char = '\u{5}';
const CLOSE_BRACKET: char = '\u{6}';
const STAR: char = '\u{7}';
const UNDERSCORE: char = '\u{e}';
const TILDE: char = '\u{f}';
const BACKTICK: char = '\u{10}';

/// Brackets in a chunk above which those that cannot belong to a link are hidden: the parser's time grows
/// with the square of their number.
const MANY_BRACKETS: usize = 1_000;
/// Links in a chunk above which the rest is text, when it cannot go the short way.
const MANY_LINKS: usize = 8_000;
/// Deepest nesting of images and links that is read.
const BRACKET_DEPTH: usize = 12;
/// Marks of emphasis in a paragraph above which the rest is text, for the same reason.
const MANY_MARKS: usize = 4_000;
/// Runs of backticks that open no code, in a chunk, above which they are hidden: the parser looks for the end of
/// each. In one paragraph no two of them have one length.
const MANY_OPEN_RUNS: usize = 100;

/// A piece taken out of the Markdown.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    Tag(Tag),
    /// Source without the braces.
    Expression(String),
    Math(String),
    /// `<https://x>` or `<a@b.c>`.
    Autolink(String),
    /// What ends a bare address.
    Sign(char),
    Comment,
}

/// A chunk of Markdown with its pieces taken out.
#[derive(Debug, Default)]
pub struct Masked {
    /// Same length as the chunk.
    pub text: String,
    /// Pieces with their offset in the chunk, ascending.
    pub pieces: Vec<(usize, Span, Piece)>,
    /// Custom heading ids (`{#id}`) with the offset of their line's `#`.
    pub heading_ids: Vec<(usize, String)>,
    /// Where a `<` was put between an address and the tag behind it, so that it ends there.
    guards: Vec<usize>,
}

impl Masked {
    /// Is `end` the offset behind a `<` that is not the author's?
    pub fn is_guard(&self, end: usize) -> bool {
        end.checked_sub(1).is_some_and(|at| self.guards.binary_search(&at).is_ok())
    }

    /// The piece that was taken out at an offset of the chunk.
    pub fn piece_at(&self, offset: usize) -> Option<&(usize, Span, Piece)> {
        self.pieces
            .binary_search_by_key(&offset, |piece| piece.0)
            .ok()
            .and_then(|index| self.pieces.get(index))
    }
}

/// Turns stand-in characters back into what the author wrote.
pub fn unmask(text: &str) -> String {
    if !text.bytes().any(|byte| matches!(byte, 2..=7 | 14..=16)) {
        return text.to_owned();
    }
    text.chars()
        .map(|c| match c {
            LESS => '<',
            OPEN_BRACE => '{',
            CLOSE_BRACE => '}',
            OPEN_BRACKET => '[',
            CLOSE_BRACKET => ']',
            STAR => '*',
            UNDERSCORE => '_',
            TILDE => '~',
            BACKTICK => '`',
            c => c,
        })
        .collect()
}

/// Masks the chunk `span` of `source`.
pub fn mask(
    source: &SourceText,
    span: Span,
    definitions: &Definitions,
    patience: &mut Patience,
    diagnostics: &mut Vec<Diagnostic>,
) -> Masked {
    let start = span.start as usize;
    let chunk = &source.text[start..span.end as usize];
    let directives = Directives::of(source, span).tags();
    let needs_work = chunk.bytes().any(|byte| matches!(byte, b'<' | b'{' | b'$'))
        || !directives.is_empty()
        || has_bold(chunk)
        || has_ending_sign(chunk);
    let floods = is_flooded(chunk);
    let may_have_open_runs = flood::may_have_open_runs(chunk);
    if !needs_work && !floods && !may_have_open_runs {
        return Masked { text: chunk.to_owned(), ..Masked::default() };
    }
    let mut masker = Masker {
        source,
        base: start,
        chunk,
        unquoted: unquoted(chunk),
        out: chunk.as_bytes().to_vec(),
        masked: Masked::default(),
        literal_closers: BTreeSet::new(),
        bold: BTreeMap::new(),
        directives,
        patience,
        plain: is_plain_markdown(source),
        comments_open: false,
        in_row: false,
        behind_link: 0,
        diagnostics,
    };
    masker.run();
    if floods {
        flood::hide_brackets(&mut masker.out, definitions);
        if let Some(first) = flood::hide_marks(&mut masker.out) {
            let at = masker.span(first, first + 1);
            push_limited(masker.diagnostics, || problems::too_much_emphasis(source, at));
        }
    }
    if may_have_open_runs {
        flood::hide_open_runs(&mut masker.out);
    }
    let Masker { out, mut masked, .. } = masker;
    // Only ASCII bytes were replaced, or whole pieces by ASCII, so this is still UTF-8.
    masked.text = String::from_utf8(out).unwrap_or_else(|_| chunk.to_owned());
    masked
}

struct Masker<'a> {
    source: &'a SourceText,
    base: usize,
    chunk: &'a str,
    /// The same without the marks of quotes that a tag or an expression may go on behind.
    unquoted: Cow<'a, str>,
    out: Vec<u8>,
    masked: Masked,
    /// Offsets of `}` that belong to a `{` which turned out to be text.
    literal_closers: BTreeSet<usize>,
    /// Offsets of `**` that are taken out as tags.
    bold: BTreeMap<usize, TagKind>,
    /// Lines of the chunk that are directives.
    directives: Vec<Tag>,
    patience: &'a mut Patience,
    /// The page is no MDX.
    plain: bool,
    /// No comment ends from here on.
    comments_open: bool,
    /// The line begins like a row of a table.
    in_row: bool,
    /// Where the last destination of a link ended.
    behind_link: usize,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Masker<'_> {
    fn run(&mut self) {
        let bytes = self.chunk.as_bytes();
        let mut pos = 0;
        let mut line_start = true;
        while pos < bytes.len() {
            if line_start {
                line_start = false;
                if let Some(after) = fence_end(self.chunk, pos) {
                    pos = after;
                    line_start = true;
                    continue;
                }
                if let Some(after) = angle_definition_end(self.chunk, pos) {
                    pos = after;
                    continue;
                }
                if let Some(after) = self.directive(pos) {
                    pos = after;
                    continue;
                }
                self.heading_id(pos);
                let line = self.chunk[pos..].split('\n').next().unwrap_or_default();
                for (open, close) in emphasis::pairs(line, pos) {
                    self.bold.extend([(open, TagKind::Open), (close, TagKind::Close)]);
                }
                let indent = bytes[pos..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                self.in_row = bytes.get(pos + indent) == Some(&b'|');
            }
            pos = match bytes[pos] {
                b'\n' => {
                    line_start = true;
                    pos + 1
                }
                b'\\' if bytes.get(pos + 1).is_some_and(u8::is_ascii_punctuation) => pos + 2,
                b'`' => code_span_end(bytes, pos),
                b'$' => self.math(pos),
                b']' if bytes.get(pos + 1) == Some(&b'(') => self.destination(pos + 1),
                b'*' if self.bold.contains_key(&pos) => self.strong(pos),
                b'<' => self.angle(pos),
                b'{' if self.out[pos] == b'{' => self.brace(pos),
                0xe3 | 0xef => self.sign(pos),
                b'}' if self.literal_closers.contains(&pos) => {
                    self.out[pos] = CLOSE_BRACE as u8;
                    pos + 1
                }
                _ => pos + 1,
            };
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.base + start, self.base + end)
    }

    /// Overwrites `[start, end)` by a brace pair around blanks. Of a piece that stands alone, line breaks and what
    /// leads the following lines (`>` of a quote) stay, so that the block structure does not change. A piece in a
    /// text has none: its lines would be blank, and a blank line ends a paragraph.
    fn take(&mut self, start: usize, end: usize, piece: Piece) -> usize {
        let in_text = self.is_in_text(start, end);
        let mut leading = false;
        for at in start..end {
            let byte = self.out[at];
            match byte {
                b'\n' | b'\r' if !in_text => leading = true,
                b' ' | b'\t' => {}
                b'>' if leading && self.unquoted.as_bytes()[at] == b' ' => {}
                _ => {
                    leading = false;
                    self.out[at] = b' ';
                }
            }
        }
        // A bare address would swallow the piece behind it.
        let mut open = start;
        if end - start > 2 && ends_in_address(&self.out[..start]) {
            self.out[open] = b'<';
            self.masked.guards.push(open);
            open += 1;
        }
        self.out[open] = b'{';
        self.out[end - 1] = b'}';
        let span = self.span(start, end);
        self.masked.pieces.push((open, span, piece));
        end
    }

    /// Is there something beside a piece of several lines, on its first line or its last? Asked once for each line.
    fn is_in_text(&self, start: usize, end: usize) -> bool {
        if !self.chunk[start..end].contains('\n') {
            return false;
        }
        let before = &self.chunk[..start];
        let before = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
        let after = self.chunk[end..].split('\n').next().unwrap_or("");
        !strip_containers(before).is_empty() || !after.trim().is_empty()
    }

    /// Takes out a `**` that the parser would not read as what it is.
    fn strong(&mut self, pos: usize) -> usize {
        let kind = self.bold.get(&pos).copied().unwrap_or(TagKind::Open);
        let span = self.span(pos, pos + 2);
        let tag = Tag { name: "strong".to_owned(), kind, attributes: Vec::new(), span };
        self.take(pos, pos + 2, Piece::Tag(tag))
    }

    fn destination(&mut self, pos: usize) -> usize {
        let bytes = self.chunk.as_bytes();
        let limit = self.patience.limit(bytes.len(), pos);
        let end = destination_end(&bytes[..limit], pos);
        if end == pos + 1 {
            self.patience
                .spend(bytes[pos..limit].iter().position(|byte| *byte == b'\n').unwrap_or(limit - pos));
        } else {
            self.behind_link = end;
        }
        end
    }

    /// Takes out a sign that ends an address.
    fn sign(&mut self, pos: usize) -> usize {
        let is_behind = |_: &char| ends_in_address(&self.out[self.behind_link..pos]);
        match self.chunk.get(pos..).and_then(ending_sign).filter(is_behind) {
            Some(sign) => self.take(pos, pos + sign.len_utf8(), Piece::Sign(sign)),
            None => pos + 1,
        }
    }

    /// Takes out the directive of the line at `pos`; one past it.
    fn directive(&mut self, pos: usize) -> Option<usize> {
        let from = (self.base + pos) as u32;
        let tag = self.directives.get(self.directives.partition_point(|tag| tag.span.start < from))?;
        let line = self.span(pos, pos + self.chunk[pos..].lines().next().map_or(0, str::len));
        let tag = Some(tag).filter(|tag| tag.span.end <= line.end)?.clone();
        let (start, end) = (tag.span.start as usize - self.base, tag.span.end as usize - self.base);
        Some(self.take(start, end, Piece::Tag(tag)))
    }

    fn angle(&mut self, pos: usize) -> usize {
        let rest = &self.chunk[pos..];
        if rest.starts_with("<!--")
            && !self.comments_open
            && let Some(close) = rest.find("-->").or_else(|| {
                self.comments_open = true;
                None
            })
        {
            let (source, span) = (self.source, self.span(pos, pos + close + 3));
            html_comment(source, span, self.diagnostics);
            return self.take(pos, pos + close + 3, Piece::Comment);
        }
        if let Some(mut tag) = jsx::parse_tag(&self.unquoted, pos, self.patience) {
            let end = tag.span.end as usize;
            shift_tag(&mut tag, self.base);
            complete_void(&mut tag, self.source, self.diagnostics);
            let is_sheet = tag.name == "style" && tag.kind == TagKind::Open;
            self.take(pos, end, Piece::Tag(tag));
            return if is_sheet { self.style_sheet(end) } else { end };
        }
        if let Some(problem) = read_broken(&self.unquoted, pos, self.patience) {
            let end = problem.tag.span.end as usize;
            let mut tag = problem.tag.clone();
            let (source, base) = (self.source, self.base);
            push_limited(self.diagnostics, || broken_tag(source, problem, base));
            shift_tag(&mut tag, self.base);
            return self.take(pos, end, Piece::Tag(tag));
        }
        if let Some(length) = autolink_length(rest) {
            let url = rest[1..length - 1].to_owned();
            let (source, span) = (self.source, self.span(pos, pos + length));
            if self.plain {
                return self.take(pos, pos + length, Piece::Autolink(url));
            }
            push_limited(self.diagnostics, || {
                Diagnostic::warning("angle-bracket-link", format!("`<{url}>` is read as a link"))
                    .at(source, span)
                    .hint(format!("in MDX, write `[{url}]({url})`"))
            });
            return self.take(pos, pos + length, Piece::Autolink(url));
        }
        // A `<` before white space is plain text in MDX too; anything else deserves a word.
        if !self.plain && rest[1..].starts_with(|c: char| !c.is_whitespace()) {
            let shown: String = rest.chars().take_while(|c| !c.is_whitespace()).take(12).collect();
            let (source, span) = (self.source, self.span(pos, pos + 1));
            push_limited(self.diagnostics, || {
                Diagnostic::warning(
                    "stray-less-than",
                    format!("`{shown}` is not a tag, so `<` is shown as text"),
                )
                .at(source, span)
                .hint("write `&lt;` or `\\<`, or put it in `code`")
            });
        }
        self.out[pos] = LESS as u8;
        pos + 1
    }

    /// Rules that stand in `<style>` as they are, and not in an expression: their braces are no JavaScript.
    fn style_sheet(&mut self, pos: usize) -> usize {
        let rest = &self.chunk[pos..];
        let Some(length) = rest.find("</style") else { return pos };
        let rules = &rest[..length];
        if rules.trim().is_empty() || rules.trim_start().starts_with('{') {
            return pos;
        }
        // The same as an expression that says it, in which nothing is Markdown.
        let text = serde_json::Value::from(rules).to_string();
        self.take(pos, pos + length, Piece::Expression(text))
    }

    fn brace(&mut self, pos: usize) -> usize {
        if self.plain {
            return self.plain_brace(pos);
        }
        if let Some(end) = jsx::expression_end(&self.unquoted, pos, self.patience) {
            let inner = &self.unquoted[pos + 1..end - 1];
            match expression::check(inner) {
                Ok(()) => {
                    let piece = Piece::Expression(inner.to_owned());
                    return self.take(pos, end, piece);
                }
                Err(problem) => {
                    let hint = match inner.starts_with('%') && inner.ends_with('%') {
                        true => {
                            "this is a block of GitBook: write a component for it, such as `<Note>` for a hint"
                        }
                        false => "write `\\{` for a brace, or put it in `code`",
                    };
                    self.literal_closers.insert(end - 1);
                    // Reading it costs more than finding its end.
                    self.patience.spend(16 * (end - pos));
                    let (source, span) = (self.source, self.span(pos, end));
                    push_limited(self.diagnostics, || {
                        Diagnostic::warning(
                            "invalid-expression",
                            format!(
                                "`{}` is not a JavaScript expression ({problem}), so it is shown as text",
                                shorten(inner)
                            ),
                        )
                        .at(source, span)
                        .hint(hint)
                    });
                }
            }
        } else {
            let (source, span) = (self.source, self.span(pos, pos + 1));
            push_limited(self.diagnostics, || {
                Diagnostic::warning("unclosed-brace", "`{` is never closed, so it is shown as text")
                    .at(source, span)
                    .hint("write `\\{` for a brace, or add the closing `}`")
            });
        }
        self.out[pos] = OPEN_BRACE as u8;
        pos + 1
    }

    /// Outside MDX a brace is a character, and only what is certainly a comment is taken out (MDX-09).
    fn plain_brace(&mut self, pos: usize) -> usize {
        if self.chunk[pos + 1..].trim_start().starts_with("/*")
            && let Some(end) = jsx::expression_end(&self.unquoted, pos, self.patience)
            && expression::is_comment(&self.unquoted[pos + 1..end - 1])
        {
            return self.take(pos, end, Piece::Comment);
        }
        self.out[pos] = OPEN_BRACE as u8;
        pos + 1
    }

    /// `$x$`, `$$x$$`: decided as `costs $5 and $6` is not math (TXT-07).
    fn math(&mut self, pos: usize) -> usize {
        let bytes = self.chunk.as_bytes();
        let opening = bytes[pos..].iter().take_while(|byte| **byte == b'$').count();
        let body_start = pos + opening;
        let limit = self.patience.limit(bytes.len(), body_start);
        // `$5 and $6` are prices; a digit at the start of a real formula is no reason to doubt it.
        let after_digits = bytes[body_start..].trim_ascii_start();
        let digits = after_digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let starts_like_price = bytes.get(body_start).is_some_and(u8::is_ascii_digit)
            && after_digits.get(digits).is_some_and(u8::is_ascii_whitespace);
        // `$$` with nothing behind it begins a block of its own, where every line is a part of the formula.
        let is_block = opening > 1 && is_blank_line(&bytes[body_start..]);
        let mut is_tex = false;
        let mut braces: Vec<usize> = Vec::new();
        let mut at = body_start;
        while at < limit {
            // Cells are cut before anything in them is read.
            if self.in_row && matches!(bytes[at], b'|' | b'\n') {
                break;
            }
            if bytes[at] == b'\n' {
                let next = &bytes[at + 1..];
                let ends = match is_block {
                    true => is_blank_line(next),
                    false => ends_paragraph(line_before(bytes, pos), next),
                };
                if ends {
                    break;
                }
            }
            is_tex |= matches!(bytes[at], b'\\' | b'^' | b'_' | b'=' | b'{');
            if bytes[at] == b'`' {
                at = code_span_end(bytes, at);
                continue;
            }
            if bytes[at] == b'\\' {
                at += 2;
                continue;
            }
            match bytes[at] {
                b'{' => braces.push(at),
                b'}' => drop(braces.pop()),
                // `$a {'$b'}`: a dollar sign in a value closes nothing.
                b'$' => {
                    let after = braces.first().and_then(|open| self.value_end(*open));
                    if let Some(after) = after.filter(|after| *after > at) {
                        (at, braces) = (after, Vec::new());
                        continue;
                    }
                }
                _ => {}
            }
            if bytes[at] != b'$' {
                at += 1;
                continue;
            }
            let closing = bytes[at..].iter().take_while(|byte| **byte == b'$').count();
            let body = &self.chunk[body_start..at];
            let price = starts_like_price && !is_tex;
            let fits = closing == opening
                && !body.is_empty()
                && (opening > 1
                    || (!body.ends_with(char::is_whitespace)
                        && !bytes.get(at + closing).is_some_and(u8::is_ascii_digit)
                        && !is_text_between(self.chunk, (body_start, at))
                        && !price));
            if fits {
                let body = body.trim().to_owned();
                return self.take(pos, at + closing, Piece::Math(body));
            }
            // What opens one formula closes it or there is none: `$5 and $10, or $x$`.
            if closing == 1 && opening == 1 {
                break;
            }
            at += closing;
        }
        self.patience.spend(at - pos);
        body_start
    }

    /// One past the `}` of an expression that begins at `open`.
    fn value_end(&mut self, open: usize) -> Option<usize> {
        if self.plain {
            return None;
        }
        let end = jsx::expression_end(&self.unquoted, open, self.patience)?;
        self.patience.spend(16 * (end - open));
        expression::check(&self.unquoted[open + 1..end - 1]).is_ok().then_some(end)
    }

    /// `## Title {#id}`: notes the id and blanks it.
    fn heading_id(&mut self, line: usize) {
        let rest = &self.chunk[line..];
        let text = rest.lines().next().unwrap_or("");
        let Some(hash) = text.find('#') else { return };
        let level = text[hash..].bytes().take_while(|byte| *byte == b'#').count();
        let is_heading = level <= 6
            && text[hash + level..].starts_with([' ', '\t'])
            && text[..hash].chars().all(|c| c == ' ' || c == '\t' || c == '>');
        let trimmed = text.trim_end();
        let (Some(open), true) = (trimmed.rfind("{#"), is_heading && trimmed.ends_with('}')) else { return };
        let id = &trimmed[open + 2..trimmed.len() - 1];
        if id.contains(['{', '}']) || id.trim().is_empty() {
            return;
        }
        self.masked.heading_ids.push((line + hash, id.to_owned()));
        for at in line + open..line + trimmed.len() {
            self.out[at] = b' ';
        }
    }
}

/// Moves a tag that was read in a chunk to its place in the file.
pub fn shift_tag(tag: &mut Tag, base: usize) {
    tag.span = tag.span.shifted(base);
    for attribute in &mut tag.attributes {
        attribute.span = attribute.span.shifted(base);
    }
}

/// The first words of a source, for a message.
pub fn shorten(source: &str) -> String {
    let one_line: String = source.split_whitespace().collect::<Vec<_>>().join(" ");
    match one_line.char_indices().nth(40) {
        Some((cut, _)) => format!("{{{}…}}", &one_line[..cut]),
        None => format!("{{{one_line}}}"),
    }
}
