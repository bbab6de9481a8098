//! What the commands for authors make of texts: a site to begin with, moves, corrections, rules for writing assistants. Pure functions;
//! `cli` reads and writes the files.

pub mod edits;
pub mod fixes;
pub mod migrate;
pub mod moves;
pub mod rules;
pub mod starter;
