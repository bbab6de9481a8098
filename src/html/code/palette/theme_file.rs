//! Colour themes in the form that editors use: a JSON file of scopes with colours becomes a [`Palette`].
//!
//! A theme colours thousands of TextMate scopes and we know two dozen token classes, so each class stands for
//! the scope that most code of that class has in an editor. The built-in table was made by the same function.
//! Files that include others are read without what they include.

use crate::config::json::{self, Json};
use crate::diagnostic::Diagnostic;
use crate::text::SourceText;

use super::super::tokens::TokenClass;
use super::{Palette, Style};

/// Reads a theme. `None` with an error when the file is none.
pub fn read_theme(file: &SourceText) -> (Option<Palette>, Vec<Diagnostic>) {
    // Comments and trailing commas are usual in these files.
    let (json, problems) = json::parse(file, 0);
    let Some(json) = json else {
        let mut problem = unreadable(file, "it is not JSON");
        problem.location = problems.into_iter().find_map(|reason| reason.location).or(problem.location);
        return (None, vec![problem]);
    };
    let rules = rules(&json);
    if rules.is_empty() {
        return (None, vec![unreadable(file, "it has no `tokenColors`")]);
    }
    let colors = json.get("colors");
    let named = |key: &str| colors.and_then(|colors| colors.get(key)).and_then(Json::text);
    let general = |key: &str| {
        let whole = |rule: &&Rule<'_>| rule.path.is_empty();
        rules
            .iter()
            .rev()
            .filter(whole)
            .find_map(|rule| if key == "fg" { rule.foreground } else { rule.background })
    };
    let is_light = json.get("type").and_then(Json::text) == Some("light");
    let (paper, ink) = if is_light { ("#ffffff", "#333333") } else { ("#1e1e1e", "#cccccc") };
    let background =
        named("editor.background").or_else(|| general("bg")).and_then(|color| opaque(color, paper));
    let background = background.unwrap_or_else(|| paper[1..].to_owned());
    let over = |color: &str| opaque(color, &format!("#{background}"));
    let foreground = named("editor.foreground").or_else(|| general("fg")).or_else(|| named("foreground"));
    let foreground = foreground.and_then(over).unwrap_or_else(|| ink[1..].to_owned());

    let styles = TokenClass::COLOURED.map(|class| {
        let scopes = scopes(class);
        let colour = scopes.iter().find_map(|stack| resolve(&rules, stack, |rule| rule.foreground));
        let font = scopes.first().and_then(|stack| resolve(&rules, stack, |rule| rule.font)).unwrap_or("");
        Style {
            color: colour.and_then(over).filter(|color| *color != foreground),
            italic: font.contains("italic"),
            bold: font.contains("bold"),
        }
    });
    (Some(Palette::new(Some(background), foreground, styles.to_vec())), Vec::new())
}

fn unreadable(file: &SourceText, why: &str) -> Diagnostic {
    Diagnostic::warning("code-theme-not-readable", format!("`{}` is not a code theme: {why}", file.path))
        .in_file(&file.path)
        .hint("a theme is a JSON file as editors use it, with `colors` and `tokenColors`")
}

/// The scopes that a class stands for: stacks from outside to inside, the best first. A later stack is asked
/// when the theme says nothing about those before it.
fn scopes(class: TokenClass) -> &'static [&'static str] {
    use TokenClass::*;
    match class {
        Plain | Hidden => &[],
        Comment => &["source.ts comment.line.double-slash.ts"],
        String => &["source.ts string.quoted.double.ts"],
        Number => &["source.ts constant.numeric.decimal.ts"],
        Constant => &["source.ts constant.language.boolean.true.ts"],
        Keyword => &["source.ts keyword.control.flow.ts"],
        Storage => &["source.ts storage.type.ts"],
        Type => &[
            "source.ts meta.type.annotation.ts entity.name.type.ts",
            "source.ts entity.name.type.class.ts",
            "source.python entity.name.class.python",
            "source.ts support.class.ts",
        ],
        Function => {
            &["source.ts meta.function-call.ts entity.name.function.ts", "source.python support.function"]
        }
        Variable => &["source.shell variable.other.normal.shell", "source.ts variable.language.this.ts"],
        Parameter => &["source.ts meta.parameters.ts variable.parameter.ts"],
        Property => &[
            "source.json meta.structure.dictionary.json support.type.property-name.json",
            "source.ts meta.object-literal.key.ts",
            "source.ts variable.other.property.ts",
        ],
        Tag => &["text.html.basic meta.tag.block.div.start.html entity.name.tag.html"],
        Attribute => &["text.html.basic meta.tag.block.div.start.html entity.other.attribute-name.html"],
        Operator => &["source.ts keyword.operator.assignment.ts"],
        Regexp => &["source.ts string.regexp.ts"],
        Escape => &["source.ts string.quoted.double.ts constant.character.escape.ts"],
        Heading => {
            &["text.html.markdown markup.heading.markdown heading.1.markdown entity.name.section.markdown"]
        }
        Link => &["text.html.markdown markup.underline.link.markdown", "source.ts string.quoted.double.ts"],
        Inserted => &["source.diff markup.inserted.diff"],
        Deleted => &["source.diff markup.deleted.diff"],
        Namespace => &[
            "source.cpp entity.name.namespace.cpp",
            "source.ts entity.name.type.module.ts",
            "source.ts entity.name.type.ts",
        ],
        Strong => &["text.html.markdown markup.bold.markdown"],
        Emphasis => &["text.html.markdown markup.italic.markdown"],
    }
}

/// One selector of a theme with what it says.
struct Rule<'a> {
    /// Scopes that must be open, from outside to inside; empty for what holds for all text.
    path: Vec<&'a str>,
    foreground: Option<&'a str>,
    background: Option<&'a str>,
    font: Option<&'a str>,
}

fn rules(json: &Json) -> Vec<Rule<'_>> {
    let mut rules = Vec::new();
    let entries = json.get("tokenColors").or_else(|| json.get("settings"));
    for entry in entries.map(Json::elements).unwrap_or_default() {
        let setting = |key: &str| entry.get("settings").and_then(|settings| settings.get(key)?.text());
        let (foreground, background, font) =
            (setting("foreground"), setting("background"), setting("fontStyle"));
        let selectors: Vec<&str> = match entry.get("scope") {
            None => vec![""],
            Some(scope) => match scope.text() {
                Some(list) => list.split(',').collect(),
                None => {
                    scope.elements().iter().filter_map(Json::text).flat_map(|list| list.split(',')).collect()
                }
            },
        };
        for selector in selectors {
            let path = selector.split_whitespace().filter(|part| *part != ">").collect();
            rules.push(Rule { path, foreground, background, font });
        }
    }
    rules
}

/// What the rules say about the innermost scope of a stack, or else about one around it.
fn resolve<'a>(
    rules: &[Rule<'a>],
    stack: &str,
    wanted: impl Fn(&Rule<'a>) -> Option<&'a str>,
) -> Option<&'a str> {
    let stack: Vec<&str> = stack.split(' ').collect();
    // The outermost scope is the language as a whole, which says nothing about a class.
    (1..stack.len()).rev().find_map(|inner| {
        rules
            .iter()
            .enumerate()
            .filter_map(|(index, rule)| Some((matching(rule, stack.get(..=inner)?)?, index, wanted(rule)?)))
            .max_by_key(|(strength, index, _)| (*strength, *index))
            .map(|(_, _, value)| value)
    })
}

/// How well a rule fits a stack: length of the innermost scope, then of those around it. `None` when not.
fn matching(rule: &Rule<'_>, stack: &[&str]) -> Option<(usize, usize)> {
    let (own, around) = rule.path.split_last()?;
    let (inner, mut outer) = stack.split_last()?;
    if !covers(own, inner) {
        return None;
    }
    let mut strength = 0;
    for wanted in around.iter().rev() {
        let at = outer.iter().rposition(|scope| covers(wanted, scope))?;
        strength += atoms(wanted);
        outer = outer.get(..at)?;
    }
    Some((atoms(own), strength))
}

fn covers(wanted: &str, scope: &str) -> bool {
    scope.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn atoms(scope: &str) -> usize {
    scope.split('.').count()
}

/// `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa` as six digits, laid over `under` when it lets that through.
fn opaque(color: &str, under: &str) -> Option<String> {
    let [r, g, b, alpha] = channels(color)?;
    let [x, y, z, _] = channels(under)?;
    let mix = |over: u8, under: u8| {
        let (over, under, alpha) = (u32::from(over), u32::from(under), u32::from(alpha));
        (over * alpha + under * (255 - alpha) + 127) / 255
    };
    Some(format!("{:02x}{:02x}{:02x}", mix(r, x), mix(g, y), mix(b, z)))
}

fn channels(color: &str) -> Option<[u8; 4]> {
    let digits: Vec<u8> = color
        .trim()
        .strip_prefix('#')?
        .chars()
        .map(|c| c.to_digit(16).map(|d| d as u8))
        .collect::<Option<_>>()?;
    match digits.as_slice() {
        [r, g, b] => Some([r * 17, g * 17, b * 17, 255]),
        [r, g, b, a] => Some([r * 17, g * 17, b * 17, a * 17]),
        [a, b, c, d, e, f] => Some([a * 16 + b, c * 16 + d, e * 16 + f, 255]),
        [a, b, c, d, e, f, g, h] => Some([a * 16 + b, c * 16 + d, e * 16 + f, g * 16 + h]),
        _ => None,
    }
}
