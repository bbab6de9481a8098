//! What a build that was broken off leaves behind is taken away.

use super::Output;
use crate::system::{EntryName, FileKind, is_temporary};
use crate::text::OutPath;

impl Output {
    /// Removes temporary files, files that an unfinished rename left under two names, and empty folders.
    pub(super) fn tidy_up(&self, ours: &[OutPath], shadows: &[OutPath]) {
        for shadow in shadows {
            if self.regular_file(shadow).is_some() {
                let _ = self.system.remove_file(&self.directory.join(shadow.as_str()));
            }
        }
        let paths = ours.iter().chain(shadows).map(OutPath::as_str);
        let mut folders: Vec<&str> =
            paths.flat_map(|path| path.match_indices('/').map(|(end, _)| &path[..end])).collect();
        folders.push("");
        folders.sort_unstable();
        folders.dedup();
        // From the deepest up, so that folders of empty folders go, too.
        for folder in folders.into_iter().rev() {
            if self.folders.check(&*self.system, folder).is_err() {
                continue;
            }
            let disk = self.directory.join(folder);
            for entry in self.system.read_dir(&disk).unwrap_or_default() {
                if let EntryName::Text(name) = &entry.name
                    && entry.kind == FileKind::File
                    && is_temporary(name)
                {
                    let _ = self.system.remove_file(&disk.join(name));
                }
            }
            self.remove_empty_folders(folder);
        }
    }
}
