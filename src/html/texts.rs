//! Texts of the interface in all languages that a navigation can name (I18N-02). English stands in the code, beside
//! each text's meaning; the others are tables, read when a page in that language is made. A project may word some of them
//! itself (`own`).

use std::sync::{LazyLock, OnceLock};

use serde::{Deserialize, Serialize};

use super::code::CodeLabels;
use super::labels::Labels;
use super::playground::PlaygroundTexts;
use super::site_view::language_tag;
use super::template::UiText;

pub mod own;

/// Everything that a page says by itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Texts {
    /// Around the content.
    pub interface: UiText,
    /// Inside the content.
    pub labels: Labels,
    /// On blocks of code.
    pub code: CodeLabels,
    /// In the form of the playground.
    pub playground: PlaygroundTexts,
}

/// Language tags and their tables.
const TABLES: &[(&str, &str)] = &[
    ("ar", include_str!("texts/ar.json")),
    ("ca", include_str!("texts/ca.json")),
    ("cs", include_str!("texts/cs.json")),
    ("da", include_str!("texts/da.json")),
    ("de", include_str!("texts/de.json")),
    ("es", include_str!("texts/es.json")),
    ("fi", include_str!("texts/fi.json")),
    ("fr", include_str!("texts/fr.json")),
    ("he", include_str!("texts/he.json")),
    ("hi", include_str!("texts/hi.json")),
    ("hu", include_str!("texts/hu.json")),
    ("id", include_str!("texts/id.json")),
    ("it", include_str!("texts/it.json")),
    ("ja", include_str!("texts/ja.json")),
    ("ko", include_str!("texts/ko.json")),
    ("lv", include_str!("texts/lv.json")),
    ("nl", include_str!("texts/nl.json")),
    ("no", include_str!("texts/no.json")),
    ("pl", include_str!("texts/pl.json")),
    ("pt", include_str!("texts/pt.json")),
    ("pt-BR", include_str!("texts/pt-BR.json")),
    ("ro", include_str!("texts/ro.json")),
    ("ru", include_str!("texts/ru.json")),
    ("sv", include_str!("texts/sv.json")),
    ("tr", include_str!("texts/tr.json")),
    ("uk", include_str!("texts/uk.json")),
    ("uz", include_str!("texts/uz.json")),
    ("vi", include_str!("texts/vi.json")),
    ("zh-Hans", include_str!("texts/zh-Hans.json")),
    ("zh-Hant", include_str!("texts/zh-Hant.json")),
];

static ENGLISH: LazyLock<Texts> = LazyLock::new(Texts::default);
static READ: LazyLock<Vec<OnceLock<Texts>>> =
    LazyLock::new(|| TABLES.iter().map(|_| OnceLock::new()).collect());

/// The texts in the language of a code of the navigation; English for `None` and for languages without a table.
pub fn texts(code: Option<&str>) -> &'static Texts {
    let table = code.and_then(|code| {
        let tag = language_tag(code);
        let of = |tag: &str| TABLES.iter().position(|(known, _)| *known == tag);
        of(&tag).or_else(|| match tag.as_str() {
            "zh-CN" => of("zh-Hans"),
            "zh-TW" => of("zh-Hant"),
            tag => of(tag.split('-').next().unwrap_or(tag)),
        })
    });
    let Some((slot, (_, source))) = table.and_then(|at| Some((READ.get(at)?, TABLES.get(at)?))) else {
        return &ENGLISH;
    };
    // A test reads every table.
    slot.get_or_init(|| serde_json::from_str(source).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::Value;

    use super::own::placeholders;
    use super::*;
    use crate::config::containers::LANGUAGES;

    type Table = BTreeMap<String, BTreeMap<String, String>>;

    #[test]
    fn i18n_02_every_language_has_every_text() {
        let english: Value = serde_json::to_value(Texts::default()).expect("values");
        let english: Table = serde_json::from_value(english).expect("texts");
        for (tag, source) in TABLES {
            let table: Table = serde_json::from_str(source).expect(tag);
            // Those of the playground stand in its script.
            for (part, texts) in english.iter().filter(|(part, _)| *part != "playground") {
                let own = &table[part];
                assert_eq!(own.keys().collect::<Vec<_>>(), texts.keys().collect::<Vec<_>>(), "{tag}: {part}");
                for (key, text) in texts {
                    let translated = &own[key];
                    assert!(!translated.trim().is_empty(), "{tag}: {key}");
                    assert_eq!(placeholders(translated), placeholders(text), "{tag}: {key}");
                }
            }
            let read: Texts = serde_json::from_str(source).expect(tag);
            assert_ne!(read.interface, UiText::default(), "{tag}");
        }
    }

    #[test]
    fn i18n_02_every_language_has_the_same_texts_of_the_playground() {
        let script = include_str!("../../themes/base/playground/texts.js");
        let (_, script) = script.split_once("ENGLISH = {").expect("the texts");
        let english: BTreeMap<&str, &str> = script
            .split("',")
            .filter_map(|entry| entry.trim_start_matches(|c: char| c.is_whitespace()).split_once(": '"))
            .collect();
        assert!(english.len() > 100 && english["send"] == "Send", "{english:?}");
        for (tag, source) in TABLES {
            let table: Table = serde_json::from_str(source).expect(tag);
            let own = &table["playground"];
            assert!(own.keys().eq(english.keys().copied()), "{tag}: {:?}", own.keys());
            for (key, text) in own {
                assert!(!text.trim().is_empty(), "{tag}: {key}");
                assert_eq!(text.matches("{}").count(), english[&**key].matches("{}").count(), "{tag}: {key}");
            }
        }
    }

    #[test]
    fn i18n_02_every_code_of_a_navigation_has_its_language() {
        for code in LANGUAGES {
            let is_english = texts(Some(code)) == &*ENGLISH;
            assert_eq!(is_english, &**code == "en", "{code}");
        }
        assert_eq!(texts(Some("cn")), texts(Some("zh-Hans")));
        assert_eq!(texts(Some("jp")), texts(Some("ja")));
        assert_eq!(texts(Some("zh-TW")), texts(Some("zh-Hant")));
        assert_eq!(texts(Some("fr-ca")), texts(Some("fr")));
        assert_eq!(texts(None), &*ENGLISH);
    }
}
