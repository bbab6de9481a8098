//! What every component looks like as HTML and as Markdown: `fixtures/golden/<name>/in.mdx`, `expected.html` and
//! `expected.md`.
//!
//! The names begin with the row of the feature. `DOCS_UPDATE=1 cargo test golden` writes the expected files
//! anew; read the difference before committing it.

use std::collections::BTreeSet;

use docs::html::component::component_names;

use crate::html;
use crate::site::{Site, assert_golden, fixtures};

/// Builds one page in a project with a picture, a snippet and a page to link to, and compares its body and
/// what stands beside it.
#[track_caller]
fn golden(name: &str) {
    let folder = fixtures().join("golden").join(name);
    let source = std::fs::read_to_string(folder.join("in.mdx")).expect("the source of a golden file");
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"320\" height=\"180\"/>\n";
    let built = Site::new()
        .file("index.mdx", &source)
        .file("other.mdx", "---\ntitle: Other\n---\n\n## There\n")
        .file("snippets/part.mdx", "A part named {props.name}.\n")
        .file("images/picture.svg", picture)
        .build();
    // That a script was not fetched is no problem of a page.
    let problems = built.problems();
    assert!(problems.iter().all(|problem| problem.starts_with("diagrams-not-fetched ")), "{problems:#?}");
    let page = built.html("index.html");
    let aside = page
        .split_once("<aside id=\"content-side-layout\" class=\"page-aside\"")
        .and_then(|(_, rest)| rest.split_once("</aside>"));
    let mut actual = lines(built.body("index.html"));
    if let Some((aside, _)) = aside {
        actual.push_str(&format!(
            "<!-- aside -->\n{}",
            lines(aside.split_once('>').map_or("", |(_, inner)| inner))
        ));
    }
    html::parse(built.body("index.html"));
    assert_golden(&folder.join("expected.html"), &actual);
    assert_golden(&folder.join("expected.md"), built.html("index.md"));
}

/// A line per block element, so that a difference is a few lines; `pre` is left as it is.
fn lines(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html.trim();
    while let Some((before, after)) = rest.split_once("<pre") {
        out.push_str(&broken(before));
        let (code, after) = after.split_once("</pre>").unwrap_or((after, ""));
        out.push_str(&format!("<pre{code}</pre>"));
        rest = after;
    }
    out.push_str(&broken(rest));
    let kept: Vec<&str> = out.lines().filter(|line| !line.trim().is_empty()).collect();
    kept.join("\n") + "\n"
}

fn broken(html: &str) -> String {
    let mut out = html.to_owned();
    for name in [
        "div",
        "details",
        "summary",
        "figure",
        "ul",
        "li",
        "table",
        "section",
        "a class=\"card",
        "a class=\"tile",
        "h2",
        "h3",
    ] {
        out = out.replace(&format!("<{name}"), &format!("\n<{name}"));
    }
    out
}

macro_rules! golden {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                golden(stringify!($name));
            }
        )*

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

golden! {
    cmp_01_callouts
    cmp_02_callout
    cmp_03_card
    cmp_04_columns
    cmp_05_tile
    cmp_06_accordion
    cmp_07_accordion_group
    cmp_08_expandable
    cmp_09_tabs
    cmp_10_code_group
    cmp_11_steps
    cmp_12_frame
    cmp_13_tooltip
    cmp_14_param_field
    cmp_15_response_field
    cmp_16_examples
    cmp_17_panel
    cmp_18_update
    cmp_19_view
    cmp_20_visibility
    cmp_21_badge
    cmp_22_icon
    cmp_23_tree
    cmp_24_color
    cmp_25_mermaid
    cmp_26_prompt
    cmp_27_github
    cmp_28_jsx_forms
    cmp_29_media
    cmp_30_type_table
    cmp_31_package_install
}

#[test]
fn every_golden_folder_is_tested() {
    let folders: BTreeSet<String> = std::fs::read_dir(fixtures().join("golden"))
        .expect("golden files")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    assert_eq!(folders, NAMES.iter().map(|name| (*name).to_owned()).collect());
}

/// Components that stand for nothing of their own: the engine puts them into pages, or they hand on their
/// children.
const INTERNAL: &[&str] = &["ApiEndpoint", "Link", "MDX", "Markdown", "Param", "ZoomImage"];

#[test]
fn every_component_has_a_golden_file() {
    let sources: String = NAMES
        .iter()
        .map(|name| {
            std::fs::read_to_string(fixtures().join("golden").join(name).join("in.mdx")).expect("a source")
        })
        .collect();
    let missing: Vec<&str> = component_names()
        .filter(|name| !INTERNAL.contains(name))
        .filter(|name| ![" ", ">", "\n", "/"].iter().any(|end| sources.contains(&format!("<{name}{end}"))))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
