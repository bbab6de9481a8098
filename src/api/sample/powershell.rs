//! PowerShell 7 with `Invoke-RestMethod`.

use super::body::{EXAMPLE_FILE, PartContent, SampleBody};
use super::literal::must_be_named;
use super::request::SampleRequest;

/// The program.
pub(super) fn write(request: &SampleRequest) -> String {
    let mut blocks = Vec::new();
    let mut call = vec![format!("-Uri {}", text(&request.url))];
    let capital = |method: &str| {
        let (first, rest) = method.split_at(method.len().min(1));
        format!("{first}{}", rest.to_lowercase())
    };
    call.push(match request.method.as_str() {
        method @ ("GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS" | "TRACE") => {
            format!("-Method {}", capital(method))
        }
        method => format!("-CustomMethod {}", text(method)),
    });
    let mut headers = request.headers.clone();
    if request.digest {
        headers.push(("Authorization".to_owned(), "Digest <credentials>".to_owned()));
    }
    headers.extend(request.cookie_header());
    if !headers.is_empty() {
        let lines: Vec<String> =
            headers.iter().map(|(name, value)| format!("    {} = {}", text(name), text(value))).collect();
        blocks.push(format!("$headers = @{{\n{}\n}}", lines.join("\n")));
        call.push("-Headers $headers".to_owned());
    }
    if let Some(kind) = request.body.media_type() {
        call.push(format!("-ContentType {}", text(kind)));
    }
    match &request.body {
        SampleBody::None => {}
        SampleBody::Form(fields) => {
            blocks.push(format!("$body = {}", text(&SampleBody::encoded_form(fields))));
            call.push("-Body $body".to_owned());
        }
        SampleBody::Multipart(parts) => {
            let mut names: Vec<&str> = Vec::new();
            parts.iter().for_each(|part| {
                if !names.contains(&part.name.as_str()) {
                    names.push(&part.name);
                }
            });
            let lines: Vec<String> = names
                .iter()
                .map(|name| {
                    let values: Vec<String> = parts
                        .iter()
                        .filter(|part| part.name == *name)
                        .map(|part| match &part.content {
                            PartContent::File => format!("Get-Item {}", text(EXAMPLE_FILE)),
                            PartContent::Text(value) => text(value),
                        })
                        .collect();
                    match values.as_slice() {
                        [value] => format!("    {} = {value}", text(name)),
                        values => format!("    {} = @({})", text(name), values.join(", ")),
                    }
                })
                .collect();
            blocks.push(format!("$form = [ordered]@{{\n{}\n}}", lines.join("\n")));
            call.push("-Form $form".to_owned());
        }
        SampleBody::File { .. } => call.push(format!("-InFile {}", text(EXAMPLE_FILE))),
        body => {
            blocks.push(format!("$body = {}", block(body.text().unwrap_or_default())));
            call.push("-Body $body".to_owned());
        }
    }
    blocks.push(format!("$response = Invoke-RestMethod {}", call.join(" `\n    ")));
    blocks.push("$response".to_owned());
    blocks.join("\n\n")
}

/// A here-string, which keeps everything but its own end.
fn block(body: &str) -> String {
    let has_end = body.lines().any(|line| line.starts_with("'@"));
    if !body.contains('\n') || has_end || body.chars().any(|c| c != '\n' && must_be_named(c)) {
        return text(body);
    }
    format!("@'\n{body}\n'@")
}

/// In single quotes; typographic ones count as such, too.
fn text(text: &str) -> String {
    if !text.chars().any(|c| c != '\n' && must_be_named(c)) {
        let mut out = String::from("'");
        for c in text.chars() {
            out.push(c);
            if matches!(c, '\'' | '\u{2018}'..='\u{201b}') {
                out.push(c);
            }
        }
        out.push('\'');
        return out;
    }
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '$' | '`' | '\u{201c}'..='\u{201e}' => {
                out.push('`');
                out.push(c);
            }
            c if must_be_named(c) => out.push_str(&format!("`u{{{:x}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
