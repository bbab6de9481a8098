//! Imports: the files that a page names, each loaded once, its own imports before it.

use super::super::Document;
use super::super::expression::{Bindings, Import, LateImport, Module, Problem};
use super::modules::Form;
use super::problems::reason;
use super::{Binder, FileNames, MAX_IMPORT_DEPTH};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::page::ast::Value;
use crate::page::script::{Role, Session};
use crate::source::ignore_rules::IGNORE_FILE;
use crate::source::named::{RAW, without_query};
use crate::text::{SourcePath, SourceText, Span, has_scheme};

impl Binder<'_> {
    /// Evaluates a page's or a snippet's imports, then its own top level.
    pub(super) fn load_document(&mut self, document: &Document, role: Role) {
        if self.files.contains_key(&document.source.path) {
            return;
        }
        let borrowed = match role {
            Role::Page => Vec::new(),
            _ => self.borrowed(&document.source, &document.module),
        };
        if borrowed.is_empty() {
            self.load(&document.source, &document.module);
            let problem = self.session.as_mut().and_then(|session| session.add_document(document, role));
            return self.file_problem(&document.source.path, problem);
        }
        let mut document = document.clone();
        document.module.imports.extend(borrowed);
        self.load(&document.source, &document.module);
        let problem = self.session.as_mut().and_then(|session| session.add_document(&document, role));
        self.file_problem(&document.source.path, problem);
    }

    /// What a file uses of the page's imports without importing it: an export is copied into the page, where it
    /// sees all that the page sees.
    pub(super) fn borrowed(&self, source: &SourceText, module: &Module) -> Vec<Import> {
        let mut borrowed = Vec::new();
        for (local, (imported, target)) in &self.lent {
            if *target == source.path || self.loading.contains(target) || !uses_word(&source.text, local) {
                continue;
            }
            if !module.declares(local) && self.exists(target) {
                let names = vec![(imported.clone(), local.clone())];
                borrowed.push(Import { specifier: format!("/{target}"), names, span: Span::default() });
            }
        }
        borrowed
    }

    pub(super) fn file_problem(&mut self, path: &SourcePath, problem: Option<Problem>) {
        match problem {
            // What cannot be parsed was reported when the file was.
            None | Some(Problem::Syntax(_)) => {}
            Some(Problem::Limit) => {
                if !self.exhausted.replace(true) {
                    let message = format!("the code of `{path}` takes too many steps or too much memory");
                    self.report(Diagnostic::error("expression-limit", message).in_file(path));
                }
            }
            Some(problem) => {
                let message = format!("the code of `{path}` fails: {}", reason(&problem));
                let hint = "correct it; until then its components show their content only, and its expressions nothing";
                self.report(Diagnostic::warning("script-error", message).in_file(path).hint(hint));
                self.files.entry(path.clone()).or_default().is_broken = true;
            }
        }
    }

    /// Evaluates a file's imports, then its own top level.
    pub(super) fn load(&mut self, source: &SourceText, module: &Module) {
        let path = source.path.clone();
        if self.files.contains_key(&path) {
            return;
        }
        self.files.insert(path.clone(), FileNames::default());
        self.loading.push(path.clone());
        for import in &module.imports {
            self.import(source, import);
        }
        for late in &module.late_imports {
            self.late_import(source, late);
        }
        if module.runs_statements {
            self.needs_engine.set(true);
        }
        if self.session.is_none() {
            for (name, problem) in self.evaluator.load_module(&path, module) {
                self.opaque(&path, name, reason(&problem));
            }
        }
        self.loading.pop();
    }

    pub(super) fn opaque(&mut self, file: &SourcePath, name: String, reason: String) {
        self.files.entry(file.clone()).or_default().opaque.insert(name, reason);
    }

    /// What code imports while it runs is asked for by a reader's browser, which knows addresses and no names of packages.
    fn late_import(&mut self, source: &SourceText, late: &LateImport) {
        let specifier = &late.specifier;
        if specifier.starts_with(['/', '.']) || has_scheme(specifier) {
            return;
        }
        let message = format!("`{specifier}` is not a file of this project, so no browser can import it");
        let problem = Diagnostic::warning("unsupported-import", message).at(source, late.span);
        self.report(
            problem.hint(
                "import a file of the project at the top of this file, or a whole address: `https://…`",
            ),
        );
    }

    fn import(&mut self, source: &SourceText, import: &Import) {
        let file = source.path.clone();
        let specifier = &import.specifier;
        let missing = |binder: &mut Self, diagnostic: Diagnostic| {
            if import.is_borrowed() {
                return;
            }
            binder.report(diagnostic.at(source, import.span));
            for (_, local) in &import.names {
                binder.opaque(&file, local.clone(), String::new());
            }
        };
        if specifier == "react" {
            // Under other names only the engine finds what React has.
            let renamed = import.names.iter().any(|(imported, local)| match imported.as_str() {
                "default" | "*" => local != "React",
                name => local != name,
            });
            if renamed {
                self.needs_engine.set(true);
            }
            return;
        }
        // What stands there is known to every page anyway.
        let is_renamed = |(imported, local): &(String, String)| imported != local;
        if specifier == "@mintlify/components" && !import.names.iter().any(is_renamed) {
            return;
        }
        if !specifier.starts_with(['/', '.']) {
            let diagnostic = Diagnostic::warning(
                "unsupported-import",
                format!("`{specifier}` is not a file of this project, so it is not imported"),
            );
            return missing(self, diagnostic.hint("import files of the project only: `/snippets/name.mdx`"));
        }
        let target = file.resolve(specifier).filter(|path| !path.as_str().is_empty());
        let Some(target) = target else {
            let diagnostic =
                Diagnostic::warning("import-outside", format!("`{specifier}` leaves the project"));
            return missing(self, diagnostic);
        };
        if self.loading.contains(&target) {
            let diagnostic =
                Diagnostic::error("import-cycle", format!("`{specifier}` imports this file again"));
            return missing(self, diagnostic.hint("break the circle: move what both need to a third file"));
        }
        if self.loading.len() > MAX_IMPORT_DEPTH {
            let message = format!("`{specifier}` stands behind {MAX_IMPORT_DEPTH} other imports");
            let diagnostic = Diagnostic::error("import-too-deep", message);
            return missing(self, diagnostic.hint("import it nearer to the page"));
        }
        let file_path = without_query(&target);
        let found = match Form::of(&target) {
            Form::Document => {
                self.loader.document(&target).map(|document| self.load_document(&document, Role::Import))
            }
            Form::Picture => self.loader.exists(&target).then(|| self.load_picture(&target)),
            Form::Unknown if self.loader.exists(&target) => {
                let message = format!("`{specifier}` is neither Markdown nor data nor JavaScript");
                let diagnostic = Diagnostic::warning("unsupported-import", message);
                return missing(self, diagnostic.hint(format!("for its text write `{specifier}{RAW}`")));
            }
            Form::Unknown => None,
            form => self.loader.text(&file_path).map(|text| self.load_text(&target, form, &text)),
        };
        if found.is_none() {
            if let Some((message, hint)) = self.ignored(&file_path) {
                return missing(self, Diagnostic::warning("missing-import", message).hint(hint));
            }
            let diagnostic = Diagnostic::warning("missing-import", format!("there is no file `{file_path}`"));
            let hint = match self.similar_file(&file_path, specifier) {
                Some(path) => format!("did you mean `/{path}`?"),
                None => "check the path; it begins with `/` from the project root".to_owned(),
            };
            return missing(self, diagnostic.hint(hint));
        }
        for (imported, local) in &import.names {
            self.import_name(source, import.span, &target, imported, local);
        }
    }

    fn import_name(
        &mut self,
        source: &SourceText,
        span: Span,
        target: &SourcePath,
        imported: &str,
        local: &str,
    ) {
        let file = source.path.clone();
        let is_markdown = matches!(target.extension().as_str(), "mdx" | "md");
        if is_markdown && imported == "default" {
            self.files.entry(file).or_default().snippets.insert(local.to_owned(), target.clone());
            return;
        }
        if Form::of(target) == Form::Picture && matches!(imported, "default" | "ReactComponent") {
            let own = self.files.entry(file.clone()).or_default();
            own.pictures.insert(local.to_owned(), target.clone());
            if imported == "ReactComponent" {
                return;
            }
        }
        let bindings = self.evaluator.environment.modules.get(target);
        if imported == "*" {
            let mut all: Vec<_> = bindings.into_iter().flat_map(Bindings::iter).cloned().collect();
            if local == "*" {
                // `export * from`: all names but the default.
                all.retain(|(name, _)| name != "default");
                self.evaluator.bind(&file, all);
                if let Some(names) = self.files.get(target) {
                    let (snippets, opaque) = (names.snippets.clone(), names.opaque.clone());
                    let own = self.files.entry(file).or_default();
                    own.snippets.extend(snippets);
                    own.opaque.extend(opaque);
                }
                return;
            }
            self.evaluator.bind(&file, vec![(local.to_owned(), Value::Object(all))]);
            return;
        }
        let value = bindings.and_then(|names| names.get(imported)).cloned();
        let names = self.files.get(target);
        let is_script = |session: &Session| session.exports(target, imported);
        if self.session.as_ref().is_some_and(is_script) {
            // The engine knows its value.
        } else if let Some(value) = value {
            self.evaluator.bind(&file, vec![(local.to_owned(), value)]);
        } else if let Some(snippet) = names.and_then(|names| names.snippets.get(imported)).cloned() {
            self.files.entry(file).or_default().snippets.insert(local.to_owned(), snippet);
        } else if let Some(reason) = names.and_then(|names| names.opaque.get(imported)).cloned() {
            self.opaque(&file, local.to_owned(), reason);
        } else if names.is_some_and(|names| names.is_unreadable) {
            self.opaque(&file, local.to_owned(), String::new());
        } else if span != Span::default() {
            self.opaque(&file, local.to_owned(), String::new());
            let message = match imported {
                "default" => format!("`{target}` has no default export"),
                _ => format!("`{target}` does not export `{imported}`"),
            };
            let mut diagnostic = Diagnostic::warning("missing-export", message).at(source, span);
            let exported = self.exported(target);
            let meant = did_you_mean(imported, exported.iter().map(String::as_str));
            diagnostic = diagnostic.hint(match (imported, meant) {
                ("default", _) => format!("import it by name: `import {{ {local} }} from …`"),
                (_, Some(name)) => format!("did you mean `{name}`?"),
                _ if exported.is_empty() => "the file exports nothing".to_owned(),
                _ => format!("it exports {}", listed(&exported)),
            });
            self.report(diagnostic);
        }
    }

    /// The names that can be imported from a file, sorted.
    fn exported(&self, target: &SourcePath) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        if matches!(target.extension().as_str(), "mdx" | "md") {
            names.extend(
                self.loader.document(target).into_iter().flat_map(|found| found.module.exports.clone()),
            );
        } else if let Some(session) = &self.session {
            names.extend(session.export_names(target).map(str::to_owned));
        } else {
            let bindings = self.evaluator.environment.modules.get(target);
            names.extend(bindings.into_iter().flat_map(Bindings::iter).map(|(name, _)| name.clone()));
        }
        names.retain(|name| name != "default");
        names.sort();
        names.dedup();
        names
    }

    /// What is said of a file that is not looked for, and what there is to do.
    pub(super) fn ignored(&self, path: &SourcePath) -> Option<(String, String)> {
        let part = self.loader.ignored(path)?;
        let hint = match part == path.as_str() {
            true => format!("a line `!{path}` in `{IGNORE_FILE}` takes it in"),
            false => {
                format!("`{part}` is left out with all that lies in it; copy the file to another folder")
            }
        };
        Some((format!("`{path}` is ignored, so no page can show it"), hint))
    }

    /// A file that was probably meant: with another ending, or from the other beginning.
    fn similar_file(&self, target: &SourcePath, specifier: &str) -> Option<SourcePath> {
        let rooted = SourcePath::checked(specifier.trim_start_matches("./"));
        let snippets = SourcePath::checked(&format!("snippets/{}", target.file_name()));
        let bases = [Some(target.clone()), rooted, snippets];
        bases.into_iter().flatten().find_map(|base| {
            let stem = match base.as_str().rsplit_once('.') {
                Some((stem, ending)) if !ending.contains('/') => stem,
                _ => base.as_str(),
            };
            let endings = ["mdx", "md", "jsx", "tsx", "js", "ts", "json", "yaml", "yml", "csv"];
            let spelt = [stem.to_owned(), stem.to_lowercase()];
            let candidates = spelt.iter().flat_map(|stem| endings.map(|ending| format!("{stem}.{ending}")));
            let mut paths = candidates.map(|candidate| SourcePath::new(&candidate));
            paths.find(|path| path != target && self.exists(path))
        })
    }

    fn exists(&self, path: &SourcePath) -> bool {
        match Form::of(path) {
            Form::Document => self.loader.document(path).is_some(),
            _ => self.loader.exists(&without_query(path)),
        }
    }
}

/// True when `name` stands in `text` as a word.
fn uses_word(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(at + name.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// The first names of a list, for a message.
fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(5).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > 5 { " and others" } else { "" };
    format!("{}{more}", shown.join(", "))
}
