//! Interface texts that stand inside the content, in one language.

use serde::{Deserialize, Serialize};

/// The texts. `{}` stands for the thing named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Labels {
    /// Name of a heading's link.
    pub heading_anchor: &'static str,
    pub note: &'static str,
    pub info: &'static str,
    pub tip: &'static str,
    pub warning: &'static str,
    pub check: &'static str,
    pub danger: &'static str,
    /// Pills of a field.
    pub required: &'static str,
    pub deprecated: &'static str,
    pub default: &'static str,
    /// Label of a closed and an open disclosure.
    pub show: &'static str,
    pub hide: &'static str,
    /// Heads of a table of types.
    pub column_name: &'static str,
    pub column_type: &'static str,
    pub column_default: &'static str,
    pub column_description: &'static str,
    /// Heading of the notes at the end.
    pub footnotes: &'static str,
    pub back_to_reference: &'static str,
    /// Names of regions and controls that have no visible text.
    pub table: &'static str,
    pub task_done: &'static str,
    pub task_open: &'static str,
    pub embedded: &'static str,
    pub copy: &'static str,
    pub copy_prompt: &'static str,
    pub open_in_cursor: &'static str,
    /// Names of unnamed code blocks in examples.
    pub request: &'static str,
    pub response: &'static str,
    pub code: &'static str,
    /// Name of a diagram, and of the button that shows it on the whole screen.
    pub diagram: &'static str,
    pub enlarge: &'static str,
}

impl Default for Labels {
    fn default() -> Self {
        Self::ENGLISH
    }
}

impl Labels {
    /// English.
    pub const ENGLISH: Labels = Labels {
        heading_anchor: "Link to {}",
        note: "Note",
        info: "Info",
        tip: "Tip",
        warning: "Warning",
        check: "Check",
        danger: "Danger",
        required: "required",
        deprecated: "deprecated",
        default: "default:",
        show: "Show {}",
        hide: "Hide {}",
        column_name: "Name",
        column_type: "Type",
        column_default: "Default",
        column_description: "Description",
        footnotes: "Footnotes",
        back_to_reference: "Back to reference {}",
        table: "Table",
        task_done: "Done",
        task_open: "To do",
        embedded: "Embedded content",
        copy: "Copy {}",
        copy_prompt: "Copy prompt",
        open_in_cursor: "Open in Cursor",
        request: "Request",
        response: "Response",
        code: "Code",
        diagram: "Diagram",
        enlarge: "Show the diagram on the whole screen",
    };
}

/// Puts `name` where a text says `{}`.
pub fn fill(label: &str, name: &str) -> String {
    label.replacen("{}", name, 1)
}
