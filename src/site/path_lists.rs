//! The lists of paths that the 404 page looks for near ones in (ERR-01): small files by last segment, so that a page
//! that moved is in the same list as before, and no list grows with the site. A line `page<tab>/alias` is found by the
//! alias and leads to the page.

use crate::hash::ContentHash;

/// Bytes of a list at most.
const MOST_BYTES: usize = 20_000;
/// From so many bytes on a list ends where the hash of a path says so: another path then changes one list only.
const FEWEST_BYTES: usize = 6_000;
/// One path in so many ends a list.
const SPREAD: u8 = 128;

/// One list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathList {
    /// The last segment from which on paths are in it; empty for the first list.
    pub first: String,
    /// Paths without a slash in front, one a line, by last segment.
    pub text: String,
}

/// The lists of all `paths`.
pub fn path_lists<'a>(paths: impl IntoIterator<Item = &'a str>) -> Vec<PathList> {
    let mut paths: Vec<(String, &str)> = paths
        .into_iter()
        .filter(|path| !path.is_empty() && !path.contains('\n'))
        .map(|path| (path.rsplit('/').next().unwrap_or(path).to_lowercase(), path))
        .collect();
    paths.sort_unstable();
    paths.dedup();
    let total: usize = paths.iter().map(|(_, path)| path.len() + 1).sum();
    let mut lists: Vec<PathList> = Vec::new();
    for (name, path) in paths {
        let is_full = lists.last().is_none_or(|list| {
            let length = list.text.len();
            length + path.len() + 1 > MOST_BYTES
                || (total > MOST_BYTES && length > FEWEST_BYTES && ends_list(path))
        });
        if is_full {
            let first = if lists.is_empty() { String::new() } else { name };
            lists.push(PathList { first, text: String::new() });
        }
        if let Some(list) = lists.last_mut() {
            list.text.push_str(path);
            list.text.push('\n');
        }
    }
    lists
}

fn ends_list(path: &str) -> bool {
    ContentHash::of(path.as_bytes()).as_bytes()[0].is_multiple_of(SPREAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_small_and_change_locally() {
        let small = path_lists(["b/two", "a/one", ""]);
        assert_eq!(small, [PathList { first: String::new(), text: "a/one\nb/two\n".to_owned() }]);
        let names: Vec<String> = (0..20_000).map(|n| format!("guides/part-{}/page-{n}", n % 9)).collect();
        let lists = path_lists(names.iter().map(String::as_str));
        assert!(lists.len() > 20 && lists.iter().all(|list| list.text.len() <= MOST_BYTES));
        let more = path_lists(names.iter().map(String::as_str).chain(["guides/page-12345-and-more"]));
        let changed = more.iter().filter(|list| !lists.contains(list)).count();
        assert!(changed <= 3, "{changed} of {}", lists.len());
    }
}
