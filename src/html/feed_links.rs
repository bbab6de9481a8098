//! Which pages have feeds, where these lie, and how a page says so (LOG-02, FM-08). Their content is in `feed`.

use crate::page::frontmatter::FrontMatter;
use crate::site::links::FEED_NAMES;
use crate::text::{Addresses, OutPath, Slug};

use super::escape::{Html, Writer};
use super::render::Feature;
use super::template::LinkTag;

/// Names below the page, and MIME types.
pub const FEEDS: [(&str, &str); 3] = [
    (FEED_NAMES[0], "application/rss+xml"),
    (FEED_NAMES[1], "application/atom+xml"),
    (FEED_NAMES[2], "application/feed+json"),
];

/// Whether a page has feeds: one with entries that does not say `rss: false`.
pub fn has_feeds(features: &std::collections::BTreeSet<Feature>, front_matter: &FrontMatter) -> bool {
    features.contains(&Feature::Update) && front_matter.flag("rss") != Some(false)
}

/// Where the feeds of a page lie.
pub fn feed_files(slug: &Slug) -> [OutPath; 3] {
    FEEDS.map(|(name, _)| OutPath::new(&format!("{}/{name}", slug.route())))
}

/// Their addresses.
pub fn feed_urls(slug: &Slug, addresses: &Addresses) -> [String; 3] {
    feed_files(slug).map(|path| addresses.path_url(path.as_str()))
}

/// What readers of feeds look for in a page.
pub(super) fn links(slug: &Slug, title: &str, addresses: &Addresses) -> impl Iterator<Item = LinkTag> {
    let kinds = FEEDS.map(|(_, kind)| kind.to_owned());
    let title = title.to_owned();
    feed_urls(slug, addresses).into_iter().zip(kinds).map(move |(href, kind)| LinkTag {
        rel: "alternate".to_owned(),
        href,
        kind,
        title: title.clone(),
        ..LinkTag::default()
    })
}

/// The feeds of all pages of a site, with the numbers of their kinds in [`FEEDS`] (LOG-04).
pub const SITE_FEEDS: [&str; 3] = ["changes.xml", "changes.atom.xml", "changes.json"];

/// What readers of feeds look for in every page of such a site.
pub fn site_links(title: &str, addresses: &Addresses) -> Html {
    let mut out = Writer::new();
    for (file, (_, kind)) in SITE_FEEDS.iter().zip(FEEDS) {
        out.void("link").attr("rel", "alternate").attr("href", &addresses.path_url(file));
        out.attr("type", kind).attr("title", title).newline();
    }
    out.finish()
}

/// The link that readers see, for pages that ask for it with `rss: true`.
pub(super) fn button(slug: &Slug, addresses: &Addresses) -> Html {
    let [rss, ..] = feed_urls(slug, addresses);
    let mut out = Writer::new();
    out.open("a").attr("class", "feed-link").attr("href", &rss).attr("type", FEEDS[0].1);
    out.text("RSS").close("a");
    out.finish()
}
