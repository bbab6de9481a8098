//! Which page comes first for what readers type, and what is shown of it: the search as `docs mcp` runs it is that of the
//! browser.

use docs::mcp::Library;
use serde_json::{Value, json};

use crate::mcp::{call, library, text, urls};
use crate::site::Site;

#[test]
fn srch_04_a_page_is_found_by_what_readers_call_it() {
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n\n{text}\n");
    let mut site = Site::new()
        .with_config(
            json!({ "navigation": { "pages": ["index", "invite", "disable", "enable", "windows"] } }),
        )
        .file("index.mdx", &page("Home", "A place for teams to talk."))
        .file("invite.mdx", &page("Invite members", "Members of the team have a role."))
        .file("disable.mdx", &page("Disable reports", "Reports are disabled in the settings."))
        .file("enable.mdx", &page("Reports", "A report tells what happened. It comes once a week."))
        .file("windows.mdx", &page("Maintenance windows", "Alerts are suppressed meanwhile."));
    let library = library(&site.build());
    let first = |query: &str| {
        let result = call(&library, "search", json!({ "query": query }));
        urls(&result).first().map(|url| (*url).to_owned())
    };
    // No page has this word.
    assert_eq!(first("add a coworker").as_deref(), Some("/invite"));
    assert_eq!(first("mute them").as_deref(), Some("/windows"));
    // Two words that say something together, and with one between them.
    assert_eq!(first("turn off reports").as_deref(), Some("/disable"));
    assert_eq!(first("turn reports off").as_deref(), Some("/disable"));
}

#[test]
fn srch_05_a_page_of_that_name_comes_before_those_that_tell_of_it() {
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n\n{text}\n");
    let often = "The changelog. The changelog of tools and of a cursor. ".repeat(8);
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "releases", "changelog", "cursor", "tools", "short"] } }))
        .file("index.mdx", &page("Home", "A place."))
        .file("releases.mdx", &page("Releases", &format!("## The changelog\n\n{often}\n\n## Cursor\n\n{often}\n\n## Tool\n\n{often}")))
        .file("changelog.mdx", &page("Changelog", "What happened."))
        .file("cursor.mdx", &page("Cursor 🤝 Kite", "An editor."))
        .file("tools.mdx", &page("Tools", "What there is."))
        .file("short.mdx", "---\ntitle: Everything about billing and invoices\nsidebarTitle: Money\n---\n\nOf all kinds.\n");
    let library = library(&site.build());
    for (query, url) in
        [("changelog", "/changelog"), ("cursor", "/cursor"), ("tool", "/tools"), ("money", "/short")]
    {
        let result = call(&library, "search", json!({ "query": query }));
        assert_eq!(urls(&result).first(), Some(&url), "{query}");
    }
}

#[test]
fn srch_05_a_page_of_that_name_is_first_however_many_others_have_the_word() {
    let names = [
        "Limits of a {}",
        "Reward {}",
        "Set up a {}",
        "The {} of others",
        "{} and staking",
        "A {} in depth",
        "{} errors",
        "Close a {}",
        "Old {}",
        "More on a {}",
    ];
    let mut site = Site::new().file("vaults.mdx", "---\ntitle: Vaults\n---\n\nWhere deposits are kept.\n");
    site = site.file("image.mdx", "---\ntitle: Image to Image Agent\n---\n\nWhat it does.\n");
    let mut pages = vec!["vaults".to_owned(), "image".to_owned()];
    for (number, name) in names.iter().enumerate() {
        for (kind, word) in [("v", "vault"), ("i", "Image Agent")] {
            let front = format!(
                "---\ntitle: {}\ndescription: All about the {word} and every {word} of others.\n---\n",
                name.replace("{}", word)
            );
            let text = format!(
                "{front}\n## {word}\n\nA {word} is kept.\n\n## More of each {word}\n\nThe {word} of another {word}.\n"
            );
            pages.push(format!("{kind}{number}"));
            site = site.file(&format!("{kind}{number}.mdx"), &text);
        }
    }
    let library = library(&site.with_config(json!({ "navigation": { "pages": pages } })).build());
    for (query, url) in [("Vaults", "/vaults"), ("Image to Image Agent", "/image")] {
        let result = call(&library, "search", json!({ "query": query }));
        assert_eq!(urls(&result).first(), Some(&url), "{query}");
    }
}

/// The first page that is found for a question.
fn first(library: &Library, query: &str) -> String {
    let result = call(library, "search", json!({ "query": query }));
    urls(&result).first().map(|url| (*url).to_owned()).unwrap_or_default()
}

#[test]
fn srch_05_asked_for_one_the_page_about_them_comes_before_that_of_one() {
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n\n{text}\n");
    let operation =
        |summary: &str| json!({ "summary": summary, "responses": { "200": { "description": "" } } });
    let paths = json!({
        "/plans": { "get": operation("Get plans") },
        "/plans/{id}": { "get": operation("Get plan") },
        "/policies": { "post": operation("Create policy") },
        "/boxes": { "post": operation("Create a box") },
    });
    let library = library(
        &Site::new()
            .with_config(json!({ "navigation": { "groups": [
                { "group": "Guides", "pages": ["index", "boards", "policies", "runners", "storing", "pools"] },
                { "group": "Classes", "pages": ["board", "run", "store", "lists", "list", "nib"] },
                { "group": "More classes", "pages": ["nibs", "pool", "module"] },
                { "group": "API", "openapi": "openapi.json" },
                { "group": "Handbook", "pages": ["box"] },
            ] } }))
            .file("openapi.json", &json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": paths }).to_string())
            .file("index.mdx", &page("Home", "A place to begin."))
            .file("boards.mdx", &page("Boards", "What there is to draw on."))
            .file("board.mdx", &page("Board", "A board of a file. Each board has a name, and a board has a parent."))
            .file("box.mdx", &page("Create a box", "Create a box of these. Who may create a box?\n\n## Create a box\n\nIt is made."))
            .file("module.mdx", &page("boards", "A module of boards. Many boards are in the module.\n\n## boards\n\nMore boards."))
            .file("policies.mdx", &page("Creating policies", "Who may do what."))
            .file("runners.mdx", &page("Task runners", "Who runs them."))
            .file("run.mdx", &page("Task run", "What was run."))
            .file("storing.mdx", &page("Storing files", "Where they are."))
            .file("store.mdx", &page("storeFiles", "A function."))
            .file("lists.mdx", &page("Lists", "Many a list of lists."))
            .file("list.mdx", &page("List", "One of them."))
            .file("nib.mdx", &page("Nib", "Of a pen."))
            .file("nibs.mdx", &page("Nibs", "All of them."))
            .file("pools.mdx", "---\ntitle: Pools\nboost: 0.3\n---\n\nOf workers.\n")
            .file("pool.mdx", &page("Pool", "A class of the pool."))
            .build(),
    );
    // Another place tells of one of them: a class, an operation. A module has the same name.
    assert_eq!(first(&library, "board"), "/boards");
    assert_eq!(first(&library, "boards"), "/boards");
    assert_eq!(first(&library, "create policy"), "/policies");
    assert_eq!(first(&library, "store files"), "/storing");
    // Who does something is not more of it, a name is what is called so, and what stands first is meant.
    assert_eq!(first(&library, "task run"), "/run");
    assert_eq!(first(&library, "storeFiles"), "/store");
    assert_eq!(first(&library, "nib"), "/nib");
    // Side by side, and of operations, each is what it is called.
    assert_eq!(first(&library, "list"), "/list");
    assert_eq!(first(&library, "get plan"), "/api-reference/get-plan");
    assert_eq!(first(&library, "get plans"), "/api-reference/get-plans");
    assert_eq!(first(&library, "create a box"), "/box");
    // What the site shows less is no guide.
    assert_eq!(first(&library, "pool"), "/pool");
}

#[test]
fn srch_05_a_word_that_says_little_is_asked_for_where_more_of_the_question_is_what_a_page_is_called() {
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n\n{text}\n");
    let library = library(
        &Site::new()
            .with_config(json!({ "navigation": { "pages": ["index", "recipes", "servers", "mysql", "where", "can", "i2c", "wait"] } }))
            .file("index.mdx", &page("Home", "A place to begin."))
            .file("recipes.mdx", "---\ntitle: Recipes of all kinds\nsidebarTitle: How to\n---\n\nHow to bake a server, and more.\n")
            .file("servers.mdx", &page("Servers", "What you need. Keep the place of each.\n\n## Deploy a server\n\nGive it a place."))
            .file("mysql.mdx", &page("MySQL", "A database on a server."))
            .file("where.mdx", &page("WHERE clause", "Which rows are found."))
            .file("can.mdx", &page("CAN Bus", "A virtual interface.\n\nMuch more of it."))
            .file("i2c.mdx", &page("I2C", "An interface that you can have.\n\n## Interface\n\nThe interface. No rows, and a clause."))
            .file("wait.mdx", &page("Wait for", "It goes on later."))
            .build(),
    );
    // How to, my and where only ask here, whatever pages are called.
    assert_eq!(first(&library, "how to deploy a server"), "/servers");
    assert_eq!(first(&library, "my server"), "/servers");
    assert_eq!(first(&library, "where is the place"), "/servers");
    // What else is asked for stands in the same title, or is what the page tells of.
    assert_eq!(first(&library, "where clause"), "/where");
    assert_eq!(first(&library, "can interface"), "/can");
    assert_eq!(first(&library, "sleep for a while"), "/wait");
}

#[test]
fn srch_06_two_words_that_titles_write_as_one_and_one_that_they_write_as_two() {
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n\n{text}\n");
    let library = library(
        &Site::new()
            .with_config(json!({ "navigation": { "pages": ["index", "hooks", "webhooks", "time", "line", "requests", "sources"] } }))
            .file("index.mdx", &page("Home", "A page of the web, on one line.\n\n## Web\n\nThe web."))
            .file("hooks.mdx", &page("Hooks", "A hook of the client. Every hook is on the web.\n\n## Hook\n\nA hook."))
            .file("webhooks.mdx", &page("Webhooks", "What is told to others."))
            .file("time.mdx", &page("Timeline", "When something moves."))
            .file("line.mdx", &page("Line of time", "A line, and the time of each line."))
            .file("requests.mdx", &page("Signing requests", "With a key, in each of them."))
            .file("sources.mdx", &page("Data sources", "Where it comes from."))
            .build(),
    );
    assert_eq!(first(&library, "web hook"), "/webhooks");
    assert_eq!(first(&library, "time line"), "/time");
    assert_eq!(first(&library, "data source"), "/sources");
    // And one that stands nowhere, whose halves do. What is a step from a word was mistyped.
    assert_eq!(first(&library, "datasource"), "/sources");
    assert_eq!(first(&library, "weebhook"), "/webhooks");
    // Apart from each other they are what they are.
    assert_eq!(first(&library, "line of time"), "/line");
    assert_eq!(first(&library, "hook"), "/hooks");
}

#[test]
fn srch_05_a_heading_counts_more_than_the_name_of_a_field() {
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n\n{text}\n");
    let fields = |names: &[&str]| -> Value {
        names
            .iter()
            .map(|name| ((*name).to_owned(), json!({ "type": "string" })))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let description = json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": {
        "/a": { "post": { "summary": "Make one", "requestBody": { "content": { "application/json": { "schema": {
            "type": "object", "properties": fields(&["proxyHost", "queryLimits"]),
        } } } }, "responses": { "200": { "description": "" } } } },
    } });
    let library = library(
        &Site::new()
            .with_config(json!({ "navigation": { "groups": [
                { "group": "API", "openapi": "openapi.json" },
                { "group": "Guides", "pages": ["index", "rates", "queries", "proxies"] },
            ] } }))
            .file("openapi.json", &description.to_string())
            .file("index.mdx", &page("Home", "A place to begin."))
            .file("rates.mdx", &page("Rates", "How much.\n\n## Query limits\n\nAs many as there are."))
            .file("queries.mdx", &page("Queries", "What a query is. It has limits."))
            .file("proxies.mdx", &page("Proxies", "What stands before.\n\n## Host of the proxy\n\nIts name."))
            .build(),
    );
    // Its id begins like that of a field.
    assert_eq!(first(&library, "query limits"), "/rates");
    assert_eq!(first(&library, "proxy host"), "/proxies");
}

#[test]
fn srch_10_an_operation_that_is_named_by_its_path_is_first() {
    let operation =
        |summary: &str| json!({ "summary": summary, "responses": { "200": { "description": "" } } });
    let mut paths = json!({
        "/datasets": { "post": operation("Create an empty knowledge base"), "get": operation("List them") },
        "/datasets/{dataset_id}": { "get": operation("Get a knowledge base") },
    });
    for name in ["tags", "binding", "documents", "metadata", "segments", "retrieve", "files", "rules"] {
        paths[format!("/datasets/{name}")] = json!({ "post": operation(&format!("Datasets {name}")), "get": operation(&format!("Datasets: {name}")) });
    }
    let description = json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": paths });
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "groups": [
            { "group": "Start", "pages": ["index"] }, { "group": "API", "openapi": "openapi.json" },
        ] } }))
        .file("index.mdx", "# Start\n\nAll about datasets: POST and GET of datasets.")
        .file("openapi.json", &description.to_string());
    let library = library(&site.build());
    let first = |query: &str| {
        let result = call(&library, "search", json!({ "query": query }));
        result["structuredContent"]["pages"][0]["title"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(first("POST /datasets"), "Create an empty knowledge base");
    assert_eq!(first("GET /datasets"), "List them");
    assert_eq!(first("GET /datasets/{dataset_id}"), "Get a knowledge base");
    assert_eq!(first("POST /datasets/tags"), "Datasets tags");
}

#[test]
fn srch_06_what_is_mistyped_once_leads_to_the_page_that_is_called_so() {
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n\n{text}\n");
    let mut site = Site::new()
        .with_config(json!({ "navigation": { "pages": ["index", "slip", "charts", "one", "two", "three", "four", "rules", "orbit"] } }))
        .file("index.mdx", &page("Home", "A place to begin."))
        .file("slip.mdx", &page("Tools", "Many of them.\n\nPower, Looker, Tableu and others are read as well."))
        .file("charts.mdx", &page("Tableau", "Charts of all that there is."))
        .file("rules.mdx", &page("Hooks of the end", "Kite runs them.\n\n## Kite\n\nOf Kite."))
        .file("orbit.mdx", &page("Upgrade the package", "A new version of Kite."));
    for name in ["one", "two", "three", "four"] {
        site = site.file(
            &format!("{name}.mdx"),
            &page(name, "Another of them.\n\nIt draws the charts of Tableau beside others."),
        );
    }
    let library = library(&site.build());
    assert_eq!(first(&library, "tableu"), "/charts");
    // What was mistyped is what is asked for, more than the word beside it.
    assert_eq!(first(&library, "uprgade kite"), "/orbit");
}

#[test]
fn srch_04_an_identifier_is_told_of_where_it_is_a_heading() {
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n\n{text}\n");
    let errors: String = (0..40).map(|n| format!("## error_{n}\n\nSomething went wrong.\n\n")).collect();
    let mut pages = vec!["index".to_owned(), "codes".to_owned()];
    let mut site = Site::new()
        .file("index.mdx", &page("Home", "A place to begin."))
        .file("codes.mdx", &page("All codes", &format!("{errors}## payload_too_large\n\nSend less.")));
    for n in 0..12 {
        pages.insert(1, format!("p{n}"));
        let text = "A payload that is too large, `payload_too_large`, or a large one.";
        site = site.file(&format!("p{n}.mdx"), &page(&format!("Large payload {n}"), text));
    }
    let library = library(&site.with_config(json!({ "navigation": { "pages": pages } })).build());
    assert_eq!(first(&library, "payload_too_large"), "/codes");
}

#[test]
fn srch_05_of_equal_pages_the_one_that_says_it_more_often_is_first() {
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n\n{text}\n");
    let line =
        |n: usize| format!("Run `cwctl` with the option of number {n}, which does what its name says.\n\n");
    let lines = |count: usize| (0..count).map(line).collect::<String>();
    let library = library(
        &Site::new()
            .with_config(json!({ "navigation": { "pages": ["index", "few", "many"] } }))
            .file("index.mdx", &page("Home", "A place to begin."))
            .file("few.mdx", &page("Upgrade", &lines(40)))
            .file("many.mdx", &page("Control", &lines(80)))
            .build(),
    );
    assert_eq!(first(&library, "cwctl"), "/many");
}

#[test]
fn srch_06_what_says_the_same_counts_more_than_what_goes_with_it_where_the_word_is_unknown() {
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n\n{text}\n");
    let library = library(
        &Site::new()
            .with_config(json!({ "navigation": { "pages": ["index", "reports", "setup"] } }))
            .file("index.mdx", &page("Home", "A place to begin."))
            .file("reports.mdx", &page("Security issues", "Who tells us of them."))
            .file("setup.mdx", &page("Setup guide of MFA", "A setup."))
            .build(),
    );
    assert_eq!(first(&library, "2fa"), "/setup");
}

#[test]
fn srch_06_what_two_words_say_together_is_both_of_them() {
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n\n{text}\n");
    let library = library(
        &Site::new()
            .with_config(json!({ "navigation": { "pages": ["index", "sso", "sign", "sum"] } }))
            .file("index.mdx", &page("Home", "A place to begin."))
            .file("sso.mdx", &page("SSO", "Okta."))
            .file("sign.mdx", &page("Documents", "Okta is a name.\n\n## A sign\n\nA single sign."))
            .file("sum.mdx", &page("Sums", "How a sum is made."))
            .build(),
    );
    assert_eq!(first(&library, "okta single sign on"), "/sso");
}

#[test]
fn srch_05_a_page_is_about_what_its_title_and_its_groups_name() {
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n\n{text}\n");
    let library = library(
        &Site::new()
            .with_config(json!({ "navigation": { "groups": [
                { "group": "Start", "pages": ["index", "notes"] },
                { "group": "Memory", "pages": ["memory/overview", { "group": "Storage", "pages": ["memory/redis", "memory/json"] }] },
            ] } }))
            .file("index.mdx", &page("Home", "A place to begin, with memory."))
            .file("notes.mdx", &page("Notes", "Redis is a name. The memory of a note."))
            .file("memory/overview.mdx", &page("Memory", "What stays, in Redis or in files. All memory is kept.\n\n## Kinds of memory\n\nMore of it, in Redis."))
            .file("memory/redis.mdx", &page("RedisStorage", "Kept for many.\n\n## Install\n\nRedis has a memory of its own."))
            .file("memory/json.mdx", &page("JSONStorage", "Kept in files."))
            .build(),
    );
    assert_eq!(first(&library, "redis memory"), "/memory/redis");
    assert_eq!(first(&library, "memory"), "/memory/overview");
}

#[test]
fn srch_06_two_words_that_german_writes_as_one_with_a_letter_between() {
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n\n{text}\n");
    let library = library(
        &Site::new()
            .with_config(json!({ "navigation": { "languages": [{ "language": "de", "pages": ["de/index", "de/nummern", "de/weiter", "de/anrufe"] }] } }))
            .file("de/index.mdx", &page("Beginn", "Hier geht es los."))
            .file("de/nummern.mdx", &page("Nummern", "Ein Anruf kommt an.\n\n## Mehr\n\nAlle lassen sich weiterleiten."))
            .file("de/weiter.mdx", &page("Anrufsweiterleitung", "Wohin es geht, wenn niemand da ist."))
            .file("de/anrufe.mdx", &page("Anrufe", "Jeder Anruf steht hier, mit seiner Dauer."))
            .build(),
    );
    assert_eq!(first(&library, "anruf weiterleiten"), "/de/weiter");
}

#[test]
fn srch_05_what_is_called_deprecated_is_found_behind_what_is_not() {
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n\n{text}\n");
    let library = library(
        &Site::new()
            .with_config(json!({ "navigation": { "pages": ["index", "old", "new", "tool", "tools"] } }))
            .file("index.mdx", &page("Home", "A place to begin."))
            .file(
                "old.mdx",
                &page(
                    "Import a connection (deprecated)",
                    "Bring tokens that exist.\n\n## Existing tokens\n\nTokens that exist.",
                ),
            )
            .file(
                "new.mdx",
                &page("Import a connection", "Bring tokens that exist.\n\n## Existing tokens\n\nThose."),
            )
            .file("tool.mdx", &page("UrlTool [Deprecated]", "It reads addresses."))
            .file("tools.mdx", &page("Tools", "All of them. The UrlTool is one."))
            .build(),
    );
    assert_eq!(first(&library, "import existing tokens"), "/new");
    // Who asks for it by its name gets it.
    assert_eq!(first(&library, "UrlTool"), "/tool");
}

#[test]
fn srch_14_the_text_of_a_hit_is_what_readers_see_there() {
    let fields = json!({ "code": { "type": "string", "enum": ["a", "b"], "x-enum-varnames": ["First", "Second"], "description": "Which quota was reached." } });
    let answer = |title: &str| json!({ "description": title, "content": { "application/json": { "schema": { "type": "object", "properties": fields } } } });
    let description = json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": {
        "/a": { "get": { "summary": "Ask", "responses": { "400": answer("Wrong"), "500": answer("Failed") } } },
    } });
    let library = library(
        &Site::new()
            .with_config(json!({
                "markdown": { "instructions": "Connect assistants to the apply server when they install." },
                "navigation": { "groups": [
                    { "group": "Start", "pages": ["index", "install"] },
                    { "group": "API", "openapi": "openapi.json" },
                ] },
            }))
            .file("openapi.json", &description.to_string())
            .file("index.mdx", "---\ntitle: Home\n---\n\nA place to begin.\n")
            .file("install.mdx", "---\ntitle: Setup\n---\n\nRun `curl -s x.example | sh` to install it, and write `<br>` for a line.\n\n| Step | What |\n| --- | --- |\n| one | unpacks parcels |\n")
            .build(),
    );
    let shown = |query: &str| text(&call(&library, "search", json!({ "query": query }))).to_owned();
    // What is told to assistants stands on no page, and the pipe of a command parts no cells.
    let found = shown("install");
    assert!(
        found.contains("Run curl -s x.example | sh to install it, and write <br> for a line."),
        "{found}"
    );
    assert!(!found.contains("Connect assistants"), "{found}");
    assert!(shown("parcels").contains("one · unpacks parcels"), "{}", shown("parcels"));
    // A field with what is said of it, once for all answers that have it.
    let found = shown("quota");
    assert!(
        found.contains("code · enum<string> · Which quota was reached. Available options: a First b Second"),
        "{found}"
    );
    assert_eq!(found.matches("/api-reference/ask#").count(), 1, "{found}");
}

#[test]
fn srch_14_the_text_of_a_hit_says_most_of_what_was_asked_and_no_signs_of_its_source() {
    let code = "```python\nregistry_auth=RegistryAuth.basic(os.environ[\"REGISTRY_PASSWORD\"])\n```";
    let library = library(
        &Site::new()
            .with_config(json!({ "navigation": { "pages": ["index", "images", "limits"] } }))
            .file("index.mdx", "---\ntitle: Home\n---\n\nA place to begin.\n")
            .file("images.mdx", &format!("---\ntitle: Images\n---\n\nWhere they are from.\n\n## Registries\n\n{code}\n\nGive a private registry its password.\\\nAnother line.\n\n| Name | Type |\n| --- | --- |\n| `origin` | `str \\| None` |\n"))
            .file("limits.mdx", "---\ntitle: Limits of parcels\n---\n\n## Limits of parcels\n\nThe heaviest parcel that is carried.\n")
            .build(),
    );
    let shown = |query: &str| text(&call(&library, "search", json!({ "query": query }))).to_owned();
    // Three spellings of one word are less than two words, and the sign of a line's end is not read.
    let found = shown("private registry");
    assert!(found.contains("Give a private registry its password."), "{found}");
    assert!(!found.contains("password.\\"), "{found}");
    assert!(shown("origin").contains("origin · str | None"), "{}", shown("origin"));
    // A heading that repeats the title is no other place.
    let found = shown("limits of parcels");
    assert!(!found.contains("/limits#"), "{found}");
    assert!(found.contains("The heaviest parcel"), "{found}");
}
