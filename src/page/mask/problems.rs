//! What an author is told of tags and comments that are read all the same, and what is no tag.

use super::super::jsx::broken::BrokenTag;
use super::super::jsx::{self, Tag, TagKind};
use super::MANY_MARKS;
use crate::diagnostic::{Diagnostic, push_limited};
use crate::text::SourceText;
use crate::text::Span;

/// `<br>` and `<img …>` without a slash are complete; a word of warning, because MDX elsewhere fails. With
/// `</br>` right behind, or in a page that is no MDX, there is nothing to say.
pub fn complete_void(tag: &mut Tag, source: &SourceText, diagnostics: &mut Vec<Diagnostic>) {
    if tag.kind != TagKind::Open || !jsx::is_void(&tag.name) {
        return;
    }
    tag.kind = TagKind::SelfClosing;
    let behind = source.text.get(tag.span.end as usize..).unwrap_or("");
    let closed = behind
        .trim_start()
        .strip_prefix("</")
        .and_then(|rest| rest.strip_prefix(tag.name.as_str()))
        .is_some_and(|rest| rest.trim_start().starts_with('>'));
    if closed || is_plain_markdown(source) {
        return;
    }
    let between = if tag.attributes.is_empty() { " " } else { " … " };
    push_limited(diagnostics, || {
        Diagnostic::warning("unclosed-void-element", format!("`<{}>` has no slash", tag.name))
            .at(source, tag.span)
            .hint(format!("write `<{}{between}/>`", tag.name))
    });
}

/// Is this Markdown without expressions, by its file's name (MDX-09)?
pub fn is_plain_markdown(source: &SourceText) -> bool {
    source.path.extension() == "md"
}

/// A broken tag that was read in a text that begins at `base`.
pub fn broken_tag(source: &SourceText, problem: BrokenTag, base: usize) -> Diagnostic {
    Diagnostic::error("broken-tag", problem.message)
        .at(source, problem.place.shifted(base))
        .hint(problem.hint)
}

/// The warning for `<!-- … -->`; in a page that is no MDX it is as it should be (MDX-08).
pub fn html_comment(source: &SourceText, span: Span, diagnostics: &mut Vec<Diagnostic>) {
    if is_plain_markdown(source) {
        return;
    }
    push_limited(diagnostics, || {
        Diagnostic::warning("html-comment", "an HTML comment is left out of the page")
            .at(source, span)
            .hint("in MDX, write `{/* … */}`")
    });
}

/// Longest `<https://…>`, bytes.
const LONGEST_ADDRESS: usize = 2_048;

pub(super) fn autolink_length(rest: &str) -> Option<usize> {
    let end = rest.bytes().take(LONGEST_ADDRESS).position(|byte| byte == b'>')?;
    let inner = &rest[1..end];
    let scheme = inner.split_once(':').is_some_and(|(scheme, tail)| {
        scheme.len() >= 2
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c))
            && !tail.is_empty()
    });
    let mail = inner.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    ((scheme || mail) && !inner.contains(char::is_whitespace) && !inner.contains('<')).then_some(end + 1)
}

/// Marks of emphasis from `at` on are text, because there are so many above them.
pub(super) fn too_much_emphasis(source: &SourceText, at: Span) -> Diagnostic {
    let message = format!(
        "this paragraph has more than {MANY_MARKS} marks of emphasis, so those from here on are shown as text"
    );
    Diagnostic::warning("too-much-emphasis", message)
        .at(source, at)
        .hint("a blank line or an item of a list begins a new paragraph")
}
