//! Colour themes of code blocks: token classes become CSS variables (CODE-01, behaviour 3.3).
//!
//! The page carries only `<span class="t7">`; which colour that is stands in one small style sheet, for
//! light and dark at once. The colours themselves are in `palettes.txt`.

use super::tokens::TokenClass;

/// The theme for light pages when none is configured.
pub const DEFAULT_LIGHT: &str = "github-light-default";

/// The theme for dark pages when none is configured.
pub const DEFAULT_DARK: &str = "dark-plus";

/// The background that replaces the one of [`DEFAULT_DARK`].
const DARK_BACKGROUND: &str = "0B0C0E";

const TABLE: &str = include_str!("palettes.txt");

/// All theme names that can be configured, in alphabetical order.
pub fn theme_names() -> &'static [&'static str] {
    static NAMES: std::sync::OnceLock<Vec<&'static str>> = std::sync::OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names: Vec<_> = rows().map(|palette| palette.name).chain(["css-variables"]).collect();
        names.sort_unstable();
        names
    })
}

/// True when `name` is one of [`theme_names`].
pub fn is_theme(name: &str) -> bool {
    theme_names().contains(&name)
}

/// The style sheet for a pair of themes: variables for light pages, for `html.dark`, and one rule for
/// each token class. An unknown name stands for the default.
pub fn theme_css(light: &str, dark: &str) -> String {
    let mut out = String::new();
    out.push_str(&variables(".code-block", Palette::named(light, DEFAULT_LIGHT)));
    out.push_str(&variables("html.dark .code-block", Palette::named(dark, DEFAULT_DARK)));
    out.push_str(CLASS_RULES);
    for class in TokenClass::COLOURED {
        let n = class as u8;
        out.push_str(&format!(".t{n}{{color:var(--t{n})}}"));
    }
    out.push('\n');
    out
}

/// The variables of a single block's theme (`theme="nord"`), in light and dark alike. Empty for an
/// unknown theme.
pub fn block_theme_css(name: &str) -> String {
    match Palette::find(name) {
        Some(palette) => {
            let of_block = format!(".code-block[data-theme=\"{}\"]", palette.name);
            variables(&format!("{of_block},html.dark {of_block}"), palette)
        }
        None => String::new(),
    }
}

const CLASS_RULES: &str =
    ".t1,.t23{font-style:italic}.t17,.t22{font-weight:600}.t18{text-decoration:underline}";

fn variables(selector: &str, palette: Palette) -> String {
    let mut out = format!("{selector}{{");
    if let Some(background) = palette.own_background() {
        out.push_str(&format!("--code-theme-bg:#{background};"));
    }
    out.push_str(&format!("--code-fg:#{}", palette.foreground()));
    for class in TokenClass::COLOURED {
        out.push_str(&format!(";--t{}:#{}", class as u8, palette.colour(class)));
    }
    out.push_str("}\n");
    out
}

/// One line of the table.
#[derive(Clone, Copy)]
struct Palette {
    name: &'static str,
    /// The columns after the name.
    columns: &'static str,
}

fn rows() -> impl Iterator<Item = Palette> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (name, columns) = line.split_once(' ')?;
        Some(Palette { name, columns })
    })
}

impl Palette {
    fn find(name: &str) -> Option<Self> {
        rows().find(|palette| palette.name == name)
    }

    fn named(name: &str, default: &str) -> Self {
        Self::find(name).or_else(|| Self::find(default)).unwrap_or(Self { name: "", columns: "" })
    }

    fn column(self, index: usize) -> Option<&'static str> {
        self.columns.split_whitespace().nth(index).filter(|column| *column != "-")
    }

    /// The background, when it is not the page's own: the defaults sit on the site's colours.
    fn own_background(self) -> Option<&'static str> {
        match self.name {
            DEFAULT_LIGHT => None,
            DEFAULT_DARK => Some(DARK_BACKGROUND),
            _ => self.column(0),
        }
    }

    fn foreground(self) -> &'static str {
        self.column(1).unwrap_or("808080")
    }

    fn colour(self, class: TokenClass) -> &'static str {
        let column = match class {
            TokenClass::Plain | TokenClass::Hidden | TokenClass::Strong | TokenClass::Emphasis => 1,
            TokenClass::Comment => 2,
            TokenClass::String => 3,
            TokenClass::Number => 4,
            TokenClass::Constant => 5,
            TokenClass::Keyword => 6,
            TokenClass::Storage => 7,
            TokenClass::Type | TokenClass::Namespace => 8,
            TokenClass::Function => 9,
            TokenClass::Variable => 10,
            TokenClass::Parameter => 11,
            TokenClass::Property => 12,
            TokenClass::Tag => 13,
            TokenClass::Attribute => 14,
            TokenClass::Operator => 15,
            TokenClass::Regexp => 16,
            TokenClass::Escape => 17,
            TokenClass::Heading => 18,
            TokenClass::Inserted => 19,
            TokenClass::Deleted => 20,
            TokenClass::Link => 3,
        };
        self.column(column).unwrap_or_else(|| self.foreground())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(hex: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).expect("hex")) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_row_is_complete() {
        for palette in rows() {
            let columns: Vec<_> = palette.columns.split_whitespace().collect();
            assert_eq!(columns.len(), 21, "{}", palette.name);
            assert!(columns.iter().all(|c| *c == "-" || c.len() == 6 && u32::from_str_radix(c, 16).is_ok()));
        }
    }

    #[test]
    fn the_defaults_are_readable() {
        for (name, default, background) in
            [(DEFAULT_LIGHT, DEFAULT_LIGHT, "fafafa"), (DEFAULT_DARK, DEFAULT_DARK, DARK_BACKGROUND)]
        {
            let palette = Palette::named(name, default);
            for class in TokenClass::COLOURED {
                let found = contrast(palette.colour(class), background);
                assert!(found >= 4.5, "{name} {class:?} {found}");
            }
        }
    }
}
