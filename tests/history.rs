//! `examples/replay_history.rs` on a small repository that is made here.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::process::{Files, before_and_after};
use crate::replay_history::{History, replay};

fn git(directory: &Path, words: &[&str]) -> bool {
    let ended = Command::new("git")
        .current_dir(directory)
        .args(["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"])
        .args(words)
        .output();
    ended.is_ok_and(|ended| ended.status.success())
}

fn commit(repository: &Path, files: &Files) {
    for entry in std::fs::read_dir(repository).expect("a folder").flatten() {
        if entry.file_name() != ".git" {
            let path = entry.path();
            let removed =
                if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
            removed.expect("a file that goes");
        }
    }
    for (path, bytes) in files {
        let path = repository.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }
    assert!(git(repository, &["add", "--all"]) && git(repository, &["commit", "--quiet", "-m", "x"]));
}

#[test]
fn a_history_is_built_commit_by_commit() {
    let folder = TempDir::new().expect("a temporary folder");
    let repository = folder.path().join("repository");
    std::fs::create_dir_all(&repository).expect("a folder");
    if !git(&repository, &["init", "--quiet"]) {
        eprintln!("skipped: there is no git here");
        return;
    }
    let (before, after) = before_and_after();
    let mut broken = before.clone();
    broken.insert("docs.json".to_owned(), b"{ \"name\": ".to_vec());
    for files in [&before, &after, &broken, &before] {
        commit(&repository, files);
    }
    let history = History {
        repository: repository.clone(),
        commits: 3,
        folder: String::new(),
        program: env!("CARGO_BIN_EXE_docs").into(),
    };
    let mut lines = Vec::new();
    let outcome = replay(&history, &folder.path().join("scratch"), &mut |line| lines.push(line));
    let outcome = outcome.unwrap_or_else(|error| panic!("{error}\n{lines:#?}"));
    assert_eq!((outcome.built, outcome.different.len()), (3, 0), "{lines:#?}");
    let status = Command::new("git").current_dir(&repository).args(["status", "--porcelain"]).output();
    assert!(status.expect("git").stdout.is_empty(), "the repository is as it was");
}
