//! What a site may ask for beyond reading: a menu for selected words, previews of links.

use serde_json::{Value, json};

use crate::site::{Built, Site, ways};

fn names(built: &Built, part: &str) -> Vec<String> {
    built.files().keys().filter(|path| path.contains(part)).cloned().collect()
}

#[test]
fn chr_09_the_menu_of_selected_words_is_there_when_asked() {
    let mut site = Site::new().file("index.mdx", "Words.\n");
    let built = site.build();
    assert!(
        names(&built, "_docs/selection").is_empty() && !built.html("index.html").contains("data-selection")
    );
    site.edit_config(|config| config["interaction"] = json!({ "selectionMenu": true }));
    let built = site.build();
    let [script] = &names(&built, "_docs/selection")[..] else { panic!("one script") };
    let name = script.rsplit('/').next().expect("a name");
    let page_script = names(&built, "_docs/site.").into_iter().find(|path| path.ends_with(".js"));
    let text = built.html(&page_script.expect("the script of all pages"));
    assert!(
        text.contains(&format!("import(\"./{name}\")")) || text.contains(&format!("import('./{name}')")),
        "{text}"
    );
    let html = built.html("index.html");
    assert!(
        html.contains("data-selection-link=\"Copy link to selection\"") && !html.contains(name),
        "{html}"
    );
    built.assert_clean();
}

fn preview(built: &Built, path: &str) -> Value {
    serde_json::from_str(built.html(&format!("_docs/previews/{path}.json"))).expect("JSON")
}

fn linked() -> Site {
    Site::new()
        .with_config(json!({
            "interaction": { "linkPreviews": true },
            "navigation": { "pages": ["index", "guides/a", "guides/b"] }
        }))
        .file("index.mdx", "---\ntitle: Home\n---\n\nTo [a](/guides/a).\n")
        .file("guides/a.mdx", "---\ntitle: Page A\ndescription: What *A* says.\n---\n\nFirst.\n")
        .file("guides/b.mdx", "---\ntitle: Page B\n---\n\n## Part\n\nFirst **words** of B.\n\nMore.\n")
}

#[test]
fn cmp_32_each_page_has_a_preview_when_asked() {
    let built = linked().build();
    assert_eq!(preview(&built, "index"), json!({ "title": "Home", "text": "To a." }));
    assert_eq!(preview(&built, "guides/a"), json!({ "title": "Page A", "text": "What A says." }));
    assert_eq!(preview(&built, "guides/b"), json!({ "title": "Page B", "text": "First words of B." }));
    assert_eq!(names(&built, "_docs/previews.").len(), 1);
    built.assert_clean();
    let built = linked().with_config(json!({ "interaction": {} })).build();
    assert!(names(&built, "_docs/previews").is_empty());
}

#[test]
fn cmp_32_an_edit_changes_the_preview_of_its_page_alone() {
    for way in ways(&["guides/b.mdx"]) {
        let mut site = linked();
        way(&mut site);
        site.edit("guides/b.mdx", "---\ntitle: Page B\n---\n\n## Part\n\nOther words of B.\n\nMore.\n");
        let built = way(&mut site);
        assert_eq!(preview(&built, "guides/b")["text"], "Other words of B.");
        built.assert_clean();
        site.edit("guides/b.mdx", "---\ntitle: Named\n---\n\n## Part\n\nOther words of B.\n\nMuch more.\n");
        let built = way(&mut site);
        assert_eq!(preview(&built, "guides/b")["title"], "Named");
        built.assert_clean();
    }
    let mut site = linked();
    site.build();
    site.edit("guides/b.mdx", "---\ntitle: Page B\n---\n\n## Part\n\nOther words.\n\nMore.\n");
    let built = site.update(&["guides/b.mdx"]);
    assert_eq!((built.query("navigation"), built.query("page_gist"), built.query("render_body")), (0, 1, 1));
    site.remove("guides/b.mdx");
    let built = site.build();
    assert!(names(&built, "previews/guides/b").is_empty());
    built.assert_clean();
}
