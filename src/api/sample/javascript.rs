//! `fetch`: in a browser, in Node.js, and in TypeScript.

use super::literal::{Control, Data, Quotes, loses_digits};
use super::request::{
    EXAMPLE_FILE, PartContent, SampleBody, SampleRequest, has_typed_texts, written_form, written_type,
};

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
    let mut before = Vec::new();
    let mut options = vec![format!("  method: {}", text(&request.method))];
    let headers = request.all_headers();
    if !headers.is_empty() {
        let lines: Vec<String> =
            headers.iter().map(|(name, value)| format!("{}: {}", key(name), text(value))).collect();
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
        SampleBody::Form(fields) => {
            let lines: Vec<String> =
                fields.iter().map(|(name, value)| format!("    [{}, {}]", text(name), text(value))).collect();
            options.push(match lines.is_empty() {
                true => "  body: new URLSearchParams()".to_owned(),
                false => format!("  body: new URLSearchParams([\n{}\n  ])", lines.join(",\n")),
            });
        }
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
