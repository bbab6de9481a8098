//! The site's icon in all sizes (CFG-15).

use super::*;
use crate::config::look::ImagePair;
use crate::encoding::{decode, encode};
use crate::html::favicon::{self, IconSet, SiteIcons, icon_set};

/// An icon in all sizes. Kept, and stored under the hash of its file: drawing takes a while.
#[salsa::tracked(returns(clone))]
fn icons_of<'db>(db: &'db dyn Db, path: PathKey<'db>) -> Option<Arc<IconSet>> {
    db.ran("icons_of", path.path(db));
    let file = source_file(db, path)?;
    let key = KeyHasher::new("icons 2").part(file.hash(db).as_bytes()).finish();
    let stored: Option<Option<IconSet>> = db.stored(key).and_then(|bytes| decode(&bytes));
    if let Some(found) = stored.filter(|_| !db.is_verifying()) {
        db.reused("icons_of");
        return found.map(Arc::new);
    }
    let found = icon_set(&db.bytes(file).ok()?);
    db.store(key, &encode(&found));
    found.map(Arc::new)
}

/// The files of the icon: what the configuration names, else what lies where browsers look.
pub(super) fn favicon(db: &dyn Db, look: &Look) -> Option<ImagePair> {
    let is_there = |path: &&str| source_file(db, PathKey::new(db, SourcePath::new(path))).is_some();
    let usual = || favicon::USUAL.iter().copied().find(is_there).map(|path| format!("/{path}"));
    let pair = |path: String| ImagePair { light: path.clone(), dark: path };
    look.favicon.clone().or_else(|| usual().map(pair))
}

/// The icons of light and dark mode.
pub(super) struct Icons {
    favicon: Option<ImagePair>,
    light: Option<Arc<IconSet>>,
    dark: Option<Arc<IconSet>>,
}

impl Icons {
    pub(super) fn of(db: &dyn Db, look: &Look) -> Self {
        let icons = |path: &str| icons_of(db, PathKey::new(db, SourcePath::new(path)));
        let favicon = favicon(db, look);
        let light = favicon.as_ref().and_then(|pair| icons(&pair.light));
        // An SVG is linked to as it is.
        let dark = favicon
            .as_ref()
            .filter(|pair| pair.dark != pair.light && !pair.dark.ends_with(".svg"))
            .and_then(|pair| icons(&pair.dark));
        Self { favicon, light, dark }
    }

    pub(super) fn view(&self) -> SiteIcons<'_> {
        SiteIcons { favicon: self.favicon.as_ref(), light: self.light.as_deref(), dark: self.dark.as_deref() }
    }
}

/// The icon's files: path in the output and content.
#[salsa::tracked(returns(clone))]
pub fn favicon_files(db: &dyn Db, project: Project) -> Arc<Vec<(String, Vec<u8>)>> {
    db.ran("favicon_files", &"");
    let look = look(db, project);
    let icons = Icons::of(db, &look);
    Arc::new(favicon::files(icons.view(), &look, &identity(db, project).name))
}
