//! What an import gives, by the kind of the file (MDX-05): JavaScript runs, data is a value, a drawing is its address
//! and a component, and everything else is text for who asks for that with `?raw`.

use std::collections::BTreeMap;

use super::super::clean_text;
use super::super::expression::{Import, parse_module, with_elements};
use super::props::json_value;
use super::{Binder, Context, FileNames};
use crate::diagnostic::Diagnostic;
use crate::page::ast::{Attribute, AttributeValue, Element, Node, NodeKind, Value};
use crate::source::category::is_script;
use crate::source::named::RAW;
use crate::text::{SourcePath, SourceText, Span};
use crate::yaml::parse_yaml;

/// What a file is to who imports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Document,
    Script,
    Json,
    Yaml,
    /// Rows, with what parts their cells.
    Rows(u8),
    Text,
    Picture,
    /// Nothing that an import could mean.
    Unknown,
}

impl Form {
    pub fn of(path: &SourcePath) -> Self {
        if path.as_str().ends_with(RAW) {
            return Self::Text;
        }
        match path.extension().as_str() {
            "mdx" | "md" => Self::Document,
            _ if is_script(path) => Self::Script,
            "json" => Self::Json,
            "yaml" | "yml" => Self::Yaml,
            "csv" => Self::Rows(b','),
            "tsv" => Self::Rows(b'\t'),
            "txt" => Self::Text,
            "svg" | "png" | "jpg" | "jpeg" | "gif" | "webp" | "avif" => Self::Picture,
            _ => Self::Unknown,
        }
    }
}

impl Binder<'_> {
    /// Loads a file that is read as text.
    pub(super) fn load_text(&mut self, path: &SourcePath, form: Form, text: &str) {
        if self.files.contains_key(path) {
            return;
        }
        match form {
            Form::Json => self.load_json(path, text),
            Form::Yaml => self.load_yaml(path, text),
            Form::Rows(mark) => self.load_rows(path, text, mark as char),
            Form::Script => self.load_script(path, text),
            _ => self.load_data(path, text.into()),
        }
    }

    /// A picture is its address from the root, as in the page itself.
    pub(super) fn load_picture(&mut self, path: &SourcePath) {
        if !self.files.contains_key(path) {
            self.load_data(path, format!("/{path}").into());
        }
    }

    /// The picture that an element shows whose name was imported from it.
    pub(super) fn picture(&self, element: &Element, cx: &Context<'_>) -> Option<SourcePath> {
        self.files.get(&cx.names.module)?.pictures.get(element.name.as_str()).cloned()
    }

    /// A picture as an element: with what the author says of it, and silent for who hears the page unless that says more.
    pub(super) fn picture_node(
        path: &SourcePath,
        attributes: Vec<Attribute>,
        element: &Element,
        span: Span,
    ) -> Node {
        let attribute = |name: &'static str, text: String| Attribute {
            name: name.into(),
            value: AttributeValue::Value(Value::String(text)),
            span,
        };
        let mut all = vec![attribute("src", format!("/{path}")), attribute("alt", String::new())];
        all.extend(attributes.into_iter().filter(|attribute| attribute.name != "src"));
        let element = Element { name: "img".into(), attributes: all, ..element.clone() };
        Node::leaf(NodeKind::Element(element), span)
    }

    /// A value is the default export; the entries of an object are exports, too.
    fn load_data(&mut self, path: &SourcePath, value: serde_json::Value) {
        self.files.insert(path.clone(), FileNames::default());
        let problem = self.session.as_mut().and_then(|session| session.add_data(path, &value));
        self.file_problem(path, problem);
        let mut names = vec![("default".to_owned(), json_value(value))];
        if let (_, Value::Object(entries)) = &names[0] {
            let entries = entries.clone();
            names.splice(0..0, entries);
        }
        self.evaluator.bind(path, names);
    }

    fn load_json(&mut self, path: &SourcePath, text: &str) {
        match serde_json::from_str::<serde_json::Value>(text) {
            Ok(value) => self.load_data(path, value),
            Err(problem) => {
                let message = problem.to_string();
                let message = message.split(" at line ").next().unwrap_or("it cannot be read");
                let code = ("invalid-json", format!("this file is not valid JSON: {message}"));
                self.unreadable_data(path, text, code, (problem.line(), problem.column()));
            }
        }
    }

    fn load_yaml(&mut self, path: &SourcePath, text: &str) {
        match parse_yaml(text) {
            Ok(value) => self.load_data(path, value),
            Err(problem) => {
                let code = ("invalid-yaml", format!("this file is not valid YAML: {}", problem.message));
                let place = (problem.line as usize, problem.column as usize);
                self.unreadable_data(path, text, code, place);
            }
        }
    }

    fn load_rows(&mut self, path: &SourcePath, text: &str, mark: char) {
        match rows(text, mark) {
            Ok(rows) => self.load_data(path, rows),
            Err(TooLarge { columns, rows }) => {
                let message =
                    format!("the first row has {columns} names, and each of {rows} rows would repeat them");
                self.unreadable_data(path, text, ("data-too-large", message), (1, 1));
            }
        }
    }

    fn unreadable_data(
        &mut self,
        path: &SourcePath,
        text: &str,
        (code, message): (&'static str, String),
        (line, column): (usize, usize),
    ) {
        self.files.insert(path.clone(), FileNames { is_unreadable: true, ..FileNames::default() });
        let source = SourceText::new(path.clone(), text);
        // The place is that of the byte before, from 1.
        let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
        let at = lines.map(str::len).sum::<usize>() + column.saturating_sub(1);
        let problem = Diagnostic::error(code, message).at(&source, Span::new(at, at + 1));
        self.report(problem.hint("correct it; until then what pages import from it is missing"));
    }

    fn load_script(&mut self, path: &SourcePath, text: &str) {
        let mut text = clean_text(text);
        if matches!(path.extension().as_str(), "ts" | "mts" | "cts") {
            text = with_elements(&text);
        }
        let source = SourceText::new(path.clone(), text);
        let (mut module, problem) = parse_module(&source.text);
        if let Some((message, offset)) = problem {
            let span = Span::new(offset as usize, offset as usize + 1);
            let message = format!("this file is not valid JavaScript: {message}");
            let problem = Diagnostic::error("unreadable-module", message).at(&source, span);
            self.report(problem.hint("correct it; until then what it exports is missing"));
        }
        let borrowed = self.borrowed(&source, &module);
        let statements: String = borrowed.iter().map(Import::statement).collect();
        module.imports.extend(borrowed);
        self.load(&source, &module);
        let source = SourceText::new(path.clone(), format!("{}{statements}", source.text));
        let problem = self.session.as_mut().and_then(|session| session.add_script(&source));
        self.file_problem(path, problem);
    }
}

/// Most cells of a table that does not write all of them.
const MOST_CELLS: usize = 1 << 18;
/// Most bytes of the names of all cells.
const MOST_NAMES: usize = 64 << 20;

/// A table that is a short text and would be a great many values.
struct TooLarge {
    columns: usize,
    rows: usize,
}

/// A table as a list: of each row an object, its keys being the cells of the first row. All values are text.
fn rows(text: &str, mark: char) -> Result<serde_json::Value, TooLarge> {
    let mut all = records(text, mark).into_iter();
    let header = all.next().unwrap_or_default();
    let (columns, rows) = (header.len(), all.len());
    let names: usize = header.iter().map(String::len).sum();
    if columns.saturating_mul(rows) > text.len().max(MOST_CELLS) || names.saturating_mul(rows) > MOST_NAMES {
        return Err(TooLarge { columns, rows });
    }
    let row = |cells: Vec<String>| {
        let mut cells: BTreeMap<usize, String> = cells.into_iter().enumerate().collect();
        let cell = |(number, name): (usize, &String)| {
            (name.trim().to_owned(), cells.remove(&number).unwrap_or_default().into())
        };
        serde_json::Value::Object(header.iter().enumerate().map(cell).collect())
    };
    Ok(all.map(row).collect())
}

/// The records of a table as RFC 4180 writes them: a cell in quotes may hold marks, lines, and quotes that are doubled.
fn records(text: &str, mark: char) -> Vec<Vec<String>> {
    let mut records = Vec::new();
    let (mut record, mut cell) = (Vec::new(), String::new());
    let (mut quoted, mut was_quoted) = (false, false);
    let mut rest = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' if quoted && rest.peek() == Some(&'"') => cell.extend(rest.next()),
            '"' if quoted => quoted = false,
            '"' if cell.is_empty() && !was_quoted => (quoted, was_quoted) = (true, true),
            '\r' if !quoted && rest.peek() == Some(&'\n') => {}
            '\n' if !quoted => {
                record.push(std::mem::take(&mut cell));
                records.push(std::mem::take(&mut record));
                was_quoted = false;
            }
            c if c == mark && !quoted => {
                record.push(std::mem::take(&mut cell));
                was_quoted = false;
            }
            c => cell.push(c),
        }
    }
    record.push(cell);
    records.push(record);
    // A line without anything is no row.
    records.retain(|record| record.iter().any(|cell| !cell.is_empty()));
    records
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_names_of_the_first_one() {
        let text = "name,price\r\n\"A, \"\"B\"\"\",3\n\nC\n";
        let shown = |text: &str, mark: char| rows(text, mark).ok().expect("a table").to_string();
        let json = shown(text, ',');
        assert_eq!(json, r#"[{"name":"A, \"B\"","price":"3"},{"name":"C","price":""}]"#);
        assert_eq!(shown("", ','), "[]");
        assert_eq!(shown("a\tb\n1\t2", '\t'), r#"[{"a":"1","b":"2"}]"#);
        assert_eq!(shown("a\n\"1\n2\"", ','), r#"[{"a":"1\n2"}]"#);
    }
}
