//! Names of sections: from the labels above them, fit for a file name, each once.

use std::collections::BTreeSet;

use crate::hash::ContentHash;

/// The name of the section without any division above it.
const ROOT: &str = "main";

/// A name for the section below `labels` that is not `taken` yet; it is added there.
pub fn section_id(labels: &[&str], taken: &mut BTreeSet<String>) -> String {
    let base = match labels {
        [] => ROOT.to_owned(),
        labels => labels.iter().map(|label| file_part(label)).collect::<Vec<_>>().join("."),
    };
    // Deep trees could exceed what file systems take as a name.
    let base = if base.len() > 120 { ContentHash::of(base.as_bytes()).short() } else { base };
    let id = std::iter::once(base.clone())
        .chain((2u32..).map(|number| format!("{base}-{number}")))
        .find(|id| !taken.contains(id))
        .unwrap_or(base);
    taken.insert(id.clone());
    id
}

/// The label in lower case with runs of anything but ASCII letters and digits as `-`; a label with other
/// letters gets a short hash, so that two of them stay apart.
fn file_part(label: &str) -> String {
    let mut part = String::with_capacity(label.len());
    for c in label.chars() {
        if c.is_ascii_alphanumeric() {
            part.push(c.to_ascii_lowercase());
        } else if !part.is_empty() && !part.ends_with('-') {
            part.push('-');
        }
    }
    let part = part.trim_end_matches('-');
    let hash = || ContentHash::of(label.as_bytes()).short();
    match (part.is_empty(), label.is_ascii()) {
        (true, _) => hash(),
        (false, false) => format!("{part}-{}", hash()),
        (false, true) => part.to_owned(),
    }
}
