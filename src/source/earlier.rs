//! What the files of a commit are where those on the disk differ from them, from what git prints. Pure: running git is
//! the work of who asks.
//!
//! Only what differs is asked for, so that an earlier state of a large project costs no more than the change since.
//! Paths are relative to the folder where git runs, and what lies outside of it is not looked at.

use std::collections::BTreeMap;

use crate::text::SourcePath;

/// Files that git does not know and does not ignore: no commit has them.
pub const OTHERS_ARGUMENTS: &[&str] = &["ls-files", "--others", "--exclude-standard", "-z", "--", "."];

/// Most blobs that one run of git is asked for: a command line has its limits.
pub const MOST_BLOBS: usize = 500;

/// What to ask for the commit that a name stands for.
pub fn commit_arguments(name: &str) -> [String; 4] {
    ["rev-parse", "--verify", "--quiet", &format!("{name}^{{commit}}")].map(str::to_owned)
}

/// What to ask for the newest commit that both have.
pub fn base_arguments(commit: &str) -> [&str; 3] {
    ["merge-base", commit, "HEAD"]
}

/// What to ask for the files that differ from a commit's.
#[rustfmt::skip]
pub fn changed_arguments(commit: &str) -> [&str; 10] {
    ["diff", "--raw", "-z", "--no-renames", "--no-abbrev", "--relative", "--no-ext-diff", commit, "--", "."]
}

/// What to ask for the sizes of a commit's files.
pub fn sizes_arguments(commit: &str) -> [&str; 5] {
    ["ls-tree", "-r", "-l", "-z", commit]
}

/// What to ask for the bytes of blobs, one after the other.
pub fn blobs_arguments(blobs: &[String]) -> Vec<&str> {
    ["show", "--no-textconv"].into_iter().chain(blobs.iter().map(String::as_str)).collect()
}

/// Reads the name of a commit.
pub fn read_commit(answer: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(answer).ok()?.lines().next()?.trim();
    let is_name = text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_name.then(|| text.to_owned())
}

/// Reads the answer to [`changed_arguments`]: files, each with the blob that the commit has of it. `None`: it has none.
/// Links and modules are left as they are.
pub fn read_changed(answer: &[u8]) -> BTreeMap<SourcePath, Option<String>> {
    let mut changed = BTreeMap::new();
    let mut pieces = answer.split(|byte| *byte == 0);
    while let Some(head) = pieces.next().filter(|head| head.starts_with(b":")) {
        let path = pieces.next().and_then(|path| std::str::from_utf8(path).ok());
        // `:100644 100644 OLD NEW M`
        let words: Vec<&str> = std::str::from_utf8(&head[1..]).unwrap_or_default().split(' ').collect();
        if let (Some(path), &[mode, _, blob, _, _]) = (path, words.as_slice()) {
            match mode {
                "100644" | "100755" => changed.insert(SourcePath::new(path), Some(blob.to_owned())),
                "000000" => changed.insert(SourcePath::new(path), None),
                _ => None,
            };
        }
    }
    changed
}

/// Reads the answer to [`OTHERS_ARGUMENTS`].
pub fn read_others(answer: &[u8]) -> Vec<SourcePath> {
    let paths = answer.split(|byte| *byte == 0).filter_map(|path| std::str::from_utf8(path).ok());
    paths.filter(|path| !path.is_empty()).map(SourcePath::new).collect()
}

/// Reads the answer to [`sizes_arguments`]: bytes by blob.
pub fn read_sizes(answer: &[u8]) -> BTreeMap<String, usize> {
    // `100644 blob NAME    SIZE\tPATH`
    let line = |line: &[u8]| {
        let head = std::str::from_utf8(line.split(|byte| *byte == b'\t').next()?).ok()?;
        let mut words = head.split_ascii_whitespace().skip(2);
        Some((words.next()?.to_owned(), words.next()?.parse().ok()?))
    };
    answer.split(|byte| *byte == 0).filter_map(line).collect()
}

/// Cuts the answer to [`blobs_arguments`]; `None` when it has another length than all of them.
pub fn read_blobs<'a>(answer: &'a [u8], sizes: &[usize]) -> Option<Vec<&'a [u8]>> {
    let mut rest = answer;
    let mut blobs = Vec::with_capacity(sizes.len());
    for size in sizes {
        let (blob, others) = rest.split_at_checked(*size)?;
        blobs.push(blob);
        rest = others;
    }
    rest.is_empty().then_some(blobs)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "1111111111111111111111111111111111111111";
    const NEW: &str = "0000000000000000000000000000000000000000";

    #[test]
    fn changed_files_have_the_blob_of_the_commit() {
        let answer = format!(
            ":100644 100644 {OLD} {NEW} M\0a b.mdx\0:000000 100644 {NEW} {NEW} A\0new.mdx\0:100755 000000 {OLD} {NEW} D\0gone.md\0:120000 \
             120000 {OLD} {NEW} M\0link\0:160000 160000 {OLD} {NEW} M\0module\0"
        );
        let changed = read_changed(answer.as_bytes());
        let told: Vec<(&str, Option<&str>)> =
            changed.iter().map(|(path, blob)| (path.as_str(), blob.as_deref())).collect();
        assert_eq!(told, [("a b.mdx", Some(OLD)), ("gone.md", Some(OLD)), ("new.mdx", None)]);
        assert!(read_changed(b"").is_empty() && read_changed(b":100644").is_empty());
    }

    #[test]
    fn blobs_are_cut_by_their_sizes() {
        let answer = format!("100644 blob {OLD}       3\tdocs/a.mdx\0160000 commit {NEW}       -\tmodule\0");
        assert_eq!(read_sizes(answer.as_bytes()), BTreeMap::from([(OLD.to_owned(), 3)]));
        assert_eq!(read_blobs(b"abcde", &[3, 0, 2]), Some(vec![&b"abc"[..], b"", b"de"]));
        assert_eq!(read_blobs(b"abcde", &[3]), None);
        assert_eq!(read_blobs(b"ab", &[3]), None);
    }

    #[test]
    fn a_commit_is_a_long_name() {
        assert_eq!(read_commit(format!("{OLD}\n").as_bytes()).as_deref(), Some(OLD));
        assert_eq!(read_commit(b"main\n"), None);
        assert_eq!(read_commit(b""), None);
    }
}
