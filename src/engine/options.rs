//! What a build is told.

use super::trust::Trust;
use crate::db::{Checks, Settings};
use crate::diagnostic::Severity;
use crate::system::Utf8PathBuf;

/// What to build, and where to.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of `docs.json`.
    pub root: Utf8PathBuf,
    /// The output directory.
    pub out: Utf8PathBuf,
    pub settings: Settings,
    /// Threads; 0: as many as there are processors.
    pub jobs: usize,
    pub reuse: Reuse,
    /// Where results are kept between processes; `None`: nowhere.
    pub cache: Option<CacheOptions>,
    pub checks: Checks,
    pub trust: Trust,
    /// Problems this bad end a build early; `None`: it goes on to its end whatever it meets.
    pub stop_at: Option<Severity>,
}

impl Options {
    /// The usual way to build `root` into `out`, keeping nothing between processes.
    pub fn new(root: impl Into<Utf8PathBuf>, out: impl Into<Utf8PathBuf>) -> Self {
        Self {
            root: root.into(),
            out: out.into(),
            settings: Settings::default(),
            jobs: 0,
            reuse: Reuse::On,
            cache: None,
            checks: Checks::Off,
            trust: Trust::Contents,
            stop_at: None,
        }
    }
}

/// The store on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheOptions {
    pub directory: Utf8PathBuf,
    /// Most bytes that it may take.
    pub limit: u64,
}

/// Folder of the store in a project.
pub const CACHE_FOLDER: &str = ".docs/cache";
/// Bytes that the store may take, unless told otherwise.
pub const CACHE_SIZE: u64 = 2 << 30;

/// Whether files that an earlier build wrote are believed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reuse {
    #[default]
    On,
    /// Everything is made again and compared byte by byte.
    Off,
}
