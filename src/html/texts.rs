//! Texts of the interface.

use super::template::UiText;

/// The texts in the language of a code of the navigation; English for `None` and for languages without a table.
pub fn interface(_code: Option<&str>) -> UiText {
    UiText::default()
}
