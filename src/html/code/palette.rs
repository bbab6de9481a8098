//! Colour themes of code blocks: token classes become CSS variables (CODE-01, behaviour 3.3).
//!
//! The page carries only `<span class="t7">`; which colour that is stands in one small style sheet, for
//! light and dark at once. The colours of the named themes are in `palettes.txt`; a project's own theme is
//! read by `theme_file`. Nothing here knows which theme a site has chosen.

use crate::html::template::color::Rgb;

use super::tokens::TokenClass;

pub mod theme_file;

/// The theme for light pages when none is configured.
pub const DEFAULT_LIGHT: &str = "github-light-default";

/// The theme for dark pages when none is configured.
pub const DEFAULT_DARK: &str = "dark-plus";

/// The theme whose colours are the project's own CSS variables.
pub const CSS_VARIABLES: &str = "css-variables";

/// The background that replaces the one of [`DEFAULT_DARK`].
const DARK_BACKGROUND: &str = "0b0c0e";

/// The darkest that code in light pages lies on when the theme is [`DEFAULT_LIGHT`]: a line that is marked in black.
const LIGHT_BACKGROUND: Rgb = Rgb([0xe0, 0xe0, 0xe0]);

const TABLE: &str = include_str!("palettes.txt");

/// All theme names that can be configured, in alphabetical order.
pub fn theme_names() -> &'static [&'static str] {
    static NAMES: std::sync::OnceLock<Vec<&'static str>> = std::sync::OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names: Vec<_> = rows().map(|(name, _)| name).chain([CSS_VARIABLES]).collect();
        names.sort_unstable();
        names
    })
}

/// True when `name` is one of [`theme_names`].
pub fn is_theme(name: &str) -> bool {
    theme_names().contains(&name)
}

/// How a theme shows one token class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Six hexadecimal digits; `None` for the colour of plain text.
    pub color: Option<String>,
    pub italic: bool,
    pub bold: bool,
}

/// The colours of a theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Six hexadecimal digits; `None` for the page's own background for code.
    background: Option<String>,
    foreground: String,
    /// In the order of [`TokenClass::COLOURED`].
    styles: Vec<Style>,
    /// Values are variables of the project's style sheet instead.
    is_variable: bool,
}

impl Palette {
    /// A palette of hexadecimal digits, its styles in the order of [`TokenClass::COLOURED`].
    pub fn new(background: Option<String>, foreground: String, styles: Vec<Style>) -> Self {
        Self { background, foreground, styles, is_variable: false }
    }

    /// The theme with this name. The two defaults lie on the site's own backgrounds.
    pub fn find(name: &str) -> Option<Self> {
        if name == CSS_VARIABLES {
            let styles = vec![Style::default(); TokenClass::COLOURED.len()];
            return Some(Self { is_variable: true, ..Self::new(None, String::new(), styles) });
        }
        let (_, columns) = rows().find(|(known, _)| *known == name)?;
        let mut columns = columns.split_whitespace();
        let background = match name {
            DEFAULT_LIGHT => columns.next().and(None),
            DEFAULT_DARK => columns.next().and(Some(DARK_BACKGROUND.to_owned())),
            _ => columns.next().map(str::to_owned),
        };
        let foreground = columns.next().unwrap_or("808080").to_owned();
        let mut styles: Vec<Style> = columns.map(style).collect();
        if name == DEFAULT_LIGHT {
            // Readable on white, so it must be on what the site puts in its place.
            for color in styles.iter_mut().filter_map(|style| style.color.as_mut()) {
                let readable =
                    rgb(color).map(|found| found.readable_on(&[LIGHT_BACKGROUND], 4.5).to_string());
                *color = readable.map_or_else(|| color.clone(), |readable| readable.replace('#', ""));
            }
        }
        Some(Self::new(background, foreground, styles))
    }

    /// The theme with this name, or else the default.
    pub fn named(name: &str, default: &str) -> Self {
        let nothing = || Self::new(None, "808080".to_owned(), Vec::new());
        Self::find(name).or_else(|| Self::find(default)).unwrap_or_else(nothing)
    }

    /// One line for the table of themes.
    pub fn to_row(&self, name: &str) -> String {
        let columns = self.styles.iter().map(|style| {
            let color = style.color.as_deref().unwrap_or("-");
            format!("{color}{}{}", if style.italic { "i" } else { "" }, if style.bold { "b" } else { "" })
        });
        let columns: Vec<String> = columns.collect();
        let background = self.background.as_deref().unwrap_or("ffffff");
        format!("{name} {background} {} {}", self.foreground, columns.join(" "))
    }

    /// Whether the background is dark; `None` when it is the page's.
    fn is_dark(&self) -> Option<bool> {
        Some(rgb(self.background.as_deref()?)?.luminance() < 0.18)
    }

    /// The colour of a class as CSS.
    fn color(&self, index: usize, class: TokenClass) -> String {
        if self.is_variable {
            return format!("var(--mint-token-{},var(--code-fg))", variable_of(class));
        }
        format!("#{}", self.style(index).color.as_ref().unwrap_or(&self.foreground))
    }

    /// Declarations of the variables that `code.css` and the token classes read.
    /// `beside` is a palette whose fonts must not shine through.
    fn declarations(&self, chrome: Chrome, beside: &Palette) -> String {
        let mut out = String::new();
        if self.is_variable {
            out.push_str("--code-theme-bg:var(--mint-color-background,var(--code-bg));");
            out.push_str("--code-fg:var(--mint-color-text,var(--text))");
        } else {
            if let Some(background) = &self.background {
                out.push_str(&format!("--code-theme-bg:#{background};"));
            }
            out.push_str(&format!("--code-fg:#{}", self.foreground));
            if chrome == Chrome::OfTheme {
                out.push_str(&self.chrome());
            }
        }
        for (index, class) in TokenClass::COLOURED.into_iter().enumerate() {
            let n = class as u8;
            out.push_str(&format!(";--t{n}:{}", self.color(index, class)));
            let (own, other) = (self.style(index), beside.style(index));
            if own.italic || other.italic {
                out.push_str(&format!(";--i{n}:{}", if own.italic { "italic" } else { "normal" }));
            }
            if own.bold || other.bold {
                out.push_str(&format!(";--w{n}:{}", if own.bold { "700" } else { "400" }));
            }
        }
        out
    }

    fn style(&self, index: usize) -> Style {
        self.styles.get(index).cloned().unwrap_or_default()
    }

    /// Colours of what stands around the code, so that a dark block on a light page can be read, too.
    fn chrome(&self) -> String {
        let colors = self.background.as_deref().and_then(rgb).zip(rgb(&self.foreground));
        let Some((background, foreground)) = colors else { return String::new() };
        let muted = background.mixed(foreground, 65).readable_on(&[background], 4.5);
        let border = background.mixed(foreground, 14);
        let signs = if self.is_dark() == Some(true) {
            "color-scheme:dark;--code-add:74 222 128;--code-remove:248 113 113;--code-warn:250 204 21"
        } else {
            "color-scheme:light;--code-add:22 163 74;--code-remove:220 38 38;--code-warn:202 138 4"
        };
        format!(";--code-muted:{muted};--code-strong:#{};--code-border:{border};{signs}", self.foreground)
    }
}

/// Whether the colours around the code are the theme's or the page's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chrome {
    OfPage,
    OfTheme,
}

/// The style sheet for a pair of themes: variables for light pages, for `html.dark`, and one rule for each
/// token class.
pub fn theme_css(light: &Palette, dark: &Palette) -> String {
    let is = |palette: &Palette, name: &str| Palette::find(name).as_ref() == Some(palette);
    let usual = is(light, DEFAULT_LIGHT) && is(dark, DEFAULT_DARK);
    let chrome = if usual { Chrome::OfPage } else { Chrome::OfTheme };
    let of_light = light.declarations(chrome, dark);
    let mut out = format!(".code-block,.code-group{{{of_light}}}\n");
    let mut declared = of_light;
    if light != dark {
        // On paper the light theme is shown.
        let dark = dark.declarations(chrome, light);
        out.push_str(&format!("@media screen{{html.dark :is(.code-block,.code-group){{{dark}}}}}\n"));
        declared.push_str(&dark);
    }
    if light.is_dark() == Some(true) {
        // Browsers print no backgrounds: light letters would be lost.
        out.push_str("@media print{.code-block{--code-theme-bg:#fff;--code-fg:#000}.code-block code span{color:inherit}}\n");
    }
    for class in TokenClass::COLOURED {
        let n = class as u8;
        // Few classes are bold or slanted. For blocks with a theme of their own, `code-theme.css` says it of all.
        let style = |variable: char, property: &str| {
            let is_set = declared.contains(&format!("--{variable}{n}:"));
            if is_set { format!(";{property}:var(--{variable}{n})") } else { String::new() }
        };
        let (slant, weight) = (style('i', "font-style"), style('w', "font-weight"));
        out.push_str(&format!(".t{n}{{color:var(--t{n}){slant}{weight}}}"));
    }
    out.push_str(".t18{text-decoration:underline}\n");
    out
}

/// The variables of a single block's theme (`theme="nord"`) for a `style` attribute: they hold in light and
/// dark alike.
pub fn block_declarations(palette: &Palette) -> String {
    let mut comments = Palette::new(None, String::new(), vec![Style { italic: true, ..Style::default() }]);
    comments.is_variable = palette.is_variable;
    palette.declarations(Chrome::OfTheme, &comments)
}

/// The variable of `css-variables` that a class reads.
fn variable_of(class: TokenClass) -> &'static str {
    use TokenClass::*;
    match class {
        Comment => "comment",
        String | Regexp | Inserted => "string",
        Number | Constant | Variable | Property => "constant",
        Keyword | Storage | Operator | Tag | Deleted => "keyword",
        Parameter => "parameter",
        Type | Function | Attribute | Namespace | Heading => "function",
        Escape => "string-expression",
        Link => "link",
        Plain | Hidden | Strong | Emphasis => "punctuation",
    }
}

/// One row of the table: the name and the columns after it.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '))
}

/// A column: six digits or `-`, then `i` for italics and `b` for bold.
fn style(column: &str) -> Style {
    let color = column.get(..6).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let font = color.map_or(column, |color| &column[color.len()..]);
    Style { color: color.map(str::to_owned), italic: font.contains('i'), bold: font.contains('b') }
}

fn rgb(digits: &str) -> Option<Rgb> {
    Rgb::parse(&format!("#{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::template::color::WHITE;

    #[test]
    fn every_row_is_complete() {
        for (name, columns) in rows() {
            let columns: Vec<_> = columns.split_whitespace().collect();
            assert_eq!(columns.len(), 2 + TokenClass::COLOURED.len(), "{name}");
            let is_color = |c: &str| c.len() == 6 && u32::from_str_radix(c, 16).is_ok();
            assert!(columns.iter().take(2).all(|c| is_color(c)), "{name}");
            assert!(
                columns.iter().skip(2).all(|c| {
                    let font = c.strip_prefix('-').or_else(|| c.get(6..).filter(|_| is_color(&c[..6])));
                    font.is_some_and(|font| ["", "i", "b", "ib"].contains(&font))
                }),
                "{name}"
            );
            let palette = Palette::find(name).expect("a palette");
            assert_eq!(palette.styles.len(), TokenClass::COLOURED.len());
        }
    }

    #[test]
    fn the_defaults_are_readable() {
        for (name, background) in [(DEFAULT_LIGHT, "fafafa"), (DEFAULT_DARK, DARK_BACKGROUND)] {
            let palette = Palette::named(name, name);
            for (index, class) in TokenClass::COLOURED.into_iter().enumerate() {
                let color = Rgb::parse(&palette.color(index, class)).unwrap_or(WHITE);
                let found = color.contrast(rgb(background).unwrap_or(WHITE));
                assert!(found >= 4.5, "{name} {class:?} {found}");
            }
        }
    }

    /// What stands around the code is readable in every theme, and so is the code's own colour.
    #[test]
    fn headers_are_readable_in_every_theme() {
        for name in theme_names() {
            let palette = Palette::find(name).expect("a palette");
            let Some(background) = palette.background.as_deref().and_then(rgb) else { continue };
            let chrome = palette.chrome();
            let muted =
                chrome.split(';').find_map(|part| part.strip_prefix("--code-muted:")).and_then(Rgb::parse);
            assert!(muted.is_some_and(|muted| muted.contrast(background) >= 4.5), "{name} {chrome}");
        }
    }
}
