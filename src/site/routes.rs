//! `routes.lock`: the addresses that a site has published, so that none is lost without a word (ENG-10).
//!
//! One address a line, as readers know it from the root of the site; everything else is a remark. The file is in a
//! project only when its author asked for it, and only `docs routes` writes it.

use std::collections::BTreeSet;

use super::page_index::nearest_slug;
use super::redirects::{Redirects, internal_route};
use crate::diagnostic::{Diagnostic, push_limited};
use crate::text::{SourceText, Span};

/// The name of the file, beside the configuration.
pub const ROUTES_FILE: &str = "routes.lock";

/// Most lost addresses for which the page is sought that they may have now: each is compared with all pages.
const MOST_SOUGHT: usize = 50;

const HEAD: &str = "\
# Addresses that this site has published. `docs routes` adds new ones, a build tells when one leads nowhere.
# Who gives an address up deletes its line.
";

/// The addresses that a text records, with their places.
pub fn recorded(text: &str) -> Vec<(&str, Span)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let address = line.trim();
        if address.starts_with('/') {
            let at = start + line.find('/').unwrap_or(0);
            found.push((address, Span::new(at, at + address.len())));
        }
        start += line.len();
    }
    found
}

/// The file with more addresses: those that it has stay, for readers still have them. Also how many it has, and how
/// many of them are new.
pub fn with_addresses(before: &str, addresses: impl IntoIterator<Item = String>) -> (String, usize, usize) {
    let mut all: BTreeSet<String> =
        recorded(before).into_iter().map(|(address, _)| address.to_owned()).collect();
    let known = all.len();
    all.extend(addresses);
    let mut text = HEAD.to_owned();
    for address in &all {
        text.push_str(address);
        text.push('\n');
    }
    (text, all.len(), all.len() - known)
}

/// What stands where on a site. Both answer for a path from the root.
#[derive(Clone, Copy)]
pub struct Places<'a> {
    /// Whether there is a page.
    pub exists: &'a dyn Fn(&str) -> bool,
    /// Whether a reader who is sent there gets anything.
    pub answers: &'a dyn Fn(&str) -> bool,
}

/// The recorded addresses that lead nowhere now; `routes` are those of all pages, without a slash in front.
pub fn lost<'a>(
    source: &SourceText,
    redirects: &Redirects,
    Places { exists, answers }: Places<'_>,
    routes: impl Iterator<Item = &'a str> + Clone,
) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for (address, span) in recorded(&source.text) {
        if exists(address) {
            continue;
        }
        let end = redirects.follow(address, exists);
        if end.as_ref().is_some_and(|end| internal_route(end).is_none_or(|route| answers(&route))) {
            continue;
        }
        let sought = problems.len() < MOST_SOUGHT;
        let near = || nearest_slug(address.trim_start_matches('/'), routes.clone()).first().copied();
        push_limited(&mut problems, || {
            let hint = match (end, sought.then(near).flatten()) {
                (Some(end), _) => format!(
                    "its redirect leads to `{end}`, which is no page: correct that, or delete the line to give the \
                     address up"
                ),
                (None, Some(near)) => {
                    let redirect =
                        serde_json::json!({ "source": address, "destination": format!("/{near}") });
                    format!("if the page is `/{near}` now, add {redirect} to `redirects`")
                }
                (None, None) => {
                    "add a redirect to `redirects`, or delete the line to give the address up".to_owned()
                }
            };
            let message = format!("`{address}` was published and leads nowhere now");
            Diagnostic::warning("lost-address", message).at(source, span).hint(hint)
        });
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eng_10_the_file_only_grows() {
        let addresses = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let (first, all, new) = with_addresses("", addresses(&["/b", "/"]));
        assert_eq!((all, new), (2, 2));
        assert_eq!(first, format!("{HEAD}/\n/b\n"));
        let (second, all, new) =
            with_addresses(&format!("{first}<<<<<<< ours\r\n/c d\r\n"), addresses(&["/a", "/b"]));
        assert_eq!((all, new), (4, 1));
        assert_eq!(second, format!("{HEAD}/\n/a\n/b\n/c d\n"));
        assert_eq!(with_addresses(&second, addresses(&["/a"])).0, second);
    }
}
