//! Parsing a page block by block gives the same tree as parsing it in one piece.
//!
//! Only pages of plain Markdown can be compared: tags, braces and modules are read by the block scanner
//! alone. A page that the whole-page parser rejects is left out.

use docs::page::ast::Node;
use docs::page::blocks::parse_blocks;
use docs::page::markdown::{Definitions, parse_any, parse_definition};
use docs::page::punctuation::smarten;
use docs::page::{clean_text, frontmatter};
use docs::text::{SourcePath, SourceText, Span};
use std::path::{Path, PathBuf};

fn without_spans(nodes: &mut [Node]) {
    for node in nodes {
        node.span = Span::default();
        without_spans(&mut node.children);
    }
}

fn block_wise(text: &str) -> Vec<Node> {
    let source = SourceText::new(SourcePath::new("page.mdx"), text.to_owned());
    let span = Span::new(0, text.len());
    let mut nodes = parse_blocks(&source, span, &mut Vec::new()).nodes;
    without_spans(&mut nodes);
    nodes
}

fn whole(text: &str) -> Option<Vec<Node>> {
    let source = SourceText::new(SourcePath::new("page.mdx"), text.to_owned());
    let span = Span::new(0, text.len());
    let mut diagnostics = Vec::new();
    // Only to give references their address: the parser finds the definitions by itself.
    let mut definitions = Definitions::default();
    text.lines()
        .chain(text.split("\n\n"))
        .filter_map(parse_definition)
        .for_each(|link| definitions.add(link));
    let mut nodes = parse_any(&source, span, &definitions, &mut diagnostics);
    if !diagnostics.is_empty() {
        return None;
    }
    smarten(&mut nodes);
    without_spans(&mut nodes);
    Some(nodes)
}

/// The block-wise and the whole tree from the first difference on, for a message.
fn difference(text: &str) -> Option<String> {
    let (one, other) = (block_wise(text), whole(text)?);
    let at = one.iter().zip(&other).position(|(a, b)| a != b);
    let at = at.or_else(|| (one.len() != other.len()).then(|| one.len().min(other.len())))?;
    Some(format!("block {at}\n block-wise {:?}\n whole      {:?}", one.get(at), other.get(at)))
}

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "mdx" || extension == "md") {
            found.push(path);
        }
    }
}

#[test]
fn real_pages_parse_the_same_in_blocks_and_in_one_piece() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus"));
    if !root.exists() {
        eprintln!("skipped: {} does not exist", root.display());
        return;
    }
    let mut files = Vec::new();
    pages(root, &mut files);
    let (mut compared, mut different) = (0, Vec::new());
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let source = SourceText::new(SourcePath::new("page.mdx"), clean_text(&text));
        let (_, body) = frontmatter::split(&source, &mut Vec::new());
        let body = &source.text[body.start as usize..body.end as usize];
        let plain = !body.contains(['<', '{'])
            && !body.lines().any(|line| line.starts_with("import ") || line.starts_with("export "));
        // The parser takes time that grows with the square of the text.
        if !plain || body.len() > 20_000 {
            continue;
        }
        compared += 1;
        // Two blank lines after a list make it loose for the parser, which is a mistake of its own.
        let mut body = body.to_owned();
        while body.contains("\n\n\n") {
            body = body.replace("\n\n\n", "\n\n");
        }
        let body = body.as_str();
        if let Some(difference) = difference(body) {
            different.push(format!("{}: {difference}", file.display()));
        }
    }
    eprintln!("{compared} pages compared, {} differ", different.len());
    assert!(different.is_empty(), "{} of {compared} differ:\n{}", different.len(), different.join("\n\n"));
}

#[test]
fn blocks_end_where_the_parser_ends_them() {
    let cases = [
        "- a\n- b\n\n- c\n\ntext",
        "- a\n\n  more of a\n\n- b\n\n- c",
        "- a\n  lazy\nlazy too\n\nafter",
        "- a\n    - b\n        - c\n\n            deep\n\n- d",
        "1. a\n\n   ```js\n   x\n\n   y\n   ```\n\n2. b\n   - c\n\n     d",
        "1. a\n2) b\n3) c",
        "- a\n* b\n+ c",
        "10. ten\n\n    still ten\n11. eleven",
        "- a\n\n\n  ```\n  code\n  ```\n\nafter",
        "- ```js\n  x\n  ```\n- b",
        "-\n  a\n-\n\n  not a",
        "- [ ] task\n- [x] done\n\n  more",
        "> a\nlazy\n> b\n\n> c",
        "> - a\n> - b\n>\n>   c\n\nafter",
        "> ```\n> x\n> ```\nafter",
        "> ```\n> x\nafter",
        "| a | b |\n|---|---|\n| c | d |\n| e |\n\nafter",
        "| a |\n|---|\n| c |\nd\n# H",
        "text\n| a | b |\n|---|---|\n| c | d |",
        "a\n===\nb\n---\nc\n\n---\n\nd",
        "a\nb\n---",
        "# H\ntext\n## H2\n- a\n# H3",
        "a[^1] and [^two]\n\n[^1]: first\n\n    second\n\n[^two]: other\nlazy\n\nend",
        "[a] and [b][a] ![i][c]\n\n[a]: /x \"T\"\n[c]: /y\n\ntext\n\n[A]: /late",
        "[a]:\n  /x\n  'T'\n\n[a]",
        "   ```js\n   x\n     y\n  z\n   ```\nafter",
        "~~~~\n```\n~~~\n~~~~\nafter",
        "```\nunclosed\n\n# not a heading",
        "text\n```\ncode\n```\ntext",
        "text\n***\ntext",
        "- a\n***\n- b",
        "- - -\n\n* * *\n\n- a\n- - -",
        "- a\n\n      indented\n\n- b",
        "text\n    continued\n\n    indented paragraph",
        "\ta\n\n-\tb\n\n\tc\n-\td",
        "- a\n\tb\n\n\tc",
        "$$\nx\n$$\n\n- a\n\n  $$\n  y\n  $$",
        "1. a\n1. b\n   1. c\n   2. d\n\n      e\n\n3. f",
        "text\n2. not a list\n\ntext\n1. a list",
        "text\n-\nmore",
        "hard  \nbreak\\\nend",
        "\"a\" `b`\"c\" -- d...\n\n# x\n\n\"y\"",
    ];
    let different: Vec<String> = cases
        .iter()
        .filter_map(|case| difference(case).map(|difference| format!("{case:?} {difference}")))
        .collect();
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n\n"));
}
