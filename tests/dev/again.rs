//! A server that begins again shows what the last one showed, at once, as long as the sources are those.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use docs::db::{QueryLog, Settings};
use docs::diagnostic::Diagnostic;
use docs::engine::{Copy, Engine, Options, Preview, Silent, SiteMap};
use docs::hash::ContentHash;
use docs::output::{Onlooker, WantedFile};
use docs::serve::plan::{Found, Plan};
use docs::system::memory::MemorySystem;
use docs::system::{System, Utf8Path};
use docs::text::{Addresses, OutPath, Slug, SourcePath, UrlStyle};

const NOTE: &str = "/own/shown";

/// A plan, and how it was when it was first said that something stands.
#[derive(Default)]
struct Watched {
    plan: Plan,
    sites: Mutex<usize>,
    first: Mutex<Option<BTreeMap<&'static str, Found>>>,
}

const ASKED: &[&str] = &["", "a", "b/c", "b", "old", "b/c.md", "style.css", "new"];

impl Onlooker for Watched {
    fn stands(&self, file: &WantedFile, content: ContentHash) {
        self.plan.stands(file, content);
    }
    fn gone(&self, path: &OutPath) {
        self.plan.gone(path);
    }
}

impl Preview for Watched {
    fn site(&self, site: SiteMap) {
        *self.sites.lock().expect("a lock") += 1;
        self.plan.site(site);
    }
    fn copies(&self, copies: Vec<Copy>) {
        self.plan.copies(copies);
    }
    fn wanted(&self) -> Vec<Slug> {
        self.plan.wanted()
    }
    fn turn(&self, sources: &BTreeSet<SourcePath>, problems: Vec<Diagnostic>) {
        self.plan.turn(sources, problems);
        let now = || ASKED.iter().map(|path| (*path, self.plan.find(path))).collect();
        self.first.lock().expect("a lock").get_or_insert_with(now);
    }
}

struct Served {
    /// How often it was told which addresses there are: once by every build.
    sites: usize,
    first: BTreeMap<&'static str, Found>,
    last: BTreeMap<&'static str, Found>,
}

/// Serves the project in memory once, from the first build to the end.
fn serve(system: &MemorySystem, settings: Settings) -> Served {
    let options = Options { settings, ..Options::new("/site", "/own/site") };
    let mut engine =
        Engine::open(Arc::new(system.clone()), &options, QueryLog::off()).expect("a usable folder");
    let watched = Arc::new(Watched::default());
    engine.show_to(watched.clone(), NOTE.into());
    let report = engine.build(&Silent);
    watched.plan.revision(&report);
    engine.save();
    let last = ASKED.iter().map(|path| (*path, plain(watched.plan.find(path)))).collect();
    let first = watched.first.lock().expect("a lock").take().expect("a turn");
    let first = first.into_iter().map(|(path, found)| (path, plain(found))).collect();
    let sites = *watched.sites.lock().expect("a lock");
    Served { sites, first, last }
}

/// Without what it was made from, which only a build knows.
fn plain(found: Found) -> Found {
    match found {
        Found::File(path, mut file) => {
            file.origin = None;
            Found::File(path, file)
        }
        other => other,
    }
}

fn project() -> MemorySystem {
    MemorySystem::with_files([
        (
            "/site/docs.json",
            r##"{ "theme": "mint", "name": "Again", "colors": { "primary": "#166534" },
                  "navigation": { "pages": ["index", "a", "b/c"] },
                  "redirects": [{ "source": "/old", "destination": "/a" }] }"##,
        ),
        ("/site/index.mdx", "---\ntitle: Home\n---\n\nText.\n"),
        ("/site/a.mdx", "---\ntitle: A\n---\n\nText.\n"),
        ("/site/b/c.mdx", "---\ntitle: C\n---\n\nText.\n"),
        ("/site/style.css", "body { color: red }\n"),
    ])
}

#[test]
fn cli_03_the_same_sources_are_shown_at_once() {
    let system = project();
    let one = serve(&system, Settings::default());
    assert_eq!(one.sites, 1);
    assert!(matches!(one.last["a"], Found::File(..)), "{:?}", one.last["a"]);
    assert!(matches!(one.last["old"], Found::Redirect(..)), "{:?}", one.last["old"]);
    // Written again with the same bytes: another date, and nothing else.
    system.place_file("/site/a.mdx", b"---\ntitle: A\n---\n\nText.\n");
    let two = serve(&system, Settings::default());
    assert_eq!(two.sites, 2);
    for (path, found) in &one.last {
        // What is missing is known when the build is there.
        if !matches!(found, Found::Missing(_)) {
            assert_eq!(two.first.get(path), Some(found), "{path}");
        }
    }
    assert_eq!(two.last, one.last);
}

#[test]
fn cli_03_other_sources_are_not_shown_ahead() {
    for (path, text) in [
        ("/site/a.mdx", Some("---\ntitle: A\n---\n\nTexT.\n")),
        ("/site/new.mdx", Some("# New\n")),
        ("/site/b/c.mdx", None),
        ("/site/style.css", Some("body { color: tan }\n")),
        ("/site/.mintignore", Some("b/\n")),
    ] {
        let system = project();
        let one = serve(&system, Settings::default());
        match text {
            Some(text) => system.place_file(path, text.as_bytes()),
            None => system.remove_file(Utf8Path::new(path)).expect("a file"),
        }
        let two = serve(&system, Settings::default());
        assert_eq!((one.sites, two.sites), (1, 1), "{path}");
        assert_ne!(one.last, two.last, "{path}");
        // That one is noted in its turn.
        assert_eq!(serve(&system, Settings::default()).sites, 2, "{path}");
    }
}

#[test]
fn cli_03_a_note_of_something_else_is_no_note() {
    let system = project();
    serve(&system, Settings::default());
    let base = Settings { addresses: Addresses::new("/base", UrlStyle::Directory), ..Settings::default() };
    assert_eq!(serve(&system, base).sites, 1);
    // The output is now another one, and so is the note.
    serve(&system, Settings::default());
    let note = system.read(Utf8Path::new(NOTE)).expect("a note");
    for damage in [0, note.len() / 2, note.len() - 1] {
        let mut bytes = note.clone();
        bytes[damage] ^= 1;
        system.place_file(NOTE, &bytes);
        assert_eq!(serve(&system, Settings::default()).sites, 1, "{damage}");
    }
    // A server that was killed leaves a journal: what lies there may be newer than what is known of it.
    system.place_file("/own/site/.docs-manifest.journal", b"\n");
    assert_eq!(serve(&system, Settings::default()).sites, 1);
    assert_eq!(serve(&system, Settings::default()).sites, 2);
}
