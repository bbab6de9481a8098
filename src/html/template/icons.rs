//! The icons of the interface: drawn for this program on a 24 × 24 grid. The style sheet strokes them with the text's
//! colour, for a page has dozens of them.
//!
//! Icons that an author names come from a library and are not here. Marks that only decorate (chevrons
//! of the sidebar, external arrows) are drawn by the style sheet.

use minijinja::value::Value;

/// Name and inner markup of every icon.
const ICONS: &[(&str, &str)] = &[
    ("search", r#"<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/>"#),
    (
        "sun",
        r#"<circle cx="12" cy="12" r="4"/><path d="M12 2.5v2m0 15v2M2.5 12h2m15 0h2M5.3 5.3l1.4 1.4m10.6 10.6 1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4"/>"#,
    ),
    ("moon", r#"<path d="M20 14.2A8.2 8.2 0 0 1 9.8 4 8.2 8.2 0 1 0 20 14.2Z"/>"#),
    ("system", r#"<rect x="3.5" y="4.5" width="17" height="11.5" rx="2"/><path d="M9 20h6m-3-4v4"/>"#),
    ("menu", r#"<path d="M4 7h16M4 12h16M4 17h16"/>"#),
    ("close", r#"<path d="m6 6 12 12M18 6 6 18"/>"#),
    ("down", r#"<path d="m6.5 9.5 5.5 5.5 5.5-5.5"/>"#),
    ("right", r#"<path d="m9.5 6.5 5.5 5.5-5.5 5.5"/>"#),
    ("left", r#"<path d="M14.5 6.5 9 12l5.5 5.5"/>"#),
    ("external", r#"<path d="M8 16 17 7M9.5 7H17v7.5"/>"#),
    ("check", r#"<path d="m5 12.5 4.5 4.5L19 7.5"/>"#),
    ("fold", r#"<path d="M4 5v14M20 12H8m5-5-5 5 5 5"/>"#),
    ("list", r#"<path d="M4 7h16M4 12h11M4 17h7"/>"#),
    (
        "globe",
        r#"<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5.3 5.2 5.3 11.8 0 17-5.3-5.2-5.3-11.8 0-17Z"/>"#,
    ),
    (
        "repository",
        r#"<circle cx="6.5" cy="5.5" r="2.5"/><circle cx="6.5" cy="18.5" r="2.5"/><circle cx="17.5" cy="8.5" r="2.5"/><path d="M6.5 8v8m11-5c0 4-11 1.5-11 5"/>"#,
    ),
];

/// All icons as safe values by name, for the templates.
pub fn all() -> Value {
    Value::from_pairs(ICONS.iter().map(|(name, shape)| (*name, Value::from_safe_string(svg(name, shape)))))
}

fn svg(name: &str, shape: &str) -> String {
    format!(r#"<svg class="ui-icon ui-{name}" viewBox="0 0 24 24" aria-hidden="true">{shape}</svg>"#)
}
