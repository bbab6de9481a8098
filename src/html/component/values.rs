//! Values that a property cannot mean, and properties without which a component shows nothing (DIAG-06).
//!
//! A word is only said of what is certainly without effect, or has another one than it says: numbers and switches may be
//! written as text, whatever is computed may be absent, and what another component of that name might understand is
//! left alone.

use super::super::render::Render;
use super::props::of;
use crate::config::ICON_STYLES;
use crate::diagnostic::did_you_mean;
use crate::page::ast::{Attribute, AttributeValue, Element, Value};
use crate::text::Span;

/// What a property may be.
#[derive(Clone, Copy)]
enum Kind {
    /// A number, or a text that is one.
    Number,
    /// A number from one to another.
    Within(f64, f64),
    /// On or off.
    Switch,
    /// Something to read: text or elements.
    Words,
    /// One of these.
    Word(&'static [&'static str]),
    /// One of these, or a colour.
    Color(&'static [&'static str]),
}

use Kind::{Color, Number, Switch, Within, Word, Words};

/// By component and property, sorted.
const KINDS: &[((&str, &str), Kind)] = &[
    (("Accordion", "defaultOpen"), Switch),
    (("Badge", "color"), Color(BADGE_COLORS)),
    (("Badge", "disabled"), Switch),
    (("Badge", "shape"), Word(&["rounded", "pill"])),
    (("Badge", "size"), Word(&["xs", "sm", "md", "lg"])),
    (("Badge", "stroke"), Switch),
    (("Card", "arrow"), Switch),
    (("Card", "disabled"), Switch),
    (("Card", "horizontal"), Switch),
    (("CardGroup", "cols"), COLUMNS),
    (("CodeGroup", "dropdown"), Switch),
    (("Color", "variant"), Word(&["compact", "table"])),
    (("Columns", "cols"), COLUMNS),
    (("Expandable", "defaultOpen"), Switch),
    (("Frame", "caption"), Words),
    (("Frame", "hint"), Words),
    (("RequestExample", "dropdown"), Switch),
    (("ResponseExample", "dropdown"), Switch),
    (("Step", "noAnchor"), Switch),
    (("Step", "stepNumber"), Number),
    (("Tabs", "borderBottom"), Switch),
    (("Tabs", "defaultTabIndex"), Number),
    (("Tabs", "sync"), Switch),
    (("Tooltip", "headline"), Words),
    (("Tooltip", "tip"), Words),
];

/// What is beyond is shown as the nearest of them.
const COLUMNS: Kind = Within(1.0, 4.0);

/// The colours of a badge that have a name of their own.
pub(super) const BADGE_COLORS: &[&str] = &[
    "gray",
    "blue",
    "green",
    "yellow",
    "orange",
    "red",
    "purple",
    "white",
    "surface",
    "white-destructive",
    "surface-destructive",
];

/// Components that show nothing, or nothing of use, without one of these properties; the first one is the usual.
const NEEDS: &[(&str, &[&str])] =
    &[("Color.Item", &["value"]), ("Icon", &["icon", "src", "name"]), ("Tooltip", &["tip", "headline"])];

/// What a property can say in one word. Of those that are not in [`KINDS`] another word is no mistake.
pub fn choices(component: &str, property: &str) -> &'static [&'static str] {
    let known = KINDS.binary_search_by_key(&(component, property), |(known, _)| *known).ok();
    match (known.and_then(|at| KINDS.get(at)), component, property) {
        (Some((_, Word(words) | Color(words))), _, _) => words,
        (_, "Step" | "Steps", "titleSize") => &["p", "h2", "h3", "h4"],
        (_, "Visibility", "for") => &["humans", "agents"],
        (_, _, "iconType") if of(component).contains(&"iconType") => ICON_STYLES,
        (_, _, "iconLibrary") if of(component).contains(&"iconLibrary") => {
            &["fontawesome", "lucide", "tabler"]
        }
        _ => &[],
    }
}

/// Warns of values that mean nothing.
pub(super) fn check_values(element: &Element, cx: &mut Render<'_>) {
    for attribute in &element.attributes {
        let key = (element.name.as_str(), attribute.name.as_str());
        let Ok(at) = KINDS.binary_search_by_key(&key, |(known, _)| *known) else { continue };
        let (Some((_, kind)), AttributeValue::Value(value)) = (KINDS.get(at), &attribute.value) else {
            continue;
        };
        if let Some(hint) = wrong(*kind, &attribute.name, value) {
            tell(element, attribute, &hint, cx);
        }
    }
}

fn tell(element: &Element, attribute: &Attribute, hint: &str, cx: &mut Render<'_>) {
    let AttributeValue::Value(value) = &attribute.value else { return };
    let what = match value.as_text() {
        Some(text) => format!("cannot be `{text}`"),
        None => "has a value of another kind".to_owned(),
    };
    let message = format!("`{}` of `<{}>` {what}", attribute.name, element.name);
    cx.warn("attribute-value", message, hint.to_owned(), attribute.span);
}

/// What should be there instead; `None` when the value does what it says.
fn wrong(kind: Kind, name: &str, value: &Value) -> Option<String> {
    match (kind, value) {
        (Number, Value::String(text)) => {
            let is_number = text.trim().parse::<f64>().is_ok() || text.trim().is_empty();
            (!is_number).then(|| format!("write a number, such as `{name}={{2}}`"))
        }
        (Within(least, most), value) => {
            let number = match value {
                Value::Number(number) => Some(*number),
                Value::String(text) => text.trim().parse().ok(),
                _ => None,
            };
            match number {
                Some(number) if (least..=most).contains(&number) => None,
                Some(_) => Some(format!("write a number from {least} to {most}")),
                None => wrong(Number, name, value),
            }
        }
        (Switch, Value::String(text)) => wrong_switch(name, text),
        (Words, Value::Object(_) | Value::Function(_)) => {
            Some("write text, or elements in braces".to_owned())
        }
        (Word(known), Value::String(text)) => {
            let is_known = text.is_empty() || known.contains(&text.as_str());
            (!is_known).then(|| match did_you_mean(text, known.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("it may be {}", listed(known)),
            })
        }
        (Color(known), Value::String(text)) => {
            let is_known = known.iter().any(|known| known.eq_ignore_ascii_case(text));
            // Of the colours that CSS has names for, these resemble one that a badge has.
            let is_css = ["grey", "orangered"].iter().any(|css| css.eq_ignore_ascii_case(text));
            let is_name = text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
            let meant = did_you_mean(text, known.iter().copied());
            meant.filter(|_| !is_known && !is_css && is_name).map(|meant| format!("did you mean `{meant}`?"))
        }
        _ => None,
    }
}

/// Every text but `false` turns a switch on: that is what some words say, others say the opposite, and of the rest
/// nobody knows what was meant.
fn wrong_switch(name: &str, text: &str) -> Option<String> {
    const ON: [&str; 6] = ["", "true", "yes", "on", "1", "open"];
    const OFF: [&str; 7] = ["false", "no", "off", "0", "closed", "none", "null"];
    let word = text.trim();
    let is_one_of = |words: &[&str]| words.iter().any(|known| known.eq_ignore_ascii_case(word));
    // HTML has attributes such as `disabled="disabled"`.
    if text == "false" || is_one_of(&ON) || word.eq_ignore_ascii_case(name) {
        return None;
    }
    Some(if is_one_of(&OFF) {
        format!("this turns it on, as any text does: write `{name}={{false}}` to turn it off")
    } else {
        format!("write `{name}` alone to turn it on, or `{name}={{false}}` to turn it off")
    })
}

fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// Warns of a component that its author wrote without what it shows.
pub(super) fn check_needs(element: &Element, is_empty: bool, span: Span, cx: &mut Render<'_>) {
    let Ok(at) = NEEDS.binary_search_by_key(&element.name.as_str(), |(name, _)| name) else { return };
    let Some((_, needed)) = NEEDS.get(at) else { return };
    // What has a name may be without a value here, in a component that is used in several ways.
    let has_any = element
        .attributes
        .iter()
        .any(|attribute| attribute.name.is_empty() || needed.contains(&attribute.name.as_str()));
    let shows_content = element.name == "Icon" && !is_empty;
    if span == Span::default() || has_any || shows_content {
        return;
    }
    let name = needed.first().copied().unwrap_or_default();
    cx.warn(
        "missing-attribute",
        format!("`<{}>` has no `{name}`", element.name),
        format!("add `{name}=\"…\"`"),
        span,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_known() {
        assert!(KINDS.is_sorted_by_key(|(key, _)| *key) && NEEDS.is_sorted_by_key(|(name, _)| *name));
        for ((component, property), _) in KINDS {
            assert!(super::super::component_props(component).contains(property), "{component} {property}");
        }
    }

    #[test]
    fn what_is_written_in_several_ways() {
        let text = |text: &str| Value::String(text.to_owned());
        for (kind, value) in [
            (Number, text("2")),
            (Number, Value::Number(2.0)),
            (Number, Value::Null),
            (COLUMNS, Value::Number(4.0)),
            (COLUMNS, text(" 1 ")),
            (COLUMNS, text("")),
            (COLUMNS, Value::Null),
            (Switch, text("True")),
            (Switch, text("false")),
            (Switch, text("yes")),
            (Switch, text("On")),
            (Switch, text("1")),
            (Switch, text("open")),
            (Switch, text("")),
            (Switch, Value::Number(1.0)),
            (Switch, text("it")),
            (Words, Value::Bool(false)),
            (Word(&["a"]), text("a")),
            (Color(BADGE_COLORS), text("Red")),
            (Color(BADGE_COLORS), text("grey")),
            (Color(BADGE_COLORS), text("teal")),
            (Color(BADGE_COLORS), text("#f00")),
            (Color(BADGE_COLORS), text("var(--red)")),
        ] {
            assert_eq!(wrong(kind, "it", &value), None, "{value:?}");
        }
        for (kind, value) in [
            (Number, text("many")),
            (COLUMNS, text("many")),
            (COLUMNS, text("0")),
            (COLUMNS, Value::Number(9.0)),
            (Switch, text("False")),
            (Switch, text("no")),
            (Switch, text("off")),
            (Switch, text("0")),
            (Switch, text("maybe")),
            (Words, Value::Object(Vec::new())),
            (Word(&["a"]), text("bc")),
            (Color(BADGE_COLORS), text("reed")),
        ] {
            assert!(wrong(kind, "it", &value).is_some(), "{value:?}");
        }
    }
}
