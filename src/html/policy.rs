//! Content security policies: which scripts a page has, and the header that allows these and no others (RED-03).
//!
//! Scripts of the program are files with hashes in their names, and a few constant texts; those of authors, and the
//! code of islands, stand in their pages. What a page needs beyond the site's own files is in its facts, so that
//! the header knows all of it and no page's bytes depend on the header.

use std::collections::BTreeSet;

use crate::hash::sha256::policy_source;
use crate::text::bytes::find;

/// Types of scripts that are data and never run.
const DATA: [&str; 4] = ["application/ld+json", "application/json", "text/plain", "text/template"];

/// What the scripts in some markup need: hashes of those that stand in it, origins of those that are elsewhere.
pub fn script_sources(html: &str, sources: &mut BTreeSet<String>) {
    each_script(html, &mut |script| {
        sources.extend(match script {
            Script::At(src) => origin(src),
            Script::Text(text) => Some(policy_source(text)),
        });
    });
}

/// What the scripts in a template need; those that are filled in are known to who fills them in.
pub fn template_sources(template: &str, sources: &mut BTreeSet<String>) {
    each_script(template, &mut |script| {
        if let Script::Text(text) = script
            && !["{{", "{%"].iter().any(|mark| text.contains(mark))
        {
            sources.insert(policy_source(text));
        }
    });
}

enum Script<'h> {
    At(&'h str),
    Text(&'h str),
}

fn each_script<'h>(html: &'h str, each: &mut dyn FnMut(Script<'h>)) {
    let mut rest = html;
    while let Some(at) = find(rest.as_bytes(), b"<script") {
        rest = rest.get(at + "<script".len()..).unwrap_or("");
        if !rest.starts_with(|c: char| c.is_ascii_whitespace() || c == '>') {
            continue;
        }
        let Some((tag, behind)) = split_tag(rest) else { return };
        let end = behind.find("</script").unwrap_or(behind.len());
        let (text, after) = behind.split_at(end);
        rest = after;
        match attribute(tag, "src") {
            Some(src) => each(Script::At(src)),
            None if attribute(tag, "type").is_some_and(|kind| DATA.contains(&kind)) => {}
            None => each(Script::Text(text)),
        }
    }
}

/// Which workers pages may start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Workers {
    /// Those of the site.
    #[default]
    Own,
    /// Also those that a script puts together.
    Blobs,
}

/// The policy of a site whose scripts need `sources`; when it would be longer than `limit`, scripts in pages are
/// allowed without being named, and the second value is true.
pub fn policy(sources: &BTreeSet<String>, workers: Workers, limit: usize) -> (String, bool) {
    let listed: Vec<&str> = sources.iter().map(String::as_str).collect();
    let named = header(&listed, workers);
    if named.len() <= limit {
        return (named, false);
    }
    // Beside a hash, `'unsafe-inline'` would mean nothing.
    let origins = listed.iter().filter(|source| !source.starts_with('\''));
    (header(&["'unsafe-inline'"].iter().chain(origins).copied().collect::<Vec<_>>(), workers), true)
}

/// Pages show pictures, films and frames from anywhere, and readers try out any API: only what runs is restricted.
fn header(scripts: &[&str], workers: Workers) -> String {
    let mut out = String::from("default-src 'self'; script-src 'self'");
    for script in scripts {
        out.push(' ');
        out.push_str(script);
    }
    if workers == Workers::Blobs {
        out.push_str("; worker-src 'self' blob:");
    }
    out.push_str(
        "; style-src 'self' 'unsafe-inline' https:; img-src 'self' data: blob: https:; \
         media-src 'self' data: blob: https:; font-src 'self' data: https:; connect-src 'self' https: wss: \
         http://localhost:* http://127.0.0.1:* ws://localhost:* ws://127.0.0.1:*; frame-src 'self' blob: https:; object-src 'none'; base-uri 'self'; form-action 'self' https:; \
         frame-ancestors 'self'",
    );
    out
}

/// The attributes of a tag, and what is behind it.
fn split_tag(text: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            (None, b'>') => return Some((text.get(..at)?, text.get(at + 1..)?)),
            _ => {}
        }
    }
    None
}

/// An attribute in double quotes, as this program writes them.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let at = tag.find(&format!(" {name}=\""))?;
    tag.get(at + name.len() + 3..)?.split('"').next()
}

/// `https://host` of an address elsewhere, in the letters and without the names and passwords that browsers drop;
/// something that would end the directive is none.
pub fn origin(src: &str) -> Option<String> {
    let (scheme, rest) = match src.split_once("://") {
        Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest),
        None => ("https".to_owned(), src.strip_prefix("//")?),
    };
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next().filter(|host| !host.is_empty())?.to_ascii_lowercase();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']' | '_');
    (matches!(scheme.as_str(), "https" | "http") && host.chars().all(plain))
        .then(|| format!("{scheme}://{host}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_as_browsers_know_them() {
        for (address, expected) in [
            ("https://e.x/a?b#c", Some("https://e.x")),
            ("HTTPS://E.x:8080", Some("https://e.x:8080")),
            ("https://user:pw@e.x/a@b", Some("https://e.x")),
            ("//e.x/a", Some("https://e.x")),
            ("https://e.x;script-src", None),
            ("https:///a", None),
            ("ftp://e.x", None),
            ("/a", None),
        ] {
            assert_eq!(origin(address).as_deref(), expected, "{address}");
        }
    }

    #[test]
    fn scripts_are_found_as_browsers_find_them() {
        let mut sources = BTreeSet::new();
        script_sources(
            "<scripts></scripts><script data-a=\">\">abc</script><script type=\"application/ld+json\">{}</script>\
             <script src=\"/own.js\"></script><script defer src=\"https://e.x/a.js?b\"></script><script>open",
            &mut sources,
        );
        let expected =
            ["'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='", &policy_source("open"), "https://e.x"];
        assert_eq!(sources, expected.map(str::to_owned).into());
        assert!(policy(&sources, Workers::Own, 4_000).0.contains("script-src 'self' 'sha256-"));
        let (open, overflow) = policy(&sources, Workers::Own, 400);
        assert!(overflow && open.contains("'unsafe-inline' https://e.x;") && !open.contains("sha256"));
    }
}
