//! `docs migrate-mdx`: moves pages of operations into the API description.

use std::sync::Arc;

use super::arguments::{Effect, MigrateArguments};
use super::build::count;
use super::project::Project;
use super::{Exit, complain, print};
use crate::authoring::migrate::{Texts, migrate};
use crate::config::parse_config;
use crate::queries::{CONFIG_FILE, description_files};
use crate::source::category::{FileCategory, category};
use crate::system::{System, SystemError, Utf8Path};
use crate::text::SourcePath;

/// Moves what can be moved, and tells what stays.
pub fn run(system: Arc<dyn System>, arguments: &MigrateArguments) -> Exit {
    let project = Project::at(&*system, arguments.dir.as_deref());
    let config_path = SourcePath::new(CONFIG_FILE);
    let Ok(Some(config)) = project.read(&config_path) else {
        complain(&format!("error: {}\n", project.without_config()));
        return Exit::Problems;
    };
    let read = |path: &SourcePath| project.read(path).ok().flatten().map(Arc::from);
    let parsed = parse_config(&config_path, &config, &read).config;
    let named: Vec<SourcePath> = description_files(&parsed.navigation, &parsed.api).into_iter().collect();
    let files = project.files(&SourcePath::new(""));
    let mut texts = Texts { config: config.clone(), ..Texts::default() };
    if let [only] = named.as_slice() {
        texts.only = Some(only.as_str().to_owned());
    }
    for path in files.iter().filter(|path| matches!(category(path), FileCategory::ApiCandidate(_))) {
        if let Ok(Some(text)) = project.read(path) {
            texts.descriptions.insert(path.as_str().to_owned(), text);
        }
    }
    let before = texts.descriptions.clone();
    let (mut gone, mut exit) = (Vec::new(), Exit::Built);
    for path in files.iter().filter(|path| category(path) == FileCategory::Page) {
        let Ok(Some(text)) = project.read(path) else { continue };
        match migrate(path, &text, &mut texts) {
            Some(Ok(entry)) => {
                print(&format!("{path} → {entry}\n"));
                gone.push(path);
            }
            Some(Err(why)) => {
                complain(&format!("{path} stays: {why}\n"));
                exit = Exit::Problems;
            }
            None => {}
        }
    }
    let changed = texts.descriptions.iter().filter(|(path, text)| before.get(*path) != Some(text));
    let changed = changed.map(|(path, text)| (path.as_str(), text.as_str()));
    let changed: Vec<(&str, &str)> =
        changed.chain((texts.config != config).then_some((CONFIG_FILE, texts.config.as_str()))).collect();
    if arguments.effect == Effect::Write
        && let Err(error) = write(&*system, &project.root, &changed, &gone)
    {
        complain(&format!("error: {error}\n"));
        return Exit::Problems;
    }
    let would = if arguments.effect == Effect::Show { "would be " } else { "" };
    print(&format!("{} {would}moved\n", count(gone.len(), "page")));
    exit
}

/// What holds the pages is written before they go.
fn write(
    system: &dyn System,
    root: &Utf8Path,
    changed: &[(&str, &str)],
    gone: &[&SourcePath],
) -> Result<(), SystemError> {
    for (path, text) in changed {
        system.write_through(&root.join(path), text.as_bytes())?;
    }
    gone.iter().try_for_each(|path| system.remove_file(&root.join(path.as_str())))
}
