//! What a site does with code, formulas and diagrams: options, themes, grammars and limits.

use docs::db::Settings;
use docs::text::{Addresses, UrlStyle};
use serde_json::{Value, json};

use crate::site::{Built, Site};

fn page(text: &str) -> Site {
    Site::new().file("index.mdx", text)
}

fn index(text: &str) -> String {
    page(text).build().html("index.html").to_owned()
}

/// The style sheet of a site with this `styling.codeblocks`.
fn sheet(codeblocks: Value) -> (String, Vec<&'static str>) {
    let mut site = page("Text").with_config(json!({ "styling": { "codeblocks": codeblocks } }));
    site.edit("themes/mine.json", THEME);
    let built = site.build();
    (built.style().to_owned(), codes(&built))
}

/// True when the start page loads the style of formulas.
fn has_formula_style(built: &Built) -> bool {
    built.html("index.html").contains("/_docs/math.")
}

fn codes(built: &Built) -> Vec<&'static str> {
    built.codes()
}

const THEME: &str = r##"{
    // As editors write it.
    "name": "mine", "type": "dark",
    "colors": { "editor.background": "#101020", "editor.foreground": "#e0e0e0" },
    "tokenColors": [
        { "scope": "comment", "settings": { "foreground": "#808080", "fontStyle": "italic" } },
        { "scope": ["string", "constant.character.escape"], "settings": { "foreground": "#aabbcc80" } },
        { "scope": "keyword.control, storage", "settings": { "foreground": "#f0f" } },
        { "scope": "source.ts keyword.control.flow", "settings": { "foreground": "#00ff00" } },
    ],
}"##;

#[test]
fn cfg_23_code_themes_in_all_forms() {
    let dark_plus = "--code-theme-bg:#0b0c0e";
    let (system, none) = sheet(json!("system"));
    assert!(
        none.is_empty() && system.contains("html.dark :is(.code-block,.code-group){--code-theme-bg:#0b0c0e")
    );
    assert!(sheet(json!("dark")).0.contains(&format!(".code-block,.code-group{{{dark_plus}")));
    for one in [json!({ "theme": "nord" }), json!({ "theme": { "light": "nord", "dark": "nord" } })] {
        let (css, problems) = sheet(one);
        assert!(problems.is_empty() && css.contains(".code-block,.code-group{--code-theme-bg:#2e3440"));
        assert!(!css.contains("html.dark :is(.code-block"), "one theme needs no second rule");
    }
    let (two, _) = sheet(json!({ "themes": { "light": "min-light", "dark": "dracula" } }));
    assert!(two.contains("html.dark :is(.code-block,.code-group){--code-theme-bg:#282a36"));
    let (unknown, problems) = sheet(json!({ "theme": "nrod" }));
    assert_eq!((problems, unknown == system), (vec!["config-bad-value"], true));
    assert!(sheet(json!({ "theme": "css-variables" })).0.contains("--t5:var(--mint-token-keyword,"));
}

#[test]
fn code_17_custom_theme() {
    let (css, problems) = sheet(json!({ "theme": "/themes/mine.json" }));
    assert_eq!(problems, [""; 0]);
    let vars = css
        .split(".code-block,.code-group{")
        .nth(1)
        .and_then(|rest| rest.split('}').next())
        .expect("variables");
    for declared in [
        "--code-theme-bg:#101020;",
        "--code-fg:#e0e0e0;",
        "--t1:#808080;--i1:italic;",
        "--t5:#00ff00;",
        "--t6:#ff00ff;",
    ] {
        assert!(vars.contains(declared), "{declared} in {vars}");
    }
    assert!(vars.contains("--t2:#5d6676"), "laid over the background: {vars}");
    assert!(vars.contains("--t7:#e0e0e0"), "what the theme does not name has the colour of the text");

    assert_eq!(sheet(json!({ "theme": "themes/none.json" })).1, ["missing-code-theme"]);
    let mut site = page("Text").with_config(json!({ "styling": { "codeblocks": { "theme": "t.json" } } }));
    site.edit("t.json", "{ not json");
    assert_eq!(codes(&site.build()), ["code-theme-not-readable"]);
    site.edit("t.json", THEME);
    let built = site.build();
    assert!(
        codes(&built).is_empty() && built.style().contains("#101020"),
        "an edit of the file reaches the sheet"
    );
    built.assert_clean();
}

#[test]
fn code_01_theme_of_one_block() {
    let built = Site::new()
        .file("themes/mine.json", THEME)
        .file("index.mdx", "```js theme=\"dracula\"\nlet a\n```\n\n```js theme=\"/themes/mine.json\"\nlet b\n```\n\n```js theme=\"dracla\"\nlet c\n```\n\n```js theme={\"system\"}\nlet d\n```\n\n```js theme={\"dark\"}\nlet e\n```\n")
        .build();
    let html = built.html("index.html").to_owned();
    assert!(html.contains("data-theme=\"dracula\" style=\"--code-theme-bg:#282a36;"));
    assert!(html.contains("data-theme=\"/themes/mine.json\" style=\"--code-theme-bg:#101020;"));
    assert!(html.contains("data-theme=\"dark\" style=\"--code-theme-bg:#0b0c0e;"), "{html}");
    assert_eq!(codes(&built), ["unknown-code-theme"]);
}

const GRAMMAR: &str = r##"{
    "name": "Kestrel", "scopeName": "source.kestrel", "fileTypes": ["kst"],
    "patterns": [{ "include": "#all" }],
    "repository": {
        "all": { "patterns": [
            { "match": "\\b(send|to)\\b", "name": "keyword.control.kestrel" },
            { "begin": "<<(\\w+)", "end": "^\\1$", "name": "string.unquoted.kestrel" },
            { "begin": "\\(", "end": "\\)", "patterns": [{ "include": "$self" }, { "include": "#all" }] },
            { "begin": "\"", "end": "\"", "name": "string.quoted.kestrel",
              "patterns": [{ "match": "\\\\.", "name": "constant.character.escape.kestrel" }] },
            { "match": "(\\w+)(=)", "captures": { "1": { "name": "variable.parameter.kestrel" } } }
        ] }
    }
}"##;

fn with_grammar(grammar: &str, text: &str) -> Site {
    let languages = json!({ "languages": { "custom": ["/grammars/kestrel.json"] } });
    page(text)
        .with_config(json!({ "styling": { "codeblocks": languages } }))
        .file("grammars/kestrel.json", grammar)
}

#[test]
fn code_17_custom_grammar() {
    let text = "```kestrel\nsend \"a\\n\" to (send x=1)\n<<END\nsend\nEND\nsend\n```\n";
    let mut site = with_grammar(GRAMMAR, text);
    let built = site.build();
    let html = built.html("index.html").to_owned();
    assert_eq!(codes(&built), [""; 0]);
    assert!(html.contains("data-lang=\"kestrel\"") && html.contains("class=\"language-kestrel\""));
    for piece in [
        "<span class=\"t5\">send </span><span class=\"t2\">\"a</span><span class=\"t16\">\\n</span>",
        "(<span class=\"t5\">send </span><span class=\"t10\">x</span>",
        "<span class=\"t2\">&lt;&lt;END\nsend\nEND</span>\n<span class=\"t5\">send</span>",
    ] {
        assert!(html.contains(piece), "{piece} in {html}");
    }
    site.edit("grammars/kestrel.json", &GRAMMAR.replace("send|to", "to"));
    let built = site.build();
    assert!(
        !built.html("index.html").to_owned().contains("class=\"t5\">send"),
        "an edit of the grammar reaches the page"
    );
    built.assert_clean();
    assert!(
        with_grammar(GRAMMAR, "```KST\nsend\n```")
            .build()
            .html("index.html")
            .to_owned()
            .contains("class=\"t5\"")
    );
}

#[test]
fn code_17_wrong_grammars_are_told() {
    let of = |grammar: &str| codes(&with_grammar(grammar, "```kestrel\nsend\n```").build());
    assert_eq!(of("{"), ["code-grammar-not-readable"]);
    assert_eq!(of("{\"patterns\": []}"), ["code-grammar-not-readable"]);
    assert_eq!(of(&GRAMMAR.replace("(send|to)", "(send|to")), ["code-grammar-rule"]);
    // Rules that include each other, and rules that match nothing again and again.
    for patterns in [
        json!([{ "include": "#a" }]),
        json!([{ "begin": "(?=s)", "end": "(?=s)", "patterns": [{ "include": "$self" }] }]),
        json!([{ "match": "(?=.)" }, { "begin": "", "end": "" }]),
        json!([{ "begin": "s", "while": "^s" }, { "begin": "e" }]),
    ] {
        let grammar = json!({ "scopeName": "source.kestrel", "patterns": patterns, "repository": {
            "a": { "patterns": [{ "include": "#b" }, { "match": "send", "name": "keyword" }] },
            "b": { "patterns": [{ "include": "#a" }] },
        } });
        of(&grammar.to_string());
    }
}

/// An expression that takes forever on some text is given up.
#[test]
fn code_16_slow_expressions_end() {
    let grammar =
        json!({ "scopeName": "source.kestrel", "patterns": [{ "match": "(a+)+$", "name": "keyword" }] });
    let line = format!("{}!", "a".repeat(60));
    let started = std::time::Instant::now();
    with_grammar(&grammar.to_string(), &format!("```kestrel\n{line}\n{line}\n```")).build();
    assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
}

#[test]
fn code_16_large_blocks_are_plain() {
    let many = "let a = 1\n".repeat(5_100);
    assert!(!index(&format!("```js\n{many}```\n")).contains("class=\"t6\""));
    let long = format!("let a = \"{}\"", "x".repeat(6_000));
    let html = index(&format!("```js\n{long}\nlet b\n```\n"));
    assert!(html.contains("<span class=\"t6\">let </span>b"), "the other lines keep their colours");
    assert!(html.matches("class=\"t6\"").count() == 1, "the long line has none");
}

#[test]
fn code_02_to_10_options_of_a_block() {
    let html = index(
        "```js app.js icon=\"code\" lines {1} focus={2} wrap expandable\nlet a\nlet b\n```\n\n```js nocopy\nlet c\n```\n",
    );
    assert!(html.contains("<span class=\"code-block-title\">app.js</span>"), "CODE-02");
    assert!(html.contains("class=\"code-block-icon\""), "CODE-03");
    assert!(html.contains("<span class=\"line highlighted\">"), "CODE-04");
    assert!(html.contains("<span class=\"line focused\">"), "CODE-05");
    assert!(html.contains("<pre class=\"has-lines has-focus wrap\""), "CODE-06, CODE-07");
    assert!(!html.contains("data-expandable"), "two lines need no button");
    assert_eq!(html.matches("code-block-copy-button").count(), 1, "CODE-10");
    let long = "x\n".repeat(20);
    let html = index(&format!("```js expandable\n{long}```\n"));
    assert!(html.contains("data-expandable") && html.contains("See all 20 lines"), "CODE-07");
    let long = "x\n".repeat(1_200);
    assert!(index(&format!("```js lines\n{long}```\n")).contains("style=\"--digits:4\""), "CODE-06");
}

#[test]
fn code_08_notation() {
    let html = index(
        "```js\na // [!code ++]\nb // [!code --]\n// [!code highlight:2]\nc\nd\ne // [!code error]\nf // [!code warning]\n// [!code word:gg]\nlet gg\n```\n",
    );
    for class in ["line diff add", "line diff remove", "line error", "line warning"] {
        assert!(html.contains(&format!("<span class=\"{class}\">")), "{class}");
    }
    assert_eq!(html.matches("line highlighted").count(), 2);
    assert!(html.contains("<mark>gg</mark>") && !html.contains("[!code"));
}

/// The ids of the code blocks of a page, from top to bottom.
fn block_ids(html: &str) -> Vec<&str> {
    let blocks = html.split("<div class=\"code-block\" id=\"").skip(1);
    blocks.filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn code_15_blocks_with_numbered_lines_have_ids_that_stay() {
    let code = |title: &str, text: &str| format!("```js {title} lines\n{text}\n```\n\n");
    let before = code("", "a") + "## Install it\n\n" + &code("", "b") + &code("App.ts", "c") + &code("", "d");
    let ids = ["code", "code-install-it", "code-install-it-app-ts", "code-install-it-2"];
    assert_eq!(block_ids(&index(&before)), ids);
    // Another text, blocks without numbers, and other sections above: the same ids.
    let other = format!("Words.\n\n```js\nx\n```\n\n{before}").replace("\nb\n", "\nbb\ncc\n");
    let other = other.replace("## Install it", "## What it needs\n\n```js {1}\ny\n```\n\n## Install it");
    assert_eq!(block_ids(&index(&other)), ids);
    // In a group, as an element, and where something else has the id already.
    let html = index(
        "## A\n\n<div id=\"code-a\" />\n\n<CodeGroup>\n```js One lines\n1\n```\n```js Two\n2\n```\n</CodeGroup>\n\n<CodeBlock language=\"js\" lines>\n3\n</CodeBlock>\n",
    );
    assert_eq!(block_ids(&html), ["code-a-one", "code-a-2"]);
}

#[test]
fn code_15_only_pages_with_numbered_lines_load_the_script() {
    let built = Site::new()
        .file("index.mdx", "```js lines\na\n```\n")
        .file("plain.mdx", "```js {1}\na\n```\n\n## Code\n")
        .build();
    let script = built.files().keys().find(|path| path.starts_with("_docs/lines.")).expect("a script");
    assert!(built.html("index.html").contains(script.as_str()));
    assert!(!built.html("plain/index.html").contains(script.as_str()));
    assert!(block_ids(built.html("plain/index.html")).is_empty());
}

#[test]
fn code_15_links_to_lines_are_checked_by_their_block() {
    let problems = |anchor: &str| {
        let page = format!("## Run\n\n```js lines\na\nb\n```\n\n[there](#{anchor})\n");
        self::page(&page).build().problems()
    };
    for good in ["code-run", "code-run:L1", "code-run:L1-L2", "code-run:L1-2"] {
        assert_eq!(problems(good), [""; 0], "{good}");
    }
    for bad in ["code-ran:L1", "code-run:L", "code-run:Lx", "code-run:L1-Lx"] {
        assert!(problems(bad)[0].contains("broken-anchor"), "{bad} {:?}", problems(bad));
    }
}

#[test]
fn code_14_languages_that_are_no_languages() {
    let html = index(
        "```math\nx^2\n```\n\n```mermaid\ngraph LR\n  A --> B\n```\n\n```diff\n+a\n-b\n```\n\n```ansi\n\u{1b}[31mred\u{1b}[0m\n```\n\n```tree\na\n└── b\n```\n",
    );
    assert!(html.contains("<div class=\"math math-display\"><math display=\"block\">"), "{html}");
    assert!(html.contains("<pre class=\"mermaid-source\""));
    assert!(html.contains("<span class=\"t19\">+a</span>") && html.contains("<span class=\"t20\">-b</span>"));
    assert!(html.contains("<span class=\"t20\">red</span>") && !html.contains('\u{1b}'));
    assert!(html.contains("data-lang=\"text\""));
}

#[test]
fn txt_07_math() {
    let html = index("Inline $x^2$ costs $5 and $10.\n\n$$\na \\\\ b\n$$\n\n$\\bm{x} \\tag{1}$\n");
    assert!(
        html.contains("<span class=\"math math-inline\"><math") && html.contains("costs $5 and $10."),
        "{html}"
    );
    assert!(html.contains("<math display=\"block\"><mtable"), "lines without an environment");
    assert!(html.contains("<mtext>(1)</mtext>"), "{html}");

    // Text in a formula, and what stands between its parts.
    let html = index("$\\text{in\\_channels } + {a \\over b}$\n\n$$\n\\text{50\\% of $n$}\n$$\n");
    assert!(html.contains("<mtext>in_channels&nbsp;</mtext>") && html.contains("<mfrac>"), "{html}");
    assert!(html.contains("<mi>%</mi>") && html.contains("<mi>n</mi>"), "{html}");
    assert!(!html.contains("math-long"), "{html}");
    // What text holds besides is shown letter by letter.
    assert!(page("$\\text{f = \\frac{1}{2}} + 90^\\degree$\n").build().codes().is_empty());
    assert!(index(&format!("${}a$\n", "a + ".repeat(20))).contains("math math-inline math-long"));

    // A dollar sign in a JavaScript value closes no formula.
    let built = page("| a | b |\n| - | - |\n| `x` | $each or {'$each(a)'} and {\"$b\"} |\n").build();
    let html = built.html("index.html");
    assert!(html.contains("$each or $each(a) and $b") && !html.contains("math-inline"), "{html}");
    assert!(built.codes().is_empty(), "{:?}", built.codes());
    assert!(index("$\\frac{1}{2} {'x'}$").contains("math-inline"));
    let html = index("Price is $5 and $10, math $a^2$ ok. Range $1-$2 and $x$.");
    assert!(html.contains("Price is $5 and $10, math <span class=\"math math-inline\"><math"), "{html}");
    assert!(html.contains("ok. Range $1-$2 and <span class=\"math math-inline\"><math"), "{html}");

    // A formula ends with its block, and may go on in the next line of it.
    let blocks = [
        "- a ($X)\n- b ($Y)\n",
        "1. a $x\n2. b $y\n",
        "> - a ($X)\n> - b ($Y)\n",
        "- [ ] a ($X)\n- [ ] b ($Y)\n",
        "Words ($X)\n* b ($Y)\n",
        "## a ($X)\nb ($Y)\n",
        "a ($X)\n***\nb ($Y)\n",
        "a ($X)\n\n```\n$Y)\n```\n",
    ];
    for text in blocks {
        let html = index(text);
        assert!(!html.contains("math-inline") && html.to_lowercase().contains("$y"), "{text:?}: {html}");
    }
    let html = index("- a $x +\n  y$ b\n\n> $a +\n> b$\n\n- $$\n  a\n  - b\n  $$\n");
    assert_eq!((html.matches("math-inline").count(), html.matches("display=\"block\"").count()), (2, 1));

    let built = page("Words\n\n  and $\\what{x}$ here\n").build();
    assert!(built.html("index.html").contains("<code>\\what{x}</code>"), "the source is shown");
    assert_eq!(codes(&built), ["math-not-readable"]);
    let place = built.diagnostics()[0].location.clone().expect("a place");
    assert_eq!((place.line, place.column), (3, 7));
}

/// Machines without a font for formulas get one, and only pages with formulas ask for it.
#[test]
fn txt_07_formulas_bring_their_font() {
    let fonts = |built: &Built| -> Vec<String> {
        let is_font = |path: &&String| path.starts_with("_docs/math-") && path.ends_with(".woff2");
        built.files().keys().filter(is_font).cloned().collect()
    };
    let built = page("$\\frac{1}{2}$").build();
    let files = fonts(&built);
    assert_eq!(files.len(), 3, "{files:?}");
    // What most formulas are made of is a small part of it.
    let signs = files.iter().find(|path| path.contains("/math-signs.")).expect("a font");
    assert!(built.files()[signs].len() < 31_000, "{} bytes", built.files()[signs].len());
    let (_, sheet) = built
        .files()
        .iter()
        .find(|(path, _)| path.starts_with("_docs/math.") && path.ends_with(".css"))
        .expect("a style sheet");
    let sheet = String::from_utf8_lossy(sheet);
    for file in &files {
        let name = file.trim_start_matches("_docs/");
        assert!(sheet.contains(&format!("src:url(\"./{name}\") format(\"woff2\")")), "{sheet}");
    }
    let narrow = "@media(width<64em){.js:not([data-fonts]) math:not([data-fonts]){--font-math:math}}";
    assert!(sheet.contains(narrow), "a phone shows the page first: {sheet}");
    // Where the styles stand in the page, the files are not beside it.
    let many = "$x$\n\n<Badge>a</Badge>\n\n<Tile title=\"a\" href=\"/a\">b</Tile>\n\n<Prompt description=\"a\">b</Prompt>\n";
    let addresses = Addresses::new("/docs", UrlStyle::Directory);
    let built = page(many).settings(Settings { addresses, ..Settings::default() }).build();
    let html = built.html("index.html");
    for file in &files {
        assert!(html.contains(&format!("src:url(\"/docs/{file}\") format(\"woff2\")")), "{html}");
    }
    assert!(!page("$x$ <Badge>a</Badge>").build().html("index.html").contains("@font-face"));
    let without = page("$x$").with_config(json!({ "styling": { "latex": false } })).build();
    assert_eq!(fonts(&without), Vec::<String>::new());
}

#[test]
fn txt_07_only_formulas_with_rows_bring_the_styles_of_tables() {
    let sheets = |text: &str| -> Vec<String> {
        let built = page(text).build();
        let links = built.html("index.html").split("href=\"/_docs/math").skip(1);
        links.map(|rest| rest.split('.').next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(sheets("$x$"), [""]);
    // One file with both.
    assert_eq!(sheets("$x$\n\n$$\n\\begin{pmatrix} a \\\\ b \\end{pmatrix}\n$$\n"), ["-table"]);
    assert_eq!(sheets("Words."), [""; 0]);
    let built = page("$$\n\\begin{cases} a \\\\ b \\end{cases}\n$$\n")
        .with_config(json!({ "styling": { "latex": false } }))
        .build();
    assert!(!built.html("index.html").contains("/_docs/math"));
}

/// CFG-24: the style of formulas can be left out.
#[test]
fn cfg_24_latex_style() {
    let site =
        |text: &str, latex: Value| page(text).with_config(json!({ "styling": { "latex": latex } })).build();
    assert!(has_formula_style(&page("$x$").build()) && !has_formula_style(&page("Text").build()));
    assert!(has_formula_style(&site("Text", json!(true))) && !has_formula_style(&site("$x$", json!(false))));
    let mut edited = page("Text");
    edited.build();
    edited.edit_config(|config| config["styling"] = json!({ "latex": true }));
    let built = edited.build();
    assert!(has_formula_style(&built));
    built.assert_clean();
}
