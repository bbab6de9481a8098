//! What a built site says about itself: its pages from the index of the search and the lists for language models, their
//! Markdown, and the search.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::Value;

use crate::encoding::inflate;
use crate::encoding::percent_decoded;
use crate::html::search_view::SEARCH_FOLDER;
use crate::page::jsx::decode_entities;
use crate::search::reader::{Files, Found, Hit, Question, Reader};

/// A page of the site.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// As readers have it, from the root of the host.
    pub url: String,
    pub markdown: String,
    pub title: String,
    pub description: Option<String>,
    /// Names on the way to it.
    pub crumbs: Vec<String>,
    pub language: Option<String>,
    pub version: Option<String>,
}

/// One index of the search.
#[derive(Clone, Debug, Default)]
struct Index {
    language: Option<String>,
    lang: String,
    version: Option<String>,
    /// Whether it is the version that is shown first in some list of versions.
    is_first: bool,
    directory: String,
}

/// A built site.
pub struct Library {
    files: Site,
    name: String,
    indexes: Vec<Index>,
    pages: Vec<Page>,
    reader: Reader,
}

/// Gives the file of a path below the folder of the site.
pub type ReadFile = Rc<dyn Fn(&str) -> Option<Vec<u8>>>;

#[derive(Clone)]
struct Site {
    read: ReadFile,
    /// The path below which it is served.
    base: String,
}

impl Files for Site {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        (self.read)(path)
    }

    fn markdown(&self, address: &str) -> Option<String> {
        let address = address.split(['?', '#']).next()?;
        let path = percent_decoded(address.strip_prefix(&self.base)?.trim_start_matches('/'));
        let is_below =
            path.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains('\\'));
        let bytes = (self.read)(&path).filter(|_| is_below && path.ends_with(".md"))?;
        String::from_utf8(bytes).ok()
    }
}

/// Which pages are meant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter<'a> {
    pub language: Option<&'a str>,
    pub version: Option<&'a str>,
}

impl Library {
    /// Reads what is in the folder of a site; the error says what is missing.
    pub fn open(read: ReadFile) -> Result<Self, String> {
        let text = |path: &str| (*read)(path).and_then(|bytes| String::from_utf8(bytes).ok());
        let list = text(&format!("{SEARCH_FOLDER}/index.json"));
        let list = list.and_then(|list| serde_json::from_str::<Value>(&list).ok());
        let list = list.ok_or("there is no index of the search: `docs build` writes it")?;
        let word = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let indexes = list.get("indexes").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let indexes: Vec<Index> = indexes
            .iter()
            .map(|index| Index {
                language: word(index, "language"),
                lang: word(index, "lang").unwrap_or_default(),
                version: word(index, "version"),
                is_first: index.get("first").and_then(Value::as_array).is_some_and(|lists| !lists.is_empty()),
                directory: word(index, "directory").unwrap_or_default(),
            })
            .collect();
        let mut pages: Vec<Page> = indexes.iter().flat_map(|index| pages_of(&read, index)).collect();
        let base = pages.first().and_then(|page| base_of(&read, &page.markdown)).unwrap_or_default();
        let files = Site { read: read.clone(), base };
        // Pages that the search leaves out, and nobody else.
        let mut known: BTreeSet<String> = pages.iter().map(|page| page.markdown.clone()).collect();
        for list in lists(&read) {
            for (title, address) in links(&text(&list).unwrap_or_default()) {
                let markdown = without_origin(&address).to_owned();
                if !known.contains(&markdown) && files.markdown(&markdown).is_some() {
                    let url = markdown.trim_end_matches(".md");
                    let url =
                        url.strip_suffix("/index").map_or(url.to_owned(), |folder| format!("{folder}/"));
                    known.insert(markdown.clone());
                    pages.push(Page { url, markdown, title, ..Page::default() });
                }
            }
        }
        let head = text("llms.txt").unwrap_or_default();
        let name = head.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("this site").to_owned();
        let reader = Reader::new(files.clone())?;
        Ok(Self { files, name, indexes, pages, reader })
    }

    /// What the site is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All pages that are meant to be found, in reading order.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// Codes of languages, and versions.
    pub fn editions(&self) -> (Vec<&str>, Vec<&str>) {
        let all = |part: fn(&Index) -> Option<&str>| {
            let mut all: Vec<&str> = Vec::new();
            for name in self.indexes.iter().filter_map(part) {
                if !all.contains(&name) {
                    all.push(name);
                }
            }
            all
        };
        (all(|index| index.language.as_deref()), all(|index| index.version.as_deref()))
    }

    /// Pages of a language and version; of all where nothing is asked. A page of no version belongs to those of its
    /// language.
    pub fn list(&self, filter: Filter<'_>) -> impl Iterator<Item = &Page> {
        let has_version = |language: &Option<String>, asked: &str| {
            self.indexes.iter().any(|index| index.language == *language && is_named(&index.version, asked))
        };
        let fits = move |page: &&Page| {
            filter.language.is_none_or(|asked| page.language.is_none() || is_named(&page.language, asked))
                && filter.version.is_none_or(|asked| {
                    is_named(&page.version, asked)
                        || page.version.is_none() && has_version(&page.language, asked)
                })
        };
        self.pages.iter().filter(fits)
    }

    /// What the search finds: in this language and version, or as a browser does on a page of no version.
    pub fn search(&self, query: &str, filter: Filter<'_>, limit: usize) -> Result<Found, String> {
        let first = self.indexes.first();
        let language = filter.language.or(first.and_then(|index| index.language.as_deref()));
        let near = |index: &&Index| {
            language.is_none_or(|asked| index.language.is_none() || is_named(&index.language, asked))
                && (index.version.is_none()
                    || filter.version.map_or(index.is_first, |asked| is_named(&index.version, asked)))
        };
        let indexes: Vec<&Index> = self.indexes.iter().filter(near).collect();
        let lang = indexes.first().map_or("en", |index| index.lang.as_str());
        let names: Vec<String> = indexes.iter().map(|index| index.directory.clone()).collect();
        self.reader.search(&Question { query, indexes: &names, language: lang, limit })
    }

    /// The text around what was found.
    pub fn snippet(&self, hit: &Hit, heading: Option<&str>, found: &Found, query: &str) -> Option<String> {
        self.reader.snippet(hit, heading, &found.marks, query)
    }

    /// The Markdown of a page, by whatever it is called: its address with or without host, its path, its Markdown.
    pub fn read(&self, written: &str) -> Option<String> {
        self.page(written).or_else(|| self.page(&self.redirected(written)?))
    }

    fn page(&self, written: &str) -> Option<String> {
        let candidates = match self.below_base(written)? {
            "" => vec!["index.md".to_owned()],
            path if path.ends_with(".md") => vec![path.to_owned()],
            path => {
                let path = path.strip_suffix(".mdx").unwrap_or(path);
                // As the navigation names the first page of a folder.
                let folder = path.strip_suffix("/index").map(|folder| format!("{folder}.md"));
                let own = [format!("{path}.md"), format!("{path}/index.md")];
                own.into_iter().chain(folder).collect()
            }
        };
        candidates.iter().find_map(|path| self.files.markdown(&format!("{}/{path}", self.files.base)))
    }

    /// Where the page of a redirect leads.
    fn redirected(&self, written: &str) -> Option<String> {
        let path = percent_decoded(self.below_base(written)?);
        if path.split(['/', '\\']).any(|part| part == "..") {
            return None;
        }
        let page = [format!("{path}/index.html"), format!("{path}.html")];
        let html = page.iter().find_map(|path| String::from_utf8(self.files.read(path)?).ok())?;
        let (_, target) = html.split_once("http-equiv=\"refresh\" content=\"0; url=")?;
        target.split('"').next().filter(|target| target.starts_with('/')).map(decode_entities)
    }

    /// The path of an address below that of the site, without the ending of a page.
    fn below_base<'w>(&self, written: &'w str) -> Option<&'w str> {
        let path = without_origin(written.trim()).split(['?', '#']).next()?.trim_matches('/');
        let path = path.strip_suffix("/index.html").or(path.strip_suffix(".html")).unwrap_or(path);
        let base = self.files.base.trim_matches('/');
        let below = path.strip_prefix(base).filter(|_| !base.is_empty()).unwrap_or(path).trim_matches('/');
        Some(below)
    }
}

fn is_named(name: &Option<String>, asked: &str) -> bool {
    name.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(asked))
}

/// The pages of an index, in their order.
fn pages_of(read: &ReadFile, index: &Index) -> Vec<Page> {
    let file = |name: &str| -> Option<Value> {
        let bytes = inflate(&read(&format!("{SEARCH_FOLDER}/{name}.bin"))?)?;
        serde_json::from_slice(&bytes).ok()
    };
    let folder = index.directory.split_once('/').map_or("", |(folder, _)| folder);
    let directory = file(&index.directory).unwrap_or_default();
    let chunks = directory.get("chunks").and_then(Value::as_array).cloned().unwrap_or_default();
    let names =
        chunks.iter().filter_map(|chunk| chunk.get(1)?.as_array()).flatten().filter_map(Value::as_str);
    let cards = names.filter_map(|name| file(&format!("{folder}/{name}")));
    let cards = cards.filter_map(|cards| cards.as_array().cloned()).flatten();
    let page = |card: Value| {
        let text = |at: usize| {
            card.get(at).and_then(Value::as_str).map(str::to_owned).filter(|text| !text.is_empty())
        };
        let crumbs = card.get(4).and_then(Value::as_array).cloned().unwrap_or_default();
        Some(Page {
            url: text(0)?,
            markdown: text(1)?,
            title: text(2).unwrap_or_default(),
            description: text(3),
            crumbs: crumbs.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            language: index.language.clone(),
            version: index.version.clone(),
        })
    };
    cards.filter_map(page).collect()
}

/// The path below which a site is served, from the address of one of its files.
fn base_of(read: &ReadFile, address: &str) -> Option<String> {
    let places = std::iter::once(0).chain(address.match_indices('/').skip(1).map(|(at, _)| at));
    for at in places {
        let (base, path) = address.split_at(at);
        if read(&percent_decoded(path.trim_start_matches('/'))).is_some() {
            return Some(base.to_owned());
        }
    }
    None
}

/// The lists for language models: the first one, and those that it leads to.
fn lists(read: &ReadFile) -> Vec<String> {
    let mut found = vec!["llms.txt".to_owned()];
    let mut at = 0;
    while let Some(list) = found.get(at).cloned() {
        at += 1;
        let text = read(&list).and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        for (_, address) in links(&text) {
            // The folder of the parts lies at the root of the site.
            if let Some(start) = address.find("/_llms/") {
                let path = address.get(start + 1..).unwrap_or("").to_owned();
                if path.ends_with(".txt") && !path.contains("..") && !found.contains(&path) {
                    found.push(path);
                }
            }
        }
    }
    found
}

/// `- [Title](address)` at the beginnings of lines.
fn links(text: &str) -> Vec<(String, String)> {
    let link = |line: &str| {
        let (title, rest) = line.strip_prefix("- [")?.split_once("](")?;
        Some((title.replace('\\', ""), rest.split_once(')')?.0.to_owned()))
    };
    text.lines().filter_map(link).collect()
}

fn without_origin(address: &str) -> &str {
    match address.split_once("://") {
        Some((_, rest)) => rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/"),
        None => address,
    }
}
