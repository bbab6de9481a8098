//! Mermaid diagrams: source to SVG at build time, the one place that names `merman` (CMP-25).
//!
//! Of the Rust renderers tried on 175 diagrams of real documentation sets, `merman` alone drew all that Mermaid
//! itself draws, without labels over each other, in 1.4 ms on average; the picture is 5 to 7 KB gzip where the
//! script that draws it in the browser is more than half a megabyte. Its ELK layout (EPL) and its formulas (a font
//! of 2 MB) are left out. It has no clock, reads no font of the machine, and counts what it does against limits.
//!
//! Diagrams are drawn in light colours; the style sheet turns them for dark mode, which keeps the contrast of what
//! authors coloured themselves, too. What cannot be read is the caller's to show as source with a warning.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use merman::svg::{SvgRenderOptions, sanitize_svg_id};
use merman::{Engine, MermaidConfig, OperationControl, RenderOutput, RenderRequest, Renderer, SvgRequest};

use crate::html::escape::Html;

/// A drawn diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The `svg` element.
    pub svg: Html,
    /// Its natural size in pixels.
    pub width: u32,
    pub height: u32,
}

/// Longer sources are not drawn.
const MAX_BYTES: usize = 50_000;

/// Draws a diagram; its ids begin with `id`. The error is the reason, in one line.
pub fn draw(source: &str, id: &str) -> Result<Diagram, String> {
    if source.len() > MAX_BYTES {
        return Err("it is too long".to_owned());
    }
    // A renderer that trips over some diagram costs that diagram.
    let svg = crate::panics::catch(|| render(source, id))
        .unwrap_or_else(|_| Err("it cannot be drawn".to_owned()))?;
    let (width, height) = size(&svg).ok_or("it has no size")?;
    if runs_code(&svg) {
        return Err("it would run a script".to_owned());
    }
    Ok(Diagram { svg: Html::from_author(compact(&svg)), width, height })
}

fn render(source: &str, id: &str) -> Result<String, String> {
    let options = SvgRenderOptions { diagram_id: Some(sanitize_svg_id(id)), ..SvgRenderOptions::default() };
    let request = SvgRequest { options, ..SvgRequest::default() };
    match renderer().render(RenderRequest::svg(source, OperationControl::new(), request)) {
        Ok(RenderOutput::Svg(Some(svg))) => Ok(svg.into_parts().0.trim().to_owned()),
        Ok(_) => Err("it is no diagram".to_owned()),
        Err(error) => {
            let text = error.to_string();
            Err(text.lines().next().unwrap_or("it cannot be drawn").to_owned())
        }
    }
}

fn renderer() -> &'static Renderer {
    static RENDERER: OnceLock<Renderer> = OnceLock::new();
    RENDERER.get_or_init(|| {
        // Nearly every machine has a font with the widths of Arial, so labels fit their boxes.
        let site = serde_json::json!({
            "fontFamily": "arial, sans-serif",
            "themeVariables": { "edgeLabelBackground": "#ffffff" },
        });
        Renderer::new().with_engine(Engine::new().with_site_config(MermaidConfig::from_value(site)))
    })
}

/// Width and height in the view box of the root element.
fn size(svg: &str) -> Option<(u32, u32)> {
    let tag = svg.get(..svg.find('>')?)?;
    let (_, rest) = tag.split_once("viewBox=\"")?;
    let numbers: Vec<f64> =
        rest.split('"').next()?.split_whitespace().filter_map(|part| part.parse().ok()).collect();
    let [_, _, width, height] = numbers.try_into().ok()?;
    let pixels =
        |number: f64| (number.is_finite() && number > 0.0).then(|| number.ceil().min(100_000.0) as u32);
    Some((pixels(width)?, pixels(height)?))
}

/// Whether a tag has a script, an event handler or an address that runs code. The renderer lets none through; this
/// is the second lock.
fn runs_code(svg: &str) -> bool {
    svg.split('<').skip(1).any(|piece| {
        let tag = piece.split('>').next().unwrap_or_default().to_ascii_lowercase();
        let handler =
            tag.split([' ', '\n', '\t', '/']).any(|word| word.starts_with("on") && word.contains('='));
        let compact: String = tag.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
        tag.starts_with("script")
            || handler
            || compact.contains("javascript:")
            || compact.contains("vbscript:")
    })
}

/// The picture without what it does not use.
fn compact(svg: &str) -> String {
    let svg = without_unused_rules(svg);
    let svg = ["symbol", "marker", "filter"].iter().fold(svg, |svg, tag| without_unused_parts(&svg, tag));
    svg.replace("<defs></defs>", "")
}

/// Takes out the symbols, markers and filters that nothing refers to: 14 KB in each sequence, 4 in each flow chart.
fn without_unused_parts(svg: &str, tag: &str) -> String {
    let (opens, closes) = (format!("<{tag} "), format!("</{tag}>"));
    let mut out = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, part)) = rest.split_once(&opens) {
        let Some((part, after)) = part.split_once(&closes) else { break };
        out.push_str(before);
        let id = part.split_once("id=\"").and_then(|(_, id)| id.split('"').next()).unwrap_or_default();
        let is_used = || svg.contains(&format!("#{id}\"")) || svg.contains(&format!("#{id})"));
        if id.is_empty() || is_used() {
            out.extend([&opens, part, &closes]);
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Takes the rules out of the style sheet in a diagram that are about shapes it does not have: of a flow chart's
/// 23 KB two remain.
fn without_unused_rules(svg: &str) -> String {
    let Some((head, rest)) = svg.split_once("<style>") else { return svg.to_owned() };
    let Some((css, body)) = rest.split_once("</style>") else { return svg.to_owned() };
    let word = |c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let names: BTreeSet<&str> = head.split(word).chain(body.split(word)).collect();
    let mut out = String::with_capacity(svg.len());
    out.push_str(head);
    out.push_str("<style>");
    let used = |selectors: &str| selectors.split(',').any(|one| is_used(one, &names));
    let kept: Vec<&str> = rules(css)
        .into_iter()
        .filter(|(selectors, _)| !selectors.trim_start().starts_with('@') && used(selectors))
        .map(|(_, rule)| rule)
        .collect();
    for (selectors, rule) in rules(css) {
        // Movements that no rule uses go with the rules; other rules of this kind stay.
        let movement = selectors.trim_start().strip_prefix("@keyframes").map(str::trim);
        let is_used = movement.is_none_or(|name| kept.iter().any(|rule| rule.contains(name)));
        if selectors.trim_start().starts_with('@') && is_used {
            out.push_str(rule);
        }
    }
    out.extend(kept);
    out.push_str("</style>");
    out.push_str(body);
    out
}

/// The rules of a style sheet, each with what stands before its brace.
fn rules(css: &str) -> Vec<(&str, &str)> {
    let mut rules = Vec::new();
    let (mut start, mut brace, mut depth) = (0, 0, 0usize);
    for (at, c) in css.char_indices() {
        match c {
            '{' => {
                if depth == 0 {
                    brace = at;
                }
                depth += 1;
            }
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && brace >= start {
                    rules.push((&css[start..brace], &css[start..=at]));
                    start = at + 1;
                }
            }
            _ => {}
        }
    }
    rules.push(("@", &css[start..]));
    rules
}

/// Whether every class and every quoted value of a selector occurs in the diagram. What is in `:not(…)` need not.
fn is_used(selector: &str, names: &BTreeSet<&str>) -> bool {
    let mut rest = selector;
    while let Some(at) = rest.find(['.', '"', ':']) {
        let sign = rest.as_bytes()[at];
        let after = &rest[at + 1..];
        match sign {
            b':' => {
                let end = if after.starts_with("not(") {
                    after.find(')').map_or(after.len(), |end| end + 1)
                } else {
                    0
                };
                rest = &after[end..];
            }
            b'"' => {
                let end = after.find('"').unwrap_or(after.len());
                if !after[..end]
                    .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))
                    .all(|word| names.contains(word))
                {
                    return false;
                }
                rest = after.get(end + 1..).unwrap_or_default();
            }
            _ => {
                let end = after
                    .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))
                    .unwrap_or(after.len());
                if end > 0 && !names.contains(&after[..end]) {
                    return false;
                }
                rest = &after[end..];
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_the_usual_kinds() {
        let kinds = [
            "flowchart LR\n  A[One] -->|yes| B{Two}\n  B --> C((Three))",
            "sequenceDiagram\n  A->>+B: Hi\n  B-->>-A: Hello",
            "classDiagram\n  Animal <|-- Duck",
            "stateDiagram-v2\n  [*] --> Still",
            "erDiagram\n  A ||--o{ B : has",
            "gantt\n  dateFormat YYYY-MM-DD\n  section S\n  Task :a1, 2024-01-01, 30d",
            "pie\n  \"A\" : 1\n  \"B\" : 2",
            "gitGraph\n  commit\n  branch b\n  commit",
            "mindmap\n  root\n    a\n    b",
            "timeline\n  2002 : A",
            "journey\n  section S\n    Task: 5: Me",
        ];
        for source in kinds {
            let diagram = draw(source, "d-1").unwrap_or_else(|error| panic!("{source}: {error}"));
            let svg = diagram.svg.as_str();
            assert!(svg.starts_with("<svg id=\"d-1\"") && svg.ends_with("</svg>"), "{source}");
            assert!(diagram.width > 20 && diagram.height > 20);
            assert_eq!(draw(source, "d-1").as_ref(), Ok(&diagram), "the same picture each time");
        }
    }

    #[test]
    fn what_is_no_diagram_is_an_error() {
        for source in
            ["", "// nothing", "graph LR\n  A[", &"graph TD\n".repeat(20_000), "sequenceDiagram\n  A-"]
        {
            assert!(draw(source, "d").is_err(), "{}", &source[..source.len().min(40)]);
        }
    }

    #[test]
    fn labels_run_no_code() {
        for label in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "<a href='javascript:alert(1)'>x</a>",
            "<svg/onload=alert(1)>",
        ] {
            for source in [
                format!("flowchart LR\n  A[\"{label}\"] --> B"),
                format!("sequenceDiagram\n  A->>B: {label}"),
                format!("flowchart LR\n  A --> B\n  click A \"{label}\" \"{label}\""),
                format!(
                    "%%{{init: {{\"securityLevel\": \"loose\", \"themeCSS\": \"{label}\"}}}}%%\nflowchart LR\n  A[\"{label}\"]"
                ),
            ] {
                let Ok(diagram) = draw(&source, "d") else { continue };
                assert!(!runs_code(diagram.svg.as_str()), "{source}\n{}", diagram.svg);
            }
        }
        assert!(runs_code("<g><a onclick=\"x\">") && runs_code("<a href=\"java\nscript:x\">"));
        assert!(!runs_code("<text>on = off</text>"));
    }

    #[test]
    fn only_rules_of_shapes_that_are_there_stay() {
        let svg = "<svg><style>#d .a{x:y}#d .b .c{x:y}#d [data-k=\"1\"]:not(.z) p{x:y}@keyframes k{from{x:y}}@keyframes m{from{x:y}}#d .a{animation:m}</style>\
                   <g class=\"a\" data-k=\"1\"/></svg>";
        let kept = without_unused_rules(svg);
        assert!(
            kept.contains(".a{")
                && !kept.contains(".b .c")
                && kept.contains(":not(.z)")
                && kept.contains("@keyframes")
        );
    }
}
