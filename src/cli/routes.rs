//! `docs routes`: the addresses of all pages into `routes.lock`.

use std::sync::Arc;

use super::arguments::{BuildArguments, Detail};
use super::build::{color, open_to_look, options, refuse};
use super::{Exit, complain, print};
use crate::db::QueryLog;
use crate::site::routes::{ROUTES_FILE, with_addresses};
use crate::system::System;

/// Records the addresses, and tells how many are new.
pub fn run(system: Arc<dyn System>, arguments: &BuildArguments) -> Exit {
    let color = color(&*system);
    let options = match options(&*system, arguments) {
        Ok(options) => options,
        Err(problem) => return refuse(&problem, color, arguments),
    };
    let path = options.root.join(ROUTES_FILE);
    let mut engine = match open_to_look(system.clone(), &options, QueryLog::off()) {
        Ok(engine) => engine,
        Err(problem) => return refuse(&problem, color, arguments),
    };
    let failed = |error: crate::system::SystemError| {
        complain(&format!("error: {error}\n"));
        Exit::Problems
    };
    let before = match system.read_text(&path) {
        Ok(before) => before.unwrap_or_default(),
        Err(error) => return failed(error),
    };
    let found = engine.addresses();
    let (text, all, new) = with_addresses(&before, found.of_files.into_iter().chain(found.generated));
    if text != before
        && let Err(error) = system.write(&path, text.as_bytes())
    {
        return failed(error);
    }
    if arguments.detail != Detail::Quiet {
        let all = match all {
            1 => "1 address".to_owned(),
            all => format!("{all} addresses"),
        };
        print(&format!("{ROUTES_FILE}: {all}, {new} new\n"));
    }
    std::mem::forget(engine);
    Exit::Built
}
