//! Pages that Docusaurus makes of categories (`generated-index`): a title, a description, and a card for each entry. No
//! file has them, so their texts are written here.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde_json::Value;

use super::super::page::title_of;
use super::super::tags::attribute;
use super::super::{Entry, Files, Plan, Planned, text_of};
use crate::page::heading::github_slug;
use crate::text::SourcePath;

/// What the link of a category says.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// The address, behind that of the docs.
    slug: String,
    title: String,
    description: Option<String>,
}

impl Index {
    /// Reads `link` of the category with a label; `None` when it asks for no page.
    pub fn of(link: &Value, label: &str) -> Option<Self> {
        if text_of(link, "type").as_deref() != Some("generated-index") {
            return None;
        }
        let slug = text_of(link, "slug").unwrap_or_else(|| format!("category/{}", github_slug(label)));
        let slug = slug.trim_matches('/').to_owned();
        let title = text_of(link, "title").unwrap_or_else(|| label.to_owned());
        (!slug.is_empty()).then(|| Self { slug, title, description: text_of(link, "description") })
    }
}

/// All such pages of one set of docs, by the paths that they have in its navigation.
#[derive(Debug)]
pub(super) struct Indexes {
    root: SourcePath,
    route: String,
    all: RefCell<BTreeMap<SourcePath, Index>>,
}

impl Indexes {
    pub fn new(root: &SourcePath, route: &str) -> Self {
        Self { root: root.clone(), route: route.to_owned(), all: RefCell::default() }
    }

    /// Remembers a page; its path.
    pub fn add(&self, index: Index) -> Option<SourcePath> {
        let path = SourcePath::checked(&format!("{}/{}.mdx", self.root, index.slug))?;
        self.all.borrow_mut().insert(path.clone(), index);
        Some(path)
    }

    /// Writes the pages whose addresses are free; `entries` are those of the navigation.
    pub fn write<'e>(self, entries: impl Iterator<Item = &'e Entry>, files: &dyn Files, plan: &mut Plan) {
        let all = self.all.into_inner();
        let mut inside = BTreeMap::new();
        for entry in entries {
            gather(entry, &all, &mut inside);
        }
        let mut made = Vec::new();
        for (path, index) in all {
            let address = format!("{}/{}", self.route, index.slug).trim_matches('/').to_owned();
            let is_taken = plan.pages.values().any(|page| page.address == address);
            let Some(entries) = inside.get(&path).filter(|_| !is_taken && !files.has(&path)) else {
                continue;
            };
            let below = format!("{address}/");
            let is_folder = plan.pages.values().any(|page| page.target.starts_with(&below));
            let target = if is_folder { format!("{address}/index") } else { address.clone() };
            plan.pages.insert(path.clone(), Planned { target, address, ..Planned::default() });
            made.push((path, index, *entries));
        }
        // They may lead to each other.
        for (path, index, entries) in made {
            let text = text(&index, entries, files, plan);
            plan.texts.insert(path, text);
        }
    }
}

/// The entries of each category that has such a page.
fn gather<'e>(
    entry: &'e Entry,
    all: &BTreeMap<SourcePath, Index>,
    inside: &mut BTreeMap<SourcePath, &'e [Entry]>,
) {
    let Entry::Group { root, entries, .. } = entry else { return };
    if let Some(root) = root.as_ref().filter(|root| all.contains_key(*root)) {
        inside.insert(root.clone(), entries);
    }
    entries.iter().for_each(|entry| gather(entry, all, inside));
}

fn text(index: &Index, entries: &[Entry], files: &dyn Files, plan: &Plan) -> String {
    let mut out = format!("---\ntitle: {}\n", Value::from(index.title.as_str()));
    if let Some(description) = &index.description {
        out.push_str(&format!("description: {}\n", Value::from(description.as_str())));
    }
    out.push_str("---\n\n<CardGroup cols={2}>\n\n");
    for (title, href) in entries.iter().filter_map(|entry| card(entry, files, plan)) {
        out.push_str(&format!("<Card{}{} />\n\n", attribute("title", &title), attribute("href", &href)));
    }
    out.push_str("</CardGroup>\n");
    out
}

/// Title and address of what an entry leads to; a category without a page leads to its first.
fn card(entry: &Entry, files: &dyn Files, plan: &Plan) -> Option<(String, String)> {
    let page = |path: &SourcePath| {
        let page = plan.pages.get(path)?;
        let own = page.label.clone().or_else(|| title_of(path, &files.text(path)?, plan.style));
        let name = page.target.rsplit('/').next().unwrap_or_default();
        Some((own.unwrap_or_else(|| name.to_owned()), format!("/{}", page.address)))
    };
    match entry {
        Entry::Page(path) => page(path),
        Entry::Link { label, href } => Some((label.clone(), href.clone())),
        Entry::Group { label, root, entries } => {
            let own = root.as_ref().and_then(page);
            let (_, href) = own.or_else(|| entries.iter().find_map(|entry| card(entry, files, plan)))?;
            Some((label.clone(), href))
        }
    }
}
