//! `docs upgrade`: reads `mint.json`, writes `docs.json`, and tells what became of every field (UPG-10, UPG-11).

use std::collections::BTreeSet;
use std::sync::Arc;

use super::arguments::{Effect, Existing, UpgradeArguments};
use super::build::{color, count, problems};
use super::{Exit, complain, print};
use crate::config::upgrade::pages::{Difference, difference, listed, read_as_it_is};
use crate::config::upgrade::unwritten::LEGACY_FILE;
use crate::config::upgrade::{Note, Outcome, upgrade};
use crate::config::{json, parse_config};
use crate::db::QueryLog;
use crate::diagnostic::Severity;
use crate::engine::look_up::Addresses;
use crate::engine::{Engine, Options};
use crate::system::overlay::Overlay;
use crate::system::{Links, System, Utf8Path, Utf8PathBuf};
use crate::text::{SourcePath, SourceText};

const CONFIG: &str = "docs.json";
/// The folder of a site that is only listed.
const UNWRITTEN: &str = ".docs/upgrade";

/// Upgrades, or shows what would be written.
pub fn run(system: Arc<dyn System>, arguments: &UpgradeArguments) -> Exit {
    let (shared, system) = (system.clone(), &*system);
    let root = folder(system, arguments.dir.as_deref());
    let text = match system.read_text(&root.join(LEGACY_FILE)) {
        Ok(Some(text)) => text,
        Ok(None) => {
            return refuse(&format!("there is no {LEGACY_FILE} in {root}, so there is nothing to upgrade"));
        }
        Err(error) => return refuse(&error.to_string()),
    };
    let is_there = system.metadata(&root.join(CONFIG), Links::Keep).is_ok();
    if is_there && arguments.existing == Existing::Kept && arguments.effect == Effect::Write {
        return refuse(&format!("{} is there already: `--force` replaces it", root.join(CONFIG)));
    }
    let source = SourceText::new(SourcePath::new(LEGACY_FILE), text.as_str());
    let (parsed, diagnostics) = json::parse(&source, 0);
    let Some(mint) = parsed.map(|parsed| parsed.to_value()) else {
        complain(&problems(&diagnostics, color(system)));
        return Exit::Problems;
    };
    // Comments and all but the last of equal keys are not in what was read.
    complain(&problems(&diagnostics, color(system)));
    let (docs, notes) = upgrade(&mint);
    let invalid = notes.iter().filter(|note| note.outcome == Outcome::Invalid).count();
    if invalid > 0 && arguments.existing == Existing::Kept {
        complain(&told(&notes));
        let message =
            format!("{LEGACY_FILE} is not valid ({}), so nothing was written", count(invalid, "problem"));
        return refuse(&format!("{message}; `--force` goes on all the same"));
    }
    let text = format!("{docs:#}\n");
    let checked = parse_config(&SourcePath::new(CONFIG), &text, &|_| None);
    let difference = difference(&mint, &checked.config.navigation);
    let has_errors = checked.diagnostics.iter().any(|problem| problem.severity == Severity::Error);

    let mut report = format!("{LEGACY_FILE} → {CONFIG}\n\n{}\n", told(&notes));
    report.push_str(&compared(&difference, listed(&mint).len()));
    let before = format!("{:#}\n", read_as_it_is(&mint));
    let site = site_difference(&shared, &root, [before, text.clone()]);
    report.push_str(&site.told);
    report.push_str(match (checked.diagnostics.is_empty(), has_errors) {
        (true, _) => "docs.json is valid.\n",
        (false, false) => "docs.json is valid, with something to look at:\n\n",
        (false, true) => "docs.json wants mending by hand:\n\n",
    });
    let found = problems(&checked.diagnostics, color(system));
    if arguments.effect == Effect::Show {
        complain(&report);
        complain(&found);
        print(&text);
    } else {
        if let Err(error) = system.write(&root.join(CONFIG), text.as_bytes()) {
            return refuse(&error.to_string());
        }
        print(&report);
        complain(&found);
        let path = root.join(CONFIG);
        print(&format!("\n{path} is written, {LEGACY_FILE} is as it was.\n{NEXT}"));
    }
    let is_whole = difference == Difference::default() && site.is_same && !has_errors;
    if is_whole { Exit::Built } else { Exit::Problems }
}

const NEXT: &str = "Next: look at docs.json, see the site with `docs build`, then delete mint.json.\n";

/// One line for each field, the important ones last.
fn told(notes: &[Note]) -> String {
    let mut out = String::new();
    for (outcome, word) in [
        (Outcome::Mapped, "mapped"),
        (Outcome::Dropped, "dropped"),
        (Outcome::Review, "look at"),
        (Outcome::Invalid, "invalid"),
    ] {
        for note in notes.iter().filter(|note| note.outcome == outcome) {
            let between = if outcome == Outcome::Mapped { " → " } else { ": " };
            out.push_str(&format!("  {word}  {}{between}{}\n", note.field, note.text));
        }
    }
    out
}

/// Whether the pages are the same.
fn compared(difference: &Difference, before: usize) -> String {
    let Difference { lost, new } = difference;
    if lost.is_empty() && new.is_empty() {
        return format!("The navigation lists the same {} before and after.\n", count(before, "page"));
    }
    let mut out =
        format!("The navigation of {LEGACY_FILE} lists {}; not the same after:\n", count(before, "page"));
    for (sign, pages) in [('-', lost), ('+', new)] {
        pages.iter().for_each(|page| out.push_str(&format!("  {sign} {page}\n")));
    }
    out
}

/// What became of the addresses of a site.
struct SiteDifference {
    is_same: bool,
    told: String,
}

/// Lists the pages of the whole site under two configurations, as a build would, and compares their addresses.
fn site_difference(system: &Arc<dyn System>, root: &Utf8Path, configs: [String; 2]) -> SiteDifference {
    let [before, after] = configs.map(|config| addresses(system, root, config));
    let (Some(before), Some(after)) = (before, after) else {
        let told = "The addresses of the site could not be compared: its folder cannot be read.\n".to_owned();
        return SiteDifference { is_same: false, told };
    };
    let all =
        |side: &Addresses| -> BTreeSet<String> { side.of_files.union(&side.generated).cloned().collect() };
    let (old, new) = (all(&before), all(&after));
    if old == new {
        let told = format!(
            "The site has the same {} before and after: {} of files, {} of API descriptions.\n",
            match old.len() {
                1 => "address".to_owned(),
                number => format!("{number} addresses"),
            },
            before.of_files.len(),
            before.generated.len()
        );
        return SiteDifference { is_same: true, told };
    }
    let mut told = format!("The addresses of the site change; {} before, {} after:\n", old.len(), new.len());
    old.difference(&new).for_each(|address| told.push_str(&format!("  - {address}\n")));
    new.difference(&old).for_each(|address| told.push_str(&format!("  + {address}\n")));
    SiteDifference { is_same: false, told }
}

/// The addresses of a site whose configuration is this text, whatever lies on the disk.
fn addresses(system: &Arc<dyn System>, root: &Utf8Path, config: String) -> Option<Addresses> {
    let root = system.canonicalize(root).ok()?;
    let overlay = Arc::new(Overlay::new(system.clone()));
    overlay.set(&root.join(CONFIG), Some(config));
    // Nothing is written: the folder only has to be one that could be.
    let options = Options::new(root.clone(), root.join(UNWRITTEN));
    Some(Engine::open(overlay, &options, QueryLog::off()).ok()?.addresses())
}

/// The folder named, or this one, or `docs/` below it.
fn folder(system: &dyn System, dir: Option<&str>) -> Utf8PathBuf {
    let has_config =
        |dir: &str| system.metadata(&Utf8Path::new(dir).join(LEGACY_FILE), Links::Follow).is_ok();
    match dir {
        Some(dir) => Utf8PathBuf::from(dir),
        None if !has_config(".") && has_config("docs") => Utf8PathBuf::from("docs"),
        None => Utf8PathBuf::from("."),
    }
}

fn refuse(message: &str) -> Exit {
    complain(&format!("error: {message}\n"));
    Exit::Problems
}
