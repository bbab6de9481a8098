//! View and Visibility: content for one choice of the reader, and for one kind of reader (CMP-19, CMP-20).

use crate::page::ast::Value;

use super::super::escape::Writer;
use super::super::icon;
use super::super::render::{Feature, Render};
use super::Component;

/// Content that shows when its title is chosen. All of it is in the HTML; the first is shown.
pub(super) fn view(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let title =
        component.element.prop("title").map(Value::plain_text).filter(|title| !title.trim().is_empty());
    let Some(title) = title else {
        cx.warn(
            "view-without-title",
            "`<View>` has no title".to_owned(),
            "add title=\"…\"; its content is always shown".to_owned(),
            component.span,
        );
        return cx.nodes(out, component.children);
    };
    cx.uses(Feature::View);
    let repeated = cx.found.views.contains(&title);
    if !repeated {
        cx.found.views.push(title.clone());
    } else if cx.state.repeated_views.insert(title.clone()) {
        cx.warn(
            "duplicate-view",
            format!("another `<View>` of this page is called `{title}`"),
            "use one view for each title, with all of its content".to_owned(),
            component.span,
        );
    }
    let shown = cx.found.views.first() == Some(&title);
    out.open("div")
        .attr("class", &component.class("view multi-view-item"))
        .opt_attr("id", component.id().as_deref());
    out.attr("data-view-title", &title).opt_flag("data-hidden", !shown);
    out.open("div").attr("class", "view-title").attr("data-component-part", "view-title");
    if let Some(own) = icon::of(component.element, "view-icon", component.span) {
        icon::render(out, &own, cx);
    }
    out.text(&title).close("div");
    cx.nodes(out, component.children);
    out.close("div");
}

/// `for="humans"` is for this output, `for="agents"` for the Markdown one.
pub(super) fn visibility(out: &mut Writer, component: &Component<'_>, cx: &mut Render<'_>) {
    let audience = component.element.text_prop("for");
    match audience.as_deref() {
        Some("humans") => cx.nodes(out, component.children),
        // Its links are in the page's Markdown.
        Some("agents") => cx.remember_links(component.children),
        other => {
            let what = other.map_or_else(
                || "`<Visibility>` does not say for whom".to_owned(),
                |other| format!("`<Visibility>` does not know the audience `{other}`"),
            );
            let hint = "write for=\"humans\" or for=\"agents\"; until then the content is hidden".to_owned();
            cx.warn("unknown-audience", what, hint, component.span);
        }
    }
}
