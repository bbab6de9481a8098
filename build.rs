//! What is known when the program is compiled: the drawings of its icons, and its identity.
//!
//! Results in a store are those of one program. Its identity is the hash of all that it is made from, so a process
//! need not read its own 35 MB to know it, and a program that is built again from the same sources elsewhere, as in
//! each run of a CI service, goes on with the store of the one before.

// A build script is cargo's, not the program's.
#![allow(clippy::disallowed_methods)]

#[path = "build/icons.rs"]
mod icons;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Files and folders that the program is made from. Versions of all packages are in `Cargo.lock`.
const SOURCES: [&str; 6] = ["build", "build.rs", "Cargo.lock", "Cargo.toml", "src", "themes"];

/// What cargo says of how it compiles, as far as it could change what the program does.
const SETTINGS: [&str; 4] = ["TARGET", "PROFILE", "OPT_LEVEL", "CARGO_ENCODED_RUSTFLAGS"];

fn main() {
    for path in SOURCES {
        println!("cargo::rerun-if-changed={path}");
    }
    let mut identity = blake3::Hasher::new();
    for name in SETTINGS {
        add(&mut identity, name, env::var(name).unwrap_or_default().as_bytes());
    }
    add(&mut identity, "rustc", &compiler());
    for path in SOURCES {
        add_all(&mut identity, Path::new(path));
    }
    println!("cargo::rustc-env=DOCS_IDENTITY={}", identity.finalize().to_hex());

    // The icons take seconds and hardly ever change.
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    let mut made_from = blake3::Hasher::new();
    for path in ["build", "build.rs", "Cargo.lock"] {
        add_all(&mut made_from, Path::new(path));
    }
    let (made_from, stamp) = (made_from.finalize().to_hex(), folder.join("icons.stamp"));
    if fs::read(&stamp).is_ok_and(|before| before == made_from.as_bytes()) {
        return;
    }
    icons::write_all(&folder);
    fs::write(stamp, made_from.as_bytes()).expect("the folder is cargo's");
}

/// The compiler's version, its commit and its host.
fn compiler() -> Vec<u8> {
    let rustc = env::var_os("RUSTC").expect("set by cargo");
    Command::new(rustc).arg("-vV").output().expect("cargo has found it").stdout
}

/// A file, or all files of a folder, with their paths.
fn add_all(hasher: &mut blake3::Hasher, path: &Path) {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("part of the package");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("part of the package").path()).collect();
        paths.sort();
        paths.iter().for_each(|path| add_all(hasher, path));
    } else if let Ok(bytes) = fs::read(path) {
        let name = path.to_string_lossy().replace('\\', "/");
        add(hasher, &name, &bytes);
    }
}

/// A name and its value, each with its length, so that no two lists of them look alike.
fn add(hasher: &mut blake3::Hasher, name: &str, value: &[u8]) {
    for part in [name.as_bytes(), value] {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
}
