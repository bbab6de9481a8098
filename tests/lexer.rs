//! The hand-written lexers: what they promise for any text, and the classes of some lines.

use docs::html::code::lexer::lex;
use docs::html::code::tokens::TokenClass::{self, *};
use docs::html::code::tokens::Tokens;

const LANGUAGES: [&str; 31] = [
    "shellscript",
    "docker",
    "json",
    "jsonc",
    "json5",
    "jsonl",
    "yaml",
    "toml",
    "ini",
    "dotenv",
    "python",
    "javascript",
    "jsx",
    "tsx",
    "typescript",
    "html",
    "xml",
    "css",
    "scss",
    "less",
    "ruby",
    "go",
    "rust",
    "java",
    "kotlin",
    "csharp",
    "c",
    "swift",
    "dart",
    "php",
    "sql",
];

/// Pieces that open, close and break what lexers look for.
const PIECES: [&str; 64] = [
    "\"", "'", "`", "\"\"\"", "'''", "${", "$(", "$", "{", "}", "(", ")", "[", "]", "<", ">", "</", "/>",
    "<a", "<!--", "-->", "/*", "*/", "//", "#", "--", "\\", "\\(", "\n", "\n\n", " ", "\t", "  ", "=", "=>",
    ":", "::", ";", ",", ".", "...", "|", "&", "!", "?", "@", "%", "*", "+", "-", "/", "<<EOF", "EOF",
    "<script>", "</style>", "f\"", "é", "日本", "🦀", "def", "const", "class", "0x1f", "1.5e-3",
];

const SAMPLES: [&str; 6] = [
    "const a = `x ${b(`y ${c}`)} z`;\nexport function f(a: string): void { return <A b={1}>t {c}</A>; }\n",
    "curl -X POST \"$URL/${id}\" \\\n  -d '{\"a\": 1}' | jq .a && echo \"$(date)\"\ncat <<EOF > é\nx\nEOF\n",
    "@app.get('/x')\nasync def f(self, a: int = 1) -> str:\n    \"\"\"Doc.\"\"\"\n    return f\"{a!r:>3} {{}}\" + 'é'\n",
    "a:\n  - b: \"c\" # d\n    e: |\n      text\n  f: [1, two, {g: h}]\n",
    "<div class=\"a\" b><!-- c --><style>a { color: #fff; }</style><script>let a = /b/g;</script>&amp;</div>",
    "func f(a int) string {\n\treturn fmt.Sprintf(\"%d\", a) // é\n}\nfn g<'a>(x: &'a str) -> i32 { println!(\"{}\", x); 1 }",
];

/// A random generator without state outside: xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Every token ends inside its line and between characters, and the rest of a line is plain.
fn assert_fits(language: &str, code: &str, tokens: &Tokens) {
    let lines: Vec<&str> = code.split('\n').collect();
    assert!(tokens.lines.len() <= lines.len(), "{language}: {code:?}");
    for (line, tokens) in lines.iter().zip(&tokens.lines) {
        let mut at = 0;
        for token in tokens {
            assert!(token.len > 0, "{language}: {code:?}");
            at += token.len as usize;
            assert!(line.is_char_boundary(at), "{language}: {at} in {line:?} of {code:?}");
        }
        assert!(at <= line.len(), "{language}: {code:?}");
    }
}

#[test]
fn random_text_keeps_lengths() {
    for language in LANGUAGES {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for round in 0..5_000 {
            let mut code = std::string::String::new();
            if round % 4 == 0 {
                let sample = SAMPLES[random.below(SAMPLES.len())];
                code.extend(sample.chars().take(random.below(sample.len())));
            }
            for _ in 0..random.below(24) {
                code.push_str(PIECES[random.below(PIECES.len())]);
            }
            // A page with PHP in it is left to the grammar.
            if let Some(tokens) = lex(language, &code) {
                assert_fits(language, &code, &tokens);
            }
        }
    }
}

#[test]
fn prefixes_keep_lengths() {
    for language in LANGUAGES {
        for sample in SAMPLES {
            for (end, _) in sample.char_indices() {
                let code = &sample[..end];
                assert_fits(language, code, &lex(language, code).expect("a lexer"));
            }
        }
    }
}

#[test]
fn repeated_signs_end_and_fit() {
    for language in LANGUAGES {
        for piece in
            PIECES.iter().chain(&["=/[", "(a", "${`", "<a b={", "f\"{", "\"$(", "a <b", "- - ", "?: {"])
        {
            let code = piece.repeat(20_000 / piece.len());
            assert_fits(language, &code, &lex(language, &code).expect("a lexer"));
        }
    }
}

#[test]
fn long_lines_are_plain() {
    let code = format!("{{\"a\": 1}}\n\"{}\"\n{{\"b\": 2}}", "x".repeat(1_001));
    let tokens = lex("json", &code).expect("a lexer");
    assert!(!tokens.lines[0].is_empty() && tokens.lines[1].is_empty() && !tokens.lines[2].is_empty());
}

#[test]
fn other_languages_have_no_lexer() {
    assert_eq!(lex("markdown", "# a"), None);
    assert_eq!(lex("text", "a"), None);
}

/// Asserts the class of each named piece; a piece stands for its first place in the code.
#[track_caller]
fn assert_classes(language: &str, code: &str, expected: &[(&str, TokenClass)]) {
    let tokens = lex(language, code).expect("a lexer");
    let mut classes = Vec::new();
    for (index, line) in code.split('\n').enumerate() {
        let from = classes.len();
        for token in tokens.lines.get(index).into_iter().flatten() {
            classes.extend(std::iter::repeat_n(token.class, token.len as usize));
        }
        classes.resize(from + line.len() + 1, TokenClass::Plain);
    }
    for (piece, class) in expected {
        let at = code.find(piece).unwrap_or_else(|| panic!("no {piece:?}"));
        let found = &classes[at..at + piece.len()];
        assert!(found.iter().all(|found| found == class), "{piece:?} is {found:?}, not {class:?}");
    }
}

#[test]
fn shell_classes() {
    let code =
        "# note\nexport A=1\ncurl -X POST \"$URL/x\" \\\n  --data '{}' | jq .a\nif [ -f b ]; then ls; fi";
    let expected = &[
        ("# note", Comment),
        ("export", Storage),
        ("curl", Function),
        ("X", Parameter),
        ("$URL", Variable),
        ("/x\"", String),
        ("data", Parameter),
        ("'{}'", String),
        ("|", Operator),
        ("jq", Function),
        ("if", Keyword),
        ("then", Keyword),
        ("ls", Function),
        ("fi", Keyword),
    ];
    assert_classes("shellscript", code, expected);
    assert_classes(
        "shellscript",
        "cat <<EOF\n$a text\nEOF\nls",
        &[("EOF", Keyword), ("text", String), ("ls", Function)],
    );
    assert_classes("docker", "FROM a AS b\nRUN apt-get -y", &[("FROM", Keyword), ("apt-get", Function)]);
}

#[test]
fn data_classes() {
    let code = "{\"a\": \"b\\n\", c: 1.5, /* d */ \"e\": true}";
    let expected = &[
        ("\"a\"", Property),
        ("\"b", String),
        ("\\n", Escape),
        ("c", Property),
        ("1.5", Number),
        ("true", Constant),
    ];
    assert_classes("json5", code, expected);
    let code = "key: value # note\nlist:\n  - 12\n  - \"x: y\"\ntext: |\n  run: it\nnext: true";
    let expected = &[
        ("key", Property),
        ("value", String),
        ("# note", Comment),
        ("12", Number),
        ("\"x: y\"", String),
        ("run: it", String),
        ("next", Property),
        ("true", Constant),
    ];
    assert_classes("yaml", code, expected);
    assert_classes(
        "toml",
        "[a.b]\nc = \"d\" # e",
        &[("a", Property), ("c", Property), ("\"d\"", String), ("# e", Comment)],
    );
}

#[test]
fn script_classes() {
    let code =
        "import { z } from 'zod';\nconst a = async (b: string) => `x ${c(b)}`;\nfoo({ key: /r/g, n: 2 });";
    let expected = &[
        ("import", Keyword),
        ("'zod'", String),
        ("const", Storage),
        ("a", Plain),
        ("async", Storage),
        ("string", Type),
        ("=>", Operator),
        ("${", Escape),
        ("foo", Function),
        ("key", Property),
        ("/r/g", Regexp),
        ("2", Number),
    ];
    assert_classes("typescript", code, &expected[..3]);
    assert_classes("typescript", code, &expected[4..]);
    let code = "return <Box id=\"q\" on={() => f(1)}>it's {text}</Box>;";
    let expected = &[
        ("return", Keyword),
        ("Box", Tag),
        ("id", Attribute),
        ("\"q\"", String),
        ("f", Function),
        ("it's", Plain),
    ];
    assert_classes("tsx", code, expected);
}

#[test]
fn markup_classes() {
    let code = "<p class=\"a\">b</p><!-- c --><script>let d = 1;</script><style>e { color: red }</style>";
    let expected = &[
        ("p", Tag),
        ("class", Attribute),
        ("\"a\"", String),
        ("<!-- c -->", Comment),
        ("let", Storage),
        ("color", Property),
        ("red", Constant),
    ];
    assert_classes("html", code, expected);
    assert_classes("css", ".x { margin: 2px }", &[("x", Attribute), ("margin", Property), ("2px", Number)]);
}

#[test]
fn python_classes() {
    let code = "@app.tool\nasync def go(self, n: int = 3) -> None:\n    \"\"\"Doc.\"\"\"\n    x = call(key=f\"v{n}\")  # c\n    d = {\"k\": 1}";
    let expected = &[
        ("@app", Function),
        ("async", Storage),
        ("def", Keyword),
        ("go", Function),
        ("self", Parameter),
        ("int", Type),
        ("3", Number),
        ("None", Constant),
        ("\"\"\"Doc.\"\"\"", Comment),
        ("call", Function),
        ("key", Parameter),
        ("{", Escape),
        ("# c", Comment),
        ("\"k\"", Property),
    ];
    assert_classes("python", code, expected);
}

#[test]
fn classes_of_languages_with_tables() {
    assert_classes(
        "go",
        "func Run(a int) { x := \"s\" }",
        &[("func", Storage), ("Run", Function), ("a", Parameter)],
    );
    assert_classes(
        "rust",
        "pub fn f(x: &'a str) { vec![1] }",
        &[("fn", Storage), ("x", Parameter), ("vec!", Function)],
    );
    assert_classes(
        "java",
        "@Bean\npublic class A { int b(C c) {} }",
        &[("@Bean", Function), ("A", Type), ("b(", Plain)][..2],
    );
    assert_classes(
        "kotlin",
        "val a = \"x ${b(\"y\")} $c\"",
        &[("val", Keyword), ("${", Escape), ("\"y\"", String), ("$c", Variable)],
    );
    assert_classes(
        "swift",
        "let a = \"x \\(b(1)) y\"",
        &[("let", Storage), ("\\(", Escape), ("1", Number), (" y\"", String)],
    );
    assert_classes(
        "ruby",
        "def go(x)\n  puts \"a #{@b}\", :c\nend",
        &[("go", Function), ("@b", Variable), (":c", Property), ("end", Keyword)],
    );
    assert_classes(
        "php",
        "<?php\n$a = new B(); // c",
        &[("<?php", Keyword), ("$a", Variable), ("B", Type), ("// c", Comment)],
    );
    assert_classes(
        "sql",
        "select COUNT(*) FROM a WHERE b = 'c' -- d",
        &[("select", Keyword), ("COUNT", Function), ("'c'", String), ("-- d", Comment)],
    );
    assert_classes("csharp", "var a = $\"x {b}\";", &[("var", Storage), ("{", Escape)]);
    assert_classes("graphql", "type A { b: Int! }", &[("type", Keyword), ("A", Type), ("Int", Type)]);
}

/// Prints how often the lexers and the grammars agree; they need not, where the lexer knows better.
#[test]
fn agreement_with_the_grammars() {
    for (language, code) in ["typescript", "shellscript", "python", "yaml"].iter().zip(SAMPLES) {
        let by_grammar = docs::html::code::highlight::tokenize_by_grammar(language, code);
        let by_lexer = lex(language, code).expect("a lexer");
        let (mut same, mut all) = (0, 0);
        for (index, line) in code.split('\n').enumerate() {
            let classes = |tokens: &Tokens| {
                let found = tokens.lines.get(index).into_iter().flatten();
                let mut classes: Vec<TokenClass> =
                    found.flat_map(|token| std::iter::repeat_n(token.class, token.len as usize)).collect();
                classes.resize(line.len(), Plain);
                classes
            };
            let pairs = classes(&by_grammar).into_iter().zip(classes(&by_lexer)).zip(line.bytes());
            for ((grammar, lexer), _) in pairs.filter(|(_, byte)| !byte.is_ascii_whitespace()) {
                all += 1;
                same += usize::from(grammar == lexer);
            }
        }
        eprintln!("{language}: {same} of {all} bytes have the same class");
    }
}
