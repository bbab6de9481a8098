//! What pages make readers load, against what a page may weigh (DIAG-10). Asked by `docs check` alone: nothing here is
//! a query.

use super::*;
use crate::encoding::deflate;
use crate::queries::body::{body_keys, facts, markup};
use crate::site::links::LinkKind;

/// Most bytes of a picture.
const MOST_IMAGE: u64 = 500_000;
/// Most bytes of the markup of a page's text as it is transferred, compressed.
const MOST_MARKUP: u64 = 150_000;
/// Most bytes of scripts that a page loads at once, compressed.
const MOST_SCRIPTS: u64 = 100_000;
/// Endings of pictures.
const PICTURES: [&str; 9] = ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "bmp", "ico"];

/// Markup of the text and scripts of its own, in bytes that are transferred.
type Weight = (u64, u64);

/// Scripts that every page loads: compressed bytes of all, and that of the project that has most of them.
pub(crate) struct SharedScripts {
    bytes: u64,
    largest: Option<SourcePath>,
}

/// Weighs the scripts of the theme and of the project.
pub(crate) fn shared_scripts(db: &dyn Db, project: Project) -> SharedScripts {
    let own = custom_files(db, project).scripts.clone();
    let sizes = own.into_iter().filter_map(|script| {
        let text = text(db, lookup(db, &script.path)?).0;
        Some((transferred(&text), script.path))
    });
    let sizes: Vec<(u64, SourcePath)> = sizes.collect();
    let theme = transferred(&theme_files(db, project).script.1);
    SharedScripts {
        bytes: theme + sizes.iter().map(|(bytes, _)| bytes).sum::<u64>(),
        largest: sizes.into_iter().max().map(|(_, path)| path),
    }
}

/// Scripts of the project that are too much for any page.
pub(crate) fn scripts_of_all_pages(scripts: &SharedScripts) -> Option<Diagnostic> {
    let path = scripts.largest.as_ref().filter(|_| scripts.bytes > MOST_SCRIPTS)?;
    let message = format!("every page loads {} of scripts, compressed", kilobytes(scripts.bytes));
    let problem = Diagnostic::note("heavy-scripts", message).located(Location::file(path));
    Some(problem.hint(format!(
        "{} are enough for a page; import this file in the pages that need it, or load a part of it later",
        kilobytes(MOST_SCRIPTS)
    )))
}

/// What is too heavy about a page: pictures, the markup of its text, scripts. `size` tells the bytes of a file.
pub(crate) fn page_budgets(
    db: &dyn Db,
    project: Project,
    slug: &Slug,
    scripts: &SharedScripts,
    size: &dyn Fn(&SourcePath) -> Option<u64>,
) -> Vec<Diagnostic> {
    let page = PageKey::new(db, slug.clone());
    let (path, file) = match page_origin(db, page) {
        Some(PageOrigin::File(file)) => (file.path(db).clone(), file.path(db).clone()),
        Some(PageOrigin::Generated(generated)) => (SourcePath::new(slug.as_str()), generated.source.clone()),
        // Its text is told of where it was written.
        Some(PageOrigin::StandIn(_)) | None => return Vec::new(),
    };
    let mut found = large_images(db, project, (page, &path), size);
    let (markup, own) = weight(db, project, page);
    let name = format!("/{}", slug.route());
    if markup > MOST_MARKUP {
        let message = format!("the text of `{name}` is {} of HTML, compressed", kilobytes(markup));
        let hint = format!("{} are much for a page; make several of it", kilobytes(MOST_MARKUP));
        found.push(Diagnostic::note("heavy-page", message).located(Location::file(&file)).hint(hint));
    }
    let all = scripts.bytes + own;
    // What all pages load is told once.
    if own > 0 && all > MOST_SCRIPTS && scripts.bytes <= MOST_SCRIPTS {
        let message = format!("`{name}` loads {} of scripts, compressed", kilobytes(all));
        let hint = format!(
            "{} are of its own components; {} are enough for a page",
            kilobytes(own),
            kilobytes(MOST_SCRIPTS)
        );
        found.push(Diagnostic::note("heavy-scripts", message).located(Location::file(&file)).hint(hint));
    }
    found
}

/// Pictures of the project that a page shows and that are large, each once, where it is shown first.
fn large_images<'db>(
    db: &'db dyn Db,
    project: Project,
    (page, path): (PageKey<'db>, &SourcePath),
    size: &dyn Fn(&SourcePath) -> Option<u64>,
) -> Vec<Diagnostic> {
    let links = facts(db, project, page).links;
    if links.iter().all(|link| link.kind != LinkKind::Media) {
        return Vec::new();
    }
    let targets = link_targets(db, project);
    let here = PageLinks { slug: page.slug(db), path, links: &links };
    let mut seen = BTreeSet::new();
    let large = links.iter().enumerate().filter(|(_, link)| link.kind == LinkKind::Media);
    let large = large.filter_map(|(number, link)| {
        let picture = targets.file_at(here, &link.target)?;
        let is_picture = PICTURES.contains(&picture.extension().as_str());
        let bytes = size(&picture).filter(|bytes| is_picture && *bytes > MOST_IMAGE)?;
        seen.insert(picture.clone()).then_some((number, (picture, bytes)))
    });
    let (numbers, large): (Vec<usize>, Vec<(SourcePath, u64)>) = large.unzip();
    if numbers.is_empty() {
        return Vec::new();
    }
    let places = links::link_locations(db, project, page, numbers.into_iter());
    let told = large.into_iter().zip(places).map(|((picture, bytes), place)| {
        Diagnostic::note("large-image", format!("the picture `/{picture}` is {}", kilobytes(bytes)))
            .located(place)
            .hint(format!(
                "readers on phones wait for it; {}, to less than {}",
                smaller(&picture),
                kilobytes(MOST_IMAGE)
            ))
    });
    told.collect()
}

/// How a picture becomes smaller.
fn smaller(picture: &SourcePath) -> &'static str {
    match picture.extension().as_str() {
        "webp" | "avif" => "scale it down or save it with a lower quality",
        "svg" => "leave out details that nobody sees, or save it as WebP",
        "gif" => "scale it down, or show a video or an animated WebP",
        _ => "scale it down or save it as WebP",
    }
}

/// What a page weighs; from the store, or measured. Markup that is small enough as it is is not compressed.
fn weight<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Weight {
    let mut key = KeyHasher::new("page weight");
    key.part(body_keys(db, page).markup.as_bytes());
    let key = key.finish();
    if let Some(known) = db.stored(key).and_then(|bytes| decode(&bytes)) {
        return known;
    }
    db.ran("page_weight", page.slug(db));
    let body = markup(db, project, page);
    // Older entries of a change log are for other pages.
    let parts = [Some(&*body.html), body.endpoint.as_ref(), body.aside.as_deref()];
    let parts: Vec<&str> = parts.into_iter().flatten().map(Html::as_str).collect();
    let raw: usize = parts.iter().map(|part| part.len()).sum();
    let markup = if raw as u64 > MOST_MARKUP { transferred(&parts.concat()) } else { raw as u64 };
    let weight: Weight = (markup, body.script.as_deref().map_or(0, transferred));
    db.store(key, &encode(&weight));
    weight
}

/// Bytes of a text as hosts send it.
fn transferred(text: &str) -> u64 {
    deflate(text.as_bytes()).len() as u64
}

/// Bytes for people.
fn kilobytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} KB", bytes.div_ceil(1000)),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}
