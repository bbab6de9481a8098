//! What the last complete build left in the output directory.
//!
//! The file `.docs-manifest.json` is JSON with one entry a line, sorted by path, so that the same site has
//! the same bytes. Its first line carries the format's version, its last one the hash of the entries: a torn,
//! edited or foreign manifest is told from a true one and never used. It holds no times and no absolute
//! paths.

use std::borrow::Cow;
use std::fmt::Write as _;

use rayon::prelude::*;

use crate::hash::{ContentHash, ContentHasher};
use crate::system::Metadata;
use crate::text::OutPath;

/// The name of the manifest in the output directory.
pub const MANIFEST_FILE: &str = crate::system::walk::OUTPUT_MARK;

/// The first line. The number is the version of the format.
const HEAD: &str = "{\"docsManifest\":2,\"files\":[";
/// The last line up to the hash, and after it.
const HASH: &str = "\n],\"checksum\":\"";
const END: &str = "\"}\n";
/// The first line of version 1 up to the hash, which stood there, and after it.
const OLD_HEAD: (&str, &str) = ("{\"docsManifest\":1,\"checksum\":\"", "\",\"files\":[");

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

/// Hands the text of a manifest of the files at `places`, in the order of their paths, to `each`, piece by piece: at
/// 200,000 files it would be the largest thing of a build. A place of which nothing is `known` is left out.
pub fn write<P>(places: &[P], known: &dyn Fn(&P) -> Option<(OutPath, Entry)>, each: &mut dyn FnMut(&[u8])) {
    let mut hash = ContentHasher::default();
    let mut is_first = true;
    each(HEAD.as_bytes());
    for places in places.chunks(WRITTEN_AT_ONCE) {
        let files: Vec<(OutPath, Entry)> = places.iter().filter_map(known).collect();
        // Written by all threads, but not all at once.
        let parts: Vec<String> = files.par_chunks(WRITTEN_AT_ONCE / 16).map(lines).collect();
        for part in parts {
            // No comma before the first line.
            let text = &part[usize::from(std::mem::take(&mut is_first))..];
            hash.update(text.as_bytes());
            each(text.as_bytes());
        }
    }
    for end in [HASH, &hash.finish().to_hex(), END] {
        each(end.as_bytes());
    }
}

fn lines(files: &[(OutPath, Entry)]) -> String {
    let mut text = String::new();
    for (path, entry) in files {
        let name = serde_json::Value::from(path.as_str());
        // Writing to a string cannot fail.
        let (content, key) = (entry.content.to_hex(), entry.key.to_hex());
        let _ = write!(text, ",\n[{name},{},\"{content}\",\"{key}\"]", entry.size);
    }
    text
}

/// Reads what [`write`](self::write) wrote; `None` for anything else.
pub fn decode(bytes: &[u8]) -> Option<Vec<(OutPath, Entry)>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (checksum, body, hashed) = match text.strip_prefix(HEAD) {
        Some(rest) => {
            let (body, checksum) = rest.strip_suffix(END)?.rsplit_once(HASH)?;
            (checksum, body, body)
        }
        None => {
            let (checksum, hashed) = text.strip_prefix(OLD_HEAD.0)?.split_once(OLD_HEAD.1)?;
            (checksum, hashed.strip_suffix("\n]}\n")?, hashed)
        }
    };
    if ContentHash::from_hex(checksum)? != ContentHash::of(hashed.as_bytes()) {
        return None;
    }
    let lines: Vec<&str> = body.trim_start().lines().collect();
    lines.into_par_iter().with_min_len(1000).map(decode_line).collect()
}

fn decode_line(line: &str) -> Option<(OutPath, Entry)> {
    let line = line.strip_suffix(',').unwrap_or(line);
    let (path, size, content, key): (Cow<str>, u64, &str, &str) = serde_json::from_str(line).ok()?;
    let entry = Entry { size, content: ContentHash::from_hex(content)?, key: ContentHash::from_hex(key)? };
    let normal = OutPath::new(&path);
    (normal.as_str() == path && !path.is_empty()).then_some((normal, entry))
}
