//! MkDocs, and its theme Material: `mkdocs.yml`.

use serde_json::{Map, Value};

use super::notes::Notes;
use super::sidebar::{Place, of_folder};
use super::{Entry, Files, Plan, Planned, Style, Tab, is_network, list_of, text_of};
use crate::text::{Slug, SourcePath, has_scheme};
use crate::yaml::parse_yaml;

/// The palette of Material.
const COLORS: &[(&str, &str)] = &[
    ("red", "#ef5350"),
    ("pink", "#e91e63"),
    ("purple", "#ab47bc"),
    ("deep purple", "#7e57c2"),
    ("indigo", "#4051b5"),
    ("blue", "#2094f3"),
    ("light blue", "#02a6f2"),
    ("cyan", "#00bdd6"),
    ("teal", "#009485"),
    ("green", "#4cae4f"),
    ("light green", "#8bc34b"),
    ("lime", "#cbdc38"),
    ("yellow", "#ffec3d"),
    ("amber", "#ffc105"),
    ("orange", "#ffa724"),
    ("deep orange", "#ff6e42"),
    ("brown", "#795649"),
    ("grey", "#757575"),
    ("blue grey", "#546d78"),
    ("black", "#212121"),
];
const MAX_DEPTH: usize = 30;

pub(super) fn plan(config: &SourcePath, files: &dyn Files, notes: &mut Notes) -> Result<Plan, String> {
    let value = read(config, files, 0)?;
    let home = config.parent();
    let folder = text_of(&value, "docs_dir").unwrap_or_else(|| "docs".to_owned());
    let root = SourcePath::checked(&format!("{home}/{folder}"))
        .ok_or_else(|| format!("`docs_dir` of {config} lies outside of the project"))?;
    let theme = value.get("theme").cloned().unwrap_or_default();
    let extensions = options(&value, "markdown_extensions");
    let has = |word: &str| extensions.keys().any(|name| name.contains(word));
    let mut plan = Plan {
        config: config.clone(),
        style: Style::Python,
        name: text_of(&value, "site_name"),
        description: text_of(&value, "site_description"),
        favicon: text_of(&theme, "favicon"),
        logo: [text_of(&theme, "logo"), None],
        color: color(&theme),
        public: vec![root.clone()],
        math: has("arithmatex"),
        emoji: has("emoji"),
        low: has("pymdownx.tilde"),
        high: has("pymdownx.caret"),
        includes: includes(&extensions, &home, &root),
        root,
        ..Plan::default()
    };
    let is_folders = value.get("use_directory_urls") != Some(&Value::Bool(false));
    pages(&mut plan, files, is_folders);
    let has_tabs = list_of(&theme, "features").any(|feature| feature.as_str() == Some("navigation.tabs"));
    let titled = |path: &SourcePath| {
        let own = files.text(path).and_then(|text| super::page::title_of(path, &text, Style::Python));
        own.unwrap_or_else(|| Slug::of_page(path).title())
    };
    let nav = value.get("nav").and_then(Value::as_array);
    let entries = match nav {
        Some(nav) => {
            notes.mapped("nav", "navigation");
            nav.iter().flat_map(|item| entry(item, &mut plan, &titled, notes, 0)).collect()
        }
        None => {
            let pages: Vec<&SourcePath> = plan.pages.keys().collect();
            of_folder(plan.root.as_str(), &pages, &|_| Place::default(), &|path| is_index(path))
        }
    };
    plan.tabs = if has_tabs && nav.is_some() {
        tabs(entries, &plan, files)
    } else {
        vec![Tab { name: "Docs".to_owned(), entries }]
    };
    if let Some(repository) = text_of(&value, "repo_url") {
        plan.links.push(("GitHub".to_owned(), repository).replaced(text_of(&value, "repo_name")));
    }
    for social in list_of(&value["extra"], "social") {
        let name = text_of(social, "icon").map(|icon| icon.rsplit('/').next().unwrap_or_default().to_owned());
        let name = name.map(|name| {
            name.trim_end_matches("-alt").trim_start_matches("square-").replace("x-twitter", "x")
        });
        match name.zip(text_of(social, "link")) {
            Some((name, link)) if is_network(&name) => plan.socials.push((name, link)),
            Some((name, _)) => {
                notes.dropped("extra.social", format!("the footer has no picture for `{name}`"))
            }
            None => {}
        }
    }
    left(&value, &mut plan, notes);
    Ok(plan)
}

/// The folder of the pages, as the configuration names it.
pub(super) fn folders(config: &SourcePath, files: &dyn Files) -> Vec<String> {
    read(config, files, 0).ok().and_then(|value| text_of(&value, "docs_dir")).into_iter().collect()
}

trait Replaced {
    fn replaced(self, label: Option<String>) -> Self;
}

impl Replaced for (String, String) {
    /// A link that is not to GitHub is called by its name.
    fn replaced(self, label: Option<String>) -> Self {
        match label {
            Some(label) if !self.1.contains("github.com") => (label, self.1),
            _ => self,
        }
    }
}

/// The configuration with those that it inherits from.
fn read(path: &SourcePath, files: &dyn Files, depth: usize) -> Result<Value, String> {
    let text = files.text(path).ok_or_else(|| format!("{path} cannot be read"))?;
    let value = parse_yaml(&without_tags(&text))
        .map_err(|error| format!("{path}:{}: {}", error.line, error.message))?;
    let parent = text_of(&value, "INHERIT")
        .and_then(|parent| path.resolve(&format!("./{}", parent.trim_start_matches("./"))));
    let Some(parent) = parent.filter(|parent| depth < 5 && files.has(parent)) else { return Ok(value) };
    let mut merged = read(&parent, files, depth + 1)?;
    merge(&mut merged, value);
    Ok(merged)
}

fn merge(into: &mut Value, from: Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (key, value) in from {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from,
    }
}

/// Without `!ENV`, `!!python/name:…` and the like, which stand for what only MkDocs knows.
fn without_tags(text: &str) -> String {
    let line = |line: &str| {
        let at = [": !", "- !", "[!", ", !"]
            .iter()
            .filter_map(|mark| line.find(mark).map(|at| at + mark.len() - 1))
            .min();
        let Some(at) = at.filter(|at| !line[..*at].contains(['"', '\'', '#'])) else {
            return line.to_owned();
        };
        let end = line[at..].find([' ', ']', ',']).map_or(line.len(), |end| at + end);
        format!("{}{}", &line[..at], &line[end..])
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn is_index(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    matches!(name.as_str(), "index.md" | "readme.md")
}

fn pages(plan: &mut Plan, files: &dyn Files, is_folders: bool) {
    let prefix = format!("{}/", plan.root);
    for path in files.list() {
        let Some(inner) = path.as_str().strip_prefix(prefix.trim_start_matches('/')) else { continue };
        let Some((stem, "md" | "markdown")) = inner.rsplit_once('.') else { continue };
        if inner.split('/').any(|part| part.starts_with('.')) || inner.ends_with("SUMMARY.md") {
            continue;
        }
        let (target, address) = if is_index(inner) {
            let folder = stem.rsplit_once('/').map_or("", |(folder, _)| folder);
            (format!("{folder}/index").trim_start_matches('/').to_owned(), folder.to_owned())
        } else if is_folders {
            (stem.to_owned(), stem.to_owned())
        } else {
            (stem.to_owned(), format!("{stem}.html"))
        };
        // Of `index.md` and `README.md` the first is the page.
        if !plan.pages.values().any(|page| page.target == target) {
            plan.pages.insert(path.clone(), Planned { target, address, ..Planned::default() });
        }
    }
}

/// An entry of `nav`.
fn entry(
    item: &Value,
    plan: &mut Plan,
    titled: &dyn Fn(&SourcePath) -> String,
    notes: &mut Notes,
    depth: usize,
) -> Vec<Entry> {
    match item {
        Value::String(path) => page(None, path, plan, notes).into_iter().collect(),
        Value::Object(fields) => {
            let mut one = |(label, value): (&String, &Value)| match value {
                Value::String(target) => page(Some(label), target, plan, notes),
                Value::Array(items) if depth < MAX_DEPTH => {
                    let entries: Vec<Entry> =
                        items.iter().flat_map(|item| entry(item, plan, titled, notes, depth + 1)).collect();
                    // Without a name it is called as its first page.
                    let first = entries.iter().find_map(|entry| match entry {
                        Entry::Page(path) => Some(path.clone()),
                        _ => None,
                    });
                    let label = match label.trim() {
                        "" => first.map_or_else(|| "Pages".to_owned(), |path| titled(&path)),
                        label => label.to_owned(),
                    };
                    Some(Entry::Group { label, root: None, entries })
                }
                _ => None,
            };
            fields.iter().filter_map(&mut one).collect()
        }
        _ => Vec::new(),
    }
}

fn page(label: Option<&String>, target: &str, plan: &mut Plan, notes: &mut Notes) -> Option<Entry> {
    if has_scheme(target) {
        return Some(Entry::Link {
            label: label.cloned().unwrap_or_else(|| target.to_owned()),
            href: target.to_owned(),
        });
    }
    let path = SourcePath::new(&format!("{}/{target}", plan.root));
    if let Some(page) = plan.pages.get_mut(&path) {
        page.label = page.label.take().or(label.cloned());
        return Some(Entry::Page(path));
    }
    notes.dropped("nav", format!("`{target}` is no page of `{}`", plan.root));
    None
}

/// One tab for each group of the first level; pages beside them are in the first.
fn tabs(entries: Vec<Entry>, plan: &Plan, files: &dyn Files) -> Vec<Tab> {
    let (mut tabs, mut loose): (Vec<Tab>, Vec<Entry>) = (Vec::new(), Vec::new());
    for entry in entries {
        match entry {
            Entry::Group { label, entries, .. } => tabs.push(Tab { name: label, entries }),
            other => loose.push(other),
        }
    }
    if !loose.is_empty() {
        let name = loose.iter().find_map(|entry| match entry {
            Entry::Page(path) => plan
                .pages
                .get(path)?
                .label
                .clone()
                .or_else(|| super::page::title_of(path, &files.text(path)?, plan.style)),
            _ => None,
        });
        tabs.insert(0, Tab { name: name.unwrap_or_else(|| "Home".to_owned()), entries: loose });
    }
    tabs
}

fn color(theme: &Value) -> Option<String> {
    let palette = theme.get("palette")?;
    let named = match palette {
        Value::Array(list) => list.iter().find_map(|part| text_of(part, "primary")),
        part => text_of(part, "primary"),
    };
    let named = named?.replace('-', " ");
    COLORS.iter().find(|(name, _)| *name == named).map(|(_, color)| (*color).to_owned())
}

/// Names with their options, which are written as a map or as a list.
fn options(value: &Value, key: &str) -> Map<String, Value> {
    let mut out = Map::new();
    match value.get(key) {
        Some(Value::Object(map)) => out.clone_from(map),
        Some(Value::Array(list)) => {
            for one in list {
                match one {
                    Value::String(name) => drop(out.insert(name.clone(), Value::Null)),
                    Value::Object(map) => out.extend(map.clone()),
                    _ => {}
                }
            }
        }
        _ => {}
    }
    out
}

/// Where extensions that include files look for them: `base_path`, which is one folder or several.
fn includes(extensions: &Map<String, Value>, home: &SourcePath, root: &SourcePath) -> Vec<SourcePath> {
    let named = extensions.iter().filter(|(name, _)| name.contains("snippets") || name.contains("include"));
    let paths = named.filter_map(|(_, options)| options.get("base_path"));
    let paths = paths.flat_map(|paths| match paths {
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        path => path.as_str().into_iter().collect::<Vec<_>>(),
    });
    let folder = |path: &str| match path.trim().strip_prefix("$docs_dir") {
        Some(rest) => SourcePath::checked(&format!("{root}/{rest}")),
        None => SourcePath::checked(&format!("{home}/{}", path.trim().trim_start_matches("$config_dir"))),
    };
    paths.filter_map(folder).collect()
}

/// Plug-ins and extensions: what is read, and what is left behind.
fn left(value: &Value, plan: &mut Plan, notes: &mut Notes) {
    for (name, options) in &options(value, "plugins") {
        match name.as_str() {
            "redirects" => {
                for (from, to) in
                    options.get("redirect_maps").and_then(Value::as_object).into_iter().flatten()
                {
                    let Some(to) = to.as_str() else { continue };
                    let from = from.trim_end_matches("index.md").trim_end_matches(".md");
                    let to = if has_scheme(to) { to.to_owned() } else { format!("/{to}") };
                    plan.redirects.push((format!("/{from}"), to));
                }
            }
            "search"
            | "material/search"
            | "tags"
            | "social"
            | "material/social"
            | "minify"
            | "git-revision-date-localized" => {}
            "mkdocstrings" => {
                notes.dropped("plugins", "`mkdocstrings`: pages made from code are not taken over")
            }
            "awesome-pages" | "literate-nav" => {
                notes.review(
                    "plugins",
                    format!("`{name}` decided on the navigation; it is made from folders now"),
                );
            }
            name => notes.dropped("plugins", format!("`{name}` has no counterpart")),
        }
    }
    for key in ["extra_css", "extra_javascript", "hooks"] {
        if value.get(key).is_some() {
            notes.dropped(key, "code and styles are not taken over");
        }
    }
    notes.mapped("site_name, site_description, theme", "name, description, colors, logo and favicon");
}
