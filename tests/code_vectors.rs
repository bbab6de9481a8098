//! Code blocks and formulas against recorded answers, and properties over real pages.

use std::path::{Path, PathBuf};

use docs::html::code::highlight::tokenize;
use docs::html::code::meta::{CodeMeta, parse_meta};
use docs::html::code::palette::Palette;
use docs::html::code::tokens::Tokens;
use docs::html::code::{CodeBlock, CodeOptions, language, notation, palette, render_block};
use serde_json::{Map, Value, json};

const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared");

/// The lines of a vector file, or nothing with a word about it.
fn vectors(name: &str) -> Vec<Value> {
    let path = format!("{SHARED}/vectors/{name}");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {path} is not there");
        return Vec::new();
    };
    text.lines().map(|line| serde_json::from_str(line).expect("vector line")).collect()
}

fn as_recorded(meta: &CodeMeta) -> Value {
    let mut out = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            out.insert(key.to_owned(), value);
        }
    };
    let text = |text: &Option<String>| text.as_ref().map(|text| json!(text));
    put("filename", Some(json!(meta.title)));
    put("icon", text(&meta.icon));
    put("lines", meta.lines.map(|on| json!(on)));
    put("wrap", meta.wrap.map(|on| json!(on)));
    put("expandable", meta.expandable.map(|on| json!(on)));
    put("highlight", (!meta.highlight.is_empty()).then(|| json!(meta.highlight)));
    put("focus", (!meta.focus.is_empty()).then(|| json!(meta.focus)));
    put("theme", text(&meta.theme));
    put("lang", text(&meta.lang));
    put("twoslash", meta.twoslash.then(|| json!(true)));
    put("nocopy", meta.nocopy.then(|| json!(true)));
    Value::Object(out)
}

#[test]
fn info_strings() {
    for vector in vectors("code-meta.ndjson") {
        let meta = vector["meta"].as_str().expect("meta");
        assert_eq!(as_recorded(&parse_meta(Some("js"), meta)), vector["out"], "{meta}");
    }
}

#[test]
fn info_strings_beyond_the_vectors() {
    let title = |meta: &str| parse_meta(None, meta).title;
    assert_eq!(title("app/models/spree/product.rb"), "app/models/spree/product.rb");
    assert_eq!(title("GET /users/{id}"), "GET /users/{id}");
    assert_eq!(title("What's new"), "What's new");
    assert_eq!(title("test=\"skip this\" x"), "test=\"skip this\" x");
    assert_eq!(title("Title=\"A\" b"), "A");
    assert_eq!(title("{1, 3-5} [expandable] .env"), ".env");
    assert_eq!(title("lines={true}"), "");
    assert_eq!(parse_meta(None, "lines={true}").lines, None);
    assert_eq!(parse_meta(None, "wrap='false'").wrap, Some(false));
    assert_eq!(parse_meta(None, "theme={\"nord\"}").theme.as_deref(), Some("nord"));
    assert_eq!(parse_meta(None, "{3,1-3,2} highlight=7").highlight, [3, 1, 2, 7]);
    assert_eq!(parse_meta(None, "focus={5-3}").focus, [0u32; 0]);
    assert!(parse_meta(None, "{1-4294967295}").highlight.len() <= 20_000);

    let glued = parse_meta(Some("js{1,3}"), "a.js");
    assert_eq!(
        (glued.language.as_deref(), glued.highlight, glued.title.as_str()),
        (Some("js"), vec![1, 3], "a.js")
    );
    let nocopy = parse_meta(Some("nocopy"), "");
    assert!(nocopy.nocopy && nocopy.language.as_deref() == Some("text"));
}

#[test]
fn code_of_pages() {
    for vector in vectors("mdx-cases.ndjson") {
        let expected = vector["out"]["code"].as_array().cloned().unwrap_or_default();
        let source = vector["mdx"].as_str().expect("mdx");
        let blocks = fences(source);
        if expected.is_empty() || blocks.len() != expected.len() {
            continue;
        }
        for (fence, expected) in blocks.iter().zip(&expected) {
            let block = fence.read();
            assert_eq!(block.language, expected["lang"], "{source}");
            assert_eq!(block.text(), expected["text"], "{source}");
            assert_eq!(block.meta.title, expected["filename"].as_str().unwrap_or_default(), "{source}");
        }
    }
}

#[test]
fn languages() {
    for (written, name) in [
        ("sh", "shellscript"),
        ("Bash", "shellscript"),
        ("console", "shellsession"),
        ("none", "text"),
        ("what-is-this", "text"),
        ("JS", "javascript"),
        ("yml", "yaml"),
        ("c#", "csharp"),
    ] {
        assert_eq!(language::canonical(written), name);
    }
    assert_eq!(language::display_name("py"), "Python");
    // Every grammar that a language names exists.
    for name in language::names() {
        let grammar = language::find(name).expect("language").grammar;
        assert_ne!(grammar, "JavaScript", "{name}: this grammar does not end on some input");
        let tokens = tokenize(name, "x = 1\n\"a\" # b // c\n");
        assert!(
            grammar.is_empty() || !tokens.lines.is_empty() || name == "tex" || tokens == Tokens::default()
        );
    }
}

#[test]
fn markup() {
    let block = CodeBlock::read(
        Some("js"),
        "a.js {2} focus={1} lines wrap theme=\"nord\"",
        "let a = '<b>'; // [!code ++]\nb // [!code error]\n\n",
    );
    let options = CodeOptions { palette: Palette::find("nord"), ..CodeOptions::default() };
    let html = render_block(&block, &tokenize(block.language, block.text()), &options);
    let html = html.as_str();
    for piece in [
        "<div class=\"code-block\" data-lang=\"javascript\" data-theme=\"nord\" style=\"--code-theme-bg:#2e3440;",
        "<span class=\"code-block-title\">a.js</span>",
        "<pre class=\"has-lines has-focus has-diff wrap\" tabindex=\"0\">",
        "<span class=\"line focused diff add\">",
        "<span class=\"line highlighted error\">",
        "class=\"code-block-copy-button\"",
    ] {
        assert!(html.contains(piece), "{piece}\n{html}");
    }
    assert_eq!(code_text(html), "let a = '<b>';\nb");

    let long = vec!["x"; 30].join("\n");
    let block = CodeBlock::read(None, "expandable nocopy", &long);
    let html = render_block(&block, &Tokens::default(), &CodeOptions::default());
    assert!(html.as_str().contains("See all 30 lines") && !html.as_str().contains("copy-button"));

    let block = CodeBlock::read(Some("js"), "", "// [!code word:lo w]\nhello world");
    let html = render_block(&block, &tokenize("js", block.text()), &CodeOptions::default());
    assert!(html.as_str().contains("<mark>lo w</mark>"), "{}", html.as_str());
    assert_eq!(code_text(html.as_str()), "hello world");
}

#[test]
fn themes() {
    assert_eq!(palette::theme_names().len(), 61);
    let palette = |name| Palette::named(name, palette::DEFAULT_LIGHT);
    let css = palette::theme_css(&palette("github-light-default"), &palette("nord"));
    assert!(css.contains("html.dark :is(.code-block,.code-group){--code-theme-bg:#2e3440;"), "{css}");
    assert!(css.contains(".t5{color:var(--t5)"));
    assert_eq!(palette("no-such"), palette("github-light-default"));
}

#[test]
fn real_blocks_keep_their_text() {
    let mut code_bytes = 0;
    let mut html_bytes = 0;
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap_or_default();
        // One page in some is enough to see every language, and keeps the test quick.
        if page.as_os_str().len() % 8 != 0 {
            continue;
        }
        for fence in fences(&text) {
            let block = fence.read();
            let tokens = tokenize(block.language, block.text());
            assert_eq!(Tokens::from_bytes(&tokens.to_bytes()).as_ref(), Some(&tokens));
            let html = render_block(&block, &tokens, &CodeOptions::default());
            assert_eq!(code_text(html.as_str()), block.text(), "{}", page.display());
            if !fence.code.contains("[!code") {
                assert_eq!(
                    block.text(),
                    fence.code.replace("\r\n", "\n").trim_end_matches(['\n', ' ', '\t']).to_owned()
                        + trailing_blanks(&fence.code),
                    "{}",
                    page.display()
                );
            }
            code_bytes += block.text().len();
            html_bytes += html.len();
        }
    }
    if code_bytes > 0 {
        let ratio = html_bytes as f64 / code_bytes as f64;
        eprintln!("{code_bytes} bytes of code, {ratio:.2} times as much HTML");
        assert!(ratio < 4.0, "{ratio}");
    }
}

#[test]
fn any_input_is_fine() {
    let pieces = [
        "{", "}", "\"", "'", "=", "title", "/", "é", "\u{1b}[", "31m", "[!code ", "++]", "word:", ":3", "//",
        "/*", "*/", "\n", " ", "$ ", "<", "&", "{1,", "5-", "\\", "\r\n", "`", "#", "😀", "function", "def ",
        "<?php", "${", "0x1",
    ];
    let languages =
        ["js", "python", "php", "bash", "mdx", "ansi", "diff", "console", "rust", "yaml", "html", "vue"];
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    for round in 0..3000 {
        let text: String = (0..random(40)).map(|_| pieces[random(pieces.len())]).collect();
        let language = languages[round % languages.len()];
        let block = CodeBlock::read(Some(language), &text.replace('\n', " "), &text);
        let tokens = tokenize(block.language, block.text());
        let html = render_block(&block, &tokens, &CodeOptions::default());
        if block.language != "ansi" {
            assert_eq!(code_text(html.as_str()), block.text());
        }
        let _ = CodeBlock::read(Some(&text), "", &text);
        let wrong = tokenize("js", &text.repeat(2));
        let _ = render_block(&block, &wrong, &CodeOptions::default());
    }
    let _ = notation::read_notation(&"// [!code ++]".repeat(20_000));
}

/// The blank tail of the last line that is not empty; it is part of the code.
fn trailing_blanks(code: &str) -> &str {
    let body = code.trim_end_matches(['\n', ' ', '\t', '\r']);
    let rest = &code[body.len()..];
    if body.is_empty() { "" } else { rest.split(['\n', '\r']).next().unwrap_or_default() }
}

struct Fence {
    lang: Option<String>,
    meta: String,
    code: String,
}

impl Fence {
    fn read(&self) -> CodeBlock {
        CodeBlock::read(self.lang.as_deref(), &self.meta, &self.code)
    }
}

/// A simple scan for fences; nested and indented ones come out well enough.
fn fences(text: &str) -> Vec<Fence> {
    let mut found: Vec<Fence> = Vec::new();
    let mut open: Option<String> = None;
    for line in text.lines() {
        let trimmed = line.trim_start();
        match &open {
            Some(sign)
                if trimmed.starts_with(sign.as_str())
                    && trimmed.trim_end().trim_matches(['`', '~']).is_empty() =>
            {
                open = None;
            }
            Some(_) => {
                if let Some(fence) = found.last_mut() {
                    fence.code.push_str(line);
                    fence.code.push('\n');
                }
            }
            None if trimmed.starts_with("```") || trimmed.starts_with("~~~") => {
                let info = trimmed.trim_start_matches(['`', '~']);
                open = Some(trimmed[..trimmed.len() - info.len()].to_owned());
                let info = info.trim();
                let (lang, meta) = info.split_once(char::is_whitespace).unwrap_or((info, ""));
                let lang = (!lang.is_empty()).then(|| lang.to_owned());
                found.push(Fence { lang, meta: meta.to_owned(), code: String::new() });
            }
            None => {}
        }
    }
    found
}

/// The text content of the `code` element.
fn code_text(html: &str) -> String {
    let start = html.find("<code").expect("code element");
    let end = html.rfind("</code>").expect("code element");
    let mut out = String::new();
    let mut inside = false;
    for c in html[start..end].chars() {
        match c {
            '<' => inside = true,
            '>' if inside => inside = false,
            c if !inside => out.push(c),
            _ => {}
        }
    }
    out.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// All pages of the real documentation sets, in path order.
fn pages() -> Vec<PathBuf> {
    let root = PathBuf::from(format!("{SHARED}/corpus"));
    if !root.is_dir() {
        eprintln!("skipped: {} is not there", root.display());
        return Vec::new();
    }
    let mut found = Vec::new();
    walk(&root, &mut found);
    found.sort();
    found
}

fn walk(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "mdx" || extension == "md") {
            found.push(path);
        }
    }
}
