//! From a page's tree to HTML: the entry, what rendering needs to know, and what it finds on the way.
//!
//! Rendering is a pure walk: files, colours of code and Markdown in strings are asked through
//! [`Lookups`]; links, images, warnings and used features are collected in [`Found`]. How a node looks is
//! in `node`, an element in `element`, a component in `component`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::config::look::IconLibrary;
use crate::diagnostic::{Diagnostic, Location, push_limited};
use crate::page::ast::Node;
use crate::page::bind::origins::Origins;
use crate::page::description::parse_description;
use crate::source::svg::Ink;
use crate::text::{Addresses, Slug, SourcePath, SourceText, Span};

use super::code::CodeLabels;
use super::code::palette::Palette;
use super::code::tokens::Tokens;
use super::escape::{Html, Writer};
use super::footnote::{self, Footnotes};
use super::heading;
use super::labels::{self, Labels};
use super::link::{Link, Resource, Target, localized, resolve_link, resolve_resource, without_base};
use super::node;
use super::playground::{self, PlaygroundTexts};

/// Deeper than any page; below it nothing is rendered, so that no input exhausts the stack.
const MAX_DEPTH: u32 = 120;

/// What rendering asks about the world outside the page.
pub trait Lookups {
    /// The coloured tokens of some code.
    fn tokens(&self, language: &str, code: &str) -> Arc<Tokens>;
    /// Width and height of an image in the project, in pixels.
    fn image_size(&self, path: &SourcePath) -> Option<(u32, u32)>;
    /// Whether an SVG file of the project is drawn in the colour of the text.
    fn svg_ink(&self, _path: &SourcePath) -> Ink {
        Ink::Own
    }
    /// Where names of icons are looked up (`icons.library`).
    fn icon_library(&self) -> IconLibrary {
        IconLibrary::default()
    }
    /// True when the project has this file.
    fn file_exists(&self, path: &SourcePath) -> bool;
    /// Whether the site has something at a path, without leading slash and as readers reach it.
    fn leads(&self, _path: &str) -> bool {
        false
    }
    /// The colours in a theme file of the project; `None` when it is not there or not a theme.
    fn code_theme(&self, _path: &SourcePath) -> Option<Palette> {
        None
    }
    /// The tokens of code in a language that only the project knows; `None` when it does not.
    fn custom_tokens(&self, _language: &str, _code: &str) -> Option<Tokens> {
        None
    }
    /// Markdown that stands in a string: titles, captions.
    fn markdown(&self, source: &str) -> Vec<Node>;
    /// The page that a link of an API description means, without its `#`; `None` when there is none.
    fn described_page(&self, _link: &str) -> Option<Slug> {
        None
    }
    /// The page in the language of this one that stands for the page at a path from the root, where links are meant so.
    fn localized_page(&self, _path: &str) -> Option<Slug> {
        None
    }
    /// Markdown of an API description.
    fn description(&self, source: &str) -> Vec<Node> {
        let mut nodes = parse_description(source);
        nodes.iter_mut().for_each(Node::displace);
        nodes
    }
}

/// Whether headings get the link that shows on hover. Pages in `custom` and `frame` mode have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeadingAnchors {
    #[default]
    Shown,
    Hidden,
}

/// What an `href` written in `page` leads to, and how it is written when it means the same page in another language.
pub fn link_of<'h>(
    href: &'h str,
    page: &Slug,
    addresses: &Addresses,
    lookups: &dyn Lookups,
) -> (Cow<'h, str>, Link) {
    let bare = without_base(href, addresses, &|path| lookups.leads(path));
    let meant = localized(&bare, &|path| lookups.localized_page(path));
    let link = resolve_link(&meant, page, addresses, &|path| lookups.file_exists(path));
    // Checks know of the base path, and the author of what is written.
    let written = if meant == bare { Cow::Borrowed(href) } else { Cow::Owned(meant.into_owned()) };
    (written, link)
}

/// One page being rendered.
pub struct Render<'a> {
    /// How addresses are written.
    pub addresses: &'a Addresses,
    /// The page, for relative links.
    pub page: &'a Slug,
    /// Its text, for places in diagnostics.
    pub source: &'a SourceText,
    /// Where what stands in snippets comes from.
    pub origins: Option<&'a Origins>,
    /// Everything outside the page.
    pub lookups: &'a dyn Lookups,
    /// Interface texts in the page's language.
    pub labels: &'a Labels,
    /// The same for the controls of code blocks.
    pub code_labels: CodeLabels,
    /// The same for the form of the playground.
    pub playground: &'a PlaygroundTexts,
    /// Whether headings get their link.
    pub anchors: HeadingAnchors,
    /// What was found so far.
    pub found: Found,
    pub(super) state: State,
}

/// What rendering a page brings to light.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Problems, in document order.
    pub diagnostics: Vec<Diagnostic>,
    /// Every link, in document order.
    pub links: Vec<FoundLink>,
    /// Every image, video, frame and script, in document order.
    pub resources: Vec<FoundResource>,
    /// Taken out of the flow, for the right column.
    pub aside: Aside,
    /// What the page uses, so that only the scripts and styles it needs are loaded.
    pub features: BTreeSet<Feature>,
    /// Titles of the page's views, without repeats.
    pub views: Vec<String>,
}

/// A link as written and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLink {
    /// As written.
    pub href: String,
    /// What it points at.
    pub target: Target,
    /// Where it stands.
    pub span: Span,
}

/// A file that the page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundResource {
    /// As written.
    pub src: String,
    /// The project file, when it is one.
    pub path: Option<SourcePath>,
    /// An image's text alternative; `None` when the author gave none.
    pub alt: Option<String>,
    pub kind: ResourceKind,
    /// Where it stands.
    pub span: Span,
}

/// What a resource is shown as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ResourceKind {
    Image,
    /// Video, audio, tracks.
    Media,
    /// Frames, objects, scripts.
    Embedded,
}

/// The right column that a page fills itself (CMP-16, CMP-17). One of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aside {
    pub panel: Option<Html>,
    pub request: Option<Html>,
    pub response: Option<Html>,
}

impl Aside {
    /// True when the page leaves the column to the table of contents.
    pub fn is_empty(&self) -> bool {
        self.panel.is_none() && self.request.is_none() && self.response.is_none()
    }

    /// All of it, from top to bottom.
    pub fn html(&self) -> Html {
        Html::joined([&self.panel, &self.request, &self.response].into_iter().flatten())
    }
}

/// Something that needs a script or a style sheet of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Feature {
    Accordion,
    /// What stands beside the text.
    Aside,
    /// The line that names an operation.
    Api,
    /// A schema that has a file of its own.
    ApiPart,
    Badge,
    Code,
    CodeGroup,
    /// Code whose lines are numbered, so that links may name them.
    CodeLines,
    /// Lines or words of code that are marked, numbered or folded away.
    CodeMarks,
    CodeTheme,
    Color,
    Field,
    /// A component that runs in the browser.
    Island,
    Math,
    /// A formula with rows and columns.
    MathTable,
    Mermaid,
    /// A picture with buttons.
    Picture,
    Prompt,
    Tabs,
    /// A table whose head stays.
    TallTable,
    Tile,
    Tooltip,
    Tree,
    Update,
    View,
}

/// Whether the author was told about something already: once a page is enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Told {
    #[default]
    No,
    Yes,
}

/// Where the walk is, and what it must remember.
#[derive(Debug, Default)]
pub(super) struct State {
    depth: u32,
    /// Inside a link or a title: links become their text, images do not zoom.
    pub in_link: bool,
    /// Inside the panel: examples stay where they are.
    pub in_panel: bool,
    /// Inside the head of a table that is written as elements, and what heads of its row are heads of.
    pub in_table_head: bool,
    pub th_scope: Option<&'static str>,
    pub image_count: usize,
    /// Ids on the page: aliases must not repeat them.
    pub ids: BTreeSet<String>,
    /// Elements of made samples that are not seen at first.
    pub unseen: usize,
    /// Used GitHub-style ids with the number of their repeats.
    pub aliases: BTreeMap<String, u32>,
    /// The id of the last heading; empty before the first one.
    pub section: String,
    pub footnotes: Footnotes,
    /// Titles of accordions, with whether their repeat has been told.
    pub accordion_titles: BTreeMap<String, Told>,
    /// Repeated titles of views that have been told.
    pub repeated_views: BTreeSet<String>,
    /// What the author was told about icons.
    pub icons_told: BTreeSet<String>,
    fresh: BTreeMap<&'static str, u32>,
    /// The last number behind an id that was there before.
    numbers: BTreeMap<String, u32>,
}

/// Renders nodes as the body of a page: the blocks, then the footnotes that they refer to.
///
/// `cx` may be used for several calls; ids and numbers go on.
pub fn render_nodes(nodes: &[Node], cx: &mut Render<'_>) -> Html {
    heading::collect_ids(nodes, &mut cx.state.ids);
    footnote::collect(nodes, &mut cx.state.footnotes);
    let mut out = Writer::in_room();
    for node in nodes {
        let before = out.len();
        cx.node(&mut out, node);
        if out.len() > before && node::is_block(node) {
            out.newline();
        }
    }
    footnote::section(&mut out, cx);
    out.take()
}

impl<'a> Render<'a> {
    /// A page with English interface texts.
    pub fn new(
        addresses: &'a Addresses,
        page: &'a Slug,
        source: &'a SourceText,
        lookups: &'a dyn Lookups,
    ) -> Self {
        Self {
            addresses,
            page,
            source,
            origins: None,
            lookups,
            labels: &labels::ENGLISH,
            code_labels: CodeLabels::default(),
            playground: &playground::ENGLISH,
            anchors: HeadingAnchors::Shown,
            found: Found::default(),
            state: State::default(),
        }
    }

    /// Renders nodes where block content may stand.
    pub(super) fn nodes(&mut self, out: &mut Writer, nodes: &[Node]) {
        for node in nodes {
            self.node(out, node);
        }
    }

    pub(super) fn node(&mut self, out: &mut Writer, node: &Node) {
        if self.state.depth >= MAX_DEPTH {
            return;
        }
        self.state.depth += 1;
        node::render(out, node, self);
        self.state.depth -= 1;
    }

    /// True while a block of the page itself is rendered, not one inside another.
    pub(super) fn is_outermost(&self) -> bool {
        self.state.depth == 1
    }

    /// Renders nodes where only inline content may stand: paragraphs lose their element.
    pub(super) fn inline(&mut self, out: &mut Writer, nodes: &[Node]) {
        let mut after_paragraph = false;
        for node in nodes {
            if node.kind == crate::page::ast::NodeKind::Paragraph {
                if after_paragraph {
                    out.void("br");
                }
                self.inline(out, &node.children);
                after_paragraph = true;
            } else {
                self.node(out, node);
            }
        }
    }

    /// Renders nodes into a piece of their own.
    pub(super) fn piece(&mut self, nodes: &[Node]) -> Html {
        let mut out = Writer::new();
        self.nodes(&mut out, nodes);
        out.finish()
    }

    /// Remembers the links and media of nodes that another form of the page shows. Which places that form of other pages
    /// has is not known, so links lead to pages.
    pub(super) fn remember_links(&mut self, nodes: &[Node]) {
        let apart = State { depth: self.state.depth, ..State::default() };
        let (found, state) = (std::mem::take(&mut self.found), std::mem::replace(&mut self.state, apart));
        self.piece(nodes);
        let inside = std::mem::replace(&mut self.found, found);
        self.state = state;
        let page_of = |link: FoundLink| {
            let href = link.href.split('#').next().unwrap_or_default().to_owned();
            (!href.is_empty()).then_some(FoundLink { href, ..link })
        };
        self.found.links.extend(inside.links.into_iter().filter_map(page_of));
        self.found.resources.extend(inside.resources);
    }

    /// Runs `render` as the content of a link or title.
    pub(super) fn within_link<T>(&mut self, render: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.state.in_link, true);
        let result = render(self);
        self.state.in_link = outer;
        result
    }

    /// Resolves a link and remembers it.
    pub(super) fn link(&mut self, href: &str, span: Span) -> Link {
        let (meant, link) = link_of(href, self.page, self.addresses, self.lookups);
        self.found.links.push(FoundLink { href: meant.into_owned(), target: link.target.clone(), span });
        link
    }

    /// Resolves a resource and remembers it.
    pub(super) fn resource(
        &mut self,
        src: &str,
        kind: ResourceKind,
        alt: Option<&str>,
        span: Span,
    ) -> Resource {
        let lookups = self.lookups;
        let resource = resolve_resource(src, self.page, self.addresses, &|path| lookups.file_exists(path));
        self.found.resources.push(FoundResource {
            src: src.to_owned(),
            path: resource.path.clone(),
            alt: alt.map(str::to_owned),
            kind,
            span,
        });
        resource
    }

    /// Remembers that the page uses something.
    pub(super) fn uses(&mut self, feature: Feature) {
        self.found.features.insert(feature);
    }

    /// Adds a warning at a place of the page.
    pub(super) fn warn(&mut self, code: &'static str, message: String, hint: String, span: Span) {
        let (source, origins) = (self.source, self.origins);
        push_limited(&mut self.found.diagnostics, || {
            let location = match origins {
                Some(origins) => origins.locate(source, span),
                None => Location::at(source, span),
            };
            Diagnostic::warning(code, message).located(location).hint(hint)
        });
    }

    /// An id that nothing else on the page has: `base`, `base-2`, `base-3` …
    pub(super) fn numbered_id(&mut self, base: String) -> String {
        if self.state.ids.insert(base.clone()) {
            return base;
        }
        let number = self.state.numbers.entry(base.clone()).or_insert(1);
        loop {
            *number += 1;
            let id = format!("{base}-{number}");
            if self.state.ids.insert(id.clone()) {
                return id;
            }
        }
    }

    /// An id that nothing else on the page has: `prefix-1`, `prefix-2` …
    pub(super) fn fresh_id(&mut self, prefix: &'static str) -> String {
        loop {
            let number = self.state.fresh.entry(prefix).or_default();
            *number += 1;
            let id = format!("{prefix}-{number}");
            if self.state.ids.insert(id.clone()) {
                return id;
            }
        }
    }
}
