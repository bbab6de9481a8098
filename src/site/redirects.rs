//! Redirects: finding the one for a path (specification, *Redirects*; behaviour 12; RED-01 to RED-04). What is
//! wrong with the list is found in [`check`].
//!
//! Exact sources are tried before patterns, patterns in file order. How a redirect reaches a reader (a page of
//! its own, a file for a host, the 404 page) is decided by the output.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::diagnostic::Location;
use crate::encoding::percent_decoded;
use crate::hash::{ContentHash, KeyHasher};

pub mod check;
pub mod pattern;

use pattern::{Pattern, Piece, fill};

/// Most redirects that are followed from one path.
const MAX_STEPS: usize = 20;

/// A redirect as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redirect {
    pub source: String,
    pub destination: String,
    pub permanence: Permanence,
    pub location: Option<Location>,
}

/// `permanent` of a redirect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Permanence {
    /// 301; also when the key is absent.
    #[default]
    Permanent,
    /// 302.
    Temporary,
}

impl Permanence {
    /// The HTTP status.
    pub fn status(self) -> u16 {
        match self {
            Self::Permanent => 301,
            Self::Temporary => 302,
        }
    }
}

/// All redirects, ready to be asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redirects {
    rules: Vec<Rule>,
    /// Normalised exact source → number of the rule.
    exact: BTreeMap<String, usize>,
    /// Numbers of the rules with patterns, in file order.
    patterns: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Rule {
    redirect: Redirect,
    pattern: Pattern,
}

/// What a path is redirected to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit<'a> {
    pub redirect: &'a Redirect,
    /// With the captured parts put in.
    pub destination: String,
}

/// A redirect that a page of its own can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stub {
    /// Root-relative, decoded, without trailing slash.
    pub source: String,
    /// The end of the chain.
    pub destination: String,
    pub permanence: Permanence,
}

/// A redirect with variable parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternRule<'a> {
    pub pattern: &'a Pattern,
    pub destination: Vec<Piece>,
    pub permanence: Permanence,
}

impl Redirects {
    /// Indexes the redirects. Of two with the same source the first counts.
    pub fn new(redirects: &[Redirect]) -> Self {
        let mut all = Self::default();
        for redirect in redirects {
            let redirect = &Redirect { destination: rooted(&redirect.destination), ..redirect.clone() };
            let number = all.rules.len();
            let pattern = Pattern::new(&redirect.source);
            if check::fault(redirect).is_some() {
                // It stands in the list for what is told about it.
            } else if pattern.is_exact() {
                all.exact.entry(normal(&redirect.source)).or_insert(number);
            } else {
                all.patterns.push(number);
            }
            all.rules.push(Rule { redirect: redirect.clone(), pattern });
        }
        all
    }

    /// The hash of all redirects, without their places.
    pub fn key(&self) -> ContentHash {
        let mut key = KeyHasher::new("redirects");
        for rule in &self.rules {
            let permanent = rule.redirect.permanence == Permanence::Permanent;
            key.value(&(&rule.redirect.source, &rule.redirect.destination, permanent));
        }
        key.finish()
    }

    /// All of them, as they were given.
    pub fn iter(&self) -> impl Iterator<Item = &Redirect> {
        self.rules.iter().map(|rule| &rule.redirect)
    }

    /// The sources without variable parts.
    pub fn sources(&self) -> impl Iterator<Item = &str> + Clone {
        self.exact.keys().map(String::as_str)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The redirect of a path, which may be percent-encoded and end in a slash.
    pub fn find(&self, path: &str) -> Option<Hit<'_>> {
        let path = normal(path);
        if let Some(rule) = self.exact.get(&path).and_then(|at| self.rules.get(*at)) {
            return Some(Hit { redirect: &rule.redirect, destination: rule.redirect.destination.clone() });
        }
        self.patterns.iter().filter_map(|at| self.rules.get(*at)).find_map(|rule| {
            let captures = rule.pattern.captures(&path)?;
            let destination = fill(&rule.pattern.destination(&rule.redirect.destination), &captures);
            Some(Hit { redirect: &rule.redirect, destination })
        })
    }

    /// Whether a redirect names just this path.
    pub fn names(&self, path: &str) -> bool {
        self.exact.contains_key(&normal(path))
    }

    /// The routes, as of [`crate::text::Slug::route`], that are redirected elsewhere even where a page has them, each with the
    /// route of this site where that ends: pages that no entry of the navigation `names` are what was left behind when
    /// their readers were sent on.
    pub fn replaced_routes(&self, names: &BTreeSet<String>) -> BTreeMap<String, Option<String>> {
        let bare = |route: &str| route.trim_start_matches('/').to_owned();
        let replaced = |source: &String| {
            let own = bare(&route(source));
            let end = self.follow(source, &|_| false).filter(|_| !names.contains(&own))?;
            let end = internal_route(&end).map(|end| bare(&end));
            (end.as_ref() != Some(&own)).then_some((own, end))
        };
        self.exact.keys().filter_map(replaced).collect()
    }

    /// Follows redirects from a path to the end, which is at the latest an existing page; `None` when there is
    /// none for it, or when they go in a circle. `exists` answers for a root-relative decoded path.
    pub fn follow(&self, path: &str, exists: &dyn Fn(&str) -> bool) -> Option<String> {
        Some(self.walk(path, exists)?.0)
    }

    /// Whether all redirects from a path to its end say that it has moved for good, and to nothing but a page.
    pub fn moved_for_good(&self, path: &str, exists: &dyn Fn(&str) -> bool) -> bool {
        let end = self.walk(path, exists);
        end.is_some_and(|(end, permanence)| permanence == Permanence::Permanent && !end.contains(['?', '#']))
    }

    fn walk(&self, path: &str, exists: &dyn Fn(&str) -> bool) -> Option<(String, Permanence)> {
        let first = self.find(path)?;
        let (mut destination, mut permanence) = (first.destination, first.redirect.permanence);
        let mut seen = BTreeSet::from([normal(path)]);
        for _ in 0..MAX_STEPS {
            if !is_internal(&destination) {
                return Some((destination, permanence));
            }
            let (next, suffix) = split_suffix(&destination);
            if !seen.insert(normal(next)) {
                return None;
            }
            let Some(hit) = self.find(next).filter(|_| !exists(&route(next))) else {
                return Some((destination, permanence));
            };
            if hit.redirect.permanence == Permanence::Temporary {
                permanence = Permanence::Temporary;
            }
            // The hash of an earlier step counts when the later one has none.
            destination = match hit.destination.contains(['#', '?']) {
                true => hit.destination,
                false => hit.destination + suffix,
            };
        }
        None
    }

    /// Exact redirects as pages of their own, in the order of their sources: chains are shortened; circles and
    /// sources that exist are left out.
    pub fn stubs(&self, exists: &dyn Fn(&str) -> bool) -> Vec<Stub> {
        let stub = |(source, at): (&String, &usize)| {
            Some(Stub {
                source: source.clone(),
                destination: self.follow(source, exists)?,
                permanence: self.rules.get(*at)?.redirect.permanence,
            })
        };
        self.exact.iter().filter(|(source, _)| !exists(&route(source))).filter_map(stub).collect()
    }

    /// The redirects that pages of their own cannot do, in file order. A fixed destination that is redirected
    /// again is the end of that.
    pub fn patterns(&self, exists: &dyn Fn(&str) -> bool) -> Vec<PatternRule<'_>> {
        let rules = self.patterns.iter().filter_map(|at| self.rules.get(*at));
        rules
            .map(|rule| {
                let Redirect { destination, permanence, .. } = &rule.redirect;
                let mut pieces = rule.pattern.destination(destination);
                if let [Piece::Text(fixed)] = pieces.as_mut_slice()
                    && is_internal(fixed)
                    && !exists(&route(split_suffix(fixed).0))
                    && let Some(end) = self.follow(split_suffix(fixed).0, exists)
                {
                    *fixed = end;
                }
                PatternRule { pattern: &rule.pattern, destination: pieces, permanence: *permanence }
            })
            .collect()
    }
}

/// A destination without a slash in front is seen from the root, like the entries of a navigation.
fn rooted(destination: &str) -> String {
    let has_scheme = destination.split(['/', '?', '#']).next().is_some_and(|first| first.contains(':'));
    match has_scheme || destination.is_empty() || destination.starts_with(['/', '#', '?', ':', '*']) {
        true => destination.to_owned(),
        false => format!("/{destination}"),
    }
}

/// A path to compare: decoded, with a leading and without a trailing slash.
fn normal(path: &str) -> String {
    let path = percent_decoded(path);
    format!("/{}", path.trim_matches('/'))
}

/// [`normal`] without a trailing `index`: the address of a page.
fn route(path: &str) -> String {
    let path = normal(path);
    match path.strip_suffix("/index") {
        Some("") => "/".to_owned(),
        Some(folder) => folder.to_owned(),
        None => path,
    }
}

/// The address of this site that a destination leads to; `None` for one elsewhere.
pub(super) fn internal_route(destination: &str) -> Option<String> {
    is_internal(destination).then(|| route(split_suffix(destination).0))
}

/// Whether a destination is a path of this site.
pub fn is_internal(destination: &str) -> bool {
    destination.starts_with('/') && !destination.starts_with("//")
}

/// A destination without its query and hash, and those.
pub fn split_suffix(destination: &str) -> (&str, &str) {
    destination.split_at(destination.find(['?', '#']).unwrap_or(destination.len()))
}
