//! Edit equals clean: after any edit, the incremental build leaves what a build from nothing would.
//!
//! Random edits, damage and restarts, made by [`editor::Editor`], are tried on the real engine; after each the
//! output directory and the problems are compared with those of a clean build. A difference is shrunk to the
//! few steps that it needs and written to a replay file whose path is printed:
//!
//! ```sh
//! DOCS_EDITS=100000 cargo test --release random_edits   # many, on all processors
//! DOCS_SEED=7 cargo test random_edits                   # others
//! DOCS_REPLAY=file cargo test replay                    # those of a file again
//! ```

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::site::{Built, Site};

pub mod editor;
mod offers;
pub mod sources;
mod steps;

use editor::Editor;
use sources::{Files, Sources};
use steps::{Change, Step, Then};

/// Random steps in an ordinary test run.
const STEPS: u64 = 40;
/// Steps of one site; the next ones are those of another, so that failures stay short.
const LIFE: u64 = 200;
/// One site of so many begins with all pages; the others with a few, which takes a third of the time.
const WHOLE_ONES: u64 = 8;
/// Outputs that are lost and spoilt; their pages are there at first.
const OUTPUTS: [&str; 5] =
    ["index.html", "quickstart/index.html", "404.html", "guides/webhooks/index.html", "changelog/rss.xml"];
/// Builds that shrinking a failure may take.
const TRIES: usize = 400;

/// A number from the environment.
pub fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// What the steps are tried on.
trait Subject {
    /// A project that was built once.
    fn open(files: &Files) -> Self;
    /// Makes the changes and builds; what differs from a clean build of `now`, if that is asked.
    fn step(&mut self, step: &Step, now: &Files, check: Check) -> Option<String>;
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    Compare,
    BuildOnly,
}

/// The real engine.
struct Real(Site);

impl Subject for Real {
    fn open(files: &Files) -> Self {
        let mut site = Site::of(files);
        site.build();
        Self(site)
    }

    fn step(&mut self, step: &Step, now: &Files, check: Check) -> Option<String> {
        let built = apply(&mut self.0, step);
        if check == Check::Compare { built.difference_from_clean_of(now) } else { None }
    }
}

/// Makes the changes of a step and builds.
fn apply(site: &mut Site, step: &Step) -> Built {
    for change in &step.changes {
        match change {
            Change::Write(path, bytes) => site.place(path, bytes),
            Change::Swap(path, bytes) => site.swap(path, bytes),
            Change::Remove(path) => site.remove_if_there(path),
            Change::Spoil(path, bytes) => site.spoil(path, bytes),
            Change::Lose(path) => site.lose(path),
            Change::LoseOutput => site.lose_output(),
            Change::LoseCache => site.lose_cache(),
        }
    }
    match step.then {
        Then::Build => site.build(),
        Then::Update => site.update(&step.sources()),
        Then::Restart => {
            site.forget();
            site.build()
        }
        Then::Once => site.build_once(),
    }
}

/// A project's files after a step.
fn advance(files: &mut Files, step: &Step) {
    for change in &step.changes {
        match change {
            Change::Write(path, bytes) | Change::Swap(path, bytes) => {
                files.insert(path.clone(), bytes.clone());
            }
            Change::Remove(path) => drop(files.remove(path)),
            _ => {}
        }
    }
}

/// A run that ended in a difference.
struct Failure {
    steps: Vec<Step>,
    difference: String,
}

/// Tries steps as `next` makes them, until one leaves a difference.
fn run<S: Subject>(start: &Files, count: u64, mut next: impl FnMut(&Files) -> Step) -> Result<(), Failure> {
    let mut files = start.clone();
    let mut subject = S::open(start);
    let mut steps = Vec::new();
    for _ in 0..count {
        let step = next(&files);
        advance(&mut files, &step);
        let difference = subject.step(&step, &files, Check::Compare);
        steps.push(step);
        if let Some(difference) = difference {
            return Err(Failure { steps, difference });
        }
    }
    Ok(())
}

/// The same steps again, compared only at the end.
fn again<S: Subject>(start: &Files, steps: &[Step]) -> Option<String> {
    let mut files = start.clone();
    let mut subject = S::open(start);
    let mut difference = None;
    for (at, step) in steps.iter().enumerate() {
        advance(&mut files, step);
        let check = if at + 1 == steps.len() { Check::Compare } else { Check::BuildOnly };
        difference = subject.step(step, &files, check);
    }
    difference
}

/// The few steps of a failure that it needs.
fn shrunk<S: Subject>(start: &Files, failure: Failure) -> Failure {
    let mut difference = failure.difference;
    let steps = steps::shrink(failure.steps, TRIES, &mut |steps| match again::<S>(start, steps) {
        Some(found) => {
            difference = found;
            true
        }
        None => false,
    });
    Failure { steps, difference }
}

/// Writes the replay file.
fn report(failure: &Failure, seed: u64) -> String {
    let remark = format!("DOCS_SEED={seed}\n{}", failure.difference);
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("replay-{seed}.txt"));
    let written = std::fs::write(&path, steps::write(&failure.steps, &remark));
    let whats: Vec<String> =
        failure.steps.iter().map(|step| format!("{}, then {:?}", step.what, step.then)).collect();
    format!(
        "the incremental build is not the clean build\n{}\nDOCS_SEED={seed}, {} steps: {whats:#?}\n\
         DOCS_REPLAY={} cargo test replay ({written:?})",
        failure.difference,
        failure.steps.len(),
        path.display()
    )
}

/// The next random step.
fn random_step(editor: &mut Editor, original: &Sources, files: &Files, outputs: &[String]) -> Step {
    let mut sources = original.clone();
    sources.files.clone_from(files);
    let mut whats = Vec::new();
    let count = if editor.random.chance(15) { 3 } else { 1 };
    for _ in 0..count {
        let edit = editor.edit(&mut sources);
        let paths = if edit.paths.len() > 3 { "…".to_owned() } else { edit.paths.join(" ") };
        whats.push(format!("{} {paths}", edit.what));
    }
    let mut changes: Vec<Change> = Vec::new();
    for path in files.keys().filter(|path| !sources.has(path)) {
        changes.push(Change::Remove(path.clone()));
    }
    for (path, bytes) in &sources.files {
        match files.get(path) {
            Some(before) if before == bytes => {}
            Some(before) if before.len() == bytes.len() => {
                changes.push(Change::Swap(path.clone(), bytes.clone()))
            }
            _ => changes.push(Change::Write(path.clone(), bytes.clone())),
        }
    }
    let mut damaged = false;
    if editor.random.chance(8) {
        damaged = true;
        whats.push("damage".to_owned());
        let victim = editor.random.pick(outputs).clone();
        changes.push(match editor.random.below(6) {
            0 => Change::LoseOutput,
            1 => Change::LoseCache,
            2..=3 => Change::Lose(victim),
            _ => Change::Spoil(victim, b"<p>not ours</p>\n".to_vec()),
        });
    }
    let then = match editor.random.below(12) {
        0 => Then::Restart,
        1..=3 => Then::Once,
        // A hint about sources says nothing about the output.
        4..=7 if !damaged => Then::Update,
        _ => Then::Build,
    };
    Step { what: whats.join("; "), changes, then }
}

/// The step that leaves every seventh page.
fn pruned(editor: &mut Editor, original: &Sources) -> Step {
    let of_an_output = |path: &str| OUTPUTS.iter().any(|output| output.starts_with(path));
    let is_page = |path: &str| path.ends_with(".mdx") && !path.starts_with("snippets/");
    let goes = |path: &&String| {
        let slug = path.trim_end_matches(".mdx");
        is_page(path) && !of_an_output(slug) && !editor.random.chance(15)
    };
    let changes = original.files.keys().filter(goes).cloned().map(Change::Remove).collect();
    Step { what: "remove most pages".to_owned(), changes, then: Then::Build }
}

/// One life of a site, from its seed.
fn life<S: Subject>(seed: u64, count: u64) -> Result<(), Failure> {
    let original = Sources::example();
    let mut editor = Editor::new(seed);
    let outputs = OUTPUTS.map(str::to_owned);
    let mut pruning = (seed % WHOLE_ONES != 1).then(|| pruned(&mut editor, &original));
    let step = |files: &Files| match pruning.take() {
        Some(step) => step,
        None => random_step(&mut editor, &original, files, &outputs),
    };
    run::<S>(&original.files, count, step).map_err(|failure| shrunk::<S>(&original.files, failure))
}

#[test]
fn random_edits_leave_what_a_clean_build_would() {
    let wanted = number("DOCS_EDITS", STEPS);
    let seed = number("DOCS_SEED", 1);
    let lives = wanted.div_ceil(LIFE);
    let shards = std::thread::available_parallelism().map_or(1, |count| count.get() as u64).min(lives);
    let next = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    let shard = || {
        let mut failures = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= lives || failed.load(Ordering::Relaxed) {
                return failures;
            }
            let count = LIFE.min(wanted - number * LIFE);
            if let Err(failure) = life::<Real>(seed + number, count) {
                failed.store(true, Ordering::Relaxed);
                failures.push(report(&failure, seed + number));
            }
            if number % 10 == 9 {
                eprintln!("{} edits", (number + 1) * LIFE);
            }
        }
    };
    let failures: Vec<String> = std::thread::scope(|scope| {
        let shards: Vec<_> = (0..shards).map(|_| scope.spawn(shard)).collect();
        shards.into_iter().flat_map(|shard| shard.join().expect("a shard that ends")).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Tries a replay file again, and tells what each of its builds leaves.
#[test]
fn a_replay_file_is_tried_again() {
    let Ok(path) = std::env::var("DOCS_REPLAY") else { return };
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let steps = steps::read(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut steps = steps.into_iter();
    let count = steps.len() as u64;
    let start = Sources::example().files;
    let outcome = run::<Real>(&start, count, |_| steps.next().expect("a step for each count"));
    if let Err(failure) = outcome {
        panic!("after step {} of {count}:\n{}", failure.steps.len(), failure.difference);
    }
}

/// An engine with a dependency missing: it does not see that snippets change.
struct Blind {
    site: Site,
}

impl Subject for Blind {
    fn open(files: &Files) -> Self {
        let mut site = Site::of(files);
        site.build();
        Self { site }
    }

    fn step(&mut self, step: &Step, now: &Files, check: Check) -> Option<String> {
        let mut seen = step.clone();
        seen.changes.retain(
            |change| !matches!(change, Change::Write(path, _) | Change::Swap(path, _) if path.starts_with("snippets/")),
        );
        if seen.then == Then::Update {
            seen.then = Then::Build;
        }
        let built = apply(&mut self.site, &seen);
        if check == Check::Compare { built.difference_from_clean_of(now) } else { None }
    }
}

/// The harness itself: a wrong engine is caught, and the failure is shrunk to the edit that shows it.
#[test]
fn a_wrong_engine_is_caught_and_the_failure_shrunk() {
    let write = |path: &str, text: &str| Step {
        what: format!("write {path}"),
        changes: vec![Change::Write(path.to_owned(), text.as_bytes().to_vec())],
        then: Then::Build,
    };
    let start: Files = [
        ("docs.json", r##"{"theme":"mint","name":"T","colors":{"primary":"#166534"},"navigation":{"pages":["index","a"]}}"##),
        ("index.mdx", "# Home\n"),
        ("a.mdx", "import Part from \"/snippets/part.mdx\"\n\n<Part />\n"),
        ("snippets/part.mdx", "One.\n"),
    ]
    .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
    .into();
    let mut steps =
        vec![write("index.mdx", "# Other\n"), write("b.mdx", "# B\n"), write("index.mdx", "# Third\n")];
    let mut guilty = write("snippets/part.mdx", "Two.\n");
    guilty.changes.insert(0, Change::Write("c.mdx".to_owned(), b"# C\n".to_vec()));
    steps.push(guilty);
    steps.push(write("a.mdx", "import Part from \"/snippets/part.mdx\"\n\n<Part /> again\n"));
    let count = steps.len() as u64;
    let mut next = steps.clone().into_iter();
    let failure = run::<Blind>(&start, count, |_| next.next().expect("a step")).expect_err("a difference");
    assert_eq!(failure.steps.len(), 4, "it is seen when it happens");
    let failure = shrunk::<Blind>(&start, failure);
    let changes: Vec<&Change> = failure.steps.iter().flat_map(|step| &step.changes).collect();
    assert_eq!(changes, [&Change::Write("snippets/part.mdx".to_owned(), b"Two.\n".to_vec())]);
    let text = steps::write(&failure.steps, &failure.difference);
    let replayed = steps::read(&text).expect("a replay file");
    assert!(again::<Blind>(&start, &replayed).is_some(), "the replay file shows it again:\n{text}");
    assert!(again::<Real>(&start, &replayed).is_none(), "and the engine itself is right");
}
