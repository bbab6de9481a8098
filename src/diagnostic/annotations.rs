//! Diagnostics as commands of GitHub Actions, which shows them beside the lines of a change.

use super::{Diagnostic, Severity};

/// One line for each problem. `folder` stands before each path: that of the project in the repository; empty, or
/// with a slash at its end.
pub fn annotations(diagnostics: &[Diagnostic], folder: &str) -> String {
    diagnostics.iter().map(|problem| annotation(problem, folder)).collect()
}

fn annotation(problem: &Diagnostic, folder: &str) -> String {
    let command = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = Vec::new();
    if let Some(place) = &problem.location {
        properties.push(format!("file={}", property(&format!("{folder}{}", place.path))));
        if place.line > 0 {
            let column = place.column.max(1);
            properties.push(format!("line={},col={column},endColumn={}", place.line, column + place.length));
        }
    }
    properties.push(format!("title={}", property(problem.code)));
    let hint = problem.hint.as_ref().map(|hint| format!("\n{hint}")).unwrap_or_default();
    format!("::{command} {}::{}\n", properties.join(","), data(&format!("{}{hint}", problem.message)))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
