//! The theme's templates, with those that a project has in its folder `theme/` in place of some.

use super::*;
use crate::diagnostic::did_you_mean;
use crate::html::template::theme::templates as theme_templates;
use crate::html::template::{TemplateProblem, Templates};

/// Where a project has templates of its own.
pub const TEMPLATE_FOLDER: &str = "theme";

/// The compiled templates and what is wrong with those of the project. Kept: compiling takes as long as many pages.
#[salsa::tracked(returns(ref))]
pub fn templates(db: &dyn Db, project: Project) -> (Templates, Vec<Diagnostic>) {
    db.ran("templates", &"");
    let theme = look(db, project).theme;
    let mut own = BTreeMap::new();
    let mut sources = BTreeMap::new();
    for name in theme_templates(theme).into_keys() {
        let path = SourcePath::new(&format!("{TEMPLATE_FOLDER}/{name}"));
        let Some(file) = lookup(db, &path) else { continue };
        let source = SourceText::new(path, text(db, file).0);
        own.insert(name.to_owned(), source.text.to_string());
        sources.insert(name, source);
    }
    let (templates, problems) = Templates::new(theme, &own);
    let located = |problem| Some(template_problem(problem, sources.get(problem.template.as_str())?));
    (templates, problems.iter().filter_map(located).collect())
}

fn template_problem(problem: &TemplateProblem, source: &SourceText) -> Diagnostic {
    let line = problem.line.unwrap_or(1).max(1) - 1;
    let start: usize = source.text.split_inclusive('\n').take(line).map(str::len).sum();
    let length = source.text[start..].lines().next().map_or(0, str::len);
    Diagnostic::error("template-not-usable", format!("this template is not used: {}", problem.message))
        .at(source, Span::new(start, start + length))
        .hint("the theme's own stands in; `docs theme eject NAME` writes a copy of that to begin with")
}

/// What is wrong with the templates of the project: those that cannot be used, and those whose name is nearly one. Any
/// other HTML file there may belong to someone else.
pub(super) fn template_problems(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let names = theme_templates(look(db, project).theme);
    let unknown = project.files(db).keys().filter_map(|path| {
        let name = path.as_str().strip_prefix(TEMPLATE_FOLDER)?.strip_prefix('/')?;
        (name.ends_with(".html") && !names.contains_key(name)).then_some((path, name))
    });
    let unknown = unknown.filter_map(|(path, name)| {
        let meant = did_you_mean(name, names.keys().copied())?;
        let problem = Diagnostic::warning("unknown-template", format!("no template is called `{name}`"));
        Some(problem.in_file(path).hint(format!("did you mean `{meant}`?")))
    });
    templates(db, project).1.iter().cloned().chain(unknown).collect()
}
