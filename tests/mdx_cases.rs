//! Recorded pages through the whole engine: text, headings, links, images, code and ids as readers get them.
//!
//! The table of contents is held against the same recordings where it is made (`page_vectors`).

use serde_json::{Map, Value, json};

use crate::html::{Element, Node, parse, squeeze};
use crate::site::{Built, Site};
use crate::vectors::vectors;

/// Cases in which we differ on purpose, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("unknowncomp", "the children of an unknown component are rendered, with a warning"),
    ("braces", "a name that is bound nowhere is printed as it is written, with a warning"),
];

#[test]
fn recorded_pages_read_alike() {
    let Some(cases) = vectors("mdx-cases") else { return };
    let name = |case: &Value| case["name"].as_str().unwrap_or_default().to_owned();
    let mut site = Site::new();
    for case in &cases {
        site.place(&format!("{}.mdx", name(case)), case["mdx"].as_str().unwrap_or_default().as_bytes());
    }
    let pages: Vec<String> = cases.iter().map(name).collect();
    site.edit_config(|config| config["navigation"] = json!({ "pages": pages }));
    let built = site.build();
    let mut failures = Vec::new();
    for case in &cases {
        let name = name(case);
        let page = format!("{name}.mdx");
        let told = built.diagnostics().iter().any(|problem| {
            problem.location.as_ref().is_some_and(|at| at.path.as_str() == page)
                && problem.code != "broken-link"
        });
        assert!(built.files().contains_key(&format!("{name}/index.html")), "{name} has no page");
        if !case["out"]["error"].is_null() {
            // The reference refuses the page; we publish what can be read, and say what is wrong.
            if !told {
                failures.push(format!("{name}: no problem is told"));
            }
            continue;
        }
        let ours = read(&built, &format!("{name}/index.html"));
        let differences: Vec<String> = ours
            .iter()
            .map(|(key, value)| (key, recorded(&case["out"], key), value))
            .filter(|(_, recorded, value)| recorded != *value)
            .map(|(key, recorded, value)| format!("{name}: {key}\n  recorded {recorded}\n  ours     {value}"))
            .collect();
        match EXCEPTIONS.iter().find(|(exception, _)| *exception == name) {
            Some((_, reason)) => {
                if differences.is_empty() {
                    failures.push(format!("{name} is no exception any more: {reason}"));
                }
                if !told {
                    failures.push(format!("{name}: no problem is told"));
                }
            }
            None => failures.extend(differences),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A recorded value as [`read`] tells it: options of code are held elsewhere, asides are told by their text.
fn recorded(out: &Value, key: &str) -> Value {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    match (key, &out[key]) {
        ("code", code) => list(code)
            .iter()
            .map(|one| json!({ "lang": one["lang"], "filename": one["filename"], "text": one["text"] }))
            .collect(),
        ("aside", aside) => list(aside)
            .iter()
            .map(|one| match one["filename"].as_str() {
                Some(filename) => json!(format!("{filename}: {}", one["text"].as_str().unwrap_or_default())),
                None => one["text"].clone(),
            })
            .collect(),
        (_, Value::Null) => json!([]),
        (_, value) => value.clone(),
    }
}

/// What a page says, in the form of the recordings.
fn read(built: &Built, path: &str) -> Map<String, Value> {
    let mut body = parse(built.body(path));
    let whole = parse(built.html(path));
    let side = whole.all(|element| element.has_class("page-aside"));
    body.prune(&|element| element.has_class("heading-anchor") || element.has_class("heading-alias"));
    let mut titled = body.clone();
    title_panels(&mut titled);
    let blocks = titled.blocks();
    let attribute = |element: &Element, name: &str| element.attribute(name).unwrap_or_default().to_owned();
    let headings: Vec<Value> = body
        .all(|element| matches!(element.name.as_str(), "h1" | "h2" | "h3" | "h4" | "h5" | "h6"))
        .iter()
        .map(|heading| {
            let level = heading.name[1..].parse::<u8>().unwrap_or_default();
            json!({ "level": level, "text": squeeze(&heading.raw_text()), "id": attribute(heading, "id") })
        })
        .collect();
    let links: Vec<Value> = body
        .all(|element| element.name == "a" && element.attribute("href").is_some())
        .iter()
        .map(|link| json!({ "href": attribute(link, "href"), "text": squeeze(&link.raw_text()) }))
        .collect();
    let images: Vec<Value> = body
        .all(|element| element.name == "img")
        .iter()
        .map(|image| json!({ "src": attribute(image, "src"), "alt": attribute(image, "alt") }))
        .collect();
    let ids: Vec<String> = body
        .all(|element| element.attribute("id").is_some_and(|id| !id.starts_with("panel-")))
        .iter()
        .map(|element| attribute(element, "id"))
        .collect();
    let mut code = Vec::new();
    code_blocks(&body, None, &mut code);
    let code: Vec<Value> = code
        .into_iter()
        .map(|(lang, filename, text)| json!({ "lang": lang, "filename": filename, "text": text.trim_end() }))
        .collect();
    let views: Vec<String> = body
        .all(|element| element.attribute("data-view-title").is_some())
        .iter()
        .map(|view| attribute(view, "data-view-title"))
        .collect();
    let mut out = Map::new();
    out.insert("text".to_owned(), json!(blocks.join("\n")));
    out.insert("blocks".to_owned(), json!(blocks));
    out.insert("headings".to_owned(), json!(headings));
    out.insert("links".to_owned(), json!(links));
    out.insert("images".to_owned(), json!(images));
    out.insert("ids".to_owned(), json!(ids));
    out.insert("code".to_owned(), json!(code));
    let mut titles: Vec<&String> = Vec::new();
    views.iter().for_each(|title| {
        if !titles.contains(&title) {
            titles.push(title);
        }
    });
    out.insert("views".to_owned(), json!(titles));
    let aside: Vec<String> = side.iter().flat_map(|side| aside_texts(side)).collect();
    out.insert("aside".to_owned(), json!(aside));
    out
}

/// The texts of what stands beside the page: panels as they are, examples by their code.
fn aside_texts(side: &Element) -> Vec<String> {
    let mut texts = Vec::new();
    for panel in side.all(|element| element.has_class("panel")) {
        texts.push(panel.blocks().join(" "));
    }
    let mut code = Vec::new();
    code_blocks(side, None, &mut code);
    texts.extend(
        code.into_iter()
            .map(|(_, filename, text)| format!("{}: {}", filename.unwrap_or_default(), text.trim_end())),
    );
    texts
}

/// Tabs are titles before their panels, as a reader without scripts and the recordings have them.
fn title_panels(element: &mut Element) {
    element
        .children
        .retain(|child| !matches!(child, Node::Element(child) if child.attribute("role") == Some("tablist")));
    for child in &mut element.children {
        let Node::Element(child) = child else { continue };
        title_panels(child);
        if child.attribute("role") == Some("tabpanel")
            && let Some(title) = child.attribute("data-title").map(str::to_owned)
        {
            let title =
                Element { name: "div".to_owned(), children: vec![Node::Text(title)], ..Element::default() };
            child.children.insert(0, Node::Element(title));
        }
    }
}

type Code = (String, Option<String>, String);

/// Language, title and text of every block of code.
fn code_blocks(element: &Element, title: Option<&str>, found: &mut Vec<Code>) {
    for child in element.elements() {
        let title =
            if child.attribute("role") == Some("tabpanel") { child.attribute("data-title") } else { title };
        if child.has_class("code-block") {
            let own = child.all(|element| element.has_class("code-block-title"));
            let filename =
                own.first().map(|title| squeeze(&title.raw_text())).or_else(|| title.map(str::to_owned));
            let text = child
                .all(|element| element.name == "pre")
                .first()
                .map(|pre| pre.raw_text())
                .unwrap_or_default();
            found.push((child.attribute("data-lang").unwrap_or("text").to_owned(), filename, text));
        } else {
            code_blocks(child, title, found);
        }
    }
}

/// Behaviour 9: what a snippet is not given is undefined in it, with an engine and without one.
#[test]
fn mdx_05_what_a_snippet_is_not_given_is_undefined() {
    let snippet = "Like {<code>{domain}</code> || `https://x`} or {n > 1 ? \"many\" : \"one\"} {label ?? \"none\"} \
                   {`t ${label}`} {props.label || \"no label\"}.\n\nSee <a href={link || \"/index\"}>there</a> {label}\n";
    let page =
        "import S from '/snippets/s.mdx'\n\n<S />\n\n<S n={2} label=\"L\" />\n\n{props.x || \"else\"}\n";
    for engine in ["", "\nexport const C = () => { const [n] = useState(1); return <b>{n}</b> }\n\n<C />\n"] {
        let mut site =
            Site::new().file("snippets/s.mdx", snippet).file("index.mdx", &format!("{page}{engine}"));
        let built = site.build();
        let text = built.text("index.html");
        for part in ["or one none t undefined no label.", "or many L t L L.", "else", "See there L"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains('{'), "{text}");
        let told = built.codes().into_iter().filter(|code| *code == "unbound-name").count();
        assert_eq!(told, usize::from(engine.is_empty()), "{:#?}", built.problems());
    }
}
