//! Kotlin with OkHttp.

use super::body::{EXAMPLE_FILE, PartContent, SampleBody};
use super::literal::{Control, Quotes, is_plain_block};
use super::request::SampleRequest;

const QUOTES: Quotes = Quotes { mark: '"', special: "$", control: Control::Unicode };

/// The program.
pub(super) fn write(request: &SampleRequest) -> String {
    if request.has_refused_body() {
        // It throws.
        return format!("// OkHttp sends no body with {} requests.", request.method);
    }
    let mut imports = vec!["okhttp3.OkHttpClient", "okhttp3.Request"];
    let mut blocks = vec!["val client = OkHttpClient()".to_owned()];
    let has_body = request.body != SampleBody::None;
    let media_type = |kind: &str| format!("{}.toMediaType()", text(kind));
    match &request.body {
        SampleBody::None => {}
        SampleBody::Form(fields) => {
            imports.push("okhttp3.FormBody");
            let lines: String = fields
                .iter()
                .map(|(name, value)| format!("    .add({}, {})\n", text(name), text(value)))
                .collect();
            blocks.push(format!("val body = FormBody.Builder()\n{lines}    .build()"));
        }
        SampleBody::Multipart(parts) => {
            imports.push("okhttp3.MultipartBody");
            let mut code =
                "val body = MultipartBody.Builder()\n    .setType(MultipartBody.FORM)\n".to_owned();
            for part in parts {
                let name = text(&part.name);
                code.push_str(&match (&part.content, &part.media_type) {
                    (PartContent::Text(value), None) => {
                        format!("    .addFormDataPart({name}, {})\n", text(value))
                    }
                    (PartContent::Text(value), Some(kind)) => {
                        imports.extend([
                            "okhttp3.MediaType.Companion.toMediaType",
                            "okhttp3.RequestBody.Companion.toRequestBody",
                        ]);
                        format!(
                            "    .addFormDataPart({name}, null, {}.toRequestBody({}))\n",
                            text(value),
                            media_type(kind)
                        )
                    }
                    (PartContent::File, kind) => {
                        imports.extend([
                            "java.io.File",
                            "okhttp3.MediaType.Companion.toMediaType",
                            "okhttp3.RequestBody.Companion.asRequestBody",
                        ]);
                        let kind = kind.as_deref().unwrap_or("application/octet-stream");
                        format!(
                            "    .addFormDataPart({name}, {file}, File({file}).asRequestBody({}))\n",
                            media_type(kind),
                            file = text(EXAMPLE_FILE)
                        )
                    }
                });
            }
            code.push_str("    .build()");
            blocks.push(code);
        }
        SampleBody::File { media_type: kind } => {
            imports.extend([
                "java.io.File",
                "okhttp3.MediaType.Companion.toMediaType",
                "okhttp3.RequestBody.Companion.asRequestBody",
            ]);
            blocks.push(format!(
                "val body = File({}).asRequestBody({})",
                text(EXAMPLE_FILE),
                media_type(kind)
            ));
        }
        body => {
            imports.extend([
                "okhttp3.MediaType.Companion.toMediaType",
                "okhttp3.RequestBody.Companion.toRequestBody",
            ]);
            let kind = media_type(body.media_type().unwrap_or_default());
            blocks
                .push(format!("val body = {}.toRequestBody({kind})", block(body.text().unwrap_or_default())));
        }
    }
    let mut steps = vec![format!(".url({})", text(&request.url))];
    steps.push(match (request.method.as_str(), has_body) {
        ("GET", false) => ".get()".to_owned(),
        ("HEAD", false) => ".head()".to_owned(),
        ("DELETE", false) => ".delete()".to_owned(),
        (method @ ("POST" | "PUT" | "PATCH"), false) => {
            imports.push("okhttp3.RequestBody.Companion.toRequestBody");
            format!(".{}(\"\".toRequestBody(null))", method.to_lowercase())
        }
        (method @ ("POST" | "PUT" | "PATCH" | "DELETE"), true) => format!(".{}(body)", method.to_lowercase()),
        (method, true) => format!(".method({}, body)", text(method)),
        (method, false) => format!(".method({}, null)", text(method)),
    });
    for (name, value) in
        request.all_headers().iter().filter(|(name, _)| !name.eq_ignore_ascii_case("content-type"))
    {
        steps.push(format!(".addHeader({}, {})", text(name), text(value)));
    }
    steps.push(".build()".to_owned());
    blocks.push(format!("val request = Request.Builder()\n    {}", steps.join("\n    ")));
    blocks.push(match request.method.as_str() {
        "HEAD" => "client.newCall(request).execute().use { println(it.headers) }".to_owned(),
        _ => "client.newCall(request).execute().use { println(it.body?.string()) }".to_owned(),
    });
    imports.sort_unstable();
    imports.dedup();
    let imports: String = imports.iter().map(|name| format!("import {name}\n")).collect();
    format!("{imports}\n{}", blocks.join("\n\n"))
}

/// A raw string when nothing in it is a template or its end.
fn block(body: &str) -> String {
    if !body.contains('\n') || body.contains("\"\"\"") || body.ends_with('"') || !is_plain_block(body) {
        return text(body);
    }
    format!("\"\"\"{}\"\"\"", body.replace('$', "${'$'}"))
}

fn text(text: &str) -> String {
    QUOTES.text(text)
}
