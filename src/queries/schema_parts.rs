//! Schemas that have no room in the pages of operations: each that a page leads to has a file of its own, with what
//! these lead to in turn.
//!
//! Which there are is read from the facts of API pages alone. What a file shows is made like the body of a page, and
//! lies in the store like one.

use super::body::{body, export_of, facts_of, markup_of};
use super::*;
use crate::api::part::SchemaPart;
use crate::export::page_text;
use crate::html::part_view::{PartInput, part_page};

#[salsa::interned(debug, revisions = usize::MAX)]
pub struct PartKey<'db> {
    #[returns(ref)]
    pub part: SchemaPart,
}

/// All parts of the site, sorted.
#[salsa::tracked(returns(clone))]
pub fn api_parts(db: &dyn Db, project: Project) -> Arc<[SchemaPart]> {
    db.ran("api_parts", &"");
    let mut parts: BTreeSet<SchemaPart> = BTreeSet::new();
    let mut left: Vec<SchemaPart> = Vec::new();
    for (slug, origin) in site_pages(db, project).iter() {
        if shows_schemas(db, origin) {
            left.extend(parts_of_page(db, PageKey::new(db, slug.clone())).iter().cloned());
        }
    }
    while let Some(part) = left.pop() {
        if parts.insert(part.clone()) {
            left.extend(parts_of_part(db, PartKey::new(db, part)).iter().cloned());
        }
    }
    parts.into_iter().collect()
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
fn parts_of_page<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Arc<[SchemaPart]> {
    db.ran("parts_of_page", page.slug(db));
    body::facts(db, Project::get(db), page).parts
}

/// The parts that a part leads to.
#[salsa::tracked(returns(clone))]
fn parts_of_part<'db>(db: &'db dyn Db, part: PartKey<'db>) -> Arc<[SchemaPart]> {
    db.ran("parts_of_part", &part.part(db).reference);
    let keys = part_body(db, part);
    with_origin(db, part, |origin| facts_of(db, Project::get(db), origin, keys).parts)
}

/// The body of a part, from the store or made now.
#[salsa::tracked(returns(copy))]
fn part_body<'db>(db: &'db dyn Db, part: PartKey<'db>) -> BodyKeys {
    db.ran("part_body", &part.part(db).reference);
    with_origin(db, part, |origin| body(db, Project::get(db), origin).keys)
}

fn with_origin<'db, T>(db: &'db dyn Db, part: PartKey<'db>, read: impl FnOnce(&Origin<'_>) -> T) -> T {
    let page = part.part(db).page();
    let slug = page.slug.clone();
    read(&Origin { slug: &slug, origin: Some(&PageOrigin::Generated(Arc::new(page))) })
}

/// The key of a part's page.
#[salsa::tracked(returns(copy))]
pub fn part_key<'db>(db: &'db dyn Db, part: PartKey<'db>) -> ContentHash {
    db.ran("part_key", &part.part(db).reference);
    let mut key = KeyHasher::new("page of a part");
    key.part(part_body(db, part).markup.as_bytes());
    key.part(frame_key(db, language(db, part)).as_bytes()).finish()
}

/// The key of its Markdown.
pub fn part_export_key<'db>(db: &'db dyn Db, part: PartKey<'db>) -> ContentHash {
    KeyHasher::new("Markdown of a part").part(part_body(db, part).export.as_bytes()).finish()
}

fn language<'db>(db: &'db dyn Db, part: PartKey<'db>) -> LanguageKey<'db> {
    LanguageKey::new(db, page_language(db, PageKey::new(db, part.part(db).slug())))
}

/// The page of a part, which readers without scripts see.
pub fn part_html<'db>(db: &'db dyn Db, part: PartKey<'db>) -> String {
    db.ran("part_html", &part.part(db).reference);
    let project = Project::get(db);
    let keys = part_body(db, part);
    let body = with_origin(db, part, |origin| markup_of(db, project, origin, keys));
    let view = part_page(&PartInput {
        part: part.part(db),
        body: &body,
        latex: look(db, project).styling.latex,
        addresses: &project.settings(db).addresses,
    });
    templates(db, project).0.render_page(&shell(db, language(db, part)), &view)
}

/// The Markdown of a part.
pub fn part_text<'db>(db: &'db dyn Db, part: PartKey<'db>) -> String {
    let keys = part_body(db, part);
    let text = with_origin(db, part, |origin| export_of(db, Project::get(db), origin, keys));
    page_text(part.part(db).name(), None, &[], &text)
}
