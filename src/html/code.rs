//! Code blocks: from a fence to HTML in three pure steps.
//!
//! [`CodeBlock::read`] reads the info string and the markers in the code; [`highlight::tokenize`] finds
//! token classes for (language, text), which callers remember where a slow grammar finds them; [`render_block`] writes
//! the HTML. Colours are not here but in the style sheet that `palette` makes, so one HTML serves light
//! and dark. The text of the `code` element is the shown text, byte for byte.

use serde::{Deserialize, Serialize};

use crate::html::escape::{Html, Writer};
use crate::text::bytes;

pub mod highlight;
pub mod language;
pub mod lexer;
mod line_languages;
pub mod meta;
pub mod notation;
pub mod palette;
pub mod tokens;

use language::PLAIN;
use meta::CodeMeta;
use notation::{LineMarks, Marked};
use palette::Palette;
use tokens::{Token, TokenClass, Tokens};

/// An expandable block with more lines than this is collapsed (CODE-07).
const COLLAPSED_LINES: usize = 16;

/// A code block that is understood but not yet highlighted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CodeBlock {
    /// Canonical name of the language; `text` when it is unknown.
    pub language: &'static str,
    /// The language as written, when the program does not know it.
    pub unknown: Option<String>,
    /// What the info string says.
    pub meta: CodeMeta,
    /// The shown text and its line marks.
    pub marked: Marked,
}

impl CodeBlock {
    /// Reads a fence: its language word, the rest of the info string, and the code (behaviour 7).
    pub fn read(lang: Option<&str>, meta: &str, code: &str) -> Self {
        let meta = meta::parse_meta(lang, meta);
        let written = meta.language.as_deref().or(meta.lang.as_deref()).unwrap_or(PLAIN);
        let unknown = language::find(written).is_none().then(|| written.to_lowercase());
        Self { language: language::canonical(written), unknown, marked: notation::read_notation(code), meta }
    }

    /// The text as shown and copied: without markers, without empty lines at the end.
    pub fn text(&self) -> &str {
        &self.marked.text
    }
}

/// Words of the interface around a block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct CodeLabels {
    /// Accessible name of the copy button.
    pub copy: String,
    /// Button of a collapsed block; `{count}` stands for the number of lines.
    pub see_all: String,
    /// Button of an expanded block.
    pub collapse: String,
}

impl Default for CodeLabels {
    fn default() -> Self {
        let text = str::to_owned;
        Self { copy: text("Copy code"), see_all: text("See all {count} lines"), collapse: text("Collapse") }
    }
}

/// Where the header of a block is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Header {
    /// In the block, when it has a title.
    #[default]
    Own,
    /// Outside: the block is part of a group whose tabs show the titles.
    Outside,
}

/// What the page gives to a block.
#[derive(Clone, Debug, Default)]
pub struct CodeOptions {
    /// The icon beside the title, ready to print.
    pub icon: Option<Html>,
    /// Where the title is shown.
    pub header: Header,
    /// Words of the interface.
    pub labels: CodeLabels,
    /// The language that the project describes itself, when the code is written in one.
    pub custom: Option<String>,
    /// Colours of this block alone (`theme="nord"`).
    pub palette: Option<Palette>,
    /// What links to its lines name it by (CODE-15); only blocks with numbered lines have one.
    pub id: Option<String>,
}

/// The HTML of a block.
pub fn render_block(block: &CodeBlock, tokens: &Tokens, options: &CodeOptions) -> Html {
    let text = block.text();
    let lines: Vec<&str> = bytes::lines(text).collect();
    let meta = &block.meta;
    let collapsed = is_collapsed(block);

    let mut out = Writer::with_capacity(text.len() * 3 + 400);
    let language = options.custom.as_deref().unwrap_or(block.language);
    out.open("div").attr("class", "code-block").opt_attr("id", options.id.as_deref());
    out.attr("data-lang", language);
    out.opt_attr("data-theme", meta.theme.as_deref().filter(|_| options.palette.is_some()));
    out.opt_attr("style", options.palette.as_ref().map(palette::block_declarations).as_deref());
    out.opt_flag("data-expandable", collapsed).opt_flag("data-twoslash", meta.twoslash);
    write_header(&mut out, meta, options);

    out.open("div").attr("class", "code-block-body code-block-background");
    out.attr("data-component-part", "code-block-root");
    out.open("pre").opt_attr("class", pre_classes(block).as_deref()).attr("tabindex", "0");
    if has_numbers(block) && lines.len() > 999 {
        out.attr("style", &format!("--digits:{}", lines.len().to_string().len()));
    }
    out.open("code").attr("class", &format!("language-{language}"));
    write_lines(&mut out, block, &lines, tokens);
    out.close("code").close("pre").close("div");

    if collapsed {
        let label = options.labels.see_all.replace("{count}", &lines.len().to_string());
        out.open("div").attr("class", "code-block-fade-overlay").close("div");
        out.open("button").attr("type", "button").attr("class", "code-block-expand-button");
        out.attr("aria-expanded", "false").attr("data-collapse", &options.labels.collapse);
        out.text(&label).close("button");
    }
    if !meta.nocopy && !text.is_empty() {
        out.open("button").attr("type", "button").attr("class", "code-block-copy-button");
        out.attr("aria-label", &options.labels.copy).close("button");
    }
    out.close("div");
    out.finish()
}

/// Inline code with a language: `` `code{:ts}` `` (CODE-13).
pub fn render_inline(language: &str, code: &str, tokens: &Tokens) -> Html {
    let mut out = Writer::with_capacity(code.len() * 2 + 60);
    out.open("code").attr("class", &format!("language-{}", language::canonical(language)));
    for (index, line) in code.split('\n').enumerate() {
        if index > 0 {
            out.newline();
        }
        write_tokens(&mut out, line, line_tokens(tokens, index), &[]);
    }
    out.close("code");
    out.finish()
}

fn write_header(out: &mut Writer, meta: &CodeMeta, options: &CodeOptions) {
    if options.header == Header::Outside || (meta.title.is_empty() && options.icon.is_none()) {
        return;
    }
    out.open("div").attr("class", "code-block-header").attr("data-component-part", "code-block-header");
    if let Some(icon) = &options.icon {
        out.open("span").attr("class", "code-block-icon").raw(icon).close("span");
    }
    out.open("span").attr("class", "code-block-title").text(&meta.title).close("span");
    out.close("div");
}

fn pre_classes(block: &CodeBlock) -> Option<String> {
    let marks = &block.marked.marks;
    let focused = !block.meta.focus.is_empty() || marks.values().any(|marks| marks.focused);
    let changed = marks.values().any(|marks| marks.added || marks.removed);
    let classes: Vec<&str> = [
        ("has-lines", has_numbers(block)),
        ("has-focus", focused),
        ("has-diff", changed),
        ("wrap", block.meta.wrap == Some(true)),
    ]
    .iter()
    .filter_map(|(class, on)| on.then_some(*class))
    .collect();
    (!classes.is_empty()).then(|| classes.join(" "))
}

fn write_lines(out: &mut Writer, block: &CodeBlock, lines: &[&str], tokens: &Tokens) {
    let words = &block.marked.words;
    let wrapped = has_line_features(block);
    if !wrapped && words.is_empty() {
        return write_plain_lines(out, lines, tokens);
    }
    for (index, line) in lines.iter().enumerate() {
        let number = index as u32 + 1;
        if index > 0 {
            out.newline();
        }
        if wrapped {
            out.open("span").attr("class", &line_class(block, number));
        }
        let marked = if words.is_empty() { Vec::new() } else { word_ranges(line, number, words) };
        write_tokens(out, line, line_tokens(tokens, index), &marked);
        if wrapped {
            out.close("span");
        }
    }
}

/// Whether the lines of a block are numbered, so that links may name them (CODE-15).
pub fn has_numbers(block: &CodeBlock) -> bool {
    block.meta.lines == Some(true)
}

/// Whether a block needs the styles of numbered and marked lines, of marked words, or of what is collapsed.
pub fn has_marks(block: &CodeBlock) -> bool {
    has_line_features(block) || !block.marked.words.is_empty() || is_collapsed(block)
}

fn is_collapsed(block: &CodeBlock) -> bool {
    block.meta.expandable == Some(true) && block.text().split('\n').count() > COLLAPSED_LINES
}

/// True when lines are numbered or marked and so need elements of their own. Most blocks do without,
/// which saves a fifth of their size.
fn has_line_features(block: &CodeBlock) -> bool {
    let meta = &block.meta;
    let plain = meta.highlight.is_empty() && meta.focus.is_empty() && block.marked.marks.is_empty();
    !plain || has_numbers(block)
}

fn line_tokens(tokens: &Tokens, index: usize) -> &[Token] {
    tokens.lines.get(index).map_or(&[], Vec::as_slice)
}

fn line_class(block: &CodeBlock, number: u32) -> std::borrow::Cow<'static, str> {
    let meta = &block.meta;
    let mut marks = block.marked.marks.get(&number).copied().unwrap_or_default();
    marks.highlighted |= meta.highlight.contains(&number);
    marks.focused |= meta.focus.contains(&number);
    if marks == LineMarks::default() {
        return "line".into();
    }
    let mut class = "line".to_owned();
    for (name, on) in [
        ("highlighted", marks.highlighted),
        ("focused", marks.focused),
        ("diff add", marks.added),
        ("diff remove", marks.removed),
        ("error", marks.error),
        ("warning", marks.warning),
    ] {
        if on {
            class.push(' ');
            class.push_str(name);
        }
    }
    class.into()
}

/// Byte ranges of highlighted words in a line, in order, not overlapping.
fn word_ranges(line: &str, number: u32, words: &[(u32, u32, String)]) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = words
        .iter()
        .filter(|(first, count, word)| {
            !word.is_empty() && (*first..first.saturating_add(*count)).contains(&number)
        })
        .flat_map(|(_, _, word)| line.match_indices(word.as_str()).map(|(at, found)| (at, at + found.len())))
        .collect();
    ranges.sort_unstable();
    let mut end = 0;
    ranges.retain(|range| {
        let free = range.0 >= end;
        if free {
            end = range.1;
        }
        free
    });
    ranges
}

/// Writes lines without elements of their own: what has one colour is one `span`, over as many lines as it is. The text
/// of a whole request in a string would else be hundreds of them.
fn write_plain_lines(out: &mut Writer, lines: &[&str], tokens: &Tokens) {
    let mut open: Option<&'static str> = None;
    // White space that belongs to the span when the same colour follows.
    let mut gap = String::new();
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            gap.push('\n');
        }
        let mut at = 0usize;
        let rest = Token { class: TokenClass::Plain, len: u32::MAX };
        for token in line_tokens(tokens, index).iter().copied().chain([rest]) {
            let end = token_end(line, at, token);
            let text = &line[at..end];
            at = end;
            let body = without_indent(text);
            if token.class == TokenClass::Hidden {
                continue;
            }
            gap.push_str(&text[..text.len() - body.len()]);
            if body.is_empty() {
                continue;
            }
            let class = token.class.css_class();
            if open != class {
                if open.is_some() {
                    out.close("span");
                }
                out.text(&gap);
                if let Some(class) = class {
                    out.open("span").attr("class", class);
                }
                open = class;
            } else {
                out.text(&gap);
            }
            gap.clear();
            out.text(body);
        }
    }
    if open.is_some() {
        out.close("span");
    }
    out.text(&gap);
}

/// A text without the white space that it begins with: blanks, if any, and then a letter or a sign.
fn without_indent(text: &str) -> &str {
    let blanks = text.bytes().take_while(|byte| *byte == b' ').count();
    match text.as_bytes().get(blanks) {
        Some(byte) if byte.is_ascii_graphic() => &text[blanks..],
        _ => text.trim_start(),
    }
}

/// Where a token ends that begins at a place of its line.
fn token_end(line: &str, at: usize, token: Token) -> usize {
    let mut end = at.saturating_add(token.len as usize).min(line.len());
    while !line.is_char_boundary(end) {
        end += 1;
    }
    end
}

/// Writes one line: a `span` for each coloured token, a `mark` for each highlighted word.
fn write_tokens(out: &mut Writer, line: &str, tokens: &[Token], words: &[(usize, usize)]) {
    let mut words = words.iter().copied().peekable();
    let mut at = 0usize;
    let rest = Token { class: TokenClass::Plain, len: u32::MAX };
    for token in tokens.iter().copied().chain([rest]) {
        let end = token_end(line, at, token);
        while at < end {
            match words.peek().copied() {
                Some((_, word_end)) if word_end <= at => {
                    words.next();
                }
                Some((word_start, word_end)) if word_start <= at => {
                    let piece_end = end.min(word_end);
                    out.open("mark");
                    write_piece(out, &line[at..piece_end], token.class);
                    out.close("mark");
                    at = piece_end;
                }
                next => {
                    let piece_end = next.map_or(end, |(word_start, _)| end.min(word_start));
                    write_piece(out, &line[at..piece_end], token.class);
                    at = piece_end;
                }
            }
        }
    }
}

fn write_piece(out: &mut Writer, text: &str, class: TokenClass) {
    if class == TokenClass::Hidden {
        return;
    }
    let Some(css_class) = class.css_class() else {
        out.text(text);
        return;
    };
    let body = without_indent(text);
    out.text(&text[..text.len() - body.len()]);
    if !body.is_empty() {
        out.open("span").attr("class", css_class).text(body).close("span");
    }
}
