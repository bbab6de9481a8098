//! Links in an API description to another part of it, as Redoc has them: `#operation/ID` and `#tag/NAME`; as Scalar has
//! them: `#tag/NAME/METHOD/path`; to a schema also as references name it; and `#channel/ID`, which pages of channels have.

use super::*;
use crate::api::{ApiTarget, Found, model};
use crate::encoding::percent_decoded;

/// The pages that such links mean, by the description and the link.
type Described = BTreeMap<(SourcePath, String), Vec<Slug>>;

/// A link of a description.
#[salsa::interned(debug, revisions = usize::MAX)]
pub struct DescribedLink<'db> {
    #[returns(ref)]
    pub description: SourcePath,
    #[returns(ref)]
    pub link: String,
}

/// The pages that a link without its `#` means: that of the operation, or the overview of the tag, else its first. Several where the
/// navigation shows the description in several places.
pub(super) fn described_pages(db: &dyn Db, description: &SourcePath, link: &str) -> Arc<[Slug]> {
    pages_of_link(db, DescribedLink::new(db, description.clone(), target(link)))
}

/// The firewall between all pages and the one that has the link.
#[salsa::tracked(returns(clone))]
pub fn pages_of_link<'db>(db: &'db dyn Db, link: DescribedLink<'db>) -> Arc<[Slug]> {
    let all = described_links(db, Project::get(db));
    let key = (link.description(db).clone(), link.link(db).clone());
    all.get(&key).map(|pages| pages.as_slice().into()).unwrap_or_default()
}

/// All that links of descriptions may mean. Kept because one list serves all of them; only asked for when there is one.
#[salsa::tracked(returns(clone))]
pub fn described_links(db: &dyn Db, project: Project) -> Arc<Described> {
    db.ran("described_links", &"");
    let catalogs = api_catalogs(db, project);
    let mut links = Described::new();
    let navigation = navigation(db, project);
    for page in &navigation.0.generated {
        let link = match &page.target {
            ApiTarget::Tag { name } => format!("tag/{name}"),
            ApiTarget::Model { name } => model::link(name),
            ApiTarget::Channel { id } => format!("channel/{id}"),
            _ => continue,
        };
        links.entry((page.source.clone(), target(&link))).or_default().push(page.slug.clone());
    }
    let overviews: BTreeSet<(SourcePath, String)> = links.keys().cloned().collect();
    for page in &navigation.0.generated {
        let Some(catalog) = catalogs.files.get(&page.source) else { continue };
        let Ok(Found::Operation(operation)) = catalog.find(&page.target) else { continue };
        let own = operation.operation_id.iter().map(|id| format!("operation/{id}")).chain([operation.link()]);
        let tags = operation.tags.iter().map(|tag| format!("tag/{tag}"));
        // As Scalar writes them: the tag, the method, and the path.
        let (method, path) = (&operation.method, &operation.path);
        let called = operation.tags.iter().map(|tag| format!("tag/{tag}/{method}{path}"));
        for link in own.chain(tags).chain(called) {
            let key = (page.source.clone(), target(&link));
            if overviews.contains(&key) {
                continue;
            }
            let pages = links.entry(key).or_default();
            // The first in each of the folders that the description has pages in.
            if !pages.iter().any(|other| folder(other) == folder(&page.slug)) {
                pages.push(page.slug.clone());
            }
        }
    }
    Arc::new(links)
}

/// Where a page lies.
fn folder(slug: &Slug) -> &str {
    slug.as_str().rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// What a link means, in one form: tags are written with or without spaces, and newer links name the tag before the
/// operation.
fn target(link: &str) -> String {
    let link = percent_decoded(link);
    if let Some(name) = model::linked(&link) {
        return model::link(name);
    }
    if link.starts_with("operation/") || link.starts_with("channel/") {
        return link.into_owned();
    }
    let operation = link.rsplit_once("/operation/").map(|(_, id)| format!("operation/{id}"));
    operation.unwrap_or_else(|| link.to_lowercase().replace(char::is_whitespace, "-"))
}
