//! What a page defines for all its chunks: addresses of reference links, and footnotes.

use std::collections::{BTreeMap, BTreeSet};

/// Link reference and footnote definitions of a page: they apply to chunks that do not contain them.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    pub(super) links: Vec<LinkDefinition>,
    by_label: BTreeMap<String, usize>,
    pub(super) by_identifier: BTreeMap<String, usize>,
    footnotes: BTreeSet<String>,
}

/// `[label]: /url "title"`.
#[derive(Clone, Debug)]
pub struct LinkDefinition {
    /// The definition as written.
    pub line: String,
    /// The normalised label.
    pub identifier: String,
    /// Where it points.
    pub url: String,
    /// The title.
    pub title: Option<String>,
}

/// Whether a page defines labels that a chunk may refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    None,
    Some,
}

impl Definitions {
    /// Whether there are any.
    pub fn labels(&self) -> Labels {
        if self.links.is_empty() && self.footnotes.is_empty() { Labels::None } else { Labels::Some }
    }

    /// Adds what a definition defines.
    pub fn add(&mut self, link: LinkDefinition) {
        let label = link.line.trim_start_matches('[').split(']').next().map(normal_label);
        self.by_label.entry(label.unwrap_or_default()).or_insert(self.links.len());
        self.by_identifier.entry(link.identifier.clone()).or_insert(self.links.len());
        self.links.push(link);
    }

    /// Adds a footnote's label.
    pub fn add_footnote(&mut self, label: &str) {
        self.footnotes.insert(label.to_owned());
    }

    /// Is there a link definition for the text between two brackets?
    pub fn knows(&self, label: &str) -> bool {
        self.by_label.contains_key(&normal_label(label))
    }

    /// True when the page defines no link.
    pub fn has_no_links(&self) -> bool {
        self.links.is_empty()
    }

    /// The definitions that a chunk refers to, as Markdown to put behind it.
    pub(super) fn appendix(&self, chunk: &str) -> String {
        if !chunk.contains('[') || (self.links.is_empty() && self.footnotes.is_empty()) {
            return String::new();
        }
        // Labels that hold an escaped bracket are not taken apart: such a chunk gets all there is.
        if chunk.contains("\\]") && self.links.len() < 200 {
            return self.links.iter().map(|link| format!("\n\n{}", link.line)).collect();
        }
        let mut links: BTreeSet<&usize> = BTreeSet::new();
        let mut footnotes = BTreeSet::new();
        let mut open = None;
        for (at, byte) in chunk.bytes().enumerate() {
            match (byte, open) {
                (b'[', _) => open = Some(at + 1),
                (b']', Some(start)) if at - start < 1_000 => {
                    let label = &chunk[start..at];
                    match label.strip_prefix('^') {
                        Some(footnote) => footnotes.extend(self.footnotes.get(footnote)),
                        None => links.extend(self.by_label.get(&normal_label(label))),
                    }
                    open = None;
                }
                _ => {}
            }
        }
        let links = links
            .into_iter()
            .filter_map(|index| self.links.get(*index))
            .map(|link| format!("\n\n{}", link.line));
        links.chain(footnotes.into_iter().map(|label| format!("\n\n[^{label}]: x"))).collect()
    }
}

/// Makes a row of dashes right below a definition a rule.
///
/// No heading can end there: a definition leaves no text to underline. The crate takes the row for text, and panics
/// when an underline follows later. Only bytes of equal width change, so that no offset moves.
pub(super) fn draw_rules(text: &mut String) {
    if !text.contains("]:") {
        return;
    }
    let mut rules = Vec::new();
    let mut above: Vec<&str> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let is_row = content.len() >= 3 && content.bytes().all(|byte| byte == b'-');
        if is_row && ends_with_definition(&above) {
            rules.push(at..at + line.len());
        }
        above.push(content);
        at += line.len();
    }
    for range in rules {
        let rule = text[range.clone()].replace('-', "*");
        text.replace_range(range, &rule);
    }
}

/// Whether the last of these lines is a definition: it stands after a blank line or another one, as it cannot break
/// into a paragraph.
fn ends_with_definition(lines: &[&str]) -> bool {
    let is_definition = |line: &&&str| line.starts_with('[') && super::parse_definition(line).is_some();
    let defined = lines.iter().rev().take_while(is_definition).count();
    let before = lines.len().checked_sub(defined + 1).and_then(|at| lines.get(at));
    defined > 0 && before.is_none_or(|line| line.is_empty())
}

/// A label as labels are compared: blanks and case do not matter.
fn normal_label(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
