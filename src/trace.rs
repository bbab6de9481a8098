//! What took how long: spans of phases, pages and other steps, for `--report` and `--timings`.
//!
//! A [`Trace`] that is off holds nothing and asks for no time. One that is on belongs to one build; clones
//! share it. Not here: which queries ran (the query log knows), and how either is told (`cli::report`).

use std::cell::Cell;
use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::system::System;

/// Records spans, or does nothing.
#[derive(Clone, Default)]
pub struct Trace {
    shared: Option<Arc<Shared>>,
}

struct Shared {
    system: Arc<dyn System>,
    spans: Mutex<Vec<Span>>,
}

/// What a span is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Phase,
    /// Rendering a page's body.
    Body,
    /// A page's way from its body to the output directory.
    Page,
    /// Pages that are worked on together.
    Batch,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Phase => "phase",
            Self::Body => "body",
            Self::Page => "page",
            Self::Batch => "batch",
        }
    }
}

/// Something that took time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub kind: Kind,
    pub name: String,
    pub begin: Duration,
    pub length: Duration,
    /// A small number that the thread keeps.
    pub thread: u64,
    /// Bytes of what was made, where that says something.
    pub bytes: u64,
}

/// Numbers threads in the order in which they are first seen.
static THREADS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    static THREAD: Cell<u64> = const { Cell::new(0) };
}

fn thread() -> u64 {
    THREAD.with(|number| {
        if number.get() == 0 {
            number.set(THREADS.fetch_add(1, Ordering::Relaxed));
        }
        number.get()
    })
}

impl Trace {
    /// Records nothing and costs nothing.
    pub fn off() -> Self {
        Self::default()
    }

    /// Records, with the times of `system`.
    pub fn on(system: Arc<dyn System>) -> Self {
        Self { shared: Some(Arc::new(Shared { system, spans: Mutex::default() })) }
    }

    /// Begins a span that ends when the result is dropped.
    pub fn span<'t>(&'t self, kind: Kind, name: &'t dyn Display) -> OpenSpan<'t> {
        let begin = self.shared.as_ref().map(|shared| shared.system.monotonic()).unwrap_or_default();
        OpenSpan { shared: self.shared.as_deref(), kind, name, begin, bytes: 0 }
    }

    /// All spans so far, in the order of their beginnings.
    pub fn spans(&self) -> Vec<Span> {
        let Some(shared) = &self.shared else { return Vec::new() };
        let mut spans = shared.spans.lock().unwrap_or_else(PoisonError::into_inner).clone();
        spans.sort_by(|a, b| (a.begin, a.kind, &a.name).cmp(&(b.begin, b.kind, &b.name)));
        spans
    }
}

/// A span that has not ended.
pub struct OpenSpan<'t> {
    shared: Option<&'t Shared>,
    kind: Kind,
    name: &'t dyn Display,
    begin: Duration,
    bytes: u64,
}

impl OpenSpan<'_> {
    /// Tells how much was made.
    pub fn made(&mut self, bytes: usize) {
        self.bytes = bytes as u64;
    }
}

impl Drop for OpenSpan<'_> {
    fn drop(&mut self) {
        let Some(shared) = self.shared else { return };
        let span = Span {
            kind: self.kind,
            name: self.name.to_string(),
            begin: self.begin,
            length: shared.system.monotonic().saturating_sub(self.begin),
            thread: thread(),
            bytes: self.bytes,
        };
        shared.spans.lock().unwrap_or_else(PoisonError::into_inner).push(span);
    }
}

/// Shorter spans of pages and bodies are not shown one by one.
const SHORTEST: Duration = Duration::from_micros(100);

/// The spans as trace events, the format that `chrome://tracing` and Perfetto open.
pub fn chrome(spans: &[Span]) -> Value {
    let micros = |time: Duration| json!(time.as_nanos() as f64 / 1000.0);
    let mut events: Vec<Value> = Vec::new();
    let mut threads: Vec<u64> = spans.iter().map(|span| span.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    for thread in threads {
        events.push(json!({
            "ph": "M", "pid": 1, "tid": thread, "name": "thread_name",
            "args": { "name": format!("thread {thread}") },
        }));
    }
    for span in spans.iter().filter(|span| span.kind == Kind::Phase || span.length >= SHORTEST) {
        events.push(json!({
            "ph": "X", "pid": 1, "tid": span.thread, "cat": span.kind.name(), "name": span.name,
            "ts": micros(span.begin), "dur": micros(span.length), "args": { "bytes": span.bytes },
        }));
    }
    json!({ "displayTimeUnit": "ms", "traceEvents": events })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::memory::MemorySystem;

    #[test]
    fn spans_are_recorded_when_they_end() {
        let system = MemorySystem::new();
        let trace = Trace::on(Arc::new(system.clone()));
        {
            let _outer = trace.span(Kind::Phase, &"render");
            system.place_file("/a", b"the clock moves with each change");
            let mut page = trace.span(Kind::Page, &"guide/a");
            system.place_file("/b", b"");
            page.made(42);
        }
        let spans = trace.spans();
        let names: Vec<&str> = spans.iter().map(|span| &*span.name).collect();
        assert_eq!(names, ["render", "guide/a"]);
        assert!(spans[1].length > Duration::ZERO && spans[1].length < spans[0].length, "{spans:?}");
        assert_eq!((spans[1].bytes, spans[0].thread == spans[1].thread), (42, true));
        let events = chrome(&spans);
        // The page was too short to be shown.
        assert_eq!(events["traceEvents"].as_array().map(Vec::len), Some(2), "{events}");
        assert_eq!(events["traceEvents"][1]["name"], "render");
    }

    #[test]
    fn off_is_off() {
        let trace = Trace::off();
        drop(trace.span(Kind::Page, &"a"));
        assert!(trace.spans().is_empty());
    }
}
