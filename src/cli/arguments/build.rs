//! `docs build`.

use lexopt::prelude::*;

use super::cache::{CachePlace, size};
use super::{Command, Parsed, Words, site_url, text, unknown_value, value};
use crate::site::hosting::{HOST_NAMES, Host};

/// `docs build` as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildArguments {
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
    pub out: Option<String>,
    pub base: String,
    pub site_url: Option<String>,
    pub jobs: usize,
    pub url_style: UrlStyleArgument,
    /// `--host`: who serves the site.
    pub host: Host,
    /// `--poll`: how the disk is watched.
    pub poll: Option<Poll>,
    pub cache: CachePlace,
    /// `--report`: where facts about the build go.
    pub report: Option<String>,
    /// `--timings`: where spans of time go.
    pub timings: Option<String>,
    /// `--quiet`, `--verbose`: the last one counts.
    pub detail: Detail,
    /// Switches that were given.
    pub switches: Vec<Switch>,
}

/// How much is told to people (CLI-18). Programs get all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Errors and warnings.
    Quiet,
    #[default]
    Usual,
    /// Problems without limit, and where the time went.
    Verbose,
}

/// Options without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// Warnings are errors too.
    Strict,
    /// The first error ends the build.
    FailFast,
    /// One machine-readable report on standard output.
    Json,
    /// Nothing remembered by earlier builds is used.
    NoCache,
    /// Pages that `groups` restrict are published too.
    IncludeRestricted,
    /// Build again after every change.
    Watch,
    /// Files that look untouched are not read.
    TrustMtime,
    /// Compressed copies of files lie beside them.
    Precompress,
}

/// `--poll`, with the milliseconds between two looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Poll {
    /// As often as suits the project's size.
    Adaptive,
    Every(u64),
}

/// `--url-style`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UrlStyleArgument {
    #[default]
    Dir,
    File,
}

impl BuildArguments {
    /// What is not said of a build that belongs to another command is as usual.
    pub fn at(dir: Option<&str>, cache_dir: Option<&str>) -> Self {
        let cache = CachePlace { dir: cache_dir.map(str::to_owned), ..CachePlace::default() };
        Self { dir: dir.map(str::to_owned), cache, ..Self::default() }
    }

    /// Whether a switch was given.
    pub fn has(&self, switch: Switch) -> bool {
        self.switches.contains(&switch)
    }
}

/// Name and help.
pub(super) const WORDS: Words =
    Words { name: "build", aliases: &[], summary: "Write the site to a folder", help: HELP, parse };

/// Help for `docs build`.
const HELP: &str = "\
Write the site to a folder.

Usage: docs build [DIR] [OPTIONS]

Arguments:
  [DIR]                  Folder with docs.json [default: here, then docs/]

Options:
      --out DIR          Where to write [default: dist]
      --base PATH        Path below which the site is served, such as /docs
      --site-url URL     Address of the site, for canonical links and sitemap.xml
      --url-style STYLE  dir (a/b/index.html) or file (a/b.html) [default: dir]
      --host NAME        Who serves it: netlify, cloudflare, vercel, azure, nginx, caddy, apache, cloudfront
                         or plain; writes redirects, caching and security headers in its format
      --precompress      Put a copy in gzip beside each text that is smaller for it: page.html.gz; nginx and
                         caddy are told to hand it out
      --strict           Treat warnings as errors
      --fail-fast        End at the first error instead of writing the rest
      --include-restricted
                         Publish pages that `groups` restrict, too
      --jobs N           Threads [default: all processors]
  -q, --quiet            Tell errors and warnings, and nothing else
  -v, --verbose          Tell every problem in full, and where the time went
      --json             Print one JSON report instead of text
      --no-cache         Rebuild everything, whatever earlier builds left
      --watch            Build again after every change, until Ctrl-C
      --poll[=MS]        With --watch: look for changes every MS milliseconds instead of being notified
      --cache-dir DIR    Where results are kept between builds [default: .docs/cache beside docs.json]
      --cache-size SIZE  How large it may become, such as 500MB or 2GiB [default: 2GiB]
      --trust-mtime      Do not read files whose size, times and inode are as the last build left them
      --report FILE      Write facts about the build to FILE: what ran, what was reused, what was slow
      --timings FILE     Write a trace to FILE that chrome://tracing and Perfetto open
  -h, --help             This help

Exit codes: 0 built, 1 built with errors, 2 wrong usage, 130 interrupted.
Environment: NO_COLOR turns colours off; DOCS_LOG=queries tells which query ran and why.
";

/// Reads the words of a build.
pub(super) fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options = BuildArguments::default();
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Long("out" | "output") => options.out = Some(value(&mut parser)?),
            Long("base") => options.base = base(&value(&mut parser)?)?,
            Long("site-url") => options.site_url = Some(site_url(&value(&mut parser)?)?),
            Long("url-style") => {
                options.url_style = match value(&mut parser)?.as_str() {
                    "dir" => UrlStyleArgument::Dir,
                    "file" => UrlStyleArgument::File,
                    other => return Err(format!("`--url-style {other}`: expected `dir` or `file`")),
                }
            }
            Long("host") => options.host = host(&value(&mut parser)?)?,
            Long("jobs") => options.jobs = jobs(&value(&mut parser)?)?,
            Long("cache-dir") => options.cache.dir = Some(value(&mut parser)?),
            Long("cache-size") => options.cache.size = Some(size(&value(&mut parser)?)?),
            Long("trust-mtime") => options.switches.push(Switch::TrustMtime),
            Long("report") => options.report = Some(value(&mut parser)?),
            Long("timings") => options.timings = Some(value(&mut parser)?),
            Short('q') | Long("quiet") => options.detail = Detail::Quiet,
            Short('v') | Long("verbose") => options.detail = Detail::Verbose,
            Long("precompress") => options.switches.push(Switch::Precompress),
            Long("strict") => options.switches.push(Switch::Strict),
            Long("fail-fast") => options.switches.push(Switch::FailFast),
            Long("json") => options.switches.push(Switch::Json),
            Long("no-cache") => options.switches.push(Switch::NoCache),
            Long("watch") => options.switches.push(Switch::Watch),
            Long("poll") => options.poll = Some(poll(&mut parser)?),
            Long("include-restricted") => options.switches.push(Switch::IncludeRestricted),
            Value(dir) if options.dir.is_none() => options.dir = Some(dir.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().to_string()),
        }
    }
    if options.poll.is_some() && !options.has(Switch::Watch) {
        return Err("`--poll` says how to watch: it goes with `--watch`".to_owned());
    }
    if options.has(Switch::Watch) && options.has(Switch::FailFast) {
        return Err("`--fail-fast` ends a build: it does not go with `--watch`".to_owned());
    }
    if options.has(Switch::Watch) && (options.report.is_some() || options.timings.is_some()) {
        return Err("`--report` and `--timings` tell of one build: they do not go with `--watch`".to_owned());
    }
    Ok(Parsed::Run(Command::Build(options)))
}

pub(super) fn poll(parser: &mut lexopt::Parser) -> Result<Poll, String> {
    let Some(text) = parser.optional_value() else { return Ok(Poll::Adaptive) };
    let text = text.to_string_lossy();
    match text.parse() {
        Ok(milliseconds) if (10..=60_000).contains(&milliseconds) => Ok(Poll::Every(milliseconds)),
        _ => Err(format!("`--poll={text}`: expected milliseconds from 10 to 60000")),
    }
}

/// A number of threads.
pub(super) fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs) if (1..=256).contains(&jobs) => Ok(jobs),
        _ => Err(format!("`--jobs {text}`: expected a number from 1 to 256")),
    }
}

/// A base path is a path: no address, query or parent folder, and written as addresses are.
pub(super) fn base(text: &str) -> Result<String, String> {
    let fits = !text.contains("://")
        && !text.contains(|c: char| c.is_whitespace() || matches!(c, '?' | '#' | '\\' | '"' | '<' | '>'))
        && !text.split('/').any(|part| part == "..");
    if fits { Ok(text.to_owned()) } else { Err(format!("`--base {text}`: expected a path such as `/docs`")) }
}

fn host(text: &str) -> Result<Host, String> {
    Host::named(text).ok_or_else(|| unknown_value("host", text, HOST_NAMES.iter().map(|(name, _)| *name)))
}
