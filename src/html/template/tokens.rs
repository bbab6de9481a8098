//! The colours and fonts of a site as custom properties, derived from what the configuration names.
//!
//! Every text colour reaches 4.5 : 1 on the surfaces it stands on, whatever the brand colour is.
//! Sizes and radii are in the theme's style sheets.

use std::fmt::Write as _;

use super::late_fonts::{late_fonts, late_name};
use super::theme::choices;
use crate::config::look::Theme;
use crate::source::font_metrics::FontKind;

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
    /// Whether text has the accent as it is, readable or not.
    pub exact_text: bool,
}

/// The fonts of a site.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ThemeFonts {
    pub faces: Vec<FaceView>,
    pub fallbacks: Vec<FallbackView>,
    pub body: Option<FontRole>,
    /// `None`: that of the text.
    pub heading: Option<FontRole>,
}

/// What a part of the page is set in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FontRole {
    /// What is wanted instead, and not there: some readers have it.
    pub absent: Option<String>,
    pub family: String,
    /// The family that is shown until the font arrives.
    pub fallback: Option<String>,
    pub weight: Option<f64>,
    /// What is known of its looks: which fonts of the system come after it.
    pub kind: Option<FontKind>,
}

/// A font file for some characters and weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FaceView {
    pub family: String,
    /// Address of the file.
    pub url: String,
    /// `woff2`, `woff`, `truetype`, `opentype`; empty: unknown.
    pub format: String,
    /// `400` or `100 900`.
    pub weight: String,
    /// `normal` or `italic`.
    pub style: String,
    /// `unicode-range`; empty: all characters.
    pub range: String,
}

/// A font of the reader's system, stretched to the measures of another. Numbers are percents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FallbackView {
    pub family: String,
    /// Names of fonts that are alike; the first that is there is taken.
    pub locals: &'static [&'static str],
    pub size_adjust: f64,
    pub ascent: f64,
    pub descent: f64,
    pub line_gap: f64,
}

/// Contrast that every text reaches.
const READABLE: f64 = 4.5;
/// What large text needs: a ground with this much is hardly another one when it is made darker for `READABLE`.
const NEARLY_READABLE: f64 = 3.0;

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

const SERIF: &str = "ui-serif, Georgia, Cambria, \"Times New Roman\", \"Noto Serif\", serif";

/// The colours that all others are made of.
struct Base {
    primary: Rgb,
    light: Rgb,
    dark: Rgb,
    light_background: Rgb,
    dark_background: Rgb,
}

fn base(theme: Theme, colors: &ThemeColors) -> Base {
    let tint = choices(theme).tint;
    let parsed = |text: &Option<String>| text.as_deref().and_then(Rgb::parse);
    let primary = Rgb::parse(&colors.primary).unwrap_or(FALLBACK_PRIMARY);
    let light = parsed(&colors.light).unwrap_or(primary);
    Base {
        primary,
        light,
        dark: parsed(&colors.dark).unwrap_or(primary),
        light_background: parsed(&colors.background_light).unwrap_or_else(|| WHITE.mixed(primary, tint)),
        dark_background: parsed(&colors.background_dark)
            .unwrap_or_else(|| Rgb([0x09, 0x09, 0x0b]).mixed(light, tint.max(2))),
    }
}

/// A configured colour that is hard to read where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct LowContrast {
    /// `primary`, `light`; its name below `colors`.
    pub name: &'static str,
    /// As configured.
    pub color: String,
    pub background: String,
    /// To that background.
    pub ratio: f64,
    /// What text has instead.
    pub shown: String,
}

/// Accents that do not reach the contrast of text by themselves (behaviour 17): pages show another shade of them.
pub fn low_contrasts(theme: Theme, colors: &ThemeColors) -> Vec<LowContrast> {
    let Base { primary, light, light_background, dark_background, .. } = base(theme, colors);
    let in_light = ("primary", Some(&colors.primary), primary, light_background);
    let in_dark = ("light", colors.light.as_ref(), light, dark_background);
    let configured = [in_light, in_dark].into_iter().filter_map(|(name, written, color, background)| {
        let written = written.filter(|written| Rgb::parse(written).is_some())?;
        let ratio = color.contrast(background);
        (ratio < READABLE).then(|| LowContrast {
            name,
            color: written.clone(),
            background: background.to_string(),
            ratio,
            shown: color.readable_on(&[background], READABLE).to_string(),
        })
    });
    configured.collect()
}

/// The style sheet that sets the colours and fonts, in the layer `theme`.
pub fn theme_tokens_css(theme: Theme, colors: &ThemeColors, fonts: &ThemeFonts) -> String {
    let choices = choices(theme);
    let Base { primary, light, dark, light_background, dark_background } = base(theme, colors);
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
    let late = late_fonts(fonts);
    let mut stand_ins = late.iter().map(|late| format!("--fonts-later:{late};")).collect::<String>();
    for (name, font) in [("font-body", &fonts.body), ("font-heading", &fonts.heading)] {
        let family = font.as_ref().map(|font| font_name(&font.family)).unwrap_or_default();
        if family.is_empty() {
            let stack = if name == "font-heading" { "var(--font-body)" } else { SANS };
            declare(&mut css, name, stack);
            continue;
        }
        let stand_in = font.as_ref().and_then(|font| font.fallback.as_deref()).map(quoted);
        let system = match font.as_ref().and_then(|font| font.kind) {
            Some(FontKind::Mono) => "var(--font-mono)",
            Some(FontKind::Serif) => SERIF,
            _ => SANS,
        };
        let others = stand_in.iter().map(String::as_str).chain([system]).collect::<Vec<_>>().join(", ");
        if stand_in.is_some() {
            let name_of = |font: &FontRole| format!("{}, ", quoted(&late_name(&font.family)));
            let own = font.as_ref().filter(|_| late.is_some()).map(name_of).unwrap_or_default();
            declare(&mut stand_ins, name, &format!("{own}{others}"));
        }
        let absent = font.as_ref().and_then(|font| font.absent.as_deref()).map(font_name);
        declare(&mut css, name, &absent.into_iter().chain([family, others]).collect::<Vec<_>>().join(", "));
    }
    if let Some(weight) = fonts.body.as_ref().and_then(|font| font.weight) {
        declare(&mut css, "weight-body", &font_weight(weight));
    }
    if let Some(weight) = fonts.heading.as_ref().and_then(|font| font.weight) {
        declare(&mut css, "weight-heading", &font_weight(weight));
    }
    // The brand stays as it is: its label is what can be read on it (CFG-13).
    let (fill, label) = (dark, dark.label());
    declare(&mut css, "button", &fill.to_string());
    declare(
        &mut css,
        "button-hover",
        &fill.mixed(if label == WHITE { NEAR_BLACK } else { WHITE }, 8).to_string(),
    );
    declare(&mut css, "button-text", &label.to_string());
    let (ground, words) = banner(fill);
    declare(&mut css, "banner", &ground.to_string());
    declare(&mut css, "banner-text", &words.to_string());
    let panel = choices.panel;
    push_mode(&mut css, &Mode::light(primary, light_background), panel.map(|panel| panel.light), colors);
    css.push_str("}\nhtml.dark{");
    push_mode(&mut css, &Mode::dark(primary, light, dark_background), panel.map(|panel| panel.dark), colors);
    css.push('}');
    if !stand_ins.is_empty() {
        // A phone shows its text in what takes the same room, until `site.js` has the fonts and gives them that name: on
        // their way, they would keep the rest of the page waiting.
        let _ = write!(css, "\n@media(width<64em){{.js:not([data-fonts]){{{stand_ins}}}}}");
    }
    css.push_str("\n}\n");
    css
}

/// The ground and the words of the banner: white words as long as the brand needs to be little darker for them. Sites
/// give the banner a dark ground of their own and count on white words; a button's are no matter of theirs.
fn banner(fill: Rgb) -> (Rgb, Rgb) {
    if fill.contrast(WHITE) >= NEARLY_READABLE {
        (fill.readable_on(&[WHITE], READABLE), WHITE)
    } else {
        (fill, fill.label())
    }
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
fn push_mode(css: &mut String, mode: &Mode, panel: Option<u32>, colors: &ThemeColors) {
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
    let accent = if colors.exact_text { mode.accent.to_string() } else { text(mode.accent) };
    declare(css, "accent-text", &accent);
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

/// What a style sheet says of one file of a font.
pub fn font_face(face: &FaceView) -> String {
    let mut css = format!("@font-face{{font-family:{};src:url({})", quoted(&face.family), quoted(&face.url));
    // Writing to a string cannot fail.
    if !face.format.is_empty() {
        let _ = write!(css, " format({})", quoted(&face.format));
    }
    if face.style == "italic" {
        css.push_str(";font-style:italic");
    }
    let _ = write!(css, ";font-weight:{};font-display:swap", face.weight);
    if !face.range.is_empty() {
        let _ = write!(css, ";unicode-range:{}", face.range);
    }
    css.push_str("}\n");
    css
}

fn font_faces(fonts: &ThemeFonts) -> String {
    let mut css = String::new();
    fonts.faces.iter().for_each(|face| css.push_str(&font_face(face)));
    for face in &fonts.fallbacks {
        let locals: Vec<String> = face.locals.iter().map(|name| format!("local({})", quoted(name))).collect();
        let percent = |value: f64| (value * 10.0).round() / 10.0;
        let _ = writeln!(
            css,
            "@font-face{{font-family:{};src:{};size-adjust:{}%;ascent-override:{}%;\
             descent-override:{}%;line-gap-override:{}%}}",
            quoted(&face.family),
            locals.join(","),
            percent(face.size_adjust),
            percent(face.ascent),
            percent(face.descent),
            percent(face.line_gap),
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
    fn cfg_13_buttons_have_the_exact_colour_of_the_brand() {
        for primary in ["#3b82f6", "#0d9373", "#16a34a", "#ff5522", "#767676", "#777777", "#000000"] {
            let css = tokens(primary);
            assert_eq!(value(&css, "button"), Rgb::parse(primary));
            let (Some(fill), Some(label)) = (value(&css, "button"), value(&css, "button-text")) else {
                panic!("{primary} lacks a button");
            };
            assert!(fill.contrast(label) >= READABLE, "{primary}");
            assert!(
                value(&css, "button-hover").is_some_and(|fill| fill.contrast(label) >= READABLE),
                "{primary}"
            );
        }
    }

    #[test]
    fn words_of_a_banner_are_white_where_the_brand_is_not_bright() {
        for (primary, white) in
            [("#E84125", true), ("#0891B2", true), ("#166e3f", true), ("#7fc8ff", false), ("#ffff00", false)]
        {
            let css = tokens(primary);
            let (Some(ground), Some(words)) = (value(&css, "banner"), value(&css, "banner-text")) else {
                panic!("{primary} lacks a banner");
            };
            assert_eq!(words == WHITE, white, "{primary}");
            assert!(ground.contrast(words) >= READABLE, "{primary}");
        }
    }

    #[test]
    fn names_cannot_leave_their_place() {
        let font = FontRole { family: "A\"}</style>".to_owned(), ..FontRole::default() };
        let fonts = ThemeFonts { body: Some(font), ..ThemeFonts::default() };
        let css = theme_tokens_css(Theme::Mint, &ThemeColors::default(), &fonts);
        assert!(css.contains(r#"--font-body:"A\22 }\3c /style\3e ", "#) && !css.contains("</style"));
    }
}
