//! Real histories: builds the last commits of a git repository one after the other and compares each with a
//! clean build.
//!
//! ```sh
//! cargo run --release --example replay_history -- REPOSITORY [COMMITS] [FOLDER]
//! ```
//!
//! FOLDER is where `docs.json` is in the repository. The repository is only read: commits are checked out in a
//! clone in a temporary folder. Every difference is printed; the exit code is then 1.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a tool for developers, outside the product's one door to the system"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

#[allow(dead_code, reason = "tests mount this file for what is below")]
fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let Some(repository) = words.first() else {
        eprintln!("usage: replay_history REPOSITORY [COMMITS] [FOLDER]");
        return ExitCode::from(2);
    };
    let program = env::current_exe().ok().and_then(|path| Some(path.parent()?.parent()?.join("docs")));
    let history = History {
        repository: PathBuf::from(repository),
        commits: words.get(1).and_then(|text| text.parse().ok()).unwrap_or(50),
        folder: words.get(2).cloned().unwrap_or_default(),
        program: program.unwrap_or_else(|| PathBuf::from("docs")),
    };
    let scratch = env::temp_dir().join(format!("docs-replay-{}", std::process::id()));
    let outcome = replay(&history, &scratch, &mut |line| println!("{line}"));
    let _ = fs::remove_dir_all(&scratch);
    match outcome {
        Ok(outcome) => {
            println!("{} commits built, {} with differences", outcome.built, outcome.different.len());
            ExitCode::from(u8::from(!outcome.different.is_empty()))
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// What to try.
pub struct History {
    pub repository: PathBuf,
    /// How many of the last commits.
    pub commits: usize,
    /// Where `docs.json` is; empty: at the root.
    pub folder: String,
    /// The `docs` program.
    pub program: PathBuf,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Commits that have a `docs.json`.
    pub built: usize,
    /// Commits whose incremental build is not the clean one, with the paths that differ.
    pub different: Vec<(String, Vec<String>)>,
}

/// Builds commit after commit in `scratch`.
pub fn replay(history: &History, scratch: &Path, tell: &mut dyn FnMut(String)) -> io::Result<Outcome> {
    let work = scratch.join("work");
    fs::create_dir_all(scratch)?;
    let repository = fs::canonicalize(&history.repository)?;
    let (from, to) = (repository.display().to_string(), work.display().to_string());
    git(scratch, &["clone", "--quiet", "--shared", "--no-checkout", &from, &to])?;
    let list = git(
        &repository,
        &["rev-list", "--first-parent", "--reverse", "-n", &history.commits.to_string(), "HEAD"],
    )?;
    let mut outcome = Outcome::default();
    for commit in list.lines() {
        git(&work, &["checkout", "--quiet", "--force", commit])?;
        let site = work.join(&history.folder);
        if !site.join("docs.json").is_file() {
            tell(format!("{commit} has no docs.json"));
            continue;
        }
        let incremental = build(history, &site, &scratch.join("out"), &[])?;
        let fresh = scratch.join("clean");
        let _ = fs::remove_dir_all(&fresh);
        let clean = build(history, &site, &fresh, &["--no-cache"])?;
        outcome.built += 1;
        if !fresh.exists() && incremental == clean {
            tell(format!("{commit} cannot be read, and the last site stays"));
            continue;
        }
        let (ours, theirs) = (files(&scratch.join("out"))?, files(&fresh)?);
        let mut paths: Vec<String> = ours
            .keys()
            .chain(theirs.keys())
            .filter(|path| ours.get(*path) != theirs.get(*path))
            .cloned()
            .collect();
        paths.sort();
        paths.dedup();
        if incremental != clean {
            paths.push(format!("(exit codes {incremental:?} and {clean:?})"));
        }
        tell(match paths.len() {
            0 => format!("{commit} is the same: {} files", ours.len()),
            _ => format!("{commit} DIFFERS: {}", paths.join(", ")),
        });
        if !paths.is_empty() {
            outcome.different.push((commit.to_owned(), paths));
        }
    }
    Ok(outcome)
}

/// Builds, and gives the exit code. Errors in the sources are part of history; a crash is not.
fn build(history: &History, site: &Path, out: &Path, more: &[&str]) -> io::Result<i32> {
    let ended =
        Command::new(&history.program).arg("build").arg(site).arg("--out").arg(out).args(more).output()?;
    match ended.status.code() {
        Some(code @ (0 | 1)) if out.exists() => Ok(code),
        // A configuration that cannot be read leaves what is there.
        Some(1) if String::from_utf8_lossy(&ended.stderr).contains("nothing was written") => Ok(1),
        _ => Err(io::Error::other(String::from_utf8_lossy(&ended.stderr).into_owned())),
    }
}

fn git(directory: &Path, words: &[&str]) -> io::Result<String> {
    let ended = Command::new("git").current_dir(directory).args(words).output()?;
    if ended.status.success() {
        Ok(String::from_utf8_lossy(&ended.stdout).into_owned())
    } else {
        Err(io::Error::other(format!("git {words:?}: {}", String::from_utf8_lossy(&ended.stderr))))
    }
}

fn files(root: &Path) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(root).map_err(io::Error::other)?.display().to_string();
                found.insert(name, fs::read(&path)?);
            }
        }
    }
    Ok(found)
}
