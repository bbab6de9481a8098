//! Why an output would be made again, without making it.

use std::collections::BTreeSet;

use super::{Engine, Silent};
use crate::explain::{Before, Disk, Key, Verdict, compare, compare_keys};
use crate::hash::ContentHash;
use crate::html::page_assets::{nav_script, of_components};
use crate::html::section_view::section_file;
use crate::queries::{self, PageKey, PageOrigin, PartKey, SectionKey};
use crate::site::hosting::Precompress;
use crate::text::{OutPath, Slug, SourcePath};

/// An answer about one output.
pub struct Explanation {
    pub output: OutPath,
    pub verdict: Verdict,
}

impl Engine {
    /// Looks at the sources as they are and tells about the output that `asked` names: an output path, a page's
    /// address, or a source path. `None` when it names nothing.
    pub fn explain(&mut self, asked: &str) -> Option<Explanation> {
        let found = self.with_pool(|engine| {
            engine.scan(&BTreeSet::new());
            let files = engine.files_with_heads();
            engine.carry_heads(&files, &Silent);
            engine.read_named();
            engine.read_descriptions();
            engine.explanation(asked.trim_start_matches("./").trim_start_matches('/'))
        });
        // What was made for the answer is of use to the next build; a store that cannot be written is told by that.
        let _ = self.db.save_store();
        found
    }

    fn explanation(&self, asked: &str) -> Option<Explanation> {
        let (db, project) = (&self.db, self.project);
        let addresses = queries::addresses(db, project);
        let list = queries::site_pages(db, project);
        let asked = self.unpacked(asked);
        let is_asked = |(slug, origin): &(&Slug, &PageOrigin)| {
            let source = match origin {
                PageOrigin::File(file) => Some(file.path(db)),
                PageOrigin::Generated(_) | PageOrigin::StandIn(_) => None,
            };
            slug.as_str() == asked
                || addresses.page_file(slug).as_str() == asked
                || slug.route() == asked.trim_end_matches('/')
                || source.is_some_and(|source| source.as_str() == asked)
        };
        if let Some((slug, _)) = list.iter().find(is_asked) {
            let output = addresses.page_file(slug);
            let page = PageKey::new(db, slug.clone());
            let now = queries::parts::page_parts(db, project, page);
            let key = queries::page_key(db, page);
            let (before, same) = match self.output.key(&output) {
                None => (Before::Never, Key::Other),
                Some(known) => {
                    let parts = queries::parts::recorded(db, known);
                    let same = if known == key && self.output.is_current(&output, key) {
                        Key::Same
                    } else {
                        Key::Other
                    };
                    (parts.map_or(Before::Unrecorded, Before::Made), same)
                }
            };
            let damaged = self.output.key(&output) == Some(key) && same == Key::Other;
            let verdict = if damaged { Verdict::Damaged } else { compare(&before, &now, same) };
            return Some(Explanation { output, verdict });
        }
        let of_export = |slug: &&Slug| addresses.export_file(slug).as_str() == asked;
        if let Some(slug) = list.keys().find(of_export) {
            let output = addresses.export_file(slug);
            let page = PageKey::new(db, slug.clone());
            // What it is made from is known of the page; here it is enough that it is another.
            let key = queries::exports::export_key(db, page)?;
            let known = self.output.key(&output);
            let reason = "its text, its title or its description is different".to_owned();
            let disk = if self.output.is_current(&output, key) { Disk::AsWritten } else { Disk::Other };
            return Some(Explanation { output, verdict: compare_keys(known, key, disk, reason) });
        }
        let output = OutPath::new(asked);
        let source = SourcePath::new(asked);
        let known = self.output.key(&output);
        let collections = queries::collections(db, project);
        let made = if let Some(file) = collections.get(&source) {
            let text = queries::collection_text(db, *file)?;
            Some((ContentHash::of(text.as_bytes()), format!("`{}` was edited", file.path(db))))
        } else if queries::published_files(db, project).contains(&source) {
            Some((project.files(db).get(&source)?.hash(db), format!("`{source}` was edited")))
        } else {
            self.generated(&output)
        };
        let verdict = match (made, known) {
            (Some((key, reason)), known) => {
                let as_written = self.output.is_current(&output, key);
                compare_keys(known, key, if as_written { Disk::AsWritten } else { Disk::Other }, reason)
            }
            (None, Some(_)) => Verdict::Unwanted,
            (None, None) => return None,
        };
        Some(Explanation { output, verdict })
    }

    /// The file that a compressed copy is made from; any other file itself.
    fn unpacked<'a>(&self, asked: &'a str) -> &'a str {
        let is_on = self.project.settings(&self.db).precompress == Precompress::On;
        let is_authors = || queries::published_files(&self.db, self.project).contains(asked);
        let is_packed =
            |file: &&str| is_on && self.output.key(&OutPath::new(file)).is_some() && !is_authors();
        asked.strip_suffix(".gz").filter(is_packed).unwrap_or(asked)
    }

    /// The key of a file that is no page and no copy, and what it means that it is another one.
    fn generated(&self, output: &OutPath) -> Option<(ContentHash, String)> {
        let (db, project) = (&self.db, self.project);
        let addresses = queries::addresses(db, project);
        let path = output.as_str();
        let of_text = |text: &str, reason: &str| Some((ContentHash::of(text.as_bytes()), reason.to_owned()));
        let theme = queries::theme_files(db, project);
        // Another theme has another name.
        if path == theme.style.0 {
            return of_text(&theme.style.1, "colours, fonts or code themes in `docs.json` are different");
        }
        let own = (theme.script.0.as_str(), theme.script.1.as_str());
        let of_pages = std::iter::once(nav_script(addresses)).chain(of_components(addresses));
        for (file, text) in std::iter::once(own).chain(of_pages.map(|asset| (asset.file, asset.text))) {
            if path == file {
                return of_text(text, "the theme is different");
            }
        }
        let third_parties = queries::vendors::third_parties(db, project);
        if let Some((_, text)) = third_parties.script.as_ref().filter(|(file, _)| path == file) {
            return of_text(text, "`integrations` in `docs.json` are different");
        }
        if let Some(id) = queries::large_sections(db, project).iter().find(|id| section_file(id) == *output) {
            let key = queries::section_page_key(db, SectionKey::new(db, id.clone()))?;
            return Some((key, "a title or the navigation of its section is different".to_owned()));
        }
        if let Some(part) = queries::api_parts(db, project).keys().find(|part| {
            let slug = part.slug();
            addresses.page_file(&slug) == *output || addresses.export_file(&slug) == *output
        }) {
            let key = PartKey::new(db, part.clone());
            let is_text = addresses.export_file(&part.slug()) == *output;
            let key = if is_text { queries::part_export_key(db, key) } else { queries::part_key(db, key) };
            return Some((key, "the schema, or the frame around all pages, is different".to_owned()));
        }
        let stubs = queries::redirect_stubs(db, project);
        if let Some((slug, target)) = stubs.iter().find(|(slug, _)| addresses.page_file(slug) == *output) {
            return of_text(
                &queries::redirect_page(db, project, slug, target),
                "the redirect leads elsewhere",
            );
        }
        if let Some((_, html)) =
            queries::missing::missing_pages(db, project).iter().find(|(name, _)| name == path)
        {
            let reason = "the frame around all pages, the navigation, redirects or `errors` in `docs.json` are different";
            return of_text(html, reason);
        }
        let host = queries::hosting::host_files(db, project);
        if let Some((_, text)) = host.files.iter().find(|(name, _)| name == path) {
            return of_text(text, "redirects, the theme or scripts of pages are different");
        }
        let lists = queries::missing::path_files(db, project);
        if let Some((_, _, text)) = lists.iter().find(|(_, name, _)| name == path) {
            return of_text(text, "the list of published pages is different");
        }
        let sitemap = queries::sitemap(db, project);
        let file = sitemap.iter().find(|file| file.name == path)?;
        of_text(&file.text, "the list of published pages is different")
    }
}
