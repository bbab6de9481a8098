//! The output directory: only differences are written, nothing foreign is touched, no crash is believed.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::Arc;

use docs::diagnostic::Diagnostic;
use docs::hash::ContentHash;
use docs::output::journal::JOURNAL_FILE;
use docs::output::manifest::{self, Entry, MANIFEST_FILE};
use docs::output::{ForeignFiles, Output, Scope, Summary, WantedFile, WriteOutcome};
use docs::system::memory::MemorySystem;
use docs::system::{FileKind, Links, System, Utf8Path};
use docs::text::{OutPath, SourcePath};

const OUT: &str = "/p/dist";

fn project() -> MemorySystem {
    MemorySystem::with_files([("/p/docs.json", "{}")])
}

fn open(system: &MemorySystem) -> Output {
    try_open(system, OUT).expect("a usable output directory")
}

fn try_open(system: &MemorySystem, out: &str) -> Result<Output, Diagnostic> {
    Output::open(Arc::new(system.clone()), Utf8Path::new(out), Utf8Path::new("/p"), ForeignFiles::Keep)
}

fn wanted(path: &str, content: &str) -> WantedFile {
    let key = ContentHash::of(format!("key of {content}").as_bytes());
    WantedFile { path: OutPath::new(path), key, origin: Some(SourcePath::new(&format!("{path}.mdx"))) }
}

fn put(output: &Output, path: &str, content: &str) -> WriteOutcome {
    output.write(&wanted(path, content), content.as_bytes())
}

/// One build of the whole site, as the pipeline does it: what is current is kept.
fn build_with(output: &Output, files: &[(&str, &str)]) -> Summary {
    output.begin(Scope::Whole);
    for (path, content) in files {
        let file = wanted(path, content);
        if output.is_current(&file.path, file.key) {
            output.keep(&file);
        } else {
            output.write(&file, content.as_bytes());
        }
    }
    output.finish()
}

fn build(system: &MemorySystem, files: &[(&str, &str)]) -> Summary {
    build_with(&open(system), files)
}

fn counts(summary: &Summary) -> (usize, usize, usize) {
    (summary.written, summary.unchanged, summary.deleted)
}

fn codes(summary: &Summary) -> Vec<&'static str> {
    summary.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

/// The output without the manifest.
fn site(system: &MemorySystem) -> BTreeMap<String, String> {
    let files = system.files_below(OUT).into_iter().filter(|(path, _)| path != MANIFEST_FILE);
    files.map(|(path, bytes)| (path, String::from_utf8(bytes).unwrap())).collect()
}

fn as_site(files: &[(&str, &str)]) -> BTreeMap<String, String> {
    files.iter().map(|(path, content)| ((*path).to_owned(), (*content).to_owned())).collect()
}

fn modified(system: &MemorySystem, path: &str) -> i64 {
    system.metadata(Utf8Path::new(path), Links::Keep).unwrap().modified_ns
}

const FIRST: &[(&str, &str)] = &[("index.html", "home"), ("a/index.html", "a"), ("b/c/index.html", "c")];
const SECOND: &[(&str, &str)] = &[("index.html", "home"), ("a/index.html", "A!"), ("d/index.html", "d")];

#[test]
fn only_differences_are_written_and_only_ours_deleted() {
    let system = project();
    assert_eq!(counts(&build(&system, FIRST)), (3, 0, 0));
    system.place_file("/p/dist/b/foreign.txt", b"mine");
    let home = modified(&system, "/p/dist/index.html");
    let changes = system.changes();
    assert_eq!(counts(&build(&system, FIRST)), (0, 3, 0));
    assert_eq!(system.changes(), changes, "a build without a difference writes nothing at all");
    let second = build(&system, SECOND);
    assert_eq!(counts(&second), (2, 1, 1));
    assert_eq!(modified(&system, "/p/dist/index.html"), home);
    let mut expected = as_site(SECOND);
    expected.insert("b/foreign.txt".to_owned(), "mine".to_owned());
    assert_eq!(site(&system), expected);
    assert!(system.metadata(Utf8Path::new("/p/dist/b/c"), Links::Keep).is_err(), "the empty folder is gone");
}

#[test]
fn a_new_key_with_equal_bytes_touches_no_file() {
    let system = project();
    build(&system, FIRST);
    let before = modified(&system, "/p/dist/index.html");
    let output = open(&system);
    output.begin(Scope::Whole);
    let other = WantedFile { key: ContentHash::of(b"other"), ..wanted("index.html", "home") };
    assert!(!output.is_current(&other.path, other.key));
    assert_eq!(output.write(&other, b"home"), WriteOutcome::Unchanged);
    assert_eq!(output.finish().deleted, 2);
    assert_eq!(modified(&system, "/p/dist/index.html"), before);
    assert!(open(&system).is_current(&other.path, other.key));
}

#[test]
fn damaged_output_is_restored() {
    let system = project();
    build(&system, FIRST);
    system.place_file("/p/dist/index.html", b"evil");
    system.place_file("/p/dist/a/index.html", b"longer than before");
    system.remove_file(Utf8Path::new("/p/dist/b/c/index.html")).unwrap();
    assert_eq!(counts(&build(&system, FIRST)), (3, 0, 0), "also when the size is the same");
    assert_eq!(site(&system), as_site(FIRST));
}

#[test]
fn every_point_of_failure_leaves_a_state_that_the_next_build_repairs() {
    let clean = project();
    build(&clean, FIRST);
    build(&clean, SECOND);
    for kind in [ErrorKind::StorageFull, ErrorKind::PermissionDenied] {
        for count in 0..30 {
            let system = project();
            build(&system, FIRST);
            system.fail_after(count, kind);
            let failed = build(&system, SECOND);
            system.heal();
            let told = failed.diagnostics.iter().any(|diagnostic| diagnostic.code.starts_with("output-"));
            let complete = site(&system) == as_site(SECOND);
            assert!(told || complete, "{count} {kind}: a failure is told");
            for (path, bytes) in system.files_below(OUT) {
                let whole = FIRST.iter().chain(SECOND).any(|(p, c)| *p == path && c.as_bytes() == bytes);
                assert!(whole || path == MANIFEST_FILE || path == JOURNAL_FILE, "{count}: {path} is whole");
            }
            assert_eq!(codes(&build(&system, SECOND)), Vec::<&str>::new());
            assert_eq!(system.files_below(OUT), clean.files_below(OUT), "{count} {kind}");
        }
    }
}

#[test]
fn a_build_that_was_killed_is_not_believed() {
    let system = project();
    build(&system, FIRST);
    let output = open(&system);
    output.begin(Scope::Whole);
    put(&output, "index.html", "HOME");
    put(&output, "new/index.html", "new");
    drop(output);
    system.place_file("/p/dist/new/.docs-tmp-77-1", b"half");
    system.place_file("/p/dist/new/.docs-tmp-mine", b"not of that form");
    // The sources went back: the files of the killed build must go, too.
    build(&system, FIRST);
    let mut expected = as_site(FIRST);
    expected.insert("new/.docs-tmp-mine".to_owned(), "not of that form".to_owned());
    assert_eq!(site(&system), expected);
}

#[test]
fn a_first_build_that_was_killed_is_ours() {
    let system = project();
    let output = open(&system);
    output.begin(Scope::Whole);
    put(&output, "index.html", "old");
    put(&output, "gone/index.html", "gone");
    drop(output);
    assert_eq!(codes(&build(&system, FIRST)), Vec::<&str>::new());
    assert_eq!(site(&system), as_site(FIRST));
}

#[test]
fn dangerous_directories_are_refused_untouched() {
    let system = MemorySystem::with_files([
        ("/home/p/docs.json", "{}"),
        ("/home/p/guides/a.mdx", "a"),
        ("/www/x", "x"),
    ]);
    system.place_link("/home/link", "p");
    for out in
        ["/home/p", "/home", "/", "/home/p/guides", "/www", "/home/link", "/www/x", "/home/p/guides/.."]
    {
        let opened = Output::open(
            Arc::new(system.clone()),
            Utf8Path::new(out),
            Utf8Path::new("/home/p"),
            ForeignFiles::Keep,
        );
        let diagnostic = opened.err().unwrap_or_else(|| panic!("{out} should be refused"));
        assert_eq!(diagnostic.code, "output-refused", "{out}");
    }
    assert_eq!(system.changes(), 0);
    let torn = project();
    build(&torn, FIRST);
    torn.place_file(
        "/p/dist/.docs-manifest.json",
        b"{\"docsManifest\":1,\"checksum\":\"00\",\"files\":[\n]}\n",
    );
    assert!(try_open(&torn, OUT).err().unwrap().message.contains("damaged manifest"));
    let hidden = project();
    hidden.place_file("/p/dist/.git/HEAD", b"ref");
    build(&hidden, FIRST);
    assert_eq!(site(&hidden).len(), 4, "a directory with only hidden names is as good as empty");
}

/// A build that began before another process was at work knows too little when that one is done.
#[test]
fn a_build_that_another_process_overtook_is_told_and_the_next_one_is_right() {
    let system = project();
    let (first, second) = (open(&system), open(&system));
    first.begin(Scope::Whole);
    for (path, content) in FIRST {
        put(&first, path, content);
        let refused = try_open(&system, OUT).err().map(|problem| problem.code);
        assert_eq!(refused, Some("output-in-use"), "nobody begins meanwhile");
    }
    assert_eq!(codes(&first.finish()), [""; 0]);
    let saved = system.read(Utf8Path::new(OUT).join(MANIFEST_FILE).as_path()).expect("a manifest");

    let overtaken = build_with(&second, SECOND);
    let told = |problem: &Diagnostic| problem.message.contains("another process");
    assert!(overtaken.diagnostics.iter().any(told), "{:?}", overtaken.diagnostics);
    assert_eq!(site(&system), as_site(FIRST), "nothing is written or deleted");
    let kept = system.read(Utf8Path::new(OUT).join(MANIFEST_FILE).as_path()).expect("a manifest");
    assert_eq!(kept, saved, "what is listed stays listed");

    assert_eq!(codes(&build_with(&second, SECOND)), [""; 0]);
    assert_eq!(site(&system), as_site(SECOND));
    assert_eq!(counts(&build(&system, SECOND)), (0, SECOND.len(), 0));
}

#[test]
fn two_files_for_one_path_are_an_error_and_the_first_wins() {
    let system = project();
    let output = open(&system);
    output.begin(Scope::Whole);
    assert_eq!(put(&output, "a.html", "first"), WriteOutcome::Written);
    assert_eq!(put(&output, "a.html", "second"), WriteOutcome::Failed);
    assert_eq!(put(&output, "A.html", "third"), WriteOutcome::Failed);
    assert_eq!(put(&output, "b/x.html", "x"), WriteOutcome::Written);
    assert_eq!(put(&output, "b", "file"), WriteOutcome::Failed);
    assert_eq!(put(&output, "a.html/x", "below"), WriteOutcome::Failed);
    assert_eq!(put(&output, MANIFEST_FILE, "x"), WriteOutcome::Failed);
    let summary = output.finish();
    let mut found = codes(&summary);
    found.sort_unstable();
    let expected =
        ["output-blocked", "output-blocked", "output-collision", "output-collision", "output-path-unusable"];
    assert_eq!(found, expected);
    assert!(summary.diagnostics.iter().any(|d| d.message.contains("`a.html.mdx` and `a.html.mdx`")));
    assert_eq!(site(&system), as_site(&[("a.html", "first"), ("b/x.html", "x")]));
}

#[test]
fn a_rename_of_letter_case_leaves_one_file() {
    let system = project();
    build(&system, &[("Guide/index.html", "g")]);
    let summary = build(&system, &[("guide/index.html", "g")]);
    assert_eq!(counts(&summary), (1, 0, 1));
    assert_eq!(site(&system), as_site(&[("guide/index.html", "g")]));
}

#[test]
fn files_and_folders_of_ours_make_way() {
    let system = project();
    build(&system, &[("a/b/index.html", "1"), ("c", "2")]);
    assert_eq!(codes(&build(&system, &[("a/b", "3"), ("c/index.html", "4")])), Vec::<&str>::new());
    assert_eq!(site(&system), as_site(&[("a/b", "3"), ("c/index.html", "4")]));
}

#[test]
fn foreign_files_in_the_way_stay() {
    let system = project();
    build(&system, FIRST);
    system.place_file("/p/dist/d/index.html", b"mine");
    system.place_file("/p/dist/same.txt", b"same");
    system.place_file("/p/dist/e", b"a file");
    let wanted: Vec<(&str, &str)> = [SECOND, &[("same.txt", "same"), ("e/f.html", "f")]].concat();
    let summary = build(&system, &wanted);
    assert_eq!(codes(&summary), ["output-blocked", "output-blocked"]);
    build(&system, FIRST);
    let kept = site(&system);
    assert_eq!(kept["d/index.html"], "mine");
    assert_eq!(kept["e"], "a file");
    assert_eq!(kept["same.txt"], "same", "equal bytes do not make it ours");
}

#[test]
fn planted_links_lead_nowhere() {
    let system = project();
    build(&system, FIRST);
    system.place_file("/out/index.html", b"a");
    system.place_file("/out/c/index.html", b"c");
    // A folder, a file and the journal are replaced by links that lead outside.
    for path in ["a/index.html", "b/c/index.html", "index.html"] {
        system.remove_file(&Utf8Path::new(OUT).join(path)).unwrap();
    }
    for path in ["a", "b/c", "b"] {
        system.remove_dir(&Utf8Path::new(OUT).join(path)).unwrap();
    }
    system.place_link("/p/dist/a", "/out");
    system.place_link("/p/dist/b", "/out");
    system.place_link("/p/dist/index.html", "/out/c/index.html");
    system.place_link("/p/dist/.docs-manifest.journal", "/out/journal");
    let before = system.files_below("/out");
    let summary = build(&system, &[("index.html", "HOME"), ("a/index.html", "a")]);
    assert_eq!(codes(&summary), Vec::<&str>::new());
    assert_eq!(system.files_below("/out"), before);
    assert_eq!(site(&system), as_site(&[("index.html", "HOME"), ("a/index.html", "a")]));
    let link = system.metadata(Utf8Path::new("/p/dist/b"), Links::Keep).unwrap();
    assert_eq!(link.kind, FileKind::Link, "a link that is in nobody's way is not ours to remove");
}

#[test]
fn planted_links_among_many_folders_lead_nowhere() {
    let system = project();
    let names: Vec<String> = (0..12).map(|number| format!("guides/{number:02}/index.html")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "page")).collect();
    build(&system, &files);
    // One in front of where the folder's listing is read, one behind.
    for number in ["01", "09"] {
        let folder = Utf8Path::new(OUT).join("guides").join(number);
        system.remove_file(&folder.join("index.html")).unwrap();
        system.remove_dir(&folder).unwrap();
        system.place_link(folder.as_str(), "/out");
    }
    system.place_file("/out/index.html", b"page");
    assert_eq!(codes(&build(&system, &files)), Vec::<&str>::new());
    assert_eq!(site(&system), as_site(&files));
    for number in ["01", "09"] {
        let found = system.metadata(&Utf8Path::new(OUT).join("guides").join(number), Links::Keep).unwrap();
        assert_eq!(found.kind, FileKind::Directory, "{number}");
    }
    assert_eq!(counts(&build(&system, &files)), (0, files.len(), 0));
}

#[test]
fn a_build_of_changes_keeps_the_rest_and_saves_later() {
    let system = project();
    let output = open(&system);
    build_with(&output, FIRST);
    output.begin(Scope::Changes);
    put(&output, "a/index.html", "A");
    output.remove(&OutPath::new("b/c/index.html"));
    assert_eq!(counts(&output.finish()), (1, 0, 1));
    assert_eq!(site(&system).remove(JOURNAL_FILE).map(|_| ()), Some(()), "the manifest is behind");
    assert_eq!(output.save(), None);
    assert_eq!(site(&system), as_site(&[("index.html", "home"), ("a/index.html", "A")]));
    assert_eq!(counts(&build(&system, &[("index.html", "home"), ("a/index.html", "A")])), (0, 2, 0));
}

#[test]
fn copies_are_hashed_as_they_are_copied() {
    let system = project();
    system.place_file("/p/logo.png", b"png");
    let output = open(&system);
    let file = wanted("logo.png", "png");
    let copy = |content: &[u8]| {
        output.begin(Scope::Whole);
        let outcome = output.copy(&file, Utf8Path::new("/p/logo.png"), ContentHash::of(content));
        (outcome, output.finish().diagnostics.len())
    };
    assert_eq!(copy(b"png"), (WriteOutcome::Written, 0));
    assert_eq!(copy(b"png"), (WriteOutcome::Unchanged, 0));
    system.place_file("/p/logo.png", b"changed since it was hashed");
    assert_eq!(copy(b"other"), (WriteOutcome::Written, 0));
    assert!(!output.is_current(&file.path, file.key), "the key is not believed");
}

#[test]
fn a_manifest_is_deterministic_and_only_believed_whole() {
    let entry =
        |n: u64| Entry { size: n, content: ContentHash::of(b"c"), key: ContentHash::of(&n.to_le_bytes()) };
    let files = [(OutPath::new("a/b"), entry(2)), (OutPath::new("z \"q\" ü.html"), entry(1))];
    let written = |files: &[(OutPath, Entry)]| {
        let mut text = Vec::new();
        // One that is gone meanwhile.
        let places: Vec<Option<usize>> = std::iter::once(None).chain((0..files.len()).map(Some)).collect();
        let known = |place: &Option<usize>| files.get((*place)?).cloned();
        manifest::write(&places, &known, &mut |piece| text.extend_from_slice(piece));
        String::from_utf8(text).unwrap()
    };
    let text = written(&files);
    assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
    let decoded = manifest::decode(text.as_bytes()).unwrap();
    assert_eq!(decoded, files);
    assert_eq!(manifest::decode(written(&[]).as_bytes()), Some(Vec::new()));
    // As it was written before: the hash stood in the first line.
    let (_, lines) = text.split_once('\n').unwrap();
    let lines = format!("\n{}\n]}}\n", lines.split_once("\n]").unwrap().0);
    let hash = ContentHash::of(lines.as_bytes()).to_hex();
    let old = format!("{{\"docsManifest\":1,\"checksum\":\"{hash}\",\"files\":[{lines}");
    assert_eq!(manifest::decode(old.as_bytes()), Some(files.to_vec()));
    for cut in 0..text.len() {
        assert_eq!(manifest::decode(&text.as_bytes()[..cut]), None);
        let mut flipped = text.clone().into_bytes();
        flipped[cut] ^= 1;
        assert_eq!(manifest::decode(&flipped), None, "byte {cut}");
    }
}

#[test]
fn many_threads_write_one_site() {
    let system = project();
    let output = open(&system);
    output.begin(Scope::Whole);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let output = &output;
            scope.spawn(move || {
                for page in 0..50 {
                    put(output, &format!("section-{}/page-{thread}-{page}.html", page % 7), "x");
                }
            });
        }
    });
    assert_eq!(counts(&output.finish()), (200, 0, 0));
    assert_eq!(site(&system).len(), 200);
}

#[test]
fn out_01_the_longest_name_of_a_page_fits_into_a_folder_of_a_real_disk() {
    use docs::api::slug::{clean_file_name, page_slug};
    use docs::system::os::OsSystem;
    let folder = tempfile::tempdir().unwrap();
    let root = Utf8Path::from_path(folder.path()).unwrap();
    let system: Arc<dyn System> = Arc::new(OsSystem::new());
    let output = Output::open(Arc::clone(&system), &root.join("dist"), root, ForeignFiles::Keep).unwrap();
    output.begin(Scope::Whole);
    let name = |length: usize| {
        page_slug(Some(""), "", &clean_file_name(&"é".repeat(length / 2)).unwrap()).to_string()
    };
    let longest = name(240);
    assert_eq!(longest.len(), 240);
    // As many as there may be of one name.
    for path in ["/index.html", ".md", ".html", "-99999.html"] {
        assert_eq!(put(&output, &format!("{longest}{path}"), "a"), WriteOutcome::Written, "{path}");
    }
    let cut = name(242);
    assert!(cut.len() < 240 && cut.starts_with(&"é".repeat(100)), "{cut}");
    assert_eq!(put(&output, &format!("{cut}/index.html"), "a"), WriteOutcome::Written);
    assert_eq!(codes(&output.finish()), Vec::<&str>::new());
}

#[cfg(unix)]
#[test]
#[allow(clippy::disallowed_methods, reason = "the test sets up a real disk")]
fn a_real_disk_behaves_alike() {
    use docs::system::os::OsSystem;
    use std::fs;
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let root = Utf8Path::from_path(folder.path()).unwrap();
    let outside = root.join("outside");
    fs::create_dir_all(&outside).unwrap();
    fs::create_dir_all(root.join("src")).unwrap();
    fs::write(root.join("src/logo.png"), vec![7; 600_000]).unwrap();
    let out = root.join("src/dist");
    let system: Arc<dyn System> = Arc::new(OsSystem::new());
    let open = || Output::open(Arc::clone(&system), &out, &root.join("src"), ForeignFiles::Keep).unwrap();
    let logo = wanted("logo.png", "logo");
    let content = ContentHash::of(&vec![7; 600_000]);
    let first = open();
    first.begin(Scope::Whole);
    assert_eq!(first.copy(&logo, &root.join("src/logo.png"), content), WriteOutcome::Written);
    assert_eq!(put(&first, "a/index.html", "a"), WriteOutcome::Written);
    assert_eq!(put(&first, "b/index.html", "b"), WriteOutcome::Written);
    assert_eq!(codes(&first.finish()), Vec::<&str>::new());
    let time = |path: &str| fs::metadata(out.join(path)).unwrap().modified().unwrap();
    let before = time("a/index.html");
    fs::remove_dir_all(out.join("b")).unwrap();
    symlink(&outside, out.join("b")).unwrap();
    let second = open();
    second.begin(Scope::Whole);
    assert_eq!(second.copy(&logo, &root.join("src/logo.png"), content), WriteOutcome::Unchanged);
    assert_eq!(put(&second, "a/index.html", "a"), WriteOutcome::Unchanged);
    assert_eq!(put(&second, "b/index.html", "b"), WriteOutcome::Written);
    assert_eq!(counts(&second.finish()), (1, 2, 0));
    assert_eq!(time("a/index.html"), before);
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0, "nothing is written through a planted link");
    let mut names: Vec<_> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    let (third, fourth) = (open(), open());
    third.begin(Scope::Whole);
    assert_eq!(put(&third, "a/index.html", "A"), WriteOutcome::Written);
    fourth.begin(Scope::Whole);
    assert_eq!(put(&fourth, "a/index.html", "X"), WriteOutcome::Failed, "two builds of one output");
    let refused = fourth.finish();
    assert!(refused.diagnostics[0].message.contains("another process is writing"), "{refused:?}");
    // Who comes while a build runs does not even begin.
    let Err(occupied) = Output::open(Arc::clone(&system), &out, &root.join("src"), ForeignFiles::Keep) else {
        panic!("two builds of one output")
    };
    assert_eq!(occupied.code, "output-in-use");
    assert!(occupied.message.contains(&format!("another process ({})", std::process::id())), "{occupied:?}");
    assert_eq!(codes(&third.finish()), Vec::<&str>::new());
    assert_eq!(third.inside_source(), Some(&SourcePath::new("dist")));
    assert_eq!(names, [MANIFEST_FILE, "a", "b", "logo.png"], "no temporary file and no journal is left");
}
