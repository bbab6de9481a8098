//! `docs dev`: listens, watches, and shows the site to browsers.

use std::io::IsTerminal;
use std::sync::Arc;

use serde_json::json;

use super::arguments::{DevArguments, DevFlag, Switch};
use super::build::{color, log, options, refuse};
use super::progress::Bar;
use super::watch::{Shown, Teller, watch};
use super::{Exit, complain};
use crate::db::ThirdParties;
use crate::diagnostic::Diagnostic;
use crate::engine::{Engine, UnreadableConfig};
use crate::serve::answer::Folders;
use crate::serve::http::{self, Listening, Server};
use crate::serve::plan::Plan;
use crate::serve::{Menu, Reach, Terms};
use crate::system::{Append, System, SystemError, Utf8Path, Utf8PathBuf};
use crate::watch::session::{Audience, Ended, Revision, Verdict};

/// Where the made files of a server lie in a project, each in a numbered folder.
const FOLDER: &str = ".docs/dev";
/// Servers of one project at a time.
const SERVERS: usize = 32;

/// Serves until the end is asked for.
pub fn run(system: Arc<dyn System>, arguments: &DevArguments) -> Exit {
    let color = color(&*system);
    match serve(system, arguments) {
        Ok(exit) => exit,
        Err(problem) => refuse(&problem, color, &arguments.build),
    }
}

fn serve(system: Arc<dyn System>, arguments: &DevArguments) -> Result<Exit, Diagnostic> {
    let has = |flag| arguments.flags.contains(&flag);
    let mut options = options(&*system, &arguments.build)?;
    let root = system.canonicalize(&options.root).map_err(|error| unreadable(&error))?;
    let (folder, lock) = own_folder(&*system, &root)?;
    options.out = folder.join("site");
    if !has(DevFlag::WithAnalytics) {
        options.settings.third_parties = ThirdParties::LeftOut;
    }
    let listening = http::listen(arguments.host, arguments.port).map_err(|error| {
        let message = format!("cannot listen at port {}: {error}", arguments.port);
        Diagnostic::error("cannot-listen", message).hint("choose another one: `docs dev --port 4000`")
    })?;
    let port = listening.port;
    let base = options.settings.addresses.base.clone();
    let plan = Arc::new(Plan::default());
    let terms = Terms {
        base: base.clone(),
        token: token(&*system),
        names: arguments.names.clone(),
        reach: match arguments.host {
            Some(address) if !address.is_loopback() => Reach::Network,
            _ => Reach::Loopback,
        },
        menu: if has(DevFlag::Preview) { Menu::Shown } else { Menu::Hidden },
    };
    start(&system, &plan, terms, Folders { made: options.out.clone(), project: root.clone() }, listening)?;
    let name = match arguments.host {
        Some(address) if !address.is_unspecified() && address.is_ipv6() => format!("[{address}]"),
        Some(address) if !address.is_unspecified() => address.to_string(),
        _ => "localhost".to_owned(),
    };
    let address = format!("http://{name}:{port}{base}/");
    tell_address(arguments, &address, port);
    if !has(DevFlag::NoOpen) && std::io::stderr().is_terminal() {
        // Whoever sits elsewhere has read the address.
        let _ = system.open_address(&address);
    }
    let mut engine = Engine::open(system.clone(), &options, log(&system, &arguments.build))?;
    engine.on_unreadable_config(UnreadableConfig::LastSite);
    engine.show_to(plan.clone(), folder.join("shown"));
    let bar = Bar::new(arguments.build.detail);
    let teller = Teller::new(&bar, super::build::color(&*system), &arguments.build, Utf8Path::new(&address));
    let mut audience = Both { plan, teller };
    let ended = watch(system, engine, root, arguments.build.poll, (&bar, &mut audience));
    drop(lock);
    Ok(match ended {
        Ended::Stopped => Exit::Interrupted,
        Ended::NobodyListens => Exit::Built,
    })
}

fn start(
    system: &Arc<dyn System>,
    plan: &Arc<Plan>,
    terms: Terms,
    folders: Folders,
    listening: Listening,
) -> Result<(), Diagnostic> {
    let server = Server { system: system.clone(), plan: plan.clone(), terms, folders };
    http::serve(listening, server)
        .map_err(|error| Diagnostic::error("cannot-listen", format!("cannot serve: {error}")))
}

/// Says where the site is, and when that is not where it was wanted.
fn tell_address(arguments: &DevArguments, address: &str, port: u16) {
    if arguments.build.has(Switch::Json) {
        super::print(&format!("{}\n", json!({ "address": address, "port": port })));
        return;
    }
    if arguments.port != 0 && port != arguments.port {
        complain(&format!("port {} is taken, so this is {port}\n", arguments.port));
    }
    complain(&format!("Serving at {address} (Ctrl-C ends it)\n"));
}

/// A folder that no other server uses, and what keeps it ours while it is open.
fn own_folder(system: &dyn System, root: &Utf8Path) -> Result<(Utf8PathBuf, Box<dyn Append>), Diagnostic> {
    let all = root.join(FOLDER);
    system.create_dir_all(&all).map_err(|error| unwritable(&error))?;
    let ignore = all.join(".gitignore");
    if system.read(&ignore).is_err() {
        system.write(&ignore, b"*\n").map_err(|error| unwritable(&error))?;
    }
    for number in 1..=SERVERS {
        let folder = all.join(number.to_string());
        system.create_dir_all(&folder).map_err(|error| unwritable(&error))?;
        match system.append(&folder.join("lock")) {
            Ok(lock) => return Ok((folder, lock)),
            Err(error) if error.kind == std::io::ErrorKind::ResourceBusy => {}
            Err(error) => return Err(unwritable(&error)),
        }
    }
    let message = format!("{SERVERS} servers run for this project");
    Err(Diagnostic::error("cannot-listen", message).hint("end one of them"))
}

fn token(system: &dyn System) -> String {
    crate::hash::ContentHash::from_bytes(system.random()).to_hex()
}

fn unreadable(error: &SystemError) -> Diagnostic {
    Diagnostic::error("unreadable-file", error.to_string()).hint("check that you may read it")
}

fn unwritable(error: &SystemError) -> Diagnostic {
    Diagnostic::error("output-unusable", error.to_string())
        .hint("`docs dev` keeps the pages there; check that you may write it")
}

/// Tells the browsers and the terminal.
struct Both<'a> {
    plan: Arc<Plan>,
    teller: Teller<'a>,
}

impl Audience for Both<'_> {
    fn revision(&mut self, revision: &Revision<'_>) -> Verdict {
        self.plan.revision(revision.report);
        self.teller.revision(revision)
    }

    fn fallback(&mut self) {
        self.teller.fallback();
    }
}

impl Shown for Both<'_> {
    fn remark(&mut self, text: &str) {
        self.teller.remark(text);
    }
}
