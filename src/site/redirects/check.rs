//! Redirects that cannot work: circles, chains, sources twice or behind a wider pattern, sources that are pages,
//! destinations that do not exist (RED-04).

use super::pattern::{Piece, fill};
use super::{Redirect, Redirects, Rule, is_internal, normal, route, split_suffix};
use crate::diagnostic::Diagnostic;

/// Redirects to nothing that are told what may have been meant: each is compared with all names of the site.
const MOST_SUGGESTIONS: usize = 100;

/// What stands where on a site. Paths are root-relative decoded routes, without trailing slash or `index`.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// Whether there is a page or file that no redirect replaces.
    pub exists: &'a dyn Fn(&str) -> bool,
    /// Whether a reader gets anything there; the home page always counts.
    pub answers: &'a dyn Fn(&str) -> bool,
    /// The file of a page that is not published because it is redirected.
    pub replaced: &'a dyn Fn(&str) -> Option<String>,
    /// The file that a redirect page would have to replace.
    pub in_the_way: &'a dyn Fn(&str) -> Option<String>,
    /// What the author of a destination that is missing probably meant, as a hint; without a leading slash.
    pub suggestion: &'a dyn Fn(&str) -> Option<String>,
}

/// The first problem of each redirect: the others usually follow from it.
pub fn check_redirects(redirects: &Redirects, known: Known<'_>) -> Vec<Diagnostic> {
    let mut check = Check { redirects, known, suggestions: 0 };
    let rules = redirects.rules.iter().enumerate();
    let problems = rules.filter_map(|(at, rule)| {
        let Problem { code, message, hint } = check.rule(at, rule)?;
        let problem = Diagnostic::warning(code, message).hint(hint);
        Some(match &rule.redirect.location {
            Some(location) => problem.located(location.clone()),
            None => problem,
        })
    });
    problems.collect()
}

/// Why a redirect has no effect wherever it stands. Nothing is made of it.
pub(super) fn fault(redirect: &Redirect) -> Option<Problem> {
    let Redirect { source, destination, .. } = redirect;
    let never = |hint: &str| {
        problem("redirect-source-suffix", format!("the redirect of `{source}` never matches"), hint)
    };
    if destination.trim().is_empty() {
        let message = format!("the redirect of `{source}` has no destination, so it is left out");
        return problem(
            "redirect-destination-missing",
            message,
            "write where it leads: `/` is the first page",
        );
    }
    if source.contains(['?', '#']) {
        return never("a source is a path: leave out what follows `?` or `#`");
    }
    if source.contains("://") {
        return never("a source is a path of this site: leave out the part before it, `https://…`");
    }
    if ["(.*)", "(.+)", "(\\", "([", "(?"].iter().any(|part| source.contains(part)) {
        return never(
            "sources are no regular expressions: `*` is any run of characters, `:name` one segment",
        );
    }
    None
}

struct Check<'a> {
    redirects: &'a Redirects,
    known: Known<'a>,
    suggestions: usize,
}

pub(super) struct Problem {
    code: &'static str,
    message: String,
    hint: String,
}

fn problem(code: &'static str, message: String, hint: impl Into<String>) -> Option<Problem> {
    Some(Problem { code, message, hint: hint.into() })
}

impl Check<'_> {
    fn rule(&mut self, at: usize, rule: &Rule) -> Option<Problem> {
        let Redirect { source, destination, .. } = &rule.redirect;
        if let Some(earlier) = shadow(self.redirects, at, rule) {
            let same = normal(&earlier.source) == normal(source);
            return match same {
                true => problem(
                    "redirect-duplicate",
                    format!("`{source}` is redirected twice"),
                    format!("the one to `{}` is used; remove the other", earlier.destination),
                ),
                false => problem(
                    "redirect-shadowed",
                    format!("the redirect of `{source}` is never reached"),
                    format!(
                        "`{}` stands before it and matches the same paths; move this one up",
                        earlier.source
                    ),
                ),
            };
        }
        if let Some(fault) = fault(&rule.redirect) {
            return Some(fault);
        }
        if let Some(name) = unknown_parameter(rule) {
            return problem(
                "redirect-parameter-unknown",
                format!("`{source}` is redirected to `{destination}`, but its source has no `:{name}`"),
                "name the part in the source, or correct the name: what is written is a part of the address",
            );
        }
        match rule.pattern.is_exact() {
            true => self.exact(source, destination).or_else(|| self.replaced(source)),
            false => self.pattern(rule),
        }
    }

    /// The problem of a redirect of one path.
    fn exact(&mut self, source: &str, destination: &str) -> Option<Problem> {
        if (self.known.exists)(&route(source)) {
            return problem(
                "redirect-source-exists",
                format!("`{source}` is redirected, but there is a page or file of that name"),
                "that is published; remove it or the redirect",
            );
        }
        if let Some(file) = (self.known.in_the_way)(&normal(source)) {
            let what = match file == normal(source).trim_matches('/') {
                true => "but the site has a file of that name".to_owned(),
                false => format!("but `/{file}` is a file of the site"),
            };
            return problem(
                "redirect-source-exists",
                format!("`{source}` is redirected, {what}"),
                "readers get the file; only a host with rules of its own can follow the redirect instead",
            );
        }
        if !is_internal(destination) {
            return None;
        }
        let Some(end) = self.redirects.follow(source, self.known.exists) else { return circle(source) };
        if is_internal(&end) && !self.answers(&end) {
            return self.missing(source, &end);
        }
        if end == destination { None } else { chain(source, destination, &end) }
    }

    /// The page that nobody sees for a redirect.
    fn replaced(&self, source: &str) -> Option<Problem> {
        let file = (self.known.replaced)(&route(source))?;
        problem(
            "redirect-source-exists",
            format!(
                "`{source}` is redirected, so the page `{file}`, which the navigation does not name, is not shown"
            ),
            "remove the page or the redirect; a page that the navigation names is shown all the same",
        )
    }

    /// The problem of a redirect with variable parts.
    fn pattern(&mut self, rule: &Rule) -> Option<Problem> {
        let Redirect { source, destination, .. } = &rule.redirect;
        if !is_internal(destination) {
            return None;
        }
        let pieces = rule.pattern.destination(destination);
        if pieces.iter().any(|piece| matches!(piece, Piece::Part(_))) {
            // Stands for any path; it occurs in none.
            let parts = vec!["\u{1}".to_owned(); pieces.len()];
            let sample = fill(&pieces, &parts);
            let path = split_suffix(&sample).0;
            if rule.pattern.captures(&normal(path)).is_none() {
                let goes_on = self.redirects.find(path).is_some();
                let has_end = !goes_on || self.redirects.follow(path, self.known.exists).is_some();
                return if has_end { None } else { circle(source) };
            }
            return problem(
                "redirect-loop",
                format!("`{source}` is redirected to `{destination}`, which it matches again"),
                "where there is no such page, a reader is redirected again and again: make the source narrower",
            );
        }
        if self.answers(destination) {
            return None;
        }
        let path = split_suffix(destination).0;
        if self.redirects.find(path).is_none() {
            return self.missing(source, destination);
        }
        match self.redirects.follow(path, self.known.exists) {
            None => circle(source),
            Some(end) => chain(source, destination, &end),
        }
    }

    fn answers(&self, destination: &str) -> bool {
        let target = route(split_suffix(destination).0);
        target == "/" || (self.known.answers)(&target)
    }

    fn missing(&mut self, source: &str, destination: &str) -> Option<Problem> {
        self.suggestions += 1;
        let may_ask = self.suggestions <= MOST_SUGGESTIONS;
        let path = split_suffix(destination).0.trim_matches('/');
        let suggestion = may_ask.then(|| (self.known.suggestion)(path)).flatten();
        problem(
            "redirect-destination-missing",
            format!("`{source}` is redirected to `{destination}`, which does not exist"),
            suggestion.unwrap_or_else(|| "change the destination to a page".to_owned()),
        )
    }
}

/// A `:name` that begins a segment of the destination and of none of the source, and does not name its star.
fn unknown_parameter(rule: &Rule) -> Option<&str> {
    fn names(path: &str) -> impl Iterator<Item = &str> {
        let path = path.split_once("://").map_or(path, |(_, rest)| rest);
        path.split(['/', '?', '#']).filter_map(|segment| {
            let name = segment.strip_prefix(':')?;
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
            name.get(..end).filter(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '_'))
        })
    }
    let Redirect { source, destination, .. } = &rule.redirect;
    let of_star = rule.pattern.star_name(destination);
    names(destination).find(|name| Some(*name) != of_star && !names(source).any(|known| known == *name))
}

fn circle(source: &str) -> Option<Problem> {
    problem(
        "redirect-loop",
        format!("the redirect of `{source}` leads back to itself"),
        "change the destination to a page",
    )
}

fn chain(source: &str, destination: &str, end: &str) -> Option<Problem> {
    problem(
        "redirect-chain",
        format!("`{source}` is redirected to `{destination}`, which is redirected again"),
        format!("write `{end}` as the destination"),
    )
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
