//! Writes a made-up documentation set to disk:
//! `cargo run --release --example generate_site -- DIR PAGES [SEED] [KIND]`.
//!
//! KIND is `usual`, `small-sections`, `one-section`, `repeated:1700` or `large-page:4000000`.
#![expect(
    clippy::disallowed_methods,
    reason = "a tool for developers, outside the product's one door to the disk"
)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

#[path = "../benches/generate.rs"]
mod generate;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let mut words = arguments.iter().map(String::as_str);
    let (Some(root), Some(pages)) = (words.next().map(PathBuf::from), words.next()) else { return usage() };
    let (seed, kind) = (words.next().unwrap_or("1"), words.next().unwrap_or("usual"));
    let (Ok(pages), Ok(seed), Some(kind), None) = (pages.parse(), seed.parse(), kind_of(kind), words.next())
    else {
        return usage();
    };
    match write_set(&root, &generate::Shape { kind, ..generate::Shape::new(pages, seed) }) {
        Ok(files) => {
            println!("{files} files in {}", root.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("cannot write {}: {error}", root.display());
            ExitCode::FAILURE
        }
    }
}

fn kind_of(text: &str) -> Option<generate::Kind> {
    let (name, number) = text.split_once(':').unwrap_or((text, "0"));
    let number = number.parse().ok()?;
    match name {
        "usual" => Some(generate::Kind::Usual),
        "small-sections" => Some(generate::Kind::SmallSections),
        "one-section" => Some(generate::Kind::OneSection),
        "repeated" => Some(generate::Kind::Repeated(number)),
        "large-page" => Some(generate::Kind::LargePage(number)),
        _ => None,
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: generate_site DIR PAGES [SEED] [KIND]");
    ExitCode::from(2)
}

fn write_set(root: &Path, shape: &generate::Shape) -> io::Result<usize> {
    let mut files = 0;
    let mut outcome = Ok(());
    generate::generate(shape, &mut |path, bytes| {
        if outcome.is_ok() {
            files += 1;
            outcome = write_file(&root.join(path), bytes);
        }
    });
    outcome.map(|()| files)
}

fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)
}
