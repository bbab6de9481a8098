//! `docs`: a `docs.json` and a folder of Markdown in, a complete static site out.
//!
//! The modules in the order of the data's way:
//!
//! 1. [`system`] is the only door to the outside; [`source`] says what each file is.
//! 2. [`config`] reads `docs.json`, [`page`] one page, [`api`] one API description. Each is a pure function
//!    of texts and never fails: what is wrong comes back as [`diagnostic`]s.
//! 3. [`site`] joins heads of pages and configuration: navigation, redirects, link check.
//! 4. [`html`] renders bodies and documents.
//! 5. [`search`] makes an index of what readers see.
//! 6. [`output`] writes what differs.
//!
//! [`queries`] connects the stages: each step is remembered there and runs again only when what it read
//! changed. [`db`] holds the inputs, [`engine`] runs a build, [`watch`] one after
//! every change, [`cli`] is the command line.

// What outside data can reach does not panic; an `expect` says why it cannot.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::panic))]

pub mod api;
pub mod authoring;
pub mod cli;
pub mod compare;
pub mod config;
pub mod db;
pub mod diagnostic;
pub mod encoding;
pub mod engine;
pub mod explain;
pub mod export;
pub mod feed;
pub mod hash;
pub mod html;
pub mod import;
pub mod lsp;
pub mod mcp;
pub mod offline;
pub mod output;
pub mod page;
pub mod panics;
pub mod queries;
pub mod remote;
pub mod score;
pub mod search;
pub mod serve;
pub mod site;
pub mod source;
pub mod store;
pub mod system;
pub mod text;
pub mod trace;
pub mod watch;
pub mod yaml;
