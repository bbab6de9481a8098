//! What extensions of other generators write between words: formulas, attributes, included files (CLI-14).

use super::texts::{gitbook, holds, quiet};
use super::*;

fn mkdocs(extensions: &str, text: &str, more: &[(&str, &str)]) -> Result {
    let page = format!("# Home\n\n{text}");
    let config = format!("site_name: A\nmarkdown_extensions:\n{extensions}");
    let mut files = vec![("mkdocs.yml", config.as_str()), ("docs/index.md", &page), ("docs/i.svg", SVG)];
    files.extend_from_slice(more);
    imported(Kind::MkDocs, &files)
}

fn mdbook(text: &str, more: &[(&str, &str)]) -> Result {
    let page = format!("# Home\n\n{text}");
    let mut files = vec![
        ("book.toml", "[book]\ntitle = \"A\"\n[output.html]\nmathjax-support = true\n"),
        ("src/SUMMARY.md", "# Summary\n\n- [Home](README.md)\n"),
        ("src/README.md", page.as_str()),
    ];
    files.extend_from_slice(more);
    imported(Kind::MdBook, &files)
}

#[test]
fn cli_14_formulas_stay_what_they_are() {
    let text = "Inline $x_{1}$ and $$y_{2}$$, {braces}.\n\n$$ \\frac{a}{b} $$\n\n$$\n\\sum_{i} <x>\n$$\n\nFrom $5 to $6 {x}\n";
    let results = [
        gitbook(text, &[]),
        mkdocs("  - pymdownx.arithmatex\n", text, &[]),
        mdbook(text, &[]),
        imported(
            Kind::VitePress,
            &[
                (".vitepress/config.js", "export default { title: 'A', markdown: { math: true } }\n"),
                ("index.md", &format!("# A\n\n{text}")),
            ],
        ),
    ];
    for result in &results {
        holds(
            result,
            "index.mdx",
            &[
                "Inline $x_{1}$ and $$y_{2}$$, \\{braces\\}.\n\n$$ \\frac{a}{b} $$\n\n$$\n\\sum_{i} <x>\n$$\n",
                "From \\$5 to \\$6 \\{x\\}\n",
            ],
        );
        assert_eq!(
            result.built.body("index.html").matches("<math").count(),
            4,
            "{}",
            result.built.body("index.html")
        );
        quiet(result);
    }
    // Where nobody asked for formulas, dollars are dollars.
    holds(&mkdocs("  - toc\n", text, &[]), "index.mdx", &["Inline \\$x_\\{1\\}\\$ and"]);
}

#[test]
fn cli_14_formulas_between_brackets() {
    let python = mkdocs(
        "  - pymdownx.arithmatex\n",
        "An \\( x_{1} \\) and\n\n\\[\n\\frac{a}{b}\n\\]\n\nA \\(word\n",
        &[],
    );
    let book = mdbook("An \\\\( x\\_{1} \\\\) and\n\n\\\\[\n\\frac{a}{b}\n\\\\]\n\nA \\(word\n", &[]);
    for result in [&python, &book] {
        holds(result, "index.mdx", &["An $x_{1}$ and\n\n$$\n\\frac{a}{b}\n$$\n\nA \\(word\n"]);
        quiet(result);
    }
}

#[test]
fn cli_14_addresses_are_read_as_markdown_reads_them() {
    let result = imported(
        Kind::GitBook,
        &[
            (
                "SUMMARY.md",
                "# Table of contents\n\n* [Home](README.md)\n* [A\\_b](a\\_b.md)\n* [C d](<c d.md>)\n* [E](e%20f.md \"title\")\n",
            ),
            (
                "README.md",
                "# Home\n\n[a](a\\_b.md) [c](<c d.md>) [e](e%20f.md) [p](g\\(h\\).md) [x](https://a.example/\\{id\\}?a&amp;b)\n",
            ),
            ("a_b.md", "# A\n"),
            ("c d.md", "# C\n"),
            ("e f.md", "# E\n"),
            ("g(h).md", "# G\n"),
        ],
    );
    assert_eq!(result.config()["navigation"]["pages"], json!(["index", "a_b", "c d", "e f"]));
    holds(
        &result,
        "index.mdx",
        &["[a](/a_b) [c](/c%20d) [e](/e%20f) [p](", "[x](https://a.example/%7Bid%7D?a&b)"],
    );
    holds(&result, "a_b.mdx", &["sidebarTitle: A_b\n"]);
}

#[test]
fn cli_14_files_that_mdx_include_brings_in() {
    let result = mkdocs(
        "  mdx_include:\n    base_path: parts\n",
        "```python\n{!x.py!}\n```\n\n- entry\n\n    ```python\n    {!x.py [ln:2-2]!}\n    ```\n\nBefore {!word.md!} behind.\n\n{!whole.md!}\n\n{!gone.md!}\n",
        &[
            ("parts/x.py", "a = {}\nb = 2\n"),
            ("parts/word.md", "a {word}\n"),
            ("parts/whole.md", "## Part\n\nA *whole* text\n"),
        ],
    );
    holds(
        &result,
        "index.mdx",
        &[
            "```python\na = {}\nb = 2\n```",
            "    ```python\n    b = 2\n    ```",
            "Before a \\{word\\} behind.\n\n## Part\n\nA *whole* text\n",
        ],
    );
    assert!(result.has_note(Outcome::Review, "docs/index.md", "`gone.md`"), "{:?}", result.made.notes);
    quiet(&result);
}

#[test]
fn cli_14_snippets_lie_in_folders_of_their_own() {
    let text = "--8<-- \"one.md\"\n\n--8<--\none.md\n; left.md\n\ntwo.md\n--8<--\n\n```py\n    --8<-- \"x.py:part\"\n```\n\n--8<-- 'gone.md'\n";
    let more = [
        ("parts/one.md", "First *text*\n"),
        ("other/two.md", "Second text\n"),
        ("other/x.py", "a = 1\n# --8<-- [start:part]\nb = 2\n# --8<-- [end:part]\n"),
    ];
    for extensions in [
        "  - pymdownx.snippets:\n      base_path: [parts, other]\n",
        "  pymdownx.snippets:\n    base_path:\n      - !relative $config_dir/parts\n      - other\n",
    ] {
        let result = mkdocs(extensions, text, &more);
        holds(
            &result,
            "index.mdx",
            &["---\n\nFirst *text*\n\nFirst *text*\nSecond text\n\n```py\n    b = 2\n```\n"],
        );
        assert!(result.has_note(Outcome::Review, "docs/index.md", "`gone.md`"), "{:?}", result.made.notes);
        quiet(&result);
    }
    // Files that bring in each other without end do so for a while only.
    let twice = "--8<-- \"a.md\"\n\n--8<-- \"a.md\"\n";
    let project =
        Project::new(&[("mkdocs.yml", "site_name: A\n"), ("docs/index.md", twice), ("a.md", twice)]);
    let made = import(Kind::MkDocs, &project).expect("a site");
    assert!(made.notes.iter().any(|note| note.text.contains("`a.md`")), "{:?}", made.notes);
}

#[test]
fn cli_14_elements_that_nobody_here_knows() {
    let text = "<Listing number=\"2-1\" file-name=\"src/main.rs\">\n\n```rust\nfn main() {}\n```\n\n</Listing>\n\n<plain>words</plain> <Gone/> and Vec<T> or <name>\n";
    for result in [mdbook(text, &[]), mkdocs("  - toc\n", text, &[])] {
        holds(
            &result,
            "index.mdx",
            &["---\n\n```rust\nfn main() {}\n```\n\nwords  and Vec\\<T> or \\<name>\n"],
        );
        for name in ["Listing", "plain", "Gone"] {
            let told = format!("`<{name}>`");
            assert!(result.has_note(Outcome::Dropped, "", &told), "{name}: {:?}", result.made.notes);
        }
        quiet(&result);
    }
}

#[test]
fn cli_14_attributes_of_python() {
    let result = mkdocs(
        "  - attr_list\n",
        "## Head { data-toc-label=\"H\" }\n\n**Bold**{ title=\"a tip\" } word, [link](https://a.example){ .md-button download }\n\nA paragraph\n{ data-x=\"1\" }\n\n\
         | A |\n|---|\n| b |\n{ #tab .wide }\n\n![ref]{ width=\"300\" } and metric{job=\"x\"} {braces}\n\n[ref]: i.svg\n",
        &[],
    );
    holds(
        &result,
        "index.mdx",
        &[
            "## Head\n\n**Bold** word, [link](https://a.example)\n\nA paragraph\n\n| A |\n|---|\n| b |\n<a id=\"tab\" />\n\n<img src=\"/i.svg\" alt=\"ref\" width=\"300\" /> and metric\\{job=\"x\"\\} \\{braces\\}\n",
        ],
    );
    for told in ["title=\"a tip\"", ".md-button download", "data-x=\"1\""] {
        assert!(result.has_note(Outcome::Dropped, "docs/index.md", told), "{told}: {:?}", result.made.notes);
    }
}

#[test]
fn cli_14_pictures_of_one_scheme() {
    let result = mkdocs(
        "  - attr_list\n",
        "![Light](i.svg#only-light){ width=\"20\" } ![](i.svg#only-dark)\n\n<img src=\"i.svg#gh-dark-mode-only\" alt=\"x\">\n",
        &[],
    );
    holds(
        &result,
        "index.mdx",
        &[
            "<img src=\"/i.svg\" alt=\"Light\" className=\"block dark:hidden\" width=\"20\" /> <img src=\"/i.svg\" alt=\"\" className=\"hidden dark:block\" />",
            "<img src=\"/i.svg\" className=\"hidden dark:block\" alt=\"x\" />",
        ],
    );
}

#[test]
fn cli_14_low_and_high_words() {
    let text = "H~2~O and x^2^, ~~gone~~ and ^^new^^, a note[^1][^2] and 2^n\n\n[^1]: One\n[^2]: Two\n";
    let result = mkdocs("  - pymdownx.tilde\n  - pymdownx.caret\n  - footnotes\n", text, &[]);
    holds(
        &result,
        "index.mdx",
        &["H<sub>2</sub>O and x<sup>2</sup>, ~~gone~~ and <ins>new</ins>, a note[^1][^2] and 2^n\n"],
    );
    let plain = mkdocs("  - footnotes\n", text, &[]);
    holds(&plain, "index.mdx", &["H~2~O and x^2^, ~~gone~~"]);
}

#[test]
fn cli_14_operations_of_gitbook() {
    let description = "openapi: 3.0.0\ninfo: { title: Pets, version: '1' }\npaths:\n  /pets:\n    get:\n      summary: All pets\n      responses: { '200': { description: OK } }\n";
    let result = gitbook(
        "{% swagger method=\"get\" path=\"/x/{id}\" baseUrl=\"https://a.example\" summary=\"One thing\" %}\n{% swagger-description %}\nWords\n{% endswagger-description %}\n\n\
         {% swagger-parameter in=\"path\" name=\"id\" type=\"string\" required=\"true\" %}\nWhich\n{% endswagger-parameter %}\n\n\
         {% swagger-response status=\"200: OK\" description=\"Fine\" %}\n```json\n{}\n```\n{% endswagger-response %}\n{% endswagger %}\n\n\
         {% swagger method=\"delete\" path=\"/y\" %}\n{% endswagger %}\n\n\
         {% openapi src=\".gitbook/assets/pets.yaml\" path=\"/pets\" method=\"get\" %}\n[pets.yaml](.gitbook/assets/pets.yaml)\n{% endopenapi %}\n",
        &[(".gitbook/assets/pets.yaml", description)],
    );
    holds(
        &result,
        "index.mdx",
        &[
            "### One thing\n\n`GET https://a.example/x/{id}`\n\nWords\n\n<ParamField path=\"id\" type=\"string\" required>\n\nWhich\n\n</ParamField>\n\n`200: OK` Fine\n\n```json\n{}\n```\n",
            "### `DELETE /y`\n",
            "### `GET /pets`\n",
        ],
    );
    assert!(!result.text("index.mdx").contains("[]("), "{}", result.text("index.mdx"));
    assert!(result.has_note(Outcome::Review, "README.md:3", "swagger"), "{:?}", result.made.notes);
    let tabs = &result.config()["navigation"]["tabs"];
    assert_eq!(tabs[1], json!({ "tab": "API reference", "openapi": ["/.gitbook/assets/pets.yaml"] }));
    assert!(result.made.files.contains_key(".gitbook/assets/pets.yaml"));
    let pages: Vec<_> = result.built.files().keys().filter(|path| path.contains("pets")).collect();
    assert!(pages.iter().any(|path| path.ends_with(".html")), "{pages:?}");
    quiet(&result);
}

fn vitepress(text: &str, more: &[(&str, &str)]) -> Result {
    let page = format!("# A\n\n{text}");
    let config = "export default { title: 'A', markdown: { math: true } }\n";
    let mut files = vec![(".vitepress/config.js", config), ("index.md", &page), ("public/i.svg", SVG)];
    files.retain(|(path, _)| !more.iter().any(|(other, _)| other == path));
    files.extend_from_slice(more);
    imported(Kind::VitePress, &files)
}

#[test]
fn cli_14_formulas_that_are_environments() {
    let text = "Before \\begin{align*} a &= b \\end{align*} it.\n\n\\begin{equation}\nx = y \\\\\n- z_1 < {w}\n\\end{equation}\n\n$$\n\\begin{equation}\na = b\n\\end{equation}\n$$\n\n`\\begin{equation} a \\end{equation}` \\begin{document}\n";
    // What mdBook's Markdown leaves of two backslashes is one.
    for result in [
        mkdocs("  - pymdownx.arithmatex\n", text, &[]),
        mdbook(&text.replace("\\\\", "\\\\\\\\"), &[]),
        vitepress(text, &[]),
    ] {
        holds(
            &result,
            "index.mdx",
            &[
                "Before $$\\begin{align*} a &= b \\end{align*}$$ it.\n\n$$\n\\begin{equation}\nx = y \\\\\n- z_1 < {w}\n\\end{equation}\n$$\n\n$$\n\\begin{equation}\na = b\n\\end{equation}\n$$\n",
                "`\\begin{equation} a \\end{equation}` \\begin\\{document\\}\n",
            ],
        );
        assert_eq!(result.built.body("index.html").matches("<math").count(), 3);
        quiet(&result);
    }
}

#[test]
fn cli_14_attributes_behind_references() {
    let text = "![One]{width=100} ![Two][i]{ width=\"50\" .wide } ![i][]{height=3} ![i]{.wide} [a link][i]{.wide} ![i] {word} ![none]{width=1}\n\n[one]: /i.svg \"Title\"\n[i]: /i.svg\n";
    let result = vitepress(text, &[]);
    holds(
        &result,
        "index.mdx",
        &[
            "<img src=\"/i.svg\" alt=\"One\" title=\"Title\" width=\"100\" /> <img src=\"/i.svg\" alt=\"Two\" width=\"50\" /> <img src=\"/i.svg\" alt=\"i\" height=\"3\" /> ![i] [a link][i] ![i] \\{word\\} ![none]\\{width=1\\}\n",
        ],
    );
    for told in ["width=\"50\" .wide", "{.wide}"] {
        assert!(result.has_note(Outcome::Dropped, "index.md:3", told), "{told}: {:?}", result.made.notes);
    }
}

#[test]
fn cli_14_the_picture_of_a_first_page() {
    let page = |image: &str| format!("---\nlayout: home\nhero:\n  name: A\n  image: {image}\n---\n");
    for (image, told) in [
        ("/i.svg", "<img src=\"/i.svg\" alt=\"\" />"),
        ("{ src: /i.svg, alt: Kite }", "<img src=\"/i.svg\" alt=\"Kite\" />"),
        (
            "{ light: /i.svg, dark: /i.svg, alt: Kite }",
            "<img src=\"/i.svg\" alt=\"Kite\" className=\"block dark:hidden\" />\n<img src=\"/i.svg\" alt=\"Kite\" className=\"hidden dark:block\" />",
        ),
    ] {
        let result = vitepress("", &[("index.md", &page(image))]);
        holds(&result, "index.mdx", &[told]);
        assert!(result.made.files.contains_key("i.svg"), "{:?}", result.made.files.keys());
    }
    let result = vitepress("", &[("index.md", &page("{ alt: Nothing }"))]);
    assert!(result.has_note(Outcome::Dropped, "index.md", "hero.image"), "{:?}", result.made.notes);
}

#[test]
fn cli_14_tables_of_gitbook_are_cards_and_lose_what_readers_do_not_see() {
    let cards = "<table data-view=\"cards\"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type=\"content-ref\"></th><th data-hidden data-card-cover data-type=\"files\"></th></tr></thead><tbody>\
                 <tr><td><strong>One</strong></td><td>Some {words} and <code>code</code></td><td><a href=\"README.md\">README.md</a></td><td><a href=\".gitbook/assets/i.svg\">i.svg</a></td></tr>\
                 <tr><td><i class=\"fa-bolt\">:bolt:</i></td><td>Two</td><td></td><td></td></tr></tbody></table>";
    let hidden = "<table><thead><tr><th width=\"9\">A</th><th data-hidden>No</th></tr></thead><tbody><tr><td>1</td><td>never</td></tr></tbody></table>";
    let plain = "<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>";
    let several = cards.replace("<tr>", "\n<tr>\n").replace("</tbody>", "\n</tbody>\n");
    let asset = [(".gitbook/assets/i.svg", SVG)];
    for cards in [cards, several.as_str()] {
        let result = gitbook(&format!("{cards}\n\n{hidden}\n\n{plain}\n"), &asset);
        holds(
            &result,
            "index.mdx",
            &[
                "<CardGroup cols={2}>\n\n<Card title=\"One\" href=\"/\" img=\"/.gitbook/assets/i.svg\">\n\nSome \\{words\\} and <code>code</code>\n\n</Card>\n\n<Card title=\"Two\" icon=\"bolt\">\n\n</Card>\n\n</CardGroup>\n",
                "<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>\n\n<table><thead><tr><th>A</th></tr></thead>",
            ],
        );
        assert!(!result.text("index.mdx").contains("never"));
        assert!(result.made.files.contains_key(".gitbook/assets/i.svg"));
        quiet(&result);
    }
}

#[test]
fn cli_14_links_that_markdown_does_not_read_are_told() {
    let text = "[a](/x \"T\" stray) [b](/x 'T) [c](/ \"T\") [d](/ (T)) [e](<i n.svg>) ![f](i n.svg)\n";
    let result = vitepress(text, &[("i n.svg", SVG)]);
    let told: Vec<&str> = result
        .made
        .notes
        .iter()
        .filter(|note| note.outcome == Outcome::Review)
        .map(|note| note.text.as_str())
        .collect();
    assert_eq!(
        told,
        [
            "`(/x \"T\" stray)` is no address: `stray` stands behind the title, so the link is text",
            "`(/x 'T)` is no address: its title has no end, so the link is text",
            "the address `i n.svg` has a space, so this was text; it is written as `<i n.svg>` now",
        ]
    );
}

#[test]
fn cli_14_imports_between_exports_are_not_left_where_nothing_is_behind_them() {
    let page = "---\ntitle: A\n---\nimport React from \"react\"\n\nexport const One = () => <b>one</b>\nimport { useState } from \"react\"; export const two = 2\nimport Foo from './Foo'\n\n<One />\n\nimport React from \"react\";\nimport Tabs from '@theme/Tabs'\n\nLast\n";
    let files = [
        ("docusaurus.config.js", "export default { title: 'A', presets: [['classic', { docs: {} }]] }"),
        ("docs/a.mdx", page),
    ];
    let result = imported(Kind::Docusaurus, &files);
    holds(
        &result,
        "docs/a.mdx",
        &["export const One = () => <b>one</b>\n export const two = 2\n\n<One />\n\nLast\n"],
    );
    assert!(!result.text("docs/a.mdx").contains("import"), "{}", result.text("docs/a.mdx"));
    assert!(result.has_note(Outcome::Dropped, "docs/a.mdx", "`Foo` from `./Foo`"), "{:?}", result.made.notes);
}
