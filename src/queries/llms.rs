//! What language models read of the site as a whole (AI-03 to AI-05): the pages in order, and the lists of them. The
//! texts of all pages are put together by the engine, from the files beside the pages.

use super::page::caption;
use super::*;
use crate::api::ApiKind;
use crate::config::navigation::DivisionKind;
use crate::site::llms::{
    FOLDER, LIST, LlmsInput, LlmsPage, LlmsSection, ROBOTS, WELL_KNOWN_LIST, llms_files, robots,
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
        if self.folder.is_empty() { name.to_owned() } else { format!("{}/{name}", self.folder) }
    }
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

/// The lists of all editions, and `robots.txt`: names and texts.
#[salsa::tracked(returns(clone))]
pub fn llms_lists(db: &dyn Db, project: Project) -> Arc<Vec<(String, String)>> {
    db.ran("llms_lists", &"");
    let settings = project.settings(db);
    let site = settings.site_url.as_deref().unwrap_or("");
    let identity = identity(db, project);
    let root = site_root(db, project);
    let lost = lost_exports(db, project);
    let editions = llms_editions(db, project);
    let page = |slug: &Slug| {
        let page = PageKey::new(db, slug.clone());
        let caption = caption(db, project, page)?;
        let described = caption.description().filter(|text| !text.trim().is_empty()).map(str::to_owned);
        let has_text = !lost.contains(slug);
        let address =
            if has_text { settings.addresses.export_url(slug) } else { settings.addresses.page_url(slug) };
        Some(LlmsPage {
            title: caption.title.clone(),
            url: format!("{site}{address}"),
            description: described.or_else(|| summary(db, page)).unwrap_or_default(),
        })
    };
    let mut files = Vec::new();
    for edition in editions.iter() {
        let sections = edition.sections.iter().map(|(title, pages)| LlmsSection {
            title: title.clone(),
            pages: pages.iter().filter_map(page).collect(),
        });
        let is_first = edition.folder.is_empty();
        let mut input = LlmsInput {
            name: if is_first {
                identity.name.clone()
            } else {
                format!("{} ({})", identity.name, edition.name)
            },
            description: identity.description.clone().unwrap_or_default(),
            instructions: instructions(db, project).0.clone(),
            sections: sections.collect(),
            root: if is_first { root.clone() } else { format!("{root}/{}", edition.folder) },
            ..LlmsInput::default()
        };
        if is_first {
            (input.openapi, input.asyncapi) = descriptions(db, project, &root);
            input.optional = others(db, project, &editions, &root);
        }
        files.extend(llms_files(&input).into_iter().map(|(name, text)| (edition.file(&name), text)));
    }
    if let Some((_, first)) = files.first().cloned() {
        files.push((WELL_KNOWN_LIST.to_owned(), first));
    }
    let sitemap = settings.site_url.is_some().then(|| format!("{root}/sitemap.xml"));
    files.push((ROBOTS.to_owned(), robots(sitemap.as_deref())));
    Arc::new(files)
}

/// The beginning of a page that is not described. Kept: another link on some page makes the lists again, and they
/// would read what all such pages say to the site.
#[salsa::tracked(returns(clone))]
fn summary<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<String> {
    db.ran("summary", page.slug(db));
    body::summary(db, Project::get(db), page)
}

/// Titles and addresses.
type Links = Vec<(String, String)>;

/// The API descriptions that are published, by kind.
fn descriptions(db: &dyn Db, project: Project, root: &str) -> (Links, Links) {
    let (mut openapi, mut asyncapi) = (Links::new(), Links::new());
    let published = published_files(db, project);
    for (path, catalog) in
        api_catalogs(db, project).files.iter().filter(|(path, _)| published.contains(*path))
    {
        let link = (path.file_name().to_owned(), format!("{root}/{path}"));
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
