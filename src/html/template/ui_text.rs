//! What the interface says by itself around a page. English stands here, beside each text's meaning; other languages are
//! in tables ([`crate::html::texts`]).

use serde::{Deserialize, Serialize};

/// Texts of the interface in one language. The default is English.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct UiText {
    pub skip_to_content: String,
    pub on_this_page: String,
    pub previous: String,
    pub next: String,
    pub search: String,
    /// What the search says: how many results `{count}` there are, that there are none for `{query}`. Forms for some
    /// numbers stand in front, each behind the name that plural rules have for them, and the usual one at the end.
    pub search_results: String,
    pub search_none: String,
    /// Its switches: all languages and versions, all products or tabs, and what was asked before.
    pub search_everywhere: String,
    pub search_all: String,
    pub search_recent: String,
    pub search_clear: String,
    /// The menu of a page, and its entries; `{}` is the name of an assistant or an editor.
    pub menu_actions: String,
    pub menu_copy: String,
    pub menu_view: String,
    pub menu_ask: String,
    pub menu_mcp: String,
    pub menu_connect: String,
    pub menu_pdf: String,
    pub menu_spec: String,
    /// A line of description below each; `menu_mcp_hint` is of all that lead to the MCP server.
    pub menu_copy_hint: String,
    pub menu_view_hint: String,
    pub menu_ask_hint: String,
    pub menu_mcp_hint: String,
    pub menu_pdf_hint: String,
    pub menu_spec_hint: String,
    pub menu: String,
    pub close: String,
    pub navigation: String,
    pub tabs: String,
    pub toggle_theme: String,
    /// The colour modes.
    pub mode_light: String,
    pub mode_dark: String,
    pub mode_system: String,
    pub back_to_top: String,
    pub related: String,
    /// The page that explains terms.
    pub glossary: String,
    pub dismiss: String,
    pub copy: String,
    pub copied: String,
    pub link_copied: String,
    /// What readers can do with words that they select.
    pub selection_link: String,
    pub selection_quote: String,
    pub keyboard_shortcuts: String,
    /// That shortcuts of one key are wanted.
    pub single_keys: String,
    /// Of a change log.
    pub filters: String,
    pub older_updates: String,
    /// The feed of all pages.
    pub changes: String,
    pub last_modified: String,
    /// What readers are asked about a page, their answers, and what is said then.
    pub helpful: String,
    pub helpful_yes: String,
    pub helpful_no: String,
    pub helpful_thanks: String,
    /// Above the field for words, behind a vote.
    pub helpful_more: String,
    pub helpful_cancel: String,
    pub helpful_send: String,
    /// Links to a page's source and to a new issue.
    pub suggest_edits: String,
    pub raise_issue: String,
    pub language: String,
    pub version: String,
    pub product: String,
    pub section: String,
    pub more: String,
    pub breadcrumbs: String,
    pub pagination: String,
    pub not_found_title: String,
    pub not_found_description: String,
    pub not_found_home: String,
    pub not_found_recommended: String,
    pub opens_external: String,
    pub deprecated: String,
    /// The page of a large section, and the link to it.
    pub all_pages: String,
    /// On pages of an old version; `{version}` and `{latest}` are names of versions.
    pub old_version: String,
    pub old_version_link: String,
    /// On an entry of the version menu that has no such page; `{}` is the name of the version.
    pub not_in_version: String,
    /// On a page that stands in for its translation.
    pub not_translated: String,
    /// On a translation whose original was changed after it.
    pub outdated_translation: String,
}

impl Default for UiText {
    fn default() -> Self {
        let english = |text: &str| text.to_owned();
        Self {
            skip_to_content: english("Skip to main content"),
            on_this_page: english("On this page"),
            previous: english("Previous"),
            next: english("Next"),
            search: english("Search…"),
            search_results: english("one:{count} page|{count} pages"),
            search_none: english("Nothing found for “{query}”"),
            search_everywhere: english("All languages and versions"),
            search_all: english("All"),
            search_recent: english("Recent searches"),
            search_clear: english("Clear"),
            menu_actions: english("Page actions"),
            menu_copy: english("Copy page"),
            menu_view: english("View as Markdown"),
            menu_ask: english("Open in {}"),
            menu_mcp: english("Copy MCP address"),
            menu_connect: english("Connect to {}"),
            menu_pdf: english("Save as PDF"),
            menu_spec: english("Download API description"),
            menu_copy_hint: english("As Markdown for assistants"),
            menu_view_hint: english("This page as plain text"),
            menu_ask_hint: english("Ask questions about this page"),
            menu_mcp_hint: english("Let an assistant search this site"),
            menu_pdf_hint: english("Print this page or keep it"),
            menu_spec_hint: english("The file behind this page"),
            menu: english("Menu"),
            close: english("Close"),
            navigation: english("Navigation"),
            tabs: english("Sections"),
            toggle_theme: english("Toggle dark mode"),
            mode_light: english("Light"),
            mode_dark: english("Dark"),
            mode_system: english("As the system"),
            back_to_top: english("Back to top"),
            related: english("Related topics"),
            glossary: english("Glossary"),
            dismiss: english("Dismiss"),
            copy: english("Copy"),
            copied: english("Copied"),
            link_copied: english("Link copied"),
            selection_link: english("Copy link to selection"),
            selection_quote: english("Copy as quote"),
            keyboard_shortcuts: english("Keyboard shortcuts"),
            single_keys: english("Use single keys"),
            filters: english("Filters"),
            older_updates: english("Older updates"),
            changes: english("Changes"),
            last_modified: english("Last modified on"),
            helpful: english("Was this page helpful?"),
            helpful_yes: english("Yes"),
            helpful_no: english("No"),
            helpful_thanks: english("Thanks for your feedback!"),
            helpful_more: english("What could we improve? (optional)"),
            helpful_cancel: english("Cancel"),
            helpful_send: english("Send"),
            suggest_edits: english("Suggest edits"),
            raise_issue: english("Raise issue"),
            language: english("Language"),
            version: english("Version"),
            product: english("Product"),
            section: english("Section"),
            more: english("More"),
            breadcrumbs: english("Breadcrumbs"),
            pagination: english("Previous and next page"),
            not_found_title: english("Page not found"),
            not_found_description: english("We could not find the page you were looking for."),
            not_found_home: english("Go to the home page"),
            not_found_recommended: english("You may be looking for"),
            opens_external: english("external link"),
            deprecated: english("Deprecated"),
            all_pages: english("All pages"),
            old_version: english("You are reading {version}. The latest version is {latest}."),
            old_version_link: english("Go to the latest version"),
            not_in_version: english("Not in {}"),
            not_translated: english("This page is not translated yet. It is shown in its original language."),
            outdated_translation: english(
                "This translation may be out of date: the original has changed since then.",
            ),
        }
    }
}
