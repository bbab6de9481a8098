//! Built-in components that an island may draw later: each is made ready as a template, which the script in the browser
//! (`themes/base/island.js`) copies and fills in. What is known only when the code runs is a text that nobody sees until
//! then.

use std::collections::HashSet;

use serde_json::{Map, Value as Json};

use super::{element, text_attribute};
use crate::page::ast::{Attribute, AttributeValue, Node, Value};
use crate::page::expression::{BuiltIn, Given};
use crate::text::Span;

/// Components that stand by themselves: others are parts of a group, or read what they hold.
const ALONE: [&str; 14] = [
    "Accordion",
    "Badge",
    "Callout",
    "Card",
    "Check",
    "Columns",
    "Danger",
    "Expandable",
    "Frame",
    "Icon",
    "Info",
    "Note",
    "Tip",
    "Warning",
];
/// Properties whose text is shown as it is.
const WORDS: [&str; 5] = ["title", "description", "caption", "label", "cta"];
/// Most templates of a page.
const MOST: usize = 24;

/// What a page has made ready.
#[derive(Default)]
pub(super) struct Ready {
    known: Vec<BuiltIn>,
}

impl Ready {
    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// Forgets what was made ready after the first `count`, and hands it out.
    pub fn without_those_since(&mut self, count: usize) -> Vec<BuiltIn> {
        self.known.split_off(count.min(self.known.len()))
    }

    pub fn add(&mut self, known: Vec<BuiltIn>) {
        self.known.extend(known);
    }

    /// Templates for those of `used` that neither `shown` has nor the page before it.
    pub fn templates<'b>(
        &mut self,
        used: impl Iterator<Item = &'b BuiltIn>,
        shown: &[Node],
        place: Span,
    ) -> Vec<Node> {
        let mut made = Vec::new();
        let mut names = HashSet::new();
        note_names(shown, &mut names);
        for built_in in used.filter(|built_in| is_ready(built_in) && !names.contains(&*built_in.name)) {
            if self.known.len() < MOST && !self.known.contains(built_in) {
                self.known.push(built_in.clone());
                made.push(template(built_in, self.known.len(), place));
            }
        }
        made
    }
}

/// Whether the code says enough of a component. An icon is nothing without its name.
fn is_ready(built_in: &BuiltIn) -> bool {
    let is_named = |(name, given): &(String, Given)| name == "icon" && *given != Given::Later;
    ALONE.contains(&built_in.name.as_str())
        && (built_in.name != "Icon" || built_in.props.iter().any(is_named))
}

/// The names of all elements among nodes, at any depth.
fn note_names<'n>(nodes: &'n [Node], names: &mut HashSet<&'n str>) {
    for node in nodes {
        names.extend(node.element().map(|element| element.name.as_str()));
        note_names(&node.children, names);
    }
}

fn template(built_in: &BuiltIn, number: usize, place: Span) -> Node {
    let mut props = Map::new();
    let mut attributes: Vec<Attribute> = Vec::new();
    for (at, (name, given)) in built_in.props.iter().enumerate() {
        let (json, value) = match given {
            Given::Text(text) => (Json::from(text.as_str()), Value::String(text.clone())),
            Given::Number(number) => (whole(*number), Value::Number(*number)),
            Given::Switch(switch) => (Json::from(*switch), Value::Bool(*switch)),
            Given::Later if WORDS.contains(&name.as_str()) => {
                // Without width, and unlike any other of the page.
                let unseen = format!("{}\u{2060}{}", "\u{200b}".repeat(number), "\u{200b}".repeat(at + 1));
                (Json::from(unseen.as_str()), Value::String(unseen))
            }
            Given::Later => continue,
        };
        props.insert(name.clone(), json);
        attributes.push(Attribute {
            name: name.clone().into(),
            value: AttributeValue::Value(value),
            span: place,
        });
    }
    let of = serde_json::json!({ "type": built_in.name, "props": props }).to_string();
    let hole = Node::new(element("docs-hole", Vec::new()), place, Vec::new());
    let content = Node::new(element(&built_in.name, attributes), place, vec![hole]);
    Node::new(element("template", vec![text_attribute("data-of", &of, place)]), place, vec![content])
}

/// A number as JavaScript writes it.
fn whole(number: f64) -> Json {
    if number.fract() == 0.0 && number.abs() < 1e15 { Json::from(number as i64) } else { Json::from(number) }
}
