//! The fields of `api` (specification, *API settings*).

use super::{TEXT_LIST, list_of};
use crate::config::form::Form;
use crate::config::schema::Shape::{Choice, Either, Flag, List as ListOf, Object as ObjectOf, Text};
use crate::config::schema::{Field, List, Object, Rule, Shape, field};

/// `api`.
pub static API: Object = Object::new(
    "api",
    &[
        field(
            "openapi",
            Either(&[DESCRIPTION, ListOf(&OPENAPI_LIST), ObjectOf(&OPENAPI_SOURCE)]),
            "OpenAPI descriptions.",
        ),
        field(
            "asyncapi",
            Either(&[DESCRIPTION, ListOf(&ASYNCAPI_LIST), ObjectOf(&ASYNCAPI_SOURCE)]),
            "AsyncAPI descriptions.",
        ),
        field("params", ObjectOf(&API_PARAMS), "How parameters are shown."),
        field("playground", ObjectOf(&PLAYGROUND), "The form that sends requests."),
        field("examples", ObjectOf(&API_EXAMPLES), "Generated code samples."),
        field("url", Choice(&["full"]), "Show the whole address of an operation.").addition(),
        field("overviews", Flag, "A page for each tag: its description and its operations. Operations that the navigation lists one by one have none.")
            .addition()
            .default("false"),
        field("schemas", Flag, "A page for each schema of an OpenAPI description that its operations use: its fields, an example and what uses it.")
            .addition()
            .default("false"),
        field("postman", Flag, "A Postman collection beside each OpenAPI description: `NAME.postman.json`.")
            .addition()
            .default("false"),
        field("mdx", ObjectOf(&API_MDX), "API pages that are written by hand."),
    ],
)
.retired(&[
    ("baseUrl", "api.mdx.server"),
    ("auth", "api.mdx.auth"),
    ("request", "api.examples"),
    ("paramFields", "api.params"),
    ("maintainOrder", ""),
]);
const DESCRIPTION: Shape = Text(Form::Description);
static OPENAPI_LIST: List = list_of(Either(&[DESCRIPTION, ObjectOf(&OPENAPI_SOURCE)]));
static ASYNCAPI_LIST: List = list_of(DESCRIPTION);
const SOURCE_FIELD: Field = field("source", DESCRIPTION, "Path or address of the description.").required();
const DIRECTORY_FIELD: Field = field(
    "directory",
    Text(Form::Any),
    "Folder of the generated pages; `directory/operationId` leads to the page of an operation.",
);
/// An OpenAPI description with its folder.
pub static OPENAPI_SOURCE: Object = Object::new(
    "openapiSource",
    &[
        SOURCE_FIELD,
        DIRECTORY_FIELD,
        field("overlays", ListOf(&TEXT_LIST), "OpenAPI overlays; accepted and not applied.").addition(),
    ],
)
.strict()
.rules(&[Rule::NotApplied("overlays", "apply them to the description before the build")]);
/// An AsyncAPI description with its folder.
pub static ASYNCAPI_SOURCE: Object = Object::new("asyncapiSource", &[SOURCE_FIELD, DIRECTORY_FIELD]).strict();

/// A GraphQL schema with its folder.
pub static GRAPHQL_SOURCE: Object = Object::new(
    "graphqlSource",
    &[
        field("source", Text(Form::Schema), "Path or https address of the schema.").required(),
        field("directory", Text(Form::Any), "Folder of the generated pages.")
            .default("\"graphql-reference\""),
    ],
)
.strict();

static API_PARAMS: Object = Object::new(
    "apiParams",
    &[
        field("expanded", Choice(&["all", "closed"]), "Whether nested parameters are open.")
            .default("\"closed\""),
        field("post", ListOf(&TEXT_LIST), "Schema keys shown after the name.").addition(),
    ],
);
static PLAYGROUND: Object = Object::new(
    "playground",
    &[
        field("display", Choice(&["interactive", "simple", "none", "auth"]), "How much of it is shown.")
            .default("\"interactive\""),
        field("proxy", Flag, "Pass requests through a proxy.").default("true"),
        field("credentials", Flag, "Send cookies along.").addition().default("false"),
    ],
)
.retired(&[("mode", "api.playground.display"), ("disableProxy", "api.playground.proxy")]);
static API_EXAMPLES: Object = Object::new(
    "apiExamples",
    &[
        field("languages", ListOf(&LANGUAGE_LIST), "Languages of the samples, in order."),
        field("defaults", Choice(&["required", "all"]), "Whether optional parameters appear.")
            .default("\"all\""),
        field("prefill", Flag, "Fill the playground with examples.").addition().default("false"),
        field("autogenerate", Flag, "Generate samples for operations without any.")
            .addition()
            .default("true"),
    ],
);
static LANGUAGE_LIST: List = list_of(Text(Form::SampleLanguage));
static API_MDX: Object = Object::new(
    "apiMdx",
    &[
        field("auth", ObjectOf(&API_AUTH), "How requests are authenticated."),
        field("server", Either(&[Text(Form::Url), ListOf(&URL_LIST)]), "Base addresses of the API."),
    ],
);
static API_AUTH: Object = Object::new(
    "apiAuth",
    &[
        field("method", Choice(&["bearer", "basic", "key", "cobo"]), "Method of authentication."),
        field("name", Text(Form::Any), "Name of the header or field."),
    ],
);
static URL_LIST: List = list_of(Text(Form::Url));
