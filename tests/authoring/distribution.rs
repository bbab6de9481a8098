//! Files by which people get the program: they parse, and the commands in them exist.

use std::path::Path;

use docs::cli::arguments::{Parsed, parse};
use docs::yaml::parse_yaml;
use serde_json::Value;
use tempfile::TempDir;

use super::run;

fn file(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().skip(1).map(|word| word.trim_matches('"').to_owned()).collect()
}

#[test]
fn cli_19_hooks_run_what_exists() {
    let Ok(Value::Array(hooks)) = parse_yaml(&file(".pre-commit-hooks.yaml")) else {
        panic!("a list of hooks")
    };
    let folder = TempDir::new().expect("a folder");
    assert_eq!(run(folder.path(), &["new"]).code, 0);
    for hook in &hooks {
        for key in ["id", "name", "entry", "language"] {
            assert!(hook[key].is_string(), "{hook}: {key}");
        }
        let words = words(hook["entry"].as_str().expect("an entry"));
        assert!(matches!(parse(&words), Ok(Parsed::Run(_))), "{hook}");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ran = run(folder.path(), &words);
        assert_eq!(ran.code, 0, "{hook}: {}", ran.err);
    }
}

#[test]
fn cli_19_the_action_runs_what_exists() {
    let action = parse_yaml(&file("action.yml")).expect("YAML");
    let steps = action["runs"]["steps"].as_array().expect("steps");
    assert_eq!(action["runs"]["using"], "composite");
    for step in steps.iter().filter(|step| step["run"].is_string()) {
        assert_eq!(step["shell"], "bash", "{step}: a step of a composite action names its shell");
    }
    let text = action.to_string();
    for input in action["inputs"].as_object().expect("inputs").keys() {
        assert!(text.contains(&format!("inputs.{input} ")), "{input} is not used");
    }
    let build = steps.last().and_then(|step| step["run"].as_str()).expect("the last step builds");
    let command = build
        .replace("\"$RUNNER_TEMP/docs-program/bin/docs\"", "docs")
        .replace("${DOCS_SITE_URL:+--site-url \"$DOCS_SITE_URL\"}", "--site-url https://a.b")
        .replace("$DOCS_ARGUMENTS", "--strict");
    assert!(matches!(parse(&words(&command)), Ok(Parsed::Run(_))), "{command}");
}

#[test]
fn cli_19_the_image_runs_what_exists() {
    let text = file("Dockerfile");
    let instruction = |name: &str| -> Vec<Value> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(name));
        lines.filter_map(|rest| serde_json::from_str(rest.trim()).ok()).collect()
    };
    assert_eq!(instruction("ENTRYPOINT "), [serde_json::json!(["/docs"])]);
    let command = instruction("CMD ").pop().expect("a command");
    let words: Vec<String> = serde_json::from_value(command).expect("words");
    assert!(matches!(parse(&words), Ok(Parsed::Run(_))));
    assert!(text.contains("FROM scratch") && text.contains("COPY --from=build /docs /docs"));
    // The version of the language is the one that Cargo.toml asks for.
    let manifest = file("Cargo.toml");
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = "))
        .expect("a version")
        .trim_matches('"');
    assert!(text.contains(&format!("FROM rust:{version}-alpine")), "{version}");
}

#[test]
fn readme_names_commands_that_exist() {
    for name in [
        "README.md",
        "CONTRIBUTING.md",
        "fixtures/starter/guides/publish.mdx",
        "fixtures/starter/guides/arrange.mdx",
    ] {
        for line in file(name)
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with("docs ") && !line.starts_with("docs turns"))
        {
            let line = line.split(['#', '>', '|', '&']).next().unwrap_or_default().trim_end();
            let words = words(line);
            if words.first().is_some_and(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-')) {
                assert!(parse(&words).is_ok(), "{name}: {line}: {:?}", parse(&words));
            }
        }
    }
}

/// The blocks of the README in a language.
fn blocks(language: &str) -> Vec<String> {
    let text = file("README.md");
    let begin = format!("```{language}\n");
    text.split(&begin).skip(1).filter_map(|rest| rest.split("\n```").next()).map(str::to_owned).collect()
}

#[test]
fn readme_says_how_to_get_the_program_before_it_uses_it() {
    let text = file("README.md");
    let install = text.find("cargo install --path . --locked").expect("a line that installs it");
    assert!(install < text.find("## Use it").expect("how it is used"));
    // What is said of it is what Cargo.toml asks for.
    let manifest = file("Cargo.toml");
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).expect("a version");
    assert!(text.contains(&format!("Rust {} and a C compiler", version.trim_matches('"'))));
    let recipes: Vec<String> = blocks("yaml");
    let builds: Vec<&String> = recipes.iter().filter(|recipe| recipe.contains("docs build")).collect();
    assert_eq!(builds.len(), 2);
    for recipe in builds {
        let got =
            recipe.find("cargo install --locked --profile dist --git").expect("a step that gets the program");
        let run = recipe.lines().find(|line| line.contains("docs build")).expect("a step that builds");
        assert!(got < recipe.find(run).expect("the step"), "{recipe}");
        assert!(
            recipe.contains("--root .docs/program ") && run.contains(".docs/program/bin/docs build"),
            "{recipe}"
        );
        let words = words(run.split("bin/").nth(1).expect("a command"));
        assert!(matches!(parse(&words), Ok(Parsed::Run(_))), "{run}");
    }
}

#[test]
fn readme_uses_the_action_and_hooks_that_there_are() {
    let recipes: Vec<Value> = blocks("yaml").iter().map(|recipe| parse_yaml(recipe).expect("YAML")).collect();
    let action = parse_yaml(&file("action.yml")).expect("YAML");
    let steps = recipes.iter().filter_map(|recipe| recipe["steps"].as_array()).flatten();
    let is_ours = |step: &&Value| step["uses"].as_str().is_some_and(|uses| uses.starts_with("OWNER/docs@"));
    let step = steps.into_iter().find(is_ours).expect("a step with the action");
    for input in step["with"].as_object().expect("inputs").keys() {
        assert!(action["inputs"].get(input).is_some(), "{input}");
    }
    let Ok(Value::Array(hooks)) = parse_yaml(&file(".pre-commit-hooks.yaml")) else {
        panic!("a list of hooks")
    };
    let config =
        recipes.iter().find(|recipe| recipe["repos"].is_array()).expect("a configuration of pre-commit");
    let named = config["repos"][0]["hooks"].as_array().expect("hooks");
    assert!(!named.is_empty());
    for hook in named {
        assert!(hooks.iter().any(|known| known["id"] == hook["id"]), "{hook}");
    }
}
