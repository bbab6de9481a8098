//! What an editor asks of a project that was checked: its pages, their ids, its files, and where an address leads.

use std::collections::BTreeSet;

use super::{Engine, Silent};
use crate::config::look::IconLibrary;
use crate::page::ast::{Node, NodeKind};
use crate::page::outline::{HeadingIds, outline};
use crate::queries::{self, PageOrigin, links};
use crate::text::{Slug, SourcePath};

/// A page, as far as it is named elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPage {
    /// Without slashes at its ends; empty for the first page.
    pub route: String,
    pub title: String,
    pub description: Option<String>,
    /// The file that it is made from.
    pub source: SourcePath,
}

/// The pages of a site, with their addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Addresses {
    /// Of files.
    pub of_files: BTreeSet<String>,
    /// Of operations and channels of API descriptions.
    pub generated: BTreeSet<String>,
}

impl Engine {
    /// The addresses of all pages as the sources are now. No page is rendered.
    pub fn addresses(&mut self) -> Addresses {
        self.scan(&BTreeSet::new());
        let list = self.read_site(&Silent);
        let mut found = Addresses::default();
        for (slug, origin) in list.iter() {
            let address = format!("/{}", slug.route());
            match origin {
                PageOrigin::Generated(_) => found.generated.insert(address),
                PageOrigin::File(_) | PageOrigin::StandIn(_) => found.of_files.insert(address),
            };
        }
        found
    }

    /// All pages, by route.
    pub fn known_pages(&self) -> Vec<KnownPage> {
        let list = queries::site_pages(&self.db, self.project);
        list.iter().filter_map(|(slug, origin)| self.known_page(slug, origin)).collect()
    }

    fn known_page(&self, slug: &Slug, origin: &PageOrigin) -> Option<KnownPage> {
        let (title, description, source) = match origin {
            PageOrigin::File(file) => {
                let label = file.label(&self.db).as_ref();
                let title = label.and_then(|label| label.title.clone());
                let description = label.and_then(|label| label.description.clone());
                (title.unwrap_or_else(|| slug.title()), description, file.path(&self.db).clone())
            }
            PageOrigin::Generated(page) => {
                (page.title.clone(), page.description.clone(), page.source.clone())
            }
            PageOrigin::StandIn(_) => return None,
        };
        Some(KnownPage { route: slug.route().to_owned(), title, description, source })
    }

    /// The page that an address in a file leads to.
    pub fn page_at(&self, file: &SourcePath, address: &str) -> Option<KnownPage> {
        let slug = links::page_at(&self.db, self.project, file, address)?;
        let list = queries::site_pages(&self.db, self.project);
        self.known_page(&slug, list.get(&slug)?)
    }

    /// The file that an address in a file leads to: a page's source, a snippet, a picture.
    pub fn file_at(&self, file: &SourcePath, address: &str) -> Option<SourcePath> {
        let path = address.split(['?', '#']).next().unwrap_or("");
        if let Some(page) = self.page_at(file, path) {
            return Some(page.source);
        }
        let files = self.project.files(&self.db);
        let near = if path.starts_with('/') { None } else { file.resolve(path) };
        let rooted = SourcePath::checked(path);
        near.into_iter().chain(rooted).find(|path| files.contains_key(path))
    }

    /// The ids of the page that an address leads to.
    pub fn ids_at(&self, file: &SourcePath, address: &str) -> Vec<String> {
        let slug = links::page_at(&self.db, self.project, file, address);
        let ids = slug.map(|slug| links::page_ids(&self.db, self.project, &slug));
        ids.map(|known| known.ids.to_vec()).unwrap_or_default()
    }

    /// Whether some file imports this one.
    pub fn is_imported(&self, path: &SourcePath) -> bool {
        queries::imported_paths(&self.db, self.project).contains(&path.as_str().to_lowercase())
    }

    /// The line, from 0, in which a page's own text has an id: that of a heading, of a component, or of the author's.
    pub fn line_of(&self, file: &SourcePath, id: &str) -> Option<u32> {
        let file = *self.project.files(&self.db).get(file)?;
        let (mut document, _) = queries::sources::page_document(&self.db, self.project, file);
        outline(&mut document.nodes, HeadingIds::Given);
        let node = document.nodes.iter().find_map(|node| with_id(node, id))?;
        // Variables may have moved what stands behind them.
        let (source, span) = document.source.as_written(node.span);
        Some(source.position(span.start).line.saturating_sub(1))
    }

    /// All files of the project.
    pub fn known_files(&self) -> Vec<SourcePath> {
        self.project.files(&self.db).keys().cloned().collect()
    }

    /// Where names of icons are looked up.
    pub fn icon_library(&self) -> IconLibrary {
        queries::icons::icon_library(&self.db, self.project)
    }
}

/// The first node that has an id.
fn with_id<'n>(node: &'n Node, wanted: &str) -> Option<&'n Node> {
    let is_it = match &node.kind {
        NodeKind::Heading { id, .. } => id.as_deref() == Some(wanted),
        NodeKind::Element(element) => {
            element.id.as_deref() == Some(wanted) || element.text_prop("id").as_deref() == Some(wanted)
        }
        _ => false,
    };
    if is_it { Some(node) } else { node.children.iter().find_map(|child| with_id(child, wanted)) }
}
