//! The new site from a plan: its pages, the files that they need, redirects, and `docs.json`.

use std::collections::btree_map::Entry as Slot;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::address::{Found, Places, is_external, normal, route, split};
use super::inline::Used;
use super::notes::Notes;
use super::page::page;
use super::{Content, Entry, Files, Imported, Plan, Tab};
use crate::config::format::format_config;
use crate::page::heading::github_slug;
use crate::text::SourcePath;

const CONFIG: &str = "docs.json";
/// The colour of a site that names none.
const COLOR: &str = "#4F46E5";
/// How often pages are written until all ids that are linked to are known.
const ROUNDS: usize = 2;

/// Makes the site.
pub(crate) fn site(plan: &Plan, files: &dyn Files, mut notes: Notes) -> Imported {
    let places = Places::new(plan, files);
    let mut used = Used::default();
    let mut made: BTreeMap<String, Content> = BTreeMap::new();
    let mark = notes.mark();
    for _ in 0..ROUNDS {
        notes.reset(mark);
        made.clear();
        used.parts.clear();
        for (path, planned) in &plan.pages {
            let text = page(path, planned, &places, &mut notes, &mut used);
            let target = format!("{}.mdx", planned.target);
            match made.entry(target) {
                Slot::Occupied(taken) => {
                    let target = taken.key();
                    notes.dropped(
                        path.as_str(),
                        format!("another page has the address of `{target}` already"),
                    );
                }
                Slot::Vacant(free) => drop(free.insert(Content::Text(text))),
            }
        }
    }
    let pages = made.len();
    for (path, text) in &used.parts {
        made.insert(path.as_str().to_owned(), Content::Text(text.clone()));
    }
    assets(&places, &used, &mut made, &mut notes);
    let mut links = BTreeMap::new();
    let (tabs, navbar) = tabs(plan, &places, &mut notes);
    let navigation = navigation(&tabs, &used.descriptions, plan, &mut links);
    for (path, (label, href)) in links {
        let address = places.named(&href).and_then(|found| match found {
            Found::Page(page) => Some(format!("{}{}", places.page_url(&page), split(&href).1)),
            Found::File(_) => None,
        });
        let text = format!(
            "---\ntitle: {}\nurl: {}\n---\n",
            Value::from(label),
            Value::from(address.unwrap_or(href))
        );
        made.insert(format!("{path}.mdx"), Content::Text(text));
    }
    let config = config(plan, &places, (navigation, &navbar), &made, &mut notes);
    let written = format!("{config:#}\n");
    let formatted = format_config(&SourcePath::new(CONFIG), &written).unwrap_or(written);
    made.insert(CONFIG.to_owned(), Content::Text(formatted));
    Imported { files: made, notes: notes.finish(), pages }
}

/// Files that pages name, and those that are published anyway.
fn assets(places: &Places<'_>, used: &Used, made: &mut BTreeMap<String, Content>, notes: &mut Notes) {
    let plan = places.plan;
    let images = [&plan.favicon, &plan.logo[0], &plan.logo[1]].into_iter().flatten();
    let images: Vec<SourcePath> = images.filter_map(|image| image_file(image, places)).collect();
    let all: BTreeSet<SourcePath> =
        used.files.iter().cloned().chain(places.public_files()).chain(images).collect();
    let mut code = Vec::new();
    for file in all {
        match places.file_target(&file) {
            Some(target) if !made.contains_key(&target) && target != CONFIG => {
                made.insert(target, Content::Copy(file));
            }
            Some(_) => {}
            None if matches!(file.extension().as_str(), "css" | "js" | "mjs" | "html") => code.push(file),
            None => {}
        }
    }
    for file in code {
        notes.dropped(file.as_str(), "scripts, style sheets and pages in HTML are not taken over: here they would be part of every page");
    }
}

/// The file of a picture that the configuration names.
fn image_file(image: &str, places: &Places<'_>) -> Option<SourcePath> {
    let own = SourcePath::checked(image).filter(|path| places.files.has(path));
    own.or_else(|| {
        let rooted = format!("/{}", image.trim_start_matches("./").trim_start_matches('/'));
        match places.find(&places.plan.config, image).or_else(|| places.find(&places.plan.config, &rooted)) {
            Some(Found::File(file)) => Some(file),
            _ => None,
        }
    })
}

/// The tabs with one for each page that only the bar at the top led to, and what else that leads to.
fn tabs(plan: &Plan, places: &Places<'_>, notes: &mut Notes) -> (Vec<Tab>, Vec<(String, String)>) {
    let (mut tabs, mut navbar) = (plan.tabs.clone(), Vec::new());
    let mut shown = BTreeSet::new();
    tabs.iter().flat_map(|tab| &tab.entries).for_each(|entry| entry.pages(&mut shown));
    for (label, href) in &plan.links {
        match places.named(href) {
            _ if is_external(href) => navbar.push((label.clone(), href.clone())),
            Some(Found::Page(page)) if shown.insert(page.clone()) => {
                tabs.push(Tab { name: label.clone(), entries: vec![Entry::Page(page)] });
            }
            Some(Found::Page(_)) => notes.dropped(
                plan.config.as_str(),
                format!("the link `{label}` of the bar at the top: the sidebar leads to that page, and links in the bar lead to other sites"),
            ),
            _ => notes.dropped(
                plan.config.as_str(),
                format!("the link `{label}` leads to `{href}`, which is no page here"),
            ),
        }
    }
    (tabs, navbar)
}

/// `navigation`, with a tab of the operations of APIs that pages describe. Links get pages of their own, which are told
/// in `links`.
fn navigation(
    tabs: &[Tab],
    descriptions: &BTreeSet<String>,
    plan: &Plan,
    links: &mut BTreeMap<String, (String, String)>,
) -> Value {
    let tabs: Vec<&Tab> = tabs.iter().filter(|tab| !tab.entries.is_empty()).collect();
    match tabs.as_slice() {
        [only] if descriptions.is_empty() => level(&only.entries, plan, links),
        tabs => {
            let tabs = tabs.iter().map(|tab| {
                let mut level = level(&tab.entries, plan, links);
                let mut out = Map::new();
                out.insert("tab".to_owned(), json!(tab.name));
                if let Value::Object(fields) = &mut level {
                    out.append(fields);
                }
                Value::Object(out)
            });
            let described = (!descriptions.is_empty())
                .then(|| json!({ "tab": "API reference", "openapi": descriptions }));
            json!({ "tabs": tabs.chain(described).collect::<Vec<_>>() })
        }
    }
}

/// Groups, where there is nothing else; else pages and groups in their order.
fn level(entries: &[Entry], plan: &Plan, links: &mut BTreeMap<String, (String, String)>) -> Value {
    let is_groups = entries.iter().all(|entry| matches!(entry, Entry::Group { .. }));
    let list = list(entries, plan, links);
    if is_groups { json!({ "groups": list }) } else { json!({ "pages": list }) }
}

fn list(entries: &[Entry], plan: &Plan, links: &mut BTreeMap<String, (String, String)>) -> Vec<Value> {
    let target = |path: &SourcePath| plan.pages.get(path).map(|page| json!(page.target));
    let one = |entry: &Entry| match entry {
        Entry::Page(path) => target(path),
        Entry::Link { label, href } => {
            let slug = github_slug(label);
            let slug = if slug.is_empty() { format!("link-{}", links.len() + 1) } else { slug };
            let path = format!("links/{slug}");
            links.insert(path.clone(), (label.clone(), href.clone()));
            Some(json!(path))
        }
        Entry::Group { label, root, entries } => {
            let mut group = Map::new();
            group.insert("group".to_owned(), json!(label));
            if let Some(root) = root.as_ref().and_then(target) {
                group.insert("root".to_owned(), root);
            }
            let pages = list(entries, plan, links);
            if pages.is_empty() {
                return group.remove("root");
            }
            group.insert("pages".to_owned(), json!(pages));
            Some(Value::Object(group))
        }
    };
    entries.iter().map(one).collect::<Vec<_>>().into_iter().flatten().collect()
}

fn config(
    plan: &Plan,
    places: &Places<'_>,
    (navigation, navbar): (Value, &[(String, String)]),
    made: &BTreeMap<String, Content>,
    notes: &mut Notes,
) -> Value {
    let mut docs = Map::new();
    let mut put =
        |key: &str, value: Option<Value>| drop(value.map(|value| docs.insert(key.to_owned(), value)));
    put("$schema", Some(json!("https://mintlify.com/docs.json")));
    put("theme", Some(json!("mint")));
    put("name", Some(json!(plan.name.as_deref().unwrap_or("Documentation"))));
    put("description", plan.description.as_ref().map(|text| json!(text)));
    put("colors", Some(json!({ "primary": plan.color.as_deref().unwrap_or(COLOR) })));
    let image = |image: &Option<String>| {
        let image = image.as_ref()?;
        if is_external(image) {
            return Some(json!(image));
        }
        let target = places.file_target(&image_file(image, places)?)?;
        Some(json!(format!("/{target}")))
    };
    put("favicon", image(&plan.favicon));
    put(
        "logo",
        match (image(&plan.logo[0]), image(&plan.logo[1])) {
            (Some(light), Some(dark)) => Some(json!({ "light": light, "dark": dark })),
            (Some(one), None) | (None, Some(one)) => Some(one),
            (None, None) => None,
        },
    );
    put("navigation", Some(navigation));
    let address = |href: &str| {
        let (_, suffix) = split(href);
        match places.named(href) {
            _ if is_external(href) => Some(href.to_owned()),
            Some(Found::Page(page)) => Some(format!("{}{suffix}", places.page_url(&page))),
            _ => None,
        }
    };
    let links: Vec<Value> =
        navbar.iter().map(|(label, href)| json!({ "label": label, "href": href })).collect();
    put("navbar", (!links.is_empty()).then(|| json!({ "links": links })));
    let socials: Map<String, Value> =
        plan.socials.iter().map(|(name, href)| (name.clone(), json!(href))).collect();
    let mut footer = Map::new();
    if !socials.is_empty() {
        footer.insert("socials".to_owned(), json!(socials));
    }
    let column = |(header, links): &(String, Vec<(String, String)>)| {
        let item = |(label, href): &(String, String)| Some(json!({ "label": label, "href": address(href)? }));
        let items: Vec<Value> = links.iter().filter_map(item).collect();
        (!items.is_empty()).then(|| json!({ "header": header, "items": items }))
    };
    let columns: Vec<Value> = plan.footer.iter().filter_map(column).collect();
    if !columns.is_empty() {
        footer.insert("links".to_owned(), json!(columns));
    }
    put("footer", (!footer.is_empty()).then(|| json!(footer)));
    let redirects = redirects(plan, places, made, notes);
    put("redirects", (!redirects.is_empty()).then(|| json!(redirects)));
    Value::Object(docs)
}

/// From every address that is another one now, and what the project had itself.
fn redirects(
    plan: &Plan,
    places: &Places<'_>,
    made: &BTreeMap<String, Content>,
    notes: &mut Notes,
) -> Vec<Value> {
    let mut known: BTreeSet<String> =
        plan.pages.values().map(|page| format!("/{}", route(&page.target))).collect();
    let mut list = Vec::new();
    let mut add = |from: &str, to: &str, list: &mut Vec<Value>| {
        let source = format!("/{}", from.trim_matches('/'));
        let is_file = made.contains_key(source.trim_start_matches('/'));
        // The page for what is missing has no address, and what is a page is none that could be redirected.
        let is_page =
            plan.pages.values().any(|page| route(&page.target) == route(source.trim_start_matches('/')));
        if source != "/"
            && !source.starts_with("/404")
            && !is_page
            && !is_file
            && source != split(to).0
            && known.insert(source.clone())
        {
            list.push(json!({ "source": source, "destination": to }));
        }
    };
    for (path, page) in &plan.pages {
        if page.address.trim_matches('/') != route(&page.target)
            && made.contains_key(&format!("{}.mdx", page.target))
        {
            let own = page.address.trim_start_matches('/');
            // `a/index.html` is asked for by its folder.
            let short = own.strip_suffix("index.html").unwrap_or(own);
            add(own, &places.page_url(path), &mut list);
            add(short, &places.page_url(path), &mut list);
        }
    }
    let changed = list.len();
    for (from, to) in &plan.redirects {
        let (_, suffix) = split(to);
        let to = match places.named(to) {
            _ if is_external(to) => to.clone(),
            Some(Found::Page(page)) => format!("{}{suffix}", places.page_url(&page)),
            _ => {
                notes.dropped(
                    plan.config.as_str(),
                    format!("the redirect of `{from}` leads to `{to}`, which is no page here"),
                );
                continue;
            }
        };
        let from = from.trim_end_matches('*').trim_end_matches(':').to_owned();
        add(normal(&from).as_str(), &to, &mut list);
    }
    if changed > 0 {
        notes.mapped("addresses", format!("redirects: {changed} old addresses lead to new ones"));
    }
    if list.len() > changed {
        notes.mapped("redirects", format!("redirects: {} of the project's own", list.len() - changed));
    }
    list
}
