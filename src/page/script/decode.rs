//! What the engine shows, as nodes and values.
//!
//! Elements come as a flat list of parts: `[0, text]`, `[1, name, [[attribute, value] …]]` opens, `[2]` closes,
//! `[3, slot]`, `[4, way]` opens an island inside of what else is static. `[3, slot, 1]` is an element of the page that a
//! script makes by itself, what stands between `[6, slot]` and `[7]` such a one that holds slots. All of it comes from a page's code: nothing is
//! believed, depth and size are bounded.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::markup::{holds_parts, is_drawing};
use super::{Problem, Slot, element, text_attribute};
use crate::page::ast::{Attribute, AttributeValue, Element, Node, NodeKind, Value};
use crate::page::expression::{holds_inline_only, is_inline};
use crate::text::Span;

/// Most elements that are open at the same time.
const MAX_OPEN: usize = 300;
/// Deepest nesting of a value, and of elements inside attributes.
const MAX_DEPTH: u32 = 40;

/// What the nodes are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A page that stays as it is.
    Static,
    /// Something that a script takes over: ready HTML in it is marked.
    Island,
}

/// The islands of a place.
pub(super) struct Islands<'s> {
    /// The number of the first on the page.
    first: usize,
    /// The slots that they may show later: most places have no island, and are not asked.
    waiting: &'s dyn Fn() -> Vec<usize>,
    /// The slots that they show, or that wait in one of them.
    pub used: BTreeSet<usize>,
    /// The way to each that is inside of what else is static.
    pub ways: Vec<Vec<usize>>,
}

impl<'s> Islands<'s> {
    pub fn new(first: usize, waiting: &'s dyn Fn() -> Vec<usize>) -> Self {
        Self { first, waiting, used: BTreeSet::new(), ways: Vec::new() }
    }
}

/// Parts as nodes at `place`.
pub(super) fn nodes_of_parts(
    parts: &Json,
    slots: &[Slot],
    shape: Shape,
    place: Span,
    islands: &mut Islands<'_>,
) -> Result<Vec<Node>, Problem> {
    decode(parts, slots, shape, place, islands, 0)
}

fn decode(
    parts: &Json,
    slots: &[Slot],
    shape: Shape,
    place: Span,
    islands: &mut Islands<'_>,
    depth: u32,
) -> Result<Vec<Node>, Problem> {
    if depth > MAX_DEPTH {
        return Err(Problem::Limit);
    }
    let mut open: Vec<Node> = Vec::new();
    let mut out: Vec<Node> = Vec::new();
    // How many elements are open around the island that is read.
    let mut around = None;
    let parts = parts.as_array().map_or(&[][..], Vec::as_slice);
    let moved = out_of_parts(parts);
    // The slot that was read last, when nothing came after it.
    let mut last: Option<usize> = None;
    // How many elements are open that have been shown as the page has them.
    let mut known = 0_usize;
    for part in moved.as_deref().unwrap_or(parts) {
        let sign = part.get(0).and_then(Json::as_u64);
        let is_still = shape == Shape::Static && around.is_none();
        match sign {
            Some(6) if known > 0 || is_still => known += 1,
            Some(7) => known = known.saturating_sub(1),
            _ => {}
        }
        if known > 0 && !(sign == Some(6) && known == 1) || matches!(sign, Some(5 | 7)) {
            continue;
        }
        let before = last.take();
        let made = match sign {
            Some(0) => Node::text(part.get(1).and_then(Json::as_str).unwrap_or(""), place),
            Some(1) => {
                if open.len() > MAX_OPEN {
                    return Err(Problem::Limit);
                }
                open.push(opened(part, slots, place, depth)?);
                continue;
            }
            Some(2) => match open.pop() {
                Some(mut node) if around == Some(open.len()) => {
                    around = None;
                    // They wait in the first, for all of them.
                    let waiting = if islands.ways.len() == 1 { (islands.waiting)() } else { Vec::new() };
                    for slot in waiting {
                        if islands.used.insert(slot) {
                            node.children.extend(waiting_slot(slot, slots, place));
                        }
                    }
                    node
                }
                Some(node) if around.is_some() => finished(node, Shape::Island, place),
                Some(node) => finished(node, shape, place),
                None => continue,
            },
            Some(4) if is_still => {
                let way = part.get(1).and_then(Json::as_array).into_iter().flatten();
                let kind = island(islands.first + islands.ways.len(), place);
                islands.ways.push(way.filter_map(Json::as_u64).map(|step| step as usize).collect());
                around = Some(open.len());
                open.push(Node::new(kind, place, Vec::new()));
                continue;
            }
            Some(6) if !is_still => continue,
            Some(3 | 6) => {
                let Some(number) = part.get(1).and_then(Json::as_u64).map(|number| number as usize) else {
                    continue;
                };
                let Some(slot) = slots.get(number) else { continue };
                if is_still {
                    last = Some(number);
                    let beside = open.last_mut().map_or(&mut out, |parent| &mut parent.children);
                    let is_next = |before: usize| {
                        before < number && slots.get(before).is_some_and(|known| known.run == slot.run)
                    };
                    if before.is_some_and(is_next)
                        && let Some(beside) = beside.last_mut()
                    {
                        beside.children.extend(slot.nodes.iter().cloned());
                        continue;
                    }
                    Node::new(NodeKind::Fragment, place, slot.nodes.clone())
                } else if part.get(2).is_some()
                    && let [own] = slot.nodes.as_slice()
                {
                    own.clone()
                } else {
                    islands.used.insert(number);
                    let kind =
                        element("docs-slot", vec![text_attribute("data-slot", &number.to_string(), place)]);
                    let is_of_words = open
                        .last()
                        .and_then(Node::element)
                        .is_some_and(|parent| holds_inline_only(&parent.name));
                    // As in an element of the page, a paragraph is its words there.
                    let nodes = match slot.nodes.as_slice() {
                        [only] if is_of_words && only.kind == NodeKind::Paragraph => only.children.clone(),
                        nodes => nodes.to_vec(),
                    };
                    Node::new(kind, place, nodes)
                }
            }
            _ => continue,
        };
        match open.last_mut() {
            Some(parent) => parent.children.push(made),
            None => out.push(made),
        }
    }
    Ok(out)
}

/// Parts with islands around the elements that hold parts only: nothing else can stand in a table beside its rows.
/// `None` when there is no island in such an element.
fn out_of_parts(parts: &[Json]) -> Option<Vec<Json>> {
    let sign = |part: &Json| part.get(0).and_then(Json::as_u64);
    if !parts.iter().any(|part| sign(part) == Some(4)) {
        return None;
    }
    struct Open {
        /// Where it begins.
        at: usize,
        holds_parts: bool,
        is_drawing: bool,
        /// It is the mark of an island that is somewhere else now.
        is_moved: bool,
    }
    let mut open: Vec<Open> = Vec::new();
    // Elements that become islands, by where they begin, and marks that are gone.
    let mut around: BTreeMap<usize, Vec<Json>> = BTreeMap::new();
    let mut gone = BTreeSet::new();
    let mut ends = BTreeSet::new();
    for (at, part) in parts.iter().enumerate() {
        match sign(part) {
            Some(1) => {
                let name = part.get(1).and_then(Json::as_str).unwrap_or_default();
                let outside = open.last().is_some_and(|parent| parent.is_drawing);
                let is_drawing = is_drawing(name, outside);
                open.push(Open { at, holds_parts: holds_parts(name, outside), is_drawing, is_moved: false });
            }
            Some(4) => {
                let within = open.iter().rev().take_while(|parent| parent.holds_parts).count();
                let outermost = (within > 0).then(|| open.len() - within).and_then(|first| open.get(first));
                if let Some(outermost) = outermost {
                    let way = part.get(1).and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
                    let way = way.get(..way.len().saturating_sub(within)).unwrap_or_default();
                    around.entry(outermost.at).or_insert_with(|| way.to_vec());
                    gone.insert(at);
                }
                let is_moved = outermost.is_some();
                open.push(Open { at, holds_parts: false, is_drawing: false, is_moved });
            }
            Some(2) => match open.pop() {
                Some(own) if own.is_moved => drop(gone.insert(at)),
                Some(own) if around.contains_key(&own.at) => drop(ends.insert(at)),
                _ => {}
            },
            _ => {}
        }
    }
    if around.is_empty() {
        return None;
    }
    let mut moved = Vec::with_capacity(parts.len());
    for (at, part) in parts.iter().enumerate() {
        if let Some(way) = around.remove(&at) {
            moved.push(serde_json::json!([4, way]));
        }
        if !gone.contains(&at) {
            moved.push(part.clone());
        }
        if ends.contains(&at) {
            moved.push(serde_json::json!([2]));
        }
    }
    Some(moved)
}

/// An element that was opened; a `docs-node` is the Markdown node of that number.
fn opened(part: &Json, slots: &[Slot], place: Span, depth: u32) -> Result<Node, Problem> {
    let name = part.get(1).and_then(Json::as_str).unwrap_or("div");
    let mut attributes = Vec::new();
    for pair in part.get(2).and_then(Json::as_array).into_iter().flatten() {
        let Some(name) = pair.get(0).and_then(Json::as_str) else { continue };
        let value = match pair.get(1) {
            Some(value) => nested_value(value, slots, place, depth + 1)?,
            None => Value::Undefined,
        };
        attributes.push(Attribute {
            name: name.to_owned().into(),
            value: AttributeValue::Value(value),
            span: place,
        });
    }
    if name == "docs-node"
        && let Some(Value::Number(number)) = attributes.first().and_then(|attribute| match &attribute.value {
            AttributeValue::Value(value) => Some(value.clone()),
            AttributeValue::Expression(_) => None,
        })
        && let Some([shell]) = slots.get(number as usize).map(|slot| slot.nodes.as_slice())
    {
        return Ok(shell.clone());
    }
    let name = if is_name(name) { name } else { "span" };
    let flow = !is_inline(name);
    let kind =
        NodeKind::Element(Element { name: name.to_owned().into(), attributes, flow, id: None, drawn: true });
    Ok(Node::new(kind, place, Vec::new()))
}

/// The element around an island; `themes/base/island.js` knows the same name.
pub(super) const ISLAND: &str = "docs-island";

/// The element around the island of that number.
pub(super) fn island(number: usize, place: Span) -> NodeKind {
    element(ISLAND, vec![text_attribute("data-island", &number.to_string(), place)])
}

/// Markdown that an island may show later.
pub(super) fn waiting_slot(slot: usize, slots: &[Slot], place: Span) -> Option<Node> {
    let kind = element("template", vec![text_attribute("data-slot", &slot.to_string(), place)]);
    Some(Node::new(kind, place, slots.get(slot)?.nodes.clone()))
}

/// A name that may stand in a tag.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.len() < 80
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '_'))
}

/// Components that make one thing of their parts: what a part holds is in a hole, the parts have no slots.
/// `themes/base/island.js` knows the same names.
const GROUPS: &[(&str, &str)] = &[("Tabs", "Tab"), ("Steps", "Step"), ("AccordionGroup", "Accordion")];
/// Components that read their children: ready HTML as a whole, which stays as it was first.
const WHOLE: &[&str] = &["CodeGroup", "RequestExample", "ResponseExample", "Tree"];

/// An element with all its children. In an island what is not plain HTML is a slot around ready HTML, and its
/// children are in a hole.
fn finished(node: Node, shape: Shape, place: Span) -> Node {
    let name = node.element().map_or("", |element| element.name.as_str());
    let is_plain = name.starts_with(|c: char| c.is_lowercase()) && !name.contains('.');
    if shape == Shape::Static || is_plain {
        return node;
    }
    let group = GROUPS.iter().find(|(group, _)| *group == name).map(|(_, part)| *part);
    let whole = WHOLE.contains(&name);
    let mut node = node;
    let inside = std::mem::take(&mut node.children);
    node.children = match group {
        Some(part) if inside.iter().all(|child| is_part(child, part) || is_blank(child)) => inside
            .into_iter()
            .filter(|child| !is_blank(child))
            .flat_map(|child| part_of(child, place))
            .collect(),
        _ if whole => inside.into_iter().flat_map(|child| bare(child, 0)).collect(),
        _ if inside.is_empty() => inside,
        _ => vec![Node::new(element("docs-hole", Vec::new()), place, inside)],
    };
    Node::new(element("docs-slot", Vec::new()), place, vec![node])
}

fn is_blank(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Text(text) if text.trim().is_empty())
}

/// The slot of a part of the group around it.
fn is_part(slot: &Node, part: &str) -> bool {
    slot.children.first().and_then(Node::element).is_some_and(|element| element.name == part)
        && slot.element().is_some_and(|element| element.name == "docs-slot")
}

fn is_hole(node: &Node) -> bool {
    node.element().is_some_and(|element| element.name == "docs-hole")
}

/// The part that is in a slot. Its hole says so, and is there even when nothing is in it: the script counts them.
fn part_of(slot: Node, place: Span) -> Vec<Node> {
    let mut parts = slot.children;
    for part in &mut parts {
        // Markdown that a component is given has no holes.
        let content = |child: Node| if is_hole(&child) { child.children } else { vec![child] };
        let inside = std::mem::take(&mut part.children).into_iter().flat_map(content).collect();
        let marked = element("docs-hole", vec![text_attribute("data-part", "", place)]);
        part.children = vec![Node::new(marked, place, inside)];
    }
    parts
}

/// What is in a slot or a hole, at any depth.
fn bare(mut node: Node, depth: u32) -> Vec<Node> {
    if depth > MAX_DEPTH {
        return vec![node];
    }
    node.children = node.children.into_iter().flat_map(|child| bare(child, depth + 1)).collect();
    match node.element().map(|element| element.name.as_str()) {
        Some("docs-slot" | "docs-hole") => node.children,
        _ => vec![node],
    }
}

/// A value as the page's tree knows it.
pub(super) fn value_of(value: &Json, slots: &[Slot], place: Span) -> Result<Value, Problem> {
    nested_value(value, slots, place, 0)
}

fn nested_value(value: &Json, slots: &[Slot], place: Span, depth: u32) -> Result<Value, Problem> {
    if depth > MAX_DEPTH {
        return Err(Problem::Limit);
    }
    Ok(match value {
        Json::Null => Value::Null,
        Json::Bool(on) => Value::Bool(*on),
        Json::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        Json::String(text) => Value::String(text.clone()),
        Json::Array(items) => {
            let items = items.iter().map(|item| nested_value(item, slots, place, depth + 1));
            Value::Array(items.collect::<Result<_, _>>()?)
        }
        Json::Object(entries) => {
            if let Some(parts) = entries.get("$nodes") {
                let nodes =
                    decode(parts, slots, Shape::Static, place, &mut Islands::new(0, &Vec::new), depth + 1)?;
                return Ok(Value::Nodes(nodes));
            }
            if let Some(text) = entries.get("$number").and_then(Json::as_str) {
                return Ok(Value::Number(text.parse().unwrap_or(f64::NAN)));
            }
            let entries = entries
                .iter()
                .map(|(name, value)| Ok((name.clone(), nested_value(value, slots, place, depth + 1)?)));
            Value::Object(entries.collect::<Result<_, Problem>>()?)
        }
    })
}
