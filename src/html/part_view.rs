//! The page of a schema that has no room in the pages of operations. These take its fields from it when a reader
//! opens them; without scripts, a link leads here.

use crate::api::part::{FIELDS, SchemaPart};
use crate::text::Addresses;

use super::body::Body;
use super::escape::Writer;
use super::page_assets;
use super::page_view::style;
use super::render::Feature;
use super::site_view::meta;
use super::template::{LinkTag, PageMode, PageView};

/// What the page is made of.
pub struct PartInput<'a> {
    pub part: &'a SchemaPart,
    pub body: &'a Body,
    pub latex: Option<bool>,
    pub addresses: &'a Addresses,
}

/// The page of a part. No list of pages has it.
pub fn part_page(input: &PartInput<'_>) -> PageView {
    let slug = input.part.slug();
    // Its fields look like those of the pages that take them.
    let mut features = input.body.features.clone();
    features.insert(Feature::Api);
    let styles = page_assets::stylesheets(&features, input.latex, input.addresses);
    let (stylesheets, inside) = styles.into_parts();
    let mut body = Writer::with_capacity(input.body.html.as_str().len() + 100);
    body.open("div").attr("id", FIELDS).raw(&input.body.html).close("div");
    PageView {
        title: input.part.name().to_owned(),
        path: format!("/{}", slug.route()),
        metas: vec![meta("robots", "noindex")],
        links: vec![LinkTag {
            rel: "alternate".to_owned(),
            kind: "text/markdown".to_owned(),
            href: input.addresses.export_url(&slug),
            ..LinkTag::default()
        }],
        mode: PageMode::Center,
        style_html: style(&(inside + &input.body.utilities)),
        body_html: body.finish(),
        stylesheets,
        scripts: page_assets::scripts(input.body, input.addresses),
        choices: page_assets::has_choices(&input.body.features),
        ..PageView::default()
    }
}
