//! Commands for authors: a new site and rules for writing assistants.

mod codes;
mod distribution;
mod format;
mod help;
mod migrate;
mod moves;

use std::path::Path;
use std::process::Command;

use docs::authoring::starter::{Template, starter};
use docs::config::look::Theme;
use tempfile::TempDir;

use crate::site::Site;

/// What a command ended with, and what it printed.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program in a folder.
pub fn run(folder: &Path, arguments: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_docs"));
    let output = command.args(arguments).current_dir(folder).output().expect("the program");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn cli_09_a_new_site_builds_without_a_problem_in_every_theme() {
    for theme in Theme::ALL {
        let mut site = Site::new();
        for (path, text) in starter("Kestrel & Co \"1\"", theme, Template::Full) {
            site = site.file(&path, &text);
        }
        let built = site.build();
        built.assert_no_problems();
        for page in ["index.html", "api/messages/messages/send-a-message/index.html", "changelog/index.html"]
        {
            assert!(built.files().contains_key(page), "{page}: {:?}", built.files().keys());
        }
    }
}

#[test]
fn cli_09_a_template_may_be_one_page() {
    let mut site = starter("Kestrel", Theme::Almond, Template::Minimal)
        .iter()
        .fold(Site::new(), |site, (path, text)| site.file(path, text));
    let built = site.build();
    built.assert_no_problems();
    assert!(built.body("index.html").contains("Say in two sentences what Kestrel does"));
    let folder = TempDir::new().expect("a folder");
    let write =
        |more: &[&str]| run(folder.path(), &[&["new", "acme", "--template", "minimal"], more].concat());
    assert_eq!(write(&[]).code, 0);
    let page = folder.path().join("acme/index.mdx");
    std::fs::write(&page, "mine").expect("a page");
    assert_eq!(write(&[]).code, 1);
    assert_eq!(std::fs::read_to_string(&page).expect("a page"), "mine");
    assert_eq!(write(&["--force"]).code, 0);
    assert!(std::fs::read_to_string(&page).expect("a page").contains("{{product}}"));
    assert!(!folder.path().join("acme/changelog.mdx").exists());
    let wrong = run(folder.path(), &["new", "x", "--template", "minimum"]);
    assert!(wrong.code == 2 && wrong.err.contains("did you mean `minimal`?"), "{}", wrong.err);
}

#[test]
fn cli_09_new_never_overwrites() {
    let folder = TempDir::new().expect("a folder");
    let ran = run(folder.path(), &["new", "acme-docs", "--theme", "willow"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let site = folder.path().join("acme-docs");
    let config = std::fs::read_to_string(site.join("docs.json")).expect("docs.json");
    assert!(config.contains("\"willow\"") && config.contains("\"Acme docs\""), "{config}");
    assert!(site.join(".cursor/rules/docs-pages.mdc").exists());
    assert_eq!(run(&site, &["build", "--strict"]).code, 0);
    // Again, with one file changed: everything stays.
    std::fs::write(site.join("index.mdx"), "mine").expect("a page");
    let again = run(folder.path(), &["new", "acme-docs"]);
    assert_eq!(again.code, 1);
    assert!(again.err.contains("nothing was written: .cursor/rules/docs-components.mdc"), "{}", again.err);
    assert_eq!(std::fs::read_to_string(site.join("index.mdx")).expect("a page"), "mine");
    let wrong = run(folder.path(), &["new", "x", "--theme", "wilow"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("did you mean `willow`?"), "{}", wrong.err);
}

#[test]
fn rules_are_made_anew_until_somebody_edits_them() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join(".cursor/rules/docs-components.mdc");
    let refused = run(folder.path(), &["rules"]);
    assert!(refused.code == 1 && refused.err.contains("there is no docs.json"), "{}", refused.err);
    assert!(!folder.path().join(".cursor").exists());
    std::fs::write(folder.path().join("docs.json"), "{}").expect("a configuration");
    assert_eq!(run(folder.path(), &["rules"]).code, 0);
    let first = std::fs::read_to_string(&path).expect("rules");
    assert!(first.starts_with("---\ndescription: "), "{first}");
    assert!(first.contains("## Steps") && first.contains("`cols`"));
    assert!(run(folder.path(), &["rules"]).out.contains("is up to date"));
    std::fs::write(&path, first.replace("a small label", "our label").replace("A small label", "Our label"))
        .expect("an edit");
    let kept = run(folder.path(), &["rules"]);
    assert_eq!(kept.code, 1);
    assert!(kept.err.contains("was edited and stays"), "{}", kept.err);
    assert_eq!(run(folder.path(), &["rules", "--force"]).code, 0);
    assert_eq!(std::fs::read_to_string(&path).expect("rules"), first);
}

#[test]
fn cli_17_a_folder_that_is_not_there_is_told_as_such() {
    let folder = TempDir::new().expect("a folder");
    for name in ["rules", "format", "fetch", "build", "check", "migrate-mdx"] {
        let ran = run(folder.path(), &[name, "nodir"]);
        assert_eq!(ran.code, 1, "{name}: {}", ran.err);
        assert!(ran.err.contains("there is no folder `nodir`"), "{name}: {}", ran.err);
    }
    assert!(!folder.path().join("nodir").exists());
}

#[test]
fn cli_09_what_is_to_be_typed_next_can_be_typed() {
    let folder = TempDir::new().expect("a folder");
    let ran = run(folder.path(), &["new", "a b/c d"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.out.contains("docs dev 'a b/c d'  ") && ran.out.contains("docs build 'a b/c d'  "),
        "{}",
        ran.out
    );
    let plain = run(folder.path(), &["new", "plain"]);
    assert!(plain.out.contains("docs dev plain  "), "{}", plain.out);
}
