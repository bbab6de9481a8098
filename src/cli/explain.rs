//! `docs explain`: what a code means, or why an output would be made again.

use std::sync::Arc;

use super::arguments::{BuildArguments, Switch};
use super::build::{color, options, refuse};
use super::{Exit, complain, print};
use crate::db::QueryLog;
use crate::diagnostic::codes::{self, Code};
use crate::engine::Engine;
use crate::explain::told;
use crate::system::System;

/// Tells why an output would be made again.
pub fn run(system: Arc<dyn System>, path: &str, arguments: &BuildArguments) -> Exit {
    if let Some(code) = codes::find(path) {
        return explained(&code, arguments);
    }
    let color = color(&*system);
    let opened =
        options(&*system, arguments).and_then(|options| Engine::open(system, &options, QueryLog::off()));
    let mut engine = match opened {
        Ok(engine) => engine,
        Err(problem) => return refuse(&problem, color, arguments),
    };
    match engine.explain(path) {
        Some(found) if arguments.has(Switch::Json) => {
            let text = told(found.output.as_str(), &found.verdict);
            print(&format!(
                "{}\n",
                serde_json::json!({ "output": found.output.as_str(), "text": text.trim_end() })
            ));
            Exit::Built
        }
        Some(found) => {
            print(&told(found.output.as_str(), &found.verdict));
            Exit::Built
        }
        None => {
            let near = codes::nearest(path).map(|near| format!("; did you mean the code `{near}`?"));
            let hint = near.unwrap_or_default();
            complain(&format!("error: no output, page or source of this site is called `{path}`{hint}\n"));
            Exit::Problems
        }
    }
}

/// What a code means.
fn explained(code: &Code, arguments: &BuildArguments) -> Exit {
    let Code { code, means, example, fix } = code;
    if arguments.has(Switch::Json) {
        print(&format!(
            "{}\n",
            serde_json::json!({ "code": code, "means": means, "example": example, "fix": fix })
        ));
    } else {
        let example = if *example == "-" {
            String::new()
        } else {
            format!("For example:\n\n    {}\n\n", example.replace('\n', "\n    "))
        };
        print(&format!("{code}\n\n{means}\n\n{example}{fix}\n"));
    }
    Exit::Built
}
