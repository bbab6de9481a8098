//! What a browser finds at an address of a page: a page, a file, a redirect, or nothing and why.

use super::{LinkTargets, PageLinks};
use crate::encoding::percent_decoded;
use crate::text::{Slug, SourcePath};

/// What lies at an address.
pub(super) enum Target<'a> {
    Page(&'a Slug),
    /// The page that a redirect leads to.
    Moved(&'a Slug),
    /// The feed of a page, if it has one.
    Feed(&'a Slug),
    /// A file, a redirect: nothing to say about anchors.
    Other,
    /// A redirect whose destination does not exist.
    Gone(String),
    /// The root-relative path that does not exist, and why, when that is not plain.
    Missing(String, Option<String>),
}

/// What a browser finds at an address, as it is written in HTML.
pub(super) fn resolve<'a>(page: PageLinks<'a>, address: &str, targets: &'a LinkTargets) -> Target<'a> {
    if address.is_empty() {
        return Target::Page(page.slug);
    }
    let decoded = percent_decoded(address);
    let rooted = SourcePath::new(&decoded);
    if decoded.contains('\\') {
        let why = format!("a browser takes no `\\` for a `/`: write `/{rooted}`");
        return Target::Missing(rooted.as_str().to_owned(), Some(why));
    }
    let is_dotted = is_dotted(&decoded);
    let path = path_of(page, &decoded, targets);
    let is_there = |path: &SourcePath| match decoded.ends_with('/') {
        true => targets.below(path),
        false => targets.at(path),
    };
    if let Some(found) = is_there(&path) {
        return found;
    }
    let why = if decoded.ends_with('/') && targets.at(&path).is_some() {
        Some(format!("no file has a `/` behind its name: write `/{}`", path))
    } else if path != rooted && !is_dotted && is_there(&rooted).is_some() {
        Some(format!("without a `/` in front a browser looks for it beside the page: write `/{}`", decoded))
    } else {
        None
    };
    let why = why.or_else(|| is_host(address).then(|| format!("for another site write `https://{address}`")));
    // A bare path is looked for by its own name.
    let missing = if is_dotted { path } else { rooted };
    Target::Missing(missing.as_str().to_owned(), why)
}

/// The path that a decoded address of a page means. `./x` and `../x` are seen from the page's folder, where `..` stays
/// at the root. A bare `x` is a file that lies beside the page, else one at the root, else what a browser makes of it,
/// as when it is rendered; so is the base path not meant that stands before what is there.
pub(super) fn path_of(page: PageLinks<'_>, decoded: &str, targets: &LinkTargets) -> SourcePath {
    let rooted = SourcePath::new(decoded);
    let beside = || SourcePath::new(&format!("{}/{decoded}", page.path.parent()));
    match (decoded.starts_with('/'), is_dotted(decoded)) {
        (true, _) => {
            let is_there = |path: &str| targets.leads(&SourcePath::new(path));
            let below = targets.addresses.without_base(rooted.as_str(), &is_there).map(SourcePath::new);
            below.unwrap_or(rooted)
        }
        (false, true) => beside(),
        (false, false) => {
            let written = [beside(), rooted].into_iter().find(|path| targets.is_written(path));
            written.unwrap_or_else(|| SourcePath::new(&format!("{}/{decoded}", folder_of(page.slug.route()))))
        }
    }
}

fn is_dotted(address: &str) -> bool {
    matches!(address, "." | "..") || address.starts_with("./") || address.starts_with("../")
}

impl LinkTargets {
    /// Whether a link to a path without a slash behind it is meant so: a folder without a page is nothing to lead to.
    pub fn leads(&self, path: &SourcePath) -> bool {
        let name = path.as_str();
        name.is_empty()
            || self.page(name).is_some()
            || self.is_file(path)
            || self.made.contains(name)
            || self.feed(name).is_some()
            || self.redirected(path).is_some()
    }

    /// What lies at a path without a slash behind it.
    fn at(&self, path: &SourcePath) -> Option<Target<'_>> {
        if let Some(found) = self.page(path.as_str()) {
            return Some(found);
        }
        if self.is_file(path) || self.is_folder(path.as_str()) {
            return Some(Target::Other);
        }
        self.feed(path.as_str()).map(Target::Feed).or_else(|| self.redirected(path))
    }

    /// What lies at a path with a slash behind it, which no file has.
    fn below(&self, path: &SourcePath) -> Option<Target<'_>> {
        if let Ok(at) = self.pages.binary_search_by(|page| page.route().cmp(path.as_str())) {
            return self.pages.get(at).map(Target::Page);
        }
        if path.as_str().is_empty() || self.is_folder(path.as_str()) {
            return Some(Target::Other);
        }
        self.redirected(path).filter(|_| !self.is_file(path))
    }

    /// Whether a bare path is that of a page or file of the project, so that it is rendered from the root.
    fn is_written(&self, path: &SourcePath) -> bool {
        let name = path.as_str();
        let name = name.strip_suffix(".mdx").or(name.strip_suffix(".md")).unwrap_or(name);
        let name = name.strip_suffix("/index").unwrap_or(name);
        let page = self.pages.binary_search_by(|page| page.route().cmp(name)).ok();
        let page = page.and_then(|at| self.pages.get(at));
        page.is_some_and(|page| !self.generated.contains(page)) || self.files.contains(path)
    }
}

/// The folder from which a browser sees links of a page.
fn folder_of(route: &str) -> &str {
    route.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Whether a browser's address bar would take this for the name of a host: `example.com`, `www.example.com/docs`.
fn is_host(address: &str) -> bool {
    const USUAL: [&str; 12] =
        ["com", "org", "net", "io", "dev", "ai", "app", "co", "cloud", "xyz", "gov", "edu"];
    let host = address.split('/').next().unwrap_or("");
    let is_part =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let ends_usually = host.rsplit_once('.').is_some_and(|(_, last)| USUAL.contains(&last));
    host.split('.').all(is_part)
        && (ends_usually || host.starts_with("www.") && host.matches('.').count() > 1)
}
