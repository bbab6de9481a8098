//! API pages that authors write: `api: METHOD URL` in the front matter, `ParamField`s and `ResponseField`s in the
//! text (behaviour 11).
//!
//! Such a page becomes a description with one operation, in the shape of OpenAPI, so that what shows or calls an
//! operation knows one form only.

use serde_json::{Map, Value as Json, json};

use super::reference::{ApiEndpoint, names_in, parse_api_front_matter};
use super::{ApiDescription, Operation};
use crate::config::api::{Api, AuthMethod};
use crate::page::ast::{Element, Node, Value};
use crate::page::frontmatter::FrontMatter;
use crate::text::SourcePath;

mod types;

pub(super) use types::schema_of_type;

/// Deepest nesting of fields that is read.
const MAX_DEPTH: usize = 16;
/// What stands in an empty field of the form, as a keyword of its schema.
pub(super) const PLACEHOLDER: &str = "x-placeholder";
/// Name of the only security scheme.
const SCHEME: &str = "authorization";

/// A page as a description. Its operation is the first and only one.
#[derive(Debug, PartialEq)]
pub struct Handwritten {
    pub description: ApiDescription,
}

impl Handwritten {
    /// The operation.
    pub fn operation(&self) -> Option<&Operation> {
        self.description.operations.first()
    }
}

/// Reads a page after its expressions are evaluated; `None` when its front matter names no operation.
pub fn written_by_hand(
    path: &SourcePath,
    front: &FrontMatter,
    nodes: &[Node],
    settings: &Api,
) -> Option<Handwritten> {
    let endpoint = parse_api_front_matter(&front.text("api")?)?;
    let mut fields = Fields::default();
    fields.collect(nodes, 0);
    let root = document(&endpoint, front, &fields, settings);
    Some(Handwritten { description: super::load::description_of(path, &root)? })
}

/// The fields of a page, in order.
#[derive(Default)]
struct Fields<'n> {
    parameters: Vec<(&'static str, String, &'n Element, &'n [Node])>,
    responses: Vec<(String, &'n Element, &'n [Node])>,
}

impl<'n> Fields<'n> {
    /// Looks into everything but fields themselves, whose own fields are what they consist of.
    fn collect(&mut self, nodes: &'n [Node], depth: usize) {
        for node in nodes {
            match node.element() {
                Some(element) if matches!(element.name.as_str(), "ParamField" | "Param") => {
                    if let Some((place, name)) = element.parameter_name() {
                        self.parameters.push((place, name, element, &node.children));
                    }
                }
                Some(element) if element.name == "ResponseField" => {
                    if let Some(name) = element.name_prop("name") {
                        self.responses.push((name, element, &node.children));
                    }
                }
                _ if depth < MAX_DEPTH => self.collect(&node.children, depth + 1),
                _ => {}
            }
        }
    }
}

fn document(endpoint: &ApiEndpoint, front: &FrontMatter, fields: &Fields<'_>, settings: &Api) -> Json {
    let mut parameters: Vec<Json> = Vec::new();
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for (place, name, element, children) in &fields.parameters {
        let schema = schema_of(element, children, 0);
        if *place == "body" {
            if element.flag("required") {
                required.push(json!(name));
            }
            properties.insert(name.clone(), schema);
            continue;
        }
        parameters.push(json!({
            "name": name,
            "in": place,
            "required": *place == "path" || element.flag("required"),
            "deprecated": element.flag("deprecated"),
            "schema": schema,
        }));
    }
    let path = braced(&endpoint.path);
    // What stands in the path and has no field of its own has to be filled in all the same.
    for name in names_in(&path) {
        let is_known = |parameter: &Json| parameter["in"] == "path" && parameter["name"] == *name;
        if !parameters.iter().any(is_known) {
            parameters.push(
                json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }),
            );
        }
    }
    let mut operation = Map::new();
    operation.extend(front.text("title").map(|title| ("summary".to_owned(), json!(title))));
    operation.extend(front.text("description").map(|text| ("description".to_owned(), json!(text))));
    operation.insert("parameters".to_owned(), Json::Array(parameters));
    if !properties.is_empty() {
        let media = front.text("contentType").unwrap_or_else(|| "application/json".to_owned());
        let schema = json!({ "type": "object", "properties": properties, "required": required });
        let content = Map::from_iter([(media, json!({ "schema": schema }))]);
        operation.insert(
            "requestBody".to_owned(),
            json!({ "required": !required.is_empty(), "content": content }),
        );
    }
    if !fields.responses.is_empty() {
        let schema = object_of(fields.responses.iter().map(|(name, element, children)| {
            (name.clone(), element.flag("required"), schema_of(element, children, 0))
        }));
        let response = json!({ "description": "", "content": { "application/json": { "schema": schema } } });
        operation.insert("responses".to_owned(), json!({ "200": response }));
    }
    let scheme = security_scheme(front, settings);
    if scheme.is_some() {
        operation.insert("security".to_owned(), json!([{ SCHEME: [] }]));
    }
    let servers: Vec<Json> = match &endpoint.server {
        Some(server) => vec![json!({ "url": server })],
        None => settings.mdx.server.0.iter().map(|url| json!({ "url": url })).collect(),
    };
    let item = Map::from_iter([(endpoint.method.clone(), Json::Object(operation))]);
    let mut root = json!({
        "openapi": "3.1.0",
        "info": { "title": front.text("title").unwrap_or_default(), "version": "1" },
        "servers": servers,
        "paths": Map::from_iter([(path, Json::Object(item))]),
    });
    if let (Some(scheme), Some(root)) = (scheme, root.as_object_mut()) {
        root.insert("components".to_owned(), json!({ "securitySchemes": { SCHEME: scheme } }));
    }
    root
}

/// A path with its parameters as `{name}`: authors write `/:name`, too, as routers do.
fn braced(path: &str) -> String {
    let (path, query) = path.split_once('?').map_or((path, None), |(path, query)| (path, Some(query)));
    let segments = path.split('/').map(|segment| match segment.strip_prefix(':') {
        Some(name) if is_name(name) => format!("{{{name}}}"),
        _ => segment.to_owned(),
    });
    let path = segments.collect::<Vec<_>>().join("/");
    query.map_or(path.clone(), |query| format!("{path}?{query}"))
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// `authMethod` of the page, else `api.mdx.auth` of the site.
fn security_scheme(front: &FrontMatter, settings: &Api) -> Option<Json> {
    let method = match front.text("authMethod").map(|method| method.to_ascii_lowercase()).as_deref() {
        Some("bearer") => AuthMethod::Bearer,
        Some("basic") => AuthMethod::Basic,
        Some("key") => AuthMethod::Key,
        Some("cobo") => AuthMethod::Cobo,
        Some(_) => return None,
        None => settings.mdx.auth.method?,
    };
    Some(match method {
        AuthMethod::Bearer => json!({ "type": "http", "scheme": "bearer" }),
        AuthMethod::Basic => json!({ "type": "http", "scheme": "basic" }),
        AuthMethod::Key | AuthMethod::Cobo => {
            let name = settings.mdx.auth.name.clone().unwrap_or_else(|| "Key".to_owned());
            json!({ "type": "apiKey", "in": "header", "name": name })
        }
    })
}

/// The schema of a field: its type, and the fields in it.
fn schema_of(element: &Element, children: &[Node], depth: usize) -> Json {
    let word = element.prop("type").map(Value::plain_text).unwrap_or_default();
    let mut schema = types::schema_of_type(&word);
    let of_type = schema.clone();
    let inner = inner_fields(children, depth);
    if !inner.is_empty() {
        fill(&mut schema, object_of(inner.into_iter()));
    }
    let Some(object) = schema.as_object_mut() else { return schema };
    let description: String = children.iter().filter(|child| !is_nest(child)).map(Node::plain_text).collect();
    if !description.trim().is_empty() {
        object.insert("description".to_owned(), json!(description.trim()));
    }
    let value_of =
        |name: &str| element.prop(name).and_then(json_of).map(|value| types::typed(&of_type, value));
    if let Some(Value::String(hint)) = element.prop("placeholder") {
        object.insert(PLACEHOLDER.to_owned(), json!(hint));
    }
    if let Some(default) = value_of("default") {
        object.insert("default".to_owned(), default);
    }
    if let Some(example) = ["initialValue", "example"].iter().find_map(|name| value_of(name)) {
        object.insert("example".to_owned(), example);
    }
    if let Some(Json::Array(values)) = element.prop("enum").and_then(json_of) {
        object.insert("enum".to_owned(), Json::Array(values));
    }
    schema
}

/// Puts the fields of an object where the type has it: itself, or the items of a list.
fn fill(schema: &mut Json, fields: Json) {
    let mut target = schema;
    for _ in 0..MAX_DEPTH {
        match target.get("type").and_then(Json::as_str) {
            Some("array") => match target.get_mut("items") {
                Some(items) => target = items,
                None => return,
            },
            _ => break,
        }
    }
    *target = fields;
}

fn object_of(fields: impl Iterator<Item = (String, bool, Json)>) -> Json {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for (name, is_required, schema) in fields {
        if is_required {
            required.push(json!(name));
        }
        properties.insert(name, schema);
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

/// The fields in an `Expandable` of a field, or right in it.
fn inner_fields(children: &[Node], depth: usize) -> Vec<(String, bool, Json)> {
    if depth >= MAX_DEPTH {
        return Vec::new();
    }
    let mut found = Vec::new();
    for child in children {
        match child.element() {
            Some(element) if is_field(element) => {
                if let Some(name) = element.field_name() {
                    let schema = schema_of(element, &child.children, depth + 1);
                    found.push((name, element.flag("required"), schema));
                }
            }
            _ => found.extend(inner_fields(&child.children, depth + 1)),
        }
    }
    found
}

fn is_field(element: &Element) -> bool {
    matches!(element.name.as_str(), "ParamField" | "Param" | "ResponseField")
}

fn is_nest(node: &Node) -> bool {
    node.element().is_some_and(|element| is_field(element) || element.name == "Expandable")
}

/// A value of a property as JSON; `None` for code and markup.
fn json_of(value: &Value) -> Option<Json> {
    match value {
        Value::Null => Some(Json::Null),
        Value::Bool(flag) => Some(json!(flag)),
        Value::Number(number) if *number == number.trunc() && number.abs() < 9e15 => {
            Some(json!(*number as i64))
        }
        Value::Number(number) => Some(json!(number)),
        Value::String(text) => Some(json!(text)),
        Value::Array(items) => items.iter().map(json_of).collect::<Option<Vec<_>>>().map(Json::Array),
        Value::Object(entries) => {
            let entry = |(name, value): &(String, Value)| Some((name.clone(), json_of(value)?));
            entries.iter().map(entry).collect::<Option<Map<_, _>>>().map(Json::Object)
        }
        Value::Undefined | Value::Nodes(_) | Value::Function(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::parse_fragment;

    fn page(front: &str, body: &str) -> Json {
        let front = FrontMatter { fields: serde_json::from_str(front).unwrap() };
        let settings = Api::default();
        let made = written_by_hand(&SourcePath::new("a.mdx"), &front, &parse_fragment(body), &settings);
        made.and_then(|made| made.description.target("#").cloned()).unwrap_or_default()
    }

    #[test]
    fn fields_become_an_operation() {
        let front =
            r#"{"title": "Make", "api": "POST https://a.example/v1/users/{id}", "authMethod": "bearer"}"#;
        let body = concat!(
            "<ParamField query=\"limit\" type=\"int\" default=\"5\" />\n\n",
            "<ParamField body=\"user\" type=\"User[]\" required>\nWho\n<Expandable title=\"x\">\n",
            "<ParamField body=\"name\" type=\"string | null\" required />\n</Expandable>\n</ParamField>\n\n",
            "<ResponseField name=\"ok\" type=\"bool\" />\n",
        );
        let root = page(front, body);
        assert_eq!(root["servers"][0]["url"], "https://a.example");
        let operation = &root["paths"]["/v1/users/{id}"]["post"];
        assert_eq!(operation["parameters"][0]["schema"]["type"], "integer");
        assert_eq!(operation["parameters"][1]["name"], "id");
        let user = &operation["requestBody"]["content"]["application/json"]["schema"]["properties"]["user"];
        assert_eq!(user["items"]["required"], json!(["name"]));
        assert_eq!(user["description"], "Who");
        let ok = &operation["responses"]["200"]["content"]["application/json"]["schema"]["properties"]["ok"];
        assert_eq!(ok["type"], "boolean");
        assert_eq!(root["components"]["securitySchemes"]["authorization"]["scheme"], "bearer");
    }

    #[test]
    fn names_of_a_path_may_begin_with_a_colon() {
        let root = page(
            r#"{"api": "GET https://a.example/:org/users/:user-id/items:all/:8?a=/:x"}"#,
            "<ParamField path=\"org\" placeholder=\"acme\" />\n",
        );
        let operation = &root["paths"]["/{org}/users/{user-id}/items:all/:8?a=/:x"]["get"];
        let parameters = operation["parameters"].as_array().unwrap();
        let names: Vec<&str> = parameters.iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["org", "user-id"]);
        assert_eq!(parameters[0]["schema"]["x-placeholder"], "acme");
    }
}
