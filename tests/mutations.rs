//! The checks of the fuzz targets on inputs that are made by damaging real ones, always the same ones.
//!
//! A few with every `cargo test`; `DOCS_FUZZ=200000 cargo test --release mutations` makes that many for each
//! target, `DOCS_SEED` others.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use docs::engine::STACK;

use crate::checks::{TARGETS, Target};
use crate::site::{fixtures, folder};

/// Longest input, bytes.
const LONGEST: usize = 2_000;

/// Pieces that mean something to one of the parsers.
const TOKENS: &[&str] = &[
    "<",
    ">",
    "</",
    "/>",
    "<>",
    "</>",
    "<Card",
    "</Card>",
    "<Card title=\"",
    "<Card title={",
    "<Card {...",
    "<br>",
    "<Note>",
    "</Note>",
    "<Tabs>\n",
    "<Tab title=\"x\">\n",
    "</Tab>\n",
    "</Tabs>",
    "<Steps>",
    "<Step title='y'>",
    "{",
    "}",
    "{{",
    "}}",
    "{/*",
    "*/}",
    "<!--",
    "-->",
    "${",
    "`",
    "```",
    "```js\n",
    "~~~\n",
    "$",
    "$$",
    "\n$$\n",
    "\\",
    "\"",
    "'",
    "=",
    "=>",
    "=> (",
    "(",
    ")",
    "[",
    "](",
    "]",
    "[^1]",
    "[^1]: a\n",
    "![",
    "*",
    "**",
    "_",
    "~~",
    "#",
    "\n## ",
    " {#id}",
    "\n- ",
    "\n  - ",
    "\n1. ",
    "\n> ",
    "\n\n",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "    ",
    "|",
    "\n| a | b |\n",
    "|---|---|\n",
    "---\n",
    "\n---\n",
    "title: ",
    "a: [",
    "b: {",
    "? ",
    ": ",
    "- ",
    "&a ",
    "*a",
    "!x ",
    "|\n",
    ">-\n",
    "import A from './a.mdx'\n",
    "import B from './b.mdx'\n",
    "import { x } from ",
    "export const a = ",
    "<A>",
    "</A>",
    "<B/>",
    "<A title=\"t\" x={1}/>",
    "a.b",
    "?.",
    "[0]",
    "...",
    "null",
    "true",
    "&amp;",
    "&#x",
    "https://a.b/c",
    "a@b.c",
    "www.a.b",
    "\0",
    "\u{2}",
    "\u{3}",
    "\u{feff}",
    "é",
    "日本",
    "🙂",
    "👨‍👩‍👧",
    "\u{301}",
    "\u{202e}",
    "\u{2028}",
    ",",
    "\"a\": ",
    "\"$ref\": \"./b.json\"",
    "\"pages\": [",
    "// c\n",
    "/* c */",
    "1e999",
    "-",
    "{1,3-5}",
    "highlight={",
    "title=\"",
    "lines=",
    "icon=\"x\"",
    "expandable",
    "<MDX>",
    "<Prompt>",
    "<Latex>",
    "<Mermaid>",
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<table><tr>",
    "<img src=x>",
    "<Snippet file=\"a.mdx\"/>",
    "style={{",
    "dangerouslySetInnerHTML={{__html: '",
];

/// A small generator of numbers: the same ones each time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// The nearest offset at or before `at` where a character begins.
fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn range(text: &str, longest: usize, random: &mut Random) -> (usize, usize) {
    let start = boundary(text, random.below(text.len() + 1));
    let end = boundary(text, start + random.below(longest) + 1);
    (start, end.max(start))
}

/// A damaged piece of one of the seeds.
fn mutated(seeds: &[Arc<str>], random: &mut Random) -> String {
    let seed = random.pick(seeds).clone();
    let (start, end) = if seed.len() > LONGEST { range(&seed, LONGEST, random) } else { (0, seed.len()) };
    let mut text = seed[start..end].to_owned();
    for _ in 0..1 + random.below(6) {
        let (start, end) = range(&text, 40, random);
        match random.below(8) {
            0 => text.replace_range(start..end, ""),
            1 => {
                let piece = text[start..end].to_owned();
                text.insert_str(start, &piece);
            }
            2 => text.truncate(end),
            3 => {
                let other = random.pick(seeds).clone();
                let (from, to) = range(&other, 200, random);
                text.replace_range(start..end, &other[from..to]);
            }
            4 => {
                let piece = text[start..end].to_owned();
                text.insert_str(end, &piece.repeat(1 + random.below(30)));
            }
            _ => {
                let token: &&str = random.pick(TOKENS);
                text.insert_str(start, token);
            }
        }
        text.truncate(boundary(&text, LONGEST * 2));
    }
    text
}

/// Texts of a kind that `target` reads.
fn seeds(target: &str, files: &[(String, Arc<str>)]) -> Vec<Arc<str>> {
    let mut found: Vec<Arc<str>> = Vec::new();
    for (path, text) in files {
        let is_page = path.ends_with(".mdx") || path.ends_with(".md");
        match target {
            "config" if path.ends_with("docs.json") => found.push(text.clone()),
            "front_matter" if is_page => {
                let end = text.match_indices("\n---").next().map_or(0, |(at, _)| at + 5);
                found.push(Arc::from(&text[..boundary(text, end + 80)]));
            }
            "code_meta" if is_page => {
                let infos = text.lines().filter_map(|line| line.trim_start().strip_prefix("```"));
                found.extend(infos.filter(|info| !info.is_empty()).map(Arc::from));
            }
            "expression" if is_page => {
                for (at, _) in text.match_indices('{') {
                    let end = text[at..].find('}').map_or(at + 1, |end| at + end);
                    found.push(Arc::from(text[at + 1..end.max(at + 1)].to_owned()));
                }
            }
            "page" | "html" if is_page => found.push(text.clone()),
            _ => {}
        }
    }
    found.push(Arc::from("a"));
    found
}

/// The example site and, where they are, real sets.
fn files() -> Vec<(String, Arc<str>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![fixtures().join("example")];
    if let Ok(entries) = std::fs::read_dir(root.join("../shared/corpus")) {
        folders.extend(entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()));
    } else {
        eprintln!("without the real documentation sets, which are not on this machine");
    }
    folders.sort();
    let mut found = Vec::new();
    for path in folders {
        for (path, bytes) in folder(&path).into_iter().step_by(if cfg!(debug_assertions) { 40 } else { 5 }) {
            if let Ok(text) = String::from_utf8(bytes) {
                found.push((path, Arc::from(text)));
            }
        }
    }
    for (path, bytes) in folder(&fixtures().join("example")) {
        if let Ok(text) = String::from_utf8(bytes) {
            found.push((path, Arc::from(text)));
        }
    }
    found
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn mutations_break_no_promise() {
    let count = number("DOCS_FUZZ", 150);
    let only = std::env::var("DOCS_TARGET").unwrap_or_default();
    let files = Arc::new(files());
    let workers: Vec<_> = TARGETS
        .into_iter()
        .filter(|(name, _)| only.is_empty() || only == *name)
        .map(|target| {
            let files = files.clone();
            let worker = std::thread::Builder::new().stack_size(STACK);
            worker.spawn(move || run(target, count, &files)).expect("a thread starts")
        })
        .collect();
    let failures: Vec<String> =
        workers.into_iter().flat_map(|worker| worker.join().expect("checks are caught")).collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n\n"));
}

#[test]
fn what_mutations_found_stays_mended() {
    for text in ["www.「", "www.a.「b」 www.「", "https://「a.b」、"] {
        crate::checks::page(text);
    }
}

fn run((name, check): Target, count: u64, files: &[(String, Arc<str>)]) -> Vec<String> {
    let seeds = seeds(name, files);
    let seed = number("DOCS_SEED", 1);
    let mut failures = Vec::new();
    for case in 0..count {
        let mut random = Random(seed.wrapping_mul(0x1_0000_0000).wrapping_add(case));
        let text = mutated(&seeds, &mut random);
        if catch_unwind(AssertUnwindSafe(|| check(&text))).is_err() {
            failures.push(format!("{name}, case {case} of seed {seed}: {:?}", smallest(&text, check)));
            if failures.len() >= 5 {
                break;
            }
        }
    }
    eprintln!("{name}: {count} inputs from {} seeds", seeds.len());
    failures
}

/// Takes away what is not needed to fail.
fn smallest(text: &str, check: fn(&str)) -> String {
    let fails = |text: &str| catch_unwind(AssertUnwindSafe(|| check(text))).is_err();
    let mut text = text.to_owned();
    let mut step = text.len() / 2;
    while step > 0 {
        let mut at = 0;
        while at < text.len() {
            let (start, end) = (boundary(&text, at), boundary(&text, at + step));
            let mut shorter = text.clone();
            shorter.replace_range(start..end.max(start), "");
            if shorter.len() < text.len() && fails(&shorter) {
                text = shorter;
            } else {
                at += step;
            }
        }
        step /= 2;
    }
    text
}
