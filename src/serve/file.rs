//! Files as answers: their types, and the part of one that was asked for.

/// The media type of a file, by its name.
pub fn media_type(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension.to_ascii_lowercase().as_str() {
        "html" | "htm" => "text/html; charset=utf-8",
        "md" | "mdx" => "text/markdown; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "yaml" | "yml" => "application/yaml",
        "xml" => "application/xml",
        "csv" => "text/csv; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "mp4" | "m4v" => "video/mp4",
        "webm" => "video/webm",
        "mov" => "video/quicktime",
        "mp3" => "audio/mpeg",
        "wav" => "audio/wav",
        "ogg" => "audio/ogg",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// The part of a file that a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Whole,
    /// From the first of these bytes to before the second.
    Bytes(u64, u64),
    /// There are no such bytes.
    Beyond,
}

/// What a `Range` header means for a file of this length. Several parts at once mean the whole.
pub fn part(range: &str, length: u64) -> Part {
    let Some((first, last)) = range.trim().strip_prefix("bytes=").and_then(|range| range.split_once('-'))
    else {
        return Part::Whole;
    };
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok());
    let (Some(first), Some(last)) = (number(first), number(last)) else { return Part::Whole };
    match (first, last) {
        (None, Some(0)) => Part::Beyond,
        (None, Some(_)) if length == 0 => Part::Beyond,
        (None, Some(count)) => Part::Bytes(length.saturating_sub(count), length),
        (Some(first), _) if first >= length => Part::Beyond,
        (Some(first), None) => Part::Bytes(first, length),
        (Some(first), Some(last)) if last < first => Part::Whole,
        (Some(first), Some(last)) => Part::Bytes(first, last.saturating_add(1).min(length)),
        (None, None) => Part::Whole,
    }
}

/// Whether an `If-None-Match` header names what is there.
pub fn is_known(header: &str, tag: &str) -> bool {
    let plain = |text: &str| text.trim().trim_start_matches("W/").to_owned();
    header.trim() == "*" || header.split(',').any(|known| plain(known) == plain(tag))
}

/// Whether an `Accept` header asks for Markdown rather than for HTML (AI-02).
pub fn prefers_markdown(accept: &str) -> bool {
    let weight = |kind: &str| {
        let of = |entry: &str| {
            let mut parts = entry.split(';').map(str::trim);
            let is_kind = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(kind));
            let weight =
                parts.find_map(|part| part.strip_prefix("q=")).map_or(1.0, |q| q.parse().unwrap_or(0.0));
            is_kind.then_some(weight)
        };
        accept.split(',').find_map(of).unwrap_or(0.0_f32)
    };
    let markdown = weight("text/markdown");
    markdown > 0.0 && markdown >= weight("text/html")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_files() {
        assert_eq!(part("bytes=0-3", 10), Part::Bytes(0, 4));
        assert_eq!(part("bytes=8-", 10), Part::Bytes(8, 10));
        assert_eq!(part("bytes=-3", 10), Part::Bytes(7, 10));
        assert_eq!(part("bytes=5-99", 10), Part::Bytes(5, 10));
        assert_eq!(part("bytes=10-", 10), Part::Beyond);
        assert_eq!(part("bytes=-0", 10), Part::Beyond);
        for whole in ["bytes=3-1", "bytes=a-b", "lines=1-2", "bytes=0-1,3-4", "bytes=-", "bytes=1--2", ""] {
            assert_eq!(part(whole, 10), Part::Whole, "{whole}");
        }
    }

    #[test]
    fn ai_02_accept_decides_between_html_and_markdown() {
        for yes in ["text/markdown", "text/markdown, */*", "text/html;q=0.8, text/markdown", "TEXT/Markdown"]
        {
            assert!(prefers_markdown(yes), "{yes}");
        }
        for no in ["text/html", "*/*", "text/markdown;q=0", "text/html, text/markdown;q=0.9", "", ";;,q="] {
            assert!(!prefers_markdown(no), "{no}");
        }
        assert!(is_known("\"a\", W/\"b\"", "\"b\"") && is_known("*", "\"x\"") && !is_known("\"a\"", "\"b\""));
    }
}
