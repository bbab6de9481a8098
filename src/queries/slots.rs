//! What a project puts on all its pages (CSS-10): its files in the folder `slots/`, rendered once for each language.
//!
//! They are a part of the frame, as a banner is: an edit makes all pages again. Their headings have no ids, as those of the
//! page have, and what is in them is not of the page: no search finds it, and no export has it.

use super::texts::texts_of;
use super::*;
use crate::html::body::{BodyInput, Rendered, render_body};
use crate::html::page_assets;
use crate::html::template::SlotsView;
use crate::site::links::PageLink;
use crate::source::category::{SLOT_FOLDER, SLOTS};

/// The slots of a language, and what they need.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slots {
    pub view: SlotsView,
    /// Styles that stand in the head.
    pub styles: String,
    /// Addresses of style sheets and scripts.
    pub stylesheets: Vec<String>,
    pub scripts: Vec<String>,
    /// What a content security policy has to allow for them.
    pub sources: Vec<String>,
    /// What they lead to, the file that says so, and where.
    pub links: Vec<(PageLink, SourcePath, Location)>,
    pub problems: Vec<Diagnostic>,
}

/// The slots of pages in a language. Kept: the frame of a language and the problems of the site read them.
#[salsa::tracked(returns(clone))]
pub fn slots<'db>(db: &'db dyn Db, language: LanguageKey<'db>) -> Arc<Slots> {
    db.ran("slots", &language.code(db).as_deref().unwrap_or(""));
    let project = Project::get(db);
    let code = language.code(db).as_deref();
    let mut found = Slots::default();
    for name in SLOTS {
        let Some(file) = file_of(db, code, name) else { continue };
        let html = slot(db, project, file, code, &mut found);
        let place = match name {
            "sidebar-top" => &mut found.view.sidebar_top,
            "content-bottom" => &mut found.view.content_bottom,
            _ => &mut found.view.footer,
        };
        *place = Some(html);
    }
    Arc::new(found)
}

/// Whether the project has any.
pub fn has_slots(db: &dyn Db, project: Project) -> bool {
    all_languages(db, project)
        .any(|code| SLOTS.iter().any(|name| file_of(db, code.as_deref(), name).is_some()))
}

/// What those of all languages lead to: those of several languages once.
pub(super) fn slot_links(db: &dyn Db, project: Project) -> Vec<(PageLink, SourcePath, Location)> {
    let mut all = Vec::new();
    for code in all_languages(db, project) {
        add_new(&mut all, slots(db, LanguageKey::new(db, code)).links.clone());
    }
    all
}

/// What is wrong in them.
pub(super) fn slot_problems(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let of = |code: Option<String>| slots(db, LanguageKey::new(db, code)).problems.clone();
    // One file is that of several languages: who reports tells each problem once.
    all_languages(db, project).flat_map(of).collect()
}

/// The languages of the site, and that of what names none.
pub(super) fn all_languages(db: &dyn Db, project: Project) -> impl Iterator<Item = Option<String>> + use<> {
    let codes = languages::languages(db, project).codes().to_vec();
    std::iter::once(None).chain(codes.into_iter().map(Some))
}

/// The file of a language, or that of all.
fn file_of(db: &dyn Db, code: Option<&str>, name: &str) -> Option<SourceFile> {
    let own = code.and_then(|code| lookup(db, &SourcePath::new(&format!("{SLOT_FOLDER}/{code}/{name}.mdx"))));
    own.or_else(|| lookup(db, &SourcePath::new(&format!("{SLOT_FOLDER}/{name}.mdx"))))
}

/// The markup of one; what it needs is added to `found`.
fn slot(db: &dyn Db, project: Project, file: SourceFile, code: Option<&str>, found: &mut Slots) -> Html {
    let (document, _) = sources::page_document(db, project, file);
    let addresses = addresses(db, project);
    let slug = Slug::of_page(file.path(db));
    let (Rendered { body, facts, .. }, problems) = of_frame(db, &document, &slug, HeadingIds::Omitted, code);
    found.problems.extend(problems);
    found.links.extend(facts.links.iter().enumerate().map(|(number, link)| {
        let place = links::written_place(db, project, &document.source, &body, number);
        let place = place.unwrap_or_else(|| Location::file(file.path(db)));
        (link.clone(), file.path(db).clone(), place)
    }));
    let (stylesheets, inside) = page_assets::stylesheets(&body.features, None, addresses).into_parts();
    add_new(&mut found.stylesheets, stylesheets);
    found.styles.push_str(&inside);
    found.styles.push_str(&body.utilities);
    add_new(&mut found.scripts, page_assets::scripts(&body, addresses));
    found.sources.extend(page_assets::script_sources(&body).iter().cloned());
    let mut html = Html::clone(&body.html);
    if let Some(islands) = page_assets::islands(&body) {
        html.push(&islands);
    }
    html
}

/// The body of what stands around pages in a language, or in place of one.
pub(super) fn of_frame(
    db: &dyn Db,
    document: &Document,
    slug: &Slug,
    headings: HeadingIds,
    code: Option<&str>,
) -> (Rendered, Vec<Diagnostic>) {
    let files = ProjectFiles::new(db);
    let input = BodyInput {
        document,
        front_matter: &document.front_matter,
        operation: Vec::new(),
        api: None,
        slug,
        addresses: addresses(db, Project::get(db)),
        headings,
        texts: &texts_of(db, code),
        glossary: None,
    };
    render_body(input, &files, &files)
}

/// Adds what is not there yet.
fn add_new<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}
