//! Work that is no longer wanted: asked for from another thread, noticed between pages and between queries.

use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use salsa::Cancelled;

/// A request to stop the running build. Clones share it; it stays until it is withdrawn.
#[derive(Clone, Debug, Default)]
pub struct Cancellation {
    requested: Arc<AtomicBool>,
}

impl Cancellation {
    /// Asks the running build to stop, or the next one not to begin.
    pub fn request(&self) {
        self.requested.store(true, Ordering::Release);
    }

    /// Withdraws the request: the next build runs.
    pub fn withdraw(&self) {
        self.requested.store(false, Ordering::Release);
    }

    /// Whether the build should stop.
    pub fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Acquire)
    }
}

/// Runs `work`, which asks queries; `None` when a query in it was cancelled. What it had changed itself
/// until then stays changed.
pub fn until_cancelled<T>(work: impl FnOnce() -> T) -> Option<T> {
    match Cancelled::catch(AssertUnwindSafe(work)) {
        Ok(done) => Some(done),
        Err(cancelled @ Cancelled::PropagatedPanic) => resume_unwind(Box::new(cancelled)),
        Err(_) => None,
    }
}

/// Like [`until_cancelled`] for work that may meet a query which panicked in another thread: that is
/// `Err`.
pub fn until_cancelled_or_panic<T>(work: impl FnOnce() -> Result<T, String>) -> Option<Result<T, String>> {
    match Cancelled::catch(AssertUnwindSafe(work)) {
        Ok(done) => Some(done),
        Err(Cancelled::PropagatedPanic) => {
            Some(Err("a step that it needs failed in another thread".to_owned()))
        }
        Err(_) => None,
    }
}
