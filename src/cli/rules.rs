//! `docs rules`: writes rules for writing assistants beside `docs.json`.

use std::sync::Arc;

use super::arguments::{Existing, RulesArguments};
use super::project::Project;
use super::{Exit, complain, print};
use crate::authoring::rules::{FOLDER, is_unedited, rules};
use crate::system::{System, Utf8PathBuf};

/// Writes what is missing or was made before, and leaves what somebody edited.
pub fn run(system: Arc<dyn System>, arguments: &RulesArguments) -> Exit {
    let folder = match &arguments.out {
        Some(out) => Utf8PathBuf::from(out),
        None => {
            let project = Project::at(&*system, arguments.dir.as_deref());
            if !project.has_config() {
                complain(&format!("error: {}\n", project.without_config()));
                return Exit::Problems;
            }
            project.root.join(FOLDER)
        }
    };
    let mut exit = Exit::Built;
    for (name, text) in rules() {
        let path = folder.join(name);
        let old = match system.read_text(&path) {
            Ok(old) => old,
            Err(error) => {
                complain(&format!("error: {error}\n"));
                exit = Exit::Problems;
                continue;
            }
        };
        match old {
            Some(old) if old == text => print(&format!("{path} is up to date\n")),
            Some(old) if !is_unedited(&old) && arguments.existing == Existing::Kept => {
                complain(&format!("{path} was edited and stays: `--force` replaces it\n"));
                exit = Exit::Problems;
            }
            _ => match system.create_dir_all(&folder).and_then(|()| system.write(&path, text.as_bytes())) {
                Ok(()) => print(&format!("{path} is written\n")),
                Err(error) => {
                    complain(&format!("error: {error}\n"));
                    exit = Exit::Problems;
                }
            },
        }
    }
    exit
}
