//! What pages of a built site make readers load: the largest files, and scripts and styles by class of pages, against
//! budgets (ENG-09).
//!
//! Pages that load the same files are a class. What they load is read from their beginning, as a browser does.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::LISTED;
use crate::diagnostic::Diagnostic;
use crate::encoding::deflate;
use crate::engine::{Engine, PageLoads};
use crate::html::tags::{Piece, pieces};
use crate::system::System;
use crate::text::OutPath;

/// Most bytes of scripts that a page may load at once, compressed (PERF-01).
const SCRIPT_BUDGET: u64 = 15 << 10;
/// Most bytes of style sheets: those of every page (PERF-03), and of components that a page has.
const STYLE_BUDGET: u64 = 20 << 10;

/// What is known of all files of a site.
pub(super) struct Weights {
    /// Files that are no pages, the largest first.
    largest: Vec<(u64, String)>,
    classes: Vec<PageClass>,
}

/// Pages that load the same files.
struct PageClass {
    pages: usize,
    example: String,
    files: Vec<String>,
    scripts: u64,
    styles: u64,
}

impl PageClass {
    fn is_over(&self) -> bool {
        self.scripts > SCRIPT_BUDGET || self.styles > STYLE_BUDGET
    }
}

impl Weights {
    /// Weighs the site that was built.
    pub fn of(system: &dyn System, engine: &mut Engine) -> Self {
        let files = engine.output_files();
        let sizes: BTreeMap<&str, u64> = files.iter().map(|(path, size, _)| (path.as_str(), *size)).collect();
        let is_page = |path: &str| path.ends_with(".html");
        let others = sizes.iter().filter(|(path, _)| !is_page(path) && !path.ends_with(".md"));
        let mut largest: Vec<(u64, String)> =
            others.map(|(path, size)| (*size, (*path).to_owned())).collect();
        largest.sort_by(|a, b| b.cmp(a));
        largest.truncate(LISTED);
        let pages: Vec<_> = files.iter().filter(|(path, ..)| is_page(path.as_str())).collect();
        let mut classes: BTreeMap<Vec<String>, (usize, OutPath)> = BTreeMap::new();
        for PageLoads { addresses, pages, first } in engine.page_loads(&pages, &addresses) {
            let loaded = files_of(&addresses, &sizes);
            // Pages that only lead elsewhere load nothing.
            if !loaded.is_empty() {
                let (all, example) = classes.entry(loaded).or_insert_with(|| (0, first.clone()));
                *all += pages;
                *example = first.min(example.clone());
            }
        }
        let mut packed: BTreeMap<String, u64> = BTreeMap::new();
        let mut weigh = |files: &[String], ending: &str| -> u64 {
            let files = files.iter().filter(|file| file.ends_with(ending));
            files.map(|file| *packed.entry(file.clone()).or_insert_with(|| sent(system, engine, file))).sum()
        };
        let classes = classes.into_iter().map(|(files, (pages, example))| {
            let (scripts, styles) = (weigh(&files, ".js"), weigh(&files, ".css"));
            PageClass { pages, example: example.as_str().to_owned(), files, scripts, styles }
        });
        let mut classes: Vec<PageClass> = classes.collect();
        classes.sort_by(|a, b| (b.pages, &a.example).cmp(&(a.pages, &b.example)));
        Self { largest, classes }
    }

    /// For the report.
    pub fn json(&self) -> (Value, Value, Value) {
        let largest = self.largest.iter().map(|(bytes, file)| json!({ "file": file, "bytes": bytes }));
        let class = |class: &PageClass| {
            json!({
                "pages": class.pages,
                "example": class.example,
                "files": class.files,
                "scriptBytes": class.scripts,
                "styleBytes": class.styles,
                "overBudget": class.is_over(),
            })
        };
        let budgets = json!({ "scriptBytes": SCRIPT_BUDGET, "styleBytes": STYLE_BUDGET });
        (largest.collect(), self.classes.iter().map(class).collect(), budgets)
    }

    /// Classes of pages that load more than they should.
    pub fn problems(&self) -> Vec<Diagnostic> {
        let over = self.classes.iter().filter(|class| class.is_over());
        let told = over.map(|class| {
            let kilobytes = |bytes: u64| bytes.div_ceil(1 << 10);
            let message = format!(
                "`{}` and pages like it, {} in all, load {} KB of scripts and {} KB of style sheets, compressed",
                class.example,
                class.pages,
                kilobytes(class.scripts),
                kilobytes(class.styles),
            );
            Diagnostic::warning("over-budget", message).hint(format!(
                "the budgets are {} KB and {} KB; `pageClasses` of the report names the files",
                kilobytes(SCRIPT_BUDGET),
                kilobytes(STYLE_BUDGET)
            ))
        });
        told.collect()
    }
}

/// The addresses of scripts and style sheets that a page loads by itself, sorted.
fn addresses(head: &str) -> Vec<String> {
    let tags = pieces(head).filter_map(|piece| match piece {
        Piece::Tag(tag) if !tag.is_end => Some(tag),
        _ => None,
    });
    let addresses = tags.filter_map(|tag| match tag.name {
        "script" => tag.attribute("src"),
        "link" if tag.attribute("rel") == Some("stylesheet") => tag.attribute("href"),
        _ => None,
    });
    let addresses: BTreeSet<&str> = addresses.collect();
    addresses.into_iter().map(str::to_owned).collect()
}

/// The files of the site at these addresses, sorted.
fn files_of(addresses: &[String], sizes: &BTreeMap<&str, u64>) -> Vec<String> {
    let files: BTreeSet<&str> = addresses.iter().filter_map(|address| file_of(address, sizes)).collect();
    files.into_iter().map(str::to_owned).collect()
}

/// The file of the output at an address: that begins with what the site is below.
fn file_of<'a>(address: &'a str, sizes: &BTreeMap<&str, u64>) -> Option<&'a str> {
    let mut path = address.strip_prefix('/').filter(|path| !path.starts_with('/'))?;
    while !sizes.contains_key(path) {
        path = path.split_once('/')?.1;
    }
    Some(path)
}

/// The bytes of a file as hosts send it.
fn sent(system: &dyn System, engine: &Engine, file: &str) -> u64 {
    let bytes = system.read(&engine.out().join(file)).unwrap_or_default();
    deflate(&bytes).len() as u64
}
