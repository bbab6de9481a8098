//! `docs new`: writes the first files of a site (CLI-09).

use std::sync::Arc;

use super::arguments::NewArguments;
use super::build::count;
use super::{Exit, complain, print};
use crate::authoring::starter::starter;
use crate::system::{Links, System, Utf8Path, Utf8PathBuf};
use crate::text::Slug;

/// Writes the files, unless one of them is there.
pub fn run(system: Arc<dyn System>, arguments: &NewArguments) -> Exit {
    let folder = Utf8PathBuf::from(arguments.dir.as_deref().unwrap_or("."));
    let name = arguments.name.clone().unwrap_or_else(|| named(&*system, &folder));
    let files = starter(&name, arguments.theme, arguments.template);
    let is_there = |path: &str| system.metadata(&folder.join(path), Links::Keep).is_ok();
    let taken: Vec<&str> =
        files.iter().map(|(path, _)| path.as_str()).filter(|path| is_there(path)).collect();
    if !taken.is_empty() && !arguments.force {
        complain(&format!(
            "error: these are there already, so nothing was written: {}; `--force` replaces them\n",
            taken.join(", ")
        ));
        return Exit::Problems;
    }
    for (path, text) in &files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(&folder);
        let parent = if parent.as_str().is_empty() { Utf8Path::new(".") } else { parent };
        if let Err(error) = system.create_dir_all(parent).and_then(|()| system.write(&path, text.as_bytes()))
        {
            complain(&format!("error: {error}\n"));
            return Exit::Problems;
        }
    }
    let place = if folder.as_str() == "." { String::new() } else { format!(" {}", quoted(folder.as_str())) };
    print(&format!(
        "{name}: {} in {folder}\n\nNext:\n  docs dev{place}     see it in a browser while you write; begin with {}\n  \
         docs build{place}   the whole site, for any host\n",
        count(files.len(), "file"),
        folder.join("index.mdx"),
    ));
    Exit::Built
}

/// A path as it is typed in a shell: in quotes when it has more than letters that mean nothing there.
fn quoted(path: &str) -> String {
    let is_plain =
        |c: char| c.is_alphanumeric() || matches!(c, '/' | '\\' | '.' | '-' | '_' | ':' | '+' | ',' | '@');
    match path.chars().all(is_plain) {
        true => path.to_owned(),
        false => format!("'{}'", path.replace('\'', "'\\''")),
    }
}

/// A name for the site from the name of its folder.
fn named(system: &dyn System, folder: &Utf8Path) -> String {
    let whole = if folder.is_absolute() {
        folder.to_owned()
    } else {
        system.current_dir().unwrap_or_default().join(folder)
    };
    let last = whole.components().rfind(|part| !matches!(part.as_str(), "." | ".."));
    match last
        .map(|part| Slug::new(part.as_str()).title())
        .filter(|name| !matches!(name.as_str(), "" | "/" | "Docs"))
    {
        Some(name) => name,
        None => "My docs".to_owned(),
    }
}
