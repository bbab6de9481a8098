//! What the engine of a page shows for its places: expressions, components of the author's, elements with handlers.

use super::problems::Shown;
use super::{Binder, Context, MAX_NODES, size};
use crate::page::ast::{Element, Node, NodeKind};
use crate::page::expression::Problem;
use crate::page::expression::globals::in_braces;
use crate::page::mask::shorten;
use crate::page::script::{Mark, Shown as Drawn};
use crate::text::Span;

impl Binder<'_> {
    /// What the engine shows for a place; `what` names it in messages.
    pub(super) fn run(
        &mut self,
        text: &str,
        what: &str,
        span: Span,
        cx: &Context<'_>,
    ) -> Result<Vec<Node>, Problem> {
        let place = cx.in_page(span);
        let Some(session) = self.session.as_mut() else { return Ok(Vec::new()) };
        let shown = session.render(&cx.names.module, text, span, &cx.names.locals, place)?;
        self.shown(shown, what, span, cx)
    }

    /// The same for an element that turned out to have an island among its parts.
    pub(super) fn run_instead(
        &mut self,
        before: (Mark, usize),
        name: &str,
        span: Span,
        cx: &Context<'_>,
    ) -> Option<Vec<Node>> {
        let (mark, problems) = before;
        let place = cx.in_page(span);
        let session = self.session.as_mut()?;
        let shown =
            session.render_instead(mark, &cx.names.module, name, span, &cx.names.locals, place).ok()?;
        // What was wrong in it is found again.
        self.diagnostics.get_mut().truncate(problems);
        self.shown(shown, &format!("<{name}>"), span, cx).ok()
    }

    fn shown(
        &mut self,
        shown: Drawn,
        what: &str,
        span: Span,
        cx: &Context<'_>,
    ) -> Result<Vec<Node>, Problem> {
        self.made += shown.nodes.iter().map(size).sum::<usize>();
        if self.made > MAX_NODES {
            return Err(Problem::Limit);
        }
        self.fixed_values(what, &shown.told, span, cx);
        for (source, at) in &shown.unbound {
            self.unbound(in_braces(source).unwrap_or(source), source, *at, Shown::Text, cx);
        }
        if let Some(name) = shown.browser_only {
            self.script_problem(&shorten(what), &Problem::Browser(name), span, cx);
        }
        Ok(shown.nodes)
    }

    /// An author's component, or an element with a handler, with all that stands inside.
    pub(super) fn island(&mut self, element: &Element, node: &Node, cx: &Context<'_>, out: &mut Vec<Node>) {
        let what = format!("<{}>", element.name);
        match self.run(&element.name, &what, node.span, cx) {
            Ok(nodes) => out.push(Node::new(NodeKind::Fragment, cx.in_page(node.span), nodes)),
            Err(problem) => {
                // The engine knows a component by the outermost one around it: when that failed, it has been said.
                if !matches!(problem, Problem::Script(_)) {
                    self.script_problem(&what, &problem, node.span, cx);
                }
                out.extend(self.nodes(&node.children, cx));
            }
        }
    }
}
