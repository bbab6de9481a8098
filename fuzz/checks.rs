//! What holds for any input whatever: shared by the fuzz targets, the integration tests and `examples/growth.rs`.
//!
//! Each check takes a text and panics when something that is promised does not hold: no panic, spans inside
//! the text and between characters, balanced tags, the same result twice.

#![allow(dead_code, reason = "each of its users needs a part")]

use std::sync::Arc;

use docs::config::parse_config;
use docs::diagnostic::Diagnostic;
use docs::html::body::{Body, BodyInput, render_body};
use docs::html::code::highlight::tokenize;
use docs::html::code::meta::parse_meta;
use docs::html::code::tokens::Tokens;
use docs::html::render::Lookups;
use docs::page::ast::{AttributeValue, Node, NodeKind};
use docs::page::bind::Loader;
use docs::page::expression::{check, parse_module};
use docs::page::outline::HeadingIds;
use docs::page::{Document, clean_text, page_head, parse_document, parse_fragment};
use docs::text::{Addresses, Slug, SourcePath, SourceText, Span};

/// A target: its name and its check.
pub type Target = (&'static str, fn(&str));

/// All targets.
pub const TARGETS: [Target; 6] = [
    ("front_matter", front_matter),
    ("page", page),
    ("expression", expression),
    ("code_meta", code_meta),
    ("config", config),
    ("html", html),
];

/// A project whose only other files are a few snippets and texts.
#[derive(Default)]
pub struct Files {
    snippets: Vec<(SourcePath, Arc<Document>)>,
    texts: Vec<(SourcePath, Arc<str>)>,
}

impl Files {
    /// Snippets by path.
    pub fn with(snippets: &[(&str, &str)]) -> Self {
        let parse = |(path, text): &(&str, &str)| {
            let path = SourcePath::new(path);
            (path.clone(), Arc::new(parse_document(SourceText::new(path, *text))))
        };
        Self { snippets: snippets.iter().map(parse).collect(), texts: Vec::new() }
    }

    /// And a file that is read as text.
    pub fn and_text(mut self, path: &str, text: &str) -> Self {
        self.texts.push((SourcePath::new(path), text.into()));
        self
    }

    /// The whole way of one page, from its text to HTML.
    pub fn render(&self, text: &str) -> (Body, Vec<Diagnostic>, SourceText) {
        let source = SourceText::new(SourcePath::new("page.mdx"), clean_text(text)).with_admonitions(true);
        let document = parse_document(source);
        let input = BodyInput {
            texts: docs::html::texts::texts(None),
            glossary: None,
            document: &document,
            front_matter: &document.front_matter,
            operation: Vec::new(),
            api: None,
            slug: &Slug::new("page"),
            addresses: &Addresses::default(),
            headings: HeadingIds::Given,
        };
        let (rendered, diagnostics) = render_body(input, self, self);
        let body = rendered.body;
        (body, diagnostics, document.source)
    }
}

impl Loader for Files {
    fn document(&self, path: &SourcePath) -> Option<Arc<Document>> {
        self.snippets.iter().find(|(name, _)| name == path).map(|(_, document)| document.clone())
    }

    fn text(&self, path: &SourcePath) -> Option<Arc<str>> {
        self.texts.iter().find(|(name, _)| name == path).map(|(_, text)| text.clone())
    }
}

impl Lookups for Files {
    fn tokens(&self, language: &str, code: &str) -> Arc<Tokens> {
        Arc::new(tokenize(language, code))
    }

    fn image_size(&self, _: &SourcePath) -> Option<(u32, u32)> {
        None
    }

    fn file_exists(&self, _: &SourcePath) -> bool {
        false
    }

    fn markdown(&self, source: &str) -> Vec<Node> {
        parse_fragment(source)
    }
}

fn source(path: &str, text: &str) -> SourceText {
    SourceText::new(SourcePath::new(path), clean_text(text))
}

/// Front matter and imports, as the head of a page is read; the body begins where they end.
pub fn front_matter(text: &str) {
    let source = source("page.mdx", text);
    let head = page_head(&source);
    assert_eq!(head, page_head(&source), "the head differs the second time");
    places(&source, &head.diagnostics);
}

/// A page, and the same text as plain Markdown.
pub fn page(text: &str) {
    for (path, admonitions) in [("page.mdx", true), ("page.mdx", false), ("page.md", true)] {
        let source = source(path, text).with_admonitions(admonitions);
        let document = parse_document(source.clone());
        assert_eq!(document, parse_document(source.clone()), "the page differs the second time");
        document.nodes.iter().for_each(|node| spans(node, &source));
        document.module_spans.iter().for_each(|span| inside(*span, &source));
        places(&source, &document.diagnostics);
    }
}

/// An expression and a module: what is said about them.
pub fn expression(text: &str) {
    assert_eq!(check(text), check(text));
    let (module, problem) = parse_module(text);
    assert_eq!((&module, &problem), (&parse_module(text).0, &parse_module(text).1));
    for import in &module.imports {
        inside(import.span, &SourceText::new(SourcePath::new("page.mdx"), text));
    }
    if text.len() < 4_000 {
        let (body, diagnostics, source) = Files::default().render(&format!("a {{{text}}} b\n\n{{{text}}}\n"));
        places(&source, &diagnostics);
        balanced(body.html.as_str());
    }
}

/// The words behind the fence of a code block.
pub fn code_meta(text: &str) {
    let (lang, meta) = match text.split_once([' ', '\n']) {
        Some((lang, meta)) => (Some(lang).filter(|lang| !lang.is_empty()), meta),
        None => (None, text),
    };
    let read = parse_meta(lang, meta);
    assert_eq!(read, parse_meta(lang, meta), "the words differ the second time");
    assert!(read.highlight.len() <= 100_000 && read.focus.len() <= 100_000, "too many lines");
    if text.len() < 4_000 {
        let line = text.replace(['\n', '\r'], " ");
        html(&format!("```{line}\nlet a = 1;\nlet b = 2;\n```\n"));
    }
}

/// `docs.json`.
pub fn config(text: &str) {
    let path = SourcePath::new("docs.json");
    let text = clean_text(text);
    let part: Arc<str> = Arc::from("{\"pages\": [\"a\"], \"groups\": [{\"$ref\": \"./b.json\"}]}");
    let read = |path: &SourcePath| (path.as_str() == "b.json").then(|| part.clone());
    let parsed = parse_config(&path, &text, &read);
    let again = parse_config(&path, &text, &read);
    assert_eq!(parsed.diagnostics, again.diagnostics, "the configuration differs the second time");
    assert_eq!(format!("{:?}", parsed.config), format!("{:?}", again.config));
    places(&SourceText::new(path, text), &parsed.diagnostics);
}

/// A page and its HTML.
pub fn html(text: &str) {
    let files = Files::with(&[
        ("a.mdx", "A snippet with {title} and {props.x}.\n\n<Note>{children}</Note> <Unknown/>\n"),
        ("b.mdx", "import A from './a.mdx'\n\nOuter <A>inner</A> </Card>\n"),
    ]);
    let (body, diagnostics, source) = files.render(text);
    let (again, _, _) = files.render(text);
    assert!(body.html == again.html, "the HTML differs the second time");
    places(&source, &diagnostics);
    for span in &body.link_places {
        assert!(span.span.start as usize <= source.text.len(), "a link outside the page: {span:?}");
    }
    // What an author writes as markup is the author's.
    let raw = ["dangerouslySetInnerHTML", "__html", "<style", "<script", "innerHTML"];
    if !raw.iter().any(|word| text.contains(word)) {
        balanced(body.html.as_str());
        body.aside.iter().for_each(|aside| balanced(aside.as_str()));
    }
}

fn inside(span: Span, source: &SourceText) {
    let (start, end) = (span.start as usize, span.end as usize);
    assert!(start <= end && end <= source.text.len(), "{span:?} is outside of {} bytes", source.text.len());
    let whole = source.text.is_char_boundary(start) && source.text.is_char_boundary(end);
    assert!(whole, "{span:?} cuts a character");
}

fn spans(node: &Node, source: &SourceText) {
    inside(node.span, source);
    if let NodeKind::Element(element) = &node.kind {
        for attribute in &element.attributes {
            inside(attribute.span, source);
            if let AttributeValue::Expression(code) = &attribute.value {
                assert!(source.text.contains(code.as_str()), "{code:?} does not stand in the text");
            }
        }
    }
    node.children.iter().for_each(|child| spans(child, source));
}

/// Problems stand in lines and columns that exist.
fn places(source: &SourceText, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        assert!(!diagnostic.message.is_empty());
        assert!(
            diagnostic
                .code
                .bytes()
                .all(|byte| byte == b'-' || byte.is_ascii_lowercase() || byte.is_ascii_digit())
        );
        let Some(place) = diagnostic.location.as_ref().filter(|place| place.path == source.path) else {
            continue;
        };
        if place.line == 0 {
            continue;
        }
        let lines = source.text.split('\n').count();
        assert!(place.line as usize <= lines, "line {} of {lines}: {diagnostic:?}", place.line);
        let width = source.line(place.line).len() + 1;
        assert!(place.column >= 1 && place.column as usize <= width, "{diagnostic:?}");
        assert!(place.length >= 1, "{diagnostic:?}");
    }
}

const VOID: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// Every element that is opened is closed, and in order.
pub fn balanced(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if rest.starts_with(['!', '?']) {
            rest = rest.find('>').map_or("", |end| &rest[end + 1..]);
            continue;
        }
        let closing = rest.starts_with('/');
        let name_start = usize::from(closing);
        let length = rest[name_start..]
            .find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))
            .unwrap_or(rest.len() - name_start);
        let name = &rest[name_start..name_start + length];
        assert!(
            name.starts_with(|c: char| c.is_ascii_alphabetic()),
            "`<{}` is not a tag in {html}",
            rest.chars().take(20).collect::<String>()
        );
        let mut quote = None;
        let end = rest
            .char_indices()
            .find(|(_, c)| match (quote, *c) {
                (None, '"' | '\'') => {
                    quote = Some(*c);
                    false
                }
                (Some(open), c) if open == c => {
                    quote = None;
                    false
                }
                (None, '>') => true,
                _ => false,
            })
            .map(|(at, _)| at);
        let Some(end) = end else { panic!("`<{name}` never ends in {html}") };
        let complete = rest[..end].ends_with('/');
        rest = &rest[end + 1..];
        if closing {
            let last = open.pop();
            assert_eq!(last, Some(name), "`</{name}>` closes {last:?} in {html}");
        } else if !complete && !VOID.contains(&name) {
            open.push(name);
            if matches!(name, "script" | "style") {
                rest = rest.find("</").map_or("", |at| &rest[at..]);
            }
        }
    }
    assert!(open.is_empty(), "{open:?} is never closed in {html}");
}
