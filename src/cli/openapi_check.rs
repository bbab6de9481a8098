//! `docs openapi-check`: what is wrong with one description.

use std::sync::Arc;

use super::build::{color, count, problems};
use super::{Exit, complain, print};
use crate::api::ApiKind;
use crate::api::check::check;
use crate::api::load::{FileName, Files, load_with_files, read_json};
use crate::api::malformed::MALFORMED;
use crate::api::restricted::Readers;
use crate::diagnostic::{Diagnostic, Severity};
use crate::remote::copy_path;
use crate::remote::lock::{LOCK_FILE, Lock};
use crate::system::{System, Utf8Path, Utf8PathBuf};
use crate::text::{SourcePath, SourceText};

/// Checks a description, and tells what is wrong with it.
pub fn run(system: Arc<dyn System>, path: &str) -> Exit {
    let whole = Utf8PathBuf::from(path);
    // References may lead up from the file, as far as the folder that the command stands in.
    let is_below = !path.starts_with('/') && !path.starts_with("..");
    let (root, name) = match (is_below, whole.parent(), whole.file_name()) {
        (false, Some(folder), Some(name)) => (folder.to_owned(), name.to_owned()),
        _ => (Utf8PathBuf::from("."), path.to_owned()),
    };
    let source = SourcePath::new(&name);
    let text = match system.read_text(&root.join(source.as_str())) {
        Ok(Some(text)) => text,
        Ok(None) => {
            complain(&format!("error: there is no file `{path}`\n"));
            return Exit::Problems;
        }
        Err(error) => {
            complain(&format!("error: {error}\n"));
            return Exit::Problems;
        }
    };
    let files = FilesOnDisk { system: &*system, root: &root };
    let source = SourceText::new(source, text);
    let (description, mut diagnostics) = load_with_files(&source, &files, None, Readers::Known);
    let pages = description
        .as_ref()
        .map_or(0, |description| description.operations.len() + description.channels.len());
    // Pages show them all the same; what else reads a description refuses it.
    let malformed = diagnostics.iter_mut().filter(|problem| problem.code == MALFORMED);
    malformed.for_each(|problem| problem.severity = Severity::Error);
    if let Some(description) = &description {
        diagnostics.extend(check(description, &source));
    }
    complain(&problems(&diagnostics, color(&*system)));
    if diagnostics.iter().any(|problem| problem.severity == Severity::Error) {
        return Exit::Problems;
    }
    if let Some(description) = &description {
        let kind = match description.kind {
            ApiKind::OpenApi => "OpenAPI",
            ApiKind::AsyncApi => "AsyncAPI",
        };
        let what = match description.kind {
            ApiKind::OpenApi => count(pages, "operation"),
            ApiKind::AsyncApi => count(pages, "channel"),
        };
        print(&format!("{path} is valid: {kind} {}, {what}\n", description.version));
    }
    Exit::Built
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
