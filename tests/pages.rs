//! Pages as readers meet them: what real pages contain and other renderers get wrong.

use docs::page::ast::{Node, NodeKind};
use docs::page::parse_document;
use docs::page::punctuation::smart_text;
use docs::text::{SourcePath, SourceText};

/// The tree of a page as one line: kinds with their content, children in brackets.
fn outline(mdx: &str) -> String {
    let document = parse_document(SourceText::new(SourcePath::new("page.mdx"), mdx.to_owned()));
    document.nodes.iter().map(shape).collect::<Vec<_>>().join(" ")
}

fn shape(node: &Node) -> String {
    let name = match &node.kind {
        NodeKind::Text(text) => return format!("{text:?}"),
        NodeKind::InlineCode(code) => return format!("`{code}`"),
        NodeKind::Expression(source) => return format!("{{{source}}}"),
        NodeKind::CodeBlock { code, .. } => return format!("code{code:?}"),
        NodeKind::Element(element) => element.name.to_string(),
        NodeKind::Paragraph => "p".to_owned(),
        NodeKind::Heading { level, .. } => format!("h{level}"),
        NodeKind::List { .. } => "list".to_owned(),
        NodeKind::ListItem { .. } => "item".to_owned(),
        kind => format!("{kind:?}").to_lowercase(),
    };
    let children: Vec<String> = node.children.iter().map(shape).collect();
    if children.is_empty() { name } else { format!("{name}[{}]", children.join(" ")) }
}

#[test]
fn quotes_are_decided_over_the_whole_page() {
    // A paragraph starts afresh; a heading follows directly on the word before it.
    assert_eq!(outline("a\n\n\"b\""), r#"p["a"] p["“b”"]"#);
    assert_eq!(outline("a\n\n## \"b\""), r#"p["a"] h2["”b”"]"#);
    assert_eq!(outline("a.\n\n## \"b\""), r#"p["a."] h2["“b”"]"#);
    assert_eq!(outline("## \"b\" c"), r#"h2["“b” c"]"#);
    assert_eq!(
        outline("| a |\n|---|\n| \"b\" |"),
        r#"table { align: [none] }[tablerow { header: true }[tablecell["a"]] tablerow { header: false }[tablecell["”b”"]]]"#
    );
    assert_eq!(smart_text("\"Why?\"Because"), "“Why?”Because");
    assert_eq!(outline("<Prompt>\nit's \"a\"\n</Prompt>"), r#"Prompt["it's \"a\""]"#);
    assert_eq!(outline("- a\n- \"b\""), r#"list[item[p["a"]] item[p["“b”"]]]"#);
}

#[test]
fn a_tag_that_opens_in_a_paragraph_closes_on_its_own_line() {
    let list = r#"list[item[p["a"]]]"#;
    assert_eq!(
        outline("<Warning>text\n\n- a\n</Warning>\n\nz"),
        format!(r#"Warning[p["text"] {list}] p["z"]"#)
    );
    assert_eq!(
        outline("<Warning>**text**\n\n- a\n\n</Warning>"),
        format!("Warning[p[strong[\"text\"]] {list}]")
    );
    assert_eq!(outline("<Note>a\n\nb</Note>"), r#"Note[p["a"] p["b"]]"#);
    assert_eq!(outline("- x\n\n  <Note>a\n\n  b\n  </Note>"), r#"list[item[p["x"] Note[p["a"] p["b"]]]]"#);
}

#[test]
fn void_elements_need_no_slash() {
    assert_eq!(outline("a <br> b"), r#"p["a " br " b"]"#);
    assert_eq!(outline("<img src=\"/x.png\">\n\na"), r#"img p["a"]"#);
    assert_eq!(outline("<div>\n<img src=\"/x.png\" alt=\"y\">\n<hr>\n</div>"), "div[img hr]");
    assert_eq!(outline("a <!-- c --> b"), r#"p["a " " b"]"#);
    assert_eq!(outline("<!-- c\n\nd -->\n\na"), r#"p["a"]"#);
}

#[test]
fn runs_of_quotes_are_no_quotations() {
    assert_eq!(smart_text(r#"an empty string "", or '' too"#), r#"an empty string "", or ” too"#);
    assert_eq!(smart_text(r#"(such as "what is it?")"#), "(such as “what is it?”)");
    assert_eq!(smart_text(r#"in "x://{id}", or"#), "in “x://{id}”, or");
}

/// What stands between two texts is not lost, and parts them: only quotes look beyond it.
#[test]
fn dashes_and_dots_are_those_of_one_text() {
    assert_eq!(outline("{y}-{y}-{y} a--b..."), r#"p[{y} "-" {y} "-" {y} " a—b…"]"#);
    assert_eq!(outline("{y}.{y}.{y}.{y}. a--b"), r#"p[{y} "." {y} "." {y} "." {y} ". a—b"]"#);
    assert_eq!(outline("**-**- a--b"), r#"p[strong["-"] "- a—b"]"#);
    assert_eq!(outline("a -<br/>- b--c"), r#"p["a -" br "- b—c"]"#);
    assert_eq!(outline("## {a}-{b}-{c}\n\n'd'"), r#"h2[{a} "-" {b} "-" {c}] p["‘d’"]"#);
    let row = |cells: &str| outline(&format!("| a | b | c |\n|---|---|---|\n{cells}\n\nd--e"));
    for (cells, sign) in [("| - | - | - |", "-"), ("| . | . | . |", "."), ("| ... | ... | ... |", "…")] {
        let cell = format!("tablecell[{sign:?}]");
        let found = row(cells);
        assert!(found.contains(&format!("[{cell} {cell} {cell}]")), "{found}");
    }
}

#[test]
fn definitions_may_span_lines_and_stand_in_another_block() {
    let (a, b) = ("link { url: \"/x\", title: some(\"t\") }", "link { url: \"/y\", title: none }");
    assert_eq!(
        outline("[a]:\n  /x\n  'T'\n\n[a] [b]\n\n[b]: /y\ntext"),
        format!(r#"p[{a}["a"] " " {b}["b"]] p["text"]"#)
    );
}

/// The keys of a menu, each a line: one of them would be a definition if it stood alone.
#[test]
fn definitions_do_not_break_into_a_paragraph() {
    assert_eq!(
        outline("[0]: start session\n[7]: quit\n\n[7]"),
        r#"p["[0]: start session\n[7]: quit"] p["[7]"]"#
    );
    let link = "link { url: \"/x\", title: none }";
    for above in [
        "text\n\n",
        "# Title\n",
        "---\n",
        "[^1]: Note\n",
        "[b]: /y\n",
        "[b]:\n  /y\n  'T'\n",
        "</Card>\n",
        "~~~\n~~~\n",
    ] {
        let page = format!("{above}[a]: /x\n\n[a]");
        assert!(outline(&page).ends_with(&format!(r#"p[{link}["a"]]"#)), "{page}: {}", outline(&page));
    }
}

/// A remark that no reader sees, and what is taken for front matter below it.
#[test]
fn dashes_below_a_definition_are_a_rule() {
    assert_eq!(outline("[//]: # (c)\n---\ntitle: C\n---"), r#"thematicbreak h2["title: C"]"#);
    assert_eq!(outline("[//]: # (c)\n---"), "thematicbreak");
    // A definition cannot break into a paragraph, which is what is underlined here.
    assert!(outline("text\n[a]: /b\n---").starts_with("h2[\"text"));
}

#[test]
fn display_math_stands_in_lists_and_quotes_too() {
    assert_eq!(outline("- a\n\n  $$\n  y\n  $$"), r#"list[item[p["a"] mathblock("y")]]"#);
    assert_eq!(outline("a $$y$$ b"), r#"p["a " inlinemath("y") " b"]"#);
    assert_eq!(outline("$$y$$"), r#"p[inlinemath("y")]"#);
}

#[test]
fn a_tag_that_never_closes_in_a_sentence_is_text() {
    // Generic types are what this mostly is.
    assert_eq!(outline("an Option<String> value"), r#"p["an Option" "<String>" " value"]"#);
    assert_eq!(outline("a <b>c</b> Vec<T>"), r#"p["a " b["c"] " Vec" "<T>"]"#);
}
