//! Project rules for writing assistants (specification, *Page authoring conventions*): `.mdc` files that say how pages
//! are written and which components there are.
//!
//! They are made from the table of components, so that they are as true as the program. Each ends with a line that
//! holds the hash of what is above it: a file whose hash still fits was edited by nobody and may be made anew.

use crate::hash::ContentHash;
use crate::html::component::{component_names, component_props};

mod components;

use components::ABOUT;

/// Where assistants look for rules, in the folder of the documentation.
pub const FOLDER: &str = ".cursor/rules";

const MARK: &str = "<!-- written by `docs rules`; ";

/// The files, by their names in [`FOLDER`].
pub fn rules() -> Vec<(&'static str, String)> {
    let files = [("docs-pages.mdc", pages()), ("docs-components.mdc", components())];
    files.into_iter().map(|(name, text)| (name, marked(&text))).collect()
}

/// What a component is for, and how it is written.
pub fn about_component(name: &str) -> Option<(&'static str, &'static str)> {
    let at = ABOUT.binary_search_by_key(&name, |(known, _, _)| known).ok()?;
    ABOUT.get(at).map(|(_, about, example)| (*about, *example))
}

/// Whether a text is one that [`rules`] made, in this version or another, and that nobody has changed.
pub fn is_unedited(text: &str) -> bool {
    text.rfind(MARK).is_some_and(|at| text.get(..at).is_some_and(|above| marked(above) == text))
}

fn marked(text: &str) -> String {
    format!("{text}{MARK}{} -->\n", ContentHash::of(text.as_bytes()).to_hex())
}

/// How pages are written.
fn pages() -> String {
    let mut out = front_matter("How the pages of this documentation are written");
    out.push_str(PAGES);
    out
}

/// Which components there are.
fn components() -> String {
    let mut out = front_matter("Components that pages of this documentation may use, with their attributes");
    out.push_str(COMPONENTS);
    for name in component_names() {
        let Some((_, about, example)) = ABOUT.iter().find(|(known, ..)| *known == name) else { continue };
        let entry = format!("\n## {name}\n\n{about}\n");
        if out.contains(&entry) {
            continue;
        }
        out.push_str(&entry);
        let props = component_props(name);
        if !props.is_empty() {
            let props: Vec<String> =
                props.iter().filter(|name| **name != "children").map(|name| format!("`{name}`")).collect();
            out.push_str(&format!("\nAttributes: {}.\n", props.join(", ")));
        }
        if !example.is_empty() {
            out.push_str(&format!("\n````mdx\n{example}\n````\n"));
        }
    }
    out.push_str(HTML);
    out
}

fn front_matter(description: &str) -> String {
    format!("---\ndescription: {description}\nglobs: \"**/*.mdx,**/*.md\"\nalwaysApply: false\n---\n\n")
}

const PAGES: &str = r#"# Pages of this documentation

## The file

- A page is an `.mdx` or `.md` file. Its address is its path: `guides/start.mdx` is `/guides/start`.
- Every page begins with front matter that has at least `title` and `description`:

```mdx
---
title: Send a message
description: Send your first message and see it arrive.
---
```

- A page is in the sidebar when `navigation` in `docs.json` lists its path without the ending.
- The title is the heading of level 1. Headings in the text begin at level 2 (`##`) and leave no level out.
- Link to other pages with root-relative paths without the ending: `[Start](/guides/start)`, `[Keys](/guides/start#keys)`.
- When a page moves, run `docs mv OLD NEW`: links, navigation and a redirect follow.
- Text that several pages share is a snippet: a file below `snippets/`, imported with
  `import Limits from '/snippets/limits.mdx'` and shown with `<Limits />`.

## The words

- Speak to the reader as "you", in the active voice.
- Use the present tense for what is so now.
- Call a thing by the same name everywhere.
- Put procedures into numbered steps (`<Steps>`), one action in each, and say what the reader sees when it worked.
- Begin with what the page is for; put what has to be there before it starts into a list of prerequisites.
- Name limits with numbers: "100 requests a minute for each key", not "a reasonable number of requests".

## Code, pictures, secrets

- Code samples are complete and run as they are. Give every fence its language, and a title where the file matters.
- Show the request and what comes back, also when it fails.
- Never write a real key, token or password: write `YOUR_API_KEY`.
- Every image has a text that says what is to be seen on it; an image that only decorates has `alt=""`.

## Before you are done

- `docs build --strict` ends without a problem.
"#;

const COMPONENTS: &str = r#"# Components

They are used without an import. Names are case-sensitive, and what is opened is closed. Leave a blank line between a
tag and Markdown inside of it when the Markdown is more than a line.
"#;

const HTML: &str = r#"
## HTML

Elements of HTML work, too, with attributes as in React: `className`, `style={{ color: "red" }}`. For films and other
sites use `video` and `iframe`:

````mdx
<video controls src="/videos/tour.mp4" aria-label="A tour of the dashboard"></video>

<iframe src="https://www.example.com/embed" title="Live example" className="w-full aspect-video"></iframe>
````

With `loading="click"` a frame asks nothing of the other site before a reader does.
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_component_is_described() {
        let all: Vec<String> = rules().into_iter().map(|(_, text)| text).collect();
        for name in component_names() {
            assert!(
                all.iter().any(|text| text.contains(&format!("\n## {name}\n"))),
                "{name} has no text in {ABOUT:?}"
            );
            for prop in component_props(name).iter().filter(|prop| **prop != "children") {
                assert!(all.iter().any(|text| text.contains(&format!("`{prop}`"))), "{name}: {prop}");
            }
        }
        for (name, ..) in ABOUT {
            assert!(component_names().any(|known| known == *name), "there is no component {name}");
        }
        assert!(ABOUT.is_sorted_by_key(|(name, ..)| *name));
    }

    #[test]
    fn edits_are_seen() {
        for (_, text) in rules() {
            assert!(is_unedited(&text));
            assert!(!is_unedited(&text.replace("Components", "Parts").replace("reader", "user")));
            assert!(!is_unedited(&format!("{text}\nMore.\n")));
        }
        assert!(!is_unedited(""));
    }
}
