//! Names of properties that were probably misspelt (MDX-10); their values are looked at in `values`.
//!
//! A property that nobody knows has no effect, and most of those in real pages are left over from somewhere
//! else; a word is only said of one that resembles a property that the component has, or that holds a text.

use std::collections::BTreeSet;

use super::super::node::is_blank;
use super::super::render::Render;
use super::values::{check_needs, check_values};
use crate::diagnostic::did_you_mean;
use crate::page::ast::{Element, Node};
use crate::text::Span;

/// The properties of each component (behaviour 8), sorted by the component's name.
const PROPS: &[(&str, &[&str])] = &[
    ("Accordion", &["title", "description", "defaultOpen", "icon", "iconType", "id"]),
    ("Badge", &["color", "size", "shape", "variant", "stroke", "icon", "iconType", "disabled"]),
    ("Callout", &["icon", "iconType", "color", "title"]),
    ("Card", &CARD),
    ("CardGroup", &["cols"]),
    ("Check", &["title", "icon"]),
    (
        "CodeBlock",
        &["language", "filename", "title", "icon", "lines", "wrap", "expandable", "highlight", "focus"],
    ),
    ("CodeGroup", &["dropdown"]),
    ("Color", &["variant"]),
    ("Color.Item", &["name", "value"]),
    ("Color.Row", &["title"]),
    ("Columns", &["cols"]),
    ("Danger", &["title", "icon"]),
    ("Expandable", &["title", "defaultOpen"]),
    ("Frame", &["caption", "hint"]),
    ("Icon", &["icon", "iconType", "color", "size", "iconLibrary"]),
    ("Info", &["title", "icon"]),
    ("Mermaid", &["chart", "placement", "actions"]),
    ("Note", &["title", "icon"]),
    ("Param", &FIELD),
    ("ParamField", &FIELD),
    ("Prompt", &["description", "icon", "actions"]),
    ("RequestExample", &["dropdown"]),
    ("ResponseExample", &["dropdown"]),
    ("ResponseField", &["name", "type", "required", "default", "deprecated", "pre", "post"]),
    ("Step", &["title", "icon", "iconType", "stepNumber", "titleSize", "id", "noAnchor"]),
    ("Steps", &["titleSize"]),
    ("Tab", &["title", "id", "icon", "iconType"]),
    ("Tabs", &["defaultTabIndex", "borderBottom", "sync"]),
    ("Tile", &["href", "title", "description"]),
    ("Tip", &["title", "icon"]),
    ("Tooltip", &["tip", "headline", "cta", "href"]),
    ("Update", &["label", "description", "tags", "rss", "id"]),
    ("View", &["title", "icon", "iconType", "id"]),
    ("Visibility", &["for"]),
    ("Warning", &["title", "icon"]),
];

const CARD: [&str; 13] = [
    "title",
    "icon",
    "iconType",
    "iconLibrary",
    "color",
    "href",
    "horizontal",
    "img",
    "cta",
    "arrow",
    "disabled",
    "type",
    "children",
];

const FIELD: [&str; 12] = [
    "query",
    "path",
    "body",
    "header",
    "cookie",
    "name",
    "type",
    "required",
    "default",
    "deprecated",
    "placeholder",
    "initialValue",
];

/// Attributes that any element may have, or that stand on components by habit and do no harm.
const ANYWHERE: &[&str] = &[
    "className",
    "class",
    "style",
    "id",
    "key",
    "ref",
    "children",
    "role",
    "lang",
    "dir",
    "hidden",
    "alt",
    "src",
    "width",
    "height",
    "target",
    "rel",
    "href",
    "name",
    "value",
    "tags",
    "tag",
    "label",
    "title",
    "noAnchor",
    "size",
    "color",
    "icon",
    "iconType",
    "iconLibrary",
    "tabIndex",
    "description",
    "data",
    "text",
];

/// Attributes whose words readers are to see.
const TEXTS: &[&str] =
    &["title", "subtitle", "heading", "description", "caption", "summary", "label", "text", "content"];

/// The properties of a component.
pub fn of(name: &str) -> &'static [&'static str] {
    let at = PROPS.binary_search_by_key(&name, |(known, _)| known).ok();
    at.and_then(|at| PROPS.get(at)).map_or(&[], |(_, props)| props)
}

/// An attribute that a component does not have. Whoever takes a component for another one writes it wherever they use it.
pub const UNKNOWN_ATTRIBUTE: &str = "unknown-attribute";

/// Warns of attributes that resemble one that the component has, of values that mean nothing, and of what is missing.
pub(in super::super) fn check(element: &Element, node: &Node, cx: &mut Render<'_>) {
    check_needs(element, node.children.iter().all(is_blank), node.span, cx);
    // What this program wrote stands nowhere; an API page has thousands of such elements.
    if element.attributes.iter().all(|attribute| attribute.span == Span::default()) {
        return;
    }
    check_values(element, cx);
    let Ok(at) = PROPS.binary_search_by_key(&element.name.as_str(), |(name, _)| name) else { return };
    let Some((_, known)) = PROPS.get(at) else { return };
    let written: BTreeSet<&str> = element
        .attributes
        .iter()
        .map(|other| other.name.as_str())
        .filter(|name| known.contains(name))
        .collect();
    let mut told = BTreeSet::new();
    for attribute in &element.attributes {
        let name = attribute.name.as_str();
        // That of an icon is for those who do not see it.
        let is_text = TEXTS.contains(&name) && element.name != "Icon";
        if is_text && !known.contains(&name) && element.text_prop(name).is_some_and(|text| is_said(&text)) {
            cx.warn(
                UNKNOWN_ATTRIBUTE,
                format!("`<{}>` shows no `{name}`, so nobody sees its text", element.name),
                "write it where it is to be seen, such as between the tags".to_owned(),
                attribute.span,
            );
            continue;
        }
        if name.len() < 3
            || name.contains('-')
            // Says what is so anyway, and resembles its opposite.
            || name == "defaultClosed"
            || known.contains(&name)
            || ANYWHERE.contains(&name)
            || name.starts_with("on")
            || written.iter().any(|other| resembles(name, other))
        {
            continue;
        }
        let common = known.iter().chain(ANYWHERE.iter().take(3)).copied();
        if let Some(meant) = did_you_mean(name, common)
            && told.insert(name.to_owned())
        {
            cx.warn(
                UNKNOWN_ATTRIBUTE,
                format!("`<{}>` has no attribute `{name}`, so it has no effect", element.name),
                format!("did you mean `{meant}`?"),
                attribute.span,
            );
        }
    }
}

/// Is it more than the name of something?
fn is_said(text: &str) -> bool {
    text.split_whitespace().nth(1).is_some()
}

/// Is the one the other, misspelt?
fn resembles(name: &str, other: &str) -> bool {
    did_you_mean(name, [other]).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::component_names;
    use super::*;

    #[test]
    fn names_are_sorted_and_known() {
        assert!(PROPS.is_sorted_by_key(|(name, _)| *name));
        for (name, _) in PROPS {
            assert!(component_names().any(|known| known == *name), "{name}");
        }
    }
}
