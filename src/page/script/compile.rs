//! Files of a page as JavaScript: the module of each, and a function for each place of a document.
//!
//! Markdown that needs no JavaScript is left out and known by its number. What stands inside an author's
//! component is compiled with it: elements as elements, Markdown with something to evaluate inside as
//! `docs-node` with the number of the node around it.

use std::collections::{BTreeMap, BTreeSet};

use super::markup::{holds_parts, is_drawing};
use super::{Problem, Role, Slot};
use crate::page::ast::{Attribute, AttributeValue, Element, Node, NodeKind, Value};
use crate::page::expression::globals::{in_braces, is_browser_name, is_language_name};
use crate::page::expression::{
    BUILT_IN, BuiltIn, Import, LoweredModule, Surroundings, check, is_runtime_name, lower_expression,
    lower_module, quoted,
};
use crate::page::variables::released;
use crate::page::{Document, FIELDS, parse_fragment};
use crate::text::{SourcePath, SourceText, Span};

mod children;

use children::Around;

/// Deepest nesting of what stands inside a component.
const MAX_DEPTH: u32 = 100;

/// The object of built-in components, each of which is its name, for a file that names it: with what may be a component
/// among the file's names.
fn built_in(code: &str) -> String {
    if !code.contains(BUILT_IN) {
        return String::new();
    }
    let words = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$');
    let names: BTreeSet<&str> =
        words.filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())).collect();
    let names: Vec<String> = names.into_iter().map(|name| format!("{name}:\"{name}\"")).collect();
    format!("const {BUILT_IN}={{{}}};", names.join(","))
}

/// Start, end and text of a place.
pub(super) type PlaceKey = (u32, u32, String);

/// A file as JavaScript.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    module: LoweredModule,
    /// Local name → file that it comes from.
    pub imports: BTreeMap<String, SourcePath>,
    pub role: Role,
    /// Names that the module binds at its top level or below.
    pub bound: BTreeSet<String>,
    /// Names of imported Markdown, which the page's own walk expands.
    pub snippets: BTreeSet<String>,
    pub places: Vec<Place>,
    /// The place of each piece of JavaScript between the Markdown, or why it is none.
    pub index: BTreeMap<PlaceKey, Result<usize, String>>,
    /// What the document shows as a whole, for `<Snippet/>` inside a component.
    content: Option<String>,
    /// Lines of the author's code, which come first.
    pub lines: u32,
    /// Built-in components that its code draws.
    pub built_ins: Vec<BuiltIn>,
}

/// One piece of JavaScript between the Markdown.
#[derive(Clone, Debug)]
pub(super) struct Place {
    code: String,
    /// Names that it uses and does not bind.
    pub free: BTreeSet<String>,
    /// Markdown that it was given.
    pub slots: Vec<usize>,
    /// Braces around a name that nothing defines, which are shown as text.
    pub unbound: Vec<(String, Span)>,
}

impl Compiled {
    /// True when the name can be imported. What a star exports is not looked into.
    pub fn exports(&self, name: &str) -> bool {
        !self.module.stars.is_empty() && name != "default"
            || self.module.exports.iter().any(|(exported, _)| exported == name)
    }

    /// Names that can be imported, as far as the file itself says.
    pub fn export_names(&self) -> impl Iterator<Item = &str> {
        self.module.exports.iter().map(|(name, _)| name.as_str())
    }

    /// The file's code. With `used`, only these places.
    pub fn program(&self, used: Option<&BTreeSet<usize>>, path: &SourcePath) -> String {
        let stars: String =
            self.module.stars.iter().map(|star| format!("...$import({}),", quoted(star))).collect();
        let mut names: String = self
            .module
            .exports
            .iter()
            .map(|(name, value)| format!("get {}(){{return {value}}},", quoted(name)))
            .collect();
        if let Some(content) = &self.content
            && !self.module.exports.iter().any(|(name, _)| name == "default")
        {
            names.push_str(&format!("default:$p=>{content},"));
        }
        let mut places = String::new();
        for (number, place) in self.places.iter().enumerate() {
            if used.is_none_or(|used| used.contains(&number)) {
                places.push_str(&place.code);
            } else {
                places.push('0');
            }
            places.push(',');
        }
        // The author's first line stays the first line.
        format!(
            "$docs.file({},$import=>{{\"use strict\";{}{}\n;return{{{stars}{names}$places:[{places}]}}}});",
            quoted(path.as_str()),
            built_in(&self.module.code),
            self.module.code
        )
    }

    /// The name of the browser that a place uses through a file that only runs there.
    pub fn browser_name(
        &self,
        place: usize,
        browser_files: &BTreeMap<SourcePath, String>,
        own: &SourcePath,
    ) -> Option<String> {
        if browser_files.is_empty() {
            return None;
        }
        let free = &self.places.get(place)?.free;
        let through =
            self.imports.iter().filter(|(local, _)| free.contains(*local)).map(|(_, target)| target);
        let own = free.iter().any(|name| self.bound.contains(name)).then_some(own);
        through.chain(own).find_map(|file| browser_files.get(file)).cloned()
    }
}

/// A page or a snippet.
pub(super) fn document(
    document: &Document,
    role: Role,
    slots: &mut Vec<Slot>,
) -> (Compiled, Option<Problem>) {
    let source = &document.source;
    // Everything but imports and exports is blank, so that lines stay lines.
    let mut text: Vec<u8> =
        source.text.bytes().map(|byte| if byte == b'\n' { b'\n' } else { b' ' }).collect();
    for span in &document.module_spans {
        let range = span.start as usize..span.end as usize;
        if let (Some(to), Some(from)) = (text.get_mut(range.clone()), source.text.as_bytes().get(range)) {
            to.copy_from_slice(from);
        }
    }
    let mut text = released(&String::from_utf8(text).unwrap_or_default()).into_owned();
    text.truncate(text.trim_end().len());
    let borrowed = document.module.imports.iter().filter(|import| import.is_borrowed());
    text.extend(borrowed.map(Import::statement));
    // In front, where other statements may use it, on the blank line that was `---`.
    if let Some(fields) = document.own_fields().filter(|_| role == Role::Page) {
        text.insert_str(0, &format!("const {FIELDS}={fields};"));
    }
    let (mut compiled, problem) = module(&source.path, &text, &document.module.imports);
    compiled.role = role;
    compiled.lines = compiled.module.code.lines().count() as u32;
    let snippets = document.module.imports.iter().filter(|import| is_shown_by_the_page(&import.specifier));
    let snippets: BTreeSet<String> = snippets
        .flat_map(|import| &import.names)
        .filter(|(imported, _)| imported == "default")
        .map(|(_, local)| local.clone())
        .collect();
    let mut compiler = Compiler {
        path: &source.path,
        bound: &compiled.bound,
        role,
        snippets: snippets.clone(),
        slots,
        own_slots: Vec::new(),
        free: BTreeSet::new(),
        unbound: Vec::new(),
        built_ins: Vec::new(),
        depth: 0,
        in_drawing: false,
        in_plain: false,
        places: Vec::new(),
        index: BTreeMap::new(),
    };
    compiler.collect(&document.nodes, None);
    compiler.own_slots.clear();
    compiler.free.clear();
    let content = (role == Role::Import).then(|| compiler.function(&document.nodes));
    let (places, index, built_ins) = (compiler.places, compiler.index, compiler.built_ins);
    compiled.built_ins.extend(built_ins);
    // Inside the function that is exported, `$p` is bound already.
    compiled.content = content.map(|code| format!("({code})($p)"));
    compiled.snippets = snippets;
    compiled.places = places;
    compiled.index = index;
    (compiled, problem)
}

/// Markdown, and pictures: the page's own walk knows what they show.
fn is_shown_by_the_page(specifier: &str) -> bool {
    let ending = specifier.rsplit('.').next().unwrap_or_default();
    matches!(ending, "mdx" | "md" | "svg" | "png" | "jpg" | "jpeg" | "gif" | "webp" | "avif")
}

/// A JavaScript file.
pub(super) fn script(source: &SourceText) -> (Compiled, Option<Problem>) {
    let (parsed, _) = crate::page::expression::parse_module(&source.text);
    let (mut compiled, problem) = module(&source.path, &source.text, &parsed.imports);
    compiled.lines = compiled.module.code.lines().count() as u32;
    (compiled, problem)
}

/// A JSON file: the default export, and its entries.
pub(super) fn data(path: &SourcePath, value: &serde_json::Value) -> Compiled {
    let mut compiled = empty();
    compiled.module.code = format!("const $default={value};");
    compiled.module.exports.push(("default".to_owned(), "$default".to_owned()));
    if value.is_object() {
        let own = quoted(path.as_str());
        compiled.module.code.push_str(&format!("$docs.file({own}+'*',()=>$default);"));
        compiled.module.stars.push(format!("{path}*"));
    }
    compiled
}

fn empty() -> Compiled {
    Compiled {
        module: LoweredModule::default(),
        imports: BTreeMap::new(),
        role: Role::Import,
        bound: BTreeSet::new(),
        snippets: BTreeSet::new(),
        places: Vec::new(),
        index: BTreeMap::new(),
        content: None,
        lines: 0,
        built_ins: Vec::new(),
    }
}

fn module(path: &SourcePath, text: &str, imports: &[Import]) -> (Compiled, Option<Problem>) {
    let mut compiled = empty();
    let mut found = Vec::new();
    let mut around = Module { path, markdown: &mut found };
    let problem = match lower_module(text, &mut around) {
        Ok(mut module) => {
            compiled.bound = module.bound.clone();
            compiled.built_ins = std::mem::take(&mut module.built_ins);
            compiled.module = module;
            None
        }
        Err((message, _)) => Some(Problem::Syntax(message)),
    };
    for import in imports {
        if let Some(target) = path.resolve(&import.specifier) {
            compiled.imports.extend(import.names.iter().map(|(_, local)| (local.clone(), target.clone())));
        }
    }
    (compiled, problem)
}

/// A file that holds code only. `<MDX>` is Markdown for the component of that name.
struct Module<'m> {
    path: &'m SourcePath,
    markdown: &'m mut Vec<String>,
}

impl Surroundings for Module<'_> {
    fn markdown(&mut self, text: &str) -> Option<String> {
        if text.contains('{') {
            return None;
        }
        self.markdown.push(text.to_owned());
        Some(format!("$h(\"Markdown\",{{source:{}}})", quoted(text)))
    }

    fn resolve(&self, specifier: &str) -> String {
        resolved(self.path, specifier)
    }
}

fn resolved(path: &SourcePath, specifier: &str) -> String {
    match specifier {
        "react" => specifier.to_owned(),
        _ if specifier.starts_with(['/', '.']) => {
            path.resolve(specifier).map_or_else(String::new, |target| target.as_str().to_owned())
        }
        _ => String::new(),
    }
}

struct Compiler<'c> {
    path: &'c SourcePath,
    bound: &'c BTreeSet<String>,
    role: Role,
    /// Names of imported Markdown, which the page's own walk expands.
    snippets: BTreeSet<String>,
    slots: &'c mut Vec<Slot>,
    /// Slots of the place that is being compiled.
    own_slots: Vec<usize>,
    /// Names that it uses.
    free: BTreeSet<String>,
    /// Names in braces that it does not have.
    unbound: Vec<(String, Span)>,
    built_ins: Vec<BuiltIn>,
    depth: u32,
    /// What is compiled is part of a drawing.
    in_drawing: bool,
    /// What is compiled needs no number: the element around it has one.
    in_plain: bool,
    places: Vec<Place>,
    index: BTreeMap<PlaceKey, Result<usize, String>>,
}

impl Surroundings for Compiler<'_> {
    fn markdown(&mut self, text: &str) -> Option<String> {
        let nodes = parse_fragment(text);
        Some(self.list(&nodes))
    }

    fn resolve(&self, specifier: &str) -> String {
        resolved(self.path, specifier)
    }
}

impl Compiler<'_> {
    /// Finds the places among nodes that the page's own walk visits. `drawing` is told among the parts of an element that
    /// is a place itself when one of them is an island: whether they are those of a drawing.
    fn collect(&mut self, nodes: &[Node], drawing: Option<bool>) {
        for node in nodes {
            match &node.kind {
                NodeKind::Expression(source) => {
                    let key = (node.span.start, node.span.end, source.clone());
                    if !self.index.contains_key(&key) {
                        let place = self.place(|compiler| compiler.lower(source));
                        self.index.insert(key, place);
                    }
                }
                NodeKind::Element(element) if self.is_island(element) => {
                    let key = (node.span.start, node.span.end, element.name.to_string());
                    if !self.index.contains_key(&key) {
                        let place = self.place(|compiler| Ok(compiler.node(node)));
                        self.index.insert(key, place);
                    }
                }
                kind => {
                    let mut inside = drawing;
                    if let NodeKind::Element(element) = kind {
                        let name = element.name.as_str();
                        let outside = drawing.unwrap_or_default();
                        inside = holds_parts(name, outside).then(|| is_drawing(name, outside));
                        if drawing.is_none()
                            && inside.is_some_and(|inside| self.may_have_island(&node.children, inside))
                        {
                            let key = (node.span.start, node.span.end, element.name.to_string());
                            let place = self.place(|compiler| Ok(compiler.node(node)));
                            self.index.insert(key, place);
                        }
                        for attribute in &element.attributes {
                            let AttributeValue::Expression(source) = &attribute.value else { continue };
                            let key = (attribute.span.start, attribute.span.end, source.clone());
                            if !self.index.contains_key(&key) {
                                let place = self.place(|compiler| compiler.lower(source));
                                self.index.insert(key, place);
                            }
                        }
                    }
                    self.collect(&node.children, inside);
                }
            }
        }
    }

    /// An author's component, or an element with a handler: it is evaluated with all that stands in it.
    fn is_island(&self, element: &Element) -> bool {
        is_component(element, self.bound, &self.snippets) || has_handler(element)
    }

    fn place(&mut self, make: impl FnOnce(&mut Self) -> Result<String, String>) -> Result<usize, String> {
        self.own_slots.clear();
        self.free.clear();
        self.unbound.clear();
        let code = make(self)?;
        let code = self.closed(&code);
        let (slots, free) = (std::mem::take(&mut self.own_slots), std::mem::take(&mut self.free));
        let unbound = std::mem::take(&mut self.unbound);
        self.places.push(Place { code, free, slots, unbound });
        Ok(self.places.len() - 1)
    }

    /// Nodes as a function of what a snippet is given.
    fn function(&mut self, nodes: &[Node]) -> String {
        let list = self.list(nodes);
        self.closed(&list)
    }

    /// A function of what a snippet is given; names that nothing else binds come from there.
    fn closed(&self, code: &str) -> String {
        if self.role == Role::Page {
            // A page is given nothing.
            let is_asked = self.free.contains("props") && !self.bound.contains("props");
            return if is_asked {
                format!("()=>{{const props={{}};return ({code})}}")
            } else {
                format!("()=>({code})")
            };
        }
        let given = self.free.iter().filter(|name| {
            !self.bound.contains(*name) && !is_global(name) && *name != "props" && is_plain_name(name)
        });
        let given: Vec<&str> = given.map(String::as_str).collect();
        let bind =
            if given.is_empty() { String::new() } else { format!("const {{{}}}=$p;", given.join(",")) };
        format!("$p=>{{{bind}const props=$p;return ({code})}}")
    }

    fn lower(&mut self, source: &str) -> Result<String, String> {
        check(source)?;
        let bound = self.bound;
        match lower_expression(source, bound, self) {
            Ok(lowered) => {
                self.free.extend(lowered.free);
                self.built_ins.extend(lowered.built_ins);
                Ok(lowered.code)
            }
            // Only a comment.
            Err(_) => Ok("undefined".to_owned()),
        }
    }

    fn list(&mut self, nodes: &[Node]) -> String {
        let code = self.children(nodes, Around::List);
        format!("[{}]", code.join(","))
    }

    fn node(&mut self, node: &Node) -> String {
        if self.depth > MAX_DEPTH {
            return "null".to_owned();
        }
        self.depth += 1;
        let code = match &node.kind {
            NodeKind::Text(text) => quoted(text),
            NodeKind::Expression(source) if self.is_unbound(source.trim()) => {
                self.unbound.push((source.trim().to_owned(), node.span));
                quoted(&format!("{{{source}}}"))
            }
            NodeKind::Expression(source) => match self.lower(source) {
                Ok(code) => code,
                Err(_) => quoted(&format!("{{{source}}}")),
            },
            NodeKind::Fragment => self.list(&node.children),
            NodeKind::Element(element) => {
                let root = element.name.split('.').next().unwrap_or("");
                let is_bound = self.bound.contains(root);
                if is_bound {
                    self.free.insert(root.to_owned());
                }
                let (kind, around) = if is_bound || is_runtime_name(root) {
                    (element.name.to_string(), Around::Component)
                } else {
                    (quoted(&element.name), Around::Element(&element.name))
                };
                let attributes = self.attributes(&element.attributes);
                let mut parts = vec![kind, attributes];
                let outside = self.in_drawing;
                self.in_drawing = is_drawing(&element.name, outside);
                parts.extend(self.children(&node.children, around));
                self.in_drawing = outside;
                format!("$h({})", parts.join(","))
            }
            _ => {
                let shell = Node::leaf(node.kind.clone(), node.span);
                let at = self.slots.len();
                self.slots.push(Slot { nodes: vec![shell], run: at });
                let mut parts = vec![format!("\"docs-node\",{{at:{at}}}")];
                parts.extend(self.children(&node.children, Around::List));
                format!("$h({})", parts.join(","))
            }
        };
        self.depth -= 1;
        code
    }

    /// Whether a page shows a name that nothing defines, or a part of it, which would end the component around it.
    fn is_unbound(&self, source: &str) -> bool {
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$')) && is_plain_name(name)
        };
        let inside = in_braces(source);
        let chain = inside.unwrap_or(source);
        let name = chain.split('.').next().unwrap_or_default();
        self.role == Role::Page
            && chain.split('.').all(is_name)
            && !is_word_of_the_language(name)
            && !self.bound.contains(name)
            && (inside.is_some() || !is_global(name))
            && !is_runtime_name(name)
            && name != "props"
    }

    fn attributes(&mut self, attributes: &[Attribute]) -> String {
        if attributes.is_empty() {
            return "null".to_owned();
        }
        let mut parts = Vec::new();
        for attribute in attributes {
            let value = match &attribute.value {
                AttributeValue::Value(value) => value_code(value),
                AttributeValue::Expression(source) => match self.lower(source) {
                    Ok(code) => code,
                    Err(_) => continue,
                },
            };
            if attribute.name.is_empty() {
                parts.push(format!("...{value}"));
            } else {
                parts.push(format!("{}:{value}", quoted(&attribute.name)));
            }
        }
        format!("{{{}}}", parts.join(","))
    }
}

/// Is this element a component of the author's?
pub(super) fn is_component(element: &Element, bound: &BTreeSet<String>, snippets: &BTreeSet<String>) -> bool {
    let root = element.name.split('.').next().unwrap_or("");
    let by_name = root.starts_with(|c: char| c.is_uppercase()) || element.name.contains('.');
    by_name && bound.contains(root) && !snippets.contains(element.name.as_str())
}

/// Does the element listen to something?
pub(super) fn has_handler(element: &Element) -> bool {
    element.attributes.iter().any(|attribute| {
        let is_handler = attribute
            .name
            .strip_prefix("on")
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
        matches!(attribute.value, AttributeValue::Expression(_)) && (is_handler || attribute.name == "ref")
    })
}

fn is_plain_name(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
        && !matches!(name, "arguments" | "undefined" | "eval")
}

/// What looks like a name in braces, and is a value.
fn is_word_of_the_language(name: &str) -> bool {
    matches!(name, "true" | "false" | "null" | "this" | "undefined" | "NaN" | "Infinity")
}

/// Names that are there anyway; a snippet's props do not hide them.
fn is_global(name: &str) -> bool {
    is_language_name(name) || is_browser_name(name)
}

fn value_code(value: &Value) -> String {
    match value {
        Value::Bool(on) => on.to_string(),
        Value::Number(number) => crate::page::ast::format_number(*number),
        Value::String(text) => quoted(text),
        Value::Null => "null".to_owned(),
        _ => "undefined".to_owned(),
    }
}
