//! Where a page may be found: sidebar, search, sitemap, robots, llms files (features 4.4; behaviour 13).
//!
//! One pure function, so that every list of the site answers the same question in the same way.

use serde::{Deserialize, Serialize};

use crate::api::GeneratedPage;
use crate::site::navigation::ListedState;
use crate::site::page_index::PageSummary;

/// `seo.indexing` of `docs.json`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Indexing {
    /// Only pages that the navigation lists.
    #[default]
    Navigable,
    /// Every page.
    All,
}

/// What the page itself says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PageFlags {
    pub hidden: Option<bool>,
    pub noindex: bool,
    pub searchable: Option<bool>,
}

impl From<&PageSummary> for PageFlags {
    fn from(page: &PageSummary) -> Self {
        // One that is a link to another site has nothing of its own to be found (PG-06).
        let noindex = page.noindex || page.rare.url.is_some();
        Self { hidden: page.hidden, noindex, searchable: page.searchable }
    }
}

/// By `x-mint.metadata`, which is front matter (OAS-20).
impl From<&GeneratedPage> for PageFlags {
    fn from(page: &GeneratedPage) -> Self {
        let front = page.front_matter();
        Self {
            hidden: front.flag("hidden"),
            noindex: front.flag("noindex") == Some(true),
            searchable: front.flag("searchable"),
        }
    }
}

/// Where a page is shown and listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Visibility {
    pub sidebar: bool,
    /// Search on the site.
    pub search: bool,
    pub sitemap: bool,
    /// `<meta name="robots" content="noindex">` in the page.
    pub robots_noindex: bool,
    /// `llms.txt` and `llms-full.txt`.
    pub llms: bool,
}

/// The visibility of a page. `listed` is what the navigation says about it; `None` when it is not listed.
pub fn visibility(page: PageFlags, listed: Option<ListedState>, indexing: Indexing) -> Visibility {
    let sidebar = listed.is_some_and(|listed| listed.shown) && page.hidden != Some(true);
    let hidden = page.hidden == Some(true) || listed.is_some_and(|listed| listed.hidden_from_search);
    let admitted = match indexing {
        Indexing::Navigable => listed.is_some() && !hidden,
        Indexing::All => true,
    };
    let indexed = admitted && !page.noindex;
    // Who reads a version that nobody looks after searches in it.
    let unmaintained = listed.is_some_and(|listed| listed.noindex);
    let told = indexed && !unmaintained;
    let searchable = page.searchable.unwrap_or(listed.is_none_or(|listed| listed.searchable));
    Visibility {
        sidebar,
        search: indexed && searchable,
        sitemap: told,
        robots_noindex: page.noindex || unmaintained || (hidden && indexing == Indexing::Navigable),
        llms: told,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTED: ListedState = ListedState {
        hidden: false,
        hidden_from_search: false,
        searchable: true,
        shown: true,
        noindex: false,
    };
    const HIDDEN_ABOVE: ListedState = ListedState {
        hidden: true,
        hidden_from_search: true,
        searchable: true,
        shown: false,
        noindex: false,
    };
    const HIDDEN_SEARCHABLE: ListedState = ListedState { hidden_from_search: false, ..HIDDEN_ABOVE };
    const UNMAINTAINED: ListedState = ListedState { noindex: true, ..LISTED };
    const PLAIN: PageFlags = PageFlags { hidden: None, noindex: false, searchable: None };
    const HIDDEN: PageFlags = PageFlags { hidden: Some(true), noindex: false, searchable: None };

    #[test]
    fn the_matrix() {
        use Indexing::{All, Navigable};
        let noindex = PageFlags { noindex: true, ..PLAIN };
        let unsearchable = PageFlags { searchable: Some(false), ..PLAIN };
        let rows = [
            ("normal page", PLAIN, Some(LISTED), Navigable, "yes yes yes no yes"),
            ("hidden page", HIDDEN, Some(LISTED), Navigable, "no no no yes no"),
            ("hidden and not listed", HIDDEN, None, Navigable, "no no no yes no"),
            ("not listed", PLAIN, None, Navigable, "no no no no no"),
            ("noindex", noindex, Some(LISTED), Navigable, "yes no no yes no"),
            ("searchable: false", unsearchable, Some(LISTED), Navigable, "yes no yes no yes"),
            ("in a hidden group", PLAIN, Some(HIDDEN_ABOVE), Navigable, "no no no yes no"),
            ("in a hidden, searchable group", PLAIN, Some(HIDDEN_SEARCHABLE), Navigable, "no yes yes no yes"),
            ("hidden page in it", HIDDEN, Some(HIDDEN_SEARCHABLE), Navigable, "no no no yes no"),
            ("not listed, indexing all", PLAIN, None, All, "no yes yes no yes"),
            ("hidden page, indexing all", HIDDEN, Some(LISTED), All, "no yes yes no yes"),
            ("listed, indexing all", PLAIN, Some(LISTED), All, "yes yes yes no yes"),
            ("in a version with noindex", PLAIN, Some(UNMAINTAINED), Navigable, "yes yes no yes no"),
            ("in such a version, indexing all", PLAIN, Some(UNMAINTAINED), All, "yes yes no yes no"),
            ("noindex, indexing all", noindex, None, All, "no no no yes no"),
        ];
        for (name, page, listed, indexing, expected) in rows {
            let seen = visibility(page, listed, indexing);
            let word = |flag| if flag { "yes" } else { "no" };
            let row =
                [seen.sidebar, seen.search, seen.sitemap, seen.robots_noindex, seen.llms].map(word).join(" ");
            assert_eq!(row, expected, "{name}");
        }
    }
}
