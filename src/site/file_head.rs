//! What a Markdown file says before its body is read, cut in two by who may see it.
//!
//! [`Structure`] decides which pages there are and where they stand: when it changes, the site changes. The
//! label, a whole [`PageSummary`], holds what readers see in other places than the page (titles, icons): when
//! only it changes, the places that show it change. An edit of words changes neither.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::api::rooted_reference;
use crate::config::navigation::Icon;
use crate::diagnostic::Diagnostic;
use crate::page::PageHead;
use crate::site::page_index::{PageSummary, RareFields, Related};
use crate::text::SourcePath;

/// The head of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileHead {
    pub structure: Arc<Structure>,
    pub label: Arc<PageSummary>,
    /// Problems of the front matter.
    pub diagnostics: Arc<[Diagnostic]>,
}

/// The part of a head that decides about the shape of the site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Structure {
    /// Without the texts that readers see.
    pub summary: Arc<PageSummary>,
    /// Files that this one imports.
    pub imports: Vec<SourcePath>,
    /// `groups`: only some readers may see the page.
    pub restricted: bool,
}

/// Cuts a head.
pub fn file_head(path: &SourcePath, head: &PageHead, diagnostics: Vec<Diagnostic>) -> FileHead {
    let label = summary(path, head);
    let bare = PageSummary {
        title: None,
        sidebar_title: None,
        description: None,
        deprecated: false,
        hide_footer_pagination: false,
        rare: RareFields {
            icon: None,
            tag: None,
            keywords: Vec::new(),
            boost: None,
            ..(*label.rare).clone()
        }
        .into(),
        ..label.clone()
    };
    let structure = Structure {
        summary: Arc::new(bare),
        imports: head.imports.clone(),
        restricted: !head.front_matter.list("groups").is_empty(),
    };
    FileHead { structure: Arc::new(structure), label: Arc::new(label), diagnostics: diagnostics.into() }
}

/// Whether what is said to robots asks them not to list a page (SEO-04).
pub fn keeps_robots_away(robots: &str) -> bool {
    robots.to_lowercase().split(',').any(|word| matches!(word.trim(), "noindex" | "none"))
}

fn summary(path: &SourcePath, head: &PageHead) -> PageSummary {
    let front = &head.front_matter;
    let rare = RareFields {
        icon: Icon::read(&front.fields),
        tag: front.text("tag"),
        url: front.elsewhere(),
        mode: front.text("mode"),
        openapi: front.text("openapi").map(|text| rooted_reference(path, text)),
        asyncapi: front.text("asyncapi"),
        schema: front.text("openapi-schema"),
        api: front.text("api"),
        keywords: front.list("keywords"),
        boost: front.fields.get("boost").and_then(crate::config::reading::boost),
        version: front.text("version"),
        canonical: front.text("canonical"),
        has_robots: front.text("robots").is_some(),
        related: front.related().into_iter().map(|(title, href)| Related { title, href }).collect(),
        without_related: front.flag("related") == Some(false),
    };
    // Who writes an empty title wants no heading; the page still has a name.
    let stand_in = || front.text("sidebarTitle").filter(|_| front.is_empty_text("title"));
    PageSummary {
        title: front.text("title").or_else(stand_in),
        sidebar_title: front.text("sidebarTitle"),
        description: front.text("description"),
        deprecated: front.flag("deprecated") == Some(true),
        hidden: front.flag("hidden"),
        noindex: front.flag("noindex") == Some(true)
            || front.text("robots").is_some_and(|robots| keeps_robots_away(&robots)),
        searchable: front.flag("searchable"),
        rare: rare.into(),
        hide_api_marker: front.flag("hideApiMarker") == Some(true),
        hide_footer_pagination: front.flag("hideFooterPagination") == Some(true),
        ..PageSummary::new(path.clone())
    }
}
