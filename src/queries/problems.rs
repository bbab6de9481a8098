//! Everything that is wrong with the sources and belongs to no single page.

use std::cell::RefCell;

use super::api::UNREADABLE;
use super::*;
use crate::api::ApiKind;
use crate::api::check::lost_parts;
use crate::authoring::fixes::Fix;
use crate::config::chrome::ContextualOption;
use crate::config::code_themes::is_theme_file;
use crate::config::look::{Appearance, ColorScheme};
use crate::encoding::{decode, encode, percent_decoded};
use crate::html::css::urls;
use crate::html::page_menu::WITHOUT_ADDRESS;
use crate::html::page_meta::{is_below, picture_key};
use crate::html::site_view::theme_colors;
use crate::html::template::tokens::{LowContrast, low_contrasts};
use crate::page::ast::links_in;
use crate::page::conventions::terms::Terms;
use crate::page::conventions::{self, Part, check_conventions};
use crate::remote::is_remote;
use crate::site::links::{BrokenLink, LinkKind, PageLink, check_address};
use crate::site::navigation::ApiAbsence;
use crate::site::navigation::api_pages::{missing_description, other_kind};
use crate::site::navigation::repeated::repetitions;
use crate::site::routes::{Places, ROUTES_FILE, lost};
use crate::source::renames::Renames;

pub(crate) mod budgets;

/// What the check of addresses in the configuration found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct AddressReport {
    pub problems: Vec<Diagnostic>,
    /// Pages whose ids were asked for.
    pub asked: BTreeSet<Slug>,
}

/// Problems of configuration, navigation, descriptions and redirects.
pub(super) fn site_problems(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let mut all = config(db, project).diagnostics.clone();
    let told_at = |problem: &Diagnostic| left_out(db, project, at_description(db, problem.clone()));
    all.extend(navigation(db, project).1.iter().map(told_at));
    all.extend(repetitions(&written_navigation(db, project)));
    // What is wrong with these is told as the reason why they cannot be read.
    let unreadable: BTreeSet<SourcePath> = all
        .iter()
        .filter(|problem| problem.code == UNREADABLE)
        .filter_map(|problem| Some(problem.location.as_ref()?.path.clone()))
        .collect();
    for (path, file) in project.files(db).iter() {
        if let FileCategory::ApiCandidate(_) = file.category(db)
            && !unreadable.contains(path)
        {
            all.extend(api_description(db, *file).1.iter().cloned());
        }
    }
    all.extend(remote_sources(db, project));
    all.extend(graphql::schema_problems(db, project));
    all.extend(missing_images(db, project));
    all.extend(fonts::font_problems(db, project, &|key, value| place_of(db, key, value)));
    all.extend(icons::icon_problems(db, project, &ProjectFiles::new(db)));
    all.extend(glossary::glossary_problem(db, project));
    all.extend(withheld_pages(db, project));
    let scripts = &custom_files(db, project).scripts;
    all.extend(scripts.iter().filter_map(|own| script_problem(db, lookup(db, &own.path)?)));
    all.extend(redirect_problems(db, project).iter().cloned());
    all.extend(lost_addresses(db, project));
    all.extend(missing_descriptions(db, project, &all));
    all.extend(path_of_address(db, project));
    all.extend(unused_seo_paths(db, project));
    all.extend(hosting::host_files(db, project).problems.iter().cloned());
    all.extend(code_themes(db, project));
    all.extend(menu_problems(db, project));
    all.extend(languages::home_problem(db, project));
    all.extend(stubs::home_is_missing(db, project));
    all.extend(theme::template_problems(db, project));
    all.extend(slots::slot_problems(db, project));
    all.extend(texts::text_problems(db, project));
    all.extend(code::grammar_problems(db, project));
    all
}

/// A page that is missing because its file is left out, or lies where no pages are.
fn left_out(db: &dyn Db, project: Project, problem: Diagnostic) -> Diagnostic {
    let name = problem.message.split('`').nth(1).filter(|_| problem.code == "nav-page-missing");
    let Some(name) = name else { return problem };
    let snippet = ["", ".mdx", ".md"].iter().find_map(|ending| {
        let path = SourcePath::checked(&format!("{name}{ending}"))?;
        let file = sources::lookup(db, &path)?;
        matches!(file.category(db), FileCategory::Snippet | FileCategory::LegacySnippet).then_some(path)
    });
    let hint = match snippet {
        Some(path) => Some(format!(
            "`{path}` is a part of other pages by its folder: move it out of that to make it a page"
        )),
        None => sources::ignore_rules(db, project).hint_of_page(name),
    };
    match hint {
        Some(hint) => problem.hint(hint),
        None => problem,
    }
}

/// What the navigation has to say of a description, at the name of its file and not at the group around it.
fn at_description(db: &dyn Db, problem: Diagnostic) -> Diagnostic {
    let mut named = problem.message.split('`').skip(1).step_by(2);
    let (key, source) = match problem.code {
        "api-description-missing" | "api-description-empty" => ("openapi", named.next()),
        "api-description-kind" => (named.next().unwrap_or_default(), named.next()),
        _ => return problem,
    };
    let place = place_of(db, key, source.unwrap_or_default());
    if place.line > 0 { problem.located(place) } else { problem }
}

/// Pages that only some readers may see, which nothing in a folder of files can ensure (CFG-32).
fn withheld_pages(db: &dyn Db, project: Project) -> Option<Diagnostic> {
    let index = page_index(db, project);
    let (first, others) = index.withheld().split_first()?;
    let message = match others.len() {
        0 => format!("`{first}` has `groups`, so it is left out of the site"),
        1 => format!("`{first}` and one other page have `groups`, so they are left out of the site"),
        count => format!("`{first}` and {count} other pages have `groups`, so they are left out of the site"),
    };
    let hint =
        "who may read a page is a matter of the host; `--include-restricted` publishes them for everybody";
    let problem = Diagnostic::warning("page-withheld", message).hint(hint);
    let mut files = ["mdx", "md"].into_iter().map(|ending| SourcePath::new(&format!("{first}.{ending}")));
    Some(match files.find(|path| is_known(db, path)) {
        Some(page) => problem.located(links::seek_field(&page, "groups")),
        None => problem,
    })
}

/// Descriptions of the settings of the API that are not there or are none, and that nothing in the navigation asked for.
fn missing_descriptions(db: &dyn Db, project: Project, told: &[Diagnostic]) -> Vec<Diagnostic> {
    let api = &config(db, project).config.api;
    let apis = NavigationSources::new(db, project);
    let is_told = |path: &SourcePath| {
        let at = |problem: &Diagnostic| problem.location.as_ref().is_some_and(|at| at.path == *path);
        told.iter().any(|problem| problem.code == UNREADABLE && at(problem))
    };
    let problem = |key: &str, source: &str| {
        let absence = match apis.description(source) {
            Ok(description) => {
                let kind = if key == "asyncapi" { ApiKind::AsyncApi } else { ApiKind::OpenApi };
                return other_kind(kind, source, description);
            }
            Err(absence) => absence,
        };
        let path = SourcePath::checked(source).filter(|path| is_known(db, path));
        match (absence, path) {
            (_, Some(path)) => (!is_told(&path)).then(|| no_description(&path, apis.unreadable(source))),
            (ApiAbsence::Unknown, None) => Some(missing_description(source)),
            (ApiAbsence::Unusable, None) => None,
        }
    };
    let of = |key: &'static str, sources: &[ApiSource]| -> Vec<Diagnostic> {
        let local = sources.iter().map(|named| &named.source).filter(|source| !is_remote(source));
        local
            .filter_map(|source| {
                // Pages that name their own are as they should be.
                let severity = Severity::Warning;
                Some(Diagnostic { severity, ..problem(key, source)?.located(place_of(db, key, source)) })
            })
            .collect()
    };
    let mut all = of("openapi", &api.openapi);
    all.extend(of("asyncapi", &api.asyncapi));
    all.retain(|problem| !told.iter().any(|known| known.message == problem.message));
    all
}

/// Tells of a file that the settings name and that is no description, with what is wrong in it where that is known.
fn no_description(path: &SourcePath, problem: Option<Diagnostic>) -> Diagnostic {
    match problem {
        Some(problem) => Diagnostic::error(UNREADABLE, problem.message)
            .hint(format!("`docs openapi-check {path}` shows the place, or name another file")),
        None => Diagnostic::error(UNREADABLE, format!("`{path}` is no API description"))
            .hint("name a file in JSON or YAML that begins with `openapi: 3.1.0` or `asyncapi: 3.0.0`"),
    }
}

/// Settings for search engines that are for no page.
fn unused_seo_paths(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let pages = site_pages(db, project);
    let seo = seo(db, project);
    let unused = seo.paths.iter().filter(|paths| !pages.keys().any(|slug| is_below(slug, &paths.path)));
    let told = |path: &str| {
        Diagnostic::warning("seo-path-missing", format!("`seo.paths` names `{path}`, and no page is there"))
            .located(place_of(db, "path", path))
            .hint("write the path of a page, or of a folder with pages, as it is in their addresses")
    };
    unused.map(|paths| told(&paths.path)).collect()
}

/// The address of the site has a path, and its pages link to each other as if there was none.
fn path_of_address(db: &dyn Db, project: Project) -> Option<Diagnostic> {
    let settings = project.settings(db);
    let (_, host) = settings.site_url.as_deref()?.split_once("://")?;
    let (_, path) = host.split_once('/')?;
    let base = &settings.addresses.base;
    let message = format!(
        "the address of the site ends in `/{path}`, but its pages are at `{base}/`: what search engines are told leads elsewhere"
    );
    let hint = format!(
        "say where the site lies on its host with `--base /{path}`, and leave it out of `--site-url`"
    );
    Some(Diagnostic::warning("site-url-path", message).hint(hint))
}

/// Addresses that the site had when `routes.lock` was written, and that lead nowhere now (ENG-10).
fn lost_addresses(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let path = SourcePath::new(ROUTES_FILE);
    let Some(file) = lookup(db, &path) else { return Vec::new() };
    let source = SourceText::new(path, text(db, file).0);
    let pages = site_pages(db, project);
    let targets = link_targets(db, project);
    let places = Places {
        exists: &|address| hosting::is_page(&pages, address),
        // Without a page of its own the root leads to the first page.
        answers: &|path| path == "/" || targets.answers(path),
    };
    lost(&source, &redirects(db, project), places, pages.keys().map(Slug::route))
}

/// All addresses of the configuration that lead readers somewhere.
fn configured_addresses(db: &dyn Db, project: Project) -> Vec<(String, Location)> {
    let places = &config(db, project).places;
    let mut addresses = places.hrefs.clone();
    for (text, place) in &places.texts {
        let found = links_in(&parse_fragment(text));
        addresses.extend(found.into_iter().map(|address| (address, place.clone())));
    }
    addresses
}

/// What is filled in for each page is no address that could be looked for.
fn is_filled_in(address: &str) -> bool {
    address.contains(['$', '{'])
}

/// Those that lead to other sites.
pub(crate) fn external_addresses(db: &dyn Db, project: Project) -> Vec<(String, Location)> {
    let mut addresses = configured_addresses(db, project);
    addresses.retain(|(address, _)| links::is_web(address) && !is_filled_in(address));
    addresses
}

/// Addresses of the configuration, and of what stands around all pages, that lead nowhere.
pub(super) fn address_report(db: &dyn Db, project: Project) -> AddressReport {
    let targets = link_targets(db, project);
    let path = SourcePath::new(CONFIG_FILE);
    let addresses = configured_addresses(db, project);
    let asked: RefCell<BTreeSet<Slug>> = RefCell::default();
    let ids = |slug: &Slug| {
        asked.borrow_mut().insert(slug.clone());
        Some(links::page_ids(db, project, slug))
    };
    let bodies = Bodies { ids: &ids, has_feed: &|page| links::has_feed(db, page) };
    let told = |broken: BrokenLink, place: Location| {
        let near = broken.missing.as_ref().and_then(|missing| targets.suggestion(missing));
        broken.told(place, near)
    };
    let broken = addresses.into_iter().filter_map(|(address, place)| {
        if is_filled_in(&address) {
            return None;
        }
        Some(told(check_address(&address, &path, &targets, bodies)?, place))
    });
    let mut problems: Vec<Diagnostic> = broken.collect();
    // Places on the page are those of each page around which it stands.
    let around =
        slots::slot_links(db, project).into_iter().filter(|(link, ..)| !link.target.starts_with('#'));
    problems.extend(around.filter_map(|(link, path, place)| {
        let page = PageLinks { slug: &Slug::of_page(&path), path: &path, links: &[link] };
        Some(told(check_links(page, &targets, bodies).into_iter().next()?, place))
    }));
    problems.extend(style_addresses(db, project).into_iter().filter_map(|(target, path, place)| {
        let link = PageLink { target, kind: LinkKind::Media };
        let page = PageLinks { slug: &Slug::of_page(&path), path: &path, links: &[link] };
        Some(told(check_links(page, &targets, bodies).into_iter().next()?, place))
    }));
    // Whether the page of a destination is there is told with the redirects; this is about the place on it.
    let redirects = whole::placed_redirects(db, project).into_iter();
    problems.extend(redirects.filter_map(|redirect| {
        let Redirect { destination, location, .. } = redirect;
        // What a pattern puts in is not known here.
        if !destination.contains('#') || destination.contains(['*', ':']) {
            return None;
        }
        let destination = if destination.starts_with('/') { destination } else { format!("/{destination}") };
        let broken = check_address(&destination, &path, &targets, bodies)?;
        let place = location.unwrap_or_else(|| Location::file(&path));
        (broken.problem.code == "broken-anchor").then(|| broken.told(place, None))
    }));
    AddressReport { problems, asked: asked.into_inner() }
}

/// The files that the project's style sheets name, as they are written there, with their places.
fn style_addresses(db: &dyn Db, project: Project) -> Vec<(String, SourcePath, Location)> {
    let mut found = Vec::new();
    for path in &custom_files(db, project).styles {
        let Some(file) = lookup(db, path) else { continue };
        let source = SourceText::new(path.clone(), text(db, file).0);
        for (at, url) in urls::addresses(&source.text) {
            found.push((url.to_owned(), path.clone(), Location::at(&source, Span::new(at, at + url.len()))));
        }
    }
    found
}

/// What of the descriptions of the project is not shown because it is not what it has to be. Asked by `docs check`
/// alone: it reads all operations.
pub(crate) fn lost_api_parts(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for (path, file) in project.files(db).iter() {
        if let FileCategory::ApiCandidate(_) = file.category(db)
            && let Some(description) = &api_description(db, *file).0
        {
            problems.extend(lost_parts(description, &SourceText::new(path.clone(), text(db, *file).0)));
        }
    }
    problems
}

/// Configured colours that are hard to read (DIAG-07). Asked by `docs check` alone.
pub(crate) fn contrast_problems(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let look = look(db, project);
    let told = |LowContrast { name, color, background, ratio, shown }: LowContrast| {
        Diagnostic::note(
            "low-contrast",
            format!(
                "`colors.{name}`, {color}, has a contrast of {ratio:.2} : 1 to the background {background}"
            ),
        )
        .located(place_of(db, name, &color))
        .hint(if look.accessibility.auto_contrast {
            format!("text needs 4.5 : 1; links and active entries are shown in {shown} instead")
        } else {
            format!("text needs 4.5 : 1; {shown} has that, and `accessibility.autoContrast` would use it")
        })
    };
    // Nobody can correct a colour that is written nowhere.
    let is_configured = |low: &LowContrast| place_of(db, low.name, &low.color).line > 0;
    // Nor is one a problem in a mode that no reader sees.
    let Appearance { default, strict } = look.appearance;
    let unseen = match default {
        ColorScheme::Dark if strict => "primary",
        ColorScheme::Light if strict => "light",
        _ => "",
    };
    let is_seen = |low: &LowContrast| low.name != unseen && is_configured(low);
    low_contrasts(look.theme, &theme_colors(&look)).into_iter().filter(is_seen).map(told).collect()
}

/// What a file could do better by the conventions of authoring; from the store, or looked at. Not a query: only
/// `docs check` asks, once for each file.
pub(crate) fn convention_problems(
    db: &dyn Db,
    project: Project,
    file: SourceFile,
    part: Part,
    terms: &Terms,
) -> Vec<Diagnostic> {
    let mut key = KeyHasher::new("page conventions");
    key.value(&(conventions::VERSION, part, terms)).part(file.path(db).as_str().as_bytes());
    key.part(file.hash(db).as_bytes()).part(reading_key(db, project).as_bytes());
    let key = key.finish();
    if let Some(found) = db.stored(key).and_then(|bytes| decode(&bytes)) {
        return found;
    }
    db.ran("check_conventions", file.path(db));
    let (source, _) = page_source(db, project, file);
    let found = check_conventions(&parse_document(source), part, terms);
    db.store(key, &encode(&found));
    found
}

/// Links of a page that could be better.
pub(crate) fn link_fixes(db: &dyn Db, project: Project, slug: &Slug, renames: &Renames) -> Vec<Fix> {
    links::link_fixes(db, project, PageKey::new(db, slug.clone()), renames)
}

/// Links of a page that lead to another language than its own.
pub(crate) fn links_out_of_language(db: &dyn Db, project: Project, slug: &Slug) -> Vec<Diagnostic> {
    links::links_out_of_language(db, project, PageKey::new(db, slug.clone()))
}

/// A translation whose original was changed after it, where readers are told so (I18N-06).
pub(crate) fn outdated_translation(db: &dyn Db, project: Project, slug: &Slug) -> Option<Diagnostic> {
    if !metadata(db, project).outdated_translations {
        return None;
    }
    let origin = page_origin(db, PageKey::new(db, slug.clone()))?;
    let PageOrigin::File(own) = &origin else { return None };
    let place = find_place(&navigation(db, project).0, slug);
    let newer = super::page::newer_original(db, project, &place, &origin)?;
    let (then, since) = newer.days;
    let message = format!(
        "this translation was last changed on {}, and its original, `{}`, on {}",
        then.iso(),
        newer.file.path(db),
        since.iso()
    );
    let source = SourceText::new(own.path(db).clone(), text(db, *own).0);
    let hint =
        "look what is new there; a commit that changes the translation says that it is up to date again";
    Some(Diagnostic::note("outdated-translation", message).at(&source, Span::default()).hint(hint))
}

/// The links of a page to other sites, with their places.
pub(crate) fn external_links(db: &dyn Db, project: Project, slug: &Slug) -> Vec<(String, Location)> {
    links::external_links(db, project, PageKey::new(db, slug.clone()))
}

/// Markdown files that pages import.
pub(super) fn snippet_files(db: &dyn Db, project: Project) -> Vec<SourcePath> {
    let imported = imported_paths(db, project);
    let is_snippet = |(path, file): &(&SourcePath, &SourceFile)| {
        is_markdown(path)
            && (matches!(file.category(db), FileCategory::Snippet | FileCategory::LegacySnippet)
                // Notes of tools are nobody's snippets until a page reads them.
                && !is_hidden(path.as_str())
                || (!imported.is_empty() && imported.contains(&path.as_str().to_lowercase())))
    };
    project.files(db).iter().filter(is_snippet).map(|(path, _)| path.clone()).collect()
}

/// Images that the configuration names and that are not there.
fn missing_images(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let (look, seo) = (look(db, project), seo(db, project));
    let logo = look.logo.iter().flat_map(|logo| [("logo", &logo.light), ("logo", &logo.dark)]);
    let favicon = look.favicon.iter().flat_map(|pair| [("favicon", &pair.light), ("favicon", &pair.dark)]);
    let background = look.background.image.iter();
    let background =
        background.flat_map(|pair| [("background image", &pair.light), ("background image", &pair.dark)]);
    let thumbnails = look.thumbnails.iter().filter_map(|thumbnails| thumbnails.background.as_ref());
    let background = background.chain(thumbnails.map(|file| ("thumbnails background", file)));
    let of_metatags = seo.paths.iter().map(|path| &path.metatags).chain([&seo.metatags]);
    // What does not begin at the root of this site may be anywhere.
    let pictures = of_metatags.flatten().filter(|(_, file)| file.starts_with('/') && !file.starts_with("//"));
    let pictures = pictures.filter_map(|(name, file)| Some((picture_key(name)?, file)));
    let mut seen = BTreeSet::new();
    logo.chain(favicon)
        .chain(background)
        .chain(pictures)
        .filter(|(_, file)| {
            // An empty one is none.
            let is_file = !file.is_empty() && !file.contains("://") && !file.starts_with("data:");
            is_file && seen.insert((*file).clone())
        })
        .filter(|(_, file)| {
            let path = file.split('?').next().unwrap_or(file);
            lookup(db, &SourcePath::new(&percent_decoded(path))).is_none()
        })
        .map(|(what, file)| {
            Diagnostic::warning("missing-image", format!("the {what} `{file}` is not in the project"))
                .located(place_of(db, what.split(' ').next().unwrap_or(what), file))
                .hint("check the path; it begins at the folder of the project")
        })
        .collect()
}

/// Where the configuration says `value` for `key`, else behind it, else anywhere; a path may be written with a slash in
/// front. The file as a whole when it is not written just so.
pub(super) fn place_of(db: &dyn Db, key: &str, value: &str) -> Location {
    let own = SourcePath::new(CONFIG_FILE);
    // An older one is there in its place, if at all.
    let own = if lookup(db, &own).is_some() { own } else { SourcePath::new(LEGACY_FILE) };
    let found = place_as_written(db, &own, key, value);
    let found = found.or_else(|| place_as_written(db, &own, key, &format!("/{value}")));
    found.unwrap_or_else(|| Location::file(&own))
}

fn place_as_written(db: &dyn Db, own: &SourcePath, key: &str, value: &str) -> Option<Location> {
    let parts = config(db, Project::get(db)).files.clone();
    let paths = || std::iter::once(own).chain(parts.iter().filter(|path| *path != own));
    let quoted = format!("\"{value}\"");
    let find = |find: &dyn Fn(&str) -> Option<usize>| {
        paths().find_map(|path| {
            let text = text(db, lookup(db, path)?).0;
            let at = find(&text)?;
            Some(Location::at(&SourceText::new(path.clone(), text), Span::new(at, at + quoted.len())))
        })
    };
    let name = format!("\"{key}\"");
    let of_key = |text: &str| {
        let mut places = text.match_indices(&quoted).map(|(at, _)| at);
        places.find(|at| {
            let before = text.get(..*at).unwrap_or("").trim_end();
            before.strip_suffix(':').is_some_and(|before| before.trim_end().ends_with(&name))
        })
    };
    let behind = |text: &str| {
        let from = text.find(&name)?;
        text.get(from..)?.find(&quoted).map(|at| from + at)
    };
    find(&of_key).or_else(|| find(&behind)).or_else(|| find(&|text| text.find(&quoted)))
}

/// Code themes of the project that are not there or cannot be read.
fn code_themes(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let look = look(db, project);
    let asked = look.styling.codeblocks.themes.iter().flat_map(|themes| [&themes.light, &themes.dark]);
    let files: BTreeSet<&String> = asked.filter(|name| is_theme_file(name)).collect();
    let problems = files.into_iter().map(|path| code_palette(db, PathKey::new(db, SourcePath::new(path))));
    problems.flat_map(|palette| palette.1.clone()).collect()
}

/// Entries of the menu of pages that are left out: the site names no server for them (CTX-04), or nothing is known that
/// they could lead to (CTX-07).
fn menu_problems(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let menu = contextual(db, project);
    let Some(menu) = menu.as_ref().as_ref() else { return Vec::new() };
    let told = |left: &[&str], code, reason: &str, hint: &str| {
        let written = menu.options.iter().filter_map(|option| match option {
            ContextualOption::Known(name) => Some(name.as_str()),
            ContextualOption::Custom(_) => None,
        });
        let left: Vec<&str> = written.filter(|name| left.contains(name)).collect();
        let names = left.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let problem = Diagnostic::note(code, format!("the menu of pages is without {names}: {reason}"));
        Some(problem.located(place_of(db, "contextual", left.first()?)).hint(hint))
    };
    let of_servers: &[&str] =
        if mcp(db, project).url.is_some() { &[] } else { &["mcp", "add-mcp", "cursor", "vscode"] };
    let server = told(
        of_servers,
        "menu-without-server",
        "the site names no MCP server",
        "`docs mcp --http` is one; write its address as `mcp.url`",
    );
    let service = told(
        WITHOUT_ADDRESS,
        "menu-without-service",
        "a site on its own has nothing that they could lead to",
        "take them out, or write entries of your own with `title`, `description` and `href`",
    );
    server.into_iter().chain(service).collect()
}

/// Descriptions at addresses that were not fetched, and what is wrong with those that were.
fn remote_sources(db: &dyn Db, project: Project) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for source in remote_descriptions(db, project).iter() {
        if let Some(copy) = super::api::fetched_copy(db, project, source) {
            problems.extend(api_description(db, copy).1.iter().cloned());
            continue;
        }
        problems.push(not_fetched(db, "openapi", source));
    }
    problems
}

/// Tells of a source at an address that was not fetched.
pub(super) fn not_fetched(db: &dyn Db, key: &str, source: &str) -> Diagnostic {
    let message = format!("`{source}` is not fetched during a build, so it adds no pages");
    Diagnostic::warning("remote-description", message)
        .located(place_of(db, key, source))
        .hint("run `docs fetch` once, or save the description in the project and name its path instead")
}
