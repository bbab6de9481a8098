//! Real processes on a real disk: a project in a temporary folder, built by the program itself.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::site::{compare, folder};

/// Files by path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Where the store lies in a project.
pub const CACHE: &str = ".docs/cache";

/// A folder with `site/`, the sources, and `out/`, what is built from them.
pub struct Workplace {
    folder: TempDir,
}

impl Workplace {
    pub fn new(sources: &Files) -> Self {
        let place = Self { folder: TempDir::new().expect("a temporary folder") };
        place.set_sources(sources);
        place
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Makes the sources these, and leaves what else is in the project alone.
    pub fn set_sources(&self, sources: &Files) {
        let root = self.path("site");
        if root.exists() {
            for path in folder(&root).keys().filter(|path| !path.starts_with(".docs/")) {
                if !sources.contains_key(path) {
                    std::fs::remove_file(root.join(path)).expect("a file to remove");
                }
            }
        }
        for (path, bytes) in sources {
            if std::fs::read(root.join(path)).ok().as_deref() != Some(bytes) {
                write(&root.join(path), bytes);
            }
        }
    }

    pub fn write(&self, path: &str, text: &str) {
        write(&self.path(path), text.as_bytes());
    }

    /// Makes a folder an exact copy of `files`.
    pub fn set_folder(&self, name: &str, files: &Files) {
        let root = self.path(name);
        let _ = std::fs::remove_dir_all(&root);
        files.iter().for_each(|(path, bytes)| write(&root.join(path), bytes));
    }

    /// The files of a folder; none when there is no such folder.
    pub fn files(&self, name: &str) -> Files {
        let root = self.path(name);
        if root.exists() { folder(&root) } else { Files::new() }
    }

    pub fn out(&self) -> Files {
        self.files("out")
    }

    /// The command `docs build site --out OUT` with more arguments.
    pub fn command(&self, out: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Command {
        let mut command = program();
        command.current_dir(self.folder.path()).args(["build", "site", "--out", out, "--jobs", "2"]);
        command.args(arguments).envs(variables.iter().copied());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn build(&self) -> Ended {
        self.build_with(&[], &[])
    }

    pub fn build_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Ended {
        Ended::from(self.command("out", arguments, variables).output().expect("the program starts"))
    }
}

/// The program, without what the surroundings would tell it.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_docs"));
    for name in ["NO_COLOR", "DOCS_LOG", "DOCS_VERIFY", "DOCS_FAULT"] {
        command.env_remove(name);
    }
    command
}

fn write(path: &Path, bytes: &[u8]) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, bytes).expect("a file");
}

/// How a process ended.
pub struct Ended {
    /// `None`: by a signal.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Ended {
    #[track_caller]
    pub fn succeeded(self) -> Self {
        assert_eq!(self.code, Some(0), "{}{}", self.stdout, self.stderr);
        self
    }

    /// How often a query ran, by `DOCS_LOG=queries`.
    pub fn ran(&self, query: &str) -> usize {
        let begin = format!("query {query} ");
        self.stderr.lines().filter(|line| line.starts_with(&begin)).count()
    }

    pub fn panicked(&self) -> bool {
        self.stderr.contains("panicked at")
    }
}

/// What a clean build makes of some sources.
pub fn clean(sources: &Files) -> Files {
    let place = Workplace::new(sources);
    place.build().succeeded();
    place.out()
}

/// Fails with `what` when two folders differ.
#[track_caller]
pub fn assert_same(ours: &Files, clean: &Files, what: &str) {
    let differences = compare(ours, clean);
    assert!(differences.is_empty(), "{what}:\n{}", differences.join("\n"));
}

/// A small project and a later state of it: pages edited, added and gone, another colour, another title.
pub fn before_and_after() -> (Files, Files) {
    let config = |colour: &str, pages: &[&str]| {
        serde_json::json!({
            "theme": "mint", "name": "Small", "colors": { "primary": colour },
            "navigation": { "groups": [{ "group": "All", "pages": pages }] },
        })
        .to_string()
    };
    let mut before: BTreeMap<String, String> = BTreeMap::new();
    let mut pages: Vec<String> = (0..6).map(|number| format!("guide/page-{number}")).collect();
    for (number, page) in pages.iter().enumerate() {
        let text = format!(
            "---\ntitle: Page {number}\n---\n\nimport Part from \"/snippets/part.mdx\"\n\n## A heading\n\n\
             See [the first](/guide/page-0).\n\n<Part />\n\n```js\nconst a = {number};\n```\n"
        );
        before.insert(format!("{page}.mdx"), text);
    }
    pages.insert(0, "index".to_owned());
    let names = |pages: &[String]| pages.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    let list = names(&pages);
    let list: Vec<&str> = list.split(' ').collect();
    before.insert("index.mdx".to_owned(), "# Home\n\n![A picture](/images/p.svg)\n".to_owned());
    before.insert("docs.json".to_owned(), config("#166534", &list));
    before.insert("snippets/part.mdx".to_owned(), "Shared text.\n".to_owned());
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"20\"/>\n";
    before.insert("images/p.svg".to_owned(), picture.to_owned());
    let mut after = before.clone();
    after.remove("guide/page-5.mdx");
    after.insert("guide/new.mdx".to_owned(), "# New\n\nA page more.\n".to_owned());
    after.insert("snippets/part.mdx".to_owned(), "Other shared text.\n".to_owned());
    after.insert("images/q.svg".to_owned(), picture.to_owned());
    after
        .insert("guide/page-1.mdx".to_owned(), before["guide/page-1.mdx"].replace("Page 1", "Another title"));
    let list: Vec<&str> =
        list.iter().map(|page| if *page == "guide/page-5" { "guide/new" } else { page }).collect();
    after.insert("docs.json".to_owned(), config("#9A3412", &list));
    let bytes = |files: BTreeMap<String, String>| {
        files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect::<Files>()
    };
    (bytes(before), bytes(after))
}
