//! Files by path and their texts, and which files there are because others name them. Texts are not kept: they are read
//! again when needed.

use super::*;
use crate::encoding::utf16_decoded;
use crate::page::bind::MAX_IMPORT_DEPTH;
use crate::page::frontmatter;
use crate::page::variables::{substitute, unknown};
use crate::source::category::{category, is_script};
use crate::source::ignore_rules::{IGNORE_FILE, IgnoreRules, PathKind};
use crate::source::named::{RAW, without_query};

/// The file at a path.
pub(super) fn lookup(db: &dyn Db, path: &SourcePath) -> Option<SourceFile> {
    source_file(db, PathKey::new(db, path.clone()))
}

/// Whether there is a file that is part of the site, and not one that is only read because others name it.
pub(super) fn is_known(db: &dyn Db, path: &SourcePath) -> bool {
    lookup(db, path).is_some_and(|file| file.category(db) != FileCategory::Unpublished)
}

/// Whether other files show the text of this one. It may be a page all the same.
pub fn is_quoted(db: &dyn Db, project: Project, path: &SourcePath) -> bool {
    imported_paths(db, project).contains(&format!("{path}{RAW}").to_lowercase())
}

/// Which paths are ignored. Kept: the patterns are compiled once for all who ask.
#[salsa::tracked(returns(clone))]
pub fn ignore_rules(db: &dyn Db, _project: Project) -> Arc<IgnoreRules> {
    db.ran("ignore_rules", &"");
    let list = lookup(db, &SourcePath::new(IGNORE_FILE)).map(|file| text(db, file).0);
    Arc::new(IgnoreRules::new(list.as_deref().unwrap_or("")))
}

/// What of the path of a file is ignored.
pub(super) fn ignored_part(db: &dyn Db, project: Project, path: &SourcePath) -> Option<String> {
    ignore_rules(db, project).ignored_part(path, PathKind::File).map(str::to_owned)
}

/// What the site imports: its pages and snippets, and whatever these import, file behind file. With `?raw` where only the
/// text is wanted, which imports nothing. Kept: it follows the imports of all files, which no edit of words changes.
#[salsa::tracked(returns(clone))]
pub fn imports(db: &dyn Db, project: Project) -> Arc<BTreeSet<SourcePath>> {
    db.ran("imports", &"");
    let files = project.files(db);
    // Others are asked when their names are met. Files that are there only because they are named would stay for ever
    // if two of them name each other.
    let is_own =
        |file: &&SourceFile| !matches!(file.category(db), FileCategory::Unpublished | FileCategory::Script);
    let mut found = BTreeSet::new();
    let mut next: Vec<SourcePath> =
        files.values().filter(is_own).flat_map(|file| imports_of(db, *file)).collect();
    next.extend(super::overrides::overrides(db, project).values().cloned());
    // No page follows longer chains.
    for _ in 0..MAX_IMPORT_DEPTH {
        next.retain(|path| found.insert(path.clone()));
        let behind = next.iter().filter_map(|path| files.get(path));
        next = behind.flat_map(|file| imports_of(db, *file)).collect();
        if next.is_empty() {
            break;
        }
    }
    Arc::new(found)
}

/// The files that one imports; of a kind that cannot import, none.
fn imports_of(db: &dyn Db, file: SourceFile) -> Vec<SourcePath> {
    let path = file.path(db);
    match file.structure(db) {
        Some(structure) => structure.imports.clone(),
        // Markdown without a head is of the kind that is read only because others name it.
        None if is_script(path) || is_markdown(path) => read_imports(db, file).to_vec(),
        None => Vec::new(),
    }
}

/// Each of `paths` with the first file that imports it, as far as files with a head tell.
pub(super) fn with_importers(db: &dyn Db, project: Project, paths: Vec<SourcePath>) -> Vec<Snippet> {
    let mut importers: BTreeMap<String, &SourcePath> = BTreeMap::new();
    for file in project.files(db).values().filter(|_| !paths.is_empty()) {
        for import in file.structure(db).iter().flat_map(|structure| &structure.imports) {
            importers.entry(import.as_str().to_lowercase()).or_insert(file.path(db));
        }
    }
    let importer =
        |path: &SourcePath| importers.get(&path.as_str().to_lowercase()).map(|path| (*path).clone());
    paths.into_iter().map(|path| Snippet { importer: importer(&path), path }).collect()
}

/// Files that are no part of the site by themselves and that others name, whether they are there or not. Kept: what
/// reads them reads nothing else of the imports.
#[salsa::tracked(returns(clone))]
pub fn named_files(db: &dyn Db, project: Project) -> Arc<BTreeSet<SourcePath>> {
    db.ran("named_files", &"");
    let imports = imports(db, project);
    let files = imports.iter().map(without_query).chain(super::graphql::schema_files(db, project));
    Arc::new(files.filter(|path| category(path) == FileCategory::Unpublished).collect())
}

/// Text of a file, cleaned, with what was wrong with its bytes. Not kept: it is read again when needed.
pub(super) fn text(db: &dyn Db, file: SourceFile) -> (String, Option<Diagnostic>) {
    match db.bytes(file) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => (clean_text(text), None),
            Err(error) if let Some(text) = utf16_decoded(error.as_bytes()) => {
                let problem = Diagnostic::warning("not-utf8", "this file is UTF-16, not UTF-8")
                    .in_file(file.path(db))
                    .hint("save it as UTF-8, as other programs read it");
                (clean_text(text), Some(problem))
            }
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                let before = clean_text(String::from_utf8_lossy(bytes.get(..at).unwrap_or_default()));
                let text = clean_text(String::from_utf8_lossy(&bytes));
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
    let source = SourceText::new(file.path(db).clone(), raw).with_admonitions(*admonitions(db, project));
    (substitute(source, &variables), problem)
}

/// A page or snippet, parsed, with what is told of names that no variable has.
pub(crate) fn page_document(
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

/// Whether a file is a skill that only some readers may see, as a page with `groups` is (CFG-32).
pub(super) fn is_withheld(db: &dyn Db, project: Project, file: SourceFile) -> bool {
    if file.category(db) != FileCategory::Skill || project.settings(db).restricted == Restricted::Included {
        return false;
    }
    let source = SourceText::new(file.path(db).clone(), text(db, file).0);
    !frontmatter::split(&source, &mut Vec::new()).0.list("groups").is_empty()
}
