//! The mark of a build in progress, and the paths that it adds.
//!
//! A build opens the journal before it changes anything and removes it after the manifest is saved. A
//! journal that is still there tells of a build that did not end: the manifest may be older than the files,
//! so these are read before they are believed, and the paths in the journal are ours although the manifest
//! does not know them. Every line is checked by a hash of its path, so a torn last line is no path.

use std::io::ErrorKind;

use crate::hash::ContentHash;
use crate::system::{Append, FileKind, Links, System, SystemError, Utf8Path};
use crate::text::OutPath;

/// The name of the journal in the output directory.
pub const JOURNAL_FILE: &str = ".docs-manifest.journal";

/// Before the number of the process that builds; no path is behind such a word, as no hash is one.
const BUILDER: &str = "process ";

/// An open journal.
pub struct Journal {
    file: Box<dyn Append>,
}

impl Journal {
    /// Marks the output directory as being changed.
    pub fn open(system: &dyn System, directory: &Utf8Path) -> Result<Self, SystemError> {
        let path = directory.join(JOURNAL_FILE);
        // A link that somebody planted would lead the writing elsewhere.
        if system.metadata(&path, Links::Keep).is_ok_and(|found| found.kind != FileKind::File) {
            system.remove_file(&path)?;
        }
        let mut file = system.append(&path)?;
        // Ends a line that a killed build left torn, and tells others whom they wait for.
        file.append(format!("\n{BUILDER}{}\n", std::process::id()).as_bytes())?;
        Ok(Self { file })
    }

    /// Notes that a file is about to be added.
    pub fn add(&mut self, path: &OutPath) -> Result<(), SystemError> {
        let path = path.as_str();
        self.file.append(format!("{} {path}\n", ContentHash::of(path.as_bytes()).short()).as_bytes())
    }
}

/// The paths that an unfinished build may have added; `None` when the last build ended.
pub fn unfinished(system: &dyn System, directory: &Utf8Path) -> Result<Option<Vec<OutPath>>, SystemError> {
    match system.read(&directory.join(JOURNAL_FILE)) {
        Ok(bytes) => Ok(Some(bytes.split(|byte| *byte == b'\n').filter_map(line_path).collect())),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    }
}

/// The process that builds in the directory now, as far as it is known: 0 when it did not say.
pub fn builder(system: &dyn System, directory: &Utf8Path) -> Option<u32> {
    let path = directory.join(JOURNAL_FILE);
    if !system.metadata(&path, Links::Keep).is_ok_and(|found| found.kind == FileKind::File) {
        return None;
    }
    match system.append(&path) {
        Err(error) if error.kind == ErrorKind::ResourceBusy => {}
        _ => return None,
    }
    let bytes = system.read(&path).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let said = text.lines().rev().find_map(|line| line.strip_prefix(BUILDER)?.parse().ok());
    Some(said.unwrap_or_default())
}

/// Tells that the build ended.
pub fn remove(system: &dyn System, directory: &Utf8Path) -> Result<(), SystemError> {
    match system.remove_file(&directory.join(JOURNAL_FILE)) {
        Err(error) if !error.is_missing() => Err(error),
        _ => Ok(()),
    }
}

fn line_path(line: &[u8]) -> Option<OutPath> {
    let (checksum, path) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    let normal = OutPath::new(path);
    let true_line = ContentHash::of(path.as_bytes()).short() == checksum && normal.as_str() == path;
    (true_line && !path.is_empty()).then_some(normal)
}
