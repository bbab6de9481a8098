//! All integration tests, one binary.

// Tests stand outside the program: they read vectors and golden files, and start the program itself.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod admonitions;
mod api_reference;
mod api_samples;
mod api_vectors;
mod appearance;
mod authoring;
mod blockwise;
mod builds;
mod cache;
mod cache_faults;
mod change_logs;
mod check;
mod code_blocks;
mod code_vectors;
mod command_line;
mod commonmark;
mod component_contracts;
mod components;
mod config_cases;
mod config_problems;
mod config_rows;
mod corpus;
mod corpus_check;
mod crashes;
mod custom_files;
mod determinism;
mod dev;
mod diff;
mod docs_index;
mod editions;
mod edits;
mod example_site;
mod exports;
mod feedback;
mod feeds;
mod fonts;
mod glossary;
mod golden;
mod graphql;
mod history;
mod hostile;
mod hostile_scripts;
mod hosting;
mod html;
mod icons;
mod import_rows;
mod importer;
mod integrations;
mod interaction;
mod interface_texts;
mod large_sections;
mod lexer;
mod llms;
mod lsp;
mod mcp;
mod mdx_cases;
mod mutations;
mod nav_cases;
mod nav_rows;
mod offline;
mod output;
mod overrides;
mod page_menu;
mod page_rows;
mod page_vectors;
mod pages;
mod playground;
mod precompression;
mod process;
mod proxy_server;
mod query_counts;
mod ranking;
mod records;
mod redirects;
mod related;
mod report;
mod scripts;
mod search;
mod seo;
mod servers;
mod site;
mod slots;
mod source_vectors;
mod stamps;
mod stand_ins;
mod store;
mod styling;
mod text_rows;
mod themes;
mod tidy;
mod tolerance;
mod translations;
mod upgrade;
mod upgrade_rows;
mod upgrade_unwritten;
mod utilities;
mod vectors;
mod verify;
mod watch;

#[path = "../benches/generate.rs"]
mod generate;

#[path = "../examples/replay_history.rs"]
mod replay_history;

#[path = "../fuzz/checks.rs"]
mod checks;

#[path = "../benches/shapes.rs"]
mod shapes;
