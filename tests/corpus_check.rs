//! `docs check` on real documentation sets: how much of every kind it tells of each, compared with a list that says
//! of every kind why it is true. A kind or a number that is new wants to be looked at before it goes into the list.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use docs::engine::check::External;
use rayon::prelude::*;

use crate::site::{Site, fixtures};

/// Larger sets are not looked at by default: without optimisation they take about 100 s on two processors, the smaller
/// ones a few. `DOCS_CORPUS=all` checks them, too; whoever changes what is told runs that once.
const MOST_PAGES: usize = 150;

/// Set, code, number.
type Counts = BTreeMap<(String, String), usize>;

#[test]
fn diag_01_what_is_told_of_real_sets_is_explained() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let Ok(entries) = std::fs::read_dir(&corpus) else {
        eprintln!("skipped: the real documentation sets are not on this machine");
        return;
    };
    let mut sets: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("docs.json").is_file())
        .collect();
    sets.sort();
    assert!(!sets.is_empty());
    let file = fixtures().join("corpus-check.txt");
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let all = std::env::var("DOCS_CORPUS").is_ok_and(|value| value == "all");
    let found: Vec<(String, Counts)> = sets.par_iter().filter_map(|set| checked(set, all)).collect();
    let is_checked: BTreeSet<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert!(is_checked.len() > 5, "{is_checked:?}");
    let mut expected = listed(&text);
    let explained: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# ")?.split_once(": "))
        .map(|(code, _)| code)
        .collect();
    let now: Counts = found.iter().flat_map(|(_, counts)| counts.clone()).collect();
    if std::env::var("DOCS_UPDATE").is_ok_and(|value| value == "1") {
        expected.retain(|(set, _), _| !is_checked.contains(set.as_str()));
        expected.extend(now);
        let comments: Vec<&str> = text.lines().take_while(|line| line.starts_with('#')).collect();
        let lines = expected.iter().map(|((set, code), number)| format!("{set} {code} {number}"));
        let text: Vec<String> = comments.iter().map(|line| (*line).to_owned()).chain(lines).collect();
        std::fs::write(&file, text.join("\n") + "\n").expect("the list can be written");
        return;
    }
    expected.retain(|(set, _), _| is_checked.contains(set.as_str()));
    let keys: BTreeSet<_> = expected.keys().chain(now.keys()).collect();
    let other = keys.into_iter().filter(|key| expected.get(*key) != now.get(*key));
    let other: Vec<String> = other
        .map(|key| format!("{} {}: {:?}, not {:?}", key.0, key.1, now.get(key), expected.get(key)))
        .collect();
    assert!(other.is_empty(), "look at these, then DOCS_UPDATE=1: {other:#?}");
    let unexplained: BTreeSet<&String> =
        now.keys().map(|(_, code)| code).filter(|code| !explained.contains(code.as_str())).collect();
    assert!(unexplained.is_empty(), "say in the list why these are true: {unexplained:?}");
}

fn listed(text: &str) -> Counts {
    let line = |line: &str| {
        let mut words = line.split(' ').map(str::to_owned);
        let key = (words.next()?, words.next()?);
        Some((key, words.next()?.parse().ok()?))
    };
    text.lines().filter(|line| !line.starts_with('#')).filter_map(line).collect()
}

/// What is told of a set by code.
fn checked(set: &Path, all: bool) -> Option<(String, Counts)> {
    let name = set.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut site = Site::copy_of(set).jobs(1);
    let is_page = |path: &String| path.ends_with(".mdx") || path.ends_with(".md");
    let pages = site.sources().keys().filter(|path| is_page(path)).count();
    if pages > MOST_PAGES && !all {
        eprintln!("skipped: {name} has {pages} pages");
        return None;
    }
    let mut counts = Counts::new();
    for problem in site.check(External::Trusted).diagnostics {
        *counts.entry((name.clone(), problem.code.to_owned())).or_default() += 1;
    }
    Some((name, counts))
}
