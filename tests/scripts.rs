//! JavaScript in pages that needs an engine: what a reader sees in the static page, and what the author is told.

use std::collections::BTreeMap;

use crate::html::{self, Element, Node};
use crate::site::{Built, Site, fixtures};

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

#[test]
fn mdx_04_first_render_is_that_of_react() {
    let folder = fixtures().join("scripts");
    let components = std::fs::read_to_string(folder.join("components.jsx")).expect("the components");
    let recorded = std::fs::read_to_string(folder.join("react.json")).expect("what React makes of them");
    let recorded: BTreeMap<String, String> = serde_json::from_str(&recorded).expect("JSON");
    let names: Vec<&str> = recorded.keys().map(String::as_str).collect();
    let mut text = format!("import {{ {} }} from '/components.jsx'\n\n", names.join(", "));
    for name in &names {
        text.push_str(&format!("<div id=\"case-{name}\"><{name} /></div>\n\n"));
    }
    let built = Site::new().file("index.mdx", &text).file("components.jsx", &components).build();
    assert_eq!(built.problems(), ["broken-link index.mdx:7 the link `/x` leads nowhere"]);
    let body = html::parse(built.body("index.html"));
    let mut failures = Vec::new();
    for (name, markup) in &recorded {
        let (mut ours, mut theirs) = (String::new(), String::new());
        plain(&find(&body, &format!("case-{name}")).expect("the case").children, &mut ours);
        plain(&html::parse(markup).children, &mut theirs);
        if ours.trim() != theirs {
            failures.push(format!("{name}\n  ours  {}\n  React {theirs}", ours.trim()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn try_out() {
    let (html, problems) = page(
        "export const Counter = ({ start = 1 }) => {\n  const [n, setN] = useState(start)\n  return <button className=\"b\" onClick={() => setN(n + 1)}>Count {n}</button>\n}\n\n# Hi\n\n<Counter start={5} />\n\nText {Math.max(1, 2)} and {[1,2].reduce((a, b) => a + b, 0)}.\n\n{Object.keys({a: 1}).map(k => <Card title={k} key={k}>in **x**</Card>)}\n",
    );
    println!("{html}\n{problems:#?}");
    let _: Option<Built> = None;
}
