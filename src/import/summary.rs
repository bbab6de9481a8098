//! mdBook and GitBook, which both list their pages in `SUMMARY.md`.

use serde_json::Value;

use super::inline::link_at;
use super::notes::Notes;
use super::{Entry, Files, Kind, Plan, Planned, Style, Tab, text_of};
use crate::encoding::percent_decoded;
use crate::text::{SourcePath, has_scheme};
use crate::yaml::parse_yaml;

pub(super) fn plan(
    kind: Kind,
    config: &SourcePath,
    files: &dyn Files,
    notes: &mut Notes,
) -> Result<Plan, String> {
    let text = files.text(config).unwrap_or_default();
    let home = config.parent();
    let mut plan = Plan { config: config.clone(), ..Plan::default() };
    if kind == Kind::MdBook {
        plan.style = Style::Plain;
        plan.name = toml_text(&text, "title");
        plan.description = toml_text(&text, "description");
        let folder = toml_text(&text, "src").unwrap_or_else(|| "src".to_owned());
        plan.root = SourcePath::new(&format!("{home}/{folder}"));
        plan.math = text.contains("mathjax-support = true");
        notes.mapped(config.as_str(), "name and description");
    } else {
        plan.style = Style::GitBook;
        plan.math = true;
        plan.root = home.clone();
        let settings = files.text(&SourcePath::new(&format!("{home}/.gitbook.yaml"))).unwrap_or_default();
        let settings = parse_yaml(&settings).unwrap_or_default();
        for (from, to) in settings.get("redirects").and_then(Value::as_object).into_iter().flatten() {
            plan.redirects.extend(to.as_str().map(|to| (format!("/{from}"), format!("/{to}"))));
        }
        plan.name = text_of(&settings, "title");
    }
    plan.public = vec![plan.root.clone()];
    let summary = SourcePath::new(&format!("{}/SUMMARY.md", plan.root));
    let text = files.text(&summary).ok_or_else(|| format!("there is no {summary}"))?;
    pages(kind, &mut plan, files);
    let entries = entries(&text, &summary, &mut plan, notes);
    notes.mapped(summary.as_str(), "navigation");
    plan.tabs = vec![Tab { name: "Docs".to_owned(), entries }];
    if plan.name.is_none() {
        let first = plan.pages.iter().find(|(_, page)| page.target == "index").map(|(path, _)| path);
        plan.name = first.and_then(|path| super::page::title_of(path, &files.text(path)?, plan.style));
    }
    Ok(plan)
}

/// A text of a TOML file of the simple kind: `name = "text"` on a line of its own.
fn toml_text(text: &str, name: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let value = line.trim().strip_prefix(name)?.trim_start().strip_prefix('=')?.trim();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        value[1..].split_once(quote).map(|(value, _)| value.to_owned())
    })
}

fn pages(kind: Kind, plan: &mut Plan, files: &dyn Files) {
    let prefix = format!("{}/", plan.root);
    for path in files.list() {
        let Some(inner) = path.as_str().strip_prefix(prefix.trim_start_matches('/')) else { continue };
        let Some((stem, "md")) = inner.rsplit_once('.') else { continue };
        if inner == "SUMMARY.md" || inner.split('/').any(|part| part.starts_with('.')) {
            continue;
        }
        let name = stem.rsplit('/').next().unwrap_or(stem);
        let folder = stem.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_index = name.eq_ignore_ascii_case("readme") || name == "index";
        let (target, address) = if is_index {
            (format!("{folder}/index").trim_start_matches('/').to_owned(), folder.to_owned())
        } else if kind == Kind::MdBook {
            (stem.to_owned(), format!("{stem}.html"))
        } else {
            (stem.to_owned(), stem.to_owned())
        };
        if !plan.pages.values().any(|page| page.target == target) {
            plan.pages.insert(path.clone(), Planned { target, address, ..Planned::default() });
        }
    }
}

/// One line of the list, with how far to the right it stands.
struct Line {
    indent: usize,
    entry: Entry,
}

fn entries(text: &str, summary: &SourcePath, plan: &mut Plan, notes: &mut Notes) -> Vec<Entry> {
    let mut parts: Vec<(Option<String>, Vec<Line>)> = vec![(None, Vec::new())];
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if let Some((_, title)) = super::blocks::heading(trimmed) {
            // The first heading is that of the list itself.
            if !title.eq_ignore_ascii_case("summary") && !title.eq_ignore_ascii_case("table of contents") {
                parts.push((Some(super::blocks::plain(title)), Vec::new()));
            }
            continue;
        }
        let indent = line.len() - trimmed.len();
        let item = trimmed.trim_start_matches(['-', '*', '+']).trim_start();
        let Some((label, address)) = link_at(item) else { continue };
        let label = super::blocks::plain(label);
        let address = percent_decoded(address.split('#').next().unwrap_or_default().trim_start_matches("./"));
        let address = address.as_ref();
        let path = SourcePath::new(&format!("{}/{address}", plan.root));
        let entry = if has_scheme(address) {
            Entry::Link { label, href: address.to_owned() }
        } else if let Some(page) = plan.pages.get_mut(&path) {
            page.label = page.label.take().or(Some(label));
            Entry::Page(path)
        } else if address.is_empty() {
            Entry::Group { label, root: None, entries: Vec::new() }
        } else {
            notes.dropped(format!("{summary}:{}", number + 1), format!("`{address}` is no page"));
            continue;
        };
        if let Some((_, lines)) = parts.last_mut() {
            lines.push(Line { indent, entry });
        }
    }
    let mut out = Vec::new();
    for (title, lines) in parts.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        let entries = nested(&lines, plan, 0);
        match title {
            Some(label) => out.push(Entry::Group { label, root: None, entries }),
            None => out.extend(entries),
        }
    }
    out
}

const MAX_DEPTH: usize = 30;

fn nested(lines: &[Line], plan: &Plan, depth: usize) -> Vec<Entry> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let inner = lines[at + 1..].iter().take_while(|other| other.indent > line.indent).count();
        let below = &lines[at + 1..=at + inner];
        at += inner + 1;
        if below.is_empty() || depth > MAX_DEPTH {
            out.push(line.entry.clone());
            continue;
        }
        let entries = nested(below, plan, depth + 1);
        out.push(match &line.entry {
            Entry::Page(path) => {
                let label = plan.pages.get(path).and_then(|page| page.label.clone()).unwrap_or_default();
                Entry::Group { label, root: Some(path.clone()), entries }
            }
            Entry::Group { label, .. } => Entry::Group { label: label.clone(), root: None, entries },
            link @ Entry::Link { .. } => {
                out.push(link.clone());
                continue;
            }
        });
    }
    out
}
