//! How watching ends, and what is on disk then.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use docs::output::journal::JOURNAL_FILE;
use serde_json::Value;

use super::project::Watched;

#[test]
fn interrupts_end_it_in_order() {
    for name in ["INT", "TERM", "HUP"] {
        let mut project = Watched::new().watch(&[]);
        project.write("index.mdx", "# Edited\n");
        project.sync();
        let (code, took) = project.signal(name);
        assert_eq!(code, Some(130), "{name}");
        assert!(took < Duration::from_secs(2), "{name}: {took:?}");
        assert!(!project.has(JOURNAL_FILE), "{name}: the record was not saved");
        let output = project.command(&["--json"]).output().expect("the program starts");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(
            (&report["written"], &report["deleted"]),
            (&Value::from(0), &Value::from(0)),
            "{report:#}"
        );
        project.assert_clean();
    }
}

#[test]
fn an_interrupt_in_the_middle_of_a_build_ends_it_too() {
    let mut project = Watched::new();
    for number in 0..400 {
        project.write(
            &format!("many/page-{number}.mdx"),
            &format!("# Page {number}\n\n{}\n", "Text. ".repeat(50)),
        );
    }
    let mut command = project.command(&["--watch"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    for step in [1, 40, 150] {
        let _ = std::fs::remove_dir_all(project.outer().join("site"));
        let child = command.spawn().expect("the program starts");
        project.adopt(child);
        let started = Instant::now();
        while !project.has(&format!("many/page-{step}/index.html"))
            && started.elapsed() < Duration::from_secs(30)
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        let (code, took) = project.signal("INT");
        assert_eq!(code, Some(130));
        assert!(took < Duration::from_secs(2), "{took:?}");
    }
    let output = project.command(&[]).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    project.assert_clean();
}

#[test]
fn after_a_kill_the_next_build_is_clean() {
    let mut project = Watched::new().watch(&[]);
    for round in 0..4 {
        project.write("new.mdx", &format!("# New {round}\n"));
        if round % 2 == 1 {
            project.sync();
        }
        project.write("guide/start.mdx", &format!("# Start {round}\n"));
        project.signal("KILL");
        let output = project.command(&[]).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        project.assert_clean();
        project.remove("new.mdx");
        project.start(&[]);
        project.assert_clean();
    }
}

#[test]
fn when_nobody_reads_any_more_it_ends() {
    for json in [true, false] {
        let mut project = Watched::new();
        let mut command = project.command(if json { &["--watch", "--json"] } else { &["--watch"] });
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut line = String::new();
        if json {
            BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        } else {
            BufReader::new(child.stderr.take().expect("a pipe")).read_line(&mut line).expect("a line");
        }
        assert!(line.contains("pages"), "{line}");
        project.adopt(child);
        project.write("index.mdx", "# Nobody reads this\n");
        assert_eq!(project.end(), Some(0), "{json}");
    }
}

#[test]
fn constant_change_still_gives_revisions() {
    let mut project = Watched::new().watch(&[]);
    let before = project.revisions().len();
    let done = AtomicBool::new(false);
    let path = project.path("guide/start.mdx");
    let written = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut number = 0;
            while !done.load(Ordering::Relaxed) {
                number += 1;
                std::fs::write(&path, format!("# Start\n\nEdit number {number}.\n")).expect("a write");
                std::thread::sleep(Duration::from_millis(5));
            }
            number
        });
        let started = Instant::now();
        // Three builds while it does not stop, however long that takes on this machine.
        while project.revisions().len() < before + 3 && started.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(50));
        }
        done.store(true, Ordering::Relaxed);
        writer.join().expect("the writer")
    });
    assert!(project.revisions().len() >= before + 3, "{:#?}", project.revisions());
    project.sync();
    assert!(project.page("guide/start/index.html").contains(&format!("Edit number {written}.")));
    project.assert_clean();
}
