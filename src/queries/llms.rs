//! What language models read of the site as a whole (AI-03 to AI-05): the pages in order, and the lists of them. The
//! texts of all pages are put together by the engine, from the files beside the pages.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::page::{Caption, caption};
use super::*;
use crate::api::ApiKind;
use crate::config::navigation::DivisionKind;
use crate::site::llms::{
    FOLDER, LIST, LlmsInput, LlmsPage, LlmsSection, ROBOTS, WELL_KNOWN_LIST, lines, llms_files, robots,
};
use crate::site::navigation::Link;

/// The pages of one language and version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LlmsEdition {
    /// What readers call it; empty for what they get first.
    pub name: String,
    /// Where its files lie; empty for what readers get first.
    pub folder: String,
    /// Names on the way to each section, and its pages.
    pub sections: Vec<(String, Vec<Slug>)>,
}

impl LlmsEdition {
    /// Where one of its files lies.
    pub fn file(&self, name: &str) -> String {
        file_in(&self.folder, name)
    }
}

fn file_in(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// All editions, first the one that readers get first. Kept: no title is in it.
#[salsa::tracked(returns(clone))]
pub fn llms_editions(db: &dyn Db, project: Project) -> Arc<Vec<LlmsEdition>> {
    db.ran("llms_editions", &"");
    let navigation = navigation(db, project);
    let places = &navigation.0.places;
    let mut editions: Vec<LlmsEdition> = vec![LlmsEdition::default()];
    for (slug, listed) in whole::in_reading_order(db, project, &navigation.0, |visibility| visibility.llms) {
        let is_default = listed.is_none_or(|listed| listed.is_of_default_edition());
        let names = listed.iter().flat_map(|listed| listed.group.crumbs.iter());
        let way = names.map(|crumb| crumb.name.as_str()).collect::<Vec<_>>().join(" › ");
        let trail = places.trail(slug.as_str());
        let labels = [DivisionKind::Language, DivisionKind::Version].map(|kind| trail.label(kind));
        let name = labels.iter().flatten().copied().collect::<Vec<_>>().join(" ");
        let name = if is_default { String::new() } else { name };
        let number = editions.iter().position(|edition| edition.name == name).unwrap_or_else(|| {
            let folder = format!("{FOLDER}/{}", crate::page::heading::plain_slug(&name));
            editions.push(LlmsEdition { name, folder, sections: Vec::new() });
            editions.len() - 1
        });
        let Some(edition) = editions.get_mut(number) else { continue };
        match edition.sections.last_mut() {
            Some((last, pages)) if *last == way => pages.push(slug),
            _ => edition.sections.push((way, vec![slug])),
        }
    }
    Arc::new(editions)
}

/// What the addresses of files for machines begin with.
pub fn site_root(db: &dyn Db, project: Project) -> String {
    let settings = project.settings(db);
    format!("{}{}", settings.site_url.as_deref().unwrap_or(""), settings.addresses.base)
}

/// Pages of a section whose lines are one value: an edited title makes only these again.
const PIECE: usize = 128;

/// Lines of a list by their place.
#[salsa::interned(debug, revisions = usize::MAX)]
pub struct LinesKey {
    #[returns(copy)]
    pub spot: LlmsSpot,
}

/// Where the line of a page stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LlmsSpot {
    pub edition: usize,
    pub section: usize,
    pub piece: usize,
}

impl LlmsEdition {
    /// The places of its lines, for each section.
    pub fn spots(&self, edition: usize) -> Vec<Vec<LlmsSpot>> {
        let of_section = |(section, (_, pages)): (usize, &(String, Vec<Slug>))| {
            (0..pages.len().div_ceil(PIECE)).map(|piece| LlmsSpot { edition, section, piece }).collect()
        };
        self.sections.iter().enumerate().map(of_section).collect()
    }

    fn pages(&self, spot: LlmsSpot) -> &[Slug] {
        let section = self.sections.get(spot.section).map(|(_, pages)| pages.as_slice());
        section.and_then(|pages| pages.chunks(PIECE).nth(spot.piece)).unwrap_or_default()
    }
}

/// Where the line of each page stands. Kept: an edit asks for its own page.
#[salsa::tracked(returns(clone))]
pub fn llms_spots(db: &dyn Db, project: Project) -> Arc<HashMap<Slug, LlmsSpot>> {
    db.ran("llms_spots", &"");
    let mut spots = HashMap::new();
    for (number, edition) in llms_editions(db, project).iter().enumerate() {
        for spot in edition.spots(number).into_iter().flatten() {
            spots.extend(edition.pages(spot).iter().map(|slug| (slug.clone(), spot)));
        }
    }
    Arc::new(spots)
}

/// The pages of some lines. The firewall between the list of all pages and the lines.
#[salsa::tracked(returns(clone))]
fn lines_pages<'db>(db: &'db dyn Db, key: LinesKey<'db>) -> Arc<[Slug]> {
    let spot = key.spot(db);
    let editions = llms_editions(db, Project::get(db));
    editions.get(spot.edition).map(|edition| edition.pages(spot).into()).unwrap_or_default()
}

/// Lines of a list. Kept: after an edit of a title all others are as they were.
#[salsa::tracked(returns(clone))]
pub fn llms_lines<'db>(db: &'db dyn Db, key: LinesKey<'db>) -> Arc<str> {
    db.ran("llms_lines", &key.spot(db).piece);
    let project = Project::get(db);
    let lost = lost_exports(db, project);
    let page = |slug: &Slug| {
        let page = PageKey::new(db, slug.clone());
        let caption = caption(db, project, page)?;
        Some(listed_page(db, slug, (&caption, !lost.contains(slug)), || page_gist(db, page).summary.clone()))
    };
    lines(lines_pages(db, key).iter().filter_map(page)).into()
}

/// What a list says of a page; of one that is not described its `summary`.
fn listed_page(
    db: &dyn Db,
    slug: &Slug,
    (caption, has_text): (&Caption, bool),
    summary: impl FnOnce() -> Option<String>,
) -> LlmsPage {
    let project = Project::get(db);
    let (addresses, site) = (addresses(db, project), project.settings(db).site_url.as_deref().unwrap_or(""));
    let described = caption.description().filter(|text| !text.trim().is_empty()).map(str::to_owned);
    let address = if has_text { addresses.export_url(slug) } else { addresses.page_url(slug) };
    LlmsPage {
        title: caption.title.clone(),
        url: format!("{site}{address}"),
        description: described.or_else(summary).unwrap_or_default(),
    }
}

/// The line of a page with this caption and summary, as [`llms_lines`] has it.
pub(super) fn line_of(
    db: &dyn Db,
    slug: &Slug,
    (caption, has_text): (&Caption, bool),
    summary: Option<String>,
) -> String {
    lines([listed_page(db, slug, (caption, has_text), || summary)])
}

/// The list of an edition without its lines.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LlmsFrame {
    input: LlmsInput,
    folder: String,
    /// Comes with the first list.
    robots: Option<String>,
    /// The list that the project has in place of the first one.
    own: Option<String>,
}

impl LlmsFrame {
    /// The list in its files, from its `lines`: names and texts. With the first one come the copy of it and `robots.txt`.
    pub fn files(&self, lines: &[Vec<Arc<str>>]) -> Vec<(String, String)> {
        let sections = self.input.sections.iter().zip(lines);
        let section = |(section, lines): (&LlmsSection, &Vec<Arc<str>>)| LlmsSection {
            title: section.title.clone(),
            lines: lines.clone(),
        };
        let input = LlmsInput { sections: sections.map(section).collect(), ..self.input.clone() };
        let files = llms_files(&input).into_iter();
        let mut files: Vec<_> = files.map(|(name, text)| (file_in(&self.folder, &name), text)).collect();
        if let Some(robots) = &self.robots {
            let first = self.own.as_ref().or(files.first().map(|(_, text)| text));
            let copy = first.map(|text| (WELL_KNOWN_LIST.to_owned(), text.clone()));
            files.extend(copy);
            files.push((ROBOTS.to_owned(), robots.clone()));
        }
        files
    }
}

/// The list of an edition, in its files, from its `lines`: names and texts.
pub fn llms_list(
    db: &dyn Db,
    project: Project,
    edition: usize,
    lines: &[Vec<Arc<str>>],
) -> Vec<(String, String)> {
    llms_frame(db, project, edition).map(|frame| frame.files(lines)).unwrap_or_default()
}

/// The list of an edition without its lines.
pub fn llms_frame(db: &dyn Db, project: Project, edition: usize) -> Option<LlmsFrame> {
    let editions = llms_editions(db, project);
    let listed = editions.get(edition)?;
    let identity = identity(db, project);
    let root = site_root(db, project);
    let titles = listed.sections.iter().map(|(title, _)| title.clone());
    let sections = titles.map(|title| LlmsSection { title, lines: Vec::new() });
    let is_first = listed.folder.is_empty();
    let mut input = LlmsInput {
        name: if is_first { identity.name.clone() } else { format!("{} ({})", identity.name, listed.name) },
        description: identity.description.clone().unwrap_or_default(),
        instructions: instructions(db, project).0.clone(),
        sections: sections.collect(),
        root: if is_first { root.clone() } else { format!("{root}/{}", listed.folder) },
        ..LlmsInput::default()
    };
    if is_first {
        (input.openapi, input.asyncapi) = descriptions(db, project, &root);
        let schemas = super::graphql::published_schemas(db, project).into_iter();
        input.graphql = schemas.map(|path| (path.file_name().to_owned(), format!("{root}/{path}"))).collect();
        input.optional = others(db, project, &editions, &root);
    }
    let has_sitemap = project.settings(db).site_url.is_some();
    let sitemap = has_sitemap.then(|| format!("{root}/sitemap.xml"));
    let robots = (edition == 0).then(|| robots(sitemap.as_deref()));
    let own = (edition == 0).then(|| own_list(db, project)).flatten();
    Some(LlmsFrame { input, folder: listed.folder.clone(), robots, own })
}

/// The list that a project brings, where it is published.
fn own_list(db: &dyn Db, project: Project) -> Option<String> {
    let file = lookup(db, &SourcePath::new(LIST)).filter(|_| published_files(db, project).contains(LIST))?;
    Some(text(db, file).0)
}

/// Titles and addresses.
type Links = Vec<(String, String)>;

/// The API descriptions that are published, by kind.
fn descriptions(db: &dyn Db, project: Project, root: &str) -> (Links, Links) {
    let (mut openapi, mut asyncapi) = (Links::new(), Links::new());
    let published = published_files(db, project);
    let catalogs = api_catalogs(db, project);
    let listed: Vec<_> = catalogs.files.iter().filter(|(path, _)| published.contains(*path)).collect();
    for (path, catalog) in &listed {
        // Of several languages they often have one name.
        let is_alone = listed.iter().filter(|(other, _)| other.file_name() == path.file_name()).count() == 1;
        let name = if is_alone { path.file_name().to_owned() } else { path.to_string() };
        let link = (name, format!("{root}/{path}"));
        match catalog.kind {
            ApiKind::OpenApi => openapi.push(link),
            ApiKind::AsyncApi => asyncapi.push(link),
        }
    }
    (openapi, asyncapi)
}

/// Other languages and versions, and where the navigation leads away.
fn others(db: &dyn Db, project: Project, editions: &[LlmsEdition], root: &str) -> Links {
    let editions = editions.iter().filter(|edition| !edition.folder.is_empty());
    let mut links: Links =
        editions.map(|edition| (edition.name.clone(), format!("{root}/{}", edition.file(LIST)))).collect();
    let navigation = navigation(db, project);
    for container in &navigation.0.containers {
        for division in container.divisions.iter().chain(&container.global) {
            if let Some(Link::Url(url)) = &division.link
                && url.contains("://")
                && !division.is_hidden()
                && !links.iter().any(|(_, known)| known == url)
            {
                links.push((division.name.clone(), url.clone()));
            }
        }
    }
    links
}
