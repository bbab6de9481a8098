//! Fonts that come after the page: a phone shows its text in a stand-in first, and `site.js` brings the fonts when all
//! else is loaded, under a name of their own that the style sheet asks for from the start. When the name is there, the
//! text is set once more and nothing else happens; another name in the style sheet would give every element new styles.
//!
//! Not here: which fonts there are and what stands in for them (`html::fonts`).

use serde_json::json;

use super::tokens::{FaceView, FontRole, ThemeFonts, quoted};

/// More files than this of one family are the browser's to choose from.
const MOST_FACES: usize = 4;

/// The name under which a family comes late.
pub fn late_name(family: &str) -> String {
    format!("{} later", family.trim())
}

/// What `site.js` needs to bring the fonts that have a stand-in: a JSON list of `[letters, name, source, descriptors]`,
/// the first a regular expression that finds text for the file. `None` where the browser has to choose by the style
/// sheet: among many files, and where there are italics.
pub fn late_fonts(fonts: &ThemeFonts) -> Option<String> {
    let roles = [&fonts.body, &fonts.heading].into_iter().flatten().filter(|role| role.fallback.is_some());
    let mut families: Vec<&str> = roles.map(|role: &FontRole| role.family.as_str()).collect();
    families.dedup();
    let mut late = Vec::new();
    for family in families {
        let faces: Vec<&FaceView> = fonts.faces.iter().filter(|face| face.family == family).collect();
        if faces.is_empty() || faces.len() > MOST_FACES || faces.iter().any(|face| face.style == "italic") {
            return None;
        }
        for face in faces {
            let mut descriptors = json!({ "weight": face.weight });
            if !face.range.is_empty() {
                descriptors["unicodeRange"] = json!(face.range);
            }
            let source = format!("url({})", quoted(&face.url));
            late.push(json!([letters(&face.range)?, late_name(family), source, descriptors]));
        }
    }
    // The list stands in a style sheet, which may stand in a page.
    (!late.is_empty()).then(|| json!(late).to_string().replace('<', "\\u003c"))
}

/// A regular expression for the characters of a `unicode-range`; the empty one, which finds all, for the empty range.
fn letters(range: &str) -> Option<String> {
    if range.is_empty() {
        return Some(String::new());
    }
    let mut class = String::from("[");
    for part in range.split(',') {
        let part = part.trim().trim_start_matches(['U', 'u']).strip_prefix('+')?;
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (from, to) = (from.replace('?', "0"), to.replace('?', "F"));
        let number = |text: &str| u32::from_str_radix(text, 16).ok().and_then(char::from_u32);
        let (from, to) = (number(&from)?, number(&to)?);
        if from > to {
            return None;
        }
        class.push_str(&format!("\\u{{{:x}}}-\\u{{{:x}}}", u32::from(from), u32::from(to)));
    }
    class.push(']');
    Some(class)
}

#[cfg(test)]
mod tests {
    use super::{late_fonts, letters};
    use crate::html::template::tokens::{FaceView, FontRole, ThemeFonts};

    fn fonts(faces: &[(&str, &str)]) -> ThemeFonts {
        let face = |&(range, style): &(&str, &str)| FaceView {
            family: "Own".to_owned(),
            url: "/own.woff2".to_owned(),
            weight: "100 900".to_owned(),
            style: style.to_owned(),
            range: range.to_owned(),
            ..FaceView::default()
        };
        let role = FontRole {
            family: "Own".to_owned(),
            fallback: Some("Own Fallback".to_owned()),
            ..FontRole::default()
        };
        ThemeFonts {
            faces: faces.iter().map(face).collect(),
            body: Some(role.clone()),
            heading: Some(role),
            ..ThemeFonts::default()
        }
    }

    #[test]
    fn each_file_comes_with_the_letters_it_is_for() {
        let late = late_fonts(&fonts(&[("U+4??, U+500", "normal"), ("", "normal")])).expect("a list");
        assert_eq!(
            late,
            r#"[["[\\u{400}-\\u{4ff}\\u{500}-\\u{500}]","Own later","url(\"/own.woff2\")",{"unicodeRange":"U+4??, U+500","weight":"100 900"}],["","Own later","url(\"/own.woff2\")",{"weight":"100 900"}]]"#
        );
    }

    #[test]
    fn among_many_files_and_where_there_are_italics_the_browser_chooses() {
        assert_eq!(late_fonts(&fonts(&[("", "normal"), ("", "italic")])), None);
        assert_eq!(late_fonts(&fonts(&[("", "normal"); 5])), None);
        assert_eq!(late_fonts(&fonts(&[])), None);
    }

    #[test]
    fn ranges_that_cannot_be_read_are_the_browsers() {
        for range in ["400-4FF", "U+D800-DFFF", "U+5-4", "U+x", "U+110000"] {
            assert_eq!(letters(range), None, "{range}");
        }
    }
}
