//! Which pages were renamed, from what `git log` prints. Pure: running git is the engine's work.

use std::collections::{BTreeMap, BTreeSet};

use crate::text::{Slug, SourcePath};

/// What to ask for all renames below the folder where git runs, the newest first. What git takes for the same file has
/// nine of ten lines in common: a page that was written anew beside one that was deleted is another page.
#[rustfmt::skip]
pub const RENAMES_ARGUMENTS: &[&str] = &[
    "-c", "log.showSignature=false", "log", "--relative", "--diff-filter=R", "--find-renames=90%", "--name-status",
    "--no-ext-diff", "--no-color", "-z", "--format=", "HEAD", "--", ".",
];

/// Pages under the names that they had, by route.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renames(BTreeMap<String, Slug>);

impl Renames {
    /// Reads the answer to [`RENAMES_ARGUMENTS`]: `R095`, the old path and the new one, each with a NUL behind it.
    pub fn read(answer: &[u8]) -> Self {
        let mut pages = BTreeMap::new();
        let mut fields = answer.split(|byte| *byte == 0).filter_map(|field| {
            let field = String::from_utf8_lossy(field);
            let field = field.trim_start_matches('\n');
            (!field.is_empty()).then(|| field.to_owned())
        });
        while let (Some(_), Some(old), Some(new)) = (fields.next(), fields.next(), fields.next()) {
            let (old, new) = (SourcePath::new(&old), SourcePath::new(&new));
            let is_page = |path: &SourcePath| matches!(path.extension().as_str(), "mdx" | "md");
            if is_page(&old) && is_page(&new) {
                // Of several renames of one name the newest counts.
                pages.entry(Slug::of_page(&old).route().to_owned()).or_insert_with(|| Slug::of_page(&new));
            }
        }
        Self(pages)
    }

    /// The page that one of a path, with or without an extension, is now: the first of its later names that is there.
    pub fn end_of(&self, path: &str, is_there: &dyn Fn(&str) -> bool) -> Option<&Slug> {
        let path = path.strip_suffix(".mdx").or(path.strip_suffix(".md")).unwrap_or(path);
        let path = path.strip_suffix("/index").unwrap_or(path).trim_end_matches('/');
        let mut seen = BTreeSet::from([path]);
        let mut page = self.0.get(path)?;
        while !is_there(page.route()) {
            page = self.0.get(page.route()).filter(|_| seen.insert(page.route()))?;
        }
        Some(page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_followed_through_all_their_names() {
        let answer = b"R100\0b.mdx\0g/c.mdx\0\nR093\0a.mdx\0b.mdx\0R100\0p.png\0q.png\0R100\0x.md\0y.md\0R100\0y.md\0x.md\0";
        let renames = Renames::read(answer);
        let end = |path: &str| renames.end_of(path, &|page| page == "g/c").map(Slug::route);
        assert_eq!((end("a"), end("a.mdx"), end("b")), (Some("g/c"), Some("g/c"), Some("g/c")));
        assert_eq!((end("p.png"), end("x"), end("g/c")), (None, None, None));
        assert_eq!(renames.end_of("a", &|page| page == "b").map(Slug::route), Some("b"));
    }
}
