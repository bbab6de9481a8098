//! Ids of headings: what the generator gave them, and what is to be written so that links to them go on to work.

use unicode_normalization::UnicodeNormalization;

use super::Style;
use super::attributes::Attributes;
use super::blocks::plain;
use super::inline::Cx;
use crate::page::heading::{custom_id, github_slug, heading_slug};
use crate::page::punctuation::smart_text;

/// The text of a heading and the id that its author gave it.
pub(crate) fn heading_parts(title: &str, style: Style) -> (String, Option<String>) {
    let title = title.trim().trim_end_matches('#').trim_end();
    if let Some(rest) = title.strip_suffix('}')
        && let Some((text, inner)) = rest.rsplit_once('{')
    {
        let list = Attributes::read(inner.trim_end_matches('\\'));
        let list = list.filter(|list| list.id.is_some() || style == Style::Python && list.is_list());
        if let Some(list) = list.filter(|_| !text.ends_with('{')) {
            return (text.trim_end().trim_end_matches('\\').trim_end().to_owned(), list.id);
        }
    }
    (title.to_owned(), None)
}

impl Cx<'_> {
    /// What is put behind a heading, so that links to the id that it had find it: nothing where it has that anyway, or
    /// where nobody links to it and it is not known what others link to.
    pub fn heading_id(&mut self, title: &str, now: &str, level: usize) -> String {
        let (text, now) = (plain(title), plain(&shown(now)));
        let style = self.style();
        let base = old_id(&text, style);
        let count = self.ids.entry(base.clone()).or_insert(0);
        let own = match (*count, style) {
            (0, _) => base.clone(),
            (count, Style::Python) => format!("{base}_{count}"),
            (count, _) => format!("{base}-{count}"),
        };
        *count += 1;
        // Smaller headings have ids only where their authors write them.
        let has_it = level <= 4 && own == base && (own == github_slug(&now) || own == heading_slug(&now));
        let is_wanted = self.used.places.contains(&(self.page.clone(), own.clone()));
        // Those of Docusaurus are GitHub's, which pages here have as well, unless signs become others first.
        let is_known = style == Style::Mdx && level <= 4 && own == base && !own.is_empty();
        match (is_wanted || is_known) && !has_it && custom_id(&own) == own {
            true => format!(" {{#{own}}}"),
            false => String::new(),
        }
    }
}

/// A text with the signs that pages show for others, which are none of code: `--` is a dash.
fn shown(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(at, part)| if at % 2 == 0 { smart_text(part) } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("`")
}

/// The id that the generator gives to a heading.
pub(crate) fn old_id(text: &str, style: Style) -> String {
    let joined = |text: String| {
        let words = text.split(['-', ' ']).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-")
    };
    match style {
        Style::Python => {
            let kept: String =
                text.nfkd().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ' ')).collect();
            joined(kept.trim().to_lowercase())
        }
        Style::Vue => {
            let kept: String = text
                .nfkd()
                .filter(|c| !matches!(c, '\u{300}'..='\u{36f}'))
                .map(|c| if c.is_ascii_punctuation() || "“”‘’".contains(c) { ' ' } else { c })
                .collect();
            let id = joined(kept.to_lowercase());
            if id.starts_with(|c: char| c.is_ascii_digit()) { format!("_{id}") } else { id }
        }
        _ => github_slug(text),
    }
}
