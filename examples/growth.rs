//! How the time of a page grows with its size: `cargo run --release --example growth -- [NAME] [KIB]`.
//!
//! Each shape is doubled up to 1 MiB (or KIB), and goes the whole way from text to HTML, `docs.json` to a
//! configuration. Where a page takes more than 50 ms, twice the text may take 2.6 times as long; a shape above that
//! is measured again, and the smallest of its measurements counts. Ends with 1 when a shape stays above.

use std::process::ExitCode;
use std::time::Instant;

use docs::config::parse_config;
use docs::engine::STACK;
use docs::page::page_head;
use docs::text::{SourcePath, SourceText};

#[path = "../fuzz/checks.rs"]
mod checks;
#[path = "../benches/shapes.rs"]
mod shapes;

use shapes::{SHAPES, Shape};

/// As in the program: what the system's allocator takes for large blocks would be measured instead.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Times longer than this, in seconds, are compared.
const COMPARED: f64 = 0.05;
/// How much longer twice the text may take.
const LIMIT: f64 = 2.6;
/// Longer than this no size is waited for, in seconds.
const PATIENCE: f64 = 20.0;

/// `docs.json` that grows.
const CONFIGS: &[Shape] = &[
    Shape { name: "docs.json: pages", make: |n| config(&"\"a\",".repeat(n / 4), "\"a\"", "") },
    Shape {
        name: "docs.json: groups in groups",
        make: |n| config(&"{\"group\": \"a\", \"pages\": [".repeat(n / 31), "\"a\"", &"]}".repeat(n / 31)),
    },
    Shape { name: "docs.json: open brackets", make: |n| config(&"[".repeat(n), "", "") },
    Shape { name: "docs.json: unknown keys", make: |n| format!("{{{}\"b\": 1}}", "\"a\": 1,".repeat(n / 7)) },
    Shape { name: "docs.json: comments", make: |n| format!("{{{}}}", "/* a */".repeat(n / 7)) },
    Shape {
        name: "docs.json: redirects",
        make: |n| {
            let one = "{\"source\": \"/a\", \"destination\": \"/b\"},";
            format!("{{\"redirects\": [{}{{}}]}}", one.repeat(n / one.len()))
        },
    },
];

/// Files that grow, each with the page that shows it.
const FILES: &[(&str, &str, Shape)] = &[
    (
        "rows.csv",
        "import rows from './rows.csv'\n\n{rows.length}\n",
        Shape {
            name: "rows.csv: names without values",
            make: |n| format!("{}a\n{}", "a,".repeat(n / 4), "b\n".repeat(n / 4)),
        },
    ),
    (
        "rows.csv",
        "import rows from './rows.csv'\n\n{rows.length}\n",
        Shape { name: "rows.csv: rows", make: |n| format!("a,b\n{}", "c,d\n".repeat(n / 4)) },
    ),
    (
        "a.py",
        "<Include file=\"/a.py\" region=\"x\" />\n",
        Shape {
            name: "a.py: open regions",
            make: |n| {
                let open: String = (0..n / 24).map(|at| format!("#region a{at}\n")).collect();
                format!("{open}#region x\nb\n#endregion x\n{}", "c\n#endregion d\n".repeat(n / 32))
            },
        },
    ),
    (
        "a.py",
        "<Include file=\"/a.py\" lines=\"2-\" />\n",
        Shape { name: "a.py: lines", make: |n| "a\n".repeat(n / 2) },
    ),
];

fn config(before: &str, inside: &str, after: &str) -> String {
    format!(
        "{{\"theme\": \"mint\", \"name\": \"a\", \"navigation\": {{\"pages\": [{before}{inside}{after}]}}}}"
    )
}

#[expect(clippy::disallowed_methods, reason = "a tool for developers")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let only = arguments.first().cloned().unwrap_or_default();
    let most = arguments.get(1).and_then(|kib| kib.parse().ok()).unwrap_or(1024usize) * 1024;
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || measure(&only, most));
    match worker.map(|worker| worker.join()) {
        Ok(Ok(0)) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// The number of shapes above the limit.
fn measure(only: &str, most: usize) -> usize {
    let snippets = checks::Files::with(&[
        ("a.mdx", "A snippet with {title}.\n\n<Note>{children}</Note>\n"),
        ("b.mdx", "import A from './a.mdx'\n\n<A>{children}</A>\n"),
    ])
    .and_text("a.py", &"a = 1\n".repeat(100));
    let page = |text: &str| {
        let head = page_head(&SourceText::new(SourcePath::new("page.mdx"), text));
        head.diagnostics.len() + snippets.render(text).1.len()
    };
    let config = |text: &str| parse_config(&SourcePath::new("docs.json"), text, &|_| None).diagnostics.len();
    let mut above = 0;
    let mut count = 0;
    for shape in SHAPES.iter().filter(|shape| shape.name.contains(only)) {
        above += usize::from(grows(shape, most, &page));
        count += 1;
    }
    for shape in CONFIGS.iter().filter(|shape| shape.name.contains(only)) {
        above += usize::from(grows(shape, most, &config));
        count += 1;
    }
    for (path, page, shape) in FILES.iter().filter(|(_, _, shape)| shape.name.contains(only)) {
        let file = |text: &str| checks::Files::default().and_text(path, text).render(page).1.len();
        above += usize::from(grows(shape, most, &file));
        count += 1;
    }
    println!("{count} shapes, {above} above {LIMIT}");
    above
}

/// Measures one shape and prints its line.
fn grows(shape: &Shape, most: usize, work: &dyn Fn(&str) -> usize) -> bool {
    let mut sizes = Vec::new();
    let mut last: Option<(usize, f64)> = None;
    let mut worst = 0.0f64;
    let mut size = most / 16;
    while size <= most {
        let (mut took, problems) = time(&(shape.make)(size), work);
        if let Some((before, mut earlier)) = last
            && earlier > COMPARED
        {
            for _ in 0..3 {
                if took / earlier <= LIMIT || took > PATIENCE {
                    break;
                }
                took = took.min(time(&(shape.make)(size), work).0);
                earlier = earlier.max(time(&(shape.make)(before), work).0);
            }
            worst = worst.max(took / earlier);
        }
        sizes.push(format!("{}k {took:.3}s/{problems}", size / 1024));
        last = Some((size, took));
        if took > PATIENCE {
            break;
        }
        size *= 2;
    }
    let above = worst > LIMIT || last.is_some_and(|(_, took)| took > PATIENCE);
    let mark = if above { "GROWS" } else { "ok" };
    println!("{mark:5} {worst:4.1} {}: {}", shape.name, sizes.join(", "));
    above
}

fn time(text: &str, work: &dyn Fn(&str) -> usize) -> (f64, usize) {
    let before = processor_seconds();
    let problems = work(text);
    (processor_seconds() - before, problems)
}

/// Time of this thread on a processor where the system tells it, so that other work does not count.
#[expect(clippy::disallowed_methods, reason = "a tool for developers")]
fn processor_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match told.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()) {
        Some(nanoseconds) => nanoseconds / 1e9,
        None => {
            static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
            START.get_or_init(Instant::now).elapsed().as_secs_f64()
        }
    }
}
