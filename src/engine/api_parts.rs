//! The schemas that pages of operations have no room for, each as a page and as Markdown.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;

use super::aggregates::Replacement;
use super::write::{Keys, Site, put};
use crate::api::part::{FOLDER, SchemaPart};
use crate::db::{Database, Project, until_cancelled_or_panic};
use crate::hash::ContentHash;
use crate::output::WantedFile;
use crate::panics;
use crate::queries::{self, PageKey, PartKey};
use crate::text::{OutPath, Slug};

/// Writes all of them.
pub(super) fn write(site: &Site<'_>, before: &Keys) -> Keys {
    let Site { db, project, output, reuse, .. } = *site;
    prepare(db, project);
    if db.cancellation().is_requested() {
        return Keys::new();
    }
    let parts = queries::api_parts(db, project);
    if parts.is_empty() {
        return Keys::new();
    }
    let addresses = queries::addresses(db, project);
    let published = queries::published_files(db, project);
    let make = |db: &mut Database, part: &SchemaPart| {
        if db.cancellation().is_requested() {
            return Vec::new();
        }
        let key = PartKey::new(db, part.clone());
        let slug = part.slug();
        let mut written = Vec::new();
        let mut file = |path: OutPath, hash: ContentHash, make: &dyn Fn() -> String| {
            // A file of the author's wins.
            if published.contains(path.as_str()) {
                return;
            }
            if before.get(&path) != Some(&hash) {
                let file = WantedFile { path: path.clone(), key: hash, origin: None };
                put((output, reuse), db, &file, make);
            }
            written.push((path, hash));
        };
        file(addresses.page_file(&slug), queries::part_key(db, key), &|| queries::part_html(db, key));
        let text = queries::part_export_key(db, key);
        file(addresses.export_file(&slug), text, &|| queries::part_text(db, key));
        written
    };
    let all: Vec<&SchemaPart> = parts.keys().collect();
    all.into_par_iter().map_with(db.clone(), make).flatten().collect()
}

/// Makes their bodies on all threads, one wave after the other: what a part leads to is known when it is made.
fn prepare(db: &Database, project: Project) {
    // What pages lead to is in the store, which all threads may read.
    let ask = |db: &mut Database, slug: &Slug| {
        let page = PageKey::new(db, slug.clone());
        until_cancelled_or_panic(|| panics::catch(|| queries::parts_of_page(db, page)));
    };
    queries::pages_with_schemas(db, project).par_iter().for_each_with(db.clone(), ask);
    let mut known: BTreeSet<SchemaPart> = BTreeSet::new();
    let first = queries::pages_with_parts(db, project);
    let mut wave: BTreeSet<SchemaPart> = first.iter().flat_map(|(_, parts)| parts.iter().cloned()).collect();
    while !wave.is_empty() && !db.cancellation().is_requested() {
        let make = |db: &mut Database, part: &SchemaPart| {
            let part = PartKey::new(db, part.clone());
            let found = until_cancelled_or_panic(|| panics::catch(|| queries::parts_of_part(db, part)));
            found.and_then(Result::ok).unwrap_or_else(Arc::default)
        };
        let parts: Vec<&SchemaPart> = wave.iter().collect();
        let found: Vec<Arc<[SchemaPart]>> = parts.into_par_iter().map_with(db.clone(), make).collect();
        known.append(&mut wave);
        wave = found
            .iter()
            .flat_map(|parts| parts.iter())
            .filter(|part| !known.contains(*part))
            .cloned()
            .collect();
    }
}

/// Writes them in the place of those among `others`.
pub(super) fn write_others(site: &Site<'_>, others: &mut Keys) {
    let made = write(site, others);
    if site.db.cancellation().is_requested() {
        // What was not made is not gone.
        return;
    }
    let published = queries::published_files(site.db, site.project);
    let is_old = |path: &&OutPath| {
        let below = path.as_str().strip_prefix(FOLDER);
        below.is_some_and(|rest| rest.starts_with('/')) && !published.contains(path.as_str())
    };
    let old = others.keys().filter(is_old).cloned().collect();
    Replacement { old, made }.apply(site, others);
}
