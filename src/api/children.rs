//! Schemas that extend a base by `allOf` (OAS-45): a base with a discriminator stands for any of them, and need not
//! name them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::ApiDescription;
use super::pointer::escaped;

/// The children of each base that has a discriminator without a mapping, by the references to both, in written order.
pub(super) type Children = BTreeMap<String, Vec<String>>;

impl ApiDescription {
    /// The references to the schemas that extend what a reference names, when it has a discriminator that names none.
    pub(super) fn children_of(&self, base: &str) -> &[String] {
        self.children().get(base).map_or(&[], Vec::as_slice)
    }

    /// All of them. Looked for once, and only in a description that has such a base.
    pub(super) fn children(&self) -> &Children {
        self.children.get_or_init(|| self.find_children())
    }

    fn find_children(&self) -> Children {
        let document = self.main();
        let (pointer, part) = self.schemas_part();
        let entries = part.map_or(&[][..], |part| document.entries(part));
        let reference = |name: &str| format!("#{pointer}/{}", escaped(name));
        let with = |word: &'static str| {
            let entries = entries.iter().filter(move |(_, part)| document.slice(*part).contains(word));
            entries.filter_map(|(name, part)| Some((reference(name), document.read(*part)?)))
        };
        let bases = with("\"discriminator\"").filter(|(_, schema)| names_no_child(schema));
        let mut children: Children = bases.map(|(base, _)| (base, Vec::new())).collect();
        if children.is_empty() {
            return children;
        }
        for (child, schema) in with("\"allOf\"") {
            let members = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
            for base in members.filter_map(|member| member.get("$ref")?.as_str()) {
                if let Some(known) = children.get_mut(base).filter(|_| base != child)
                    && !known.contains(&child)
                {
                    known.push(child.clone());
                }
            }
        }
        children.retain(|_, known| !known.is_empty());
        children
    }
}

/// Whether a schema has a discriminator, and says nowhere what it chooses from.
fn names_no_child(schema: &Value) -> bool {
    let Some(discriminator) = schema.get("discriminator") else { return false };
    let has_mapping =
        discriminator.get("mapping").and_then(Value::as_object).is_some_and(|map| !map.is_empty());
    !has_mapping && ["oneOf", "anyOf"].iter().all(|key| schema.get(key).is_none())
}
