//! What pages and navigation show of icons: the library, and whether a file follows the colour of the text.

use super::*;
use crate::config::look::IconLibrary;
use crate::config::navigation::{self, Group, PageEntry};
use crate::html::icon::configured;
use crate::html::render::Lookups;
use crate::source::svg::{Ink, ink};

/// `icons.library`. The firewall between the look and the bodies of pages.
#[salsa::tracked(returns(copy))]
pub fn icon_library(db: &dyn Db, project: Project) -> IconLibrary {
    db.ran("icon_library", &"");
    look(db, project).icons.library
}

/// Whether an SVG file is drawn in the colour of the text. Kept per file: everything that shows it reads one word.
#[salsa::tracked(returns(copy))]
pub fn svg_ink<'db>(db: &'db dyn Db, path: PathKey<'db>) -> Ink {
    db.ran("svg_ink", path.path(db));
    let drawing = path.path(db).extension() == "svg";
    let file = source_file(db, path).filter(|_| drawing);
    file.and_then(|file| db.bytes(file).ok()).map_or(Ink::Own, |bytes| ink(&bytes))
}

/// The hash of what the icons of `docs.json` look like beyond their names.
#[salsa::tracked(returns(copy))]
pub fn icons_key(db: &dyn Db, project: Project) -> ContentHash {
    db.ran("icons_key", &"");
    let mut key = KeyHasher::new("icons");
    key.value(&icon_library(db, project));
    for icon in written_icons(db, project) {
        if icon.name.to_ascii_lowercase().ends_with(".svg") {
            key.value(&svg_ink(db, PathKey::new(db, SourcePath::new(&icon.name))));
        }
    }
    key.finish()
}

/// Problems of the icons of `docs.json`.
pub(super) fn icon_problems(db: &dyn Db, project: Project, lookups: &dyn Lookups) -> Vec<Diagnostic> {
    let (file, addresses) = (SourcePath::new(CONFIG_FILE), addresses(db, project));
    let mut seen = BTreeSet::new();
    let icons = written_icons(db, project).into_iter().filter(|icon| seen.insert(format!("{icon:?}")));
    let placed = |icon: navigation::Icon| {
        let problems = configured(&icon, &file, addresses, lookups).1;
        let place = (!problems.is_empty()).then(|| problems::place_of(db, "icon", &icon.name));
        problems.into_iter().map(move |problem| match &place {
            Some(place) => problem.located(place.clone()),
            None => problem,
        })
    };
    icons.flat_map(placed).collect()
}

/// All icons of `docs.json`.
fn written_icons(db: &dyn Db, project: Project) -> Vec<navigation::Icon> {
    let mut icons = Vec::new();
    let chrome = chrome(db, project);
    icons.extend(chrome.navbar.links.iter().filter_map(|link| link.icon.clone()));
    of_level(&written_navigation(db, project), &mut icons);
    icons
}

fn of_level(level: &Level, icons: &mut Vec<navigation::Icon>) {
    let navbar = level.overrides.iter().filter_map(|overrides| overrides.navbar.as_ref());
    icons.extend(navbar.flat_map(|navbar| &navbar.links).filter_map(|link| link.icon.clone()));
    level.global.iter().for_each(|global| of_level(global, icons));
    level.groups.iter().for_each(|group| of_group(group, icons));
    of_pages(&level.pages, icons);
    for division in level.divisions() {
        icons.extend(division.icon.clone());
        of_level(&division.level, icons);
    }
}

fn of_group(group: &Group, icons: &mut Vec<navigation::Icon>) {
    icons.extend(group.icon.clone());
    of_pages(&group.pages, icons);
}

fn of_pages(pages: &[PageEntry], icons: &mut Vec<navigation::Icon>) {
    for page in pages {
        if let PageEntry::Group(group) = page {
            of_group(group, icons);
        }
    }
}
