//! Pages of schemas that API descriptions add to the navigation: one group for each description (OAS-50).

use super::api_pages::ApiPages;
use super::{SidebarGroup, SidebarItem};
use crate::api::{ApiCatalog, GeneratedPage};
use crate::diagnostic::Location;

impl ApiPages<'_> {
    /// The group of a description's schemas, named in the language of the level; `None` when none has a page.
    pub(super) fn of_models(
        &mut self,
        catalog: &ApiCatalog,
        directory: Option<&str>,
        language: Option<&str>,
        location: Option<&Location>,
    ) -> Option<SidebarItem> {
        let models = self.apis.models(catalog);
        let pages: Vec<GeneratedPage> =
            models.iter().filter_map(|model| model.page(catalog, directory)).collect();
        let pages = pages.into_iter().filter_map(|page| self.register(page, location));
        let items: Vec<SidebarItem> = pages.map(SidebarItem::Page).collect();
        if items.is_empty() {
            return None;
        }
        let title = self.apis.words(language).schemas.clone();
        Some(SidebarItem::Group(Box::new(SidebarGroup { title, items, ..SidebarGroup::default() })))
    }
}
