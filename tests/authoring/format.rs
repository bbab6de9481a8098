//! `docs format`: what is formatted means what it meant, and formatting it again changes nothing.

use std::path::PathBuf;
use std::sync::Arc;

use docs::config::format::format_config;
use docs::config::parse_config;
use docs::page::frontmatter::format::format_front_matter;
use docs::text::SourcePath;
use serde_json::Value;
use tempfile::TempDir;

use super::run;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus");

#[test]
fn cli_15_real_configurations_mean_the_same() {
    let mut texts = vec![include_str!("../../fixtures/example/docs.json").to_owned()];
    let mut folders: Vec<PathBuf> = vec![PathBuf::from(CORPUS)];
    let mut pages = 0;
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            eprintln!("skipped: {} is not there", folder.display());
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name == "docs.json") {
                texts.push(std::fs::read_to_string(&path).expect("a configuration"));
            } else if path.extension().is_some_and(|end| end == "mdx" || end == "md") {
                let Ok(text) = std::fs::read_to_string(&path) else { continue };
                if let Some(new) = format_front_matter(&text) {
                    assert_eq!(format_front_matter(&new), None, "{}", path.display());
                    let rest = |text: &str| text.split_once("\n---\n").map(|(_, rest)| rest.to_owned());
                    assert_eq!(rest(&text), rest(&new), "{}", path.display());
                    pages += 1;
                }
            }
        }
    }
    eprintln!("{pages} pages change");
    let path = SourcePath::new("docs.json");
    for text in texts {
        let Ok(new) = format_config(&path, &text) else { continue };
        let value =
            |text: &str| serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')).expect("JSON");
        assert_eq!(value(&new), value(&text));
        assert_eq!(format_config(&path, &new).as_deref(), Ok(new.as_str()));
        let config = |text: &str| parse_config(&path, text, &|_| None::<Arc<str>>).config;
        let (mut before, mut after) = (config(&text), config(&new));
        // Places are those of the text.
        for config in [&mut before, &mut after] {
            config.navigation = Default::default();
        }
        assert_eq!(before, after);
    }
}

#[test]
fn cli_15_the_command_checks_and_writes() {
    let folder = TempDir::new().expect("a folder");
    let write = |path: &str, text: &str| std::fs::write(folder.path().join(path), text).expect("a file");
    write("docs.json", "{\"name\":\"A\",\"theme\":\"mint\"}");
    write("index.mdx", "---\nicon: x\ntitle: A\n---\n");
    write("other.mdx", "---\ntitle: A\n---\n");
    let ran = run(folder.path(), &["format", "--check"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, "docs.json\nindex.mdx\n"), "{}", ran.err);
    let ran = run(folder.path(), &["format"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "docs.json\nindex.mdx\n2 files formatted\n"), "{}", ran.err);
    assert_eq!(
        std::fs::read_to_string(folder.path().join("docs.json")).expect("docs.json"),
        "{ \"theme\": \"mint\", \"name\": \"A\" }\n"
    );
    assert_eq!(run(folder.path(), &["format", "--check"]).code, 0);
}
