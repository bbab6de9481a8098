//! What changes in `docs.json` and the files that it refers to. Comments and formatting stay.

use super::Moves;
use super::addresses::{Form, addresses};
use crate::authoring::edits::{TextEdit, apply};
use crate::config::format::{before, format_config};
use crate::config::json::{self, Json, JsonValue};
use crate::encoding::percent_decoded;
use crate::text::{SourcePath, SourceText};

/// Keys whose values are words or patterns and never lead to a file.
const WORDS: &[&str] = &["$schema", "directory", "name", "group", "label", "tab", "anchor", "title", "tag"];

/// All edits, redirects included.
pub fn edits(moves: &Moves, path: &SourcePath, text: &str, adding: &[(String, String)]) -> Vec<TextEdit> {
    let skipped = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let source = SourceText::new(path.clone(), text.get(skipped..).unwrap_or_default());
    let (Some(root), found) = json::parse(&source, 0) else { return Vec::new() };
    let mut walk = Walk { moves, edits: Vec::new() };
    walk.value(&root, "", "");
    let mut edits = walk.edits;
    let redirects = root.get("redirects");
    if let Some(redirects) = redirects.filter(|redirects| matches!(redirects.value, JsonValue::Array(_))) {
        // What was a redirect once and is a file again, be it a snippet, would lead to itself.
        let taken: Vec<String> = moves.arrivals().collect();
        let gone: Vec<&str> = taken.iter().map(String::as_str).collect();
        edits.retain(|edit| !is_inside_removed(redirects, &gone, edit));
        edits.extend(list_edits(&source.text, redirects, &gone, adding));
    } else if redirects.is_none()
        && path.file_name() == "docs.json"
        && !adding.is_empty()
        && let Some(last) = root.members().last()
    {
        // Behind another one, a remark at the end of its line would seem to be about the redirects.
        let has_remarks = found.iter().any(|problem| problem.code == "config-comment");
        let last = before(root.members(), "redirects").filter(|_| !has_remarks).unwrap_or(last);
        let unit = indentation(
            &source.text,
            root.members().first().map_or(0, |member| member.place.span.start as usize),
        );
        let entries: Vec<String> =
            adding.iter().map(|entry| format!("\n{unit}{unit}{}", written(entry))).collect();
        let new = format!(",\n{unit}\"redirects\": [{}\n{unit}]", entries.join(","));
        let at = last.value.place.span.end as usize;
        edits.push(TextEdit::new(at..at, new));
    }
    for edit in &mut edits {
        edit.range = edit.range.start + skipped..edit.range.end + skipped;
    }
    edits
}

/// One edit in place of these, when the text was in the common form and would not be any more: an entry that is longer
/// than a line, or a list that does not fit in one any more.
pub fn formatted(path: &SourcePath, text: &str, edits: &[TextEdit]) -> Option<Vec<TextEdit>> {
    let is_common = |text: &str| format_config(path, text).is_ok_and(|common| common == text);
    if path.as_str() != "docs.json" || !is_common(text) {
        return None;
    }
    let edited = apply(text, edits);
    let common = format_config(path, &edited).ok().filter(|common| *common != edited)?;
    // Whole lines at both ends stay.
    let lines = |one: &str, other: &str| -> usize {
        let pairs = one.split_inclusive('\n').zip(other.split_inclusive('\n'));
        pairs.take_while(|(one, other)| one == other).map(|(line, _)| line.len()).sum()
    };
    let start = lines(text, &common);
    let (old, new) = (text.get(start..)?, common.get(start..)?);
    let shared = old.split_inclusive('\n').rev().zip(new.split_inclusive('\n').rev());
    let end: usize = shared.take_while(|(one, other)| one == other).map(|(line, _)| line.len()).sum();
    let new = new.get(..new.len() - end)?;
    Some(vec![TextEdit::new(start..text.len() - end, new)])
}

struct Walk<'a> {
    moves: &'a Moves,
    edits: Vec<TextEdit>,
}

impl Walk<'_> {
    fn value(&mut self, json: &Json, key: &str, list: &str) {
        match &json.value {
            JsonValue::Text(text) => {
                if let Some(new) = self.text(text, key, list) {
                    let literal = serde_json::Value::String(new).to_string();
                    self.edits.push(TextEdit::new(
                        json.place.span.start as usize..json.place.span.end as usize,
                        literal,
                    ));
                }
            }
            // Elements of a list are called by the name of the list.
            JsonValue::Array(elements) => elements.iter().for_each(|element| self.value(element, key, key)),
            JsonValue::Object(members) => {
                members.iter().for_each(|member| self.value(&member.value, &member.key, list));
            }
            _ => {}
        }
    }

    fn text(&self, text: &str, key: &str, list: &str) -> Option<String> {
        if WORDS.contains(&key) || key == "source" && list == "redirects" {
            return None;
        }
        // A page is written without the slash; so is a list of pages in a file of its own.
        let is_page = matches!(key, "pages" | "root" | "");
        let is_api =
            matches!(key, "openapi" | "asyncapi" | "graphql" | "source") || is_page && text.contains(' ');
        // The name of a page may have spaces; those of an operation stand behind it.
        if is_page && let Some(new) = self.moves.address(text.trim_start_matches('/')) {
            let slash = if text.starts_with('/') { "/" } else { "" };
            return Some(format!("{slash}{new}"));
        }
        // What settings are for is written without the slash, too.
        let is_scope = key == "path" && list == "paths";
        if is_page || is_api || is_scope || text.starts_with('/') {
            return self.path(text);
        }
        if text.contains("](") || text.contains("=\"") {
            // Text with links in it, such as that of a banner.
            let path = SourcePath::new("docs.mdx");
            let edits = addresses(&path, text).into_iter().filter_map(|address| {
                let new =
                    address.text.starts_with('/').then(|| self.moves.rewritten(&path, &address)).flatten()?;
                Some(TextEdit::new(address.range, new))
            });
            let edits: Vec<TextEdit> = edits.collect();
            return (!edits.is_empty()).then(|| apply(text, &edits));
        }
        None
    }

    /// A path, maybe with an operation behind it (`file METHOD /path`), a pattern or an anchor.
    fn path(&self, text: &str) -> Option<String> {
        let (head, tail) = text.split_at(text.find([' ', '#', '?']).unwrap_or(text.len()));
        let slash = if head.starts_with('/') { "/" } else { "" };
        let bare = head.trim_start_matches("./").trim_start_matches('/');
        if let Some(new) = self.moves.address(&percent_decoded(bare)) {
            return Some(format!("{slash}{}{tail}", Form::Import.encoded(&new)));
        }
        let (old, new) = self.moves.folder.as_ref()?;
        let pattern = bare
            .strip_prefix(old.as_str())
            .filter(|rest| rest.starts_with("/:") || rest.starts_with("/*"))?;
        Some(format!("{slash}{new}{pattern}{tail}"))
    }
}

/// Whether a redirect would lead away from a page that is there now.
fn leads_away(entry: &Json, gone: &[&str]) -> bool {
    let source = entry.get("source").and_then(Json::text).unwrap_or_default();
    gone.iter().any(|gone| source.trim_matches('/') == gone.trim_matches('/'))
}

fn is_inside_removed(list: &Json, gone: &[&str], edit: &TextEdit) -> bool {
    let inside = |entry: &&Json| {
        let span = entry.place.span;
        span.start as usize <= edit.range.start && edit.range.end <= span.end as usize
    };
    list.elements().iter().filter(|entry| leads_away(entry, gone)).any(|entry| inside(&entry))
}

/// Redirects from addresses that are pages now are taken out, new ones are added at the end.
fn list_edits(text: &str, list: &Json, gone: &[&str], adding: &[(String, String)]) -> Vec<TextEdit> {
    let elements = list.elements();
    let place = |entry: &Json| (entry.place.span.start as usize, entry.place.span.end as usize);
    let source = |entry: &Json| entry.get("source").and_then(Json::text).unwrap_or_default().to_owned();
    let kept: Vec<&Json> = elements.iter().filter(|entry| !leads_away(entry, gone)).collect();
    let new = adding.iter().filter(|(from, _)| !kept.iter().any(|entry| source(entry) == *from));
    let entries: Vec<String> = new.map(written).collect();
    let mut edits = Vec::new();
    if kept.len() < elements.len() {
        for (index, entry) in elements.iter().enumerate().filter(|(_, entry)| leads_away(entry, gone)) {
            let (start, end) = place(entry);
            let has_later = elements.iter().skip(index + 1).any(|later| !leads_away(later, gone));
            let previous = index.checked_sub(1).and_then(|index| elements.get(index)).map(place);
            let following = elements.get(index + 1).map(place);
            edits.push(match (following, previous, has_later) {
                (Some((next, _)), _, true) => TextEdit::new(start..next, ""),
                (_, Some((_, before)), _) => TextEdit::new(before..end, ""),
                (Some((next, _)), None, false) => TextEdit::new(start..next, ""),
                (None, None, _) => TextEdit::new(start..end, ""),
            });
        }
    }
    if entries.is_empty() {
        return edits;
    }
    match kept.last() {
        Some(last) => {
            let (start, end) = place(last);
            let unit = indentation(text, start);
            let is_on_one_line =
                text.get(..start).is_some_and(|before| !before.trim_end_matches([' ', '\t']).ends_with('\n'));
            let between = if is_on_one_line { ", ".to_owned() } else { format!(",\n{unit}") };
            let new: String = entries.iter().map(|entry| format!("{between}{entry}")).collect();
            edits.push(TextEdit::new(end..end, new));
        }
        None => {
            // Nothing is left: what stood in the list goes with it.
            let (start, end) = place(list);
            let unit = indentation(text, start);
            let new: Vec<String> = entries.iter().map(|entry| format!("\n{unit}  {entry}")).collect();
            edits = vec![TextEdit::new(start..end, format!("[{}\n{unit}]", new.join(",")))];
        }
    }
    edits
}

fn written((source, destination): &(String, String)) -> String {
    let text = |text: &str| serde_json::Value::from(text).to_string();
    format!("{{ \"source\": {}, \"destination\": {} }}", text(source), text(destination))
}

/// The white space that the line of a place begins with.
fn indentation(text: &str, at: usize) -> String {
    let line = text.get(..at).and_then(|before| before.rsplit('\n').next()).unwrap_or_default();
    let blank: String = line.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
    if blank.is_empty() { "  ".to_owned() } else { blank }
}
