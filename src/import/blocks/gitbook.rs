//! Blocks of GitBook: `{% hint %}`, `{% code %}`, `{% include %}` and the like.

use super::super::address::Found;
use super::super::fence::Around;
use super::super::inline::convert;
use super::super::page::part;
use super::super::tags::attribute;
use super::{Blocks, callout_tag};

/// Most lines that are looked through for the end of a block that holds a link.
const MOST_BETWEEN: usize = 10;

impl Blocks<'_, '_> {
    /// A line that is a tag of GitBook; the number of lines that it took.
    pub(super) fn tag(&mut self, indent: &str, line: &str, rest: &[String]) -> Option<usize> {
        let inner = line.trim().strip_prefix("{%")?.strip_suffix("%}")?.trim();
        let name = inner.split_whitespace().next()?;
        let value = |key: &str| {
            let rest = inner.split_once(&format!(" {key}=\""))?.1;
            rest.split_once('"').map(|(value, _)| value.to_owned())
        };
        self.flush();
        let mut taken = 1;
        let new = match name {
            "hint" => {
                let (opening, closing) = callout_tag(&value("style").unwrap_or_default(), "");
                self.open.push((0, format!("{indent}{closing}")));
                opening
            }
            "endhint" => {
                self.open.pop().map(|(_, closing)| closing.trim_start().to_owned()).unwrap_or_default()
            }
            "tabs" => "<Tabs>".to_owned(),
            "endtabs" => "</Tabs>".to_owned(),
            "tab" => format!("<Tab{}>", attribute("title", &value("title").unwrap_or_default())),
            "endtab" => "</Tab>".to_owned(),
            "stepper" => "<Steps>".to_owned(),
            "endstepper" => "</Steps>".to_owned(),
            "step" => "<Step>".to_owned(),
            "endstep" => "</Step>".to_owned(),
            "columns" => {
                let inside = rest.iter().take_while(|line| !line.contains("{% endcolumns"));
                let count = inside.filter(|line| line.trim_start().starts_with("{% column ")).count();
                format!("<Columns cols={{{}}}>", count.clamp(1, 4))
            }
            "endcolumns" => "</Columns>".to_owned(),
            "column" => "<Column>".to_owned(),
            "endcolumn" => "</Column>".to_owned(),
            "code" => {
                let has_numbers = value("lineNumbers").as_deref() == Some("true");
                self.around = Some(Around { title: value("title"), has_numbers });
                String::new()
            }
            "endcode" => {
                self.around = None;
                String::new()
            }
            "include" => self.snippet(inner).unwrap_or_default(),
            "swagger" | "openapi" | "openapi-operation" => {
                let (new, is_described) = self.operation(name, &value);
                if is_described {
                    // Inside stands a link to the description, for those who do not read blocks.
                    let end = format!("{{% end{name} %}}");
                    let end = rest.iter().take(MOST_BETWEEN).position(|line| line.trim() == end);
                    taken += end.unwrap_or(0);
                }
                new
            }
            "swagger-parameter" => {
                let place = match value("in").as_deref() {
                    Some(place @ ("path" | "query" | "header")) => place.to_owned(),
                    _ => "body".to_owned(),
                };
                let kind = value("type").map(|kind| attribute("type", &kind)).unwrap_or_default();
                let is_required = value("required").as_deref() == Some("true");
                let name = attribute(&place, &value("name").unwrap_or_default());
                format!("<ParamField{name}{kind}{}>", if is_required { " required" } else { "" })
            }
            "endswagger-parameter" => "</ParamField>".to_owned(),
            "swagger-response" => {
                let told = [value("status").map(|status| format!("`{status}`")), value("description")];
                convert(&told.into_iter().flatten().collect::<Vec<_>>().join(" "), self.cx)
            }
            "endcontent-ref"
            | "endfile"
            | "endembed"
            | "endswagger"
            | "endopenapi"
            | "endopenapi-operation"
            | "swagger-description"
            | "endswagger-description"
            | "endswagger-response" => String::new(),
            "content-ref" | "embed" | "file" => {
                let address = value("url").or(value("src")).unwrap_or_default();
                let new = self.cx.address(&address, false);
                format!("[{address}]({new})")
            }
            other => {
                self.cx.dropped(format!("`{{% {other} %}}` has no counterpart"));
                String::new()
            }
        };
        if !new.is_empty() {
            self.block(&format!("{indent}{new}"));
        }
        Some(taken)
    }

    /// An operation of an API: a heading with its method and its path, and whether it comes from a description. That
    /// becomes one of the site, which makes a page of every operation.
    fn operation(&mut self, tag: &str, value: &dyn Fn(&str) -> Option<String>) -> (String, bool) {
        let method = value("method").map(|method| method.to_ascii_uppercase());
        let path = value("path").map(|path| format!("{}{path}", value("baseUrl").unwrap_or_default()));
        let called = method.into_iter().chain(path).collect::<Vec<_>>().join(" ");
        let called = if called.is_empty() { called } else { format!("`{called}`") };
        let title = value("summary");
        let source = value("src").or_else(|| value("url")).or_else(|| value("spec"));
        let found = source.as_deref().and_then(|source| self.cx.places.find(self.cx.path, source));
        let file = match found {
            Some(Found::File(file)) => Some(file),
            _ => None,
        };
        let text = file.as_ref().and_then(|file| self.cx.places.files.text(file)).unwrap_or_default();
        let described = file.filter(|_| text.contains("openapi"));
        let described = described.and_then(|file| Some((self.cx.places.file_target(&file)?, file)));
        let is_described = described.is_some();
        if let Some((target, file)) = described {
            self.cx.used.files.insert(file);
            self.cx.used.descriptions.insert(format!("/{target}"));
            self.cx.review(format!(
                "`{{% {tag} %}}`: operations have pages of their own, in the tab `API reference`"
            ));
        } else {
            self.cx.review(format!(
                "`{{% {tag} %}}` is a heading with what was called: for a page with all of it, name a description of the \
                 API as `openapi` in `docs.json`"
            ));
        }
        let heading = match title {
            Some(title) if called.is_empty() => format!("### {}", convert(&title, self.cx)),
            Some(title) => format!("### {}\n\n{called}", convert(&title, self.cx)),
            None if called.is_empty() => String::new(),
            None => format!("### {called}"),
        };
        (heading, is_described)
    }

    /// `{% include "file" %}`: a text that several pages show, which is a snippet here.
    fn snippet(&mut self, inner: &str) -> Option<String> {
        let named = inner.split('"').nth(1).unwrap_or_default();
        let found = self.cx.places.find(self.cx.path, named);
        let found = found.or_else(|| self.cx.places.find(self.cx.page, named));
        match found {
            Some(Found::File(file) | Found::Page(file)) if file.extension() == "md" => {
                let path = part(&file, self.cx);
                Some(format!("<{} />", self.cx.snippet_name(&path)))
            }
            _ => {
                self.cx.dropped(format!(
                    "`{{% include \"{named}\" %}}`: its text is none of the project's files, so it has to be \
                     copied from GitBook"
                ));
                None
            }
        }
    }
}
