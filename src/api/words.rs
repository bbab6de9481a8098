//! The words that a page of an API says by itself, in one language (I18N-02). English stands here; the other languages
//! are in the tables of the interface, and a project may word them itself.
//!
//! A word that stands among values has a place for each: `{}` for the only one, a name in braces for each of several.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// Makes the table: what stands here once is a field, its English text and its key.
macro_rules! words {
    ($($(#[$meaning:meta])* $key:ident: $english:literal,)+) => {
        /// The words.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Words {
            $($(#[$meaning])* pub $key: String,)+
        }

        impl Default for Words {
            /// English.
            fn default() -> Self {
                Self { $($key: $english.to_owned(),)+ }
            }
        }
    };
}

words! {
    // Sections; their ids are those of the English words.
    authorizations: "Authorizations",
    path_parameters: "Path Parameters",
    query_parameters: "Query Parameters",
    headers: "Headers",
    cookies: "Cookies",
    body: "Body",
    /// Also the name of an example without one.
    response: "Response",
    callbacks: "Callbacks",
    send: "Send",
    receive: "Receive",
    publish: "Publish",
    subscribe: "Subscribe",
    messages: "Messages",
    payload: "Payload",
    // Heads of the table of a tag.
    method: "Method",
    path: "Path",
    summary: "Summary",
    // Before the values of a field.
    available_options: "Available options:",
    allowed: "Allowed:",
    allowed_items: "Allowed for each item:",
    allowed_value: "Allowed value:",
    allowed_item_value: "Allowed value of each item:",
    example: "Example:",
    examples: "Examples:",
    /// A default that is too long for a pill.
    default_line: "Default:",
    content: "Content:",
    encoded_as: "Encoded as:",
    /// Before the rules for the names of further properties.
    property_names: "Names:",
    /// Titles of what is behind a click: `Show {}` is said of them.
    more_options: "{} more options",
    response_headers: "response headers",
    protocol_settings: "{} settings",
    and_more: "And {} more.",
    read_only: "read-only",
    write_only: "write-only",
    // Limits.
    exactly: "exactly {}",
    between: "{low} to {high}",
    at_least: "at least {}",
    at_most: "at most {}",
    one_character: "{} character",
    characters: "{} characters",
    one_item: "{} item",
    items: "{} items",
    one_property: "{} property",
    properties: "{} properties",
    multiple_of: "multiple of {}",
    no_item_twice: "no item twice",
    matches: "matches {}",
    // Rules.
    needs_these: "With {}, these are required:",
    contains_between: "Contains {low} to {high} of",
    contains_at_least: "Contains at least {} of",
    must_not_have: "Must not have:",
    must_not_be: "Must not be:",
    must_not_have_all: "Must not have all of:",
    must_not_hold: "Must not hold:",
    /// Before fields of which an object has one or more.
    at_least_one_required: "At least one of these fields is required:",
    exactly_one_required: "Exactly one of these fields is required:",
    must_not_be_type: "Must not be of type:",
    no_further_items: "No further items.",
    no_further_properties: "No further properties.",
    // Choices.
    one_of_these: "One of these:",
    any_of_these: "Any of these:",
    /// Chosen by the value of a property.
    one_of_these_by: "One of these, by {}:",
    requires: "Required:",
    /// What holds under a condition; titles, as above.
    attributes_if: "attributes if {}",
    attributes_unless: "attributes unless {}",
    attributes_with: "attributes with {}",
    // Conditions.
    value_is: "{name} is {value}",
    value_has: "{name} has {value}",
    value_of_type: "{name} is of type {value}",
    value_given: "{} is given",
    and: "{one} and {other}",
    or: "{one} or {other}",
    a_condition: "a condition holds",
    // Where the fields of a schema are shown already.
    same_above: "Has the same fields as {} above.",
    same_below: "Has the same fields as {} below.",
    items_same_above: "Each has the same fields as {} above.",
    items_same_below: "Each has the same fields as {} below.",
    /// Of what follows each other in an answer that goes on.
    in_a_stream: "A stream of these, one after the other.",
    not_all_fields: "This page does not show every nested field. {} has all of them.",
    description_file: "The description file",
    // Requests and responses.
    /// Before what the parts of a form are sent as, and before operations that take what a response holds.
    parts: "Parts:",
    links: "Links:",
    expected_response: "Expected response:",
    /// The values of a variable of a server.
    one_of_values: "one of {}",
    // Who may send a request.
    one_of: "One of:",
    no_credentials: "none",
    token_format: "Format:",
    metadata: "Metadata:",
    flow: "Flow: {}",
    flow_code: "Authorization code",
    flow_client: "Client credentials",
    flow_implicit: "Implicit",
    flow_password: "Password",
    flow_device: "Device authorization",
    authorize_at: "Authorize at:",
    token_from: "Token from:",
    refresh_at: "Refresh at:",
    scopes: "Scopes:",
    api_key: "The API key.",
    api_key_as: "The API key, as `{}`.",
    api_key_user: "The API key, as the user name.",
    api_key_password: "The API key, as the password.",
    basic: "Basic authentication: `Basic` and the base64 form of `username:password`.",
    basic_value: "`Basic` and the base64 form of `username:password`.",
    bearer: "Bearer authentication: `Bearer` and your token.",
    bearer_value: "`Bearer` and your token.",
    digest: "Digest authentication: user name and password.",
    credentials: "The credentials of the request.",
    access_token: "An access token from the authorization server.",
    access_token_value: "An access token from the authorization server: `Bearer` and the token.",
    user_password: "User name and password.",
    sasl: "User name and password, as the protocol asks for them (SASL).",
    certificate: "A client certificate.",
    certificate_asked: "A client certificate, which the server asks for.",
    // Channels.
    /// Below the headings "Send" and "Publish", "Receive" and "Subscribe": who is meant is the reader, not the service.
    reader_sends: "You send these messages to the service.",
    reader_receives: "The service sends these messages to you.",
    address_unknown: "The address is known only when the program runs.",
    protocol_version: "Protocol version:",
    operation: "Operation:",
    operation_messages: "Messages:",
    tags: "Tags:",
    replies_to: "Replies go to:",
    replies_over: "Replies come over:",
    reply: "Reply:",
    message_name: "Name:",
    content_type: "Content type:",
    correlation_id: "Correlation id:",
    /// A message without a name.
    message: "Message",
    /// The group of the pages of schemas.
    schemas: "Schemas",
    // What differs between two descriptions.
    breaking_changes: "Breaking changes",
    removed: "Removed",
    added: "Added",
    other_changes: "Other changes",
    before: "Before",
    after: "After",
    no_differences: "There are no differences.",
    // Schemas of GraphQL: the groups of the sidebar, sections, names of examples.
    queries: "Queries",
    mutations: "Mutations",
    subscriptions: "Subscriptions",
    types: "Types",
    query: "Query",
    mutation: "Mutation",
    subscription: "Subscription",
    variables: "Variables",
    arguments: "Arguments",
    returns: "Returns",
    fields: "Fields",
    /// Of an enum.
    values: "Values",
    implements: "Implements",
    possible_types: "Possible types",
    used_by: "Used by",
    /// A title, as above.
    field_arguments: "arguments",
    specification: "Specification:",
    exactly_one: "Exactly one of these fields is given.",
    is_deprecated: "This is deprecated.",
    /// Before the reason.
    deprecated_because: "Deprecated:",
}

/// The words in English.
pub static ENGLISH: LazyLock<Words> = LazyLock::new(Words::default);

/// Puts values where a text names their places.
pub fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            filled.push('{');
            rest = after;
            continue;
        };
        match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => filled.push_str(value),
            None => filled.extend(["{", name, "}"]),
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

impl Words {
    /// `text` with a value in its only place.
    pub fn with(text: &str, value: &str) -> String {
        match text.split_once("{}") {
            Some((before, after)) => [before, value, after].concat(),
            None => text.to_owned(),
        }
    }

    /// Values joined by a text with places for two of them.
    pub fn joined(text: &str, values: &[String]) -> String {
        let mut values = values.iter().cloned();
        let first = values.next().unwrap_or_default();
        values.fold(first, |one, other| filled(text, &[("one", &one), ("other", &other)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn i18n_02_values_stand_where_a_text_has_their_places() {
        assert_eq!(filled("{low} bis {high}", &[("low", "1"), ("high", "{low}")]), "1 bis {low}");
        assert_eq!(filled("{other}, {one}, {two} {", &[("one", "a"), ("other", "b")]), "b, a, {two} {");
        assert_eq!(Words::with("mit {}", "x"), "mit x");
        let values = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(Words::joined(&ENGLISH.and, &values), "a and b and c");
        assert_eq!(Words::joined(&ENGLISH.or, &[]), "");
    }
}
