//! A project on disk and the program that watches it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use docs::output::journal::JOURNAL_FILE;
use docs::output::manifest::MANIFEST_FILE;
use serde_json::Value;
use tempfile::TempDir;

use crate::site::{compare, folder};

/// Long enough for any machine: only a program that hangs is waited for as long.
const PATIENCE: Duration = Duration::from_secs(60);

pub const CONFIG: &str = r##"{
  "theme": "mint", "name": "Watched", "colors": { "primary": "#166534" },
  "navigation": { "pages": ["index", "guide/start", "guide/more"] }
}"##;

/// The two ways of watching.
pub const MODES: [&[&str]; 2] = [&[], &["--poll=20"]];

/// A project, and the program while it runs.
pub struct Watched {
    folder: TempDir,
    child: Option<Child>,
    cookies: usize,
    out: String,
}

impl Watched {
    /// A small project that nobody watches yet.
    pub fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let watched = Self { folder, child: None, cookies: 0, out: "site".to_owned() };
        watched.write("docs.json", CONFIG);
        watched.write("index.mdx", "# Home\n\n[Start](/guide/start)\n");
        watched.write("guide/start.mdx", "# Start\n\nText.\n");
        watched.write("guide/more.mdx", "import Part from \"/snippets/part.mdx\"\n\n# More\n\n<Part />\n");
        watched.write("snippets/part.mdx", "Shared.\n");
        watched.write("images/p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"2\"/>");
        watched
    }

    /// Where the site goes, relative to the folder that holds the project.
    pub fn out(mut self, out: &str) -> Self {
        self.out = out.to_owned();
        self
    }

    /// Begins to watch, and waits for the first build.
    pub fn watch(mut self, more: &[&str]) -> Self {
        self.start(more);
        self
    }

    /// Like [`Watched::watch`] for one that is there.
    pub fn start(&mut self, more: &[&str]) {
        let mut command = self.command(&["--watch", "--json"]);
        command.args(more);
        self.run(command);
    }

    /// Begins to watch with this command.
    pub fn run(&mut self, mut command: Command) {
        let report = std::fs::File::create(self.folder.path().join("report")).expect("a file");
        let problems = std::fs::File::create(self.folder.path().join("problems")).expect("a file");
        command.stdin(Stdio::null()).stdout(report).stderr(problems);
        self.child = Some(command.spawn().expect("the program starts"));
        self.sync();
    }

    /// `docs build` of this project.
    pub fn command(&self, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_docs"));
        command.args(["build", "project", "--out", &self.out]).args(more);
        command.current_dir(self.folder.path()).env_remove("DOCS_LOG");
        command
    }

    /// The folder that holds the project.
    pub fn outer(&self) -> &Path {
        self.folder.path()
    }

    /// A path in the project.
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join("project").join(path)
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    pub fn remove(&self, path: &str) {
        let path = self.path(path);
        let removed =
            if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
        removed.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    pub fn rename(&self, from: &str, to: &str) {
        std::fs::rename(self.path(from), self.path(to))
            .unwrap_or_else(|error| panic!("{from} → {to}: {error}"));
    }

    /// A file of the site.
    pub fn page(&self, path: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(&self.out).join(path)).unwrap_or_default()
    }

    /// Whether the site has a file.
    pub fn has(&self, path: &str) -> bool {
        self.folder.path().join(&self.out).join(path).exists()
    }

    /// Waits until everything that happened so far is in the site.
    #[track_caller]
    pub fn sync(&mut self) {
        self.cookies += 1;
        let cookie = self.path(&format!(".docs/sync/{}", self.cookies));
        std::fs::create_dir_all(cookie.parent().expect("a folder")).expect("a folder");
        std::fs::write(&cookie, "").expect("a cookie");
        let started = Instant::now();
        while cookie.exists() {
            if let Some(child) = &mut self.child
                && let Some(status) = child.try_wait().expect("a child")
            {
                panic!("the program ended with {status}: {}", self.problems());
            }
            assert!(started.elapsed() < PATIENCE, "no answer: {:?} {}", self.revisions(), self.problems());
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// What was told of each revision.
    pub fn revisions(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.folder.path().join("report")).expect("a report");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// What was told on standard error.
    pub fn problems(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("problems")).unwrap_or_default()
    }

    /// The site equals that of a build from nothing.
    #[track_caller]
    pub fn assert_clean(&self) {
        let output = self.command(&["--out", "clean"]).output().expect("the program starts");
        assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
        let [mut ours, mut clean] = [&*self.out, "clean"].map(|name| folder(&self.folder.path().join(name)));
        for files in [&mut ours, &mut clean] {
            // Settled in quiet moments.
            files.remove(MANIFEST_FILE);
            files.remove(JOURNAL_FILE);
        }
        let differences = compare(&ours, &clean);
        assert!(differences.is_empty(), "{}\n{:#?}", differences.join("\n"), self.revisions());
    }

    /// The id of the running program.
    pub fn process(&self) -> u32 {
        self.child.as_ref().expect("a running program").id()
    }

    /// Sends a signal and waits for the end; gives the exit code and how long it took.
    pub fn signal(&mut self, name: &str) -> (Option<i32>, Duration) {
        let started = Instant::now();
        let id = self.process().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status().expect("kill starts");
        assert!(sent.success());
        let mut child = self.child.take().expect("a running program");
        let status = child.wait().expect("an end");
        (status.code(), started.elapsed())
    }

    /// Puts a child in place that was started otherwise.
    pub fn adopt(&mut self, child: Child) {
        self.child = Some(child);
    }

    /// Waits for the end of the program; gives the exit code.
    pub fn end(&mut self) -> Option<i32> {
        let mut child = self.child.take().expect("a running program");
        let started = Instant::now();
        loop {
            if let Some(status) = child.try_wait().expect("a child") {
                return status.code();
            }
            assert!(started.elapsed() < PATIENCE, "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
