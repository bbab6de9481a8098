//! `docs lsp`: opens the project that the editor works in, and answers.

use std::sync::Arc;

use super::arguments::CachePlace;
use super::build::cache_options;
use super::{Exit, complain};
use crate::engine::Options;
use crate::lsp::serve;
use crate::system::{System, Utf8Path};

/// Answers until the editor is gone.
pub fn run(system: Arc<dyn System>, dir: Option<&str>) -> Exit {
    let options = |root: &Utf8Path| Options {
        cache: Some(cache_options(root, &CachePlace::default())),
        // Nothing is written there.
        ..Options::new(root, root.join("dist"))
    };
    match serve(system, dir.map(Utf8Path::new), &options) {
        Ok(()) => Exit::Built,
        Err(message) => {
            complain(&format!("error: {message}\n"));
            Exit::Problems
        }
    }
}
