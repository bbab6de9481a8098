//! The project's own style sheets and scripts (CSS-01, CSS-02).

use super::*;
use crate::html::site_view::CustomScript;
use crate::source::script::{ScriptKind, kind};

/// What every page loads of the project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CustomFiles {
    /// In path order.
    pub styles: Vec<SourcePath>,
    /// In path order, without those that pages import, which are read at build time, and without programs.
    pub scripts: Vec<CustomScript>,
}

/// Style sheets and scripts of the project.
#[salsa::tracked(returns(clone))]
pub fn custom_files(db: &dyn Db, project: Project) -> Arc<CustomFiles> {
    db.ran("custom_files", &"");
    let of = |category: FileCategory| {
        let files = project.files(db).iter().filter(move |(_, file)| file.category(db) == category);
        files.map(|(path, file)| (path.clone(), *file))
    };
    let mut scripts: Vec<(SourcePath, SourceFile)> = of(FileCategory::Script).collect();
    if !scripts.is_empty() {
        let imported = imported_paths(db, project);
        scripts.retain(|(path, _)| !imported.contains(&path.as_str().to_lowercase()));
    }
    let script = |(path, file): (SourcePath, SourceFile)| {
        let kind = script_kind(db, file);
        (kind != ScriptKind::Program).then_some(CustomScript { kind, path })
    };
    Arc::new(CustomFiles {
        styles: of(FileCategory::StyleSheet).map(|(path, _)| path).collect(),
        scripts: scripts.into_iter().filter_map(script).collect(),
    })
}

/// How browsers read a script. Kept per file: an edit that leaves it as it is changes no page.
#[salsa::tracked(returns(copy))]
pub fn script_kind(db: &dyn Db, file: SourceFile) -> ScriptKind {
    db.ran("script_kind", file.path(db));
    kind(&text(db, file).0)
}

/// Why no browser runs a script of the project. Kept per file: a script is often long, and seldom edited.
#[salsa::tracked(returns(clone))]
pub fn script_problem(db: &dyn Db, file: SourceFile) -> Option<Diagnostic> {
    db.ran("script_problem", file.path(db));
    let is_module = script_kind(db, file) == ScriptKind::Module;
    let source = SourceText::new(file.path(db).clone(), text(db, file).0);
    let (message, at) = crate::page::expression::script_problem(&source.text, is_module)?;
    let message = format!("no browser runs `{}`, which every page loads: {message}", source.path);
    let at = at as usize;
    Some(
        Diagnostic::warning("unreadable-script", message)
            .at(&source, Span::new(at, at))
            .hint("correct it; HTML, such as that of an integration, belongs into the field `head`"),
    )
}
