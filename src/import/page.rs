//! One page: front matter and text, in the words of a site.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::address::Places;
use super::blocks::{heading, plain, rewrite};
use super::details::apart;
use super::headings::{heading_parts, old_id};
use super::inline::{Cx, Used};
use super::notes::Notes;
use super::{Planned, Style};
use crate::diagnostic::Severity;
use crate::page::frontmatter::split;
use crate::page::parse_document;
use crate::text::{Slug, SourcePath, SourceText};

/// Fields of front matter that mean the same here, with their names here.
const FIELDS: &[(&str, &str)] = &[
    ("description", "description"),
    ("keywords", "keywords"),
    ("sidebar_label", "sidebarTitle"),
    ("status", "tag"),
];
/// Fields that have done their work, or that everyone may keep.
const READ: &[&str] = &[
    "title",
    "id",
    "slug",
    "sidebar_position",
    "sidebar",
    "order",
    "layout",
    "template",
    "outline",
    "pageClass",
    "editLink",
    "lastUpdated",
    "navbar",
    "hide",
    "tags",
    "authors",
    "date",
    "hide_title",
    "hide_table_of_contents",
    "pagination_next",
    "pagination_prev",
    "displayed_sidebar",
    "toc",
    "weight",
    "head",
    "search",
    "image",
    "custom_edit_url",
    "unlisted",
    "draft",
    "pagefind",
    "editUrl",
    "prev",
    "next",
    "banner",
    "icon",
    "tableOfContents",
    "i18nReady",
    "titleTemplate",
];
/// How many bytes of other files a page may include.
const ROOM: usize = 4 << 20;
/// How often what cannot be read is made text.
const MENDED: usize = 8;

/// The text of the page that `path` becomes.
pub(crate) fn page(
    path: &SourcePath,
    planned: &Planned,
    places: &Places<'_>,
    notes: &mut Notes,
    used: &mut Used,
) -> String {
    let text = places.text(path).unwrap_or_default();
    let style = places.plan.style;
    let parts = Parts::of(path, &text);
    let mut front = parts.front;
    let mut lines = parts.lines;
    let mut title = text_of(&front, "title");
    let first = lines.iter().position(|line| !line.trim().is_empty() && !is_statement(line));
    let own = first.and_then(|at| Some((at, heading(&lines[at])?))).filter(|(_, (marks, _))| *marks == "#");
    // The page shows its title by itself; links to the heading that it was find this.
    let mut anchors: Vec<String> = Vec::new();
    if let Some((at, (_, text))) = own {
        let (text, id) = heading_parts(text, style);
        let text = plain(&text);
        anchors.extend(id.into_iter().chain([old_id(&text, style)]));
        title = Some(text);
        lines[at] = String::new();
    }
    // A first page may say its name in large letters only.
    let name = front.get("hero").and_then(hero_name);
    let title = title.or(name).or(planned.label.clone());
    let title = title.unwrap_or_else(|| Slug::new(&planned.target).title());
    let mut cx = Cx {
        places,
        path,
        page: path,
        is_mdx: style == Style::Mdx || style == Style::Astro && path.extension() == "mdx",
        notes,
        used,
        line: 1,
        open: Vec::new(),
        labels: Vec::new(),
        ids: BTreeMap::new(),
        definitions: definitions(&lines),
        strangers: BTreeSet::new(),
        closed: closed(&text),
        room: ROOM,
        snippets: Vec::new(),
    };
    let mut body = rewrite(&lines, parts.first_line, &mut cx);
    for id in anchors {
        let is_free = body
            .iter()
            .all(|line| heading(line.trim_start()).is_none_or(|(_, text)| old_id(&plain(text), style) != id));
        if is_free && cx.used.places.contains(&(path.clone(), id.clone())) {
            body.splice(0..0, [format!("<a{} />", super::tags::attribute("id", &id)), String::new()]);
        }
    }
    if let Some(home) = home(&title, &mut front, &mut cx) {
        body.splice(0..0, home);
    }
    body.splice(0..0, cx.snippet_imports());
    let label = planned.label.clone().filter(|label| *label != title);
    let head = front_matter(&title, label, planned, &front, &mut cx);
    let body = tidy(&apart(body));
    mended(path, format!("{head}\n{body}"), notes)
}

/// A text that pages import, as a file of its own; its new path.
pub(crate) fn part(file: &SourcePath, cx: &mut Cx<'_>) -> SourcePath {
    let name = file.file_name().trim_start_matches('_').replace(' ', "-");
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    let folder = file.parent();
    let folder = folder.as_str().rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("parts");
    let path = SourcePath::new(&format!("snippets/{folder}/{stem}.mdx"));
    if cx.used.parts.contains_key(&path) {
        return path;
    }
    // A part that imports itself finds its own path.
    cx.used.parts.insert(path.clone(), String::new());
    let text = cx.places.files.text(file).unwrap_or_default();
    let parts = Parts::of(file, &text);
    let page = cx.page;
    let mut inner = Cx {
        places: cx.places,
        path: file,
        page,
        is_mdx: cx.is_mdx,
        notes: cx.notes,
        used: cx.used,
        line: 1,
        open: Vec::new(),
        labels: Vec::new(),
        ids: BTreeMap::new(),
        definitions: definitions(&parts.lines),
        strangers: BTreeSet::new(),
        closed: closed(&text),
        room: cx.room,
        snippets: Vec::new(),
    };
    let mut body = rewrite(&parts.lines, parts.first_line, &mut inner);
    body.splice(0..0, inner.snippet_imports());
    let body = tidy(&apart(body));
    cx.used.parts.insert(path.clone(), body);
    path
}

/// Names of addresses, and what stands behind them: `[name]: address "title"`. Of two the first counts.
fn definitions(lines: &[String]) -> BTreeMap<String, String> {
    let name = |line: &String| {
        let (name, target) = line.trim_start().strip_prefix('[')?.split_once("]:")?;
        Some((name.to_lowercase(), target.trim().to_owned()))
    };
    let mut all = BTreeMap::new();
    for (name, target) in lines.iter().filter_map(name) {
        all.entry(name).or_insert(target);
    }
    all
}

/// Names of elements that are closed somewhere: `</name>`.
fn closed(text: &str) -> BTreeSet<String> {
    let names = text.split("</").skip(1);
    let names = names.map(|rest| {
        rest.split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '.')).next().unwrap_or_default()
    });
    names.map(str::to_owned).collect()
}

struct Parts {
    front: Map<String, Value>,
    lines: Vec<String>,
    /// The number of the first line of the text.
    first_line: usize,
}

impl Parts {
    fn of(path: &SourcePath, text: &str) -> Self {
        let text = text.replace("\r\n", "\n");
        let source = SourceText::new(path.clone(), text.as_str());
        let (front, body) = split(&source, &mut Vec::new());
        let start = body.start as usize;
        let first_line = 1 + text[..start].matches('\n').count();
        Self { front: front.fields, lines: text[start..].lines().map(str::to_owned).collect(), first_line }
    }
}

/// The front matter of a file.
pub(crate) fn front_of(path: &SourcePath, text: &str) -> Map<String, Value> {
    Parts::of(path, text).front
}

/// The title that a file has of its own.
pub(crate) fn title_of(path: &SourcePath, text: &str, style: Style) -> Option<String> {
    let parts = Parts::of(path, text);
    let own = parts.lines.iter().find_map(|line| heading(line).filter(|(marks, _)| *marks == "#"));
    text_of(&parts.front, "title").or(own.map(|(_, text)| plain(&heading_parts(text, style).0)))
}

pub(crate) fn text_of(front: &Map<String, Value>, name: &str) -> Option<String> {
    match front.get(name)? {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn is_statement(line: &str) -> bool {
    line.starts_with("import ") || line.starts_with("export ") || line.starts_with("{{#title ")
}

fn front_matter(
    title: &str,
    label: Option<String>,
    planned: &Planned,
    front: &Map<String, Value>,
    cx: &mut Cx<'_>,
) -> String {
    let mut fields = vec![("title".to_owned(), Value::from(title))];
    for (old, new) in FIELDS {
        // What the navigation says of the page is nearer to what readers saw.
        if *new == "sidebarTitle" && label.is_some() {
            continue;
        }
        if let Some(value) = front.get(*old).filter(|value| value.is_string() || value.is_array()) {
            fields.push(((*new).to_owned(), value.clone()));
        }
    }
    if let Some(label) = label
        && !fields.iter().any(|(name, _)| name == "sidebarTitle")
    {
        fields.push(("sidebarTitle".to_owned(), Value::from(label)));
    }
    if planned.hidden {
        fields.push(("hidden".to_owned(), Value::from(true)));
    }
    for name in front.keys() {
        if !READ.contains(&name.as_str())
            && !FIELDS.iter().any(|(old, _)| old == name)
            && !matches!(name.as_str(), "hero" | "features")
        {
            cx.line = 1;
            cx.dropped(format!("`{name}` of the front matter has no counterpart"));
        }
    }
    let lines = fields.iter().map(|(name, value)| match value {
        Value::String(text) => format!("{name}: {}\n", quoted(text)),
        // A list in JSON is one in YAML.
        value => format!("{name}: {value}\n"),
    });
    format!("---\n{}---\n", lines.collect::<String>())
}

/// A text in YAML: in quotes, unless it is plain.
fn quoted(text: &str) -> String {
    let is_plain = text.starts_with(char::is_alphabetic)
        && !text.contains([
            ':', '#', '"', '\'', '{', '}', '[', ']', ',', '&', '*', '!', '|', '>', '%', '@', '`', '\n', '\\',
        ])
        && !matches!(
            text.to_ascii_lowercase().as_str(),
            "true" | "false" | "null" | "yes" | "no" | "on" | "off"
        );
    if is_plain { text.to_owned() } else { Value::from(text).to_string() }
}

/// What the first page of VitePress or Starlight shows in large letters.
fn hero_name(hero: &Value) -> Option<String> {
    super::text_of(hero, "name").or_else(|| super::text_of(hero, "title")).map(|name| plain(&name))
}

/// The first page of VitePress and Starlight, whose words stand in its front matter.
fn home(title: &str, front: &mut Map<String, Value>, cx: &mut Cx<'_>) -> Option<Vec<String>> {
    let hero = front.get("hero").cloned();
    let features = front.get("features").cloned();
    if hero.is_none() && features.is_none() {
        return None;
    }
    let member =
        |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::trim).map(str::to_owned);
    let mut out = Vec::new();
    if let Some(hero) = &hero {
        let name = hero_name(hero).filter(|name| name != title);
        let words = [name, member(hero, "text"), member(hero, "tagline")];
        for line in words.into_iter().flatten().filter(|text| !text.is_empty()) {
            out.extend([line.replace('{', "\\{").replace('<', "\\<"), String::new()]);
        }
        out.extend(hero_image(hero, cx).into_iter().flat_map(|picture| [picture, String::new()]));
        for action in hero.get("actions").and_then(Value::as_array).into_iter().flatten() {
            let (Some(text), Some(link)) = (member(action, "text"), member(action, "link")) else { continue };
            if !text.is_empty() {
                out.extend([format!("[{text}]({})", cx.address(&link, false)), String::new()]);
            }
        }
    }
    let features: Vec<&Value> = features.iter().filter_map(Value::as_array).flatten().collect();
    if !features.is_empty() {
        out.extend(["<CardGroup cols={2}>".to_owned(), String::new()]);
        for feature in features {
            let title =
                super::tags::attribute("title", &plain(&member(feature, "title").unwrap_or_default()));
            let href =
                member(feature, "link").map(|link| super::tags::attribute("href", &cx.address(&link, false)));
            out.push(format!("<Card{title}{}>", href.unwrap_or_default()));
            let details = member(feature, "details").unwrap_or_default();
            out.extend([
                String::new(),
                super::inline::convert(&details, cx),
                String::new(),
                "</Card>".to_owned(),
                String::new(),
            ]);
        }
        out.extend(["</CardGroup>".to_owned(), String::new()]);
    }
    Some(out)
}

/// The picture of a first page: an address, or one for each scheme of colours.
fn hero_image(hero: &Value, cx: &mut Cx<'_>) -> Option<String> {
    let image = hero.get("image")?;
    let member = |name: &str| super::text_of(image, name);
    let alt = super::tags::attribute("alt", &member("alt").unwrap_or_default());
    let whole = image.as_str().map(str::trim).filter(|address| !address.is_empty()).map(str::to_owned);
    let mut pictures = Vec::new();
    for (address, class) in [
        (whole.or_else(|| member("src")).or_else(|| member("file")), None),
        (member("light"), Some("block dark:hidden")),
        (member("dark"), Some("hidden dark:block")),
    ] {
        let Some(address) = address else { continue };
        let source = super::tags::attribute("src", &cx.address(&address, true));
        let class = class.map(|class| super::tags::attribute("className", class)).unwrap_or_default();
        pictures.push(format!("<img{source}{alt}{class} />"));
    }
    if pictures.is_empty() {
        cx.line = 1;
        cx.dropped("`hero.image` of the front matter names no picture");
    }
    (!pictures.is_empty()).then(|| pictures.join("\n"))
}

/// Without blank lines at both ends, and no more than two in a row between.
fn tidy(lines: &[String]) -> String {
    let mut out = String::new();
    let (mut blank, mut fence): (usize, Option<super::blocks::Fence>) = (0, None);
    for line in lines {
        let is_code = fence.is_some();
        match &fence {
            Some(open) if open.is_end(line) => fence = None,
            Some(_) => {}
            None => fence = super::blocks::Fence::open(line),
        }
        if line.trim().is_empty() && !is_code {
            blank += 1;
            continue;
        }
        if blank > 0 && !out.is_empty() {
            out.push('\n');
        }
        blank = 0;
        out.push_str(line.trim_end_matches('\r'));
        out.push('\n');
    }
    out
}

/// Makes text of what would be an element and is never closed: in Markdown that was text, or HTML that needs no end.
fn mended(path: &SourcePath, mut text: String, notes: &mut Notes) -> String {
    for _ in 0..MENDED {
        let source = SourceText::new(path.clone(), text.as_str());
        let problems = parse_document(source).diagnostics;
        let errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
        let mut starts: Vec<usize> = Vec::new();
        for error in errors {
            let Some(place) = &error.location else { continue };
            let line = text
                .split_inclusive('\n')
                .take(place.line.saturating_sub(1) as usize)
                .map(str::len)
                .sum::<usize>();
            let within = text[line..]
                .chars()
                .take(place.column.saturating_sub(1) as usize)
                .map(char::len_utf8)
                .sum::<usize>();
            let at = line + within;
            if text[at..].starts_with(['<', '{']) {
                starts.push(at);
            }
        }
        if starts.is_empty() {
            break;
        }
        starts.sort_unstable();
        starts.dedup();
        for at in starts.into_iter().rev() {
            let told: String = text[at..].chars().take_while(|c| !c.is_whitespace()).take(30).collect();
            // A stray end shows nothing in HTML.
            match text[at..].starts_with("</") {
                true => text.replace_range(at..at + text[at..].find('>').map_or(2, |end| end + 1), ""),
                false => text.insert(at, '\\'),
            }
            notes.review(
                path.as_str().to_owned(),
                format!("`{told}` has no partner, so it is text, or left out"),
            );
        }
    }
    text
}
