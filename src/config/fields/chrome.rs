//! The fields of what stands around a page: navigation bar, footer, banner, page menu, icons.

use super::{COLOR_PAIR, ICON_LIBRARY, list_of};
use crate::config::form::Form;
use crate::config::schema::Shape::{
    Choice, Either, Flag, List as ListOf, Map as MapOf, Object as ObjectOf, Text,
};
use crate::config::schema::{List, Map, Object, Rule, Shape, Unique, field};

/// `banner`, which a language entry may have too.
pub const BANNER_SHAPE: Shape = ObjectOf(&BANNER);
/// `footer`, which a language entry may have too.
pub const FOOTER_SHAPE: Shape = ObjectOf(&FOOTER);
/// `navbar`, which a language entry may have too.
pub const NAVBAR_SHAPE: Shape = ObjectOf(&NAVBAR);

/// `head`.
pub static HEAD: List = list_of(ObjectOf(&HEAD_TAG));
static HEAD_TAG: Object = Object::new(
    "headTag",
    &[
        field("tag", Choice(&["meta", "link", "script", "style", "noscript"]), "Name of the element.")
            .required()
            .addition(),
        field("attrs", MapOf(&HEAD_ATTRIBUTES), "Its attributes; `true` is one without a value.").addition(),
        field("content", Text(Form::Any), "What stands in a script, a style or a `noscript`.").addition(),
    ],
);
static HEAD_ATTRIBUTES: Map = Map { keys: &[], value: Either(&[Text(Form::Any), Flag]) };

static NAVBAR: Object = Object::new(
    "navbar",
    &[
        field("links", ListOf(&NAVBAR_LINKS), "Links at the top."),
        field("primary", ObjectOf(&NAVBAR_PRIMARY), "The button at the top."),
    ],
);
static NAVBAR_LINKS: List = list_of(ObjectOf(&NAVBAR_LINK));
static NAVBAR_LINK: Object = Object::new(
    "navbarLink",
    &[
        field("label", Text(Form::Any), "Text of the link."),
        field("href", Text(Form::ExternalLink), "External address.").required(),
        field("icon", ICON_SHAPE, "Icon before the text."),
        field("iconType", ICON_STYLE, "Style of the icon.").addition(),
        field("type", Text(Form::Any), "`github` or `discord`: a link that needs no text.").addition(),
    ],
)
.rules(&[Rule::RequiredUnlessType("label", &["github", "discord"])])
.retired(&[("url", "href"), ("name", "label")]);
static NAVBAR_PRIMARY: Object = Object::new(
    "navbarPrimary",
    &[
        field("type", Choice(&["button", "github", "discord"]), "What kind of button it is.").required(),
        field("label", Text(Form::Any), "Text of the button."),
        field("href", Text(Form::ExternalLink), "External address.").required(),
    ],
)
.rules(&[Rule::RequiredUnlessType("label", &["github", "discord"]), Rule::Repository])
.retired(&[("url", "href"), ("name", "label")]);

/// An icon: a name, an address, a path, SVG source, or an object that says which style and library.
pub const ICON_SHAPE: Shape = Either(&[Text(Form::Icon), ObjectOf(&ICON)]);
/// The icon styles, with those that only newer files use.
pub const ICON_STYLE: Shape = Choice(ICON_STYLES);
/// Their names.
pub const ICON_STYLES: &[&str] = &[
    "regular",
    "solid",
    "light",
    "thin",
    "sharp-solid",
    "duotone",
    "brands",
    "sharp-regular",
    "sharp-light",
    "sharp-thin",
    "sharp-duotone-solid",
];
static ICON: Object = Object::new(
    "icon",
    &[
        field("name", Text(Form::Icon), "Name of the icon.").required(),
        field("style", ICON_STYLE, "Style of the icon."),
        field("library", ICON_LIBRARY, "Where the name is looked up."),
    ],
);

/// `interaction`.
pub static INTERACTION: Object = Object::new(
    "interaction",
    &[
        field(
            "drilldown",
            Flag,
            "Whether opening a group leads to its first page; the theme decides when absent.",
        ),
        field(
            "filter",
            Flag,
            "Whether a box above the sidebar leaves only the entries with what is written in it.",
        ),
        field(
            "browserLanguage",
            Flag,
            "Whether the home page leads to the language of the reader's browser.",
        )
        .addition()
        .default("false"),
        field(
            "selectionMenu",
            Flag,
            "Whether selected words have a menu: a link to them, a quotation, questions for assistants.",
        )
        .addition()
        .default("false"),
        field(
            "linkPreviews",
            Flag,
            "Whether links show the title and the first words of the page they lead to.",
        )
        .addition()
        .default("false"),
    ],
);

static FOOTER: Object = Object::new(
    "footer",
    &[
        field("socials", MapOf(&SOCIALS), "Profiles by platform."),
        field("links", ListOf(&FOOTER_LINKS), "Columns of links."),
    ],
);
/// What `footer.socials` may lead to.
pub const SOCIAL_KEYS: &[&str] = &[
    "x",
    "website",
    "facebook",
    "youtube",
    "discord",
    "slack",
    "github",
    "linkedin",
    "instagram",
    "hacker-news",
    "medium",
    "telegram",
    "twitter",
    "x-twitter",
    "earth-americas",
    "bluesky",
    "threads",
    "reddit",
    "podcast",
];
static SOCIALS: Map = Map { keys: SOCIAL_KEYS, value: Text(Form::Url) };
static FOOTER_LINKS: List =
    List { item: ObjectOf(&FOOTER_COLUMN), min: 1, max: Some(4), unique: Unique::Nothing };
static FOOTER_COLUMN: Object = Object::new(
    "footerColumn",
    &[
        field("header", Text(Form::Least(1)), "Title of the column."),
        field("items", ListOf(&FOOTER_ITEMS), "Its links.").required(),
    ],
)
.retired(&[("title", "header"), ("links", "items")]);
static FOOTER_ITEMS: List = List { item: ObjectOf(&FOOTER_ITEM), min: 1, max: None, unique: Unique::Nothing };
static FOOTER_ITEM: Object = Object::new(
    "footerItem",
    &[
        field("label", Text(Form::Least(1)), "Text of the link.").required(),
        field("href", Text(Form::FooterLink), "Address of the link.").required(),
    ],
)
.retired(&[("url", "href"), ("name", "label")]);

static BANNER: Object = Object::new(
    "banner",
    &[
        field("content", Text(Form::Least(1)), "Plain text or Markdown.").required(),
        field("dismissible", Flag, "Whether readers can close it.").default("false"),
        field("type", Choice(&["info", "warning", "critical"]), "How urgent it is.")
            .addition()
            .default("\"info\""),
        field("color", ObjectOf(&COLOR_PAIR), "Its colours.").addition(),
    ],
);

/// `mcp`.
pub static MCP: Object =
    Object::new("mcp", &[field("url", Text(Form::Address), "Address of the server.").required().addition()]);

/// `contextual`.
pub static CONTEXTUAL: Object = Object::new(
    "contextual",
    &[
        field("options", ListOf(&CONTEXTUAL_OPTIONS), "Entries of the menu; the first is the default.")
            .required(),
        field("display", Choice(&["header", "toc"]), "Where the menu stands.")
            .addition()
            .default("\"header\""),
    ],
);
static CONTEXTUAL_OPTIONS: List = List {
    item: Either(&[Choice(CONTEXTUAL_VALUES), ObjectOf(&CONTEXTUAL_CUSTOM)]),
    min: 0,
    max: None,
    unique: Unique::Text,
};
/// Entries of the page menu that are known by a name.
pub const CONTEXTUAL_VALUES: &[&str] = &[
    "copy",
    "view",
    "chatgpt",
    "claude",
    "perplexity",
    "mcp",
    "cursor",
    "vscode",
    "assistant",
    "download-pdf",
    "download-spec",
    "grok",
    "aistudio",
    "devin",
    "devin-desktop",
    "windsurf",
    "add-mcp",
    "devin-mcp",
];
static CONTEXTUAL_CUSTOM: Object = Object::new(
    "contextualEntry",
    &[
        field("title", Text(Form::Any), "Name of the entry.").required(),
        field("description", Text(Form::Any), "What it does.").required(),
        field("icon", ICON_SHAPE, "Its icon."),
        field("iconType", ICON_STYLE, "Style of the icon.").addition(),
        field(
            "href",
            Either(&[Text(Form::Address), ObjectOf(&CONTEXTUAL_HREF)]),
            "Address; $page, $path and $mcp are replaced.",
        )
        .required(),
    ],
);
static CONTEXTUAL_HREF: Object = Object::new(
    "contextualAddress",
    &[
        field("base", Text(Form::Address), "Address without its query.").required(),
        field("query", ListOf(&QUERY), "Parameters of the query."),
    ],
);
static QUERY: List = list_of(ObjectOf(&PARAMETER));
static PARAMETER: Object = Object::new(
    "queryParameter",
    &[
        field("key", Text(Form::Any), "Name of the parameter.").required(),
        field("value", Text(Form::Any), "Its value.").required(),
    ],
);

/// `search`.
pub static SEARCH: Object = Object::new(
    "search",
    &[
        field("prompt", Text(Form::Any), "Text in the empty search bar."),
        field(
            "records",
            Choice(&["algolia", "typesense", "meilisearch"]),
            "Also write records for this search engine, below `_records`.",
        )
        .addition(),
    ],
);

/// `variations`.
pub static VARIATIONS: Object = Object::new(
    "variations",
    &[field("options", ListOf(&VARIATION_LIST), "The variations.").required().addition()],
);
static VARIATION_LIST: List =
    List { item: ObjectOf(&VARIATION), min: 1, max: None, unique: Unique::Key("id") };
static VARIATION: Object = Object::new(
    "variation",
    &[
        field("id", Text(Form::Least(1)), "Its id.").required(),
        field("label", Text(Form::Least(1)), "Its name.").required(),
    ],
);
