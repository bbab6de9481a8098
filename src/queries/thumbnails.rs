//! The pictures that social networks show (CFG-25): whether there are some, what each depends on, and the drawing,
//! which is stored under its key.

use super::*;
use crate::html::site_view::ASSET_FOLDER;
use crate::html::thumbnail::{Ground, GroundInput, Logos, ground, is_dark, thumbnail};
use crate::remote::is_remote;
use crate::text::OutPath;

/// What all pictures depend on; `None` for a site without. Kept, as every page asks.
#[salsa::tracked(returns(copy))]
pub fn thumbnail_ground(db: &dyn Db, project: Project) -> Option<ContentHash> {
    db.ran("thumbnail_ground", &"");
    let look = look(db, project);
    // The address of such a picture has to be a whole one.
    let is_wanted = look.thumbnails.is_some()
        && project.settings(db).site_url.is_some()
        && !seo(db, project).metatags.contains_key("og:image");
    if !is_wanted {
        return None;
    }
    let mut key = KeyHasher::new("thumbnails 2");
    key.value(&(look.theme, &look.colors, &look.thumbnails, &look.background.color, is_dark(&look)));
    key.part(identity(db, project).name.as_bytes());
    let [light, dark] = logos(&look);
    for file in [light, dark, background(&look)] {
        key.value(&file.and_then(|path| lookup(db, &path)).map(|file| file.hash(db)));
    }
    Some(key.finish())
}

/// What the picture of a page depends on.
pub(super) fn thumbnail_key(db: &dyn Db, project: Project, caption: &page::Caption) -> Option<ContentHash> {
    let ground = thumbnail_ground(db, project)?;
    let mut key = KeyHasher::new("thumbnail");
    key.part(ground.as_bytes()).part(caption.name().as_bytes()).value(&caption.description());
    Some(key.finish())
}

/// Where the picture of a page lies.
pub fn thumbnail_file(slug: &Slug) -> OutPath {
    OutPath::new(&format!("{ASSET_FOLDER}/og/{slug}.png"))
}

/// What the picture of a page depends on; `None` for a page without.
pub fn key_of_thumbnail<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<ContentHash> {
    let project = Project::get(db);
    thumbnail_ground(db, project)?;
    thumbnail_key(db, project, &page::caption(db, project, page)?)
}

/// The picture of a page as PNG, from the store or drawn now.
pub fn thumbnail_png<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<Vec<u8>> {
    let project = Project::get(db);
    let caption = page::caption(db, project, page)?;
    let key = thumbnail_key(db, project, &caption)?;
    if let Some(found) = db.stored(key).filter(|_| !db.is_verifying()) {
        db.reused("thumbnail");
        return Some(found);
    }
    db.ran("thumbnail", page.slug(db));
    let png = thumbnail(drawn_ground(db, project).as_ref()?, caption.name(), caption.description())?;
    db.store(key, &png);
    Some(png)
}

/// What all pictures have. Kept, as each of them is drawn on it, and asked for only when one is not in the store.
#[salsa::tracked(returns(ref))]
fn drawn_ground(db: &dyn Db, project: Project) -> Option<Ground> {
    db.ran("drawn_ground", &"");
    // The files are as their hashes say.
    thumbnail_ground(db, project)?;
    let look = look(db, project);
    let bytes = |path: Option<SourcePath>| db.bytes(lookup(db, &path?)?).ok();
    let ([light, dark], background) = (logos(&look).map(bytes), bytes(background(&look)));
    ground(&GroundInput {
        look: &look,
        name: &identity(db, project).name,
        logos: Logos { light: light.as_deref(), dark: dark.as_deref() },
        background: background.as_deref(),
    })
}

/// The logos for light and dark grounds; only files of the project can be drawn.
fn logos(look: &Look) -> [Option<SourcePath>; 2] {
    let Some(logo) = &look.logo else { return [None, None] };
    [&logo.light, &logo.dark].map(|file| own_file(file))
}

fn background(look: &Look) -> Option<SourcePath> {
    own_file(look.thumbnails.as_ref()?.background.as_ref()?)
}

fn own_file(reference: &str) -> Option<SourcePath> {
    (!is_remote(reference) && !reference.starts_with("data:")).then(|| SourcePath::new(reference))
}
