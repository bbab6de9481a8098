//! Files by path and their texts. Texts are not kept: they are read again when needed.

use super::*;
use crate::page::variables::{substitute, unknown};

/// The file at a path.
pub(super) fn lookup(db: &dyn Db, path: &SourcePath) -> Option<SourceFile> {
    source_file(db, PathKey::new(db, path.clone()))
}

/// Text of a file, cleaned, with what was wrong with its bytes. Not kept: it is read again when needed.
pub(super) fn text(db: &dyn Db, file: SourceFile) -> (String, Option<Diagnostic>) {
    match db.bytes(file) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => (clean_text(&text), None),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                let before = clean_text(&String::from_utf8_lossy(bytes.get(..at).unwrap_or_default()));
                let text = clean_text(&String::from_utf8_lossy(&bytes));
                let source = SourceText::new(file.path(db).clone(), text.as_str());
                let place = Span::new(before.len(), before.len() + 1);
                let problem = Diagnostic::error("not-utf8", "this file is not UTF-8 from here on")
                    .at(&source, place)
                    .hint("save it as UTF-8; until then each byte that is none is shown as `\u{fffd}`");
                (text, Some(problem))
            }
        },
        Err(problem) => (String::new(), Some(problem)),
    }
}

/// The source of a page or snippet as it is parsed: variables filled in.
pub(super) fn page_source(
    db: &dyn Db,
    project: Project,
    file: SourceFile,
) -> (SourceText, Option<Diagnostic>) {
    let (raw, problem) = text(db, file);
    let variables = variables(db, project);
    (substitute(SourceText::new(file.path(db).clone(), raw), &variables), problem)
}

/// A page or snippet, parsed, with what is told of names that no variable has.
pub(super) fn page_document(
    db: &dyn Db,
    project: Project,
    file: SourceFile,
) -> (Document, Option<Diagnostic>) {
    let (source, problem) = page_source(db, project, file);
    let mut document = parse_document(source);
    let unknown = unknown(&document, &variables(db, project));
    document.diagnostics.extend(unknown);
    (document, problem)
}
