//! Pages of GraphQL schemas (GQL-01): which there are, what they say, and whose matter an edit is.

use std::fmt::Write as _;

use docs::remote::RemoteSource;
use docs::remote::fetch::{Fetch, Known};
use serde_json::{Value, json};

use crate::site::{Built, Site};

const SCHEMA: &str = r#""An object with a stable identifier."
interface Node {
  id: ID!
}

scalar DateTime @specifiedBy(url: "https://scalars.graphql.org/date-time")

enum Role {
  "May do *everything*."
  ADMIN
  MEMBER
  GUEST @deprecated(reason: "Use `MEMBER`.")
}

type Organization implements Node {
  id: ID!
  "The **full** name."
  name: String!
  members(first: Int = 10, role: Role): [User!]!
  founded: DateTime
  slug: String @deprecated(reason: "See `id`.")
}

type User implements Node {
  id: ID!
  name: String
  role: Role!
  organization: Organization
}

type Bot {
  name: String!
}

"Who acts."
union Actor = User | Bot

input CreateUserInput {
  name: String!
  role: Role = MEMBER
  address: AddressInput
}

input AddressInput {
  street: String!
}

type CreateUserPayload {
  user: User
}

type Query {
  "Finds one organization by its `id`."
  organization(
    "Which one."
    id: ID!
    slug: String @deprecated
  ): Organization
  actors: [Actor!]!
  oldUsers: [User] @deprecated(reason: "Ask an *organization*.")
}

type Mutation {
  createUser(input: CreateUserInput!, dryRun: Boolean = false): CreateUserPayload!
}
"#;

fn site_of(tab: Value, schema: &str) -> Site {
    let config = json!({ "navigation": { "tabs": [{ "tab": "Home", "pages": ["index"] }, tab] } });
    Site::new().with_config(config).file("index.mdx", "# Start\n").file("schema.graphql", schema)
}

fn site(schema: &str) -> Site {
    site_of(json!({ "tab": "API", "graphql": "schema.graphql" }), schema)
}

/// Pages that differ.
fn changed<'b>(before: &'b Built, after: &'b Built) -> Vec<&'b str> {
    let paths = after.files().keys().filter(|path| before.files().get(*path) != after.files().get(*path));
    let pages = paths.filter_map(|path| path.strip_suffix("/index.html"));
    pages.map(|path| path.strip_prefix("graphql-reference/").unwrap_or(path)).collect()
}

/// What stands in the text in this order.
#[track_caller]
fn assert_in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("no {part:?} behind the others in {text}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn gql_01_every_operation_and_every_type_has_a_page() {
    let built = site(SCHEMA).build();
    built.assert_no_problems();
    let pages: Vec<&str> = built
        .files()
        .keys()
        .filter_map(|path| path.strip_prefix("graphql-reference/")?.strip_suffix("/index.html"))
        // What a folder has is a redirect to its first page.
        .filter(|path| path.contains('/'))
        .collect();
    assert_eq!(
        pages,
        [
            "mutations/create-user",
            "queries/actors",
            "queries/old-users",
            "queries/organization",
            "types/actor",
            "types/address-input",
            "types/bot",
            "types/create-user-input",
            "types/create-user-payload",
            "types/date-time",
            "types/node",
            "types/organization",
            "types/role",
            "types/user",
        ]
    );
    let html = built.html("graphql-reference/queries/organization/index.html");
    // Groups and entries in the order of the schema, with the names of the schema as titles.
    assert_in_order(
        html,
        &[
            ">Queries<",
            ">organization<",
            ">actors<",
            ">oldUsers<",
            ">Mutations<",
            ">createUser<",
            ">Types<",
            ">Node<",
            ">DateTime<",
            ">Role<",
            ">Organization<",
            ">User<",
            ">Bot<",
            ">Actor<",
            ">CreateUserInput<",
        ],
    );
    assert!(html.contains("<title>organization"), "{html}");
    assert!(!html.contains(">Subscriptions<"));
    // The tab leads to the first of them.
    assert!(built.html("index.html").contains("href=\"/graphql-reference/queries/organization\""));
    // Lists of other programs have them, and the schema itself is there.
    assert!(built.html("llms.txt").contains("graphql-reference/types/organization"));
    assert_eq!(built.html("schema.graphql"), SCHEMA);
}

#[test]
fn gql_01_an_operation_says_what_it_takes_and_gives() {
    let built = site(SCHEMA).build();
    let page = "graphql-reference/queries/organization/index.html";
    assert_in_order(
        &built.text(page),
        &[
            "Finds one organization",
            "Arguments",
            "id",
            "ID!",
            "required",
            "Which one.",
            "Returns",
            "organization",
        ],
    );
    let body = built.body(page);
    assert!(body.contains("href=\"/graphql-reference/types/organization\""), "{body}");
    assert!(body.contains("by its <code>id</code>"), "{body}");
    // The fields of the result, with their types.
    assert!(
        body.contains("href=\"/graphql-reference/types/user\"") && body.contains("data.organization."),
        "{body}"
    );
    let mutation = built.body("graphql-reference/mutations/create-user/index.html");
    assert!(mutation.contains("href=\"/graphql-reference/types/create-user-input\""), "{mutation}");
    assert!(mutation.contains("href=\"/graphql-reference/types/address-input\""), "{mutation}");
    assert!(mutation.contains("MEMBER") && mutation.contains("false"), "defaults: {mutation}");
}

#[test]
fn gql_01_an_example_can_be_sent_as_it_is() {
    let built = site(SCHEMA).build();
    let markdown = built.html("graphql-reference/queries/organization.md");
    let operation = "query Organization($id: ID!) {
  organization(id: $id) {
    id
    name
    members {
      id
      name
      role
    }
    founded
  }
}";
    assert!(markdown.contains(operation), "{markdown}");
    assert!(markdown.contains("{\n  \"id\": \"<id>\"\n}"), "{markdown}");
    let answer = r#"{
  "data": {
    "organization": {
      "id": "<id>",
      "name": "<string>",
      "members": [
        {
          "id": "<id>",
          "name": "<string>",
          "role": "ADMIN"
        }
      ],
      "founded": "2023-11-07T05:31:56Z"
    }
  }
}"#;
    assert!(markdown.contains(answer), "{markdown}");
    let mutation = built.html("graphql-reference/mutations/create-user.md");
    assert!(mutation.contains("mutation CreateUser($input: CreateUserInput!) {"), "{mutation}");
    assert!(mutation.contains("\"input\": {\n    \"name\": \"<string>\"\n  }"), "{mutation}");
    // A union is asked for each of its members.
    let union = built.html("graphql-reference/queries/actors.md");
    assert_in_order(
        union,
        &["    __typename\n    ... on User {\n      id", "    ... on Bot {\n      name\n    }"],
    );
    assert!(union.contains("\"__typename\": \"User\""), "{union}");
}

#[test]
fn gql_01_an_example_ends_although_types_lead_to_each_other() {
    let mut schema = "type Query { a(of: In!): A }\ninput In { in: In, next: In! }\n\
        type A { b: B, a: A, u: U }\ntype B { a: A, c: [[C!]!] }\ntype C { a: A }\nunion U = V\nunion V = U\n"
        .to_owned();
    for number in 0..3000 {
        let _ = writeln!(schema, "union W{number} = W{} | A", number + 1);
    }
    schema.push_str("union W3000 = A\nextend type Query { w: W0 }\n");
    let built = site(&schema).build();
    built.assert_no_problems();
    let a = built.html("graphql-reference/queries/a.md");
    assert!(a.contains("__typename") && a.len() < 6000, "{a}");
    assert!(built.html("graphql-reference/queries/w.md").len() < 6000);
}

#[test]
fn gql_01_a_type_says_its_fields_and_where_it_is_used() {
    let built = site(SCHEMA).build();
    let page = |name: &str| built.body(&format!("graphql-reference/types/{name}/index.html")).to_owned();
    let organization = page("organization");
    assert!(organization.contains("<strong>full</strong>"), "{organization}");
    assert_in_order(
        &built.text("graphql-reference/types/organization/index.html"),
        &[
            "Fields",
            "members",
            "[User!]!",
            "first",
            "10",
            "Implements",
            "Node",
            "Used by",
            "organization",
            "User.organization",
        ],
    );
    for link in ["user", "date-time", "role", "node"] {
        assert!(
            organization.contains(&format!("href=\"/graphql-reference/types/{link}\"")),
            "{link}: {organization}"
        );
    }
    let markdown = built.html("graphql-reference/types/organization.md");
    assert!(markdown.contains("type Organization implements Node {\n  id: ID!\n"), "{markdown}");
    assert!(markdown.contains("  members(first: Int = 10, role: Role): [User!]!\n"), "{markdown}");
    assert_in_order(
        &built.text("graphql-reference/types/node/index.html"),
        &["Possible types", "Organization", "User"],
    );
    assert_in_order(
        &built.text("graphql-reference/types/actor/index.html"),
        &["Who acts.", "Possible types", "User", "Bot"],
    );
    assert_in_order(
        &built.text("graphql-reference/types/role/index.html"),
        &["Values", "ADMIN", "MEMBER", "GUEST"],
    );
    assert!(page("date-time").contains("href=\"https://scalars.graphql.org/date-time\""));
    assert_in_order(&page("address-input"), &["field-street", "create-user-input"]);
}

#[test]
fn gql_01_what_is_deprecated_says_why() {
    let built = site(SCHEMA).build();
    let role = built.text("graphql-reference/types/role/index.html");
    assert_in_order(&role, &["GUEST", "deprecated", "Use MEMBER."]);
    let old = built.body("graphql-reference/queries/old-users/index.html");
    assert!(old.contains("Deprecated: Ask an <em>organization</em>."), "{old}");
    // An argument without a reason, and an example without what is deprecated.
    let organization = "graphql-reference/queries/organization";
    assert_in_order(&built.text(&format!("{organization}/index.html")), &["slug", "deprecated", "Returns"]);
    let markdown = built.html(&format!("{organization}.md"));
    let example = &markdown[markdown.find("query Organization").unwrap_or_default()..];
    assert!(!example.contains("slug"), "{example}");
    assert!(
        built.html("index.html").len() > 1
            && built.html("graphql-reference/types/user/index.html").contains("nav-deprecated")
    );
}

#[test]
fn gql_01_descriptions_are_markdown_and_no_code() {
    let schema = "\"\"\"\nFirst line.\n\n- one `code`\n- two <script>alert(1)</script> & {braces}\n\"\"\"\ntype Query { a: Int }\n\
        \"\"\"\n  Indented\n    more\n\"\"\"\nscalar A\n\"see [B](/index)\"\nscalar B\n";
    let built = site(schema).build();
    let html = built.html("graphql-reference/queries/a/index.html");
    assert!(!html.contains("<script>alert(1)"), "{html}");
    assert!(built.html("graphql-reference/types/a.md").contains("Indented"));
    assert!(
        built.body("graphql-reference/types/b/index.html").contains("href=\"/index\"")
            || built.body("graphql-reference/types/b/index.html").contains("href=\"/\"")
    );
}

#[test]
fn gql_01_what_is_wrong_in_a_schema_costs_only_itself() {
    let schema = "type Query {\n  user: Usr\n  broken(: Int\n  fine: Int\n}\n\ntype User {\n  id: ID!\n}\n\ntype User { name: String }\n\nextend type Usre { a: Int }\n???\n";
    let mut site = site(schema);
    let built = site.build();
    let problems = built.problems();
    let has = |code: &str, line: usize| {
        problems.iter().any(|told| told.starts_with(&format!("{code} schema.graphql:{line} ")))
    };
    assert!(has("graphql-type-unknown", 2), "{problems:#?}");
    assert!(has("graphql-syntax", 3) || has("graphql-syntax", 4), "{problems:#?}");
    assert!(has("graphql-type-twice", 11) && has("graphql-type-unknown", 13), "{problems:#?}");
    let hint = built
        .diagnostics()
        .iter()
        .find(|told| told.code == "graphql-type-unknown")
        .and_then(|told| told.hint.clone());
    assert_eq!(hint.as_deref(), Some("did you mean `User`?"));
    let at = built
        .diagnostics()
        .iter()
        .find(|told| told.code == "graphql-type-unknown")
        .and_then(|told| told.location.clone());
    assert_eq!(at.map(|at| at.column), Some(9));
    for page in ["queries/user", "types/user"] {
        assert!(built.files().contains_key(&format!("graphql-reference/{page}/index.html")), "{page}");
    }
    // A name that leads nowhere is no link.
    assert!(!built.body("graphql-reference/queries/user/index.html").contains("types/usr"));
    site.edit("schema.graphql", "type Query { user: User, fine: Int }\ntype User { id: ID! }\n");
    let built = site.build();
    built.assert_no_problems();
    assert!(built.files().contains_key("graphql-reference/queries/fine/index.html"));
    built.assert_clean();
}

#[test]
fn gql_01_a_schema_that_is_not_there_is_told_until_it_is() {
    let mut site = site_of(
        json!({ "tab": "API", "graphql": "api/schema.sdl", "groups": [{ "group": "G", "pages": ["a"] }] }),
        "",
    )
    .file("a.mdx", "A");
    let built = site.build();
    assert_eq!(built.codes(), ["graphql-schema-missing"], "{:?}", built.problems());
    site.edit("api/schema.sdl", "query { a }");
    let built = site.build();
    assert_eq!(built.codes(), ["graphql-empty"], "{:?}", built.problems());
    built.assert_clean();
    site.edit("api/schema.sdl", "type Query { a: Int }");
    let built = site.update(&["api/schema.sdl"]);
    built.assert_no_problems();
    assert!(built.files().contains_key("graphql-reference/queries/a/index.html"));
    built.assert_clean();
    site.remove("api/schema.sdl");
    let built = site.build();
    assert_eq!(built.codes(), ["graphql-schema-missing"]);
    built.assert_clean();
}

#[test]
fn gql_01_an_edited_type_is_the_matter_of_the_pages_that_show_it() {
    let mut site = site(SCHEMA);
    let first = site.build();
    // Words of a field: on the page of the type, and where its fields are shown below a result.
    site.edit("schema.graphql", &SCHEMA.replace("The **full** name.", "Its name."));
    let edited = site.build();
    assert_eq!(changed(&first, &edited), ["queries/organization", "types/organization"]);
    assert_eq!(edited.query("render_body"), 2, "{:#?}", edited.query_lines());
    assert_eq!(edited.query("navigation"), 0, "{:#?}", edited.query_lines());
    edited.assert_clean();
    // A new field of an input is part of what uses it.
    let schema =
        site.source("schema.graphql").replace("  street: String!\n", "  street: String!\n  city: String\n");
    site.edit("schema.graphql", &schema);
    let again = site.build();
    assert_eq!(changed(&edited, &again), ["types/address-input"]);
    again.assert_clean();
    // White space and comments are nobody's.
    site.edit("schema.graphql", &format!("# Comment\n{schema}\n\n"));
    let blank = site.build();
    assert!(changed(&again, &blank).is_empty(), "{:?}", changed(&again, &blank));
    assert_eq!(blank.query("render_body"), 0);
    blank.assert_clean();
    // A new process knows as much.
    site.edit("schema.graphql", &schema.replace("Which one.", "This one."));
    let once = site.build_once();
    assert_eq!(changed(&blank, &once), ["queries/organization"]);
    once.assert_clean();
    // A new type changes the sidebar of all.
    site.edit("schema.graphql", &format!("{schema}\nscalar Money\n"));
    let more = site.build();
    assert!(more.files().contains_key("graphql-reference/types/money/index.html"));
    more.assert_clean();
}

#[test]
fn gql_01_extensions_and_other_roots_count() {
    let schema = "schema { query: RootQuery }\nextend schema { mutation: Changes }\ntype RootQuery { a: Int }\n\
        type Changes { c(x: X): Int }\nextend type RootQuery { b: Query }\ntype Query { plain: String }\n\
        input X @oneOf { one: Int }\nextend input X { two: Int }\nenum E { A }\nextend enum E { B }\n\
        union U = Query\nextend union U = V\ntype V { e: E }\nextend type Subscription { s: Int }\nscalar __Own\n";
    let built = site(schema).build();
    built.assert_no_problems();
    let has = |page: &str| built.files().contains_key(&format!("graphql-reference/{page}/index.html"));
    assert!(
        has("queries/a")
            && has("queries/b")
            && has("mutations/c")
            && has("types/query")
            && has("types/subscription")
    );
    assert!(
        !has("types/root-query") && !has("types/changes") && !has("subscriptions/s") && !has("types/own")
    );
    assert!(
        built.html("graphql-reference/types/x.md").contains("input X @oneOf {\n  one: Int\n  two: Int\n}")
    );
    assert!(built.text("graphql-reference/types/x/index.html").contains("Exactly one"));
    assert!(built.html("graphql-reference/types/e.md").contains("enum E {\n  A\n  B\n}"));
    assert!(built.html("graphql-reference/types/u.md").contains("union U = Query | V"));
}

#[test]
fn gql_01_a_schema_has_a_folder_and_groups_beside_it() {
    let tab = json!({
        "tab": "API",
        "graphql": { "source": "/schema.graphql", "directory": "/api/graph/" },
        "groups": [{ "group": "Guides", "pages": ["guides/start"] }],
    });
    let mut site =
        site_of(tab, SCHEMA).file("guides/start.mdx", "[Users](/api/graph/types/user#field-name)\n");
    let built = site.build();
    built.assert_no_problems();
    let html = built.html("api/graph/types/user/index.html");
    assert_in_order(html, &[">Guides<", ">Start<", ">Queries<", ">Types<"]);
    assert!(built.body("api/graph/types/user/index.html").contains("href=\"/api/graph/types/organization\""));
    assert!(built.html("index.html").contains("href=\"/guides/start\""), "the first page of the tab");
    site.edit("schema.graphql", &SCHEMA.replace("name: String\n", "title: String\n"));
    let built = site.build();
    assert!(
        built.codes().iter().any(|code| code.contains("link") || code.contains("anchor")),
        "{:?}",
        built.problems()
    );
    built.assert_clean();
    // Each schema has a folder of its own, and one that is shown twice has one.
    site.edit("other.graphql", "type Query { organization: Int }");
    let other =
        |source: &str| json!({ "tab": "More", "graphql": { "source": source, "directory": "api/graph" } });
    site.edit_config(|config| {
        config["navigation"]["tabs"].as_array_mut().expect("tabs").push(other("schema.graphql"));
    });
    assert!(!site.build().codes().contains(&"graphql-folder-shared"));
    site.edit_config(|config| config["navigation"]["tabs"][2] = other("other.graphql"));
    let built = site.build();
    assert!(built.codes().contains(&"graphql-folder-shared"), "{:?}", built.problems());
    assert!(built.files().contains_key("api/graph/queries/organization-1/index.html"));
    // What has no place beside it is told.
    site.edit_config(|config| config["navigation"]["tabs"][1]["pages"] = json!(["guides/start"]));
    assert!(site.build().codes().contains(&"config-graphql-beside"));
    site.edit_config(|config| {
        config["navigation"]["tabs"][1] = json!({ "tab": "API", "graphql": "http://example.com/a.graphql" });
        config["navigation"]["tabs"][0]["graphql"] = Value::Null;
    });
    let built = site.build();
    assert!(built.codes().iter().any(|code| code.starts_with("config-")), "{:?}", built.problems());
}

#[test]
fn gql_01_groups_are_named_in_the_language_of_the_tab() {
    let language = |code: &str, folder: &str, page: &str| {
        let tab = json!({ "tab": "API", "graphql": { "source": "schema.graphql", "directory": folder } });
        json!({ "language": code, "tabs": [{ "tab": "Home", "pages": [page] }, tab] })
    };
    let languages = [language("en", "en/graph", "index"), language("de", "de/graph", "de/index")];
    let built = Site::new()
        .with_config(json!({ "navigation": { "languages": languages } }))
        .file("index.mdx", "# Start\n")
        .file("de/index.mdx", "# Anfang\n")
        .file("schema.graphql", SCHEMA)
        .build();
    built.assert_no_problems();
    let german = built.html("de/graph/queries/organization/index.html");
    assert!(german.contains(">Abfragen<") && german.contains(">Argumente<"), "{german}");
    assert!(german.contains("href=\"/de/graph/types/organization\""), "{german}");
    assert!(built.html("en/graph/queries/organization/index.html").contains(">Queries<"));
}

#[test]
fn gql_01_a_schema_at_an_address_is_the_copy_that_was_fetched() {
    const URL: &str = "https://example.com/schema.graphql";
    let mut site = site_of(json!({ "tab": "API", "graphql": URL }), "");
    let built = site.build();
    assert_eq!(built.codes(), ["remote-description"], "{:?}", built.problems());
    let (system, root) = site.system();
    system.set_answer(URL, SCHEMA.as_bytes());
    let fetch = Fetch { system, root, font_service: "https://fonts.test", scripts: &[], known: Known::Kept };
    assert_eq!(fetch.run(&[RemoteSource::Description(URL.to_owned())]).problems, []);
    let built = site.build();
    built.assert_no_problems();
    assert!(built.files().contains_key("graphql-reference/types/user/index.html"));
    built.assert_clean();
}

#[test]
fn gql_01_the_markdown_of_a_page_says_the_same() {
    let built = site(SCHEMA).build();
    let markdown = built.html("graphql-reference/mutations/create-user.md");
    assert_in_order(
        markdown,
        &[
            "# createUser",
            "`MUTATION createUser`",
            "## Arguments",
            "`input`",
            "[CreateUserInput](/graphql-reference/types/create-user-input)!",
            "`input.name` | `String!` | yes",
            "## Returns",
            "```graphql",
            "```json",
        ],
    );
    let organization = built.html("graphql-reference/types/organization.md");
    assert_in_order(
        organization,
        &[
            "# Organization",
            "## Fields",
            "`members`",
            "Deprecated. See `id`.",
            "## Implements",
            "/graphql-reference/types/node",
            "## Used by",
        ],
    );
}
