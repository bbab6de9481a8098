//! A description that a command names by its path, read with the files that it refers to.

use std::sync::Arc;

use crate::api::ApiDescription;
use crate::api::load::{FileName, Files, load_with_files, read_json};
use crate::api::restricted::Readers;
use crate::diagnostic::Diagnostic;
use crate::remote::copy_path;
use crate::remote::lock::{LOCK_FILE, Lock};
use crate::system::{System, Utf8Path, Utf8PathBuf};
use crate::text::{SourcePath, SourceText};

/// What was read.
pub(super) struct Described {
    pub(super) source: SourceText,
    /// `None` when it is none, or nothing of it can be used.
    pub(super) description: Option<ApiDescription>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Described {
    /// Reads it. `Err` says why there is no such file.
    pub(super) fn read(system: &dyn System, path: &str) -> Result<Self, String> {
        let whole = Utf8PathBuf::from(path);
        // References may lead up from the file, as far as the folder that the command stands in.
        let is_below = !path.starts_with('/') && !path.starts_with("..");
        let (root, name) = match (is_below, whole.parent(), whole.file_name()) {
            (false, Some(folder), Some(name)) => (folder.to_owned(), name.to_owned()),
            _ => (Utf8PathBuf::from("."), path.to_owned()),
        };
        let source = SourcePath::new(&name);
        let text = system.read_text(&root.join(source.as_str())).map_err(|error| error.to_string())?;
        let text = text.ok_or_else(|| format!("there is no file `{path}`"))?;
        let files = FilesOnDisk { system, root: &root };
        let source = SourceText::new(source, text);
        let (description, diagnostics) = load_with_files(&source, &files, None, Readers::Known);
        Ok(Self { source, description, diagnostics })
    }
}

struct FilesOnDisk<'a> {
    system: &'a dyn System,
    root: &'a Utf8Path,
}

impl Files for FilesOnDisk<'_> {
    fn text(&self, file: &SourcePath) -> Option<Arc<str>> {
        self.system.read_text(&self.root.join(file.as_str())).ok().flatten().map(Arc::from)
    }

    fn json(&self, file: &FileName) -> Result<Arc<str>, Option<Diagnostic>> {
        let path = match file {
            FileName::Path(path) => path.clone(),
            FileName::Address(url) => {
                let text = self.system.read_text(&self.root.join(LOCK_FILE)).ok().flatten().ok_or(None)?;
                let (lock, _) = Lock::parse(&SourceText::new(SourcePath::new(LOCK_FILE), text));
                copy_path(lock.files.get(url).ok_or(None)?.hash)
            }
        };
        let text = self.system.read_text(&self.root.join(path.as_str())).ok().flatten().ok_or(None)?;
        read_json(&SourceText::new(path, text)).map(|json| json.text().clone()).map_err(Some)
    }
}
