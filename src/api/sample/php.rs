//! PHP with its curl extension.

use super::body::{EXAMPLE_FILE, Part, PartContent, SampleBody, has_typed_texts, written_form, written_type};
use super::literal::{Control, Data, Quotes, loses_digits, must_be_named};
use super::request::SampleRequest;

const DOUBLE: Quotes = Quotes { mark: '"', special: "$", control: Control::Braces };

const DATA: Data = Data {
    null: "null",
    yes: "true",
    no: "false",
    mark: '\'',
    text,
    key: text,
    behind_key: " => ",
    object: ("[", "]"),
    // An empty array would be a list.
    empty_object: "new stdClass()",
    array: ("[", "]"),
    indent: "  ",
};

/// The program.
pub(super) fn write(request: &SampleRequest) -> String {
    let mut options =
        vec![format!("CURLOPT_URL => {}", text(&request.url)), "CURLOPT_RETURNTRANSFER => true".to_owned()];
    options.push(match request.method.as_str() {
        "HEAD" => "CURLOPT_NOBODY => true".to_owned(),
        method => format!("CURLOPT_CUSTOMREQUEST => {}", text(method)),
    });
    let mut kind = request.body.media_type().map(str::to_owned);
    match &request.body {
        SampleBody::None => {}
        SampleBody::Json { value, .. } if !loses_digits(value) && (value.is_object() || value.is_array()) => {
            options.push(format!("CURLOPT_POSTFIELDS => json_encode({})", DATA.value(value, 1)));
        }
        SampleBody::Form(fields) => {
            let form = SampleBody::encoded_form(fields);
            let repeats = fields.iter().enumerate().any(|(at, (name, _))| {
                name.contains('[') || fields.iter().take(at).any(|(other, _)| other == name)
            });
            options.push(match repeats || fields.is_empty() {
                true => format!("CURLOPT_POSTFIELDS => {}", text(&form)),
                false => {
                    let lines: Vec<String> = fields
                        .iter()
                        .map(|(name, value)| format!("    {} => {}", text(name), text(value)))
                        .collect();
                    format!("CURLOPT_POSTFIELDS => http_build_query([\n{}\n  ])", lines.join(",\n"))
                }
            });
        }
        SampleBody::Multipart(parts) if has_typed_texts(parts) => {
            let file =
                |head: &str| format!("{head} . file_get_contents({}) . \"\\r\\n\"", text(EXAMPLE_FILE));
            let pieces = written_form(parts, text, &file).join(",\n    ");
            options.push(format!("CURLOPT_POSTFIELDS => implode([\n    {pieces}\n  ])"));
            kind = Some(written_type());
        }
        SampleBody::Multipart(parts) => {
            let mut names: Vec<&str> = Vec::new();
            parts.iter().map(|part| part.name.as_str()).for_each(|name| {
                if !names.contains(&name) {
                    names.push(name);
                }
            });
            let lines: Vec<String> = names
                .iter()
                .map(|name| {
                    let values: Vec<String> =
                        parts.iter().filter(|part| part.name == *name).map(part_value).collect();
                    match values.as_slice() {
                        [value] => format!("    {} => {value}", text(name)),
                        values => format!("    {} => [{}]", text(name), values.join(", ")),
                    }
                })
                .collect();
            options.push(format!("CURLOPT_POSTFIELDS => [\n{}\n  ]", lines.join(",\n")));
        }
        SampleBody::File { .. } => {
            options.push(format!("CURLOPT_POSTFIELDS => file_get_contents({})", text(EXAMPLE_FILE)));
        }
        body => options.push(format!("CURLOPT_POSTFIELDS => {}", text(body.text().unwrap_or_default()))),
    }
    if request.digest {
        options.push("CURLOPT_HTTPAUTH => CURLAUTH_DIGEST".to_owned());
        options.push("CURLOPT_USERPWD => '<username>:<password>'".to_owned());
    }
    let mut headers = request.headers.clone();
    headers.extend(request.cookie_header());
    headers.extend(kind.map(|kind| ("Content-Type".to_owned(), kind)));
    if !headers.is_empty() {
        let lines: Vec<String> = headers
            .iter()
            .map(|(name, value)| format!("    {}", text(&format!("{name}: {value}"))))
            .collect();
        options.push(format!("CURLOPT_HTTPHEADER => [\n{}\n  ]", lines.join(",\n")));
    }
    format!(
        "<?php\n\n$curl = curl_init();\n\ncurl_setopt_array($curl, [\n  {}\n]);\n\n$response = curl_exec($curl);\n\n\
         if ($response === false) {{\n  echo 'Error: ' . curl_error($curl);\n}} else {{\n  echo $response;\n}}",
        options.join(",\n  ")
    )
}

fn part_value(part: &Part) -> String {
    match (&part.content, &part.media_type) {
        (PartContent::File, Some(kind)) => format!("new CURLFile({}, {})", text(EXAMPLE_FILE), text(kind)),
        (PartContent::File, None) => format!("new CURLFile({})", text(EXAMPLE_FILE)),
        (PartContent::Text(value), _) => text(value),
    }
}

/// In single quotes, which keep everything but themselves; in double ones when a character must be named.
fn text(text: &str) -> String {
    if text.chars().any(|c| c != '\n' && must_be_named(c)) {
        return DOUBLE.text(text);
    }
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
