//! One page file: text → front matter and blocks → bound tree → outline.
//!
//! Everything here is pure: `parse_document` reads one text and never fails; `bind` evaluates what stands
//! in braces and expands snippets through a [`bind::Loader`]; `outline` gives ids and the table of
//! contents. No stage here knows another page, the navigation, or HTML.

pub mod admonition;
pub mod ast;
pub mod bind;
pub mod blocks;
pub mod commonmark;
pub mod conventions;
pub mod description;
pub mod expression;
pub mod frontmatter;
pub mod glossary;
pub mod heading;
pub mod include;
pub mod jsx;
pub mod markdown;
pub mod mask;
pub mod outline;
pub mod paragraph;
pub mod punctuation;
pub mod script;
pub mod tree;
pub mod variables;

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::text::bytes::{first, places};
use crate::text::{SourcePath, SourceText, Span};
use ast::{Node, NodeKind};
use expression::{Module, parse_module};
use frontmatter::FrontMatter;

/// A parsed page or snippet.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The text that all spans refer to (line ends as `\n`, variables filled in).
    pub source: SourceText,
    /// Front matter; empty when there is none.
    pub front_matter: FrontMatter,
    /// Blocks in document order, expressions as written.
    pub nodes: Vec<Node>,
    /// Imports and exports.
    pub module: Module,
    /// Where imports and exports stand in the text.
    pub module_spans: Vec<Span>,
    /// What is wrong with this file alone.
    pub diagnostics: Vec<Diagnostic>,
}

impl Document {
    /// The front matter, for a page whose code names it: expressions and exports know it as `frontmatter` (FM-14).
    pub fn own_fields(&self) -> Option<serde_json::Value> {
        let is_named = self.source.text.contains(FIELDS) && !self.module.declares(FIELDS);
        is_named.then(|| serde_json::Value::Object(self.front_matter.fields.clone()))
    }
}

/// What a page's code calls its front matter.
pub const FIELDS: &str = "frontmatter";

/// What the site needs of a page before any page is parsed: front matter and imported files.
#[derive(Clone, Debug, PartialEq)]
pub struct PageHead {
    /// All fields of the front matter.
    pub front_matter: FrontMatter,
    /// Files that this file imports, resolved.
    pub imports: Vec<SourcePath>,
    /// The front matter's problems.
    pub diagnostics: Vec<Diagnostic>,
}

/// The text of a file as every stage reads it: no byte order mark, `\n` line ends.
pub fn clean_text(text: impl Into<String>) -> String {
    let mut text = text.into();
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    if first(b'\r', text.as_bytes()).is_some() {
        text.replace("\r\n", "\n").replace('\r', "\n")
    } else {
        text
    }
}

/// Parses a page or snippet file. Never fails: a block that cannot be read is a diagnostic.
pub fn parse_document(source: SourceText) -> Document {
    let mut diagnostics = Vec::new();
    let (front_matter, body) = frontmatter::split(&source, &mut diagnostics);
    let mut blocks = blocks::parse_blocks(&source, body, &mut diagnostics);
    if source.is_filled() {
        variables::release_nodes(&mut blocks.nodes);
    }
    let mut module = Module::default();
    let mut names = Names::default();
    for span in &blocks.modules {
        let text = &source.text[span.start as usize..span.end as usize];
        let (part, problem) = parse_module(&variables::released(text));
        if let Some((message, offset)) = problem {
            let at =
                Span::new(span.start as usize + offset as usize, span.start as usize + offset as usize + 1);
            diagnostics.push(
                Diagnostic::error(
                    "unreadable-module",
                    format!("this statement is not valid JavaScript: {}", expression::plain(&message)),
                )
                .at(&source, at)
                .hint("correct it; until then what it imports or exports is missing"),
            );
        }
        diagnostics.extend(names.twice(&source, *span, &part));
        let shift = |mut import: expression::Import| {
            import.span = import.span.shifted(span.start as usize);
            import
        };
        module.imports.extend(part.imports.into_iter().map(shift));
        module.late_imports.extend(part.late_imports.into_iter().map(|mut import| {
            import.span = import.span.shifted(span.start as usize);
            import
        }));
        module.items.extend(part.items);
        module.exports.extend(part.exports);
        module.runs_statements |= part.runs_statements;
    }
    Document { source, front_matter, nodes: blocks.nodes, module, module_spans: blocks.modules, diagnostics }
}

/// The names that the statements of a page have so far.
#[derive(Default)]
struct Names {
    imported: BTreeSet<String>,
    declared: BTreeSet<String>,
}

impl Names {
    /// Adds those of a statement; tells of the first that has a meaning already. Two imports of one name are common, and
    /// mostly the same.
    fn twice(&mut self, source: &SourceText, span: Span, part: &Module) -> Option<Diagnostic> {
        let mut twice = None;
        for name in part.declared() {
            if self.imported.contains(&name) || !self.declared.insert(name.clone()) {
                twice.get_or_insert(name);
            }
        }
        for name in part.imported() {
            if self.declared.contains(name) {
                twice.get_or_insert(name.to_owned());
            }
            self.imported.insert(name.to_owned());
        }
        let name = twice?;
        let statement = &source.text[span.start as usize..span.end as usize];
        // Two may stand in one statement.
        let at = statement.rfind(&format!(" {name} ")).map_or(0, |at| at + 1);
        let length = if at > 0 { name.len() } else { statement.lines().next().unwrap_or_default().len() };
        let place = Span::new(0, length).shifted(span.start as usize + at);
        let message = format!("`{name}` is declared twice on this page, which JavaScript does not allow");
        let problem = Diagnostic::error("declared-twice", message).at(source, place);
        Some(problem.hint("give one of them another name, or remove it; until then one of them counts"))
    }
}

/// Parses Markdown that stands inside something else (a title, an expression, an API description). Text in
/// a string is not trusted like a page: it cannot bring scripts, style sheets or handlers with it.
pub fn parse_fragment(text: &str) -> Vec<Node> {
    let dedented = dedent(text);
    let source = SourceText::new(SourcePath::new(""), dedented);
    let span = Span::new(0, source.text.len());
    let mut ignored = Vec::new();
    let mut nodes = blocks::parse_blocks(&source, span, &mut ignored).nodes;
    disarm(&mut nodes);
    // Where nothing is evaluated, braces are braces.
    for node in &mut nodes {
        if let NodeKind::Text(_) = node.kind {
            *node = Node::new(NodeKind::Paragraph, node.span, vec![node.clone()]);
        }
    }
    nodes
}

/// Removes elements that run or load something, and attributes that hold code.
fn disarm(nodes: &mut Vec<Node>) {
    let active =
        ["script", "style", "object", "embed", "applet", "base", "meta", "link", "template", "noscript"];
    nodes.retain(|node| {
        !node.element().is_some_and(|element| active.contains(&element.name.to_ascii_lowercase().as_str()))
    });
    for node in nodes {
        if let NodeKind::Expression(code) = &node.kind {
            let is_comment = code.trim_start().starts_with("/*") || code.trim().is_empty();
            node.kind = if is_comment { NodeKind::Fragment } else { NodeKind::Text(format!("{{{code}}}")) };
        }
        if let NodeKind::Element(element) = &mut node.kind {
            element.attributes.retain(|attribute| {
                let name = attribute.name.to_ascii_lowercase();
                !name.is_empty()
                    && !name.starts_with("on")
                    && name != "srcdoc"
                    && name != "dangerouslysetinnerhtml"
            });
        }
        disarm(&mut node.children);
    }
}

/// Reads the head of a page without parsing its body.
pub fn page_head(source: &SourceText) -> PageHead {
    let mut diagnostics = Vec::new();
    let (front_matter, body) = frontmatter::split(source, &mut diagnostics);
    let body = &source.text[body.start as usize..];
    let mut imports = imported_files(&source.path, body);
    imports.extend(include::included_files(&source.path, body));
    PageHead { front_matter, imports, diagnostics }
}

/// Files named by `import … from "…"` lines outside code fences (behaviour 1.2).
pub fn imported_files(path: &SourcePath, text: &str) -> Vec<SourcePath> {
    // Programs hand on what others export; in Markdown such a line is a sentence.
    let is_script = !matches!(path.extension().as_str(), "md" | "mdx");
    let mut rest = text;
    if !is_script {
        // Every page is asked, and few have one: the lines above the last that may be one tell whether it is code.
        let line = |at: usize| text[at + 1..].split('\n').next().unwrap_or_default();
        let starts = ["\nimport", "\n} from "].into_iter();
        let last = starts
            .flat_map(|start| places(text.as_bytes(), start.as_bytes()))
            .filter(|at| imported_file(path, line(*at), is_script).is_some())
            .max();
        rest = match last {
            Some(at) => &text[..at + 1 + line(at).len()],
            None if text.starts_with("import") => text.lines().next().unwrap_or_default(),
            None => return Vec::new(),
        };
    }
    let mut found = Vec::new();
    let mut fence: Option<(u8, usize)> = None;
    while !rest.is_empty() {
        let end = first(b'\n', rest.as_bytes()).map_or(rest.len(), |at| at + 1);
        let (line, after) = rest.split_at(end);
        rest = after;
        let bytes = line.as_bytes();
        let blank = bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        match bytes[blank..].first() {
            Some(b'`' | b'~') => {
                let content = line[blank..].trim_end();
                fence = match fence {
                    Some((mark, length)) => {
                        let closes = content.len() >= length && content.bytes().all(|byte| byte == mark);
                        (!closes).then_some((mark, length))
                    }
                    None => mask::opening_fence(content),
                };
            }
            Some(b'i' | b'}' | b'e') if fence.is_none() && blank == 0 => {
                found.extend(imported_file(path, line, is_script));
            }
            _ => {}
        }
    }
    found
}

/// The file that a line names.
fn imported_file(path: &SourcePath, line: &str, is_script: bool) -> Option<SourcePath> {
    let hands_on =
        is_script && ["export {", "export{", "export *"].iter().any(|start| line.starts_with(start));
    if !hands_on && !["import ", "import{", "} from "].iter().any(|start| line.starts_with(start)) {
        return None;
    }
    let (_, rest) = line.split_once("from").or_else(|| line.split_once("import"))?;
    let quoted = rest.trim_start();
    let quote = quoted.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let specifier = quoted[1..].split(quote).next().unwrap_or("");
    specifier.starts_with(['/', '.']).then(|| path.resolve(specifier))?
}

/// Removes the indentation that all non-blank lines share.
pub fn dedent(text: &str) -> String {
    let shared = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches([' ', '\t']).len())
        .min()
        .unwrap_or(0);
    if shared == 0 {
        return text.to_owned();
    }
    text.lines().map(|line| line.get(shared..).unwrap_or("")).collect::<Vec<_>>().join("\n")
}
