//! One page through one stage: parse, highlight, render. `cargo bench --bench stages`.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::{Arc, Mutex};

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

use docs::hash::ContentHash;
use docs::html::body::{BodyInput, render_body};
use docs::html::code::highlight::tokenize;
use docs::html::code::tokens::Tokens;
use docs::html::render::Lookups;
use docs::page::ast::{Node, NodeKind};
use docs::page::bind::Loader;
use docs::page::outline::HeadingIds;
use docs::page::{Document, page_head, parse_document, parse_fragment};
use docs::store::Store;
use docs::system::os::OsSystem;
use docs::system::{System, Utf8Path};
use docs::text::{Addresses, Slug, SourcePath, SourceText};

#[path = "generate.rs"]
mod generate;

/// Pages of a set by size, smallest first, without those that import something.
fn pages() -> Vec<SourceText> {
    let mut pages = Vec::new();
    generate::generate(&generate::Shape::new(1_000, 1), &mut |path, bytes| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        if path.ends_with(".mdx") && !path.starts_with("snippets/") && !text.contains("import ") {
            pages.push(SourceText::new(SourcePath::new(path), text));
        }
    });
    pages.sort_by_key(|page| page.text.len());
    pages
}

/// The pages in the middle and at nine tenths of the sizes.
fn sizes(pages: &[SourceText]) -> [(&'static str, &SourceText); 2] {
    [("p50", &pages[pages.len() / 2]), ("p90", &pages[pages.len() * 9 / 10])]
}

fn parse(c: &mut Criterion) {
    let pages = pages();
    let mut group = c.benchmark_group("parse");
    for (name, page) in sizes(&pages) {
        group.throughput(Throughput::Bytes(page.text.len() as u64));
        group.bench_with_input(BenchmarkId::new("head", name), page, |b, page| {
            b.iter(|| page_head(black_box(page)))
        });
        group.bench_with_input(BenchmarkId::new("page", name), page, |b, page| {
            b.iter(|| parse_document(black_box(page.clone())));
        });
    }
    let sample: Vec<&SourceText> = pages.iter().step_by(10).collect();
    group.sample_size(20).throughput(Throughput::Elements(sample.len() as u64));
    group.bench_function("every tenth page of 1,000", |b| {
        b.iter(|| sample.iter().map(|page| parse_document((*page).clone()).nodes.len()).sum::<usize>());
    });
    group.finish();
}

fn highlight(c: &mut Criterion) {
    let mut blocks = Vec::new();
    for page in pages().iter().step_by(20) {
        code_blocks(&parse_document(page.clone()).nodes, &mut blocks);
    }
    let bytes: usize = blocks.iter().map(|(_, code)| code.len()).sum();
    // Grammars are unpacked once, before anything is measured.
    blocks.iter().for_each(|(language, code)| drop(tokenize(language, code)));
    let mut group = c.benchmark_group("highlight");
    group.sample_size(10).throughput(Throughput::Bytes(bytes as u64));
    group.bench_function("code of every twentieth page", |b| {
        b.iter(|| blocks.iter().map(|(language, code)| tokenize(language, code).lines.len()).sum::<usize>());
    });
    group.finish();
}

fn code_blocks(nodes: &[Node], blocks: &mut Vec<(String, String)>) {
    for node in nodes {
        if let NodeKind::CodeBlock { lang: Some(lang), code, .. } = &node.kind {
            blocks.push((lang.clone(), code.clone()));
        }
        code_blocks(&node.children, blocks);
    }
}

fn render(c: &mut Criterion) {
    let pages = pages();
    let mut group = c.benchmark_group("render");
    let addresses = Addresses::default();
    for (name, page) in sizes(&pages) {
        let document = parse_document(page.clone());
        let slug = Slug::of_page(&page.path);
        let files = NoFiles::default();
        group.throughput(Throughput::Bytes(page.text.len() as u64));
        // Tokens are remembered from the first round: highlighting is measured above.
        group.bench_with_input(BenchmarkId::new("body", name), &document, |b, document| {
            b.iter(|| {
                let input = BodyInput {
                    texts: docs::html::texts::texts(None),
                    glossary: None,
                    document,
                    front_matter: &document.front_matter,
                    operation: Vec::new(),
                    api: None,
                    slug: &slug,
                    addresses: &addresses,
                    headings: HeadingIds::Given,
                };
                render_body(input, &files, &files)
            });
        });
    }
    group.finish();
}

/// A project without other files.
#[derive(Default)]
struct NoFiles {
    tokens: Mutex<BTreeMap<(String, String), Arc<Tokens>>>,
}

impl Loader for NoFiles {
    fn document(&self, _: &SourcePath) -> Option<Arc<Document>> {
        None
    }

    fn text(&self, _: &SourcePath) -> Option<Arc<str>> {
        None
    }
}

impl Lookups for NoFiles {
    fn tokens(&self, language: &str, code: &str) -> Arc<Tokens> {
        let key = (language.to_owned(), code.to_owned());
        let mut known = self.tokens.lock().expect("no thread panicked");
        known.entry(key).or_insert_with(|| Arc::new(tokenize(language, code))).clone()
    }

    fn image_size(&self, _: &SourcePath) -> Option<(u32, u32)> {
        None
    }

    fn file_exists(&self, _: &SourcePath) -> bool {
        true
    }

    fn markdown(&self, source: &str) -> Vec<Node> {
        parse_fragment(source)
    }
}

/// Values as large as stored facts and tokens are.
fn store(c: &mut Criterion) {
    const RECORDS: u64 = 100_000;
    let key = |number: u64| ContentHash::of(&number.to_le_bytes());
    let value = |number: u64| format!("<p>fact number {number}</p>").repeat(12).into_bytes();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let directory = Utf8Path::from_path(folder.path()).expect("UTF-8");
    let system: Arc<dyn System> = Arc::new(OsSystem::new());
    let open = || Store::open(system.clone(), directory, 8 << 30, ContentHash::default()).0;
    let mut group = c.benchmark_group("store");
    let writing = open();
    let mut number = RECORDS;
    (0..RECORDS).for_each(|number| writing.put(key(number), &value(number)));
    group.bench_function("put 300 bytes", |b| {
        b.iter_batched(
            || {
                number += 1;
                (key(number), value(number))
            },
            |(key, value)| writing.put(key, &value),
            BatchSize::SmallInput,
        );
    });
    writing.save();
    drop(writing);
    let reading = open();
    let mut at = 0;
    let mut next = || {
        at = (at + 7_919) % RECORDS;
        key(at)
    };
    group.bench_function("get 300 bytes", |b| {
        b.iter_batched(&mut next, |key| reading.get(key), BatchSize::SmallInput);
    });
    group.bench_function("miss", |b| {
        b.iter_batched(
            || {
                number += 1;
                key(u64::MAX - number)
            },
            |key| reading.get(key),
            BatchSize::SmallInput,
        );
    });
    drop(reading);
    // What the iterations above added would make this differ from run to run.
    let many = tempfile::tempdir().expect("a temporary folder");
    let directory = Utf8Path::from_path(many.path()).expect("UTF-8");
    let open = || Store::open(system.clone(), directory, 8 << 30, ContentHash::default()).0;
    let writing = open();
    (0..400_000).for_each(|number| writing.put(key(number), &number.to_le_bytes()));
    writing.save();
    drop(writing);
    group.bench_function("open with 400,000 records", |b| b.iter(open));
    group.finish();
}

criterion_group!(stages, parse, highlight, render, store);
criterion_main!(stages);
