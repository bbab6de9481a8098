//! What a page is put together from around its body: label, place, key, view. Queries call these; nothing here
//! is kept.

use serde::{Deserialize, Serialize};

use super::body::{body_keys, shown};
use super::feeds::FeedOf;
use super::*;
use crate::api::ApiCatalog;
use crate::config::chrome::ContextualOption;
use crate::config::chrome::Overrides;
use crate::config::navigation::Icon;
use crate::explain::Part;
use crate::html::archive::ArchivePages;
use crate::html::directory::{DirectoryInput, directory};
use crate::html::element::has_unknown_tag;
use crate::html::icon::configured;
use crate::html::page_view::{Original, style};
use crate::html::template::theme::choices;
use crate::page::description::{has_marks, plain_text, plain_title};
use crate::page::jsx::decode_entities;
use crate::site::navigation::{Link, SidebarPage, sidebar_page};
use crate::site::place::PagePlace;
use crate::site::visibility::Visibility;
use crate::source::history::Day;

/// The sidebar entry of a page file; generated pages have theirs from the navigation.
pub(super) fn label(db: &dyn Db, project: Project, slug: &Slug) -> Option<SidebarPage> {
    match page_origin(db, PageKey::new(db, slug.clone()))? {
        PageOrigin::File(file) => {
            let label = file.label(db).as_ref()?;
            let mut entry = sidebar_page(label, &descriptions_for(db, project, label));
            if let Some(plain) = without_markup(&entry.title) {
                entry.title = plain;
            }
            Some(entry)
        }
        PageOrigin::Generated(_) => None,
        PageOrigin::StandIn(original) => {
            let label = label(db, project, &original)?;
            let link = match label.link {
                Some(Link::Page(_)) => Some(Link::Page(slug.clone())),
                other => other,
            };
            Some(SidebarPage { slug: slug.clone(), link, ..label })
        }
    }
}

/// What a page's method is called.
pub(super) fn shown_method(db: &dyn Db, project: Project, label: &PageSummary) -> Option<String> {
    method_label(label, &descriptions_for(db, project, label))
}

/// The descriptions, for pages that show one; others do not depend on them.
fn descriptions_for(db: &dyn Db, project: Project, label: &PageSummary) -> Descriptions {
    let shows_one = label.rare.openapi.is_some() || label.rare.asyncapi.is_some();
    Descriptions(if shows_one { api_catalogs(db, project) } else { Arc::default() })
}

/// What a page shows that is neither its body nor the shell: made from labels and the place, which are small.
#[derive(Serialize, Deserialize)]
pub(super) struct Around {
    pub caption: Caption,
    title_html: Option<Html>,
    description_html: Option<Html>,
    method: Option<String>,
    deprecated: bool,
    pub place: PagePlace,
    visibility: Visibility,
    /// The list of its group's entries, when it is the root page of one that asks for it.
    directory_html: Option<Html>,
    /// The links that it names as related.
    related_html: Option<Html>,
    /// What it shows in place of a translation.
    stands_for: Option<Original>,
    /// What it translates, when that was changed after it and the site tells so.
    outdated_by: Option<Original>,
    /// Whether its Markdown lies beside it.
    pub has_export: bool,
    /// Of the home page: where it may lead by the language of a reader's browser.
    languages: Option<Arc<str>>,
    /// When its file was last changed, where that is shown.
    day: Option<Day>,
    /// The same for its feeds, for a page that has some.
    feed_day: Option<Day>,
    /// Its source, where pages link to that.
    source: Option<SourcePath>,
    /// The API description that it is made from, where its menu leads there.
    description: Option<SourcePath>,
    /// The key of the picture that social networks show.
    thumbnail: Option<ContentHash>,
    /// The pages of its older entries, when it is a long change log.
    pub archives: Vec<Slug>,
}

impl Around {
    /// What its feeds are made from besides their entries.
    pub fn feed<'a>(&'a self, slug: &'a Slug) -> FeedOf<'a> {
        FeedOf { slug, caption: &self.caption, language: self.place.language(), day: self.feed_day }
    }
}

/// What stands above a page's text.
#[derive(Serialize, Deserialize)]
pub(super) struct Caption {
    pub title: String,
    /// The title without markup, when it has some.
    plain_title: Option<String>,
    description: Option<String>,
    /// The description without markup, when it has some.
    plain: Option<String>,
    /// Whether readers see the description there; some only have it in their head.
    is_shown: bool,
    /// `markdown.instructions`, which stand in the Markdown file alone.
    pub instructions: Vec<String>,
}

impl Caption {
    /// The title as plain text.
    pub fn name(&self) -> &str {
        self.plain_title.as_deref().unwrap_or(&self.title)
    }

    /// The description as plain text, whether or not readers see it above the text.
    pub fn description(&self) -> Option<&str> {
        self.plain.as_deref().or(self.description.as_deref())
    }

    /// The description, when readers see it above the text.
    pub fn shown_description(&self) -> Option<&str> {
        self.description.as_deref().filter(|_| self.is_shown)
    }
}

/// The caption of a page; `None` for an address that no page has.
pub(super) fn caption<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Option<Caption> {
    let (title, description, is_shown) = match page_origin(db, page)? {
        PageOrigin::File(file) => {
            let label = file.label(db).as_ref()?;
            let apis = descriptions_for(db, project, label);
            let description = label.description.clone();
            let is_shown = description.is_some();
            // What an operation says of itself stands in the text.
            let description = description.or_else(|| page_description(label, &apis));
            (page_title(label, &apis), description, is_shown)
        }
        // A generated page shows its operation's description as the beginning of its text, unless it has one in place
        // of that.
        PageOrigin::Generated(page) => {
            (page.title.clone(), page.description.clone(), page.own_description().is_some())
        }
        PageOrigin::StandIn(original) => return caption(db, project, PageKey::new(db, original)),
    };
    let plain = description.as_deref().filter(|text| has_markup(text)).map(plain_text);
    let plain_title = without_markup(&title);
    let instructions = instructions(db, project).0.clone();
    Some(Caption { title, plain_title, description, plain, is_shown, instructions })
}

/// What readers see of a title with markup. One with a tag stays as it is: `Array<T>` has none.
fn without_markup(title: &str) -> Option<String> {
    if !has_markup(title) || has_unknown_tag(title) {
        return None;
    }
    plain_title(title)
}

/// What is around the body of a page now; `None` for an address that no page has.
pub(super) fn around<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> Option<Around> {
    let mut place = find_place(&navigation(db, project).0, page.slug(db));
    for neighbour in place.previous.iter_mut().chain(&mut place.next) {
        if let Some(label) = label(db, project, &neighbour.slug) {
            neighbour.title = label.title;
        }
    }
    let addresses = addresses(db, project);
    let files = ProjectFiles::new(db);
    let inline = |text: &str| inline_markdown(text, page.slug(db), addresses, &files);
    let indexing = match seo(db, project).indexing {
        crate::config::publishing::Indexing::All => Indexing::All,
        crate::config::publishing::Indexing::Navigable => Indexing::Navigable,
    };
    let shown = shown(db, page);
    let origin = page_origin(db, shown)?;
    let (flags, method, deprecated) = match &origin {
        PageOrigin::File(file) => {
            let label = file.label(db).as_ref()?;
            (PageFlags::from(&**label), shown_method(db, project, label), label.deprecated)
        }
        PageOrigin::Generated(page) => (PageFlags::from(&**page), page.shown_method(), page.deprecated),
        // Only a page that has one of its own stands in.
        PageOrigin::StandIn(_) => return None,
    };
    let caption = caption(db, project, page)?;
    // Asked only where it is shown: elsewhere no page depends on it.
    let day = match &origin {
        PageOrigin::File(file) if metadata(db, project).timestamp => file.day(db),
        _ => None,
    };
    let feed_day = match &origin {
        PageOrigin::File(file) if body_keys(db, page).feed.is_some() => file.day(db),
        _ => None,
    };
    // A page in place of a translation is its own original.
    let outdated_by = if shown == page { newer_original(db, project, &place, &origin) } else { None };
    let source = match &origin {
        _ if !feedback(db, project).has_links() => None,
        PageOrigin::File(file) => Some(file.path(db).clone()),
        PageOrigin::Generated(page) => Some(page.source.clone()),
        PageOrigin::StandIn(_) => None,
    };
    let leads_there = |menu: &Contextual| {
        menu.options
            .iter()
            .any(|option| matches!(option, ContextualOption::Known(name) if name == "download-spec"))
    };
    let description = match &origin {
        PageOrigin::Generated(page) if contextual(db, project).as_ref().as_ref().is_some_and(leads_there) => {
            Some(page.source.clone())
        }
        _ => None,
    };
    let directory_html = directory_html(db, project, page.slug(db), &files);
    let related_html = match &origin {
        PageOrigin::File(file) => file
            .label(db)
            .as_ref()
            .and_then(|head| related::related_html(db, project, (page.slug(db), head), &files)),
        _ => None,
    };
    let description_html = caption
        .shown_description()
        .map(|text| if has_markup(text) { inline(text) } else { Html::text(text) });
    let thumbnail = thumbnails::thumbnail_key(db, project, &caption);
    Some(Around {
        title_html: has_markup(&caption.title)
            .then(|| marked_title(&caption.title, page.slug(db), addresses, &files))
            .flatten(),
        description_html,
        caption,
        method,
        deprecated,
        directory_html,
        related_html,
        outdated_by: outdated_by.map(|newer| newer.page),
        languages: super::languages::of_home(db, project, page.slug(db)),
        day,
        feed_day,
        source,
        thumbnail,
        description,
        visibility: visibility(flags, place.listed, indexing),
        stands_for: (shown != page)
            .then(|| Original { slug: shown.slug(db).clone(), language: page_language(db, shown) }),
        has_export: !lost_exports(db, project).contains(page.slug(db)),
        archives: super::archives::archive_pages(db, page),
        place,
    })
}

/// The original of a translation, when it was changed on a later day.
pub(super) struct NewerOriginal {
    pub page: Original,
    pub file: SourceFile,
    /// When the translation was changed, and when the original.
    pub days: (Day, Day),
}

/// The original of a page that was changed after it, for a site that asks for that (I18N-06). Elsewhere no page depends on
/// when another one was changed.
pub(super) fn newer_original(
    db: &dyn Db,
    project: Project,
    place: &PagePlace,
    origin: &PageOrigin,
) -> Option<NewerOriginal> {
    let PageOrigin::File(own) = origin else { return None };
    if !metadata(db, project).outdated_translations {
        return None;
    }
    let (language, slug) = place.original()?;
    let PageOrigin::File(file) = page_origin(db, PageKey::new(db, slug.clone()))? else { return None };
    let days = (own.day(db)?, file.day(db)?);
    let page = Original { slug: slug.clone(), language: Some(language.to_owned()) };
    (days.0 < days.1).then_some(NewerOriginal { page, file, days })
}

/// What the root page of a group lists, when the group asks for it (NAV-06).
fn directory_html(db: &dyn Db, project: Project, slug: &Slug, files: &ProjectFiles<'_>) -> Option<Html> {
    let navigation = navigation(db, project);
    let (group, style) = navigation.0.directories.of_page(&navigation.0, slug)?;
    let addresses = addresses(db, project);
    let label = |slug: &Slug| {
        let caption = caption(db, project, PageKey::new(db, slug.clone()))?;
        Some((label(db, project, slug)?, caption.description))
    };
    let icon = |icon: &Icon| configured(icon, &SourcePath::new(CONFIG_FILE), addresses, files).0;
    Some(directory(group, style, &DirectoryInput { label: &label, icon: &icon, addresses }))
}

/// The key of a page, from the key of its body's markup and the parts around it.
pub(super) fn key_of_parts(markup: ContentHash, around: &PartsAround) -> ContentHash {
    let mut key = KeyHasher::new("page");
    key.part(markup.as_bytes());
    for (_, hash) in around {
        key.part(hash.as_bytes());
    }
    key.finish()
}

/// The parts of a page's key besides its body.
pub(super) type PartsAround = [(Part, ContentHash); 4];

/// The parts of a page's key besides its body.
pub(super) fn parts_around<'db>(db: &'db dyn Db, page: PageKey<'db>, around: &Around) -> PartsAround {
    let place = &around.place;
    let language = LanguageKey::new(db, place.language().map(str::to_owned));
    let mut sidebar = KeyHasher::new("sidebar");
    sidebar.part(super::sidebars::key_of_page(db, page, place).as_bytes()).part(place.trail.key.as_bytes());
    let mut of_place = KeyHasher::new("place");
    of_place.value(&(&place.breadcrumbs, &place.previous, &place.next, &place.counterparts));
    if let Some(original) = &around.stands_for {
        of_place.value(original);
    }
    if let Some(original) = &around.outdated_by {
        of_place.part(b"outdated").value(original);
    }
    if let Some(languages) = &around.languages {
        of_place.part(b"languages").part(languages.as_bytes());
    }
    let mut label = KeyHasher::new("label");
    label.value(&(&around.caption, &around.title_html, &around.description_html, &around.directory_html));
    label.value(&around.related_html).value(&around.archives);
    label.value(&(&around.method, around.deprecated, around.visibility, around.has_export));
    label.value(&(&around.day, &around.feed_day, &around.source, &around.thumbnail, &around.description));
    [
        (Part::Frame, frame_key(db, language)),
        (Part::Sidebar, sidebar.finish()),
        (Part::Place, of_place.finish()),
        (Part::Label, label.finish()),
    ]
}

/// The hash of what all pages of a language take from the site.
pub(super) fn hash_frame<'db>(db: &'db dyn Db, project: Project, language: LanguageKey<'db>) -> ContentHash {
    let settings = project.settings(db);
    let mut key = KeyHasher::new("frame");
    key.part(shell(db, language).key.as_bytes());
    key.part(super::icons::icons_key(db, project).as_bytes());
    key.value(&(&identity(db, project).name, &identity(db, project).description));
    let look = look(db, project);
    key.part(format!("{:?}", (look.theme, look.styling.eyebrows, look.styling.latex)).as_bytes());
    key.part(&[u8::from(metadata(db, project).timestamp)]);
    key.value(&*feedback(db, project))
        .value(&*contextual(db, project))
        .value(&*mcp(db, project))
        .value(&*seo(db, project));
    key.value(addresses(db, project));
    key.value(&settings.site_url);
    // A page names those that it loads.
    for asset in crate::html::page_assets::of_components(addresses(db, project)) {
        key.part(asset.file.as_bytes());
    }
    key.finish()
}

/// The view of a page made of its parts, or of the one of its older entries with this number; and its language.
pub(super) fn put_together<'db>(
    db: &'db dyn Db,
    project: Project,
    (slug, archive): (&Slug, Option<usize>),
    around: &Around,
    sidebar: Html,
    body: &Body,
) -> (PageView, LanguageKey<'db>) {
    let settings = project.settings(db);
    let language = LanguageKey::new(db, around.place.language().map(str::to_owned));
    let files = ProjectFiles::new(db);
    let look = look(db, project);
    let icon =
        |icon: &Icon| configured(icon, &SourcePath::new(CONFIG_FILE), addresses(db, project), &files).0;
    let archives = ArchivePages {
        pages: (!around.archives.is_empty()).then_some((slug, around.archives.as_slice())),
        shown: archive,
    };
    let view = page_view(&PageInput {
        slug: archive.and_then(|number| around.archives.get(number)).unwrap_or(slug),
        archives,
        title: around.caption.name(),
        name: around.caption.name(),
        title_html: around.title_html.clone(),
        description: around.caption.description(),
        description_html: around.description_html.clone(),
        front_matter: &body.front_matter,
        place: &around.place,
        sidebar,
        body,
        icon: &icon,
        addresses: addresses(db, project),
        site_url: settings.site_url.as_deref(),
        site_name: &identity(db, project).name,
        site_description: identity(db, project).description.as_deref(),
        eyebrows: look.styling.eyebrows.unwrap_or_else(|| choices(look.theme).eyebrows),
        latex: look.styling.latex,
        timestamp: metadata(db, project).timestamp,
        day: around.day,
        feedback: &feedback(db, project),
        source: around.source.as_ref(),
        seo: &seo(db, project),
        contextual: contextual(db, project).as_ref().as_ref(),
        mcp: mcp(db, project).url.as_deref(),
        description_file: around
            .description
            .as_ref()
            .map(|path| addresses(db, project).path_url(path.as_str())),
        thumbnail: around.thumbnail.and_then(|key| {
            let url = addresses(db, project).path_url(thumbnails::thumbnail_file(slug).as_str());
            // Networks keep a picture for as long as its address is the same.
            Some(format!("{}{url}?v={}", settings.site_url.as_ref()?, key.short()))
        }),
        visibility: around.visibility,
        text: &super::texts::texts_of(db, around.place.language()).interface,
        method: around.method.as_deref(),
        deprecated: around.deprecated,
        directory_html: around.directory_html.as_ref(),
        related_html: around.related_html.as_ref(),
        stands_for: around.stands_for.as_ref(),
        outdated_by: around.outdated_by.as_ref(),
        has_export: around.has_export,
        languages: around.languages.as_deref(),
    });
    (view, language)
}

/// The view of what all pages of a language share.
pub(super) fn site(db: &dyn Db, project: Project, code: Option<&str>) -> SiteView {
    let level = written_navigation(db, project);
    let overrides = code.and_then(|code| overrides(&level, code, 0));
    let custom = custom_files(db, project);
    let seo = seo(db, project);
    let icons = favicons::Icons::of(db, &look(db, project));
    let fonts = super::fonts::site_fonts(db, project);
    let input = SiteInput {
        identity: &identity(db, project),
        look: &look(db, project),
        chrome: &chrome(db, project),
        overrides,
        seo: &seo,
        addresses: addresses(db, project),
        language: code,
        text: &super::texts::texts_of(db, code).interface,
        assets: &theme_files(db, project),
        fonts: &fonts.view,
        diagrams: fonts.diagrams.as_deref(),
        icons: icons.view(),
        third_parties: &super::vendors::third_parties(db, project),
        styles: &custom.styles,
        scripts: &custom.scripts,
        stars: &super::fonts::lock(db, project).0.stars,
    };
    let mut view = site_view(&input, &ProjectFiles::new(db));
    if view.brand_href.is_empty() {
        view.brand_href = super::languages::home_of_language(db, project, code);
    }
    let slots = super::slots::slots(db, LanguageKey::new(db, code.map(str::to_owned)));
    view.stylesheets.extend(slots.stylesheets.iter().cloned());
    view.scripts.extend(slots.scripts.iter().cloned());
    style(&slots.styles).iter().for_each(|style| view.head_html.push(style));
    if metadata(db, project).changes {
        view.head_html.push(&super::changes::links(db, project, code));
    }
    view.slots = slots.view.clone();
    view
}

/// What a language says differently about the frame, wherever it stands in the navigation (I18N-07).
fn overrides<'l>(level: &'l Level, code: &str, depth: usize) -> Option<&'l Overrides> {
    let own = level.languages.iter().filter(|division| division.label == code);
    let own = own.filter_map(|division| division.level.overrides.as_deref()).next();
    own.or_else(|| {
        let below = level.divisions().filter(|_| depth < 20);
        below.filter_map(|division| overrides(&division.level, code, depth + 1)).next()
    })
}

/// Only texts that may hold Markdown are parsed.
fn has_markup(text: &str) -> bool {
    has_marks(text) || text.contains('&') && decode_entities(text) != text
}

/// Descriptions as the navigation asks for them; those behind a URL need a fetched copy.
pub(super) struct Descriptions(pub Arc<super::api::ApiCatalogs>);

impl ApiLookup for Descriptions {
    fn description(&self, source: &str) -> Result<&ApiCatalog, ApiAbsence> {
        if source.contains("://") {
            let found = self.0.addresses.get(source).and_then(Option::as_deref);
            return found.ok_or(ApiAbsence::Unusable);
        }
        self.0.files.description(source).map_err(|absence| match self.0.unreadable(source) {
            Some(_) => ApiAbsence::Unusable,
            None => absence,
        })
    }

    fn unreadable(&self, source: &str) -> Option<Diagnostic> {
        self.0.unreadable(source)
    }

    fn has_unusable(&self) -> bool {
        self.0.addresses.values().any(Option::is_none)
    }

    fn all(&self) -> Vec<&ApiCatalog> {
        let fetched = self.0.addresses.values().filter_map(Option::as_deref);
        self.0.files.all().into_iter().chain(fetched).collect()
    }
}

/// Whether a file holds Markdown.
pub fn is_markdown(path: &SourcePath) -> bool {
    matches!(path.extension().as_str(), "mdx" | "md")
}
