//! From words to options. The only module that names lexopt.

use lexopt::prelude::*;

use crate::diagnostic::did_you_mean;
use crate::site::hosting::{HOST_NAMES, Host};
use crate::site::proxy::hosts::ProxyHost;

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Build(BuildArguments),
    Cache(CacheArguments),
    /// Why this output would be made again.
    Explain(String, BuildArguments),
    Fetch(FetchArguments),
    Proxy(ProxyArguments),
    /// Check a description of an API.
    OpenapiCheck(String),
    Schema,
    Theme(ThemeArguments),
}

/// A command, or a text that answers the question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "there is one of it in a process")]
pub enum Parsed {
    Run(Command),
    Print(String),
}

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
    /// Switches that were given.
    pub switches: Vec<Switch>,
}

/// Which store, as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CachePlace {
    /// `None`: the one in the project.
    pub dir: Option<String>,
    /// Most bytes; `None`: the default.
    pub size: Option<u64>,
}

/// `docs fetch` as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FetchArguments {
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
    /// `--refresh`: what is pinned is asked for anew.
    pub refresh: bool,
    /// `--font-service`: `None`: Google Fonts.
    pub font_service: Option<String>,
}

/// `docs proxy` as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyArguments {
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
    pub host: ProxyHost,
    /// `--allow`: servers that no description names.
    pub origins: Vec<String>,
}

/// `docs theme` as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThemeArguments {
    pub action: ThemeAction,
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
}

/// What to do with templates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThemeAction {
    /// Print the names.
    List,
    /// Write a copy of the one with this name into the project.
    Eject(String),
}

/// `docs cache` as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheArguments {
    pub action: CacheAction,
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
    pub place: CachePlace,
    pub format: Format,
}

/// What to do with a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheAction {
    Stats,
    Verify,
    Gc,
    Clear,
}

/// How an answer is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Text,
    Json,
}

/// Options without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// Warnings are errors too.
    Strict,
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
    /// Whether a switch was given.
    pub fn has(&self, switch: Switch) -> bool {
        self.switches.contains(&switch)
    }
}

/// Help for the program.
pub const HELP: &str = "\
docs builds a complete static documentation site from a docs.json and a folder of Markdown pages.

Usage: docs <COMMAND>

Commands:
  build    Write the site to a folder
  cache    Look at, check or empty what earlier builds remember
  explain  Tell why a page would be made again
  fetch    Download the fonts and API descriptions that docs.json names, and pin them
  openapi-check
           Check an OpenAPI or AsyncAPI description
  proxy    Print what makes a host pass requests of the playground on
  schema   Print the JSON Schema of docs.json
  theme    Take over a template of the site's theme

Options:
  -h, --help       Help for the program or a command
  -V, --version    The version
";

/// Help for `docs build`.
pub const BUILD_HELP: &str = "\
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
      --strict           Treat warnings as errors
      --include-restricted
                         Publish pages that `groups` restrict, too
      --jobs N           Threads [default: all processors]
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

/// Help for `docs cache`.
pub const CACHE_HELP: &str = "\
Look at, check or empty what earlier builds remember.

Usage: docs cache <ACTION> [DIR] [OPTIONS]

Actions:
  stats    How much is in it
  verify   Read everything and report what is damaged
  gc       Drop what is damaged, and what is over the size, least recently used first
  clear    Drop everything

Arguments:
  [DIR]                  Folder with docs.json [default: here, then docs/]

Options:
      --cache-dir DIR    The cache itself [default: .docs/cache beside docs.json]
      --cache-size SIZE  Size to keep with gc, such as 500MB or 2GiB [default: 2GiB]
      --json             Print one JSON object instead of text
  -h, --help             This help

Exit codes: 0 done, 1 damaged or unusable, 2 wrong usage.
";

/// Help for `docs explain`.
pub const EXPLAIN_HELP: &str = "\
Tell why a page or another file of the output would be made again by the next build.

Usage: docs explain PATH [DIR] [OPTIONS]

Arguments:
  PATH                   An output (guides/a/index.html), a page (guides/a) or its source (guides/a.mdx)
  [DIR]                  Folder with docs.json [default: here, then docs/]

Options: those of `docs build` that say what is built: --out, --base, --site-url, --url-style,
--include-restricted, --jobs. Nothing is written.
";

/// Help for `docs fetch`.
pub const FETCH_HELP: &str = "\
Download the fonts and API descriptions that docs.json names, and pin them. A build downloads nothing by itself.

Usage: docs fetch [DIR] [OPTIONS]

Copies go to .docs/remote, and docs.lock beside docs.json says which file came from where, by the hash of its
content: both belong into version control. The site then serves the fonts itself. What is pinned stays as it is:
run again, `docs fetch` restores copies that are missing and refuses files that changed on the other side.

Arguments:
  [DIR]                   Folder with docs.json [default: here, then docs/]

Options:
      --refresh           Take what is there now, whatever is pinned
      --font-service URL  Where families named without a `source` come from
                          [default: https://fonts.googleapis.com]
  -h, --help              This help

Exit codes: 0 done, 1 something cannot be had or differs, 2 wrong usage.
";

/// Help for `docs proxy`.
pub const PROXY_HELP: &str = "\
Print the file that makes a host pass requests of the playground on to the servers of the API, and to no others.

Usage: docs proxy --host cloudflare|netlify|vercel|nginx [DIR] [--allow ORIGIN]…

Servers are those of the descriptions that docs.json names, and of `api.mdx.server`. Pages find out by themselves
that there is a proxy. The file's place is told on standard error.
";

/// Help for `docs theme`.
pub const THEME_HELP: &str = "\
Take over a template of the site's theme.

Usage: docs theme list [DIR]
       docs theme eject NAME [DIR]

`eject` writes the theme's template NAME (such as footer) to theme/NAME.html in the project. From then on that file is
used in its place; `docs build --watch` sees its edits. Without the file, the theme's own is used again.
";

/// Reads the words after the program's name.
pub fn parse(words: &[String]) -> Result<Parsed, String> {
    let mut parser = lexopt::Parser::from_args(words.iter());
    let Some(first) = parser.next().map_err(text)? else { return Ok(Parsed::Print(HELP.to_owned())) };
    match first {
        Short('h') | Long("help") => Ok(Parsed::Print(HELP.to_owned())),
        Short('V') | Long("version") => Ok(Parsed::Print(format!("docs {}\n", env!("CARGO_PKG_VERSION")))),
        Value(name) => match name.to_string_lossy().as_ref() {
            "build" => build(parser),
            "cache" => cache(parser),
            "explain" => explain(parser),
            "fetch" => fetch(parser),
            "proxy" => proxy(parser),
            "openapi-check" => openapi_check(parser),
            "schema" => schema(parser),
            "theme" => theme(parser),
            "help" => Ok(Parsed::Print(HELP.to_owned())),
            "version" => Ok(Parsed::Print(format!("docs {}\n", env!("CARGO_PKG_VERSION")))),
            other => {
                let known = [
                    "build",
                    "cache",
                    "explain",
                    "fetch",
                    "openapi-check",
                    "proxy",
                    "schema",
                    "theme",
                    "help",
                    "version",
                ];
                let near = crate::diagnostic::did_you_mean(other, known);
                let hint = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
                Err(format!("there is no command `{other}`{hint}"))
            }
        },
        other => Err(other.unexpected().to_string()),
    }
}

fn explain(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    match parser.next().map_err(text)? {
        Some(Short('h') | Long("help")) => Ok(Parsed::Print(EXPLAIN_HELP.to_owned())),
        Some(Value(path)) => match build(parser)? {
            Parsed::Run(Command::Build(options)) => {
                Ok(Parsed::Run(Command::Explain(path.to_string_lossy().into_owned(), options)))
            }
            _ => Ok(Parsed::Print(EXPLAIN_HELP.to_owned())),
        },
        Some(other) => Err(other.unexpected().to_string()),
        None => Err("`docs explain` needs the path of an output, a page or a source".to_owned()),
    }
}

fn openapi_check(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    match parser.next().map_err(text)? {
        Some(Short('h') | Long("help")) => Ok(Parsed::Print(super::openapi_check::HELP.to_owned())),
        Some(Value(path)) => match parser.next().map_err(text)? {
            None => Ok(Parsed::Run(Command::OpenapiCheck(path.to_string_lossy().into_owned()))),
            Some(other) => Err(other.unexpected().to_string()),
        },
        Some(other) => Err(other.unexpected().to_string()),
        None => Err("`docs openapi-check` needs the path of a description".to_owned()),
    }
}

fn fetch(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options = FetchArguments::default();
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(FETCH_HELP.to_owned())),
            Long("refresh") => options.refresh = true,
            Long("font-service") => options.font_service = Some(site_url(&value(&mut parser)?)?),
            Value(path) if options.dir.is_none() => {
                options.dir = Some(path.to_string_lossy().into_owned());
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Parsed::Run(Command::Fetch(options)))
}

fn proxy(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let (mut dir, mut host, mut origins) = (None, None, Vec::new());
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(PROXY_HELP.to_owned())),
            Long("host") => {
                let name = value(&mut parser)?;
                let known = ProxyHost::named(&name);
                host = Some(known.ok_or_else(|| {
                    format!("`--host {name}`: expected one of cloudflare, netlify, vercel, nginx")
                })?);
            }
            Long("allow") => origins.push(site_url(&value(&mut parser)?)?),
            Value(path) if dir.is_none() => dir = Some(path.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().to_string()),
        }
    }
    let host = host.ok_or("`docs proxy` needs `--host cloudflare`, `netlify`, `vercel` or `nginx`")?;
    Ok(Parsed::Run(Command::Proxy(ProxyArguments { dir, host, origins })))
}

fn theme(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut words = Vec::new();
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(THEME_HELP.to_owned())),
            Value(word) => words.push(word.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().to_string()),
        }
    }
    let mut words = words.into_iter();
    let action = match words.next().as_deref() {
        Some("list") => ThemeAction::List,
        Some("eject") => match words.next() {
            Some(name) => ThemeAction::Eject(name),
            None => return Err("`docs theme eject` needs the name of a template".to_owned()),
        },
        _ => return Err("`docs theme`: expected `list` or `eject NAME`".to_owned()),
    };
    let arguments = ThemeArguments { action, dir: words.next() };
    match words.next() {
        Some(more) => Err(format!("`docs theme`: there is one word too many, `{more}`")),
        None => Ok(Parsed::Run(Command::Theme(arguments))),
    }
}

fn schema(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    match parser.next().map_err(text)? {
        None => Ok(Parsed::Run(Command::Schema)),
        Some(Short('h') | Long("help")) => Ok(Parsed::Print(
            "Print the JSON Schema (draft 2020-12) of docs.json.\n\nUsage: docs schema\n".to_owned(),
        )),
        Some(other) => Err(other.unexpected().to_string()),
    }
}

fn build(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut options = BuildArguments::default();
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(BUILD_HELP.to_owned())),
            Long("out") => options.out = Some(value(&mut parser)?),
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
            Long("jobs") => {
                let text = value(&mut parser)?;
                options.jobs = match text.parse() {
                    Ok(jobs) if (1..=256).contains(&jobs) => jobs,
                    _ => return Err(format!("`--jobs {text}`: expected a number from 1 to 256")),
                };
            }
            Long("cache-dir") => options.cache.dir = Some(value(&mut parser)?),
            Long("cache-size") => options.cache.size = Some(size(&value(&mut parser)?)?),
            Long("trust-mtime") => options.switches.push(Switch::TrustMtime),
            Long("report") => options.report = Some(value(&mut parser)?),
            Long("timings") => options.timings = Some(value(&mut parser)?),
            Long("strict") => options.switches.push(Switch::Strict),
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
    if options.has(Switch::Watch) && (options.report.is_some() || options.timings.is_some()) {
        return Err("`--report` and `--timings` tell of one build: they do not go with `--watch`".to_owned());
    }
    Ok(Parsed::Run(Command::Build(options)))
}

fn poll(parser: &mut lexopt::Parser) -> Result<Poll, String> {
    let Some(text) = parser.optional_value() else { return Ok(Poll::Adaptive) };
    let text = text.to_string_lossy();
    match text.parse() {
        Ok(milliseconds) if (10..=60_000).contains(&milliseconds) => Ok(Poll::Every(milliseconds)),
        _ => Err(format!("`--poll={text}`: expected milliseconds from 10 to 60000")),
    }
}

fn cache(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let mut action = None;
    let mut dir = None;
    let mut place = CachePlace::default();
    let mut format = Format::Text;
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(CACHE_HELP.to_owned())),
            Long("cache-dir") => place.dir = Some(value(&mut parser)?),
            Long("cache-size") => place.size = Some(size(&value(&mut parser)?)?),
            Long("json") => format = Format::Json,
            Value(name) if action.is_none() => action = Some(cache_action(&name.to_string_lossy())?),
            Value(path) if dir.is_none() => dir = Some(path.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().to_string()),
        }
    }
    let Some(action) = action else {
        return Err("`docs cache`: expected `stats`, `verify`, `gc` or `clear`".to_owned());
    };
    Ok(Parsed::Run(Command::Cache(CacheArguments { action, dir, place, format })))
}

fn cache_action(name: &str) -> Result<CacheAction, String> {
    match name {
        "stats" => Ok(CacheAction::Stats),
        "verify" => Ok(CacheAction::Verify),
        "gc" => Ok(CacheAction::Gc),
        "clear" => Ok(CacheAction::Clear),
        other => Err(format!("`docs cache {other}`: expected `stats`, `verify`, `gc` or `clear`")),
    }
}

/// Bytes from `500MB`, `2GiB`, `1.5 GB` or a number alone.
fn size(text: &str) -> Result<u64, String> {
    let wrong = || format!("`--cache-size {text}`: expected a size such as `500MB` or `2GiB`");
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit: u64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        _ => return Err(wrong()),
    };
    if let Ok(whole) = number.parse::<u64>() {
        return whole.checked_mul(unit).ok_or_else(wrong);
    }
    let bytes = number.parse::<f64>().map_err(|_| wrong())? * unit as f64;
    if bytes.is_finite() && bytes < 1e18 { Ok(bytes as u64) } else { Err(wrong()) }
}

fn value(parser: &mut lexopt::Parser) -> Result<String, String> {
    parser.value().map_err(text)?.into_string().map_err(|_| "an argument is not UTF-8".to_owned())
}

fn text(error: lexopt::Error) -> String {
    error.to_string()
}

/// A base path is a path: no address, query or parent folder.
fn base(text: &str) -> Result<String, String> {
    let fits = !text.contains("://")
        && !text.contains(['?', '#', '\\'])
        && !text.split('/').any(|part| part == "..");
    if fits { Ok(text.to_owned()) } else { Err(format!("`--base {text}`: expected a path such as `/docs`")) }
}

fn host(text: &str) -> Result<Host, String> {
    Host::named(text).ok_or_else(|| {
        let names = || HOST_NAMES.iter().map(|(name, _)| *name);
        match did_you_mean(text, names()) {
            Some(meant) => format!("`--host {text}`: did you mean `{meant}`?"),
            None => format!("`--host {text}`: expected one of {}", names().collect::<Vec<_>>().join(", ")),
        }
    })
}

fn site_url(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let fits = rest
        .is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/') && !rest.contains(['?', '#', ' ']));
    if fits {
        Ok(text.trim_end_matches('/').to_owned())
    } else {
        Err(format!("`--site-url {text}`: expected an address such as `https://docs.example.com`"))
    }
}
