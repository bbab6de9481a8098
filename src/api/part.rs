//! Schemas with a file of their own: what has no room in the pages of operations, and which they put in place when a
//! reader opens it. All operations of a description share these files, one for what is sent and one for what comes back.

use serde::{Deserialize, Serialize};
use serde_json::Map;

use super::schema::{Direction, reference_name};
use super::{ApiTarget, GeneratedPage, Visibility};
use crate::hash::KeyHasher;
use crate::page::ast::{Element, Node};
use crate::page::heading::field_part;
use crate::text::{Slug, SourcePath};

/// The folder of all parts.
pub const FOLDER: &str = "_docs/api";
/// The id of the element that holds the fields of a part; the ids of the rows begin with it.
pub const FIELDS: &str = "fields";
/// Most characters of the name of a schema in an address.
const LONGEST_NAME: usize = 60;

/// A schema with a file of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SchemaPart {
    /// The description.
    pub source: SourcePath,
    /// What the schema is called in it.
    pub reference: String,
    pub direction: Direction,
}

impl SchemaPart {
    /// What an `ApiPart` of a page leads to.
    pub fn of(element: &Element) -> Option<Self> {
        let direction = match element.text_prop("side")?.as_str() {
            "request" => Direction::Request,
            "response" => Direction::Response,
            _ => return None,
        };
        let source = SourcePath::new(&element.text_prop("source")?);
        Some(Self { source, reference: element.text_prop("reference")?, direction })
    }

    /// All parts that nodes lead to, sorted.
    pub fn in_nodes(nodes: &[Node]) -> Vec<Self> {
        fn collect(nodes: &[Node], parts: &mut Vec<SchemaPart>) {
            for node in nodes {
                let element = node.element().filter(|element| element.name == "ApiPart");
                parts.extend(element.and_then(SchemaPart::of));
                collect(&node.children, parts);
            }
        }
        let mut parts = Vec::new();
        collect(nodes, &mut parts);
        parts.sort();
        parts.dedup();
        parts
    }

    /// Its name.
    pub fn name(&self) -> &str {
        reference_name(&self.reference)
    }

    /// Where it lies: the same name for as long as the description and the schema are called the same.
    pub fn slug(&self) -> Slug {
        let mut key = KeyHasher::new("api part");
        key.value(self);
        let name: String = field_part(self.name()).chars().take(LONGEST_NAME).collect();
        Slug::new(&format!("{FOLDER}/{name}-{}", key.finish().short()))
    }

    /// The part as a page that a description makes.
    pub fn page(&self) -> GeneratedPage {
        GeneratedPage {
            slug: self.slug(),
            title: self.name().to_owned(),
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
