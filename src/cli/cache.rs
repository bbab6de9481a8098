//! `docs cache`: what earlier builds remember.

use std::sync::Arc;

use serde_json::{Value, json};

use super::arguments::{CacheAction, CacheArguments, Format};
use super::build::{cache_options, color, count};
use super::project::Project;
use super::{Exit, complain, print};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::render::render;
use crate::engine::schema;
use crate::store::inspect::{self, Collected, Inventory, Share, Verified};
use crate::system::{System, Utf8Path};

/// What is said, as text and as JSON, and how the program ends.
struct Answer {
    text: String,
    json: Value,
    exit: Exit,
}

/// Looks at a store or changes it.
pub fn run(system: Arc<dyn System>, arguments: &CacheArguments) -> Exit {
    // A store is there whether or not the project can be built at the moment.
    let root = Project::at(&*system, arguments.dir.as_deref()).root;
    let options = cache_options(&root, &arguments.place);
    let directory = &options.directory;
    let answer = match arguments.action {
        CacheAction::Stats => {
            inspect::inventory(system.clone(), directory, schema()).map(|all| stats(directory, &all))
        }
        CacheAction::Verify => {
            inspect::verify(system.clone(), directory).map(|found| verified(directory, &found))
        }
        CacheAction::Gc => inspect::collect_garbage(system.clone(), directory, options.limit, schema())
            .map(|collected| gc(directory, &collected)),
        CacheAction::Clear => inspect::clear(system.clone(), directory).map(|gone| Answer {
            text: format!("{directory}: {} dropped\n", bytes(gone)),
            json: json!({ "bytes_dropped": gone }),
            exit: Exit::Built,
        }),
    };
    match (answer, arguments.format) {
        (Ok(answer), Format::Text) => {
            print(&answer.text);
            answer.exit
        }
        (Ok(answer), Format::Json) => {
            let mut json = json!({ "ok": answer.exit == Exit::Built, "directory": directory.as_str() });
            if let (Some(all), Value::Object(more)) = (json.as_object_mut(), answer.json) {
                all.extend(more);
            }
            print(&format!("{json}\n"));
            answer.exit
        }
        (Err(problem), format) => refuse(&*system, &problem, format),
    }
}

fn refuse(system: &dyn System, problem: &Diagnostic, format: Format) -> Exit {
    match format {
        Format::Text => complain(&render(problem, color(system))),
        Format::Json => print(&format!("{}\n", json!({ "ok": false, "diagnostics": [problem] }))),
    }
    Exit::Problems
}

fn stats(directory: &Utf8Path, all: &Inventory) -> Answer {
    let line = |name: &str, share: &Share| {
        let packs = count(share.packs, "pack");
        format!("  {name}{}, {}, {}\n", count(share.records, "record"), packs, bytes(share.bytes))
    };
    let mut text = format!("{directory}:\n{}", line("this program:   ", &all.ours));
    text.push_str(&line("other versions: ", &all.others));
    if all.unreadable.packs > 0 {
        text.push_str(&format!(
            "  unreadable:     {}, {}; `docs cache gc` drops them\n",
            count(all.unreadable.packs, "file"),
            bytes(all.unreadable.bytes),
        ));
    }
    Answer { text, json: json!(all), exit: Exit::Built }
}

fn verified(directory: &Utf8Path, found: &Verified) -> Answer {
    let mut text = format!("{directory}: {} as written\n", count(found.sound, "record"));
    for damage in &found.damaged {
        let torn = if damage.torn { ", and it is torn" } else { "" };
        text.push_str(&format!("  {}: {} damaged{torn}\n", damage.pack, count(damage.records, "record")));
    }
    if found.damaged.is_empty() {
        return Answer { text, json: json!(found), exit: Exit::Built };
    }
    text.push_str("damaged records are never used; `docs cache gc` drops them\n");
    Answer { text, json: json!(found), exit: Exit::Problems }
}

fn gc(directory: &Utf8Path, collected: &Collected) -> Answer {
    let damaged = match collected.damaged {
        0 => String::new(),
        number => format!(", {} dropped", count(number, "damaged record")),
    };
    let text = format!(
        "{directory}: {} before, {} now{damaged}\n",
        bytes(collected.bytes_before),
        bytes(collected.bytes_after),
    );
    Answer { text, json: json!(collected), exit: Exit::Built }
}

/// A size for people.
fn bytes(number: u64) -> String {
    let units = ["kB", "MB", "GB", "TB"];
    if number < 1_000 {
        return format!("{number} B");
    }
    let mut size = number as f64;
    let mut unit = "B";
    for next in units {
        if size < 1_000.0 {
            break;
        }
        size /= 1_000.0;
        unit = next;
    }
    format!("{size:.1} {unit}")
}
