//! Why an output would be made again, without making it.

use std::collections::BTreeSet;

use super::{Engine, Silent};
use crate::explain::{Before, Key, Verdict, compare};
use crate::queries::{self, PageKey, PageOrigin};
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
        self.with_pool(|engine| {
            engine.scan(&BTreeSet::new());
            let files = engine.files_with_heads();
            engine.carry_heads(&files, &Silent);
            engine.read_descriptions();
            engine.explanation(asked.trim_start_matches("./").trim_start_matches('/'))
        })
    }

    fn explanation(&self, asked: &str) -> Option<Explanation> {
        let (db, project) = (&self.db, self.project);
        let addresses = &project.settings(db).addresses;
        let list = queries::site_pages(db, project);
        let is_asked = |(slug, origin): &(&Slug, &PageOrigin)| {
            let source = match origin {
                PageOrigin::File(file) => Some(file.path(db)),
                PageOrigin::Generated(_) => None,
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
        let output = OutPath::new(asked);
        let source = SourcePath::new(asked);
        let known = self.output.key(&output);
        if queries::published_files(db, project).contains(&source) {
            let key = project.files(db).get(&source)?.hash(db);
            let verdict = match known {
                None => Verdict::New,
                Some(known) if known != key => Verdict::Changed(vec![format!("`{source}` was edited")]),
                Some(_) if !self.output.is_current(&output, key) => Verdict::Damaged,
                Some(_) => Verdict::Current,
            };
            return Some(Explanation { output, verdict });
        }
        known.map(|_| Explanation { output, verdict: Verdict::WholeSite })
    }
}
