//! The words of `docs dev`.

use std::net::{IpAddr, Ipv4Addr};

use lexopt::prelude::*;

use super::build::{base, jobs, poll};
use super::cache::size;
use super::{BuildArguments, Command, Detail, Parsed, Switch, Words, site_url, text, value};

pub(super) const WORDS: Words = Words {
    name: "dev",
    aliases: &["serve"],
    summary: "Show the site in a browser while you write",
    help: HELP,
    parse: dev,
};

/// Where the server listens unless told otherwise.
const PORT: u16 = 3000;

/// `docs dev` as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DevArguments {
    /// What is built, and how the disk is watched.
    pub build: BuildArguments,
    pub port: u16,
    /// `--host`: an address other than this machine's own.
    pub host: Option<IpAddr>,
    /// `--allow-host`: names that browsers may use besides.
    pub names: Vec<String>,
    pub flags: Vec<DevFlag>,
}

/// Options without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DevFlag {
    /// The browser is not opened.
    NoOpen,
    /// The contextual menu is shown.
    Preview,
    /// What `integrations` names is loaded.
    WithAnalytics,
}

const HELP: &str = "\
Show the site in a browser while you write: what you save is on the screen at once.

Usage: docs dev [DIR] [OPTIONS]

Arguments:
  [DIR]                  Folder with docs.json [default: here, then docs/]

Options:
  -p, --port PORT        Where to listen; the next free one when it is taken [default: 3000]
      --host [ADDRESS]   Let other machines in, too [default: only this one]
      --allow-host NAME  One more name that browsers may use for this server
      --no-open          Do not open a browser
      --base PATH        Path below which the site is served, such as /docs
      --site-url URL     Address of the site, for canonical links
      --preview          Show the contextual menu of pages, as readers have it
      --with-analytics   Load what `integrations` names, as readers have it
      --include-restricted
                         Show pages that `groups` restrict, too
      --jobs N           Threads [default: all processors]
  -q, --quiet            Tell errors and warnings, and nothing else
  -v, --verbose          Tell every problem in full, and where the time went
      --json             Print one JSON object for each revision instead of text
      --poll[=MS]        Look for changes every MS milliseconds instead of being notified
      --cache-dir DIR    Where results are kept [default: .docs/cache beside docs.json]
      --cache-size SIZE  How large it may become [default: 2GiB]
  -h, --help             This help

Accepted for those who are used to them, and without effect: --no-search, --no-openapi, --disable-openapi,
--disable-prefetch, --local-schema, --client-version VERSION; `--groups NAME…` is --include-restricted.

The site lies in .docs/dev beside docs.json, never in the folder of `docs build`.
Exit codes: 1 cannot begin, 2 wrong usage, 130 interrupted.
";

fn dev(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let build = BuildArguments::default();
    let mut options = DevArguments { build, port: PORT, host: None, names: Vec::new(), flags: Vec::new() };
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
            Short('p') | Long("port") => {
                let text = value(&mut parser)?;
                options.port = text
                    .parse()
                    .map_err(|_| format!("`--port {text}`: expected a number from 0 to 65535"))?;
            }
            Long("host") => options.host = Some(host(&mut parser)?),
            Long("allow-host") => options.names.push(value(&mut parser)?.to_ascii_lowercase()),
            Long("no-open") => options.flags.push(DevFlag::NoOpen),
            Long("open") => options.flags.retain(|flag| *flag != DevFlag::NoOpen),
            Long("preview" | "contextual") => options.flags.push(DevFlag::Preview),
            Long("with-analytics") => options.flags.push(DevFlag::WithAnalytics),
            Long("base") => options.build.base = base(&value(&mut parser)?)?,
            Long("site-url") => options.build.site_url = Some(site_url(&value(&mut parser)?)?),
            Long("include-restricted") => options.build.switches.push(Switch::IncludeRestricted),
            Long("groups") => {
                parser.values().map_err(text)?.for_each(drop);
                options.build.switches.push(Switch::IncludeRestricted);
            }
            Short('q') | Long("quiet") => options.build.detail = Detail::Quiet,
            Short('v') | Long("verbose") => options.build.detail = Detail::Verbose,
            Long("jobs") => options.build.jobs = jobs(&value(&mut parser)?)?,
            Long("json") => options.build.switches.push(Switch::Json),
            Long("poll") => options.build.poll = Some(poll(&mut parser)?),
            Long("cache-dir") => options.build.cache.dir = Some(value(&mut parser)?),
            Long("cache-size") => options.build.cache.size = Some(size(&value(&mut parser)?)?),
            Long("no-search" | "no-openapi" | "disable-openapi" | "disable-prefetch" | "local-schema") => {}
            Long("client-version") => drop(value(&mut parser)?),
            Value(dir) if options.build.dir.is_none() => {
                options.build.dir = Some(dir.to_string_lossy().into_owned());
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Parsed::Run(Command::Dev(options)))
}

/// `--host`, `--host ADDRESS` or `--host=ADDRESS`: a word that is no address is not the value.
pub(super) fn host(parser: &mut lexopt::Parser) -> Result<IpAddr, String> {
    let everywhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    if let Some(given) = parser.optional_value() {
        let given = given.to_string_lossy().into_owned();
        return address(&given).ok_or(format!("`--host={given}`: expected an address such as 0.0.0.0"));
    }
    let next = parser.try_raw_args().and_then(|mut raw| {
        let address = raw.peek().and_then(|next| address(&next.to_string_lossy()));
        address.inspect(|_| drop(raw.next()))
    });
    Ok(next.unwrap_or(everywhere))
}

fn address(text: &str) -> Option<IpAddr> {
    if text == "localhost" { Some(IpAddr::V4(Ipv4Addr::LOCALHOST)) } else { text.parse().ok() }
}
