//! Builds that are cancelled at every point, in memory: the next one is as good as a clean one.

use serde_json::json;

use crate::site::Site;

fn site() -> Site {
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "a", "b", "c", "d"] } }))
        .file("index.mdx", "# Home\n\n[A](/a)\n")
        .file("snippets/part.mdx", "Shared.\n")
        .file("p.svg", "<svg/>");
    for name in ["a", "b", "c", "d", "e", "f"] {
        let text = format!("import Part from \"/snippets/part.mdx\"\n\n# {name}\n\n<Part />\n");
        site.edit(&format!("{name}.mdx"), &text);
    }
    site
}

#[test]
fn a_cancelled_update_leaves_nothing_wrong() {
    // Steps that the progress of a build counts: at each of them it is cancelled.
    for step in 0..40 {
        let mut site = site();
        site.build().assert_no_problems();
        site.edit("snippets/part.mdx", "Shared anew.\n");
        site.edit("a.mdx", "# Another title\n\n[gone](/nowhere)\n");
        site.edit("p.svg", "<svg id=\"x\"/>");
        site.cancelled_update(&["snippets/part.mdx", "a.mdx", "p.svg"], step);
        // Half of it taken back: what was written of it may not stay.
        site.edit("snippets/part.mdx", "Shared.\n");
        site.edit("p.svg", "<svg/>");
        site.update(&["snippets/part.mdx", "p.svg"]).assert_clean();
        site.remove("b.mdx");
        site.build().assert_clean();
    }
}

#[test]
fn a_cancelled_whole_build_leaves_nothing_wrong() {
    for step in 0..60 {
        let mut site = site();
        if step % 2 == 0 {
            site.build();
            site.remove("d.mdx");
            site.edit("new.mdx", "# New\n");
        }
        site.cancelled_build(step);
        site.edit("c.mdx", "# C\n");
        let built = site.update(&["c.mdx"]);
        built.assert_clean();
    }
}

#[test]
fn a_cancelled_build_is_finished_by_another_process() {
    for step in (0..60).step_by(3) {
        let mut site = site();
        site.cancelled_build(step);
        site.forget();
        site.remove("d.mdx");
        site.build().assert_clean();
    }
}

#[test]
fn the_last_good_page_stays_when_its_source_cannot_be_read() {
    let mut site = site();
    site.build();
    site.make_unreadable("a.mdx");
    for _ in 0..2 {
        let built = site.build();
        assert!(built.codes().contains(&"unreadable-file"), "{:?}", built.codes());
        assert!(built.text("a/index.html").contains("Shared."));
        assert_eq!(built.report.deleted, 0);
    }
    // Also when what it shows is another by now.
    site.edit("snippets/part.mdx", "Shared anew.\n");
    let built = site.update(&["snippets/part.mdx"]);
    assert!(built.text("a/index.html").contains("Shared."));
    assert!(built.text("b/index.html").contains("Shared anew."));
    site.edit("a.mdx", "# Readable\n");
    let built = site.update(&["a.mdx"]);
    built.assert_clean();
}

/// How long a build goes on after it was cancelled is told, not judged: `-- --nocapture` shows it.
#[test]
fn a_cancelled_build_of_the_example_ends_soon() {
    let mut times = Vec::new();
    for step in (0..400).step_by(29) {
        let mut site = Site::example();
        times.extend(site.cancelled_build(step));
        site.build().assert_clean();
    }
    times.sort();
    eprintln!("{} builds cancelled, over after at most {:?}", times.len(), times.last());
}
