//! `docs proxy`: prints what makes a host pass requests of the playground on (PLAY-08).

use std::sync::Arc;

use super::arguments::ProxyArguments;
use super::project::Project;
use super::{Exit, complain, print};
use crate::api::load::load_description;
use crate::api::playground::server_addresses;
use crate::queries::description_files;
use crate::site::proxy::Origins;
use crate::site::proxy::hosts::file;
use crate::system::System;

/// Prints the file for a host.
pub fn run(system: Arc<dyn System>, arguments: &ProxyArguments) -> Exit {
    let project = Project::at(&*system, arguments.dir.as_deref());
    let config = match project.config() {
        Ok(parsed) => parsed.config,
        Err(message) => {
            complain(&format!("error: {message}\n"));
            return Exit::Problems;
        }
    };
    let mut addresses: Vec<String> = config.api.mdx.server.0.clone();
    for path in description_files(&config.navigation, &config.api) {
        let description =
            project.read(&path).ok().flatten().and_then(|text| load_description(&path, &text).0);
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
