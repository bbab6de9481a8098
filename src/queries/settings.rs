//! Slices of `docs.json`, each kept so that a change of one reaches only those who read it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::config;
use crate::config::Identity;
use crate::config::api::ExampleDefaults;
use crate::config::chrome::{Chrome, Contextual, HeadTag, Interaction, Mcp, Search};
use crate::config::look::{CodeBlocks, Links, Look};
use crate::config::navigation::ApiSource;
use crate::config::publishing::{Errors, Feedback, Glossary, Integrations, Metadata, OneOrMany, Seo};
use crate::db::{Db, Project};
use crate::text::Addresses;

/// Firewalls between the configuration and its readers.
macro_rules! slices {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $($field:ident).+;)*) => {
        $(
            $(#[$doc])*
            #[salsa::tracked(returns(clone))]
            pub fn $name(db: &dyn Db, project: Project) -> Arc<$type> {
                db.ran(stringify!($name), &"");
                Arc::new(config(db, project).config.$($field).+.clone())
            }
        )*
    };
}

slices! {
    /// Colours, fonts, logo and the rest of the look.
    look: Look = look;
    /// `links`.
    link_rules: Links = look.links;
    /// Navbar, footer, banner.
    chrome: Chrome = chrome;
    /// `styling.codeblocks`.
    code_blocks: CodeBlocks = look.styling.codeblocks;
    /// The menu of pages.
    contextual: Option<Contextual> = chrome.contextual;
    /// `interaction`: no sidebar is made anew for another link in the header.
    interaction: Interaction = chrome.interaction;
    /// `search`.
    search_settings: Search = chrome.search;
    /// `head`.
    head_elements: Vec<HeadTag> = chrome.head;
    /// `mcp`.
    mcp: Mcp = chrome.mcp;
    /// What is told about pages.
    metadata: Metadata = metadata;
    /// `feedback`.
    feedback: Feedback = feedback;
    /// Name and description.
    identity: Identity = identity;
    /// `variables`, which every page's source reads.
    variables: BTreeMap<String, String> = variables;
    /// `glossary`.
    glossary_setting: Option<Glossary> = glossary;
    /// `seo`.
    seo: Seo = seo;
    /// `integrations`.
    integrations: Integrations = integrations;
    /// `errors`.
    errors: Errors = errors;
    /// `markdown.admonitions`, with which every page's source is read.
    admonitions: bool = markdown.admonitions;
    /// `markdown.index`.
    has_index: bool = markdown.index;
    /// `markdown.sections`.
    sections_apart: bool = markdown.sections;
    /// `markdown.instructions`.
    instructions: OneOrMany = markdown.instructions;
    /// `api.openapi`.
    api_sources: Vec<ApiSource> = api.openapi;
    /// `api.overviews`: the navigation reads nothing else of how API pages look.
    has_overviews: bool = api.overviews;
    /// `api.schemas`, likewise.
    has_models: bool = api.schemas;
    /// `api.postman`.
    has_collections: bool = api.postman;
    /// `api.examples.defaults`.
    example_defaults: ExampleDefaults = api.examples.defaults;
}

/// How addresses inside the site are written: what the command line says, `seo.trailingSlash` and `links.localize`. Kept
/// so that the rest of these does not reach what has links in it.
#[salsa::tracked(returns(ref))]
pub fn addresses(db: &dyn Db, project: Project) -> Addresses {
    db.ran("addresses", &"");
    let written = project.settings(db).addresses.clone().with_slashes(seo(db, project).trailing_slash);
    Addresses { localize: link_rules(db, project).localize, ..written }
}
