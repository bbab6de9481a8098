//! Everything that is wrong with the sources and belongs to no single page.

use super::*;
use crate::config::code_themes::is_theme_file;

/// Problems of configuration, navigation, descriptions and redirects.
pub(super) fn site_problems(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let mut all = config(db, project).diagnostics.clone();
    all.extend(navigation(db, project).1.iter().cloned());
    for file in project.files(db).values() {
        if let FileCategory::ApiCandidate(_) = file.category(db) {
            all.extend(api_description(db, *file).1.iter().cloned());
        }
    }
    all.extend(remote_sources(db, project));
    all.extend(missing_images(db, project));
    all.extend(fonts::font_problems(db, project, &|key, value| place_of(db, key, value)));
    all.extend(icons::icon_problems(db, project, &ProjectFiles::new(db)));
    all.extend(redirect_problems(db, project).iter().cloned());
    all.extend(hosting::host_files(db, project).problems.iter().cloned());
    all.extend(code_themes(db, project));
    all.extend(theme::template_problems(db, project));
    all.extend(texts::text_problems(db, project));
    all.extend(code_grammars(db, project).1.iter().cloned());
    all
}

/// Markdown files that pages import.
pub(super) fn snippet_files(db: &dyn Db, project: Project) -> Vec<SourcePath> {
    let imported = imported_paths(db, project);
    let is_snippet = |(path, file): &(&SourcePath, &SourceFile)| {
        is_markdown(path)
            && (matches!(file.category(db), FileCategory::Snippet | FileCategory::LegacySnippet)
                || (!imported.is_empty() && imported.contains(&path.as_str().to_lowercase())))
    };
    project.files(db).iter().filter(is_snippet).map(|(path, _)| path.clone()).collect()
}

/// Images that the configuration names and that are not there.
fn missing_images(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let look = look(db, project);
    let logo = look.logo.iter().flat_map(|logo| [("logo", &logo.light), ("logo", &logo.dark)]);
    let favicon = look.favicon.iter().flat_map(|pair| [("favicon", &pair.light), ("favicon", &pair.dark)]);
    let background = look.background.image.iter();
    let background =
        background.flat_map(|pair| [("background image", &pair.light), ("background image", &pair.dark)]);
    let mut seen = BTreeSet::new();
    logo.chain(favicon)
        .chain(background)
        .filter(|(_, file)| {
            !file.contains("://") && !file.starts_with("data:") && seen.insert((*file).clone())
        })
        .filter(|(_, file)| lookup(db, &SourcePath::new(file)).is_none())
        .map(|(what, file)| {
            Diagnostic::warning("missing-image", format!("the {what} `{file}` is not in the project"))
                .located(place_of(db, what.split(' ').next().unwrap_or(what), file))
                .hint("check the path; it begins at the folder of `docs.json`")
        })
        .collect()
}

/// Where the configuration says `value`, behind `key` if it can be; the file as a whole when it is not written
/// just so.
fn place_of(db: &dyn Db, key: &str, value: &str) -> Location {
    let path = SourcePath::new(CONFIG_FILE);
    let config = lookup(db, &path).map(|file| text(db, file).0).unwrap_or_default();
    let quoted = format!("\"{value}\"");
    let from = config.find(&format!("\"{key}\"")).unwrap_or_default();
    let behind = config.get(from..).and_then(|rest| rest.find(&quoted)).map(|at| from + at);
    match behind.or_else(|| config.find(&quoted)) {
        Some(at) => Location::at(&SourceText::new(path, config.as_str()), Span::new(at, at + quoted.len())),
        None => Location::file(&path),
    }
}

/// Code themes of the project that are not there or cannot be read.
fn code_themes(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let look = look(db, project);
    let asked = look.styling.codeblocks.themes.iter().flat_map(|themes| [&themes.light, &themes.dark]);
    let files: BTreeSet<&String> = asked.filter(|name| is_theme_file(name)).collect();
    let problems = files.into_iter().map(|path| code_palette(db, PathKey::new(db, SourcePath::new(path))));
    problems.flat_map(|palette| palette.1.clone()).collect()
}

/// Descriptions at addresses that were not fetched, and what is wrong with those that were.
fn remote_sources(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for source in remote_descriptions(db, project).iter() {
        if let Some(copy) = super::api::fetched_copy(db, project, source) {
            problems.extend(api_description(db, copy).1.iter().cloned());
            continue;
        }
        problems.push(
            Diagnostic::warning(
                "remote-description",
                format!("`{source}` is not fetched during a build, so it adds no pages"),
            )
            .located(place_of(db, "openapi", source))
            .hint("run `docs fetch` once, or save the description in the project and name its path instead"),
        );
    }
    problems
}
