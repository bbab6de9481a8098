//! What nodes, elements and components look like as HTML. Trees are built by hand, so that these tests
//! speak of rendering only.

use std::sync::Arc;

use docs::html::code::tokens::Tokens;
use docs::html::component::component_names;
use docs::html::link::Target;
use docs::html::render::{Feature, Found, HeadingAnchors, Lookups, Render, render_nodes};
use docs::page::ast::{Align, Attribute, AttributeValue, Element, Node, NodeKind, Value};
use docs::text::{Addresses, Slug, SourcePath, SourceText, Span, UrlStyle};

use crate::site::Site;

/// A project with one image, and a Markdown reader that knows `**strong**` and lists.
struct Stub;

impl Lookups for Stub {
    fn tokens(&self, _: &str, _: &str) -> Arc<Tokens> {
        Arc::default()
    }

    fn image_size(&self, path: &SourcePath) -> Option<(u32, u32)> {
        (path.as_str() == "img/a.png").then_some((200, 100))
    }

    fn file_exists(&self, path: &SourcePath) -> bool {
        path.as_str() == "img/a.png"
    }

    fn markdown(&self, source: &str) -> Vec<Node> {
        if source.starts_with("1. ") {
            return vec![node(NodeKind::List { start: Some(1), loose: false }, Vec::new())];
        }
        let pieces = source.split("**").enumerate();
        let inline = pieces.filter(|(_, piece)| !piece.is_empty()).map(|(at, piece)| match at % 2 {
            0 => text(piece),
            _ => node(NodeKind::Strong, vec![text(piece)]),
        });
        vec![p(inline.collect())]
    }
}

fn node(kind: NodeKind, children: Vec<Node>) -> Node {
    Node::new(kind, Span::default(), children)
}

fn text(text: &str) -> Node {
    Node::text(text, Span::default())
}

fn p(children: Vec<Node>) -> Node {
    node(NodeKind::Paragraph, children)
}

fn string(text: &str) -> Value {
    Value::String(text.to_owned())
}

fn code(meta: &str, code: &str) -> Node {
    let lang = Some("bash".to_owned());
    node(NodeKind::CodeBlock { lang, meta: meta.to_owned(), code: code.to_owned() }, Vec::new())
}

fn link(url: &str, label: &str) -> Node {
    node(NodeKind::Link { url: url.to_owned(), title: None }, vec![text(label)])
}

fn image(url: &str, alt: &str) -> Node {
    node(NodeKind::Image { url: url.to_owned(), title: None, alt: alt.to_owned() }, Vec::new())
}

fn jsx(name: &str, props: &[(&str, Value)], children: Vec<Node>) -> Node {
    jsx_with_id(name, None, props, children)
}

fn jsx_with_id(name: &str, id: Option<&str>, props: &[(&str, Value)], children: Vec<Node>) -> Node {
    let attribute = |(name, value): &(&str, Value)| Attribute {
        name: (*name).to_owned().into(),
        value: AttributeValue::Value(value.clone()),
        span: Span::default(),
    };
    let attributes = props.iter().map(attribute).collect();
    let element = Element {
        name: name.to_owned().into(),
        attributes,
        flow: true,
        id: id.map(str::to_owned),
        drawn: false,
    };
    node(NodeKind::Element(element), children)
}

fn render(nodes: &[Node]) -> (String, Found) {
    render_on("guides/page", "", nodes)
}

fn render_on(page: &str, base: &str, nodes: &[Node]) -> (String, Found) {
    let (page, addresses) = (Slug::new(page), Addresses::new(base, UrlStyle::Directory));
    let source = SourceText::new(SourcePath::new("guides/page.mdx"), "text");
    let mut cx = Render::new(&addresses, &page, &source, &Stub);
    let html = render_nodes(nodes, &mut cx);
    (html.into_string(), cx.found)
}

fn html(nodes: &[Node]) -> String {
    render(nodes).0
}

fn codes(found: &Found) -> Vec<&'static str> {
    found.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

/// The text between tags, one piece for each, white space around it dropped.
fn texts(html: &str) -> Vec<String> {
    html.split('<')
        .map(|part| part.split_once('>').map_or(part, |(_, text)| text).trim().to_owned())
        .filter(|text| !text.is_empty())
        .collect()
}

#[test]
fn paragraphs_never_hold_blocks() {
    assert_eq!(html(&[p(vec![text("a < b")])]), "<p>a &lt; b</p>\n");
    let note = || jsx("div", &[], vec![text("x")]);
    assert_eq!(html(&[p(vec![note()])]), "<div>x</div>\n");
    let mixed = html(&[p(vec![text("a "), note()])]);
    assert_eq!(mixed, "<div class=\"paragraph\">a <div>x</div></div>\n");
    assert_eq!(html(&[jsx("p", &[], vec![p(vec![text("x")])])]), "<p>x</p>\n");
}

#[test]
fn txt_01_headings_keep_their_text_and_get_both_ids() {
    let heading =
        |text: Node, id: &str| node(NodeKind::Heading { level: 2, id: Some(id.to_owned()) }, vec![text]);
    let html = html(&[heading(text("API v2.0"), "api-v2-0"), heading(text("Plain"), "plain")]);
    assert_eq!(texts(&html), ["API v2.0", "Plain"]);
    assert!(
        html.contains("<h2 id=\"api-v2-0\"><span id=\"api-v20\" class=\"heading-alias\"></span>"),
        "{html}"
    );
    assert!(html.contains("href=\"#api-v2-0\" aria-label=\"Link to API v2.0\"></a>"), "{html}");
    assert!(html.contains("<h2 id=\"plain\"><a class=\"heading-anchor\""), "{html}");
}

#[test]
fn txt_03_heading_anchors_can_be_hidden() {
    let (page, addresses) = (Slug::new("p"), Addresses::default());
    let source = SourceText::new(SourcePath::new("p.mdx"), "");
    let mut cx = Render::new(&addresses, &page, &source, &Stub);
    cx.anchors = HeadingAnchors::Hidden;
    let heading = node(NodeKind::Heading { level: 3, id: Some("a".into()) }, vec![text("A")]);
    assert_eq!(render_nodes(&[heading], &mut cx).as_str(), "<h3 id=\"a\">A</h3>\n");
}

#[test]
fn lists_are_tight_or_loose() {
    let item = |checked| node(NodeKind::ListItem { checked }, vec![p(vec![text("a")])]);
    let list = |start, loose, item| node(NodeKind::List { start, loose }, vec![item]);
    assert_eq!(html(&[list(None, false, item(None))]), "<ul><li>a</li></ul>\n");
    assert_eq!(html(&[list(Some(3), true, item(None))]), "<ol start=\"3\"><li><p>a</p></li></ol>\n");
    let task = html(&[list(None, false, item(Some(true)))]);
    assert!(task.contains("<input type=\"checkbox\" checked disabled aria-label=\"Done\"> a</li>"), "{task}");
}

#[test]
fn tables_mark_figures_and_alignment() {
    let cell = |text_: &str| node(NodeKind::TableCell, vec![text(text_)]);
    let row = |header, cells| node(NodeKind::TableRow { header }, cells);
    let table = node(
        NodeKind::Table { align: vec![Align::None, Align::Right] },
        vec![row(true, vec![cell("A"), cell("B")]), row(false, vec![cell("x"), cell("10 ms")])],
    );
    let html = html(&[table]);
    assert!(html.starts_with("<div class=\"table-wrapper\" tabindex=\"0\" role=\"group\""), "{html}");
    assert!(
        html.contains("<th scope=\"col\">A</th><th scope=\"col\" class=\"align-right\">B</th>"),
        "{html}"
    );
    assert!(html.contains("<td>x</td><td class=\"align-right\" data-numeric>10 ms</td>"), "{html}");
}

#[test]
fn txt_05_links_and_images_are_resolved_and_remembered() {
    let nodes = [p(vec![link("../y.mdx#h", "up"), link("https://a.b", "out"), image("../img/a.png", "A")])];
    let (html, found) = render_on("guides/page", "docs", &nodes);
    assert!(html.contains("<a class=\"link\" href=\"/docs/y#h\">up</a>"), "{html}");
    assert!(html.contains("<a class=\"link\" href=\"https://a.b\">out</a>"), "{html}");
    assert!(html.contains("<img src=\"/docs/img/a.png\" alt=\"A\" width=\"200\" height=\"100\""), "{html}");
    assert_eq!(found.links[0].target, Target::Internal { path: "y".into(), anchor: Some("h".into()) });
    assert_eq!(found.links[1].target, Target::External);
    assert_eq!(found.resources[0].path.as_ref().map(SourcePath::as_str), Some("img/a.png"));
}

#[test]
fn dangerous_links_lose_their_address() {
    let (html, found) = render(&[p(vec![link("javascript:alert(1)", "x")])]);
    assert_eq!(html, "<p><a class=\"link\">x</a></p>\n");
    assert_eq!(codes(&found), ["unsafe-url"]);
    let (html, found) = render(&[p(vec![link("data:text/plain,hi", "x")])]);
    assert_eq!(html, "<p><a class=\"link\">x</a></p>\n");
    assert!(found.diagnostics[0].message.contains("holds data"), "{:?}", found.diagnostics);
}

#[test]
fn footnotes_come_last_with_links_back() {
    let reference = || node(NodeKind::FootnoteReference { label: "N".into() }, Vec::new());
    let definition = node(NodeKind::FootnoteDefinition { label: "n".into() }, vec![p(vec![text("note")])]);
    let html = html(&[definition, p(vec![text("a"), reference(), reference()])]);
    assert_eq!(texts(&html), ["a", "1", "1", "Footnotes", "note", "↩", "↩", "2"]);
    assert!(html.contains("href=\"#user-content-fn-n\" id=\"user-content-fnref-n-2\""), "{html}");
}

#[test]
fn mdx_02_elements_are_spelled_as_html() {
    let style = Value::Object(vec![("marginTop".into(), Value::Number(4.0))]);
    let props = [
        ("className", string("x")),
        ("style", style),
        ("hidden", Value::Bool(false)),
        ("tabIndex", Value::Number(0.0)),
        ("onClick", string("alert(1)")),
        ("data-a", Value::Bool(true)),
    ];
    let expected = "<div class=\"x\" style=\"margin-top:4px\" tabindex=\"0\" data-a=\"true\">t</div>\n";
    assert_eq!(html(&[jsx("div", &props, vec![text("t")])]), expected);
    let video =
        html(&[jsx("video", &[("autoPlay", Value::Bool(true)), ("src", string("/v.mp4"))], Vec::new())]);
    assert_eq!(video.trim_end(), "<video autoplay src=\"/v.mp4\" playsinline loop muted></video>");
    assert!(
        html(&[jsx("iframe", &[("src", string("https://a.b"))], Vec::new())])
            .contains("loading=\"lazy\" title=")
    );
    assert_eq!(html(&[jsx("br", &[], Vec::new())]).trim_end(), "<br>");
}

#[test]
fn mdx_02_raw_elements_and_raw_markup_stay_as_written() {
    let script = jsx("script", &[], vec![text("if (a < b) {} // </script>")]);
    assert_eq!(html(&[script]).trim_end(), "<script>if (a < b) {} // <\\/script></script>");
    let markup = Value::Object(vec![("__html".into(), string("<b>x</b>"))]);
    let div = jsx("div", &[("dangerouslySetInnerHTML", markup)], Vec::new());
    assert_eq!(html(&[div]), "<div><b>x</b></div>\n");
}

#[test]
fn unknown_names_keep_their_content_and_warn() {
    let (html, found) = render(&[jsx("Acordion", &[], vec![text("x")]), jsx("blink", &[], vec![text("y")])]);
    // What stood apart stays apart.
    assert_eq!(html.split_whitespace().collect::<String>(), "<div>x</div><div>y</div>");
    assert_eq!(codes(&found), ["unknown-component", "unknown-element"]);
    assert!(found.diagnostics[0].hint.as_deref().is_some_and(|hint| hint.contains("<Accordion>")));
    // Of what has no content, nothing is shown.
    let (_, found) = render(&[jsx("Snip", &[], Vec::new())]);
    assert!(
        found.diagnostics[0]
            .hint
            .as_deref()
            .is_some_and(|hint| hint.ends_with("nothing is shown in its place"))
    );
    // Parts of a component are meant by their own names; an element of HTML is no guess for a component.
    for (name, meant) in [("Folder", "<Tree.Folder>"), ("Options", "import it"), ("Option", "<option>")] {
        let (_, found) = render(&[jsx(name, &[], vec![text("x")])]);
        let hint = found.diagnostics[0].hint.as_deref().unwrap_or_default();
        assert!(hint.contains(meant), "{name}: {hint}");
    }
}

#[test]
fn callouts_name_their_kind_outside_the_text() {
    let html = html(&[jsx("Note", &[], vec![p(vec![text("n")])])]);
    assert_eq!(texts(&html), ["n"]);
    assert!(html.contains("data-callout-type=\"note\""), "{html}");
    assert!(html.contains("role=\"img\" aria-label=\"Note\""), "{html}");
}

#[test]
fn cards_read_title_body_call_to_action() {
    let props = [
        ("title", string("T **b**")),
        ("href", string("/h")),
        ("cta", string("Go")),
        ("img", string("/i.png")),
        ("icon", string("key")),
    ];
    let (html, found) = render(&[jsx("Card", &props, vec![text("body")])]);
    assert_eq!(texts(&html), ["T", "b", "body", "Go"]);
    assert!(html.starts_with("<a class=\"card\" href=\"/h\" data-link><img "), "{html}");
    assert!(html.contains("<svg class=\"icon\" data-component-part=\"card-icon\""), "{html}");
    assert_eq!(found.links.len(), 1);
    let external = render(&[jsx("Card", &[("href", string("https://a.b"))], Vec::new())]).0;
    assert!(external.contains("target=\"_blank\" rel=\"noreferrer\""), "{external}");
    assert!(external.contains("card-arrow"), "{external}");
}

#[test]
fn cards_with_links_inside_do_not_nest_them() {
    let html = html(&[jsx("Card", &[("href", string("/h")), ("title", string("T"))], vec![link("/x", "x")])]);
    assert!(
        html.starts_with("<div class=\"card\" data-link><a class=\"card-link\" aria-label=\"T\""),
        "{html}"
    );
    assert!(html.contains("<a class=\"link\" href=\"/x\">x</a>"), "{html}");
}

#[test]
fn tabs_have_all_panels_and_roles() {
    let tab = |title: &str, id: &str, content: &str| {
        jsx_with_id("Tab", Some(id), &[("title", string(title))], vec![p(vec![text(content)])])
    };
    let (html, found) = render(&[jsx("Tabs", &[], vec![tab("A", "a", "x"), text("\n"), tab("B", "b", "y")])]);
    assert_eq!(texts(&html), ["A", "B", "x", "y"]);
    assert!(html.contains(
        "<li role=\"tab\" class=\"tab\" id=\"a\" aria-controls=\"panel-a\" aria-selected=\"true\""
    ));
    assert!(html.contains("id=\"panel-b\" aria-labelledby=\"b\" data-title=\"B\" tabindex=\"0\""), "{html}");
    assert_eq!(html.matches("data-hidden").count(), 1);
    assert!(found.features.contains(&Feature::Tabs));
    assert_eq!(codes(&render(&[jsx("Tab", &[], vec![text("x")])]).1), ["tab-outside-tabs"]);
}

#[test]
fn titles_that_look_like_lists_are_text() {
    let html = html(&[jsx("Card", &[("title", string("1. **Go**"))], Vec::new())]);
    assert_eq!(texts(&html).concat(), "1.Go");
}

#[test]
fn steps_count_and_take_heading_titles() {
    let step = |props: &[(&str, Value)]| jsx_with_id("Step", Some("s"), props, vec![text("x")]);
    let steps = jsx(
        "Steps",
        &[("titleSize", string("h2"))],
        vec![
            step(&[("title", string("S"))]),
            step(&[("title", string("T")), ("stepNumber", Value::Number(7.0))]),
        ],
    );
    let html = html(&[steps]);
    assert_eq!(texts(&html), ["S", "x", "T", "x"]);
    assert!(html.contains("data-number=\"1\"") && html.contains("data-number=\"7\""), "{html}");
    assert!(html.contains("<h2 class=\"step-title\" id=\"s\""), "{html}");
    assert_eq!(codes(&render(&[step(&[])]).1), ["step-outside-steps"]);
    assert_eq!(codes(&render(&[step(&[("stepNumber", string("2"))])]).1), [""; 0]);
}

#[test]
fn accordions_are_disclosures() {
    let props = [("title", string("A")), ("description", string("d")), ("defaultOpen", Value::Bool(true))];
    let accordion = || jsx_with_id("Accordion", Some("a"), &props, vec![text("x")]);
    let (html, found) = render(&[jsx("AccordionGroup", &[], vec![accordion(), accordion()])]);
    assert_eq!(texts(&html), ["A", "d", "x", "A", "d", "x"]);
    assert!(html.contains("<details class=\"accordion\" id=\"a\" open>"), "{html}");
    assert_eq!(codes(&found), ["duplicate-accordion-title"]);
    let expandable = render(&[jsx("Expandable", &[], vec![text("x")])]).0;
    assert_eq!(texts(&expandable), ["Show child attributes", "x"]);
}

#[test]
fn fields_list_their_facts_in_order() {
    let on = || Value::Bool(true);
    let props = [
        ("query", string("q")),
        ("type", string("string")),
        ("required", on()),
        ("default", string("x")),
        ("deprecated", on()),
    ];
    let html_ = html(&[jsx_with_id("ParamField", Some("param-q"), &props, vec![text("desc")])]);
    assert_eq!(texts(&html_), ["q", "string", "required", "deprecated", "default:", "x", "desc"]);
    assert!(html_.starts_with("<div class=\"field\" id=\"param-q\">"), "{html_}");
    let props = [
        ("name", string("r")),
        ("type", string("int")),
        ("default", Value::Number(1.0)),
        ("pre", Value::Array(vec![string("a")])),
        ("post", Value::Array(vec![string("b")])),
    ];
    let html = html(&[jsx("ResponseField", &props, vec![text("d")])]);
    assert_eq!(texts(&html), ["a", "r", "int", "default:", "1", "b", "d"]);
}

#[test]
fn frames_read_hint_media_caption() {
    let props = [("caption", string("Cap")), ("hint", string("H"))];
    let html = html(&[jsx("Frame", &props, vec![jsx("img", &[("src", string("/img/a.png"))], Vec::new())])]);
    assert_eq!(texts(&html), ["H", "Cap"]);
    assert!(html.contains("src=\"/img/a.png\" alt=\"\" width=\"200\" height=\"100\""), "{html}");
}

/// Elsewhere a style sheet makes pictures as tall as their width wants, and writes no width: what a site looks like there.
#[test]
fn txt_08_a_height_alone_neither_shrinks_nor_stretches_a_picture() {
    let picture = |props: &[(&str, Value)]| {
        html(&[jsx("img", &[&[("src", string("/img/a.png"))], props].concat(), Vec::new())])
    };
    let real = "width=\"200\" height=\"100\"";
    let shown = picture(&[("height", string("20"))]);
    assert!(shown.contains(real) && !shown.contains("data-auto-width"), "{shown}");
    let style = |name: &str| Value::Object(vec![(name.into(), string("20px"))]);
    for props in [
        [("style", style("height"))],
        [("style", style("maxHeight"))],
        [("className", string("block dark:hidden h-10"))],
        [("className", string("md:max-h-[300px] border"))],
    ] {
        let shown = picture(&props);
        assert!(shown.contains(real) && shown.contains(" data-auto-width"), "{shown}");
    }
    for props in [
        vec![("style", style("minHeight"))],
        vec![("className", string("h-10 w-32"))],
        vec![("className", string("size-6 shadow-h-1"))],
        vec![("style", style("height")), ("width", string("40"))],
    ] {
        let shown = picture(&props);
        assert!(!shown.contains("data-auto-width"), "{shown}");
    }
}

#[test]
fn code_groups_are_named_by_titles() {
    let (html, found) = render(&[jsx("CodeGroup", &[], vec![code("npm", "npm i"), code("yarn", "yarn")])]);
    assert_eq!(texts(&html), ["npm", "yarn", "npm i", "yarn"]);
    assert!(found.features.contains(&Feature::CodeGroup) && found.features.contains(&Feature::Code));
}

#[test]
fn the_first_examples_and_panel_leave_the_flow() {
    let request = || jsx("RequestExample", &[], vec![code("", "curl"), code("", "wget")]);
    let panel = jsx("Panel", &[], vec![jsx("Info", &[], vec![text("p")])]);
    // The author's, and one that is made from a description: nobody could do anything about that.
    let mut second = request();
    second.span = docs::text::Span::new(1, 2);
    let (html, found) = render(&[text("a"), request(), panel, second, request(), text("b")]);
    // The author's second one stays where it is written.
    assert_eq!(texts(&html), ["a", "Request", "Request 2", "curl", "wget", "b"]);
    assert!(!html.contains("id=\"request-example\""), "{html}");
    let aside = found.aside.request.as_ref().map(|html| texts(html.as_str())).unwrap_or_default();
    assert_eq!(aside, ["Request", "Request 2", "curl", "wget"]);
    assert_eq!(found.aside.panel.as_ref().map(|html| texts(html.as_str())).unwrap_or_default(), ["p"]);
    assert_eq!(codes(&found), ["repeated-aside"]);
}

#[test]
fn trees_come_from_components_and_lists() {
    let file = jsx("Tree.File", &[("name", string("a.js"))], Vec::new());
    let props = [("name", string("app")), ("defaultOpen", Value::Bool(true))];
    let tree = jsx("Tree", &[], vec![jsx("Tree.Folder", &props, vec![file])]);
    let rendered = html(&[tree]);
    assert_eq!(texts(&rendered), ["app", "a.js"]);
    assert!(rendered.contains("role=\"treeitem\" aria-level=\"2\""), "{rendered}");
    let item = |children| node(NodeKind::ListItem { checked: None }, children);
    let list = |items| node(NodeKind::List { start: None, loose: false }, items);
    let src = item(vec![p(vec![text("src/")]), list(vec![item(vec![p(vec![text("a.js")])])])]);
    let rendered =
        html(&[jsx("FileTree", &[], vec![list(vec![src, item(vec![p(vec![text("README.md")])])])])]);
    assert_eq!(texts(&rendered), ["src", "a.js", "README.md"]);
}

#[test]
fn views_and_audiences() {
    let view = |title: &str| jsx("View", &[("title", string(title))], vec![text("x")]);
    let (html, found) = render(&[view("V1"), view("V2"), view("V1")]);
    assert_eq!(texts(&html), ["V1", "x", "V2", "x", "V1", "x"]);
    assert_eq!((found.views.len(), codes(&found)), (2, vec!["duplicate-view"]));
    let visibility = |audience: &str| jsx("Visibility", &[("for", string(audience))], vec![text(audience)]);
    let (html, found) = render(&[visibility("agents"), visibility("humans"), visibility("cats")]);
    assert_eq!((html.trim(), codes(&found)), ("humans", vec!["unknown-audience"]));
}

#[test]
fn inline_components_stay_in_their_line() {
    let tip = jsx("Tooltip", &[("tip", string("T")), ("headline", string("H"))], vec![text("word")]);
    let badge = jsx("Badge", &[("color", string("green"))], vec![text("new")]);
    let icon = jsx("Icon", &[("icon", string("flag"))], Vec::new());
    let html = html(&[p(vec![text("a "), tip, badge, icon])]);
    assert!(html.starts_with("<p>a <span class=\"tooltip\""), "{html}");
    assert!(html.contains("aria-description=\"H: T\"") && html.contains("data-color=\"green\""), "{html}");
    assert_eq!(texts(&html), ["a", "word", "new"]);
}

#[test]
fn prompts_show_their_source() {
    let item = node(NodeKind::ListItem { checked: None }, vec![p(vec![text("li")])]);
    let list = node(NodeKind::List { start: None, loose: false }, vec![item]);
    let prompt = jsx("Prompt", &[("description", string("D"))], vec![p(vec![text("line 1")]), list]);
    assert_eq!(texts(&html(&[prompt])), ["D", "line 1\n\n* li"]);
}

/// A place for the picture, which the browser draws, and the source for all others.
#[test]
fn cmp_25_mermaid_has_its_source() {
    let chart = |props: &[(&str, Value)]| {
        let mut all = vec![("chart", string("graph TD\n  A[Begin] --> B[End]"))];
        all.extend(props.iter().cloned());
        html(&[jsx("Mermaid", &all, Vec::new())])
    };
    let made = chart(&[]);
    assert!(made.starts_with("<div class=\"mermaid\"><div class=\"mermaid-view\""), "{made}");
    assert!(made.contains("class=\"mermaid-enlarge\""), "{made}");
    let source = "<pre class=\"mermaid-source\" tabindex=\"0\">graph TD\n  A[Begin] --&gt; B[End]</pre>";
    assert!(made.contains(source), "{made}");
    assert!(!chart(&[("actions", Value::Bool(false))]).contains("mermaid-enlarge"));
    assert!(chart(&[("placement", string("top-left"))]).contains("data-placement=\"top-left\""));
}

#[test]
fn deep_trees_end() {
    let deep = (0..5000).fold(text("x"), |inner, _| node(NodeKind::Strong, vec![inner]));
    let html = html(std::slice::from_ref(&deep));
    assert!(html.len() < 10_000);
    // Dropping it node by node: the tree of a real page is bounded when it is parsed.
    let mut open = vec![deep];
    while let Some(mut node) = open.pop() {
        open.append(&mut node.children);
    }
}

#[test]
fn every_component_renders_without_properties() {
    for name in component_names() {
        let (html, _) = render(&[jsx(name, &[], Vec::new()), jsx(name, &[], vec![p(vec![text("<x>")])])]);
        assert!(!html.contains("<x>"), "{name}");
    }
}

#[test]
fn ids_of_headings_hold_nothing_that_a_component_shows() {
    let mut site = Site::new().file(
        "index.mdx",
        "---\ntitle: Home\n---\n\nexport const Since = ({ version }) => <span>Since {version}</span>\n\n\
         ## Order routing <Since version=\"5.5\" />\n\n[a](#order-routing) [b](#order-routing-2)\n\n## Order routing\n",
    );
    let built = site.build();
    let page = built.html("index.html");
    assert!(page.contains("<h2 id=\"order-routing\">"), "{page}");
    assert!(built.text("index.html").contains("Since 5.5"));
    assert!(page.contains("<h2 id=\"order-routing-2\">"), "{page}");
    assert!(built.problems().is_empty(), "{:?}", built.problems());
}
