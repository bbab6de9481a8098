//! The index of the search: which pages are in which one, and its chunks. Shards are put together by the engine from
//! the pieces of all chunks; everything lies in the store under the keys of what it is made from.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::page::{caption, shown_method};
use super::texts::texts_of;
use super::*;
use crate::api::Found;
use crate::api::reference::{ApiTarget, parse_reference};
use crate::config::navigation::DivisionKind;
use crate::encoding::{decode, encode};
use crate::html::search_view::{SEARCH_PAGE, search_body};
use crate::html::site_view::{language_tag, meta};
use crate::search::chunk::{CARDS, Chunk, Entry, cards_file, chunk, cut, pieces};
use crate::search::directory::{Edition, Part, SearchTexts, extend_parts};
use crate::search::fragment::{Fragment, Head};
use crate::search::slot::{Scale, Shard, Slot, merge};
use crate::search::slots;
use crate::site::navigation::listing::shown;
use crate::site::place::{Switcher, Trail, TrailStep};

/// The pages of one language and version: readers load only theirs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    pub edition: Edition,
    /// In reading order, cut into chunks.
    pub chunks: Vec<Arc<[Slug]>>,
    pub slots: usize,
}

impl Scope {
    /// Number of pages.
    pub fn pages(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }
}

/// A chunk by its place.
#[salsa::interned(debug, revisions = usize::MAX)]
pub struct ChunkKey {
    #[returns(copy)]
    pub scope: usize,
    #[returns(copy)]
    pub number: usize,
}

/// A chunk in the store: keys of its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkRecord {
    pub pages: u32,
    /// Its [`Entry`]s.
    pub entries: ContentHash,
    /// For each slot; `None` when it has no word there.
    pub pieces: Vec<Option<ContentHash>>,
    pub cards: Vec<ContentHash>,
    /// Pages that count more or less than others, with hundredths.
    pub boosts: Vec<(u32, u32)>,
    /// Where which product and tab begins (SRCH-09).
    pub parts: Vec<Part>,
}

/// A slot in the store: names of its shards, and the key of the words that are offered for mistyped ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotRecord {
    pub shards: Vec<(String, ContentHash)>,
    pub known: ContentHash,
}

/// The indexes of the site with their pages. Kept: no title is in it and no word, so that edits of pages leave it
/// alone.
#[salsa::tracked(returns(clone))]
pub fn search_scopes(db: &dyn Db, project: Project) -> Arc<Vec<Scope>> {
    db.ran("search_scopes", &"");
    let navigation = navigation(db, project);
    let mut scopes: Vec<(Scope, Vec<Slug>)> = Vec::new();
    let (mut trails, mut lists) = (BTreeSet::new(), Vec::new());
    for (slug, _) in whole::in_reading_order(db, project, &navigation.0, |visibility| visibility.search) {
        let trail = navigation.0.places.trail(slug.as_str());
        let label = |kind| trail.label(kind).map(str::to_owned);
        let (language, version) = (label(DivisionKind::Language), label(DivisionKind::Version));
        let same = |(Scope { edition, .. }, _): &(Scope, _)| {
            edition.language == language && edition.version == version
        };
        let at = scopes.iter().position(same).unwrap_or_else(|| {
            let edition = Edition { language, version, ..Edition::default() };
            scopes.push((Scope { edition, ..Scope::default() }, Vec::new()));
            scopes.len() - 1
        });
        let Some((scope, pages)) = scopes.get_mut(at) else { continue };
        pages.push(slug);
        // All pages of a section have the same.
        if trails.insert(trail.key) {
            note_list(trail, &mut lists, &mut scope.edition);
        }
    }
    let language = |slug: &Slug| {
        navigation.0.places.trail(slug.as_str()).label(DivisionKind::Language).map(str::to_owned)
    };
    let mut fallbacks = BTreeMap::new();
    for (slug, original) in &navigation.0.stand_ins {
        if let (Some(own), Some(other)) = (language(slug), language(original)) {
            fallbacks.entry(own).or_insert(other);
        }
    }
    let cut = |(scope, pages): (Scope, Vec<Slug>)| Scope {
        chunks: cut(&pages).into_iter().map(Arc::from).collect(),
        slots: slots(pages.len()),
        edition: Edition {
            fallback: scope.edition.language.as_ref().and_then(|language| fallbacks.get(language).cloned()),
            ..scope.edition
        },
    };
    Arc::new(scopes.into_iter().map(cut).collect())
}

/// Notes which list of versions a section is in, known by what the list lies in.
fn note_list<'t>(trail: &'t Trail, lists: &mut Vec<&'t [TrailStep]>, edition: &mut Edition) {
    let Some(step) = trail.steps.iter().rposition(|step| step.kind == DivisionKind::Version) else { return };
    let (within, _) = trail.steps.split_at(step);
    let list = lists.iter().position(|list| *list == within).unwrap_or_else(|| {
        lists.push(within);
        lists.len() - 1
    });
    edition.lists.insert(list);
    let first = trail.switcher(DivisionKind::Version).and_then(Switcher::first);
    if first.is_some_and(|first| Some(&first.label) == edition.version.as_ref()) {
        edition.first_in.insert(list);
    }
}

/// A chunk by the numbers of its index and of itself.
pub type Spot = (usize, usize);

/// The chunk of each page. Kept: an edit asks for its own page.
#[salsa::tracked(returns(clone))]
pub fn search_spots(db: &dyn Db, project: Project) -> Arc<HashMap<Slug, Spot>> {
    db.ran("search_spots", &"");
    let mut spots = HashMap::new();
    for (scope, index) in search_scopes(db, project).iter().enumerate() {
        for (number, pages) in index.chunks.iter().enumerate() {
            spots.extend(pages.iter().map(|slug| (slug.clone(), (scope, number))));
        }
    }
    Arc::new(spots)
}

/// The search page; `None` when the project has something of this name.
#[salsa::tracked(returns(clone))]
pub fn search_page(db: &dyn Db, project: Project) -> Option<Arc<str>> {
    db.ran("search_page", &"");
    let addresses = addresses(db, project);
    let slug = Slug::new(SEARCH_PAGE);
    let path = addresses.page_file(&slug);
    let taken = [SEARCH_PAGE, "search/index"]
        .iter()
        .any(|slug| site_pages(db, project).contains_key(&Slug::new(slug)))
        || published_files(db, project).contains(path.as_str());
    if taken {
        return None;
    }
    let navigation = navigation(db, project);
    let place = own_pages::first_place(db, project, &slug);
    let code = place.language();
    let text = &texts_of(db, code).interface;
    let listed = navigation.0.places.in_reading_order();
    let shown = listed.iter().filter(|listed| listed.state.shown).map(|listed| &*listed.group.crumbs);
    let prompt = search_settings(db, project).prompt.clone().unwrap_or_default();
    let view = PageView {
        title: text.search.trim_end_matches(['…', '.']).to_owned(),
        path: format!("/{SEARCH_PAGE}"),
        metas: vec![meta("robots", "noindex")],
        mode: PageMode::Default,
        body_html: search_body(shown, &prompt, text, addresses).into(),
        nav: own_pages::nav_of(db, project, &place, code),
        ..PageView::default()
    };
    let language = LanguageKey::new(db, code.map(str::to_owned));
    Some(templates(db, project).0.render_page(&shell(db, language), &view).into())
}

/// What the search says in a language.
pub fn search_texts(db: &dyn Db, language: Option<&str>) -> SearchTexts {
    let text = &texts_of(db, language).interface;
    SearchTexts {
        lang: language_tag(language.unwrap_or("en")),
        results: text.search_results.clone(),
        none: text.search_none.clone(),
        everywhere: text.search_everywhere.clone(),
        all: text.search_all.clone(),
        recent: text.search_recent.clone(),
        clear: text.search_clear.clone(),
    }
}

/// The pages of one chunk. The firewall between the list of all pages and the chunk.
#[salsa::tracked(returns(clone))]
fn chunk_pages<'db>(db: &'db dyn Db, key: ChunkKey<'db>) -> (Arc<[Slug]>, usize) {
    let scopes = search_scopes(db, Project::get(db));
    let scope = scopes.get(key.scope(db));
    let pages = scope.and_then(|scope| scope.chunks.get(key.number(db)).cloned()).unwrap_or_default();
    (pages, scope.map_or(0, |scope| scope.slots))
}

/// A chunk. Kept: after an edit the engine asks those with an edited page, and a whole build asks all of them.
#[salsa::tracked(returns(clone))]
pub fn search_chunk<'db>(db: &'db dyn Db, key: ChunkKey<'db>) -> Arc<ChunkRecord> {
    db.ran("search_chunk", &key.number(db));
    let (pages, slots) = chunk_pages(db, key);
    let project = Project::get(db);
    let entries = entries(db, project, &pages);
    let fragments = || fragments(db, project, &pages);
    Arc::new(record(db, &entries, slots, &|| Some(fragments())).unwrap_or_default())
}

/// The chunk itself, made again: for pieces that the store has lost.
pub fn chunk_again<'db>(db: &'db dyn Db, key: ChunkKey<'db>) -> Chunk {
    let (pages, slots) = chunk_pages(db, key);
    let project = Project::get(db);
    chunk(&entries(db, project, &pages), &fragments(db, project, &pages), slots)
}

fn fragments(db: &dyn Db, project: Project, pages: &[Slug]) -> Vec<Fragment> {
    pages.iter().map(|slug| body::search_fragment(db, project, PageKey::new(db, slug.clone()))).collect()
}

fn entries(db: &dyn Db, project: Project, pages: &[Slug]) -> Vec<Entry> {
    pages.iter().map(|slug| chunk_entry(db, project, PageKey::new(db, slug.clone()))).collect()
}

/// The chunk of these pages, from the store or made of their fragments.
pub fn record(
    db: &dyn Db,
    entries: &[Entry],
    slots: usize,
    fragments: &dyn Fn() -> Option<Vec<Fragment>>,
) -> Option<ChunkRecord> {
    let list = encode(entries);
    let list_key = KeyHasher::new("search entries").part(&list).finish();
    let found = recorded(db, list_key, slots);
    if let Some(found) = &found
        && !db.is_verifying()
    {
        db.reused("make_chunk");
        return Some(found.clone());
    }
    db.ran("make_chunk", &entries.first().map_or("", |entry| &entry.url));
    let fragments = fragments()?;
    let pieces = pieces(entries, &fragments, slots);
    let piece = |piece: &Vec<u8>| (!piece.is_empty()).then(|| store_content(db, piece));
    let groups = entries.chunks(CARDS).zip(fragments.chunks(CARDS));
    let boosts = (0..).zip(entries).filter(|(_, entry)| entry.boost != 100);
    let mut parts = Vec::new();
    extend_parts(&mut parts, 0, (0..).zip(entries.iter().map(|entry| &entry.part)));
    let record = ChunkRecord {
        pages: entries.len() as u32,
        entries: list_key,
        pieces: pieces.iter().map(piece).collect(),
        cards: groups.map(|(entries, fragments)| cards(db, entries, fragments)).collect(),
        boosts: boosts.map(|(page, entry)| (page, entry.boost)).collect(),
        parts,
    };
    if found.is_some_and(|found| found != record) {
        db.mismatch("a chunk of the search".to_owned());
    }
    db.store(list_key, &list);
    db.store(record_key(list_key, slots), &encode(&record));
    Some(record)
}

/// The key of a file of cards, from the store or made now: an edit of a page leaves the others of its chunk alone.
fn cards(db: &dyn Db, entries: &[Entry], fragments: &[Fragment]) -> ContentHash {
    let key = KeyHasher::new("search cards").part(&encode(entries)).finish();
    let found: Option<ContentHash> = db.stored(key).and_then(|bytes| decode(&bytes));
    if let Some(found) = found
        && !db.is_verifying()
    {
        db.reused("make_cards");
        return found;
    }
    db.ran("make_cards", &entries.first().map_or("", |entry| &entry.url));
    let made = store_content(db, &cards_file(entries, fragments));
    if found.is_some_and(|found| found != made) {
        db.mismatch("a file of cards of the search".to_owned());
    }
    db.store(key, &encode(&made));
    made
}

/// Files of the index are deflated, and pieces are numbers for the most part.
fn store_content(db: &dyn Db, bytes: &[u8]) -> ContentHash {
    let key = ContentHash::of(bytes);
    db.store_dense(key, bytes);
    key
}

/// The chunk of a list of entries in the store.
pub fn recorded(db: &dyn Db, entries: ContentHash, slots: usize) -> Option<ChunkRecord> {
    db.stored(record_key(entries, slots)).and_then(|bytes| decode(&bytes))
}

fn record_key(entries: ContentHash, slots: usize) -> ContentHash {
    KeyHasher::new("search chunk with parts").value(&slots).part(entries.as_bytes()).finish()
}

/// The chunk of a list of entries in the store, with other words in some of its pages: for each the address, and the
/// key of its fragment. `None` when the store has lost something of it.
pub fn record_with(
    db: &dyn Db,
    entries: ContentHash,
    slots: usize,
    changed: &[(String, ContentHash)],
) -> Option<ChunkRecord> {
    let mut entries: Vec<Entry> = db.stored(entries).and_then(|bytes| decode(&bytes))?;
    for (url, fragment) in changed {
        entries.iter_mut().find(|entry| entry.url == *url)?.fragment = *fragment;
    }
    let fragment = |entry: &Entry| db.stored(entry.fragment).and_then(|bytes| decode(&bytes));
    record(db, &entries, slots, &|| entries.iter().map(fragment).collect())
}

/// The slot of these pieces, from the store or put together. `pieces` gives them with the first page of each; the
/// second value is the slot, when it was made.
pub fn slot(
    db: &dyn Db,
    chunks: &[Arc<ChunkRecord>],
    number: usize,
    pieces: &dyn Fn() -> Option<Vec<(u32, Vec<u8>)>>,
) -> Option<(SlotRecord, Option<Slot>)> {
    let scale = Scale::of(chunks.iter().map(|chunk| chunk.pages as usize).sum());
    let mut key = KeyHasher::new("slot of the search");
    key.value(&(scale.shard_length, scale.offers_rare));
    for chunk in chunks {
        key.value(&(chunk.pages, chunk.pieces.get(number)));
    }
    let key = key.finish();
    let found: Option<SlotRecord> = db.stored(key).and_then(|bytes| decode(&bytes));
    if let Some(found) = &found
        && !db.is_verifying()
    {
        db.reused("merge_slot");
        return Some((found.clone(), None));
    }
    db.ran("merge_slot", &number);
    let made = merge(&pieces()?, scale);
    let name = |Shard { first, bytes }: &Shard| (first.clone(), store_content(db, bytes));
    let known = encode(&made.known);
    let record =
        SlotRecord { shards: made.shards.iter().map(name).collect(), known: ContentHash::of(&known) };
    if found.is_some_and(|found| found != record) {
        db.mismatch("a slot of the search".to_owned());
    }
    db.store(record.known, &known);
    db.store(key, &encode(&record));
    Some((record, Some(made)))
}

/// The name that code has for an operation (SRCH-10).
fn operation_id(db: &dyn Db, project: Project, page: &GeneratedPage) -> Option<String> {
    let catalogs = api_catalogs(db, project);
    match catalogs.files.get(&page.source)?.find(&page.target) {
        Ok(Found::Operation(operation)) => operation.operation_id.clone(),
        _ => None,
    }
}

/// What an operation is called at (SRCH-10).
fn path_of(target: &ApiTarget) -> Option<String> {
    match target {
        ApiTarget::Operation { path, .. } => Some(path.clone()),
        _ => None,
    }
}

/// Whether a page tells what happened to the product: it has the words of all other pages, and is seldom what a
/// question means.
fn is_history(slug: &Slug) -> bool {
    const NAMES: [&str; 4] = ["changelog", "change-log", "release-notes", "whats-new"];
    slug.route().split('/').any(|part| NAMES.iter().any(|name| part.eq_ignore_ascii_case(name)))
}

/// Whether a title says in brackets that its page should not be used any more: "Virtual keys (deprecated)".
fn is_named_deprecated(title: &str, word: &str) -> bool {
    title
        .split(['(', '[', '（', '【'])
        .skip(1)
        .filter_map(|rest| rest.split([')', ']', '）', '】']).next())
        .any(|note| [word, "deprecated"].iter().any(|word| note.trim().to_lowercase() == word.to_lowercase()))
}

/// What a chunk has of a page.
pub(super) fn chunk_entry<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Entry {
    let slug = page.slug(db);
    let Some(caption) = caption(db, project, page) else { return Entry::default() };
    let navigation = navigation(db, project);
    let listed = navigation.0.places.occurrences(slug.as_str()).first();
    let trail = navigation.0.places.trail(slug.as_str());
    let crumbs = listed.map(|listed| shown(&listed.group.crumbs).map(|crumb| crumb.name.clone()).collect());
    let (mut short, mut path) = (None, None);
    let (mut keywords, method, boost, deprecated) = match page_origin(db, page) {
        Some(PageOrigin::File(file)) => match file.label(db) {
            Some(label) => {
                short = label.sidebar_title.clone().filter(|short| short != caption.name());
                path = label
                    .rare
                    .openapi
                    .as_deref()
                    .and_then(parse_reference)
                    .and_then(|it| path_of(&it.target));
                (
                    label.rare.keywords.clone(),
                    shown_method(db, project, label),
                    label.rare.boost,
                    label.deprecated,
                )
            }
            None => Default::default(),
        },
        Some(PageOrigin::Generated(page)) => {
            path = path_of(&page.target);
            let mut keywords = vec![page.target.to_string()];
            keywords.extend(operation_id(db, project, &page));
            (keywords, page.method_label.clone(), None, page.deprecated)
        }
        _ => Default::default(),
    };
    // A page is found by how it is called in its address, too.
    keywords.extend(slug.route().rsplit('/').next().map(str::to_owned));
    let usual = if is_history(slug) { 50 } else { 100 };
    let boost = boost.or(listed.and_then(|listed| listed.boost)).unwrap_or(usual);
    let texts = texts_of(db, trail.label(DivisionKind::Language));
    let deprecated = deprecated || is_named_deprecated(caption.name(), &texts.interface.deprecated);
    let addresses = addresses(db, project);
    let has_markdown = !lost_exports(db, project).contains(slug);
    Entry {
        fragment: body::body_keys(db, page).search,
        url: addresses.page_url(slug),
        markdown: has_markdown.then(|| addresses.export_url(slug)),
        head: Head {
            title: caption.name().to_owned(),
            short,
            description: caption.description().unwrap_or("").to_owned(),
            keywords,
        },
        crumbs: crumbs.unwrap_or_default(),
        part: [DivisionKind::Product, DivisionKind::Tab].map(|kind| trail.name(kind).map(str::to_owned)),
        method,
        path,
        // What should not be used any more is found behind what should (SRCH-05).
        boost: if deprecated { boost / 2 } else { boost },
    }
}
