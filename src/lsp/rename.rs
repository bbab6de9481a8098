//! A page, or another file, under another name: everything that leads to it changes with it, as `docs mv` does.

use serde_json::{Map, Value, json};

use super::answers::Document;
use super::cursor::Cursor;
use super::place::{path, range, uri};
use super::{Server, offset};
use crate::authoring::moves::{Changes, Moves};
use crate::engine::Engine;
use crate::source::category::{FileCategory, category};
use crate::system::{System, Utf8Path};
use crate::text::{Slug, SourcePath};

/// What would be renamed at a byte: the page that an address or an entry of the navigation names.
pub(super) fn prepared(engine: &Engine, document: Document<'_>, at: usize) -> Value {
    let Some((found, page)) = page_at(engine, document, at) else { return Value::Null };
    json!({
        "range": range(document.text, found.start, found.end),
        "placeholder": Slug::of_page(&page).as_str(),
    })
}

fn page_at(
    engine: &Engine,
    document: Document<'_>,
    at: usize,
) -> Option<(std::ops::Range<usize>, SourcePath)> {
    let found = document.found(at)?;
    let written = document.text.get(found.range.clone())?;
    let page = match found.cursor {
        Cursor::Address => engine.page_at(document.path, written),
        Cursor::Text(_) => engine.page_at(document.path, &format!("/{}", written.trim_start_matches('/'))),
        _ => None,
    }?;
    // A page that is made from a description has no file of its own.
    matches!(page.source.extension().as_str(), "mdx" | "md").then_some((found.range, page.source))
}

/// `textDocument/rename`: the page at a place under another path.
pub(super) fn renamed(server: &Server<'_>, params: &Value) -> Value {
    let Some((file, text)) = server.document(params) else { return Value::Null };
    let at = params.get("position").map_or(0, |position| offset(&text, position));
    let document = Document { path: &file, text: &text };
    let Some((_, old)) = page_at(&server.engine, document, at) else { return Value::Null };
    let Some(name) = params.get("newName").and_then(Value::as_str) else { return Value::Null };
    let name = name.trim_matches('/');
    let ending = format!(".{}", old.extension());
    let name = name.strip_suffix(&ending).unwrap_or(name);
    let Some(new) = SourcePath::checked(&format!("{name}{ending}")) else { return Value::Null };
    let mut edit = edits(server, Moves::file(&old, &new));
    let rename = json!({
        "kind": "rename",
        "oldUri": uri(&server.root.join(old.as_str())),
        "newUri": uri(&server.root.join(new.as_str())),
    });
    if let Some(changes) = edit.as_array_mut() {
        changes.push(rename);
    }
    json!({ "documentChanges": edit })
}

/// `workspace/willRenameFiles`: what changes when the editor moves files or folders.
pub(super) fn moved(server: &Server<'_>, params: &Value) -> Value {
    let Some(files) = params.get("files").and_then(Value::as_array) else { return Value::Null };
    let mut all = Vec::new();
    for file in files {
        let named = |name: &str| file.get(name).and_then(Value::as_str).and_then(path);
        let (Some(old), Some(new)) = (named("oldUri"), named("newUri")) else { continue };
        let (Some(old), Some(new)) = (server.source(&old), server.source(&new)) else { continue };
        let below: Vec<SourcePath> = server
            .engine
            .known_files()
            .into_iter()
            .filter(|file| file.as_str().strip_prefix(old.as_str()).is_some_and(|rest| rest.starts_with('/')))
            .collect();
        let moves =
            if below.is_empty() { Moves::file(&old, &new) } else { Moves::folder(&old, &new, &below) };
        if let Value::Array(edits) = edits(server, moves) {
            all.extend(edits);
        }
    }
    json!({ "documentChanges": all })
}

/// The edits of all files that lead to what moves.
fn edits(server: &Server<'_>, moves: Moves) -> Value {
    let moves = moves.among(&server.engine.known_files());
    let read = |file: &Utf8Path| server.overlay.read_text(file).ok().flatten();
    let mut all = Vec::new();
    for file in server.engine.known_files() {
        let is_read = matches!(
            category(&file),
            FileCategory::Page
                | FileCategory::Snippet
                | FileCategory::LegacySnippet
                | FileCategory::StyleSheet
        );
        let is_config = file.as_str() == "docs.json";
        if !is_read && !is_config {
            continue;
        }
        let place = server.root.join(file.as_str());
        let Some(text) = read(&place) else { continue };
        let changes = match is_config {
            true => moves.in_config(&file, &text, &moves.redirects(&|path| server.engine.is_imported(path))),
            false => moves.in_page(&file, &text),
        };
        let Some(Changes { edits, .. }) = changes else { continue };
        let edits: Vec<Value> = edits
            .into_iter()
            .map(|edit| {
                let mut out = Map::new();
                out.insert("range".to_owned(), range(&text, edit.range.start, edit.range.end));
                out.insert("newText".to_owned(), Value::String(edit.new));
                Value::Object(out)
            })
            .collect();
        all.push(json!({ "textDocument": { "uri": uri(&place), "version": null }, "edits": edits }));
    }
    Value::Array(all)
}
