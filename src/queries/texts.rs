//! Texts of the interface in the language of a page, as the project words them.

use super::*;
use crate::config::containers::LANGUAGES;
use crate::html::site_view::language_tag;
use crate::html::texts::own::{TEXT_FOLDER, own_texts};
use crate::html::texts::{Texts, texts as known_texts};

/// The texts of a language with the project's, and what is wrong with these. Kept: every page in it reads them.
#[salsa::tracked(returns(ref))]
fn worded<'db>(
    db: &'db dyn Db,
    language: LanguageKey<'db>,
) -> (Arc<Texts>, Option<ContentHash>, Vec<Diagnostic>) {
    let code = language.code(db).as_deref();
    db.ran("worded", &code.unwrap_or(""));
    let known = known_texts(code);
    let Some(file) = file_of(db, code) else { return (Arc::new(known.clone()), None, Vec::new()) };
    let source = SourceText::new(file.path(db).clone(), text(db, file).0);
    let (texts, problems) = own_texts(known, &source);
    // As JSON: the stored form of values knows no parts that lie flat in another.
    let inside = serde_json::to_vec(&(&texts.labels, &texts.code)).unwrap_or_default();
    let inside = KeyHasher::new("texts").part(&inside).finish();
    (Arc::new(texts), Some(inside), problems)
}

/// The project's file of a language: by its code as the navigation writes it, or by its tag.
fn file_of(db: &dyn Db, code: Option<&str>) -> Option<SourceFile> {
    let code = code.unwrap_or("en");
    let tag = language_tag(code);
    let of = |name: &str| lookup(db, &SourcePath::new(&format!("{TEXT_FOLDER}/{name}.json")));
    of(code).or_else(|| of(&tag).filter(|_| tag != code))
}

/// The texts of a language.
pub(super) fn texts_of(db: &dyn Db, code: Option<&str>) -> Arc<Texts> {
    worded(db, LanguageKey::new(db, code.map(str::to_owned))).0.clone()
}

/// What the project says about the texts inside of bodies; `None` when it has no file of that language.
pub(super) fn texts_key(db: &dyn Db, code: Option<&str>) -> Option<ContentHash> {
    worded(db, LanguageKey::new(db, code.map(str::to_owned))).1
}

/// What is wrong with the project's texts.
pub(super) fn text_problems(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let folder = format!("{TEXT_FOLDER}/");
    let named = |path: &SourcePath| {
        Some(path.as_str().strip_prefix(&folder)?.strip_suffix(".json")?.to_owned())
            .filter(|name| !name.contains('/'))
    };
    let files = project.files(db).keys().filter_map(|path| Some((path, named(path)?)));
    let mut problems = Vec::new();
    for (path, name) in files {
        match LANGUAGES.iter().find(|code| **code == name || language_tag(code) == name) {
            Some(_) => problems.extend(worded(db, LanguageKey::new(db, Some(name))).2.iter().cloned()),
            None => {
                let Some(meant) = crate::diagnostic::did_you_mean(&name, LANGUAGES.iter().copied()) else {
                    continue;
                };
                let problem =
                    Diagnostic::warning("unknown-language", format!("no language is called `{name}`"));
                problems
                    .push(problem.in_file(path).hint(format!("did you mean `{TEXT_FOLDER}/{meant}.json`?")));
            }
        }
    }
    problems
}
