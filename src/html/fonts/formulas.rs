//! The font of formulas, for machines that have none (TXT-07): browsers take from it where a fraction has its line and
//! how large a root is, and no phone with Android has one. Loaded by pages with formulas alone, and only there.

use std::fmt::Write;
use std::sync::LazyLock;

use crate::hash::ContentHash;

use super::published;

/// The family, behind those of machines in `themes/base/components/math.css`.
const FAMILY: &str = "Docs Math";

/// Stem, content, and which signs. The first has the space, so that browsers take its measures.
const FILES: [(&str, &[u8], &str); 2] = [
    (
        "math-signs",
        include_bytes!("../../../themes/fonts/stix-two-math-signs.woff2"),
        "U+20-2FFF,U+1D434-1D467,U+1D6A4-1D6A5,U+1D6E2-1D71B",
    ),
    (
        "math-letters",
        include_bytes!("../../../themes/fonts/stix-two-math-letters.woff2"),
        "U+1D400-1D433,U+1D468-1D6A3,U+1D6A8-1D6E1,U+1D71C-1D7FF",
    ),
];

/// The files, by their paths in the output directory.
pub(super) fn files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    static PATHS: LazyLock<Vec<String>> = LazyLock::new(|| {
        FILES.iter().map(|(stem, bytes, _)| published(stem, ContentHash::of(bytes), "woff2")).collect()
    });
    PATHS.iter().map(String::as_str).zip(FILES.iter().map(|(_, bytes, _)| *bytes))
}

/// What a style sheet says of it; `url` knows the address of a file.
pub fn formula_faces(url: &dyn Fn(&str) -> String) -> String {
    let mut css = String::new();
    for ((path, _), (_, _, range)) in files().zip(FILES) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            css,
            "@font-face{{font-family:\"{FAMILY}\";src:url({:?}) format(\"woff2\");font-display:swap;unicode-range:{range}}}",
            url(path)
        );
    }
    css
}
