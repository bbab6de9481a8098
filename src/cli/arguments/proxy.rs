//! `docs proxy`.

use lexopt::prelude::*;

use super::{Command, Parsed, Words, site_url, text, value};
use crate::site::proxy::hosts::ProxyHost;

/// `docs proxy` as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyArguments {
    /// Where `docs.json` is; `None`: here, then `docs/`.
    pub dir: Option<String>,
    pub host: ProxyHost,
    /// `--allow`: servers that no description names.
    pub origins: Vec<String>,
}

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "proxy",
    aliases: &[],
    summary: "Print what makes a host pass requests of the playground on",
    help: HELP,
    parse,
};

/// Help for `docs proxy`.
const HELP: &str = "\
Print the file that makes a host pass requests of the playground on to the servers of the API, and to no others.

Usage: docs proxy --host cloudflare|netlify|vercel|nginx [DIR] [--allow ORIGIN]…

Servers are those of the descriptions that docs.json names, and of `api.mdx.server`. Pages find out by themselves
that there is a proxy. The file's place is told on standard error.
";

fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    let (mut dir, mut host, mut origins) = (None, None, Vec::new());
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(HELP.to_owned())),
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
