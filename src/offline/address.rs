//! Where an address of a page leads in the folder, seen from the page's file.

use std::collections::BTreeSet;

use crate::encoding::percent_decoded;
use crate::text::{encode_part, has_scheme};

/// Marks that stand as they are in an address, as for `encodeURIComponent`: scripts compare addresses as texts.
const KEPT: &str = "!'()*";

/// A file of the site among the others.
pub(super) struct Place<'a> {
    files: &'a BTreeSet<String>,
    /// Its folder.
    folder: Vec<&'a str>,
    /// The folder that its addresses are relative to when it is served: the one above, for a page in a folder of its own.
    served: Vec<&'a str>,
}

impl<'a> Place<'a> {
    pub fn new(path: &'a str, files: &'a BTreeSet<String>) -> Self {
        let folder: Vec<&str> = path.split('/').collect();
        let folder = folder.split_last().map_or(Vec::new(), |(_, folder)| folder.to_vec());
        let served = match path.ends_with("/index.html") {
            true => folder.split_last().map_or(Vec::new(), |(_, above)| above.to_vec()),
            false => folder.clone(),
        };
        Self { files, folder, served }
    }

    /// The way up to the folder of the site: empty or with a slash at its end.
    pub fn root(&self) -> String {
        "../".repeat(self.folder.len())
    }

    /// The address as it works from a disk; `None` when it is to stay as it is.
    pub fn address(&self, written: &str) -> Option<String> {
        let written = written.trim();
        if written.is_empty()
            || written.starts_with(['#', '?'])
            || written.starts_with("//")
            || has_scheme(written)
        {
            return None;
        }
        let end = written.find(['?', '#']).unwrap_or(written.len());
        let (path, rest) = written.split_at(end);
        let found = match path.strip_prefix('/') {
            Some(rooted) => {
                let path = percent_decoded(rooted.trim_matches('/')).into_owned();
                self.file(&path).unwrap_or(path)
            }
            // What is nowhere stays, to be seen as what it is.
            None => self.file(&self.joined(path)?).or_else(|| self.file(&percent_decoded(path)))?,
        };
        Some(format!("{}{rest}", self.relative(&found)))
    }

    /// The file behind a path.
    fn file(&self, path: &str) -> Option<String> {
        let page = if path.is_empty() { "index.html".to_owned() } else { format!("{path}/index.html") };
        let candidates = [path.to_owned(), page, format!("{path}.html")];
        candidates.into_iter().find(|candidate| self.files.contains(candidate))
    }

    fn joined(&self, path: &str) -> Option<String> {
        let mut parts: Vec<String> = self.served.iter().map(|part| (*part).to_owned()).collect();
        for part in percent_decoded(path).split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop()?;
                }
                part => parts.push(part.to_owned()),
            }
        }
        Some(parts.join("/"))
    }

    fn relative(&self, target: &str) -> String {
        let parts: Vec<&str> = target.split('/').collect();
        let folders = parts.len().saturating_sub(1);
        let common =
            parts.iter().take(folders).zip(&self.folder).take_while(|(own, other)| own == other).count();
        let mut out = "../".repeat(self.folder.len() - common);
        let below: Vec<String> = parts.iter().skip(common).map(|part| encode_part(part, KEPT)).collect();
        let below = below.join("/");
        // A colon in the first part would be read as a scheme.
        if out.is_empty() && below.contains(':') {
            out.push_str("./");
        }
        out + &below
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cli_10_addresses_lead_to_files() {
        let files: BTreeSet<String> = [
            "index.html",
            "a/index.html",
            "a/b/index.html",
            "v1.2/index.html",
            "ü x/index.html",
            "img/p.png",
            "a.md",
            "a/b.html",
        ]
        .map(str::to_owned)
        .into();
        let cases = [
            ("a/b/index.html", "/", "../../index.html"),
            ("a/b/index.html", "/a#x", "../index.html#x"),
            ("a/b/index.html", "/a/b", "index.html"),
            ("a/b/index.html", "/v1.2/?q=1", "../../v1.2/index.html?q=1"),
            ("a/b/index.html", "/img/p.png", "../../img/p.png"),
            ("a/b/index.html", "/%C3%BC%20x", "../../%C3%BC%20x/index.html"),
            ("index.html", "/a.md", "a.md"),
            // As the server sees it `/a/b` lies in `/a`.
            ("a/b/index.html", "b", "index.html"),
            ("a/b/index.html", "../img/p.png", "../../img/p.png"),
            ("a/b/index.html", "img/p.png", "../../img/p.png"),
            ("index.html", "/nowhere", "nowhere"),
        ];
        for (page, written, expected) in cases {
            assert_eq!(
                Place::new(page, &files).address(written).as_deref(),
                Some(expected),
                "{page}: {written}"
            );
        }
        for kept in [
            "#x",
            "?q",
            "https://e.x/a",
            "mailto:a@e.x",
            "//e.x",
            "",
            "nowhere",
            "../../../x",
            "data:image/png,x",
        ] {
            assert_eq!(Place::new("a/b/index.html", &files).address(kept), None, "{kept}");
        }
    }
}
