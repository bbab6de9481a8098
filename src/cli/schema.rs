//! `docs schema`.

use super::Exit;

/// Prints the JSON Schema of `docs.json`.
pub fn run() -> Exit {
    let schema = crate::config::json_schema();
    super::print(&format!("{schema:#}\n"));
    Exit::Built
}
