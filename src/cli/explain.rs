//! `docs explain`.

use std::sync::Arc;

use super::arguments::{BuildArguments, Switch};
use super::build::{color, options, refuse};
use super::{Exit, complain, print};
use crate::db::QueryLog;
use crate::engine::Engine;
use crate::explain::told;
use crate::system::System;

/// Tells why an output would be made again.
pub fn run(system: Arc<dyn System>, path: &str, arguments: &BuildArguments) -> Exit {
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
            complain(&format!("error: no output, page or source of this site is called `{path}`\n"));
            Exit::Problems
        }
    }
}
