//! What the site knows of a schema: the names of its pages, without what they show. It stays equal when only fields,
//! arguments or values change, so that nothing about the navigation is asked again.

use std::collections::{BTreeMap, BTreeSet};

use super::{Field, Place, Schema};
use crate::api::slug::{identifier_title, page_slug, unique};
use crate::api::{ApiTarget, GeneratedGroup, GeneratedPage, GeneratedPages, Visibility};
use crate::text::{Slug, SourcePath};

/// The pages of a schema, in navigation order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalog {
    /// The file that it was read from.
    pub path: SourcePath,
    pub entries: Vec<Entry>,
    /// Numbers of entries.
    by_name: BTreeMap<String, [Option<u32>; 4]>,
}

/// One operation or type.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub place: Place,
    /// As the schema has it, which is the title of its page, too.
    pub name: String,
    /// Its address below the folder of the schema: `queries/create-user`.
    pub file: String,
    pub description: Option<String>,
    pub is_deprecated: bool,
}

/// The folder of the pages of a kind.
fn folder_of(place: Place) -> &'static str {
    match place {
        Place::Query => "queries",
        Place::Mutation => "mutations",
        Place::Subscription => "subscriptions",
        Place::Type => "types",
    }
}

impl Catalog {
    pub(super) fn of(path: &SourcePath, schema: &Schema) -> Self {
        let mut catalog = Self { path: path.clone(), ..Self::default() };
        for place in Place::ALL {
            let fields = schema.root(place).map_or(&[][..], |root| &root.fields);
            let operations = fields
                .iter()
                .map(|Field { name, description, deprecated, .. }| (name, description, deprecated.is_some()));
            let types = schema.types.iter().filter(|of| place == Place::Type && !schema.is_root(&of.name));
            let types = types.map(|of| (&of.name, &of.description, false));
            let mut taken: BTreeSet<Slug> = BTreeSet::new();
            for (name, description, is_deprecated) in operations.chain(types) {
                let file = unique(&page_slug(Some(""), folder_of(place), &file_name(name)), &taken);
                let number = u32::try_from(catalog.entries.len()).ok();
                catalog.by_name.entry(name.clone()).or_default()[place as usize] = number;
                catalog.entries.push(Entry {
                    place,
                    name: name.clone(),
                    file: file.to_string(),
                    description: description.clone(),
                    is_deprecated,
                });
                taken.insert(file);
            }
        }
        catalog
    }

    /// The page of an operation or a type.
    pub fn entry(&self, place: Place, name: &str) -> Option<&Entry> {
        let number = self.by_name.get(name)?.get(place as usize).copied().flatten()?;
        self.entries.get(number as usize)
    }

    /// The address of a type's page below the folder of the schema.
    pub(super) fn file_of_type(&self, name: &str) -> Option<&str> {
        self.entry(Place::Type, name).map(|entry| entry.file.as_str())
    }
}

/// `createUser` as part of an address: `create-user`.
fn file_name(name: &str) -> String {
    let words = identifier_title(name).replace(' ', "-");
    if words.is_empty() { name.to_owned() } else { words }
}

/// All pages in their groups. `titles` are those of the groups, in the order of [`Place::ALL`]; groups without pages are
/// left out.
pub fn pages(catalog: &Catalog, directory: Option<&str>, titles: &[String; 4]) -> GeneratedPages {
    let groups = Place::ALL.into_iter().zip(titles).map(|(place, title)| GeneratedGroup {
        name: title.clone(),
        above: Vec::new(),
        pages: catalog
            .entries
            .iter()
            .filter(|entry| entry.place == place)
            .map(|entry| page(catalog, entry, directory))
            .collect(),
        tag: None,
    });
    GeneratedPages { groups: groups.filter(|group| !group.pages.is_empty()).collect(), unlisted: Vec::new() }
}

fn page(catalog: &Catalog, entry: &Entry, directory: Option<&str>) -> GeneratedPage {
    let directory = directory.unwrap_or(super::DEFAULT_DIRECTORY);
    GeneratedPage {
        slug: page_slug(Some(directory), "", &entry.file),
        alias: None,
        title: entry.name.clone(),
        sidebar_title: None,
        description: entry.description.clone(),
        source: catalog.path.clone(),
        target: ApiTarget::Graphql { place: entry.place, name: entry.name.clone() },
        method_label: None,
        deprecated: entry.is_deprecated,
        visibility: Visibility::Listed,
        metadata: Default::default(),
        groups: Vec::new(),
    }
}
