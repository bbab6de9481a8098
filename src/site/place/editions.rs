//! The same page in other languages and versions, as search engines and readers are told of it: alternates, the
//! address that counts, and whether the version is an old one (I18N-04, VER-03, SEO-08).

use crate::config::navigation::DivisionKind;
use crate::site::navigation::Link;
use crate::site::place::{Counterpart, Fit, PagePlace, Switch};
use crate::text::Slug;

/// Words in names of versions that are not released yet.
const UNRELEASED: [&str; 12] = [
    "next",
    "draft",
    "beta",
    "alpha",
    "rc",
    "dev",
    "preview",
    "canary",
    "nightly",
    "unreleased",
    "edge",
    "main",
];

/// A page of a version that is not the current one any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldVersion<'a> {
    pub version: &'a str,
    pub latest: &'a str,
    /// The same page there, or what is nearest to it.
    pub link: Option<&'a Link>,
}

impl PagePlace {
    /// The same page in every language that has it, its own included, with the code of each; behind them the one of
    /// the default language again, under `None`. Empty when there is no other language, and for a page in whose place
    /// another one counts: that one has the translations, and they name it.
    pub fn translations(&self) -> Vec<(Option<&str>, &Slug)> {
        if self.canonical().is_some() {
            return Vec::new();
        }
        let pages = || {
            self.counterparts.iter().filter_map(|counterpart| match (&counterpart.link, counterpart.fit) {
                (Some(Link::Page(slug)), Fit::Current | Fit::SamePage)
                    if counterpart.kind == DivisionKind::Language =>
                {
                    Some((counterpart.label.as_str(), slug))
                }
                _ => None,
            })
        };
        if pages().count() < 2 {
            return Vec::new();
        }
        let default = self.default(DivisionKind::Language).map(|switch| switch.label.as_str());
        let default = pages().find(|(code, _)| Some(*code) == default).map(|(_, slug)| (None, slug));
        pages().map(|(code, slug)| (Some(code), slug)).chain(default).collect()
    }

    /// The page of the default language that this one translates, with the code of that language.
    pub fn original(&self) -> Option<(&str, &Slug)> {
        let default = &self.default(DivisionKind::Language)?.label;
        let is_original = |counterpart: &&Counterpart| {
            counterpart.kind == DivisionKind::Language
                && counterpart.label == *default
                && counterpart.fit == Fit::SamePage
        };
        match &self.counterparts.iter().find(is_original)?.link {
            Some(Link::Page(slug)) => Some((default.as_str(), slug)),
            _ => None,
        }
    }

    /// The page that counts for search engines in place of this one: the same one in the default version.
    pub fn canonical(&self) -> Option<&Slug> {
        let default = self.default(DivisionKind::Version)?;
        let same = self.counterparts.iter().find(|counterpart| {
            counterpart.kind == DivisionKind::Version
                && counterpart.label == default.label
                && counterpart.fit == Fit::SamePage
        })?;
        match &same.link {
            Some(Link::Page(slug)) => Some(slug),
            _ => None,
        }
    }

    /// Whether the page is of an old version, and where the default one is.
    pub fn old_version(&self) -> Option<OldVersion<'_>> {
        let current = self.version()?;
        let switcher = self.trail.switcher(DivisionKind::Version)?;
        let default = self.default(DivisionKind::Version)?;
        let place = |label: &str| switcher.items.iter().position(|item| item.label == label);
        if default.label == current
            || !is_older(current, &default.label, place(current) > place(&default.label))
        {
            return None;
        }
        let counterpart = self.counterparts.iter().find(|counterpart| {
            counterpart.kind == DivisionKind::Version && counterpart.label == default.label
        });
        let link = counterpart.map_or(default.link.as_ref(), |counterpart| counterpart.link.as_ref());
        Some(OldVersion { version: current, latest: &default.name, link })
    }

    /// The item of a list that is shown first.
    fn default(&self, kind: DivisionKind) -> Option<&Switch> {
        self.trail.switcher(kind)?.first()
    }
}

/// Whether a version is older than another: by the numbers in their names; where these say nothing, by their order,
/// which usually is from new to old.
fn is_older(version: &str, than: &str, stands_behind: bool) -> bool {
    let lower = version.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_ascii_alphabetic());
    if words.any(|word| UNRELEASED.contains(&word)) {
        return false;
    }
    let numbers = |name: &str| -> Vec<u64> {
        let runs = name.split(|c: char| !c.is_ascii_digit());
        runs.filter(|run| !run.is_empty()).map(|run| run.parse().unwrap_or(u64::MAX)).collect()
    };
    match (numbers(version), numbers(than)) {
        (own, other) if !own.is_empty() && !other.is_empty() && own != other => own < other,
        _ => stands_behind,
    }
}

#[cfg(test)]
mod tests {
    use super::is_older;

    #[test]
    fn versions_are_compared_as_people_read_them() {
        assert!(is_older("v1.9", "v1.10", false));
        assert!(!is_older("v2", "v1", true));
        assert!(is_older("2024-11-05", "Version 2025-06-18 (latest)", false));
        assert!(!is_older("Draft", "2025-06-18", true) && !is_older("v3 (beta)", "v2", true));
        assert!(is_older("Legacy", "Current", true) && !is_older("Legacy", "Current", false));
    }
}
