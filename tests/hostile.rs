//! Input that nobody writes on purpose: floods of one character, deep nesting, random token soup.
//!
//! Ordinary runs assert that every page comes out, that no panic escapes, and that what is counted stays
//! bounded; nothing here is timed. `cargo run --release --example growth` measures how time grows with size.

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
use docs::page::bind::Place;
use docs::page::outline::HeadingIds;
use docs::page::{Document, clean_text, parse_document, parse_fragment};
use docs::text::{Addresses, Slug, SourcePath, SourceText};

use crate::shapes::SHAPES;

mod markup;

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
        let source = SourceText::new(SourcePath::new("page.mdx"), clean_text(text)).with_admonitions(true);
        let document = parse_document(source);
        let input = BodyInput {
            texts: docs::html::texts::texts(None),
            glossary: None,
            document: &document,
            front_matter: &document.front_matter,
            operation: Vec::new(),
            api: None,
            slug: &Slug::new("page"),
            addresses: &Addresses::default(),
            headings: HeadingIds::Given,
        };
        let (Rendered { body, facts, nodes, .. }, diagnostics) = render_body(input, self, self);
        let (slug, addresses) = (Slug::new("page"), Addresses::default());
        body_text(&ExportInput { nodes: &nodes, slug: &slug, addresses: &addresses, lookups: self });
        // No line of the page for what stands elsewhere.
        let place = |place: &Place| match place.snippet {
            Some(_) => 0,
            None => document.source.position(place.span.start).line,
        };
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

/// Many runs of backticks that open no code are what stands there, and code beside them is code.
#[test]
fn backticks_that_open_nothing_are_text() {
    let runs = |count: usize| (1..=count).map(|at| format!("a{} ", "`".repeat(at + 1))).collect::<String>();
    for count in [50, 150] {
        let (body, facts) = page(&format!("{{1 + 1}} `code` {}`more`", runs(count)));
        assert!(facts.diagnostics.is_empty(), "{:?}", codes(&facts));
        let html = body.html.to_string();
        assert!(html.contains(&runs(count)), "{count}: {html}");
        assert_eq!(html.matches("<code").count(), 2, "{count}: {html}");
    }
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
        // A fifth of it would exhaust a stack of this size if anything went down by recursion.
        let levels =
            std::env::var("DOCS_LEVELS").ok().and_then(|levels| levels.parse().ok()).unwrap_or(10_000);
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
            ("_", "a", "_"),
            ("**", "a", "**"),
            ("`", "a", "`"),
            ("(", "a", ")"),
            ("+ ", "a", ""),
            ("> - ", "a", ""),
            ("- > ", "a", ""),
            ("> [!NOTE]\n> ", "a", ""),
            ("[^1]: ", "a", ""),
            ("| ", "a", " |"),
            ("<Note>\n\n", "a\n\n", "</Note>\n\n"),
            ("<Note>", "a", "</Note>"),
            ("<Tabs><Tab title=\"a\">", "a", "</Tab></Tabs>"),
            ("<Steps>\n<Step title=\"a\">\n", "a\n", "</Step>\n</Steps>\n"),
            ("<table><tr><td>", "a", "</td></tr></table>"),
            ("<ul><li>", "a", "</li></ul>"),
            ("<p>", "a", "</p>"),
            ("<Card title={", "1", "}/>"),
            ("<Card title=\"", "1", "\"/>"),
            ("<Card title=>", "1", "</Card>"),
            ("<Snippet file=\"a.mdx\">", "a", "</Snippet>"),
            ("{a.map((x) => (<B>", "a", "</B>))}"),
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
            ("---\n", "- - ", "1", "", "\n---\n"),
            ("---\na: ", "&a ", "1", "", "\n---\n"),
            ("---\na: ", "!b ", "1", "", "\n---\n"),
            ("{", "<A b={", "1", "}/>", "}"),
            ("{", "<>", "1", "</>", "}"),
            ("{", "{a:", "1", "}", "}"),
            ("{", "-", "1", "", "}"),
            ("{", "new ", "a", "", "}"),
            ("{", "await ", "a", "", "}"),
            ("{", "typeof ", "a", "", "}"),
            ("{", "...", "a", "", "}"),
            ("{", "async()=>", "a", "", "}"),
            ("{a", "?.b", "", "", "}"),
            ("{a", "=b", "", "", "}"),
            ("{a", "**b", "", "", "}"),
            ("{", "/(", "", ")/", "}"),
            ("{function(){", "{", "", "}", "}}"),
            ("export const a = ", "<B>", "1", "</B>", "\n\n<a/>"),
            ("export const a = ", "`${", "1", "}`", ""),
            ("export const {", "a:{", "b", "}", "} = 1"),
            ("export default ", "(", "1", ")", ""),
            ("import {", "{", "a", "}", "} from './a.mdx'"),
            ("$$\n", "\\sqrt{", "2", "}", "\n$$"),
            ("```mermaid\nflowchart TD\n", "subgraph a\n", "b\n", "end\n", "```"),
            ("```js\n", "`${", "1", "}`", "\n```"),
            ("```html\n", "<a>", "1", "</a>", "\n```"),
            ("```json\n", "[", "1", "]", "\n```"),
            ("```yaml\n", "- ", "1", "", "\n```"),
            ("<Latex>", "{", "1", "}", "</Latex>"),
            ("<Prompt>", "<a>", "1", "</a>", "</Prompt>"),
        ] {
            let text = format!("{before}{}{inside}{}{after}", open.repeat(levels), close.repeat(levels));
            slow(open, || page(&text));
        }
    });
}

/// The configuration and front matter are read by whoever asks, on a stack of the usual size.
#[test]
fn nothing_in_a_configuration_nests_deep_enough_to_exhaust_a_usual_stack() {
    let worker = std::thread::Builder::new().stack_size(2 << 20).spawn(|| {
        let levels = 100_000;
        for (before, open, inside, close, after) in [
            ("", "[", "", "]", ""),
            ("", "{\"a\":", "1", "}", ""),
            ("{\"navigation\": ", "{\"pages\": [", "\"a\"", "]}", "}"),
            ("{\"navigation\": {\"pages\": [", "{\"group\": \"a\", \"pages\": [", "\"a\"", "]}", "]}}"),
            ("{\"navigation\": ", "{\"tabs\": [", "", "]}", "}"),
            ("{\"colors\": ", "[{\"a\":", "1", "}]", "}"),
            ("", "/*", "", "*/", ""),
            ("", "[", "", "", ""),
            ("", "{", "", "", ""),
        ] {
            let text = format!("{before}{}{inside}{}{after}", open.repeat(levels), close.repeat(levels));
            crate::checks::config(&text);
            crate::checks::config(&format!("{{\"theme\": \"mint\", \"x\": {text}}}"));
            crate::checks::front_matter(&format!("---\ntitle: {text}\n---\n"));
            crate::checks::front_matter(&format!("---\n{}\n---\n", text.replace(',', "\n")));
        }
    });
    worker.expect("a thread starts").join().expect("no panic");
}

/// Time of this thread on a processor, so that other work on the machine does not count (Linux).
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
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
    assert_eq!((quote.matches("<blockquote").count(), quote.matches("<p").count()), (1, 1));
    let blocks = html(&(0..3_000).map(|line| format!("> - item {line}\n>\n")).collect::<String>());
    assert_eq!(["<blockquote", "<ul", "<li"].map(|tag| blocks.matches(tag).count()), [1, 1, 3_000]);
}

#[test]
fn what_is_open_in_a_long_paragraph_is_not_cut() {
    let words = "one <b>two</b> *three* of a line with some words\n".repeat(300);
    let cases = [
        // Open over a line end where the paragraph could be cut, and over all of it.
        format!(
            "{}{words}",
            "<u>one\ntwo</u> **bold\ntext** [a\nlink](/x) `co\nde` ~~no\nmore~~ \n".repeat(800)
        ),
        format!("Text <span>begins\n{words}{words}</span> end\n"),
        format!("a <i>\n{words}b_c * 2 * 3 <br/>\n{words}</i> end\n"),
    ];
    for case in cases {
        let (body, facts) = page(&case);
        let html = body.html.as_str();
        assert_eq!(codes(&facts), Vec::<&str>::new(), "{}", &case[..80]);
        assert!(!html.contains("**") && !html.contains("~~") && !html.contains("](") && !html.contains('`'));
        for tag in ["<u>", "<span>", "<i>", "<b>"] {
            assert_eq!(html.matches(tag).count(), case.matches(tag).count(), "{tag} of {}", &case[..80]);
        }
        assert_eq!(html.matches("<p").count(), 1, "{}", &case[..80]);
    }
    // A heading drawn under a line, or a table, keeps its first line.
    let rows = format!("{words}{words}| a | b |\n|---|---|\n| c | d |\n");
    let html = page(&rows).0.html;
    assert_eq!(html.as_str().matches("<tr").count(), 2);
}

#[test]
fn marks_are_counted_in_a_paragraph() {
    let table = format!("| a | b |\n|---|---|\n{}", "| **a** | __b__ |\n".repeat(3_000));
    let (body, facts) = page(&table);
    assert_eq!(codes(&facts), Vec::<&str>::new());
    assert_eq!(body.html.as_str().matches("<strong>").count(), 6_000);
    let (body, facts) = page(&"*a* *b* *c* *d* <u/>\n".repeat(1_000));
    assert!(codes(&facts).contains(&"too-much-emphasis"), "{:?}", codes(&facts));
    assert!(body.html.as_str().contains('*'));
}

#[test]
fn places_of_what_stands_in_a_snippet_name_the_snippet() {
    let files = Files::with(&[("s.mdx", "Some text.\n\nMore text, and [a link](/missing).\n\n{children}\n")]);
    let text = "---\ntitle: A\n---\nimport S from './s.mdx'\n\nText.\n\n<S>\n[own](/own)\n</S>\n";
    let (_, facts) = files.page(text);
    assert_eq!(facts.links, [("/missing".to_owned(), 0), ("/own".to_owned(), 9)]);
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
