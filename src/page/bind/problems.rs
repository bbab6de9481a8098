//! What a page is told of its JavaScript: why something has no value, and what is shown instead.

use super::super::expression::globals::{in_braces, is_browser_name, is_language_name};
use super::super::expression::{Bindings, Problem};
use super::super::mask::shorten;
use super::{Binder, Context};
use crate::diagnostic::{Diagnostic, Location, MOST_PROBLEMS, did_you_mean, push_limited};
use crate::text::Span;

/// What becomes of an expression without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// Its source is shown as text.
    Text,
    /// The attribute is left out.
    Attribute,
}

impl Binder<'_> {
    /// The file, line and column of what stands at `span` of the source that is bound.
    pub(super) fn located(&self, span: Span, cx: &Context<'_>) -> Location {
        self.origins.locate(cx.page, cx.in_page(span))
    }

    /// Tells of a name that nothing defines.
    pub(super) fn unbound(&self, name: &str, source: &str, span: Span, shown: Shown, cx: &Context<'_>) {
        if self.diagnostics.borrow().len() > MOST_PROBLEMS {
            return;
        }
        let top = self.evaluator.environment.modules.get(&cx.names.module);
        let known = cx
            .names
            .locals
            .iter()
            .chain(top.into_iter().flat_map(Bindings::iter))
            .map(|(name, _)| name.as_str());
        let meant = did_you_mean(name, known);
        let code = shorten(source);
        let (what, mut hint) = match shown {
            Shown::Text => (
                "is shown as text",
                format!("write `\\{code}`, put it in `code`, or define it: `export const {name} = …`"),
            ),
            Shown::Attribute => {
                ("has no value and is left out", format!("define it: `export const {name} = …`"))
            }
        };
        if let Some(meant) = meant {
            hint = format!("did you mean `{meant}`? Otherwise {hint}");
        }
        let message = format!("`{name}` is not defined in this page, so `{code}` {what}");
        self.report(Diagnostic::warning("unbound-name", message).located(self.located(span, cx)).hint(hint));
    }

    pub(super) fn report(&self, diagnostic: Diagnostic) {
        let mut all = self.diagnostics.borrow_mut();
        if !all.contains(&diagnostic) {
            push_limited(&mut all, || diagnostic);
        }
    }

    /// A name of the language or of browsers by itself, such as `{location}`: React shows none of them, so what is
    /// meant is a placeholder, like a name that is not defined.
    pub(super) fn placeholder(&mut self, source: &str, place: Span, cx: &Context<'_>) -> Option<Problem> {
        let name = in_braces(source).unwrap_or(source.trim());
        // An engine has the names of the page itself, which are not the evaluator's then.
        if self.session.is_some() || !is_language_name(name) && !is_browser_name(name) {
            return None;
        }
        let of_file = self.files.get(&cx.names.module);
        if of_file.is_some_and(|names| names.opaque.contains_key(name)) {
            return None;
        }
        let value = self.evaluator.evaluate(name, &cx.names, place);
        matches!(value, Err(Problem::Script(what)) if what == name).then(|| Problem::Unbound(name.to_owned()))
    }

    /// Reports why there is no value; true when the source is to be shown as text.
    pub(super) fn expression_problem(
        &self,
        problem: &Problem,
        source: &str,
        span: Span,
        shown: Shown,
        cx: &Context<'_>,
    ) -> bool {
        let opaque =
            |name: &str| self.files.get(&cx.names.module).and_then(|names| names.opaque.get(name)).cloned();
        match problem {
            Problem::Unbound(name) => {
                if let Some(reason) = opaque(name) {
                    if !reason.is_empty() {
                        self.script_warning(name, &reason, span, cx);
                    }
                    return false;
                }
                if !source.contains(name.as_str()) {
                    // Not a name of the page: code that it calls is at fault.
                    self.needs_engine.set(true);
                }
                self.unbound(name, source, span, shown, cx);
                true
            }
            // A part of a component that failed: what was wrong has been said of the whole.
            Problem::Script(_) if self.session.is_some() => false,
            Problem::Script(what) => {
                self.script_warning(&shorten(source), what, span, cx);
                false
            }
            Problem::Limit | Problem::Thrown(_) | Problem::Browser(_) => {
                self.script_problem(&shorten(source), problem, span, cx);
                false
            }
            Problem::Syntax(message) => {
                let hint = match is_like_an_object(source) {
                    true => "an object needs a second pair of braces, as in `style={{ color: \"red\" }}`",
                    false => "write text in quotes instead of braces, as in `alt=\"A chart\"`",
                };
                self.report(
                    Diagnostic::warning(
                        "invalid-expression",
                        format!("`{}` is not a JavaScript expression ({message})", shorten(source)),
                    )
                    .located(self.located(span, cx))
                    .hint(hint),
                );
                true
            }
        }
    }

    /// What only an engine can run: the page is bound again with one. With it, what did not work is said.
    pub(super) fn script_warning(&self, what: &str, reason: &str, span: Span, cx: &Context<'_>) {
        self.needs_engine.set(true);
        self.script_problem(what, &Problem::Thrown(reason.to_owned()), span, cx);
    }

    /// Says why a piece of JavaScript shows nothing of its own.
    pub(super) fn script_problem(&self, what: &str, problem: &Problem, span: Span, cx: &Context<'_>) {
        self.needs_engine.set(true);
        match problem {
            Problem::Limit => {
                // After the first there is nothing left to spend: every further place fails the same way.
                if !self.exhausted.replace(true) {
                    let message = format!(
                        "`{what}` takes too many steps or too much memory, so the JavaScript of this page ends here"
                    );
                    self.report(Diagnostic::error("expression-limit", message).located(self.located(span, cx)).hint(
                        "look for a loop without an end, or make the list shorter; the rest of the page is shown",
                    ));
                }
            }
            Problem::Browser(name) => self.report(
                Diagnostic::warning(
                    "browser-only",
                    format!("`{what}` uses `{name}` while it renders, so it is drawn in the browser only"),
                )
                .located(self.located(span, cx))
                .hint(format!(
                    "use `{name}` in `useEffect` or in an event handler: then it is part of the static page, too"
                )),
            ),
            problem => {
                let place = self.located(span, cx);
                // Each place in code that does not run fails, and why was said of the file.
                if self.files.get(&place.path).is_some_and(|file| file.is_broken) {
                    return;
                }
                let (left, hint) = match what.strip_prefix('<') {
                    Some(_) => ("only its content is shown", "correct the component, or what it is given"),
                    None => ("nothing is shown for it", "correct the code, or what it is given"),
                };
                let message = format!("`{what}` fails, so {left}: {}", reason(problem));
                let problem = Diagnostic::warning("script-error", message);
                self.report(problem.located(place).hint(hint));
            }
        }
    }

    /// A build has no clock and no chance: what a page made of them is the same in every build.
    pub(super) fn fixed_values(&self, what: &str, told: &[String], span: Span, cx: &Context<'_>) {
        // A tag has no braces around it.
        let shown = if what.starts_with('<') { what.to_owned() } else { shorten(what) };
        for source in told {
            let (name, fixed) = match source.as_str() {
                "clock" => ("the time", "1970-01-01"),
                _ => ("a random number", "the same in every build"),
            };
            self.report(
                Diagnostic::warning(
                    FIXED_VALUE,
                    format!("`{shown}` asks for {name}, which is {fixed} when a page is built"),
                )
                .located(self.located(span, cx))
                .hint("ask in `useEffect`: then each reader gets their own answer"),
            );
        }
    }
}

/// Code of the warning that is told once for each component.
pub const FIXED_VALUE: &str = "fixed-value";

/// Whether code begins as what stands between the braces of an object: `color: "red"`.
fn is_like_an_object(source: &str) -> bool {
    let inner = source.trim().trim_start_matches('{').trim_start();
    let is_of_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '"' | '\'' | ' ');
    let key = inner.trim_start_matches(is_of_key);
    key.starts_with(':') && !inner[..inner.len() - key.len()].trim_end().contains(' ')
}

pub(super) fn reason(problem: &Problem) -> String {
    match problem {
        Problem::Script(what) => what.clone(),
        Problem::Unbound(name) => format!("{name} is not defined"),
        Problem::Syntax(message) => message.clone(),
        Problem::Limit => "too many steps".to_owned(),
        Problem::Browser(name) => format!("`{name}` is only known in a browser"),
        Problem::Thrown(message) => message.clone(),
    }
}
