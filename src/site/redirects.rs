//! Redirects: finding the one for a path, and checking the list (specification, *Redirects*; behaviour 12;
//! RED-01 to RED-04).
//!
//! Exact sources are tried before patterns, patterns in file order. How a redirect reaches a reader (a page of
//! its own, a file for a host, the 404 page) is decided by the output.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Diagnostic, Location};
use crate::hash::{ContentHash, KeyHasher};

pub mod pattern;

use pattern::{Pattern, Piece, fill};

/// Most redirects that are followed from one path.
const MAX_STEPS: usize = 20;

/// A redirect as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    pub source: String,
    pub destination: String,
    pub permanence: Permanence,
    pub location: Option<Location>,
}

/// `permanent` of a redirect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redirects {
    rules: Vec<Rule>,
    /// Normalised exact source → number of the rule.
    exact: BTreeMap<String, usize>,
    /// Numbers of the rules with patterns, in file order.
    patterns: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
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
            if pattern.is_exact() {
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

    /// Follows redirects from a path to the end, which is at the latest an existing page; `None` when there is
    /// none for it, or when they go in a circle. `exists` answers for a root-relative decoded path.
    pub fn follow(&self, path: &str, exists: &dyn Fn(&str) -> bool) -> Option<String> {
        let mut destination = self.find(path)?.destination;
        let mut seen = BTreeSet::from([normal(path)]);
        for _ in 0..MAX_STEPS {
            if !is_internal(&destination) {
                return Some(destination);
            }
            let (next, suffix) = split_suffix(&destination);
            if !seen.insert(normal(next)) {
                return None;
            }
            match self.find(next).filter(|_| !exists(&route(next))) {
                // The hash of an earlier step counts when the later one has none.
                Some(hit) if hit.destination.contains(['#', '?']) => destination = hit.destination,
                Some(hit) => destination = hit.destination + suffix,
                None => return Some(destination),
            }
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

/// Looks for redirects that cannot work: circles, chains, sources twice or behind a wider pattern, sources that
/// are pages, destinations that do not exist. `exists` tells of pages and files that no redirect replaces, `answers`
/// of these and all else that a reader may ask for, both for a root-relative decoded route, without trailing slash or `index`; the
/// home page always exists as a destination. `in_the_way` names the file that a redirect page would have to replace.
pub fn check_redirects(
    redirects: &Redirects,
    exists: &dyn Fn(&str) -> bool,
    in_the_way: &dyn Fn(&str) -> Option<String>,
    answers: &dyn Fn(&str) -> bool,
) -> Vec<Diagnostic> {
    let check = |(at, rule)| check_rule(redirects, at, rule, exists, in_the_way, answers);
    redirects.rules.iter().enumerate().filter_map(check).collect()
}

/// A destination without a slash in front is seen from the root, like the entries of a navigation.
fn rooted(destination: &str) -> String {
    let has_scheme = destination.split(['/', '?', '#']).next().is_some_and(|first| first.contains(':'));
    match has_scheme || destination.is_empty() || destination.starts_with(['/', '#', '?', ':', '*']) {
        true => destination.to_owned(),
        false => format!("/{destination}"),
    }
}

/// The first problem of a redirect: the others usually follow from it.
fn check_rule(
    redirects: &Redirects,
    at: usize,
    rule: &Rule,
    exists: &dyn Fn(&str) -> bool,
    in_the_way: &dyn Fn(&str) -> Option<String>,
    answers: &dyn Fn(&str) -> bool,
) -> Option<Diagnostic> {
    let Redirect { source, destination, .. } = &rule.redirect;
    let warn = |code, message: String, hint: String| {
        let problem = Diagnostic::warning(code, message).hint(hint);
        Some(match &rule.redirect.location {
            Some(location) => problem.located(location.clone()),
            None => problem,
        })
    };
    if let Some(earlier) = shadow(redirects, at, rule) {
        return if earlier.source == *source {
            warn(
                "redirect-duplicate",
                format!("`{source}` is redirected twice"),
                format!("the one to `{}` is used; remove the other", earlier.destination),
            )
        } else {
            warn(
                "redirect-shadowed",
                format!("the redirect of `{source}` is never reached"),
                format!("`{}` stands before it and matches the same paths; move this one up", earlier.source),
            )
        };
    }
    if source.contains(['?', '#']) {
        return warn(
            "redirect-source-suffix",
            format!("the redirect of `{source}` never matches"),
            "a source is a path: leave out what follows `?` or `#`".to_owned(),
        );
    }
    if !rule.pattern.is_exact() {
        return check_pattern(redirects, rule, exists, answers)
            .and_then(|(code, message, hint)| warn(code, message, hint));
    }
    if exists(&route(source)) {
        return warn(
            "redirect-source-exists",
            format!("`{source}` is redirected, but there is a page or file of that name"),
            "that is published; remove it or the redirect".to_owned(),
        );
    }
    if let Some(file) = in_the_way(&normal(source)) {
        let what = match file == normal(source).trim_matches('/') {
            true => "but the site has a file of that name".to_owned(),
            false => format!("but `/{file}` is a file of the site"),
        };
        return warn(
            "redirect-source-exists",
            format!("`{source}` is redirected, {what}"),
            "readers get the file; only a host with rules of its own can follow the redirect instead"
                .to_owned(),
        );
    }
    if !is_internal(destination) {
        return None;
    }
    let Some(end) = redirects.follow(source, exists) else {
        return warn(
            "redirect-loop",
            format!("the redirect of `{source}` leads back to itself"),
            "change the destination to a page".to_owned(),
        );
    };
    let target = route(split_suffix(&end).0);
    if is_internal(&end) && target != "/" && !answers(&target) {
        return warn(
            "redirect-destination-missing",
            format!("`{source}` is redirected to `{end}`, which does not exist"),
            "change the destination to a page".to_owned(),
        );
    }
    if end != *destination {
        return warn(
            "redirect-chain",
            format!("`{source}` is redirected to `{destination}`, which is redirected again"),
            format!("write `{end}` as the destination"),
        );
    }
    None
}

/// The problem of a redirect with variable parts and a fixed destination.
fn check_pattern(
    redirects: &Redirects,
    rule: &Rule,
    exists: &dyn Fn(&str) -> bool,
    answers: &dyn Fn(&str) -> bool,
) -> Option<(&'static str, String, String)> {
    let Redirect { source, destination, .. } = &rule.redirect;
    if !is_internal(destination) {
        return None;
    }
    let pieces = rule.pattern.destination(destination);
    if pieces.iter().any(|piece| matches!(piece, Piece::Part(_))) {
        // Stands for any path; it occurs in none.
        let parts = vec!["\u{1}".to_owned(); pieces.len()];
        let sample = fill(&pieces, &parts);
        let is_caught = rule.pattern.captures(&normal(split_suffix(&sample).0)).is_some();
        return is_caught.then(|| {
            (
                "redirect-loop",
                format!("`{source}` is redirected to `{destination}`, which it matches again"),
                "where there is no such page, a reader is redirected again and again: make the source narrower"
                    .to_owned(),
            )
        });
    }
    let path = split_suffix(destination).0;
    let target = route(path);
    if target == "/" || answers(&target) {
        return None;
    }
    let fix = || "change the destination to a page".to_owned();
    match redirects.find(path) {
        None => Some((
            "redirect-destination-missing",
            format!("`{source}` is redirected to `{destination}`, which does not exist"),
            fix(),
        )),
        Some(_) => match redirects.follow(path, exists) {
            None => {
                Some(("redirect-loop", format!("the redirect of `{source}` leads back to itself"), fix()))
            }
            Some(end) => Some((
                "redirect-chain",
                format!("`{source}` is redirected to `{destination}`, which is redirected again"),
                format!("write `{end}` as the destination"),
            )),
        },
    }
}

/// The redirect that answers before number `at` for all its paths.
fn shadow<'a>(redirects: &'a Redirects, at: usize, rule: &Rule) -> Option<&'a Redirect> {
    if rule.pattern.is_exact() {
        let first = *redirects.exact.get(&normal(&rule.redirect.source))?;
        return (first != at).then(|| redirects.rules.get(first)).flatten().map(|first| &first.redirect);
    }
    let earlier = redirects.patterns.iter().take_while(|number| **number < at);
    earlier
        .filter_map(|number| redirects.rules.get(*number))
        .find(|earlier| {
            earlier.redirect.source == rule.redirect.source || earlier.pattern.covers(&rule.pattern)
        })
        .map(|earlier| &earlier.redirect)
}

/// A path to compare: decoded, with a leading and without a trailing slash.
fn normal(path: &str) -> String {
    let path = super::links::decode(path);
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

/// Whether a destination is a path of this site.
pub fn is_internal(destination: &str) -> bool {
    destination.starts_with('/') && !destination.starts_with("//")
}

/// A destination without its query and hash, and those.
pub fn split_suffix(destination: &str) -> (&str, &str) {
    destination.split_at(destination.find(['?', '#']).unwrap_or(destination.len()))
}
