//! The font of formulas, for machines that have none (TXT-07): browsers take from it where a fraction has its line and
//! how large a root is. The style sheet of formulas alone names it, behind the fonts of machines.

use std::sync::LazyLock;

use crate::hash::ContentHash;

use super::published;
use crate::html::page_assets::beside;
use crate::html::template::{FaceView, font_face};

/// The family, behind those of machines in `themes/base/components/math.css`.
const FAMILY: &str = "Docs Math";

/// Stem, content, and which signs. Browsers ask the last one first that may have a sign, and the others for what is not in
/// it. The one with the space, which gives a line its measures, has what most formulas are made of, in a third of the bytes.
const FILES: [(&str, &[u8], &str); 3] = [
    ("math-more", include_bytes!("../../../themes/fonts/stix-two-math-more.woff2"), "U+80-2FFF"),
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

/// What a style sheet beside the files says of them.
pub fn formula_faces() -> String {
    let face = |((path, _), (_, _, range)): ((&str, _), (_, _, &str))| {
        font_face(&FaceView {
            family: FAMILY.to_owned(),
            url: beside(path),
            format: "woff2".to_owned(),
            weight: "400".to_owned(),
            style: "normal".to_owned(),
            range: range.to_owned(),
        })
    };
    files().zip(FILES).map(face).collect()
}
