//! Docusaurus: `docusaurus.config.js`, the docs of its presets and plug-ins, `sidebars.js`.

use std::cell::RefCell;

use serde_json::Value;

use super::notes::Notes;
use super::page::{front_of, text_of as field};
use super::sidebar::{Place, of_folder, without_number};
use super::{Files, Plan, Planned, Style, Tab, list_of, text_of};
use crate::page::script::engine::settings::value_of;
use crate::text::{Slug, SourcePath};

mod indexes;
mod sidebars;

/// One set of docs.
#[derive(Debug)]
struct Docs {
    root: SourcePath,
    /// What its addresses begin with.
    route: String,
    sidebars: Option<SourcePath>,
    pages: Vec<Doc>,
}

/// One document.
#[derive(Debug)]
struct Doc {
    path: SourcePath,
    id: String,
    position: Option<f64>,
}

pub(super) fn plan(config: &SourcePath, files: &dyn Files, notes: &mut Notes) -> Result<Plan, String> {
    let value = value_of(config, &|path| files.text(path))
        .map_err(|why| format!("{config} cannot be read: {why}"))?;
    let home = config.parent();
    let mut plan = Plan {
        config: config.clone(),
        style: Style::Mdx,
        name: text_of(&value, "title"),
        description: text_of(&value, "tagline"),
        favicon: text_of(&value, "favicon"),
        aliases: vec![("@site", home.clone())],
        math: files.text(config).is_some_and(|text| text.contains("remark-math")),
        base: text_of(&value, "baseUrl").unwrap_or_default().trim_matches('/').to_owned(),
        ..Plan::default()
    };
    let statics = value.get("staticDirectories").and_then(Value::as_array);
    let statics: Vec<&str> =
        statics.map_or(vec!["static"], |list| list.iter().filter_map(Value::as_str).collect());
    plan.public =
        statics.iter().filter_map(|folder| SourcePath::checked(&format!("{home}/{folder}"))).collect();
    let theme = value.get("themeConfig").cloned().unwrap_or_default();
    plan.color = color(&home, files);
    let mut sets = sets(&value, &home, files);
    for set in &mut sets {
        documents(set, files, &mut plan, notes);
    }
    let Some(first) = sets.first() else {
        let named: Vec<String> =
            options_of_docs(&value).iter().map(|options| format!("`{}`", folder_of(options))).collect();
        return Err(match named.as_slice() {
            [] => format!("{config} has no docs: neither a preset nor a plug-in names them"),
            named => format!(
                "{config} has its docs in {}, and there are no files: import the folder that holds both",
                named.join(" and ")
            ),
        });
    };
    (plan.root, plan.prefix) = (first.root.clone(), first.route.clone());
    plan.more_roots = sets.iter().skip(1).map(|set| (set.root.clone(), set.route.clone())).collect();
    for set in &sets {
        let indexes = indexes::Indexes::new(&set.root, &set.route);
        let labels = RefCell::default();
        let tabs = sidebars(set, &theme, (&indexes, &labels), files, notes);
        for (path, label) in labels.into_inner() {
            if let Some(page) = plan.pages.get_mut(&path) {
                page.label = Some(label);
            }
        }
        indexes.write(tabs.iter().flat_map(|tab| &tab.entries), files, &mut plan);
        plan.tabs.extend(tabs);
    }
    navbar(&theme, &mut plan, notes);
    for column in list_of(&theme["footer"], "links") {
        let link =
            |item: &Value| Some((text_of(item, "label")?, text_of(item, "href").or(text_of(item, "to"))?));
        let links: Vec<_> = list_of(column, "items").filter_map(link).collect();
        plan.footer.extend(text_of(column, "title").map(|title| (title, links)));
    }
    redirects(&value, &mut plan);
    extra_pages(&home, files, &mut plan);
    left(&value, &theme, &home, files, notes);
    notes.mapped(
        "title, tagline, favicon, themeConfig",
        "name, description, favicon, logo, navbar and footer",
    );
    Ok(plan)
}

/// Presets and plug-ins with their options.
fn parts<'v>(value: &'v Value, list: &'static str) -> impl Iterator<Item = (&'v str, &'v Value)> {
    list_of(value, list).filter_map(|part| match part {
        Value::String(name) => Some((name.as_str(), &Value::Null)),
        Value::Array(pair) => Some((pair.first()?.as_str()?, pair.get(1).unwrap_or(&Value::Null))),
        _ => None,
    })
}

/// The folders of all docs, as the configuration names them.
pub(super) fn folders(config: &SourcePath, files: &dyn Files) -> Vec<String> {
    let value = value_of(config, &|path| files.text(path)).unwrap_or_default();
    options_of_docs(&value).into_iter().map(folder_of).collect()
}

fn folder_of(options: &Value) -> String {
    text_of(options, "path").unwrap_or_else(|| "docs".to_owned())
}

/// What presets and plug-ins say of docs.
fn options_of_docs(value: &Value) -> Vec<&Value> {
    let of_presets = parts(value, "presets")
        .filter(|(_, options)| options.get("docs") != Some(&Value::Bool(false)))
        .map(|(_, options)| options.get("docs").unwrap_or(&Value::Null));
    let of_plugins = parts(value, "plugins").filter(|(name, _)| name.contains("content-docs"));
    of_presets.chain(of_plugins.map(|(_, options)| options)).collect()
}

fn sets(value: &Value, home: &SourcePath, files: &dyn Files) -> Vec<Docs> {
    let set = |options: &Value| {
        let path = folder_of(options);
        let route = text_of(options, "routeBasePath").unwrap_or_else(|| "docs".to_owned());
        let named = options.get("sidebarPath");
        let sidebars = match named.and_then(Value::as_str) {
            Some(path) => SourcePath::checked(&format!("{home}/{}", path.trim_start_matches("./"))),
            None if named == Some(&Value::Bool(false)) => None,
            None => ["js", "ts", "json", "mjs", "cjs"]
                .iter()
                .map(|ending| SourcePath::new(&format!("{home}/sidebars.{ending}")))
                .find(|path| files.has(path)),
        };
        let root = SourcePath::checked(&format!("{home}/{path}"))?;
        Some(Docs { root, route: route.trim_matches('/').to_owned(), sidebars, pages: Vec::new() })
    };
    let mut all: Vec<Docs> = options_of_docs(value).into_iter().filter_map(set).collect();
    all.retain(|set| files.list().iter().any(|path| is_below(path, &set.root)));
    all
}

fn is_below(path: &SourcePath, folder: &SourcePath) -> bool {
    folder.as_str().is_empty()
        || path.as_str().strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
}

fn documents(set: &mut Docs, files: &dyn Files, plan: &mut Plan, notes: &mut Notes) {
    for path in files.list().iter().filter(|path| is_below(path, &set.root)) {
        let is_page = matches!(path.extension().as_str(), "md" | "mdx");
        let inner = path.as_str()[set.root.as_str().len()..].trim_start_matches('/');
        if !is_page || inner.split('/').any(|part| part.starts_with('_')) {
            continue;
        }
        let front = front_of(path, &files.text(path).unwrap_or_default());
        if front.get("draft") == Some(&Value::Bool(true)) {
            notes.dropped(path.as_str(), "a draft");
            continue;
        }
        let stem = inner.rsplit_once('.').map_or(inner, |(stem, _)| stem);
        let plain: Vec<String> = stem.split('/').map(|part| without_number(part).1).collect();
        let (name, folders) =
            plain.split_last().map_or((String::new(), &[][..]), |(name, folders)| (name.clone(), folders));
        let own = field(&front, "id").unwrap_or_else(|| name.clone());
        let folder = folders.join("/");
        let id = if folder.is_empty() { own.clone() } else { format!("{folder}/{own}") };
        let is_index = name.eq_ignore_ascii_case("index")
            || name.eq_ignore_ascii_case("readme")
            || folders.last().is_some_and(|last| *last == name);
        let address = match field(&front, "slug") {
            Some(slug) if slug.starts_with('/') => slug,
            Some(slug) => format!("{folder}/{}", slug.trim_start_matches("./")),
            None if is_index && field(&front, "id").is_none() => folder.clone(),
            None => id.clone(),
        };
        let address = format!("{}/{}", set.route, address.trim_matches('/')).trim_matches('/').to_owned();
        let is_folder = is_index
            || files.list().iter().any(|other| {
                other
                    .as_str()
                    .strip_prefix(set.root.as_str())
                    .is_some_and(|rest| rest.trim_start_matches('/').starts_with(&format!("{stem}/")))
            });
        let target = match address.as_str() {
            "" => "index".to_owned(),
            address if is_folder => format!("{address}/index"),
            address => address.to_owned(),
        };
        let label = field(&front, "sidebar_label");
        let position = front.get("sidebar_position").and_then(Value::as_f64);
        let number = inner.rsplit('/').next().and_then(|name| without_number(name).0);
        let hidden = front.get("unlisted") == Some(&Value::Bool(true));
        plan.pages.insert(path.clone(), Planned { target, address, label, hidden });
        set.pages.push(Doc { path: path.clone(), id, position: position.or(number) });
    }
}

/// The sidebars of a set; pages that Docusaurus makes and labels of documents are noted in the pair.
fn sidebars(
    set: &Docs,
    theme: &Value,
    (indexes, labels): (&indexes::Indexes, &RefCell<Vec<(SourcePath, String)>>),
    files: &dyn Files,
    notes: &mut Notes,
) -> Vec<Tab> {
    let folder = |name: &str| {
        let root = set.root.as_str();
        let folder = format!("{root}/{name}").trim_matches(['/', '.']).to_owned();
        let pages: Vec<&SourcePath> = set.pages.iter().map(|page| &page.path).collect();
        let place = |path: &str| match set.pages.iter().find(|page| page.path.as_str() == path) {
            Some(page) => Place { position: page.position, ..Place::default() },
            None => category(path, files, indexes),
        };
        let is_index = |path: &str| {
            let path = SourcePath::new(path);
            let name = path.file_name().rsplit_once('.').map_or("", |(stem, _)| stem).to_ascii_lowercase();
            let parent = path.parent();
            let parent = parent.as_str().rsplit('/').next().unwrap_or("").to_ascii_lowercase();
            matches!(name.as_str(), "index" | "readme") || name == parent
        };
        of_folder(&folder, &pages, &place, &is_index)
    };
    let value = set.sidebars.as_ref().map(|path| (path, value_of(path, &|path| files.text(path))));
    let named = match value {
        Some((path, Err(why))) => {
            notes.review(path.as_str(), format!("cannot be read ({why}): the sidebar is made from folders"));
            None
        }
        Some((path, Ok(value))) => {
            notes.mapped(path.as_str(), "navigation");
            value.as_object().cloned()
        }
        None => None,
    };
    let Some(named) = named else {
        let name = if set.route.is_empty() { "Docs".to_owned() } else { Slug::new(&set.route).title() };
        return vec![Tab { name, entries: folder("") }];
    };
    let find = |id: &str| set.pages.iter().find(|page| page.id == id).map(|page| page.path.clone());
    let mut tabs = Vec::new();
    for (key, items) in &named {
        let place = set.sidebars.as_ref();
        let reader = sidebars::Reader { find: &find, folder: &folder, place, indexes, labels };
        let entries = reader.entries(items, notes);
        let mut shown = std::collections::BTreeSet::new();
        entries.iter().for_each(|entry| entry.pages(&mut shown));
        let is_it = |item: &&Value| {
            text_of(item, "sidebarId").as_deref() == Some(key)
                || text_of(item, "docId").and_then(|id| find(&id)).is_some_and(|path| shown.contains(&path))
        };
        let label = list_of(&theme["navbar"], "items").find(is_it).and_then(|item| text_of(item, "label"));
        tabs.push(Tab { name: label.unwrap_or_else(|| Slug::new(key).title()), entries });
    }
    tabs
}

/// What `_category_.json` says of a folder.
fn category(folder: &str, files: &dyn Files, indexes: &indexes::Indexes) -> Place {
    let name = folder.rsplit('/').next().unwrap_or(folder);
    let (number, plain) = without_number(name);
    let value = ["json", "yml", "yaml"].iter().find_map(|ending| {
        let text = files.text(&SourcePath::new(&format!("{folder}/_category_.{ending}")))?;
        crate::yaml::parse_yaml(&text).ok()
    });
    let value = value.unwrap_or_default();
    let label = text_of(&value, "label");
    let shown = label.clone().unwrap_or_else(|| Slug::new(&plain).title());
    Place {
        position: value.get("position").and_then(Value::as_f64).or(number),
        root: indexes::Index::of(&value["link"], &shown).and_then(|index| indexes.add(index)),
        label,
    }
}

fn navbar(theme: &Value, plan: &mut Plan, notes: &mut Notes) {
    let navbar = &theme["navbar"];
    let logo = &navbar["logo"];
    plan.logo = [text_of(logo, "src"), text_of(logo, "srcDark")];
    for item in list_of(navbar, "items") {
        let label = text_of(item, "label");
        let href = text_of(item, "href").or_else(|| text_of(item, "to"));
        match (label, href) {
            (_, Some(href)) if href.contains("github.com/") => plan.socials.push(("github".to_owned(), href)),
            (Some(label), Some(href)) if text_of(item, "type").is_none_or(|kind| kind == "default") => {
                plan.links.push((label, href));
            }
            (Some(label), None) if item.get("items").is_some() => {
                notes.dropped("themeConfig.navbar", format!("the menu `{label}`: the navbar has no menus"));
            }
            _ => {}
        }
    }
}

fn color(home: &SourcePath, files: &dyn Files) -> Option<String> {
    let styles = files.list().iter().filter(|path| is_below(path, home) && path.extension() == "css");
    styles.filter_map(|path| files.text(path)).find_map(|text| super::color_of(&text, "--ifm-color-primary"))
}

fn redirects(value: &Value, plan: &mut Plan) {
    for (_, options) in parts(value, "plugins").filter(|(name, _)| name.contains("client-redirects")) {
        for redirect in list_of(options, "redirects") {
            let Some(to) = text_of(redirect, "to") else { continue };
            let from = match redirect.get("from") {
                Some(Value::Array(list)) => {
                    list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
                }
                Some(Value::String(from)) => vec![from.clone()],
                _ => Vec::new(),
            };
            plan.redirects.extend(from.into_iter().map(|from| (from, to.clone())));
        }
    }
}

/// Pages in Markdown beside the docs.
fn extra_pages(home: &SourcePath, files: &dyn Files, plan: &mut Plan) {
    let folder = SourcePath::new(&format!("{home}/src/pages"));
    for path in files.list().iter().filter(|path| is_below(path, &folder)) {
        let inner = path.as_str()[folder.as_str().len()..].trim_start_matches('/');
        let Some((stem, "md" | "mdx")) = inner.rsplit_once('.') else { continue };
        let address = stem.strip_suffix("index").unwrap_or(stem).trim_matches('/').to_owned();
        let is_taken = plan.pages.values().any(|page| page.address == address);
        if !stem.split('/').any(|part| part.starts_with('_')) && !is_taken {
            let target = if address.is_empty() { "index".to_owned() } else { stem.to_owned() };
            plan.pages.insert(path.clone(), Planned { target, address, ..Planned::default() });
        }
    }
}

/// What is left behind.
fn left(value: &Value, theme: &Value, home: &SourcePath, files: &dyn Files, notes: &mut Notes) {
    let count = |folder: &str, is_it: &dyn Fn(&SourcePath) -> bool| {
        let folder = SourcePath::new(&format!("{home}/{folder}"));
        files.list().iter().filter(|path| is_below(path, &folder) && is_it(path)).count()
    };
    let is_page = |path: &SourcePath| matches!(path.extension().as_str(), "md" | "mdx");
    let is_code = |path: &SourcePath| matches!(path.extension().as_str(), "js" | "jsx" | "tsx" | "ts");
    for (folder, is_it, what) in [
        ("blog", &is_page as &dyn Fn(&SourcePath) -> bool, "posts: a blog has no counterpart"),
        ("versioned_docs", &is_page, "pages of older versions: only the newest is taken over"),
        ("i18n", &is_page, "pages of translations: only the first language is taken over"),
        ("src/pages", &is_code, "pages in React"),
    ] {
        let number = count(folder, is_it);
        if number > 0 {
            notes.dropped(format!("{folder}/"), format!("{number} {what}"));
        }
    }
    for key in ["algolia", "announcementBar", "prism", "mermaid"] {
        if theme.get(key).is_some() {
            let why = match key {
                "algolia" => "the site has a search of its own",
                "announcementBar" => "write it as `banner.content`, in Markdown",
                _ => "there is nothing to set",
            };
            notes.dropped(format!("themeConfig.{key}"), why);
        }
    }
    for (name, _) in parts(value, "plugins") {
        if !["content-docs", "client-redirects", "ideal-image", "sitemap"]
            .iter()
            .any(|known| name.contains(known))
        {
            notes.dropped("plugins", format!("`{name}` has no counterpart"));
        }
    }
}
