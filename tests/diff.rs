//! `docs diff`: what readers will see change since a commit, in small repositories that are made here (OUT-10).

use std::path::PathBuf;
use std::process::Command;

use crate::process::{Ended, Files, Workplace, program};

const CONFIG: &str = r##"{"name": "Small", "theme": "mint", "colors": {"primary": "#166534"}, "navigation": {"pages":
["index", "a", "b", "guides/c"]}}"##;

/// A project in a repository with one commit; `None`: there is no git here.
fn repository(files: &[(&str, &str)]) -> Option<Workplace> {
    let files: Files =
        files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
    let place = Workplace::new(&files);
    if !git(&place, &["init", "--quiet", "--initial-branch=main"]) {
        eprintln!("skipped: there is no git here");
        return None;
    }
    commit(&place);
    Some(place)
}

fn git(place: &Workplace, words: &[&str]) -> bool {
    let ended = Command::new("git")
        .current_dir(place.path("site"))
        .args(["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"])
        .args(words)
        .output();
    ended.is_ok_and(|ended| ended.status.success())
}

fn commit(place: &Workplace) {
    assert!(git(place, &["add", "--all"]) && git(place, &["commit", "--quiet", "--message", "x"]));
}

fn path(place: &Workplace, file: &str) -> PathBuf {
    place.path("site").join(file)
}

fn write(place: &Workplace, file: &str, text: &str) {
    let path = path(place, file);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

fn remove(place: &Workplace, file: &str) {
    std::fs::remove_file(path(place, file)).expect("a file that goes");
}

fn diff(place: &Workplace, arguments: &[&str]) -> Ended {
    let mut command = program();
    command.current_dir(place.path("site")).arg("diff").args(arguments);
    Ended::from(command.output().expect("the program starts"))
}

fn page(title: &str, body: &str) -> String {
    format!("---\ntitle: {title}\n---\n\n{body}\n")
}

fn small() -> Vec<(&'static str, String)> {
    vec![
        ("docs.json", CONFIG.to_owned()),
        ("index.mdx", page("Home", "See [a](/a) and [b](/b).")),
        ("a.mdx", page("First", "Send a GET request.\n\nThe end.")),
        ("b.mdx", page("Second", "Goes away.")),
        ("guides/c.mdx", page("Third", "Goes elsewhere.")),
        ("images/p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_owned()),
    ]
}

fn made() -> Option<Workplace> {
    let files = small();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    repository(&files)
}

#[test]
fn out_10_diff_tells_pages_that_changed_came_and_went() {
    let Some(place) = made() else { return };
    write(&place, "a.mdx", &page("First", "Send a POST request.\n\nThe end."));
    remove(&place, "b.mdx");
    std::fs::rename(path(&place, "guides/c.mdx"), path(&place, "guides/d.mdx")).expect("a file that moves");
    write(&place, "new <i>.mdx", &page("New <b>page</b>", "With a [link](/nowhere)."));
    write(&place, "images/q.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    let config = CONFIG.replace("\"b\", \"guides/c\"", "\"new <i>\", \"guides/d\"");
    write(
        &place,
        "docs.json",
        &config.replace(
            "\"navigation\"",
            "\"redirects\": [{\"source\": \"/guides/c\", \"destination\": \"/guides/d\"}], \"navigation\"",
        ),
    );
    let arguments = ["--html", "../d.html", "--markdown", "../d.md", "--preview", "https://p.example.com/"];
    let text = diff(&place, &arguments).succeeded().stdout;
    for line in [
        "  ~ /a",
        "  - /b",
        "gone, no redirect",
        "  > /guides/d",
        "moved from /guides/c\n",
        "  + /new <i>",
        "  new     images/q.svg",
        "warning: the link `/nowhere` leads nowhere  new <i>.mdx:5:8",
        "warning: the link `/b` leads nowhere  index.mdx:5:",
        "1 page changed, 1 new, 1 moved, 1 gone, 1 other file, ",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let html = std::fs::read_to_string(place.path("d.html")).expect("a page");
    for part in [
        "<del>GET</del>",
        "<ins>POST</ins>",
        "New &lt;b&gt;page&lt;/b&gt;",
        "<a href=\"https://p.example.com/guides/d\">/guides/d</a>",
        "gone, no redirect",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
    assert!(!html.contains("<b>page"), "{html}");
    let markdown = std::fs::read_to_string(place.path("d.md")).expect("a text");
    for part in [
        "| [First](<https://p.example.com/a>) `/a` | changed | +1 −1 |",
        "| Second `/b` | gone, no redirect |",
        "New \\<b\\>page\\</b\\>",
        "- the link `/nowhere` leads nowhere (new \\<i\\>.mdx:5:8)",
    ] {
        assert!(markdown.contains(part), "{part}\n{markdown}");
    }
    let json = told(&place, "HEAD");
    let fates: Vec<(&str, &str)> = json["pages"]
        .as_array()
        .expect("pages")
        .iter()
        .map(|page| (page["address"].as_str().expect("an address"), page["fate"].as_str().expect("a fate")))
        .collect();
    assert_eq!(fates, [("/a", "changed"), ("/b", "gone"), ("/guides/d", "moved"), ("/new <i>", "new")]);
    assert_eq!(diff(&place, &["--strict", "--quiet"]).code, Some(1));
}

/// What is told of the commit is what a checkout of it would tell: nothing differs from one.
#[test]
fn the_earlier_state_is_that_of_the_commit() {
    let Some(place) = made() else { return };
    write(&place, "a.mdx", &page("First, renamed", "Other words, and ![p](/images/p.svg)."));
    remove(&place, "guides/c.mdx");
    std::fs::remove_dir(path(&place, "guides")).expect("an empty folder");
    // A folder where a page was, a page where a folder was, and a picture with other bytes.
    remove(&place, "b.mdx");
    write(&place, "b/index.mdx", &page("Second", "In a folder."));
    write(&place, "guides.mdx", &page("Guides", "New."));
    write(&place, "images/p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>");
    let forth = told(&place, "HEAD");
    let of = |list: &serde_json::Value| list.as_array().map_or(0, Vec::len);
    assert_eq!((of(&forth["pages"]), of(&forth["files"]["changed"])), (4, 1), "{forth:#}");
    // The same change, looked at from the other side: the disk is the old state, the commit the new one.
    commit(&place);
    assert!(git(&place, &["tag", "new"]) && git(&place, &["checkout", "--quiet", "--detach", "HEAD~1"]));
    assert!(git(&place, &["merge", "--quiet", "--strategy=ours", "--message", "x", "new"]));
    let back = told(&place, "new");
    let amounts = |told: &serde_json::Value, one: &str, other: &str| -> Vec<[serde_json::Value; 3]> {
        let pages = told["pages"].as_array().expect("pages");
        pages.iter().map(|page| [page["address"].clone(), page[one].clone(), page[other].clone()]).collect()
    };
    assert_eq!(amounts(&forth, "added", "removed"), amounts(&back, "removed", "added"));
    assert!(diff(&place, &["HEAD"]).succeeded().stdout.ends_with(": no difference\n"));
}

fn told(place: &Workplace, since: &str) -> serde_json::Value {
    serde_json::from_str(&diff(place, &[since, ".", "--json"]).succeeded().stdout).expect("JSON")
}

#[test]
fn what_came_to_the_other_branch_is_no_difference() {
    let Some(place) = made() else { return };
    assert!(git(&place, &["checkout", "--quiet", "-b", "mine"]));
    write(&place, "a.mdx", &page("First", "Mine."));
    commit(&place);
    assert!(git(&place, &["checkout", "--quiet", "main"]));
    write(&place, "index.mdx", &page("Home", "Theirs."));
    commit(&place);
    assert!(git(&place, &["checkout", "--quiet", "mine"]));
    let told = diff(&place, &["main"]).succeeded().stdout;
    assert!(told.contains("~ /a") && told.contains("1 page changed"), "{told}");
    assert!(!told.contains("  ~ /\n") && !told.contains("  ~ / "), "{told}");
}

/// A folder of somebody else where a build would write: nothing is written, so it is in nobody's way.
#[test]
fn commands_that_only_look_do_not_mind_what_lies_in_the_output() {
    let Some(place) = made() else { return };
    write(&place, "dist/app.js", "1");
    for words in [&["diff"] as &[&str], &["check"], &["routes"]] {
        let mut command = program();
        command.current_dir(place.path("site")).args(words);
        let ended = Ended::from(command.output().expect("the program starts"));
        assert!(!ended.stderr.contains("output-refused"), "{words:?}: {}", ended.stderr);
        assert_eq!(ended.code, Some(0), "{words:?}: {}{}", ended.stdout, ended.stderr);
    }
    assert_eq!(place.files("site/dist").len(), 1);
}

#[test]
fn nothing_is_no_difference_and_an_unknown_commit_is_told() {
    let Some(place) = made() else { return };
    let told = diff(&place, &["--strict"]).succeeded().stdout;
    assert!(told.ends_with(": no difference\n"), "{told}");
    let ended = diff(&place, &["no-such-branch"]);
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.stderr.contains("error[unknown-commit]") && ended.stderr.contains("`no-such-branch`"),
        "{}",
        ended.stderr
    );
    let ended = diff(&place, &["--no-such-option"]);
    assert_eq!(ended.code, Some(2));
}

#[test]
fn out_10_a_folder_that_is_in_no_repository_is_told() {
    let files = small();
    let files: Files =
        files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
    let place = Workplace::new(&files);
    if git(&place, &["rev-parse"]) {
        eprintln!("skipped: folders for temporary files are in a repository here");
        return;
    }
    let told = diff(&place, &[]);
    assert!(told.code == Some(1) && told.stderr.contains("is in no repository of git"), "{}", told.stderr);
}
