//! What can be asked for: every address of the site as it is now, by name, with the place of its bytes.
//!
//! The engine tells of each file when it stands. What no engine told of is not there, whatever lies in some folder.
//! An address whose page is not made yet is put on the list of wanted pages, and who asked waits for the next turn.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::live::{Changed, Listener, Now, Told};
use crate::diagnostic::render::{Color, render};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{Copy, Course, Preview, Report, SiteMap};
use crate::hash::ContentHash;
use crate::html::search_view::SEARCH_FOLDER;
use crate::output::{Onlooker, WantedFile};
use crate::site::redirects::{is_internal, split_suffix};
use crate::text::{OutPath, Slug, SourcePath, UrlStyle, encode_path};

/// Where the bytes of a file are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the folder of made files.
    Made(OutPath),
    /// In the project.
    Project(SourcePath),
}

/// A file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub place: Place,
    pub hash: ContentHash,
    /// The file of the project that it is made from, when it is one.
    pub origin: Option<SourcePath>,
}

/// What is at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The path of the file below the output, and the file.
    File(String, File),
    /// A status and an address: a path below the base, or somewhere else.
    Redirect(u16, String),
    /// That is not known yet: ask again after the next turn.
    Later,
    /// Nothing; the page that says so.
    Missing(Option<(String, File)>),
    /// There is no site, because the configuration cannot be read.
    NoSite,
}

/// The plan, shared by the engine and the server.
#[derive(Default)]
pub struct Plan {
    state: RwLock<State>,
    wanted: Mutex<BTreeSet<Slug>>,
    listeners: Mutex<(u64, BTreeMap<u64, Listener>)>,
    turned: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

#[derive(Default)]
struct State {
    site: Option<SiteMap>,
    made: BTreeMap<Arc<str>, File>,
    copies: BTreeMap<Arc<str>, File>,
    /// Whether a whole build came to its end, ever.
    is_complete: bool,
    /// Whether one came to its end since the site got other addresses.
    is_settled: bool,
    errors: Vec<Diagnostic>,
    /// What pages load and is another now, since the last turn.
    changed: BTreeSet<String>,
    /// Since the last revision.
    moves: Moves,
    /// The same, between the last revision and the one before: the halves of a rename may be seen apart.
    earlier: Moves,
}

/// Markdown of pages that came and went.
#[derive(Default)]
struct Moves {
    came: Vec<(OutPath, ContentHash)>,
    went: Vec<(OutPath, ContentHash)>,
}

impl Plan {
    /// Calls `turned` whenever the answer to a question may be another.
    pub fn on_turn(&self, turned: Box<dyn Fn() + Send + Sync>) {
        let _ = self.turned.set(turned);
    }

    /// What is at a path below the base: decoded, without slash in front.
    pub fn find(&self, path: &str) -> Found {
        let state = self.read();
        let found = state.find(path);
        if found == Found::Later
            && let Some(slug) = state.page(path)
        {
            lock(&self.wanted).insert(slug);
        }
        found
    }

    /// A file by its path below the output.
    pub fn file(&self, path: &str) -> Option<File> {
        self.read().file(path).cloned()
    }

    /// The servers that the playground may ask.
    pub fn origins(&self) -> crate::site::proxy::Origins {
        self.read().site.as_ref().map(|site| site.origins.clone()).unwrap_or_default()
    }

    /// Errors of the sources that are told wherever one looks, as text; for the page that there is when there is no
    /// site.
    pub fn errors(&self) -> Vec<String> {
        self.read().told(None).into_iter().map(|told| told.text).collect()
    }

    /// Tells somebody who looks at a page about it from now on; the number is for [`Plan::leave`].
    pub fn listen(&self, mut listener: Listener) -> u64 {
        // Held until the listener is known: no turn may pass between.
        let state = self.read();
        listener.greet(self.now(&state, &listener.path));
        let mut listeners = lock(&self.listeners);
        listeners.0 += 1;
        let number = listeners.0;
        listeners.1.insert(number, listener);
        number
    }

    /// The end of [`Plan::listen`].
    pub fn leave(&self, number: u64) {
        lock(&self.listeners).1.remove(&number);
    }

    /// A build came to its end.
    pub fn revision(&self, report: &Report) {
        if report.course == Course::Cancelled {
            return;
        }
        let mut state = self.write();
        let is_error = |problem: &&Diagnostic| problem.severity == Severity::Error;
        state.errors = report.diagnostics.iter().filter(is_error).cloned().collect();
        state.is_complete = true;
        state.is_settled = true;
        drop(state);
        self.tell();
        let mut state = self.write();
        state.earlier = std::mem::take(&mut state.moves);
    }

    fn now(&self, state: &State, path: &str) -> Now {
        let found = state.find(path);
        let origin = match &found {
            Found::File(_, file) => file.origin.clone(),
            _ => None,
        };
        let (page, to) = match found {
            Found::File(_, file) => (Some(file.hash.short()), None),
            Found::Redirect(_, to) => (Some("moved".to_owned()), Some(to)),
            Found::Later => (None, None),
            Found::Missing(_) | Found::NoSite => (Some("missing".to_owned()), state.new_address(path)),
        };
        Now { page, to, problems: state.told(origin.as_ref()) }
    }

    /// Tells everybody what is another now.
    fn tell(&self) {
        let mut state = self.write();
        let changed = Changed::new(std::mem::take(&mut state.changed));
        drop(state);
        let state = self.read();
        let mut listeners = lock(&self.listeners);
        listeners.1.retain(|_, listener| {
            let now = self.now(&state, &listener.path);
            listener.tell(now, &changed)
        });
        drop(listeners);
        drop(state);
        if let Some(turned) = self.turned.get() {
            turned();
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Onlooker for Plan {
    fn stands(&self, file: &WantedFile, content: ContentHash) {
        let path = &file.path;
        let made = File { place: Place::Made(path.clone()), hash: content, origin: file.origin.clone() };
        let mut state = self.write();
        let before = state.made.insert(path.shared(), made);
        match before {
            Some(before) if before.hash == content => {}
            Some(_) => state.note(path.as_str()),
            None if path.as_str().ends_with(".md") => state.moves.came.push((path.clone(), content)),
            None => {}
        }
    }

    fn gone(&self, path: &OutPath) {
        let mut state = self.write();
        if let Some(before) = state.made.remove(path.as_str())
            && path.as_str().ends_with(".md")
        {
            state.moves.went.push((path.clone(), before.hash));
        }
    }
}

impl Preview for Plan {
    fn site(&self, site: SiteMap) {
        let mut state = self.write();
        // After a configuration that could not be read nothing is there yet.
        state.is_complete = state.is_complete && state.site.is_some();
        state.is_settled = false;
        state.site = Some(site);
    }

    fn copies(&self, copies: Vec<Copy>) {
        let mut state = self.write();
        let file = |copy: Copy| {
            let place = Place::Project(copy.source.clone());
            (copy.path.shared(), File { place, hash: copy.hash, origin: Some(copy.source) })
        };
        let now: BTreeMap<Arc<str>, File> = copies.into_iter().map(file).collect();
        let before = std::mem::replace(&mut state.copies, now);
        let is_other =
            |path: &str, file: &File| state.copies.get(path).is_some_and(|now| now.hash != file.hash);
        let changed: Vec<_> = before.iter().filter(|(path, file)| is_other(path, file)).collect();
        for (path, _) in changed {
            state.note(path);
        }
    }

    fn wanted(&self) -> Vec<Slug> {
        let state = self.read();
        let listeners = lock(&self.listeners);
        let mut wanted = std::mem::take(&mut *lock(&self.wanted));
        wanted.extend(listeners.1.values().filter_map(|listener| state.page(&listener.path)));
        wanted.into_iter().collect()
    }

    fn turn(&self, sources: &BTreeSet<SourcePath>, problems: Vec<Diagnostic>) {
        if !sources.is_empty() {
            let mut state = self.write();
            let is_told = |problem: &Diagnostic| {
                problem.location.as_ref().is_some_and(|location| sources.contains(&location.path))
            };
            state.errors.retain(|problem| !is_told(problem));
            state.errors.extend(problems.into_iter().filter(|problem| problem.severity == Severity::Error));
        }
        self.tell();
    }
}

impl State {
    fn find(&self, path: &str) -> Found {
        let Some(site) = &self.site else {
            return if self.is_complete { Found::NoSite } else { Found::Later };
        };
        if let Some(found) = self.at(path) {
            return found;
        }
        if let Some(slug) = self.page(path) {
            let file = site.addresses.page_file(&slug);
            // The Markdown of a page, or the page.
            let wanted = if is_markdown(path) { None } else { self.at(file.as_str()) };
            match wanted {
                Some(found) => return found,
                None if self.is_settled => {}
                None => return Found::Later,
            }
        }
        let name = path.trim_end_matches('/');
        if let Some(redirect) = self.redirect(site, name) {
            return redirect;
        }
        let candidates = match site.addresses.style {
            UrlStyle::Directory => [format!("{name}/index.html"), format!("{name}.html")],
            UrlStyle::File => [format!("{name}.html"), format!("{name}/index.html")],
        };
        let candidate = candidates.iter().find_map(|path| self.at(path.trim_start_matches('/')));
        match candidate {
            Some(found) => found,
            None if self.is_complete => Found::Missing(self.missing_page(name)),
            None => Found::Later,
        }
    }

    fn at(&self, path: &str) -> Option<Found> {
        self.file(path).map(|file| Found::File(path.to_owned(), file.clone()))
    }

    /// Files of the project come before those that are made, as in the output.
    fn file(&self, path: &str) -> Option<&File> {
        self.copies.get(path).or_else(|| self.made.get(path))
    }

    /// The page whose address, file or Markdown this is.
    fn page(&self, path: &str) -> Option<Slug> {
        let site = self.site.as_ref()?;
        let name = path.trim_end_matches('/');
        let name = name.strip_suffix("index.html").or_else(|| name.strip_suffix(".html")).unwrap_or(name);
        let name = name.strip_suffix(".md").unwrap_or(name).trim_end_matches('/');
        let index = if name.is_empty() { "index".to_owned() } else { format!("{name}/index") };
        let known = [name, &index].into_iter().find(|slug| !slug.is_empty() && (site.is_page)(slug))?;
        Some(Slug::new(known))
    }

    fn redirect(&self, site: &SiteMap, name: &str) -> Option<Found> {
        let exists = |path: &str| {
            let name = path.trim_matches('/');
            (site.is_page)(name) || (site.is_page)(format!("{name}/index").trim_start_matches('/'))
        };
        let path = format!("/{name}");
        let base = |to: &str| match is_internal(to) {
            true => format!("{}{to}", site.addresses.base),
            false => to.to_owned(),
        };
        if let Some(hit) = site.redirects.find(&path) {
            let status = hit.redirect.permanence.status();
            let is_own = is_internal(&hit.redirect.destination);
            let to = site.redirects.follow(&path, &exists)?;
            // What a variable part stands for never leads to another host.
            let to =
                if is_own && to.starts_with('/') { format!("/{}", to.trim_start_matches('/')) } else { to };
            return Some(Found::Redirect(status, location(&base(&to))));
        }
        // The page of a folder may be another one tomorrow.
        site.stubs
            .get(Slug::new(name).as_str())
            .or_else(|| site.stubs.get(format!("{name}/index").trim_matches('/')))
            .map(|target| Found::Redirect(307, location(target)))
    }

    /// The nearest page for what is missing: the one of a language, or that of the site.
    fn missing_page(&self, name: &str) -> Option<(String, File)> {
        let mut folder = name;
        loop {
            let path = if folder.is_empty() { "404.html".to_owned() } else { format!("{folder}/404.html") };
            if let Some(file) = self.made.get(path.as_str()) {
                return Some((path, file.clone()));
            }
            if folder.is_empty() {
                return None;
            }
            folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        }
    }

    /// Where a page that went is now: somewhere new with the same text, or the only new one.
    fn new_address(&self, path: &str) -> Option<String> {
        let site = self.site.as_ref()?;
        let name = path.trim_end_matches('/');
        let own = site.addresses.export_file(&Slug::new(if name.is_empty() { "index" } else { name }));
        let Moves { came, went } = &self.moves;
        let (_, before) = went.iter().chain(&self.earlier.went).find(|(path, _)| *path == own)?;
        let is_same =
            |(path, hash): &&(OutPath, ContentHash)| hash == before && self.made.contains_key(path.as_str());
        let only = || match (came.as_slice(), went.as_slice()) {
            ([only], [gone]) if gone.0 == own => Some(only),
            _ => None,
        };
        let (to, _) = came.iter().chain(&self.earlier.came).find(is_same).or_else(only)?;
        Some(site.addresses.path_url(to.as_str().strip_suffix(".md")?.trim_end_matches("index")))
    }

    /// A file is another one.
    fn note(&mut self, path: &str) {
        let is_loaded = ![".html", ".md", ".txt", ".xml"].iter().any(|end| path.ends_with(end))
            && !path.starts_with(SEARCH_FOLDER);
        if let Some(site) = self.site.as_ref().filter(|_| is_loaded) {
            self.changed.insert(site.addresses.path_url(path));
        }
    }

    /// The errors that who looks at a page made from `origin` is told of: those in it and its snippets, which hold the
    /// last good page, and those of what is no page.
    fn told(&self, origin: Option<&SourcePath>) -> Vec<Told> {
        let tell = |problem: &Diagnostic| {
            let path = problem.location.as_ref().map(|location| &location.path);
            let own =
                origin.zip(path).is_some_and(|(origin, path)| origin == path || self.shows(origin, path));
            let is_told = own || path.is_none_or(|path| !self.is_page_source(path));
            is_told.then(|| Told { text: render(problem, Color::Never), own })
        };
        self.errors.iter().filter_map(tell).collect()
    }

    /// Whether the page made from `origin` has a snippet in it.
    fn shows(&self, origin: &SourcePath, snippet: &SourcePath) -> bool {
        self.site.as_ref().is_some_and(|site| (site.shows)(origin, snippet))
    }

    fn is_page_source(&self, path: &SourcePath) -> bool {
        let slug = Slug::of_page(path);
        is_markdown(path.as_str()) && self.site.as_ref().is_some_and(|site| (site.is_page)(slug.as_str()))
    }
}

fn is_markdown(path: &str) -> bool {
    path.ends_with(".md") || path.ends_with(".mdx")
}

/// An address as a header can hold it.
fn location(address: &str) -> String {
    let (path, suffix) = split_suffix(address);
    let mut out = String::with_capacity(address.len());
    for c in (encode_path(path) + suffix).chars() {
        if c.is_ascii() && !c.is_ascii_control() && c != ' ' && c != '\\' {
            out.push(c);
        } else {
            out.extend(c.to_string().bytes().map(|byte| format!("%{byte:02X}")));
        }
    }
    out
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
