//! What stands twice where readers expect it once: a page in a list of pages, a name in a row of tabs.
//!
//! A page in two groups, tabs or versions is there because its author wants it so: many sites do that.

use std::collections::BTreeSet;

use crate::config::navigation::{Division, DivisionKind, Group, Level, PageEntry};
use crate::diagnostic::{Diagnostic, Location};

/// What is told of a written navigation. The configuration's own limit of nesting bounds this.
pub fn repetitions(level: &Level) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    of_level(level, &mut told);
    told
}

fn of_level(level: &Level, told: &mut Vec<Diagnostic>) {
    let Level { languages, products, versions, dropdowns, tabs, anchors, menu, .. } = level;
    for row in [languages, products, versions, dropdowns, tabs, anchors, menu] {
        of_row(row, told);
        row.iter().for_each(|division| of_level(&division.level, told));
    }
    level.groups.iter().for_each(|group| of_group(group, told));
    of_list(&level.pages, told);
}

fn of_row(row: &[Division], told: &mut Vec<Diagnostic>) {
    let mut seen = BTreeSet::new();
    for division in row.iter().filter(|division| division.hidden != Some(true)) {
        let name = division.name.as_deref().unwrap_or(&division.label).trim();
        if name.is_empty() || seen.insert(name) {
            continue;
        }
        let what = match division.kind {
            DivisionKind::Language => "languages",
            DivisionKind::Product => "products",
            DivisionKind::Version => "versions",
            DivisionKind::Dropdown => "dropdowns",
            DivisionKind::Tab => "tabs",
            DivisionKind::Anchor => "anchors",
            DivisionKind::MenuItem => "items of a menu",
        };
        let message = format!("two {what} beside each other are called `{name}`");
        let problem = Diagnostic::warning("nav-name-twice", message)
            .hint("give one of them another name, or make one of them: readers cannot tell which is which");
        told.push(placed(problem, division.location.as_ref()));
    }
}

fn of_group(group: &Group, told: &mut Vec<Diagnostic>) {
    if group.hidden != Some(true) {
        of_list(&group.pages, told);
    }
}

fn of_list(pages: &[PageEntry], told: &mut Vec<Diagnostic>) {
    let mut seen = BTreeSet::new();
    for entry in pages {
        match entry {
            PageEntry::Group(group) => of_group(group, told),
            PageEntry::Page { path, location } if !seen.insert(path.as_str()) => {
                let message = format!("`{path}` stands twice in one list of pages");
                let problem =
                    Diagnostic::warning("nav-page-twice", message).hint("remove one of the entries");
                told.push(placed(problem, location.as_ref()));
            }
            PageEntry::Page { .. } => {}
        }
    }
}

fn placed(problem: Diagnostic, location: Option<&Location>) -> Diagnostic {
    match location {
        Some(location) => problem.located(location.clone()),
        None => problem,
    }
}
