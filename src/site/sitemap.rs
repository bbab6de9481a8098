//! `sitemap.xml`, and the trailing slash of addresses (behaviour 13; SEO rows of the feature table).

/// Most addresses in one file, by the sitemap protocol.
const MAX_URLS: usize = 50_000;

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

/// The sitemap of `entries`: one file, or from 50,001 addresses on an index with numbered files, which lie
/// below `site`, the absolute address of the site's root.
pub fn sitemap(entries: &[SitemapEntry], site: &str) -> Vec<SitemapFile> {
    if entries.len() <= MAX_URLS {
        return vec![SitemapFile { name: "sitemap.xml".to_owned(), text: url_set(entries) }];
    }
    let parts = entries.chunks(MAX_URLS).enumerate();
    let parts: Vec<SitemapFile> = parts
        .map(|(at, entries)| SitemapFile { name: format!("sitemap-{}.xml", at + 1), text: url_set(entries) })
        .collect();
    let mut index = String::from(HEADER);
    index.push_str("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    for part in &parts {
        let url = format!("{}/{}", site.trim_end_matches('/'), part.name);
        index.push_str(&format!("  <sitemap><loc>{}</loc></sitemap>\n", Escaped(&url)));
    }
    index.push_str("</sitemapindex>\n");
    std::iter::once(SitemapFile { name: "sitemap.xml".to_owned(), text: index }).chain(parts).collect()
}

const HEADER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

fn url_set(entries: &[SitemapEntry]) -> String {
    let mut xml = String::with_capacity(200 + entries.len() * 100);
    xml.push_str(HEADER);
    xml.push_str("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"");
    if entries.iter().any(|entry| !entry.alternates.is_empty()) {
        xml.push_str(" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"");
    }
    xml.push_str(">\n");
    for entry in entries {
        xml.push_str(&format!("  <url><loc>{}</loc>", Escaped(&entry.url)));
        if let Some(date) = &entry.lastmod {
            xml.push_str(&format!("<lastmod>{}</lastmod>", Escaped(date)));
        }
        for (language, url) in &entry.alternates {
            let (language, url) = (Escaped(language), Escaped(url));
            xml.push_str(&format!("<xhtml:link rel=\"alternate\" hreflang=\"{language}\" href=\"{url}\"/>"));
        }
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    xml
}

/// Text for XML; characters that XML cannot hold are left out.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use std::fmt::Write;
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&apos;")?,
                '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// What an address leads to, for the rule of [`with_trailing_slash`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A page or a file: a last segment with a file extension stays as it is.
    Any,
    /// Certainly a page, even when its name looks like a file's.
    Page,
}

/// Adds the slash of `seo.trailingSlash` to a URL or path, before its query and hash. An empty text stays empty.
pub fn with_trailing_slash(url: &str, target: Target) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let (path, rest) = url.split_at(end);
    let after_host = path.find("://").map_or(0, |at| at + 3);
    let last_segment = match path.get(after_host..).and_then(|tail| tail.rfind('/')) {
        Some(slash) => path.get(after_host + slash + 1..).unwrap_or(""),
        None if after_host > 0 => "",
        None => path,
    };
    if path.is_empty() || path.ends_with('/') || (target == Target::Any && is_file_name(last_segment)) {
        return url.to_owned();
    }
    format!("{path}/{rest}")
}

/// Whether a segment ends in what looks like a file extension: letters and digits, not digits alone.
fn is_file_name(segment: &str) -> bool {
    segment.rsplit_once('.').is_some_and(|(_, extension)| {
        (1..=8).contains(&extension.len())
            && extension.chars().all(|c| c.is_ascii_alphanumeric())
            && extension.chars().any(|c| c.is_ascii_alphabetic())
    })
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
        let many: Vec<_> = (0..=MAX_URLS).map(|n| entry(&format!("https://e.x/{n}"))).collect();
        let files = sitemap(&many, "https://e.x/");
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["sitemap.xml", "sitemap-1.xml", "sitemap-2.xml"]);
        assert!(files[0].text.contains("<loc>https://e.x/sitemap-2.xml</loc>"));
    }
}
