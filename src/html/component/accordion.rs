//! Accordion, AccordionGroup and Expandable: native disclosures (CMP-06, CMP-07, CMP-08).

use crate::api::part::SchemaPart;
use crate::page::ast::Value;

use super::super::escape::{Html, UrlUse, Writer};
use super::super::icon;
use super::super::labels::fill;
use super::super::render::{Feature, Render, Told};
use super::{Component, title};

/// A titled section that opens.
pub(super) fn accordion(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    cx.uses(Feature::Accordion);
    check_title(component, cx);
    out.open("details")
        .attr("class", &component.class("accordion"))
        .opt_attr("id", component.id().as_deref());
    out.opt_flag("open", element.flag("defaultOpen"));
    out.open("summary").attr("data-component-part", "accordion-button").raw(&caret());
    if let Some(own) = icon::of(element, "accordion-icon", component.span) {
        icon::render(out, &own, cx);
    }
    out.open("div").attr("data-component-part", "accordion-title-container");
    for (name, part) in [("title", "accordion-title"), ("description", "accordion-description")] {
        if let Some(value) = element.prop(name).filter(|value| value.truthy()) {
            let text = title(value, cx);
            out.open("div").attr("data-component-part", part).raw(&text).close("div");
        }
    }
    out.close("div").close("summary");
    out.open("div").attr("class", "accordion-content").attr("data-component-part", "accordion-content");
    cx.nodes(out, component.children);
    out.close("div").close("details");
}

/// Accordions with joined borders.
pub(super) fn group(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    out.open("div").attr("class", &component.class("accordion-group"));
    cx.nodes(out, component.children);
    out.close("div");
}

/// A small disclosure inside fields. Its label says what a click does: the one for the other state stands
/// in an attribute, and the style sheet swaps them.
pub(super) fn expandable(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    cx.uses(Feature::Accordion);
    cx.uses(Feature::Field);
    let name = element.prop("title").map(Value::plain_text).filter(|name| !name.is_empty());
    let name = name.as_deref().unwrap_or(&cx.labels.child_attributes);
    let open = element.flag("defaultOpen");
    let (show, hide) = (fill(&cx.labels.show, name), fill(&cx.labels.hide, name));
    let (now, other) = if open { (&hide, &show) } else { (&show, &hide) };
    out.open("details")
        .attr("class", &component.class("expandable"))
        .opt_attr("id", component.id().as_deref());
    out.opt_flag("open", open).opt_flag("data-default-open", open);
    out.open("summary").attr("data-component-part", "expandable-button").raw(&caret());
    out.open("span").attr("class", "expandable-label").attr("data-other", other).text(now).close("span");
    out.close("summary");
    out.open("div").attr("class", "expandable-content").attr("data-component-part", "expandable-content");
    cx.nodes(out, component.children);
    out.close("div").close("details");
}

/// `<ApiPart name source reference side row>`: the fields of a schema that has a file of its own. What is shown at first
/// is a link to that file; a script puts its fields in place when the disclosure is opened.
pub(super) fn api_part(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let element = component.element;
    let Some(part) = SchemaPart::of(element) else { return };
    cx.uses(Feature::Accordion);
    cx.uses(Feature::Field);
    cx.uses(Feature::ApiPart);
    let name = element.text_prop("name").unwrap_or_default();
    let (show, hide) = (fill(&cx.labels.show, &name), fill(&cx.labels.hide, &name));
    out.open("details").attr("class", "expandable api-part");
    out.opt_attr("data-row", element.text_prop("row").as_deref());
    out.open("summary").attr("data-component-part", "expandable-button").raw(&caret());
    out.open("span").attr("class", "expandable-label").attr("data-other", &hide).text(&show).close("span");
    out.close("summary");
    out.open("div").attr("class", "expandable-content").attr("data-component-part", "expandable-content");
    out.open("p").attr("class", "api-part-link").open("a");
    out.url_attr("href", &cx.addresses.page_url(&part.slug()), UrlUse::Link);
    out.open("code").text(&name).close("code").close("a").close("p");
    out.close("div").close("details");
}

fn check_title(component: &Component<'_>, cx: &mut Render<'_>) {
    let add = || "give each accordion of a page its own title=\"…\"".to_owned();
    match component.element.prop("title") {
        Some(Value::String(text)) if !text.trim().is_empty() => {
            let told = cx.state.accordion_titles.get(text).copied();
            let repeated = told.is_some() && component.element.prop("id").is_none();
            cx.state
                .accordion_titles
                .insert(text.clone(), if repeated { Told::Yes } else { told.unwrap_or_default() });
            if repeated && told == Some(Told::No) {
                let message = format!("another accordion of this page is called `{}`", text.trim());
                cx.warn("duplicate-accordion-title", message, add(), component.span);
            }
        }
        None | Some(Value::String(_) | Value::Null) => {
            cx.warn(
                "accordion-without-title",
                "`<Accordion>` has no title".to_owned(),
                add(),
                component.span,
            );
        }
        Some(_) => cx.warn(
            "accordion-title-not-text",
            "the title of this `<Accordion>` is not text, so that its link is not stable".to_owned(),
            "write the title as a string, or give the accordion an id=\"…\"".to_owned(),
            component.span,
        ),
    }
}

/// The triangle that turns when the section opens.
pub(super) fn caret() -> Html {
    Html::trusted(concat!(
        r#"<svg class="caret" viewBox="0 0 8 8" fill="none" stroke="currentColor" aria-hidden="true">"#,
        r#"<path d="m2.5 1 3 3-3 3"/></svg>"#
    ))
}
