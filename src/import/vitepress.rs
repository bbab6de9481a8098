//! VitePress: `.vitepress/config.js`.

use serde_json::{Map, Value};

use super::address::{is_external, normal};
use super::notes::{Notes, pages as pages_of};
use super::sidebar::{Place, of_folder};
use super::{Entry, Files, Plan, Planned, Style, Tab, is_network, list_of, text_of};
use crate::page::script::engine::settings::value_of;
use crate::text::{Slug, SourcePath};

const MAX_DEPTH: usize = 30;

pub(super) fn plan(config: &SourcePath, files: &dyn Files, notes: &mut Notes) -> Result<Plan, String> {
    let value = value_of(config, &|path| files.text(path))
        .map_err(|why| format!("{config} cannot be read: {why}"))?;
    let home = config.as_str().split(".vitepress/").next().unwrap_or("").trim_end_matches('/').to_owned();
    let root = match text_of(&value, "srcDir") {
        Some(folder) => SourcePath::new(&format!("{home}/{folder}")),
        None => SourcePath::new(&home),
    };
    let mut theme = value.get("themeConfig").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut others: Vec<String> = Vec::new();
    for (name, locale) in value.get("locales").and_then(Value::as_object).into_iter().flatten() {
        if name == "root" {
            theme.extend(locale.get("themeConfig").and_then(Value::as_object).cloned().unwrap_or_default());
        } else {
            others.push(name.clone());
        }
    }
    // Configurations that lie beside pages.
    for folder in ["", "en/", "root/"] {
        for ending in ["ts", "mts", "js", "mjs"] {
            let path = SourcePath::new(&format!("{root}/{folder}config.{ending}"));
            if let Ok(more) = value_of(&path, &|path| files.text(path)) {
                theme.extend(more.get("themeConfig").and_then(Value::as_object).cloned().unwrap_or_default());
            }
        }
    }
    let theme = Value::Object(theme);
    let root_locale = &value["locales"]["root"];
    let mut plan = Plan {
        config: config.clone(),
        style: Style::Vue,
        name: text_of(&value, "title").or_else(|| text_of(root_locale, "title")),
        description: text_of(&value, "description").or_else(|| text_of(root_locale, "description")),
        base: text_of(&value, "base").unwrap_or_default().trim_matches('/').to_owned(),
        public: vec![SourcePath::new(&format!("{root}/public"))],
        aliases: vec![("@", root.clone())],
        math: value["markdown"]["math"] == Value::Bool(true),
        emoji: true,
        root,
        ..Plan::default()
    };
    plan.favicon = list_of(&value, "head").find_map(|tag| {
        let attributes = tag.get(1).filter(|_| tag.get(0).and_then(Value::as_str) == Some("link"))?;
        text_of(attributes, "href")
            .filter(|_| text_of(attributes, "rel").is_some_and(|rel| rel.contains("icon")))
    });
    plan.logo = match theme.get("logo") {
        Some(Value::String(logo)) => [Some(logo.clone()), None],
        Some(logo) => [text_of(logo, "light").or_else(|| text_of(logo, "src")), text_of(logo, "dark")],
        None => [None, None],
    };
    let styles =
        files.list().iter().filter(|path| path.extension() == "css" && path.as_str().contains(".vitepress/"));
    plan.color = styles.filter_map(|path| files.text(path)).find_map(|style| {
        ["--vp-c-brand-1", "--vp-c-brand-3", "--vp-c-brand"]
            .iter()
            .find_map(|name| super::color_of(&style, name))
    });
    pages(&mut plan, &value, &others, files, notes);
    plan.tabs = tabs(&theme, &mut plan, notes);
    for item in list_of(&theme, "nav") {
        links(item, &mut plan, notes);
    }
    for key in ["message", "copyright"] {
        if let Some(text) = text_of(&theme["footer"], key) {
            let text = super::blocks::plain(&text);
            notes.dropped("themeConfig.footer", format!("`{text}`: the footer has links, and no text"));
        }
    }
    for social in list_of(&theme, "socialLinks") {
        match text_of(social, "icon").zip(text_of(social, "link")) {
            Some((name, link)) if is_network(&name) => plan.socials.push((name, link)),
            Some((name, _)) => {
                notes.dropped("themeConfig.socialLinks", format!("the footer has no picture for `{name}`"))
            }
            None => {}
        }
    }
    for (key, why) in [
        ("editLink", "there is nothing that leads to the source of a page"),
        ("algolia", "the site has a search of its own"),
        ("carbonAds", "there are no advertisements"),
    ] {
        if theme.get(key).is_some() {
            notes.dropped(format!("themeConfig.{key}"), why);
        }
    }
    notes.mapped("title, description, themeConfig", "name, description, logo, favicon, navbar and footer");
    Ok(plan)
}

fn pages(plan: &mut Plan, value: &Value, others: &[String], files: &dyn Files, notes: &mut Notes) {
    let is_clean = value.get("cleanUrls") == Some(&Value::Bool(true));
    let prefix = format!("{}/", plan.root);
    let excluded: Vec<&str> = list_of(value, "srcExclude").filter_map(Value::as_str).collect();
    let mut left: Map<String, Value> = Map::new();
    for path in files.list() {
        let Some(inner) = path.as_str().strip_prefix(prefix.trim_start_matches('/')) else { continue };
        let Some((stem, "md")) = inner.rsplit_once('.') else { continue };
        let mut folders = inner.split('/');
        if folders.clone().any(|part| part.starts_with('.') || part == "node_modules")
            || is_excluded(inner, &excluded)
        {
            continue;
        }
        if let Some(language) = others.iter().find(|name| Some(name.as_str()) == folders.clone().next()) {
            let count = left.get(language).and_then(Value::as_u64).unwrap_or_default();
            left.insert(language.clone(), (count + 1).into());
            continue;
        }
        if folders.any(|part| part.starts_with('[')) {
            notes.dropped(path.as_str(), "a page for each of some data: pages are files here");
            continue;
        }
        let renamed = rewritten(inner, value);
        let stem = renamed.as_deref().map_or(stem, |path| path.trim_end_matches(".md"));
        let is_index = stem == "index" || stem.ends_with("/index");
        let folder =
            stem.strip_suffix("index").filter(|_| is_index).map(|folder| folder.trim_end_matches('/'));
        let address = match folder {
            Some(folder) => folder.to_owned(),
            None if is_clean => stem.to_owned(),
            None => format!("{stem}.html"),
        };
        plan.pages.insert(path.clone(), Planned { target: stem.to_owned(), address, ..Planned::default() });
    }
    for (language, count) in left {
        notes.dropped(
            format!("{language}/"),
            format!(
                "{} in another language: only the first is taken over",
                pages_of(count.as_u64().unwrap_or_default())
            ),
        );
    }
}

/// The other path that `rewrites` gives to a file: of a whole path, or with one variable part at its end.
fn rewritten(path: &str, value: &Value) -> Option<String> {
    let rules = value.get("rewrites").and_then(Value::as_object)?;
    rules.iter().find_map(|(from, to)| {
        let to = to.as_str()?;
        if from == path {
            return Some(to.to_owned());
        }
        let (before, variable) = from.split_once(':')?;
        let rest = path.strip_prefix(before)?;
        let name = variable.trim_end_matches(['*', '+']).trim_end_matches("(.*)");
        let (into, own) = to.split_once(':')?;
        (own.starts_with(name) && !own.contains('/')).then(|| format!("{into}{rest}"))
    })
}

/// The usual patterns: a file, a folder with all in it, all files of a name.
fn is_excluded(path: &str, patterns: &[&str]) -> bool {
    patterns.iter().any(|pattern| {
        let plain = pattern
            .trim_start_matches("**/")
            .trim_end_matches("/**")
            .trim_end_matches("/*")
            .trim_end_matches("/*.md");
        let is_whole = !plain.contains('*') && (path == plain || path.starts_with(&format!("{plain}/")));
        is_whole || pattern.starts_with("**/") && !plain.contains('*') && path.ends_with(&format!("/{plain}"))
    })
}

fn tabs(theme: &Value, plan: &mut Plan, notes: &mut Notes) -> Vec<Tab> {
    match theme.get("sidebar") {
        Some(Value::Array(items)) => {
            notes.mapped("themeConfig.sidebar", "navigation");
            vec![Tab { name: "Docs".to_owned(), entries: entries(items, "", plan, notes, 0) }]
        }
        Some(Value::Object(sidebars)) => {
            notes.mapped("themeConfig.sidebar", "navigation.tabs");
            let mut tabs: Vec<(usize, Tab)> = Vec::new();
            for (key, sidebar) in sidebars {
                let base = text_of(sidebar, "base").unwrap_or_default();
                let items = sidebar.as_array().or_else(|| sidebar.get("items").and_then(Value::as_array));
                let entries = items.map(|items| entries(items, &base, plan, notes, 0)).unwrap_or_default();
                let named = list_of(theme, "nav").enumerate().find(|(_, item)| leads_to(item, key, sidebars));
                let label = named.and_then(|(_, item)| text_of(item, "text"));
                let at = named.map_or(usize::MAX, |(at, _)| at);
                let title = Slug::new(key.trim_matches('/')).title();
                let name = label.unwrap_or(if key.trim_matches('/').is_empty() {
                    "Guide".to_owned()
                } else {
                    title
                });
                // The same sidebar for several addresses.
                if !tabs.iter().any(|(_, tab)| tab.entries == entries) {
                    tabs.push((at, Tab { name, entries }));
                }
            }
            tabs.sort_by_key(|(at, _)| *at);
            tabs.into_iter().map(|(_, tab)| tab).collect()
        }
        _ => {
            let pages: Vec<&SourcePath> = plan.pages.keys().collect();
            let is_index = |path: &str| path.ends_with("/index.md") || path == "index.md";
            let entries = of_folder(plan.root.as_str(), &pages, &|_| Place::default(), &is_index);
            vec![Tab { name: "Docs".to_owned(), entries }]
        }
    }
}

/// Whether a link of the navbar leads to pages with this sidebar.
fn leads_to(item: &Value, key: &str, sidebars: &Map<String, Value>) -> bool {
    let Some(link) = text_of(item, "link").filter(|link| link.starts_with('/')) else { return false };
    let matching =
        sidebars.keys().filter(|key| link.starts_with(key.as_str()) || format!("{link}/") == **key);
    matching.max_by_key(|key| key.len()).is_some_and(|longest| longest == key)
}

fn entries(items: &[Value], base: &str, plan: &mut Plan, notes: &mut Notes, depth: usize) -> Vec<Entry> {
    let mut out = Vec::new();
    for item in items {
        let label = text_of(item, "text").map(|text| super::blocks::plain(&text));
        let own = text_of(item, "base").unwrap_or_else(|| base.to_owned());
        let link =
            text_of(item, "link").map(|link| if is_external(&link) { link } else { format!("{base}{link}") });
        let page = link.as_deref().and_then(|link| page_at(link, plan));
        let inner = item.get("items").and_then(Value::as_array).filter(|_| depth < MAX_DEPTH);
        match (inner, page, link) {
            (Some(inner), page, _) => {
                let entries = entries(inner, &own, plan, notes, depth + 1);
                match label {
                    Some(label) => out.push(Entry::Group { label, root: page, entries }),
                    None => out.extend(entries),
                }
            }
            (None, Some(page), _) => {
                if let Some(planned) = plan.pages.get_mut(&page) {
                    planned.label = planned.label.take().or(label);
                }
                out.push(Entry::Page(page));
            }
            (None, None, Some(href)) if is_external(&href) => {
                out.push(Entry::Link { label: label.unwrap_or_else(|| href.clone()), href });
            }
            (None, None, Some(href)) => notes.dropped("themeConfig.sidebar", format!("`{href}` is no page")),
            (None, None, None) => {}
        }
    }
    out
}

fn page_at(link: &str, plan: &Plan) -> Option<SourcePath> {
    let path = link.split(['#', '?']).next().unwrap_or(link);
    let wanted = normal(path.trim_end_matches(".md"));
    plan.pages.iter().find(|(_, page)| normal(&page.address) == wanted).map(|(path, _)| path.clone())
}

/// Links of the navbar that no tab stands for.
fn links(item: &Value, plan: &mut Plan, notes: &mut Notes) {
    let label = text_of(item, "text");
    match (label, text_of(item, "link")) {
        (Some(label), Some(link)) if !plan.tabs.iter().any(|tab| tab.name == label) => {
            plan.links.push((label, link));
        }
        (Some(label), None) => {
            notes.dropped("themeConfig.nav", format!("the menu `{label}`: the navbar has no menus"));
        }
        _ => {}
    }
}
