//! Icons as authors write them: names of a library, files and URLs, inline SVG (CFG-21).
//!
//! An icon of a library is written into the page as it is, an `<svg>` of a few hundred bytes: a page needs no other
//! file for it, and gzip finds those that repeat. Only a sidebar, which is long and in every page of its section,
//! draws an icon once and refers to it where it repeats ([`Sheet`]): with 200 entries and 82 different icons of Font
//! Awesome that makes 96 KB of 169 KB (22 of 27 compressed).

use std::cell::RefCell;
use std::collections::HashMap;

use crate::config::look::IconLibrary;
use crate::config::navigation;
use crate::diagnostic::{Diagnostic, Location};
use crate::page::ast::{Element, Node, NodeKind, Value};
use crate::remote::is_remote;
use crate::source::svg::Ink;
use crate::text::{Addresses, Slug, SourcePath, SourceText, Span};

use super::element::style::safe_color;
use super::escape::{Html, UrlUse, Writer};
use super::render::{Lookups, Render, ResourceKind};

mod callout;
pub mod library;

pub(super) use callout::callout;
use library::{Answer, Drawing, Paint, Wanted};

/// An icon as an author writes it.
pub(super) struct Icon<'n> {
    pub value: &'n Value,
    /// Style and library, from the properties beside it.
    pub element: &'n Element,
    /// Colour, when the component passes it on.
    pub color: Option<String>,
    /// Size in pixels, when it is not the component's own.
    pub size: Option<String>,
    /// Classes that the author gives the icon itself.
    pub class: Option<String>,
    /// Name of the part for style sheets.
    pub part: Option<&'static str>,
    pub span: Span,
}

/// The icon property of an element; `None` when it has none.
pub(super) fn of<'n>(element: &'n Element, part: &'static str, span: Span) -> Option<Icon<'n>> {
    let value = element.prop("icon").filter(|value| value.truthy())?;
    Some(Icon { value, element, color: None, size: None, class: None, part: Some(part), span })
}

/// Writes an icon; nothing for a name that no library has.
pub(super) fn render(out: &mut Writer, icon: &Icon<'_>, cx: &mut Render<'_>) {
    let mut style = Vec::new();
    style.extend(icon.color.as_deref().and_then(safe_color).map(|color| format!("color:{color}")));
    style.extend(icon.size.as_deref().and_then(length).map(|size| format!("--icon-size:{size}")));
    let look = Look {
        class: icon.class.clone().or_else(|| icon.element.text_prop("iconClass")).unwrap_or_default(),
        part: icon.part,
        style: style.join(";"),
        label: label(icon.element).unwrap_or_default(),
    };
    let word = |text: &String| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let beside =
        |names: [&str; 2]| names.into_iter().find_map(|name| icon.element.text_prop(name).filter(word));
    match icon.value {
        Value::String(text) => {
            let (style, library) = (beside(["iconType", "style"]), beside(["iconLibrary", "library"]));
            written(out, &Written { text, style, library }, &look, icon.span, cx);
        }
        Value::Nodes(nodes) => framed(out, nodes, &look, cx),
        // `icon={{ name, style, library }}`: the form of the configuration.
        form @ Value::Object(_) => {
            let field = |key: &str| form.member(key).and_then(Value::as_text);
            let Some(name) = field("name") else { return };
            let form = Written { text: &name, style: field("style"), library: field("library") };
            written(out, &form, &look, icon.span, cx);
        }
        _ => {}
    }
}

/// An icon of the configuration or of a page's front matter, with what is wrong with it; problems are about `file`.
pub fn configured(
    icon: &navigation::Icon,
    file: &SourcePath,
    addresses: &Addresses,
    lookups: &dyn Lookups,
) -> (Option<Html>, Vec<Diagnostic>) {
    let source = SourceText::new(file.clone(), "");
    let home = Slug::new("index");
    let mut cx = Render::new(addresses, &home, &source, lookups);
    let form = Written { text: &icon.name, style: icon.style.clone(), library: icon.library.clone() };
    let mut out = Writer::new();
    written(&mut out, &form, &Look::default(), Span::default(), &mut cx);
    let html = out.finish();
    let mut problems = cx.found.diagnostics;
    let missing = cx.found.resources.into_iter().filter_map(|resource| resource.path);
    problems.extend(missing.filter(|path| !lookups.file_exists(path)).map(|path| {
        Diagnostic::warning("missing-image", format!("the icon `{path}` is not in the project"))
            .hint("check the path; it begins at the folder of the project")
    }));
    let problems = problems.into_iter().map(|problem| problem.located(Location::file(file))).collect();
    ((!html.is_empty()).then_some(html), problems)
}

/// The logo of a company or product that the frame around pages shows by itself.
pub(super) fn logo(name: &str) -> Option<Html> {
    let mut out = Writer::new();
    draw(&mut out, &library::logo(name)?, &Look::default(), Share::Alone);
    Some(out.finish())
}

/// The picture of a platform that `footer.socials` names.
pub(super) fn social(platform: &str) -> Option<Html> {
    match platform {
        "x" | "twitter" => logo("x-twitter"),
        "website" => solid("earth-americas"),
        platform => logo(platform).or_else(|| solid(platform)),
    }
}

fn solid(name: &str) -> Option<Html> {
    let wanted = Wanted { library: IconLibrary::Fontawesome, name, style: None };
    let Answer::Known(drawing) = library::find(wanted) else { return None };
    let mut out = Writer::new();
    draw(&mut out, &drawing, &Look::default(), Share::Alone);
    Some(out.finish())
}

/// The icons of one sidebar: the second time that one is asked for it refers to the first.
pub struct Sheet<'a> {
    addresses: &'a Addresses,
    lookups: &'a dyn Lookups,
    drawn: RefCell<HashMap<(&'static str, &'static str), usize>>,
}

impl<'a> Sheet<'a> {
    pub fn new(addresses: &'a Addresses, lookups: &'a dyn Lookups) -> Self {
        Self { addresses, lookups, drawn: RefCell::default() }
    }

    /// An icon; `None` when there is none of this name.
    pub fn icon(&self, icon: &navigation::Icon) -> Option<Html> {
        let Shape::Name = shape(&icon.name) else {
            return configured(icon, &SourcePath::new(""), self.addresses, self.lookups).0;
        };
        let library = icon.library.as_deref().and_then(named).unwrap_or_else(|| self.lookups.icon_library());
        let wanted = Wanted { library, name: &icon.name, style: icon.style.as_deref() };
        let drawing = library::find(wanted).drawing()?;
        let mut drawn = self.drawn.borrow_mut();
        let (next, mut out) = (drawn.len() + 1, Writer::new());
        let share = match drawn.get(&(drawing.size, drawing.markup)) {
            Some(number) => Share::Again(*number),
            None => Share::First(next),
        };
        drawn.entry((drawing.size, drawing.markup)).or_insert(next);
        draw(&mut out, &drawing, &Look::default(), share);
        Some(out.finish())
    }
}

/// Whether a drawing stands once or many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Share {
    Alone,
    /// The first of many, under this number.
    First(usize),
    /// Another one like it.
    Again(usize),
}

/// Attributes of an icon.
#[derive(Default)]
struct Look {
    class: String,
    part: Option<&'static str>,
    style: String,
    /// What it says; empty: it says nothing beyond the words beside it.
    label: String,
}

/// The name of an `<Icon>`. What other components call so is no name of their icons.
fn label(element: &Element) -> Option<String> {
    let names = ["label", "aria-label"].into_iter().filter(|_| element.name == "Icon");
    names.filter_map(|name| element.text_prop(name)).find(|label| !label.trim().is_empty())
}

impl Look {
    /// Opens the icon's element.
    fn open<'w>(&self, out: &'w mut Writer, element: &'static str, more: &str) -> &'w mut Writer {
        self.attributes(out.open(element), more, &self.style)
    }

    fn attributes<'w>(&self, out: &'w mut Writer, more: &str, style: &str) -> &'w mut Writer {
        let classes: Vec<&str> = ["icon", more, &self.class].into_iter().filter(|c| !c.is_empty()).collect();
        out.attr("class", &classes.join(" ")).opt_attr("data-component-part", self.part);
        out.opt_attr("style", (!style.is_empty()).then_some(style));
        match self.label.as_str() {
            "" => out.attr("aria-hidden", "true"),
            label => out.attr("role", "img").attr("aria-label", label),
        }
    }
}

/// The text form of an icon, with what stands beside it.
struct Written<'a> {
    text: &'a str,
    style: Option<String>,
    library: Option<String>,
}

fn written(out: &mut Writer, icon: &Written<'_>, look: &Look, span: Span, cx: &mut Render<'_>) {
    match shape(icon.text) {
        Shape::Nothing => {}
        Shape::Svg => {
            let nodes = cx.lookups.markdown(icon.text.trim().trim_start_matches('{').trim_end_matches('}'));
            framed(out, nodes.iter().find_map(svg).map(std::slice::from_ref).unwrap_or_default(), look, cx);
        }
        Shape::File => file(out, icon.text.trim(), look, span, cx),
        Shape::Name => name(out, icon, look, span, cx),
    }
}

fn name(out: &mut Writer, icon: &Written<'_>, look: &Look, span: Span, cx: &mut Render<'_>) {
    let library = icon.library.as_deref().and_then(named).unwrap_or_else(|| cx.lookups.icon_library());
    let name = icon.text.trim();
    match library::find(Wanted { library, name, style: icon.style.as_deref() }) {
        Answer::Known(drawing) => draw(out, &drawing, look, Share::Alone),
        Answer::Instead(drawing, instead) => {
            draw(out, &drawing, look, Share::Alone);
            let style = icon.style.as_deref().map(|style| format!(" in the style `{style}`"));
            let message = format!(
                "the icon `{name}`{} is not among the free ones of Font Awesome, so {instead}",
                style.unwrap_or_default()
            );
            let hint = "Font Awesome Pro cannot be part of a free program; an SVG file of the project works";
            tell(cx, PRO_ICON, message, hint.to_owned(), span);
        }
        Answer::Borrowed(drawing, shown, hint) => {
            draw(out, &drawing, look, Share::Alone);
            unknown(cx, name, library, &format!("{shown} is shown"), hint, span);
        }
        Answer::Unknown(hint) => unknown(cx, name, library, "none is shown", hint, span),
    }
}

fn unknown(
    cx: &mut Render<'_>,
    name: &str,
    library: IconLibrary,
    so: &str,
    hint: Option<String>,
    span: Span,
) {
    // It may be one of the thousands of Pro, whose names come and go.
    let place = match library {
        IconLibrary::Fontawesome => "among the free ones of Font Awesome",
        IconLibrary::Lucide => "in the library `lucide`",
        IconLibrary::Tabler => "in the library `tabler`",
    };
    let message = format!("there is no icon `{name}` {place}, so {so}");
    let hint = hint.unwrap_or_else(|| "a path or URL of an SVG works, too".to_owned());
    tell(cx, UNKNOWN_ICON, message, hint, span);
}

/// Code of the warning that is told once in a build.
pub const PRO_ICON: &str = "pro-icon";

/// Code of the warning that is told once for each name.
pub const UNKNOWN_ICON: &str = "unknown-icon";

/// Warns once about each icon of a page.
fn tell(cx: &mut Render<'_>, code: &'static str, message: String, hint: String, span: Span) {
    if cx.state.icons_told.insert(message.clone()) {
        cx.warn(code, message, hint, span);
    }
}

/// A project file or an address. A drawing in black, white or the colour of the text follows the text, as a mask.
fn file(out: &mut Writer, text: &str, look: &Look, span: Span, cx: &mut Render<'_>) {
    let resource = cx.resource(text, ResourceKind::Image, Some(""), span);
    let ink = resource.path.as_ref().map_or(Ink::Own, |path| cx.lookups.svg_ink(path));
    match ink {
        Ink::Text if is_plain(&resource.url) => {
            let url = &resource.url;
            let mask = format!(
                "mask-image:url({url}){}{}",
                if look.style.is_empty() { "" } else { ";" },
                look.style
            );
            look.attributes(out.open("svg"), "icon-mask", &mask).close("svg");
        }
        _ => {
            out.void("img");
            out.url_attr("src", &resource.url, UrlUse::Image).attr("alt", &look.label);
            look.attributes(out, "", &look.style);
        }
    }
}

/// Whether an address may stand in a style sheet as it is.
fn is_plain(url: &str) -> bool {
    url.chars().all(|c| {
        c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '-' | '_' | '~' | '%' | '@' | '?' | '=')
    })
}

/// SVG of the author's. Above the title of a card there is room for a word mark in the size that it was drawn in.
fn framed(out: &mut Writer, nodes: &[Node], look: &Look, cx: &mut Render<'_>) {
    if nodes.is_empty() {
        return;
    }
    let has_size = |node: &Node| node.element().is_some_and(|svg| svg.prop("width").is_some());
    let keeps_size = look.part == Some("card-icon") && nodes.iter().any(has_size);
    let separator = if keeps_size && !look.style.is_empty() { ";" } else { "" };
    let size = if keeps_size { "--icon-size:auto" } else { "" };
    look.attributes(out.open("span"), "", &format!("{}{separator}{size}", look.style));
    cx.within_link(|cx| cx.inline(out, nodes));
    out.close("span");
}

fn draw(out: &mut Writer, drawing: &Drawing, look: &Look, share: Share) {
    let paint = match drawing.paint {
        Paint::Fill => "",
        Paint::Line => "icon-line",
    };
    look.open(out, "svg", paint).attr("viewBox", &format!("0 0 {}", drawing.size));
    match share {
        Share::Alone => {
            out.raw(&Html::trusted(drawing.markup));
        }
        Share::First(number) => {
            out.open("g").attr("id", &format!("_i{number}")).raw(&Html::trusted(drawing.markup)).close("g");
        }
        Share::Again(number) => {
            out.open("use").attr("href", &format!("#_i{number}")).close("use");
        }
    }
    out.close("svg");
}

fn svg(node: &Node) -> Option<&Node> {
    match &node.kind {
        NodeKind::Element(element) if element.name == "svg" => Some(node),
        _ => node.children.iter().find_map(svg),
    }
}

/// The library that an author names.
fn named(library: &str) -> Option<IconLibrary> {
    match library.trim().to_ascii_lowercase().as_str() {
        "fontawesome" | "font-awesome" => Some(IconLibrary::Fontawesome),
        "lucide" => Some(IconLibrary::Lucide),
        "tabler" => Some(IconLibrary::Tabler),
        _ => None,
    }
}

/// What the text of an icon is.
enum Shape {
    Nothing,
    Svg,
    File,
    Name,
}

fn shape(text: &str) -> Shape {
    let text = text.trim();
    if text.is_empty() {
        Shape::Nothing
    } else if text.trim_start_matches(['{', ' ', '\n']).starts_with("<svg") {
        Shape::Svg
    } else if is_file(text) {
        Shape::File
    } else {
        Shape::Name
    }
}

/// A path or URL, as opposed to a name of the library.
fn is_file(name: &str) -> bool {
    const EXTENSIONS: &[&str] = &["svg", "png", "jpg", "jpeg", "gif", "webp", "avif", "ico"];
    let path = name.split(['?', '#']).next().unwrap_or(name);
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    is_remote(name)
        || name.starts_with(['/', '.'])
        || name.starts_with("data:")
        || EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// A size as CSS: a bare number means pixels.
fn length(text: &str) -> Option<String> {
    let text = text.trim();
    if text.parse::<f64>().is_ok_and(|number| number.is_finite() && number >= 0.0) {
        return Some(format!("{text}px"));
    }
    (text.len() <= 20 && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '%')))
        .then(|| text.to_owned())
        .filter(|text| text.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
}
