//! `docs export --offline` as a program: the same bytes every time, only what differs is written, and nothing of
//! somebody else is touched. What a browser makes of it is tested there.

use docs::hash::ContentHash;
use docs::html::diagrams::MERMAID;
use docs::remote::copy_path;
use docs::remote::lock::{Lock, Pin};

use crate::process::{Ended, Files, Workplace, program};

fn sources() -> Files {
    let config = "{ \"theme\": \"mint\", \"name\": \"T\", \"colors\": { \"primary\": \"#166534\" }, \
                  \"navigation\": { \"pages\": [\"index\", \"guide/a\", \"v1.2\"] }, \"redirects\": [{ \"source\": \"/old\", \"destination\": \"/guide/a#b\" }] }";
    let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    [
        file("docs.json", config),
        file("index.mdx", "# Start\n\n[A](/guide/a#b) and [V](/v1.2)\n"),
        file("guide/a.mdx", "## B\n\n[Home](/) ![P](/img/p.svg) <a href=\"../v1.2\">V</a>\n"),
        file("v1.2.mdx", "# Version\n"),
        file("img/p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
    ]
    .into()
}

fn export(place: &Workplace, out: &str) -> Ended {
    let mut command = program();
    command.current_dir(place.path("")).args(["export", "--offline", "site", "--out", out]);
    Ended::from(command.output().expect("the program starts"))
}

#[test]
fn cli_10_exports_are_the_same_and_write_what_differs() {
    let place = Workplace::new(&sources());
    export(&place, "one").succeeded();
    let one = place.files("one");
    let text = |path: &str| String::from_utf8_lossy(&one[path]).into_owned();
    assert!(text("index.html").contains("href=\"guide/a/index.html#b\""));
    assert!(text("guide/a/index.html").contains("href=\"../../v1.2/index.html\""));
    assert!(text("guide/a/index.html").contains("src=\"../../img/p.svg\""));
    assert!(text("old/index.html").contains("url=../guide/a/index.html#b"));
    for (path, bytes) in one.iter().filter(|(path, _)| path.ends_with(".html")) {
        let html = String::from_utf8_lossy(bytes);
        for start in [" href=\"/", " src=\"/", "type=\"module\"", "url(/"] {
            assert!(!html.contains(start), "{path}: {start}");
        }
    }
    assert!(one.contains_key("v1.2.md.data.js") && one.keys().any(|path| path.ends_with(".bin.data.js")));
    assert!(!one.keys().any(|path| path.ends_with(".bin")));
    assert!(export(&place, "one").succeeded().stderr.contains(": 0 written"));
    // Another folder, without anything remembered.
    export(&place, "two").succeeded();
    assert!(place.files("two") == one);
    place.write("site/v1.2.mdx", "# Version\n\nOther words.\n");
    export(&place, "one").succeeded();
    let fresh = Workplace::new(
        &place.files("site").into_iter().filter(|(path, _)| !path.starts_with(".docs")).collect(),
    );
    export(&fresh, "one").succeeded();
    assert!(place.files("one") == fresh.files("one"));
}

#[test]
fn cli_10_one_file_holds_the_whole_export() {
    let place = Workplace::new(&sources());
    let packed = |zip: &str| {
        let mut command = program();
        command.current_dir(place.path("")).args([
            "export",
            "--offline",
            "site",
            "--out",
            "out",
            "--zip",
            zip,
        ]);
        Ended::from(command.output().expect("the program starts"))
    };
    packed("one.zip").succeeded();
    packed("two.zip").succeeded();
    let bytes = std::fs::read(place.path("one.zip")).expect("an archive");
    assert_eq!(bytes, std::fs::read(place.path("two.zip")).expect("an archive"));
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("an archive");
    let mut unpacked = Files::new();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).expect("an entry");
        let mut bytes = Vec::new();
        std::io::copy(&mut file, &mut bytes).expect("its bytes");
        unpacked.insert(file.name().expect("a name").into_owned(), bytes);
    }
    let mut written = place.files("out");
    written.retain(|name, _| !name.starts_with(".docs-manifest"));
    assert!(unpacked == written, "{:?}", unpacked.keys());
    let refused = packed("no/such/folder.zip");
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.stderr.contains("the ZIP file `no/such/folder.zip` was not written"),
        "{}",
        refused.stderr
    );
}

#[test]
fn cmp_25_cli_10_diagrams_are_drawn_where_there_is_a_copy_of_what_draws_them() {
    let mut files = sources();
    files.insert("guide/a.mdx".to_owned(), b"```mermaid\ngraph LR\n```\n".to_vec());
    let without = Workplace::new(&files);
    export(&without, "out").succeeded();
    let page =
        |place: &Workplace| String::from_utf8_lossy(&place.files("out")["guide/a/index.html"]).into_owned();
    assert!(!page(&without).contains("diagrams."), "{}", page(&without));
    let hash = ContentHash::of(b"abc");
    let mut lock = Lock::default();
    lock.files.insert(MERMAID.url.to_owned(), Pin { hash, size: 3 });
    files.insert("docs.lock".to_owned(), lock.text().into_bytes());
    files.insert(copy_path(hash).as_str().to_owned(), b"abc".to_vec());
    let with = Workplace::new(&files);
    export(&with, "out").succeeded();
    let own = format!("_docs/mermaid.{}.js", hash.short());
    assert!(with.files("out").contains_key(&own));
    let html = page(&with);
    assert!(
        html.contains("/_docs/diagrams.") && html.contains(&format!("data-diagrams=\"../../{own}\"")),
        "{html}"
    );
}

#[test]
fn cmp_29_cli_10_the_picture_of_a_frame_that_waits_is_found() {
    let mut files = sources();
    let frame = "<iframe loading=\"click\" src=\"https://example.com/a\" poster=\"/p.png\" />\n";
    files.insert("guide/a.mdx".to_owned(), frame.as_bytes().to_vec());
    files.insert("p.png".to_owned(), Vec::new());
    let place = Workplace::new(&files);
    export(&place, "out").succeeded();
    let html = String::from_utf8_lossy(&place.files("out")["guide/a/index.html"]).into_owned();
    assert!(html.contains("src=&quot;../../p.png&quot;"), "{html}");
    assert!(html.contains("href=&quot;https://example.com/a&quot;"), "{html}");
}

#[test]
fn cli_10_a_folder_of_somebody_else_stays_and_one_of_ours_is_no_source() {
    let place = Workplace::new(&sources());
    place.write("mine/file.txt", "mine");
    assert_eq!(export(&place, "mine").code, Some(1));
    assert_eq!(place.files("mine").len(), 1);
    // In the project, as by default when one stands there.
    export(&place, "site/offline").succeeded();
    let told = place.build().succeeded();
    assert!(!told.stderr.contains("output-in-project"), "what we wrote is no news: {}", told.stderr);
    assert!(!place.out().keys().any(|path| path.starts_with("offline")));
    // Sources in it are.
    place.write("site/offline/new.mdx", "# New\n");
    assert!(place.build().succeeded().stderr.contains("output-in-project"));
    export(&place, "site/offline").succeeded();
    assert!(!place.files("site/offline").keys().any(|path| path.starts_with("offline/")));
}
