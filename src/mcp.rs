//! A server of the Model Context Protocol over a built site (AI-10): search, read a page, list pages.
//!
//! One JSON-RPC message in, at most one out; where they come from and go to is `cli/mcp`, and for
//! HTTP `serve/mcp`. Written by hand: three tools
//! that answer at once need none of the streams, tasks and schemas of the official crate, which brings an asynchronous
//! runtime and seventy packages. `library` knows the site, `tools` says what can be asked of it.

use serde_json::{Value, json};

mod library;
mod tools;

pub use library::Library;

/// Versions of the protocol, the newest first; what this server says is the same in all of them.
const VERSIONS: &[&str] = &["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// Pages that one list of resources has.
const RESOURCES: usize = 200;

/// Codes of JSON-RPC.
const NO_JSON: i64 = -32_700;
const NO_REQUEST: i64 = -32_600;
const NO_METHOD: i64 = -32_601;
const NO_PARAMETERS: i64 = -32_602;
/// Of this protocol.
const NO_RESOURCE: i64 = -32_002;

/// A request that failed.
struct Refusal {
    code: i64,
    message: String,
}

/// Whether this is a version of the protocol that is spoken here.
pub fn is_version(version: &str) -> bool {
    VERSIONS.contains(&version)
}

/// The answer to one message, or to an array of them; `None` when nothing is to be said.
pub fn answer(library: &Library, message: &str) -> Option<String> {
    let answer = match serde_json::from_str::<Value>(message) {
        Ok(Value::Array(messages)) if !messages.is_empty() => {
            let answers: Vec<Value> =
                messages.iter().filter_map(|message| answer_one(library, message)).collect();
            (!answers.is_empty()).then_some(Value::Array(answers))
        }
        Ok(message) => answer_one(library, &message),
        Err(error) => Some(refusal(&Value::Null, NO_JSON, &error.to_string())),
    };
    answer.map(|answer| answer.to_string())
}

fn answer_one(library: &Library, message: &Value) -> Option<Value> {
    let id = message.get("id").filter(|id| id.is_string() || id.is_number());
    let Some(method) = message.get("method").and_then(Value::as_str) else {
        // An answer to a question that was never asked needs none.
        let is_answer = message.get("result").is_some() || message.get("error").is_some();
        return (!is_answer).then(|| refusal(id.unwrap_or(&Value::Null), NO_REQUEST, "there is no method"));
    };
    // Without an id it is a notification.
    let id = id?;
    let nothing = json!({});
    let parameters = message.get("params").unwrap_or(&nothing);
    let result = match method {
        "initialize" => Ok(initialize(library, parameters)),
        "ping" => Ok(json!({})),
        "tools/list" => Ok(json!({ "tools": tools::list(library) })),
        "tools/call" => call(library, parameters),
        "resources/list" => resources(library, parameters),
        "resources/templates/list" => Ok(json!({ "resourceTemplates": [] })),
        "resources/read" => read(library, parameters),
        other => Err(Refusal { code: NO_METHOD, message: format!("there is no method `{other}`") }),
    };
    Some(match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(Refusal { code, message }) => refusal(id, code, &message),
    })
}

fn refusal(id: &Value, code: i64, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

fn initialize(library: &Library, parameters: &Value) -> Value {
    let asked = parameters.get("protocolVersion").and_then(Value::as_str);
    let version = asked.filter(|asked| VERSIONS.contains(asked)).or(VERSIONS.first().copied());
    let name = library.name();
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": {}, "resources": {} },
        "serverInfo": { "name": "docs", "title": name, "version": env!("CARGO_PKG_VERSION") },
        "instructions": format!(
            "The documentation of {name}. Search first; then read the pages that were found. Pages are Markdown."
        ),
    })
}

fn call(library: &Library, parameters: &Value) -> Result<Value, Refusal> {
    let refuse = |message: String| Refusal { code: NO_PARAMETERS, message };
    let name = parameters.get("name").and_then(Value::as_str);
    let name = name.ok_or_else(|| refuse("a call needs the `name` of a tool".to_owned()))?;
    let nothing = json!({});
    let arguments = parameters.get("arguments").filter(|given| !given.is_null()).unwrap_or(&nothing);
    let answer = tools::call(library, name, arguments);
    match answer.ok_or_else(|| refuse(format!("there is no tool `{name}`")))? {
        Ok(tools::Answer { text, data }) => {
            let content = json!([{ "type": "text", "text": text }]);
            Ok(match data {
                Some(data) => json!({ "content": content, "structuredContent": data }),
                None => json!({ "content": content }),
            })
        }
        // For the model to read, and to ask better.
        Err(problem) => Ok(json!({ "content": [{ "type": "text", "text": problem }], "isError": true })),
    }
}

fn resources(library: &Library, parameters: &Value) -> Result<Value, Refusal> {
    let from = match parameters.get("cursor").and_then(Value::as_str) {
        Some(cursor) => cursor.parse().map_err(|_| Refusal {
            code: NO_PARAMETERS,
            message: format!("`{cursor}` is no cursor of this server"),
        })?,
        None => 0,
    };
    let pages = library.pages();
    let shown = pages.iter().skip(from).take(RESOURCES).map(|page| {
        let mut resource = json!({
            "uri": format!("{SCHEME}{}", page.markdown), "name": page.url, "title": page.title, "mimeType": "text/markdown",
        });
        if let Some(description) = &page.description {
            resource["description"] = json!(description);
        }
        resource
    });
    let mut answer = json!({ "resources": shown.collect::<Vec<Value>>() });
    let next = from.saturating_add(RESOURCES);
    if next < pages.len() {
        answer["nextCursor"] = json!(next.to_string());
    }
    Ok(answer)
}

/// What addresses of resources begin with.
const SCHEME: &str = "docs://";

fn read(library: &Library, parameters: &Value) -> Result<Value, Refusal> {
    let uri = parameters.get("uri").and_then(Value::as_str).unwrap_or("");
    let text = uri.strip_prefix(SCHEME).and_then(|path| library.read(path));
    let text =
        text.ok_or_else(|| Refusal { code: NO_RESOURCE, message: format!("there is no resource `{uri}`") })?;
    Ok(json!({ "contents": [{ "uri": uri, "mimeType": "text/markdown", "text": text }] }))
}
