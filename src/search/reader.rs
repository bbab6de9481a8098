//! Questions to a built index, answered by the program that browsers run: `themes/base/search/`.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::encoding::inflate;
use crate::html::search_view::{SEARCH_FOLDER, SEARCH_PARTS};
use crate::page::script::engine::program::{Host, Program};

/// The same as what stands between the worker and its page.
const DOOR: &str = r"
const own = engine(async name => {
  const bytes = hostBytes(name)
  if (!bytes) throw new Error(`${name} is not there`)
  return bytes
}, async name => hostText(name) ?? '')
globalThis.answer = async (call, given) => JSON.stringify(await own[call](...JSON.parse(given)) ?? null)
";

/// The files of a built site.
pub trait Files {
    /// The file at this path below the folder of the site.
    fn read(&self, path: &str) -> Option<Vec<u8>>;
    /// The Markdown at this address.
    fn markdown(&self, address: &str) -> Option<String>;
}

/// A page that was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    pub url: String,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub description: Option<String>,
    /// Address of its Markdown.
    #[serde(default)]
    pub markdown: Option<String>,
    /// Names on the way to it.
    #[serde(default)]
    pub crumbs: serde_json::Value,
    #[serde(default)]
    pub method: Option<String>,
    #[serde(default)]
    pub sections: Vec<Section>,
}

/// A part of a page that was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Section {
    pub id: String,
    pub heading: String,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Found {
    /// The best first.
    pub pages: Vec<Hit>,
    /// How many there are.
    pub total: usize,
    /// Words that are marked in texts.
    pub marks: Vec<String>,
}

/// A reader of one site's index.
pub struct Reader {
    program: Program,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub query: &'a str,
    /// Names of the directories of the indexes.
    pub indexes: &'a [String],
    /// As in `lang`.
    pub language: &'a str,
    pub limit: usize,
}

impl Reader {
    /// A reader of the index among these files.
    pub fn new(files: impl Files + Clone + 'static) -> Result<Self, String> {
        Ok(Self { program: Program::new(&format!("{}\n{DOOR}", SEARCH_PARTS.concat()), Door(files))? })
    }

    /// The pages that answer a question. It is whole: its last word is not the beginning of a longer one.
    pub fn search(&self, question: &Question<'_>) -> Result<Found, String> {
        let Question { query, indexes, language, limit } = question;
        let given = json!([query, indexes, language, limit, false]).to_string();
        let answer = self.program.answer("search", &given)?;
        serde_json::from_str(&answer).map_err(|error| error.to_string())
    }

    /// The text around what was found on a page, below a heading when one is named.
    pub fn snippet(&self, hit: &Hit, heading: Option<&str>, marks: &[String], query: &str) -> Option<String> {
        let given = json!([{ "markdown": hit.markdown, "heading": heading, "marks": marks, "query": query }]);
        let answer: serde_json::Value =
            serde_json::from_str(&self.program.answer("snippet", &given.to_string()).ok()?).ok()?;
        Some(answer.get("text")?.as_str()?.to_owned())
    }
}

#[derive(Clone)]
struct Door<F>(F);

impl<F: Files> Host for Door<F> {
    fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        // Names of the index stand below its folder, and nowhere else.
        let is_name = name.chars().all(|c| c.is_ascii_hexdigit() || c == '/');
        let path = format!("{}/{name}.bin", SEARCH_FOLDER);
        inflate(&self.0.read(&path).filter(|_| is_name)?)
    }

    fn text(&self, name: &str) -> Option<String> {
        self.0.markdown(name)
    }
}
