//! Pages that the site has by itself – of the search, the glossary, an address that is not there – and no navigation: where
//! they are shown, and what is around them. Not what they say.

use super::texts::texts_of;
use super::*;
use crate::html::icon::configured;
use crate::html::template::NavView;
use crate::site::place::PagePlace;

/// Where such a page is shown: beside the first one.
pub fn first_place(db: &dyn Db, project: Project, slug: &Slug) -> PagePlace {
    let navigation = navigation(db, project);
    let first = navigation.0.containers.first().and_then(|root| root.first.clone());
    find_place(&navigation.0, &first.unwrap_or_else(|| slug.clone()))
}

/// What is around it, in a language: it has no counterparts elsewhere.
pub fn nav_of(db: &dyn Db, project: Project, place: &PagePlace, language: Option<&str>) -> NavView {
    let files = ProjectFiles::new(db);
    let config = SourcePath::new(CONFIG_FILE);
    let addresses = addresses(db, project);
    list_view(
        &PagePlace { counterparts: Vec::new(), ..place.clone() },
        addresses,
        &texts_of(db, language).interface,
        &|icon| configured(icon, &config, addresses, &files).0,
    )
}
