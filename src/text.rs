//! The small vocabulary that every stage shares: places in a text, and paths with a meaning.
//!
//! A string with a meaning is a type here, so that a path inside the project is never mistaken for
//! a URL or for a path in the output. This module knows nothing of disk, pages or HTML.

pub(crate) mod bytes;

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

/// A byte range `[start, end)` in one source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from byte offsets; offsets beyond `u32::MAX` saturate.
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { start: clamp(start), end: clamp(end.max(start)) }
    }

    /// The same range moved by `offset` bytes, for a piece that was cut out of a longer text.
    pub fn shifted(self, offset: usize) -> Self {
        Self::new(self.start as usize + offset, self.end as usize + offset)
    }
}

/// A position as people count it: line and column start at 1, columns are characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Line number, from 1.
    pub line: u32,
    /// Column number in characters, from 1.
    pub column: u32,
}

/// One text with its path and its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// Where the text comes from.
    pub path: SourcePath,
    /// The text itself, UTF-8, without a byte order mark.
    pub text: Arc<str>,
    lines: Lines,
    /// What the author wrote, where it differs.
    written: Option<Arc<Written>>,
    /// Whether callouts in the writing of other tools are read as such (MDX-11).
    admonitions: bool,
}

/// Where the lines of a text start, found out when somebody asks: most texts have nothing wrong with them.
#[derive(Clone, Debug, Default)]
struct Lines(Arc<OnceLock<Vec<u32>>>);

/// They follow from the text.
impl PartialEq for Lines {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Lines {}

/// The text before names in it were filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written {
    source: SourceText,
    /// What was filled in, and what for.
    pieces: Vec<(Span, Span)>,
}

impl SourceText {
    /// A text as it is in its file.
    pub fn new(path: SourcePath, text: impl Into<Arc<str>>) -> Self {
        Self { path, text: text.into(), lines: Lines::default(), written: None, admonitions: false }
    }

    /// The offsets at which lines start; the first is 0.
    fn line_starts(&self) -> &[u32] {
        let find = || {
            let breaks = self.text.match_indices('\n').map(|(at, _)| at as u32 + 1);
            std::iter::once(0).chain(breaks).collect()
        };
        self.lines.0.get_or_init(find)
    }

    /// This text with names filled in: `pieces` of the new one stand for pieces of this one, in their order.
    pub fn filled(self, text: impl Into<Arc<str>>, pieces: Vec<(Span, Span)>) -> Self {
        let filled = Self::new(self.path.clone(), text).with_admonitions(self.admonitions);
        Self { written: Some(Arc::new(Written { source: self, pieces })), ..filled }
    }

    /// The same text, to be read with or without the callouts of other tools.
    pub fn with_admonitions(self, admonitions: bool) -> Self {
        Self { admonitions, ..self }
    }

    /// Whether `> [!NOTE]` and `:::note` are callouts in it.
    pub fn has_admonitions(&self) -> bool {
        self.admonitions
    }

    /// Whether names in it were filled in.
    pub fn is_filled(&self) -> bool {
        self.written.is_some()
    }

    /// A piece of the text as the author wrote it.
    pub fn as_written(&self, span: Span) -> (&Self, Span) {
        let Some(written) = &self.written else { return (self, span) };
        let before = |offset: u32, is_end: bool| {
            let at = written
                .pieces
                .partition_point(|(new, _)| if is_end { new.start < offset } else { new.start <= offset });
            match at.checked_sub(1).and_then(|at| written.pieces.get(at)) {
                Some((new, old)) if offset >= new.end => old.end + (offset - new.end),
                Some((_, old)) if is_end => old.end,
                Some((_, old)) => old.start,
                None => offset,
            }
        };
        let (start, end) = (before(span.start, false), before(span.end, true));
        (&written.source, Span { start, end: end.max(start) })
    }

    /// Line and column of a byte offset. An offset past the end is the end.
    pub fn position(&self, offset: u32) -> Position {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let starts = self.line_starts();
        let line = starts.partition_point(|start| *start as usize <= offset).max(1);
        let start = starts[line - 1] as usize;
        let before = &self.text[start..offset];
        let long = before.len() > crate::diagnostic::LONG_LINE;
        let column = if long { before.len() } else { before.chars().count() } as u32 + 1;
        Position { line: line as u32, column }
    }

    /// The text of a line (from 1) without its line break; empty when there is no such line.
    pub fn line(&self, line: u32) -> &str {
        let starts = self.line_starts();
        let Some(&start) = starts.get((line as usize).wrapping_sub(1)) else { return "" };
        let end = starts.get(line as usize).map_or(self.text.len(), |next| *next as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }
}

/// A file or folder inside the project: relative to its root, `/` between segments, no `./`, no
/// `..`, no leading or trailing slash. The root itself is the empty path.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SourcePath(Arc<str>);

impl SourcePath {
    /// Normalises `path`: back slashes and empty, `.` and `..` segments are resolved. A `..` above the
    /// root stays at the root.
    pub fn new(path: &str) -> Self {
        let is_normal = |segment: &str| !matches!(segment, "" | "." | "..");
        if !path.contains('\\') && path.split('/').all(is_normal) {
            return Self(path.into());
        }
        let mut kept: Vec<&str> = Vec::new();
        for segment in path.split(['/', '\\']) {
            match segment {
                "" | "." => {}
                ".." => drop(kept.pop()),
                name => kept.push(name),
            }
        }
        Self(kept.join("/").into())
    }

    /// Like [`SourcePath::new`], but `None` when the path would leave the root.
    pub fn checked(path: &str) -> Option<Self> {
        let mut kept: Vec<&str> = Vec::new();
        for segment in path.split(['/', '\\']) {
            match segment {
                "" | "." => {}
                ".." => {
                    kept.pop()?;
                }
                name => kept.push(name),
            }
        }
        Some(Self(kept.join("/").into()))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last segment.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or("")
    }

    /// The folder that holds this path; the root for a top-level file.
    pub fn parent(&self) -> SourcePath {
        Self(self.0.rsplit_once('/').map_or("", |(dir, _)| dir).into())
    }

    /// The extension in lower case without its dot; empty when there is none.
    pub fn extension(&self) -> String {
        match self.file_name().rsplit_once('.') {
            Some((stem, extension)) if !stem.is_empty() => extension.to_ascii_lowercase(),
            _ => String::new(),
        }
    }

    /// Resolves `reference` as written in this file: `/x` from the root, anything else from this
    /// file's folder. `None` when it leaves the root.
    pub fn resolve(&self, reference: &str) -> Option<SourcePath> {
        match reference.strip_prefix('/') {
            Some(rooted) => Self::checked(rooted),
            None => Self::checked(&format!("{}/{}", self.parent().as_str(), reference)),
        }
    }
}

impl fmt::Display for SourcePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for SourcePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", &*self.0)
    }
}

impl Borrow<str> for SourcePath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

/// A page's name: its source path without `.mdx`/`.md`, letter case and spaces kept.
/// `guides/index` stays as it is here; [`Slug::route`] shortens it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Slug(Arc<str>);

impl Slug {
    /// A slug from text; leading and trailing slashes are dropped.
    pub fn new(slug: &str) -> Self {
        Self(slug.trim_matches('/').into())
    }

    /// The slug that an entry of the navigation names: it may end with a slash, or as the file does.
    pub fn of_entry(path: &str) -> Self {
        let path = path.trim_end_matches('/');
        Self::new(path.strip_suffix(".mdx").or(path.strip_suffix(".md")).unwrap_or(path))
    }

    /// The slug of a page file (behaviour 1.3).
    pub fn of_page(path: &SourcePath) -> Self {
        let text = path.as_str();
        let stem = [".mdx", ".md"]
            .iter()
            .find_map(|extension| {
                let cut = text.len().checked_sub(extension.len())?;
                text.is_char_boundary(cut).then_some(())?;
                text[cut..].eq_ignore_ascii_case(extension).then(|| &text[..cut])
            })
            .unwrap_or(text);
        Self(stem.into())
    }

    /// The slug as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The public path without leading slash: a trailing `index` segment is dropped, the home page
    /// is empty. Only lower-case `index` counts (behaviour 1.3).
    pub fn route(&self) -> &str {
        if &*self.0 == "index" {
            return "";
        }
        self.0.strip_suffix("/index").unwrap_or(&self.0)
    }

    /// The title of a page that has none: the last segment with `-` and `_` as spaces and its first
    /// character in upper case (PG-04).
    pub fn title(&self) -> String {
        let last = self.0.rsplit('/').next().unwrap_or("");
        let words = last.replace(['-', '_'], " ");
        let mut characters = words.chars();
        match characters.next() {
            Some(first) => first.to_uppercase().chain(characters).collect(),
            None => String::new(),
        }
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", &*self.0)
    }
}

impl Borrow<str> for Slug {
    fn borrow(&self) -> &str {
        &self.0
    }
}

/// How a page's address maps to a file of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UrlStyle {
    /// `a/b` is written as `a/b/index.html`.
    #[default]
    Directory,
    /// `a/b` is written as `a/b.html`.
    File,
}

/// How addresses inside the site are written: the base path and the style (PG-01, PG-03).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Addresses {
    /// Either empty or `/segment…` without trailing slash.
    pub base: String,
    /// Shape of page files.
    pub style: UrlStyle,
    /// Whether addresses of pages end with a slash: `seo.trailingSlash` of a site whose pages are folders.
    pub slash: bool,
    /// Whether links from the root lead to pages in the language of the page that has them: `links.localize`.
    pub localize: bool,
}

impl Addresses {
    /// Normalises `base` (`docs`, `/docs/` and `docs/` are all `/docs`).
    pub fn new(base: &str, style: UrlStyle) -> Self {
        let trimmed = base.trim_matches('/');
        let base = if trimmed.is_empty() { String::new() } else { format!("/{trimmed}") };
        Self { base, style, ..Self::default() }
    }

    /// With a slash at the end of addresses of pages, if that is wanted: that of a file, `a.html`, is only `/a`.
    pub fn with_slashes(self, wanted: bool) -> Self {
        Self { slash: wanted && self.style == UrlStyle::Directory, ..self }
    }

    /// The URL of a page, percent-encoded where needed: `/base/a/b`, `/base/a/b.html` is never used
    /// in links because hosts answer both; the home page is `/base/`.
    pub fn page_url(&self, slug: &Slug) -> String {
        self.slashed(self.path_url(&literal(slug.route())), Leads::ToPage)
    }

    /// The URL of a root-relative path without leading slash that leads to a page or to a file.
    pub fn link_url(&self, path: &str) -> String {
        self.slashed(self.path_url(path), Leads::Anywhere)
    }

    /// An address inside the site with the slash of pages, if they have one.
    pub fn slashed(&self, url: String, leads: Leads) -> String {
        if self.slash { with_trailing_slash(&url, leads) } else { url }
    }

    /// The URL of a root-relative path without leading slash, as it is.
    pub fn path_url(&self, path: &str) -> String {
        let mut url = String::with_capacity(self.base.len() + 1 + path.len());
        url.push_str(&self.base);
        url.push('/');
        push_encoded(&mut url, path);
        url
    }

    /// An address from the root with the base path before it; `None` for other addresses and for one that has it.
    pub fn with_base(&self, url: &str) -> Option<String> {
        let path = url.strip_prefix('/').filter(|path| !path.starts_with('/'))?;
        let is_needed = !self.base.is_empty() && self.below_base(path).is_none();
        is_needed.then(|| format!("{}{url}", self.base))
    }

    /// The address of a site up to its base path, which may have been told with it.
    pub fn up_to_base<'a>(&self, address: &'a str) -> &'a str {
        let scheme = address.find("://").map_or(0, |at| at + 3);
        let before = address.trim_end_matches('/');
        match before.strip_suffix(self.base.as_str()) {
            Some(site) if !self.base.is_empty() && site.len() > scheme => site,
            _ => address,
        }
    }

    /// What of a path, from the root and without leading slash, lies below the base path; `None` when it lies elsewhere,
    /// or there is none.
    pub fn below_base<'p>(&self, path: &'p str) -> Option<&'p str> {
        let inner = path.strip_prefix(self.base.strip_prefix('/')?)?;
        if inner.is_empty() { Some(inner) } else { inner.strip_prefix('/') }
    }

    /// What of such a path lies below the base path that its author wrote before it: when `is_there` finds that and nothing
    /// at the whole path, for what lies in a folder of that name is meant as it is written.
    pub fn without_base<'p>(&self, path: &'p str, is_there: &dyn Fn(&str) -> bool) -> Option<&'p str> {
        self.below_base(path).filter(|inner| !is_there(path) && is_there(inner))
    }

    /// The URL of a page's Markdown: `/base/a/b.md`, that of the home page is `/base/index.md` (AI-01).
    pub fn export_url(&self, slug: &Slug) -> String {
        self.path_url(&literal(self.export_file(slug).as_str()))
    }

    /// Where the page's Markdown lies in the output directory.
    pub fn export_file(&self, slug: &Slug) -> OutPath {
        match slug.route() {
            "" => OutPath::new("index.md"),
            route => OutPath::new(&format!("{route}.md")),
        }
    }

    /// Where the page's file lies in the output directory.
    pub fn page_file(&self, slug: &Slug) -> OutPath {
        let route = slug.route();
        OutPath::new(&match self.style {
            _ if route.is_empty() => "index.html".to_owned(),
            UrlStyle::Directory => format!("{route}/index.html"),
            UrlStyle::File => format!("{route}.html"),
        })
    }
}

/// What an address leads to, for the rule of [`with_trailing_slash`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// To a page or a file: a last segment with a file extension stays as it is.
    Anywhere,
    /// Certainly to a page, even when its name looks like a file's.
    ToPage,
}

/// Adds the slash of `seo.trailingSlash` to a URL or path, before its query and hash. An empty text stays empty.
pub fn with_trailing_slash(url: &str, leads: Leads) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let (path, rest) = url.split_at(end);
    let after_host = path.find("://").map_or(0, |at| at + 3);
    let last_segment = match path.get(after_host..).and_then(|tail| tail.rfind('/')) {
        Some(slash) => path.get(after_host + slash + 1..).unwrap_or(""),
        None if after_host > 0 => "",
        None => path,
    };
    if path.is_empty() || path.ends_with('/') || (leads == Leads::Anywhere && is_file_name(last_segment)) {
        return url.to_owned();
    }
    format!("{path}/{rest}")
}

/// Whether a segment ends in what looks like a file extension: letters and digits, not digits alone.
fn is_file_name(segment: &str) -> bool {
    segment.rsplit_once('.').is_some_and(|(_, extension)| {
        (1..=8).contains(&extension.len())
            && extension.chars().all(|c| c.is_ascii_alphanumeric())
            && extension.chars().any(|c| c.is_ascii_alphabetic())
    })
}

/// A file of the output, relative to the output directory, `/` between segments.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OutPath(Arc<str>);

impl OutPath {
    /// Normalises like [`SourcePath::new`]: an output path cannot leave its directory.
    pub fn new(path: &str) -> Self {
        Self(SourcePath::new(path).0)
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same text, shared.
    pub fn shared(&self) -> Arc<str> {
        self.0.clone()
    }
}

/// A name that was not written as an address: its `%` are signs of the name, whatever follows them.
pub fn literal(name: &str) -> Cow<'_, str> {
    if name.contains('%') { Cow::Owned(name.replace('%', "%25")) } else { Cow::Borrowed(name) }
}

/// Whether an address begins with a scheme, as `https:` and `mailto:` do.
pub fn has_scheme(address: &str) -> bool {
    let Some((scheme, rest)) = address.split_once(':') else { return false };
    // `Self::name` is a name in a program.
    !rest.starts_with(':')
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// Percent-encodes what may not stand in a URL path. Non-ASCII letters, `%` sequences that are
/// already encoded and the usual punctuation stay readable.
pub fn encode_path(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    push_encoded(&mut out, path);
    out
}

fn push_encoded(out: &mut String, path: &str) {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.');
    if path.bytes().all(is_plain) {
        return out.push_str(path);
    }
    for c in path.chars() {
        match c {
            ' ' | '"' | '<' | '>' | '`' | '{' | '}' | '|' | '\\' | '^' | '?' | '#' => {
                out.push('%');
                out.push_str(&format!("{:02X}", c as u32));
            }
            c if c.is_control() => out.extend(c.to_string().bytes().map(|byte| format!("%{byte:02X}"))),
            c => out.push(c),
        }
    }
}

/// Percent-encodes a text as one part of a URL, such as a value in its query; characters of `kept` stay.
pub fn encode_part(text: &str, kept: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        let c = char::from(byte);
        if byte.is_ascii_alphanumeric() || (byte.is_ascii() && ("-._~".contains(c) || kept.contains(c))) {
            out.push(c);
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
