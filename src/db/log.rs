//! Which query ran and why: `DOCS_LOG=queries`, and the counts that tests look at.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};

use crate::trace::Trace;

/// Records executed queries. Clones share the record.
#[derive(Clone, Default)]
pub struct QueryLog {
    shared: Option<Arc<Mutex<Record>>>,
    trace: Trace,
}

#[derive(Default)]
struct Record {
    echo: bool,
    /// Keys that ran at least once.
    seen: BTreeSet<String>,
    /// Why the present revision exists.
    cause: String,
    /// Executions of the present revision by query name.
    counts: BTreeMap<&'static str, usize>,
    /// Results that were taken from the store instead, by name; of all revisions.
    reused: BTreeMap<&'static str, usize>,
    lines: Vec<String>,
}

/// Whether each line also goes to standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    On,
    Off,
}

impl QueryLog {
    /// A log that records nothing and costs nothing.
    pub fn off() -> Self {
        Self::default()
    }

    /// A log that records.
    pub fn on(echo: Echo) -> Self {
        let record = Record { echo: echo == Echo::On, ..Record::default() };
        Self { shared: Some(Arc::new(Mutex::new(record))), trace: Trace::off() }
    }

    /// The same log, and times besides.
    pub fn with_trace(self, trace: Trace) -> Self {
        Self { trace, ..self }
    }

    /// Where times are recorded.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Notes that a result was taken from the store.
    pub fn reused(&self, query: &'static str) {
        if let Some(shared) = &self.shared {
            let mut record = shared.lock().unwrap_or_else(PoisonError::into_inner);
            *record.reused.entry(query).or_default() += 1;
        }
    }

    /// Results that were taken from the store, by query name.
    pub fn reuse_counts(&self) -> BTreeMap<&'static str, usize> {
        self.shared
            .as_ref()
            .map(|shared| shared.lock().unwrap_or_else(PoisonError::into_inner).reused.clone())
            .unwrap_or_default()
    }

    /// Begins a new revision: counts start again, and queries that ran before now run because of `cause`.
    pub fn begin(&self, cause: &str) {
        if let Some(shared) = &self.shared {
            let mut record = shared.lock().unwrap_or_else(PoisonError::into_inner);
            record.cause = cause.to_owned();
            record.counts.clear();
            record.lines.clear();
        }
    }

    /// Executions since [`QueryLog::begin`] by query name.
    pub fn counts(&self) -> BTreeMap<&'static str, usize> {
        self.shared
            .as_ref()
            .map(|shared| shared.lock().unwrap_or_else(PoisonError::into_inner).counts.clone())
            .unwrap_or_default()
    }

    /// One line for each execution since [`QueryLog::begin`].
    pub fn lines(&self) -> Vec<String> {
        self.shared
            .as_ref()
            .map(|shared| shared.lock().unwrap_or_else(PoisonError::into_inner).lines.clone())
            .unwrap_or_default()
    }

    /// Records that a query runs.
    pub(super) fn ran(&self, query: &'static str, subject: &dyn Display) {
        let Some(shared) = &self.shared else { return };
        let key = format!("{query} {subject}");
        let mut record = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let why = if record.seen.insert(key.clone()) {
            "first time".to_owned()
        } else {
            format!("an input changed: {}", record.cause)
        };
        let line = format!("{}: {why}", key.trim_end());
        if record.echo {
            eprintln!("query {line}");
        }
        record.lines.push(line);
        *record.counts.entry(query).or_default() += 1;
    }
}
