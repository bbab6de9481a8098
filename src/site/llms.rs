//! `llms.txt` and what belongs to it: all pages for language models, in the order of the navigation (AI-03 to AI-05).
//!
//! Nothing is ever left out. A list that is too long for one file is cut into a file for each section, and the first
//! one lists those; the texts of all pages are cut in the same way.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Longest list that is one file, in bytes.
const LONGEST_LIST: usize = 50_000;
/// Longest description of a page, in characters.
const LONGEST_DESCRIPTION: usize = 300;
/// Most pages whose texts are one file.
pub const MOST_TEXTS: usize = 500;
/// Folder of the parts.
pub const FOLDER: &str = "_llms";
/// The list of all pages.
pub const LIST: &str = "llms.txt";
/// The same, where some programs look for it.
pub const WELL_KNOWN_LIST: &str = ".well-known/llms.txt";
/// The texts of all pages, or the list of such files.
pub const ALL_TEXTS: &str = "llms-full.txt";
/// What crawlers may read.
pub const ROBOTS: &str = "robots.txt";

/// A page of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LlmsPage {
    pub title: String,
    /// Of its Markdown.
    pub url: String,
    pub description: String,
}

/// Pages that stand together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LlmsSection {
    pub title: String,
    /// The lines of its pages ([`lines()`]), in pieces that are made apart.
    pub lines: Vec<Arc<str>>,
}

impl LlmsSection {
    /// One for each page.
    fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().flat_map(|lines| lines.split_inclusive('\n'))
    }

    fn text(&self) -> String {
        heading(&self.title) + &self.lines.concat()
    }
}

/// What the list is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LlmsInput {
    pub name: String,
    pub description: String,
    /// What the author asks of those who read it (`markdown.instructions`).
    pub instructions: Vec<String>,
    pub sections: Vec<LlmsSection>,
    /// Titles and addresses of API descriptions.
    pub openapi: Vec<(String, String)>,
    pub asyncapi: Vec<(String, String)>,
    pub graphql: Vec<(String, String)>,
    /// Links that lead elsewhere.
    pub optional: Vec<(String, String)>,
    /// What addresses of the parts begin with.
    pub root: String,
}

/// The files: names and texts, `llms.txt` first.
pub fn llms_files(input: &LlmsInput) -> Vec<(String, String)> {
    let head = head(&input.name, &input.description, &input.instructions);
    let mut end = String::new();
    for (title, links) in [
        ("OpenAPI Specs", &input.openapi),
        ("AsyncAPI Specs", &input.asyncapi),
        ("GraphQL Schemas", &input.graphql),
        ("Optional", &input.optional),
    ] {
        if !links.is_empty() {
            end.push_str(&format!("\n## {title}\n\n"));
            links.iter().for_each(|(title, url)| end.push_str(&format!("- [{}]({url})\n", label(title))));
        }
    }
    let texts: Vec<String> = input.sections.iter().map(LlmsSection::text).collect();
    let whole = head.len() + end.len() + texts.iter().map(String::len).sum::<usize>();
    if whole <= LONGEST_LIST {
        return vec![(LIST.to_owned(), format!("{head}{}{end}", texts.concat()))];
    }
    let mut files = Vec::new();
    let mut list = format!("{head}\n## Sections\n\n");
    let room = LONGEST_LIST.saturating_sub(head.len()).max(1_000);
    for (number, pages) in parts(&input.sections, &texts, room).into_iter().enumerate() {
        let name = format!("{FOLDER}/{}.txt", number + 1);
        let title = match pages.titles.as_slice() {
            [] => "Docs".to_owned(),
            [(one, _)] => one.clone(),
            [(first, _), .., (last, _)] => format!("{first} – {last}"),
        };
        let tokens = tokens(pages.text.len());
        list.push_str(&format!(
            "- [{}]({}/{name}): {} pages, about {tokens} tokens\n",
            label(&title),
            input.root,
            pages.count
        ));
        // Who chooses a file has to know what is in it.
        if pages.titles.len() > 1 {
            let section =
                |(title, count): &(String, usize)| format!("  - {}: {count} pages\n", label(named(title)));
            list.extend(pages.titles.iter().map(section));
        }
        files.push((name, format!("{head}{}", pages.text)));
    }
    files.insert(0, (LIST.to_owned(), format!("{list}{end}")));
    files
}

#[derive(Default)]
struct Part {
    /// Its sections, with how many of their pages it has.
    titles: Vec<(String, usize)>,
    text: String,
    count: usize,
}

impl Part {
    fn is_in(&self, title: &str) -> bool {
        self.titles.last().is_some_and(|(last, _)| last == title)
    }
}

/// Sections in files of a size that is read at once. A section that is longer than that is cut.
fn parts(sections: &[LlmsSection], texts: &[String], room: usize) -> Vec<Part> {
    let mut parts: Vec<Part> = vec![Part::default()];
    for (section, text) in sections.iter().zip(texts) {
        let is_full = |part: &Part, more: usize| part.count > 0 && part.text.len() + more > room;
        if text.len() <= room {
            if parts.last().is_some_and(|part| is_full(part, text.len())) {
                parts.push(Part::default());
            }
            if let Some(part) = parts.last_mut() {
                let count = section.lines().count();
                part.titles.push((section.title.clone(), count));
                part.text.push_str(text);
                part.count += count;
            }
            continue;
        }
        for line in section.lines() {
            let is_new = parts.last().is_none_or(|part| {
                is_full(part, line.len()) || (!part.is_in(&section.title) && part.count > 0)
            });
            if is_new {
                parts.push(Part::default());
            }
            let Some(part) = parts.last_mut() else { continue };
            if !part.is_in(&section.title) {
                part.titles.push((section.title.clone(), 0));
                part.text.push_str(&heading(&section.title));
            }
            part.text.push_str(line);
            part.count += 1;
            if let Some((_, count)) = part.titles.last_mut() {
                *count += 1;
            }
        }
    }
    parts.retain(|part| part.count > 0);
    parts
}

/// What a list says of some pages: a line for each.
pub fn lines(pages: impl IntoIterator<Item = LlmsPage>) -> String {
    pages.into_iter().map(|page| line(&page)).collect()
}

/// Name, description, and what is asked of those who read it.
pub fn head(name: &str, description: &str, asked: &[String]) -> String {
    let mut head = format!("# {}\n", one_line(name));
    let description = one_line(description);
    if !description.is_empty() {
        head.push_str(&format!("\n> {description}\n"));
    }
    let asked = quoted_instructions(asked);
    if !asked.is_empty() {
        head.push_str(&format!("\n{asked}"));
    }
    head
}

/// What the author asks of assistants, as the quote that stands below the title of a file for them (AI-07); empty
/// when there is nothing.
pub fn quoted_instructions(texts: &[String]) -> String {
    let mut quote = String::new();
    for text in texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()) {
        if quote.is_empty() {
            quote.push_str("> ## Agent Instructions\n");
        }
        quote.push_str(">\n");
        for line in text.lines().map(str::trim_end) {
            quote.push_str(if line.is_empty() { ">" } else { "> " });
            quote.push_str(line);
            quote.push('\n');
        }
    }
    quote
}

fn heading(title: &str) -> String {
    format!("\n## {}\n\n", one_line(named(title)))
}

/// What a section is called that has no name.
fn named(title: &str) -> &str {
    if title.is_empty() { "Docs" } else { title }
}

fn line(page: &LlmsPage) -> String {
    let description = shortened(&one_line(&page.description));
    match description.is_empty() {
        true => format!("- [{}]({})\n", label(&page.title), page.url),
        false => format!("- [{}]({}): {description}\n", label(&page.title), page.url),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text for brackets.
fn label(text: &str) -> String {
    one_line(text).replace('[', "\\[").replace(']', "\\]")
}

/// At most 300 characters, to the end of a word.
pub fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LONGEST_DESCRIPTION) else { return text.to_owned() };
    let cut = &text[..end];
    let cut = cut.rsplit_once(' ').map_or(cut, |(cut, _)| cut);
    format!("{}…", cut.trim_end_matches([',', '.', ';', ':']))
}

/// What language models count, as an estimate: four bytes each.
pub fn tokens(bytes: usize) -> usize {
    bytes.div_ceil(4)
}

/// The first paragraph of a page's Markdown as plain text, for a page without a description. One of links alone, such as
/// that to a video, says where something is and nothing of the page.
pub fn first_paragraph(markdown: &str) -> Option<String> {
    let mut fence = false;
    for block in markdown.split("\n\n") {
        let text = block.trim();
        let marks = text.matches("```").count();
        if fence || marks > 0 {
            fence ^= marks % 2 == 1;
            continue;
        }
        let is_text = text
            .starts_with(|c: char| c.is_alphanumeric() || matches!(c, '[' | '`' | '"' | '“' | '*' | '('))
            && !text.starts_with("* ")
            && !text.starts_with("***");
        let is_list = text.split_once(['.', ')']).is_some_and(|(number, rest)| {
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) && rest.starts_with(' ')
        });
        if is_text && !is_list && !is_links_only(text) {
            return Some(shortened(&plain(&one_line(text)))).filter(|text| !text.is_empty());
        }
    }
    None
}

/// Links, and nothing between them but space.
fn is_links_only(text: &str) -> bool {
    let mut rest = text;
    while let Some(link) = rest.strip_prefix('[') {
        let Some((_, url)) = link.split_once("](") else { return false };
        let Some((_, after)) = url.split_once(')') else { return false };
        rest = after.trim_start();
    }
    rest.is_empty()
}

/// Markdown of one line without its marks; of links the text stays.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                let next = rest.chars().next().filter(char::is_ascii_punctuation);
                out.push(next.unwrap_or('\\'));
                rest = &rest[next.map_or(0, char::len_utf8)..];
            }
            '`' | '*' => {}
            '[' => {}
            ']' if rest.starts_with('(') => rest = rest.find(')').map_or(rest, |end| &rest[end + 1..]),
            ']' => {}
            c => out.push(c),
        }
    }
    out.trim().to_owned()
}

/// `robots.txt` (SEO-05). Without the site's address it names no sitemap, which needs a full one. What may be done with
/// the words of a site (`Content-Signal`) is for its owner to say, in a file of the project.
pub fn robots(sitemap: Option<&str>) -> String {
    let mut text = String::from("User-agent: *\nAllow: /\n");
    if let Some(sitemap) = sitemap {
        text.push_str(&format!("\nSitemap: {sitemap}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(sections: &[(&str, usize)]) -> LlmsInput {
        let page = |section: &str, n: usize| LlmsPage {
            title: format!("{section} [{n}]"),
            url: format!("https://e.x/{section}/{n}.md"),
            description: "Of  one\nline. ".repeat(40),
        };
        LlmsInput {
            name: "Site".to_owned(),
            description: "What it is".to_owned(),
            sections: sections
                .iter()
                .map(|(title, pages)| LlmsSection {
                    title: (*title).to_owned(),
                    lines: (0..*pages).map(|n| lines([page(title, n)]).into()).collect(),
                })
                .collect(),
            root: "https://e.x".to_owned(),
            ..LlmsInput::default()
        }
    }

    #[test]
    fn ai_03_a_short_list_is_one_file() {
        let files = llms_files(&LlmsInput {
            optional: vec![("Blog".into(), "https://b.x".into())],
            ..input(&[("A", 1)])
        });
        let [(name, text)] = files.as_slice() else { panic!("{files:?}") };
        assert_eq!(name, "llms.txt");
        assert!(
            text.starts_with(
                "# Site\n\n> What it is\n\n## A\n\n- [A \\[0\\]](https://e.x/A/0.md): Of one line. Of"
            ),
            "{text}"
        );
        assert!(
            text.contains("line…\n") && text.ends_with("\n## Optional\n\n- [Blog](https://b.x)\n"),
            "{text}"
        );
    }

    #[test]
    fn ai_04_a_long_list_is_cut_and_nothing_is_left_out() {
        let sections = [("A", 10), ("B", 400), ("C", 3), ("D", 100)];
        let files = llms_files(&input(&sections));
        assert!(files.len() > 3);
        let all: String = files.iter().skip(1).map(|(_, text)| text.as_str()).collect();
        for (section, pages) in sections {
            for n in 0..pages {
                assert_eq!(
                    all.matches(&format!("(https://e.x/{section}/{n}.md)")).count(),
                    1,
                    "{section} {n}"
                );
            }
        }
        for (name, text) in &files {
            assert!(text.len() <= LONGEST_LIST, "{name}: {}", text.len());
        }
        for (name, _) in files.iter().skip(1) {
            assert!(files[0].1.contains(&format!("](https://e.x/{name}): ")), "{name}");
        }
    }

    #[test]
    fn ai_04_a_file_of_several_sections_tells_which() {
        let files = llms_files(&input(&[("A", 40), ("", 50), ("C", 3), ("D", 100)]));
        let list = &files[0].1;
        assert!(list.contains("\n  - A: 40 pages\n  - Docs: 50 pages\n  - C: 3 pages\n"), "{list}");
        assert!(list.contains("- [D](") && !list.contains("  - D:"), "{list}");
    }

    #[test]
    fn the_first_paragraph_is_text() {
        let text = "## Heading\n\n- a list\n\n```js\ncode\n\nmore\n```\n\n1. one\n\nSee `x` and [a **link**](/y) \\*.\nSame.\n\nNext.";
        assert_eq!(first_paragraph(text).as_deref(), Some("See x and a link *. Same."));
        assert_eq!(first_paragraph("> quote\n\n| a |\n"), None);
        let text = "[Video](https://e.com/v.mp4)\n\n[One](/one)\n[Two](/two)\n\n[Both](/both) are told of.";
        assert_eq!(first_paragraph(text).as_deref(), Some("Both are told of."));
        assert_eq!(first_paragraph("[Video](https://e.com/v.mp4)\n"), None);
    }
}
