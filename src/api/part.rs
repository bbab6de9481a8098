//! Schemas with a file of their own: what has no room in the pages of operations, and which they put in place when a
//! reader opens it. All operations of a description share these files, one for what is sent and one for what comes back.
//!
//! Most have a name in the description. One without a name is known by where it stands.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::pointer::unescaped;
use super::schema::{Direction, Schema, reference_name};
use super::{ApiDescription, ApiTarget, GeneratedPage, Visibility};
use crate::hash::KeyHasher;
use crate::page::ast::{Attribute, AttributeValue, Element, Node, NodeKind, Value as Text};
use crate::page::heading::field_part;
use crate::text::{Slug, SourcePath};

/// The folder of all parts.
pub const FOLDER: &str = "_docs/api";
/// The id of the element that holds the fields of a part; the ids of the rows begin with it.
pub const FIELDS: &str = "fields";
/// The name of the element that leads to a part. No author can write it.
pub const PART_ELEMENT: &str = "schema part";
/// The attribute of that element with the language of its part.
const LANGUAGE: &str = "language";
/// Most characters of the name of a schema in an address.
const LONGEST_NAME: usize = 60;
/// What stands between the references of a schema that is said in several places.
const SEPARATOR: char = '\n';

/// A schema with a file of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SchemaPart {
    /// The description.
    pub source: SourcePath,
    /// What the schema is called in it, or where it stands; see [`joined`].
    pub reference: String,
    pub direction: Direction,
    /// The language of the interface texts in it; `None` for that of the site.
    pub language: Option<String>,
}

impl SchemaPart {
    /// What an element leads to.
    pub fn of(element: &Element) -> Option<Self> {
        let direction = match element.text_prop("side")?.as_str() {
            "request" => Direction::Request,
            "response" => Direction::Response,
            _ => return None,
        };
        let source = SourcePath::new(&element.text_prop("source")?);
        let reference = element.text_prop("reference")?;
        Some(Self { source, reference, direction, language: element.text_prop(LANGUAGE) })
    }

    /// All parts that nodes lead to, sorted.
    pub fn in_nodes(nodes: &[Node]) -> Vec<Self> {
        let mut parts = Vec::new();
        each_element(nodes, &mut |element| parts.extend(SchemaPart::of(element)));
        parts.sort();
        parts.dedup();
        parts
    }

    /// Its name.
    pub fn name(&self) -> String {
        name_of(&self.reference)
    }

    /// Where it lies: the same name for as long as the description and the schema are called the same.
    pub fn slug(&self) -> Slug {
        let mut key = KeyHasher::new("api part");
        key.value(self);
        let name: String = field_part(&self.name()).chars().take(LONGEST_NAME).collect();
        let folder = self.language.as_deref().map(|code| format!("{code}/")).unwrap_or_default();
        Slug::new(&format!("{FOLDER}/{folder}{name}-{}", key.finish().short()))
    }

    /// The part as a page that a description makes.
    pub fn page(&self) -> GeneratedPage {
        GeneratedPage {
            slug: self.slug(),
            alias: None,
            title: self.name(),
            sidebar_title: None,
            description: None,
            source: self.source.clone(),
            target: ApiTarget::Schema { reference: self.reference.clone(), direction: self.direction },
            method_label: None,
            deprecated: false,
            visibility: Visibility::Unlisted,
            metadata: Map::new(),
            groups: Vec::new(),
        }
    }
}

/// What the ids of all fields begin with that parts put in place, sorted.
pub fn field_prefixes(nodes: &[Node]) -> Vec<String> {
    let mut prefixes = Vec::new();
    each_element(nodes, &mut |element| {
        prefixes.extend(element.text_prop("row").map(|row| format!("{row}-")));
    });
    prefixes.sort();
    prefixes.dedup();
    prefixes
}

/// The elements that lead to parts.
fn each_element(nodes: &[Node], each: &mut dyn FnMut(&Element)) {
    for node in nodes {
        node.element().filter(|element| element.name == PART_ELEMENT).into_iter().for_each(&mut *each);
        each_element(&node.children, each);
    }
}

/// Leads all nodes to the parts in this language.
pub fn lead_to_language(nodes: &mut [Node], language: &str) {
    for node in nodes {
        if let NodeKind::Element(element) = &mut node.kind
            && element.name == PART_ELEMENT
        {
            let value = AttributeValue::Value(Text::String(language.to_owned()));
            element.attributes.push(Attribute { name: LANGUAGE.into(), value, span: node.span });
        }
        lead_to_language(&mut node.children, language);
    }
}

/// The references of all definitions of one schema as one; `None` when that could not be read again.
pub fn joined(references: &[String]) -> Option<String> {
    let are_plain = references.iter().all(|reference| !reference.contains(SEPARATOR));
    (are_plain && !references.is_empty()).then(|| references.join("\n"))
}

/// The references that [`joined`] put together.
pub fn split(reference: &str) -> impl Iterator<Item = &str> {
    reference.split(SEPARATOR)
}

/// The definitions of what a part shows, and all of them as one schema.
pub(super) fn definitions<'a>(
    description: &'a ApiDescription,
    reference: &'a str,
) -> Option<(Vec<&'a Value>, Schema<'a>)> {
    let parts: Vec<&Value> = split(reference).filter_map(|one| description.target(one)).collect();
    let schema = match parts.as_slice() {
        [] => return None,
        [_] if !reference.contains(SEPARATOR) => Schema::referenced(description, reference)?,
        parts => Schema::of(description, parts),
    };
    Some((parts, schema))
}

/// What a schema is called that stands at a reference: the name that it is defined under, that of the field that it is
/// the value of, or what it belongs to.
pub fn name_of(reference: &str) -> String {
    let first = split(reference).next().unwrap_or_default();
    let Some((_, pointer)) = first.split_once('#').filter(|(_, pointer)| pointer.contains('/')) else {
        return reference_name(first).to_owned();
    };
    let names: Vec<&str> = pointer.split('/').skip(1).collect();
    let is_name = |at: &usize| {
        let before = at.checked_sub(1).and_then(|before| names.get(before)).copied().unwrap_or_default();
        match before {
            "properties" | "schemas" | "definitions" | "$defs" | "patternProperties" => true,
            "allOf" | "oneOf" | "anyOf" | "prefixItems" | "content" | "parameters" => false,
            _ => !matches!(
                names.get(*at).copied().unwrap_or_default(),
                "schema"
                    | "items"
                    | "allOf"
                    | "oneOf"
                    | "anyOf"
                    | "additionalProperties"
                    | "content"
                    | "payload"
            ),
        }
    };
    let found = (0..names.len()).rev().find(is_name).and_then(|at| names.get(at)).copied();
    unescaped(found.or(names.last().copied()).unwrap_or(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_called_by_what_they_are() {
        let cases = [
            ("#/components/schemas/Pet", "Pet"),
            ("/schemas/pet.yaml#", "pet"),
            ("/schemas/pet.yaml#/Pet", "Pet"),
            ("#/components/schemas/Pet/properties/owner", "owner"),
            ("#/components/schemas/Pet/properties/list/items/items", "list"),
            ("#/components/schemas/Pet/properties/items", "items"),
            ("#/components/schemas/Pet/properties/a~1b/oneOf/3", "a/b"),
            ("#/components/schemas/Pet/properties/x\n#/components/schemas/Cat/properties/y", "x"),
            ("#/paths/~1a/post/requestBody/content/application~1json/schema", "requestBody"),
            ("#/paths/~1a/post/responses/200/content/application~1json/schema/items", "200"),
            ("#/components/schemas/Map/additionalProperties", "Map"),
        ];
        for (reference, name) in cases {
            assert_eq!(name_of(reference), name, "{reference}");
        }
    }
}
