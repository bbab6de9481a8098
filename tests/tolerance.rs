//! What people write by mistake: each problem is told once, at its place, with what to do, and costs one block
//! (MDX-08, MDX-09, MDX-10).

use docs::diagnostic::Diagnostic;
use docs::diagnostic::render::{Color, render};

use crate::site::{Built, Site};

/// A page called `index` of this text, built.
fn built(text: &str) -> Built {
    Site::new().file("index.mdx", text).build()
}

/// Problems as `code line:column+length`, with what they say behind it.
fn told(built: &Built) -> Vec<String> {
    built.diagnostics().iter().map(line).collect()
}

fn line(problem: &Diagnostic) -> String {
    let place = problem.location.as_ref().map_or((0, 0, 0), |at| (at.line, at.column, at.length));
    format!("{} {}:{}+{}", problem.code, place.0, place.1, place.2)
}

/// The problem of a page that has one.
fn only(text: &str) -> Diagnostic {
    let built = built(text);
    assert_eq!(built.diagnostics().len(), 1, "{:#?}", built.diagnostics());
    built.diagnostics()[0].clone()
}

/// Asserts the problems of a page, and that the text `Rest.` at its end is there.
#[track_caller]
fn expect(text: &str, problems: &[&str]) {
    let built = built(&format!("{text}\n\nRest **of it**.\n"));
    assert_eq!(told(&built), problems, "{text}\n{:#?}", built.problems());
    assert!(built.text("index.html").contains("Rest of it."), "{text}\n{}", built.body("index.html"));
}

fn hint(problem: &Diagnostic) -> &str {
    problem.hint.as_deref().unwrap_or_default()
}

#[test]
fn mdx_08_comments_are_left_out() {
    let built = built(
        "{/* one */}\n\nText {/* two */} here.\n\n<!-- three\n\n<Card>\n-->\n\nMore <!-- four --> text.\n",
    );
    assert_eq!(told(&built), ["html-comment 5:1+10", "html-comment 10:6+13"]);
    assert_eq!(built.text("index.html"), "Text here.\nMore text.");
    assert_eq!(hint(&built.diagnostics()[0]), "in MDX, write `{/* … */}`");
}

#[test]
fn mdx_08_html_comments_are_fine_in_plain_markdown() {
    let built =
        Site::new().file("index.md", "One <!-- a --> two.\n\n<!--\nb\n-->\n\n{/* c */}Three.\n").build();
    assert_eq!(told(&built), [""; 0]);
    assert_eq!(built.text("index.html"), "One two.\nThree.");
}

#[test]
fn mdx_09_lone_less_than_is_text() {
    let built = built("a < b, 1 <2, x <= y, <3 and a <- b\n\n| <1 | <=2 |\n|---|---|\n| a | b |\n");
    let places = ["1:10+1", "1:16+1", "1:22+1", "1:31+1", "3:3+1", "3:8+1"]
        .map(|place| format!("stray-less-than {place}"));
    assert_eq!(told(&built), places);
    assert!(built.text("index.html").starts_with("a < b, 1 <2, x <= y, <3 and a <- b"));
    assert!(built.body("index.html").contains("&lt;=2"));
}

/// The address of a definition may stand between `<` and `>`, and is no tag there.
#[test]
fn mdx_09_an_address_of_a_definition_is_no_tag() {
    let page = "See [one][o], [two][t], [three][h] and [four][f].\n\n[o]: </a#one>\n[t]: <https://example.com/x y> \"Title\"\n[h]: </a> (title)\n\n- item\n\n  [f]: </b>\n\nA line of text\n[x]: <b>bold</b>\n";
    let built = built(page);
    assert_eq!(
        told(&built),
        ["broken-link 1:5+8", "broken-link 1:25+10", "broken-link 1:40+9"],
        "{:?}",
        told(&built)
    );
    let html = built.body("index.html");
    for address in ["/a#one", "https://example.com/x y", "/a", "/b"] {
        assert!(html.contains(&format!("href=\"{address}\"")), "{address}: {html}");
    }
    assert!(!html.contains("[o]") && html.contains("[x]: <b>bold</b>"), "{html}");
}

#[test]
fn mdx_09_brace_without_an_expression_is_text() {
    let built = built("Text {not code} and { and\n\n{\n\nRest }.\n");
    assert_eq!(told(&built), ["invalid-expression 1:6+10", "unclosed-brace 1:21+1", "unclosed-brace 3:1+1"]);
    let of_gitbook = self::built("{% hint style=\"info\" %}\nText\n{% endhint %}");
    assert!(hint(&of_gitbook.diagnostics()[0]).starts_with("this is a block of GitBook"));
    assert_eq!(built.text("index.html"), "Text {not code} and { and\n{\nRest }.");
}

#[test]
fn mdx_09_plain_markdown_has_no_expressions() {
    let built = Site::new()
        .file(
            "index.md",
            "Call `f` with {a} and {1 + 1} and {{b}}, <br> and 1 <2.\n\n<Note>\nIn {it}.\n</Note>\n\n{c}\n",
        )
        .build();
    assert_eq!(told(&built), [""; 0]);
    let text = built.text("index.html");
    assert!(text.contains("with {a} and {1 + 1} and {{b}},") && text.contains("1 <2."), "{text}");
    assert!(text.contains("In {it}.") && text.contains("\n{c}"), "{text}");
    assert!(built.body("index.html").contains("data-callout-type=\"note\""));
}

#[test]
fn mdx_09_void_elements_need_no_slash() {
    expect(
        "a<br>b <img src=\"https://a.b/c.png\">",
        &["unclosed-void-element 1:2+4", "unclosed-void-element 1:8+29"],
    );
    assert_eq!(hint(&only("a<br>b")), "write `<br />`");
    expect("a<br></br>b\n\n<hr></hr>", &[]);
}

#[test]
fn mdx_09_a_paragraph_element_around_blocks_is_a_division() {
    let built = built("<p>\n\n## Title\n\n- a list\n\n</p>\n\n<p>words</p>\n");
    assert_eq!(told(&built), [""; 0]);
    let body = built.body("index.html");
    assert!(
        body.contains("<p>words</p>") && !body.contains("<p><h2") && !body.contains("<p>\n<h2"),
        "{body}"
    );
}

#[test]
fn mdx_10_unclosed_element_names_its_opening_line() {
    expect("# T\n\n<Card title=\"x\">\n\nInside.\n\n## After", &["unclosed-element 3:1+16"]);
    let problem = only("# T\n\n<Card title=\"x\">\n\nInside.\n");
    assert_eq!(problem.message, "`<Card>` is never closed");
    assert!(hint(&problem).starts_with("add `</Card>`"), "{problem:?}");
}

#[test]
fn mdx_10_unclosed_part_ends_with_its_parent_and_keeps_its_title() {
    let built =
        built("<Tabs>\n  <Tab title=\"One\">\n  A\n  </Tab>\n  <Tab title=\"Two\">\n  B\n</Tabs>\n\nRest.\n");
    assert_eq!(told(&built), ["unclosed-element 5:3+17"]);
    assert!(hint(&built.diagnostics()[0]).starts_with("add `</Tab>` before the `</Tabs>` in line 7"));
    let body = built.body("index.html");
    assert!(body.contains("Two") && body.contains("B") && body.contains("Rest."), "{body}");
}

#[test]
fn mdx_10_stray_closing_tag() {
    expect("Text.\n\n</Card>\n\nMore </div> text", &["stray-closing-tag 3:1+7", "stray-closing-tag 5:6+6"]);
    let built = built("<Card title=\"x\">\ntext\n</card>\n");
    assert_eq!(told(&built), ["unclosed-element 1:1+16", "stray-closing-tag 3:1+7"]);
    assert_eq!(hint(&built.diagnostics()[1]), "did you mean `</Card>`?");
}

#[test]
fn mdx_10_elements_that_cross_lists_and_quotes() {
    let problems = ["unclosed-element 2:3+6", "stray-closing-tag 5:3+7"];
    expect("- item\n  <Note>\n  text\n- item 2\n  </Note>", &problems);
    let built = built("> <Note>\n> text\n\n</Note>\n\nRest.\n");
    assert_eq!(told(&built), ["unclosed-element 1:3+6", "stray-closing-tag 4:1+7"]);
    assert!(hint(&built.diagnostics()[0]).starts_with("the `</Note>` in line 4 does not close it"));
    assert!(hint(&built.diagnostics()[1]).starts_with("`<Note>` in line 1 is not open here"));
}

#[test]
fn mdx_10_unknown_component_shows_its_children() {
    let built = built(
        "<Acordion title=\"a\">\n\nChild **bold**.\n\n</Acordion>\n\nSome <Toltip tip=\"x\">word</Toltip>.\n",
    );
    assert_eq!(told(&built), ["unknown-component 1:1+20", "unknown-component 7:6+29"]);
    assert!(hint(&built.diagnostics()[0]).starts_with("did you mean `<Accordion>`?"));
    assert_eq!(built.text("index.html"), "Child bold.\nSome word.");
}

#[test]
fn mdx_10_unknown_attributes_that_resemble_one() {
    let built = built(
        "<Card titel=\"x\" hreff=\"/\" data-x=\"1\" foo=\"2\">\nText\n</Card>\n\n<Note tittle=\"x\">y</Note>\n",
    );
    let problems = ["unknown-attribute 1:7+9", "unknown-attribute 1:17+9", "unknown-attribute 5:7+10"];
    assert_eq!(told(&built), problems);
    assert_eq!(hint(&built.diagnostics()[0]), "did you mean `title`?");
    // What is said is so anyway, and the likeness is that of the opposite.
    expect("<Expandable title=\"a\" defaultClosed>\nText\n</Expandable>", &[]);
}

#[test]
fn mdx_10_broken_attributes_cost_themselves() {
    expect("<Card title=>\n\nText.\n\n</Card>", &["broken-tag 1:7+6"]);
    expect("<Card title=\"abc>\n\nText.\n\n</Card>", &["broken-tag 1:13+1"]);
    expect("<Card title={abc>\n\nText.\n\n</Card>", &["broken-tag 1:13+1"]);
    expect("<Card title=\"a\"\" icon=\"x\">\n\nText.\n\n</Card>", &["broken-tag 1:16+1"]);
    expect("<Card {props}>\n\nText.\n\n</Card>", &["broken-tag 1:7+7"]);
    expect("<Card title=\"a\">x</Card title=\"b\">", &["broken-tag 1:18+17"]);
    expect("<div style={color: 'red'}>z</div>", &["invalid-expression 1:6+20"]);
    let built = built("<Card title=\"abc>\n\nText.\n\n</Card>\n\n<Card title='Other'>\nMore.\n</Card>\n");
    assert_eq!(told(&built), ["broken-tag 1:13+1"]);
    let text = built.text("index.html");
    assert!(text.contains("abc") && text.contains("Other") && text.contains("More."), "{text}");
}

#[test]
fn mdx_10_what_only_looks_like_a_broken_tag_is_text() {
    expect("if a <b, c > d, or Vec<K, V>", &["stray-less-than 1:6+1", "stray-less-than 1:23+1"]);
}

#[test]
fn mdx_10_code_over_several_lines_is_one_problem() {
    let text = "{[1, 2].map((x) => (\n  <Card title={x}>\n    Text\n))}";
    expect(text, &["invalid-expression 1:1+20"]);
}

#[test]
fn mdx_10_statements_name_the_offending_character() {
    expect("import { A from './a.mdx'", &["unreadable-module 1:12+1"]);
    expect("export const a = {\n  b: 1,\n  c: \n}", &["unreadable-module 4:1+1"]);
}

#[test]
fn mdx_10_blank_lines_may_stand_anywhere_in_a_statement() {
    for (whole, shown) in [
        (
            "export const A = () => {\n\n  const s = `one\n\n  two`\n\n  return <p>{s}</p>\n\n}\n\n<A/>",
            "one two",
        ),
        ("export const A = () => {\n  /* it's\n\n  said */\n  return <p>a</p>\n}\n\n<A/>", "a"),
        (
            "export const A = () => (\n  <div title=\"a\n\n  b\">\n\n    words\n\n    {1 ?\n\n    2\n\n    : 3}\n\n  </div>\n)\n\n<A/>",
            "words2",
        ),
        (
            "export const A = () => (\n  <div>\n    {'x'}\n\n    it's\n\n    said\n  </div>\n)\n\n<A/>",
            "xit's said",
        ),
        ("export const a = [\n\n  'b',\n\n  'c',\n\n]\n\n{a[1]}", "c"),
        ("export const a = true ?\n\n  'b' :\n\n  'c'\n\n{a}", "b"),
        (
            "export function A({\n\n  b\n\n}) {\n\n  try {\n\n    return b\n\n  }\n\n  catch (e) {}\n}\n\n<A b=\"c\"/>",
            "c",
        ),
    ] {
        let built = built(whole);
        assert_eq!(told(&built), [""; 0], "{whole}");
        let text = built.text("index.html");
        let words: Vec<&str> = text.split_whitespace().collect();
        assert!(words.join(" ").contains(shown), "{whole}\n{text}");
    }
}

#[test]
fn mdx_10_nesting_without_end_is_one_problem() {
    let staircase =
        |levels: usize| -> String { (0..levels).map(|at| format!("{}- a\n", "  ".repeat(at))).collect() };
    expect(&staircase(40), &[]);
    expect(&staircase(61), &["nesting-too-deep 1:1+1"]);
    expect(&"> ".repeat(61), &["nesting-too-deep 1:1+1"]);
    // Siblings are no levels.
    expect(&"- a\n  - b\n".repeat(100), &[]);
}

#[test]
fn mdx_10_undefined_names_are_shown() {
    let built = built("export const total = 1\n\nSum {totl} and {a.b}, <Card title={x}>y</Card>\n");
    assert_eq!(told(&built), ["unbound-name 3:5+6", "unbound-name 3:16+5", "unbound-name 3:29+9"]);
    assert!(hint(&built.diagnostics()[0]).starts_with("did you mean `total`?"));
    assert!(hint(&built.diagnostics()[1]).contains("`\\{a.b}`"));
    assert!(built.diagnostics()[2].message.ends_with("has no value and is left out"));
}

#[test]
fn mdx_10_names_of_browsers_alone_are_placeholders() {
    let page = built("projects/{project}/locations/{location}/{String}\n");
    assert_eq!(told(&page), ["unbound-name 1:10+9", "unbound-name 1:30+10", "unbound-name 1:41+8"]);
    assert!(page.text("index.html").contains("projects/{project}/locations/{location}/{String}"));
    assert!(!page.html("index.html").contains("<docs-island"));
    // A name of the page's own is what it is there.
    let page = built("export const history = 'long'\n\nAt {location}, {history}\n");
    assert_eq!(told(&page), ["unbound-name 3:4+10"]);
    assert!(page.text("index.html").contains("At {location}, long"), "{}", page.body("index.html"));
}

#[test]
fn mdx_10_undefined_names_cost_no_component_around_them() {
    let text = "export const Part = ({ title, children }) => <section><h2>{title}</h2>{children}</section>;\n\n\
                export const Recipe = ({ children }) => {\n  const [n, set] = useState(0)\n  \
                return <div className=\"recipe\"><button onClick={() => set(n + 1)}>{n}</button>{children}</div>\n}\n\n\
                <Recipe>\n  <Part title=\"One\">\n  First text.\n  </Part>\n  <Part title=\"Two\">\n  \
                Go to https://{yourDomain}/{your.path} {{escape}}\n  </Part>\n</Recipe>\n";
    let page = built(text);
    assert_eq!(told(&page), ["unbound-name 13:17+12", "unbound-name 13:30+11", "unbound-name 13:42+10"]);
    let html = page.body("index.html");
    for part in ["class=\"recipe\"", "<button", ">One<", ">Two<", "{yourDomain}/{your.path} {{escape}}"] {
        assert!(html.contains(part), "{part}: {html}");
    }
    page.assert_clean();
}

#[test]
fn mdx_10_two_braces_around_a_name_are_text_whatever_the_name_is() {
    let page = built("Use {{escape}} and {{other}} in templates\n");
    assert_eq!(told(&page), ["unbound-name 1:5+10", "unbound-name 1:20+9"]);
    assert!(page.text("index.html").contains("Use {{escape}} and {{other}} in templates"));
}

#[test]
fn mdx_10_a_component_that_fails_is_told_once_and_not_for_each_of_its_parts() {
    let text = "export const Outer = ({ children }) => {\n  const [a] = useState(1)\n  return <div>{children}</div>\n}\n\n\
                export const Inner = ({ children }) => <b>{children}</b>\n\n\
                <Outer>\n  <Inner>\n\n  one {missing()}\n\n  </Inner>\n  <Inner>two</Inner>\n</Outer>\n";
    let built = built(text);
    let problems = built.problems();
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert!(problems[0].contains("`<Outer>` fails") && problems[0].contains("missing is not defined"));
    let shown = built.text("index.html");
    assert!(shown.contains("one") && shown.contains("two"), "{shown}");
}

#[test]
fn mdx_10_code_that_throws_says_what_and_where() {
    let text = "Intro.\n\nexport const f = () => {\n  throw new Error('boom')\n}\n\nText {f()} more.\n\n{null.x}\n\nRest.\n";
    let built = built(text);
    assert_eq!(told(&built), ["script-error 7:6+5", "script-error 9:1+8"]);
    let problems = built.problems();
    assert!(problems[0].ends_with("Error: boom (line 4 of index.mdx)"), "{problems:#?}");
    assert!(
        problems[1].contains("cannot read property 'x' of null") && !problems[1].contains("(line"),
        "{problems:#?}"
    );
    assert!(built.text("index.html").ends_with("Rest."));
}

#[test]
fn mdx_10_imports_that_lead_nowhere() {
    let site = Site::new()
        .file("snippets/one.mdx", "export const Foo = () => <b>x</b>\n\nOne.\n")
        .file("snippets/c.jsx", "export const Baz = () => <b>x</b>\n")
        .file(
            "index.mdx",
            "import A from '/snippets/on.mdx'\nimport B from './one.mdx'\nimport { Fooo } from '/snippets/one.mdx'\n\
             import { Bat } from '/snippets/c.jsx'\nimport C from '/snippets/c.mdx'\n\n<A/>\n\n<Fooo>kept</Fooo>\n\nRest.\n",
        );
    let mut site = site;
    let built = site.build();
    let hints: Vec<String> =
        built.diagnostics().iter().map(|problem| format!("{} {}", line(problem), hint(problem))).collect();
    assert_eq!(
        hints,
        [
            "missing-import 1:1+32 did you mean `/snippets/one.mdx`?",
            "missing-import 2:1+25 did you mean `/snippets/one.mdx`?",
            "missing-export 3:1+40 did you mean `Foo`?",
            "missing-export 4:1+37 did you mean `Baz`?",
            "missing-import 5:1+31 did you mean `/snippets/c.jsx`?",
        ]
    );
    assert_eq!(built.text("index.html"), "kept\nRest.");
}

#[test]
fn mdx_10_import_cycle() {
    let mut site = Site::new()
        .file("snippets/a.mdx", "import B from './b.mdx'\n\none <B/>\n")
        .file("snippets/b.mdx", "import A from './a.mdx'\n\ntwo <A/>\n")
        .file("index.mdx", "import A from '/snippets/a.mdx'\n\n<A/>\n\nRest.\n");
    let built = site.build();
    assert_eq!(told(&built), ["import-cycle 1:1+23"]);
    assert!(built.problems()[0].contains("snippets/b.mdx:1"));
    assert!(built.text("index.html").contains("two") && built.text("index.html").ends_with("Rest."));
}

#[test]
fn mdx_10_places_in_snippets_are_places_of_the_snippet() {
    let snippet = "---\ntitle: x\n---\n\n日本 <Foo/> and 🙂 {undef}\n\n\t<Acordion>a</Acordion>\n\n<Card titel=\"b\">c</Card>\n";
    let mut site = Site::new()
        .file("snippets/s.mdx", snippet)
        .file("other.mdx", "import S from '/snippets/s.mdx'\n\n<S/>\n\n<S/>\n")
        .file("index.mdx", "import S from '/snippets/s.mdx'\n\nText <Bar2/>.\n\n<S/>\n\nRest.\n");
    let built = site.build();
    let places: Vec<String> = built
        .diagnostics()
        .iter()
        .filter_map(|problem| {
            let at = problem.location.as_ref()?;
            Some(format!("{} {}:{}:{}", problem.code, at.path, at.line, at.column))
        })
        .collect();
    assert_eq!(
        places,
        [
            "unknown-component index.mdx:3:6",
            "unknown-component snippets/s.mdx:5:4",
            "unbound-name snippets/s.mdx:5:17",
            "unknown-component snippets/s.mdx:7:2",
            "unknown-attribute snippets/s.mdx:9:7",
        ]
    );
}

#[test]
fn mdx_10_columns_are_characters() {
    expect(
        "日本語 <Foo/> 🙂 <Foo1/>\té <Foo2/> 👨‍👩‍👧 {undef}",
        &[
            "unknown-component 1:5+6",
            "unknown-component 1:14+7",
            "unknown-component 1:24+7",
            "unbound-name 1:38+7",
        ],
    );
    expect("- \t{b c}\n\n\t<Foo/>", &["invalid-expression 1:4+5", "unknown-component 3:2+6"]);
}

#[test]
fn mdx_10_line_ends_and_byte_order_marks_do_not_count() {
    let built = built(
        "\u{feff}---\r\ntitle: T\r\n---\r\n\r\nOne\rTwo <Foo/>\r\n\r\n<Card>\r\ntext\r</Card>\r\n</Note>\r\n",
    );
    assert_eq!(told(&built), ["unknown-component 6:5+6", "stray-closing-tag 11:1+7"]);
}

#[test]
fn mdx_10_bytes_that_are_no_text() {
    let mut site = Site::new();
    site.place("index.mdx", b"Text \xff\xfe <Foo/>\n\nNul \0 here.\n\nRest.\n");
    let built = site.build();
    assert_eq!(told(&built), ["not-utf8 1:6+1", "unknown-component 1:9+6"]);
    assert!(built.text("index.html").ends_with("Rest."), "{}", built.text("index.html"));
}

/// What is wrong with the code of a page is told once, not of each component that it has.
#[test]
fn mdx_10_code_that_does_not_run() {
    let built = built(
        "export const Badge = ({ text }) => <b>{text}</b>;\n\n\
         export const Pane = () => { const a = 1; const a = 2; return <p>{a}</p>; };\n\n\
         <Pane>inside</Pane>\n\n<Badge text=\"one\" />\n\n<div onClick={() => 1}>x {Badge.name}</div>\n",
    );
    let problems = built.problems();
    assert!(problems.len() == 1 && problems[0].contains("redefinition"), "{problems:#?}");
    assert!(built.text("index.html").contains("inside"));
}

#[test]
fn mdx_10_editors_that_save_utf_16() {
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let mut site = Site::new();
        let text = "\u{feff}---\r\ntitle: Größe\r\n---\r\n\r\nText \u{1f600}.\r\n";
        site.place("index.mdx", &text.encode_utf16().flat_map(order).collect::<Vec<u8>>());
        let built = site.build();
        assert_eq!(built.codes(), ["not-utf8"]);
        assert!(built.html("index.html").contains("<title>Größe"), "{}", built.html("index.html"));
        assert!(built.text("index.html").ends_with("Text \u{1f600}."), "{}", built.text("index.html"));
        built.assert_clean();
    }
}

#[test]
fn mdx_10_blocks_of_code_that_are_never_closed() {
    expect("- item\n  ```js\n  code\n- b", &["unclosed-code-block 2:3+5"]);
    let built = built("Text\n\n```js\nconst a = 1;\n\n# H\n");
    assert_eq!(told(&built), ["unclosed-code-block 3:1+5"]);
    assert_eq!(hint(&built.diagnostics()[0]), "add a line ``` after its last line");
    // One too many at the end of a page.
    let stray = self::built("```js\na\n```\n\nText\n\n```\n");
    assert_eq!(told(&stray), ["unclosed-code-block 7:1+3"]);
    assert_eq!(hint(&stray.diagnostics()[0]), "nothing stands in it: remove this line");
    expect("- a\n  ```js\n  code\n  ```\n\n> ~~~~\n> b\n> ~~~~~\n\n````\n```\n````", &[]);
}

#[test]
fn mdx_10_tables_with_wrong_counts_of_cells() {
    expect("| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |", &["table-cells 4:9+5"]);
    expect("| a | b |\n|---|\n| 1 | 2 |", &["table-cells 2:1+5"]);
    // Nothing is lost with a cell that is empty.
    expect("| a | b |\n|---|---|\n| 1 | 2 | |\n| 1 | 2 |  | 3 |", &["table-cells 4:12+5"]);
    expect("| a | b |\n|---|---|\n| 1 \\| 1 | `a \\| b` |\n\na | b\n--|--\n1 | 2", &[]);
}

#[test]
fn mdx_01_rows_are_rows_whatever_they_begin_with() {
    for cell in ["`a`", "``a`b``", "<b>a</b>", "~~a~~", "{1 + 1}", "$a$", "**a**", "[a](/)"] {
        let built = built(&format!("H | I\n--- | ---\nfirst | 0\n{cell} | 1\nlast | 9\n"));
        built.assert_no_problems();
        assert_eq!(built.body("index.html").matches("<tr>").count(), 4, "{cell}");
        let list = self::built(&format!("- x\n\n  H | I\n  --- | ---\n  {cell} | 1\n  last | 9\n"));
        assert_eq!(list.body("index.html").matches("<tr>").count(), 3, "{cell}");
    }
    // A block that begins there ends the table.
    let code = built("H | I\n--- | ---\na | 0\n``` | x\nb | 1\n```\n");
    assert_eq!(code.body("index.html").matches("<tr>").count(), 2);
}

#[test]
fn mdx_01_rows_that_end_early_have_empty_cells() {
    let built = built("| a | b | c |\n|---|---|---|\n| 1 |\n| 1 | 2 |\n| `x` | {2} | 3 |\n");
    assert_eq!(built.body("index.html").matches("<td").count(), 9);
}

#[test]
fn mdx_10_tables_that_are_torn() {
    expect("| a | b |\nA sentence.\n|---|---|\n| 1 | 2 |", &["table-cells 3:1+9"]);
    expect("> | a | b |\n> A sentence.\n> |---|---|\n> | 1 | 2 |", &["table-cells 3:3+9"]);
    // A table below a sentence is none of it.
    expect("A sentence | more\n\n| a | b |\n|---|---|\n| 1 | 2 |", &[]);
}

#[test]
fn mdx_10_links_that_are_none_are_told() {
    expect("See [a](https://a.example/our plan.md) and so on.", &["link-as-text 1:9+29"]);
    expect("See [the *code*](/a/b for more.", &["link-as-text 1:18+4"]);
    expect("- [a](/b c.md)\n\n| x |\n|---|\n| [y](./z w) |", &["link-as-text 1:7+7", "link-as-text 5:7+5"]);
    // Links, titles, code, and what nobody takes for an address.
    expect(
        "[a](<https://a.example/b c>) [b](https://a.example \"d e\") `[c](/d e)` [d](see below) \\[e\\](/f g) f(x)[1](y z)",
        &[],
    );
    let built = built("[a](/b c)");
    assert_eq!(
        hint(&built.diagnostics()[0]),
        "write `%20` for the space, or the address between `<` and `>`"
    );
}

#[test]
fn mdx_10_formula_that_is_never_closed() {
    expect("$$\na", &["unclosed-formula 1:1+2"]);
}

#[test]
fn mdx_10_dashes_above_a_blank_line_are_a_rule() {
    let built = built("---\n\n<Note>Words</Note>\n");
    built.assert_no_problems();
    assert!(built.body("index.html").contains("<hr"), "{}", built.body("index.html"));
}

#[test]
fn mdx_10_front_matter() {
    for (text, problem) in [
        ("---\n\ttitle: a\n\tb: c\n---", "invalid-front-matter 2:1+1"),
        ("---\ntitle: a\ntitle: b\n---", "duplicate-front-matter-key 3:1+5"),
        ("---\ntitle: a\n", "unclosed-front-matter 1:1+3"),
        ("\n\n---\ntitle: a\n---", "front-matter-not-at-top 3:1+3"),
        ("—-\ntitle: a\n---", "front-matter-dashes 1:1+2"),
        ("----\ntitle: a\n----", "front-matter-dashes 1:1+4"),
        ("---\n---\ntitle: a\n---", "front-matter-not-at-top 2:1+3"),
        ("---\ntitle: \"abc\ndescription: x\n---", "invalid-front-matter 2:8+4"),
        ("---\ntitle: a: b\n---", "invalid-front-matter 2:9+1"),
        ("---\n- a\n- b\n---", "invalid-front-matter 2:1+3"),
        ("---\njust words\n---", "invalid-front-matter 2:1+10"),
        ("---\ntitle: x\ndate: 2024-13-45\n---", "front-matter-value 3:1+4"),
        ("---\ntitle: @x\n---", "invalid-front-matter 2:8+1"),
        ("---\ntitle: x\n  description: y\n---", "invalid-front-matter 3:1+2"),
        ("---\ntitle: [a, b]\n---", "front-matter-value 2:1+5"),
        ("---\ntitle: x\nhidden: maybe\n---", "front-matter-value 3:1+6"),
        ("---\ntitle: x\nmode: wid\n---", "front-matter-value 3:1+4"),
        ("---\ntitel: x\n---", "front-matter-key 2:1+5"),
        ("---\ntitle: 日本: x\n---", "invalid-front-matter 2:10+1"),
    ] {
        expect(text, &[problem]);
    }
    for text in [
        // A list is no misspelt text.
        "---\ntags: [a, b]\n---",
        "---\n---",
        "---\n---\n\nkey: a\n---",
        "---\n---\nJust words\n---",
        "---\n---\nkey: a",
        "---\n# nothing\n---",
        "---\ntitle: x\ndescription: |\n  a: b\n  ---\n  a: c\n---",
        "---\ntitle: x\ndescription: \"\nGreetings\"\nicon: house\n---",
        "---\ntitle: x\nmy-own: y\nlist:\n  - title: a\n  - title: b\n---",
    ] {
        let built = built(&format!("{text}\n\nRest.\n"));
        assert_eq!(told(&built), [""; 0], "{text}");
    }
}

#[test]
fn mdx_10_broken_front_matter_keeps_the_title() {
    for text in [
        "---\ntitle: My page\ndescription: a: b\n---\n\nRest.\n",
        "---\ntitle: My page\nicon: house\n\nRest.\n",
        "---\n---\ntitle: My page\nicon: house\n---\n\nRest.\n",
    ] {
        let built = built(text);
        assert!(built.html("index.html").contains("<title>My page"), "{text}");
        assert_eq!(built.text("index.html"), "Rest.", "{text}");
    }
}

#[test]
fn mdx_10_all_problems_of_a_page_in_one_run() {
    let text = "---\ntitle: a: b\n---\n\n<Foo/>\n\n1 <2\n\n{a b}\n\n</Card>\n\n<Card title=>\nx\n</Card>\n\n<!-- c -->\n\n{x}\n\n<Note>\n\nRest.\n";
    let built = built(text);
    let lines: Vec<u32> = built
        .diagnostics()
        .iter()
        .filter_map(|problem| problem.location.as_ref())
        .map(|at| at.line)
        .collect();
    assert_eq!(lines, [2, 5, 7, 9, 11, 13, 17, 19, 21], "{:#?}", built.problems());
    assert!(built.diagnostics().iter().all(|problem| problem.hint.is_some()));
    assert!(built.text("index.html").ends_with("Rest."));
}

#[test]
fn mdx_10_a_code_frame_shows_the_place() {
    let problem = only("Text\n\n\t日本 </Card>\n");
    let shown = render(&problem, Color::Never);
    assert_eq!(
        shown,
        "error[stray-closing-tag]: `</Card>` closes nothing\n --> index.mdx:3:5\n  |\n3 |  日本 </Card>\n  |     ^^^^^^^\n  \
         hint: remove it, or add the opening tag\n"
            .replace("  |\n3", "3")
            .replace("\n --> ", "\n  --> ")
    );
}

#[test]
fn mdx_08_tags_and_comments_of_several_lines_stand_in_a_text() {
    for (text, shown) in [
        ("<a\n  className=\"x\"\n  href=\"/index\">one</a>", "one"),
        ("<Card\n title=\"Two\"\n href=\"/index\"\n>text</Card>", "text"),
        ("See <Tooltip\n tip=\"x\"\n cta=\"y\"\n href=\"/index\">w</Tooltip> rest.", "See w rest."),
        ("{/*\n many\n lines\n*/} text", "text"),
        ("- Item <a\nclass=\"x\"\nhref=\"/index\">in</a> it\n- Next", "Item in it"),
        ("<Note>\n  Say <a\n    class=\"x\"\n    href=\"/index\">so</a> here\n</Note>", "Say so here"),
        ("Before {[1].map(x => (\n  <b>{x}</b>\n))} after", "Before 1 after"),
        ("Cut {`a\n\nb`}", "Cut"),
    ] {
        let built = built(&format!("{text}\n\nRest.\n"));
        let problems = told(&built);
        let is_cut = text.starts_with("Cut");
        assert_eq!(problems.is_empty(), !is_cut, "{text}\n{:#?}", built.problems());
        assert!(built.text("index.html").contains(shown), "{text}\n{}", built.body("index.html"));
        assert!(built.text("index.html").contains("Rest."), "{text}");
    }
}

#[test]
fn mdx_08_blocks_win_over_marks_that_nothing_closes_before_them() {
    let built = built("Press the ` key:\n<Frame>\n  ![pic](/p.png)\n</Frame>\nthen `x` again.\n");
    assert!(built.body("index.html").contains("<img"), "{}", built.body("index.html"));
    let fenced = Site::new().file("index.mdx", "A {obj\n```js\nsecret()\n```\n} B\n").build();
    assert!(fenced.body("index.html").contains("code-block"), "{}", fenced.body("index.html"));
}

#[test]
fn mdx_09_what_is_wrong_in_braces_is_told_with_what_was_meant() {
    let text = only("<img src=\"https://e.x/a.png\" alt={The new chart of us} />\n");
    assert_eq!(
        (text.code, hint(&text)),
        ("invalid-expression", "write text in quotes instead of braces, as in `alt=\"A chart\"`")
    );
    let object = only("<div style={color: \"red\"}>x</div>\n");
    assert!(hint(&object).starts_with("an object needs a second pair of braces"), "{object:#?}");
}

#[test]
fn link_04_the_name_of_another_site_is_told_to_be_one() {
    for (link, meant) in [
        ("segment.com", Some("segment.com")),
        ("www.example.test/docs", Some("www.example.test/docs")),
        ("/notes.old", None),
        ("guide.mdx", None),
    ] {
        let problem = only(&format!("[x]({link})\n"));
        let wanted = meant.map(|address| format!("for another site write `https://{address}`"));
        assert_eq!(
            (problem.code, hint(&problem).starts_with("for another site")),
            ("broken-link", meant.is_some()),
            "{link}"
        );
        assert!(wanted.is_none_or(|wanted| wanted == hint(&problem)), "{problem:#?}");
    }
}

#[test]
fn mdx_08_a_lone_backtick_closes_nothing_in_another_item_cell_or_heading() {
    let built = built(
        "- a ` b\n- <b>bold</b> ` c\n\n| x ` | <b>y</b> ` |\n|---|---|\n| ` <b>z</b> | ` |\n\n# a ` b\n<b>q</b> ` r\n\n\
         Text ` on\n> <b>quote</b> `\n\n`code\n2. <b>no</b>` <br/ >\n",
    );
    assert_eq!(told(&built), [""; 0], "{:#?}", built.problems());
    let html = built.body("index.html");
    for bold in ["bold", "y", "z", "q", "quote"] {
        assert!(html.contains(&format!("<b>{bold}</b>")), "{bold} in {html}");
    }
    assert!(html.contains("<code>code\n2. &lt;b&gt;no&lt;/b&gt;</code> <br>"), "{html}");
}

#[test]
fn mdx_08_one_line_closes_a_block_and_opens_another_in_a_list() {
    let tabs = "<Tabs><Tab title=\"A\">\n\n```bash\none\n```\n\n</Tab><Tab title=\"B\">\n\n**two**\n\n</Tab></Tabs>\n";
    let inside = |prefix: &str| tabs.replace('\n', &format!("\n{prefix}"));
    for text in [tabs.to_owned(), format!("1. Item\n\n   {}", inside("   ")), format!("> {}", inside("> "))] {
        let built = built(&text);
        assert_eq!(told(&built), [""; 0], "{text}\n{:#?}", built.problems());
        let html = built.body("index.html");
        assert!(
            html.matches("role=\"tabpanel\"").count() == 2 && html.contains("<strong>two</strong>"),
            "{html}"
        );
    }
}

/// What programs for letters make of `"`.
#[test]
fn mdx_10_typographic_marks_around_a_value_are_told_and_read() {
    let page = "<Card title=“Smart card” href=\"/\">Body</Card>\n\n<Card title=‘it’s a’ href=„/“/>\n\nA <a href=”/”>link</a>.";
    let built = built(page);
    assert_eq!(told(&built), ["broken-tag 1:13+12", "broken-tag 3:13+8", "broken-tag 5:11+3"]);
    assert_eq!(hint(&built.diagnostics()[0]), "write `title=\"Smart card\"`");
    let text = built.text("index.html");
    assert!(text.contains("Smart card") && text.contains("it’s a") && text.contains("A link."), "{text}");
    assert_eq!(built.body("index.html").matches("href=\"/\"").count(), 3, "{}", built.body("index.html"));
    // Without a second mark it is a value like any other.
    expect("<Card title=“Smart>a</Card>", &[]);
}

#[test]
fn mdx_10_what_a_merge_leaves_is_told_once_and_not_shown() {
    let conflict = "<<<<<<< HEAD\nmine *is*\n\n- x\n=======\ntheirs\n- y\n>>>>>>> branch\n";
    expect(
        &format!("Before\n{conflict}After\n\n<Note>\n{conflict}</Note>"),
        &["merge-conflict 2:1+12", "merge-conflict 13:1+12"],
    );
    let built = built(&format!("Before\n{conflict}After\n"));
    assert_eq!(built.text("index.html"), "Before\nmine is\nx\ntheirs\ny\nAfter");
    // A page about Git shows one.
    expect(&format!("```\n{conflict}```"), &[]);
    let mut site =
        Site::new().file("index.mdx", "---\n<<<<<<< a\ntitle: B\n=======\ntitle: C\n>>>>>>> b\n---\nText\n");
    assert_eq!(told(&site.build()), ["merge-conflict 2:1+9"]);
    site.edit("index.mdx", "# A\n");
    let config = site.source("docs.json");
    site.edit("docs.json", &format!("{{\n<<<<<<< a\n=======\n>>>>>>> b\n{}", &config[1..]));
    assert_eq!(told(&site.build())[0], "merge-conflict 2:1+9");
}

#[test]
fn fm_01_slips_of_front_matter_are_told_where_they_are() {
    for (fields, place, words) in [
        ("description: 'l\\'API'", "2:17+1", "write `\'\'`"),
        ("title: \"say \"hi\" now\"", "2:13+1", "write `\\\"`"),
        ("title:Start\nicon: x", "2:1+6", "write `title: Start`"),
        ("tags: [a, b\nicon: x", "2:7+1", "add the closing `]`"),
        ("tags: {a: b", "2:7+1", "add the closing `}`"),
    ] {
        let problem = only(&format!("---\n{fields}\n---\nText\n"));
        assert_eq!(line(&problem), format!("invalid-front-matter {place}"), "{fields}");
        assert!(hint(&problem).contains(words), "{fields}: {problem:?}");
    }
    for fields in ["title: 'it''s'", "title: \"a \\\"b\\\"\" # c", "keywords: [a,\n  b]"] {
        built(&format!("---\n{fields}\n---\nText\n")).assert_no_problems();
    }
}

#[test]
fn mdx_04_a_name_that_is_declared_twice_is_told() {
    let page =
        "export const a = 1\n\nText {a}\n\nexport const a = 2\n\nexport function b() {}\nexport const b = 1";
    expect(page, &["declared-twice 5:14+1", "declared-twice 8:14+1"]);
    let mut site = Site::new()
        .file("index.mdx", "import { a } from '/snippets/s.jsx'\n\nexport const a = 2\n\n{a}")
        .file("snippets/s.jsx", "export const a = 1\n");
    assert_eq!(told(&site.build()), ["declared-twice 3:14+1"]);
    // One import twice is harmless, and common.
    site.edit(
        "index.mdx",
        "import { a } from '/snippets/s.jsx'\n\nText\n\nimport { a } from '/snippets/s.jsx'\n\n{a}",
    );
    site.build().assert_no_problems();
}

/// Whoever takes a component for another one does so wherever they use it.
#[test]
fn mdx_10_an_attribute_that_is_wrong_in_many_places_is_one_problem() {
    let card = "<Card title=\"A\" description=\"Walk through it.\" href=\"/\" />\n\n";
    let built = Site::new()
        .file("index.mdx", &format!("{}<Note titel=\"A\">b</Note>\n", card.repeat(3)))
        .file("b.mdx", &card.repeat(20))
        .build();
    assert_eq!(built.problems().len(), 2, "{:?}", built.problems());
    let first = &built.diagnostics()[0];
    let hint = first.hint.as_deref().unwrap_or_default();
    assert!(hint.ends_with("also at b.mdx:3, b.mdx:5, b.mdx:7, b.mdx:9, b.mdx:11, 17 more places"), "{hint}");
}

#[test]
fn mdx_10_a_text_that_nobody_sees_is_told() {
    expect(
        "<Card title=\"A\" description=\"Walk through it.\" href=\"/\" />",
        &["unknown-attribute 1:17+30"],
    );
    expect("<Note heading=\"Look here\">b</Note>", &["unknown-attribute 1:7+19"]);
    // A word may be the name of something, and what is shown is shown.
    expect(
        "<Note heading=\"Look\">b</Note>\n\n<Tile title=\"A b\" description=\"C d\" href=\"/\">x</Tile>",
        &[],
    );
}

#[test]
fn nav_09_what_is_left_out_is_not_called_missing_without_a_reason() {
    let mut site = Site::new()
        .file("index.mdx", "[a](/left) [b](README.md) [c](/changelog)")
        .file("left.mdx", "# Left\n")
        .file("README.md", "# Read\n")
        .file(".mintignore", "/left.mdx\n");
    // A part of pages is no page, and nobody is told to create it.
    site.edit("snippets/part.mdx", "Words.\n");
    site.edit_config(|config| config["navigation"]["pages"] = serde_json::json!(["index", "snippets/part"]));
    let of_part =
        site.build().diagnostics().iter().map(|problem| hint(problem).to_owned()).collect::<Vec<_>>();
    assert!(
        of_part.iter().any(|hint| hint.contains("is a part of other pages by its folder")),
        "{of_part:?}"
    );
    site.edit_config(|config| config["navigation"]["pages"] = serde_json::json!(["index", "left"]));
    let built = site.build();
    let hints: Vec<&str> = built.diagnostics().iter().map(hint).collect();
    let left_out = "`left.mdx` is left out by a line of `.mintignore`, so it is no page";
    let by_default =
        "should there be a `README.md`, it is left out: a line `!README.md` of `.mintignore` takes it in";
    assert_eq!(hints[1..], [left_out, by_default, "there is no page, file or redirect of that name"]);
    assert_eq!((hints[0], built.codes()), (left_out, vec!["broken-link", "nav-page-missing"]));
    // With the line the reason goes.
    site.edit(".mintignore", "/other.mdx\n");
    let built = site.build();
    assert!(!built.diagnostics().iter().any(|problem| hint(problem) == left_out), "{:?}", built.problems());
    built.assert_clean();
}
