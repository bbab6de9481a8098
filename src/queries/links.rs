//! The links of one page, asked by the link check and by corrections. Kept are texts of descriptions alone.

use std::borrow::Cow;
use std::cell::{LazyCell, RefCell};

use super::body::{body_keys, facts, markup, shown_operation};
use super::*;
use crate::api::ApiTarget;
use crate::api::load::{Outline, is_word, place_of};
use crate::authoring::fixes::{Fix, address_fixes};
use crate::config::upgrade::unwritten::place_in_mint;
use crate::html::link::localized;
use crate::page::bind::Place;
use crate::page::frontmatter::field_span;
use crate::site::links::{KnownIds, LinkKind, PageLink};
use crate::site::navigation::api_lookup::names_nothing;
use crate::source::renames::Renames;

/// The check of one page.
pub(super) fn report<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> LinkReport {
    let targets = link_targets(db, project);
    let slug = page.slug(db);
    let origin = page_origin(db, page);
    let path = match &origin {
        Some(PageOrigin::File(file)) => file.path(db).clone(),
        // Its links are seen from the page, wherever the description lies.
        Some(PageOrigin::Generated(_)) => SourcePath::new(slug.as_str()),
        Some(PageOrigin::StandIn(_)) | None => return LinkReport::default(),
    };
    let ids = |other: &Slug| Some(page_ids(db, project, other));
    let others = Bodies { ids: &ids, has_feed: &|other| has_feed(db, other) };
    report_of((slug, &path), &facts(db, project, page), &targets, others)
}

/// The check of a page at `path` that has these facts, with what is known of `others`.
pub(crate) fn report_of(
    (slug, path): (&Slug, &SourcePath),
    own: &PageFacts,
    targets: &LinkTargets,
    others: Bodies<'_>,
) -> LinkReport {
    if own.links.is_empty() {
        return LinkReport::default();
    }
    let asked: RefCell<BTreeSet<Slug>> = RefCell::default();
    let ids = |other: &Slug| {
        if other == slug {
            return Some(own.known_ids());
        }
        asked.borrow_mut().insert(other.clone());
        (others.ids)(other)
    };
    let has_feed = |other: &Slug| {
        asked.borrow_mut().insert(other.clone());
        (others.has_feed)(other)
    };
    let bodies = Bodies { ids: &ids, has_feed: &has_feed };
    let broken = check_links(PageLinks { slug, path, links: &own.links }, targets, bodies);
    LinkReport { broken: broken.into(), asked: asked.into_inner().into_iter().collect() }
}

/// Whether the site has something at a path. The firewall between the list of pages and those that have the link.
#[salsa::tracked(returns(copy))]
pub(super) fn leads<'db>(db: &'db dyn Db, path: PathKey<'db>) -> bool {
    db.ran("leads", path.path(db));
    link_targets(db, Project::get(db)).leads(path.path(db))
}

/// Whether a page has feeds.
pub(super) fn has_feed(db: &dyn Db, page: &Slug) -> bool {
    body_keys(db, PageKey::new(db, page.clone())).feed.is_some()
}

/// Whether an address is one of another site.
pub(super) fn is_web(target: &str) -> bool {
    target.starts_with("https://") || target.starts_with("http://")
}

/// The links of a page that lead to other sites, with their places.
pub(super) fn external_links<'db>(
    db: &'db dyn Db,
    project: Project,
    page: PageKey<'db>,
) -> Vec<(String, Location)> {
    let own = facts(db, project, page);
    let links = own.links.iter().enumerate().filter(|(_, link)| is_web(&link.target));
    let (numbers, targets): (Vec<usize>, Vec<String>) =
        links.map(|(number, link)| (number, link.target.clone())).unzip();
    if numbers.is_empty() {
        return Vec::new();
    }
    targets.into_iter().zip(link_locations(db, project, page, numbers.into_iter())).collect()
}

/// Links from the root that lead out of the page's language, where that has the same page (I18N-09). Where links are
/// rendered as what they mean, there are none.
pub(super) fn links_out_of_language<'db>(
    db: &'db dyn Db,
    project: Project,
    page: PageKey<'db>,
) -> Vec<Diagnostic> {
    let Some(PageOrigin::File(file)) = page_origin(db, page) else { return Vec::new() };
    if languages::languages(db, project).is_empty() || addresses(db, project).localize {
        return Vec::new();
    }
    let (own, targets) = (facts(db, project, page), link_targets(db, project));
    // What is not there is a broken link, and told as such.
    let page_of =
        |path: &str| targets.has(path).then(|| languages::localized_page(db, page.slug(db), path)).flatten();
    let meant = |(number, link): (usize, &PageLink)| match localized(&link.target, &page_of) {
        Cow::Owned(better) if link.kind == LinkKind::Link => Some((number, link.target.clone(), better)),
        _ => None,
    };
    // The same page in another language: there a reader chooses one.
    let itself = page.slug(db).route();
    let is_chosen =
        |better: &str| better.split(['#', '?']).next().unwrap_or_default().trim_matches('/') == itself;
    let links = own.links.iter().enumerate().filter_map(meant).filter(|(_, _, better)| !is_chosen(better));
    let links: Vec<(usize, String, String)> = links.collect();
    let places = link_locations(db, project, page, links.iter().map(|(number, ..)| *number));
    // What stands in a snippet means something else on each page.
    let own = links.iter().zip(places).filter(|(_, place)| place.path == *file.path(db));
    let told = own.map(|((_, target, better), place)| {
        let message = format!("`{target}` leads out of the language of this page, which has `{better}`");
        Diagnostic::note("link-leaves-language", message).located(place).hint(format!(
            "write `{better}`, or set `links.localize` in docs.json to have all such links lead there"
        ))
    });
    told.collect()
}

/// Links of a page that could be better.
pub(super) fn link_fixes<'db>(
    db: &'db dyn Db,
    project: Project,
    page: PageKey<'db>,
    renames: &Renames,
) -> Vec<Fix> {
    let Some(PageOrigin::File(file)) = page_origin(db, page) else { return Vec::new() };
    let own = facts(db, project, page);
    if own.links.is_empty() {
        return Vec::new();
    }
    let places = link_locations(db, project, page, 0..own.links.len());
    let links = PageLinks { slug: page.slug(db), path: file.path(db), links: &own.links };
    let mut fixes = address_fixes(links, &places, &link_targets(db, project), renames);
    // What stands in a snippet means something else on each page.
    fixes.retain(|fix| fix.place.path == *file.path(db));
    fixes
}

/// Where links of a page stand, by their numbers: in its text, in a snippet, or in the description that it shows.
pub(super) fn link_locations<'db>(
    db: &'db dyn Db,
    project: Project,
    page: PageKey<'db>,
    numbers: impl Iterator<Item = usize>,
) -> Vec<Location> {
    let links = facts(db, project, page).links;
    let target = |number: usize| links.get(number).map_or("", |link| link.target.as_str());
    let file = match page_origin(db, page) {
        Some(PageOrigin::File(file)) => file,
        Some(PageOrigin::Generated(generated)) => {
            let description = described(db, &generated.source);
            let from = LazyCell::new(|| shown_from(db, &description, &generated.target));
            let place = |number: usize| place_in_description(db, (&description, *from), target(number));
            return numbers.map(place).collect();
        }
        Some(PageOrigin::StandIn(_)) | None => return Vec::new(),
    };
    let (source, _) = page_source(db, project, file);
    let body = markup(db, project, page);
    let description = LazyCell::new(|| {
        let (path, target) = shown(db, project, file)?;
        let source = described(db, &path);
        let from = shown_from(db, &source, &target);
        Some((source, from))
    });
    let place = |number: usize| {
        let written = written_place(db, project, &source, &body, number);
        written.unwrap_or_else(|| {
            let known = description.as_ref().map(|(source, from)| (&**source, *from));
            place_in_description(db, known.unwrap_or((&source, None)), target(number))
        })
    };
    numbers.map(place).collect()
}

/// Where links of a page stand, by their numbers; `None` when one is neither in its text nor in a snippet.
pub(crate) fn written_places(
    db: &dyn Db,
    project: Project,
    (file, body): (SourceFile, &Body),
    numbers: impl Iterator<Item = usize>,
) -> Option<Vec<Location>> {
    let (source, _) = page_source(db, project, file);
    numbers.map(|number| written_place(db, project, &source, body, number)).collect()
}

/// Where a link stands in the text of its page, `source`, or in a snippet; `None` when it is in neither.
pub(super) fn written_place(
    db: &dyn Db,
    project: Project,
    source: &SourceText,
    body: &Body,
    number: usize,
) -> Option<Location> {
    let Place { snippet, span } = body.link_places.get(number).cloned().unwrap_or_default();
    match snippet.and_then(|path| lookup(db, &path)) {
        Some(snippet) => Some(Location::at(&page_source(db, project, snippet).0, span)),
        None => (span != Span::default()).then(|| Location::at(source, span)),
    }
}

/// The description whose operation a page shows that its author wrote, and the operation.
fn shown(db: &dyn Db, project: Project, file: SourceFile) -> Option<(SourcePath, ApiTarget)> {
    let label = file.label(db).as_ref()?;
    let (openapi, asyncapi) = (label.rare.openapi.as_deref(), label.rare.asyncapi.as_deref());
    shown_operation(db, project, openapi, asyncapi)
}

/// Problems in texts of a description: these know nothing of their file, and it changes around them. So what is to be
/// looked for stands in place of a line, until somebody is told (see [`placed`]).
pub(super) fn seek_in_description(problems: &mut [Diagnostic], description: &SourcePath) {
    for problem in problems {
        let Some(place) = &problem.location else { continue };
        let is_unplaced = (place.line, place.column, place.length) == (1, 1, 1);
        let words = match is_unplaced {
            true => problem.message.split('`').nth(1).unwrap_or_default().to_owned(),
            // In `x-mint.content`: the line as it stands there.
            false if place.path == *description => {
                place.excerpt.chars().skip(place.start_in_excerpt()).take(place.length as usize).collect()
            }
            false => continue,
        };
        problem.location = Some(Location { excerpt: words, ..Location::file(description) });
    }
}

/// The line of a field in the front matter of a page, to be looked for when somebody is told: who tells of it reads only
/// what the page says to the site.
pub(super) fn seek_field(page: &SourcePath, name: &str) -> Location {
    Location { excerpt: name.to_owned(), ..Location::file(page) }
}

/// A problem with its place in a description, in front matter, or in the file that is there of the configuration, as
/// far as that can be found.
pub fn placed(db: &dyn Db, mut problem: Diagnostic) -> Diagnostic {
    let sought = problem.location.take_if(|place| place.line == 0 && !place.excerpt.is_empty());
    if let Some(place) = sought {
        let source = described(db, &place.path);
        let words = place.excerpt.as_str();
        if is_markdown(&place.path) {
            let found = field_span(&source, words);
            problem.location =
                Some(found.map_or(Location::file(&place.path), |span| Location::at(&source, span)));
            return problem;
        }
        let found = words_in(&source, words)
            .or_else(|| other_texts_of(db, &place.path).iter().find_map(|other| words_in(other, words)));
        problem.location = Some(found.unwrap_or_else(|| Location::file(&place.path)));
    }
    if problem.location.as_ref().is_some_and(|place| place.path.as_str() == CONFIG_FILE)
        && let Some(legacy) = legacy_config(db)
    {
        problem.location = problem.location.map(|place| place_in_mint(&place, &legacy));
    }
    problem
}

/// Where a description, or a file that it refers to, has these words.
fn words_in(source: &SourceText, words: &str) -> Option<Location> {
    // An element may have attributes.
    let ways = [words, words.trim_end_matches('>')];
    let plain = || {
        ways.iter().find_map(|way| {
            let mut all = source.text.match_indices(*way).map(|(at, _)| at);
            let whole = all.clone().find(|at| is_word(&source.text, *at, way.len()));
            Some((whole.or_else(|| all.next())?, way.len()))
        })
    };
    let named = || ways.iter().find_map(|way| named_in_json(&source.text, way));
    let (at, length) = plain().or_else(named)?;
    Some(Location::at(source, Span::new(at, at + length)))
}

/// Where words stand in JSON, which may name any character, and how long they are there.
fn named_in_json(text: &str, words: &str) -> Option<(usize, usize)> {
    let first = words.chars().next()?;
    text.match_indices([first, '\\']).find_map(|(at, _)| {
        let start = text.get(at..)?;
        let mut rest = start;
        for wanted in words.chars() {
            rest = after_char(rest, wanted)?;
        }
        Some((at, start.len() - rest.len()))
    })
}

/// What follows a character in a string of JSON.
fn after_char(text: &str, wanted: char) -> Option<&str> {
    let Some(named) = text.strip_prefix('\\') else { return text.strip_prefix(wanted) };
    let Some(mut rest) = named.strip_prefix('u') else {
        let mark = match wanted {
            '\n' => 'n',
            '\r' => 'r',
            '\t' => 't',
            '"' | '\\' | '/' => wanted,
            _ => return None,
        };
        return named.strip_prefix(mark);
    };
    for (at, unit) in wanted.encode_utf16(&mut [0; 2]).iter().enumerate() {
        if at > 0 {
            rest = rest.strip_prefix("\\u")?;
        }
        let (digits, after) = rest.split_at_checked(4)?;
        rest = (u16::from_str_radix(digits, 16).ok()? == *unit).then_some(after)?;
    }
    Some(rest)
}

/// The older configuration, where it stands in for a `docs.json` that is not there.
fn legacy_config(db: &dyn Db) -> Option<SourceText> {
    if lookup(db, &SourcePath::new(CONFIG_FILE)).is_some() {
        return None;
    }
    let path = SourcePath::new(LEGACY_FILE);
    let file = lookup(db, &path)?;
    Some(SourceText::new(path, text(db, file).0))
}

fn described(db: &dyn Db, path: &SourcePath) -> Arc<SourceText> {
    match lookup(db, path) {
        Some(file) => description_text(db, file),
        None => Arc::new(SourceText::new(path.clone(), "")),
    }
}

/// The text of a description, which may be large. The one that was used last is kept: problems of all its pages are
/// looked for in it.
#[salsa::tracked(returns(clone), lru = 1)]
fn description_text(db: &dyn Db, file: SourceFile) -> Arc<SourceText> {
    db.ran("description_text", file.path(db));
    Arc::new(SourceText::new(file.path(db).clone(), text(db, file).0))
}

/// The keys of a description, of which there may be a million: kept as its text is.
#[salsa::tracked(returns(clone), lru = 1)]
fn description_outline(db: &dyn Db, file: SourceFile) -> Arc<Outline> {
    db.ran("description_outline", file.path(db));
    Arc::new(Outline::of(&description_text(db, file).text))
}

/// Where what a page shows begins in its description.
fn shown_from(db: &dyn Db, description: &SourceText, target: &ApiTarget) -> Option<Span> {
    let outline = description_outline(db, lookup(db, &description.path)?);
    place_of(&description.text, &outline, target)
}

/// The files that a description refers to, in their order.
fn other_texts_of(db: &dyn Db, path: &SourcePath) -> Arc<[SourceText]> {
    lookup(db, path).map(|file| other_texts(db, file)).unwrap_or_default()
}

/// The texts of the files that a description refers to: those of the one that was asked for last are kept, as above.
#[salsa::tracked(returns(clone), lru = 1)]
fn other_texts(db: &dyn Db, file: SourceFile) -> Arc<[SourceText]> {
    db.ran("other_texts", file.path(db));
    let Some(description) = super::api::description(db, file.path(db)) else { return Arc::default() };
    let known = description.files().filter_map(|path| Some((lookup(db, &path)?, path)));
    known.map(|(file, path)| SourceText::new(path, text(db, file).0)).collect()
}

/// Where a description, or a file that it refers to, has a link: the first place behind the beginning of what the page
/// shows, else the first of all, else that beginning.
fn place_in_description(db: &dyn Db, (source, from): (&SourceText, Option<Span>), target: &str) -> Location {
    let start = from.map_or(0, |span| span.end as usize);
    let elsewhere = || other_texts_of(db, &source.path).iter().find_map(|other| link_in(other, target, 0));
    let own = link_in(source, target, start).or_else(elsewhere).or_else(|| word_in(source, target, start));
    own.unwrap_or_else(|| match from {
        Some(span) => Location::at(source, span),
        None => Location::file(&source.path),
    })
}

/// The first place behind another one where a text has a link, else the first of all. A link is told from the same words
/// in another text, or inside of a longer one, as Markdown and as attributes write it, in JSON too.
fn link_in(source: &SourceText, target: &str, from: usize) -> Option<Location> {
    const AROUND: [(&str, &str); 12] = [
        ("(", ")"),
        ("(", " "),
        ("(<", ">"),
        ("]: ", "\n"),
        ("]: ", "\\n"),
        ("=\\\"", "\\\""),
        ("=\"", "\""),
        ("='", "'"),
        ("=''", "''"),
        ("=", ">"),
        ("=", " "),
        ("=", "/>"),
    ];
    found_in(source, target, from, |start| {
        let (before, after) = (&source.text[..start], &source.text[start + target.len()..]);
        AROUND.iter().any(|(opening, closing)| before.ends_with(opening) && after.starts_with(closing))
    })
}

/// The same of words that nothing around them tells to be a link: at least they are no part of longer ones.
fn word_in(source: &SourceText, target: &str, from: usize) -> Option<Location> {
    found_in(source, target, from, |start| is_word(&source.text, start, target.len()))
}

fn found_in(
    source: &SourceText,
    target: &str,
    from: usize,
    is_meant: impl Fn(usize) -> bool,
) -> Option<Location> {
    if target.is_empty() {
        return None;
    }
    let found = |range: std::ops::Range<usize>| {
        let text = source.text.get(range.clone()).unwrap_or_default();
        text.match_indices(target).map(move |(start, _)| range.start + start).find(|start| is_meant(*start))
    };
    let start = found(from..source.text.len()).or_else(|| found(0..source.text.len()))?;
    Some(Location::at(source, Span::new(start, start + target.len())))
}

/// The ids of a page.
pub(crate) fn page_ids(db: &dyn Db, project: Project, slug: &Slug) -> KnownIds {
    facts(db, project, PageKey::new(db, slug.clone())).known_ids()
}

/// The page that an address in a file leads to.
pub(crate) fn page_at(db: &dyn Db, project: Project, file: &SourcePath, address: &str) -> Option<Slug> {
    let slug = Slug::of_page(file);
    let page = PageLinks { slug: &slug, path: file, links: &[] };
    link_targets(db, project).page_at(page, address)
}

/// Whether what the front matter of a page refers to is in no description.
pub(super) fn dangles(db: &dyn Db, project: Project, openapi: Option<&str>, asyncapi: Option<&str>) -> bool {
    let apis = Descriptions(api_catalogs(db, project));
    // A file that is there and no description has been told of.
    let is_broken = |text: &str| {
        let file = text.split_whitespace().next().filter(|file| file.contains('.')).unwrap_or_default();
        apis.description(file).is_err() && lookup(db, &SourcePath::new(file)).is_some()
    };
    !openapi.or(asyncapi).is_some_and(is_broken) && names_nothing(openapi, asyncapi, &apis)
}
