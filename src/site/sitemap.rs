//! `sitemap.xml`, and what search engines are told of redirects (behaviour 13; SEO rows of the feature table).

use super::redirects::is_internal;
use super::xml::XmlText;
use crate::text::{Addresses, Leads};

/// What one file may hold, by the sitemap protocol.
const LIMITS: Limits = Limits { urls: 50_000, bytes: 50 << 20 };

#[derive(Clone, Copy)]
struct Limits {
    urls: usize,
    bytes: usize,
}

/// One address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SitemapEntry {
    /// Absolute.
    pub url: String,
    /// A W3C date, such as `2025-01-31`.
    pub lastmod: Option<String>,
    /// Language code and absolute address of the same page in each language, itself included (I18N-04).
    pub alternates: Vec<(String, String)>,
}

/// A file of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitemapFile {
    /// `sitemap.xml`, `sitemap-1.xml` …
    pub name: String,
    pub text: String,
}

/// The sitemap of `entries`: one file, or an index with numbered files when there is more than a file may hold. These
/// lie below `site`, the absolute address of the site's root.
pub fn sitemap(entries: &[SitemapEntry], site: &str) -> Vec<SitemapFile> {
    within(LIMITS, entries, site)
}

fn within(limits: Limits, entries: &[SitemapEntry], site: &str) -> Vec<SitemapFile> {
    let mut parts: Vec<Part> = vec![Part::default()];
    for entry in entries {
        let element = url_element(entry);
        let around = HEADER.len() + START.len() + ALTERNATES.len() + END.len() + 1;
        let is_full = |part: &Part| {
            part.urls > 0
                && (part.urls == limits.urls || part.elements.len() + element.len() + around > limits.bytes)
        };
        if parts.last().is_some_and(is_full) {
            parts.push(Part::default());
        }
        if let Some(part) = parts.last_mut() {
            part.urls += 1;
            part.elements.push_str(&element);
            part.has_alternates |= !entry.alternates.is_empty();
            part.lastmod = part.lastmod.take().max(entry.lastmod.clone());
        }
    }
    if parts.len() == 1 {
        let files = parts.into_iter().map(|part| SitemapFile { name: FILE.to_owned(), text: part.text() });
        return files.collect();
    }
    let mut index = format!("{HEADER}<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    let mut files = Vec::with_capacity(parts.len() + 1);
    for (number, part) in (1..).zip(parts) {
        let name = format!("sitemap-{number}.xml");
        let url = format!("{}/{name}", site.trim_end_matches('/'));
        index.push_str(&format!("  <sitemap><loc>{}</loc>", XmlText(&url)));
        push_lastmod(&mut index, part.lastmod.as_deref());
        index.push_str("</sitemap>\n");
        files.push(SitemapFile { name, text: part.text() });
    }
    index.push_str("</sitemapindex>\n");
    files.insert(0, SitemapFile { name: FILE.to_owned(), text: index });
    files
}

/// The name of the sitemap, or of the index of its parts.
pub const FILE: &str = "sitemap.xml";
const HEADER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const START: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";
const ALTERNATES: &str = " xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"";
const END: &str = ">\n</urlset>\n";

/// A file that is filled.
#[derive(Default)]
struct Part {
    urls: usize,
    elements: String,
    has_alternates: bool,
    /// The newest of all days.
    lastmod: Option<String>,
}

impl Part {
    fn text(&self) -> String {
        let alternates = if self.has_alternates { ALTERNATES } else { "" };
        let (close, end) = END.split_at(2);
        [HEADER, START, alternates, close, &self.elements, end].concat()
    }
}

fn url_element(entry: &SitemapEntry) -> String {
    let mut xml = format!("  <url><loc>{}</loc>", XmlText(&entry.url));
    push_lastmod(&mut xml, entry.lastmod.as_deref());
    for (language, url) in &entry.alternates {
        let (language, url) = (XmlText(language), XmlText(url));
        xml.push_str(&format!("<xhtml:link rel=\"alternate\" hreflang=\"{language}\" href=\"{url}\"/>"));
    }
    xml.push_str("</url>\n");
    xml
}

fn push_lastmod(xml: &mut String, day: Option<&str>) {
    if let Some(day) = day {
        xml.push_str(&format!("<lastmod>{}</lastmod>", XmlText(day)));
    }
}

/// The address that a redirect leads to as search engines are told it: whole, where the site's address is known, and as
/// in the head of the page there (RED-03).
pub fn told_target(target: &str, site: Option<&str>, addresses: &Addresses) -> String {
    let Some(site) = site.filter(|_| is_internal(target)) else { return target.to_owned() };
    let path = target.split('#').next().unwrap_or(target);
    format!("{site}{}", addresses.slashed(path.to_owned(), Leads::Anywhere))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_long_lists_are_split() {
        let entry = |url: &str| SitemapEntry { url: url.to_owned(), ..SitemapEntry::default() };
        let files = sitemap(&[entry("https://e.x/a?b=1&c=<2>")], "https://e.x");
        assert_eq!(files.len(), 1);
        assert!(files[0].text.contains("<loc>https://e.x/a?b=1&amp;c=&lt;2&gt;</loc>"));
        let many: Vec<_> = (0..=LIMITS.urls).map(|n| entry(&format!("https://e.x/{n}"))).collect();
        let files = sitemap(&many, "https://e.x/");
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["sitemap.xml", "sitemap-1.xml", "sitemap-2.xml"]);
        assert!(files[0].text.contains("<loc>https://e.x/sitemap-2.xml</loc>"));
        assert_eq!(files[1].text.matches("<loc>").count(), 50_000);
    }

    #[test]
    fn seo_04_files_stay_below_both_limits_and_the_index_tells_the_newest_day() {
        let entry = |number: usize| SitemapEntry {
            url: format!("https://e.x/{number}"),
            lastmod: (number != 2).then(|| format!("2025-01-0{number}")),
            alternates: (number == 3)
                .then(|| ("de".to_owned(), "https://e.x/de".to_owned()))
                .into_iter()
                .collect(),
        };
        let entries: Vec<_> = (1..=5).map(entry).collect();
        for limits in [
            Limits { urls: 2, bytes: 10_000 },
            Limits { urls: 100, bytes: 420 },
            Limits { urls: 9, bytes: 1 },
        ] {
            let files = within(limits, &entries, "https://e.x");
            let urls: usize = files[1..].iter().map(|file| file.text.matches("<loc>").count()).sum();
            assert_eq!(urls, 5);
            for file in &files[1..] {
                let urls = file.text.matches("<loc>").count();
                assert!(
                    urls == 1 || (urls <= limits.urls && file.text.len() <= limits.bytes),
                    "{}",
                    file.text
                );
                assert_eq!(file.text.contains("xmlns:xhtml"), file.text.contains("<xhtml:link"));
                assert!(file.text.ends_with("</url>\n</urlset>\n"));
            }
        }
        let index = &within(Limits { urls: 2, bytes: 10_000 }, &entries, "https://e.x")[0].text;
        assert!(
            index.contains("sitemap-1.xml</loc><lastmod>2025-01-01</lastmod>")
                && index.contains("sitemap-2.xml</loc><lastmod>2025-01-04</lastmod>"),
            "{index}"
        );
        assert_eq!(sitemap(&[], "https://e.x").len(), 1);
    }
}
