//! The links of edited pages, and of those that lead to places in them, checked against what the last build noted of
//! the rest of the site.
//!
//! Which addresses there are has not changed: a page or file more or less is the whole way. A page is known by the facts
//! that the store has of it; of one that is made from more than its own file nothing is noted, and a link to a place
//! in it is a doubt like any other.

use std::cell::{Cell, OnceCell};
use std::collections::{BTreeMap, BTreeSet};

use super::standing::{Page, Standing};
use super::{Facts, Remade};
use crate::db::{Database, Db, Project, SourceFile};
use crate::diagnostic::{Diagnostic, Location};
use crate::encoding::decode;
use crate::engine::findings::MAX_SUGGESTIONS;
use crate::engine::link_check::LinkCheck;
use crate::html::body::PageFacts;
use crate::queries::body::{Origin, body, stored_facts};
use crate::queries::links::{report_of, written_places};
use crate::queries::{LinkReport, PageOrigin};
use crate::site::links::spellings::Spellings;
use crate::site::links::{Bodies, BrokenLink, LinkTargets};
use crate::text::{Slug, SourcePath};

/// What the check says after other words.
#[derive(Default)]
pub(super) struct Relinked {
    /// All of it; `None` when nothing was checked.
    pub check: Option<LinkCheck>,
    /// What is told of the pages that were checked.
    told: BTreeMap<Slug, Vec<Diagnostic>>,
    /// Missing paths for which names were suggested.
    suggested: usize,
}

impl Relinked {
    /// Puts it into the note and what it refers to into the store.
    pub fn settle(self, db: &Database, standing: &mut Standing) {
        let Some(mut check) = self.check else { return };
        standing.suggested += self.suggested;
        standing.checked = Some(check.store(db));
        for (slug, told) in self.told {
            super::note(&mut standing.linked, &slug, &told);
        }
    }
}

/// One look at the links of some pages.
struct Look<'a> {
    db: &'a Database,
    project: Project,
    standing: &'a Standing,
    targets: LinkTargets,
    remade: BTreeMap<&'a Slug, &'a Remade>,
    spellings: OnceCell<Spellings>,
    /// Missing paths for which a name was looked for.
    suggested: BTreeMap<String, Option<String>>,
}

/// Checks the links of the `remade` pages, as far as they may be other than before; `None` when that takes to know
/// the site.
pub(super) fn relink(
    db: &Database,
    project: Project,
    standing: &Standing,
    remade: &[Remade],
) -> Option<Relinked> {
    let is_touched = |page: &&Remade| page.facts.is_some() || standing.linked.contains_key(&page.slug);
    let touched: Vec<&Remade> = remade.iter().filter(is_touched).collect();
    if touched.is_empty() {
        return Some(Relinked::default());
    }
    let mut check = LinkCheck::stored(db, standing.checked?)?;
    let targets = db.stored(standing.targets).and_then(|bytes| decode(&bytes))?;
    let other_facts = touched.iter().filter_map(|page| Some((&page.slug, page.facts.as_ref()?)));
    let (mut asked_anew, mut affected) = (BTreeSet::new(), BTreeSet::new());
    for (slug, facts) in other_facts {
        asked_anew.insert(slug.clone());
        if facts.has_other_ids {
            if standing.addressed.contains(slug) {
                return None;
            }
            asked_anew.extend(check.asking(slug).cloned());
        }
    }
    affected.extend(asked_anew.iter().cloned());
    affected.extend(touched.iter().map(|page| page.slug.clone()));
    let remade = remade.iter().map(|page| (&page.slug, page)).collect();
    let mut look = Look {
        db,
        project,
        standing,
        targets,
        remade,
        spellings: OnceCell::new(),
        suggested: BTreeMap::new(),
    };
    for slug in &asked_anew {
        check.take_over(slug, &look.report(slug)?);
    }
    let mut told = BTreeMap::new();
    for slug in affected {
        let of_page = look.told(&slug, check.broken_of(&slug))?;
        told.insert(slug, of_page);
    }
    Some(Relinked { check: Some(check), told, suggested: look.suggested.len() })
}

impl<'a> Look<'a> {
    fn report(&self, slug: &Slug) -> Option<LinkReport> {
        let (path, own) = (self.noted(slug)?.0, self.facts(slug)?);
        let is_lost = Cell::new(false);
        let ids = |other: &Slug| {
            let facts = self.facts(other);
            is_lost.set(is_lost.get() || facts.is_none());
            Some(facts?.known_ids())
        };
        let has_feed = |_: &Slug| {
            is_lost.set(true);
            true
        };
        let report = report_of((slug, path), &own, &self.targets, Bodies { ids: &ids, has_feed: &has_feed });
        (!is_lost.get()).then_some(report)
    }

    /// The file of a page that is made from no other, and what was noted of it.
    fn noted(&self, slug: &Slug) -> Option<(&'a SourcePath, &'a Page)> {
        let files = &self.standing.files;
        [".mdx", ".md"].iter().find_map(|extension| {
            let path = SourcePath::new(&format!("{}{extension}", slug.as_str()));
            let at = files.binary_search_by(|file| file.path.cmp(&path)).ok()?;
            let file = files.get(at)?;
            Some((&file.path, file.page.as_ref()?))
        })
    }

    fn facts(&self, slug: &Slug) -> Option<PageFacts> {
        if let Some(Facts { now, .. }) = self.remade.get(slug).and_then(|page| page.facts.as_ref()) {
            return Some(now.clone());
        }
        let (_, page) = self.noted(slug)?;
        stored_facts(self.db, page.facts)
    }

    /// What is told of the broken links of a page.
    fn told(&mut self, slug: &Slug, broken: &[BrokenLink]) -> Option<Vec<Diagnostic>> {
        if broken.is_empty() {
            return Some(Vec::new());
        }
        let (db, project) = (self.db, self.project);
        let file: SourceFile = *project.files(db).get(self.noted(slug)?.0)?;
        let origin = PageOrigin::File(file);
        let keys = body(db, project, &Origin { slug, origin: Some(&origin) }).keys;
        let markup = db.stored_body(keys.markup)?;
        let places = written_places(db, project, (file, &markup), broken.iter().map(|link| link.link))?;
        let of_link = |(link, place): (&BrokenLink, Location)| {
            let near = match &link.missing {
                Some(missing) => self.suggestion(missing)?,
                None => None,
            };
            Some(link.told(place, near).on_page(file.path(db)))
        };
        broken.iter().zip(places).map(of_link).collect()
    }

    /// What was probably meant; the outer `None` when so many are looked for that another one would be no longer.
    fn suggestion(&mut self, missing: &str) -> Option<Option<String>> {
        if let Some(known) = self.suggested.get(missing) {
            return Some(known.clone());
        }
        let spelled = self.spellings.get_or_init(|| Spellings::new(&self.targets)).hint(missing);
        if spelled.is_some() {
            return Some(spelled);
        }
        if self.standing.suggested + self.suggested.len() >= MAX_SUGGESTIONS {
            return None;
        }
        let near = self.targets.suggestion(missing);
        self.suggested.insert(missing.to_owned(), near.clone());
        Some(near)
    }
}
