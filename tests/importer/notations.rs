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
