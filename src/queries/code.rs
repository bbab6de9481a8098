//! Themes and grammars for code that the project brings itself (CODE-17). Both are read from files of the project,
//! so an edit of one reaches the style sheet and the pages that asked for it, and nothing else.

use super::*;
use crate::html::code::highlight::grammar_file::{CustomGrammar, read_grammar};
use crate::html::code::palette::theme_file::read_theme;

/// The colours of a code theme of the project (CODE-17). Kept because pages and the style sheet ask for it.
#[salsa::tracked(returns(clone))]
pub fn code_palette<'db>(db: &'db dyn Db, path: PathKey<'db>) -> Arc<(Option<Palette>, Vec<Diagnostic>)> {
    let path = path.path(db);
    db.ran("code_palette", path);
    let Some(file) = lookup(db, path) else {
        return Arc::new((None, vec![missing_theme(path)]));
    };
    Arc::new(read_theme(&SourceText::new(path.clone(), text(db, file).0)))
}

/// The grammars that the project brings (CODE-17), and what is wrong with them. Kept because compiling them is
/// slow.
#[salsa::tracked(returns(clone))]
pub fn code_grammars(db: &dyn Db, project: Project) -> Arc<(Vec<CustomGrammar>, Vec<Diagnostic>)> {
    db.ran("code_grammars", &"");
    let mut found = (Vec::new(), Vec::new());
    for path in &code_blocks(db, project).grammars {
        let path = SourcePath::new(path);
        let (grammar, problems) = match lookup(db, &path) {
            Some(file) => read_grammar(&SourceText::new(path, text(db, file).0)),
            // Told with its place in the configuration, on which no grammar depends.
            None => continue,
        };
        found.0.extend(grammar);
        found.1.extend(problems);
    }
    Arc::new(found)
}

/// The hash of the project's grammars.
#[salsa::tracked(returns(copy))]
pub fn grammars_key(db: &dyn Db, project: Project) -> ContentHash {
    db.ran("grammars_key", &"");
    let mut key = KeyHasher::new("grammars");
    for path in &code_blocks(db, project).grammars {
        let path = SourcePath::new(path);
        key.value(&path).value(&lookup(db, &path).map(|file| file.hash(db)));
    }
    key.finish()
}

/// What is wrong with the grammars.
pub(super) fn grammar_problems(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let mut all = code_grammars(db, project).1.clone();
    for written in &code_blocks(db, project).grammars {
        let path = SourcePath::new(written);
        if lookup(db, &path).is_none() {
            let problem = Diagnostic::warning(
                "missing-code-grammar",
                format!("the grammar `{path}` is not in the project"),
            );
            let problem = problem.located(problems::place_of(db, "custom", written));
            all.push(problem.hint("write the path of a JSON file with a TextMate grammar; it begins at the folder of the project"));
        }
    }
    all
}

fn missing_theme(path: &SourcePath) -> Diagnostic {
    Diagnostic::warning("missing-code-theme", format!("the code theme `{path}` is not in the project"))
        .in_file(&SourcePath::new(CONFIG_FILE))
        .hint("check the path; it begins at the folder of the project")
}
