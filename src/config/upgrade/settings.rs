//! Everything but the navigation (UPG-01 to UPG-07, UPG-10).

use serde_json::{Map, Value, json};

use super::source::{Notes, Source};
use crate::config::form::is_color;
use crate::config::vendors::INTEGRATIONS;

/// `theme` and `layout`.
pub fn theme(root: &mut Source<'_>, notes: &mut Notes) -> Value {
    let theme = root.text("theme", notes);
    let layout = root.text("layout", notes);
    let named = match theme {
        Some("venus") => "palm",
        Some("quill") => "willow",
        _ => "mint",
    };
    let chosen = match layout {
        Some("sidenav") => "maple",
        Some("solidSidenav") => "willow",
        _ => named,
    };
    if let Some(theme) = theme {
        notes.mapped("theme", format!("`{theme}` became theme `{named}`"));
    }
    match layout {
        Some(layout) if chosen != named || matches!(layout, "sidenav" | "solidSidenav") => {
            notes.mapped("layout", format!("`{layout}` became theme `{chosen}`"));
        }
        Some(_) => notes.dropped("layout", "the theme decides where the navigation stands"),
        None => {}
    }
    json!(chosen)
}

/// The brand of who has named none (UPG-01).
const USUAL_PRIMARY: &str = "#16A34A";

/// `colors`, but for the background.
pub fn colors(root: &mut Source<'_>, notes: &mut Notes) -> Option<Value> {
    let no_primary = |notes: &mut Notes| {
        notes.review("colors.primary", format!("there is none: `{USUAL_PRIMARY}` stands in for it"));
        json!(USUAL_PRIMARY)
    };
    let Some(value) = root.read("colors") else {
        return Some(json!({ "primary": no_primary(notes) }));
    };
    let mut colors = Source::object("colors", value, notes)?;
    let mut out = Map::new();
    let primary = match colors.read("primary") {
        None => Some(no_primary(notes)),
        Some(color) if color.as_str().is_some_and(is_color) => Some(color.clone()),
        Some(color) => {
            let told = color.as_str().map_or_else(|| color.to_string(), str::to_owned);
            notes.invalid("colors.primary", format!("`{told}` is no colour such as `{USUAL_PRIMARY}`"));
            None
        }
    };
    out.extend(primary.map(|color| ("primary".to_owned(), color)));
    for key in ["light", "dark"] {
        if let Some(color) = colors.text(key, notes) {
            out.insert(key.to_owned(), json!(color));
        }
    }
    // Told by `background`.
    colors.read("background");
    colors.leave("anchors", "anchors have colours of their own, the theme the rest", notes);
    colors.finish(notes);
    Some(Value::Object(out))
}

/// `eyebrow` and `codeBlock`.
pub fn styling(root: &mut Source<'_>, notes: &mut Notes) -> Option<Value> {
    let mut out = Map::new();
    if let Some(mut eyebrow) = root.child("eyebrow", notes) {
        if let Some(display) = eyebrow.text("display", notes) {
            out.insert("eyebrows".to_owned(), json!(display));
            notes.mapped("eyebrow.display", "styling.eyebrows");
        }
        eyebrow.finish(notes);
    }
    if let Some(mut code) = root.child("codeBlock", notes) {
        if let Some(mode) = code.text("mode", notes) {
            out.insert("codeblocks".to_owned(), json!(if mode == "dark" { "dark" } else { "system" }));
            notes.mapped("codeBlock.mode", "styling.codeblocks");
        }
        code.finish(notes);
    }
    some(out)
}

/// `logo`, a path or one for each mode.
pub fn logo(root: &mut Source<'_>, notes: &mut Notes) -> Option<Value> {
    let value = root.read("logo")?;
    if value.is_string() {
        return Some(value.clone());
    }
    let mut logo = Source::object("logo", value, notes)?;
    let out = copied(&mut logo, &[("light", "light"), ("dark", "dark"), ("href", "href")]);
    logo.finish(notes);
    some(out)
}

/// `openapi` and `api`.
pub fn api(root: &mut Source<'_>, notes: &mut Notes) -> Option<Value> {
    let mut out = Map::new();
    if let Some(openapi) = root.read("openapi") {
        match normalised(openapi) {
            Some(openapi) => {
                out.insert("openapi".to_owned(), openapi);
                notes.mapped("openapi", "api.openapi");
            }
            None => notes.dropped("openapi", "expected a path or an address"),
        }
    }
    if let Some(mut api) = root.child("api", notes) {
        if let Some(mut playground) = api.child("playground", notes) {
            let display = match playground.text("mode", notes) {
                Some("simple") => "simple",
                Some("hide") => "none",
                _ => "interactive",
            };
            let mut shown = Map::from_iter([("display".to_owned(), json!(display))]);
            notes.mapped("api.playground", format!("api.playground.display, `{display}`"));
            if let Some(disabled) = playground.flag("disableProxy", notes) {
                shown.insert("proxy".to_owned(), json!(!disabled));
                notes.mapped("api.playground.disableProxy", "api.playground.proxy, the other way round");
            }
            playground.finish(notes);
            out.insert("playground".to_owned(), Value::Object(shown));
        }
        if let Some(mut request) = api.child("request", notes) {
            if let Some(mut example) = request.child("example", notes) {
                if let Some(languages) = example.read("languages") {
                    out.insert("examples".to_owned(), json!({ "languages": languages }));
                    notes.mapped("api.request.example.languages", "api.examples.languages");
                }
                example.finish(notes);
            }
            request.finish(notes);
        }
        if let Some(mdx) = described_in_pages(&mut api, &out, notes) {
            out.insert("mdx".to_owned(), mdx);
        }
        api.leave("maintainOrder", "operations keep the order of the description", notes);
        api.leave("paramFields", "set `api.params.expanded` if you want it", notes);
        api.finish(notes);
    }
    some(out)
}

/// `api.baseUrl` and `api.auth`: for pages that describe an operation themselves.
fn described_in_pages(api: &mut Source<'_>, rest: &Map<String, Value>, notes: &mut Notes) -> Option<Value> {
    let mut mdx = Map::new();
    if let Some(server) = api.read("baseUrl") {
        mdx.insert("server".to_owned(), server.clone());
        notes.mapped("api.baseUrl", "api.mdx.server");
    }
    if let Some(mut auth) = api.child("auth", notes) {
        let copied = copied(&mut auth, &[("method", "method"), ("name", "name")]);
        auth.finish(notes);
        // A name says how, but with nothing else nobody knows for what.
        let is_alone = mdx.is_empty() && rest.is_empty() && !copied.contains_key("method");
        match some(copied) {
            Some(_) if is_alone => {
                notes.dropped("api.auth.name", "without `api.auth.method` it says nothing")
            }
            Some(auth) => {
                mdx.insert("auth".to_owned(), auth);
                notes.mapped("api.auth", "api.mdx.auth");
            }
            None => {}
        }
    }
    some(mdx)
}

/// `modeToggle`.
pub fn appearance(root: &mut Source<'_>, notes: &mut Notes) -> Option<Value> {
    let mut toggle = root.child("modeToggle", notes)?;
    let out = copied(&mut toggle, &[("default", "default"), ("isHidden", "strict")]);
    notes.mapped("modeToggle", "appearance");
    if !out.contains_key("strict") {
        let text = "without `appearance.strict` readers have no switch between light and dark: add `\"strict\": false` \
                    to keep it";
        notes.review("modeToggle", text);
    }
    toggle.finish(notes);
    Some(Value::Object(out))
}

/// `background`, `backgroundImage` and `colors.background`.
pub fn background(root: &mut Source<'_>, mint: &Value, notes: &mut Notes) -> Option<Value> {
    let mut out = Map::new();
    let mut is_given = false;
    if let Some(image) = root.text("backgroundImage", notes) {
        out.insert("image".to_owned(), json!(image));
        notes.mapped("backgroundImage", "background.image");
    }
    if let Some(mut background) = root.child("background", notes) {
        is_given = true;
        if let Some(style) = background.text("style", notes) {
            out.insert("decoration".to_owned(), json!(style));
            notes.mapped("background.style", "background.decoration");
        }
        background.finish(notes);
    }
    let color = mint.pointer("/colors/background").filter(|value| !value.is_null());
    if let Some(mut color) = color.and_then(|color| Source::object("colors.background", color, notes)) {
        let pair = copied(&mut color, &[("light", "light"), ("dark", "dark")]);
        if !pair.is_empty() {
            out.insert("color".to_owned(), Value::Object(pair));
            notes.mapped("colors.background", "background.color");
        }
        color.finish(notes);
    }
    if is_given { Some(Value::Object(out)) } else { some(out) }
}

/// `topbarLinks` and `topbarCtaButton`.
pub fn navbar(root: &mut Source<'_>, notes: &mut Notes) -> Option<Value> {
    let mut out = Map::new();
    if let Some(links) = root.list("topbarLinks", notes) {
        let mut all = Vec::new();
        for (index, link) in links.iter().enumerate() {
            let Some(mut link) = Source::object(&format!("topbarLinks[{index}]"), link, notes) else {
                continue;
            };
            let is_github = link.text("type", notes) == Some("github");
            let mut entry = Map::new();
            match link.text("name", notes) {
                Some(name) => drop(entry.insert("label".to_owned(), json!(name))),
                None if is_github => drop(entry.insert("label".to_owned(), json!("Github"))),
                None => {}
            }
            if is_github {
                entry.insert("label".to_owned(), json!("Github"));
            }
            if let Some(url) = link.text("url", notes) {
                entry.insert("href".to_owned(), json!(url));
            }
            link.finish(notes);
            all.push(Value::Object(entry));
        }
        out.insert("links".to_owned(), Value::Array(all));
        notes.mapped("topbarLinks", "navbar.links");
    }
    if let Some(mut button) = root.child("topbarCtaButton", notes) {
        let is_github = button.text("type", notes) == Some("github");
        let fields: &[_] = if is_github { &[("url", "href")] } else { &[("name", "label"), ("url", "href")] };
        let kind = if is_github { "github" } else { "button" };
        let mut primary = Map::from_iter([("type".to_owned(), json!(kind))]);
        primary.append(&mut copied(&mut button, fields));
        if is_github {
            button.leave("name", "the repository's name stands there", notes);
        }
        for key in ["style", "arrow"] {
            button.leave(key, "the theme decides how the button looks", notes);
        }
        button.finish(notes);
        out.insert("primary".to_owned(), Value::Object(primary));
        notes.mapped("topbarCtaButton", "navbar.primary");
    }
    some(out)
}

/// `search`.
pub fn search(root: &mut Source<'_>, notes: &mut Notes) -> Option<Value> {
    let mut search = root.child("search", notes)?;
    let out = copied(&mut search, &[("prompt", "prompt")]);
    search.leave("location", "the theme decides where the search stands", notes);
    search.finish(notes);
    some(out)
}

/// `metadata` and `seo`.
pub fn seo(root: &mut Source<'_>, notes: &mut Notes) -> Option<Value> {
    let mut out = Map::new();
    let metadata = root.read("metadata");
    if let Some(metadata) = metadata {
        out.insert("metatags".to_owned(), metadata.clone());
        notes.mapped("metadata", "seo.metatags");
    }
    let seo = root.child("seo", notes);
    if metadata.is_none() && seo.is_none() {
        return None;
    }
    let mut indexing = "navigable";
    if let Some(mut seo) = seo {
        if seo.flag("indexHiddenPages", notes) == Some(true) {
            indexing = "all";
        }
        notes.mapped("seo.indexHiddenPages", format!("seo.indexing, `{indexing}`"));
        seo.finish(notes);
    }
    out.insert("indexing".to_owned(), json!(indexing));
    Some(Value::Object(out))
}

/// `footer` and `footerSocials`.
pub fn footer(root: &mut Source<'_>, notes: &mut Notes) -> Option<Value> {
    let mut out = Map::new();
    let old = root.read("footerSocials");
    let mut footer = root.child("footer", notes);
    let new = footer.as_mut().and_then(|footer| footer.read("socials"));
    if let Some(value) = new.or(old) {
        let field = if new.is_some() { "footer.socials" } else { "footerSocials" };
        if let Some(socials) = socials(value, field, notes) {
            out.insert("socials".to_owned(), socials);
            notes.mapped(field, "footer.socials");
        }
        if new.is_some() && old.is_some() {
            notes.dropped("footerSocials", "`footer.socials` is there, too");
        }
    }
    if let Some(mut footer) = footer {
        if let Some(columns) = footer.list("links", notes) {
            let columns = columns.iter().enumerate();
            let columns = columns.filter_map(|(index, column)| self::column(index, column, notes)).collect();
            out.insert("links".to_owned(), Value::Array(columns));
            notes.mapped("footer.links", "footer.links, with `header`, `items` and `href`");
        }
        footer.finish(notes);
    }
    some(out)
}

/// One column of the footer's links.
fn column(index: usize, column: &Value, notes: &mut Notes) -> Option<Value> {
    let path = format!("footer.links[{index}]");
    let mut column = Source::object(&path, column, notes)?;
    let mut out = copied(&mut column, &[("title", "header")]);
    let mut items = Vec::new();
    for (index, link) in column.list("links", notes).unwrap_or_default().iter().enumerate() {
        let Some(mut link) = Source::object(&format!("{path}.links[{index}]"), link, notes) else { continue };
        items.push(Value::Object(copied(&mut link, &[("label", "label"), ("url", "href")])));
        link.finish(notes);
    }
    out.insert("items".to_owned(), Value::Array(items));
    column.finish(notes);
    Some(Value::Object(out))
}

/// Addresses by service, from an object or from a list of `{type, url}`.
fn socials(value: &Value, field: &str, notes: &mut Notes) -> Option<Value> {
    let Value::Array(list) = value else {
        return match value {
            Value::Object(_) => Some(value.clone()),
            _ => {
                notes.dropped(field, "expected an object");
                None
            }
        };
    };
    let mut out = Map::new();
    for (index, entry) in list.iter().enumerate() {
        let text = |key: &str| entry.get(key).and_then(Value::as_str);
        match (text("type"), text("url")) {
            (Some(kind), Some(url)) => drop(out.insert(kind.to_owned(), json!(url))),
            _ => notes.dropped(format!("{field}[{index}]"), "expected `type` and `url`"),
        }
    }
    Some(Value::Object(out))
}

/// `analytics` and `integrations`.
pub fn integrations(root: &mut Source<'_>, notes: &mut Notes) -> Option<Value> {
    let mut out = Map::new();
    for part in ["analytics", "integrations"] {
        let Some(value) = root.read(part) else { continue };
        let Value::Object(vendors) = value else {
            notes.dropped(part, "expected an object");
            continue;
        };
        let mut vendors: Vec<_> = vendors.iter().collect();
        if part == "analytics" {
            vendors.sort_by_key(|(name, _)| name.as_str());
        }
        for (name, value) in vendors {
            let field = format!("{part}.{name}");
            if !INTEGRATIONS.fields.iter().any(|known| known.key == name) {
                notes.dropped(field, "docs.json does not know this service");
                continue;
            }
            let id = match name.as_str() {
                "intercom" => "appId",
                "frontchat" => "snippetId",
                "osano" => "scriptSource",
                _ => "",
            };
            let value = match value {
                Value::String(text) if !id.is_empty() => json!({ id: text }),
                other => other.clone(),
            };
            out.insert(name.clone(), value);
            notes.mapped(field, format!("integrations.{name}"));
        }
    }
    some(out)
}

/// `font`, one or one for headings and one for the text.
pub fn fonts(root: &mut Source<'_>, notes: &mut Notes) -> Option<Value> {
    let mut font = root.child("font", notes)?;
    let mut out = one_font(&mut font);
    for (old, new) in [("headings", "heading"), ("body", "body")] {
        if let Some(mut part) = font.child(old, notes) {
            out.insert(new.to_owned(), Value::Object(one_font(&mut part)));
            part.finish(notes);
        }
    }
    font.finish(notes);
    notes.mapped("font", "fonts");
    some(out)
}

fn one_font(font: &mut Source<'_>) -> Map<String, Value> {
    let mut out = copied(font, &[("family", "family"), ("weight", "weight"), ("format", "format")]);
    let source = copied(font, &[("url", "source")]);
    // docs.json wants both or none, and the file's name says it.
    let address = source.get("source").and_then(Value::as_str).unwrap_or_default();
    let format = ["woff2", "woff"].into_iter().find(|format| address.ends_with(&format!(".{format}")));
    if let Some(format) = format.filter(|_| !out.contains_key("format")) {
        out.insert("format".to_owned(), json!(format));
    }
    out.extend(source);
    out
}

/// `redirects`.
pub fn redirects(root: &mut Source<'_>, notes: &mut Notes) -> Option<Value> {
    root.list("redirects", notes).map(|redirects| Value::Array(redirects.to_vec()))
}

/// `feedback`: the original has it no longer in its file, so nothing says what was meant for a site that is made here.
/// Each field is told with what would be written for it.
pub fn feedback(root: &mut Source<'_>, notes: &mut Notes) {
    let Some(mut feedback) = root.child("feedback", notes) else { return };
    for (old, new) in [("thumbsRating", "thumbs"), ("suggestEdit", "edits"), ("raiseIssue", "issues")] {
        let Some(value) = feedback.flag(old, notes) else { continue };
        let why = match value {
            true => format!(
                "the docs.json of the original has no such field; write `\"feedback\": {{ \"{new}\": true }}` to have it"
            ),
            false => "nothing is shown without it".to_owned(),
        };
        notes.dropped(feedback.name(old), why);
    }
    feedback.finish(notes);
}

/// Fields that are gone for a reason.
pub fn retired(root: &mut Source<'_>, notes: &mut Notes) {
    for (key, why) in [
        ("isWhiteLabeled", "there is nothing to hide"),
        ("rounded", "the theme decides about corners"),
        ("sidebar", "the theme decides about the sidebar"),
        ("topbar", "the theme decides about the bar on top"),
        ("mintlify", "it was never read"),
    ] {
        root.leave(key, why, notes);
    }
}

/// Paths of API descriptions as docs.json has them: without a slash in front.
pub fn normalised(value: &Value) -> Option<Value> {
    match value {
        Value::String(path) if path.contains("://") => Some(value.clone()),
        Value::String(path) => {
            let path = path.trim_start_matches("./").trim_start_matches('/');
            Some(json!(path)).filter(|_| !path.is_empty())
        }
        Value::Array(list) => Some(Value::Array(list.iter().filter_map(normalised).collect())),
        _ => None,
    }
}

/// Whether an address leads to another site.
pub fn is_external(url: &str) -> bool {
    url.starts_with("http://") || url.starts_with("https://")
}

/// Fields under their new names, as they are.
fn copied(source: &mut Source<'_>, fields: &[(&str, &str)]) -> Map<String, Value> {
    let value = |(old, new): &(&str, &str)| Some(((*new).to_owned(), source.read(old)?.clone()));
    fields.iter().filter_map(value).collect()
}

fn some(fields: Map<String, Value>) -> Option<Value> {
    if fields.is_empty() { None } else { Some(Value::Object(fields)) }
}
