//! `docs theme`: which templates a project may have of its own, and a copy of one to begin with.

use std::sync::Arc;

use super::arguments::{ThemeAction, ThemeArguments};
use super::project::Project;
use super::{Exit, complain, print};
use crate::config::look::Theme;
use crate::diagnostic::did_you_mean;
use crate::html::template::theme::templates;
use crate::queries::theme::TEMPLATE_FOLDER;
use crate::system::{System, Utf8Path};

/// Prints the names of the templates, or writes one.
pub fn run(system: Arc<dyn System>, arguments: &ThemeArguments) -> Exit {
    let project = Project::at(&*system, arguments.dir.as_deref());
    let theme = match project.config() {
        Ok(parsed) => parsed.config.look.theme,
        Err(message) => return refuse(&message),
    };
    let root = &project.root;
    match &arguments.action {
        ThemeAction::List => {
            for name in templates(theme).into_keys() {
                let path = root.join(TEMPLATE_FOLDER).join(name);
                let own = matches!(system.read_text(&path), Ok(Some(_)));
                print(&format!("{name}{}\n", if own { format!("  (yours: {path})") } else { String::new() }));
            }
            Exit::Built
        }
        ThemeAction::Eject(name) => match eject(&*system, root, theme, name) {
            Ok(told) => {
                print(&told);
                Exit::Built
            }
            Err(message) => refuse(&message),
        },
    }
}

/// Writes the theme's template into the project's folder. One that is there already stays.
fn eject(system: &dyn System, root: &Utf8Path, theme: Theme, name: &str) -> Result<String, String> {
    let all = templates(theme);
    let wanted = if name.ends_with(".html") { name.to_owned() } else { format!("{name}.html") };
    let Some(source) = all.get(wanted.as_str()) else {
        let near = did_you_mean(&wanted, all.keys().copied());
        let hint = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
        return Err(format!("the theme `{}` has no template `{wanted}`{hint}", theme.name()));
    };
    let path = root.join(TEMPLATE_FOLDER).join(&wanted);
    if system.read_text(&path).map_err(|error| error.to_string())?.is_some() {
        return Err(format!("{path} is there already; remove it to begin anew"));
    }
    system
        .create_dir_all(&root.join(TEMPLATE_FOLDER))
        .and_then(|()| system.write(&path, source.as_bytes()))
        .map_err(|error| error.to_string())?;
    Ok(format!("{path} is the `{wanted}` of this site now; what you change there, the next build shows\n"))
}

fn refuse(message: &str) -> Exit {
    complain(&format!("error: {message}\n"));
    Exit::Problems
}
