//! Rust with `reqwest`, blocking.

use super::body::{EXAMPLE_FILE, PartContent, SampleBody};
use super::literal::{Control, Quotes, indented, is_plain_block};
use super::request::SampleRequest;

const QUOTES: Quotes = Quotes { mark: '"', special: "", control: Control::Braces };

/// The program.
pub(super) fn write(request: &SampleRequest) -> String {
    let mut before = String::new();
    let mut steps = vec![match request.method.as_str() {
        method @ ("GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD") => {
            format!(".{}({})", method.to_lowercase(), text(&request.url))
        }
        "OPTIONS" | "TRACE" => {
            format!(".request(reqwest::Method::{}, {})", request.method, text(&request.url))
        }
        method => format!(
            ".request(reqwest::Method::from_bytes({}.as_bytes())?, {})",
            text(method),
            text(&request.url)
        ),
    }];
    steps.extend(
        request.all_headers().iter().map(|(name, value)| format!(".header({}, {})", text(name), text(value))),
    );
    match &request.body {
        SampleBody::None => {}
        SampleBody::Form(fields) => {
            let lines: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!("    ({}, {}),", text(name), text(value)))
                .collect();
            steps.push(format!(".form::<[(&str, &str)]>(&[\n{}\n])", lines.join("\n")));
        }
        SampleBody::Multipart(parts) => {
            before.push_str("let form = reqwest::blocking::multipart::Form::new()");
            for part in parts {
                let name = text(&part.name);
                let kind = part.media_type.as_ref().map(|kind| format!(".mime_str({})?", text(kind)));
                before.push_str(&match (&part.content, kind) {
                    (PartContent::Text(value), None) => format!("\n    .text({name}, {})", text(value)),
                    (PartContent::Text(value), Some(kind)) => format!(
                        "\n    .part({name}, reqwest::blocking::multipart::Part::text({}){kind})",
                        text(value)
                    ),
                    (PartContent::File, None) => format!("\n    .file({name}, {})?", text(EXAMPLE_FILE)),
                    (PartContent::File, Some(kind)) => format!(
                        "\n    .part({name}, reqwest::blocking::multipart::Part::file({})?{kind})",
                        text(EXAMPLE_FILE)
                    ),
                });
            }
            before.push_str(";\n");
            steps.push(".multipart(form)".to_owned());
        }
        SampleBody::File { .. } => steps.push(format!(".body(std::fs::File::open({})?)", text(EXAMPLE_FILE))),
        body => {
            before.push_str(&format!("let payload = {};\n", block(body.text().unwrap_or_default())));
            steps.push(".body(payload)".to_owned());
        }
    }
    steps.push(".send()?;".to_owned());
    let steps = steps.iter().map(|step| step.replace('\n', "\n    ")).collect::<Vec<_>>().join("\n    ");
    let read = match request.method.as_str() {
        "HEAD" => "println!(\"{:?}\", response.headers());",
        _ => "println!(\"{}\", response.text()?);",
    };
    let main = "let client = reqwest::blocking::Client::new();\n";
    let call = format!("let response = client\n    {steps}\n\n{read}\nOk(())");
    // Lines of a raw string stay where they are.
    let before = if before.starts_with("let payload") {
        format!("    {before}")
    } else {
        format!("{}\n", indented(&before, "    "))
    };
    let before = if before.trim().is_empty() { String::new() } else { before };
    format!(
        "fn main() -> Result<(), Box<dyn std::error::Error>> {{\n{}\n{before}{}\n}}",
        indented(main, "    "),
        indented(&call, "    ")
    )
}

/// A raw string between as many signs as the text does not have.
fn block(body: &str) -> String {
    if !body.contains('\n') || !is_plain_block(body) {
        return text(body);
    }
    let mut signs = "#".to_owned();
    while body.contains(&format!("\"{signs}")) && signs.len() < 200 {
        signs.push('#');
    }
    format!("r{signs}\"{body}\"{signs}")
}

fn text(text: &str) -> String {
    QUOTES.text(text)
}
