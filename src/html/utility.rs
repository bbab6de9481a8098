//! Utility classes under the names of Tailwind CSS 3: `flex`, `dark:bg-gray-900/50`, `md:grid-cols-2`, `[&_p]:mt-2`.
//!
//! A page's classes become one small style sheet with exactly the rules that the page uses, and it stands in the
//! head of that page. Few pages use such classes, and those that do use few: a sheet for the whole site would be one
//! request more for every reader, would change with every page, and would have to be written before the pages that
//! it is made of are known. Here a new class changes the one page that has it and nothing else, and a page never
//! shows a class that a cached sheet does not know yet.
//!
//! The rules are in the layer `utilities`: they win over components, and the author's own style sheets win over
//! them. What the names mean is a table, `utilities.txt`; nothing is taken for a utility that is not in it.

use std::borrow::Cow;
use std::collections::BTreeSet;

mod scan;
mod table;
mod value;
mod variant;

pub use scan::{classes_in_html, classes_in_script};
use variant::Pattern;

/// The style sheet for some classes: empty when none of them is a utility.
pub fn sheet(classes: &BTreeSet<String>) -> String {
    let mut rules: Vec<Rule> = classes.iter().filter_map(|class| rule(class)).collect();
    if rules.is_empty() {
        return String::new();
    }
    rules.sort_by(|a, b| (a.pattern.rank, a.line, &a.selector).cmp(&(b.pattern.rank, b.line, &b.selector)));
    let mut out = String::from("@layer utilities{");
    let mut open: &[String] = &[];
    for rule in &rules {
        let around = rule.pattern.around.as_slice();
        if around != open {
            out.extend(open.iter().map(|_| '}'));
            around.iter().rev().for_each(|at| out.extend([at.as_str(), "{"]));
            open = around;
        }
        out.extend([rule.selector.as_str(), "{", &rule.declarations, "}"]);
        if rule.is_container {
            for (_, width) in variant::SCREENS {
                out.push_str(&format!(
                    "@media (min-width:{width}px){{{}{{max-width:{width}px}}}}",
                    rule.selector
                ));
            }
        }
    }
    out.extend(open.iter().map(|_| '}'));
    out.push('}');
    // What one element sets for itself is not for those inside it.
    let mut own = BTreeSet::new();
    for rule in &rules {
        let names = rule.declarations.split(';').filter_map(|declaration| declaration.split(':').next());
        own.extend(names.filter(|name| name.starts_with("--tw-")));
    }
    for name in own {
        out.push_str(&format!("@property {name}{{syntax:\"*\";inherits:false}}"));
    }
    for (name, frames) in KEYFRAMES {
        let named = |rule: &Rule| {
            let animation = rule.declarations.split("animation:").nth(1).unwrap_or_default();
            animation.split([' ', ',', ';', '!']).any(|word| word == name)
        };
        if rules.iter().any(named) {
            out.push_str(&format!("@keyframes {name}{{{frames}}}"));
        }
    }
    out
}

/// Whether a class is a utility.
pub fn is_utility(class: &str) -> bool {
    rule(class).is_some()
}

const KEYFRAMES: [(&str, &str); 4] = [
    ("spin", "to{transform:rotate(360deg)}"),
    ("ping", "75%,to{transform:scale(2);opacity:0}"),
    ("pulse", "50%{opacity:.5}"),
    (
        "bounce",
        "0%,to{transform:translateY(-25%);animation-timing-function:cubic-bezier(.8,0,1,1)}\
         50%{transform:none;animation-timing-function:cubic-bezier(0,0,.2,1)}",
    ),
];

/// A class and what it does.
struct Rule {
    pattern: Pattern,
    /// Its line in the table: later ones win.
    line: usize,
    selector: String,
    declarations: String,
    is_container: bool,
}

/// Classes are words; what is longer is no name.
const LONGEST: usize = 200;

fn rule(class: &str) -> Option<Rule> {
    // Nothing may end the rule, the sheet or a string in it.
    let breaks = |c: char| matches!(c, '{' | '}' | ';' | '<' | '\\' | '`') || c.is_control();
    if class.is_empty() || class.len() > LONGEST || class.contains(breaks) || class.contains("/*") {
        return None;
    }
    let mut parts = split(class, ':');
    let utility = parts.pop()?;
    if parts.len() > 6 {
        return None;
    }
    let (utility, important) = match utility.strip_prefix('!') {
        Some(rest) => (rest, true),
        None => (utility, false),
    };
    let found = table::find(utility).or_else(|| table::find(&without_prefix(utility)?))?;
    if found.declarations.contains('@') {
        return None;
    }
    if !is_balanced(&found.declarations) {
        return None;
    }
    let mut pattern = Pattern::default();
    for variant in parts.into_iter().rev() {
        pattern.apply(variant)?;
    }
    let selector = pattern.selector(&escaped(class), found.inside);
    let mut declarations = format!("{}{}", pattern.declarations, found.declarations);
    if important {
        declarations =
            declarations.split(';').map(|one| format!("{one}!important")).collect::<Vec<_>>().join(";");
    }
    Some(Rule { pattern, line: found.line, selector, declarations, is_container: utility == "container" })
}

/// A utility without the prefix that Mintlify's pages have in the browser, and some sources since: `mint-flex`.
fn without_prefix(utility: &str) -> Option<Cow<'_, str>> {
    let negative = || utility.strip_prefix("-mint-").map(|rest| format!("-{rest}").into());
    utility.strip_prefix("mint-").map(Cow::from).or_else(negative)
}

/// Splits at a character that stands outside brackets and parentheses.
fn split(text: &str, at: char) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0_usize, 0, Vec::new());
    for (offset, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            c if c == at && depth == 0 => {
                parts.push(&text[from..offset]);
                from = offset + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

/// Whether quotes, brackets and parentheses end where they should.
fn is_balanced(text: &str) -> bool {
    let (mut quote, mut open) = (None, Vec::new());
    for c in text.chars() {
        match (quote, c) {
            (Some(end), c) if c == end => {
                quote = None;
            }
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => open.push(')'),
            (None, '[') => open.push(']'),
            (None, ')' | ']') if open.pop() != Some(c) => {
                return false;
            }
            _ => {}
        }
    }
    quote.is_none() && open.is_empty()
}

/// A class as a selector.
fn escaped(class: &str) -> String {
    let mut out = String::from(".");
    for (at, c) in class.chars().enumerate() {
        match c {
            c if c.is_ascii_digit() && (at == 0 || at == 1 && class.starts_with('-')) => {
                out.push_str(&format!("\\{:x} ", u32::from(c)));
            }
            c if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii() => out.push(c),
            c => out.extend(['\\', c]),
        }
    }
    out
}
