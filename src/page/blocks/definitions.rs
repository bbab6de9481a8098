//! What a page defines for all of its chunks: `[id]: address` and footnotes.

use super::super::markdown::{Definitions, LinkDefinition, parse_definition};
use super::{Event, is_drawn};
use crate::text::SourceText;

/// The definitions in the chunks of a page.
pub(super) fn definitions(source: &SourceText, events: &[Event]) -> Definitions {
    let mut found = Definitions::default();
    for event in events {
        let Event::Markdown(span, _) = event else { continue };
        let chunk = &source.text[span.start as usize..span.end as usize];
        if !chunk.contains("]:") {
            continue;
        }
        let (mut offset, mut defined, mut in_paragraph) = (0, 0, false);
        for line in chunk.split_inclusive('\n') {
            let trimmed = line.trim_start();
            let start = offset + line.len() - trimmed.len();
            offset += line.len();
            if start < defined {
                continue;
            }
            let label = trimmed.strip_prefix('[').and_then(|rest| Some(rest.split_once("]:")?.0));
            if let Some(footnote) = label.and_then(|label| label.strip_prefix('^')) {
                found.add_footnote(footnote);
                in_paragraph = false;
                continue;
            }
            // A definition cannot break into a paragraph: in a list of keys, `[7]: quit` is text.
            if label.is_some()
                && !in_paragraph
                && let Some((link, length)) = link_definition(&chunk[start..])
            {
                found.add(link);
                defined = start + length;
                continue;
            }
            in_paragraph = may_be_paragraph(trimmed.trim_end());
        }
    }
    found
}

/// Whether a line goes on in the next one: no rule or underline, and nothing that is a block of its own.
fn may_be_paragraph(line: &str) -> bool {
    !is_drawn(line) && !["#", "<", "{", "```", "~~~", ":::", "$$"].iter().any(|start| line.starts_with(start))
}

/// The definition at the start of `text`, and how long it is: the address and the title may stand on the next two lines.
fn link_definition(text: &str) -> Option<(LinkDefinition, usize)> {
    let mut ends = text.match_indices('\n').map(|(at, _)| at).chain([text.len()]).take(3).collect::<Vec<_>>();
    ends.reverse();
    ends.into_iter().find_map(|end| {
        let text = text[..end].trim_end();
        Some((parse_definition(text)?, text.len()))
    })
}
