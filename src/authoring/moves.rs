//! What changes when files of a site move: links, imports, references between descriptions, navigation, redirects (CLI-08).
//!
//! Texts are not written anew: an address that leads to something that moves is replaced where it stands, in the form
//! that it has (from the root or relative, with or without ending), and everything around it stays as it is.

use std::collections::{BTreeMap, BTreeSet};

use super::edits::TextEdit;
use crate::encoding::percent_decoded;
use crate::source::category::{FileCategory, category, category_when_imported};
use crate::text::{Slug, SourcePath};

mod addresses;
mod config;
mod references;

use addresses::{Address, Form, addresses};

/// Folders with more pages than this get one redirect for all of them.
const MOST_REDIRECTS: usize = 50;

/// Which files go where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// Old path and new path of each file.
    files: BTreeMap<String, String>,
    /// A folder that moves as a whole.
    folder: Option<(String, String)>,
    /// All files of the project, when they are known.
    all: BTreeSet<String>,
}

/// One file's changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// Where the file is before the move.
    pub path: SourcePath,
    pub edits: Vec<TextEdit>,
    /// In how many places something changes, however many edits say so.
    pub places: usize,
}

impl Changes {
    fn of(path: &SourcePath, edits: Vec<TextEdit>) -> Option<Self> {
        let places = edits.len();
        (places > 0).then(|| Self { path: path.clone(), edits, places })
    }
}

impl Moves {
    /// One file.
    pub fn file(old: &SourcePath, new: &SourcePath) -> Self {
        Self {
            files: BTreeMap::from([(old.as_str().to_owned(), new.as_str().to_owned())]),
            ..Self::default()
        }
    }

    /// A folder with these files below it.
    pub fn folder(old: &SourcePath, new: &SourcePath, files: &[SourcePath]) -> Self {
        let rest = |file: &SourcePath| file.as_str().strip_prefix(old.as_str()).map(str::to_owned);
        let moved = |file: &SourcePath| Some((file.as_str().to_owned(), format!("{new}{}", rest(file)?)));
        let folder = Some((old.as_str().to_owned(), new.as_str().to_owned()));
        Self { files: files.iter().filter_map(moved).collect(), folder, ..Self::default() }
    }

    /// Says which files there are: only then is known that an address without a slash or dot is seen from the folder
    /// of its page, because nothing is called so in the root.
    pub fn among<'f>(mut self, files: impl IntoIterator<Item = &'f SourcePath>) -> Self {
        self.all = files.into_iter().map(|file| file.as_str().to_owned()).collect();
        self
    }

    /// Old and new paths.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(old, new)| (old.as_str(), new.as_str()))
    }

    /// The addresses that what moves has, or would have as a page, afterwards.
    fn arrivals(&self) -> impl Iterator<Item = String> + '_ {
        let is_page = |path: &&str| category(&SourcePath::new(path)) == FileCategory::Page;
        self.files.values().map(String::as_str).filter(is_page).map(route)
    }

    /// Where a file is afterwards.
    pub fn destination<'a>(&'a self, path: &'a str) -> &'a str {
        self.files.get(path).map_or(path, String::as_str)
    }

    /// Sources and destinations of the redirects that lead from old addresses of pages to the new ones. What some file
    /// imports is no page and had no address, and neither had what is ignored.
    pub fn redirects(&self, is_imported: &dyn Fn(&SourcePath) -> bool) -> Vec<(String, String)> {
        let is_page = |path: &str| category(&SourcePath::new(path)) == FileCategory::Page;
        let had_address = |path: &str| {
            let file = SourcePath::new(path);
            let is_snippet = is_imported(&file) && category_when_imported(&file) != FileCategory::Page;
            is_page(path) && !is_snippet && (self.all.is_empty() || self.all.contains(path))
        };
        let pages: Vec<(String, String)> = self
            .files()
            .filter(|(old, new)| had_address(old) && is_page(new))
            .map(|(old, new)| (route(old), route(new)))
            .filter(|(old, new)| old != new)
            .collect();
        match &self.folder {
            Some((old, new)) if pages.len() > MOST_REDIRECTS => {
                let own = pages.into_iter().filter(|(source, _)| *source == format!("/{old}"));
                own.chain([(format!("/{old}/:slug*"), format!("/{new}/:slug*"))]).collect()
            }
            _ => pages,
        }
    }

    /// What changes in a page, snippet or style sheet. `text` has line ends as they are on the disk.
    pub fn in_page(&self, path: &SourcePath, text: &str) -> Option<Changes> {
        let is_snippet = matches!(category(path), FileCategory::Snippet | FileCategory::LegacySnippet);
        let edits = addresses(path, text).into_iter().filter_map(|address| {
            // Links of a snippet are seen from the pages that show it; its imports from itself.
            let is_seen_from_elsewhere =
                is_snippet && address.form != Form::Import && address.text.starts_with('.');
            let new = if is_seen_from_elsewhere { None } else { self.rewritten(path, &address) };
            new.map(|new| TextEdit::new(address.range, new))
        });
        let edits: Vec<TextEdit> = edits.collect();
        Changes::of(path, edits)
    }

    /// What changes in an API description: the files that it refers to.
    pub fn in_description(&self, path: &SourcePath, text: &str) -> Option<Changes> {
        Changes::of(path, references::edits(self, path, text))
    }

    /// What changes in a file of the configuration; redirects are added to the one that is `docs.json` or holds
    /// `redirects` already. What was in the common form is in it afterwards.
    pub fn in_config(&self, path: &SourcePath, text: &str, adding: &[(String, String)]) -> Option<Changes> {
        let mut changes = Changes::of(path, config::edits(self, path, text, adding))?;
        if let Some(edits) = config::formatted(path, text, &changes.edits) {
            changes.edits = edits;
        }
        Some(changes)
    }

    /// The new form of an address in a file, when it has to change.
    fn rewritten(&self, file: &SourcePath, address: &Address) -> Option<String> {
        let (path, suffix) =
            address.text.split_at(address.text.find(['?', '#']).unwrap_or(address.text.len()));
        if path.is_empty() {
            return None;
        }
        let decoded = percent_decoded(path);
        if decoded.starts_with('.') {
            return self.rewritten_relative(file, &decoded, suffix, address.form);
        }
        let has_slash = decoded.starts_with('/');
        if !has_slash && self.is_beside(file, &decoded) {
            return self.rewritten_relative(file, &decoded, suffix, address.form);
        }
        let new = self.address(decoded.trim_start_matches('/'))?;
        let new = if has_slash { format!("/{new}") } else { new };
        Some(format!("{}{suffix}", address.form.encoded(&new)))
    }

    /// Whether an address without a slash leads to what lies beside its file, and to nothing in the root.
    fn is_beside(&self, file: &SourcePath, address: &str) -> bool {
        let is_there = |path: &str| {
            let path = path.trim_end_matches('/');
            let bare = [".mdx", ".md", ".html"].iter().find_map(|end| path.strip_suffix(end));
            let path = bare.filter(|_| !self.all.contains(path)).unwrap_or(path);
            let endings = ["", ".mdx", ".md", "/index.mdx", "/index.md"];
            endings.iter().any(|ending| self.all.contains(&format!("{path}{ending}")))
        };
        !is_there(address) && file.resolve(address).is_some_and(|path| is_there(path.as_str()))
    }

    fn rewritten_relative(&self, file: &SourcePath, path: &str, suffix: &str, form: Form) -> Option<String> {
        let old = file.resolve(path)?;
        let ending = if path.ends_with('/') { "/" } else { "" };
        let old = format!("{old}{ending}");
        let new = self.address(&old);
        let home = SourcePath::new(self.destination(file.as_str()));
        if new.is_none() && home == *file {
            return None;
        }
        let new = relative(home.parent().as_str(), new.as_deref().unwrap_or(&old));
        (new != path).then(|| format!("{}{suffix}", form.encoded(&new)))
    }

    /// What an address without a leading slash is afterwards; `None` when it does not lead to what moves.
    fn address(&self, path: &str) -> Option<String> {
        if let Some(new) = self.files.get(path) {
            return Some(new.clone());
        }
        let bare = path.trim_end_matches('/');
        let ending = if bare.len() < path.len() { "/" } else { "" };
        let page =
            |name: &str| [".mdx", ".md"].iter().find_map(|end| self.files.get(&format!("{name}{end}")));
        let below = |name: &str| if name.is_empty() { "index".to_owned() } else { format!("{name}/index") };
        let found = page(bare).or_else(|| page(&below(bare)));
        if let Some(new) = found {
            let slug = Slug::of_page(&SourcePath::new(new));
            // Who writes `index` gets it back, when there is one.
            let is_index = bare == "index" || bare.ends_with("/index");
            let new = if is_index { slug.as_str() } else { slug.route() };
            return Some(format!("{new}{ending}"));
        }
        // The ending of the page's Markdown, whatever that of its file.
        for ending in [".md", ".mdx", ".html"] {
            if let Some(new) = bare.strip_suffix(ending).and_then(page) {
                return Some(format!("{}{ending}", Slug::of_page(&SourcePath::new(new)).as_str()));
            }
        }
        // A folder without a page of its own leads on to one of its pages.
        let (old, new) = self.folder.as_ref()?;
        let rest = bare.strip_prefix(old.as_str())?;
        let folder = format!("{}/", bare.strip_suffix("/index").unwrap_or(bare));
        let is_folder =
            self.files.range(folder.clone()..).next().is_some_and(|(file, _)| file.starts_with(&folder));
        is_folder.then(|| format!("{new}{rest}{ending}"))
    }
}

/// The address of a page.
fn route(path: &str) -> String {
    format!("/{}", Slug::of_page(&SourcePath::new(path)).route())
}

/// The way from a folder to a path.
pub fn relative(folder: &str, path: &str) -> String {
    let from: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = path.split('/').collect();
    let shared =
        from.iter().zip(to.iter().take(to.len().saturating_sub(1))).take_while(|(a, b)| a == b).count();
    let up = "../".repeat(from.len() - shared);
    let down = to.get(shared..).unwrap_or_default().join("/");
    if up.is_empty() { format!("./{down}") } else { format!("{up}{down}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authoring::edits::apply;

    fn moved(moves: &Moves, path: &str, text: &str) -> String {
        let changes = moves.in_page(&SourcePath::new(path), text);
        changes.map_or(text.to_owned(), |changes| apply(text, &changes.edits))
    }

    #[test]
    fn what_lies_beside_a_page_is_found_from_its_new_folder() {
        let files = ["ops/domain.mdx", "ops/docker.mdx", "top.mdx", "ops/top.mdx"].map(SourcePath::new);
        let moves = Moves::file(&files[0], &SourcePath::new("guides/domain.mdx")).among(&files);
        let text = "[a](docker#ports) [b](top) [c](https://x.y) [d](nowhere) [e](docker.md)";
        assert_eq!(
            moved(&moves, "ops/domain.mdx", text),
            "[a](../ops/docker#ports) [b](top) [c](https://x.y) [d](nowhere) [e](../ops/docker.md)"
        );
        let text = "[e](/ops/domain.md) [f](domain)";
        assert_eq!(moved(&moves, "ops/docker.mdx", text), "[e](/guides/domain.md) [f](../guides/domain)");
    }

    #[test]
    fn addresses_keep_their_form() {
        let moves = Moves::file(&SourcePath::new("guides/a.mdx"), &SourcePath::new("howto/deep/b.mdx"));
        for (from, old, new) in [
            ("x.mdx", "[a](/guides/a)", "[a](/howto/deep/b)"),
            (
                "x.mdx",
                "[a](/guides/a#part \"Title\") ![](/guides/a.png)",
                "[a](/howto/deep/b#part \"Title\") ![](/guides/a.png)",
            ),
            ("x.mdx", "[a](guides/a.mdx?x=1)", "[a](howto/deep/b.mdx?x=1)"),
            ("guides/x.mdx", "[a](./a) [b](../guides/a/)", "[a](../howto/deep/b) [b](../howto/deep/b/)"),
            (
                "x.mdx",
                "<Card href=\"/guides/a\" title=\"/guides/a\" />",
                "<Card href=\"/howto/deep/b\" title=\"/guides/a\" />",
            ),
            ("x.mdx", "<Card href={'/guides/a'} />", "<Card href={'/howto/deep/b'} />"),
            (
                "x.mdx",
                "`[a](/guides/a)` and\n\n```md\n[a](/guides/a)\n```\n",
                "`[a](/guides/a)` and\n\n```md\n[a](/guides/a)\n```\n",
            ),
            ("x.mdx", "[a][1]\n\n[1]: /guides/a\n", "[a][1]\n\n[1]: /howto/deep/b\n"),
            (
                "x.mdx",
                "[a](/guides/ab) [b](https://x.y/guides/a)",
                "[a](/guides/ab) [b](https://x.y/guides/a)",
            ),
            // The page itself: what it says relatively is seen from its new folder.
            (
                "guides/a.mdx",
                "[c](./c) [d](/d) ![](../i.png) [e](#e)",
                "[c](../../guides/c) [d](/d) ![](../../i.png) [e](#e)",
            ),
            ("x.mdx", "import A from '/guides/a.mdx'\n\n<A />", "import A from '/howto/deep/b.mdx'\n\n<A />"),
            (
                "x.mdx",
                "---\ntitle: X\nurl: /guides/a\n---\n\n[ä](</guides/a>)\n",
                "---\ntitle: X\nurl: /howto/deep/b\n---\n\n[ä](</howto/deep/b>)\n",
            ),
            (
                "x.mdx",
                "---\nrelated: [/guides/a, { title: \"A\", href: /guides/a }, /guides/ab]\n\"og:url\": /guides/a\nog:see: /guides/a\n---\n",
                "---\nrelated: [/howto/deep/b, { title: \"A\", href: /howto/deep/b }, /guides/ab]\n\"og:url\": /howto/deep/b\nog:see: /howto/deep/b\n---\n",
            ),
        ] {
            assert_eq!(moved(&moves, from, old), new, "{from}");
        }
    }

    #[test]
    fn folders_take_everything_along() {
        let files: Vec<SourcePath> =
            ["guides/index.mdx", "guides/a.mdx", "guides/img/p q.png"].map(SourcePath::new).into();
        let moves = Moves::folder(&SourcePath::new("guides"), &SourcePath::new("docs/how"), &files);
        let text = "[a](/guides) [b](/guides/a) ![](/guides/img/p%20q.png) [c](./guides/a) [d](/guides/img/index) [e](/guidesx)";
        assert_eq!(
            moved(&moves, "x.mdx", text),
            "[a](/docs/how) [b](/docs/how/a) ![](/docs/how/img/p%20q.png) [c](./docs/how/a) [d](/docs/how/img/index) [e](/guidesx)"
        );
        assert_eq!(
            moved(&moves, "x.mdx", "<source srcSet=\"/guides/img/p%20q.png 1x, /b.png 2x\" />"),
            "<source srcSet=\"/docs/how/img/p%20q.png 1x, /b.png 2x\" />"
        );
        // Names of icons and texts are no addresses, whatever pages there are.
        let moves = Moves::file(&SourcePath::new("github.mdx"), &SourcePath::new("tools/github.mdx"));
        let text = "<Card icon=\"github\" href=\"/github\" /> <Icon icon={\"github\"} /> <Icon icon=\"/github.svg\" />";
        assert_eq!(moved(&moves, "x.mdx", text), text.replace("=\"/github\"", "=\"/tools/github\""));
        let moves = Moves::file(&SourcePath::new("a/b.mdx"), &SourcePath::new("a/c.mdx"));
        let text = "---\ntitle: a/b\ndescription: \"/a/b\"\nicon: a/b\nkeywords:\n  - a/b\nurl: /a/b\n---\n";
        assert_eq!(moved(&moves, "x.mdx", text), text.replace("url: /a/b", "url: /a/c"));
    }

    #[test]
    fn what_moves_in_a_folder_leads_to_each_other_as_before() {
        let files: Vec<SourcePath> =
            ["guides/index.mdx", "guides/a.mdx", "guides/img/p q.png"].map(SourcePath::new).into();
        let moves = Moves::folder(&SourcePath::new("guides"), &SourcePath::new("docs/how"), &files);
        // Inside, the way to each other is the same.
        assert_eq!(
            moved(&moves, "guides/a.mdx", "[a](./index) ![](img/x.png) [b](../x)"),
            "[a](./index) ![](img/x.png) [b](../../x)"
        );
        assert_eq!(
            moves.redirects(&|_| false),
            [
                ("/guides/a".to_owned(), "/docs/how/a".to_owned()),
                ("/guides".to_owned(), "/docs/how".to_owned())
            ]
        );
    }
}
