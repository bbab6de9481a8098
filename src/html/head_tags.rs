//! What `head` of the configuration adds to the head of every page (CSS-10): the verification of a search engine, a
//! script of another site, an icon for one more device. It stands behind what the program writes.

use crate::config::chrome::{HeadTag, HeadValue};
use crate::text::Addresses;

use super::escape::{Html, Name, UrlUse, Writer, raw_element_text};
use super::site_view::asset_url;

/// The tags in their order.
pub fn head_tags(tags: &[HeadTag], addresses: &Addresses) -> Html {
    let mut out = Writer::new();
    for tag in tags {
        let element = Name::of_element(&tag.tag);
        out.open(element);
        for (name, value) in &tag.attrs {
            let attribute = Name::of_attribute(name);
            match value {
                HeadValue::Flag(on) => out.opt_flag(attribute, *on),
                // Addresses of files of the project have the base path in front, as everywhere.
                HeadValue::Text(url) if matches!(name.as_str(), "href" | "src") => {
                    out.url_attr(attribute, &file_url(url, addresses), UrlUse::Media)
                }
                HeadValue::Text(text) => out.attr(attribute, text),
            };
        }
        match tag.tag.as_str() {
            // Browsers read the text of a `noscript` as markup when they run no scripts.
            "script" | "style" | "noscript" => {
                out.raw(&raw_element_text(&tag.content, &tag.tag)).close(element);
            }
            _ => {}
        }
        out.newline();
    }
    out.finish()
}

fn file_url(url: &str, addresses: &Addresses) -> String {
    let is_rooted = url.starts_with('/') && !url.starts_with("//");
    if is_rooted { asset_url(url, addresses) } else { url.to_owned() }
}
