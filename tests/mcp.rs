//! `docs mcp`: sessions, the tools over a built site, and that it answers as the files are.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::rc::Rc;

use docs::db::Settings;
use docs::mcp::{Library, answer};
use docs::text::Addresses;
use serde_json::{Value, json};

use crate::process::{Files, Workplace, program};
use crate::site::{Built, Site};

pub(crate) fn library(built: &Built) -> Library {
    let files = built.files().clone();
    Library::open(Rc::new(move |path| files.get(path).cloned())).expect("a library")
}

fn ask(library: &Library, method: &str, parameters: Value) -> Value {
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": parameters });
    let answer: Value =
        serde_json::from_str(&answer(library, &message.to_string()).expect("an answer")).expect("JSON");
    assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(7)));
    answer
}

pub(crate) fn call(library: &Library, tool: &str, arguments: Value) -> Value {
    ask(library, "tools/call", json!({ "name": tool, "arguments": arguments }))["result"].clone()
}

pub(crate) fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().expect("a text")
}

pub(crate) fn urls(result: &Value) -> Vec<&str> {
    let pages = result["structuredContent"]["pages"].as_array().expect("pages");
    pages.iter().map(|page| page["url"].as_str().expect("an address")).collect()
}

fn site() -> Site {
    Site::new()
        .with_config(json!({ "name": "Kite", "navigation": { "groups": [
            { "group": "Start", "pages": ["index", "guides/limits"] },
            { "group": "Quiet", "pages": ["quiet"] },
        ] } }))
        .file("index.mdx", "---\ntitle: Home\n---\n\nThe beginning.\n")
        .file("guides/limits.mdx", "---\ntitle: Rate limits\ndescription: How often\n---\n\n## Burst of requests\n\nA *bucket* of `createUser` calls.\n")
        .file("quiet.mdx", "---\ntitle: Quiet\nsearchable: false\n---\n\nNot for the search.\n")
        .file("secret.mdx", "---\ntitle: Secret\nhidden: true\n---\n\nA bucket for nobody.\n")
}

#[test]
fn ai_10_a_session_begins_and_refuses_what_it_does_not_know() {
    let library = library(&site().build());
    for (asked, given) in
        [("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25")]
    {
        let result =
            ask(&library, "initialize", json!({ "protocolVersion": asked, "capabilities": {} }))["result"]
                .clone();
        assert_eq!(result["protocolVersion"], given);
        assert_eq!(
            (&result["serverInfo"]["title"], &result["capabilities"]["tools"]),
            (&json!("Kite"), &json!({}))
        );
    }
    let code = |message: &str| -> Value {
        let answer = answer(&library, message).expect("an answer");
        serde_json::from_str::<Value>(&answer).expect("JSON")["error"]["code"].clone()
    };
    assert_eq!(code("{"), json!(-32700));
    assert_eq!(code("{\"jsonrpc\":\"2.0\",\"id\":1}"), json!(-32600));
    assert_eq!(code("[]"), json!(-32600));
    assert_eq!(code("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such\"}"), json!(-32601));
    assert_eq!(
        code("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"x\"}}"),
        json!(-32602)
    );
    assert_eq!(
        code(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"docs:///no.md\"}}"
        ),
        json!(-32002)
    );
    // Notifications, and answers to nothing, are taken in silence; several messages are answered together.
    assert_eq!(answer(&library, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"), None);
    assert_eq!(answer(&library, "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}"), None);
    let both = answer(
        &library,
        "[{\"id\":1,\"method\":\"ping\"},{\"method\":\"x\"},{\"id\":\"b\",\"method\":\"ping\"}]",
    );
    let both: Value = serde_json::from_str(&both.expect("answers")).expect("JSON");
    assert_eq!(both.as_array().map(Vec::len), Some(2));
}

#[test]
fn ai_10_search_read_and_list() {
    let library = library(&site().build());
    let tools = ask(&library, "tools/list", json!({}))["result"]["tools"].clone();
    let names: Vec<&str> =
        tools.as_array().expect("tools").iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["search", "read_page", "list_pages"]);
    // A site of one language and version has no filters.
    assert_eq!(tools[0]["inputSchema"]["properties"].as_object().map(|all| all.len()), Some(2));
    let found = call(&library, "search", json!({ "query": "buckets" }));
    assert_eq!(urls(&found), ["/guides/limits"]);
    assert!(text(&found).contains("## Rate limits\n\n/guides/limits\nIn: Start\n"), "{}", text(&found));
    assert!(text(&found).contains("A bucket of createUser calls."), "{}", text(&found));
    assert_eq!(
        urls(&call(&library, "search", json!({ "query": "createUser", "limit": 1 }))),
        ["/guides/limits"]
    );
    assert_eq!(urls(&call(&library, "search", json!({ "query": "zzz" }))), [""; 0]);
    for path in [
        "/guides/limits",
        "guides/limits",
        "guides/limits.md",
        "https://kite.example/guides/limits#burst-of-requests",
        "/guides/limits/",
    ] {
        let page = call(&library, "read_page", json!({ "path": path }));
        assert!(text(&page).starts_with("# Rate limits\n\n> How often\n"), "{path}");
    }
    assert!(text(&call(&library, "read_page", json!({ "path": "/" }))).starts_with("# Home"));
    assert!(text(&call(&library, "read_page", json!({ "path": "index.mdx" }))).starts_with("# Home"));
    for wrong in ["/guides/limit", "../secret", "/_docs/search/index.json", "", "/docs.json"] {
        let page = call(&library, "read_page", json!({ "path": wrong }));
        assert_eq!(page["isError"], true, "{wrong}");
    }
    assert!(
        text(&call(&library, "read_page", json!({ "path": "/guides/limit" })))
            .contains("Is it `/guides/limits`?")
    );
    // What is meant to be found, in reading order and then what the search leaves out.
    let listed = call(&library, "list_pages", json!({}));
    assert_eq!(urls(&listed), ["/", "/guides/limits", "/quiet"]);
    assert!(text(&listed).contains("## Start\n\n- Home (/)"));
    assert_eq!(urls(&call(&library, "list_pages", json!({ "below": "/guides" }))), ["/guides/limits"]);
    // Whole names of a path are compared; who knows only how one begins is told which there are.
    for (below, told) in [
        ("/guides", "1 page:\n"),
        ("/gui", "No page is `/gui` or below it. There is: `/guides`."),
        ("/guides/l/", "No page is `/guides/l` or below it. There is: `/guides/limits`."),
        ("quite", "No page is `/quite` or below it. There is: `/quiet`."),
        ("zzzzz", "No page is `/zzzzz` or below it. There is: `/guides`, `/quiet`."),
    ] {
        let listed = call(&library, "list_pages", json!({ "below": below }));
        assert!(text(&listed).starts_with(told), "{}", text(&listed));
    }
    assert_eq!(urls(&call(&library, "list_pages", json!({ "below": "/gui" }))), [""; 0]);
    assert_eq!(urls(&call(&library, "list_pages", json!({ "offset": 2 }))), ["/quiet"]);
    let resources = ask(&library, "resources/list", json!({}))["result"].clone();
    let uri = &resources["resources"][1]["uri"];
    assert_eq!((uri, &resources["nextCursor"]), (&json!("docs:///guides/limits.md"), &Value::Null));
    let read = ask(&library, "resources/read", json!({ "uri": uri }));
    assert!(read["result"]["contents"][0]["text"].as_str().expect("a text").starts_with("# Rate limits"));
    // Arguments of the wrong kind are told to the model.
    for arguments in [json!({}), json!({ "query": 1 }), json!({ "query": "a", "limit": -1 }), json!([])] {
        assert_eq!(call(&library, "search", arguments)["isError"], true);
    }
}

/// SEP-1303: what is wrong with arguments is told to the model, by every tool in the same way.
#[test]
fn ai_10_an_argument_that_a_tool_does_not_have_is_named_with_those_it_has() {
    let library = library(&site().build());
    for (tool, arguments, told) in [
        (
            "list_pages",
            json!({ "belo": "/guides" }),
            "list_pages has no argument `belo`. Is it `below`? It has: `below`, `offset`.",
        ),
        (
            "search",
            json!({ "query": "bucket", "language": "en" }),
            "search has no argument `language`. It has: `query`, `limit`.",
        ),
        (
            "read_page",
            json!({ "path": "/", "offset": null }),
            "read_page has no argument `offset`. It has: `path`.",
        ),
    ] {
        let answer = call(&library, tool, arguments);
        assert_eq!((&answer["isError"], text(&answer)), (&json!(true), told));
        let answer = call(&library, tool, json!(["/"]));
        let told = "the arguments of a call are an object";
        assert_eq!((&answer["isError"], text(&answer)), (&json!(true), told));
    }
    // That there is no such tool is an error of the protocol.
    let answer = ask(&library, "tools/call", json!({ "name": "pages", "arguments": { "belo": 1 } }));
    assert_eq!(answer["error"]["code"], -32_602);
    // What the list of tools tells of is taken.
    let tools = ask(&library, "tools/list", json!({}))["result"]["tools"].clone();
    for tool in tools.as_array().expect("tools") {
        let names = tool["inputSchema"]["properties"].as_object().expect("arguments").keys();
        let given: serde_json::Map<String, Value> = names.map(|name| (name.clone(), Value::Null)).collect();
        let answer = call(&library, tool["name"].as_str().expect("a name"), Value::Object(given));
        assert!(!text(&answer).contains("has no argument"), "{answer}");
    }
}

#[test]
fn ai_10_languages_versions_and_the_base_path() {
    let addresses = Addresses::new("/docs", Default::default());
    let built = Site::new()
        .settings(Settings { addresses, ..Settings::default() })
        .with_config(json!({ "redirects": [{ "source": "/anfang", "destination": "/de#a" }], "navigation": { "languages": [
            { "language": "en", "versions": [{ "version": "v2", "pages": ["index"] }, { "version": "v1", "pages": ["v1/index"] }] },
            { "language": "de", "pages": ["de/index"] },
        ] } }))
        .file("index.mdx", "# New words\n")
        .file("v1/index.mdx", "# Old words\n")
        .file("de/index.mdx", "---\ntitle: Anfang\n---\n\nNeue words.\n")
        .build();
    let library = library(&built);
    let found = |arguments: Value| {
        let result = call(&library, "search", arguments);
        urls(&result).join(" ")
    };
    assert_eq!(found(json!({ "query": "words" })), "/docs/");
    assert_eq!(found(json!({ "query": "words", "version": "v1" })), "/docs/v1");
    assert_eq!(found(json!({ "query": "words", "language": "de" })), "/docs/de");
    let wrong = call(&library, "search", json!({ "query": "words", "version": "v9" }));
    assert_eq!(
        (&wrong["isError"], text(&wrong)),
        (&json!(true), "there is no version `v9`; there are: v2, v1")
    );
    assert_eq!(urls(&call(&library, "list_pages", json!({ "version": "v1" }))), ["/docs/v1"]);
    assert_eq!(urls(&call(&library, "list_pages", json!({}))).len(), 3);
    assert!(text(&call(&library, "read_page", json!({ "path": "/docs/v1" }))).starts_with("# "));
    assert!(text(&call(&library, "read_page", json!({ "path": "/docs/" }))).starts_with("# "));
    // By its address, as the navigation names it, as its file is called, and by an address that it had.
    for path in
        ["https://x.y/docs/de#z", "de/index", "/docs/de/index", "de/index.mdx", "/docs/anfang", "anfang"]
    {
        let page = call(&library, "read_page", json!({ "path": path }));
        assert!(text(&page).starts_with("# Anfang"), "{path}: {}", text(&page));
    }
    let listed = call(&library, "list_pages", json!({}));
    assert!(text(&listed).contains("## en › v1\n\n- "), "{}", text(&listed));
}

#[test]
fn ai_10_the_program_answers_as_the_files_are() {
    let config = "{ \"theme\": \"mint\", \"name\": \"T\", \"colors\": { \"primary\": \"#166534\" }, \"navigation\": { \"pages\": [\"index\"] } }";
    let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    let sources: Files = [file("docs.json", config), file("index.mdx", "# A\n\nFirst words.\n")].into();
    let place = Workplace::new(&sources);
    let mut command = program();
    command.current_dir(place.path("")).args(["mcp", "site"]);
    let mut process = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut input = process.stdin.take().expect("an input");
    let mut output = BufReader::new(process.stdout.take().expect("an output"));
    let mut read_page = || {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "read_page", "arguments": { "path": "/" } } });
        writeln!(input, "{message}").expect("sent");
        let mut line = String::new();
        output.read_line(&mut line).expect("an answer");
        let answer: Value = serde_json::from_str(&line).expect("JSON");
        text(&answer["result"]).to_owned()
    };
    assert!(read_page().contains("First words."));
    place.write("site/index.mdx", "# A\n\nOther words.\n");
    assert!(read_page().contains("Other words."));
    drop(input);
    assert!(process.wait().expect("it ends").success());
    // Of a folder that was built nothing is built again; and without either it says so.
    place.build().succeeded();
    let run = |folder: &str| {
        let mut command = program();
        command.current_dir(place.path("")).args(["mcp", folder]).stdin(Stdio::null());
        command.output().expect("it starts")
    };
    assert!(run("out").status.success() && run("out").stderr.is_empty());
    place.write("empty/x", "");
    assert_eq!(run("empty").status.code(), Some(1));
}

/// Sends a request to a server of this machine; gives the status and the body.
fn send(port: u16, method: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    let mut request =
        format!("{method} /mcp HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
    let usual = [("host", "localhost"), ("content-type", "application/json"), ("accept", "application/json")];
    for (name, value) in usual.iter().filter(|(name, _)| headers.iter().all(|(other, _)| other != name)) {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    write!(stream, "{request}\r\n{body}").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    (status, body.to_owned())
}

#[test]
fn ai_10_over_http_only_those_who_may_ask_are_answered_as_the_files_are() {
    let config = "{ \"theme\": \"mint\", \"name\": \"T\", \"colors\": { \"primary\": \"#166534\" }, \"navigation\": { \"pages\": [\"index\"] } }";
    let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    let sources: Files = [file("docs.json", config), file("index.mdx", "# A\n\nFirst words.\n")].into();
    let place = Workplace::new(&sources);
    let mut command = program();
    command.current_dir(place.path("")).args(["mcp", "site", "--http", "--port", "0"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut process = command.spawn().expect("it starts");
    let mut told = BufReader::new(process.stderr.take().expect("a channel")).lines();
    let line =
        told.find_map(|line| line.ok().filter(|line| line.starts_with("Serving at "))).expect("an address");
    let port =
        line.split(':').nth(2).and_then(|rest| rest.split('/').next()).and_then(|port| port.parse().ok());
    let port: u16 = port.expect("a port");
    let message = |method: &str, parameters: Value| {
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": parameters }).to_string()
    };
    let read = message("tools/call", json!({ "name": "read_page", "arguments": { "path": "/" } }));
    let page = || {
        let (status, body) = send(port, "POST", &[], &read);
        assert_eq!(status, 200, "{body}");
        text(&serde_json::from_str::<Value>(&body).expect("JSON")["result"]).to_owned()
    };
    assert!(page().contains("First words."));
    place.write("site/index.mdx", "# A\n\nOther words.\n");
    assert!(page().contains("Other words."));
    let begin = message("initialize", json!({ "protocolVersion": "2025-11-25", "capabilities": {} }));
    assert!(send(port, "POST", &[], &begin).1.contains("\"protocolVersion\":\"2025-11-25\""));
    let notice = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string();
    assert_eq!(send(port, "POST", &[], &notice), (202, String::new()));
    assert_eq!(send(port, "GET", &[("accept", "text/event-stream")], "").0, 405);
    for (header, status) in [
        (("origin", "https://evil.test"), 403),
        (("origin", "http://localhost:6274"), 200),
        (("host", "evil.test"), 421),
        (("content-type", "text/plain"), 415),
        (("mcp-protocol-version", "1999-01-01"), 400),
        (("mcp-protocol-version", "2025-06-18"), 200),
    ] {
        assert_eq!(send(port, "POST", &[header], &read).0, status, "{header:?}");
    }
    // What is no message is told as JSON-RPC tells it.
    assert!(send(port, "POST", &[], "{").1.contains("-32700"));
    process.kill().expect("it ends");
    let _ = process.wait();
}
