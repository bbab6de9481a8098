//! Makes up documentation sets of any size for benches and load tests.
//!
//! The sets are shaped like real ones: page sizes, sidebar sizes, code languages and components follow
//! the frequencies counted over public documentation sites. The same [`Shape`] always gives the same
//! bytes, on every machine: there is no floating point, no clock and no hash map in here, and each page
//! has a random sequence of its own, so that a page does not depend on its neighbours.
//!
//! What is made is valid: every link, image and navigation entry leads somewhere. It is not a test of
//! hostile input.

use std::collections::BTreeSet;

use serde_json::{Value, json};

#[path = "generate/code.rs"]
mod code;
#[path = "generate/page.rs"]
mod page;
#[path = "generate/random.rs"]
mod random;
#[path = "generate/words.rs"]
mod words;

use page::PageWriter;
use random::{Random, quantile, spread};
use words::{ICONS, prose, title};

/// What to make.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Number of pages, all of them in the navigation.
    pub pages: usize,
    /// Another seed gives another set of the same shape.
    pub seed: u64,
    /// Number of files below `snippets/`; a tenth of the pages imports one.
    pub snippets: usize,
    /// Number of files below `images/`.
    pub images: usize,
    pub kind: Kind,
}

/// What is special about a set.
#[allow(dead_code, reason = "who mounts this file needs some of them")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Sizes of sections as they were counted, up to 1,105 pages in one sidebar.
    Usual,
    /// No section with more than 200 pages.
    SmallSections,
    /// All pages in one section.
    OneSection,
    /// Only so many pages have a text of their own; the others repeat one of those.
    Repeated(usize),
    /// One page is as large as this in bytes.
    LargePage(usize),
}

impl Shape {
    /// A set of this many pages, with the usual share of snippets and images.
    pub fn new(pages: usize, seed: u64) -> Self {
        let (snippets, images) = ((pages / 7).clamp(1, 400), (pages / 10).clamp(1, 200));
        Self { pages, seed, snippets, images, kind: Kind::Usual }
    }
}

/// Hands every file of the set to `write`: the path relative to the root, and the bytes.
pub fn generate(shape: &Shape, write: &mut dyn FnMut(&str, &[u8])) {
    let plan = Plan::new(shape);
    let configuration = serde_json::to_string_pretty(&plan.configuration).unwrap_or_default();
    write("docs.json", configuration.as_bytes());
    write("favicon.svg", picture(0).as_bytes());
    for index in 0..shape.images.max(1) {
        write(&format!("images/figure-{index}.svg"), picture(index).as_bytes());
    }
    for index in 0..shape.snippets.max(1) {
        let mut random = Random::new(shape.seed ^ 0x51, index as u64);
        let text = format!("<Note>\n  {}\n</Note>\n\n{}\n", prose(&mut random, 120), prose(&mut random, 240));
        write(&format!("snippets/part-{index}.mdx"), text.as_bytes());
    }
    for index in 0..plan.pages.len() {
        let same = match shape.kind {
            Kind::Repeated(distinct) => index % distinct.max(1),
            _ => index,
        };
        let text = PageWriter::new(shape, &plan, same).page();
        write(&format!("{}.mdx", plan.pages[index].path), text.as_bytes());
    }
}

/// Quantiles of the number of pages in one sidebar.
const SIDEBAR_PAGES: &[(u64, u64)] = &[(0, 1), (100, 1), (500, 5), (900, 156), (990, 253), (1000, 1105)];

const TABS_PER_VERSION: usize = 8;
const VERSIONS_PER_LANGUAGE: usize = 12;
const LANGUAGES: &[&str] = &["en", "ja", "es", "zh", "fr", "de", "ko", "pt-BR", "it", "ru", "tr", "id", "ar"];

/// Where each page stands, decided before any page is written, so that pages can link to each other.
struct Plan {
    pages: Vec<PlannedPage>,
    configuration: Value,
}

struct PlannedPage {
    path: String,
    title: String,
}

impl Plan {
    fn new(shape: &Shape) -> Self {
        let mut random = Random::new(shape.seed, u64::MAX);
        let mut sections = Vec::new();
        let mut left = shape.pages;
        while left > 0 {
            let wanted = quantile(SIDEBAR_PAGES, spread(sections.len(), shape.seed), &mut random) as usize;
            let size = match shape.kind {
                Kind::OneSection => left,
                Kind::SmallSections => wanted.clamp(1, left.min(200)),
                _ => wanted.clamp(1, left),
            };
            sections.push(size);
            left -= size;
        }
        let mut pages = Vec::with_capacity(shape.pages);
        let mut tree = NavigationWriter { random, pages: &mut pages };
        let navigation = tree.languages(&sections);
        let configuration = json!({
            "$schema": "https://mintlify.com/docs.json",
            "theme": "mint",
            "name": "Generated",
            "colors": { "primary": "#166534", "light": "#86EFAC", "dark": "#15803D" },
            "favicon": "/favicon.svg",
            "navbar": { "links": [{ "label": "Blog", "href": "https://example.com/blog" }] },
            "footer": { "socials": { "github": "https://github.com/example" } },
            "redirects": [{ "source": "/old/:slug*", "destination": "/:slug*" }],
            "navigation": navigation,
        });
        Self { pages, configuration }
    }
}

/// Writes `navigation`, and notes the pages on the way.
struct NavigationWriter<'a> {
    random: Random,
    pages: &'a mut Vec<PlannedPage>,
}

impl NavigationWriter<'_> {
    /// Tabs alone, versions of tabs, or languages of versions of tabs, whatever the number asks for.
    fn languages(&mut self, sections: &[usize]) -> Value {
        let versions = sections.len().div_ceil(TABS_PER_VERSION);
        if versions <= VERSIONS_PER_LANGUAGE {
            return self.versions(sections, "");
        }
        let languages = versions.div_ceil(VERSIONS_PER_LANGUAGE).min(LANGUAGES.len());
        let share = sections.len().div_ceil(languages);
        let entries: Vec<Value> = sections
            .chunks(share)
            .zip(LANGUAGES)
            .map(|(part, language)| {
                let mut level = self.versions(part, &format!("{language}/"));
                level["language"] = json!(language);
                level
            })
            .collect();
        json!({ "languages": entries })
    }

    fn versions(&mut self, sections: &[usize], prefix: &str) -> Value {
        if sections.len() <= TABS_PER_VERSION {
            return self.tabs(sections, prefix);
        }
        let count = sections.len().div_ceil(TABS_PER_VERSION);
        let entries: Vec<Value> = sections
            .chunks(TABS_PER_VERSION)
            .enumerate()
            .map(|(index, part)| {
                let name = format!("v{}", count - index);
                let mut level = self.tabs(part, &format!("{prefix}{name}/"));
                level["version"] = json!(name);
                level
            })
            .collect();
        json!({ "versions": entries })
    }

    fn tabs(&mut self, sections: &[usize], prefix: &str) -> Value {
        let mut names = BTreeSet::new();
        let entries: Vec<Value> = sections
            .iter()
            .enumerate()
            .map(|(index, &size)| {
                let mut tab = title(&mut self.random, 1);
                // Two of one name would be told of.
                if !names.insert(tab.clone()) {
                    tab.push_str(&format!(" {index}"));
                }
                let folder = format!("{prefix}{}-{index}", tab.to_lowercase().replace(' ', "-"));
                let groups = self.groups(size, &folder, 1);
                json!({ "tab": tab, "groups": groups })
            })
            .collect();
        json!({ "tabs": entries })
    }

    fn groups(&mut self, size: usize, folder: &str, depth: usize) -> Vec<Value> {
        let mut groups = Vec::new();
        let mut left = size;
        while left > 0 {
            let wanted = if size > 24 { self.random.between(12, 40) } else { self.random.between(3, 12) };
            let take = (wanted as usize).min(left);
            left -= take;
            groups.push(self.group(take, folder, depth));
        }
        groups
    }

    fn group(&mut self, size: usize, folder: &str, depth: usize) -> Value {
        let name = title(&mut self.random, 2);
        let mut group = json!({ "group": name });
        if self.random.chance(25) {
            group["icon"] = json!(self.random.pick(ICONS));
        }
        if depth > 1 && self.random.chance(5) {
            group["expanded"] = json!(true);
        }
        if self.random.chance(1) {
            group["tag"] = json!("NEW");
        }
        let direct = if size > 12 && depth < 5 { size / 4 } else { size };
        let mut entries: Vec<Value> = (0..direct).map(|_| json!(self.planned(folder))).collect();
        let mut left = size - direct;
        while left > 0 {
            let take = (self.random.between(3, 16) as usize).min(left);
            left -= take;
            entries.push(self.group(take, folder, depth + 1));
        }
        group["pages"] = json!(entries);
        group
    }

    fn planned(&mut self, folder: &str) -> String {
        let words = self.random.between(1, 4) as usize;
        let title = title(&mut self.random, words);
        let slug = title.to_lowercase().replace(' ', "-");
        let path = format!("{folder}/{slug}-{}", self.pages.len());
        self.pages.push(PlannedPage { path: path.clone(), title });
        path
    }
}

/// A small picture whose colour depends on its number.
fn picture(number: usize) -> String {
    let colour = 0x335577 + (number * 0x030507) % 0x0F0F0F;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"320\" height=\"180\" viewBox=\"0 0 320 180\">\
         <rect width=\"320\" height=\"180\" fill=\"#{colour:06x}\"/>\
         <circle cx=\"{}\" cy=\"90\" r=\"40\" fill=\"#ffffff\"/></svg>\n",
        40 + number % 240
    )
}
