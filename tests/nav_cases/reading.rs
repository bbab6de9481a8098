//! Reads a written navigation for the tests of the navigation stage, without the checks of the configuration.

use docs::config::navigation::{ApiSource, ColorPair, Division, DivisionKind, Group, Icon, Level, PageEntry};
use serde_json::Value;

pub fn names(kind: DivisionKind) -> (&'static str, &'static str) {
    match kind {
        DivisionKind::Language => ("languages", "language"),
        DivisionKind::Product => ("products", "product"),
        DivisionKind::Version => ("versions", "version"),
        DivisionKind::Dropdown => ("dropdowns", "dropdown"),
        DivisionKind::Tab => ("tabs", "tab"),
        DivisionKind::Anchor => ("anchors", "anchor"),
        DivisionKind::MenuItem => ("menu", "item"),
    }
}

pub fn read_level(value: &Value) -> Level {
    let divisions = |kind: DivisionKind| -> Vec<Division> {
        let (list, key) = names(kind);
        value[list].as_array().into_iter().flatten().map(|entry| read_division(kind, key, entry)).collect()
    };
    Level {
        languages: divisions(DivisionKind::Language),
        products: divisions(DivisionKind::Product),
        versions: divisions(DivisionKind::Version),
        dropdowns: divisions(DivisionKind::Dropdown),
        tabs: divisions(DivisionKind::Tab),
        anchors: divisions(DivisionKind::Anchor),
        menu: divisions(DivisionKind::MenuItem),
        groups: value["groups"].as_array().into_iter().flatten().map(read_group).collect(),
        pages: read_pages(&value["pages"]),
        global: value.get("global").map(|global| Box::new(read_level(global))),
        openapi: read_sources(&value["openapi"]),
        asyncapi: read_sources(&value["asyncapi"]),
        ..Level::default()
    }
}

fn read_division(kind: DivisionKind, key: &str, value: &Value) -> Division {
    Division {
        kind,
        label: text(value, key).unwrap_or_default(),
        name: text(value, "name"),
        icon: text(value, "icon").map(|name| Icon { name, style: None, library: None }),
        description: text(value, "description"),
        tag: text(value, "tag"),
        href: text(value, "href"),
        hidden: value["hidden"].as_bool(),
        searchable: value["searchable"].as_bool(),
        boost: None,
        noindex: value["noindex"].as_bool() == Some(true),
        default: value["default"].as_bool().unwrap_or(false),
        color: ColorPair { light: text(&value["color"], "light"), dark: text(&value["color"], "dark") },
        directory: text(value, "directory"),
        fallback: text(value, "fallback"),
        align: text(value, "align"),
        level: read_level(value),
        location: None,
    }
}

fn read_group(value: &Value) -> Group {
    Group {
        group: text(value, "group").unwrap_or_default(),
        icon: text(value, "icon").map(|name| Icon { name, style: None, library: None }),
        tag: text(value, "tag"),
        expanded: value["expanded"].as_bool(),
        root: text(value, "root"),
        hidden: value["hidden"].as_bool(),
        searchable: value["searchable"].as_bool(),
        boost: None,
        directory: text(value, "directory"),
        pages: read_pages(&value["pages"]),
        openapi: read_sources(&value["openapi"]),
        asyncapi: read_sources(&value["asyncapi"]),
        location: None,
    }
}

fn read_pages(value: &Value) -> Vec<PageEntry> {
    let entry = |value: &Value| match value.as_str() {
        Some(path) => PageEntry::Page { path: path.trim_start_matches('/').to_owned(), location: None },
        None => PageEntry::Group(Box::new(read_group(value))),
    };
    value.as_array().into_iter().flatten().map(entry).collect()
}

pub fn read_sources(value: &Value) -> Vec<ApiSource> {
    match value {
        Value::String(source) => vec![ApiSource { source: source.clone(), directory: None }],
        Value::Array(sources) => sources.iter().flat_map(read_sources).collect(),
        Value::Object(object) => {
            let source = object.get("source").and_then(Value::as_str).unwrap_or_default().to_owned();
            vec![ApiSource { source, directory: text(value, "directory") }]
        }
        _ => Vec::new(),
    }
}

fn text(value: &Value, key: &str) -> Option<String> {
    value[key].as_str().map(str::to_owned)
}
