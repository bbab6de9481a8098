//! Processes that die and disks that fail: no page is ever half written, and the next build puts all right.
//!
//! `DOCS_KILLS=1000` sets the number of killed processes. `DOCS_FAULT` (see `docs::system::fault`) chooses the
//! moment; half of the processes are killed at any time instead.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use docs::output::journal::JOURNAL_FILE;
use docs::output::manifest::MANIFEST_FILE;
use docs::system::is_temporary;

use crate::edits::editor::Random;
use crate::edits::number;
use crate::process::{CACHE, Ended, Files, Workplace, assert_same, before_and_after, clean};

/// Killed processes in an ordinary test run.
const KILLS: u64 = 24;

/// Failing operations that are each tried, however few are.
const FIRST: u64 = 6;

/// A site before and after an edit, built and to be built.
struct Story {
    before: Files,
    after: Files,
    /// The output and the store of the first state.
    out_before: Files,
    cache_before: Files,
    /// The clean output of the second.
    out_after: Files,
}

impl Story {
    fn new() -> Self {
        let (before, after) = before_and_after();
        let place = Workplace::new(&before);
        place.build().succeeded();
        let cache_before = place.files(&format!("site/{CACHE}"));
        Self { out_before: place.out(), out_after: clean(&after), cache_before, before, after }
    }

    /// The moment before the second build; `fresh`: before any build.
    fn stage(&self, place: &Workplace, start: Start) {
        place.set_sources(&self.before);
        let nothing = Files::new();
        let (out, cache) = match start {
            Start::Built => (&self.out_before, &self.cache_before),
            Start::Nothing => (&nothing, &nothing),
        };
        place.set_folder("out", out);
        place.set_folder(&format!("site/{CACHE}"), cache);
        place.set_sources(&self.after);
    }

    /// What is on disk is whole: each file is the old one or the new one, and pages have what they load.
    #[track_caller]
    fn assert_whole(&self, place: &Workplace, what: &str) {
        let found = place.out();
        for (path, bytes) in &found {
            let name = path.rsplit('/').next().unwrap_or(path);
            if path == MANIFEST_FILE || path == JOURNAL_FILE || is_temporary(name) {
                continue;
            }
            let known = [&self.out_before, &self.out_after];
            let whole = known.iter().any(|files| files.get(path) == Some(bytes));
            assert!(whole, "{what}: `{path}` is neither the old nor the new one ({} bytes)", bytes.len());
            if path.ends_with(".html") {
                let text = String::from_utf8_lossy(bytes);
                assert!(text.trim_end().ends_with("</html>"), "{what}: `{path}` does not end");
                for file in loaded(&text) {
                    assert!(found.contains_key(file), "{what}: `{path}` loads `{file}`, which is not there");
                }
            }
        }
    }

    /// The next build makes all right.
    #[track_caller]
    fn assert_recovers(&self, place: &Workplace, what: &str) {
        let ended = place.build();
        assert_eq!(ended.code, Some(0), "{what}: the next build failed: {}", ended.stderr);
        assert_same(&place.out(), &self.out_after, &format!("{what}: after the next build"));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Built,
    Nothing,
}

/// Style sheets and scripts of a page that lie in the output.
fn loaded(html: &str) -> Vec<&str> {
    let mut files = Vec::new();
    for (tag, name) in [("<link rel=\"stylesheet\"", "href=\"/"), ("<script", "src=\"/")] {
        for (at, _) in html.match_indices(tag) {
            let tag = html[at..].split('>').next().unwrap_or("");
            if let Some(path) = tag.split_once(name).and_then(|(_, rest)| rest.split('"').next()) {
                files.push(path);
            }
        }
    }
    files
}

/// How many operations a build makes: the largest number whose turn comes.
fn operations(story: &Story, place: &Workplace, operation: &str, start: Start) -> u64 {
    let reached = |count: u64| {
        story.stage(place, start);
        let fault = format!("kill@{operation}:{count}");
        place.build_with(&[], &[("DOCS_FAULT", &fault)]).code.is_none()
    };
    let (mut low, mut high) = (0, 1);
    while reached(high) {
        (low, high) = (high, high * 2);
    }
    while high - low > 1 {
        let middle = low.midpoint(high);
        if reached(middle) { low = middle } else { high = middle }
    }
    low
}

#[test]
fn a_build_that_is_killed_leaves_whole_pages_and_the_next_one_is_clean() {
    let kills = number("DOCS_KILLS", KILLS);
    let mut random = Random(number("DOCS_SEED", 1));
    let story = Story::new();
    let place = Workplace::new(&story.before);
    // Just before or in the middle of the n-th operation.
    let mut died = 0;
    for start in [Start::Built, Start::Nothing] {
        let kinds = ["kill@any", "tear@write", "kill@rename"];
        let share = (kills / 2).div_ceil(2 * kinds.len() as u64);
        for kind in kinds {
            let (_, operation) = kind.split_once('@').expect("an operation");
            let count = operations(&story, &place, operation, start);
            assert!(count > 5, "only {count} operations of kind {operation}");
            for turn in 0..share {
                // All of them, when there are that many to try.
                let at = if share >= count { turn % count + 1 } else { random.below(count) + 1 };
                let fault = format!("{kind}:{at}");
                story.stage(&place, start);
                let ended = place.build_with(&[], &[("DOCS_FAULT", &fault)]);
                died += usize::from(ended.code.is_none());
                let what = format!("DOCS_FAULT={fault} from {start:?}");
                story.assert_whole(&place, &what);
                story.assert_recovers(&place, &what);
            }
        }
    }
    assert!(died as u64 >= kills / 2, "{died} processes died");
    // At any time.
    story.stage(&place, Start::Built);
    let started = Instant::now();
    place.build().succeeded();
    let usual = started.elapsed();
    for turn in 0..kills / 2 {
        let start = if turn % 3 == 0 { Start::Nothing } else { Start::Built };
        story.stage(&place, start);
        let mut child = place.command("out", &[], &[]).spawn().expect("the program starts");
        // Only the moment of death depends on this, never what is expected of it.
        std::thread::sleep(usual.mul_f64(random.below(1000) as f64 / 1000.0));
        let _ = child.kill();
        let _ = child.wait_with_output();
        let what = format!("killed at some time, from {start:?}");
        story.assert_whole(&place, &what);
        story.assert_recovers(&place, &what);
    }
}

/// Every n-th operation fails once, or from then on.
#[test]
fn a_disk_that_fails_costs_an_error_and_not_the_site() {
    let most = number("DOCS_KILLS", KILLS);
    let story = Story::new();
    let place = Workplace::new(&story.before);
    for (fault, reason) in [
        ("enospc@any", "No space left"),
        ("eio@rename", "Input/output error"),
        ("emfile@any", "Too many open files"),
        ("emfile@read", "Too many open files"),
        ("erofs@any", "Read-only"),
    ] {
        let (_, operation) = fault.split_once('@').expect("an operation");
        let count = operations(&story, &place, operation, Start::Built);
        let stride = (count / (most / 4).max(1)).max(1);
        // The first operations are about the project and the output as a whole.
        let first = count.min(FIRST);
        let others = (first + 1..=count).step_by(usize::try_from(stride).expect("a small number"));
        for at in (1..=first).chain(others) {
            for lasting in ["", "+"] {
                story.stage(&place, Start::Built);
                let fault = format!("{fault}:{at}{lasting}");
                let ended = place.build_with(&[], &[("DOCS_FAULT", &fault)]);
                let what = format!("DOCS_FAULT={fault}");
                assert!(!ended.panicked(), "{what}: {}", ended.stderr);
                assert_failed_well(&story, &place, &ended, reason, &what);
                story.assert_recovers(&place, &what);
            }
        }
    }
}

/// Either all is right, or an error names a path and the reason and each page is still there.
#[track_caller]
fn assert_failed_well(story: &Story, place: &Workplace, ended: &Ended, reason: &str, what: &str) {
    match ended.code {
        Some(0) => {
            assert_same(&without_records(place.out()), &without_records(story.out_after.clone()), what);
        }
        Some(1) => {
            let told = ended.stderr.lines().any(|line| line.contains(reason));
            assert!(told && ended.stderr.contains('`'), "{what} is not told: {}", ended.stderr);
            if what.contains("@read") {
                // A source that cannot be read costs its page, and others no longer name it.
                for (path, bytes) in place.out().iter().filter(|(path, _)| path.ends_with(".html")) {
                    assert!(bytes.trim_ascii_end().ends_with(b"</html>"), "{what}: `{path}` does not end");
                }
                return;
            }
            story.assert_whole(place, what);
            let found = place.out();
            for path in story.out_before.keys().filter(|path| story.out_after.contains_key(*path)) {
                if path != MANIFEST_FILE {
                    assert!(found.contains_key(path), "{what}: `{path}` is lost\n{}", ended.stderr);
                }
            }
        }
        code => panic!("{what}: exit code {code:?}\n{}", ended.stderr),
    }
}

/// Without the manifest and journal: a cleaning up that failed is for the next build.
fn without_records(mut files: Files) -> Files {
    files.retain(|path, _| path != MANIFEST_FILE && path != JOURNAL_FILE);
    files
}

/// A mounted file system that goes away at the end.
struct Mount(PathBuf);

impl Mount {
    /// Runs `mount` with these arguments; a reason when that is not possible here.
    fn new(path: &Path, arguments: &[&str]) -> Result<Self, String> {
        let mount = |arguments: &[&str]| -> Result<(), String> {
            let ended = Command::new("mount").args(arguments).arg(path).output();
            let ended = ended.map_err(|error| format!("mount: {error}"))?;
            let told = String::from_utf8_lossy(&ended.stderr).trim().to_owned();
            if ended.status.success() { Ok(()) } else { Err(told) }
        };
        mount(arguments)?;
        Ok(Self(path.to_owned()))
    }

    /// The folder over itself, but not to be written.
    fn read_only(path: &Path) -> Result<Self, String> {
        let text = path.to_str().ok_or("a path that is not UTF-8")?;
        let mounted = Self::new(path, &["--bind", text])?;
        let ended = Command::new("mount").args(["-o", "remount,ro,bind", text]).output();
        match ended {
            Ok(ended) if ended.status.success() => Ok(mounted),
            _ => Err("remount".to_owned()),
        }
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).output();
    }
}

#[test]
fn a_disk_that_is_full_keeps_the_old_site() {
    let story = Story::new();
    let place = Workplace::new(&story.before);
    let disk = place.path("disk");
    std::fs::create_dir_all(&disk).expect("a folder");
    let mount = match Mount::new(&disk, &["-t", "tmpfs", "-o", "size=2m", "tmpfs"]) {
        Ok(mount) => mount,
        Err(reason) => {
            eprintln!("skipped: no small disk can be mounted here: {reason}");
            return;
        }
    };
    let build = || Ended::from(place.command("disk/out", &[], &[]).output().expect("the program starts"));
    build().succeeded();
    place.set_sources(&story.after);
    // What is left is less than a page. All that a build writes beside what stands there has room otherwise.
    let filler = disk.join("filler");
    let mut size = 1 << 20;
    while size >= 4096 {
        let mut bytes = std::fs::read(&filler).unwrap_or_default();
        let kept = bytes.len();
        bytes.resize(kept + size, 7);
        if std::fs::write(&filler, &bytes).is_err() {
            bytes.truncate(kept);
            std::fs::write(&filler, &bytes).expect("what fitted before");
            size /= 2;
        }
    }
    let ended = build();
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    assert!(ended.stderr.contains("No space left") && !ended.panicked(), "{}", ended.stderr);
    let found = place.files("disk/out");
    for (path, bytes) in story.out_before.iter().filter(|(path, _)| path.ends_with(".html")) {
        let now = found.get(path);
        let whole = now == Some(bytes) || now == story.out_after.get(path);
        assert!(whole, "`{path}` is not as it was");
    }
    std::fs::remove_file(&filler).expect("room again");
    build().succeeded();
    assert_same(&place.files("disk/out"), &story.out_after, "after there was room again");
    drop(mount);
}

/// Makes a folder one that cannot be written; a reason when that is not possible here.
fn forbid(path: &Path) -> Result<Option<Mount>, String> {
    match Mount::read_only(path) {
        Ok(mount) => Ok(Some(mount)),
        Err(reason) => {
            // Permission bits do not bind the superuser.
            let probe = path.join("probe");
            set_mode(path, "a-w");
            if std::fs::write(&probe, b"").is_ok() {
                let _ = std::fs::remove_file(&probe);
                set_mode(path, "u+w");
                return Err(reason);
            }
            Ok(None)
        }
    }
}

fn set_mode(path: &Path, mode: &str) {
    let _ = Command::new("chmod").args(["-R", mode]).arg(path).output();
}

#[test]
fn an_output_directory_that_is_read_only_is_an_error_and_stays() {
    let story = Story::new();
    let place = Workplace::new(&story.before);
    place.build().succeeded();
    place.set_sources(&story.after);
    let out = place.path("out");
    match forbid(&out) {
        Err(reason) => eprintln!("skipped: no folder can be made read-only here: {reason}"),
        Ok(mount) => {
            let ended = place.build();
            assert_eq!(ended.code, Some(1), "{}", ended.stderr);
            assert!(
                ended.stderr.contains("Read-only") || ended.stderr.contains("denied"),
                "{}",
                ended.stderr
            );
            assert!(ended.stderr.contains("out") && !ended.panicked(), "{}", ended.stderr);
            assert_same(&place.out(), &story.out_before, "nothing was touched");
            drop(mount);
            set_mode(&out, "u+w");
            story.assert_recovers(&place, "read-only output");
        }
    }
}

#[test]
fn a_cache_that_is_read_only_costs_time_and_nothing_else() {
    let story = Story::new();
    let place = Workplace::new(&story.before);
    place.build().succeeded();
    place.set_sources(&story.after);
    let cache = place.path(&format!("site/{CACHE}"));
    std::fs::create_dir_all(&cache).expect("a folder");
    match forbid(&cache) {
        Err(reason) => eprintln!("skipped: no folder can be made read-only here: {reason}"),
        Ok(mount) => {
            let ended = place.build();
            assert!(!ended.panicked(), "{}", ended.stderr);
            story.assert_recovers(&place, "read-only cache");
            // And from nothing, when nothing can be kept.
            place.set_folder("out", &Files::new());
            story.assert_recovers(&place, "read-only cache, first build");
            drop(mount);
            set_mode(&cache, "u+w");
        }
    }
}
