//! OpenAPI 2.0 in the shape of 3.0, as far as pages need it (OAS-01).
//!
//! Definitions stay where they are, since references name them; servers, bodies, responses and security
//! schemes are moved.

use serde_json::{Map, Value, json};

use super::reference::METHODS;

/// Keys of a 2.0 parameter that belong to its schema in 3.0.
const SCHEMA_KEYS: [&str; 17] = [
    "type",
    "format",
    "items",
    "default",
    "enum",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
    "maxItems",
    "minItems",
    "uniqueItems",
    "multipleOf",
    "collectionFormat",
];

/// The form that has no place for files.
const URLENCODED: &str = "application/x-www-form-urlencoded";

/// What a reference names, in this file or another one; `None` when it leads nowhere.
pub(super) type Named<'a> = &'a dyn Fn(&str) -> Option<Value>;

/// Converts a 2.0 document. A parameter and a response are not what they are in 3.0, so what references to them name
/// stands in their place.
pub(super) fn convert(root: Value, named: Named<'_>) -> Value {
    let Value::Object(mut root) = root else { return root };
    let consumes = listed(root.get("consumes"), &["application/json".to_owned()]);
    let produces = listed(root.get("produces"), &["application/json".to_owned()]);
    let host = root.get("host").and_then(Value::as_str).map(str::to_owned);
    let base = root.get("basePath").and_then(Value::as_str).unwrap_or("").to_owned();
    let schemes = listed(root.get("schemes"), &["https".to_owned()]);
    if let Some(servers) = servers(host.as_deref(), &base, &schemes) {
        root.insert("servers".to_owned(), servers);
    }
    if let Some(Value::Object(paths)) = root.get_mut("paths") {
        for item in paths.values_mut() {
            put_in_place(item, named);
            let Some(item) = item.as_object_mut() else { continue };
            let common = take_parameters(item, named);
            for method in METHODS {
                let Some(operation) = item.get_mut(method) else { continue };
                put_in_place(operation, named);
                if let Value::Object(operation) = operation {
                    let schemes = listed(operation.get("schemes"), &[]);
                    let own = servers(host.as_deref(), &base, &schemes).filter(|_| !schemes.is_empty());
                    operation.extend(own.map(|own| ("servers".to_owned(), own)));
                    convert_operation(operation, &common, named, &consumes, &produces);
                }
            }
        }
    }
    if let Some(Value::Object(schemes)) = root.remove("securityDefinitions") {
        let schemes: Map<String, Value> =
            schemes.into_iter().map(|(name, scheme)| (name, security_scheme(scheme))).collect();
        root.insert("components".to_owned(), json!({ "securitySchemes": schemes }));
    }
    Value::Object(root)
}

/// Puts what a reference names in its place.
fn put_in_place(value: &mut Value, named: Named<'_>) {
    if let Some(found) = value.get("$ref").and_then(Value::as_str).and_then(named) {
        *value = found;
    }
}

fn convert_operation(
    operation: &mut Map<String, Value>,
    common: &[Value],
    named: Named<'_>,
    consumes: &[String],
    produces: &[String],
) {
    let consumes = listed(operation.get("consumes"), consumes);
    let produces = listed(operation.get("produces"), produces);
    let mut parameters = common.to_vec();
    for own in take_parameters(operation, named) {
        let same = |other: &Value| other.get("name") == own.get("name") && other.get("in") == own.get("in");
        parameters.retain(|other| !same(other));
        parameters.push(own);
    }
    let (body, parameters): (Vec<Value>, Vec<Value>) =
        parameters.into_iter().partition(|parameter| matches!(place(parameter), "body" | "formData"));
    operation.insert("parameters".to_owned(), parameters.into_iter().map(parameter).collect());
    if let Some(body) = request_body(&body, &consumes) {
        operation.insert("requestBody".to_owned(), body);
    }
    if let Some(Value::Object(responses)) = operation.get_mut("responses") {
        for response in responses.values_mut() {
            // What comes back has the media types of the operation.
            put_in_place(response, named);
            if let Value::Object(response) = response {
                convert_response(response, &produces);
            }
        }
    }
}

fn convert_response(response: &mut Map<String, Value>, produces: &[String]) {
    let mut schema = response.remove("schema");
    let examples = response.remove("examples").unwrap_or_default();
    if schema.as_ref().and_then(|schema| schema.get("type")?.as_str()) == Some("file") {
        schema = Some(json!({ "type": "string", "format": "binary" }));
    }
    let has_schema = schema.is_some();
    let content: Map<String, Value> = returned_types(&examples, produces)
        .into_iter()
        .filter(|media_type| has_schema || examples.get(media_type).is_some())
        .map(|media_type| {
            let schema = schema.iter().map(|schema| ("schema", schema.clone()));
            let example = examples.get(media_type).map(|example| ("example", example.clone()));
            let media = schema.chain(example).map(|(key, value)| (key.to_owned(), value)).collect();
            (media_type.to_owned(), Value::Object(media))
        })
        .collect();
    if !content.is_empty() {
        response.insert("content".to_owned(), Value::Object(content));
    }
}

/// The media types of a response: those of the operation, and those that it has examples of. When the examples are of
/// others only, such as an error beside a download, these are what it comes as.
fn returned_types<'a>(examples: &'a Value, produces: &'a [String]) -> Vec<&'a str> {
    let names = examples.as_object().into_iter().flat_map(Map::keys).map(String::as_str);
    let (known, others): (Vec<&str>, Vec<&str>) = names
        .filter(|name| name.contains('/'))
        .partition(|name| produces.iter().any(|produced| produced == name));
    let produces = produces.iter().map(String::as_str).filter(|_| others.is_empty() || !known.is_empty());
    produces.chain(others.iter().copied()).collect()
}

fn request_body(parameters: &[Value], consumes: &[String]) -> Option<Value> {
    if let Some(body) = parameters.iter().find(|parameter| place(parameter) == "body") {
        let media = json!({ "schema": body.get("schema").cloned().unwrap_or_default() });
        let content: Map<String, Value> = consumes.iter().map(|name| (name.clone(), media.clone())).collect();
        let required = body.get("required").cloned().unwrap_or(Value::Bool(false));
        let description = body.get("description").cloned().unwrap_or_default();
        return Some(json!({ "required": required, "description": description, "content": content }));
    }
    if parameters.is_empty() {
        return None;
    }
    let mut properties = Map::new();
    let mut required = Vec::new();
    let mut has_file = false;
    let mut encodings = Map::new();
    for field in parameters {
        let Some(name) = field.get("name").and_then(Value::as_str) else { continue };
        let mut schema = schema_of(field);
        if schema.get("type").and_then(Value::as_str) == Some("file") {
            has_file = true;
            schema.insert("type".to_owned(), json!("string"));
            schema.insert("format".to_owned(), json!("binary"));
        }
        // Version 2.0 has no examples of form fields, and authors write them all the same.
        if let Some(example) = ["x-example", "example"].iter().find_map(|key| field.get(*key)) {
            schema.insert("example".to_owned(), example.clone());
        }
        encodings.extend(encoding(field).map(|encoding| (name.to_owned(), encoding)));
        if let Some(description) = field.get("description") {
            schema.insert("description".to_owned(), description.clone());
        }
        if field.get("required").and_then(Value::as_bool) == Some(true) {
            required.push(json!(name));
        }
        properties.insert(name.to_owned(), Value::Object(schema));
    }
    // Only one of the forms has a place for files.
    let is_usable = |name: &&String| name.contains("form") && (!has_file || !name.contains("urlencoded"));
    let mut forms: Vec<&str> = consumes.iter().filter(is_usable).map(String::as_str).collect();
    if forms.is_empty() {
        forms.push(if has_file { "multipart/form-data" } else { URLENCODED });
    }
    let is_required = !required.is_empty();
    let schema = json!({ "type": "object", "properties": properties, "required": required });
    let media = match encodings.is_empty() {
        true => json!({ "schema": schema }),
        false => json!({ "schema": schema, "encoding": encodings }),
    };
    let content: Map<String, Value> = forms.iter().map(|name| ((*name).to_owned(), media.clone())).collect();
    Some(json!({ "required": is_required, "content": content }))
}

/// How a field that is a list is written; `None` for others.
fn encoding(field: &Value) -> Option<Value> {
    let is_list = field.get("type").and_then(Value::as_str) == Some("array");
    let (style, explode) = list_style(field.get("collectionFormat"));
    is_list.then(|| json!({ "style": style, "explode": explode }))
}

/// `collectionFormat` as version 3 says it.
fn list_style(format: Option<&Value>) -> (&'static str, bool) {
    match format.and_then(Value::as_str) {
        Some("multi") => ("form", true),
        Some("ssv") => ("spaceDelimited", false),
        Some("pipes") => ("pipeDelimited", false),
        _ => ("form", false),
    }
}

/// Whether items have something else than commas between them, wherever they stand.
fn is_delimited(format: Option<&Value>) -> bool {
    matches!(format.and_then(Value::as_str), Some("ssv" | "pipes"))
}

/// A query, path or header parameter: its type moves into `schema`.
fn parameter(parameter: Value) -> Value {
    let Value::Object(mut parameter) = parameter else { return parameter };
    if !parameter.contains_key("schema") {
        let schema = schema_of(&Value::Object(parameter.clone()));
        let is_list = schema.get("type").and_then(Value::as_str) == Some("array");
        let format = parameter.remove("collectionFormat");
        let is_in_query = parameter.get("in").and_then(Value::as_str) == Some("query");
        if is_list && (is_in_query || is_delimited(format.as_ref())) {
            let (style, explode) = list_style(format.as_ref());
            parameter.insert("style".to_owned(), json!(style));
            parameter.insert("explode".to_owned(), json!(explode));
        }
        parameter.retain(|key, _| !SCHEMA_KEYS.contains(&key.as_str()));
        parameter.insert("schema".to_owned(), Value::Object(schema));
    }
    Value::Object(parameter)
}

fn schema_of(parameter: &Value) -> Map<String, Value> {
    let entries = parameter.as_object().into_iter().flatten();
    entries
        .filter(|(key, _)| SCHEMA_KEYS.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

/// Removes `parameters`, with what they refer to in place of references.
fn take_parameters(owner: &mut Map<String, Value>, named: Named<'_>) -> Vec<Value> {
    let Some(Value::Array(mut parameters)) = owner.remove("parameters") else { return Vec::new() };
    parameters.iter_mut().for_each(|parameter| put_in_place(parameter, named));
    parameters
}

fn place(parameter: &Value) -> &str {
    parameter.get("in").and_then(Value::as_str).unwrap_or("")
}

/// The texts of a list, or those that are so without one.
fn listed(written: Option<&Value>, inherited: &[String]) -> Vec<String> {
    let own: Vec<String> = written
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    if own.is_empty() { inherited.to_vec() } else { own }
}

/// The servers of a host, one for each scheme.
fn servers(host: Option<&str>, base: &str, schemes: &[String]) -> Option<Value> {
    match host {
        Some(host) => {
            // What is asked over HTTP cannot go to a socket, where both are named.
            let is_web = |scheme: &&String| scheme.starts_with("http");
            let has_web = schemes.iter().any(|scheme| is_web(&scheme));
            let schemes = schemes.iter().filter(|scheme| !has_web || is_web(scheme));
            let server = |scheme: &String| json!({ "url": format!("{scheme}://{host}{}", base.trim_end_matches('/')) });
            Some(schemes.map(server).collect())
        }
        None if !base.is_empty() => Some(json!([{ "url": base }])),
        None => None,
    }
}

fn security_scheme(scheme: Value) -> Value {
    let Value::Object(mut scheme) = scheme else { return scheme };
    match scheme.get("type").and_then(Value::as_str) {
        Some("basic") => {
            scheme.insert("type".to_owned(), json!("http"));
            scheme.insert("scheme".to_owned(), json!("basic"));
        }
        Some("oauth2") => {
            let flow = match scheme.get("flow").and_then(Value::as_str).unwrap_or("implicit") {
                "accessCode" => "authorizationCode",
                "application" => "clientCredentials",
                other => other,
            };
            let keys = ["authorizationUrl", "tokenUrl", "scopes"];
            let parts: Map<String, Value> =
                keys.iter().filter_map(|key| Some(((*key).to_owned(), scheme.get(*key)?.clone()))).collect();
            scheme.insert(
                "flows".to_owned(),
                Value::Object(Map::from_iter([(flow.to_owned(), Value::Object(parts))])),
            );
        }
        _ => {}
    }
    Value::Object(scheme)
}
