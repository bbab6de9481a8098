//! `fetch`: in a browser, in Node.js, and in TypeScript.

use super::body::{EXAMPLE_FILE, PartContent, SampleBody, has_typed_texts, written_form, written_type};
use super::literal::{Control, Data, Quotes, loses_digits};
use super::request::SampleRequest;

const QUOTES: Quotes = Quotes { mark: '\'', special: "", control: Control::Hex };

const DATA: Data = Data {
    null: "null",
    yes: "true",
    no: "false",
    mark: '\'',
    text,
    key,
    behind_key: ": ",
    object: ("{", "}"),
    empty_object: "{}",
    array: ("[", "]"),
    indent: "  ",
};

/// Where the program runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Browser,
    Node,
    TypeScript,
}

/// For a page.
pub(super) fn browser(request: &SampleRequest) -> String {
    write(request, Place::Browser)
}

/// For Node.js, which reads files from the disk.
pub(super) fn node(request: &SampleRequest) -> String {
    write(request, Place::Node)
}

/// With types.
pub(super) fn typescript(request: &SampleRequest) -> String {
    write(request, Place::TypeScript)
}

fn write(request: &SampleRequest, place: Place) -> String {
    if matches!(request.method.as_str(), "TRACE" | "TRACK" | "CONNECT") {
        // It throws, wherever it runs.
        return format!("// fetch sends no {} requests.", request.method);
    }
    if request.has_refused_body() {
        let sent = if place == Place::Node { value_of(&request.body) } else { None };
        let none = || format!("// fetch sends no body with {} requests.", request.method);
        return sent.map_or_else(none, |body| by_node(request, &body));
    }
    let mut before = Vec::new();
    let mut options = vec![format!("  method: {}", text(&request.method))];
    let lines = headers(request, place);
    // A browser lets no program write this header, and sends the cookies that it has when it is asked to.
    let is_page = place != Place::Node;
    if is_page && !request.cookies.is_empty() {
        let cookie = |(name, value): &(String, String)| {
            format!("document.cookie = {};", text(&format!("{name}={value}")))
        };
        before.extend(request.cookies.iter().map(cookie));
        options.push("  credentials: 'include'".to_owned());
    }
    if !lines.is_empty() {
        options.push(match lines.as_slice() {
            [line] => format!("  headers: {{ {line} }}"),
            lines => format!("  headers: {{\n    {}\n  }}", lines.join(",\n    ")),
        });
    }
    match &request.body {
        SampleBody::None => {}
        SampleBody::Json { value, .. } if !loses_digits(value) => {
            options.push(format!("  body: JSON.stringify({})", DATA.value(value, 1)));
        }
        SampleBody::Form(fields) => options.push(format!("  body: {}", search_params(fields, "  "))),
        SampleBody::Multipart(parts) if has_typed_texts(parts) => {
            let file = |head: &str| format!("{head}, {}, {}", bytes(place), text("\r\n"));
            let pieces = written_form(parts, text, &file).join(",\n  ");
            let kind = text(&written_type());
            before.push(format!("const form = new Blob([\n  {pieces}\n], {{ type: {kind} }});"));
            options.push("  body: form".to_owned());
        }
        SampleBody::Multipart(parts) => {
            before.push("const form = new FormData();".to_owned());
            for part in parts {
                let name = text(&part.name);
                before.push(match &part.content {
                    PartContent::File => {
                        let file = file(part.media_type.as_deref(), place);
                        format!("form.append({name}, {file}, {});", text(EXAMPLE_FILE))
                    }
                    PartContent::Text(value) => format!("form.append({name}, {});", text(value)),
                });
            }
            options.push("  body: form".to_owned());
        }
        SampleBody::File { .. } => options.push(format!("  body: {}", bytes(place))),
        body => options.push(format!("  body: {}", text(body.text().unwrap_or_default()))),
    }
    let options = match options.as_slice() {
        [method] => format!("{{ {} }}", method.trim()),
        options => format!("{{\n{}\n}}", options.join(",\n")),
    };
    let has_file = matches!(&request.body, SampleBody::File { .. })
        || matches!(&request.body, SampleBody::Multipart(parts) if parts.iter().any(|part| part.content == PartContent::File));
    let mut code = String::new();
    if has_file {
        code.push_str(match place {
            Place::Node => "import fs from 'node:fs';\n\n",
            Place::Browser => "const fileInput = document.querySelector('input[type=file]');\n",
            Place::TypeScript => {
                "const fileInput = document.querySelector<HTMLInputElement>('input[type=file]')!;\n"
            }
        });
    }
    if !before.is_empty() {
        code.push_str(&format!("{}\n\n", before.join("\n")));
    }
    let read = if request.method == "HEAD" { "response.headers" } else { "response.text()" };
    let (options_type, promised) = match place {
        Place::TypeScript => (": RequestInit", ": string"),
        _ => ("", ""),
    };
    let url = text(&request.url);
    code.push_str(&format!("const options{options_type} = {options};\n\n"));
    match (request.method.as_str(), place) {
        ("HEAD", _) => {
            code.push_str(&format!("const response = await fetch({url}, options);\nconsole.log({read});"));
        }
        (_, Place::Browser) => code.push_str(&format!(
            "fetch({url}, options)\n  .then(response => response.text())\n  .then(text => console.log(text))\n  .catch(error => console.error(error));"
        )),
        _ => code.push_str(&format!(
            "const response = await fetch({url}, options);\nconst text{promised} = await {read};\nconsole.log(text);"
        )),
    }
    code
}

/// The headers as members of an object.
fn headers(request: &SampleRequest, place: Place) -> Vec<String> {
    let all = request.all_headers().into_iter();
    let sent = all.filter(|(name, _)| place == Place::Node || name != "Cookie");
    sent.map(|(name, value)| format!("{}: {}", key(&name), text(&value))).collect()
}

fn search_params(fields: &[(String, String)], indent: &str) -> String {
    let line = |(name, value): &(String, String)| format!("{indent}  [{}, {}]", text(name), text(value));
    match fields {
        [] => "new URLSearchParams()".to_owned(),
        fields => {
            let lines: Vec<String> = fields.iter().map(line).collect();
            format!("new URLSearchParams([\n{}\n{indent}])", lines.join(",\n"))
        }
    }
}

/// A body as a text of the language; `None` for files and what libraries make.
fn value_of(body: &SampleBody) -> Option<String> {
    Some(match body {
        SampleBody::Json { value, .. } if !loses_digits(value) => {
            format!("JSON.stringify({})", DATA.value(value, 0))
        }
        SampleBody::Form(fields) => format!("{}.toString()", search_params(fields, "")),
        body => text(body.text()?),
    })
}

/// Node's own client sends what `fetch` refuses. Of such a method it does not say how long the body is.
fn by_node(request: &SampleRequest, body: &str) -> String {
    let module = if request.url.starts_with("http:") { "node:http" } else { "node:https" };
    let mut headers = headers(request, Place::Node);
    headers.push("'Content-Length': Buffer.byteLength(body)".to_owned());
    let (method, url) = (text(&request.method), text(&request.url));
    let read = if request.method == "HEAD" { "response.headers" } else { "await text(response)" };
    format!(
        "import {{ request }} from {};\nimport {{ text }} from 'node:stream/consumers';\n\n\
         const body = {body};\n\
         const options = {{\n  method: {method},\n  headers: {{\n    {}\n  }}\n}};\n\n\
         const response = await new Promise((resolve, reject) => {{\n  \
         request({url}, options, resolve).on('error', reject).end(body);\n}});\nconsole.log({read});",
        text(module),
        headers.join(",\n    ")
    )
}

/// What the file of the reader holds.
fn bytes(place: Place) -> String {
    match place {
        Place::Node => format!("fs.readFileSync({})", text(EXAMPLE_FILE)),
        Place::TypeScript => "fileInput.files![0]".to_owned(),
        Place::Browser => "fileInput.files[0]".to_owned(),
    }
}

/// The file of the reader as a part of a form.
fn file(media_type: Option<&str>, place: Place) -> String {
    match (place, media_type) {
        (Place::Node, Some(kind)) => format!("new Blob([{}], {{ type: {} }})", bytes(place), text(kind)),
        (Place::Node, None) => format!("new Blob([{}])", bytes(place)),
        _ => bytes(place),
    }
}

/// A name in an object, without quotes where it needs none. `__proto__` would set something else.
fn key(name: &str) -> String {
    let mut chars = name.chars();
    let is_identifier = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '_' | '$'))
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$'));
    match name {
        "__proto__" => "['__proto__']".to_owned(),
        name if is_identifier => name.to_owned(),
        name => text(name),
    }
}

fn text(text: &str) -> String {
    QUOTES.text(text)
}
