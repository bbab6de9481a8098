//! The fonts of the site, with what `docs fetch` brought (CFG-19).

use super::*;
use crate::html::fonts::{FontFile, FontInput, Fonts, MissingFont, fonts};
use crate::remote::lock::{LOCK_FILE, Lock};
use crate::remote::{RemoteSource, hash_in_name};
use crate::source::font_metrics::{FontMetrics, font_metrics};

/// What `docs.lock` pins. Kept because everything that is fetched asks it; its absence is an input like any file's.
#[salsa::tracked(returns(clone))]
pub fn lock(db: &dyn Db, _project: Project) -> Arc<(Lock, Option<Diagnostic>)> {
    db.ran("lock", &"");
    let path = SourcePath::new(LOCK_FILE);
    let Some(file) = lookup(db, &path) else { return Arc::default() };
    Arc::new(Lock::parse(&SourceText::new(path, text(db, file).0)))
}

/// The measures of a font file. Kept: unpacking it takes a while.
#[salsa::tracked(returns(copy))]
fn metrics_of<'db>(db: &'db dyn Db, path: PathKey<'db>) -> Option<FontMetrics> {
    db.ran("metrics_of", path.path(db));
    font_metrics(&db.bytes(source_file(db, path)?).ok()?)
}

/// The fonts of the site. Kept: style sheet, pages and output each read a part.
#[salsa::tracked(returns(clone))]
pub fn site_fonts(db: &dyn Db, project: Project) -> Arc<Fonts> {
    db.ran("site_fonts", &"");
    let file = |path: &SourcePath| {
        let Some(file) = lookup(db, path) else { return FontFile::Absent };
        // A copy that is not what its name says is none.
        let named = path.as_str().rsplit('/').next().and_then(hash_in_name);
        if file.category(db) == FileCategory::Remote && named != Some(file.hash(db)) {
            return FontFile::Absent;
        }
        FontFile::Present(metrics_of(db, PathKey::new(db, path.clone())))
    };
    let styled = |family: &str| {
        let sheets = custom_files(db, project);
        let family = family.to_lowercase();
        let mut texts = sheets.styles.iter().filter_map(|path| Some(text(db, lookup(db, path)?).0));
        texts.any(|css| {
            let css = css.to_lowercase();
            (css.contains("@font-face") || css.contains("@import")) && css.contains(&family)
        })
    };
    Arc::new(fonts(&FontInput {
        look: &look(db, project),
        lock: &lock(db, project).0,
        file: &file,
        styled: &styled,
        languages: super::languages::languages(db, project).codes(),
        addresses: addresses(db, project),
    }))
}

/// Whether the site brings what draws diagrams.
pub fn draws_itself(db: &dyn Db, project: Project) -> bool {
    site_fonts(db, project).diagrams.is_some()
}

/// Fonts that the configuration names and that are not there, and a lock that cannot be read.
pub(super) fn font_problems(
    db: &dyn Db,
    project: Project,
    place: &dyn Fn(&str, &str) -> Location,
) -> Vec<Diagnostic> {
    let fonts = site_fonts(db, project);
    let missing = fonts.missing.iter().map(|missing| match missing {
        MissingFont::File(path) => {
            Diagnostic::warning("missing-font", format!("the font file `{path}` is not in the project"))
                .located(place("fonts", path))
                .hint("check the path; it begins at the folder of the project")
        }
        MissingFont::Remote(RemoteSource::FontFamily(name)) => Diagnostic::warning(
            "not-fetched",
            format!("there is no copy of the font family `{name}`, so pages show another one"),
        )
        .located(place("fonts", name))
        .hint("run `docs fetch` once; a build downloads nothing by itself"),
        MissingFont::Remote(
            RemoteSource::FontFile(url) | RemoteSource::Description(url) | RemoteSource::Stars(url),
        ) => Diagnostic::warning("not-fetched", format!("there is no copy of `{url}`"))
            .located(place("fonts", url))
            .hint("run `docs fetch` once; a build downloads nothing by itself"),
    });
    lock(db, project).1.iter().cloned().chain(missing).collect()
}
