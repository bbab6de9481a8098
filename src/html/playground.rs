//! The playground in pages: its texts, and the data of a form. What it does is in `themes/base/playground/`.

use std::collections::BTreeMap;

use super::escape::{Html, raw_element_text};

/// Texts of the form in the page's language, under the keys of `themes/base/playground/texts.js`; empty in English,
/// which the script itself has.
pub type PlaygroundTexts = BTreeMap<String, String>;

/// No texts: the script has them.
pub static ENGLISH: PlaygroundTexts = BTreeMap::new();

/// The data of a form, for the script that makes it; `data` is an object in JSON.
pub fn data(data: &str, texts: &PlaygroundTexts) -> Html {
    let mut html = Html::trusted("<script type=\"application/json\" class=\"playground-data\">");
    let text = match data.strip_suffix('}') {
        Some(members) if !texts.is_empty() => {
            let texts = serde_json::to_string(texts).unwrap_or_default();
            format!("{members},\"texts\":{texts}}}")
        }
        _ => data.to_owned(),
    };
    // In JSON, this sign stands in strings only, and can be named there.
    html.push(&raw_element_text(&text.replace('<', "\\u003c"), "script"));
    html.push(&Html::trusted("</script>"));
    html
}
