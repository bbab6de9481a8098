//! Files that are empty for a moment: many editors make a file empty and write it a little later.
//!
//! What is seen in between is not what its author means: a page without words, whose readers in `docs dev` lose their
//! place. So a change that left a file without a byte is looked at again after [`PATIENCE`]; one that is empty for as
//! long is meant to be.

use std::collections::BTreeMap;
use std::time::Duration;

use super::debounce::Batch;
use crate::system::{FileKind, Links, System, Utf8Path, Utf8PathBuf};
use crate::text::SourcePath;

/// How long a file has to be empty before that is taken for real.
pub const PATIENCE: Duration = Duration::from_millis(250);
/// Of more files than this at once (a check-out, a copy) nobody looks at each.
const MOST_LOOKED_AT: usize = 64;

/// The files that were empty when they were last looked at.
#[derive(Debug)]
pub struct Emptied {
    root: Utf8PathBuf,
    since: BTreeMap<SourcePath, Duration>,
}

impl Emptied {
    /// None yet, in the project in this folder.
    pub fn below(root: &Utf8Path) -> Self {
        Self { root: root.to_owned(), since: BTreeMap::new() }
    }

    /// Until when a batch had better wait, because a file of it may be about to be written.
    pub fn hold(&mut self, system: &dyn System, batch: &Batch, now: Duration) -> Option<Duration> {
        if batch.paths.len() > MOST_LOOKED_AT {
            return None;
        }
        let mut until = None;
        for path in &batch.paths {
            let found = system.metadata(&self.root.join(path.as_str()), Links::Follow);
            if !found.is_ok_and(|found| found.kind == FileKind::File && found.size == 0) {
                self.since.remove(path);
                continue;
            }
            let real = *self.since.entry(path.clone()).or_insert(now) + PATIENCE;
            if now < real {
                until = until.max(Some(real));
            }
        }
        until
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::memory::MemorySystem;

    fn batch(paths: &[&str]) -> Batch {
        Batch { paths: paths.iter().map(|path| SourcePath::new(path)).collect(), ..Batch::default() }
    }

    #[test]
    fn an_empty_file_is_held_until_it_is_written_or_was_empty_for_long() {
        let root = Utf8PathBuf::from("/project");
        let system = MemorySystem::new();
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            system.create_dir_all(&root).and_then(|()| system.write(&path, text.as_bytes())).expect("a file");
        };
        let mut emptied = Emptied::below(&root);
        let at = |milliseconds| Duration::from_millis(1000_u64 + milliseconds);
        write("a.mdx", "");
        write("b.mdx", "Words.\n");
        let both = batch(&["a.mdx", "b.mdx", "gone.mdx"]);
        assert_eq!(emptied.hold(&system, &batch(&["b.mdx", "gone.mdx"]), at(0)), None);
        assert_eq!(emptied.hold(&system, &both, at(0)), Some(at(250)));
        assert_eq!(emptied.hold(&system, &both, at(40)), Some(at(250)), "it is not held for ever");
        write("a.mdx", "Words.\n");
        assert_eq!(emptied.hold(&system, &both, at(50)), None, "it is written");
        write("a.mdx", "");
        assert_eq!(emptied.hold(&system, &both, at(100)), Some(at(350)), "emptied anew");
        assert_eq!(emptied.hold(&system, &both, at(350)), None, "and so it stays");
        assert_eq!(emptied.hold(&system, &both, at(400)), None, "which is known now");
    }
}
