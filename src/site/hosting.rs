//! What a host is told about a site in the host's own format: redirects with real status codes, what may be
//! cached, and security headers (RED-03).
//!
//! A pure function from rules and headers to files. What a host's format cannot say is *left* and handed back: exact
//! redirects then become pages of their own, patterns are followed by the script of the 404 page. A page always wins
//! over a redirect where the host can know about it.

use std::borrow::Cow;

use crate::site::llms::{ALL_TEXTS, LIST};
use crate::site::redirects::pattern::{Pattern, Piece, SourcePart};
use crate::text::{Addresses, UrlStyle, encode_path};

mod apache;
mod azure;
mod caddy;
mod cloudfront;
mod headers_file;
mod nginx;
mod vercel;

/// Where a site is served from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Host {
    /// Any server of files, GitHub Pages among them: nothing is configured but that it publishes all of them.
    #[default]
    Plain,
    Netlify,
    Cloudflare,
    Vercel,
    Azure,
    Nginx,
    Caddy,
    Apache,
    /// S3 behind CloudFront.
    CloudFront,
}

/// The names that the command line knows, the usual one of each host first.
pub const HOST_NAMES: &[(&str, Host)] = &[
    ("plain", Host::Plain),
    ("netlify", Host::Netlify),
    ("cloudflare", Host::Cloudflare),
    ("vercel", Host::Vercel),
    ("azure", Host::Azure),
    ("nginx", Host::Nginx),
    ("caddy", Host::Caddy),
    ("apache", Host::Apache),
    ("cloudfront", Host::CloudFront),
    ("s3", Host::CloudFront),
    ("github", Host::Plain),
    ("github-pages", Host::Plain),
    ("gitlab", Host::Plain),
    ("static", Host::Plain),
    ("cloudflare-pages", Host::Cloudflare),
    ("azure-static-web-apps", Host::Azure),
    ("aws", Host::CloudFront),
];

impl Host {
    /// The host of a name.
    pub fn named(name: &str) -> Option<Self> {
        HOST_NAMES.iter().find(|(known, _)| *known == name.to_ascii_lowercase()).map(|(_, host)| *host)
    }

    /// Most bytes that fit into what a host allows for a content security policy.
    pub fn policy_limit(self) -> usize {
        match self {
            // Lines of its file end at 2,000 characters.
            Self::Cloudflare => 1_900,
            // A function may have 10 KB.
            Self::CloudFront => 3_000,
            _ => 4_000,
        }
    }
}

/// Whether files have a compressed copy beside them, `a.html.gz` (OUT-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precompress {
    #[default]
    Off,
    On,
}

/// What a host is told.
pub struct HostInput<'a> {
    pub addresses: &'a Addresses,
    /// In the order in which they are tried: exact ones first.
    pub redirects: Vec<Redirect<'a>>,
    /// Files whose name changes with their content, as paths below the output directory.
    pub immutable: &'a [String],
    /// Content security policy.
    pub policy: &'a str,
    /// Which pages lie beside as Markdown, for hosts that cannot look.
    pub markdown: Markdown,
    pub precompress: Precompress,
}

/// Which pages have their Markdown beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markdown {
    OfAll,
    OfSome,
}

/// A redirect as hosts know it.
pub struct Redirect<'a> {
    pub source: Source<'a>,
    /// An address, or a path with the base in front.
    pub destination: Vec<Piece>,
    pub status: u16,
}

/// Which paths a redirect is for, without the base.
pub enum Source<'a> {
    /// Decoded, with a slash in front.
    Exact(String),
    Pattern(&'a Pattern),
}

/// What comes out for a host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostFiles {
    /// Names below the output directory, and texts.
    pub files: Vec<(String, String)>,
    /// Numbers of the redirects that the files do not do.
    pub left: Vec<usize>,
    pub negotiation: Negotiation,
}

/// Whether the host answers a request that accepts Markdown with that of the page (AI-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Negotiation {
    Done,
    /// Its format has no rule for what a request accepts, or none that looks for the file.
    #[default]
    Left,
}

/// The files of a host.
pub fn host_files(host: Host, input: &HostInput<'_>) -> HostFiles {
    match host {
        Host::Plain => HostFiles {
            files: plain_files(),
            left: (0..input.redirects.len()).collect(),
            ..HostFiles::default()
        },
        Host::Netlify => headers_file::netlify(input),
        Host::Cloudflare => headers_file::cloudflare(input),
        Host::Vercel => vercel::files(input),
        Host::Azure => azure::files(input),
        Host::Nginx => nginx::files(input),
        Host::Caddy => caddy::files(input),
        Host::Apache => apache::files(input),
        Host::CloudFront => cloudfront::files(input),
    }
}

/// Without this file GitHub Pages leaves out what begins with `_` or `.` when it publishes a branch.
pub fn plain_files() -> Vec<(String, String)> {
    vec![(".nojekyll".to_owned(), String::new())]
}

/// A redirect for a script: an expression for the path, and the address with `$1` for its first group.
pub fn route(redirect: &Redirect<'_>, addresses: &Addresses) -> (String, String) {
    let target = destination(&redirect.destination, |part| format!("${part}"));
    (regex(&addresses.base, &redirect.source), target)
}

/// Headers of every answer besides the policy.
const SECURITY: &[(&str, &str)] = &[
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "strict-origin-when-cross-origin"),
    ("X-Frame-Options", "SAMEORIGIN"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
];
/// Of files whose name changes with their content.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// Of everything else: kept, and asked for again each time.
const REVALIDATE: &str = "public, max-age=0, must-revalidate";
/// The names of files that may be kept for ever, below the base.
const IMMUTABLE_PATTERN: &str = r"/_docs/[^/]+\.[0-9a-f]{10}\.[a-z0-9]+$";

/// What no decoded path has that is put into an address as it is: browsers read `\` as a slash, so that one more in front
/// would lead to another host, and a line break would end the header.
const UNSAFE: &str = r"[\x00-\x1F\x5C]";

/// What a path of a file ends with, as PCRE, RE2 and JavaScript read it alike; pages have no such end. The answer to
/// what does not end so depends on what the request accepts.
const FILE_END: &str = r"\.[A-Za-z][A-Za-z0-9]*$";
/// Files whose kind hosts do not know, or whose characters they do not tell: an expression for the path, and the kind.
const KINDS: &[(&str, &str)] = &[
    (r"\.md$", "text/markdown; charset=utf-8"),
    (r"\.txt$", "text/plain; charset=utf-8"),
    (r"/rss\.xml$", "application/rss+xml; charset=utf-8"),
    (r"/atom\.xml$", "application/atom+xml; charset=utf-8"),
    (r"/feed\.json$", "application/feed+json; charset=utf-8"),
];

/// The headers of every answer: those for security, with the policy, and where language models find the lists that
/// are made for them (AI-08).
fn of_every_answer<'a>(input: &'a HostInput<'_>) -> impl Iterator<Item = (&'static str, Cow<'a, str>)> {
    let list = input.addresses.path_url(LIST);
    let link = format!(
        "<{list}>; rel=\"llms-txt\", <{}>; rel=\"llms-full-txt\"",
        input.addresses.path_url(ALL_TEXTS)
    );
    let policy = (!input.policy.is_empty()).then_some(("Content-Security-Policy", Cow::from(input.policy)));
    let all = SECURITY.iter().map(|(name, value)| (*name, Cow::from(*value)));
    all.chain(policy).chain([("Link", link.into()), ("X-Llms-Txt", list.into())])
}

/// The regular expression of a source with `prefix` in front: as PCRE, RE2 and JavaScript read it alike. It ends
/// with an optional slash, because a path with one is the same address.
fn regex(prefix: &str, source: &Source<'_>) -> String {
    let mut out = String::from("^");
    push_literal(&mut out, prefix);
    match source {
        Source::Exact(path) => push_literal(&mut out, path),
        Source::Pattern(pattern) => {
            for part in pattern.parts() {
                match part {
                    SourcePart::Text(text) => push_literal(&mut out, text),
                    SourcePart::Segment(_) => out.push_str("([^/]+)"),
                    SourcePart::Any(_) => out.push_str("(.*)"),
                }
            }
        }
    }
    if !out.ends_with("(.*)") && !out.ends_with('/') {
        out.push_str("/?");
    }
    out.push('$');
    out
}

fn push_literal(out: &mut String, text: &str) {
    for c in text.chars() {
        if matches!(c, '\\' | '^' | '$' | '.' | '|' | '?' | '*' | '+' | '(' | ')' | '[' | ']' | '{' | '}') {
            out.push('\\');
        }
        out.push(c);
    }
}

/// A destination with its variable parts as a host writes them; what is fixed is percent-encoded where needed.
fn destination(pieces: &[Piece], part: impl Fn(usize) -> String) -> String {
    let text = |piece: &Piece| match piece {
        Piece::Text(text) => encode_address(text),
        Piece::Part(number) => part(*number),
    };
    pieces.iter().map(text).collect()
}

/// Like [`encode_path`], but `?` and `#` begin a query and a hash.
fn encode_address(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for part in text.split_inclusive(['?', '#']) {
        let (path, end) = match part.strip_suffix(['?', '#']) {
            Some(path) => (path, &part[path.len()..]),
            None => (part, ""),
        };
        // In most formats a `$` is the mark of a variable part.
        out.push_str(&encode_path(path).replace('$', "%24"));
        out.push_str(end);
    }
    out
}

/// A destination with the reader's query: `both` when it has none of its own, `more` behind its own.
fn with_query(destination: &str, both: &str, more: &str) -> String {
    let hash = destination.find('#').unwrap_or(destination.len());
    let (address, hash) = destination.split_at(hash);
    format!("{address}{}{hash}", if address.contains('?') { more } else { both })
}

/// A word in double quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Files behind an address without a file extension, as `{}` or whatever names the path.
fn candidates(addresses: &Addresses, path: &str) -> [String; 3] {
    let (first, second) = match addresses.style {
        UrlStyle::Directory => ("/index.html", ".html"),
        UrlStyle::File => (".html", "/index.html"),
    };
    [path.to_owned(), format!("{path}{first}"), format!("{path}{second}")]
}
