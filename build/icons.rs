//! One compact table of the icon libraries (CFG-20).
//!
//! The packages hold each icon as a value of its own, which would be megabytes of pointers in the program. Here
//! their drawings are sorted by name and compressed, one file for each library and style; `src/html/icon/library.rs`
//! reads them. Needs nothing but the packages, so it works without a network.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Names and drawings of a list of icons: `list!(package; LuHouse LuX …)`.
macro_rules! list {
    ($package:ident; $($icon:ident)*) => {
        &[$((stringify!($icon), $package::$icon.view_box, $package::$icon.data)),*]
    };
}

/// An icon's name in its package, its box, its drawing.
type Icon = (&'static str, Option<&'static str>, &'static str);

/// Writes the tables into `folder`, one for each library and style.
pub fn write_all(folder: &Path) {
    let fontawesome: &[Icon] = include!("icons/fontawesome.rs");
    let lucide: &[Icon] = include!("icons/lucide.rs");
    let tabler: &[Icon] = include!("icons/tabler.rs");
    for style in ["Solid", "Regular", "Brands"] {
        write(folder, &format!("fontawesome-{}", style.to_lowercase()), fontawesome, "Fa", style);
    }
    write(folder, "lucide", lucide, "Lu", "");
    for style in ["Outline", "Filled"] {
        write(folder, &format!("tabler-{}", style.to_lowercase()), tabler, "Tb", style);
    }
}

/// Writes the icons of one style: for each a line with its name, its width and height, and its drawing.
fn write(folder: &Path, file: &str, icons: &[Icon], prefix: &str, style: &str) {
    let mut lines = BTreeMap::new();
    for (ident, view_box, drawing) in icons {
        let Some(name) = ident.strip_prefix(prefix).and_then(|name| name.strip_suffix(style)) else {
            continue;
        };
        let view_box = view_box.and_then(|view_box| view_box.strip_prefix("0 0 "));
        let view_box = view_box.unwrap_or_else(|| panic!("{ident}: box"));
        lines.insert(written_name(name), format!("{view_box}\t{}", shortened(drawing)));
    }
    let text: String = lines.iter().map(|(name, line)| format!("{name}\t{line}\n")).collect();
    let packed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9);
    fs::write(folder.join(format!("{file}.icons")), packed).expect("the folder is cargo's");
}

/// A drawing without what a browser does not need.
fn shortened(drawing: &str) -> String {
    let joined: String = drawing.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    joined.replace("> <", "><").replace(" />", "/>").replace("></path>", "/>")
}

/// `circle-check` from `CircleCheck`: a new word with each capital letter and before digits.
fn written_name(name: &str) -> String {
    if let Some((_, written)) = ODD_NAMES.iter().find(|(odd, _)| *odd == name) {
        return (*written).to_owned();
    }
    let mut written = String::new();
    let mut before = '-';
    for character in name.chars() {
        let begins = character.is_ascii_uppercase() || character.is_ascii_digit() && !before.is_ascii_digit();
        if begins && before != '-' {
            written.push('-');
        }
        written.push(character.to_ascii_lowercase());
        before = character;
    }
    written
}

/// Names that are put together in another way.
#[rustfmt::skip]
const ODD_NAMES: &[(&str, &str)] = &[
    ("ArrowDown01", "arrow-down-0-1"), ("ArrowDown10", "arrow-down-1-0"), ("ArrowDown19", "arrow-down-1-9"),
    ("ArrowDown91", "arrow-down-9-1"), ("ArrowUp01", "arrow-up-0-1"), ("ArrowUp10", "arrow-up-1-0"),
    ("ArrowUp19", "arrow-up-1-9"), ("ArrowUp91", "arrow-up-9-1"), ("BrandAo3", "brand-ao3"),
    ("BrandAuth0", "brand-auth0"), ("BrandCss3", "brand-css3"), ("BrandD3", "brand-d3"),
    ("BrandFlightradar24", "brand-flightradar24"), ("BrandHtml5", "brand-html5"), ("Crop11", "crop-1-1"),
    ("Crop169", "crop-16-9"), ("Crop32", "crop-3-2"), ("Crop54", "crop-5-4"), ("Crop75", "crop-7-5"),
    ("Css3", "css3"), ("Css3Alt", "css3-alt"), ("DiceD20", "dice-d20"), ("DiceD6", "dice-d6"),
    ("Draft2digital", "draft2digital"), ("Grid2x2", "grid-2x2"), ("Grid2x2Check", "grid-2x2-check"),
    ("Grid2x2Plus", "grid-2x2-plus"), ("Grid2x2X", "grid-2x2-x"), ("Grid3x2", "grid-3x2"),
    ("Grid3x3", "grid-3x3"), ("Grid4x4", "grid-4x4"), ("Html5", "html5"),
    ("Multiplier05x", "multiplier-0-5x"), ("Multiplier15x", "multiplier-1-5x"), ("Ns8", "ns8"),
    ("Page4", "page4"), ("Sort09", "sort-0-9"), ("Sort90", "sort-9-0"), ("SquareF0", "square-f0"),
    ("SquareF1", "square-f1"), ("SquareF2", "square-f2"), ("SquareF3", "square-f3"),
    ("SquareF4", "square-f4"), ("SquareF5", "square-f5"), ("SquareF6", "square-f6"),
    ("SquareF7", "square-f7"), ("SquareF8", "square-f8"), ("SquareF9", "square-f9"), ("Typo3", "typo3"),
];
