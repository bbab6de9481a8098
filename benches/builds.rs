//! Whole builds, and builds after one edit: `cargo bench --bench builds`.
//!
//! "Memory" builds read and write a file system in memory, "disk" builds a temporary folder. An engine is
//! reused where the name says `again` or `edit`: every build then walks and hashes all sources first, and
//! `query` is the part without that: one input is set and the page's bytes are asked.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};

use docs::db::{Change, Checks, Database, Project, QueryLog, Settings};
use docs::engine::{Engine, Options, Silent};
use docs::hash::ContentHash;
use docs::queries::{self, PageKey};
use docs::source::category::category;
use docs::store::Store;
use docs::system::memory::MemorySystem;
use docs::system::os::OsSystem;
use docs::system::{System, Utf8Path, Utf8PathBuf};
use docs::text::{Slug, SourcePath};

#[path = "generate.rs"]
mod generate;

/// A generated set: texts by path.
type Files = BTreeMap<String, Vec<u8>>;

fn files(pages: usize) -> Files {
    let mut files = Files::new();
    generate::generate(&generate::Shape::new(pages, 1), &mut |path, bytes| {
        files.insert(path.to_owned(), bytes.to_vec());
    });
    files
}

/// A page of middle size with no special role.
fn edited_page(files: &Files) -> String {
    let mut pages: Vec<(&String, usize)> = files
        .iter()
        .filter(|(path, _)| path.ends_with(".mdx") && !path.starts_with("snippets/"))
        .map(|(path, bytes)| (path, bytes.len()))
        .collect();
    pages.sort_by_key(|(path, size)| (*size, *path));
    pages[pages.len() / 2].0.clone()
}

/// Where a set lies and where it is built to.
struct Site {
    system: Arc<dyn System>,
    root: Utf8PathBuf,
    /// Removed at the end.
    _folder: Option<tempfile::TempDir>,
}

impl Site {
    fn in_memory(files: &Files) -> Self {
        let system = MemorySystem::new();
        for (path, bytes) in files {
            system.place_file(&format!("/site/{path}"), bytes);
        }
        Self { system: Arc::new(system), root: "/site".into(), _folder: None }
    }

    fn on_disk(files: &Files) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = Utf8PathBuf::from_path_buf(folder.path().to_owned()).expect("a UTF-8 path");
        let site = Self { system: Arc::new(OsSystem::new()), root: root.join("site"), _folder: Some(folder) };
        for (path, bytes) in files {
            site.write(path, bytes);
        }
        site
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.root.join(path);
        self.system.create_dir_all(path.parent().unwrap_or(Utf8Path::new("/"))).expect("a folder");
        self.system.write(&path, bytes).expect("a file");
    }

    fn engine(&self) -> Engine {
        let options = Options::new(self.root.clone(), self.root.with_file_name("out"));
        Engine::open(self.system.clone(), &options, QueryLog::off()).expect("an output folder of its own")
    }
}

/// Text of a page with another last sentence or another title.
fn edit(text: &[u8], number: u64, place: Place) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    match place {
        Place::Body => format!("{text}\nEdit {number}.\n").into_bytes(),
        Place::Title => {
            let edited = text.lines().map(|line| match line.strip_prefix("title: ") {
                Some(_) => format!("title: Edit {number}\n"),
                None => format!("{line}\n"),
            });
            edited.collect::<String>().into_bytes()
        }
    }
}

#[derive(Clone, Copy)]
enum Place {
    Body,
    Title,
}

fn cold(c: &mut Criterion) {
    let files = files(1_000);
    let mut group = group(c, "cold build of 1,000 pages", 1_000);
    group.bench_function("memory", |b| {
        b.iter_batched(
            || Site::in_memory(&files).engine(),
            |mut engine| engine.build(&Silent),
            BatchSize::PerIteration,
        );
    });
    group.bench_function("disk", |b| {
        b.iter_batched(
            || {
                let site = Site::on_disk(&files);
                let engine = site.engine();
                (site, engine)
            },
            |(site, mut engine)| (engine.build(&Silent), site),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

fn again_1k(c: &mut Criterion) {
    again(c, 1_000);
}

fn again_10k(c: &mut Criterion) {
    again(c, 10_000);
}

/// Builds of a site that was built before, by the same engine.
fn again(c: &mut Criterion, pages: usize) {
    let files = files(pages);
    let site = Site::on_disk(&files);
    let page = edited_page(&files);
    let mut engine = site.engine();
    engine.build(&Silent);
    let mut group = group(c, &format!("again, {pages} pages"), pages as u64);
    group.bench_function("nothing changed", |b| b.iter(|| engine.build(&Silent)));
    group.bench_function("nothing changed, new process", |b| {
        b.iter_batched(|| site.engine(), |mut engine| engine.build(&Silent), BatchSize::PerIteration);
    });
    let mut number = 0;
    for (name, place) in [("edit of a body", Place::Body), ("edit of a title", Place::Title)] {
        group.bench_function(name, |b| {
            b.iter_batched(
                || {
                    number += 1;
                    site.write(&page, &edit(&files[&page], number, place));
                },
                |()| engine.build(&Silent),
                BatchSize::PerIteration,
            );
        });
    }
    if pages <= 1_000 {
        let configuration = String::from_utf8_lossy(&files["docs.json"]).into_owned();
        group.bench_function("another colour in docs.json", |b| {
            b.iter_batched(
                || {
                    number += 1;
                    let colour = format!("#{:06x}", 0x10_0000 + number * 77 % 0xF0_0000);
                    site.write("docs.json", configuration.replace("#166534", &colour).as_bytes());
                },
                |()| engine.build(&Silent),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

fn query_1k(c: &mut Criterion) {
    query(c, 1_000);
}

fn query_10k(c: &mut Criterion) {
    query(c, 10_000);
}

/// The queries alone: no walk, no output.
fn query(c: &mut Criterion, pages: usize) {
    let files = files(pages);
    let system = MemorySystem::new();
    let mut db = Database::new(
        Arc::new(system.clone()),
        "/site".into(),
        Store::memory(),
        Checks::Off,
        QueryLog::off(),
    );
    let project = db.project(Settings::default());
    let place = |system: &MemorySystem, path: &str, bytes: &[u8]| {
        system.place_file(&format!("/site/{path}"), bytes);
        let path = SourcePath::new(path);
        Change::Present { category: category(&path), hash: ContentHash::of(bytes), path }
    };
    let all = files.iter().map(|(path, bytes)| place(&system, path, bytes)).collect();
    db.apply(project, all);
    for slug in queries::site_pages(&db, project).keys() {
        queries::page_key(&db, PageKey::new(&db, slug.clone()));
    }
    let problems = queries::site_problems(&db, project);
    assert!(problems.is_empty(), "the set has problems: {:?}", problems.first());
    let page = edited_page(&files);
    let slug = Slug::of_page(&SourcePath::new(&page));
    let mut group = group(c, &format!("query, {pages} pages"), 1);
    let mut number = 0;
    let ask = |db: &Database, project: Project| {
        queries::making::Making::new(db, project, PageKey::new(db, slug.clone()), ContentHash::default())
            .html()
    };
    for (name, kind) in
        [("edit of a body, its page", Place::Body), ("edit of a title, its page", Place::Title)]
    {
        group.bench_function(name, |b| {
            b.iter_batched(
                || {
                    number += 1;
                    place(&system, &page, &edit(&files[&page], number, kind))
                },
                |change| {
                    db.apply(project, vec![change]);
                    ask(&db, project)
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.bench_function("edit of a body, all page keys and problems", |b| {
        b.iter_batched(
            || {
                number += 1;
                place(&system, &page, &edit(&files[&page], number, Place::Body))
            },
            |change| {
                db.apply(project, vec![change]);
                let pages = queries::site_pages(&db, project);
                for slug in pages.keys() {
                    queries::page_key(&db, PageKey::new(&db, slug.clone()));
                }
                queries::site_problems(&db, project).len()
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

fn group<'c>(c: &'c mut Criterion, name: &str, pages: u64) -> BenchmarkGroup<'c, WallTime> {
    let mut group = c.benchmark_group(name);
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(4));
    group.throughput(Throughput::Elements(pages));
    group
}

criterion_group!(builds, cold, again_1k, again_10k, query_1k, query_10k);
criterion_main!(builds);
