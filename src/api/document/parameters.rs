//! The parameters of a call, place by place, and how a value with several parts is written (OAS-41, OAS-42).

use serde_json::{Value as Json, json};

use super::fields::{Place as RowPlace, Row, RowKind, Rows};
use super::markup::{Word, labelled, section};
use crate::api::ApiDescription;
use crate::api::request::{Parameter, Place};
use crate::api::sample::request;
use crate::api::schema::{Direction, Schema};
use crate::api::words::Words;
use crate::page::ast::Node;

/// The section of a place; nothing without any.
pub(super) fn parameter_section<'a>(
    rows: &mut Rows<'a>,
    place: Place,
    parameters: &[Parameter<'a>],
) -> Vec<Node> {
    let at = RowPlace::new(RowKind::Parameter(place.attribute()), Direction::Request, "parameter");
    let fields = parameter_rows(rows, &at, place, parameters);
    if fields.is_empty() {
        return Vec::new();
    }
    std::iter::once(section(rows.words, title_of(place))).chain(fields).collect()
}

/// What the parameters of a place are called together.
pub(super) fn title_of(place: Place) -> Word {
    match place {
        Place::Path => |words| &words.path_parameters,
        Place::Query => |words| &words.query_parameters,
        Place::Header => |words| &words.headers,
        Place::Cookie => |words| &words.cookies,
    }
}

/// The rows of a place.
pub(super) fn parameter_rows<'a>(
    rows: &mut Rows<'a>,
    at: &RowPlace,
    place: Place,
    parameters: &[Parameter<'a>],
) -> Vec<Node> {
    let own = parameters.iter().filter(|parameter| parameter.place == place);
    own.filter_map(|parameter| rows.row(&row(rows.description, rows.words, parameter), at)).collect()
}

fn row<'a, 'b>(description: &'a ApiDescription, words: &Words, parameter: &'b Parameter<'a>) -> Row<'a, 'b> {
    Row {
        name: parameter.name,
        required: parameter.required,
        deprecated: parameter.deprecated,
        description: parameter.description.as_deref(),
        parts: parameter.schema.into_iter().collect(),
        examples: parameter.stated_examples(description),
        type_label: None,
        fact: written_as(description, parameter).map(|form| labelled(&words.encoded_as, [form])),
    }
}

/// How a list or an object is written, where it is not as everybody expects: `sort=a|b`, `filter[key]=value`, or the
/// form of a value that is written as a whole.
fn written_as(description: &ApiDescription, parameter: &Parameter<'_>) -> Option<String> {
    let written = parameter.written;
    if let Some(content) = written.get("content").and_then(Json::as_object) {
        return content.keys().next().filter(|media_type| *media_type != "text/plain").cloned();
    }
    let schema = Schema::of(description, &[parameter.schema?]);
    let types = schema.types();
    let is_list = types == ["array"];
    let style = written.get("style").and_then(Json::as_str);
    let value = match types.as_slice() {
        ["array"] => json!(["a", "b"]),
        ["object"] => json!({ "key": "value" }),
        // What stands before it is a part of the path that nobody guesses.
        _ if parameter.place == Place::Path && matches!(style, Some("label" | "matrix")) => json!("value"),
        _ => return None,
    };
    let usual = match (parameter.place, is_list) {
        (Place::Query | Place::Cookie, true) => format!("{name}=a&{name}=b", name = parameter.name),
        (Place::Query | Place::Cookie, false) => "key=value".to_owned(),
        (Place::Path | Place::Header, _) => String::new(),
    };
    // Nothing says how a list has keys in brackets.
    let is_deep = is_list && style == Some("deepObject");
    let form = request::written_as(description, parameter, value);
    (form != usual && !is_deep).then_some(form)
}
