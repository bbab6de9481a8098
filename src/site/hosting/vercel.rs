//! `vercel.json`.

use serde_json::{Value, json};

use super::{HostFiles, HostInput, IMMUTABLE, REVALIDATE, Source, destination, security};
use crate::site::redirects::pattern::SourcePart;

/// Redirects that Vercel reads.
const MOST: usize = 1_024;

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
    let redirects: Vec<Value> = input.redirects.iter().take(MOST).map(redirect).collect();
    let left = (redirects.len()..input.redirects.len()).collect();
    let header = |(key, value): (&str, &str)| json!({ "key": key, "value": value });
    let all: Vec<Value> = security(input).map(header).collect();
    let caching = |value: &str| json!([{ "key": "Cache-Control", "value": value }]);
    let config = json!({
        "$schema": "https://openapi.vercel.sh/vercel.json",
        "cleanUrls": true,
        "trailingSlash": false,
        "redirects": redirects,
        "headers": [
            { "source": format!("{base}/(.*)"), "headers": all },
            { "source": format!("{base}/(.*)"), "headers": caching(REVALIDATE) },
            {
                "source": format!("{base}/_docs/:file([^/]+\\.[0-9a-f]{{10}}\\.[a-z0-9]+)"),
                "headers": caching(IMMUTABLE),
            },
        ],
    });
    HostFiles { files: vec![("vercel.json".to_owned(), format!("{config:#}\n"))], left }
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
