//! The overview of a tag: a page with its description and a table of its operations (OAS-53, `api.overviews`).

use super::{
    ApiCatalog, ApiDescription, ApiTarget, GeneratedGroup, GeneratedPage, Operation, Visibility, restricts,
    slug,
};
use crate::hash::{ContentHash, KeyHasher};

impl ApiCatalog {
    /// The overview of a group of generated pages; `None` for a group that no tag makes. Its address is that of the
    /// folder in which the pages of the tag lie.
    pub fn overview(&self, group: &GeneratedGroup, directory: Option<&str>) -> Option<GeneratedPage> {
        let name = group.tag.clone()?;
        let folder = slug::clean_file_name(&name).filter(|folder| !folder.is_empty())?;
        Some(GeneratedPage {
            slug: slug::page_slug(directory, "", &folder),
            alias: None,
            title: group.name.clone(),
            sidebar_title: None,
            description: self.tag_descriptions.get(&name).cloned(),
            source: self.path.clone(),
            target: ApiTarget::Tag { name },
            method_label: None,
            deprecated: false,
            visibility: Visibility::Listed,
            metadata: Default::default(),
            groups: Vec::new(),
        })
    }

    /// The operations of a tag in the order of the document, without those that are not listed anywhere, or only for
    /// some readers.
    pub fn operations_of<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = &'a Operation> {
        let listed = self.operations.iter().filter(|operation| operation.is_listed());
        listed.filter(move |operation| operation.tags.iter().any(|own| own == tag))
    }
}

impl Operation {
    /// How it is called by links within a description, where it may have no id.
    pub fn link(&self) -> String {
        format!("operation/{} {}", self.method, self.path)
    }

    /// Whether all readers find it in lists.
    pub(super) fn is_listed(&self) -> bool {
        let own = &self.x_mint;
        !self.x_hidden && !self.x_excluded && !restricts(&own.groups, &own.metadata)
    }

    /// Adds what a row of a table of operations shows.
    pub(super) fn row_key(&self, key: &mut KeyHasher) {
        key.value(&(&self.method, &self.path, &self.title, self.deprecated));
        key.value(&(self.kind as u8));
    }
}

impl ApiDescription {
    /// The hash of all that the overview of a tag shows.
    pub(super) fn tag_key(&self, tag: &str) -> ContentHash {
        let mut key = KeyHasher::new("api tag");
        key.value(&self.tag_descriptions.get(tag));
        self.operations_of(tag).for_each(|operation| operation.row_key(&mut key));
        key.finish()
    }
}
