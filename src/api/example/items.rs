//! Items in media types that are written line by line: JSON documents one below the other, events, and tables.

use serde_json::Value;

use crate::api::schema::essence;

/// The items of a value as a media type writes them; `None` when it is none of these.
pub fn items_as_text(value: &Value, media_type: &str) -> Option<String> {
    let essence = essence(media_type);
    let items = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    let is_one_of = |names: &[&str]| names.iter().any(|name| essence.ends_with(name));
    let separator = match essence.as_str() {
        // RFC 7464: each begins with a sign of its own.
        _ if is_one_of(&["json-seq"]) => {
            return Some(items.iter().map(|item| format!("\u{1e}{item}\n")).collect());
        }
        _ if is_one_of(&["ndjson", "jsonl", "json-lines", "jsonlines"]) => {
            return Some(items.iter().map(|item| format!("{item}\n")).collect());
        }
        "text/event-stream" => return Some(items.iter().map(event).collect()),
        "text/csv" => ',',
        "text/tab-separated-values" => '\t',
        _ => return None,
    };
    table(items, separator)
}

/// What an event may say of itself.
const FIELDS_OF_EVENT: [&str; 4] = ["event", "data", "id", "retry"];

/// One event: a line for each of its fields, and data of several lines in as many. What has none of them is the data of it.
fn event(item: &Value) -> String {
    let field = |name: &str, value: &Value| -> String {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        text.lines().chain(text.is_empty().then_some("")).map(|line| format!("{name}: {line}\n")).collect()
    };
    let fields =
        item.as_object().filter(|fields| fields.contains_key("data") || fields.contains_key("event"));
    let known =
        fields.map(|fields| fields.iter().filter(|(name, _)| FIELDS_OF_EVENT.contains(&name.as_str())));
    let lines = known.map(|known| known.map(|(name, value)| field(name, value)).collect());
    lines.unwrap_or_else(|| field("data", item)) + "\n"
}

/// Objects as rows below the names of the members of the first one.
fn table(items: &[Value], separator: char) -> Option<String> {
    let columns: Vec<&String> = items.first()?.as_object()?.keys().collect();
    let cell = |value: Option<&Value>| {
        let text = match value {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
        };
        match text.contains([separator, '"', '\r', '\n']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text,
        }
    };
    let line = |cells: Vec<String>| cells.join(&separator.to_string()) + "\n";
    let head = columns.iter().map(|name| cell(Some(&Value::String((*name).clone())))).collect();
    let row = |item: &Value| line(columns.iter().map(|name| cell(item.get(name.as_str()))).collect());
    Some(std::iter::once(line(head)).chain(items.iter().map(row)).collect())
}
