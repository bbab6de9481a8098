//! What links show of the pages that they lead to (CMP-32): title and first words, in a file for each page, so that an edited
//! page is the matter of its own file alone.

use serde_json::json;

use super::*;
use crate::html::site_view::ASSET_FOLDER;
use crate::panics;
use crate::text::OutPath;

/// Most letters of the first words: what is shown has room for about four lines.
const LONGEST: usize = 300;

/// Whether the site has previews.
pub fn has_previews(db: &dyn Db, project: Project) -> bool {
    interaction(db, project).link_previews
}

/// Where that of a page lies: its script knows the way by the address of the page.
pub fn preview_file(db: &dyn Db, project: Project, slug: &Slug) -> OutPath {
    let beside = addresses(db, project).export_file(slug);
    OutPath::new(&format!("{ASSET_FOLDER}/previews/{}.json", beside.as_str().trim_end_matches(".md")))
}

/// What links show of a page; `None` for an address that no page has.
pub fn preview_text<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Option<String> {
    let caption = page::caption(db, Project::get(db), page)?;
    // The facts of a page that cannot be made are told there.
    let first = || panics::catch(|| page_gist(db, page).summary.clone()).ok().flatten();
    let text = caption.description().map(str::to_owned).or_else(first).unwrap_or_default();
    Some(json!({ "title": caption.name(), "text": shortened(&text) }).to_string())
}

fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LONGEST) else { return text.to_owned() };
    let whole = text[..end].rfind(char::is_whitespace).unwrap_or(end);
    format!("{}…", text[..whole].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cmp_32_first_words_end_with_a_word() {
        assert_eq!(shortened("Short."), "Short.");
        let long = shortened(&"word ".repeat(100));
        assert!(long.ends_with("word…") && long.chars().count() <= LONGEST + 1, "{long}");
        assert_eq!(shortened(&"ä".repeat(400)).chars().count(), LONGEST + 1);
    }
}
