//! How long the phases of a build take.

use std::sync::Arc;
use std::time::Duration;

use super::Phase;
use crate::system::System;

/// Measures phases.
pub(super) struct Clock {
    pub system: Arc<dyn System>,
    pub phases: Vec<(Phase, Duration)>,
    pub last: Duration,
}

impl Clock {
    pub fn lap(&mut self, phase: Phase) {
        let now = self.system.monotonic();
        self.phases.push((phase, now.saturating_sub(self.last)));
        self.last = now;
    }
}
