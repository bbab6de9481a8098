//! Schemas that have no room in the pages of operations: each that a page leads to has a file of its own, with what
//! these lead to in turn.
//!
//! Which there are is read from the facts of API pages alone. What a file shows is made like the body of a page, and
//! lies in the store like one. The engine asks for the bodies first, on all threads; a panic in one costs that one.

use std::collections::btree_map::Entry;

use super::body::{body, export_of, facts_of, markup_of};
use super::page::{Caption, caption};
use super::*;
use crate::api::part::SchemaPart;
use crate::export::page_text;
use crate::html::icon::configured;
use crate::html::part_view::{PartInput, part_page};
use crate::panics;
use crate::site::place::PagePlace;

#[salsa::interned(debug, revisions = usize::MAX)]
pub struct PartKey<'db> {
    #[returns(ref)]
    pub part: SchemaPart,
}

/// All parts of the site, each with the page that its readers come from: the first that leads to it.
#[salsa::tracked(returns(clone))]
pub fn api_parts(db: &dyn Db, project: Project) -> Arc<BTreeMap<SchemaPart, Slug>> {
    db.ran("api_parts", &"");
    let mut parts: BTreeMap<SchemaPart, Slug> = BTreeMap::new();
    for (slug, first) in pages_with_parts(db, project).iter() {
        let mut left: Vec<SchemaPart> = first.to_vec();
        while let Some(part) = left.pop() {
            let Entry::Vacant(new) = parts.entry(part) else { continue };
            left.extend(parts_of_part(db, PartKey::new(db, new.key().clone())).iter().cloned());
            new.insert(slug.clone());
        }
    }
    Arc::new(parts)
}

/// The pages that lead to parts, with those parts.
#[salsa::tracked(returns(clone))]
pub fn pages_with_parts(db: &dyn Db, project: Project) -> Arc<[(Slug, Arc<[SchemaPart]>)]> {
    db.ran("pages_with_parts", &"");
    let pages = pages_with_schemas(db, project);
    let parts = |slug: &Slug| (slug.clone(), parts_of_page(db, PageKey::new(db, slug.clone())));
    pages.iter().map(parts).filter(|(_, parts)| !parts.is_empty()).collect()
}

/// The pages that may show schemas. Kept: an edit of a title asks for them, and would look at all pages.
#[salsa::tracked(returns(clone))]
pub fn pages_with_schemas(db: &dyn Db, project: Project) -> Arc<[Slug]> {
    db.ran("pages_with_schemas", &"");
    let catalogs = api_catalogs(db, project);
    if catalogs.files.is_empty() && catalogs.addresses.is_empty() {
        return Arc::default();
    }
    let pages = site_pages(db, project);
    pages.iter().filter(|(_, origin)| shows_schemas(db, origin)).map(|(slug, _)| slug.clone()).collect()
}

/// Whether a page may show schemas of a description.
fn shows_schemas(db: &dyn Db, origin: &PageOrigin) -> bool {
    match origin {
        PageOrigin::Generated(_) => true,
        PageOrigin::File(file) => file.label(db).as_ref().is_some_and(|label| {
            label.rare.openapi.is_some() || label.rare.asyncapi.is_some() || label.rare.schema.is_some()
        }),
        // The original has the same.
        PageOrigin::StandIn(_) => false,
    }
}

/// The parts that a page leads to. The firewall between its facts and the list of all.
#[salsa::tracked(returns(clone))]
pub fn parts_of_page<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Arc<[SchemaPart]> {
    db.ran("parts_of_page", page.slug(db));
    // Without facts there is no page either, which is told there.
    let parts = panics::catch(|| page_gist(db, page).parts.clone());
    parts.unwrap_or_else(|_| {
        let source = match page_origin(db, page) {
            Some(PageOrigin::Generated(page)) => Some(page.source.clone()),
            Some(PageOrigin::File(file)) => Some(file.path(db).clone()),
            _ => None,
        };
        look_again(db, source.as_ref());
        Arc::default()
    })
}

/// What panicked is asked again when its file is another one: how far it came is not known.
fn look_again(db: &dyn Db, source: Option<&SourcePath>) {
    let _ = source.and_then(|path| lookup(db, path)).map(|file| file.hash(db));
}

/// The parts that a part leads to.
#[salsa::tracked(returns(clone))]
pub fn parts_of_part<'db>(db: &'db dyn Db, part: PartKey<'db>) -> Arc<[SchemaPart]> {
    db.ran("parts_of_part", &part.part(db).reference);
    let Ok(keys) = part_body(db, part) else { return Arc::default() };
    with_origin(db, part, |origin| facts_of(db, Project::get(db), origin, keys).parts)
}

/// The body of a part, from the store or made now; `Err` is the message of a panic.
#[salsa::tracked(returns(clone))]
fn part_body<'db>(db: &'db dyn Db, part: PartKey<'db>) -> Result<BodyKeys, String> {
    db.ran("part_body", &part.part(db).reference);
    let made = panics::catch(|| with_origin(db, part, |origin| body(db, Project::get(db), origin).keys));
    if made.is_err() {
        look_again(db, Some(&part.part(db).source));
    }
    made
}

/// Parts that could not be made: mistakes of this program.
pub fn part_problems(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let problem = |part: &SchemaPart| {
        let reason = part_body(db, PartKey::new(db, part.clone())).err()?;
        let name = part.name();
        let message =
            format!("the schema `{name}` could not be rendered: this is a mistake in docs itself ({reason})");
        let problem = Diagnostic::error("internal-error", message);
        Some(problem.hint("please report it with the description").in_file(&part.source))
    };
    api_parts(db, project).keys().filter_map(problem).collect()
}

fn with_origin<'db, T>(db: &'db dyn Db, part: PartKey<'db>, read: impl FnOnce(&Origin<'_>) -> T) -> T {
    let page = part.part(db).page();
    let slug = page.slug.clone();
    read(&Origin { slug: &slug, origin: Some(&PageOrigin::Generated(Arc::new(page))) })
}

/// The firewall between the list of parts and the page of one: the page that leads to it.
#[salsa::tracked(returns(clone))]
fn home_of_part<'db>(db: &'db dyn Db, part: PartKey<'db>) -> Option<Slug> {
    api_parts(db, Project::get(db)).get(part.part(db)).cloned()
}

/// The page that leads to a part: where it stands, and what it is called.
fn way<'db>(db: &'db dyn Db, part: PartKey<'db>) -> Option<(PagePlace, Slug, Caption)> {
    let project = Project::get(db);
    let home = home_of_part(db, part)?;
    let caption = caption(db, project, PageKey::new(db, home.clone()))?;
    Some((find_place(&navigation(db, project).0, &home), home, caption))
}

/// The key of a part's page.
#[salsa::tracked(returns(copy))]
pub fn part_key<'db>(db: &'db dyn Db, part: PartKey<'db>) -> ContentHash {
    db.ran("part_key", &part.part(db).reference);
    let mut key = KeyHasher::new("page of a part");
    key.value(&part_body(db, part).ok().map(|keys| keys.markup));
    if let Some((place, home, caption)) = way(db, part) {
        key.part(place.trail.key.as_bytes()).value(&(&place.breadcrumbs, &place.counterparts));
        key.value(&home).part(caption.title.as_bytes());
    }
    key.part(frame_key(db, language(db, part)).as_bytes()).finish()
}

/// The key of its Markdown.
pub fn part_export_key<'db>(db: &'db dyn Db, part: PartKey<'db>) -> ContentHash {
    let text = part_body(db, part).ok().map(|keys| keys.export);
    KeyHasher::new("Markdown of a part").value(&text).finish()
}

fn language<'db>(db: &'db dyn Db, part: PartKey<'db>) -> LanguageKey<'db> {
    LanguageKey::new(db, page_language(db, PageKey::new(db, part.part(db).slug())))
}

/// The page of a part, which readers without scripts see.
pub fn part_html<'db>(db: &'db dyn Db, part: PartKey<'db>) -> String {
    db.ran("part_html", &part.part(db).reference);
    let project = Project::get(db);
    let body = part_body(db, part)
        .ok()
        .map(|keys| with_origin(db, part, |origin| markup_of(db, project, origin, keys)));
    let way = way(db, part);
    let language = language(db, part);
    let files = ProjectFiles::new(db);
    let addresses = addresses(db, project);
    let config = SourcePath::new(CONFIG_FILE);
    let view = part_page(&PartInput {
        part: part.part(db),
        body: &body.unwrap_or_default(),
        way: way.as_ref().map(|(place, home, caption)| (place, home, caption.title.as_str())),
        site_name: &identity(db, project).name,
        latex: look(db, project).styling.latex,
        addresses,
        icon: &|icon| configured(icon, &config, addresses, &files).0,
        text: &texts::texts_of(db, language.code(db).as_deref()).interface,
    });
    templates(db, project).0.render_page(&shell(db, language), &view)
}

/// The Markdown of a part.
pub fn part_text<'db>(db: &'db dyn Db, part: PartKey<'db>) -> String {
    let text = part_body(db, part)
        .ok()
        .map(|keys| with_origin(db, part, |origin| export_of(db, Project::get(db), origin, keys)));
    page_text(&part.part(db).name(), None, &[], &text.unwrap_or_default())
}
