//! `curl`, for a POSIX shell.

use super::body::{EXAMPLE_FILE, PartContent, SampleBody};
use super::request::SampleRequest;
use super::style::{Escape, escaped};

/// The command.
pub(super) fn write(request: &SampleRequest) -> String {
    let mut lines = vec![match request.method.as_str() {
        // Otherwise it waits for a body that never comes.
        "HEAD" => "curl --head".to_owned(),
        method => format!("curl --request {method}"),
    }];
    lines.push(format!("--url {}", quoted(&request.url)));
    if request.url.contains(['[', ']', '{', '}']) {
        // They name lists of addresses otherwise: a parameter that nobody filled in would be sent as its name.
        lines.push("--globoff".to_owned());
    }
    if request.digest {
        lines.push("--digest".to_owned());
        lines.push("--user '<username>:<password>'".to_owned());
    }
    for (name, value) in &request.headers {
        // A header without value is removed, unless it ends in a semicolon.
        let line = if value.is_empty() { format!("{name};") } else { format!("{name}: {value}") };
        lines.push(format!("--header {}", quoted(&line)));
    }
    if let Some((_, cookies)) = request.cookie_header() {
        lines.push(format!("--cookie {}", quoted(&cookies)));
    }
    if !matches!(request.body, SampleBody::Form(_))
        && let Some(media_type) = request.body.media_type()
    {
        // It says itself what stands between parts.
        let media_type = match request.body {
            SampleBody::Parts { .. } => media_type.split(';').next().unwrap_or_default(),
            _ => media_type,
        };
        lines.push(format!("--header {}", quoted(&format!("Content-Type: {media_type}"))));
    }
    lines.extend(body(request));
    lines.join(" \\\n  ")
}

fn body(request: &SampleRequest) -> Vec<String> {
    match &request.body {
        SampleBody::None => Vec::new(),
        SampleBody::Form(fields) if fields.is_empty() => vec!["--data ''".to_owned()],
        SampleBody::Form(fields) => fields
            .iter()
            .map(|(name, value)| {
                format!(
                    "--data-urlencode {}",
                    quoted(&format!("{}={value}", escaped(name, Escape::Reserved)))
                )
            })
            .collect(),
        SampleBody::Multipart(parts) | SampleBody::Parts { parts, .. } => parts
            .iter()
            .map(|part| {
                let kind = part.media_type.as_ref().map(|kind| format!(";type={kind}")).unwrap_or_default();
                match &part.content {
                    PartContent::File => {
                        format!("--form {}", quoted(&format!("{}=@{EXAMPLE_FILE}{kind}", part.name)))
                    }
                    // In quotes, `;` and `,` are text.
                    PartContent::Text(text) if !kind.is_empty() => {
                        let text = text.replace('\\', "\\\\").replace('"', "\\\"");
                        format!("--form {}", quoted(&format!("{}=\"{text}\"{kind}", part.name)))
                    }
                    // `@`, `<`, `"` and `;` mean something in a form.
                    PartContent::Text(text) if text.starts_with(['@', '<', '"']) || text.contains(';') => {
                        format!("--form-string {}", quoted(&format!("{}={text}", part.name)))
                    }
                    PartContent::Text(text) => format!("--form {}", quoted(&format!("{}={text}", part.name))),
                }
            })
            .collect(),
        SampleBody::File { .. } => vec![format!("--data-binary '@{EXAMPLE_FILE}'")],
        body => {
            let text = body.text().unwrap_or_default();
            let option = if text.starts_with('@') { "--data-raw" } else { "--data" };
            vec![format!("{option} {}", quoted(text))]
        }
    }
}

/// In single quotes for a shell, which cannot pass a null character.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\0', "").replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_cannot_be_left() {
        assert_eq!(quoted("it's; rm\0"), "'it'\\''s; rm'");
    }
}
