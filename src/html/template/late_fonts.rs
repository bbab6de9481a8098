//! Fonts that come after the page: a phone shows its text in a stand-in first, and `site.js` brings the fonts when all
//! else is loaded, under a name of their own that the style sheet asks for from the start. When the name is there, the
//! text is set once more and nothing else happens; another name in the style sheet would give every element new styles.
//!
//! Not here: which fonts there are and what stands in for them (`html::fonts`).

use serde_json::json;

use super::tokens::{FaceView, FontRole, ThemeFonts};

/// More files than this of one family are the browser's to choose from.
const MOST_FACES: usize = 4;

/// The name under which a family comes late.
pub fn late_name(family: &str) -> String {
    format!("{} later", family.trim())
}

/// What `site.js` needs to bring the fonts that have a stand-in: a JSON list of `[name, address, weight, range]`, without
/// the range where a file is for all characters. `None` where the browser has to choose by the style sheet: among many
/// files, and where there are italics.
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
            let mut entry = vec![late_name(family), face.url.clone(), face.weight.clone()];
            entry.extend(Some(&face.range).filter(|range| !range.is_empty()).cloned());
            late.push(entry);
        }
    }
    // The list stands in a style sheet, which may stand in a page.
    (!late.is_empty()).then(|| json!(late).to_string().replace('<', "\\u003c"))
}

#[cfg(test)]
mod tests {
    use super::late_fonts;
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
    fn each_file_comes_with_the_characters_it_is_for() {
        let late = late_fonts(&fonts(&[("U+4??, U+500", "normal"), ("", "normal")])).expect("a list");
        let source = r#""Own later","/own.woff2","100 900""#;
        assert_eq!(late, format!(r#"[[{source},"U+4??, U+500"],[{source}]]"#));
    }

    #[test]
    fn among_many_files_and_where_there_are_italics_the_browser_chooses() {
        assert_eq!(late_fonts(&fonts(&[("", "normal"), ("", "italic")])), None);
        assert_eq!(late_fonts(&fonts(&[("", "normal"); 5])), None);
        assert_eq!(late_fonts(&fonts(&[])), None);
    }
}
