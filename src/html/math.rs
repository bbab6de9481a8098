//! Formulas: TeX to MathML, the one place that names `pulldown-latex` (TXT-07).
//!
//! Browsers draw MathML themselves, so a formula needs no script and no picture. What cannot be read is
//! the caller's to show as source text with a warning.

use std::convert::Infallible;
use std::fmt;

use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::event::{Content, Event};
use pulldown_latex::{Parser, Storage, push_mathml};

use crate::html::escape::Html;

mod rewrite;

use rewrite::TextForm;

/// Where a formula stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Display {
    /// In a line of text: `$x$`.
    Inline,
    /// As a block of its own: `$$x$$`.
    Block,
}

/// Why a formula could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MathError {
    /// What is wrong, in one line.
    pub reason: String,
}

impl fmt::Display for MathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for MathError {}

/// Longer formulas are not read.
const MAX_BYTES: usize = 50_000;

/// Deeper nesting of braces and environments is not read, because the reader is recursive.
const MAX_DEPTH: usize = 100;

/// Commands nest without braces too (`\sqrt\sqrt x`), so their number bounds the depth. In a stack of
/// 2 MB the reader gets past 1,000.
const MAX_COMMANDS: usize = 800;

/// Commands that define others. They are refused, because a definition can refer to itself and the
/// reader would never end.
const DEFINITIONS: [&str; 9] = [
    "\\def",
    "\\edef",
    "\\gdef",
    "\\xdef",
    "\\let",
    "\\futurelet",
    "\\newcommand",
    "\\renewcommand",
    "\\providecommand",
];

/// The MathML of a formula.
pub fn math_html(tex: &str, display: Display) -> Result<Html, MathError> {
    check(tex).map_err(|reason| MathError { reason })?;
    let written = |text: TextForm| in_words(&rewrite::rewrite(tex, text), display);
    // What text in a formula may hold has no end.
    written(TextForm::Read).or_else(|error| written(TextForm::Letters).map_err(|_| error))
}

fn in_words(tex: &str, display: Display) -> Result<Html, MathError> {
    let lines = |tex: &str| {
        let kind = if tex.contains('&') { "aligned" } else { "gathered" };
        format!("\\begin{{{kind}}}{tex}\\end{{{kind}}}")
    };
    match read(tex, display) {
        // Lines without an environment are lines all the same.
        Err(error) if error.reason.starts_with("new line command") => read(&lines(tex), display),
        outcome => outcome,
    }
}

/// The reader has inner checks that panic; a formula that trips one is a formula that cannot be read.
fn read(tex: &str, display: Display) -> Result<Html, MathError> {
    crate::panics::catch(|| render(tex, display))
        .unwrap_or_else(|_| Err(MathError { reason: "the formula cannot be read".to_owned() }))
}

fn check(tex: &str) -> Result<(), String> {
    if tex.len() > MAX_BYTES {
        return Err("the formula is too long".to_owned());
    }
    if depth(tex) > MAX_DEPTH {
        return Err("the formula is nested too deeply".to_owned());
    }
    let letters = |pair: &&[u8]| pair[0] == b'\\' && pair[1].is_ascii_alphabetic();
    if tex.as_bytes().windows(2).filter(letters).count() > MAX_COMMANDS {
        return Err("the formula has too many commands".to_owned());
    }
    let defines = |name: &&&str| {
        tex.match_indices(**name)
            .any(|(at, _)| !tex[at + name.len()..].starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    match DEFINITIONS.iter().find(defines) {
        Some(name) => Err(format!("`{name}` is not supported in a formula")),
        None => Ok(()),
    }
}

fn render(tex: &str, display: Display) -> Result<Html, MathError> {
    let storage = Storage::new();
    let events: Vec<_> =
        Parser::new(tex, &storage).collect::<Result<_, _>>().map_err(|error| reason(&error))?;
    // The writer escapes text and single characters, but not the names of functions
    // (`\operatorname{<b>}`), so those are escaped before it sees them.
    let names: Vec<Option<String>> = events.iter().map(escaped_function).collect();
    let events = events.into_iter().zip(&names).map(|(event, name)| match name {
        Some(name) => Event::Content(Content::Function(name)),
        None => event,
    });
    let display_mode = match display {
        Display::Inline => DisplayMode::Inline,
        Display::Block => DisplayMode::Block,
    };
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    let mut markup = String::with_capacity(tex.len() * 8 + 60);
    push_mathml(&mut markup, events.map(Ok::<_, Infallible>), config).map_err(|error| reason(&error))?;
    Ok(Html::from_author(markup.replace("<<", "&lt;<").replace("&<", "&amp;<")))
}

/// The escaped name of a function that needs it.
fn escaped_function(event: &Event<'_>) -> Option<String> {
    match event {
        Event::Content(Content::Function(name)) if name.contains(['<', '>', '&']) => {
            Some(Html::text(name).into_string())
        }
        _ => None,
    }
}

/// The first line of an error message, without its prefix.
fn reason(error: &dyn std::error::Error) -> MathError {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    MathError { reason: line.strip_prefix("parsing error: ").unwrap_or(line).to_owned() }
}

/// How deeply braces, `\left` and environments are nested.
fn depth(tex: &str) -> usize {
    let mut depth = 0usize;
    let mut deepest = 0;
    for (at, c) in tex.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '\\' if tex[at..].starts_with("\\left") || tex[at..].starts_with("\\begin") => depth += 1,
            '\\' if tex[at..].starts_with("\\right") || tex[at..].starts_with("\\end") => {
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(html: &Html) -> String {
        let mut text = String::new();
        let mut inside = false;
        for c in html.as_str().chars() {
            match c {
                '<' => inside = true,
                '>' => inside = false,
                c if !inside => text.push(c),
                _ => {}
            }
        }
        text
    }

    #[test]
    fn text_content_is_the_formula() {
        let inline = math_html("x^2", Display::Inline).expect("math");
        assert_eq!(text_of(&inline), "x2");
        assert!(inline.as_str().starts_with("<math"));
        let block = math_html("y = 1", Display::Block).expect("math");
        assert_eq!(text_of(&block), "y=1");
        assert!(block.as_str().contains("display=\"block\""));
    }

    #[test]
    fn markup_in_a_formula_is_text() {
        for tex in ["\\text{<script>&}", "a<b>c", "\\operatorname{<b>}", "\\&b", "\\left<b\\right>"] {
            if let Ok(html) = math_html(tex, Display::Inline) {
                assert!(!html.as_str().contains("<script") && !html.as_str().contains("<b>"), "{html}");
                assert!(!html.as_str().contains("<<") && !html.as_str().contains("&<"), "{html}");
            }
        }
    }

    #[test]
    fn bad_formulas_are_errors() {
        for tex in ["\\frac{1", "\\unknowncommand", "}", "\\def\\a{\\a}\\a", "\\begin{what}"] {
            assert!(math_html(tex, Display::Inline).is_err(), "{tex}");
        }
        assert!(math_html(&"{".repeat(5000), Display::Inline).is_err());
        let _ = math_html(&"\\sqrt".repeat(5000), Display::Inline);
        let _ = math_html(&"x^".repeat(9000), Display::Inline);
    }
}
