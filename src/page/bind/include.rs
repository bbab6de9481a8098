//! `<Include file="…">`: a file of the project, or a part of it, as code (MDX-12).

use super::super::include::{NoLines, lines, region, resolve};
use super::{Binder, Context};
use crate::diagnostic::Diagnostic;
use crate::page::ast::{Attribute, AttributeValue, Element, Node, NodeKind, Value};
use crate::text::Span;

/// Attributes that say what is shown, not how.
const OWN: [&str; 4] = ["file", "lines", "region", "lang"];

/// Most bytes of other files that a page shows. A few words can ask for a whole file, and ask again.
const MOST_SHOWN: usize = 4 << 20;
/// Most bytes that are looked through for them.
const MOST_READ: usize = 64 << 20;

/// What a page has of other files, in bytes.
#[derive(Default)]
pub(super) struct Included {
    read: usize,
    shown: usize,
    /// It was said that this is too much.
    is_full: bool,
}

/// Why nothing is shown: code, message, hint.
type Refusal = (&'static str, String, String);

impl Binder<'_> {
    /// The code that the element shows; nothing, and an error, when there is no such file or part.
    pub(super) fn include(
        &mut self,
        element: &Element,
        attributes: Vec<Attribute>,
        span: Span,
        cx: &Context<'_>,
        out: &mut Vec<Node>,
    ) {
        // As it is written: what the head of the page says of it is what is known of it.
        let written = match element.attributes.iter().rfind(|attribute| attribute.name == "file") {
            Some(Attribute { value: AttributeValue::Value(Value::String(file)), .. }) => file.clone(),
            _ => {
                let problem = Diagnostic::error("missing-attribute", "`<Include>` does not say which file");
                let hint = "write its path as a string: `<Include file=\"/src/main.rs\" />`";
                return self.report(problem.located(self.located(span, cx)).hint(hint));
            }
        };
        if self.included.is_full {
            return;
        }
        let bound = Element { attributes, ..element.clone() };
        let found = self.included(&written, &bound, cx);
        match found {
            Ok(code) => {
                let name = written.split('#').next().unwrap_or_default();
                let ending = name.rsplit('/').next().and_then(|name| name.rsplit_once('.'));
                let lang = bound.text_prop("lang").or_else(|| ending.map(|(_, ending)| ending.to_owned()));
                let kind = NodeKind::CodeBlock { lang, meta: meta(&bound), code };
                out.push(Node::leaf(kind, cx.in_page(span)));
            }
            Err((code, message, hint)) => {
                let problem = Diagnostic::error(code, message).located(self.located(span, cx));
                self.report(problem.hint(hint));
            }
        }
    }

    fn included(&mut self, written: &str, element: &Element, cx: &Context<'_>) -> Result<String, Refusal> {
        let Some(target) = resolve(&cx.names.module, written) else {
            let message = format!("`{written}` leaves the project");
            return Err((
                "import-outside",
                message,
                "include files below the folder of docs.json".to_owned(),
            ));
        };
        let Some(text) = self.loader.text(&target) else {
            if let Some((message, hint)) = self.ignored(&target) {
                return Err(("missing-import", message, hint));
            }
            let message = format!("there is no file `{target}`");
            let hint = "check the path; with `/` in front it begins at the folder of docs.json";
            return Err(("missing-import", message, hint.to_owned()));
        };
        self.included.read += text.len();
        if self.included.read > MOST_READ {
            let message = format!("this page looks for what it shows in more than {} MB", MOST_READ >> 20);
            return Err(self.too_much(message));
        }
        let part = element.text_prop("region").or_else(|| Some(written.split_once('#')?.1.to_owned()));
        let text = match part.filter(|name| !name.is_empty()) {
            Some(name) => region(&text, &name).ok_or_else(|| {
                let message = format!("`{target}` has no region `{name}`");
                let hint = format!("put it between lines with `#region {name}` and `#endregion {name}`");
                ("missing-region", message, hint)
            })?,
            None => text.to_string(),
        };
        let left = MOST_SHOWN - self.included.shown;
        let shown = match element.text_prop("lines") {
            Some(wanted) => match lines(&text, &wanted, left) {
                Ok(shown) => Some(shown),
                Err(NoLines::TooMany) => None,
                Err(NoLines::Missing) => {
                    let message =
                        format!("`{target}` has no lines `{wanted}`: there are {}", text.lines().count());
                    let hint = "write for example `lines=\"10-20\"`".to_owned();
                    return Err(("missing-region", message, hint));
                }
            },
            None => Some(text.trim_end_matches('\n').to_owned()),
        };
        let Some(shown) = shown.filter(|shown| shown.len() <= left) else {
            let message = format!("this page shows more than {} MB of other files", MOST_SHOWN >> 20);
            return Err(self.too_much(message));
        };
        self.included.shown += shown.len();
        Ok(shown)
    }

    /// The end of all that the page shows of other files.
    fn too_much(&mut self, message: String) -> Refusal {
        self.included.is_full = true;
        (
            "page-too-large",
            message,
            "show parts of files, or make several pages; what follows is left out".to_owned(),
        )
    }
}

/// The other attributes as the options of a code block.
fn meta(element: &Element) -> String {
    let mut options = Vec::new();
    for attribute in &element.attributes {
        let (name, AttributeValue::Value(value)) = (&attribute.name, &attribute.value) else { continue };
        if OWN.contains(&name.as_str()) {
            continue;
        }
        match value {
            Value::Bool(true) => options.push(name.to_string()),
            value => options.extend(value.as_text().map(|text| format!("{name}={}", quoted(&text)))),
        }
    }
    options.join(" ")
}

/// A text in quotes that it does not hold.
fn quoted(text: &str) -> String {
    let quote = if text.contains('"') { '\'' } else { '"' };
    format!("{quote}{text}{quote}")
}
