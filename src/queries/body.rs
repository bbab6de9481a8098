//! Heads and bodies of pages, from the store or made now. Queries call these; nothing here is kept.

use serde::{Deserialize, Serialize};

use super::api::{Elsewhere, dangling_reference, description, elsewhere};
use super::asks::Ask;
use super::files::ProjectFiles;
use super::graphql::graphql_nodes;
use super::links::{dangles, seek_in_description};
use super::overrides::{import_overrides, overrides};
use super::texts::{texts_key, texts_of};
use super::*;
use crate::api::document::{
    Manner, beside_own, channel_document, is_page_description, model_document, operation_document,
    part_document, tag_document,
};
use crate::api::part::lead_to_language;
use crate::api::{ApiTarget, Found, rooted_reference};
use crate::encoding::{decode, encode};
use crate::explain::{Part, Parts};
use crate::export::slices::is_long;
use crate::feed::{Entry, entries};
use crate::html::diagrams::not_fetched;
use crate::html::feed_links::has_feeds;
use crate::html::render::Feature;
use crate::page::frontmatter::FrontMatter;
use crate::page::glossary::spread;
use crate::search::fragment::{Fragment, fragment};
use crate::search::passages::reading;
use crate::search::told::told;
use crate::site::llms::first_paragraph;
use crate::site::navigation::api_lookup::referenced_api;
use crate::trace::Kind;

/// The head of a file, from the store or read now.
pub(super) fn head(db: &dyn Db, project: Project, file: SourceFile) -> FileHead {
    let mut key = KeyHasher::new("head");
    key.part(file.path(db).as_str().as_bytes()).part(file.hash(db).as_bytes());
    let key = key.part(reading_key(db, project).as_bytes()).finish();
    let found: Option<FileHead> = db.stored(key).and_then(|bytes| decode(&bytes));
    match found {
        Some(found) if !db.is_verifying() => {
            db.reused("read_head");
            found
        }
        found => {
            db.ran("read_head", file.path(db));
            let (source, problem) = page_source(db, project, file);
            let mut head = read_head(&source);
            let mut diagnostics = std::mem::take(&mut head.diagnostics);
            diagnostics.extend(problem);
            let head = cut_head(file.path(db), &head, diagnostics);
            if found.is_some_and(|found| found != head) {
                db.mismatch(format!("the head of `{}`", file.path(db)));
            }
            db.store(key, &encode(&head));
            head
        }
    }
}

/// What the store knows under a key of a body: the body, or what there is to ask before it is known.
#[derive(Serialize, Deserialize)]
enum Known {
    Body(StoredBody),
    Asks(Vec<Ask>),
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct StoredBody {
    keys: BodyKeys,
    diagnostics: Vec<Diagnostic>,
}

/// A page, and what it is made from.
pub struct Origin<'a> {
    pub slug: &'a Slug,
    pub origin: Option<&'a PageOrigin>,
}

/// How far the store knows a body.
struct Followed {
    /// The last key: of the body, or of what is not known.
    key: ContentHash,
    /// All that was asked on the way.
    asks: Vec<Ask>,
    body: Option<StoredBody>,
}

/// Rounds of questions: a file that is imported may import others since.
const MOST_ROUNDS: usize = 16;

/// Follows what the store knows, from the page's own key over the answers to the questions. The same page that
/// asks the same and is answered the same has the same body.
fn follow(db: &dyn Db, project: Project, page: &Origin<'_>) -> Followed {
    let mut followed = Followed { key: own_key(db, project, page), asks: Vec::new(), body: None };
    for _ in 0..MOST_ROUNDS {
        match db.stored(followed.key).and_then(|bytes| decode(&bytes)) {
            Some(Known::Asks(asks)) => {
                followed.key = answered_key(db, project, followed.key, &asks);
                followed.asks.extend(asks);
            }
            Some(Known::Body(body)) => {
                followed.body = Some(body);
                break;
            }
            None => break,
        }
    }
    followed
}

/// The keys of a body, from the store or made now.
pub fn body(db: &dyn Db, project: Project, page: &Origin<'_>) -> PageBody {
    let Followed { key, asks: known, body: found } = follow(db, project, page);
    let stored = match found {
        Some(found) if !db.is_verifying() => {
            db.reused("render_body");
            found
        }
        found => {
            let (made, mut asks) = make_body(db, project, page);
            let export = KeyHasher::new("export").part(made.export.as_bytes()).finish();
            let fragment = encode(&made.fragment);
            let search = KeyHasher::new("fragment").part(&fragment).finish();
            let entries = made.feed.as_ref().map(encode);
            let feed = entries.as_ref().map(|entries| KeyHasher::new("feed entries").part(entries).finish());
            let (markup, facts) = (made.body.key(), made.facts.key());
            let archives = made.body.archives.as_ref().map_or(0, |archives| archives.parts.len() as u32);
            let is_long = is_long(&made.export);
            let keys = BodyKeys { markup, facts, export, is_long, archives, search, feed };
            let stored = StoredBody { keys, diagnostics: made.diagnostics };
            db.store_body(keys.markup, Arc::new(made.body));
            db.store_export(keys.export, Arc::new(made.export));
            db.store(keys.facts, &encode(&made.facts));
            db.store(keys.search, &fragment);
            if let (Some(key), Some(entries)) = (feed, &entries) {
                db.store(key, entries);
            }
            if let Some(found) = found {
                if found != stored {
                    db.mismatch(format!("the body of `{}`", page.slug));
                }
                return PageBody { keys, diagnostics: stored.diagnostics.into() };
            }
            asks.retain(|ask| !known.contains(ask));
            let record = encode(&Known::Body(stored.clone()));
            if asks.is_empty() {
                db.store(key, &record);
            } else {
                let answered = answered_key(db, project, key, &asks);
                db.store(key, &encode(&Known::Asks(asks)));
                db.store(answered, &record);
            }
            stored
        }
    };
    PageBody { keys: stored.keys, diagnostics: stored.diagnostics.into() }
}

/// The hash of what a body depends on without asking.
fn own_key(db: &dyn Db, project: Project, page: &Origin<'_>) -> ContentHash {
    let mut key = KeyHasher::new("body 10");
    let addresses = addresses(db, project);
    key.part(page.slug.as_str().as_bytes());
    key.value(addresses);
    key.part(reading_key(db, project).as_bytes());
    let of_page = PageKey::new(db, page.slug.clone());
    let language = page_language(db, of_page);
    if let Some(code) = &language {
        key.part(b"language").part(code.as_bytes()).value(&part_language(db, of_page));
    }
    if let Some(worded) = texts_key(db, language.as_deref()) {
        key.part(b"texts").part(worded.as_bytes());
    }
    if let Some(terms) = glossary::terms_key(db, project) {
        key.part(b"glossary").part(terms.as_bytes());
    }
    let overrides = overrides(db, project);
    if !overrides.is_empty() {
        key.part(b"overrides").value(&*overrides);
    }
    match page.origin {
        Some(PageOrigin::File(file)) => {
            key.part(file.path(db).as_str().as_bytes()).part(file.hash(db).as_bytes());
        }
        Some(PageOrigin::Generated(generated)) => {
            key.part(generated.source.as_str().as_bytes()).part(generated.target.to_string().as_bytes());
            key.part(serde_json::Value::Object(generated.metadata.clone()).to_string().as_bytes());
        }
        Some(PageOrigin::StandIn(_)) | None => {}
    }
    key.finish()
}

fn answered_key(db: &dyn Db, project: Project, own: ContentHash, asks: &[Ask]) -> ContentHash {
    let mut key = KeyHasher::new("answered body");
    key.part(own.as_bytes());
    for ask in asks {
        key.value(ask);
        ask.answer(db, project, &mut key);
    }
    key.finish()
}

/// What a body is made from, as far as it is known.
pub(super) fn parts(db: &dyn Db, project: Project, page: &Origin<'_>) -> Parts {
    let mut parts = Parts::new();
    match page.origin {
        Some(PageOrigin::File(file)) => parts.push((Part::Source(file.path(db).clone()), file.hash(db))),
        Some(PageOrigin::Generated(generated)) => {
            let mut key = KeyHasher::new("generated");
            key.value(&lookup(db, &generated.source).map(|file| file.hash(db)));
            parts.push((Part::Source(generated.source.clone()), key.finish()));
        }
        Some(PageOrigin::StandIn(_)) | None => {}
    }
    parts.push((Part::Reading, reading_key(db, project)));
    for ask in follow(db, project, page).asks {
        let mut key = KeyHasher::new("part");
        ask.answer(db, project, &mut key);
        parts.push((ask.part(), key.finish()));
    }
    parts
}

/// What rendering a body gives.
struct Made {
    body: Body,
    facts: PageFacts,
    /// The page as Markdown, without its title.
    export: String,
    /// What the search knows of it.
    fragment: Fragment,
    /// What its feeds are made of; `None` for a page without feeds.
    feed: Option<Vec<Entry>>,
    diagnostics: Vec<Diagnostic>,
}

/// Renders a page's body and tells what it asked.
fn make_body(db: &dyn Db, project: Project, page: &Origin<'_>) -> (Made, Vec<Ask>) {
    let slug = page.slug;
    db.ran("render_body", slug);
    let _span = db.trace().span(Kind::Body, slug);
    let mut files = ProjectFiles::new(db);
    if addresses(db, project).localize {
        files.localize(slug);
    }
    let page_key = PageKey::new(db, slug.clone());
    let texts = texts_of(db, page_language(db, page_key).as_deref());
    let words = &texts.labels.api;
    let (mut described, mut glossary): (Option<SourcePath>, _) = (None, None);
    let (mut dangling, mut is_partial) = (None, false);
    let (document, mut operation, mode, front_matter) = match page.origin {
        Some(PageOrigin::File(file)) => {
            let (mut document, _) = page_document(db, project, *file);
            import_overrides(&mut document, &overrides(db, project), &|path| files.text(path));
            if glossary::is_own_page(db, project, *file) {
                spread(&mut document.nodes);
            } else if document.front_matter.flag("glossary") != Some(false) {
                glossary = glossary::glossary(db, project);
            }
            let front = document.front_matter.clone();
            let openapi = front.text("openapi").map(|text| rooted_reference(&document.source.path, text));
            let asyncapi = front.text("asyncapi");
            let operation = if openapi.is_some() || asyncapi.is_some() {
                let found = shown_operation(db, project, openapi.as_deref(), asyncapi.as_deref());
                if dangles(db, project, openapi.as_deref(), asyncapi.as_deref()) {
                    let key = if openapi.is_some() { "openapi" } else { "asyncapi" };
                    let written = openapi.as_deref().or(asyncapi.as_deref()).unwrap_or_default();
                    files.ask(Ask::Elsewhere(written.to_owned()));
                    // As the author wrote it, not as it is looked up.
                    let named = front.text(key).unwrap_or_default();
                    dangling = Some((key, named, elsewhere(db, project, written)));
                }
                is_partial = found.is_none();
                files.ask(Ask::Shown { openapi, asyncapi });
                described = found.as_ref().map(|(source, _)| source.clone());
                found
                    .map(|(source, target)| {
                        let settings = &files.api_settings(&front);
                        operation_nodes(db, &source, &target, Manner { settings, words }, slug)
                    })
                    .unwrap_or_default()
            } else if let Some(reference) = front.text("openapi-schema") {
                files.ask(Ask::SchemaShown(reference.clone()));
                let settings = &files.api_settings(&front);
                let manner = Manner { settings, words };
                let nodes = super::api::schema_nodes(db, project, &reference, manner);
                if nodes.is_empty() && !super::api::may_have_schema(db, project, &reference) {
                    dangling = Some(("openapi-schema", reference, Elsewhere::Nowhere));
                }
                nodes
            } else if let Some(reference) = front.text("openapi-changes") {
                files.ask(Ask::Differences(reference.clone()));
                match compared::shown(db, project, &reference, words) {
                    Some(compared::Shown { new, nodes }) => {
                        files.show(new, slug.clone());
                        nodes
                    }
                    None => {
                        if !compared::may_be_there(db, project, &reference) {
                            dangling = Some(("openapi-changes", reference, Elsewhere::Nowhere));
                        }
                        Vec::new()
                    }
                }
            } else {
                Vec::new()
            };
            let mode = page_mode(&front);
            (document, operation, mode, front)
        }
        Some(PageOrigin::Generated(generated)) => {
            files.ask(Ask::Slice(generated.source.clone(), generated.target.clone()));
            let is_described = !matches!(generated.target, ApiTarget::Graphql { .. });
            let described_by = is_described.then(|| description(db, &generated.source)).flatten();
            let content =
                described_by.and_then(|description| match description.find(&generated.target).ok()? {
                    Found::Operation(operation) => operation.x_mint.content.clone(),
                    Found::Channel(channel) => channel.x_mint.content.clone(),
                });
            let front = generated.front_matter();
            let settings = files.api_settings(&front);
            let operation = operation_nodes(
                db,
                &generated.source,
                &generated.target,
                Manner { settings: &settings, words },
                slug,
            );
            let source = SourceText::new(generated.source.clone(), content.unwrap_or_default());
            described = Some(generated.source.clone());
            files.show(generated.source.clone(), slug.clone());
            let mode = page_mode(&front);
            (parse_document(source), operation, mode, front)
        }
        Some(PageOrigin::StandIn(_)) | None => {
            let nothing = parse_document(SourceText::new(SourcePath::new(""), ""));
            (nothing, Vec::new(), PageMode::Default, FrontMatter::default())
        }
    };
    // The author's description stands in place of the operation's.
    if front_matter.text("description").is_some() {
        operation.retain(|node| !is_page_description(node));
    }
    operation = beside_own(operation, &document.nodes);
    let headings = match mode {
        PageMode::Custom | PageMode::Frame => HeadingIds::Omitted,
        _ => HeadingIds::Given,
    };
    let addresses = addresses(db, project);
    part_language(db, page_key).iter().for_each(|code| lead_to_language(&mut operation, code));
    let by_hand = matches!(page.origin, Some(PageOrigin::File(_))) && front_matter.text("api").is_some();
    let settings = by_hand.then(|| files.api_settings(&front_matter));
    let input = BodyInput {
        document: &document,
        front_matter: &front_matter,
        operation,
        api: settings.as_deref(),
        slug,
        addresses,
        headings,
        texts: &texts,
        glossary: glossary.as_deref(),
    };
    let (Rendered { body, mut facts, nodes, terms }, mut diagnostics) = render_body(input, &files, &files);
    terms.into_iter().for_each(|term| files.ask(Ask::Term(term)));
    described.iter().for_each(|path| seek_in_description(&mut diagnostics, path));
    diagnostics.extend(
        dangling.map(|(key, reference, elsewhere)| {
            dangling_reference(&document.source, key, &reference, elsewhere)
        }),
    );
    // Whether the project has a copy is asked when all pages are told of: no body depends on it.
    diagnostics.extend(body.features.contains(&Feature::Mermaid).then(|| not_fetched(&document.source)));
    let diagnostics = diagnostics.into_iter().map(|told| told.on_page(&document.source.path)).collect();
    let exported = ExportInput { nodes: &nodes, slug, addresses, lookups: &files };
    let export = body_text(&exported);
    let feed = has_feeds(&body.features, &body.front_matter).then(|| entries(&exported));
    // Who is sent elsewhere takes the anchor along.
    if is_partial || body.front_matter.elsewhere().is_some() {
        facts.id_prefixes = [String::new()].into();
    }
    if body.front_matter.text("description").is_none() {
        facts.summary = first_paragraph(&export);
    }
    // A schema that has a file of its own is no page of the search, which asks for none.
    let fragment = match page.origin {
        Some(PageOrigin::Generated(part)) if matches!(part.target, ApiTarget::Schema { .. }) => {
            Fragment::default()
        }
        _ => Fragment {
            told: told(&body),
            ..fragment(&reading(&body), facts.summary.as_deref().unwrap_or_default())
        },
    };
    (Made { body, facts, export, fragment, feed, diagnostics }, files.asked())
}

/// What the front matter of a page refers to.
pub(super) fn shown_operation(
    db: &dyn Db,
    project: Project,
    openapi: Option<&str>,
    asyncapi: Option<&str>,
) -> Option<(SourcePath, ApiTarget)> {
    let apis = Descriptions(api_catalogs(db, project));
    let (catalog, found) = referenced_api(openapi, asyncapi, &apis)?;
    Some((catalog.path.clone(), found.target()))
}

pub(super) fn slice_of(db: &dyn Db, source: &SourcePath, target: &ApiTarget) -> ContentHash {
    super::api::api_slice_key(db, super::api::ApiSlice::new(db, source.clone(), target.clone()))
}

fn operation_nodes(
    db: &dyn Db,
    source: &SourcePath,
    target: &ApiTarget,
    manner: Manner<'_>,
    slug: &Slug,
) -> Vec<Node> {
    if let ApiTarget::Graphql { place, name } = target {
        return graphql_nodes(db, source, (*place, name), (slug, manner));
    }
    let Some(description) = description(db, source) else { return Vec::new() };
    if let ApiTarget::Schema { reference, direction } = target {
        return part_document(&description, reference, *direction, manner);
    }
    if let ApiTarget::Tag { name } = target {
        return tag_document(&description, name, manner.words);
    }
    if let ApiTarget::Model { name } = target {
        return model_document(&description, name, manner);
    }
    match description.find(target) {
        Ok(Found::Operation(operation)) => operation_document(&description, operation, manner),
        Ok(Found::Channel(channel)) => channel_document(&description, channel, manner),
        Err(_) => Vec::new(),
    }
}

/// The page whose body a page shows: its own, unless it stands in for a translation.
pub(super) fn shown<'db>(db: &'db dyn Db, page: PageKey<'db>) -> PageKey<'db> {
    match page_origin(db, page) {
        Some(PageOrigin::StandIn(original)) => PageKey::new(db, original),
        _ => page,
    }
}

/// The keys of a page's body: those that were carried over the firewall, for a file.
pub fn body_keys<'db>(db: &'db dyn Db, page: PageKey<'db>) -> BodyKeys {
    let page = shown(db, page);
    match page_origin(db, page) {
        Some(PageOrigin::File(file)) if file.markup(db) != ContentHash::default() => {
            let TextKey { key: export, is_long, archives } = file.export(db);
            BodyKeys {
                markup: file.markup(db),
                facts: file.facts(db),
                export,
                is_long,
                archives,
                search: file.search(db),
                feed: file.feed(db),
            }
        }
        _ => page_body(db, page).keys,
    }
}

/// The markup under a key; made again when the store has lost it.
pub(super) fn markup<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Arc<Body> {
    let page = shown(db, page);
    let origin = page_origin(db, page);
    let origin = Origin { slug: page.slug(db), origin: origin.as_ref() };
    markup_of(db, project, &origin, body_keys(db, page))
}

/// The same for a body that has these keys.
pub(super) fn markup_of(db: &dyn Db, project: Project, page: &Origin<'_>, keys: BodyKeys) -> Arc<Body> {
    db.stored_body(keys.markup).unwrap_or_else(|| Arc::new(make_body(db, project, page).0.body))
}

/// The Markdown of a page without its title; made again when the store has lost it.
pub(super) fn export<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Arc<String> {
    let origin = page_origin(db, page);
    let origin = Origin { slug: page.slug(db), origin: origin.as_ref() };
    export_of(db, project, &origin, body_keys(db, page))
}

/// The same for a body that has these keys.
pub(super) fn export_of(db: &dyn Db, project: Project, page: &Origin<'_>, keys: BodyKeys) -> Arc<String> {
    db.stored_export(keys.export).unwrap_or_else(|| Arc::new(make_body(db, project, page).0.export))
}

/// What the search knows of a page without its head; made again when the store has lost it.
pub(super) fn search_fragment<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Fragment {
    let page = shown(db, page);
    let key = body_keys(db, page).search;
    let stored = db.stored(key).and_then(|bytes| decode(&bytes));
    stored.unwrap_or_else(|| made(db, project, page).fragment)
}

/// The entries of a page's feeds; made again when the store has lost them.
pub(super) fn feed_entries<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Vec<Entry> {
    let page = shown(db, page);
    let stored = body_keys(db, page).feed.and_then(|key| db.stored(key)).and_then(|bytes| decode(&bytes));
    stored.unwrap_or_else(|| made(db, project, page).feed.unwrap_or_default())
}

fn made<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Made {
    let origin = page_origin(db, page);
    make_body(db, project, &Origin { slug: page.slug(db), origin: origin.as_ref() }).0
}

/// The links and ids of a page; made again when the store has lost them.
pub(super) fn facts<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> PageFacts {
    let page = shown(db, page);
    let origin = page_origin(db, page);
    let origin = Origin { slug: page.slug(db), origin: origin.as_ref() };
    facts_of(db, project, &origin, body_keys(db, page))
}

/// The same for a body that has these keys.
pub(crate) fn facts_of(db: &dyn Db, project: Project, page: &Origin<'_>, keys: BodyKeys) -> PageFacts {
    stored_facts(db, keys.facts).unwrap_or_else(|| make_body(db, project, page).0.facts)
}

/// The facts under a key; `None` when the store has lost them.
pub(crate) fn stored_facts(db: &dyn Db, key: ContentHash) -> Option<PageFacts> {
    db.stored(key).and_then(|bytes| decode(&bytes))
}

/// What the scripts of a page need of a content security policy.
pub(super) fn script_sources<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Arc<[String]> {
    facts(db, project, page).scripts
}
