//! Addresses in style sheets and `style` attributes: only those in `url(…)`, everything else stays as it is.

use std::borrow::Cow;

use super::{Piece, end_of_url, first};
use crate::text::Addresses;

/// The text with each address from the root that `address` has another one for, in quotes.
pub fn map_urls(css: &str, address: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(at) = rest.find("url(") {
        let (before, url) = rest.split_at(at + "url(".len());
        out.push_str(before);
        let Some(end) = end_of_url(url) else {
            rest = url;
            break;
        };
        let (written, behind) = url.split_at(end);
        let bare = written.trim().trim_matches(['"', '\'']);
        match Some(bare).filter(|bare| bare.starts_with('/')).and_then(address) {
            Some(address) => out.push_str(&format!("\"{address}\"")),
            None => out.push_str(written),
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// The addresses of files that a style sheet names, each with the byte that it begins at: those in `url(…)` and of
/// `@import`. What is in comments, and what is elsewhere, is left out.
pub fn addresses(css: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = css.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some(import) = rest.strip_prefix("@import") {
            at += "@import".len();
            let is_quoted = import.trim_start().starts_with(['"', '\'']);
            let end = if is_quoted { import.find([';', '\n']).unwrap_or(import.len()) } else { 0 };
            // A name alone is that of a package, in a source of a bundler.
            let is_file = |url: &str| url.starts_with(['/', '.']) || url.contains(".css");
            let file = bare(&import[..end]).filter(|(_, url)| is_file(url));
            found.extend(file.map(|(start, url)| (at + start, url)));
            at += end;
            continue;
        }
        // What does not end is gone over by a character.
        let (piece, length) =
            first(rest).unwrap_or((Piece::Other, rest.chars().next().map_or(1, char::len_utf8)));
        if piece == Piece::Address {
            let start = "url(".len();
            let url = bare(&rest[start..length - 1]);
            found.extend(url.map(|(within, url)| (at + start + within, url)));
        }
        at += length;
    }
    found
}

/// The address of a file of the project without its quotes, and where it begins.
fn bare(written: &str) -> Option<(usize, &str)> {
    let marks = |c: char| c.is_whitespace() || matches!(c, '"' | '\'');
    let start = written.len() - written.trim_start_matches(marks).len();
    let url = written[start..].split(['"', '\'']).next()?.trim_end();
    let is_own = !url.is_empty() && !url.starts_with(['#', '<', '{', '$']) && !url.starts_with("//");
    let has_scheme = url.split(['/', '?', '#']).next().is_some_and(|first| first.contains(':'));
    (is_own && !has_scheme).then_some((start, url))
}

/// The text with the base path before addresses from the root that lack it (PG-03).
pub fn below_base<'c>(css: &'c str, addresses: &Addresses) -> Cow<'c, str> {
    if addresses.base.is_empty() || !css.contains("url(") {
        return Cow::Borrowed(css);
    }
    Cow::Owned(map_urls(css, &|url| addresses.with_base(url)))
}

#[cfg(test)]
mod tests {
    use super::below_base;
    use crate::text::{Addresses, UrlStyle};

    #[test]
    fn addresses_of_files_are_found_where_they_stand() {
        let css = "@import 'tailwindcss'; @import \"/a.css\"; @import url('b.css') screen; /* url(/c.png) */ @import 'https://d/x.css';\n\
                   é { f: url( \"../g h.svg\" ), url(\"data:i,<g clip-path='url(%23a)'><g mask='url(%23b)'>\"), url(data:i/j;base64,k), url(#l), url(//m/n), url(o.woff2?v=1) }";
        let found = super::addresses(css);
        let urls: Vec<&str> = found.iter().map(|(_, url)| *url).collect();
        assert_eq!(urls, ["/a.css", "b.css", "../g h.svg", "o.woff2?v=1"]);
        assert!(found.iter().all(|(at, url)| css[*at..].starts_with(url)));
    }

    #[test]
    fn only_addresses_from_the_root_get_the_base_path() {
        let css = "a { b: url(/x.png) url('/y z.svg') url(//cdn/x) url(x.png) url(data:a/b) url(/docs/own.png) } url(/";
        let based = "a { b: url(\"/docs/x.png\") url(\"/docs/y z.svg\") url(//cdn/x) url(x.png) url(data:a/b) \
                     url(/docs/own.png) } url(/";
        assert_eq!(below_base(css, &Addresses::new("/docs", UrlStyle::Directory)), based);
        assert_eq!(below_base(css, &Addresses::new("", UrlStyle::Directory)), css);
    }
}
