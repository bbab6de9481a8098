//! Sidebars: a small section's is rendered once for all its pages, a large one's slice by slice, with a page of
//! its own that holds the whole.

use super::*;
use crate::config::navigation::Icon;
use crate::html::icon::Sheet;
use crate::html::section_view::{
    Drilldown, SectionInput, section_page as page_of_section, sidebar_section, sidebar_slice as slice_view,
    slice_end, whole_section,
};
use crate::site::navigation::Section;
use crate::site::place::PagePlace;
use crate::site::slices::Slices;

#[salsa::interned(debug, revisions = usize::MAX)]
pub struct SectionKey<'db> {
    #[returns(ref)]
    pub id: String,
}

#[salsa::interned(debug, revisions = usize::MAX)]
pub struct SliceKey<'db> {
    #[returns(copy)]
    pub section: SectionKey<'db>,
    #[returns(copy)]
    pub number: usize,
}

/// The sidebar of a small section, rendered once for all its pages: here the labels come in. Kept only until the end
/// of a batch, as a site may have thousands of sections and each holds the titles of its pages.
#[salsa::tracked(returns(clone), lru = 64)]
pub fn sidebar<'db>(db: &'db dyn Db, section: SectionKey<'db>) -> Arc<SidebarFragment> {
    db.ran("sidebar", section.id(db));
    let fragment = with_section(db, section, |input| render_sidebar(&sidebar_section(input)));
    Arc::new(fragment.unwrap_or_default())
}

/// The hash of a small section's sidebar, which is in the keys of its pages.
#[salsa::tracked(returns(copy))]
pub fn sidebar_key<'db>(db: &'db dyn Db, section: SectionKey<'db>) -> ContentHash {
    db.ran("sidebar_key", section.id(db));
    fragment_key(&sidebar(db, section))
}

/// How a large section is cut up; `None` for a small one. Kept because all its pages ask where they are; reads
/// the shape of heads only, so that a new title leaves it alone.
#[salsa::tracked(returns(clone))]
pub fn section_slices<'db>(db: &'db dyn Db, section: SectionKey<'db>) -> Option<Arc<Slices>> {
    db.ran("section_slices", section.id(db));
    let navigation = navigation(db, Project::get(db));
    find_section(&navigation.0, section.id(db)).and_then(Slices::of).map(Arc::new)
}

/// The sidebar that some pages of a large section share: only the labels that it shows come in. Kept only until
/// the end of a batch, as a section may have thousands.
#[salsa::tracked(returns(clone), lru = 64)]
pub fn sidebar_slice<'db>(db: &'db dyn Db, slice: SliceKey<'db>) -> Arc<SidebarFragment> {
    let section = slice.section(db);
    db.ran("sidebar_slice", &format!("{} {}", section.id(db), slice.number(db)));
    let Some(slices) = section_slices(db, section) else { return Arc::default() };
    let script = crate::html::page_assets::nav_script(addresses(db, Project::get(db)));
    let fragment = with_section(db, section, |input| {
        render_sidebar(&slice_view(input, &slices, slice.number(db)))
            .followed_by(&slice_end(input, &script.url))
    });
    Arc::new(fragment.unwrap_or_default())
}

/// The hash of a slice, which is in the keys of its pages.
#[salsa::tracked(returns(copy))]
pub fn slice_key<'db>(db: &'db dyn Db, slice: SliceKey<'db>) -> ContentHash {
    db.ran("slice_key", &format!("{} {}", slice.section(db).id(db), slice.number(db)));
    fragment_key(&sidebar_slice(db, slice))
}

/// The page of a large section; `None` for a small one. The text is large: only the last few are kept.
#[salsa::tracked(returns(clone), lru = 4)]
pub fn section_page<'db>(db: &'db dyn Db, section: SectionKey<'db>) -> Option<Arc<str>> {
    db.ran("section_page", section.id(db));
    let slices = section_slices(db, section)?;
    let project = Project::get(db);
    let place = navigation(db, project).0.section_place(section.id(db))?;
    let view = with_section(db, section, |input| {
        let tree = render_sidebar(&whole_section(input, &slices));
        page_of_section(input, &slices, &place, &tree)
    })?;
    let language = LanguageKey::new(db, place.language().map(str::to_owned));
    Some(templates(db, project).0.render_page(&shell(db, language), &view).into())
}

/// The hash of a section's page: where the output directory has it, nothing is written.
#[salsa::tracked(returns(copy))]
pub fn section_page_key<'db>(db: &'db dyn Db, section: SectionKey<'db>) -> Option<ContentHash> {
    db.ran("section_page_key", section.id(db));
    section_page(db, section).map(|text| ContentHash::of(text.as_bytes()))
}

/// The sections that have a page of their own.
#[salsa::tracked(returns(clone))]
pub fn large_sections(db: &dyn Db, project: Project) -> Arc<[String]> {
    db.ran("large_sections", &"");
    let navigation = navigation(db, project);
    let ids = navigation.0.sections.iter().map(|section| section.id.clone());
    ids.filter(|id| section_slices(db, SectionKey::new(db, id.clone())).is_some()).collect()
}

/// The pages that no section lists, which show the sidebar nearest to them. Kept: a title asks for them.
#[salsa::tracked(returns(clone))]
pub fn unlisted_pages(db: &dyn Db, project: Project) -> Arc<[Slug]> {
    db.ran("unlisted_pages", &"");
    let pages = site_pages(db, project);
    navigation(db, project).0.places.unlisted(pages.keys()).into()
}

/// The sidebar around a page: for a large section the number of its slice.
enum Around<'db> {
    None,
    Whole(SectionKey<'db>),
    Slice(SliceKey<'db>),
}

fn around<'db>(db: &'db dyn Db, page: PageKey<'db>, place: &PagePlace) -> Around<'db> {
    let Some(id) = &place.section_id else { return Around::None };
    let section = SectionKey::new(db, id.clone());
    match section_slices(db, section) {
        Some(slices) => Around::Slice(SliceKey::new(db, section, slices.of_page(page.slug(db)))),
        None => Around::Whole(section),
    }
}

/// The sidebar around a page.
pub(super) fn of_page<'db>(db: &'db dyn Db, page: PageKey<'db>, place: &PagePlace) -> Html {
    match around(db, page, place) {
        Around::None => Html::default(),
        Around::Whole(section) => sidebar(db, section).for_page(page.slug(db)),
        Around::Slice(slice) => sidebar_slice(db, slice).for_page(page.slug(db)),
    }
}

/// The sidebar that a page shares with others, and the hash of it.
pub(super) fn fragment_of_page<'db>(
    db: &'db dyn Db,
    page: PageKey<'db>,
    place: &PagePlace,
) -> Option<(ContentHash, Arc<SidebarFragment>)> {
    match around(db, page, place) {
        Around::None => None,
        Around::Whole(section) => Some((sidebar_key(db, section), sidebar(db, section))),
        Around::Slice(slice) => Some((slice_key(db, slice), sidebar_slice(db, slice))),
    }
}

/// The hash of the sidebar around a page, the page's own marks aside.
pub(super) fn key_of_page<'db>(db: &'db dyn Db, page: PageKey<'db>, place: &PagePlace) -> ContentHash {
    match around(db, page, place) {
        Around::None => ContentHash::default(),
        Around::Whole(section) => sidebar_key(db, section),
        Around::Slice(slice) => slice_key(db, slice),
    }
}

/// The hash of a sidebar with the marks of its pages.
fn fragment_key(fragment: &SidebarFragment) -> ContentHash {
    KeyHasher::new("sidebar").value(fragment).finish()
}

fn find_section<'a>(navigation: &'a Navigation, id: &str) -> Option<&'a Section> {
    navigation.sections.iter().find(|candidate| candidate.id == id).map(|section| &**section)
}

fn with_section<T>(
    db: &dyn Db,
    section: SectionKey<'_>,
    make: impl FnOnce(&SectionInput<'_>) -> T,
) -> Option<T> {
    let project = Project::get(db);
    let navigation = navigation(db, project);
    let asked = interaction(db, project).drilldown;
    let drilldown = match asked
        .unwrap_or_else(|| crate::html::template::theme::choices(look(db, project).theme).drilldown)
    {
        false => Drilldown::Off,
        true => Drilldown::On,
    };
    let addresses = addresses(db, project);
    let section = find_section(&navigation.0, section.id(db))?;
    let label = |slug: &Slug| page::label(db, project, slug);
    let files = ProjectFiles::new(db);
    let sheet = Sheet::new(addresses, &files);
    let icon = |icon: &Icon| sheet.icon(icon);
    let place = navigation.0.section_place(&section.id);
    let text = &super::texts::texts_of(db, place.as_ref().and_then(PagePlace::language)).interface;
    Some(make(&SectionInput { section, label: &label, icon: &icon, addresses, drilldown, text }))
}
