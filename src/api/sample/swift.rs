//! Swift with `URLSession`.

use super::body::{EXAMPLE_FILE, PartContent, SampleBody};
use super::literal::{Control, Quotes, is_plain_block};
use super::request::SampleRequest;

const QUOTES: Quotes = Quotes { mark: '"', special: "", control: Control::Braces };

/// The program.
pub(super) fn write(request: &SampleRequest) -> String {
    if request.has_refused_body() {
        // It throws.
        return format!("// URLSession sends no body with {} requests.", request.method);
    }
    let mut blocks = Vec::new();
    let mut lines = vec![
        format!("var request = URLRequest(url: URL(string: {})!)", text(&request.url)),
        format!("request.httpMethod = {}", text(&request.method)),
    ];
    for (name, value) in request.all_headers() {
        lines.push(format!("request.addValue({}, forHTTPHeaderField: {})", text(&value), text(&name)));
    }
    match &request.body {
        SampleBody::None => {}
        SampleBody::Form(fields) => {
            lines.push(format!("request.httpBody = Data({}.utf8)", text(&SampleBody::encoded_form(fields))));
        }
        SampleBody::Multipart(parts) => {
            let mut code = "let boundary = UUID().uuidString\nvar body = Data()\n".to_owned();
            for part in parts {
                let head = text(&format!("\r\n{}", part.head()));
                code.push_str(&format!("body.append(Data((\"--\" + boundary + {head}).utf8))\n"));
                code.push_str(&match &part.content {
                    PartContent::File => format!(
                        "body.append(try Data(contentsOf: URL(fileURLWithPath: {})))\nbody.append(Data(\"\\r\\n\".utf8))\n",
                        text(EXAMPLE_FILE)
                    ),
                    PartContent::Text(value) => format!("body.append(Data({}.utf8))\n", text(&format!("{value}\r\n"))),
                });
            }
            code.push_str("body.append(Data((\"--\" + boundary + \"--\\r\\n\").utf8))");
            blocks.push(code);
            lines.push(
                "request.addValue(\"multipart/form-data; boundary=\" + boundary, forHTTPHeaderField: \"Content-Type\")"
                    .to_owned(),
            );
            lines.push("request.httpBody = body".to_owned());
        }
        SampleBody::File { .. } => {
            lines.push(format!(
                "request.httpBody = try Data(contentsOf: URL(fileURLWithPath: {}))",
                text(EXAMPLE_FILE)
            ));
        }
        body => {
            blocks.push(format!("let payload = {}", block(body.text().unwrap_or_default())));
            lines.push("request.httpBody = Data(payload.utf8)".to_owned());
        }
    }
    blocks.push(lines.join("\n"));
    blocks.push(match request.method.as_str() {
        "HEAD" => "let (_, response) = try await URLSession.shared.data(for: request)\nprint(response)".to_owned(),
        _ => "let (data, _) = try await URLSession.shared.data(for: request)\nprint(String(decoding: data, as: UTF8.self))".to_owned(),
    });
    format!("import Foundation\n\n{}", blocks.join("\n\n"))
}

/// Raw lines between as many signs as the text does not have.
fn block(body: &str) -> String {
    if !body.contains('\n') || !is_plain_block(body) {
        return text(body);
    }
    let mut signs = "#".to_owned();
    while body.contains(&format!("\"\"\"{signs}")) || body.contains(&format!("\\{signs}")) {
        signs.push('#');
    }
    format!("{signs}\"\"\"\n{body}\n\"\"\"{signs}")
}

fn text(text: &str) -> String {
    QUOTES.text(text)
}
