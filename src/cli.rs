//! The command line: arguments, what is printed, exit codes. Stands on the engine and sees no stage.

pub mod arguments;
mod build;
mod cache;
mod check;
mod described;
mod dev;
mod diff;
mod explain;
mod export;
mod fetch;
mod format;
mod import;
mod lsp;
mod mcp;
mod migrate_mdx;
mod mv;
mod new;
mod openapi_check;
mod openapi_diff;
mod progress;
mod project;
mod proxy;
mod report;
mod routes;
mod rules;
mod schema;
mod score;
mod theme;
mod update;
mod upgrade;
mod watch;
mod words;

use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::system::os::{OsSystem, exit_on_interrupt};
use crate::system::{System, fault};

use arguments::{Command, Parsed, Switch};

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Built = 0,
    /// Problems that are errors; everything else was still written.
    Problems = 1,
    /// The command line makes no sense, or another process builds in the same output directory.
    Usage = 2,
    /// Ctrl-C, or another wish that the program ends.
    Interrupted = 130,
}

/// Runs the program with the arguments of the process.
pub fn run() -> Exit {
    exit_on_interrupt();
    let system = match fault::wrapped(Arc::new(OsSystem::new())) {
        Ok(system) => system,
        Err(message) => {
            complain(&format!("error: {message}\n"));
            return Exit::Usage;
        }
    };
    let exit = obey(system);
    if exit == Exit::Built && IS_LOST.load(Ordering::Relaxed) { Exit::Problems } else { exit }
}

/// Does what the arguments say.
fn obey(system: Arc<dyn System>) -> Exit {
    match arguments::parse(&system.arguments()) {
        Ok(Parsed::Run(Command::Build(options))) if options.has(Switch::Watch) => {
            watch::run(system, &options)
        }
        Ok(Parsed::Run(Command::Build(options))) => build::run(system, &options),
        Ok(Parsed::Run(Command::Cache(options))) => cache::run(system, &options),
        Ok(Parsed::Run(Command::Check(options))) => check::run(system, &options),
        Ok(Parsed::Run(Command::Dev(options))) => dev::run(system, &options),
        Ok(Parsed::Run(Command::Diff(options))) => diff::run(system, &options),
        Ok(Parsed::Run(Command::Explain(path, options))) => explain::run(system, &path, &options),
        Ok(Parsed::Run(Command::Lsp(dir))) => lsp::run(system, dir.as_deref()),
        Ok(Parsed::Run(Command::Export(options))) => export::run(system, &options),
        Ok(Parsed::Run(Command::Fetch(options))) => fetch::run(system, &options),
        Ok(Parsed::Run(Command::Format(options))) => format::run(system, &options),
        Ok(Parsed::Run(Command::Import(options))) => import::run(&*system, &options),
        Ok(Parsed::Run(Command::Mcp(options))) => mcp::run(system, &options),
        Ok(Parsed::Run(Command::Proxy(options))) => proxy::run(system, &options),
        Ok(Parsed::Run(Command::OpenapiCheck(path))) => openapi_check::run(system, &path),
        Ok(Parsed::Run(Command::OpenapiDiff(arguments))) => openapi_diff::run(system, &arguments),
        Ok(Parsed::Run(Command::MigrateMdx(options))) => migrate_mdx::run(system, &options),
        Ok(Parsed::Run(Command::Mv(options))) => mv::run(system, &options),
        Ok(Parsed::Run(Command::New(options))) => new::run(system, &options),
        Ok(Parsed::Run(Command::Routes(options))) => routes::run(system, &options),
        Ok(Parsed::Run(Command::Rules(options))) => rules::run(system, &options),
        Ok(Parsed::Run(Command::Schema)) => schema::run(),
        Ok(Parsed::Run(Command::Score(options))) => score::run(system, &options),
        Ok(Parsed::Run(Command::Theme(options))) => theme::run(system, &options),
        Ok(Parsed::Run(Command::Update)) => update::run(system),
        Ok(Parsed::Run(Command::Upgrade(options))) => upgrade::run(system, &options),
        Ok(Parsed::Print(text)) => {
            print(&text);
            Exit::Built
        }
        Err(message) => {
            complain(&format!("error: {message}\n"));
            Exit::Usage
        }
    }
}

/// Whether something that was to be printed is lost.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// Prints to standard output. Who closes a pipe has read enough; on a full disk the program did not do what it was
/// asked for, and [`run`] ends so.
fn print(text: &str) {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) else { return };
    if error.kind() != ErrorKind::BrokenPipe && !IS_LOST.swap(true, Ordering::Relaxed) {
        complain(&format!("error: standard output cannot be written to: {error}\n"));
    }
}

/// Prints to standard error.
fn complain(text: &str) {
    use std::io::Write;
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
