//! `staticwebapp.config.json` of Azure Static Web Apps: the first route that matches counts; nothing that a `*`
//! stood for can be put into a destination.

use serde_json::{Map, Value, json};

use super::{HostFiles, HostInput, IMMUTABLE, REVALIDATE, Source, destination, of_every_answer};
use crate::site::redirects::pattern::{Pattern, Piece, SourcePart};
use crate::text::encode_path;

/// Bytes that the file may have, with room for what stands around the routes.
const MOST_BYTES: usize = 20_000;

pub(super) fn files(input: &HostInput<'_>) -> HostFiles {
    let base = &input.addresses.base;
    let mut headers: Map<String, Value> =
        of_every_answer(input).map(|(name, value)| (name.to_owned(), json!(value))).collect();
    headers.insert("Cache-Control".to_owned(), json!(REVALIDATE));
    let mut routes: Vec<Value> = Vec::new();
    for path in input.immutable {
        routes.push(json!({
            "route": format!("{base}/{}", encode_path(path)),
            "headers": { "Cache-Control": IMMUTABLE },
        }));
    }
    let config = |routes: &[Value]| {
        let config = json!({
            "trailingSlash": "auto",
            "globalHeaders": headers,
            "mimeTypes": { ".md": "text/markdown; charset=utf-8" },
            "responseOverrides": { "404": { "rewrite": format!("{base}/404.html") } },
            "routes": routes,
        });
        format!("{config:#}\n")
    };
    let mut bytes = config(&routes).len();
    let mut left = Vec::new();
    for (number, redirect) in input.redirects.iter().enumerate() {
        let source = match &redirect.source {
            Source::Exact(path) if path.contains('*') => None,
            Source::Exact(path) => Some(encode_path(path)),
            Source::Pattern(pattern) => prefix(pattern),
        };
        let is_fixed = redirect.destination.iter().all(|piece| matches!(piece, Piece::Text(_)));
        let route = source.filter(|_| is_fixed).map(|source| {
            json!({
                "route": format!("{base}{source}"),
                "redirect": destination(&redirect.destination, |_| String::new()),
                "statusCode": redirect.status,
            })
        });
        let length =
            |route: &Value| format!("{route:#}").lines().map(|line| line.len() + 5).sum::<usize>() + 2;
        match route {
            Some(route) if bytes + length(&route) <= MOST_BYTES => {
                bytes += length(&route);
                routes.push(route);
            }
            _ => left.push(number),
        }
    }
    HostFiles {
        files: vec![("staticwebapp.config.json".to_owned(), config(&routes))],
        left,
        ..HostFiles::default()
    }
}

/// `/folder/*`; `None` for any other pattern.
fn prefix(pattern: &Pattern) -> Option<String> {
    let mut parts = pattern.parts();
    match (parts.next(), parts.next(), parts.next()) {
        (Some(SourcePart::Text(text)), Some(SourcePart::Any(_)), None)
            if text.ends_with('/') && !text.contains('*') =>
        {
            Some(format!("{}*", encode_path(text)))
        }
        _ => None,
    }
}
