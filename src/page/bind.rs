//! Evaluates a page: expressions become text and nodes, snippets are expanded, components written in
//! the page are called. What is left holds no expression, no import and no spread.
//!
//! Other files come through a [`Loader`], so that the caller can track each of them, found or not.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::Document;
use super::ast::{Attribute, AttributeValue, Element, Node, NodeKind, Value};
use super::expression::{Environment, Evaluator, Module, Names, Problem, nodes_of, parse_module};
use super::mask::shorten;
use crate::diagnostic::{Diagnostic, push_limited};
use crate::text::{SourcePath, SourceText, Span};

mod props;

use props::{fill_code, json_value, props};

/// Most nodes that a page may have after snippets are expanded.
const MAX_NODES: usize = 400_000;
/// Deepest nesting of snippets.
const MAX_SNIPPET_DEPTH: usize = 32;

/// Gives the other files of the project.
pub trait Loader {
    /// A Markdown snippet, parsed.
    fn document(&self, path: &SourcePath) -> Option<Arc<Document>>;
    /// The text of a JavaScript or JSON file.
    fn text(&self, path: &SourcePath) -> Option<Arc<str>>;
}

/// A page without expressions.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The tree.
    pub nodes: Vec<Node>,
    /// Problems of this page's expressions and imports.
    pub diagnostics: Vec<Diagnostic>,
}

/// Evaluates `document`.
pub fn bind(document: &Document, loader: &dyn Loader) -> Bound {
    let has_work = !document.module.imports.is_empty()
        || !document.module.items.is_empty()
        || document.nodes.iter().any(needs_binding);
    if !has_work {
        return Bound { nodes: document.nodes.clone(), diagnostics: Vec::new() };
    }
    let mut environment = Environment::default();
    let markdown = |text: &str| super::parse_fragment(text);
    let mut binder = Binder {
        loader,
        evaluator: Evaluator::new(&mut environment, &markdown),
        files: BTreeMap::new(),
        loading: Vec::new(),
        expanding: vec![document.source.path.clone()],
        made: 0,
        diagnostics: RefCell::default(),
    };
    binder.load(&document.source, &document.module);
    let names = Names { locals: Arc::default(), module: document.source.path.clone() };
    let cx = Context { source: &document.source, names, page: &document.source, place: None };
    let nodes = binder.nodes(&document.nodes, &cx);
    Bound { nodes, diagnostics: binder.diagnostics.into_inner() }
}

fn needs_binding(node: &Node) -> bool {
    let own = match &node.kind {
        NodeKind::Expression(_) => true,
        NodeKind::Element(element) => {
            element.name == "Snippet"
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
    /// Local name → why it has no value here.
    opaque: BTreeMap<String, String>,
}

struct Context<'s> {
    source: &'s SourceText,
    names: Names,
    /// The text of the page itself.
    page: &'s SourceText,
    /// Inside a snippet: where the page uses it. Its own places mean nothing in the page's text.
    place: Option<Span>,
}

impl Context<'_> {
    /// The place in the page of what stands at `span` of the source.
    fn in_page(&self, span: Span) -> Span {
        self.place.unwrap_or(span)
    }
}

struct Binder<'b> {
    loader: &'b dyn Loader,
    evaluator: Evaluator<'b>,
    files: BTreeMap<SourcePath, FileNames>,
    loading: Vec<SourcePath>,
    expanding: Vec<SourcePath>,
    made: usize,
    diagnostics: RefCell<Vec<Diagnostic>>,
}

impl Binder<'_> {
    fn report(&self, diagnostic: Diagnostic) {
        let mut all = self.diagnostics.borrow_mut();
        if !all.contains(&diagnostic) {
            push_limited(&mut all, || diagnostic);
        }
    }

    /// Evaluates a file's imports, then its own top level.
    fn load(&mut self, source: &SourceText, module: &Module) {
        let path = source.path.clone();
        if self.files.contains_key(&path) {
            return;
        }
        self.files.insert(path.clone(), FileNames::default());
        self.loading.push(path.clone());
        for import in &module.imports {
            self.import(source, import);
        }
        for (name, problem) in self.evaluator.load_module(&path, module) {
            self.opaque(&path, name, reason(&problem));
        }
        self.loading.pop();
    }

    fn opaque(&mut self, file: &SourcePath, name: String, reason: String) {
        self.files.entry(file.clone()).or_default().opaque.insert(name, reason);
    }

    fn import(&mut self, source: &SourceText, import: &super::expression::Import) {
        let file = source.path.clone();
        let specifier = &import.specifier;
        let missing = |binder: &mut Self, diagnostic: Diagnostic| {
            binder.report(diagnostic.at(source, import.span));
            for (_, local) in &import.names {
                binder.opaque(&file, local.clone(), String::new());
            }
        };
        if specifier == "react" {
            return;
        }
        if !specifier.starts_with(['/', '.']) {
            let diagnostic = Diagnostic::warning(
                "unsupported-import",
                format!("`{specifier}` is not a file of this project, so it is not imported"),
            );
            return missing(self, diagnostic.hint("import files of the project only: `/snippets/name.mdx`"));
        }
        let target = file.resolve(specifier).filter(|path| !path.as_str().is_empty());
        let Some(target) = target else {
            let diagnostic =
                Diagnostic::warning("import-outside", format!("`{specifier}` leaves the project"));
            return missing(self, diagnostic);
        };
        if self.loading.contains(&target) {
            let diagnostic =
                Diagnostic::error("import-cycle", format!("`{specifier}` imports this file again"));
            return missing(self, diagnostic.hint("break the circle: move what both need to a third file"));
        }
        let is_markdown = matches!(target.extension().as_str(), "mdx" | "md");
        let found = if is_markdown {
            self.loader.document(&target).map(|document| self.load(&document.source, &document.module))
        } else {
            self.loader.text(&target).map(|text| self.load_script(&target, &text))
        };
        if found.is_none() {
            let diagnostic = Diagnostic::warning("missing-import", format!("there is no file `{target}`"));
            return missing(
                self,
                diagnostic.hint("check the path; it begins with `/` from the project root"),
            );
        }
        for (imported, local) in &import.names {
            self.import_name(source, import.span, &target, imported, local);
        }
    }

    fn import_name(
        &mut self,
        source: &SourceText,
        span: Span,
        target: &SourcePath,
        imported: &str,
        local: &str,
    ) {
        let file = source.path.clone();
        let is_markdown = matches!(target.extension().as_str(), "mdx" | "md");
        if is_markdown && imported == "default" {
            self.files.entry(file).or_default().snippets.insert(local.to_owned(), target.clone());
            return;
        }
        let bindings = self.evaluator.environment.modules.get(target);
        if imported == "*" {
            let all = bindings.cloned().unwrap_or_default();
            self.evaluator.bind(&file, vec![(local.to_owned(), Value::Object(all))]);
            return;
        }
        let value = bindings
            .and_then(|names| names.iter().rev().find(|(name, _)| name == imported))
            .map(|(_, value)| value.clone());
        let names = self.files.get(target);
        if let Some(value) = value {
            self.evaluator.bind(&file, vec![(local.to_owned(), value)]);
        } else if let Some(snippet) = names.and_then(|names| names.snippets.get(imported)).cloned() {
            self.files.entry(file).or_default().snippets.insert(local.to_owned(), snippet);
        } else if let Some(reason) = names.and_then(|names| names.opaque.get(imported)).cloned() {
            self.opaque(&file, local.to_owned(), reason);
        } else {
            self.opaque(&file, local.to_owned(), String::new());
            let what =
                if imported == "default" { "a default export".to_owned() } else { format!("`{imported}`") };
            let mut diagnostic =
                Diagnostic::warning("missing-export", format!("`{target}` does not export {what}"))
                    .at(source, span);
            if imported == "default" {
                diagnostic = diagnostic.hint(format!("import it by name: `import {{ {local} }} from …`"));
            }
            self.report(diagnostic);
        }
    }

    fn load_script(&mut self, path: &SourcePath, text: &str) {
        if self.files.contains_key(path) {
            return;
        }
        if path.extension() == "json" {
            self.files.insert(path.clone(), FileNames::default());
            match serde_json::from_str::<serde_json::Value>(text) {
                Ok(value) => self.evaluator.bind(path, vec![("default".to_owned(), json_value(value))]),
                Err(problem) => self.report(
                    Diagnostic::error("invalid-json", format!("`{path}` is not valid JSON: {problem}"))
                        .in_file(path),
                ),
            }
            return;
        }
        let source = SourceText::new(path.clone(), super::clean_text(text));
        let (module, problem) = parse_module(&source.text);
        if let Some((message, offset)) = problem {
            let span = Span::new(offset as usize, offset as usize + 1);
            self.report(
                Diagnostic::error(
                    "unreadable-module",
                    format!("this file is not valid JavaScript: {message}"),
                )
                .at(&source, span),
            );
        }
        self.load(&source, &module);
    }

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
                    .in_file(&cx.source.path),
                );
            }
            return;
        }
        match &node.kind {
            NodeKind::Expression(source) => {
                let nodes = self.expression(source, node.span, cx);
                out.extend(nodes);
            }
            NodeKind::Element(element) => self.element(element, node, cx, out),
            NodeKind::CodeBlock { lang, meta, code } if !cx.names.locals.is_empty() => {
                let code = fill_code(code, &cx.names.locals);
                let kind = NodeKind::CodeBlock { lang: lang.clone(), meta: meta.clone(), code };
                out.push(Node::leaf(kind, cx.in_page(node.span)));
            }
            kind => {
                let children = self.nodes(&node.children, cx);
                out.push(Node::new(kind.clone(), cx.in_page(node.span), children));
            }
        }
    }

    fn expression(&mut self, source: &str, span: Span, cx: &Context<'_>) -> Vec<Node> {
        let place = cx.in_page(span);
        match self.evaluator.evaluate(source, &cx.names, place) {
            Ok(value) => {
                // What a value holds has its place in the page already.
                let nodes = nodes_of(value, place);
                self.nodes(
                    &nodes,
                    &Context { source: cx.page, names: cx.names.clone(), page: cx.page, place: None },
                )
            }
            Err(problem) => {
                let shown = self.expression_problem(&problem, source, span, cx);
                if shown { vec![Node::text(format!("{{{source}}}"), place)] } else { Vec::new() }
            }
        }
    }

    /// Reports why there is no value; true when the source is to be shown as text.
    fn expression_problem(&self, problem: &Problem, source: &str, span: Span, cx: &Context<'_>) -> bool {
        let opaque =
            |name: &str| self.files.get(&cx.names.module).and_then(|names| names.opaque.get(name)).cloned();
        match problem {
            Problem::Unbound(name) => {
                if let Some(reason) = opaque(name) {
                    if !reason.is_empty() {
                        self.script_warning(name, &reason, span, cx);
                    }
                    return false;
                }
                self.report(
                    Diagnostic::warning(
                        "unbound-name",
                        format!(
                            "`{name}` is not defined in this page, so `{}` is shown as text",
                            shorten(source)
                        ),
                    )
                    .at(cx.source, span)
                    .hint(format!(
                        "write `\\{{{name}\\}}`, put it in `code`, or define it: `export const {name} = …`"
                    )),
                );
                true
            }
            Problem::Script(what) => {
                self.script_warning(&shorten(source), what, span, cx);
                false
            }
            Problem::Limit => {
                self.report(
                    Diagnostic::error(
                        "expression-limit",
                        format!("`{}` takes too many steps", shorten(source)),
                    )
                    .at(cx.source, span),
                );
                false
            }
            Problem::Syntax(message) => {
                self.report(
                    Diagnostic::warning(
                        "invalid-expression",
                        format!("`{}` is not a JavaScript expression: {message}", shorten(source)),
                    )
                    .at(cx.source, span),
                );
                true
            }
        }
    }

    fn script_warning(&self, what: &str, reason: &str, span: Span, cx: &Context<'_>) {
        self.report(
            Diagnostic::warning(
                "needs-javascript",
                format!("`{what}` needs a JavaScript engine (`{reason}`), so only its content is shown"),
            )
            .at(cx.source, span),
        );
    }

    fn element(&mut self, element: &Element, node: &Node, cx: &Context<'_>, out: &mut Vec<Node>) {
        let attributes = self.attributes(element, cx);
        let root = element.name.split('.').next().unwrap_or("");
        if let Some(path) =
            self.files.get(&cx.names.module).and_then(|names| names.snippets.get(&element.name)).cloned()
        {
            let children = self.nodes(&node.children, cx);
            return self.expand(&path, props(attributes, children), element.flow, node.span, cx, out);
        }
        if element.name == "Snippet" {
            return self.legacy_snippet(element, attributes, node, cx, out);
        }
        let first = root.chars().next().unwrap_or(' ');
        if first.is_uppercase()
            || !element.name.contains('-') && first.is_lowercase() && element.name.contains('.')
        {
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
                                source: cx.page,
                                page: cx.page,
                                names: Names {
                                    locals: cx.names.locals.clone(),
                                    module: function.module.clone(),
                                },
                                place: None,
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
        let children = self.nodes(&node.children, cx);
        let element =
            Element { name: element.name.clone(), attributes, flow: element.flow, id: element.id.clone() };
        out.push(Node::new(NodeKind::Element(element), cx.in_page(node.span), children));
    }

    fn attributes(&mut self, element: &Element, cx: &Context<'_>) -> Vec<Attribute> {
        let mut out = Vec::with_capacity(element.attributes.len());
        for attribute in &element.attributes {
            let value = match &attribute.value {
                AttributeValue::Value(value) => Ok(value.clone()),
                AttributeValue::Expression(source) => {
                    self.evaluator.evaluate(source, &cx.names, cx.in_page(attribute.span))
                }
            };
            let value = match value {
                Ok(Value::Nodes(nodes)) => Value::Nodes(self.nodes(&nodes, cx)),
                Ok(value) => value,
                Err(problem) => {
                    if let AttributeValue::Expression(source) = &attribute.value {
                        // Handlers belong to the browser: nothing is lost in the static page.
                        let handler = attribute.name.starts_with("on") || attribute.name == "ref";
                        if !handler {
                            self.expression_problem(&problem, source, attribute.span, cx);
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
                    name,
                    value: AttributeValue::Value(value),
                    span: cx.in_page(attribute.span),
                }));
            }
        }
        out
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
                    .at(cx.source, node.span),
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
                .at(cx.source, node.span),
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
                    .at(cx.source, span)
                    .hint("break the circle: a snippet cannot stand inside itself"),
            );
            return;
        }
        let Some(document) = self.loader.document(path) else { return };
        self.load(&document.source, &document.module);
        self.expanding.push(path.clone());
        let names = Names { locals: Arc::new(props), module: path.clone() };
        let place = cx.in_page(span);
        let inner = Context { source: &document.source, names, page: cx.page, place: Some(place) };
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

fn reason(problem: &Problem) -> String {
    match problem {
        Problem::Script(what) => what.clone(),
        Problem::Unbound(name) => format!("{name} is not defined"),
        Problem::Syntax(message) => message.clone(),
        Problem::Limit => "too many steps".to_owned(),
    }
}
