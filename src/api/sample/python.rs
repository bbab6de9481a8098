//! Python with `requests`.

use serde_json::Value;

use super::body::{EXAMPLE_FILE, PartContent, SampleBody};
use super::literal::{Control, Data, Quotes};
use super::request::SampleRequest;

const QUOTES: Quotes = Quotes { mark: '"', special: "", control: Control::Hex };

const DATA: Data = Data {
    null: "None",
    yes: "True",
    no: "False",
    mark: '"',
    text,
    key: text,
    behind_key: ": ",
    object: ("{", "}"),
    empty_object: "{}",
    array: ("[", "]"),
    indent: "    ",
};

/// The program.
pub(super) fn write(request: &SampleRequest) -> String {
    let mut imports = vec!["import requests".to_owned()];
    if request.digest {
        imports.push("from requests.auth import HTTPDigestAuth".to_owned());
    }
    let mut blocks = vec![format!("url = {}", text(&request.url))];
    let mut arguments = vec!["url".to_owned()];
    match &request.body {
        SampleBody::None => {}
        // What is `None` would not be sent.
        SampleBody::Json { value: Value::Null, .. } => arguments.push("data=\"null\"".to_owned()),
        // `json=` says so in a header, too, but with the usual type only.
        SampleBody::Json { value, .. } => {
            blocks.push(format!("payload = {}", DATA.value(value, 0)));
            arguments.push("json=payload".to_owned());
        }
        SampleBody::Form(fields) => {
            let pairs: Vec<(String, String)> =
                fields.iter().map(|(name, value)| (text(name), text(value))).collect();
            blocks.push(format!("payload = {}", pairs_literal(&pairs)));
            arguments.push("data=payload".to_owned());
        }
        SampleBody::Multipart(parts) => {
            let parts: Vec<(String, String)> = parts
                .iter()
                .map(|part| {
                    let kind =
                        part.media_type.as_ref().map(|kind| format!(", {}", text(kind))).unwrap_or_default();
                    let value = match &part.content {
                        PartContent::File => {
                            let name = text(EXAMPLE_FILE);
                            format!("({name}, open({name}, \"rb\"){kind})")
                        }
                        // Without a file name it is a field.
                        PartContent::Text(value) => format!("(None, {}{kind})", text(value)),
                    };
                    (text(&part.name), value)
                })
                .collect();
            blocks.push(format!("files = {}", pairs_literal(&parts)));
            arguments.push("files=files".to_owned());
        }
        SampleBody::Text { text: body, .. } | SampleBody::Parts { text: body, .. } => {
            blocks.push(format!("payload = {}", block(body)));
            arguments.push("data=payload.encode()".to_owned());
        }
        SampleBody::File { .. } => {
            blocks.push(format!("payload = open({}, \"rb\")", text(EXAMPLE_FILE)));
            arguments.push("data=payload".to_owned());
        }
    }
    let mut headers = request.headers.clone();
    headers.extend(request.cookie_header());
    headers.extend(request.body.media_type().map(|kind| ("Content-Type".to_owned(), kind.to_owned())));
    if !headers.is_empty() {
        let pairs: Vec<(String, String)> =
            headers.iter().map(|(name, value)| (text(name), text(value))).collect();
        blocks.push(format!("headers = {}", dictionary(&pairs)));
        arguments.push("headers=headers".to_owned());
    }
    if request.digest {
        arguments.push("auth=HTTPDigestAuth(\"<username>\", \"<password>\")".to_owned());
    }
    let call = match request.method.as_str() {
        method @ ("GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS") => {
            format!("requests.{}({})", method.to_lowercase(), arguments.join(", "))
        }
        method => format!("requests.request({}, {})", text(method), arguments.join(", ")),
    };
    let shown = if request.method == "HEAD" { "response.headers" } else { "response.text" };
    format!("{}\n\n{}\n\nresponse = {call}\n\nprint({shown})", imports.join("\n"), blocks.join("\n\n"))
}

/// A dictionary, or a list of pairs where a name comes twice.
fn pairs_literal(pairs: &[(String, String)]) -> String {
    let repeats =
        pairs.iter().enumerate().any(|(at, (name, _))| pairs.iter().take(at).any(|(other, _)| other == name));
    if !repeats {
        return dictionary(pairs);
    }
    let lines: Vec<String> = pairs.iter().map(|(name, value)| format!("    ({name}, {value})")).collect();
    format!("[\n{}\n]", lines.join(",\n"))
}

fn dictionary(pairs: &[(String, String)]) -> String {
    if let [(name, value)] = pairs {
        return format!("{{{name}: {value}}}");
    }
    let lines: Vec<String> = pairs.iter().map(|(name, value)| format!("    {name}: {value}")).collect();
    format!("{{\n{}\n}}", lines.join(",\n"))
}

/// Several lines one below the other.
fn block(body: &str) -> String {
    if !body.contains('\n') {
        return text(body);
    }
    let lines: Vec<String> = body.split_inclusive('\n').map(|line| format!("    {}", text(line))).collect();
    format!("(\n{}\n)", lines.join("\n"))
}

fn text(text: &str) -> String {
    QUOTES.text(text)
}
