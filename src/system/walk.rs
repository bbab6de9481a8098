//! The listing of a source tree: every regular file below a root, in path order.
//!
//! Directories are read in parallel. Symbolic links are followed while they stay inside the root and make
//! no cycle; pipes, sockets and devices are never opened. What is left out for such a reason is told once,
//! at its place. Which paths belong to the project is the caller's question (`WalkOptions::ignored`).

use std::sync::Arc;

use rayon::prelude::*;

use super::{DirEntry, EntryName, FileKind, Links, Metadata, System, SystemError, Utf8Path, Utf8PathBuf};
use crate::diagnostic::Diagnostic;
use crate::hash::{ContentHash, ContentHasher};
use crate::text::SourcePath;

/// Folders deeper than this are left out.
const MAX_DEPTH: usize = 100;
/// Linked folders inside linked folders: links that point at each other could otherwise list the same
/// files a great many times.
const MAX_LINK_DEPTH: usize = 4;
/// Larger files are left out, in bytes: offsets are 32 bits wide.
pub const MAX_FILE_SIZE: u64 = u32::MAX as u64;
/// Directories with fewer entries are looked through without splitting the work.
const PARALLEL_ENTRIES: usize = 64;
/// Never part of a project: version control and our own cache.
const NEVER: &[&str] = &[".git", ".docs"];

/// The file that a build leaves in the folder that it writes. Such a folder is no source, whoever asked for it.
pub const OUTPUT_MARK: &str = ".docs-manifest.json";

/// Whether a name is never part of a project, whatever patterns say: version control, our own cache, and the
/// marks that an editor (Emacs) puts beside a file while somebody types in it.
pub fn is_never(name: &str) -> bool {
    NEVER.contains(&name) || name.starts_with(".#")
}

/// What to leave out of a walk.
pub struct WalkOptions<'a> {
    /// Whether a file or directory is ignored; asked once for each, after the directories above it.
    pub ignored: &'a (dyn Fn(&SourcePath, FileKind) -> bool + Sync),
    /// Directories that are left out whatever `ignored` says: the output directory.
    pub excluded: &'a [SourcePath],
    /// Whether files are looked at.
    pub files: Files,
}

/// What a walk does with files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    Listed,
    /// Only directories and links are wanted. To look at each file takes most of the time of a walk.
    LeftOut,
}

/// A regular file of the source tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScannedFile {
    /// Its path below the root, as the author sees it (through links).
    pub path: SourcePath,
    /// Size in bytes.
    pub size: u64,
    /// Last change in nanoseconds since 1970.
    pub modified_ns: i64,
    /// Everything that is known of it without reading.
    pub metadata: Metadata,
}

/// A directory of the source tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkedFolder {
    /// Its path below the root, as the author sees it (through links).
    pub path: SourcePath,
    /// Where it really is: canonical.
    pub disk: Utf8PathBuf,
}

/// A symbolic link to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedLink {
    /// The path of the link below the root.
    pub path: SourcePath,
    /// Where the file really is: canonical.
    pub target: Utf8PathBuf,
}

/// A source tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// All files, sorted by path.
    pub files: Vec<ScannedFile>,
    /// All directories that were listed, the root among them, sorted by path.
    pub folders: Vec<WalkedFolder>,
    /// The files that symbolic links lead to, sorted by the path of the link.
    pub links: Vec<FollowedLink>,
    /// What was left out, sorted by path.
    pub diagnostics: Vec<Diagnostic>,
}

/// Lists the files below `root`.
pub fn walk(system: &dyn System, root: &Utf8Path, options: &WalkOptions) -> Walk {
    let canonical = match system.canonicalize(root) {
        Ok(canonical) => canonical,
        Err(error) => {
            return Walk { diagnostics: vec![unreadable(&SourcePath::new(""), &error)], ..Walk::default() };
        }
    };
    let tree = Tree { system, root: canonical.clone(), options };
    let top = Folder { path: SourcePath::new(""), disk: canonical, parent: None, depth: 0, links: 0 };
    let mut walk = tree.folder(&Arc::new(top));
    walk.files.par_sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walk.folders.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walk.links.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walk.diagnostics.sort_by(|a, b| a.location.cmp(&b.location).then_with(|| a.message.cmp(&b.message)));
    walk
}

/// Who asks for hashes.
pub trait Hashing: Sync {
    /// The hash of a file that need not be read.
    fn known(&self, file: &ScannedFile) -> Option<ContentHash>;
    /// Whether [`Hashing::keep`] wants the bytes of this file. Others are read piece by piece.
    fn is_wanted(&self, _: &ScannedFile) -> bool {
        false
    }
    /// Takes the bytes of a file.
    fn keep(&self, _: ContentHash, _: Vec<u8>) {}
}

/// Somebody who knows nothing.
impl Hashing for () {
    fn known(&self, _: &ScannedFile) -> Option<ContentHash> {
        None
    }
}

/// Hashes the content of `files` in parallel, in their order. A file that cannot be read is an error at
/// its place.
pub fn hash_files(
    system: &dyn System,
    root: &Utf8Path,
    files: &[ScannedFile],
    hashing: &dyn Hashing,
) -> Vec<Result<ContentHash, Diagnostic>> {
    let hash = |file: &ScannedFile| match hashing.known(file) {
        Some(hash) => Ok(hash),
        None => hash_file(system, root, file, hashing).map_err(|error| unreadable(&file.path, &error)),
    };
    files.par_iter().with_min_len(16).map(hash).collect()
}

fn hash_file(
    system: &dyn System,
    root: &Utf8Path,
    file: &ScannedFile,
    hashing: &dyn Hashing,
) -> Result<ContentHash, SystemError> {
    let disk = root.join(file.path.as_str());
    if hashing.is_wanted(file) {
        let bytes = system.read(&disk)?;
        let hash = ContentHash::of(&bytes);
        hashing.keep(hash, bytes);
        return Ok(hash);
    }
    let mut hasher = ContentHasher::default();
    system.read_pieces(&disk, &mut |piece| hasher.update(piece))?;
    Ok(hasher.finish())
}

struct Tree<'a> {
    system: &'a dyn System,
    /// Canonical.
    root: Utf8PathBuf,
    options: &'a WalkOptions<'a>,
}

/// A directory on the way from the root.
struct Folder {
    path: SourcePath,
    /// Canonical, so that a cycle shows as the same path twice.
    disk: Utf8PathBuf,
    parent: Option<Arc<Folder>>,
    depth: usize,
    links: usize,
}

/// What became of one directory entry.
enum Found {
    Nothing,
    File(ScannedFile),
    Linked(ScannedFile, FollowedLink),
    Folder(Folder),
    Problem(Diagnostic),
}

impl Tree<'_> {
    fn folder(&self, folder: &Arc<Folder>) -> Walk {
        let entries = match self.system.read_dir(&folder.disk) {
            Ok(entries) => entries,
            Err(error) => {
                return Walk { diagnostics: vec![unreadable(&folder.path, &error)], ..Walk::default() };
            }
        };
        let is_mark = |entry: &DirEntry| matches!(&entry.name, EntryName::Text(name) if name == OUTPUT_MARK);
        if !folder.path.as_str().is_empty() && entries.iter().any(is_mark) {
            // What a build wrote is no source, and nobody expects that. Only sources in it are worth a word.
            let is_source = |entry: &DirEntry| matches!(&entry.name, EntryName::Text(name) if name == "docs.json" || name.ends_with(".mdx"));
            if !entries.iter().any(is_source) {
                return Walk::default();
            }
            let message = format!("`{}` is left out: an earlier build wrote it", folder.path);
            let note = Diagnostic::note("output-in-project", message)
                .hint(format!("if it is a part of this site, remove `{OUTPUT_MARK}` from it"));
            return Walk { diagnostics: vec![note], ..Walk::default() };
        }
        let found: Vec<Found> = entries
            .into_par_iter()
            .with_min_len(PARALLEL_ENTRIES)
            .map(|entry| self.entry(folder, entry.name, entry.kind))
            .collect();
        let mut walk = Walk::default();
        walk.folders.push(WalkedFolder { path: folder.path.clone(), disk: folder.disk.clone() });
        let mut folders = Vec::new();
        for found in found {
            match found {
                Found::Nothing => {}
                Found::File(file) => walk.files.push(file),
                Found::Linked(file, link) => {
                    walk.files.push(file);
                    walk.links.push(link);
                }
                Found::Folder(below) => folders.push(Arc::new(below)),
                Found::Problem(problem) => walk.diagnostics.push(problem),
            }
        }
        let below: Vec<Walk> = folders.par_iter().map(|below| self.folder(below)).collect();
        for mut below in below {
            walk.files.append(&mut below.files);
            walk.folders.append(&mut below.folders);
            walk.links.append(&mut below.links);
            walk.diagnostics.append(&mut below.diagnostics);
        }
        walk
    }

    fn entry(&self, folder: &Arc<Folder>, name: EntryName, kind: FileKind) -> Found {
        if kind == FileKind::File && self.options.files == Files::LeftOut {
            return Found::Nothing;
        }
        let name = match name {
            EntryName::Text(name) => name,
            EntryName::NotUtf8(shown) => {
                let path = SourcePath::new(&format!("{}/{shown}", folder.path));
                return Found::Problem(left_out(
                    &path,
                    "file-name-not-utf8",
                    "its name is not UTF-8",
                    RENAME,
                ));
            }
        };
        let path = match folder.path.as_str() {
            "" => name.clone(),
            above => format!("{above}/{name}"),
        };
        let path = SourcePath::new(&path);
        if is_never(&name) || self.options.excluded.contains(&path) {
            return Found::Nothing;
        }
        if name.contains('\\') || name.chars().any(char::is_control) {
            let why = "its name has a backslash or a control character";
            return Found::Problem(left_out(&path, "unusable-file-name", why, RENAME));
        }
        match kind {
            FileKind::Link => self.link(folder, path, &name),
            _ if self.ignored(&path, kind) => Found::Nothing,
            // Behind a link the path does not tell where this really is.
            FileKind::Directory if folder.links > 0 && self.is_excluded(&folder.disk.join(&name)) => {
                Found::Nothing
            }
            FileKind::Directory => self.below(folder, path, folder.disk.join(&name), folder.links),
            FileKind::File => match self.system.metadata(&folder.disk.join(&name), Links::Keep) {
                Ok(found) => file(path, found),
                Err(error) if error.is_missing() => Found::Nothing,
                Err(error) => Found::Problem(unreadable(&path, &error)),
            },
            FileKind::Special => Found::Problem(special(&path)),
        }
    }

    fn link(&self, folder: &Arc<Folder>, path: SourcePath, name: &str) -> Found {
        let at = folder.disk.join(name);
        let problem = |code, why: &str, hint| Found::Problem(left_out(&path, code, why, hint));
        let target = self.system.canonicalize(&at).and_then(|target| {
            let found = self.system.metadata(&target, Links::Follow)?;
            Ok((target, found))
        });
        let (target, found) = match target {
            Ok(target) => target,
            // A dangling link that a pattern leaves out is nobody's concern.
            Err(_) if self.ignored(&path, FileKind::File) => return Found::Nothing,
            Err(error) if error.is_missing() => {
                return problem(
                    "dangling-link",
                    "it is a symbolic link to nothing",
                    "fix or remove the link",
                );
            }
            Err(error) => return Found::Problem(unreadable(&path, &error)),
        };
        if self.ignored(&path, found.kind) {
            return Found::Nothing;
        }
        let Ok(inside) = target.strip_prefix(&self.root) else {
            return problem(
                "link-leaves-project",
                "it is a symbolic link that leads out of the project",
                "copy the file into the project",
            );
        };
        if self.never(inside) {
            return problem(
                "link-leaves-project",
                "it is a symbolic link into a folder that is never published",
                "copy the file into the project",
            );
        }
        match found.kind {
            FileKind::File => match file(path.clone(), found) {
                Found::File(file) => Found::Linked(file, FollowedLink { path, target }),
                other => other,
            },
            FileKind::Directory => {
                let mut above = Some(folder);
                while let Some(folder) = above {
                    if folder.disk == target {
                        let why = "it is a symbolic link to a folder that contains it";
                        return problem("link-cycle", why, "remove the link");
                    }
                    above = folder.parent.as_ref();
                }
                if folder.links >= MAX_LINK_DEPTH {
                    let why = "it is a symbolic link inside too many linked folders";
                    return problem("link-cycle", why, "link to the folder directly");
                }
                self.below(folder, path, target, folder.links + 1)
            }
            FileKind::Link | FileKind::Special => Found::Problem(special(&path)),
        }
    }

    fn below(&self, folder: &Arc<Folder>, path: SourcePath, disk: Utf8PathBuf, links: usize) -> Found {
        if folder.depth >= MAX_DEPTH {
            let why = format!("it lies more than {MAX_DEPTH} folders deep");
            return Found::Problem(left_out(&path, "folder-too-deep", &why, "move it up"));
        }
        Found::Folder(Folder { path, disk, parent: Some(Arc::clone(folder)), depth: folder.depth + 1, links })
    }

    fn ignored(&self, path: &SourcePath, kind: FileKind) -> bool {
        (self.options.ignored)(path, kind)
    }

    /// Whether a path below the root lies in a place that no pattern can bring back.
    fn never(&self, inside: &Utf8Path) -> bool {
        let path = SourcePath::new(inside.as_str());
        path.as_str().split('/').any(is_never) || self.is_excluded(&self.root.join(inside))
    }

    /// Whether a canonical path is in a directory that is left out.
    fn is_excluded(&self, disk: &Utf8Path) -> bool {
        let inside = disk.strip_prefix(&self.root);
        inside.is_ok_and(|inside| {
            self.options.excluded.iter().any(|excluded| inside.starts_with(excluded.as_str()))
        })
    }
}

fn file(path: SourcePath, found: Metadata) -> Found {
    match found.kind {
        FileKind::File if found.size > MAX_FILE_SIZE => {
            let why = "it is larger than 4 GiB";
            Found::Problem(left_out(&path, "file-too-large", why, "serve it from elsewhere and link to it"))
        }
        FileKind::File => {
            let Metadata { size, modified_ns, .. } = found;
            Found::File(ScannedFile { path, size, modified_ns, metadata: found })
        }
        // It was replaced since the listing.
        FileKind::Special => Found::Problem(special(&path)),
        FileKind::Directory | FileKind::Link => Found::Nothing,
    }
}

const RENAME: &str = "rename it";

fn special(path: &SourcePath) -> Diagnostic {
    left_out(path, "special-file", "it is a pipe, a socket or a device", "remove it from the project")
}

fn left_out(path: &SourcePath, code: &'static str, why: &str, hint: &str) -> Diagnostic {
    Diagnostic::warning(code, format!("`{path}` is left out: {why}")).in_file(path).hint(hint)
}

fn unreadable(path: &SourcePath, error: &SystemError) -> Diagnostic {
    let shown = if path.as_str().is_empty() { "the project folder" } else { path.as_str() };
    Diagnostic::error("unreadable-file", format!("`{shown}` cannot be read: {}", error.reason))
        .in_file(path)
        .hint("check that it exists and that you may read it")
}
