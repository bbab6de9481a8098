//! Sidebars from folders, as generators make them where an author writes none.

use std::collections::BTreeMap;

use super::Entry;
use crate::text::{Slug, SourcePath};

/// What a folder or a page says about its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub position: Option<f64>,
    /// Of a folder; pages have their titles.
    pub label: Option<String>,
    /// Of a folder: a page that no file has.
    pub root: Option<SourcePath>,
}

/// The entries of a folder: pages and folders, by position, then by name.
pub(crate) fn of_folder(
    folder: &str,
    pages: &[&SourcePath],
    place: &dyn Fn(&str) -> Place,
    is_index: &dyn Fn(&str) -> bool,
) -> Vec<Entry> {
    entries(folder, pages, place, is_index, 0)
}

/// Deepest nesting of folders.
const MAX_DEPTH: usize = 30;

fn entries(
    folder: &str,
    pages: &[&SourcePath],
    place: &dyn Fn(&str) -> Place,
    is_index: &dyn Fn(&str) -> bool,
    depth: usize,
) -> Vec<Entry> {
    let mut files: Vec<&SourcePath> = Vec::new();
    let mut folders: BTreeMap<String, Vec<&SourcePath>> = BTreeMap::new();
    for page in pages {
        let rest = match folder {
            "" => Some(page.as_str()),
            folder => page.as_str().strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')),
        };
        match rest.and_then(|rest| rest.split_once('/')) {
            Some((name, _)) if depth < MAX_DEPTH => {
                let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
                folders.entry(path).or_default().push(page);
            }
            _ if rest.is_some() => files.push(page),
            _ => {}
        }
    }
    let mut all: Vec<(f64, String, Entry)> = Vec::new();
    for file in files {
        let Place { position, .. } = place(file.as_str());
        // The first page of the site stands first.
        let first = if is_index(file.as_str()) { -1.0 } else { f64::MAX };
        all.push((position.unwrap_or(first), file.as_str().to_lowercase(), Entry::Page(file.clone())));
    }
    for (path, pages) in folders {
        let mut inner = entries(&path, &pages, place, is_index, depth + 1);
        let root = inner.iter().position(|entry| match entry {
            Entry::Page(page) => is_index(page.as_str()) && page.parent().as_str() == path,
            _ => false,
        });
        let root = root.map(|at| inner.remove(at)).and_then(|entry| match entry {
            Entry::Page(page) => Some(page),
            _ => None,
        });
        let Place { mut position, label, root: made } = place(&path);
        if position.is_none() {
            position = root.as_ref().and_then(|root| place(root.as_str()).position);
        }
        let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
        let label = label.unwrap_or_else(|| Slug::new(&without_number(&name).1).title());
        let entry = Entry::Group { label, root: root.or(made), entries: inner };
        all.push((position.unwrap_or(f64::MAX), path.to_lowercase(), entry));
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    all.into_iter().map(|(_, _, entry)| entry).collect()
}

/// `01-name` as a number and a name.
pub(crate) fn without_number(name: &str) -> (Option<f64>, String) {
    let digits = name.len() - name.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = name[digits..].trim_start_matches(' ');
    let after = rest.strip_prefix(['-', '_', '.']).map(|rest| rest.trim_start_matches(['-', '_', '.', ' ']));
    match (digits > 0, after) {
        // Dates and versions are no numbers in front.
        (true, Some(after)) if !after.is_empty() && !after.starts_with(|c: char| c.is_ascii_digit()) => {
            (name[..digits].parse().ok(), after.to_owned())
        }
        _ => (None, name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_front_of_names() {
        assert_eq!(without_number("01-intro"), (Some(1.0), "intro".to_owned()));
        assert_eq!(without_number("2. Install"), (Some(2.0), "Install".to_owned()));
        assert_eq!(without_number("2024-01-02-news"), (None, "2024-01-02-news".to_owned()));
        assert_eq!(without_number("3d"), (None, "3d".to_owned()));
    }
}
