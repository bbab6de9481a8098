//! Cards, tiles and repositories: a list of links.

use super::super::block::stands_alone;
use super::*;

/// Columns of cards, and of anything else.
pub(super) fn group(cx: &mut Export<'_>, _: &Element, children: &[Node]) {
    for part in parts(children) {
        cx.blocks(std::slice::from_ref(part));
    }
}

/// `<Card>` and `<Tile>`: the link, and what is said about it.
pub(super) fn card(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    let of = |name: &str| element.prop(name).filter(|value| value.truthy());
    let href = element.text_prop("href").filter(|href| !href.trim().is_empty() && !element.flag("disabled"));
    let url = href.and_then(|href| cx.link_url(&href)).filter(|url| !url.is_empty());
    let (title, cta, description) = (of("title"), of("cta"), of("description"));
    let length = if element.name == "Tile" { 0 } else { line_length(children) };
    let (line, rest) = children.split_at(length);
    cx.entry(|cx| {
        let first = cx.out.block(Start::Joined);
        cx.out.tight = rest.iter().all(is_blank);
        cx.one_line(|cx| {
            let mut said = false;
            match (&url, title) {
                (Some(url), Some(title)) => cx.link_to(url, None, |cx| cx.title(title)),
                (None, Some(title)) => cx.bold(|cx| cx.title(title)),
                (Some(url), None) if cta.is_none() => {
                    // A link without a name of its own is called by its text.
                    cx.link_to(url, None, |cx| cx.words(line));
                    said = true;
                }
                _ => {}
            }
            let start = cx.out.mark();
            if !said {
                cx.words(line);
            }
            if let Some(description) = description {
                cx.out.space();
                cx.inline_value(description);
            }
            let text = cx.out.take(&start);
            if !text.trim().is_empty() {
                cx.out.raw(if title.is_some() { ": " } else { "" });
                cx.out.raw(text.trim());
            }
            if let Some(cta) = cta {
                cx.out.space();
                match &url {
                    Some(url) => cx.link_to(url, None, |cx| cx.title(cta)),
                    None => cx.title(cta),
                }
            }
        });
        cx.out.end(&first);
        cx.blocks(rest);
    });
}

/// How many of the first nodes can stand in the line of the link.
fn line_length(children: &[Node]) -> usize {
    children
        .iter()
        .position(|child| match child.kind {
            NodeKind::Paragraph => child.children.iter().any(stands_alone),
            _ => stands_alone(child),
        })
        .unwrap_or(children.len())
}

impl Export<'_> {
    /// Paragraphs as one.
    fn words(&mut self, nodes: &[Node]) {
        for node in nodes {
            let start_is_paragraph = node.kind == NodeKind::Paragraph;
            if start_is_paragraph {
                self.out.space();
            }
            self.inlines(std::slice::from_ref(node), Some(' '));
        }
    }
}

pub(super) fn repository_card(cx: &mut Export<'_>, element: &Element, children: &[Node]) {
    let Some((name, url)) = repository(element) else { return cx.blocks(children) };
    let Some(url) = cx.link_url(&url) else { return };
    cx.entry(|cx| {
        cx.line(|cx| cx.link_to(&url, None, |cx| cx.out.text(&name, Some(']'))));
    });
}
