//! A description as it is published beside the pages: without what is excluded from them (OAS-52), or kept from some
//! readers.

use serde_json::{Map, Value};

use super::load::read_json;
use super::operation::{groups_of, is_excluded};
use super::reference::METHODS;
use super::restricted::{Readers, take_out};
use super::{ApiCatalog, ApiKind, MintExtension};
use crate::text::SourceText;

impl ApiCatalog {
    /// Whether the published form differs from the file.
    pub fn has_excluded(&self, readers: Readers) -> bool {
        let is_kept = |extension: &MintExtension| readers == Readers::All && !extension.groups.is_empty();
        self.is_restricted
            || self.operations.iter().any(|operation| operation.x_excluded || is_kept(&operation.x_mint))
            || self.channels.iter().any(|channel| channel.x_excluded || is_kept(&channel.x_mint))
    }
}

/// The description without excluded operations and channels, as JSON, which YAML can be; `None` when it cannot be read.
pub fn without_excluded(source: &SourceText, kind: ApiKind, readers: Readers) -> Option<String> {
    let is_left_out =
        |value: &Value| is_excluded(value) || readers == Readers::All && groups_of(value).next().is_some();
    let mut root: Value = serde_json::from_str(read_json(source).ok()?.text()).ok()?;
    if readers == Readers::All {
        take_out(&mut root);
    }
    let sections: &[&str] = match kind {
        ApiKind::OpenApi => &["paths", "webhooks", "x-webhooks"],
        ApiKind::AsyncApi => &["channels"],
    };
    for section in sections {
        // Groups may be said of all paths at once.
        let is_all_kept = readers == Readers::All
            && root.get(*section).is_some_and(|items| groups_of(items).next().is_some());
        let Some(items) = root.get_mut(*section).and_then(Value::as_object_mut) else { continue };
        if is_all_kept {
            items.clear();
        }
        items.retain(|_, item| !is_left_out(item));
        for item in items.values_mut().filter_map(Value::as_object_mut) {
            item.retain(|name, value| !(METHODS.contains(&name.as_str()) && is_left_out(value)));
        }
        // A path whose operations are all gone is gone.
        if kind == ApiKind::OpenApi {
            let is_operation =
                |item: &Map<String, Value>| METHODS.iter().any(|method| item.contains_key(*method));
            items.retain(|_, item| {
                item.as_object().is_none_or(|item| is_operation(item) || item.contains_key("$ref"))
            });
        }
    }
    serde_json::to_string_pretty(&root).ok().map(|text| text + "\n")
}
