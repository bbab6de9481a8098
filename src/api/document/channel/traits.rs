//! What operations and messages have in common with others of a description: their traits.

use std::borrow::Cow;

use serde_json::Value as Json;

use crate::api::ApiDescription;

/// An operation or a message, and its traits: who says something of several comes first. Those of version 2 are put over
/// what they belong to, later ones below it; and of several the last one is on top.
pub(super) fn with_traits<'a>(description: &'a ApiDescription, owner: &'a Json) -> Vec<&'a Json> {
    let traits = owner.get("traits").and_then(Json::as_array).into_iter().flatten().rev();
    let mut owners: Vec<&Json> = traits.map(|part| description.resolve(part)).collect();
    let at = if description.version.starts_with("2.") { owners.len() } else { 0 };
    owners.insert(at, owner);
    owners
}

pub(super) fn said<'a>(owners: &[&'a Json], key: &str) -> Option<&'a Json> {
    owners.iter().find_map(|owner| owner.get(key))
}

/// A value that each of several says something of, the first one on top (RFC 7396); nothing where that takes it out.
pub(super) fn patched<'a>(values: &[&'a Json]) -> Option<Cow<'a, Json>> {
    match values {
        [] => None,
        [only] => Some(Cow::Borrowed(only)),
        values => {
            let mut values = values.iter().rev();
            let mut made = (*values.next()?).clone();
            values.for_each(|patch| put_over(&mut made, patch));
            (!made.is_null()).then_some(Cow::Owned(made))
        }
    }
}

fn put_over(value: &mut Json, patch: &Json) {
    let (Some(known), Some(patch)) = (value.as_object_mut(), patch.as_object()) else {
        *value = patch.clone();
        return;
    };
    for (key, patch) in patch {
        match known.get_mut(key) {
            _ if patch.is_null() => drop(known.shift_remove(key)),
            Some(value) => put_over(value, patch),
            None => drop(known.insert(key.clone(), patch.clone())),
        }
    }
}
