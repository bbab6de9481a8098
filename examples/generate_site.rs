//! Writes a made-up documentation set to disk: `cargo run --release --example generate_site -- DIR PAGES [SEED]`.
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
    let (root, pages, seed) = match arguments.as_slice() {
        [root, pages] => (PathBuf::from(root), pages.parse(), Ok(1)),
        [root, pages, seed] => (PathBuf::from(root), pages.parse(), seed.parse()),
        _ => return usage(),
    };
    let (Ok(pages), Ok(seed)) = (pages, seed) else { return usage() };
    match write_set(&root, &generate::Shape::new(pages, seed)) {
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

fn usage() -> ExitCode {
    eprintln!("usage: generate_site DIR PAGES [SEED]");
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
