//! A description as it is published beside the pages: without what is excluded from them (OAS-52).

use serde_json::{Map, Value};

use super::load::read_json;
use super::operation::is_excluded;
use super::reference::METHODS;
use super::{ApiCatalog, ApiKind};
use crate::text::SourceText;

impl ApiCatalog {
    /// Whether the published form differs from the file.
    pub fn has_excluded(&self) -> bool {
        self.operations.iter().any(|operation| operation.x_excluded)
            || self.channels.iter().any(|channel| channel.x_excluded)
    }
}

/// The description without excluded operations and channels, as JSON, which YAML can be; `None` when it cannot be read.
pub fn without_excluded(source: &SourceText, kind: ApiKind) -> Option<String> {
    let mut root: Value = serde_json::from_str(read_json(source).ok()?.text()).ok()?;
    let sections: &[&str] = match kind {
        ApiKind::OpenApi => &["paths", "webhooks", "x-webhooks"],
        ApiKind::AsyncApi => &["channels"],
    };
    for section in sections {
        let Some(items) = root.get_mut(*section).and_then(Value::as_object_mut) else { continue };
        items.retain(|_, item| !is_excluded(item));
        for item in items.values_mut().filter_map(Value::as_object_mut) {
            item.retain(|name, value| !(METHODS.contains(&name.as_str()) && is_excluded(value)));
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
