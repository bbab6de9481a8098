//! Better addresses for links: what leads to the same page and reads better, or to a page that has moved for certain.

use super::resolve::{Target, path_of, resolve};
use super::{LinkKind, LinkTargets, PageLink, PageLinks, is_external};
use crate::encoding::percent_decoded;
use crate::source::renames::Renames;
use crate::text::encode_path;

/// A better address of a link, which leads to the same page in any case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetterAddress {
    pub address: String,
    pub reason: Reason,
}

/// Why an address is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// It is the same page, named from the root and without an extension.
    Rooted,
    /// Redirects say that the page has moved for good.
    Redirected,
    /// The history of the files says that the page was renamed.
    Renamed,
}

/// A better address for a link to a page. Where nothing says what has become of a page, a guess is no better address.
pub fn better_address(
    page: PageLinks<'_>,
    link: &PageLink,
    targets: &LinkTargets,
    renames: &Renames,
) -> Option<BetterAddress> {
    let target = link.target.trim();
    if link.kind != LinkKind::Link || target.is_empty() || target.starts_with('#') || is_external(target) {
        return None;
    }
    let end = target.find(['?', '#']).unwrap_or(target.len());
    let (address, suffix) = target.split_at(end);
    let is_plain = address.starts_with('/') && !address.ends_with(".md") && !address.ends_with(".mdx");
    let (route, reason) = match resolve(page, address, targets) {
        Target::Page(_) | Target::Moved(_) if is_plain || address.is_empty() => return None,
        Target::Page(found) => (found.route(), Reason::Rooted),
        Target::Moved(found) => {
            let path = path_of(page, &percent_decoded(address), targets);
            let is_certain = targets.redirects.moved_for_good(path.as_str(), &|path| targets.answers(path));
            (is_certain.then(|| found.route())?, Reason::Redirected)
        }
        Target::Other | Target::Feed(_) | Target::Gone(_) => return None,
        Target::Missing(missing, _) => {
            let found = renames.end_of(&missing, &|page| targets.has_page(page))?;
            (found.route(), Reason::Renamed)
        }
    };
    Some(BetterAddress { address: format!("/{}{suffix}", encode_path(route)), reason })
}
