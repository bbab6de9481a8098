//! The repository around a project: commits change the days that pages tell, and no file of the project.
//!
//! Git keeps a list of where its head was ([`LOG`]), one for each working tree, and every commit, checkout or reset adds
//! a line. What that means for the site the engine finds out.

use crate::output::manifest::Stamp;
use crate::system::{FileKind, Links, System, Utf8Path, Utf8PathBuf};

/// Where git notes each place of its head, below its own folder.
const LOG: &str = "logs/HEAD";
/// The head itself.
const HEAD: &str = "HEAD";

/// A repository at one moment.
pub struct Repository {
    folder: Utf8PathBuf,
    seen: [Option<Stamp>; 2],
}

impl Repository {
    /// The one that the folder `root` is in.
    pub fn around(system: &dyn System, root: &Utf8Path) -> Option<Self> {
        let folder = root.ancestors().find_map(|above| own_folder(system, above))?;
        let mut repository = Self { folder, seen: [None; 2] };
        repository.has_moved(system);
        Some(repository)
    }

    /// The folder in which something happens when its head moves.
    pub fn folder(&self) -> Utf8PathBuf {
        self.folder.join("logs")
    }

    /// Whether its head may be elsewhere than when this was asked before.
    pub fn has_moved(&mut self, system: &dyn System) -> bool {
        let stamp = |name| system.metadata(&self.folder.join(name), Links::Keep).ok();
        let now = [LOG, HEAD].map(|name| stamp(name).as_ref().map(Stamp::from));
        std::mem::replace(&mut self.seen, now) != now
    }
}

/// Git's own folder of a working tree, which may be told in a file.
fn own_folder(system: &dyn System, tree: &Utf8Path) -> Option<Utf8PathBuf> {
    let path = tree.join(".git");
    match system.metadata(&path, Links::Follow).ok()?.kind {
        FileKind::Directory => Some(path),
        FileKind::File => {
            let text = system.read_text(&path).ok()??;
            Some(tree.join(text.strip_prefix("gitdir:")?.trim()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::memory::MemorySystem;

    #[test]
    fn a_repository_is_found_above_and_its_commits_are_seen() {
        let system = MemorySystem::with_files([
            ("/p/.git/HEAD", "ref: refs/heads/main\n"),
            ("/p/.git/logs/HEAD", "one\n"),
            ("/p/docs/docs.json", "{}"),
            ("/tree/.git", "gitdir: ../p/.git/worktrees/tree\n"),
            ("/p/.git/worktrees/tree/logs/HEAD", "one\n"),
        ]);
        let mut own = Repository::around(&system, Utf8Path::new("/p/docs")).expect("a repository");
        assert_eq!(own.folder().as_str(), "/p/.git/logs");
        assert!(!own.has_moved(&system));
        system.place_file("/p/.git/logs/HEAD", b"one\ntwo\n");
        assert!(own.has_moved(&system) && !own.has_moved(&system));
        let tree = Repository::around(&system, Utf8Path::new("/tree")).expect("a repository");
        assert!(tree.folder().as_str().ends_with("/p/.git/worktrees/tree/logs"));
        assert!(Repository::around(&system, Utf8Path::new("/elsewhere")).is_none());
    }
}
