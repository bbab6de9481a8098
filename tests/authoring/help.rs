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
fn cli_18_output_is_another_name_of_out() {
    let words = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
    for command in ["build", "export --offline", "rules"] {
        let short = parse(&words(&format!("{command} --out x")));
        assert!(short.is_ok(), "{command}");
        assert_eq!(parse(&words(&format!("{command} --output x"))), short);
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
                    assert!(!message.contains("has no option"), "{} {name}: {message}", words.name);
                }
            }
        }
        let wrong = parse(&[words.name.to_owned(), "--no-such-option".to_owned()]);
        let told = format!("`docs {}` has no option `--no-such-option`", words.name);
        let asks = format!("\n\nTry `docs {} --help`.", words.name);
        assert!(
            wrong.as_ref().is_err_and(|wrong| wrong.starts_with(&told) && wrong.ends_with(&asks)),
            "{wrong:?}"
        );
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
            for name in [words.name].iter().chain(words.aliases) {
                // A word of its own: `check` is a part of `openapi-check`.
                let stands =
                    script.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == *name);
                assert!(stands, "{shell}: {name}");
            }
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
    let ask = "COMP_WORDS=(docs upg); COMP_CWORD=1; _docs; echo ${COMPREPLY[@]}; COMP_WORDS=(docs build --str); COMP_CWORD=2; _docs; echo ${COMPREPLY[@]}; COMP_WORDS=(docs validate --sar); COMP_CWORD=2; _docs; echo ${COMPREPLY[@]}; COMP_WORDS=(docs access); COMP_CWORD=1; _docs; echo ${COMPREPLY[@]}";
    std::fs::write(&script, format!("{completions}\n{ask}\n")).expect("a file");
    if let Ok(output) = Command::new("bash").arg(&script).output() {
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "upgrade\n--strict\n--sarif\naccessibility accessibility-check\n"
        );
    }
}

#[test]
fn cli_18_what_was_probably_meant_is_told() {
    let told = |line: &str| {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        parse(&words).expect_err(line).lines().next().unwrap_or_default().to_owned()
    };
    for (line, expected) in [
        ("build --ouput x", "`docs build` has no option `--ouput`, did you mean `--out`?"),
        ("check --watch", "`docs check` has no option `--watch`: it is one of `docs build`"),
        ("build -x", "`docs build` has no option `-x`"),
        ("--out x", "`--out` stands behind a command: `docs build --out`"),
        ("deploy", "there is no command `deploy`"),
        ("dv", "there is no command `dv`, did you mean `dev`?"),
        ("./docs", "`./docs` is no command: `docs build ./docs` makes the site of a folder"),
        ("docs/docs.json", "`docs/docs.json` is no command: `docs build docs` makes the site of a folder"),
    ] {
        assert_eq!(told(line), expected, "{line}");
    }
    let words = |line: &str| parse(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
    assert!(words("dv").is_err_and(|told| told.ends_with("Try `docs --help`.")));
    assert!(words("help biuld").is_err_and(|told| told.contains("did you mean `build`?")));
}

#[test]
fn cli_03_06_17_words_of_the_original_are_understood() {
    for line in [
        "dev --port 3333 --no-open --groups admin users --disable-openapi --disable-prefetch --local-schema",
        "dev --client-version 0.0.1",
        "dev --telemetry false",
        "--telemetry false dev",
        "-t dev",
        "--no-telemetry dev",
        "validate --groups admin --disable-openapi --local-schema",
        "broken-links --files a.mdx b.mdx --check-anchors --check-external --check-redirects --check-snippets",
        "openapi-check --local-schema api.yaml",
        "openapi-check api.yaml --local-schema",
        "a11y --skip-contrast",
        "rename a b --force",
        "upgrade",
        "migrate-mdx",
        "update",
        "version",
    ] {
        let parsed = parse(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert!(parsed.is_ok(), "{line}: {parsed:?}");
    }
    use docs::cli::arguments::{Command, Parsed};
    let words = ["dev", "--telemetry", "false"].map(str::to_owned);
    let dir = |parsed: Result<Parsed, String>| match parsed {
        Ok(Parsed::Run(Command::Dev(dev))) => dev.build.dir,
        other => panic!("{other:?}"),
    };
    assert_eq!(dir(parse(&words)), None);
}

#[test]
fn cli_18_explain_answers_outside_of_a_project_and_understands_paths_of_the_output() {
    let empty = TempDir::new().expect("a folder");
    let told = run(empty.path(), &["explain", "broken-lnk"]);
    let text = told.err;
    assert_eq!(told.code, 1);
    assert!(
        text.starts_with("error: `broken-lnk` is no code of a problem; did you mean the code `broken-link`?"),
        "{text}"
    );
    let project = TempDir::new().expect("a folder");
    let docs = project.path().join("docs");
    std::fs::create_dir(&docs).expect("a folder");
    let config = "{\"theme\":\"mint\",\"name\":\"T\",\"colors\":{\"primary\":\"#166534\"},\"navigation\":{\"pages\":[\"a\"]}}";
    std::fs::write(docs.join("docs.json"), config).expect("a file");
    std::fs::write(docs.join("a.mdx"), "---\ntitle: A\n---\n\nx\n").expect("a file");
    assert!(run(project.path(), &["build"]).code == 0);
    let whole = project.path().join("dist/a/index.html").canonicalize().expect("a file");
    for path in [
        "a",
        "a.mdx",
        "docs/a.mdx",
        "dist/a/index.html",
        "./dist/a/index.html",
        whole.to_str().expect("UTF-8"),
    ] {
        let told = run(project.path(), &["explain", path]);
        let text = told.out;
        assert!(text.starts_with("`a/index.html` is up to date"), "{path}: {text} {}", told.err);
    }
}

#[test]
fn cli_06_a_description_without_info_is_not_valid() {
    let folder = TempDir::new().expect("a folder");
    let spec = |info: &str| format!("openapi: 3.1.0\n{info}paths:\n  /a: {{get: {{responses: {{}}}}}}\n");
    for (info, code) in [("", 1), ("info: {title: T}\n", 1), ("info: {title: T, version: '1'}\n", 0)] {
        std::fs::write(folder.path().join("api.yaml"), spec(info)).expect("a file");
        let told = run(folder.path(), &["openapi-check", "api.yaml"]);
        assert_eq!(told.code, code, "{info}: {}", told.err);
    }
}
