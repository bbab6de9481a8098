//! JavaScript in pages that needs an engine: what a reader sees in the static page, and what the author is told.

use std::collections::BTreeMap;

use crate::html::{self, Element, Node};
use crate::site::{Site, fixtures};

/// The markup of a page's body, and all problems.
fn page(text: &str) -> (String, Vec<String>) {
    let built = Site::new().file("index.mdx", text).build();
    (built.body("index.html").to_owned(), built.problems())
}

/// An element with its attributes in order, and without what an island adds.
fn plain(nodes: &[Node], out: &mut String) {
    for node in nodes {
        match node {
            Node::Text(text) => out.push_str(text),
            Node::Element(element)
                if matches!(element.name.as_str(), "docs-island" | "docs-slot" | "docs-hole") =>
            {
                plain(&element.children, out);
            }
            Node::Element(element) => {
                let mut attributes: Vec<String> = element
                    .attributes
                    .iter()
                    .filter_map(|(name, value)| attribute(&element.name, name, value))
                    .collect();
                attributes.sort();
                out.push_str(&format!("<{}", element.name));
                attributes.iter().for_each(|attribute| out.push_str(&format!(" {attribute}")));
                out.push('>');
                plain(&element.children, out);
                out.push_str(&format!("</{}>", element.name));
            }
        }
    }
}

fn attribute(element: &str, name: &str, value: &str) -> Option<String> {
    // What we give every video.
    if element == "video" && name == "preload" {
        return None;
    }
    let value = match name {
        "style" => value.replace("; ", ";").replace(": ", ":").trim_end_matches(';').to_owned(),
        _ => value.to_owned(),
    };
    (name != "style" || !value.is_empty()).then(|| format!("{}={value:?}", name.to_lowercase()))
}

fn find<'e>(element: &'e Element, id: &str) -> Option<&'e Element> {
    if element.attributes.iter().any(|(name, value)| name == "id" && value == id) {
        return Some(element);
    }
    element.children.iter().find_map(|child| match child {
        Node::Element(element) => find(element, id),
        Node::Text(_) => None,
    })
}

/// The files of `fixtures/scripts`, each with what React makes of its components.
fn recorded() -> BTreeMap<String, BTreeMap<String, String>> {
    let text =
        std::fs::read_to_string(fixtures().join("scripts/react.json")).expect("what React makes of them");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn mdx_04_first_render_is_that_of_react() {
    let folder = fixtures().join("scripts");
    let mut failures = Vec::new();
    for (file, recorded) in recorded() {
        let names: Vec<&str> = recorded.keys().map(String::as_str).collect();
        // Each alone, where it may need no engine, and all in one page.
        let mut text = format!("import {{ {} }} from '/{file}'\n\n", names.join(", "));
        let mut site = Site::new();
        for name in &names {
            let case = format!("<div id=\"case-{name}\"><{name} /></div>\n\n");
            text.push_str(&case);
            site = site
                .file(&format!("case-{name}.mdx"), &format!("import {{ {name} }} from '/{file}'\n\n{case}"));
        }
        site = site.file("index.mdx", &text);
        for name in [
            file.as_str(),
            "parts/settings.json",
            "parts/index.js",
            "parts/button.jsx",
            "parts/words.js",
            "parts/badge.tsx",
        ] {
            site = site.file(name, &std::fs::read_to_string(folder.join(name)).expect("a fixture"));
        }
        let built = site.build();
        failures.extend(built.problems().into_iter().map(|problem| format!("{file} {problem}")));
        let together = html::parse(built.body("index.html"));
        for (name, markup) in &recorded {
            let alone = html::parse(built.body(&format!("case-{name}/index.html")));
            let mut theirs = String::new();
            plain(&html::parse(markup).children, &mut theirs);
            for (body, how) in [(&alone, "alone"), (&together, "with others")] {
                let mut ours = String::new();
                match find(body, &format!("case-{name}")) {
                    Some(case) => plain(&case.children, &mut ours),
                    None => failures.push(format!("{file} {name} is not in the page {how}")),
                }
                if ours.trim() != theirs.trim() {
                    failures.push(format!(
                        "{file} {name} {how}\n  ours  {}\n  React {}",
                        ours.trim(),
                        theirs.trim()
                    ));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn mdx_04_the_runtime_is_small_and_only_where_it_is_needed() {
    let built = Site::new()
        .file("index.mdx", "export const A = () => { const [n] = useState(1); return <b>{n}</b> }\n\n<A />\n")
        .file("plain.mdx", "export const B = ({ n }) => <b>{n}</b>\n\n<B n={1} />\n")
        .build();
    let names: Vec<&String> = built.files().keys().filter(|name| name.contains("island")).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    let runtime = &built.files()[names[0]];
    // gzip is this and 18 bytes around it.
    let packed = miniz_oxide::deflate::compress_to_vec(runtime, 9).len() + 18;
    // Half of what MDX-04 allows, and a little more.
    assert!(packed <= 6_700, "{packed} bytes");
    let loads = |page: &str| built.html(page).contains(names[0].as_str());
    assert!(loads("index.html") && !loads("plain/index.html"));
    // What wraps its parts is no box: a grid lays out the cards in it.
    let styled = |page: &str| built.html(page).contains("/_docs/parts.");
    assert!(styled("index.html") && !styled("plain/index.html"));
}

#[test]
fn mdx_04_snippets_take_built_in_components_from_an_object() {
    let (html, problems) = page(
        "export const Shown = () => {\n  const { Card, Columns } = MintlifyComponents\n  const [n] = useState(1)\n  return <Columns cols={2}><Card title=\"One\" href=\"/\">{n}</Card></Columns>\n}\n\n<Shown />\n",
    );
    assert_eq!(problems, [""; 0]);
    assert!(html.contains("class=\"card\"") && html.contains("One"), "{html}");
}

/// What may be drawn in the browser only waits there, and nobody else is told of it.
#[test]
fn mdx_04_built_in_components_that_may_come_later_are_ready() {
    let code = "export const Later = ({ name }) => {\n  const [n, set] = useState(0)\n  return <div><button onClick={() => set(n + 1)}>+</button>\
                {n > 0 && <Note>Noted</Note>}{n > 1 && <Card title={name} icon=\"rocket\" href=\"/two\">Inside</Card>}{n > 2 && <Steps><Step title=\"A\">B</Step></Steps>}\
                {n > 3 && <Icon icon={name} />}<Tip>Here</Tip>{n > 4 && <Tip>Again</Tip>}</div>\n}\n\n";
    let mut site = Site::new()
        .file("index.mdx", &format!("{code}<Later name=\"one\" />\n\n<Later name=\"two\" />\n"))
        .file("two.mdx", "# Two\n");
    let built = site.build();
    built.assert_no_problems();
    let html = built.html("index.html");
    let ready = |name: &str| {
        html.matches(&format!("<template data-of=\"{{&quot;type&quot;:&quot;{name}&quot;")).count()
    };
    assert_eq!(["Note", "Card", "Tip", "Steps", "Step", "Icon"].map(ready), [1, 1, 0, 0, 0, 0], "{html}");
    assert!(html.contains("&quot;icon&quot;:&quot;rocket&quot;,&quot;href&quot;:&quot;/two&quot;"), "{html}");
    let text = built.html("index.md");
    assert!(!text.contains("Noted") && !text.contains("/two") && !text.contains('\u{200b}'), "{text}");
    built.assert_clean();
    site.edit(
        "index.mdx",
        &format!(
            "{}<Later name=\"one\" />\n",
            code.replace("<Note>", "<Warning>").replace("</Note>", "</Warning>")
        ),
    );
    let built = site.build();
    assert!(built.html("index.html").contains("&quot;Warning&quot;"));
    built.assert_clean();
}

#[test]
fn mdx_04_static_components_need_no_engine() {
    let (html, problems) = page(
        "export const Row = ({ name, tags = [], children }) => <li title={name}>{name.toUpperCase()}: {tags.map(tag => <i key={tag}>{tag}</i>)}{children}</li>\n\n<Row name=\"a\" tags={['x', 'y']}>in **bold**</Row>\n",
    );
    assert!(html.contains("<li title=\"a\">A: <i>x</i><i>y</i>"), "{html}");
    assert!(html.contains("<strong>bold</strong>") && !html.contains("docs-island"), "{html}");
    assert!(problems.is_empty(), "{problems:?}");
}

/// A component that reads its children has them, also where code makes them and something in them changes.
#[test]
fn mdx_04_parts_that_are_made_from_a_list_are_parts() {
    let (html, problems) = page(
        "export const Live = ({ text }) => { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>{text} {n}</button> }\n\n\
         <Tabs>\n{['Go', 'JS'].map(name => <Tab title={name}>one {name} <Live text={name} /></Tab>)}\n</Tabs>\n\n\
         <Steps>\n{['Go', 'JS'].map(name => <Step title={name}>do <Live text={name} /></Step>)}\n</Steps>\n\n\
         {<ul>{[1, 2].map(n => <li key={n} onClick={() => {}}>{n}</li>)}</ul>}\n",
    );
    assert_eq!(problems, [""; 0]);
    assert_eq!(
        (html.matches("role=\"tab\"").count(), html.matches("role=\"tabpanel\"").count()),
        (2, 2),
        "{html}"
    );
    assert!(html.contains("data-number=\"2\""), "{html}");
    // A list has nothing but its items.
    assert!(
        html.contains("<docs-island data-island=\"4\"><ul><li>1</li><li>2</li></ul></docs-island>"),
        "{html}"
    );
    assert!(html.contains("<docs-island data-island=\"1\"><button>JS 0</button></docs-island>"), "{html}");
    assert_eq!(html.matches("<docs-island ").count(), 5, "{html}");
}

/// Markdown in a group that a component with state makes is all there, however it is written.
#[test]
fn mdx_04_a_component_with_state_keeps_the_parts_that_it_is_given() {
    let (html, problems) = page(
        "export const Box = ({ children }) => { const [n] = useState(0); return <Tabs>{children}</Tabs> }\n\n\
         <Box>\n<Tab title=\"A\">one `two` text</Tab>\n<Tab title=\"B\"><Note>three</Note></Tab>\n<Tab title=\"C\">\n  four\n</Tab>\n\
         <Tab title=\"D\">\n```js\nfive\n```\n</Tab>\n</Box>\n",
    );
    assert_eq!(problems, [""; 0]);
    assert!(html.contains("one <code>two</code> text"), "{html}");
    for word in ["three", "four", "five"] {
        assert!(html.contains(word), "{word}: {html}");
    }
}

/// The body of a page with elements around which nothing may stand, and its Markdown.
fn page_and_text(text: &str) -> (String, String) {
    let built = Site::new().file("index.mdx", text).build();
    assert_eq!(built.problems(), [""; 0]);
    (built.body("index.html").to_owned(), built.html("index.md").to_owned())
}

/// A parser moves out of a table what is no part of one.
#[test]
fn mdx_04_nothing_stands_between_a_table_and_its_rows() {
    let head = "<thead>\n<tr><th>h1</th><th>h2</th></tr>\n</thead>";
    let body = "<tbody>\n<tr><td>c1</td><td>**c2**</td></tr>\n</tbody>";
    let lists = [
        format!("<table onClick={{() => {{}}}}>\n{head}\n{body}\n</table>"),
        format!(
            "export const Grid = ({{ children }}) => {{ const [n, set] = useState(0); return <table onClick={{() => set(n + 1)}}>{{children}}</table> }}\n\n<Grid>\n{head}\n{body}\n</Grid>"
        ),
        format!("<table>\n{head}\n<tbody>\n<tr onClick={{() => {{}}}}><td>c1</td><td>**c2**</td></tr>\n</tbody>\n</table>"),
        "export const Row = () => { const [n, set] = useState('c1'); return <tr onClick={() => set('x')}><td>{n}</td><td><b>c2</b></td></tr> }\n\n\
         <table>\n<thead>\n<tr><th>h1</th><th>h2</th></tr>\n</thead>\n<tbody>\n<Row />\n</tbody>\n</table>"
            .to_owned(),
        format!("<table>\n{head}\n<tbody>{{['c1'].map(c => <tr key={{c}} onClick={{() => {{}}}}><td>{{c}}</td><td><b>c2</b></td></tr>)}}</tbody>\n</table>"),
        "{<table><thead><tr><th>h1</th><th>h2</th></tr></thead><tbody>{['c1'].map(c => <tr key={c} onClick={() => {}}><td>{c}</td><td><b>c2</b></td></tr>)}</tbody></table>}".to_owned(),
    ];
    for text in lists {
        let (html, markdown) = page_and_text(&format!("Before.\n\n{text}\n\nAfter.\n"));
        for name in ["table", "thead", "tbody", "tr"] {
            for wrong in ["<docs-", "<template"] {
                let opened = format!("<{name}");
                let inside = html.split(&opened).skip(1).filter_map(|rest| rest.split_once('>'));
                assert!(inside.clone().count() > 0, "{name}: {html}");
                assert!(
                    inside.into_iter().all(|(_, rest)| !rest.trim_start().starts_with(wrong)),
                    "{name}: {html}"
                );
            }
        }
        assert_eq!(html.matches("<docs-island ").count(), 1, "{html}");
        assert!(html.contains("><table"), "{html}");
        assert!(markdown.contains("| h1 | h2 |\n"), "{markdown}");
        assert!(markdown.contains("| c1 | **c2** |\n"), "{markdown}");
    }
}

#[test]
fn mdx_04_drawings_and_lists_have_their_parts_in_an_island() {
    let (html, markdown) = page_and_text(
        "<a id=\"a\" href=\"https://example.com\" onMouseOver={() => {}}>\n  <svg width=\"24\" style={{ margin: 1 }}>\n    <g><path d=\"M2 2\" strokeWidth=\"2\"/></g>\n    <circle r=\"2\"/>\n  </svg>\n  text\n</a>\n\n\
         <svg><g onClick={() => {}}><path d=\"M4 4\"/></g></svg>\n\n\
         <ul onClick={() => {}}>\n  <li>one `1`</li>\n  <li>**two**</li>\n</ul>\n\n\
         <select onChange={() => {}}><option value=\"a\">A</option><option value=\"b\">B</option></select>\n\n\
         <video controls onPlay={() => {}}><source src=\"https://e.com/v.mp4\" /></video>\n\n\
         <details onToggle={() => {}}>\n<summary>More *words*</summary>\n\nHidden.\n</details>\n",
    );
    let outer = ["svg", "g", "ul", "select", "video", "details"];
    for name in outer {
        let opened = format!("<{name}");
        let mut inside = html.split(&opened).skip(1).filter_map(|rest| rest.split_once('>'));
        assert!(inside.all(|(_, rest)| !rest.trim_start().starts_with("<docs-")), "{name}: {html}");
    }
    assert_eq!(html.matches("<docs-island ").count(), 6, "{html}");
    assert!(
        html.contains("<g><path d=\"M4 4\"></path></g>") || html.contains("<g><path d=\"M4 4\"/></g>"),
        "{html}"
    );
    assert!(html.contains("<summary>More <docs-slot") && html.contains(">text</docs-slot></a>"), "{html}");
    assert!(markdown.contains("- **two**\n"), "{markdown}");
    assert!(markdown.contains("<summary>\n\nMore *words*\n\n</summary>"), "{markdown}");
}

/// React gives a component each of its children.
#[test]
fn mdx_04_a_component_has_its_children_one_by_one() {
    let (html, _) = page_and_text(
        "export const Show = ({ children }) => { const [at, set] = useState(1); const all = React.Children.toArray(children)\n\
         return <div><button onClick={() => set(at + 1)}>{at}/{all.length}/{React.Children.count(children)}/{[].concat(children).map(one => one.props?.title).join()}</button>{all[at]}</div> }\n\n\
         <Show>\n  <div>slide A</div>\n  <div>slide **B**</div>\n  <div>slide C</div>\n</Show>\n\n\
         <Show>\n  <Card title=\"One\">first</Card>\n  <Card title=\"Two\">second</Card>\n</Show>\n\n\
         <Show>\n\nA paragraph.\n\n## A heading\n\n</Show>\n",
    );
    let shown: Vec<&str> = html.split("<template").next().into_iter().collect();
    assert!(html.contains("<button>1/3/3/,,</button>"), "{html}");
    assert!(html.contains("<button>1/2/2/One,Two</button>"), "{html}");
    assert!(html.contains("<button>1/2/2/,</button>"), "{html}");
    assert!(shown[0].contains("slide <strong>B</strong>") && !html.contains(">slide C<"), "{html}");
}

/// In a page without an island what a component is given is what it would be without the component.
#[test]
fn mdx_04_children_leave_no_trace_in_a_page_without_an_island() {
    let inside = "<div>\n<p>one</p>\n\n**two**\n\n- three\n\n<ul><li>four</li></ul>\n\n<table><tbody><tr><td>*five*</td></tr></tbody></table>\n\n## Six\n</div>";
    // An assignment is one of the things that only an engine does.
    let head = "export const Same = ({ children }) => { let shown; for (const one of [1]) shown = children; return shown }\n\n";
    let (with, _) = page_and_text(&format!("{head}<Same>\n{inside}\n</Same>\n"));
    let (without, _) = page_and_text(&format!("{head}{inside}\n"));
    assert_eq!(with.split_whitespace().collect::<String>(), without.split_whitespace().collect::<String>());
}

/// A long table that code makes is no endless loop.
#[test]
fn mdx_04_long_lists_are_shown() {
    let (html, problems) = page("{Array.from({ length: 8000 }, (_, at) => <i key={at}>{at}</i>)}\n\nEnd.\n");
    assert_eq!(problems, [""; 0]);
    assert_eq!(html.matches("<i>").count(), 8000);
}

#[test]
fn mdx_04_a_clock_is_told_and_drawn_in_the_browser() {
    let (html, problems) = page("Since {new Date().getFullYear()}.\n");
    assert!(html.contains("docs-island"), "{html}");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].starts_with("fixed-value index.mdx:1"), "{problems:?}");
}

#[test]
fn mdx_04_bytes_are_letters_in_the_static_page_too() {
    let text = "export const Both = ({ text }) => {\n  const letters = btoa(text)\n  \
                return <p>{letters} {atob(letters) === text ? 'same' : 'other'}</p>\n}\n\n\
                <Both text=\"\" />\n\n<Both text=\"a\" />\n\n<Both text=\"ab\" />\n\n\
                <Both text='{\"url\":\"https://a.example/v2?x=ÿ\"}' />\n";
    let (body, problems) = page(text);
    assert_eq!(problems, [""; 0]);
    for letters in
        ["<p> same</p>", "YQ== same", "YWI= same", "eyJ1cmwiOiJodHRwczovL2EuZXhhbXBsZS92Mj94Pf8ifQ== same"]
    {
        assert!(body.contains(letters), "{letters}: {body}");
    }
}

#[test]
fn mdx_04_statements_and_types_of_a_file_count() {
    let built = Site::new()
        .file("index.mdx", "import { Label, Kind, Shape } from '/parts.tsx'\nimport * as again from '/again.js'\n\n<Label />\n\n{new Shape().name} {again.extra.join()} {again.default()}\n")
        .file("parts.tsx", "export type Kind = 'a'\nexport const Label = ({ text }: { text?: string }) => <b>{text}</b>\nLabel.defaultProps = { text: 'set later' }\nexport class Shape { name: string = 'round' }\nexport const extra: number[] = []\nextra.push(1, 2)\n")
        .file("again.js", "export * from './parts.tsx'\nexport { Label as Other } from './parts.tsx'\nexport default () => 'default'\n")
        .build();
    let body = built.body("index.html");
    assert_eq!(built.problems(), Vec::<String>::new());
    assert!(body.contains("<b>set later</b>") && body.contains("round\n1,2\ndefault"), "{body}");
}

#[test]
fn an_export_sees_what_the_page_imports() {
    // An imported export is copied into the page, so it may use its neighbours there without importing them.
    let page = "import { Panel } from '/snippets/panel.mdx'\nimport { Head as Title } from '/snippets/head.jsx'\nimport Note from '/snippets/note.mdx'\n\n<Panel />\n\n<Note />\n";
    let head = |hook: &str| {
        format!(
            "export const Head = ({{ text }}) => {{ {hook} return <h3 className=\"lined\">{{text}}</h3> }}\n"
        )
    };
    for hook in ["", "const [open] = useState(true);"] {
        let built = Site::new()
            .file("index.mdx", page)
            .file("snippets/panel.mdx", "export const Panel = () => <div><Title text=\"Body\" /></div>\n")
            .file("snippets/head.jsx", &head(hook))
            .file("snippets/note.mdx", "A note. <Title text=\"Noted\" />\n")
            .build();
        let body = built.body("index.html");
        assert_eq!(built.problems(), Vec::<String>::new(), "{body}");
        assert!(body.contains("Body</h3>") && body.contains("Noted</h3>"), "{body}");
    }
}

#[test]
fn a_name_that_nobody_binds_stays_unknown_in_an_export() {
    let built = Site::new()
        .file("index.mdx", "import { Panel } from '/snippets/panel.mdx'\n\n<Panel />\n")
        .file("snippets/panel.mdx", "export const Panel = () => <div><Title text=\"Body\" /></div>\n")
        .build();
    assert_eq!(built.problems().len(), 1, "{:?}", built.problems());
    assert!(built.problems()[0].starts_with("unknown-component"), "{:?}", built.problems());
}

#[test]
fn a_long_page_may_use_its_components_often() {
    let row = "<Row name=\"a.b\">\n\nWords of this *row*, as written by hand.\n\n</Row>\n\n";
    let group = format!("<Row name=\"group\">\n\n{}</Row>\n\n", row.repeat(40));
    let text =
        format!("import {{ Row }} from '/row.jsx'\n\n<Row name=\"all\">\n\n{}</Row>\n", group.repeat(30));
    let shape = "M0 256C0 167.6 71.6 96 160 96h72c13.3 0 24 10.7 24 24s-10.7 24-24 24H160".repeat(8);
    let component = format!(
        "export const Row = ({{ name, children }}) => {{\n  const [open] = useState(true)\n  return <div id={{name.replace(/\\./g, '-')}}><p><a href=\"#\"><svg><path d=\"{shape}\"/></svg></a><span>{{name}}</span></p><div><section>{{children}}</section></div></div>\n}}\n"
    );
    let built = Site::new().file("index.mdx", &text).file("row.jsx", &component).build();
    assert_eq!(built.problems(), Vec::<String>::new());
    assert_eq!(built.body("index.html").matches("as written by hand").count(), 1200);
}

#[test]
fn what_every_page_has_may_be_imported() {
    let import = "import { Card, Columns } from '@mintlify/components'\n";
    let snippet = format!("{import}\nexport const Prices = () => <Card title=\"Price\">One</Card>\n");
    let built = Site::new()
        .file("index.mdx", "import { Prices } from '/snippets/prices.jsx'\n\n<Prices />\n")
        .file("snippets/prices.jsx", &snippet)
        .build();
    built.assert_no_problems();
    assert!(built.text("index.html").contains("Price"), "{}", built.body("index.html"));
    // Under another name it is not there.
    let renamed = "import { Card as Box } from '@mintlify/components'\n\n<Box>x</Box>\n";
    let codes = Site::new().file("index.mdx", renamed).build().codes();
    assert_eq!(codes, ["unsupported-import"]);
}

#[test]
fn a_picture_is_no_wider_than_its_column() {
    let page = "<img src=\"/a.svg\" alt=\"a\" style={{maxWidth: \"450px\", height: 3}} />\n\n\
                <img src=\"/a.svg\" alt=\"b\" style=\"color: red; max-width: 50%\" />\n\n\
                <div style={{maxWidth: 450}}>c</div>\n";
    let built = Site::new().file("index.mdx", page).file("a.svg", "<svg/>").build();
    let body = built.body("index.html");
    assert!(body.contains("style=\"max-width:min(450px,100%);height:3px\""), "{body}");
    assert!(body.contains("style=\"color: red; max-width: 50%\""), "{body}");
    assert!(body.contains("<div style=\"max-width:450px\">"), "{body}");
}

#[test]
fn fm_14_a_page_shows_fields_of_its_front_matter() {
    let front = "---\ntitle: Home\nowner: Ada\nlimits: { rate: 30, parts: [a, b] }\n---\n\n";
    let (body, problems) = page(&format!(
        "{front}export const Owner = () => <b>{{frontmatter.owner}}</b>\n\nBy <Owner/>, {{frontmatter.limits.rate}} of \
         {{frontmatter.limits.parts.join('+')}}, {{frontmatter.title}}{{frontmatter.nothing}}.\n"
    ));
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(html::parse(&body).blocks(), ["By Ada, 30 of a+b, Home."]);
    // With an engine, too, and before the line that declares something of it.
    let (body, problems) = page(&format!(
        "{front}export const shout = frontmatter.owner.toUpperCase()\n\nexport const Count = () => {{ const [at] = useState(frontmatter.limits.rate); \
         return <b>{{at}} {{shout}}</b> }}\n\n<Count/>\n"
    ));
    assert_eq!(problems, Vec::<String>::new());
    assert!(html::parse(&body).blocks().join(" ").contains("30 ADA"), "{body}");
    // What the page itself calls so wins, and in a page without front matter there are no fields.
    let (body, _) =
        page(&format!("{front}export const frontmatter = {{ owner: 'Bob' }}\n\n{{frontmatter.owner}}\n"));
    assert_eq!(html::parse(&body).blocks(), ["Bob"]);
    let (body, _) = page("Nobody{frontmatter.owner}.\n");
    assert_eq!(html::parse(&body).blocks(), ["Nobody."]);
}

#[test]
fn fm_14_a_field_that_is_edited_reaches_the_text() {
    let text = |owner: &str| format!("---\ntitle: Home\nowner: {owner}\n---\n\nBy {{frontmatter.owner}}.\n");
    let mut site = Site::new().file("index.mdx", &text("Ada"));
    assert_eq!(site.build().text("index.html"), "By Ada.");
    site.edit("index.mdx", &text("Bob"));
    let built = site.build();
    assert_eq!(built.text("index.html"), "By Bob.");
    built.assert_clean();
}

#[test]
fn mdx_04_types_of_properties_are_left_to_those_who_develop() {
    let card = "import PropTypes from 'prop-types'\n\nexport const Card2 = ({ name, tags }) => (\n  <h1>{name}{tags.map(tag => <i key={tag}>{tag}</i>)}</h1>\n)\n\n\
                Card2.propTypes = {\n  name: PropTypes.string,\n  tags: PropTypes.arrayOf(PropTypes.string),\n}\n";
    let page = "import { Card2 } from '/snippets/card.jsx'\n\n<Card2 name=\"One\" tags={['a', 'b']} />\n";
    let built = Site::new().file("snippets/card.jsx", card).file("index.mdx", page).build();
    assert!(built.text("index.html").contains("Oneab"), "{}", built.body("index.html"));
    // That the package is not there is all that there is to say.
    assert_eq!(built.codes(), ["unsupported-import"], "{:?}", built.problems());
}

#[test]
fn mdx_04_chance_in_a_component_is_told_once_for_all_its_pages() {
    let chance = "export const Dice = () => <p>{Math.random() > 2 ? 'never' : 'thrown'}</p>\n";
    let page = "import { Dice } from '/snippets/dice.jsx'\n\n<Dice />\n";
    let site = Site::new().file("snippets/dice.jsx", chance).file("index.mdx", page);
    let built = site.file("b.mdx", page).file("c.mdx", page).build();
    let told: Vec<&str> = built.diagnostics().iter().map(|problem| problem.message.as_str()).collect();
    let what = "`<Dice>` asks for a random number, which is the same in every build when a page is built";
    assert_eq!(told, [format!("{what}; so it is in 2 more places")], "{:?}", built.problems());
}
