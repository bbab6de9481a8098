//! Code blocks: their languages, titles and contents.

use std::fmt::Write as _;

use super::random::Random;
use super::words::words;

/// Languages and how many blocks of each were counted.
const LANGUAGES: &[(&str, u64)] = &[
    ("python", 39_531),
    ("bash", 26_265),
    ("typescript", 9033),
    ("json", 8607),
    ("go", 6536),
    ("php", 5573),
    ("shell", 4709),
    ("", 4548),
    ("text", 4100),
    ("ts", 3182),
    ("javascript", 3081),
    ("sh", 2220),
    ("yaml", 2069),
    ("js", 1893),
    ("tsx", 1700),
    ("java", 1336),
    ("ruby", 1315),
    ("sql", 1228),
    ("mermaid", 1202),
    ("toml", 825),
    ("rust", 814),
    ("diff", 543),
    ("kotlin", 454),
    ("swift", 439),
    ("html", 338),
    ("csharp", 898),
    ("ini", 202),
    ("css", 74),
    ("dockerfile", 44),
];

/// Options after the language, where there are any.
const OPTIONS: &[(&str, u64)] = &[
    ("", 770),
    ("Terminal", 60),
    ("Example", 60),
    ("cURL", 40),
    ("expandable", 30),
    ("icon=\"code\"", 9),
    ("wrap", 7),
    ("{1}", 4),
    ("{1,2-3}", 3),
    ("lines", 5),
    ("title=\"Example\"", 3),
];

/// A fenced block that fits into about `room` bytes. Four in ten repeat a block of another page, as on
/// real sites.
pub fn code_block(random: &mut Random, room: usize) -> String {
    let options = *random.weighted(OPTIONS);
    let mut shared = Random::new(7, random.below(300));
    let repeats = random.chance(41);
    let random = if repeats { &mut shared } else { random };
    let language = *random.weighted(LANGUAGES);
    let lines = random.geometric(1, 60).min((room / 32).max(1) as u64);
    let body = code_body(random, language, lines);
    let space = if options.is_empty() || language.is_empty() { "" } else { " " };
    let options = if language.is_empty() { "" } else { options };
    format!("```{language}{space}{options}\n{body}```\n")
}

/// About this many lines of a language, each ending with a line feed.
pub fn code_body(random: &mut Random, language: &str, lines: u64) -> String {
    let mut text = String::new();
    match language {
        "json" => object(random, &mut text, lines),
        "mermaid" => {
            text.push_str("flowchart LR\n");
            for index in 0..lines.min(12) {
                let _ = writeln!(text, "  A{index}[{}] --> A{}", words(random, 1), index + 1);
            }
        }
        "diff" => {
            for index in 0..lines {
                let mark = if index % 2 == 0 { '-' } else { '+' };
                let _ = writeln!(text, "{mark}{}", words(random, 5));
            }
        }
        _ => {
            for index in 0..lines {
                let line = line(random, language, index);
                let _ = writeln!(text, "{line}");
            }
        }
    }
    text
}

/// Moves every line to the right.
pub fn indented(text: &str, columns: usize) -> String {
    let mut moved = String::new();
    for line in text.lines() {
        let _ = writeln!(moved, "{:columns$}{line}", "");
    }
    moved
}

fn object(random: &mut Random, text: &mut String, lines: u64) {
    text.push_str("{\n");
    for _ in 0..lines {
        let (name, value) = (identifier(random), words(random, 2));
        let _ = match random.below(3) {
            0 => writeln!(text, "  \"{name}\": {},", random.below(10_000)),
            1 => writeln!(text, "  \"{name}\": {{ \"id\": \"{value}\", \"active\": true }},"),
            _ => writeln!(text, "  \"{name}\": \"{value}\","),
        };
    }
    text.push_str("  \"end\": null\n}\n");
}

fn line(random: &mut Random, language: &str, index: u64) -> String {
    let (a, b, c) = (identifier(random), identifier(random), words(random, 3));
    let n = random.below(1000);
    let turn = index % 4;
    match (language, turn) {
        ("python", 0) => format!("def {a}({b}, limit={n}):"),
        ("python", 1) => format!("    # {c}"),
        ("python", 2) => format!("    {a} = client.{b}(\"{c}\", {n})"),
        ("python", _) => format!("    return [{a} for {a} in {b} if {a} != \"{c}\"]"),
        ("bash" | "shell" | "sh", 0) => format!("export {}={n}", a.to_uppercase()),
        ("bash" | "shell" | "sh", 1) => format!("curl -X POST https://example.com/{a} -d '{c}' | jq .{b}"),
        ("bash" | "shell" | "sh", _) => format!("tool {a} --{} \"{c}\"", b.replace('_', "-")),
        ("typescript" | "ts" | "tsx" | "javascript" | "js", 0) => format!("import {{ {a} }} from \"{b}\";"),
        ("typescript" | "ts" | "tsx" | "javascript" | "js", 1) => {
            format!("const {a} = await {b}({{ text: \"{c}\", limit: {n} }});")
        }
        ("typescript" | "ts" | "tsx" | "javascript" | "js", _) => {
            format!("if ({a} > {n}) {{ console.log(`{c} ${{{b}}}`); }} // {c}")
        }
        ("go", 0) => format!("func {a}({b} string) error {{"),
        ("go", 1) => format!("\t{a} := {b}(ctx, \"{c}\", {n})"),
        ("go", 2) => format!("\treturn fmt.Errorf(\"{c}: %w\", {a})"),
        ("go", _) => String::from("}"),
        ("php", _) => format!("${a} = $client->{b}('{c}', {n});"),
        ("rust", _) => format!("let {a}: Vec<u32> = {b}(\"{c}\", {n})?;"),
        ("java" | "csharp", _) => format!("var {a} = new Client(\"{c}\").{b}({n});"),
        ("kotlin" | "swift", _) => format!("let {a} = {b}(name: \"{c}\", limit: {n})"),
        ("ruby", _) => format!("{a} = client.{b}(\"{c}\", limit: {n})"),
        ("sql", _) => format!("SELECT {a}, count(*) FROM {b} WHERE id > {n} GROUP BY {a};"),
        ("yaml", 0) => format!("{a}:"),
        ("yaml", _) => format!("  - name: {b}\n    value: \"{c}\""),
        ("toml" | "ini", 0) => format!("[{a}]"),
        ("toml" | "ini", _) => format!("{a} = \"{c}\""),
        ("html", _) => format!("<div class=\"{a}\"><p>{c}</p></div>"),
        ("css", _) => format!(".{a} {{ width: {n}px; color: #336699; }}"),
        ("dockerfile", _) => format!("RUN {a} --{b} {n}"),
        _ => format!("{a} {c} {n}"),
    }
}

fn identifier(random: &mut Random) -> String {
    words(random, 2).replace(' ', "_")
}
