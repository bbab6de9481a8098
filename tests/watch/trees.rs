//! Changes of every kind of source, of folders, and of very many files at once.

use std::os::unix::fs::symlink;

use super::project::{CONFIG, MODES, Watched};

#[test]
fn cli_02_every_kind_of_source_is_seen() {
    for mode in MODES {
        let mut project = Watched::new().watch(mode);
        let mut check = |what: &str, change: &dyn Fn(&Watched), right: &dyn Fn(&Watched) -> bool| {
            change(&project);
            project.sync();
            assert!(right(&project), "{what} {mode:?}: {:#?}", project.revisions().last());
            project.assert_clean();
        };
        check("configuration", &|p| p.write("docs.json", &CONFIG.replace("Watched", "Renamed")), &|p| {
            p.page("index.html").contains("Renamed")
        });
        check("new page", &|p| p.write("fresh.mdx", "# Fresh\n"), &|p| p.has("fresh/index.html"));
        check("renamed page", &|p| p.rename("fresh.mdx", "stale.mdx"), &|p| {
            p.has("stale/index.html") && !p.has("fresh/index.html")
        });
        check("deleted page", &|p| p.remove("stale.mdx"), &|p| !p.has("stale/index.html"));
        check("snippet", &|p| p.write("snippets/part.mdx", "Shared anew.\n"), &|p| {
            p.page("guide/more/index.html").contains("Shared anew")
        });
        check("asset", &|p| p.write("images/p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), &|p| {
            !p.page("images/p.svg").contains("width")
        });
        check("style sheet", &|p| p.write("own.css", "body { color: red }"), &|p| {
            p.page("index.html").contains("own.css")
        });
        let api = |title: &str| {
            format!(
                r#"{{"openapi":"3.1.0","info":{{"title":"A","version":"1"}},"paths":{{"/kites":{{"get":{{
                "summary":"{title}","responses":{{"200":{{"description":"ok"}}}}}}}}}}}}"#
            )
        };
        check("description", &|p| p.write("api/openapi.json", &api("List kites")), &|p| {
            p.has("api/openapi.json")
        });
        check(
            "page of an operation",
            &|p| p.write("kites.mdx", "---\nopenapi: /api/openapi.json GET /kites\n---\n"),
            &|p| p.page("kites/index.html").contains("List kites"),
        );
        check("operation", &|p| p.write("api/openapi.json", &api("All kites")), &|p| {
            p.page("kites/index.html").contains("All kites")
        });
        check("new folders", &|p| p.write("a/b/c/deep.mdx", "# Deep\n"), &|p| p.has("a/b/c/deep/index.html"));
        check("edit in a new folder", &|p| p.write("a/b/c/deep.mdx", "# Deeper\n"), &|p| {
            p.page("a/b/c/deep/index.html").contains("Deeper")
        });
        check("moved folder", &|p| p.rename("a/b", "moved"), &|p| {
            p.has("moved/c/deep/index.html") && !p.has("a/b/c/deep/index.html")
        });
        check("edit in a moved folder", &|p| p.write("moved/c/deep.mdx", "# Moved\n"), &|p| {
            p.page("moved/c/deep/index.html").contains("Moved")
        });
        check(
            "folders swapped",
            &|p| {
                p.write("other/c/deep.mdx", "# Other\n");
                p.rename("moved", "aside");
                p.rename("other", "moved");
                p.rename("aside", "other");
            },
            &|p| p.page("moved/c/deep/index.html").contains("Other"),
        );
        check("edit after the swap", &|p| p.write("moved/c/deep.mdx", "# Swapped\n"), &|p| {
            p.page("moved/c/deep/index.html").contains("Swapped")
        });
        check(
            "folder from elsewhere",
            &|p| {
                std::fs::create_dir_all(p.outer().join("stage/in")).expect("a folder");
                std::fs::write(p.outer().join("stage/in/page.mdx"), "# In\n").expect("a file");
                std::fs::rename(p.outer().join("stage"), p.path("arrived")).expect("a move");
            },
            &|p| p.has("arrived/in/page/index.html"),
        );
        check("deleted folder", &|p| p.remove("other"), &|p| !p.has("other/c/deep/index.html"));
        check("ignored", &|p| p.write(".mintignore", "/moved/\n"), &|p| !p.has("moved/c/deep/index.html"));
        check("edit of what is ignored", &|p| p.write("moved/c/deep.mdx", "# Unseen\n"), &|p| {
            !p.has("moved/c/deep/index.html")
        });
        check("no longer ignored", &|p| p.remove(".mintignore"), &|p| {
            p.page("moved/c/deep/index.html").contains("Unseen")
        });
        check("edit after that", &|p| p.write("moved/c/deep.mdx", "# Seen\n"), &|p| {
            p.page("moved/c/deep/index.html").contains("Seen")
        });
        check("link to a folder", &|p| symlink("moved", p.path("linked")).expect("a link"), &|p| {
            p.has("linked/c/deep/index.html")
        });
        check("edit behind a link", &|p| p.write("moved/c/deep.mdx", "# Twice\n"), &|p| {
            p.page("linked/c/deep/index.html").contains("Twice")
        });
        check("link to a file", &|p| symlink("index.mdx", p.path("same.mdx")).expect("a link"), &|p| {
            p.has("same/index.html")
        });
        check("edit behind it", &|p| p.write("index.mdx", "# Home again\n"), &|p| {
            p.page("same/index.html").contains("Home again") && p.page("index.html").contains("Home again")
        });
        check(
            "link to what comes later",
            &|p| symlink("late.mdx", p.path("early.mdx")).expect("a link"),
            &|p| !p.has("early/index.html"),
        );
        check("what comes later", &|p| p.write("late.mdx", "# Late\n"), &|p| p.has("early/index.html"));
        check(
            "a file becomes a folder",
            &|p| {
                p.remove("late.mdx");
                p.write("late.mdx/inner.mdx", "# Inner\n");
            },
            &|p| p.has("late.mdx/inner/index.html"),
        );
    }
}

/// What `git checkout` of another branch does: very many files at once, and back.
#[test]
fn a_checkout_of_many_files_ends_as_a_clean_build() {
    let files: usize =
        std::env::var("DOCS_WATCH_FILES").ok().and_then(|text| text.parse().ok()).unwrap_or(500);
    let mut project = Watched::new();
    let branch = |project: &Watched, name: &str| {
        for number in 0..files {
            let text = format!("# Page {number}\n\nOn {name}.\n");
            let path = project.path(&format!("many/{}/page-{number}.mdx", number % 23));
            // As git does it: the old file goes, the new one comes.
            let _ = std::fs::remove_file(&path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        if name == "main" {
            let _ = std::fs::remove_dir_all(project.path("only"));
        } else {
            project.write("only/here.mdx", "# Only here\n");
        }
    };
    branch(&project, "main");
    project.start(&[]);
    for name in ["topic", "main", "topic"] {
        branch(&project, name);
        project.sync();
        let last = format!("many/{}/page-{}/index.html", (files - 1) % 23, files - 1);
        assert!(project.page(&last).contains(&format!("On {name}")));
        assert_eq!(project.has("only/here/index.html"), name == "topic");
    }
    project.assert_clean();
}

#[test]
fn a_project_that_is_moved_away_and_back_is_watched_again() {
    let mut project = Watched::new().watch(&[]);
    std::fs::rename(project.path(""), project.outer().join("away")).expect("a move");
    std::fs::rename(project.outer().join("away"), project.path("")).expect("a move");
    project.sync();
    project.write("index.mdx", "# After the move\n");
    project.sync();
    assert!(project.page("index.html").contains("After the move"), "{}", project.problems());
    project.assert_clean();
}

#[test]
fn cli_02_a_folder_that_was_ignored_while_it_moved_is_watched_again() {
    let mut project = Watched::new();
    project.write("index.mdx", "import { K } from \"/snippets/k.jsx\"\n\n# Home\n\n<K />\n");
    project.start(&[]);
    project.write(".mintignore", "snippets\n");
    project.sync();
    project.rename("snippets", "other");
    project.sync();
    project.write("snippets/k.jsx", "export const K = () => <b>one</b>\n");
    project.sync();
    project.remove(".mintignore");
    project.sync();
    project.write("snippets/k.jsx", "export const K = () => <b>two</b>\n");
    project.sync();
    assert!(project.page("index.html").contains("<b>two</b>"));
    project.assert_clean();
}

/// A commit changes the days of pages and none of their files.
#[test]
fn cfg_27_a_commit_is_seen() {
    for mode in MODES {
        let mut project = Watched::new();
        project.write("docs.json", &CONFIG.replacen('{', "{ \"metadata\": { \"timestamp\": true },", 1));
        git(&project, "2020-01-02", &["init", "-q"]);
        git(&project, "2020-01-02", &["add", "."]);
        git(&project, "2020-01-02", &["commit", "-q", "-m", "One"]);
        project.start(mode);
        assert!(project.page("index.html").contains("datetime=\"2020-01-02\""));
        git(&project, "2021-02-03", &["commit", "-q", "--amend", "-m", "Two"]);
        project.sync();
        assert!(project.page("index.html").contains("datetime=\"2021-02-03\""), "{:#?}", project.revisions());
        project.assert_clean();
    }
}

fn git(project: &Watched, day: &str, arguments: &[&str]) {
    let mut command = std::process::Command::new("git");
    command.args(["-c", "user.name=A", "-c", "user.email=a@b.test"]).args(arguments);
    command.env("GIT_COMMITTER_DATE", format!("{day}T12:00:00Z")).current_dir(project.path(""));
    let output = command.output().expect("git starts");
    assert!(output.status.success(), "{output:?}");
}
