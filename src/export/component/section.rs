//! Components that are parts of a page with a title: tabs, steps, accordions, views, updates, examples.

use super::*;

/// Each tab under its title.
pub(super) fn tabs(cx: &mut Export<'_>, _: &Element, children: &[Node]) {
    for part in parts(children) {
        match part.element().filter(|element| element.name == "Tab") {
            Some(element) => titled(cx, element, &part.children),
            None => cx.blocks(std::slice::from_ref(part)),
        }
    }
}

/// Content under the heading of its `title`.
fn titled(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    match element.prop("title").filter(|value| value.truthy()) {
        Some(title) => cx.section(|cx| cx.title(title), |cx| cx.blocks(children), children),
        None => cx.blocks(children),
    }
}

pub(super) fn accordion(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    let Some(title) = element.prop("title").filter(|value| value.truthy()) else {
        return cx.blocks(children);
    };
    let content = |cx: &mut Export<'_>| {
        if let Some(description) = element.prop("description").filter(|value| value.truthy()) {
            cx.line(|cx| cx.inline_value(description));
        }
        cx.blocks(children);
    };
    cx.section(|cx| cx.title(title), content, children);
}

/// A disclosure that is not about the fields of a field.
pub(super) fn expandable(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    let title = element.plain_prop("title").unwrap_or_else(|| "Child attributes".to_owned());
    cx.line(|cx| cx.bold(|cx| cx.out.text(&title, Some('*'))));
    cx.blocks(children);
}

/// A procedure: its steps are numbered headings.
pub(super) fn steps(cx: &mut Export<'_>, _: &Element, children: &[Node]) {
    let mut number = 0;
    for part in parts(children) {
        match part.element().filter(|element| element.name == "Step") {
            Some(element) => {
                number += 1;
                numbered(cx, element, &part.children, number);
            }
            None => cx.blocks(std::slice::from_ref(part)),
        }
    }
}

pub(super) fn step(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    numbered(cx, element, children, 1);
}

fn numbered(cx: &mut Export<'_>, element: &Element, children: &[Node], number: u32) {
    let number = element.text_prop("stepNumber").unwrap_or_else(|| number.to_string());
    let title = element.prop("title").filter(|value| value.truthy());
    let heading = |cx: &mut Export<'_>| {
        cx.out.text(&format!("Step {number}"), Some(':'));
        if let Some(title) = title {
            cx.out.raw(": ");
            cx.title(title);
        }
    };
    cx.section(heading, |cx| cx.blocks(children), children);
}

/// All views: the page shows one of them at a time (CMP-19).
pub(super) fn view(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    titled(cx, element, children);
}

/// An entry of a change log: its label, then what it is about.
pub(super) fn update(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    let label = element.prop("label").filter(|value| value.truthy());
    let tags = element.list_prop("tags");
    let content = |cx: &mut Export<'_>| {
        if let Some(description) = element.prop("description").filter(|value| value.truthy()) {
            cx.line(|cx| cx.inline_value(description));
        }
        if !tags.is_empty() {
            cx.line(|cx| {
                cx.out.raw("Tags: ");
                cx.out.text(&tags.join(", "), Some(' '));
            });
        }
        cx.blocks(children);
    };
    match label {
        Some(Value::Nodes(nodes)) => cx.section(|cx| cx.inlines(nodes, Some(' ')), content, children),
        // A version or a date, never Markdown.
        Some(label) => {
            let label = label.plain_text();
            cx.section(|cx| cx.out.text(&label, Some(' ')), content, children);
        }
        None => content(cx),
    }
}

pub(super) fn request(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    // A generated page says how many of its samples are worth repeating, of each example of a body.
    let Some(Value::Number(count)) = element.prop("exported") else {
        return example(cx, "Request example", children);
    };
    let exported = |all: &[Node]| all.get(..*count as usize).unwrap_or(all).to_vec();
    let is_tab = |child: &Node| child.element().is_some_and(|tab| tab.name == "Tab");
    let kept = match children {
        [first, ..] if is_tab(first) => {
            let tabs = children.iter();
            let tabs = tabs.map(|tab| Node { children: exported(&tab.children), ..tab.clone() }).collect();
            let tabs_element =
                Element { name: "Tabs".into(), attributes: Vec::new(), flow: true, id: None, drawn: false };
            vec![Node { kind: NodeKind::Element(tabs_element), children: tabs, ..first.clone() }]
        }
        _ => exported(children),
    };
    example(cx, "Request example", &kept);
}

pub(super) fn response(cx: &mut Export<'_>, _: &Element, children: &[Node]) {
    example(cx, "Response example", children);
}

/// The page shows it beside its text; here it stands at the end.
fn example(cx: &mut Export<'_>, title: &str, children: &[Node]) {
    let outer = std::mem::replace(&mut cx.out, Writer::new());
    let level = std::mem::replace(&mut cx.level, 2);
    let shift = std::mem::replace(&mut cx.shift, 0);
    cx.blocks(children);
    let inner = std::mem::replace(&mut cx.out, outer);
    cx.level = level;
    cx.shift = shift;
    let text = inner.finish();
    if !text.is_empty() {
        cx.examples.push(format!("## {title}\n\n{text}"));
    }
}
