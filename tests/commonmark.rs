//! The fast parser for plain Markdown against the one that reads everything.

use docs::page::ast::{Node, NodeKind};
use docs::page::commonmark::parse_plain;
use docs::page::markdown::{Definitions, parse_any};
use docs::page::mask::{floods_with_links, is_flooded};
use docs::text::{SourcePath, SourceText, Span};

/// A tree without places.
fn bare(node: &Node) -> String {
    let children: Vec<String> = node.children.iter().map(bare).collect();
    match &node.kind {
        NodeKind::List { start, loose } => format!("List({start:?},{loose})[{}]", children.join(",")),
        kind => format!("{kind:?}[{}]", children.join(",")),
    }
}

fn all(nodes: &[Node]) -> String {
    nodes.iter().map(bare).collect::<Vec<_>>().join("\n")
}

/// Both readings of a chunk, when the fast one takes it.
fn both(chunk: &str) -> Option<(String, String)> {
    let fast = parse_plain(chunk, 0, &Definitions::default())?;
    let source = SourceText::new(SourcePath::new("a.mdx"), chunk);
    let slow = parse_any(&source, Span::new(0, chunk.len()), &Definitions::default(), &mut Vec::new());
    Some((all(&fast), all(&slow)))
}

/// So many brackets that those of no link are hidden from the slow parser.
#[test]
fn floods_of_links_are_read_alike() {
    let repeated =
        ["[a](b) ", "- [a *b*](c \"d\")\n", "[![a](b)](c)\n", "[a](", "[a](b \"", "[a](b (", "\\[a](b) "];
    for case in repeated {
        let chunk = case.repeat(600);
        assert!(is_flooded(&chunk) && floods_with_links(&chunk) || case.starts_with('\\'), "{case:?}");
        if let Some((fast, slow)) = both(&chunk) {
            assert_eq!(fast, slow, "{case:?}");
        } else {
            panic!("{case:?} goes the slow way");
        }
    }
    for case in ["[a] ", "[a][b] ", "[[[a](b)](b)](b) ", "- [ ] a\n", "]", "*a [b](c) ".repeat(8).as_str()] {
        assert!(!floods_with_links(&case.repeat(600)), "{case:?}");
    }
}

#[test]
fn own_cases_are_read_alike() {
    let cases = [
        "plain words\nover two lines",
        "a **b** *c* `d` ~~e~~ [f](/g \"h\") ![i](j.png)",
        "# One #\n\n## Two *x*",
        "- a\n- b\n\n- c",
        "- a\n  - b\n    more\n- c",
        "1. a\n2. b",
        "3) a\n4) b",
        "- [ ] open\n- [x] done",
        "> quote\n> more\n\n> other",
        "| A | B |\n|:-|-:|\n| `a` | **b** |\n| \\| | c |",
        "hard  \nbreak\\\nbreak",
        "\\*not\\* &amp; &copy; it's \"so\"...",
        "* a\n\n  b\n* c",
        "***",
        "a * b * c _d_ __e__ snake_case_word",
        "Title\n\ntext with ![x *y*](z)",
    ];
    for case in cases {
        if let Some((fast, slow)) = both(case) {
            assert_eq!(fast, slow, "{case:?}");
        }
    }
    assert!(both("plain words").is_some() && both("- a\n- b").is_some());
}

#[test]
fn real_chunks_are_read_alike() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus");
    if !std::path::Path::new(corpus).exists() {
        eprintln!("skipped: the documentation sets are not on this machine");
        return;
    }
    let mut folders = vec![std::path::PathBuf::from(corpus)];
    let (mut taken, mut total, mut wrong) = (0usize, 0usize, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "mdx") {
                let Ok(text) = std::fs::read_to_string(&path) else { continue };
                let text = docs::page::clean_text(&text);
                // Blank lines are where pages are mostly cut.
                for chunk in text.split("\n\n").filter(|chunk| !chunk.trim().is_empty()) {
                    total += chunk.len();
                    if let Some((fast, slow)) = both(chunk.trim_end()) {
                        taken += chunk.len();
                        if fast != slow {
                            wrong.push(format!("{}\n{chunk}\nfast {fast}\nslow {slow}", path.display()));
                        }
                    }
                }
            }
        }
    }
    println!("the fast parser takes {} % of {total} bytes", taken * 100 / total.max(1));
    assert!(wrong.is_empty(), "{} differ, first:\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n\n"));
}
