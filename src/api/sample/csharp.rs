//! C# with `HttpClient`, and .NET with RestSharp.

use super::body::{EXAMPLE_FILE, PartContent, SampleBody};
use super::literal::{Control, Quotes, is_plain_block};
use super::request::SampleRequest;

const QUOTES: Quotes = Quotes { mark: '"', special: "", control: Control::Unicode };

/// With `HttpClient`.
pub(super) fn http_client(request: &SampleRequest) -> String {
    let mut usings = vec!["System.Net.Http"];
    let method = match request.method.as_str() {
        "GET" => "HttpMethod.Get".to_owned(),
        "POST" => "HttpMethod.Post".to_owned(),
        "PUT" => "HttpMethod.Put".to_owned(),
        "DELETE" => "HttpMethod.Delete".to_owned(),
        "PATCH" => "HttpMethod.Patch".to_owned(),
        "HEAD" => "HttpMethod.Head".to_owned(),
        "OPTIONS" => "HttpMethod.Options".to_owned(),
        other => format!("new HttpMethod({})", text(other)),
    };
    let mut lines =
        vec![format!("using var request = new HttpRequestMessage({method}, {});", text(&request.url))];
    for (name, value) in header_lines(request) {
        lines.push(format!("request.Headers.TryAddWithoutValidation({}, {});", text(&name), text(&value)));
    }
    match &request.body {
        SampleBody::None => {}
        SampleBody::Form(fields) => {
            usings.push("System.Collections.Generic");
            let pairs: Vec<String> = fields
                .iter()
                .map(|(name, value)| {
                    format!("    new KeyValuePair<string, string>({}, {}),", text(name), text(value))
                })
                .collect();
            lines.push(format!(
                "request.Content = new FormUrlEncodedContent(new[]\n{{\n{}\n}});",
                pairs.join("\n")
            ));
        }
        SampleBody::Multipart(parts) => {
            lines.push("var form = new MultipartFormDataContent();".to_owned());
            for (at, part) in parts.iter().enumerate() {
                let (content, file) = match &part.content {
                    PartContent::File => {
                        usings.push("System.IO");
                        (
                            format!("new StreamContent(File.OpenRead({}))", text(EXAMPLE_FILE)),
                            format!(", {}", text(EXAMPLE_FILE)),
                        )
                    }
                    PartContent::Text(value) => {
                        (format!("new StringContent({})", text(value)), String::new())
                    }
                };
                let name = text(&part.name);
                match &part.media_type {
                    None => lines.push(format!("form.Add({content}, {name}{file});")),
                    Some(kind) => {
                        usings.push("System.Net.Http.Headers");
                        lines.push(format!("var part{at} = {content};"));
                        lines.push(format!(
                            "part{at}.Headers.ContentType = MediaTypeHeaderValue.Parse({});",
                            text(kind)
                        ));
                        lines.push(format!("form.Add(part{at}, {name}{file});"));
                    }
                }
            }
            lines.push("request.Content = form;".to_owned());
        }
        SampleBody::File { media_type } => {
            usings.extend(["System.IO", "System.Net.Http.Headers"]);
            lines
                .push(format!("request.Content = new StreamContent(File.OpenRead({}));", text(EXAMPLE_FILE)));
            lines.push(content_type(media_type));
        }
        body => {
            usings.push("System.Net.Http.Headers");
            let kind = body.media_type().unwrap_or_default();
            lines.push(format!(
                "request.Content = new StringContent({});",
                block(body.text().unwrap_or_default())
            ));
            lines.push(content_type(kind));
        }
    }
    usings.sort_unstable();
    usings.dedup();
    let usings: String = usings.iter().map(|name| format!("using {name};\n")).collect();
    let read = match request.method.as_str() {
        "HEAD" => "Console.WriteLine(response.Headers);",
        _ => "Console.WriteLine(await response.Content.ReadAsStringAsync());",
    };
    format!(
        "using System;\n{usings}\nusing var client = new HttpClient();\n{}\n\nusing var response = await client.SendAsync(request);\n{read}",
        lines.join("\n")
    )
}

/// With RestSharp.
pub(super) fn rest_sharp(request: &SampleRequest) -> String {
    let method = match request.method.as_str() {
        "GET" => "Get",
        "POST" => "Post",
        "PUT" => "Put",
        "DELETE" => "Delete",
        "PATCH" => "Patch",
        "HEAD" => "Head",
        "OPTIONS" => "Options",
        // As for C++: no sample of another request.
        other => return format!("// RestSharp has no {other} requests."),
    };
    let mut lines = vec![
        format!("var client = new RestClient({});", text(&request.url)),
        format!("var request = new RestRequest(\"\", Method.{method});"),
    ];
    for (name, value) in header_lines(request) {
        lines.push(format!("request.AddHeader({}, {});", text(&name), text(&value)));
    }
    match &request.body {
        SampleBody::None => {}
        SampleBody::Form(fields) => lines.extend(
            fields
                .iter()
                .map(|(name, value)| format!("request.AddParameter({}, {});", text(name), text(value))),
        ),
        SampleBody::Multipart(parts) => {
            lines.push("request.AlwaysMultipartFormData = true;".to_owned());
            lines.extend(parts.iter().map(|part| {
                let name = text(&part.name);
                let kind = part.media_type.as_ref();
                match &part.content {
                    PartContent::File => {
                        let kind = kind.map(|kind| format!(", {}", text(kind))).unwrap_or_default();
                        format!("request.AddFile({name}, {}{kind});", text(EXAMPLE_FILE))
                    }
                    PartContent::Text(value) => match kind {
                        Some(kind) => format!(
                            "request.AddParameter(new BodyParameter({name}, {}, {}));",
                            text(value),
                            text(kind)
                        ),
                        None => format!("request.AddParameter({name}, {});", text(value)),
                    },
                }
            }));
        }
        SampleBody::File { media_type } => lines.push(format!(
            "request.AddBody(System.IO.File.ReadAllBytes({}), {});",
            text(EXAMPLE_FILE),
            text(media_type)
        )),
        body => lines.push(format!(
            "request.AddStringBody({}, {});",
            block(body.text().unwrap_or_default()),
            text(body.media_type().unwrap_or_default())
        )),
    }
    let read =
        if request.method == "HEAD" { "string.Join(\"\\n\", response.Headers)" } else { "response.Content" };
    format!(
        "using System;\nusing RestSharp;\n\n{}\n\nvar response = await client.ExecuteAsync(request);\nConsole.WriteLine({read});",
        lines.join("\n")
    )
}

/// Headers but for the type of the body, which belongs to the body here.
fn header_lines(request: &SampleRequest) -> Vec<(String, String)> {
    let mut headers = request.all_headers();
    headers.retain(|(name, _)| !name.eq_ignore_ascii_case("content-type"));
    headers
}

fn content_type(kind: &str) -> String {
    format!("request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse({});", text(kind))
}

/// A raw string with more marks than the text has in a row.
fn block(body: &str) -> String {
    if !body.contains('\n') || !is_plain_block(body) {
        return text(body);
    }
    let mut marks = "\"\"\"".to_owned();
    while body.contains(&marks) {
        marks.push('"');
    }
    format!("{marks}\n{body}\n{marks}")
}

fn text(text: &str) -> String {
    QUOTES.text(text)
}
