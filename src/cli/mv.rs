//! `docs mv`: finds what moves, changes what leads to it, and moves it (CLI-08).
//!
//! Files are written before anything moves, so that a run that is interrupted loses nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::arguments::{Effect, MvArguments, RedirectsArgument};
use super::build::count;
use super::project::Project;
use super::{Exit, complain, print};
use crate::authoring::edits::{apply, diff};
use crate::authoring::moves::{Changes, Moves};
use crate::config::parse_config;
use crate::diagnostic::did_you_mean;
use crate::page::{imported_files, page_head};
use crate::source::category::{FileCategory, category};
use crate::system::{FileKind, System, SystemError};
use crate::text::{SourcePath, SourceText};

/// Moves, or shows what would change.
pub fn run(system: Arc<dyn System>, arguments: &MvArguments) -> Exit {
    let project = Project::at(&*system, arguments.dir.as_deref());
    match project.run(arguments) {
        Ok(told) => {
            print(&told);
            Exit::Built
        }
        Err(message) => {
            complain(&format!("error: {message}\n"));
            Exit::Problems
        }
    }
}

/// A file with what changes in it.
struct Changed {
    old_text: String,
    changes: Changes,
}

/// The files that a file imports.
fn imports(path: &SourcePath, text: &str) -> Vec<SourcePath> {
    match category(path) {
        FileCategory::Page | FileCategory::LegacySnippet => {
            page_head(&SourceText::new(path.clone(), text)).imports
        }
        FileCategory::Snippet if matches!(path.extension().as_str(), "md" | "mdx") => {
            page_head(&SourceText::new(path.clone(), text)).imports
        }
        FileCategory::Snippet => imported_files(path, text),
        _ => Vec::new(),
    }
}

impl Project<'_> {
    fn run(&self, arguments: &MvArguments) -> Result<String, String> {
        let config_path = SourcePath::new("docs.json");
        let config = self.read(&config_path)?.ok_or_else(|| self.without_config())?;
        let files = self.files(&SourcePath::new(""));
        let moves = self.moves(arguments, &files)?.among(&files);
        let mut changed = Vec::new();
        let mut imported = BTreeSet::new();
        for path in &files {
            let is_read = matches!(
                category(path),
                FileCategory::Page
                    | FileCategory::Snippet
                    | FileCategory::LegacySnippet
                    | FileCategory::StyleSheet
            );
            let is_description = matches!(category(path), FileCategory::ApiCandidate(_));
            let is_read = is_read || is_description;
            let changes = |text: &str| match is_description {
                true => moves.in_description(path, text),
                false => moves.in_page(path, text),
            };
            if let Some(old_text) = if is_read { self.read(path).unwrap_or_default() } else { None } {
                imported.extend(imports(path, &old_text).iter().map(|path| path.as_str().to_lowercase()));
                if let Some(changes) = changes(&old_text) {
                    changed.push(Changed { old_text, changes });
                }
            }
        }
        let redirects = match arguments.redirects {
            RedirectsArgument::Added => {
                moves.redirects(&|path| imported.contains(&path.as_str().to_lowercase()))
            }
            RedirectsArgument::Omitted => Vec::new(),
        };
        changed.extend(self.configuration(&config_path, config, &moves, &redirects));
        let mut told = match arguments.effect {
            Effect::Show => {
                let diffs = changed
                    .iter()
                    .map(|file| diff(file.changes.path.as_str(), &file.old_text, &file.changes.edits));
                diffs.collect::<String>()
            }
            Effect::Write => {
                self.perform(&moves, &changed).map_err(|error| error.to_string())?;
                String::new()
            }
        };
        let would = if arguments.effect == Effect::Show { "would be " } else { "" };
        for (old, new) in moves.files() {
            told.push_str(&format!("{old} → {new}\n"));
        }
        let edits: usize = changed.iter().map(|file| file.changes.places).sum();
        told.push_str(&format!(
            "{} {would}moved, {} {would}changed in {}, {} {would}added\n",
            count(moves.files().count(), "file"),
            count(edits, "place"),
            count(changed.len(), "file"),
            count(redirects.len(), "redirect"),
        ));
        Ok(told)
    }

    /// `docs.json` and the files that it refers to. Redirects go where `redirects` is.
    fn configuration(
        &self,
        path: &SourcePath,
        text: String,
        moves: &Moves,
        redirects: &[(String, String)],
    ) -> Vec<Changed> {
        let read = |path: &SourcePath| self.read(path).ok().flatten().map(Arc::from);
        let parsed = parse_config(path, &text, &read);
        let mut all = vec![(path.clone(), text)];
        for file in parsed.files {
            if let Ok(Some(text)) = self.read(&file) {
                all.push((file, text));
            }
        }
        let each = |(path, old_text): (SourcePath, String)| {
            let changes = moves.in_config(&path, &old_text, redirects)?;
            Some(Changed { old_text, changes })
        };
        all.into_iter().filter_map(each).collect()
    }

    /// What moves where.
    fn moves(&self, arguments: &MvArguments, files: &[SourcePath]) -> Result<Moves, String> {
        let given = |text: &str| SourcePath::checked(text.trim_end_matches('/'));
        let outside = |text: &str| format!("`{text}` is outside of the project");
        let old = given(&arguments.old).ok_or_else(|| outside(&arguments.old))?;
        let new = given(&arguments.new).ok_or_else(|| outside(&arguments.new))?;
        let is_into = arguments.new.ends_with('/');
        let page = |path: &SourcePath| {
            let names = ["", ".mdx", ".md"].map(|end| SourcePath::new(&format!("{path}{end}")));
            names.into_iter().find(|name| self.kind(name) == Some(FileKind::File))
        };
        let file = if arguments.old.ends_with('/') { None } else { page(&old) };
        let moves = match file {
            Some(file) => {
                let mut new = new;
                if is_into || self.kind(&new) == Some(FileKind::Directory) {
                    new = SourcePath::new(&format!("{new}/{}", file.file_name()));
                }
                let is_page = category(&file) == FileCategory::Page;
                let has_ending = if is_page {
                    matches!(new.extension().as_str(), "md" | "mdx")
                } else {
                    !new.extension().is_empty()
                };
                if !has_ending {
                    new = SourcePath::new(&format!("{new}.{}", file.extension()));
                }
                Moves::file(&file, &new)
            }
            None if self.kind(&old) == Some(FileKind::Directory) && !old.as_str().is_empty() => {
                let new = if is_into { SourcePath::new(&format!("{new}/{}", old.file_name())) } else { new };
                if format!("{new}/").starts_with(&format!("{old}/")) {
                    return Err(format!("`{old}` cannot move into itself"));
                }
                Moves::folder(&old, &new, &self.everything(&old))
            }
            None => {
                let names = files.iter().map(SourcePath::as_str);
                let bare = files.iter().filter_map(|file| file.as_str().strip_suffix(".mdx"));
                let near = did_you_mean(old.as_str(), names.chain(bare));
                let hint = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
                return Err(format!("there is no page, folder or file `{}`{hint}", arguments.old));
            }
        };
        for (old, new) in moves.files() {
            if matches!(old, "docs.json" | "mint.json") {
                return Err(format!("`{old}` stays where it is"));
            }
            // On some file systems a name in other letters is the same file.
            let is_same = old.eq_ignore_ascii_case(new);
            if old == new || (!is_same && self.kind(&SourcePath::new(new)).is_some()) {
                return Err(format!("`{new}` is there already"));
            }
        }
        Ok(moves)
    }

    fn perform(&self, moves: &Moves, changed: &[Changed]) -> Result<(), SystemError> {
        for file in changed {
            let text = apply(&file.old_text, &file.changes.edits);
            self.system.write_through(&self.root.join(file.changes.path.as_str()), text.as_bytes())?;
        }
        for (old, new) in moves.files() {
            let (old, new) = (self.root.join(old), self.root.join(new));
            if let Some(parent) = new.parent().filter(|parent| !parent.as_str().is_empty()) {
                self.system.create_dir_all(parent)?;
            }
            self.system.copy(&old, &new, &mut |_| {})?;
            if !old.as_str().eq_ignore_ascii_case(new.as_str())
                || self.system.canonicalize(&old)? != self.system.canonicalize(&new)?
            {
                self.system.remove_file(&old)?;
            }
        }
        // Folders that are empty now.
        for (old, _) in moves.files() {
            let mut folder = SourcePath::new(old).parent();
            while !folder.as_str().is_empty()
                && self.system.remove_dir(&self.root.join(folder.as_str())).is_ok()
            {
                folder = folder.parent();
            }
        }
        Ok(())
    }
}
