//! Compressed copies beside files (OUT-04): which files have one, and that they follow their files.

use docs::db::Settings;
use docs::site::hosting::{Host, Precompress};
use serde_json::json;

use crate::site::{Built, Site, ways};

fn site() -> Site {
    let mut site = plain_site();
    site.place("noise.txt", &noise());
    site
}

fn plain_site() -> Site {
    let settings = Settings { precompress: Precompress::On, ..Settings::default() };
    Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "other"] } }))
        .file("index.mdx", "# Start\n\nWords.")
        .file("other.mdx", "# Other\n\nWords.")
        .file("small.json", "{}")
        .file("data.csv", &"1,2,3\n".repeat(1000))
        .settings(settings)
}

/// Bytes that do not become fewer.
fn noise() -> Vec<u8> {
    let mut seed = 1u32;
    let byte = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    };
    std::iter::repeat_with(byte).take(3000).collect()
}

/// What a compressed copy holds.
fn unpacked(built: &Built, path: &str) -> Vec<u8> {
    let bytes = built.files().get(path).unwrap_or_else(|| panic!("no `{path}`"));
    assert_eq!(bytes[..10], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255], "nothing of time or machine");
    miniz_oxide::inflate::decompress_to_vec(&bytes[10..bytes.len() - 8]).expect("DEFLATE")
}

/// That every copy says what its file says.
fn assert_fresh(built: &Built) {
    let copies = built.files().keys().filter_map(|path| path.strip_suffix(".gz"));
    for path in copies {
        assert_eq!(unpacked(built, &format!("{path}.gz")), built.files()[path], "{path}");
    }
}

#[test]
fn out_04_texts_have_a_copy_where_it_is_smaller() {
    let mut site = site().file("picture.png", &"\u{1}".repeat(5000));
    let built = site.build();
    let has = |path: &str| built.files().contains_key(&format!("{path}.gz"));
    let style = built.style_path();
    for path in ["index.html", "other/index.html", "data.csv", "404.html", style] {
        assert!(has(path), "{path}");
    }
    for path in ["small.json", "noise.txt", "picture.png", "index.md", ".nojekyll"] {
        assert!(built.files().contains_key(path) && !has(path), "{path}");
    }
    assert!(built.files().keys().all(|path| !path.ends_with(".gz.gz") && path != ".docs-manifest.json.gz"));
    assert_fresh(&built);
    built.assert_clean();
    // Without being asked, nothing of it.
    let built = site.settings(Settings::default()).build_once();
    assert!(built.files().keys().all(|path| !path.ends_with(".gz")));
    built.assert_clean();
}

#[test]
fn out_04_copies_follow_their_files() {
    for way in ways(&["index.mdx"]) {
        let mut site = site();
        let before = site.build();
        let again = way(&mut site);
        assert_eq!((again.report.written, again.report.deleted), (0, 0), "what stays is not made again");
        site.edit("index.mdx", "# Start\n\nOther words.");
        let built = way(&mut site);
        assert_ne!(built.files()["index.html.gz"], before.files()["index.html.gz"]);
        assert_eq!(built.files()["other/index.html.gz"], before.files()["other/index.html.gz"]);
        assert_fresh(&built);
        built.assert_clean();
    }
    // A copy that somebody changed or deleted is made again.
    let mut site = site();
    let before = site.build();
    site.spoil("index.html.gz", b"other");
    site.lose("other/index.html.gz");
    assert_eq!(site.build_once().files(), before.files());
}

#[test]
fn out_04_copies_go_with_their_files() {
    for way in ways(&["other.mdx", "data.csv"]) {
        let mut site = site();
        site.build();
        site.remove("other.mdx");
        // Too small for a copy now.
        site.edit("data.csv", "1,2,3\n");
        let built = way(&mut site);
        assert!(built.files().contains_key("data.csv"));
        for path in ["other/index.html", "data.csv"] {
            assert!(!built.files().contains_key(&format!("{path}.gz")), "{path}");
        }
        built.assert_clean();
    }
}

#[test]
fn out_04_a_file_of_the_project_wins() {
    let mut site = site().file("data.csv.gz", "mine");
    let built = site.build();
    assert_eq!((built.html("data.csv.gz"), built.problems()), ("mine", vec![]));
    built.assert_clean();
    site.remove("data.csv.gz");
    let built = site.update(&["data.csv.gz"]);
    assert_fresh(&built);
    built.assert_clean();
    site.edit("data.csv.gz", "mine again");
    let built = site.update(&["data.csv.gz"]);
    assert_eq!((built.html("data.csv.gz"), built.problems()), ("mine again", vec![]));
    built.assert_clean();
}

#[test]
fn out_04_servers_are_told() {
    for (host, name, line) in
        [(Host::Nginx, "nginx.conf", "gzip_static on;"), (Host::Caddy, "Caddyfile", "precompressed gzip")]
    {
        let told = |precompress| {
            let settings = Settings { host, precompress, ..Settings::default() };
            site().settings(settings).build().html(name).contains(line)
        };
        assert!(told(Precompress::On) && !told(Precompress::Off), "{name}");
    }
}
