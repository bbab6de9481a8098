//! Blocks of GitBook: `{% hint %}`, `{% code %}`, `{% include %}` and the like.

use super::super::address::Found;
use super::super::fence::Around;
use super::super::page::part;
use super::super::tags::attribute;
use super::{Blocks, callout_tag};

impl Blocks<'_, '_> {
    /// A line that is a tag of GitBook; the number of lines that it took.
    pub(super) fn tag(&mut self, indent: &str, line: &str, rest: &[String]) -> Option<usize> {
        let inner = line.trim().strip_prefix("{%")?.strip_suffix("%}")?.trim();
        let name = inner.split_whitespace().next()?;
        let value = |key: &str| {
            let rest = inner.split_once(&format!("{key}=\""))?.1;
            rest.split_once('"').map(|(value, _)| value.to_owned())
        };
        self.flush();
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
            "endcontent-ref" | "endfile" | "endembed" => String::new(),
            "content-ref" | "embed" | "file" | "swagger" => {
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
        Some(1)
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
