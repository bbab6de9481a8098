//! Projects of other documentation generators as a `docs.json` with pages in MDX (CLI-14).
//!
//! A function of texts: files by name go in, files by name and [`Note`]s come out. For each kind of project a module
//! reads its configuration into a [`Plan`]: which file becomes which page, how the navigation is, what else there is.
//! From there on all are alike: `page` rewrites texts, `address` the links in them, `site` writes `docs.json`. Nothing
//! here knows a disk, and nothing is understood twice: what a page may say afterwards is up to `page`, the stage.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::config::SOCIAL_KEYS;
use crate::text::SourcePath;

mod address;
mod attributes;
mod blocks;
mod details;
mod docusaurus;
mod emoji;
mod fence;
mod formulas;
mod headings;
mod inline;
mod mkdocs;
mod notes;
mod page;
mod sidebar;
mod site;
mod starlight;
mod summary;
mod tags;
mod vitepress;

pub use notes::{Note, Notes, Outcome};

/// What a project was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Docusaurus,
    MkDocs,
    VitePress,
    Starlight,
    MdBook,
    GitBook,
}

impl Kind {
    /// The most particular first.
    pub const ALL: [Kind; 6] =
        [Kind::Docusaurus, Kind::Starlight, Kind::VitePress, Kind::MkDocs, Kind::MdBook, Kind::GitBook];

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Docusaurus => "docusaurus",
            Kind::MkDocs => "mkdocs",
            Kind::VitePress => "vitepress",
            Kind::Starlight => "starlight",
            Kind::MdBook => "mdbook",
            Kind::GitBook => "gitbook",
        }
    }
}

/// The files of a project.
pub trait Files {
    /// All paths, sorted.
    fn list(&self) -> &[SourcePath];
    /// The text of a file; `None` when there is none, or it is not UTF-8.
    fn text(&self, path: &SourcePath) -> Option<String>;

    fn has(&self, path: &SourcePath) -> bool {
        self.list().binary_search(path).is_ok()
    }
}

/// The files of a site.
#[derive(Debug, Default)]
pub struct Imported {
    pub files: BTreeMap<String, Content>,
    pub notes: Vec<Note>,
    pub pages: usize,
}

/// A file of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Text(String),
    /// The bytes of this file of the project.
    Copy(SourcePath),
}

/// What a project says, in the words of a site.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// The file that all this was read from.
    pub config: SourcePath,
    pub name: Option<String>,
    pub description: Option<String>,
    pub favicon: Option<String>,
    /// For light and for dark.
    pub logo: [Option<String>; 2],
    pub color: Option<String>,
    pub style: Style,
    pub pages: BTreeMap<SourcePath, Planned>,
    pub tabs: Vec<Tab>,
    /// Label and address.
    pub links: Vec<(String, String)>,
    /// Name of the network and address.
    pub socials: Vec<(String, String)>,
    /// Old address and new one, as the project writes them.
    pub redirects: Vec<(String, String)>,
    /// Folders whose files are published from the root: they keep their addresses.
    pub public: Vec<SourcePath>,
    /// The folder of the pages, whose other files are published beside them, and where.
    pub root: SourcePath,
    pub prefix: String,
    /// More such folders.
    pub more_roots: Vec<(SourcePath, String)>,
    /// Columns of links at the bottom: their headers, labels and addresses.
    pub footer: Vec<(String, Vec<(String, String)>)>,
    /// Other names for folders at the beginning of an address: `@site`, `~`.
    pub aliases: Vec<(&'static str, SourcePath)>,
    /// What every address of the old site begins with.
    pub base: String,
    /// Whether `$` begins a formula.
    pub math: bool,
    /// Whether `:tada:` is a picture.
    pub emoji: bool,
    /// Whether `H~2~O` and `x^2^` are written low and high.
    pub low: bool,
    pub high: bool,
    /// Folders that included files are looked for in.
    pub includes: Vec<SourcePath>,
    /// Texts of pages that the generator makes and no file has.
    pub texts: BTreeMap<SourcePath, String>,
}

/// What becomes of one file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Planned {
    /// The new file without ending, such as `guides/start` or `guides/index`.
    pub target: String,
    /// The old address without a slash at the end.
    pub address: String,
    /// How the sidebar calls it.
    pub label: Option<String>,
    /// Whether the navigation leaves it out.
    pub hidden: bool,
}

/// How the texts of a project are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Style {
    /// Docusaurus: MDX with `:::note`.
    #[default]
    Mdx,
    /// Starlight: MDX, and Markdown in `.md`, with `:::note[Title]`.
    Astro,
    /// VitePress: Markdown with `::: tip` and components of Vue.
    Vue,
    /// MkDocs: Markdown of Python with `!!! note`.
    Python,
    /// GitBook: Markdown with `{% hint %}`.
    GitBook,
    /// mdBook: Markdown.
    Plain,
}

/// A part of the site with a sidebar of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tab {
    pub name: String,
    pub entries: Vec<Entry>,
}

/// A line of the sidebar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    Page(SourcePath),
    Group { label: String, root: Option<SourcePath>, entries: Vec<Entry> },
    Link { label: String, href: String },
}

impl Entry {
    /// The pages that it shows.
    pub fn pages(&self, into: &mut BTreeSet<SourcePath>) {
        match self {
            Entry::Page(path) => drop(into.insert(path.clone())),
            Entry::Group { root, entries, .. } => {
                into.extend(root.clone());
                entries.iter().for_each(|entry| entry.pages(into));
            }
            Entry::Link { .. } => {}
        }
    }
}

/// What a folder is made for, with the file that says so. Of several kinds the most particular counts.
pub fn detect(files: &dyn Files) -> Option<(Kind, SourcePath)> {
    Kind::ALL.into_iter().find_map(|kind| Some((kind, sign(kind, files)?)))
}

/// The file by which a kind of project is known: of several that which lies highest.
fn sign(kind: Kind, files: &dyn Files) -> Option<SourcePath> {
    let near = |is_named: &dyn Fn(&str) -> bool| {
        let found = files.list().iter().filter(|path| is_named(path.as_str()));
        found.min_by_key(|path| (path.as_str().matches('/').count(), path.as_str().len())).cloned()
    };
    let is_at = |path: &str, name: &str| path == name || path.ends_with(&format!("/{name}"));
    let is_script = |path: &str, stem: &str| {
        let ending = path.rsplit_once('.').filter(|(before, _)| is_at(before, stem));
        ending.is_some_and(|(_, ending)| matches!(ending, "ts" | "mts" | "js" | "mjs" | "cjs"))
    };
    match kind {
        Kind::Docusaurus => near(&|path| is_script(path, "docusaurus.config")),
        Kind::Starlight => near(&|path| {
            is_script(path, "astro.config")
                && files.text(&SourcePath::new(path)).is_some_and(|text| text.contains("@astrojs/starlight"))
        }),
        Kind::VitePress => {
            near(&|path| is_script(path, ".vitepress/config") || is_script(path, ".vitepress/config/index"))
        }
        Kind::MkDocs => near(&|path| is_at(path, "mkdocs.yml") || is_at(path, "mkdocs.yaml")),
        Kind::MdBook => near(&|path| is_at(path, "book.toml")),
        Kind::GitBook => near(&|path| is_at(path, "SUMMARY.md")),
    }
}

/// Folders outside of the project that its configuration takes pages from, seen from the project: `../docs`. A
/// project that lies beside its pages is imported with them.
pub fn outside(kind: Kind, files: &dyn Files) -> Vec<String> {
    let Some(config) = sign(kind, files) else { return Vec::new() };
    let named = match kind {
        Kind::Docusaurus => docusaurus::folders(&config, files),
        Kind::MkDocs => mkdocs::folders(&config, files),
        _ => Vec::new(),
    };
    let home = config.parent();
    let seen = named.into_iter().filter(|path| !path.starts_with('/'));
    seen.filter_map(|path| leaving(&format!("{home}/{path}"))).collect()
}

/// A path that leaves the root, in its shortest form.
fn leaving(path: &str) -> Option<String> {
    let mut kept: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        match (part, kept.last()) {
            ("..", Some(last)) if *last != ".." => drop(kept.pop()),
            _ => kept.push(part),
        }
    }
    (kept.first() == Some(&"..")).then(|| kept.join("/"))
}

/// Makes a site of a project. The error is a sentence.
pub fn import(kind: Kind, files: &dyn Files) -> Result<Imported, String> {
    let mut notes = Notes::default();
    let Some(config) = sign(kind, files) else {
        return Err(format!("this is no project of {}: {} is missing", kind.name(), sign_of(kind)));
    };
    let mut plan = match kind {
        Kind::Docusaurus => docusaurus::plan(&config, files, &mut notes)?,
        Kind::MkDocs => mkdocs::plan(&config, files, &mut notes)?,
        Kind::VitePress => vitepress::plan(&config, files, &mut notes)?,
        Kind::Starlight => starlight::plan(&config, files, &mut notes)?,
        Kind::MdBook | Kind::GitBook => summary::plan(kind, &config, files, &mut notes)?,
    };
    if plan.pages.is_empty() {
        return Err(format!("{config} leads to no pages: nothing was found in `{}`", plan.root));
    }
    if plan.tabs.iter().all(|tab| tab.entries.is_empty()) {
        notes.review(plan.config.as_str(), "its navigation cannot be read: it is made from folders now");
        let pages: Vec<&SourcePath> = plan.pages.keys().collect();
        let is_index = |path: &str| path.ends_with("index.md") || path.ends_with("README.md");
        let entries =
            sidebar::of_folder(plan.root.as_str(), &pages, &|_| sidebar::Place::default(), &is_index);
        plan.tabs = vec![Tab { name: "Docs".to_owned(), entries }];
    }
    Ok(site::site(&plan, files, notes))
}

/// The file by which a kind is known.
fn sign_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Docusaurus => "docusaurus.config.js",
        Kind::MkDocs => "mkdocs.yml",
        Kind::VitePress => ".vitepress/config.js",
        Kind::Starlight => "astro.config.mjs with `@astrojs/starlight`",
        Kind::MdBook => "book.toml",
        Kind::GitBook => "SUMMARY.md",
    }
}

/// A member of a value as text.
pub(crate) fn text_of(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Members of a list, none of what is none.
pub(crate) fn list_of<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}

/// The value of a variable of a style sheet, when it is a colour that `docs.json` may name.
pub(crate) fn color_of(style: &str, variable: &str) -> Option<String> {
    let found = style.match_indices(variable).find_map(|(at, _)| {
        let value = style[at + variable.len()..].trim_start().strip_prefix(':')?.trim_start();
        let value = &value[..value.find([';', '}', '\n']).unwrap_or(value.len())];
        Some(value.trim().to_owned()).filter(|value| value.starts_with('#'))
    });
    found.filter(|color| matches!(color.len(), 4 | 7) && color[1..].chars().all(|c| c.is_ascii_hexdigit()))
}

/// Whether a footer may lead to a network; places of one's own are none.
pub(crate) fn is_network(name: &str) -> bool {
    SOCIAL_KEYS.contains(&name) && !matches!(name, "website" | "earth-americas")
}
