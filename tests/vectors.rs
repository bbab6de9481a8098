//! Reading recorded answers of the reference toolchain, which live beside the repository.

use serde_json::Value;

/// The lines of a vector file; `None`, with a word on standard error, when it is not on this machine.
pub fn vectors(name: &str) -> Option<Vec<Value>> {
    let path = format!("{}/../shared/vectors/{name}.ndjson", env!("CARGO_MANIFEST_DIR"));
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(
            text.lines()
                .filter(|line| !line.is_empty())
                .map(|line| serde_json::from_str(line).expect(line))
                .collect(),
        ),
        Err(_) => {
            eprintln!("skipped: {name} vectors are not on this machine");
            None
        }
    }
}
