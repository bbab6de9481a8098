//! Nodes that stand side by side inside a component or an element, as what JavaScript is given.

use super::*;
use crate::page::script::markup::{holds_parts, is_markup, is_part, is_plain};

/// What children stand in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Around<'n> {
    /// No element: a list of nodes.
    List,
    /// A component of the author's, whose code may count its children.
    Component,
    /// An element, or a built-in component, of that name.
    Element(&'n str),
}

impl Compiler<'_> {
    /// Nodes without JavaScript are known by their number: slots, or elements that a browser makes, too. A component of the
    /// author's has each as a child of its own; elsewhere those side by side are one slot.
    pub(super) fn children(&mut self, nodes: &[Node], around: Around<'_>) -> Vec<String> {
        let mut out = Vec::new();
        self.push_children(nodes, around, &mut out);
        out
    }

    fn push_children(&mut self, nodes: &[Node], around: Around<'_>, out: &mut Vec<String>) {
        let is_of_parts = match around {
            Around::Element(name) => holds_parts(name, self.in_drawing),
            _ => self.in_drawing,
        };
        let mut still: Vec<Node> = Vec::new();
        // The number of the first of the nodes side by side that have no JavaScript.
        let mut run = None;
        for node in nodes {
            if is_of_parts && matches!(node.kind, NodeKind::Paragraph | NodeKind::Fragment) {
                self.push_slot(&mut still, &mut run, around, out);
                run = None;
                self.push_children(&node.children, around, out);
            } else if matches!(node.kind, NodeKind::Text(_)) || self.in_plain || !self.is_static(node, 0) {
                self.push_slot(&mut still, &mut run, around, out);
                run = None;
                out.push(self.node(node));
            } else if is_plain(node) {
                self.push_slot(&mut still, &mut run, around, out);
                let at = self.known(vec![node.clone()], &mut run);
                self.in_plain = true;
                out.push(format!("$a({at},{},1)", self.node(node)));
                self.in_plain = false;
            } else if is_bound_to_its_place(node, is_of_parts) {
                self.push_slot(&mut still, &mut run, around, out);
                let at = self.known(vec![node.clone()], &mut run);
                out.push(format!("$a({at},{})", self.node(node)));
            } else {
                still.push(node.clone());
                if around == Around::Component {
                    self.push_slot(&mut still, &mut run, around, out);
                }
            }
        }
        self.push_slot(&mut still, &mut run, around, out);
    }

    /// Makes a slot of nodes side by side.
    fn push_slot(
        &mut self,
        still: &mut Vec<Node>,
        run: &mut Option<usize>,
        around: Around<'_>,
        out: &mut Vec<String>,
    ) {
        if still.is_empty() {
            return;
        }
        let nodes = std::mem::take(still);
        let props = match (around, nodes.first().and_then(Node::element)) {
            (Around::Component, Some(element)) => self.told(element),
            _ => String::new(),
        };
        let at = self.known(nodes, run);
        self.own_slots.push(at);
        out.push(format!("$s({at}{props})"));
    }

    /// What a component may ask of an element that it is given: `children.map(child => child.props.title)`.
    fn told(&mut self, element: &Element) -> String {
        let is_told = |attribute: &&Attribute| !attribute.name.starts_with("on") && attribute.name != "ref";
        let attributes: Vec<Attribute> = element.attributes.iter().filter(is_told).cloned().collect();
        if attributes.is_empty() { String::new() } else { format!(",{}", self.attributes(&attributes)) }
    }

    fn known(&mut self, nodes: Vec<Node>, run: &mut Option<usize>) -> usize {
        let at = self.slots.len();
        self.slots.push(Slot { nodes, run: *run.get_or_insert(at) });
        at
    }

    pub(super) fn is_static(&self, node: &Node, depth: u32) -> bool {
        let own = match &node.kind {
            NodeKind::Expression(_) => false,
            NodeKind::Element(element) => {
                !element.attributes.iter().any(|it| matches!(it.value, AttributeValue::Expression(_)))
                    && !is_component(element, self.bound, &BTreeSet::new())
            }
            _ => true,
        };
        own && depth < MAX_DEPTH && node.children.iter().all(|child| self.is_static(child, depth + 1))
    }

    /// Whether an element that holds parts only may have an island among them: all of it is then a place, too.
    pub(super) fn may_have_island(&self, nodes: &[Node], in_drawing: bool) -> bool {
        nodes.iter().any(|node| match &node.kind {
            NodeKind::Expression(_) => true,
            NodeKind::Fragment | NodeKind::Paragraph => self.may_have_island(&node.children, in_drawing),
            NodeKind::Element(element) => {
                let name = element.name.as_str();
                self.is_island(element)
                    || holds_parts(name, in_drawing)
                        && self.may_have_island(&node.children, is_drawing(name, in_drawing))
            }
            _ => false,
        })
    }
}

/// An element for which there can be no other one in between.
fn is_bound_to_its_place(node: &Node, is_of_parts: bool) -> bool {
    node.element().is_some_and(|element| is_markup(&element.name) && (is_of_parts || is_part(&element.name)))
}
