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
    let near = codes::nearest(path).map(|near| format!("; did you mean the code `{near}`?"));
    let near = near.unwrap_or_default();
    let options = match options(&*system, arguments) {
        Ok(options) => options,
        // Nobody asked for a build.
        Err(problem) if problem.code == "no-config" && arguments.dir.is_none() => {
            complain(&format!(
                "error: `{path}` is no code of a problem{near}\n  \
                 hint: to ask about a page or another file of a site, stand in the folder with its docs.json, or \
                 name it: `docs explain {path} FOLDER`\n"
            ));
            return Exit::Problems;
        }
        Err(problem) => return refuse(&problem, color, arguments),
    };
    let (root, out) = (options.root.clone(), options.out.clone());
    let mut engine = match Engine::open(system, &options, QueryLog::off()) {
        Ok(engine) => engine,
        Err(problem) => return refuse(&problem, color, arguments),
    };
    // A path may be written as a shell completes it: with the folder of the output or of the project in front.
    let below = |folder: &str| {
        let folder = folder.trim_start_matches("./").trim_matches('/');
        let rest = path.trim_start_matches("./").strip_prefix(folder)?.strip_prefix('/')?;
        (!folder.is_empty() && folder != ".").then(|| rest.to_owned())
    };
    let whole = engine.out().as_str().to_owned();
    let of_disk = path.strip_prefix(whole.as_str()).map(|rest| rest.trim_start_matches('/').to_owned());
    let others = [of_disk, below(out.as_str()), below(root.as_str())];
    let names = std::iter::once(path.to_owned()).chain(others.into_iter().flatten());
    let found = names.into_iter().find_map(|name| engine.explain(&name));
    match found {
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
            complain(&format!("error: no output, page or source of this site is called `{path}`{near}\n"));
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
