//! The project that a command reads or changes itself, as it is on disk now; what is built goes through the engine.

use std::sync::Arc;

use crate::config::upgrade::unwritten::{LEGACY_FILE, parse_legacy};
use crate::config::{ParsedConfig, parse_config};
use crate::queries::CONFIG_FILE;
use crate::source::ignore_rules::{IgnoreRules, PathKind};
use crate::system::walk::{Files, WalkOptions, walk};
use crate::system::{FileKind, Links, System, Utf8Path, Utf8PathBuf};
use crate::text::SourcePath;

/// A folder with a `docs.json`.
pub(super) struct Project<'a> {
    pub system: &'a dyn System,
    pub root: Utf8PathBuf,
}

impl<'a> Project<'a> {
    /// The one in `dir`, here, or in `docs/`.
    pub fn at(system: &'a dyn System, dir: Option<&str>) -> Self {
        let candidates = || [Utf8PathBuf::from("."), Utf8PathBuf::from("docs")].into_iter();
        let root = match dir {
            Some(dir) => folder_named(dir),
            None => candidates().find(|dir| is_site(system, dir)).unwrap_or_else(|| Utf8PathBuf::from(".")),
        };
        Self { system, root }
    }

    /// The configuration, or what is said when there is none.
    pub fn config(&self) -> Result<ParsedConfig, String> {
        let path = SourcePath::new(CONFIG_FILE);
        let read = |path: &SourcePath| self.read(path).ok().flatten().map(Arc::from);
        match self.read(&path)? {
            Some(text) => Ok(parse_config(&path, &text, &read)),
            None => match self.read(&SourcePath::new(LEGACY_FILE))? {
                Some(text) => Ok(parse_legacy(&path, text.trim_start_matches('\u{feff}'))),
                None => Err(self.without_config()),
            },
        }
    }

    /// What is said of a folder without a configuration.
    pub fn without_config(&self) -> String {
        if self.system.metadata(&self.root, Links::Follow).is_err() {
            return format!("there is no folder `{}`", self.root);
        }
        if is_site(self.system, &self.root) {
            return format!(
                "there is no docs.json in {}, only a mint.json, the older form: `docs upgrade` makes a docs.json of it",
                self.root
            );
        }
        format!("there is no docs.json in {}", self.root)
    }

    /// Whether it is one: commands that write beside a `docs.json` ask before.
    pub fn has_config(&self) -> bool {
        has_config(self.system, &self.root)
    }

    /// What is there, a link not followed.
    pub fn kind(&self, path: &SourcePath) -> Option<FileKind> {
        self.system.metadata(&self.root.join(path.as_str()), Links::Keep).ok().map(|found| found.kind)
    }

    /// The text of a file, the mark in front included.
    pub fn read(&self, path: &SourcePath) -> Result<Option<String>, String> {
        // The mark in front belongs to the text that is written back.
        match self.system.read(&self.root.join(path.as_str())) {
            Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(|_| format!("`{path}` is not UTF-8")),
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The files of the project, below a folder.
    pub fn files(&self, below: &SourcePath) -> Vec<SourcePath> {
        let rules = self.system.read_text(&self.root.join(".mintignore")).ok().flatten().unwrap_or_default();
        let rules = IgnoreRules::new(&rules);
        let ignored = |path: &SourcePath, kind: FileKind| {
            rules.matches(path, if kind == FileKind::Directory { PathKind::Folder } else { PathKind::File })
        };
        let output = [SourcePath::new("dist")];
        let options = WalkOptions { ignored: &ignored, excluded: &output, files: Files::Listed };
        let walked = walk(self.system, &self.root.join(below.as_str()), &options);
        walked.files.into_iter().map(|file| file.path).collect()
    }

    /// Everything below a folder, ignored or not.
    pub fn everything(&self, below: &SourcePath) -> Vec<SourcePath> {
        let options = WalkOptions { ignored: &|_, _| false, excluded: &[], files: Files::Listed };
        let walked = walk(self.system, &self.root.join(below.as_str()), &options);
        walked.files.into_iter().map(|file| SourcePath::new(&format!("{below}/{}", file.path))).collect()
    }
}

/// The folder of a project that somebody names, by itself or by its `docs.json`.
pub(super) fn folder_named(name: &str) -> Utf8PathBuf {
    let folder = name.strip_suffix(CONFIG_FILE).filter(|folder| folder.is_empty() || folder.ends_with('/'));
    Utf8PathBuf::from(match folder {
        None => name,
        Some("") => ".",
        Some(folder) => folder,
    })
}

/// Whether the folder has a `docs.json`.
pub(super) fn has_config(system: &dyn System, dir: &Utf8Path) -> bool {
    system.metadata(&dir.join(CONFIG_FILE), Links::Follow).is_ok()
}

/// Whether the folder has a `docs.json`, or the older file that a site is made of as well.
pub(super) fn is_site(system: &dyn System, dir: &Utf8Path) -> bool {
    has_config(system, dir) || system.metadata(&dir.join(LEGACY_FILE), Links::Follow).is_ok()
}
