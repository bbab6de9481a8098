//! From a request to an answer. Looks up, reads and compares; has no socket, waits for nothing and changes nothing.

use super::file::{Part, is_known, media_type, part, prefers_markdown};
use super::guard::{self, Refusal};
use super::page::{DEV_SCRIPT, stand_in, with_script};
use super::plan::{File, Found, Place, Plan};
use super::{CHANNEL, PROXY, Request, SCRIPT, Terms};
use crate::encoding::percent_decoded;
use crate::hash::ContentHash;
use crate::system::{FileKind, Links, System, Utf8PathBuf};

/// Larger files are sent piece by piece.
const LARGE: u64 = 1 << 20;

/// Where files lie.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// What was made.
    pub made: Utf8PathBuf,
    pub project: Utf8PathBuf,
}

/// What becomes of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Answer(Answer),
    /// Ask again after the next turn of the plan.
    Later,
    /// Messages about a path below the base, which was this when the page was sent.
    Live {
        path: String,
        state: String,
    },
    /// Something for the proxy of the playground.
    Proxy,
}

/// What is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: Body,
}

/// What follows the headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Bytes(Vec<u8>),
    /// Only its length is told.
    Length(u64),
    /// Part of a file: from this byte, so many.
    Pieces(Utf8PathBuf, u64, u64),
}

/// What becomes of a request.
pub fn answer(
    request: &Request,
    plan: &Plan,
    terms: &Terms,
    (system, folders): (&dyn System, &Folders),
) -> Verdict {
    if let Err(refusal) = guard::host(request, terms) {
        return refused(refusal);
    }
    let Some((path, query)) = path_of(&request.target) else {
        return refused(Refusal(400, "the address is no path"));
    };
    if path == PROXY {
        return guard::origin(request).map_or_else(refused, |()| Verdict::Proxy);
    }
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        let mut answer = plain(405, "only GET and HEAD are answered here");
        answer.headers.push(("allow", "GET, HEAD".to_owned()));
        return Verdict::Answer(answer);
    }
    let below = match path.strip_prefix(terms.base.as_str()) {
        Some("") if !terms.base.is_empty() => return redirect(302, &format!("{}/", terms.base), query),
        Some(below) => below.strip_prefix('/'),
        None => None,
    };
    let Some(below) = below else {
        return match path.as_str() {
            "/" => redirect(302, &format!("{}/", terms.base), query),
            _ => Verdict::Answer(plain(404, &format!("the site is served below {}/", terms.base))),
        };
    };
    if below == CHANNEL {
        return live(request, query, terms);
    }
    let asked = Asked { request, plan, terms, system, folders };
    if below == SCRIPT {
        return Verdict::Answer(asked.bytes(DEV_SCRIPT.as_bytes().to_vec(), SCRIPT, 200));
    }
    match plan.find(below) {
        Found::File(path, file) => asked.page_or_file(&path, &file),
        Found::Redirect(status, to) => redirect(status, &to, query),
        Found::Later => Verdict::Later,
        Found::Missing(page) => asked.missing(page),
        Found::NoSite => {
            let text = plan.errors().join("\n");
            let page = stand_in("docs.json cannot be read", &text, "missing", terms);
            Verdict::Answer(asked.bytes(page, "503.html", 503))
        }
    }
}

/// An answer of one line.
pub fn plain(status: u16, text: &str) -> Answer {
    let mut headers = usual();
    headers.push(("content-type", "text/plain; charset=utf-8".to_owned()));
    headers.push(("cache-control", "no-store".to_owned()));
    Answer { status, headers, body: Body::Bytes(format!("{text}\n").into_bytes()) }
}

struct Asked<'a> {
    request: &'a Request,
    plan: &'a Plan,
    terms: &'a Terms,
    system: &'a dyn System,
    folders: &'a Folders,
}

impl Asked<'_> {
    /// A page in the form that the reader likes (AI-02), or any other file.
    fn page_or_file(&self, path: &str, file: &File) -> Verdict {
        let is_page = matches!(file.place, Place::Made(_)) && path.ends_with(".html");
        let accept = self.request.header("accept").unwrap_or("");
        if is_page && prefers_markdown(accept) {
            let name =
                path.strip_suffix("/index.html").or_else(|| path.strip_suffix(".html")).unwrap_or(path);
            let markdown = format!("{name}.md");
            if let Some(file) = self.plan.file(&markdown) {
                return self.file(&markdown, &file, 200);
            }
        }
        self.file(path, file, 200)
    }

    fn missing(&self, page: Option<(String, File)>) -> Verdict {
        match page {
            Some((path, file)) => self.file(&path, &file, 404),
            None => Verdict::Answer(plain(404, "there is no such page")),
        }
    }

    fn file(&self, path: &str, file: &File, status: u16) -> Verdict {
        let place = match &file.place {
            Place::Made(path) => self.folders.made.join(path.as_str()),
            Place::Project(path) => self.folders.project.join(path.as_str()),
        };
        // A link stands for what it leads to, as in a build.
        let Ok(found) = self.system.metadata(&place, Links::Follow) else { return gone() };
        if found.kind != FileKind::File {
            return gone();
        }
        if found.size > LARGE {
            return Verdict::Answer(self.large(path, place, found.size, found.modified_ns));
        }
        let Ok(bytes) = self.system.read(&place) else { return gone() };
        let is_page = matches!(file.place, Place::Made(_)) && path.ends_with(".html");
        let bytes = match is_page {
            true if status == 404 => with_script(&bytes, "missing", self.terms),
            true => with_script(&bytes, &ContentHash::of(&bytes).short(), self.terms),
            false => bytes,
        };
        Verdict::Answer(self.bytes(bytes, path, status))
    }

    fn large(&self, path: &str, place: Utf8PathBuf, size: u64, modified: i64) -> Answer {
        let tag = format!("\"{size:x}-{modified:x}\"");
        let mut headers = self.headers(path, &tag);
        if self.is_unchanged(&tag) {
            return Answer { status: 304, headers, body: Body::Bytes(Vec::new()) };
        }
        headers.push(("accept-ranges", "bytes".to_owned()));
        let range = self.request.header("range").map_or(Part::Whole, |range| part(range, size));
        let (status, from, length) = match range {
            Part::Whole => (200, 0, size),
            Part::Bytes(from, to) => {
                headers.push(content_range(&format!("{from}-{}", to.saturating_sub(1)), size));
                (206, from, to.saturating_sub(from))
            }
            Part::Beyond => {
                headers.push(content_range("*", size));
                return Answer { status: 416, headers, body: Body::Bytes(Vec::new()) };
            }
        };
        let body = if self.is_head() { Body::Length(length) } else { Body::Pieces(place, from, length) };
        Answer { status, headers, body }
    }

    fn bytes(&self, bytes: Vec<u8>, path: &str, status: u16) -> Answer {
        let tag = format!("\"{}\"", ContentHash::of(&bytes).short());
        let mut headers = self.headers(path, &tag);
        if status == 200 && self.is_unchanged(&tag) {
            return Answer { status: 304, headers, body: Body::Bytes(Vec::new()) };
        }
        let size = bytes.len() as u64;
        let ranged = status == 200 && !path.ends_with(".html");
        let range = self.request.header("range").filter(|_| ranged);
        match range.map_or(Part::Whole, |range| part(range, size)) {
            Part::Bytes(from, to) => {
                headers.push(content_range(&format!("{from}-{}", to.saturating_sub(1)), size));
                let span = usize::try_from(from).ok().zip(usize::try_from(to).ok());
                let piece = span.and_then(|(from, to)| bytes.get(from..to)).unwrap_or_default();
                Answer { status: 206, headers, body: self.body(piece.to_vec()) }
            }
            Part::Beyond => {
                headers.push(content_range("*", size));
                Answer { status: 416, headers, body: Body::Bytes(Vec::new()) }
            }
            Part::Whole => Answer { status, headers, body: self.body(bytes) },
        }
    }

    fn body(&self, bytes: Vec<u8>) -> Body {
        if self.is_head() { Body::Length(bytes.len() as u64) } else { Body::Bytes(bytes) }
    }

    fn headers(&self, path: &str, tag: &str) -> Vec<(&'static str, String)> {
        let mut headers = usual();
        headers.push(("content-type", media_type(path).to_owned()));
        headers.push(("cache-control", "no-cache".to_owned()));
        headers.push(("etag", tag.to_owned()));
        // The same address has a page as HTML and as Markdown.
        if path.ends_with(".html") || path.ends_with(".md") {
            headers.push(("vary", "Accept".to_owned()));
        }
        headers
    }

    fn is_unchanged(&self, tag: &str) -> bool {
        self.request.header("if-none-match").is_some_and(|known| is_known(known, tag))
    }

    fn is_head(&self) -> bool {
        self.request.method == "HEAD"
    }
}

fn content_range(part: &str, size: u64) -> (&'static str, String) {
    let text = format!("bytes {part}/{size}");
    ("content-range", text)
}

/// Headers of every answer. Nothing here is for other origins.
fn usual() -> Vec<(&'static str, String)> {
    let all = [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "SAMEORIGIN"),
        ("cross-origin-resource-policy", "same-origin"),
        ("referrer-policy", "strict-origin-when-cross-origin"),
    ];
    all.map(|(name, value)| (name, value.to_owned())).into()
}

fn refused(refusal: Refusal) -> Verdict {
    Verdict::Answer(plain(refusal.0, refusal.1))
}

/// A file that went since the plan was told of it: the next turn says what is there now.
fn gone() -> Verdict {
    Verdict::Answer(plain(404, "the file is not there any more"))
}

fn redirect(status: u16, to: &str, query: &str) -> Verdict {
    let (address, hash) = to.split_at(to.find('#').unwrap_or(to.len()));
    let mark = match query.is_empty() {
        true => "",
        false if address.contains('?') => "&",
        false => "?",
    };
    let mut answer = plain(status, to);
    answer.headers.push(("location", format!("{address}{mark}{query}{hash}")));
    Verdict::Answer(answer)
}

fn live(request: &Request, query: &str, terms: &Terms) -> Verdict {
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs
            .find(|(key, _)| *key == name)
            .map(|(_, value)| percent_decoded(value).into_owned())
            .unwrap_or_default()
    };
    let allowed = guard::origin(request).and_then(|()| guard::token(&value("token"), terms));
    if let Err(refusal) = allowed {
        return refused(refusal);
    }
    let page = value("page");
    let below = path_of(&page).and_then(|(path, _)| {
        path.strip_prefix(terms.base.as_str()).and_then(|below| below.strip_prefix('/')).map(str::to_owned)
    });
    match below {
        Some(path) => Verdict::Live { path, state: value("state") },
        None => refused(Refusal(400, "this is no page of the site")),
    }
}

/// The decoded path, and the query, of what stands in the first line of a request.
pub(super) fn path_of(target: &str) -> Option<(String, &str)> {
    if !target.starts_with('/') {
        return None;
    }
    let target = target.split('#').next().unwrap_or(target);
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let path = percent_decoded(path).into_owned();
    (!path.contains(|c: char| c.is_control()) && query.bytes().all(|byte| byte.is_ascii_graphic()))
        .then_some((path, query))
}
