//! Front matter, headings, ids, lists and tables.

use std::collections::BTreeMap;

use super::Page;
use super::alternatives::opening;
use crate::diagnostic::Diagnostic;
use crate::page::Document;
use crate::page::ast::{Element, Node, NodeKind};
use crate::page::expression::{Module, ModuleItem};
use crate::page::heading::custom_id;
use crate::text::{SourcePath, Span};

/// Every page begins with a title and a description. Those that show an operation have both from there.
pub(super) fn front_matter(document: &Document, page: &mut Page<'_>) {
    let front = &document.front_matter;
    let is_elsewhere = ["openapi", "asyncapi", "openapi-schema", "url"];
    if is_elsewhere.iter().any(|name| front.text(name).is_some()) {
        return;
    }
    let missing = |name: &str| front.text(name).is_none_or(|text| text.trim().is_empty());
    let whole = |problem: Diagnostic| problem.in_file(&document.source.path);
    if missing("title") && is_for_assistants(&document.source.path) {
        let message = "these are instructions for assistants, and they are published as a page";
        let told = whole(Diagnostic::note("instructions-as-page", message));
        page.found.push(told.hint("a line with the name of the file in `.mintignore` leaves it out"));
        return;
    }
    if missing("title") {
        page.found.push(whole(Diagnostic::note("page-without-title", "this page has no `title`")).hint(
            "readers see one made from the file's name; say what the page is called in its front matter",
        ));
    }
    if missing("description") {
        page.found.push(
            whole(Diagnostic::note("page-without-description", "this page has no `description`")).hint(
                "one sentence in the front matter: it stands below the title and in lists of search engines",
            ),
        );
    }
}

/// Whether a file is one that assistants look for in a folder that they work in.
fn is_for_assistants(path: &SourcePath) -> bool {
    let name = path.as_str().rsplit('/').next().unwrap_or("");
    ["AGENTS.md", "CLAUDE.md", "GEMINI.md"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// The levels of headings in reading order.
pub(super) struct Outline {
    /// The level of the heading before; `None` behind what may hold others.
    last: Option<u8>,
    /// Components that the page imports or defines: what they show is not known here.
    own: Vec<String>,
    /// Whether the page says a title, which is its heading of the first level.
    has_title: bool,
}

impl Outline {
    /// Before the first heading.
    pub fn of(document: &Document) -> Self {
        // Such pages begin with nothing.
        let mode = document.front_matter.text("mode");
        let has_title = !matches!(mode.as_deref(), Some("custom" | "frame"))
            && document.front_matter.text("title").is_some();
        Self { last: Some(1), own: components(&document.module), has_title }
    }

    /// Headings that are not written in Markdown, and what may hold some that nobody sees from here.
    pub fn element(&mut self, element: &Element) {
        let level = |text: Option<String>| text.and_then(|text| text.trim_start_matches('h').parse().ok());
        match element.name.as_str() {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.last = level(Some(element.name.to_string())),
            "Heading" => self.last = level(element.text_prop("level")),
            // Titles of steps are headings when they are asked to be.
            "Steps" | "Step" if element.text_prop("titleSize").is_some_and(|size| size.starts_with('h')) => {
                self.last = level(element.text_prop("titleSize"));
            }
            "Snippet" => self.last = None,
            name if self.own.iter().any(|own| name.split('.').next() == Some(own)) => self.last = None,
            _ => {}
        }
    }

    /// Levels begin at 2 and none is left out on the way down.
    pub fn heading(&mut self, level: u8, span: Span, page: &mut Page<'_>) {
        let last = self.last.replace(level);
        if level == 1 && self.has_title {
            let problem = Diagnostic::note(
                "heading-level-1",
                "a heading of level 1 stands below the title of the page",
            );
            let text = page.written(span).trim_start_matches('#').trim_start();
            let hint = match text.starts_with("##") {
                true => "write one row of `#` before the words: remove the first one",
                false => "the title is the page's only heading of level 1: begin with `##`",
            };
            page.tell(problem.hint(hint), span);
        } else if let Some(last) = last.filter(|last| level > last + 1) {
            let problem = Diagnostic::note(
                "heading-level-skipped",
                format!("this heading is of level {level}, and the one before it of level {last}"),
            );
            let hint = match last {
                1 => "the first heading below the title is of level 2: `##`".to_owned(),
                last => format!("levels go down one by one: write `{}`", "#".repeat(usize::from(last) + 1)),
            };
            page.tell(problem.hint(hint), span);
        }
    }
}

/// Components whose `id` becomes that of what they show.
const WITH_ID: [&str; 9] =
    ["Accordion", "Heading", "Param", "ParamField", "ResponseField", "Step", "Tab", "Update", "View"];

/// Ids that the author gives, each in one place: a link leads to the first, and the others are never found. Those that
/// are made from texts get numbers where they would be the same.
pub(super) fn ids(document: &Document, page: &mut Page<'_>) {
    let own = components(&document.module);
    let mut known = BTreeMap::new();
    document.nodes.iter().for_each(|node| ids_below(node, &own, &mut known, page));
}

/// Parsing has bounded how deep nodes nest.
fn ids_below(node: &Node, own: &[String], known: &mut BTreeMap<String, u32>, page: &mut Page<'_>) {
    let id = match &node.kind {
        NodeKind::Heading { id: Some(id), .. } => Some((custom_id(id), first_line(node, page))),
        NodeKind::Element(element) => {
            let name = element.name.as_str();
            // What a drawing calls its parts leads nowhere.
            if name == "svg" {
                return;
            }
            let is_html = name.starts_with(|c: char| c.is_ascii_lowercase());
            let is_known = is_html || WITH_ID.contains(&name) && !own.iter().any(|own| own == name);
            let id = if is_known { element.text_prop("id") } else { None };
            id.map(|id| (id, opening(node, page)))
        }
        _ => None,
    };
    if let Some((id, span)) = id.filter(|(id, _)| !id.is_empty()) {
        let line = page.source.position(span.start).line;
        match known.get(&id) {
            Some(first) => {
                let problem = Diagnostic::note(
                    "duplicate-id",
                    format!("the id `{id}` stands on this page already, in line {first}"),
                );
                page.tell(problem.hint("links lead to the first one: give this one an id of its own"), span);
            }
            None => drop(known.insert(id, line)),
        }
    }
    node.children.iter().for_each(|child| ids_below(child, own, known, page));
}

/// Names that a page imports or defines.
fn components(module: &Module) -> Vec<String> {
    let imported = module.imports.iter().flat_map(|import| &import.names).map(|(_, local)| local.clone());
    let defined = module.items.iter().filter_map(|item| match item {
        ModuleItem::Function(name, _) | ModuleItem::Engine(name, _) => Some(name.clone()),
        ModuleItem::Variables(source) => {
            let name = source.trim_start_matches("export ").split_whitespace().nth(1)?;
            Some(name.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').next()?.to_owned())
        }
        _ => None,
    });
    imported.chain(defined).collect()
}

/// Words that steps begin with when nobody numbers them.
const FIRST: [&str; 2] = ["first", "firstly"];
const NEXT: [&str; 7] = ["second", "secondly", "third", "then", "next", "finally", "lastly"];

/// Words behind them in a list of reasons, which nobody follows step by step.
const ARGUED: [&str; 14] = [
    "the", "a", "an", "this", "that", "these", "those", "it", "its", "there", "they", "all", "each",
    "because",
];

fn is_argued(text: &str) -> bool {
    let behind = text.split_once(',').and_then(|(_, behind)| behind.split_whitespace().next());
    behind.is_some_and(|word| ARGUED.contains(&word))
}

/// Steps of a procedure are numbered, not dotted.
pub(super) fn list(node: &Node, page: &mut Page<'_>) {
    let texts: Vec<String> = node.children.iter().map(beginning).collect();
    let is_numbered = |text: &String| {
        let rest = text.strip_prefix("step ").unwrap_or(text);
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        // A version or a large number goes on behind the point.
        let ends = rest.get(digits..).is_some_and(|rest| rest.starts_with(". ") || rest.starts_with(") "));
        digits > 0 && digits < 3 && (rest.len() < text.len() || ends)
    };
    let numbered = texts.len() > 1 && texts.iter().all(is_numbered);
    let begins =
        |text: &String, words: &[&str]| text.split_once(',').is_some_and(|(word, _)| words.contains(&word));
    let is_told = texts.first().is_some_and(|text| begins(text, &FIRST))
        && texts.iter().skip(1).any(|text| begins(text, &NEXT))
        && !texts.iter().any(|text| is_argued(text));
    if numbered || is_told {
        let problem = Diagnostic::note("steps-not-numbered", "the steps of this procedure are not numbered");
        page.tell(
            problem.hint("begin its items with `1.`, `2.`, … or put them in `<Steps>`"),
            first_line(node, page),
        );
    }
}

/// The beginning of an item's text, in small letters.
fn beginning(item: &Node) -> String {
    let first = item.children.first().filter(|first| !matches!(first.kind, NodeKind::List { .. }));
    let text = first.map(Node::plain_text).unwrap_or_default();
    text.trim_start().chars().take(24).collect::<String>().to_lowercase()
}

/// The columns of a table have names.
pub(super) fn table(node: &Node, page: &mut Page<'_>) {
    let header = node.children.iter().find(|row| matches!(row.kind, NodeKind::TableRow { header: true }));
    let is_empty = |cell: &Node| cell.children.is_empty();
    if header.is_some_and(|row| !row.children.is_empty() && row.children.iter().all(is_empty)) {
        let problem = Diagnostic::note("table-without-header", "the columns of this table have no names");
        page.tell(
            problem.hint("fill its first line: it is read out with every cell"),
            first_line(node, page),
        );
    }
}

/// The first line of what a node covers.
fn first_line(node: &Node, page: &Page<'_>) -> Span {
    let length = page.written(node.span).lines().next().map_or(0, str::len);
    Span { start: node.span.start, end: node.span.start + length as u32 }
}
