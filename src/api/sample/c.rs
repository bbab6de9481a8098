//! C with libcurl.

use super::body::{EXAMPLE_FILE, PartContent, SampleBody};
use super::literal::{Control, Quotes, indented};
use super::request::SampleRequest;

const QUOTES: Quotes = Quotes { mark: '"', special: "", control: Control::Octal };

/// The program.
pub(super) fn write(request: &SampleRequest) -> String {
    let mut lines = vec![format!("curl_easy_setopt(curl, CURLOPT_URL, {});", text(&request.url))];
    lines.push(match request.method.as_str() {
        "HEAD" => "curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);".to_owned(),
        method => format!("curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, {});", text(method)),
    });
    let mut headers = request.headers.clone();
    headers.extend(request.cookie_header());
    headers.extend(request.body.media_type().map(|kind| ("Content-Type".to_owned(), kind.to_owned())));
    let mut after = Vec::new();
    if request.digest {
        lines.push("curl_easy_setopt(curl, CURLOPT_HTTPAUTH, CURLAUTH_DIGEST);".to_owned());
        lines.push("curl_easy_setopt(curl, CURLOPT_USERPWD, \"<username>:<password>\");".to_owned());
    }
    if !headers.is_empty() {
        lines.push(String::new());
        lines.push("struct curl_slist *headers = NULL;".to_owned());
        lines.extend(headers.iter().map(|(name, value)| {
            format!("headers = curl_slist_append(headers, {});", text(&format!("{name}: {value}")))
        }));
        lines.push("curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);".to_owned());
        after.push("curl_slist_free_all(headers);");
    }
    let mut includes = vec!["#include <curl/curl.h>"];
    match &request.body {
        SampleBody::None => {}
        SampleBody::Multipart(parts) => {
            lines.push(String::new());
            lines.push("curl_mime *form = curl_mime_init(curl);".to_owned());
            lines.push("curl_mimepart *part;".to_owned());
            for part in parts {
                lines.push("part = curl_mime_addpart(form);".to_owned());
                lines.push(format!("curl_mime_name(part, {});", text(&part.name)));
                lines.push(match &part.content {
                    PartContent::File => format!("curl_mime_filedata(part, {});", text(EXAMPLE_FILE)),
                    PartContent::Text(value) => {
                        format!("curl_mime_data(part, {}, CURL_ZERO_TERMINATED);", text(value))
                    }
                });
                lines.extend(
                    part.media_type.as_ref().map(|kind| format!("curl_mime_type(part, {});", text(kind))),
                );
            }
            lines.push("curl_easy_setopt(curl, CURLOPT_MIMEPOST, form);".to_owned());
            after.push("curl_mime_free(form);");
        }
        SampleBody::File { .. } => {
            includes.push("#include <stdio.h>");
            lines.push(String::new());
            lines.push(format!("FILE *file = fopen({}, \"rb\");", text(EXAMPLE_FILE)));
            lines.push("curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);".to_owned());
            lines.push("curl_easy_setopt(curl, CURLOPT_READDATA, file);".to_owned());
            after.push("fclose(file);");
        }
        SampleBody::Form(fields) => {
            lines.push(String::new());
            lines.push(format!(
                "curl_easy_setopt(curl, CURLOPT_POSTFIELDS, {});",
                text(&SampleBody::encoded_form(fields))
            ));
        }
        body => {
            lines.push(String::new());
            lines.push(format!("const char *payload =\n{};", block(body.text().unwrap_or_default())));
            lines.push("curl_easy_setopt(curl, CURLOPT_POSTFIELDS, payload);".to_owned());
        }
    }
    lines.push(String::new());
    lines.push("CURLcode result = curl_easy_perform(curl);".to_owned());
    if !after.is_empty() {
        lines.push(String::new());
        lines.extend(after.into_iter().map(str::to_owned));
    }
    lines.push("curl_easy_cleanup(curl);".to_owned());
    lines.push("return result == CURLE_OK ? 0 : 1;".to_owned());
    format!(
        "{}\n\nint main(void) {{\n    CURL *curl = curl_easy_init();\n    if (!curl) return 1;\n\n{}\n}}",
        includes.join("\n"),
        indented(&lines.join("\n"), "    ")
    )
}

/// One literal for each line; the compiler joins them.
fn block(body: &str) -> String {
    let lines: Vec<String> = body.split_inclusive('\n').map(|line| format!("    {}", text(line))).collect();
    if lines.is_empty() { "    \"\"".to_owned() } else { lines.join("\n") }
}

/// `??` and a third character mean another one in older versions.
fn text(text: &str) -> String {
    QUOTES.text(text).replace("??", "?\\?")
}
