//! Twelve ways in which editors and tools save a file. No edit is lost.

use std::fs::{self, File, FileTimes};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use super::project::{MODES, Watched};

type Save = fn(&Path, &str);

/// Styles by name; the last one leaves size and time as they were, which only notifications tell.
const STYLES: [(&str, Save); 12] = [
    ("vim: backup and write anew", vim),
    ("emacs: backup by rename, lock as a link", emacs),
    ("helix: write beside, rename over", helix),
    ("jetbrains: two renames", jetbrains),
    ("vs code: truncate and write", |path, text| fs::write(path, text).expect("a write")),
    ("sed -i: a copy renamed over", sed),
    ("rename over from another folder", from_elsewhere),
    ("truncate, then write in two steps", in_steps),
    ("hard link to the new file", hard_link),
    ("rename twice", rename_twice),
    ("write, then an old time", old_time),
    ("same size, same time", same_size_and_time),
];

fn beside(path: &Path, suffix: &str) -> std::path::PathBuf {
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
    path.with_file_name(format!("{name}{suffix}"))
}

fn vim(path: &Path, text: &str) {
    let probe = path.with_file_name("4913");
    fs::write(&probe, "").expect("a probe");
    fs::remove_file(&probe).expect("the probe");
    fs::rename(path, beside(path, "~")).expect("a backup");
    fs::write(path, text).expect("a write");
    fs::set_permissions(path, fs::Permissions::from_mode(0o644)).expect("a mode");
    fs::remove_file(beside(path, "~")).expect("the backup");
}

fn emacs(path: &Path, text: &str) {
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
    let lock = path.with_file_name(format!(".#{name}"));
    std::os::unix::fs::symlink("user@host.1234:5678", &lock).expect("a lock");
    fs::rename(path, beside(path, "~")).expect("a backup");
    fs::write(path, text).expect("a write");
    fs::remove_file(lock).expect("the lock");
}

fn helix(path: &Path, text: &str) {
    let backup = beside(path, ".bck");
    fs::copy(path, &backup).expect("a backup");
    let new = beside(path, ".Xk2fA9");
    fs::write(&new, text).expect("a write");
    fs::rename(&new, path).expect("a rename");
    fs::remove_file(backup).expect("the backup");
}

fn jetbrains(path: &Path, text: &str) {
    let (new, old) = (beside(path, "___jb_tmp___"), beside(path, "___jb_old___"));
    fs::write(&new, text).expect("a write");
    fs::rename(path, &old).expect("a rename");
    fs::rename(&new, path).expect("a rename");
    fs::remove_file(old).expect("the old file");
}

fn sed(path: &Path, text: &str) {
    let new = path.with_file_name("sedQ7x1Zb");
    fs::write(&new, text).expect("a write");
    fs::set_permissions(&new, fs::metadata(path).expect("a file").permissions()).expect("a mode");
    fs::rename(&new, path).expect("a rename");
}

fn from_elsewhere(path: &Path, text: &str) {
    // Outside the project, on the same disk.
    let root = path.ancestors().find(|folder| folder.join("docs.json").exists()).expect("the project");
    let new = root.with_file_name("elsewhere.mdx");
    fs::write(&new, text).expect("a write");
    fs::rename(&new, path).expect("a rename");
}

fn in_steps(path: &Path, text: &str) {
    let mut file = File::create(path).expect("a file");
    let (first, second) = text.split_at(text.len() / 2);
    file.write_all(first.as_bytes()).expect("a write");
    file.sync_all().expect("a sync");
    // Longer than the quiet that a build waits for: the half is seen as well.
    std::thread::sleep(Duration::from_millis(25));
    file.write_all(second.as_bytes()).expect("a write");
}

fn hard_link(path: &Path, text: &str) {
    let new = beside(path, ".new");
    fs::write(&new, text).expect("a write");
    fs::remove_file(path).expect("the old file");
    fs::hard_link(&new, path).expect("a link");
    fs::remove_file(new).expect("the other name");
}

fn rename_twice(path: &Path, text: &str) {
    let (old, new) = (beside(path, ".old"), beside(path, ".new"));
    fs::write(&new, text).expect("a write");
    fs::rename(path, &old).expect("a rename");
    std::thread::sleep(Duration::from_millis(25));
    fs::rename(&new, path).expect("a rename");
    fs::remove_file(old).expect("the old file");
}

fn old_time(path: &Path, text: &str) {
    fs::write(path, text).expect("a write");
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + text.len() as u64);
    File::options().write(true).open(path).and_then(|file| file.set_modified(time)).expect("a time");
}

fn same_size_and_time(path: &Path, text: &str) {
    let before = fs::metadata(path).expect("a file");
    let length = usize::try_from(before.len()).expect("a size");
    let mut text = text.trim_end().to_owned();
    text.push_str(&" ".repeat(length.saturating_sub(text.len() + 1)));
    text.push('\n');
    let mut file = File::options().write(true).open(path).expect("a file");
    file.write_all(text.as_bytes()).expect("a write");
    let times = FileTimes::new().set_modified(before.modified().expect("a time"));
    file.set_times(times).expect("a time");
}

#[test]
fn no_way_of_saving_loses_an_edit() {
    for mode in MODES {
        let polls = !mode.is_empty();
        let mut project = Watched::new().watch(mode);
        let styles = STYLES.len() - usize::from(polls);
        for round in 0..3 {
            for (name, save) in &STYLES[..styles] {
                let word = format!("{}{round}", name.replace(|c: char| !c.is_alphanumeric(), ""));
                let text = format!("# Start\n\nSaved by {word}. {}\n", "Filling. ".repeat(20));
                save(&project.path("guide/start.mdx"), &text);
                project.sync();
                let page = project.page("guide/start/index.html");
                assert!(page.contains(&word), "{name} {mode:?}: {:#?}", project.revisions());
            }
            project.assert_clean();
        }
        // A mode alone changes nothing.
        let before = project.page("guide/start/index.html");
        for bits in [0o600, 0o755, 0o644] {
            fs::set_permissions(project.path("guide/start.mdx"), fs::Permissions::from_mode(bits))
                .expect("a mode");
            project.sync();
        }
        assert_eq!(project.page("guide/start/index.html"), before);
        let last = project.revisions().pop().expect("a revision");
        assert!(last["errors"] == 0 && last["warnings"] == 0, "{last:#}");
        project.assert_clean();
    }
}

/// How long a file may be empty in this test: shorter than what is waited for, so that what is shown proves something.
const MOMENT: Duration = Duration::from_millis(200);

#[test]
fn cli_04_a_page_that_is_empty_for_a_moment_is_never_shown_so() {
    for mode in MODES {
        let mut project = Watched::new().watch(mode);
        let path = project.path("guide/start.mdx");
        for round in 0..6 {
            let known = project.revisions().len();
            let started = Instant::now();
            let mut file = File::create(&path).expect("a file");
            std::thread::sleep(Duration::from_millis(40));
            file.write_all(format!("# Start\n\nWords of round {round}.\n").as_bytes()).expect("a write");
            drop(file);
            let was_short = started.elapsed() < MOMENT;
            project.sync();
            assert!(project.page("guide/start/index.html").contains(&format!("round {round}")));
            let new = project.revisions().split_off(known);
            let written = new.iter().filter(|revision| revision["written"] != 0).count();
            // On a machine that slept longer, the empty page was rightly shown in between.
            assert!(!was_short || written == 1, "{mode:?}: {new:#?}");
        }
        // What stays empty is meant to be.
        project.write("guide/start.mdx", "");
        project.sync();
        assert!(!project.page("guide/start/index.html").contains("Words of round"), "{mode:?}");
        project.assert_clean();
    }
}
