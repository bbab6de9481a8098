//! Why a file of the output would be made again: the parts of its key when it was made, and as they are now.
//!
//! A part is anything that the bytes depend on, with a name that people understand and the hash of what it
//! was. Not here: where parts come from (`queries`), and where those of the last build are kept (the store).

use serde::{Deserialize, Serialize};

use crate::hash::ContentHash;
use crate::text::SourcePath;

/// Something that an output's bytes depend on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Part {
    /// The page's own file, or the API description that it was generated from.
    Source(SourcePath),
    /// The content of another file: a snippet, a description.
    Content(SourcePath),
    /// Whether a file is there.
    Exists(SourcePath),
    /// The size of a picture.
    Size(SourcePath),
    /// What it shows of an API description.
    Descriptions,
    /// The grammars of the project.
    Grammars,
    /// A term of the glossary that a page has.
    Glossary,
    /// `api` of the configuration.
    ApiSettings,
    /// `icons.library`.
    IconLibrary,
    /// `variables` and `markdown.admonitions` of `docs.json`.
    Reading,
    /// What the page is called, and what its front matter says about it.
    Label,
    /// Its trail, and the pages before and after it.
    Place,
    /// The navigation of its section.
    Sidebar,
    /// The frame around all pages: theme, logo, navbar, footer, banner, scripts.
    Frame,
    /// Base path, URL style, site address.
    Settings,
    /// The rendered body, when nothing that it was made from is different.
    Body,
    /// The program itself.
    Program,
}

impl Part {
    /// What it means that this part is different, as the end of "because …".
    fn changed(&self) -> String {
        match self {
            Self::Source(path) => format!("`{path}` was edited"),
            Self::Content(path) => format!("`{path}`, which it shows, was edited"),
            Self::Exists(path) => format!("`{path}` appeared or went"),
            Self::Size(path) => format!("the picture `{path}` has another size"),
            Self::Descriptions => "what it shows of an API description was edited".to_owned(),
            Self::Grammars => "a code grammar was edited".to_owned(),
            Self::Glossary => "a term of the glossary was explained in other words".to_owned(),
            Self::ApiSettings => "the settings of API pages were edited".to_owned(),
            Self::IconLibrary => "`icons.library` in `docs.json` is different".to_owned(),
            Self::Reading => "`variables` or `markdown.admonitions` in `docs.json` are different".to_owned(),
            Self::Label => "its title, description or other front matter is different".to_owned(),
            Self::Place => "its place in the navigation is different: trail, neighbours, versions".to_owned(),
            Self::Sidebar => "the navigation of its section is different".to_owned(),
            Self::Frame => {
                "what surrounds all pages is different: name, theme, logo, navbar, footer, scripts".to_owned()
            }
            Self::Settings => "base path, URL style or site address is different".to_owned(),
            Self::Body => "its body is rendered differently".to_owned(),
            Self::Program => "it was made by another version of docs".to_owned(),
        }
    }
}

/// The parts of one output, each with the hash of what it was.
pub type Parts = Vec<(Part, ContentHash)>;

/// What is known of the last time an output was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Before {
    /// No build wrote it.
    Never,
    /// It was written, but from what is no longer known.
    Unrecorded,
    /// It was made from these.
    Made(Parts),
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is different: it would be left alone.
    Current,
    /// It does not exist yet.
    New,
    /// It would be made again for these reasons, the nearest first.
    Changed(Vec<String>),
    /// It would be made again; from what it was made is not known.
    Unknown,
    /// It is not as it was written, or gone.
    Damaged,
    /// It would be deleted.
    Unwanted,
}

/// The verdict about an output that is made from one thing: `known` is the key that it was made under, `key` the one
/// it has now, `reason` the end of "because …" when they differ.
pub fn compare_keys(known: Option<ContentHash>, key: ContentHash, disk: Disk, reason: String) -> Verdict {
    match known {
        None => Verdict::New,
        Some(known) if known != key => Verdict::Changed(vec![reason]),
        Some(_) if disk == Disk::Other => Verdict::Damaged,
        Some(_) => Verdict::Current,
    }
}

/// Whether an output is on disk as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disk {
    AsWritten,
    Other,
}

/// Compares. `keys_equal`: whether the key as a whole is the one of the last build.
pub fn compare(before: &Before, now: &Parts, key: Key) -> Verdict {
    match (before, key) {
        (Before::Never, _) => Verdict::New,
        (_, Key::Same) => Verdict::Current,
        (Before::Unrecorded, Key::Other) => Verdict::Unknown,
        (Before::Made(before), Key::Other) => {
            let mut parts: Vec<&Part> = Vec::new();
            let differs = |here: &Parts, there: &Parts| -> Vec<Part> {
                here.iter().filter(|part| !there.contains(part)).map(|(part, _)| part.clone()).collect()
            };
            let mut found = differs(before, now);
            found.extend(differs(now, before));
            found.sort();
            found.dedup();
            parts.extend(&found);
            // A body that differs is no news when what it was made from differs.
            let deeper = parts.iter().any(|part| **part < Part::Label);
            parts.retain(|part| **part != Part::Body || !deeper);
            if parts.is_empty() {
                return Verdict::Unknown;
            }
            Verdict::Changed(parts.into_iter().map(Part::changed).collect())
        }
    }
}

/// Whether the key of an output is the one that it was made under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Same,
    Other,
}

/// The answer in words.
pub fn told(output: &str, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Current => format!("`{output}` is up to date: nothing that it is made from has changed.\n"),
        Verdict::New => format!("`{output}` would be written: no build has made it yet.\n"),
        Verdict::Unknown => format!(
            "`{output}` would be made again. Why is not known: what it was made from was not kept, or it was made \
             by another version of docs.\n"
        ),
        Verdict::Damaged => {
            format!("`{output}` would be written again: on disk it is not as it was written, or gone.\n")
        }
        Verdict::Unwanted => format!("`{output}` would be deleted: nothing makes it any more.\n"),
        Verdict::Changed(reasons) => match &reasons[..] {
            [only] => format!("`{output}` would be made again: {only}.\n"),
            _ => {
                let lines: String = reasons.iter().map(|reason| format!("  - {reason}\n")).collect();
                format!("`{output}` would be made again:\n{lines}")
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(number: u8) -> ContentHash {
        ContentHash::of(&[number])
    }

    fn parts(source: u8, snippet: u8, sidebar: u8, body: u8) -> Parts {
        vec![
            (Part::Source(SourcePath::new("a.mdx")), hash(source)),
            (Part::Content(SourcePath::new("snippets/b.mdx")), hash(snippet)),
            (Part::Sidebar, hash(sidebar)),
            (Part::Body, hash(body)),
        ]
    }

    fn reasons(before: Parts, now: &Parts) -> String {
        told("a/index.html", &compare(&Before::Made(before), now, Key::Other))
    }

    #[test]
    fn the_nearest_reason_is_told() {
        let now = parts(1, 1, 1, 1);
        assert_eq!(compare(&Before::Never, &now, Key::Other), Verdict::New);
        assert_eq!(compare(&Before::Made(now.clone()), &now, Key::Same), Verdict::Current);
        assert_eq!(compare(&Before::Unrecorded, &now, Key::Other), Verdict::Unknown);
        let edited = reasons(parts(2, 1, 1, 2), &now);
        assert_eq!(edited, "`a/index.html` would be made again: `a.mdx` was edited.\n");
        let snippet = reasons(parts(1, 2, 1, 2), &now);
        assert!(snippet.contains("`snippets/b.mdx`, which it shows"), "{snippet}");
        let body = reasons(parts(1, 1, 1, 2), &now);
        assert!(body.contains("rendered differently"), "{body}");
        let both = reasons(parts(2, 1, 2, 2), &now);
        assert_eq!(both.lines().count(), 3, "{both}");
        assert_eq!(compare(&Before::Made(now.clone()), &now, Key::Other), Verdict::Unknown);
    }

    #[test]
    fn what_a_page_no_longer_asks_counts() {
        let now = parts(1, 1, 1, 1);
        let mut before = now.clone();
        before.push((Part::Exists(SourcePath::new("gone.png")), hash(0)));
        assert!(reasons(before, &now).contains("`gone.png` appeared or went"));
    }
}
