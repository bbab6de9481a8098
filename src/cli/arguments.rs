//! From words to options. The only module (with those below it, one for each command) that names lexopt.

mod build;
mod cache;
mod check;
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
mod proxy;
mod routes;
mod rules;
mod schema;
mod score;
mod theme;
mod upgrade;
mod words;

use lexopt::prelude::*;

use crate::cli::words::flags;
use crate::diagnostic::did_you_mean;

pub use build::{BuildArguments, Detail, Poll, Switch, UrlStyleArgument};
pub use cache::{CacheAction, CacheArguments, CachePlace};
pub use check::{CheckArguments, CheckFormat, CheckScope, CheckSwitch};
pub use dev::{DevArguments, DevFlag};
pub use diff::{DiffArguments, DiffSwitch};
pub use export::ExportArguments;
pub use fetch::FetchArguments;
pub use format::FormatArguments;
pub use import::ImportArguments;
pub use mcp::{Http, McpArguments};
pub use migrate_mdx::MigrateArguments;
pub use mv::{MvArguments, RedirectsArgument};
pub use new::NewArguments;
pub use openapi_diff::OpenapiDiffArguments;
pub use proxy::ProxyArguments;
pub use rules::RulesArguments;
pub use score::{ScoreArguments, ScoreFormat};
pub use theme::{ThemeAction, ThemeArguments};
pub use upgrade::{Effect, Existing, UpgradeArguments};

/// All commands, in the order of the help. A new one is a line here, one in [`Command`], and a file below.
pub const COMMANDS: &[Words] = &[
    build::WORDS,
    cache::WORDS,
    check::WORDS,
    check::LINKS,
    check::ACCESSIBILITY,
    words::COMPLETIONS,
    dev::WORDS,
    diff::WORDS,
    explain::WORDS,
    export::WORDS,
    fetch::WORDS,
    format::WORDS,
    import::WORDS,
    lsp::WORDS,
    words::MAN,
    mcp::WORDS,
    migrate_mdx::WORDS,
    mv::WORDS,
    new::WORDS,
    openapi_check::WORDS,
    openapi_diff::WORDS,
    proxy::WORDS,
    routes::WORDS,
    rules::WORDS,
    schema::WORDS,
    score::WORDS,
    theme::WORDS,
    words::UPDATE,
    upgrade::WORDS,
    words::VERSION,
];

/// One command on the command line.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    pub name: &'static str,
    /// Other names that mean the same.
    pub aliases: &'static [&'static str],
    /// What it does, in the list of commands.
    pub summary: &'static str,
    /// What `--help` prints.
    pub help: &'static str,
    /// Reads what follows the name.
    parse: fn(lexopt::Parser) -> Result<Parsed, String>,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Build(BuildArguments),
    Cache(CacheArguments),
    Check(CheckArguments),
    Dev(DevArguments),
    Diff(DiffArguments),
    /// Why this output would be made again.
    Explain(String, BuildArguments),
    Export(ExportArguments),
    Fetch(FetchArguments),
    /// Answer an editor; with the folder that was given.
    Lsp(Option<String>),
    Format(FormatArguments),
    Import(ImportArguments),
    MigrateMdx(MigrateArguments),
    Mv(MvArguments),
    New(NewArguments),
    Mcp(McpArguments),
    Proxy(ProxyArguments),
    /// Check a description of an API.
    OpenapiCheck(String),
    /// Compare two of them.
    OpenapiDiff(OpenapiDiffArguments),
    /// Record the addresses of all pages.
    Routes(BuildArguments),
    Rules(RulesArguments),
    Schema,
    Score(ScoreArguments),
    Theme(ThemeArguments),
    /// How this copy was installed.
    Update,
    Upgrade(UpgradeArguments),
}

/// A command, or a text that answers the question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "there is one of it in a process")]
pub enum Parsed {
    Run(Command),
    Print(String),
}

/// How an answer is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Text,
    Json,
}

/// Reads the words after the program's name. What cannot be read is told with the help to look at.
pub fn parse(words: &[String]) -> Result<Parsed, String> {
    let words = without_telemetry(words);
    let name = words.first().map(String::as_str).and_then(command);
    parse_words(words).map_err(|message| match name {
        Some(words) => format!("{}\n\nTry `docs {} --help`.", near_option(message, words), words.name),
        None => format!("{message}\n\nTry `docs --help`."),
    })
}

fn parse_words(words: Vec<String>) -> Result<Parsed, String> {
    let mut parser = lexopt::Parser::from_args(words);
    let Some(first) = parser.next().map_err(text)? else { return Ok(Parsed::Print(help())) };
    match first {
        Short('h') | Long("help") => Ok(Parsed::Print(help())),
        Short('V') | Long("version") => Ok(Parsed::Print(version())),
        Value(name) => match name.to_string_lossy().as_ref() {
            "help" => asked(parser),
            name => match command(name) {
                Some(words) => (words.parse)(parser),
                None => Err(unknown(name)),
            },
        },
        Long(option) => {
            let option = format!("--{option}");
            let owner = COMMANDS.iter().find(|words| has_option(words, &option));
            Err(match owner {
                Some(words) => format!("`{option}` stands behind a command: `docs {} {option}`", words.name),
                None => format!("there is no option `{option}`"),
            })
        }
        other => Err(other.unexpected().to_string()),
    }
}

/// The original sends what people do to its makers unless it is told not to. There is nothing to switch off here.
fn without_telemetry(words: &[String]) -> Vec<String> {
    let is_answer = |word: &String| matches!(word.as_str(), "true" | "false" | "on" | "off" | "0" | "1");
    let mut rest = Vec::with_capacity(words.len());
    let mut left = words.iter().peekable();
    while let Some(word) = left.next() {
        let is_asked = matches!(word.as_str(), "--telemetry" | "--no-telemetry" | "--disable-telemetry")
            || (word == "-t" && rest.is_empty());
        if is_asked {
            left.next_if(|next| is_answer(next));
        } else if !word.starts_with("--telemetry=") {
            rest.push(word.clone());
        }
    }
    rest
}

/// What is wrong, with the option that was probably meant.
fn near_option(message: String, words: &Words) -> String {
    let given = message.strip_prefix("invalid option '").and_then(|rest| rest.strip_suffix('\''));
    let Some(given) = given else { return message };
    let wrong = format!("`docs {}` has no option `{given}`", words.name);
    let own = flags(words.help);
    if let Some(near) = did_you_mean(given, own.iter().map(|flag| flag.long.as_str())) {
        return format!("{wrong}, did you mean `{near}`?");
    }
    match COMMANDS.iter().find(|other| has_option(other, given)) {
        Some(other) => format!("{wrong}: it is one of `docs {}`", other.name),
        None => wrong,
    }
}

fn has_option(words: &Words, option: &str) -> bool {
    flags(words.help).iter().any(|flag| flag.long == option)
}

/// Help for the program.
pub fn help() -> String {
    let width = COMMANDS.iter().map(|words| words.name.len() + 2).max().unwrap_or_default();
    let line = |words: &Words| format!("  {:width$}{}\n", words.name, words.summary);
    let commands: String = COMMANDS.iter().map(line).collect();
    format!("{INTRODUCTION}\nUsage: docs <COMMAND>\n\nCommands:\n{commands}\n{OPTIONS}")
}

const INTRODUCTION: &str = "\
docs builds a complete static documentation site from a docs.json and a folder of Markdown pages.
";

const OPTIONS: &str = "\
Options:
  -h, --help       Help for the program or a command
  -V, --version    The version
";

fn version() -> String {
    format!("docs {}\n", env!("CARGO_PKG_VERSION"))
}

/// The command with this name.
fn command(name: &str) -> Option<&'static Words> {
    COMMANDS.iter().find(|words| words.name == name || words.aliases.contains(&name))
}

/// `docs help`, alone or with the name of a command.
fn asked(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    match parser.next().map_err(text)? {
        None => Ok(Parsed::Print(help())),
        Some(Value(name)) => {
            let name = name.to_string_lossy();
            command(&name).map(|words| Parsed::Print(words.help.to_owned())).ok_or_else(|| unknown(&name))
        }
        Some(other) => Err(other.unexpected().to_string()),
    }
}

/// Commands of the original that are about its service.
const OF_A_SERVICE: &[&str] =
    &["login", "logout", "signup", "status", "add-domain", "analytics", "automations", "config"];

fn unknown(name: &str) -> String {
    if OF_A_SERVICE.contains(&name) {
        return format!(
            "`docs {name}` does not exist: there is no account and no service, the site is a folder"
        );
    }
    if name.contains(['/', '\\']) || name.starts_with('.') || name.ends_with(".json") {
        let folder = name.strip_suffix("docs.json").map_or(name, |folder| folder.trim_end_matches('/'));
        return match folder {
            "" => "`docs.json` is no command: `docs build` makes the site of this folder".to_owned(),
            folder => format!("`{name}` is no command: `docs build {folder}` makes the site of a folder"),
        };
    }
    let known =
        COMMANDS.iter().flat_map(|words| [words.name].into_iter().chain(words.aliases.iter().copied()));
    let near = did_you_mean(name, known.chain(["help"]));
    let hint = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
    format!("there is no command `{name}`{hint}")
}

fn value(parser: &mut lexopt::Parser) -> Result<String, String> {
    parser.value().map_err(text)?.into_string().map_err(|_| "an argument is not UTF-8".to_owned())
}

/// What is wrong with the value of an option that is one of `names`.
fn unknown_value<'n>(option: &str, value: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match did_you_mean(value, names.iter().copied()) {
        Some(meant) => format!("`--{option} {value}`: did you mean `{meant}`?"),
        None => format!("`--{option} {value}`: expected one of {}", names.join(", ")),
    }
}

fn text(error: lexopt::Error) -> String {
    error.to_string()
}

fn site_url(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let fits = rest
        .is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/') && !rest.contains(['?', '#', ' ']));
    if fits {
        Ok(text.trim_end_matches('/').to_owned())
    } else {
        Err(format!("`--site-url {text}`: expected an address such as `https://docs.example.com`"))
    }
}
