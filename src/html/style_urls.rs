//! Addresses in style sheets and `style` attributes: only those in `url(…)`, everything else stays as it is.

use std::borrow::Cow;

use crate::text::Addresses;

/// The text with each address from the root that `address` has another one for, in quotes.
pub fn map_urls(css: &str, address: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(at) = rest.find("url(") {
        let (before, url) = rest.split_at(at + "url(".len());
        out.push_str(before);
        let Some(end) = url.find(')') else {
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
    fn only_addresses_from_the_root_get_the_base_path() {
        let css = "a { b: url(/x.png) url('/y z.svg') url(//cdn/x) url(x.png) url(data:a/b) url(/docs/own.png) } url(/";
        let based = "a { b: url(\"/docs/x.png\") url(\"/docs/y z.svg\") url(//cdn/x) url(x.png) url(data:a/b) \
                     url(/docs/own.png) } url(/";
        assert_eq!(below_base(css, &Addresses::new("/docs", UrlStyle::Directory)), based);
        assert_eq!(below_base(css, &Addresses::new("", UrlStyle::Directory)), css);
    }
}
