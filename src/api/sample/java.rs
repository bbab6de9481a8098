//! Java with `java.net.http`.

use super::body::{BOUNDARY, EXAMPLE_FILE, PartContent, SampleBody};
use super::literal::{Control, Quotes, indented, is_plain_block};
use super::request::SampleRequest;

const QUOTES: Quotes = Quotes { mark: '"', special: "", control: Control::Octal };
/// Characters that `URI.create` throws at.
const REFUSED: &str = "{}<>|^";
/// Headers that the client sets itself and refuses to be told.
const RESTRICTED: [&str; 5] = ["connection", "content-length", "expect", "host", "upgrade"];

/// The program.
pub(super) fn write(request: &SampleRequest) -> String {
    let mut imports = vec![
        "java.net.URI",
        "java.net.http.HttpClient",
        "java.net.http.HttpRequest",
        "java.net.http.HttpResponse",
    ];
    let mut before = String::new();
    let mut headers = request.all_headers();
    headers.retain(|(name, _)| !RESTRICTED.iter().any(|other| name.eq_ignore_ascii_case(other)));
    let publisher = match &request.body {
        SampleBody::None => "HttpRequest.BodyPublishers.noBody()".to_owned(),
        SampleBody::Form(fields) => {
            imports.extend([
                "java.net.URLEncoder",
                "java.nio.charset.StandardCharsets",
                "java.util.List",
                "java.util.stream.Collectors",
            ]);
            let lines: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!("    new String[] {{ {}, {} }}", text(name), text(value)))
                .collect();
            let list = if lines.is_empty() {
                "List.<String[]>of()".to_owned()
            } else {
                format!("List.of(\n{}\n)", lines.join(",\n"))
            };
            before.push_str(&format!(
                "String form = {list}.stream()\n    .map(field -> URLEncoder.encode(field[0], StandardCharsets.UTF_8)\n        + \"=\" + URLEncoder.encode(field[1], StandardCharsets.UTF_8))\n    .collect(Collectors.joining(\"&\"));\n\n"
            ));
            "HttpRequest.BodyPublishers.ofString(form)".to_owned()
        }
        SampleBody::Multipart(parts) => {
            imports.extend(["java.io.ByteArrayOutputStream", "java.nio.charset.StandardCharsets"]);
            before.push_str(&format!(
                "String boundary = \"{BOUNDARY}\";\nvar body = new ByteArrayOutputStream();\n"
            ));
            for part in parts {
                before.push_str(&format!(
                    "body.write((\"--\" + boundary + {}).getBytes(StandardCharsets.UTF_8));\n",
                    text(&format!("\r\n{}", part.head()))
                ));
                match &part.content {
                    PartContent::File => {
                        imports.extend(["java.nio.file.Files", "java.nio.file.Path"]);
                        before.push_str(&format!(
                            "body.write(Files.readAllBytes(Path.of({})));\n",
                            text(EXAMPLE_FILE)
                        ));
                        before.push_str("body.write(\"\\r\\n\".getBytes(StandardCharsets.UTF_8));\n");
                    }
                    PartContent::Text(value) => before.push_str(&format!(
                        "body.write({}.getBytes(StandardCharsets.UTF_8));\n",
                        text(&format!("{value}\r\n"))
                    )),
                }
            }
            before.push_str(
                "body.write((\"--\" + boundary + \"--\\r\\n\").getBytes(StandardCharsets.UTF_8));\n\n",
            );
            "HttpRequest.BodyPublishers.ofByteArray(body.toByteArray())".to_owned()
        }
        SampleBody::File { .. } => {
            imports.push("java.nio.file.Path");
            format!("HttpRequest.BodyPublishers.ofFile(Path.of({}))", text(EXAMPLE_FILE))
        }
        body => {
            let body = body.text().unwrap_or_default();
            format!("HttpRequest.BodyPublishers.ofString({})", block(body))
        }
    };
    let mut steps = vec![format!(".uri(URI.create({}))", text(&request.url_without(REFUSED)))];
    steps.extend(headers.iter().map(|(name, value)| format!(".header({}, {})", text(name), text(value))));
    if matches!(request.body, SampleBody::Multipart(_)) {
        steps.push(".header(\"Content-Type\", \"multipart/form-data; boundary=\" + boundary)".to_owned());
    }
    steps.push(match (request.method.as_str(), &request.body) {
        ("GET", SampleBody::None) => ".GET()".to_owned(),
        ("DELETE", SampleBody::None) => ".DELETE()".to_owned(),
        ("POST", _) => format!(".POST({publisher})"),
        ("PUT", _) => format!(".PUT({publisher})"),
        (method, _) => format!(".method({}, {publisher})", text(method)),
    });
    steps.push(".build();".to_owned());
    let main = format!(
        "{before}HttpRequest request = HttpRequest.newBuilder()\n    {}\n\nHttpResponse<String> response = HttpClient.newHttpClient()\n    .send(request, HttpResponse.BodyHandlers.ofString());\n\nSystem.out.println({});",
        steps.join("\n    "),
        if request.method == "HEAD" { "response.headers().map()" } else { "response.body()" }
    );
    imports.sort_unstable();
    imports.dedup();
    let imports: Vec<String> = imports.iter().map(|name| format!("import {name};")).collect();
    format!(
        "{}\n\npublic class Main {{\n    public static void main(String[] args) throws Exception {{\n{}\n    }}\n}}",
        imports.join("\n"),
        indented(&main, "        ")
    )
}

/// A text block when there are lines; the least indented of its lines stands at the margin, so all of it may be
/// indented.
fn block(body: &str) -> String {
    let ends_in_blank = body.lines().any(|line| line.ends_with([' ', '\t']) || line.is_empty());
    let at_margin = body.lines().any(|line| !line.starts_with([' ', '\t']));
    let ends_well = !body.ends_with(['\n', '"', '\\']);
    if !body.contains('\n') || ends_in_blank || !at_margin || !ends_well || !is_plain_block(body) {
        return text(body);
    }
    let body = body.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"");
    // The closing marks stand behind the text, so that no line is added to it.
    format!("\"\"\"\n{}\"\"\"", indented(&body, "        "))
}

fn text(text: &str) -> String {
    QUOTES.text(text)
}
