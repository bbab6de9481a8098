//! C++ with cpr, the library that stands on libcurl.

use super::body::{EXAMPLE_FILE, PartContent, SampleBody};
use super::literal::{Control, Quotes, is_plain_block};
use super::request::SampleRequest;

const QUOTES: Quotes = Quotes { mark: '"', special: "", control: Control::Octal };
/// Longest piece of a raw literal that compilers must take.
const MAX_RAW: usize = 16_000;

/// The program.
pub(super) fn write(request: &SampleRequest) -> String {
    let call = match request.method.as_str() {
        "POST" => "Post",
        "PUT" => "Put",
        "DELETE" => "Delete",
        "PATCH" => "Patch",
        "HEAD" => "Head",
        "OPTIONS" => "Options",
        "GET" => "Get",
        // The library sends no other; better no sample than one of another request.
        other => return format!("// cpr has no function for {other} requests."),
    };
    let mut arguments = vec![format!("cpr::Url{{{}}}", text(&request.url))];
    let mut headers = request.headers.clone();
    headers.extend(request.cookie_header());
    headers.extend(request.body.media_type().map(|kind| ("Content-Type".to_owned(), kind.to_owned())));
    if !headers.is_empty() {
        let lines: Vec<String> = headers
            .iter()
            .map(|(name, value)| format!("            {{{}, {}}}", text(name), text(value)))
            .collect();
        arguments.push(format!("cpr::Header{{\n{}\n        }}", lines.join(",\n")));
    }
    if request.digest {
        arguments
            .push("cpr::Authentication{\"<username>\", \"<password>\", cpr::AuthMode::DIGEST}".to_owned());
    }
    match &request.body {
        SampleBody::None => {}
        SampleBody::Form(fields) => {
            let lines: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!("            {{{}, {}}}", text(name), text(value)))
                .collect();
            arguments.push(format!("cpr::Payload{{\n{}\n        }}", lines.join(",\n")));
        }
        SampleBody::Multipart(parts) => {
            let lines: Vec<String> = parts
                .iter()
                .map(|part| {
                    let kind =
                        part.media_type.as_ref().map(|kind| format!(", {}", text(kind))).unwrap_or_default();
                    let value = match &part.content {
                        PartContent::File => format!("cpr::File{{{}}}", text(EXAMPLE_FILE)),
                        PartContent::Text(value) => text(value),
                    };
                    format!("            {{{}, {value}{kind}}}", text(&part.name))
                })
                .collect();
            arguments.push(format!("cpr::Multipart{{\n{}\n        }}", lines.join(",\n")));
        }
        SampleBody::File { .. } => {
            arguments.push(format!("cpr::Body{{cpr::File{{{}}}}}", text(EXAMPLE_FILE)))
        }
        body => arguments.push(format!("cpr::Body{{{}}}", block(body.text().unwrap_or_default()))),
    }
    let read = match request.method.as_str() {
        "HEAD" => {
            "    for (const auto& [name, value] : response.header) {\n        std::cout << name << \": \" << value << std::endl;\n    }"
        }
        _ => "    std::cout << response.text << std::endl;",
    };
    format!(
        "#include <cpr/cpr.h>\n#include <iostream>\n\nint main() {{\n    cpr::Response response = cpr::{call}(\n        {}\n    );\n\n{read}\n}}",
        arguments.join(",\n        ")
    )
}

/// A raw string; its end has a name that the text does not have.
fn block(body: &str) -> String {
    if !body.contains('\n') || !is_plain_block(body) || body.len() > MAX_RAW {
        return text(body);
    }
    let mut name = "json".to_owned();
    while body.contains(&format!("){name}\"")) && name.len() < 16 {
        name.push('_');
    }
    format!("R\"{name}({body}){name}\"")
}

fn text(text: &str) -> String {
    QUOTES.text(text).replace("??", "?\\?")
}
