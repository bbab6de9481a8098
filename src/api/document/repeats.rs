//! Schemas that a page uses more than once: where each is shown, and what other places say instead.
//!
//! A recursive schema leads to the row that it is inside of. On a large page, every schema with a name is shown once,
//! where it is nearest to the top: what is deep then stands below something that is not.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::fields::{Rows, mark};
use super::known::Known;
use super::markup::{code, element, link, paragraph, sentence, string};
use super::room::{Part, Repeats};
use crate::api::part::{PART_ELEMENT, name_of};
use crate::api::schema::{Direction, Schema};
use crate::page::ast::{Node, NodeKind};

/// The name of a schema, in one direction: in the other one it has other fields. Each side of a page shows its own, so
/// that neither depends on the room of the other.
type Named<'a> = (&'a str, Direction, Part);

/// How deep the fields of each schema stand where they are nearest to the top.
pub(super) type Nearest<'a> = BTreeMap<Named<'a>, usize>;

/// What the address of a link begins with until its row has an id.
const LATER: &str = "#\u{1}";
/// What the id of a whole body or response begins with, which is on the page when a link leads to it.
const WHOLE: &str = "\u{2}";

/// Where schemas are shown.
pub(super) struct Places<'a> {
    /// References that are being expanded, with the id of the row that does.
    open: Vec<(&'a str, String)>,
    /// Those that were expanded: the row, and how deep its fields stand.
    shown: BTreeMap<Named<'a>, (String, usize)>,
    /// Where they will be, as far as it is known.
    nearest: Nearest<'a>,
    /// What links lead to that comes later, by the number of the link.
    later: Vec<Later<'a>>,
    /// The references of all schemas that rows are being built of: what has no name stands in one of them.
    bases: Vec<&'a str>,
    /// What the ids of whole bodies and responses will begin with, by their numbers.
    wholes: Vec<String>,
    /// Whether this only looks for the nearest places.
    is_survey: bool,
}

/// What has the fields of a schema that is shown elsewhere.
#[derive(Clone, Copy)]
pub(super) enum Alike {
    /// The value of the row.
    Value,
    /// Each item of it.
    Items,
}

/// Where a schema is shown that is not shown here.
pub(super) enum Elsewhere<'a> {
    Above(String),
    Below(Named<'a>),
    /// In a file of its own, under this reference.
    Part(String, Direction),
}

/// What a link that leads to what comes later becomes when that did not come: a part, for the row with this id.
struct Later<'a> {
    to: Named<'a>,
    row: String,
}

impl<'a> Places<'a> {
    pub(super) fn new(nearest: Nearest<'a>) -> Self {
        Self {
            open: Vec::new(),
            shown: BTreeMap::new(),
            nearest,
            later: Vec::new(),
            bases: Vec::new(),
            wholes: Vec::new(),
            is_survey: false,
        }
    }

    /// For a page that is built to find the nearest places: what is met nearer to the top is shown again.
    pub(super) fn survey() -> Self {
        Self { is_survey: true, ..Self::new(Nearest::new()) }
    }

    /// The row that a schema is inside of, by what it is called or includes.
    fn open_around(&self, schema: &Schema<'a>) -> Option<&(&'a str, String)> {
        self.open.iter().find(|(open, _)| schema.identity().contains(open))
    }

    /// What a survey found.
    pub(super) fn nearest(self) -> Nearest<'a> {
        self.shown.into_iter().map(|(name, (_, depth))| (name, depth)).collect()
    }
}

impl<'a> Rows<'a> {
    /// Where `schema` is shown, if not here with its fields at this depth: in the row that is being built, or at its
    /// one place on a page that shows each once.
    pub(super) fn elsewhere(
        &mut self,
        alike: Alike,
        schema: &Known<'a>,
        direction: Direction,
        depth: usize,
    ) -> Option<Elsewhere<'a>> {
        let places = &self.places;
        if let Some((_, id)) = places.open_around(schema) {
            return Some(Elsewhere::Above(id.clone()));
        }
        let form = self.form();
        if let (Repeats::Linked, Some(own)) = (form.repeats, schema.own_references().first()) {
            let name = (*own, direction, self.part);
            match places.shown.get(&name) {
                Some((id, shown)) if !places.is_survey || *shown <= depth => {
                    return Some(Elsewhere::Above(id.clone()));
                }
                _ if places
                    .nearest
                    .get(&name)
                    .is_some_and(|nearest| *nearest < depth.min(form.first_apart())) =>
                {
                    return Some(Elsewhere::Below(name));
                }
                _ => {}
            }
        }
        if depth < form.first_apart() || !self.has_fields(schema) {
            return None;
        }
        let reference = self.part_reference(schema, depth)?;
        (!self.takes_spare(schema, alike, depth)).then_some(Elsewhere::Part(reference, direction))
    }

    /// The reference that a schema has the fields of, when that is being expanded.
    pub(super) fn open_around(&self, schema: &Schema<'a>) -> Option<&'a str> {
        self.places.open_around(schema).map(|(reference, _)| *reference)
    }

    /// Whether a schema has something inside, of its own or of what it may be: a text that may be `null` has not. Of a
    /// list the items have; they are looked at by themselves.
    pub(super) fn has_fields(&self, schema: &Known<'a>) -> bool {
        let is_open = |key: &str| schema.keyword(key).is_some_and(Json::is_object);
        let has_own = || {
            !schema.properties.is_empty()
                || ["additionalProperties", "patternProperties", "discriminator", "if"]
                    .into_iter()
                    .any(is_open)
        };
        // A choice among choices has.
        let has_member = || {
            schema.alternatives().any(|member| {
                let member = self.schema(&[member]);
                !member.choices.is_empty() || !member.items().is_empty() || self.has_fields(&member)
            })
        };
        schema.items().is_empty() && (has_own() || has_member())
    }

    /// What the file of its own of a schema at this depth is called by: its name, or where it stands when those without
    /// one have no room here either.
    pub(super) fn part_reference(&self, schema: &Known<'a>, depth: usize) -> Option<String> {
        let named = schema.whole_reference(self.description).map(str::to_owned);
        named.or_else(|| {
            let is_apart = depth >= self.form().first_unnamed_apart();
            let mut located = self.located.borrow_mut();
            is_apart.then(|| located.reference(&schema.definitions, &self.places.bases)).flatten()
        })
    }

    /// The id of a whole body or response whose rows have ids that begin with `id`, and the element that may get it.
    pub(super) fn whole(&mut self, id: &str) -> (String, Option<Node>) {
        if self.anchors.contains(id) {
            return (id.to_owned(), None);
        }
        let marker = format!("{WHOLE}{}", self.places.wholes.len());
        self.places.wholes.push(id.to_owned());
        let place = element("div", vec![("id", string(marker.as_str()))], Vec::new());
        (marker, Some(place))
    }

    /// Does `build` while `schema` counts as shown by the row with this id, with its fields at this depth.
    pub(super) fn within<T>(
        &mut self,
        schema: &Known<'a>,
        (id, direction, depth): (&str, Direction, usize),
        build: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = (self.places.open.len(), self.places.bases.len());
        self.work += schema.merged;
        self.places.bases.extend(schema.references());
        self.places.open.extend(schema.identity().iter().map(|reference| (*reference, id.to_owned())));
        let built = build(self);
        self.places.open.truncate(before.0);
        self.places.bases.truncate(before.1);
        if !schema.properties.is_empty() || !schema.choices.is_empty() {
            for reference in schema.own_references() {
                let shown = self.places.shown.entry((*reference, direction, self.part));
                let shown = shown.or_insert_with(|| (id.to_owned(), depth));
                if depth < shown.1 {
                    *shown = (id.to_owned(), depth);
                }
            }
        }
        built
    }

    /// Says that a schema is shown elsewhere, with a link when that place has an id.
    /// Those in a file of their own are a disclosure for the row with the id `row`.
    pub(super) fn same_fields(
        &mut self,
        alike: Alike,
        schema: &Known<'a>,
        elsewhere: Elsewhere<'a>,
        row: &str,
    ) -> Node {
        let words = self.words;
        let [above, below] = match alike {
            Alike::Value => [&words.same_above, &words.same_below],
            Alike::Items => [&words.items_same_above, &words.items_same_below],
        };
        let (target, said) = match elsewhere {
            Elsewhere::Above(id) => (self.is_place(&id).then(|| format!("#{id}")), above),
            Elsewhere::Part(reference, direction) => {
                return self.part(&reference, direction, row, None);
            }
            Elsewhere::Below(to) => {
                self.places.later.push(Later { to, row: row.to_owned() });
                (Some(format!("{LATER}{}", self.places.later.len() - 1)), below)
            }
        };
        // The paragraph, its texts, the name, and the link around it.
        self.use_nodes(4 + usize::from(target.is_some()));
        if self.is_draft {
            return mark();
        }
        let name = code(schema.name(self.description));
        let name = match target {
            Some(target) => link(&target, vec![name]),
            None => name,
        };
        paragraph(sentence(said, name))
    }

    /// Whether an element has this id, or may get it.
    fn is_place(&self, id: &str) -> bool {
        id.starts_with(WHOLE) || self.anchors.contains(id)
    }

    /// The disclosure of a schema that has a file of its own, under this name or its own.
    pub(super) fn part(
        &mut self,
        reference: &str,
        direction: Direction,
        row: &str,
        name: Option<&str>,
    ) -> Node {
        self.use_row();
        match self.is_draft {
            true => element(PART_ELEMENT, Vec::new(), Vec::new()),
            false => self.part_of(reference, direction, row, name),
        }
    }

    fn part_of(&self, reference: &str, direction: Direction, row: &str, name: Option<&str>) -> Node {
        let own = || name_of(reference);
        let side = if direction == Direction::Request { "request" } else { "response" };
        let attributes = vec![
            ("name", string(name.map_or_else(own, str::to_owned))),
            ("source", string(self.description.path.as_str())),
            ("reference", string(reference)),
            ("side", string(side)),
            ("row", string(row)),
        ];
        element(PART_ELEMENT, attributes, Vec::new())
    }

    /// Leads the links to what comes later to where it came. What did not come is in a file of its own, and returned.
    pub(super) fn settle(&mut self, nodes: &mut Vec<Node>) -> BTreeSet<Named<'a>> {
        let mut lost = BTreeSet::new();
        if self.is_draft {
            let later = self.places.later.iter().map(|later| later.to);
            lost.extend(later.filter(|to| !self.places.shown.contains_key(to)));
            return lost;
        }
        if !self.places.later.is_empty() {
            self.settle_links(nodes, &mut lost);
        }
        if !self.places.wholes.is_empty() {
            let mut linked = BTreeSet::new();
            linked_wholes(nodes, &mut linked);
            let wholes = std::mem::take(&mut self.places.wholes);
            let ids: BTreeMap<String, String> = linked
                .into_iter()
                .filter_map(|marker| {
                    let number: usize = marker.strip_prefix(WHOLE)?.parse().ok()?;
                    let id = self.anchor(&format!("{}-fields", wholes.get(number)?));
                    Some((marker, id))
                })
                .collect();
            give_ids(nodes, &ids);
        }
        lost
    }

    fn settle_links(&mut self, nodes: &mut [Node], lost: &mut BTreeSet<Named<'a>>) {
        for node in nodes {
            self.settle_links(&mut node.children, lost);
            let [_, name, _] = node.children.as_mut_slice() else { continue };
            let NodeKind::Link { url, .. } = &mut name.kind else { continue };
            let Some(number) = url.strip_prefix(LATER).and_then(|number| number.parse::<usize>().ok()) else {
                continue;
            };
            let Some(later) = self.places.later.get(number) else { continue };
            match self.places.shown.get(&later.to) {
                Some((id, _)) if self.is_place(id) => {
                    *url = format!("#{id}");
                    continue;
                }
                Some(_) => {}
                None => {
                    lost.insert(later.to);
                    *node = self.part_of(later.to.0, later.to.1, &later.row, None);
                    continue;
                }
            }
            if let Some(inner) = name.children.pop() {
                *name = inner;
            }
        }
    }
}

/// The whole bodies and responses that links lead to.
fn linked_wholes(nodes: &[Node], linked: &mut BTreeSet<String>) {
    for node in nodes {
        if let NodeKind::Link { url, .. } = &node.kind
            && let Some(marker) = url.strip_prefix('#').filter(|marker| marker.starts_with(WHOLE))
        {
            linked.insert(marker.to_owned());
        }
        linked_wholes(&node.children, linked);
    }
}

/// Gives them their ids; the places of others go.
fn give_ids(nodes: &mut Vec<Node>, ids: &BTreeMap<String, String>) {
    let marker = |node: &Node| {
        let id = node.element().filter(|element| element.name == "div")?.text_prop("id")?;
        id.starts_with(WHOLE).then_some(id)
    };
    nodes.retain(|node| marker(node).is_none_or(|marker| ids.contains_key(&marker)));
    for node in nodes {
        if let Some(id) = marker(node).and_then(|marker| ids.get(&marker)) {
            *node = element("div", vec![("id", string(id.as_str()))], Vec::new());
        }
        if let NodeKind::Link { url, .. } = &mut node.kind
            && let Some(id) = url.strip_prefix('#').and_then(|marker| ids.get(marker))
        {
            *url = format!("#{id}");
        }
        give_ids(&mut node.children, ids);
    }
}

/// Whether a node is the disclosure of a schema with a file of its own.
pub(super) fn is_part(node: &Node) -> bool {
    node.element().is_some_and(|element| element.name == PART_ELEMENT)
}
