//! `docs lsp`: a language server over standard input and output. What is typed is checked as `docs check` does, with the
//! texts of the editor over those of the disk.
//!
//! One thread answers in the order of the questions; a check begins when the editor has been quiet for a moment. The
//! only module that names the lsp-server crate, which reads and writes the messages.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use serde_json::{Value, json};

use crate::db::QueryLog;
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::check::External;
use crate::engine::{Engine, Options, Silent};
use crate::system::overlay::Overlay;
use crate::system::{Links, System, Utf8Path, Utf8PathBuf};
use crate::text::SourcePath;

mod answers;
mod cursor;
mod place;
mod rename;

use answers::{Document, completion, definition, hover};
use place::{offset, path, range_of, uri};

/// How long the editor is quiet before a check.
const QUIET: Duration = Duration::from_millis(80);

/// Answers until the editor says goodbye, or is gone. `options` opens a project at a folder; a text says why it ended
/// before that.
pub fn serve(
    system: Arc<dyn System>,
    asked: Option<&Utf8Path>,
    options: &dyn Fn(&Utf8Path) -> Options,
) -> Result<(), String> {
    let (connection, threads) = Connection::stdio();
    let (id, hello) = connection.initialize_start().map_err(|error| error.to_string())?;
    let folder = asked.map(Utf8Path::to_owned).or_else(|| workspace(&hello));
    let root = folder.as_deref().and_then(|folder| project(&*system, folder));
    let answer = json!({
        "capabilities": {
            "textDocumentSync": { "openClose": true, "change": 1, "save": true },
            "completionProvider": { "triggerCharacters": ["/", "#", "<", "\"", "(", "."] },
            "hoverProvider": true,
            "definitionProvider": true,
            "renameProvider": { "prepareProvider": true },
            "workspace": {
                "fileOperations": { "willRename": { "filters": [{ "pattern": { "glob": "**/*" } }] } },
            },
        },
        "serverInfo": { "name": "docs", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer).map_err(|error| error.to_string())?;
    let result = match root {
        Some(root) => {
            let overlay = Arc::new(Overlay::new(system));
            let engine = Engine::open(overlay.clone(), &options(&root), QueryLog::off());
            let engine = engine.map_err(|problem| problem.message)?;
            let mut server = Server { connection: &connection, engine, overlay, root, told: BTreeSet::new() };
            server.run()
        }
        // A workspace without documentation: nothing to say, and no reason to be restarted again and again.
        None => wait_for_the_end(&connection),
    };
    drop(connection);
    let _ = threads.join();
    result
}

/// The folder that the editor works in.
fn workspace(hello: &Value) -> Option<Utf8PathBuf> {
    let folders = hello.pointer("/workspaceFolders/0/uri").or_else(|| hello.get("rootUri"));
    folders.and_then(Value::as_str).and_then(path)
}

/// The project in a folder, or in its folder `docs`. Symbolic links are resolved as an editor does.
fn project(system: &dyn System, folder: &Utf8Path) -> Option<Utf8PathBuf> {
    let candidates = [folder.to_owned(), folder.join("docs")];
    let found = candidates
        .into_iter()
        .find(|folder| system.metadata(&folder.join("docs.json"), Links::Follow).is_ok())?;
    Some(system.canonicalize(&found).unwrap_or(found))
}

fn wait_for_the_end(connection: &Connection) -> Result<(), String> {
    for message in &connection.receiver {
        if let Message::Request(request) = message {
            if connection.handle_shutdown(&request).map_err(|error| error.to_string())? {
                break;
            }
            let nothing = Response::new_ok(request.id, Value::Null);
            connection.sender.send(nothing.into()).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

struct Server<'c> {
    connection: &'c Connection,
    engine: Engine,
    overlay: Arc<Overlay>,
    root: Utf8PathBuf,
    /// Files that the editor was told problems of.
    told: BTreeSet<SourcePath>,
}

impl Server<'_> {
    fn run(&mut self) -> Result<(), String> {
        self.check()?;
        let mut is_changed = false;
        loop {
            let wait = if is_changed { QUIET } else { Duration::from_secs(3600) };
            let message = match self.connection.receiver.recv_timeout(wait) {
                Ok(message) => message,
                Err(error) if error.is_timeout() => {
                    if std::mem::take(&mut is_changed) {
                        self.check()?;
                    }
                    continue;
                }
                Err(_) => return Ok(()),
            };
            match message {
                Message::Request(request) => {
                    let is_over = self.connection.handle_shutdown(&request);
                    if is_over.map_err(|error| error.to_string())? {
                        return Ok(());
                    }
                    // What is asked is asked about what was typed.
                    if std::mem::take(&mut is_changed) {
                        self.check()?;
                    }
                    self.answer(request)?;
                }
                Message::Notification(notification) => is_changed |= self.note(&notification),
                Message::Response(_) => {}
            }
        }
    }

    /// Takes over what the editor tells; whether it may change anything.
    fn note(&self, notification: &Notification) -> bool {
        let params = &notification.params;
        let named = params.pointer("/textDocument/uri").and_then(Value::as_str).and_then(path);
        let text = match notification.method.as_str() {
            "textDocument/didOpen" => params.pointer("/textDocument/text"),
            // The whole text: so it was agreed.
            "textDocument/didChange" => params.pointer("/contentChanges/0/text"),
            "textDocument/didClose" => None,
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => return true,
            _ => return false,
        };
        let Some(named) = named else { return false };
        self.overlay.set(&named, text.and_then(Value::as_str).map(str::to_owned));
        true
    }

    /// Checks the project and tells the problems of each file that has some or had some.
    fn check(&mut self) -> Result<(), String> {
        let report = self.engine.check(External::Trusted, &Silent);
        let mut by_file: BTreeMap<SourcePath, Vec<Value>> = BTreeMap::new();
        for problem in &report.diagnostics {
            if let Some(place) = &problem.location {
                by_file.entry(place.path.clone()).or_default().push(diagnostic(problem));
            }
        }
        let now: BTreeSet<SourcePath> = by_file.keys().cloned().collect();
        for file in std::mem::replace(&mut self.told, now).iter().chain(by_file.keys()) {
            let told = by_file.get(file).cloned().unwrap_or_default();
            let params = json!({ "uri": uri(&self.root.join(file.as_str())), "diagnostics": told });
            self.send(Notification::new("textDocument/publishDiagnostics".to_owned(), params).into())?;
        }
        Ok(())
    }

    fn send(&self, message: Message) -> Result<(), String> {
        self.connection.sender.send(message).map_err(|error| error.to_string())
    }

    fn answer(&self, request: Request) -> Result<(), String> {
        let params = &request.params;
        let result = match request.method.as_str() {
            "textDocument/completion" => self.about(params, completion),
            "textDocument/hover" => self.about(params, hover),
            "textDocument/definition" => self.about(params, definition),
            "textDocument/prepareRename" => self.about(params, rename::prepared),
            "textDocument/rename" => rename::renamed(self, params),
            "workspace/willRenameFiles" => rename::moved(self, params),
            other => {
                let message = format!("`{other}` is nothing that this server knows");
                let code = ErrorCode::MethodNotFound as i32;
                return self.send(Response::new_err(request.id, code, message).into());
            }
        };
        self.send(Response::new_ok(request.id, result).into())
    }

    /// What is answered about a place in a file.
    fn about(&self, params: &Value, answer: fn(&Engine, Document<'_>, usize) -> Value) -> Value {
        let Some((file, text)) = self.document(params) else { return Value::Null };
        let at = params.get("position").map_or(0, |position| offset(&text, position));
        answer(&self.engine, Document { path: &file, text: &text }, at)
    }

    /// The file that is asked about: its path in the project and its text.
    fn document(&self, params: &Value) -> Option<(SourcePath, String)> {
        let named = params.pointer("/textDocument/uri").and_then(Value::as_str).and_then(path)?;
        let file = self.source(&named)?;
        let text = self.overlay.text(&named).or_else(|| self.overlay.read_text(&named).ok().flatten())?;
        Some((file, text))
    }

    /// The path in the project of a path on the disk.
    fn source(&self, named: &Utf8Path) -> Option<SourcePath> {
        named.strip_prefix(&self.root).ok().map(|path| SourcePath::new(&path.as_str().replace('\\', "/")))
    }
}

fn diagnostic(problem: &Diagnostic) -> Value {
    let severity = match problem.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Note => 3,
    };
    let hint = problem.hint.as_ref().map(|hint| format!("\n{hint}")).unwrap_or_default();
    json!({
        "range": problem.location.as_ref().map(range_of),
        "severity": severity,
        "code": problem.code,
        "source": "docs",
        "message": format!("{}{hint}", problem.message),
    })
}
