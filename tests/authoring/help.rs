//! Help, completions and the manual: what is printed is recorded, and what it promises is true.

use std::path::Path;
use std::process::Command;

use docs::cli::arguments::{COMMANDS, help, parse};
use tempfile::TempDir;

use super::run;

/// Compares with a file below `fixtures/help/`, or writes it.
fn recorded(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/help").join(format!("{name}.txt"));
    if std::env::var_os("DOCS_UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        text, expected,
        "run `DOCS_UPDATE=1 cargo test golden_help` and look at the difference in {name}"
    );
}

#[test]
fn golden_help() {
    recorded("docs", &help());
    for words in COMMANDS {
        recorded(words.name, words.help);
        let shown = parse(&[words.name.to_owned(), "--help".to_owned()]);
        assert_eq!(shown, Ok(docs::cli::arguments::Parsed::Print(words.help.to_owned())), "{}", words.name);
        for name in [words.name].iter().chain(words.aliases) {
            assert_eq!(parse(&["help".to_owned(), (*name).to_owned()]), shown, "{name}");
        }
        assert!(
            words.help.lines().all(|line| line.chars().count() <= 120),
            "{}: a line is too long",
            words.name
        );
    }
}

#[test]
fn cli_18_every_option_of_the_help_exists() {
    for words in COMMANDS {
        for line in words
            .help
            .lines()
            .filter(|line| line.starts_with("  "))
            .map(str::trim)
            .filter(|line| line.starts_with('-'))
        {
            for part in line.split("  ").next().unwrap_or_default().split(", ") {
                let name = part.split([' ', '=', '[']).next().unwrap_or_default();
                if let Err(message) = parse(&[words.name.to_owned(), name.to_owned()]) {
                    assert!(!message.contains("invalid option"), "{} {name}: {message}", words.name);
                }
            }
        }
        let wrong = parse(&[words.name.to_owned(), "--no-such-option".to_owned()]);
        assert!(wrong.is_err(), "{}", words.name);
    }
}

#[test]
fn cli_17_18_words_about_the_program() {
    let folder = TempDir::new().expect("a folder");
    let ran = |arguments: &[&str]| run(folder.path(), arguments);
    let version = format!("docs {}\n", env!("CARGO_PKG_VERSION"));
    for arguments in [
        ["--version"].as_slice(),
        &["-V"],
        &["version"],
        &["v"],
        &["--telemetry", "version"],
        &["-t", "--version"],
    ] {
        assert_eq!(ran(arguments).out, version, "{arguments:?}");
    }
    let update = ran(&["update"]);
    assert_eq!(update.code, 0);
    assert!(update.out.contains("To update it:"), "{}", update.out);
    let login = ran(&["login"]);
    assert_eq!((login.code, login.err.contains("no account")), (2, true), "{}", login.err);
    assert!(ran(&["completions", "fishh"]).err.contains("did you mean `fish`?"));
    let man = ran(&["man"]).out;
    assert!(man.starts_with(".TH DOCS 1") && man.contains(".SS docs openapi\\-check"));
}

#[test]
fn cli_18_completions_are_scripts_of_their_shell() {
    let folder = TempDir::new().expect("a folder");
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = run(folder.path(), &["completions", shell]).out;
        for words in COMMANDS {
            assert!(script.contains(words.name), "{shell}: {}", words.name);
        }
        assert!(script.contains("cache-dir"), "{shell}");
        // Where the shell is at hand, it reads the script.
        let path = folder.path().join("script");
        std::fs::write(&path, &script).expect("a file");
        if let Ok(output) = Command::new(shell).arg("-n").arg(&path).output() {
            assert!(
                output.status.success() || shell == "powershell",
                "{shell}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
    let script = folder.path().join("complete");
    let completions = run(folder.path(), &["completions", "bash"]).out;
    let ask = "COMP_WORDS=(docs upg); COMP_CWORD=1; _docs; echo ${COMPREPLY[@]}; COMP_WORDS=(docs build --str); COMP_CWORD=2; _docs; echo ${COMPREPLY[@]}";
    std::fs::write(&script, format!("{completions}\n{ask}\n")).expect("a file");
    if let Ok(output) = Command::new("bash").arg(&script).output() {
        assert_eq!(String::from_utf8_lossy(&output.stdout), "upgrade\n--strict\n");
    }
}
