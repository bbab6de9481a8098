//! The progress bar of a terminal. The only module that names indicatif; in pipes nothing is drawn.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::arguments::Detail;
use crate::engine::{Phase, Progress};

/// Draws the phase and pages per second.
pub struct Bar {
    bar: ProgressBar,
}

impl Bar {
    /// A bar on standard error, drawn only when that is a terminal, and never for who wants to hear of problems alone.
    pub fn new(detail: Detail) -> Self {
        let target = match detail {
            Detail::Quiet => ProgressDrawTarget::hidden(),
            Detail::Usual | Detail::Verbose => ProgressDrawTarget::stderr_with_hz(12),
        };
        Self { bar: ProgressBar::with_draw_target(None, target) }
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Bar {
    fn phase(&self, phase: Phase, total: usize) {
        let name = match phase {
            Phase::Scan => "scanning",
            Phase::Read => "reading",
            Phase::Edited | Phase::Render => "rendering",
            Phase::Copy => "copying",
            Phase::Check => "checking",
        };
        let counted = "{msg:9} [{bar:30}] {pos}/{len} {per_sec}";
        let template = if total == 0 { "{msg:9}" } else { counted };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style.progress_chars("=> "));
        }
        self.bar.reset();
        self.bar.set_length(total as u64);
        self.bar.set_message(name);
    }

    fn step(&self) {
        self.bar.inc(1);
    }
}
