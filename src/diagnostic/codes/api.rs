//! Descriptions of APIs.

use super::Entry;

#[rustfmt::skip]
pub const CODES: &[Entry] = &[
    ("api-description-empty", "The navigation names an API description without operations, so it adds no pages.", "\"openapi\": \"openapi.yaml\", which has `paths: {}`", "Write operations under `paths`, or take it out of the navigation."),
    ("api-description-kind", "A field for one kind of API descriptions names one of the other kind. Its pages are made.", "\"asyncapi\": \"openapi.yaml\"", "Write `openapi` for descriptions of OpenAPI, `asyncapi` for those of AsyncAPI."),
    ("api-description-missing", "A description of an API that `docs.json` or a page names is not in the project.", "\"openapi\": \"api/openapi.yml\", but the file is api/openapi.yaml", "Correct the path: it begins at the folder of docs.json."),
    ("api-description-syntax", "A description is not valid JSON or YAML, so nothing of it is shown.", "a tab in the indentation of openapi.yaml", "Correct the place that is named; `docs openapi-check FILE` looks at this file alone."),
    ("api-description-unreadable", "A description that the navigation or the settings of the API name is there, but nothing can be read of it.", "an empty openapi.yaml, or one with a tab in its indentation", "Correct the place that is named; `docs openapi-check FILE` looks at this file alone."),
    ("api-empty", "A description has neither paths nor webhooks nor channels, so no page can be made of it.", "openapi: 3.1.0\npaths: {}", "Add operations, or remove the reference to the file."),
    ("api-key-twice", "An object of a description has a key twice, as a merge leaves it: only the last of them is read.", "paths:\n  /users:\n    get: {}\n  /users:\n    post: {}", "Put what stands under both keys under one."),
    ("api-not-a-description", "The file that should describe an API does not say which kind it is.", "\"openapi\": \"package.json\"", "Name a file that begins with `openapi: 3.1.0` or `asyncapi: 3.0.0`."),
    ("api-operation-excluded", "A page shows an operation that `x-excluded` keeps out of the documentation.", "openapi: \"GET /internal\"", "Remove `x-excluded` from the operation, or the page."),
    ("api-operation-not-found", "A page or entry of the navigation names an operation that the description does not have.", "openapi: \"POST /user\", but the description has /users", "Write method and path as they stand in the description."),
    ("api-operation-twice", "A level of the navigation lists an operation twice: by itself, and as a page of the author's that shows it.", "\"pages\": [\"users/list\", \"GET /users\"], where users/list.mdx has `openapi: GET /users`", "Remove one of the two entries."),
    ("api-page-replaced", "A page of the author's has the address that an operation's page would have; the author's is published.", "api/users/list.mdx beside an operation with that address", "Give one of them another address, for example with `x-mint.href`."),
    ("api-part-invalid", "A part of a description is not what the standard says and is left out.", "parameters: { name: id }  # a list is expected", "Correct the part that is named; the rest is shown."),
    ("api-part-withheld", "Fields, parameters or schemas with `x-mint.groups` are for some readers only. Files cannot keep anybody out, so these parts are not published.", "secret: { type: string, x-mint: { groups: [admin] } }", "Protect the site where it is served and build it with `--include-restricted`, or remove `groups`."),
    ("api-reference-broken", "A `$ref` leads to nothing.", "$ref: \"#/components/schemas/Usr\"", "Correct the reference, or add what it names."),
    ("api-reference-external", "A `$ref` leads to another site. A build downloads nothing.", "$ref: https://example.com/schemas.json", "Run `docs fetch` once, or put a copy into the project."),
    ("api-rule", "A description breaks a rule of its standard without harm to what is shown.", "two operations with the same operationId", "Do what the message says; other tools may be stricter."),
    ("api-schema-conflict", "The parts of an `allOf` contradict each other, so that no value is right.", "allOf: [{ type: string }, { type: integer }]", "Correct one of the parts, or use `oneOf` where only one of them is meant."),
    ("api-schema-invalid", "A schema says what no schema can say: a type that there is not, or a `required` that is no list.", "type: strng", "Correct the place that is named; the names of required fields are listed in the schema around them."),
    ("api-text-flooded", "A text of a description has more markup than is read, so it is shown as it is written.", "a description of a megabyte, or one with ten thousand links", "Make it shorter, or write it as a page."),
    ("api-too-large", "A description is larger than what is read.", "a file of several hundred megabytes", "Split it into several files."),
    ("api-version", "The version of a description is one that is not known.", "openapi: 4.0.0", "Use OpenAPI 3.x or Swagger 2.0, or AsyncAPI 2.x or 3.x."),
    ("graphql-empty", "A GraphQL schema defines neither types nor operations, so no page can be made of it.", "a file with `query { user }` in it", "Write the schema in SDL: `type Query { user(id: ID!): User }`."),
    ("graphql-folder-shared", "Two GraphQL schemas have their pages in one folder, so that some addresses get a number and links lead to the other schema.", "two tabs with `graphql` and without `directory`", "Set `directory` at one of them."),
    ("graphql-schema-missing", "A GraphQL schema that `docs.json` names is not in the project.", "\"graphql\": \"schema.gql\", but the file is schema.graphql", "Correct the path: it begins at the folder of docs.json."),
    ("graphql-syntax", "A part of a GraphQL schema is not SDL. What stands around it is read.", "type User { id ID! }  # a colon is missing", "Correct the place that is named."),
    ("graphql-type-twice", "A GraphQL schema defines a type twice, or extends it as what it is not. The first definition counts.", "type User { id: ID! }\ntype User { name: String }", "Write `extend` before the second definition, or give it another name."),
    ("graphql-type-unknown", "A GraphQL schema names a type that it does not define.", "user: Usr  # the type is called User", "Correct the name, or define the type; until then it is shown without a link."),
    ("remote-description", "A description at an address is not fetched during a build, so it adds no pages.", "\"openapi\": \"https://api.example.com/openapi.json\"", "Run `docs fetch` once: it pins a copy in docs.lock."),
];
