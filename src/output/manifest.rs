//! What the last complete build left in the output directory.
//!
//! The file `.docs-manifest.json` is JSON with one entry a line, sorted by path, so that the same site has
//! the same bytes. Its first line carries the format's version and the hash of all that follows: a torn,
//! edited or foreign manifest is told from a true one and never used. It holds no times and no absolute
//! paths.

use std::borrow::Cow;
use std::fmt::Write;

use rayon::prelude::*;

use crate::hash::ContentHash;
use crate::system::Metadata;
use crate::text::OutPath;

/// The name of the manifest in the output directory.
pub const MANIFEST_FILE: &str = crate::system::walk::OUTPUT_MARK;

/// The first line up to the hash. The number is the version of the format.
const HEAD: &str = "{\"docsManifest\":1,\"checksum\":\"";
/// The first line after the hash.
const HEAD_END: &str = "\",\"files\":[";
/// About as many bytes as a line has besides its path: two hashes, a size, and what separates them.
const LINE: usize = 150;

/// Lines that are written before they are put together.
const WRITTEN_AT_ONCE: usize = 1 << 14;

/// What is known of a file that we wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its size in bytes.
    pub size: u64,
    /// The hash of its bytes.
    pub content: ContentHash,
    /// The hash of everything that its bytes depend on.
    pub key: ContentHash,
}

/// What tells one manifest on disk from another without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    modified_ns: i64,
    size: u64,
    inode: u64,
}

impl From<&Metadata> for Stamp {
    fn from(found: &Metadata) -> Self {
        Self { modified_ns: found.modified_ns, size: found.size, inode: found.inode }
    }
}

/// The text of a manifest of `files`, in any order, each path once.
pub fn encode(files: impl IntoIterator<Item = (OutPath, Entry)>) -> String {
    let mut files: Vec<(OutPath, Entry)> = files.into_iter().collect();
    files.par_sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    // One text of the right size: at 200,000 files it is the largest thing of a build that is held at once.
    let size: usize = files.iter().map(|(path, _)| path.as_str().len() + LINE).sum();
    let mut text = String::with_capacity(HEAD.len() + HEAD_END.len() + LINE + size);
    text.push_str(HEAD);
    text.push_str(&ContentHash::default().to_hex());
    let checksum = HEAD.len()..text.len();
    text.push_str(HEAD_END);
    let body = text.len();
    // Written by all threads, but not all at once: that would be the same text a second time.
    for files in files.chunks(WRITTEN_AT_ONCE) {
        let parts: Vec<String> = files.par_chunks(WRITTEN_AT_ONCE / 16).map(lines).collect();
        parts.iter().for_each(|part| text.push_str(part));
    }
    // No comma after the last line.
    text.truncate(text.len() - usize::from(!files.is_empty()));
    text.push_str("\n]}\n");
    let hash = ContentHash::of(&text.as_bytes()[body..]).to_hex();
    text.replace_range(checksum, &hash);
    text
}

fn lines(files: &[(OutPath, Entry)]) -> String {
    let mut text = String::new();
    for (path, entry) in files {
        let name = serde_json::Value::from(path.as_str());
        // Writing to a string cannot fail.
        let (content, key) = (entry.content.to_hex(), entry.key.to_hex());
        let _ = write!(text, "\n[{name},{},\"{content}\",\"{key}\"],", entry.size);
    }
    text
}

/// Reads what [`encode`] wrote; `None` for anything else.
pub fn decode(bytes: &[u8]) -> Option<Vec<(OutPath, Entry)>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (checksum, body) = text.strip_prefix(HEAD)?.split_once(HEAD_END)?;
    if ContentHash::from_hex(checksum)? != ContentHash::of(body.as_bytes()) {
        return None;
    }
    let lines: Vec<&str> = body.trim_start().strip_suffix("]}\n")?.lines().collect();
    lines.into_par_iter().with_min_len(1000).map(decode_line).collect()
}

fn decode_line(line: &str) -> Option<(OutPath, Entry)> {
    let line = line.strip_suffix(',').unwrap_or(line);
    let (path, size, content, key): (Cow<str>, u64, &str, &str) = serde_json::from_str(line).ok()?;
    let entry = Entry { size, content: ContentHash::from_hex(content)?, key: ContentHash::from_hex(key)? };
    let normal = OutPath::new(&path);
    (normal.as_str() == path && !path.is_empty()).then_some((normal, entry))
}
