//! Elements: components of other generators as those of here, HTML as MDX wants it.

use super::Style;
use super::blocks::fence_marks;
use super::inline::Cx;
use crate::html::element::names::element_kind;
use crate::page::admonition::callout;
use crate::page::ast::{AttributeValue, Value};
use crate::page::jsx::{Tag, TagKind, is_void};

/// Attributes with addresses.
const ADDRESSES: &[&str] = &["href", "src", "to", "poster"];
/// What addresses of pictures end with that are shown in one scheme of colours, with the classes for it.
const SCHEMES: &[(&str, &str)] = &[
    ("#only-light", "block dark:hidden"),
    ("#only-dark", "hidden dark:block"),
    ("#gh-light-mode-only", "block dark:hidden"),
    ("#gh-dark-mode-only", "hidden dark:block"),
];
/// What Python's Markdown and Vue read for themselves.
const OF_GENERATORS: &[&str] = &["markdown", "v-pre", "v-if", "v-for", "v-else", "v-bind", "v-html"];

/// What stands for a tag; `None` leaves it to who asks: it is no element, but text.
pub(crate) fn converted(tag: &Tag, raw: &str, cx: &mut Cx<'_>) -> Option<String> {
    let name = tag.name.as_str();
    if tag.kind == TagKind::Close
        && let Some(at) = cx.open.iter().rposition(|(open, _)| open == name)
    {
        return Some(cx.open.remove(at).1);
    }
    if matches!(name, "LiteYouTubeEmbed" | "YouTube" | "YouTubeVideo")
        && let Some(id) = text(tag, "id").or_else(|| text(tag, "videoId")).filter(|id| !id.is_empty())
    {
        let title = attribute("title", &text(tag, "title").unwrap_or_else(|| "Video".to_owned()));
        let source = attribute("src", &format!("https://www.youtube.com/embed/{id}"));
        return Some(open(
            tag,
            format!("<iframe className=\"w-full aspect-video\"{source}{title} allowFullScreen>"),
            "</iframe>",
            cx,
        ));
    }
    let first = name.split('.').next().unwrap_or(name);
    if cx.strangers.contains(first) {
        return Some(String::new());
    }
    if let Some(opening) = component(tag, cx) {
        return Some(opening);
    }
    let is_html = element_kind(name).is_some() && name.chars().all(|c| !c.is_ascii_uppercase());
    match cx.style() {
        _ if is_html => Some(html(tag, raw, cx)),
        Style::Mdx => Some(html(tag, raw, cx)),
        Style::Astro if cx.is_mdx => Some(html(tag, raw, cx)),
        Style::Vue | Style::Astro
            if name.starts_with(|c: char| c.is_ascii_uppercase()) || name.contains('-') =>
        {
            unknown(tag, cx)
        }
        // Elsewhere `<name>` may be a word that is meant to be seen: one with a value or an end is an element.
        Style::Plain | Style::Python | Style::GitBook
            if tag.kind != TagKind::Open || raw.contains('=') || cx.closed.contains(name) =>
        {
            unknown(tag, cx)
        }
        _ => None,
    }
}

/// An element that is left out; what stands in it is text of the page.
fn unknown(tag: &Tag, cx: &mut Cx<'_>) -> Option<String> {
    if tag.kind != TagKind::Close {
        let name = &tag.name;
        cx.dropped(format!("`<{name}>` is a component of the project; what stood inside it is there"));
    }
    Some(String::new())
}

fn text(tag: &Tag, name: &str) -> Option<String> {
    let attribute = tag.attributes.iter().find(|attribute| attribute.name == name)?;
    match &attribute.value {
        AttributeValue::Value(Value::String(text)) => Some(text.clone()),
        AttributeValue::Value(_) => Some(String::new()),
        AttributeValue::Expression(code) => literal(code),
    }
}

/// The text of an expression that is one, or the address in what asks for one.
fn literal(code: &str) -> Option<String> {
    let code = code.trim();
    let inner = ["require(", "useBaseUrl("].iter().find_map(|call| code.strip_prefix(call));
    let code = inner.map_or(code, |inner| inner.split(')').next().unwrap_or(inner).trim());
    let quote = code.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let text = code[1..].strip_suffix(quote)?;
    (!text.contains(quote) && !text.contains("${")).then(|| text.to_owned())
}

/// The address of a picture that Material shows in one scheme of colours only, without that, and the classes that say the
/// same here.
pub(crate) fn of_scheme<'t>(address: &'t str, cx: &Cx<'_>) -> (&'t str, Option<&'static str>) {
    let found = SCHEMES.iter().filter(|_| cx.style() == Style::Python);
    let mut found = found.filter_map(|(mark, class)| Some((address.strip_suffix(mark)?, Some(*class))));
    found.next().unwrap_or((address, None))
}

/// A text as an attribute.
pub(crate) fn attribute(name: &str, value: &str) -> String {
    match value.contains('"') {
        false => format!(" {name}=\"{value}\""),
        true if !value.contains('\'') => format!(" {name}='{value}'"),
        true => format!(" {name}=\"{}\"", value.replace('"', "&quot;")),
    }
}

/// Opens a component: remembers how it is closed.
fn open(tag: &Tag, opening: String, closing: &str, cx: &mut Cx<'_>) -> String {
    match tag.kind {
        TagKind::SelfClosing => format!("{opening}{closing}"),
        _ => {
            cx.open.push((tag.name.clone(), closing.to_owned()));
            opening
        }
    }
}

/// Components that the generator has of its own.
fn component(tag: &Tag, cx: &mut Cx<'_>) -> Option<String> {
    let own = |name: &str| text(tag, name).filter(|text| !text.is_empty());
    let titled = |name: &str| own(name).map(|title| attribute("title", &title)).unwrap_or_default();
    let style = cx.style();
    let is_astro = style == Style::Astro;
    Some(match (tag.name.as_str(), style) {
        (_, _) if tag.kind == TagKind::Close => return None,
        ("Tabs", Style::Mdx | Style::Astro) => {
            cx.labels.clear();
            for given in &tag.attributes {
                if let (true, AttributeValue::Expression(code)) = (given.name == "values", &given.value) {
                    cx.labels.extend(labels(code));
                }
            }
            open(tag, "<Tabs>".to_owned(), "</Tabs>", cx)
        }
        ("TabItem", Style::Mdx | Style::Astro) => {
            let value = own("value").unwrap_or_default();
            let known = cx.labels.iter().find(|(known, _)| *known == value).map(|(_, label)| label.clone());
            let title = own("label").or(known).unwrap_or(value);
            open(tag, format!("<Tab{}>", attribute("title", &title)), "</Tab>", cx)
        }
        ("Aside", Style::Astro) | ("Admonition", Style::Mdx) => {
            let name = callout(&own("type").unwrap_or_default()).unwrap_or("Note");
            open(tag, format!("<{name}{}>", titled("title")), &format!("</{name}>"), cx)
        }
        ("Details", Style::Mdx) => open(tag, "<details>".to_owned(), "</details>", cx),
        ("CardGrid", _) if is_astro => open(tag, "<CardGroup cols={2}>".to_owned(), "</CardGroup>", cx),
        ("Card", _) if is_astro => open(tag, format!("<Card{}>", titled("title")), "</Card>", cx),
        ("LinkCard", _) if is_astro => {
            let href = attribute("href", &cx.address(&own("href").unwrap_or_default(), false));
            let inner = own("description").unwrap_or_default();
            open(tag, format!("<Card{}{href}>{inner}", titled("title")), "</Card>", cx)
        }
        ("LinkButton", _) if is_astro => {
            let href = attribute("href", &cx.address(&own("href").unwrap_or_default(), false));
            open(tag, format!("<a{href}>"), "</a>", cx)
        }
        ("Badge", Style::Vue | Style::Astro) => {
            open(tag, format!("<Badge>{}", own("text").unwrap_or_default()), "</Badge>", cx)
        }
        ("Steps" | "FileTree", _) if is_astro => return None,
        ("Icon", _) if is_astro => String::new(),
        ("Fragment", _) if is_astro => open(tag, String::new(), "", cx),
        ("Image" | "Picture", _) if is_astro => return image(tag, cx),
        ("Code", _) if is_astro => match own("code") {
            Some(code) => {
                let language = own("lang").unwrap_or_default();
                let code = code.replace("\\n", "\n");
                let marks = fence_marks(code.lines());
                open(tag, format!("\n{marks}{language}\n{}\n{marks}\n", code.trim()), "", cx)
            }
            None => {
                cx.dropped("`<Code>` with code from elsewhere");
                open(tag, String::new(), "", cx)
            }
        },
        ("Link", Style::Mdx) => {
            let href = attribute("href", &cx.address(&own("to").or(own("href")).unwrap_or_default(), false));
            open(tag, format!("<a{href}>"), "</a>", cx)
        }
        ("DocCardList" | "TOCInline" | "TableOfContents", Style::Mdx) => {
            cx.dropped(format!(
                "`<{}>` has no counterpart: the sidebar and the table of contents say the same",
                tag.name
            ));
            open(tag, String::new(), "", cx)
        }
        ("BrowserOnly" | "Translate" | "Head", Style::Mdx) => open(tag, String::new(), "", cx),
        _ => return None,
    })
}

/// A picture of Astro: its source may be a name that is imported.
fn image(tag: &Tag, cx: &mut Cx<'_>) -> Option<String> {
    let source = tag.attributes.iter().find(|attribute| attribute.name == "src")?;
    let source = match &source.value {
        AttributeValue::Expression(code) => format!(" src={{{code}}}"),
        AttributeValue::Value(_) => attribute("src", &cx.address(&text(tag, "src")?, true)),
    };
    let alt = text(tag, "alt").map(|alt| attribute("alt", &alt)).unwrap_or_default();
    Some(format!("<img{source}{alt} />"))
}

/// `values={[{label: 'A', value: 'a'}]}` of older tabs.
fn labels(code: &str) -> Vec<(String, String)> {
    let member = |part: &str, name: &str| {
        let rest = part.split(name).nth(1)?.trim_start().trim_start_matches(['\'', '"']).trim_start();
        literal(rest.strip_prefix(':')?.trim_start().split([',', '\n']).next()?)
    };
    code.split('}').filter_map(|part| Some((member(part, "value")?, member(part, "label")?))).collect()
}

/// An element as it is, with new addresses, and with a slash where it has no end.
fn html(tag: &Tag, raw: &str, cx: &mut Cx<'_>) -> String {
    let mut out = raw.to_owned();
    let start = tag.span.start as usize;
    for given in tag.attributes.iter().rev() {
        let range = given.span.start as usize - start..given.span.end as usize - start;
        let name = given.name.as_str();
        if name.starts_with([':', '@', '#']) || OF_GENERATORS.contains(&name) && cx.style() != Style::Mdx {
            if cx.style() == Style::Vue && name != "v-pre" {
                cx.dropped(format!("`{name}` of `<{}>` is for Vue", tag.name));
            }
            out.replace_range(range, "");
        } else if ADDRESSES.contains(&name)
            && let Some(address) = text(tag, name)
        {
            let is_media = name != "href" && name != "to";
            let (plain, class) =
                if name == "src" { of_scheme(&address, cx) } else { (address.as_str(), None) };
            let new = cx.address(plain, is_media);
            if let Some(class) = class.filter(|_| !raw.contains("class")) {
                let class = attribute("className", class);
                out.replace_range(range, format!("{}{class}", attribute("src", &new)).trim_start());
            } else if new != address || matches!(given.value, AttributeValue::Expression(_)) {
                out.replace_range(range, attribute(name, &new).trim_start());
            } else if raw.get(range.clone()).is_some_and(|raw| !raw.contains(['"', '\'', '{'])) {
                out.replace_range(range, attribute(name, &address).trim_start());
            }
        }
    }
    if is_void(&tag.name) && tag.kind == TagKind::Open && out.ends_with('>') {
        out.truncate(out.len() - 1);
        out = format!("{} />", out.trim_end());
    }
    out
}
