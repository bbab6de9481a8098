//! Input that nobody writes on purpose: floods of one character, deep nesting, random token soup.
//!
//! Ordinary runs assert that every page comes out, that no panic escapes, and that what is counted stays
//! bounded; nothing here is timed. `DOCS_GROWTH=1 cargo test --release growth -- --nocapture` measures:
//! it doubles each shape up to 1 MiB and prints how the time grows.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use docs::diagnostic::Diagnostic;
use docs::engine::STACK;
use docs::export::{ExportInput, body_text};
use docs::html::body::{Body, BodyInput, Rendered, render_body};
use docs::html::code::highlight::tokenize;
use docs::html::code::tokens::Tokens;
use docs::html::render::Lookups;
use docs::page::ast::Node;
use docs::page::bind::Loader;
use docs::page::outline::HeadingIds;
use docs::page::{Document, clean_text, parse_document, parse_fragment};
use docs::text::{Addresses, Slug, SourcePath, SourceText, Span};

/// A project whose only other files are a few snippets.
#[derive(Default)]
struct Files {
    snippets: Vec<(SourcePath, Arc<Document>)>,
}

impl Loader for Files {
    fn document(&self, path: &SourcePath) -> Option<Arc<Document>> {
        self.snippets.iter().find(|(name, _)| name == path).map(|(_, document)| document.clone())
    }

    fn text(&self, _: &SourcePath) -> Option<Arc<str>> {
        None
    }
}

impl Lookups for Files {
    fn tokens(&self, language: &str, code: &str) -> Arc<Tokens> {
        Arc::new(tokenize(language, code))
    }

    fn image_size(&self, _: &SourcePath) -> Option<(u32, u32)> {
        None
    }

    fn file_exists(&self, _: &SourcePath) -> bool {
        false
    }

    fn markdown(&self, source: &str) -> Vec<Node> {
        parse_fragment(source)
    }
}

impl Files {
    fn with(snippets: &[(&str, &str)]) -> Self {
        let parse = |(path, text): &(&str, &str)| {
            let path = SourcePath::new(path);
            (path.clone(), Arc::new(parse_document(SourceText::new(path, *text))))
        };
        Self { snippets: snippets.iter().map(parse).collect() }
    }

    /// The whole way of one page.
    fn page(&self, text: &str) -> (Body, Found) {
        let document = parse_document(SourceText::new(SourcePath::new("page.mdx"), clean_text(text)));
        let input = BodyInput {
            document: &document,
            front_matter: &document.front_matter,
            operation: Vec::new(),
            slug: &Slug::new("page"),
            addresses: &Addresses::default(),
            headings: HeadingIds::Given,
        };
        let (Rendered { body, facts, nodes }, diagnostics) = render_body(input, self, self);
        let (slug, addresses) = (Slug::new("page"), Addresses::default());
        body_text(&ExportInput { nodes: &nodes, slug: &slug, addresses: &addresses, lookups: self });
        let place = |span: &Span| document.source.position(span.start).line;
        let lines = body.link_places.iter().map(place);
        let links = facts.links.iter().map(|link| link.target.clone()).zip(lines).collect();
        (body, Found { links, diagnostics })
    }
}

/// What is known of a page besides its markup.
struct Found {
    /// Targets with their lines.
    links: Vec<(String, u32)>,
    diagnostics: Vec<Diagnostic>,
}

fn page(text: &str) -> (Body, Found) {
    Files::default().page(text)
}

fn codes(facts: &Found) -> Vec<&'static str> {
    facts.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

/// Runs a test with the stack that the engine gives its threads.
fn on_worker(work: impl FnOnce() + Send + 'static) {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(work);
    worker.expect("a thread starts").join().expect("no panic");
}

/// A text that grows by repeating something.
struct Shape {
    name: &'static str,
    make: fn(usize) -> String,
}

/// `before`, then `unit` up to `bytes`, then `after`.
fn flood(before: &str, unit: &str, after: &str, bytes: usize) -> String {
    format!("{before}{}{after}", unit.repeat(bytes / unit.len()))
}

fn numbered(bytes: usize, line: impl Fn(usize) -> String) -> String {
    let mut out = String::with_capacity(bytes + 64);
    let mut number = 0;
    while out.len() < bytes {
        out.push_str(&line(number));
        number += 1;
    }
    out
}

/// `open` a hundred bytes' worth of times per level… as deep as `bytes` allow.
fn nested(open: &str, inside: &str, close: &str, bytes: usize) -> String {
    let depth = bytes / (open.len() + close.len()).max(1);
    format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
}

const SHAPES: &[Shape] = &[
    Shape { name: "paragraphs", make: |n| flood("", "Some words in a paragraph.\n\n", "", n) },
    Shape { name: "one paragraph", make: |n| flood("", "Some words in one paragraph.\n", "", n) },
    Shape { name: "one line", make: |n| flood("", "some words ", "", n) },
    Shape { name: "one word", make: |n| flood("", "a", "", n) },
    Shape { name: "open brackets", make: |n| flood("", "[", "", n) },
    Shape { name: "close brackets", make: |n| flood("", "]", "", n) },
    Shape { name: "bracket pairs", make: |n| flood("", "[]", "", n) },
    Shape { name: "bracket lines", make: |n| flood("", "[a\n", "", n) },
    Shape { name: "nested brackets", make: |n| nested("[", "a", "]", n) },
    Shape { name: "nested links", make: |n| nested("[", "a", "](b)", n) },
    Shape { name: "nested images", make: |n| nested("![", "a", "](b)", n) },
    Shape { name: "open link destinations", make: |n| flood("", "[a](", "", n) },
    Shape { name: "open link titles", make: |n| flood("", "[a](b \"", "", n) },
    Shape { name: "links", make: |n| flood("", "[a](b) ", "", n) },
    Shape { name: "stars", make: |n| flood("", "*", "", n) },
    Shape { name: "star words", make: |n| flood("", "*a ", "", n) },
    Shape { name: "star runs", make: |n| flood("", "a**b*c ", "", n) },
    Shape { name: "closing stars", make: |n| flood("", "a* ", "", n) },
    Shape { name: "emphasis", make: |n| flood("", "*a* **b** ", "", n) },
    Shape { name: "underscores", make: |n| flood("", "_a __b ", "", n) },
    Shape { name: "tildes", make: |n| flood("a ", "~a ", "", n) },
    Shape { name: "backticks", make: |n| flood("a ", "`", "", n) },
    Shape { name: "backtick runs", make: |n| numbered(n, |at| format!("a{}", "`".repeat(at % 700 + 1))) },
    Shape { name: "growing backtick runs", make: |n| numbered(n, |at| format!("a{}", "`".repeat(at + 1))) },
    Shape { name: "less-than", make: |n| flood("", "<", "", n) },
    Shape { name: "less-than words", make: |n| flood("", "a <b ", "", n) },
    Shape { name: "open tags", make: |n| flood("", "<a ", "", n) },
    Shape { name: "open tag lines", make: |n| flood("", "<a\n", "", n) },
    Shape { name: "open strings", make: |n| flood("", "<a b=\"", "", n) },
    Shape { name: "unclosed quotes", make: |n| flood("", "<a b=\"c>\n\n", "", n) },
    Shape { name: "open attribute braces", make: |n| flood("", "<a b={", "", n) },
    Shape { name: "open comments", make: |n| flood("", "<!--", "", n) },
    Shape { name: "open comment lines", make: |n| flood("", "<!-- a\n\n", "", n) },
    Shape { name: "open braces", make: |n| flood("", "{", "", n) },
    Shape { name: "open brace words", make: |n| flood("a ", "{a ", "", n) },
    Shape { name: "open brace lines", make: |n| flood("", "{a\n\n", "", n) },
    Shape { name: "close braces", make: |n| flood("", "}", "", n) },
    Shape { name: "literal braces", make: |n| flood("a ", "{a b} ", "", n) },
    Shape { name: "nested braces", make: |n| nested("{", "a", "}", n) },
    Shape { name: "nested literal braces", make: |n| nested("{a b ", "a", "}", n) },
    Shape { name: "nested parentheses", make: |n| format!("{{{}}}", nested("(", "a", ")", n)) },
    Shape { name: "nested arrays", make: |n| format!("{{{}}}", nested("[", "1", "]", n)) },
    Shape { name: "long sums", make: |n| format!("{{{}1}}", "1+".repeat(n / 2)) },
    Shape { name: "nested conditionals", make: |n| format!("{{{}1}}", "a?b:".repeat(n / 4)) },
    Shape { name: "member chains", make: |n| format!("{{a{}}}", ".a".repeat(n / 2)) },
    Shape { name: "nots", make: |n| format!("{{{}1}}", "!".repeat(n)) },
    Shape { name: "expressions", make: |n| flood("", "{'a'} ", "", n) },
    Shape { name: "template openings", make: |n| flood("", "${", "", n) },
    Shape { name: "nested templates", make: |n| format!("{{{}}}", nested("`${", "1", "}`", n)) },
    Shape { name: "open templates", make: |n| flood("a ", "{`${ ", "", n) },
    Shape { name: "dollars", make: |n| flood("a ", "$", "", n) },
    Shape { name: "dollar words", make: |n| flood("a ", "$5 ", "", n) },
    Shape { name: "dollar lines", make: |n| flood("", "$$\na\n", "", n) },
    Shape { name: "mixed dollars", make: |n| numbered(n, |at| format!("a{} ", "$".repeat(at % 90 + 3))) },
    Shape { name: "math", make: |n| flood("", "$x^2$ ", "", n) },
    Shape { name: "nested math", make: |n| format!("$${}$$", nested("{", "x", "}", n)) },
    Shape { name: "quotes", make: |n| flood("", "> a\n", "", n) },
    Shape { name: "nested quotes", make: |n| flood("", ">", " a", n) },
    Shape { name: "list", make: |n| flood("", "- an item\n", "", n) },
    Shape { name: "loose list", make: |n| flood("", "- an item\n\n", "", n) },
    Shape { name: "ordered list", make: |n| flood("", "1. an item\n", "", n) },
    Shape { name: "alternating lists", make: |n| flood("", "- a\n+ b\n", "", n) },
    Shape { name: "nested list markers", make: |n| flood("", "- ", "a", n) },
    Shape {
        name: "staircase list",
        make: |n| {
            let depth = ((n as f64).sqrt()) as usize;
            (0..depth).map(|at| format!("{}- a\n", "  ".repeat(at))).collect()
        },
    },
    Shape { name: "list of tags", make: |n| flood("", "- <b>a</b> {'b'} `c`\n", "", n) },
    Shape { name: "table rows", make: |n| flood("| a | b |\n|---|---|\n", "| c | d |\n", "", n) },
    Shape {
        name: "table columns",
        make: |n| format!("|{}\n|{}\n|{}\n", "a|".repeat(n / 6), "-|".repeat(n / 6), "b|".repeat(n / 6)),
    },
    Shape {
        name: "table of tags",
        make: |n| flood("| a | b |\n|---|---|\n", "| <b>c</b> | {'d'} |\n", "", n),
    },
    Shape { name: "false table", make: |n| flood("", "a | b\n", "", n) },
    Shape { name: "headings", make: |n| flood("", "## The same\n\n", "", n) },
    Shape { name: "custom ids", make: |n| flood("", "## a {#b}\n", "", n) },
    Shape { name: "setext", make: |n| flood("", "a\n=\n", "", n) },
    Shape { name: "long setext", make: |n| flood("", "a\n", "---\n", n) },
    Shape { name: "breaks", make: |n| flood("", "---\n", "", n) },
    Shape { name: "footnotes", make: |n| numbered(n, |at| format!("a[^{at}]\n\n[^{at}]: b\n\n")) },
    Shape { name: "missing footnotes", make: |n| numbered(n, |at| format!("a[^{at}] ")) },
    Shape { name: "definitions", make: |n| numbered(n, |at| format!("[a{at}]\n\n[a{at}]: /b\n\n")) },
    Shape { name: "definition run", make: |n| numbered(n, |at| format!("[a{at}]: /b\n")) },
    Shape { name: "same definitions", make: |n| flood("", "[a]\n\n[a]: /b\n\n", "", n) },
    Shape { name: "ampersands", make: |n| flood("", "&", "", n) },
    Shape { name: "entities", make: |n| flood("", "&amp; &#x41; ", "", n) },
    Shape { name: "backslashes", make: |n| flood("", "\\", "", n) },
    Shape { name: "addresses", make: |n| flood("", "https://a.b/c ", "", n) },
    Shape { name: "mail addresses", make: |n| flood("", "a@b.c ", "", n) },
    Shape { name: "at signs", make: |n| flood("", "a@", "", n) },
    Shape { name: "w dots", make: |n| flood("", "www.", "", n) },
    Shape { name: "autolinks", make: |n| flood("", "<https://a.b> ", "", n) },
    Shape {
        name: "code block",
        make: |n| format!("```js\n{}```\n", "const a = [1, 2]; // b\n".repeat(n / 23)),
    },
    Shape { name: "long code line", make: |n| format!("```js\n{}\n```\n", "a(1);".repeat(n / 5)) },
    Shape { name: "open string in code", make: |n| format!("```js\n{}\n```\n", "'a\n`b\n".repeat(n / 6)) },
    Shape { name: "code blocks", make: |n| flood("", "```js\na\n```\n", "", n) },
    Shape { name: "open fences", make: |n| flood("", "- ```js\n", "", n) },
    Shape { name: "long info", make: |n| format!("```js {}\na\n```\n", "a={1,2} ".repeat(n / 8)) },
    Shape { name: "nested elements", make: |n| nested("<A>", "a", "</A>", n) },
    Shape { name: "nested blocks", make: |n| nested("<Note>\n", "a\n", "</Note>\n", n) },
    Shape { name: "open elements", make: |n| flood("", "<Note>\n", "", n) },
    Shape { name: "close elements", make: |n| flood("", "</Note>\n", "", n) },
    Shape { name: "crossing elements", make: |n| flood("", "<a><b></a></b>", "", n) },
    Shape { name: "cards", make: |n| flood("", "<Card title=\"a\" href=\"/b\">c</Card>\n\n", "", n) },
    Shape { name: "tabs", make: |n| flood("<Tabs>\n", "<Tab title=\"a\">\nb\n</Tab>\n", "</Tabs>\n", n) },
    Shape { name: "accordions", make: |n| flood("", "<Accordion title=\"a\">\nb\n</Accordion>\n", "", n) },
    Shape {
        name: "steps",
        make: |n| flood("<Steps>\n", "<Step title=\"a\">\nb\n</Step>\n", "</Steps>\n", n),
    },
    Shape { name: "attributes", make: |n| format!("<Card {}/>\n", "a=\"b\" ".repeat(n / 6)) },
    Shape { name: "spreads", make: |n| format!("<Card {}/>\n", "{...{a: 1}} ".repeat(n / 12)) },
    Shape { name: "blanks", make: |n| flood("a", " ", "b", n) },
    Shape { name: "tab characters", make: |n| flood("a", "\t", "b", n) },
    Shape { name: "blank lines", make: |n| flood("a", "\n", "b", n) },
    Shape { name: "deep indent", make: |n| numbered(n, |at| format!("{}a\n", " ".repeat(at % 400))) },
    Shape { name: "hard breaks", make: |n| flood("", "a  \n", "", n) },
    Shape { name: "imports", make: |n| numbered(n, |at| format!("import A{at} from './a{at}.mdx'\n\n")) },
    Shape { name: "import block", make: |n| numbered(n, |at| format!("import A{at} from './a{at}.mdx'\n")) },
    Shape { name: "broken imports", make: |n| flood("", "import { a from\n\n", "", n) },
    Shape { name: "broken exports", make: |n| flood("", "export const a = (\n\n", "", n) },
    Shape { name: "prose imports", make: |n| flood("", "import duties are high\n\n", "", n) },
    Shape {
        name: "exports",
        make: |n| numbered(n, |at| format!("export const a{at} = {at}\n\n{{a{at}}}\n\n")),
    },
    Shape {
        name: "front matter",
        make: |n| format!("---\n{}---\na\n", numbered(n, |at| format!("a{at}: b\n"))),
    },
    Shape { name: "deep front matter", make: |n| format!("---\na: {}\n---\nb\n", nested("[", "1", "]", n)) },
    Shape {
        name: "staircase front matter",
        make: |n| {
            let depth = (n as f64).sqrt() as usize;
            format!(
                "---\n{}---\n",
                (0..depth).map(|at| format!("{}a:\n", " ".repeat(at))).collect::<String>()
            )
        },
    },
    Shape { name: "open front matter", make: |n| flood("---\n", "a: b\n", "", n) },
    Shape { name: "quotation marks", make: |n| flood("", "\"a' ", "", n) },
    Shape { name: "dots and dashes", make: |n| flood("a", ".-", "", n) },
    Shape { name: "combining marks", make: |n| flood("a", "\u{301}", "", n) },
    Shape { name: "nul characters", make: |n| flood("", "\0", "", n) },
    Shape { name: "stand-in characters", make: |n| flood("", "\u{2}\u{3}\u{4}{", "", n) },
];

/// What a shape may cost in diagnostics: a page of 1 MiB must not come with a million sentences.
const MOST_DIAGNOSTICS: usize = 3_100;

#[test]
fn every_shape_comes_out_as_a_page() {
    on_worker(|| {
        for shape in SHAPES {
            let (_, facts) = slow(shape.name, || page(&(shape.make)(8 * 1024)));
            assert!(
                facts.diagnostics.len() <= MOST_DIAGNOSTICS,
                "{}: {}",
                shape.name,
                facts.diagnostics.len()
            );
        }
    });
}

/// Tells about what takes long, to be read with `--nocapture`.
fn slow<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let started = processor_seconds();
    let result = work();
    let took = processor_seconds() - started;
    if took > 1.0 {
        eprintln!("{took:.1} s of processor time: {name}");
    }
    result
}

/// Thousands of levels of anything are a page and perhaps a diagnostic, never the end of the process;
/// `DOCS_LEVELS=100000` goes further.
#[test]
fn nothing_nests_deep_enough_to_exhaust_the_stack() {
    on_worker(|| {
        // A tenth of it would exhaust a stack of this size if anything went down by recursion.
        let levels =
            std::env::var("DOCS_LEVELS").ok().and_then(|levels| levels.parse().ok()).unwrap_or(20_000);
        for (open, inside, close) in [
            ("[", "a", "]"),
            ("*", "a", "*"),
            ("> ", "a", ""),
            ("- ", "a", ""),
            ("1. ", "a", ""),
            ("<A>", "a", "</A>"),
            ("<A>\n", "a\n", "</A>\n"),
            ("<A b={", "1", "}/>"),
            ("{", "a", "}"),
            ("{(", "a", ")}"),
            ("![", "a", "](b)"),
            ("<!--", "a", "-->"),
            ("{`${", "a", "}`}"),
            ("$$", "a", "$$"),
            ("~~", "a", "~~"),
        ] {
            slow(open, || page(&format!("{}{inside}{}", open.repeat(levels), close.repeat(levels))));
        }
        for (before, open, inside, close, after) in [
            ("{", "(", "1", ")", "}"),
            ("{", "[", "1", "]", "}"),
            ("{", "!", "1", "", "}"),
            ("{", "a?b:", "1", "", "}"),
            ("{", "a=>", "1", "", "}"),
            ("{", "<a>", "b", "</a>", "}"),
            ("{", "(a)?b:", "1", "", "}"),
            ("{", "a.b", "", "", "}"),
            ("{1", "+1", "", "", "}"),
            ("{", "f(", "1", ")", "}"),
            ("{a", "()", "", "", "}"),
            ("{a", "[0]", "", "", "}"),
            ("{a", "``", "", "", "}"),
            ("{", "`${", "1", "}`", "}"),
            ("{1", ",1", "", "", "}"),
            ("{1", "&&1", "", "", "}"),
            ("{1", "??1", "", "", "}"),
            ("{a", " as b", "", "", "}"),
            ("{a", "!", "", "", "}"),
            ("{a as ", "b<", "c", ">", "}"),
            ("{a as b", "[]", "", "", "}"),
            ("{a as b", "|b", "", "", "}"),
            ("export const a = ", "(", "1", ")", ""),
            ("export const a = ", "{b:", "1", "}", ""),
            ("export const a = 1", "+1", "", "", "\n\n{a}"),
            ("export function a() ", "{", "", "}", ""),
            ("export function a() {", "if(b)", "", "", "}"),
            ("export function a() {", "b:", "", "", "}"),
            ("$$\n", "{", "x", "}", "\n$$"),
            ("$$\n", "\\frac{1}{", "x", "}", "\n$$"),
            ("$$\n", "x^", "2", "", "\n$$"),
            ("$$\n", "\\left(", "2", "\\right)", "\n$$"),
            ("---\na: ", "[", "1", "]", "\n---\n"),
            ("---\na: ", "{b: ", "1", "}", "\n---\n"),
            ("---\n", "- ", "1", "", "\n---\n"),
            ("---\n", "? ", "1", "", "\n---\n"),
        ] {
            let text = format!("{before}{}{inside}{}{after}", open.repeat(levels), close.repeat(levels));
            slow(open, || page(&text));
        }
    });
}

#[test]
fn growth() {
    if std::env::var_os("DOCS_GROWTH").is_none() {
        eprintln!("skipped: set DOCS_GROWTH=1 to measure how time grows with size");
        return;
    }
    let only = std::env::var("DOCS_GROWTH").unwrap_or_default();
    let most =
        std::env::var("DOCS_GROWTH_KIB").ok().and_then(|kib| kib.parse().ok()).unwrap_or(1024usize) * 1024;
    on_worker(move || measure(&only, most));
}

/// Time of this thread on a processor, so that other work on the machine does not count (Linux).
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn measure(only: &str, most: usize) {
    for shape in SHAPES.iter().filter(|shape| only.len() < 2 || shape.name.contains(only)) {
        let mut sizes = Vec::new();
        let mut last = 0.0f64;
        let mut worst = 0.0f64;
        let mut size = 32 * 1024;
        while size <= most {
            let text = (shape.make)(size);
            let started = processor_seconds();
            let (_, facts) = page(&text);
            let took = processor_seconds() - started;
            if last > 0.05 {
                worst = worst.max(took / last);
            }
            sizes.push(format!("{}k {:.3}s/{}", text.len() / 1024, took, facts.diagnostics.len()));
            last = took;
            if took > 20.0 {
                break;
            }
            size *= 2;
        }
        let mark = if worst > 2.6 { "GROWS" } else { "ok" };
        eprintln!("{mark:5} {worst:4.1} {}: {}", shape.name, sizes.join(", "));
    }
}

/// A small generator of numbers: the same ones each time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const TOKENS: &[&str] = &[
    "a",
    "b ",
    " ",
    "  ",
    "    ",
    "\t",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\0",
    "\u{2}",
    "\u{3}",
    "\u{feff}",
    "é",
    "日本",
    "🙂",
    "\u{301}",
    "\u{202e}",
    "<",
    ">",
    "</",
    "/>",
    "<>",
    "</>",
    "<a>",
    "</a>",
    "<br>",
    "<A b=\"",
    "<A b='c'/>",
    "<A {...",
    "<Note>",
    "</Note>",
    "<Tabs>\n",
    "<Tab title=\"x\">",
    "</Tab>",
    "</Tabs>",
    "<Card title={",
    "<Steps>",
    "<Step>",
    "</Steps>",
    "<CodeGroup>",
    "</CodeGroup>",
    "<table>",
    "<tr>",
    "<td>",
    "<!--",
    "-->",
    "{",
    "}",
    "{'",
    "'}",
    "{`",
    "`}",
    "${",
    "{/*",
    "*/}",
    "{a.b}",
    "{[1,2].map(x =>",
    "=> (",
    "\"",
    "'",
    "`",
    "``",
    "```",
    "```js\n",
    "~~~",
    "$",
    "$$",
    "\n$$\n",
    "\\",
    "\\(",
    "*",
    "**",
    "***",
    "_",
    "__",
    "~",
    "~~",
    "[",
    "]",
    "](",
    ")",
    "[^1]",
    "[^1]: ",
    "[a]: /b",
    "![",
    "(",
    "#",
    "# ",
    "## ",
    " {#id}",
    "---",
    "\n---\n",
    "===",
    "+++",
    "> ",
    ">",
    "- ",
    "* ",
    "+ ",
    "1. ",
    "2) ",
    "- [ ] ",
    "|",
    "| a | b |\n",
    "|---|---|\n",
    "|-",
    ":-:",
    "&",
    "&amp;",
    "&#",
    ";",
    "https://",
    "www.a.b",
    "a@b.c",
    "import ",
    "import A from './a.mdx'\n",
    "export ",
    "export const a = ",
    "export default ",
    "function () {",
    "title: ",
    "=",
    ",",
    ":",
    "{{x}}",
    "%",
    "<script>",
    "</script>",
    "<style>{`",
    "<Snippet file=\"a.mdx\" />",
    "<A.B>",
    "<Latex>",
    "<Mermaid>",
    "```mermaid\n",
    "<Icon icon=\"",
    "<Tree>",
    "<Update label=\"",
    "<View title=\"",
    "<Color>",
    "<ParamField path=\"",
    "<Expandable>",
    "\u{2028}",
    "\u{e000}",
    "!",
    "/",
    "?",
];

fn soup(random: &mut Random) -> String {
    let count = 1 + random.below(40);
    (0..count).map(|_| random.pick(TOKENS)).collect()
}

#[test]
fn token_soup_never_panics() {
    on_worker(soup_run);
}

fn soup_run() {
    let cases = std::env::var("DOCS_SOUP").ok().and_then(|cases| cases.parse().ok()).unwrap_or(20_000);
    let seed = std::env::var("DOCS_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0x5eed_cafe_u64);
    let mut random = Random(seed);
    let files =
        Files::with(&[("a.mdx", "A snippet with {title} and {props.x}.\n\n<Note>{children}</Note>\n")]);
    for case in 0..cases {
        let text = soup(&mut random);
        let outcome = catch_unwind(AssertUnwindSafe(|| files.page(&text)));
        assert!(outcome.is_ok(), "case {case} of seed {seed} panics: {text:?}");
    }
}

#[test]
fn a_cut_list_table_paragraph_or_quote_is_put_together_again() {
    let html = |text: &str| page(text).0.html.as_str().to_owned();
    let rows: String = (0..3_000).map(|row| format!("| {row} | `a` <b>c</b> |\n")).collect();
    let table = html(&format!("| n | v |\n|---|:-:|\n{rows}\nAfter.\n"));
    assert_eq!(table.matches("<table").count(), 1);
    assert_eq!(table.matches("<tr").count(), 3_001);
    assert_eq!(table.matches("<b>c</b>").count(), 3_000);
    let items: String = (0..3_000).map(|item| format!("- item {item} `a`\n")).collect();
    let list = html(&items);
    assert_eq!((list.matches("<ul").count(), list.matches("<li").count()), (1, 3_000));
    let lines: String = (0..3_000).map(|line| format!("line {line} of one paragraph\n")).collect();
    let paragraph = html(&lines);
    assert_eq!(paragraph.matches("<p").count(), 1, "{}", &paragraph[..200]);
    assert!(paragraph.contains("line 2999 of"));
    let quote = html(&(0..3_000).map(|line| format!("> line {line}\n")).collect::<String>());
    assert_eq!(quote.matches("<blockquote").count(), 1);
}

#[test]
fn places_of_what_stands_in_a_snippet_are_places_of_the_page() {
    let files = Files::with(&[("s.mdx", "Some text.\n\nMore text, and [a link](/missing).\n\n{children}\n")]);
    let text = "---\ntitle: A\n---\nimport S from './s.mdx'\n\nText.\n\n<S>\n[own](/own)\n</S>\n";
    let (_, facts) = files.page(text);
    assert_eq!(facts.links, [("/missing".to_owned(), 8), ("/own".to_owned(), 9)]);
}

#[test]
fn addresses_end_before_a_tag_and_dollars_before_a_cell() {
    let (body, facts) = page("- [<u>https://a.b/c?d=:e</u>](https://a.b)\n\nSee https://x.y/z<br/>now.\n");
    assert_eq!(codes(&facts), Vec::<&str>::new());
    assert!(body.html.as_str().contains("</u></a>"), "{}", body.html.as_str());
    assert!(!body.html.as_str().contains("&lt;"), "{}", body.html.as_str());
    let (body, facts) = page(
        "| a | b |\n|---|---|\n| `x` | per `s` ($/s). |\n| `y` | per `t` ($/t). |\n| $3 \\sqrt{D}$ | $D$ |\n",
    );
    assert_eq!(codes(&facts), Vec::<&str>::new());
    assert_eq!(body.html.as_str().matches("<math").count(), 2);
}

/// Text of an author never becomes markup or script: only tags that stand in the page as tags do.
#[test]
fn no_text_becomes_markup_or_script() {
    let payloads = [
        "<script>evil()</script>",
        "</script><script>evil()</script>",
        "<img src=x onerror=evil()>",
        "\"><img src=x onerror=evil()>",
        "' onmouseover='evil()",
        "\" onmouseover=\"evil()",
        "javascript:evil()",
        " java\tscript:evil()",
        "JaVaScRiPt:evil()",
        "data:text/html,<script>evil()</script>",
        "vbscript:evil()",
        "--><svg onload=evil()>",
        "</style><svg onload=evil()>",
        "</title></textarea><svg onload=evil()>",
        "&lt;script&gt;evil()&lt;/script&gt;",
    ];
    let props = [
        "title",
        "description",
        "href",
        "src",
        "icon",
        "iconType",
        "color",
        "img",
        "alt",
        "caption",
        "label",
        "id",
        "name",
        "type",
        "query",
        "path",
        "body",
        "header",
        "default",
        "placeholder",
        "tip",
        "cta",
        "headline",
        "arrow",
        "horizontal",
        "cols",
        "size",
        "className",
        "style",
        "rtl",
        "tags",
        "date",
        "url",
        "filename",
        "language",
        "lang",
        "theme",
        "actions",
        "value",
        "sync",
        "defaultTabIndex",
        "titleSize",
        "stepNumber",
        "lines",
        "wrap",
        "expandable",
        "required",
        "deprecated",
        "pre",
        "post",
        "for",
    ];
    let components = docs::html::component::component_names();
    let mut seen = 0;
    for component in components {
        for payload in payloads {
            let literal = serde_json::to_string(payload).expect("a string");
            for props in props.chunks(8) {
                let attributes: String = props.iter().map(|prop| format!(" {prop}={{{literal}}}")).collect();
                let (body, _) =
                    page(&format!("<{component}{attributes}>\n\ntext {{{literal}}}\n\n</{component}>\n"));
                harmless(body.html.as_str(), component, payload);
                if let Some(aside) = &body.aside {
                    harmless(aside.as_str(), component, payload);
                }
                seen += 1;
            }
        }
    }
    assert!(seen > 1_000);
    for payload in payloads {
        let escaped = payload.replace('<', "\\<").replace('\t', " ");
        for text in [
            format!("# {escaped}\n"),
            format!("[a]({})\n", payload.replace([' ', '\t'], "")),
            format!("[a](<{}>)\n", payload.replace(['<', '>', '\t'], "")),
            format!("![{}](a.png \"{}\")\n", escaped.replace('"', ""), escaped.replace('"', "")),
            format!("```js title=\"{payload}\" {payload}\n{payload}\n```\n"),
            format!("`{}`\n", payload),
            format!("$$\n\\text{{{}}}\n$$\n", payload),
            format!("| a |\n|---|\n| `{}` |\n", payload.replace('|', "")),
            format!("a[^1]\n\n[^1]: {escaped}\n"),
            format!("```mermaid\n{payload}\n```\n"),
        ] {
            let (body, _) = page(&text);
            harmless(body.html.as_str(), &text, payload);
        }
    }
}

/// Reads tags as a browser would and refuses scripts, handlers and addresses that run something.
fn harmless(html: &str, place: &str, payload: &str) {
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        rest = &rest[open + 1..];
        let name: String =
            rest.chars().take_while(|c| c.is_ascii_alphanumeric()).collect::<String>().to_ascii_lowercase();
        assert!(name != "script", "{place} with {payload:?} gives a script: {html}");
        // Attributes up to the `>` outside quotes.
        let mut quote = None;
        let mut end = rest.len();
        for (at, c) in rest.char_indices() {
            match (quote, c) {
                (None, '"' | '\'') => quote = Some(c),
                (Some(open), c) if open == c => quote = None,
                (None, '>') => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        let tag = &rest[..end];
        for (index, piece) in tag.split('"').enumerate() {
            if index % 2 == 0 {
                let attribute =
                    piece.trim().trim_end_matches('=').rsplit(' ').next().unwrap_or("").to_ascii_lowercase();
                assert!(
                    !attribute.starts_with("on") || attribute == "on",
                    "{place} with {payload:?} gives a handler: <{tag}>"
                );
                let value = tag.split('"').nth(index + 1).unwrap_or("");
                let value: String = value.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
                let value = value.to_ascii_lowercase();
                let runs = ["javascript:", "vbscript:", "data:text/html"]
                    .iter()
                    .any(|scheme| value.starts_with(scheme));
                let address = matches!(
                    attribute.as_str(),
                    "href" | "src" | "action" | "formaction" | "data" | "xlink:href" | "poster"
                );
                assert!(!(runs && address), "{place} with {payload:?} gives an address that runs: <{tag}>");
            }
        }
        rest = &rest[end..];
    }
}
