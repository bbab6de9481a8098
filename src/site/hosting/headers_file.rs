//! `_redirects` and `_headers` of Netlify and Cloudflare Pages: one rule a line, matched from the top.

use super::{HostFiles, HostInput, IMMUTABLE, REVALIDATE, Source, destination, of_every_answer};
use crate::site::redirects::pattern::{Pattern, SourcePart};
use crate::text::encode_path;

/// Cloudflare reads this many rules with and without variable parts, and lines of this length.
const CLOUDFLARE_EXACT: usize = 2_000;
const CLOUDFLARE_PATTERNS: usize = 100;
const CLOUDFLARE_LINE: usize = 1_000;

/// What a format can say about variable parts.
#[derive(Clone, Copy, PartialEq)]
enum Dialect {
    /// `:name` is a whole segment, `*` the rest behind a slash. A file of the site wins over a rule.
    Netlify,
    /// One `*` anywhere.
    Cloudflare,
}

pub(super) fn netlify(input: &HostInput<'_>) -> HostFiles {
    files(input, Dialect::Netlify)
}

pub(super) fn cloudflare(input: &HostInput<'_>) -> HostFiles {
    files(input, Dialect::Cloudflare)
}

fn files(input: &HostInput<'_>, dialect: Dialect) -> HostFiles {
    let base = &input.addresses.base;
    let mut lines = String::new();
    let mut left = Vec::new();
    let mut counts = [0, 0];
    for (number, redirect) in input.redirects.iter().enumerate() {
        let (source, limit, kind) = match &redirect.source {
            Source::Exact(path) if !path.contains([':', '*']) => {
                (Some(encode_path(path)), CLOUDFLARE_EXACT, 0)
            }
            Source::Exact(_) => (None, 0, 0),
            Source::Pattern(pattern) => (source(pattern, dialect), CLOUDFLARE_PATTERNS, 1),
        };
        let splat = |number| match &redirect.source {
            Source::Pattern(pattern) if pattern.parts().any(|part| part == SourcePart::Any(number)) => {
                ":splat".to_owned()
            }
            _ => format!(":part{number}"),
        };
        let line = source.map(|source| {
            format!("{base}{source} {} {}\n", destination(&redirect.destination, splat), redirect.status)
        });
        let fits = |line: &String| {
            dialect == Dialect::Netlify || (counts[kind] < limit && line.len() <= CLOUDFLARE_LINE)
        };
        match line.filter(fits) {
            Some(line) => {
                counts[kind] += 1;
                lines.push_str(&line);
            }
            None => left.push(number),
        }
    }
    let mut files = vec![("_headers".to_owned(), headers(input))];
    if !lines.is_empty() {
        files.insert(0, ("_redirects".to_owned(), lines));
    }
    HostFiles { files, left, ..HostFiles::default() }
}

/// A source with variable parts; `None` when the dialect cannot say it.
fn source(pattern: &Pattern, dialect: Dialect) -> Option<String> {
    let parts: Vec<SourcePart<'_>> = pattern.parts().collect();
    let mut out = String::new();
    for (at, part) in parts.iter().enumerate() {
        let behind_slash = out.is_empty() || out.ends_with('/');
        let next = parts.get(at + 1);
        let before_slash =
            next.is_none_or(|next| matches!(next, SourcePart::Text(text) if text.starts_with('/')));
        match part {
            SourcePart::Text(text) if text.contains([':', '*']) => return None,
            SourcePart::Text(text) => out.push_str(&encode_path(text)),
            SourcePart::Segment(_) if !(behind_slash && before_slash) => return None,
            SourcePart::Segment(number) => out.push_str(&format!(":part{number}")),
            SourcePart::Any(_) if dialect == Dialect::Netlify && !(behind_slash && next.is_none()) => {
                return None;
            }
            SourcePart::Any(_) if out.contains('*') => return None,
            SourcePart::Any(_) => out.push('*'),
        }
    }
    Some(out)
}

/// Several rules for one path are added up by these hosts: what is said about caching is said once for a path.
fn headers(input: &HostInput<'_>) -> String {
    let base = &input.addresses.base;
    let mut out = format!(
        "# Pages and other files without a rule for caching: the host says `{REVALIDATE}`.\n{base}/*\n"
    );
    for (name, value) in of_every_answer(input) {
        out.push_str(&format!("  {name}: {value}\n"));
    }
    for path in input.immutable {
        out.push_str(&format!("{base}/{path}\n  Cache-Control: {IMMUTABLE}\n"));
    }
    out
}
