//! The site as a whole: from page summaries and the configuration to navigation, places, lists and checks.
//!
//! Stages here read small summaries of pages, never bodies, and give back values that a page reads in small
//! slices: its section, its own place. Nothing here reads files, renders HTML or knows the base path; links are
//! slugs or addresses as written.

pub mod directory;
pub mod docs_index;
pub mod file_head;
pub mod folders;
pub mod hosting;
pub mod languages;
pub mod links;
pub mod llms;
pub mod navigation;
pub mod page_index;
pub mod path_lists;
pub mod place;
pub mod proxy;
pub mod redirects;
pub mod routes;
pub mod similar;
pub mod sitemap;
pub mod slices;
pub mod stand_ins;
pub mod visibility;
pub mod xml;
