//! The pictures of callouts, drawn for this program on a 16 × 16 grid.

use super::super::escape::Html;

/// The picture of a callout kind, 16 × 16.
pub(in crate::html) fn callout(kind: &str) -> Html {
    Html::trusted(match kind {
        "note" => concat!(
            r#"<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">"#,
            r#"<path d="M3 2.75h7L13.25 6v7.25H3zM5.5 8h5M5.5 10.5h3"/></svg>"#
        ),
        "tip" => concat!(
            r#"<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">"#,
            r#"<path d="M6 10.5c0-1.5-2-2-2-4.5a4 4 0 0 1 8 0c0 2.5-2 3-2 4.5zM6.25 13.25h3.5"/></svg>"#
        ),
        "warning" => concat!(
            r#"<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">"#,
            r#"<path stroke-linejoin="round" d="M8 2 14.5 13.5h-13zM8 6.5v3M8 11v.8"/></svg>"#
        ),
        "check" => concat!(
            r#"<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.8" aria-hidden="true">"#,
            r#"<path stroke-linecap="round" d="m3 8.5 3.5 3.5L13 4.5"/></svg>"#
        ),
        "danger" => concat!(
            r#"<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">"#,
            r#"<path stroke-linejoin="round" d="M5.4 2h5.2L14 5.4v5.2L10.6 14H5.4L2 10.6V5.4zM8 5v3.5M8 10.3v.8"/></svg>"#
        ),
        _ => concat!(
            r#"<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">"#,
            r#"<circle cx="8" cy="8" r="6.25"/><path d="M8 7.25v4M8 4.7v.8"/></svg>"#
        ),
    })
}
