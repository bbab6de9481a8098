//! The glossary of a site (MDX-14): its terms, and its page where no file is one.
//!
//! Bodies depend on which terms there are, and on the definitions of those that they have: another wording makes those
//! pages again that show it.

use super::slots::of_frame;
use super::*;
use crate::config::publishing::Glossary as Written;
use crate::html::css::urls::below_base;
use crate::html::page_assets;
use crate::html::page_view::style;
use crate::page::glossary::{Glossary, has_abbreviations, listed, spread, terms};

/// The name of its page.
pub const GLOSSARY_PAGE: &str = "glossary";

/// The files that are glossaries without being named when they explain abbreviations.
const FILES: [&str; 2] = ["glossary.md", "glossary.mdx"];

/// The terms. Kept: every body asks which there are.
#[salsa::tracked(returns(clone))]
pub fn glossary(db: &dyn Db, project: Project) -> Option<Arc<Glossary>> {
    db.ran("glossary", &"");
    let page = |slug: &Slug| page_origin(db, PageKey::new(db, slug.clone())).is_some();
    let made = Slug::new(GLOSSARY_PAGE);
    let found = match &*glossary_setting(db, project) {
        Some(Written::Terms(written)) => {
            let nodes = listed(written, &parse_fragment);
            // An author's page of that name has headings of its own.
            Glossary::new(terms(&nodes), Some(format!("/{GLOSSARY_PAGE}")), !page(&made))
        }
        _ => {
            let file = glossary_file(db, project)?;
            let (mut document, _) = sources::page_document(db, project, file);
            spread(&mut document.nodes);
            let slug = Slug::of_page(file.path(db));
            let address = page(&slug).then(|| format!("/{}", slug.route()));
            Glossary::new(terms(&document.nodes), address, true)
        }
    };
    (!found.terms.is_empty()).then(|| Arc::new(found))
}

/// Which terms there are, and where they are explained; `None` for a site without a glossary. The firewall between what it
/// says and pages without its terms.
#[salsa::tracked(returns(copy))]
pub fn terms_key(db: &dyn Db, project: Project) -> Option<ContentHash> {
    db.ran("terms_key", &"");
    let glossary = glossary(db, project)?;
    let mut key = KeyHasher::new("terms of a glossary");
    key.value(&(&glossary.page, glossary.has_ids));
    glossary.terms.iter().for_each(|term| {
        key.value(&term.names);
    });
    Some(key.finish())
}

/// What a page shows of a term.
#[salsa::tracked(returns(copy))]
pub(super) fn term_key<'db>(db: &'db dyn Db, name: LanguageKey<'db>) -> Option<ContentHash> {
    let name = name.code(db).as_deref()?;
    let glossary = glossary(db, Project::get(db))?;
    let term = glossary.find(name)?;
    Some(KeyHasher::new("term").value(&(&term.definition, &term.id)).finish())
}

/// The file of the glossary: the one that `docs.json` names, or one that explains abbreviations.
fn glossary_file(db: &dyn Db, project: Project) -> Option<SourceFile> {
    if let Some(Written::Page(path)) = &*glossary_setting(db, project) {
        return named(path).into_iter().find_map(|path| lookup(db, &path));
    }
    let own = FILES.iter().find_map(|path| lookup(db, &SourcePath::new(path)))?;
    has_abbreviations(&text(db, own).0).then_some(own)
}

/// The files that `glossary` may mean: a page may be written without its ending.
fn named(path: &str) -> Vec<SourcePath> {
    let path = path.trim_start_matches('/');
    let endings = ["", ".md", ".mdx"];
    endings
        .iter()
        .filter_map(|ending| SourcePath::checked(&format!("{path}{ending}")))
        .filter(is_markdown)
        .collect()
}

/// Whether what other pages show may be written in this file.
pub fn is_glossary(db: &dyn Db, project: Project, path: &SourcePath) -> bool {
    match &*glossary_setting(db, project) {
        Some(Written::Page(written)) => named(written).contains(path),
        Some(Written::Terms(_)) => false,
        None => FILES.contains(&path.as_str()),
    }
}

/// Whether a page is the glossary, whose terms are explained in place.
pub(super) fn is_own_page(db: &dyn Db, project: Project, file: SourceFile) -> bool {
    // Every body asks this: the file is read for those alone that may be it.
    let path = file.path(db);
    (FILES.contains(&path.as_str()) || is_glossary(db, project, path))
        && glossary_file(db, project) == Some(file)
}

/// A glossary that is not there.
pub(super) fn glossary_problem(db: &dyn Db, project: Project) -> Option<Diagnostic> {
    let setting = glossary_setting(db, project);
    let Some(Written::Page(path)) = &*setting else { return None };
    if glossary_file(db, project).is_some() {
        return None;
    }
    let message = format!("`glossary` names `{path}`, and there is no such page");
    let problem = Diagnostic::warning("missing-glossary", message).in_file(&SourcePath::new(CONFIG_FILE));
    Some(problem.hint("name a Markdown file of the project, or write the terms there: { \"API\": \"…\" }"))
}

/// The page of terms that stand in `docs.json`; `None` when a page or a file lies there.
pub fn glossary_page(db: &dyn Db, project: Project) -> Option<String> {
    let Some(Written::Terms(written)) = &*glossary_setting(db, project) else { return None };
    let slug = Slug::new(GLOSSARY_PAGE);
    let path = addresses(db, project).page_file(&slug);
    if page_origin(db, PageKey::new(db, slug.clone())).is_some()
        || published_files(db, project).contains(path.as_str())
    {
        return None;
    }
    let place = own_pages::first_place(db, project, &slug);
    let code = place.language();
    let mut document = parse_document(SourceText::new(SourcePath::new(CONFIG_FILE), ""));
    document.nodes = listed(written, &parse_fragment);
    document.nodes.iter_mut().for_each(Node::displace);
    let (Rendered { body, .. }, _) = of_frame(db, &document, &slug, HeadingIds::Given, code);
    let addresses = addresses(db, project);
    let (stylesheets, inside) = page_assets::stylesheets(&body.features, None, addresses).into_parts();
    let text = &texts::texts_of(db, code).interface;
    let site = project.settings(db).site_url.as_ref();
    let view = PageView {
        title: text.glossary.clone(),
        path: format!("/{GLOSSARY_PAGE}"),
        canonical: site.map(|site| format!("{site}{}", addresses.page_url(&slug))),
        mode: PageMode::Default,
        nav: own_pages::nav_of(db, project, &place, code),
        style_html: style(&(inside + &below_base(&body.utilities, addresses))),
        body_html: body.html.clone(),
        toc: crate::html::page_view::toc(&body.toc),
        stylesheets,
        scripts: page_assets::scripts(&body, addresses),
        ..PageView::default()
    };
    let language = LanguageKey::new(db, code.map(str::to_owned));
    Some(templates(db, project).0.render_page(&shell(db, language), &view))
}
