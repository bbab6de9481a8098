//! `$ref`s from one API description to another file. They are relative to the file that they stand in, with or without
//! a dot in front; JSON and YAML write them alike, so both are read as text and nothing else of it changes.

use std::ops::Range;

use super::{Moves, relative};
use crate::authoring::edits::TextEdit;
use crate::encoding::percent_decoded;
use crate::text::SourcePath;

const KEY: &str = "$ref";

/// The edits of a description at `path`.
pub fn edits(moves: &Moves, path: &SourcePath, text: &str) -> Vec<TextEdit> {
    let edit = |range: Range<usize>| {
        let new = rewritten(moves, path, text.get(range.clone())?)?;
        Some(TextEdit::new(range, new))
    };
    references(text).into_iter().filter_map(edit).collect()
}

/// Where the files of references are named, without what follows the `#`.
fn references(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(KEY) {
        let rest = text.get(at + KEY.len()..).unwrap_or_default();
        // `"$ref": "…"`, `$ref: '…'` or `$ref: …`.
        let after = rest.trim_start_matches(['"', '\'']).trim_start_matches([' ', '\t', '\r', '\n']);
        let Some(after) = after.strip_prefix(':') else { continue };
        let value = after.trim_start_matches([' ', '\t', '\r', '\n']);
        let (value, end) = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                let value = value.get(1..).unwrap_or_default();
                (value, value.find([quote, '\n']))
            }
            // A plain value in braces ends with them.
            _ => (value, value.find([' ', '\t', '\r', '\n', ',', '}', ']'])),
        };
        let start = text.len() - value.len();
        let whole = value.get(..end.unwrap_or(value.len())).unwrap_or_default();
        let file = whole.split('#').next().unwrap_or_default();
        if !file.is_empty() && !file.contains("://") && !file.contains('\\') {
            found.push(start..start + file.len());
        }
    }
    found
}

/// The new name of a file, when it has to change.
fn rewritten(moves: &Moves, home: &SourcePath, name: &str) -> Option<String> {
    let decoded = percent_decoded(name);
    let old = home.resolve(&decoded)?;
    let target = moves.destination(old.as_str());
    let new_home = SourcePath::new(moves.destination(home.as_str()));
    if target == old.as_str() && (new_home == *home || decoded.starts_with('/')) {
        return None;
    }
    let new = match decoded.starts_with('/') {
        true => format!("/{target}"),
        false => relative(new_home.parent().as_str(), target),
    };
    let new = match new.strip_prefix("./") {
        Some(bare) if !decoded.starts_with('.') => bare.to_owned(),
        _ => new,
    };
    // What leads to the same place is left as it is written.
    let is_same = new_home.resolve(&decoded).is_some_and(|to| to.as_str() == target);
    let must = |c: char| matches!(c, ' ' | '"' | '\'' | '%' | '#' | '?' | '{' | '}' | ',');
    let encoded = new.chars().map(|c| if must(c) { format!("%{:02X}", c as u32) } else { c.to_string() });
    (!is_same).then(|| encoded.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authoring::edits::apply;

    fn moved(moves: &Moves, path: &str, text: &str) -> String {
        apply(text, &edits(moves, &SourcePath::new(path), text))
    }

    #[test]
    fn references_follow_files_and_keep_their_form() {
        let moves = Moves::file(&SourcePath::new("api/pet.yaml"), &SourcePath::new("api/schemas/pet.yaml"));
        for (path, old, new) in [
            ("api/open.json", r##"{"$ref": "pet.yaml#/Pet"}"##, r##"{"$ref": "schemas/pet.yaml#/Pet"}"##),
            ("api/open.json", r##"{"$ref":"./pet.yaml"}"##, r##"{"$ref":"./schemas/pet.yaml"}"##),
            ("api/open.yaml", "a:\n  $ref: './pet.yaml#/Pet'\n", "a:\n  $ref: './schemas/pet.yaml#/Pet'\n"),
            ("api/open.yaml", "a: {$ref: pet.yaml#/Pet}\n", "a: {$ref: schemas/pet.yaml#/Pet}\n"),
            ("open.yaml", "\"$ref\": \"api/pet.yaml\"\n", "\"$ref\": \"api/schemas/pet.yaml\"\n"),
            ("deep/er/open.yaml", "$ref: ../../api/pet.yaml\n", "$ref: ../../api/schemas/pet.yaml\n"),
            // The file itself: what it names is seen from its new folder, what is in it is not.
            (
                "api/pet.yaml",
                "$ref: dog.yaml#/Dog\nb:\n  $ref: '#/Own'\n",
                "$ref: ../dog.yaml#/Dog\nb:\n  $ref: '#/Own'\n",
            ),
            // Others.
            ("api/open.yaml", "$ref: https://x.y/pet.yaml\n", "$ref: https://x.y/pet.yaml\n"),
            ("api/open.yaml", "$ref: cat.yaml\n# $refs pet.yaml\n", "$ref: cat.yaml\n# $refs pet.yaml\n"),
        ] {
            assert_eq!(moved(&moves, path, old), new, "{path}: {old}");
        }
    }

    #[test]
    fn what_moves_together_keeps_its_references() {
        let files = ["api/open.yaml", "api/parts/pet.yaml"].map(SourcePath::new);
        let moves = Moves::folder(&SourcePath::new("api"), &SourcePath::new("spec/v1"), &files);
        assert_eq!(moved(&moves, "api/open.yaml", "$ref: parts/pet.yaml\n"), "$ref: parts/pet.yaml\n");
        assert_eq!(moved(&moves, "api/parts/pet.yaml", "$ref: ../open.yaml#/A\n"), "$ref: ../open.yaml#/A\n");
        assert_eq!(moved(&moves, "api/open.yaml", "$ref: ../shared/a.json\n"), "$ref: ../../shared/a.json\n");
        assert_eq!(moved(&moves, "all.yaml", "$ref: api/open.yaml\n"), "$ref: spec/v1/open.yaml\n");
    }
}
