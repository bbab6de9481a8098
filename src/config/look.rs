//! How the site looks: theme, colours, fonts, images, code blocks.

use serde::{Deserialize, Deserializer, Serialize};

use super::navigation::ColorPair;

/// Everything that decides the look. A change here leaves every other part of the configuration equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Look {
    pub theme: Theme,
    pub colors: Colors,
    pub logo: Option<Logo>,
    #[serde(deserialize_with = "if_named")]
    pub favicon: Option<ImagePair>,
    /// Only sites that ask for them have them.
    pub thumbnails: Option<Thumbnails>,
    pub styling: Styling,
    pub icons: Icons,
    pub fonts: Fonts,
    pub appearance: Appearance,
    pub background: Background,
    pub accessibility: Accessibility,
    pub links: Links,
}

/// The seven themes; `mint` when the configuration names none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    #[default]
    Mint,
    Maple,
    Palm,
    Willow,
    Linden,
    Almond,
    Aspen,
}

impl Theme {
    /// All themes in the order of the specification.
    pub const ALL: [Theme; 7] =
        [Theme::Mint, Theme::Maple, Theme::Palm, Theme::Willow, Theme::Linden, Theme::Almond, Theme::Aspen];

    /// The name in `docs.json`, which is also the name of the theme's folder.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Mint => "mint",
            Theme::Maple => "maple",
            Theme::Palm => "palm",
            Theme::Willow => "willow",
            Theme::Linden => "linden",
            Theme::Almond => "almond",
            Theme::Aspen => "aspen",
        }
    }
}

/// `colors` (specification, *Colors*).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Colors {
    pub primary: String,
    pub light: Option<String>,
    pub dark: Option<String>,
}

impl Default for Colors {
    fn default() -> Self {
        Self { primary: "#16A34A".to_owned(), light: None, dark: None }
    }
}

impl Colors {
    /// Emphasis colour in dark mode.
    pub fn light(&self) -> &str {
        self.light.as_deref().unwrap_or(&self.primary)
    }

    /// Colour of buttons and hover states.
    pub fn dark(&self) -> &str {
        self.dark.as_deref().unwrap_or(&self.primary)
    }
}

/// `logo` (CFG-14); the short form counts for both modes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "LogoForm")]
pub struct Logo {
    pub light: String,
    pub dark: String,
    /// Where a click leads; the home page when absent.
    pub href: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum LogoForm {
    Short(String),
    Full { light: String, dark: String, href: Option<String> },
}

impl From<LogoForm> for Logo {
    fn from(form: LogoForm) -> Self {
        match form {
            LogoForm::Short(path) => Self { light: path.clone(), dark: path, href: None },
            LogoForm::Full { light, dark, href } => {
                let (light, dark) = both(light, dark);
                Self { light, dark, href }
            }
        }
    }
}

/// One image for both modes or one for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ImageForm")]
pub struct ImagePair {
    pub light: String,
    pub dark: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ImageForm {
    Short(String),
    Full { light: String, dark: String },
}

impl From<ImageForm> for ImagePair {
    fn from(form: ImageForm) -> Self {
        match form {
            ImageForm::Short(path) => Self { light: path.clone(), dark: path },
            ImageForm::Full { light, dark } => {
                let (light, dark) = both(light, dark);
                Self { light, dark }
            }
        }
    }
}

/// One that is left empty is like the other.
fn both(light: String, dark: String) -> (String, String) {
    match (light.is_empty(), dark.is_empty()) {
        (true, false) => (dark.clone(), dark),
        (false, true) => (light.clone(), light),
        _ => (light, dark),
    }
}

/// No image where its path is left empty, as in templates that are not filled in.
fn if_named<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ImagePair>, D::Error> {
    Ok(Option::<ImagePair>::deserialize(deserializer)?.filter(|image| !image.light.is_empty()))
}

/// `thumbnails` (CFG-25).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thumbnails {
    /// `light` or `dark`; the colours of the site when absent.
    pub appearance: Option<ColorScheme>,
    pub background: Option<String>,
    pub fonts: ThumbnailFonts,
}

/// `thumbnails.fonts`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ThumbnailFonts {
    pub family: Option<String>,
}

/// `styling`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Styling {
    /// The theme decides when absent (CFG-22).
    pub eyebrows: Option<Eyebrows>,
    pub codeblocks: CodeBlocks,
    /// Force or forbid the style of formulas; found out when absent (CFG-24).
    pub latex: Option<bool>,
}

/// What stands above the title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Eyebrows {
    Section,
    Breadcrumbs,
}

/// `styling.codeblocks` in all its forms (CFG-23).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "CodeBlocksForm")]
pub struct CodeBlocks {
    pub mode: CodeMode,
    /// The named highlighting themes; the defaults of `mode` when absent.
    pub themes: Option<CodeThemes>,
    /// Paths of more TextMate grammars.
    pub grammars: Vec<String>,
}

/// Whether code follows the mode of the site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CodeMode {
    #[default]
    System,
    Dark,
}

/// Names of highlighting themes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeThemes {
    pub light: String,
    pub dark: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum CodeBlocksForm {
    Mode(CodeMode),
    Full {
        theme: Option<CodeThemeForm>,
        themes: Option<CodeThemes>,
        #[serde(default)]
        languages: CodeLanguages,
    },
}

#[derive(Deserialize)]
#[serde(untagged)]
enum CodeThemeForm {
    One(String),
    Two(CodeThemes),
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct CodeLanguages {
    custom: Vec<String>,
}

impl From<CodeBlocksForm> for CodeBlocks {
    fn from(form: CodeBlocksForm) -> Self {
        match form {
            CodeBlocksForm::Mode(mode) => Self { mode, ..Self::default() },
            CodeBlocksForm::Full { theme, themes, languages } => {
                let named = theme.map(|theme| match theme {
                    CodeThemeForm::One(name) => CodeThemes { light: name.clone(), dark: name },
                    CodeThemeForm::Two(themes) => themes,
                });
                Self { mode: CodeMode::System, themes: themes.or(named), grammars: languages.custom }
            }
        }
    }
}

/// `icons`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Icons {
    pub library: IconLibrary,
}

/// Where icon names are looked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum IconLibrary {
    #[default]
    Fontawesome,
    Lucide,
    Tabler,
}

/// `fonts` (CFG-19). `heading` and `body` override `base`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "FontsForm")]
pub struct Fonts {
    pub base: Option<Font>,
    pub heading: Option<Font>,
    pub body: Option<Font>,
}

impl Fonts {
    /// The fonts in use: of the text, then of headings.
    pub fn all(&self) -> impl Iterator<Item = &Font> {
        self.body().into_iter().chain(self.heading())
    }

    /// The font of headings, when the configuration names one.
    pub fn heading(&self) -> Option<&Font> {
        self.heading.as_ref().or(self.base.as_ref())
    }

    /// The font of the text, when the configuration names one.
    pub fn body(&self) -> Option<&Font> {
        self.body.as_ref().or(self.base.as_ref())
    }
}

/// One font.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Font {
    pub family: String,
    pub weight: Option<serde_json::Number>,
    pub source: Option<String>,
    pub format: Option<FontFormat>,
}

/// The format of a font file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FontFormat {
    Woff,
    Woff2,
}

#[derive(Deserialize)]
struct FontsForm {
    family: Option<String>,
    weight: Option<serde_json::Number>,
    source: Option<String>,
    format: Option<FontFormat>,
    heading: Option<Font>,
    body: Option<Font>,
}

impl From<FontsForm> for Fonts {
    fn from(form: FontsForm) -> Self {
        let FontsForm { family, weight, source, format, heading, body } = form;
        Self { base: family.map(|family| Font { family, weight, source, format }), heading, body }
    }
}

/// `appearance`. Without the object the switch is shown; with the object and without `strict` it is hidden.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appearance {
    /// The mode on a first visit.
    #[serde(default)]
    pub default: ColorScheme,
    /// Whether the switch between light and dark is hidden.
    #[serde(default = "strict_when_not_written")]
    pub strict: bool,
}

/// `accessibility`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Accessibility {
    /// Whether texts in a brand colour that is hard to read have another shade of it (CFG-13).
    #[serde(rename = "autoContrast")]
    pub auto_contrast: bool,
}

impl Default for Accessibility {
    fn default() -> Self {
        Self { auto_contrast: true }
    }
}

/// `links`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Links {
    /// Whether links in texts that leave the site open in a tab of their own (TXT-06).
    #[serde(rename = "externalNewTab")]
    pub external_new_tab: bool,
    /// Whether a link from the root leads to the page in the language of the page that has it (I18N-09).
    pub localize: bool,
}

/// The default of `appearance.strict` inside an `appearance` object (specification, *Appearance*).
fn strict_when_not_written() -> bool {
    true
}

/// A mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorScheme {
    #[default]
    System,
    Light,
    Dark,
}

/// `background` (CFG-18).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Background {
    #[serde(deserialize_with = "if_named")]
    pub image: Option<ImagePair>,
    pub decoration: Option<Decoration>,
    pub color: ColorPair,
}

impl Background {
    /// Whether there is more than a colour.
    pub fn is_drawn(&self) -> bool {
        self.decoration.is_some() || self.image.is_some()
    }
}

/// A drawn background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decoration {
    Gradient,
    Grid,
    Windows,
}
