//! What draws diagrams in a browser (CMP-25): Mermaid's own script. It comes from a public address, or from the site
//! itself where `docs fetch` brought a copy.

use crate::diagnostic::Diagnostic;
use crate::remote::KnownScript;
use crate::text::{SourceText, Span};

/// One version, so that a diagram looks the same tomorrow. The hash is that of its file in the package that npm has:
/// `npm pack mermaid@VERSION`, then `openssl dgst -sha384 -binary package/dist/mermaid.min.js | base64` (OUT-06).
pub const MERMAID: KnownScript = KnownScript {
    url: "https://cdn.jsdelivr.net/npm/mermaid@11.17.2/dist/mermaid.min.js",
    integrity: "sha384-EOXBFmc3gx5mb+vn0vPvvGqACToJD24hhacX5Yx+8NUUQrHIle/Qi5Bg9o3zKwW2",
};

/// The code of [`not_fetched`].
pub const NOT_FETCHED: &str = "diagrams-not-fetched";

/// What a site is told that has diagrams and no copy of what draws them.
pub fn not_fetched(source: &SourceText) -> Diagnostic {
    let message = "this page has diagrams, and without `docs fetch` its readers load the script that draws them from \
                   cdn.jsdelivr.net";
    let hint =
        "run `docs fetch`: the site then brings a copy of that script, and nothing is asked of another host";
    // Of a diagram that a snippet brings along, the page says nothing.
    let mark = MARKS.iter().filter_map(|mark| Some((source.text.find(mark)?, mark.len()))).min();
    let span = mark.map_or_else(Span::default, |(start, length)| Span::new(start, start + length));
    Diagnostic::note(NOT_FETCHED, message).at(source, span).hint(hint)
}

/// What diagrams begin with.
const MARKS: [&str; 3] = ["```mermaid", "~~~mermaid", "<Mermaid"];

/// Whether a page may have a diagram, by its text: what names one in passing costs a download, and nothing else.
pub fn may_have(text: &str) -> bool {
    MARKS.iter().any(|mark| text.contains(mark))
}

/// The script of pages with diagrams, which loads [`MERMAID`].
pub(super) fn script() -> String {
    let text = include_str!("../../themes/base/diagrams.js");
    text.replacen("MERMAID_ADDRESS", MERMAID.url, 1).replacen("MERMAID_HASH", MERMAID.integrity, 1)
}
