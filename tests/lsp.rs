//! `docs lsp` with a scripted editor (CLI-16).

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

const CONFIG: &str = r##"{
  "theme": "mint", "name": "T", "colors": { "primary": "#166534" },
  "navigation": { "pages": ["index", "guides/start"] }
}
"##;
const HOME: &str = "---\ntitle: Home\ndescription: D\n---\n\n[Start](/guides/start#install)\n";
const START: &str = "---\ntitle: Get started\ndescription: In five minutes\n---\n\n## Install\n\nText.\n";

/// An editor with a project open.
struct Editor {
    folder: TempDir,
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    number: u64,
    /// What came while something else was waited for.
    told: Vec<Value>,
}

impl Editor {
    fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).expect("a folder");
            std::fs::write(path, text).expect("a file");
        };
        write("docs.json", CONFIG);
        write("index.mdx", HOME);
        write("guides/start.mdx", START);
        write("snippets/note.mdx", "A note.\n");
        let mut child = Command::new(env!("CARGO_BIN_EXE_docs"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let to = child.stdin.take().expect("its input");
        let from = BufReader::new(child.stdout.take().expect("its output"));
        let mut editor = Self { folder, child, to, from, number: 0, told: Vec::new() };
        let root = format!("file://{}", editor.root());
        let hello = json!({ "processId": null, "rootUri": root, "capabilities": {} });
        let answer = editor.ask("initialize", &hello);
        assert_eq!(answer["serverInfo"]["name"], "docs");
        editor.tell("initialized", &json!({}));
        editor
    }

    /// The folder as the operating system calls it.
    fn root(&self) -> String {
        let root = self.folder.path().canonicalize().expect("a folder");
        root.to_str().expect("UTF-8").to_owned()
    }

    fn uri(&self, path: &str) -> String {
        format!("file://{}/{path}", self.root())
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it listens");
        self.to.flush().expect("it listens");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("it speaks") > 0, "the server is gone");
            match line.trim().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().expect("a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).expect("a message");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.number += 1;
        let id = self.number;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return if message["error"].is_null() {
                    message["result"].clone()
                } else {
                    message["error"].clone()
                };
            }
            self.told.push(message);
        }
    }

    /// The codes that a file is told next.
    fn problems(&mut self, path: &str) -> Vec<String> {
        let uri = self.uri(path);
        let of_file = |message: &Value| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == *uri
        };
        let message = match self.told.iter().position(of_file) {
            Some(at) => self.told.remove(at),
            None => loop {
                let message = self.receive();
                if of_file(&message) {
                    break message;
                }
                self.told.push(message);
            },
        };
        let all = message["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
        all.iter().map(|problem| problem["code"].as_str().unwrap_or("").to_owned()).collect()
    }

    fn open(&mut self, path: &str, text: &str) {
        let document = json!({ "uri": self.uri(path), "languageId": "mdx", "version": 1, "text": text });
        self.tell("textDocument/didOpen", &json!({ "textDocument": document }));
    }

    fn change(&mut self, path: &str, text: &str) {
        let document = json!({ "uri": self.uri(path), "version": 2 });
        let changes = json!([{ "text": text }]);
        self.tell("textDocument/didChange", &json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Asks about the place of `|` in a text that is typed into a file.
    fn about(&mut self, method: &str, path: &str, marked: &str) -> Value {
        let at = marked.find('|').expect("a cursor");
        self.change(path, &marked.replacen('|', "", 1));
        let before = &marked[..at];
        let position = json!({
            "line": before.matches('\n').count(),
            "character": before.rsplit('\n').next().unwrap_or("").encode_utf16().count(),
        });
        self.ask(method, &json!({ "textDocument": { "uri": self.uri(path) }, "position": position }))
    }

    fn labels(&mut self, path: &str, marked: &str) -> Vec<String> {
        let answer = self.about("textDocument/completion", path, marked);
        let items = answer["items"].as_array().cloned().unwrap_or_default();
        items.iter().map(|item| item["label"].as_str().unwrap_or("").to_owned()).collect()
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", &Value::Null), Value::Null);
        self.tell("exit", &Value::Null);
        assert!(self.child.wait().expect("it ends").success());
    }
}

#[test]
fn cli_16_problems_follow_what_is_typed_in_other_files_too() {
    let mut editor = Editor::new();
    editor.open("index.mdx", &HOME.replace("/guides/start#install", "/guides/strat"));
    assert_eq!(editor.problems("index.mdx"), ["broken-link"]);
    editor.change("index.mdx", HOME);
    assert_eq!(editor.problems("index.mdx"), Vec::<String>::new());
    // Nothing of this is on the disk.
    editor.open("guides/start.mdx", &START.replace("## Install", "## Set up"));
    assert_eq!(editor.problems("index.mdx"), ["broken-anchor"]);
    let document = json!({ "textDocument": { "uri": editor.uri("guides/start.mdx") } });
    editor.tell("textDocument/didClose", &document);
    assert_eq!(editor.problems("index.mdx"), Vec::<String>::new());
    editor.change("index.mdx", &format!("{HOME}\n<Card title=\"x\">\n"));
    assert!(editor.problems("index.mdx").contains(&"unclosed-element".to_owned()));
    assert!(!editor.folder.path().join("dist").exists());
    editor.end();
}

#[test]
fn cli_16_names_are_completed() {
    let mut editor = Editor::new();
    editor.open("index.mdx", HOME);
    assert_eq!(editor.labels("index.mdx", "[x](/gui|)"), ["/guides/start"]);
    assert_eq!(editor.labels("index.mdx", "[x](/guides/start#|)"), ["/guides/start#install"]);
    assert!(editor.labels("index.mdx", "<Acc|").contains(&"AccordionGroup".to_owned()));
    assert_eq!(editor.labels("index.mdx", "<Card hre|"), ["href"]);
    assert_eq!(
        editor.labels("index.mdx", "<Card icon=\"rock|\">").first().map(String::as_str),
        Some("rocket")
    );
    assert_eq!(editor.labels("index.mdx", "---\nsidebarT|\n---\n"), ["sidebarTitle"]);
    assert_eq!(editor.labels("index.mdx", "[x](./gui|)"), ["./guides/start"]);
    assert_eq!(editor.labels("index.mdx", "[x](./guides/start#|)"), ["./guides/start#install"]);
    assert_eq!(editor.labels("index.mdx", "import N from \"./snip|\""), ["./snippets/note.mdx"]);
    editor.open("guides/start.mdx", START);
    assert_eq!(editor.labels("guides/start.mdx", "[x](../ind|)"), ["../index"]);
    assert_eq!(editor.labels("guides/start.mdx", "[x](./st|)"), ["./start"]);
    assert_eq!(editor.labels("index.mdx", "---\nmode: w|\n---\n"), ["wide"]);
    assert_eq!(editor.labels("index.mdx", "---\nnoindex: |\n---\n"), ["true", "false"]);
    assert_eq!(editor.labels("index.mdx", "---\ntitle: |\n---\n"), Vec::<String>::new());
    assert_eq!(editor.labels("index.mdx", "<Badge shape=\"|\">"), ["rounded", "pill"]);
    assert_eq!(editor.labels("index.mdx", "<Icon iconType=\"duo|\" />"), ["duotone", "sharp-duotone-solid"]);
    assert_eq!(editor.labels("index.mdx", "<Card title=\"|\">"), Vec::<String>::new());
    assert_eq!(editor.labels("index.mdx", "import N from \"/snippets/n|\""), ["/snippets/note.mdx"]);
    assert_eq!(editor.labels("index.mdx", "```\n<Acc|\n```"), Vec::<String>::new());
    editor.open("docs.json", CONFIG);
    let typed = CONFIG.replace("\"guides/start\"]", "\"guides/s|");
    assert_eq!(editor.labels("docs.json", &typed), ["guides/start"]);
    assert!(editor.labels("docs.json", "{ \"navb|\": {} }").contains(&"navbar".to_owned()));
    assert!(editor.labels("docs.json", "{ \"colors\": { \"pri|").contains(&"primary".to_owned()));
    assert_eq!(editor.labels("docs.json", "{ \"theme\": \"wil|"), ["willow"]);
    editor.end();
}

#[test]
fn cli_16_hover_and_definition() {
    let mut editor = Editor::new();
    editor.open("index.mdx", HOME);
    let shown = |answer: &Value| answer["contents"]["value"].as_str().unwrap_or("").to_owned();
    let text = shown(&editor.about("textDocument/hover", "index.mdx", "[x](/guides/st|art)"));
    assert!(text.contains("**Get started**") && text.contains("In five minutes"), "{text}");
    let text = shown(&editor.about("textDocument/hover", "index.mdx", "<Ca|rd title=\"x\" />"));
    assert!(text.contains("**Card**") && text.contains("`href`"), "{text}");
    let text = shown(&editor.about("textDocument/hover", "docs.json", "{ \"the|me\": \"mint\" }"));
    assert!(text.contains("willow"), "{text}");
    assert_eq!(editor.about("textDocument/hover", "index.mdx", "wor|ds"), Value::Null);
    editor.change("docs.json", CONFIG);
    for (path, marked, file) in [
        ("index.mdx", "[x](/guides/st|art#install)", "guides/start.mdx"),
        ("index.mdx", "[x](./guides/st|art)", "guides/start.mdx"),
        ("index.mdx", "import Note from \"/snippets/no|te.mdx\"", "snippets/note.mdx"),
        ("index.mdx", "import Note from \"/snippets/note.mdx\"\n\n<No|te />", "snippets/note.mdx"),
        ("docs.json", &CONFIG.replace("guides/start", "guides/st|art"), "guides/start.mdx"),
    ] {
        let answer = editor.about("textDocument/definition", path, marked);
        assert_eq!(answer["uri"], *editor.uri(file), "{marked}");
    }
    // A link to a place in a page goes there.
    let mut line = |marked: &str| {
        let answer = editor.about("textDocument/definition", "index.mdx", marked);
        answer["range"]["start"]["line"].as_u64().expect("a line")
    };
    assert_eq!(line("[x](/guides/start#ins|tall)"), 5);
    assert_eq!(line("[x](/guides/st|art)"), 0);
    assert_eq!(line("[x](/guides/start#nowh|ere)"), 0);
    assert_eq!(line("---\ntitle: T\n---\n\n[x](#ow|n)\n\n### Own\n"), 6);
    assert_eq!(line("[x](#o|ne)\n\n<div id=\"one\">x</div>\n"), 2);
    editor.end();
}

#[test]
fn cli_16_a_page_is_renamed_with_what_leads_to_it() {
    let mut editor = Editor::new();
    editor.open("index.mdx", HOME);
    let marked = HOME.replace("/guides/start", "/guides/st|art");
    let place = editor.about("textDocument/prepareRename", "index.mdx", &marked);
    assert_eq!(place["placeholder"], "guides/start");
    let position = json!({ "line": 5, "character": 12 });
    let asked = json!({
        "textDocument": { "uri": editor.uri("index.mdx") }, "position": position, "newName": "begin/here",
    });
    let answer = editor.ask("textDocument/rename", &asked);
    let changes = answer["documentChanges"].as_array().cloned().unwrap_or_default();
    let of = |uri: String| changes.iter().find(|change| change["textDocument"]["uri"] == *uri).cloned();
    let in_page = of(editor.uri("index.mdx")).expect("the link");
    assert_eq!(in_page["edits"][0]["newText"], "/begin/here#install");
    let in_config = of(editor.uri("docs.json")).expect("the navigation");
    assert!(in_config["edits"].to_string().contains("begin/here"), "{in_config}");
    let renamed = changes.last().expect("the file");
    assert_eq!(
        (&renamed["kind"], &renamed["newUri"]),
        (&json!("rename"), &json!(editor.uri("begin/here.mdx")))
    );
    let files = json!([{ "oldUri": editor.uri("guides"), "newUri": editor.uri("help") }]);
    let answer = editor.ask("workspace/willRenameFiles", &json!({ "files": files }));
    assert!(answer.to_string().contains("/help/start#install"), "{answer}");
    let unknown = editor.ask("textDocument/codeLens", &json!({}));
    assert_eq!(unknown["code"], -32601);
    editor.end();
}
