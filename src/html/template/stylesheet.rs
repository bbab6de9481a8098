//! The style sheets and script of a theme, put together from the files of the program.
//!
//! One sheet, which a page waits for: what a configuration chooses (colours, fonts), then the theme's. Its name
//! changes with what the program brings and not with what is chosen, so another colour rewrites one file and no page.
//!
//! Cascade layers, lowest first: `reset`, `theme`, `components`, `utilities`, `user`. What the user writes
//! wins over everything here without `!important` (CSS-01).

use super::theme;
use crate::config::look::Theme;
use crate::html::css::{Piece, first};

/// The script that every page loads: switches, copy buttons, tabs, deep links, table of contents.
pub const SITE_SCRIPT: &str = include_str!("../../../themes/base/site.js");

/// The script of pages with components that do more in a browser: views, change logs, trees, disclosures.
pub const COMPONENTS_SCRIPT: &str = include_str!("../../../themes/base/components.js");

/// The script of pages whose sidebar is a slice: puts the whole one in its place.
pub const NAV_SCRIPT: &str = include_str!("../../../themes/base/nav.js");

/// The script of pages with pictures that can be enlarged.
pub const ZOOM_SCRIPT: &str = include_str!("../../../themes/base/zoom.js");

/// The list of keyboard shortcuts, which [`SITE_SCRIPT`] loads when it is asked for.
pub const KEYS_SCRIPT: &str = include_str!("../../../themes/base/keys.js");

/// The script of the 404 page: looks for pages with paths like the one that was asked.
pub const MISSING_SCRIPT: &str = include_str!("../../../themes/base/missing.js");

/// Whose drawings pages show, in a script that all of them load; their licences ask for it.
pub const CREDITS: &str = "/*! Icons: Font Awesome Free 6.7.2 by @fontawesome, https://fontawesome.com, CC BY 4.0 | Lucide, ISC | Tabler, MIT */\n";

/// The order of the layers; nothing comes before.
const LAYERS: &str = "@layer base,reset,theme,components,utilities,user;";

const RESET: &str = include_str!("../../../themes/base/reset.css");
const SHAPES: &str = include_str!("../../../themes/base/tokens.css");
const LAYOUT: &str = include_str!("../../../themes/base/layout.css");
const NAVIGATION: &str = include_str!("../../../themes/base/navigation.css");
const PROSE: &str = include_str!("../../../themes/base/prose.css");
const COMPONENTS: &str = include_str!("../../../themes/base/components.css");
const CODE: &str = include_str!("../../../themes/base/code.css");
const PRINT: &str = include_str!("../../../themes/base/print.css");

/// The rules of `theme` and of what all pages of a site have besides, without comments and needless white space.
pub fn theme_rules<'a>(theme: Theme, extras: impl Iterator<Item = &'a str>) -> String {
    // What is alike stands together, so that it is small when it is sent; layers decide what wins.
    let base = [RESET, SHAPES, PROSE, CODE, LAYOUT, COMPONENTS, NAVIGATION];
    let parts: Vec<&str> = base.into_iter().chain(extras).chain([theme::style(theme), PRINT]).collect();
    compact(&parts)
}

/// The style sheet of a site: its colours and fonts ([`super::theme_tokens_css`]) before the [`theme_rules`].
pub fn stylesheet(tokens: &str, rules: &str) -> String {
    LAYERS.to_owned() + &compact(&[tokens]) + rules
}

/// A style sheet that only some pages load, after that of the theme, which says the order of the layers.
pub fn page_stylesheet(css: &str) -> String {
    compact(&[css])
}

/// The script of pages with components that authors bring along. The sandbox that renders them first runs the same
/// file.
pub const ISLAND_SCRIPT: &str = include_str!("../../../themes/base/island.js");

/// A script of the program as browsers get it: without the comments that fill a line, and without indentation.
pub fn compact_script(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| {
        let comment = line.starts_with("//") || (line.starts_with("/**") && line.ends_with("*/"));
        !line.is_empty() && !comment
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

fn compact(parts: &[&str]) -> String {
    let mut out = String::new();
    for part in parts {
        push_compact(&mut out, part);
        out.push('\n');
    }
    out
}

/// Copies CSS without comments, without white space that has no meaning, and without the quotes of attributes' values that
/// are names. Other strings are copied as they are; spaces stay wherever they could separate selectors, values or operators.
fn push_compact(out: &mut String, css: &str) {
    let mut rest = css;
    let mut space = false;
    let mut depth = 0_usize;
    while let Some(c) = rest.chars().next() {
        // A sheet of the program ends whatever it begins.
        let (piece, length) = first(rest).unwrap_or((Piece::Other, rest.len()));
        if piece == Piece::Comment || c.is_ascii_whitespace() {
            space = true;
            rest = &rest[length..];
            continue;
        }
        if space {
            let before = out.chars().next_back().unwrap_or('{');
            let is_tight = matches!(before, '{' | '}' | ';' | ',' | ':' | '>' | '<' | '~' | '/')
                || matches!(c, '{' | '}' | ';' | ',' | '>' | '<' | '~' | '/' | '!')
                // Inside parentheses it may be a sum, which needs its spaces.
                || (depth == 0 && (before == '+' || c == '+'))
                || (c == '(' && out.ends_with("@media"));
            if !is_tight {
                out.push(' ');
            }
            space = false;
        }
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if c == '}' && out.ends_with(';') {
            out.pop();
        }
        let (written, behind) = rest.split_at(length);
        let name = written.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        out.push_str(name.filter(|name| out.ends_with('=') && is_name(name)).unwrap_or(written));
        rest = behind;
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::push_compact;

    #[test]
    fn keeps_meaning() {
        let mut out = String::new();
        push_compact(
            &mut out,
            "/* a */ .a  > .b :hover , i{ color : red ; width: calc(1px + 2px) ; }\n.c::after{content:\"/*  */\"}",
        );
        assert_eq!(out, ".a>.b :hover,i{color :red;width:calc(1px + 2px)}.c::after{content:\"/*  */\"}");
        out.clear();
        push_compact(&mut out, "[a=\"b-1\" i] [c=\"2\"], [d=\"e f\"]::before { content: \"g\" }");
        assert_eq!(out, "[a=b-1 i] [c=\"2\"],[d=\"e f\"]::before{content:\"g\"}");
        out.clear();
        push_compact(
            &mut out,
            "@media (width < 64rem) and (hover) { a + b ~ c:has(+ d), :is(e) (f) { g: h / i !important; j: calc((k + l) + m) } }",
        );
        assert_eq!(
            out,
            "@media(width<64rem) and (hover){a+b~c:has(+ d),:is(e) (f){g:h/i!important;j:calc((k + l) + m)}}"
        );
    }
}
