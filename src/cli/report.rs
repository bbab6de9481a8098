//! `--report` and `--timings`: what a build did, for machines.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::db::QueryLog;
use crate::diagnostic::Severity;
use crate::engine::{Engine, Report};
use crate::system::{System, Utf8Path};
use crate::trace::{Kind, Span, chrome};

mod weights;

use weights::Weights;

/// Pages and files in the lists of the slowest and the largest.
const LISTED: usize = 20;

/// The report. Pages that load more than they should become problems of the build.
pub fn report(system: &dyn System, built: &mut Report, engine: &mut Engine) -> Value {
    let weights = Weights::of(system, engine);
    built.diagnostics.extend(weights.problems());
    let (largest_assets, page_classes, budgets) = weights.json();
    let log = engine.log();
    let spans = log.trace().spans();
    let mut pages: BTreeMap<&str, (Duration, u64)> = BTreeMap::new();
    for span in spans.iter().filter(|span| matches!(span.kind, Kind::Page | Kind::Body)) {
        let page = pages.entry(&span.name).or_default();
        page.0 += span.length;
        page.1 = page.1.max(span.bytes);
    }
    let rendered = pages.values().filter(|(_, bytes)| *bytes > 0).count();
    let mut slowest: Vec<_> = pages.iter().map(|(name, (time, _))| (*time, *name)).collect();
    slowest.sort_by(|a, b| b.cmp(a));
    let mut largest: Vec<_> =
        pages.iter().filter(|(_, (_, bytes))| *bytes > 0).map(|(name, (_, bytes))| (*bytes, *name)).collect();
    largest.sort_by(|a, b| b.cmp(a));
    let (ran, reused) = (log.counts(), log.reuse_counts());
    let mut queries = Map::new();
    for name in ran.keys().chain(reused.keys()) {
        let count = |counts: &BTreeMap<&str, usize>| counts.get(name).copied().unwrap_or(0);
        queries.insert((*name).to_owned(), json!({ "run": count(&ran), "reused": count(&reused) }));
    }
    let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
    for problem in &built.diagnostics {
        *codes.entry(problem.code).or_default() += 1;
    }
    let phases = built.phases.iter();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "out": engine.out().as_str(),
        "seconds": built.elapsed.as_secs_f64(),
        "phases": phases.map(|(phase, time)| json!({ "name": phase, "seconds": time.as_secs_f64() })).collect::<Vec<_>>(),
        "pages": {
            "total": built.pages,
            "rendered": rendered,
            "reused": built.pages.saturating_sub(rendered),
        },
        "files": {
            "written": built.written,
            "unchanged": built.unchanged,
            "deleted": built.deleted,
            "bytesWritten": built.bytes,
        },
        "queries": queries,
        "cache": engine.store_statistics(),
        "slowestPages": slowest.iter().take(LISTED).map(|(time, name)| {
            json!({ "page": name, "milliseconds": time.as_secs_f64() * 1000.0 })
        }).collect::<Vec<_>>(),
        "largestPages": largest.iter().take(LISTED).map(|(bytes, name)| {
            json!({ "page": name, "bytes": bytes })
        }).collect::<Vec<_>>(),
        "largestAssets": largest_assets,
        "pageClasses": page_classes,
        "budgets": budgets,
        "peakMemoryBytes": peak_memory(system),
        "diagnostics": {
            "errors": built.count(Severity::Error),
            "warnings": built.count(Severity::Warning),
            "codes": codes,
        },
    })
}

/// The trace, with the phases one after the other from `begin` on.
pub fn timings(built: &Report, log: &QueryLog, begin: Duration) -> Value {
    let mut spans = log.trace().spans();
    let mut at = begin;
    for (phase, length) in &built.phases {
        let name = format!("{phase:?}").to_lowercase();
        spans.push(Span { kind: Kind::Phase, name, begin: at, length: *length, thread: 0, bytes: 0 });
        at += *length;
    }
    chrome(&spans)
}

/// The most memory that this process had, where the system tells.
fn peak_memory(system: &dyn System) -> Option<u64> {
    let status = system.read_text(Utf8Path::new("/proc/self/status")).ok()??;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::memory::MemorySystem;

    #[test]
    fn memory_is_known_where_it_is_told() {
        let system = MemorySystem::with_files([("/proc/self/status", "Name:\tdocs\nVmHWM:\t  1234 kB\n")]);
        assert_eq!(peak_memory(&system), Some(1234 * 1024));
        assert_eq!(peak_memory(&MemorySystem::new()), None);
    }
}
