//! The colours and fonts of a site as custom properties, derived from what the configuration names.
//!
//! Every text colour reaches 4.5 : 1 on the surfaces it stands on, whatever the brand colour is.
//! Sizes and radii are in the theme's style sheets.

use std::fmt::Write as _;

use super::theme::{ThemeFont, choices};
use crate::config::look::Theme;

use super::color::{NEAR_BLACK, Rgb, WHITE};

/// What `colors` and `background.color` say: `#rgb` or `#rrggbb`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThemeColors {
    pub primary: String,
    /// Accent in dark mode; defaults to `primary`.
    pub light: Option<String>,
    /// Buttons; defaults to `primary`.
    pub dark: Option<String>,
    pub background_light: Option<String>,
    pub background_dark: Option<String>,
}

/// What `fonts` says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ThemeFonts {
    pub body: Option<FontView>,
    pub heading: Option<FontView>,
}

/// One font.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FontView {
    pub family: String,
    pub weight: Option<f64>,
    /// Address of the font file.
    pub source: Option<String>,
    /// `woff` or `woff2`.
    pub format: Option<String>,
}

/// Contrast that every text reaches.
const READABLE: f64 = 4.5;

/// Above this contrast, white on a button is wanted enough to shade the button a little for it.
const NEARLY_READABLE: f64 = 3.5;

const FALLBACK_PRIMARY: Rgb = Rgb([0x16, 0xa3, 0x4a]);

/// Steps and neutral values of the grey scale.
const GRAYS: [(u16, u8); 11] = [
    (50, 0xfa),
    (100, 0xf5),
    (200, 0xe5),
    (300, 0xd4),
    (400, 0xa3),
    (500, 0x73),
    (600, 0x52),
    (700, 0x40),
    (800, 0x26),
    (900, 0x17),
    (950, 0x0a),
];

const SANS: &str = "ui-sans-serif, system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", \
                    \"Noto Sans\", Arial, sans-serif, \"Apple Color Emoji\", \"Segoe UI Emoji\"";

/// The style sheet that sets the colours and fonts, in the layer `theme`.
pub fn theme_tokens_css(theme: Theme, colors: &ThemeColors, fonts: &ThemeFonts) -> String {
    let choices = choices(theme);
    let primary = Rgb::parse(&colors.primary).unwrap_or(FALLBACK_PRIMARY);
    let parsed = |text: &Option<String>| text.as_deref().and_then(Rgb::parse);
    let light = parsed(&colors.light).unwrap_or(primary);
    let dark = parsed(&colors.dark).unwrap_or(primary);
    let light_background =
        parsed(&colors.background_light).unwrap_or_else(|| WHITE.mixed(primary, choices.tint));
    let dark_background = parsed(&colors.background_dark)
        .unwrap_or_else(|| Rgb([0x09, 0x09, 0x0b]).mixed(light, choices.tint.max(2)));

    let mut css = font_faces(fonts);
    css.push_str("@layer theme{\n:root{");
    for (name, color) in [
        ("primary", primary),
        ("primary-light", light),
        ("primary-dark", dark),
        ("background-light", light_background),
        ("background-dark", dark_background),
    ] {
        declare(&mut css, name, &color.triplet());
    }
    for (step, value) in GRAYS {
        declare(&mut css, &format!("gray-{step}"), &gray(value, primary).triplet());
    }
    for (name, font) in [("font-body", &fonts.body), ("font-heading", &fonts.heading)] {
        let family = font.as_ref().map(|font| font_name(&font.family)).unwrap_or_default();
        let first = match (family.is_empty(), name) {
            (false, _) => family,
            (true, "font-heading") => "var(--font-body)".to_owned(),
            (true, _) => match choices.font {
                ThemeFont::Sans => "\"Inter\"".to_owned(),
                ThemeFont::Mono => "var(--font-mono)".to_owned(),
            },
        };
        let stack = if first.starts_with("var(") { first } else { format!("{first}, {SANS}") };
        declare(&mut css, name, &stack);
    }
    if let Some(weight) = fonts.body.as_ref().and_then(|font| font.weight) {
        declare(&mut css, "weight-body", &font_weight(weight));
    }
    if let Some(weight) = fonts.heading.as_ref().and_then(|font| font.weight) {
        declare(&mut css, "weight-heading", &font_weight(weight));
    }
    let (fill, label) = button(dark);
    declare(&mut css, "button", &fill.to_string());
    declare(
        &mut css,
        "button-hover",
        &fill.mixed(if label == WHITE { NEAR_BLACK } else { WHITE }, 8).to_string(),
    );
    declare(&mut css, "button-text", &label.to_string());
    let panel = choices.panel;
    push_mode(&mut css, &Mode::light(primary, light_background), panel.map(|panel| panel.light));
    css.push_str("}\nhtml.dark{");
    push_mode(&mut css, &Mode::dark(primary, light, dark_background), panel.map(|panel| panel.dark));
    css.push_str("}\n}\n");
    css
}

/// The surfaces and texts of one colour mode.
struct Mode {
    scheme: &'static str,
    background: Rgb,
    accent: Rgb,
    accent_tint: Rgb,
    surface: Rgb,
    code: Rgb,
    border: String,
    border_strong: String,
    text: Rgb,
    strong: Rgb,
    muted: Rgb,
}

impl Mode {
    fn light(primary: Rgb, background: Rgb) -> Self {
        let ink = contrasting(background);
        let shade = |value| gray(value, primary);
        Self {
            scheme: "light",
            background,
            accent: primary,
            accent_tint: background.mixed(primary, 10),
            surface: background.mixed(ink, 4),
            code: if background == WHITE { shade(0xfa) } else { background.mixed(ink, 3) },
            border: format!("rgb({} / 9%)", ink.triplet()),
            border_strong: format!("rgb({} / 18%)", ink.triplet()),
            text: shade(0x40),
            strong: shade(0x17),
            muted: shade(0x52),
        }
    }

    fn dark(primary: Rgb, light: Rgb, background: Rgb) -> Self {
        let ink = contrasting(background);
        let shade = |value| gray(value, primary);
        Self {
            scheme: "dark",
            background,
            accent: light,
            accent_tint: background.mixed(light, 10),
            surface: background.mixed(ink, 5),
            code: background.mixed(ink, 4),
            border: format!("rgb({} / 9%)", ink.triplet()),
            border_strong: format!("rgb({} / 20%)", ink.triplet()),
            text: shade(0xb4),
            strong: shade(0xe5),
            muted: shade(0xa3),
        }
    }
}

/// `panel`: how much of the ink is in the theme's second ground, in percent.
fn push_mode(css: &mut String, mode: &Mode, panel: Option<u32>) {
    let mut surfaces = vec![mode.background, mode.accent_tint, mode.surface, mode.code];
    if let Some(percent) = panel {
        let ground = mode.background.mixed(contrasting(mode.background), percent);
        let tint = ground.mixed(mode.accent, 10);
        surfaces.extend([ground, tint]);
        declare(css, "panel", &ground.to_string());
        declare(css, "panel-tint", &tint.to_string());
    }
    let text = |color: Rgb| color.readable_on(&surfaces, READABLE).to_string();
    let tile = if mode.accent.contrast(WHITE) >= 3.0 { WHITE } else { NEAR_BLACK };
    declare(css, "color-scheme", mode.scheme);
    declare(css, "bg", &mode.background.to_string());
    declare(css, "surface", &mode.surface.to_string());
    declare(css, "accent", &mode.accent.to_string());
    declare(css, "accent-contrast", &tile.to_string());
    declare(css, "accent-text", &text(mode.accent));
    declare(css, "accent-tint", &mode.accent_tint.to_string());
    declare(css, "focus", &mode.accent.readable_on(&surfaces, 3.0).to_string());
    declare(css, "border", &mode.border);
    declare(css, "border-strong", &mode.border_strong);
    declare(css, "text", &text(mode.text));
    declare(css, "text-strong", &text(mode.strong));
    declare(css, "text-muted", &text(mode.muted));
    declare(css, "code-bg", &mode.code.to_string());
}

/// A neutral grey that leans 3 % to the brand.
fn gray(value: u8, primary: Rgb) -> Rgb {
    Rgb([value; 3]).mixed(primary, 3)
}

/// Black on light surfaces, white on dark ones: what hairlines and shades are mixed from.
fn contrasting(background: Rgb) -> Rgb {
    if background.luminance() > 0.18 { NEAR_BLACK } else { WHITE }
}

/// Fill and text of a filled button.
fn button(fill: Rgb) -> (Rgb, Rgb) {
    let white = fill.contrast(WHITE);
    if white >= READABLE {
        (fill, WHITE)
    } else if white >= NEARLY_READABLE {
        (fill.readable_on(&[WHITE], READABLE), WHITE)
    } else {
        (fill.readable_on(&[NEAR_BLACK], READABLE), NEAR_BLACK)
    }
}

fn font_faces(fonts: &ThemeFonts) -> String {
    let mut css = String::new();
    let heading = fonts.heading.as_ref().filter(|font| fonts.body.as_ref() != Some(*font));
    for font in fonts.body.iter().chain(heading) {
        let Some(source) = &font.source else { continue };
        let weight = font.weight.map_or_else(|| "100 900".to_owned(), font_weight);
        let format = match font.format.as_deref() {
            Some("woff") => " format(\"woff\")",
            Some("woff2") => " format(\"woff2\")",
            _ => "",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            css,
            "@font-face{{font-family:{};src:url({}){format};font-weight:{weight};font-display:swap}}",
            font_name(&font.family),
            quoted(source),
        );
    }
    css
}

fn font_name(family: &str) -> String {
    if family.trim().is_empty() { String::new() } else { quoted(family.trim()) }
}

fn font_weight(weight: f64) -> String {
    format!("{}", weight.clamp(1.0, 1000.0).round() as u32)
}

/// A CSS string; what could end it early is escaped.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' | '<' | '>' => {
                let _ = write!(out, "\\{:x} ", c as u32);
            }
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn declare(css: &mut String, name: &str, value: &str) {
    let prefix = if name == "color-scheme" { "" } else { "--" };
    // Writing to a string cannot fail.
    let _ = write!(css, "{prefix}{name}:{value};");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(primary: &str) -> String {
        let colors = ThemeColors { primary: primary.to_owned(), ..ThemeColors::default() };
        theme_tokens_css(Theme::Mint, &colors, &ThemeFonts::default())
    }

    fn value(css: &str, name: &str) -> Option<Rgb> {
        let start = css.find(&format!("--{name}:"))? + name.len() + 3;
        Rgb::parse(css.get(start..start + 7)?)
    }

    #[test]
    fn texts_are_readable_whatever_the_brand() {
        for primary in ["#16A34A", "#ffff00", "#000000", "#fefefe", "#f52", "nonsense"] {
            let css = tokens(primary);
            for half in css.split("html.dark") {
                for text in ["accent-text", "text", "text-strong", "text-muted"] {
                    for surface in ["bg", "accent-tint", "code-bg", "surface"] {
                        let (Some(text), Some(surface)) = (value(half, text), value(half, surface)) else {
                            panic!("{primary} lacks {text} or {surface}");
                        };
                        assert!(text.contrast(surface) >= READABLE, "{primary} {text} {surface}");
                    }
                }
            }
            let (Some(fill), Some(label)) = (value(&css, "button"), value(&css, "button-text")) else {
                panic!("{primary} lacks a button");
            };
            assert!(fill.contrast(label) >= READABLE);
        }
    }

    #[test]
    fn names_cannot_leave_their_place() {
        let font = FontView { family: "A\"}</style>".to_owned(), ..FontView::default() };
        let css = theme_tokens_css(
            Theme::Mint,
            &ThemeColors::default(),
            &ThemeFonts { body: Some(font), heading: None },
        );
        assert!(css.contains(r#"--font-body:"A\22 }\3c /style\3e ", "#) && !css.contains("</style"));
    }
}
