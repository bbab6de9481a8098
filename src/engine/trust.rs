//! What the files looked like at the last scan, kept between processes for those who trust it.

use super::{Options, Reuse};
use crate::source::stamp::{STAMPS_FILE, Stamps};
use crate::system::{System, Utf8PathBuf};

/// How a scan finds out what changed since the last process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// Every file is read.
    #[default]
    Contents,
    /// A file whose size, times and inode are as they were is not read.
    Metadata,
}

/// The last look at the files, when looks are trusted.
#[derive(Default)]
pub struct LastLook {
    /// Where it is kept between processes; `None` when looks are not trusted.
    path: Option<Utf8PathBuf>,
    stamps: Option<Stamps>,
}

impl LastLook {
    pub fn new(options: &Options) -> Self {
        let trusted = options.trust == Trust::Metadata && options.reuse == Reuse::On;
        let cache = options.cache.as_ref().filter(|_| trusted);
        Self { path: cache.map(|cache| cache.directory.join(STAMPS_FILE)), stamps: None }
    }

    /// The stamps of the last scan of this or another process.
    pub fn stamps(&mut self, system: &dyn System) -> Option<Stamps> {
        let path = self.path.as_ref()?;
        let stored = || system.read(path).ok().map(|bytes| Stamps::decode(&bytes));
        self.stamps.take().or_else(stored)
    }

    /// Whether the next scan asks for what this one saw.
    pub fn is_trusted(&self) -> bool {
        self.path.is_some()
    }

    pub fn keep(&mut self, stamps: Stamps) {
        self.stamps = Some(stamps);
    }

    /// Keeps it for the next process. Without it that one reads all files.
    pub fn save(&self, system: &dyn System) {
        if let (Some(stamps), Some(path)) = (&self.stamps, &self.path) {
            // A cache that cannot be written is told by the store.
            let _ = system.write(path, &stamps.encode());
        }
    }
}
