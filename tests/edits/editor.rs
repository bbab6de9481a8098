//! Random edits: what an author, an editor program or a version control system does to a project's files.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::offers::change_offers;
use super::sources::Sources;

/// An edit in words, and the files that it touched.
pub struct Edit {
    pub what: &'static str,
    pub paths: Vec<String>,
}

fn edit(what: &'static str, path: impl Into<String>) -> Edit {
    Edit { what, paths: vec![path.into()] }
}

/// Makes edits that follow from its numbers alone.
pub struct Editor {
    pub random: Random,
    made: usize,
}

impl Editor {
    pub fn new(seed: u64) -> Self {
        Self { random: Random(seed ^ 0x9E37_79B9_7F4A_7C15), made: 0 }
    }

    pub fn edit(&mut self, site: &mut Sources) -> Edit {
        match self.random.below(46) {
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
            29..=30 => self.half_typed(site),
            31 => self.move_folder(site),
            32 => self.duplicate(site),
            33..=34 => self.change_slice(site),
            35 => self.change_letters(site),
            36..=38 => self.change_named(site),
            39..=40 => self.change_around(site),
            41..=43 => {
                let number = self.fresh();
                change_offers(&mut self.random, site, number)
            }
            _ => self.restore(site),
        }
    }

    /// Pages of the project, without `index`: some page must stay.
    fn page(&mut self, site: &mut Sources) -> String {
        let is_page =
            |path: &&String| path.ends_with(".mdx") && !path.starts_with("snippets/") && *path != "index.mdx";
        let pages: Vec<String> = site.files.keys().filter(is_page).cloned().collect();
        if pages.is_empty() {
            site.edit("last.mdx", "# The last page\n");
            return "last.mdx".to_owned();
        }
        self.random.pick(&pages).clone()
    }

    fn fresh(&mut self) -> usize {
        self.made += 1;
        self.made
    }

    fn create_page(&mut self, site: &mut Sources) -> Edit {
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
            "<Include file=\"/src/a.rs\" region=\"part\" />",
            "<Include file=\"/README.md\" />",
            "import { part } from \"/src/a.ts\"\n\n<b>{part}</b>",
            "import text from \"/src/c.js?raw\"\n\n<i>{text}</i>",
            ":::tip Another way\nOf **saying** it.\n:::",
            "> [!WARNING]\n> Of a quote.",
            "<Update label=\"March 3, 2024\" tags={[\"New\"]}>\n  What is new in {{product}}.\n</Update>",
        ];
        if self.random.chance(5) {
            // Enough for sections with files of their own.
            let words = "Many words about one thing. ".repeat(500);
            return format!(
                "## Long {number}\n\n{words}\n\n## Longer {number}\n\n{words}\n\n{words}\n\n{words}"
            );
        }
        format!("{} {number}.", self.random.pick(&pieces))
    }

    fn change_body(&mut self, site: &mut Sources) -> Edit {
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

    fn change_title(&mut self, site: &mut Sources) -> Edit {
        let path = self.page(site);
        let number = self.fresh();
        set_front_matter(site, &path, "title", &format!("Title {number} `code`"));
        edit("change the title of", path)
    }

    fn change_front_matter(&mut self, site: &mut Sources) -> Edit {
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
            ("related", "[/guides/webhooks, Own words: /quickstart#get-a-key, https://e.x]"),
            ("related", "[/de/start, /no/such/page]"),
            ("related", "false"),
        ];
        let (name, value) = *self.random.pick(&fields);
        let value = if self.random.chance(30) { "" } else { value };
        set_front_matter(site, &path, name, value);
        edit("change the front matter of", path)
    }

    fn rename(&mut self, site: &mut Sources) -> Edit {
        let from = self.page(site);
        let folder = from.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
        let to = match self.random.below(4) {
            0 => from.replace(".mdx", ".md"),
            _ => format!("{folder}renamed-{}.mdx", self.fresh()),
        };
        if site.has(&to) {
            return edit("do nothing to", from);
        }
        site.rename(&from, &to);
        Edit { what: "rename", paths: vec![from, to] }
    }

    fn move_page(&mut self, site: &mut Sources) -> Edit {
        let from = self.page(site);
        let name = from.rsplit('/').next().unwrap_or("").to_owned();
        let to = format!(
            "{}{name}",
            self.random.pick(&["moved/", "guides/", "", "snippets/", "_hidden/", "writing/more/"])
        );
        if site.has(&to) {
            return edit("do nothing to", from);
        }
        site.rename(&from, &to);
        if self.random.chance(60) && site.has("docs.json") {
            let (old, new) =
                (from.trim_end_matches(".mdx").to_owned(), to.trim_end_matches(".mdx").to_owned());
            let text = site.source("docs.json").replace(&format!("\"{old}\""), &format!("\"{new}\""));
            site.edit("docs.json", &text);
            return Edit { what: "move with its entry", paths: vec![from, to, "docs.json".to_owned()] };
        }
        Edit { what: "move", paths: vec![from, to] }
    }

    fn delete(&mut self, site: &mut Sources) -> Edit {
        let path = self.page(site);
        site.remove(&path);
        edit("delete", path)
    }

    fn change_snippet(&mut self, site: &mut Sources) -> Edit {
        let path =
            (*self.random.pick(&["snippets/install.mdx", "snippets/plans.mdx", "snippets/support.mdx"]))
                .to_owned();
        let number = self.fresh();
        match self.random.below(5) {
            0 if site.has(&path) => site.remove(&path),
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

    /// A file that is read only because pages, or other such files, name it: there or not.
    fn change_named(&mut self, site: &mut Sources) -> Edit {
        let path = *self.random.pick(&["src/a.rs", "src/a.ts", "src/b.mts", "src/c.js", "README.md"]);
        let number = self.fresh();
        if site.has(path) && self.random.chance(40) {
            site.remove(path);
            return edit("remove", path);
        }
        let texts = [
            format!(
                "export const part = 'Part {number}'\n// #region part\nlet a = {number};\n// #endregion part\n"
            ),
            "export { part } from './b.mts'\n".to_owned(),
            "export { part } from './c.js'\n".to_owned(),
            "import { part } from '/src/a.ts'\nexport const other = part\n".to_owned(),
        ];
        let text: &String = self.random.pick(&texts);
        site.edit(path, text);
        edit("write", path)
    }

    /// What a project puts around all its pages: there or not, right or broken.
    fn change_around(&mut self, site: &mut Sources) -> Edit {
        let path = *self.random.pick(&[
            "slots/footer.mdx",
            "slots/sidebar-top.mdx",
            "slots/content-bottom.mdx",
            "slots/de/footer.mdx",
            "theme/footer.html",
            "theme/banner.html",
        ]);
        if site.has(path) && self.random.chance(50) {
            site.remove(path);
            return edit("remove", path);
        }
        let number = self.fresh();
        let paragraph = self.paragraph(number);
        let text = match (path.ends_with(".html"), self.random.chance(20)) {
            (true, true) => "<footer>{{ site.name".to_owned(),
            (true, false) => format!("<footer id=\"footer\">{{{{ site.name }}}} {number}</footer>"),
            (false, _) => format!("{paragraph}\n\n[A page](/quickstart) <Icon icon=\"star\" />\n"),
        };
        site.edit(path, &text);
        edit("write", path)
    }

    fn change_config(&mut self, site: &mut Sources) -> Edit {
        let number = self.fresh();
        match self.random.below(16) {
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
            13 => site.edit_config(|config| reshape(&mut config["navigation"], number)),
            14 => {
                let theme = *self.random.pick(&["mint", "almond", "linden"]);
                site.edit_config(|config| config["theme"] = json!(theme));
            }
            _ => site.edit_config(|config| config["unknownKey"] = json!(number)),
        }
        edit("change", "docs.json")
    }

    /// Changes the list of pages of some group.
    fn in_some_group(&mut self, site: &mut Sources, change: impl FnOnce(&mut Vec<Value>)) {
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

    fn change_asset(&mut self, site: &mut Sources) -> Edit {
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
        if site.has(path) && self.random.chance(35) {
            site.remove(path);
            return edit("remove", path);
        }
        let text = if path.ends_with(".css") { format!(".a{number} {{ color: red }}\n") } else { picture };
        site.edit(path, &text);
        edit("write", path)
    }

    fn change_description(&mut self, site: &mut Sources) -> Edit {
        let path = "api/openapi.yaml";
        let number = self.fresh();
        if !site.has(path) {
            return edit("do nothing to", path);
        }
        let text = site.source(path);
        if self.random.chance(20) {
            // It is compared with what it is now from here on.
            site.edit("api/before.yaml", &text);
            let page = "---\ntitle: Changes\nopenapi-changes: api/before.yaml api/openapi.yaml\n---\n";
            site.edit("made-changes.mdx", page);
            return edit("compare", path);
        }
        let text = match self.random.below(4) {
            0 => text.replacen("summary: ", &format!("summary: N{number} "), 1),
            1 => text.replacen("description: ", &format!("description: D{number} "), 2),
            2 => text.replacen("type: ", "type: number # ", 1),
            _ => text.replacen("operationId: ", &format!("operationId: o{number}"), 1),
        };
        site.edit(path, &text);
        edit("change", path)
    }

    fn change_ignored(&mut self, site: &mut Sources) -> Edit {
        let rule = *self.random.pick(&[
            "",
            "guides/\n",
            "*.svg\n",
            "made-*\n",
            "writing/**\n!writing/text.mdx\n",
            "snippets/\n",
            "!README.md\n",
            "src/\n",
        ]);
        if rule.is_empty() && site.has(".mintignore") {
            site.remove(".mintignore");
        } else {
            site.edit(".mintignore", rule);
        }
        edit("change", ".mintignore")
    }

    /// A file as it is in the middle of typing: everything after some point is not there yet.
    fn half_typed(&mut self, site: &mut Sources) -> Edit {
        let path = match self.random.below(6) {
            0 => "docs.json".to_owned(),
            1 => "snippets/support.mdx".to_owned(),
            2 => "api/openapi.yaml".to_owned(),
            _ => self.page(site),
        };
        if !site.has(&path) {
            return edit("do nothing to", path);
        }
        let text = site.source(&path);
        let mut end = self.random.below(text.len() as u64 + 1) as usize;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        site.edit(&path, &text[..end]);
        edit("type half of", path)
    }

    fn move_folder(&mut self, site: &mut Sources) -> Edit {
        let folders: BTreeSet<String> = site
            .files
            .keys()
            .filter_map(|path| Some(path.rsplit_once('/')?.0.to_owned()))
            .filter(|folder| !folder.starts_with('.'))
            .collect();
        let folders: Vec<String> = folders.into_iter().collect();
        if folders.is_empty() {
            return edit("do nothing to", "docs.json");
        }
        let from = self.random.pick(&folders).clone();
        let to = match self.random.below(4) {
            0 => "guides".to_owned(),
            1 => from.to_uppercase(),
            2 => format!("{from}/inner"),
            _ => format!("folder-{}", self.fresh()),
        };
        let below = format!("{from}/");
        let paths: Vec<String> = site.files.keys().filter(|path| path.starts_with(&below)).cloned().collect();
        let mut touched = Vec::new();
        for path in paths {
            let target = format!("{to}/{}", &path[below.len()..]);
            if !site.has(&target) {
                site.rename(&path, &target);
                touched.extend([path, target]);
            }
        }
        if self.random.chance(40) && site.has("docs.json") {
            let text = site.source("docs.json").replace(&format!("\"{below}"), &format!("\"{to}/"));
            site.edit("docs.json", &text);
            touched.push("docs.json".to_owned());
        }
        Edit { what: "move a folder:", paths: touched }
    }

    fn duplicate(&mut self, site: &mut Sources) -> Edit {
        let from = self.page(site);
        let bytes = site.files.get(&from).cloned().unwrap_or_default();
        let stem = from.trim_end_matches(".mdx").to_owned();
        let to = match self.random.below(4) {
            0 => format!("{stem}.md"),
            1 => format!("{stem}/index.mdx"),
            2 => format!("{}.mdx", stem.to_uppercase()),
            _ => format!("{stem}-copy-{}.mdx", self.fresh()),
        };
        site.place(&to, &bytes);
        Edit { what: "copy", paths: vec![from, to] }
    }

    /// One part of the configuration that only some of the output shows.
    fn change_slice(&mut self, site: &mut Sources) -> Edit {
        let number = self.fresh();
        let themes = ["mint", "maple", "palm", "willow", "linden", "almond", "aspen", "nothing"];
        let theme = *self.random.pick(&themes);
        let on = self.random.chance(50);
        let slices = [
            ("theme", json!(theme)),
            ("appearance", json!({ "default": if on { "dark" } else { "light" }, "strict": on })),
            ("fonts", json!({ "family": if on { "Inter" } else { "Open Sans" } })),
            ("background", json!({ "decoration": if on { "grid" } else { "gradient" } })),
            (
                "navbar",
                json!({ "links": [{ "label": format!("L{number}"), "href": "https://example.com/x" }] }),
            ),
            ("footer", json!({ "socials": { "github": format!("https://github.com/g{number}") } })),
            ("styling", json!({ "eyebrows": "section", "codeblocks": if on { "dark" } else { "system" } })),
            ("seo", json!({ "metatags": { "og:site_name": format!("Site {number}") } })),
            ("seo", json!({ "trailingSlash": on })),
            ("links", json!({ "localize": on })),
            ("interaction", json!({ "filter": on })),
            ("search", json!({ "records": *self.random.pick(&["algolia", "typesense", "meilisearch"]) })),
            ("markdown", json!({ "index": on, "sections": number.is_multiple_of(3), "admonitions": !on })),
            (
                "head",
                json!([{ "tag": "meta", "attrs": { "name": "verify", "content": number.to_string() } }]),
            ),
            ("api", json!({ "openapi": "api/openapi.yaml", "postman": on, "overviews": !on, "schemas": on })),
            ("description", json!(format!("Description {number}"))),
            ("logo", json!({ "light": "/logo/light.svg", "dark": "/logo/light.svg" })),
            ("favicon", json!(if on { "/favicon.svg" } else { "/images/flow.svg" })),
            ("api", json!({ "openapi": if on { "api/openapi.yaml" } else { "api/none.yaml" } })),
            ("variables", json!({ "product": format!("P{number}"), "other": "x" })),
            ("redirects", json!([{ "source": format!("/r{number}"), "destination": "/quickstart" }])),
        ];
        let (name, value) = self.random.pick(&slices).clone();
        let remove = self.random.chance(20);
        site.edit_config(|config| match config.as_object_mut() {
            Some(config) if remove => drop(config.shift_remove(name)),
            _ => config[name] = value,
        });
        edit("change a slice of", "docs.json")
    }

    /// As many bytes as before, only other ones.
    fn change_letters(&mut self, site: &mut Sources) -> Edit {
        let path = self.page(site);
        let text = site.source(&path);
        let (from, to) = *self.random.pick(&[
            ("the", "teh"),
            ("title", "tilte"),
            ("a", "e"),
            ("http", "htpt"),
            ("#", "*"),
        ]);
        site.edit(&path, &text.replace(from, to));
        edit("change letters of", path)
    }

    /// Brings a file of the example back as it was, so that the site does not fade away.
    fn restore(&mut self, site: &mut Sources) -> Edit {
        let files: Vec<(String, Vec<u8>)> =
            site.original().iter().map(|(path, bytes)| (path.clone(), bytes.clone())).collect();
        let mut touched = Vec::new();
        for _ in 0..12 {
            let (path, bytes) = self.random.pick(&files);
            if site.files.get(path) != Some(bytes) {
                site.place(path, bytes);
                touched.push(path.clone());
            }
        }
        Edit { what: "restore", paths: touched }
    }
}

/// Sets a field of the front matter; an empty value removes it.
fn set_front_matter(site: &mut Sources, path: &str, name: &str, value: &str) {
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
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }
}

/// A site loses its languages or versions, or gets the first of them.
fn reshape(navigation: &mut Value, number: usize) {
    for (list, name) in [("languages", "language"), ("versions", "version")] {
        if let Some(first) = navigation[list].as_array().and_then(|list| list.first()) {
            let mut only = first.clone();
            only.as_object_mut().into_iter().for_each(|only| drop(only.remove(name)));
            *navigation = only;
            return;
        }
    }
    let (list, name, values) = match number % 2 {
        0 => ("languages", "language", ["en", "de"]),
        _ => ("versions", "version", ["v2", "v1"]),
    };
    let mut first = std::mem::take(navigation);
    first[name] = json!(values[0]);
    *navigation = json!({ list: [first, { name: values[1], "pages": ["quickstart"] }] });
}
