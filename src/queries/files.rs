//! The project's files as pages see them: each look-up is tracked, and written down.

use std::cell::RefCell;

use super::asks::Ask;
use super::described::described_pages;
use super::icons::{icon_library, svg_ink};
use super::*;
use crate::api::playground;
use crate::config::api::Api;
use crate::config::look::IconLibrary;
use crate::page::description::{is_read_as_markdown, plain_paragraphs};
use crate::page::frontmatter::FrontMatter;
use crate::source::svg::Ink;

/// The project's files as pages see them; each look-up is tracked, and written down.
pub(super) struct ProjectFiles<'db> {
    db: &'db dyn Db,
    asks: RefCell<Vec<Ask>>,
    /// The description that the page shows, and the page.
    shown: Option<(SourcePath, Slug)>,
    /// The page whose links lead to pages in its language.
    localized: Option<Slug>,
}

impl<'db> ProjectFiles<'db> {
    pub fn new(db: &'db dyn Db) -> Self {
        Self { db, asks: RefCell::default(), shown: None, localized: None }
    }

    /// The page is one that this description makes.
    pub(super) fn show(&mut self, description: SourcePath, page: Slug) {
        self.shown = Some((description, page));
    }

    /// Links from the root lead to pages in the language of this one.
    pub(super) fn localize(&mut self, page: &Slug) {
        self.localized = Some(page.clone());
    }

    pub(super) fn ask(&self, ask: Ask) {
        self.asks.borrow_mut().push(ask);
    }

    /// The settings of the site, with what the page says otherwise.
    pub(super) fn api_settings(&self, front: &FrontMatter) -> Arc<Api> {
        self.ask(Ask::ApiSettings);
        let settings = api_settings(self.db, Project::get(self.db));
        match front.text("playground").and_then(|name| playground::named(&name)) {
            Some(display) if display != settings.playground.display => {
                let mut own = (*settings).clone();
                own.playground.display = display;
                Arc::new(own)
            }
            _ => settings,
        }
    }

    /// Every question once, in the order of the first time.
    pub(super) fn asked(self) -> Vec<Ask> {
        let mut seen = BTreeSet::new();
        self.asks.into_inner().into_iter().filter(|ask| seen.insert(ask.clone())).collect()
    }
}

impl Loader for ProjectFiles<'_> {
    fn document(&self, path: &SourcePath) -> Option<Arc<Document>> {
        self.ask(Ask::Content(path.clone()));
        snippet_document(self.db, PathKey::new(self.db, path.clone()))
    }

    fn text(&self, path: &SourcePath) -> Option<Arc<str>> {
        self.ask(Ask::Content(path.clone()));
        lookup(self.db, path).map(|file| text(self.db, file).0.into())
    }

    fn exists(&self, path: &SourcePath) -> bool {
        self.ask(Ask::Content(path.clone()));
        lookup(self.db, path).is_some()
    }

    fn ignored(&self, path: &SourcePath) -> Option<String> {
        self.ask(Ask::Ignored(path.clone()));
        sources::ignored_part(self.db, Project::get(self.db), path)
    }
}

impl Lookups for ProjectFiles<'_> {
    fn tokens(&self, language: &str, code: &str) -> Arc<Tokens> {
        self.db.tokens(language, code)
    }

    fn image_size(&self, path: &SourcePath) -> Option<(u32, u32)> {
        self.ask(Ask::Size(path.clone()));
        image_size(self.db, PathKey::new(self.db, path.clone()))
    }

    fn svg_ink(&self, path: &SourcePath) -> Ink {
        self.ask(Ask::Ink(path.clone()));
        svg_ink(self.db, PathKey::new(self.db, path.clone()))
    }

    fn icon_library(&self) -> IconLibrary {
        self.ask(Ask::IconLibrary);
        icon_library(self.db, Project::get(self.db))
    }

    fn file_exists(&self, path: &SourcePath) -> bool {
        self.ask(Ask::Exists(path.clone()));
        is_known(self.db, path)
    }

    fn leads(&self, path: &str) -> bool {
        let path = SourcePath::new(path);
        self.ask(Ask::Leads(path.clone()));
        super::links::leads(self.db, PathKey::new(self.db, path))
    }

    fn code_theme(&self, path: &SourcePath) -> Option<Palette> {
        self.ask(Ask::Content(path.clone()));
        code_palette(self.db, PathKey::new(self.db, path.clone())).0.clone()
    }

    fn custom_tokens(&self, language: &str, code: &str) -> Option<Tokens> {
        self.ask(Ask::Grammars);
        let grammars = code_grammars(self.db, Project::get(self.db));
        let grammar = grammars.0.iter().find(|grammar| grammar.is_called(language))?;
        Some(grammar.tokenize(code, &mut self.db.patience()))
    }

    fn markdown(&self, source: &str) -> Vec<Node> {
        if !is_read_as_markdown(source) {
            return plain_paragraphs(source);
        }
        let mut nodes = parse_fragment(source);
        // They are places in that text, which is not the page's.
        nodes.iter_mut().for_each(Node::displace);
        nodes
    }

    fn localized_page(&self, path: &str) -> Option<Slug> {
        let own = self.localized.as_ref()?;
        self.ask(Ask::Localized(own.clone(), path.to_owned()));
        super::languages::localized_page(self.db, own, path)
    }

    fn described_page(&self, link: &str) -> Option<Slug> {
        let (description, page) = self.shown.as_ref()?;
        self.ask(Ask::Described(description.clone(), link.to_owned()));
        let pages = described_pages(self.db, description, link);
        // Of those in several languages or versions, the one beside the page that says it.
        let mut nearest = pages.first()?;
        for other in pages.iter() {
            if common_folders(other, page) > common_folders(nearest, page) {
                nearest = other;
            }
        }
        Some(nearest.clone())
    }
}

/// In how many folders two pages lie together.
fn common_folders(one: &Slug, other: &Slug) -> usize {
    let pairs = one.as_str().split('/').zip(other.as_str().split('/'));
    pairs.take_while(|(one, other)| one == other).count()
}
