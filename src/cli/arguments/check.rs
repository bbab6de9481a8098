//! `docs check` and what it is also called.

use lexopt::prelude::*;

use super::build::{self, BuildArguments, Detail};
use super::{Command, Parsed, Words, text, value};

/// `docs check` as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckArguments {
    /// What is built.
    pub build: BuildArguments,
    pub scope: CheckScope,
    pub format: CheckFormat,
    /// `--files`: patterns of files whose problems are told; none: all.
    pub files: Vec<String>,
    pub switches: Vec<CheckSwitch>,
}

/// What is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CheckScope {
    #[default]
    Everything,
    /// Links, anchors, redirects.
    Links,
    /// What readers who hear or see less need.
    Accessibility,
}

/// How problems are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CheckFormat {
    #[default]
    Text,
    Json,
    Sarif,
    Github,
}

/// Options without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckSwitch {
    /// Notes are failures, too.
    Strict,
    /// Other sites are asked whether they still have what is linked.
    External,
    /// What is safe to correct is corrected.
    Fix,
    /// Shows what would be corrected.
    DryRun,
    SkipContrast,
    SkipAltText,
}

impl CheckArguments {
    /// Whether a switch was given.
    pub fn has(&self, switch: CheckSwitch) -> bool {
        self.switches.contains(&switch)
    }
}

/// Name and help.
pub(super) const WORDS: Words = Words {
    name: "check",
    aliases: &["validate"],
    summary: "Tell everything that is wrong with a project, without writing the site",
    help: HELP,
    parse: |parser| parse(parser, CheckScope::Everything, HELP),
};

/// The same for links alone.
pub(super) const LINKS: Words = Words {
    name: "broken-links",
    aliases: &[],
    summary: "The part of `docs check` about links",
    help: HELP,
    parse: |parser| parse(parser, CheckScope::Links, HELP),
};

/// The same for accessibility alone.
pub(super) const ACCESSIBILITY: Words = Words {
    name: "a11y",
    aliases: &["accessibility", "accessibility-check", "a11y-check"],
    summary: "The part of `docs check` about accessibility",
    help: HELP,
    parse: |parser| parse(parser, CheckScope::Accessibility, HELP),
};

/// Help for all of them.
const HELP: &str = "\
Tell everything that is wrong with a project, without writing the site: configuration, navigation, links and anchors,
redirects, images, snippets, API descriptions, accessibility, and the conventions of authoring.

Usage: docs check [DIR] [OPTIONS]             all of it; also called `docs validate`
       docs broken-links [DIR] [OPTIONS]      links, anchors, images and redirects only
       docs a11y [DIR] [OPTIONS]              accessibility only; also called `docs accessibility`,
                                              `docs accessibility-check` and `docs a11y-check`

Arguments:
  [DIR]                  Folder with docs.json [default: here, then docs/]

Options:
      --files PATTERN    Tell only of files of this pattern, such as 'guides/**'; may be repeated
      --external         Ask other sites whether they still have what pages link to; a good answer counts for a week
      --strict           Notes fail the check, too
  -q, --quiet            Tell errors and warnings, and nothing else
  -v, --verbose          As without: every problem is told in any case
      --json             Print one JSON report
      --sarif            Print SARIF 2.1.0, for code scanning
      --github           Print annotations for GitHub Actions
      --fix              Correct what is safe to correct, and show it
      --dry-run          With --fix: show it only
      --skip-contrast    Not the contrast of configured colours
      --skip-alt-text    Not the alternative texts of images
      --base PATH        Path below which the site is served, such as /docs
      --include-restricted
                         With pages that `groups` restrict
      --jobs N           Threads [default: all processors]
      --no-cache         Look at everything anew
      --cache-dir DIR    Where results are kept [default: .docs/cache beside docs.json]
  -h, --help             This help

What people read goes to standard error; what --json, --sarif and --github print, to standard output.

Words that the project writes in one way stand in .docs/terms.txt, a line for each: `sign-in: signin, log-in`.

Exit codes: 0 nothing but notes, 1 errors or warnings, 2 wrong usage. `docs broken-links` and `docs a11y` end with 1 for
notes, too.
";

fn parse(mut parser: lexopt::Parser, scope: CheckScope, help: &str) -> Result<Parsed, String> {
    let mut options = CheckArguments { scope, ..CheckArguments::default() };
    while let Some(argument) = parser.next().map_err(text)? {
        match argument {
            Short('h') | Long("help") => return Ok(Parsed::Print(help.to_owned())),
            Long("files") => {
                for pattern in parser.values().map_err(text)? {
                    options.files.push(pattern.to_string_lossy().into_owned());
                }
            }
            Long("external" | "check-external") => options.switches.push(CheckSwitch::External),
            // All of it is looked at in any case.
            Long("check-anchors" | "check-redirects" | "check-snippets") => {}
            // Those of the original. What it asks for needs no word here, or has another one.
            Long("no-openapi" | "disable-openapi" | "local-schema") => {}
            Long("groups") => {
                parser.value().map_err(text)?;
                options.build.switches.push(build::Switch::IncludeRestricted);
            }
            Short('q') | Long("quiet") => options.build.detail = Detail::Quiet,
            Short('v') | Long("verbose") => options.build.detail = Detail::Verbose,
            Long("strict") => options.switches.push(CheckSwitch::Strict),
            Long("json") => options.format = CheckFormat::Json,
            Long("sarif") => options.format = CheckFormat::Sarif,
            Long("github") => options.format = CheckFormat::Github,
            Long("fix") => options.switches.push(CheckSwitch::Fix),
            Long("dry-run") => options.switches.push(CheckSwitch::DryRun),
            Long("skip-contrast") => options.switches.push(CheckSwitch::SkipContrast),
            Long("skip-alt-text") => options.switches.push(CheckSwitch::SkipAltText),
            Long("base") => options.build.base = build::base(&value(&mut parser)?)?,
            Long("include-restricted") => options.build.switches.push(build::Switch::IncludeRestricted),
            Long("jobs") => options.build.jobs = build::jobs(&value(&mut parser)?)?,
            Long("no-cache") => options.build.switches.push(build::Switch::NoCache),
            Long("cache-dir") => options.build.cache.dir = Some(value(&mut parser)?),
            Value(dir) if options.build.dir.is_none() => {
                options.build.dir = Some(dir.to_string_lossy().into_owned());
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    if options.has(CheckSwitch::DryRun) && !options.has(CheckSwitch::Fix) {
        return Err("`--dry-run` shows what would be corrected: it goes with `--fix`".to_owned());
    }
    Ok(Parsed::Run(Command::Check(options)))
}
