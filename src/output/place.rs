//! Whether a directory may be the output directory.
//!
//! Refused: the source folder, a folder that holds it, and a folder with files in it that no build of ours
//! left there. A folder inside the source is fine.

use super::journal::{self, JOURNAL_FILE};
use super::manifest::{self, Entry, MANIFEST_FILE, Stamp};
use super::{ForeignFiles, report};
use crate::diagnostic::Diagnostic;
use crate::system::{EntryName, FileKind, Links, Metadata, System, SystemError, Utf8Path, Utf8PathBuf};
use crate::text::{OutPath, SourcePath};

/// A directory that may be written to, and what the last build left there.
#[derive(Debug)]
pub struct Place {
    /// Absolute, links resolved. It need not exist yet.
    pub directory: Utf8PathBuf,
    /// Its path inside the source folder, when it is there.
    pub inside_source: Option<SourcePath>,
    /// The files of the last manifest.
    pub files: Vec<(OutPath, Entry)>,
    /// The time of the last manifest in nanoseconds since 1970; `None` without one.
    pub saved_ns: Option<i64>,
    /// The manifest that was read, so that another one is known as such.
    pub manifest: Option<Stamp>,
}

/// An error while another process builds in the directory (reliability B6).
pub fn refuse_occupied(system: &dyn System, directory: &Utf8Path) -> Result<(), Diagnostic> {
    match journal::builder(system, directory) {
        Some(process) => Err(report::occupied(directory, process)),
        None => Ok(()),
    }
}

/// Checks `out` and reads its manifest.
pub fn inspect(
    system: &dyn System,
    out: &Utf8Path,
    source_root: &Utf8Path,
    foreign: ForeignFiles,
) -> Result<Place, Diagnostic> {
    let directory = resolve(system, out).map_err(|error| unusable(out, &error))?;
    let source = system.canonicalize(source_root).map_err(|error| unusable(source_root, &error))?;
    if source.starts_with(&directory) {
        let what = if source == directory { "is the source folder" } else { "contains the source folder" };
        return Err(refused(out, what).hint("name a directory of its own for the site: `--out dist`"));
    }
    let inside_source = directory.strip_prefix(&source).ok().map(|inside| SourcePath::new(inside.as_str()));
    let nothing =
        |directory| Place { directory, inside_source, files: Vec::new(), saved_ns: None, manifest: None };
    let entries = match system.metadata(&directory, Links::Follow) {
        Err(error) if error.is_missing() => {
            return Ok(nothing(directory));
        }
        Err(error) => return Err(unusable(out, &error)),
        Ok(Metadata { kind: FileKind::Directory, .. }) => {
            system.read_dir(&directory).map_err(|error| unusable(out, &error))?
        }
        Ok(_) => {
            return Err(
                refused(out, "is not a directory").hint("name a directory, or one that does not exist yet")
            );
        }
    };
    let has =
        |name: &str| entries.iter().any(|entry| matches!(&entry.name, EntryName::Text(text) if text == name));
    let mut damaged = None;
    if has(MANIFEST_FILE) {
        let path = directory.join(MANIFEST_FILE);
        let saved = system.metadata(&path, Links::Keep).map_err(|error| unusable(out, &error))?;
        let bytes = system.read(&path).map_err(|error| unusable(out, &error))?;
        let manifest = Some(Stamp::from(&saved));
        if let Some(files) = manifest::decode(&bytes) {
            return Ok(Place { files, saved_ns: Some(saved.modified_ns), manifest, ..nothing(directory) });
        }
        damaged = manifest;
    }
    // A journal alone is left by a first build that did not end. Hidden names (`.git`, `.nojekyll`) are no
    // site; like all that is not ours they are never touched.
    let empty = entries.iter().all(|entry| match &entry.name {
        EntryName::Text(name) | EntryName::NotUtf8(name) => name.starts_with('.'),
    });
    if empty || (has(JOURNAL_FILE) && damaged.is_none()) || foreign == ForeignFiles::Replace {
        return Ok(Place { manifest: damaged, ..nothing(directory) });
    }
    let what = if damaged.is_some() {
        "has a damaged manifest, so which of its files are ours is unknown"
    } else {
        "has files in it that no build of this program made"
    };
    Err(refused(out, what).hint("choose an empty or new directory, or delete this one if nobody needs it"))
}

/// The canonical path, also of a directory that does not exist yet.
fn resolve(system: &dyn System, path: &Utf8Path) -> Result<Utf8PathBuf, SystemError> {
    let mut missing = Vec::new();
    let mut existing = if path.is_absolute() { path.to_owned() } else { system.current_dir()?.join(path) };
    loop {
        match system.canonicalize(&existing) {
            Ok(mut found) => {
                found.extend(missing.into_iter().rev());
                return Ok(found);
            }
            Err(error) if error.kind == std::io::ErrorKind::NotFound => {
                let Some(name) = existing.file_name().map(str::to_owned) else { return Err(error) };
                missing.push(name);
                existing.pop();
            }
            Err(error) => return Err(error),
        }
    }
}

fn refused(out: &Utf8Path, why: &str) -> Diagnostic {
    Diagnostic::error("output-refused", format!("the output directory `{out}` {why}; nothing was written"))
}

fn unusable(path: &Utf8Path, error: &SystemError) -> Diagnostic {
    Diagnostic::error("output-unusable", format!("the directory `{path}` cannot be used: {error}"))
        .hint("check that it exists and that you may read and write there")
}
