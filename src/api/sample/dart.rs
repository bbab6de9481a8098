//! Dart with the package `http`.

use super::body::{EXAMPLE_FILE, PartContent, SampleBody};
use super::literal::{Control, Quotes, is_plain_block};
use super::request::SampleRequest;

const QUOTES: Quotes = Quotes { mark: '\'', special: "$", control: Control::Braces };

/// The program.
pub(super) fn write(request: &SampleRequest) -> String {
    let mut imports = vec!["import 'package:http/http.dart' as http;".to_owned()];
    let mut lines = Vec::new();
    let url = format!("Uri.parse({})", text(&request.url));
    match &request.body {
        SampleBody::Multipart(_) => {
            lines.push(format!("final request = http.MultipartRequest({}, {url});", text(&request.method)));
        }
        _ => lines.push(format!("final request = http.Request({}, {url});", text(&request.method))),
    }
    let headers = request.all_headers();
    if !headers.is_empty() {
        let pairs: Vec<String> =
            headers.iter().map(|(name, value)| format!("    {}: {},", text(name), text(value))).collect();
        lines.push(format!("request.headers.addAll({{\n{}\n  }});", pairs.join("\n")));
    }
    match &request.body {
        SampleBody::None => {}
        SampleBody::Form(fields) => {
            lines.push(format!("request.body = {};", text(&SampleBody::encoded_form(fields))));
        }
        SampleBody::Multipart(parts) => {
            for part in parts {
                let name = text(&part.name);
                let kind = part.media_type.as_ref().map(|kind| {
                    let import = "import 'package:http_parser/http_parser.dart';";
                    if !imports.iter().any(|other| other == import) {
                        imports.push(import.to_owned());
                    }
                    format!(", contentType: MediaType.parse({})", text(kind))
                });
                lines.push(match (&part.content, kind) {
                    (PartContent::File, kind) => format!(
                        "request.files.add(await http.MultipartFile.fromPath({name}, {}{}));",
                        text(EXAMPLE_FILE),
                        kind.unwrap_or_default()
                    ),
                    (PartContent::Text(value), Some(kind)) => format!(
                        "request.files.add(http.MultipartFile.fromString({name}, {}{kind}));",
                        text(value)
                    ),
                    (PartContent::Text(value), None) => {
                        let is_repeated = parts.iter().filter(|other| other.name == part.name).count() > 1;
                        match is_repeated {
                            // Fields have a name once.
                            true => format!(
                                "request.files.add(http.MultipartFile.fromString({name}, {}));",
                                text(value)
                            ),
                            false => format!("request.fields[{name}] = {};", text(value)),
                        }
                    }
                });
            }
        }
        SampleBody::File { .. } => {
            imports.insert(0, "import 'dart:io';\n".to_owned());
            lines.push(format!("request.bodyBytes = await File({}).readAsBytes();", text(EXAMPLE_FILE)));
        }
        body => lines.push(format!("request.body = {};", block(body.text().unwrap_or_default()))),
    }
    lines.push(String::new());
    lines.push("final response = await http.Response.fromStream(await request.send());".to_owned());
    lines.push(match request.method.as_str() {
        "HEAD" => "print(response.headers);".to_owned(),
        _ => "print(response.body);".to_owned(),
    });
    let lines: Vec<String> =
        lines.iter().map(|line| if line.is_empty() { String::new() } else { format!("  {line}") }).collect();
    format!("{}\n\nFuture<void> main() async {{\n{}\n}}", imports.join("\n"), lines.join("\n"))
}

/// A raw string over several lines, when its marks are not in it.
fn block(body: &str) -> String {
    if !body.contains('\n') || body.contains("'''") || body.ends_with('\'') || !is_plain_block(body) {
        return text(body);
    }
    format!("r'''\n{body}'''")
}

fn text(text: &str) -> String {
    QUOTES.text(text)
}
