//! Components of a project that stand in for those of the program.

use serde_json::json;

use crate::site::{Site, ways};

fn site() -> Site {
    Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "own", "plain"] } }))
        .file("index.mdx", "import Part from \"/snippets/part.mdx\";\n\n<Card title=\"One\" href=\"/own\">Inside.</Card>\n\n<Part />\n")
        .file("snippets/part.mdx", "<Card title=\"Two\">Of a snippet.</Card>\n")
        .file("own.mdx", "export const Card = ({ title }) => <b>mine {title}</b>;\n\n<Card title=\"Three\" />\n\n<Note>Words.</Note>\n")
        .file("plain.mdx", "Nothing of it.\n")
}

#[test]
fn css_09_a_markdown_file_stands_in_for_a_component() {
    let mut site = site().file(
        "components/Card.mdx",
        "<div className=\"my-card\">\n<Card title={props.title} icon=\"star\">{children}</Card>\n</div>\n",
    );
    let built = site.build();
    built.assert_no_problems();
    let html = built.body("index.html");
    assert_eq!(html.matches("class=\"my-card\"").count(), 2, "{html}");
    // Inside of it the name means what the program has.
    assert!(
        html.contains("card-title") && html.contains("Inside.") && html.contains("Of a snippet."),
        "{html}"
    );
    assert!(!built.files().contains_key("components/Card/index.html"));
    let own = built.body("own/index.html");
    assert!(own.contains("<b>mine Three</b>") && !own.contains("my-card"), "{own}");
    built.assert_clean();
    site.remove("components/Card.mdx");
    let built = site.build();
    assert!(!built.body("index.html").contains("my-card"));
    built.assert_clean();
}

#[test]
fn css_09_a_script_stands_in_by_default_or_by_name() {
    for export in ["export default function Card", "export function Card"] {
        let built = site()
            .file("components/Card.jsx", &format!("{export}({{ title, children }}) {{ return <section className=\"my-card\"><h4>{{title}}</h4>{{children}}</section>; }}\n"))
            .file("components/Note.jsx", "import { useState } from \"react\";\nexport const Note = ({ children }) => { const [on, set] = useState(true); return <button className=\"my-note\" onClick={() => set(!on)}>{on && children}</button>; };\n")
            .build();
        built.assert_no_problems();
        let html = built.body("index.html");
        assert_eq!(html.matches("class=\"my-card\"").count(), 2, "{html}");
        assert!(built.body("own/index.html").contains("class=\"my-note\""));
        built.assert_clean();
    }
}

#[test]
fn css_09_pages_follow_a_component_that_comes_changes_and_goes() {
    for way in ways(&["components/Card.mdx"]) {
        let mut site = site();
        way(&mut site).assert_clean();
        site.edit("components/Card.mdx", "<p className=\"my-card\">{props.title}</p>\n");
        let built = way(&mut site);
        assert!(built.body("index.html").contains("class=\"my-card\""));
        built.assert_clean();
        site.edit("components/Card.mdx", "<p className=\"your-card\">{props.title}</p>\n");
        let built = way(&mut site);
        assert!(built.body("index.html").contains("class=\"your-card\""));
        built.assert_clean();
        site.remove("components/Card.mdx");
        let built = way(&mut site);
        assert!(!built.body("index.html").contains("your-card"));
        built.assert_clean();
    }
}

/// Many projects document components: a page is no component because of its name.
#[test]
fn css_09_a_page_about_a_component_is_a_page() {
    let mut site = site()
        .with_config(json!({ "navigation": { "pages": ["index", "own", "plain", "components/Card"] } }))
        .file("components/Card.mdx", "---\ntitle: The card\n---\n\n<Card title=\"Like this\">So.</Card>\n");
    let built = site.build();
    built.assert_no_problems();
    assert!(built.body("components/Card/index.html").contains("Like this"));
    assert!(built.body("index.html").contains("card-title"));
    for way in ways(&["docs.json"]) {
        site.edit_config(|config| config["navigation"]["pages"] = json!(["index", "own", "plain"]));
        let built = way(&mut site);
        assert!(!built.files().contains_key("components/Card/index.html"));
        built.assert_clean();
        site.edit_config(|config| config["navigation"]["pages"] = json!(["index", "own", "components/Card"]));
        let built = way(&mut site);
        assert!(built.body("components/Card/index.html").contains("Like this"));
        built.assert_clean();
    }
}
