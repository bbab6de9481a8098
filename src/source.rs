//! The first stage: from a folder to named, classified source files.
//!
//! `system::walk` lists the tree; the pure rules are here. [`ignore_rules`] says which paths are not part
//! of the project, [`category`] says from a path alone what a file is for, [`collision`] finds files that
//! would be published under one address, [`stamp`] which were not touched since they were read. The slug and route of a page are `text::Slug`. Nothing here reads
//! a file; what a page contains is the business of `page`.

pub mod category;
pub mod collision;
pub mod earlier;
pub mod font_metrics;
pub mod history;
pub mod ignore_rules;
pub mod image_size;
pub mod named;
pub mod renames;
pub mod script;
pub mod stamp;
pub mod svg;
