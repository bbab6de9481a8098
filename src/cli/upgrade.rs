//! `docs upgrade`: reads `mint.json`, writes `docs.json`, and tells what became of every field (UPG-10, UPG-11).

use std::sync::Arc;

use super::arguments::{Effect, Existing, UpgradeArguments};
use super::build::{color, count, problems};
use super::{Exit, complain, print};
use crate::config::upgrade::pages::{Difference, difference, listed};
use crate::config::upgrade::{Note, Outcome, upgrade};
use crate::config::{json, parse_config};
use crate::diagnostic::Severity;
use crate::system::{Links, System, Utf8Path, Utf8PathBuf};
use crate::text::{SourcePath, SourceText};

const LEGACY: &str = "mint.json";
const CONFIG: &str = "docs.json";

/// Upgrades, or shows what would be written.
pub fn run(system: Arc<dyn System>, arguments: &UpgradeArguments) -> Exit {
    let system = &*system;
    let root = folder(system, arguments.dir.as_deref());
    let text = match system.read_text(&root.join(LEGACY)) {
        Ok(Some(text)) => text,
        Ok(None) => {
            return refuse(&format!("there is no {LEGACY} in {root}, so there is nothing to upgrade"));
        }
        Err(error) => return refuse(&error.to_string()),
    };
    let is_there = system.metadata(&root.join(CONFIG), Links::Keep).is_ok();
    if is_there && arguments.existing == Existing::Kept && arguments.effect == Effect::Write {
        return refuse(&format!("{} is there already: `--force` replaces it", root.join(CONFIG)));
    }
    let source = SourceText::new(SourcePath::new(LEGACY), text.as_str());
    let (parsed, diagnostics) = json::parse(&source, 0);
    let Some(mint) = parsed.map(|parsed| parsed.to_value()) else {
        complain(&problems(&diagnostics, color(system)));
        return Exit::Problems;
    };
    let (docs, notes) = upgrade(&mint);
    let invalid = notes.iter().filter(|note| note.outcome == Outcome::Invalid).count();
    if invalid > 0 && arguments.existing == Existing::Kept {
        complain(&told(&notes));
        let message =
            format!("{LEGACY} is not valid ({}), so nothing was written", count(invalid, "problem"));
        return refuse(&format!("{message}; `--force` goes on all the same"));
    }
    let text = format!("{docs:#}\n");
    let checked = parse_config(&SourcePath::new(CONFIG), &text, &|_| None);
    let difference = difference(&mint, &checked.config.navigation);
    let has_errors = checked.diagnostics.iter().any(|problem| problem.severity == Severity::Error);

    let mut report = format!("{LEGACY} → {CONFIG}\n\n{}\n", told(&notes));
    report.push_str(&compared(&difference, listed(&mint).len()));
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
        print(&format!("\n{path} is written, {LEGACY} is as it was.\n{NEXT}"));
    }
    let is_whole = difference == Difference::default() && !has_errors;
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
        format!("The navigation of {LEGACY} lists {}; not the same after:\n", count(before, "page"));
    for (sign, pages) in [('-', lost), ('+', new)] {
        pages.iter().for_each(|page| out.push_str(&format!("  {sign} {page}\n")));
    }
    out
}

/// The folder named, or this one, or `docs/` below it.
fn folder(system: &dyn System, dir: Option<&str>) -> Utf8PathBuf {
    let has_config = |dir: &str| system.metadata(&Utf8Path::new(dir).join(LEGACY), Links::Follow).is_ok();
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
