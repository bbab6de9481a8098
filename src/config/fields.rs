//! Every field of `docs.json` except `navigation`, in the order of the specification.
//!
//! One description for validation, the JSON Schema and reading. The page's surroundings are in
//! `fields::chrome`, the API reference in `fields::api`, `navigation` in `containers`, the third parties in
//! `vendors`.

pub mod api;
pub mod chrome;

use self::api::API;
use self::chrome::{
    BANNER_SHAPE, CONTEXTUAL, FOOTER_SHAPE, HEAD, INTERACTION, MCP, NAVBAR_SHAPE, SEARCH, VARIATIONS,
};
use super::code_themes::CODE_THEME;
use super::containers::LANGUAGES;
use super::form::Form;
use super::schema::Shape::{
    Choice, Either, Flag, List as ListOf, Map as MapOf, Number, Object as ObjectOf, Text,
};
use super::schema::{List, Map, Object, Rule, Shape, Unique, field};
use super::vendors::INTEGRATIONS;

const URL_OR_PATH: Shape = Text(Form::Least(1));
const COLOR: Shape = Text(Form::Color);

/// A list without limits.
pub const fn list_of(item: Shape) -> List {
    List { item, min: 0, max: None, unique: Unique::Nothing }
}

/// The whole file.
pub static ROOT: Object = Object::new(
    "docs",
    &[
        field("$schema", Text(Form::Url), "Address of the JSON Schema, for editors."),
        field("theme", Text(Form::Theme), "The look of the site.").required(),
        field("name", Text(Form::Name), "Name of the project, organization or product.").required(),
        field("colors", ObjectOf(&COLORS), "Colours of links, buttons and active items.").required(),
        field("description", Text(Form::Any), "What the site is about, for search engines and assistants."),
        field("logo", Either(&[Text(Form::Least(3)), ObjectOf(&LOGO)]), "Logo in the header."),
        field("favicon", IMAGE, "Icon of the browser tab, with file extension."),
        field("thumbnails", ObjectOf(&THUMBNAILS), "Preview images for social networks."),
        field("styling", ObjectOf(&STYLING), "Small choices of style."),
        field("icons", ObjectOf(&ICONS), "The icon library."),
        field("fonts", ObjectOf(&FONTS), "Font families; Inter when absent."),
        field("appearance", ObjectOf(&APPEARANCE), "Light and dark mode."),
        field("background", ObjectOf(&BACKGROUND), "Background of the pages."),
        field("accessibility", ObjectOf(&ACCESSIBILITY), "What is done for readability.").addition(),
        field("links", ObjectOf(&LINKS), "How links in texts behave.").addition(),
        field("navbar", NAVBAR_SHAPE, "Links and button at the top."),
        field("navigation", ObjectOf(&super::containers::ROOT_LEVEL), "The structure of the site.")
            .required(),
        field("interaction", ObjectOf(&INTERACTION), "How the navigation reacts."),
        field("footer", FOOTER_SHAPE, "Links at the bottom."),
        field("banner", BANNER_SHAPE, "A message above every page."),
        field("head", ListOf(&HEAD), "Elements that are added to the head of every page.").addition(),
        field("redirects", ListOf(&REDIRECTS), "Old paths and where they lead now."),
        field("contextual", ObjectOf(&CONTEXTUAL), "The page menu for work with assistants."),
        field("mcp", ObjectOf(&MCP), "The MCP server that assistants ask.").addition(),
        field("api", ObjectOf(&API), "API reference and playground."),
        field("seo", ObjectOf(&SEO), "Search engines."),
        field("search", ObjectOf(&SEARCH), "The search bar."),
        field("integrations", ObjectOf(&INTEGRATIONS), "Analytics, chat and other third parties."),
        field("errors", ObjectOf(&ERRORS), "Error pages."),
        field("public", Flag, "Whether pages are public when nothing else is said.").addition(),
        field("metadata", ObjectOf(&METADATA), "What is told about pages.").addition(),
        field("feedback", ObjectOf(&FEEDBACK), "What readers can say about a page.").addition(),
        field("variables", MapOf(&TEXTS), "Values for `{{name}}` in pages.").addition(),
        field(
            "glossary",
            Either(&[Text(Form::Any), MapOf(&TEXTS)]),
            "Terms with what they mean, or the page that explains them.",
        )
        .addition(),
        field("markdown", ObjectOf(&MARKDOWN), "How Markdown is read, and the Markdown copy of pages.")
            .addition(),
        field("variations", ObjectOf(&VARIATIONS), "Named variations of the site.").addition(),
    ],
)
.rules(&[
    Rule::OnlyInTheme("variations", "willow"),
    Rule::NotToBeHad("public", "a static site is read by everybody who can reach it"),
])
.retired(&[
    ("topbarLinks", "navbar.links"),
    ("topbarCtaButton", "navbar.primary"),
    ("topbar", ""),
    ("footerSocials", "footer.socials"),
    ("tabs", "navigation.tabs"),
    ("anchors", "navigation.anchors or navigation.global.anchors"),
    ("versions", "navigation.versions"),
    ("languages", "navigation.languages"),
    ("primaryTab", "navigation.tabs"),
    ("topAnchor", "navigation.anchors"),
    ("font", "fonts"),
    ("modeToggle", "appearance"),
    ("eyebrow", "styling.eyebrows"),
    ("eyebrows", "styling.eyebrows"),
    ("codeBlock", "styling.codeblocks"),
    ("backgroundImage", "background.image"),
    ("analytics", "integrations"),
    ("openapi", "api.openapi"),
    ("asyncapi", "api.asyncapi"),
    ("layout", "theme"),
    ("rounded", ""),
    ("sidebar", ""),
    ("isWhiteLabeled", ""),
    ("customCSS", "a .css file anywhere in the project"),
    ("styles", "a .css file anywhere in the project"),
    ("scripts", "a .js file anywhere in the project"),
]);

const IMAGE: Shape = Either(&[Text(Form::Any), ObjectOf(&IMAGE_PAIR)]);
static COLORS: Object = Object::new(
    "colors",
    &[
        field("primary", COLOR, "Main emphasis colour in light mode.").required(),
        field("light", COLOR, "Emphasis colour in dark mode."),
        field("dark", COLOR, "Colour of buttons and hover states."),
    ],
)
.strict()
.retired(&[("background", "background.color"), ("anchors", "color of an anchor")]);

/// Colours for the two modes.
pub static COLOR_PAIR: Object = Object::new(
    "colorPair",
    &[field("light", COLOR, "Colour in light mode."), field("dark", COLOR, "Colour in dark mode.")],
)
.strict();

static IMAGE_PAIR: Object = Object::new(
    "imagePair",
    &[
        field("light", Text(Form::Any), "File for light mode, with extension.").required(),
        field("dark", Text(Form::Any), "File for dark mode, with extension.").required(),
    ],
);

static LOGO: Object = Object::new(
    "logo",
    &[
        field("light", Text(Form::Any), "File for light mode, with extension.").required(),
        field("dark", Text(Form::Any), "File for dark mode, with extension.").required(),
        field("href", Text(Form::Link), "Where a click leads; the home page when absent."),
    ],
);

static THUMBNAILS: Object = Object::new(
    "thumbnails",
    &[
        field("appearance", Choice(&["light", "dark"]), "Colour scheme of the preview image."),
        field("background", Text(Form::Any), "Path or address of a background image."),
        field("fonts", ObjectOf(&THUMBNAIL_FONTS), "Font of the preview image.").addition(),
    ],
);
static THUMBNAIL_FONTS: Object =
    Object::new("thumbnailFonts", &[field("family", Text(Form::Any), "Font family.").addition()]);

static STYLING: Object = Object::new(
    "styling",
    &[
        field("eyebrows", Choice(&["section", "breadcrumbs"]), "What stands above the title.")
            .default("\"section\""),
        field(
            "codeblocks",
            Either(&[Choice(&["system", "dark"]), ObjectOf(&CODE_BLOCKS)]),
            "Colours of code blocks.",
        )
        .default("\"system\""),
        field("latex", Flag, "Load the style of formulas always or never.").addition(),
    ],
);
static CODE_BLOCKS: Object = Object::new(
    "codeblocks",
    &[
        field(
            "theme",
            Either(&[CODE_THEME, ObjectOf(&CODE_THEME_PAIR)]),
            "Highlighting theme for both modes.",
        ),
        field("themes", ObjectOf(&CODE_THEME_PAIR), "Highlighting theme for each mode.").addition(),
        field("languages", ObjectOf(&CODE_LANGUAGES), "More languages.").addition(),
    ],
);
static CODE_THEME_PAIR: Object = Object::new(
    "codeThemePair",
    &[
        field("light", CODE_THEME, "Theme in light mode.").required(),
        field("dark", CODE_THEME, "Theme in dark mode.").required(),
    ],
);
static CODE_LANGUAGES: Object = Object::new(
    "codeLanguages",
    &[field("custom", ListOf(&TEXT_LIST), "Paths of TextMate grammars in JSON.").addition()],
);

static ICONS: Object = Object::new(
    "icons",
    &[field("library", ICON_LIBRARY, "Where icon names are looked up.")
        .required()
        .default("\"fontawesome\"")],
);
/// The icon libraries.
pub const ICON_LIBRARY: Shape = Choice(&["fontawesome", "lucide", "tabler"]);

static FONTS: Object = {
    let mut fonts = Object::new(
        "fonts",
        &[
            field("family", Text(Form::Any), "Font family; families of Google Fonts need no source."),
            field("weight", Number, "Weight such as 400 or 700."),
            field("source", URL_OR_PATH, "Address or path of the font file."),
            field("format", Choice(&["woff", "woff2"]), "Format of the font file."),
            field("heading", ObjectOf(&FONT), "Font of headings."),
            field("body", ObjectOf(&FONT), "Font of the text."),
        ],
    )
    .rules(&[
        Rule::Needs("weight", "family"),
        Rule::Needs("source", "family"),
        Rule::Needs("source", "format"),
    ]);
    fonts.unknown = super::schema::Unknown::RefusedWithout("family");
    fonts
};
static FONT: Object = Object::new(
    "font",
    &[
        field("family", Text(Form::Any), "Font family; families of Google Fonts need no source.").required(),
        field("weight", Number, "Weight such as 400 or 700."),
        field("source", URL_OR_PATH, "Address or path of the font file."),
        field("format", Choice(&["woff", "woff2"]), "Format of the font file."),
    ],
)
.rules(&[Rule::Needs("source", "format")]);

static ACCESSIBILITY: Object = Object::new(
    "accessibility",
    &[field("autoContrast", Flag, "Whether text in a colour that is hard to read has another shade of it.")
        .addition()
        .default("true")],
);

static LINKS: Object = Object::new(
    "links",
    &[
        field("externalNewTab", Flag, "Open links of texts that leave the site in a new tab, and mark them.")
            .addition()
            .default("false"),
        field("localize", Flag, "Lead links of texts from the root to the page in the reader's language.")
            .addition()
            .default("false"),
    ],
);

static APPEARANCE: Object = Object::new(
    "appearance",
    &[
        field("default", Choice(&["system", "light", "dark"]), "The mode on a first visit.")
            .default("\"system\""),
        field("strict", Flag, "Whether the switch between the modes is hidden.").default("true"),
    ],
);

static BACKGROUND: Object = Object::new(
    "background",
    &[
        field("image", IMAGE, "Background image, with extension."),
        field("decoration", Choice(&["gradient", "grid", "windows"]), "A drawn background."),
        field("color", ObjectOf(&COLOR_PAIR), "Background colours."),
    ],
);

static REDIRECTS: List = List { item: ObjectOf(&REDIRECT), min: 0, max: None, unique: Unique::Key("source") };
static REDIRECT: Object = Object::new(
    "redirect",
    &[
        field("source", Text(Form::Any), "The old path.").required(),
        field("destination", Text(Form::Address), "The new path or address.").required(),
        field("permanent", Flag, "Status 301 when true, 302 when false.").default("true"),
    ],
);

/// A list of texts.
pub static TEXT_LIST: List = list_of(Text(Form::Any));
static TEXTS: Map = Map { keys: &[], value: Text(Form::Any) };
/// Structured data has lists, too: `sameAs` names all profiles of a publisher.
static ORGANIZATION: Map = Map { keys: &[], value: Either(&[Text(Form::Any), ListOf(&TEXT_LIST)]) };

static SEO: Object = Object::new(
    "seo",
    &[
        field("metatags", MapOf(&METATAGS), "Meta tags of every page."),
        field("indexing", Choice(&["navigable", "all"]), "Which pages search engines may list.")
            .default("\"navigable\""),
        field("paths", ListOf(&SEO_PATHS), "Meta tags by folder; the longest match wins.").addition(),
        field("organization", MapOf(&ORGANIZATION), "The publisher, for structured data.").addition(),
        field("trailingSlash", Flag, "End page addresses with a slash.").addition(),
    ],
)
.retired(&[("indexHiddenPages", "seo.indexing"), ("metadata", "seo.metatags")]);
static METATAGS: Map = Map { keys: &[], value: Text(Form::Least(1)) };
static SEO_PATHS: List = List { item: ObjectOf(&SEO_PATH), min: 0, max: None, unique: Unique::Key("path") };
static SEO_PATH: Object = Object::new(
    "seoPath",
    &[
        field("path", Text(Form::Folder), "Folder such as guides/v2.").required(),
        field("metatags", MapOf(&METATAGS), "Meta tags of its pages.").required(),
    ],
);

static ERRORS: Object =
    Object::new("errors", &[field("404", ObjectOf(&NOT_FOUND), "The page for missing pages.").required()]);
static NOT_FOUND: Object = Object::new(
    "notFound",
    &[
        field("redirect", Flag, "Lead to the home page instead.").default("false"),
        field("title", Text(Form::Any), "Its title."),
        field("description", Text(Form::Any), "Its text; Markdown is supported."),
    ],
);

static METADATA: Object = Object::new(
    "metadata",
    &[
        field("timestamp", Flag, "Show when a page was last modified.").addition().default("false"),
        field("outdatedTranslations", Flag, "Tell on a translation that its original was changed after it.")
            .addition()
            .default("false"),
        field(
            "related",
            Flag,
            "List below each page that names none itself the pages that are about the same.",
        )
        .addition()
        .default("false"),
        field("changes", Flag, "Tell in a feed which pages are new and which were changed.")
            .addition()
            .default("false"),
    ],
);
static FEEDBACK: Object = Object::new(
    "feedback",
    &[
        field("thumbs", Flag, "Ask whether a page was helpful.").addition().default("false"),
        field(
            "edits",
            Either(&[Flag, Text(Form::Least(1))]),
            "Link to the page's source, or its address with {path}.",
        )
        .addition(),
        field(
            "issues",
            Either(&[Flag, Text(Form::Least(1))]),
            "Link to a new issue, or its address with {path}.",
        )
        .addition(),
        field("repository", Text(Form::Url), "Address of the repository with the sources.").addition(),
        field("branch", Text(Form::Least(1)), "Its branch.").addition().default("\"main\""),
        field("directory", Text(Form::Any), "Folder of docs.json in it.").addition(),
        field("endpoint", Text(Form::Url), "Where answers are sent, as JSON.").addition(),
    ],
)
.retired(&[
    ("thumbsRating", "feedback.thumbs"),
    ("suggestEdit", "feedback.edits"),
    ("raiseIssue", "feedback.issues"),
]);
static MARKDOWN: Object = Object::new(
    "markdown",
    &[
        field("admonitions", Flag, "Read `> [!NOTE]` of GitHub and `:::note Title` of other generators as callouts.")
            .addition()
            .default("false"),
        field("schema", Flag, "Accepted, without effect: the Markdown copy of an API page has its fields as tables, never the whole description.")
            .addition()
            .default("true"),
        field("instructions", Either(&[Text(Form::Any), ListOf(&TEXT_LIST)]), "Text for assistants.")
            .addition(),
        field("index", Flag, "Also write `docs-index.json`: all pages with their headings, sizes and hashes, for programs.")
            .addition()
            .default("false"),
        field("sections", Flag, "Also write the sections of a page of more than 10,000 tokens to files of their own, with a list of them at its top.")
            .addition()
            .default("false"),
    ],
);
/// A language code.
pub const LANGUAGE: Shape = Choice(LANGUAGES);
