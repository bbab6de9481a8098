//! Source files that would be published under one address (PG-07).
//!
//! Addresses are compared as a disk that ignores letter case and Unicode normal form would: `Guide.mdx`
//! and `guide.mdx`, `a.md` and `a.mdx`, `a.mdx` and `a/index.mdx` collide. The one without
//! capitals keeps the address, else the first in path order, and `a.mdx` before `a.md`. Files that are not published by themselves cannot collide.

use rayon::prelude::*;
use std::borrow::Cow;
use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::category::FileCategory;
use crate::diagnostic::Diagnostic;
use crate::hash::tables::HashMap;
use crate::text::{Slug, SourcePath};

/// Notes that repositories hold for those who work on them. One that loses an address costs its readers nothing.
const NOTES: &[&str] =
    &["AGENTS.md", "CLAUDE.md", "CODE_OF_CONDUCT.md", "GEMINI.md", "SECURITY.md", "TODO.md"];

/// A file that lost its address to another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collision {
    /// The file that is not published.
    pub loser: SourcePath,
    /// The file that has the address.
    pub winner: SourcePath,
}

/// All collisions among `files`, in path order, with an error for each (a warning for a note, PG-07).
pub fn collisions<'a>(
    files: impl IntoIterator<Item = (&'a SourcePath, FileCategory)>,
) -> (Vec<Collision>, Vec<Diagnostic>) {
    let is_published = |category| category == FileCategory::Page || FileCategory::is_copied(category);
    let files: Vec<_> = files.into_iter().filter(|(_, category)| is_published(*category)).collect();
    let published = files.into_par_iter().with_min_len(1000);
    let published: Vec<(Cow<'_, str>, &SourcePath, FileCategory)> =
        published.map(|(path, category)| (address(path, category), path, category)).collect();
    // Nearly all have an address of their own.
    let mut claims: HashMap<&str, usize> = HashMap::with_capacity(published.len());
    for (address, ..) in &published {
        *claims.entry(address).or_default() += 1;
    }
    let mut published: Vec<&(Cow<'_, str>, &SourcePath, FileCategory)> =
        published.iter().filter(|(address, ..)| claims.get(&**address) > Some(&1)).collect();
    // Of two that differ in letter case alone the one that is spelt as addresses are keeps it: `agents.mdx` is the page,
    // and `AGENTS.md` beside it is a note to programs.
    published.sort_by_cached_key(|(_, path, category)| {
        // What a text was before it became MDX often stays beside it.
        let path = path.as_str();
        let (stem, rank) = match (path.strip_suffix(".mdx"), path.strip_suffix(".md")) {
            (Some(stem), _) => (stem, 0),
            (_, Some(stem)) => (stem, 1),
            _ => (path, 2),
        };
        let is_spelt_otherwise = folded(path) != path;
        (rank != 0 && is_spelt_otherwise, folded(stem).into_owned(), rank, is_spelt_otherwise, *category)
    });
    let mut owners: HashMap<&str, &SourcePath> = HashMap::new();
    let mut collisions = Vec::new();
    let mut diagnostics = Vec::new();
    for (address, path, category) in published {
        let winner = *owners.entry(address).or_insert(path);
        if winner != *path {
            collisions.push(Collision { loser: (*path).clone(), winner: winner.clone() });
            diagnostics.push(diagnostic(path, winner, *category));
        }
    }
    let mut found: Vec<(Collision, Diagnostic)> = collisions.into_iter().zip(diagnostics).collect();
    found.sort_by(|(a, _), (b, _)| a.loser.cmp(&b.loser));
    found.into_iter().unzip()
}

/// Where a file is published, as names are compared.
fn address(path: &SourcePath, category: FileCategory) -> Cow<'_, str> {
    match category {
        // A file never lies where a page's own file does: the slash keeps the two apart.
        FileCategory::Page => Cow::Owned(format!("{}/", folded(Slug::of_page(path).route()))),
        _ => folded(path.as_str()),
    }
}

/// The form in which two names are equal on a disk that ignores letter case and Unicode normal form.
pub fn folded(name: &str) -> Cow<'_, str> {
    // Most names are as they are compared.
    if name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return Cow::Borrowed(name);
    }
    let lower = name.to_lowercase();
    Cow::Owned(if is_nfc(&lower) { lower } else { lower.nfc().collect() })
}

fn diagnostic(loser: &SourcePath, winner: &SourcePath, category: FileCategory) -> Diagnostic {
    let what = if category == FileCategory::Page { "pages" } else { "files" };
    let why = if folded(loser.as_str()) == folded(winner.as_str()) {
        "their names differ only in letter case or Unicode form"
    } else {
        "both have the same address"
    };
    let message = format!("the {what} `{winner}` and `{loser}` collide: {why}; only `{winner}` is published");
    let name = loser.as_str().rsplit('/').next().unwrap_or_default();
    if NOTES.contains(&name) {
        return Diagnostic::warning("path-collision", message)
            .in_file(loser)
            .hint(format!("if `{name}` is for those who work on the project, list it in `.mintignore`"));
    }
    Diagnostic::error("path-collision", message).in_file(loser).hint("rename or remove one of them")
}
