//! Pages whose JavaScript needs an engine: one [`Session`] for each such page.
//!
//! The session takes the files of a page in the order of their imports, lowers each to plain JavaScript
//! (`compile`), and runs it in one fresh [`engine`]. A *place* is what the page holds of JavaScript between its
//! Markdown: an expression, an attribute, a component with all that stands inside it. Places are evaluated one
//! by one and come back as nodes (`decode`), so a built-in component inside an author's component is rendered
//! like any other, and Markdown that an author's component is given stays what it is: the engine sees only its
//! number, a *slot*.
//!
//! A place with state, effects or handlers is an island, or holds some where it is made of elements around them: their
//! nodes are marked, and the same code is put into a script for the browser ([`Session::bundle`]). Nothing here knows HTML or other pages.

use std::collections::{BTreeMap, BTreeSet};

use super::Document;
use super::ast::{Attribute, AttributeValue, Element, Node, NodeKind, Value};
use super::expression::globals::is_browser_name;
use super::expression::{Problem, quoted};
use crate::text::{SourcePath, SourceText, Span};

mod compile;
mod decode;
pub mod engine;
mod markup;
mod ready;

use compile::Compiled;
use decode::{Islands, Shape, island, nodes_of_parts, value_of, waiting_slot};
use engine::{Answer, Door, Engine, Failure, Thrown};
use ready::Ready;

/// What a place shows.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    pub nodes: Vec<Node>,
    /// What it asked that a build cannot answer truly: `clock`, `random`.
    pub told: Vec<String>,
    /// The name that only a browser has; the place is drawn there.
    pub browser_only: Option<String>,
    /// Names in braces that nothing defines, which are shown as text.
    pub unbound: Vec<(String, Span)>,
}

/// The engine of one page and what it was given.
pub struct Session {
    engine: Option<Engine>,
    files: BTreeMap<SourcePath, Compiled>,
    /// In the order of imports.
    order: Vec<SourcePath>,
    slots: Vec<Slot>,
    /// Files that use, while they are loaded, what only a browser has.
    browser_files: BTreeMap<SourcePath, String>,
    islands: Vec<Island>,
    ready: Ready,
}

/// Nodes that the engine knows by number.
#[derive(Clone, Debug)]
struct Slot {
    nodes: Vec<Node>,
    /// The number of the first of those that stand side by side with it: in a page without islands they are one again.
    run: usize,
}

/// A part of a page that a script takes over.
struct Island {
    file: SourcePath,
    place: usize,
    /// What a snippet was given, as JSON.
    props: String,
    /// The way to it in what the place shows: numbers of children. Empty when it is all of that.
    way: Vec<usize>,
}

impl Session {
    /// A session without files, for a page whose text has that many bytes.
    pub fn new(page: usize) -> Self {
        Self {
            engine: Engine::new(page),
            files: BTreeMap::new(),
            order: Vec::new(),
            slots: Vec::new(),
            browser_files: BTreeMap::new(),
            islands: Vec::new(),
            ready: Ready::default(),
        }
    }

    /// Adds a page or a snippet; what it imports has been added. The problem is of its imports and exports.
    pub fn add_document(&mut self, document: &Document, role: Role) -> Option<Problem> {
        let path = document.source.path.clone();
        if role == Role::Import {
            self.allow(&document.source);
        }
        let compiled = compile::document(document, role, &mut self.slots);
        self.add(path, compiled)
    }

    /// Adds a JavaScript file.
    pub fn add_script(&mut self, source: &SourceText) -> Option<Problem> {
        self.allow(source);
        let compiled = compile::script(source);
        self.add(source.path.clone(), compiled)
    }

    /// Adds a JSON file.
    pub fn add_data(&mut self, path: &SourcePath, value: &serde_json::Value) -> Option<Problem> {
        self.add(path.clone(), (compile::data(path, value), None))
    }

    fn allow(&self, source: &SourceText) {
        if let Some(engine) = &self.engine {
            engine.allow(source.text.len());
        }
    }

    fn add(&mut self, path: SourcePath, (compiled, problem): (Compiled, Option<Problem>)) -> Option<Problem> {
        let Some(engine) = &self.engine else { return Some(Problem::Limit) };
        let added = engine.add(path.as_str(), &compiled.program(None, &path));
        let ran = added.and_then(|()| engine.ask(Door::Load, path.as_str(), 0, "null"));
        let imported = compiled.imports.values().find_map(|target| self.browser_files.get(target)).cloned();
        let found = match ran {
            Ok(answer) => {
                // A file that imports one for the browser is one, too; a page has its own places instead.
                if let Some(name) = imported.filter(|_| compiled.role == Role::Import) {
                    self.browser_files.insert(path.clone(), name);
                }
                let _ = answer;
                None
            }
            Err(failure) => match self.problem(failure, &BTreeSet::new()) {
                Problem::Browser(name) => {
                    self.browser_files.insert(path.clone(), name);
                    None
                }
                problem => Some(problem),
            },
        };
        self.order.push(path.clone());
        self.files.insert(path, compiled);
        problem.or(found)
    }

    /// True for an element that is evaluated with all that stands inside it.
    pub fn is_place(&self, file: &SourcePath, element: &Element) -> bool {
        is_live(element)
            || self
                .files
                .get(file)
                .is_some_and(|file| compile::is_component(element, &file.bound, &file.snippets))
    }

    /// True when the file exports the name.
    pub fn exports(&self, file: &SourcePath, name: &str) -> bool {
        self.files.get(file).is_some_and(|file| file.exports(name))
    }

    /// What the file exports by name.
    pub fn export_names(&self, file: &SourcePath) -> impl Iterator<Item = &str> {
        self.files.get(file).into_iter().flat_map(compile::Compiled::export_names)
    }

    /// How many islands the page has so far, and what is ready for them.
    pub fn mark(&self) -> Mark {
        Mark { islands: self.islands.len(), ready: self.ready.count() }
    }

    /// What an element at `span` shows that holds parts only, with what became islands among them since `mark`: the island
    /// is all of it, or they stay.
    pub fn render_instead(
        &mut self,
        mark: Mark,
        file: &SourcePath,
        name: &str,
        span: Span,
        locals: &[(String, Value)],
        at: Span,
    ) -> Result<Shown, Problem> {
        self.place(file, name, span)?;
        let islands = self.islands.split_off(mark.islands.min(self.islands.len()));
        let ready = self.ready.without_those_since(mark.ready);
        let shown = self.render(file, name, span, locals, at);
        if shown.is_err() {
            self.islands.extend(islands);
            self.ready.add(ready);
        }
        shown
    }

    /// What an expression or a component at `span` shows. `text` is the expression, or the component's name.
    pub fn render(
        &mut self,
        file: &SourcePath,
        text: &str,
        span: Span,
        locals: &[(String, Value)],
        at: Span,
    ) -> Result<Shown, Problem> {
        let place = self.place(file, text, span)?;
        let props = self.props(locals);
        let compiled = self.files.get(file);
        let unbound =
            compiled.and_then(|compiled| compiled.places.get(place)).map(|place| place.unbound.clone());
        let unbound = unbound.unwrap_or_default();
        if let Some(name) =
            compiled.and_then(|compiled| compiled.browser_name(place, &self.browser_files, file))
        {
            return Ok(Shown { unbound, ..self.in_browser(file, place, props, name, at) });
        }
        match self.ask(Door::Render, file, place, &props) {
            Ok(answer) => {
                let shape = if answer.live { Shape::Island } else { Shape::Static };
                let waiting = || self.slots_of(file, place, &props);
                let mut inside = Islands::new(self.islands.len(), &waiting);
                let mut nodes = nodes_of_parts(&answer.ok, &self.slots, shape, at, &mut inside)?;
                let Islands { used, ways, .. } = inside;
                if answer.live {
                    nodes = self.island(file, place, props, nodes, &used, at);
                } else {
                    let part = |way| Island { file: file.clone(), place, props: props.clone(), way };
                    self.islands.extend(ways.into_iter().map(part));
                }
                Ok(Shown { nodes, told: answer.told, browser_only: None, unbound })
            }
            Err(Problem::Browser(name)) => {
                Ok(Shown { unbound, ..self.in_browser(file, place, props, name, at) })
            }
            Err(problem) => Err(problem),
        }
    }

    /// The value of an expression at `span`, for an attribute.
    pub fn value(
        &mut self,
        file: &SourcePath,
        text: &str,
        span: Span,
        locals: &[(String, Value)],
        at: Span,
    ) -> Result<(Value, Vec<String>), Problem> {
        let place = self.place(file, text, span)?;
        let props = self.props(locals);
        let answer = self.ask(Door::Value, file, place, &props)?;
        let value = answer.ok.get("value").map(|value| value_of(value, &self.slots, at)).transpose()?;
        Ok((value.unwrap_or(Value::Undefined), answer.told))
    }

    /// The script of the page's islands; `None` without one.
    pub fn bundle(&self) -> Option<String> {
        if self.islands.is_empty() {
            return None;
        }
        let mut code = String::from(
            "(()=>{const $h=$docs.h,$s=$docs.slot,$a=(at,v)=>v,$k=v=>v,React=$docs.React,user={},{Fragment:$F}=React,\
             {Fragment,createElement,useState,useReducer,useEffect,useLayoutEffect,useMemo,useCallback,useRef,\
             useContext,useId,useImperativeHandle,useTransition,useDeferredValue,useSyncExternalStore,\
             useInsertionEffect,useDebugValue,startTransition,createContext,createRef,memo,forwardRef,cloneElement,\
             isValidElement,Children,Component,PureComponent,StrictMode,Profiler,Suspense}=React;\n",
        );
        for path in &self.order {
            let Some(compiled) = self.files.get(path) else { continue };
            let used = self.islands.iter().filter(|island| island.file == *path).map(|island| island.place);
            code.push_str(&compiled.program(Some(&used.collect()), path));
            code.push('\n');
        }
        let list = self.islands.iter().map(|Island { file, place, props, way }| {
            let way: String = way.iter().map(|step| format!(",{step}")).collect();
            format!("[{},{place},{props}{way}]", quoted(file.as_str()))
        });
        code.push_str(&format!("$docs.start([{}])\n}})()\n", list.collect::<Vec<_>>().join(",")));
        // The end of a script element must not stand in a script, wherever it is loaded from.
        Some(code.replace("</script", "<\\/script"))
    }

    fn place(&self, file: &SourcePath, text: &str, span: Span) -> Result<usize, Problem> {
        let known = self
            .files
            .get(file)
            .and_then(|compiled| compiled.index.get(&(span.start, span.end, text.to_owned())));
        match known {
            Some(Ok(place)) => Ok(*place),
            Some(Err(message)) => Err(Problem::Syntax(message.clone())),
            None => Err(Problem::Script(super::mask::shorten(text))),
        }
    }

    fn ask(&self, door: Door, file: &SourcePath, place: usize, props: &str) -> Result<Answer, Problem> {
        let engine = self.engine.as_ref().ok_or(Problem::Limit)?;
        let free =
            self.files.get(file).and_then(|compiled| compiled.places.get(place)).map(|place| &place.free);
        engine
            .ask(door, file.as_str(), place, props)
            .map_err(|failure| self.problem(failure, free.unwrap_or(&BTreeSet::new())))
    }

    /// What a snippet was given, as JSON; nodes become slots.
    fn props(&mut self, locals: &[(String, Value)]) -> String {
        let mut entries = serde_json::Map::new();
        for (name, value) in locals {
            if name != "props" {
                entries.insert(name.clone(), self.json(value));
            }
        }
        serde_json::Value::Object(entries).to_string()
    }

    fn json(&mut self, value: &Value) -> serde_json::Value {
        use serde_json::Value as Json;
        match value {
            Value::Undefined | Value::Null | Value::Function(_) => Json::Null,
            Value::Bool(on) => Json::Bool(*on),
            Value::Number(number) => serde_json::Number::from_f64(*number).map_or(Json::Null, Json::Number),
            Value::String(text) => Json::String(text.clone()),
            Value::Array(items) => items.iter().map(|item| self.json(item)).collect(),
            Value::Object(entries) => {
                entries.iter().map(|(name, value)| (name.clone(), self.json(value))).collect()
            }
            Value::Nodes(nodes) => {
                // The same nodes are given to every place of a snippet.
                let known = self.slots.iter().position(|slot| slot.nodes == *nodes);
                let at = known.unwrap_or_else(|| {
                    let run = self.slots.len();
                    self.slots.push(Slot { nodes: nodes.clone(), run });
                    run
                });
                serde_json::json!({ "$slot": at })
            }
        }
    }

    fn in_browser(
        &mut self,
        file: &SourcePath,
        place: usize,
        props: String,
        name: String,
        at: Span,
    ) -> Shown {
        let mut nodes = self.island(file, place, props, Vec::new(), &BTreeSet::new(), at);
        for node in &mut nodes {
            if let NodeKind::Element(element) = &mut node.kind {
                element.attributes.push(text_attribute("data-client", "", at));
            }
        }
        Shown { nodes, told: Vec::new(), browser_only: Some(name), unbound: Vec::new() }
    }

    /// Marks nodes as an island. Markdown that it may show later waits inside it.
    fn island(
        &mut self,
        file: &SourcePath,
        place: usize,
        props: String,
        mut nodes: Vec<Node>,
        used: &BTreeSet<usize>,
        at: Span,
    ) -> Vec<Node> {
        let waiting = self.slots_of(file, place, &props).into_iter().filter(|slot| !used.contains(slot));
        nodes.extend(waiting.filter_map(|slot| waiting_slot(slot, &self.slots, at)));
        let used = self.files.values().flat_map(|file| &file.built_ins);
        let templates = self.ready.templates(used, &nodes, at);
        nodes.extend(templates);
        let kind = island(self.islands.len(), at);
        self.islands.push(Island { file: file.clone(), place, props, way: Vec::new() });
        vec![Node::new(kind, at, nodes)]
    }

    /// The slots that a place may show.
    fn slots_of(&self, file: &SourcePath, place: usize, props: &str) -> Vec<usize> {
        let place = self.files.get(file).and_then(|file| file.places.get(place));
        let mut slots = place.map_or_else(Vec::new, |place| place.slots.clone());
        slots.extend(slots_in(props));
        slots
    }

    fn problem(&self, failure: Failure, free: &BTreeSet<String>) -> Problem {
        let thrown = match failure {
            Failure::Limit => return Problem::Limit,
            Failure::Thrown(thrown) => thrown,
        };
        if thrown.name == "ReferenceError"
            && let Some(name) = thrown.message.strip_suffix(" is not defined")
        {
            let name = name.trim_matches('\'').to_owned();
            if is_browser_name(&name) {
                return Problem::Browser(name);
            }
            if free.contains(&name) {
                return Problem::Unbound(name);
            }
        }
        Problem::Thrown(self.describe(&thrown))
    }

    /// The message, and where it was thrown when that is another file or inside a function.
    fn describe(&self, thrown: &Thrown) -> String {
        let message = if thrown.name.is_empty() {
            thrown.message.clone()
        } else {
            format!("{}: {}", thrown.name, thrown.message)
        };
        let message: String =
            message.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
        let place = thrown.stack.lines().find_map(|line| {
            let inner = line.trim().trim_end_matches(')');
            let inner = inner.rsplit_once('(').map_or(inner.trim_start_matches("at "), |(_, inner)| inner);
            let mut parts = inner.rsplitn(3, ':');
            // Columns are those of the code as the engine has it; lines are the author's.
            let _column = parts.next()?;
            let line: u32 = parts.next()?.parse().ok()?;
            let path = SourcePath::new(parts.next()?);
            // Below the file's own code stand the expressions of its text, which have no lines there.
            let known = self.files.get(&path).is_some_and(|file| line <= file.lines);
            known.then(|| format!("line {line} of {path}"))
        });
        match place {
            Some(place) => format!("{message} ({place})"),
            None => message,
        }
    }
}

/// A state of a page's islands.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    islands: usize,
    ready: usize,
}

/// Whether an element has an island among its parts, where nothing else may stand.
pub fn has_island_among_parts(node: &Node) -> bool {
    markup::has_island_among_parts(node)
}

/// An element with a handler or a reference to itself.
pub fn is_live(element: &Element) -> bool {
    compile::has_handler(element)
}

/// What a file is to its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The page itself: a name that nothing binds is a mistake.
    Page,
    /// Something imported: a snippet's unbound names are what it is given.
    Import,
}

fn slots_in(props: &str) -> Vec<usize> {
    let number =
        |rest: &str| rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|digits| digits.parse().ok());
    props.split("{\"$slot\":").skip(1).filter_map(number).collect()
}

fn element(name: &str, attributes: Vec<Attribute>) -> NodeKind {
    NodeKind::Element(Element { name: name.to_owned().into(), attributes, flow: true, id: None, drawn: true })
}

fn text_attribute(name: &str, value: &str, span: Span) -> Attribute {
    Attribute {
        name: name.to_owned().into(),
        value: AttributeValue::Value(Value::String(value.to_owned())),
        span,
    }
}
