//! Edit equals clean: after any edit, the incremental build leaves what a build from nothing would.
//!
//! `DOCS_EDITS=2000` sets the number of random edits, `DOCS_SEED` the seed. A failure names seed and step.

use serde_json::{Value, json};

use crate::site::Site;

/// Random edits in an ordinary test run.
const EDITS: usize = 60;

#[test]
fn random_edits_leave_what_a_clean_build_would() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let edits = number("DOCS_EDITS", EDITS as u64);
    let seed = number("DOCS_SEED", 1);
    let mut site = Site::example();
    let mut editor = Editor { random: Random(seed ^ 0x9E37_79B9_7F4A_7C15), made: 0 };
    site.build().assert_clean();
    let mut history: Vec<String> = Vec::new();
    for step in 1..=edits {
        let mut touched = Vec::new();
        let count = if editor.random.chance(15) { 3 } else { 1 };
        for _ in 0..count {
            touched.push(editor.edit(&mut site));
        }
        let mut what: String =
            touched.iter().map(|edit| format!("{} {}; ", edit.what, edit.paths.join(" "))).collect();
        let built = match editor.random.below(10) {
            0 => {
                what.push_str("in a new process");
                site.forget();
                site.build()
            }
            1..=4 => {
                what.push_str("as an update");
                let paths: Vec<&str> =
                    touched.iter().flat_map(|edit| &edit.paths).map(String::as_str).collect();
                site.update(&paths)
            }
            _ => site.build(),
        };
        history.push(format!("step {step}: {what}"));
        if let Some(difference) = built.difference_from_clean() {
            let last: Vec<&String> = history.iter().rev().take(12).collect();
            panic!("DOCS_SEED={seed} step {step}: {what}\n{difference}\nthe last edits: {last:#?}");
        }
        if step % 100 == 0 {
            eprintln!("{step} edits");
        }
    }
    let quiet = site.build();
    assert_eq!((quiet.report.written, quiet.report.deleted), (0, 0));
}

/// An edit in words, and the files that it touched.
struct Edit {
    what: &'static str,
    paths: Vec<String>,
}

fn edit(what: &'static str, path: impl Into<String>) -> Edit {
    Edit { what, paths: vec![path.into()] }
}

struct Editor {
    random: Random,
    made: usize,
}

impl Editor {
    fn edit(&mut self, site: &mut Site) -> Edit {
        match self.random.below(30) {
            0..=1 => self.create_page(site),
            2..=7 => self.change_body(site),
            8..=9 => self.change_title(site),
            10..=12 => self.change_front_matter(site),
            13 => self.rename(site),
            14 => self.move_page(site),
            15 => self.delete(site),
            16..=17 => self.change_snippet(site),
            18..=22 => self.change_config(site),
            23..=26 => self.change_asset(site),
            27 => self.change_description(site),
            28 => self.change_ignored(site),
            _ => self.restore(site),
        }
    }

    /// Pages of the project, without `index`: some page must stay.
    fn page(&mut self, site: &Site) -> String {
        let pages: Vec<String> = site
            .sources()
            .into_keys()
            .filter(|path| path.ends_with(".mdx") && !path.starts_with("snippets/") && path != "index.mdx")
            .collect();
        self.random.pick(&pages).clone()
    }

    fn fresh(&mut self) -> usize {
        self.made += 1;
        self.made
    }

    fn create_page(&mut self, site: &mut Site) -> Edit {
        let number = self.fresh();
        let folder = *self.random.pick(&["", "guides/", "de/", "new/deep/", "Guides/"]);
        let path = format!("{folder}made-{number}.mdx");
        let body = self.paragraph(number);
        site.edit(&path, &format!("---\ntitle: Made {number}\n---\n\n{body}\n"));
        if self.random.chance(60) {
            let slug = path.trim_end_matches(".mdx").to_owned();
            self.in_some_group(site, |pages| pages.push(json!(slug)));
            return Edit { what: "create a listed page", paths: vec![path, "docs.json".to_owned()] };
        }
        edit("create a page", path)
    }

    fn paragraph(&mut self, number: usize) -> String {
        let pieces = [
            "Some *text* with `code` and a [link](/quickstart#get-a-key).",
            "## A heading\n\nBelow it, [another link](/guides/webhooks) and one to [nowhere](/no/such/page).",
            "<Note>\n  A note with {{product}} in it.\n</Note>",
            "```js title=\"x.js\"\nconst a = 1; // [!code highlight]\n```",
            "![A picture](/images/flow.svg)",
            "import Support from \"/snippets/support.mdx\"\n\n<Support />",
            "<Tabs>\n  <Tab title=\"One\">1</Tab>\n  <Tab title=\"Two\">2</Tab>\n</Tabs>",
            "An unfinished <Card title=\"x\">",
            "{1 + 1} and {nothing}",
            "| a | b |\n|---|---|\n| 1 | 2 |",
            "A footnote[^1].\n\n[^1]: Here.",
            "<Unknown>inside</Unknown>",
        ];
        format!("{} {number}.", self.random.pick(&pieces))
    }

    fn change_body(&mut self, site: &mut Site) -> Edit {
        let path = self.page(site);
        let mut text = site.source(&path);
        let number = self.fresh();
        match self.random.below(3) {
            0 => {
                let keep = text.find("\n---\n").map_or(0, |at| at + 5);
                let paragraphs: Vec<&str> = text[keep..].split("\n\n").collect();
                let drop = self.random.below(paragraphs.len() as u64) as usize;
                let rest: Vec<&str> = paragraphs
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| *at != drop)
                    .map(|(_, text)| *text)
                    .collect();
                text = format!("{}\n{}\n", &text[..keep], rest.join("\n\n"));
            }
            _ => text.push_str(&format!("\n{}\n", self.paragraph(number))),
        }
        site.edit(&path, &text);
        edit("change the body of", path)
    }

    fn change_title(&mut self, site: &mut Site) -> Edit {
        let path = self.page(site);
        let number = self.fresh();
        set_front_matter(site, &path, "title", &format!("Title {number} `code`"));
        edit("change the title of", path)
    }

    fn change_front_matter(&mut self, site: &mut Site) -> Edit {
        let path = self.page(site);
        let fields = [
            ("description", "Another *description*."),
            ("sidebarTitle", "Short"),
            ("icon", "rocket"),
            ("tag", "NEW"),
            ("mode", "wide"),
            ("mode", "center"),
            ("hidden", "true"),
            ("noindex", "true"),
            ("deprecated", "true"),
            ("url", "https://example.com/elsewhere"),
            ("groups", "[staff]"),
            ("openapi", "GET /topics"),
            ("title", "[unclosed"),
            ("keywords", "[a, b]"),
        ];
        let (name, value) = *self.random.pick(&fields);
        let value = if self.random.chance(30) { "" } else { value };
        set_front_matter(site, &path, name, value);
        edit("change the front matter of", path)
    }

    fn rename(&mut self, site: &mut Site) -> Edit {
        let from = self.page(site);
        let folder = from.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
        let to = match self.random.below(4) {
            0 => from.replace(".mdx", ".md"),
            _ => format!("{folder}renamed-{}.mdx", self.fresh()),
        };
        if site.sources().contains_key(&to) {
            return edit("do nothing to", from);
        }
        site.rename(&from, &to);
        Edit { what: "rename", paths: vec![from, to] }
    }

    fn move_page(&mut self, site: &mut Site) -> Edit {
        let from = self.page(site);
        let name = from.rsplit('/').next().unwrap_or("").to_owned();
        let to = format!(
            "{}{name}",
            self.random.pick(&["moved/", "guides/", "", "snippets/", "_hidden/", "writing/more/"])
        );
        if site.sources().contains_key(&to) {
            return edit("do nothing to", from);
        }
        site.rename(&from, &to);
        if self.random.chance(60) {
            let (old, new) =
                (from.trim_end_matches(".mdx").to_owned(), to.trim_end_matches(".mdx").to_owned());
            let text = site.source("docs.json").replace(&format!("\"{old}\""), &format!("\"{new}\""));
            site.edit("docs.json", &text);
            return Edit { what: "move with its entry", paths: vec![from, to, "docs.json".to_owned()] };
        }
        Edit { what: "move", paths: vec![from, to] }
    }

    fn delete(&mut self, site: &mut Site) -> Edit {
        let path = self.page(site);
        site.remove(&path);
        edit("delete", path)
    }

    fn change_snippet(&mut self, site: &mut Site) -> Edit {
        let path =
            (*self.random.pick(&["snippets/install.mdx", "snippets/plans.mdx", "snippets/support.mdx"]))
                .to_owned();
        let number = self.fresh();
        match self.random.below(5) {
            0 if site.sources().contains_key(&path) => site.remove(&path),
            1 => site.edit(
                &path,
                &format!("import S from \"./support.mdx\"\n\nOne in the other: <S /> {number}\n"),
            ),
            _ => site.edit(
                &path,
                &format!("Text {number} of a snippet, {{props.name}}.\n\n## Heading {number}\n"),
            ),
        }
        edit("change", path)
    }

    fn change_config(&mut self, site: &mut Site) -> Edit {
        let number = self.fresh();
        match self.random.below(14) {
            0..=2 => self.in_some_group(site, |pages| pages.rotate_left(1)),
            3 => self.in_some_group(site, |pages| drop(pages.pop())),
            4 => site.edit_config(|config| {
                config["colors"]["primary"] = json!(format!("#{:06x}", number * 7919 % 0xFFFFFF))
            }),
            5 => site.edit_config(|config| config["name"] = json!(format!("Name {number}"))),
            6 => {
                site.edit_config(|config| config["variables"]["product"] = json!(format!("Product {number}")))
            }
            7 => site.edit_config(|config| {
                let redirect = json!({ "source": format!("/past/{number}"), "destination": "/quickstart" });
                if let Some(list) = config["redirects"].as_array_mut() {
                    list.push(redirect);
                }
            }),
            8 => site.edit_config(|config| drop(config["redirects"].as_array_mut().and_then(Vec::pop))),
            9 => site.edit_config(|config| config["banner"]["content"] = json!(format!("Banner *{number}*"))),
            10 => site.edit_config(|config| {
                config["navigation"]["languages"].as_array_mut().into_iter().for_each(|list| list.reverse());
            }),
            11 => {
                let value = *self.random.pick(&["section", "breadcrumbs"]);
                site.edit_config(|config| config["styling"]["eyebrows"] = json!(value));
            }
            12 => site.edit_config(|config| {
                config["seo"]["indexing"] = json!(if number.is_multiple_of(2) { "all" } else { "navigable" })
            }),
            _ => site.edit_config(|config| config["unknownKey"] = json!(number)),
        }
        edit("change", "docs.json")
    }

    /// Changes the list of pages of some group.
    fn in_some_group(&mut self, site: &mut Site, change: impl FnOnce(&mut Vec<Value>)) {
        let mut count = 0;
        site.edit_config(|config| each_page_list(config, &mut |_| count += 1));
        let chosen = self.random.below(count);
        let (mut at, mut change) = (0, Some(change));
        site.edit_config(|config| {
            each_page_list(config, &mut |list| {
                if at == chosen
                    && !list.is_empty()
                    && let Some(change) = change.take()
                {
                    change(list);
                }
                at += 1;
            });
        });
    }

    fn change_asset(&mut self, site: &mut Site) -> Edit {
        let number = self.fresh();
        let (width, height) = (100 + number % 400, 50 + number % 300);
        let picture =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"/>\n");
        let path = *self.random.pick(&[
            "images/flow.svg",
            "images/stages.svg",
            "logo/light.svg",
            "favicon.svg",
            "images/new.svg",
            "custom.css",
            "extra/site.css",
            "extra.js",
            "files/example.csv",
            "404.html",
            "concepts/index.html",
        ]);
        if site.sources().contains_key(path) && self.random.chance(35) {
            site.remove(path);
            return edit("remove", path);
        }
        let text = if path.ends_with(".css") { format!(".a{number} {{ color: red }}\n") } else { picture };
        site.edit(path, &text);
        edit("write", path)
    }

    fn change_description(&mut self, site: &mut Site) -> Edit {
        let path = "api/openapi.yaml";
        let number = self.fresh();
        if !site.sources().contains_key(path) {
            return edit("do nothing to", path);
        }
        let text = site.source(path);
        let text = match self.random.below(3) {
            0 => text.replacen("summary: ", &format!("summary: N{number} "), 1),
            1 => text.replacen("description: ", &format!("description: D{number} "), 2),
            _ => text.replacen("operationId: ", &format!("operationId: o{number}"), 1),
        };
        site.edit(path, &text);
        edit("change", path)
    }

    fn change_ignored(&mut self, site: &mut Site) -> Edit {
        let rule = *self.random.pick(&[
            "",
            "guides/\n",
            "*.svg\n",
            "made-*\n",
            "writing/**\n!writing/text.mdx\n",
            "snippets/\n",
        ]);
        if rule.is_empty() && site.sources().contains_key(".mintignore") {
            site.remove(".mintignore");
        } else {
            site.edit(".mintignore", rule);
        }
        edit("change", ".mintignore")
    }

    /// Brings a file of the example back as it was, so that the site does not fade away.
    fn restore(&mut self, site: &mut Site) -> Edit {
        let files: Vec<(String, Vec<u8>)> = Site::example().sources().into_iter().collect();
        let here = site.sources();
        let mut touched = Vec::new();
        for _ in 0..12 {
            let (path, bytes) = self.random.pick(&files);
            if here.get(path) != Some(bytes) {
                site.place(path, bytes);
                touched.push(path.clone());
            }
        }
        Edit { what: "restore", paths: touched }
    }
}

/// Sets a field of the front matter; an empty value removes it.
fn set_front_matter(site: &mut Site, path: &str, name: &str, value: &str) {
    let text = site.source(path);
    let (head, body) = match text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")) {
        Some((head, body)) => (head.to_owned(), body.to_owned()),
        None => (String::new(), text.clone()),
    };
    let mut lines: Vec<String> =
        head.lines().filter(|line| !line.starts_with(&format!("{name}:"))).map(str::to_owned).collect();
    if !value.is_empty() {
        lines.push(format!("{name}: {value}"));
    }
    site.edit(path, &format!("---\n{}\n---\n{body}", lines.join("\n")));
}

/// Shows every `pages` list of a configuration, groups in groups included.
fn each_page_list(value: &mut Value, each: &mut dyn FnMut(&mut Vec<Value>)) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                each_page_list(value, each);
                if let Value::Array(list) = value
                    && key == "pages"
                {
                    each(list);
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| each_page_list(value, each)),
        _ => {}
    }
}

/// A small generator of numbers (splitmix64): the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }
}
