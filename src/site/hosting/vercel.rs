//! `vercel.json`.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::{
    HostFiles, HostInput, IMMUTABLE, Markdown, Negotiation, REVALIDATE, Source, destination, of_every_answer,
};
use crate::site::redirects::pattern::SourcePart;

/// Redirects that Vercel reads.
const MOST: usize = 1_024;
/// The path of a page: not that of a file.
const PAGE: &str = "/:page((?!.*\\.[A-Za-z][A-Za-z0-9]*$).+)";

pub(super) fn files(input: &HostInput<'_>) -> HostFiles {
    let base = escaped(&input.addresses.base);
    let redirect = |redirect: &super::Redirect<'_>| {
        let source = match &redirect.source {
            Source::Exact(path) => escaped(path),
            Source::Pattern(pattern) => pattern
                .parts()
                .map(|part| match part {
                    SourcePart::Text(text) => escaped(text),
                    SourcePart::Segment(number) => format!(":part{number}"),
                    SourcePart::Any(number) => format!(":part{number}(.*)"),
                })
                .collect(),
        };
        json!({
            "source": format!("{base}{source}"),
            "destination": destination(&redirect.destination, |number| format!(":part{number}")),
            "statusCode": redirect.status,
        })
    };
    let mut redirects: Vec<Value> = input.redirects.iter().take(MOST).map(redirect).collect();
    let left = (redirects.len()..input.redirects.len()).collect();
    // Rewrites come behind files there, redirects in front of them. Nothing looks whether there is Markdown.
    let negotiation = if input.markdown == Markdown::OfAll && redirects.len() + 2 <= MOST {
        let accepts = json!([{ "type": "header", "key": "accept", "value": "(.*)text/markdown(.*)" }]);
        for (path, file) in [("/", "/index.md"), (PAGE, "/:page.md")] {
            redirects.push(json!({
                "source": if path == "/" && !base.is_empty() { base.clone() } else { format!("{base}{path}") },
                "has": accepts,
                "destination": format!("{}{file}", input.addresses.base),
                "statusCode": 302,
            }));
        }
        Negotiation::Done
    } else {
        Negotiation::Left
    };
    let header = |(key, value): (&str, Cow<'_, str>)| json!({ "key": key, "value": value });
    let all: Vec<Value> = of_every_answer(input).map(header).collect();
    let caching = |value: &str| json!([{ "key": "Cache-Control", "value": value }]);
    let kind = |value: &str| json!([{ "key": "Content-Type", "value": value }]);
    let mut config = json!({
        "$schema": "https://openapi.vercel.sh/vercel.json",
        "cleanUrls": true,
        "redirects": redirects,
        "headers": [
            { "source": format!("{base}/(.*)"), "headers": all },
            { "source": format!("{base}/(.*)"), "headers": caching(REVALIDATE) },
            { "source": format!("{base}{PAGE}"), "headers": [{ "key": "Vary", "value": "Accept" }] },
            { "source": format!("{base}/(.*)\\.md"), "headers": kind("text/markdown; charset=utf-8") },
            { "source": format!("{base}/(.*)rss\\.xml"), "headers": kind("application/rss+xml; charset=utf-8") },
            { "source": format!("{base}/(.*)atom\\.xml"), "headers": kind("application/atom+xml; charset=utf-8") },
            { "source": format!("{base}/(.*)feed\\.json"), "headers": kind("application/feed+json; charset=utf-8") },
            {
                "source": format!("{base}/_docs/:file([^/]+\\.[0-9a-f]{{10}}\\.[a-z0-9]+)"),
                "headers": caching(IMMUTABLE),
            },
        ],
    });
    // Where pages end with a slash, nothing is said: both forms are answered, and sources of redirects match as written.
    if !input.addresses.slash {
        config["trailingSlash"] = json!(false);
    }
    HostFiles { files: vec![("vercel.json".to_owned(), format!("{config:#}\n"))], left, negotiation }
}

/// Text in which nothing is a parameter or an expression.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ':' | '*' | '(' | ')' | '{' | '}' | '+' | '?' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
