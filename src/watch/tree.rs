//! What a watcher knows of the project: which folders belong to it, under which names, and what is ignored.
//!
//! Notifications tell real paths; the project's paths may go through symbolic links, so one real path can
//! stand for several files of the project, or for none.

use std::collections::{BTreeMap, BTreeSet};

use super::{Event, Reason, SYNC_FOLDER};
use crate::source::ignore_rules::{IGNORE_FILE, IgnoreRules, PathKind};
use crate::source::named::Named;
use crate::system::notices::Notice;
use crate::system::walk::{Files, Walk, WalkOptions, is_never, walk};
use crate::system::{FileKind, System, Utf8Path, Utf8PathBuf};
use crate::text::SourcePath;

/// Where the project is.
#[derive(Clone, Debug)]
pub struct Place {
    /// Absolute, links resolved.
    pub root: Utf8PathBuf,
    /// Folders inside that are never looked at: the output directory.
    pub excluded: Vec<SourcePath>,
    /// Files that belong to the project because others name them.
    pub named: Named,
}

/// A project's folders at one moment.
#[derive(Debug)]
pub struct Tree {
    place: Place,
    rules: IgnoreRules,
    /// Names in the project by real path.
    folders: BTreeMap<Utf8PathBuf, Vec<SourcePath>>,
    /// Links to files by the real path of the file.
    linked: BTreeMap<Utf8PathBuf, Vec<SourcePath>>,
    /// The paths of links, and of what lies behind links to folders.
    aliases: BTreeSet<SourcePath>,
    /// A link leads to nothing: a file that appears may be what it waits for.
    dangling: bool,
}

/// What a notification means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// An event as it is.
    Event(Event),
    /// What is below this real path is to be watched anew, for this reason; then anything may have changed.
    Folders(Utf8PathBuf, Reason),
    /// The folder of cookies came or went.
    Sync,
}

/// Looks at the whole project; at its files only where that is asked for, which a [`Tree`] knows nothing of.
pub fn survey(system: &dyn System, place: &Place, files: Files) -> (Tree, Walk) {
    let text = system.read_text(&place.root.join(IGNORE_FILE)).ok().flatten();
    let rules = IgnoreRules::new(text.as_deref().unwrap_or(""));
    let ignored = |path: &SourcePath, kind: FileKind| {
        let kind = if kind == FileKind::Directory { PathKind::Folder } else { PathKind::File };
        rules.matches(path, kind)
    };
    let options = WalkOptions { ignored: &ignored, excluded: &place.excluded, files };
    let walked = walk(system, &place.root, &options);
    let mut folders: BTreeMap<Utf8PathBuf, Vec<SourcePath>> = BTreeMap::new();
    for folder in &walked.folders {
        folders.entry(folder.disk.clone()).or_default().push(folder.path.clone());
    }
    let mut linked: BTreeMap<Utf8PathBuf, Vec<SourcePath>> = BTreeMap::new();
    for link in &walked.links {
        linked.entry(link.target.clone()).or_default().push(link.path.clone());
    }
    let behind = walked.folders.iter().filter(|folder| place.root.join(folder.path.as_str()) != folder.disk);
    let links = walked.links.iter().map(|link| &link.path);
    let aliases = behind.map(|folder| &folder.path).filter(|path| !path.as_str().is_empty()).chain(links);
    let aliases = aliases.cloned().collect();
    let dangling = walked.diagnostics.iter().any(|problem| problem.code == "dangling-link");
    (Tree { place: place.clone(), rules, folders, linked, aliases, dangling }, walked)
}

impl Tree {
    /// Of a project that nobody has looked at.
    pub fn unknown(place: &Place) -> Self {
        Self {
            place: place.clone(),
            rules: IgnoreRules::new(""),
            folders: BTreeMap::new(),
            linked: BTreeMap::new(),
            aliases: BTreeSet::new(),
            dangling: false,
        }
    }

    /// The real paths of all folders of the project, and of the folders that links to files lead into.
    pub fn watched(&self) -> impl Iterator<Item = &Utf8Path> {
        let targets = self.linked.keys().filter_map(|target| target.parent());
        self.folders.keys().map(Utf8PathBuf::as_path).chain(targets)
    }

    /// What a notification means. `kind` tells what is at a path now, links not followed.
    pub fn meaning(&self, notice: &Notice, kind: &dyn Fn(&Utf8Path) -> Option<FileKind>) -> Vec<Meaning> {
        match notice {
            Notice::Lost(_) => vec![Meaning::Folders(self.place.root.clone(), Reason::Lost)],
            Notice::Entry(path) => self.at(path, kind, Happened::Entry),
            Notice::Edited(path) => self.at(path, kind, Happened::Edited),
        }
    }

    fn at(
        &self,
        path: &Utf8Path,
        kind: &dyn Fn(&Utf8Path) -> Option<FileKind>,
        happened: Happened,
    ) -> Vec<Meaning> {
        let root = &self.place.root;
        if path == root {
            return vec![Meaning::Folders(root.clone(), Reason::Folders)];
        }
        let sync = root.join(SYNC_FOLDER);
        if let Some(name) = path.file_name().filter(|_| path.parent() == Some(&sync)) {
            let is_there = kind(path) == Some(FileKind::File);
            return is_there.then(|| Meaning::Event(Event::Cookie(name.to_owned()))).into_iter().collect();
        }
        if sync.starts_with(path) {
            return vec![Meaning::Sync];
        }
        let names = self.names(path);
        if names.is_empty() {
            return Vec::new();
        }
        let now = kind(path);
        let was_folder = self.folders.contains_key(path);
        let is_link = |name: &SourcePath| now == Some(FileKind::Link) || self.aliases.contains(name);
        let mut meanings = Vec::new();
        for name in names {
            if was_folder || now == Some(FileKind::Directory) {
                if was_folder || !self.rules.is_ignored(&name, PathKind::Folder) {
                    meanings.push(Meaning::Folders(path.to_owned(), Reason::Folders));
                }
            } else if name.as_str() == IGNORE_FILE {
                meanings.push(Meaning::Folders(root.clone(), Reason::IgnoreRules));
            } else if happened == Happened::Entry && is_link(&name) {
                let ignored = self.rules.is_ignored(&name, PathKind::File)
                    && self.rules.is_ignored(&name, PathKind::Folder);
                if !ignored {
                    meanings.push(Meaning::Folders(path.to_owned(), Reason::Folders));
                }
            } else if self.is_source(&name) {
                let event = match happened {
                    Happened::Entry if self.dangling => Event::Rescan(Reason::Folders),
                    _ => Event::Changed(name),
                };
                meanings.push(Meaning::Event(event));
            }
        }
        meanings.dedup();
        meanings
    }

    /// The names that a real path has in the project.
    fn names(&self, path: &Utf8Path) -> Vec<SourcePath> {
        let (Some(folder), Some(file)) = (path.parent(), path.file_name()) else { return Vec::new() };
        let inside = self.folders.get(folder).into_iter().flatten().map(|folder| {
            let above = folder.as_str();
            if above.is_empty() { SourcePath::new(file) } else { SourcePath::new(&format!("{above}/{file}")) }
        });
        let linked = self.linked.get(path).into_iter().flatten().cloned();
        let excluded = path.strip_prefix(&self.place.root).is_ok_and(|inside| {
            self.place.excluded.iter().any(|excluded| inside.starts_with(excluded.as_str()))
        });
        if excluded || is_never(file) { Vec::new() } else { inside.chain(linked).collect() }
    }

    /// Whether a file of this name is part of the project. Editors' backups and temporary files are not.
    fn is_source(&self, name: &SourcePath) -> bool {
        self.place.named.is_source(name) && !self.rules.is_ignored(name, PathKind::File)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Happened {
    Entry,
    Edited,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Links;
    use crate::system::memory::MemorySystem;

    fn meanings(system: &MemorySystem, tree: &Tree, notice: Notice) -> Vec<String> {
        let kind = |path: &Utf8Path| system.metadata(path, Links::Keep).ok().map(|found| found.kind);
        let shown = tree.meaning(&notice, &kind).into_iter().map(|meaning| match meaning {
            Meaning::Event(Event::Changed(path)) => path.to_string(),
            other => format!("{other:?}"),
        });
        shown.collect()
    }

    fn project() -> (MemorySystem, Tree) {
        let system = MemorySystem::with_files([
            ("/p/docs.json", "{}"),
            ("/p/.mintignore", "drafts/\n"),
            ("/p/a.mdx", "a"),
            ("/p/guide/b.mdx", "b"),
            ("/p/dist/a/index.html", "a"),
            ("/p/.docs/sync/one", ""),
            ("/p/.docs/cache/pack.json", ""),
            ("/p/node_modules/x/readme.mdx", ""),
            ("/p/drafts/c.mdx", ""),
        ]);
        system.place_link("/p/linked", "guide");
        system.place_link("/p/same.mdx", "a.mdx");
        let place =
            Place { root: "/p".into(), excluded: vec![SourcePath::new("dist")], named: Named::default() };
        let tree = survey(&system, &place, Files::LeftOut).0;
        (system, tree)
    }

    #[test]
    fn a_real_path_stands_for_all_its_names() {
        let (system, tree) = project();
        let of = |path: &str| meanings(&system, &tree, Notice::Edited(path.into()));
        assert_eq!(of("/p/a.mdx"), ["a.mdx", "same.mdx"]);
        assert_eq!(of("/p/guide/b.mdx"), ["guide/b.mdx", "linked/b.mdx"]);
        assert_eq!(of("/p/guide/new.mdx"), ["guide/new.mdx", "linked/new.mdx"]);
    }

    #[test]
    fn what_is_no_source_means_nothing() {
        let (system, tree) = project();
        for path in [
            "/p/dist",
            "/p/dist/a/index.html",
            "/p/.docs/cache/pack.json",
            "/p/node_modules",
            "/p/node_modules/x/readme.mdx",
            "/p/drafts",
            "/p/drafts/c.mdx",
            "/p/.a.mdx.swp",
            "/p/a.mdx~",
            "/p/4913",
            "/p/.#a.mdx",
            "/p/README.md",
            "/p/.git",
            "/elsewhere/a.mdx",
        ] {
            for notice in [Notice::Edited(path.into()), Notice::Entry(path.into())] {
                assert_eq!(meanings(&system, &tree, notice), Vec::<String>::new(), "{path}");
            }
        }
        assert!(
            tree.watched().all(|folder| !folder.starts_with("/p/dist") && !folder.starts_with("/p/.docs"))
        );
    }

    #[test]
    fn folders_links_rules_and_cookies() {
        let (system, tree) = project();
        let of = |path: &str| meanings(&system, &tree, Notice::Entry(path.into()));
        system.place_file("/p/new/x.mdx", b"");
        assert_eq!(of("/p/new"), ["Folders(\"/p/new\", Folders)"]);
        assert_eq!(of("/p/guide"), ["Folders(\"/p/guide\", Folders)"]);
        assert_eq!(of("/p/same.mdx"), ["Folders(\"/p/same.mdx\", Folders)"]);
        assert_eq!(of("/p/.mintignore"), ["Folders(\"/p\", IgnoreRules)"]);
        assert_eq!(of("/p"), ["Folders(\"/p\", Folders)"]);
        assert_eq!(of("/p/.docs"), ["Sync"]);
        assert_eq!(of("/p/.docs/sync"), ["Sync"]);
        assert_eq!(of("/p/.docs/sync/one"), ["Event(Cookie(\"one\"))"]);
        assert_eq!(of("/p/.docs/sync/gone"), Vec::<String>::new());
        let lost = meanings(&system, &tree, Notice::Lost("overflow".to_owned()));
        assert_eq!(lost, ["Folders(\"/p\", Lost)"]);
    }
}
