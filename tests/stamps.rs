//! `--trust-mtime`: what is not read again, and what is all the same.

use std::sync::Arc;
use std::time::Duration;

use docs::db::QueryLog;
use docs::engine::{CACHE_FOLDER, CacheOptions, Engine, Options, Silent, Trust};
use docs::hash::ContentHash;
use docs::source::stamp::Stamps;
use docs::system::memory::MemorySystem;
use docs::system::{FileKind, Links, Metadata, System, Utf8Path};
use docs::text::SourcePath;

const SECOND: i64 = 1_000_000_000;
const NOW: i64 = 1_000 * SECOND;

fn found(seconds: i64) -> Metadata {
    Metadata {
        kind: FileKind::File,
        size: 10,
        modified_ns: seconds * SECOND,
        changed_ns: seconds * SECOND,
        inode: 7,
    }
}

fn stamps(metadata: &Metadata) -> Stamps {
    let path = SourcePath::new("a.mdx");
    Stamps::new(NOW, [(&path, metadata, ContentHash::of(b"a"))].into_iter())
}

#[test]
fn only_what_is_equal_in_everything_is_trusted() {
    let before = found(900);
    let stamps = stamps(&before);
    let trusted = |metadata: &Metadata| stamps.trusted(&SourcePath::new("a.mdx"), metadata, NOW + SECOND);
    assert_eq!(trusted(&before), Some(ContentHash::of(b"a")));
    assert_eq!(stamps.trusted(&SourcePath::new("b.mdx"), &before, NOW), None);
    for other in [
        Metadata { size: 11, ..before },
        Metadata { modified_ns: before.modified_ns - 1, ..before },
        Metadata { modified_ns: before.modified_ns + 1, ..before },
        Metadata { changed_ns: before.changed_ns + 1, ..before },
        Metadata { inode: 8, ..before },
        Metadata { kind: FileKind::Special, ..before },
    ] {
        assert_eq!(trusted(&other), None, "{other:?}");
    }
}

#[test]
fn what_changed_just_before_the_look_is_not_trusted() {
    let path = SourcePath::new("a.mdx");
    for (modified, changed, trusted) in
        [(900, 900, true), (996, 996, true), (998, 900, false), (900, 998, false), (1_010, 900, false)]
    {
        let metadata =
            Metadata { modified_ns: modified * SECOND, changed_ns: changed * SECOND, ..found(900) };
        let found = stamps(&metadata).trusted(&path, &metadata, NOW + 100 * SECOND);
        assert_eq!(found.is_some(), trusted, "{modified} {changed}");
    }
    // The clock went back: the file now lies in the future.
    assert_eq!(stamps(&found(900)).trusted(&path, &found(900), 800 * SECOND), None);
    // A system that does not tell inodes and changes.
    let bare = Metadata { changed_ns: 0, inode: 0, ..found(900) };
    assert_eq!(stamps(&bare).trusted(&path, &bare, NOW), None);
}

#[test]
fn a_damaged_file_knows_nothing() {
    let stamps = stamps(&found(900));
    let bytes = stamps.encode();
    assert_eq!(Stamps::decode(&bytes), stamps);
    for at in 0..bytes.len() {
        assert_eq!(Stamps::decode(&bytes[..at]), Stamps::default());
        let mut flipped = bytes.clone();
        flipped[at] ^= 4;
        assert_eq!(Stamps::decode(&flipped), Stamps::default());
    }
    assert_eq!(Stamps::decode(&[bytes, vec![0]].concat()), Stamps::default());
}

fn project() -> MemorySystem {
    MemorySystem::with_files([
        (
            "/p/docs.json",
            r##"{"theme":"mint","name":"A","colors":{"primary":"#123456"},"navigation":{"pages":["index"]}}"##,
        ),
        ("/p/index.mdx", "# One\n\nfirst words\n"),
    ])
}

/// A build by a new process.
fn build(system: &MemorySystem) -> String {
    let options = Options {
        cache: Some(CacheOptions { directory: format!("/p/{CACHE_FOLDER}").into(), limit: 1 << 30 }),
        trust: Trust::Metadata,
        ..Options::new("/p", "/p/dist")
    };
    let mut engine =
        Engine::open(Arc::new(system.clone()), &options, QueryLog::off()).expect("a usable directory");
    let report = engine.build(&Silent);
    assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
    let html = system.read(Utf8Path::new("/p/dist/index.html")).expect("a page");
    String::from_utf8(html).expect("UTF-8")
}

fn modified(system: &MemorySystem) -> i64 {
    system.metadata(Utf8Path::new("/p/index.mdx"), Links::Keep).expect("a file").modified_ns
}

#[test]
fn an_edit_with_the_same_size_and_time_is_seen() {
    let system = project();
    // Younger than three seconds at the time of the look.
    assert!(build(&system).contains("first words"));
    let time = modified(&system);
    system.swap_file("/p/index.mdx", b"# One\n\nother words\n");
    assert_eq!(modified(&system), time);
    assert!(build(&system).contains("other words"));
    // Long after: the change of the inode tells.
    system.advance(Duration::from_secs(10));
    assert!(build(&system).contains("other words"));
    system.swap_file("/p/index.mdx", b"# One\n\nthird words\n");
    assert_eq!(modified(&system), time);
    assert!(build(&system).contains("third words"));
}

#[test]
fn what_is_trusted_is_not_read_by_the_scan() {
    let system = project();
    build(&system);
    system.advance(Duration::from_secs(10));
    build(&system);
    let stamps = system.read(Utf8Path::new("/p/.docs/cache/stamps")).expect("stamps");
    let metadata = system.metadata(Utf8Path::new("/p/index.mdx"), Links::Keep).expect("a file");
    let now = i64::try_from(system.unix_time().as_nanos()).expect("a time");
    let trusted = Stamps::decode(&stamps).trusted(&SourcePath::new("index.mdx"), &metadata, now);
    assert_eq!(trusted, Some(ContentHash::of(b"# One\n\nfirst words\n")));
    // Whatever is in the file, the build does not fail.
    system.place_file("/p/.docs/cache/stamps", b"docsstm2 nonsense");
    assert!(build(&system).contains("first words"));
}
