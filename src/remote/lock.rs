//! `docs.lock`: what was fetched from where, by the hash of its content. JSON in the order of its keys, so that the
//! same state is the same text and a change is a readable diff.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::hash::ContentHash;
use crate::text::{SourcePath, SourceText};

/// The file, beside `docs.json`.
pub const LOCK_FILE: &str = "docs.lock";

/// What `docs.lock` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lock {
    /// Fetched files by address.
    pub files: BTreeMap<String, Pin>,
    /// The faces of font families by name, as the font service described them.
    pub families: BTreeMap<String, Vec<RemoteFace>>,
    /// Stars of repositories by `owner/name`, when they were last asked for.
    pub stars: BTreeMap<String, u64>,
}

/// One fetched file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    pub hash: ContentHash,
    pub size: u64,
}

/// One face of a family: a file for some characters in some weights.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoteFace {
    /// Address of the file.
    pub url: String,
    /// `normal` or `italic`.
    pub style: String,
    /// `400`, or `100 900` for all in between.
    pub weight: String,
    /// `unicode-range`; empty: all characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub range: String,
}

/// Raised when older programs could misread the file.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Written {
    version: u32,
    #[serde(default)]
    families: BTreeMap<String, Vec<RemoteFace>>,
    #[serde(default)]
    files: BTreeMap<String, WrittenPin>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    stars: BTreeMap<String, u64>,
}

#[derive(Serialize, Deserialize)]
struct WrittenPin {
    blake3: String,
    size: u64,
}

impl Lock {
    /// Reads the file. What cannot be read pins nothing, and is told.
    pub fn parse(source: &SourceText) -> (Self, Option<Diagnostic>) {
        let broken = |reason: String| {
            Diagnostic::warning("broken-lock", format!("`{LOCK_FILE}` cannot be read: {reason}"))
                .in_file(&SourcePath::new(LOCK_FILE))
                .hint("run `docs fetch` to make it anew")
        };
        let written: Written = match serde_json::from_str(&source.text) {
            Ok(written) => written,
            Err(error) => return (Self::default(), Some(broken(error.to_string()))),
        };
        if written.version > VERSION {
            let reason = format!("it is of version {}, and this program knows {VERSION}", written.version);
            return (Self::default(), Some(broken(reason)));
        }
        let mut problem = None;
        let mut files = BTreeMap::new();
        for (url, pin) in written.files {
            match ContentHash::from_hex(&pin.blake3) {
                Some(hash) => {
                    files.insert(url, Pin { hash, size: pin.size });
                }
                None => problem = Some(broken(format!("`{}` is no blake3 hash", pin.blake3))),
            }
        }
        (Self { files, families: written.families, stars: written.stars }, problem)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let pin = |(url, pin): (&String, &Pin)| {
            (url.clone(), WrittenPin { blake3: pin.hash.to_hex(), size: pin.size })
        };
        let written = Written {
            version: VERSION,
            families: self.families.clone(),
            files: self.files.iter().map(pin).collect(),
            stars: self.stars.clone(),
        };
        // A tree of texts and numbers always becomes JSON.
        serde_json::to_string_pretty(&written).map(|text| text + "\n").unwrap_or_default()
    }

    /// The faces of a family, whatever the case of its name.
    pub fn family(&self, name: &str) -> Option<&[RemoteFace]> {
        let name = name.trim();
        let found = self.families.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, faces)| faces.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (Lock, Option<Diagnostic>) {
        Lock::parse(&SourceText::new(SourcePath::new(LOCK_FILE), text))
    }

    #[test]
    fn a_lock_reads_what_it_wrote() {
        let mut lock = Lock::default();
        let url = "https://a/b.woff2".to_owned();
        lock.files.insert(url.clone(), Pin { hash: ContentHash::of(b"x"), size: 1 });
        let face = RemoteFace { url, style: "normal".into(), weight: "400".into(), range: String::new() };
        lock.families.insert("Own".into(), vec![face]);
        lock.stars.insert("own/name".into(), 3);
        assert_eq!(parse(&lock.text()), (lock.clone(), None));
        assert!(lock.family(" own ").is_some() && lock.family("other").is_none());
    }

    #[test]
    fn whatever_it_holds_a_lock_is_read() {
        for text in [
            "",
            "{",
            "[]",
            "{\"version\":9}",
            "{\"version\":1,\"files\":{\"a\":{\"blake3\":\"x\",\"size\":1}}}",
        ] {
            let (lock, problem) = parse(text);
            assert_eq!(lock, Lock::default());
            assert_eq!(problem.map(|problem| problem.code), Some("broken-lock"), "{text}");
        }
    }
}
