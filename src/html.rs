//! From a resolved page to HTML.
//!
//! `render` walks the tree, `component` and `element` know how things look, `code` and `math` do what
//! their names say, `template` puts the result into a page. `escape` is the only way from text to HTML.
//! Pure: what lies outside the page is asked through [`render::Lookups`].

pub mod archive;
pub mod body;
pub mod code;
pub mod component;
pub mod css;
pub mod diagrams;
pub mod directory;
pub mod element;
mod embed;
pub mod escape;
pub mod favicon;
pub mod feed_links;
mod feedback;
pub mod fonts;
mod footnote;
pub mod head_tags;
mod heading;
pub mod icon;
mod image;
pub mod integrations;
pub mod labels;
pub mod link;
mod list;
pub mod math;
pub(crate) mod node;
pub mod page_assets;
pub mod page_menu;
pub mod page_meta;
pub mod page_view;
pub mod part_view;
pub mod playground;
pub mod policy;
mod raster;
pub mod related;
pub mod render;
pub mod search_view;
pub mod section_view;
pub mod site_view;
pub mod table;
pub mod tags;
pub mod template;
pub mod texts;
pub mod thumbnail;
pub mod utility;
