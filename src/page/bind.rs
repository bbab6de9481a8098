//! Evaluates a page: expressions become text and nodes, snippets are expanded, components written in
//! the page are called. What is left holds no expression, no import and no spread.
//!
//! Other files come through a [`Loader`], so that the caller can track each of them, found or not.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::ast::{Attribute, AttributeValue, Element, Node, NodeKind, Value};
use super::expression::{Environment, Evaluator, Names, Problem, is_inline, is_runtime_name, nodes_of};
use super::heading::heading_slug;
use super::include::INCLUDE;
use super::script::{Role, Session, has_island_among_parts, is_live};
use super::{Document, FIELDS};
use crate::diagnostic::Diagnostic;
use crate::text::{SourcePath, SourceText, Span};

mod engine_places;
mod imports;
mod include;
mod modules;
pub mod origins;
mod problems;
mod props;

use origins::Origins;
pub use origins::Place;
pub use problems::FIXED_VALUE;
use problems::{Shown, reason};
use props::{fill_code, json_value, props};

/// Most nodes that a page may have after snippets are expanded.
const MAX_NODES: usize = 400_000;
/// Most imports behind each other.
pub const MAX_IMPORT_DEPTH: usize = 256;
/// Deepest nesting of snippets.
const MAX_SNIPPET_DEPTH: usize = 32;

/// Gives the other files of the project.
pub trait Loader {
    /// A Markdown snippet, parsed.
    fn document(&self, path: &SourcePath) -> Option<Arc<Document>>;
    /// The text of another file.
    fn text(&self, path: &SourcePath) -> Option<Arc<str>>;
    /// Whether there is such a file.
    fn exists(&self, path: &SourcePath) -> bool {
        self.text(path).is_some()
    }
    /// What of the path of a file is ignored: it, or a folder above it. Nobody looks whether such a file is there.
    fn ignored(&self, _: &SourcePath) -> Option<String> {
        None
    }
}

/// A page without expressions.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    /// The tree.
    pub nodes: Vec<Node>,
    /// The code of the page's islands, for the browser.
    pub script: Option<String>,
    /// Where the nodes of snippets come from.
    pub origins: Origins,
    /// Problems of this page's expressions and imports.
    pub diagnostics: Vec<Diagnostic>,
}

/// Evaluates `document`.
pub fn bind(document: &Document, loader: &dyn Loader) -> Bound {
    let has_work = !document.module.imports.is_empty()
        || !document.module.items.is_empty()
        || document.nodes.iter().any(needs_binding);
    if !has_work {
        return Bound { nodes: document.nodes.clone(), ..Bound::default() };
    }
    // Values, templates, lists and components without state are evaluated here, which is all that most pages
    // need and costs no engine. When something on the way has no value for a reason that an engine may not have
    // (a hook, a handler, a global object, a statement, a limit), the page is bound again, and an engine runs
    // all of its JavaScript: the two never share a page, so that a value has one meaning in all of it.
    match bind_with(document, loader, None) {
        Ok(bound) => bound,
        Err(NeedsEngine) => {
            let session = Session::new(document.source.text.len());
            bind_with(document, loader, Some(session)).unwrap_or_default()
        }
    }
}

/// Some JavaScript of the page needs an engine.
struct NeedsEngine;

fn bind_with(
    document: &Document,
    loader: &dyn Loader,
    session: Option<Session>,
) -> Result<Bound, NeedsEngine> {
    let mut environment = Environment::default();
    let markdown = |text: &str| super::parse_fragment(text);
    let mut binder = Binder {
        loader,
        evaluator: Evaluator::new(&mut environment, &markdown),
        session,
        files: BTreeMap::new(),
        lent: lent(document),
        loading: Vec::new(),
        expanding: vec![document.source.path.clone()],
        origins: Origins::new(&document.source),
        made: 0,
        included: include::Included::default(),
        tops: document.nodes.iter().map(|node| (node.span.start, node.span.end)).collect(),
        needs_engine: Cell::new(false),
        exhausted: Cell::new(false),
        diagnostics: RefCell::default(),
    };
    if let Some(fields) = document.own_fields() {
        binder.evaluator.bind(&document.source.path, vec![(FIELDS.to_owned(), json_value(fields))]);
    }
    binder.load_document(document, Role::Page);
    let names = Names { locals: Arc::default(), module: document.source.path.clone() };
    let cx = Context { names, page: &document.source, placed: Placed::Here };
    let nodes = binder.nodes(&document.nodes, &cx);
    if binder.session.is_none() && binder.needs_engine.get() {
        return Err(NeedsEngine);
    }
    let script = binder.session.as_ref().and_then(Session::bundle);
    Ok(Bound { nodes, script, origins: binder.origins, diagnostics: binder.diagnostics.into_inner() })
}

/// The names that a page imports from files of the project.
fn lent(document: &Document) -> BTreeMap<String, (String, SourcePath)> {
    let mut names = BTreeMap::new();
    for import in &document.module.imports {
        let is_file = import.specifier.starts_with(['/', '.']);
        let Some(target) = is_file.then(|| document.source.path.resolve(&import.specifier)).flatten() else {
            continue;
        };
        let plain = import.names.iter().filter(|(imported, _)| imported != "*");
        names.extend(plain.map(|(imported, local)| (local.clone(), (imported.clone(), target.clone()))));
    }
    names
}

fn needs_binding(node: &Node) -> bool {
    let own = match &node.kind {
        NodeKind::Expression(_) => true,
        NodeKind::Element(element) => {
            matches!(element.name.as_str(), "Snippet" | INCLUDE)
                || element
                    .attributes
                    .iter()
                    .any(|attribute| matches!(attribute.value, AttributeValue::Expression(_)))
        }
        _ => false,
    };
    own || node.children.iter().any(needs_binding)
}

/// What the imports of one file bound.
#[derive(Default)]
struct FileNames {
    /// Local name → Markdown file.
    snippets: BTreeMap<String, SourcePath>,
    /// Local name → picture.
    pictures: BTreeMap<String, SourcePath>,
    /// It was said that the file cannot be read.
    is_unreadable: bool,
    /// It was said that its code does not run, so that nothing in it has a value.
    is_broken: bool,
    /// Local name → why it has no value here.
    opaque: BTreeMap<String, String>,
}

struct Context<'s> {
    names: Names,
    /// The text of the page itself.
    page: &'s SourceText,
    placed: Placed,
}

/// What the spans of the nodes that are bound mean.
#[derive(Clone, Copy)]
enum Placed {
    /// They are places of the page, or of a snippet as [`Origins`] numbers them.
    Here,
    /// They are places in a snippet, numbered from here.
    From(u32),
    /// They are places in a snippet that has no numbers any more: this is where the page uses it.
    At(Span),
}

impl Context<'_> {
    /// The place in the page, or in [`Origins`], of what stands at `span` of the source.
    fn in_page(&self, span: Span) -> Span {
        match self.placed {
            Placed::Here => span,
            Placed::From(base) => span.shifted(base as usize),
            Placed::At(place) => place,
        }
    }
}

struct Binder<'b> {
    loader: &'b dyn Loader,
    evaluator: Evaluator<'b>,
    /// The engine, for a page that needs one.
    session: Option<Session>,
    files: BTreeMap<SourcePath, FileNames>,
    /// Names that the page imports, with what they are called in which file: what it imports sees them, too.
    lent: BTreeMap<String, (String, SourcePath)>,
    loading: Vec<SourcePath>,
    expanding: Vec<SourcePath>,
    origins: Origins,
    made: usize,
    included: include::Included,
    /// Places of the page's own blocks.
    tops: BTreeSet<(u32, u32)>,
    /// Something has no value that an engine may give.
    needs_engine: Cell<bool>,
    /// It was said that the page's JavaScript takes too much.
    exhausted: Cell<bool>,
    diagnostics: RefCell<Vec<Diagnostic>>,
}

impl Binder<'_> {
    fn nodes(&mut self, nodes: &[Node], cx: &Context<'_>) -> Vec<Node> {
        let mut out = Vec::with_capacity(nodes.len());
        for node in nodes {
            self.node(node, cx, &mut out);
        }
        out
    }

    fn node(&mut self, node: &Node, cx: &Context<'_>, out: &mut Vec<Node>) {
        self.made += 1;
        if self.made > MAX_NODES {
            if self.made == MAX_NODES + 1 {
                self.report(
                    Diagnostic::error(
                        "page-too-large",
                        "this page grows too large when its snippets are expanded",
                    )
                    .in_file(&cx.page.path),
                );
            }
            return;
        }
        match &node.kind {
            NodeKind::Expression(source) => {
                let nodes = self.expression(source, node.span, cx);
                let shows_words = |node: &Node| match &node.kind {
                    NodeKind::Text(_) => true,
                    NodeKind::Element(element) => is_inline(&element.name),
                    _ => false,
                };
                if matches!(cx.placed, Placed::Here)
                    && self.tops.contains(&(node.span.start, node.span.end))
                    && nodes.iter().any(shows_words)
                {
                    // A block of the page; the words of the next one are parted from these.
                    out.push(Node::new(NodeKind::Fragment, node.span, nodes));
                } else {
                    out.extend(nodes);
                }
            }
            NodeKind::Element(element) => self.element(element, node, cx, out),
            NodeKind::CodeBlock { lang, meta, code } if !cx.names.locals.is_empty() => {
                let code = fill_code(code, &cx.names.locals);
                let kind = NodeKind::CodeBlock { lang: lang.clone(), meta: meta.clone(), code };
                out.push(Node::leaf(kind, cx.in_page(node.span)));
            }
            NodeKind::Heading { level, id: None } if node.children.iter().any(is_component) => {
                let mut heading = Node::new(node.kind.clone(), cx.in_page(node.span), Vec::new());
                heading.children = self.nodes(&node.children, cx);
                // Its id is made of what its author wrote there, not of what a component makes of that.
                let written = node.plain_text();
                if heading.plain_text() != written {
                    let id = Some(heading_slug(&written)).filter(|id| !id.is_empty() && *level <= 4);
                    heading.kind = NodeKind::Heading { level: *level, id };
                }
                out.push(heading);
            }
            kind => {
                let children = self.nodes(&node.children, cx);
                out.push(Node::new(kind.clone(), cx.in_page(node.span), children));
            }
        }
    }

    fn expression(&mut self, source: &str, span: Span, cx: &Context<'_>) -> Vec<Node> {
        let place = cx.in_page(span);
        if let Some(problem) = self.placeholder(source, place, cx) {
            self.expression_problem(&problem, source, span, Shown::Text, cx);
            return vec![Node::text(format!("{{{source}}}"), place)];
        }
        if self.session.is_some() {
            return match self.run(source, source, span, cx) {
                Ok(nodes) => nodes,
                Err(problem) => {
                    let shown = self.expression_problem(&problem, source, span, Shown::Text, cx);
                    if shown { vec![Node::text(format!("{{{source}}}"), place)] } else { Vec::new() }
                }
            };
        }
        match self.value(source, span, cx) {
            Ok(value) => {
                // What a value holds has its place in the page already.
                let nodes = nodes_of(value, place);
                self.nodes(&nodes, &Context { names: cx.names.clone(), page: cx.page, placed: Placed::Here })
            }
            Err(problem) => {
                let shown = self.expression_problem(&problem, source, span, Shown::Text, cx);
                if shown { vec![Node::text(format!("{{{source}}}"), place)] } else { Vec::new() }
            }
        }
    }

    fn element(&mut self, element: &Element, node: &Node, cx: &Context<'_>, out: &mut Vec<Node>) {
        if let Some(session) = &self.session {
            if session.is_place(&cx.names.module, element) {
                return self.island(element, node, cx, out);
            }
        } else if is_live(element) {
            self.needs_engine.set(true);
        }
        let before = self.session.as_ref().map(|session| (session.mark(), self.diagnostics.borrow().len()));
        let attributes = self.attributes(element, cx);
        let root = element.name.split('.').next().unwrap_or("");
        if let Some(path) = self
            .files
            .get(&cx.names.module)
            .and_then(|names| names.snippets.get(element.name.as_str()))
            .cloned()
        {
            let children = self.nodes(&node.children, cx);
            return self.expand(&path, props(attributes, children), element.flow, node.span, cx, out);
        }
        if let Some(path) = self.picture(element, cx) {
            return out.push(Self::picture_node(&path, attributes, element, cx.in_page(node.span)));
        }
        if element.name == "Snippet" {
            return self.legacy_snippet(element, attributes, node, cx, out);
        }
        let first = root.chars().next().unwrap_or(' ');
        let is_name = first.is_uppercase()
            || !element.name.contains('-') && first.is_lowercase() && element.name.contains('.');
        if is_name && self.session.is_none() {
            let place = cx.in_page(node.span);
            let value = self.evaluator.evaluate(&element.name, &cx.names, place);
            match value {
                Ok(Value::Function(function)) => {
                    let children = self.nodes(&node.children, cx);
                    let kept = children.clone();
                    match self.evaluator.call_component(
                        &function,
                        Value::Object(props(attributes, children)),
                        place,
                    ) {
                        Ok(value) => {
                            let nodes = nodes_of(value, place);
                            let inner = Context {
                                page: cx.page,
                                names: Names {
                                    locals: cx.names.locals.clone(),
                                    module: function.module.clone(),
                                },
                                placed: Placed::Here,
                            };
                            let nodes = self.nodes(&nodes, &inner);
                            out.push(Node::new(NodeKind::Fragment, place, nodes));
                        }
                        Err(problem) => {
                            self.script_warning(
                                &format!("<{}>", element.name),
                                &reason(&problem),
                                node.span,
                                cx,
                            );
                            out.extend(kept);
                        }
                    }
                    return;
                }
                Ok(Value::Nodes(nodes)) => {
                    out.extend(self.nodes(&nodes, cx));
                    return;
                }
                _ => {}
            }
            let opaque = self.files.get(&cx.names.module).and_then(|names| names.opaque.get(root)).cloned();
            if let Some(reason) = opaque {
                // An import that failed was reported at the import.
                if !reason.is_empty() {
                    self.script_warning(&format!("<{}>", element.name), &reason, node.span, cx);
                }
                out.extend(self.nodes(&node.children, cx));
                return;
            }
        }
        if element.name == INCLUDE {
            return self.include(element, attributes, node.span, cx, out);
        }
        let children = self.nodes(&node.children, cx);
        if is_runtime_name(root) {
            // `<React.Fragment>`, `<Suspense>`: what stands inside is all they show.
            return out.push(Node::new(NodeKind::Fragment, cx.in_page(node.span), children));
        }
        let element = Element {
            name: element.name.clone(),
            attributes,
            flow: element.flow,
            id: element.id.clone(),
            drawn: element.drawn,
        };
        let name = element.name.clone();
        let made = Node::new(NodeKind::Element(element), cx.in_page(node.span), children);
        match before.filter(|_| has_island_among_parts(&made)) {
            Some(before) => match self.run_instead(before, &name, node.span, cx) {
                Some(nodes) => out.push(Node::new(NodeKind::Fragment, made.span, nodes)),
                None => out.push(made),
            },
            None => out.push(made),
        }
    }

    fn attributes(&mut self, element: &Element, cx: &Context<'_>) -> Vec<Attribute> {
        let mut out = Vec::with_capacity(element.attributes.len());
        for attribute in &element.attributes {
            let value = match &attribute.value {
                AttributeValue::Value(value) => Ok(value.clone()),
                AttributeValue::Expression(source) if self.session.is_some() => {
                    self.attribute(source, attribute.span, cx)
                }
                AttributeValue::Expression(source) => self.value(source, attribute.span, cx),
            };
            let value = match value {
                Ok(Value::Nodes(nodes)) if self.session.is_none() => Value::Nodes(self.nodes(&nodes, cx)),
                Ok(value) => value,
                Err(problem) => {
                    if let AttributeValue::Expression(source) = &attribute.value {
                        // Handlers belong to the browser: nothing is lost in the static page.
                        let handler = attribute.name.starts_with("on") || attribute.name == "ref";
                        if !handler {
                            self.expression_problem(&problem, source, attribute.span, Shown::Attribute, cx);
                        }
                    }
                    continue;
                }
            };
            if !attribute.name.is_empty() {
                out.push(Attribute {
                    name: attribute.name.clone(),
                    value: AttributeValue::Value(value),
                    span: cx.in_page(attribute.span),
                });
            } else if let Value::Object(entries) = value {
                out.extend(entries.into_iter().map(|(name, value)| Attribute {
                    name: name.into(),
                    value: AttributeValue::Value(value),
                    span: cx.in_page(attribute.span),
                }));
            }
        }
        out
    }

    /// The engine's value of an attribute.
    fn attribute(&mut self, source: &str, span: Span, cx: &Context<'_>) -> Result<Value, Problem> {
        let Some(session) = self.session.as_mut() else { return Ok(Value::Undefined) };
        let place = cx.in_page(span);
        let (value, told) = session.value(&cx.names.module, source, span, &cx.names.locals, place)?;
        self.fixed_values(source, &told, span, cx);
        Ok(value)
    }

    /// `<Snippet file="a.mdx"/>`: `_snippets/a.mdx`, or the same name under `snippets/`.
    fn legacy_snippet(
        &mut self,
        element: &Element,
        attributes: Vec<Attribute>,
        node: &Node,
        cx: &Context<'_>,
        out: &mut Vec<Node>,
    ) {
        let bound = Element { attributes: attributes.clone(), ..element.clone() };
        let Some(file) = bound.text_prop("file").or_else(|| bound.text_prop("src")) else {
            self.report(
                Diagnostic::warning("missing-attribute", "`<Snippet>` has no `file`")
                    .located(self.located(node.span, cx))
                    .hint("write `<Snippet file=\"name.mdx\" />`, or import the snippet"),
            );
            return;
        };
        let file = file.trim_start_matches('/');
        let candidates = [format!("_snippets/{file}"), format!("snippets/{file}"), file.to_owned()];
        for candidate in candidates {
            let path = SourcePath::new(&candidate);
            if self.loader.document(&path).is_some() {
                let children = self.nodes(&node.children, cx);
                return self.expand(&path, props(attributes, children), element.flow, node.span, cx, out);
            }
        }
        self.report(
            Diagnostic::warning("missing-import", format!("there is no snippet `_snippets/{file}`"))
                .located(self.located(node.span, cx))
                .hint("check the path; it begins at the folder `_snippets`"),
        );
    }

    fn expand(
        &mut self,
        path: &SourcePath,
        props: Vec<(String, Value)>,
        flow: bool,
        span: Span,
        cx: &Context<'_>,
        out: &mut Vec<Node>,
    ) {
        if self.expanding.contains(path) || self.expanding.len() > MAX_SNIPPET_DEPTH {
            self.report(
                Diagnostic::error("snippet-cycle", format!("`{path}` includes itself"))
                    .located(self.located(span, cx))
                    .hint("break the circle: a snippet cannot stand inside itself"),
            );
            return;
        }
        let Some(document) = self.loader.document(path) else { return };
        self.load_document(&document, Role::Import);
        self.expanding.push(path.clone());
        let names = Names { locals: Arc::new(props), module: path.clone() };
        let place = cx.in_page(span);
        let placed = match self.origins.add(&document, place) {
            Some(base) => Placed::From(base),
            None => Placed::At(place),
        };
        let inner = Context { names, page: cx.page, placed };
        let nodes = self.nodes(&document.nodes, &inner);
        self.expanding.pop();
        // In the middle of a sentence a snippet of one paragraph is words, not a block.
        let nodes = match <[Node; 1]>::try_from(nodes) {
            Ok([only]) if !flow && only.kind == NodeKind::Paragraph => only.children,
            Ok([only]) => vec![only],
            Err(nodes) => nodes,
        };
        out.push(Node::new(NodeKind::Fragment, place, nodes));
    }
}

/// A node with all below it.
fn size(node: &Node) -> usize {
    1 + node.children.iter().map(size).sum::<usize>()
}

/// A component without content, which shows what it makes itself.
fn is_component(node: &Node) -> bool {
    let is_name = |element: &Element| element.name.starts_with(|c: char| c.is_ascii_uppercase());
    node.children.is_empty() && node.element().is_some_and(is_name)
}
