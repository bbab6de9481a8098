//! Long runs, on request: `DOCS_EDITS=10000 cargo test --release watch::long -- --nocapture`.

use std::time::{Duration, Instant};

use super::project::Watched;

fn edits() -> Option<usize> {
    let edits = std::env::var("DOCS_EDITS").ok().and_then(|text| text.parse().ok());
    if edits.is_none() {
        eprintln!("skipped: DOCS_EDITS says how many edits");
    }
    edits
}

fn thousand_pages() -> Watched {
    let project = Watched::new();
    for number in 0..1000 {
        let text = format!("# Page {number}\n\n{}\n", "Some words of a sentence. ".repeat(40));
        project.write(&format!("many/{}/page-{number}.mdx", number % 20), &text);
    }
    project
}

/// Resident memory in KiB.
fn resident(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).expect("a status");
    let line = text.lines().find(|line| line.starts_with("VmRSS")).expect("memory");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn memory_does_not_grow_with_edits() {
    let Some(edits) = edits() else { return };
    let mut project = thousand_pages().watch(&[]);
    let first = resident(project.process());
    let mut most = first;
    for edit in 0..edits {
        let page = edit % 1000;
        let title = if edit % 50 == 0 { format!("Title {edit}") } else { format!("Page {page}") };
        project.write(
            &format!("many/{}/page-{page}.mdx", page % 20),
            &format!("# {title}\n\nEdit {edit}. {}\n", "Some words of a sentence. ".repeat(40)),
        );
        project.sync();
        most = most.max(resident(project.process()));
        if edit % 1000 == 999 {
            eprintln!("{} edits: {} KiB", edit + 1, resident(project.process()));
        }
    }
    eprintln!("{first} KiB after the first build, at most {most} KiB in {edits} edits");
    assert!(most * 2 <= first * 3, "{first} KiB grew to {most} KiB");
    project.assert_clean();
}

/// From the end of saving to the page on disk, the debounce of 15 ms among it.
#[test]
fn a_saved_page_is_on_disk_soon() {
    let Some(edits) = edits() else { return };
    let project = thousand_pages().watch(&[]);
    let mut times: Vec<Duration> = (0..edits.min(300))
        .map(|edit| {
            let word = format!("Saved{edit}x");
            let page = edit * 7 % 1000;
            let out = format!("many/{}/page-{page}/index.html", page % 20);
            project.write(
                &format!("many/{}/page-{page}.mdx", page % 20),
                &format!("# Page {page}\n\n{word} {}\n", "Some words of a sentence. ".repeat(40)),
            );
            let started = Instant::now();
            while !project.page(&out).contains(&word) {
                assert!(started.elapsed() < Duration::from_secs(30), "{word}");
                std::thread::sleep(Duration::from_micros(200));
            }
            started.elapsed()
        })
        .collect();
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    eprintln!("saved to on disk: p50 {:?}, p90 {:?}, p99 {:?}, most {:?}", at(50), at(90), at(99), at(100));
}
