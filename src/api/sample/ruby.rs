//! Ruby with `net/http`.

use super::body::{EXAMPLE_FILE, PartContent, SampleBody, has_typed_texts, written_form, written_type};
use super::literal::{Control, Data, Quotes};
use super::request::SampleRequest;

const QUOTES: Quotes = Quotes { mark: '"', special: "#", control: Control::Braces };

/// Characters that make `URI` throw.
const REFUSED: &str = "{}|^";

const DATA: Data = Data {
    null: "nil",
    yes: "true",
    no: "false",
    mark: '"',
    text,
    key: text,
    behind_key: " => ",
    object: ("{", "}"),
    empty_object: "{}",
    array: ("[", "]"),
    indent: "  ",
};

/// The program.
pub(super) fn write(request: &SampleRequest) -> String {
    let mut requires = vec!["require \"net/http\""];
    let mut lines: Vec<String> = Vec::new();
    for (name, value) in request.all_headers() {
        lines.push(format!("request[{}] = {}", text(&name), text(&value)));
    }
    match &request.body {
        SampleBody::None => {}
        SampleBody::Json { value, .. } => {
            requires.push("require \"json\"");
            lines.push(format!("request.body = JSON.generate({})", DATA.value(value, 0)));
        }
        SampleBody::Form(fields) => {
            let pairs: Vec<String> =
                fields.iter().map(|(name, value)| format!("  [{}, {}]", text(name), text(value))).collect();
            lines.push(format!("request.body = URI.encode_www_form([\n{}\n])", pairs.join(",\n")));
        }
        SampleBody::Multipart(parts) if has_typed_texts(parts) => {
            let file = |head: &str| format!("{head}, File.binread({}), {}", text(EXAMPLE_FILE), text("\r\n"));
            let pieces = written_form(parts, text, &file).join(",\n  ");
            lines.push(format!("request[\"Content-Type\"] = {}", text(&written_type())));
            // Texts and files have encodings that do not go together unless both are bytes.
            lines.push(format!("request.body = [\n  {pieces}\n].map(&:b).join"));
        }
        SampleBody::Multipart(parts) => {
            let parts: Vec<String> = parts
                .iter()
                .map(|part| {
                    let kind = part.media_type.as_ref();
                    let kind = kind.map(|kind| format!(", {{ content_type: {} }}", text(kind)));
                    let kind = kind.unwrap_or_default();
                    let value = match &part.content {
                        PartContent::File => format!("File.open({})", text(EXAMPLE_FILE)),
                        PartContent::Text(value) => text(value),
                    };
                    format!("  [{}, {value}{kind}]", text(&part.name))
                })
                .collect();
            lines.push(format!("request.set_form([\n{}\n], \"multipart/form-data\")", parts.join(",\n")));
        }
        SampleBody::File { .. } => lines.push(format!("request.body = File.binread({})", text(EXAMPLE_FILE))),
        body => lines.push(format!("request.body = {}", text(body.text().unwrap_or_default()))),
    }
    let make = match request.method.as_str() {
        "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS" | "TRACE" => {
            let (first, rest) = request.method.split_at(1);
            format!("request = Net::HTTP::{first}{}.new(url)", rest.to_lowercase())
        }
        method => format!(
            "request = Net::HTTPGenericRequest.new({}, {}, true, url)",
            text(method),
            request.body != SampleBody::None
        ),
    };
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let read = if request.method == "HEAD" { "response.to_hash" } else { "response.body" };
    format!(
        "{}\n\nurl = URI({})\n\n{make}\n{lines}\nresponse = Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == \"https\") do |http|\n  http.request(request)\nend\n\nputs {read}",
        requires.join("\n"),
        text(&request.url_without(REFUSED))
    )
}

fn text(text: &str) -> String {
    QUOTES.text(text)
}
