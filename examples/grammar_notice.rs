//! Prints `NOTICE`, the licences of the grammars, icons and fonts that are part of the program:
//! `cargo run --example grammar_notice > NOTICE`.

use std::collections::BTreeMap;

fn main() {
    println!("docs\n");
    println!(
        "The program contains syntax definitions for highlighting, collected by the `two-face` package."
    );
    println!("The licences of those that ask to be shown follow, each after the paths of its definitions in");
    println!("that collection. All of them: {}", two_face::acknowledgement::url());
    let listing = two_face::acknowledgement::listing();
    let mut paths: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for licence in listing.for_syntaxes() {
        let lines: Vec<&str> = licence.text.lines().map(str::trim_end).collect();
        paths
            .entry(lines.join("\n").trim().to_owned())
            .or_default()
            .push(licence.rel_path.display().to_string());
    }
    let mut licences: Vec<(Vec<String>, String)> =
        paths.into_iter().map(|(text, paths)| (paths, text)).collect();
    licences.sort();
    for (paths, text) in licences {
        println!("\n{}\n{}\n\n{text}", "-".repeat(80), paths.join("\n"));
    }
    print!("\n{}", include_str!("../build/icons/NOTICE"));
    println!("\n{}\n{}", "-".repeat(80), include_str!("../themes/fonts/NOTICE").trim_end());
}
