//! The 404 pages: one for the site, one in the folder of each language that has one, and the lists of paths that
//! their script looks in (ERR-01, ERR-02).

use serde_json::{Value, json};

use super::hosting::redirect_plan;
use super::*;
use crate::config::navigation::DivisionKind;
use crate::html::page_assets;
use crate::html::page_view::{link_url, style};
use crate::html::site_view::{ASSET_FOLDER, language_tag};
use crate::site::navigation::{ContainerId, Division};
use crate::site::path_lists::path_lists;

/// A language that stands in the root of the navigation.
struct Language<'n> {
    division: &'n Division,
    /// What the paths of all its pages begin with; empty for that of the site itself.
    folder: String,
}

/// The lists of paths: names below the output directory, and texts. Kept apart from the pages, which hold no path.
#[salsa::tracked(returns(clone))]
pub fn path_files(db: &dyn Db, project: Project) -> Arc<Vec<(String, String, String)>> {
    db.ran("path_files", &"");
    let shown = whole::indexed_pages(db, project);
    // The slash makes the last segment of the id the one that the line is found by.
    let aliases = stubs::operation_aliases(db, project);
    let many = aliases.iter().filter(|_| stubs::has_many_aliases(db, project));
    let many: Vec<String> = many.map(|(alias, page)| format!("{}\t/{alias}", page.route())).collect();
    let lists = path_lists(shown.iter().map(Slug::route).chain(many.iter().map(String::as_str)));
    let named = lists.into_iter().map(|list| {
        let hash = ContentHash::of(list.text.as_bytes()).short();
        (list.first, format!("{ASSET_FOLDER}/paths.{hash}.txt"), list.text)
    });
    Arc::new(named.collect())
}

/// The pages for addresses that lead nowhere: names and texts, that of the whole site first.
#[salsa::tracked(returns(clone))]
pub fn missing_pages(db: &dyn Db, project: Project) -> Arc<Vec<(String, Arc<str>)>> {
    db.ran("missing_pages", &"");
    let navigation = navigation(db, project);
    let languages = languages(&navigation.0);
    let own = languages.iter().find(|language| language.division.default).or(languages.first());
    let folders = folders(&navigation.0);
    let page = |language| page(db, project, language, (&languages, &folders));
    let mut pages = vec![("404.html".to_owned(), page(own))];
    for language in languages.iter().filter(|language| !language.folder.is_empty()) {
        pages.push((format!("{}/404.html", language.folder), page(Some(language))));
    }
    Arc::new(pages)
}

fn page(
    db: &dyn Db,
    project: Project,
    language: Option<&Language<'_>>,
    (all, folders): (&[Language<'_>], &[String]),
) -> Arc<str> {
    let errors = errors(db, project);
    let navigation = navigation(db, project);
    let addresses = addresses(db, project);
    let plan = redirect_plan(db, project);
    let of_language = language.and_then(|language| language.division.link.as_ref());
    let home = language.filter(|language| !language.folder.is_empty()).and(of_language);
    let home = home.map(|link| link_url(link, addresses)).unwrap_or_default();
    let site_home = addresses.path_url("");
    let languages: Vec<Value> = all.iter().filter_map(|language| elsewhere(db, project, language)).collect();
    let lists: Vec<Value> = path_files(db, project)
        .iter()
        .map(|(first, file, _)| json!([first, addresses.path_url(file)]))
        .collect();
    let home_after = if home.is_empty() { &site_home } else { &home };
    let data = json!({
        "base": addresses.path_url("").trim_end_matches('/'),
        "rules": plan.routes.iter().map(|(from, to)| json!([from, to])).collect::<Vec<_>>(),
        "home": if errors.not_found.redirect { json!(home_after) } else { Value::Null },
        "lists": lists,
        "folders": folders,
        "languages": languages,
    });
    let code = language.map(|language| language.division.label.as_str());
    let text = errors.not_found.description.as_deref().map(|text| description(db, text, code));
    let text = text.unwrap_or_default();
    let first = language
        .and_then(|language| navigation.0.containers.get(language.division.container?)?.first.clone());
    let place = find_place(&navigation.0, &first.unwrap_or_else(|| Slug::new("404")));
    let (stylesheets, inside) = page_assets::stylesheets(&text.features, None, addresses).into_parts();
    let view = NotFoundView {
        title: errors.not_found.title.clone().unwrap_or_default(),
        description_html: Html::clone(&text.html),
        home,
        data: data.to_string(),
        has_routes: !plan.routes.is_empty() || errors.not_found.redirect || !languages.is_empty(),
        style_html: style(&(inside + &text.utilities)),
        stylesheets: stylesheets.into_iter().chain([page_assets::missing_style(addresses).url]).collect(),
        scripts: page_assets::scripts(&text, addresses)
            .into_iter()
            .chain([page_assets::missing_script(addresses).url])
            .collect(),
        islands_html: page_assets::islands(&text),
        choices: page_assets::has_choices(&text.features),
        nav: own_pages::nav_of(db, project, &place, code),
    };
    let language = LanguageKey::new(db, code.map(str::to_owned));
    templates(db, project).0.render_not_found(&shell(db, language), &view).into()
}

/// The description of the configuration, with components, as the body of a page.
fn description(db: &dyn Db, text: &str, code: Option<&str>) -> Body {
    let document = parse_document(SourceText::new(SourcePath::new(CONFIG_FILE), text));
    slots::of_frame(db, &document, &Slug::new("404"), HeadingIds::Given, code).0.body
}

/// The languages of the root, without those that are hidden or lead away.
fn languages(navigation: &Navigation) -> Vec<Language<'_>> {
    let divisions = navigation.containers.first().map_or(&[][..], |root| &root.divisions);
    let languages = divisions.iter().filter(|division| division.kind == DivisionKind::Language);
    languages
        .filter(|division| !division.is_hidden())
        .filter_map(|division| {
            Some(Language { division, folder: folder(navigation, division.container?).unwrap_or_default() })
        })
        .collect()
}

/// The folder that all pages below a container are in.
fn folder(navigation: &Navigation, container: ContainerId) -> Option<String> {
    let end = navigation.containers.get(container)?.end;
    let inside = navigation.places.all().iter().filter(|listed| (container..end).contains(&listed.container));
    let mut common: Option<&str> = None;
    for listed in inside {
        let slug = listed.slug.as_str();
        let folder = slug.rsplit_once('/').map_or("", |(folder, _)| folder);
        let known = common.unwrap_or(folder);
        let mut end = 0;
        for segment in known.split('/') {
            let next = end + segment.len();
            let same = folder.get(..next) == known.get(..next)
                && matches!(folder.as_bytes().get(next), None | Some(b'/'));
            if !same {
                break;
            }
            end = next + 1;
        }
        common = known.get(..end.saturating_sub(1));
    }
    common.filter(|folder| !folder.is_empty()).map(str::to_owned)
}

/// Folders of languages and versions, the innermost first: what is in another one is no help to a reader.
fn folders(navigation: &Navigation) -> Vec<String> {
    let divisions = navigation.containers.iter().flat_map(|container| &container.divisions);
    let kept =
        divisions.filter(|division| matches!(division.kind, DivisionKind::Language | DivisionKind::Version));
    let folders: BTreeSet<String> =
        kept.filter_map(|division| folder(navigation, division.container?)).collect();
    let mut folders: Vec<String> = folders.into_iter().collect();
    folders.sort_by_key(|folder| std::cmp::Reverse(folder.matches('/').count()));
    folders
}

/// Where the page of a language with a folder is, for hosts that have one 404 page for all: its script goes there.
fn elsewhere(db: &dyn Db, project: Project, language: &Language<'_>) -> Option<Value> {
    let addresses = addresses(db, project);
    (!language.folder.is_empty()).then(|| {
        json!({
            "folder": language.folder,
            "lang": language_tag(&language.division.label),
            "home": language.division.link.as_ref().map(|link| link_url(link, addresses)),
        })
    })
}
