//! Which schemas extend a base by `allOf`: what a discriminator without a mapping chooses from (OAS-45).

use std::collections::BTreeMap;

use serde_json::Value;

use super::ApiDescription;

/// For the reference of each base the references of those that extend it, in written order.
pub(super) type Heirs = BTreeMap<String, Vec<String>>;

/// The members of `allOf` of the named schemas. Only those that have some are read, and only when a discriminator
/// is met.
pub(super) fn heirs(description: &ApiDescription) -> Heirs {
    let document = description.main();
    let (folder, schemas) = description.schemas_part();
    let entries = schemas.map_or(&[][..], |part| document.entries(part));
    let mut heirs = Heirs::new();
    for (name, part) in entries.iter().filter(|(_, part)| document.slice(*part).contains("\"allOf\"")) {
        let Some(schema) = document.read(*part) else { continue };
        let own = format!("#{folder}/{}", name.replace('~', "~0").replace('/', "~1"));
        let members = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
        for base in members.filter_map(|member| member.get("$ref")?.as_str()) {
            let known = heirs.entry(base.to_owned()).or_default();
            if !known.contains(&own) {
                known.push(own.clone());
            }
        }
    }
    heirs
}

/// Whether the text of a part may have a discriminator.
pub(super) fn may_choose(text: &str) -> bool {
    text.contains("\"discriminator\"")
}
