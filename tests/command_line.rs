//! The program itself: exit codes, what it prints where, options, refusals; and the same bytes wherever it runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::config_cases::validate;
use crate::site::{compare, fixtures, folder};

const CONFIG: &str = r##"{
  "theme": "mint", "name": "Small", "colors": { "primary": "#166534" },
  "navigation": { "pages": ["index", "guide/start"] }
}"##;

/// A small project on disk.
struct Project {
    folder: TempDir,
}

impl Project {
    fn new() -> Self {
        let project = Self { folder: TempDir::new().expect("a temporary folder") };
        project.write("docs.json", CONFIG);
        project.write("index.mdx", "---\ntitle: Home\n---\n\n[Start](/guide/start)\n");
        project.write("guide/start.mdx", "---\ntitle: Start\n---\n\n[Home](/)\n");
        project
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Runs the program in this folder.
    fn run(&self, arguments: &[&str]) -> Output {
        run_in(self.folder.path(), arguments, &[])
    }
}

fn run_in(directory: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_docs"));
    command.args(arguments).current_dir(directory).env_remove("NO_COLOR").env_remove("DOCS_LOG");
    command.envs(variables.iter().copied());
    command.output().expect("the program starts")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

#[test]
fn cli_01_a_build_writes_dist_and_ends_with_0() {
    let project = Project::new();
    let output = project.run(&["build"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).is_empty());
    assert_eq!(stderr(&output).lines().count(), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("2 pages") && stderr(&output).contains("dist"), "{}", stderr(&output));
    assert!(project.read("dist/index.html").contains("href=\"/guide/start\""));
    assert!(project.read("dist/guide/start/index.html").contains("Start"));
}

#[test]
fn cli_01_eng_05_errors_end_with_1_and_the_rest_is_written() {
    let project = Project::new();
    project.write("guide/start.mdx", "# Start\n\n<Card title=\"x\">\n\nnever closed\n");
    let output = project.run(&["build"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stderr(&output).contains("guide/start.mdx:3"), "{}", stderr(&output));
    assert!(project.read("dist/guide/start/index.html").contains("never closed"));
    assert!(project.read("dist/index.html").contains("Home"));
}

/// A site by the defaults, without a navigation, is not what the author means.
#[test]
fn cli_01_a_configuration_that_cannot_be_read_leaves_the_last_site() {
    let place = Project::new();
    assert_eq!(code(&place.run(&["build"])), 0);
    let (page, config) = (place.read("dist/index.html"), place.read("docs.json"));
    place.write("docs.json", &config[..config.len() - 2]);
    let held = place.run(&["build"]);
    assert_eq!((code(&held), place.read("dist/index.html")), (1, page));
    assert!(
        stderr(&held).contains("config-syntax") && stderr(&held).contains("nothing was written"),
        "{held:?}"
    );
    let json = place.run(&["build", "--json"]);
    let report: Value = serde_json::from_str(stdout(&json)).expect("JSON");
    assert_eq!((&report["ok"], &report["held"]), (&Value::Bool(false), &Value::Bool(true)));
    place.write("docs.json", &config);
    assert_eq!(code(&place.run(&["build"])), 0);
}

#[test]
fn eng_05_the_first_error_ends_a_build_that_wants_that() {
    let project = Project::new();
    project.write("guide/start.mdx", "# Start\n\n<Card title=\"x\">\n\nnever closed\n");
    let output = project.run(&["build", "--fail-fast"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stderr(&output).contains("guide/start.mdx:3"), "{}", stderr(&output));
    assert!(stderr(&output).contains("stopped at the first problem: 1 error"), "{}", stderr(&output));
    assert!(!project.folder.path().join("dist/index.html").exists());
    // What is no error ends nothing, unless it is one.
    project.write("guide/start.mdx", "# Start\n\n{nobody}\n");
    assert_eq!(code(&project.run(&["build", "--fail-fast", "--strict"])), 1);
    assert!(!project.folder.path().join("dist/index.html").exists());
    let output = project.run(&["build", "--fail-fast"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(project.read("dist/index.html").contains("Home"));
    // What is there stays, and the next build does what is missing.
    project.write("index.mdx", "---\ntitle: [\n---\n\nOther words\n");
    assert_eq!(code(&project.run(&["build", "--fail-fast"])), 1);
    assert!(project.read("dist/index.html").contains("Home"));
    project.write("index.mdx", "# Home\n\nOther words\n");
    assert_eq!(code(&project.run(&["build", "--fail-fast"])), 0);
    assert!(project.read("dist/index.html").contains("Other words"));
    assert_eq!(code(&project.run(&["build", "--fail-fast", "--watch"])), 2);
}

#[test]
fn cli_01_warnings_end_with_1_only_when_strict() {
    let project = Project::new();
    project.write("index.mdx", "# Home\n\n[gone](/nowhere)\n");
    assert_eq!(code(&project.run(&["build"])), 0);
    assert_eq!(code(&project.run(&["build", "--strict"])), 1);
}

#[test]
fn diag_02_each_problem_is_told_once_with_what_to_do_errors_first_and_counted() {
    let project = Project::new();
    let import = "import S from \"/snippets/s.mdx\"";
    project.write("snippets/s.mdx", "[bad](/missing)\n");
    project.write("index.mdx", &format!("{import}\n\n# Home\n\n<S />\n"));
    let broken = format!("{import}\n\n# Start\n\n<S />\n\n<Card title=\"x\">\n\nnever closed\n");
    project.write("guide/start.mdx", &broken);
    let output = project.run(&["build"]);
    let told = stderr(&output);
    let heads: Vec<&str> =
        told.lines().filter_map(|line| line.split_once("]: ").map(|(head, _)| head)).collect();
    assert_eq!(heads, ["error[unclosed-element", "warning[broken-link"], "{told}");
    assert_eq!(told.matches("  hint: ").count(), 2, "{told}");
    assert!(told.lines().last().is_some_and(|line| line.contains("1 error, 1 warning")), "{told}");
}

#[test]
fn cli_18_quiet_tells_problems_alone_and_verbose_where_the_time_went() {
    let project = Project::new();
    let said = |arguments: &[&str]| stderr(&project.run(arguments)).to_owned();
    assert_eq!(said(&["build", "--quiet"]), "");
    assert_eq!(said(&["check", "-q"]), "");
    assert_eq!(said(&["export", "--offline", "-q"]), "");
    let broken: String = (0..60).map(|number| format!("[Nowhere](/nowhere-{number})\n")).collect();
    project.write("guide/start.mdx", &format!("---\ntitle: Start\n---\n\n{broken}"));
    let quiet = said(&["build", "-q"]);
    assert!(quiet.contains("broken-link") && !quiet.contains("2 pages"), "{quiet}");
    let cut = said(&["build"]);
    assert!(cut.contains("… and 10 warnings more") && cut.contains("2 pages in "), "{cut}");
    assert!(!cut.contains("render "), "{cut}");
    let all = said(&["build", "--quiet", "--verbose"]);
    assert!(all.contains("/nowhere-59") && !all.contains("warnings more"), "{all}");
    assert!(
        all.contains("2 pages in ") && all.contains("scan ") && all.contains("of earlier builds: "),
        "{all}"
    );
    assert_eq!(code(&project.run(&["build", "--quiet", "--strict"])), 1);
    let json = project.run(&["build", "--quiet", "--json"]);
    assert!(stdout(&json).contains("\"pages\":2"), "programs get everything");
}

#[test]
fn cli_01_wrong_usage_ends_with_2() {
    let project = Project::new();
    for arguments in [
        &["biuld"][..],
        &["--wrong"],
        &["build", "--wrong"],
        &["build", ".", "."],
        &["build", "--jobs", "0"],
        &["build", "--jobs", "many"],
        &["build", "--jobs"],
        &["build", "--url-style", "odd"],
        &["build", "--base", "https://a.example/b"],
        &["build", "--base", "../up"],
        &["build", "--base", "/a b"],
        &["build", "--site-url", "docs.example.com"],
        &["build", "--poll"],
        &["build", "--watch", "--poll=1"],
        &["build", "--watch", "--report", "r.json"],
        &["build", "--watch", "--poll=soon"],
        &["schema", "extra"],
    ] {
        let output = project.run(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).starts_with("error: "), "{arguments:?}: {}", stderr(&output));
        assert!(stdout(&output).is_empty());
    }
    let misspelt = project.run(&["biuld"]);
    assert!(stderr(&misspelt).contains("did you mean `build`?"), "{}", stderr(&misspelt));
    assert!(!project.path("dist").exists());
}

#[test]
fn help_goes_to_standard_output() {
    let project = Project::new();
    for (arguments, part) in [
        (&[][..], "Commands:"),
        (&["--help"], "Commands:"),
        (&["-h"], "Commands:"),
        (&["help"], "Commands:"),
        (&["build", "--help"], "--site-url"),
        (&["schema", "--help"], "docs schema"),
        (&["--version"], env!("CARGO_PKG_VERSION")),
    ] {
        let output = project.run(arguments);
        assert_eq!(code(&output), 0, "{arguments:?}");
        assert!(stdout(&output).contains(part), "{arguments:?}: {}", stdout(&output));
        assert!(stderr(&output).is_empty());
    }
}

#[test]
fn a_missing_configuration_is_told() {
    let empty = TempDir::new().expect("a temporary folder");
    let output = run_in(empty.path(), &["build"], &[]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("docs.json"), "{}", stderr(&output));
    assert!(!empty.path().join("dist").exists());
    assert_eq!(code(&run_in(empty.path(), &["build", "nowhere"], &[])), 1);
}

#[test]
fn the_folder_docs_is_found() {
    let project = Project::new();
    let outer = TempDir::new().expect("a temporary folder");
    for (path, bytes) in folder(project.folder.path()) {
        let path = outer.path().join("docs").join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }
    let output = run_in(outer.path(), &["build"], &[]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(outer.path().join("dist/index.html").is_file());
}

#[test]
fn cli_01_a_project_is_named_by_its_folder_or_its_configuration() {
    let project = Project::new();
    let outer = TempDir::new().expect("a temporary folder");
    let file = project.path("docs.json");
    for named in [file.to_str().expect("UTF-8"), project.folder.path().to_str().expect("UTF-8")] {
        let output = run_in(outer.path(), &["build", named, "--out", "site"], &[]);
        assert_eq!(code(&output), 0, "{named}: {}", stderr(&output));
        assert!(outer.path().join("site/guide/start/index.html").is_file(), "{named}");
    }
    assert_eq!(code(&project.run(&["build", "docs.json"])), 0);
    assert!(project.read("dist/index.html").contains("Home"));
    assert_eq!(code(&project.run(&["check", "docs.json"])), 0);
    assert_eq!(code(&project.run(&["build", "guide/docs.json"])), 1);
}

#[test]
fn the_report_is_one_json_object() {
    let project = Project::new();
    project.write("index.mdx", "# Home\n\n[gone](/nowhere)\n");
    let output = project.run(&["build", "--json"]);
    assert!(stderr(&output).is_empty(), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["ok"], true);
    assert_eq!(report["pages"], 2);
    assert_eq!(report["errors"], 0);
    assert_eq!(report["warnings"], 1, "{report:#}");
    for key in ["written", "unchanged", "deleted", "seconds"] {
        assert!(report[key].is_number(), "{key}");
    }
    let problem = &report["diagnostics"][0];
    assert_eq!(problem["severity"], "warning");
    assert_eq!(problem["location"]["path"], "index.mdx");
    assert_eq!(problem["location"]["line"], 3);
    assert!(problem["code"].is_string() && problem["message"].is_string());
    let refused = project.run(&["build", "nowhere", "--json"]);
    let report: Value = serde_json::from_slice(&refused.stdout).expect("JSON");
    assert_eq!((code(&refused), &report["ok"]), (1, &Value::Bool(false)));
}

#[test]
fn pipes_get_no_escape_sequences() {
    let project = Project::new();
    project.write("index.mdx", "# Home\n\n<Card title=\"x\">\n\n{a b}\n");
    for variables in
        [&[][..], &[("NO_COLOR", "1")], &[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]]
    {
        let output = run_in(project.folder.path(), &["build"], variables);
        assert!(!output.stderr.contains(&0x1b) && !output.stdout.contains(&0x1b), "{}", stderr(&output));
    }
}

#[test]
fn cli_01_pg_01_seo_05_addresses_follow_style_base_and_site() {
    let project = Project::new();
    let output = project.run(&[
        "build",
        "--url-style",
        "file",
        "--base",
        "/handbook/",
        "--site-url",
        "https://docs.example.com/",
        "--out",
        "site",
    ]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let home = project.read("site/index.html");
    assert!(home.contains("href=\"/handbook/guide/start"), "{home}");
    assert!(!home.contains("href=\"/guide"), "{home}");
    let start = project.read("site/guide/start.html");
    let canonical = start.split("rel=\"canonical\" href=\"").nth(1).and_then(|rest| rest.split('"').next());
    assert!(
        canonical.is_some_and(|url| url.starts_with("https://docs.example.com/handbook/guide/start")),
        "{canonical:?}"
    );
    let sitemap = project.read("site/sitemap.xml");
    assert_eq!(sitemap.matches("<loc>https://docs.example.com/handbook").count(), 2, "{sitemap}");
    assert!(!project.path("dist").exists());
    // Who tells the whole address says the base twice.
    let whole =
        ["build", "--base", "/handbook", "--site-url", "https://docs.example.com/handbook", "--out", "whole"];
    assert!(!stderr(&project.run(&whole)).contains("site-url-path"));
    let sitemap = project.read("whole/sitemap.xml");
    assert_eq!(sitemap.matches("<loc>https://docs.example.com/handbook").count(), 2, "{sitemap}");
    assert!(!sitemap.contains("handbook/handbook"), "{sitemap}");
    // Without an address there is neither, and a build says so, once and as no problem (SEO-05).
    assert!(!stderr(&output).contains("--site-url"), "{}", stderr(&output));
    let output = project.run(&["build", "--strict"]);
    assert_eq!((code(&output), stderr(&output).matches("--site-url").count()), (0, 1), "{}", stderr(&output));
    assert!(stderr(&output).lines().last().is_some_and(|line| line.contains("no problems")));
    for without in [&["build", "--quiet"][..], &["build", "--json"]] {
        assert!(!stderr(&project.run(without)).contains("--site-url"), "{without:?}");
    }
    assert!(!project.path("dist/sitemap.xml").exists());
    assert!(!project.read("dist/index.html").contains("rel=\"canonical\""));
}

#[test]
fn dangerous_output_directories_are_refused() {
    let project = Project::new();
    let before = folder(project.folder.path());
    for out in [".", "..", "/", "guide"] {
        let output = project.run(&["build", "--out", out]);
        assert_eq!(code(&output), 1, "{out}: {}", stderr(&output));
        assert!(compare(&folder(project.folder.path()), &before).is_empty(), "{out}");
    }
    let other = TempDir::new().expect("a temporary folder");
    std::fs::write(other.path().join("thesis.txt"), "mine").expect("a file");
    let output = project.run(&["build", "--out", other.path().to_str().expect("UTF-8")]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert_eq!(folder(other.path()).len(), 1);
}

#[test]
fn cli_01_eng_01_a_second_build_touches_nothing() {
    let project = Project::new();
    project.run(&["build"]);
    let times = || -> BTreeMap<String, std::time::SystemTime> {
        let dist = project.path("dist");
        let paths = folder(&dist).into_keys();
        paths
            .map(|path| {
                (path.clone(), dist.join(path).metadata().and_then(|found| found.modified()).expect("a time"))
            })
            .collect()
    };
    // Beyond the grain of the clock: a file of the manifest's own instant is read again, and the manifest
    // then saved once more.
    std::thread::sleep(std::time::Duration::from_millis(30));
    project.run(&["build"]);
    let before = times();
    std::thread::sleep(std::time::Duration::from_millis(30));
    let output = project.run(&["build", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&report["written"], &report["deleted"]), (&Value::from(0), &Value::from(0)), "{report:#}");
    assert_eq!(times(), before);
    // Everything made again is still the same bytes.
    let output = project.run(&["build", "--json", "--no-cache"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["written"], 0, "{report:#}");
    // A page that is gone goes, and what is not ours stays.
    project.write("dist/guide/mine.txt", "mine");
    std::fs::remove_file(project.path("guide/start.mdx")).expect("a page to remove");
    project.run(&["build"]);
    assert!(!project.path("dist/guide/start/index.html").exists());
    assert_eq!(project.read("dist/guide/mine.txt"), "mine");
}

#[test]
fn cfg_02_the_schema_is_json_and_accepts_the_example() {
    let output = run_in(&fixtures(), &["schema"], &[]);
    assert_eq!(code(&output), 0);
    let schema: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let text =
        std::fs::read_to_string(fixtures().join("example/docs.json")).expect("the example's docs.json");
    let config: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(validate(&schema, &schema, &config, "#"), Vec::<String>::new());
}

/// One site, built on different machines, so to speak.
#[test]
fn eng_06_the_same_bytes_everywhere() {
    let example = fixtures().join("example");
    let outer = TempDir::new().expect("a temporary folder");
    let build = |name: &str, directory: &Path, dir: &str, jobs: &str, variables: &[(&str, &str)]| {
        let out = outer.path().join(name);
        let arguments = ["build", dir, "--out", out.to_str().expect("UTF-8"), "--jobs", jobs];
        let output = run_in(directory, &arguments, variables);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        folder(&out)
    };
    let whole = example.to_str().expect("UTF-8").to_owned();
    let one = build("one", &example, ".", "1", &[("TZ", "UTC"), ("LANG", "C")]);
    assert!(one.len() > 60);
    let others = [
        build(
            "two",
            outer.path(),
            &whole,
            "2",
            &[("TZ", "Pacific/Kiritimati"), ("LANG", "tr_TR.UTF-8"), ("LC_ALL", "tr_TR.UTF-8")],
        ),
        build(
            "eight",
            &fixtures(),
            "example",
            "8",
            &[("TZ", "America/St_Johns"), ("HOME", "/nowhere"), ("USER", "other")],
        ),
    ];
    for other in others {
        let differences = compare(&other, &one);
        assert!(differences.is_empty(), "{differences:#?}");
    }
}

#[test]
fn openapi_check_tells_of_parts_that_are_not_shown() {
    let project = Project::new();
    let text = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths:\n  /a:\n    get:\n      parameters: {name: q}\n      \
                responses: []\n      requestBody: {content: application/json}\n      security: {a: []}\n  /b:\n    GET: {responses: {}}\n    \
                put:\n      parameters: [{name: q, in: Query}, {in: query}]\n      responses: {}\n";
    project.write("api.yaml", text);
    let output = project.run(&["openapi-check", "api.yaml"]);
    let told = stderr(&output);
    assert_eq!(code(&output), 1);
    for part in [
        "`parameters` of GET /a must be a list",
        "`responses` of GET /a must be an object",
        "`content` of GET /a must be an object",
        "`security` of GET /a must be a list",
        "`GET` of `/b` is no method",
        "write `get`",
        "`q` of PUT /b is in `Query`",
        "a parameter of PUT /b has no `name`",
        "api.yaml:6",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[test]
fn openapi_check_refuses_what_no_schema_can_say_and_paths_that_are_one() {
    let project = Project::new();
    let text = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths:\n  /a/{x}: {get: {parameters: [{name: x, in: path, required: true}], responses: {}}}\n  \
                /a/{y}: {put: {parameters: [{name: y, in: path, required: true}], responses: {}}}\ncomponents:\n  schemas:\n    \
                A: {type: strng}\n    B:\n      properties:\n        c: {required: yes}\n    D: {$ref: '#/components/schemas/D'}\n";
    project.write("api.yaml", text);
    let output = project.run(&["openapi-check", "api.yaml"]);
    let told = stderr(&output);
    assert_eq!(code(&output), 1);
    for part in [
        "error[api-schema-invalid]: `strng` is no type of a schema",
        "did you mean `string`?",
        "api.yaml:8:15",
        "error[api-schema-invalid]: `required: yes`",
        "api.yaml:11:23",
        "error[api-reference-broken]: `#/components/schemas/D` leads to `#/components/schemas/D`",
        "api.yaml:12:9",
        "error[api-rule]: `/a/{y}` is the same path as `/a/{x}`",
        "api.yaml:5:3",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[test]
fn openapi_check_tells_places_and_ends_with_1() {
    let project = Project::new();
    let good = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths:\n  /a:\n    get: {responses: {'200': {description: ok, \
                content: {application/json: {schema: {$ref: 'parts/pet.yaml#/Pet'}}}}}}\n";
    project.write("api.yaml", good);
    project.write("parts/pet.yaml", "Pet: {type: object}\n");
    let output = project.run(&["openapi-check", "api.yaml"]);
    assert_eq!((code(&output), stdout(&output)), (0, "api.yaml is valid: OpenAPI 3.1.0, 1 operation\n"));
    project.write("api.yaml", &good.replace("#/Pet", "#/Pot"));
    let output = project.run(&["openapi-check", "api.yaml"]);
    let told = stderr(&output);
    assert_eq!(code(&output), 1);
    assert!(told.contains("api.yaml:5") && told.contains("did you mean `/parts/pet.yaml#/Pet`?"), "{told}");
    project.write("api.json", "{\n  \"openapi\": }");
    let output = project.run(&["openapi-check", "api.json"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("api.json:2:14"), "{output:?}");
    assert_eq!(code(&project.run(&["openapi-check", "nowhere.json"])), 1);
    assert_eq!(code(&project.run(&["openapi-check"])), 2);
}

#[test]
fn eng_10_addresses_that_were_recorded_are_not_lost_without_a_word() {
    let project = Project::new();
    // Without the file nobody is told of anything, and nothing writes it.
    project.run(&["build"]);
    assert!(!project.path("routes.lock").exists());
    let output = project.run(&["routes"]);
    assert_eq!((code(&output), stdout(&output)), (0, "routes.lock: 2 addresses, 2 new\n"), "{output:?}");
    assert!(project.read("routes.lock").ends_with("\n/\n/guide/start\n"));
    let output = project.run(&["build"]);
    assert!(!stderr(&output).contains("lost-address") && !project.path("dist/routes.lock").exists());
    let again = project.run(&["routes"]);
    assert_eq!(stdout(&again), "routes.lock: 2 addresses, 0 new\n");
    // The page moves, and its links with it.
    std::fs::rename(project.path("guide/start.mdx"), project.path("start.mdx")).expect("a file");
    project.write("docs.json", &CONFIG.replace("guide/start", "start"));
    project.write("index.mdx", "---\ntitle: Home\n---\n\n[Start](/start)\n");
    for command in ["build", "check"] {
        let output = project.run(&[command]);
        let told = stderr(&output);
        assert!(told.contains("`/guide/start` was published and leads nowhere now"), "{told}");
        assert!(
            told.contains("routes.lock:4")
                && told.contains(r#"{"source":"/guide/start","destination":"/start"}"#),
            "{told}"
        );
    }
    let redirect = r##", "redirects": [{ "source": "/guide/start", "destination": "/start" }] }"##;
    let config = CONFIG.replace("guide/start", "start");
    project.write("docs.json", &format!("{}{redirect}", config.trim_end().trim_end_matches('}')));
    let output = project.run(&["build"]);
    assert!(!stderr(&output).contains("lost-address"), "{output:?}");
    assert_eq!(stdout(&project.run(&["routes"])), "routes.lock: 3 addresses, 1 new\n");
}

#[test]
fn cli_13_the_score_of_a_built_site_names_what_is_missing() {
    let project = Project::new();
    let output = project.run(&["score"]);
    assert_eq!(code(&output), 1);
    project.run(&["build", "--site-url", "https://a.test", "--base", "/docs"]);
    let output = project.run(&["score", "--format", "json"]);
    let told: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    let of = |name: &str| {
        let checks = told["checks"].as_array().expect("checks");
        let check = checks.iter().find(|check| check["name"] == name).expect(name);
        (check["right"].as_u64().unwrap(), check["all"].as_u64().unwrap())
    };
    for name in ["markdown", "markdown-link", "markdown-size", "canonical", "llms-txt", "llms-links"] {
        assert_eq!(of(name), (2, 2), "{name}: {told:#}");
    }
    assert_eq!((of("robots"), of("sitemap")), ((1, 1), (1, 1)));
    // Something is lost, and no page may be so long.
    std::fs::remove_file(project.path("dist/guide/start.md")).expect("a file");
    let output = project.run(&["score", "dist", "--most-tokens", "0", "--least", "100"]);
    let text = stdout(&output);
    assert_eq!(code(&output), 1);
    assert!(
        text.contains("✗ 1/2  each page lies there as Markdown") && text.contains("guide/start/index.html"),
        "{text}"
    );
    assert!(text.contains("✗ 0/1  no page is longer") && text.contains("Score: "), "{text}");
    let plain = project.run(&["score", "--format", "plain"]);
    assert!(stdout(&plain).contains("markdown\t1/2\tguide/start/index.html\n"), "{}", stdout(&plain));
    assert_eq!(code(&project.run(&["score", "--format", "html"])), 2);
}

#[test]
#[cfg(target_os = "linux")]
fn cli_18_what_cannot_be_printed_is_no_success() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let output =
        Command::new(env!("CARGO_BIN_EXE_docs")).arg("schema").stdout(full).output().expect("the program");
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("standard output cannot be written to"), "{}", stderr(&output));
}

/// Somebody named the place: a link leads to it, and a device is no file to replace.
#[test]
#[cfg(unix)]
fn eng_12_reports_go_where_a_link_leads() {
    let project = Project::new();
    project.write("kept.json", "");
    let link = project.path("link.json");
    std::os::unix::fs::symlink("kept.json", &link).expect("a link");
    assert_eq!(code(&project.run(&["build", "--report", "link.json"])), 0);
    assert!(std::fs::symlink_metadata(&link).expect("the link").is_symlink());
    assert!(std::fs::read_to_string(project.path("kept.json")).expect("a report").contains("\"pages\""));
    let output = project.run(&["build", "--report", "/dev/stdout"]);
    assert!(stdout(&output).contains("\"pages\""), "{}", stdout(&output));
    assert_eq!(code(&project.run(&["build", "--report", "/dev/full"])), 1);
}
