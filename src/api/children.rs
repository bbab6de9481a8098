//! Schemas that extend a base by `allOf` (OAS-45): a base with a discriminator stands for any of them, and need not
//! name them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::ApiDescription;
use super::pointer::escaped;

/// The children of each base with a discriminator that its mapping does not name, by the references to both, in written
/// order.
pub(super) type Children = BTreeMap<String, Vec<String>>;

impl ApiDescription {
    /// The references to the schemas that extend what a reference names, and that its discriminator does not name.
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
        let bases = with("\"discriminator\"").filter(|(_, schema)| lists_nothing(schema));
        let mapped: BTreeMap<String, BTreeSet<String>> =
            bases.map(|(base, schema)| (base, mapped(&schema, &reference))).collect();
        let mut children: Children = mapped.keys().map(|base| (base.clone(), Vec::new())).collect();
        if children.is_empty() {
            return children;
        }
        let mut parents: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (child, schema) in with("\"allOf\"") {
            let members = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
            for base in members.filter_map(|member| member.get("$ref")?.as_str()) {
                parents.entry(child.clone()).or_default().insert(base.to_owned());
                if let Some(known) = children.get_mut(base).filter(|_| base != child)
                    && !known.contains(&child)
                {
                    known.push(child.clone());
                }
            }
        }
        for (base, known) in &mut children {
            let named = mapped.get(base).into_iter().flatten();
            let named: BTreeSet<&String> = named.collect();
            // A step between the base and what its mapping names is no choice.
            let steps: BTreeSet<&String> =
                named.iter().filter_map(|child| parents.get(*child)).flatten().collect();
            known.retain(|child| !named.contains(child) && !steps.contains(child));
        }
        children.retain(|_, known| !known.is_empty());
        children
    }
}

/// Whether a schema has a discriminator and no list of what it chooses from.
fn lists_nothing(schema: &Value) -> bool {
    schema.get("discriminator").is_some() && ["oneOf", "anyOf"].iter().all(|key| schema.get(key).is_none())
}

/// The references to what the mapping of a base names; a name alone is that of a schema.
fn mapped(schema: &Value, reference: &dyn Fn(&str) -> String) -> BTreeSet<String> {
    let mapping = schema.get("discriminator").and_then(|it| it.get("mapping")?.as_object());
    let targets = mapping.into_iter().flatten().filter_map(|(_, target)| target.as_str());
    targets
        .map(|target| if target.contains(['/', '#']) { target.to_owned() } else { reference(target) })
        .collect()
}
