//! What becomes of the texts of other generators (CLI-14).

use super::*;

/// Nothing of these pages is told by a build, not even a warning.
pub(super) fn quiet(result: &Result) {
    let told = result.built.problems();
    let told: Vec<_> = told.iter().filter(|told| !told.starts_with("orphan")).collect();
    assert!(told.is_empty(), "{told:#?}");
}

#[track_caller]
pub(super) fn holds(result: &Result, path: &str, parts: &[&str]) {
    for part in parts {
        assert!(result.text(path).contains(part), "{part}\n---\n{}", result.text(path));
    }
}

pub(super) fn gitbook(text: &str, more: &[(&str, &str)]) -> Result {
    let page = format!("# Home\n\n{text}");
    let mut files =
        vec![("SUMMARY.md", "# Table of contents\n\n* [Home](README.md)\n"), ("README.md", page.as_str())];
    files.extend_from_slice(more);
    imported(Kind::GitBook, &files)
}

fn mkdocs(text: &str) -> Result {
    let page = format!("# Home\n\n{text}");
    let config = "site_name: A\nmarkdown_extensions: [def_list, abbr, pymdownx.emoji, attr_list]\n";
    imported(Kind::MkDocs, &[("mkdocs.yml", config), ("docs/index.md", &page), ("docs/i.svg", SVG)])
}

#[test]
fn cli_14_imports_from_the_folder_of_the_configuration() {
    let result = imported(
        Kind::Docusaurus,
        &[
            ("docusaurus.config.js", "module.exports = { title: 'A', presets: [['classic', {}]] }\n"),
            (
                "docs/a.mdx",
                "# A\n\nimport One from '/docs/_partials/_one.md'\nimport Two from './_partials/_two.md'\n\n<One />\n\n<Two />\n",
            ),
            ("docs/_partials/_one.md", "The first text.\n"),
            ("docs/_partials/_two.md", "The second text.\n"),
        ],
    );
    let page = result.built.text("docs/a/index.html");
    assert!(page.contains("The first text.") && page.contains("The second text."), "{page}");
    quiet(&result);
}

#[test]
fn cli_14_code_of_starlight_may_have_blank_lines() {
    let code = |words: &str| format!("<Code code={{`\n{words}\n`}} lang=\"bash\" />");
    let page = format!(
        "---\ntitle: A\n---\nimport {{ Code, Tabs, TabItem }} from '@astrojs/starlight/components';\n\n\
         <Tabs><TabItem label=\"npm\">{}</TabItem><TabItem label=\"pnpm\">{}</TabItem></Tabs>\n\n\
         <Tabs>\n<TabItem label=\"yarn\">\n{}\n</TabItem>\n</Tabs>\n",
        code("one <files>\n\ntwo"),
        code("three <files>"),
        code("four\n\nfive"),
    );
    let result = imported(
        Kind::Starlight,
        &[
            (
                "astro.config.mjs",
                "import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'A' })] }\n",
            ),
            ("src/content/docs/index.mdx", &page),
        ],
    );
    let fences =
        ["```bash\none <files>\n\ntwo\n```", "```bash\nthree <files>\n```", "```bash\nfour\n\nfive\n```"];
    holds(&result, "index.mdx", &fences);
    holds(&result, "index.mdx", &["<Tab title=\"npm\">", "<Tab title=\"pnpm\">", "<Tab title=\"yarn\">"]);
    assert!(!result.text("index.mdx").contains("Code"), "{}", result.text("index.mdx"));
    quiet(&result);
}

#[test]
fn cli_14_texts_that_pages_of_gitbook_share() {
    let result = gitbook(
        "Above\n\n{% include \".gitbook/includes/inc.md\" %}\n\n{% include \"/elsewhere/rc1\" %}\n\n* entry\n\n  {% include \".gitbook/includes/inc.md\" %}\n",
        &[(".gitbook/includes/inc.md", "---\ntitle: Shared\n---\n\nA *shared* text.\n")],
    );
    holds(
        &result,
        "index.mdx",
        &["---\n\nimport SharedInc from \"/snippets/includes/inc.mdx\"\n", "\n<SharedInc />\n"],
    );
    assert_eq!(result.built.text("index.html").matches("A shared text.").count(), 2);
    assert!(result.has_note(Outcome::Dropped, "README.md:7", "/elsewhere/rc1"), "{:?}", result.made.notes);
    quiet(&result);
}

#[test]
fn cli_14_code_and_columns_of_gitbook() {
    let result = gitbook(
        "<pre class=\"language-cmake\" data-title=\"CMakeLists.txt\" data-line-numbers><code class=\"lang-cmake\"># Library\n\
         <strong>    ${OUT}/x &#x26; &#x3C;y>\n</strong>)\n\n# Handler\nset(Y)\n</code></pre>\n\n\
         {% code title=\"a.js\" lineNumbers=\"true\" %}\n```javascript\nlet a\n```\n{% endcode %}\n\n```js\nlet b\n```\n\n\
         {% columns %}\n{% column %}\nleft\n{% endcolumn %}\n\n{% column width=\"30%\" %}\nright\n{% endcolumn %}\n{% endcolumns %}\n",
        &[],
    );
    holds(
        &result,
        "index.mdx",
        &[
            "```cmake title=\"CMakeLists.txt\" lines\n# Library\n    ${OUT}/x & <y>\n)\n\n# Handler\nset(Y)\n```",
            "```javascript title=\"a.js\" lines\nlet a\n```",
            "```js\nlet b\n```",
            "<Columns cols={2}>\n\n<Column>\n\nleft\n\n</Column>\n\n<Column>\n\nright\n\n</Column>\n\n</Columns>",
        ],
    );
    quiet(&result);
}

#[test]
fn cli_14_lines_that_readers_of_mdbook_do_not_see() {
    let page = "{{#title Another}}\n# Home\n\n```rust\n# fn main() {\nlet x = 1;\n## kept\n#[test]\n#\n# }\n```\n\n```python,hidelines=!!\n!!hidden\nshown = 1 # x\n```\n\n\
                ```sh\n# a comment\n```\n\nInline {{#include x.txt}} end, {{#include gone.txt}}.\n\n{{#include x.txt}}\n";
    let result = imported(
        Kind::MdBook,
        &[
            ("book.toml", "[book]\ntitle = \"A\"\n"),
            ("src/SUMMARY.md", "# Summary\n\n- [Home](README.md)\n"),
            ("src/README.md", page),
            ("src/x.txt", "some {words}\n"),
        ],
    );
    holds(
        &result,
        "index.mdx",
        &[
            "```rust\nlet x = 1;\n# kept\n#[test]\n```",
            "```python\nshown = 1 # x\n```",
            "```sh\n# a comment\n```",
            "Inline some \\{words\\} end, \\{\\{#include gone.txt\\}\\}.\n\nsome \\{words\\}\n",
        ],
    );
    assert!(!result.text("index.mdx").contains("Another"));
    assert!(result.has_note(Outcome::Dropped, "src/README.md:4", "did not see"), "{:?}", result.made.notes);
    assert!(result.has_note(Outcome::Review, "src/README.md", "`gone.txt`"));
}

#[test]
fn cli_14_details_on_one_line() {
    let text = "<details><summary>Sum</summary>\n\nInner *text*\n\n</details>\n\n<details open><summary>Two</summary>\nwords\n</details>\n\n\
                - <details><summary>Three</summary>\n\n  deep\n\n  </details>\n\n<details><summary>Four</summary>whole</details>\n\nUse `<details>` here.\n";
    let results = [
        gitbook(text, &[]),
        mkdocs(text),
        imported(
            Kind::VitePress,
            &[
                (".vitepress/config.js", "export default { title: 'A' }\n"),
                ("index.md", &format!("# A\n\n{text}")),
            ],
        ),
        imported(
            Kind::Docusaurus,
            &[
                (
                    "docusaurus.config.js",
                    "module.exports = { presets: [['classic', { docs: { routeBasePath: '/' } }]] }\n",
                ),
                ("docs/index.md", &format!("# A\n\n{text}")),
            ],
        ),
    ];
    for result in &results {
        holds(
            result,
            "index.mdx",
            &[
                "<details>\n\n<summary>Sum</summary>\n\nInner *text*\n\n</details>",
                "<details open>\n\n<summary>Two</summary>\n\nwords\n\n</details>",
                "- <details>\n\n  <summary>Three</summary>\n\n  deep\n\n  </details>",
                "<details><summary>Four</summary>whole</details>",
                "Use `<details>` here.",
            ],
        );
        quiet(result);
    }
}

#[test]
fn cli_14_definitions_abbreviations_and_sizes_of_python() {
    let result = mkdocs(
        "Term\n\n:   What it *is*\n\n    A second paragraph\n\nOne\nTwo\n:   Of both\n:   Another\n\nBehind.\n\nThe HTML text\n\n*[HTML]: Hyper Text\n\n\
         ![i](i.svg){ width=\"200\" loading=lazy } and [![i](i.svg){ width=20 }](https://a.example)\n\n| A | B |\n|---|---|\n| `x|y` | b |\n\n`a|b` here\n",
    );
    holds(
        &result,
        "index.mdx",
        &[
            "<dl>\n\n<dt>Term</dt>\n\n<dd>\n\nWhat it *is*\n\nA second paragraph\n\n</dd>\n\n<dt>One</dt>\n\n<dt>Two</dt>\n\n<dd>\n\nOf both\n\n</dd>\n\n<dd>\n\nAnother\n\n</dd>\n\n</dl>\n\nBehind.\n",
            "<img src=\"/i.svg\" alt=\"i\" width=\"200\" /> and [<img src=\"/i.svg\" alt=\"i\" width=\"20\" />](https://a.example)",
            "| `x\\|y` | b |",
            "`a|b` here",
        ],
    );
    assert!(!result.text("index.mdx").contains("Hyper"), "{}", result.text("index.mdx"));
    assert!(result.has_note(Outcome::Dropped, "docs/index.md", "abbreviations"), "{:?}", result.made.notes);
    quiet(&result);
}

#[test]
fn cli_14_pictures_by_name() {
    let text = "Done :tada: at 10:100:20 with `:tada:` and :unheard_of:\n";
    let made = mkdocs(text);
    let vitepress = imported(
        Kind::VitePress,
        &[
            (".vitepress/config.js", "export default { title: 'A' }\n"),
            ("index.md", &format!("# A\n\n{text}")),
        ],
    );
    for result in [&made, &vitepress] {
        holds(result, "index.mdx", &["Done 🎉 at 10:100:20 with `:tada:` and :unheard_of:\n"]);
    }
    // Where nobody asked for them, they are words.
    let plain = imported(
        Kind::MkDocs,
        &[("mkdocs.yml", "site_name: A\n"), ("docs/index.md", "# A\n\nDone :tada:\n")],
    );
    holds(&plain, "index.mdx", &["Done :tada:\n"]);
}
