//! The Markdown of pages: it says what the HTML says, is read as it was meant, and costs what it changes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use docs::db::Settings;
use docs::export::{ExportInput, body_text, page_text};
use docs::html::code::tokens::Tokens;
use docs::html::render::Lookups;
use docs::page::ast::{Node, NodeKind};
use docs::page::{parse_document, parse_fragment};
use docs::text::{Addresses, Slug, SourcePath, SourceText, Span, UrlStyle};
use rayon::prelude::*;
use serde_json::json;

use crate::html;
use crate::site::{Built, Site, is_for_finding};

mod sections;

/// Every exported text by path. The sections of long pages are in these.
fn exports(built: &Built) -> BTreeMap<String, String> {
    let is_section =
        |path: &str| built.html(path).lines().nth(2).is_some_and(|line| line.starts_with("> A section of ["));
    let exported = built.files().keys().filter(|path| path.ends_with(".md") && !is_section(path));
    exported.map(|path| (path.clone(), without_list(built.html(path)))).collect()
}

/// A text without the list of its sections, which a long one has.
fn without_list(text: &str) -> String {
    let Some((head, rest)) = text.split_once("This page is long: ") else { return text.to_owned() };
    format!("{head}{}", rest.splitn(3, "\n\n").nth(2).unwrap_or_default())
}

/// A site whose pages are the exported texts of another.
fn again(exports: &BTreeMap<String, String>) -> Built {
    let mut site = Site::new();
    site.remove_if_there("docs.json");
    site.edit(
        "docs.json",
        &json!({ "theme": "mint", "name": "Again", "colors": { "primary": "#166534" },
        "navigation": { "pages": ["index"] } })
        .to_string(),
    );
    for (path, text) in exports {
        // The suffix keeps names like `readme` pages.
        site.edit(&path.replace(".md", "-again.mdx"), &format!("---\ntitle: Again\n---\n\n{text}"));
    }
    site.build()
}

const HEAD: &str = "# Again\n\n";

/// Where a text that was read and written again differs from itself.
fn unstable(exports: &BTreeMap<String, String>, second: &Built) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in exports {
        // A page that says where it is names the other address the second time.
        let slug = path.trim_end_matches(".md");
        let written = second.html(&path.replace(".md", "-again.md"));
        let written = written.strip_prefix(HEAD).unwrap_or(written);
        let written = without_list(written).replace(&format!("/{slug}-again#"), &format!("/{slug}#"));
        // Titles are not part of the text whose punctuation becomes typographic, until they are read as text; a list
        // with one long entry is a loose one.
        let plain = |text: &str| {
            let text = text
                .replace(['‘', '’'], "'")
                .replace(['“', '”'], "\"")
                .replace('—', "--")
                .replace('…', "...");
            // Our parser makes one list of two that only differ in their mark.
            let text = text.replace("\n* ", "\n- ");
            text.lines().filter(|line| !matches!(line.trim(), "" | ">")).collect::<Vec<_>>().join("\n")
        };
        let (text, written) = (plain(text), plain(&written));
        if written != text {
            let pair = text.lines().zip(written.lines()).enumerate().find(|(_, (a, b))| a != b);
            let (line, (was, is)) = pair.unwrap_or((0, ("(another number of lines)", "")));
            found.push(format!("{path}:{}: {was:?} became {is:?}", line + 1));
        }
    }
    found
}

/// Words of the HTML of a page's text that are not in that of its exported text.
fn lost_words(first: &Built, second: &Built, exports: &BTreeMap<String, String>) -> Vec<String> {
    let mut found = Vec::new();
    for path in exports.keys() {
        let page = match path.as_str() {
            "index.md" => "index.html".to_owned(),
            path => path.replace(".md", "/index.html"),
        };
        let copy = path.replace(".md", "-again/index.html");
        let (Some(_), Some(_)) = (first.files().get(&page), second.files().get(&copy)) else {
            found.push(format!("{path}: there is no page"));
            continue;
        };
        // A page that is a link elsewhere shows no text.
        if first.html(&page).contains("<title>Redirecting…</title>") {
            continue;
        }
        let all = words(second.body(&copy));
        let has: BTreeSet<&String> = all.iter().collect();
        // Two links that touch are one word in the HTML.
        let run = all.concat();
        // Markdown is for programs: the words of the interface are English there, whatever the page's language.
        let html = first.html(&page);
        let language = html.split("<html lang=\"").nth(1).and_then(|rest| rest.split('"').next());
        let labels = &docs::html::texts::texts(language).labels;
        let labels = [&*labels.required, &labels.deprecated, &labels.default].join(" ").to_lowercase();
        let is_lost = |word: &String| {
            !has.contains(word)
                && !run.contains(word.as_str())
                && (language == Some("en") || !labels.contains(word))
        };
        let lost: Vec<String> = words(first.body(&page)).into_iter().filter(is_lost).collect();
        if !lost.is_empty() {
            found.push(format!("{path}: {}", lost.join(" ")));
        }
    }
    found
}

/// What readers see, without what only helps to operate the page.
fn words(body: &str) -> Vec<String> {
    let mut root = html::parse(body);
    root.prune(&|element| {
        let silent = ["svg", "math", "button", "script", "style", "select", "textarea", "template"];
        let operated = ["expandable-label", "mermaid-view", "footnotes", "view-title", "prompt-head", "math"];
        silent.contains(&element.name.as_str()) || operated.iter().any(|class| element.has_class(class))
    });
    let text = root.blocks().join(" ");
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[test]
fn ai_01_what_the_example_site_says_is_said_in_markdown() {
    let first = Site::example().build();
    let exports = exports(&first);
    assert!(exports.len() > 80, "{}", exports.len());
    let second = again(&exports);
    let unstable = unstable(&exports, &second);
    assert!(unstable.is_empty(), "{unstable:#?}");
    let lost = lost_words(&first, &second, &exports);
    assert!(lost.is_empty(), "{lost:#?}");
}

#[test]
fn ai_01_what_real_sets_say_is_said_in_markdown() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let Ok(entries) = std::fs::read_dir(&corpus) else {
        eprintln!("skipped: the real documentation sets are not on this machine");
        return;
    };
    let wanted = std::env::var("DOCS_CORPUS").unwrap_or_default();
    let mut sets: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("docs.json").is_file())
        .collect();
    sets.sort();
    let reports: Vec<String> = sets
        .par_iter()
        .filter_map(|set| {
            let name = set.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let mut site = Site::copy_of(set).jobs(1);
            let pages = site.sources().keys().filter(|path| path.ends_with(".mdx")).count();
            if wanted != "all" && (if wanted.is_empty() { pages > 60 } else { !name.contains(&wanted) }) {
                return None;
            }
            let first = site.build();
            let exports = exports(&first);
            let second = again(&exports);
            let mut found = unstable(&exports, &second);
            found
                .extend(lost_words(&first, &second, &exports).into_iter().map(|line| format!("LOST {line}")));
            Some(found.into_iter().map(|line| format!("{name}: {line}")).collect::<Vec<_>>())
        })
        .flatten()
        .collect();
    assert!(reports.is_empty(), "{} {reports:#?}", reports.len());
}

/// A project without files.
struct Nothing;

impl Lookups for Nothing {
    fn tokens(&self, _: &str, _: &str) -> Arc<Tokens> {
        Arc::default()
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

fn export(nodes: &[Node]) -> String {
    let (slug, addresses) = (Slug::new("guides/a"), Addresses::default());
    body_text(&ExportInput { nodes, slug: &slug, addresses: &addresses, lookups: &Nothing })
}

fn parsed(text: &str) -> Vec<Node> {
    let document = parse_document(SourceText::new(SourcePath::new("a.mdx"), text));
    assert!(document.diagnostics.is_empty(), "{text}: {:#?}", document.diagnostics);
    document.nodes
}

fn node(kind: NodeKind, children: Vec<Node>) -> Node {
    Node::new(kind, Span::default(), children)
}

fn text(text: &str) -> Node {
    Node::text(text, Span::default())
}

/// Text that would be syntax if it were not escaped.
const HOSTILE: &[&str] = &[
    "*a* _b_ **c** __d__",
    "snake_case_name and _x",
    "a * b * c *",
    "`code` ``more`` `",
    "[a](b) ![c](d) [e]: f [g][h]",
    "[x]: https://example.com",
    "[ ] todo",
    "[^1] and [^1]: note",
    "<b>x</b> <br/> </p> <!-c> <?x ?> a < b <c",
    "1. one",
    "12) two",
    "1986. A year",
    "# head",
    "###### head",
    "C# and C #",
    "#",
    "- item",
    "-",
    "+ item",
    "* item",
    "> quote",
    "-----",
    "- - -",
    "===",
    "~~~",
    "a | b | c",
    "| a |",
    "|----|----|",
    ":----",
    "~~x~~ ~5 ~6~",
    "$5 and $6 and $$x$$",
    "{x} { } {{y}}",
    "\\* \\ \\\\ \\n C:\\dir\\",
    "&amp; &copy; & AT&T &#35; &x",
    "x[0][1](2)",
    "Wow!",
    "a\nb\n1. c\n- d\n# e\n===\n> f\n| g |",
    "日本*語* **「強」**だ",
    "ends with \\",
    "(a) [b",
    "a] b",
];

fn shown(nodes: &[Node]) -> String {
    let joined: Vec<String> = nodes.iter().map(Node::plain_text).collect();
    joined.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn ai_01_text_stays_text_wherever_it_stands() {
    let table = |cell: Node| {
        let row =
            |header, cell| node(NodeKind::TableRow { header }, vec![node(NodeKind::TableCell, vec![cell])]);
        let align = vec![docs::page::ast::Align::None];
        node(NodeKind::Table { align }, vec![row(true, text("head")), row(false, cell)])
    };
    let link = |child: Node| node(NodeKind::Link { url: "/x".into(), title: None }, vec![child]);
    let list = |start, children: Vec<Node>| {
        let item = node(NodeKind::ListItem { checked: None }, children);
        node(NodeKind::List { start, loose: false }, vec![item])
    };
    let paragraph = |children| node(NodeKind::Paragraph, children);
    for hostile in HOSTILE {
        let places: Vec<(&str, Node)> = vec![
            ("paragraph", paragraph(vec![text(hostile)])),
            ("heading", node(NodeKind::Heading { level: 2, id: None }, vec![text(hostile)])),
            ("list", list(None, vec![paragraph(vec![text(hostile)])])),
            ("ordered list", list(Some(3), vec![paragraph(vec![text(hostile)])])),
            ("quote", node(NodeKind::BlockQuote, vec![paragraph(vec![text(hostile)])])),
            ("cell", table(text(hostile))),
            ("strong", paragraph(vec![text("a "), node(NodeKind::Strong, vec![text(hostile)]), text(" z")])),
            (
                "emphasis",
                paragraph(vec![text("a"), node(NodeKind::Emphasis, vec![text(hostile)]), text("z")]),
            ),
            ("link", paragraph(vec![text("a "), link(text(hostile)), text("(z)")])),
            ("code", paragraph(vec![node(NodeKind::InlineCode(hostile.replace('\n', " ")), Vec::new())])),
        ];
        for (place, given) in places {
            let written = export(std::slice::from_ref(&given));
            let read = parsed(&written);
            let expected = shown(std::slice::from_ref(&given));
            assert_eq!(shown(&read), expected, "{hostile:?} in a {place}:\n{written}");
            assert_eq!(read.len(), 1, "{hostile:?} in a {place}:\n{written}");
            if place != "emphasis" && place != "strong" {
                assert_eq!(
                    std::mem::discriminant(&read[0].kind),
                    std::mem::discriminant(&given.kind),
                    "{hostile:?} in a {place}:\n{written}"
                );
            }
        }
        // The title has a file of its own; titles are Markdown where they could be.
        if !hostile.contains(['`', '*', '_', '[', '<', '~']) {
            let read = parsed(&page_text(hostile, None, &[], ""));
            assert_eq!(shown(&read), shown(&[text(hostile)]), "{hostile}");
        }
    }
}

#[test]
fn ai_01_marks_are_read_as_they_were_meant() {
    let strong = |inner: &str| node(NodeKind::Strong, vec![text(inner)]);
    let emphasis = |inner: &str| node(NodeKind::Emphasis, vec![text(inner)]);
    let code = |inner: &str| node(NodeKind::InlineCode(inner.to_owned()), Vec::new());
    let link = |inner: &str| {
        node(NodeKind::Link { url: "/a b(c)".into(), title: Some("t\"t".into()) }, vec![text(inner)])
    };
    let cases: Vec<(Vec<Node>, &str)> = vec![
        (vec![text("a"), strong("b"), text("c")], "a**b**c"),
        (vec![text("a"), strong("(b)"), text("c")], "a<strong>(b)</strong>c"),
        (vec![text("a"), strong(" b "), text("c")], "a **b** c"),
        (vec![strong("a"), emphasis("b")], "**a**<em>b</em>"),
        (vec![strong("a"), strong("b")], "**a**<strong>b</strong>"),
        (vec![node(NodeKind::Strong, vec![text("a "), emphasis("b")])], "**a *b***"),
        (vec![node(NodeKind::Emphasis, vec![strong("a"), text(" b")])], "***a** b*"),
        (vec![node(NodeKind::Strong, vec![strong("a")])], "**a**"),
        (vec![strong("")], ""),
        (vec![code("a"), code("b")], "`a`<code>b</code>"),
        (
            vec![code("a"), node(NodeKind::Link { url: "/b".into(), title: None }, vec![code("b")])],
            "`a`[`b`](/b)",
        ),
        (vec![code("`a`")], "`` `a` ``"),
        (vec![text("Look!"), link("a")], "Look\\![a](/a%20b%28c%29 \"t\\\"t\")"),
        (vec![text("a"), node(NodeKind::LineBreak, vec![]), text("b")], "a\\\nb"),
    ];
    for (nodes, expected) in cases {
        let written = export(&[node(NodeKind::Paragraph, nodes)]);
        assert_eq!(written.trim_end(), expected);
    }
}

/// Other text as the description of an API has it.
/// An icon may be a word of its sentence; what is there for machines alone is there for them.
#[test]
fn ai_01_icons_that_say_something_and_hidden_texts_are_written() {
    let built = Site::new()
        .file(
            "index.mdx",
            "<Icon icon=\"cloud\" /> = Hosted\n\n**Go** <Icon icon=\"arrow-right\" /> **on**. Pass <Icon icon=\"xmark\" /> on, [all](/index)<Icon icon=\"heart\" />, please. <Icon icon=\"star\" />\n\n\
             <Icon icon=\"rocket\" /> Start\n\n- <Icon icon=\"flag\" /> Item\n\n## Head <Icon icon=\"gear\" />\n\n\
             | A | B |\n| - | - |\n| x | <Icon icon=\"cloud\" /> <Icon icon=\"plug\" /> |\n| y | Yes <Icon icon=\"cloud\" /> |\n\
             | z | <Icon icon=\"github\" /> GitHub |\n\n<div hidden>\n#### NOP\n\nDoes nothing.\n</div>\n",
        )
        .build();
    built.assert_no_problems();
    let text = built.html("index.md");
    for part in [
        "cloud = Hosted\n",
        "**Go** arrow-right **on**. Pass xmark on, [all](/), please.\n",
        "\nStart\n",
        "- Item\n",
        "## Head\n",
        "| x | cloud, plug |",
        "| y | Yes cloud |",
        "| z | GitHub |",
        "#### NOP\n\nDoes nothing.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn ai_01_lists_that_touch_stay_two() {
    let list = |start| {
        let item = |word: &str| {
            let words = node(NodeKind::Paragraph, vec![text(word)]);
            node(NodeKind::ListItem { checked: None }, vec![words])
        };
        node(NodeKind::List { start, loose: false }, vec![item("a"), item("b")])
    };
    assert_eq!(export(&[list(None), list(None), list(Some(9))]), "- a\n- b\n\n* a\n* b\n\n9. a\n10. b\n");
}

#[test]
fn ai_01_addresses_are_those_of_the_page() {
    let settings = Settings { addresses: Addresses::new("docs", UrlStyle::Directory), ..Settings::default() };
    let body = "---\ntitle: A\ndescription: What it is\n---\n\n[b](./b) [c](../c.mdx#x) [here](#part) [bare](b) \
                [out](https://x.y/z) ![p](./p.png) <img src=\"p.png\" alt=\"q\" /> [js](javascript:alert)\n\n## Part\n";
    let mut site = Site::new()
        .settings(settings)
        .with_config(json!({ "navigation": { "pages": ["index", "guides/a"] } }))
        .file("index.mdx", "# Home\n")
        .file("guides/a.mdx", body)
        .file("guides/b.mdx", "---\ntitle: B\nhidden: true\nnoindex: true\n---\n\nHidden.\n")
        .file("guides/p.png", "");
    let built = site.build();
    assert_eq!(
        built.html("guides/a.md"),
        "# A\n\n> What it is\n\n[b](/docs/guides/b) [c](/docs/c#x) [here](/docs/guides/a#part) [bare](/docs/guides/b) \
         [out](https://x.y/z) ![p](/docs/guides/p.png) ![q](/docs/guides/p.png) js\n\n## Part\n"
    );
    assert_eq!(built.html("guides/b.md"), "# B\n\nHidden.\n");
    assert_eq!(built.html("index.md"), "# Index\n\n# Home\n");
    let link = "<link rel=\"alternate\" href=\"/docs/guides/a.md\" type=\"text/markdown\">";
    assert!(built.html("guides/a/index.html").contains(link), "{}", built.html("guides/a/index.html"));
    assert!(built.html("index.html").contains("href=\"/docs/index.md\""));
}

/// Elements that other builders leave as they are have the base path in their links, written by their author.
#[test]
fn pg_01_a_base_path_that_is_written_is_not_put_there_again() {
    let settings =
        Settings { addresses: Addresses::new("ai/docs", UrlStyle::Directory), ..Settings::default() };
    let body = "[b](/ai/docs/guides/b#x) <a href=\"/ai/docs/guides/b\">b</a> <a href=\"/ai/docs\">home</a>\n\n\
                <img src=\"/ai/docs/p.png\" alt=\"p\" />\n\n[own](/ai/docs/own) [gone](/ai/docs/gone)\n";
    let mut site = Site::new()
        .settings(settings)
        .with_config(json!({ "navigation": { "pages": ["index", "guides/b", "ai/docs/own"] } }))
        .file("index.mdx", body)
        .file("guides/b.mdx", "## X\n")
        .file("ai/docs/own.mdx", "# Own\n")
        .file("p.png", "");
    let built = site.build();
    let html = built.body("index.html");
    for (wanted, count) in [
        ("href=\"/ai/docs/guides/b#x\"", 1),
        ("href=\"/ai/docs/guides/b\"", 1),
        ("href=\"/ai/docs/\"", 1),
        ("src=\"/ai/docs/p.png\"", 1),
        ("href=\"/ai/docs/ai/docs/own\"", 1),
    ] {
        assert_eq!(html.matches(wanted).count(), count, "{wanted}: {html}");
    }
    assert!(built.html("index.md").contains("[b](/ai/docs/guides/b#x)"), "{}", built.html("index.md"));
    assert_eq!(built.codes(), ["broken-link"], "{:?}", built.problems());
    built.assert_clean();
    // The page itself comes to where its links pointed: these are meant now.
    site.place("ai/docs/guides/b.mdx", b"# Other\n");
    let built = site.build_once();
    assert!(built.body("index.html").contains("href=\"/ai/docs/ai/docs/guides/b\""));
    built.assert_clean();
}

#[test]
fn ai_01_what_lies_at_the_address_already_wins() {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "a", "b"] }, "redirects": [
            { "source": "/b.md", "destination": "/a" } ] }))
        .file("index.mdx", "Home.\n")
        .file("a.mdx", "A.\n")
        .file("b.mdx", "B.\n");
    let built = site.build();
    assert!(built.files().contains_key("a.md") && !built.files().contains_key("b.md"));
    assert!(built.files().contains_key("b.md/index.html"));
    assert!(!built.html("b/index.html").contains("text/markdown"));
    // A page whose address is that of another one's Markdown.
    site.edit("a.md.mdx", "A page.\n");
    let built = site.build();
    assert!(!built.files().contains_key("a.md") && built.files().contains_key("a.md/index.html"));
    built.assert_clean();
    site.remove("a.md.mdx");
    let built = site.build();
    assert!(built.files().contains_key("a.md"));
    built.assert_clean();
    // A page that went.
    site.remove("a.mdx");
    let built = site.build();
    assert!(!built.files().contains_key("a.md"));
    built.assert_clean();
}

/// One edit costs the page and its Markdown, and what is only for one of them costs only that.
#[test]
fn ai_01_an_edit_writes_what_it_changes() {
    let page = |title: &str, words: &str| format!("---\ntitle: {title}\n---\n\n{words}\n");
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "a", "b"] } }))
        .file("index.mdx", "Home.\n")
        .file("a.mdx", &page("A", "One."))
        .file("b.mdx", &page("B", "Two."));
    let mut last = site.build();
    let mut step = |site: &mut Site, course: fn(&mut Site) -> Built, expected: &[&str]| {
        let built = course(site);
        let paths: BTreeSet<&String> = built.files().keys().chain(last.files().keys()).collect();
        let changed: Vec<&str> = paths
            .into_iter()
            .filter(|path| {
                !path.starts_with(".docs")
                    && !is_for_finding(path)
                    && built.files().get(*path) != last.files().get(*path)
            })
            .map(String::as_str)
            .collect();
        assert_eq!(changed, expected);
        assert_eq!(built.written(), expected.len());
        built.assert_clean();
        last = built;
    };
    let courses: [fn(&mut Site) -> Built; 3] = [
        Site::build,
        |site| site.update(&["a.mdx"]),
        |site| {
            // The first process that builds once leaves the note that the second one reads.
            site.build_once()
        },
    ];
    for (number, course) in courses.into_iter().enumerate() {
        // What updates left is settled by a whole build.
        step(&mut site, Site::build, &[]);
        step(&mut site, Site::build_once, &[]);
        let words = |agents: &str, people: &str| {
            format!(
                "Other words {number}.\n\n<Visibility for=\"agents\">{agents}</Visibility>\n\n\
                 <Visibility for=\"humans\">{people}</Visibility>"
            )
        };
        site.edit("a.mdx", &page("A", &words("One.", "One.")));
        step(&mut site, course, &["a.md", "a/index.html"]);
        site.edit("a.mdx", &page("A", &words("Two.", "One.")));
        step(&mut site, course, &["a.md"]);
        site.edit("a.mdx", &page("A", &words("Two.", "Two.")));
        step(&mut site, course, &["a/index.html"]);
        // A title is in the pages that show it, and in one Markdown file.
        site.edit("a.mdx", &page(&format!("A{number}"), &words("Two.", "Two.")));
        step(&mut site, course, &["a.md", "a/index.html", "b/index.html", "index.html"]);
        site.edit("a.mdx", &page("A", "One."));
        step(&mut site, course, &["a.md", "a/index.html", "b/index.html", "index.html"]);
    }
    // A file that was lost or damaged is made again.
    site.lose("a.md");
    site.spoil("b.md", b"damaged");
    let built = site.build_once();
    assert_eq!(built.written(), 2);
    assert_eq!(built.query("render_body"), 0, "{:#?}", built.query_lines());
    built.assert_clean();
}

#[test]
fn ai_06_an_operation_is_its_own_part_of_the_description() {
    let user = json!({ "type": "object", "required": ["name"], "properties": {
        "name": { "type": "string", "description": "What others call them" }, "home": { "$ref": "#/components/schemas/Place" } } });
    let api = json!({ "openapi": "3.0.0", "info": { "title": "A", "version": "1" }, "paths": {
        "/users": { "post": {
            "summary": "Create a user",
            "parameters": [{ "name": "verbose", "in": "query", "schema": { "type": "boolean" }, "description": "Say more" }],
            "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/User" } } } },
            "responses": { "201": { "description": "Made", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/User" } } } } },
        } },
        "/other": { "get": { "summary": "Other", "responses": { "200": { "description": "Elsewhere" } } } },
    }, "components": { "schemas": {
        "User": user,
        "Place": { "type": "object", "properties": { "city": { "type": "string" } } },
        "Unused": { "type": "object", "properties": { "never": { "type": "string" } } },
    } } });
    let mut site = Site::new()
        .with_config(
            json!({ "api": { "openapi": "api.json" }, "navigation": { "pages": ["index", "POST /users"] } }),
        )
        .file("index.mdx", "# Home")
        .file("api.json", &api.to_string());
    let built = site.build();
    built.assert_no_problems();
    let text = built.html("api-reference/create-a-user.md");
    for row in [
        "| `verbose` | `boolean` | query | Say more |",
        "| `name` | `string` | body | yes | What others call them |",
    ] {
        assert!(text.contains(row), "{row}\n{text}");
    }
    assert!(text.contains("`POST /users`") && text.contains("`201`\n\nMade\n"), "{text}");
    assert_eq!(text.matches("| `home.city` | `string` |").count(), 2, "{text}");
    for other in ["never", "Elsewhere", "$ref", "openapi"] {
        assert!(!text.contains(other), "{other}\n{text}");
    }
}
