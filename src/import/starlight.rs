//! Starlight, the documentation theme of Astro: `astro.config.mjs`.

use serde_json::Value;

use super::address::{is_external, normal};
use super::notes::{Notes, pages as pages_of};
use super::page::{front_of, text_of as field};
use super::sidebar::{Place, of_folder};
use super::{Entry, Files, Plan, Planned, Style, Tab, is_network, list_of, text_of};
use crate::page::heading::github_slug;
use crate::page::script::engine::settings::value_of;
use crate::text::SourcePath;

const CONTENT: &str = "src/content/docs";
const MAX_DEPTH: usize = 30;

pub(super) fn plan(config: &SourcePath, files: &dyn Files, notes: &mut Notes) -> Result<Plan, String> {
    let value = value_of(config, &|path| files.text(path))
        .map_err(|why| format!("{config} cannot be read: {why}"))?;
    let made = list_of(&value, "integrations").find(|one| text_of(one, "$made").is_some());
    let options = made.and_then(|made| made.get("options")).cloned();
    let options = options.ok_or_else(|| format!("{config} has no options for Starlight that can be read"))?;
    let home = config.parent();
    let at_home = |path: &str| SourcePath::new(&format!("{home}/{path}"));
    let in_language = |value: &Value| match value {
        Value::Object(texts) => {
            texts.get("en").or(texts.values().next()).and_then(Value::as_str).map(str::to_owned)
        }
        value => value.as_str().map(str::to_owned),
    };
    let picture = |path: String| match path.strip_prefix("./") {
        Some(rest) => at_home(rest).as_str().to_owned(),
        None if path.starts_with("/src/") => at_home(&path).as_str().to_owned(),
        None => path,
    };
    let mut plan = Plan {
        config: config.clone(),
        style: Style::Astro,
        name: options.get("title").and_then(in_language),
        description: options.get("description").and_then(in_language),
        base: text_of(&value, "base").unwrap_or_default().trim_matches('/').to_owned(),
        favicon: Some(text_of(&options, "favicon").unwrap_or_else(|| "/favicon.svg".to_owned())),
        public: vec![at_home("public")],
        aliases: vec![("~", at_home("src")), ("@", at_home("src"))],
        math: files.text(config).is_some_and(|text| text.contains("remark-math")),
        root: at_home(CONTENT),
        ..Plan::default()
    };
    let logo = &options["logo"];
    plan.logo = [
        text_of(logo, "light").or_else(|| text_of(logo, "src")).map(picture),
        text_of(logo, "dark").map(picture),
    ];
    let styles = list_of(&options, "customCss").filter_map(Value::as_str);
    let styles = styles.filter_map(|path| files.text(&at_home(path.trim_start_matches("./"))));
    plan.color = styles.into_iter().find_map(|style| super::color_of(&style, "--sl-color-accent"));
    let places = pages(&mut plan, &options, files, notes);
    let reader = Reader { places: &places };
    plan.tabs = vec![Tab {
        name: "Docs".to_owned(),
        entries: match options.get("sidebar").and_then(Value::as_array) {
            Some(items) => {
                notes.mapped("sidebar", "navigation");
                reader.list(items, &mut plan, notes, 0)
            }
            None => reader.folder("", &plan),
        },
    }];
    match options.get("social") {
        Some(Value::Array(list)) => {
            let pairs: Vec<_> =
                list.iter().filter_map(|one| text_of(one, "icon").zip(text_of(one, "href"))).collect();
            socials(pairs, &mut plan, notes);
        }
        Some(Value::Object(map)) => {
            let pairs = map.iter().filter_map(|(name, link)| Some((name.clone(), link.as_str()?.to_owned())));
            socials(pairs.collect(), &mut plan, notes);
        }
        _ => {}
    }
    for (from, to) in value.get("redirects").and_then(Value::as_object).into_iter().flatten() {
        let to = to.as_str().map(str::to_owned).or_else(|| text_of(to, "destination"));
        if from.contains('[') {
            notes.dropped("redirects", format!("`{from}` is a pattern of Astro"));
        } else if let Some(to) = to {
            plan.redirects.push((from.clone(), to));
        }
    }
    for key in ["components", "plugins", "head", "customCss", "expressiveCode", "editLink"] {
        if options.get(key).is_some() {
            notes.dropped(key, "code, styles and what plug-ins add are not taken over");
        }
    }
    notes.mapped("title, logo, favicon, social", "name, logo, favicon and footer");
    Ok(plan)
}

fn socials(pairs: Vec<(String, String)>, plan: &mut Plan, notes: &mut Notes) {
    for (name, link) in pairs {
        let name = if name.starts_with("x.") { "x".to_owned() } else { name };
        match is_network(&name) {
            true => plan.socials.push((name, link)),
            false => notes.dropped("social", format!("the footer has no picture for `{name}`")),
        }
    }
}

/// A page and what its front matter says of the sidebar.
struct Own {
    path: SourcePath,
    order: Option<f64>,
    hidden: bool,
}

fn pages(plan: &mut Plan, options: &Value, files: &dyn Files, notes: &mut Notes) -> Vec<Own> {
    let locales: Vec<&String> =
        options.get("locales").and_then(Value::as_object).map(|map| map.keys().collect()).unwrap_or_default();
    let default = text_of(options, "defaultLocale").unwrap_or_else(|| "root".to_owned());
    let mut left: Vec<(String, usize)> = Vec::new();
    let mut own = Vec::new();
    let prefix = format!("{}/", plan.root);
    for path in files.list() {
        let Some(inner) = path.as_str().strip_prefix(prefix.trim_start_matches('/')) else { continue };
        let Some((stem, ending)) = inner.rsplit_once('.') else { continue };
        if ending == "mdoc" {
            notes.dropped(path.as_str(), "pages in Markdoc cannot be read");
        }
        if !matches!(ending, "md" | "mdx") || stem.split('/').any(|part| part.starts_with('_')) {
            continue;
        }
        let first = inner.split('/').next().unwrap_or_default();
        if let Some(language) = locales.iter().find(|name| ***name == first && **name != &default) {
            match left.iter_mut().find(|(name, _)| name == *language) {
                Some((_, count)) => *count += 1,
                None => left.push(((*language).clone(), 1)),
            }
            continue;
        }
        let front = front_of(path, &files.text(path).unwrap_or_default());
        if front.get("draft") == Some(&Value::Bool(true)) {
            notes.dropped(path.as_str(), "a draft");
            continue;
        }
        let slugged = || stem.split('/').map(github_slug).collect::<Vec<_>>().join("/");
        let target = field(&front, "slug").map_or_else(slugged, |slug| slug.trim_matches('/').to_owned());
        let target = if target.is_empty() { "index".to_owned() } else { target };
        let sidebar = front.get("sidebar").cloned().unwrap_or_default();
        let address = super::address::route(&target).to_owned();
        let label = text_of(&sidebar, "label");
        plan.pages.insert(path.clone(), Planned { target, address, label, ..Planned::default() });
        own.push(Own {
            path: path.clone(),
            order: sidebar.get("order").and_then(Value::as_f64),
            hidden: sidebar.get("hidden") == Some(&Value::Bool(true)),
        });
    }
    for (language, count) in left {
        notes.dropped(
            format!("{language}/"),
            format!("{} in another language: only the first is taken over", pages_of(count as u64)),
        );
    }
    own
}

struct Reader<'a> {
    places: &'a [Own],
}

impl Reader<'_> {
    fn list(&self, items: &[Value], plan: &mut Plan, notes: &mut Notes, depth: usize) -> Vec<Entry> {
        let mut out = Vec::new();
        for item in items {
            let label = text_of(item, "label");
            let folder = text_of(&item["autogenerate"], "directory").map(|folder| self.folder(&folder, plan));
            let inner = item.get("items").and_then(Value::as_array).filter(|_| depth < MAX_DEPTH);
            let entries = match (folder, inner) {
                (Some(entries), _) => Some(entries),
                (None, Some(items)) => Some(self.list(items, plan, notes, depth + 1)),
                (None, None) => None,
            };
            let link = item
                .as_str()
                .map(str::to_owned)
                .or_else(|| text_of(item, "slug"))
                .or_else(|| text_of(item, "link"));
            match (entries, label, link) {
                (Some(entries), Some(label), _) => out.push(Entry::Group { label, root: None, entries }),
                (Some(entries), None, _) => out.extend(entries),
                (None, label, Some(href)) if is_external(&href) => {
                    out.push(Entry::Link { label: label.unwrap_or_else(|| href.clone()), href });
                }
                (None, label, Some(href)) => out.extend(page(&href, label, plan, notes)),
                _ => {}
            }
        }
        out
    }

    fn folder(&self, folder: &str, plan: &Plan) -> Vec<Entry> {
        let root = plan.root.as_str();
        let folder = if folder.trim_matches('/').is_empty() {
            root.to_owned()
        } else {
            format!("{root}/{}", folder.trim_matches('/'))
        };
        let pages: Vec<&SourcePath> =
            self.places.iter().filter(|own| !own.hidden).map(|own| &own.path).collect();
        let place = |path: &str| {
            let own = self.places.iter().find(|own| own.path.as_str() == path);
            Place { position: own.and_then(|own| own.order), ..Place::default() }
        };
        let is_index = |path: &str| path.ends_with("/index.md") || path.ends_with("/index.mdx");
        of_folder(&folder, &pages, &place, &is_index)
    }
}

fn page(href: &str, label: Option<String>, plan: &mut Plan, notes: &mut Notes) -> Option<Entry> {
    let wanted = normal(href.split(['#', '?']).next().unwrap_or(href));
    let found = plan.pages.iter_mut().find(|(_, page)| normal(&page.address) == wanted);
    match found {
        Some((path, page)) => {
            page.label = label.or(page.label.take());
            Some(Entry::Page(path.clone()))
        }
        None => {
            notes.dropped("sidebar", format!("`{href}` is no page"));
            None
        }
    }
}
