//! What a request of an operation is made of: server, parameters, security, body (behaviour 10.4).

mod security;

pub(super) use security::{
    Credential, Security, alternatives, requirements, scheme_named, schemes_of, security,
};

use serde_json::Value;

use super::example::{self, Stated};
use super::operation::{is_true, scalar_text, stated_text, text};
use super::schema::{Direction, Schema, is_binary_media_type};
use super::{ApiDescription, Operation, OperationKind};

/// Where a parameter stands, in the order of the page's sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Path,
    Query,
    Header,
    Cookie,
}

impl Place {
    /// All places in the order of the sections.
    pub(super) const ALL: [Place; 4] = [Place::Path, Place::Query, Place::Header, Place::Cookie];

    fn of(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|place| place.attribute() == text)
    }

    /// The value of `in`, and the attribute of a field.
    pub(super) fn attribute(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Cookie => "cookie",
        }
    }
}

/// The place of a parameter that is the whole query.
const QUERY_STRING: &str = "querystring";

/// One parameter after merging path and operation.
#[derive(Clone, Debug)]
pub(super) struct Parameter<'a> {
    pub(super) name: &'a str,
    pub(super) place: Place,
    pub(super) required: bool,
    /// `None` when the parameter does not say it.
    pub(super) deprecated: Option<bool>,
    pub(super) description: Option<String>,
    pub(super) schema: Option<&'a Value>,
    /// The parameter object, for its examples.
    pub(super) written: &'a Value,
}

/// The parameters of the path, then those of the operation; the same name in the same place replaces.
pub(super) fn parameters<'a>(description: &'a ApiDescription, operation: &Operation) -> Vec<Parameter<'a>> {
    let Some((item, value)) = description.written(operation) else { return Vec::new() };
    parameters_in(description, item, value)
}

/// The same for a path item and an operation as they are written.
pub(super) fn parameters_in<'a>(
    description: &'a ApiDescription,
    item: &'a Value,
    value: &'a Value,
) -> Vec<Parameter<'a>> {
    let mut parameters: Vec<Parameter<'a>> = Vec::new();
    for owner in [item, value] {
        for written in owner.get("parameters").and_then(Value::as_array).into_iter().flatten() {
            let resolved = description.resolve(written);
            if is_query_string(resolved) {
                parameters.extend(of_query_string(description, resolved));
                continue;
            }
            let Some(mut parameter) = parameter(resolved) else { continue };
            // What stands beside a `$ref` wins (version 3.1).
            parameter.description = text(written, "description").or(parameter.description);
            let same =
                |other: &&mut Parameter<'_>| other.name == parameter.name && other.place == parameter.place;
            match parameters.iter_mut().find(same) {
                Some(known) => *known = parameter,
                None => parameters.push(parameter),
            }
        }
    }
    parameters
}

/// The whole query as one parameter (version 3.2): the fields of its form are parameters as any others. One that is no
/// form is shown, and nobody knows how to send it.
fn of_query_string<'a>(description: &'a ApiDescription, written: &'a Value) -> Vec<Parameter<'a>> {
    let content = written.get("content").and_then(Value::as_object);
    let media = content.and_then(|content| content.iter().next());
    let schema = media.and_then(|(_, media)| description.resolve(media).get("schema"));
    let is_form = media.is_some_and(|(name, _)| name.starts_with("application/x-www-form-urlencoded"));
    let fields = schema.map(|schema| Schema::of(description, &[schema])).filter(|_| is_form);
    let fields: Vec<Parameter<'a>> = fields
        .into_iter()
        .flat_map(|schema| {
            let Schema { properties, required, .. } = schema;
            properties.into_iter().filter_map(move |(name, definitions)| {
                Some(Parameter {
                    name,
                    place: Place::Query,
                    required: required.contains(name),
                    deprecated: None,
                    description: None,
                    schema: Some(*definitions.first()?),
                    written: &Value::Null,
                })
            })
        })
        .collect();
    if !fields.is_empty() {
        return fields;
    }
    let whole = Parameter {
        name: written.get("name").and_then(Value::as_str).unwrap_or("query"),
        place: Place::Query,
        required: is_true(written.get("required")),
        deprecated: written.get("deprecated").and_then(Value::as_bool),
        description: text(written, "description"),
        schema,
        written,
    };
    vec![whole]
}

/// The query of an operation that is one document (version 3.2).
pub(super) fn query_document<'a>(
    description: &'a ApiDescription,
    operation: &Operation,
) -> Option<Parameter<'a>> {
    let (item, value) = description.written(operation)?;
    let written = [value, item].into_iter().filter_map(|owner| owner.get("parameters")?.as_array()).flatten();
    let is_json = |written: &&Value| {
        let content = || written.get("content")?.as_object()?.keys().next();
        is_query_string(written) && content().is_some_and(|name| example::is_json(name))
    };
    let whole = written.map(|written| description.resolve(written)).find(is_json)?;
    of_query_string(description, whole).pop()
}

fn is_query_string(written: &Value) -> bool {
    written.get("in").and_then(Value::as_str) == Some(QUERY_STRING)
}

fn parameter(written: &Value) -> Option<Parameter<'_>> {
    let place = Place::of(written.get("in")?.as_str()?)?;
    let in_content = || written.get("content")?.as_object()?.values().next()?.get("schema");
    Some(Parameter {
        name: written.get("name")?.as_str()?,
        place,
        required: place == Place::Path || is_true(written.get("required")),
        deprecated: written.get("deprecated").and_then(Value::as_bool),
        description: text(written, "description"),
        // One of version 2.0 in another file has the type beside its name.
        schema: written
            .get("schema")
            .or_else(in_content)
            .or_else(|| written.get("type").filter(|name| name.is_string()).map(|_| written)),
        written,
    })
}

impl Parameter<'_> {
    /// A value for the sample call: what is stated, else what the schema gives.
    pub(super) fn sample(&self, description: &ApiDescription) -> Option<Value> {
        let made = || example::generated_text(description, self.schema?);
        let listed = || {
            Schema::of(description, &[self.schema?])
                .enumerated()?
                .iter()
                .copied()
                .find(|value| is_text(value))
                .cloned()
        };
        let value = self.stated_example(description).or_else(made).filter(is_text);
        value.or_else(listed)
    }

    /// The example beside the schema.
    pub(super) fn stated_example(&self, description: &ApiDescription) -> Option<Value> {
        self.stated_examples(description).into_iter().next().map(|stated| stated.value)
    }

    /// All of them.
    pub(super) fn stated_examples(&self, description: &ApiDescription) -> Vec<Stated> {
        let own = example::all_stated(description, self.written);
        let in_content = || self.written.get("content")?.as_object()?.values().next();
        match in_content() {
            Some(content) if own.is_empty() => example::all_stated(description, description.resolve(content)),
            _ => own,
        }
    }

    /// Whether signs that mean something in an address stay as they are; before version 3.2 only a query had that.
    pub(super) fn keeps_reserved(&self, description: &ApiDescription) -> bool {
        let is_older = ["2.", "3.0", "3.1"].iter().any(|version| description.version.starts_with(version));
        is_true(self.written.get("allowReserved")) && (self.place == Place::Query || !is_older)
    }

    /// Whether the description itself gives a value.
    pub(super) fn has_stated_value(&self, description: &ApiDescription) -> bool {
        let in_parts = || self.schema.is_some_and(|schema| is_stated(description, &[schema], MAX_PARTS));
        self.stated_by(description, example::known_value) || in_parts()
    }

    /// Whether a call that need not say it says it all the same: the first of several values that it may have is not
    /// what most calls mean.
    pub(super) fn is_worth_saying(&self, description: &ApiDescription) -> bool {
        self.stated_by(description, |schema| {
            let only = schema.enumerated().filter(|values| values.len() == 1);
            example::given_value(schema).or(only.and_then(|values| values.first().copied())).cloned()
        })
    }

    fn stated_by(&self, description: &ApiDescription, known: fn(&Schema<'_>) -> Option<Value>) -> bool {
        let in_schema = |schema| known(&Schema::of(description, &[schema]));
        let stated = self.stated_example(description).or_else(|| self.schema.and_then(in_schema));
        stated.as_ref().is_some_and(is_text)
    }
}

/// How deep the parts of a value are looked at.
const MAX_PARTS: usize = 4;

/// Whether the description gives a value for each part of an object or a list.
fn is_stated<'a>(description: &'a ApiDescription, definitions: &[&'a Value], depth: usize) -> bool {
    let schema = Schema::of(description, definitions);
    if depth == 0 || example::known_value(&schema).is_some() {
        return depth > 0;
    }
    let is_part_stated = |part: &[&'a Value]| is_stated(description, part, depth - 1);
    match schema.items() {
        [] => !schema.properties.is_empty() && schema.properties.iter().all(|(_, part)| is_part_stated(part)),
        items => is_part_stated(items),
    }
}

/// Whether a parameter can say a value: it is text, and has none for `null`. Nothing in its place would be another
/// value, the empty text.
fn is_text(value: &Value) -> bool {
    !value.is_null()
}

/// The parameters that no credential stands for: a call sends each once.
pub(super) fn sent_parameters<'a>(
    description: &'a ApiDescription,
    operation: &Operation,
    credentials: &[Credential],
) -> Vec<Parameter<'a>> {
    let mut parameters = parameters(description, operation);
    parameters.retain(|parameter| !is_query_string(parameter.written));
    parameters.retain(|parameter| {
        !credentials.iter().any(|credential| {
            let is_same_name = match parameter.place {
                Place::Header => credential.name.eq_ignore_ascii_case(parameter.name),
                _ => credential.name == parameter.name,
            };
            credential.place == parameter.place && is_same_name
        })
    });
    parameters
}

/// The first server of the operation, its path or the document, with the defaults of its variables and without
/// a slash at its end.
pub(super) fn server(description: &ApiDescription, operation: &Operation) -> Option<String> {
    let (item, value) = description.written(operation)?;
    let servers = [value, item, &description.root].into_iter().find_map(|owner| {
        owner.get("servers").and_then(Value::as_array).filter(|servers| !servers.is_empty())
    })?;
    server_url(servers.first()?)
}

/// The first server of the document, in the same form.
pub(super) fn shared_server(description: &ApiDescription) -> Option<String> {
    server_url(description.root.get("servers")?.get(0)?)
}

fn server_url(server: &Value) -> Option<String> {
    let mut url = text(server, "url")?;
    for (name, variable) in server.get("variables").and_then(Value::as_object).into_iter().flatten() {
        let first = || variable.get("enum")?.get(0).and_then(scalar_text);
        // A part of an address that is there only sometimes has an empty default.
        if let Some(default) = stated_text(variable, "default").or_else(first) {
            url = url.replace(&format!("{{{name}}}"), &default);
        }
    }
    Some(url.trim_end_matches('/').to_owned())
}

/// How a body is read: what the service sends by itself comes to the reader, as an answer does.
pub(super) fn direction_of(kind: OperationKind) -> Direction {
    match kind {
        OperationKind::Path => Direction::Request,
        OperationKind::Webhook => Direction::Response,
    }
}

/// The request body with its media types in written order.
pub(super) struct Body<'a> {
    pub(super) required: bool,
    pub(super) description: Option<String>,
    pub(super) media: Vec<(&'a str, &'a Value)>,
}

/// The body of the operation.
pub(super) fn body<'a>(description: &'a ApiDescription, operation: &Operation) -> Option<Body<'a>> {
    body_of(description, description.written(operation)?.1)
}

/// The body of an operation as written.
pub(super) fn body_of<'a>(description: &'a ApiDescription, value: &'a Value) -> Option<Body<'a>> {
    let referring = value.get("requestBody")?;
    let written = description.resolve(referring);
    let media = media_types(description, written);
    (!media.is_empty()).then(|| Body {
        required: is_true(written.get("required")),
        description: text(referring, "description").or_else(|| text(written, "description")),
        media,
    })
}

/// A body that a reader may choose for the samples of a call.
pub(super) struct NamedBody<'a> {
    pub(super) label: String,
    pub(super) media_type: &'a str,
    pub(super) media: &'a Value,
    pub(super) value: Value,
    /// Whether the description says the value, rather than its form alone.
    pub(super) is_stated: bool,
}

/// What the body of the operation may be: the examples that are stated, and one for each form that holds something else,
/// those of the form that samples send first; none when there is nothing to choose (OAS-49).
pub(super) fn named_bodies<'a>(description: &'a ApiDescription, operation: &Operation) -> Vec<NamedBody<'a>> {
    let Some(Body { media, .. }) = body(description, operation) else { return Vec::new() };
    let forms = forms(description, &media);
    // The first is what the samples send without a choice.
    if !forms.first().is_some_and(|first| first.is_stated) && !forms.iter().any(|form| form.is_other) {
        return Vec::new();
    }
    let mut bodies: Vec<NamedBody<'a>> = Vec::new();
    for form in forms {
        let Form { media_type, media, is_preferred, is_stated, .. } = form;
        for example in form.examples(description, Direction::Request) {
            let label = match example.label {
                Some(label) if is_preferred => label,
                Some(label) => format!("{media_type} {label}"),
                None => media_type.to_owned(),
            };
            bodies.push(NamedBody { label, media_type, media, value: example.value, is_stated });
        }
        if is_file(description, media_type, media)
            && bodies.last().is_none_or(|last| last.media_type != media_type)
        {
            // Of a file there is no example.
            let label = media_type.to_owned();
            bodies.push(NamedBody { label, media_type, media, value: Value::Null, is_stated: false });
        }
    }
    let first = preferred(&media).map(|(name, _)| name);
    if bodies.len() < 2 || bodies.first().map(|body| body.media_type) != first { Vec::new() } else { bodies }
}

/// A form of a body or of an answer that has examples to show.
pub(super) struct Form<'a> {
    pub(super) media_type: &'a str,
    pub(super) media: &'a Value,
    /// Whether it is the one that samples send and readers see first.
    pub(super) is_preferred: bool,
    /// Whether the description says what it looks like.
    pub(super) is_stated: bool,
    /// Whether it holds something else than the preferred one.
    is_other: bool,
}

impl Form<'_> {
    /// Its examples. What stands for any text tells nothing of another form.
    pub(super) fn examples(
        &self,
        description: &ApiDescription,
        direction: Direction,
    ) -> Vec<example::NamedExample> {
        let mut examples = example::choices(description, self.media, direction);
        if !self.is_preferred && !self.is_stated {
            examples.retain(|example| !example::is_placeholder(&example.value));
        }
        examples
    }
}

/// The forms that have examples to show, the preferred one first: another form of the same has when the description says
/// what it looks like (OAS-49).
pub(super) fn forms<'a>(description: &'a ApiDescription, media: &[(&'a str, &'a Value)]) -> Vec<Form<'a>> {
    let Some((preferred, first)) = preferred(media) else { return Vec::new() };
    let mut all = media.to_vec();
    all.sort_by_key(|(media_type, _)| *media_type != preferred);
    let form = |(media_type, media)| Form {
        media_type,
        media,
        is_preferred: media_type == preferred,
        is_stated: example::stated(description, media).is_some(),
        is_other: example::schema_of(media) != example::schema_of(first),
    };
    let forms = all.into_iter().map(form);
    forms.filter(|form| form.is_preferred || form.is_stated || form.is_other).collect()
}

/// One response.
pub(super) struct Response<'a> {
    /// `200`, `4XX`, `default`.
    pub(super) status: &'a str,
    /// In a few words, where more is said of it.
    pub(super) summary: Option<String>,
    pub(super) description: Option<String>,
    pub(super) media: Vec<(&'a str, &'a Value)>,
    pub(super) headers: Option<&'a serde_json::Map<String, Value>>,
    /// Operations that take what it holds.
    pub(super) links: Option<&'a serde_json::Map<String, Value>>,
}

/// The responses, statuses that are numbers first and in their order.
pub(super) fn responses<'a>(description: &'a ApiDescription, operation: &Operation) -> Vec<Response<'a>> {
    let Some((_, value)) = description.written(operation) else { return Vec::new() };
    responses_of(description, value)
}

/// The responses of an operation as written, in the order of their statuses.
pub(super) fn responses_of<'a>(description: &'a ApiDescription, value: &'a Value) -> Vec<Response<'a>> {
    let written = value.get("responses").and_then(Value::as_object);
    let mut responses: Vec<Response<'a>> = written
        .into_iter()
        .flatten()
        .filter(|(status, _)| !status.starts_with("x-") && *status != "$ref")
        .map(|(status, written)| {
            let referring = written;
            let written = description.resolve(written);
            let described = text(referring, "description").or_else(|| text(written, "description"));
            let summary = text(referring, "summary").or_else(|| text(written, "summary"));
            let is_more = |summary: &String| described.as_ref().is_some_and(|described| described != summary);
            Response {
                status,
                summary: summary.clone().filter(is_more),
                description: described.or(summary),
                media: media_types(description, written),
                headers: written.get("headers").and_then(Value::as_object),
                links: written.get("links").and_then(Value::as_object),
            }
        })
        .collect();
    responses.sort_by_key(|response| status_number(response.status));
    responses
}

/// Where a status stands among others: `4XX` behind all that it stands for, `default` behind all.
fn status_number(status: &str) -> u32 {
    let range = || status.to_ascii_uppercase().strip_suffix("XX").and_then(|first| first.parse::<u32>().ok());
    status.parse().ok().or_else(|| range().map(|first| first * 100 + 99)).unwrap_or(u32::MAX)
}

/// Whether a body or an answer is a file: its schema says so, or there is none that says anything.
pub(super) fn is_file(description: &ApiDescription, media_type: &str, media: &Value) -> bool {
    let schema = example::schema_of(media);
    is_unsaid_file(media_type, schema)
        || schema.is_some_and(|schema| Schema::of(description, &[schema]).is_file())
}

/// Whether all that is known of a body is that its media type is one of bytes.
pub(super) fn is_unsaid_file(media_type: &str, schema: Option<&Value>) -> bool {
    let says_nothing = |schema: &Value| {
        schema.as_object().is_some_and(|object| {
            object.iter().all(|(key, value)| match key.as_str() {
                "type" => value.as_str() == Some("string"),
                "format" => value.as_str() == Some("binary"),
                key => key == "description",
            })
        })
    };
    is_binary_media_type(media_type) && schema.is_none_or(says_nothing)
}

/// How the parts of a form are sent, each with what it is called: its name, else its place (version 3.2).
pub(super) fn encodings(media: &Value) -> Vec<(String, &Value)> {
    let named = media.get("encoding").and_then(Value::as_object).into_iter().flatten();
    let named = named.map(|(name, encoding)| (name.clone(), encoding));
    let placed = media.get("prefixEncoding").and_then(Value::as_array).into_iter().flatten().enumerate();
    let placed = placed.map(|(at, encoding)| (format!("[{at}]"), encoding));
    let further = media.get("itemEncoding").map(|encoding| ("[]".to_owned(), encoding));
    named.chain(placed).chain(further).collect()
}

/// JSON when it is offered, and of several kinds of it the plain one, else the first media type.
pub(super) fn preferred<'a>(media: &[(&'a str, &'a Value)]) -> Option<(&'a str, &'a Value)> {
    let plain = |(name, _): &&(&str, &Value)| {
        name.split(';').next().is_some_and(|name| name.trim().eq_ignore_ascii_case("application/json"))
    };
    let json = || media.iter().find(|(name, _)| example::is_json(name));
    media.iter().find(plain).or_else(json).or_else(|| media.first()).copied()
}

fn media_types<'a>(description: &'a ApiDescription, owner: &'a Value) -> Vec<(&'a str, &'a Value)> {
    let content = owner.get("content").and_then(Value::as_object);
    let own = content.into_iter().flatten().filter(|(name, _)| *name != "$ref");
    own.map(|(name, media)| (name.as_str(), description.resolve(media))).collect()
}
