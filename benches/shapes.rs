//! Shapes of pages that grow: floods of one character, deep nesting, many of one kind. Shared by the tests, which
//! assert that a page comes out, and by `examples/growth.rs`, which measures.

/// A text that grows by repeating something.
pub struct Shape {
    /// What it is told by.
    pub name: &'static str,
    /// About as many bytes as asked.
    pub make: fn(usize) -> String,
}

/// `before`, then `unit` up to `bytes`, then `after`.
fn flood(before: &str, unit: &str, after: &str, bytes: usize) -> String {
    format!("{before}{}{after}", unit.repeat(bytes / unit.len()))
}

fn numbered(bytes: usize, line: impl Fn(usize) -> String) -> String {
    let mut out = String::with_capacity(bytes + 64);
    let mut number = 0;
    while out.len() < bytes {
        out.push_str(&line(number));
        number += 1;
    }
    out
}

/// `open` a hundred bytes' worth of times per level… as deep as `bytes` allow.
fn nested(open: &str, inside: &str, close: &str, bytes: usize) -> String {
    let depth = bytes / (open.len() + close.len()).max(1);
    format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
}

/// All of them.
pub const SHAPES: &[Shape] = &[
    Shape { name: "paragraphs", make: |n| flood("", "Some words in a paragraph.\n\n", "", n) },
    Shape { name: "one paragraph", make: |n| flood("", "Some words in one paragraph.\n", "", n) },
    Shape { name: "one line", make: |n| flood("", "some words ", "", n) },
    Shape { name: "one word", make: |n| flood("", "a", "", n) },
    Shape { name: "open brackets", make: |n| flood("", "[", "", n) },
    Shape { name: "close brackets", make: |n| flood("", "]", "", n) },
    Shape { name: "bracket pairs", make: |n| flood("", "[]", "", n) },
    Shape { name: "bracket lines", make: |n| flood("", "[a\n", "", n) },
    Shape { name: "nested brackets", make: |n| nested("[", "a", "]", n) },
    Shape { name: "nested links", make: |n| nested("[", "a", "](b)", n) },
    Shape { name: "nested images", make: |n| nested("![", "a", "](b)", n) },
    Shape { name: "open link destinations", make: |n| flood("", "[a](", "", n) },
    Shape { name: "open link titles", make: |n| flood("", "[a](b \"", "", n) },
    Shape { name: "links", make: |n| flood("", "[a](b) ", "", n) },
    Shape { name: "stars", make: |n| flood("", "*", "", n) },
    Shape { name: "star words", make: |n| flood("", "*a ", "", n) },
    Shape { name: "star runs", make: |n| flood("", "a**b*c ", "", n) },
    Shape { name: "closing stars", make: |n| flood("", "a* ", "", n) },
    Shape { name: "emphasis", make: |n| flood("", "*a* **b** ", "", n) },
    Shape { name: "underscores", make: |n| flood("", "_a __b ", "", n) },
    Shape { name: "tildes", make: |n| flood("a ", "~a ", "", n) },
    Shape { name: "backticks", make: |n| flood("a ", "`", "", n) },
    Shape { name: "backtick runs", make: |n| numbered(n, |at| format!("a{}", "`".repeat(at % 700 + 1))) },
    Shape { name: "growing backtick runs", make: |n| numbered(n, |at| format!("a{}", "`".repeat(at + 1))) },
    Shape {
        name: "backtick runs first",
        make: |n| numbered(n, |at| format!("{}a", "`".repeat(at % 700 + 1))),
    },
    Shape {
        name: "growing runs, brace",
        make: |n| "{a} ".to_owned() + &numbered(n, |at| "a".to_owned() + &"`".repeat(at + 1)),
    },
    Shape { name: "less-than", make: |n| flood("", "<", "", n) },
    Shape { name: "less-than words", make: |n| flood("", "a <b ", "", n) },
    Shape { name: "open tags", make: |n| flood("", "<a ", "", n) },
    Shape { name: "open tag lines", make: |n| flood("", "<a\n", "", n) },
    Shape { name: "open strings", make: |n| flood("", "<a b=\"", "", n) },
    Shape { name: "unclosed quotes", make: |n| flood("", "<a b=\"c>\n\n", "", n) },
    Shape { name: "open attribute braces", make: |n| flood("", "<a b={", "", n) },
    Shape { name: "open comments", make: |n| flood("", "<!--", "", n) },
    Shape { name: "open comment lines", make: |n| flood("", "<!-- a\n\n", "", n) },
    Shape { name: "open braces", make: |n| flood("", "{", "", n) },
    Shape { name: "open brace words", make: |n| flood("a ", "{a ", "", n) },
    Shape { name: "open brace lines", make: |n| flood("", "{a\n\n", "", n) },
    Shape { name: "close braces", make: |n| flood("", "}", "", n) },
    Shape { name: "literal braces", make: |n| flood("a ", "{a b} ", "", n) },
    Shape { name: "nested braces", make: |n| nested("{", "a", "}", n) },
    Shape { name: "nested literal braces", make: |n| nested("{a b ", "a", "}", n) },
    Shape { name: "nested parentheses", make: |n| format!("{{{}}}", nested("(", "a", ")", n)) },
    Shape { name: "nested arrays", make: |n| format!("{{{}}}", nested("[", "1", "]", n)) },
    Shape { name: "long sums", make: |n| format!("{{{}1}}", "1+".repeat(n / 2)) },
    Shape { name: "nested conditionals", make: |n| format!("{{{}1}}", "a?b:".repeat(n / 4)) },
    Shape { name: "member chains", make: |n| format!("{{a{}}}", ".a".repeat(n / 2)) },
    Shape { name: "nots", make: |n| format!("{{{}1}}", "!".repeat(n)) },
    Shape { name: "expressions", make: |n| flood("", "{'a'} ", "", n) },
    Shape { name: "template openings", make: |n| flood("", "${", "", n) },
    Shape { name: "nested templates", make: |n| format!("{{{}}}", nested("`${", "1", "}`", n)) },
    Shape { name: "open templates", make: |n| flood("a ", "{`${ ", "", n) },
    Shape { name: "dollars", make: |n| flood("a ", "$", "", n) },
    Shape { name: "dollar words", make: |n| flood("a ", "$5 ", "", n) },
    Shape { name: "dollar lines", make: |n| flood("", "$$\na\n", "", n) },
    Shape { name: "mixed dollars", make: |n| numbered(n, |at| format!("a{} ", "$".repeat(at % 90 + 3))) },
    Shape { name: "math", make: |n| flood("", "$x^2$ ", "", n) },
    Shape { name: "nested math", make: |n| format!("$${}$$", nested("{", "x", "}", n)) },
    Shape { name: "quotes", make: |n| flood("", "> a\n", "", n) },
    Shape { name: "nested quotes", make: |n| flood("", ">", " a", n) },
    Shape { name: "list", make: |n| flood("", "- an item\n", "", n) },
    Shape { name: "loose list", make: |n| flood("", "- an item\n\n", "", n) },
    Shape { name: "ordered list", make: |n| flood("", "1. an item\n", "", n) },
    Shape { name: "alternating lists", make: |n| flood("", "- a\n+ b\n", "", n) },
    Shape { name: "nested list markers", make: |n| flood("", "- ", "a", n) },
    Shape {
        name: "staircase list",
        make: |n| {
            let depth = ((n as f64).sqrt()) as usize;
            (0..depth).map(|at| format!("{}- a\n", "  ".repeat(at))).collect()
        },
    },
    Shape { name: "list of tags", make: |n| flood("", "- <b>a</b> {'b'} `c`\n", "", n) },
    Shape { name: "table rows", make: |n| flood("| a | b |\n|---|---|\n", "| c | d |\n", "", n) },
    Shape {
        name: "table columns",
        make: |n| format!("|{}\n|{}\n|{}\n", "a|".repeat(n / 6), "-|".repeat(n / 6), "b|".repeat(n / 6)),
    },
    Shape {
        name: "table of tags",
        make: |n| flood("| a | b |\n|---|---|\n", "| <b>c</b> | {'d'} |\n", "", n),
    },
    Shape { name: "false table", make: |n| flood("", "a | b\n", "", n) },
    Shape { name: "headings", make: |n| flood("", "## The same\n\n", "", n) },
    Shape { name: "custom ids", make: |n| flood("", "## a {#b}\n", "", n) },
    Shape { name: "setext", make: |n| flood("", "a\n=\n", "", n) },
    Shape { name: "long setext", make: |n| flood("", "a\n", "---\n", n) },
    Shape { name: "breaks", make: |n| flood("", "---\n", "", n) },
    Shape { name: "footnotes", make: |n| numbered(n, |at| format!("a[^{at}]\n\n[^{at}]: b\n\n")) },
    Shape { name: "missing footnotes", make: |n| numbered(n, |at| format!("a[^{at}] ")) },
    Shape { name: "definitions", make: |n| numbered(n, |at| format!("[a{at}]\n\n[a{at}]: /b\n\n")) },
    Shape { name: "definition run", make: |n| numbered(n, |at| format!("[a{at}]: /b\n")) },
    Shape { name: "same definitions", make: |n| flood("", "[a]\n\n[a]: /b\n\n", "", n) },
    Shape { name: "ampersands", make: |n| flood("", "&", "", n) },
    Shape { name: "entities", make: |n| flood("", "&amp; &#x41; ", "", n) },
    Shape { name: "backslashes", make: |n| flood("", "\\", "", n) },
    Shape { name: "addresses", make: |n| flood("", "https://a.b/c ", "", n) },
    Shape { name: "mail addresses", make: |n| flood("", "a@b.c ", "", n) },
    Shape { name: "at signs", make: |n| flood("", "a@", "", n) },
    Shape { name: "w dots", make: |n| flood("", "www.", "", n) },
    Shape { name: "autolinks", make: |n| flood("", "<https://a.b> ", "", n) },
    Shape {
        name: "code block",
        make: |n| format!("```js\n{}```\n", "const a = [1, 2]; // b\n".repeat(n / 23)),
    },
    Shape { name: "long code line", make: |n| format!("```js\n{}\n```\n", "a(1);".repeat(n / 5)) },
    Shape { name: "open string in code", make: |n| format!("```js\n{}\n```\n", "'a\n`b\n".repeat(n / 6)) },
    Shape { name: "code blocks", make: |n| flood("", "```js\na\n```\n", "", n) },
    Shape { name: "open fences", make: |n| flood("", "- ```js\n", "", n) },
    Shape { name: "long info", make: |n| format!("```js {}\na\n```\n", "a={1,2} ".repeat(n / 8)) },
    Shape { name: "nested elements", make: |n| nested("<A>", "a", "</A>", n) },
    Shape { name: "nested blocks", make: |n| nested("<Note>\n", "a\n", "</Note>\n", n) },
    Shape { name: "open elements", make: |n| flood("", "<Note>\n", "", n) },
    Shape { name: "close elements", make: |n| flood("", "</Note>\n", "", n) },
    Shape { name: "crossing elements", make: |n| flood("", "<a><b></a></b>", "", n) },
    Shape { name: "cards", make: |n| flood("", "<Card title=\"a\" href=\"/b\">c</Card>\n\n", "", n) },
    Shape { name: "tabs", make: |n| flood("<Tabs>\n", "<Tab title=\"a\">\nb\n</Tab>\n", "</Tabs>\n", n) },
    Shape { name: "accordions", make: |n| flood("", "<Accordion title=\"a\">\nb\n</Accordion>\n", "", n) },
    Shape {
        name: "steps",
        make: |n| flood("<Steps>\n", "<Step title=\"a\">\nb\n</Step>\n", "</Steps>\n", n),
    },
    Shape { name: "attributes", make: |n| format!("<Card {}/>\n", "a=\"b\" ".repeat(n / 6)) },
    Shape { name: "spreads", make: |n| format!("<Card {}/>\n", "{...{a: 1}} ".repeat(n / 12)) },
    Shape { name: "blanks", make: |n| flood("a", " ", "b", n) },
    Shape { name: "tab characters", make: |n| flood("a", "\t", "b", n) },
    Shape { name: "blank lines", make: |n| flood("a", "\n", "b", n) },
    Shape { name: "deep indent", make: |n| numbered(n, |at| format!("{}a\n", " ".repeat(at % 400))) },
    Shape { name: "hard breaks", make: |n| flood("", "a  \n", "", n) },
    Shape { name: "imports", make: |n| numbered(n, |at| format!("import A{at} from './a{at}.mdx'\n\n")) },
    Shape { name: "import block", make: |n| numbered(n, |at| format!("import A{at} from './a{at}.mdx'\n")) },
    Shape { name: "broken imports", make: |n| flood("", "import { a from\n\n", "", n) },
    Shape { name: "broken exports", make: |n| flood("", "export const a = (\n\n", "", n) },
    Shape { name: "prose imports", make: |n| flood("", "import duties are high\n\n", "", n) },
    Shape {
        name: "exports",
        make: |n| numbered(n, |at| format!("export const a{at} = {at}\n\n{{a{at}}}\n\n")),
    },
    Shape {
        name: "front matter",
        make: |n| format!("---\n{}---\na\n", numbered(n, |at| format!("a{at}: b\n"))),
    },
    Shape { name: "deep front matter", make: |n| format!("---\na: {}\n---\nb\n", nested("[", "1", "]", n)) },
    Shape {
        name: "staircase front matter",
        make: |n| {
            let depth = (n as f64).sqrt() as usize;
            format!(
                "---\n{}---\n",
                (0..depth).map(|at| format!("{}a:\n", " ".repeat(at))).collect::<String>()
            )
        },
    },
    Shape { name: "open front matter", make: |n| flood("---\n", "a: b\n", "", n) },
    Shape { name: "quotation marks", make: |n| flood("", "\"a' ", "", n) },
    Shape { name: "dots and dashes", make: |n| flood("a", ".-", "", n) },
    Shape { name: "combining marks", make: |n| flood("a", "\u{301}", "", n) },
    Shape { name: "nul characters", make: |n| flood("", "\0", "", n) },
    Shape { name: "broken tags", make: |n| flood("", "<Card title=\"a>\n\n", "", n) },
    Shape { name: "broken tags in a line", make: |n| flood("", "<Card title=> ", "", n) },
    Shape { name: "tags without a value", make: |n| flood("", "<Card title={a\n", "", n) },
    Shape { name: "ragged table", make: |n| flood("| a | b |\n|---|---|\n", "| c | d | e |\n", "", n) },
    Shape { name: "false tables", make: |n| flood("", "| a | b |\n|---|\n\n", "", n) },
    Shape { name: "code that is none", make: |n| flood("", "{a.map((x) => (\n<B>\n))}\n\n", "", n) },
    Shape { name: "open code in braces", make: |n| flood("", "{a.map((x) => (\n", "", n) },
    Shape { name: "undefined names", make: |n| numbered(n, |at| format!("{{name{at}}} ")) },
    Shape {
        name: "undefined names beside many",
        make: |n| numbered(n / 2, |at| format!("export const a{at} = 1\n\n")) + &flood("", "{b} ", "", n / 2),
    },
    Shape { name: "unknown components", make: |n| numbered(n, |at| format!("<Foo{at}/>\n\n")) },
    Shape { name: "unknown attributes", make: |n| numbered(n, |at| format!("<Card titl{at}=\"a\"/>\n\n")) },
    Shape {
        name: "unknown attributes in a tag",
        make: |n| format!("<Card {}/>\n", numbered(n, |at| format!("t{at}=\"a\" "))),
    },
    Shape { name: "unclosed parts", make: |n| flood("<Tabs>\n", "<Tab title=\"a\">\n", "</Tabs>\n", n) },
    Shape { name: "elements across lists", make: |n| flood("", "- a\n  <Note>\n\n</Note>\n\n", "", n) },
    Shape { name: "open formulas", make: |n| flood("", "$$\na\n\n$$$\n", "", n) },
    Shape { name: "same keys of front matter", make: |n| format!("---\n{}---\na\n", "a: b\n".repeat(n / 5)) },
    Shape {
        name: "strings in front matter",
        make: |n| format!("---\na: \"b\n{}\"\n---\n", "c\n".repeat(n / 2)),
    },
    Shape { name: "blank lines above front matter", make: |n| flood("", "\n", "---\na: b\n---\n", n) },
    Shape { name: "snippets", make: |n| flood("import A from './a.mdx'\n\n", "<A title=\"t\"/>\n\n", "", n) },
    Shape {
        name: "snippets in snippets",
        make: |n| flood("import B from './b.mdx'\n\n", "<B>c</B>\n\n", "", n),
    },
    Shape { name: "open tags of included files", make: |n| flood("", "<Include a ", "file=\"/a.py\" />", n) },
    Shape { name: "open strings of included files", make: |n| flood("", "<Include a='", "", n) },
    Shape { name: "included files", make: |n| flood("", "<Include file=\"/a.py\" />\n\n", "", n) },
    Shape {
        name: "included lines",
        make: |n| format!("<Include file=\"/a.py\" lines=\"{}1\" />\n", "1-9,".repeat(n / 4)),
    },
    Shape { name: "directives", make: |n| flood("", ":::note Title\nText.\n:::\n", "", n) },
    Shape {
        name: "directives that fewer colons do not close",
        make: |n| format!("{}{}", "::::tip\na\n".repeat(n / 20), ":::\n".repeat(n / 8)),
    },
    Shape { name: "directives in directives", make: |n| nested(":::note\n\n", "a\n\n", ":::\n\n", n) },
    Shape { name: "directives in a list", make: |n| flood("", "- :::tip\n  a\n  :::\n", "", n) },
    Shape { name: "alerts", make: |n| flood("", "> [!NOTE]\n> a\n\n", "", n) },
    Shape { name: "callouts in callouts", make: |n| nested("<Note>\n\n", "a\n\n", "</Note>\n\n", n) },
    Shape {
        name: "words of a code block",
        make: |n| flood("", "```js title=\"a\" {1,3-5} lines\na\n```\n\n", "", n),
    },
    Shape { name: "lines to highlight", make: |n| format!("```js {{{}1}}\na\n```\n", "1-9,".repeat(n / 4)) },
    Shape { name: "carriage returns", make: |n| flood("", "a\r\n\r\n", "", n) },
    Shape {
        name: "hydrated code",
        make: |n| {
            format!(
                "export const A = () => {{ const [a, b] = useState(0); return <p>{}</p> }}\n\n<A/>\n",
                "a".repeat(n)
            )
        },
    },
    Shape { name: "handlers", make: |n| flood("", "<button onClick={() => 1}>a</button>\n\n", "", n) },
    Shape { name: "stand-in characters", make: |n| flood("", "\u{2}\u{3}\u{4}{", "", n) },
];
