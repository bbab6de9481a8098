//! When each file was last changed, from what `git log` prints (CFG-27). Pure: running git is the engine's work.
//!
//! A file has the day of the newest commit that touched it, as that commit tells it. A file that was moved was changed
//! then; one that is not committed yet has no day. In a shallow clone the oldest commit has all files, so that one
//! says nothing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::text::SourcePath;

/// What to ask for the commit that is checked out, where in its tree git runs, and whether older ones are missing.
pub const HEAD_ARGUMENTS: &[&str] = &["rev-parse", "--is-shallow-repository", "--show-prefix", "HEAD"];

/// What to ask for all commits with their files, below the folder where git runs.
#[rustfmt::skip]
pub const LOG_ARGUMENTS: &[&str] = &[
    "-c", "log.showSignature=false", "log", "--relative", "--name-only", "--no-renames", "--no-ext-diff", "--no-color",
    "-z", "--format=%x01%cs%x02%P", "HEAD", "--", ".",
];

/// The state of a repository: everything that [`LOG_ARGUMENTS`] will print depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Head {
    /// The commit.
    pub commit: String,
    /// The folder in its tree; empty at its root.
    pub folder: String,
    pub depth: Depth,
}

/// Whether a clone has all commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Depth {
    Whole,
    /// Only the newest ones, as CI services fetch them.
    Shallow,
}

/// A day as `2025-01-31`, written as a number: 20250131.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Day(u32);

impl Day {
    /// Reads `2025-01-31`, a day of the calendar; what follows is left aside.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month, day) = Self::written(text)?;
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 31,
        };
        let exists = year > 0 && (1..=12).contains(&month) && (1..=days).contains(&day);
        exists.then_some(Self(year * 10_000 + month * 100 + day))
    }

    /// Whether a text is written like a day, and no calendar has it.
    pub fn is_impossible(text: &str) -> bool {
        Self::written(text).is_some() && Self::parse(text).is_none()
    }

    /// The numbers of `YYYY-MM-DD`.
    fn written(text: &str) -> Option<(u32, u32, u32)> {
        let mut parts = text.get(..10)?.splitn(3, '-');
        let mut number = |length: usize| {
            let digits = parts
                .next()
                .filter(|part| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit()))?;
            digits.parse::<u32>().ok()
        };
        Some((number(4)?, number(2)?, number(2)?))
    }

    /// Year, month and day.
    pub fn parts(self) -> (u32, u32, u32) {
        (self.0 / 10_000, self.0 / 100 % 100, self.0 % 100)
    }

    /// `2025-01-31`
    pub fn iso(self) -> String {
        let (year, month, day) = self.parts();
        format!("{year:04}-{month:02}-{day:02}")
    }
}

/// When files were last changed, and when they came, where that is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Days {
    pub last: BTreeMap<SourcePath, Day>,
    pub first: BTreeMap<SourcePath, Day>,
}

/// Reads the answer to [`HEAD_ARGUMENTS`].
pub fn read_head(answer: &[u8]) -> Option<Head> {
    let text = std::str::from_utf8(answer).ok()?;
    let mut lines = text.lines().map(str::trim);
    let depth = match lines.next()? {
        "true" => Depth::Shallow,
        // Before git 2.15 the option itself is printed.
        _ => Depth::Whole,
    };
    let folder = lines.next()?.to_owned();
    let commit = lines
        .next()
        .filter(|commit| commit.len() >= 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    Some(Head { commit: commit.to_owned(), folder, depth })
}

/// Reads the answer to [`LOG_ARGUMENTS`]: the day of each file's newest commit.
pub fn read_log(answer: &[u8], depth: Depth) -> BTreeMap<SourcePath, Day> {
    let mut days = BTreeMap::new();
    each_change(answer, depth, &mut |path, day| {
        days.entry(path).or_insert(day);
    });
    days
}

/// The day of each file's oldest commit. A clone without old commits does not know it.
pub fn read_first(answer: &[u8], depth: Depth) -> BTreeMap<SourcePath, Day> {
    let mut days = BTreeMap::new();
    if depth == Depth::Whole {
        each_change(answer, depth, &mut |path, day| {
            days.insert(path, day);
        });
    }
    days
}

/// Each file of each commit, the newest first.
fn each_change(answer: &[u8], depth: Depth, told: &mut dyn FnMut(SourcePath, Day)) {
    let mut day = None;
    for piece in answer.split(|byte| *byte == 0) {
        let Ok(mut piece) = std::str::from_utf8(piece) else { continue };
        if let Some(commit) = piece.strip_prefix('\u{1}') {
            let (date, rest) = commit.split_once('\u{2}').unwrap_or((commit, ""));
            let (parents, file) = rest.split_once('\n').unwrap_or((rest, ""));
            let is_cut = depth == Depth::Shallow && parents.trim().is_empty();
            day = Day::parse(date).filter(|_| !is_cut);
            piece = file;
        }
        let path = piece.trim_start_matches('\n');
        if let Some(day) = day.filter(|_| !path.is_empty()) {
            told(SourcePath::new(path), day);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cfg_27_the_newest_commit_of_a_file_counts() {
        let log = b"\x012026-11-21\x02aa bb\0\n\xc3\xbc b.mdx\0a.mdx\0\x012020-01-02\x02\0\na.mdx\0old.mdx\0";
        let days = |depth| {
            let days = read_log(log, depth);
            days.into_iter().map(|(path, day)| format!("{path} {}", day.iso())).collect::<Vec<_>>()
        };
        assert_eq!(days(Depth::Whole), ["a.mdx 2026-11-21", "old.mdx 2020-01-02", "\u{fc} b.mdx 2026-11-21"]);
        assert_eq!(days(Depth::Shallow), ["a.mdx 2026-11-21", "\u{fc} b.mdx 2026-11-21"]);
        let first = read_first(log, Depth::Whole);
        assert_eq!(
            first.get(&SourcePath::new("a.mdx")).copied().map(Day::iso).as_deref(),
            Some("2020-01-02")
        );
        assert!(first.len() == 3 && read_first(log, Depth::Shallow).is_empty());
        for broken in [&b""[..], b"\0\0", b"\x01", b"\x01x\x02y\0a\0", b"a.mdx\0", b"\x012020-13-01\x02\0a\0"]
        {
            assert!(read_log(broken, Depth::Whole).is_empty());
        }
    }

    #[test]
    fn cfg_27_heads_and_days_are_read_or_not() {
        let commit = "1165200bc3c4bb049ea844eec9a3f7fde21ae28c";
        let head = read_head(format!("true\ndocs/\n{commit}\n").as_bytes()).expect("a head");
        assert_eq!((head.commit.as_str(), head.depth), (commit, Depth::Shallow));
        assert_eq!((read_head(b"false\n\nHEAD\n"), read_head(commit.as_bytes())), (None, None));
        assert_eq!(Day::parse("2025-01-31T10:00").map(Day::iso).as_deref(), Some("2025-01-31"));
        for wrong in ["", "2025-1-31", "2025-00-10", "2025-02-29", "2025-04-31", "20250131aa", "éééééééé"]
        {
            assert_eq!(Day::parse(wrong), None, "{wrong}");
        }
        assert_eq!(Day::parse("2024-02-29").map(Day::iso).as_deref(), Some("2024-02-29"));
        assert!(
            Day::is_impossible("2025-02-29")
                && !Day::is_impossible("soon")
                && !Day::is_impossible("2024-02-29")
        );
    }
}
