//! Pages that GraphQL schemas add to the navigation: a group for each kind of operation, and one for the types (GQL-01).

use super::api_lookup::ApiAbsence;
use super::api_pages::ApiPages;
use super::{SidebarGroup, SidebarItem};
use crate::api::graphql::pages;
use crate::config::navigation::ApiSource;
use crate::diagnostic::{Diagnostic, Location};

impl<'a> ApiPages<'a> {
    /// The groups that the schemas of a tab add, named in the language of the tab.
    pub(super) fn of_schemas(
        &mut self,
        sources: &'a [ApiSource],
        language: Option<&str>,
        location: Option<&Location>,
    ) -> Vec<SidebarItem> {
        let mut items = Vec::new();
        for source in sources {
            let catalog = match self.apis.schema(&source.source) {
                Ok(catalog) => catalog,
                Err(ApiAbsence::Unknown) => {
                    self.tell_once(&source.source, missing(&source.source), location);
                    continue;
                }
                // Why is told where it is loaded.
                Err(ApiAbsence::Unusable) => continue,
            };
            let mut is_shared = false;
            let words = self.apis.words(language);
            let titles =
                [&words.queries, &words.mutations, &words.subscriptions, &words.types].map(String::clone);
            for group in pages(catalog, source.directory.as_deref(), &titles).groups {
                let mut entries = Vec::new();
                for page in group.pages {
                    let wanted = page.slug.clone();
                    let Some(page) = self.register(page, location) else { continue };
                    is_shared |= page.slug != wanted;
                    entries.push(SidebarItem::Page(page));
                }
                let made = SidebarGroup { title: group.name, items: entries, ..SidebarGroup::default() };
                items.push(SidebarItem::Group(Box::new(made)));
            }
            if is_shared {
                self.tell_once(&format!("{} shared", source.source), shared(&source.source), location);
            }
        }
        items
    }
}

/// Links between the pages of a schema lead into its folder, so that it needs one for itself.
fn shared(source: &str) -> Diagnostic {
    let message = format!("pages of the GraphQL schema `{source}` would have addresses that others have");
    Diagnostic::warning("graphql-folder-shared", message)
        .hint("give each schema a folder of its own: `{ \"source\": …, \"directory\": … }`")
}

fn missing(source: &str) -> Diagnostic {
    Diagnostic::error("graphql-schema-missing", format!("the GraphQL schema `{source}` does not exist"))
        .hint("write its path from the folder of docs.json, or its https address")
}
