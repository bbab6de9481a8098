//! What a font file says about the room that its letters take, so that a page does not move when the font arrives
//! (CFG-19): the fallback that is shown first is stretched to the same.
//!
//! The only module that names the ttf-parser and wuff crates. Read are the tables of TrueType and OpenType files,
//! in WOFF or WOFF2 or as they are.

use serde::{Deserialize, Serialize};

use crate::panics;

/// Larger files are not looked into.
const MOST_BYTES: usize = 20 << 20;

/// Measures of a font in ten-thousandths of its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FontMetrics {
    pub ascent: i32,
    /// Below the line, positive.
    pub descent: i32,
    pub line_gap: i32,
    /// The average letter of English text.
    pub width: i32,
    pub kind: FontKind,
}

/// Which of the fonts that every system has comes nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FontKind {
    Sans,
    Serif,
    Mono,
}

impl FontKind {
    /// The average letter of the system's font of this kind, measured like [`FontMetrics::width`]: of Arial and Times
    /// New Roman from the widths that they share with Helvetica and Times; all monospaced ones are about as wide.
    pub fn system_width(self) -> i32 {
        match self {
            Self::Sans => average(|letter| Some(f64::from(letter.sans) * 10.0)).unwrap_or(1),
            Self::Serif => average(|letter| Some(f64::from(letter.serif) * 10.0)).unwrap_or(1),
            Self::Mono => 6001,
        }
    }
}

/// Measures a font; `None` for what is no font, and for one without the letters of the Latin alphabet.
pub fn font_metrics(bytes: &[u8]) -> Option<FontMetrics> {
    if bytes.len() > MOST_BYTES {
        return None;
    }
    panics::catch(|| measure(bytes)).ok().flatten()
}

/// The file format of a font, by its first bytes: `woff2`, `woff`, `truetype` or `opentype`.
pub fn font_format(bytes: &[u8]) -> Option<&'static str> {
    match bytes.get(..4)? {
        b"wOF2" => Some("woff2"),
        b"wOFF" => Some("woff"),
        b"OTTO" => Some("opentype"),
        b"true" | [0, 1, 0, 0] => Some("truetype"),
        _ => None,
    }
}

/// A font file as the tables of TrueType or OpenType; `None` for what is no font.
pub fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    let unpack = || match font_format(bytes)? {
        "woff2" => wuff::decompress_woff2(bytes).ok(),
        "woff" => wuff::decompress_woff1(bytes).ok(),
        _ => Some(bytes.to_vec()),
    };
    panics::catch(unpack).ok().flatten()
}

fn measure(bytes: &[u8]) -> Option<FontMetrics> {
    let bytes = unpacked(bytes)?;
    let face = ttf_parser::Face::parse(&bytes, 0).ok()?;
    let scale = 10_000.0 / f64::from(face.units_per_em());
    let scaled = |value: i16| (f64::from(value) * scale).round() as i32;
    let width = average(|letter| {
        let glyph = face.glyph_index(letter.character)?;
        Some(f64::from(face.glyph_hor_advance(glyph)?) * scale)
    })?;
    let kind = if face.is_monospaced() {
        FontKind::Mono
    } else if is_serif(&face) {
        FontKind::Serif
    } else {
        FontKind::Sans
    };
    Some(FontMetrics {
        ascent: scaled(face.ascender()),
        descent: -scaled(face.descender()),
        line_gap: scaled(face.line_gap()).max(0),
        width,
        kind,
    })
    .filter(|metrics| metrics.width > 0 && metrics.ascent > 0 && metrics.descent >= 0)
}

/// A font in several files, for drawing.
pub struct Typeface {
    /// Unpacked; a letter is in the first that has it.
    files: Vec<Vec<u8>>,
}

impl Typeface {
    /// The font in these files, as [`unpacked`] gives them.
    pub fn new(files: Vec<Vec<u8>>) -> Self {
        Self { files }
    }

    /// Whether nearly all letters of a text can be drawn.
    pub fn reads(&self, text: &str) -> bool {
        let faces = self.faces(400);
        let letters = text.chars().filter(|c| !c.is_whitespace());
        let missing = letters.clone().filter(|c| glyph(&faces, *c).is_none()).count();
        missing * 10 <= letters.count()
    }

    /// The length of a line.
    pub fn width(&self, text: &str, size: f64, weight: u16) -> f64 {
        let faces = self.faces(weight);
        let width = |c: char| glyph(&faces, c).map_or(0.0, |(face, id)| advance(face, id));
        text.chars().map(width).sum::<f64>() * size
    }

    /// The outlines of a line as path data; its baseline begins at the point. Letters that are missing are left out.
    pub fn path(&self, text: &str, (mut x, y): (f64, f64), size: f64, weight: u16) -> String {
        let faces = self.faces(weight);
        let mut out = String::new();
        for c in text.chars() {
            let Some((face, id)) = glyph(&faces, c) else { continue };
            let scale = size / f64::from(face.units_per_em());
            face.outline_glyph(id, &mut Outline { out: &mut out, x, y, scale });
            x += advance(face, id) * size;
        }
        out
    }

    fn faces(&self, weight: u16) -> Vec<ttf_parser::Face<'_>> {
        self.files.iter().filter_map(|bytes| face(bytes, weight)).collect()
    }
}

fn face(bytes: &[u8], weight: u16) -> Option<ttf_parser::Face<'_>> {
    let mut face = ttf_parser::Face::parse(bytes, 0).ok()?;
    face.set_variation(ttf_parser::Tag::from_bytes(b"wght"), f32::from(weight));
    Some(face)
}

fn glyph<'f, 'b>(
    faces: &'f [ttf_parser::Face<'b>],
    c: char,
) -> Option<(&'f ttf_parser::Face<'b>, ttf_parser::GlyphId)> {
    faces.iter().find_map(|face| Some((face, face.glyph_index(c)?)))
}

/// In parts of the size.
fn advance(face: &ttf_parser::Face<'_>, id: ttf_parser::GlyphId) -> f64 {
    f64::from(face.glyph_hor_advance(id).unwrap_or(0)) / f64::from(face.units_per_em())
}

/// Writes path data.
struct Outline<'o> {
    out: &'o mut String,
    x: f64,
    y: f64,
    scale: f64,
}

impl Outline<'_> {
    fn push(&mut self, command: char, points: &[(f32, f32)]) {
        self.out.push(command);
        for (x, y) in points {
            let (x, y) = (self.x + f64::from(*x) * self.scale, self.y - f64::from(*y) * self.scale);
            self.out.push_str(&format!("{x:.2} {y:.2} "));
        }
    }
}

impl ttf_parser::OutlineBuilder for Outline<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.push('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.push('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.out.push('Z');
    }
}

/// By the PANOSE number of the OS/2 table: a text face (2) with one of the serif styles.
fn is_serif(face: &ttf_parser::Face<'_>) -> bool {
    let os2 = face.raw_face().table(ttf_parser::Tag::from_bytes(b"OS/2"));
    let panose = os2.and_then(|table| Some((*table.get(32)?, *table.get(33)?)));
    matches!(panose, Some((2, 2..=10)))
}

/// The average over [`LETTERS`]; `None` when a letter is missing.
fn average(width: impl Fn(&Letter) -> Option<f64>) -> Option<i32> {
    let mut sum = 0.0;
    let mut all = 0.0;
    for letter in LETTERS {
        sum += width(letter)? * f64::from(letter.frequency);
        all += f64::from(letter.frequency);
    }
    Some((sum / all).round() as i32)
}

/// A letter, how often it is in a thousand of English text, and its width in thousandths in Helvetica and Times.
struct Letter {
    character: char,
    frequency: u16,
    sans: u16,
    serif: u16,
}

const fn letter(character: char, frequency: u16, sans: u16, serif: u16) -> Letter {
    Letter { character, frequency, sans, serif }
}

const LETTERS: &[Letter] = &[
    letter(' ', 180, 278, 250),
    letter('a', 67, 556, 444),
    letter('b', 12, 556, 500),
    letter('c', 23, 500, 444),
    letter('d', 35, 556, 500),
    letter('e', 104, 556, 444),
    letter('f', 18, 278, 333),
    letter('g', 16, 556, 500),
    letter('h', 50, 556, 500),
    letter('i', 57, 222, 278),
    letter('j', 1, 222, 278),
    letter('k', 6, 500, 500),
    letter('l', 33, 222, 278),
    letter('m', 20, 833, 778),
    letter('n', 57, 556, 500),
    letter('o', 62, 556, 500),
    letter('p', 15, 556, 500),
    letter('q', 1, 556, 500),
    letter('r', 49, 333, 333),
    letter('s', 52, 500, 389),
    letter('t', 74, 278, 278),
    letter('u', 23, 556, 500),
    letter('v', 8, 500, 500),
    letter('w', 19, 722, 722),
    letter('x', 1, 500, 500),
    letter('y', 16, 500, 500),
    letter('z', 1, 500, 444),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_font_has_no_metrics() {
        for bytes in [&b""[..], b"wOF2", b"wOFF\0\0\0\0", b"OTTO\0\x10", b"<html>", &[0; 400]] {
            assert_eq!(font_metrics(bytes), None);
        }
        let font = include_bytes!("../../themes/fonts/inter-latin-wght-normal.woff2");
        for length in (0..font.len()).step_by(997) {
            assert_eq!(font_metrics(&font[..length]), None, "{length}");
        }
    }
}
