//! Interface texts that stand inside the content, in one language.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::api::words::Words;

/// The texts. `{}` stands for the thing named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Labels {
    /// The tag of the language that these texts are in.
    pub language: String,
    /// Name of a heading's link.
    pub heading_anchor: String,
    pub note: String,
    pub info: String,
    pub tip: String,
    pub warning: String,
    pub check: String,
    pub danger: String,
    /// Pills of a field.
    pub required: String,
    pub deprecated: String,
    pub default: String,
    /// Label of a closed and an open disclosure.
    pub show: String,
    pub hide: String,
    /// What such a disclosure of a field holds.
    pub child_attributes: String,
    /// Heads of a table of types.
    pub column_name: String,
    pub column_type: String,
    pub column_default: String,
    pub column_description: String,
    /// Heading of the notes at the end.
    pub footnotes: String,
    pub back_to_reference: String,
    /// Names of regions and controls that have no visible text.
    pub table: String,
    pub task_done: String,
    pub task_open: String,
    pub embedded: String,
    /// On what is not loaded from another host (`{}`) before a reader asks for it.
    pub load_from: String,
    pub copy: String,
    pub copy_prompt: String,
    pub open_in_cursor: String,
    /// Names of unnamed code blocks in examples.
    pub request: String,
    pub code: String,
    /// Name of a diagram, and of the button that shows it on the whole screen.
    pub diagram: String,
    pub enlarge: String,
    /// The button that downloads a picture.
    pub download: String,
    /// The button that opens the playground.
    pub try_it: String,
    /// What pages of an API say.
    #[serde(flatten)]
    pub api: Words,
}

impl Default for Labels {
    /// English.
    fn default() -> Self {
        let english = |text: &str| text.to_owned();
        Self {
            language: english("en"),
            heading_anchor: english("Link to {}"),
            note: english("Note"),
            info: english("Info"),
            tip: english("Tip"),
            warning: english("Warning"),
            check: english("Check"),
            danger: english("Danger"),
            required: english("required"),
            deprecated: english("deprecated"),
            default: english("default:"),
            show: english("Show {}"),
            hide: english("Hide {}"),
            child_attributes: english("child attributes"),
            column_name: english("Name"),
            column_type: english("Type"),
            column_default: english("Default"),
            column_description: english("Description"),
            footnotes: english("Footnotes"),
            back_to_reference: english("Back to reference {}"),
            table: english("Table"),
            task_done: english("Done"),
            task_open: english("To do"),
            embedded: english("Embedded content"),
            load_from: english("Load from {}"),
            copy: english("Copy {}"),
            copy_prompt: english("Copy prompt"),
            open_in_cursor: english("Open in Cursor"),
            request: english("Request"),
            code: english("Code"),
            diagram: english("Diagram"),
            enlarge: english("Show the diagram on the whole screen"),
            download: english("Download"),
            try_it: english("Try it"),
            api: Words::default(),
        }
    }
}

/// The texts in English.
pub static ENGLISH: LazyLock<Labels> = LazyLock::new(Labels::default);

/// Puts `name` where a text says `{}`.
pub fn fill(label: &str, name: &str) -> String {
    label.replacen("{}", name, 1)
}
