//! The page of a schema that has no room in the pages of operations. These take its fields from it when a reader
//! opens them; without scripts, a link leads here.

use crate::api::part::{FIELDS, SchemaPart};
use crate::config::navigation::Icon;
use crate::site::navigation::listing::shown;
use crate::site::place::PagePlace;
use crate::text::{Addresses, Slug};

use super::body::Body;
use super::css::urls::below_base;
use super::escape::{Html, Writer};
use super::page_assets;
use super::page_view::{link_url, list_view, style};
use super::render::Feature;
use super::site_view::meta;
use super::template::{Breadcrumb, LinkTag, NavView, PageMode, PageView, TrailStyle, UiText};

/// What the page is made of.
pub struct PartInput<'a> {
    pub part: &'a SchemaPart,
    pub body: &'a Body,
    /// Where the page stands that readers come from, its address and its title.
    pub way: Option<(&'a PagePlace, &'a Slug, &'a str)>,
    pub site_name: &'a str,
    pub latex: Option<bool>,
    pub addresses: &'a Addresses,
    /// The picture of an icon of the navigation.
    pub icon: &'a dyn Fn(&Icon) -> Option<Html>,
    pub text: &'a UiText,
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
        title: input.part.name(),
        path: format!("/{}", slug.route()),
        metas: vec![meta("robots", "noindex")],
        links: vec![LinkTag {
            rel: "alternate".to_owned(),
            kind: "text/markdown".to_owned(),
            href: input.addresses.export_url(&slug),
            ..LinkTag::default()
        }],
        mode: PageMode::Center,
        nav: input.way.map(|way| nav(input, way)).unwrap_or_default(),
        style_html: style(&(inside + &below_base(&input.body.utilities, input.addresses))),
        body_html: body.finish().into(),
        stylesheets,
        scripts: page_assets::scripts(input.body, input.addresses),
        choices: page_assets::has_choices(&input.body.features),
        ..PageView::default()
    }
}

/// The way back: from the home page down to the page that leads here. A sidebar would be larger than most parts.
fn nav(input: &PartInput<'_>, (place, home, title): (&PagePlace, &Slug, &str)) -> NavView {
    let mut view = list_view(place, input.addresses, input.text, input.icon);
    let crumb = |name: &str, href: Option<String>| Breadcrumb { name: name.to_owned(), href };
    view.breadcrumbs.push(crumb(input.site_name, Some(input.addresses.page_url(&Slug::new("index")))));
    view.breadcrumbs.extend(
        shown(&place.breadcrumbs).map(|around| {
            crumb(&around.name, around.link.as_ref().map(|link| link_url(link, input.addresses)))
        }),
    );
    view.breadcrumbs.push(crumb(title, Some(input.addresses.page_url(home))));
    view.trail = TrailStyle::Breadcrumbs;
    view
}
