//! What a page tells search engines and networks: meta tags, the address that counts, structured data (SEO-01, SEO-02,
//! SEO-06).
//!
//! What is said nearest to the page wins: its front matter, then `seo.paths`, the longest first, then `seo.metatags`,
//! then what is made of title and description.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::config::publishing::{OneOrMany, Seo};
use crate::site::file_head::keeps_robots_away;
use crate::site::llms::shortened;
use crate::site::navigation::Link;
use crate::site::navigation::listing::shown;
use crate::site::sitemap::told_target;
use crate::text::{Addresses, Slug};

use super::link::resolve_resource;
use super::page_view::PageInput;
use super::site_view::{asset_url, meta};
use super::template::MetaTag;
use super::thumbnail;

/// Front matter keys that are meta tags of their own (FM-07).
const META_KEYS: [&str; 4] = ["robots", "keywords", "author", "google-site-verification"];

/// Meta tags whose value is an address. Networks fetch them from elsewhere, so a path says nothing to them (SEO-07).
const ADDRESS_KEYS: [&str; 13] = [
    "og:url",
    "og:image",
    "og:image:url",
    "og:image:secure_url",
    "og:video",
    "og:video:url",
    "og:video:secure_url",
    "og:audio",
    "og:audio:url",
    "og:audio:secure_url",
    "twitter:image",
    "twitter:image:src",
    "twitter:player",
];

/// The name of a meta tag whose value is the address of a picture.
pub fn picture_key(name: &str) -> Option<&'static str> {
    let is_picture = |key: &str| key.starts_with("og:image") || key.starts_with("twitter:image");
    ADDRESS_KEYS.into_iter().find(|key| *key == name && is_picture(key))
}

/// What says that it made a page.
pub const GENERATOR: &str = "docs";

/// Whether pages write this tag themselves: what all pages have in common leaves it to them.
pub fn is_of_pages(name: &str, seo: &Seo) -> bool {
    let own = ["description", "canonical", "robots", "keywords", "author"];
    own.contains(&name)
        || name.starts_with("og:")
        || name.starts_with("twitter:")
        || seo.paths.iter().any(|path| path.metatags.contains_key(name))
}

/// Whether what `seo.paths` says of a path is for this page.
pub fn is_below(slug: &Slug, path: &str) -> bool {
    slug.route().strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The tags of `seo` for a page, without what its front matter says.
fn configured<'a>(seo: &'a Seo, slug: &Slug) -> BTreeMap<&'a str, &'a str> {
    let mut paths: Vec<_> = seo.paths.iter().filter(|path| is_below(slug, &path.path)).collect();
    paths.sort_by_key(|path| path.path.len());
    let general = seo.metatags.iter().filter(|(name, _)| is_of_pages(name, seo));
    let special = paths.into_iter().flat_map(|path| &path.metatags);
    general.chain(special).map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

/// Whether `seo` asks search engines not to list a page.
pub fn is_kept_out(seo: &Seo, slug: &Slug) -> bool {
    configured(seo, slug).get("robots").is_some_and(|robots| keeps_robots_away(robots))
}

/// The address that counts for search engines: the page's own word, `seo.metatags.canonical` as the beginning, or the
/// site's address.
pub fn canonical(input: &PageInput<'_>) -> Option<String> {
    // What the page says of itself is not said of its older entries, which it does not show.
    let own = input.front_matter.text("canonical").filter(|_| input.archives.shown.is_none());
    let own = own.map(|own| whole_address(&own, input));
    own.or_else(|| {
        // Of several versions search engines list the current one (SEO-08).
        let original = input.stands_for.map(|original| &original.slug);
        let slug = original.or(input.place.canonical()).filter(|_| input.archives.shown.is_none());
        let slug = slug.unwrap_or(input.slug);
        let written = configured(input.seo, input.slug).get("canonical").copied();
        let site = written.map(|base| beginning(base, input.addresses)).or(input.site_url)?;
        Some(format!("{site}{}", input.addresses.page_url(slug)))
    })
}

/// The address that counts of what a redirect leads to: `seo.metatags.canonical` as the beginning, or the site's address.
pub fn redirect_canonical(target: &str, seo: &Seo, site_url: Option<&str>, addresses: &Addresses) -> String {
    let written = seo.metatags.get("canonical").map(|base| beginning(base, addresses));
    told_target(target, written.or(site_url), addresses)
}

/// `seo.metatags.canonical` as what stands before the base path, with which it may be written.
fn beginning<'s>(written: &'s str, addresses: &Addresses) -> &'s str {
    addresses.up_to_base(written).trim_end_matches('/')
}

/// The whole address that a meta tag names: a path begins at the site's root, or beside the page when it says so
/// with dots. Without the site's address it stays a path.
fn whole_address(written: &str, input: &PageInput<'_>) -> String {
    let url = match written {
        beside if beside.starts_with('.') => {
            resolve_resource(beside, input.slug, input.addresses, &|_| false).url
        }
        rooted => asset_url(rooted, input.addresses),
    };
    let is_path = url.starts_with('/') && !url.starts_with("//");
    input.site_url.filter(|_| is_path).map_or(url.clone(), |site| format!("{site}{url}"))
}

/// What a page says of itself in a line or two. Its author's words stay as they are; those of an API description may be as
/// long as a page, and every page would have them five times.
fn told_description(input: &PageInput<'_>) -> Option<String> {
    let is_written = input.front_matter.text("description").is_some();
    input.description.map(|text| if is_written { text.to_owned() } else { shortened(text) })
}

/// The meta tags of a page.
pub fn metas(input: &PageInput<'_>, canonical: Option<&str>) -> Vec<MetaTag> {
    let configured = configured(input.seo, input.slug);
    let own = |name: &str| {
        let list = || Some(input.front_matter.list(name).join(", ")).filter(|list| !list.is_empty());
        let written = input.front_matter.text(name).or_else(list);
        // Without the markup that it may have.
        if name == "description" { written.and(input.description.map(str::to_owned)) } else { written }
    };
    let of_configuration = configured.get("description").copied();
    let description = told_description(input);
    let description =
        description.as_deref().or(of_configuration).or(input.site_description).map(str::to_owned);
    let title = Some(input.title.to_owned());
    let has_own = own("og:image").is_some() || configured.contains_key("og:image");
    let of_thumbnail =
        |pixels: u32| input.thumbnail.as_ref().filter(|_| !has_own).map(|_| pixels.to_string());
    let of_site = |name: &str, value: &str| is_of_pages(name, input.seo).then(|| value.to_owned());
    let made = [
        ("description", description.clone()),
        ("og:title", title.clone()),
        ("og:description", description.clone()),
        ("og:type", Some("website".to_owned())),
        ("og:site_name", Some(input.site_name.to_owned())),
        ("og:url", canonical.map(str::to_owned)),
        ("og:image", input.thumbnail.clone()),
        ("twitter:card", Some("summary_large_image".to_owned())),
        ("twitter:title", title),
        ("twitter:description", description),
        ("og:image:width", of_thumbnail(thumbnail::WIDTH)),
        ("og:image:height", of_thumbnail(thumbnail::HEIGHT)),
        ("application-name", of_site("application-name", input.site_name)),
        ("generator", of_site("generator", GENERATOR)),
    ];
    let mut tags = Vec::new();
    let mut add = |name: &str, value: Option<String>| {
        let written = own(name).or_else(|| configured.get(name).map(|value| (*value).to_owned()));
        let written = written.map(|written| match written.trim() {
            path if !path.is_empty() && ADDRESS_KEYS.contains(&name) => whole_address(path, input),
            _ => written,
        });
        let value = written.or(value);
        tags.extend(value.filter(|value| !value.is_empty()).map(|value| meta(name, &value)));
    };
    let is_made = |name: &str| made.iter().any(|(known, _)| *known == name);
    made.iter().for_each(|(name, value)| add(name, value.clone()));
    let written =
        input.front_matter.fields.keys().map(String::as_str).filter(|name| {
            META_KEYS.contains(name) || name.starts_with("og:") || name.starts_with("twitter:")
        });
    let mut others: Vec<&str> = Vec::new();
    for name in written.chain(configured.keys().copied()) {
        if !is_made(name) && name != "canonical" && name != "robots" && !others.contains(&name) {
            others.push(name);
            add(name, None);
        }
    }
    // A page that is not to be found is not to be listed, whatever is said about all pages.
    let robots = own("robots").or_else(|| {
        let noindex = input.visibility.robots_noindex.then(|| "noindex".to_owned());
        noindex.or_else(|| configured.get("robots").map(|value| (*value).to_owned()))
    });
    tags.extend(robots.map(|robots| meta("robots", &robots)));
    tags
}

/// Structured data: publisher, site, page, the way to it, and what it is. Without the site's address only the way.
pub fn json_ld(input: &PageInput<'_>) -> Option<String> {
    let crumbs = breadcrumbs(input);
    let site = input.site_url.filter(|_| input.visibility.sitemap);
    let Some(site) = site else {
        let mut crumbs = crumbs?;
        crumbs.insert("@context".to_owned(), json!("https://schema.org"));
        return Some(Value::Object(crumbs).to_string());
    };
    let root = format!("{site}{}/", input.addresses.base);
    let url = format!("{site}{}", input.addresses.page_url(input.slug));
    let id = |base: &str, part: &str| json!({ "@id": format!("{base}#{part}") });
    let mut graph = Vec::new();
    let organization = &input.seo.organization;
    let publisher = (!organization.is_empty()).then(|| id(&root, "organization"));
    if publisher.is_some() {
        // A file of the site is named by its whole address: who reads this does not know where it stands.
        let address = |key: &str, value: &str| match value.strip_prefix('/') {
            Some(path) if key != "name" && !path.starts_with('/') => {
                format!("{site}{}", input.addresses.path_url(path))
            }
            _ => value.to_owned(),
        };
        let value = |key: &str, texts: &OneOrMany| {
            let said = texts.0.iter().filter(|text| !text.trim().is_empty());
            let mut said: Vec<String> = said.map(|text| address(key, text)).collect();
            match said.len() {
                0 => None,
                1 => said.pop().map(|only| json!(only)),
                _ => Some(json!(said)),
            }
        };
        let known = organization.iter().filter_map(|(key, texts)| Some((key.clone(), value(key, texts)?)));
        let mut node: Map<String, Value> = known.collect();
        node.insert("@type".to_owned(), json!("Organization"));
        node.insert("@id".to_owned(), json!(format!("{root}#organization")));
        graph.push(Value::Object(node));
    }
    let site_node =
        json!({ "@type": "WebSite", "@id": format!("{root}#website"), "url": root, "name": input.site_name });
    graph.push(with(site_node, "publisher", publisher.clone()));
    let described = |node: Value| with(node, "description", told_description(input).map(|text| json!(text)));
    let has_crumbs = crumbs.is_some();
    let page = json!({ "@type": "WebPage", "@id": format!("{url}#webpage"), "url": url, "name": input.title, "isPartOf": id(&root, "website") });
    let page = with(described(page), "breadcrumb", has_crumbs.then(|| id(&url, "breadcrumb")));
    graph.push(page);
    graph.extend(crumbs.map(|mut crumbs| {
        crumbs.insert("@id".to_owned(), json!(format!("{url}#breadcrumb")));
        Value::Object(crumbs)
    }));
    let kind = if input.method.is_some() { "APIReference" } else { "TechArticle" };
    let article = json!({ "@type": kind, "headline": input.title, "url": url, "mainEntityOfPage": id(&url, "webpage") });
    let article = with(described(article), "publisher", publisher);
    graph.push(with(article, "dateModified", input.day.map(|day| json!(day.iso()))));
    Some(json!({ "@context": "https://schema.org", "@graph": graph }).to_string())
}

/// Adds a field that has a value.
fn with(mut node: Value, key: &str, value: Option<Value>) -> Value {
    if let Some(value) = value {
        node[key] = value;
    }
    node
}

/// The way down to the page (NAV-22).
fn breadcrumbs(input: &PageInput<'_>) -> Option<Map<String, Value>> {
    let mut crumbs = shown(&input.place.breadcrumbs).peekable();
    crumbs.peek()?;
    let site = input.site_url.unwrap_or_default();
    let inside = crumbs.map(|crumb| {
        let url = match &crumb.link {
            Some(Link::Page(slug)) => Some(format!("{site}{}", input.addresses.page_url(slug))),
            _ => None,
        };
        (crumb.name.as_str(), url)
    });
    let own = (input.title, Some(format!("{site}{}", input.addresses.page_url(input.slug))));
    let items = inside.chain([own]).enumerate().map(|(at, (name, url))| {
        let item = json!({ "@type": "ListItem", "position": at + 1, "name": name });
        with(item, "item", url.map(Value::String))
    });
    let mut list = Map::new();
    list.insert("@type".to_owned(), json!("BreadcrumbList"));
    list.insert("itemListElement".to_owned(), items.collect());
    Some(list)
}
