//! What must not lead to a build, and what must not take the site away.

use std::os::unix::fs::symlink;

use super::project::{CONFIG, MODES, Watched};

#[test]
fn the_output_and_the_cache_never_lead_to_a_build() {
    for mode in MODES {
        for linked in [false, true] {
            let mut project = Watched::new().out("project/public/site");
            if linked {
                std::fs::create_dir_all(project.path("build/real")).expect("a folder");
                symlink("build/real", project.path("public")).expect("a link");
            }
            project.start(mode);
            project.sync();
            let before = project.revisions().len();
            // The output, as other programs write there; the cache; version control; packages; editors.
            project.write("public/site/foreign.mdx", "# Foreign\n");
            project.write(".docs/cache/pack", "bytes");
            project.write(".docs/cache/page.mdx", "# No page\n");
            project.write(".git/index.lock", "");
            project.remove(".git/index.lock");
            project.write("node_modules/package/page.mdx", "# No page\n");
            project.write(".index.mdx.swp", "swap");
            project.write("index.mdx~", "backup");
            project.write("#index.mdx#", "autosave");
            let _ = std::fs::read(project.path("index.mdx")).expect("a page");
            project.sync();
            // A link that leads out of the project, and folders that come, are looked at once.
            let quiet = project.revisions().len();
            assert!(quiet <= before + 1, "{mode:?} {linked}: {:#?}", project.revisions());
            for round in 0..5 {
                project.write("public/site/foreign.mdx", &format!("# Foreign {round}\n"));
                project.write(".docs/cache/pack", &format!("bytes {round}"));
                project.write("node_modules/package/page.mdx", &format!("# No page {round}\n"));
                project.write("index.mdx~", &format!("backup {round}"));
                project.sync();
            }
            assert_eq!(project.revisions().len(), quiet, "{mode:?} {linked}: {:#?}", project.revisions());
            // One edit is one build, although it writes into the project.
            project.write("index.mdx", "# Edited\n");
            project.sync();
            project.sync();
            assert_eq!(project.revisions().len(), quiet + 1, "{mode:?} {linked}: {:#?}", project.revisions());
            assert!(project.page("index.html").contains("Edited"));
        }
    }
}

/// Somebody clears the folder of the site, or what is in it, while it is watched.
#[test]
fn eng_01_an_output_that_was_cleared_is_written_again() {
    for mode in MODES {
        let mut project = Watched::new().watch(mode);
        let out = project.outer().join("site");
        std::fs::remove_dir_all(&out).expect("a folder");
        project.write("guide/start.mdx", "# Once\n");
        project.sync();
        assert!(project.page("guide/start/index.html").contains("Once"));
        project.assert_clean();
        for entry in std::fs::read_dir(&out).expect("a folder").flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            if path.is_dir() {
                std::fs::remove_dir_all(path).expect("a folder");
            } else if !name.to_string_lossy().starts_with('.') {
                std::fs::remove_file(path).expect("a file");
            }
        }
        project.write("guide/start.mdx", "# Twice\n");
        project.sync();
        assert!(project.page("guide/start/index.html").contains("Twice"));
        project.assert_clean();
    }
}

#[test]
fn cli_02_a_configuration_that_is_being_typed_leaves_the_site() {
    for mode in MODES {
        let mut project = Watched::new().watch(mode);
        let before = project.page("index.html");
        for length in [0, 1, 30, CONFIG.len() - 1] {
            project.write("docs.json", &CONFIG[..length]);
            project.sync();
            let last = project.revisions().pop().expect("a revision");
            assert!(last["held"] == true && last["errors"] == 1, "{last:#}");
            assert_eq!(project.page("index.html"), before);
            assert!(project.has("guide/start/index.html"));
        }
        // Gone for a moment, as between two renames; a page that is edited meanwhile waits.
        project.remove("docs.json");
        project.sync();
        project.write("guide/start.mdx", "# Meanwhile\n");
        project.sync();
        assert!(!project.page("guide/start/index.html").contains("Meanwhile"));
        project.write("docs.json", &CONFIG.replace("Watched", "Typed"));
        project.sync();
        assert!(project.page("index.html").contains("Typed"));
        assert!(project.page("guide/start/index.html").contains("Meanwhile"));
        let last = project.revisions().pop().expect("a revision");
        assert!(last["held"] == false && last["errors"] == 0, "{last:#}");
        project.assert_clean();
    }
}

#[test]
fn cli_02_errors_stay_visible_until_they_are_gone() {
    let mut project = Watched::new();
    let log = std::fs::File::create(project.outer().join("log")).expect("a file");
    let mut command = project.command(&["--watch"]);
    command.stdin(std::process::Stdio::null()).stdout(std::process::Stdio::null()).stderr(log);
    project.adopt(command.spawn().expect("the program starts"));
    project.sync();
    let mut read = 0;
    let mut told = |project: &mut Watched| {
        project.sync();
        let text = std::fs::read_to_string(project.outer().join("log")).expect("a log");
        let new = text[read..].to_owned();
        read = text.len();
        new
    };
    let first = told(&mut project);
    assert!(first.starts_with("3 pages in "), "{first}");
    project.write("guide/start.mdx", "# Start\n\n<Card title=\"x\">\n");
    let text = told(&mut project);
    assert!(text.contains("guide/start.mdx:3") && text.contains("✗ 1 error, 1 page, "), "{text}");
    assert!(text.trim_end().ends_with("ms (guide/start.mdx)"), "{text}");
    project.write("index.mdx", "# Home\n");
    let text = told(&mut project);
    assert!(text.starts_with("✓ 1 page, ") && text.contains(" ms (index.mdx)\n"), "{text}");
    assert!(text.ends_with("1 error remains (guide/start.mdx)\n") && text.lines().count() == 2, "{text}");
    project.write("guide/start.mdx", "# Start\n\nRight again.\n");
    let text = told(&mut project);
    assert!(text.starts_with("✓ 1 page, ") && text.lines().count() == 1, "{text}");
    // The same bytes again: nothing to tell.
    project.write("guide/start.mdx", "# Start\n\nRight again.\n");
    assert_eq!(told(&mut project), "");
}
