//! The terms of a glossary, and where a page has them (MDX-14).
//!
//! A glossary is Markdown: each heading is a term, and the paragraph below it says what it means. Lines as
//! `*[HTML]: Hyper Text Markup Language`, which other tools know as abbreviations, are read as such headings. The first
//! place of each term on a page becomes a word with an explanation.

use std::collections::{BTreeMap, BTreeSet};

use super::ast::{Attribute, AttributeValue, Element, Node, NodeKind, Value};
use super::outline::{HeadingIds, outline};
use crate::text::Span;

/// What a term becomes on a page.
pub const TERM: &str = "GlossaryTerm";

/// What is explained.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Term {
    /// What it is called; the first one is its name.
    pub names: Vec<String>,
    pub definition: String,
    /// Of its heading.
    pub id: Option<String>,
}

/// All terms, and how they are found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glossary {
    pub terms: Vec<Term>,
    /// The address of its page, from the root; with the ids of its headings when these are known.
    pub page: Option<String>,
    pub has_ids: bool,
    /// Numbers of terms and of their names by the first word, the longest name first.
    by_word: BTreeMap<String, Vec<(usize, usize)>>,
}

impl Glossary {
    pub fn new(terms: Vec<Term>, page: Option<String>, has_ids: bool) -> Self {
        let mut by_word: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
        for (number, term) in terms.iter().enumerate() {
            for (name, text) in term.names.iter().enumerate() {
                by_word.entry(first_word(text)).or_default().push((number, name));
            }
        }
        let length = |(term, name): &(usize, usize)| {
            terms.get(*term).and_then(|term| term.names.get(*name)).map_or(0, String::len)
        };
        by_word.values_mut().for_each(|found| found.sort_by_key(|one| std::cmp::Reverse(length(one))));
        Self { terms, page, has_ids, by_word }
    }

    /// The term with this name.
    pub fn find(&self, name: &str) -> Option<&Term> {
        self.terms.iter().find(|term| term.names.first().is_some_and(|own| own == name))
    }

    /// Where the page explains a term.
    fn link(&self, term: &Term) -> Option<String> {
        let page = self.page.as_ref()?;
        Some(match term.id.as_ref().filter(|_| self.has_ids) {
            Some(id) => format!("{page}#{id}"),
            None => page.clone(),
        })
    }
}

/// Whether a text has a line that explains an abbreviation.
pub fn has_abbreviations(text: &str) -> bool {
    text.lines().any(|line| abbreviation(line.trim()).is_some())
}

/// `*[HTML]: Hyper Text Markup Language`
fn abbreviation(line: &str) -> Option<(&str, &str)> {
    let (name, definition) = line.strip_prefix("*[")?.split_once("]:")?;
    let (name, definition) = (name.trim(), definition.trim());
    (!name.is_empty() && !definition.is_empty()).then_some((name, definition))
}

/// Makes headings and paragraphs of paragraphs whose lines explain abbreviations.
pub fn spread(nodes: &mut Vec<Node>) {
    for node in std::mem::take(nodes) {
        let text = if node.kind == NodeKind::Paragraph { node.plain_text() } else { String::new() };
        if text.lines().next().is_none_or(|line| abbreviation(line.trim()).is_none()) {
            nodes.push(node);
            continue;
        }
        let mut found: Vec<(String, String)> = Vec::new();
        for line in text.lines().map(str::trim) {
            match (abbreviation(line), found.last_mut()) {
                (Some((name, definition)), _) => found.push((name.to_owned(), definition.to_owned())),
                (None, Some((_, definition))) => *definition = format!("{definition} {line}"),
                (None, None) => {}
            }
        }
        nodes.extend(found.into_iter().flat_map(|(name, definition)| {
            entry(
                &name,
                vec![Node::new(NodeKind::Paragraph, node.span, vec![Node::text(definition, node.span)])],
                node.span,
            )
        }));
    }
}

/// A glossary of its own, in the order of the alphabet; `read` gives the nodes of a definition.
pub fn listed(terms: &BTreeMap<String, String>, read: &dyn Fn(&str) -> Vec<Node>) -> Vec<Node> {
    let mut terms: Vec<(&String, &String)> = terms.iter().collect();
    terms.sort_by_key(|(name, _)| name.to_lowercase());
    terms.into_iter().flat_map(|(name, definition)| entry(name, read(definition), Span::default())).collect()
}

fn entry(name: &str, definition: Vec<Node>, span: Span) -> Vec<Node> {
    let heading = NodeKind::Heading { level: 2, id: None };
    let mut nodes = vec![Node::new(heading, span, vec![Node::text(name, span)])];
    nodes.extend(definition);
    nodes
}

/// The terms of a glossary's nodes, which are spread: what a heading says in parentheses at its end is another name.
pub fn terms(nodes: &[Node]) -> Vec<Term> {
    let mut nodes = nodes.to_vec();
    outline(&mut nodes, HeadingIds::Given);
    let mut terms: Vec<Term> = Vec::new();
    let mut open: Option<Term> = None;
    for node in &nodes {
        match &node.kind {
            NodeKind::Heading { level, id } if *level > 1 => {
                open = Some(Term {
                    names: names(&node.plain_text()),
                    definition: String::new(),
                    id: id.clone(),
                });
            }
            NodeKind::Paragraph => {
                if let Some(term) = open.take() {
                    let definition = node.plain_text().split_whitespace().collect::<Vec<_>>().join(" ");
                    terms.push(Term { definition, ..term });
                }
            }
            _ => {}
        }
    }
    terms.retain(|term| !term.names.is_empty() && !term.definition.is_empty());
    terms
}

fn names(heading: &str) -> Vec<String> {
    let heading = heading.trim();
    let other = heading.strip_suffix(')').and_then(|heading| heading.rsplit_once('('));
    let names = match other {
        Some((name, other)) => vec![name.trim(), other.trim()],
        None => vec![heading],
    };
    names.into_iter().filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Marks the first place of each term with its explanation; the names of those that were found.
pub fn mark(nodes: &mut Vec<Node>, glossary: &Glossary, more: &str) -> Vec<String> {
    let mut marker = Marker { glossary, more, found: BTreeSet::new() };
    marker.nodes(nodes);
    let name = |number: usize| glossary.terms.get(number)?.names.first().cloned();
    marker.found.into_iter().filter_map(name).collect()
}

/// Elements whose words are names, links or none of the page's.
const LEFT_ALONE: &[&str] = &[
    "a",
    "Link",
    "Tooltip",
    TERM,
    "abbr",
    "button",
    "code",
    "pre",
    "kbd",
    "samp",
    "var",
    "script",
    "style",
    "svg",
    "option",
    "select",
    "textarea",
    "summary",
    "Card",
    "Tile",
    "Badge",
    "Icon",
    "Latex",
    "Mermaid",
    "CodeBlock",
    "CodeGroup",
    "Prompt",
    "Color",
    "Tree",
    "FileTree",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "th",
    "Heading",
    "docs-island",
];

struct Marker<'g> {
    glossary: &'g Glossary,
    /// What the link to the glossary says.
    more: &'g str,
    /// Numbers of the terms that the page has.
    found: BTreeSet<usize>,
}

impl Marker<'_> {
    fn nodes(&mut self, nodes: &mut Vec<Node>) {
        if self.found.len() == self.glossary.terms.len() {
            return;
        }
        let mut at = 0;
        while let Some(node) = nodes.get_mut(at) {
            let parts = match &node.kind {
                NodeKind::Text(text) => self.text(text, node.span),
                NodeKind::Heading { .. } | NodeKind::Link { .. } | NodeKind::TableRow { header: true } => {
                    None
                }
                NodeKind::Element(element)
                    if element.drawn || LEFT_ALONE.contains(&element.name.as_str()) =>
                {
                    None
                }
                _ => {
                    self.nodes(&mut node.children);
                    None
                }
            };
            let step = parts.as_ref().map_or(1, Vec::len);
            if let Some(parts) = parts {
                nodes.splice(at..=at, parts);
            }
            at += step;
        }
    }

    /// A text with its terms apart; `None` when it has no new one.
    fn text(&mut self, text: &str, span: Span) -> Option<Vec<Node>> {
        let mut parts = Vec::new();
        let (mut from, mut before) = (0, None);
        let mut places = text.char_indices();
        while let Some((at, c)) = places.next() {
            let begins = c.is_alphanumeric()
                && (is_unspaced(c) || before.is_none_or(|before| !is_letter(before) || is_unspaced(before)));
            let found = if begins { self.term_at(text, at) } else { None };
            before = Some(c);
            let Some((number, end)) = found else { continue };
            self.found.insert(number);
            if from < at {
                parts.push(Node::text(&text[from..at], span));
            }
            parts.push(self.explained(number, &text[at..end], span)?);
            from = end;
            before = text[..end].chars().next_back();
            while places.clone().next().is_some_and(|(next, _)| next < end) {
                places.next();
            }
        }
        if parts.is_empty() {
            return None;
        }
        if from < text.len() {
            parts.push(Node::text(&text[from..], span));
        }
        Some(parts)
    }

    /// The new term whose name begins there, and where it ends.
    fn term_at(&self, text: &str, at: usize) -> Option<(usize, usize)> {
        let rest = text.get(at..)?;
        let candidates = self.glossary.by_word.get(&first_word(rest))?;
        candidates.iter().filter(|(term, _)| !self.found.contains(term)).find_map(|(term, name)| {
            let name = self.glossary.terms.get(*term)?.names.get(*name)?;
            let length = length_of(rest, name)?;
            let ends = match (rest[..length].chars().next_back(), rest[length..].chars().next()) {
                (Some(last), Some(next)) => is_unspaced(last) || !is_letter(next) || is_unspaced(next),
                _ => true,
            };
            ends.then_some((*term, at + length))
        })
    }

    fn explained(&self, number: usize, word: &str, span: Span) -> Option<Node> {
        let term = self.glossary.terms.get(number)?;
        let attribute = |name: &'static str, value: String| Attribute {
            name: name.into(),
            value: AttributeValue::Value(Value::String(value)),
            span,
        };
        let mut attributes = vec![attribute("tip", term.definition.clone())];
        if let Some(link) = self.glossary.link(term) {
            attributes.push(attribute("cta", self.more.to_owned()));
            attributes.push(attribute("href", link));
        }
        let element = Element { name: TERM.into(), attributes, flow: false, id: None, drawn: false };
        Some(Node::new(NodeKind::Element(element), span, vec![Node::text(word, span)]))
    }
}

/// Scripts that put no space between words.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The first word in small letters; one letter where words are not parted.
fn first_word(text: &str) -> String {
    match text.chars().next() {
        Some(c) if is_unspaced(c) => c.to_string(),
        _ => text
            .chars()
            .take_while(|c| is_letter(*c) && !is_unspaced(*c))
            .flat_map(char::to_lowercase)
            .collect(),
    }
}

/// How much of the text is this name. Names with capitals inside (`API`, `OAuth`) are written so; others may begin a
/// sentence.
fn length_of(text: &str, name: &str) -> Option<usize> {
    let is_exact = name.split_whitespace().any(|word| word.chars().skip(1).any(char::is_uppercase));
    let mut rest = text.chars();
    for own in name.chars() {
        let other = rest.next()?;
        let is_same = own == other
            || own.is_whitespace() && other.is_whitespace()
            || !is_exact && own.to_lowercase().eq(other.to_lowercase());
        if !is_same {
            return None;
        }
    }
    Some(text.len() - rest.as_str().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::parse_fragment;

    fn marked(text: &str) -> (Vec<String>, Vec<String>) {
        let mut glossary = parse_fragment(
            "*[API]: A programming interface.\n*[access token]: What lets you\nin.\n\n## Workspace (project)\n\nWhere *work* is.\n\nMore.\n\n## 令牌\n\n一个。\n",
        );
        spread(&mut glossary);
        let glossary = Glossary::new(terms(&glossary), Some("/glossary".to_owned()), true);
        let mut nodes = parse_fragment(text);
        let found = mark(&mut nodes, &glossary, "Glossary");
        let mut words = Vec::new();
        fn collect(nodes: &[Node], words: &mut Vec<String>) {
            for node in nodes {
                match node.element() {
                    Some(element) if element.name == TERM => words.push(format!(
                        "{}: {} {}",
                        node.plain_text(),
                        element.text_prop("tip").unwrap_or_default(),
                        element.text_prop("href").unwrap_or_default()
                    )),
                    _ => collect(&node.children, words),
                }
            }
        }
        collect(&nodes, &mut words);
        (found, words)
    }

    #[test]
    fn mdx_14_the_first_place_of_a_term_is_explained() {
        let (found, words) = marked("The API of an Access\ntoken. The API again.\n");
        assert_eq!(found, ["API", "access token"]);
        let link = "A programming interface. /glossary#api";
        assert_eq!(
            words,
            [format!("API: {link}"), "Access\ntoken: What lets you in. /glossary#access-token".to_owned()]
        );
    }

    #[test]
    fn mdx_14_parts_of_words_and_other_writings_are_no_terms() {
        assert!(
            marked("APIs, api, tAPI, API_KEY, workspaces; `API` and [API](/a).\n\n## API\n").1.is_empty()
        );
        let (_, words) = marked("## API\n\n<Note>Each project has an **API**-key: 访问令牌。</Note>\n");
        assert_eq!(words.len(), 3, "{words:?}");
        assert!(words[0].starts_with("project: Where work is.") && words[2].starts_with("令牌"), "{words:?}");
    }
}
