//! `docs proxy`: prints what makes a host pass requests of the playground on (PLAY-08).

use std::sync::Arc;

use super::arguments::ProxyArguments;
use super::cache::root;
use super::{Exit, complain, print};
use crate::api::load::load_description;
use crate::api::playground::server_addresses;
use crate::config::parse_config;
use crate::queries::description_files;
use crate::site::proxy::Origins;
use crate::site::proxy::hosts::file;
use crate::system::System;
use crate::text::SourcePath;

/// Prints the file for a host.
pub fn run(system: Arc<dyn System>, arguments: &ProxyArguments) -> Exit {
    let root = root(&*system, arguments.dir.as_deref());
    let read = |path: &SourcePath| system.read_text(&root.join(path.as_str())).ok().flatten().map(Arc::from);
    let path = SourcePath::new("docs.json");
    let Some(text) = read(&path) else {
        complain(&format!("error: there is no docs.json in {root}\n"));
        return Exit::Problems;
    };
    let config = parse_config(&path, &text, &read).config;
    let mut addresses: Vec<String> = config.api.mdx.server.0.clone();
    for path in description_files(&config.navigation, &config.api) {
        let description = read(&path).and_then(|text: Arc<str>| load_description(&path, &text).0);
        match description {
            Some(description) => addresses.extend(server_addresses(&description)),
            None => complain(&format!("warning: `{path}` is no description that can be read\n")),
        }
    }
    addresses.extend(arguments.origins.iter().cloned());
    let origins = Origins::of(addresses.iter().map(String::as_str));
    if origins.is_empty() {
        complain("error: no description names a server\n  hint: add `--allow https://api.example.com`\n");
        return Exit::Problems;
    }
    complain(&format!("This is for {}\n", arguments.host.place()));
    print(&file(arguments.host, &origins));
    Exit::Built
}
