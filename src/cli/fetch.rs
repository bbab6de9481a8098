//! `docs fetch`: downloads what the configuration names and a build does not, and pins it.

use std::sync::Arc;

use rayon::prelude::*;

use super::arguments::FetchArguments;
use super::build::{color, count, problems};
use super::project::Project;
use super::{Exit, complain, print};
use crate::api::load::referenced_addresses;
use crate::config::Config;
use crate::config::chrome::Navbar;
use crate::config::navigation::Level;
use crate::diagnostic::Severity;
use crate::html::diagrams::{MERMAID, may_have};
use crate::html::fonts::is_bundled;
use crate::queries::{description_addresses, description_files, schema_names};
use crate::remote::fetch::{Fetch, Known};
use crate::remote::google::FONT_SERVICE;
use crate::remote::{RemoteSource, is_remote, is_system_family, remote_fonts, starred};
use crate::system::System;
use crate::text::SourcePath;

/// How far references of fetched descriptions to others are followed.
const MOST_ROUNDS: usize = 8;

/// The links at the top, in all languages.
fn navbars(config: &Config) -> Vec<&Navbar> {
    let mut navbars = vec![&config.chrome.navbar];
    let mut levels: Vec<&Level> = vec![&config.navigation];
    while let Some(level) = levels.pop() {
        navbars.extend(level.overrides.iter().filter_map(|overrides| overrides.navbar.as_ref()));
        levels.extend(level.divisions().map(|division| &division.level));
    }
    navbars
}

/// Whether a page of the project has a diagram.
fn draws(project: &Project<'_>) -> bool {
    let files = project.files(&SourcePath::new(""));
    let pages = files.par_iter().filter(|path| matches!(path.extension().as_str(), "md" | "mdx"));
    pages.any(|path| project.read(path).ok().flatten().is_some_and(|text| may_have(&text)))
}

/// Fetches, and tells what.
pub fn run(system: Arc<dyn System>, arguments: &FetchArguments) -> Exit {
    let project = Project::at(&*system, arguments.dir.as_deref());
    let read = |path: &SourcePath| project.read(path).ok().flatten();
    let parsed = match project.config() {
        Ok(parsed) => parsed,
        Err(message) => {
            complain(&format!("error: {message}\n"));
            return Exit::Problems;
        }
    };
    if !parsed.is_readable() {
        // With nothing to go by, everything pinned would be let go.
        complain(&problems(&parsed.diagnostics, color(&*system)));
        return Exit::Problems;
    }
    let has = |family: &str| is_bundled(family) || is_system_family(family);
    let mut wanted = remote_fonts(&parsed.config.look.fonts, &has);
    let mut addresses = description_addresses(&parsed.config.navigation, &parsed.config.api);
    let schemas = schema_names(&parsed.config.navigation);
    addresses.extend(schemas.into_iter().filter(|source| is_remote(source)));
    let named = description_files(&parsed.config.navigation, &parsed.config.api);
    for file in &named {
        addresses.extend(read(file).iter().flat_map(|text| referenced_addresses("", file, text)));
    }
    wanted.extend(addresses.iter().cloned().map(RemoteSource::Description));
    wanted.extend(starred(&navbars(&parsed.config)));
    let scripts = if draws(&project) { &[MERMAID][..] } else { &[] };
    let fetch = Fetch {
        system: &*system,
        root: &project.root,
        font_service: arguments.font_service.as_deref().unwrap_or(FONT_SERVICE),
        scripts,
        known: if arguments.refresh { Known::Renewed } else { Known::Kept },
    };
    let mut fetched = fetch.run(&wanted);
    // What was fetched may refer to more.
    for _ in 0..MOST_ROUNDS {
        let mut more = Vec::new();
        for (url, path) in fetch.copies() {
            let text = read(&path).filter(|_| addresses.contains(&url));
            more.extend(text.iter().flat_map(|text| referenced_addresses(&url, &path, text)));
        }
        more.retain(|url| addresses.insert(url.clone()));
        if more.is_empty() {
            break;
        }
        wanted.extend(more.into_iter().map(RemoteSource::Description));
        let again = fetch.run(&wanted);
        fetched.downloaded.extend(again.downloaded);
        fetched.problems = again.problems;
        fetched.kept = again.kept;
    }
    for (url, size) in &fetched.downloaded {
        print(&format!("{:>8.1} kB  {url}\n", *size as f64 / 1000.0));
    }
    complain(&problems(&fetched.problems, color(&*system)));
    let downloaded = count(fetched.downloaded.len(), "download");
    print(&format!("{downloaded}, {} kept as pinned in docs.lock\n", count(fetched.kept, "file")));
    let failed = fetched.problems.iter().any(|problem| problem.severity == Severity::Error);
    if failed { Exit::Problems } else { Exit::Built }
}
