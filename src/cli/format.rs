//! `docs format`: the common form of `docs.json` and of the front matter of pages (CLI-15).

use std::sync::Arc;

use super::arguments::{Effect, FormatArguments};
use super::build::{color, count, problems};
use super::project::Project;
use super::{Exit, complain, print};
use crate::config::format::{Unformatted, format_config};
use crate::page::frontmatter::format::format_front_matter;
use crate::queries::CONFIG_FILE;
use crate::source::category::{FileCategory, category};
use crate::system::System;
use crate::text::SourcePath;

/// Formats, or names what is not formatted.
pub fn run(system: Arc<dyn System>, arguments: &FormatArguments) -> Exit {
    let project = Project::at(&*system, arguments.dir.as_deref());
    let config = SourcePath::new(CONFIG_FILE);
    let mut changed: Vec<(SourcePath, String)> = Vec::new();
    let mut exit = Exit::Built;
    match project.read(&config) {
        Ok(Some(text)) => match format_config(&config, &text) {
            Ok(new) if new != text => changed.push((config, new)),
            Ok(_) => {}
            Err(Unformatted::Comments) => complain("docs.json has comments and stays as it is\n"),
            Err(Unformatted::Wrong(found)) => {
                complain(&problems(&found, color(&*system)));
                exit = Exit::Problems;
            }
        },
        Ok(None) => {
            complain(&format!("error: {}\n", project.without_config()));
            return Exit::Problems;
        }
        Err(message) => {
            complain(&format!("error: {message}\n"));
            exit = Exit::Problems;
        }
    }
    for path in project.files(&SourcePath::new("")) {
        let is_page = matches!(category(&path), FileCategory::Page | FileCategory::Snippet);
        if let Some(text) = if is_page { project.read(&path).ok().flatten() } else { None }
            && let Some(new) = format_front_matter(&text)
        {
            changed.push((path, new));
        }
    }
    for (path, new) in &changed {
        if arguments.effect == Effect::Write
            && let Err(error) = system.write_through(&project.root.join(path.as_str()), new.as_bytes())
        {
            complain(&format!("error: {error}\n"));
            exit = Exit::Problems;
            continue;
        }
        print(&format!("{path}\n"));
    }
    let files = count(changed.len(), "file");
    match arguments.effect {
        Effect::Show if !changed.is_empty() => {
            complain(&format!("{files} not in the common form: `docs format` changes that\n"));
            Exit::Problems
        }
        Effect::Show => exit,
        Effect::Write => {
            print(&format!("{files} formatted\n"));
            exit
        }
    }
}
