//! Files from elsewhere that a project uses: fonts, descriptions of APIs with what they refer to, what draws diagrams, and
//! how many stars the repositories of the header have.
//!
//! A build fetches nothing. `docs fetch` downloads what the configuration names, keeps it below [`REMOTE_FOLDER`]
//! under the hash of its content, and pins it in [`lock::LOCK_FILE`]. A build uses a file when the lock names it and
//! the copy is there with that very hash; otherwise it says so and goes on without.
//!
//! `lock` is the list, `google` the language of the font service: both pure. `fetch` is the command's work; it reaches
//! the network through [`crate::system::System::fetch`].

pub mod fetch;
pub mod google;
pub mod lock;

use crate::config::chrome::{Navbar, NavbarKind};
use crate::config::look::Fonts;
use crate::hash::ContentHash;
use crate::text::SourcePath;

/// Where copies lie, below the folder of `docs.json`.
pub const REMOTE_FOLDER: &str = ".docs/remote";

/// Something that a configuration names and that lies elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RemoteSource {
    /// A family of the font service, by its name.
    FontFamily(String),
    /// A font file at an address.
    FontFile(String),
    /// An API description at an address, or a file that one refers to.
    Description(String),
    /// How many stars a repository on GitHub has; `owner/name`.
    Stars(String),
}

/// A script that pages load from elsewhere, and whose content this program knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownScript {
    pub url: &'static str,
    /// As browsers write it.
    pub integrity: &'static str,
}

/// The path of the copy with this content.
pub fn copy_path(hash: ContentHash) -> SourcePath {
    SourcePath::new(&format!("{REMOTE_FOLDER}/{}", hash.to_hex()))
}

/// The hash in the name of a copy; `None` for other files.
pub fn hash_in_name(name: &str) -> Option<ContentHash> {
    ContentHash::from_hex(name)
}

/// What the fonts of a site need from elsewhere, each once. `has` tells which families need nothing.
pub fn remote_fonts(fonts: &Fonts, has: &dyn Fn(&str) -> bool) -> Vec<RemoteSource> {
    let mut wanted = Vec::new();
    for font in fonts.all() {
        let family = font.family.trim();
        match &font.source {
            Some(source) if is_remote(source) => wanted.push(RemoteSource::FontFile(source.clone())),
            Some(_) => {}
            None if family.is_empty() || has(family) => {}
            None => wanted.push(RemoteSource::FontFamily(family.to_owned())),
        }
    }
    wanted.sort();
    wanted.dedup();
    wanted
}

/// The repositories of the links at the top, each once, for the number of their stars.
pub fn starred(navbars: &[&Navbar]) -> Vec<RemoteSource> {
    let links = navbars.iter().flat_map(|navbar| {
        let primary = navbar.primary.iter().map(|primary| (primary.kind, primary.href.as_str()));
        navbar.links.iter().map(|link| (link.kind, link.href.as_str())).chain(primary)
    });
    let github = links.filter(|(kind, _)| *kind == NavbarKind::Github);
    let mut wanted: Vec<RemoteSource> =
        github.filter_map(|(_, href)| repository(href)).map(RemoteSource::Stars).collect();
    wanted.sort();
    wanted.dedup();
    wanted
}

/// Owner and name of a repository on GitHub, in lower case as GitHub compares them.
pub fn repository(href: &str) -> Option<String> {
    let path = href.trim().strip_prefix("https://")?;
    let path = path.strip_prefix("www.").unwrap_or(path).strip_prefix("github.com/")?;
    let path = path.split(['?', '#']).next()?.trim_end_matches('/').trim_end_matches(".git");
    let (owner, name) = path.split_once('/')?;
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    (is_name(owner) && is_name(name)).then(|| path.to_ascii_lowercase())
}

/// A number of stars as GitHub shows it: `950`, `12.3k`.
pub fn star_count(count: u64) -> String {
    match count {
        0..1000 => count.to_string(),
        // Tenths of a thousand, rounded as people do.
        1000..99_950 => {
            let tenths = (count + 50) / 100;
            match tenths % 10 {
                0 => format!("{}k", tenths / 10),
                tenth => format!("{}.{tenth}k", tenths / 10),
            }
        }
        _ => format!("{}k", (count + 500) / 1000),
    }
}

/// Whether a reference of the configuration leads out of the project.
pub fn is_remote(reference: &str) -> bool {
    let lower = reference.trim_start().to_ascii_lowercase();
    lower.starts_with("https://") || lower.starts_with("http://")
}

/// Families that are on readers' systems or mean a kind: nothing is to be had for them.
pub fn is_system_family(family: &str) -> bool {
    const SYSTEM: &[&str] = &[
        "-apple-system",
        "arial",
        "arial black",
        "blinkmacsystemfont",
        "cambria",
        "comic sans ms",
        "consolas",
        "courier",
        "courier new",
        "cursive",
        "fantasy",
        "georgia",
        "helvetica",
        "helvetica neue",
        "impact",
        "inherit",
        "initial",
        "lucida grande",
        "menlo",
        "monaco",
        "monospace",
        "palatino",
        "sans-serif",
        "segoe ui",
        "serif",
        "sf mono",
        "sf pro",
        "sf pro display",
        "sf pro text",
        "system-ui",
        "tahoma",
        "times",
        "times new roman",
        "trebuchet ms",
        "ui-monospace",
        "ui-rounded",
        "ui-sans-serif",
        "ui-serif",
        "verdana",
    ];
    SYSTEM.binary_search(&family.trim().to_ascii_lowercase().as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chr_01_repositories_and_their_stars() {
        for (href, name) in [
            ("https://github.com/Own/Name", Some("own/name")),
            ("https://www.github.com/own/a.b/", Some("own/a.b")),
            ("https://github.com/own/name.git?x#y", Some("own/name")),
            ("https://github.com/own", None),
            ("https://github.com/own/name/tree/main", None),
            ("https://example.com/own/name", None),
        ] {
            assert_eq!(repository(href).as_deref(), name, "{href}");
        }
        let shown = [0, 999, 1000, 1049, 1050, 12_345, 99_949, 99_950, 123_456].map(star_count);
        assert_eq!(shown, ["0", "999", "1k", "1k", "1.1k", "12.3k", "99.9k", "100k", "123k"]);
    }

    #[test]
    fn cfg_19_system_families_are_found_whatever_their_case() {
        for family in ["Arial", "system-ui", "VERDANA", "-apple-system", "Comic Sans MS"] {
            assert!(is_system_family(family), "{family}");
        }
        assert!(!is_system_family("Inter") && !is_system_family(""));
    }
}
