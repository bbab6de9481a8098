//! Where an address of the old project leads: to a page, to a file, or nobody knows where; and what it is now.

use std::collections::{BTreeMap, BTreeSet};

use super::{Files, Plan};
use crate::encoding::percent_decoded;
use crate::text::{SourcePath, encode_path, has_scheme};

/// Endings that an address of a page may leave out.
const ENDINGS: &[&str] =
    &["", ".md", ".mdx", "/index.md", "/index.mdx", "/README.md", "/_index.md", ".markdown"];
/// What no site takes over: it would run, or be taken for a page.
const NO_ASSETS: &[&str] = &[
    "css", "scss", "less", "js", "mjs", "cjs", "ts", "jsx", "tsx", "vue", "html", "htm", "md", "mdx", "php",
    "py",
];

/// All places of a project.
pub(crate) struct Places<'a> {
    pub plan: &'a Plan,
    pub files: &'a dyn Files,
    by_address: BTreeMap<String, &'a SourcePath>,
}

/// What lies at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Page(SourcePath),
    File(SourcePath),
}

impl<'a> Places<'a> {
    pub fn new(plan: &'a Plan, files: &'a dyn Files) -> Self {
        let by_address = plan.pages.iter().map(|(path, page)| (normal(&page.address), path)).collect();
        Self { plan, files, by_address }
    }

    /// What an address without query and hash means on the page that `from` becomes.
    pub fn find(&self, from: &SourcePath, address: &str) -> Option<Found> {
        let decoded = percent_decoded(address.trim()).into_owned();
        let decoded = decoded.strip_prefix("pathname://").unwrap_or(&decoded);
        for (alias, folder) in &self.plan.aliases {
            if let Some(rest) = decoded.strip_prefix(alias).and_then(|rest| rest.strip_prefix('/')) {
                let path = SourcePath::checked(&format!("{folder}/{rest}"))?;
                return self.at(&path).or_else(|| self.published(rest));
            }
        }
        if let Some(rooted) = decoded.strip_prefix('/') {
            let whole = self.rooted(rooted);
            let inner =
                rooted.strip_prefix(self.plan.base.trim_matches('/')).filter(|_| !self.plan.base.is_empty());
            return whole.or_else(|| self.rooted(inner?.trim_start_matches('/')));
        }
        let beside = from.parent().as_str().to_owned();
        let beside = SourcePath::checked(&format!("{beside}/{decoded}")).and_then(|path| self.at(&path));
        let as_file = || {
            let is_file = decoded.ends_with(".md") || decoded.ends_with(".mdx");
            is_file.then(|| self.rooted(decoded.trim_start_matches("./"))).flatten()
        };
        let seen = || {
            // Seen from the address of the page, as a browser does.
            let own = &self.plan.pages.get(from)?.address;
            let folder = own.rsplit_once('/').map_or("", |(folder, _)| folder);
            [folder, own.as_str()].into_iter().find_map(|folder| {
                let path = SourcePath::checked(&format!("{folder}/{decoded}"))?;
                self.published(path.as_str())
            })
        };
        beside.or_else(seen).or_else(as_file)
    }

    /// What an address in the configuration means: it is seen from the root, with or without a slash in front.
    pub fn named(&self, address: &str) -> Option<Found> {
        self.find(&self.plan.config, &format!("/{}", split(address).0.trim_start_matches('/')))
    }

    /// The text of a page, which may be none of the files.
    pub fn text(&self, path: &SourcePath) -> Option<String> {
        self.plan.texts.get(path).cloned().or_else(|| self.files.text(path))
    }

    /// What an import that begins with a slash means: a file below the folder of the configuration.
    pub fn at_home(&self, specifier: &str) -> Option<Found> {
        let rest = specifier.strip_prefix('/')?;
        self.at(&SourcePath::checked(&format!("{}/{rest}", self.plan.config.parent()))?)
    }

    fn rooted(&self, path: &str) -> Option<Found> {
        self.published(path).or_else(|| {
            self.roots().find_map(|(root, _)| self.at(&SourcePath::checked(&format!("{root}/{path}"))?))
        })
    }

    fn roots(&self) -> impl Iterator<Item = (&SourcePath, &str)> {
        let more = self.plan.more_roots.iter().map(|(root, prefix)| (root, prefix.as_str()));
        std::iter::once((&self.plan.root, self.plan.prefix.as_str())).chain(more)
    }

    /// The page or file with an address.
    fn published(&self, address: &str) -> Option<Found> {
        if let Some(page) = self.by_address.get(&normal(address)) {
            return Some(Found::Page((*page).clone()));
        }
        let files =
            self.plan.public.iter().filter_map(|folder| SourcePath::checked(&format!("{folder}/{address}")));
        files.into_iter().find(|path| self.files.has(path)).map(|path| {
            if self.plan.pages.contains_key(&path) { Found::Page(path) } else { Found::File(path) }
        })
    }

    /// The page or file at a path, whose ending may be left out.
    fn at(&self, path: &SourcePath) -> Option<Found> {
        let path = path.as_str().trim_end_matches('/');
        let plain = path.strip_suffix(".html").unwrap_or(path);
        let bare = path.strip_suffix(".mdx").or_else(|| path.strip_suffix(".md")).unwrap_or(plain);
        let candidates = ENDINGS.iter().map(|ending| SourcePath::new(&format!("{plain}{ending}")));
        let mut candidates =
            candidates.chain(ENDINGS.iter().map(|ending| SourcePath::new(&format!("{bare}{ending}"))));
        if let Some(page) = candidates.find(|path| self.plan.pages.contains_key(path)) {
            return Some(Found::Page(page));
        }
        let path = SourcePath::new(path);
        self.files.has(&path).then_some(Found::File(path))
    }

    /// The new address of a page.
    pub fn page_url(&self, page: &SourcePath) -> String {
        let target = self.plan.pages.get(page).map_or("", |page| page.target.as_str());
        format!("/{}", encode_path(route(target)))
    }

    /// Where a file of the project lies in the new one; `None` for what is not taken over.
    pub fn file_target(&self, path: &SourcePath) -> Option<String> {
        if NO_ASSETS.contains(&path.extension().as_str()) || path.file_name().starts_with('.') {
            return None;
        }
        let below = |folder: &SourcePath| {
            let rest = path.as_str().strip_prefix(folder.as_str())?;
            if folder.as_str().is_empty() { Some(rest) } else { rest.strip_prefix('/') }
        };
        if let Some(rest) = self.plan.public.iter().find_map(below) {
            return Some(rest.to_owned());
        }
        if let Some((prefix, rest)) = self.roots().find_map(|(root, prefix)| Some((prefix, below(root)?))) {
            return Some(format!("{prefix}/{rest}").trim_start_matches('/').to_owned());
        }
        let plain = path.as_str().rsplit_once("src/").map_or(path.as_str(), |(_, rest)| rest);
        Some(if plain.starts_with("images/") || plain.starts_with("assets/") {
            plain.to_owned()
        } else {
            format!("images/{plain}")
        })
    }

    /// Files that are published whether or not a page names them.
    pub fn public_files(&self) -> BTreeSet<SourcePath> {
        let is_public = |path: &&SourcePath| {
            self.plan.public.iter().any(|folder| {
                path.as_str()
                    .strip_prefix(folder.as_str())
                    .is_some_and(|rest| folder.as_str().is_empty() || rest.starts_with('/'))
            })
        };
        self.files.list().iter().filter(is_public).cloned().collect()
    }
}

/// An address to compare: without slashes around it, ending and `index`.
pub(crate) fn normal(address: &str) -> String {
    let address = address.trim_matches('/');
    let address = address.strip_suffix(".html").unwrap_or(address);
    route(address).to_owned()
}

/// The path of a page from its file without ending.
pub(crate) fn route(target: &str) -> &str {
    if target == "index" { "" } else { target.strip_suffix("/index").unwrap_or(target) }
}

/// An address, and its query and hash.
pub(crate) fn split(address: &str) -> (&str, &str) {
    address.split_at(address.find(['?', '#']).unwrap_or(address.len()))
}

/// Whether an address leads to another site, or nowhere at all.
pub(crate) fn is_external(address: &str) -> bool {
    (has_scheme(address) && !address.starts_with("pathname:")) || address.starts_with("//")
}
