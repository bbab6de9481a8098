//! Whether a file is an API description, told without reading it.

use crate::api::ApiKind;
use crate::text::SourcePath;

/// Whether a file is an API description: a top-level `openapi`, `swagger` or `asyncapi` key with a version.
/// Reads the text once, without building anything.
pub fn sniff(path: &SourcePath, text: &str) -> Option<ApiKind> {
    let text = text.trim_start_matches('\u{feff}');
    match path.extension().as_str() {
        "json" => sniff_json(text),
        // A fetched copy has no extension.
        "yaml" | "yml" | "" if text.trim_start().starts_with('{') => sniff_json(text),
        "yaml" | "yml" | "" => sniff_yaml(text),
        _ => None,
    }
}

fn sniff_yaml(text: &str) -> Option<ApiKind> {
    let is_content = |line: &&str| {
        let line = line.trim_start();
        !(line.is_empty() || line.starts_with(['#', '%']) || line.starts_with("---"))
    };
    // All keys of the outermost object stand as far from the margin as the first one.
    let margin =
        text.lines().find(is_content).map_or(0, |line| line.len() - line.trim_start_matches(' ').len());
    text.lines().find_map(|line| {
        let (blanks, line) = line.split_at_checked(margin)?;
        let (key, value) = line.split_once(':')?;
        let kind = kind_of_key(key.trim_end().trim_matches(['"', '\'']))?;
        let is_version =
            value.trim().trim_start_matches(['"', '\'']).starts_with(|c: char| c.is_ascii_digit());
        (is_version && blanks.trim_start_matches(' ').is_empty()).then_some(kind)
    })
}

/// Scans the keys of the outermost object.
fn sniff_json(text: &str) -> Option<ApiKind> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let start = at + 1;
                at = start;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let end = at.min(bytes.len());
                if depth == 1 && end - start <= 8 {
                    let rest = text.get(end + 1..).unwrap_or("").trim_start();
                    let value = rest.strip_prefix(':').map(|rest| rest.trim_start().trim_start_matches('"'));
                    let is_version =
                        value.is_some_and(|value| value.starts_with(|c: char| c.is_ascii_digit()));
                    if let Some(kind) = text.get(start..end).and_then(kind_of_key).filter(|_| is_version) {
                        return Some(kind);
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

fn kind_of_key(key: &str) -> Option<ApiKind> {
    match key {
        "openapi" | "swagger" => Some(ApiKind::OpenApi),
        "asyncapi" => Some(ApiKind::AsyncApi),
        _ => None,
    }
}
