//! How deep quotes, lists and footnotes of a chunk nest, counted before it is parsed: the parser's time grows with it.

use super::MAX_NESTING;
use crate::page::mask;

/// How deep the markers of quotes, list items and footnotes nest, in one line or from line to line.
pub fn nesting(chunk: &str) -> usize {
    // Columns of the markers that a line stands in, those of lines above included.
    let mut open: Vec<usize> = Vec::new();
    let mut deepest = 0;
    for line in chunk.lines() {
        let mut rest = line.trim_start();
        let first = open.partition_point(|column| *column < line.len() - rest.len());
        let mut is_container = false;
        while open.len() <= MAX_NESTING {
            let inside = if let Some(after) = rest.strip_prefix('>') {
                after.trim_start()
            } else if let Some((_, after)) = mask::list_marker(rest) {
                rest[after..].trim_start()
            } else if let Some((_, after)) = rest.strip_prefix("[^").and_then(|label| label.split_once("]:"))
            {
                // A footnote is a container, too.
                after.trim_start()
            } else {
                break;
            };
            if !is_container {
                open.truncate(first);
                is_container = true;
            }
            open.push(line.len() - rest.len());
            rest = inside;
        }
        deepest = deepest.max(open.len());
        if deepest > MAX_NESTING {
            break;
        }
    }
    deepest
}
