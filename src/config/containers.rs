//! The fields of `navigation` and of everything inside it (specification, *Navigation*; behaviour 4.1).
//!
//! Divisions and groups may hold each other in any combination, so these tables refer to one another.
//! They are read by `reading`, because the reference judges what stands inside a division differently.

use super::fields::api::{ASYNCAPI_SOURCE, GRAPHQL_SOURCE, OPENAPI_SOURCE};
use super::fields::chrome::{BANNER_SHAPE, FOOTER_SHAPE, ICON_SHAPE, ICON_STYLE, NAVBAR_SHAPE};
use super::fields::{COLOR_PAIR, LANGUAGE};
use super::form::Form;
use super::navigation::DivisionKind;
use super::schema::Shape::{Choice, Either, Flag, List as ListOf, Number, Object as ObjectOf, Text};
use super::schema::{Field, List, Object, Rule, Shape, Unique, field};

/// The language codes: those of the specification and those that came later.
pub const LANGUAGES: &[&str] = &[
    "en", "cn", "zh", "zh-Hans", "zh-Hant", "es", "fr", "ja", "jp", "pt", "pt-BR", "de", "ko", "it", "ru",
    "id", "ar", "tr", "zh-CN", "zh-TW", "fr-CA", "fr-ca", "ja-jp", "ja-JP", "ro", "cs", "hi", "sv", "no",
    "da", "lv", "nl", "uk", "vi", "pl", "uz", "he", "ca", "fi", "hu",
];

/// One kind of division: the array it stands in, the key of its name, its fields.
pub struct Container {
    /// The kind.
    pub kind: DivisionKind,
    /// The array, for example `tabs`.
    pub array: &'static str,
    /// The key of the name, for example `tab`.
    pub label: &'static str,
    /// The array itself.
    pub list: &'static List,
    /// The fields of an entry.
    pub entry: &'static Object,
}

/// Every kind of division in reading order; `menu` is last because it only stands in tabs and products.
pub static CONTAINERS: &[Container] = &[
    container(DivisionKind::Language, "languages", "language", &LANGUAGE_LIST, &LANGUAGE_ENTRY),
    container(DivisionKind::Product, "products", "product", &PRODUCTS, &PRODUCT),
    container(DivisionKind::Version, "versions", "version", &VERSIONS, &VERSION),
    container(DivisionKind::Dropdown, "dropdowns", "dropdown", &DROPDOWNS, &DROPDOWN),
    container(DivisionKind::Tab, "tabs", "tab", &TABS, &TAB),
    container(DivisionKind::Anchor, "anchors", "anchor", &ANCHORS, &ANCHOR),
    container(DivisionKind::MenuItem, "menu", "item", &MENU, &MENU_ITEM),
];

const fn container(
    kind: DivisionKind,
    array: &'static str,
    label: &'static str,
    list: &'static List,
    entry: &'static Object,
) -> Container {
    Container { kind, array, label, list, entry }
}

/// The keys that hold something else than a property of the level itself.
pub const CHILD_KEYS: &[&str] = &[
    "languages",
    "products",
    "versions",
    "dropdowns",
    "tabs",
    "anchors",
    "groups",
    "pages",
    "menu",
    "global",
    "openapi",
    "asyncapi",
    "graphql",
    "banner",
    "footer",
    "navbar",
];

/// Those of them that lead nowhere by themselves.
const ORNAMENTS: &[&str] = &["global", "banner", "footer", "navbar"];
/// Other keys that lead somewhere; what others make of `sdk` is not ours to judge.
const ADDRESSES: &[&str] = &["href", "url", "sdk"];

/// Whether a key of a division gives it somewhere to lead to.
pub fn leads_somewhere(key: &str) -> bool {
    ADDRESSES.contains(&key) || (CHILD_KEYS.contains(&key) && !ORNAMENTS.contains(&key))
}

const NAME: Shape = Text(Form::Least(1));
const DESCRIPTIONS: Shape =
    Either(&[Text(Form::Description), ListOf(&OPENAPI_SOURCES), ObjectOf(&OPENAPI_SOURCE)]);
const CHANNELS: Shape =
    Either(&[Text(Form::Description), ListOf(&ASYNCAPI_SOURCES), ObjectOf(&ASYNCAPI_SOURCE)]);
const SCHEMA: Shape = Either(&[Text(Form::Schema), ObjectOf(&GRAPHQL_SOURCE)]);
const DIRECTORY: Field =
    field("directory", Choice(&["none", "accordion", "card"]), "How group pages list their children.")
        .addition();

static OPENAPI_SOURCES: List = list(Either(&[Text(Form::Description), ObjectOf(&OPENAPI_SOURCE)]), 0);
static ASYNCAPI_SOURCES: List = list(Either(&[Text(Form::Description), ObjectOf(&ASYNCAPI_SOURCE)]), 0);
static LANGUAGE_LIST: List = list(ObjectOf(&LANGUAGE_ENTRY), 1);
static PRODUCTS: List = list(ObjectOf(&PRODUCT), 0);
static VERSIONS: List = list(ObjectOf(&VERSION), 1);
static DROPDOWNS: List = list(ObjectOf(&DROPDOWN), 0);
static TABS: List = list(ObjectOf(&TAB), 1);
static ANCHORS: List = list(ObjectOf(&ANCHOR), 1);
static MENU: List = list(ObjectOf(&MENU_ITEM), 0);
static GROUPS: List = list(ObjectOf(&GROUP), 1);
static PAGES: List = list(Either(&[NAME, ObjectOf(&GROUP)]), 0);

const fn list(item: Shape, min: usize) -> List {
    List { item, min, max: None, unique: Unique::Nothing }
}

/// Sources of pages that we do not read (NAV-15).
const UNSUPPORTED: &[(&str, &str)] = &[("sdk", "pages from the documentation of code")];

/// `navigation` itself.
pub static ROOT_LEVEL: Object = Object::new(
    "navigation",
    &[
        field("languages", ListOf(&LANGUAGE_LIST), "Languages, chosen from a menu."),
        field("products", ListOf(&PRODUCTS), "Products, chosen from a menu."),
        field("versions", ListOf(&VERSIONS), "Versions, chosen from a menu."),
        field("dropdowns", ListOf(&DROPDOWNS), "Entries of a menu above the sidebar."),
        field("tabs", ListOf(&TABS), "Tabs at the top."),
        field("anchors", ListOf(&ANCHORS), "Entries above the sidebar."),
        field("groups", ListOf(&GROUPS), "Groups of pages."),
        field("pages", ListOf(&PAGES), "Pages, groups and API operations."),
        field("global", ObjectOf(&GLOBAL), "Entries on every page."),
        field("openapi", DESCRIPTIONS, "OpenAPI descriptions of all pages below.").addition(),
        field("asyncapi", CHANNELS, "AsyncAPI descriptions of all pages below.").addition(),
        DIRECTORY,
    ],
)
.retired(&[
    ("interaction", "interaction at the top level"),
    ("menu", "menu of a tab"),
    ("graphql", "graphql of a tab"),
])
.unsupported(UNSUPPORTED);

/// Entries that stand on every page; each needs an address.
pub static GLOBAL: Object = Object::new(
    "global",
    &[
        field("languages", ListOf(&GLOBAL_LANGUAGES), "Links to other languages."),
        field("versions", ListOf(&GLOBAL_VERSIONS), "Links to other versions."),
        field("tabs", ListOf(&GLOBAL_TABS), "Links among the tabs."),
        field("anchors", ListOf(&GLOBAL_ANCHORS), "Links among the anchors."),
        field("dropdowns", ListOf(&GLOBAL_DROPDOWNS), "Links among the dropdowns."),
        field("products", ListOf(&GLOBAL_PRODUCTS), "Links among the products."),
    ],
)
.strict();

/// A group of pages.
pub static GROUP: Object = Object::new(
    "group",
    &[
        field("group", Text(Form::Title), "Title of the group.").required(),
        field("pages", ListOf(&PAGES), "Pages, nested groups and API operations."),
        field("icon", ICON_SHAPE, "Icon before the title."),
        field("iconType", ICON_STYLE, "Style of the icon.").addition(),
        field("tag", Text(Form::Any), "Label behind the title."),
        field("expanded", Flag, "Whether a nested group is open at first.").default("false"),
        field("root", Text(Form::Least(1)), "The page that the title leads to.").addition(),
        field("hidden", Flag, "Leave the group out of the navigation.").addition(),
        field("searchable", Flag, "Keep hidden pages in the search.").addition(),
        field("boost", Number, "Weight of its pages in the search.").addition(),
        field("public", Flag, "Whether its pages are public.").addition(),
        DIRECTORY,
        field("openapi", DESCRIPTIONS, "OpenAPI descriptions of its pages.").addition(),
        field("asyncapi", CHANNELS, "AsyncAPI descriptions of its pages.").addition(),
    ],
)
.retired(&[
    ("collapsed", "expanded"),
    ("isDefaultOpen", "expanded"),
    ("isDefaultHidden", "hidden"),
    ("graphql", "graphql of a tab"),
])
.unsupported(UNSUPPORTED);

/// A division with the given name key, its own fields, and everything that any division may hold.
macro_rules! division {
    ($name:ident $label:literal $shape:expr, $rules:ident, [$($own:expr),* $(,)?]) => {
        static $name: Object = Object::new(
            $label,
            &[
                field($label, $shape, "Its name.").required(),
                $($own,)*
                field("icon", ICON_SHAPE, "Icon before the name."),
                field("iconType", ICON_STYLE, "Style of the icon.").addition(),
                field("hidden", Flag, "Leave it out of the navigation."),
                field("href", Text(Form::Link), "External address instead of pages.").addition(),
                field("searchable", Flag, "Keep hidden pages in the search.").addition(),
                DIRECTORY,
                field("openapi", DESCRIPTIONS, "OpenAPI descriptions of all pages below.").addition(),
                field("asyncapi", CHANNELS, "AsyncAPI descriptions of all pages below.").addition(),
                field("global", ObjectOf(&GLOBAL), "Entries on every page below."),
                field("languages", ListOf(&LANGUAGE_LIST), "Languages below."),
                field("products", ListOf(&PRODUCTS), "Products below."),
                field("versions", ListOf(&VERSIONS), "Versions below."),
                field("dropdowns", ListOf(&DROPDOWNS), "Dropdowns below."),
                field("tabs", ListOf(&TABS), "Tabs below."),
                field("anchors", ListOf(&ANCHORS), "Anchors below."),
                field("groups", ListOf(&GROUPS), "Groups below."),
                field("pages", ListOf(&PAGES), "Pages below."),
                field("menu", ListOf(&MENU), "Entries of its menu; for tabs and products."),
            ],
        )
        .retired(&[("url", "href"), ("isDefaultHidden", "hidden"), ("graphql", "graphql of a tab")])
        .unsupported(UNSUPPORTED)
        .rules($rules);
    };
}

/// Editions may be there for their name: what has no page in one is shown from another.
const EDITION: &[Rule] = &[];
const WAY: &[Rule] = &[Rule::LeadsSomewhere];

const DESCRIPTION: Field = field("description", Text(Form::Any), "A sentence below the name.");
const COLOR: Field = field("color", ObjectOf(&COLOR_PAIR), "Its colours.");
const DEFAULT: Field = field("default", Flag, "The entry that is shown first.");
const TAG: Field = field("tag", Text(Form::Any), "Label behind the name.").addition();
/// A schema has a tab for itself, beside which only groups have a place.
const GRAPHQL: Field =
    field("graphql", SCHEMA, "A GraphQL schema, whose operations and types get pages.").addition();
const ALIGN: Field = field("align", Choice(&["start", "end"]), "Side of the bar.").addition();

division!(TAB "tab" NAME, WAY, [GRAPHQL, ALIGN, DESCRIPTION.addition(), COLOR.addition(), DEFAULT.addition(), TAG]);
division!(ANCHOR "anchor" NAME, WAY, [COLOR, DESCRIPTION.addition(), DEFAULT.addition(), TAG]);
division!(DROPDOWN "dropdown" NAME, WAY, [DESCRIPTION, COLOR.addition(), DEFAULT.addition(), TAG]);
division!(VERSION "version" NAME, EDITION, [
    DEFAULT, TAG, DESCRIPTION.addition(), COLOR.addition(),
    field("noindex", Flag, "Keep its pages out of search engines, as those of a version that nobody looks after.").addition(),
]);
division!(PRODUCT "product" NAME, WAY, [
    field("name", Text(Form::Any), "Name that is shown.").addition(),
    DESCRIPTION, COLOR.addition(), DEFAULT.addition(), TAG,
]);
division!(MENU_ITEM "item" NAME, WAY, [DESCRIPTION, COLOR.addition(), DEFAULT.addition(), TAG]);
division!(LANGUAGE_ENTRY "language" LANGUAGE, EDITION, [
    DEFAULT, DESCRIPTION.addition(), COLOR.addition(), TAG,
    field("fallback", Choice(&["default"]), "What entries without a page show: that of the default language.").addition(),
    field("banner", BANNER_SHAPE, "Banner in this language.").addition(),
    field("footer", FOOTER_SHAPE, "Footer in this language.").addition(),
    field("navbar", NAVBAR_SHAPE, "Navigation bar in this language.").addition(),
]);

/// The fields of a division's entry in `global`.
macro_rules! global {
    ($list:ident $name:ident $label:literal $shape:expr) => {
        static $list: List = list(ObjectOf(&$name), 0);
        static $name: Object = Object::new(
            concat!("global-", $label),
            &[
                field($label, $shape, "Its name.").required(),
                field("href", Text(Form::Link), "Where it leads.").required(),
                field("icon", ICON_SHAPE, "Icon before the name."),
                field("iconType", ICON_STYLE, "Style of the icon.").addition(),
                field("hidden", Flag, "Leave it out."),
                COLOR,
                DESCRIPTION,
                DEFAULT,
                TAG,
                field("name", Text(Form::Any), "Name that is shown.").addition(),
            ],
        )
        .retired(&[("url", "href")]);
    };
}

global!(GLOBAL_LANGUAGES GLOBAL_LANGUAGE "language" LANGUAGE);
global!(GLOBAL_VERSIONS GLOBAL_VERSION "version" NAME);
global!(GLOBAL_TABS GLOBAL_TAB "tab" NAME);
global!(GLOBAL_ANCHORS GLOBAL_ANCHOR "anchor" NAME);
global!(GLOBAL_DROPDOWNS GLOBAL_DROPDOWN "dropdown" NAME);
global!(GLOBAL_PRODUCTS GLOBAL_PRODUCT "product" NAME);

/// The kinds that `global` may hold.
pub static GLOBAL_CONTAINERS: &[Container] = &[
    container(DivisionKind::Language, "languages", "language", &GLOBAL_LANGUAGES, &GLOBAL_LANGUAGE),
    container(DivisionKind::Product, "products", "product", &GLOBAL_PRODUCTS, &GLOBAL_PRODUCT),
    container(DivisionKind::Version, "versions", "version", &GLOBAL_VERSIONS, &GLOBAL_VERSION),
    container(DivisionKind::Dropdown, "dropdowns", "dropdown", &GLOBAL_DROPDOWNS, &GLOBAL_DROPDOWN),
    container(DivisionKind::Tab, "tabs", "tab", &GLOBAL_TABS, &GLOBAL_TAB),
    container(DivisionKind::Anchor, "anchors", "anchor", &GLOBAL_ANCHORS, &GLOBAL_ANCHOR),
];

/// The arrays that are not divisions.
pub static GROUP_LIST: &List = &GROUPS;
/// The entries of `pages`.
pub static PAGE_LIST: &List = &PAGES;
