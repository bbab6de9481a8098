//! What a page is put together from: its tree, its body, its view. Queries call these; nothing here is kept.

use super::*;

/// Markup and facts of a page's body.
pub(super) fn make_body<'db>(db: &'db dyn Db, project: Project, page: PageKey<'db>) -> (Body, PageFacts) {
    let slug = page.slug(db);
    let (document, operation, mode) = match page_origin(db, project, page) {
        Some(PageOrigin::File(file)) => {
            let (source, _) = page_source(db, project, file);
            let document = parse_document(source);
            let summary = page_summary(db, project, file);
            let operation = if summary.openapi.is_some() || summary.asyncapi.is_some() {
                let apis = Descriptions(api_descriptions(db, project));
                page_api(&summary, &apis)
                    .map(|(description, found)| operation_nodes(description, found))
                    .unwrap_or_default()
            } else {
                Vec::new()
            };
            let mode = page_mode(&document.front_matter);
            (document, operation, mode)
        }
        Some(PageOrigin::Generated(generated)) => {
            let descriptions = api_descriptions(db, project);
            let found = descriptions.get(&generated.source);
            let found =
                found.and_then(|description| Some((description, description.find(&generated.target).ok()?)));
            let content = match &found {
                Some((_, Found::Operation(operation))) => operation.x_mint.content.clone(),
                Some((_, Found::Channel(channel))) => channel.x_mint.content.clone(),
                None => None,
            };
            let operation =
                found.map(|(description, found)| operation_nodes(description, found)).unwrap_or_default();
            let source = SourceText::new(generated.source.clone(), content.unwrap_or_default());
            (parse_document(source), operation, PageMode::Default)
        }
        None => (parse_document(SourceText::new(SourcePath::new(""), "")), Vec::new(), PageMode::Default),
    };
    let files = ProjectFiles { db, project };
    let headings = match mode {
        PageMode::Custom | PageMode::Frame => HeadingIds::Omitted,
        _ => HeadingIds::Given,
    };
    let addresses = &project.settings(db).addresses;
    render_body(BodyInput { document: &document, operation, slug, addresses, headings }, &files, &files)
}

fn operation_nodes(description: &ApiDescription, found: Found<'_>) -> Vec<Node> {
    match found {
        Found::Operation(operation) => crate::api::document::operation_document(description, operation),
        Found::Channel(channel) => crate::api::document::channel_document(description, channel),
    }
}

/// The project's files as pages see them; each look-up is tracked.
pub(super) struct ProjectFiles<'db> {
    pub db: &'db dyn Db,
    pub project: Project,
}

impl Loader for ProjectFiles<'_> {
    fn document(&self, path: &SourcePath) -> Option<Arc<Document>> {
        snippet_document(self.db, self.project, PathKey::new(self.db, path.clone()))
    }

    fn text(&self, path: &SourcePath) -> Option<Arc<str>> {
        lookup(self.db, self.project, path).map(|file| text(self.db, file).0.into())
    }
}

impl Lookups for ProjectFiles<'_> {
    fn tokens(&self, language: &str, code: &str) -> Arc<Tokens> {
        self.db.tokens(language, code)
    }

    fn image_size(&self, path: &SourcePath) -> Option<(u32, u32)> {
        image_size(self.db, self.project, PathKey::new(self.db, path.clone()))
    }

    fn file_exists(&self, path: &SourcePath) -> bool {
        lookup(self.db, self.project, path).is_some()
    }

    fn markdown(&self, source: &str) -> Vec<Node> {
        parse_fragment(source)
    }
}

/// The view of a page and its language; `None` for an address that no page has.
pub(super) fn view<'db>(
    db: &'db dyn Db,
    project: Project,
    page: PageKey<'db>,
) -> Option<(PageView, LanguageKey<'db>)> {
    let body_of = page_body(db, project, page);
    let body = db.stored_body(body_of.key).unwrap_or_else(|| Arc::new(make_body(db, project, page).0));
    let place = page_place(db, project, page);
    let settings = project.settings(db);
    let files = ProjectFiles { db, project };
    let section =
        place.section_id.clone().map(|id| sidebar(db, project, SectionKey::new(db, id))).unwrap_or_default();
    let language = LanguageKey::new(db, place.language().map(str::to_owned));
    let front_matter;
    let summary;
    let (title, description, method, deprecated) = match page_origin(db, project, page) {
        Some(PageOrigin::File(file)) => {
            summary = page_summary(db, project, file);
            front_matter = page_head(db, project, file).front_matter.clone();
            let apis = Descriptions(if summary.openapi.is_some() || summary.asyncapi.is_some() {
                api_descriptions(db, project)
            } else {
                Arc::default()
            });
            (
                page_title(&summary, &apis),
                summary.description.clone(),
                method_label(&summary),
                summary.deprecated,
            )
        }
        Some(PageOrigin::Generated(generated)) => {
            front_matter = crate::page::frontmatter::FrontMatter { fields: generated.metadata.clone() };
            summary = Arc::new(PageSummary::new(SourcePath::new(generated.slug.as_str())));
            (
                generated.title.clone(),
                generated.description.clone(),
                generated.method_label.clone(),
                generated.deprecated,
            )
        }
        None => return None,
    };
    let addresses = &settings.addresses;
    let inline = |text: &str| inline_markdown(text, addresses, &files);
    let generated = matches!(page_origin(db, project, page), Some(PageOrigin::Generated(_)));
    let indexing = match seo(db, project).indexing {
        crate::config::publishing::Indexing::All => Indexing::All,
        crate::config::publishing::Indexing::Navigable => Indexing::Navigable,
    };
    let view = page_view(&PageInput {
        slug: page.slug(db),
        title: &title,
        title_html: has_markup(&title).then(|| inline(&title)),
        description: description.as_deref(),
        // A generated page shows its operation's description as the beginning of its text.
        description_html: description
            .as_deref()
            .filter(|_| !generated)
            .map(|text| if has_markup(text) { inline(text) } else { Html::text(text) }),
        front_matter: &front_matter,
        place: &place,
        sidebar: &section,
        body: &body,
        addresses,
        site_url: settings.site_url.as_deref(),
        site_name: &identity(db, project).name,
        eyebrows: look(db, project).styling.eyebrows,
        visibility: visibility(PageFlags::from(&*summary), place.listed, indexing),
        method: method.as_deref(),
        deprecated,
    });
    Some((view, language))
}

/// The view of what all pages of a language share.
pub(super) fn site(db: &dyn Db, project: Project, code: Option<&str>) -> SiteView {
    let level = written_navigation(db, project);
    let overrides = code
        .and_then(|code| level.languages.iter().find(|division| division.label == code))
        .and_then(|division| division.level.overrides.as_deref());
    let custom = custom_files(db, project);
    let seo = seo(db, project);
    let input = SiteInput {
        identity: &identity(db, project),
        look: &look(db, project),
        chrome: &chrome(db, project),
        overrides,
        metatags: &seo.metatags,
        addresses: &project.settings(db).addresses,
        language: code,
        assets: &theme_files(db, project),
        styles: &custom.0,
        scripts: &custom.1,
    };
    site_view(&input, &ProjectFiles { db, project })
}

/// Only texts that may hold Markdown are parsed.
fn has_markup(text: &str) -> bool {
    text.contains(['`', '*', '_', '[', '<', '~'])
}

/// Descriptions as the navigation asks for them; those behind a URL need a fetched copy.
pub(super) struct Descriptions(pub Arc<BTreeMap<SourcePath, Arc<ApiDescription>>>);

impl ApiLookup for Descriptions {
    fn description(&self, source: &str) -> Result<&ApiDescription, ApiAbsence> {
        if source.contains("://") {
            return Err(ApiAbsence::Unusable);
        }
        self.0.description(source)
    }

    fn all(&self) -> Vec<&ApiDescription> {
        self.0.all()
    }
}

/// The part of a head that the whole site may look at.
pub(super) fn summarize(path: &SourcePath, head: &PageHead) -> PageSummary {
    let front = &head.front_matter;
    let icon = front.text("icon").map(|name| Icon { name, style: front.text("iconType"), library: None });
    PageSummary {
        title: front.text("title"),
        sidebar_title: front.text("sidebarTitle"),
        description: front.text("description"),
        icon,
        tag: front.text("tag"),
        deprecated: front.flag("deprecated") == Some(true),
        hidden: front.flag("hidden"),
        noindex: front.flag("noindex") == Some(true),
        searchable: front.flag("searchable"),
        url: front.text("url"),
        mode: front.text("mode"),
        openapi: front.text("openapi"),
        asyncapi: front.text("asyncapi"),
        api: front.text("api"),
        hide_api_marker: front.flag("hideApiMarker") == Some(true),
        hide_footer_pagination: front.flag("hideFooterPagination") == Some(true),
        keywords: front.list("keywords"),
        version: front.text("version"),
        ..PageSummary::new(path.clone())
    }
}

/// Whether a file holds Markdown.
pub(super) fn is_markdown(path: &SourcePath) -> bool {
    matches!(path.extension().as_str(), "mdx" | "md")
}
