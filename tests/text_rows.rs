//! What authors write as text: Markdown, elements, expressions, ids of headings, links and pictures. Built by the real
//! engine; names begin with the row of the feature.

use serde_json::json;

use docs::db::Settings;
use docs::text::{Addresses, UrlStyle};

use crate::site::{Built, Site};

/// The markup of a page with this text.
fn body(text: &str) -> String {
    built(text).body("index.html").to_owned()
}

fn built(text: &str) -> Built {
    Site::new().file("index.mdx", &format!("---\ntitle: Page\n---\n\n{text}\n")).build()
}

#[track_caller]
fn expect(text: &str, parts: &[&str]) {
    let html = body(text);
    for part in parts {
        assert!(html.contains(part), "{part}\n{html}");
    }
}

/// What the expressions use.
const VALUES: &str = "export const name = 'World'\nexport const data = { list: [1, 2, 3] }\nexport const double = x => x * 2\n\n";

#[test]
fn mdx_01_commonmark_and_what_github_adds() {
    expect(
        "| Left | Center | Right |\n|:--|:-:|--:|\n| a ~x~ | b ~~xx~~ | `a\\|b` |",
        &[
            "<th scope=\"col\" class=\"align-left\">Left</th>",
            "<td class=\"align-left\">a <del>x</del></td>",
            "<td class=\"align-center\">b <del>xx</del></td>",
            "<td class=\"align-right\"><code>a|b</code></td>",
        ],
    );
    expect(
        "- [ ] one\n- [x] two\n  1. three\n     - four",
        &[
            "<input type=\"checkbox\" disabled aria-label=\"To do\"> one",
            "<input type=\"checkbox\" checked disabled aria-label=\"Done\"> two",
            "<ol><li>three",
            "<ul><li>four</li></ul>",
        ],
    );
    expect(
        "https://example.com/a_b, www.example.org, me@example.com",
        &[
            "<a class=\"link\" href=\"https://example.com/a_b\">",
            "<a class=\"link\" href=\"http://www.example.org\">www.example.org</a>",
            "<a class=\"link\" href=\"mailto:me@example.com\">",
        ],
    );
    expect(
        "One[^1] and two[^a].\n\n[^1]: First **note**.\n[^a]: Second.",
        &[
            "href=\"#user-content-fn-a\"",
            "<section class=\"footnotes\" role=\"doc-endnotes\">",
            "First <strong>note</strong>.",
        ],
    );
    expect("two  \nthree\\\nfour", &["two<br>\nthree<br>\nfour"]);
    expect(
        "H<sub>2</sub>O, x<sup>2</sup>, <kbd>Ctrl</kbd>",
        &["H<sub>2</sub>O, x<sup>2</sup>, <kbd>Ctrl</kbd>"],
    );
}

#[test]
fn mdx_02_elements_in_both_spellings() {
    expect(
        "<div class=\"a b\" style=\"color: red; margin-top: 4px\">x</div>",
        &["<div class=\"a b\" style=\"color: red; margin-top: 4px\">x</div>"],
    );
    expect(
        "<div className=\"a b\" style={{color: 'red', marginTop: 4, '--x': 3, lineHeight: 1.5}}>x</div>",
        &["<div class=\"a b\" style=\"color:red;margin-top:4px;--x:3;line-height:1.5\">x</div>"],
    );
    expect("<label for=\"q\">x</label>", &["<label for=\"q\">x</label>"]);
    expect("<label htmlFor=\"q\">x</label>", &["<label for=\"q\">x</label>"]);
    expect(
        "<iframe src=\"https://example.com\" title=\"t\" allowFullScreen />",
        &["<iframe src=\"https://example.com\" title=\"t\" allowfullscreen"],
    );
    expect(
        "<iframe src=\"https://example.com\" title=\"t\" allowfullscreen></iframe>",
        &["<iframe src=\"https://example.com\" title=\"t\" allowfullscreen"],
    );
    expect(
        "<div dangerouslySetInnerHTML={{__html: '<b class=\"raw\">x</b>'}} />",
        &["<div><b class=\"raw\">x</b></div>"],
    );
    expect("<p {...{id: 'spread', className: 'x'}}>y</p>", &["<p id=\"spread\" class=\"x\">y</p>"]);
}

#[test]
fn mdx_02_markdown_in_elements_is_read_however_deep_it_is_indented() {
    expect(
        "<Note>\n    Some **bold** text\n\n    - one\n      - two\n\n    ```js\n    code()\n    ```\n</Note>",
        &["Some <strong>bold</strong> text", "<ul><li>one<ul><li>two</li></ul>", "<pre"],
    );
    expect(
        "<Card title=\"T\">\n    <div>\n        ## Inside\n\n        some *em* text\n    </div>\n</Card>",
        &["<h2 id=\"inside\">", "some <em>em</em> text"],
    );
    expect(
        "<Tabs>\n  <Tab title=\"One\">\n    <Steps>\n      <Step title=\"S\">\n        | a | b |\n        |---|---|\n        | **c** | d |\n      </Step>\n    </Steps>\n  </Tab>\n</Tabs>",
        &["<td><strong>c</strong></td>"],
    );
}

/// Browsers take only a child of `details` as its summary, and not one in a paragraph.
#[test]
fn mdx_02_a_summary_is_a_child_of_its_details() {
    for text in [
        "<details>\n  <summary>Sum</summary>\n  Text **b**\n</details>",
        "<details><summary>Sum</summary>\nText **b**\n</details>",
        "<details>\n<summary>Sum</summary>\n\nText **b**\n</details>",
    ] {
        expect(text, &["<details><summary>Sum</summary><p>Text <strong>b</strong></p>"]);
    }
}

#[test]
fn mdx_03_expressions_are_evaluated() {
    expect(
        &format!(
            "{VALUES}{}",
            "{1 + 2} {`hello ${name}`} {name.length > 3 ? 'long' : 'short'} {data?.list?.[1]} {data.none?.x}. {double(4)} {name.toUpperCase()}"
        ),
        &["3 hello World long 2 . 8 WORLD"],
    );
    expect(
        &format!("{VALUES}{}", "<ul>{data.list.map(n => <li key={n}>item <b>{n * 2}</b></li>)}</ul>"),
        &["<ul><li>item <b>2</b></li><li>item <b>4</b></li><li>item <b>6</b></li></ul>"],
    );
    expect(&format!("{VALUES}{}", "{data.list.filter(x => x > 1).reduce((a, b) => a + b, 0)}"), &["5"]);
    expect(&format!("{VALUES}{}", "{true && <Note>Shown</Note>}{false && <Note>Gone</Note>}"), &["Shown"]);
    expect(
        &format!("{VALUES}{}", "<Card title={`Hello ${name}`} href={'/' + 'x'.repeat(2)}>{name}</Card>"),
        &["href=\"/xx\"", ">Hello World<"],
    );
    expect(
        &format!(
            "{VALUES}{}",
            "{Object.entries({ a: 1, b: 2 }).map(([key, value]) => <Badge key={key}>{key}{value}</Badge>)}"
        ),
        &[">a1<", ">b2<"],
    );
    expect(
        &format!("{VALUES}{}", "{(() => { let s = ''; for (let i = 0; i < 3; i++) s += i; return s })()}"),
        &["012"],
    );
    let gone = body("{false && <Note>Gone</Note>}{null}{undefined}{true}");
    assert!(!gone.contains("Gone") && !gone.contains("callout"), "{gone}");
}

#[test]
fn txt_02_own_ids_at_any_level() {
    expect(
        "## Two {#my-id}\n\n### Three `code` {#Three}\n\n#### Four {#four}\n\n##### Five {#five}\n\n###### Six {#six-6}\n\n<h2 id=\"own\">Own</h2>\n\n<Heading level={3} id=\"own-2\">Own</Heading>",
        &[
            "<h2 id=\"my-id\">",
            "<h3 id=\"Three\">",
            "<h4 id=\"four\">",
            "<h5 id=\"five\">",
            "<h6 id=\"six-6\">",
            "<h2 id=\"own\">",
            "<h3 id=\"own-2\">",
        ],
    );
}

/// Neither files of `snippets/` nor imported ones are pages, and each of them resolves its own imports.
#[test]
fn mdx_07_snippets_are_no_pages_and_resolve_their_own_imports() {
    let built = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "guides/page"] } }))
        .file("index.mdx", "import Part from '/parts/part.mdx'\n\n<Part who=\"Ann\" />\n")
        .file("guides/page.mdx", "import Part from '../parts/part.mdx'\n\n<Part who=\"Bob\" />\n")
        .file("parts/part.mdx", "import Deep from './deep/deep.mdx'\n\nHello {who}.\n\n<Deep />\n")
        .file(
            "parts/deep/deep.mdx",
            "import { word } from '../../snippets/words.mdx'\n\nThe word is {word}.\n",
        )
        .file("snippets/words.mdx", "export const word = 'tree'\n")
        .file("snippets/alone.mdx", "Nobody shows this.\n")
        .build();
    built.assert_no_problems();
    assert_eq!(built.text("index.html"), "Hello Ann.\nThe word is tree.");
    assert_eq!(built.text("guides/page/index.html"), "Hello Bob.\nThe word is tree.");
    let published: Vec<_> = built
        .files()
        .keys()
        .filter(|path| path.starts_with("parts/") || path.starts_with("snippets/"))
        .collect();
    assert_eq!(published, Vec::<&String>::new());
}

/// Root-relative addresses, those seen from the page, and those of files lead to the same page.
#[test]
fn txt_05_links_lead_to_pages_however_they_are_written() {
    let links = "[a](/guides/page) [b](./guides/page) [c](guides/page.mdx) [d](/guides/page.md) [e](#here) \
                 [f](/guides/page.mdx?x=1#part) [g](/index)\n\n## Here\n";
    let built = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "guides/page", "guides/other"] } }))
        .file("index.mdx", links)
        .file("guides/page.mdx", "[a](../index) [b](./other) [c](other) [d](other.mdx#deep)\n\n## Part\n")
        .file("guides/other.mdx", "## Deep\n")
        .settings(Settings { addresses: Addresses::new("docs", UrlStyle::Directory), ..Settings::default() })
        .build();
    built.assert_no_problems();
    let hrefs = |path: &str| -> Vec<String> {
        let links = built.body(path).split("<a class=\"link\" href=\"").skip(1);
        links.filter_map(|rest| Some(rest.split('"').next()?.to_owned())).collect()
    };
    let page = "/docs/guides/page";
    let first = [page, page, page, page, "#here", "/docs/guides/page?x=1#part", "/docs/"];
    assert_eq!(hrefs("index.html"), first);
    let other = "/docs/guides/other";
    assert_eq!(hrefs("guides/page/index.html"), ["/docs/", other, other, "/docs/guides/other#deep"]);
}

/// Chinese and Japanese have no blank behind an address: the sign of the sentence ends it.
#[test]
fn txt_05_a_bare_address_ends_before_a_sign_of_the_sentence() {
    let mut site = Site::new().file(
        "index.mdx",
        "请访问 https://a.test/b。然后**打开** www.c.test（说明），见 https://d.test/中文？x=1\n\n\
         [见，https://e.test](https://e.test/a，b) `https://f.test，` “全部”\n\n| 一 | https://g.test，二 |\n| - | - |\n| 三 | 四 |\n",
    );
    let built = site.build();
    built.assert_no_problems();
    let body = built.body("index.html");
    let links: Vec<&str> = body
        .split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next().filter(|href| href.contains("test")))
        .collect();
    let wanted = [
        "https://a.test/b",
        "http://www.c.test",
        "https://d.test/中文",
        "https://e.test/a，b",
        "https://g.test",
    ];
    assert_eq!(links, wanted, "{body}");
    assert!(body.contains("。然后<strong>打开</strong>") && body.contains("（说明），见"), "{body}");
    assert!(body.contains("？x=1") && body.contains("，二"), "{body}");
    // Whoever reads the Markdown goes by the rules of GitHub.
    let text = built.html("index.md");
    assert!(text.contains("<https://a.test/b>。然后") && text.contains("https://f.test，"), "{text}");
    built.assert_clean();
}

const PICTURE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30\" height=\"20\"/>";

/// The first picture is asked for at once, the others when they are near; one for a single colour mode always waits,
/// so that what is hidden is not loaded.
#[test]
fn txt_09_pictures_of_one_colour_mode_wait() {
    let loading = |text: &str| -> Vec<&'static str> {
        let page = format!("---\ntitle: Page\n---\n\n{text}\n");
        let built =
            Site::new().file("index.mdx", &page).file("a.svg", PICTURE).file("b.svg", PICTURE).build();
        built.assert_no_problems();
        let pictures = built.body("index.html").split("<img ").skip(1).map(|rest| rest.split('>').next());
        pictures
            .map(|tag| {
                let tag = tag.expect("a tag");
                assert!(tag.contains("width=\"30\" height=\"20\""), "{tag}");
                match (tag.contains("loading=\"lazy\""), tag.contains("fetchpriority=\"high\"")) {
                    (true, false) => "waits",
                    (false, true) => "first",
                    other => panic!("{other:?}: {tag}"),
                }
            })
            .collect()
    };
    assert_eq!(loading("![A](/a.svg)\n\n![B](/b.svg)"), ["first", "waits"]);
    let pair = "<img className=\"block dark:hidden\" src=\"/a.svg\" alt=\"A\" />\n\
                <img className=\"hidden dark:block\" src=\"/b.svg\" alt=\"A\" />";
    assert_eq!(loading(pair), ["waits", "waits"]);
    assert_eq!(loading(&pair.replace("className", "class")), ["waits", "waits"]);
    let github = "![A](/a.svg#gh-light-mode-only) ![A](/b.svg#gh-dark-mode-only)";
    assert_eq!(loading(github), ["waits", "waits"]);
    let html = body(github);
    assert!(html.contains("class=\"light-only\"") && html.contains("class=\"dark-only\""), "{html}");
    let written = "<img className=\"mine\" src=\"/a.svg#gh-light-mode-only\" alt=\"A\" />";
    assert!(body(written).contains("class=\"mine light-only\""), "{}", body(written));
}

#[test]
fn txt_08_buttons_of_pictures() {
    let html = |text: &str| {
        let page = format!("---\ntitle: Page\n---\n\n{text}\n");
        let built = Site::new().file("index.mdx", &page).file("a.svg", PICTURE).build();
        built.assert_no_problems();
        built.html("index.html").to_owned()
    };
    let both = html(
        "<img src=\"/a.svg\" alt=\"A\" actions={[\"copy\", \"download\"]} actionsPlacement=\"top-right\" />",
    );
    for part in [
        "<span class=\"picture\" data-placement=\"top-right\"><img src=\"/a.svg\"",
        "<button type=\"button\" class=\"icon-button picture-copy\" aria-label=\"Copy A\"></button>",
        "<a class=\"icon-button picture-download\" href=\"/a.svg\" download aria-label=\"Download: A\"></a>",
        "/_docs/picture.",
    ] {
        assert!(both.contains(part), "{part}\n{both}");
    }
    assert!(!both.contains("actionsplacement") && !both.contains("actions=\""), "{both}");
    assert!(!html("<img src=\"/a.svg\" alt=\"A\" actions=\"download\" />").contains("picture-copy"));
    for without in
        ["<img src=\"/a.svg\" alt=\"A\" actions={false} />", "[<img src=\"/a.svg\" alt=\"A\" actions />](/)"]
    {
        assert!(!html(without).contains("class=\"picture"), "{without}");
    }
}

#[test]
fn txt_09_the_buttons_of_a_picture_are_where_it_is() {
    let boxed = |attributes: &str| {
        let text = format!("---\ntitle: Page\n---\n\n<img {attributes} alt=\"A\" actions />\n");
        let built = Site::new().file("index.mdx", &text).file("a.svg", PICTURE).build();
        let html = built.html("index.html");
        html.split_once("<span class=\"picture")
            .and_then(|(_, rest)| Some(rest.split_once('"')?.0.to_owned()))
    };
    for (attributes, class) in [
        ("className=\"block rounded dark:hidden\" src=\"/a.svg\"", " dark:hidden"),
        ("className=\"hidden dark:block\" src=\"/a.svg\"", " hidden dark:inline-block"),
        ("className=\"md:hidden\" src=\"/a.svg\"", " md:hidden"),
        ("src=\"/a.svg#gh-dark-mode-only\"", " dark-only"),
        ("className=\"mx-auto\" src=\"/a.svg\"", ""),
    ] {
        assert_eq!(boxed(attributes).as_deref(), Some(class), "{attributes}");
    }
}

#[test]
fn txt_13_heads_of_tables_say_what_they_are_heads_of() {
    expect(
        "<table><thead><tr><td></td><th>A</th></tr></thead><tbody><tr><th>B</th><td>1</td></tr><tr><th scope=\"rowgroup\">C</th><td>1</td></tr></tbody></table>",
        &["<th scope=\"col\">A</th>", "<th scope=\"row\">B</th>", "<th scope=\"rowgroup\">C</th>"],
    );
    expect(
        "<table><tbody><tr><th>A</th><th>B</th></tr><tr><th colSpan={2}>C</th></tr></tbody></table>",
        &["<th scope=\"col\">A</th><th scope=\"col\">B</th>", "<th colspan=\"2\">C</th>"],
    );
}

#[test]
fn txt_13_the_head_of_a_long_table_stays() {
    let table = |rows: usize| format!("| A | B |\n|---|---|\n{}", "| 1 | 2 |\n".repeat(rows));
    let page = |rows: usize| {
        let text = format!("---\ntitle: Page\n---\n\n{}\n", table(rows));
        Site::new().file("index.mdx", &text).build().html("index.html").to_owned()
    };
    let (short, long) = (page(15), page(16));
    assert!(!short.contains("data-tall") && !short.contains("/_docs/table."), "{short}");
    assert!(long.contains("data-tall") && long.contains("/_docs/table."), "{long}");
}

#[test]
fn txt_06_links_that_leave_the_site() {
    let text = "---\ntitle: Page\n---\n\n[Out](https://example.com)\n";
    let mut site = Site::new().file("index.mdx", text);
    let before = site.build();
    let files = |built: &crate::site::Built| -> String {
        let files = built.files().iter().filter(|(path, _)| path.starts_with("_docs/"));
        files.map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect()
    };
    assert!(!files(&before).contains("[data-external]"));
    site.edit_config(|config| config["links"] = json!({ "externalNewTab": true }));
    let built = site.build();
    built.assert_no_problems();
    built.assert_clean();
    let all = files(&built);
    assert!(all.contains("dataset.external") && all.contains("[data-external]"), "the script and its style");
}

#[test]
fn mdx_02_a_block_of_html_may_begin_beside_its_summary() {
    let text = "# Page\n\n<details><summary>More</summary>\n\nText **below**.\n\n</details>\n";
    let built = Site::new().file("index.md", text).build();
    built.assert_no_problems();
    let html = built.body("index.html");
    assert!(html.contains("<details><summary>More</summary>"), "{html}");
    assert!(html.contains("<strong>below</strong>"), "{html}");
    // MDX refuses it, so a page of MDX is told.
    assert_eq!(Site::new().file("index.mdx", text).build().codes(), ["tag-spans-blocks"]);
}

#[test]
fn mdx_02_comments_between_attributes_are_none() {
    let built = built(
        "<Card title=\"C\" // href=\"/old\"\n  /* icon=\"star\" > */ href=\"/\">card</Card>\n\n<img src=\"https://x.y/a.png\" alt=\"A\" //>\n",
    );
    built.assert_no_problems();
    let html = built.html("index.html");
    assert!(html.contains("class=\"card\" href=\"/\"") && !html.contains("/old"), "{html}");
    assert!(html.contains("src=\"https://x.y/a.png\" alt=\"A\""), "{html}");
}

#[test]
fn cmp_09_cmp_11_text_beside_a_part_leaves_it_where_it_is() {
    let built = built(
        "<Tabs>\n<Tab title=\"One\">a</Tab>\nloose\n<Tab title=\"Two\">b</Tab>\n</Tabs>\n\n\
         <Steps>\n<Step title=\"First\">c</Step>\nbetween\n</Steps>\n",
    );
    built.assert_no_problems();
    let html = built.html("index.html");
    assert!(
        html.contains("aria-controls=\"panel-one\"") && html.contains("aria-controls=\"panel-two\""),
        "{html}"
    );
    assert!(html.contains("loose") && html.contains("between"), "{html}");
    assert_eq!(html.matches("class=\"steps\"").count(), 1, "{html}");
}

/// What is called alike has one id each, and the heading has the one that links know.
#[test]
fn ux_04_ids_of_tabs_and_accordions_keep_apart_from_those_of_headings() {
    let built = built(
        "## Install\n\n<Tabs>\n<Tab title=\"Python\">\n### Inside\n</Tab>\n</Tabs>\n\n## Python\n\n\
         <Accordion title=\"Install\">x</Accordion>\n\n<Update label=\"v1\">x</Update>\n\n<View title=\"V1\">y</View>\n",
    );
    let html = built.html("index.html");
    for heading in
        ["<h2 id=\"install\">", "<h2 id=\"python\">", "class=\"update update-container\" id=\"v1\""]
    {
        assert!(html.contains(heading), "{heading}: {html}");
    }
    assert!(html.contains("id=\"python-1\" aria-controls=\"panel-python-1\""), "{html}");
    let ids: Vec<&str> = html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let distinct: std::collections::BTreeSet<&&str> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len(), "{ids:?}");
}

#[test]
fn fm_01_numbers_that_are_names_stay_as_written() {
    let built = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index"] } }))
        .file(
            "index.mdx",
            "---\ntitle: 1.10 # a comment\ndescription: 0x1F\nversion: 2.10\nkeywords: [2024, api]\nboost: 1.50\n---\nText.\n",
        )
        .build();
    built.assert_no_problems();
    let html = built.html("index.html");
    assert!(html.contains("<h1 id=\"page-title\">1.10</h1>") && html.contains(">2.10<"), "{html}");
    assert!(html.contains("content=\"0x1F\"") && html.contains("content=\"2024, api\""), "{html}");
}

/// What is indented with tabs is read as what is indented with blanks.
#[test]
fn mdx_01_tabs_before_lines_are_indentation() {
    let written = "<Note>\n\t- one\n\t- two\n</Note>\n\n<Steps>\n\t<Step title=\"S\">\n\t\t1. one\n\t\t2. two\n\n\t\t```make\n\t\tall:\n\t\t\techo\n\t\t```\n\t</Step>\n</Steps>\n\n\
        1. one\n\n\t- x\n\t- y\n\n\tmore\n\t<Note>\n\t\t- a\n\t\t- b\n\t</Note>\n2. two\n";
    let code = ["\t\t\techo", "        \techo"];
    let with_blanks = written.replace(code[0], "\u{1}").replace('\t', "    ").replace('\u{1}', code[1]);
    let html = body(written);
    assert_eq!(html, body(&with_blanks));
    assert!(html.contains("<ul><li>one</li><li>two</li></ul>"), "{html}");
    assert!(html.contains("<ol><li>one</li><li>two</li></ol>"), "{html}");
    assert!(html.contains("</span>\n\t<span class=\"t8\">echo"), "the tab of the code: {html}");
}

/// Tags and expressions go on behind the marks of a quote, which are no part of them.
#[test]
fn mdx_02_tags_over_several_lines_of_a_quote() {
    let built = built(
        "> <img\n>   src=\"https://x.y/i.png\" alt=\"x\" />\n\n> Some <Tooltip\n> tip=\"t\">word</Tooltip>\n\n\
         > {[1, 2].map(i =>\n>   <b>{i}</b>\n> )}\n\n\
         > <Note>\n>   <Card\n>    title=\"Name\"\n>   >\n>     <span style={{color: 'red'}}>one</span>\n>   </Card>\n> </Note>\n\n\
         <Card\n  title=\"Plain\"\n>\ntext\n</Card>\n",
    );
    built.assert_no_problems();
    let html = built.body("index.html");
    assert!(html.contains("src=\"https://x.y/i.png\" alt=\"x\""), "{html}");
    assert!(html.contains("aria-description=\"t\"") && html.contains("<b>1</b><b>2</b>"), "{html}");
    assert!(
        html.contains(">Name</div>") && html.contains("one</span>") && html.contains(">Plain</div>"),
        "{html}"
    );
    assert_eq!(html.matches("<blockquote>").count(), 4, "{html}");
}

#[test]
fn css_03_rules_in_a_page_are_no_javascript() {
    let built = built("<style> .y > a { color: blue } .z::after { content: '<' } </style>\n\nText.\n");
    built.assert_no_problems();
    let html = built.html("index.html");
    assert!(html.contains("<style> .y > a { color: blue } .z::after { content: '<' } </style>"), "{html}");
}

/// Links that authors write by hand land: without the badge of a heading, without its quotation marks, with `-` for `_`.
#[test]
fn txt_01_links_written_by_hand_find_their_heading() {
    let mut site = Site::new().file(
        "index.mdx",
        "## sum_distinct <Badge>Beta</Badge>\n\n### 2.4.19. “Slow path”\n\n### throw_arg_if\n\n## Throw arg if\n\n\
         [a](#sum_distinct) [b](#2-4-19-slow-path) [c](#throw-arg-if) [d](#sum-distinct) [e](#sum_distinct-beta)\n",
    );
    let built = site.build();
    built.assert_no_problems();
    let html = built.body("index.html");
    assert!(html.contains("<h2 id=\"sum_distinct-beta\">"), "{html}");
    for id in ["sum_distinct", "sum-distinct", "2-4-19-slow-path", "throw-arg-if"] {
        assert_eq!(html.matches(&format!("id=\"{id}\"")).count(), 1, "{id} in {html}");
    }
    // The id of a heading is nobody's alias.
    assert!(html.contains("<h2 id=\"throw-arg-if\">"), "{html}");
}

#[test]
fn mdx_09_comments_of_plain_markdown_may_have_blank_lines() {
    let built = Site::new().file("index.md", "# T\n\nBefore\n\n{/* One\n\ntwo. */}\n\nAfter {x}\n").build();
    built.assert_no_problems();
    let text = built.text("index.html");
    assert!(text.contains("Before") && text.contains("After {x}") && !text.contains("two."), "{text}");
    assert!(!String::from_utf8_lossy(&built.files()["index.md"]).contains("two."));
}
