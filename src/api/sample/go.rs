//! Go with `net/http`.

use super::body::{EXAMPLE_FILE, PartContent, SampleBody};
use super::literal::{Control, Quotes, is_plain_block};
use super::request::SampleRequest;

const QUOTES: Quotes = Quotes { mark: '"', special: "", control: Control::Unicode };

/// The program.
pub(super) fn write(request: &SampleRequest) -> String {
    let mut imports = vec!["fmt", "io", "net/http"];
    let mut before: Vec<String> = Vec::new();
    let mut headers = request.all_headers();
    let mut body = "nil";
    match &request.body {
        SampleBody::None => {}
        SampleBody::Form(fields) => {
            imports.extend(["net/url", "strings"]);
            before.push("form := url.Values{}".to_owned());
            before.extend(
                fields.iter().map(|(name, value)| format!("form.Add({}, {})", text(name), text(value))),
            );
            body = "strings.NewReader(form.Encode())";
        }
        SampleBody::Multipart(parts) => {
            imports.extend(["bytes", "mime/multipart"]);
            before.push("var body bytes.Buffer\nwriter := multipart.NewWriter(&body)".to_owned());
            for part in parts {
                let name = text(&part.name);
                if part.content == PartContent::File && !imports.contains(&"os") {
                    imports.push("os");
                }
                let typed = part.media_type.as_ref().map(|kind| {
                    if !imports.contains(&"net/textproto") {
                        imports.push("net/textproto");
                    }
                    let file = match part.content {
                        PartContent::File => format!("; filename=\"{EXAMPLE_FILE}\""),
                        PartContent::Text(_) => String::new(),
                    };
                    let disposition = format!("form-data; name=\"{}\"{file}", part.name.replace('"', "%22"));
                    format!(
                        "part, _ := writer.CreatePart(textproto.MIMEHeader{{\n\t\"Content-Disposition\": {{{}}},\n\t\"Content-Type\":        {{{}}},\n}})",
                        text(&disposition),
                        text(kind)
                    )
                });
                before.push(match (&part.content, typed) {
                    (PartContent::Text(value), None) => format!("writer.WriteField({name}, {})", text(value)),
                    (PartContent::Text(value), Some(create)) => {
                        scope(&format!("{create}\nio.WriteString(part, {})", text(value)))
                    }
                    (PartContent::File, create) => {
                        let create = create.unwrap_or_else(|| {
                            format!("part, _ := writer.CreateFormFile({name}, {})", text(EXAMPLE_FILE))
                        });
                        scope(&format!(
                            "file, err := os.Open({})\nif err != nil {{\n\tpanic(err)\n}}\ndefer file.Close()\n{create}\nio.Copy(part, file)",
                            text(EXAMPLE_FILE)
                        ))
                    }
                });
            }
            before.push("writer.Close()".to_owned());
            body = "&body";
        }
        SampleBody::File { .. } => {
            imports.push("os");
            before.push(format!(
                "file, err := os.Open({})\nif err != nil {{\n\tpanic(err)\n}}\ndefer file.Close()",
                text(EXAMPLE_FILE)
            ));
            body = "file";
        }
        sent => {
            imports.push("strings");
            before.push(format!("payload := strings.NewReader({})", block(sent.text().unwrap_or_default())));
            body = "payload";
        }
    }
    let mut steps = before.join("\n");
    if !steps.is_empty() {
        steps.push_str("\n\n");
    }
    steps.push_str(&format!("req, err := http.NewRequest({}, url, {body})\n", text(&request.method)));
    steps.push_str("if err != nil {\n\tpanic(err)\n}\n");
    // The client names the host from the address, unless it is told otherwise.
    let host =
        headers.iter().position(|(name, _)| name.eq_ignore_ascii_case("host")).map(|at| headers.remove(at));
    if let Some((_, host)) = host {
        steps.push_str(&format!("req.Host = {}\n", text(&host)));
    }
    for (name, value) in &headers {
        steps.push_str(&format!("req.Header.Add({}, {})\n", text(name), text(value)));
    }
    if matches!(request.body, SampleBody::Multipart(_)) {
        steps.push_str("req.Header.Add(\"Content-Type\", writer.FormDataContentType())\n");
    }
    // The package and the variable would have the same name.
    let address = if imports.contains(&"net/url") { "address" } else { "url" };
    let steps = steps.replace(", url, ", &format!(", {address}, "));
    imports.sort_unstable();
    let imports: Vec<String> = imports.iter().map(|name| format!("\t\"{name}\"")).collect();
    let read = match request.method.as_str() {
        "HEAD" => "fmt.Println(res.Header)".to_owned(),
        _ => "answer, err := io.ReadAll(res.Body)\nif err != nil {\n\tpanic(err)\n}\nfmt.Println(string(answer))".to_owned(),
    };
    let imports: Vec<String> = match request.method.as_str() {
        "HEAD" if !steps.contains("io.") => imports.into_iter().filter(|name| name != "\t\"io\"").collect(),
        _ => imports,
    };
    let main = format!(
        "{address} := {}\n\n{steps}\nres, err := http.DefaultClient.Do(req)\nif err != nil {{\n\tpanic(err)\n}}\ndefer res.Body.Close()\n\n{read}",
        text(&request.url)
    );
    format!("package main\n\nimport (\n{}\n)\n\nfunc main() {{\n{}\n}}", imports.join("\n"), tabbed(&main))
}

/// Statements whose names no other part sees.
fn scope(code: &str) -> String {
    format!("{{\n{}\n}}", tabbed(code))
}

/// Code one level deeper; lines inside of raw strings stay as they are.
fn tabbed(code: &str) -> String {
    let mut is_raw = false;
    let lines = code.split('\n').map(|line| {
        let starts_raw = is_raw;
        // Quoted strings of this module hold no backquote unless a raw one is impossible.
        if line.matches('`').count() % 2 == 1 {
            is_raw = !is_raw;
        }
        if starts_raw || line.is_empty() { line.to_owned() } else { format!("\t{line}") }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Between backquotes when it is long enough to be read, and can be.
fn block(body: &str) -> String {
    if body.contains('\n') && !body.contains('`') && is_plain_block(body) {
        return format!("`{body}`");
    }
    text(body)
}

/// A backquote is named, so that it opens no raw string.
fn text(text: &str) -> String {
    QUOTES.text(text).replace('`', "\\x60")
}
