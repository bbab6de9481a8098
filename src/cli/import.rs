//! `docs import`: reads a project of another generator, writes a site, and tells what became of what (CLI-14).

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::arguments::{Effect, Existing, ImportArguments};
use super::build::{color, count, problems};
use super::{Exit, complain, print};
use crate::config::parse_config;
use crate::diagnostic::Severity;
use crate::import::{Content, Files, Imported, Note, Outcome, detect, import, outside};
use crate::queries::CONFIG_FILE;
use crate::system::walk::{Files as Listing, WalkOptions, walk};
use crate::system::{FileKind, System, SystemError, Utf8Path, Utf8PathBuf};
use crate::text::SourcePath;

/// Folders of others.
const NEVER: &[&str] = &["node_modules", ".docusaurus", ".venv"];
/// Folders that are made, unless they lie among pages.
const MADE: &[&str] = &["dist", "build", "site", "target", "cache"];
/// Pages that are listed at most where nothing is written.
const MOST_LISTED: usize = 400;

/// Imports, or tells what would be written.
pub fn run(system: &dyn System, arguments: &ImportArguments) -> Exit {
    let root = Utf8PathBuf::from(arguments.dir.as_deref().unwrap_or("."));
    let out = arguments.out.as_deref().map(Utf8PathBuf::from);
    if let Some(out) = &out
        && arguments.effect == Effect::Write
        && arguments.existing == Existing::Kept
        && system.read_dir(out).is_ok_and(|entries| !entries.is_empty())
    {
        return refuse(&format!(
            "{out} is not empty, so nothing was written: `--force` writes into it all the same"
        ));
    }
    let mut project = Project::open(system, &root, out.as_deref());
    let Some((found, _)) = detect(&project) else {
        return refuse(&format!(
            "{root} is no project that can be imported: there is no docusaurus.config.js, mkdocs.yml, \
             .vitepress/config.js, astro.config.mjs with Starlight, book.toml or SUMMARY.md"
        ));
    };
    let kind = arguments.kind.unwrap_or(found);
    if let Some(with_pages) = project.with(&outside(kind, &project), out.as_deref()) {
        project = with_pages;
    }
    let made = match import(kind, &project) {
        Ok(made) => made,
        Err(why) => return refuse(&why),
    };
    let config = match made.files.get(CONFIG_FILE) {
        Some(Content::Text(text)) => text.as_str(),
        _ => "",
    };
    let checked = parse_config(&SourcePath::new(CONFIG_FILE), config, &|_| None::<Arc<str>>);
    let has_errors = checked.diagnostics.iter().any(|problem| problem.severity == Severity::Error);
    let copied = made.files.values().filter(|content| matches!(content, Content::Copy(_))).count();
    let mut report =
        format!("{root} ({}) → {}\n\n", kind.name(), out.as_deref().unwrap_or(Utf8Path::new("nowhere")));
    report.push_str(&told(&made.notes));
    report.push_str(&format!("\n{}, {}\n", count(made.pages, "page"), count(copied, "other file")));
    match (arguments.effect, out) {
        (Effect::Write, Some(out)) => {
            if let Err(error) = write(system, &project.root, &out, &made) {
                return refuse(&error.to_string());
            }
            print(&report);
            print(&format!(
                "\n{out} is written, {root} is as it was.\nNext: see it with `docs dev {out}`; what else there is to do is told by `docs check {out}`.\n"
            ));
        }
        _ => {
            print(&report);
            for path in made.files.keys().take(MOST_LISTED) {
                print(&format!("  {path}\n"));
            }
            let more = made.files.len().saturating_sub(MOST_LISTED);
            if more > 0 {
                print(&format!("  and {more} more\n"));
            }
        }
    }
    complain(&problems(&checked.diagnostics, color(system)));
    if has_errors { Exit::Problems } else { Exit::Built }
}

/// One line for each thing, the important ones last.
fn told(notes: &[Note]) -> String {
    let line = |note: &Note| {
        let (word, between) = match note.outcome {
            Outcome::Mapped => ("mapped", " → "),
            Outcome::Dropped => ("dropped", ": "),
            Outcome::Review => ("look at", ": "),
        };
        format!("  {word}  {}{between}{}\n", note.place, note.text)
    };
    notes.iter().map(line).collect()
}

/// `docs.json` comes last: without it the folder is no site yet.
fn write(system: &dyn System, root: &Utf8Path, out: &Utf8Path, made: &Imported) -> Result<(), SystemError> {
    let (last, others): (Vec<_>, Vec<_>) =
        made.files.iter().partition(|(path, _)| path.as_str() == CONFIG_FILE);
    for (path, content) in others.into_iter().chain(last) {
        let path = out.join(path);
        system.create_dir_all(path.parent().unwrap_or(out))?;
        match content {
            Content::Text(text) => system.write(&path, text.as_bytes())?,
            Content::Copy(from) => system.copy(&root.join(from.as_str()), &path, &mut |_| {})?,
        }
    }
    Ok(())
}

/// The files of a project on the disk. Texts are read once.
struct Project<'a> {
    system: &'a dyn System,
    root: Utf8PathBuf,
    list: Vec<SourcePath>,
    texts: RefCell<BTreeMap<SourcePath, Option<String>>>,
}

impl<'a> Project<'a> {
    fn open(system: &'a dyn System, root: &Utf8Path, out: Option<&Utf8Path>) -> Self {
        let list = listed(system, root, out);
        Self { system, root: root.to_owned(), list, texts: RefCell::default() }
    }

    /// The project with folders beside it that it has its pages in (`../docs`), seen from the folder that holds all of
    /// them: of that folder nothing else is looked at.
    fn with(&self, beside: &[String], out: Option<&Utf8Path>) -> Option<Self> {
        let above = |path: &str| path.split('/').take_while(|part| *part == "..").count();
        let own = self.system.canonicalize(&self.root).ok()?;
        let most = beside.iter().map(|path| above(path)).max()?;
        let root = own.ancestors().nth(most)?.to_owned();
        let inside = |folder: &Utf8Path| Some(SourcePath::new(folder.strip_prefix(&root).ok()?.as_str()));
        let mut folders = vec![own.clone()];
        for path in beside {
            let rest: Vec<&str> = path.split('/').skip(above(path)).collect();
            folders.push(own.ancestors().nth(above(path))?.join(rest.join("/")));
        }
        let mut list = Vec::new();
        for folder in &folders {
            let prefix = inside(folder)?;
            let files = listed(self.system, folder, out).into_iter();
            list.extend(files.map(|file| SourcePath::new(&format!("{prefix}/{file}"))));
        }
        list.sort();
        list.dedup();
        Some(Self { system: self.system, root, list, texts: RefCell::default() })
    }
}

/// The files below a folder, without those of others.
fn listed(system: &dyn System, root: &Utf8Path, out: Option<&Utf8Path>) -> Vec<SourcePath> {
    let ignored = |path: &SourcePath, kind: FileKind| {
        let name = path.file_name();
        let is_made = || {
            MADE.contains(&name) && !path.as_str().split('/').any(|part| matches!(part, "docs" | "content"))
        };
        kind == FileKind::Directory && (NEVER.contains(&name) || is_made())
    };
    // A site that was written below the project before is none of its files.
    let whole = |path: &Utf8Path| system.canonicalize(path).ok();
    let inside = out.and_then(whole).zip(whole(root));
    let inside =
        inside.and_then(|(out, root)| out.strip_prefix(&root).ok().map(|out| SourcePath::new(out.as_str())));
    let excluded: Vec<SourcePath> = inside.into_iter().filter(|path| !path.as_str().is_empty()).collect();
    let options = WalkOptions { ignored: &ignored, excluded: &excluded, files: Listing::Listed };
    walk(system, root, &options).files.into_iter().map(|file| file.path).collect()
}

impl Files for Project<'_> {
    fn list(&self) -> &[SourcePath] {
        &self.list
    }

    fn text(&self, path: &SourcePath) -> Option<String> {
        if !self.has(path) {
            return None;
        }
        let known = self.texts.borrow().get(path).cloned();
        known.unwrap_or_else(|| {
            let text = self.system.read_text(&self.root.join(path.as_str())).ok().flatten();
            self.texts.borrow_mut().insert(path.clone(), text.clone());
            text
        })
    }
}

fn refuse(message: &str) -> Exit {
    complain(&format!("error: {message}\n"));
    Exit::Problems
}
